"""Messages to the text that the model reads."""

from collections.abc import Sequence
from typing import Any

from jinja2 import TemplateError

from inference.errors import Unsupported
from inference.types import Message, Request

SPEAKERS = {"system": "", "user": "User: ", "assistant": "Assistant: "}


def prompt_text(tokenizer: Any, request: Request) -> str:
    """Return everything the model reads before it answers.

    A last message by the assistant is taken as the beginning of the answer, to be continued.
    Messages go through the checkpoint's chat template; a checkpoint without one (a base model) gets
    ``plain`` text. A bare prompt stands as it is, after the mark that the checkpoint starts texts with.
    Raise Unsupported where the template turns the messages away.
    """
    if request.messages:
        if tokenizer.chat_template:
            return _templated(tokenizer, request.messages)
        return starting_mark(tokenizer) + plain(request.messages)
    return starting_mark(tokenizer) + getattr(request, "prompt", "")


def plain(messages: Sequence[Message]) -> str:
    """Return messages as paragraphs: the system's bare, the others' after "User:" and "Assistant:"."""
    told = [SPEAKERS[message.role] + message.content for message in messages]
    if messages[-1].role != "assistant":
        told.append("Assistant:")
    return "\n\n".join(told)


def starting_mark(tokenizer: Any) -> str:
    """Return the token that the checkpoint wants before every text, "" if none."""
    if tokenizer.bos_token is None:
        return ""
    begins = tokenizer("a").input_ids[:1] == [tokenizer.bos_token_id]
    return str(tokenizer.bos_token) if begins else ""


def _templated(tokenizer: Any, messages: Sequence[Message]) -> str:
    turns = [{"role": message.role, "content": message.content} for message in messages]
    try:
        return _apply(tokenizer, turns)
    except TemplateError as error:
        # Some families know no system turn; their own advice is to begin the first user turn with it.
        if [turn["role"] for turn in turns[:2]] != ["system", "user"]:
            raise _refused(error) from error
    first = {"role": "user", "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
    try:
        return _apply(tokenizer, [first, *turns[2:]])
    except TemplateError as error:
        raise _refused(error) from error


def _apply(tokenizer: Any, turns: list[dict[str, str]]) -> str:
    continues = turns[-1]["role"] == "assistant"
    return str(
        tokenizer.apply_chat_template(
            turns, tokenize=False, add_generation_prompt=not continues, continue_final_message=continues
        )
    )


def _refused(error: TemplateError) -> Unsupported:
    return Unsupported(f"The checkpoint's chat template turns these messages away: {error}.")
