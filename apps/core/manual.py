"""The manual: docs/*.md as pages. No raw HTML, no inline style, and links that hold on the site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
OTHER_PAGE = re.compile(r"(?P<name>[\w-]+)\.md(?P<anchor>#.*)?")
SENTENCE = re.compile(r".+?[.?!](?=\s|$)", re.DOTALL)


@dataclass(frozen=True)
class Document:
    """One file; `summary` is its first sentence, `body` all below its title."""

    name: str
    title: str
    summary: str
    headings: list[tuple[str, str]]
    body: SafeString


def documents() -> list[Document]:
    """Return the whole manual, from A to Z by title."""
    return sorted((_read(path) for path in _paths()), key=lambda document: document.title)


def document(name: str) -> Document | None:
    return next((_read(path) for path in _paths() if path.stem == name), None)


def _paths() -> Iterator[Path]:
    return Path(settings.BASE_DIR, "docs").glob("*.md")


def _read(path: Path) -> Document:
    return _rendered(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _rendered(path: Path, changed: int) -> Document:
    """Render one file; `changed` makes a changed file a new entry."""
    tokens = MARKDOWN.parse(path.read_text(encoding="utf-8"))
    title = _text(tokens[1])
    body = tokens[3:]
    first = next((tokens[i + 1] for i, token in enumerate(tokens) if token.type == "paragraph_open"), None)
    headings = list(_name_headings(body))
    for token in body:
        _align_by_class(token)
        for inner in token.children or []:
            _lead_on(inner)
    _label_regions(body, title)
    # Every text in it is escaped: raw HTML is off.
    html = mark_safe(MARKDOWN.renderer.render(body, MARKDOWN.options, {}))
    return Document(path.stem, title, _first_sentence(first), headings, html)


def _text(inline: Token | None) -> str:
    """Return what is read of a heading or a paragraph, without marks and links."""
    children = inline.children or [] if inline else []
    return "".join(" " if child.type == "softbreak" else child.content for child in children)


def _first_sentence(paragraph: Token | None) -> str:
    text = _text(paragraph)
    sentence = SENTENCE.match(text)
    return (sentence[0] if sentence else text).rstrip(":")


def _name_headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Give every heading an anchor of its own; yield anchor and text of those that part the document."""
    used: set[str] = set()
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open":
            text = _text(inline)
            slug = slugify(text) or "part"
            anchor = next(one for n in count(1) if (one := slug if n == 1 else f"{slug}-{n}") not in used)
            used.add(anchor)
            opened.attrSet("id", anchor)
            if opened.tag == "h2":
                yield anchor, text


def _align_by_class(token: Token) -> None:
    """Our Content-Security-Policy allows no style attribute."""
    style = str(token.attrs.pop("style", ""))
    if "right" in style:
        token.attrSet("class", "right")


def _lead_on(token: Token) -> None:
    """Point a link to another file of the manual at its page; what is not on the site is no link."""
    if token.type != "link_open":
        return
    address = str(token.attrGet("href"))
    other = OTHER_PAGE.fullmatch(address)
    if other:
        token.attrSet("href", reverse("document", args=[other["name"]]) + (other["anchor"] or ""))
    elif not address.startswith(("https://", "http://", "#")):
        del token.attrs["href"]


def _label_regions(tokens: Sequence[Token], title: str) -> None:
    """Name what may be wider than the page: it scrolls in a region that the keyboard reaches."""
    heading, names = title, count(1)
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _text(tokens[i + 1])
        elif token.type in {"table_open", "fence", "code_block"}:
            token.meta["region"] = f"{heading}, {next(names)}"


def _region(token: Token) -> str:
    return f'tabindex="0" role="region" aria-label="{escape(token.meta["region"])}"'


def _table_open(renderer: RendererHTML, tokens: Sequence[Token], i: int, *_rest: Any) -> str:
    return f'<div class="scroll whole" {_region(tokens[i])}><table class="words">\n'


def _table_close(renderer: RendererHTML, *_rest: Any) -> str:
    return "</table></div>\n"


def _code(renderer: RendererHTML, tokens: Sequence[Token], i: int, *_rest: Any) -> str:
    return f"<pre {_region(tokens[i])}><code>{escape(tokens[i].content)}</code></pre>\n"


for name, rule in (("table_open", _table_open), ("table_close", _table_close), ("fence", _code), ("code_block", _code)):
    MARKDOWN.add_render_rule(name, rule)
