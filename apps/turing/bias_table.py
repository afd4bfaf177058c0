"""What sways each model that judges: the place of an answer, its length, its own words, the instruction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from apps.benchmarks.echo import bias
from apps.benchmarks.echo.bias import Difference, LengthBias
from apps.benchmarks.echo.phases import INSTRUCTIONS, MODEL_JUDGING, ModelJudging
from apps.benchmarks.echo.rates import BoolArray, IntArray
from apps.benchmarks.echo.shares import Share
from apps.studies.models import Respondent
from apps.turing.judgements import Judgement, coded


class Bias(NamedTuple):
    """One model, asked in one way; the difference has no value where it wrote none of the answers, or all."""

    judge: str
    judging: ModelJudging
    first: Share
    length: LengthBias
    own: Difference


class Instructed(NamedTuple):
    """One model: its success rate asked for the person's answer minus that asked for the machine's."""

    judge: str
    judging: ModelJudging
    difference: Difference


def biases(
    judgements: Sequence[Judgement], judges: Mapping[int, str], lengths: Mapping[int, tuple[int, int]]
) -> list[Bias]:
    models = _language_models({one.writer for one in judgements} | set(judges))
    found = []
    for judging in MODEL_JUDGING:
        for judge, name in judges.items():
            made = _made(judgements, judge, judging)
            if not made:
                continue
            is_own = _flags(models[one.writer] == models[judge] for one in made)
            preference = bias.self_preference(_success(made), is_own, _questions(made))
            chose_first, pair = _flags(one.chose_first for one in made), coded(one.pair for one in made)
            length = bias.length_bias(chose_first, *_sides(made, lengths), pair)
            found.append(Bias(name, judging, bias.position_bias(chose_first, pair), length, preference))
    return found


def instructions(judgements: Sequence[Judgement], judges: Mapping[int, str]) -> list[Instructed]:
    """Compare the two instructions, for each model with the profile and without."""
    found = []
    for with_profile in (True, False):
        for judge, name in judges.items():
            sides = [_made(judgements, judge, ModelJudging(instruction, with_profile)) for instruction in INSTRUCTIONS]
            if all(sides):
                made = [*sides[0], *sides[1]]
                for_machine = np.repeat([False, True], [len(side) for side in sides])
                difference = bias.instruction_bias(_success(made), for_machine, _questions(made))
                found.append(Instructed(name, ModelJudging("human", with_profile), difference))
    return found


def _made(judgements: Sequence[Judgement], judge: int, judging: ModelJudging) -> list[Judgement]:
    return [
        one for one in judgements if one.judge == judge and one.group == judging.group and one.chose_first is not None
    ]


def _language_models(respondents: Iterable[int]) -> dict[int, int | None]:
    return dict(Respondent.objects.filter(pk__in=set(respondents)).values_list("pk", "language_model_id"))


def _sides(made: Sequence[Judgement], lengths: Mapping[int, tuple[int, int]]) -> tuple[IntArray, IntArray]:
    """Return the lengths of the first and of the second answer as they were shown."""
    shown = np.array([lengths[one.pair][::-1] if one.machine_first else lengths[one.pair] for one in made])
    return shown[:, 0], shown[:, 1]


def _success(made: Sequence[Judgement]) -> BoolArray:
    return _flags(one.success for one in made)


def _questions(made: Sequence[Judgement]) -> IntArray:
    return coded((one.person, one.kind) for one in made)


def _flags(values: Iterable[bool | None]) -> BoolArray:
    return np.array([bool(value) for value in values], dtype=np.bool_)
