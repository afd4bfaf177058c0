"""Opening a study freezes it: conditions, protocol and its hash."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import connection

from apps.studies.models import Condition, Instrument, Invitation, Sitting, Study
from apps.studies.opening import CannotOpen, open_study
from tests.people import Person, open_a_study, plan_a_study


def test_there_is_one_condition_for_each_situation_and_default(study):
    codes = set(study.condition_set.values_list("code", "group"))

    expected = {(f"{factor}.{number}", factor) for factor in ("anger-1", "fear-2") for number in range(1, 6)}
    assert codes == expected | {("default", "default")}


def test_pleasant_counterparts_are_groups_of_their_own(instruments, researcher):
    study = open_a_study(researcher, with_positive=True)

    assert set(study.condition_set.values_list("group", flat=True)) == {
        "default", "anger-1", "anger-1.p", "fear-2", "fear-2.p",
    }  # fmt: skip


def test_the_hash_is_that_of_the_canonical_protocol(study):
    study.refresh_from_db()
    canonical = json.dumps(study.protocol, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    assert study.protocol_sha256 == hashlib.sha256(canonical.encode()).hexdigest()


def test_the_protocol_holds_all_that_an_answer_depends_on(study):
    study.refresh_from_db()
    frozen = study.protocol

    assert frozen["consent"] == {"version": "3", "text": study.consent_text}
    assert len(frozen["wording"]) == 20
    assert frozen["levels"]["5"] == "Extremely"
    assert len(frozen["conditions"]) == 11
    assert all(text for code, text in frozen["conditions"].items() if code != "default")
    assert (frozen["order"], frozen["quota"], frozen["scorer"]) == ("random", 7, "likert-1")


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Other"},
        {"consent_text": "Other"},
        {"consent_version": "4"},
        {"quota": 8},
        {"order_rule": "fixed"},
        {"factors": ["anger-1"]},
        {"retention_date": date(2090, 1, 1)},
    ],
)
def test_another_study_has_another_hash(instruments, researcher, changed):
    one, other = open_a_study(researcher), open_a_study(researcher, **changed)

    assert one.protocol_sha256 != other.protocol_sha256


def test_equal_studies_have_equal_hashes(instruments, researcher):
    assert open_a_study(researcher).protocol_sha256 == open_a_study(researcher).protocol_sha256


def test_the_hash_stands_on_every_sitting(study):
    for _number in range(3):
        Person(study).go_to("thanks")

    assert set(Sitting.objects.values_list("protocol_sha256", flat=True)) == {study.protocol_sha256}


def test_the_first_link_is_made(study):
    assert Invitation.objects.get(study=study).code
    assert study.is_open


def test_it_opens_once(study):
    with pytest.raises(CannotOpen, match="opened before"):
        open_study(study)

    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"factors": []}, "at least one kind of situation"),
        ({"vignette_set": None}, "at least one kind of situation"),
        ({"retention_date": None}, "date in the future"),
        ({"retention_date": date(2020, 1, 1)}, "date in the future"),
    ],
)
def test_a_study_that_is_not_ready_stays_a_draft(instruments, researcher, fields, sentence):
    study = plan_a_study(researcher, **fields)

    with pytest.raises(CannotOpen, match=sentence):
        open_study(study)

    study.refresh_from_db()
    assert study.state == "draft"
    assert not Condition.objects.exists()


def test_an_instrument_without_wording_cannot_be_opened(instruments, researcher):
    study = plan_a_study(researcher, instrument=Instrument.objects.get(slug="agq"))

    with pytest.raises(CannotOpen, match=r"wording of .* is not here yet; import"):
        open_study(study)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_it_at_once_one_does(instruments, researcher):
    pk = plan_a_study(researcher).pk

    def open_it(_number: int) -> str:
        try:
            open_study(Study.objects.get(pk=pk))
            return "opened"
        except CannotOpen:
            return "was open"
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        done = sorted(threads.map(open_it, range(4)))

    assert done == ["opened", "was open", "was open", "was open"]
    assert Condition.objects.count() == 11
    assert Invitation.objects.count() == 1
