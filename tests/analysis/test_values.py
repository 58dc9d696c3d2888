import json
import pickle
import re
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, asdict
from itertools import count, islice
from math import nan
from random import Random

import pytest

from tests.support.models.html_reader import read_table
from tests.support.models.positions import play_on
from tictactoe_widget import MNK, Analysis, Game, MoveValue, Ultimate, analyze, review
from tictactoe_widget.analysis import values as slices
from tictactoe_widget.analysis.analyze import analyze_in_slices, tree_search
from tictactoe_widget.analysis.values import MoveValues, last_search_within, proved


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
    """Return a random ultimate game that is unfinished after this many plies."""
    random = Random(seed)
    while (game := play_on(Game(Ultimate()), random, plies)).is_over:
        pass
    return game


@pytest.fixture(params=ANALYSES)
def found(request):
    return ANALYSES[request.param]()


def test_analysis_copies_equal(found):
    pickled = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own pickle
    for other in (pickled, copy(found), deepcopy(found)):
        assert other == found
        assert hash(other) == hash(found)
        assert type(other.moves) is MoveValues
    assert found.moves == dict(found.moves)


def test_analysis_as_plain_dicts(found):
    plain = asdict(found)
    assert type(plain["moves"]) is dict
    assert plain["moves"].keys() == found.moves.keys()
    for cell, move in plain["moves"].items():
        names = ("value", "remoteness", "score")
        assert move == {name: getattr(found.moves[cell], name) for name in names}
    plain["moves"][99] = None  # changes only the copy
    assert 99 not in found.moves


def test_analysis_is_immutable(found):
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


def test_move_values_equal_dict():
    moves = {4: proved("win", 3), 0: MoveValue(None, None, 0.5)}
    assert MoveValues.of(moves) == moves
    turned = MoveValues.of(reversed(moves.items()))
    assert {turned, MoveValues.of(moves)} == {turned}
    assert repr(MoveValues.of(moves)) == repr(moves)


@pytest.mark.parametrize("evaluations", [1, 50, 1000])
def test_tree_search_finds_immediate_wins(evaluations):
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


def test_analysis_as_html():
    table = read_table(analyze(Game.from_text("XX./OO./..."))._repr_html_())
    assert table.caption == "X to move: win in 1 ply"
    assert table.columns == ["Cell, from 0", "Value", "Plies", "Choice"]
    assert table.rows[0] == ["2", "win", "1", "best"]
    # X blocks the middle row and O the top row. X then blocks the diagonal from 3 to 7.
    assert table.rows[1][:2] == ["5", "draw"]
    # After any other move, O completes the middle row.
    assert table.rows[2:] == [[cell, "loss", "2", ""] for cell in ("6", "7", "8")]


def test_estimates_as_html():
    moves = {cell: MoveValue(None, None, cell / 100) for cell in range(50)}
    known = Analysis("X", None, None, 0.49, moves, (49,), (), exact=False)
    table = read_table(known._repr_html_())
    assert table.caption == "X to move: about 75% (30 of 50 moves)"
    assert table.rows[0] == ["49", "about 75%", "", "best"]
    assert table.rows[1] == ["48", "about 74%", "", ""]
    assert len(table.rows) == 30


def test_analysis_as_text():
    assert str(analyze(Game.from_text("XX./OO./..."))) == (
        "X to move: win in 1 ply\n"
        "Cell, from 0  Value  Plies  Choice\n"
        "2             win    1      best\n"
        "5             draw   5\n"
        "6             loss   2\n"
        "7             loss   2\n"
        "8             loss   2"
    )
    assert str(analyze(Game(moves=(0, 3, 1, 4, 2)))) == "The game is over: loss for O"


def test_large_analysis_text_fits_screen():
    text = str(analyze(Game("gomoku"), seconds=0.1))
    assert len(text.splitlines()) == 14
    assert max(map(len, text.splitlines())) < 60
    assert "(12 of 225 moves)" in text


# X can win in the top row. Otherwise X must block the middle row.
GAME = Game.from_text("XX./OO./...")


def json_round_trip(value):
    """Return the value after a JSON round trip."""
    return json.loads(json.dumps(value))


def test_analysis_as_json():
    known = analyze(GAME)
    records = known.to_records()
    assert [record["cell"] for record in records] == [2, 5, 6, 7, 8]
    assert [record["value"] for record in records] == ["win", "draw", "loss", "loss", "loss"]
    assert [record["is_best"] for record in records] == [True, *[False] * 4]
    assert records[0]["remoteness"] == 1
    read = json_round_trip(known.to_dict())
    assert read.keys() == set(known.__slots__)
    assert read["moves"] == records
    told = [read[name] for name in ("player", "value", "remoteness", "score", "exact")]
    assert told == ["X", "win", 1, 1.0, True]
    assert read["best_moves"] == read["principal_variation"] == [2]


def test_review_records():
    reviewed = review(Game(moves=(0, 5, 4)))
    assert isinstance(reviewed, tuple)
    assert [move.cell for move in reviewed] == [0, 5, 4]
    records = reviewed.to_records()
    # O answers the corner at an edge and loses. Only the centre draws.
    values = {"verdict": "worse", "best": "draw", "played": "loss", "estimated_loss": 0.0}
    assert records[1] == {"ply": 1, "player": "O", "cell": 5, **values}
    assert [record["verdict"] for record in records] == ["best", "worse", "best"]
    assert review(Game()) == ()
    assert review(Game()).to_dict() == {"moves": []}


def test_time_between_slices_not_counted(monkeypatch):
    now = 0
    monkeypatch.setattr(slices, "perf_counter", lambda: now)

    def work():
        nonlocal now
        for answer in count(1):
            now += 1
            yield answer

    steps = last_search_within(work(), seconds=4)
    answer = None
    while answer is None:
        try:
            next(steps)
            now += 100
        except StopIteration as end:
            answer = end.value
    assert answer == 4


@pytest.mark.parametrize("name", ["standard", "infinite", "gomoku"])
def test_analysis_round_trip(name):
    found = analyze(Game(name, (4, 0)), visits=1)
    assert Analysis.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("player", "Z", "player must be 'X' or 'O', not 'Z'"),
        ("value", "won", "value must be None, 'win', 'draw' or 'loss', not 'won'"),
        ("score", "1", "score must be a number from -1 to 1, not '1'"),
        ("score", nan, "score must be a number from -1 to 1, not nan"),
        ("score", 1, "score must be 0 for a draw, not 1"),
        ("value", None, "value must be proved if exact is true"),
        ("remoteness", -7, "remoteness must be from 0 to "),
        ("moves", [], "best_moves must contain cells from moves, each at most once, not "),
        ("best_moves", [], "best_moves must contain a move"),
        (
            "compared",
            [4, 4],
            "compared must contain cells from moves, each at most once, not (4, 4)",
        ),
        (
            "principal_variation",
            [9],
            "principal_variation must contain cells from moves, each at most once",
        ),
        ("moves", {}, "moves must be a list"),
        (
            "moves",
            [{"value": "win", "cell": True, "score": 0}],
            "cell must be a whole number, not True",
        ),
        ("best_moves", [0.5], "each of best_moves must be a whole number, not 0.5"),
        ("extra", 1, "each part must be player, "),
    ],
)
def test_damaged_analysis_refused(part, value, message):
    parts = {**analyze(Game()).to_dict(), part: value}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        Analysis.from_dict(parts)


@pytest.mark.parametrize("ask", [analyze, review])
def test_seed_of_wrong_type_refused(ask):
    with pytest.raises(TypeError, match=r"^seed must be an int or None, not 'x'"):
        ask(Game(), seed="x")
