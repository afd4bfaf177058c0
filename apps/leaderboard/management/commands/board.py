"""manage.py board emotion: a board in the terminal, as JSON or as CSV."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.leaderboard import echo_text, printed_text
from apps.leaderboard.boards import board_json, refresh_boards
from apps.leaderboard.export import write_csv
from apps.leaderboard.models import Board
from apps.leaderboard.table import Figure, columns_of, only_emotion, read_choice, rows_of


class Command(BaseCommand):
    help = "Print a board, up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="emotion, emotion-agq, echo, ...")
        parser.add_argument("--format", choices=["table", "json", "csv"], default="table")
        parser.add_argument("--affect", default="", help="subscale of the table: positive or negative")
        parser.add_argument("--show", default="", help="change (default), value, or difference from people")
        parser.add_argument("--emotion", default="", help="one emotion's factors, or factors for all 36")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        refresh_boards()
        board = Board.objects.filter(slug=slug).first()
        if board is None:
            known = ", ".join(Board.objects.order_by("slug").values_list("slug", flat=True))
            if not Board.objects.filter(instrument__isnull=False).exists():
                known += "; run manage.py load_instruments for the others"
            raise CommandError(f'There is no board "{slug}". Boards: {known}')
        if options["format"] == "json":
            self.stdout.write(json.dumps(board_json(board), ensure_ascii=False, indent=1))
        elif options["format"] == "csv":
            write_csv(board, self.stdout._out)
        elif board.instrument is None:
            for line in printed_text.lines(board):
                self.stdout.write(line)
        elif board.instrument.benchmark == "echo":
            for line in echo_text.lines(board):
                self.stdout.write(line)
        else:
            self._table(board, options)

    def _table(self, board: Board, options: dict[str, Any]) -> None:
        choice = read_choice(options, list(board.instrument.subscale_set.all()), only_emotion(board))
        columns = columns_of(choice)
        self.stdout.write(f"{board.title}: {choice.subscale}, {choice.shown}\n")
        header = ["", "n", *(column.code for column in columns)]
        rows = [
            [f"{row.entry.label} ({row.entry.kind})", str(row.entry.n or ""), *map(_text, row.figures)]
            for row in rows_of(board, choice)
        ]
        widths = [max(len(line[i]) for line in [header, *rows]) for i in range(len(header))]
        for line in [header, *rows]:
            cells = [
                line[0].ljust(widths[0]),
                *(text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True)),
            ]
            self.stdout.write("  ".join(cells))


def _text(figure: Figure) -> str:
    if figure.number is None:
        return "."
    marks = {"up": "↑ ", "down": "↓ ", "none": "– " if figure.tested else ""}
    sign = "+" if figure.direction else ""
    return f"{marks.get(figure.direction, '')}{figure.number:{sign}.1f}"
