"""Wordings of a prompt beside ours."""

from __future__ import annotations

from django.db import models

from apps.benchmarks.prompts import PromptVersion


class Wording(models.Model):
    """A wording that a user loaded beside ours, such as a paper's own."""

    way = models.CharField(max_length=50, help_text="What it words: echo/rpp")
    name = models.CharField(max_length=30)
    source = models.CharField(max_length=300)
    sections = models.JSONField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["way", "name"], name="wording_way_name")]

    def __str__(self) -> str:
        return f"{self.way}/{self.name}"

    def version(self) -> PromptVersion:
        return PromptVersion(self.name, self.sections, self.sha256)
