"""What the lab can ask: public pages."""

from apps.studies.models import Instrument


def test_every_instrument_is_listed(client, instruments):
    page = client.get("/instruments/").content.decode()

    for title in Instrument.objects.values_list("title", flat=True):
        assert title.replace("'", "&#x27;") in page


def test_a_list_has_the_newest_version_only(client, instruments):
    one = Instrument.objects.get(slug="panas")
    one.pk, one.version, one.title = None, "2", "PANAS, the second"
    one.save()

    page = client.get("/instruments/").content.decode()

    assert page.count('href="/instruments/panas/"') == 1
    assert "PANAS, the second" in page


def test_panas_shows_its_words_scale_and_licence(client, instruments):
    page = client.get("/instruments/panas/1/").content.decode()

    assert "Interested; Excited; Strong" in page
    assert "1 Very slightly or not at all; 2 A little" in page
    assert Instrument.objects.get(slug="panas").sha256 in page
    assert "Watson, Clark and Tellegen (1988)" in page


def test_a_scale_without_wording_shows_its_key_and_says_so(client, instruments):
    listed = client.get("/instruments/").content.decode()
    page = client.get("/instruments/bfne/1/").content.decode()

    assert listed.count("Its wording is not here yet") == Instrument.objects.filter(wording="imported").count() == 8
    assert "Not ours to give. It comes in with manage.py import_emotionbench" in page
    assert page.count("(reversed)") == 4


def test_a_doubled_sum_is_named(client, instruments):
    assert "Doubled sum, 0–126" in client.get("/instruments/dass-21/1/").content.decode()


def test_an_unknown_instrument_or_version_is_not_found(client, instruments):
    assert client.get("/instruments/nothing/").status_code == 404
    assert client.get("/instruments/nothing/1/").status_code == 404
    assert client.get("/instruments/panas/99/").status_code == 404
