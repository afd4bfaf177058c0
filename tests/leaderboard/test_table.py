"""What of a board is shown, and in which order."""

import pytest
from django.http import QueryDict

from apps.leaderboard.models import Board, Entry
from apps.leaderboard.table import columns_of, people_by_set, read_choice, rows_of
from apps.studies.models import Instrument


@pytest.fixture
def board(instruments):
    return Board.objects.create(slug="emotion", title="Emotion", instrument=Instrument.objects.get(slug="panas"))


def add(board, label, changes, *, kind="measured", vignettes="ours", n=10, half=1.0):
    """A line whose change in overall, and in anger where a second one is given, is as stated."""
    values = {"default.negative": {"mean": 20.0, "sd": 2.0, "n": n, "missing": 0}}
    for condition, change in zip(("overall", "anger"), changes, strict=False):
        values[f"{condition}.negative"] = {
            "mean": 20 + change, "sd": 2.0, "n": n, "missing": 0, "change": change, "test": "student",
            "direction": "up", "ci": [change - half, change + half],
        }  # fmt: skip
    return Entry.objects.create(
        board=board, label=label, kind=kind, is_human=kind == "human", vignettes=vignettes, n=n, values=values
    )


def shown(board, query) -> list[str]:
    choice = read_choice(QueryDict(query), list(board.instrument.subscale_set.all()))
    return [row.entry.label for row in rows_of(board, choice)]


def numbers(board, query, column) -> dict[str, float | None]:
    choice = read_choice(QueryDict(query), list(board.instrument.subscale_set.all()))
    place = [one.code for one in columns_of(choice)].index(column)
    return {row.entry.label: row.figures[place].number for row in rows_of(board, choice)}


def halves(board, query, column) -> dict[str, float | None]:
    choice = read_choice(QueryDict(query), list(board.instrument.subscale_set.all()))
    place = [one.code for one in columns_of(choice)].index(column)
    return {row.entry.label: row.figures[place].half for row in rows_of(board, choice)}


@pytest.fixture
def three(board):
    add(board, "Bea", [5, 1])
    add(board, "anna", [7, 3])
    add(board, "Cid", [6])
    add(board, "People", [1, 2], kind="human")
    return board


def test_people_are_first_then_the_largest_change(three):
    assert shown(three, "") == ["People", "anna", "Cid", "Bea"]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("sort=overall&dir=down", ["People", "anna", "Cid", "Bea"]),
        ("sort=overall&dir=up", ["People", "Bea", "Cid", "anna"]),
        ("sort=anger&dir=down", ["People", "anna", "Bea", "Cid"]),
        ("sort=anger&dir=up", ["People", "Bea", "anna", "Cid"]),  # no figure: last either way
        ("sort=label&dir=up", ["People", "anna", "Bea", "Cid"]),
        ("sort=label&dir=down", ["People", "Cid", "Bea", "anna"]),
        ("sort=nonsense", ["People", "anna", "Cid", "Bea"]),
    ],
)
def test_any_column_sorts_and_people_stay_first(three, query, order):
    assert shown(three, query) == order


def test_every_column_can_be_sorted_by(three):
    choice = read_choice(QueryDict("emotion=factors"), list(three.instrument.subscale_set.all()))

    for column in columns_of(choice):
        assert shown(three, f"emotion=factors&sort={column.code}")[0] == "People"


@pytest.mark.parametrize(
    ("emotion", "first", "last", "count"),
    [("", "anger", "overall", 10), ("fear", "fear-1", "fear", 7), ("factors", "anger-1", "embarrassment-4", 37)],
)
def test_the_columns_are_the_chosen_emotions(board, emotion, first, last, count):
    choice = read_choice(QueryDict(f"emotion={emotion}"), list(board.instrument.subscale_set.all()))

    codes = [column.code for column in columns_of(choice)]

    assert (codes[0], codes[1], codes[-1], len(codes)) == ("default", first, last, count)


def test_what_is_unknown_falls_back(board):
    choice = read_choice(
        QueryDict("affect=blue&show=x&emotion=boredom&sort=%00&dir=sideways"),
        list(board.instrument.subscale_set.all()),
    )

    assert (choice.subscale, choice.shown, choice.emotion, choice.descending) == ("negative", "change", "", True)


def test_a_value_is_the_mean_with_its_sd(three):
    assert numbers(three, "show=value", "overall") == {"People": 21, "anna": 27, "Cid": 26, "Bea": 25}


def test_a_difference_is_the_change_less_peoples(three):
    assert numbers(three, "show=difference", "overall") == {"People": 0, "anna": 6, "Cid": 5, "Bea": 4}


def test_the_half_widths_of_a_difference_add_in_quadrature(board):
    add(board, "People", [1], kind="human", half=3.0)
    add(board, "anna", [5], half=4.0)

    assert halves(board, "show=difference", "overall")["anna"] == pytest.approx(5)


def test_a_difference_is_taken_within_a_set_of_situations_only(board):
    add(board, "People", [1], kind="human", vignettes="ours")
    add(board, "anna", [5], vignettes="ours")
    add(board, "bea", [5], vignettes="theirs")

    found = numbers(board, "show=difference", "overall")

    assert found["anna"] == 4
    assert found.get("bea") is None


def test_measured_people_stand_before_printed_ones_and_more_before_fewer(board):
    printed = Entry.objects.create(
        board=board, label="Printed", kind="published", is_human=True, vignettes="ours", values={}
    )
    assert people_by_set([printed]) == {"ours": printed}

    few, many = add(board, "Few", [1], kind="human", n=5), add(board, "Many", [2], kind="human", n=50)

    for order in ([printed, few, many], [many, few, printed], [few, many, printed]):
        assert people_by_set(order) == {"ours": many}


def test_a_line_without_any_figure_of_the_choice_is_left_out(board):
    Entry.objects.create(board=board, label="Positive only", kind="measured", vignettes="ours", values={
        "overall.positive": {"mean": 3.0, "change": 1.0},
    })  # fmt: skip

    assert shown(board, "affect=negative") == []
    assert shown(board, "affect=positive") == ["Positive only"]


def test_a_mean_without_a_test_is_not_called_insignificant(board):
    Entry.objects.create(board=board, label="Means", kind="published", vignettes="ours", values={
        "overall.negative": {"mean": 30.0, "change": 10.0, "direction": "none", "note": "mean without a test"},
    })  # fmt: skip
    Entry.objects.create(board=board, label="Printed dash", kind="published", vignettes="ours", values={
        "overall.negative": {"change": 0.3, "direction": "none", "note": ""},
    })  # fmt: skip
    choice = read_choice(QueryDict(""), list(board.instrument.subscale_set.all()))

    tested = {row.entry.label: row.figures[-1].tested for row in rows_of(board, choice)}

    assert tested == {"Means": False, "Printed dash": True}
