"""Every benchmark: the slug that protocols name, and the module that knows it."""

from __future__ import annotations

from collections.abc import Mapping

from apps.benchmarks import emotionbench, refusal
from apps.benchmarks.asking import Benchmark

BENCHMARKS: Mapping[str, Benchmark] = {"emotionbench": emotionbench, "refusal": refusal}
