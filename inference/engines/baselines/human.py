"""A respondent that answers as people did, item by item, blind to condition and person."""

import hashlib
import math
from collections.abc import Mapping

from inference.engines.baselines.baseline import Baseline
from inference.engines.baselines.question import Question
from inference.errors import BadSettings, Unsupported
from inference.keys import canonical_json

Proportions = Mapping[str, Mapping[str, float]]


class HumanMarginals(Baseline):
    """Draws each answer from the proportions in which people gave it.

    ``proportions`` maps item code to level (a rating as text, or an option) to its share; the
    shares of an item sum to 1 (±0.01, for printed figures) and are scaled to do so exactly.
    """

    kind = "human-marginals"

    def __init__(self, proportions: Proportions, seed: int = 0) -> None:
        super().__init__(seed)
        for code, shares in proportions.items():
            _check(code, shares)
        self._proportions = proportions

    def shares(self, question: Question) -> Mapping[str, float]:
        code = question.item.code
        if code not in self._proportions:
            raise Unsupported(f"There are no human proportions for the item {code!r}; import its norm.")
        shares = self._proportions[code]
        strange = set(shares) - set(question.levels)
        if strange:
            raise Unsupported(f"The human proportions of {code!r} name answers it lacks: {sorted(strange)}.")
        total = math.fsum(shares.values())
        return {level: share / total for level, share in shares.items()}

    def settings(self) -> dict[str, str]:
        text = canonical_json({code: dict(shares) for code, shares in self._proportions.items()})
        return super().settings() | {"proportions": hashlib.sha256(text.encode()).hexdigest()}


def _check(code: str, shares: Mapping[str, float]) -> None:
    total = math.fsum(shares.values())
    if min(shares.values(), default=-1) < 0 or not math.isclose(total, 1, abs_tol=0.01):
        raise BadSettings(f"The human proportions of {code!r} sum to {total:g}; they must sum to 1.")
