"""All files of a call, read and checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from apps.studies.imports import crowd, means, questionnaires, results, situations
from apps.studies.imports.crowd import CrowdFile
from apps.studies.imports.detect import Found, Kind, detect
from apps.studies.imports.errors import ImportFailed
from apps.studies.imports.means import MeansFile
from apps.studies.imports.questionnaires import QuestionnairesFile
from apps.studies.imports.results import ResultsFile
from apps.studies.imports.scales import Scale
from apps.studies.imports.situations import SituationsFile

AnyFile = QuestionnairesFile | SituationsFile | ResultsFile | CrowdFile | MeansFile


class Versions(NamedTuple):
    """The scales a file is read against: `newest` gets wording and norms, `answered` gets more answers."""

    newest: Sequence[Scale]
    answered: Sequence[Scale]


def read_all(paths: Sequence[Path], versions: Versions, model: str | None = None) -> list[AnyFile]:
    """Return every file in the order given, but questionnaires first: they tell the scales apart.

    Raises ImportFailed at the first file that is not right. `model` labels the one file of answers.
    """
    found = sorted((detect(path) for path in paths), key=lambda one: one.kind != Kind.QUESTIONNAIRES)
    answers = [one.path.name for one in found if one.kind == Kind.RESULTS]
    if model is not None and len(answers) != 1:
        raise ImportFailed(f"--model names one file of a model's answers, and there are {len(answers)} in this call")
    files: list[AnyFile] = []
    for one in found:
        file = _read(one, versions, model)
        if isinstance(file, QuestionnairesFile):
            versions = versions._replace(answered=questionnaires.with_wording(versions.answered, file))
        files.append(file)
    return files


def _read(one: Found, versions: Versions, model: str | None) -> AnyFile:
    match one.kind:
        case Kind.QUESTIONNAIRES:
            return questionnaires.read(one.path, one.content, versions.newest)
        case Kind.SITUATIONS_CSV:
            return situations.read_csv(one.path, one.content)
        case Kind.SITUATIONS_JSON:
            return situations.read_json(one.path, one.content)
        case Kind.RESULTS:
            label = results.model_label(one.path, model)
            return results.read(one.path, one.content, label, versions.answered)
        case Kind.CROWD:
            return crowd.read(one.path, one.content, versions.answered)
        case Kind.MEANS:
            return means.read(one.path, one.content, versions.newest)
