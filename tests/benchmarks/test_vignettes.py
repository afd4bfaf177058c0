"""Our own situations: complete, of one length, in the second person, no two alike."""

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from apps.benchmarks.files import ProtocolError
from apps.benchmarks.vignettes import NEGATIVE, POSITIVE, load_vignettes

PATH = Path(__file__).resolve().parents[2] / "fixtures" / "vignettes" / "everyday" / "vignettes.json"

# The names of the thesis: Part III, Section 3.1, and the rows of Tables 5 and 6.
FACTORS = {
    "anger-1": "Facing Self-Opinioned People",
    "anger-2": "Blaming, Slandering, and Tattling",
    "anger-3": "Bullying, Teasing, Insulting, and Disparaging",
    "anger-4": "Silly and Thoughtless Behaviors",
    "anger-5": "Driving Situations",
    "anxiety-1": "External Factors",
    "anxiety-2": "Self-Imposed Pressure",
    "anxiety-3": "Personal Growth and Relationships",
    "anxiety-4": "Uncertainty and Unknowns",
    "depression-1": "Failure of Important Goals",
    "depression-2": "Death of Loved Ones",
    "depression-3": "Romantic Loss",
    "depression-4": "Chronic Stress",
    "depression-5": "Social Isolation",
    "depression-6": "Winter",
    "frustration-1": "Disappointments and Letdowns",
    "frustration-2": "Unforeseen Obstacles and Accidents",
    "frustration-3": "Miscommunications and Misunderstanding",
    "frustration-4": "Rejection and Interpersonal Issues",
    "jealousy-1": "Romantic (Opposite Gender)",
    "jealousy-2": "Romantic (Same Gender)",
    "jealousy-3": "Material Possession",
    "jealousy-4": "Experiential",
    "guilt-1": "Betrayal and Deception",
    "guilt-2": "Relationship and Interpersonal",
    "guilt-3": "Broken Promises and Responsibilities",
    "guilt-4": "Personal and Moral",
    "fear-1": "Social Fears",
    "fear-2": "Agoraphobia Fears",
    "fear-3": "Injury Fears",
    "fear-4": "Dangerous Environments",
    "fear-5": "Harmless Animals",
    "embarrassment-1": "Intimate",
    "embarrassment-2": "Stranger",
    "embarrassment-3": "Sticky situations",
    "embarrassment-4": "Centre of Attention",
}
DAYS = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}


@pytest.fixture(scope="module")
def vignettes():
    return load_vignettes(PATH).vignettes


def words(text):
    return re.findall(r"[\w'-]+", text)


def test_it_holds_the_36_factors_of_8_emotions_in_the_paper_s_order(vignettes):
    found = dict.fromkeys((one.emotion, one.factor, one.factor_title) for one in vignettes)

    assert list(found) == [(code.rpartition("-")[0], code, title) for code, title in FACTORS.items()]
    assert (len(FACTORS), len({emotion for emotion, _code, _title in found})) == (36, 8)


def test_every_factor_has_five_situations_and_one_positive_counterpart(vignettes):
    places = {(one.factor, one.valence, one.position) for one in vignettes}

    assert len(vignettes) == len(places) == 36 * 6
    for factor in {one.factor for one in vignettes}:
        assert {(factor, NEGATIVE, i) for i in range(1, 6)} | {(factor, POSITIVE, 1)} <= places


def test_every_situation_has_15_to_60_words(vignettes):
    assert [one.text for one in vignettes if not 15 <= len(words(one.text)) <= 60] == []


def test_every_situation_speaks_to_the_reader(vignettes):
    second, first = re.compile(r"\byou(r|rs|rself)?\b", re.I), re.compile(r"\b(I|me|my|mine|myself)\b")

    assert [one.text for one in vignettes if not second.search(one.text)] == []
    assert [one.text for one in vignettes if first.search(one.text)] == []


def test_no_two_situations_are_alike(vignettes):
    sets = [(one, frozenset(word.casefold() for word in words(one.text))) for one in vignettes]

    shares = {(a.text, b.text): len(x & y) / len(x | y) for (a, x), (b, y) in combinations(sets, 2)}

    # A counterpart repeats some of its scene: the closest pair shares 31 % of its words.
    assert [pair for pair, share in shares.items() if share > 0.4] == []


def test_no_situation_names_a_person_or_a_brand(vignettes):
    """A capital inside a sentence is a day of the week, or a name that should not be there."""
    inside = re.compile(r"(?<=[^.!?:\"'“”‘’\s]\s)([A-Z]\w*)")

    names = [word for one in vignettes for word in inside.findall(one.text) if word not in DAYS]

    assert names == []


def test_every_situation_is_prose(vignettes):
    odd = re.compile(r"[@#<>{}_|®™©]|https?:|www\.|\d|\s{2}|\n|^\s|\s$")

    assert [one.text for one in vignettes if odd.search(one.text)] == []
    assert [one.text for one in vignettes if one.text[-1] not in '.!?"”'] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"emotions": []}, r"emotions is empty; list at least one"),
        ({"emotions": [{"code": "anger", "factors": []}]}, r"emotions\[0\]\.factors is empty; list at least one"),
        ({"emotions": [{"factors": [{}]}]}, r"emotions\[0\]\.code is missing; add a text"),
        (
            {"emotions": [{"code": "anger", "factors": [{"code": "anger-1", "title": "T", "negative": [" "]}]}]},
            r"emotions\[0\]\.factors\[0\]\.negative must be a list of texts, none of them empty",
        ),
        ({"licence": ""}, r"licence is empty; write a text"),
    ],
)
def test_a_bad_file_is_refused_with_its_place_and_the_remedy(tmp_path, change, message):
    path = tmp_path / "vignettes.json"
    content = json.loads(PATH.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(content), encoding="utf-8")

    with pytest.raises(ProtocolError, match=re.escape(str(path)) + ": " + message):
        load_vignettes(path)


def test_a_factor_may_come_without_a_positive_counterpart(tmp_path):
    path = tmp_path / "vignettes.json"
    factor = {"code": "anger-1", "title": "T", "negative": ["One.", "Two."]}
    content = json.loads(PATH.read_text(encoding="utf-8"))
    content["emotions"] = [{"code": "anger", "title": "Anger", "factors": [factor]}]
    path.write_text(json.dumps(content), encoding="utf-8")

    loaded = load_vignettes(path)

    assert [(one.valence, one.position) for one in loaded.vignettes] == [(NEGATIVE, 1), (NEGATIVE, 2)]
