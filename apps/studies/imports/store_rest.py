"""What is no answer: the wording of scales, the published situations, and means as norms."""

from __future__ import annotations

from collections.abc import Sequence

from apps.studies.imports.errors import Conflict, quoted
from apps.studies.imports.means import Mean, MeansFile
from apps.studies.imports.questionnaires import QuestionnairesFile, Wording
from apps.studies.imports.report import Report
from apps.studies.imports.scales import PANAS, SCALES
from apps.studies.imports.situations import SituationsFile
from apps.studies.imports.store_design import publish_situations
from apps.studies.models import Instrument, Item, Norm, Study, Subscale

WORDING_SOURCE = "EmotionBench questionnaires.json"
NORM_SOURCE = "EmotionBench leaderboard"


def store_questionnaires(file: QuestionnairesFile, report: Report) -> None:
    """Give the scales their wording; raise Conflict where answers were given to another wording."""
    done = [_give_wording(file, wording) for wording in file.wordings if wording.slug != PANAS]
    report.counts = {"scale": len(file.wordings)}
    report.skip(len(file.unknown), "scale", "that EmotionBench does not have", file.unknown)
    if not any(done):
        report.state = "already imported"


def _give_wording(file: QuestionnairesFile, wording: Wording) -> bool:
    """Fill the newest version of an instrument; return whether anything changed."""
    instrument = Instrument.objects.filter(slug=wording.slug).order_by("-pk")[0]
    items = list(instrument.item_set.all())
    for item, text, options in zip(items, wording.texts, wording.options, strict=True):
        item.text, item.options = text, list(options)
    levels = {str(rating): label for rating, label in wording.levels.items()}
    here = list(instrument.item_set.values_list("text", "options"))
    if [(item.text, item.options) for item in items] == here and instrument.levels == levels:
        return False
    if instrument.wording_source and _is_in_use(instrument):
        name = SCALES[wording.slug].name
        raise Conflict(file.path, f"{name} has answers to another wording, which may not change under them")
    Item.objects.bulk_update(items, ["text", "options"])
    instrument.levels = levels
    # The hash tells a later wording from this one, also to what is kept in memory.
    instrument.wording_source = f"{WORDING_SOURCE}, sha256 {wording.sha256}"
    instrument.save(update_fields=["levels", "wording_source"])
    return True


def _is_in_use(instrument: Instrument) -> bool:
    opened = instrument.study_set.filter(kind=Study.Kind.LIVE, opened_at__isnull=False)
    return instrument.has_responses or opened.exists()


def store_situations(file: SituationsFile, report: Report) -> None:
    """Make the set of published situations; raise Conflict when it is here with other texts."""
    report.counts = {"situation": len(file.texts)}
    report.state = publish_situations(file.texts)
    if not report.state:
        raise Conflict(file.path, "the published situations are here with other texts, and studies may point at them")


def store_means(file: MeansFile, report: Report) -> None:
    """Add the means that are new; raise Conflict where a mean is here with another value."""
    instrument = Instrument.objects.filter(slug=PANAS).order_by("-pk")[0]
    subscales = {subscale.code: subscale for subscale in instrument.subscale_set.all()}
    known = {
        (norm.population, norm.condition, norm.subscale.code): norm.mean
        for norm in Norm.objects.filter(subscale__instrument=instrument, source=NORM_SOURCE).select_related("subscale")
    }
    new = [mean for mean in file.means if mean[:3] not in known]
    if changed := [mean for mean in file.means if known.get(mean[:3], mean.value) != mean.value]:
        first = changed[0]
        raise Conflict(
            file.path,
            f"{quoted(first.model)}, {first.condition}, {first.subscale} is {known[first[:3]]} here "
            f"and {first.value} in the file; delete the older norms first",
        )
    Norm.objects.bulk_create(_norm(mean, subscales[mean.subscale]) for mean in new)
    report.counts = {"model": len(file.models), "mean": len(file.means)}
    report.skip(len(file.missing), "model", "without all conditions", file.missing)
    report.state = _state(file.means, new)


def _norm(mean: Mean, subscale: Subscale) -> Norm:
    return Norm(subscale=subscale, population=mean.model, condition=mean.condition, mean=mean.value, source=NORM_SOURCE)


def _state(means: Sequence[Mean], new: Sequence[Mean]) -> str:
    if not new:
        return "already imported"
    return "imported" if len(new) == len(means) else f"imported {len(new)} that are new"
