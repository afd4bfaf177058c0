"""Juliet: one strategic prompt with the profile, then the question.

The structure is that of the source, which gives no sampling; the released code has temperature 0.
"""

from __future__ import annotations

from apps.benchmarks.echo_methods.at_once import AtOnce

METHOD = AtOnce("Juliet", "ECHO (arXiv 2404.13957), Appendix B.3, Table 9")
