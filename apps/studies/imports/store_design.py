"""The rows around the answers: scales as the database has them, the study, its situations and conditions."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import timezone

from apps.benchmarks import protocol, vignettes
from apps.benchmarks.files import canonical_sha256
from apps.studies.imports.design import FACTORS, Situation, emotion_of
from apps.studies.imports.errors import ImportFailed
from apps.studies.imports.questionnaires import item_words
from apps.studies.imports.reading import Versions
from apps.studies.imports.scales import PANAS, SCALES, Scale
from apps.studies.loading import save_vignette_set
from apps.studies.models import Condition, Instrument, Study, Vignette, VignetteSet
from apps.studies.models.studies import DEFAULT

SOURCE = "EmotionBench release, github.com/CUHK-ARISE/EmotionBench"
LICENCE = "GPL-3.0; research use only"
GIVEN_SLUG, PUBLISHED_SLUG = "emotionbench-used", "emotionbench"
GIVEN_TITLE, PUBLISHED_TITLE = "EmotionBench situations as given", "EmotionBench situations as published"


def study_slug(scale: str) -> str:
    return "emotionbench" if scale == PANAS else f"emotionbench-{scale}"


def versions() -> Versions:
    """Return the nine scales; answers belong to the version that their imported study has already."""
    newest = {instrument.slug: instrument for instrument in Instrument.objects.filter(slug__in=SCALES).order_by("pk")}
    if missing := [slug for slug in SCALES if slug not in newest]:
        raise ImportFailed(f"the database lacks {', '.join(missing)}; run manage.py load_instruments first")
    slugs = [study_slug(slug) for slug in SCALES]
    studies = Study.objects.filter(slug__in=slugs, kind=Study.Kind.IMPORTED).select_related("instrument")
    pinned = {study.instrument.slug: study.instrument for study in studies}
    scales = {slug: _scale(instrument) for slug, instrument in newest.items()}
    answered = {slug: _scale(instrument) for slug, instrument in pinned.items()}
    return Versions([scales[slug] for slug in SCALES], [(scales | answered)[slug] for slug in SCALES])


def _scale(instrument: Instrument) -> Scale:
    rows = list(instrument.item_set.all())
    items = tuple(protocol.Item(row.code, row.text, row.low, row.high, row.reversed) for row in rows)
    subscales = tuple(
        protocol.Subscale(row.code, row.title, row.method, row.multiplier, tuple(item.code for item in row.items.all()))
        for row in instrument.subscale_set.prefetch_related("items")
    )
    scale = Scale(instrument.slug, instrument.version, items, subscales, ())
    if not instrument.has_wording:
        return scale
    words = item_words(scale, [row.text for row in rows], [row.options for row in rows])
    return Scale(instrument.slug, instrument.version, items, subscales, words)


def instrument_of(scale: Scale) -> Instrument:
    return Instrument.objects.get(slug=scale.slug, version=scale.version)


def imported_study(scale: Scale) -> Study:
    """Return the study that holds a scale's published answers; the row stays locked until the import is over."""
    instrument = instrument_of(scale)
    frozen = {"imported": SOURCE, "instrument": instrument.content}
    now = timezone.now()
    title = "EmotionBench, published answers"
    study, _created = Study.objects.get_or_create(
        slug=study_slug(scale.slug),
        defaults={
            "title": title if scale.slug == PANAS else f"{title} to {scale.name}",
            "kind": Study.Kind.IMPORTED,
            "instrument": instrument,
            "vignette_set": given_set(),
            "order_rule": Study.OrderRule.FIXED,
            "source": SOURCE,
            "protocol": frozen,
            "protocol_sha256": canonical_sha256(frozen),
            # Opened and closed at once: nobody can take it, and it is no draft that one may change.
            "opened_at": now,
            "closed_at": now,
        },
    )
    if study.kind != Study.Kind.IMPORTED:
        raise ImportFailed(
            f'a study with the address "{study.slug}" was made here; published answers need that address'
        )
    # Two imports at once would not see each other's people.
    return Study.objects.select_for_update().get(pk=study.pk)


def given_set() -> VignetteSet:
    """Return the set of situations that were given to people and to models."""
    return VignetteSet.objects.get_or_create(
        slug=GIVEN_SLUG,
        defaults={"version": "1", "title": GIVEN_TITLE, "licence": LICENCE, "source": SOURCE},
    )[0]


def given_vignettes(texts: Mapping[Situation, str]) -> tuple[dict[Situation, Vignette], list[str]]:
    """Return the rows of these situations, and those whose text is another one here: the first text stands.

    A text may be empty where only the answers are known; a later file fills it.
    """
    whole = given_set()
    rows = {Situation(row.factor, row.position): row for row in whole.vignette_set.all()}
    new = [
        _vignette(whole, place, texts[place]) for place in sorted(texts, key=lambda one: one.order) if place not in rows
    ]
    filled, other = [], []
    for place, text in texts.items():
        row = rows.get(place)
        if row and text and not row.text:
            row.text = text
            filled.append(row)
        elif row and text and row.text != text:
            other.append(place.code)
    Vignette.objects.bulk_update(filled, ["text"])
    rows |= {Situation(row.factor, row.position): row for row in Vignette.objects.bulk_create(new)}
    return {place: rows[place] for place in texts}, other


def _vignette(whole: VignetteSet, place: Situation, text: str) -> Vignette:
    return Vignette(
        vignette_set=whole,
        emotion=emotion_of(place.factor),
        factor=place.factor,
        factor_title=FACTORS[place.factor].title,
        position=place.position,
        text=text,
    )


def conditions(study: Study, rows: Mapping[Situation, Vignette]) -> dict[str, Condition]:
    """Return the study's conditions by code; makes the default one and those of the situations."""
    known = {condition.code: condition for condition in study.condition_set.all()}
    wanted = [Condition(study=study, code=DEFAULT, group=DEFAULT)]
    wanted += [
        Condition(study=study, code=rows[place].condition_code, group=place.factor, vignette=rows[place])
        for place in sorted(rows, key=lambda one: one.order)
    ]
    made = Condition.objects.bulk_create([one for one in wanted if one.code not in known])
    return known | {condition.code: condition for condition in made}


def publish_situations(texts: Mapping[Situation, str]) -> str:
    """Make the set of published situations; return "imported", "already imported" or "" when it holds other texts."""
    known = VignetteSet.objects.filter(slug=PUBLISHED_SLUG).first()
    if known is None:
        save_vignette_set(vignettes.VignetteSet(PUBLISHED_SLUG, "1", PUBLISHED_TITLE, LICENCE, SOURCE, _pure(texts)))
        return "imported"
    here = {Situation(row.factor, row.position): row.text.strip() for row in known.vignette_set.all()}
    return "already imported" if here == {place: text.strip() for place, text in texts.items()} else ""


def _pure(texts: Mapping[Situation, str]) -> tuple[vignettes.Vignette, ...]:
    return tuple(
        vignettes.Vignette(
            emotion_of(place.factor),
            place.factor,
            FACTORS[place.factor].title,
            vignettes.NEGATIVE,
            place.position,
            text,
        )
        for place, text in texts.items()
    )
