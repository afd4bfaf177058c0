"""Personas for administrators: how far each is, and nothing that the person wrote."""

from __future__ import annotations

from django.contrib import admin

from apps.core.admin import ReadOnlyAdmin
from apps.personas.models import Persona


@admin.register(Persona)
class PersonaAdmin(ReadOnlyAdmin):
    list_display = ["slug", "shape", "state", "source", "sent_at", "reviewed_at", "erased_at"]
    list_filter = ["state", "shape"]
    # The code opens the person's own pages, so it is shown to nobody.
    exclude = ["code", "name", "profile", "draft", "note"]
