"""Reading JSON files that people write, with errors that name the place and the remedy."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any


class ProtocolError(ValueError):
    """A protocol file that cannot be used; the message names file, place and remedy."""


def canonical_json(content: Any) -> str:
    """Return JSON with sorted keys and no spare white space: equal content, equal text."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def canonical_sha256(content: Any) -> str:
    """Return the SHA-256 of the canonical JSON, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


class Reader:
    """Takes typed values out of parsed JSON and names file and key when one is wrong."""

    def __init__(self, path: Path, content: Any, key: str = "") -> None:
        self.path, self.key = path, key
        if not isinstance(content, dict):
            raise self.error(f"is {kind_of(content)}; write an object in braces")
        self.content: dict[str, Any] = content

    def error(self, what: str, key: str = "") -> ProtocolError:
        place = ".".join(part for part in (self.key, key) if part) or "the file"
        return ProtocolError(f"{self.path}: {place} {what}")

    def _get(self, key: str, kind: type, word: str) -> Any:
        if key not in self.content:
            raise self.error(f"is missing; add {word}", key)
        value = self.content[key]
        # bool is an int to Python, and never one to a scale
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"is {kind_of(value)}; write {word}", key)
        return value

    def only(self, *keys: str) -> None:
        """Refuse keys that nothing reads: a misspelt one would be ignored without a word."""
        for key in self.content:
            if key not in keys:
                raise self.error(f"is not known; remove it, or write one of {', '.join(keys)}", key)

    def text(self, key: str) -> str:
        value = str(self._get(key, str, "a text")).strip()
        if not value:
            raise self.error("is empty; write a text", key)
        return value

    def integer(self, key: str) -> int:
        return int(self._get(key, int, "a whole number"))

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in choices:
            raise self.error(f'is "{value}"; write one of {", ".join(choices)}', key)
        return value

    def inner(self, key: str) -> Reader:
        return Reader(self.path, self._get(key, dict, "an object in braces"), self._path(key))

    def rows(self, key: str) -> list[Reader]:
        rows = self._get(key, list, "a list")
        if not rows:
            raise self.error("is empty; list at least one", key)
        return [Reader(self.path, row, f"{self._path(key)}[{i}]") for i, row in enumerate(rows)]

    def texts(self, key: str) -> list[str]:
        texts = self._get(key, list, "a list of texts")
        if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
            raise self.error("must be a list of texts, none of them empty", key)
        return [text.strip() for text in texts]

    def _path(self, key: str) -> str:
        return f"{self.key}.{key}" if self.key else key


def kind_of(value: Any) -> str:
    names = {
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return names.get(type(value), type(value).__name__)


class _RepeatedKey(Exception):
    """A key that stands twice: JSON would keep the last one without a word."""


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _value in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise _RepeatedKey(key)
    return dict(pairs)


def read_json(path: Path) -> Any:
    """Return the parsed file; raise ProtocolError naming the line where the JSON breaks."""
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unrepeated)
    except FileNotFoundError as error:
        raise ProtocolError(f"{path}: there is no such file; check the path") from error
    except OSError as error:
        raise ProtocolError(f"{path}: cannot be read ({error.strerror}); name a file") from error
    except _RepeatedKey as error:
        raise ProtocolError(f'{path}: the key "{error}" stands twice in one object; keep one of them') from error
    except UnicodeDecodeError as error:
        raise ProtocolError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ProtocolError(f"{path}: {where}: {error.msg}; correct the JSON there") from error
