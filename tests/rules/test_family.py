"""A family of rules from a file outside the package, used like those inside."""

import pickle
import re

import pytest

from tests.support.models.drop_rules import Drop, HoleBelowError
from tests.support.models.naive_variants import NaiveVariant
from tests.support.models.positions import every_position
from tictactoe_widget import (
    MNK,
    Game,
    Rules,
    find_rules,
)
from tictactoe_widget.rules.rules import register_family

SMALL = Drop(rows=2, columns=3, k=2)


@pytest.mark.parametrize("rules", [SMALL, Drop(3, 2, 2), Drop(2, 4, 3), Drop(3, 3, 3)])
def test_positions_are_those_of_naive_rules(rules):
    naive = NaiveVariant(rules.rows, rules.columns, rules.k, drop=True)
    games = every_position(rules)
    assert len(games) > 15
    for game in games:
        assert str(Game.from_text(str(game), rules)) == str(game)
        if game.is_over:
            assert game.legal_moves == ()
            continue
        moves = naive.moves(game.board)
        assert [(cell, game.current_player) for cell in game.legal_moves] == moves
        for move in moves:
            board, result = naive.after(game.board, move)
            after = game.play(move[0])
            assert after.board == board
            assert after.result == {None: None, 0: "draw", 1: game.current_player}[result]
            assert bool(after.winning_lines) == (result == 1)


def test_refusal_of_its_own():
    game = Game(Drop())
    with pytest.raises(HoleBelowError) as refused:
        game.play(0)
    assert str(refused.value) == "Marks fall: play a4"
    with pytest.raises(HoleBelowError, match=r"^Marks fall: play a3$"):
        game.play(15).play(0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X../...", "the mark at a1 hangs in the air"),
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


def test_repr_and_pickle():
    game = Game.from_text("X../OX.", Drop(2, 3, 3), moves=(5,))
    assert eval(repr(game.rules)) == game.rules  # noqa: S307
    assert eval(repr(game)) == game  # noqa: S307
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_redefined_family_replaces_the_first():
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
