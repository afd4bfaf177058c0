"""From a sitting's answers to its rows: one path for people and models."""

import pytest
from django.db import IntegrityError, transaction

from apps.studies.models import LanguageModel, Respondent, Response, Score, Sitting
from apps.studies.recording import Answer, record
from tests.people import Person


@pytest.fixture
def sitting(study):
    """A language model's sitting in the default condition."""
    model = LanguageModel.objects.create(slug="m", label="m", engine="imported", name="m")
    return Sitting.objects.create(
        study=study,
        condition=study.condition_set.get(code="default"),
        respondent=Respondent.objects.create(kind="model", language_model=model),
        seed=1,
        item_order=list(study.instrument.items_by_code()),
        protocol_sha256=study.protocol_sha256,
    )


def threes(sitting) -> dict[str, Answer]:
    return {code: Answer("3", 3) for code in sitting.item_order}


def test_a_missing_answer_is_a_row_with_its_reason_and_gives_no_score(sitting, study):
    answers = {**threes(sitting), "scared": Answer("I have no feelings.", None, "refused")}

    record(sitting, study.instrument, answers)

    row = Response.objects.get(item__code="scared")
    assert (row.raw, row.value, row.missing) == ("I have no feelings.", None, "refused")
    scores = {score.subscale.code: (score.value, score.n_items, score.n_missing) for score in Score.objects.all()}
    assert scores == {"positive": (30.0, 10, 0), "negative": (None, 10, 1)}


def test_a_complete_sitting_cannot_be_recorded_again(sitting, study):
    record(sitting, study.instrument, threes(sitting))

    with pytest.raises(ValueError, match="its answers stand"), transaction.atomic():
        record(sitting, study.instrument, threes(sitting))

    assert Response.objects.count() == 20


def test_the_database_refuses_a_second_answer_to_an_item(sitting, study):
    record(sitting, study.instrument, threes(sitting))
    row = Response.objects.first()

    with pytest.raises(IntegrityError), transaction.atomic():
        Response.objects.create(sitting=sitting, item=row.item, position=1, raw="1", value=1)


@pytest.mark.parametrize(("value", "missing"), [(None, ""), (3, "refused")])
def test_the_database_refuses_a_value_and_a_reason_or_neither(sitting, study, value, missing):
    item = study.instrument.items_by_code()["scared"]

    with pytest.raises(IntegrityError), transaction.atomic():
        Response.objects.create(sitting=sitting, item=item, position=1, raw="", value=value, missing=missing)


def test_all_or_nothing_is_stored(sitting, study):
    answers = {**threes(sitting), "scared": Answer("9", 9)}

    with pytest.raises(ValueError, match="off the scale"), transaction.atomic():
        record(sitting, study.instrument, answers)

    assert not Response.objects.exists()
    assert not Score.objects.exists()
    assert Sitting.objects.get(pk=sitting.pk).state == "open"


def test_people_and_models_leave_the_same_rows(sitting, study):
    person = Person(study).go_to("imagine")
    record(sitting, study.instrument, threes(sitting))

    humans = Response.objects.filter(sitting=person.sitting("before"))
    models = Response.objects.filter(sitting=sitting)

    fields = ("item__code", "raw", "value", "missing")
    assert sorted(humans.values_list(*fields)) == sorted(models.values_list(*fields))
    scores = list(Score.objects.order_by("pk").values_list("subscale__code", "value", "scorer"))
    assert scores[:2] == scores[2:] == [("positive", 30, "likert-1"), ("negative", 30, "likert-1")]
