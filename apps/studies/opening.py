"""Opening a study: its conditions are made, its protocol is frozen, its first link exists."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.benchmarks.files import canonical_sha256
from apps.studies.models import Condition, Invitation, Participation, Study, Vignette
from apps.studies.models.sittings import SCORER
from apps.studies.models.studies import DEFAULT


class CannotOpen(ValueError):
    """The study is not ready; the message says what to do."""


@transaction.atomic
def open_study(study: Study) -> Invitation | None:
    """Freeze the study and return its first invitation; in a Turing test each person has links of their own.

    Raises CannotOpen when it is open already, or has no wording, situations or retention date.
    """
    study.lock()
    _refuse_unready(study)
    if not study.is_turing_test:  # there, each person who is added brings conditions along
        _make_conditions(study)
    study.protocol = frozen_protocol(study)
    study.protocol_sha256 = canonical_sha256(study.protocol)
    study.opened_at = timezone.now()
    study.save()
    return None if study.is_turing_test else Invitation.objects.create(study=study, note=_("first link"))


def _refuse_unready(study: Study) -> None:
    if study.opened_at:
        raise CannotOpen(_("This study has been opened before; copy it to change it."))
    if not study.instrument.has_wording:
        raise CannotOpen(
            _("The wording of %(title)s is not here yet; import its questionnaire file first.")
            % {"title": study.instrument.title}
        )
    if not study.is_turing_test and not (study.vignette_set and study.factors):
        raise CannotOpen(_("Choose at least one kind of situation."))
    if not study.retention_date or study.has_expired:
        raise CannotOpen(_("Set a date in the future until which personal data are kept."))


def _make_conditions(study: Study) -> None:
    vignettes = Vignette.objects.filter(vignette_set=study.vignette_set, factor__in=study.factors)
    if not study.with_positive:
        vignettes = vignettes.filter(valence="negative")
    Condition.objects.create(study=study, code=DEFAULT, group=DEFAULT)
    Condition.objects.bulk_create(
        Condition(
            study=study,
            code=vignette.condition_code,
            group=vignette.factor if vignette.valence == "negative" else f"{vignette.factor}.p",
            vignette=vignette,
        )
        for vignette in vignettes
    )


def frozen_protocol(study: Study) -> dict[str, Any]:
    """Return all that a person's answers depend on; its hash is stored with every sitting."""
    instrument = study.instrument
    return {
        "likeness": 1,
        "title": study.title,
        "instrument": instrument.content,
        "wording": {item.code: item.text for item in instrument.item_set.all()},
        "levels": instrument.levels,
        "consent": {"version": study.consent_version, "text": study.consent_text},
        "steps": [str(step) for step in Participation.STEPS],
        "order": study.order_rule,
        "conditions": {
            condition.code: condition.vignette.text if condition.vignette else ""
            for condition in study.condition_set.select_related("vignette")
        },
        "assignment": "least filled, completed and live",
        "quota": study.quota,
        "parameters": study.parameters,
        "scorer": SCORER,
        "retention_date": study.retention_date.isoformat() if study.retention_date else "",
    }
