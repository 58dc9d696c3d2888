"""Rule options such as falling marks and torus boards, checked against naive rules."""

import pickle
import re
from itertools import product
from random import Random

import pytest

from tests.support.models.naive_variants import NaiveVariant, solve, worths
from tictactoe_widget import (
    MNK,
    CellTakenError,
    Cube,
    Game,
    IllegalMoveError,
    OutOfBoardError,
    Variant,
    analyze,
    find_rules,
    parse_position,
    player,
    position_name,
)

pytestmark = pytest.mark.slow

SWITCHES = [
    {"misere": misere, "marks": marks, "drop": drop, "torus": torus, "order": order}
    for misere, marks, drop, torus, order in product(
        (False, True), ("own", "same", "chosen"), (False, True), (False, True), (False, True)
    )
    # Leave out invalid combinations and boards without changed options.
    if not (order and (misere or marks != "chosen"))
    and (order or drop or torus or marks != "own")
]
WORDS = {1: "win", 0: "draw", -1: "loss"}


def make(rows, columns, k, switches):
    return Variant(rows, columns, k, **switches), NaiveVariant(rows, columns, k, **switches)


def move_of(rules, state, move):
    """Return a move in the naive rules' form: its cell and its mark."""
    return rules.cell_of(move), rules.mark_of(state, move)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_first_move_values_match_naive(switches):
    rules, naive = make(3, 3, 3, switches)
    start = Game(rules)
    analysis = analyze(start)
    assert analysis.exact
    assert {
        move_of(rules, start.state, move): (known.value, known.remoteness)
        for move, known in analysis.moves.items()
    } == {
        move: (WORDS[value], plies)
        for move, (value, plies) in worths(naive, (None,) * 9).items()
    }


@pytest.mark.parametrize(
    ("name", "value", "plies", "winning"),
    [
        # The first player wins in 7 plies, only from the centre and with either mark.
        ("wild", "win", 7, {4, 13}),
        ("notakto", "win", 6, {4}),
        ("torus-3x3k3", "win", 7, set(range(9))),
    ],
)
def test_published_wins(name, value, plies, winning):
    analysis = analyze(Game(name))
    assert (analysis.value, analysis.remoteness) == (value, plies)
    assert {move for move, known in analysis.moves.items() if known.value == "win"} == winning
    assert player("perfect", seed=1)(Game(name)) in winning


def test_second_player_wins_1x12():
    rules, naive = make(1, 12, 3, {"marks": "same"})
    assert solve(naive, (None,) * 12) == (-1, 6)
    analysis = analyze(Game(rules))
    assert (analysis.value, analysis.remoteness) == ("loss", 6)


@pytest.mark.parametrize(("rows", "columns", "k"), [(4, 5, 3), (5, 4, 4), (2, 6, 3), (6, 7, 4)])
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_random_games_match_naive_rules(rows, columns, k, switches):
    rules, naive = make(rows, columns, k, switches)
    random = Random(3)
    for _ in range(4):
        game, board, result = Game(rules), (None,) * (rows * columns), None
        while result is None:
            state = game.state
            assert {move_of(rules, state, move) for move in game.legal_moves} == set(
                naive.moves(board)
            )
            assert not game.winning_lines
            move, mover = random.choice(game.legal_moves), game.current_player
            board, result = naive.after(board, move_of(rules, state, move))
            game = game.play(move)
            assert game.board == board
            assert Game.from_text(game.to_text(), rules).state.key == game.state.key
        other = {"X": "O", "O": "X"}[mover]
        assert game.result == {1: mover, -1: other, 0: "draw"}[result]
        assert game.legal_moves == ()
        completed = {line for mark in "XO" for line in naive.lines_of(board, mark)}
        assert len(game.winning_lines) == len(completed)
        assert set(map(frozenset, game.winning_lines)) == completed
        assert Game.from_text(game.to_text(), rules).result == game.result
        assert Game.from_link(game.to_link()) == game
        assert Game.from_dict(game.to_dict()) == game
        assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def lines_of_a_mark(side, board, mark):
    """Return the mark's full lines: `side` different cells at equal steps."""
    cells = dict(zip(product(range(side), repeat=3), board, strict=True))
    number = {place: at for at, place in enumerate(cells)}
    found = set()
    for place, step in product(cells, product((-1, 0, 1), repeat=3)):
        row = [tuple(p + n * s for p, s in zip(place, step, strict=True)) for n in range(side)]
        if any(step) and all(cells.get(at) == mark for at in row):
            found.add(frozenset(map(number.get, row)))
    return found


@pytest.mark.parametrize(("side", "games"), [(3, 25), (4, 6)])
def test_random_cube_games_match_naive(side, games):
    random, results = Random(8), set()
    for _ in range(games):
        game, board = Game(Cube(side)), [None] * side**3
        while None in board and not game.is_over:
            assert game.legal_moves == tuple(at for at, held in enumerate(board) if not held)
            assert game.winning_lines == ()
            cell, mark = random.choice(game.legal_moves), game.current_player
            board[cell] = mark
            game = game.play(cell)
            assert game.board == tuple(board)
            completed = lines_of_a_mark(side, board, mark)
            assert set(map(frozenset, game.winning_lines)) == completed
            assert game.winner == (mark if completed else None)
            assert game.is_over == bool(completed or None not in board)
            assert Game.from_text(game.to_text(), Cube(side)).key == game.key
        results.add(game.result)
        assert Game.from_link(game.to_link()) == game
    assert results >= {"X", "O"}


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("torus-3x3k3", 12),  # as many as in the affine plane of order three
        ("connect4", 69),
        ("cube3", 49),
        ("qubic", 76),
        ("torus-4x4k4", 16),
        # Each row wraps to 7 lines of four. In each of the other three directions, lines start
        # in 3 rows and 7 columns.
        ("drop-torus-6x7k4", 6 * 7 + 3 * 7 * 3),
    ],
)
def test_line_count(name, count):
    rules = find_rules(name)
    assert len(rules.lines) == len(set(rules.lines)) == count


def test_lines_through_layers():
    game = Game("cube3", (0, 1, 13, 2, 26))
    assert game.winner == "X"
    assert game.winning_lines == ((0, 13, 26),)
    assert str(game) == "X O O   . . .   . . .\n. . .   . X .   . . .\n. . .   . . .   . . X"
    assert Game.from_text(game.to_text(), "cube3").winner == "X"
    assert [position_name(cell, "cube3") for cell in (0, 2, 9, 26)] == ["a1", "c1", "d1", "i3"]


def test_qubic_layers():
    firsts = [position_name(16 * layer, "qubic") for layer in range(4)]
    assert firsts == ["a1", "e1", "a5", "e5"]
    # One cell in each layer. Row and column grow by one from layer to layer.
    game = Game("qubic", (0, 1, 21, 2, 42, 3, 63))
    assert game.winner == "X"
    assert game.to_text().split("/") == [
        "XOOO....",
        ".....X..",
        *["........"] * 4,
        "..X.....",
        ".......X",
    ]
    assert Game.from_text(game.to_text(), "qubic").board == game.board


def test_marks_fall():
    game = Game("connect4")
    assert game.legal_moves == (35, 36, 37, 38, 39, 40, 41)
    game = game.play(38)
    assert 31 in game.legal_moves
    with pytest.raises(IllegalMoveError, match=r"^Marks fall: play at d5$"):
        game.play(3)
    with pytest.raises(CellTakenError):
        game.play(38)
    with pytest.raises(OutOfBoardError, match="choose a1-g6"):
        game.play(42)


def test_player_chooses_mark():
    game = Game("wild").play(4, mark="O")
    assert game.moves == (13,)
    assert game == Game("wild").play(13) == Game("wild").play(4, "X", mark="O")
    assert game.board[4] == "O"
    assert game.owners[4] == "X"
    assert game.message == "Second's turn"
    with pytest.raises(CellTakenError):
        game.play(4, mark="X")
    with pytest.raises(OutOfBoardError, match="choose 1-9"):
        game.play(9, mark="X")
    with pytest.raises(OutOfBoardError, match="choose 1-9"):
        game.play(18)
    with pytest.raises(ValueError, match="mark must be 'X' or 'O', not 'Z'"):
        game.play(0, mark="Z")
    with pytest.raises(TypeError, match="mark must be 'X' or 'O', not 1"):
        game.play(0, mark=1)
    assert Game().play(0, mark="X").moves == (0,)
    with pytest.raises(ValueError, match="mark must be 'X', not 'O': these rules determine"):
        Game().play(0, mark="O")
    assert Game("notakto", (0,)).play(1, mark="X").board[:2] == ("X", "X")


def test_move_names_include_mark():
    assert [position_name(move, "wild") for move in (0, 9)] == ["1x", "1o"]
    assert parse_position("5 O", "wild") == 13
    assert parse_position("b2o", "order-and-chaos") == 36 + 7
    assert parse_position("b2", "order-and-chaos") == 7
    game = Game("order-and-chaos", (7, 36))
    assert game.to_link() == "rules=order-and-chaos&moves=b2x,a1o"
    assert Game.from_link(game.to_link()) == game


def test_result_of_completed_line():
    assert Game("wild", (0, 1, 2)).winner == "X"
    # Three O, placed by First, Second and First.
    assert Game("wild", (9, 13, 17)).message == "First wins!"
    assert Game("misere-wild-3x3k3", (9, 13, 17)).message == "Second wins!"
    assert Game("notakto", (0, 1, 2)).message == "Second wins!"
    # Second completes the line, so Order, played by First, wins.
    five = Game("order-and-chaos", (0, 1, 2, 36 + 10, 3, 4))
    assert five.message == "First wins!"
    assert five.winning_lines == ((0, 1, 2, 3, 4),)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"misere": True}, r"must differ from its default: if none does, use MNK\("),
        ({}, "at least one of marks, drop, torus, order, keep and pie must differ"),
        ({"order": True, "misere": True}, "leave out misere and marks if order is True"),
        ({"order": True, "marks": "same"}, "players always choose their mark"),
        ({"marks": "other"}, "marks must be 'own', 'same' or 'chosen', not 'other'"),
        ({"marks": None}, "not None"),
        ({"columns": 15, "marks": "chosen"}, "columns must be from 1 to 14"),
        ({"k": 4, "drop": True}, "k must be from 1 to 3"),
        ({"rows": 20, "drop": True}, "rows must be from 1 to 19"),
    ],
)
def test_invalid_options_refused(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        Variant(**{"rows": 3, "columns": 3, "k": 3, **arguments})
    for wrong in ({"drop": 1}, {"torus": None}, {"order": "yes"}, {"misere": 1}):
        with pytest.raises(TypeError, match="must be True or False"):
            Variant(3, 3, 3, **wrong)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (
            "connect4",
            "X....../" + "......./" * 4 + ".......",
            "The mark at a1 can't float above an empty square",
        ),
        ("drop-3x3k3", "O../X../X..", "X and O can't have dropped these marks by taking turns"),
        ("drop-3x3k3", "O../OOX/XXX", "A row was complete before the last mark fell"),
        ("notakto", "XO./.../...", "There can't be an O, because both players place X"),
        ("wild", "XXX/.../OOO", "No single move can complete all these rows"),
        ("torus-3x3k3", "XO./.../..O", "O has more marks than X, but X begins"),
        ("cube3", "X../.../...", "3 rows of 9 cells"),
    ],
)
def test_impossible_texts_refused(name, text, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Game.from_text(text, name)


def test_cube_sides():
    assert [len(Cube(side).symmetries) for side in (3, 4)] == [48, 48]
    for side, error in ((2, ValueError), (5, ValueError), ("3", TypeError)):
        with pytest.raises(error, match="side must be"):
            Cube(side)


def test_plain_boards_are_mnk():
    assert type(find_rules("misere-4x4k3")) is MNK
    assert find_rules("drop-6x7k4") is find_rules("connect4")
    assert Variant.from_name("4x4k3") is None
    assert Variant(3, 3, 3, torus=True) != MNK(3, 3, 3)
    assert Variant(3, 3, 3, torus=True) != Variant(3, 3, 3, torus=True, misere=True)


def test_impossible_name_refused():
    for name in ("wild-3x15k3", "order-misere-6x6k5", "cube5"):
        with pytest.raises(ValueError, match=f"no rules are called '{name}'"):
            find_rules(name)


def test_chosen_marks_coloured_by_shape():
    # First places one O, Second the other.
    picture = Game("wild", (9, 11)).to_svg()
    assert picture.count("<circle") == 2
    colours = re.findall(r'<g class="ttt-p-([xo])"[^>]*>(?:(?!</g>).)*<circle', picture)
    assert set(colours) == {"o"}


@pytest.mark.parametrize(
    ("rules", "moves", "pieces"),
    [
        ("torus-3x3k3", (1, 0, 5, 2, 6), 3),  # wraps around two edges: one piece for each cell
        ("torus-3x3k3", (0, 1, 4, 2, 8), 1),
        ("qubic", (0, 1, 16, 2, 32, 3, 48), 4),
        ("qubic", (0, 4, 1, 5, 2, 6, 3), 1),
    ],
)
def test_bent_line_ribbon_pieces(rules, moves, pieces):
    game = Game(rules, moves)
    assert game.winner == "X"
    ribbon = re.search(r'<g class="ttt-p-x"[^>]*stroke-width="44.4">(.*?)</g>', game.to_svg())
    assert ribbon is not None
    assert ribbon[1].count("<path") == pieces
