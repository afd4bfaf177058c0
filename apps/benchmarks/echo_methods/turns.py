"""What the methods share: filling a section of a wording, and refusing a step there is not."""

from __future__ import annotations

from typing import Literal, NoReturn

from apps.benchmarks.prompts import PromptError, PromptVersion, Turn, fields_of, fill

# Free-form backgrounds name the person themselves, and so do some published prompts.
OPTIONAL = "name"


def turn(role: Literal["system", "user"], prompts: PromptVersion, section: str, **fields: str) -> Turn:
    """Return the filled `section` as a turn; of the fields only {name} may stay unused.

    Raise PromptError for a section that the wording lacks, and for fields that do not fit.
    """
    if section not in prompts.sections:
        raise PromptError(f'Prompt {prompts.name} has no section "{section}"; add it to the file')
    template = prompts.sections[section]
    unused = {OPTIONAL} - fields_of(template)
    return Turn(role, fill(template, {name: text for name, text in fields.items() if name not in unused}))


def no_step(title: str, step: int, preparation: int) -> NoReturn:
    """Raise ValueError for a preparing step that a method does not have."""
    raise ValueError(f"{title} has no preparing step {step}; it has {preparation}, counted from 0.")
