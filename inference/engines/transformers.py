"""A checkpoint on this machine as an engine: replies in batches, option scores over shared prefixes."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import torch

from inference.local.batches import RowLimit
from inference.local.checkpoint import load
from inference.local.generation import Writer
from inference.local.parity import TOLERANCE, choose_way, probe
from inference.local.requests import prepare
from inference.local.results import reply_of, scores_of, timed
from inference.local.room import prefix_bytes, rows_that_fit
from inference.local.scoring import Scorer
from inference.local.store import PrefixStore
from inference.types import AnsweredBy, Capabilities, EngineIdentity, Finished, Request, Stopped, never


class LocalTransformers:
    """Any causal checkpoint folder or hub id, loaded once; one batch at a time is computed.

    ``parity`` holds what the test at load found: how scores are computed, and the largest
    difference of a centred option score from computing each sequence alone. It belongs in the
    provenance of a run. Raises BadCheckpoint where the checkpoint cannot be loaded.
    """

    def __init__(self, model: str, revision: str = "", device: str = "", dtype: str = "") -> None:
        self.checkpoint = load(model, revision, device, dtype)
        loaded, tokenizer = self.checkpoint.model, self.checkpoint.tokenizer
        questions = probe(tokenizer, self.checkpoint.context)
        self.parity = choose_way(loaded, questions, TOLERANCE[self.checkpoint.dtype])
        self._limit = RowLimit(rows_that_fit(loaded, longest=1))
        self._store = PrefixStore(prefix_bytes(loaded.device))
        self._scorer = Scorer(loaded, self.parity.way, self._limit, self._store)
        self._writer = Writer(loaded, tokenizer, self.checkpoint.ends, self.parity.way, self._limit, self._store)
        # One thread: the event loop stays free for leases and messages, and two runs take turns.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-model")

    def capabilities(self) -> Capabilities:
        """Return that scores are exact for every option and replies repeatable by seed."""
        return Capabilities(scoring="exact", seed=True, max_context=self.checkpoint.context)

    def identity(self) -> EngineIdentity:
        """Return the weights, the number format and the way of computing that a reply depends on."""
        config = self.checkpoint.model.config
        device = self.checkpoint.model.device
        quantised = getattr(config, "quantization_config", None)
        return EngineIdentity(
            kind="transformers",
            model=self.checkpoint.name,
            revision=self.checkpoint.revision,
            dtype=self.checkpoint.dtype,
            quantisation=str(getattr(quantised, "quant_method", "")) if quantised else "",
            attention=f"{self.parity.way} over {config._attn_implementation}",
            server_version=f"transformers {version('transformers')}, torch {torch.__version__}",
            settings={
                "device": torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
                "template": "chat" if self.checkpoint.tokenizer.chat_template else "plain",
            },
        )

    def forget_prefixes(self) -> None:
        """Free what is kept of prompts already read, as between two studies."""
        self._thread.submit(self._store.clear).result()

    async def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        """Yield each request's outcome as its batch ends; the time told is that of its batch."""
        loop = asyncio.get_running_loop()
        outcomes = self._outcomes(requests)
        try:
            while (batch := await loop.run_in_executor(self._thread, next, outcomes, None)) is not None:
                for finished in batch:
                    yield finished
                if stopped():
                    break
        finally:
            # In the thread, after the batch that an abandoned run may still be computing there.
            self._thread.submit(outcomes.close)

    def _outcomes(self, requests: Sequence[Request]) -> Generator[list[Finished], None, None]:
        """Yield outcomes a batch at a time."""
        prepared = prepare(self.checkpoint, requests)
        yield prepared.failed
        self._limit.rows = rows_that_fit(self.checkpoint.model, prepared.longest)
        by = AnsweredBy(model=self.checkpoint.name, fingerprint=self.checkpoint.revision)
        for scores, spent_ms in timed(self._scorer.score([asked.question for asked in prepared.asked])):
            yield [scores_of(prepared.asked[one.position], one, spent_ms, by) for one in scores]
        for replies, spent_ms in timed(self._writer.write([told.draft for told in prepared.told])):
            yield [reply_of(prepared.told[one.position], one, spent_ms, by) for one in replies]
