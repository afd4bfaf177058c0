"""manage.py demo_turing: a Turing test of ten invented people, answered by a baseline and ready to be judged."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from io import StringIO
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.core.writing import writing
from apps.studies.models import Instrument, Invitation, Study
from apps.studies.opening import open_study
from apps.turing.forms import ACQUAINTANCES, FOR_JUDGES, FOR_PEOPLE
from apps.turing.importing import import_person
from apps.turing.invented import paths
from apps.turing.pairing import prepare
from apps.turing.people import people

SLUG = "who-wrote-this"
USER = "researcher"  # whom manage.py demo makes


class Command(BaseCommand):
    help = "Create the demo Turing test, once, with a baseline's answers; print a link for judges."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--base-url", default="http://127.0.0.1:8000")

    def handle(self, *args: Any, base_url: str, **options: Any) -> None:
        study = Study.objects.filter(slug=SLUG).first() or _new_study()
        invitation = Invitation.objects.filter(study=study, persona__isnull=False).order_by("pk").first()
        if invitation:
            self.stdout.write(f"Link for judges     {base_url}/j/{invitation.code}/")


def _new_study() -> Study:
    """Make the study with everything in it, so that pages and board have something to show at once."""
    owner = get_user_model().objects.filter(username=USER).first()
    if owner is None:
        raise CommandError("The demo researcher is not here yet; run manage.py demo first.")
    with writing():
        study = Study.objects.create(
            slug=SLUG,
            title="Who wrote this?",
            instrument=Instrument.objects.filter(slug="echo").latest("pk"),
            consent_text=str(FOR_PEOPLE),
            retention_date=timezone.now().date() + timedelta(days=365),
            parameters={
                "judges": ACQUAINTANCES, "feedback": True, "low": 45, "high": 55, "judge_consent": str(FOR_JUDGES),
            },
            owner=owner,
        )  # fmt: skip
        open_study(study)
        for path in paths():
            import_person(study, path, owner)
    _run("profile-retrieval", "echo/retrieval")
    with writing():
        prepare(study)
        Invitation.objects.bulk_create(Invitation(study=study, persona=persona) for persona in people(study))
    _run("longest-answer", "echo-judge")
    return study


def _run(model: str, way: str) -> None:
    call_command("run_study", SLUG, model=model, way=way, verbosity=0, stdout=StringIO())
