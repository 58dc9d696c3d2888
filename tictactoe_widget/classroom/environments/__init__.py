"""Environments for reinforcement learning with PettingZoo and Gymnasium.

PettingZoo and Gymnasium define the base classes for environments. PettingZoo needs Gymnasium,
which needs NumPy. These three libraries are imported only when you create an environment.
"""

from importlib.util import find_spec
from typing import Any

from tictactoe_widget.players.builtin import find_player
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Mark
from tictactoe_widget.validation import check_choice


def pettingzoo_environment(
    rules: str | Rules = "standard", *, render_mode: str | None = None
) -> Any:
    """Create a PettingZoo environment for games between two agents, ``"X"`` and ``"O"``.

    An observation is a dict. ``"observation"`` contains two planes with the shape of the board:
    one for the agent's marks, and one for the opponent's marks. If marks do not identify the
    players, the planes show the Xs and the Os. ``"action_mask"`` contains a 1 for each action
    that the agent can currently choose.

    An action is a move as in `Game.play`, which is usually a cell. If players choose their
    marks, a cell's number stands for an X in that cell. To place an O, add the number of cells
    on the board. If marks slide, the number for a slide is the old cell times the number of
    cells, plus the new cell. The reward is 1 for a win, -1 for a loss and 0 for a draw. An
    illegal action ends the game, with a reward of -1 for the agent and 0 for its opponent.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules of the game, or their name.
    render_mode : {"ansi"} or None, optional
        With ``"ansi"``, the method ``render`` returns the board as text.

    Returns
    -------
    pettingzoo.AECEnv
        New environment.

    Raises
    ------
    ModuleNotFoundError
        If PettingZoo is not installed.
    ValueError
        If the rules or the render mode are unknown.
    """
    check_choice(render_mode, "render_mode", ("ansi", None))
    found = find_rules(rules)
    _need("pettingzoo", "PettingZoo")
    from .two_agents import make_environment  # noqa: PLC0415 - an optional package

    return make_environment(found, render_mode)


def gymnasium_environment(
    rules: str | Rules = "standard",
    opponent: str | Player = "random",
    *,
    mark: Mark = "X",
    render_mode: str | None = None,
) -> Any:
    """Create a Gymnasium environment in which one agent plays against a given player.

    Observations, actions and rewards are the same as in `pettingzoo_environment`. Each step
    includes the opponent's reply. If the opponent moves first, ``reset`` makes this first move.
    An opponent loses if it raises an exception or returns an illegal move. ``info`` contains
    the key ``"action_mask"`` and, after a refused move, the key ``"message"``.

    ``gymnasium.make("TicTacToe-v0", rules="wild")`` creates the same environment.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules of the game, or their name.
    opponent : str or callable, default "random"
        Name of a player, or a function that takes a game and returns a cell. If you pass a
        name, each ``reset(seed=...)`` also seeds that player's random numbers.
    mark : {"X", "O"}, default "X"
        Agent's mark. The player with X moves first.
    render_mode : {"ansi"} or None, optional
        With ``"ansi"``, the method ``render`` returns the board as text.

    Returns
    -------
    gymnasium.Env
        New environment.

    Raises
    ------
    ModuleNotFoundError
        If Gymnasium is not installed.
    ValueError
        If the rules, the player, the mark or the render mode are unknown.
    """
    check_choice(render_mode, "render_mode", ("ansi", None))
    check_choice(mark, "mark", MARKS)
    found = find_rules(rules)
    rival = find_player(opponent, found)
    _need("gymnasium", "Gymnasium")
    from .environments import OneAgentEnvironment  # noqa: PLC0415 - an optional package

    return OneAgentEnvironment(found, rival, mark, render_mode)


def _need(package: str, name: str) -> None:
    """Raise an error with installation instructions if a package is missing."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(
            f"this environment needs {name}, which is not installed: run pip install {package}"
        )
