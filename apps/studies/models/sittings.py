"""One respondent, one condition, once: the answers and the scores they give."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.studies.models.instruments import Item, Subscale
from apps.studies.models.respondents import Respondent
from apps.studies.models.studies import Condition, Study

SCORER = "likert-1"


class Sitting(models.Model):
    """A response is never without its sitting, so the protocol's hash stands here, once for all of them."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        COMPLETED = "completed", _("completed")
        EXCLUDED = "excluded", _("excluded")

    code = models.UUIDField(unique=True, default=uuid.uuid4)
    study = models.ForeignKey(Study, models.CASCADE)
    condition = models.ForeignKey(Condition, models.CASCADE)
    respondent = models.ForeignKey(Respondent, models.CASCADE)
    repeat = models.PositiveIntegerField(default=0)
    seed = models.BigIntegerField()
    item_order = models.JSONField(default=list, help_text="Item codes as they were shown")
    protocol_sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    exclusion_reason = models.CharField(max_length=200, blank=True)
    draft = models.JSONField(default=dict, blank=True, help_text="Ratings chosen but not yet sent")
    served_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["condition", "respondent", "repeat"], name="sitting_condition_respondent_repeat"
            )
        ]
        indexes = [models.Index(fields=["study", "state", "condition"], name="sitting_study_state_condition")]

    def __str__(self) -> str:
        return str(self.code)


class Response(models.Model):
    """One raw answer to one item, with its value or why there is none."""

    class Missing(models.TextChoices):
        SKIPPED = "skipped", _("skipped")
        REFUSED = "refused", _("refused")
        UNPARSED = "unparsed", _("not readable")
        FAILED = "failed", _("request failed")

    sitting = models.ForeignKey(Sitting, models.CASCADE)
    item = models.ForeignKey(Item, models.PROTECT)
    position = models.PositiveSmallIntegerField(help_text="Place in the order shown, from 1")
    raw = models.TextField()
    value = models.JSONField(null=True)
    missing = models.CharField(max_length=10, choices=Missing.choices, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, help_text="From the page shown to the first choice")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sitting", "item"], name="response_sitting_item"),
            models.CheckConstraint(
                condition=models.Q(value__isnull=True, missing__gt="") | models.Q(value__isnull=False, missing=""),
                name="response_value_or_missing",
            ),
        ]

    def __str__(self) -> str:
        return f"response {self.pk}"


class Score(models.Model):
    """A number computed from a sitting's responses on one subscale; none when answers are missing."""

    respondent = models.ForeignKey(Respondent, models.CASCADE)
    study = models.ForeignKey(Study, models.CASCADE)
    condition = models.ForeignKey(Condition, models.CASCADE)
    subscale = models.ForeignKey(Subscale, models.PROTECT)
    sitting = models.ForeignKey(Sitting, models.CASCADE)
    value = models.FloatField(null=True)
    n_items = models.PositiveSmallIntegerField()
    n_missing = models.PositiveSmallIntegerField(default=0)
    scorer = models.CharField(max_length=20, default=SCORER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sitting", "subscale", "scorer"], name="score_sitting_subscale_scorer")
        ]
        indexes = [models.Index(fields=["study", "subscale"], name="score_study_subscale")]

    def __str__(self) -> str:
        return f"{self.subscale_id}: {self.value}"
