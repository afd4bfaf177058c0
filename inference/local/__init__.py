"""How a local checkpoint answers: rendering, tokens, shared prefixes, scoring and generation.

The path of a score request, one module per step: ``rendering`` (messages to text), ``tokens``
(texts to token ids), ``questions`` (what is read where), ``prefixes`` and ``trees`` (what is shared),
``prefill`` (its keys and values, kept in ``store``), ``cascade`` (attention over a shared prefix),
``scoring`` (the log-probabilities) and ``one_by_one`` (the same without sharing, for comparison).
"""
