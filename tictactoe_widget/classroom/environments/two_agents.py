"""PettingZoo environment for two agents that take turns."""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Mark, opponent
from tictactoe_widget.validation import error_message

from .environments import action_space, observation_space, observe, reward


def make_environment(rules: Rules, render_mode: str | None) -> Any:
    """Create a two-agent environment that raises an error if calls come in the wrong order."""
    return OrderEnforcingWrapper(TwoAgentEnvironment(rules, render_mode))


class TwoAgentEnvironment(AECEnv):  # type: ignore[misc]
    """Environment in which two agents take turns (see `pettingzoo_environment`)."""

    def __init__(self, rules: Rules, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": "tictactoe_widget",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(MARKS)
        self.observation_spaces = {mark: observation_space(rules) for mark in MARKS}
        self.action_spaces = {mark: action_space(rules) for mark in MARKS}
        self._rules = rules

    def observation_space(self, agent: Mark) -> Any:
        """Return the agent's observation space, which is always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Mark) -> Any:
        """Return the agent's action space, which is always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The seed has no effect, because nothing is random."""
        del seed, options
        self.game = Game(self._rules)
        self.agents = list(MARKS)
        self.agent_selection: Mark = "X"
        self.rewards = dict.fromkeys(MARKS, 0)
        self._cumulative_rewards = dict.fromkeys(MARKS, 0)
        self.terminations = dict.fromkeys(MARKS, False)
        self.truncations = dict.fromkeys(MARKS, False)
        self.infos: dict[Mark, dict[str, Any]] = {mark: {} for mark in MARKS}

    def observe(self, agent: Mark) -> dict[str, Any]:
        """Return the agent's observation of the current position."""
        may_move = agent == self.game.current_player and not any(self.terminations.values())
        return observe(self.game, agent, may_move=may_move)

    def step(self, action: Any) -> None:
        """Make a move for the agent whose turn it is. Once the game is over, pass None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        try:
            self.game = self.game.play(action)
        except IllegalMoveError as error:
            self.infos[agent] = {"message": error_message(error)}
            self._end({agent: -1, opponent(agent): 0})
        else:
            if self.game.is_over:
                self._end({mark: reward(self.game, mark) for mark in MARKS})
        self.agent_selection = opponent(agent)
        self._accumulate_rewards()

    def _end(self, rewards: dict[Mark, int]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(MARKS, True)

    def render(self) -> str | None:
        """Return the board as text, or None if no render mode was chosen."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing, because the environment has no resources to release."""
