"""What a person does with their own profile. Call with the persona's row locked."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils import timezone

from apps.personas.forms import as_draft
from apps.personas.models import Persona

State = Persona.State
PERMISSIONS = {
    "store": "may_store_at",
    "locally": "may_imitate_locally_at",
    "remotely": "may_imitate_remotely_at",
}


def permissions(persona: Persona) -> dict[str, bool]:
    """Return what the person allows now, by the names of PERMISSIONS."""
    return {name: getattr(persona, field) is not None for name, field in PERMISSIONS.items()}


def permit(persona: Persona, given: Collection[str], version: str) -> None:
    """Keep what is allowed from now on: what was allowed before keeps its date, the rest is taken back."""
    for name, field in PERMISSIONS.items():
        setattr(persona, field, (getattr(persona, field) or timezone.now()) if name in given else None)
    persona.consent_version = version
    persona.save(update_fields=[*PERMISSIONS.values(), "consent_version"])


def keep_draft(persona: Persona, texts: Mapping[str, str]) -> None:
    """Remember what is typed and not sent; what another tab has typed elsewhere stays."""
    persona.draft = {**persona.draft, **as_draft(texts)}
    persona.save(update_fields=["draft"])


def typed(persona: Persona) -> dict[str, str]:
    """Return the texts as the person left them: what was sent before, and what was typed since."""
    return {**persona.profile, **persona.draft}


def send(persona: Persona, texts: Mapping[str, str]) -> None:
    """The person is done; a researcher reads it next."""
    persona.profile = {code: text.strip() for code, text in texts.items()}
    persona.draft, persona.state, persona.sent_at = {}, State.SENT, timezone.now()
    persona.save(update_fields=["profile", "draft", "state", "sent_at"])
