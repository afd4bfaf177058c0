"""Which questions a person may be asked: kept, changed or dropped one by one, then ten drawn."""

import re

import pytest

from apps.benchmarks.echo.questions import TYPES
from apps.studies.models import Condition, LanguageModel, Respondent, Response, Sitting
from apps.turing.models import Question
from apps.turing.people import drawn_questions, writing_condition
from apps.turing.reviewing import keep_general
from tests.imitated import Imitated, open_turing_test

PROPOSED = {
    "IP": ["What did you learn on the boat?", "Which microbes of the gut matter most to you?"],
    "EM": ["What makes you angry?"],
    "FP": ["Where will you live?"],
    "IS": ["What do fish know?"],
    "IT": ["What has chess done for you?"],
}


@pytest.fixture
def nadia(instruments, researcher):
    """Nadia, in Rosa's open study, with the general questions."""
    person = Imitated(open_turing_test(researcher), "Nadia Petrov")
    keep_general(person.study, person.persona)
    return person


def address(nadia, page="") -> str:
    return f"/turing/{nadia.study.slug}/people/{nadia.persona.slug}/questions/{page}"


def read(rosa, nadia) -> str:
    return rosa.get(address(nadia)).content.decode()


def a_model_writes(nadia, proposed=PROPOSED) -> None:
    study = nadia.study
    model = LanguageModel.objects.create(slug=f"m{LanguageModel.objects.count()}", label="M", engine="openai", name="m")
    sitting = Sitting.objects.create(
        study=study, condition=Condition.objects.get(study=study, persona=nadia.persona, group="questions"), seed=1,
        respondent=Respondent.objects.create(kind="model", language_model=model, label="M"), state="completed",
    )  # fmt: skip
    items = study.instrument.items_by_code()
    for place, (kind, texts) in enumerate(proposed.items(), 1):
        Response.objects.create(sitting=sitting, item=items[kind], position=place, raw="...", value=texts)


def take_in(rosa, nadia) -> str:
    return rosa.post(address(nadia, "take-in/"), follow=True).content.decode()


def draw(rosa, nadia) -> str:
    return rosa.post(address(nadia, "draw/"), follow=True).content.decode()


def save(rosa, nadia, states=None, texts=None, **new) -> str:
    """Send the form as it stands, but for these states and texts (by the question's text) and new questions."""
    sent = {f"new-{kind}": text for kind, text in new.items()}
    for question in Question.objects.filter(persona=nadia.persona):
        state = (states or {}).get(question.text, "" if question.state == "proposed" else question.state)
        sent[f"state-{question.pk}"] = state
        sent[f"text-{question.pk}"] = (texts or {}).get(question.text, question.text)
    return rosa.post(address(nadia), sent, follow=True).content.decode()


def keep_all(rosa, nadia) -> str:
    return save(rosa, nadia, {text: "kept" for texts in PROPOSED.values() for text in texts})


def state_of(text: str) -> str:
    return Question.objects.get(text=text).state


def test_what_a_model_wrote_is_taken_in_when_the_researcher_says_so(rosa, nadia):
    a_model_writes(nadia)
    assert not Question.objects.filter(source="model").exists()

    page = take_in(rosa, nadia)

    assert "6 new questions to review" in page
    rows = Question.objects.filter(source="model")
    assert set(rows.values_list("state", flat=True)) == {"proposed"}
    assert {(row.kind, row.text) for row in rows} == {(kind, text) for kind, all in PROPOSED.items() for text in all}


def test_nothing_is_taken_in_twice_not_even_what_was_dropped_or_changed(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)
    save(rosa, nadia, {"What makes you angry?": "dropped", "Where will you live?": "kept"},
         {"Where will you live?": "Where would you like to live?"})  # fmt: skip
    n = Question.objects.count()
    a_model_writes(nadia, {"IP": ["What did you learn on the boat?", "  Why a   boat? "]})

    page = take_in(rosa, nadia)

    assert "1 new question to review" in page
    assert Question.objects.count() == n + 1
    assert state_of("Why a boat?") == "proposed"
    assert "No model has written" in take_in(rosa, nadia)


def test_another_persons_questions_are_not_taken_in(rosa, nadia):
    other = Imitated(nadia.study, "Omar Haddad")
    a_model_writes(other)

    take_in(rosa, nadia)

    assert not Question.objects.filter(source="model").exists()


def test_general_questions_come_in_where_they_are_missing(rosa, nadia):
    other = Imitated(nadia.study, "Omar Haddad")

    take_in(rosa, other)
    take_in(rosa, other)

    here = Question.objects.filter(persona=other.persona)
    assert here.count() == Question.objects.filter(persona=nadia.persona).count()


def test_each_is_kept_dropped_or_left_for_later(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)

    page = save(rosa, nadia, {"What makes you angry?": "kept", PROPOSED["IP"][1]: "dropped"})

    assert "Saved." in page
    assert state_of("What makes you angry?") == "kept"
    assert state_of(PROPOSED["IP"][1]) == "dropped"
    assert state_of("Where will you live?") == "proposed"


def test_a_change_is_the_researchers_and_the_original_stays_as_it_was_written(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)

    save(rosa, nadia, {"Where will you live?": "kept"}, {"Where will you live?": "Where  would you\r\nlike to live?"})

    assert state_of("Where will you live?") == "dropped"
    changed = Question.objects.get(text="Where would you like to live?")
    assert (changed.kind, changed.state, changed.source) == ("FP", "kept", "written")


def test_a_general_question_is_dropped_or_changed_for_this_person_alone(rosa, nadia):
    other = Imitated(nadia.study, "Omar Haddad")
    keep_general(other.study, other.persona)
    first, second = Question.objects.filter(persona=nadia.persona, kind="CR")[:2]

    save(rosa, nadia, {first.text: "dropped"}, {second.text: "What is new?"})

    mine = Question.objects.filter(persona=nadia.persona, kind="CR")
    assert set(mine.filter(state="dropped").values_list("text", flat=True)) == {first.text, second.text}
    assert not Question.objects.filter(persona=other.persona, state="dropped").exists()


def test_one_can_write_more(rosa, nadia):
    save(rosa, nadia, IP="Why do you row?", CR="Invent a boat.")

    for kind, text in (("IP", "Why do you row?"), ("CR", "Invent a boat.")):
        question = Question.objects.get(text=text)
        assert (question.kind, question.state, question.source) == (kind, "kept", "written")


def test_ones_own_question_is_changed_in_place(rosa, nadia):
    save(rosa, nadia, IP="Why do you row?")

    save(rosa, nadia, texts={"Why do you row?": "Why do you still row?"})

    assert Question.objects.get(kind="IP").text == "Why do you still row?"


def test_a_kept_question_needs_words(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)
    pk = Question.objects.get(text="What makes you angry?").pk

    page = save(rosa, nadia, {"What makes you angry?": "kept"}, {"What makes you angry?": " "}, IP="Typed already")

    assert "Write the question, or drop it" in page
    assert f'<a href="#id_text-{pk}">' in page
    assert "Typed already</textarea>" in page
    assert state_of("What makes you angry?") == "proposed"


@pytest.mark.parametrize(("text", "sentence"), [("x" * 1001, "at most 1000 characters"), ("a\0b", "Null characters")])
def test_what_cannot_be_stored_is_pointed_at(rosa, nadia, text, sentence):
    page = save(rosa, nadia, CR=text)

    assert sentence in page
    assert '<a href="#id_new-CR">' in page
    assert re.search(r"<details open><summary>Creativity", page)


def test_an_unknown_word_is_refused(rosa, nadia):
    first = Question.objects.first()

    page = save(rosa, nadia, {first.text: "burn"})

    assert "not one of the available choices" in page
    assert state_of(first.text) == "kept"


def test_the_length_and_the_grade_stand_beside_each(rosa, nadia):
    a_model_writes(nadia, {"IP": ["What did you learn on the boat?"], "EM": ["你为什么生气？"]})

    page = take_in(rosa, nadia)

    assert "written by a model; 7 words, grade " in page
    assert re.search(r"written by a model; \d+ words?\s*</span>", page)


def test_the_reason_for_dropping_is_explained(rosa, nadia):
    assert "knowledge which only an expert has" in read(rosa, nadia)


def test_ten_are_drawn_with_a_stored_seed(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)
    keep_all(rosa, nadia)

    page = draw(rosa, nadia)

    parameters = writing_condition(nadia.study, nadia.persona).parameters
    assert "Ten questions are drawn" in page
    assert set(parameters["questions"]) == set(TYPES)
    assert isinstance(parameters["seed"], int)
    assert Question.objects.filter(is_drawn=True).count() == 10
    for text in PROPOSED["EM"]:
        assert f"<li>{text} " in page


def test_without_a_question_of_each_type_it_says_which_is_missing(rosa, nadia):
    page = draw(rosa, nadia)

    assert "no question of the type In-depth personal (IP)" in page
    assert drawn_questions(nadia.study, nadia.persona) == {}


def test_changing_a_drawn_question_takes_the_draw_back(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)
    keep_all(rosa, nadia)
    draw(rosa, nadia)

    untouched = save(rosa, nadia, FP="Where then?")
    assert "Draw them again" not in untouched
    assert len(drawn_questions(nadia.study, nadia.persona)) == 10

    page = save(rosa, nadia, {"What makes you angry?": "dropped"}, EM="What makes you glad?")
    assert "Draw them again" in page
    assert drawn_questions(nadia.study, nadia.persona) == {}
    assert not Question.objects.filter(is_drawn=True).exists()

    draw(rosa, nadia)
    assert drawn_questions(nadia.study, nadia.persona)["EM"] == "What makes you glad?"


def test_once_somebody_answers_nothing_moves(rosa, nadia):
    a_model_writes(nadia)
    take_in(rosa, nadia)
    keep_all(rosa, nadia)
    draw(rosa, nadia)
    nadia.go_to("review")
    type(nadia.persona).objects.update(state="ready")
    nadia.send("draft", {"CR": "A beginning"})
    before = drawn_questions(nadia.study, nadia.persona)

    assert "have been begun, so they stand" in draw(rosa, nadia)
    assert "questions stand as they are" in save(rosa, nadia, {"What makes you angry?": "dropped"}, IP="Another?")

    page = read(rosa, nadia)
    assert drawn_questions(nadia.study, nadia.persona) == before
    assert state_of("What makes you angry?") == "kept"
    assert "Draw ten" not in page
    assert "<textarea" not in page
