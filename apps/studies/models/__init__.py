"""The heart: instruments, studies, respondents, sittings, responses, scores."""

from apps.studies.models.instruments import Instrument, Item, Norm, Subscale
from apps.studies.models.pairs import Pair, Showing
from apps.studies.models.provenance import Provenance
from apps.studies.models.respondents import Identifier, Invitation, LanguageModel, Participation, Respondent
from apps.studies.models.sittings import Response, Score, Sitting
from apps.studies.models.studies import Condition, Study
from apps.studies.models.vignettes import Vignette, VignetteSet
from apps.studies.models.wordings import Wording

__all__ = [
    "Condition",
    "Identifier",
    "Instrument",
    "Invitation",
    "Item",
    "LanguageModel",
    "Norm",
    "Pair",
    "Participation",
    "Provenance",
    "Respondent",
    "Response",
    "Score",
    "Showing",
    "Sitting",
    "Study",
    "Subscale",
    "Vignette",
    "VignetteSet",
    "Wording",
]
