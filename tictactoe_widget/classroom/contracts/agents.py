"""Base of the contracts with one function, an agent that moves on the 3x3 board."""

from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import brief, visible

from .contract import Contract, Function


class AgentContract(Contract):
    """Contract of a library with an agent for its own tic-tac-toe.

    An agent is asked where play goes on alone.
    """

    def check_rules(self, rules: Rules) -> None:
        """Raise ValueError unless the rules are the standard ones."""
        if rules != STANDARD:
            raise ValueError(
                f"the contract {self.name} knows the standard game alone, "
                f"not {visible(rules.title)}: use the contract 'game'"
            )

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return new arguments for a call of the agent: what it observes."""
        del function, cell
        return (self.encode(game),)


def check_agent_turn(game: Game, turn: object, expected: object, what: str) -> None:
    """Raise ValueError unless a board names the player whose turn it is.

    On a finished board nobody is to move, and any player is accepted.
    """
    if not game.is_over and turn != expected:
        raise ValueError(
            f"{what} must be {expected!r}, whose turn it is on this board, not {brief(turn)}"
        )
