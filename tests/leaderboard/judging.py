"""Judgements without a page between: persons, machines that write as them, and judges of both."""

from django.utils import timezone

from apps.benchmarks.echo.phases import JUDGING
from apps.personas.models import Persona
from apps.studies.judging import SCORER
from apps.studies.models import Condition, Instrument, LanguageModel, Respondent, Score, Sitting, Study

TYPES = ("CR", "ED", "LG", "PH", "PS", "IP", "EM", "FP", "IS", "IT")


def turing_study(slug: str = "who-wrote-this", **fields: object) -> Study:
    return Study.objects.create(
        slug=slug,
        instrument=Instrument.objects.get(slug="echo"),
        protocol_sha256="ab" * 32,
        **{
            "title": "Who wrote this, among friends",
            "parameters": {"judges": "acquaintances", "low": 45, "high": 55},
            "closed_at": timezone.now(),
            **fields,
        },
    )


def judged(study: Study, name: str, group: str = JUDGING) -> Condition:
    """The condition in which this person's answers are judged."""
    persona, _new = Persona.objects.get_or_create(slug=name, defaults={"name": name})
    code = f"{name}.{group}"
    return Condition.objects.get_or_create(study=study, code=code, defaults={"group": group, "persona": persona})[0]


def machine(model: str, method: str, engine: str = "openai") -> Respondent:
    language_model, _new = LanguageModel.objects.get_or_create(
        slug=model, defaults={"label": model, "name": model, "engine": engine}
    )
    return Respondent.objects.create(kind="model", language_model=language_model, label=model, method=method)


def somebody() -> Respondent:
    return Respondent.objects.create(kind="human")


def judge(
    condition: Condition, who: Respondent, verdicts: dict[str, tuple[Respondent, bool | None]], **fields: object
) -> Sitting:
    """One sitting: question type to (who wrote the machine's answer, whether it was taken for the person's)."""
    study = condition.study
    repeat = Sitting.objects.filter(condition=condition, respondent=who).count()
    sitting = Sitting.objects.create(
        study=study, condition=condition, respondent=who, repeat=repeat, seed=1, item_order=list(verdicts),
        protocol_sha256=study.protocol_sha256, **fields,
    )  # fmt: skip
    subscales = study.instrument.subscales_by_code()
    Score.objects.bulk_create(
        Score(
            respondent=writer, study=study, condition=condition, subscale_id=subscales[code], sitting=sitting,
            value=None if taken is None else float(taken), n_items=1, n_missing=int(taken is None), scorer=SCORER,
        )
        for code, (writer, taken) in verdicts.items()
    )  # fmt: skip
    return sitting


def busy_study(**fields: object) -> Study:
    """A study of three persons, eight judges each, three writers; two models judge the same answers thrice."""
    study = turing_study(**fields)
    writers = [
        machine("gpt-4", "echo/rolegpt/v1"),
        machine("gpt-4", "echo/rpp/v1"),
        machine("chance", "echo/zero-shot/v1", engine="chance"),
    ]
    judges = [machine("gpt-5", "echo-judge/v1"), machine("longer", "echo-judge/v1", engine="longer")]
    for p, person in enumerate(("ada", "ben", "cem")):
        for j in range(8):
            verdicts = {code: (writers[(t + j) % 3], (t * 7 + j * 5 + p) % 9 < 4) for t, code in enumerate(TYPES)}
            judge(judged(study, person), somebody(), verdicts)
        for g, group in enumerate(
            ("judging-human-profile", "judging-human-bare", "judging-machine-profile", "judging-machine-bare")
        ):
            for j, who in enumerate(judges):
                for form in range(3):
                    verdicts = {
                        code: (writers[(t + form) % 3], (t * 5 + p + g * 2 + j) % 7 < 4) for t, code in enumerate(TYPES)
                    }
                    judge(judged(study, person, group), who, verdicts)
    return study
