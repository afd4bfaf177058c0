"""Reading the text beside one item: a score on the item's scale, why it is none, or nothing of the kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.benchmarks.parsing.cleaning import fold, plain
from apps.benchmarks.parsing.reply import Reply, absent, answered

_LONGEST = 600  # characters; what stands further behind a score is a comment
_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_WORDS = "|".join(_NUMBER_WORDS)
_UNITS = "[分点점]"
_NUMBER = rf"(?:[+-]?\d{{1,9}}(?:(?!\w)|(?={_UNITS}))|(?:{_WORDS})\b(?!-))"
_LEAD = re.compile(
    r"(?:(?:my|the|your|final|so|overall),? )*"
    r"(?:(?:score|rating|rated|answer|value|level|response|choice)(?: would be| is| of)? ?[:=]? ?(?:- )?"
    r"|i(?:'d| would|'ll| will)? (?:rate|score|give|say|choose|pick|answer)(?: (?:this|it|that|myself))?"
    r"(?: (?:as|at))?(?: an?)? )",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(r"[+-]?\d{1,9}\s?[:=]")
_VALUE = re.compile(rf"(?P<whole>{_NUMBER})(?:(?P<point>[.,])(?P<fraction>\d{{1,9}})(?!\w))?", re.IGNORECASE)
_OF_HIGHEST = re.compile(r"\s?(?:/|out of|of)\s?(\d{1,9})(?!\w|\.\d)")
_RANGE = re.compile(rf"\s?(?:->|=>|→|-|~|\.\.+|…|/|to|or|and|through)\s?{_NUMBER}", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?:between|from)\s{_NUMBER}\s(?:and|to|-)\s?{_NUMBER}", re.IGNORECASE)
_HEDGE = re.compile(
    r"(?:~|≈|<|>|≤|≥|±|(?:about|around|approximately|approx\.?|roughly|maybe|perhaps|possibly|probably|"
    r"at least|at most|almost|nearly|under|over|less than|more than|up to|not)\b)=?\s?",
    re.IGNORECASE,
)
_HEDGED_BEHIND = re.compile(r"\s?(?:\+|\?|-?ish\b|or (?:so|more|less|higher|lower))")
_COMMENT = re.compile(
    rf"\s?{_UNITS}?[)\]}}\"']?\s?(?:$|[.;:!,](?!\d)|[(\[=>|→]|-\s|(?:because|since|as|due|for|points?|pts|stars?)\b)"
)
_OTHER_SCORE = re.compile(r"(?<![\d.])\d{1,9}(?![\d.]*\d)")
_OR_WORD = re.compile(
    r"\b(?:or|maybe|perhaps|possibly|actually|rather|make (?:it|that)|better) "
    rf"(?:even |an? )?(?:{_WORDS})\b",
    re.IGNORECASE,
)
_BLANK = re.compile(r"[-_.?…\s\[\](){}/]*|(?:null|none|nil|blank|empty|skip(?:ped)?)", re.IGNORECASE)
_DECLINED = re.compile(
    r"n\.? ?/? ?a\.?|not applicable|no (?:answer|rating|score|comment|response)|pass|refused?|declined?|"
    r"(?:i(?: would|'d)? )?(?:(?:prefer|rather) not(?: to)?(?: say| answer| rate| respond)?|"
    r"(?:cannot|can't|won't|decline to|refuse to|unable to) (?:say|answer|rate|respond|score)"
    r"(?: this| that| it)?(?: item| one)?)",
    re.IGNORECASE,
)
_LABEL_END = re.compile(r"\s?[(\[:;,=]|\s-\s")


@dataclass(frozen=True)
class Scale:
    """Whole numbers from `low` to `high`; `labels` maps folded level labels to their level."""

    low: int
    high: int
    labels: Mapping[str, int]


def make_scale(low: int, high: int, labels: Mapping[int, str]) -> Scale:
    """Raise ValueError where the ends are not in order or a label belongs to no level."""
    if low >= high:
        raise ValueError(f"The scale runs from {low} to {high}; its low end must be below its high end.")
    for level in labels:
        if not low <= level <= high:
            raise ValueError(f'Level {level} ("{labels[level]}") lies outside the scale {low} to {high}.')
    folded = [(fold(label), level) for level, label in labels.items()]
    once = {label: level for label, level in folded if label and [f for f, _ in folded].count(label) == 1}
    return Scale(low, high, once)


def read_score(text: str, scale: Scale) -> Reply | None:
    """Return the score that `text` states, or why it gives none; None where it is not about a score."""
    text = _unwrapped(plain(text)[:_LONGEST])
    lead = _LEAD.match(text)
    if lead and lead.end() < len(text):
        if lead[0].endswith(" ") and _EXPLAINED.match(text, lead.end()):
            return None  # "Score 4: a lot" tells what a level means
        text = _unwrapped(text[lead.end() :])
    if _BLANK.fullmatch(text):
        return absent("blank")
    if is_declined(text):
        return absent("item_refusal")
    return _read_label(text, scale) or _read_hedge(text) or _read_number(text, scale)


def is_declined(text: str) -> bool:
    """Whether the text beside one item declines it: "N/A", "I'd rather not say"."""
    return _DECLINED.fullmatch(text.rstrip(" .!")) is not None


def _unwrapped(text: str) -> str:
    """Return `text` without the blanks, quotes, commas and whole brackets around it."""
    text = text.strip().rstrip(",;").strip("\"' ")
    if len(text) > 1 and text[0] + text[-1] in ("()", "[]", "{}", "<>"):
        return text[1:-1].strip("\"' ")
    return text


def _read_label(text: str, scale: Scale) -> Reply | None:
    """Read "quite a bit" and "quite a bit (4)"."""
    level = scale.labels.get(fold(text))
    if level is not None:
        return answered(level)
    for end in list(_LABEL_END.finditer(text))[:4]:
        level = scale.labels.get(fold(text[: end.start()]))
        if level is not None:
            return _checked(level, text[end.start() :], scale)
    return None


def _read_hedge(text: str) -> Reply | None:
    if _BETWEEN.match(text):
        return absent("range")
    hedge = _HEDGE.match(text)
    return absent("hedged") if hedge and _VALUE.match(text, hedge.end()) else None


def _read_number(text: str, scale: Scale) -> Reply | None:
    number = _VALUE.match(text)
    if number is None:
        return None
    behind = text[number.end() :]
    of_highest = _OF_HIGHEST.match(behind)
    if of_highest:
        if int(of_highest[1]) != scale.high:
            return absent("other_scale")
        behind = behind[of_highest.end() :]
    elif _RANGE.match(behind):
        return absent("range")
    if _HEDGED_BEHIND.match(behind):
        return absent("hedged")
    if not _COMMENT.match(behind) and fold(behind) not in scale.labels:
        return None
    value = _whole(number, scale)
    return absent("decimal") if value is None else _checked(value, behind, scale)


def _whole(number: re.Match[str], scale: Scale) -> int | None:
    """Return the whole number that is written: "4.0" is 4, and "1,500" is 1500 on a long enough scale."""
    word, fraction = number["whole"].casefold(), number["fraction"]
    if fraction is not None and len(fraction) == 3:
        return int(word + fraction) if number["point"] == "," and scale.high >= 1000 else None
    if fraction is not None and fraction.strip("0"):
        return None
    return _NUMBER_WORDS.index(word) if word in _NUMBER_WORDS else int(word)


def _checked(value: int, comment: str, scale: Scale) -> Reply:
    """Return `value` unless it lies outside the scale or the comment behind it names another score."""
    if not scale.low <= value <= scale.high:
        return absent("out_of_range")
    if scale.labels.get(fold(comment), value) != value:
        return absent("conflict")
    rest = _without_scale(comment, scale)
    others = {int(other) for other in _OTHER_SCORE.findall(rest)} - {value}
    if any(scale.low <= other <= scale.high for other in others) or _OR_WORD.search(rest):
        return absent("ambiguous")
    return answered(value)


def _without_scale(comment: str, scale: Scale) -> str:
    """Return `comment` without words that only repeat the scale: "out of 5", "(1 to 5)"."""
    ends = rf"(?:out of|of|/) ?{scale.high}\b|{scale.low} ?(?:-|to|\.\.) ?{scale.high}\b"
    return re.sub(ends, "", comment)
