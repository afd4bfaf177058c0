"""Loading a causal language model with its tokenizer, on the best device there is."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedModel

from inference.errors import BadCheckpoint, BadSettings
from inference.local.batches import is_out_of_memory

WEIGHTS_AND_WORDS = (".json", ".safetensors", ".bin", ".model", ".txt", ".jinja")
DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


@dataclass(frozen=True)
class Checkpoint:
    """A model ready to answer. ``context`` is the longest text in tokens, None if it has no bound.

    ``revision`` names the weights: the commit of a hub id, or a digest of a folder's files.
    ``ends`` are the tokens that end a reply.
    """

    name: str
    revision: str
    model: PreTrainedModel
    tokenizer: Any
    context: int | None
    ends: frozenset[int]

    @property
    def dtype(self) -> str:
        """Return the number format of the weights, as in "bfloat16"."""
        return str(self.model.dtype).removeprefix("torch.")


def best_device() -> torch.device:
    """Return the GPU if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def best_dtype(device: torch.device) -> torch.dtype:
    """Return the fastest format that the device computes well: bfloat16, float16 or float32."""
    if device.type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16


def load(name: str, revision: str = "", device: str = "", dtype: str = "") -> Checkpoint:
    """Load a folder, or a hub id at a revision; "" leaves device and dtype to what is there.

    Raise BadCheckpoint, with the remedy, for a folder that is missing or incomplete, weights that do
    not cover the model or do not fit the device, or a missing tokenizer; raise BadSettings for a
    device that is not there or an unknown dtype.
    """
    if dtype and dtype not in DTYPES:
        raise BadSettings(f"There is no dtype {dtype!r}; choose one of: {', '.join(DTYPES)}.")
    folder = Path(name)
    if (folder.is_absolute() or name.startswith(".")) and not folder.is_dir():
        raise BadCheckpoint(f"There is no folder {name}; give a checkpoint's folder or a hub id.")
    place = _place(device)
    tokenizer = _tokenizer(name, revision)
    model = _moved(_model(name, revision, DTYPES[dtype] if dtype else best_dtype(place)), place).eval()
    return Checkpoint(
        name=folder.resolve().name if folder.is_dir() else name,
        revision=digest(folder) if folder.is_dir() else str(model.config._commit_hash or revision),
        model=model,
        tokenizer=tokenizer,
        context=_context(model, tokenizer),
        ends=_ends(model, tokenizer),
    )


def digest(folder: Path) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 over a folder's weights and words."""
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.suffix in WEIGHTS_AND_WORDS:
            total.update(f"{path.name}\n".encode())
            with path.open("rb") as file:
                total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()[:16]


def _place(device: str) -> torch.device:
    """Return the device of that name, the best one for ""."""
    if not device:
        return best_device()
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise BadSettings(
            f"The device {device!r} is not there ({_first_line(error)}); leave it out to take the best one."
        ) from error
    return torch.device(device)


def _moved(model: Any, place: torch.device) -> Any:
    try:
        return model.to(place)
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        raise BadCheckpoint(
            f"The weights do not fit the memory of {place}; choose a smaller model, or another device."
        ) from error


def _tokenizer(name: str, revision: str) -> Any:
    try:
        return AutoTokenizer.from_pretrained(name, revision=revision or None)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadCheckpoint(
            f"{name} has no tokenizer that can be loaded; a checkpoint needs tokenizer.json "
            f"(or tokenizer.model) and tokenizer_config.json beside its weights ({_first_line(error)})."
        ) from error


def _model(name: str, revision: str, dtype: torch.dtype) -> Any:
    try:
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            name, revision=revision or None, dtype=dtype, output_loading_info=True
        )
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        raise BadCheckpoint(f"{name} is no causal model that can be loaded: {_first_line(error)}") from error
    model, told = loaded
    absent = sorted(told["missing_keys"])
    if absent:
        # transformers fills what is missing with random numbers and only warns.
        raise BadCheckpoint(
            f"{name} lacks {len(absent)} of the model's weights, such as {absent[0]}; "
            "it is no causal language model, or its download is incomplete."
        )
    return model


def _context(model: Any, tokenizer: Any) -> int | None:
    bound = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    if bound is None and tokenizer.model_max_length < 10**9:  # transformers says "none" with 10**30
        bound = tokenizer.model_max_length
    return bound


def _ends(model: Any, tokenizer: Any) -> frozenset[int]:
    told = model.generation_config.eos_token_id
    ends = told if isinstance(told, list) else [told]
    return frozenset(end for end in [*ends, tokenizer.eos_token_id] if end is not None)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]
