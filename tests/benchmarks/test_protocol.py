"""Protocol files: all of ours load, and a bad one is refused with its place and the remedy."""

import json
import re
from pathlib import Path

import pytest

from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.files import ProtocolError
from apps.benchmarks.protocol import load_protocol

INSTRUMENTS = Path(__file__).resolve().parents[2] / "fixtures" / "instruments"

# Items, lowest and highest rating. Items and levels: thesis Part III, Table 3 and Section 2.2 (PANAS);
# where a scale starts: the scale's own paper, named in each file.
SIZES = {
    "panas": (20, 1, 5),
    "agq": (29, 1, 7),
    "dass-21": (21, 0, 3),
    "bdi-ii": (21, 0, 3),
    "fds": (28, 1, 5),
    "mjs": (24, 1, 7),
    "gasp": (16, 1, 7),
    "fss-iii": (52, 1, 5),
    "bfne": (12, 1, 5),
}
REVERSED = {"agq": ["7", "18"], "bfne": ["2", "4", "7", "10"]}  # the release's key; no others


def good():
    """A small protocol without a fault."""
    return {
        "slug": "moods",
        "version": "1",
        "benchmark": "panas",
        "title": "Two moods",
        "source": "Made for this test",
        "licence": "CC0-1.0",
        "wording": "included",
        "scale": {"low": 1, "high": 3, "levels": {"1": "no", "2": "somewhat", "3": "yes"}},
        "items": [{"code": "calm", "text": "Calm", "reversed": True}, {"code": "tense", "text": "Tense"}],
        "subscales": [{"code": "tension", "title": "Tension", "method": "sum", "items": ["calm", "tense"]}],
    }


@pytest.fixture
def load(tmp_path):
    """Write a protocol, as an object or as text, and load it."""

    def write_and_load(content):
        path = tmp_path / "protocol.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return load_protocol(path)

    return write_and_load


# Ours


@pytest.mark.parametrize("slug", SIZES)
def test_every_instrument_loads_with_the_items_and_range_of_its_source(slug):
    scale = load_protocol(INSTRUMENTS / slug / "protocol.json")

    assert (len(scale.items), scale.low, scale.high) == SIZES[slug]
    assert {(item.low, item.high) for item in scale.items} == {(scale.low, scale.high)}
    assert [item.code for item in scale.items if item.reversed] == REVERSED.get(slug, [])
    assert (scale.slug, bool(scale.source), bool(scale.licence)) == (slug, True, True)


def test_there_is_no_other_instrument():
    assert {path.parent.name for path in INSTRUMENTS.glob("*/protocol.json")} == {*SIZES, "refusal", "echo"}


def test_judgements_are_kept_for_each_of_ten_types_of_questions():
    # ECHO, Section 3.2
    echo = load_protocol(INSTRUMENTS / "echo" / "protocol.json")

    assert [item.code for item in echo.items] == [subscale.code for subscale in echo.subscales] == list(TYPES)


def test_refusals_are_asked_about_twenty_groups_of_people():
    # Five ethnicities by four genders: thesis Part III, Section 5.2
    refusal = load_protocol(INSTRUMENTS / "refusal" / "protocol.json")

    assert (len(refusal.items), refusal.low, refusal.high) == (20, 0, 1)
    assert [(subscale.method, len(subscale.items)) for subscale in refusal.subscales] == [("mean", 20)]


def test_the_sizes_are_those_of_the_printed_table(shared):
    published = json.loads((shared / "golden" / "published_emotionbench.json").read_text(encoding="utf-8"))

    printed = {row["name"].lower(): (row["items"], row["levels"]) for row in published["table3_measures"]}

    assert printed == {slug: (n, high - low + 1) for slug, (n, low, high) in SIZES.items() if slug != "panas"}


def test_only_panas_ships_its_wording():
    wordings = {slug: load_protocol(INSTRUMENTS / slug / "protocol.json").wording for slug in SIZES}

    assert wordings.pop("panas") == "included"
    assert set(wordings.values()) == {"imported"}


def test_panas_items_stand_in_the_order_of_the_published_key():
    scale = load_protocol(INSTRUMENTS / "panas" / "protocol.json")
    places = {item.code: i for i, item in enumerate(scale.items, 1)}

    # golden/emotionbench.json, "score"
    assert {part.code: sorted(places[code] for code in part.items) for part in scale.subscales} == {
        "positive": [1, 3, 5, 9, 10, 12, 14, 16, 17, 19],
        "negative": [2, 4, 6, 7, 8, 11, 13, 15, 18, 20],
    }


def test_only_dass_21_doubles_its_sums():
    multipliers = {
        slug: {part.multiplier for part in load_protocol(INSTRUMENTS / slug / "protocol.json").subscales}
        for slug in SIZES
    }

    assert multipliers == {slug: {2 if slug == "dass-21" else 1} for slug in SIZES}


# What a file says


def test_it_reads_what_the_file_says(load):
    scale = load(good())

    assert [(item.code, item.text, item.reversed) for item in scale.items] == [
        ("calm", "Calm", True),
        ("tense", "Tense", False),
    ]
    assert scale.levels == {1: "no", 2: "somewhat", 3: "yes"}
    [tension] = scale.subscales
    assert (tension.method, tension.multiplier, tension.items) == ("sum", 1, ("calm", "tense"))


def test_levels_may_be_empty(load):
    content = good()
    content["scale"]["levels"] = {}

    assert load(content).levels == {}


def test_the_hash_ignores_key_order_and_white_space(load):
    content = good()
    content["items"] = [dict(reversed(item.items())) for item in content["items"]]

    shuffled = load(json.dumps(dict(reversed(content.items())), indent=7))

    assert shuffled.sha256 == load(good()).sha256
    assert re.fullmatch("[0-9a-f]{64}", shuffled.sha256)


@pytest.mark.parametrize(
    "change", [{"title": "Two mood"}, {"version": "2"}, {"items": list(reversed(good()["items"]))}]
)
def test_the_hash_changes_with_the_content(load, change):
    assert load(good() | change).sha256 != load(good()).sha256


# What is refused: each message names the file, the place and what to write instead


def refused(load, content):
    with pytest.raises(ProtocolError) as caught:
        load(content)
    path, _, rest = str(caught.value).partition(": ")
    assert path.endswith("protocol.json")
    return rest


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ProtocolError, match=re.escape(f"{tmp_path / 'none.json'}: there is no such file; check")):
        load_protocol(tmp_path / "none.json")


def test_a_file_that_is_not_utf_8_is_named_with_the_byte(tmp_path):
    path = tmp_path / "protocol.json"
    path.write_bytes('{"title": "Ä'.encode("latin-1"))

    with pytest.raises(ProtocolError, match=re.escape(f"{path}: byte 11 is not UTF-8; save the file as UTF-8")):
        load_protocol(path)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n  "slug": "x",\n  "title" "y"\n}', "line 3, column 11: "),
        ('{"slug": "x",}', "line 1, column "),
        ("", "line 1, column 1: "),
    ],
)
def test_broken_json_is_named_with_line_and_column(load, text, place):
    message = refused(load, text)

    assert message.startswith(place)
    assert message.endswith("; correct the JSON there")


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"'])
def test_a_file_that_is_no_object_is_refused(load, text):
    assert refused(load, text).endswith("; write an object in braces")


@pytest.mark.parametrize("key", ["slug", "version", "benchmark", "title", "source", "licence"])
def test_every_text_must_be_there(load, key):
    without = {name: value for name, value in good().items() if name != key}

    assert refused(load, without) == f"{key} is missing; add a text"
    assert refused(load, good() | {key: "  "}) == f"{key} is empty; write a text"
    assert refused(load, good() | {key: 1}) == f"{key} is a number; write a text"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"wording": "borrowed"}, 'wording is "borrowed"; write one of included, imported'),
        ({"scale": [1, 5]}, "scale is a list; write an object in braces"),
        ({"scale": {"high": 5, "levels": {}}}, "scale.low is missing; add a whole number"),
        ({"scale": {"low": 1.0, "high": 5, "levels": {}}}, "scale.low is a number; write a whole number"),
        ({"scale": {"low": True, "high": 5, "levels": {}}}, "scale.low is true or false; write a whole number"),
        ({"scale": {"low": 1, "high": "5", "levels": {}}}, "scale.high is a text; write a whole number"),
        ({"scale": {"low": 5, "high": 5, "levels": {}}}, "scale.high is 5; it must be above low, which is 5"),
        ({"scale": {"low": 1, "high": 2}}, "scale.levels is missing; add an object in braces"),
        (
            {"scale": {"low": 1, "high": 2, "levels": {"1": "no"}}},
            "scale.levels must name each of 1, 2 in this order, or be empty",
        ),
        (
            {"scale": {"low": 1, "high": 2, "levels": {"2": "yes", "1": "no"}}},
            "scale.levels must name each of 1, 2 in this order, or be empty",
        ),
        (
            {"scale": {"low": 1, "high": 2, "levels": {"1": "no", "2": ""}}},
            "scale.levels.2 is empty; write a text",
        ),
    ],
)
def test_a_bad_scale_is_refused(load, change, message):
    assert refused(load, good() | change) == message


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (None, "items is null; write a list"),
        ({}, "items is an object; write a list"),
        ([], "items is empty; list at least one"),
        (["calm"], "items[0] is a text; write an object in braces"),
        ([{"text": "Calm"}], "items[0].code is missing; add a text"),
        ([{"code": "calm"}], "items[0].text is missing; add a text"),
        ([{"code": "calm", "text": ""}], "items[0].text is empty; write a text"),
        ([{"code": "a", "text": "A"}, {"code": 2, "text": "B"}], "items[1].code is a number; write a text"),
        (
            [{"code": "a", "text": "A", "reversed": "yes"}],
            "items[0].reversed is a text; write true or false",
        ),
        ([{"code": "a", "text": "A", "reversed": 1}], "items[0].reversed is a number; write true or false"),
        (
            [{"code": "calm", "text": "Calm"}, {"code": "calm", "text": "Still"}],
            'items has the code "calm" more than once; each code stands once',
        ),
    ],
)
def test_a_bad_item_is_refused(load, items, message):
    assert refused(load, good() | {"items": items}) == message


def test_wording_that_is_imported_may_not_stand_in_the_file(load):
    content = good() | {"wording": "imported"}

    assert refused(load, content) == 'items[0].text must be left out when wording is "imported"'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"code": ""}, "subscales[0].code is empty; write a text"),
        ({"title": None}, "subscales[0].title is null; write a text"),
        ({"method": "average"}, 'subscales[0].method is "average"; write one of sum, mean'),
        ({"multiplier": 0}, "subscales[0].multiplier is 0; write 1 or more"),
        ({"multiplier": 1.5}, "subscales[0].multiplier is a number; write a whole number"),
        ({"items": "calm"}, "subscales[0].items is a text; write a list of texts"),
        ({"items": []}, "subscales[0].items must be a list of texts, none of them empty"),
        ({"items": ["calm", 2]}, "subscales[0].items must be a list of texts, none of them empty"),
        (
            {"items": ["calm", "tens"]},
            'subscales[0].items names "tens", which is no item; add the item or correct the code',
        ),
        (
            {"items": ["calm", "calm"]},
            'subscales[0].items has the code "calm" more than once; each code stands once',
        ),
    ],
)
def test_a_bad_subscale_is_refused(load, change, message):
    subscales = [good()["subscales"][0] | change]

    assert refused(load, good() | {"subscales": subscales}) == message


def test_two_subscales_of_one_code_are_refused(load):
    [tension] = good()["subscales"]

    message = refused(load, good() | {"subscales": [tension, tension]})

    assert message == 'subscales has the code "tension" more than once; each code stands once'


def test_it_refuses_a_misspelt_key(load):
    content = good()
    content["items"][1]["reverse"] = True

    with pytest.raises(ProtocolError, match=r"items\[1\]\.reverse is not known; remove it, or write one of code"):
        load(content)


def test_it_refuses_a_key_that_stands_twice(load):
    text = json.dumps(good()).replace('"reversed": true', '"reversed": true, "reversed": false')

    with pytest.raises(ProtocolError, match='"reversed" stands twice'):
        load(text)


def test_it_refuses_a_folder(tmp_path):
    with pytest.raises(ProtocolError, match="cannot be read"):
        load_protocol(tmp_path)
