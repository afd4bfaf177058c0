from pathlib import Path

import pytest

from apps.studies.imports import results
from apps.studies.imports.errors import UnreadableFile
from apps.studies.imports.results import ResultsFile, model_label
from apps.studies.imports.scales import SCALES, Scale
from tests.studies.imports import synthetic
from tests.studies.imports.synthetic import answers, scales, words_of

PATH = Path("gpt-9-PANAS-testing.csv")
GENERAL, ANGER = "General_test-0_order-0", "Anger-0_scenario-0_test-0_order-0"


def read(rows: list[list[str]], known: list[Scale] | None = None) -> ResultsFile:
    return results.read(PATH, rows, "gpt-9", known or scales())


def panas(columns: dict[str, list[object]] | None = None, **options) -> list[list[str]]:
    return synthetic.results("panas", columns or {GENERAL: answers(20), ANGER: answers(20, start=2)}, **options)


def refusal(rows: list[list[str]], known: list[Scale] | None = None) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read(rows, known)
    return str(caught.value)


def test_it_reads_each_column_as_a_sitting():
    file = read(panas())

    default, evoked = file.taken
    assert (default.condition, evoked.condition) == ("default", "anger-1.1")
    assert default.order[0] == "interested" and default.answers["interested"] == 1
    assert evoked.answers["interested"] == 3
    assert evoked.cells == tuple(map(str, answers(20, start=2)))


def test_it_counts_factors_and_situations_from_one():
    file = read(panas({"Jealousy-3_scenario-2_test-4_order-0": answers(20)}))

    assert file.taken[0].condition == "jealousy-4.3"
    assert file.taken[0].repeat == 4


def test_it_takes_the_prompt_row_for_the_situations_text_and_not_for_an_answer():
    text = 'You say: "Oh, no, not again", and leave, slowly.'
    file = read(panas({ANGER: answers(20)}, texts={"Anger-0_scenario-0": text}))

    assert list(file.texts.values()) == [text]
    assert len(file.taken[0].cells) == 20


def test_it_keeps_a_text_that_has_another_frame():
    rows = panas({ANGER: answers(20)})
    rows[1][2] = " Think of a wet day. "

    assert list(read(rows).texts.values()) == ["Think of a wet day."]


def test_it_keeps_the_first_text_where_runs_differ():
    rows = panas({ANGER: answers(20), "Anger-0_scenario-0_test-1_order-0": answers(20)})
    rows[1][3] = synthetic.told("Another day.")

    file = read(rows)

    assert list(file.texts.values()) == ["You stand in the rain, Anger-0_scenario-0."]
    assert file.retold == ("anger-1.1",)


def test_it_puts_answers_in_the_order_that_was_shown():
    backwards = list(range(20, 0, -1))
    rows = panas({"General_test-0_order-1": [*range(1, 6)] * 4}, orders={0: list(range(1, 21)), 1: backwards})

    taken = read(rows).taken[0]

    assert taken.order[0] == "afraid"
    assert taken.answers["afraid"] == 1 and taken.answers["interested"] == 5
    assert taken.repeat == 1000


def test_it_tells_order_10_from_order_0():
    backwards = list(range(20, 0, -1))
    columns = {"General_test-0_order-0": answers(20), "General_test-0_order-10": answers(20)}
    rows = panas(columns, orders={0: list(range(1, 21)), 10: backwards})

    first, tenth = read(rows).taken

    assert first.order == tuple(reversed(tenth.order))
    assert first.repeat != tenth.repeat


@pytest.mark.parametrize(("cell", "value"), [("4", 4), (" 4 ", 4), ("4.0", 4), ("", None), ("  ", None)])
def test_it_reads_numbers_that_are_strings(cell, value):
    taken = read(panas({GENERAL: [cell, *answers(19)]})).taken[0]

    assert taken.answers["interested"] == value
    assert taken.cells[0] == cell


@pytest.mark.parametrize("cell", ["6", "0", "-1", "4.5", "four", "nan", "4 5", "\u0664", "1e0", "999999999"])
def test_it_refuses_a_cell_that_is_no_rating(cell):
    rows = panas({GENERAL: answers(20), ANGER: [1, cell, *answers(18)]})

    message = refusal(rows)

    assert message == f'{PATH}: row 4, column "{ANGER}": expected a whole number from 1 to 5, found "{cell}"'


def test_it_keeps_an_empty_column_as_a_sitting_without_answers():
    file = read(panas({GENERAL: answers(20), ANGER: [""] * 20}))

    assert file.taken[1].is_empty and file.taken[1].answers == {}
    assert file.empty == (1, ("Anger-0_scenario-0 test 0",))


def test_it_does_not_call_a_partly_empty_column_empty():
    file = read(panas({GENERAL: ["", *answers(19)]}))

    assert not file.taken[0].is_empty
    assert file.empty.count == 0


def test_it_names_the_columns_that_the_design_has_and_the_file_lacks():
    runs = [f"General_test-{i}_order-0" for i in (0, 1, 3)]
    runs += [f"Jealousy-3_scenario-{k}_test-{i}_order-0" for k in range(3) for i in range(10) if (k, i) < (2, 3)]
    file = read(synthetic.results("mjs", {run: answers(24, 1, 7) for run in runs}))

    names = dict(name.split(" ", 1) for name in file.missing.names)
    assert names["General"] == "test 2"
    assert names["Jealousy-3_scenario-2"] == "tests 3-9"
    assert names["Jealousy-2_scenario-1"] == "tests 0-9"
    assert "Jealousy-2_scenario-2" not in names  # that factor has two situations
    assert not any(name.startswith("Anger") for name in names)  # MJS was given with one emotion
    assert file.missing.count == 1 + 7 + 10 * (5 + 5 + 2)


def test_it_asks_for_every_emotion_of_panas():
    assert read(panas()).missing.count == 174


@pytest.mark.parametrize("slug", list(SCALES))
def test_it_tells_the_scales_apart(slug):
    scale = next(one for one in scales() if one.slug == slug)
    rows = synthetic.results(slug, {GENERAL: answers(len(scale.items), scale.low, scale.high)})

    assert read(rows).scale.slug == slug


@pytest.mark.parametrize("slug", ["dass-21", "bdi-ii"])
def test_it_tells_two_scales_of_21_items_apart_by_their_words(slug):
    words = words_of(slug)
    known = scales(dass_21=words_of("dass-21"), bdi_ii=words_of("bdi-ii"))
    rows = synthetic.results(slug, {GENERAL: answers(21, 0, 3)}, words=words, prompt="Say it from 0 to 3.")

    assert read(rows, known).scale.slug == slug


@pytest.mark.parametrize(("long", "short"), [("agq", "mjs"), ("mjs", "gasp"), ("fss-iii", "fds"), ("fds", "bfne")])
def test_it_does_not_take_a_cut_file_for_a_shorter_scale(long, short):
    sizes = {scale.slug: (len(scale.items), scale.low, scale.high) for scale in scales()}
    rows = synthetic.results(long, {GENERAL: answers(*sizes[long])})[: sizes[short][0] + 2]

    assert f"expected the prompt of {SCALES[short].name}" in refusal(rows)


def test_it_refuses_as_many_items_as_no_scale_has():
    message = refusal(panas()[:-1])

    assert "expected the items of a scale (PANAS 20 from 1 to 5, AGQ 29" in message
    assert '"19 items from 1 to 5"' in message


def test_it_refuses_other_words_and_names_the_row():
    words = words_of("panas")
    words[2] = "Bored"

    message = refusal(panas(words=words))

    assert 'row 5, column "question-0": expected "Excited" as item 3 of PANAS, found "Bored"' in message


def test_it_takes_words_in_any_case():
    assert read(panas(words=[word.upper() for word in words_of("panas")])).scale.slug == "panas"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("Anger-5_scenario-0_test-0_order-0", "expected one of the factors"),
        ("Joy-0_scenario-0_test-0_order-0", "expected one of the factors"),
        ("Anger-0_test-0_order-0", "expected a header such as"),
        ("Anger-0_scenario-0_test-0", "expected a header such as"),
        ("Unnamed: 0", "expected a header such as"),
        ("", "expected a header such as"),
        ("General_test-0_order-1", 'expected a column "order-1"'),
        (f"{GENERAL}.1", "expected a header such as"),
        ("General_test-00_order-0", "expected each column once"),
    ],
)
def test_it_refuses_a_header_that_is_none(header, words):
    rows = panas()
    rows[0][3] = header

    assert words in refusal(rows)


@pytest.mark.parametrize("header", ["", "Unnamed: 0"])
def test_it_leaves_out_the_row_numbers_of_a_table_program(header):
    rows = [[str(number), *row] for number, row in enumerate(panas())]
    rows[0][0] = header

    assert read(rows).taken == read(panas()).taken


@pytest.mark.parametrize("number", ["2", "0", "21", "x", ""])
def test_it_refuses_an_order_that_is_none(number):
    rows = panas()
    rows[2][1] = number

    # with the number 2 twice, it is the second one, in row 4, that is found
    row = 4 if number == "2" else 3
    expected = "expected an item's number from 1 to 20, each once"
    assert f'row {row}, column "order-0": {expected}, found "{number}"' in refusal(rows)


def test_it_refuses_a_file_without_the_items():
    rows = [row[2:] for row in panas()]

    assert 'expected columns "question-0" and "order-0"' in refusal(rows)


def test_it_refuses_a_file_without_answers():
    assert "expected columns of answers" in refusal([row[:2] for row in panas()])


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("gpt-4-PANAS-testing.csv", "gpt-4"),
        ("gpt-3.5-turbo-DASS-21-testing.csv", "gpt-3.5-turbo"),
        ("Qwen 2-panas-testing.CSV", "Qwen 2"),
        ("\u6a21\u578b-FSS-testing.csv", "\u6a21\u578b"),
    ],
)
def test_it_takes_the_label_from_the_files_name(name, label):
    assert model_label(Path(name), None) == label


def test_it_takes_the_label_that_is_given():
    assert model_label(Path("answers.csv"), " my  model ") == "my model"


@pytest.mark.parametrize(("name", "given"), [("answers.csv", None), ("-PANAS-testing.csv", None), ("a.csv", " ")])
def test_it_asks_for_a_label_where_there_is_none(name, given):
    with pytest.raises(UnreadableFile, match="--model"):
        model_label(Path(name), given)


def test_it_refuses_a_label_that_no_column_holds():
    with pytest.raises(UnreadableFile, match="at most 200 letters, found 201"):
        model_label(Path("a.csv"), "m" * 201)
