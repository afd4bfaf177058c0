"""Who is imitated: an ordinary person's profile, what they allowed to be done with it, and its variants."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# No l, o, 0, 1: people copy these codes by hand.
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def link_code() -> str:
    """Return an unguessable code for a private link: 22 letters are 110 bits."""
    return "".join(secrets.choice(ALPHABET) for _i in range(22))


def handle() -> str:
    """Return a name that tells nothing, for pages, exports and conditions."""
    return "p-" + "".join(secrets.choice(ALPHABET) for _i in range(6))


class Persona(models.Model):
    class Shape(models.TextChoices):
        # code of a profile question to its answer
        QUESTIONNAIRE = "questionnaire", _("ten-question profile")
        # SimulateBench: immutable characteristics, social roles, relationships
        FRAMEWORK = "framework", _("profile framework")
        # files of the ECHO release, name to content, as text: a database may give JSON another order
        RELEASE = "release", _("free JSON")

    class State(models.TextChoices):
        INVITED = "invited", _("invited")
        SENT = "sent", _("sent, to be read")
        RETURNED = "returned", _("returned for changes")
        READY = "ready", _("accepted")

    slug = models.SlugField(unique=True, default=handle, help_text="A handle; never a real person's name")
    code = models.CharField(max_length=32, unique=True, default=link_code, help_text="Of the private link")
    name = models.CharField(_("name"), max_length=100)
    shape = models.CharField(max_length=15, choices=Shape.choices, default=Shape.QUESTIONNAIRE)
    profile = models.JSONField(default=dict, blank=True)
    draft = models.JSONField(default=dict, blank=True, help_text="Typed but not yet sent")
    state = models.CharField(max_length=10, choices=State.choices, default=State.INVITED)
    note = models.TextField(_("note to the person"), blank=True)
    variant_of = models.ForeignKey("self", models.CASCADE, null=True, blank=True)
    changed_attribute = models.CharField(max_length=50, blank=True)
    source = models.CharField(max_length=300, blank=True, help_text="Where an invented or published persona is from")
    licence = models.CharField(max_length=100, blank=True, help_text="Of an invented or published persona's texts")
    # Each permission is given and taken back by itself. An invented person needs none.
    may_store_at = models.DateTimeField(null=True, blank=True)
    may_imitate_locally_at = models.DateTimeField(null=True, blank=True)
    may_imitate_remotely_at = models.DateTimeField(null=True, blank=True)
    consent_version = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    reviewed_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True, help_text="When the retention date had passed")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(variant_of__isnull=True, changed_attribute="")
                | models.Q(variant_of__isnull=False) & ~models.Q(changed_attribute=""),
                name="persona_variant_names_attribute",
            )
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_invented(self) -> bool:
        return bool(self.source)

    @property
    def may_be_stored(self) -> bool:
        return self.is_invented or self.may_store_at is not None

    def may_be_imitated(self, *, remotely: bool) -> bool:
        """Has the person allowed a model on our machines, or on somebody else's, to answer as them?"""
        allowed = self.may_imitate_remotely_at if remotely else self.may_imitate_locally_at
        return self.erased_at is None and (self.is_invented or allowed is not None)

    def erase(self) -> None:
        """Forget the person's texts, name and dates; the handle stays, so that scores keep their cluster.

        The private link is dead from now on.
        """
        self.name, self.profile, self.draft, self.note, self.consent_version = "", {}, {}, "", ""
        self.may_store_at = self.may_imitate_locally_at = self.may_imitate_remotely_at = None
        self.sent_at = self.reviewed_at = None
        self.code, self.erased_at = link_code(), timezone.now()
        self.save()
