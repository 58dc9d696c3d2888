"""Layers of a picture: shapes of one role, and the style that gives a role its colours."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from . import palette
from .markup import escape
from .palette import Colour, colour_on_paper, css_following_host, css_light_dark

_ROLES: Mapping[str, tuple[Colour | None, Colour | None]] = {
    "paper": (palette.PAPER, palette.RULE),
    "name": (palette.SOFT, None),
    "rule": (None, palette.EDGE),
    "hair": (None, colour_on_paper(palette.EDGE, 70)),
    "last": (palette.WASH, palette.EDGE),
    "open": (palette.ACCENT_WASH, None),
    "x": (None, palette.X),
    "o": (None, palette.O),
    "x-wash": (palette.X_WASH, None),
    "o-wash": (palette.O_WASH, None),
    "line": (None, palette.WIN),
    "won": (None, palette.PAPER),
    "win": (palette.WIN, None),
    "draw": (palette.DRAW_FILL, palette.DRAW),
    "loss": (palette.LOSS, palette.LOSS),
    "on-win": (None, palette.ON_WIN),
    "on-draw": (None, palette.ON_DRAW),
    "on-loss": (None, palette.ON_LOSS),
    "win-wash": (palette.WIN_WASH, None),
    "draw-wash": (palette.DRAW_WASH, None),
    "loss-wash": (palette.LOSS_WASH, None),
    "word": (palette.INK, None),
    "track": (None, colour_on_paper(palette.EDGE, 45)),
    "accent": (None, palette.ACCENT),
    "star": (palette.ACCENT, None),
    "even": (palette.WASH, None),
    "way": (None, palette.INK),
    "dot": (palette.PAPER, palette.INK),
    "mistake": (None, palette.LOSS),
    "mistaken": (palette.PAPER, palette.LOSS),
    "doubt": (palette.LOSS, None),
}
"""Colours of what is drawn, as fill and stroke, by the name that is its class in the SVG."""

# The colours are attributes, for light paper. Where styles are understood, they follow
# the host: inside a page its own scheme, Jupyter's theme first; as an image of its own
# what the reader prefers. A reader that does not know `light-dark` skips all of it.
_FOLLOW_HOST = (
    ".ttt-picture{forced-color-adjust:none}"
    ".ttt-picture:root{color-scheme:light dark}"
    ".ttt-picture:not(:root){max-width:100%;height:auto}"
    f"{css_following_host('ttt-picture')}"
)


class Layer(NamedTuple):
    """Shapes of one role, drawn one after the other."""

    role: str
    """Name in `_ROLES`."""
    shapes: Sequence[str]
    """Elements of SVG."""
    attributes: str = ""
    """Attributes of all the shapes, besides their colours."""

    def __str__(self) -> str:
        named = zip(("fill", "stroke"), _ROLES[self.role], strict=True)
        colours = "".join(f' {name}="{pair[0]}"' for name, pair in named if pair)
        attributes = f" {self.attributes}" if self.attributes else ""
        return f'<g class="ttt-p-{self.role}"{colours}{attributes}>{"".join(self.shapes)}</g>'


DEFAULTS = (
    'fill="none" stroke-linecap="round" stroke-linejoin="round" '
    'font-family="system-ui,sans-serif" text-anchor="middle"'
)
"""Attributes of all layers that have no others."""


def svg_style(roles: Iterable[str]) -> str:
    """Return the style that has the roles follow the host's choice of light or dark."""
    rules = []
    for role in dict.fromkeys(roles):
        named = zip(("fill", "stroke"), _ROLES[role], strict=True)
        colours = (f"{key}:{css_light_dark(pair)}" for key, pair in named if pair)
        rules.append(f".ttt-p-{role}{{{';'.join(colours)}}}")
    return f"@supports(color:light-dark(red,red)){{{_FOLLOW_HOST}{''.join(rules)}}}"


def svg_stroke(width: float) -> str:
    """Return the attribute of strokes of a width."""
    return f'stroke-width="{svg_number(width)}"'


def draw_text(x: float, y: float, content: object) -> str:
    """Write a text at a point of its baseline."""
    return f'<text x="{svg_number(x)}" y="{svg_number(y)}">{escape(content)}</text>'


def svg_number(value: float) -> str:
    """Write a number with at most one decimal.

    >>> svg_number(12.0), svg_number(-0.52)
    ('12', '-.5')
    """
    written = f"{value:.1f}".removesuffix(".0")
    return written.replace("0.", ".") if abs(value) < 1 else written
