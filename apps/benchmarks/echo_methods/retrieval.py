"""Profile retrieval, a baseline of ours: the sentences of the profile that fit the question best.

The engine of that name (inference/engines/baselines/profile.py) chooses them from the persona and the question that its
request carries beside the turns; another engine gets an instruction to do the same.
"""

from __future__ import annotations

from apps.benchmarks.echo_methods.at_once import AtOnce

METHOD = AtOnce("Profile retrieval")
