"""Contracts if NumPy is loaded: arrays as boards, moves, answers and observations."""

import numpy as np
import pytest

from tictactoe_widget import Game
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as

FLAT, CS50, PETTINGZOO = (CONTRACTS[name] for name in ("flat", "cs50", "pettingzoo"))
LOPSIDED = Game(moves=(3, 0, 4, 7, 2))


def test_arrays_are_read_as_boards():
    board = np.array(CS50.encode(LOPSIDED), dtype=object)
    assert CS50.decode(board).board == LOPSIDED.board
    assert FLAT.decode(board.ravel()).board == LOPSIDED.board
    kaggle = {"board": np.array([2, 0, 1, 1, 1, 0, 0, 2, 0]), "mark": np.int64(2)}
    assert CONTRACTS["kaggle"].decode(kaggle).board == LOPSIDED.board


def test_numpy_moves_and_answers_are_read():
    assert CS50.decode_move(np.array([1, 2])) == 5
    assert FLAT.decode_move(np.int8(5)) == 5
    assert CS50.read(CS50.function("terminal"), np.bool_(True), LOPSIDED) is True
    assert CS50.read(CS50.function("utility"), np.float64(-1), LOPSIDED) == -1
    assert CS50.read(CS50.function("player"), np.str_("O"), LOPSIDED) == "O"
    free = np.argwhere(np.array(CS50.encode(LOPSIDED)) == None)  # noqa: E711 - cell by cell
    assert CS50.read(CS50.function("actions"), free, LOPSIDED) == {1, 5, 6, 8}
    with pytest.raises(ValueError, match="the answer must be 1, 0 or -1"):
        CS50.read(CS50.function("utility"), np.array([1, 1]), LOPSIDED)


def test_pettingzoo_observation_has_int8_arrays():
    seen = PETTINGZOO.encode(LOPSIDED)
    planes, mask = seen["observation"], seen["action_mask"]
    assert (planes.shape, planes.dtype, mask.dtype) == ((3, 3, 2), np.int8, np.int8)
    own, other = planes[:, :, 0].T, planes[:, :, 1].T  # as displayed, after transposing
    assert own.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert other.tolist() == [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
    assert mask.tolist() == [0, 0, 1, 1, 0, 0, 0, 1, 1]
    assert PETTINGZOO.decode(seen).board == LOPSIDED.board
    assert play_as("perfect", "pettingzoo")(PETTINGZOO.encode(Game(moves=(3, 0, 4, 7)))) == 7


def test_policy_can_compute_with_arrays():
    def policy(observation, _agent):
        return (observation["action_mask"] * np.arange(1, 10)).argmax()

    theirs = as_player(policy, "pettingzoo")
    assert theirs(Game(moves=(8,))) == 5  # the middle cell in the last column
