"""What a model's name says about it."""

import pytest

from apps.leaderboard.model_facts import facts_of


@pytest.mark.parametrize(
    ("name", "family", "parameters"),
    [
        ("gpt-4", "GPT", None),
        ("GPT-3.5-Turbo-16K", "GPT", None),
        ("GPTs", "GPT", None),
        ("text-davinci-003", "GPT", None),
        ("o4-mini-high", "OpenAI o", None),
        ("llama2-13b", "Llama", 13),
        ("Llama-3.1-405B-Instruct", "Llama", 405),
        ("meta-llama/Llama-3.2-1B", "Llama", 1),
        ("Gemma-3-27B-PT", "Gemma", 27),
        ("Qwen2.5-0.5B", "Qwen", 0.5),
        ("ChatGLM2-6B-32K", "GLM", 6),
        ("Mixtral-8x7B-v0.1", "Mistral", None),
        ("SmolLM-135M", "SmolLM", 0.135),
        ("XVERSE-13B-Chat", "XVERSE", 13),
        ("Claude-3.7-Sonnet-4000", "Claude", None),
    ],
)
def test_family_and_size_are_read_from_a_name(name, family, parameters):
    facts = facts_of(name)

    assert facts.family == family
    assert facts.parameters == parameters


@pytest.mark.parametrize("name", ["", "Random baseline", "Our own tiny model", "philosopher", "b2b", "phrase"])
def test_a_name_that_says_nothing_has_neither(name):
    assert facts_of(name).family == ""
    assert facts_of(name).parameters is None
