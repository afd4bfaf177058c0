"""The words by which other pages name a line's model and the line itself."""

from __future__ import annotations

from django import template

from apps.leaderboard import subjects

register = template.Library()
register.filter("model_slug", subjects.model_slug)
register.filter("model_name", subjects.model_name)
register.filter("subject", subjects.subject)
