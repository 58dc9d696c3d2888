"""States: they're read-only, small boards cache them, and families can extend them."""

import copy
import pickle
from dataclasses import dataclass

import pytest

from tests.support.models import positions
from tests.support.models.drop_rules import Drop
from tictactoe_widget import MNK, STANDARD, Game, Ultimate
from tictactoe_widget.rules import game as successors
from tictactoe_widget.rules.state import State, new_state

GAMES = [
    *(Game(), Game(moves=(4, 0)), Game(moves=(0, 3, 1, 4, 2)), Game("4x4", (5,))),
    *(Game(Ultimate(), (4, 37)), Game(Drop(), (15,)), Game.from_text("X.O/.X./..O")),
]


def values(state):
    names = ["own", "other", "legal_moves", "result", "own_boards", "other_boards"]
    return {name: getattr(state, name) for name in names if hasattr(state, name)}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_states_read_only(game):
    before = values(game.state)
    for name in [*before, "anything"]:
        with pytest.raises(AttributeError):
            setattr(game.state, name, 1)
        with pytest.raises(AttributeError):
            delattr(game.state, name)
    assert values(game.state) == before


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_state_copies_equal(game):
    state = game.state
    for copied in (
        pickle.loads(pickle.dumps(state)),  # noqa: S301
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert type(copied) is type(state)
        assert values(copied) == values(state)
        assert copied.key == state.key
        with pytest.raises(AttributeError):
            copied.own = 1


def test_pickled_state_is_small():
    for cell in Game().legal_moves:
        Game().play(cell)
    assert len(pickle.dumps(Game().state)) < 200


def test_new_state_equals_constructor():
    quick, plain = new_state(1, 2, (3, 4), None), State(1, 2, (3, 4), None)
    assert type(quick) is type(plain) is State
    text = "State(own=1, other=2, legal_moves=(3, 4), result=None)"
    assert repr(quick) == repr(plain) == text


@dataclass(frozen=True, eq=False)
class PassingState(State):
    """A state with a field added by a family: how often a player has passed."""

    passes: int

    @property
    def key(self):
        return (*super().key, self.passes)


def test_family_can_add_state_fields():
    state = PassingState(1, 2, (3,), None, 7)
    assert (state.own, state.passes, state.key, state.to_move) == (1, 7, (1, 2, 7), "X")
    assert repr(state).endswith("legal_moves=(3,), result=None, passes=7)")
    with pytest.raises(AttributeError):
        state.passes = 8
    with pytest.raises(AttributeError):
        state.own = 8
    for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301
        assert copied.key == state.key
        assert copied.legal_moves == (3,)


@pytest.fixture
def empty_cache():
    """Empty the state cache before and after the test."""
    successors._kept.cache_clear()
    yield
    successors._kept.cache_clear()


@pytest.mark.parametrize("rules", [STANDARD, MNK(2, 5, 3), MNK(3, 3, 3, misere=True)])
@pytest.mark.usefixtures("empty_cache")
def test_small_boards_cache_states(rules):
    first = {game.key: game.state for game in positions.every_position.__wrapped__(rules)}
    for game in positions.every_position.__wrapped__(rules):
        assert game.state is first[game.key]
    assert len(set(map(id, first.values()))) == len(first)


@pytest.mark.usefixtures("empty_cache")
def test_cached_state_refuses_illegal_moves():
    for _ in range(2):
        game = Game(moves=(4, 0))
        assert game.play(8).moves == (4, 0, 8)
        for wrong in (4, 0, 9, -1, "8", True, 8.0, None):
            with pytest.raises(ValueError, match=r"^(Position already|Invalid )"):
                game.play(wrong)
        with pytest.raises(ValueError, match="Not your turn"):
            game.play(8, player="O")
        assert game.play(8, player="X").board[8] == "X"


@pytest.mark.usefixtures("empty_cache")
def test_large_boards_not_cached():
    rules = MNK(1, 13, 3)
    assert Game(rules, (4,)).state is not Game(rules, (4,)).state
    assert Game(MNK(1, 12, 3), (4,)).state is Game(MNK(1, 12, 3), (4,)).state


def test_cache_fits_small_boards():
    # The largest such board is a 1x10 strip with k=10. It has 17,303 positions.
    count = len(positions.every_position(MNK(1, 10, 10)))
    assert count == 17_303 < successors.MOST_CACHED_POSITIONS


@pytest.mark.usefixtures("empty_cache")
def test_full_cache_stays_correct(monkeypatch):
    monkeypatch.setattr(successors, "MOST_CACHED_POSITIONS", 100)
    assert len(positions.every_position.__wrapped__(STANDARD)) == 5478
    assert len(successors._kept(STANDARD)) == 100


class NextDoor(MNK):
    """A faulty family without a key: a move must be next to the previous one if possible."""

    def advance(self, state, cell):
        own, taken = state.own | 1 << cell, state.own | state.other | 1 << cell
        empty = tuple(c for c in range(self.cell_count) if not taken >> c & 1)
        beside = tuple(c for c in empty if abs(c - cell) == 1)
        return State(state.other, own, beside or empty, None if empty else "draw")


@pytest.mark.usefixtures("empty_cache")
def test_ambiguous_keys_not_cached():
    rules = NextDoor(1, 7, 7)
    for _ in range(2):
        assert Game(rules, (2, 3, 4)).legal_moves == (5,)
        assert Game(rules, (4, 3, 2)).legal_moves == (1,)
    assert Game(rules, (4, 3, 2)).play(1).legal_moves == (0,)
