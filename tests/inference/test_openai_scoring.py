"""Option scores from a server: exact where it can, honest about the rest."""

import math

import pytest

from inference import ScoreRequest, errors
from inference.types import Capabilities
from tests.inference.conftest import ask, choose
from tests.inference.server import ModelServer, chat, error, likeliest, reply_json
from tests.inference.vllm import SmallVLLM

TOPK = Capabilities(scoring="topk", top_logprobs=5)
EXACT = Capabilities(scoring="exact", top_logprobs=20, token_id_logprobs=True)


def test_it_reads_options_among_the_likeliest_tokens(engine_at):
    answer = likeliest(("A", -0.5), ("B", -1.5), ("The", -3.0))
    with ModelServer(lambda call: answer) as server:
        [scores] = ask(engine_at(server.url, capabilities=TOPK), choose("A", "B", "C"))

    assert scores.method == "topk"
    assert scores.logp == {"A": -0.5, "B": -1.5}
    assert (scores.missing, scores.bound) == (("C",), -3.0)
    assert scores.mass == pytest.approx(math.exp(-0.5) + math.exp(-1.5))


def test_it_asks_for_the_models_own_probabilities(engine_at):
    with ModelServer(lambda call: likeliest(("A", -0.5))) as server:
        ask(engine_at(server.url, capabilities=TOPK), choose("A"))

    sent = server.calls[0].body
    assert (sent["temperature"], sent["logprobs"], sent["top_logprobs"], sent["max_tokens"]) == (
        1.0,
        True,
        5,
        1,
    )


def test_it_adds_an_option_up_over_the_space_before_it(engine_at):
    answer = likeliest(("A", math.log(0.5)), (" A", math.log(0.25)), ("Apple", -2.0))
    with ModelServer(lambda call: answer) as server:
        [scores] = ask(engine_at(server.url, capabilities=TOPK), choose("A"))

    assert scores.logp["A"] == pytest.approx(math.log(0.75))


def test_it_reads_likeliest_tokens_after_a_bare_prompt(engine_at):
    answer = {"choices": [{"text": "A", "logprobs": {"top_logprobs": [{"A": -0.5, "B": -2.0}]}}]}
    with ModelServer(lambda call: reply_json(answer)) as server:
        [scores] = ask(engine_at(server.url, capabilities=TOPK), ScoreRequest(options=("A", "B"), prompt="Answer:"))

    assert server.calls[0].path == "/v1/completions"
    assert scores.logp == {"A": -0.5, "B": -2.0}


def test_it_says_when_a_server_no_longer_reports_probabilities(engine_at):
    with ModelServer(lambda call: chat("A")) as server:
        [failure] = ask(engine_at(server.url, capabilities=TOPK), choose("A"))

    assert isinstance(failure, errors.UnexpectedShape)
    assert "Probe the model again" in str(failure)


def test_it_counts_replies_where_there_are_no_probabilities(engine_at):
    """The server ignores n and answers one at a time: A, A., B, and prose."""
    replies = ["A", "A.", " B\n", "I would say A"]
    with ModelServer(lambda call: chat(replies[call.number % 4])) as server:
        [scores] = ask(engine_at(server.url, samples=20), choose("A", "B", "C"))

    assert (scores.method, scores.samples, scores.missing) == ("sampled", 20, ("C",))
    assert {option: round(math.exp(value), 6) for option, value in scores.logp.items()} == {
        "A": 0.5,
        "B": 0.25,
    }
    assert scores.usage.input == 20 * 12


def test_it_takes_all_samples_that_come_at_once(engine_at):
    choices = [{"index": i, "message": {"content": "AB"[i % 2]}} for i in range(20)]
    with ModelServer(lambda call: reply_json({"choices": choices})) as server:
        [scores] = ask(engine_at(server.url, samples=20), choose("A", "B"))

    assert len(server.calls) == 1
    assert scores.mass == pytest.approx(1.0)


def test_it_refuses_to_score_where_nothing_is_known(engine_at):
    with ModelServer(lambda call: chat("A")) as server:
        [failure] = ask(engine_at(server.url, capabilities=Capabilities()), choose("A"))

    assert isinstance(failure, errors.Unsupported)
    assert server.calls == []


def test_it_scores_first_tokens_exactly_by_their_ids(engine_at):
    vllm = SmallVLLM({"a": 0.6, "b": 0.3, "c": 0.1})
    with ModelServer(vllm) as server:
        [scores] = ask(engine_at(server.url, capabilities=EXACT), choose("a", "c"))

    assert (scores.method, scores.missing) == ("exact", ())
    assert scores.logp == pytest.approx({"a": math.log(0.6), "c": math.log(0.1)})
    assert scores.mass == pytest.approx(0.7)


def test_it_multiplies_the_tokens_of_a_full_option(engine_at):
    """One token a letter, each drawn alike: P(ab) = 0.6 x 0.3."""
    vllm = SmallVLLM({"a": 0.6, "b": 0.3, "c": 0.1})
    with ModelServer(vllm) as server:
        [scores] = ask(engine_at(server.url, capabilities=EXACT), choose("ab", "aa", mode="full_option"))

    assert scores.logp == pytest.approx({"ab": math.log(0.18), "aa": math.log(0.36)})
    assert sum(call.path == "/v1/completions" for call in server.calls) == 1


def test_it_scores_exactly_after_a_bare_prompt(engine_at):
    with ModelServer(SmallVLLM({"a": 0.6, "b": 0.4})) as server:
        [scores] = ask(engine_at(server.url, capabilities=EXACT), ScoreRequest(options=("a", "b"), prompt="ba"))

    assert scores.logp == pytest.approx({"a": math.log(0.6), "b": math.log(0.4)})


def test_it_refuses_options_that_begin_alike(engine_at):
    with ModelServer(SmallVLLM({"a": 0.6, "b": 0.4})) as server:
        [failure] = ask(engine_at(server.url, capabilities=EXACT), choose("ab", "aa"))

    assert isinstance(failure, errors.Unsupported)
    assert "Score full options" in str(failure)


def test_it_refuses_a_border_that_the_tokenizer_blurs(engine_at):
    """ "a" and "b" meet in one token "ab" that belongs to neither side."""
    with ModelServer(SmallVLLM({"a": 0.5, "b": 0.4, "ab": 0.1})) as server:
        [failure] = ask(engine_at(server.url, capabilities=EXACT), ScoreRequest(options=("b",), prompt="ba"))

    assert isinstance(failure, errors.Unsupported)
    assert "melts into" in str(failure)


def test_a_failure_while_scoring_is_retried_like_any_other(engine_at):
    def script(call):
        return error(500, "oops") if call.number == 0 else likeliest(("A", -0.5))

    with ModelServer(script) as server:
        [scores] = ask(engine_at(server.url, capabilities=TOPK), choose("A"))

    assert scores.logp == {"A": -0.5}
