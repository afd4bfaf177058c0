"""The bank of general questions, and drawing one of each type."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.questions import GENERAL, SPECIFIC, TYPES, draw, load_bank
from apps.benchmarks.files import ProtocolError
from apps.benchmarks.protocol import load_protocol

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "instruments" / "echo"
BANK = FOLDER / "questions.json"

options = st.fixed_dictionaries({code: st.lists(st.text(), min_size=1, max_size=6) for code in TYPES})


def test_the_types_are_the_items_of_the_instrument():
    items = load_protocol(FOLDER / "protocol.json").items

    assert {item.code: item.text for item in items} == dict(TYPES)
    assert (*GENERAL, *SPECIFIC) == tuple(TYPES)


def test_our_bank_has_eight_questions_of_each_general_type():
    bank = load_bank(BANK)

    assert tuple(bank.general) == GENERAL
    assert all(len(questions) >= 8 for questions in bank.general.values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"general": {}}, r"general\.CR is missing; add a list of texts"),
        ({"licence": " "}, r"licence is empty; write a text"),
        ({"specific": {}}, r"specific is not known; remove it"),
    ],
)
def test_a_bad_bank_is_refused_with_its_place_and_the_remedy(tmp_path, change, message):
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(json.loads(BANK.read_text()) | change))

    with pytest.raises(ProtocolError, match=re.escape(str(path)) + ": " + message):
        load_bank(path)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["Why?"] * 7, r"general\.PS has 7 questions; write at least 8"),
        (["Why?"] * 8, r'general\.PS has "Why\?" more than once'),
        ("Why?", r"general\.PS is a text; write a list of texts"),
    ],
)
def test_a_type_with_too_little_is_refused(tmp_path, texts, message):
    path, content = tmp_path / "questions.json", json.loads(BANK.read_text())
    content["general"]["PS"] = texts
    path.write_text(json.dumps(content))

    with pytest.raises(ProtocolError, match=message):
        load_bank(path)


@given(options, st.integers())
def test_it_draws_one_of_each_type_and_the_same_again(options, seed):
    drawn = draw(options, seed)

    assert list(drawn) == list(TYPES)
    assert all(drawn[code] in options[code] for code in TYPES)
    assert draw(options, seed) == drawn


@given(options, st.integers())
def test_a_type_is_drawn_for_itself(options, seed):
    changed = {**options, "CR": ["another"]}

    assert draw(changed, seed) == {**draw(options, seed), "CR": "another"}


def test_every_question_has_its_chance():
    chosen = {draw(dict.fromkeys(TYPES, range(5)), seed)["IP"] for seed in range(200)}

    assert chosen == set(range(5))


@pytest.mark.parametrize("nine", [{"IS": []}, {"IS": None}])
def test_nine_types_are_refused_by_name(nine):
    options = {**dict.fromkeys(TYPES, ("Why?",)), **nine}

    with pytest.raises(ValueError, match=r"no question of the type Insight \(IS\)"):
        draw({code: texts for code, texts in options.items() if texts is not None}, 1)


def test_a_type_that_is_none_is_refused():
    with pytest.raises(ValueError, match="There is no type XX"):
        draw({**dict.fromkeys(TYPES, ("Why?",)), "XX": ("Why?",)}, 1)
