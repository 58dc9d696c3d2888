"""Functions that draw a board as an SVG string, given its layout and marks.

A picture doesn't need scripts, fonts, other files or a front end. The picture has its own
background, so it is readable on a page of any colour. The same scene always gives the same SVG
text. The shapes and colours are the same as on the widget's board. This module does not know
the rules of any game.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol
from zlib import crc32

from tictactoe_widget.texts import N_, _, join_and, join_sentences, ngettext

from . import palette
from .layout import Layout, lies_straight
from .markup import escape
from .palette import Colour, colour_on_paper, css_following_host, css_light_dark

# Fill and stroke colours of shapes, by role. In the SVG, the role is part of a shape's CSS
# class.
_ROLES: Mapping[str, tuple[Colour | None, Colour | None]] = {
    "paper": (palette.PAPER, palette.RULE),
    "gap": (palette.PAPER, None),
    "name": (palette.SOFT, None),
    "rule": (None, palette.EDGE),
    "hair": (None, colour_on_paper(palette.EDGE, 70)),
    "last": (palette.WASH, palette.EDGE),
    "open": (palette.ACCENT_WASH, None),
    "x": (None, palette.X),
    "o": (None, palette.O),
    "x-text": (palette.X, None),
    "o-text": (palette.O, None),
    "won-text": (palette.PAPER, None),
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

# The SVG attributes contain the colours for a light background. Programs that understand
# `light-dark` use these styles instead of the attributes. All other programs ignore the styles.
# Inside a page, the picture follows Jupyter's theme or, if there is no such theme, the page's
# colour scheme. A separate image file follows the user's preference.
_FOLLOW_HOST = (
    ".ttt-picture{forced-color-adjust:none}"
    ".ttt-picture:root{color-scheme:light dark}"
    ".ttt-picture:not(:root){max-width:100%;height:auto}"
    f"{css_following_host('ttt-picture')}"
)


class Layer(NamedTuple):
    """Layer of a picture: a list of shapes with the same role, in drawing order."""

    role: str
    """Role of the shapes, a key in `_ROLES`."""
    shapes: Sequence[str]
    """SVG elements in the layer."""
    attributes: str = ""
    """SVG attributes that all shapes in the layer share, in addition to their colours."""

    def __str__(self) -> str:
        named = zip(("fill", "stroke"), _ROLES[self.role], strict=True)
        colours = "".join(f' {name}="{pair[0]}"' for name, pair in named if pair)
        attributes = f" {self.attributes}" if self.attributes else ""
        return f'<g class="ttt-p-{self.role}"{colours}{attributes}>{"".join(self.shapes)}</g>'


DEFAULTS = (
    'fill="none" stroke-linecap="round" stroke-linejoin="round" '
    'font-family="system-ui,sans-serif" text-anchor="middle"'
)
"""Default SVG attributes for every layer."""


def svg_style(roles: Iterable[str]) -> str:
    """Return the CSS that makes the colours follow the host's light or dark theme."""
    rules = []
    for role in dict.fromkeys(roles):
        named = zip(("fill", "stroke"), _ROLES[role], strict=True)
        colours = (f"{key}:{css_light_dark(pair)}" for key, pair in named if pair)
        rules.append(f".ttt-p-{role}{{{';'.join(colours)}}}")
    return f"@supports(color:light-dark(red,red)){{{_FOLLOW_HOST}{''.join(rules)}}}"


def svg_stroke(width: float) -> str:
    """Return the SVG stroke attributes for a given line width."""
    return f'stroke-width="{svg_number(width)}"'


def draw_text(x: float, y: float, content: object) -> str:
    """Draw text, given a point on its baseline."""
    return f'<text x="{svg_number(x)}" y="{svg_number(y)}">{escape(content)}</text>'


def svg_number(value: float) -> str:
    """Format a number for SVG, with at most one decimal place.

    >>> svg_number(12.0), svg_number(-0.52)
    ('12', '-.5')
    """
    written = f"{value:.1f}".removesuffix(".0")
    return written.replace("0.", ".") if abs(value) < 1 else written


Middle = tuple[int, float, float]
"""Tuple of a cell and the x and y coordinates of its centre."""


class MoveEvaluation(Protocol):
    """Protocol for a move's evaluation from the point of view of the player who makes it."""

    @property
    def value(self) -> Literal["win", "draw", "loss"] | None:
        """Result under perfect play, or None if the result is not proved."""

    @property
    def remoteness(self) -> int | None:
        """Number of plies to the game's end under perfect play, or None if it is unknown."""

    @property
    def score(self) -> float:
        """Estimated result, from -1 (a loss) to 1 (a win)."""


class Evaluations(Protocol):
    """Protocol for the evaluations of all moves in a position, such as an ``Analysis``."""

    @property
    def moves(self) -> Mapping[int, MoveEvaluation]:
        """Mapping from the cell of each move to its evaluation."""

    @property
    def best_moves(self) -> tuple[int, ...]:
        """Cells of the best moves."""


@dataclass(frozen=True)
class _CellEvaluations:
    """Evaluation of the best move in each cell."""

    moves: Mapping[int, MoveEvaluation]  # evaluation of each cell
    best_moves: tuple[int, ...]  # cells of the best moves


class _WithoutLength(NamedTuple):
    """Evaluation of a move in a game whose players don't alternate.

    If players don't alternate, the number of plies doesn't show how many moves each player
    makes.
    """

    value: Literal["win", "draw", "loss"] | None
    score: float
    remoteness: int | None = None


def evaluations_by_cell(
    values: Evaluations | None, cell_of: Callable[[int], int], *, players_alternate: bool
) -> Evaluations | None:
    """Return the evaluation of each cell. If a cell has several moves, use the best one."""
    if values is None:
        return None
    moves: dict[int, MoveEvaluation] = {}
    # Best moves come first, then the other moves by score.
    ranked = sorted(
        values.moves,
        key=lambda move: (move in values.best_moves, values.moves[move].score),
        reverse=True,
    )
    for move in ranked:
        known = values.moves[move]
        if not (players_alternate or known.remoteness == 1):
            known = _WithoutLength(known.value, known.score)
        moves.setdefault(cell_of(move), known)
    return _CellEvaluations(moves, tuple(dict.fromkeys(map(cell_of, values.best_moves))))


def win_percent(score: float) -> int:
    """Convert an estimated result to a win probability in percent, for display.

    The two players' win probabilities add up to 100. The win probability ranges from 1 to 99,
    because an estimate must not look certain.

    Parameters
    ----------
    score : float
        Estimated result, from -1 (a loss) to 1 (a win).

    Examples
    --------
    >>> win_percent(0.34), win_percent(-0.34), win_percent(0.0), win_percent(0.999)
    (67, 33, 50, 99)
    """
    ahead = int(50 * abs(score) + 0.5)
    return min(99, 50 + ahead) if score > 0 else max(1, 50 - ahead)


_Parts = dict[str, list[str]]  # shapes and pieces of paths, by role


def _draw_values(values: Evaluations, middles: Iterable[Middle]) -> Iterator[Layer]:
    """Draw values in large cells, each as a shape with a sign in it and text below it."""
    parts: _Parts = defaultdict(list)
    for cell, x, y in middles:
        move = values.moves.get(cell)
        if move is None:
            continue
        word, short = describe_drawn_value(move)
        if move.value is None:
            parts["word"].append(draw_text(x, y + 2, f"≈ {short}%"))
            _draw_chance(parts, x, y + 12, move.score)
        else:
            _SHAPES[move.value](parts, x, y - 7, 1)
            parts["word"].append(draw_text(x, y + 17, word))
        if cell in values.best_moves:
            parts["star"].append(_star(x + 19, y - 19, 0.55))
    yield from _value_layers(parts, 10, 1)


def _draw_small_values(
    values: Evaluations, middles: Iterable[Middle], letters: int
) -> Iterator[Layer]:
    """Draw values in small cells, each as a number and a shape with a sign.

    Parameters
    ----------
    values : Evaluations
        Evaluations to draw.
    middles : iterable of Middle
        Cells in which to draw, with the coordinates of their centres.
    letters : int
        Font size of the text.
    """
    parts: _Parts = defaultdict(list)
    size = letters / 20
    for cell, x, y in middles:
        move = values.moves.get(cell)
        if move is None:
            continue
        short = describe_drawn_value(move)[1]
        if move.value is None:
            # Draw only the number, because the bar below it shows that it is an estimate.
            parts["word"].append(draw_text(x, y + letters * 0.15, short))
            _draw_chance(parts, x, y + letters * 0.6, move.score)
        else:
            beside = letters * (0.58 * len(short) + 0.1) if short else 0
            _SHAPES[move.value](parts, x - beside / 2, y, size)
            if short:
                at = x + 11 * size + letters * 0.05
                parts["word"].append(draw_text(at, y + letters * 0.36, short))
        if cell in values.best_moves:
            parts["star"].append(_star(x + 19, y - 19, 0.6))
    yield from _value_layers(parts, letters, size)


def _value_layers(parts: _Parts, letters: int, size: float) -> Iterator[Layer]:
    """Yield the layers that show values. Each shape is behind its sign."""
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
    return [f'<path d="{"".join(paths)}"/>'] if paths else []


def _draw_disc(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the symbol for a win: a disc with a plus sign."""
    n = svg_number
    parts["win"].append(f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(11 * size)}"/>')
    arm = 5 * size
    parts["on-win"].append(
        f"M{n(x)} {n(y - arm)}v{n(2 * arm)}m{n(-arm)} {n(-arm)}h{n(2 * arm)}"
    )


def _draw_square(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the symbol for a draw: a square with an equals sign."""
    n = svg_number
    side = 19 * size
    corner = f'x="{n(x - side / 2)}" y="{n(y - side / 2)}" rx="{n(4 * size)}"'
    parts["draw"].append(f'<rect {corner} width="{n(side)}" height="{n(side)}"/>')
    left, wide, apart = x - 5 * size, 10 * size, 5 * size
    parts["on-draw"].append(
        f"M{n(left)} {n(y - apart / 2)}h{n(wide)}m{n(-wide)} {n(apart)}h{n(wide)}"
    )


def _draw_triangle(parts: _Parts, x: float, y: float, size: float) -> None:
    """Add the symbol for a loss: a downward triangle with a minus sign."""
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


def _draw_chance(parts: _Parts, x: float, y: float, score: float) -> None:
    """Add a bar whose filled part shows the win probability."""
    whole = 38
    start = f"M{svg_number(x - whole / 2)} {svg_number(y)}h"
    parts["track"].append(f"{start}{whole}")
    parts["accent"].append(f"{start}{svg_number(whole * win_percent(score) / 100)}")


def _star(x: float, y: float, size: float) -> str:
    """Return the SVG path of a star around a point. At size 1, the star is 24 units wide."""
    edges = (
        *(3.1, 6.7, 7.3, 0.9, -5.4, 5, 1.4, 7.2, -6.4, -3.6),
        *(-6.4, 3.6, 1.4, -7.2, -5.4, -5, 7.3, -0.9),
    )
    drawn = " ".join(svg_number(edge * size) for edge in edges).replace(" -", "-")
    return f"M{svg_number(x)} {svg_number(y - 10.2 * size)}l{drawn}z"


def winner_moves(value: Literal["win", "loss"], plies: int) -> int:
    """Return how many of the remaining plies are moves by the winner.

    `value` is the result for the player who makes the first of these plies. The loser can make
    the last move, as in misère tic-tac-toe.

    >>> winner_moves("win", 5), winner_moves("loss", 4), winner_moves("loss", 1)
    (3, 2, 0)
    """
    return (plies + (value == "win")) // 2


def describe_drawn_value(move: MoveEvaluation) -> tuple[str, str]:
    """Describe a move's value in as few words as possible."""
    if move.value is None:
        percent = win_percent(move.score)
        return _("about {percent}%", percent=percent), str(percent)
    if move.value == "draw":
        return _("draw"), ""
    plies = move.remoteness
    moves = 0 if plies is None else winner_moves(move.value, plies)
    if not moves:  # because in misère, the move itself can lose the game
        return _("win") if move.value == "win" else _("loss"), ""
    template = N_("win in {moves}") if move.value == "win" else N_("loss in {moves}")
    return _(template, moves=moves), str(moves)


@dataclass(frozen=True)
class Scene:
    """Everything that a board picture shows."""

    layout: Layout
    """Layout of the board to draw."""
    marks: Sequence[str | None]
    """Contents of each cell: ``"X"``, ``"O"`` or, if it is empty, None."""
    title: str
    """Alternative text for the picture, for screen readers."""
    owners: Sequence[str | None] = ()
    """Player who placed the mark in each cell, or ``()`` if the marks identify the players."""
    texts: Sequence[str | None] = ()
    """Text to draw in each cell instead of its mark, or ``()`` to draw the marks."""
    winning_lines: Iterable[Sequence[int]] = ()
    """Lines that ended the game, each as its cells from one end of the line to the other."""
    last_move: int | None = None
    """Cell of the last move, which is highlighted, or None to highlight no cell."""
    small_boards: Sequence[str | None] = ()
    """Result of each small board: its winner, ``"draw"``, or None if it is undecided."""
    open_boards: Sequence[int] = ()
    """Indices of the small boards in which the next move can be made."""
    vanishing: int | None = None
    """Cell of the mark that vanishes with the next move, or None if no mark vanishes."""
    values: Evaluations | None = None
    """Evaluations to show in the picture, or None to show no evaluations."""
    cell_names: Sequence[str] = ()
    """Text to show in each empty cell, or ``()`` for the names from the layout."""
    links: Sequence[Sequence[int]] = ()
    """Pairs of cells whose centres are connected by lines, or ``()`` to draw a grid instead."""

    def owner_of(self, cell: int) -> str | None:
        """Return the player who placed the mark in a cell."""
        return (self.owners or self.marks)[cell]

    def name_at(self, place: int) -> str:
        """Return the name of the cell at a place in the layout."""
        if self.cell_names:
            return self.cell_names[self.layout.cells[place]]
        return self.layout.name_at(place)


# Sizes are in the picture's units: a cell is 60 units wide. Marks have the same proportions as
# in the widget. In a cell 100 units wide, an X would extend from 27 to 73, and an O would have
# a radius of 25.

_PITCH = 60
_PADDING = 6
_ENDS_BEFORE = 4  # gap between a board's lines and its edge
_ENDS_BEFORE_IN_BLOCK = 12  # gap between a small board's lines and its edge
_MARKS = ("X", "O")
_RIBBON = 0.74  # width of the ribbon through a winning line, in cells
_PALE = 0.25  # opacity of marks in closed small boards
_BESIDE_THE_WINNER = 0.7  # opacity of marks outside the winning line
# SVG attributes of the mark that vanishes with the next move.
_VANISHING = ' opacity=".4" stroke-dasharray="6 5.2" stroke-linecap="butt"'


_Point = tuple[int, int]  # x and y coordinates


class _Scale(NamedTuple):
    """Drawing sizes that depend on the number of columns, so that details stay visible."""

    pixels: int  # width of a cell, in pixels, if no size is given
    names: int  # letter height of numbers and coordinates
    line: float  # width of the lines between cells
    frame: float  # width of the frame around a highlighted cell
    values: int  # letter height of values
    gap: int  # distance between a background and the edge of its cell


def _scale_of(layout: Layout) -> _Scale:
    if not layout.uses_coordinates:
        pixels = 72 if layout.columns <= 5 else 48
        return _Scale(pixels, names=12, line=3, frame=2.6, values=10, gap=3)
    if layout.columns <= 5:
        return _Scale(pixels=72, names=12, line=1, frame=2, values=15, gap=2)
    if layout.columns <= 9:
        return _Scale(pixels=48, names=16, line=1.5, frame=2.6, values=18, gap=2)
    return _Scale(pixels=28, names=24, line=2, frame=4, values=20, gap=2)


def draw_board(scene: Scene, size: int | None = None) -> str:
    """Draw a board as an SVG string.

    Parameters
    ----------
    scene : Scene
        Everything that the picture shows.
    size : int, optional
        Width of the picture in pixels. The default depends on the board.
    """
    layout, scale = scene.layout, _scale_of(scene.layout)
    margin = _PADDING + (scale.names * 3 // 2 if layout.uses_coordinates else 0)
    width = margin + layout.columns * _PITCH + _PADDING
    height = margin + layout.rows * _PITCH + _PADDING
    # Shrink the background's thin border a little, so that it fits inside the picture.
    box = f'x="{0.5 - margin}" y="{0.5 - margin}" width="{width - 1}" height="{height - 1}"'
    paper = Layer("paper", [f'<rect {box} rx="12"/>'])
    layers = [layer for layer in (paper, *_layers(scene, scale)) if layer.shapes]
    drawn = "".join(map(str, layers))
    title, description = escape(scene.title), escape(_describe(scene))
    # A page can contain several pictures, so only identical pictures have the same key.
    key = f"ttt-{crc32(f'{title}{description}{drawn}'.encode()):08x}"
    if size is None:
        size = round(width * scale.pixels / _PITCH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt-picture" role="img" '
        f'aria-labelledby="{key}-t {key}-d" width="{size}" '
        f'height="{svg_number(size * height / width)}" '
        f'viewBox="{-margin} {-margin} {width} {height}" {DEFAULTS}>'
        f'<title id="{key}-t">{title}</title><desc id="{key}-d">{description}</desc>'
        f"<style>{svg_style(layer.role for layer in layers)}</style>{drawn}</svg>"
    )


def _layers(scene: Scene, scale: _Scale) -> Iterator[Layer]:
    """Draw all parts of the board, from back to front."""
    yield from _grounds_of_boards(scene)
    yield from _links(scene, scale) if scene.links else _ruling(scene.layout, scale)
    yield _outline(scene)
    yield from _grounds(scene, scale)
    yield from _ribbons(scene)
    yield from _names(scene, scale)
    yield from _won_boards(scene, open_ones=True)
    yield from _marks(scene)
    yield from _values(scene, scale)
    yield from _won_boards(scene, open_ones=False)


def _grounds_of_boards(scene: Scene) -> Iterator[Layer]:
    """Draw backgrounds for small boards that are won or in which the next move can be made."""
    grounds: dict[str, list[str]] = defaultdict(list)
    for board, winner in enumerate(scene.small_boards):
        x, y, side = _block_at(scene.layout, board)
        if board in scene.open_boards:
            grounds["open"].append(_rect(x, y, side, 0))
        elif winner in _MARKS:
            grounds[f"{str(winner).lower()}-wash"].append(_rect(x + 6, y + 6, side - 12, 18))
    yield Layer("open", grounds["open"])
    for mark in _MARKS:
        role = f"{mark.lower()}-wash"
        yield Layer(role, grounds[role])


def _ruling(layout: Layout, scale: _Scale) -> Iterator[Layer]:
    """Draw the lines between cells, and stronger lines between small boards."""
    wide, high = layout.columns * _PITCH, layout.rows * _PITCH
    if layout.block:
        side = layout.block * _PITCH
        thin = "".join(
            _lines_in((x, y, side, side), _PITCH, _ENDS_BEFORE_IN_BLOCK)
            for y in range(0, high, side)
            for x in range(0, wide, side)
        )
        yield Layer("rule", [f'<path d="{thin}"/>'], svg_stroke(scale.line))
        strong = _lines_in((0, 0, wide, high), side, _ENDS_BEFORE)
        yield Layer("rule", [f'<path d="{strong}"/>'], svg_stroke(4))
        return
    # On larger boards, the lines run from edge to edge, as on squared paper.
    before = 0 if layout.uses_coordinates else _ENDS_BEFORE
    lines = _lines_in((0, 0, wide, high), _PITCH, before)
    role = "hair" if layout.columns > 9 else "rule"
    yield Layer(role, [f'<path d="{lines}"/>'] if lines else [], svg_stroke(scale.line))


def _links(scene: Scene, scale: _Scale) -> Iterator[Layer]:
    """Draw lines between the centres of linked cells, with gaps for marks and names."""
    lines = "".join(_straight(scene.layout, *link) for link in scene.links)
    yield Layer("rule", _joined([lines]), svg_stroke(scale.line))
    gaps = [
        f'<circle cx="{x}" cy="{y}" r="{svg_number(0.36 * _PITCH)}"/>'
        for _, cell, x, y in _middles(scene.layout)
        if scene.marks[cell] or scene.winning_lines
    ]
    yield Layer("gap", gaps)


def _lines_in(area: tuple[int, int, int, int], every: int, before: int) -> str:
    """Return the SVG path of the lines in an area, with a gap at the area's edges."""
    x, y, wide, high = area
    down = (f"M{x + at} {y + before}v{high - 2 * before}" for at in range(every, wide, every))
    across = (f"M{x + before} {y + at}h{wide - 2 * before}" for at in range(every, high, every))
    return "".join((*down, *across))


def _outline(scene: Scene) -> Layer:
    """Draw one outline around all small boards in which the next move can be made."""
    sides: dict[_Point, list[_Point]] = defaultdict(list)
    for board in scene.open_boards if scene.small_boards else ():
        x, y, side = _block_at(scene.layout, board)
        corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            # Drop a side between two adjacent boards, because their outlines cancel out there.
            if start in sides[end]:
                sides[end].remove(start)
            else:
                sides[start].append(end)
    path = ""
    for start, ends in sides.items():
        while ends:
            at = ends.pop()
            path += f"M{start[0]} {start[1]}L{at[0]} {at[1]}"
            while at != start:
                at = sides[at].pop()
                path += "z" if at == start else f"L{at[0]} {at[1]}"
    return Layer("accent", [f'<path d="{path}"/>'] if path else [], svg_stroke(4))


def _grounds(scene: Scene, scale: _Scale) -> Iterator[Layer]:
    """Draw a background for the last move and for moves with values. Frame the best moves."""
    winning = _winning_cells(scene)
    known = scene.values.moves if scene.values else {}
    grounds: dict[str, list[str]] = defaultdict(list)
    frames = []
    side = _PITCH - 2 * scale.gap
    for place, cell in enumerate(scene.layout.cells):
        x, y = _corner_of(scene.layout, place)
        ground = _rect(x + scale.gap, y + scale.gap, side, 8)
        move = known.get(cell)
        if cell == scene.last_move and cell not in winning:
            grounds["last"].append(ground)
        elif move and move.value and not scene.layout.uses_coordinates:
            grounds[f"{move.value}-wash"].append(ground)
        if scene.values and cell in scene.values.best_moves:
            inside = scale.gap + scale.frame / 2
            frames.append(_rect(x + inside, y + inside, _PITCH - 2 * inside, 7))
    for role, shapes in sorted(grounds.items()):
        edge = svg_stroke(scale.frame / 2) if role == "last" else ""
        yield Layer(role, shapes, edge)
    yield Layer("accent", frames, svg_stroke(scale.frame))


def _ribbons(scene: Scene) -> Iterator[Layer]:
    """Draw a ribbon through each winning line, in the colour of the player who completed it."""
    layout = scene.layout
    ribbons: dict[str, list[str]] = defaultdict(list)
    completer = None
    if scene.owners and scene.last_move is not None:
        completer = scene.owners[scene.last_move]
    for line in scene.winning_lines:
        ends = [(line[0], line[-1])]
        if not (layout.small_side or lies_straight(layout, line)):
            # The line crosses an edge or runs through several layers, so draw each cell
            # separately.
            ends = [(cell, cell) for cell in line]
        for start, end in ends:
            path = f'<path d="{_straight(layout, start, end)}"/>'
            ribbons[completer or _owner_of(scene, start)].append(path)
    for mark, shapes in sorted(ribbons.items()):
        yield Layer(
            mark.lower(), shapes, svg_stroke(_RIBBON * _PITCH * (layout.small_side or 1))
        )


def _owner_of(scene: Scene, cell: int) -> str:
    """Return the player who placed a cell's mark, or the winner of the cell's small board."""
    board = scene.layout.block_at(scene.layout.cells.index(cell))
    held = scene.owner_of(cell) if board < 0 else scene.small_boards[board]
    return held if held in _MARKS else "line"


def _names(scene: Scene, scale: _Scale) -> Iterator[Layer]:
    """Draw cell names, either in the empty cells or along two sides of the board."""
    layout, height = scene.layout, scale.names
    if not layout.uses_coordinates:
        known = scene.values.moves if scene.values else {}
        # A ribbon can cover a corner of an adjacent cell, but never its middle.
        has_ribbon = bool(scene.winning_lines)
        across, down = (0, height * 0.36) if has_ribbon else (9 - _PITCH / 2, height - 20)
        if scene.links and not has_ribbon:
            across, down = -12, -14  # beside the lines
        shapes = [
            draw_text(x + across, y + down, scene.name_at(place))
            for place, cell, x, y in _middles(layout)
            if scene.marks[cell] is None and cell not in known
        ]
        anchor = "" if has_ribbon else ' text-anchor="start"'
        yield Layer("name", shapes, f'font-size="{height}"{anchor}')
        return
    half = _PITCH // 2
    above = [
        draw_text(column * _PITCH + half, -height * 0.4, layout.name_at(column)[0])
        for column in range(layout.columns)
    ]
    beside = [
        draw_text(-height * 0.75, row * _PITCH + half + height * 0.36, row + 1)
        for row in range(layout.rows)
    ]
    yield Layer("name", above + beside, f'font-size="{height}"')
    if scene.small_boards and not scene.winning_lines:
        corners = (_block_at(layout, board)[:2] for board in range(len(scene.small_boards)))
        numbers = [draw_text(x + 5, y + 15, at) for at, (x, y) in enumerate(corners, start=1)]
        yield Layer("name", numbers, 'font-size="13" text-anchor="start"')


def _marks(scene: Scene) -> Iterator[Layer]:
    """Draw the marks. Marks on a ribbon are smaller and drawn in the background colour."""
    winning = _winning_cells(scene)
    is_won = bool(winning)
    wide = scene.layout.uses_coordinates
    shapes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for place, cell, x, y in _middles(scene.layout):
        mark = scene.marks[cell]
        if mark is None:
            continue
        is_joined = cell in winning
        look = ""
        if _is_closed(scene, place):
            look = f' opacity="{_PALE}"'
        elif cell == scene.vanishing:
            look = _VANISHING
        elif is_won and not is_joined:
            look = f' opacity="{_BESIDE_THE_WINNER}"'
        size = 0.86 if is_joined and not scene.layout.small_side else 1
        role = "won" if is_joined else str(scene.owner_of(cell)).lower()
        if scene.texts:
            text = scene.texts[cell] or ""
            height = min(36.0, 60 / max(1, len(text))) * size
            key = (f"{role}-text", f'font-size="{svg_number(height)}" font-weight="700"{look}')
            shapes[key].append(draw_text(x, y + height * 0.36, text))
            continue
        stroke = svg_stroke((10 if wide else 9) * size)
        shapes[role, f"{stroke}{look}"].append(draw_mark(mark, x, y, _PITCH * size))
    for (role, attributes), drawn in sorted(shapes.items()):
        yield Layer(role, drawn, attributes)


def draw_mark(mark: str, x: float, y: float, size: float) -> str:
    """Draw an X (two strokes) or an O (a ring) in a cell of a given size."""
    if mark == "O":
        return (
            f'<circle cx="{svg_number(x)}" cy="{svg_number(y)}" r="{svg_number(0.25 * size)}"/>'
        )
    cross = round(0.23 * size)
    full = 2 * cross
    start = f"M{svg_number(x - cross)} {svg_number(y - cross)}"
    return f'<path d="{start}l{full} {full}m0-{full}l-{full} {full}"/>'


def _values(scene: Scene, scale: _Scale) -> Iterator[Layer]:
    if scene.values is None:
        return
    middles = ((cell, x, y) for _, cell, x, y in _middles(scene.layout))
    if scene.layout.uses_coordinates:
        yield from _draw_small_values(scene.values, middles, scale.values)
    else:
        yield from _draw_values(scene.values, middles)


def _won_boards(scene: Scene, *, open_ones: bool) -> Iterator[Layer]:
    """Draw large marks over small boards that have been won: the open or the closed ones."""
    layout = scene.layout
    joined = {layout.block_at(layout.cells.index(cell)) for cell in _winning_cells(scene)}
    shapes: dict[str, list[str]] = defaultdict(list)
    for board, winner in enumerate(scene.small_boards):
        if winner not in _MARKS or (board in scene.open_boards) != open_ones:
            continue
        x, y, side = _block_at(layout, board)
        middle = side // 2
        role = "won" if board in joined else str(winner).lower()
        shapes[role].append(draw_mark(str(winner), x + middle, y + middle, side))
    pale = f' opacity="{_PALE}"' if open_ones else ""
    for role, drawn in sorted(shapes.items()):
        yield Layer(role, drawn, f"{svg_stroke(0.13 * layout.block * _PITCH)}{pale}")


def _winning_cells(scene: Scene) -> set[int]:
    return {cell for line in scene.winning_lines for cell in line}


def _is_closed(scene: Scene, place: int) -> bool:
    """Return True if the cell at a place is in a closed small board."""
    board = scene.layout.block_at(place)
    if board < 0 or board in scene.open_boards:
        return False
    return scene.small_boards[board] is not None


def _block_at(layout: Layout, board: int) -> tuple[int, int, int]:
    """Return the x and y coordinates of a small board's corner, and its side length."""
    side = layout.block * _PITCH
    row, column = divmod(board, layout.columns // layout.block)
    return column * side, row * side, side


def _rect(x: float, y: float, side: float, corner: int) -> str:
    at, long = f'x="{svg_number(x)}" y="{svg_number(y)}"', svg_number(side)
    rounded = f' rx="{corner}"' if corner else ""
    return f'<rect {at} width="{long}" height="{long}"{rounded}/>'


def _straight(layout: Layout, start: int, end: int) -> str:
    """Return the SVG path of a line between two cells or between their small boards."""
    (x1, y1), (x2, y2) = _goal_of(layout, start), _goal_of(layout, end)
    return f"M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}"


def _goal_of(layout: Layout, cell: int) -> tuple[float, float]:
    """Return an end point for a line: the centre of a cell or of the cell's small board."""
    place = layout.cells.index(cell)
    side = layout.small_side or 1
    row, column = divmod(place, layout.columns)
    middle = side * _PITCH / 2
    return column // side * side * _PITCH + middle, row // side * side * _PITCH + middle


def _corner_of(layout: Layout, place: int) -> tuple[int, int]:
    row, column = divmod(place, layout.columns)
    return column * _PITCH, row * _PITCH


def _middles(layout: Layout) -> Iterator[tuple[int, int, int, int]]:
    """Yield each place with its cell and the coordinates of the cell's centre."""
    for place, cell in enumerate(layout.cells):
        x, y = _corner_of(layout, place)
        yield place, cell, x + _PITCH // 2, y + _PITCH // 2


def _describe(scene: Scene) -> str:
    names = {cell: scene.name_at(at) for at, cell in enumerate(scene.layout.cells)}

    def listed(cells: Iterable[int]) -> str:
        return join_and(names[cell] for cell in cells)

    texts = _describe_texts(scene, names) if scene.texts else []
    for mark in () if scene.texts else _MARKS:
        marked = [cell for cell in scene.layout.cells if scene.marks[cell] == mark]
        texts.append(
            _("{mark}: {squares}.", mark=mark, squares=listed(marked))
            if marked
            else _("{mark}: none.", mark=mark)
        )
    if scene.last_move is not None:
        texts.append(_("Last move: {square}.", square=names[scene.last_move]))
    if scene.vanishing is not None:
        texts.append(_("Vanishes next: {square}.", square=names[scene.vanishing]))
    texts += [_("Row: {squares}.", squares=listed(line)) for line in scene.winning_lines]
    texts += _describe_boards(scene)
    texts += _describe_values(scene, names)
    return join_sentences(*texts)


def _describe_texts(scene: Scene, names: Mapping[int, str]) -> list[str]:
    placed = [
        f"{name}={scene.texts[cell]}" for cell, name in names.items() if scene.marks[cell]
    ]
    return [_("Placed: {squares}.", squares=join_and(placed)) if placed else _("Placed: none.")]


def _describe_boards(scene: Scene) -> Iterator[str]:
    def boards_with(result: str) -> list[int]:
        return [at for at, known in enumerate(scene.small_boards) if known == result]

    for mark in ("X", "O"):
        if won := boards_with(mark):
            yield ngettext(
                "{mark} has won board {boards}.",
                "{mark} has won boards {boards}.",
                len(won),
                mark=mark,
                boards=_list_boards(won),
            )
    if drawn := boards_with("draw"):
        yield ngettext(
            "Board {boards} is a draw.",
            "Boards {boards} are draws.",
            len(drawn),
            boards=_list_boards(drawn),
        )
    if scene.open_boards:
        yield ngettext(
            "Board {boards} is open.",
            "Boards {boards} are open.",
            len(scene.open_boards),
            boards=_list_boards(scene.open_boards),
        )


def _list_boards(boards: Iterable[int]) -> str:
    return join_and(str(board + 1) for board in boards)


def _describe_values(scene: Scene, names: Mapping[int, str]) -> Iterator[str]:
    if not scene.values or not scene.values.moves:
        return
    by_value: dict[str, list[str]] = defaultdict(list)
    for cell in scene.layout.cells:
        move = scene.values.moves.get(cell)
        if move is not None:
            by_value[describe_drawn_value(move)[0]].append(names[cell])
    for value, squares in by_value.items():
        yield _("{value}: {squares}.", value=value.capitalize(), squares=join_and(squares))
    if scene.values.best_moves:
        best = join_and(names[cell] for cell in scene.values.best_moves)
        yield _("Best: {squares}.", squares=best)
