"""The way in: load an engine by its kind, hand it requests, get every outcome once."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from importlib import import_module
from typing import Any, cast

from inference.errors import BadSettings
from inference.types import Engine, Finished, Request, Stopped, never

ENGINES = {
    "openai": "inference.engines.openai.OpenAICompatible",
    "transformers": "inference.engines.transformers.LocalTransformers",
    "uniform": "inference.engines.baselines.Uniform",
    "random": "inference.engines.baselines.SeededRandom",
    "midpoint": "inference.engines.baselines.Midpoint",
    "human-marginals": "inference.engines.baselines.HumanMarginals",
    "longest-answer": "inference.engines.baselines.LongestAnswer",
    "profile-retrieval": "inference.engines.baselines.ProfileRetrieval",
    "replay": "inference.engines.baselines.Replay",
}


def load_engine(kind: str, **settings: Any) -> Engine:
    """Import the engine of that kind and build it from its settings.

    Raise BadSettings, with the remedy, for an unknown kind, a package that is not installed, or a
    setting that the engine does not take.
    """
    if kind not in ENGINES:
        raise BadSettings(f"There is no engine {kind!r}; choose one of: {', '.join(sorted(ENGINES))}.")
    module, name = ENGINES[kind].rsplit(".", 1)
    try:
        build = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise BadSettings(f"The engine {kind!r} needs the package {error.name!r}; install it.") from error
    try:
        return cast(Engine, build(**settings))
    except TypeError as error:
        raise BadSettings(f"The engine {kind!r} cannot be built so: {error}.") from error


async def generate(
    engine: Engine, requests: Sequence[Request], stopped: Stopped = never
) -> AsyncGenerator[Finished, None]:
    """Yield the outcome of each request exactly once, as it finishes, in any order.

    A request that failed is yielded with its error and the others go on; an error that would fail
    every request (``errors.StopsRun``) is raised after all outcomes already paid for. Once
    ``stopped`` says so nothing more is sent, and the outcomes of what is under way end it. Wrap the
    iterator in ``contextlib.aclosing`` when you may leave it early: what is under way is abandoned.
    """
    waiting = set(range(len(requests)))
    async with aclosing(engine.run(requests, stopped)) as outcomes:
        async for finished in outcomes:
            if finished.position not in waiting:
                raise RuntimeError(f"{engine.identity().kind} answered request {finished.position} twice")
            waiting.remove(finished.position)
            yield finished
    if waiting and not stopped():
        raise RuntimeError(f"{engine.identity().kind} lost {len(waiting)} of {len(requests)} requests")
