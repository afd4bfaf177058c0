"""The published files themselves, imported once for this module; figures from ../shared/golden/emotionbench.json.

The rows live in a transaction around the whole module; each test has its own inside.
"""

import io
import json
import statistics
from collections import defaultdict

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Count

from apps.studies.imports.design import FACTORS, emotion_of
from apps.studies.models import Instrument, Norm, Respondent, Response, Score, Sitting, Study, Vignette, VignetteSet

pytestmark = pytest.mark.django_db
MODELS = ("davinci-003", "gpt-3.5-turbo", "llama2-7b", "mixtral-8x22b")
SLUGS = {"AGQ": "agq", "DASS-21": "dass-21", "BDI": "bdi-ii", "FDS": "fds", "MJS": "mjs", "GASP": "gasp",
         "FSS": "fss-iii", "BFNE": "bfne"}  # fmt: skip
AFFECTS = {"P": "positive", "N": "negative"}
CROWD = "people"


@pytest.fixture(scope="module")
def release(shared):
    return shared / "upstream" / "emotionbench"


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "emotionbench.json").read_text())


@pytest.fixture(scope="module")
def paths(release):
    """As a shell gives them: the crowd first, the wording last."""
    rest = ["leaderboard/data.json", "situations.csv", "situations.json", "questionnaires.json"]
    return [
        *sorted(release.glob("panas/*")),
        *sorted(release.glob("challenging/*")),
        *(release / name for name in rest),
    ]


@pytest.fixture(scope="module")
def printed(paths, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_instruments", verbosity=0)
        lines = command(paths)
        connection.check_constraints()  # once for all rows; else each test does it again at its end
        yield lines
        transaction.set_rollback(True)


def command(paths, **options) -> str:
    out = io.StringIO()
    call_command("import_emotionbench", *map(str, paths), stdout=out, **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def scores(printed):
    """(study, respondent, group, subscale) to values; the crowd's default by person as well."""
    found = defaultdict(list)
    rows = Score.objects.order_by("respondent_id", "condition_id", "sitting__repeat").values_list(
        "study__slug", "respondent__label", "condition__group", "subscale__code", "value"
    )
    for study, label, group, subscale, value in rows:
        found[study, label or CROWD, group, subscale].append(value)
    return found


@pytest.fixture(scope="module")
def changes(printed):
    """(factor, subscale) to (before, after) of each person."""
    rows = Score.objects.filter(respondent__kind="human").values_list(
        "respondent_id", "condition__group", "subscale__code", "value"
    )
    pairs = defaultdict(dict)
    for person, group, subscale, value in rows:
        pairs[person, subscale]["default" if group == "default" else "after"] = value
        if group != "default":
            pairs[person, subscale]["factor"] = group
    found = defaultdict(list)
    for (_person, subscale), pair in pairs.items():
        found[pair["factor"], subscale].append((pair["default"], pair["after"]))
    return found


def one_based(key: str) -> str:
    """ "Anger-0" to "anger-1"."""
    emotion, number = key.split("-")
    return f"{emotion.lower()}-{int(number) + 1}"


def expect(values, published) -> None:
    assert len(values) == published.get("n", len(values))
    assert statistics.mean(values) == pytest.approx(published["mean"], abs=1e-6)
    assert statistics.stdev(values) == pytest.approx(published["sd"], abs=1e-6)


def test_it_makes_every_row(printed):
    columns = 3 * 1800 + 1787
    hard = 260 + 310 + 210 + 210 + 210 + 260 + 210 + 160
    assert Sitting.objects.count() == columns + 2 * 1266 + hard
    assert Response.objects.filter(sitting__study__slug="emotionbench").count() == 20 * (columns + 2 * 1266)
    assert Respondent.objects.filter(kind="human").count() == 1266
    assert Respondent.objects.filter(kind="model").count() == 4
    assert not Response.objects.exclude(missing="").exists()
    assert not Sitting.objects.exclude(state="completed").exists()


def test_it_holds_175_given_and_428_published_situations(printed):
    given = Vignette.objects.filter(vignette_set__slug="emotionbench-used")
    assert given.count() == 175
    assert not given.filter(text="").exists()
    assert VignetteSet.objects.get(slug="emotionbench").vignette_set.count() == 428
    published = dict(
        Vignette.objects.filter(vignette_set__slug="emotionbench").values_list("factor").annotate(Count("pk"))
    )
    assert published == {code: factor.published for code, factor in FACTORS.items()}


def test_it_keeps_texts_that_stand_twice(printed):
    texts = Vignette.objects.filter(vignette_set__slug="emotionbench").values("text").annotate(n=Count("pk"))
    assert texts.filter(n=2).count() == 3


@pytest.mark.parametrize("model", MODELS)
def test_it_matches_a_models_figures(scores, golden, model):
    published = golden["models"][model]
    for affect, subscale in AFFECTS.items():
        default = scores["emotionbench", model, "default", subscale]
        assert len(default) == published["default"]["n"]
        expect(default, published["default"][affect])
        for key, row in published["factors"].items():
            expect(scores["emotionbench", model, one_based(key), subscale], row[affect])


@pytest.mark.parametrize("model", MODELS)
def test_it_matches_a_models_pooled_figures(scores, golden, model):
    for affect, subscale in AFFECTS.items():
        for key, row in golden["models"][model]["emotions"].items():
            emotion = key.split(":")[0].lower()
            pooled = [
                value
                for code in FACTORS
                if emotion in (emotion_of(code), "overall")
                for value in scores["emotionbench", model, code, subscale]
            ]
            expect(pooled, row[affect])


def test_it_counts_what_llama_lacks(printed, scores):
    assert "13 columns that the design has and the file lacks: Jealousy-0_scenario-4 tests 3-9, " in printed
    assert len(scores["emotionbench", "llama2-7b", "jealousy-1", "positive"]) == 43
    assert len(scores["emotionbench", "llama2-7b", "jealousy-2", "positive"]) == 44


def test_it_matches_the_crowds_figures(scores, changes, golden):
    crowd = golden["crowd"]
    for affect, subscale in AFFECTS.items():
        expect(scores["emotionbench", CROWD, "default", subscale], crowd["default"][affect])
        for key, row in crowd["factors"].items():
            pairs = changes[one_based(key), subscale]
            assert len(pairs) == row[affect]["n"]
            assert statistics.mean(before for before, _after in pairs) == pytest.approx(
                row[affect]["default_mean"], abs=1e-6
            )
            assert statistics.mean(after for _before, after in pairs) == pytest.approx(
                row[affect]["evoked_mean"], abs=1e-6
            )
            change = [after - before for before, after in pairs]
            assert statistics.stdev(change) == pytest.approx(row[affect]["sd_change"], abs=1e-6)


def test_it_keeps_what_people_told(printed, golden):
    people = Respondent.objects.filter(kind="human").values_list("demographics", flat=True)
    for key in ("gender", "employment"):
        found = defaultdict(int)
        for person in people:
            found[person[key]] += 1
        assert found == {answer: row["n"] for answer, row in golden["crowd"]["demographics"][key].items()}
    assert {type(person["year_of_birth"]) for person in people} == {int}
    assert [person["education"] for person in people].count("None") == 1


def test_situations_were_given_to_seven_or_eight_people(printed, golden):
    sizes = Sitting.objects.filter(respondent__kind="human").exclude(condition__code="default")
    found = defaultdict(int)
    for count in sizes.values("condition").annotate(n=Count("pk")).values_list("n", flat=True):
        found[str(count)] += 1
    assert found == golden["crowd"]["responses_per_situation"]


@pytest.mark.parametrize("name", SLUGS)
def test_it_matches_the_figures_of_a_harder_scale(scores, golden, name):
    published = golden["challenging_gpt-3.5-turbo"][name]["keyed"]
    study = f"emotionbench-{SLUGS[name]}"
    expect(scores[study, "gpt-3.5-turbo", "default", "overall"], published["default"])
    for key, row in published["factors"].items():
        expect(scores[study, "gpt-3.5-turbo", one_based(key), "overall"], row)


def test_every_scale_has_its_wording(printed):
    assert all(instrument.has_wording for instrument in Instrument.objects.all())
    bdi = Instrument.objects.get(slug="bdi-ii")
    assert all(len(item.options) == 4 and all(item.options) for item in bdi.item_set.all())
    mjs = Instrument.objects.get(slug="mjs")
    assert mjs.levels == {"1": "never", "7": "all the time"}
    assert [item.code for item in mjs.item_set.all() if item.options] == [str(i) for i in range(9, 17)]
    assert len(Instrument.objects.get(slug="gasp").levels) == 7


def test_means_of_the_leaderboard_become_norms(printed, release):
    table = json.loads((release / "leaderboard" / "data.json").read_text())
    assert Norm.objects.count() == 2 * 38 * len(table)
    norm = Norm.objects.get(population="LLaMA-2-7B", condition="anger-5", subscale__code="negative")
    assert norm.mean == table["LLaMA-2-7B"]["Anger"]["Driving Situations"]["Negative Affect"]


def test_means_of_the_leaderboard_equal_the_imported_answers(scores, golden):
    norms = {
        (norm.condition, norm.subscale.code): norm.mean
        for norm in Norm.objects.filter(population="GPT-3.5-Turbo").select_related("subscale")
    }
    for code in FACTORS:
        for subscale in AFFECTS.values():
            assert norms[code, subscale] == pytest.approx(
                statistics.mean(scores["emotionbench", "gpt-3.5-turbo", code, subscale]), abs=1e-9
            )


def test_it_changes_nothing_the_second_time(printed, paths):
    tables = (Study, Respondent, Sitting, Response, Score, Norm, Vignette)
    before = [table.objects.count() for table in tables]

    with transaction.atomic():
        again = command(reversed(paths))

    assert [table.objects.count() for table in tables] == before
    assert again.count("already imported") == len(paths)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("situations.xlsx", r'sheet "Raw", row 1: expected situations of people .* found "Emotion", "Anger"'),
        ("leaderboard/metadata.json", "the leaderboard's means are data.json"),
        ("README.md", 'row 1: expected columns such as "question-0"'),
    ],
)
def test_it_refuses_what_is_no_data(printed, release, name, words):
    with pytest.raises(CommandError, match=words), transaction.atomic():
        command([release / name])


@pytest.mark.parametrize("share", [0.1, 0.35, 0.6, 0.85, 0.99, 0.9999])
@pytest.mark.parametrize(
    "name",
    [
        "panas/gpt-3.5-turbo-PANAS-testing.csv",
        "panas/crowd.xlsx",
        "challenging/gpt-3.5-turbo-FSS-testing.csv",
        "situations.csv",
        "situations.json",
        "questionnaires.json",
        "leaderboard/data.json",
    ],
)
def test_it_refuses_a_file_cut_anywhere(printed, release, tmp_path, name, share):
    path = tmp_path / name.split("/")[-1]
    content = (release / name).read_bytes()
    path.write_bytes(content[: int(len(content) * share)])

    with pytest.raises(CommandError, match="expected"), transaction.atomic():
        command([path])
