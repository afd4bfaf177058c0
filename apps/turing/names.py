"""What respondents that are models are called in tables: writers by model and method, judges by model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from apps.benchmarks.echo_methods import METHODS
from apps.studies.models import Respondent


def writer_names(respondents: Iterable[int]) -> dict[int, str]:
    """Return primary key to name, sorted by name."""
    return _names(respondents, _writer)


def judge_names(respondents: Iterable[int]) -> dict[int, str]:
    """Return primary key to name, sorted by name; judges are asked in one way, so the model is enough."""
    return _names(respondents, lambda one: one.language_model.label if one.language_model else one.label)


def _names(respondents: Iterable[int], name: Callable[[Respondent], str]) -> dict[int, str]:
    """Configurations of one name are numbered, so that no two share a column."""
    seen: Counter[str] = Counter()
    found = {}
    for one in Respondent.objects.filter(pk__in=set(respondents)).select_related("language_model").order_by("pk"):
        label = name(one)
        seen[label] += 1
        found[one.pk] = label if seen[label] == 1 else f"{label} ({seen[label]})"
    return dict(sorted(found.items(), key=lambda pair: pair[1].casefold()))


def _writer(one: Respondent) -> str:
    """Return the label, with the method's title where it is one of ours and not told yet."""
    code = one.method.removeprefix("echo/").rpartition("/")[0]
    title = METHODS[code].TITLE if code in METHODS else ""
    return one.label if title in one.label else f"{one.label}, {title}"
