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
    failed: set[int] = field(default_factory=set)

    def due(self) -> Iterator[Due]:
        """Yield the requests of all questions that are not settled yet."""
        for position, question in enumerate(self.questions):
            if position not in self.replies and position not in self.failed:
                attempt = self.attempts.get(position, 0)
                yield Due(self, position, attempt, self.asker.request(self.sitting, question, attempt))

    def settle(self, position: int, attempt: int, completion: Completion) -> bool:
        """Take in a completion; return whether the question must be asked again."""
        if completion.state != Completion.State.DONE:
            self.failed.add(position)
            return False
        replies = self.read(position, completion)
        if asks_again(replies, attempt):
            self.attempts[position] = attempt + 1
            return True
        self.replies[position] = replies
        return False

    def read(self, position: int, completion: Completion) -> list[Reply]:
        """Return what the completion says about each item of the question."""
        question = self.questions[position]
        if completion.refusal and not completion.reply:
            return [Reply(None, "refused", "refusal")] * len(question.items)
        return self.asker.benchmark.parse(completion.reply, question, self.asker.levels)

    @property
    def is_ready(self) -> bool:
        return len(self.replies) + len(self.failed) == len(self.questions)

    def answers(self) -> dict[str, Answer]:
        """Return every item's answer by code; a failed request's items are missing as failed."""
        found: dict[str, Answer] = {}
        for position, question in enumerate(self.questions):
            replies: Sequence[Reply | None] = self.replies.get(position) or [None] * len(question.items)
            for item, reply in zip(question.items, replies, strict=True):
                found[item.code] = _answer(reply)
        return found


def _answer(reply: Reply | None) -> Answer:
    if reply is None:
        return Answer("", None, Missing.FAILED)
    if reply.value is None:
        return Answer(reply.reason, None, reply.missing or Missing.UNPARSED)
    return Answer(str(reply.value), reply.value)


def load_jobs(asker: Asker, sittings: Sequence[Sitting]) -> list[Job]:
    """Return the jobs of open sittings, with the steps that were taken before a worker was killed."""
    jobs = {sitting.pk: Job(sitting, asker, asker.questions(sitting)) for sitting in sittings}
    steps = Step.objects.filter(sitting__in=jobs).select_related("completion").order_by("position", "attempt")
    for step in steps:
        jobs[step.sitting_id].settle(step.position, step.attempt, step.completion)
    return list(jobs.values())
