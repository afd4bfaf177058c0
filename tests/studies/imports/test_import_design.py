import json

import pytest

from apps.studies.imports import design
from apps.studies.imports.design import FACTORS
from tests.studies.imports.synthetic import FIXTURES


def test_it_has_the_papers_titles():
    everyday = json.loads((FIXTURES.parent / "vignettes" / "everyday" / "vignettes.json").read_text())

    titles = {factor["code"]: factor["title"] for emotion in everyday["emotions"] for factor in emotion["factors"]}

    assert {code: factor.title for code, factor in FACTORS.items()} == titles


def test_it_has_428_published_situations_and_175_given_ones():
    assert sum(factor.published for factor in FACTORS.values()) == 428
    assert sum(len(design.given(code)) for code in FACTORS) == 175


@pytest.mark.parametrize(
    ("emotion", "number", "code"),
    [
        ("Anger", 1, "anger-1"),
        ("Angry", 5, "anger-5"),
        ("Jealous", 4, "jealousy-4"),
        ("Depression", 6, "depression-6"),
    ],
)
def test_it_knows_both_spellings_of_an_emotion(emotion, number, code):
    assert design.factor_code(emotion, number) == code


@pytest.mark.parametrize(("emotion", "number"), [("Anger", 0), ("Anger", 6), ("Joy", 1)])
def test_it_knows_no_other_factor(emotion, number):
    with pytest.raises(KeyError):
        design.factor_code(emotion, number)


@pytest.mark.parametrize(
    ("printed", "published"),
    [
        ("Failure of Important Goal", "Failure of Important Goals"),
        ("Failure of Important Goal(s)", "Failure of Important Goals"),
        ("Sticky situations", "Sticky Scenarios"),
        ("Centre of Attention", "Center of attention"),
    ],
)
def test_it_takes_the_variants_of_a_title_for_one(printed, published):
    assert design.same_name(printed, published)


def test_it_tells_other_titles_apart():
    assert not design.same_name("Social Fears", "Injury Fears")
