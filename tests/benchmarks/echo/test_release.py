"""The files of the ECHO release: read, refused with a reason, and written out unchanged."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo import release
from apps.benchmarks.echo.profile import ProfileQuestion
from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.files import ProtocolError

TEN = [{"question": f"Q{n}?"} for n in range(10)]
ANSWERED = [{"question": f"Q{n}?", "answer": f"A{n}, naïve 答"} for n in range(10)]

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "file.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), "utf-8")
        return path

    return write


def test_the_files_in_the_layout_of_the_release_come_out_unchanged(shared):
    folder = shared / "upstream" / "echo"
    loaders = {
        "synthetic_background_info.json": release.load_background,
        "synthetic_evaluation_questions.json": release.load_questions,
        "synthetic_result_RoleGPT.json": release.load_answers,
    }
    for name, load in loaders.items():
        before = json.loads((folder / name).read_text("utf-8"))

        after = json.loads(release.to_json(load(folder / name).content))

        assert json.dumps(after) == json.dumps(before)  # as text, so the order of keys counts


@given(content=st.dictionaries(texts, values, max_size=4), name=texts.filter(str.strip))
def test_any_background_comes_out_unchanged(tmp_path_factory, content, name):
    content = {**content, "Name": name}
    path = tmp_path_factory.mktemp("release") / "background_info.json"
    path.write_text(json.dumps(content), "utf-8")

    background = release.load_background(path)

    assert background.name == name.strip()
    assert json.dumps(json.loads(release.to_json(background.content))) == json.dumps(content)


def test_a_background_is_told_whole_and_its_letters_are_as_they_are(write):
    background = release.load_background(write({"Name": "Zoë", "Lives": {"in": "Łódź"}}))

    assert json.loads(background.profile_text) == {"Name": "Zoë", "Lives": {"in": "Łódź"}}
    assert "Łódź" in background.profile_text


def test_questions_without_types_stand_in_the_order_of_the_table(write):
    questions = release.load_questions(write({"qa_pairs": TEN})).questions

    assert [question.type for question in questions] == list(TYPES)
    assert questions[9] == ("IT", "Q9?")


def test_a_type_in_the_file_counts_more_than_the_place(write):
    pairs = [{"question": code, "type": code} for code in reversed(TYPES)]

    questions = release.load_questions(write({"qa_pairs": pairs})).questions

    assert all(question.type == question.question for question in questions)


def test_answers_are_read_with_method_and_model(write):
    content = {"Baseline": "RoleGPT", "model": "m", "Answers": {"qa_pairs": ANSWERED}}

    read = release.load_answers(write(content))

    assert (read.baseline, read.model, read.answers[1]) == ("RoleGPT", "m", ("Q1?", "A1, naïve 答"))


@pytest.mark.parametrize(
    ("load", "content", "message"),
    [
        (release.load_background, {"name": "Bo"}, "Name is missing; add a text"),
        (release.load_background, [1], "the file is a list; write an object"),
        (release.load_background, '{"Name": "Bo", "x": "\\u0000"}', "has a character that cannot be stored"),
        (release.load_background, '{"Name": "Bo", "x": "\\ud800"}', "has a character that cannot be stored"),
        (release.load_questions, {"qa_pairs": TEN[:9]}, "qa_pairs has 9 questions; ECHO asks exactly 10"),
        (release.load_questions, {"qa_pairs": [*TEN, TEN[0]]}, "qa_pairs has 11 questions"),
        (release.load_questions, {"qa_pairs": [*TEN[:9], {"q": ""}]}, r"qa_pairs\[9\]\.question is missing"),
        (release.load_questions, {"qa_pairs": [*TEN[:9], {"question": "Why?", "type": "XX"}]}, r'type is "XX"'),
        (release.load_questions, {"qa_pairs": [*TEN[:9], {"question": "Why?", "type": "CR"}]}, "of the type IT"),
        (release.load_answers, {"Answers": {"qa_pairs": ANSWERED[:9]}}, r"Answers.qa_pairs has 9 questions"),
        (release.load_answers, {"Answers": {"qa_pairs": ANSWERED}}, "Baseline is missing"),
        (release.load_answers, {"Answers": {"qa_pairs": TEN}}, r"Answers\.qa_pairs\[0\]\.answer is missing"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(write, load, content, message):
    with pytest.raises(ProtocolError, match=rf"file\.json: .*{message}"):
        load(write(content))


def test_the_letters_u0000_are_no_zero_character(write):
    assert release.load_background(write({"Name": "Bo", "x": "a \\u0000 in words"})).name == "Bo"


def test_what_is_ours_goes_out_in_the_same_layout(write):
    questions = [release.TypedQuestion(code, f"{code}?") for code in TYPES]
    asked = ProfileQuestion("values", "identity", "Values", "What counts?", "Briefly.")

    background = release.load_background(write(release.background_content("Bo", {"values": "Time."}, [asked])))
    loaded = release.load_questions(write(release.questions_content(questions)))
    answers = [release.Answered(f"{code}?", "Yes.") for code in TYPES]
    answered = release.load_answers(write(release.answers_content("rpp", "tiny", answers)))

    assert background.content == {"Name": "Bo", "QA": [{"question": "What counts?", "answer": "Time."}]}
    assert list(loaded.questions) == questions
    assert list(answered.answers) == answers
