"""One sitting of a model under way: which request is due next, and what its replies came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apps.benchmarks.asking import Question, asks_again
from apps.benchmarks.parsing import Reply
from apps.runs.asking import Asker
from apps.runs.models import Completion, Step
from apps.studies.models import Response, Sitting
from apps.studies.recording import Answer
from inference import ChatRequest

Missing = Response.Missing


@dataclass(frozen=True)
class Due:
    """A request that a sitting needs now."""

    job: Job
    position: int
    attempt: int
    request: ChatRequest


@dataclass
class Job:
    """A sitting with its questions; `replies` holds what is settled, by position of the question."""

    sitting: Sitting
    asker: Asker
    questions: list[Question]
    attempts: dict[int, int] = field(default_factory=dict)
    replies: dict[int, list[Reply]] = field(default_factory=dict)
    # Each settled reply whole: what the steps of a chain go on from.
    texts: dict[int, str] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)

    def due(self) -> Iterator[Due]:
        """Yield the requests of all questions that are not settled yet and whose chain has come to them."""
        for position, question in enumerate(self.questions):
            if position in self.replies or position in self.failed:
                continue
            before = [self.texts[step] for step in range(question.needs) if step in self.texts]
            if len(before) == question.needs:
                attempt = self.attempts.get(position, 0)
                yield Due(self, position, attempt, self.asker.request(self.sitting, question, attempt, before))

    def settle(self, position: int, attempt: int, completion: Completion) -> bool:
        """Take in a completion; return whether the question must be asked again."""
        if completion.state != Completion.State.DONE:
            self._fail(position)
            return False
        replies = self.read(position, completion)
        if asks_again(replies, attempt):
            self.attempts[position] = attempt + 1
            return True
        if not self.questions[position].items and replies[0].value is None:
            self._fail(position)
            return False
        self.replies[position], self.texts[position] = replies, completion.reply
        return False

    def _fail(self, position: int) -> None:
        """A request has failed, and with a step of a chain every request that waits for it."""
        self.failed.add(position)
        self.failed.update(later for later, question in enumerate(self.questions) if question.needs > position)

    def read(self, position: int, completion: Completion) -> list[Reply]:
        """Return what the completion says about each item of the question."""
        question = self.questions[position]
        if completion.refusal and not completion.reply:
            return [Reply(None, "refused", "refusal")] * max(1, len(question.items))
        return self.asker.parse(completion.reply, question, self.sitting)

    @property
    def is_ready(self) -> bool:
        return len(self.replies) + len(self.failed) == len(self.questions)

    def answers(self) -> dict[str, Answer]:
        """Return every item's answer by code; a failed request's items are missing as failed."""
        found: dict[str, Answer] = {}
        for position, question in enumerate(self.questions):
            replies: Sequence[Reply | None] = self.replies.get(position) or [None] * len(question.items)
            # zip ends with the items: a step that prepares has none.
            for item, reply in zip(question.items, replies, strict=False):
                found[item.code] = self._answer(reply, self.texts.get(position, ""))
        return found

    def _answer(self, reply: Reply | None, raw: str) -> Answer:
        if reply is None:
            return Answer("", None, Missing.FAILED)
        if reply.value is None:
            return Answer(reply.reason, None, reply.missing or Missing.UNPARSED)
        return self.asker.answer(reply, raw, self.sitting)


def load_jobs(asker: Asker, sittings: Sequence[Sitting]) -> list[Job]:
    """Return the jobs of open sittings, with the steps that were taken before a worker was killed."""
    jobs = {sitting.pk: Job(sitting, asker, asker.questions(sitting)) for sitting in sittings}
    steps = Step.objects.filter(sitting__in=jobs).select_related("completion").order_by("position", "attempt")
    for step in steps:
        jobs[step.sitting_id].settle(step.position, step.attempt, step.completion)
    return list(jobs.values())
