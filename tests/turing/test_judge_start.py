"""The link that judges are given."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.studies.models import Invitation, Pair, Participation, Respondent, Response, Study
from apps.turing.people import people
from tests.echo import add_a_person, draw_ten, open_a_turing_test, with_pairs
from tests.judges import ABOUT, Judge, invite


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher)


def visits() -> int:
    return Participation.objects.count()


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_link_creates_nothing(client, link, method):
    people_before = Respondent.objects.count()

    response = getattr(client, method)(f"/j/{link.code}/")

    assert response.status_code == 200
    assert (visits(), Respondent.objects.count()) == (0, people_before)
    assert not [name for name in response.cookies if name.startswith("judge-")]


def test_the_page_says_whose_answers_are_judged(client, link):
    page = client.get(f"/j/{link.code}/").content.decode()

    assert "Which answers did Noor0 Vandamme write?" in page
    assert "You know this person" in page


def test_other_methods_are_refused(client, link):
    assert client.put(f"/j/{link.code}/").status_code == 405


def test_an_unknown_link_is_not_found(client, db):
    assert client.get("/j/nosuchlink/").status_code == 404
    assert client.post("/j/nosuchlink/").status_code == 404


def test_a_link_for_nobody_in_particular_is_not_for_judges(client, study):
    code = Invitation.objects.create(study=study).code

    assert client.get(f"/j/{code}/").status_code == 404
    assert client.get(f"/p/{code}/").status_code == 410


def test_the_button_begins_a_visit(link):
    judge = Judge(link)

    response = judge.press_start()

    assert response.status_code == 302
    assert response["Location"] == f"/j/{link.code}/{judge.visit.code}/consent/"
    assert judge.stage == "consent"
    assert "Noor" not in response["Location"]


def test_the_button_needs_a_token_from_the_page(link):
    browser = Client(enforce_csrf_checks=True)

    assert browser.post(f"/j/{link.code}/").status_code == 403
    page = browser.get(f"/j/{link.code}/").content.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    assert browser.post(f"/j/{link.code}/", {"csrfmiddlewaretoken": token}).status_code == 302
    assert visits() == 1


def test_the_cookie_is_closed_to_scripts_and_other_sites(link, settings):
    settings.HTTPS = True

    cookie = Judge(link).press_start().cookies[f"judge-{link.study_id}-{link.persona_id}"]

    assert cookie["httponly"]
    assert cookie["secure"]
    assert (cookie["samesite"], cookie["path"]) == ("Lax", "/j/")


@pytest.mark.parametrize("stage", ["consent", "about", "instruction", "judge", "thanks"])
def test_a_judge_who_comes_twice_is_sent_to_where_they_were(link, stage):
    judge = Judge(link).go_to(stage)

    assert judge.client.get(judge.link)["Location"] == f"{judge.base}{stage}/"
    assert judge.press_start()["Location"] == f"{judge.base}{stage}/"
    assert visits() == 1


def test_a_second_link_for_the_same_person_leads_a_judge_to_their_own_visit(study, link):
    judge = Judge(link).go_to("thanks")

    again = Judge(invite(study), client=judge.client)

    assert again.press_start()["Location"] == f"{judge.base}thanks/"
    assert visits() == 1


def test_the_same_judge_may_judge_another_person(instruments, researcher):
    study = with_pairs(researcher, people=2)
    first, second = people(study)
    judge = Judge(invite(study, persona=first)).go_to("thanks")

    other = Judge(invite(study, persona=second), client=judge.client).go_to("judge")

    assert visits() == 2
    assert "human-1" in other.open("judge/").content.decode()
    assert "human-0" not in other.open("judge/").content.decode()


def test_a_second_judge_with_the_same_link_begins_a_visit_of_their_own(link):
    first, second = Judge(link).go_to("judge"), Judge(link).go_to("consent")

    assert first.visit != second.visit


def test_a_single_use_link_lets_one_person_in(study):
    link = invite(study, most_uses=1)
    first = Judge(link).go_to("judge")

    late = Judge(link)
    page = late.client.get(late.link)

    assert page.status_code == 410
    assert "This link has been used" in page.content.decode()
    assert late.press_start().status_code == 410
    assert visits() == 1
    assert first.client.get(first.link)["Location"] == f"{first.base}judge/"


def test_who_declined_has_used_the_link_too(study):
    link = invite(study, most_uses=1)
    Judge(link).go_to("consent").send("consent/", {"agree": "no"})

    assert Judge(link).press_start().status_code == 410


@pytest.mark.django_db(transaction=True)
def test_no_more_people_than_a_link_is_for_get_in_at_once(instruments, researcher):
    link = invite(with_pairs(researcher), most_uses=3)

    def press(_number: int) -> int:
        try:
            return Judge(link).press_start().status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(press, range(12)))

    assert sorted(answers) == [302] * 3 + [410] * 9
    assert visits() == 3


def test_an_expired_link_lets_nobody_new_in(study):
    link = invite(study)
    begun = Judge(link).go_to("judge")
    Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))

    late = Judge(link)
    page = late.client.get(late.link)

    assert page.status_code == 410
    assert "This link has expired" in page.content.decode()
    assert late.press_start().status_code == 410
    assert begun.client.get(begun.link)["Location"] == f"{begun.base}judge/"
    assert begun.choose()["Location"] == f"{begun.base}judge/"


def test_a_link_that_expires_later_lets_people_in(study):
    assert Judge(invite(study, expires_at=timezone.now() + timedelta(hours=1))).press_start().status_code == 302


@pytest.mark.parametrize("change", [{"closed_at": "2026-01-01T00:00Z"}, {"retention_date": "2020-01-01"}])
def test_a_closed_study_lets_nobody_new_in(link, change):
    begun = Judge(link).go_to("judge")
    Study.objects.update(**change)

    late = Judge(link)
    page = late.client.get(late.link)

    assert page.status_code == 410
    assert "This study is closed" in page.content.decode()
    assert late.press_start().status_code == 410
    assert begun.choose().status_code == (302 if "closed_at" in change else 410)


@pytest.mark.parametrize(
    ("stage", "sent"),
    [
        ("consent", {"agree": "yes"}),
        ("about", {"relation": "friend", "known": "1 to 3 years"}),
        ("instruction", {}),
        ("judge", {"pair": 1, "choice": 1}),
    ],
)
def test_after_the_retention_date_nothing_is_shown_or_taken(link, stage, sent):
    judge = Judge(link).go_to(stage)
    Study.objects.update(retention_date="2020-01-01")

    for page in (judge.open(f"{stage}/"), judge.send(f"{stage}/", sent)):
        assert page.status_code == 410
        assert "This study is closed" in page.content.decode()
    assert judge.stage == stage
    assert not Response.objects.filter(sitting__condition__group="judging").exists()


def test_after_the_retention_date_a_judge_may_still_withdraw(link):
    judge = Judge(link).go_to("thanks")
    Study.objects.update(retention_date="2020-01-01")

    judge.send("withdraw/")

    assert judge.stage == "withdrawn"


def test_a_question_without_a_pair_is_left_out(study, link):
    Pair.objects.filter(item__code__in=["CR", "ED", "LG"]).delete()

    judge = Judge(link)
    assert "which one is theirs, 7 times" in judge.client.get(judge.link).content.decode()
    judge.press_start()
    assert "Your 7 choices" in judge.open("consent/").content.decode()
    judge.agree()
    judge.send("about/", ABOUT)
    assert "You see 7 questions" in judge.open("instruction/").content.decode()
    judge.send("instruction/")
    assert "Pair 1 of 7" in judge.open("judge/").content.decode()
    for _showing in judge.showings:
        judge.choose()

    assert judge.stage == "thanks"
    assert len(judge.choices) == len(judge.sitting.item_order) == 7
    assert not {"CR", "ED", "LG"} & set(judge.sitting.item_order)


@pytest.mark.parametrize("n", [0, 4])
def test_with_too_few_pairs_one_is_told_to_come_back(study, link, n):
    Pair.objects.exclude(item__code__in=["CR", "ED", "LG", "PH"][:n]).delete()

    judge = Judge(link)
    page = judge.client.get(judge.link)

    assert page.status_code == 200
    assert "There is nothing to judge yet" in page.content.decode()
    assert judge.press_start().status_code == 200
    assert visits() == 0


def test_without_any_pair_one_is_told_to_come_back(instruments, researcher):
    study = open_a_turing_test(researcher)
    with_pairs(researcher)  # another study's pairs are no help
    draw_ten(study, add_a_person(study))

    assert "nothing to judge yet" in Client().get(f"/j/{invite(study).code}/").content.decode()


@pytest.mark.parametrize("step", ["", "consent/", "about/", "before/", "answers/", "withdraw/"])
def test_a_judges_visit_has_no_pages_of_a_survey(client, link, step):
    judge = Judge(link)
    judge.press_start()

    assert client.get(f"/p/{link.code}/").status_code == 404
    assert client.get(judge.base.replace("/j/", "/p/") + step).status_code == 404
    assert client.post(judge.base.replace("/j/", "/p/") + step).status_code in {404, 405}
