"""Pictures of positions, parsed by an SVG reader that is independent of the drawing code."""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from random import Random

import pytest

from tests.support.models.colours import blend, contrast
from tests.support.models.drop_rules import Drop
from tests.support.models.positions import every_position, play_on
from tests.support.models.svg_reader import SPACE, Picture
from tictactoe_widget import MNK, STANDARD, Game, Ultimate, analyze
from tictactoe_widget.drawing.svg import win_percent

ROOT = Path(__file__).parent.parent.parent
X_WINS = (0, 3, 1, 4, 2)
"""
X X X
O O .
. . .
"""


def read(game, **options):
    return Picture.read(game.to_svg(**options))


def played(rules, plies, seed):
    return play_on(Game(rules), Random(seed), plies)


def board_of(game):
    """Return the marks by row and column, read from the text form."""
    grid = [row.split() for row in str(game).splitlines() if set(row) & set(".XO")]
    wide = game.rules.layout.columns
    rows = [row for row in grid if len(row) == wide]
    return {
        (at, column): mark
        for at, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark != "."
    }


def place_of(game, cell):
    return divmod(game.rules.layout.cells.index(cell), game.rules.layout.columns)


def middle(place):
    """Return the middle of a cell as (across, down), in cells from the top left."""
    return place[1] + 0.5, place[0] + 0.5


def distance(point, line):
    """Return a point's distance from a line segment."""
    (x1, y1), (x2, y2) = line
    x, y = point
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
    return hypot(x1 + along * (x2 - x1) - x, y1 + along * (y2 - y1) - y)


def test_all_765_pictures_match_boards():
    games = {game.canonical() for game in every_position()}
    texts = set()
    for game in games:
        text = game.to_svg()
        picture = Picture.read(text)
        assert len(picture.places) == 9
        assert picture.marks == board_of(game)
        assert picture.written == {
            (row, column): str(3 * row + column + 1)
            for row in range(3)
            for column in range(3)
            if (row, column) not in picture.marks
        }
        won = {place_of(game, cell) for line in game.winning_lines for cell in line}
        assert picture.joined == won
        assert len(picture.ribbons) == len(game.winning_lines)
        for cells, (line, wide, _) in zip(game.winning_lines, picture.ribbons, strict=True):
            assert all(distance(middle(place_of(game, cell)), line) < 0.01 for cell in cells)
            # The winning line covers no number.
            for place, number in picture.texts:
                assert place not in won
                assert distance(picture.in_cells(number.middle), line) > wide / 2 + 0.1
        assert picture.title == f"Tic-tac-toe: {game.message}"
        texts.add(re.sub(r"<title.*</style>|aria-labelledby=\S+ \S+", "", text))
    assert len(texts) == 765


def colour_of(mark):
    """Return a mark's colour during a game."""
    shapes = dict(read(Game(moves=(0, 1))).mark_shapes.values())
    return shapes[mark].attributes["stroke"]


def test_won_game_picture():
    picture = read(Game(moves=X_WINS))
    assert picture.title == "Tic-tac-toe: Player X wins!"
    assert picture.description == "X: 1, 2 and 3. O: 4 and 5. Last move: 3. Row: 1, 2 and 3."
    (((start, end), wide, colour),) = picture.ribbons
    assert (start, end) == ((0.5, 0.5), (2.5, 0.5))
    # The ribbon with its round ends stays within the row. The marks on it have the paper's
    # colour.
    assert 0.6 < wide < 1
    assert picture.joined == {(0, 0), (0, 1), (0, 2)}
    assert colour == colour_of("X")
    _, beside = picture.mark_shapes[1, 0]
    assert beside.attributes["stroke"] == colour_of("O")
    assert beside.opacity < 1


def test_vanishing_mark_pale_and_dashed():
    picture = read(Game("infinite", (0, 1, 4, 2, 3, 5)))
    assert picture.pale == {(0, 0)}
    dashed = {
        at
        for at, (_, mark) in picture.mark_shapes.items()
        if "stroke-dasharray" in mark.attributes
    }
    assert dashed == {(0, 0)}


def test_misere_ribbon_colour():
    picture = read(Game("misere", X_WINS))
    assert picture.joined == {(0, 0), (0, 1), (0, 2)}
    assert picture.ribbons[0][2] == colour_of("X")


def ruling_of(picture):
    """Return the lines between the cells, measured in cells."""
    return sorted(tuple(map(picture.in_cells, stroke)) for stroke, _ in picture.ruling)


def test_grid_lines():
    lines = ruling_of(read(Game()))
    ((first, last),) = {(y1, y2) for (x1, y1), (x2, y2) in lines if x1 == x2}
    assert 0 < first < 0.2
    assert first == pytest.approx(3 - last)
    down = [((x, first), (x, last)) for x in (1, 2)]
    across = [((first, y), (last, y)) for y in (1, 2)]
    assert lines == sorted(down + across)

    down = [((x, 0), (x, 4)) for x in (1, 2, 3)]
    across = [((0, y), (4, y)) for y in (1, 2, 3)]
    assert ruling_of(read(Game("4x4"))) == sorted(down + across)


@pytest.mark.parametrize(
    ("name", "slants"),
    [
        ("three-mens-morris", ()),
        ("tapatan", ("15", "35", "57", "59")),
        ("picaria", ("15", "24", "26", "35", "48", "57", "59", "68")),
    ],
)
def test_sliding_board_lines(name, slants):
    straight = ["12", "23", "45", "56", "78", "89", "14", "47", "25", "58", "36", "69"]
    lines = [
        "".join(sorted(str(1 + round(x // 60) + 3 * round(y // 60)) for x, y in stroke))
        for shape in read(Game(name, (0, 1))).shapes
        if shape.role == "rule"
        for part in shape.parts
        for stroke in part
    ]
    assert sorted(lines) == sorted([*straight, *slants])


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (Game(), "Tic-tac-toe: Player X's turn"),
        (Game(moves=[4]), "Tic-tac-toe: Player O's turn"),
        (Game.from_text("XOX/XOO/OXX"), "Tic-tac-toe: It's a draw!"),
        (Game("misere", X_WINS), "Misère tic-tac-toe: Player O wins!"),
        (Game("4x4", [0]), "4 × 4, 4 in a row: Player O's turn"),
        (Game(Drop(), [15]), "Drop 4 × 5, 4 in a row: Player O's turn"),
        (Game(Ultimate()), "Ultimate, closed boards: Player X's turn"),
    ],
)
def test_picture_titles(game, title):
    assert read(game).title == title


def test_only_last_move_highlighted():
    assert read(Game(moves=(4, 0, 8))).grounds.keys() == {(2, 2)}
    assert read(Game(moves=(4, 0))).grounds.keys() == {(0, 0)}
    assert read(Game()).grounds == {}
    assert read(Game.from_text("X.O/.X./..O")).grounds == {}
    # In greyscale the highlight is almost white, so it has an edge.
    assert "stroke" in read(Game(moves=(4,))).grounds[1, 1].attributes


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("rules", "plies"),
    [
        (MNK(4, 4, 4), 9),
        (MNK(1, 9, 3), 4),
        (MNK(9, 1, 3), 4),
        (MNK(2, 7, 3), 8),
        (MNK(15, 15, 5), 60),
        (MNK(19, 19, 5), 200),
        (Drop(), 11),
        (Drop(5, 4, 3), 11),
        (Ultimate(), 30),
        (Ultimate(won_boards="open"), 81),
    ],
    ids=str,
)
def test_larger_pictures_match_text(rules, plies, seed):
    game = played(rules, plies, seed)
    picture = read(game)
    assert len(picture.places) == rules.cell_count
    assert picture.marks == board_of(game)
    if not game.is_over:
        assert picture.grounds.keys() == {place_of(game, game.last_move)}


def test_side_coordinates():
    picture = read(Game("4x5k3"))
    assert picture.above == {0: "a", 1: "b", 2: "c", 3: "d", 4: "e"}
    assert picture.beside == {0: "1", 1: "2", 2: "3", 3: "4"}
    assert picture.written == {}
    largest = read(Game(MNK(19, 19, 5)))
    assert "".join(largest.above.values()) == "abcdefghijklmnopqrs"
    assert list(largest.beside.values()) == [str(row) for row in range(1, 20)]
    assert read(Game("ultimate")).above[8] == "i"
    nine = read(Game(MNK(1, 9, 3)))
    assert (nine.above, nine.beside) == ({}, {})
    assert nine.written[0, 8] == "9"


@pytest.mark.parametrize("rules", [Ultimate(), Ultimate(won_boards="open")], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_ultimate_picture_matches_boards(rules, seed):
    for plies in (0, 1, 25, 45, 81):
        game = played(rules, plies, seed)
        picture = read(game)
        notes = re.findall(r"([XO]) ([1-9])(?:,|$)", str(game), flags=re.MULTILINE)
        won = {int(board) - 1: mark for mark, board in notes}
        large = picture.large_marks
        assert {at: mark for at, (mark, _) in large.items()} == {
            (board % 3 * 3 + 1.5, board // 3 * 3 + 1.5): mark for board, mark in won.items()
        }
        boards = {cell // 9 for cell in game.legal_moves}
        around = {side for board in boards for side in sides_of(board)}
        assert sides_in(picture.outline) == {
            (start, end) for start, end in around if (end, start) not in around
        }
        assert picture.areas.keys() == set(map(area_of, {*boards, *won}))
        grounds = {area: ground.attributes["fill"] for area, ground in picture.areas.items()}
        kinds = {
            kind: {grounds[area_of(board)] for board in alike}
            for kind, alike in {
                "open": boards,
                **{
                    mark: {b for b, owner in won.items() if owner == mark} - boards
                    for mark in "XO"
                },
            }.items()
        }
        assert all(len(colours) <= 1 for colours in kinds.values())
        assert len(set(grounds.values())) == sum(map(len, kinds.values()))
        full = {b for b in range(9) if None not in game.board[9 * b : 9 * b + 9]}
        closed = {*won, *full} - boards
        assert picture.pale == {
            (row, column)
            for row, column in picture.marks
            if row // 3 * 3 + column // 3 in closed
        }
        # If play continues in a won board, its cells stay readable under the large mark.
        unclear = {board for board in won if large[middle_of(board)][1].opacity < 0.5}
        assert unclear == boards & won.keys()
        strong = [
            line for line, wide in picture.ruling if wide == max(w for _, w in picture.ruling)
        ]
        assert len(strong) == 4
        assert len(picture.ruling) == 4 + 9 * 4


def area_of(board):
    """Return a small board's first row, first column and size, in cells."""
    return board // 3 * 3, board % 3 * 3, 3, 3


def sides_of(board):
    """Return a small board's sides clockwise, each from corner to corner, in small boards."""
    y, x = divmod(board, 3)
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def sides_in(outline):
    """Return the sides of small boards that an outline consists of, in small boards."""
    found = set()
    for start, end in outline:
        (x1, y1), (x2, y2) = [tuple(round(part / 3) for part in at) for at in (start, end)]
        length = max(abs(x2 - x1), abs(y2 - y1))
        assert abs(x2 - x1) + abs(y2 - y1) == length > 0
        dx, dy = (x2 - x1) // length, (y2 - y1) // length
        found |= {
            ((x1 + at * dx, y1 + at * dy), (x1 + (at + 1) * dx, y1 + (at + 1) * dy))
            for at in range(length)
        }
    return found


def test_small_board_numbers():
    for game in (Game("ultimate"), played(Ultimate(), 45, 1)):
        assert read(game).written == {
            (board // 3 * 3, board % 3 * 3): str(board + 1) for board in range(9)
        }


def middle_of(board):
    """Return the middle of a small board, in cells."""
    return board % 3 * 3 + 1.5, board // 3 * 3 + 1.5


def test_ultimate_ribbon_joins_won_boards():
    game = next(
        game
        for seed in range(100)
        if (game := played(Ultimate(), 81, seed)).winner and len(game.winning_lines) == 1
    )
    picture = read(game)
    ((line, wide, colour),) = picture.ribbons
    won = sorted({cell // 9 for cell in game.winning_lines[0]})
    assert len(won) == 3
    assert line == (middle_of(won[0]), middle_of(won[-1]))
    assert 2 < wide < 3
    assert all(distance(middle_of(board), line) < 0.01 for board in won)
    paper = picture.paper.attributes["fill"]
    for board in won:
        mark, shape = picture.large_marks[middle_of(board)]
        assert (mark, shape.attributes["stroke"]) == (game.winner, paper)
    assert colour == colour_of(game.winner)


def test_ultimate_picture_description():
    # O is sent to boards 2 and 3 and sends X back each time. Then X has board 1's top row.
    game = Game(Ultimate(), [1, 9, 2, 18, 0])
    assert read(game).description == (
        "X: a1, b1 and c1. O: d1 and g1. Last move: a1. X has won board 1. "
        "Boards 2, 3, 4, 5, 6, 7, 8 and 9 are open."
    )


def test_values_and_best_moves_drawn():
    # Worked out by hand: O must take one of the free corners. After an edge, X makes two
    # threats (ply 2), O blocks one of them (3), and X wins with the other (4).
    game = Game(moves=(4, 0, 8))
    picture = read(game, values=analyze(game))
    assert picture.written[0, 2] == picture.written[2, 0] == "= draw"
    assert picture.written[0, 1] == "\N{MINUS SIGN} loss in 2"
    assert picture.outlines[0, 2] == picture.outlines[2, 0] == "square"
    assert picture.outlines[0, 1] == "triangle"
    assert picture.framed_cells == picture.stars == {(0, 2), (2, 0)}
    assert picture.description.endswith(
        "Loss in 2: 2, 4, 6 and 8. Draw: 3 and 7. Best: 3 and 7."
    )
    shades = {place: picture.grounds[place].attributes["fill"] for place in picture.written}
    assert shades[0, 1] != shades[0, 2]

    winning = Game.from_text("XX./OO./...")
    picture = read(winning, values=analyze(winning))
    assert picture.written[0, 2] == "+ win in 1"
    assert picture.outlines[0, 2] == "disc"
    assert picture.framed_cells == picture.stars == {(0, 2)}


@dataclass
class Known:
    value: str | None
    remoteness: int | None
    score: float


@dataclass
class Estimates:
    """Analysis with the attributes that a picture reads."""

    moves: dict = field(default_factory=dict)
    best_moves: tuple = ()


def test_estimates_drawn():
    moves = {0: Known(None, None, 0.04), 1: Known("win", None, 1.0), 2: Known("win", 5, 1.0)}
    picture = read(Game(), values=Estimates(moves, (2,)))
    assert picture.written[0, 0] == "≈ 52%"
    assert picture.written[0, 1] == "+ win"
    assert picture.written[1, 1] == "5"
    assert "About 52%: 1. Win: 2. Win in 3: 3. Best: 3." in picture.description
    assert picture.bars == {(0, 0): pytest.approx(0.52, abs=0.005)}
    assert picture.outlines == {(0, 1): "disc", (0, 2): "disc"}
    large = read(Game("gomoku"), values=Estimates(moves, (2,)))
    assert large.written == {(0, 0): "52", (0, 1): "+", (0, 2): "+ 3"}
    assert large.outlines == picture.outlines
    assert large.bars == picture.bars
    assert large.framed_cells == large.stars == {(0, 2)}


def test_analysis_of_another_position_refused():
    game = Game(moves=[4])
    with pytest.raises(
        ValueError, match="analysis of this game, but cell 4 is not a legal move"
    ):
        game.to_svg(values=analyze(Game()))
    with pytest.raises(TypeError, match="values must be an Analysis, not 'perfect'"):
        game.to_svg(values="perfect")


@pytest.mark.parametrize(
    ("size", "error"),
    [
        *((size, ValueError) for size in (15, 10_001)),
        *((size, TypeError) for size in ("9", True, 9.5)),
    ],
)
def test_invalid_size_refused(size, error):
    with pytest.raises(error, match=f"^size must be .*, not {size!r}$"):
        Game().to_svg(size=size)


@pytest.mark.parametrize("rules", [STANDARD, MNK(3, 7, 3), Ultimate()], ids=str)
def test_picture_size(rules):
    plain, wide = read(Game(rules)), read(Game(rules), size=800)
    assert wide.root.get("width") == "800"
    assert plain.root.get("viewBox") == wide.root.get("viewBox")
    _, _, width, height = map(float, wide.root.get("viewBox").split())
    assert float(wide.root.get("height")) == pytest.approx(800 * height / width, abs=0.06)
    assert plain.shapes == wide.shapes


EXAMPLES = [
    *(Game(), Game(moves=X_WINS), Game(Drop(), [15, 16])),
    *(played(Ultimate(), 50, 1), played(MNK(19, 19, 5), 100, 1)),
]


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.rules.name)
def test_pictures_are_accessible(game):
    picture = read(game)
    root = picture.root
    assert root.get("role") == "img"
    ids = {e.get("id"): e.tag for e in root.iter() if e.get("id")}
    labels = root.get("aria-labelledby").split()
    assert [ids[label] for label in labels] == [f"{SPACE}title", f"{SPACE}desc"]
    tags = {e.tag.removeprefix(SPACE) for e in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "rect", "circle", "path", "text"}
    names = {name for e in root.iter() for name in e.attrib}
    assert not [name for name in names if "href" in name or name.startswith("on")]
    text = game.to_svg()
    assert re.findall(r"\w+://[^\s\"']*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|javascript|data:", text)


def test_ids_unique_on_a_page():
    pictures = [read(game) for game in EXAMPLES]
    ids = [e.get("id") for picture in pictures for e in picture.root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 2 * len(EXAMPLES)
    assert read(Game(moves=(0, 4, 8))).root.get("aria-labelledby") != read(
        Game(moves=(8, 4, 0))
    ).root.get("aria-labelledby")


def test_svg_same_in_every_process():
    script = (
        "from tictactoe_widget import *\n"
        "game = Game('ultimate', [4, 36, 3, 30])\n"
        "small = Game(moves=(4, 0, 8))\n"
        "print(game.to_svg(), small.to_svg(values=analyze(small)))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert Game("4x4", [0, 5]).to_svg() == Game("4x4", [0, 5]).to_svg()


def colours(picture):
    """Return fill and stroke by role, for light and dark, from the style sheet."""
    return {
        name: {
            kind: pair.split(",")
            for kind, pair in re.findall(r"(fill|stroke):light-dark\((#\w+,#\w+)\)", body)
        }
        for name, body in re.findall(r"\.ttt-p-([\w-]+)\{([^}]*)\}", picture.style)
    }


def test_colours_without_style_sheet():
    hinted = Game(moves=(4, 0, 8))
    for picture in (
        read(played(Ultimate(), 50, 1)),
        read(Game(moves=X_WINS)),
        read(hinted, values=analyze(hinted)),
    ):
        known = colours(picture)
        assert {shape.role for shape in picture.shapes} == known.keys()
        for shape in picture.shapes:
            for name in ("fill", "stroke"):
                pair = known[shape.role].get(name)
                assert shape.attributes.get(name, "none") == (pair[0] if pair else "none")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    "game",
    [
        *(Game(moves=moves) for moves in (X_WINS, (0, 1, 3, 4, 8, 7), (4, 0, 8))),
        Game.from_text("XX./OO./..."),
        *(played(Ultimate(), 50, 1), played(Ultimate(won_boards="open"), 60, 2)),
    ],
    ids=str,
)
def test_contrast(game, scheme):
    is_small = game.rules.cell_count == 9
    picture = read(game, values=analyze(game) if is_small and not game.is_over else None)
    known = colours(picture)

    checked = 0
    for place, (_, shape) in picture.mark_shapes.items():
        if place not in picture.pale:
            ground = ground_of(picture, place)[scheme]
            seen = blend(known[shape.role]["stroke"][scheme], ground, shape.opacity)
            assert contrast(seen, ground) >= 3
            checked += 1
    for place, text in picture.texts:
        ground = ground_of(picture, place)[scheme]
        assert contrast(known[text.role]["fill"][scheme], ground) >= 4.5
        checked += 1
    for value in {"win", "draw", "loss"} & known.keys():
        shape = known[value]
        edge = shape.get("stroke", shape["fill"])[scheme]
        assert contrast(edge, known[f"{value}-wash"]["fill"][scheme]) >= 3
        sign = known[f"on-{value}"]["stroke"][scheme]
        assert contrast(sign, shape["fill"][scheme]) >= 3
        checked += 2
    for line in {"rule", "accent"} & known.keys():
        assert contrast(known[line]["stroke"][scheme], known["paper"]["fill"][scheme]) >= 3
        checked += 1
    assert checked > 8


def ground_of(picture, place):
    """Return the colours behind a cell, or next to the board."""
    known = colours(picture)
    if place in picture.joined:
        (ribbon,) = {colour for _, _, colour in picture.ribbons}
        return next(p["stroke"] for p in known.values() if p.get("stroke", [""])[0] == ribbon)
    below = picture.paper
    if place is not None:
        for (top, left, rows, columns), area in picture.areas.items():
            if 0 <= place[0] - top < rows and 0 <= place[1] - left < columns:
                below = area
        below = picture.grounds.get(place, below)
    return known[below.role]["fill"]


def test_picture_bytes_limited():
    hinted = Game(moves=(4, 0, 8))
    assert len(hinted.to_svg(values=analyze(hinted)).encode()) < 4_000
    full = MNK(19, 19, 19)
    assert len(played(full, 361, 1).to_svg().encode()) < 40_000


class Odd(MNK):
    """Rules whose texts contain markup."""

    @property
    def title(self):
        return "<b> &\n\"quoted\" \x00 \ud800 'x'"

    @property
    def summary(self):
        return "<script>alert(1)</script>"


def test_markup_in_titles_escaped():
    rules = Odd(3, 3, 3)
    title = "<b> &\\n\"quoted\" \\x00 \\ud800 'x'"
    assert read(Game(rules)).title == f"{title}: Player X's turn"
    html = rules._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_cell_background_stays_in_cell():
    hinted = Game(moves=(4, 0, 8))
    for picture in (read(hinted, values=analyze(hinted)), *map(read, EXAMPLES)):
        for ground in picture.grounds.values():
            edge = float(ground.attributes.get("stroke-width", 0))
            assert ground.number("width") + edge < picture.pitch
            assert ground.number("height") + edge < picture.pitch


@pytest.mark.parametrize(
    ("score", "percent"),
    [(0.0, 50), (0.34, 67), (0.49, 75), (0.009, 50), (0.011, 51), (0.98, 99), (0.9999, 99)],
)
def test_win_percent(score, percent):
    assert (win_percent(score), win_percent(-score)) == (percent, 100 - percent)
