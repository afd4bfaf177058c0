"""Scores without sharing anything: slow, and what every faster way is compared with."""

import torch
from transformers import PreTrainedModel

from inference.local.forward import last_logits
from inference.local.prefixes import Tokens
from inference.local.questions import Question


def score_alone(model: PreTrainedModel, question: Question) -> list[float]:
    """Return the log-probability of each option by whole forwards of one sequence.

    Options of one token share the one forward of the prompt; each longer option has its own.
    """
    known: dict[Tokens, torch.Tensor] = {}
    return [_log_probability(model, question.prompt, option, known) for option in question.options]


def _log_probability(
    model: PreTrainedModel, prompt: Tokens, option: Tokens, known: dict[Tokens, torch.Tensor]
) -> float:
    """Return the sum of the log-probabilities of an option's tokens after the prompt."""
    fed = prompt + option[:-1]
    if fed not in known:
        known[fed] = last_logits(model, fed, len(option)).log_softmax(-1)
    wanted = torch.tensor(option, device=known[fed].device)
    return float(known[fed].gather(1, wanted[:, None]).double().sum())
