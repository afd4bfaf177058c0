"""Where a line's answers come from, as terms and descriptions, and the very words a model was told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from apps.benchmarks.prompts import PromptVersion
from apps.leaderboard.models import Entry
from apps.studies.engine_terms import Terms, engine_terms, known, pairs
from apps.studies.models import Instrument, LanguageModel
from apps.studies.prompts_page import prompts_of


class Told(NamedTuple):
    """A wording by its name; without a text where it is no wording of ours, or has changed since."""

    name: str
    sha256: str
    version: PromptVersion | None


def answers_terms(origin: Mapping[str, Any]) -> Terms:
    """Return how many sittings and requests stand behind the line, and from when to when."""
    first, last = origin.get("first", ""), origin.get("last", "")
    completions = [made["completions"] for made in origin.get("made", []) if made.get("completions") is not None]
    return known(
        (_("Sittings"), _sittings(origin)),
        (_("Completions"), f"{sum(completions):,}" if completions else ""),
        (_("Answered"), first if first == last else f"{first} – {last}"),
    )


def _sittings(origin: Mapping[str, Any]) -> str:
    if "sittings" not in origin:
        return ""
    told = f"{origin['sittings']:,}"
    return told + _(", %(n)d of them excluded") % {"n": origin["excluded"]} if origin["excluded"] else told


def model_terms(origin: Mapping[str, Any]) -> Terms:
    """Return who answered and how it was asked; empty for people."""
    if not origin.get("model"):
        return []
    imported = origin["engine"] == LanguageModel.IMPORTED
    return known(
        (_("Language model"), origin["model"]),
        (_("Revision"), origin["revision"]),
        (_("Engine"), _("none: its answers were imported") if imported else origin["engine"]),
        (_("Sampling"), pairs(origin["sampling"])),
        (_("Wording of the prompt"), origin["method"]),
    )


def made_title(made: Mapping[str, Any]) -> str:
    """Return what was made so; on the ECHO board one model writes and another may judge."""
    parts = {"writing": _("How the answers were written"), "judging": _("How they were judged")}
    return parts.get(made.get("part", ""), _("How the answers were made"))


def made_terms(made: Mapping[str, Any]) -> Terms:
    """Return what the answers depend on beside the protocol: engine, code and packages, or the file they stood in."""
    engine = made.get("engine", {})
    return known(
        (_("File"), made.get("file")),
        (_("SHA-256 of the file"), made.get("file_sha256")),
        (_("Imported on") if made.get("file") else _("Since"), made.get("since")),
        *engine_terms(engine),
        (_("Longest reply"), _("%(n)s tokens") % {"n": made["max_tokens"]} if made.get("max_tokens") else ""),
        (_("Seed"), made.get("seed")),
        (_("Code"), made.get("code")),
        (_("Packages"), pairs(made.get("packages", {}))),
        (_("SHA-256 of the prompt"), made.get("prompt", {}).get("sha256")),
    )


def told(line: Entry) -> Told | None:
    """Return what the model was told, as its wording stands now; None where that is not known."""
    origin = line.provenance.get("origin", {})
    folder, _slash, name = origin.get("method", "").rpartition("/")
    if not folder or line.board.instrument is None:
        return None
    hashes = [made["prompt"]["sha256"] for made in origin["made"] if "prompt" in made]
    version = _wording(line.board.instrument, folder, name)
    sha256 = hashes[-1] if hashes else ""
    return Told(f"{folder}/{name}", sha256, version if version and sha256 in {"", version.sha256} else None)


def _wording(instrument: Instrument, folder: str, name: str) -> PromptVersion | None:
    """Return a wording of ours. A questionnaire has one kind of request, named for its benchmark."""
    prompts = prompts_of(instrument.benchmark)
    if folder == instrument.benchmark and len(prompts) == 1:
        return prompts[0].versions.get(name)
    return next((prompt.versions.get(name) for prompt in prompts if prompt.folder == folder), None)
