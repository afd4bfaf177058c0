"""What a language model is told: prompt files with named fields, filled once and strictly.

A prompt file has sections, each under a line `--- name`; fixtures/prompts/README.md describes the format.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

SECTIONS = ("system", "situation", "level", "range", "item", "user")

_MARKER = re.compile(r"^--- (\S+)[ \t]*$", re.MULTILINE)
_PIECE = re.compile(r"\{\{|\}\}|\{([a-z][a-z0-9_]*)\}|[{}]")
_BRACES = {"{{": "{", "}}": "}"}


class PromptError(ValueError):
    """A prompt that cannot be read or filled; the message names the place and the remedy."""


@dataclass(frozen=True)
class Turn:
    """One message to a language model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class PromptVersion:
    """One wording of a prompt; `sha256` is that of its file, so `sha256sum` gives the same."""

    name: str
    sections: Mapping[str, str]
    sha256: str


def load_prompts(
    folder: Path, sections: Collection[str] = SECTIONS, required: Collection[str] = ("user",)
) -> dict[str, PromptVersion]:
    """Return the wordings in `folder`, one per .txt file, by file name without its ending.

    Each file may have the `sections` and must have the `required` ones.
    Raise PromptError for a folder without any, and for a file that does not follow the format.
    """
    paths = sorted(folder.glob("*.txt"))
    if not paths:
        raise PromptError(f"{folder}: there is no prompt here; add a file like v1.txt")
    return {path.stem: _load_prompt(path, sections, required) for path in paths}


def fields_of(template: str) -> set[str]:
    """Return the names of the fields that `template` asks for; raise PromptError for a single brace."""
    return _fields([template], "The prompt")


def fill(template: str, fields: Mapping[str, str]) -> str:
    """Return `template` with each {name} replaced; {{ and }} stand for braces, and values are not read again.

    Raise PromptError for a field that `fields` lacks and for one that the template does not use.
    """
    _check_fields([template], fields)
    return _filled(template, fields)


def likert_prompt(
    prompt: PromptVersion,
    items: Sequence[str],
    levels: Mapping[int, str] | tuple[int, int],
    situation: str | None = None,
) -> list[Turn]:
    """Return the system and the user turn that ask for a rating of each item, numbered in the order given.

    `levels` are the levels' labels, or only the lowest and the highest level where they have no labels;
    without a `situation` the reader is asked as they are (the default condition).
    Raise PromptError where the wording does not use what it is given, or lacks a section.
    """
    low, high = (min(levels), max(levels)) if isinstance(levels, Mapping) else levels
    line = _section(prompt, "item")
    numbered = [fill(line, {"index": str(n), "text": text}) for n, text in enumerate(items, 1)]
    fields = {
        "low": str(low),
        "high": str(high),
        "count": str(len(items)),
        "levels": _explained(prompt, levels),
        "items": "\n".join(numbered),
    }
    return _turns(prompt, situation, fields)


def refusal_prompt(prompt: PromptVersion, group: str, situation: str | None = None) -> list[Turn]:
    """Return the turns that ask for the description of a `group`, after a situation or without one."""
    return _turns(prompt, situation, {"group": group})


def _load_prompt(path: Path, known: Collection[str], required: Collection[str]) -> PromptVersion:
    content = path.read_bytes()
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise PromptError(f"{path}: is not UTF-8 text; save it as UTF-8") from error
    # Before the first marker stands a note to people, which no model is told.
    _, *parts = _MARKER.split(text)
    names, bodies = parts[::2], [body.strip() for body in parts[1::2]]
    for name, body in zip(names, bodies, strict=True):
        if name not in known:
            raise PromptError(f'{path}: section "{name}" is unknown; use one of {", ".join(known)}')
        if names.count(name) > 1:
            raise PromptError(f'{path}: section "{name}" stands there twice; keep one')
        if not body:
            raise PromptError(f'{path}: section "{name}" is empty; write it or take its marker out')
    for name in required:
        if name not in names:
            raise PromptError(f'{path}: there is no {name} section; add "--- {name}" and its text below it')
    sections = dict(zip(names, bodies, strict=True))
    return PromptVersion(path.stem, sections, hashlib.sha256(content).hexdigest())


def _section(prompt: PromptVersion, name: str) -> str:
    if name not in prompt.sections:
        raise PromptError(f'Prompt {prompt.name} has no section "{name}"; add it to the file')
    return prompt.sections[name]


def _explained(prompt: PromptVersion, levels: Mapping[int, str] | tuple[int, int]) -> str:
    """Return every level on its line, or one sentence about the ends where the levels have no labels."""
    if not isinstance(levels, Mapping):
        return fill(_section(prompt, "range"), {"low": str(levels[0]), "high": str(levels[1])})
    template = _section(prompt, "level")
    return "\n".join(fill(template, {"level": str(n), "label": levels[n]}) for n in sorted(levels))


def _turns(prompt: PromptVersion, situation: str | None, fields: Mapping[str, str]) -> list[Turn]:
    """Return the filled turns: the system section if there is one, then situation and user as one message."""
    asked = [_section(prompt, "user")]
    if situation is not None:
        asked.insert(0, _section(prompt, "situation"))
        fields = {**fields, "situation": situation.strip()}
    system = [prompt.sections["system"]] if "system" in prompt.sections else []
    _check_fields([*system, *asked], fields, prompt.name)
    turns = [Turn("system", _filled(section, fields)) for section in system]
    return [*turns, Turn("user", "\n\n".join(_filled(section, fields) for section in asked))]


def _check_fields(templates: Sequence[str], fields: Mapping[str, str], name: str = "") -> None:
    place = f"Prompt {name}" if name else "The prompt"
    used = _fields(templates, place)
    for field in sorted(used - fields.keys()):
        raise PromptError(f"{place} asks for {{{field}}}, which it is not given; use {sorted(fields)}")
    for field in sorted(fields.keys() - used):
        raise PromptError(f"{place} does not use {{{field}}}; put it where it belongs")


def _fields(templates: Sequence[str], place: str) -> set[str]:
    pieces = [piece for template in templates for piece in _PIECE.finditer(template)]
    if any(piece[0] in "{}" for piece in pieces):
        raise PromptError(f"{place} has a single brace; write {{{{ or }}}} for a brace, {{name}} for a field")
    return {piece[1] for piece in pieces if piece[1]}


def _filled(template: str, fields: Mapping[str, str]) -> str:
    return _PIECE.sub(lambda piece: fields[piece[1]] if piece[1] else _BRACES[piece[0]], template)
