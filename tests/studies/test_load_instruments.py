"""manage.py load_instruments: what is asked, from files to rows."""

import json
import shutil

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from apps.studies.models import Instrument, Item, Subscale, Vignette, VignetteSet
from tests.people import Person, open_a_study, plan_a_study


@pytest.fixture
def folder(tmp_path):
    """A copy of PANAS and of our situations that a test may change."""
    for part in ("instruments/panas", "vignettes/everyday"):
        shutil.copytree(settings.FIXTURES / part, tmp_path / part)
    return tmp_path


def change(folder, **values):
    path = folder / "instruments/panas/protocol.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def load(folder) -> None:
    call_command("load_instruments", str(folder), verbosity=0)


def test_panas_is_there_with_its_two_subscales_of_ten(instruments):
    panas = Instrument.objects.get(slug="panas")

    assert panas.item_set.count() == 20
    assert [len(scale.items.all()) for scale in panas.subscale_set.all()] == [10, 10]
    assert {(scale.low, scale.high) for scale in panas.subscale_set.all()} == {(10, 50)}
    assert panas.has_wording


# Items and subscales: thesis Part III, Table 3, and the questionnaire file of the release
@pytest.mark.parametrize(
    ("slug", "items", "low", "high", "reversed_items"),
    [
        ("agq", 29, 1, 7, 2),
        ("dass-21", 21, 0, 3, 0),
        ("bdi-ii", 21, 0, 3, 0),
        ("fds", 28, 1, 5, 0),
        ("mjs", 24, 1, 7, 0),
        ("gasp", 16, 1, 7, 0),
        ("fss-iii", 52, 1, 5, 0),
        ("bfne", 12, 1, 5, 4),
    ],
)
def test_a_harder_scale_is_there_without_its_wording(instruments, slug, items, low, high, reversed_items):
    scale = Instrument.objects.get(slug=slug)

    assert (scale.item_set.count(), scale.low, scale.high) == (items, low, high)
    assert scale.item_set.filter(reversed=True).count() == reversed_items
    assert set(scale.item_set.values_list("text", flat=True)) == {""}
    assert not scale.has_wording
    assert scale.source
    assert scale.licence


def test_every_factor_has_five_situations_and_a_pleasant_one(instruments):
    everyday = VignetteSet.objects.get(slug="everyday")

    assert everyday.vignette_set.values("factor").distinct().count() == 36
    assert everyday.vignette_set.filter(valence="negative").count() == 180
    assert everyday.vignette_set.filter(valence="positive").count() == 36


def test_loading_again_changes_nothing(instruments):
    before = [list(table.objects.values_list("pk", flat=True)) for table in (Instrument, Item, Subscale, Vignette)]

    call_command("load_instruments", verbosity=0)

    after = [list(table.objects.values_list("pk", flat=True)) for table in (Instrument, Item, Subscale, Vignette)]
    assert after == before


def test_a_changed_file_changes_an_instrument_that_nobody_uses(instruments, folder):
    change(folder, title="Feelings")

    load(folder)

    assert Instrument.objects.get(slug="panas").title == "Feelings"


def test_an_instrument_with_responses_is_never_changed(instruments, researcher, folder):
    Person(open_a_study(researcher)).go_to("imagine")
    change(folder, title="Feelings")

    with pytest.raises(CommandError, match=r"panas version 1 has responses.*write a new \"version\""):
        load(folder)

    assert Instrument.objects.get(slug="panas").title != "Feelings"


@pytest.mark.parametrize("make", [plan_a_study, open_a_study])
def test_an_instrument_that_a_study_waits_for_is_not_changed_either(instruments, researcher, folder, make):
    make(researcher)
    change(folder, title="Feelings")

    with pytest.raises(CommandError, match=r"panas version 1 has a study.*write a new \"version\""):
        load(folder)


def test_a_new_version_stands_beside_the_old_one(instruments, researcher, folder):
    Person(open_a_study(researcher)).go_to("imagine")
    change(folder, title="Feelings", version="2")

    load(folder)

    assert list(Instrument.objects.filter(slug="panas").values_list("version", flat=True)) == ["1", "2"]


def test_changed_situations_are_refused(instruments, folder):
    path = folder / "vignettes/everyday/vignettes.json"
    path.write_text(path.read_text().replace("At a planning meeting", "At a family meeting"))

    with pytest.raises(CommandError, match=r"everyday is loaded with other texts.*new slug"):
        load(folder)


def test_a_damaged_file_is_named_and_nothing_is_loaded(db, folder):
    (folder / "instruments/zzz").mkdir()
    (folder / "instruments/zzz/protocol.json").write_text("{")

    with pytest.raises(CommandError, match=r"zzz/protocol\.json: line 1"):
        load(folder)

    assert not Instrument.objects.exists()


def test_an_empty_folder_is_refused_with_a_remedy(db, tmp_path):
    with pytest.raises(CommandError, match="name the fixtures folder"):
        load(tmp_path)
