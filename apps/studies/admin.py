"""The database for administrators. Answers are looked at, not edited: evidence does not change."""

from __future__ import annotations

from django.contrib import admin

from apps.core.admin import ReadOnlyAdmin
from apps.studies.models import (
    Instrument,
    Invitation,
    LanguageModel,
    Norm,
    Participation,
    Score,
    Sitting,
    Study,
    VignetteSet,
)


@admin.register(Instrument)
class InstrumentAdmin(ReadOnlyAdmin):
    list_display = ["slug", "version", "title", "wording", "has_wording"]


@admin.register(VignetteSet)
class VignetteSetAdmin(ReadOnlyAdmin):
    list_display = ["slug", "version", "title", "licence"]


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    list_display = ["title", "kind", "instrument", "state", "owner"]
    list_filter = ["kind", "instrument"]


@admin.register(Participation)
class ParticipationAdmin(ReadOnlyAdmin):
    list_display = ["pk", "study", "source", "stage", "started_at", "completed_at", "withdrawn_at"]
    list_filter = ["stage", "source", "study"]
    # The code opens the person's own pages, so it is shown to nobody.
    exclude = ["code", "external_key"]


@admin.register(Sitting)
class SittingAdmin(ReadOnlyAdmin):
    list_display = ["code", "study", "condition", "respondent", "state", "completed_at"]
    list_filter = ["state", "study"]
    # What somebody has typed and not sent is theirs.
    exclude = ["draft"]


@admin.register(Score)
class ScoreAdmin(ReadOnlyAdmin):
    list_display = ["respondent", "study", "condition", "subscale", "value", "n_missing"]
    list_filter = ["study", "subscale"]


@admin.register(Norm)
class NormAdmin(ReadOnlyAdmin):
    list_display = ["population", "subscale", "condition", "mean", "sd", "n"]


@admin.register(LanguageModel)
class LanguageModelAdmin(ReadOnlyAdmin):
    list_display = ["slug", "label", "engine"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ["pk", "study", "created_at"]
    # The code lets people in; the note may say who they are.
    exclude = ["code", "note"]
