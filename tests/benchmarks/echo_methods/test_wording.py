"""The wordings that ship with the methods, and those that users load."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.echo_methods.wording import load_method_prompts, load_wording
from apps.benchmarks.files import ProtocolError
from apps.benchmarks.prompts import PromptError

ROOT = Path(__file__).resolve().parents[3]
JULIET = {
    "method": "juliet",
    "version": "mine",
    "source": "my notebook",
    "sections": {"system": "Be {name}: {profile}", "question": "{question}"},
}


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "wording.json"
        path.write_text(json.dumps(content), "utf-8")
        return path

    return write


@pytest.mark.parametrize("method", METHODS)
def test_the_shipped_wording_has_every_section_and_field(method):
    prompts = load_method_prompts(ROOT / "fixtures" / "prompts" / "echo", method)["v1"]

    assert list(prompts.sections) == list(METHODS[method].SECTIONS)


def test_a_shipped_wording_with_a_wrong_field_is_refused(tmp_path):
    (tmp_path / "juliet").mkdir()
    (tmp_path / "juliet" / "v1.txt").write_text("--- system\n{persona}\n--- question\n{question}\n")

    with pytest.raises(PromptError, match=r"juliet/v1\.txt: section system asks for \{persona\}"):
        load_method_prompts(tmp_path, "juliet")


def test_a_user_s_wording_is_loaded_with_the_hash_of_its_file(write):
    path = write(JULIET)

    wording = load_wording(path)

    assert (wording.method, wording.source, wording.prompts.name) == ("juliet", "my notebook", "mine")
    assert wording.prompts.sections == JULIET["sections"]
    assert wording.prompts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_user_s_wording_may_leave_out_the_name(write):
    wording = load_wording(write(JULIET | {"sections": {"system": "{profile}", "question": "{question}"}}))

    turns = METHODS["juliet"].answer(Character("Bo", "Sings."), "Why?", wording.prompts, [])

    assert [turn.content for turn in turns] == ["Sings.", "Why?"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "romeo"}, 'method is "romeo"; write one of rpp, rolegpt'),
        ({"source": ""}, "source is empty"),
        ({"note": "x"}, "note is not known"),
        ({"sections": {"system": "{profile}"}}, r"sections\.question is missing; add a text"),
        ({"sections": JULIET["sections"] | {"user": "x"}}, r"sections\.user is not known"),
        ({"sections": JULIET["sections"] | {"system": "{name}"}}, r"sections\.system does not use \{profile\}"),
        (
            {"sections": JULIET["sections"] | {"system": "{profile} {BACKGROUND}"}},
            r"sections\.system has a single brace",
        ),
        (
            {"sections": JULIET["sections"] | {"system": "{profile} {age}"}},
            r"sections\.system asks for \{age\}, which it is not given; use \{name\}, \{profile\}",
        ),
    ],
)
def test_a_bad_wording_is_refused_with_its_place_and_the_remedy(write, change, message):
    path = write(JULIET | change)

    with pytest.raises(ProtocolError, match=re.escape(str(path)) + ": " + message):
        load_wording(path)


@given(text=st.text(max_size=40))
def test_any_section_is_loaded_or_refused_and_never_half_filled(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("wording") / "wording.json"
    path.write_text(json.dumps(JULIET | {"sections": {"system": text + "{profile}", "question": "{question}"}}))
    try:
        wording = load_wording(path)
    except ProtocolError:
        return

    system, _question = METHODS["juliet"].answer(Character("Bo", "Sings."), "Why?", wording.prompts, [])

    assert system.content.endswith("Sings.")


def test_the_example_in_the_docs_can_be_loaded(write):
    (example,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "wordings.md").read_text("utf-8"), re.DOTALL)

    assert load_wording(write(json.loads(example))).method == "juliet"


def test_the_docs_name_every_section():
    page = (ROOT / "docs" / "wordings.md").read_text("utf-8")

    for code, method in METHODS.items():
        for name in (code, *method.SECTIONS):
            assert f"`{name}`" in page
