"""Reading one line of a reply; the grammar is in the package's docstring."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from apps.benchmarks.parsing.cleaning import fold
from apps.benchmarks.parsing.items import Items
from apps.benchmarks.parsing.refusal import declines
from apps.benchmarks.parsing.reply import Reply, absent, is_weak
from apps.benchmarks.parsing.scores import Scale, read_score
from apps.benchmarks.parsing.tokens import Break, Cells, Claim, Pair, Token, Tokens

_LONGEST = 2000  # characters: a longer line may list scores, but is not the line of one item
_MOST_PARTINGS = 12  # places where a line may part into item and score

_DECORATION = re.compile(r"(?:[>#]\s?|\[[ xX]\]\s|[*•·‣◦▪●○]\s?|[+-]\s(?!\d))*")
_DECORATION_UNSIGNED = re.compile(r"(?:[>#]\s?|\[[ xX]\]\s|[*•·‣◦▪●○]\s?|[+-]\s)*")
_QUOTES = re.compile(r"\"|(?<!\w)'|'(?!\w)")
_RULE = re.compile(r"(?:[-=_~]\s?){3,}")
_ANNOUNCED = re.compile(
    r"(?:(?:here (?:are|is)|these are|my|the|your|final) )*(?:scores?|ratings?|answers?|responses?|values?)"
    r"(?:\s?[:=]| are:?| is:?)\s?(?=\S)",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"(?:my |the )?(?:final|overall|so)\b", re.IGNORECASE)
_INDEX = re.compile(
    r"[(\[#]?(?:(?:item|question|statement|q|nr\.?|no\.?)[\s_#-]?)?(?P<number>\d{1,4})\s?(?:"
    r"(?P<sure>[.)\]]?\s?(?:->|=>|→)|[.)\]]{0,2}\s?[:=]|\.?[)\]]|\.(?!\d)|-(?=\s?[^\W\d])|[,;\t](?=[^\W\d]))\s?"
    r"|[,;]?\s(?=[^\W\d]))",
    re.IGNORECASE,
)
_HYPHEN_PAIR = re.compile(r"(\d{1,4})\s?-+\s?(\d{1,4})")
_OTHER_PAIR = re.compile(r"(\d{1,4})(?:\s?[,;]\s?|\s)(\d{1,4})")
_INLINE_PAIR = re.compile(r"(?<![\d.])\d{1,4}(?:[.)]\s|\s?[:=]\s?)\d{1,4}(?![\d.]*\d|\s?[/%-])")
_ENTRY = re.compile(r"[,;]")
_CELL = re.compile(r"[,;\s]")
_PARTING = re.compile(r"\s?(?:->|=>|[:=(\[→,;\t]|\.{2,}|…)\s?(?:-\s)?")
_PARTING_OR_HYPHEN = re.compile(r"\s?(?:->|=>|[:=(\[→,;\t]|\.{2,}|…|-+)\s?(?:-\s)?")


def read_line(line: str, items: Items, scale: Scale) -> Tokens:
    """Return what one cleaned line says; nothing for a blank line, a Break for text."""
    line = _undecorated(line, scale)
    if not line:
        return ()
    if _RULE.fullmatch(line) or line.startswith("~~~"):
        return (Break(),)
    readers: tuple[Callable[[str, Items, Scale], Tokens], ...] = (
        _lone_number, _pair, inline_claims, _one_claim, _cells,
    )  # fmt: skip
    for reader in readers:
        found = reader(line, items, scale)
        if found:
            return found
    return (Break(),)


def pair(number: str, score: str, scale: Scale, *, cells: tuple[str, ...], hyphen: bool = False) -> Pair:
    """Return two numbers that may be an item and its score, or else `cells`."""
    return Pair(
        Claim(int(number), read_score(score, scale) or absent("no_score"), by_number=True),
        tuple(read_score(cell, scale) or absent("no_score") for cell in cells),
        hyphen,
    )


def _undecorated(line: str, scale: Scale) -> str:
    """Return `line` without bullets, quote marks, heading marks and the braces of broken-off JSON.

    Where scores may be negative, the hyphen of "- 3" could be a sign, and stays.
    """
    decoration = _DECORATION if scale.low < 0 else _DECORATION_UNSIGNED
    line = line.strip()
    line = decoration.sub("", line, count=1)
    return _QUOTES.sub("", line.strip("{}")).strip(" ,;").strip()


def _lone_number(line: str, items: Items, scale: Scale) -> Tokens:
    """Read "4."; with several items it is the start of a list entry as well as a score."""
    if items.count > 1 or not re.fullmatch(r"\d{1,9}[.)]", line):
        return ()
    return (Cells((read_score(line[:-1], scale) or absent("no_score"),)),)


def _pair(line: str, items: Items, scale: Scale) -> Tokens:
    hyphened = _HYPHEN_PAIR.fullmatch(line)
    if hyphened and scale.low >= 0:
        return (pair(hyphened[1], hyphened[2], scale, cells=(line,), hyphen=True),)
    other = _OTHER_PAIR.fullmatch(line.strip("()"))
    if other is None:
        return ()
    # "3,5" without a blank is one decimal number as much as two numbers.
    decimal = re.fullmatch(r"\d+,\d+", line) and items.count != 2
    return (pair(other[1], other[2], scale, cells=(line,) if decimal else (other[1], other[2])),)


def inline_claims(line: str, items: Items, scale: Scale) -> Tokens:
    """Read several answers on one line: "1: 4, 2: 3", "Ratings: 1: 4, 2: 3" or "1. 4 2. 3"."""
    announced = _ANNOUNCED.match(line)
    line = line[announced.end() :] if announced else line
    tiles = _INLINE_PAIR.findall(line)
    if len(tiles) > 1 and not _INLINE_PAIR.sub("", line).strip(" ,;.\t"):
        parts = tiles
    else:
        parts = [part.strip() for part in _ENTRY.split(line) if part.strip()]
    if len(parts) < 2:
        return ()
    claims: list[Token] = []
    for part in parts:
        found = _one_claim(part, items, scale)
        if not found or not isinstance(found[0], Claim) or is_weak(found[0].reply):
            return ()
        claims += found
    return claims


def _one_claim(line: str, items: Items, scale: Scale) -> Tokens:
    """Read an item, by number or by words, with what stands beside it."""
    if len(line) > _LONGEST:
        return ()
    index = _INDEX.match(line)
    if index:
        rest = line[index.end() :]
        if scale.low >= 0:
            rest = rest.removeprefix("- ")
        claim = _numbered_claim(int(index["number"]), rest, items, scale, sure=index["sure"] is not None)
        if claim:
            return (claim,)
    worded = _worded(line, items, scale)
    return (worded,) if worded else ()


def _numbered_claim(number: int, rest: str, items: Items, scale: Scale, *, sure: bool) -> Claim | None:
    """Return the claim of "7. ..."; unless it is `sure` to be an index, its item's words must follow."""
    worded = _worded(rest, items, scale)
    if worded is not None and worded.item == number:
        return Claim(number, worded.reply, by_number=True)
    if worded is not None:
        return Claim(number, absent("no_score" if is_weak(worded.reply) else "mismatch"), by_number=True)
    if not sure:
        return None
    reply = read_score(rest, scale)
    if reply is None:
        # The label may be a shortened item text, but not one with numbers in it: they could be the score.
        labelled = (score for label, score in _labelled(rest, scale) if not any(c.isdigit() for c in label))
        reply = next(labelled, absent("item_refusal" if declines(rest) else "no_score"))
    return Claim(number, reply, by_number=True, by_label=fold(rest) in scale.labels)


def _worded(text: str, items: Items, scale: Scale) -> Claim | None:
    """Return the claim of an item's words with or without a score behind them."""
    # First the words alone: an item may end in what looks like a score ("I sleep well: most days").
    alone = items.worded(text)
    if alone is not None:
        return Claim(alone, absent("blank"), by_number=False)
    for label, score in _labelled(text, scale):
        item = items.worded(label)
        if item is not None:
            return Claim(item, score, by_number=False)
    label, _, last_word = text.rpartition(" ")
    item = items.worded(label)
    score_behind = read_score(last_word, scale) if item is not None else None
    return Claim(item, score_behind, by_number=False) if item is not None and score_behind else None


def _labelled(text: str, scale: Scale) -> Iterator[tuple[str, Reply]]:
    """Yield (left, score on the right) for each separator of `text` that a score follows.

    Where scores may be negative a hyphen is no separator, but a sign.
    """
    separator = _PARTING if scale.low < 0 else _PARTING_OR_HYPHEN
    for _, parting in zip(range(_MOST_PARTINGS), separator.finditer(text), strict=False):
        reply = read_score(text[parting.end() :].removesuffix(")").removesuffix("]"), scale)
        if reply is not None and parting.start() > 0:
            yield text[: parting.start()], reply


def _cells(line: str, items: Items, scale: Scale) -> Tokens:
    """Read scores with no item beside them: one, or several parted by commas, semicolons or blanks."""
    announced = _ANNOUNCED.match(line)
    listed = (line[announced.end() :] if announced else line).strip(" []().")
    for separator in (_ENTRY, _CELL):
        parts = [part for part in separator.split(listed) if part.strip()]
        replies = [reply for part in parts if (reply := read_score(part, scale)) and reply.reason != "blank"]
        if len(parts) > 1 and len(replies) == len(parts):
            return (Cells(tuple(replies)),)
    if items.count > 1 and _SUMMARY.match(line):
        return ()
    single = read_score(line, scale)
    return (Cells((single,)),) if single and single.reason != "blank" else ()
