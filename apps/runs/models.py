"""Models answer studies in the background: the run, its requests with their replies, its steps."""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.personas.models import Persona
from apps.studies.models import LanguageModel, Respondent, Sitting, Study


class ApiKey(models.Model):
    """A key entered in the admin: stored encrypted, shown to nobody again."""

    language_model = models.OneToOneField(LanguageModel, models.CASCADE)
    encrypted = models.BinaryField()
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"key of {self.language_model}"


class Run(models.Model):
    """A batch of sittings by one configured language model."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")
        DONE = "done", _("done")

    ACTIVE = (State.PLANNED, State.RUNNING)
    RESUMABLE = (State.PAUSED, State.FAILED)

    study = models.ForeignKey(Study, models.CASCADE)
    respondent = models.ForeignKey(Respondent, models.CASCADE)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    # Why it is paused or failed, or what failed of a run that is done: a sentence to act on.
    reason = models.TextField(blank=True)
    conditions = models.JSONField(default=list, help_text="Codes of the conditions; all of the study's when empty")
    repeats = models.PositiveIntegerField(_("repeats"), default=1)
    seed = models.BigIntegerField(default=0)
    max_tokens = models.PositiveIntegerField(_("longest reply in tokens"), default=400)
    budget = models.DecimalField(_("budget"), max_digits=12, decimal_places=6, null=True, blank=True)
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))
    n_sittings = models.PositiveIntegerField(default=0)
    n_done = models.PositiveIntegerField(default=0)
    n_requests = models.PositiveIntegerField(default=0, help_text="Sent to the engine")
    n_cached = models.PositiveIntegerField(default=0, help_text="Answered by an earlier completion")
    n_failed = models.PositiveIntegerField(default=0, help_text="Sittings without a reply")
    n_retried = models.PositiveIntegerField(default=0, help_text="Asked again because nothing could be read")
    input_tokens = models.PositiveBigIntegerField(default=0)
    cached_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    # Time spent running, without pauses; `working_since` is when the present stretch began.
    seconds = models.FloatField(default=0)
    working_since = models.DateTimeField(null=True, blank=True)
    # Chunks carry the dispatch they belong to; those of an earlier one do nothing.
    dispatch = models.CharField(max_length=32, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    provenance = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"run {self.pk}"

    @property
    def language_model(self) -> LanguageModel:
        assert self.respondent.language_model is not None
        return self.respondent.language_model

    @property
    def is_active(self) -> bool:
        return self.state in self.ACTIVE

    @property
    def active_seconds(self) -> float:
        """Time spent working so far; never negative, also when the clock was set back."""
        if self.working_since is None:
            return self.seconds
        return self.seconds + max(0.0, (timezone.now() - self.working_since).total_seconds())

    @property
    def tokens_per_second(self) -> float:
        return self.output_tokens / self.active_seconds if self.active_seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated from the pace so far; None before there is one."""
        if not self.n_done or not self.is_active:
            return None
        return self.active_seconds / self.n_done * (self.n_sittings - self.n_done)


class Completion(models.Model):
    """One request to a language model with its reply: the cache is the log.

    A row is made by claiming it (state `claimed`, with a lease), so two workers never pay for one
    request. `key` is the SHA-256 of the engine's identity and the whole request, replicate included.
    """

    class State(models.TextChoices):
        CLAIMED = "claimed", _("under way")
        DONE = "done", _("answered")
        FAILED = "failed", _("failed")

    key = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CLAIMED)
    # Looked up together with the state, which has the index.
    run = models.ForeignKey(Run, models.SET_NULL, null=True, db_index=False, help_text="For which it was claimed last")
    # A person who withdraws takes along every request that held their words.
    persona = models.ForeignKey(Persona, models.CASCADE, null=True, help_text="Whose words the request holds")
    worker = models.CharField(max_length=100, help_text="Who claimed it: place, process, its start, chunk")
    lease_until = models.DateTimeField()
    identity = models.JSONField(help_text="The engine, as it enters the key")
    request = models.JSONField()
    reply = models.TextField(blank=True)
    raw = models.TextField(blank=True)
    finish_reason = models.CharField(max_length=20, blank=True)
    refusal = models.TextField(blank=True)
    answered_by = models.JSONField(default=dict, blank=True)
    error = models.CharField(max_length=50, blank=True, help_text="The error's class")
    sentence = models.TextField(blank=True, help_text="The error's sentence")
    input_tokens = models.PositiveIntegerField(null=True)
    cached_tokens = models.PositiveIntegerField(null=True)
    output_tokens = models.PositiveIntegerField(null=True)
    latency_ms = models.FloatField(null=True)
    # While it is claimed: the most that it may cost, which is what the run has reserved for it.
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["state", "worker"], name="completion_state_worker")]

    def __str__(self) -> str:
        return self.key[:12]


class Step(models.Model):
    """One turn of a model's sitting and the completion that answered it.

    `position` counts a sitting's requests (a questionnaire is one), `attempt` the times one was asked.
    """

    run = models.ForeignKey(Run, models.CASCADE)
    sitting = models.ForeignKey(Sitting, models.CASCADE)
    position = models.PositiveSmallIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    completion = models.ForeignKey(Completion, models.RESTRICT)

    class Meta:
        ordering = ["sitting", "position", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "position", "attempt"], name="step_sitting_position_attempt")
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}.{self.position}.{self.attempt}"
