"""Rules in plain Python: what the package derives from them, and errors for faulty rules."""

import copy
import pickle
import re
import subprocess
import sys
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from tests.support.models.naive_inventions import GAMES as NAIVE
from tests.support.models.naive_variants import worths
from tests.support.students import invented_games
from tests.support.students.invented_games import GAMES, ClosedCentre, Late
from tictactoe_widget import (
    STANDARD,
    CellTakenError,
    Game,
    IllegalMoveError,
    PlainRules,
    RulesError,
    analyze,
    check_rules,
    explain,
    find_rules,
    player,
)
from tictactoe_widget.drawing.layout import Layout

WORDS = {1: "win", 0: "draw", -1: "loss"}
EACH_GAME = pytest.mark.parametrize("family", GAMES, ids=lambda family: family.__name__)


def naive_board(game):
    return "".join(mark or "." for mark in game.board)


def naive_move(game, move):
    return game.rules.cell_of(move), game.rules.mark_of(game.state, move)


@pytest.mark.parametrize(
    "family",
    [*GAMES[:2], *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[2:])],
    ids=lambda family: family.__name__,
)
def test_first_move_values_match_naive(family):
    game = Game(family())
    analysis = analyze(game, seconds=600)  # far more than the proofs need
    assert analysis.exact
    assert {
        naive_move(game, move): (known.value, known.remoteness)
        for move, known in analysis.moves.items()
    } == {
        move: (WORDS[value], plies)
        for move, (value, plies) in worths(NAIVE[family.__name__], naive_board(game)).items()
    }


@EACH_GAME
def test_random_games_match_naive_rules(family):
    naive, random = NAIVE[family.__name__], Random(5)
    for _ in range(20):
        game, result = Game(family()), None
        while result is None:
            mover = game.current_player
            moves = {naive_move(game, move) for move in game.legal_moves}
            assert moves == set(naive.moves(naive_board(game)))
            game = game.play(random.choice(game.legal_moves))
            result = naive.result(naive_board(game), mover)
            assert (game.result is None) == (result is None)
        other = {"X": "O", "O": "X"}[mover]
        assert game.result == {1: mover, -1: other, 0: "draw"}[result]
        assert Game.from_text(game.to_text(), game.rules).result == game.result
        assert Game.from_link(game.to_link()) == game
        assert Game.from_dict(game.to_dict()) == game
        assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


@EACH_GAME
def test_names_and_card_texts(family):
    rules = family()
    assert find_rules(rules.name) == rules == copy.deepcopy(rules)
    assert rules.summary == family.__doc__
    assert rules.title in str(rules.card)
    assert Game(rules).to_svg().startswith("<svg")


def test_class_without_methods_is_playable():
    class Plain(PlainRules):
        pass

    class Falling(PlainRules):
        rows, columns, k, drop = 6, 7, 4, True

    assert Plain().base_rules == STANDARD
    assert Plain().summary == STANDARD.summary
    assert (Falling().base_rules, Falling().name) == (find_rules("connect4"), "falling")
    assert Game(Falling()).legal_moves == tuple(range(35, 42))


def test_title_from_class_name():
    class MyHTMLGame_two(PlainRules):  # noqa: N801
        pass

    assert (MyHTMLGame_two().name, MyHTMLGame_two().title) == (
        "my-html-game-two",
        "My html game two",
    )


def test_winning_lines():
    game = Game(invented_games.Squares(), [4, 0, 5, 2, 7, 6, 8])
    assert (game.result, game.winning_lines) == ("X", ((4, 5, 7, 8),))
    # A line that doesn't decide the game isn't a winning line.
    corners = Game(invented_games.Corners(), [0, 3, 1, 4, 2, 5, 7, 6, 8])
    assert (corners.result, corners.winning_lines) == ("X", ())


class OnlyX(PlainRules):
    """X wins with a row. O's rows don't count, and O wins if the board is full."""

    def result(self, position):
        if any(
            {position.board[cell] for cell in line} == {"X"} for line in self.lines(position)
        ):
            return "X"
        return None if position.free else "O"


class TwoRows(PlainRules):
    """X wins by completing two rows at once."""

    def result(self, position):
        rows = [{position.board[cell] for cell in line} for line in self.lines(position)]
        return "X" if rows.count({"X"}) == 2 else None if position.free else "O"


def test_only_winner_lines_reported():
    # O has completed 4-5-6 before X completes 1-2-3.
    assert Game(OnlyX(), [0, 3, 1, 4, 8, 5, 2]).winning_lines == ((0, 1, 2),)
    both = Game(TwoRows(), [1, 3, 2, 4, 6, 5, 8, 7, 0])
    assert (both.result, both.winning_lines) == ("O", ())
    rows = Game(TwoRows(), [1, 3, 2, 4, 6, 7, 8, 5, 0]).winning_lines
    assert rows == ()


def test_custom_drawing_order():
    class Folded(PlainRules):
        """Three in a row on a strip, drawn as three rows from the bottom right."""

        rows, columns = 1, 12
        layout = Layout(3, 4, tuple(reversed(range(12))))

    game = Game(Folded(), [0, 11])
    assert str(game) == "O . . .\n. . . .\n. . . X"
    assert Game.from_text("O.../..../...X", Folded()).key == game.key
    assert game.to_link() == "rules=folded&moves=d3,a1"
    assert check_rules(Folded(), positions=5).ok


_LATE = """
import os
from tictactoe_widget import Game, PlainRules

class Plain(PlainRules):
    pass

class Late:
    game, write = Game(Plain(), (0, 3, 1, 4, 2)), os.write

    def __del__(self):
        self.write(1, repr(self.game.winning_lines).encode())

late = Late()
"""


def test_winning_lines_during_python_exit():
    done = subprocess.run([sys.executable, "-c", _LATE], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"((0, 1, 2),)", b"")


class GraceMove(PlainRules):
    """X's row counts only after O's next move."""

    def result(self, position):
        rows = [{position.board[cell] for cell in line} for line in self.lines(position)]
        if {"X"} in rows and position.to_move == "X":
            return "X"
        return None if position.free else "draw"


def test_explain_row_completed_earlier():
    game = Game(GraceMove(), [0, 3, 1, 4, 2])
    assert game.play(8).winning_lines == ((0, 1, 2),)
    assert explain(game, 8) == "O's move ends the game, and X wins."


def test_closed_cells_not_playable():
    game = Game(ClosedCentre())
    with pytest.raises(IllegalMoveError, match=r"^The rules don't allow this move now: choose"):
        game.play(4)
    with pytest.raises(CellTakenError):
        game.play(0).play(0)
    assert 4 in game.play(0).legal_moves


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"rows": 0}, "rows"),
        ({"columns": 20}, "columns"),
        ({"k": 4}, "k"),
        ({"marks": "chosen", "columns": 15}, "columns"),
        ({"order": True, "misere": True}, "leave out misere and marks if order is True"),
    ],
)
def test_invalid_attributes_refused(attributes, message):
    family = type("NoGame", (PlainRules,), attributes)
    with pytest.raises(ValueError, match=message):
        family()


@pytest.mark.parametrize("name", ["Wild", "Misere", "Qubic", "Standard", "OrderAndChaos"])
def test_taken_name_refused(name):
    with pytest.raises(ValueError, match=f"rename the class {name}"):
        type(name, (PlainRules,), {})


def test_class_name_without_letters():
    with pytest.raises(ValueError, match=r"^the name of a rules class must contain a letter"):
        type("__", (PlainRules,), {})


def test_redefined_class_replaces_first():
    first, second = (type("WrittenTwice", (PlainRules,), {"columns": c}) for c in (3, 4))
    assert type(find_rules("written-twice")) is second
    assert first() != second()


class Blocked(PlainRules):
    """Three in a row wins. Some squares are closed."""

    def __init__(self, *cells, k=3):
        super().__init__()
        self.cells, self.k = cells, k

    def legal_moves(self, position):
        return [cell for cell in position.free if cell not in self.cells]


def test_rules_differ_by_arguments():
    corner, centre = Blocked(0), Blocked(4)
    assert len({corner, centre, Blocked(0)}) == 2
    assert Game(corner).legal_moves == (1, 2, 3, 4, 5, 6, 7, 8)
    assert Game(centre).legal_moves == (0, 1, 2, 3, 5, 6, 7, 8)
    # With k=1, the first mark wins.
    assert analyze(Game(centre)).value == "draw"
    assert analyze(Game(Blocked(4, k=1))).value == "win"


def test_copies_keep_arguments():
    rules = Blocked(0, 4)
    assert repr(rules) == "Blocked(0, 4)"
    assert Game(rules).play(1).rules == rules  # fills the cached properties
    for other in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301
        assert (other, repr(other), other.name) == (rules, "Blocked(0, 4)", "Blocked(0, 4)")
        other.cells = (8,)
        assert other != rules
        assert 0 in Game(other).legal_moves


def test_links_refuse_other_arguments():
    assert Game.from_link(Game(Blocked()).to_link()).rules == Blocked()
    with pytest.raises(ValueError, match=r"^rules must have a name that find_rules can read"):
        Game(Blocked(4)).to_link()


@pytest.mark.parametrize("value", [[4], (4,), {4}, {4: "X"}, {"cells": [{4}]}])
def test_attributes_compared_by_value(value):
    first, second = Blocked(value), Blocked(copy.deepcopy(value))
    assert (first, hash(first)) == (second, hash(second))
    assert first != Blocked()


def test_uncomparable_attributes():
    with pytest.raises(TypeError, match=r"^Blocked\.cells must be hashable, not bytearray"):
        Blocked(bytearray(b"4"))


def test_unreachable_texts_refused():
    assert Game.from_text("..X/.O./...", ClosedCentre()).move_count == 2
    with pytest.raises(ValueError, match="No legal moves lead to this position"):
        Game.from_text(".../.X./...", ClosedCentre())


def boards_in_games(rules):
    waiting, found = [Game(rules)], set()
    while waiting:
        game = waiting.pop()
        if game.board not in found:
            found.add(game.board)
            waiting += map(game.play, game.legal_moves)
    return found


class Odds(PlainRules):
    """Marks fall. An odd square is legal only next to a mark."""

    rows, columns, k, drop = 2, 4, 3, True

    def legal_moves(self, position):
        marked = {cell for cell, mark in enumerate(position.board) if mark}
        return [
            cell
            for cell in super().legal_moves(position)
            if cell % 2 == 0 or marked & {cell - 1, cell + 1}
        ] or super().legal_moves(position)


class FallingWild(PlainRules):
    """Marks fall, and players choose which mark to place."""

    rows, columns, k, drop, marks = 2, 3, 3, True, "chosen"


@pytest.mark.parametrize("family", [ClosedCentre, Odds, FallingWild])
def test_only_reachable_texts_read(family):
    rules = family()
    read = set()
    for marks in product("XO.", repeat=rules.cell_count):
        with suppress(ValueError):
            read.add(Game.from_text("".join(marks), rules).board)
    assert read == boards_in_games(rules)


def test_exception_in_rules_reported():
    game = Game(Late(), [4, 0])
    message = (
        "The rules Late are at fault, not a player: result raised KeyError: 'x' "
        "(position OX./.X./...)"
    )
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$") as caught:
        game.play(1)
    assert (caught.value.method, caught.value.position) == ("result", "OX./.X./...")
    assert isinstance(caught.value.__cause__, KeyError)
    assert game.moves == (4, 0)
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args  # noqa: S301


@pytest.mark.parametrize("ask", [analyze, lambda game: explain(game, 1), player("perfect")])
def test_exception_in_search_reported(ask):
    with pytest.raises(RulesError, match="The rules Late are at fault"):
        ask(Game(Late(), [4, 0]))


@pytest.mark.parametrize(
    ("method", "answer", "problem"),
    [
        ("result", 1, "returned 1, but must return 'X', 'O', 'draw' or None"),
        ("legal_moves", 3, "returned 3, but must return cells (whole numbers)"),
        ("legal_moves", ["a"], "returned ['a'], but must return cells (whole numbers)"),
        ("legal_moves", [9], "returned [9], but there is no cell 9"),
        ("lines", 7, "returned 7, but must return lines of cells"),
        ("lines", [[]], "returned the line [], but a line must consist of different cells"),
        (
            "lines",
            [[0, 12]],
            "returned the line [0, 12], but some of these numbers are not cells",
        ),
    ],
)
def test_invalid_return_value_reported(method, answer, problem):
    family = type("Nonsense", (PlainRules,), {method: lambda _self, _position: answer})
    with pytest.raises(RulesError) as caught:
        Game(family())
    assert caught.value.method == method
    assert caught.value.problem == problem


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"legal_move": None}, "legal_moves"),
        ({"row": 4}, "rows"),
        ({"results": None}, "result"),
    ],
)
def test_misspelt_method_reported(written, meant):
    (name,) = written
    with pytest.warns(
        UserWarning,
        match=f"^Misspelt defines '{name}', which has no effect: did you mean '{meant}'",
    ):
        type("Misspelt", (PlainRules,), written)


def test_helper_methods_not_reported(recwarn):
    type("Helped", (PlainRules,), {"line": 4, "lines": lambda _self, _position: []})
    type("Helped", (PlainRules,), {"_line": lambda _self: ()})
    assert not recwarn.list
