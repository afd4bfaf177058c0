"""Two answers to one question, a person's and a machine's, and the sittings in which they are judged.

Here and not in the Turing app, because models judge the same pairs as people do.
"""

from __future__ import annotations

from django.db import models

from apps.studies.models.instruments import Item
from apps.studies.models.sittings import Response, Sitting


class Pair(models.Model):
    item = models.ForeignKey(Item, models.PROTECT)
    human_response = models.ForeignKey(Response, models.CASCADE, related_name="+")
    model_response = models.ForeignKey(Response, models.CASCADE, related_name="+")
    # Characters as judges saw them: they outlast the texts.
    human_length = models.PositiveIntegerField()
    model_length = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["human_response", "model_response"], name="pair_human_model_response")
        ]

    def __str__(self) -> str:
        return f"pair {self.pk}"


class Showing(models.Model):
    """A pair as a judge is to see it. Which side the machine's answer is on follows from the sitting's seed."""

    sitting = models.ForeignKey(Sitting, models.CASCADE)
    pair = models.ForeignKey(Pair, models.CASCADE)
    item = models.ForeignKey(Item, models.PROTECT, help_text="That of the pair: each question once in a sitting")
    position = models.PositiveSmallIntegerField(help_text="Place in the sitting, from 1")
    machine_first = models.BooleanField()
    served_at = models.DateTimeField(null=True, blank=True)
    sureness = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 guessed, 5 certain")
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["sitting", "position"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "item"], name="showing_sitting_item"),
            models.UniqueConstraint(fields=["sitting", "position"], name="showing_sitting_position"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}.{self.position}"
