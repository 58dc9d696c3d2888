"""The Gymnasium environment, and the observations and rewards that both environments share."""

from typing import Any

from gymnasium import Env, register
from gymnasium.spaces import Box, Dict, Discrete
from numpy import array, int8, zeros

from tictactoe_widget.players.builtin import NamedPlayer
from tictactoe_widget.players.calling import Player, choose_move, player_raised
from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Mark, opponent
from tictactoe_widget.validation import error_message


def observation_space(rules: Rules) -> Any:
    """Return the space of all observations that are possible under the rules."""
    layout = rules.layout
    return Dict(
        {
            "observation": Box(0, 1, (2, layout.rows, layout.columns), int8),
            "action_mask": Box(0, 1, (rules.action_count,), int8),
        }
    )


def action_space(rules: Rules) -> Any:
    """Return the action space: one action for each move (see `Rules.action_count`)."""
    return Discrete(rules.action_count)


def observe(game: Game, agent: Mark, *, may_move: bool) -> dict[str, Any]:
    """Return what an agent observes in a game: both players' marks and the legal moves.

    If marks do not identify the players, both agents see a plane of X's, then a plane of O's.
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
    """Return the reward at the end of a game for the player with `mark`."""
    return 0 if game.winner is None else 1 if game.winner == mark else -1


# Gymnasium environment in which one agent plays against a player.

_Observation = dict[str, Any]  # what the agent observes: arrays by name


class OneAgentEnvironment(Env):  # type: ignore[misc]
    """Environment in which one agent plays against a player (see `gymnasium_environment`)."""

    def __init__(
        self, rules: Rules, rival: Player, mark: Mark, render_mode: str | None
    ) -> None:
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = observation_space(rules)
        self.action_space = action_space(rules)
        self.game = Game(rules)
        self._rules = rules
        self._rival = rival
        self._mark = mark
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Start a new game. If the opponent plays X, it makes the first move."""
        super().reset(seed=seed, options=options)
        if seed is not None and isinstance(self._rival, NamedPlayer):
            self._rival = self._rival.afresh(seed=int(self.np_random.integers(2**31)))
        self.game = Game(self._rules)
        fault = None if self._mark == "X" else self._let_rival_move()
        self._is_over = fault is not None or self.game.is_over
        return self._state(fault)

    def step(self, action: Any) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's move, followed by the opponent's reply.

        Raises
        ------
        RuntimeError
            If the game is already over.
        """
        if self._is_over:
            raise RuntimeError("the game is over: call reset() to start a new one")
        earned = 0
        message = None
        try:
            self.game = self.game.play(action)
        except IllegalMoveError as error:
            earned, message = -1, error_message(error)
        else:
            if not self.game.is_over:
                message = self._let_rival_move()
            earned = 1 if message is not None else reward(self.game, self._mark)
        self._is_over = message is not None or self.game.is_over
        observation, info = self._state(message)
        return observation, float(earned), self._is_over, False, info

    def render(self) -> str | None:
        """Return the board as text, or None if no render mode was chosen."""
        return str(self.game) if self.render_mode == "ansi" else None

    def _let_rival_move(self) -> str | None:
        """Make the opponent's move.

        If the player raises an exception or the move is illegal, return a message.
        """
        try:
            self.game = self.game.play(choose_move(self._rival, self.game))
        except Exception as error:  # noqa: BLE001 - a player can raise anything
            return str(player_raised(self.game, error))
        return None

    def _state(self, message: str | None) -> tuple[_Observation, dict[str, Any]]:
        observation = observe(self.game, self._mark, may_move=not self._is_over)
        info = {} if message is None else {"message": message}
        return observation, {**info, "action_mask": observation["action_mask"]}


def register_environment() -> None:
    """Register `gymnasium_environment` with Gymnasium under the name ``TicTacToe-v0``."""
    register(
        "TicTacToe-v0",
        entry_point="tictactoe_widget.classroom.environments:gymnasium_environment",
        disable_env_checker=True,  # the checker warns if observations aren't arrays
    )
