"""Walk through all 255,168 games of 3x3 tic-tac-toe with this package, easyAI and OpenSpiel.

Each contender uses its own implementation of the game. Each contender lists the legal moves,
makes each move, and counts the finished games. OpenSpiel is written in C++ and has a Python
binding. The script needs the dependency group ``peers``.
"""

import pyspiel
from easyAI import Human_Player
from easyAI.games.TicTacToe import TicTacToe
from measure import compare, report

from tictactoe_widget import Game


def walk_games(game: Game) -> int:
    """Count the finished games that can follow a position, using this package."""
    moves = game.legal_moves
    if not moves:
        return 1
    return sum([walk_games(game.play(cell)) for cell in moves])


def walk_easyai(game: TicTacToe) -> int:
    """Count the finished games that can follow a position, using easyAI."""
    if game.is_over():
        return 1
    ended = 0
    for move in game.possible_moves():
        game.make_move(move)
        game.switch_player()
        ended += walk_easyai(game)
        game.switch_player()
        game.unmake_move(move)
    return ended


def walk_openspiel(state: "pyspiel.State") -> int:
    """Count the finished games that can follow a position, using OpenSpiel."""
    if state.is_terminal():
        return 1
    return sum([walk_openspiel(state.child(action)) for action in state.legal_actions()])


def main() -> None:
    """Run the comparison, and print the result."""
    openspiel = pyspiel.load_game("tic_tac_toe")
    timings = compare(
        {
            "OpenSpiel (C++)": lambda: walk_openspiel(openspiel.new_initial_state()),
            "tictactoe_widget": lambda: walk_games(Game()),
            "easyAI 2.0.12": lambda: walk_easyai(TicTacToe([Human_Player(), Human_Player()])),
        }
    )
    report("every game of 3x3 (255,168), ratio to OpenSpiel: at most 0.9", timings)


if __name__ == "__main__":
    main()
