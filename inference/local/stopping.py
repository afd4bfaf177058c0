"""When a reply ends, and what of it is text."""

from dataclasses import dataclass, field
from typing import Any

from inference.types import ChatRequest, FinishReason

# A stop string may begin within a token and end within another; no token is longer than this.
SPARE_TOKENS = 8


@dataclass(frozen=True, slots=True)
class Reply:
    """A finished reply: ``text`` without the stop string, ``raw`` with every token there was."""

    text: str
    raw: str
    finish: FinishReason
    tokens: int


@dataclass
class Stopping:
    """A reply that is being written."""

    tokenizer: Any
    ends: frozenset[int]
    request: ChatRequest
    written: list[int] = field(default_factory=list)

    def goes_on_after(self, token: int) -> bool:
        """Add a token; return whether another is wanted."""
        self.written.append(token)
        return not (token in self.ends or len(self.written) >= self.request.max_tokens or self._meets_stop())

    def reply(self) -> Reply:
        """Return the reply as it stands."""
        text = self.tokenizer.decode(self._without_end(), skip_special_tokens=True)
        cuts = [place for stop in self.request.stop if (place := text.find(stop)) >= 0]
        ended = self.written[-1] in self.ends or bool(cuts)
        return Reply(
            text=text[: min(cuts)] if cuts else text,
            raw=self.tokenizer.decode(self.written),
            finish="stop" if ended else "length",
            tokens=len(self.written),
        )

    def _without_end(self) -> list[int]:
        return self.written[:-1] if self.written[-1] in self.ends else self.written

    def _meets_stop(self) -> bool:
        if not self.request.stop:
            return False
        # Every token holds at least one byte, so a stop string just completed lies in this tail.
        tail = self.written[-(max(len(stop.encode()) for stop in self.request.stop) + SPARE_TOKENS) :]
        text = self.tokenizer.decode(tail, skip_special_tokens=True)
        return any(stop in text for stop in self.request.stop)
