"""Talking to language models: ``generate(engine, requests)`` is the one door.

Pure Python: knows no database, no Django, and reads no environment. Engines are imported when
``load_engine`` is asked for one, so that a web worker never imports torch or openai.
"""

from inference.door import ENGINES, generate, load_engine
from inference.keys import request_key
from inference.types import (
    Ask,
    AskedItem,
    ChatReply,
    ChatRequest,
    Engine,
    EngineIdentity,
    Finished,
    Message,
    OptionScores,
    ScoreRequest,
    Usage,
)

__all__ = [
    "ENGINES",
    "Ask",
    "AskedItem",
    "ChatReply",
    "ChatRequest",
    "Engine",
    "EngineIdentity",
    "Finished",
    "Message",
    "OptionScores",
    "ScoreRequest",
    "Usage",
    "generate",
    "load_engine",
    "request_key",
]
