"""Finds Plotly's script in the installed package, so that no copy of it lies in this project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

NAME = "plotly.min.js"


class PlotlyFinder(BaseFinder):
    """The package's folder holds data sets and widgets too; only the one script is served."""

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = str(settings.PLOTLY_JS)
        if path != NAME:
            return []
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        yield NAME, FileSystemStorage(location=Path(settings.PLOTLY_JS).parent)
