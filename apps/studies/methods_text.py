"""What each way of asking is, in two or three sentences of ours."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

# By folder under fixtures/prompts.
ABOUT = {
    "echo/rpp": _(
        "The model is given somebody’s profile and told to be this person. It first says in its own voice who it "
        "is; the role and this reply stand before every question."
    ),
    "echo/rolegpt": _(
        "Three steps prepare it: the model writes a description from the profile, puts it into the second person, "
        "and invents ten questions with answers. Description and examples stand before every question, as if the "
        "conversation had long been going on."
    ),
    "echo/juliet": _(
        "One long instruction: the model is to pass for the person before an examiner who wants to unmask it. It is "
        "told how machines give themselves away and how people type."
    ),
    "echo/custom-instructions": _(
        "As somebody would set up an assistant of their own: the model writes instructions for playing the person, "
        "improves them once, and then follows them, with the profile at hand."
    ),
    "echo/retrieval": _(
        "It does not write at all: it looks up the sentences of the profile that fit the question best. Whoever does "
        "no better has only quoted. A language model that is run with it is told to do the same."
    ),
    "echo/zero-shot": _("Name and profile, then the question: what a model does without any method."),
    "echo-judge": _(
        "The model reads pairs of answers, ten in a request, and names one of each pair. It is asked in four ways: "
        "for the person’s answer or the machine’s, with the person’s profile or without. Chance decides which answer "
        "stands first."
    ),
    "echo-questions": _(
        "From somebody’s profile the model proposes questions of the five kinds that are about one person. A "
        "researcher keeps or drops each before anybody answers it."
    ),
    "likert": _(
        "All statements of a scale stand in one request, in an order drawn anew for every sitting, with the meaning "
        "of each level; the reply is numbers. A situation to imagine may stand before them. Several wordings ask the "
        "same, to tell what a model feels from what a wording does."
    ),
    "refusal": _(
        "The model is asked to describe a group of people, after a situation or without one. Only whether it declines "
        "is kept."
    ),
}


def about(folder: str) -> str:
    return str(ABOUT[folder])
