"""What moves are worth, drawn: a shape with a sign in it and a word, each enough alone."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from tictactoe_widget.rules.marks import winner_moves

from .layers import Layer, draw_text, svg_number, svg_stroke

Middle = tuple[int, float, float]
"""A cell, and where its middle is."""


class MoveWorth(Protocol):
    """Worth of one move to the player who makes it; a ``MoveValue`` of the analysis is one."""

    @property
    def value(self) -> Literal["win", "draw", "loss"] | None:
        """Value under perfect play; None where that is not proved."""

    @property
    def remoteness(self) -> int | None:
        """Plies until the end under perfect play; None where unknown."""

    @property
    def score(self) -> float:
        """Estimate from -1 for a loss to 1 for a win."""


class Worth(Protocol):
    """Worth of the moves of a position; an ``Analysis`` is one."""

    @property
    def moves(self) -> Mapping[int, MoveWorth]:
        """Worth of each move, by cell."""

    @property
    def best_moves(self) -> tuple[int, ...]:
        """Cells of the best moves."""


@dataclass(frozen=True)
class CellWorth:
    """Worth of the cells of a position: of the better move where a cell has two."""

    moves: Mapping[int, MoveWorth]
    """Worth of each cell."""
    best_moves: tuple[int, ...]
    """Cells of the best moves."""


def drawn_worth_by_cell(worth: Worth | None, cell_of: Callable[[int], int]) -> Worth | None:
    """Return what moves are worth by their cells, the better one where there are two."""
    if worth is None:
        return None
    moves: dict[int, MoveWorth] = {}
    # The best ones first, then as high as their scores.
    ranked = sorted(
        worth.moves,
        key=lambda move: (move in worth.best_moves, worth.moves[move].score),
        reverse=True,
    )
    for move in ranked:
        moves.setdefault(cell_of(move), worth.moves[move])
    return CellWorth(moves, tuple(dict.fromkeys(map(cell_of, worth.best_moves))))


def chance(score: float) -> int:
    """Return an estimate as the chance to win in %, as it is told everywhere.

    The chance of the opponent is what is missing to 100. What is not proved is never told
    as certain: the chance is 1 at least and 99 at most.

    Parameters
    ----------
    score : float
        Estimate from -1 for a loss to 1 for a win.

    Examples
    --------
    >>> chance(0.34), chance(-0.34), chance(0.0), chance(0.999)
    (67, 33, 50, 99)
    """
    ahead = int(50 * abs(score) + 0.5)
    return min(99, 50 + ahead) if score > 0 else max(1, 50 - ahead)


_Parts = dict[str, list[str]]
"""Shapes and pieces of paths, by role."""


def draw_worths(worth: Worth, middles: Iterable[Middle]) -> Iterator[Layer]:
    """Draw what moves are worth in large cells: a shape with its sign, and the words below."""
    parts: _Parts = defaultdict(list)
    for cell, x, y in middles:
        move = worth.moves.get(cell)
        if move is None:
            continue
        word, short = describe_drawn_worth(move)
        if move.value is None:
            parts["word"].append(draw_text(x, y + 2, f"≈ {short} %"))
            _draw_chance(parts, x, y + 12, move.score)
        else:
            _SHAPES[move.value](parts, x, y - 7, 1)
            parts["word"].append(draw_text(x, y + 17, word))
        if cell in worth.best_moves:
            parts["star"].append(_star(x + 19, y - 19, 0.55))
    yield from _layers(parts, 10, 1)


def draw_small_worths(worth: Worth, middles: Iterable[Middle], letters: int) -> Iterator[Layer]:
    """Draw what moves are worth in small cells: a shape with its sign, a number beside it.

    Parameters
    ----------
    worth : Worth
        What is to be shown.
    middles : iterable of Middle
        The cells.
    letters : int
        Height of the letters.
    """
    parts: _Parts = defaultdict(list)
    size = letters / 20
    for cell, x, y in middles:
        move = worth.moves.get(cell)
        if move is None:
            continue
        _, short = describe_drawn_worth(move)
        if move.value is None:
            # The number alone: the bar below says that it is an estimate.
            parts["word"].append(draw_text(x, y + letters * 0.15, short))
            _draw_chance(parts, x, y + letters * 0.6, move.score)
        else:
            beside = letters * (0.58 * len(short) + 0.1) if short else 0
            _SHAPES[move.value](parts, x - beside / 2, y, size)
            if short:
                at = x + 11 * size + letters * 0.05
                parts["word"].append(draw_text(at, y + letters * 0.36, short))
        if cell in worth.best_moves:
            parts["star"].append(_star(x + 19, y - 19, 0.6))
    yield from _layers(parts, letters, size)


def _layers(parts: _Parts, letters: int, size: float) -> Iterator[Layer]:
    """Yield the layers, shapes before the signs in them."""
    yield Layer("win", parts["win"])
    yield Layer("draw", parts["draw"])
    yield Layer("loss", _joined(parts["loss"]), svg_stroke(4 * size))
    for value in _SHAPES:
        yield Layer(f"on-{value}", _joined(parts[f"on-{value}"]), svg_stroke(2.5 * size))
    yield Layer("track", _joined(parts["track"]), svg_stroke(4))
    yield Layer("accent", _joined(parts["accent"]), svg_stroke(4))
    yield Layer("star", _joined(parts["star"]))
    yield Layer("word", parts["word"], f'font-size="{letters}" font-weight="600"')


def _joined(paths: list[str]) -> list[str]:
    """Return pieces of a path as one path."""
    return [f'<path d="{"".join(paths)}"/>'] if paths else []


def _draw_disc(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the disc of a win, with a plus."""
    n = svg_number
    parts["win"].append(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(11 * size)}"/>')
    arm = 5 * size
    parts["on-win"].append(
        f"M{n(x)} {n(y - arm)}v{n(2 * arm)}m{n(-arm)} {n(-arm)}h{n(2 * arm)}"
    )


def _draw_square(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the square of a draw, with the sign of equality."""
    n = svg_number
    side = 19 * size
    corner = f'x="{n(x - side / 2)}" y="{n(y - side / 2)}" rx="{n(4 * size)}"'
    parts["draw"].append(f'<rect {corner} width="{n(side)}" height="{n(side)}"/>')
    left, wide, apart = x - 5 * size, 10 * size, 5 * size
    parts["on-draw"].append(
        f"M{n(left)} {n(y - apart / 2)}h{n(wide)}m{n(-wide)} {n(apart)}h{n(wide)}"
    )


def _draw_triangle(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the triangle of a loss, its point down, with a minus."""
    n = svg_number
    half, top = 9 * size, 8 * size
    parts["loss"].append(f"M{n(x - half)} {n(y - top)}h{n(2 * half)}l{n(-half)} {n(2 * top)}z")
    arm = 4.5 * size
    parts["on-loss"].append(f"M{n(x - arm)} {n(y - 3 * size)}h{n(2 * arm)}")


_SHAPES: Mapping[str, Callable[[_Parts, float, float, float], None]] = {
    "win": _draw_disc,
    "draw": _draw_square,
    "loss": _draw_triangle,
}
"""What draws a value, by value."""


def _draw_chance(parts: _Parts, x: float, y: float, score: float) -> None:
    """Add a bar that is filled as far as the chance to win."""
    whole = 38
    start = f"M{svg_number(x - whole / 2)} {svg_number(y)}h"
    parts["track"].append(f"{start}{whole}")
    parts["accent"].append(f"{start}{svg_number(whole * chance(score) / 100)}")


def _star(x: float, y: float, size: float) -> str:
    """Return the path of a star around a point; at size 1 it is 24 wide."""
    edges = (
        *(3.1, 6.7, 7.3, 0.9, -5.4, 5, 1.4, 7.2, -6.4, -3.6),
        *(-6.4, 3.6, 1.4, -7.2, -5.4, -5, 7.3, -0.9),
    )
    drawn = " ".join(svg_number(edge * size) for edge in edges).replace(" -", "-")
    return f"M{svg_number(x)} {svg_number(y - 10.2 * size)}l{drawn}z"


def describe_drawn_worth(move: MoveWorth) -> tuple[str, str]:
    """Return the worth of a move in words, and in as few characters as will do."""
    if move.value is None:
        percent = chance(move.score)
        return f"about {percent} %", str(percent)
    if move.value == "draw" or move.remoteness is None:
        return move.value, ""
    moves = winner_moves(move.value, move.remoteness)
    # Under misère rules a move may lose by itself.
    return (f"{move.value} in {moves}", str(moves)) if moves else (move.value, "")
