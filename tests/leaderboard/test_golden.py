"""The boards made of the published files, figure by figure.

Two truths: ../shared/golden/emotionbench.json, recomputed there with upstream's rules, and here an
independent computation from the raw files with scipy. The golden file rounds p to six decimals, or
to five digits below a millionth, and adds 1e-8 to each SD before its tests. No sample in the files is
without spread (the smallest SD is mixtral's 0.14), so that addition is below its rounding everywhere.
"""

import csv
import json

import numpy as np
import openpyxl
import pytest
from django.core.management import call_command
from django.db import transaction
from scipy import stats

from apps.leaderboard.boards import board_json, refresh_boards
from apps.leaderboard.models import Board

pytestmark = pytest.mark.django_db  # the module's own fixture needs the test database
ALPHA = 0.01
MODELS = ("davinci-003", "gpt-3.5-turbo", "llama2-7b", "mixtral-8x22b")
AFFECTS = {"P": "positive", "N": "negative"}
# The release's name of a scale to ours, and our codes of its categories in the release's order
SCALES = {
    "AGQ": ("agq", ["overall", "physical", "verbal", "anger", "hostility"]),
    "DASS-21": ("dass-21", ["anxiety", "depression", "stress", "overall"]),
    "BDI": ("bdi-ii", ["overall"]),
    "FDS": ("fds", ["overall", "discomfort", "entitlement", "emotional", "achievement"]),
    "MJS": ("mjs", ["cognitive", "emotional", "behavioral"]),
    "GASP": ("gasp", ["guilt-nbe", "guilt-repair", "shame-nse", "shame-withdraw"]),
    "FSS": ("fss-iii", ["overall", "social", "agoraphobia", "injury", "sex-aggression", "animals"]),
    "BFNE": ("bfne", ["overall"]),
}
SIGNS = {"up": "up", "down": "down", "-": "none"}
CROWD_EMOTIONS = {"angry": "anger", "jealous": "jealousy"}


@pytest.fixture(scope="module")
def release(shared):
    return shared / "upstream" / "emotionbench"


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "emotionbench.json").read_text())


@pytest.fixture(scope="module")
def boards(release, django_db_setup, django_db_blocker):
    """Every board as JSON, made from the published files; the rows are gone again."""
    files = [*release.glob("panas/*"), *release.glob("challenging/*"), release / "questionnaires.json"]
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_instruments", verbosity=0)
        call_command("import_emotionbench", *map(str, sorted(files)), verbosity=0)
        refresh_boards()
        made = {board.slug: json.loads(json.dumps(board_json(board))) for board in Board.objects.all()}
        transaction.set_rollback(True)
    return made


@pytest.fixture(scope="module")
def questionnaires(release):
    return {one["name"]: one for one in json.loads((release / "questionnaires.json").read_text())}


def line(boards, slug, label, kind):
    return next(one for one in boards[slug]["entries"] if (one["label"], one["kind"]) == (label, kind))


def condition(key: str) -> str:
    """Anger-0 is anger-1, as printed; "Anger: Average" is anger, "Overall: Average" overall."""
    if key.endswith(": Average"):
        return key.removesuffix(": Average").lower()
    emotion, number = key.split("-")
    return f"{emotion.lower()}-{int(number) + 1}"


def agrees(p: float, printed: float) -> bool:
    if printed < 1e-6:
        return p == pytest.approx(printed, rel=6e-5, abs=1e-300)
    return p == pytest.approx(printed, rel=0, abs=5.1e-7)


def check_figure(cell, printed, where):
    assert cell["change"] == pytest.approx(printed["change"], abs=0.005), where
    assert cell["direction"] == SIGNS[printed["symbol"]], where
    assert cell["n"] == printed["n"], where
    assert agrees(cell["p"], printed["p"]), (where, cell["p"], printed["p"])


# --- against the golden file ---


@pytest.mark.parametrize("model", MODELS)
def test_every_figure_of_a_model_is_the_golden_one(boards, golden, model):
    values, expected = line(boards, "emotion", model, "imported")["values"], golden["models"][model]
    for affect, subscale in AFFECTS.items():
        default = values[f"default.{subscale}"]
        assert default["n"] == expected["default"]["n"]
        assert default["mean"] == pytest.approx(expected["default"][affect]["mean"], abs=1e-6)
        assert default["sd"] == pytest.approx(expected["default"][affect]["sd"], abs=1e-6)
        for key, printed in {**expected["factors"], **expected["emotions"]}.items():
            cell = values[f"{condition(key)}.{subscale}"]
            check_figure(cell, printed[affect], (key, affect))
            assert cell["test"] == printed[affect]["test"], (key, affect)
            assert cell["mean"] == pytest.approx(printed[affect]["mean"], abs=1e-6), (key, affect)
            assert cell["sd"] == pytest.approx(printed[affect]["sd"], abs=1e-6), (key, affect)


def test_every_figure_of_the_crowd_is_the_golden_one(boards, golden):
    entry, expected = line(boards, "emotion", "People", "human"), golden["crowd"]
    assert entry["n"] == expected["n"] == 1266
    assert entry["missing"] == 0
    for affect, subscale in AFFECTS.items():
        default = entry["values"][f"default.{subscale}"]
        assert default["mean"] == pytest.approx(expected["default"][affect]["mean"], abs=1e-6)
        assert default["sd"] == pytest.approx(expected["default"][affect]["sd"], abs=1e-6)
        for key, printed in {**expected["factors"], **expected["emotions"]}.items():
            cell = entry["values"][f"{condition(key)}.{subscale}"]
            check_figure(cell, printed[affect], (key, affect))
            assert cell["test"] == "paired"
            assert cell["mean"] == pytest.approx(printed[affect]["evoked_mean"], abs=1e-6), (key, affect)
            assert cell["effect"] == pytest.approx(printed[affect]["dz"], abs=1e-6), (key, affect)


@pytest.mark.parametrize("scale", SCALES)
def test_every_figure_of_a_harder_scale_is_the_golden_one(boards, golden, scale):
    slug, codes = SCALES[scale]
    values = line(boards, f"emotion-{slug}", "gpt-3.5-turbo", "imported")["values"]
    keyed = golden["challenging_gpt-3.5-turbo"][scale]["keyed"]
    assert values["default.overall"]["n"] == keyed["default"]["n"]
    assert values["default.overall"]["mean"] == pytest.approx(keyed["default"]["mean"], abs=1e-6)
    assert values["default.overall"]["sd"] == pytest.approx(keyed["default"]["sd"], abs=1e-6)
    check_figure(values["overall.overall"], keyed["average"], "average")
    for key, printed in keyed["factors"].items():
        check_figure(values[f"{condition(key)}.overall"], printed, key)
    for code, category in zip(codes, keyed["categories"].values(), strict=True):
        assert values[f"default.{code}"]["mean"] == pytest.approx(category["default"]["mean"], abs=1e-6)
        for key, printed in category["factors"].items():
            check_figure(values[f"{condition(key)}.{code}"], printed, (code, key))


# --- against scipy on the raw files ---


def read_answers(path) -> dict[str, list[dict[int, int]]]:
    """Return each situation's answers, "default" or "anger-1", as item number to rating."""
    header, _prompts, *rows = list(csv.reader(path.read_text().splitlines()))
    order = [int(row[1]) for row in rows]
    found: dict[str, list[dict[int, int]]] = {}
    for place, name in enumerate(header[2:], 2):
        situation = name.split("_")[0]
        key = "default" if situation == "General" else condition(situation)
        found.setdefault(key, []).append({item: int(row[place]) for item, row in zip(order, rows, strict=True)})
    return found


def scores(answers, questionnaire, items, columns) -> np.ndarray:
    """Sum the keyed ratings of these items over all sittings of these conditions."""
    sign = {item: -1 for item in questionnaire["reverse"]}
    times = 2 if questionnaire["compute_mode"] == "SUM*2" else 1
    return np.array([
        times * sum(questionnaire["scale"] - one[item] if sign.get(item) else one[item] for item in items)
        for column in columns
        for one in answers.get(column, [])
    ], dtype=float)  # fmt: skip


def p_by_scipy(default, evoked) -> float:
    large, small = sorted([np.var(default, ddof=1), np.var(evoked, ddof=1)], reverse=True)
    dfs = (len(default), len(evoked)) if np.var(default, ddof=1) == large else (len(evoked), len(default))
    equal = min(1.0, 2 * stats.f.sf(large / small, dfs[0] - 1, dfs[1] - 1)) > ALPHA
    return float(stats.ttest_ind(evoked, default, equal_var=equal).pvalue)


def check_p(cell, expected, where):
    assert (cell["p"] < 1e-12 and expected < 1e-12) or cell["p"] == pytest.approx(expected, rel=1e-6), where


def pooled(columns) -> dict[str, list[str]]:
    """Return each factor, each emotion and overall with the factors that count in it."""
    factors = sorted(column for column in columns if column != "default")
    pools = {factor: [factor] for factor in factors}
    for factor in factors:
        pools.setdefault(factor.rpartition("-")[0], []).append(factor)
    return {**pools, "overall": factors}


@pytest.mark.parametrize("model", MODELS)
def test_every_p_of_a_model_is_scipys(boards, release, questionnaires, model):
    values = line(boards, "emotion", model, "imported")["values"]
    answers = read_answers(release / "panas" / f"{model}-PANAS-testing.csv")
    panas = questionnaires["PANAS"]
    for subscale, category in zip(["positive", "negative"], panas["categories"], strict=True):
        default = scores(answers, panas, category["cat_questions"], ["default"])
        for column, factors in pooled(answers).items():
            evoked = scores(answers, panas, category["cat_questions"], factors)
            check_p(values[f"{column}.{subscale}"], p_by_scipy(default, evoked), (column, subscale))
    assert len(pooled(answers)) == 36 + 8 + 1


@pytest.mark.parametrize("scale", SCALES)
def test_every_p_of_a_harder_scale_is_scipys(boards, release, questionnaires, scale):
    slug, codes = SCALES[scale]
    values = line(boards, f"emotion-{slug}", "gpt-3.5-turbo", "imported")["values"]
    answers = read_answers(release / "challenging" / f"gpt-3.5-turbo-{scale}-testing.csv")
    questionnaire = questionnaires[scale]
    parts = dict(zip(codes, (one["cat_questions"] for one in questionnaire["categories"]), strict=True))
    parts.setdefault("overall", [int(item) for item in questionnaire["questions"]])
    for code, items in parts.items():
        default = scores(answers, questionnaire, items, ["default"])
        for column, factors in pooled(answers).items():
            cell = values[f"{column}.{code}"]
            evoked = scores(answers, questionnaire, items, factors)
            check_p(cell, p_by_scipy(default, evoked), (column, code))
            assert cell["mean"] == pytest.approx(evoked.mean(), rel=1e-12)


def test_every_p_of_the_crowd_is_scipys(boards, release, questionnaires):
    values = line(boards, "emotion", "People", "human")["values"]
    sheet = openpyxl.load_workbook(release / "panas" / "crowd.xlsx", read_only=True, data_only=True)["Raw"]
    rows = list(sheet.iter_rows(values_only=True))
    places = [place for place, label in enumerate(rows[0]) if place >= 2 and label]
    assert len(places) == 1266
    factor = {}
    for place in places:
        emotion, situation = rows[0][place].split("_")
        emotion = CROWD_EMOTIONS.get(emotion.lower(), emotion.lower())
        factor[place] = f"{emotion}-{situation[1 : situation.index('S')]}"
    for subscale, category in zip(["positive", "negative"], questionnaires["PANAS"]["categories"], strict=True):
        # Rows 7 to 26 of the sheet are the twenty items before, rows 27 to 46 after
        before, after = (
            {place: sum(int(rows[first + item - 1][place]) for item in category["cat_questions"]) for place in places}
            for first in (6, 26)
        )
        for column, factors in pooled(set(factor.values())).items():
            people = [place for place in places if factor[place] in factors]
            first, then = np.array([[before[one], after[one]] for one in people], dtype=float).T
            check_p(values[f"{column}.{subscale}"], float(stats.ttest_rel(then, first).pvalue), (column, subscale))


def test_columns_that_a_file_lacks_are_not_made_up(boards):
    """llama2-7b lacks 13 columns of Jealousy (notes, section 1.1), so n is 43 and 44 there."""
    values = line(boards, "emotion", "llama2-7b", "imported")["values"]

    assert [values[f"jealousy-{number}.negative"]["n"] for number in (1, 2, 3, 4)] == [43, 44, 20, 30]
