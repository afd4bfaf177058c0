"""The page of results and its download: what people and models judged, counted as the statistics do."""

import csv
import io
import time

import pytest

from apps.studies.judging import judge
from apps.studies.models import Respondent, Score, Showing, Sitting
from apps.turing.judgements import judgements_of
from apps.turing.judgements_export import judge_code
from apps.turing.people import people
from tests.echo import open_a_turing_test, with_pairs
from tests.turing.judged import a_judging_model, a_model_judges, many_judge, somebody_judges


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher, people=2, machines=2)


def page(browser, study):
    return browser.get(f"/turing/{study.slug}/results/").content.decode()


def rows(browser, study):
    response = browser.get(f"/turing/{study.slug}/judgements.csv")
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode())))


def found(browser, study):
    return browser.get(f"/turing/{study.slug}/results/").context


def test_before_the_first_judgement(rosa, study):
    shown = page(rosa, study)

    assert "Nobody has judged yet." in shown
    assert "No model has judged yet." in shown
    assert rows(rosa, study) == []


def test_a_draft_has_a_page(rosa, instruments, researcher):
    assert "Nobody has judged yet." in page(rosa, open_a_turing_test(researcher))


def test_rates_are_shares_of_judgements_that_took_the_machines_answer(rosa, study):
    """Two machines, ten questions, four judges for each of two persons: 80 judgements."""
    many_judge(study)

    told = found(rosa, study)

    scores = Score.objects.filter(study=study)
    by_writer = {
        label: [score.value for score in scores.filter(respondent__label=label)] for label in ("Parrot 0", "Parrot 1")
    }
    table = told["people"]
    assert [name.split(",")[0] for name in table.columns] == ["Parrot 0", "Parrot 1", "All writers"]
    pooled = table.lines[-1]
    assert pooled.tag == "pooled"
    for cell, values in zip(
        pooled.cells, [*by_writer.values(), [*by_writer["Parrot 0"], *by_writer["Parrot 1"]]], strict=True
    ):
        assert cell.value == pytest.approx(100 * sum(values) / len(values))
        assert (cell.n, cell.judges, cell.persons) == (len(values), 8, 2)
        assert cell.low < cell.value < cell.high
    assert (told["n_people"], told["n_judges"], told["n_persons"], told["n_models"]) == (80, 8, 2, 0)


def test_a_cell_of_few_judgements_is_grey_and_says_so(rosa, study):
    many_judge(study)

    shown = page(rosa, study)

    assert '<td class="soft">' in shown
    assert "under ten" in shown
    assert all(cell.is_few for cell in found(rosa, study)["people"].lines[0].cells)


def test_accuracy_goes_by_how_sure_judges_were(rosa, study):
    noor = people(study).first()
    somebody_judges(study, noor, lambda showing: False, sureness=5)
    somebody_judges(study, noor, lambda showing: True, sureness=1)
    somebody_judges(study, noor, lambda showing: showing.position <= 5)

    told = {level: (share.value, share.n) for level, share in found(rosa, study)["accuracy"]}

    assert told["5, certain"] == (1.0, 10)
    assert told["1, guessed"] == (0.0, 10)
    assert told["not said"] == (0.5, 10)
    assert told["All"] == (0.5, 30)


def test_people_who_judge_the_same_pairs_alike_agree_fully(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=1)
    for _judge in range(2):
        somebody_judges(study, people(study).get(), lambda showing: showing.item.code in {"CR", "ED"})

    among = found(rosa, study)["agreement"].among

    assert (among.alpha, among.pairs) == (1.0, 10)


def test_a_model_that_judges_as_people_do_has_kappa_one(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=1)
    somebody_judges(study, people(study).get(), lambda showing: showing.item.code in {"CR", "ED"})
    a_model_judges(
        study, a_judging_model(),
        lambda showing: showing.machine_first == (showing.pair.item.code in {"CR", "ED"}),
    )  # fmt: skip

    told = {one.judging.group: one.kappa for one in found(rosa, study)["agreement"].models}

    assert (told["judging-human-profile"].value, told["judging-human-profile"].n) == (1.0, 10)
    # Asked for the machine's, the same choices say the opposite.
    assert told["judging-machine-bare"].value == pytest.approx(-0.470588, abs=1e-5)


def test_a_model_is_told_apart_by_instruction_and_profile(rosa, study):
    a_model_judges(study, a_judging_model(), lambda showing: showing.machine_first)

    told = found(rosa, study)

    human, machine = told["models"]
    assert (human.instruction, machine.instruction) == ("human", "machine")
    assert [line.cells[-1].value for line in human.lines] == [100.0, 100.0]
    assert [line.cells[-1].value for line in machine.lines] == [0.0, 0.0]
    assert [line.tag for line in human.lines] == ["with the profile", "without the profile"]
    assert [one.difference.value for one in told["instructions"]] == [1.0, 1.0]
    assert "Nobody has judged yet." in page(rosa, study)


def test_a_reply_that_names_neither_answer_is_counted_and_left_out(rosa, study):
    a_model_judges(study, a_judging_model(), lambda showing: None if showing.position == 1 else True)

    cells = found(rosa, study)["models"][0].lines[0].cells

    assert (cells[-1].n, cells[-1].missing) == (36, 4)
    assert [row["choice"] for row in rows(rosa, study)].count("") == 16


def test_replies_that_name_nothing_at_all_leave_a_page(rosa, study):
    a_model_judges(study, a_judging_model(), lambda showing: None)

    told = found(rosa, study)

    assert told["models"][0].lines[0].cells[-1].value is None
    assert told["biases"] == []


def test_biases_of_a_model_that_always_names_the_first_of_its_own_words(rosa, study):
    parrot = Respondent.objects.get(label="Parrot 0")
    judge_of_its_own = Respondent.objects.create(
        kind="model", language_model=parrot.language_model, label="Parrot 0", method="judge/v1"
    )
    a_model_judges(study, judge_of_its_own, lambda showing: True)

    told = found(rosa, study)["biases"][0]

    assert told.first.value == 1.0
    assert told.length.correlation is None
    assert told.own.first.n == told.own.second.n == 20


def test_excluded_judges_count_for_nothing(rosa, study):
    many_judge(study, each=1)
    Sitting.objects.filter(condition__group="judging").update(state=Sitting.State.EXCLUDED)

    assert judgements_of(study) == []


def test_a_judgement_of_a_pair_that_is_gone_counts_for_nothing(rosa, study):
    sitting = somebody_judges(study, people(study).first(), lambda showing: True)
    sitting.showing_set.first().pair.delete()

    assert found(rosa, study)["n_people"] == 9


def test_the_download_has_one_row_per_judgement_and_no_texts(rosa, study):
    sitting = somebody_judges(study, people(study).first(), lambda showing: True, sureness=4)
    a_model_judges(study, a_judging_model(), lambda showing: True)

    told = sorted(rows(rosa, study), key=lambda row: row["judge_kind"])

    assert len(told) == 10 + 4 * 40
    first = told[0]
    showing = sitting.showing_set.get(item__code=first["question_type"])
    assert first["protocol_sha256"] == study.protocol_sha256
    assert first["person"] == people(study).first().slug
    assert first["question_type"] == showing.item.code
    assert first["writer"].startswith("Parrot")
    assert (first["judge_kind"], first["judge_model"], first["instruction"]) == ("human", "", "human")
    assert first["machine_side"] == first["choice"] == ("first" if showing.machine_first else "second")
    assert (first["success"], first["sureness"], first["latency_ms"], first["with_profile"]) == ("1", "4", "1500", "0")
    assert len({row["judge"] for row in told}) == 2
    assert {row["judge_model"] for row in told[10:]} == {"Sage"}
    everything = str(told)
    for text in ("I would say", "Noor", "Vandamme", "What of"):
        assert text not in everything


def test_judges_keep_their_code_from_one_download_to_the_next(rosa, study):
    many_judge(study, each=1)

    assert rows(rosa, study) == rows(rosa, study)


def test_after_the_texts_are_deleted_the_figures_stay(rosa, study):
    many_judge(study)
    a_model_judges(study, a_judging_model(), lambda showing: True)
    before = found(rosa, study)
    for condition in study.condition_set.filter(group="writing"):
        for sitting in condition.sitting_set.all():
            sitting.response_set.update(raw="", value="")

    told = found(rosa, study)

    assert told["people"] == before["people"]
    assert told["biases"] == before["biases"]
    assert told["biases"][0].length.longer.value is not None


def test_the_rows_say_how_judges_know_the_person_and_not_when_they_came(rosa, study):
    many_judge(study, each=3)
    a_model_judges(study, a_judging_model(), lambda showing: True)
    about = {"relation": "friend", "known": "3 to 10 years"}
    sitting = Sitting.objects.filter(condition__group="judging").first()
    Respondent.objects.filter(pk=sitting.respondent_id).update(demographics=about)
    Respondent.objects.exclude(pk=sitting.respondent_id).filter(kind="human").update(
        demographics={"relation": "stranger"}
    )

    told = rows(rosa, study)

    knows = [row for row in told if row["relation"]]
    assert {(row["judge"], row["relation"], row["known"]) for row in knows} == {
        (judge_code(study, sitting.respondent_id), "friend", "3 to 10 years")
    }
    assert len(knows) == 10
    assert {row["known"] for row in told if row not in knows} == {""}
    places = [(row["judge"], row["person"], row["question_type"]) for row in told]
    assert places == sorted(places)


def test_the_reasons_that_judges_gave_stand_by_question_without_a_judge(rosa, study):
    noor = people(study).first()
    for text in ("Zebra, never hers", "A wry <joke>"):
        sitting = somebody_judges(study, noor, lambda showing, text=text: text.startswith("Z"))
        Showing.objects.filter(sitting=sitting, item__code="CR").update(why=text)

    told = [(one.title, one.was_right, one.text) for one in found(rosa, study)["reasons"]]

    assert [(right, text) for _title, right, text in told] == [(True, "A wry <joke>"), (False, "Zebra, never hers")]
    shown = page(rosa, study)
    assert "2 reasons" in shown
    assert "A wry &lt;joke&gt;" in shown
    assert "Zebra" not in str(rows(rosa, study))


@pytest.mark.parametrize("address", ["judgements.csv", "people/{}/questions/", "people/{0}/files/{0}.json"])
def test_nothing_about_people_is_kept_by_a_browser(rosa, study, address):
    response = rosa.get(f"/turing/{study.slug}/{address.format(people(study).first().slug)}")

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


def test_sixteen_hundred_judgements_are_counted_quickly(rosa, instruments, researcher):
    study = with_pairs(researcher, people=4, machines=3)
    many_judge(study, each=40)

    start = time.monotonic()
    assert found(rosa, study)["n_people"] == 1600
    assert time.monotonic() - start < 3


def test_only_the_owner_sees_results(ruth, client, study):
    for browser, code in ((ruth, 404), (client, 302)):
        assert browser.get(f"/turing/{study.slug}/results/").status_code == code
        assert browser.get(f"/turing/{study.slug}/judgements.csv").status_code == code


def test_the_first_choice_stands_in_the_figures(rosa, study):
    sitting = somebody_judges(study, people(study).first(), lambda showing: True)

    assert not judge(sitting.showing_set.first(), chose_first=True)
    assert len(judgements_of(study)) == 10
