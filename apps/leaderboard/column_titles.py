"""What an entry's figures and the place where it stands are called, on any board."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from apps.benchmarks.echo.phases import JUDGING, MODEL_JUDGING
from apps.leaderboard.columns import OVERALL, POSITIVE_MARK, all_columns
from apps.leaderboard.echo_cells import POOLED
from apps.leaderboard.models import Entry
from apps.leaderboard.subjects import place


def titles_of(entry: Entry) -> dict[str, str]:
    """Return a title for each of the line's keys, in the board's order; a key that nobody named keeps its code."""
    named, order = names_of(entry)
    parts = {code: i for i, code in enumerate(named)}

    def where(key: str) -> tuple[int, int, str]:
        condition, _dot, part = key.rpartition(".")
        return order.get(condition or key, len(order)), parts.get(part, len(parts)), key

    return {key: _title(key, named) for key in sorted(entry.values, key=where)}


def place_title(entry: Entry) -> str:
    """Name the set of situations, the study and judge, or the printed table with our title of it."""
    head = head_of(entry)
    return f"{head['table']}: {head['title']}" if head else ", ".join(place(entry)[1:])


def head_of(entry: Entry) -> dict[str, Any]:
    """Return what is said of the printed table that a line stands in; empty on boards that are no printed tables."""
    heads = {table["code"]: table for table in entry.board.about.get("tables", [])}
    found: dict[str, Any] = heads.get(entry.provenance.get("code"), {})
    return found


def _title(key: str, named: dict[str, str]) -> str:
    if key in named:
        return named[key]
    condition, _dot, code = key.rpartition(".")
    parts = [named.get(part, part) for part in (condition, code) if part]
    return ", ".join(parts)


def names_of(entry: Entry) -> tuple[dict[str, str], dict[str, int]]:
    """Return titles by code, and the order of the conditions."""
    board = entry.board
    if board.instrument is None:
        named = {column["code"]: column["title"] for column in head_of(entry).get("columns", [])}
        return named, {code: i for i, code in enumerate(named)}
    named = {one.code: one.title for one in board.instrument.subscale_set.all()}
    conditions: dict[str, str] = {}
    if board.instrument.benchmark != "echo":
        conditions = {
            column.code: f"{column.emotion.capitalize()}: {column.title}" if column.level == "factor" else column.title
            for column in all_columns()
        }
        conditions |= {f"{code}{POSITIVE_MARK}": f"{title}, {_('pleasant')}" for code, title in conditions.items()}
    else:
        named |= {item.code: item.text for item in board.instrument.item_set.all()} | judging_titles()
        conditions = judging_titles()
    return {**named, **conditions}, {code: i for i, code in enumerate(conditions)}


def judging_titles() -> dict[str, str]:
    """Name the groups of an ECHO line's conditions, and the two rates over all question types."""
    asked = {"human": _("Asked for the person’s answer"), "machine": _("Asked for the machine’s answer")}
    told = {True: _("told the profile"), False: _("not told the profile")}
    judged = {one.group: f"{asked[one.instruction]}, {told[one.with_profile]}" for one in MODEL_JUDGING}
    return {JUDGING: _("Judged by people"), **judged, OVERALL: _("Mean of question types"), POOLED: _("Pooled")}
