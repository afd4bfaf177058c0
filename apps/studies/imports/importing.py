"""The whole of an import: read and check every file, then write all of them or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from django.db import DatabaseError, transaction

from apps.studies.imports.crowd import CrowdFile
from apps.studies.imports.errors import ImportFailed
from apps.studies.imports.means import MeansFile
from apps.studies.imports.questionnaires import QuestionnairesFile
from apps.studies.imports.reading import AnyFile, read_all
from apps.studies.imports.report import Report
from apps.studies.imports.results import ResultsFile
from apps.studies.imports.situations import SituationsFile
from apps.studies.imports.store_answers import Advance, store_crowd, store_results
from apps.studies.imports.store_design import versions
from apps.studies.imports.store_rest import store_means, store_questionnaires, store_situations

# Takes the number of sittings to come; gives what counts those done.
Progress = Callable[[int], AbstractContextManager[Advance]]


def import_files(
    paths: Sequence[Path], progress: Progress, *, model: str | None = None, dry: bool = False
) -> list[Report]:
    """Import the files and return what was read and skipped; when `dry`, everything is rolled back.

    Raises ImportFailed with one sentence, and the database is as it was before.
    """
    try:
        files = read_all(paths, versions(), model)
        with progress(sum(_sittings(file) for file in files)) as advance, transaction.atomic():
            reports = [_store(file, advance) for file in files]
            if dry:
                transaction.set_rollback(True)
    except DatabaseError as error:
        why = " ".join(str(error).split())
        raise ImportFailed(f"the database refused the import and holds nothing of it ({why})") from error
    return reports


def _sittings(file: AnyFile) -> int:
    if isinstance(file, ResultsFile):
        return len(file.taken)
    return 2 * len(file.people) if isinstance(file, CrowdFile) else 0


def _store(file: AnyFile, advance: Advance) -> Report:
    match file:
        case ResultsFile():
            report = Report(file.path, f"answers of {file.label} to {file.scale.name}")
            store_results(file, report, advance)
        case CrowdFile():
            report = Report(file.path, f"answers of people to {file.scale.name}")
            store_crowd(file, report, advance)
        case QuestionnairesFile():
            report = Report(file.path, "wording of scales")
            store_questionnaires(file, report)
        case SituationsFile():
            report = Report(file.path, "published situations")
            store_situations(file, report)
        case MeansFile():
            report = Report(file.path, "means of models, as norms")
            store_means(file, report)
    return report
