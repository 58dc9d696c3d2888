"""OpenSpiel's C++ tree search, which is an opponent in `strength.py`.

This module needs the package ``open_spiel`` from the dependency group ``peers``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import getrandbits
from time import process_time
from typing import Any

import pyspiel
from matches import Mover, Peer

from tictactoe_widget import MNK, Game, Ultimate
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.values import OPPOSITE, Value
from tictactoe_widget.rules.state import Mark

EXPLORATION = 1.4
"""Exploration constant in the bot's formula for choosing moves."""
MEMORY = 1000
"""Maximum size of the bot's tree, in megabytes."""


def mcts(rules: MNK | Ultimate, simulations: int) -> Peer:
    """Return a function that starts a bot that also proves values.

    `simulations` is the number of simulations per move. A simulation is a random game that is
    played to its end.
    """
    name = "ultimate_tic_tac_toe"
    if isinstance(rules, MNK):
        name = f"mnk(m={rules.columns},n={rules.rows},k={rules.k})"
    opponent = pyspiel.load_game(name)

    @contextmanager
    def start() -> Iterator[Mover]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, getrandbits(31))
        bot = pyspiel.MCTSBot(
            opponent, evaluator, EXPLORATION, simulations, MEMORY, True, getrandbits(31), False
        )

        def choose(game: Game) -> int:
            state = opponent.new_initial_state()
            for cell in game.moves:
                if _is_free(state):
                    state.apply_action(cell // 9)
                state.apply_action(cell if isinstance(rules, MNK) else cell % 9)
            if isinstance(rules, MNK):
                return int(bot.step(state))
            board = game.legal_moves[0] // 9
            if _is_free(state):
                board = bot.step(state)
                state.apply_action(board)
            return int(9 * board + bot.step(state))

        yield choose

    return start


def _is_free(state: Any) -> bool:
    """Return True if a move is allowed on any board. OpenSpiel then asks for a board first."""
    return "board: any" in str(state)


def settle(game: Game, seconds: float) -> Value | None:
    """Return a position's value for the player to move, or None if the time runs out."""
    end = process_time() + seconds
    value: Value | None = None
    for found in analyze_in_slices(game):
        value = found.value
        if value is not None or process_time() >= end:
            break
    return value


def print_doubtful_moves(game: Game, we_are: Mark, opening: int, seconds: float) -> int:
    """Print and count our player's moves that made, or might have made, the position worse.

    If the value before a losing move is unknown, the move might have made the position worse.

    Parameters
    ----------
    game : Game
        Finished game to check.
    we_are : {"X", "O"}
        Our player's mark.
    opening : int
        Number of opening moves, which neither player chose.
    seconds : float
        Time to prove the value of each position, before and after each move.
    """
    count = 0
    for ply in range(opening, game.move_count):
        before = Game(game.rules, moves=game.moves[:ply])
        if before.current_player != we_are:
            continue
        seen = settle(before.play(game.moves[ply]), seconds)
        after = seen and OPPOSITE[seen]
        could = None if after == "win" else settle(before, seconds)
        is_kept = after == could if could == "draw" else could != "win" or after == "win"
        if not is_kept or (could is None and after == "loss"):
            count += 1
            known = could or "unknown"
            print(f"from {known} to {after or 'unknown'} by {game.moves[ply]}: {before!r}")
    return count
