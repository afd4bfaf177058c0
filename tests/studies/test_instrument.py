"""An instrument's page: source, licence, key, norms, and every wording of what a model is told."""

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo_methods.wording import load_method_prompts
from apps.benchmarks.prompts import load_prompts
from apps.studies.models import Instrument, Norm, Wording
from apps.studies.prompts_page import compare, prompts_of

PAGE = "/instruments/panas/1/"
PROMPTS = Path(__file__).resolve().parents[2] / "fixtures" / "prompts"
TEXTS = st.text(alphabet="ab \n", max_size=30)


def test_every_instrument_says_source_licence_and_key(client, instruments):
    for one in Instrument.objects.all():
        page = unescape(client.get(f"/instruments/{one.slug}/{one.version}/").content.decode())

        assert one.source in page
        assert one.licence in page
        for subscale in one.subscale_set.all():
            assert f"<h3>{subscale.title}</h3>" in page


def test_every_wording_stands_there_whole_with_its_hash(client, instruments):
    page = unescape(client.get(PAGE).content.decode())

    wordings = load_prompts(PROMPTS / "likert")
    assert len(wordings) > 1
    for wording in wordings.values():
        assert wording.sha256 in page
        for text in wording.sections.values():
            assert text in page


@pytest.mark.parametrize("slug", ["panas", "refusal", "echo"])
def test_no_prompt_of_ours_is_left_out(instruments, slug):
    shown = {prompt.folder: set(prompt.versions) for prompt in prompts_of({"panas": "emotionbench"}.get(slug, slug))}

    top = {"panas": ["likert"], "refusal": ["refusal"], "echo": ["echo", "echo-judge", "echo-questions"]}[slug]
    for folder in top:
        for path in (PROMPTS / folder).rglob("*.txt"):
            assert path.stem in shown[path.parent.relative_to(PROMPTS).as_posix()]


def test_two_wordings_are_shown_as_a_difference(client, instruments):
    page = client.get(f"{PAGE}?prompt=likert&from=v1&to=v2").content.decode()

    shown = re.search(r'<section id="difference">.*?</section>', page, re.S).group()
    assert "From v1 to v2" in shown
    told = [unescape(re.sub(r"</?(?:ins|del)>", "", text)) for text in re.findall(r"<pre>(.*?)</pre>", shown, re.S)]
    versions = load_prompts(PROMPTS / "likert")
    names = list(versions["v1"].sections)
    assert re.findall(r"<h4>(\w+)</h4>", shown) == names
    assert told == [versions[version].sections[name] for name in names for version in ("v1", "v2")]
    assert shown.count("<del>") >= len(names) - 1


def test_a_changed_word_is_marked_and_words_that_agree_by_chance_are_not_left_alone():
    pieces = compare("Give every item a score that fits.", "Give every item a mark that fits.")
    assert [(piece.kind, piece.text) for piece in pieces] == [
        ("same", "Give every item a "), ("old", "score that fits."), ("new", "mark that fits."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "query", ["", "?prompt=likert&from=v1&to=v1", "?prompt=likert&from=v1&to=v99", "?prompt=../x&from=v1&to=v2"]
)
def test_without_two_wordings_there_is_no_difference(client, instruments, query):
    page = client.get(PAGE + query)

    assert page.status_code == 200
    assert 'id="difference"' not in page.content.decode()


@given(TEXTS, TEXTS)
def test_a_difference_loses_no_word_of_either(old, new):
    pieces = compare(old, new)

    assert "".join(piece.text for piece in pieces if piece.kind != "new") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "old") == new


def test_the_same_text_has_no_difference():
    assert {piece.kind for piece in compare("a b", "a b")} == {"same"}


def test_norms_are_told_with_their_source_and_their_absence_too(client, instruments):
    assert "None is loaded" in client.get(PAGE).content.decode()
    subscale = Instrument.objects.get(slug="panas").subscale_set.get(code="negative")
    Norm.objects.create(
        subscale=subscale, population="Students", condition="default", mean=15.5, sd=5.25, n=600, source="A handbook"
    )

    page = client.get(PAGE).content.decode()

    row = re.search(r'<th scope="row">Students.*?</tr>', page, re.S).group()
    for told in ("default", "Negative affect", "15.50", "5.25", "600", "A handbook"):
        assert told in row


def test_versions_lead_to_each_other(client, instruments):
    one = Instrument.objects.get(slug="panas")
    one.pk, one.version = None, "2"
    one.save()

    assert 'href="/instruments/panas/2/"' in client.get(PAGE).content.decode()
    assert "there is a newer one" in client.get(PAGE).content.decode()
    assert f'href="{PAGE}"' in client.get("/instruments/panas/2/").content.decode()
    assert client.get("/instruments/panas/").context["instrument"].version == "2"


@pytest.mark.parametrize(("old", "new"), [
    ("/studies/instruments/", "/instruments/"),
    ("/studies/instruments/panas/1/?prompt=likert&from=v1&to=v2", f"{PAGE}?prompt=likert&from=v1&to=v2"),
])  # fmt: skip
def test_old_addresses_lead_here_for_good(client, db, old, new):
    moved = client.get(old)

    assert (moved.status_code, moved["Location"]) == (301, new)


@pytest.fixture
def loaded(instruments):
    """A wording that somebody loaded beside ours."""
    ours = load_method_prompts(PROMPTS / "echo", "juliet")["v1"]
    sections = {**ours.sections, "system": "Speak as {name} would on a Sunday. {profile}"}
    return Wording.objects.create(
        way="echo/juliet", name="mine", source="A notebook, all rights reserved", sections=sections, sha256="ab" * 32
    )


def test_strangers_see_that_a_loaded_wording_is_there_but_not_its_words(client, loaded):
    page = client.get("/instruments/echo/?prompt=echo/juliet&from=v1&to=mine").content.decode()

    assert "Whose words they are: A notebook, all rights reserved." in page
    assert loaded.sha256 in page
    assert "on a Sunday" not in page
    assert 'id="difference"' not in page


def test_researchers_read_a_loaded_wording_and_its_difference_from_ours(rosa, loaded):
    page = rosa.get("/instruments/echo/?prompt=echo/juliet&from=v1&to=mine").content.decode()

    assert "Whose words they are: A notebook, all rights reserved." in page
    assert "From v1 to mine" in page
    shown = re.search(r'<section id="difference">.*?</section>', page, re.S).group()
    assert "<ins>Speak as {name} would on a Sunday." in shown
    assert page.count("on a Sunday") == 2
