"""Background work of runs. Celery carries chunks; messages hold ids only, and may come twice or never.

The database is the truth: `sweep` sends out again whatever runs and has nobody at work on it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from datetime import timedelta
from functools import lru_cache, partial
from itertools import chain

from celery import current_app, shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import IntegrityError, connections
from django.db.models import Q
from django.utils import timezone

from apps.runs import states
from apps.runs.chunk import Chunk
from apps.runs.engines import engine_for
from apps.runs.models import Run
from apps.runs.planning import sittings_of
from apps.runs.provenance import provenance, publish
from apps.runs.work import work
from apps.studies.models import LanguageModel, Sitting
from inference import Engine
from inference.errors import EngineError

log = logging.getLogger(__name__)
CHUNK = 200
ATTEMPTS = 3
# Longer than a heartbeat and a slow write; a run nobody works on is sent out again after it.
SILENCE = timedelta(seconds=20)


def queue_of(model: LanguageModel) -> str:
    """Return the queue of a model's chunks: one per local model, so that a GPU worker loads only one."""
    if model.is_local and settings.REDIS_URL:
        return f"local.{model.slug}"
    return settings.CELERY_TASK_DEFAULT_QUEUE


def begin(run: Run) -> None:
    """Set the run going and send out its chunks."""
    run = states.start(run)
    if run.state != Run.State.RUNNING:
        return
    for keys in messages(run):
        run_chunk.apply_async((run.pk, run.dispatch, keys), queue=queue_of(run.language_model))
    states.finish(run)


def messages(run: Run) -> list[list[int]]:
    """Return the keys of the run's open sittings as they are sent out: a chunk in each message.

    Without Redis there is one worker process. Its threads would only get in each other's way, and
    leave none to other runs and to the boards, so one message holds them all.
    """
    chunks = open_chunks(run)
    return chunks if settings.REDIS_URL or not chunks else [list(chain.from_iterable(chunks))]


def open_chunks(run: Run) -> list[list[int]]:
    """Return the keys of the run's open sittings, a chunk's worth at a time."""
    return _chunks(list(sittings_of(run).filter(state=Sitting.State.OPEN).order_by("pk").values_list("pk", flat=True)))


def _chunks(keys: list[int]) -> list[list[int]]:
    return [keys[i : i + CHUNK] for i in range(0, len(keys), CHUNK)]


@shared_task(name="runs.run_chunk")
def run_chunk(run_pk: int, dispatch: str, keys: list[int]) -> None:
    """Work through some sittings of a run. Harmless when repeated: what is done is not asked again."""
    runs = Run.objects.select_related("study__instrument", "respondent__language_model")
    for chunk in _chunks(keys):
        run = runs.filter(pk=run_pk, state=Run.State.RUNNING, dispatch=dispatch).first()
        if run is None:
            return
        work_on(run, chunk)
        spare_the_collector()


@lru_cache(maxsize=1)
def spare_the_collector() -> None:
    """Once in a process, after its first chunk: what has been imported by then is never garbage.

    Looking through it again and again would take a tenth of the time that a request takes.
    """
    gc.collect()
    gc.freeze()


def work_on(run: Run, keys: list[int]) -> None:
    """Work on some of the run's sittings here and now; an error that concerns them all fails the run."""
    try:
        _work_on(run, keys)
    except EngineError as error:
        states.stop(run, Run.State.FAILED, error.sentence)
    except Exception as error:
        log.exception("run %s stopped", run.pk)
        states.stop(run, Run.State.FAILED, f"The lab itself failed ({type(error).__name__}); its log says where.")
        raise
    else:
        states.finish(run)


def _work_on(run: Run, keys: list[int]) -> None:
    """Work through a chunk; begin it anew where somebody withdrew at the very moment that their row was written to."""
    for attempt in range(ATTEMPTS):
        try:
            return asyncio.run(work(Chunk(run, keys), partial(_load_engine, run)))
        except IntegrityError:
            if attempt + 1 == ATTEMPTS or not run.study.is_turing_test:
                raise
            log.warning("run %s: what it wrote about was deleted meanwhile; it looks again", run.pk)


def _load_engine(run: Run) -> Engine:
    """Return the run's engine, and note what its answers depend on. Runs in a thread of its own."""
    try:
        engine = engine_for(run)
        if not run.provenance:
            run.provenance = provenance(run, engine)
            if Run.objects.filter(pk=run.pk).update(provenance=run.provenance):
                publish(run)
        return engine
    finally:
        connections.close_all()


@shared_task(name="runs.sweep")
def sweep() -> None:
    """Send out again what runs and has been silent for a while: its worker was killed, or a message lost.

    Not while messages wait in its queue: they may be its own, and come to their turn.
    """
    now = timezone.now()
    # From the future is from before the clock was set back, and says nothing either.
    silent = Q(heartbeat_at__lt=now - SILENCE) | Q(heartbeat_at__gt=now + SILENCE)
    for run in Run.objects.filter(silent, state=Run.State.RUNNING).select_related("respondent__language_model"):
        if not count_waiting(queue_of(run.language_model)):
            begin(run)


def count_waiting(queue: str) -> int:
    """Return how many messages nobody has taken up yet."""
    with current_app.connection_for_write() as connection:
        try:
            return int(connection.default_channel.queue_declare(queue=queue, passive=True).message_count)
        except connection.channel_errors:  # no such queue, so nothing in it
            return 0


@worker_ready.connect
def on_worker_ready(**_kwargs: object) -> None:
    """Without Redis there is one worker; when it starts, no other is at work on what runs.

    A run_study in a terminal may be: claims keep the two apart.
    """
    if settings.REDIS_URL:
        return
    for run in Run.objects.filter(state=Run.State.RUNNING):
        begin(run)
