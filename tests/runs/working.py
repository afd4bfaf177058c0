"""A run at work, step by step: begun, loaded by a worker who may be killed, and looked at afterwards."""

from __future__ import annotations

import json
import threading

from django.db import connections

from apps.runs import states
from apps.runs.chunk import Chunk
from apps.runs.engines import engine_for
from apps.runs.models import Run
from apps.runs.tasks import open_chunks
from apps.runs.worker import end_work
from apps.studies.models import Response, Score, Sitting
from inference import ChatReply, Usage

RATINGS = "\n".join(f"{number}: 3" for number in range(1, 21))
SITTINGS = 11  # of the study: without a situation, and after each of ten


def asked(server):
    """Return what each chat completion asked, as one text."""
    return [json.dumps(call.body, sort_keys=True) for call in server.calls]


def fresh(run):
    return Run.objects.select_related("study__instrument", "respondent__language_model").get(pk=run.pk)


def started(run):
    """Set the run going; return it with the keys of its sittings."""
    run = fresh(states.start(run))
    [keys] = open_chunks(run)
    return run, keys


def loaded(run, keys):
    chunk = Chunk(run, keys)
    chunk.load(engine_for(run))
    return chunk


def good(chunk, keys):
    return {key: ChatReply(RATINGS, "stop", usage=Usage(12, 0, 3)) for key in keys}


def killed(chunk):
    """Have the chunk's worker gone, as far as others can tell."""
    end_work(chunk.worker)


def in_thread(call):
    def act():
        try:
            call()
        finally:
            connections.close_all()

    thread = threading.Thread(target=act)
    thread.start()
    return thread


def all_at_once(calls):
    """Let every call begin before any is waited for."""
    threads = [in_thread(call) for call in calls]
    for thread in threads:
        thread.join()


def complete(run):
    """Assert that every sitting has all its answers and scores, once."""
    sittings = Sitting.objects.filter(respondent=run.respondent)
    assert set(sittings.values_list("state", flat=True)) == {"completed"}
    n_items = run.study.instrument.item_set.count()
    n_subscales = run.study.instrument.subscale_set.count()
    assert Response.objects.count() == n_items * sittings.count()
    assert Score.objects.count() == n_subscales * sittings.count()
