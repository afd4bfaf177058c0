"""Every method of answering as a person: its code, which is also its folder of prompts, and how it asks."""

from __future__ import annotations

from collections.abc import Mapping

from apps.benchmarks.echo_methods import custom_instructions, rolegpt, rpp
from apps.benchmarks.echo_methods.at_once import JULIET, RETRIEVAL, ZERO_SHOT
from apps.benchmarks.echo_methods.method import Method

__all__ = ["METHODS", "Method"]

METHODS: Mapping[str, Method] = {
    "rpp": rpp,
    "rolegpt": rolegpt,
    "juliet": JULIET,
    "custom-instructions": custom_instructions,
    "retrieval": RETRIEVAL,
    "zero-shot": ZERO_SHOT,
}
