from pathlib import Path

import pytest

from apps.studies.imports import crowd
from apps.studies.imports.crowd import CrowdFile
from apps.studies.imports.errors import UnreadableFile
from tests.studies.imports.synthetic import PERSON, answers, crowd_rows, scales, workbook
from tests.studies.imports.test_import_damage import zipped

PATH = Path("crowd.xlsx")


def read(rows: list[list[object]]) -> CrowdFile:
    return crowd.read(PATH, workbook(rows), scales())


def refusal(content: bytes) -> str:
    with pytest.raises(UnreadableFile) as caught:
        crowd.read(PATH, content, scales())
    message = str(caught.value)
    assert message.startswith(f"{PATH}: ") and "\n" not in message
    return message


def test_it_reads_one_person_per_column_though_labels_repeat():
    file = read(crowd_rows("Angry_F1S1", "Angry_F1S1", "Jealous_F4S3"))

    assert [person.column for person in file.people] == ["C", "D", "E"]
    assert [person.after.condition for person in file.people] == ["anger-1.1", "anger-1.1", "jealousy-4.3"]
    assert {person.before.condition for person in file.people} == {"default"}


def test_it_reads_both_times_and_what_people_told():
    person = read(crowd_rows("Fear_F2S5")).people[0]

    assert list(person.before.answers.values()) == answers(20)
    assert list(person.after.answers.values()) == answers(20, start=2)
    assert list(person.demographics.values()) == PERSON
    assert list(person.demographics) == ["gender", "year_of_birth", "country", "employment", "education"]


def test_it_says_which_rows_it_did_not_read():
    assert read(crowd_rows("Guilt_F1S1")).not_read == (
        "rows 47, 48, 50, 51, 53, 54: computed sums, equal to ours",
        "rows 49, 52: blank",
        'sheet "Summary": derived figures',
    )


def test_it_finds_rows_by_their_words():
    rows = crowd_rows("Guilt_F1S1", "Guilt_F1S2")
    shuffled = [rows[0], [None, "Thank you for your time!", "x", "y"], *reversed(rows[1:])]

    one, other = read(rows), read(shuffled)

    assert one.people == other.people
    assert any("Thank you" in line for line in other.not_read)


def test_it_needs_no_computed_rows():
    assert read(crowd_rows("Guilt_F1S1")[:46]).people == read(crowd_rows("Guilt_F1S1")).people


def test_it_keeps_missing_answers_missing():
    rows = crowd_rows("Guilt_F1S1")
    rows[6][2] = None

    person = read(rows).people[0]

    assert person.before.answers["interested"] is None
    assert not person.before.is_empty


def test_it_leaves_out_columns_with_nothing_in_them():
    rows = [[*row, None, None] for row in crowd_rows("Guilt_F1S1")]

    assert len(read(rows).people) == 1


def changed(row: int, column: int, value: object) -> bytes:
    rows = crowd_rows("Guilt_F1S1", "Guilt_F1S1")
    rows[row - 1][column - 1] = value
    return workbook(rows)


@pytest.mark.parametrize(
    ("row", "column", "value", "words"),
    [
        (9, 4, 6, 'sheet "Raw", row 9, column D: expected a whole number from 1 to 5, found "6"'),
        (9, 4, 2.5, 'sheet "Raw", row 9, column D: expected a whole number from 1 to 5, found "2.5"'),
        (9, 4, True, 'row 9, column D: expected a whole number from 1 to 5, found "True"'),
        (47, 4, 11, 'sheet "Raw", row 47, column D: expected 31 from this person\'s answers, found "11"'),
        (54, 3, "x", 'sheet "Raw", row 54, column C: expected 5 from this person\'s answers, found "x"'),
        (1, 4, None, 'sheet "Raw", row 1, column D: expected a situation such as "Angry_F1S1", found ""'),
        (1, 4, "Sad_F1S1", 'row 1, column D: expected one of the 36 factors, found "Sad_F1S1"'),
        (1, 4, "Angry_F1S0", "row 1, column D: expected a situation counted from 1"),
        (2, 2, "Sex:", 'sheet "Raw": expected one row for the question about "gender", found none'),
        (10, 2, None, 'sheet "Raw": expected one row for "upset" before the situation, found none'),
    ],
)
def test_it_refuses_a_cell_that_is_wrong(row, column, value, words):
    assert words in refusal(changed(row, column, value))


def test_it_refuses_a_question_that_stands_twice():
    rows = crowd_rows("Guilt_F1S1")

    assert 'one row for "afraid" after the situation, found rows 46, 55' in refusal(workbook([*rows, rows[45]]))


def test_it_refuses_notes_on_literature_and_says_which_file_to_take():
    notes = workbook([["Emotion", "Anger", "Fear"], ["Reference", "A book", "A paper"]], others=())

    message = refusal(notes)

    assert 'sheet "Raw", row 1: expected situations of people such as "Angry_F1S1", found "Emotion"' in message
    assert "the situations are in situations.csv" in message


def test_it_refuses_a_workbook_without_the_sheet():
    assert 'expected a sheet "Raw", found only Sheet1' in refusal(workbook([["x"]], sheet="Sheet1", others=()))


def test_it_refuses_an_empty_sheet():
    assert 'sheet "Raw"' in refusal(workbook([], others=()))


def test_it_refuses_a_zip_that_is_no_workbook():
    assert "expected a whole workbook (.xlsx), found one that cannot be opened" in refusal(zipped("hello.txt"))


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9, 0.99])
def test_it_refuses_a_workbook_cut_anywhere(share):
    content = workbook(crowd_rows("Guilt_F1S1", "Guilt_F1S2"))

    assert "expected a whole workbook" in refusal(content[: int(len(content) * share)])


@pytest.mark.parametrize("at", [0.1, 0.3, 0.5, 0.7])
def test_it_refuses_or_survives_damaged_bytes(at):
    content = bytearray(workbook(crowd_rows("Guilt_F1S1", "Guilt_F1S2")))
    place = int(len(content) * at)
    content[place : place + 40] = b"\xff" * 40

    try:
        crowd.read(PATH, bytes(content), scales())
    except UnreadableFile as error:
        assert str(error).startswith("crowd.xlsx: ")
