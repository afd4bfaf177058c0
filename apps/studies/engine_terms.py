"""What an engine was when a model answered, as terms and descriptions; runs and boards say it alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

Terms = list[tuple[str, str]]


def engine_terms(engine: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return what is told of an engine's identity; unknown things are None or empty, see `known`."""
    return [
        (_("Name at the engine"), engine.get("model")),
        (_("Revision"), engine.get("revision")),
        (_("Number format"), engine.get("dtype")),
        (_("Quantisation"), engine.get("quantisation")),
        (_("Attention"), engine.get("attention")),
        (_("Version of the server"), engine.get("server_version")),
        (_("Settings of the engine"), pairs(engine.get("settings", {}))),
    ]


def known(*terms: tuple[str, Any]) -> Terms:
    return [(term, str(text)) for term, text in terms if text not in {None, ""}]


def pairs(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
