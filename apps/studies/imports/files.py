"""From a path to text, JSON or a table; every way this can fail is one sentence."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

from apps.studies.imports.errors import UnreadableFile, quoted

# What text columns cannot hold: PostgreSQL refuses the zero byte, and half a surrogate pair is no text.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_bytes(path: Path) -> bytes:
    """Return the content; raise UnreadableFile when there is none to be had."""
    if path.is_dir():
        raise UnreadableFile(path, "", expected="a file", found="a folder; name the files in it")
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise UnreadableFile(path, "", expected="a file", found="nothing there; check the path") from error
    except OSError as error:
        raise UnreadableFile(path, "", expected="a readable file", found=error.strerror or str(error)) from error
    if not content.strip():
        raise UnreadableFile(path, "", expected="a file of the EmotionBench release", found="an empty file")
    return content


def read_text(path: Path, content: bytes) -> str:
    """Return the content as UTF-8 text without a byte order mark; the error names the line."""
    if content.startswith(UTF16_MARKS):
        raise UnreadableFile(path, "line 1", expected="UTF-8 text", found="UTF-16; save the file as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"the byte {content[error.start]:#04x}; save the file as UTF-8"
        raise UnreadableFile(path, f"line {line}", expected="UTF-8 text", found=found) from error
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise UnreadableFile(path, f"line {line}", expected="UTF-8 text", found="a zero byte")
    return text


def parse_json(path: Path, text: str) -> Any:
    """Return the parsed text; the error names line and column. A key may stand once in an object."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            keys = [key for key, _value in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise UnreadableFile(path, f'key "{twice}"', expected="each key once", found="it twice in one object")
        return content

    try:
        return json.loads(text, object_pairs_hook=once)
    except UnreadableFile:
        raise
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableFile(path, place, expected="JSON", found=f"a break in it ({error.msg})") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; objects nested without end
        raise UnreadableFile(path, "", expected="JSON of the release", found=quoted(error)) from error


def first_row(path: Path, text: str) -> list[str]:
    """Return the cells that tell which table it is."""
    try:
        return next(csv.reader(io.StringIO(text, newline=""), strict=True), [])
    except csv.Error:
        return parse_csv(path, text)[0]  # raises with the place


def parse_csv(path: Path, text: str) -> list[list[str]]:
    """Return the rows, all as long as the first; the error names the row, counted from 1 as in a spreadsheet."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[list[str]] = []
    try:
        for cells in reader:
            rows.append(cells)
    except csv.Error as error:
        place = f"row {len(rows) + 1}, line {reader.line_num}"
        raise UnreadableFile(path, place, expected="comma-separated cells", found=f"a break ({error})") from error
    while len(rows) > 1 and not any(rows[-1]):
        rows.pop()
    for number, cells in enumerate(rows, 1):
        if len(cells) != len(rows[0]):
            expected = f"{len(rows[0])} cells as in the first row"
            raise UnreadableFile(path, f"row {number}", expected=expected, found=str(len(cells)))
    return rows


def storable(path: Path, place: str, value: Any) -> str:
    """Return a text that both databases can keep, as it is; raise UnreadableFile for anything else."""
    if not isinstance(value, str):
        raise UnreadableFile(path, place, expected="a text", found=type_name(value))
    if UNSTORABLE.search(value):
        raise UnreadableFile(path, place, expected="a text", found="a character that is no text in it")
    return value


def filled(path: Path, place: str, value: Any) -> str:
    """Return a storable text that is not blank."""
    if not storable(path, place, value).strip():
        raise UnreadableFile(path, place, expected="a text", found="an empty one")
    return str(value)


def type_name(value: Any) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return names.get(type(value), "an object" if isinstance(value, dict) else "nothing")
