"""Questions and decisions for administrators: whose and how far, and not what they say."""

from __future__ import annotations

from django.contrib import admin

from apps.core.admin import ReadOnlyAdmin
from apps.turing.models import Decision, Question


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    list_display = ["pk", "study", "persona", "kind", "source", "state", "is_drawn"]
    list_filter = ["kind", "state", "source"]
    # A question may tell about the person.
    exclude = ["text"]


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ["response", "is_shown", "decided_by", "decided_at"]
