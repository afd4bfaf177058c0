"""Small words for tables of figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def get(mapping: Mapping[str, Any], key: str) -> Any:
    """Return the mapping's value for a key that is only known in the template."""
    return mapping.get(key, "")


@register.filter
def signed(number: float, decimals: int = 1) -> str:
    """Return a number with its sign and one decimal or more, a true minus before negative ones."""
    return f"{number:+.{decimals}f}".replace("-", "−")


@register.filter
def p_value(p: float | None) -> str:
    """Return a p value as papers print it: three decimals, or < 0.001."""
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
