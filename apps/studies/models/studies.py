"""One instrument, given under stated conditions to respondents."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.personas.models import Persona
from apps.studies.models.instruments import Instrument
from apps.studies.models.vignettes import Vignette, VignetteSet

DEFAULT = "default"


class Study(models.Model):
    class OrderRule(models.TextChoices):
        RANDOM = "random", _("random for each sitting")
        FIXED = "fixed", _("as in the instrument")

    class Kind(models.TextChoices):
        LIVE = "live", _("taken here")
        IMPORTED = "imported", _("imported answers")

    slug = models.SlugField(unique=True)
    title = models.CharField(_("title"), max_length=120)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.LIVE)
    instrument = models.ForeignKey(Instrument, models.PROTECT, verbose_name=_("instrument"))
    vignette_set = models.ForeignKey(VignetteSet, models.PROTECT, null=True, blank=True, verbose_name=_("situations"))
    factors = models.JSONField(_("kinds of situations"), default=list, blank=True)
    with_positive = models.BooleanField(_("with the pleasant counterparts"), default=False)
    local_only = models.BooleanField(
        _("only models on our own machines"), default=False, help_text=_("A run on a remote engine is then refused.")
    )
    parameters = models.JSONField(default=dict, blank=True, help_text="What only this benchmark's studies settle")
    is_rehearsal = models.BooleanField(
        _("rehearsal"), default=False, help_text=_("Simulated answers: on no board, and deleted in one step.")
    )
    consent_text = models.TextField(_("consent text"), blank=True)
    consent_version = models.CharField(_("consent version"), max_length=20, default="1")
    order_rule = models.CharField(
        _("order of items"), max_length=10, choices=OrderRule.choices, default=OrderRule.RANDOM
    )
    quota = models.PositiveIntegerField(_("people per condition"), default=7)
    completion_url = models.URLField(_("completion address"), blank=True, max_length=300)
    retention_date = models.DateField(_("keep personal data until"), null=True, blank=True)
    source = models.CharField(max_length=300, blank=True, help_text="Where imported answers came from")
    protocol = models.JSONField(default=dict, blank=True)
    protocol_sha256 = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opened_at__isnull=True) | ~models.Q(protocol_sha256=""),
                name="study_open_has_protocol",
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None and self.closed_at is None and not self.has_expired

    @property
    def is_for_people(self) -> bool:
        """Can people take it here? A share of refusals is asked of models only."""
        return self.instrument.benchmark == "emotionbench"

    @property
    def is_turing_test(self) -> bool:
        return self.instrument.benchmark == "echo"

    @property
    def has_expired(self) -> bool:
        """After the retention date nothing more may be collected."""
        return self.retention_date is not None and self.retention_date < timezone.now().date()

    @property
    def state(self) -> str:
        if self.opened_at is None:
            return "draft"
        return "open" if self.is_open else "closed"

    def lock(self) -> None:
        """Read it anew and hold it until the transaction ends: two who change it take turns."""
        self.refresh_from_db(from_queryset=Study.objects.select_for_update())

    def close(self) -> None:
        self.closed_at = timezone.now()
        self.save(update_fields=["closed_at"])

    def completion_code(self, own: str) -> str:
        """The code to show: the one fixed in the completion address, else the person's own."""
        fixed = parse_qs(urlsplit(self.completion_url).query).get("cc", [""])[0]
        return fixed if fixed and "{code}" not in self.completion_url else own

    def completion_address(self, own: str) -> str:
        return self.completion_url.replace("{code}", own)


class Condition(models.Model):
    """What differs by design. Scores of one `group` are pooled (anger-1: five situations)."""

    study = models.ForeignKey(Study, models.CASCADE)
    code = models.CharField(max_length=50, help_text="default, anger-1.3")
    group = models.CharField(max_length=50, help_text="default, anger-1; a positive counterpart anger-1.p")
    vignette = models.ForeignKey(Vignette, models.PROTECT, null=True, blank=True)
    persona = models.ForeignKey(Persona, models.CASCADE, null=True, blank=True)
    parameters = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["study", "pk"]
        constraints = [models.UniqueConstraint(fields=["study", "code"], name="condition_study_code")]

    def __str__(self) -> str:
        return self.code

    @property
    def is_default(self) -> bool:
        return self.code == DEFAULT
