"""Known facts about rules, each with its source."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.mnk import Variant
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.serialization import Serializable

_Basis = Literal["proved", "counted", "from print", "sampled", "unknown"]


@dataclass(frozen=True, slots=True)
class RuleFact(Serializable):
    """Fact about rules and the way it was found. Immutable."""

    _keys = ("value", "basis", "interval", "source")

    value: str | float | None
    """The fact, or None if it is unknown."""
    basis: _Basis
    """Source of the fact: ``"proved"``, ``"counted"`` and ``"sampled"`` were computed here."""
    interval: tuple[float, float] | None = None
    """95% confidence interval of the true value, or None unless it was sampled."""
    source: str = ""
    """Published source, or ``""``."""

    def __str__(self) -> str:
        """Return the fact in words, without the source."""
        if self.value is None:
            return "unknown"
        if self.interval is None:
            told = self.value if isinstance(self.value, str) else f"{self.value:,}"
            return f"{told} ({self.basis})"
        low, high = (f"{100 * end:.1f}" for end in self.interval)
        return f"{100 * float(self.value):.1f} % ({self.basis}, {low} to {high})"


FROM_PRINT: Mapping[Rules, RuleFact] = {
    Cube(4): RuleFact(
        "first",
        "from print",
        source='O. Patashnik, "Qubic: 4x4x4 tic-tac-toe", Mathematics Magazine 53 (1980)',
    ),
    Variant(6, 7, 4, drop=True): RuleFact(
        "first",
        "from print",
        source='L. V. Allis, "A knowledge-based approach of connect-four", Amsterdam 1988',
    ),
}
"""Winner with best play for rules solved in publications but not by this package."""


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """Facts about some rules, each with its source. Immutable."""

    rules_name: str
    """Name of the rules."""
    title: str
    """Name of the rules for people."""
    picture: str
    """The empty board as an SVG, with the value of each proved first move."""
    cells: RuleFact
    """Number of cells."""
    positions: RuleFact
    """Number of reachable positions, as in `Census`."""
    games: RuleFact
    """Number of games, with different orders of moves counted separately."""
    winner: RuleFact
    """Winner with best play: ``"first"``, ``"second"`` or ``"draw"``."""
    plies: RuleFact
    """Number of moves of a game with best play, if the winner plays for a quick win."""
    first_moves: RuleFact
    """Number of moves on the empty board."""
    winning_first_moves: RuleFact
    """Number of moves on the empty board that win."""
    random_first: RuleFact
    """Share of random games won by the first player, 0 to 1."""
    random_second: RuleFact
    """Share of random games won by the second player, 0 to 1."""
    random_draw: RuleFact
    """Share of random games that are draws, 0 to 1."""

    @property
    def facts(self) -> dict[str, RuleFact]:
        """All facts, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, RuleFact)}

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as JSON values."""
        facts = {name: known.to_dict() for name, known in self.facts.items()}
        return {"rules": self.rules_name, **facts}
