"""How hard a text is to read."""

from apps.benchmarks.echo.readability import Readability, readability


def test_plain_words_are_easier_than_learned_ones():
    plain = readability("What did you eat? Was it good?")
    learned = readability("Which methodological considerations determined your epistemological presuppositions?")

    assert plain.words == 7
    assert plain.grade < learned.grade and plain.ease > learned.ease


def test_it_agrees_with_the_formulas_by_hand():
    # 2 sentences, 10 words, 10 syllables: 0.39 * 5 + 11.8 - 15.59 and 206.835 - 1.015 * 5 - 84.6
    assert readability("The cat sat on the mat. It was too hot.") == Readability(-1.8, 117.2, 10)


def test_no_words_have_no_grade():
    assert readability("") == Readability(None, None, 0)
    assert readability("你喜欢茶吗") == Readability(None, None, 5)
