"""The end, and a judge's own page: see, download, withdraw."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.studies.models import Participation, Response, Score, Showing, Sitting, Study
from tests.echo import with_pairs
from tests.judges import ABOUT, Judge, answers_on, invite
from tests.turing.test_me_withdraw import files


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher)


@pytest.fixture
def judge(study):
    return Judge(invite(study)).go_to("thanks")


def judged() -> list[int]:
    mine = {"sitting__condition__group": "judging"}
    return [table.objects.filter(**mine).count() for table in (Response, Score, Showing)]


def test_the_end_tells_nothing_unless_the_study_says_so(judge):
    page = judge.open("thanks/").content.decode()

    assert "Your judgements are saved" in page
    assert "you found" not in page


@pytest.mark.parametrize("right", [0, 7, 10])
def test_the_end_tells_how_many_were_right_where_the_study_says_so(study, right):
    Study.objects.update(parameters={**study.parameters, "feedback": True})
    judge = Judge(invite(study)).go_to("judge")
    for number in range(10):
        texts = answers_on(judge.open("judge/"))
        assert "you found" not in judge.open("judge/").content.decode()
        person = 1 + texts.index(next(text for text in texts if "human-0" in text))
        judge.choose(person if number < right else 3 - person)

    assert f"In {right} of 10 pairs you found" in judge.open("thanks/").content.decode()


def test_the_page_shows_what_was_chosen_and_not_what_was_right(study):
    judge = Judge(invite(study)).go_to("judge")
    judge.choose(1, sureness="4", why="Too <tidy>")
    judge.choose(2)

    page = judge.open("judgements/").content.decode()

    assert page.count("You chose the first answer.") == 1
    assert page.count("You chose the second answer.") == 1
    assert "Sureness: 4 of 5." in page
    assert "Too &lt;tidy&gt;" in page
    assert "<td>friend</td>" in page
    for told in ("machine_first", "machine-0", "human-0", "Parrot", "right"):
        assert told not in page


def test_the_file_holds_all_that_is_kept(study, judge):
    response = judge.open("judgements.json")
    kept = response.json()

    assert response["Content-Disposition"] == 'attachment; filename="my-judgements.json"'
    assert kept["about_you"] == ABOUT
    assert kept["answers_by"] == "Noor0 Vandamme"
    assert kept["protocol_sha256"] == study.protocol_sha256
    assert [row["question"] for row in kept["judgements"]] == [
        f"What of {showing.item.text}?" for showing in judge.showings
    ]
    assert {row["chosen"] for row in kept["judgements"]} == {"first"}
    assert set(kept["judgements"][0]) == {"question", "chosen", "how_sure", "why", "milliseconds"}


def test_a_judge_sees_nothing_of_another_ones_judgements(study, judge):
    other = Judge(invite(study)).go_to("judge")
    other.choose(1, why="only the other one said this")

    for page in ["thanks/", "judgements/", "judgements.json"]:
        text = judge.open(page).content.decode()
        assert "only the other one" not in text
        assert other.visit.code not in text


def test_withdrawing_asks_first(judge):
    assert "Delete all your judgements?" in judge.open("withdraw/").content.decode()
    assert judged() == [10, 10, 10]


def test_withdrawing_deletes_what_the_judge_told(judge):
    response = judge.send("withdraw/")

    assert response["Location"] == f"{judge.base}withdrawn/"
    assert judged() == [0, 0, 0]
    assert judge.visit.respondent.demographics == {}
    assert judge.visit.withdrawn_at is not None
    assert "Your judgements are deleted" in judge.open("withdrawn/").content.decode()
    assert judge.open("judgements/")["Location"] == f"{judge.base}withdrawn/"
    assert judge.open("judgements.json").json()["judgements"] == []


@pytest.mark.django_db(transaction=True)
def test_withdrawing_leaves_no_reason_in_the_files_of_the_database(instruments, researcher):
    if connection.vendor != "sqlite":
        pytest.skip("looks into the files of SQLite")
    judge = Judge(invite(with_pairs(researcher))).go_to("judge")
    judge.choose(why="brasswindmill")
    assert b"brasswindmill" in files()

    judge.send("withdraw/")

    assert b"brasswindmill" not in files()


def test_withdrawing_touches_nobody_elses_judgements_and_no_answer(study, judge):
    Judge(invite(study)).go_to("thanks")
    answers = Response.objects.filter(sitting__condition__group="writing").count()

    judge.send("withdraw/")

    assert judged() == [10, 10, 10]
    assert Response.objects.filter(sitting__condition__group="writing").count() == answers


@pytest.mark.parametrize("stage", ["about", "instruction", "judge"])
def test_a_judge_may_withdraw_at_any_step(study, stage):
    judge = Judge(invite(study)).go_to(stage)

    judge.send("withdraw/")

    assert judge.stage == "withdrawn"
    assert judged() == [0, 0, 0]


def test_who_has_withdrawn_is_not_asked_again(judge):
    judge.send("withdraw/")

    assert judge.press_start()["Location"] == f"{judge.base}withdrawn/"
    assert Participation.objects.count() == 1
    assert judge.send("judge/", {"pair": 1, "choice": 1})["Location"] == f"{judge.base}withdrawn/"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_withdrawing_while_a_choice_arrives_leaves_none(instruments, researcher, round_):
    judge = Judge(invite(with_pairs(researcher))).go_to("judge")

    def act(number: int) -> int:
        try:
            return (judge.send("withdraw/") if number == 2 else judge.choose(1, pair=1)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(act, range(4)))

    assert answers == [302] * 4
    assert judge.stage == "withdrawn"
    assert not Sitting.objects.filter(condition__group="judging").exists()
    assert judged() == [0, 0, 0]


def test_no_page_may_be_kept_and_none_has_inline_scripts(study):
    judge = Judge(invite(study))
    pages = [judge.client.get(judge.link)]
    for stage in ["consent", "about", "instruction", "judge", "thanks"]:
        judge = Judge(invite(study)).go_to(stage)
        pages += [judge.open(f"{stage}/"), judge.send(f"{stage}/")]
    pages += [judge.open(page) for page in ["", "judgements/", "judgements.json", "withdraw/"]]
    pages += [judge.send("withdraw/"), judge.open("withdrawn/")]

    for page in pages:
        text = page.content.decode()
        assert "no-store" in page["Cache-Control"]
        assert "unsafe" not in page["Content-Security-Policy"]
        assert page["Referrer-Policy"] == "same-origin"
        assert "<style" not in text
        assert " style=" not in text
        assert text.count("<script") == text.count("<script src=")
        assert "Noor" not in page.get("Location", "")
