"""Connect four in PettingZoo compared with ours: ``make test-peers``, group ``peers``."""

import random
import warnings
from collections import Counter

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its classic games import modules that warn
    from pettingzoo.classic import connect_four_v3

from tictactoe_widget import Game
from tictactoe_widget.classroom import pettingzoo_environment


def test_random_games_match_pettingzoo():
    chance = random.Random(4)
    results = Counter()
    theirs, ours = connect_four_v3.env(), pettingzoo_environment("connect4")
    for _ in range(300):
        theirs.reset()
        ours.reset()
        game = Game("connect4")
        while True:
            seen, reward, is_over, _, _ = theirs.last()
            same, our_reward, is_ours_over, _, _ = ours.last()
            assert (reward, is_over) == (our_reward, is_ours_over)
            # PettingZoo has the planes last. Both show the player's own marks first.
            assert np.array_equal(np.moveaxis(seen["observation"], 2, 0), same["observation"])
            if is_over:
                break
            columns = np.flatnonzero(seen["action_mask"]).tolist()
            cells = np.flatnonzero(same["action_mask"]).tolist()
            assert columns == sorted(cell % 7 for cell in cells)
            assert tuple(cells) == game.legal_moves
            column = chance.choice(columns)
            (cell,) = (cell for cell in cells if cell % 7 == column)
            theirs.step(column)
            ours.step(cell)
            game = game.play(cell)
        # It's now the other player's turn, and nobody wins by the opponent's move.
        assert reward == (0 if game.winner is None else -1)
        results[game.result] += 1
    assert set(results) >= {"X", "O"}
