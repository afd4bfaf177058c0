"""Ways to answer PANAS without a page or an engine between, and to read the line that results."""

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.studies.models import Respondent, Sitting, Study
from apps.studies.recording import Answer, record


def answer(study: Study, respondent: Respondent, condition: str, positive: int, negative: int) -> Sitting:
    """Give one sitting whose scores are 27 and the rating of one word each: 28 to 32."""
    sitting = sit(study, respondent, condition)
    ratings = {**dict.fromkeys(sitting.item_order, 3), "interested": positive, "distressed": negative}
    record(sitting, study.instrument, {code: Answer(str(rating), rating) for code, rating in ratings.items()})
    return sitting


def answer_all_but_one(study: Study, respondent: Respondent, condition: str, left_out: str) -> Sitting:
    sitting = sit(study, respondent, condition)
    answers = {code: Answer("3", 3) for code in sitting.item_order}
    record(sitting, study.instrument, {**answers, left_out: Answer("no", None, "refused")})
    return sitting


def exclude(study: Study, respondent: Respondent, condition: str) -> Sitting:
    """A sitting that gave no answer at all: a model refused everything."""
    return sit(study, respondent, condition, state=Sitting.State.EXCLUDED, exclusion_reason="refused")


def sit(study: Study, respondent: Respondent, condition: str, **fields: object) -> Sitting:
    where = study.condition_set.get(code=condition)
    return Sitting.objects.create(
        study=study,
        condition=where,
        respondent=respondent,
        repeat=Sitting.objects.filter(respondent=respondent, condition=where).count(),
        seed=1,
        item_order=list(study.instrument.items_by_code()),
        protocol_sha256=study.protocol_sha256,
        **fields,
    )


def line(label: str, slug: str = "emotion") -> Entry:
    """Rebuild what changed and return the board's line of this label."""
    refresh_boards()
    return Board.objects.get(slug=slug).entry_set.get(label=label)
