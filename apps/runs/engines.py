"""From a language model's row to the engine that makes it speak."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

from django.conf import settings

from apps.runs.keys import key_of
from apps.runs.marginals import human_proportions
from apps.runs.models import Completion, Run
from apps.studies.models import LanguageModel
from inference import ChatReply, Engine, EngineIdentity, load_engine
from inference.errors import BadSettings
from inference.rate import Limits
from inference.types import Capabilities

# A worker's threads ask for the same engine at the same moment; it is made once.
_loading, _opening = Lock(), Lock()


def engine_for(run: Run) -> Engine:
    """Return the run's engine, kept between chunks: a loaded model, and what is known of an endpoint's pace.

    Raises inference.errors.BadSettings or BadCheckpoint.
    """
    model = run.language_model
    if model.is_local:
        return _local(checkpoint(model.name), model.revision)
    if model.is_remote:
        return remote_engine(model)
    return load_engine(model.engine, **_baseline_settings(model, run))


def checkpoint(name: str) -> str:
    """Return where a local model lies: a folder of this project is named from its root; a hub id stays as it is."""
    ours = settings.BASE_DIR / name
    return str(ours) if ours.is_dir() else name


# One local model per worker process: loading takes longer than a chunk.
@lru_cache(maxsize=1)
def _local(name: str, revision: str) -> Engine:
    return load_engine(LanguageModel.LOCAL, model=name, revision=revision)


def remote_engine(model: LanguageModel) -> Engine:
    found = model.capabilities.get("engine")
    key = key_of(model)
    with _opening:
        return _remote(
            model.base_url,
            model.name,
            key,
            model.revision,
            model.capabilities.get("server_version", ""),
            Capabilities(**found) if found else None,
            Limits(model.requests_per_minute, model.tokens_per_minute),
        )


@lru_cache(maxsize=32)
def _remote(
    base_url: str, name: str, key: str, revision: str, version: str, found: Capabilities | None, limits: Limits
) -> Engine:
    known = {"capabilities": found} if found else {}
    return load_engine(
        LanguageModel.REMOTE,
        base_url=base_url, model=name, api_key=key, revision=revision, server_version=version, limits=limits, **known,
    )  # fmt: skip


def _baseline_settings(model: LanguageModel, run: Run) -> Mapping[str, Any]:
    if model.engine == "human-marginals":
        return {"proportions": human_proportions(run.study), "seed": run.seed}
    if model.engine == "replay":
        return stored_run(int(model.name))
    if model.engine in {"uniform", "random"}:
        return {"seed": run.seed}
    return {}


def stored_run(pk: int) -> Mapping[str, Any]:
    """Return a run's replies by request key, and who gave them. Raises BadSettings when there are none."""
    done = Completion.objects.filter(step__run=pk, state=Completion.State.DONE)
    first = done.first()
    if first is None:
        raise BadSettings(f"Run {pk} has no stored replies; name the number of a run that has.")
    stored = {
        completion.key: ChatReply(completion.reply, completion.finish_reason, completion.refusal or None)  # type: ignore[arg-type]
        for completion in done
    }
    return {"stored": stored, "original": EngineIdentity(**first.identity)}
