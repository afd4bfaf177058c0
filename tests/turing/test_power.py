"""The power page: what a study of some size would show, the same at each reload, in time."""

import time

import pytest

from tests.echo import with_pairs
from tests.turing.judged import many_judge


def table(response):
    return response.context["rows"]


def test_it_has_a_table_at_once(rosa):
    response = rosa.get("/turing/power/")

    assert response.status_code == 200
    sizes = [judges for judges, _judgements, _shows in table(response)]
    assert (sizes[0], sizes[-1], len(sizes)) == (10, 100, 8)
    assert "our defaults" in response.content.decode()


def test_more_judges_make_a_narrower_interval_and_more_power(rosa):
    shows = [shows for _judges, _judgements, shows in table(rosa.get("/turing/power/?judges_to=300"))]

    assert shows[-1].width < shows[0].width
    assert shows[-1].power > shows[0].power


def test_a_reload_gives_the_same(rosa):
    address = "/turing/power/?rate=45&methods=3"

    assert table(rosa.get(address)) == table(rosa.get(address))


def test_at_50_percent_it_is_equivalence_that_is_found(rosa):
    *_smaller, (_judges, _judgements, shows) = table(
        rosa.get("/turing/power/?rate=50&judges_from=400&judges_to=500&judge_sd=0.1&question_sd=0.1&persons=50")
    )

    assert shows.power < 0.15
    assert shows.equivalence > 0.8


def test_it_names_the_fewest_that_are_enough(rosa):
    response = rosa.get("/turing/power/?rate=25&judges_to=100&width=30")

    judges, pairs = response.context["fewest"]
    assert f"Of these sizes, {judges} judges with {pairs} pairs each are the fewest" in response.content.decode()


def test_it_says_when_no_size_is_enough(rosa):
    page = rosa.get("/turing/power/?rate=49&width=1").content.decode()

    assert "None of these sizes gives an interval of 1 points or less." in page


def test_the_largest_question_is_answered_in_time(rosa):
    start = time.monotonic()
    rosa.get("/turing/power/?judges_from=200&judges_to=500&pairs=20&methods=1&persons=100")

    assert time.monotonic() - start < 3


@pytest.mark.parametrize(
    ("query", "field"),
    [("judges_from=1", "judges_from"), ("judges_to=501", "judges_to"), ("judges_from=200", "judges_to"),
     ("rate=0", "rate"), ("rate=nan", "rate"), ("pairs=many", "pairs"), ("methods=21", "methods"),
     ("judge_sd=9", "judge_sd"), ("width=-1", "width")],
)  # fmt: skip
def test_a_mistake_is_pointed_at_and_kept(rosa, query, field):
    page = rosa.get(f"/turing/power/?{query}").content.decode()

    assert f'<a href="#id_{field}">' in page
    assert f'value="{query.split("=")[1]}"' in page
    assert "<table" not in page


def test_a_study_gives_its_own_defaults(rosa, instruments, researcher):
    study = with_pairs(researcher, people=3, machines=2, parameters={"judges": "acquaintances", "low": 40, "high": 60})
    many_judge(study)

    response = rosa.get(f"/turing/{study.slug}/power/")

    usual = response.context["form"].data
    assert (usual["methods"], usual["persons"]) == (2, 3)
    page = response.content.decode()
    assert "estimated from the judgements of this study" in page
    assert "between 40 and 60 %" in page


def test_a_study_without_judgements_gives_ours(rosa, instruments, researcher):
    study = with_pairs(researcher)

    assert "our defaults" in rosa.get(f"/turing/{study.slug}/power/").content.decode()


def test_only_the_owner_and_researchers(ruth, client, instruments, researcher):
    study = with_pairs(researcher)

    assert ruth.get(f"/turing/{study.slug}/power/").status_code == 404
    assert client.get(f"/turing/{study.slug}/power/").status_code == 302
    assert client.get("/turing/power/").status_code == 302
