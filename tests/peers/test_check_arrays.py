"""Student code with NumPy arrays, and our players as agents in other libraries."""

import numpy as np
import pytest

from tests.support.students.gallery import PLAIN, module_of
from tictactoe_widget import player
from tictactoe_widget.classroom import check, play_as

ARRAYS = (
    PLAIN
    + """
import numpy as np

SIGNS = {X: 1, O: -1, None: 0}


def numbers(board):
    return np.array([[SIGNS[cell] for cell in row] for row in board])


def player(board):
    return X if numbers(board).sum() == 0 else O


def actions(board):
    return [tuple(pair) for pair in np.argwhere(numbers(board) == 0)]


def result(board, action):
    if min(action) < 0:
        raise IndexError(action)
    new = np.array(board, dtype=object)
    if new[action] is not None:
        raise ValueError(action)
    new[action] = player(board)
    return new


def winner(board):
    n = numbers(board)
    sums = [*n.sum(axis=0), *n.sum(axis=1), n.trace(), np.fliplr(n).trace()]
    return X if 3 in sums else O if -3 in sums else None


def terminal(board):
    return np.bool_(winner(board) is not None or numbers(board).all())


def utility(board):
    return np.int64({X: 1, O: -1, None: 0}[winner(board)])
"""
)


def test_numpy_solution_passes():
    report = check(module_of(ARRAYS), "cs50", positions=300)
    assert report.ok, str(report)


def test_changed_observation_reported():
    def policy(observation, _agent):
        observation["observation"][0, 0, 0] = 1
        return int(np.argmax(observation["action_mask"]))

    (part,) = check(policy, "pettingzoo", positions=20).parts
    assert "changed the board it was given" in part.counterexample.sentence


@pytest.mark.parametrize("contract", ["kaggle", "pettingzoo"])
def test_players_pass_as_agents(contract):
    agent = play_as(player("random", seed=1), contract)
    assert check(agent, contract, "agent" if contract == "kaggle" else "policy", 200).ok
