import csv
import io
import json
from pathlib import Path

import pytest

from apps.studies.imports import situations
from apps.studies.imports.errors import UnreadableFile
from apps.studies.imports.situations import SituationsFile
from tests.studies.imports.synthetic import situation_texts, situations_csv, situations_json

PATH = Path("situations")


def read_csv(text: str) -> SituationsFile:
    return situations.read_csv(PATH, list(csv.reader(io.StringIO(text, newline=""))))


def read_json(text: str) -> SituationsFile:
    return situations.read_json(PATH, json.loads(text))


def test_both_shapes_give_the_same():
    texts = situation_texts()
    texts["Fear-2"][3] = ' You read "Help, quick", and\nrun. '

    one, other = read_csv(situations_csv(texts)), read_json(situations_json(texts))

    assert one == other
    assert len(one.texts) == 428
    assert one.texts["fear-3", 4] == ' You read "Help, quick", and\nrun. '


def test_it_keeps_a_text_that_stands_in_two_places():
    texts = situation_texts()
    texts["Anxiety-2"][0] = texts["Anxiety-3"][0] = texts["Frustration-1"][1] = texts["Frustration-1"][2] = "Twice."

    assert list(read_csv(situations_csv(texts)).texts.values()).count("Twice.") == 4


def test_it_takes_the_titles_of_the_release():
    names = {"Depression-0": "Failure of Important Goal(s)", "Embarrassment-2": "Sticky Scenarios"}

    assert read_csv(situations_csv(names=names)) == read_json(situations_json(names=names))


def shortened(key: str, count: int) -> dict[str, list[str]]:
    texts = situation_texts()
    texts[key] = texts[key][:count]
    return texts


def without(key: str) -> dict[str, list[str]]:
    return {other: column for other, column in situation_texts().items() if other != key}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (situations_csv(shortened("Anger-4", 20)), 'factor "Driving Situations": expected the 35 situations'),
        (situations_csv(without("Guilt-3")), "expected 36 factors, found none called Personal and Moral"),
        (situations_csv(names={"Fear-1": "Injury Fears"}), 'row 2, column "Fear-1": expected "Agoraphobia Fears"'),
        (situations_csv().replace("Anger-1", "Anger-0", 1), 'column "Anger-0": expected each factor once'),
        (
            situations_csv().replace("Anger-0", "Anger-9", 1),
            'row 1, column "Anger-9": expected one of 5 factors of Anger',
        ),
        (situations_csv().replace("Anger-0", "Joy", 1), 'row 1, column "Joy": expected a factor such as "Anger-0"'),
        (
            situations_csv().replace('"You wait, Anger 0, 4."', ""),
            'row 7, column "Anger-0": expected a text, found an empty',
        ),
        (situations_csv().split("\r\n")[0], "row 2: expected the factors' names"),
    ],
)
def test_it_refuses_a_table_with_something_wrong(text, words):
    with pytest.raises(UnreadableFile) as caught:
        read_csv(text)

    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda content: content["emotions"].pop(), "expected 36 factors, found none called Intimate"),
        (lambda content: content.update(emotions="none"), "emotions: expected a list"),
        (lambda content: content["emotions"][0].pop("factors"), 'emotions[0]: expected "factors"'),
        (lambda content: content["emotions"][0].update(name="Joy"), 'emotions[0].name: expected one of Anger'),
        (lambda content: content["emotions"][1].update(name="Anger", factors=content["emotions"][0]["factors"]),
         'emotions[1]: expected each emotion once, found "Anger" twice'),
        (lambda content: content["emotions"].insert(0, "Anger"), "emotions[0]: expected an object, found a text"),
        (lambda content: content["emotions"][2]["factors"][1].update(scenarios=[3]),
         "emotions[2].factors[1].scenarios[0]: expected a text, found a number"),
        (lambda content: content["emotions"][2]["factors"][1].update(scenarios=["a\ud800"]),
         "a character that is no text"),
    ],
)  # fmt: skip
def test_it_refuses_an_object_with_something_wrong(change, words):
    content = json.loads(situations_json())
    change(content)

    with pytest.raises(UnreadableFile) as caught:
        situations.read_json(PATH, content)

    assert words in str(caught.value)
