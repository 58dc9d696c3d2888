"""Random games compared with OpenSpiel: ``make test-peers``, group ``peers``.

pytest doesn't collect these tests by default, so ordinary tests don't need OpenSpiel.
"""

import random
from collections import Counter

import pyspiel
import pytest

from tictactoe_widget import Game, Ultimate

RESULTS = {(1.0, -1.0): "X", (-1.0, 1.0): "O", (0.0, 0.0): "draw"}


def result_of(state):
    return RESULTS[tuple(state.returns())] if state.is_terminal() else None


def marks_of(board):
    return "".join(mark or "." for mark in board)


@pytest.mark.parametrize(
    ("name", "theirs", "count"),
    [
        *(
            (f"{rows}x{columns}k{k}", f"mnk(m={columns},n={rows},k={k})", 60)
            for rows, columns, k in [
                *((3, 3, 3), (4, 3, 3), (3, 5, 3), (4, 4, 4), (5, 5, 4), (6, 7, 4)),
                (15, 15, 5),
            ]
        ),
        ("connect4", "connect_four()", 300),
        ("misere-drop-6x7k4", "misere(game=connect_four())", 150),
        ("drop-4x5k3", "connect_four(rows=4,columns=5,x_in_row=3)", 150),
        ("drop-7x4k4", "connect_four(rows=7,columns=4,x_in_row=4)", 150),
        ("cube3", "gomoku(size=3,dims=3,connect=3)", 300),
        ("qubic", "gomoku(size=4,dims=3,connect=4)", 200),
        ("torus-3x3k3", "gomoku(size=3,connect=3,wrap=true)", 300),
        ("torus-4x4k4", "gomoku(size=4,connect=4,wrap=true)", 300),
        ("torus-5x5k4", "gomoku(size=5,connect=4,wrap=true)", 300),
        ("misere-torus-4x4k3", "gomoku(size=4,connect=3,wrap=true,anti=true)", 300),
    ],
)
def test_random_games_match_openspiel(name, theirs, count):
    peer, rng, results = pyspiel.load_game(theirs), random.Random(67), set()
    falls = "connect_four" in theirs
    for _ in range(count):
        game, state = Game(name), peer.new_initial_state()
        # If marks fall, an action is a column.
        numbers = game.rules.layout.columns if falls else game.rules.cell_count
        while True:
            by_action = {cell % numbers: cell for cell in game.legal_moves}
            assert sorted(by_action) == state.legal_actions()
            assert game.result == result_of(state)
            if falls:
                drawn = [row for row in str(state).splitlines() if set(row) <= set(".xo")]
                assert "".join(drawn).upper() == marks_of(game.board)
            if game.is_over:
                break
            assert game.current_player == "XO"[state.current_player()]
            action = rng.choice(sorted(by_action))
            game = game.play(by_action[action])
            state.apply_action(action)
        results.add(game.result)
    assert results >= {"X", "O"}


def cells_allowed(state):
    """Return the legal cells in OpenSpiel. A free choice takes two actions, board and cell."""
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
    """Return the nine rows of marks in a drawing of the board."""
    rows = ["".join(line.split()).upper() for line in text.splitlines()]
    return [row for row in rows if len(row) == 9 and set(row) <= set("XO.")]


def test_ultimate_matches_openspiel():
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
