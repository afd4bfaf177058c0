"""Time option scores of 150 questions about one long profile: ours, one by one, and a peer.

    python perf/shared_prefix.py [--peer-python /tmp/lmeval/bin/python] [--json]

The shape is that of SimulateBench: a profile of 3,300 tokens, 150 questions of about 60 tokens, four
options. The model is a Llama with random weights (256 wide, 4 layers) made on the spot. All ways
see the same strings in one run; what counts is CPU time, for the machine may be shared. The slow
ways are timed on a part of the questions, scaled up, and say so. Targets: 20 times one by one, 30
times the HF backend of lm-eval, and centred option scores that differ by less than 1e-4.

The peer needs an environment of its own:

    python3 -m venv /tmp/lmeval
    /tmp/lmeval/bin/pip install torch==2.13.0 transformers==5.23.0 lm-eval==0.4.13
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import torch
from transformers import PreTrainedModel

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from invented_language import OPTIONS, Language, prompts, random_llama

from inference import OptionScores, ScoreRequest, generate
from inference.engines.transformers import LocalTransformers
from inference.local.one_by_one import score_alone
from inference.local.requests import Prepared, prepare

HERE = Path(__file__).resolve().parent
OURS, ALONE, PEER = "ours", "one by one", "lm-eval HF"
LEAST = {ALONE: 20, PEER: 30}  # times our CPU time
MOST_GAP = 1e-4


@dataclass(frozen=True)
class Timing:
    """CPU and wall seconds for all questions, scaled up from the ``timed`` ones."""

    way: str
    timed: int
    cpu_s: float
    wall_s: float


def timed(way: str, count: int, total: int, work: Callable[[], list[list[float]]]) -> tuple[Timing, list[list[float]]]:
    """Return how long the work on ``count`` questions took, scaled to ``total``, and what it found."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Timing(way, count, cpu * total / count, wall * total / count), found


async def scores_by_engine(engine: LocalTransformers, requests: list[ScoreRequest]) -> list[list[float]]:
    """Return the scores of the options in order, for each request in order."""
    found: dict[int, list[float]] = {}
    async for position, outcome in generate(engine, requests):
        if not isinstance(outcome, OptionScores):
            raise TypeError(f"request {position} was answered with {outcome!r}")
        found[position] = [outcome.logp[option] for option in requests[position].options]
    return [found[position] for position in range(len(requests))]


def scores_alone(model: PreTrainedModel, prepared: Prepared) -> list[list[float]]:
    """Return the scores of the options from one whole forward a question, tokenised before."""
    return [score_alone(model, asked.question) for asked in prepared.asked]


def largest_difference(found: list[list[float]], expected: list[list[float]]) -> float:
    """Return the largest difference of option scores less their mean, over the questions both have."""
    count = min(len(found), len(expected))
    a, b = torch.tensor(found[:count]), torch.tensor(expected[:count])
    return float(((a - a.mean(1, keepdim=True)) - (b - b.mean(1, keepdim=True))).abs().max())


def by_peer(python: str, folder: Path, asked: list[str], threads: int, total: int) -> tuple[Timing, list[list[float]]]:
    """Run the peer's own process on the same checkpoint and strings."""
    task = json.dumps({"model": str(folder), "prompts": asked, "options": OPTIONS, "threads": threads})
    command = [python, str(HERE / "lm_eval_peer.py")]
    done = subprocess.run(command, input=task, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the peer failed:\n{done.stderr[-2000:]}")
    answer = json.loads(done.stdout.splitlines()[-1])
    scale = total / len(asked)
    return Timing(PEER, len(asked), answer["cpu_s"] * scale, answer["wall_s"] * scale), answer["scores"]


def compare(folder: Path, asked: list[str], options: argparse.Namespace) -> bool:
    """Time every way in turn, round by round; print the table; return whether all targets are met."""
    requests = [ScoreRequest(options=OPTIONS, prompt=prompt) for prompt in asked]
    total, slow = len(asked), min(options.slow, len(asked))
    timings: list[Timing] = []
    gaps: dict[str, float] = {}
    engine = LocalTransformers(str(folder))
    model, prepared = engine.checkpoint.model, prepare(engine.checkpoint, requests[:slow])
    for _ in range(options.rounds):
        engine.forget_prefixes()
        ours, scores = timed(OURS, total, total, partial(asyncio.run, scores_by_engine(engine, requests)))
        alone, expected = timed(ALONE, slow, total, partial(scores_alone, model, prepared))
        timings += [ours, alone]
        gaps[ALONE] = largest_difference(scores, expected)
        if options.peer_python:
            peer, theirs = by_peer(options.peer_python, folder, asked[:slow], options.threads, total)
            timings.append(peer)
            gaps[PEER] = largest_difference(scores, theirs)
    print(f"parity at load: {engine.parity}")
    if not options.peer_python:
        print("no peer was timed: see --peer-python, and the end of this script's docstring, to add lm-eval")
    return report(timings, gaps, options.json)


def report(timings: list[Timing], gaps: dict[str, float], as_json: bool) -> bool:
    """Print the table and the verdicts; return whether every target that was tested is met."""
    best = {way: min(t.cpu_s for t in timings if t.way == way) for way in (t.way for t in timings)}
    print(f"{'way':12} {'timed on':>8} {'cpu s':>8} {'wall s':>8} {'x ours':>7}")
    for t in timings:
        print(f"{t.way:12} {t.timed:8d} {t.cpu_s:8.2f} {t.wall_s:8.2f} {t.cpu_s / best[OURS]:7.1f}")
    ratios = {way: best[way] / best[OURS] for way in best if way != OURS}
    verdicts = {
        f"{way} takes {ratio:.1f} times our CPU time (wanted: {LEAST[way]})": ratio >= LEAST[way]
        for way, ratio in ratios.items()
    } | {
        f"centred scores differ from {way} by {gap:.1e} at most (wanted: {MOST_GAP:g})": gap < MOST_GAP
        for way, gap in gaps.items()
    }
    for sentence, met in verdicts.items():
        print("met   " if met else "MISSED", sentence)
    if as_json:
        rows = [asdict(t) for t in timings]
        print(json.dumps({"timings": rows, "cpu_ratios": ratios, "differences": gaps}))
    return all(verdicts.values())


def main() -> None:
    """Make the model and the questions, time every way, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--profile", type=int, default=3300, help="tokens of the shared profile")
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--slow", type=int, default=24, help="questions that the slow ways are timed on")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peer-python", default="", help="interpreter of an environment with lm-eval")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    language = Language(random.Random(7))
    asked = prompts(language, options.profile, options.questions)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        random_llama(width=256, layers=4, heads=4, key_heads=4).save_pretrained(folder)
        language.tokenizer.save_pretrained(folder)
        met = compare(folder, asked, options)
    raise SystemExit(0 if met else 1)


if __name__ == "__main__":
    main()
