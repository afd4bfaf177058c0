"""What a run was asked to do and what its answers depend on, as terms and descriptions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from apps.runs import showing
from apps.runs.models import Run

Terms = list[tuple[str, str]]


def configuration(run: Run) -> Terms:
    sampling = run.respondent.sampling
    return [
        (_("Wording of the prompt"), run.respondent.method),
        (_("Temperature"), f"{sampling.get('temperature', 0):g}"),
        (_("Top p"), f"{sampling.get('top_p', 1):g}"),
        (_("Repeats"), showing.count(run.repeats)),
        (_("Conditions"), showing.count(len(run.conditions)) if run.conditions else _("all of the study")),
        (_("Longest reply"), _("%(n)s tokens") % {"n": showing.count(run.max_tokens)}),
        (_("Seed"), str(run.seed)),
    ]


def evidence(run: Run) -> Terms:
    """Everything that was stored when the run began; empty before."""
    stored = run.provenance
    if not stored:
        return []
    engine, prompt, parity = stored.get("engine", {}), stored.get("prompt", {}), stored.get("parity")
    shown = [
        (_("Code"), stored.get("code")),
        (_("Packages"), _pairs(stored.get("packages", {}), " ")),
        (_("Engine"), engine.get("kind")),
        (_("Host"), engine.get("host")),
        (_("Name at the engine"), engine.get("model")),
        (_("Revision"), engine.get("revision")),
        (_("Number format"), engine.get("dtype")),
        (_("Quantisation"), engine.get("quantisation")),
        (_("Attention"), engine.get("attention")),
        (_("Version of the server"), engine.get("server_version")),
        (_("Settings of the engine"), _pairs(engine.get("settings", {}), " = ")),
        (_("Parity test at load"), _pairs(parity, " = ") if isinstance(parity, dict) else ""),
        (_("Prompt file"), " ".join(filter(None, [prompt.get("name"), prompt.get("sha256")]))),
        (_("Protocol"), stored.get("protocol_sha256")),
    ]
    return [(term, str(text)) for term, text in shown if text]


def _pairs(values: dict[str, Any], between: str) -> str:
    return ", ".join(f"{name}{between}{value}" for name, value in values.items())
