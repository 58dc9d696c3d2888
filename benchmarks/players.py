"""Compare this package's speed at solving, analysis and search with OpenSpiel and easyAI.

    python benchmarks/players.py

The script needs the dependency group ``peers``. Every figure is a ratio measured in this run
(see measure.py).
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from easyAI import AI_Player, Negamax
from easyAI.games.TicTacToe import TicTacToe
from measure import compare, report
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.minimax import alpha_beta_search

from tictactoe_widget import MNK, Game, Ultimate, analyze
from tictactoe_widget.analysis.analyze import tree_search
from tictactoe_widget.analysis.mnk.family import move_scores, shared_tablebase
from tictactoe_widget.analysis.mnk.proofs import prover, root_value, solve
from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.rules.mnk import STANDARD

SIMULATIONS = 1000
"""Number of simulations in a tree search."""
PLAYOUTS = 300
"""Number of random games in one run."""
RANDOM = random.Random(1)
"""Random number generator for our random games."""
SIGN = [0] + [1] * 9 + [-1] * 9  # value for each score in the table, -9 to 9


def solve_ours() -> float:
    """Prove the values of all first moves."""
    found = next(
        found
        for found in solve(STANDARD, STANDARD.initial_state, prover(STANDARD))
        if found.exact
    )
    return found.score


def solve_by_table() -> float:
    """Build the table of all positions, and look up the empty board."""
    move_scores.cache_clear()
    shared_tablebase.cache_clear()
    return analyze(Game()).score


def solve_openspiel() -> float:
    """Solve the empty board with OpenSpiel's alpha-beta search."""
    value, _move = alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    return float(value)


def solve_easyai() -> None:
    """Solve the empty board with easyAI, which values draws differently."""
    game = TicTacToe([AI_Player(Negamax(1)), AI_Player(Negamax(1))])
    Negamax(9)(game)


def positions() -> list[Game]:
    """List all unfinished positions in 3x3 tic-tac-toe."""
    seen: dict[object, Game] = {}
    pending = [Game()]
    while pending:
        game = pending.pop()
        if not game.is_over and game.key not in seen:
            seen[game.key] = game
            pending += [game.play(cell) for cell in game.legal_moves]
    return list(seen.values())


def all_values_ours(games: list[Game]) -> int:
    """Sum the values of all moves, using a newly built table of all positions."""
    move_scores.cache_clear()
    table = move_scores(STANDARD)
    total = 0
    for game in games:
        state = game.state
        total += sum([SIGN[score] for score in table[state.own | state.other << 9]])
    return total


def all_values_analyzed(games: list[Game]) -> int:
    """Sum the values of all moves, using `analyze` without any stored tables."""
    move_scores.cache_clear()
    shared_tablebase.cache_clear()
    return all_values_analyzed_again(games)


def all_values_analyzed_again(games: list[Game]) -> int:
    """Sum the values of all moves, using `analyze` with tables that are already built."""
    return sum(int(move.score) for game in games for move in analyze(game).moves.values())


def all_values_openspiel(states: list[Any]) -> int:
    """Sum the values of all moves, using negamax with a table of OpenSpiel states."""
    known: dict[str, int] = {}

    def value(state: Any) -> int:
        key = str(state)
        if key not in known:
            player = state.current_player()
            known[key] = (
                int(state.returns()[0]) * (1 if state.move_number() % 2 == 0 else -1)
                if state.is_terminal()
                else max(-value(state.child(action)) for action in state.legal_actions(player))
            )
        return known[key]

    return sum(-value(state.child(a)) for state in states for a in state.legal_actions())


def playouts_ours(rules: Any) -> None:
    """Play random games with this package's rules."""
    first = rules.initial_state
    family = family_analysis(rules)
    for _ in range(PLAYOUTS):
        family.playout(rules, first, RANDOM)


def playouts_openspiel(name: str) -> None:
    """Play random games with the OpenSpiel game that has this name."""
    game = pyspiel.load_game(name)
    choice = random.choice
    for _ in range(PLAYOUTS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))


def tree_ours() -> None:
    """Search until `SIMULATIONS` positions are evaluated."""
    tree_search(OPENING).run(SIMULATIONS)


def tree_growing() -> None:
    """Search until the tree contains `SIMULATIONS` positions with evaluated moves."""
    tree = tree_search(OPENING)
    for _ in range(SIMULATIONS):
        tree.grow()


OPENING = Game(Ultimate(), moves=(40, 36))
"""Position in ultimate tic-tac-toe from which all tree searches begin."""


def openspiel_opening() -> Any:
    """Return `OPENING` as an OpenSpiel state."""
    state = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
    for action in (4, 4, 0):
        state.apply_action(action)
    return state


def tree_openspiel_cpp() -> None:
    """Search with OpenSpiel's C++ bot."""
    state = openspiel_opening()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    pyspiel.MCTSBot(state.get_game(), evaluator, 1.4, SIMULATIONS, 100, True, 1, False).step(
        state
    )


def tree_openspiel_python() -> None:
    """Search with OpenSpiel's Python bot."""
    state = openspiel_opening()
    seeded = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, seeded)
    mcts.MCTSBot(
        state.get_game(), 1.4, SIMULATIONS, evaluator, solve=True, random_state=seeded
    ).step(state)


def root_proofs() -> None:
    """Print the value of the empty board for several board sizes, and the time to prove it."""
    print("Value of the empty board, from nothing")
    sizes = [(4, 4, 4), (5, 5, 4), (6, 5, 4)]
    proofs: dict[str, Callable[[], object]] = {
        f"{size}: {root_value(MNK(*size))}": partial(prove, MNK(*size)) for size in sizes
    }
    for timing in compare(proofs):
        print(f"  {timing.name:<20}  {timing.seconds:8.4f} s")


def prove(rules: MNK) -> None:
    """Prove the value of the empty board without using earlier proofs."""
    root_value(rules, prover(rules))


def opened(games: list[Game]) -> list[Any]:
    """Convert positions to OpenSpiel states."""
    game = pyspiel.load_game("tic_tac_toe")
    states = []
    for ours in games:
        state = game.new_initial_state()
        for cell in ours.moves:
            state.apply_action(cell)
        states.append(state)
    return states


def main() -> None:
    """Run all comparisons, and print the results."""
    games = positions()
    states = opened(games)
    solving: dict[str, Callable[[], object]] = {
        "tictactoe_widget, proof": solve_ours,
        "tictactoe_widget, table of all positions": solve_by_table,
        "OpenSpiel alpha-beta": solve_openspiel,
        "easyAI Negamax(9)": solve_easyai,
    }
    report("3x3 from nothing: value and best move", compare(solving))
    all_values: dict[str, Callable[[], object]] = {
        "tictactoe_widget, the table": lambda: all_values_ours(games),
        "tictactoe_widget, analyze": lambda: all_values_analyzed(games),
        "tictactoe_widget, analyze once more": lambda: all_values_analyzed_again(games),
        "OpenSpiel, negamax with a table": lambda: all_values_openspiel(states),
    }
    report("3x3: values of all moves of all positions", compare(all_values))
    for title, rules, name in (
        ("3x3", STANDARD, "tic_tac_toe"),
        ("5x5 k=4", MNK(5, 5, 4), "mnk(m=5,n=5,k=4)"),
        ("ultimate", Ultimate(), "ultimate_tic_tac_toe"),
    ):
        playing: dict[str, Callable[[], object]] = {
            "tictactoe_widget": partial(playouts_ours, rules),
            "OpenSpiel": partial(playouts_openspiel, name),
        }
        report(f"{PLAYOUTS} playouts, {title}", compare(playing, rounds=7))
    searching: dict[str, Callable[[], object]] = {
        "tictactoe_widget, positions evaluated": tree_ours,
        "tictactoe_widget, positions added": tree_growing,
        "OpenSpiel, C++ bot": tree_openspiel_cpp,
        "OpenSpiel, Python bot": tree_openspiel_python,
    }
    report(f"Ultimate, tree search with {SIMULATIONS} simulations", compare(searching))
    root_proofs()


if __name__ == "__main__":
    main()
