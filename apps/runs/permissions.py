"""Who may see and change what."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.runs.models import Run


def visible_runs(user: Any) -> QuerySet[Run]:
    """The runs of this researcher's own studies; an administrator sees all, a stranger none."""
    runs = Run.objects.select_related("study__instrument", "respondent__language_model")
    if not user.is_authenticated:
        return runs.none()
    return runs if user.is_superuser else runs.filter(study__owner=user)


def may_change_models(user: Any) -> bool:
    return bool(user.is_staff or user.is_superuser)


def refuse_strangers(user: Any) -> None:
    """Raise PermissionDenied for who may not add or change language models."""
    if not may_change_models(user):
        raise PermissionDenied(
            _("Language models are added and changed by administrators, because keys and costs hang on them.")
        )
