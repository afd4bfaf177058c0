"""How alike texts are by the words they share, rare words counting more."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"\w\w+")


def similarities(queries: Sequence[str], sentences: Sequence[str]) -> NDArray[np.float64]:
    """Return the cosine of each query (row) with each sentence (column), from 0 to 1.

    TF-IDF with smoothed document frequency, ln((1 + n) / (1 + df)) + 1, over the sentences; words
    in lower case, of two letters or more. A text without known words is like nothing: 0.
    Source of the weighting: scikit-learn 1.x, TfidfVectorizer with its defaults.
    """
    counted = [Counter(_words(sentence)) for sentence in sentences]
    vocabulary = {word: place for place, word in enumerate(sorted(set().union(*counted)))}
    appears = Counter(word for counts in counted for word in counts)
    weights = np.array([np.log((1 + len(sentences)) / (1 + appears[word])) + 1 for word in vocabulary])
    documents = _vectors(counted, vocabulary) * weights
    asked = _vectors([Counter(_words(query)) for query in queries], vocabulary) * weights
    # Rounding may carry a cosine past its ends, and callers scale it onto a rating.
    return np.clip(_unit(asked) @ _unit(documents).T, 0.0, 1.0)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _vectors(counted: Sequence[Counter[str]], vocabulary: dict[str, int]) -> NDArray[np.float64]:
    vectors = np.zeros((len(counted), len(vocabulary)))
    for row, counts in enumerate(counted):
        for word, count in counts.items():
            if word in vocabulary:
                vectors[row, vocabulary[word]] = count
    return vectors


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float64] = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit
