import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, asdict
from itertools import islice
from random import Random

import pytest

from tictactoe_widget import MNK, Game, MoveValue, Ultimate, analyze
from tictactoe_widget.analysis.analyze import analyze_in_slices, tree_search
from tictactoe_widget.analysis.values import MoveValues, proved


def tree_report():
    tree = tree_search(Game(Ultimate()))
    tree.run(500)
    return tree.report()


ANALYSES = {
    "3x3": lambda: analyze(Game(moves=(0,))),
    "solver": lambda: analyze(Game(MNK(3, 4, 3), moves=(0,))),
    "solver begun": lambda: next(analyze_in_slices(Game(MNK(5, 5, 4)))),
    "tree search": tree_report,
    "endgame": lambda: list(islice(analyze_in_slices(random_ultimate(8, 58)), 2))[-1],
    "finished": lambda: analyze(Game(moves=(0, 3, 1, 4, 2))),
}


def random_ultimate(seed, plies):
    """A random game of ultimate, unfinished after so many plies."""
    random = Random(seed)
    while True:
        game = Game(Ultimate())
        while not game.is_over and game.move_count < plies:
            game = game.play(random.choice(game.legal_moves))
        if not game.is_over:
            return game


@pytest.fixture(params=ANALYSES)
def found(request):
    return ANALYSES[request.param]()


def test_an_analysis_is_pickled_copied_and_compared(found):
    pickled = pickle.loads(pickle.dumps(found))  # noqa: S301 - made in the line itself
    for other in (pickled, copy(found), deepcopy(found)):
        assert other == found
        assert hash(other) == hash(found)
        assert type(other.moves) is MoveValues
    assert found.moves == dict(found.moves)


def test_an_analysis_becomes_plain_dicts(found):
    plain = asdict(found)
    assert type(plain["moves"]) is dict
    assert plain["moves"].keys() == found.moves.keys()
    for cell, move in plain["moves"].items():
        assert move == {
            "value": found.moves[cell].value,
            "remoteness": found.moves[cell].remoteness,
            "score": found.moves[cell].score,
        }
    plain["moves"][99] = None  # a copy, to do with as one likes
    assert 99 not in found.moves


def test_nothing_of_an_analysis_can_be_written_to(found):
    before = dict(found.moves)
    moves = found.moves
    writes = [
        lambda: moves.__setitem__(0, None),
        lambda: moves.__delitem__(0),
        lambda: moves.update({0: None}),
        lambda: moves.__ior__({0: None}),
        lambda: moves.setdefault(99, None),
        lambda: moves.pop(0, None),
        moves.popitem,
        moves.clear,
    ]
    for write in writes:
        with pytest.raises(TypeError, match="cannot be changed"):
            write()
    moves.__init__({0: None})
    assert dict(found.moves) == before
    with pytest.raises(FrozenInstanceError):
        found.moves = {}


def test_moves_equal_a_dict_and_each_other():
    moves = {4: proved("win", 3), 0: MoveValue(None, None, 0.5)}
    assert MoveValues.of(moves) == moves
    turned = MoveValues.of(reversed(moves.items()))
    assert {turned, MoveValues.of(moves)} == {turned}
    assert repr(MoveValues.of(moves)) == repr(moves)


@pytest.mark.parametrize("evaluations", [1, 50, 1000])
def test_a_tree_search_lists_every_move_that_wins_at_once(evaluations):
    several = 0
    for seed in range(400):
        game = random_ultimate(seed, 45)
        wins = {c for c in game.legal_moves if game.play(c).winner == game.current_player}
        if wins:
            tree = tree_search(game)
            tree.run(evaluations)
            found = tree.report()
            assert (found.value, found.remoteness) == ("win", 1)
            assert {cell for cell, move in found.moves.items() if move.remoteness == 1} >= wins
            assert set(found.best_moves) == wins
            several += len(wins) > 1
    assert several > 3
