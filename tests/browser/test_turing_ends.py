"""Pages that few ever see: where answers were deleted under a judge, where a study is over, and what judges wrote."""

import re

import pytest
from playwright.sync_api import expect

from apps.benchmarks.echo.questions import TYPES
from apps.studies.models import Pair, Participation, Showing, Study
from apps.turing.people import people
from tests.browser.walking import check_thoroughly, press
from tests.echo import with_pairs
from tests.imitated import Imitated, open_turing_test
from tests.judges import Judge, invite
from tests.turing.judged import many_judge, somebody_judges

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_judge_whose_pairs_are_gone_is_told_and_finishes(page, live_server, instruments, researcher):
    judge = Judge(invite(with_pairs(researcher)))
    judge.go_to(Participation.Stage.JUDGE)
    judge.choose()
    Pair.objects.exclude(pk=judge.showings[0].pair_id).delete()
    cookies = judge.client.cookies.items()
    page.context.add_cookies([{"name": name, "value": one.value, "url": live_server.url} for name, one in cookies])

    page.goto(f"{judge.base}judge/")

    expect(page.get_by_role("heading", level=1)).to_have_text("There are no more pairs")
    check_thoroughly(page)
    press(page, "Finish")
    expect(page).to_have_url(re.compile("/thanks/$"))
    check_thoroughly(page)


def test_whoever_sends_something_after_the_last_day_is_told_that_it_is_not_kept(page, instruments, researcher):
    person = Imitated(open_turing_test(researcher))
    person.permit()
    page.goto(f"{person.base}profile/")
    Study.objects.update(retention_date="2020-01-01")

    page.get_by_role("textbox").first.fill("I came too late.")
    press(page, "Keep and go on later")

    expect(page.get_by_role("heading", level=1)).to_have_text("The study is closed")
    page.complaints.clear()  # the console names the status, 410
    check_thoroughly(page)


def test_the_reasons_of_judges_are_readable_however_long_they_are(page, signed_in, instruments, researcher):
    study = with_pairs(researcher)
    many_judge(study)
    for text in ("Noor never says “utterly”.\nAnd she would not write so much.", "w" * 300, "هي لا تكتب هكذا"):
        sitting = somebody_judges(study, people(study).first(), lambda showing: showing.position % 2 > 0)
        Showing.objects.filter(sitting=sitting, item__code__in=list(TYPES)[:4]).update(why=text)
    signed_in(page)
    page.goto(f"/turing/{study.slug}/results/")

    page.get_by_text("12 reasons").click()

    reasons = page.get_by_role("region", name="Reasons that judges gave")
    assert reasons.evaluate("box => box.scrollWidth <= Math.max(box.clientWidth, 450)")
    check_thoroughly(page)
