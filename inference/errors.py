"""What can go wrong between a request and its reply, drawn once.

::

    EngineError
      x StopsRun                   no other request would fare better: the run stops with the sentence
        - AuthenticationFailed       the key is missing, wrong, or may not do this
        - QuotaExhausted             the account has no credit left
        - UnknownModel               the server does not have the model
        - Unreachable                nothing answers at the address (also Retried, before it stops the run)
        - BadCheckpoint              the local folder or hub id is not a model that can be loaded
        - BadSettings                the engine cannot be built from what it was given
      x RequestFailed              this request only: it is stored as failed and the run goes on
        - ContextTooLong             the messages and the reply do not fit the model
        - ContentFiltered            a filter before the model turned the messages away
        - BadRequest                 the server rejects the request for another reason
        - Unsupported                the engine cannot do what the request asks
        - OutOfMemory                a local model cannot hold even this one request
        - MalformedReply             the reply cannot be used
          + EmptyReply                 no choices, or a choice without text
          + NotJSON                    a web page or other text in place of JSON
          + UnexpectedShape            JSON, but not the shape of a reply
      x Retried                    sent again a bounded number of times, then stored as failed
        - RateLimited                429
        - ServerFailed               5xx
        - TimedOut                   no reply in time
        - CutOff                     the connection broke in the middle of a reply

A refusal in the model's own words is a reply (``ChatReply.refusal``), not an error.

``str(error)`` is a sentence a researcher can act on. No message holds an API key: an engine blanks
it in whatever it quotes from a server.
"""


class EngineError(Exception):
    """The base of every error an engine raises or yields; ``status`` is the HTTP status, if any."""

    def __init__(self, sentence: str, *, status: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class StopsRun(EngineError):
    """No other request of the run would fare better."""


class RequestFailed(EngineError):
    """This request cannot be answered; others can."""


class Retried(EngineError):
    """Likely to pass: the request is sent again, a bounded number of times.

    ``retry_after`` is the wait in seconds that the server asks for, None if it did not say.
    """

    def __init__(self, sentence: str, *, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(sentence, status=status)
        self.retry_after = retry_after


class AuthenticationFailed(StopsRun):
    """The key is missing, wrong, or may not do this (401, 403)."""


class QuotaExhausted(StopsRun):
    """The account has no credit left (402, or 429 with insufficient_quota)."""


class UnknownModel(StopsRun):
    """The server has no model of that name, or no such route (404)."""


class Unreachable(StopsRun, Retried):
    """Nothing answers at the address: refused, no such host, no route, bad certificate."""


class BadCheckpoint(StopsRun):
    """The local folder or hub id is not a causal language model with its tokenizer."""


class BadSettings(StopsRun):
    """The engine cannot be built: unknown kind, missing package, or a wrong setting."""


class ContextTooLong(RequestFailed):
    """The messages, or the messages with the longest reply asked for, do not fit the model."""


class ContentFiltered(RequestFailed):
    """A content filter turned the messages away before the model saw them."""


class BadRequest(RequestFailed):
    """The server rejects the request for a reason of its own (400, 413, 422)."""


class Unsupported(RequestFailed):
    """The engine cannot do what the request asks."""


class OutOfMemory(RequestFailed):
    """The device cannot hold even this one request."""


class MalformedReply(RequestFailed):
    """A reply came and cannot be used."""


class EmptyReply(MalformedReply):
    """A reply without choices, or a choice without text that no limit or filter explains."""


class NotJSON(MalformedReply):
    """A web page or other text in place of JSON."""


class UnexpectedShape(MalformedReply):
    """JSON that is not the shape of a reply."""


class RateLimited(Retried):
    """Too many requests (429)."""


class ServerFailed(Retried):
    """The server failed or is overloaded (5xx)."""


class TimedOut(Retried):
    """No reply in time."""


class CutOff(Retried):
    """The connection broke in the middle of a reply, so nothing of it is kept."""
