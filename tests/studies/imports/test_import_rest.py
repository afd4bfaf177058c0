"""What is no answer: wording, published situations, means."""

import pytest
from django.core.management import CommandError

from apps.studies.models import (
    Instrument,
    Norm,
    Study,
    VignetteSet,
)
from tests.studies.imports import synthetic
from tests.studies.imports.synthetic import answers, as_csv, questionnaire, results

GENERAL, ANGER = "General_test-0_order-0", "Anger-0_scenario-0_test-0_order-0"


def test_either_file_of_situations_gives_the_same_set(run, put):
    one, other = put("s.csv", synthetic.situations_csv()), put("s.json", synthetic.situations_json())

    assert "published situations, imported" in run(one)
    assert "published situations, already imported" in run(other)
    assert VignetteSet.objects.get(slug="emotionbench").vignette_set.count() == 428


def test_it_refuses_other_texts_of_the_published_situations(run, put):
    run(put("s.csv", synthetic.situations_csv()))
    texts = synthetic.situation_texts()
    texts["Fear-0"][0] = "Changed."

    with pytest.raises(CommandError, match="the published situations are here with other texts"):
        run(put("t.csv", synthetic.situations_csv(texts)))


def test_wording_makes_a_scale_showable(run, put):
    agq = Instrument.objects.get(slug="agq")
    assert not agq.has_wording

    run(put("q.json", synthetic.questionnaires_json()))

    agq.refresh_from_db()
    assert agq.has_wording and agq.wording_source.startswith("EmotionBench questionnaires.json, sha256 ")
    assert agq.levels == {"1": "uncharacteristic of me", "7": "mine"}
    assert agq.item_set.first().text == 'Invented statement, number 1, with a "quote".'
    bdi = Instrument.objects.get(slug="bdi-ii").item_set.first()
    assert bdi.options == ["I have no 1", "I have some 1", "I have much 1", "I have all 1"]
    mjs = Instrument.objects.get(slug="mjs").item_set.get(code="9")
    assert mjs.options == ["glad", "", "", "", "", "", "cross"]


def other_agq() -> dict[str, object]:
    row = questionnaire("agq")
    row["questions"]["1"] = "Another statement."
    return row


def test_wording_may_change_while_nobody_has_answered(run, put):
    run(put("q.json", synthetic.questionnaires_json()))
    before = Instrument.objects.get(slug="agq").wording_source

    assert "wording of scales, imported" in run(put("r.json", synthetic.questionnaires_json(other_agq())))
    assert Instrument.objects.get(slug="agq").wording_source != before


def test_wording_may_not_change_under_answers(run, put):
    answered = put("gpt-9-AGQ-testing.csv", as_csv(results("agq", {GENERAL: answers(29, 1, 7)})))
    run(put("q.json", synthetic.questionnaires_json()), answered)

    with pytest.raises(CommandError, match="AGQ has answers to another wording"):
        run(put("r.json", synthetic.questionnaires_json(other_agq())))


def test_wording_may_come_after_the_answers(run, put):
    run(put("gpt-9-AGQ-testing.csv", as_csv(results("agq", {GENERAL: answers(29, 1, 7)}))))

    assert "wording of scales, imported" in run(put("q.json", synthetic.questionnaires_json()))


def test_wording_tells_scales_apart_in_the_same_call(run, put):
    """The prompt is another one, so only the words can tell; they come from the file named last."""
    rows = results("dass-21", {GENERAL: answers(21, 0, 3)}, prompt="Say it from 0 to 3.")

    run(put("gpt-9-DASS-21-testing.csv", as_csv(rows)), put("q.json", synthetic.questionnaires_json()))

    assert Study.objects.get().slug == "emotionbench-dass-21"


def test_it_refuses_answers_to_another_wording(run, put):
    run(put("q.json", synthetic.questionnaires_json()))
    words = synthetic.words_of("agq")
    words[4] = "Something else."

    with pytest.raises(CommandError, match='row 7, column "question-0": expected "Invented statement, number 5'):
        run(put("gpt-9-AGQ-testing.csv", as_csv(results("agq", {GENERAL: answers(29, 1, 7)}, words=words))))


def test_means_become_norms(run, put):
    run(put("data.json", synthetic.means_json("gpt-9")))

    norm = Norm.objects.get(condition="default", subscale__code="negative")
    assert (norm.population, norm.mean, norm.sd, norm.n) == ("gpt-9", 12.25, None, None)
    assert norm.source == "EmotionBench leaderboard"
    assert Norm.objects.count() == 76


def test_a_longer_list_of_means_adds_what_is_new(run, put):
    run(put("data.json", synthetic.means_json("gpt-9")))

    assert "imported 76 that are new" in run(put("data2.json", synthetic.means_json("gpt-9", "gpt-10")))
    assert Norm.objects.count() == 152


def test_it_refuses_another_mean_for_the_same_model(run, put):
    run(put("data.json", synthetic.means_json("gpt-9")))

    with pytest.raises(CommandError, match=r'"gpt-9", default, negative is 12\.25 here and 13\.5 in the file'):
        run(put("data2.json", synthetic.means_json("gpt-9").replace("12.25", "13.5")))
