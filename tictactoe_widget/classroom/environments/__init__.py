"""Games as environments of reinforcement learning, for PettingZoo and Gymnasium.

Those libraries define the base classes of an environment, and need NumPy. The modules that use
them are imported when you create an environment.
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
    """Return a game as a PettingZoo environment of two agents, ``"X"`` and ``"O"``.

    An observation is a dict. ``"observation"`` has two planes of the shape of the board: the
    marks of the agent and those of its opponent. If the marks do not identify the players, the
    planes are X and O. ``"action_mask"`` has 1 for each action that the agent may choose now.
    An action is a cell. If players choose marks, it is the cell for X, and the cell + the
    number of cells for O. The reward is 1 for a win, -1 for a loss and 0 for a draw. An action
    that the rules refuse ends the game, as a loss with 0 for the opponent.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules, or their name.
    render_mode : {"ansi"} or None, optional
        ``"ansi"`` for a ``render`` that returns the board as text.

    Returns
    -------
    pettingzoo.AECEnv
        New environment.

    Raises
    ------
    ModuleNotFoundError
        If PettingZoo is not installed.
    ValueError
        If those rules or that way to render do not exist.
    """
    check_choice(render_mode, "render_mode", ("ansi", None))
    found = find_rules(rules)
    _need("pettingzoo")
    from .environments import make_environment  # noqa: PLC0415 - it needs an extra

    return make_environment(found, render_mode)


def gymnasium_environment(
    rules: str | Rules = "standard",
    opponent: str | Player = "random",
    *,
    mark: Mark = "X",
    render_mode: str | None = None,
) -> Any:
    """Return a game against a player as a Gymnasium environment of one agent.

    Observations, actions and rewards are those of `pettingzoo_environment`. The move of the
    opponent is part of a step, and of ``reset`` if the opponent begins. An opponent that raises
    or returns an illegal move loses. ``info`` has the ``"action_mask"`` and, after a refused
    move, the ``"message"``.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules, or their name.
    opponent : str or callable, default "random"
        Name of a player, or a function that takes a game and returns a cell. A named
        player starts again from the seed with each ``reset(seed=...)``.
    mark : {"X", "O"}, default "X"
        Mark of the agent. X moves first.
    render_mode : {"ansi"} or None, optional
        ``"ansi"`` for a ``render`` that returns the board as text.

    Returns
    -------
    gymnasium.Env
        New environment.

    Raises
    ------
    ModuleNotFoundError
        If Gymnasium is not installed.
    ValueError
        If those rules, that player, mark or way to render do not exist.
    """
    check_choice(render_mode, "render_mode", ("ansi", None))
    check_choice(mark, "mark", MARKS)
    found = find_rules(rules)
    rival = find_player(opponent, found)
    _need("gymnasium")
    from .environments import OneAgentEnvironment  # noqa: PLC0415 - it needs an extra

    return OneAgentEnvironment(found, rival, mark, render_mode)


def _need(package: str) -> None:
    """Raise an error with install instructions if a package is missing."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(f"this environment needs {package}: pip install {package}")
