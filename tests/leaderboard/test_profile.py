"""A line's profile: which figures are drawn, and beside whom."""

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.leaderboard.profile import profile
from apps.leaderboard.subjects import people_beside
from tests.leaderboard.answering import answer, line
from tests.leaderboard.judging import busy_study
from tests.leaderboard.test_entry import page_of


def drawn(entry):
    return {panel.title: panel for panel in profile(entry, people_beside(entry))}


def test_each_kind_of_situation_has_the_line_s_mark_beside_people_s(client, study, model, person):
    for after in (4, 5):
        somebody = person()
        answer(study, somebody, "default", 3, 3)
        answer(study, somebody, "anger-1.1", 3, after)
    alone = [("fear-2.1", 3), ("fear-2.1", 4)]
    for condition, rating in [("default", 1), ("default", 2), ("anger-1.1", 2), ("anger-1.1", 3), *alone]:
        answer(study, model, condition, 3, rating)
    entry = line("model-1")

    panel = drawn(entry)["Negative affect"]

    tones = {row.title: [mark.tone for mark in row.marks] for row in panel.rows}
    assert tones["Facing Self-Opinioned People"] == ["h", "m"]
    assert tones["Agoraphobia Fears"] == ["m"]
    assert tones["Anger"] == [] and "Guilt" not in tones
    page = page_of(client, entry)
    assert page.count('class="dots"') == len(drawn(entry)) == 2
    assert "Profile beside people’s" in page


def test_pleasant_counterparts_are_drawn_apart(study, model):
    for condition, rating in [("default", 3), ("anger-1.1", 5), ("anger-1.1", 4), ("anger-1.p1", 1), ("anger-1.p1", 2)]:
        answer(study, model, condition, 3, rating)

    panels = drawn(line("model-1"))

    assert "Negative affect, pleasant counterparts" in panels
    titles = [row.title for row in panels["Negative affect, pleasant counterparts"].rows]
    assert titles == ["Anger", "Facing Self-Opinioned People", "All situations", "Overall"]


def test_a_writer_s_rates_stand_on_one_scale_with_the_line_of_chance(client, instruments):
    busy_study()
    refresh_boards()
    entry = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judge="gpt-5")

    panels = drawn(entry)

    assert "Asked for the machine’s answer, not told the profile" in panels
    for panel in panels.values():
        assert (panel.ticks[0][1], panel.ticks[-1][1]) == ("0", "100")
        assert panel.reference == (panel.ticks[0][0] + panel.ticks[-1][0]) / 2
        assert panel.rows[-1].title == "Pooled"
    assert page_of(client, entry).count('class="dots"') == len(panels) == 4


def test_a_printed_table_has_no_profile(client, instruments):
    refresh_boards()
    entry = Entry.objects.filter(board__slug="psychobench").earliest("pk")

    assert profile(entry, []) == []
    assert 'class="dots"' not in page_of(client, entry)
