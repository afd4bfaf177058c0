"""A dot plot drawn by the server: every mark at its place on a round scale, headings only above rows."""

from apps.leaderboard.dots import LEFT, RIGHT, Line, Point, Series, panel, series_of
from apps.leaderboard.models import Entry

LINES = [Line("", "Fear"), Line("fear", "Of heights"), Line("", "Anger"), Line("anger", "About trains")]


def series(tone="m", **points):
    return Series("x", tone, False, {key: Point(*point) for key, point in points.items()})


def test_a_mark_stands_where_its_number_is():
    drawn = panel("t", LINES, [series(fear=(5, 0, 10), anger=(0, None, None))], ends=(0, 10))

    (fear,) = drawn.rows[1].marks
    (anger,) = drawn.rows[3].marks
    assert (fear.x, fear.arms) == ((LEFT + RIGHT) / 2, (LEFT, RIGHT))
    assert (anger.x, anger.arms) == (LEFT, None)


def test_two_lines_stand_one_above_the_other():
    drawn = panel("t", LINES, [series("h", fear=(1, 0, 2)), series(fear=(1, 0, 2))])

    first, second = drawn.rows[1].marks
    assert first.y < drawn.rows[1].y < second.y
    assert (first.tone, second.tone) == ("h", "m")


def test_the_scale_is_round_and_holds_every_mark_and_the_reference():
    drawn = panel("t", LINES, [series(fear=(-3.2, -7.4, 1))], reference=0)

    assert [text for _x, text in drawn.ticks] == ["−10", "−5", "0", "5"]
    assert LEFT < drawn.reference < RIGHT
    assert drawn.rows[1].marks[0].arms[0] > LEFT


def test_one_number_alone_has_a_scale_too():
    assert panel("t", LINES, [series(fear=(3, None, None))]).ticks


def test_a_heading_without_rows_is_left_out_and_so_is_an_empty_drawing():
    drawn = panel("t", LINES, [series(anger=(1, 0, 2))])

    assert [row.title for row in drawn.rows] == ["Anger", "About trains"]
    assert panel("t", LINES, [series()]) is None


def test_a_long_title_is_cut_and_kept():
    (row,) = panel("t", [Line("a", "Blaming, Slandering, and Tattling")], [series(a=(1, 0, 2))]).rows

    assert row.label == "Blaming, Slandering, and…"
    assert row.title == "Blaming, Slandering, and Tattling"


def test_shape_and_fill_tell_who_it_is():
    def look(**fields):
        one = series_of(Entry(label="x", **fields), {})
        return one.tone, one.is_hollow

    assert look(kind="human", is_human=True) == ("h", False)
    assert look(kind="published", is_human=True) == ("h", True)
    assert look(kind="measured") == ("m", False)
    assert look(kind="baseline") == ("b", False)
    assert look(kind="published") == ("m", True)
