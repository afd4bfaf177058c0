"""manage.py simulate_study STUDY: a rehearsal with simulated people, through the real pages."""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.studies.models import Study
from apps.studies.opening import CannotOpen
from apps.turing.simulation import copies, outcome
from apps.turing.simulation.rehearsal import Plan, rehearse
from apps.turing.simulation.serving import NoServer, served


class Command(BaseCommand):
    help = (
        "Rehearse a study: make a copy of it, let simulated people go through all its pages by HTTP, and say how it "
        "went. The copy is marked as a rehearsal and stands on no board; --delete deletes every copy of the study."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("study", help="the study's slug")
        parser.add_argument("--n", type=_count, default=20, help="how many judge, or take part in a survey")
        parser.add_argument("--people", type=_count, default=4, help="how many are imitated, 10 at most")
        parser.add_argument("--accuracy", type=_share, default=0.7, help="share of pairs that judges get right")
        parser.add_argument("--dropout", type=_share, default=0.15, help="share of people who leave at some step")
        parser.add_argument("--concurrency", type=_count, default=8, help="how many are at it at once")
        parser.add_argument("--think", type=_seconds, default=0.0, help="seconds before each form is sent")
        parser.add_argument("--base-url", default="", help="a server on the same database; left out, one is started")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--delete", action="store_true", help="delete the rehearsals of this study")

    def handle(self, *args: Any, **options: Any) -> None:
        study = Study.objects.filter(slug=options["study"]).select_related("instrument", "vignette_set").first()
        if study is None:
            known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f'There is no study "{options["study"]}". Studies: {known}')
        if options["delete"]:
            self._delete(study)
        else:
            self._rehearse(study, options)

    def _delete(self, study: Study) -> None:
        found = [study] if study.is_rehearsal else list(copies.rehearsals_of(study))
        for rehearsal in found:
            copies.delete(rehearsal)
        self.stdout.write(f"Deleted: {', '.join(one.slug for one in found) or 'nothing; there was no rehearsal'}")

    def _rehearse(self, study: Study, options: dict[str, Any]) -> None:
        _refuse_unfit(study)
        given = {name: options[name] for name in ("n", "people", "accuracy", "dropout", "concurrency", "think", "seed")}
        start = time.monotonic()
        try:
            copy = copies.open_copy(study)
            with nullcontext(options["base_url"]) if options["base_url"] else served() as base_url:
                self.stdout.write(f"{copy.slug} at {base_url}")
                crowds = rehearse(copy, Plan(base_url, **given))
        except (CannotOpen, NoServer) as problem:
            raise CommandError(str(problem)) from problem
        for line in outcome.lines(copy, crowds, options["accuracy"]):
            self.stdout.write(line)
        self.stdout.write(f"It took {time.monotonic() - start:.0f} s.")
        if not outcome.went_well(copy, crowds):
            raise CommandError("The rehearsal did not go well: see the errors, and what was stored, above.")


def _refuse_unfit(study: Study) -> None:
    if study.is_rehearsal:
        raise CommandError(f"{study.slug} is a rehearsal itself; name the study that it is a copy of.")
    if study.kind != Study.Kind.LIVE or not (study.is_turing_test or study.is_for_people):
        raise CommandError(f"{study.slug} is not taken by people here, so there is nothing to rehearse.")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of people; write 1 or more')
    return int(text)


def _share(text: str) -> float:
    number = _seconds(text)
    if number > 1:
        raise argparse.ArgumentTypeError(f'"{text}" is no share; write a number from 0 to 1')
    return number


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 3600:
        raise argparse.ArgumentTypeError(f'"{text}" is no number from 0 on')
    return number
