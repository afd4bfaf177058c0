"""The lines of the ECHO board: what counts in which rate."""

import json
from datetime import date

import pytest
from django.utils import timezone

from apps.leaderboard.boards import board_json, refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.personas.models import Persona
from apps.studies.judging import judge as choose
from apps.studies.judging import show
from apps.studies.models import Pair, Sitting
from tests.echo import with_pairs
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import TYPES, judge, judged, machine, somebody, turing_study
from tests.people import open_a_study

# Six judges of one person, a type each for two writers: how often each writer's answer was taken for the person's
CR = [True, True, False, False, False, False]
ED = [True, True, True, True, True, False]


@pytest.fixture
def echo(instruments):
    return turing_study()


@pytest.fixture
def writer(db):
    return machine("gpt-4", "echo/rolegpt/v1")


@pytest.fixture
def other(db):
    return machine("chance", "echo/zero-shot/v1", engine="chance")


def lines() -> dict[str, Entry]:
    refresh_boards()
    entries = Board.objects.get(slug="echo").entry_set.exclude(kind="published")
    return {f"{entry.provenance['judge']}: {entry.label}": entry for entry in entries}


def people_judge(study, *verdicts, person="ada"):
    """Each of these is one judge's sitting."""
    for one in verdicts:
        judge(judged(study, person), somebody(), one)


def filled(study, writer, other):
    people_judge(study, *({"CR": (writer, first), "ED": (other, second)} for first, second in zip(CR, ED, strict=True)))


def test_a_line_is_a_model_and_a_method(echo, writer, other):
    filled(echo, writer, other)

    found = lines()

    assert found.keys() == {
        "People: gpt-4, RoleGPT", "People: chance, Zero-shot", "People: All writers, mean of cells",
        "People: All writers, pooled",
    }  # fmt: skip
    line = found["People: gpt-4, RoleGPT"]
    assert (line.kind, line.n, line.n_missing, line.is_human) == ("measured", 6, 0, False)
    assert (line.provenance["model"], line.provenance["method"]) == ("gpt-4", "RoleGPT")
    assert found["People: chance, Zero-shot"].kind == "baseline"


def test_the_success_rate_is_the_share_taken_for_the_person(echo, writer, other):
    filled(echo, writer, other)

    cell = lines()["People: gpt-4, RoleGPT"].values["judging.CR"]

    assert cell["value"] == pytest.approx(100 * 2 / 6)
    assert (cell["n"], cell["judges"], cell["persons"], cell["missing"]) == (6, 6, 1, 0)


def test_overall_is_the_mean_of_cells_and_pooled_counts_every_judgement(echo, writer):
    people_judge(echo, *({"CR": (writer, taken)} for taken in CR), {"ED": (writer, True)}, {"ED": (writer, True)})

    line = lines()["People: gpt-4, RoleGPT"]

    assert line.values["judging.overall"]["value"] == pytest.approx((100 * 2 / 6 + 100) / 2)
    assert line.values["judging.pooled"]["value"] == pytest.approx(100 * 4 / 8)


def test_the_totals_take_all_writers_both_ways(echo, writer, other):
    people_judge(echo, *({"CR": (writer, taken)} for taken in CR), {"CR": (other, True)}, {"CR": (other, True)})

    found = lines()

    assert found["People: All writers, mean of cells"].values["judging.CR"]["value"] == pytest.approx(
        (100 * 2 / 6 + 100) / 2
    )
    assert found["People: All writers, pooled"].values["judging.CR"]["value"] == pytest.approx(50)
    assert found["People: All writers, pooled"].n == 8
    assert "judging.pooled" not in found["People: All writers, mean of cells"].values


def test_a_rate_of_many_judges_and_questions_has_interval_and_tests(echo, writer):
    for person in ("ada", "ben", "cem"):
        people_judge(echo, *({"CR": (writer, i % 2 == 0), "ED": (writer, i % 3 == 0)} for i in range(8)), person=person)

    cell = lines()["People: gpt-4, RoleGPT"].values["judging.pooled"]

    low, high = cell["ci"]
    assert low < cell["value"] < high
    assert 0 < cell["p"] < 1 and 0 < cell["equivalence_p"] < 1
    assert (cell["judges"], cell["persons"], cell["n"]) == (24, 3, 48)


def test_only_pooled_rates_are_tested(echo, writer, other):
    filled(echo, writer, other)

    for line in lines().values():
        assert {key for key, cell in line.values.items() if cell["p"] is not None} <= {"judging.pooled"}


def test_the_bounds_of_equivalence_are_the_studys(instruments, writer):
    def tested(slug: str, low: int, high: int) -> float:
        study = turing_study(slug, parameters={"judges": "strangers", "low": low, "high": high})
        for person in ("ada", "ben", "cem"):
            people_judge(study, *({"CR": (writer, i % 2 == 0)} for i in range(8)), person=person)
        refresh_boards()
        entry = Entry.objects.get(label="gpt-4, RoleGPT", provenance__study=slug)
        assert entry.provenance["bounds"] == [low, high]
        return entry.values["judging.pooled"]["equivalence_p"]

    assert tested("wide", 20, 80) < tested("narrow", 45, 55)


def test_the_same_words_put_to_two_persons_are_two_questions(echo, writer):
    """With one question there is no interval; the second person's makes it two."""
    people_judge(echo, *({"CR": (writer, taken)} for taken in CR))
    assert lines()["People: gpt-4, RoleGPT"].values["judging.CR"]["ci"] is None

    people_judge(echo, *({"CR": (writer, taken)} for taken in CR), person="ben")
    assert lines()["People: gpt-4, RoleGPT"].values["judging.CR"]["ci"] is not None


def test_what_a_judge_chose_on_the_page_arrives_here(instruments, researcher):
    """The machine's answer is named in every pair: each writer has fooled the judge each time."""
    study = with_pairs(researcher, closed_at=timezone.now())
    sitting = Sitting.objects.create(
        study=study, condition=study.condition_set.get(group="judging"), respondent=somebody(), seed=3,
        item_order=list(TYPES), protocol_sha256=study.protocol_sha256,
    )  # fmt: skip
    first, second = ({pair.item.code: pair for pair in pairs} for pairs in _by_writer())
    for showing in show(sitting, {code: (first if i % 2 else second)[code] for i, code in enumerate(TYPES)}):
        choose(showing, chose_first=showing.machine_first)

    found = lines()

    assert {label: line.n for label, line in found.items() if not line.provenance["total"]} == {
        "People: Parrot 0, RPP": 5, "People: Parrot 1, RPP": 5,
    }  # fmt: skip
    assert found["People: All writers, pooled"].values["judging.pooled"]["value"] == 100


def _by_writer():
    pairs = Pair.objects.select_related("item", "model_response__sitting")
    writers = sorted({pair.model_response.sitting.respondent_id for pair in pairs})
    return [[pair for pair in pairs if pair.model_response.sitting.respondent_id == writer] for writer in writers]


def test_two_configurations_of_one_label_have_a_line_each(echo, writer):
    people_judge(echo, {"CR": (writer, True), "ED": (machine("gpt-4", "echo/rolegpt/v1"), True)})

    assert {"People: gpt-4, RoleGPT", "People: gpt-4, RoleGPT (2)"} < lines().keys()


def test_models_judge_on_lines_of_their_own(echo, writer, other):
    filled(echo, writer, other)
    longest = machine("longer", "echo-judge/v1", engine="longer")
    for group, taken in [("judging-human-profile", True), ("judging-human-bare", False)]:
        judge(judged(echo, "ada", group), longest, {"CR": (writer, taken), "ED": (writer, taken)})

    found = lines()

    line = found["longer: gpt-4, RoleGPT"]
    assert line.values["judging-human-profile.overall"]["value"] == 100
    assert line.values["judging-human-bare.overall"]["value"] == 0
    assert (line.provenance["judges"], line.provenance["judge_kind"]) == ("model", "baseline")
    assert found["People: gpt-4, RoleGPT"].n == 6


def test_one_model_is_one_judge_and_repeats_go_together(echo, writer):
    who = machine("gpt-5", "echo-judge/v1")
    for person, taken in [("ada", True), ("ben", False), ("cem", True)]:
        for _repeat in range(3):
            judge(judged(echo, person, "judging-machine-bare"), who, {"CR": (writer, taken)})

    cell = lines()["gpt-5: gpt-4, RoleGPT"].values["judging-machine-bare.pooled"]

    assert (cell["n"], cell["judges"], cell["persons"]) == (9, 1, 3)
    # Three questions, answered alike three times each: influence (1/3, -2/3, 1/3) / 3 per question,
    # variance 3/2 * (1/9 + 4/9 + 1/9) / 9, and t(0.975, 2) = 4.3027; the share cannot exceed 1.
    assert cell["ci"] == pytest.approx([0, 100])
    assert cell["p"] == pytest.approx(0.6666667, abs=1e-6)


def test_an_unreadable_reply_is_missing_and_no_failure(echo, writer):
    who = machine("gpt-5", "echo-judge/v1")
    judge(judged(echo, "ada", "judging-human-bare"), who, {"CR": (writer, True), "ED": (writer, None)})

    line = lines()["gpt-5: gpt-4, RoleGPT"]

    assert (line.n, line.n_missing) == (1, 1)
    assert line.values["judging-human-bare.pooled"]["value"] == 100
    assert line.values["judging-human-bare.pooled"]["missing"] == 1
    assert (line.values["judging-human-bare.ED"]["value"], line.values["judging-human-bare.ED"]["missing"]) == (None, 1)


def test_an_excluded_sitting_counts_nowhere(echo, writer, other):
    filled(echo, writer, other)
    judge(judged(echo, "ada"), somebody(), {"CR": (writer, True)}, state="excluded")

    assert lines()["People: gpt-4, RoleGPT"].n == 6


def test_an_unfinished_sitting_counts_as_far_as_it_went(echo, writer):
    judge(judged(echo, "ada"), somebody(), {"CR": (writer, True)}, state="open")

    assert lines()["People: gpt-4, RoleGPT"].n == 1


def test_studies_are_never_mixed(echo, writer):
    people_judge(echo, {"CR": (writer, True)})
    people_judge(turing_study("another"), {"CR": (writer, False)})
    refresh_boards()

    rates = {
        entry.provenance["study"]: entry.values["judging.CR"]["value"]
        for entry in Entry.objects.filter(label="gpt-4, RoleGPT")
    }
    assert rates == {"who-wrote-this": 100, "another": 0}


def test_while_real_people_are_judged_the_board_tells_nothing(instruments, writer):
    study = turing_study(closed_at=None)
    people_judge(study, {"CR": (writer, True)})
    assert lines() == {}

    study.closed_at = timezone.now()
    study.save()

    assert "People: gpt-4, RoleGPT" in lines()


def test_a_study_whose_date_has_passed_is_over(instruments, writer):
    people_judge(turing_study(closed_at=None, retention_date=date(2020, 1, 1)), {"CR": (writer, True)})

    assert "People: gpt-4, RoleGPT" in lines()


def test_a_study_of_invented_people_has_nothing_to_hide(instruments, writer):
    people_judge(turing_study(closed_at=None), {"CR": (writer, True)})
    Persona.objects.update(source="Invented")

    assert "People: gpt-4, RoleGPT" in lines()


def test_a_rehearsal_is_on_no_board(instruments, researcher, writer):
    people_judge(turing_study(is_rehearsal=True), {"CR": (writer, True)})
    feelings = open_a_study(researcher, is_rehearsal=True)
    answer(feelings, machine("gpt-5", "emotionbench/v1"), "default", 3, 3)
    refresh_boards()

    assert set(Entry.objects.values_list("kind", flat=True)) == {"published"}


def test_a_study_that_turns_out_a_rehearsal_leaves_the_board(echo, writer):
    people_judge(echo, {"CR": (writer, True)})
    assert lines()

    echo.is_rehearsal = True
    echo.save()

    assert not lines()


def test_it_is_rebuilt_when_a_judgement_comes_and_only_then(echo, writer):
    assert "echo" in refresh_boards()
    assert refresh_boards() == []

    people_judge(echo, {"CR": (writer, True)})

    assert refresh_boards() == ["echo"]


def test_no_line_says_who_was_imitated_or_who_judged(echo, writer):
    people_judge(echo, {"CR": (writer, True)}, person="wilhelmina")

    lines()

    assert "wilhelmina" not in json.dumps(board_json(Board.objects.get(slug="echo")))


def test_the_json_has_the_shape_of_every_board(echo, writer, other, client):
    filled(echo, writer, other)
    refresh_boards()

    told = client.get("/api/boards/echo/").json()

    assert told.keys() == {"board", "columns", "entries"}
    assert told["columns"] == ["CR", "ED", "LG", "PH", "PS", "IP", "EM", "FP", "IS", "IT", "overall", "pooled"]
    assert {key.partition(".")[2] for entry in told["entries"] for key in entry["values"]} <= set(told["columns"])
    assert {"label", "kind", "human", "vignettes", "n", "missing", "values", "provenance"} == told["entries"][0].keys()
