"""An invented language, its tokenizer, and Llamas with random weights: nothing is downloaded."""

import random

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

LETTERS = ("A", "B", "C", "D")
OPTIONS = tuple(f" {letter}" for letter in LETTERS)
VOCABULARY = 8192


def words(rng: random.Random) -> tuple[list[str], list[float]]:
    """Return 20,000 invented words and how often each is used."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    made = ["".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(20000)]
    return made, [1 / (rank + 5) for rank in range(len(made))]


class Language:
    """An invented language with a byte-level BPE tokenizer of its own."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.words, self.weights = words(rng)
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=VOCABULARY,
            special_tokens=["<s>", "</s>", "<pad>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        lines = [self.sentence(40) for _ in range(6000)] + [f"Answer: {letter}" for letter in LETTERS * 50]
        tokenizer.train_from_iterator(lines, trainer)
        self.tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
        )

    def sentence(self, count: int) -> str:
        """Return ``count`` words."""
        return " ".join(self.rng.choices(self.words, self.weights, k=count)) + "."

    def text(self, tokens: int) -> str:
        """Return sentences of about ``tokens`` tokens."""
        sentences: list[str] = []
        while len(self.tokenizer(" ".join(sentences)).input_ids) < tokens:
            sentences.append(self.sentence(8))
        return " ".join(sentences)


def prompts(language: Language, profile_tokens: int, questions: int) -> list[str]:
    """Return prompts that begin with one profile and end in a question with four options."""
    profile = language.text(profile_tokens)
    asked = []
    for _ in range(questions):
        listed = "\n".join(f"{letter}. {language.sentence(3)}" for letter in LETTERS)
        body = language.text(max(8, round(language.rng.gauss(33, 9))))
        asked.append(f"{profile}\nQuestion: {body}\n{listed}\nAnswer:")
    return asked


def random_llama(width: int, layers: int, heads: int, key_heads: int) -> LlamaForCausalLM:
    """Return a Llama with random weights, wide enough spread that it leans towards some options."""
    torch.manual_seed(7)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=VOCABULARY,
            hidden_size=width,
            intermediate_size=int(width * 8 / 3) // 32 * 32,
            num_hidden_layers=layers,
            num_attention_heads=heads,
            num_key_value_heads=key_heads,
            max_position_embeddings=8192,
            initializer_range=0.06,
            bos_token_id=0,
            eos_token_id=1,
            pad_token_id=2,
        )
    )
