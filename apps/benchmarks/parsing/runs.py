"""From the text of a reply to its runs: unbroken stretches of answers, in the order of the reply."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from apps.benchmarks.parsing.items import Items
from apps.benchmarks.parsing.lines import read_line
from apps.benchmarks.parsing.reply import Reply, absent, is_weak
from apps.benchmarks.parsing.scores import Scale
from apps.benchmarks.parsing.structured import find_json, read_json
from apps.benchmarks.parsing.tables import is_row, read_table
from apps.benchmarks.parsing.tokens import Break, Cells, Claim, Pair, Token, Tokens

Run = list[Claim]


def read_tokens(text: str, items: Items, scale: Scale) -> list[Token]:
    """Return all that cleaned `text` says about the items; JSON is found first, then what is around it."""
    tokens: list[Token] = []
    position = 0
    for found in find_json(text):
        inside = read_json(found, text, items, scale)
        if inside:
            tokens += [*_read_lines(text[position : found.start], items, scale), Break(), *inside, Break()]
            position = found.end
    return tokens + _read_lines(text[position:], items, scale)


def _read_lines(text: str, items: Items, scale: Scale) -> list[Token]:
    tokens: list[Token] = []
    for is_table, lines in groupby(text.split("\n"), is_row):
        if is_table:
            tokens += [Break(), *read_table(list(lines), items, scale), Break()]
        else:
            tokens += [token for line in lines for token in read_line(line, items, scale)]
    return tokens


def split_runs(tokens: Tokens, items: Items, scale: Scale) -> tuple[list[Run], list[Reply]]:
    """Return the runs of claims and, apart, the scores that stand beside no item."""
    runs: list[Run] = []
    loose: list[Reply] = []
    only_loose = any(isinstance(token, Cells) for token in tokens)
    for broken, stretch in groupby(tokens, lambda token: isinstance(token, Break)):
        if broken:
            continue
        members = list(stretch)
        indexed = not only_loose and _are_indexed(members, items)
        run: Run = []
        for member in members:
            if isinstance(member, Claim):
                run.append(member)
            elif isinstance(member, Pair) and indexed:
                run.append(member.claim)
            elif isinstance(member, Pair | Cells):
                loose += member.cells if isinstance(member, Pair) else member.replies
        runs.append(_sure_of_the_base(_without_legend(run, scale)))
    return [run for run in runs if run], loose


def _are_indexed(members: Iterable[Token], items: Items) -> bool:
    """Whether the first numbers of pairs like "1 - 4" and "1, 4" count the items.

    They do if they are 1 to the last item, each once; with hyphens it is enough that they count from 1.
    """
    claims = [member.claim if isinstance(member, Pair) else member for member in members
              if isinstance(member, Pair | Claim)]  # fmt: skip
    numbers = [claim.item for claim in claims]
    if sorted(numbers) == list(range(1, items.count + 1)):
        return items.count > 1
    hyphens = all(member.hyphen for member in members if isinstance(member, Pair))
    return hyphens and len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1))


def _without_legend(run: Run, scale: Scale) -> Run:
    """Return the run without lines that only explain the levels: "1 = not at all ... 5 = extremely".

    They stand together, name both ends of the scale, and the rest of the run, if any, uses their numbers too.
    """
    start = 0
    for is_level, stretch in groupby(run, _names_its_level):
        legend = list(stretch)
        end, levels = start + len(legend), {claim.item for claim in legend}
        if is_level and {scale.low, scale.high} <= levels:
            rest = run[:start] + run[end:]
            return rest if not rest or any(claim.item in levels for claim in rest) else run
        start = end
    return run


def _names_its_level(claim: Claim) -> bool:
    return claim.by_label and claim.reply.value == claim.item


def _sure_of_the_base(run: Run) -> Run:
    """Return the run, without its scores if it counts from 0: its 1 may be our 2."""
    if not any(claim.by_number and claim.item == 0 and not is_weak(claim.reply) for claim in run):
        return run
    return [Claim(claim.item, absent("index_base"), True) if claim.by_number else claim for claim in run]
