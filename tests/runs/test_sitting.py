"""From a run down to the words: one sitting's requests, and all of them as a file."""

import json
from decimal import Decimal

import pytest

from apps.benchmarks.parsing.reply import REASONS
from apps.runs.models import Completion, Run, Step
from apps.runs.reasons import SENTENCES
from apps.studies.models import Sitting
from tests.inference.server import ModelServer, chat, error
from tests.machines import plan_a_run, work_through

pytestmark = pytest.mark.django_db(transaction=True)
ALL_THREES = "\n".join(f"{number}: 3" for number in range(1, 21))


def answered(study, remote, script):
    """Return the default sitting's page address after a run at a server that answers so."""
    with ModelServer(script) as server:
        remote.base_url = server.url
        remote.save()
        run = work_through(plan_a_run(study, remote, conditions=("default",)))
    return run, Sitting.objects.get(), f"/runs/{run.pk}/sittings/{Sitting.objects.get().code}/"


def test_it_shows_what_was_asked_and_said_word_for_word(rosa, study, remote):
    _run, _sitting, address = answered(study, remote, lambda call: chat(ALL_THREES))

    page = rosa.get(address).content.decode()

    asked = Completion.objects.get()
    for message in asked.request["messages"]:
        assert message["content"].replace('"', "&quot;").replace("'", "&#x27;") in page
    for told in ["tiny-0425", "fp_1", "stop", "8 from the server", asked.key, "0.000042", ALL_THREES]:
        assert told in page
    assert page.count('<span class="number">3</span>') == 20


def test_it_says_of_each_item_why_there_is_no_value(rosa, study, remote):
    _run, sitting, address = answered(study, remote, lambda call: chat("1: 3\n2: 9\n3: 2-4"))

    page = rosa.get(address).content.decode()

    assert "19 answers missing" in page
    assert "Outside the scale." in page
    assert "A range of scores, not one." in page
    assert page.count("Not mentioned, though other items are answered.") == 17
    assert f"1. {study.instrument.items_by_code()[sitting.item_order[0]].text}" in page


def test_every_attempt_is_shown_in_order(rosa, study, remote):
    says = [chat("I feel fine."), chat("Still fine."), chat(ALL_THREES)]
    run, _sitting, address = answered(study, remote, lambda call: says[min(call.number, 2)])

    page = rosa.get(address).content.decode()

    assert run.n_retried == 2
    assert page.index("I feel fine.") < page.index("attempt 2") < page.index("Still fine.") < page.index("attempt 3")
    assert "Nothing in the reply looks like an answer." in page


def test_a_failed_request_shows_its_sentence(rosa, study, remote):
    _run, _sitting, address = answered(study, remote, lambda call: error(400, "this is too odd"))

    page = rosa.get(address).content.decode()

    assert "this is too odd" in page
    assert "BadRequest" in page


def test_a_reply_is_shown_as_text_never_as_markup(rosa, study, remote):
    _run, _sitting, address = answered(study, remote, lambda call: chat("<script>alert(1)</script>"))

    assert "<script>alert" not in rosa.get(address).content.decode()


def test_a_sitting_that_was_not_asked_yet_says_so(rosa, study, uniform):
    run = plan_a_run(study, uniform)

    page = rosa.get(f"/runs/{run.pk}/sittings/{Sitting.objects.first().code}/").content.decode()

    assert "Nothing has been asked in this sitting yet." in page


def test_a_sitting_of_another_run_is_not_found(rosa, study, uniform, remote):
    run, other = plan_a_run(study, uniform), plan_a_run(study, remote)
    sitting = Sitting.objects.filter(respondent=other.respondent).first()

    assert rosa.get(f"/runs/{run.pk}/sittings/{sitting.code}/").status_code == 404


def test_every_reason_of_the_parser_has_its_sentence():
    assert set(SENTENCES) == set(REASONS)


def test_a_second_run_shows_the_answers_of_the_first_and_names_it(rosa, study, remote):
    first, sitting, _address = answered(study, remote, lambda call: chat(ALL_THREES))
    second = work_through(plan_a_run(study, remote, conditions=("default",)))

    page = rosa.get(f"/runs/{second.pk}/sittings/{sitting.code}/").content.decode()

    assert f'href="/runs/{first.pk}/"' in page


def test_the_download_has_a_line_for_every_request(rosa, study, uniform):
    run = work_through(plan_a_run(study, uniform, repeats=2))

    response = rosa.get(f"/runs/{run.pk}/completions.jsonl")
    lines = [json.loads(line) for line in response.streaming_content]

    assert response["Content-Disposition"] == f'attachment; filename="{study.slug}-run-{run.pk}.jsonl"'
    assert len(lines) == 22 == Step.objects.filter(run=run).count()
    assert [(line["condition"], line["repeat"]) for line in lines[:2]] == [("default", 0), ("default", 1)]
    kept = Completion.objects.get(key=lines[5]["key"])
    assert lines[5]["request"] == kept.request
    assert lines[5]["reply"] == kept.reply
    assert Decimal(lines[5]["cost"]) == kept.cost
    assert {line["run"] for line in lines} == {Run.objects.get().pk}
