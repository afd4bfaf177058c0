"""Which condition does the next person get? The least filled one."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.studies.assignment import assign, cells, is_full
from apps.studies.models import Invitation, LanguageModel, Participation, Respondent, Sitting, Study
from apps.surveys import visits
from tests.people import Person, open_a_study

LONG_AGO = timedelta(hours=5)


class Arrivals:
    """People as they come and go, with their own count of what each has been given."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.invitation = Invitation.objects.get(study=study)
        self.codes = [condition.code for condition in cells(study)]
        self.given: list[tuple[Participation, str]] = []
        self.gone: set[int] = set()
        self.finished: set[int] = set()

    def filled(self) -> dict[str, int]:
        """Count finished and present people by condition, from what was handed out here."""
        there = Counter(
            code
            for number, (_visit, code) in enumerate(self.given)
            if number in self.finished or number not in self.gone
        )
        return {code: there[code] for code in self.codes}

    def arrive(self) -> str | None:
        try:
            visit = visits.begin(self.invitation, visits.External())
            visits.consent(visit)
        except visits.StudyFull:
            return None
        code = visits.sitting_at(visit, "after").condition.code
        self.given.append((visit, code))
        return code

    def finish(self, number: int) -> None:
        visit, _code = self.given[number % len(self.given)]
        self.finished.add(number % len(self.given))
        Sitting.objects.filter(respondent=visit.respondent).update(state=Sitting.State.COMPLETED)

    def drop_out(self, number: int) -> None:
        visit, _code = self.given[number % len(self.given)]
        self.gone.add(number % len(self.given))
        Participation.objects.filter(pk=visit.pk).update(seen_at=timezone.now() - LONG_AGO)


@pytest.fixture
def small_study(instruments, researcher):
    """Five conditions, three people each."""
    return open_a_study(researcher, factors=["jealousy-1"], quota=3)


steps = settings(max_examples=50, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])


def happenings(*kinds: str):
    """Lists of what happens and to whom, in arrivals counted round."""
    return st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 99)), max_size=24)


@steps
@given(happenings("arrive", "arrive", "finish"))
def test_it_stays_balanced_while_nobody_drops_out(small_study, events):
    with transaction.atomic():
        arrivals = Arrivals(small_study)
        for event, number in events:
            if event == "arrive":
                arrivals.arrive()
            elif arrivals.given:
                arrivals.finish(number)

            filled = arrivals.filled().values()
            assert max(filled) - min(filled) <= 1
            assert max(filled) <= small_study.quota
        transaction.set_rollback(True)


@steps
@given(
    st.lists(st.tuples(st.sampled_from(["arrive", "arrive", "finish", "drop out"]), st.integers(0, 99)), max_size=24)
)
def test_an_arrival_goes_to_a_least_filled_cell_whatever_happened_before(small_study, events):
    with transaction.atomic():
        arrivals = Arrivals(small_study)
        for event, number in events:
            if event == "arrive":
                filled = arrivals.filled()
                code = arrivals.arrive()
                if code is None:
                    assert min(filled.values()) >= small_study.quota
                else:
                    assert filled[code] == min(filled.values()) < small_study.quota
            elif arrivals.given and event == "finish":
                arrivals.finish(number)  # also of those who had dropped out: a late finisher counts
            elif arrivals.given:
                arrivals.drop_out(number)

            counted = {cell.code: cell.done + cell.live for cell in cells(small_study)}
            assert counted == arrivals.filled()
        transaction.set_rollback(True)


def test_ties_are_broken_by_the_seed(small_study):
    first = {seed: assign(small_study, Random(seed)).code for seed in range(30)}

    assert len(set(first.values())) > 1
    assert first == {seed: assign(small_study, Random(seed)).code for seed in range(30)}


def test_done_live_and_expired_people_are_told_apart(small_study):
    arrivals = Arrivals(small_study)
    for _number in range(3):
        arrivals.arrive()
    arrivals.finish(0)
    arrivals.drop_out(1)

    counts = [(cell.done, cell.live, cell.expired) for cell in cells(small_study)]

    assert [sum(column) for column in zip(*counts, strict=True)] == [1, 1, 1]


def test_a_seat_expires_after_the_set_time(small_study, settings):
    arrivals = Arrivals(small_study)
    arrivals.arrive()
    Participation.objects.update(seen_at=timezone.now() - timedelta(minutes=10))

    settings.RESERVATION_MINUTES = 11
    assert sum(cell.live for cell in cells(small_study)) == 1
    settings.RESERVATION_MINUTES = 9
    assert sum(cell.live for cell in cells(small_study)) == 0


def test_models_take_no_seat(small_study):
    model = LanguageModel.objects.create(slug="m", label="m", engine="imported", name="m")
    respondent = Respondent.objects.create(kind="model", language_model=model)
    for condition in small_study.condition_set.all():
        Sitting.objects.create(
            study=small_study,
            condition=condition,
            respondent=respondent,
            seed=1,
            protocol_sha256="x",
            state="completed",
        )

    assert sum(cell.done + cell.live for cell in cells(small_study)) == 0
    assert not is_full(small_study)


def test_two_studies_do_not_share_seats(small_study, researcher):
    other = open_a_study(researcher, factors=["jealousy-1"], quota=3)
    Arrivals(small_study).arrive()

    assert sum(cell.live for cell in cells(other)) == 0


@pytest.mark.django_db(transaction=True)
def test_sixteen_who_arrive_at_once_are_spread_evenly(instruments, researcher):
    study = open_a_study(researcher)
    people = [Person(study) for _number in range(16)]

    def arrive(person: Person) -> list[int]:
        try:
            return [person.press_start().status_code, person.agree().status_code]
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(arrive, people))

    assert answers == [[302, 302]] * 16
    filled = [cell.done + cell.live for cell in cells(study)]
    assert sorted(filled) == [1] * 4 + [2] * 6


@pytest.mark.django_db(transaction=True)
def test_no_more_people_than_seats_get_in_at_once(instruments, researcher):
    study = open_a_study(researcher, factors=["jealousy-1"], quota=1)
    people = [Person(study).go_to("consent") for _number in range(12)]

    def agree(person: Person) -> int:
        try:
            return person.agree().status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(agree, people))

    assert sorted(answers) == [200] * 7 + [302] * 5
    assert [cell.live for cell in cells(study)] == [1] * 5
