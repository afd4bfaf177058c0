"""The tiny model, loaded once, and checkpoints of other architectures with random weights."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import (
    AutoTokenizer,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    MambaConfig,
    MambaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    PreTrainedModel,
    Qwen2Config,
    Qwen2ForCausalLM,
)

from inference.engines.transformers import LocalTransformers

TINY = Path(__file__).resolve().parents[3] / "fixtures" / "tiny-llama"
WORDS = 2048
SHAPE: dict[str, Any] = {
    "vocab_size": WORDS,
    "hidden_size": 48,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "initializer_range": 0.2,
}

ARCHITECTURES: dict[str, Callable[[], PreTrainedModel]] = {
    "llama": lambda: LlamaForCausalLM(LlamaConfig(**SHAPE)),
    "llama, all heads apart": lambda: LlamaForCausalLM(LlamaConfig(**{**SHAPE, "num_key_value_heads": 4})),
    "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(**SHAPE)),
    # Far shorter than the texts of the tests, so that what it hides matters.
    "mistral with a window": lambda: MistralForCausalLM(MistralConfig(**SHAPE, sliding_window=16)),
    "mamba": lambda: MambaForCausalLM(
        MambaConfig(vocab_size=WORDS, hidden_size=48, num_hidden_layers=2, initializer_range=0.2)
    ),
    "gpt2": lambda: GPT2LMHeadModel(
        GPT2Config(vocab_size=WORDS, n_embd=48, n_layer=2, n_head=4, n_positions=512, initializer_range=0.2)
    ),
}


@pytest.fixture(scope="session", autouse=True)
def two_threads():
    """Leave the other cores to others."""
    torch.set_num_threads(2)


@pytest.fixture(scope="session")
def tiny():
    """The engine of the tiny model in fixtures/."""
    return LocalTransformers(str(TINY))


@pytest.fixture(scope="session")
def checkpoints(tmp_path_factory):
    """Return the folder of a checkpoint with random weights, by architecture; made when asked for."""
    made: dict[str, Path] = {}

    def folder(architecture: str) -> Path:
        if architecture not in made:
            made[architecture] = tmp_path_factory.mktemp("checkpoint")
            torch.manual_seed(5)
            ARCHITECTURES[architecture]().save_pretrained(made[architecture])
            AutoTokenizer.from_pretrained(TINY).save_pretrained(made[architecture])
        return made[architecture]

    return folder
