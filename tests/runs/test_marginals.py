"""What the human-marginals baseline draws from: people, and not those who are simulated."""

from apps.runs.marginals import human_proportions
from apps.studies.models import Study
from tests.people import Person, open_a_study


def test_the_people_of_a_rehearsal_are_left_out(study, researcher):
    Person(study).go_to("thanks", before=2)
    rehearsal = open_a_study(researcher)
    Person(rehearsal).go_to("thanks", before=5)
    Study.objects.filter(pk=rehearsal.pk).update(is_rehearsal=True)
    before = human_proportions(study)

    Person(rehearsal).go_to("thanks", before=5)

    assert before == human_proportions(study)
    assert before["excited"]["2"] >= 0.5
    assert "5" not in before["excited"]
