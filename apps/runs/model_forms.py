"""The form that adds and changes a language model; a key goes in and never comes out."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.runs.keys import store_key
from apps.runs.models import ApiKey
from apps.studies.models import LanguageModel, Sitting

EDITABLE = (LanguageModel.REMOTE, LanguageModel.LOCAL)
# /language-models/new/ is a page.
RESERVED = {"new"}
# A change of one of these makes what was found earlier another model's.
PROBED = {"engine", "name", "address", "revision", "key_name", "key", "forget_key"}
LEAST = {"input_price": 0, "output_price": 0, "requests_per_minute": 1, "tokens_per_minute": 1}


class KeyField(forms.CharField):
    """A key as it is typed or pasted: sent once, never rendered again."""

    def __init__(self, **kwargs: Any) -> None:
        # Other characters cannot stand in the header that carries it.
        visible = RegexValidator(
            r"^[!-~]+$", gettext_lazy("A key has no spaces, line breaks or accents; paste it again.")
        )
        widget = forms.PasswordInput(render_value=False, attrs={"autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=1000, widget=widget, validators=[visible], **kwargs)


class LanguageModelForm(forms.ModelForm):
    engine = forms.ChoiceField(
        label=gettext_lazy("Where it runs"),
        widget=forms.RadioSelect,
        choices=[
            (LanguageModel.REMOTE, gettext_lazy("At an address that speaks OpenAI’s protocol")),
            (LanguageModel.LOCAL, gettext_lazy("On our own machines, from a checkpoint")),
        ],
    )
    # Not the model's own field: that one refuses hosts without a dot, as in http://vllm:8000/v1.
    address = forms.CharField(
        label=gettext_lazy("Address"), required=False, max_length=300,
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "It usually ends in /v1: https://api.openai.com/v1, https://openrouter.ai/api/v1, http://localhost:11434/v1"
        ),
    )  # fmt: skip
    key = KeyField(label=gettext_lazy("Key"), required=False)
    forget_key = forms.BooleanField(label=gettext_lazy("Delete the stored key"), required=False)

    class Meta:
        model = LanguageModel
        fields = [
            "engine", "label", "name", "address", "revision", "key_name", "key", "forget_key",
            "input_price", "output_price", "requests_per_minute", "tokens_per_minute",
        ]  # fmt: skip
        labels = {"key_name": gettext_lazy("Key from the environment")}
        help_texts = {
            "label": gettext_lazy("As it stands on boards."),
            "name": gettext_lazy(
                "What the server calls it, as in gpt-4o-mini; for a checkpoint its folder, or a hub id like org/name."
            ),
            "revision": gettext_lazy(
                "A checkpoint’s commit, or whatever tells this version from the next; may be empty."
            ),
            "key_name": gettext_lazy("The NAME of a variable API_KEY_NAME that the lab was started with."),
            "input_price": gettext_lazy("0 when it costs nothing. Budgets are in the same currency."),
            "requests_per_minute": gettext_lazy("Empty: as many as the server takes."),
            "tokens_per_minute": gettext_lazy("Empty: as many as the server takes."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        model: LanguageModel = self.instance
        self.stored_key = ApiKey.objects.filter(language_model=model).exists() if model.pk else False
        self.fields["key"].help_text = (
            _("One is stored. Type another to replace it; it is never shown.")
            if self.stored_key
            else _("Or typed in here: stored encrypted and never shown again.")
        )
        if not self.stored_key:
            del self.fields["forget_key"]
        for name, least in LEAST.items():
            self.fields[name].validators.append(MinValueValidator(least))
            self.fields[name].widget.attrs["min"] = least
        self.initial.setdefault("address", model.base_url)
        if not model.engine:
            self.initial["engine"] = LanguageModel.REMOTE
        if model.pk and has_answered(model):
            for name in ("engine", "name", "revision"):
                self.fields[name].disabled = True
            self.fields["name"].help_text = _(
                "It has answered under this name, and its answers stand. Add another model for another name."
            )

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"].strip()
        if not address:
            return ""
        try:
            parts = urlsplit(address)
            right = parts.scheme in {"http", "https"} and parts.hostname and (parts.port is None or parts.port > 0)
        except ValueError:
            right = False
        if not right or any(sign.isspace() for sign in address):
            raise ValidationError(_("Write a whole address that begins with http:// or https://."))
        if "@" in parts.netloc:
            raise ValidationError(_("Leave name and password out of the address; a key has its own field."))
        if parts.query or parts.fragment:
            raise ValidationError(_("Leave out what follows a ? or a #; a key has its own field."))
        return address

    def clean_key_name(self) -> str:
        name: str = self.cleaned_data["key_name"]
        short = name.replace("-", "_").lower().removeprefix("api_key_")
        if short and "key_name" in self.changed_data and short not in settings.API_KEYS:
            raise ValidationError(
                _("The lab was started without a variable API_KEY_%(name)s; set it and start again, or type the key.")
                % {"name": short.upper()}
            )
        return short

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("engine") == LanguageModel.REMOTE:
            if not cleaned.get("address") and "address" not in self.errors:
                self.add_error("address", _("Where does it answer? Write its address."))
            if cleaned.get("key") and cleaned.get("key_name"):
                self.add_error("key", _("Give the key in one way: type it, or name its variable."))
        else:
            # The page hides these fields then, with whatever is wrong in them.
            for name in ("address", "key_name", "key"):
                cleaned[name] = ""
                self.errors.pop(name, None)
        return cleaned

    @property
    def asks_anew(self) -> bool:
        """Has something changed that a probe depends on?"""
        return self.instance.probed_at is None or bool(PROBED & set(self.changed_data))

    def save(self, commit: bool = True) -> LanguageModel:
        model: LanguageModel = self.instance
        moved = urlsplit(model.base_url).netloc != urlsplit(self.cleaned_data["address"]).netloc
        if self.asks_anew:
            model.capabilities, model.probed_at = {}, None
        model.base_url = self.cleaned_data["address"]
        model.slug = model.slug or free_slug(model.label)
        super().save()
        if key := self.cleaned_data["key"]:
            store_key(model, key)
        elif moved or self.cleaned_data.get("forget_key"):
            # A stored key belongs to the host that it was typed for: it is not sent to another.
            ApiKey.objects.filter(language_model=model).delete()
        return model


def has_answered(model: LanguageModel) -> bool:
    done = Sitting.objects.filter(respondent__language_model=model, state=Sitting.State.COMPLETED)
    return done.exists()


def free_slug(label: str) -> str:
    """Return a slug of the label that no other model has."""
    wanted = slugify(label)[:90].strip("-") or "model"
    taken = RESERVED | set(LanguageModel.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(slug for slug in numbered if slug not in taken)
