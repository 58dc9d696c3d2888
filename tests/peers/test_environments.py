"""The environments pass the tests of Gymnasium and PettingZoo."""

import random
import tomllib
import warnings
from importlib import import_module

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import games that have moved
    from pettingzoo.test import api_test, seed_test

from tests.support.models.naive_variants import NaiveVariant
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import MNK
from tictactoe_widget.classroom import gymnasium_environment, pettingzoo_environment

CHANGED = ["wild", "notakto", "connect4", "order-and-chaos", "torus-4x4k4", "qubic"]
RULES = ["standard", "misere", "4x4", MNK(2, 5, 3), "ultimate", "ultimate-open", *CHANGED]


@pytest.fixture(autouse=True)
def _ignore_library_warnings():
    """The checkers warn about unusual but correct choices, such as no image."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_pettingzoo_checks_pass(rules):
    api_test(pettingzoo_environment(rules), num_cycles=300)
    seed_test(lambda: pettingzoo_environment(rules), num_cycles=50)


def test_gymnasium_make():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, function = project["entry-points"]["gymnasium.envs"]["__root__"].partition(":")
    getattr(import_module(module), function)()
    made = gymnasium.make("TicTacToe-v0", rules="connect4", mark="O", opponent="random")
    assert made.action_space.n == 42
    observation, _info = made.reset(seed=1)
    assert observation["observation"].sum() == 1  # the opponent's first move


@pytest.mark.parametrize("mark", ["X", "O"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_gymnasium_checks_pass(rules, mark):
    environment = gymnasium_environment(rules, "casual", mark=mark, render_mode="ansi")
    check_env(environment, skip_render_check=True)


@pytest.mark.parametrize(
    ("name", "naive"),
    [
        ("misere", NaiveVariant(3, 3, 3, misere=True)),
        (MNK(3, 4, 3), NaiveVariant(3, 4, 3)),
        ("wild", NaiveVariant(3, 3, 3, marks="chosen")),
        ("notakto", NaiveVariant(3, 3, 3, misere=True, marks="same")),
        ("connect4", NaiveVariant(6, 7, 4, drop=True)),
        ("order-3x3k3", NaiveVariant(3, 3, 3, marks="chosen", order=True)),
    ],
    ids=lambda rules: "" if isinstance(rules, NaiveVariant) else str(rules),
)
def test_random_games_match_naive_rules(name, naive):
    chance = random.Random(5)
    count = naive.rows * naive.columns
    for _ in range(20):
        environment, board, result = pettingzoo_environment(name), (None,) * count, None
        environment.reset()
        last = None
        while result is None:
            agent = environment.agent_selection
            seen = environment.observe(agent)
            # If marks belong to no player, the planes show X and O.
            rival = "O" if agent == "X" else "X"
            marks = (agent, rival) if naive.marks == "own" else ("X", "O")
            planes = [[held == mark for held in board] for mark in marks]
            assert seen["observation"].reshape(2, count).tolist() == planes
            moves = {
                cell + (count if naive.marks == "chosen" and mark == "O" else 0): (cell, mark)
                for cell, mark in naive.moves(board)
            }
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(moves)
            action, last = chance.choice(sorted(moves)), agent
            board, result = naive.after(board, moves[action])
            environment.step(action)
        other = "O" if last == "X" else "X"
        assert environment.unwrapped.rewards == {last: result, other: -result}


def test_planes_follow_drawn_layout():
    environment = pettingzoo_environment("ultimate")
    environment.reset()
    environment.step(9 * 1 + 3)  # second small board, fourth cell: row 1, column 3
    observation = environment.observe("O")
    assert np.argwhere(observation["observation"][1]).tolist() == [[1, 3]]
    assert np.flatnonzero(observation["action_mask"]).tolist() == list(range(27, 36))
    assert not environment.observe("X")["action_mask"].any()


def test_illegal_action_loses_with_reason():
    environment = pettingzoo_environment("standard")
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.unwrapped.rewards == {"X": 0, "O": -1}
    assert environment.unwrapped.infos["O"] == {"message": "Position already taken"}
    alone = gymnasium_environment("standard", lambda game: game.legal_moves[0])
    alone.reset()
    alone.step(4)
    _, reward, terminated, truncated, info = alone.step(4)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["message"] == "Position already taken"
    with pytest.raises(RuntimeError, match="reset"):
        alone.step(8)


def test_failing_opponent_loses():
    def broken(_game):
        raise ZeroDivisionError

    environment = gymnasium_environment("standard", broken)
    environment.reset()
    _, reward, terminated, _, info = environment.step(0)
    assert (reward, terminated) == (1, True)
    assert "ZeroDivisionError" in info["message"]


def test_seed_repeats_opponent():
    def cells(seed):
        environment = gymnasium_environment("4x4", "random", mark="O")
        observation, info = environment.reset(seed=seed)
        seen = [observation["observation"].tolist()]
        for _ in range(3):
            cell = int(np.flatnonzero(info["action_mask"])[0])
            observation, *_, info = environment.step(cell)
            seen.append(observation["observation"].tolist())
        return seen

    assert cells(5) == cells(5)
    assert any(cells(5) != cells(other) for other in range(6, 10))


def test_agent_learns_in_gymnasium():
    """Tabular Q-learning against `random` for 3,000 games."""
    environment = gymnasium_environment("standard", "random")
    chance, values = random.Random(3), {}

    def play(explore):
        observation, info = environment.reset(seed=chance.randrange(10**6))
        reward, over, before = 0, False, None
        while not over:
            key = observation["observation"].tobytes()
            legal = np.flatnonzero(info["action_mask"]).tolist()
            best = max(legal, key=lambda cell: values.get((key, cell), 0))
            if before is not None:
                old = values.get(before, 0)
                values[before] = old + 0.3 * (values.get((key, best), 0) - old)
            before = key, chance.choice(legal) if chance.random() < explore else best
            observation, reward, over, _, info = environment.step(before[1])
        values[before] = values.get(before, 0) + 0.3 * (reward - values.get(before, 0))
        return reward

    untrained = sum(play(explore=1) for _ in range(300)) / 300
    for _ in range(3000):
        play(explore=0.2)
    trained = sum(play(explore=0) for _ in range(300)) / 300
    assert trained > untrained + 0.3


def test_environment_class_and_options():
    assert isinstance(gymnasium_environment(), gymnasium.Env)
    with pytest.raises(ValueError, match="mark must be"):
        gymnasium_environment(mark="Z")
    with pytest.raises(ValueError, match="render_mode must be"):
        pettingzoo_environment(render_mode="human")
