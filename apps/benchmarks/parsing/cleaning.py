"""From a raw reply to plain text: one kind of digit, dash, quote, blank and line end; no thinking, no markup.

Every step is linear in the length of the reply.
"""

from __future__ import annotations

import re
import unicodedata

_TAG = r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)"
_THINKING = re.compile(rf"(?P<shut></{_TAG}>|\[/THINK\]|◁/think▷)|<{_TAG}>|\[THINK\]|◁think▷", re.IGNORECASE)
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_ANSWER = re.compile(r"<answer>", re.IGNORECASE)
_SPECIAL = re.compile(r"<\|[a-z0-9_]{1,40}\|>|</?s>|\[/?INST\]", re.IGNORECASE)
_INLINE_TAG = re.compile(r"</?(?:b|i|u|em|strong|p|ul|ol|li|code|pre)>", re.IGNORECASE)
_LINE_BREAK = re.compile(r"<br ?/?>|</(?:p|li)>|\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", re.IGNORECASE)
_BLANKS = re.compile(r"[^\S\n]+")
_BOXED = re.compile(r"\\(?:boxed|text|mathbf)\{([^{}\n]{0,100})\}")
_MARKUP = re.compile(r"[*`$]|__")
_NOT_WORD = re.compile(r"[\W_]+")

# En dash and minus write ranges and signs, so they become a hyphen; an em dash parts, so it gets blanks.
_PUNCTUATION = str.maketrans({
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2212": "-", "\u2014": " - ",
    "\u2015": " - ", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00ab": '"', "\u00bb": '"',
    "\u060c": ",", "\u3001": ",", "\u066b": ".", "\u3002": ". ", "\u061b": ";",
    "\u3010": "[", "\u3011": "]", "\u300c": '"', "\u300d": '"', "\u21d2": "\u2192", "\u27a1": "\u2192",
})  # fmt: skip


def plain(text: str) -> str:
    """Return `text` with the digits of any script as 0-9 and punctuation as in ASCII.

    Not NFKC: that would also turn "4²" into "42" and "½" into two numbers.
    """
    if text.isascii():
        return text
    return "".join(map(_plain_character, text.translate(_PUNCTUATION)))


def _plain_character(character: str) -> str:
    if character.isascii():
        return character
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    # Invisible joiners, direction marks and the two code points that make a key-cap emoji.
    if unicodedata.category(character) == "Cf" or character in "\ufe0f\u20e3":
        return ""
    return character


def fold(text: str) -> str:
    """Return the words of `text` alone, for comparing: "  **Very much!** " and "very much" are equal."""
    return _NOT_WORD.sub(" ", plain(text).casefold()).strip()


def clean(raw: str) -> str:
    """Return the answer part of a reply as plain lines with single blanks; "" where nothing is left."""
    text = _answer(_without_thinking(raw.rpartition(_FINAL_CHANNEL)[2]))
    text = _LINE_BREAK.sub("\n", _SPECIAL.sub("", plain(text)))
    text = _BOXED.sub(r"\1", _BLANKS.sub(lambda m: "\t" if "\t" in m[0] else " ", text))
    return _MARKUP.sub("", _INLINE_TAG.sub("", text)).strip()


def _without_thinking(text: str) -> str:
    """Return what stands outside thinking blocks.

    A closing tag alone (the opening one was in the prompt) ends a block that began with the reply; an
    opening tag alone begins one that never ended.
    """
    kept, depth, start = [""], 0, 0
    for tag in _THINKING.finditer(text):
        if not tag["shut"]:
            kept.append(text[start : tag.start()] if depth == 0 else "")
            depth += 1
        elif depth == 0:
            kept = [""]
        else:
            depth -= 1
        start = tag.end()
    return "".join(kept) + (text[start:] if depth == 0 else "")


def _answer(text: str) -> str:
    """Return what the last <answer> tag holds, or the whole text where there is none."""
    opened = [tag.end() for tag in _ANSWER.finditer(text)]
    return text[opened[-1] :].partition("</")[0] if opened else text
