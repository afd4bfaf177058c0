"""The forms a researcher fills in for a Turing test: the study, a person, the reading of a profile."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from apps.studies.forms import PlanForm
from apps.studies.models import Instrument, Study
from apps.turing.judging_visits import STRANGERS

FOR_PEOPLE = _(
    "We want to know how well a language model can write as an ordinary person. You describe yourself in ten short "
    "texts and answer ten questions; it takes about an hour in all, and you may stop and come back as often as you "
    "like. Language models then answer the same questions as if they were you. People who judge see one of your "
    "answers beside one of theirs and say which is yours.\n\n"
    "Taking part is voluntary. What may be done with your texts you allow point by point, and you may take it back. "
    "Your private link lets you read, download and delete everything, until the date below. Leave out what you do "
    "not want others to read, and the names of other people."
)
FOR_JUDGES = _(
    "You will read up to ten questions. Each has two answers: one is by a person, the other by a language model that "
    "was told about this person. You say which one the person wrote. It takes about ten minutes.\n\n"
    "Taking part is voluntary. You may stop at any moment by closing the page, without giving a reason. Some answers "
    "are personal: please keep what you read here to yourself."
)
ACQUAINTANCES = "acquaintances"
ENGLISH, ANOTHER = "en", "another"
SETTLED = ("judges", "feedback", "language", "low", "high", "judge_consent")


class TuringStudyForm(PlanForm):
    """What opening will freeze. What only this kind of study settles lies in Study.parameters."""

    judges = forms.ChoiceField(
        label=_("Who judges"), widget=forms.RadioSelect, initial=ACQUAINTANCES,
        choices=[
            (ACQUAINTANCES, _("people who know the person")),
            (STRANGERS, _("strangers, who are shown the person’s profile")),
        ],
    )  # fmt: skip
    feedback = forms.BooleanField(
        label=_("Tell judges at the end how many they had right"), required=False,
        help_text=_("Never before: who learns on the way judges differently from then on."),
    )  # fmt: skip
    language = forms.ChoiceField(
        label=_("Language of the answers"), widget=forms.RadioSelect, initial=ENGLISH,
        choices=[(ENGLISH, _("English")), (ANOTHER, _("another"))],
        help_text=_("Slips of spelling are put right in all answers before they are judged, in English only."),
    )  # fmt: skip
    low = forms.IntegerField(
        label=_("Passes for a person from, in %"), initial=45, min_value=1, max_value=49,
        help_text=_("A success rate between these two counts as being as good as chance, which is 50 %."),
    )  # fmt: skip
    high = forms.IntegerField(label=_("Up to, in %"), initial=55, min_value=51, max_value=99)
    judge_consent = forms.CharField(
        label=_("What judges read before they begin"), max_length=10_000, widget=forms.Textarea(attrs={"rows": 7})
    )

    field_order = [
        "title", "judges", "quota", "feedback", "language", "low", "high", "consent_text", "judge_consent",
        "consent_version", "local_only", "is_rehearsal", "retention_date",
    ]  # fmt: skip

    class Meta(PlanForm.Meta):
        fields = [*PlanForm.Meta.fields, "is_rehearsal"]
        widgets = {**PlanForm.Meta.widgets, "consent_text": forms.Textarea(attrs={"rows": 12})}
        labels = {
            "quota": _("Judges per person"),
            "consent_text": _("What people who are imitated read before they begin"),
            "consent_version": _("Version of both texts"),
        }
        help_texts = {
            "title": _("Everybody who takes part sees it."),
            "quota": _("The published study had at least seven."),
            "local_only": _("No profile then leaves this laboratory, whatever its owner has allowed."),
            "is_rehearsal": _("For trying things out, with invented people or simulated judges. It is on no board."),
            "retention_date": _("After it, names, profiles and answers are deleted; only the scores stay."),
            "consent_version": _("Raise it when you change one of them."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial.update({key: value for key, value in self.instance.parameters.items() if key in SETTLED})
        else:
            self.initial.setdefault("consent_text", str(FOR_PEOPLE))
            self.initial.setdefault("judge_consent", str(FOR_JUDGES))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.instance.pk and not newest_instrument():
            raise ValidationError(_("The instrument is not here yet; run manage.py load_instruments first."))
        return cleaned

    def save(self, commit: bool = True) -> Study:
        if not self.instance.pk:
            self.instance.instrument = newest_instrument()
        self.instance.parameters |= {key: self.cleaned_data[key] for key in SETTLED}
        return super().save(commit=commit)


def newest_instrument() -> Instrument | None:
    return Instrument.objects.filter(slug="echo").last()


class PersonForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=100,
        help_text=_("So that you, the judges and the models know whom it is about. It stands in no address."),
    )  # fmt: skip


class InventForm(forms.Form):
    """One of our invented persons, by the name of their file."""

    person = forms.ChoiceField(label=_("Invented person"))

    def __init__(self, people: dict[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].choices = people.items()


class ReviewForm(forms.Form):
    """A researcher's word on a profile as it was sent at a certain moment."""

    sent_at = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    note = forms.CharField(
        label=_("What should change?"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The person reads this on their page, above what they wrote."),
    )  # fmt: skip
    decision = forms.ChoiceField(choices=[("accept", _("accept")), ("return", _("return"))], widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("decision") == "return" and not cleaned.get("note"):
            self.add_error("note", _("Write what should change before you return the profile."))
        return cleaned
