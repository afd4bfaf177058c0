"""What the importer's tests share: a folder to write in, and the command."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.studies.imports.synthetic import crowd_rows, panas_csv, workbook


@pytest.fixture
def put(tmp_path):
    """Write a file of text or bytes and return its path."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def run(instruments):
    """Import files and return what the command prints."""

    def command(*paths: Path, **options: object) -> str:
        out = io.StringIO()
        call_command("import_emotionbench", *map(str, paths), stdout=out, **options)
        return out.getvalue()

    return command


@pytest.fixture
def panas(put):
    """A model's answers: once without and once with a situation."""
    return put("gpt-9-PANAS-testing.csv", panas_csv())


@pytest.fixture
def crowd(put):
    """Three people, two of them with the same situation."""
    return put("crowd.xlsx", workbook(crowd_rows("Angry_F1S1", "Angry_F1S1", "Jealous_F1S2")))
