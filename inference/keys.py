"""The name of a request: equal exactly when nothing that may change the reply differs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from inference.types import ChatRequest, EngineIdentity, Request


def canonical_json(value: Any) -> str:
    """Return ``value`` as JSON with sorted keys and no spaces: equal values give equal text.

    Raise ValueError for NaN and infinity, which JSON has no word for.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def as_sent(request: Request) -> dict[str, Any]:
    """Return every field of the request that may change the reply; the caller's tags may not."""
    fields = asdict(request)
    del fields["tags"]
    return {"type": "chat" if isinstance(request, ChatRequest) else "score", **fields}


def request_key(identity: EngineIdentity, request: Request) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of the engine's identity and the whole request.

    ``replicate`` is part of it, so ten repeats of one request have ten keys.
    """
    return key_of(asdict(identity), as_sent(request))


def key_of(identity: Mapping[str, Any], sent: Mapping[str, Any]) -> str:
    """Return the key of an identity and a request that are plain values already (``as_sent``)."""
    return hashlib.sha256(canonical_json({"engine": identity, "request": sent}).encode()).hexdigest()
