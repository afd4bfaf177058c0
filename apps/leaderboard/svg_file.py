"""A figure as a file of its own: with heading, legend, where it comes from, and the colours of day and night."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

from django.conf import settings

from apps.leaderboard.shapes import PATHS, shape_of, style_of
from apps.leaderboard.svg import area, described, drawn

WIDTH, EDGE, NAMES = 720, 20, 190
# Letters that fit in a line, and in half a line behind its mark.
LINE, HALF = 108, 46
DAY = {
    "paper": "#fdfcf9", "ink": "#1d1f21", "soft": "#5c6166", "line": "#e3e0d8",
    "human": "#b4510f", "model": "#2f55b5", "base": "#7b7f86",
}  # fmt: skip
NIGHT = {
    "paper": "#16181a", "ink": "#ecebe6", "soft": "#a3a8ad", "line": "#34383c",
    "human": "#f0a468", "model": "#9db4f5", "base": "#9a9fa6",
}  # fmt: skip


def svg_file(figure: dict[str, Any], title: str, notes: list[str]) -> str:
    """Return the whole file; `notes` stand beneath the figure, small: source, date, address."""
    layout = figure["layout"]
    heading = [title, *wrap(layout.get("heading", ""), LINE)]
    top = 34 + 18 * (len(heading) - 1)
    signs, below = _legend(figure, top + layout["height"] + 22)
    lines = [line for note in notes for line in wrap(note, LINE)]
    height = below + 17 * len(lines) + 8
    words = "".join(
        f'<text class="{"heading" if i == 0 else "told"}" y="{24 + 19 * i}">{escape(one)}</text>'
        for i, one in enumerate(heading)
    )
    told = "".join(f'<text y="{below + 17 * i}">{escape(one)}</text>' for i, one in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawn" role="img" '
        f'aria-labelledby="figure-title figure-desc" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">'
        f"{described(figure, 'figure')}"
        f'<style>{_styles()}</style><rect class="paper" width="100%" height="100%"/>'
        f'<svg x="{EDGE}" width="{WIDTH - 2 * EDGE}" overflow="visible">{words}'
        f'<svg x="{NAMES}" y="{top}" width="{WIDTH - 2 * EDGE - NAMES - 16}" height="{layout["height"]}" '
        f'overflow="visible">{area(figure, "figure")}</svg>'
        f"{signs}{told}</svg></svg>"
    )


def _legend(figure: dict[str, Any], top: int) -> tuple[str, int]:
    """Return the names of what is drawn, in two columns where they are short, and where the next line stands."""
    traces = drawn(figure)
    columns = 2 if all(len(one["name"]) <= HALF for one in traces) else 1
    found = []
    for i, one in enumerate(traces):
        x, y = (i % columns) * (WIDTH // 2 - EDGE), top + (i // columns) * 20
        symbol = one["marker"]["symbol"]
        path = f'<path class="{style_of(symbol, one["meta"])}" d="{PATHS[shape_of(symbol)]}"/>'
        found.append(
            f'<g transform="translate({x + 7} {y - 4})">{path}<text x="13" y="4">{escape(one["name"])}</text></g>'
        )
    return "".join(found), top + -(-len(traces) // columns) * 20 + 12


@cache
def _styles() -> str:
    """Return the page's rules for drawings, by day and by night, with colours put in: few programs know var()."""
    sheet = Path(settings.BASE_DIR, "static", "leaderboard", "figure.css").read_text(encoding="utf-8")
    rules = "\n".join(line for line in sheet.splitlines() if line.startswith(".drawn"))
    return f"{_coloured(rules, DAY)}\n@media (prefers-color-scheme: dark) {{\n{_coloured(rules, NIGHT)}\n}}"


def _coloured(rules: str, colours: dict[str, str]) -> str:
    for name, colour in colours.items():
        rules = rules.replace(f"var(--{name})", colour)
    return rules
