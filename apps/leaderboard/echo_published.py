"""The lines of the ECHO board that are printed in the paper: Tables 1 to 3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.leaderboard.echo_cells import RateCell
from apps.leaderboard.models import Entry

# These go with every printed line as they stand in the file.
KEPT = ("judges", "judge", "model", "method", "total", "table")


def published_path() -> Path:
    return Path(settings.FIXTURES) / "published" / "echo.json"


def entries() -> Iterator[Entry]:
    """Yield the printed lines, not yet saved; no measured figure is ever computed with them."""
    published = json.loads(published_path().read_text(encoding="utf-8"))
    for printed in published["entries"]:
        yield Entry(
            label=printed["label"],
            kind=Entry.Kind.PUBLISHED,
            values={key: _cell(figure).as_dict() for key, figure in printed["values"].items()},
            provenance={
                **{key: printed[key] for key in KEPT},
                "source": published["source"],
                "cells": {key: figure["cell"] for key, figure in printed["values"].items()},
            },
        )


def _cell(figure: dict[str, Any]) -> RateCell:
    return RateCell(value=figure["value"], note=figure.get("note", ""))
