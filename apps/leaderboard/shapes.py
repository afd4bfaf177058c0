"""The marks of figures: shape tells as much as colour, so that a grey print loses nothing."""

from __future__ import annotations

import math

from django.utils.safestring import SafeString, mark_safe

# People are warm discs, models blue, baselines grey diamonds; what is printed is hollow ("-open").
COLOURS = {"human": "#b4510f", "model": "#2f55b5", "base": "#7b7f86"}
# Models beside each other take these in turn.
SHAPES = ("square", "triangle-up", "cross", "star", "triangle-down", "hexagon")
OPEN = "-open"
BASELINES = ("diamond-open", "diamond")


def _polygon(corners: int, radius: float, turn: float = 0.0, inner: float | None = None) -> str:
    """Return the path of a regular polygon, of a star where its inner corners lie closer; `turn` is in degrees."""
    radii = [radius] if inner is None else [radius, inner]
    points = []
    for i in range(corners * len(radii)):
        angle = math.radians(turn - 90 + 360 * i / (corners * len(radii)))
        far = radii[i % len(radii)]
        points.append(f"{far * math.cos(angle):.1f} {far * math.sin(angle):.1f}")
    return f"M{'L'.join(points)}Z"


# About 10 units wide, around the origin, under the names that Plotly has for them.
PATHS = {
    "circle": "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
    "square": "M-4.2 -4.2H4.2V4.2H-4.2Z",
    "diamond": _polygon(4, 5.8),
    "triangle-up": _polygon(3, 5.6),
    "triangle-down": _polygon(3, 5.6, 180),
    "cross": "M-1.8 -5H1.8V-1.8H5V1.8H1.8V5H-1.8V1.8H-5V-1.8H-1.8Z",
    "star": _polygon(5, 6, inner=2.6),
    "hexagon": _polygon(6, 5.2),
}


def shape_of(symbol: str) -> str:
    return symbol.removesuffix(OPEN)


def style_of(symbol: str, tone: str) -> str:
    """Return the style classes of a mark: its tone's first letter, and whether it is hollow."""
    return f"{tone[0]} open" if symbol.endswith(OPEN) else tone[0]


def sign(symbol: str, tone: str) -> SafeString:
    """Return a mark as a picture of its own, to stand before its name."""
    path = f'<path class="{style_of(symbol, tone)}" d="{PATHS[shape_of(symbol)]}"/>'
    return mark_safe(f'<svg class="sign" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">{path}</svg>')
