"""What a language model's name says about it: its family, and how many parameters it has."""

from __future__ import annotations

import re
from dataclasses import dataclass

# How names of a family begin, behind the organisation that may stand before a slash.
FAMILIES = {
    "GPT": ("gpt", "gpts", "chatgpt", "text-davinci", "davinci"),
    "OpenAI o": ("o1", "o3", "o4"),
    "Claude": ("claude",),
    "Gemini": ("gemini",),
    "Gemma": ("gemma",),
    "Llama": ("llama", "meta-llama", "codellama"),
    "Qwen": ("qwen", "qwq"),
    "DeepSeek": ("deepseek",),
    "Mistral": ("mistral", "mixtral", "ministral"),
    "OLMo": ("olmo",),
    "Phi": ("phi",),
    "GLM": ("chatglm", "glm"),
    "Vicuna": ("vicuna",),
    "LongChat": ("longchat",),
    "XVERSE": ("xverse",),
    "Yi": ("yi",),
    "Falcon": ("falcon",),
    "SmolLM": ("smollm",),
}
# "7B" and "0.5b"; not "8x7B", whose experts share layers, so that the name does not tell the sum.
SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)


@dataclass(frozen=True)
class ModelFacts:
    """`family` is empty where the name tells none; `parameters` are billions, None where it does not say."""

    family: str
    parameters: float | None


def facts_of(name: str) -> ModelFacts:
    """Read a model's name as papers, hubs and providers write it: Llama-3.1-8B-Instruct, meta/llama2-13b, gpt-4."""
    return ModelFacts(_family(name), _parameters(name))


def _family(name: str) -> str:
    own = name.rpartition("/")[2].strip().casefold()
    for family, starts in FAMILIES.items():
        if any(own.startswith(start) and not own[len(start) : len(start) + 1].isalpha() for start in starts):
            return family
    return ""


def _parameters(name: str) -> float | None:
    found = SIZE.search(name)
    if found is None:
        return None
    size, unit = found.groups()
    return float(size) / (1 if unit in "bB" else 1000)
