"""API keys: from the environment, or entered in the admin and kept encrypted."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from apps.runs.models import ApiKey
from apps.studies.models import LanguageModel


def store_key(language_model: LanguageModel, key: str) -> None:
    """Keep a key, encrypted with the site's SECRET_KEY, in place of an earlier one."""
    ApiKey.objects.update_or_create(
        language_model=language_model, defaults={"encrypted": _cipher().encrypt(key.strip().encode())}
    )


def key_of(language_model: LanguageModel) -> str:
    """Return the model's key: the environment's where it is named, else the stored one, else empty.

    A stored key that the present SECRET_KEY cannot open counts as absent: it must be entered again.
    """
    if named := settings.API_KEYS.get(language_model.key_name.replace("-", "_").lower()):
        return str(named)
    stored = ApiKey.objects.filter(language_model=language_model).first()
    if stored is None:
        return ""
    try:
        return _cipher().decrypt(bytes(stored.encrypted)).decode()
    except InvalidToken:
        return ""


def _cipher() -> Fernet:
    digest = hashlib.sha256(b"likeness api key " + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
