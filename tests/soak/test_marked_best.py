"""Moves that hints mark as best in gomoku, checked by the engine in benchmarks/.

The positions are from the engine's games against itself, with 5 to 30 marks, where it had
proved nothing. Each line contains the moves that lead to a position.
"""

from pathlib import Path

import pytest

from tests.support.scenes.scripts import load_script
from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.hints import FEW, find_highlights
from tictactoe_widget.analysis.mnk.large import LargeBoardSearch

RULES = MNK(15, 15, 5)
POSITIONS = Path(__file__).with_name("undecided_gomoku.txt").read_text().splitlines()
# Positions searched for hints, about as many as in two seconds in a notebook.
SEARCHED = 120_000
# Positions searched by the engine for the opponent's threats.
REFUTING = 500_000
# The positions are split into parts for several processes.
PARTS = 4


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    match = load_script("benchmarks/engine_match.py")
    with match.Engine(match.build_engine(tmp_path_factory.mktemp("engine"))) as started:
        started.start(RULES.rows, 0.01)
        yield started


def is_refuted(engine, game):
    """Return whether the engine finds a win by threats for the player to move."""
    assert engine.ask("SHOW", *engine.marks(game), "DONE") == "OK"
    return engine.ask(f"THREATS {REFUTING}") not in {"NO", "UNKNOWN"}


def search(game):
    for found in LargeBoardSearch(RULES, game.state, most_compared=FEW).run_in_slices():
        if found.value is not None or found.node_count >= SEARCHED:
            return found
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_best_moves_not_refuted(engine, part):
    undecided = 0
    for line in range(part, len(POSITIONS), PARTS):
        game = Game(RULES, moves=map(int, POSITIONS[line].split()))
        known = search(game)
        if known.value is not None:
            continue
        undecided += 1
        best = find_highlights(game, known).best
        losing = {cell for cell in best if is_refuted(engine, game.play(cell))}
        others = (
            cell for cell, move in known.moves.items() if not move.value and cell not in best
        )
        assert not losing or (
            losing == best and all(is_refuted(engine, game.play(cell)) for cell in others)
        )
    assert undecided > 15
