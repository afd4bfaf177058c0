"""From the runs of a reply to one result per item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.parsing.cleaning import clean
from apps.benchmarks.parsing.items import Items, make_items
from apps.benchmarks.parsing.refusal import declines, disclaims
from apps.benchmarks.parsing.reply import WEAK, Reply, absent, agree, is_weak
from apps.benchmarks.parsing.runs import Run, read_tokens, split_runs
from apps.benchmarks.parsing.scores import make_scale
from apps.benchmarks.parsing.tokens import Cells, Claim, Pair, Tokens

NO_LABELS: Mapping[int, str] = {}


def parse_ratings(
    raw: str,
    n_items: int,
    low: int,
    high: int,
    words: Sequence[str] = (),
    labels: Mapping[int, str] = NO_LABELS,
) -> list[Reply]:
    """Return what a reply to `n_items` numbered rating items says, one Reply per item in the order asked.

    `words` are the items' texts in that order, `labels` the names of levels; both may be left out, then
    answers that name only words, or levels, cannot be read. No text raises; ValueError only for a scale,
    words or labels that do not fit together. The grammar is in the package's docstring.
    """
    items, scale = make_items(n_items, words), make_scale(low, high, labels)
    text = clean(raw)
    unreadable = _unreadable(raw, text)
    if unreadable:
        return [absent(unreadable)] * n_items
    tokens = read_tokens(text, items, scale)
    runs, loose = split_runs(tokens, items, scale)
    alternating = _alternating(tokens, items)
    if alternating and not any(_scored(run) for run in runs):
        runs = [alternating]
    if not any(_scored(run) for run in runs):
        return _without_items(text, runs, loose, items)
    return _by_item(runs, items)


def _unreadable(raw: str, text: str) -> str:
    if not text:
        return "cut_off" if raw.strip() else "empty"
    return "html" if text[:15].casefold().startswith(("<!doctype", "<html", "<?xml")) else ""


def _scored(run: Run) -> bool:
    """Whether a run has an answer in it: a score, or a reason for none other than a refusal."""
    return any(not is_weak(claim.reply) and claim.reply.reason != "item_refusal" for claim in run)


def _alternating(tokens: Tokens, items: Items) -> Run:
    """Return claims where each item stands alone on a line and its score below it; nothing where they do not.

    The two alternate throughout: items in a row and then scores in a row are an echo and a list. Where the
    items' words are not known, any numbered line may be an item, so then every item has to be there.
    """
    parts = [token for token in tokens if isinstance(token, Claim | Cells | Pair)]
    run: Run = []
    for item, score in zip(parts[::2], parts[1::2], strict=False):
        if not (isinstance(item, Claim) and item.reply.reason in (("blank",) if items.by_words else WEAK)):
            return []
        if not (isinstance(score, Cells) and len(score.replies) == 1):
            return []
        run.append(Claim(item.item, score.replies[0], item.by_number))
    complete = [claim.item for claim in run] == list(range(1, items.count + 1))
    return run if len(parts) % 2 == 0 and (items.by_words or complete) else []


def _without_items(text: str, runs: Sequence[Run], loose: Sequence[Reply], items: Items) -> list[Reply]:
    """Read a reply that names no item beside a score: one bare score per item, a refusal, or neither."""
    refused = declines(text) or disclaims(text)
    has_value = any(reply.value is not None for reply in loose)
    if _counts_up(loose):
        loose = ()
    if len(loose) == items.count and (has_value or not refused):
        return list(loose)
    if refused and not has_value:
        return [absent("refusal")] * items.count
    if any(claim.reply.reason == "item_refusal" for run in runs for claim in run):
        return _by_item(runs, items)
    return [absent("wrong_count" if loose else "no_scores")] * items.count


def _counts_up(replies: Sequence[Reply]) -> bool:
    """Whether bare scores are only the numbers of the items: 1, 2, 3, ... and off the scale in the end."""
    values = [reply.value for reply in replies]
    on_scale = [value for value in values if value is not None]
    counted = list(range(1, len(on_scale) + 1))
    return len(counted) > 1 and values == counted + [None] * (len(values) - len(counted)) and None in values


def _by_item(runs: Sequence[Run], items: Items) -> list[Reply]:
    """Return each item's one answer, from the last run that answers every item onwards."""
    claimed: dict[int, list[Reply]] = {item: [] for item in range(1, items.count + 1)}
    for run in runs[_last_full(runs, items) :]:
        for claim in run:
            claimed.get(claim.item, []).append(claim.reply)
    return [_settled(replies) for replies in claimed.values()]


def _last_full(runs: Sequence[Run], items: Items) -> int:
    """Return the position of the last run with a real answer to every item; 0 where there is none."""
    for position in range(len(runs) - 1, 0, -1):
        answers = {claim.item for claim in runs[position] if not is_weak(claim.reply)}
        if answers.issuperset(range(1, items.count + 1)):
            return position
    return 0


def _settled(replies: Sequence[Reply]) -> Reply:
    strong = [reply for reply in replies if not is_weak(reply)]
    if strong:
        return agree(strong, "duplicate")
    return replies[0] if replies else absent("no_line")
