"""What is asked of a language model and what comes back: frozen values, no behaviour beyond checks.

A request is everything that may change the reply. A result is everything the reply told us.
Missing is a state, never a number: an option that no log-probability was reported for is
named in ``missing`` and absent from ``logp``; a usage figure a server did not send is None.
"""

import math
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from inference.errors import EngineError

Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "content_filter", "unknown"]
ScoreMode = Literal["first_token", "full_option"]
ScoreMethod = Literal["exact", "topk", "sampled"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation, as the model is shown it."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class AskedItem:
    """One thing the messages ask for, said so that an engine need not read English.

    ``index`` is what a line of the reply begins with ("1"); ``code`` is the item's lasting name
    in its instrument ("interested"), by which human proportions are looked up. A rating has
    ``low`` and ``high``; a choice has ``options``; a free text has neither.
    """

    index: str
    code: str
    text: str
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.low is None) != (self.high is None):
            raise ValueError(f"item {self.code!r} has one end of its scale; give both low and high")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"item {self.code!r} has low {self.low} above high {self.high}")
        if self.options and self.low is not None:
            raise ValueError(f"item {self.code!r} has both a scale and options; keep one")


@dataclass(frozen=True, slots=True)
class Ask:
    """The structure of a question: its items, and the text of the person to imitate ("" if none)."""

    items: tuple[AskedItem, ...]
    persona: str = ""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Messages to be answered with text.

    ``seed`` asks the server for repeatable sampling; ``replicate`` tells our own repeats of the
    same request apart (run 0 to 9 of ten), so that a cache keeps them distinct. ``schema`` is a
    JSON Schema the reply must follow. ``tags`` are the caller's notes: never sent, never hashed.
    """

    messages: tuple[Message, ...]
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1024
    seed: int | None = None
    stop: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = field(default=None, hash=False)
    ask: Ask | None = None
    replicate: int = 0
    tags: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not self.messages:
            raise ValueError("a chat request needs at least one message")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens is {self.max_tokens}; a reply needs at least 1 token")


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Options whose log-probability after a context is wanted, at temperature 1.

    The context is ``messages`` (put through the model's chat template) or a bare ``prompt``,
    exactly one of them. ``first_token`` scores the first token of each option, which must then
    differ between options; ``full_option`` sums over all tokens of each option.
    """

    options: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    prompt: str = ""
    mode: ScoreMode = "first_token"
    ask: Ask | None = None
    replicate: int = 0
    tags: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if bool(self.messages) == bool(self.prompt):
            raise ValueError("a score request needs either messages or a prompt, not both")
        if not self.options or len(set(self.options)) != len(self.options) or "" in self.options:
            raise ValueError(f"options must be distinct and not empty; got {list(self.options)}")


Request = ChatRequest | ScoreRequest

# Asked before each request: does the caller want no more? Having said yes, it goes on saying so.
Stopped = Callable[[], bool]


def never() -> bool:
    """Return that the caller wants every request answered."""
    return False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request. ``cached`` is a part of ``input``; ``reasoning`` a part of ``output``.

    None means that the engine did not say.
    """

    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None


@dataclass(frozen=True, slots=True)
class AnsweredBy:
    """Who answered, in the server's own words; None where it did not say."""

    model: str | None = None
    fingerprint: str | None = None
    provider: str | None = None


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A reply in text. A refusal is a reply: ``refusal`` holds its words and ``text`` may be empty.

    ``raw`` is the reply as it arrived (the JSON body of a server; the decoded text with special
    tokens of a local model), for the page that shows a completion.
    """

    text: str
    finish_reason: FinishReason
    refusal: str | None = None
    usage: Usage = Usage()
    latency_ms: float = 0.0
    answered_by: AnsweredBy = AnsweredBy()
    raw: str = ""


@dataclass(frozen=True, slots=True)
class OptionScores:
    """Log-probabilities (natural logarithm, before any normalising) keyed by option.

    ``method`` says how they were obtained: ``exact`` for every option; ``topk`` from the likeliest
    tokens only; ``sampled`` as shares of ``samples`` replies. ``missing`` names the options that
    were not seen; none of them can lie above ``bound``, where a bound is known. Options that share
    a first token cannot be told apart by ``first_token``: the engine refuses such a request.
    """

    logp: Mapping[str, float] = field(hash=False)
    method: ScoreMethod
    missing: tuple[str, ...] = ()
    bound: float | None = None
    samples: int | None = None
    usage: Usage = Usage()
    latency_ms: float = 0.0
    answered_by: AnsweredBy = AnsweredBy()
    raw: str = ""

    @property
    def mass(self) -> float:
        """Return the probability that the model gives to the seen options together, from 0 to 1.

        A mass far below 1 means that the model would rather have said something else.
        """
        return math.fsum(math.exp(value) for value in self.logp.values())


Result = ChatReply | OptionScores


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do, as far as it is known.

    ``scoring`` is the best method it has for a ScoreRequest, None if it has none. ``top_logprobs``
    is how many of the likeliest tokens it reports (0: none); ``token_id_logprobs`` that it reports
    any token by its id. ``max_context`` counts tokens.
    """

    chat: bool = True
    scoring: ScoreMethod | None = None
    top_logprobs: int = 0
    token_id_logprobs: bool = False
    schema: bool = False
    seed: bool = False
    max_context: int | None = None


@dataclass(frozen=True, slots=True)
class EngineIdentity:
    """Everything about an engine that may change a reply: part of every cache key and provenance.

    ``settings`` holds what only some engines have (a baseline's seed, the digest of human
    proportions, the parity measured at load goes elsewhere: it changes nothing).
    """

    kind: str
    model: str
    revision: str = ""
    dtype: str = ""
    quantisation: str = ""
    attention: str = ""
    server_version: str = ""
    host: str = ""
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)


class Finished(NamedTuple):
    """The outcome of the request at ``position`` (from 0) of those given to ``Engine.run``."""

    position: int
    outcome: Result | EngineError


class Engine(Protocol):
    """The code that makes a language model speak."""

    def capabilities(self) -> Capabilities:
        """Return what this engine can do, without asking anyone."""

    def identity(self) -> EngineIdentity:
        """Return what goes in the cache key; the same before, during and after a run."""

    def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        """Yield each request's outcome once, as it finishes, in any order (an async generator).

        A request that failed for good is yielded with its error. An error that would fail every
        request (``errors.StopsRun``) is raised after the outcomes that are already paid for.
        Once ``stopped`` says so nothing more is sent; what is under way still comes back.
        Close the iterator (``contextlib.aclosing``) to abandon what is still under way.
        """
