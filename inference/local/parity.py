"""Does sharing change the scores? Asked of every checkpoint when it is loaded, and written down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transformers import PreTrainedModel

from inference.errors import OutOfMemory
from inference.local.batches import RowLimit
from inference.local.cascade import could_cascade
from inference.local.forward import accepts
from inference.local.one_by_one import score_alone
from inference.local.questions import Question
from inference.local.scoring import Scorer, Way
from inference.local.store import PrefixStore
from inference.local.tokens import all_tokens

# The largest difference that rounding explains, in natural-log units of a centred option score.
# Half-precision scores differ by about as much between two batch sizes of the plain model.
TOLERANCE = {"float32": 1e-3, "float16": 0.05, "bfloat16": 0.25}

PASSAGE = (
    "Mara keeps a small repair shop by the harbour. In the morning she sorts the tools, in the afternoon "
    "she mends radios, lamps and, if she must, umbrellas. Her neighbour Tomas brings coffee at four and "
    "stays until the ferry leaves. On Sundays the shop is shut; then she walks to the lighthouse and back, "
    "whatever the weather. "
)
ASKED = (
    "What does Mara mend?",
    "When does Tomas come?",
    "Where is the shop, and who keeps it?",
    "Is it open on Sundays?",
    "Whom would she rather not see: the ferryman, the neighbour, or the keeper of the lighthouse?",
    "Why?",
    "How far does she walk in bad weather?",
    "Name the first thing that she does after she has unlocked the door.",
)
FAST_WAYS: tuple[Way, ...] = ("cascade", "repeat")
ANSWERS = (" yes", " no", " a lamp, or an umbrella", " a lamp by the harbour")


@dataclass(frozen=True, slots=True)
class Parity:
    """What the test at load found.

    ``way`` is how scores will be computed, ``largest`` the largest difference of a centred option
    score from scoring one by one (0 where that is the way), ``tolerance`` what was allowed, and
    ``rejected`` a sentence for each faster way that failed.
    """

    way: Way
    largest: float
    tolerance: float
    rejected: tuple[str, ...] = ()


def probe(tokenizer: Any, context: int | None) -> list[Question]:
    """Return eight questions about one passage, with answers of one token and of several."""
    beginning = all_tokens(tokenizer, [PASSAGE])[0]
    most = len(beginning) if context is None else max(1, context // 2)
    endings = all_tokens(tokenizer, [f"\nQuestion: {asked}\nAnswer:" for asked in ASKED])
    left = None if context is None else max(1, context // 4)
    options = tuple(dict.fromkeys(option[:left] for option in all_tokens(tokenizer, ANSWERS)))
    return [Question(beginning[:most] + ending[-(left or 0) :], options) for ending in endings]


def choose_way(model: PreTrainedModel, questions: Sequence[Question], tolerance: float) -> Parity:
    """Return the first of the fast ways whose scores agree with one-by-one ones, or that."""
    expected = [_centred(score_alone(model, question)) for question in questions]
    rejected: list[str] = []
    for way in FAST_WAYS:
        if not _could(model, way):
            rejected.append(f"{way}: the checkpoint's attention is of another kind")
            continue
        try:
            largest = _difference(_shared_scores(model, way, questions), expected)
        except Exception as error:  # whatever an unusual architecture does here, another way is left
            rejected.append(f"{way}: {type(error).__name__}: {error}")
            continue
        if largest <= tolerance:
            return Parity(way, largest, tolerance, tuple(rejected))
        rejected.append(f"{way}: scores differ by up to {largest:.2g}, more than {tolerance:g}")
    return Parity("one-by-one", 0.0, tolerance, tuple(rejected))


def _could(model: PreTrainedModel, way: Way) -> bool:
    return could_cascade(model) if way == "cascade" else accepts(model, "past_key_values")


def _shared_scores(model: PreTrainedModel, way: Way, questions: Sequence[Question]) -> list[list[float]]:
    """Return the scores of one of the fast ways, in two batches so that a prefix is also read again."""
    scorer = Scorer(model, way, RowLimit(len(questions) // 2), PrefixStore(budget=2**30))
    found: dict[int, list[float]] = {}
    for batch in scorer.score(questions):
        for scored in batch:
            if isinstance(scored.logp, OutOfMemory):
                raise scored.logp
            found[scored.position] = _centred(scored.logp)
    return [found[position] for position in range(len(questions))]


def _centred(logp: Sequence[float]) -> list[float]:
    """Return the scores less their mean: what tells the options apart."""
    mean = sum(logp) / len(logp)
    return [value - mean for value in logp]


def _difference(found: Sequence[Sequence[float]], expected: Sequence[Sequence[float]]) -> float:
    pairs = zip(found, expected, strict=True)
    # not-a-number must count as the worst difference, and max() would lose it
    gaps = [abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True)]
    return max(gaps) if all(gap == gap for gap in gaps) else float("inf")
