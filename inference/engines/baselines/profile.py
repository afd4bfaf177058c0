"""A respondent that looks its answers up: the sentences of the persona that fit the question best."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from inference.engines.baselines.baseline import Baseline
from inference.engines.baselines.question import Question
from inference.engines.baselines.tfidf import similarities
from inference.errors import BadSettings, Unsupported

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


class ProfileRetrieval(Baseline):
    """Quotes the persona. What reading without understanding achieves.

    Words: the ``sentences`` best fitting sentences, in the order of the profile. Options: the one
    that with its question fits the profile best. Ratings: the closer the best sentence to the
    statement, the higher (similarity 0 to 1 onto low to high). No chance is involved.
    """

    kind = "profile-retrieval"

    def __init__(self, sentences: int = 2) -> None:
        super().__init__()
        if sentences < 1:
            raise BadSettings(f"An answer of {sentences} sentences is none; ask for at least 1.")
        self._sentences = sentences

    def shares(self, question: Question) -> Mapping[str, float]:
        profile = _profile(question)
        if question.item.options:
            asked = [f"{question.item.text} {option}" for option in question.item.options]
            fits = similarities(asked, profile).max(axis=1)
            return {question.levels[int(np.argmax(fits))]: 1.0}
        fit = float(similarities([question.item.text], profile).max())
        return {question.levels[round(fit * (len(question.levels) - 1))]: 1.0}

    def free_text(self, question: Question) -> str:
        profile = _profile(question)
        fits = similarities([question.item.text], profile)[0]
        best = np.argsort(-fits, kind="stable")[: self._sentences]
        return " ".join(profile[place] for place in sorted(best))

    def settings(self) -> dict[str, str]:
        return {"sentences": str(self._sentences)}


def _profile(question: Question) -> Sequence[str]:
    sentences = [part.strip() for part in _SENTENCE_END.split(question.persona) if part.strip()]
    if not sentences:
        raise Unsupported("The profile-retrieval baseline quotes a persona, and this request has none.")
    return sentences
