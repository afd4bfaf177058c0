"""Any server that speaks OpenAI's chat protocol: OpenAI, OpenRouter, vLLM, Ollama, llama.cpp."""

from inference.engines.openai.engine import OpenAICompatible
from inference.engines.openai.probing import Probed, probe

__all__ = ["OpenAICompatible", "Probed", "probe"]
