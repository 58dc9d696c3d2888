"""A family of rules defined outside the package."""

import pickle

import pytest

from tests.support.models.drop_rules import Drop, HoleBelowError
from tictactoe_widget import MNK, Game, Rules, find_rules
from tictactoe_widget.rules.rules import register_family

SMALL = Drop(rows=2, columns=3, k=2)


def test_family_refusal_message():
    game = Game(Drop())
    with pytest.raises(HoleBelowError) as refused:
        game.play(0)
    assert str(refused.value) == "Marks fall: play a4"
    with pytest.raises(HoleBelowError, match=r"^Marks fall: play a3$"):
        game.play(15).play(0)


def test_external_family_found_by_name():
    assert Drop().name == "falling-4x5k4"
    assert find_rules("falling-4x5k4") == Drop()
    assert find_rules(SMALL.name) == SMALL
    assert Game("falling-2x3k2") == Game(SMALL)
    with pytest.raises(ValueError, match=r"k must be from 1 to 5 \(the longer side") as refused:
        find_rules("falling-4x5k9")
    assert str(refused.value).startswith("no rules are called 'falling-4x5k9': ")


def test_repr_and_pickle_rebuild_games():
    game = Game.from_text("X../OX.", Drop(2, 3, 3), moves=(5,))
    assert eval(repr(game.rules)) == game.rules  # noqa: S307
    assert eval(repr(game)) == game  # noqa: S307
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_redefined_family_replaces_first():
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
def test_register_refuses_other_classes(family):
    with pytest.raises(TypeError, match="family must be a subclass of Rules, not "):
        register_family(family)


def test_rules_methods_are_abstract():
    names = "title summary layout initial_state advance winning_lines to_text from_text"
    assert Rules.__abstractmethods__ == set(names.split())
