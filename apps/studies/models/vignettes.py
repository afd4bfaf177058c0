"""The situations that respondents imagine."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class VignetteSet(models.Model):
    """Situations written together; boards compare only within a set."""

    slug = models.SlugField(unique=True)
    version = models.CharField(max_length=20)
    title = models.CharField(max_length=200)
    licence = models.CharField(max_length=300)
    source = models.CharField(max_length=300)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title


class Vignette(models.Model):
    class Valence(models.TextChoices):
        NEGATIVE = "negative", _("negative")
        POSITIVE = "positive", _("positive counterpart")

    vignette_set = models.ForeignKey(VignetteSet, models.CASCADE)
    emotion = models.SlugField()
    factor = models.SlugField(help_text="One-based, as printed: anger-1")
    factor_title = models.CharField(max_length=200)
    valence = models.CharField(max_length=10, choices=Valence.choices, default=Valence.NEGATIVE)
    position = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True, help_text="Empty while only the answers to it were imported")

    class Meta:
        ordering = ["vignette_set", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["vignette_set", "factor", "valence", "position"], name="vignette_set_factor_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.factor_title} {self.position}"

    @property
    def condition_code(self) -> str:
        """The code of the condition that shows it, anger-1.3 (a positive one anger-1.p1)."""
        mark = "p" if self.valence == self.Valence.POSITIVE else ""
        return f"{self.factor}.{mark}{self.position}"
