"""Judgements that several tests share."""

import numpy as np

from apps.benchmarks.echo.rates import Judgements


def sittings(rates, judges=24, questions=10, judge_sd=0.0, question_sd=0.0, seed=0):
    """Every judge sees every question once, methods in turn; a writer's log-odds come from `rates`.

    A question is its own type, as in ECHO; judges are dealt to three persons.
    """
    rng = np.random.default_rng(seed)
    judge, question = (axis.reshape(-1) for axis in np.indices((judges, questions)))
    writer = (judge + question) % len(rates)
    odds = np.log(rates) - np.log1p(-np.asarray(rates))
    odds = odds[writer] + rng.normal(0, judge_sd, judges)[judge] + rng.normal(0, question_sd, questions)[question]
    success = rng.random(judge.size) < 1 / (1 + np.exp(-odds))
    return Judgements(success, judge, question, writer, question, judge % 3)


def every(success, judge=None, question=None):
    """Judgements of one writer, type and person, each with a judge and question of its own unless given."""
    success = np.asarray(success, dtype=bool)
    own, same = np.arange(success.size), np.zeros(success.size, dtype=np.int64)
    given = [own if codes is None else np.asarray(codes) for codes in (judge, question)]
    return Judgements(success, *given, same, same, same)
