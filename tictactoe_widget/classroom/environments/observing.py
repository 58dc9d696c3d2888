"""Observations, actions and rewards of the environments."""

from typing import Any

from gymnasium.spaces import Box, Dict, Discrete
from numpy import array, int8, zeros

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import MARKS, Mark, opponent
from tictactoe_widget.rules.rules import Rules


def observation_space(rules: Rules) -> Any:
    """Return the space of what an agent sees."""
    layout = rules.layout
    return Dict(
        {
            "observation": Box(0, 1, (2, layout.rows, layout.columns), int8),
            "action_mask": Box(0, 1, (rules.action_count,), int8),
        }
    )


def action_space(rules: Rules) -> Any:
    """Return the space of actions: the cells of the board, twice where marks are chosen."""
    return Discrete(rules.action_count)


def observe(game: Game, agent: Mark, *, may_move: bool) -> dict[str, Any]:
    """Return what an agent sees: its marks, those of its opponent, and its legal moves.

    Where a mark does not tell who made it, every agent sees X and then O.
    """
    layout, board = game.rules.layout, game.board
    marks = MARKS if game.rules.shares_marks else (agent, opponent(agent))
    planes = [[board[cell] == mark for cell in layout.cells] for mark in marks]
    mask = zeros(game.rules.action_count, int8)
    if may_move:
        mask[list(game.legal_moves)] = 1
    shape = (2, layout.rows, layout.columns)
    return {"observation": array(planes, int8).reshape(shape), "action_mask": mask}


def reward(game: Game, mark: Mark) -> int:
    """Return the reward of a player at the end of a game."""
    return 0 if game.winner is None else 1 if game.winner == mark else -1
