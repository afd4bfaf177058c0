"""A model in a Turing test: answering as a person, writing questions for them, judging pairs of answers."""

from __future__ import annotations

from functools import partial

from apps.benchmarks.asking import Asked, Question
from apps.benchmarks.echo import judge_prompts, question_writing
from apps.benchmarks.echo.judge_prompts import ShownPair
from apps.benchmarks.echo.phases import ModelJudging, model_judging
from apps.benchmarks.echo.questions import SPECIFIC
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.parsing import Reply
from apps.runs.asking import Asker
from apps.runs.models import Run
from apps.runs.ways import ASK, ECHO, JUDGE
from apps.studies.characters import as_judged, character_of, own_words
from apps.studies.models import Showing, Sitting
from apps.studies.recording import Answer
from inference import Ask, AskedItem

# What the two answers of a pair are called.
LABELS = ("Answer 0", "Answer 1")


class Writer(Asker):
    """Answers the ten questions as a person, by one of the methods; what prepares them is asked once."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.study = run.study
        self.method = METHODS[self.way.code.removeprefix(f"{ECHO}/")]

    def questions(self, sitting: Sitting) -> list[Question]:
        character, method, wording = character_of(sitting.condition), self.method, self.wording
        steps = method.PREPARATION
        preparing = [
            Question((), (), needs=step, after=partial(method.prepare, step, character, wording))
            for step in range(steps)
        ]  # fmt: skip
        asked = [self._asked(sitting, code) for code in sitting.item_order]
        answering = [
            Question((), (item,), needs=steps, after=partial(method.answer, character, item.text, wording))
            for item in asked
        ]  # fmt: skip
        return [*preparing, *answering]

    def _asked(self, sitting: Sitting, code: str) -> Asked:
        item = self.items[code]
        return Asked(code, sitting.condition.parameters["questions"][code], item.low, item.high)

    def parse(self, raw: str, question: Question, sitting: Sitting) -> list[Reply]:
        text = raw.strip()
        # A step that prepares answers no item, but without words there is nothing to go on with either.
        return [Reply(text, None) if text else Reply(None, "unparsed", "empty")]

    def ask(self, sitting: Sitting, question: Question) -> Ask | None:
        if not question.items:
            return None
        (item,) = question.items
        return Ask((AskedItem("1", item.code, item.text),), own_words(sitting.condition))

    def answer(self, reply: Reply, raw: str, sitting: Sitting) -> Answer:
        """The reply as it came, and as judges see it: cleaned exactly as the person's own answer is."""
        return Answer(raw, as_judged(self.study, sitting.condition, str(reply.value)))


class QuestionWriter(Asker):
    """Writes specific questions for a person from their profile, one request per type."""

    def questions(self, sitting: Sitting) -> list[Question]:
        character = character_of(sitting.condition)
        return [
            Question(
                tuple(question_writing.turns(character, code, self.wording)),
                (Asked(code, self.items[code].text, 0, 1),),
            )
            for code in sitting.item_order
        ]

    def parse(self, raw: str, question: Question, sitting: Sitting) -> list[Reply]:
        found = question_writing.parse(raw)
        return [Reply(found, None) if found else Reply(None, "unparsed", "no_line")]

    def ask(self, sitting: Sitting, question: Question) -> Ask:
        (item,) = question.items
        return Ask((AskedItem("1", item.code, item.text),), character_of(sitting.condition).profile_text)

    def answer(self, reply: Reply, raw: str, sitting: Sitting) -> Answer:
        return Answer(raw, reply.value)


class Judge(Asker):
    """Judges the ten pairs of a form in one request (Appendix C)."""

    def questions(self, sitting: Sitting) -> list[Question]:
        judging = _judging(sitting)
        profile = character_of(sitting.condition).profile_text if judging.with_profile else None
        pairs = shown_pairs(sitting)
        turns = judge_prompts.turns(list(pairs.values()), judging.instruction, profile, self.wording)
        items = tuple(
            Asked(code, pair.question, 0, 1, (f"{LABELS[0]}: {pair.first}", f"{LABELS[1]}: {pair.second}"))
            for code, pair in pairs.items()
        )
        return [Question(tuple(turns), items)]

    def parse(self, raw: str, question: Question, sitting: Sitting) -> list[Reply]:
        return _quoted(raw, question) or judge_prompts.parse(raw, len(question.items), _judging(sitting).instruction)

    def ask(self, sitting: Sitting, question: Question) -> Ask:
        items = enumerate(question.items, 1)
        return Ask(tuple(AskedItem(str(number), item.code, item.text, options=item.options) for number, item in items))


def _quoted(raw: str, question: Question) -> list[Reply] | None:
    """Read a reply that quotes an answer whole on each line, as baselines do; None for any other reply."""
    lines = raw.splitlines()
    if len(lines) != len(question.items):
        return None
    found = []
    for number, (line, item) in enumerate(zip(lines, question.items, strict=True), 1):
        said = line.removeprefix(f"{number}: ")
        if said not in item.options:
            return None
        found.append(Reply(item.options.index(said), None))
    return found


def _judging(sitting: Sitting) -> ModelJudging:
    found = model_judging(sitting.condition.group)
    assert found is not None
    return found


def shown_pairs(sitting: Sitting) -> dict[str, ShownPair]:
    """Return the sitting's pairs by item code, in the order and with the sides that it shows them."""
    questions = sitting.condition.parameters["questions"]
    rows = Showing.objects.filter(sitting=sitting).order_by("position")
    rows = rows.select_related("item", "pair__human_response", "pair__model_response")
    pairs = {}
    for showing in rows:
        human, machine = showing.pair.human_response.value, showing.pair.model_response.value
        first, second = (machine, human) if showing.machine_first else (human, machine)
        pairs[showing.item.code] = ShownPair(questions[showing.item.code], first, second)
    return pairs


def item_codes(way: str, sitting_order: list[str]) -> list[str]:
    """Return which items a way asks: questions are written for the specific types only."""
    return [code for code in sitting_order if code in SPECIFIC] if way == ASK else sitting_order


ASKERS: dict[str, type[Asker]] = {JUDGE: Judge, ASK: QuestionWriter}
