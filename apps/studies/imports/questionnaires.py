"""questionnaires.json: the wording of the scales, and their key, which must be ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from apps.benchmarks.files import canonical_sha256
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import filled, storable, type_name
from apps.studies.imports.labels import Labels, read_labels, split_statements
from apps.studies.imports.scales import PANAS, SLUGS, Scale, as_statements, same_words, stated_range

MODES = {"SUM": ("sum", 1), "SUM*2": ("sum", 2), "AVG": ("mean", 1)}


@dataclass(frozen=True)
class Wording:
    """One scale's words. `texts` and `options` go by item; options are empty where the common labels hold."""

    slug: str
    texts: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    levels: Mapping[int, str]
    sha256: str


@dataclass(frozen=True)
class QuestionnairesFile:
    path: Path
    wordings: tuple[Wording, ...]
    unknown: tuple[str, ...]


def read(path: Path, parsed: Sequence[Mapping[str, Any]], scales: Sequence[Scale]) -> QuestionnairesFile:
    """Read the list of scales; raise UnreadableFile where a scale's key is not the one we score by."""
    by_slug = {scale.slug: scale for scale in scales}
    wordings: list[Wording] = []
    unknown: list[str] = []
    for index, row in enumerate(parsed):
        name = filled(path, f"[{index}].name", row.get("name"))
        slug = SLUGS.get(name)
        if slug is None:
            unknown.append(name)
        elif any(wording.slug == slug for wording in wordings):
            raise UnreadableFile(path, f"[{index}].name", expected="each scale once", found=f"{quoted(name)} twice")
        else:
            wordings.append(_wording(path, name, row, by_slug[slug]))
    if not wordings:
        raise UnreadableFile(
            path,
            "",
            expected=f"scales of EmotionBench ({', '.join(SLUGS)})",
            found=listed([quoted(name) for name in unknown]),
        )
    return QuestionnairesFile(path, tuple(wordings), tuple(unknown))


def with_wording(scales: Sequence[Scale], file: QuestionnairesFile) -> list[Scale]:
    """Return the scales as they are once the file is imported."""
    words = {wording.slug: wording for wording in file.wordings}
    return [
        replace(scale, wording=item_words(scale, words[scale.slug].texts, words[scale.slug].options))
        if scale.slug in words
        else scale
        for scale in scales
    ]


def item_words(scale: Scale, texts: Sequence[str], options: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return what stands for each item in a model's file: its text, else its statements glued together."""
    return tuple(text or as_statements(scale.low, labels) for text, labels in zip(texts, options, strict=True))


def _wording(path: Path, name: str, row: Mapping[str, Any], scale: Scale) -> Wording:
    texts = _texts(path, name, row, scale)
    prompt = storable(path, f"{name}.prompt", row.get("prompt"))
    _check_key(path, name, row, prompt, scale)
    if scale.slug == PANAS:
        _check_words(path, name, texts, scale)
    labels = read_labels(prompt)
    statements = [split_statements(text, scale.low, scale.high) for text in texts]
    return Wording(
        scale.slug,
        tuple("" if parts else text for text, parts in zip(texts, statements, strict=True)),
        tuple(parts or _own_labels(labels, number, scale) for number, parts in enumerate(statements, 1)),
        labels.common,
        canonical_sha256([texts, prompt]),
    )


def _texts(path: Path, name: str, row: Mapping[str, Any], scale: Scale) -> list[str]:
    questions = row["questions"]
    numbers = [str(number) for number in range(1, len(scale.items) + 1)]
    if not isinstance(questions, dict) or set(questions) != set(numbers):
        found = f"{len(questions)} keys" if isinstance(questions, dict) else type_name(questions)
        raise UnreadableFile(path, f"{name}.questions", expected=f'items "1" to "{numbers[-1]}"', found=found)
    return [filled(path, f"{name}.questions.{number}", questions[number]).strip() for number in numbers]


def _own_labels(labels: Labels, number: int, scale: Scale) -> tuple[str, ...]:
    own = labels.own.get(number)
    return tuple(own.get(rating, "") for rating in range(scale.low, scale.high + 1)) if own else ()


def _check_words(path: Path, name: str, texts: Sequence[str], scale: Scale) -> None:
    for number, (text, ours) in enumerate(zip(texts, scale.wording, strict=True), 1):
        if not same_words(text, ours):
            raise UnreadableFile(path, f"{name}.questions.{number}", expected=quoted(ours), found=quoted(text))


def _check_key(path: Path, name: str, row: Mapping[str, Any], prompt: str, scale: Scale) -> None:
    """The file's `scale` is low + high, from which it takes a reversed answer; 3 for 0 to 3."""

    def expect(key: str, ours: object, found: object) -> None:
        if found != ours:
            raise UnreadableFile(path, f"{name}.{key}", expected=f"{ours} as in our key", found=str(found))

    expect("scale", scale.low + scale.high, row.get("scale"))
    expect("prompt", f"a scale from {scale.low} to {scale.high}", _range_words(prompt))
    expect("reverse", [i for i, item in enumerate(scale.items, 1) if item.reversed], row.get("reverse"))
    method = {(subscale.method, subscale.multiplier) for subscale in scale.subscales}
    expect("compute_mode", next((mode for mode, one in MODES.items() if {one} == method), ""), row.get("compute_mode"))
    _check_categories(path, name, row.get("categories"), scale)


def _range_words(prompt: str) -> str:
    stated = stated_range(prompt)
    return f"a scale from {stated[0]} to {stated[1]}" if stated else "no range"


def _check_categories(path: Path, name: str, categories: Any, scale: Scale) -> None:
    """Each category must be one of our subscales, by its items: names have typing slips ("Bahavioral").

    Ours may be more: we score a total of MJS and of GASP, as Table 7 prints it.
    """
    codes = {item.code: number for number, item in enumerate(scale.items, 1)}
    ours = [{codes[code] for code in subscale.items} for subscale in scale.subscales]
    if not isinstance(categories, list):
        raise UnreadableFile(path, f"{name}.categories", expected="a list", found=type_name(categories))
    for index, category in enumerate(categories):
        place = f"{name}.categories[{index}]"
        items = category.get("cat_questions") if isinstance(category, dict) else None
        if not isinstance(items, list) or not all(isinstance(item, int) for item in items):
            raise UnreadableFile(path, place, expected='item numbers as "cat_questions"', found=type_name(items))
        if set(items) not in ours or len(set(items)) < len(items):
            numbers = listed([str(item) for item in items], 12)
            raise UnreadableFile(path, place, expected="the items of one of our subscales", found=f"items {numbers}")
