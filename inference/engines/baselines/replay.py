"""A respondent that gives the stored replies of another again."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace

from inference.errors import Unsupported
from inference.keys import request_key
from inference.types import Capabilities, EngineIdentity, Finished, Request, Result, Stopped, never


class Replay:
    """Answers from a stored run. ``stored`` maps request key to result, as ``original`` gave it.

    Its own identity is the original's under the kind "replay", so a replayed run is never taken for
    a fresh one. A request that was not stored is Unsupported.
    """

    def __init__(self, stored: Mapping[str, Result], original: EngineIdentity) -> None:
        self._stored = stored
        self._original = original

    def capabilities(self) -> Capabilities:
        return Capabilities(scoring="exact", schema=True, seed=True)

    def identity(self) -> EngineIdentity:
        settings = dict(self._original.settings) | {"replays": self._original.kind}
        return replace(self._original, kind="replay", settings=settings)

    async def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        for position, request in enumerate(requests):
            if stopped():
                break
            stored = self._stored.get(request_key(self._original, request))
            yield Finished(position, stored or Unsupported("The stored run has no reply to this request."))
