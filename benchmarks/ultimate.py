"""Play 300 random games of ultimate tic-tac-toe with this package and with OpenSpiel.

Both programs choose among the legal moves with `random.choice` until the game is over.
OpenSpiel is written in C++. If a move is allowed on any board, it consists of two actions in
OpenSpiel: choosing the board, and choosing the place in the board. The script needs the
dependency group ``peers``.
"""

import random

import pyspiel
from measure import compare, report

from tictactoe_widget import Game, Ultimate

GAMES = 300
"""Number of games in one run."""


def play_ours() -> None:
    """Play the games with this package."""
    choose = random.Random(1).choice
    rules = Ultimate()
    for _ in range(GAMES):
        game = Game(rules)
        while moves := game.legal_moves:
            game = game.play(choose(moves))


def play_openspiel() -> None:
    """Play the games with OpenSpiel."""
    choose = random.Random(1).choice
    rules = pyspiel.load_game("ultimate_tic_tac_toe")
    for _ in range(GAMES):
        state = rules.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))


def main() -> None:
    """Run the comparison, and print the result."""
    timings = compare(
        {"OpenSpiel (C++)": play_openspiel, "tictactoe_widget": play_ours}, rounds=15
    )
    report(f"{GAMES} random games of ultimate, ratio to OpenSpiel: at most 2", timings)


if __name__ == "__main__":
    main()
