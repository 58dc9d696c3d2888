"""Pages to print: worksheets with puzzles, and sheets for lessons without a computer."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import svg_number
from tictactoe_widget.rules.state import MARKS, Mark, opponent
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import ENGLISH, N_, _, language_in_use, localized, ngettext
from tictactoe_widget.validation import as_tuple, brief, check_choice, check_kind, write_whole

from .learning.machines import Menace
from .puzzle import Puzzle

SheetKind = Literal["program", "menace", "hexapawn"]
"""Kind of sheet for a lesson without a computer."""

_ON_A_PAGE = 6  # number of puzzles on one page, in two columns

_ANSWERS_ON_A_PAGE = 30  # number of answers on one page, in two columns

_BOXES_ON_A_PAGE = 24  # number of matchboxes on one page, in four columns

_LINES_OF_A_PROGRAM = 10

PICTURE = 174  # longer side of a board's picture, in pixels (46 mm)

_STYLE = """
@page { margin: 14mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 182mm; color: #000; background: #fff;
  font: 12pt/1.35 system-ui, sans-serif; }
.page { break-after: page; }
.page:last-child { break-after: auto; }
header { display: flex; justify-content: space-between; align-items: end; gap: 10mm;
  height: 14mm; margin-bottom: 4mm; border-bottom: 0.3mm solid #000; }
h1 { margin: 0 0 2mm; font-size: 16pt; }
header p { margin: 0 0 2mm; white-space: nowrap; }
.puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 12mm; }
figure { display: grid; grid-template-rows: auto 46mm 7mm; gap: 2mm; margin: 0;
  break-inside: avoid; }
figcaption { height: 11mm; overflow-wrap: anywhere; }
figure > svg { justify-self: center; }
figure [class^="ttt-p-"] { fill: none; stroke: #000; }
figure .ttt-p-paper { stroke: none; }
figure :is(.ttt-p-rule, .ttt-p-hair) { stroke: #666; }
figure .ttt-p-name { fill: #444; stroke: none; }
figure :is(.ttt-p-open, .ttt-p-x-wash, .ttt-p-o-wash) { stroke: none; }
.answer { border-bottom: 0.2mm solid #000; }
ol { columns: 2; margin: 0; padding-inline-start: 8mm; }
li { break-inside: avoid; padding-bottom: 1mm; }
.steps { columns: 1; }
.program li { padding-bottom: 7mm; }
.boxes { display: grid; grid-template-columns: repeat(4, 1fr); gap: 2mm 4mm; }
.boxes figure { display: block; text-align: center; font-size: 8pt; }
.boxes figcaption { height: auto; }
.drawing { width: 30mm; height: 30mm; fill: none; stroke: #000; stroke-linecap: round;
  font: 9px system-ui, sans-serif; text-anchor: middle; }
.drawing text { fill: #000; stroke: none; }
.drawing .label { fill: #fff; stroke: none; }
table { width: 100%; border-collapse: collapse; }
td, th { height: 8mm; border: 0.2mm solid #000; font-weight: normal; }
"""


@dataclass(frozen=True)
class Worksheet(Serializable):
    """HTML worksheet to print in black and white, on A4 or Letter paper.

    A notebook shows the worksheet's pages one below the other.
    """

    _keys = ("title", "puzzles")

    title: str
    """Title at the top of every page."""
    puzzles: tuple[Puzzle, ...]
    """Puzzles on the worksheet, in the order in which they are numbered."""
    _pages: Sequence[str] = field(repr=False)
    _language: str = field(default=ENGLISH, repr=False)

    def to_html(self) -> str:
        """Return the document as HTML that needs no scripts, fonts or network access."""
        pages = "".join(f'<section class="page">{page}</section>' for page in self._pages)
        return (
            f'<!doctype html><html lang="{self._language}"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head>"
            f'<body dir="auto">{pages}</body></html>'
        )

    def write(self, path: str | PathLike[str]) -> None:
        """Write the document to a file that any browser can open and print.

        An existing file is not replaced until the new document is complete.

        Raises
        ------
        TypeError
            If `path` is neither a str nor a path.
        ValueError
            If the file name has an extension other than ``.html`` or ``.htm``.
        """
        check_kind(path, "path", str, PathLike, expected="the name of a file")
        kind = Path(path).suffix.lower()
        # The 2 in a name such as week.2 is not an extension.
        if kind not in ("", ".html", ".htm") and not kind[1:].isdigit():
            raise ValueError(
                f"path must end in .html, not {brief(str(path))}: to get a PDF, print "
                "the HTML file in a browser"
            )
        write_whole(path, self.to_html().encode())

    def _repr_html_(self) -> str:
        """Return HTML for a notebook, with the document in a separate frame."""
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" sandbox title="{escape(self.title)}" '
            'style="width:100%;height:40em;border:1px solid #8a8298;background:#fff"></iframe>'
        )


def _head(title: str, right: str = "") -> str:
    return f"<header><h1>{escape(title)}</h1><p>{right}</p></header>"


def _name_head(title: str) -> str:
    return _head(title, escape(_("Name:")) + "&nbsp;" + "_" * 24)


def _in_parts(items: Sequence[Any], length: int) -> list[Sequence[Any]]:
    return [items[at : at + length] for at in range(0, len(items), length)]


# Worksheets: puzzles on pages to print, with the answers on separate pages.


def worksheet(puzzles: Iterable[Puzzle], title: str | None = None) -> Worksheet:
    """Create a worksheet of puzzles to print.

    Parameters
    ----------
    puzzles : iterable of Puzzle
        One or more puzzles, of any kind and with any rules.
    title : str, optional
        Title at the top of every page, from 1 to 40 characters long. The default is
        "Tic-tac-toe puzzles", in the language that `set_language` has chosen.

    Raises
    ------
    TypeError
        If an item is not a puzzle, or if `title` is not a str.
    ValueError
        If `puzzles` is empty, or if the title is empty or too long for one line.

    Examples
    --------
    >>> from tictactoe_widget.classroom import puzzles
    >>> sheet = worksheet(puzzles("standard", "fork", count=6), title="Forks")
    >>> sheet.to_html().count("<svg"), sheet.to_html().count("<li>")
    (6, 6)
    """
    if title is not None and not 1 <= len(check_kind(title, "title", str).strip()) <= 40:
        raise ValueError(f"title must be text of 1 to 40 characters, not {brief(title)}")
    given = as_tuple(puzzles, "puzzles")
    for puzzle in given:
        if not isinstance(puzzle, Puzzle):
            raise TypeError(f"puzzles must contain Puzzle objects only, not {brief(puzzle)}")
    if not given:
        raise ValueError("puzzles must contain at least one puzzle")
    return _make_worksheet(given, title)


@localized
def _make_worksheet(puzzles: tuple[Puzzle, ...], title: str | None) -> Worksheet:
    title = _("Tic-tac-toe puzzles") if title is None else title.strip()
    return Worksheet(title, puzzles, tuple(_puzzle_pages(title, puzzles)), language_in_use())


_Numbered = tuple[int, Puzzle]


def _puzzle_pages(title: str, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    numbered = list(enumerate(puzzles, 1))
    for page in _in_parts(numbered, _ON_A_PAGE):
        figures = "".join(map(_numbered_figure, page))
        yield f'{_name_head(title)}<div class="puzzles">{figures}</div>'
    for page in _in_parts(numbered, _ANSWERS_ON_A_PAGE):
        answers = "".join(map(_answer, page))
        yield f'{_head(title, escape(_("Answers")))}<ol start="{page[0][0]}">{answers}</ol>'


def _numbered_figure(numbered: _Numbered) -> str:
    number, puzzle = numbered
    layout = puzzle.game.rules.layout
    picture = puzzle.game.to_svg(
        size=PICTURE * layout.columns // max(layout.columns, layout.rows)
    )
    return (
        f"<figure><figcaption><b>{number}.</b> {escape(puzzle.task)}</figcaption>"
        f'{picture}<div class="answer"></div></figure>'
    )


def _answer(numbered: _Numbered) -> str:
    return f"<li>{escape(numbered[1].answer)}</li>"


# Sheets for lessons without a computer, with boards that have nine squares.


@localized
def paper_sheet(kind: SheetKind) -> Worksheet:
    """Create a sheet to print for a lesson without a computer.

    Parameters
    ----------
    kind : {"program", "menace", "hexapawn"}
        Kind of sheet. ``"program"`` contains a form for writing a program on paper, and a table
        for a tournament of programs. ``"menace"`` contains the 304 boxes for a MENACE that
        moves first. ``"hexapawn"`` contains the 19 boxes for a machine that learns hexapawn.

    Raises
    ------
    ValueError
        If `kind` is not the name of a kind of sheet.

    Examples
    --------
    >>> from tictactoe_widget.classroom import paper_sheet
    >>> paper_sheet("menace").to_html().count("<figure>")
    304
    """
    check_choice(kind, "kind", tuple(_SHEETS))
    title, make_pages = _SHEETS[kind]
    title = _(title)
    return Worksheet(title, (), tuple(make_pages(title)), language_in_use())


def _draw(marks: str, *shapes: str) -> str:
    """Draw nine squares (each 20 units wide), marks, and other shapes on top of the marks."""
    grid = '<path d="M20 0V60M40 0V60M0 20H60M0 40H60M0 0H60V60H0Z" stroke-width=".8"/>'
    drawn = "".join(_MARK_SHAPES[mark](*_centre(at)) for at, mark in enumerate(marks))
    return (
        '<svg class="drawing" viewBox="-1 -1 62 62" aria-hidden="true">'
        f"{grid}{drawn}{''.join(shapes)}</svg>"
    )


def _centre(cell: int) -> tuple[int, int]:
    return 20 * (cell % 3) + 10, 20 * (cell // 3) + 10


_MARK_SHAPES: Mapping[str, Callable[[int, int], str]] = {
    "X": lambda x, y: f'<path d="M{x - 5} {y - 5}l10 10m0-10l-10 10" stroke-width="2"/>',
    "O": lambda x, y: f'<circle cx="{x}" cy="{y}" r="5.5" stroke-width="2"/>',
    ".": lambda _x, _y: "",
}


def _text(x: float, y: float, content: object) -> str:
    return f'<text x="{svg_number(x)}" y="{svg_number(y + 3)}">{escape(content)}</text>'


def _square_numbers(cells: Iterable[int]) -> str:
    return "".join(_text(*_centre(cell), cell + 1) for cell in cells)


def _steps(steps: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return f'<ol class="steps">{items}</ol>'


def _boxes(title: str, boxes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield pages of numbered boxes. Each box is given as a caption and a picture."""
    figures = [
        f"<figure>{picture}<figcaption><b>{number}</b> {escape(caption)}</figcaption></figure>"
        for number, (caption, picture) in enumerate(boxes, 1)
    ]
    for page in _in_parts(figures, _BOXES_ON_A_PAGE):
        yield f'{_head(title)}<div class="boxes">{"".join(page)}</div>'


def _program_pages(title: str) -> Iterator[str]:
    lines = "".join(
        f"<li>{escape(_('If {gap}, play {end}.', gap='_' * 38, end='_' * 18))}</li>"
        for _number in range(_LINES_OF_A_PROGRAM - 1)
    )
    last = _("Otherwise, play the first free square in this list: {gap}", gap="_" * 18)
    steps = (
        _("The program plays X. The program never thinks: it only does what its lines say."),
        _("Before each move, read the lines from the top."),
        _("The first line whose condition is true gives the move. Skip the other lines."),
    )
    yield (
        f"{_name_head(title)}{_steps(steps)}{_draw('.' * 9, _square_numbers(range(9)))}"
        f'<ol class="steps program">{lines}<li>{escape(last)}</li></ol>'
    )
    columns = (
        _("Program for X"),
        _("Who plays O"),
        _("Moves"),
        _("Result"),
        _("Faulty line"),
    )
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    row = f"<tr>{'<td></td>' * len(columns)}</tr>"
    boards = "".join(f"<figure>{_draw('.' * 9)}</figure>" for _number in range(8))
    yield (
        f"{_head(_('A tournament on paper'))}"
        f'<div class="boxes">{boards}</div><table><tr>{head}</tr>{row * 12}</table>'
    )


def _menace_pages(title: str) -> Iterator[str]:
    steps = (
        _("Cut the boxes out and stick each one on a matchbox. Give each square a colour."),
        _(
            "For each numbered square in a box, put in beads of its colour. The number of "
            "beads is printed below the box."
        ),
        _(
            "MENACE plays X. Before each move, find the box that matches the board. You can "
            "turn or mirror the board."
        ),
        _("Take a bead without looking. Its colour is the move. Put it on the open box."),
        _("If MENACE wins, put each bead back with three more beads of its colour."),
        _(
            "After a draw, put each bead back with one more bead of its colour. After a loss, "
            "keep the beads out."
        ),
        _("If the box is empty, MENACE resigns."),
    )
    yield f"{_head(title)}{_steps(steps)}"
    boxes = [
        (
            ngettext("{count} of each", "{count} of each", max(box.values())),
            _draw(game.to_text().replace("/", ""), _square_numbers(box)),
        )
        for game, box in Menace().boxes.items()
    ]
    yield from _boxes(title, boxes)


# Hexapawn: pawns move as in chess. X starts at the bottom and moves up. O moves down.

_Move = tuple[int, int]  # source and target
_START = "OOO...XXX"


def _pawn_moves(board: str, mover: Mark) -> list[_Move]:
    ahead = -3 if mover == "X" else 3
    found = []
    for source in (cell for cell in range(9) if board[cell] == mover):
        for side in (-1, 0, 1):
            target, column = source + ahead + side, source % 3 + side
            if 0 <= column < 3 and 0 <= target < 9:
                wanted = opponent(mover) if side else "."
                found += [(source, target)] if board[target] == wanted else []
    return found


def _move_pawn(board: str, move: _Move) -> str:
    source, target = move
    cells = list(board)
    cells[source], cells[target] = ".", cells[source]
    return "".join(cells)


def _is_over(board: str, mover: Mark) -> bool:
    return "X" in board[:3] or "O" in board[6:] or not _pawn_moves(board, mover)


def _mirrored(board: str) -> str:
    return "".join(board[at : at + 3][::-1] for at in (0, 3, 6))


@cache
def _hexapawn_boxes() -> tuple[str, ...]:
    """Return positions in which O chooses a move, but only one from each mirror-image pair."""
    layer, boxes = [_START], []
    for mover in MARKS * 4:
        layer = [board for board in layer if not _is_over(board, mover)]
        if mover == "O":
            boxes += layer
        after = [
            _move_pawn(board, move) for board in layer for move in _pawn_moves(board, mover)
        ]
        layer = list(dict.fromkeys(min(board, _mirrored(board)) for board in after))
    return tuple(dict.fromkeys(boxes))


def _distinct_moves(board: str) -> list[_Move]:
    """Return O's moves, but only one from each mirror-image pair."""
    found: dict[str, _Move] = {}
    for move in _pawn_moves(board, "O"):
        after = _move_pawn(board, move)
        key = min(after, _mirrored(after)) if board == _mirrored(board) else after
        found.setdefault(key, move)
    return list(found.values())


def _arrow(move: _Move, letter: str) -> str:
    """Draw an arrow, with a letter at a point near its end that no other arrow crosses."""
    (x, y), (right, low) = map(_centre, move)
    at_x, at_y = x + 0.7 * (right - x), y + 0.7 * (low - y)
    end = f"{svg_number(right)} {svg_number(low)}"
    return (
        f'<path d="M{x} {y}L{end}" stroke-width=".8"/>'
        f'<circle class="label" cx="{svg_number(at_x)}" cy="{svg_number(at_y)}" r="4.5"/>'
        f"{_text(at_x, at_y, letter)}"
    )


def _hexapawn_pages(title: str) -> Iterator[str]:
    steps = (
        _(
            "X has three pawns at the bottom and moves up. O has three pawns at the top. X "
            "begins."
        ),
        _("A pawn moves one square forward if that square is free."),
        _("A pawn can take one of the other player's pawns one square diagonally forward."),
        _("You win if a pawn reaches the other side, or if the other player can't move."),
        _(
            "The boxes play O. Choose a colour for each letter. In each box, put one bead for "
            "each letter in its picture."
        ),
        _(
            "Before O moves, find the box that matches the board, or its mirror image. Take a "
            "bead."
        ),
        _("If O loses, take the last bead out for good. Put all other beads back."),
        _("If the box is empty, O resigns. Then take out the bead for O's previous move."),
    )
    start = f'<div class="boxes"><figure>{_draw(_START)}</figure></div>'
    yield f"{_head(title)}{_steps(steps)}{start}"
    boxes = []
    for board in _hexapawn_boxes():
        moves = _distinct_moves(board)
        arrows = (_arrow(move, "ABCD"[at]) for at, move in enumerate(moves))
        count = ngettext("{count} bead", "{count} beads", len(moves))
        boxes.append((count, _draw(board, *arrows)))
    yield from _boxes(title, boxes)


_SHEETS: Mapping[str, tuple[str, Callable[[str], Iterator[str]]]] = {
    "program": (N_("A program on paper"), _program_pages),
    "menace": (N_("MENACE's matchboxes"), _menace_pages),
    "hexapawn": (N_("Boxes that learn hexapawn"), _hexapawn_pages),
}
"""Title of each sheet, and the function that makes its pages."""
