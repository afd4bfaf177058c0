"""The profile's questionnaire, its text, and the gentle checks."""

import json
from pathlib import Path

import pytest

from apps.benchmarks.echo.profile import TOPICS, hints, load_profile_questions, profile_text
from apps.benchmarks.files import ProtocolError

PATH = Path(__file__).resolve().parents[3] / "fixtures" / "instruments" / "echo" / "profile.json"
ENOUGH = "I mend clocks in a cellar by the river and seldom see the sun before noon, which suits me."


def test_ours_asks_ten_questions_in_four_groups():
    form = load_profile_questions(PATH)

    assert {question.code for question in form.questions} == set(TOPICS)
    assert {question.group for question in form.questions} == set(form.groups)
    assert (len(form.questions), len(form.groups)) == (10, 4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content["questions"].pop(), r"questions must have each of education-and-work, "),
        (lambda content: content["questions"][0].update(group="x"), r'questions\[0\]\.group is "x"; write one of'),
        (lambda content: content["questions"][3].update(text=""), r"questions\[3\]\.text is empty"),
        (lambda content: content["questions"][3].update(help=""), r"questions\[3\]\.help is not known"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path, change, message):
    path, content = tmp_path / "profile.json", json.loads(PATH.read_text())
    change(content)
    path.write_text(json.dumps(content))

    with pytest.raises(ProtocolError, match=rf"profile\.json: {message}"):
        load_profile_questions(path)


def test_the_text_has_the_answered_questions_in_the_order_asked():
    questions = load_profile_questions(PATH).questions
    first, second, third = questions[:3]

    text = profile_text({third.code: " Slow. ", first.code: "Clocks.", second.code: "  "}, questions)

    assert text == f"{first.text}\nClocks.\n\n{third.text}\nSlow."


def test_an_answer_that_says_something_gets_no_hint():
    assert hints({"values": ENOUGH}) == {}


def test_it_hints_at_what_is_short_long_or_pasted_twice():
    found = hints({
        "values": ENOUGH,
        "interests": "  " + ENOUGH.upper(),
        "personality": "Kind.",
        "communication": "well " * 400,
        "current-events": "",
    })  # fmt: skip

    assert list(found) == ["interests", "personality", "communication", "current-events"]
    assert "under values" in found["interests"]
    assert "words: 1)" in found["personality"]
    assert "words: 400)" in found["communication"]


def test_it_counts_words_where_there_are_no_blanks():
    assert hints({"values": "我在河边的地下室里修钟表，中午以前很少见到太阳，这样很适合我。"}) == {}
