"""Answers of models and people become the rows that a live study leaves."""

import hashlib

from apps.benchmarks.files import canonical_sha256
from apps.studies.models import (
    Condition,
    LanguageModel,
    Provenance,
    Respondent,
    Response,
    Score,
    Sitting,
    Study,
    Vignette,
)
from tests.studies.imports import synthetic
from tests.studies.imports.synthetic import answers, as_csv, panas_csv, results

GENERAL, ANGER = "General_test-0_order-0", "Anger-0_scenario-0_test-0_order-0"


def test_it_leaves_the_rows_of_a_live_study(run, panas):
    run(panas)

    study = Study.objects.get(slug="emotionbench")
    assert (study.kind, study.instrument.slug, study.vignette_set.slug) == ("imported", "panas", "emotionbench-used")
    assert study.protocol_sha256 == canonical_sha256(study.protocol)
    assert not study.is_open and study.state == "closed"
    default, evoked = Sitting.objects.order_by("condition__pk")
    assert (default.condition.code, default.condition.group, default.condition.vignette) == ("default", "default", None)
    assert (evoked.condition.code, evoked.condition.group) == ("anger-1.1", "anger-1")
    assert evoked.condition.vignette.condition_code == "anger-1.1"
    assert evoked.condition.vignette.text == "You stand in the rain, Anger-0_scenario-0."
    assert (evoked.state, evoked.repeat, evoked.seed, evoked.protocol_sha256) == (
        "completed",
        0,
        0,
        study.protocol_sha256,
    )
    assert evoked.item_order[:2] == ["interested", "distressed"]
    assert evoked.respondent.language_model.engine == "imported"
    assert (evoked.respondent.kind, evoked.respondent.label) == ("model", "gpt-9")


def test_it_scores_with_the_one_scorer(run, panas):
    run(panas)

    # 1 to 5 over and over, summed by hand over the items of thesis Part III, Table 3
    values = (
        Score.objects.filter(condition__code="default").order_by("subscale__position").values_list("value", "scorer")
    )
    assert list(values) == [(31.0, "likert-1"), (29.0, "likert-1")]


def test_it_keeps_the_raw_text_beside_the_value(run, put):
    path = put("gpt-9-PANAS-testing.csv", panas_csv({GENERAL: [" 4.0", *answers(19)]}))

    run(path)

    first = Response.objects.get(item__code="interested")
    assert (first.raw, first.value, first.position, first.missing) == (" 4.0", 4, 1, "")


def test_it_places_answers_of_another_order(run, put):
    backwards = list(range(20, 0, -1))
    rows = results("panas", {"General_test-0_order-0": [*range(1, 6)] * 4}, orders={0: backwards})
    run(put("gpt-9-PANAS-testing.csv", as_csv(rows)))

    afraid = Response.objects.get(item__code="afraid")
    assert (afraid.position, afraid.value) == (1, 1)
    assert Sitting.objects.get().item_order[0] == "afraid"


def test_it_excludes_a_sitting_without_answers_and_says_so(run, put):
    path = put("gpt-9-PANAS-testing.csv", panas_csv({GENERAL: answers(20), ANGER: [""] * 20}))

    printed = run(path)

    sitting = Sitting.objects.get(condition__group="anger-1")
    assert (sitting.state, sitting.exclusion_reason) == ("excluded", "no answers in the file")
    assert not sitting.response_set.exists() and not sitting.score_set.exists()
    assert "skipped: 1 column without an answer: Anger-0_scenario-0 test 0" in printed
    assert "read: 2 sittings, 20 responses, 2 scores" in printed


def test_it_gives_no_score_where_an_answer_is_missing(run, put):
    path = put("gpt-9-PANAS-testing.csv", panas_csv({GENERAL: ["", *answers(19)]}))

    run(path)

    first = Response.objects.get(item__code="interested")
    assert (first.raw, first.value, first.missing) == ("", None, "skipped")
    positive, negative = Score.objects.order_by("subscale__position")
    assert (positive.value, positive.n_missing, positive.n_items) == (None, 1, 10)
    assert negative.value is not None and negative.n_missing == 0


def test_one_model_has_one_respondent_whatever_the_scale(run, panas, put):
    agq = put("gpt-9-AGQ-testing.csv", as_csv(results("agq", {GENERAL: answers(29, 1, 7)})))

    run(panas, agq)

    assert Respondent.objects.count() == 1
    assert set(Study.objects.values_list("slug", flat=True)) == {"emotionbench", "emotionbench-agq"}


def test_labels_that_look_alike_get_slugs_of_their_own(run, put):
    run(put("gpt-3.5-PANAS-testing.csv", panas_csv()), put("gpt-3-5-PANAS-testing.csv", panas_csv()))

    assert list(LanguageModel.objects.values_list("slug", "label").order_by("pk")) == [
        ("gpt-3-5", "gpt-3.5"),
        ("gpt-3-5-2", "gpt-3-5"),
    ]


def test_it_leaves_a_live_model_of_the_same_name_alone(run, panas):
    LanguageModel.objects.create(slug="gpt-9", label="gpt-9", engine="openai", name="gpt-9")

    run(panas)

    assert Respondent.objects.get().language_model.slug == "gpt-9-2"


def test_it_reads_people_with_two_sittings_each(run, crowd):
    printed = run(crowd)

    person = Respondent.objects.get(source_key="crowd/E")
    assert person.kind == "human" and person.label == ""
    assert person.demographics == dict(
        zip(("gender", "year_of_birth", "country", "employment", "education"), synthetic.PERSON, strict=True)
    )
    assert [sitting.condition.code for sitting in person.sitting_set.order_by("pk")] == ["default", "jealousy-1.2"]
    assert "skipped: rows 47, 48, 50, 51, 53, 54: computed sums, equal to ours" in printed


def test_situations_of_the_crowd_get_their_text_from_a_later_file(run, crowd, panas):
    run(crowd)
    assert set(Vignette.objects.filter(vignette_set__slug="emotionbench-used").values_list("text", flat=True)) == {""}

    run(panas)

    texts = dict(Vignette.objects.filter(vignette_set__slug="emotionbench-used").values_list("factor", "text"))
    assert texts == {"anger-1": "You stand in the rain, Anger-0_scenario-0.", "jealousy-1": ""}
    assert Study.objects.count() == 1


def test_the_first_text_of_a_situation_stands(run, panas, put):
    run(panas)

    other = panas_csv({ANGER: answers(20)}, texts={"Anger-0_scenario-0": "Another rain."})
    printed = run(put("gpt-8-PANAS-testing.csv", other))

    assert Vignette.objects.get(vignette_set__slug="emotionbench-used").text.startswith("You stand in the rain")
    assert "note: 1 situation with another text than the one kept: anger-1.1" in printed


def test_conditions_stand_in_the_order_of_the_paper(run, put):
    columns = {run: answers(20) for run in ("Fear-1_scenario-1_test-0_order-0", ANGER, GENERAL)}

    run(put("gpt-9-PANAS-testing.csv", panas_csv(columns)))

    assert list(Condition.objects.values_list("code", flat=True)) == ["default", "anger-1.1", "fear-2.2"]


def test_it_doubles_and_reverses_as_the_protocol_says(run, put):
    dass = put("m-DASS-21-testing.csv", as_csv(results("dass-21", {GENERAL: [1] * 21})))
    bfne = put("m-BFNE-testing.csv", as_csv(results("bfne", {GENERAL: [1] * 12})))

    run(dass, bfne)

    values = {(score.study.slug, score.subscale.code): score.value for score in Score.objects.all()}
    assert values["emotionbench-dass-21", "overall"] == 42  # twice 21
    assert values["emotionbench-dass-21", "stress"] == 14
    assert values["emotionbench-bfne", "overall"] == 28  # 8 items at 1, 4 reversed ones at 5


def test_it_keeps_texts_of_every_script(run, put):
    arabic, korean = "أنت تنتظر تحت المطر، وحدك.", "비가 오는데 혼자 기다립니다."
    columns = {ANGER: answers(20), "Anger-0_scenario-1_test-0_order-0": answers(20)}
    texts = {"Anger-0_scenario-0": arabic, "Anger-0_scenario-1": korean}

    run(put("通义千问-PANAS-testing.csv", panas_csv(columns, texts=texts)))

    assert set(Vignette.objects.filter(vignette_set__slug="emotionbench-used").values_list("text", flat=True)) == {
        arabic,
        korean,
    }
    assert LanguageModel.objects.get().label == "通义千问"
    assert LanguageModel.objects.get().slug == "model"


def test_name_and_hash_of_each_file_are_kept_once(run, crowd, panas):
    run(crowd, panas)
    run(crowd, panas)

    of_people, of_model = (Provenance.objects.get(respondent__isnull=nobody) for nobody in (True, False))
    for path, note in ((crowd, of_people), (panas, of_model)):
        assert note.told == {"file": path.name, "file_sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    assert of_people.respondent is None
    assert of_model.respondent.label == "gpt-9"
