"""The study page walks through the phases: what is there, what is missing, whose move it is."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from apps.personas.models import Persona
from apps.studies.models import Condition, Invitation, LanguageModel, Respondent, Score, Sitting
from apps.turing.people import judging_condition, writing_condition
from apps.turing.phases_page import machines_of, next_phase, phases, rows_of
from tests.imitated import Imitated, open_turing_test


@pytest.fixture
def study(instruments, researcher):
    """Rosa's open Turing test: two judges for each person."""
    return open_turing_test(researcher, quota=2)


def read(rosa, study) -> str:
    return rosa.get(f"/turing/{study.slug}/").content.decode()


def now(page: str, code: str) -> str:
    """The words of one phase's live part."""
    part = re.search(rf'<div id="now-{code}">(.*?)</div>', page, re.S)
    assert part
    return " ".join(re.sub(r"<[^>]+>", " ", part[1]).split())


def figures(page: str) -> dict[str, str]:
    return dict(re.findall(r"<div><dt>([^<]+)</dt><dd>([^<]+)</dd>", page))


def sit(study, condition: Condition, respondent: Respondent, state: str = "completed") -> Sitting:
    return Sitting.objects.create(
        study=study, condition=condition, respondent=respondent, seed=1, state=state,
        protocol_sha256=study.protocol_sha256, completed_at=timezone.now(),
    )  # fmt: skip


def machine(label: str) -> Respondent:
    model = LanguageModel.objects.create(slug=label, label=label, engine="openai", name=label)
    return Respondent.objects.create(kind="model", language_model=model, label=label)


def judge(study, persona: Persona, writer: Respondent | None = None, state: str = "completed") -> None:
    """Somebody judges all ten questions; every time between the person and this machine."""
    condition = judging_condition(study, persona)
    sitting = sit(study, condition, Respondent.objects.create(kind="human"), state)
    subscales = study.instrument.subscales_by_code() if writer else {}
    Score.objects.bulk_create(
        Score(respondent=writer, study=study, condition=condition, subscale_id=pk, sitting=sitting, value=1, n_items=1)
        for pk in subscales.values()
    )


def test_an_empty_study_begins_with_people(rosa, study):
    page = read(rosa, study)

    assert 'Next:</strong> <a href="#people">People</a>. Nobody takes part yet.' in page
    assert figures(page) == {
        "People": "0", "Profiles": "0 / 0", "Questions": "0 / 0", "Answers": "0 / 0", "Machine answers": "0",
        "Judges": "0 / 0", "Results": "0",
    }  # fmt: skip


def test_it_names_those_whose_profile_is_missing(rosa, study):
    Imitated(study, "Nadia Petrov").go_to("review")
    Imitated(study, "Omar Haddad").go_to("questions")
    Imitated(study, "Pia Lund")
    Imitated(study, "Quinn Adler").go_to("review").is_returned("Shorter, please")

    page = read(rosa, study)

    assert now(page, "profiles") == (
        "2 of 4 have sent their profile; accepted: 1. To be read by you: Nadia Petrov Not sent yet: Pia Lund "
        "Returned for changes: Quinn Adler"
    )


def test_it_says_what_is_missing_of_the_questions(rosa, study):
    Imitated(study, "Nadia Petrov")
    Imitated(study, "Omar Haddad").go_to("questions")
    rosa.post(f"/turing/{study.slug}/people/new/", {"name": "Pia Lund"})

    page = read(rosa, study)

    assert now(page, "questions") == (
        "1 of 3 have their ten questions. 10 types without a question: Nadia Petrov "
        "5 types without a question: Pia Lund"
    )


def test_it_says_who_has_answered(rosa, study):
    Imitated(study, "Nadia Petrov").go_to("done")
    Imitated(study, "Omar Haddad").go_to("questions").send("draft", {"CR": "A beginning"})
    Imitated(study, "Pia Lund").go_to("questions")
    Imitated(study, "Quinn Adler")

    page = read(rosa, study)

    assert now(page, "answers") == (
        "1 of 4 have answered their questions. Have begun: Omar Haddad Have not begun: Pia Lund"
    )
    assert figures(page)["Answers"] == "1 / 4"


def test_it_counts_the_machines_that_have_answered(rosa, study):
    everybody = [Imitated(study, name).persona for name in ("Nadia Petrov", "Omar Haddad")]
    one, other = machine("Zeta"), machine("Alpha")
    for persona in everybody:
        sit(study, writing_condition(study, persona), one)
    sit(study, writing_condition(study, everybody[0]), other)
    sit(study, writing_condition(study, everybody[1]), other, "open")

    page = read(rosa, study)

    assert now(page, "machines").startswith("2 machines have answered, 1 of them for everybody.")
    assert re.findall(r'<th scope="row">(\w+)</th><td class="number">(\d) / 2', page) == [("Alpha", "1"), ("Zeta", "2")]


def test_a_model_that_judges_or_writes_questions_is_no_rival(study):
    persona = Imitated(study).persona
    sit(study, Condition.objects.get(persona=persona, group="questions"), machine("Zeta"))

    assert machines_of(study) == []


def test_it_counts_judges_and_the_least_filled_cells(rosa, study):
    persona = Imitated(study, "Nadia Petrov").persona
    one, other = machine("Alpha"), machine("Zeta")
    sit(study, writing_condition(study, persona), one)
    sit(study, writing_condition(study, persona), other)
    judge(study, persona, one)
    judge(study, persona, state="open")

    page = read(rosa, study)

    assert now(page, "judges").startswith("1 of 2 judges have finished. Fewer than 2 judges so far: Nadia Petrov (1)")
    assert "the least filled cell has 0" in page
    assert '<th scope="row">Alpha</th>' + "<td>1</td>" * 10 + "<td>10</td>" in page
    assert '<th scope="row">Zeta</th>' + '<td class="ns">0</td>' * 10 + "<td>0</td>" in page
    assert now(page, "results") == "10 judgements are here."


def test_what_models_judge_is_not_counted_as_peoples(study):
    persona = Imitated(study).persona
    writer = machine("Alpha")
    sit(study, writing_condition(study, persona), writer)
    bare = Condition.objects.create(study=study, code="x", group="judging-human-bare", persona=persona)
    sitting = sit(study, bare, machine("Judge"))
    subscale = next(iter(study.instrument.subscales_by_code().values()))
    Score.objects.create(
        respondent=writer, study=study, condition=bare, subscale_id=subscale, sitting=sitting, value=1, n_items=1
    )

    assert machines_of(study)[0].total == 0


def test_the_next_step_goes_from_phase_to_phase(study):
    def what() -> str:
        rows, machines = rows_of(study), machines_of(study)
        return next_phase(phases(study, rows, machines)).code

    assert what() == "people"
    nadia = Imitated(study).go_to("consent")
    assert what() == "profiles"
    nadia.go_to("review")
    Persona.objects.update(state="ready")
    assert what() == "questions"
    nadia.is_accepted()
    assert what() == "answers"
    nadia.answer()
    assert what() == "machines"
    writer = machine("Alpha")
    sit(study, writing_condition(study, nadia.persona), writer)
    assert what() == "judges"
    judge(study, nadia.persona, writer)
    judge(study, nadia.persona, writer)
    assert what() == "results"


def test_htmx_takes_the_live_parts_and_leaves_the_rest(rosa, study):
    Imitated(study)
    page = read(rosa, study)
    fragment = rosa.get(f"/turing/{study.slug}/", headers={"HX-Request": "true"})

    wanted = re.search(r'hx-select-oob="([^"]+)"', page)
    assert wanted
    for place in wanted[1].split(","):
        assert page.count(f'id="{place[1:]}"') == fragment.content.decode().count(f'id="{place[1:]}"') == 1
    assert "<html" not in fragment.content.decode()
    assert "HX-Request" in fragment["Vary"]
    for form_or_details in re.findall(r'<div id="now-.*?</div>', page, re.S):
        assert "<form" not in form_or_details
        assert "<details" not in form_or_details


def test_each_persons_link_and_a_message_are_there_to_be_copied(rosa, study):
    nadia = Imitated(study, "Nadia Petrov")

    page = read(rosa, study)

    assert f"http://testserver{nadia.base}</code>" in page
    assert "we are still looking forward to your profile" in page
    assert f"pass it on to nobody: http://testserver{nadia.base}</p>" in page


def test_who_has_nothing_to_do_gets_no_reminder(rosa, study):
    nadia = Imitated(study).go_to("review")
    assert "A message to send" not in read(rosa, study)

    nadia.is_accepted()
    assert "your ten questions are waiting" in read(rosa, study)

    nadia.answer()
    assert "A message to send" not in read(rosa, study)


def test_a_draft_shows_no_link(rosa, study):
    nadia = Imitated(study)
    type(study).objects.update(opened_at=None)

    page = read(rosa, study)

    assert nadia.base not in page
    assert "appear here once the study is open" in page


def test_the_links_of_judges_are_there_too(rosa, study):
    nadia = Imitated(study, "Nadia Petrov")
    date = timezone.now() + timedelta(days=400)
    link = Invitation.objects.create(study=study, persona=nadia.persona, note="family", expires_at=date)
    used = Invitation.objects.create(study=study, persona=nadia.persona, most_uses=0)
    old = Invitation.objects.create(study=study, persona=nadia.persona, expires_at=timezone.now())

    page = read(rosa, study)

    assert f"http://testserver/j/{link.code}/</code>" in page
    assert "You were chosen because you know Nadia Petrov" in page
    assert f"Please do it before {date_format(date)}" in page
    assert "family, opened by 0" in page
    assert old.code not in page
    assert used.code not in page


def test_strangers_are_told_that_they_see_a_profile(rosa, instruments, researcher):
    study = open_turing_test(researcher, parameters={"judges": "strangers"})
    Invitation.objects.create(study=study, persona=Imitated(study, "Nadia Petrov").persona)

    page = read(rosa, study)

    assert "is shown to you in a short profile" in page
    assert "because you know" not in page


def test_the_retention_date_is_shown(rosa, study):
    assert study.retention_date.isoformat() in read(rosa, study)


def test_someone_whose_texts_are_deleted_has_only_a_handle(rosa, study):
    nadia = Imitated(study, "Nadia Petrov").go_to("done")
    nadia.persona.erase()

    page = read(rosa, study)

    assert "Nadia" not in page
    assert nadia.base not in page
    assert nadia.persona.slug in page


def test_names_are_escaped(rosa, study):
    Imitated(study, "<b>Bob</b>")

    page = read(rosa, study)

    assert "<b>Bob" not in page
    assert "&lt;b&gt;Bob" in page


def test_the_number_of_queries_does_not_grow_with_the_people(rosa, study):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            read(rosa, study)
        return len(queries)

    first = Imitated(study).persona
    Invitation.objects.create(study=study, persona=first)
    sit(study, writing_condition(study, first), machine("Model"))
    before = count()
    for number in range(3):
        persona = Imitated(study, f"Person {number}").go_to("questions").persona
        Invitation.objects.create(study=study, persona=persona)
        sit(study, writing_condition(study, persona), machine(f"Model {number}"))

    assert count() == before
