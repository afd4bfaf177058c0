"""Shares from 0 to 1 as tables print them."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def percent(share: float | None, digits: int = 1) -> str:
    """Return a share in percent, "" for none; a true minus before negative ones."""
    return "" if share is None else f"{100 * share:.{digits}f}".replace("-", "−")


@register.filter
def index(value: float | None) -> str:
    """Return an index of agreement or a correlation, with two decimals; "" for none."""
    return "" if value is None else f"{value:.2f}".replace("-", "−")
