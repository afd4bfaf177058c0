"""Keys go in here and never come out; of what was asked and answered one sees how it went, and not the words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.core.admin import ReadOnlyAdmin
from apps.runs.keys import store_key
from apps.runs.model_forms import KeyField
from apps.runs.models import ApiKey, Completion, Run, Step


class ApiKeyForm(forms.ModelForm):
    key = KeyField(label=_("Key"), help_text=_("Stored encrypted; it is shown to nobody again."))

    class Meta:
        model = ApiKey
        fields = ["language_model", "key"]


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin):
    form = ApiKeyForm
    list_display = ["language_model", "changed_at"]

    def get_readonly_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> list[str]:
        # A key belongs to the host that it was typed for.
        return ["language_model"] if obj else []

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        store_key(obj.language_model, form.cleaned_data["key"])
        # The page that follows and the admin's history want a row.
        obj.pk = ApiKey.objects.get(language_model=obj.language_model).pk


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ["pk", "study", "respondent", "state", "n_done", "n_sittings", "cost", "created_at"]
    list_filter = ["state"]
    # It may quote a reply.
    exclude = ["reason"]


@admin.register(Completion)
class CompletionAdmin(ReadOnlyAdmin):
    list_display = ["key", "state", "finish_reason", "error", "output_tokens", "cost", "finished_at"]
    list_filter = ["state", "error"]
    search_fields = ["key"]
    # What was asked and answered may be a person's words; a run's own pages show it to its owner.
    exclude = ["request", "reply", "raw", "refusal", "sentence"]


@admin.register(Step)
class StepAdmin(ReadOnlyAdmin):
    list_display = ["pk", "run", "sitting", "position", "attempt", "completion"]
    list_select_related = ["run", "sitting", "completion"]
