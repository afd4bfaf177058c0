"""From the files in fixtures/ to rows: instruments and situations."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from apps.benchmarks import likert, protocol, vignettes
from apps.studies.models import Instrument, Item, Subscale, Vignette, VignetteSet


class FrozenInstrument(ValueError):
    """The file differs from an instrument that people or models have answered, or are going to."""


@transaction.atomic
def load_instrument(path: Path) -> str:
    """Make the rows of one protocol file; return "new", "unchanged" or "changed".

    Raises ProtocolError for a bad file, FrozenInstrument when the instrument has responses or a study.
    """
    source = protocol.load_protocol(path)
    existing = Instrument.objects.filter(slug=source.slug, version=source.version).first()
    if existing and existing.sha256 == source.sha256:
        return "unchanged"
    if existing and (existing.has_responses or existing.study_set.exists()):
        holder = "responses" if existing.has_responses else "a study"
        raise FrozenInstrument(
            f"{path}: {source.slug} version {source.version} has {holder}, so it may not change; "
            f'write a new "version" into the file'
        )
    if existing:
        existing.delete()
    _create_instrument(source)
    return "changed" if existing else "new"


def _create_instrument(source: protocol.Protocol) -> None:
    instrument = Instrument.objects.create(
        slug=source.slug,
        version=source.version,
        benchmark=source.benchmark,
        title=source.title,
        source=source.source,
        licence=source.licence,
        wording=source.wording,
        levels={str(level): label for level, label in source.levels.items()},
        sha256=source.sha256,
        content=source.content,
    )
    items = Item.objects.bulk_create(
        Item(
            instrument=instrument,
            position=i,
            code=item.code,
            text=item.text,
            low=item.low,
            high=item.high,
            reversed=item.reversed,
        )
        for i, item in enumerate(source.items, 1)
    )
    by_code = {item.code: item for item in items}
    for position, subscale in enumerate(source.subscales, 1):
        low, high = likert.bounds(source.items, subscale)
        row = Subscale.objects.create(
            instrument=instrument,
            position=position,
            code=subscale.code,
            title=subscale.title,
            method=subscale.method,
            multiplier=subscale.multiplier,
            low=low,
            high=high,
        )
        row.items.set(by_code[code] for code in subscale.items)


class ChangedVignettes(ValueError):
    """The file differs from a set of situations that is already loaded."""


@transaction.atomic
def load_vignette_set(path: Path) -> str:
    """Make the rows of one file of situations; return "new" or "unchanged".

    A loaded set never changes, because studies point at its texts: raises ChangedVignettes.
    """
    source = vignettes.load_vignettes(path)
    existing = VignetteSet.objects.filter(slug=source.slug).first()
    if existing is None:
        save_vignette_set(source)
        return "new"
    loaded = [
        vignettes.Vignette(row.emotion, row.factor, row.factor_title, row.valence, row.position, row.text)
        for row in existing.vignette_set.all()
    ]
    if loaded != list(source.vignettes):
        raise ChangedVignettes(
            f"{path}: the set {source.slug} is loaded with other texts; give the changed set a new slug and folder"
        )
    return "unchanged"


def save_vignette_set(source: vignettes.VignetteSet) -> VignetteSet:
    """Make the rows of a set that is not there yet."""
    row = VignetteSet.objects.create(
        slug=source.slug, version=source.version, title=source.title, licence=source.licence, source=source.source
    )
    Vignette.objects.bulk_create(
        Vignette(
            vignette_set=row,
            emotion=one.emotion,
            factor=one.factor,
            factor_title=one.factor_title,
            valence=one.valence,
            position=one.position,
            text=one.text,
        )
        for one in source.vignettes
    )
    return row
