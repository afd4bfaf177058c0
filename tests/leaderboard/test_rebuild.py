"""When boards are computed: at most once a tick, however much was answered, and whenever somebody says so."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from apps.leaderboard import boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.tasks import refresh_boards as tick
from apps.studies.models import Respondent
from tests.leaderboard.answering import answer, line


def rebuild(*slugs: str) -> str:
    said = StringIO()
    call_command("rebuild_leaderboard", *slugs, stdout=said)
    return said.getvalue()


def computed(slug: str = "emotion"):
    return Board.objects.get(slug=slug).computed_at


def test_a_burst_of_scores_is_one_rebuild_at_the_next_tick(study, model, monkeypatch):
    tick()
    before, rebuilt = computed(), []
    original = boards._lines
    monkeypatch.setattr(boards, "_lines", lambda *args: rebuilt.append(args) or original(*args))

    for _time in range(20):
        answer(study, model, "default", 3, 3)
    assert (computed(), rebuilt) == (before, [])

    tick()
    tick()
    assert len(rebuilt) == 1
    assert computed() > before


def test_the_clock_ticks_every_half_minute():
    assert settings.CELERY_BEAT_SCHEDULE["refresh-boards"] == {"task": tick.name, "schedule": 30.0}


def test_one_board_is_rebuilt_though_nothing_changed(study, model):
    answer(study, model, "default", 3, 3)
    refresh_boards()
    emotion, echo = computed(), computed("echo")

    said = rebuild("emotion")

    lines = Board.objects.get(slug="emotion").entry_set.count()
    assert said.startswith(f"emotion: {lines} lines in ")
    assert computed() > emotion
    assert computed("echo") == echo


def test_without_a_name_all_are_rebuilt_also_those_never_built(instruments):
    said = rebuild()

    assert [line.partition(":")[0] for line in said.splitlines()] == list(Board.objects.values_list("slug", flat=True))
    assert "emotion-agq: 0 lines" in said


def test_an_unknown_name_is_told_with_those_that_there_are(instruments):
    with pytest.raises(CommandError, match=r'There is no board "emotoin"\. Boards: emotion, '):
        rebuild("emotoin")


def test_a_line_keeps_its_address_when_its_board_is_rebuilt(client, study, model):
    answer(study, model, "default", 3, 3)
    before = line("model-1")
    answer(study, model, "default", 3, 4)

    after = line("model-1")

    assert (after.pk, after.n) == (before.pk, before.n + 1)
    assert after.changed_at > before.changed_at
    assert client.get(f"/boards/emotion/{before.pk}/").status_code == 200


def test_two_lines_of_one_label_keep_an_address_each(study, model):
    twin = Respondent.objects.create(kind="model", language_model=model.language_model, label=model.label)
    answer(study, model, "default", 3, 1)
    answer(study, twin, "default", 3, 5)

    def addresses():
        refresh_boards()
        found = Entry.objects.filter(board__slug="emotion", label="model-1")
        return {entry.provenance["origin"]["respondent"]: entry.pk for entry in found}

    before = addresses()
    answer(study, model, "default", 3, 2)

    assert before.keys() == {model.pk, twin.pk}
    assert addresses() == before


def test_a_line_of_as_many_answers_keeps_its_date(study, model):
    answer(study, model, "default", 3, 3)
    before = line("model-1")

    rebuild("emotion")

    after = line("model-1")
    assert (after.pk, after.changed_at) == (before.pk, before.changed_at)
