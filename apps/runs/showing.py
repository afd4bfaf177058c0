"""What pages say of runs and models, in words and figures; the live socket sends the same texts."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.runs.models import Run
from apps.runs.tasks import queue_of
from apps.studies.models import LanguageModel

# Longer than a heartbeat and the start of a chunk: until then silence means nothing.
SILENT_SECONDS = 12
CENT = Decimal("0.01")


class Fact(NamedTuple):
    key: str
    label: str
    text: str


def count(number: float) -> str:
    return str(number_format(round(number), force_grouping=True))


def money(amount: Decimal) -> str:
    """Two places; up to four below a unit and six below a hundredth, where an amount has them."""
    most = 2 if amount >= 1 else 4 if amount >= CENT else 6
    rounded = amount.quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)
    places = max(2, -int(rounded.normalize().as_tuple().exponent))
    return str(number_format(rounded, places, force_grouping=True))


def duration(seconds: float) -> str:
    if seconds < 60:
        return _("%(n)d s") % {"n": round(seconds)}
    minutes = round(seconds / 60)
    if minutes < 60:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return _("%(hours)d h %(minutes)d min") % {"hours": minutes // 60, "minutes": minutes % 60}


def cost_of_budget(run: Run) -> str:
    if run.budget is None:
        return money(run.cost)
    return _("%(cost)s of %(budget)s") % {"cost": money(run.cost), "budget": money(run.budget)}


def facts(run: Run) -> list[Fact]:
    """The run's counters as they stand."""
    done = _("%(done)s of %(total)s") % {"done": count(run.n_done), "total": count(run.n_sittings)}
    left = run.seconds_left if run.state == Run.State.RUNNING else None
    shown = [
        Fact("done", _("Sittings"), done),
        Fact("requests", _("Requests"), count(run.n_requests)),
        Fact("cached", _("Answered from cache"), count(run.n_cached)),
        Fact("retried", _("Asked again"), count(run.n_retried)),
        Fact("failed", _("Failed"), count(run.n_failed)),
        Fact("read", _("Tokens read"), count(run.input_tokens)),
        Fact("written", _("Tokens written"), count(run.output_tokens)),
        Fact("pace", _("Tokens a second"), count(run.tokens_per_second)),
        Fact("cost", _("Cost"), cost_of_budget(run)),
    ]
    if run.is_active:
        return [*shown, Fact("left", _("Time left"), "–" if left is None else duration(left))]
    return [*shown, Fact("took", _("Time taken"), duration(run.active_seconds))]


def silence(run: Run) -> str:
    """A sentence when nobody has been at work on a running run for a while, else empty."""
    if run.state != Run.State.RUNNING or run.heartbeat_at is None:
        return ""
    if (timezone.now() - run.heartbeat_at).total_seconds() < SILENT_SECONDS:
        return ""
    model = run.language_model
    if model.is_local and settings.REDIS_URL:
        return _("No worker has taken it up yet. Its work waits in the queue %(queue)s; start a worker for it.") % {
            "queue": queue_of(model)
        }
    return _(
        "No worker has reported for a while: it may be loading the model, or none is there. The run goes on by itself."
    )


def snapshot(run: Run) -> dict[str, Any]:
    """What the socket sends: counters, no more."""
    return {
        "state": run.state,
        "done": run.n_done,
        "silence": silence(run),
        "facts": {fact.key: fact.text for fact in facts(run)},
    }


# --- language models ---


def host_of(model: LanguageModel) -> str:
    """Where it answers: the host of its address, or this lab."""
    if model.is_remote:
        parts = urlsplit(model.base_url)
        return parts.netloc.rpartition("@")[2]
    return _("our own machines") if model.is_local else _("computed here")


def engine_title(model: LanguageModel) -> str:
    if model.is_remote:
        return _("OpenAI-compatible")
    return _("local checkpoint") if model.is_local else _("baseline")


def prices(model: LanguageModel) -> str:
    if not model.input_price and not model.output_price:
        return _("free")
    return f"{money(model.input_price)} / {money(model.output_price)}"


def abilities(model: LanguageModel) -> list[tuple[str, str]]:
    """What the probe found, as terms and their descriptions; empty before a probe."""
    found = model.capabilities.get("engine")
    if not found:
        return []
    scoring = {
        "exact": _("exact, for every option"),
        "topk": _("from the %(n)d likeliest tokens") % {"n": found["top_logprobs"]},
        "sampled": _("by sampling replies"),
    }
    context = found["max_context"]
    said = [
        (_("Option scores"), scoring.get(found["scoring"], _("none"))),
        (_("Repeatable by seed"), _("yes") if found["seed"] else _("no")),
        (_("Replies by JSON schema"), _("yes") if found["schema"] else _("no")),
        (_("Longest context"), _("%(n)s tokens") % {"n": count(context)} if context else _("not told")),
    ]
    if version := model.capabilities.get("server_version"):
        said.append((_("Version of the server"), version))
    return said


def abilities_in_short(model: LanguageModel) -> str:
    found = model.capabilities.get("engine")
    if model.is_baseline:
        return ""
    if not found:
        return _("not probed") if not model.probed_at else _("known when it is loaded")
    words = {"exact": _("exact scores"), "topk": _("top-token scores"), "sampled": _("sampled scores")}
    said = [words.get(found["scoring"], ""), _("seed") if found["seed"] else "", _("schema") if found["schema"] else ""]
    return ", ".join(filter(None, said))
