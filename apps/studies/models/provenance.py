"""What answers depend on, told by whoever made or imported them; pages of results read it here."""

from __future__ import annotations

from typing import Any

from django.db import models

from apps.benchmarks.files import canonical_sha256
from apps.studies.models.respondents import Respondent
from apps.studies.models.studies import Study


class ProvenanceManager(models.Manager["Provenance"]):
    def note(self, study: Study, respondent: Respondent | None, told: dict[str, Any]) -> Provenance:
        """Keep what is told, once."""
        found, _is_new = self.get_or_create(
            study=study, respondent=respondent, sha256=canonical_sha256(told), defaults={"told": told}
        )
        return found


class Provenance(models.Model):
    """One state of code, engine and prompt under which a model answered a study, or one imported file. Public."""

    study = models.ForeignKey(Study, models.CASCADE)
    respondent = models.ForeignKey(Respondent, models.CASCADE, null=True, help_text="None: all people of the study")
    sha256 = models.CharField(max_length=64, help_text="Of what is told")
    told = models.JSONField()
    completions = models.PositiveIntegerField(null=True, help_text="Requests that were answered so far")
    noted_at = models.DateTimeField(auto_now_add=True)

    objects = ProvenanceManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["study", "respondent", "sha256"], name="provenance_study_respondent_told"),
            models.UniqueConstraint(
                fields=["study", "sha256"], condition=models.Q(respondent=None), name="provenance_study_people_told"
            ),
        ]

    def __str__(self) -> str:
        return self.sha256[:12]
