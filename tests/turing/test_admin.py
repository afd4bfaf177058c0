"""Administrators see how far everything is: no words of people, and no secret link."""

from apps.runs.models import Completion, Run
from apps.studies.models import Invitation, Participation, Sitting
from apps.turing.models import Decision
from tests.imitated import Imitated, open_turing_test
from tests.turing.test_me_withdraw import MARK, live


def test_no_page_tells_words_or_links(instruments, researcher, admin):
    study = open_turing_test(researcher)
    person = live(study, MARK)
    other = Imitated(study, "Ulla").go_to("questions")
    other.send("draft", {"CR": f"Half an answer of {MARK}"})
    Run.objects.update(reason=f"The reply “I am {MARK}” could not be read.")
    Completion.objects.update(key="key", sentence=MARK, refusal=MARK)
    secrets = [MARK, person.persona.code, *Invitation.objects.values_list("code", flat=True)]
    secrets += Participation.objects.values_list("code", flat=True)

    for model in (Completion, Run, Sitting, Invitation, Participation, Decision):
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for place in ["", *(f"{pk}/change/" for pk in model.objects.values_list("pk", flat=True))]:
            page = admin.get(address + place)
            assert page.status_code == 200
            assert not [secret for secret in secrets if secret in page.content.decode()], address + place
