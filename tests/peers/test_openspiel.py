"""OpenSpiel as an oracle: ``make test-peers``, with the group ``peers``.

Not collected by default, so that the ordinary tests need no such library.
"""

import random
from collections import Counter

import pyspiel
import pytest

from tictactoe_widget import MNK, Game, Ultimate

RESULTS = {(1.0, -1.0): "X", (-1.0, 1.0): "O", (0.0, 0.0): "draw"}


def result_of(state):
    return RESULTS[tuple(state.returns())] if state.is_terminal() else None


@pytest.mark.parametrize(
    ("rows", "columns", "k"),
    [(3, 3, 3), (4, 3, 3), (3, 5, 3), (4, 4, 4), (5, 5, 4), (6, 7, 4), (15, 15, 5)],
)
def test_mnk_agrees_with_openspiel_on_random_games(rows, columns, k):
    peer = pyspiel.load_game(f"mnk(m={columns},n={rows},k={k})")
    rng = random.Random(rows * 100 + columns * 10 + k)
    ended = set()
    for _ in range(60):
        game, state = Game(MNK(rows, columns, k)), peer.new_initial_state()
        while True:
            assert list(game.legal_moves) == state.legal_actions()
            assert game.result == result_of(state)
            if game.is_over:
                break
            assert game.current_player == "XO"[state.current_player()]
            cell = rng.choice(game.legal_moves)
            game = game.play(cell)
            state.apply_action(cell)
        ended.add(game.result)
    assert ended >= {"X", "O"}


def cells_allowed(state):
    """The cells that OpenSpiel allows; a free move is two actions, board and place."""
    if state.is_terminal():
        return []
    forced = str(state).split("Forced board: ")[1].strip()
    if forced != "any":
        return [9 * int(forced) + place for place in state.legal_actions()]
    return [
        9 * board + place
        for board in state.legal_actions()
        for place in state.child(board).legal_actions()
    ]


def marks_drawn(text):
    """The nine rows of nine marks in a drawing of the board."""
    rows = ["".join(line.split()).upper() for line in text.splitlines()]
    return [row for row in rows if len(row) == 9 and set(row) <= set("XO.")]


def test_ultimate_with_closed_boards_agrees_with_openspiel_on_300_random_games():
    peer = pyspiel.load_game("ultimate_tic_tac_toe")
    rng = random.Random(81)
    results = Counter()
    free_moves = 0
    for _ in range(300):
        game, state = Game(Ultimate(won_boards="closed", tie="draw")), peer.new_initial_state()
        while True:
            assert list(game.legal_moves) == cells_allowed(state)
            assert game.result == result_of(state)
            assert marks_drawn(str(game)) == marks_drawn(str(state))
            if game.is_over:
                break
            assert game.current_player == "XO"[state.current_player()]
            cell = rng.choice(game.legal_moves)
            if "Forced board: any" in str(state):
                state.apply_action(cell // 9)
                free_moves += 1
            state.apply_action(cell % 9)
            game = game.play(cell)
        results[game.result] += 1
    assert set(results) == {"X", "O", "draw"}
    assert free_moves > 300
