"""What a run was asked to do and what its answers depend on, as terms and descriptions."""

from __future__ import annotations

from django.utils.translation import gettext as _

from apps.runs import showing
from apps.runs.models import Run
from apps.studies.engine_terms import Terms, engine_terms, known, pairs


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
    return known(
        (_("Code"), stored.get("code")),
        (_("Packages"), pairs(stored.get("packages", {}))),
        (_("Engine"), engine.get("kind")),
        (_("Host"), engine.get("host")),
        *engine_terms(engine),
        (_("Parity test at load"), pairs(parity) if isinstance(parity, dict) else ""),
        (_("Prompt file"), " ".join(filter(None, [prompt.get("name"), prompt.get("sha256")]))),
        (_("Protocol"), stored.get("protocol_sha256")),
    )
