"""Building boards: which lines there are, what counts in which figure, and when they are rebuilt."""

import json
import re

import pytest
from scipy import stats

from apps.leaderboard.boards import board_json, refresh_boards
from apps.leaderboard.columns import EMOTIONS
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.tasks import refresh_boards as task
from apps.studies.models import LanguageModel, Norm, Respondent, Sitting, VignetteSet
from tests.leaderboard.answering import answer, answer_all_but_one, exclude, line
from tests.people import Person, open_a_study

FIRST, SECOND = "anger-1.1", "anger-1.2"


def emotion() -> Board:
    refresh_boards()
    return Board.objects.get(slug="emotion")


# --- the lines ---


def test_a_first_start_shows_the_published_tables(instruments):
    lines = {entry.label: entry for entry in emotion().entry_set.all()}

    assert {entry.kind for entry in lines.values()} == {"published"}
    assert lines.keys() == {
        "Crowd, as printed", "Crowd, as it should read", "text-davinci-003", "gpt-3.5-turbo", "gpt-4",
        "llama2-7b", "llama2-13b",
    }  # fmt: skip
    # Table 5, rows Default and Facing Self-Opinioned People, column gpt-4
    assert lines["gpt-4"].values["default.positive"]["mean"] == 49.8
    assert lines["gpt-4"].values["anger-1.negative"]["change"] == 23.0
    assert lines["gpt-4"].values["anger-1.negative"]["direction"] == "up"
    assert lines["gpt-4"].provenance["cells"]["default.positive"] == "Table 5, row Default, column gpt-4 P"


def test_there_is_a_board_for_each_instrument(instruments):
    refresh_boards()

    slugs = set(Board.objects.values_list("slug", flat=True))

    harder = {f"emotion-{scale}" for scale in ("agq", "dass-21", "bdi-ii", "fds", "mjs", "gasp", "fss-iii", "bfne")}
    assert {"emotion", *harder} <= slugs


def test_a_model_has_one_line_for_each_study(study, researcher, model):
    other = open_a_study(researcher)
    for one in (study, other):
        answer(one, model, "default", 3, 3)
        answer(one, model, FIRST, 3, 3)

    lines = emotion().entry_set.filter(label="model-1")

    assert sorted(entry.provenance["study"] for entry in lines) == sorted([study.slug, other.slug])


def test_lines_of_different_situations_are_told_apart(study, researcher, model):
    theirs = VignetteSet.objects.create(slug="theirs", version="1", title="Theirs", licence="-", source="-")
    mine = study.vignette_set.vignette_set.first()
    mine.pk, mine.vignette_set = None, theirs
    mine.save()
    other = open_a_study(researcher, vignette_set=theirs, factors=["anger-1"])
    for one in (study, other):
        answer(one, model, "default", 3, 3)
        answer(one, model, FIRST, 3, 3)

    assert set(emotion().entry_set.filter(label="model-1").values_list("vignettes", flat=True)) == {
        "everyday", "theirs",
    }  # fmt: skip


def test_imported_and_measured_models_are_told_apart(study, model):
    here = LanguageModel.objects.create(slug="here", label="here", engine="transformers", name="here")
    measured = Respondent.objects.create(kind="model", language_model=here, label="here")
    for respondent in (model, measured):
        answer(study, respondent, "default", 3, 3)

    kinds = dict(emotion().entry_set.exclude(kind="published").values_list("label", "kind"))

    assert kinds == {"model-1": "imported", "here": "measured"}


def test_people_of_a_study_have_one_line_that_names_nobody(study):
    for _number in range(2):
        Person(study, "?PROLIFIC_PID=anna&STUDY_ID=s&SESSION_ID=t").go_to("thanks") if not _number else Person(
            study
        ).go_to("thanks")

    entry = line(f"People, {study.title}")

    assert (entry.kind, entry.is_human, entry.n) == ("human", True, 2)
    assert "anna" not in json.dumps(board_json(entry.board))
    assert entry.provenance["protocol_sha256"] == study.protocol_sha256


# --- the figures ---


def test_a_models_sittings_are_compared_as_two_samples(study, model):
    default, evoked = [1, 2, 3, 2, 1, 2], [5, 4, 5, 3, 5, 4]
    for rating in default:
        answer(study, model, "default", 3, rating)
    for number, rating in enumerate(evoked):
        answer(study, model, (FIRST, SECOND)[number % 2], 3, rating)

    cell = line("model-1").values["anger-1.negative"]

    # Expected: scipy on the same ratings; variances alike, so Student
    assert cell["test"] == "student"
    assert cell["p"] == pytest.approx(stats.ttest_ind(evoked, default).pvalue, rel=1e-9)
    assert cell["change"] == pytest.approx(sum(evoked) / 6 - sum(default) / 6)
    assert (cell["n"], cell["missing"], cell["direction"]) == (6, 0, "up")
    assert cell["mean"] == cell["value"] == pytest.approx(27 + sum(evoked) / 6)


def test_people_are_compared_with_themselves(study, person):
    before, after = [1, 2, 3, 2, 1, 4], [2, 4, 4, 2, 3, 5]
    for first, then in zip(before, after, strict=True):
        someone = person()
        answer(study, someone, "default", 3, first)
        answer(study, someone, FIRST, 3, then)

    entry = line(f"People, {study.title}")
    cell = entry.values["anger-1.negative"]

    assert cell["test"] == "paired"
    assert cell["p"] == pytest.approx(stats.ttest_rel(after, before).pvalue, rel=1e-9)
    assert cell["effect"] == pytest.approx(
        stats.ttest_rel(after, before).statistic / 6**0.5, rel=1e-9
    )  # dz = t / root n
    assert entry.values["default.negative"]["mean"] == pytest.approx(27 + sum(before) / 6)


def test_who_has_not_finished_counts_nowhere(study, person):
    for first, then in [(1, 3), (2, 5), (3, 3)]:
        someone = person()
        answer(study, someone, "default", 3, first)
        answer(study, someone, FIRST, 3, then)
    answer(study, person(), "default", 5, 5)

    entry = line(f"People, {study.title}")

    assert entry.n == 3
    assert entry.n_missing == 0
    assert entry.values["default.negative"]["mean"] == 29
    assert entry.values["overall.negative"]["n"] == 3
    assert entry.values["overall.negative"]["change"] == pytest.approx(5 / 3)


def test_a_person_with_an_answer_missing_is_counted_as_missing_once(study, person):
    for left_out in (None, None, "first", "second"):
        someone = person()
        for place, condition in (("first", "default"), ("second", FIRST)):
            if left_out == place:
                answer_all_but_one(study, someone, condition, "scared")
            else:
                answer(study, someone, condition, 3, 3)

    entry = line(f"People, {study.title}")

    for condition in ("default", "anger-1", "anger", "overall"):
        cell = entry.values[f"{condition}.negative"]
        assert (cell["n"], cell["missing"]) == (2, 2), condition
        assert entry.values[f"{condition}.positive"]["missing"] == 0
    assert entry.n == 4
    assert entry.n_missing == 2


def test_emotion_and_overall_pool_all_scores(study, model):
    answer(study, model, "default", 3, 3)
    answer(study, model, "default", 3, 3)
    for condition, rating in [(FIRST, 1), (FIRST, 2), (SECOND, 3), ("fear-2.1", 5)]:
        answer(study, model, condition, 3, rating)

    values = line("model-1").values

    assert values["anger.negative"]["mean"] == 29
    assert values["overall.negative"]["mean"] == 27 + 11 / 4  # not the mean of 29 and 32
    assert values["overall.negative"]["n"] == 4


def test_pleasant_counterparts_stand_apart(study, model):
    for condition, rating in [
        ("default", 3),
        ("default", 3),
        (FIRST, 5),
        (FIRST, 5),
        ("anger-1.p1", 1),
        ("anger-1.p1", 2),
    ]:
        answer(study, model, condition, 3, rating)

    values = line("model-1").values

    assert values["anger-1.negative"]["mean"] == values["overall.negative"]["mean"] == 32
    assert values["anger-1.p.negative"]["mean"] == 28.5
    assert values["overall.negative"]["n"] == 2


def test_sittings_without_any_answer_are_counted_as_missing(study, model):
    for condition in ("default", "default", FIRST, FIRST):
        answer(study, model, condition, 3, 3)
    exclude(study, model, FIRST)
    exclude(study, model, "default")
    answer_all_but_one(study, model, SECOND, "scared")

    entry = line("model-1")

    assert (entry.values["anger-1.negative"]["n"], entry.values["anger-1.negative"]["missing"]) == (2, 2)
    assert (entry.values["anger-1.positive"]["n"], entry.values["anger-1.positive"]["missing"]) == (3, 1)
    assert entry.values["default.negative"]["missing"] == 1
    assert entry.n == 5  # those that answered
    assert entry.n_missing == 5  # scores: three negative, two positive, each once


def test_a_condition_with_missing_answers_only_has_no_figure(study, model):
    answer(study, model, "default", 3, 3)
    exclude(study, model, FIRST)

    cell = line("model-1").values["anger-1.negative"]

    assert (cell["n"], cell["missing"], cell["mean"], cell["change"], cell["p"]) == (0, 1, None, None, None)


def test_scores_without_spread_are_a_named_case(study, model):
    for condition, rating in [("default", 1), ("default", 1), (FIRST, 5), (FIRST, 5)]:
        answer(study, model, condition, 3, rating)

    cell = line("model-1").values["anger-1.negative"]

    assert (cell["test"], cell["p"], cell["direction"], cell["change"], cell["sd"]) == ("constant", None, "up", 4, 0)


def test_means_only_norms_are_published_lines_without_a_test(instruments):
    from apps.studies.models import Subscale

    negative = Subscale.objects.get(instrument__slug="panas", code="negative")
    for condition, mean in [("default", 20.0), *[(f"anger-{number}", 30.0 + number) for number in range(1, 6)]]:
        Norm.objects.create(subscale=negative, population="Means", condition=condition, mean=mean, source="a file")

    values = line("Means").values

    assert values["anger-1.negative"]["change"] == 11
    assert (values["anger-1.negative"]["test"], values["anger-1.negative"]["note"]) == (None, "mean without a test")
    assert values["anger.negative"]["mean"] == 33
    assert values["anger.negative"]["note"] == "plain mean of its factors"


# --- the shape that programs rely on ---


def test_the_json_has_the_stated_shape(study, model, person):
    for respondent in (model, person()):
        answer(study, respondent, "default", 2, 3)
        answer(study, respondent, FIRST, 3, 5)

    board = json.loads(json.dumps(board_json(emotion()), allow_nan=False))

    assert board["board"] == "emotion"
    factors = [f"{name}-{number}" for name, titles in EMOTIONS.items() for number in range(1, len(titles) + 1)]
    assert len(factors) == 36
    assert set(board["columns"]) == {"default", *factors, *EMOTIONS, "overall"}
    assert board["columns"][0] == "default"
    assert board["columns"][-1] == "overall"
    for entry in board["entries"]:
        assert {"label", "kind", "n", "values"} <= entry.keys()
        assert entry["kind"] in Entry.Kind.values
        for key, cell in entry["values"].items():
            condition, _dot, subscale = key.rpartition(".")
            assert condition in board["columns"] or re.fullmatch(r"[\w-]+\.p", condition)
            assert subscale in {"positive", "negative"}
            assert {
                "value", "mean", "sd", "n", "missing", "change", "test", "p", "direction", "ci",
            } <= cell.keys()  # fmt: skip
            assert cell["direction"] in {"up", "down", "none"}
            assert cell["test"] in {None, "student", "welch", "paired", "constant"}
            assert (
                cell["ci"] is None
                or cell["ci"][0] <= (cell["mean"] if condition == "default" else cell["change"]) <= cell["ci"][1]
            )


# --- when they are rebuilt ---


def test_nothing_is_rebuilt_when_nothing_changed(study, model):
    answer(study, model, "default", 3, 3)
    first = refresh_boards()
    pks = set(Entry.objects.values_list("pk", flat=True))

    assert "emotion" in first
    assert refresh_boards() == []
    assert set(Entry.objects.values_list("pk", flat=True)) == pks


def test_only_the_board_with_new_scores_is_rebuilt(study, model):
    refresh_boards()

    answer(study, model, "default", 3, 3)

    assert refresh_boards() == ["emotion"]


def test_a_sitting_that_is_under_way_changes_no_board(study):
    refresh_boards()

    Person(study).go_to("before")

    assert refresh_boards() == []


def test_an_excluded_sitting_is_a_change(study, model):
    answer(study, model, "default", 3, 3)
    refresh_boards()

    exclude(study, model, FIRST)

    assert refresh_boards() == ["emotion"]


def test_withdrawn_answers_leave_the_board(study):
    person = Person(study).go_to("thanks")
    Person(study).go_to("thanks")
    assert line(f"People, {study.title}").n == 2

    person.send("withdraw/")

    assert line(f"People, {study.title}").n == 1


def test_when_everyone_withdrew_the_line_is_gone(study):
    person = Person(study).go_to("thanks")
    refresh_boards()

    person.send("withdraw/")
    refresh_boards()

    assert not Entry.objects.filter(kind="human").exists()


def test_another_level_of_significance_rebuilds_all_that_is_tested(study, settings):
    refresh_boards()

    settings.ALPHA = 0.05

    tested = Board.objects.exclude(instrument=None).values_list("slug", flat=True)
    assert sorted(refresh_boards()) == sorted(tested)


def test_the_background_task_rebuilds(study, model):
    answer(study, model, "default", 3, 3)

    task()

    assert Entry.objects.filter(label="model-1").exists()
    assert Sitting.objects.count() == 1
