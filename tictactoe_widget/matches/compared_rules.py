"""What is known of rules, and how."""

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
    """A fact about rules, with how it is known. Immutable."""

    _keys = ("value", "basis", "interval", "source")

    value: str | float | None
    """The fact, or None if it is unknown."""
    basis: _Basis
    """How it is known; ``"proved"``, ``"counted"`` and ``"sampled"`` were done here."""
    interval: tuple[float, float] | None = None
    """Interval that holds the true value with 95 %; None unless it was sampled."""
    source: str = ""
    """Where it stands in print; empty elsewhere."""

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
"""Who wins with best play by rules that were solved elsewhere, and are not here."""


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """Facts about some rules, each with how it is known. Immutable."""

    rules_name: str
    """Name of the rules."""
    title: str
    """What people call the rules."""
    picture: str
    """The empty board as an SVG, with the value of each first move where it was proved."""
    cells: RuleFact
    """Number of cells."""
    positions: RuleFact
    """Number of positions that can be reached, as in `Census`."""
    games: RuleFact
    """Number of games, different orders of moves counted apart."""
    winner: RuleFact
    """Who wins with best play: ``"first"``, ``"second"`` or ``"draw"``."""
    plies: RuleFact
    """Number of moves of a game with best play, by a winner in a hurry."""
    first_moves: RuleFact
    """Number of moves on the empty board."""
    winning_first_moves: RuleFact
    """Number of moves on the empty board that win."""
    random_first: RuleFact
    """Share of random games that the first player wins, 0 to 1."""
    random_second: RuleFact
    """Share of random games that the second player wins, 0 to 1."""
    random_draw: RuleFact
    """Share of random games that are draws, 0 to 1."""

    @property
    def facts(self) -> dict[str, RuleFact]:
        """All that is known, by its name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, RuleFact)}

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as JSON values."""
        facts = {name: known.to_dict() for name, known in self.facts.items()}
        return {"rules": self.rules_name, **facts}
