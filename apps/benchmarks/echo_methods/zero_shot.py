"""Zero-shot, a baseline of ours: the name and the profile, then the question. The paper has none."""

from __future__ import annotations

from apps.benchmarks.echo_methods.at_once import AtOnce

METHOD = AtOnce("Zero-shot")
