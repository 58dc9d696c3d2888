"""Pictures of positions, read by a reader of SVG that does not know the drawer."""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.svg_reader import SPACE, Picture
from tictactoe_widget import MNK, STANDARD, Game, Ultimate, analyze

ROOT = Path(__file__).parent.parent.parent
X_WINS = (0, 3, 1, 4, 2)
"""
X X X
O O .
. . .
"""


def read(game, **options):
    return Picture.read(game.to_svg(**options))


def classes():
    """Collect every position of 3x3 up to symmetry, by plain play from the empty board."""
    found = {}
    waiting = [Game().canonical()]
    while waiting:
        game = waiting.pop()
        if game.to_text() not in found:
            found[game.to_text()] = game
            waiting += [game.play(cell).canonical() for cell in game.legal_moves]
    return list(found.values())


def played(rules, plies, seed):
    """Play so many random moves, or to the end."""
    random = Random(seed)
    game = Game(rules)
    for _ in range(plies):
        if not game.is_over:
            game = game.play(random.choice(game.legal_moves))
    return game


def board_of(game):
    """Return the marks by row and column, from the text that people read."""
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
    """Middle of a cell in cells from the top left: across, down."""
    return place[1] + 0.5, place[0] + 0.5


def lies_on(point, line):
    """Whether a point lies on a stroke, not just on the endless line through it."""
    (x1, y1), (x2, y2) = line
    x, y = point
    across = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    along = (x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    return abs(across) < 0.05 * max(length, 1) ** 0.5 and -0.01 <= along <= length + 0.01


def test_all_765_classes_of_positions_parse_differ_and_agree_with_the_board_cell_by_cell():
    games = classes()
    assert len(games) == 765
    texts = set()
    for game in games:
        text = game.to_svg()
        picture = Picture.read(text)
        assert len(picture.tiles) == 9
        assert picture.marks == board_of(game)
        assert picture.written == {
            (row, column): str(3 * row + column + 1)
            for row in range(3)
            for column in range(3)
            if (row, column) not in picture.marks
        }
        won = {place_of(game, cell) for line in game.winning_lines for cell in line}
        assert picture.standing_out == won
        assert len(picture.lines) == len(game.winning_lines)
        for cells, line in zip(game.winning_lines, picture.lines, strict=True):
            assert all(lies_on(middle(place_of(game, cell)), line) for cell in cells)
        assert picture.title == f"Tic-tac-toe: {game.message}"
        texts.add(re.sub(r"<title.*</style>|aria-labelledby=\S+ \S+", "", text))
    assert len(texts) == 765


def test_a_won_game_says_so_in_its_title_and_names_the_line():
    picture = read(Game(moves=X_WINS))
    assert picture.title == "Tic-tac-toe: Player X wins!"
    assert picture.description == "X: 1, 2, 3. O: 4, 5. Last move: 3. Line: 1, 2, 3."
    ((start, end),) = picture.lines
    assert start[0] < 0.5
    assert end[0] > 2.5
    assert start[1] == end[1] == 0.5


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
def test_the_title_says_what_is_played_and_how_it_stands(game, title):
    assert read(game).title == title


def test_the_last_move_stands_out_and_an_earlier_one_does_not():
    assert read(Game(moves=(4, 0, 8))).standing_out == {(2, 2)}
    assert read(Game(moves=(4, 0))).standing_out == {(0, 0)}
    assert read(Game()).standing_out == set()
    assert read(Game.from_text("X.O/.X./..O")).standing_out == set()


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
def test_larger_boards_agree_with_their_text(rules, plies, seed):
    game = played(rules, plies, seed)
    picture = read(game)
    assert len(picture.tiles) == rules.cell_count
    assert picture.marks == board_of(game)
    if not game.is_over:
        assert picture.standing_out == {place_of(game, game.last_move)}


def test_boards_of_other_than_nine_cells_have_coordinates_along_their_sides():
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
def test_ultimate_shows_who_has_won_which_board_and_where_play_goes_on(rules, seed):
    for plies in (0, 1, 25, 45, 81):
        game = played(rules, plies, seed)
        picture = read(game)
        notes = re.findall(r"([XO]) ([1-9])(?:,|$)", str(game), flags=re.MULTILINE)
        won = {int(board) - 1: mark for mark, board in notes}
        assert picture.large_marks == {
            (board % 3 * 3 + 1.5, board // 3 * 3 + 1.5): mark for board, mark in won.items()
        }
        boards = {cell // 9 for cell in game.legal_moves}
        assert picture.framed_areas == {
            (board // 3 * 3, board % 3 * 3, 3, 3) for board in boards
        }
        full = {b for b in range(9) if None not in game.board[9 * b : 9 * b + 9]}
        closed = {*won, *full} - boards
        assert picture.faded == {
            (row, column)
            for row in range(9)
            for column in range(9)
            if row // 3 * 3 + column // 3 in closed
        }
        assert len(picture.rules) == 4


def test_a_row_of_won_boards_is_crossed_from_the_middle_of_the_first_to_that_of_the_last():
    game = next(
        game
        for seed in range(100)
        if (game := played(Ultimate(), 81, seed)).winner and len(game.winning_lines) == 1
    )
    picture = read(game)
    ((start, end),) = picture.lines
    won = sorted({cell // 9 for cell in game.winning_lines[0]})
    assert len(won) == 3
    for board in won:
        assert lies_on((board % 3 * 3 + 1.5, board // 3 * 3 + 1.5), (start, end))


def test_ultimate_says_its_boards_in_words():
    # O is sent to boards 2 and 3 and sends X back; then X has the top row of board 1.
    game = Game(Ultimate(), [1, 9, 2, 18, 0])
    assert read(game).description == (
        "X: a1, b1, c1. O: d1, g1. Last move: a1. Won by X: board 1. "
        "Open: board 2, 3, 4, 5, 6, 7, 8, 9."
    )


def test_the_values_of_moves_are_a_sign_a_word_and_a_frame_for_the_best():
    # By hand: O must take one of the corners that are left. After an edge X makes two
    # threats (ply 2), O blocks one (3), and X wins by the other (4).
    game = Game(moves=(4, 0, 8))
    picture = read(game, values=analyze(game))
    assert picture.written[0, 2] == picture.written[2, 0] == "= draw"
    assert picture.written[0, 1] == "\N{MINUS SIGN} loss in 4"
    assert picture.framed_cells == {(0, 2), (2, 0)}
    assert picture.description.endswith("Moves: loss in 4: 2, 4, 6, 8; draw: 3, 7. Best: 3, 7.")
    shades = {place: picture.tiles[place].attributes["fill"] for place in picture.written}
    assert shades[0, 1] != shades[0, 2]

    winning = Game.from_text("XX./OO./...")
    picture = read(winning, values=analyze(winning))
    assert picture.written[0, 2] == "+ win in 1"
    assert picture.framed_cells == {(0, 2)}


@dataclass
class Known:
    value: str | None
    remoteness: int | None
    score: float


@dataclass
class Estimates:
    """What a picture needs of an analysis, from elsewhere."""

    moves: dict = field(default_factory=dict)
    best_moves: tuple = ()


def test_estimates_are_told_apart_from_what_is_proved():
    moves = {0: Known(None, None, 0.04), 1: Known("win", None, 1.0), 2: Known("win", 5, 1.0)}
    picture = read(Game(), values=Estimates(moves, (2,)))
    assert picture.written[0, 0] == "≈ 52 %"
    assert picture.written[0, 1] == "+ win"
    assert picture.written[1, 1] == "5"
    assert "52 %: 1; win: 2; win in 5: 3. Best: 3." in picture.description
    large = read(Game("gomoku"), values=Estimates(moves, (2,)))
    assert large.written == {(0, 0): "≈52", (0, 1): "+", (0, 2): "+5"}
    assert large.framed_cells == {(0, 2)}


def test_values_of_another_position_are_refused_by_name():
    game = Game(moves=[4])
    with pytest.raises(ValueError, match="analysis of this game: cell 4 is not a legal move"):
        game.to_svg(values=analyze(Game()))
    with pytest.raises(TypeError, match="values must be an Analysis, not 'perfect'"):
        game.to_svg(values="perfect")


@pytest.mark.parametrize(
    ("size", "error"),
    [
        (15, ValueError),
        (10_001, ValueError),
        ("9", TypeError),
        (True, TypeError),
        (9.5, TypeError),
    ],
)
def test_a_size_that_cannot_be_is_refused_by_name(size, error):
    with pytest.raises(error, match=f"size must be an int from 16 to 10000, not {size!r}"):
        Game().to_svg(size=size)


@pytest.mark.parametrize("rules", [STANDARD, MNK(3, 7, 3), Ultimate()], ids=str)
def test_the_size_is_the_width_and_keeps_the_shape(rules):
    plain, wide = read(Game(rules)), read(Game(rules), size=800)
    assert wide.root.get("width") == "800"
    assert plain.root.get("viewBox") == wide.root.get("viewBox")
    _, _, width, height = map(float, wide.root.get("viewBox").split())
    assert float(wide.root.get("height")) == pytest.approx(800 * height / width, abs=0.06)
    assert plain.shapes == wide.shapes


EXAMPLES = [
    Game(),
    Game(moves=X_WINS),
    played(Ultimate(), 50, 1),
    played(MNK(19, 19, 5), 100, 1),
    Game(Drop(), [15, 16]),
]


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: game.rules.name)
def test_a_picture_is_read_aloud_and_refers_to_nothing_outside(game):
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


def test_pictures_on_one_page_do_not_share_names():
    pictures = [read(game) for game in EXAMPLES]
    ids = [e.get("id") for picture in pictures for e in picture.root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 2 * len(EXAMPLES)
    assert read(Game(moves=(0, 4, 8))).root.get("aria-labelledby") != read(
        Game(moves=(8, 4, 0))
    ).root.get("aria-labelledby")


def test_the_same_position_gives_the_same_text_in_every_process():
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
    """Return fill and stroke by class, on light and on dark paper, from the style."""
    return {
        name: dict(re.findall(r"(fill|stroke):light-dark\((#\w+,#\w+)\)", body))
        for name, body in re.findall(r"\.(ttt-p-\w+)\{([^}]*)\}", picture.style)
    }


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_without_its_style_a_picture_has_the_colours_of_light_paper():
    game = played(Ultimate(), 50, 1)
    for picture in (read(game), read(Game(moves=X_WINS))):
        known = colours(picture)
        assert {shape.attributes["class"] for shape in picture.shapes} == known.keys()
        for shape in picture.shapes:
            for name in ("fill", "stroke"):
                pair = known[shape.attributes["class"]].get(name)
                assert shape.attributes.get(name, "none") == (
                    pair.split(",")[0] if pair else "none"
                )


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_texts_and_marks_are_legible_on_their_tiles_in_both_schemes(scheme):
    won, hinted = Game(moves=X_WINS), Game(moves=(4, 0, 8))
    pictures = [
        read(won),
        read(hinted, values=analyze(hinted)),
        read(played(Ultimate(), 50, 1)),
    ]
    checked = 0
    for picture in pictures:
        known = colours(picture)

        def colour(shape, name, known=known):
            return known[shape.attributes["class"]][name].split(",")[scheme]

        for shape in picture.shapes:
            is_mark = shape.tag == "circle" or shape.is_cross
            if not is_mark and shape.tag != "text":
                continue
            grounds = {colour(tile, "fill") for tile in picture.tiles.values()}
            ink = colour(shape, "stroke" if is_mark else "fill")
            # Whatever tile it is on: 3 for shapes and 4.5 for letters, after WCAG 1.4.
            for ground in grounds:
                assert contrast(ink, ground) >= (3 if is_mark else 4.5)
                checked += 1
    assert checked > 100


def test_pictures_are_small():
    hinted = Game(moves=(4, 0, 8))
    assert len(hinted.to_svg(values=analyze(hinted)).encode()) < 4_000
    full = MNK(19, 19, 19)
    assert len(played(full, 361, 1).to_svg().encode()) < 40_000


class Odd(MNK):
    """Rules whose words are not made for markup."""

    @property
    def title(self):
        return "<b> &\n\"quoted\" \x00 \ud800 'x'"

    @property
    def summary(self):
        return "<script>alert(1)</script>"


def test_words_of_strange_rules_stay_words():
    rules = Odd(3, 3, 3)
    title = "<b> &\n\"quoted\" \ufffd \ufffd 'x'"
    assert read(Game(rules)).title == f"{title}: Player X's turn"
    html = rules._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_neighbouring_tiles_do_not_touch():
    for game in EXAMPLES:
        tiles = read(game).tiles
        for left, right in pairwise(tiles[0, column] for column in range(3)):
            assert left.number("x") + left.number("width") < right.number("x")
