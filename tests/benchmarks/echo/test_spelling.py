"""Correcting misspelt words: few, and never one that could be meant."""

import pytest

from apps.benchmarks.echo.spelling import correct

# Words that one dictionary or the other lacks, names, slang, dishes
MEANT = (
    "colour color favourite favorite organise organize theatre theater neighbour labeling labelling jewelry mum mom "
    "wifi app podcast blog okay gonna dunno innit lol omg idk btw hmm haha nah biryani samosa ramen sauna yoga oma nana"
)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("i dont know, youre right", "i don't know, you're right"),
        ("i cant and wont say alot", "i can't and won't say a lot"),
        ("teh end of thier road", "the end of their road"),
        ("a freind is realy untill then", "a friend is really until then"),
        ("i definately recieve it from the goverment", "i definitely receive it from the government"),
        ("Thier house. Dont ask them", "Their house. Don't ask them"),
        ("a well-knwon book", "a well-known book"),
    ],
)
def test_it_puts_common_errors_right(wrong, right):
    assert correct(wrong, []) == right


@pytest.mark.parametrize("word", MEANT.split())
def test_it_leaves_what_may_be_meant(word):
    assert correct(f"there was {word} in it and that was fine with me", []) == (
        f"there was {word} in it and that was fine with me"
    )


@pytest.mark.parametrize(
    "text",
    [
        "we went to Recieve, a town, in the rain",  # a name, by its capital
        "Priya was late. Goverment is a name at the start, for all we know",
        "see goverment2 and www.freind.com or @thier for more of that",
        "it was DEFINATELY the best of all days",
        "my abuela siempre compraba fruta en el mercado los domingos",  # another language
        "a" * 20_000 + " is a long word for such a short text",
    ],
)
def test_it_leaves_names_addresses_and_other_languages(text):
    assert correct(text, []) == text


def test_it_leaves_the_words_to_keep_in_any_writing():
    text = "my freind and thier's goverment are in the book"

    assert correct(text, ["Freind, the Goverment", "THIER"]) == text
