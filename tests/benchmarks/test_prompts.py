"""What models are told: the format of prompt files, strict filling, and the wordings we ship."""

import hashlib
from pathlib import Path

import pytest

from apps.benchmarks.parsing import parse_ratings
from apps.benchmarks.prompts import PromptError, Turn, fields_of, fill, likert_prompt, load_prompts, refusal_prompt

PROMPTS = Path(__file__).resolve().parents[2] / "fixtures" / "prompts"
LIKERT = load_prompts(PROMPTS / "likert")
REFUSAL = load_prompts(PROMPTS / "refusal")

ITEMS = ["Calm", "Restless", "Curious", "Gloomy", "Grateful", "Tense", "Bored"]
LEVELS = {1: "hardly or not", 2: "a bit", 3: "somewhat", 4: "a lot", 5: "completely"}
SITUATION = "The last bus has left, and it starts to rain."
WHOLE = """\
--- system
{low}-{high}
--- situation
Imagine: {situation}
--- level
{level} {label}
--- range
{low}..{high}
--- item
{index}. {text}
--- user
{count}
{levels}
{items}
"""

every_wording = pytest.mark.parametrize("version", LIKERT)


@pytest.fixture
def write(tmp_path):
    """Write a prompt file v1.txt and return what it is loaded as."""

    def write_and_load(text):
        (tmp_path / "v1.txt").write_text(text, encoding="utf-8")
        return load_prompts(tmp_path)["v1"]

    return write_and_load


def told(prompt, items):
    """Return all that a model is told, as one text."""
    return "\n".join(turn.content for turn in likert_prompt(prompt, items, LEVELS, SITUATION))


def test_it_fills_named_fields():
    assert fill("From {low} to {high}, {low} first", {"low": "1", "high": "5"}) == "From 1 to 5, 1 first"


def test_it_does_not_read_a_value_as_a_template():
    assert fill("{text}", {"text": "a {brace} and {{two}}"}) == "a {brace} and {{two}}"


def test_it_writes_doubled_braces_as_braces():
    assert fill('{{"1": {score}}}', {"score": "4"}) == '{"1": 4}'


def test_it_rejects_a_field_it_is_not_given():
    with pytest.raises(PromptError, match=r"asks for \{statement\}"):
        fill("{statement}", {})


def test_it_rejects_a_field_that_is_not_used():
    with pytest.raises(PromptError, match=r"does not use \{high\}"):
        fill("{low}", {"low": "1", "high": "5"})


@pytest.mark.parametrize("template", ["{", "a } b", "{Not a field}", "{0}", "{}"])
def test_it_rejects_a_single_brace(template):
    with pytest.raises(PromptError, match="single brace"):
        fill(template, {})


def test_it_hashes_the_file_as_it_is(write, tmp_path):
    prompt = write(WHOLE)

    assert prompt.sha256 == hashlib.sha256((tmp_path / "v1.txt").read_bytes()).hexdigest()


def test_it_does_not_send_the_note_above_the_sections(write):
    prompt = write("Written on a rainy day.\n" + WHOLE)

    assert "rainy" not in "".join(prompt.sections.values())


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("Only a note", "there is no user section"),
        ("--- system\nHello\n", "there is no user section"),
        ("--- user\nHello\n--- user\nAgain\n", "stands there twice"),
        ("--- user\n\n", "is empty"),
        ("--- assistant\nHello\n--- user\nHello\n", "is unknown; use one of"),
    ],
)
def test_it_rejects_a_file_that_does_not_follow_the_format(write, text, remedy):
    with pytest.raises(PromptError, match=rf"v1\.txt: .*{remedy}"):
        write(text)


def test_it_rejects_a_file_that_is_not_utf8(tmp_path):
    (tmp_path / "v1.txt").write_bytes(b"--- user\n\xff\xfe")

    with pytest.raises(PromptError, match="save it as UTF-8"):
        load_prompts(tmp_path)


def test_it_rejects_a_folder_without_prompts(tmp_path):
    with pytest.raises(PromptError, match="no prompt here"):
        load_prompts(tmp_path)


def test_another_kind_of_request_has_sections_of_its_own(tmp_path):
    (tmp_path / "v1.txt").write_text("--- role\nBe {name}.\n--- question\n{question}\n")

    prompt = load_prompts(tmp_path, ("role", "question", "note"), ("role", "question"))["v1"]

    assert prompt.sections == {"role": "Be {name}.", "question": "{question}"}
    with pytest.raises(PromptError, match='"role" is unknown; use one of question'):
        load_prompts(tmp_path, ["question"], ["question"])
    with pytest.raises(PromptError, match='there is no note section; add "--- note"'):
        load_prompts(tmp_path, ["role", "question", "note"], ["note"])


def test_it_names_the_fields_of_a_template():
    assert fields_of("{name} and {{braces}} and {profile}, {name}") == {"name", "profile"}
    with pytest.raises(PromptError, match="single brace"):
        fields_of("{NAME}")


def test_it_builds_a_system_and_a_user_turn(write):
    turns = likert_prompt(write(WHOLE), ["Calm", "Tense"], {1: "no", 2: "yes"}, SITUATION)

    assert turns == [
        Turn("system", "1-2"),
        Turn("user", f"Imagine: {SITUATION}\n\n2\n1 no\n2 yes\n1. Calm\n2. Tense"),
    ]


def test_it_leaves_the_situation_out_of_the_default_condition(write):
    turns = likert_prompt(write(WHOLE), ["Calm", "Tense"], (1, 5))

    assert turns[1].content == "2\n1..5\n1. Calm\n2. Tense"


def test_it_rejects_a_wording_that_forgets_the_levels(write):
    prompt = write(WHOLE.replace("{levels}", ""))

    with pytest.raises(PromptError, match=r"Prompt v1 does not use \{levels\}"):
        likert_prompt(prompt, ITEMS, LEVELS)


def test_it_rejects_a_wording_without_a_section_it_needs(write):
    prompt = write(WHOLE.replace("--- range\n{low}..{high}\n", ""))

    with pytest.raises(PromptError, match='no section "range"'):
        likert_prompt(prompt, ITEMS, (1, 5))


def test_there_are_three_wordings_that_differ():
    assert sorted(LIKERT) == ["v1", "v2", "v3"]
    assert len({prompt.sha256 for prompt in LIKERT.values()}) == 3


@every_wording
def test_every_wording_tells_the_whole_question(version):
    system, user = likert_prompt(LIKERT[version], ITEMS, LEVELS, SITUATION)

    assert (system.role, user.role) == ("system", "user")
    assert "1" in system.content and "5" in system.content
    assert user.content.index(SITUATION) < user.content.index("completely") < user.content.index("Bored")
    for part in (*ITEMS, *LEVELS.values(), "index"):
        assert part in user.content


@every_wording
def test_every_wording_differs_between_conditions_only_by_the_situation(version):
    default = likert_prompt(LIKERT[version], ITEMS, LEVELS)
    evoked = likert_prompt(LIKERT[version], ITEMS, LEVELS, SITUATION)

    assert default[0] == evoked[0]
    assert evoked[1].content.endswith("\n\n" + default[1].content)


@every_wording
def test_every_wording_suits_a_scale_without_labels(version):
    turns = likert_prompt(LIKERT[version], ITEMS, (0, 3), SITUATION)

    assert "0" in turns[1].content and "3" in turns[1].content


@every_wording
@pytest.mark.parametrize("n_items", range(1, len(ITEMS) + 1))
def test_no_wording_is_an_answer_when_a_model_repeats_it(version, n_items):
    echo = told(LIKERT[version], ITEMS[:n_items])

    replies = parse_ratings(echo, n_items, 1, 5, ITEMS[:n_items], LEVELS)

    assert [reply.value for reply in replies] == [None] * n_items


@every_wording
def test_an_answer_is_read_behind_any_wording_that_a_model_repeats(version):
    echo = told(LIKERT[version], ITEMS)

    replies = parse_ratings(f"{echo}\n\n1: 4\n2: 2\n3: 5\n4: 1\n5: 3\n6: 2\n7: 1", 7, 1, 5, ITEMS, LEVELS)

    assert [reply.value for reply in replies] == [4, 2, 5, 1, 3, 2, 1]


def test_the_refusal_prompt_asks_about_a_group_after_a_situation():
    (asked,) = refusal_prompt(REFUSAL["v1"], "night watchmen", SITUATION)

    assert asked.role == "user"
    assert asked.content.index(SITUATION) < asked.content.index("night watchmen")


def test_the_refusal_prompt_asks_without_a_situation_too():
    (asked,) = refusal_prompt(REFUSAL["v1"], "night watchmen")

    assert "{" not in asked.content and SITUATION not in asked.content
