from dataclasses import dataclass

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.plain_search import WORD, judge_all
from tests.support.models.positions import every_position
from tictactoe_widget import MNK, Ultimate, Variant
from tictactoe_widget.analysis.exact_search import (
    ExactSearch,
    symmetric_keys,
    verified_symmetries,
)
from tictactoe_widget.rules.state import State


def all_states(rules):
    return [game.state for game in every_position(rules)]


@pytest.mark.parametrize(
    "rules",
    [MNK(3, 3, 3), Drop(3, 3, 3), Variant(2, 3, 2, marks="chosen"), MNK(2, 5, 3)],
    ids=repr,
)
def test_symmetric_positions_share_key(rules):
    key_of = symmetric_keys(rules)
    groups = {}
    for state in all_states(rules):
        images = {rules.transform(state, one).key for one in rules.symmetries}
        groups.setdefault(key_of(state), set()).add(frozenset(images))
    assert all(len(images) == 1 for images in groups.values())
    assert len({images for (images,) in groups.values()}) == len(groups)
    assert len(groups) == 765 or rules != MNK(3, 3, 3)


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (MNK(3, 3, 3), 8),
        (Drop(4, 4, 3), 2),
        (Variant(3, 4, 3, marks="chosen"), 4),
        (Ultimate(), 8),
    ],
    ids=repr,
)
def test_valid_symmetries_all_used(rules, count):
    assert verified_symmetries(rules) == rules.symmetries
    assert len(rules.symmetries) == count


@dataclass(frozen=True)
class TopRow(MNK):
    """Only three in the top row win."""

    def advance(self, state, cell):
        own = state.own | 1 << cell
        left = tuple(c for c in state.legal_moves if c != cell)
        if own & 0b111 == 0b111:
            return State(state.other, own, (), state.to_move)
        return State(state.other, own, left, None if left else "draw")


@dataclass(frozen=True)
class NotInTheCorner(MNK):
    """The first move must be in one of the first eight cells."""

    @property
    def initial_state(self):
        return State(0, 0, tuple(range(8)), None)

    def advance(self, state, cell):
        own = state.own | 1 << cell
        taken = own | state.other
        after = State(state.other, own, (), None)
        if self.winning_lines(after):
            return State(state.other, own, (), state.to_move)
        left = tuple(c for c in range(9) if not taken >> c & 1)
        return State(state.other, own, left, None if left else "draw")


@dataclass(frozen=True)
class OneTurn(MNK):
    """Declares one quarter turn without its powers."""

    @property
    def symmetries(self):
        return (tuple(range(9)), (2, 5, 8, 1, 4, 7, 0, 3, 6))


@dataclass(frozen=True)
class NoPermutation(MNK):
    """Declares a symmetry that maps two cells to one."""

    @property
    def symmetries(self):
        return (tuple(range(9)), (0,) * 9)


@dataclass(frozen=True)
class NoIdentity(MNK):
    """Declares no symmetries, not even the identity."""

    symmetries = ()


BROKEN = [
    kind(3, 3, 3) for kind in (TopRow, NotInTheCorner, OneTurn, NoPermutation, NoIdentity)
]


@pytest.mark.parametrize("rules", BROKEN, ids=repr)
def test_invalid_symmetries_not_used(rules):
    assert verified_symmetries(rules) == (tuple(range(9)),)
    *_, found = ExactSearch(rules, rules.initial_state, {}).run_in_slices()
    judge = judge_all(rules)
    for move, known in found.moves.items():
        value, plies = judge(rules.advance(rules.initial_state, move))
        assert (known.value, known.remoteness) == (WORD[-value], plies + 1)
