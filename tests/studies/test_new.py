"""Planning a study."""

import re

import pytest

from apps.studies.models import Study


def test_it_is_saved_as_a_draft_of_its_author(rosa, researcher, filled_in):
    response = rosa.post("/studies/new/", filled_in)

    study = Study.objects.get()
    assert response["Location"] == f"/studies/{study.slug}/"
    assert (study.title, study.quota, study.factors, study.owner) == (
        "Small storms", 9, ["anger-1", "fear-2"], researcher,
    )  # fmt: skip
    assert study.state == "draft"


def test_a_draft_takes_nobody(rosa, filled_in):
    rosa.post("/studies/new/", filled_in)

    assert not Study.objects.get().invitation_set.exists()


def test_the_form_begins_with_a_text_a_date_and_all_kinds_of_situations(rosa, instruments):
    page = rosa.get("/studies/new/").content.decode()

    assert page.count('name="factors"') == page.count("checked") == 36
    assert "Taking part is voluntary" in page
    assert re.search(r'type="date" name="retention_date" value="\d{4}-\d\d-\d\d"', page)


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("title", "", "This field is required"),
        ("instrument", "", "This field is required"),
        ("vignette_set", "", "This field is required"),
        ("factors", [], "This field is required"),
        ("factors", ["boredom-1"], "boredom-1 is not one of the available choices"),
        ("quota", "0", "Choose from 1 to 10,000"),
        ("quota", "many", "Enter a whole number"),
        ("consent_text", " ", "This field is required"),
        ("completion_url", "not an address", "Enter a valid URL"),
        ("completion_url", "javascript:alert(1)", "Enter a valid URL"),
        ("retention_date", "2020-01-01", "Choose a day in the future"),
        ("retention_date", "soon", "Enter a valid date"),
        ("retention_date", "", "This field is required"),
    ],
)
def test_a_mistake_is_pointed_at_and_the_rest_kept(rosa, filled_in, field, wrong, sentence):
    page = rosa.post("/studies/new/", {**filled_in, field: wrong}).content.decode()

    assert not Study.objects.exists()
    assert f'<a href="#id_{field}">' in page
    assert sentence in page
    assert f'id="id_{field}"' in page
    for kept, value in filled_in.items():
        if kept != field and isinstance(value, str) and kept not in {"consent_text", "order_rule"}:
            assert f'value="{value}"' in page, kept
    if field != "consent_text":
        assert "We ask how you feel.</textarea>" in page
    if field != "factors":
        assert page.count("checked") == 2


def test_an_address_without_a_scheme_is_a_secure_one(rosa, filled_in):
    rosa.post("/studies/new/", {**filled_in, "completion_url": "panel.example/done?id={code}"})

    assert Study.objects.get().completion_url == "https://panel.example/done?id={code}"


def test_two_studies_may_have_one_title(rosa, filled_in):
    rosa.post("/studies/new/", filled_in)
    rosa.post("/studies/new/", filled_in)

    assert Study.objects.values("slug").distinct().count() == 2
