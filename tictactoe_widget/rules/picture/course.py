"""Picture of who was winning, move by move: the text of an SVG, like those of boards.

Three bands, with a dot for each move: at the top X has won, at the bottom O, and the
nearer to these, the sooner. It is the plot below the widget's board after a game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .drawing import draw_mark
from .layers import DEFAULTS, Layer, draw_text, svg_number, svg_stroke, svg_style
from .markup import escape
from .worths import MoveWorth, describe_drawn_worth


@dataclass(frozen=True, slots=True)
class Plotted:
    """All that the picture shows of one move."""

    mark: str
    """Player who made it, ``"X"`` or ``"O"``."""
    cell: str
    """Name of the cell."""
    lead: float
    """How far X is ahead after it, from 1, where X has won, to -1, where O has."""
    worth: MoveWorth
    """Worth of the move to the player."""
    is_mistake: bool
    """Whether it gave a better result away."""


_LEFT, _TOP, _RIGHT = 62, 44, 12
"""Room around the bands, in pixels."""
_BAND = 44
"""Height of a band."""
_HIGH = 3 * _BAND
_REACH = 0.87 * _HIGH / 2
"""Distance of a game that is won from the middle."""
_FOOT = 48
"""Room below the bands for numbers and cells."""
_COLUMNS, _NARROW = 40, 14
"""Widths of a column: with the mark and the cell of its move, and without."""
_FEW = 16
"""Largest number of moves that are drawn with both."""


def draw_course(title: str, moves: Sequence[Plotted]) -> str:
    """Return the picture of the moves of a game as the text of an SVG.

    Parameters
    ----------
    title : str
        What is written above it.
    moves : sequence of Plotted
        All moves of the game, in order.
    """
    step = _COLUMNS if len(moves) <= _FEW else _NARROW
    across = max(step * len(moves), 220)
    width, height = _LEFT + across + _RIGHT, _TOP + _HIGH + _FOOT
    layers = [layer for layer in _layers(title, moves, step, across) if layer.shapes]
    spoken = " ".join(_tell(ply, move) for ply, move in enumerate(moves, start=1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt-picture" role="img" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" {DEFAULTS}>'
        f"<title>{escape(title)}</title><desc>{escape(spoken)}</desc>"
        f"<style>{svg_style(layer.role for layer in layers)}</style>"
        f"{''.join(map(str, layers))}</svg>"
    )


def _tell(ply: int, move: Plotted) -> str:
    worth, _ = describe_drawn_worth(move.worth)
    mistake = ", a mistake" if move.is_mistake else ""
    return f"Move {ply}, {move.mark} at {move.cell}: {worth}{mistake}."


def _layers(title: str, moves: Sequence[Plotted], step: int, across: int) -> Iterator[Layer]:
    """Draw everything, from below to above."""
    width, height = _LEFT + across + _RIGHT, _TOP + _HIGH + _FOOT
    box = f'x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="12"'
    yield Layer("paper", [f"<rect {box}/>"])
    heading = 'font-size="13" font-weight="600" text-anchor="start"'
    yield Layer("word", [draw_text(12, 24, title)], heading)
    for at, role in enumerate(("x-wash", "even", "o-wash")):
        band = f'x="{_LEFT}" y="{_TOP + _BAND * at}" width="{across}" height="{_BAND}"'
        yield Layer(role, [f"<rect {band}/>"])
    sides = [_TOP + _BAND * at + _BAND // 2 for at in range(3)]
    words = ("wins", "draw", "wins")
    beside = [draw_text(_LEFT - 8, y + 4, word) for y, word in zip(sides, words, strict=True)]
    yield Layer("name", beside, 'font-size="12" text-anchor="end"')
    for mark, side in (("X", sides[0]), ("O", sides[2])):
        yield Layer(mark.lower(), [draw_mark(mark, 16, side, 20)], svg_stroke(2.6))

    points = [
        (_LEFT + step * at + step / 2, _TOP + _HIGH / 2 - _REACH * move.lead)
        for at, move in enumerate(moves)
    ]
    for at in range(1, len(moves)):
        (x1, y1), (x2, y2) = points[at - 1], points[at]
        way = (
            f'<path d="M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}"/>'
        )
        is_proved = moves[at - 1].worth.value is not None and moves[at].worth.value is not None
        role, wide = ("mistake", 4) if moves[at].is_mistake else ("way", 2)
        yield Layer(role, [way], f"{svg_stroke(wide)}{'' if is_proved else _DASHED}")
    radius = 10 if step == _COLUMNS else 4
    for (x, y), move in zip(points, moves, strict=True):
        dot = f'<circle cx="{svg_number(x)}" cy="{svg_number(y)}" r="{radius}"/>'
        role = "mistaken" if move.is_mistake else "dot"
        dashed = _DASHED if move.worth.value is None else ""
        yield Layer(role, [dot], f"{svg_stroke(3 if move.is_mistake else 2)}{dashed}")
        if step == _COLUMNS:
            yield Layer(move.mark.lower(), [draw_mark(move.mark, x, y, 15)], svg_stroke(2.6))
        if move.is_mistake:
            # Never out of the picture, however high the dot is.
            doubt = draw_text(x + radius + 4, y - radius + 2, "?")
            yield Layer("doubt", [doubt], 'font-size="15" font-weight="700"')
    yield from _feet(moves, step)


_DASHED = ' stroke-dasharray="3.5 3.5" stroke-linecap="butt"'


def _feet(moves: Sequence[Plotted], step: int) -> Iterator[Layer]:
    """Write the number of each move, or of every fifth, and the cells where there is room."""
    foot = _TOP + _HIGH
    every = 1 if step == _COLUMNS else 5
    numbers = [
        draw_text(_LEFT + step * ply - step / 2, foot + 18, ply)
        for ply in range(every, len(moves) + 1, every)
    ]
    yield Layer("name", numbers, 'font-size="12"')
    if step == _COLUMNS:
        cells = [
            draw_text(_LEFT + step * at + step / 2, foot + 36, move.cell)
            for at, move in enumerate(moves)
        ]
        yield Layer("word", cells, 'font-size="13" font-weight="600"')
