"""Looking at a language model when it is registered: what its server can do, or whether its checkpoint is whole."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.runs.engines import checkpoint
from apps.runs.keys import key_of
from apps.studies.models import LanguageModel
from inference import load_engine
from inference.errors import BadCheckpoint, BadSettings, EngineError
from inference.types import Capabilities

# Shorter than the web server's time-out: someone waits for the page.
PROBE_SECONDS = 20.0
HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
# Any one group of these is a tokenizer.
TOKENIZERS = (
    ("tokenizer.json",),
    ("tokenizer.model",),
    ("vocab.json", "merges.txt"),
    ("vocab.txt",),
    ("spiece.model",),
)


def probe_model(model: LanguageModel) -> str:
    """Store what the model can do; return "", or the sentence why that could not be found out.

    What an earlier probe found stays when the server does not answer now.
    """
    try:
        found = _ask_server(model) if model.is_remote else _read_checkpoint(checkpoint(model.name))
    except EngineError as error:
        model.capabilities = {**model.capabilities, "problem": error.sentence}
        model.save(update_fields=["capabilities"])
        return error.sentence
    model.capabilities, model.probed_at = found, timezone.now()
    model.save(update_fields=["capabilities", "probed_at"])
    return ""


def _ask_server(model: LanguageModel) -> dict[str, Any]:
    # Here, because it imports the openai client: a web worker needs it for this alone.
    from inference.engines.openai.probing import probe

    engine: Any = load_engine(
        LanguageModel.REMOTE,
        base_url=model.base_url, model=model.name, api_key=key_of(model), revision=model.revision,
    )  # fmt: skip
    try:
        probed = asyncio.run(asyncio.wait_for(probe(engine), PROBE_SECONDS))
    except TimeoutError:
        raise BadSettings(
            _(
                "The server did not answer all questions within %(seconds)d seconds. It may be loading the model; "
                "probe again in a minute."
            )
            % {"seconds": PROBE_SECONDS}
        ) from None
    return {"engine": asdict(probed.capabilities), "server_version": probed.server_version}


def _read_checkpoint(name: str) -> dict[str, Any]:
    """Look at a folder's files without loading anything; a hub id is looked up by the worker that loads it."""
    folder = Path(name)
    if not folder.is_dir():
        if folder.is_absolute() or name.startswith(".") or not HUB_ID.fullmatch(name):
            raise BadCheckpoint(
                _("There is no folder %(name)s on this machine; give a checkpoint’s folder or a hub id like org/name.")
                % {"name": name}
            )
        return {}
    config = _config(folder)
    if not any(all((folder / part).is_file() for part in group) for group in TOKENIZERS):
        raise BadCheckpoint(
            _("The folder %(name)s has no tokenizer; put tokenizer.json (or tokenizer.model) beside the weights.")
            % {"name": name}
        )
    if not any(next(folder.glob(pattern), None) for pattern in ("*.safetensors", "*.bin")):
        raise BadCheckpoint(
            _("The folder %(name)s has no weights; it needs at least one .safetensors file.") % {"name": name}
        )
    context = config.get("max_position_embeddings")
    known = Capabilities(scoring="exact", seed=True, max_context=context if isinstance(context, int) else None)
    return {"engine": asdict(known)}


def _config(folder: Path) -> dict[str, Any]:
    path = folder / "config.json"
    if not path.is_file():
        raise BadCheckpoint(
            _("The folder %(name)s has no config.json; it is no checkpoint that transformers can load.")
            % {"name": folder}
        )
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        config = None
    if not isinstance(config, dict):
        raise BadCheckpoint(_("%(path)s cannot be read; its download may be incomplete.") % {"path": path})
    return config
