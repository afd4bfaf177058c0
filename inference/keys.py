"""The name of a request: equal exactly when nothing that may change the reply differs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from inference.types import ChatRequest, EngineIdentity, Request


def canonical_json(value: Any) -> str:
    """Return ``value`` as JSON with sorted keys and no spaces: equal values give equal text.

    Raise ValueError for NaN and infinity, which JSON has no word for.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def as_sent(request: Request) -> dict[str, Any]:
    """Return every field of the request that may change the reply; the caller's tags may not."""
    sent = {"type": "chat" if isinstance(request, ChatRequest) else "score"}
    return sent | {name: _plain(getattr(request, name)) for name in _names(type(request)) if name != "tags"}


def _plain(value: Any) -> Any:
    """Return dataclasses as dicts and tuples as lists; ``asdict`` does so at three times the cost."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in _names(type(value))}
    return value


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(kind: Any) -> tuple[str, ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind))
    return _NAMES[kind]


def request_key(identity: EngineIdentity, request: Request) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of the engine's identity and the whole request.

    ``replicate`` is part of it, so ten repeats of one request have ten keys.
    """
    return key_of(asdict(identity), as_sent(request))


def key_of(identity: Mapping[str, Any], sent: Mapping[str, Any]) -> str:
    """Return the key of an identity and a request that are plain values already (``as_sent``)."""
    return hashlib.sha256(canonical_json({"engine": identity, "request": sent}).encode()).hexdigest()
