"""What only the Turing test has: the questions of each person, and what a researcher decided about a text."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.personas.models import Persona
from apps.studies.models import Response, Study


class Question(models.Model):
    """A question that a person may be asked; one of each kind is drawn."""

    class Source(models.TextChoices):
        BANK = "bank", _("our general questions")
        MODEL = "model", _("written by a model")
        WRITTEN = "written", _("written by a researcher")
        IMPORTED = "imported", _("imported")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("to be reviewed")
        KEPT = "kept", _("kept")
        DROPPED = "dropped", _("dropped")

    study = models.ForeignKey(Study, models.CASCADE)
    persona = models.ForeignKey(Persona, models.CASCADE)
    kind = models.CharField(max_length=2, help_text="Type of question, as an item's code: CR")
    text = models.TextField()
    source = models.CharField(max_length=10, choices=Source.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    is_drawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["study", "persona", "kind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "persona", "kind"], condition=models.Q(is_drawn=True), name="question_drawn_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Decision(models.Model):
    """A researcher's word on a text that may give its writer away: judges see it, or it is withheld."""

    response = models.OneToOneField(Response, models.CASCADE)
    is_shown = models.BooleanField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    decided_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"decision on {self.response_id}"
