"""Pictures of boards: a layout and marks become the text of an SVG.

A picture needs nothing around it: no script, no font, no other file, no front
end. It is drawn on paper of its own, so it can be read on a page of any colour,
and the same scene gives the same text. The shapes and colours are those of the
widget's board; no rule of a game is known here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal, NamedTuple, Protocol
from zlib import crc32

from .layout import Layout
from .markup import escape


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
class Scene:
    """All that a picture of a board shows."""

    layout: Layout
    """Places where the cells are drawn."""
    marks: Sequence[str | None]
    """Mark in each cell, ``"X"`` or ``"O"``, by cell index; None where it is empty."""
    title: str
    """Sentence that stands for the picture where it is read aloud."""
    winning_lines: Iterable[Sequence[int]] = ()
    """Lines that ended the game, each as its cells in order."""
    last_move: int | None = None
    """Cell played last; None where no move is marked."""
    small_boards: Sequence[str | None] = ()
    """Winner of each small board, ``"draw"`` where it is full, None where it is open."""
    open_boards: Sequence[int] = ()
    """Small boards that may be played now."""
    values: Worth | None = None
    """Worth of the moves, where that is to be shown."""
    cell_names: Sequence[str] = ()
    """Signs in empty cells, by cell index; ``()`` for the names of the layout."""

    def name_at(self, place: int) -> str:
        """Return what the cell at a place of the layout is called."""
        if self.cell_names:
            return self.cell_names[self.layout.cells[place]]
        return self.layout.name_at(place)


# Sizes are in units of the picture: a cell takes 60, and its tile leaves a gap of 4.

_PITCH = 60
_TILE = 56
_CROSS = 15  # from the middle of an X to its ends, across
_RING = 16  # radius of an O
_STROKE = 6  # of a mark
_PADDING = 6


class _Scale(NamedTuple):
    """Sizes that depend on how many columns there are, so that details stay visible."""

    pixels: int
    """Width of a cell in a picture of no given size."""
    names: int
    """Height of the letters of numbers and coordinates."""
    frame: int
    """Width of the frame around a cell that stands out."""
    line: int
    """Width of a winning line."""


def _scale_of(layout: Layout) -> _Scale:
    if layout.columns <= 5:
        return _Scale(pixels=72, names=13, frame=2, line=4)
    if layout.columns <= 9:
        return _Scale(pixels=48, names=16, frame=3, line=5)
    return _Scale(pixels=28, names=22, frame=4, line=6)


_Colour = tuple[str, str]
"""A colour on light paper and on dark paper, as ``#rrggbb``."""

_PAPER: _Colour = ("#ffffff", "#16181d")
_INK: _Colour = ("#1b1f24", "#e8eaed")
_BLUE: _Colour = ("#1558c0", "#8ab8ff")
_ORANGE: _Colour = ("#b3400a", "#ffb37a")
_GREEN: _Colour = ("#157a3c", "#7ddc9b")
_RED: _Colour = ("#a3180f", "#ffb4ab")


def _mix(colour: _Colour, percent: int) -> _Colour:
    """Return so much of a colour on the paper."""

    def mixed(ink: str, paper: str) -> str:
        pairs = ((int(ink[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5))
        parts = [round((a * percent + b * (100 - percent)) / 100) for a, b in pairs]
        return "#" + "".join(f"{part:02x}" for part in parts)

    return mixed(colour[0], _PAPER[0]), mixed(colour[1], _PAPER[1])


_RULE = _mix(_INK, 18)
_EDGE = _mix(_INK, 52)

_ROLES: Mapping[str, tuple[_Colour | None, _Colour | None]] = {
    "paper": (_PAPER, None),
    "name": (_mix(_INK, 68), None),
    "tile": (_mix(_INK, 5), _RULE),
    "open": (_mix(_BLUE, 12), _RULE),
    "last": (_PAPER, _EDGE),
    "won": (_mix(_GREEN, 12), _GREEN),
    "win": (_mix(_GREEN, 22), _RULE),
    "loss": (_mix(_RED, 18), _RULE),
    "best": (None, _INK),
    "worth": (_INK, None),
    "rule": (None, _EDGE),
    "x": (None, _BLUE),
    "o": (None, _ORANGE),
    "play": (None, _BLUE),
    "line": (None, _GREEN),
}
"""Colours of what is drawn, as fill and stroke, by the name that is its class in the SVG."""

# The colours are attributes, for light paper. Where styles are understood, they follow
# the host: inside a page its own scheme, Jupyter's theme first; as an image of its own
# what the reader prefers. A reader that does not know `light-dark` skips all of it.
_FOLLOW_HOST = (
    ".ttt-picture{forced-color-adjust:none}"
    ".ttt-picture:root{color-scheme:light dark}"
    ".ttt-picture:not(:root){max-width:100%;height:auto}"
    ":is([data-jp-theme-light=true],.vscode-light) .ttt-picture{color-scheme:light}"
    ":is([data-jp-theme-light=false],.vscode-dark,.dark) .ttt-picture{color-scheme:dark}"
    "@media print{.ttt-picture{color-scheme:light!important}}"
)


class _Layer(NamedTuple):
    """Shapes of one role, drawn one after the other."""

    role: str
    """Name in `_ROLES`."""
    shapes: Sequence[str]
    """Elements of SVG."""
    attributes: str = ""
    """Attributes of all the shapes, besides their colours."""

    def __str__(self) -> str:
        fill, stroke = _ROLES[self.role]
        colours = f'fill="{fill[0] if fill else "none"}"'
        if stroke:
            colours += f' stroke="{stroke[0]}"'
        attributes = f" {self.attributes}" if self.attributes else ""
        return f'<g class="ttt-p-{self.role}" {colours}{attributes}>{"".join(self.shapes)}</g>'


def draw_board(scene: Scene, size: int | None = None) -> str:
    """Return a picture of a board as the text of an SVG.

    Parameters
    ----------
    scene : Scene
        What to show.
    size : int, optional
        Width of the picture in pixels; by default what the board needs.
    """
    layout, scale = scene.layout, _scale_of(scene.layout)
    margin = _PADDING + (scale.names * 3 // 2 if layout.uses_coordinates else 0)
    width = margin + layout.columns * _PITCH + _PADDING
    height = margin + layout.rows * _PITCH + _PADDING
    box = f'x="{-margin}" y="{-margin}" width="{width}" height="{height}"'
    paper = _Layer("paper", [f'<rect {box} rx="10"/>'])
    layers = [layer for layer in (paper, *_layers(scene, scale)) if layer.shapes]
    drawn = "".join(map(str, layers))
    title, description = escape(scene.title), escape(_describe(scene))
    # Several pictures may stand on one page; equal names then belong to equal pictures.
    key = f"ttt-{crc32(f'{title}{description}{drawn}'.encode()):08x}"
    if size is None:
        size = round(width * scale.pixels / _PITCH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt-picture" role="img" '
        f'aria-labelledby="{key}-t {key}-d" width="{size}" '
        f'height="{_number(size * height / width)}" '
        f'viewBox="{-margin} {-margin} {width} {height}">'
        f'<title id="{key}-t">{title}</title><desc id="{key}-d">{description}</desc>'
        f"<style>{_style(layer.role for layer in layers)}</style>{drawn}</svg>"
    )


def _style(roles: Iterable[str]) -> str:
    rules = []
    for role in dict.fromkeys(roles):
        named = zip(("fill", "stroke"), _ROLES[role], strict=True)
        colours = (f"{key}:light-dark({pair[0]},{pair[1]})" for key, pair in named if pair)
        rules.append(f".ttt-picture .ttt-p-{role}{{{';'.join(colours)}}}")
    return f"@supports(color:light-dark(red,red)){{{_FOLLOW_HOST}{''.join(rules)}}}"


def _layers(scene: Scene, scale: _Scale) -> Iterator[_Layer]:
    yield from _tiles(scene, scale)
    yield _block_rules(scene.layout)
    yield from _names(scene, scale)
    yield from _marks(scene)
    yield from _worths(scene)
    yield from _small_boards(scene)
    yield _lines(scene, scale)


def _tiles(scene: Scene, scale: _Scale) -> Iterator[_Layer]:
    """Draw the cells, those that look alike in one layer, and the frames of the best moves."""
    winning = {cell for line in scene.winning_lines for cell in line}
    tiles: dict[tuple[str, bool], list[str]] = defaultdict(list)
    best = []
    corner = 7 if scene.layout.columns <= 5 else 9
    for place, cell in enumerate(scene.layout.cells):
        x, y = _corner_of(scene.layout, place)
        rect = f'<rect x="{x + 2}" y="{y + 2}" width="{_TILE}" height="{_TILE}" rx="{corner}"/>'
        tiles[_role_of(scene, place, winning), _is_faded(scene, place)].append(rect)
        if scene.values and cell in scene.values.best_moves:
            best.append(rect)
    for (role, is_faded), shapes in sorted(tiles.items()):
        width = scale.frame if role in {"last", "won"} else 1
        yield _Layer(role, shapes, f'stroke-width="{width}"{_opacity(is_faded)}')
    yield _Layer("best", best, f'stroke-width="{scale.frame}"')


def _role_of(scene: Scene, place: int, winning: set[int]) -> str:
    """Return the role of a cell: what about it is to be seen first."""
    cell = scene.layout.cells[place]
    if cell in winning:
        return "won"
    if cell == scene.last_move:
        return "last"
    move = scene.values.moves.get(cell) if scene.values else None
    if move and move.value in {"win", "loss"}:
        return str(move.value)
    is_open = scene.layout.block_at(place) in scene.open_boards
    return "open" if is_open and scene.marks[cell] is None else "tile"


def _is_faded(scene: Scene, place: int) -> bool:
    """Return whether a cell lies in a small board that is closed."""
    board = scene.layout.block_at(place)
    if board < 0 or board in scene.open_boards:
        return False
    return scene.small_boards[board] is not None


def _opacity(is_faded: bool) -> str:
    return ' opacity=".4"' if is_faded else ""


def _block_rules(layout: Layout) -> _Layer:
    """Draw the rules between small boards."""
    shapes = []
    if layout.block:
        wide, high = layout.columns * _PITCH, layout.rows * _PITCH
        step = layout.block * _PITCH
        shapes = [f'<path d="M{x} 0v{high}"/>' for x in range(step, wide, step)]
        shapes += [f'<path d="M0 {y}h{wide}"/>' for y in range(step, high, step)]
    return _Layer("rule", shapes, 'stroke-width="2"')


def _names(scene: Scene, scale: _Scale) -> Iterator[_Layer]:
    """Write what people call the cells: in the empty ones, or along two sides."""
    layout, height = scene.layout, scale.names
    font = _font(height)
    if not layout.uses_coordinates:
        known = scene.values.moves if scene.values else {}
        shapes = [
            _text(x, y + height * 0.36, scene.name_at(place))
            for place, cell, x, y in _middles(layout)
            if scene.marks[cell] is None and cell not in known
        ]
        yield _Layer("name", shapes, font)
        return
    half = _PITCH // 2
    across = [
        _text(column * _PITCH + half, -height * 0.4, layout.name_at(column)[0])
        for column in range(layout.columns)
    ]
    down = [
        _text(-height * 0.75, row * _PITCH + half + height * 0.36, row + 1)
        for row in range(layout.rows)
    ]
    yield _Layer("name", across + down, font)


def _marks(scene: Scene) -> Iterator[_Layer]:
    shapes: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for place, cell, x, y in _middles(scene.layout):
        mark = scene.marks[cell]
        if mark is not None:
            shape = _mark(mark, x, y, _CROSS, _RING)
            shapes[mark, _is_faded(scene, place)].append(shape)
    for (mark, is_faded), drawn in sorted(shapes.items()):
        yield _Layer(mark.lower(), drawn, f"{_pen(_STROKE)}{_opacity(is_faded)}")


def _mark(mark: str, x: int, y: int, cross: int, ring: int) -> str:
    """Draw an X as two strokes, an O as a ring."""
    if mark == "O":
        return f'<circle cx="{x}" cy="{y}" r="{ring}"/>'
    full = 2 * cross
    return f'<path d="M{x - cross} {y - cross}l{full} {full}m0-{full}l-{full} {full}"/>'


def _worths(scene: Scene) -> Iterator[_Layer]:
    """Write the worth of the moves: a sign, and how soon or how likely."""
    if not scene.values:
        return
    signs, words = [], []
    is_large = scene.layout.uses_coordinates
    for _, cell, x, y in _middles(scene.layout):
        move = scene.values.moves.get(cell)
        if move is None:
            continue
        sign, word, short = _worth(move)
        if is_large:
            signs.append(_text(x, y + 6, sign + short))
        else:
            signs.append(_text(x, y + 3, sign))
            words.append(_text(x, y + 17, word))
    yield _Layer("worth", signs, f'{_font(17 if is_large else 24)} font-weight="bold"')
    yield _Layer("worth", words, _font(11))


def _worth(move: MoveWorth) -> tuple[str, str, str]:
    """Return the worth of a move as a sign, in words, and in as few characters as will do."""
    if move.value is None:
        percent = int((move.score + 1) * 50 + 0.5)
        return "≈", f"{percent} %", str(percent)
    sign = {"win": "+", "draw": "=", "loss": "\N{MINUS SIGN}"}[move.value]
    if move.value == "draw" or move.remoteness is None:
        return sign, move.value, ""
    return sign, f"{move.value} in {move.remoteness}", str(move.remoteness)


def _small_boards(scene: Scene) -> Iterator[_Layer]:
    """Draw the small boards that are won, and frames around those that may be played."""
    layout = scene.layout
    side = layout.block * _PITCH
    won: dict[str, list[str]] = defaultdict(list)
    frames = []
    for board, result in enumerate(scene.small_boards):
        row, column = divmod(board, layout.columns // layout.block)
        x, y = column * side, row * side
        if result in {"X", "O"}:
            middle = side // 2
            cross, ring = round(side * 0.26), round(side * 0.28)
            won[str(result)].append(_mark(str(result), x + middle, y + middle, cross, ring))
        if board in scene.open_boards:
            frame = f'x="{x + 1}" y="{y + 1}" width="{side - 2}" height="{side - 2}"'
            frames.append(f'<rect {frame} rx="10"/>')
    for mark, shapes in sorted(won.items()):
        yield _Layer(mark.lower(), shapes, f'{_pen(round(side * 0.09))} opacity=".85"')
    yield _Layer("play", frames, 'stroke-width="4"')


def _lines(scene: Scene, scale: _Scale) -> _Layer:
    """Draw the winning lines, a third of a cell longer at both ends."""
    layout = scene.layout
    shapes = []
    for line in scene.winning_lines:
        (x1, y1), (x2, y2) = _goal_of(layout, line[0]), _goal_of(layout, line[-1])
        length = hypot(x2 - x1, y2 - y1) or 1
        dx, dy = (x2 - x1) / length * 20, (y2 - y1) / length * 20
        ends = (x1 - dx, y1 - dy, x2 + dx, y2 + dy)
        shapes.append('<path d="M{} {}L{} {}"/>'.format(*map(_number, ends)))
    return _Layer("line", shapes, _pen(scale.line))


def _goal_of(layout: Layout, cell: int) -> tuple[float, float]:
    """Return where a line is drawn to: the middle of a cell, or of its small board."""
    place = layout.cells.index(cell)
    side = layout.block or 1
    row, column = divmod(place, layout.columns)
    middle = side * _PITCH / 2
    return column // side * side * _PITCH + middle, row // side * side * _PITCH + middle


def _corner_of(layout: Layout, place: int) -> tuple[int, int]:
    row, column = divmod(place, layout.columns)
    return column * _PITCH, row * _PITCH


def _middles(layout: Layout) -> Iterator[tuple[int, int, int, int]]:
    """Yield each place with its cell and the middle of it."""
    for place, cell in enumerate(layout.cells):
        x, y = _corner_of(layout, place)
        yield place, cell, x + _PITCH // 2, y + _PITCH // 2


def _pen(width: int) -> str:
    return f'stroke-width="{width}" stroke-linecap="round"'


def _font(height: int) -> str:
    return f'font-family="system-ui,sans-serif" font-size="{height}" text-anchor="middle"'


def _text(x: float, y: float, content: object) -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}">{escape(content)}</text>'


def _number(value: float) -> str:
    """Write a number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def _describe(scene: Scene) -> str:
    """Say what the picture shows, in whole sentences."""
    names = {cell: scene.name_at(at) for at, cell in enumerate(scene.layout.cells)}

    def listed(cells: Iterable[int]) -> str:
        return ", ".join(names[cell] for cell in cells)

    said = []
    for mark in ("X", "O"):
        held = [cell for cell in scene.layout.cells if scene.marks[cell] == mark]
        said.append(f"{mark}: {listed(held) or 'none'}.")
    if scene.last_move is not None:
        said.append(f"Last move: {listed([scene.last_move])}.")
    said += [f"Line: {listed(line)}." for line in scene.winning_lines]
    said += _describe_boards(scene)
    said += _describe_worths(scene, names)
    return " ".join(said)


def _describe_boards(scene: Scene) -> Iterator[str]:
    for result, words in (("X", "Won by X"), ("O", "Won by O"), ("draw", "Drawn")):
        boards = [at for at, known in enumerate(scene.small_boards, start=1) if known == result]
        if boards:
            yield f"{words}: board {', '.join(map(str, boards))}."
    if scene.open_boards:
        yield f"Open: board {', '.join(str(board + 1) for board in scene.open_boards)}."


def _describe_worths(scene: Scene, names: Mapping[int, str]) -> Iterator[str]:
    if not scene.values or not scene.values.moves:
        return
    by_worth: dict[str, list[str]] = defaultdict(list)
    for cell in scene.layout.cells:
        move = scene.values.moves.get(cell)
        if move is not None:
            by_worth[_worth(move)[1]].append(names[cell])
    worths = (f"{word}: {', '.join(called)}" for word, called in by_worth.items())
    yield f"Moves: {'; '.join(worths)}."
    if scene.values.best_moves:
        yield f"Best: {', '.join(names[cell] for cell in scene.values.best_moves)}."
