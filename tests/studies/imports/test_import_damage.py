"""Wrong and damaged files: one sentence with the file, the place, what was expected and what was found."""

import io
import json
import zipfile

import pytest

from apps.studies.imports.detect import Kind, detect
from apps.studies.imports.errors import UnreadableFile
from tests.studies.imports import synthetic
from tests.studies.imports.synthetic import as_csv, crowd_rows, panas_csv, results, workbook


def refusal(path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        detect(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ") and "expected " in message and ", found " in message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (panas_csv(), Kind.RESULTS),
        (synthetic.situations_csv(), Kind.SITUATIONS_CSV),
        (synthetic.situations_json(), Kind.SITUATIONS_JSON),
        (synthetic.questionnaires_json(), Kind.QUESTIONNAIRES),
        (synthetic.means_json("gpt-9"), Kind.MEANS),
        (workbook(crowd_rows("Angry_F1S1")), Kind.CROWD),
    ],
)
def test_it_knows_a_file_by_its_content(put, content, kind):
    assert detect(put("a file without a telling name.txt", content)).kind == kind


def test_it_takes_a_byte_order_mark(put):
    assert detect(put("x", b"\xef\xbb\xbf" + panas_csv().encode())).content[0][0] == "question-0"


def test_it_refuses_a_path_that_leads_nowhere(tmp_path):
    assert "check the path" in refusal(tmp_path / "nothing.csv")


def test_it_refuses_a_folder(tmp_path):
    assert "found a folder" in refusal(tmp_path)


@pytest.mark.parametrize("content", ["", "  \r\n\n"])
def test_it_refuses_an_empty_file(put, content):
    assert "found an empty file" in refusal(put("x.csv", content))


def test_it_refuses_another_encoding_and_names_the_line(put):
    message = refusal(put("x.csv", panas_csv().encode() + "caf\u00e9".encode("latin-1")))

    assert "line 23: expected UTF-8 text, found the byte 0xe9" in message


def test_it_refuses_utf_16(put):
    assert "found UTF-16" in refusal(put("x.csv", panas_csv().encode("utf-16")))


def test_it_refuses_a_zero_byte(put):
    assert "line 2: expected UTF-8 text, found a zero byte" in refusal(put("x.csv", "question-0\r\na\x00b\r\n"))


def test_it_refuses_a_file_cut_in_a_row(put):
    text = panas_csv()

    assert "row 22: expected 4 cells as in the first row, found 3" in refusal(put("x.csv", text[: text.rindex(",")]))


def test_it_does_not_take_the_last_comma_of_a_cut_file_for_a_missing_answer(put):
    text = panas_csv()

    assert "row 22: expected a cell or the line's end" in refusal(put("x.csv", text[: text.rindex(",") + 1]))


def test_it_refuses_a_file_cut_in_a_quoted_cell(put):
    text = panas_csv()

    assert "row 2, line " in refusal(put("x.csv", text[: text.index("protagonist")]))


def test_it_refuses_a_ragged_row(put):
    rows = results("panas", {"General_test-0_order-0": synthetic.answers(20)})
    rows[7].append("5")

    assert "row 8: expected 3 cells as in the first row, found 4" in refusal(put("x.csv", as_csv(rows)))


def test_it_says_what_a_text_is_not_rather_than_count_its_cells(put):
    assert 'row 1: expected columns such as "question-0"' in refusal(put("x.md", "# Notes\n\none, two, three\n"))


def test_it_refuses_a_table_of_something_else(put):
    assert 'row 1: expected columns such as "question-0"' in refusal(put("x.csv", "name,age\r\nAnn,3\r\n"))


def test_it_refuses_cut_json_and_names_the_line(put):
    assert "line 1, column " in refusal(put("x.json", synthetic.means_json("gpt-9")[:500]))


@pytest.mark.parametrize("content", ["{}", "[]", '{"a": 1}', "[1, 2]", '[{"name": "PANAS"}]'])
def test_it_refuses_json_of_another_shape(put, content):
    assert 'expected situations ("emotions"), questionnaires' in refusal(put("x.json", content))


def test_it_refuses_the_leaderboards_list_of_names_and_says_which_file_has_the_means(put):
    names = json.dumps({"Anger": ["Driving Situations"], "Overall": []})

    assert "the leaderboard's means are data.json" in refusal(put("metadata.json", names))


def test_it_refuses_a_key_that_stands_twice(put):
    assert 'key "gpt-9": expected each key once' in refusal(put("x.json", '{"gpt-9": {}, "gpt-9": {}}'))


def test_it_refuses_endless_nesting_and_endless_numbers(put):
    assert refusal(put("deep.json", "[" * 200_000))
    assert refusal(put("long.json", '{"a": ' + "9" * 10_000 + "}"))


def test_it_refuses_an_old_workbook(put):
    assert "save it as .xlsx" in refusal(put("x.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"))


def test_it_names_a_file_whose_name_is_no_text(tmp_path):
    path = tmp_path / b"caf\xe9.csv".decode("utf-8", "surrogateescape")
    with pytest.raises(UnreadableFile) as caught:
        detect(path)

    assert str(caught.value).encode("utf-8")


def zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "hello")
    return file.getvalue()


def test_a_zip_that_is_no_workbook_is_found_later_when_it_is_opened(put):
    assert detect(put("x.xlsx", zipped("hello.txt"))).kind == Kind.CROWD
