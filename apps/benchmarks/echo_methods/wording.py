"""The wordings of a method: ours, shipped as prompt files, and others that a user loads from a JSON file.

One wording of a user is one JSON file; docs/wordings.md describes it for people:

    method, version, source     texts; `method` is a code of METHODS
    sections                    {"system": "... {profile} ...", ...} each of the method's sections

Strict in both: every section of the method and no other, every field that a section is given and no other;
only {name} may be left out.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.echo_methods.turns import OPTIONAL
from apps.benchmarks.files import Reader, read_json
from apps.benchmarks.prompts import PromptError, PromptVersion, fields_of, load_prompts


class Wording(NamedTuple):
    """A user's wording of a method, and where its words are from."""

    method: str
    source: str
    prompts: PromptVersion


def load_method_prompts(folder: Path, method: str) -> dict[str, PromptVersion]:
    """Return the shipped wordings of a method by version; `folder` holds one folder for each method.

    Raise PromptError with the place and the remedy, KeyError for an unknown method.
    """
    sections = METHODS[method].SECTIONS
    versions = load_prompts(folder / method, sections, sections)
    for version in versions.values():
        for name, text in version.sections.items():
            fault = _fault(text, sections[name])
            if fault:
                raise PromptError(f"{folder / method / version.name}.txt: section {name} {fault}")
    return versions


def load_wording(path: Path) -> Wording:
    """Read and check a user's wording; raise ProtocolError with the file, key and remedy."""
    reader = Reader(path, read_json(path))
    reader.only("method", "version", "source", "sections")
    method = reader.choice("method", tuple(METHODS))
    expected, texts = METHODS[method].SECTIONS, reader.inner("sections")
    texts.only(*expected)
    sections = {name: texts.text(name) for name in expected}
    for name, text in sections.items():
        fault = _fault(text, expected[name])
        if fault:
            raise texts.error(fault, name)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return Wording(method, reader.text("source"), PromptVersion(reader.text("version"), sections, sha256))


def _fault(text: str, given: frozenset[str]) -> str:
    """Return what is wrong with the fields of a section that is `given` those, or nothing."""
    try:
        used = fields_of(text)
    except PromptError:
        return "has a single brace; write {{ or }} for a brace, {name} for a field"
    known = ", ".join(f"{{{field}}}" for field in sorted(given)) or "no field"
    for field in sorted(used - given):
        return f"asks for {{{field}}}, which it is not given; use {known}"
    for field in sorted(given - used - {OPTIONAL}):
        return f"does not use {{{field}}}; put it where it belongs"
    return ""
