"""One form for all questions of one person: keep, change or drop each, and add one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.benchmarks.echo.questions import GENERAL, SPECIFIC, TYPES
from apps.benchmarks.echo.readability import readability
from apps.turing.models import Question
from apps.turing.reviewing import Word

KEEP, DROP = Question.State.KEPT, Question.State.DROPPED
LONGEST = 1000


class Row(NamedTuple):
    """A question as the page shows it."""

    question: Question
    text: forms.BoundField
    state: forms.BoundField
    reading: Any


class Kind(NamedTuple):
    """All questions of one type, with the field for a new one."""

    code: str
    title: str
    rows: list[Row]
    new: forms.BoundField
    n_kept: int
    n_waiting: int

    @property
    def has_problem(self) -> bool:
        return any(row.text.errors for row in self.rows) or bool(self.new.errors)


class QuestionsForm(forms.Form):
    def __init__(self, questions: Sequence[Question], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = questions
        number = Counter[str]()
        for question in questions:
            number[question.kind] += 1
            named = {"type": TYPES[question.kind], "number": number[question.kind]}
            self.fields[f"text-{question.pk}"] = forms.CharField(
                label=_("%(type)s, question %(number)d") % named,
                required=False, max_length=LONGEST, initial=question.text,
                widget=forms.Textarea(attrs={"rows": 2}),
            )  # fmt: skip
            self.fields[f"state-{question.pk}"] = forms.ChoiceField(
                label=_("What becomes of it"), required=False, widget=forms.RadioSelect,
                choices=[(KEEP, gettext_lazy("keep")), (DROP, gettext_lazy("drop"))],
                initial="" if question.state == Question.State.PROPOSED else question.state,
            )  # fmt: skip
        for code, title in TYPES.items():
            self.fields[f"new-{code}"] = forms.CharField(
                label=_("Write another one (%(type)s)") % {"type": title},
                required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}),
            )  # fmt: skip

    def specific(self) -> Iterator[Kind]:
        return (self._kind(code) for code in SPECIFIC)

    def general(self) -> Iterator[Kind]:
        return (self._kind(code) for code in GENERAL)

    def _kind(self, code: str) -> Kind:
        rows = [
            Row(question, self[f"text-{question.pk}"], self[f"state-{question.pk}"], readability(question.text))
            for question in self.questions
            if question.kind == code
        ]
        states = [row.question.state for row in rows]
        waiting = states.count(Question.State.PROPOSED)
        return Kind(code, TYPES[code], rows, self[f"new-{code}"], states.count(KEEP), waiting)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for question in self.questions:
            name = f"text-{question.pk}"
            if name in cleaned and not cleaned[name] and cleaned.get(f"state-{question.pk}") != DROP:
                self.add_error(name, _("Write the question, or drop it."))
        return cleaned

    def words(self) -> dict[int, Word]:
        """What was decided, by key; a question with no word yet stays to be reviewed."""
        return {
            question.pk: Word(
                self.cleaned_data[f"state-{question.pk}"] or question.state,
                one_line(self.cleaned_data[f"text-{question.pk}"]) or question.text,
            )
            for question in self.questions
        }

    def written(self) -> dict[str, str]:
        return {code: text for code in TYPES if (text := one_line(self.cleaned_data[f"new-{code}"]))}


def one_line(text: str) -> str:
    """A question is one line; browsers send line ends of their own."""
    return " ".join(text.split())
