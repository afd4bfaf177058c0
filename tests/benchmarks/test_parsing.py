"""Reading replies: our file of replies in many styles, and laws that hold for any text."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.parsing import REASONS, Reply, is_refusal, parse_number, parse_option, parse_ratings

COLLECTION = json.loads(Path(__file__).with_name("replies.json").read_text(encoding="utf-8"))
REPLIES = {reply["name"]: reply for reply in COLLECTION["replies"]}

COLOURS = ("Red", "Blue", "Dark green", "None of these")
LABELS = {1: "hardly or not", 2: "a bit", 3: "somewhat", 4: "a lot", 5: "completely"}
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five")
WORDS = [f"mood {letter}" for letter in "abcdefghijklmnopqrstuvwxy"]


def ask(reply):
    """Return what the parser makes of one of the collected replies."""
    questions = COLLECTION["questions"][reply["questions"]]
    labels = {int(level): label for level, label in questions["labels"].items()}
    n_items, low, high = questions["n_items"], questions["low"], questions["high"]
    return parse_ratings("\n".join(reply["lines"]), n_items, low, high, questions["words"], labels)


def told(reply):
    """Return a Reply the way the collection writes it: the value, or the reason."""
    return reply.reason if reply.value is None else reply.value


@pytest.mark.parametrize("name", REPLIES)
def test_it_reads_the_collected_reply(name):
    replies = ask(REPLIES[name])

    assert [told(reply) for reply in replies] == REPLIES[name]["expected"]


@pytest.mark.parametrize("name", REPLIES)
def test_it_gives_a_value_or_the_reason_it_is_missing_and_never_both(name):
    for reply in ask(REPLIES[name]):
        assert (reply.value is None) == (reply.missing is not None)
        assert reply.missing == REASONS.get(reply.reason)


def test_it_names_a_state_that_a_response_can_have_for_every_reason():
    assert set(REASONS.values()) == {"skipped", "refused", "unparsed"}


def test_the_collection_meets_every_reason():
    met = {told(reply) for collected in REPLIES.values() for reply in ask(collected)}

    assert REASONS.keys() <= met


@pytest.mark.parametrize("raw", COLLECTION["refusals"])
def test_it_counts_a_refusal(raw):
    assert is_refusal(raw)


@pytest.mark.parametrize("raw", COLLECTION["not_refusals"])
def test_it_does_not_count_an_answer_as_a_refusal(raw):
    assert not is_refusal(raw)


def test_it_does_not_count_ratings_as_a_refusal_because_of_a_disclaimer():
    replies = parse_ratings("I'm an AI, I cannot feel. For the person in the scene:\n1: 4\n2: 2", 2, 1, 5)

    assert [reply.value for reply in replies] == [4, 2]


def test_it_does_not_read_words_it_was_not_told():
    assert told(parse_ratings("Calm: 4\nTense: 2", 2, 1, 5)[0]) == "no_scores"


def test_it_tells_apart_items_only_by_different_words():
    replies = parse_ratings("Calm: 4\nTense: 2", 3, 1, 5, words=["Calm", "Calm", "Tense"])

    assert [told(reply) for reply in replies] == ["no_line", "no_line", 2]


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        ({"n_items": 0}, "at least one"),
        ({"low": 5, "high": 1}, "low end must be below"),
        ({"words": ["Calm"]}, "one per item"),
        ({"labels": {9: "more than all"}}, "outside the scale"),
    ],
)
def test_it_rejects_questions_that_do_not_fit_together(arguments, remedy):
    with pytest.raises(ValueError, match=remedy):
        parse_ratings("1: 4", **{"n_items": 2, "low": 1, "high": 5, **arguments})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("B", 1),
        ("b.", 1),
        ("(B)", 1),
        ("**B**", 1),
        ("B) Blue", 1),
        ("B - Blue", 1),
        ("Blue", 1),
        ("Blue, because it is calm", 1),
        ("Dark green.", 2),
        ("B\n\nIt reminds me of the sea.", 1),
        ("The answer is B", 1),
        ("The correct answer is (B) Blue.", 1),
        ("I'd choose option B.", 1),
        ("My choice: Blue", 1),
        ("I'm going with Blue.", 1),
        ("B (Blue)", 1),
        ("At first the answer is A, it seems.\nFinal answer: C", 2),
        ("<think>A or B? The answer is A.</think>B", 1),
        ('{"answer": "B"}', 1),
        ('```json\n{"reasoning": "A is loud", "final_answer": "B. Blue"}\n```', 1),
        ("A. Blue", "mismatch"),
        ("A\nB", "ambiguous"),
        ("(A) or (B)", "ambiguous"),
        ("Red or Blue", "no_scores"),
        ("A person like me likes them all.", "no_scores"),
        ("2", "no_scores"),
        ("N/A", "item_refusal"),
        ("I'm sorry, but I can't choose between them.", "refusal"),
        ("", "empty"),
        ("<think>A or B?", "cut_off"),
    ],
)
def test_it_reads_a_single_choice(raw, expected):
    assert told(parse_option(raw, COLOURS)) == expected


def test_it_reads_the_marks_that_the_options_had():
    assert parse_option("2", COLOURS, keys=("1", "2", "3", "4")).value == 1


def test_it_takes_an_option_that_is_another_ones_mark_for_ambiguous():
    assert parse_option("B", ("B", "A")).reason == "ambiguous"


@pytest.mark.parametrize(
    ("options", "keys"),
    [(("Red",), "AB"), (("Red", "red!"), "AB"), (("Red", "Blue"), "A"), (("Red", "Blue"), "AA")],
)
def test_it_rejects_options_that_cannot_be_told_apart(options, keys):
    with pytest.raises(ValueError, match="give"):
        parse_option("A", options, keys)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("33", 33),
        ("**33**", 33),
        ("33 points", 33),
        ("I choose 33", 33),
        ("I choose 33 because two thirds of 50 is 33", 33),
        ("My number is 33.", 33),
        ('{"number": 33}', 33),
        ("Most will pick 50; two thirds of that is 33.\n\nAnswer: 33", 33),
        ("1. Others pick 50\n2. Two thirds of it\n\n33", 33),
        ("20-30", "range"),
        ("33.5", "decimal"),
        ("101", "out_of_range"),
        ("20\n30", "ambiguous"),
        ("A number above 30 would be wise.", "no_scores"),
        ("If I choose 50, everybody does.", "no_scores"),
        ("I'm sorry, I can't participate in that.", "refusal"),
        ("", "empty"),
    ],
)
def test_it_reads_one_number(raw, expected):
    assert told(parse_number(raw, 0, 100)) == expected


def test_it_reads_thousands_where_the_range_goes_that_far():
    assert parse_number("1,500", 0, 2000).value == 1500
    assert parse_number("1,500", 0, 100).reason == "decimal"


def as_csv(ratings):
    out = io.StringIO()
    csv.writer(out).writerows([["index", "mood", "score"], *([n, WORDS[n - 1], r] for n, r in ratings)])
    return out.getvalue()


def table_across(ratings):
    return " | ".join(WORDS[: len(ratings)]) + "\n" + " | ".join(str(r) for _, r in ratings)


def lines(pattern):
    """Return a writer of one line per item; patterns know {n}, {word}, {rating}, {label} and {digit}."""

    def line(n, rating):
        word, label, digit = WORDS[n - 1], LABELS[rating], NUMBER_WORDS[rating]
        return pattern.format(n=n, word=word, rating=rating, label=label, digit=digit)

    return lambda ratings: "\n".join(line(n, rating) for n, rating in ratings)


PATTERNS = (
    "{n}: {rating}",
    "{n}. {rating}",
    "{n}) {rating}",
    "**{n}.** {rating}",
    "({n}) {rating}",
    "{n} = {rating}",
    "{n}: {rating}/5",
    "{n}: {digit}",
    "Item {n}: {rating}",
    "{n}. {word}: {rating}",
    "{n}\t{word}\t{rating}",
    "{n}. {word} - {label} ({rating})",
    "{n}. {word}: {rating} - as in 2019, that is all",
    "- {word}: {rating}",
    "{word} - {rating}",
    "{word} ({rating})",
    "{word} {rating}",
    "{word}: {label}",
    "| {n} | {word} | {rating} |",
    "### {n}. {word}\n**Score: {rating}**\nSo it is.",
)
# Forms that name the item, so that the order does not matter ...
NAMED = {
    **{pattern: lines(pattern) for pattern in PATTERNS},
    "one line": lambda ratings: ", ".join(f"{n}: {r}" for n, r in ratings),
    "CSV": as_csv,
    "JSON by index": lambda ratings: json.dumps({str(n): r for n, r in ratings}),
    "JSON by word": lambda ratings: "Sure:\n```json\n" + json.dumps({WORDS[n - 1]: r for n, r in ratings}),
    "JSON of objects": lambda ratings: json.dumps([{"item": n, "score": r} for n, r in ratings]),
}
# ... and forms that rely on it.
ORDERED = {
    "numbers": lines("{rating}"),
    "comma list": lambda ratings: ", ".join(str(r) for _, r in ratings),
    "blank list": lambda ratings: " ".join(str(r) for _, r in ratings),
    "JSON list": lambda ratings: str([r for _, r in ratings]),
    "pairs by hyphen": lines("{n} - {rating}"),
    "pairs by comma": lines("{n},{rating}"),
    "table across": table_across,
}
RATINGS = st.lists(st.integers(1, 5), min_size=2, max_size=25)


@given(st.data(), RATINGS, st.sampled_from([*NAMED]))
def test_it_reads_back_ratings_written_with_their_items_in_any_order(data, ratings, form):
    numbered = data.draw(st.permutations(list(enumerate(ratings, 1))))

    replies = parse_ratings(NAMED[form](numbered), len(ratings), 1, 5, WORDS[: len(ratings)], LABELS)

    assert [told(reply) for reply in replies] == ratings


@given(RATINGS, st.sampled_from([*ORDERED]))
def test_it_reads_back_ratings_written_in_the_order_asked(ratings, form):
    written = ORDERED[form](list(enumerate(ratings, 1)))

    replies = parse_ratings(written, len(ratings), 1, 5, WORDS[: len(ratings)], LABELS)

    assert [told(reply) for reply in replies] == ratings


@given(RATINGS, st.sampled_from([*NAMED]))
def test_it_reads_the_same_behind_thinking_and_a_disclaimer(ratings, form):
    written = NAMED[form](list(enumerate(ratings, 1)))
    raw = f"<think>1: 1, 2: 1</think>As an AI I cannot feel, but:\n\n{written}\n"

    replies = parse_ratings(raw, len(ratings), 1, 5, WORDS[: len(ratings)], LABELS)

    assert [told(reply) for reply in replies] == ratings


# Pieces that replies are made of, so that chance meets the grammar's corners.
MARKS = [*"12345 \n\t:.-),;|/()[]{}\"'#>~%=?…½٣•"]
NUMBERS = ["10", "-1", "3.5", "4²", "four", "N/A", "null", "Score: ", " or ", " about ", "the answer is "]
WRAPPING = ["<think>", "</think>", "<answer>", "**", "```json", "|---|", "->", "\\boxed{", '{"mood_a": ']
PROSE = ["mood_a", "mood_b", "sorry ", "I can't ", "it is "]
PIECES = st.sampled_from(MARKS) | st.sampled_from(NUMBERS + WRAPPING + PROSE)
REPLY_TEXTS = st.text() | st.lists(PIECES, max_size=60).map("".join)


@given(REPLY_TEXTS, st.integers(1, 6), st.sampled_from([(1, 5), (0, 3), (-3, 3), (1, 10)]))
def test_it_never_raises_and_never_leaves_the_scale(raw, n_items, ends):
    low, high = ends

    replies = parse_ratings(raw, n_items, low, high, [word.replace(" ", "_") for word in WORDS[:n_items]])

    assert len(replies) == n_items
    assert all(reply.value is None or low <= reply.value <= high for reply in replies)


@given(REPLY_TEXTS)
def test_it_never_raises_on_single_questions(raw):
    option, number = parse_option(raw, COLOURS), parse_number(raw, 1, 5)

    assert option.value is None or 0 <= option.value < len(COLOURS)
    assert number.value is None or 1 <= number.value <= 5
    assert isinstance(is_refusal(raw), bool)


@pytest.mark.parametrize("piece", ["[", "[1,", '{"a":', "1: ", "- ", "| a ", "<think>", "Score: ", "4 ", "."])
def test_it_reads_a_reply_of_200_kilobytes(piece):
    raw = piece * (200_000 // len(piece)) + "\n1: 4\n2: 2"

    assert len(parse_ratings(raw, 2, 1, 5, ["Calm", "Tense"], LABELS)) == 2


def test_a_reply_is_comparable():
    assert parse_number("4", 1, 5) == Reply(4, None)
