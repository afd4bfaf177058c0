"""manage.py demo: a researcher, an open study and the boards, so that a first start has something to show."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from apps.leaderboard.boards import refresh_boards
from apps.studies.forms import CONSENT
from apps.studies.models import Instrument, Invitation, Study, Vignette, VignetteSet
from apps.studies.opening import open_study

USER = "researcher"
SLUG = "everyday-feelings"


class Command(BaseCommand):
    help = "Create the demo study and a researcher's login, once; print their addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--base-url", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, base_url: str, **options: Any) -> None:
        with transaction.atomic():
            password = researcher_password()
            invitation = demo_invitation()
        refresh_boards()
        self.stdout.write(f"Likeness            {base_url}/")
        self.stdout.write(f"Participant link    {base_url}/p/{invitation.code}/")
        self.stdout.write(f"Researcher login    {base_url}/login/  user: {USER}  password: {password}")


def password_file() -> Path:
    return Path(settings.DATA_DIR) / "researcher-password"


def researcher_password() -> str:
    """Create the researcher when missing and return the password, kept where only its owner can read it."""
    path, users = password_file(), get_user_model().objects
    if users.filter(username=USER).exists():
        return path.read_text(encoding="utf-8") if path.exists() else "(as you set it)"
    password = secrets.token_urlsafe(12)
    users.create_superuser(USER, password=password)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(password, encoding="utf-8")
    return password


def demo_invitation() -> Invitation:
    """Open the demo study when missing and return its link."""
    study = Study.objects.filter(slug=SLUG).first()
    if study:
        return Invitation.objects.filter(study=study).earliest("pk")
    vignettes = VignetteSet.objects.get(slug="everyday")
    study = Study.objects.create(
        slug=SLUG,
        title="Everyday feelings",
        instrument=Instrument.objects.filter(slug="panas").latest("pk"),
        vignette_set=vignettes,
        factors=list(dict.fromkeys(Vignette.objects.filter(vignette_set=vignettes).values_list("factor", flat=True))),
        consent_text=str(CONSENT),
        retention_date=timezone.now().date() + timedelta(days=365),
        owner=get_user_model().objects.get(username=USER),
    )
    open_study(study)
    return Invitation.objects.get(study=study)
