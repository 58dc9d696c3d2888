"""Games with the standard rules."""

import copy
import pickle
import re

import pytest

from tictactoe_widget import (
    MNK,
    STANDARD,
    CellTakenError,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    OutOfBoardError,
    WrongTurnError,
    find_rules,
)

X, O, E = "X", "O", None  # noqa: E741 (the mark itself)

DRAWN_MOVES = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""
X O X
X O O
O X X
"""


class AnyInteger:
    """An integer type such as NumPy's: neither an int nor a Number, but with __index__."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_empty_board():
    game = Game()
    assert game.board == (None,) * 9
    assert (game.current_player, game.message) == ("X", "Player X's turn")
    assert Game(moves=(4,)).message == "Player O's turn"
    assert game.legal_moves == tuple(range(9))
    assert (game.moves, game.move_count, game.last_move) == ((), 0, None)
    assert (game.winner, game.winning_lines) == (None, ())
    assert (game.is_draw, game.is_over, game.status) == (False, False, "playing")
    assert game.rules is STANDARD
    assert MNK(rows=3, columns=3, k=3) == STANDARD


def test_play_returns_new_game():
    before = Game(moves=(4, 0))
    board, state = before.board, before.state
    before.play(8)
    assert before.board == board
    assert before.state is state
    assert before.moves == (4, 0)


@pytest.mark.parametrize("name", ["board", "moves", "winner", "legal_moves", "anything"])
def test_attributes_read_only(name):
    with pytest.raises(AttributeError):
        setattr(Game(), name, ())


@pytest.mark.parametrize(
    ("moves", "winner", "lines", "last"),
    [
        ((0, 3, 1, 4, 2), "X", ((0, 1, 2),), "Player X won!"),
        ((0, 3, 1, 4, 8, 5), "O", ((3, 4, 5),), "Player O won!"),
        ((0, 1, 2, 4, 3, 5, 7, 8, 6), "X", ((0, 3, 6),), "Player X won!"),
        (DRAWN_MOVES, None, (), "It's a draw!"),
    ],
)
def test_game_results(moves, winner, lines, last):
    game = Game(moves=moves)
    assert (game.winner, game.winning_lines) == (winner, lines)
    assert game.result == (winner or "draw")
    assert (game.status, game.is_over) == ("won" if winner else "draw", True)
    assert game.is_draw == (winner is None)
    assert game.legal_moves == ()
    assert game.current_player == (winner or "X")
    assert game.message == last.replace("won", "wins")
    for cell in range(9):
        for player in (None, "X", "O"):
            with pytest.raises(GameOverError) as refused:
                game.play(cell, player)
            assert str(refused.value) == f"Game is over. {last}"


def test_illegal_moves_refused():
    game = Game(moves=(4, 0))
    for cell in (4, 0):
        with pytest.raises(CellTakenError, match=r"^Position already taken$"):
            game.play(cell)
    for one, mover, other in ((game, "X", "O"), (game.play(8, player="X"), "O", "X")):
        with pytest.raises(WrongTurnError, match=f"^Not your turn: Player {mover} to move$"):
            one.play(1, player=other)


@pytest.mark.parametrize("cell", [-1, -9, 9, 81, 10**30])
@pytest.mark.parametrize("moves", [(), DRAWN_MOVES])
def test_cell_off_board_refused(cell, moves):
    with pytest.raises(OutOfBoardError) as refused:
        Game(moves=moves).play(cell)
    assert refused.value.message == "Invalid position: choose 1-9"


def test_error_messages_and_notes():
    game = Game(MNK(rows=4, columns=5, k=4))
    with pytest.raises(OutOfBoardError) as refused:
        game.play(20)
    assert str(refused.value) == refused.value.message == "Invalid position: choose a1-e4"
    assert refused.value.__notes__ == ["cell must be 0 to 19, not 20 (code counts from 0)"]
    with pytest.raises(OutOfBoardError) as long:
        game.play(10**5000)
    assert long.value.__notes__ == ["cell must be 0 to 19, not <int> (code counts from 0)"]
    with pytest.raises(InvalidInputError) as unread:
        game.play("a")
    assert (
        str(unread.value) == unread.value.message == "Invalid input: enter a coordinate a1-e4"
    )
    assert unread.value.__notes__ == ["cell must be an int from 0 to 19, not 'a'"]


@pytest.mark.parametrize("cell", [True, False, 4.0, None, "4", "", [4], 4j, float("nan")])
def test_non_integer_cell_refused(cell):
    with pytest.raises(InvalidInputError) as refused:
        Game().play(cell)
    assert refused.value.message == "Invalid input: enter a number 1-9"
    assert refused.value.__notes__ == [f"cell must be an int from 0 to 8, not {cell!r}"]


def test_error_classes():
    for error in (CellTakenError, OutOfBoardError, GameOverError, WrongTurnError):
        assert issubclass(error, IllegalMoveError)
    assert issubclass(IllegalMoveError, ValueError)
    assert issubclass(InvalidInputError, ValueError)
    assert not issubclass(InvalidInputError, IllegalMoveError)


@pytest.mark.parametrize("name", ["4x4", "misere", "4x5k3"])
def test_rules_by_name(name):
    game = Game(name, moves=(5,))
    assert game == Game(find_rules(name), moves=(5,))
    assert hash(game) == hash(Game(find_rules(name), moves=(5,)))
    assert game.rules == find_rules(name)
    assert Game.from_text(game.to_text(), name).rules == find_rules(name)
    assert Game("standard").rules is STANDARD


@pytest.mark.parametrize("player", ["Q", "x", "", 3, ["X"]])
def test_invalid_player_refused(player):
    kind = ValueError if isinstance(player, str) else TypeError
    for game in (Game(), Game(moves=(0, 3, 1, 4, 2))):
        with pytest.raises(kind) as refused:
            game.play(8, player)
        assert type(refused.value) is kind
        hint = " (did you mean 'X'?)" if player == "x" else ""
        assert str(refused.value) == f"player must be 'X' or 'O', not {player!r}{hint}"


def test_at_returns_earlier_positions():
    game = Game(moves=(4, 0, 8))
    assert [game.at(ply).moves for ply in range(4)] == [(), (4,), (4, 0), (4, 0, 8)]
    set_up = Game.from_text("X.O/.X./..O", moves=(3,))
    assert set_up.at(0) == Game.from_text("X.O/.X./..O")
    for ply in (-1, 4, 10**30):
        with pytest.raises(ValueError, match=f"^ply must be from 0 to 3, not {ply}$"):
            game.at(ply)
    # Other integer types are accepted and converted.
    assert game.at(AnyInteger(2)) == Game().play(AnyInteger(4)).play(0)
    assert type(Game().play(AnyInteger(4)).last_move) is int


@pytest.mark.parametrize(
    ("rules", "text", "read"),
    [
        ("standard", "X.O/.X./..O", "X.O/.X./..O"),
        ("standard", " x . o \n . x . \n . . o \n", "X.O/.X./..O"),
        ("standard", "X_O/-X-/__O", "X.O/.X./..O"),
        ("standard", " x . o . x . . . o \n", "X.O/.X./..O"),
        ("2x4k3", "XO......", "XO../...."),
        ("4x2k3", "XO......", "XO/../../.."),
        ("1x8k3", "XO......", "XO......"),
        ("4x4", "X.O.X...O.......", "X.O./X.../O.../...."),
    ],
)
def test_position_texts(rules, text, read):
    game = Game.from_text(text, rules)
    assert game.to_text() == read
    assert game == Game.from_text(read, rules)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game(), "Game()"),
        (Game(moves=(4, 0)), "Game(moves=(4, 0))"),
        (Game(moves=(4,)), "Game(moves=(4,))"),
        (
            Game(MNK(rows=4, columns=3, k=3), (1,)),
            "Game(MNK(rows=4, columns=3, k=3, misere=False), moves=(1,))",
        ),
        (Game.from_text("X.O/.X./..O"), "Game.from_text('X.O/.X./..O')"),
        (Game.from_text("X.O/.X./..O", moves=[3]), "Game.from_text('X.O/.X./..O', moves=(3,))"),
        (
            Game.from_text("XO", MNK(rows=1, columns=2, k=2)),
            "Game.from_text('XO', rules=MNK(rows=1, columns=2, k=2, misere=False))",
        ),
    ],
)
def test_repr_and_copies_rebuild_game(game, text):
    assert repr(game) == text
    rebuilt = eval(text)  # noqa: S307 (our own repr)
    assert rebuilt == game
    assert rebuilt.board == game.board
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):  # noqa: S301
        assert copied == game
        assert copied.board == game.board
        assert copied.legal_moves == game.legal_moves
        assert repr(copied) == text


def test_game_equality():
    assert Game(moves=(4, 0)) == Game(moves=(4, 0))
    assert hash(Game(moves=(4, 0))) == hash(Game(moves=(4, 0)))
    assert Game(moves=(0, 1, 2)) != Game(moves=(2, 1, 0))
    assert Game() != Game(MNK(rows=3, columns=3, k=3, misere=True))
    assert Game() != Game.from_text(".../.../...")
    assert Game() != "Game()"


def test_play_from_text_position():
    game = Game.from_text("X.O/.X./..O")
    assert game.board == (X, E, O, E, X, E, E, E, O)
    assert (game.current_player, game.move_count, game.moves) == ("X", 4, ())
    assert game.last_move is None
    game = game.play(3)
    assert (game.moves, game.move_count, game.current_player) == ((3,), 5, "O")


def test_finished_position_from_text():
    won = Game.from_text("XXX/OO./...")
    assert (won.winner, won.winning_lines, won.current_player) == ("X", ((0, 1, 2),), "X")
    assert won.legal_moves == ()
    drawn = Game.from_text("XOX/XOO/OXX")
    assert drawn.is_draw
    double = Game.from_text("XOX/OXO/XOX")
    assert double.winning_lines == ((0, 4, 8), (2, 4, 6))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "text must have 3 rows of 3 cells, with / or a line break between rows, not ''"),
        (
            "X.O/.X.",
            "text must have 3 rows of 3 cells, with / or a line break between rows, not 'X.O/.",
        ),
        (
            "X.O/.X./..O/...",
            "text must have 3 rows of 3 cells, with / or a line break between rows, not 'X.O/.",
        ),
        (
            "X.O.X...O.",
            "text must have 3 rows of 3 cells, with / or a line break between rows, not ",
        ),
        ("X" * 10_000, "text must have 3 rows of 3 cells, with / or a line break between rows"),
        (
            "X.O/.X/..O.",
            "text must have 3 rows of 3 cells, with / or a line break between rows, not ",
        ),
        ("X.O/.?./..O", "each cell must be X, O or . (empty), not '?'"),
        ("X.0/.X./..0", "each cell must be X, O or . (empty), not '0'"),
        ("XX./.../...", "X has 2 marks and O has 0: X can have at most one more"),
        ("O../.../...", "O has more marks than X, but X begins"),
        ("XOO/.../...", "O has more marks than X, but X begins"),
        ("XXX/OOO/...", "X and O both have a row, but the first row ends the game"),
        ("XXX/OOO/X..", "X and O both have a row, but the first row ends the game"),
        ("XXX/OO./..O", "X has a row, so O can't have moved after it"),
        ("OOO/XX./X.X", "O has a row, so X can't have moved after it"),
    ],
)
def test_unreachable_texts_refused(text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}") as refused:
        Game.from_text(text)
    assert len(str(refused.value)) < 150
    with pytest.raises(ValueError, match=r"^No single move can complete all these rows$"):
        Game.from_text("XXX../...../XXX../OO.O./OO...", MNK(5, 5, 3))


def test_move_after_end_refused():
    with pytest.raises(GameOverError, match=r"^Game is over\. Player X won!\nmoves\[0\] is 5$"):
        Game.from_text("XXX/OO./...", moves=(5,))


def test_moves_from_text():
    game = Game.from_moves("5 1,9")
    assert game == Game(moves=(4, 0, 8))
    assert (game.parent, game.parent.parent.parent.parent) == (Game(moves=(4, 0)), None)
    assert [game.is_legal(move) for move in (0, 1, 9, -1)] == [False, True, False, False]
    assert not game.is_legal(True)
    assert not game.is_legal(1.0)
    assert (game.parse_move(" 3 "), game.move_name(2)) == (2, "3")
    assert Game.from_moves("5o 1x", "wild").moves == (13, 0)
    assert Game.from_moves("") == Game()
    with pytest.raises(CellTakenError) as caught:
        Game.from_moves("5 1 5")
    assert caught.value.__notes__ == ["move 3 in the text is '5'"]
    for text, error in (
        ("1", CellTakenError),
        ("10", OutOfBoardError),
        ("b", InvalidInputError),
    ):
        with pytest.raises(error):
            game.parse_move(text)
    with pytest.raises(GameOverError):
        Game(moves=(0, 3, 1, 4, 2)).parse_move("9")


def test_copying_replays_no_moves(monkeypatch):
    game = Game("gomoku", (112, 113))
    bytes_of_game = pickle.dumps(game)
    monkeypatch.setattr(Game, "play", None)
    assert copy.deepcopy(game).moves == (112, 113)
    loaded = pickle.loads(bytes_of_game)  # noqa: S301
    assert (loaded, loaded.state.key) == (game, game.state.key)
