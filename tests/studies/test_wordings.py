"""Wordings that users loaded outlive the move of their table."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("runs", "0003_turing_tests"), ("studies", "0003_turing_tests")]
AFTER = [("runs", "0004_wordings_are_with_studies"), ("studies", "0004_wordings")]
MINE = {
    "way": "echo/rpp",
    "name": "mine",
    "source": "My notebook",
    "sections": {"role": "Play {name}."},
    "sha256": "ab",
}


def migrate(to):
    executor = MigrationExecutor(connection)
    executor.loader.build_graph()
    return executor.migrate(to).apps


def test_rows_are_there_after_the_move_and_after_the_way_back():
    try:
        migrate(BEFORE).get_model("runs", "Wording").objects.create(**MINE)
        moved = migrate(AFTER).get_model("studies", "Wording").objects.get()
        back = migrate(BEFORE).get_model("runs", "Wording").objects.get()
    finally:
        migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())

    assert {key: getattr(moved, key) for key in MINE} == MINE
    assert {key: getattr(back, key) for key in MINE} == MINE
