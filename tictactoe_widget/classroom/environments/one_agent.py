"""A game of one agent against a player, as Gymnasium defines environments."""

from typing import Any

from gymnasium import Env

from tictactoe_widget.players.builtin import NamedPlayer
from tictactoe_widget.players.calling import Player, choose_move, player_raised
from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import error_message

from .observing import action_space, observation_space, observe, reward

Observation = dict[str, Any]
"""Observation of the agent: arrays by name."""


class OneAgentEnvironment(Env):  # type: ignore[misc]
    """A game of one agent against a player; see `gymnasium_environment`."""

    def __init__(
        self, rules: Rules, rival: Player, mark: Mark, render_mode: str | None
    ) -> None:
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = observation_space(rules)
        self.action_space = action_space(rules)
        self.game = Game(rules)
        """Game as it stands."""
        self._rules = rules
        self._rival = rival
        self._mark = mark
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, with the move of the opponent where that is X."""
        super().reset(seed=seed, options=options)
        if seed is not None and isinstance(self._rival, NamedPlayer):
            self._rival = self._rival.afresh(seed=int(self.np_random.integers(2**31)))
        self.game = Game(self._rules)
        fault = None if self._mark == "X" else self._let_rival_move()
        self._is_over = fault is not None or self.game.is_over
        return self._state(fault)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move and that of the opponent after it.

        Raises
        ------
        RuntimeError
            When the game is over.
        """
        if self._is_over:
            raise RuntimeError("the game is over: call reset() for the next one")
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
        """Return the board as text, None without a way to render."""
        return str(self.game) if self.render_mode == "ansi" else None

    def _let_rival_move(self) -> str | None:
        """Make the move of the opponent; return what was wrong with it, or None."""
        try:
            self.game = self.game.play(choose_move(self._rival, self.game))
        except Exception as error:  # noqa: BLE001 - a player may raise anything
            return str(player_raised(self.game, error))
        return None

    def _state(self, message: str | None) -> tuple[Observation, dict[str, Any]]:
        observation = observe(self.game, self._mark, may_move=not self._is_over)
        info = {} if message is None else {"message": message}
        return observation, {**info, "action_mask": observation["action_mask"]}
