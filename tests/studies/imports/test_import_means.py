import json
from pathlib import Path

import pytest

from apps.studies.imports import means
from apps.studies.imports.errors import UnreadableFile
from tests.studies.imports.synthetic import affects, means_json, scales

PATH = Path("data.json")


def content() -> dict:
    return json.loads(means_json("gpt-9"))


def test_it_reads_default_overall_and_every_factor():
    file = means.read(PATH, content(), scales())

    found = {(mean.condition, mean.subscale): mean.value for mean in file.means}
    assert len(found) == 2 * 38
    assert found["default", "negative"] == 12.25
    assert found["overall", "positive"] == 26
    assert found["anger-1", "positive"] == 25.5
    assert file.missing == ()


def test_it_finds_factors_by_their_names_whatever_their_order():
    row = content()
    fear = row["gpt-9"]["Fear"]
    fear["Injury Fears"] = affects(11, 12)
    row["gpt-9"]["Fear"] = dict(reversed(fear.items()))
    row["gpt-9"]["Embarrassment"]["Sticky Scenarios"] = row["gpt-9"]["Embarrassment"].pop("Sticky situations")

    found = {(mean.condition, mean.subscale): mean.value for mean in means.read(PATH, row, scales()).means}

    assert found["fear-3", "positive"] == 11
    assert found["embarrassment-3", "positive"] == 25.5


def test_it_names_what_a_model_lacks():
    row = content()
    del row["gpt-9"]["Control"], row["gpt-9"]["Guilt"]["Personal and Moral"]

    assert means.read(PATH, row, scales()).missing == ("gpt-9: default, guilt-4",)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda row: row.update(Control=affects(9.9, 12)),
            "gpt-9.Control.Positive Affect: expected a mean from 10 to 50",
        ),
        (lambda row: row.update(Control=affects(float("nan"), 12)), "expected a mean from 10 to 50"),
        (lambda row: row.update(Control=affects(True, 12)), "expected a mean from 10 to 50"),
        (lambda row: row.update(Control={"Positive Affect": 20}), 'expected "Positive Affect" and "Negative Affect"'),
        (lambda row: row.update(Control=20), "gpt-9.Control: expected"),
        (lambda row: row.update(Joy={}), '"gpt-9": expected one of Control, Overall, Anger'),
        (
            lambda row: row["Fear"].update(Spiders=affects(20, 20)),
            "gpt-9.Fear: expected a factor of Fear (Social Fears",
        ),
        (lambda row: row.clear(), '"gpt-9": expected "Control" and "Overall"'),
    ],
)
def test_it_refuses_what_is_no_mean(change, words):
    row = content()
    change(row["gpt-9"])

    with pytest.raises(UnreadableFile) as caught:
        means.read(PATH, row, scales())

    assert words in str(caught.value)
