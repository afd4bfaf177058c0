"""Who answers: a person, or a configured language model; and how a person came and went."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from apps.personas.models import Persona
from apps.studies.models.studies import Study

# No l, o, 0, 1: people copy these codes by hand.
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def random_code(length: int = 22) -> str:
    """Return an unguessable code; 22 letters are 110 bits."""
    return "".join(secrets.choice(ALPHABET) for _i in range(length))


def completion_code() -> str:
    return random_code(8).upper()


class LanguageModel(models.Model):
    """A language model as it can be asked, or as imported answers name it."""

    IMPORTED = "imported"
    REMOTE = "openai"
    LOCAL = "transformers"

    slug = models.SlugField(unique=True, max_length=100)
    label = models.CharField(_("label"), max_length=200)
    engine = models.CharField(_("engine"), max_length=30)
    name = models.CharField(_("name at the engine"), max_length=200)
    base_url = models.URLField(_("address"), blank=True, max_length=300)
    revision = models.CharField(_("revision"), blank=True, max_length=100)
    key_name = models.SlugField(
        _("key"), blank=True, help_text=_("The part after API_KEY_ of the environment variable that holds its key")
    )
    # Money per million tokens, in whatever currency the budget of a run is in.
    input_price = models.DecimalField(_("price per million tokens read"), max_digits=10, decimal_places=4, default=0)
    output_price = models.DecimalField(
        _("price per million tokens written"), max_digits=10, decimal_places=4, default=0
    )
    requests_per_minute = models.PositiveIntegerField(_("requests a minute, at most"), null=True, blank=True)
    tokens_per_minute = models.PositiveIntegerField(_("tokens a minute, at most"), null=True, blank=True)
    capabilities = models.JSONField(default=dict, blank=True, help_text="What the probe found")
    probed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.label

    @property
    def is_remote(self) -> bool:
        """Do answers leave this machine's network to be made?"""
        return self.engine == self.REMOTE

    @property
    def is_local(self) -> bool:
        return self.engine == self.LOCAL

    @property
    def is_baseline(self) -> bool:
        return self.engine not in {self.REMOTE, self.LOCAL, self.IMPORTED}


class Respondent(models.Model):
    class Kind(models.TextChoices):
        HUMAN = "human", _("person")
        MODEL = "model", _("language model")

    kind = models.CharField(max_length=5, choices=Kind.choices)
    language_model = models.ForeignKey(LanguageModel, models.CASCADE, null=True, blank=True)
    label = models.CharField(max_length=200, blank=True, help_text="For boards; never a person's name")
    method = models.CharField(max_length=50, blank=True, help_text="How a model is asked: likert/v1")
    sampling = models.JSONField(default=dict, blank=True, help_text="Temperature and so on")
    configuration = models.CharField(
        max_length=64, null=True, blank=True, unique=True, help_text="Hash of model, method and sampling"
    )
    demographics = models.JSONField(default=dict, blank=True)
    source_key = models.CharField(max_length=100, blank=True, help_text="Where imported answers stand: crowd/17")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="human", language_model__isnull=True)
                | models.Q(kind="model", language_model__isnull=False),
                name="respondent_model_has_language_model",
            )
        ]

    def __str__(self) -> str:
        return self.label or f"respondent {self.pk}"

    def describe(self, demographics: dict[str, str]) -> None:
        """Keep what a person tells about themselves."""
        self.demographics = demographics
        self.save(update_fields=["demographics"])


class Invitation(models.Model):
    """A link that people may open: /p/<code>/, or /j/<code>/ for those who judge a person's answers."""

    study = models.ForeignKey(Study, models.CASCADE)
    code = models.CharField(max_length=32, unique=True, default=random_code)
    persona = models.ForeignKey(Persona, models.CASCADE, null=True, blank=True, help_text="Whose answers are judged")
    most_uses = models.PositiveIntegerField(_("uses"), null=True, blank=True, help_text="Any number when empty")
    expires_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at < timezone.now()

    @property
    def is_used_up(self) -> bool:
        """Have as many people begun as may? Who declined or withdrew has used it as well."""
        return self.most_uses is not None and self.participation_set.count() >= self.most_uses

    def new_visit(self, **fields: Any) -> Participation:
        return Participation.objects.create(
            respondent=Respondent.objects.create(kind=Respondent.Kind.HUMAN),
            study_id=self.study_id,
            invitation=self,
            seen_at=timezone.now(),
            **fields,
        )


class Participation(models.Model):
    """A person's visit: how recruited, consent, progress, withdrawal.

    A step that has been taken cannot be taken again: the caller finds the visit at another stage and sends the
    person there. So a double click, a second tab and the back button change nothing; the first answers stand.
    """

    class Stage(models.TextChoices):
        CONSENT = "consent", _("consent")
        ABOUT = "about", _("about you")
        BEFORE = "before", _("feelings now")
        IMAGINE = "imagine", _("situation")
        AFTER = "after", _("feelings after")
        INSTRUCTION = "instruction", _("instruction")
        JUDGE = "judge", _("pairs")
        THANKS = "thanks", _("complete")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Source(models.TextChoices):
        DIRECT = "direct", _("link")
        PROLIFIC = "prolific", _("Prolific")

    # The order in which a person goes through a survey; each stage is the page that comes next.
    STEPS = (Stage.CONSENT, Stage.ABOUT, Stage.BEFORE, Stage.IMAGINE, Stage.AFTER, Stage.THANKS)

    respondent = models.OneToOneField(Respondent, models.CASCADE)
    study = models.ForeignKey(Study, models.CASCADE)
    invitation = models.ForeignKey(Invitation, models.CASCADE)
    code = models.CharField(max_length=32, unique=True, default=random_code)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.DIRECT)
    external_key = models.CharField(max_length=64, null=True, blank=True, help_text="Keyed hash of an external id")
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.CONSENT)
    consented_at = models.DateTimeField(null=True, blank=True)
    consent_version = models.CharField(max_length=20, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(help_text="A seat is kept while this is recent")
    completed_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    completion_code = models.CharField(max_length=8, default=completion_code)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "external_key"], name="participation_study_external_key")
        ]

    def __str__(self) -> str:
        return f"visit {self.pk}"

    @staticmethod
    def key_of(external_id: str) -> str:
        """Return a keyed hash: it tells a second visit of one person without keeping who they are."""
        return salted_hmac("apps.studies.participation", external_id, algorithm="sha256").hexdigest()

    def go_on(self, stage: str) -> None:
        self.stage = stage
        self.seen_at = timezone.now()
        self.save(update_fields=["stage", "seen_at", "consented_at", "consent_version", "completed_at", "withdrawn_at"])

    def agree(self) -> None:
        """Note the consent; the step that follows stores it."""
        self.consented_at = timezone.now()
        self.consent_version = self.study.consent_version

    def decline(self) -> None:
        """The person does not take part; nothing but that is kept."""
        self.go_on(self.Stage.DECLINED)

    def complete(self) -> None:
        self.completed_at = timezone.now()
        self.go_on(self.Stage.THANKS)

    def withdraw(self) -> None:
        """Delete what the person told us. The bare row stays, so that they do not take part again."""
        self.respondent.sitting_set.all().delete()
        self.respondent.describe({})
        self.withdrawn_at = timezone.now()
        self.go_on(self.Stage.WITHDRAWN)

    @property
    def has_left(self) -> bool:
        return self.stage in {self.Stage.DECLINED, self.Stage.WITHDRAWN}

    def record(self) -> dict[str, Any]:
        """Return what is stored about any visit, in plain values; each kind of study adds its answers."""
        return {
            "study": self.study.title,
            "protocol_sha256": self.study.protocol_sha256,
            "started_at": self.started_at.isoformat(),
            "consented_at": self.consented_at.isoformat() if self.consented_at else None,
            "consent_version": self.consent_version,
            "completed_at": self.completed_at.isoformat() if self.completed_at else None,
            "about_you": self.respondent.demographics,
        }

    @property
    def code_to_show(self) -> str:
        return self.study.completion_code(self.completion_code)

    @property
    def address_to_return_to(self) -> str:
        """Where a paid person goes at the end; empty for others."""
        if self.source == self.Source.DIRECT or not self.study.completion_url:
            return ""
        return self.study.completion_address(self.completion_code)


class Identifier(models.Model):
    """External ids, in a table of their own: deleting a person's is deleting one row."""

    participation = models.OneToOneField(Participation, models.CASCADE)
    person = models.CharField(max_length=100)
    study = models.CharField(max_length=100, blank=True)
    session = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return f"identifier {self.pk}"
