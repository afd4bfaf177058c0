"""Loading a checkpoint: what it says of itself, and the sentence where it cannot be loaded."""

import asyncio
import shutil
from contextlib import aclosing

import pytest
import torch
from safetensors.torch import load_file, save_file

from inference import load_engine, request_key
from inference.errors import BadCheckpoint, BadSettings
from inference.local.rendering import plain, prompt_text
from inference.types import ChatRequest, Message
from tests.inference.conftest import ask, choose, say
from tests.inference.local.conftest import TINY


@pytest.fixture
def copied(tmp_path):
    """A copy of the tiny model that a test may break."""
    scripts = shutil.ignore_patterns("*.py", "__pycache__")
    return shutil.copytree(TINY, tmp_path / "checkpoint", ignore=scripts)


def test_it_loads_the_tiny_model_from_its_folder(tiny):
    identity = tiny.identity()

    assert (identity.kind, identity.model, identity.dtype) == ("transformers", "tiny-llama", "float32")
    assert len(identity.revision) == 16
    assert identity.settings == {"device": "cpu", "template": "chat"}
    assert (tiny.capabilities().scoring, tiny.capabilities().max_context) == ("exact", 4096)
    assert tiny.parity.largest < 1e-4


def test_it_keeps_the_tiny_model_tiny():
    assert sum(path.stat().st_size for path in TINY.iterdir() if path.is_file()) <= 5 * 2**20


def test_it_names_other_weights_otherwise(tiny, copied):
    weights = load_file(copied / "model.safetensors")
    weights["model.norm.weight"][0] += 1
    save_file(weights, copied / "model.safetensors", metadata={"format": "pt"})

    engine = load_engine("transformers", model=str(copied))

    assert engine.identity().revision != tiny.identity().revision
    assert request_key(engine.identity(), say()) != request_key(tiny.identity(), say())


def test_it_computes_in_the_format_asked_for(tiny):
    engine = load_engine("transformers", model=str(TINY), dtype="bfloat16")
    scores, usual = ask(engine, choose("A", "B"))[0], ask(tiny, choose("A", "B"))[0]

    assert engine.identity().dtype == "bfloat16"
    assert scores.logp == pytest.approx(usual.logp, abs=0.5)
    assert engine.parity.largest < engine.parity.tolerance


@pytest.mark.parametrize(
    ("settings", "kind", "words"),
    [
        ({"model": "/no/such/folder"}, BadCheckpoint, "There is no folder /no/such/folder"),
        ({"model": str(TINY), "dtype": "int3"}, BadSettings, "There is no dtype 'int3'"),
        ({"model": str(TINY), "device": "abacus"}, BadSettings, "The device 'abacus' is not there"),
        ({"model": str(TINY), "device": "cuda:99"}, BadSettings, "The device 'cuda:99' is not there"),
    ],
)
def test_it_says_what_to_change(settings, kind, words):
    with pytest.raises(kind, match=words):
        load_engine("transformers", **settings)


def test_it_says_that_the_tokenizer_is_missing(copied):
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (copied / name).unlink()

    with pytest.raises(BadCheckpoint, match="has no tokenizer that can be loaded"):
        load_engine("transformers", model=str(copied))


def test_it_says_that_the_weights_are_missing(copied):
    (copied / "model.safetensors").unlink()

    with pytest.raises(BadCheckpoint, match="is no causal model that can be loaded"):
        load_engine("transformers", model=str(copied))


def test_it_does_not_fill_missing_weights_with_random_numbers(copied):
    weights = load_file(copied / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, copied / "model.safetensors", metadata={"format": "pt"})

    with pytest.raises(BadCheckpoint, match=r"lacks 1 of the model's weights, such as .*1\.mlp\.up_proj"):
        load_engine("transformers", model=str(copied))


def test_it_says_that_a_file_is_broken(copied):
    whole = (copied / "model.safetensors").read_bytes()
    (copied / "model.safetensors").write_bytes(whole[: len(whole) // 2])

    with pytest.raises(BadCheckpoint, match="is no causal model that can be loaded"):
        load_engine("transformers", model=str(copied))


def test_it_tells_plain_paragraphs_to_a_checkpoint_without_a_template(copied):
    (copied / "chat_template.jinja").unlink()
    engine = load_engine("transformers", model=str(copied))

    found = ask(engine, choose(" A", " B"))[0]

    assert engine.identity().settings["template"] == "plain"
    assert set(found.logp) == {" A", " B"}


def test_it_ends_plain_paragraphs_where_the_assistant_begins():
    messages = (Message("system", "Be brief."), Message("user", "Is it Sunday?"))

    assert plain(messages) == "Be brief.\n\nUser: Is it Sunday?\n\nAssistant:"
    assert plain((*messages, Message("assistant", "It"))).endswith("Assistant: It")


def test_it_puts_the_system_first_in_the_users_turn_for_a_template_that_knows_none(copied):
    template = (
        "{% for m in messages %}{% if m['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}"
        "[{{ m['role'] }}] {{ m['content'] }}{% endfor %}"
    )
    (copied / "chat_template.jinja").write_text(template)
    tokenizer = load_engine("transformers", model=str(copied)).checkpoint.tokenizer
    told = ChatRequest((Message("system", "Be brief."), Message("user", "Hello")))

    assert prompt_text(tokenizer, told) == "[user] Be brief.\n\nHello"


def test_it_can_be_left_in_the_middle_of_a_run(tiny):
    async def first_only():
        async with aclosing(tiny.run([say(f"Number {n}", max_tokens=2) for n in range(80)])) as outcomes:
            async for finished in outcomes:
                return finished

    assert asyncio.run(first_only()).outcome.usage.output == 2
    assert len(ask(tiny, say("Hello", max_tokens=2))) == 1


def test_it_takes_the_gpu_where_there_is_one():
    from inference.local.checkpoint import best_device, best_dtype

    assert best_device().type == ("cuda" if torch.cuda.is_available() else "cpu")
    assert best_dtype(torch.device("cpu")) is torch.float32
