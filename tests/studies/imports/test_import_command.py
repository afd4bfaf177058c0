"""What the command promises: all or nothing, safe to repeat, one sentence when it fails."""

import io

import pytest
from django.core.management import CommandError, call_command

from apps.studies.models import (
    Condition,
    Instrument,
    LanguageModel,
    Norm,
    Respondent,
    Response,
    Score,
    Sitting,
    Study,
    Vignette,
    VignetteSet,
)
from tests.studies.imports import synthetic
from tests.studies.imports.synthetic import answers, crowd_rows, panas_csv, workbook

GENERAL, ANGER = "General_test-0_order-0", "Anger-0_scenario-0_test-0_order-0"
TABLES = (Study, Condition, VignetteSet, Vignette, LanguageModel, Respondent, Sitting, Response, Score, Norm)


def counts() -> dict[str, int]:
    return {table.__name__: table.objects.count() for table in TABLES}


def test_it_names_the_columns_that_are_not_there(run, panas):
    assert "skipped: 174 columns that the design has and the file lacks: Anger-0_scenario-1 test 0, " in run(panas)


def test_it_changes_nothing_the_second_time(run, panas, crowd, put):
    rest = [
        put("a", synthetic.situations_csv()),
        put("b", synthetic.questionnaires_json()),
        put("c", synthetic.means_json("gpt-9", "gpt-10")),
    ]
    run(panas, crowd, *rest)
    before = counts()

    printed = run(panas, crowd, *rest)

    assert counts() == before
    assert printed.count("already imported") == 5


def test_a_dry_run_reports_and_changes_nothing(run, panas, crowd):
    before = counts()

    printed = run(panas, crowd, dry_run=True)

    assert counts() == before
    assert "read: 2 sittings, 40 responses, 4 scores" in printed
    assert "read: 3 people, 6 sittings, 120 responses, 12 scores" in printed
    assert printed.endswith("dry run: the database is as it was\n")


def test_it_writes_nothing_when_one_file_is_wrong(run, panas, crowd, put):
    wrong = put("gpt-8-PANAS-testing.csv", panas_csv({GENERAL: [9, *answers(19)]}))
    before = counts()

    with pytest.raises(CommandError, match='row 3, column "General_test-0_order-0": expected a whole number'):
        run(panas, crowd, wrong)

    assert counts() == before


def test_it_takes_back_what_is_written_when_a_later_file_contradicts(run, panas, put, tmp_path):
    run(panas)
    before = counts()
    (tmp_path / "other").mkdir()
    other = put("other/gpt-9-PANAS-testing.csv", panas_csv({GENERAL: answers(20, start=1)}))

    with pytest.raises(CommandError, match="gpt-9 has other answers to PANAS here; give --model another label"):
        run(put("data.json", synthetic.means_json("gpt-9")), other)

    assert counts() == before


def test_it_keeps_other_answers_under_another_label(run, panas, put):
    run(panas)

    run(put("second.csv", panas_csv({GENERAL: answers(20, start=1)})), model="gpt-9 (second)")

    assert set(LanguageModel.objects.values_list("slug", flat=True)) == {"gpt-9", "gpt-9-second"}


def test_it_refuses_one_model_twice_in_a_call(run, put, tmp_path):
    (tmp_path / "other").mkdir()
    one = put("gpt-9-PANAS-testing.csv", panas_csv())
    other = put("other/gpt-9-PANAS-testing.csv", panas_csv({GENERAL: answers(20, start=1)}))

    with pytest.raises(CommandError, match="other answers to PANAS"):
        run(one, other)

    assert not Sitting.objects.exists()


def test_model_goes_with_one_file_of_answers(run, panas, crowd):
    with pytest.raises(CommandError, match="--model names one file of a model's answers, and there are 0 in this call"):
        run(crowd, model="gpt-9")


def test_it_refuses_another_crowd(run, crowd, put):
    run(crowd)

    with pytest.raises(CommandError, match='the study "emotionbench" has another crowd of 3 people'):
        run(put("crowd2.xlsx", workbook(crowd_rows("Angry_F1S1", "Angry_F1S1", "Jealous_F1S2", before=1))))


def test_it_adds_nothing_to_a_study_made_here(run, panas):
    Study.objects.create(slug="emotionbench", title="Mine", instrument=Instrument.objects.get(slug="panas"))

    with pytest.raises(CommandError, match='a study with the address "emotionbench" was made here'):
        run(panas)


def test_it_asks_for_the_instruments_first(db, panas):
    with pytest.raises(CommandError, match=r"run manage\.py load_instruments first"):
        call_command("import_emotionbench", str(panas))


def test_it_is_silent_when_asked(run, panas, capsys):
    assert run(panas, verbosity=0).strip() == ""
    assert capsys.readouterr() == ("", "")


def test_it_shows_progress_on_a_terminal(run, panas, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)

    run(panas)

    assert "sittings" in terminal.getvalue()


def test_it_ends_with_status_1_and_one_sentence(instruments, tmp_path):
    with pytest.raises(CommandError) as caught:
        call_command("import_emotionbench", str(tmp_path / "nothing.csv"))

    assert caught.value.returncode == 1
