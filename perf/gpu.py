"""Time generation and option scores of a 1 B-parameter random Llama on a GPU, against the plain ways.

    python perf/gpu.py [--json]           on a GPU: bfloat16, 1.1 billion parameters
    python perf/gpu.py --small [--json]   the same code on any machine in seconds: numbers mean nothing

Generation stands beside ``model.generate`` on the same chats (left-padded batches of the same size,
greedy, same number of new tokens); scores stand beside one whole forward a question. Both rates
count the tokens that the task has, so the ratio is that of the times. Without a GPU it says so.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from invented_language import OPTIONS, Language, prompts, random_llama

from inference import ChatRequest, Finished, Message, ScoreRequest, generate
from inference.engines.transformers import LocalTransformers
from inference.errors import EngineError
from inference.local.one_by_one import score_alone
from inference.local.requests import Prepared, prepare
from inference.types import Request


@dataclass(frozen=True)
class Size:
    """How much of everything; ``profile`` and ``new`` count tokens."""

    width: int
    layers: int
    heads: int
    key_heads: int
    profile: int
    questions: int
    alone: int
    chats: int
    new: int


FULL = Size(2048, 22, 16, 8, profile=3300, questions=600, alone=60, chats=128, new=128)
SMALL = Size(64, 2, 4, 2, profile=200, questions=12, alone=4, chats=4, new=8)


@dataclass(frozen=True)
class Rate:
    """Tokens of the task a second."""

    task: str
    way: str
    tokens: int
    seconds: float
    tokens_per_s: float


def rate(task: str, way: str, tokens: int, work: Callable[[], object]) -> Rate:
    """Return the better of two timings of the work, after the device has finished it."""
    seconds = []
    for _ in range(2):
        start = time.perf_counter()
        work()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        seconds.append(time.perf_counter() - start)
    return Rate(task, way, tokens, min(seconds), tokens / min(seconds))


async def outcomes(engine: LocalTransformers, requests: Sequence[Request]) -> list[Finished]:
    """Return all outcomes; raise the first error."""
    found = [finished async for finished in generate(engine, requests)]
    for _, outcome in found:
        if isinstance(outcome, EngineError):
            raise outcome
    return found


def answered_anew(engine: LocalTransformers, requests: Sequence[Request]) -> None:
    """Answer with nothing kept from before, so that the prefix is part of the time."""
    engine.forget_prefixes()
    asyncio.run(outcomes(engine, requests))


def alone(engine: LocalTransformers, prepared: Prepared) -> None:
    """Score each question by one whole forward."""
    for asked in prepared.asked:
        score_alone(engine.checkpoint.model, asked.question)


def plain_generate(engine: LocalTransformers, prepared: Prepared, new: int, rows: int) -> None:
    """Reply by ``model.generate`` in left-padded batches of similar length."""
    texts = sorted((told.draft.tokens for told in prepared.told), key=len)
    for start in range(0, len(texts), rows):
        batch = texts[start : start + rows]
        width = max(map(len, batch))
        ids = torch.tensor([[0] * (width - len(text)) + list(text) for text in batch])
        mask = torch.tensor([[0] * (width - len(text)) + [1] * len(text) for text in batch])
        place = engine.checkpoint.model.device
        with torch.inference_mode():
            engine.checkpoint.model.generate(
                ids.to(place), attention_mask=mask.to(place), max_new_tokens=new, do_sample=False
            )


def scoring_rates(engine: LocalTransformers, language: Language, size: Size) -> list[Rate]:
    """Return the rates of option scores: ours, and one by one on a part."""
    asked = prompts(language, size.profile, size.questions)
    requests = [ScoreRequest(options=OPTIONS, prompt=prompt) for prompt in asked]
    whole, part = prepare(engine.checkpoint, requests), prepare(engine.checkpoint, requests[: size.alone])
    tokens, fewer = (sum(len(one.question.prompt) for one in some.asked) for some in (whole, part))
    return [
        rate("scores", "ours", tokens, partial(answered_anew, engine, requests)),
        rate("scores", "one by one", fewer, partial(alone, engine, part)),
    ]


def writing_rates(engine: LocalTransformers, language: Language, size: Size) -> list[Rate]:
    """Return the rates of new tokens: ours, and by ``model.generate``."""
    told = [Message("user", language.text(language.rng.randint(40, 120))) for _ in range(size.chats)]
    requests = [ChatRequest((message,), max_tokens=size.new) for message in told]
    prepared = prepare(engine.checkpoint, requests)
    tokens, plainly = size.chats * size.new, partial(plain_generate, engine, prepared, size.new, size.chats)
    return [
        rate("replies", "ours", tokens, partial(answered_anew, engine, requests)),
        rate("replies", "model.generate", tokens, plainly),
    ]


def main() -> None:
    """Make the model, time both tasks both ways, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--small", action="store_true", help="a few small layers, on whatever is there")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    if not (options.small or torch.cuda.is_available()):
        print("There is no GPU here, so there is nothing to time. With --small the code runs on the CPU.")
        return
    size = SMALL if options.small else FULL
    language = Language(random.Random(7))
    with tempfile.TemporaryDirectory() as folder:
        model = random_llama(size.width, size.layers, size.heads, size.key_heads)
        # No token may end a reply: every one of them shall have the same length.
        model.generation_config.eos_token_id = model.config.eos_token_id = None
        language.tokenizer.eos_token = None
        model.to(torch.bfloat16).save_pretrained(folder)
        language.tokenizer.save_pretrained(folder)
        parameters = model.num_parameters()
        del model
        engine = LocalTransformers(folder)
    rates = scoring_rates(engine, language, size) + writing_rates(engine, language, size)
    print(f"{parameters / 1e6:,.0f} M parameters, {engine.identity()}\nparity at load: {engine.parity}")
    for one in rates:
        name = f"{one.task:8} {one.way:15} {one.tokens:9,d} tokens"
        print(f"{name} {one.seconds:8.2f} s {one.tokens_per_s:10,.0f} tokens/s")
    if options.json:
        found = {"small": options.small, "parameters": parameters, "rates": [asdict(one) for one in rates]}
        print(json.dumps(found))


if __name__ == "__main__":
    main()
