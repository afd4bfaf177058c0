from pathlib import Path

import pytest

from apps.studies.imports import questionnaires
from apps.studies.imports.errors import UnreadableFile
from apps.studies.imports.labels import read_labels, split_statements
from apps.studies.imports.questionnaires import Wording
from apps.studies.imports.scales import SCALES
from tests.studies.imports.synthetic import questionnaire, scales

PATH = Path("questionnaires.json")


def read(*rows: dict[str, object]) -> tuple[Wording, ...]:
    return questionnaires.read(PATH, rows, scales()).wordings


def refusal(row: dict[str, object]) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read(row)
    return str(caught.value)


def test_it_reads_all_nine_scales():
    assert [one.slug for one in read(*(questionnaire(slug) for slug in SCALES))] == list(SCALES)


def test_it_splits_statements_that_are_glued_together():
    wording = read(questionnaire("bdi-ii"))[0]

    assert wording.options[2] == ("I have no 3", "I have some 3", "I have much 3", "I have all 3")
    assert set(wording.texts) == {""}
    assert wording.levels == {}


def test_it_gives_some_items_labels_of_their_own():
    wording = read(questionnaire("mjs"))[0]

    assert wording.levels == {1: "never", 7: "always"}
    assert [i for i, options in enumerate(wording.options, 1) if options] == list(range(9, 17))
    assert wording.options[8] == ("glad", "", "", "", "", "", "cross")


@pytest.mark.parametrize(
    ("prompt", "labels"),
    [
        ('1 denotes "no", 2 = "a bit", and 3 denotes "yes".', {1: "no", 2: "a bit", 3: "yes"}),
        ('4 denotes "much",5 denotes "very much"', {4: "much", 5: "very much"}),
        ('0 denotes "never" , 1 denotes "at times, or more"', {0: "never", 1: "at times, or more"}),
        ("Score from 0 to 3:", {}),
    ],
)
def test_it_reads_labels_from_the_prompt(prompt, labels):
    assert read_labels(prompt).common == labels
    assert read_labels(prompt).own == {}


@pytest.mark.parametrize(
    "text", ["I sleep well.", "0. no 1. some 2. much", "0. a 1.b 2. c 3. d", "1. x 0. a 1. b 2. c 3. d"]
)
def test_it_splits_nothing_else(text):
    assert split_statements(text, 0, 3) == ()


def test_it_does_not_split_at_a_number_inside_a_statement():
    assert split_statements("0. As ever. 1. Less. 2. I wake 1-2 hours early. 3. I wake at 3.30.", 0, 3)[2] == (
        "I wake 1-2 hours early."
    )


def test_it_takes_a_category_by_its_items_whatever_its_name():
    row = questionnaire("mjs")
    row["categories"] = [{"cat_name": "Bahavioral Jealousy", "cat_questions": list(range(17, 25))}]

    assert read(row)


@pytest.mark.parametrize(
    ("slug", "changes", "words"),
    [
        ("bfne", {"reverse": [2, 4, 7]}, "BFNE.reverse: expected [2, 4, 7, 10] as in our key, found [2, 4, 7]"),
        ("bfne", {"scale": 5}, "BFNE.scale: expected 6 as in our key, found 5"),
        ("dass-21", {"scale": 4}, "DASS-21.scale: expected 3 as in our key, found 4"),
        ("dass-21", {"compute_mode": "SUM"}, "DASS-21.compute_mode: expected SUM*2 as in our key, found SUM"),
        ("gasp", {"compute_mode": "AVG"}, "GASP.compute_mode: expected SUM as in our key, found AVG"),
        ("agq", {"prompt": "Rate from 1 to 5."}, "AGQ.prompt: expected a scale from 1 to 7 as in our key"),
        ("agq", {"prompt": None}, "AGQ.prompt: expected a text, found nothing"),
        ("agq", {"questions": {"1": "One."}}, 'AGQ.questions: expected items "1" to "29", found 1 keys'),
        ("agq", {"questions": ["One."]}, "AGQ.questions: expected items"),
        ("agq", {"categories": {}}, "AGQ.categories: expected a list"),
        ("agq", {"categories": [{"cat_questions": [1, 2]}]}, "AGQ.categories[0]: expected the items of one of our"),
        (
            "agq",
            {"categories": [{"cat_questions": ["1"]}]},
            'AGQ.categories[0]: expected item numbers as "cat_questions"',
        ),
        ("agq", {"name": "BFI"}, "expected scales of EmotionBench (PANAS, AGQ"),
    ],
)
def test_it_refuses_a_key_that_is_not_ours(slug, changes, words):
    assert words in refusal(questionnaire(slug, **changes))


def test_it_refuses_other_words_of_panas():
    row = questionnaire("panas")
    row["questions"]["2"] = "Sleepy"

    assert 'PANAS.questions.2: expected "Distressed", found "Sleepy"' in refusal(row)


def test_it_refuses_a_scale_that_stands_twice():
    with pytest.raises(UnreadableFile, match=r"\[1\].name: expected each scale once"):
        read(questionnaire("agq"), questionnaire("agq"))


def test_it_leaves_out_scales_of_other_benchmarks():
    file = questionnaires.read(PATH, [questionnaire("agq"), {"name": "BFI", "questions": {}}], scales())

    assert file.unknown == ("BFI",)
