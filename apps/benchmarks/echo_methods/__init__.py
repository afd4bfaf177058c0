"""Every method of answering as a person: its code, which is also its folder of prompts, and how it asks."""

from __future__ import annotations

from collections.abc import Mapping

from apps.benchmarks.echo_methods import custom_instructions, juliet, retrieval, rolegpt, rpp, zero_shot
from apps.benchmarks.echo_methods.method import Method

__all__ = ["METHODS", "Method"]

METHODS: Mapping[str, Method] = {
    "rpp": rpp,
    "rolegpt": rolegpt,
    "juliet": juliet.METHOD,
    "custom-instructions": custom_instructions,
    "retrieval": retrieval.METHOD,
    "zero-shot": zero_shot.METHOD,
}
