"""Computed replies: free, deterministic rivals for every board, and what demo and tests run on."""

from inference.engines.baselines.human import HumanMarginals
from inference.engines.baselines.profile import ProfileRetrieval
from inference.engines.baselines.replay import Replay
from inference.engines.baselines.rules import LongestAnswer, Midpoint, SeededRandom, Uniform

__all__ = [
    "HumanMarginals",
    "LongestAnswer",
    "Midpoint",
    "ProfileRetrieval",
    "Replay",
    "SeededRandom",
    "Uniform",
]
