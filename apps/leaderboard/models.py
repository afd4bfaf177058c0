"""Boards and the lines on them. Derived from scores: both may be dropped and rebuilt at any time."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.leaderboard.quick_json import QuickDecoder
from apps.studies.models import Instrument


class Board(models.Model):
    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    place = models.PositiveSmallIntegerField(default=0, help_text="Boards are listed in this order")
    instrument = models.ForeignKey(Instrument, models.CASCADE, null=True, help_text="None: printed tables only")
    about = models.JSONField(default=dict, help_text="What its file in fixtures/boards/ says, and its printed tables")
    picture = models.JSONField(default=dict, help_text="Its result in a few rows, drawn on the first page")
    fingerprint = models.CharField(max_length=64, blank=True, help_text="What its entries were computed from")
    computed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["place", "slug"]

    def __str__(self) -> str:
        return self.title


class EntryManager(models.Manager["Entry"]):
    """Leaves out the distributions: they are most of a line, and only its own page and comparisons show them."""

    def get_queryset(self) -> models.QuerySet[Entry]:
        return super().get_queryset().defer("distributions")


class Entry(models.Model):
    class Kind(models.TextChoices):
        HUMAN = "human", _("people")
        MEASURED = "measured", _("measured here")
        IMPORTED = "imported", _("imported")
        BASELINE = "baseline", _("baseline")
        PUBLISHED = "published", _("published")

    board = models.ForeignKey(Board, models.CASCADE)
    label = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    is_human = models.BooleanField(default=False)
    vignettes = models.CharField(max_length=100, help_text="The vignette set; differences are taken within one")
    n = models.PositiveIntegerField(null=True)
    n_missing = models.PositiveIntegerField(null=True)
    values = models.JSONField(
        decoder=QuickDecoder, help_text='"<condition>.<subscale>" to its cell; in printed tables "<column>"'
    )
    provenance = models.JSONField(default=dict)
    distributions = models.JSONField(default=dict, help_text="Histograms of scores and counts of answers; see the docs")
    changed_at = models.DateTimeField(null=True, help_text="When its number of answers last changed")

    objects = EntryManager()

    class Meta:
        ordering = ["board", "-is_human", "kind", "label"]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return self.label
