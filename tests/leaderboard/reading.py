"""Reads tables as they stand on a page: what a person sees as the figure of each cell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

NUMBER = re.compile(r"[+−-]?\d[\d,]*(?:\.\d+)?")
# What stands beside a figure or a name and is neither.
BESIDE = {"ci", "vh", "tag"}
EMPTY = {"br", "img", "meta", "link", "input", "hr", "path", "line", "circle", "rect"}


@dataclass
class Cell:
    tag: str
    text: str = ""

    @property
    def name(self) -> str:
        return " ".join(self.text.split())

    @property
    def number(self) -> float | None:
        found = NUMBER.search(self.text)
        return float(found[0].replace("−", "-").replace(",", "")) if found else None

    @property
    def half_a_step(self) -> float:
        """By how much a number may differ that is shown so, and a little for numbers in binary."""
        found = NUMBER.search(self.text)
        decimals = len(found[0].partition(".")[2]) if found else 0
        return 0.5 * 10**-decimals + 1e-9


@dataclass
class Table:
    heads: list[Cell] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)


class Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Table] = []
        self.in_head = False
        self.cell: Cell | None = None
        self.open: list[bool] = []  # of the elements within a cell: is it beside the figure?

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append(Table())
        elif tag in {"thead", "tbody"}:
            self.in_head = tag == "thead"
        elif tag == "tr" and not self.in_head and self.tables:
            self.tables[-1].rows.append([])
        elif tag in {"th", "td"} and self.tables:
            self.cell, self.open = Cell(tag), []
            (self.tables[-1].heads if self.in_head else self.tables[-1].rows[-1]).append(self.cell)
        elif self.cell and tag not in EMPTY:
            classes = set((dict(attrs).get("class") or "").split())
            self.open.append(tag == "sup" or bool(BESIDE & classes))

    def handle_endtag(self, tag: str) -> None:
        if tag in {"th", "td"}:
            self.cell = None
        elif self.cell and self.open and tag not in EMPTY:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.cell and not any(self.open):
            self.cell.text += data


def tables(html: str) -> list[Table]:
    """Return the tables of a page, without the rows that are only a heading."""
    reader = Tables()
    reader.feed(html)
    for table in reader.tables:
        table.rows = [row for row in table.rows if len(row) == len(table.heads)]
    return reader.tables
