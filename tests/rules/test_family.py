"""A family of rules from a file outside the package, used like those inside."""

import pickle
import re

import pytest

from tests.support.models.drop_rules import Drop, HoleBelowError
from tictactoe_widget import (
    MNK,
    CellTakenError,
    Game,
    GameOverError,
    OutOfBoardError,
    Rules,
    find_rules,
)
from tictactoe_widget.rules.rules import register_family

SMALL = Drop(rows=2, columns=3, k=2)


class NaiveDrop:
    """Columns as lists of marks, the lowest first; nothing of the package."""

    def __init__(self, rows, columns, k):
        self.rows, self.k, self.columns = rows, k, [[] for _ in range(columns)]
        self.count, self.winner = 0, None

    def at(self, column, height):
        inside = 0 <= column < len(self.columns) and 0 <= height < len(self.columns[column])
        return self.columns[column][height] if inside else None

    def drop(self, column):
        mark = "XO"[self.count % 2]
        self.columns[column].append(mark)
        self.count += 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for c in range(len(self.columns)):
                for h in range(self.rows):
                    run = {self.at(c + right * n, h + up * n) for n in range(self.k)}
                    if run == {mark}:
                        self.winner = mark

    @property
    def open_columns(self):
        if self.winner:
            return []
        return [c for c, marks in enumerate(self.columns) if len(marks) < self.rows]

    @property
    def board(self):
        return tuple(
            self.at(column, height)
            for height in reversed(range(self.rows))
            for column in range(len(self.columns))
        )


def replay(rules, columns):
    """A naive game after marks have been dropped into `columns`."""
    naive = NaiveDrop(rules.rows, rules.columns, rules.k)
    for column in columns:
        naive.drop(column)
    return naive


def every_game(rules, game=None, columns=()):
    """Every game and unfinished game of the rules, with the columns played."""
    game = game or Game(rules)
    yield game, columns
    for cell in game.legal_moves:
        yield from every_game(rules, game.play(cell), (*columns, cell % rules.columns))


@pytest.mark.parametrize("rules", [SMALL, Drop(3, 2, 2), Drop(2, 4, 3), Drop(3, 3, 3)])
def test_it_plays_as_columns_that_are_filled_from_below(rules):
    seen = set()
    for game, columns in every_game(rules):
        if game.key in seen:
            continue
        seen.add(game.key)
        naive = replay(rules, columns)
        assert game.board == naive.board
        assert sorted(cell % rules.columns for cell in game.legal_moves) == naive.open_columns
        assert list(game.legal_moves) == sorted(game.legal_moves)
        assert game.winner == naive.winner
        assert game.is_over == (not naive.open_columns)
        assert game.is_draw == (game.is_over and naive.winner is None)
    assert len(seen) > 15


def test_four_in_a_row_win_across_upwards_and_diagonally():
    across = Game(Drop(), (15, 10, 16, 11, 17, 12, 18))
    assert across.winner == "X"
    assert across.winning_lines == ((15, 16, 17, 18),)
    upwards = Game(Drop(), (15, 16, 10, 11, 5, 6, 0))
    assert upwards.winner == "X"
    assert upwards.winning_lines == ((0, 5, 10, 15),)
    diagonal = Game(Drop(), (15, 16, 11, 17, 12, 18, 7, 13, 8, 10, 3))
    assert diagonal.winner == "X"
    assert diagonal.winning_lines == ((3, 7, 11, 15),)


def test_a_cell_with_a_hole_below_is_refused_with_a_reason_of_its_own():
    game = Game(Drop())
    with pytest.raises(HoleBelowError) as refused:
        game.play(0)
    assert str(refused.value) == "Marks fall: play a4"
    with pytest.raises(HoleBelowError, match=r"^Marks fall: play a3$"):
        game.play(15).play(0)


def test_the_other_refusals_are_those_of_every_board():
    game = Game(SMALL, (3, 4))
    with pytest.raises(CellTakenError, match=r"^Position already taken$"):
        game.play(3)
    with pytest.raises(OutOfBoardError) as off_the_board:
        game.play(6)
    assert off_the_board.value.message == "Invalid position: choose a1-c2"
    won = game.play(0)
    assert won.winner == "X"
    with pytest.raises(GameOverError, match=r"^Game is over\. Player X won!$"):
        won.play(5)


@pytest.mark.parametrize("rules", [SMALL, Drop(2, 3, 3), Drop(3, 3, 3)])
def test_exactly_the_positions_that_play_reaches_can_be_set_up(rules):
    reached = {game.board: game for game, _ in every_game(rules)}
    accepted = 0
    for number in range(3**rules.cell_count):
        marks = [".XO"[number // 3**cell % 3] for cell in range(rules.cell_count)]
        rows = [
            "".join(marks[at : at + rules.columns])
            for at in range(0, len(marks), rules.columns)
        ]
        try:
            read = Game.from_text("/".join(rows), rules)
        except ValueError:
            continue
        accepted += 1
        game = reached[read.board]
        assert read.legal_moves == game.legal_moves
        assert read.result == game.result
        assert str(read) == str(game)
    assert accepted == len(reached)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X../...", "the mark at a1 hangs in the air"),
        ("X../O..", "no order of play puts these marks on top of each other"),
        ("XX./...", "2 X and 0 O: X opens and marks alternate"),
        ("..", "expected 2 rows of 3 cells"),
    ],
)
def test_other_marks_are_refused_with_the_reason(text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        Game.from_text(text, Drop(2, 3, 3))


def test_its_name_is_read_and_written_like_any_other():
    assert Drop().name == "falling-4x5k4"
    assert find_rules("falling-4x5k4") == Drop()
    assert find_rules(SMALL.name) == SMALL
    assert Game("falling-2x3k2") == Game(SMALL)
    with pytest.raises(ValueError, match="k must be from 1 to 5, the longer side") as refused:
        find_rules("falling-4x5k9")
    assert str(refused.value).startswith("no rules are called 'falling-4x5k9': ")


def test_its_one_symmetry_is_the_mirror():
    assert Drop(2, 3, 2).symmetries == ((0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3))
    assert Drop(3, 1, 2).symmetries == ((0, 1, 2),)
    left, right = Game(Drop(), (15, 10, 16)), Game(Drop(), (19, 14, 18))
    assert left.canonical() == right.canonical()
    assert left.canonical().legal_moves == left.legal_moves
    assert Game(Drop(), (15, 16)).canonical() != Game(Drop(), (15, 17)).canonical()


def test_its_rules_and_games_are_rebuilt_by_their_repr_and_a_pickle():
    game = Game.from_text("X../OX.", Drop(2, 3, 3), moves=(5,))
    assert eval(repr(game.rules)) == game.rules  # noqa: S307
    assert eval(repr(game)) == game  # noqa: S307
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_a_size_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="k must be from 1 to 3"):
        Drop(2, 3, 4)


def test_a_family_that_is_defined_again_replaces_the_first():
    def define(prefix):
        @register_family
        class Again(MNK):
            @classmethod
            def from_name(cls, name):
                return cls(3, 3, 3) if name == f"{prefix}-again" else None

        return Again

    first, second = define("first"), define("second")
    assert isinstance(find_rules("second-again"), second)
    assert not isinstance(find_rules("second-again"), first)
    with pytest.raises(ValueError, match="no rules are called 'first-again'"):
        find_rules("first-again")


@pytest.mark.parametrize("family", [None, "drop", Drop(), int])
def test_only_a_class_of_rules_is_a_family(family):
    with pytest.raises(TypeError, match="a family must be a subclass of Rules, not "):
        register_family(family)


def test_what_a_family_must_write_are_these_eight():
    assert Rules.__abstractmethods__ == {
        "title",
        "summary",
        "layout",
        "initial_state",
        "advance",
        "winning_lines",
        "to_text",
        "from_text",
    }
