"""A board's lines as HTML. A template takes thirty times as long, and a board has thousands of cells."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.benchmarks.stats import FEW
from apps.core.templatetags.board import signed
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.table import Choice, Figure, Row

# Lines with these situations need no tag: they are the published study's own.
USUAL_SET = "emotionbench-used"


def rows_html(board: Board, rows: Iterable[Row], choice: Choice) -> SafeString:
    """Return the table's body rows. All that a person wrote is escaped; figures are numbers."""
    page = reverse("leaderboard:board", args=[board.slug])
    plain = choice.shown == "value"
    words = Words()
    return mark_safe("\n".join(_row(page, row, plain, words) for row in rows))


class Words:
    """What stands in many cells, translated once."""

    def __init__(self) -> None:
        self.missing, self.few, self.doubtful = str(_("missing")), str(_("few")), str(_("doubtful"))
        self.not_significant = f'<span class="vh">{_("not significant")}</span>– '
        self.kinds = {kind.value: str(kind.label) for kind in Entry.Kind}


def _row(page: str, row: Row, plain: bool, words: Words) -> str:
    first, *others = row.figures
    cells = _cell(first, True, words) + "".join([_cell(figure, plain, words) for figure in others])
    human = ' class="human"' if row.entry.is_human else ""
    return f"<tr{human}>\n{_head(page, row.entry, words)}\n{cells}</tr>"


def _head(page: str, entry: Entry, words: Words) -> str:
    tags = f' <span class="tag">{words.kinds[entry.kind]}</span>'
    warning = entry.provenance.get("warning")
    if warning:
        tags += f' <span class="tag" title="{conditional_escape(warning)}">{words.doubtful}</span>'
    if entry.vignettes != USUAL_SET:
        tags += f' <span class="tag">{conditional_escape(entry.vignettes)}</span>'
    return f'<th scope="row"><a href="{page}{entry.pk}/">{conditional_escape(entry.label)}</a>{tags}</th>'


def _cell(figure: Figure, plain: bool, words: Words) -> str:
    if figure.number is None:
        return '<td><span class="soft">·</span></td>'
    mark, word = "", ""
    if figure.tested and figure.direction:
        is_none = figure.direction == "none"
        mark, word = (' class="ns"', words.not_significant) if is_none else (f' class="{figure.direction}"', "")
    number = f"{figure.number:.1f}" if plain else signed(figure.number)
    return f'<td{mark}>{word}{number}<span class="ci">{_uncertainty(figure, words)}</span></td>'


def _uncertainty(figure: Figure, words: Words) -> str:
    text = f"±{figure.half:.1f}" if figure.half is not None else f"SD {figure.sd:.1f}" if figure.sd is not None else ""
    if figure.n is not None:
        text += f" n {figure.n}, {words.few}" if figure.n < FEW else f" n {figure.n}"
    return f"{text}, {figure.missing} {words.missing}" if figure.missing else text
