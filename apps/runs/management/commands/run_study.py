"""manage.py run_study STUDY --model SLUG: a run in this terminal, with a progress bar."""

from __future__ import annotations

import threading
import time
from argparse import ArgumentParser
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from apps.runs import states
from apps.runs.baselines import ensure_baselines
from apps.runs.models import Run
from apps.runs.planning import CannotRun, Choice, resume_or_plan
from apps.runs.tasks import open_chunks, work_on
from apps.runs.ways import ways_of
from apps.studies.models import LanguageModel, Study

SECONDS_TO_WAIT = 1.0


class Command(BaseCommand):
    help = "Run a study on a language model here; run it again to go on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's slug")
        parser.add_argument("--model", required=True, help="the model's slug, or a baseline's")
        parser.add_argument("--way", default="", help="in a Turing test: echo/rpp, echo-judge and so on")
        parser.add_argument("--repeats", type=int, help="once when left out; judging three times")
        parser.add_argument("--wording", default="v1", help="version of the prompt")
        parser.add_argument("--temperature", type=float, help="0 when left out, or as published for the method")
        parser.add_argument("--conditions", nargs="*", default=[], help="codes; all of the study's when left out")
        parser.add_argument("--max-tokens", type=int)
        parser.add_argument("--budget", help="the most that the run may cost")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_baselines()
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f'There is no study "{options["study"]}". Studies: {known}')
        model = LanguageModel.objects.filter(slug=options["model"]).first()
        if model is None:
            known = ", ".join(LanguageModel.objects.exclude(engine="imported").values_list("slug", flat=True))
            raise CommandError(f'There is no model "{options["model"]}". Models: {known}')
        try:
            run = resume_or_plan(study, model, _choice(study, options))
        except CannotRun as problem:
            raise CommandError(str(problem)) from problem
        self._work(run, quiet=not options["verbosity"])

    def _work(self, run: Run, quiet: bool) -> None:
        run = states.start(run)
        stopped = threading.Event()
        with tqdm(total=run.n_sittings, initial=run.n_done, unit="sitting", disable=quiet or None) as bar:
            watcher = threading.Thread(target=_watch, args=(run.pk, bar, stopped), daemon=True)
            watcher.start()
            try:
                _until_it_ends(run)
            except KeyboardInterrupt:
                states.stop(run, Run.State.PAUSED, "It was stopped in the terminal; run the command again to go on.")
            finally:
                stopped.set()
                watcher.join()
        run.refresh_from_db()
        self.stdout.write(
            f"Run {run.pk} is {run.state}: {run.n_done} of {run.n_sittings} sittings, {run.n_requests} requests, "
            f"{run.n_cached} from the cache, {run.n_retried} asked again, {run.n_failed} failed, cost {run.cost:.4f}."
        )
        if run.state in Run.RESUMABLE:
            raise CommandError(run.reason)
        if run.reason:
            self.stdout.write(run.reason)


def _until_it_ends(run: Run) -> None:
    """Work through the run; what another worker asks at the moment is waited for."""
    while True:
        for keys in open_chunks(run):
            work_on(run, keys)
        states.finish(run)
        if not Run.objects.filter(pk=run.pk, state=Run.State.RUNNING).exists():
            return
        time.sleep(SECONDS_TO_WAIT)


def _choice(study: Study, options: dict[str, Any]) -> Choice:
    ways = ways_of(study.instrument)
    usual = ways.get(options["way"]) or next(iter(ways.values()))
    try:
        budget = Decimal(options["budget"]) if options["budget"] else None
    except InvalidOperation:
        raise CommandError(f'--budget is "{options["budget"]}"; write a number like 2.50') from None
    given = {name: options[name] for name in ("repeats", "temperature", "max_tokens") if options[name] is not None}
    return Choice(
        way=options["way"], wording=options["wording"], conditions=tuple(options["conditions"]), budget=budget,
        seed=options["seed"], **{**usual.sampling(), **given},
    )  # fmt: skip


def _watch(run_pk: int, bar: tqdm[Any], stopped: threading.Event) -> None:
    """Move the bar to where the database says that the run is, twice a second."""
    last = False
    while not last:
        last = stopped.wait(0.5)
        run = Run.objects.get(pk=run_pk)
        bar.n = run.n_done
        bar.set_postfix_str(f"{run.tokens_per_second:.0f} tokens/s, cost {run.cost:.4f}")
        bar.refresh()
    connection.close()
