"""Worksheets: puzzles on pages to print, with the answers on pages of their own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import as_tuple, brief, check_kind, write_whole

from .puzzle import Puzzle

_ON_A_PAGE = 6  # number of puzzles on one page, in two columns

_ANSWERS_ON_A_PAGE = 30  # number of answers on one page, in two columns

PICTURE = 174
"""Longer side of the picture of a board, in pixels: 46 mm."""

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
ol { columns: 2; margin: 0; padding-left: 8mm; }
li { break-inside: avoid; padding-bottom: 1mm; }
"""


@dataclass(frozen=True)
class Worksheet(Serializable):
    """A worksheet: an HTML document that prints on A4 and on Letter, black on white.

    In a notebook the pages are shown one below the other.
    """

    _keys = ("title", "puzzles")

    title: str
    """Title, on top of every page."""
    puzzles: tuple[Puzzle, ...]
    """Puzzles, in the order of their numbers."""

    def to_html(self) -> str:
        """Return the document as text; it needs no script, no font and no network."""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body>{self._pages()}</body></html>"
        )

    def write(self, path: str | PathLike[str]) -> None:
        """Write the document to a file, which any browser opens and prints.

        A file that was there is replaced once the new one is whole.

        Raises
        ------
        TypeError
            When `path` is no name of a file.
        ValueError
            When the name of the file ends as that of another kind of document.
        """
        check_kind(path, "path", str, PathLike, expected="the name of a file")
        kind = Path(path).suffix.lower()
        # The 2 of week.2 is no kind of document.
        if kind not in ("", ".html", ".htm") and not kind[1:].isdigit():
            raise ValueError(
                f"a worksheet is an HTML document, not {brief(str(path))}: write it as .html; "
                "a browser prints it to PDF"
            )
        write_whole(path, self.to_html().encode())

    def _repr_html_(self) -> str:
        """Return the document in a frame of its own, for a notebook."""
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" sandbox title="{escape(self.title)}" '
            'style="width:100%;height:40em;border:1px solid #8a8298;background:#fff"></iframe>'
        )

    def _pages(self) -> str:
        numbered = list(enumerate(self.puzzles, 1))
        tasks = "".join(
            f'<section class="page">{self._head("Name:&nbsp;" + "_" * 24)}'
            f'<div class="puzzles">{"".join(map(_figure, page))}</div></section>'
            for page in _in_parts(numbered, _ON_A_PAGE)
        )
        answers = "".join(
            f'<section class="page">{self._head("Answers")}'
            f'<ol start="{page[0][0]}">{"".join(map(_answer, page))}</ol></section>'
            for page in _in_parts(numbered, _ANSWERS_ON_A_PAGE)
        )
        return tasks + answers

    def _head(self, right: str) -> str:
        return f"<header><h1>{escape(self.title)}</h1><p>{right}</p></header>"


def worksheet(puzzles: Iterable[Puzzle], title: str = "Tic-tac-toe puzzles") -> Worksheet:
    """Return a worksheet of puzzles.

    Parameters
    ----------
    puzzles : iterable of Puzzle
        Puzzles, of any kinds and rules; at least one.
    title : str, default "Tic-tac-toe puzzles"
        Title on top of every page, 1 to 40 characters.

    Raises
    ------
    TypeError
        When something else than puzzles is given, or `title` is not a str.
    ValueError
        When there is no puzzle, or the title is empty or too long for its line.

    Examples
    --------
    >>> from tictactoe_widget.classroom import puzzles
    >>> sheet = worksheet(puzzles("standard", "fork", count=6), title="Forks")
    >>> sheet.to_html().count("<svg"), sheet.to_html().count("<li>")
    (6, 6)
    """
    check_kind(title, "title", str)
    if not 1 <= len(title.strip()) <= 40:
        raise ValueError(f"title must have 1 to 40 characters, not {brief(title)}")
    given = as_tuple(puzzles, "puzzles")
    for puzzle in given:
        if not isinstance(puzzle, Puzzle):
            raise TypeError(f"a worksheet is made of puzzles, not of {brief(puzzle)}")
    if not given:
        raise ValueError("a worksheet needs at least one puzzle")
    return Worksheet(title.strip(), given)


_Numbered = tuple[int, Puzzle]


def _in_parts(numbered: Sequence[_Numbered], length: int) -> list[Sequence[_Numbered]]:
    return [numbered[at : at + length] for at in range(0, len(numbered), length)]


def _figure(numbered: _Numbered) -> str:
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
