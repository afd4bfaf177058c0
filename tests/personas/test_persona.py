"""What a persona allows, forgets, and never shows."""

import pytest
from django.utils import timezone

from apps.personas.forms import read_texts
from apps.personas.models import Persona


@pytest.mark.parametrize(
    ("fields", "locally", "remotely"),
    [
        ({}, False, False),
        ({"may_store_at": timezone.now()}, False, False),
        ({"may_imitate_locally_at": timezone.now()}, True, False),
        ({"may_imitate_remotely_at": timezone.now()}, False, True),
        ({"source": "Invented for Likeness"}, True, True),
        ({"source": "Invented for Likeness", "erased_at": timezone.now()}, False, False),
    ],
)
def test_each_permission_stands_alone(fields, locally, remotely):
    persona = Persona(name="Ola", **fields)

    assert (persona.may_be_imitated(remotely=False), persona.may_be_imitated(remotely=True)) == (locally, remotely)


def test_an_erased_persona_keeps_only_its_handle(db):
    now = timezone.now()
    persona = Persona.objects.create(
        name="Ola", profile={"values": "Honesty"}, draft={"values": "H"}, note="More!", consent_version="2",
        may_store_at=now, may_imitate_locally_at=now, may_imitate_remotely_at=now, sent_at=now, reviewed_at=now,
    )  # fmt: skip
    link = persona.code

    persona.erase()

    kept = Persona.objects.get()
    assert (kept.name, kept.profile, kept.draft, kept.note) == ("", {}, {}, "")
    assert kept.slug == persona.slug
    assert kept.code != link
    assert kept.consent_version == ""
    times = (kept.may_store_at, kept.may_imitate_locally_at, kept.may_imitate_remotely_at)
    assert {*times, kept.sent_at, kept.reviewed_at} == {None}
    assert kept.erased_at is not None


def test_handles_and_codes_tell_nothing(db):
    people = [Persona.objects.create(name="Ola") for _number in range(20)]

    assert len({persona.slug for persona in people} | {persona.code for persona in people}) == 40
    assert not any("ola" in persona.slug for persona in people)
    assert {len(persona.code) for persona in people} == {22}


def test_administrators_see_how_far_somebody_is_and_none_of_their_words(db, client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="a long enough password"))
    persona = Persona.objects.create(name="Olazephyr", profile={"values": "honestywords"}, note="notewords")

    pages = [client.get("/admin/personas/persona/"), client.get(f"/admin/personas/persona/{persona.pk}/change/")]

    for page in pages:
        said = page.content.decode()
        assert page.status_code == 200
        assert persona.slug in said
        assert not [secret for secret in (persona.code, "Olazephyr", "honestywords", "notewords") if secret in said]


def test_only_known_texts_are_read_and_absent_ones_stay_absent():
    sent = {"values": "One\r\ntwo\0", "other": "x"}

    assert read_texts(sent, ["values", "interests"]) == {"values": "One\ntwo"}
