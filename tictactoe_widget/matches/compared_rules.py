"""Known facts about sets of rules, each with a source."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.mnk import Variant
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import N_, _, format_number, localized

_Basis = Literal["proved", "counted", "from print", "sampled", "unknown"]

BASIS_NAMES: Mapping[_Basis, str] = {
    "proved": N_("proved"),
    "counted": N_("counted"),
    "from print": N_("published"),
    "sampled": N_("sampled"),
    "unknown": N_("unknown"),
}
"""Display name for each kind of source."""
_WINNERS_IN_WORDS = {"first": N_("first"), "second": N_("second"), "draw": N_("draw")}


@dataclass(frozen=True, slots=True)
class RuleFact(Serializable):
    """Immutable fact about a set of rules, with its source."""

    _keys = ("value", "basis", "interval", "source")

    value: str | float | None
    """Value of the fact, or None if it is unknown."""
    basis: _Basis
    """Kind of source. The package itself proves, counts or samples some of the facts."""
    interval: tuple[float, float] | None = None
    """95% confidence interval for the true value, or None if the value wasn't sampled."""
    source: str = ""
    """Published source of the fact, or ``""`` if it isn't from a publication."""

    @localized
    def __str__(self) -> str:
        """Return the fact in words, without the published source."""
        if self.value is None:
            return _("unknown")
        if self.interval is None:
            value = self.value
            said = (
                _(_WINNERS_IN_WORDS.get(value, value))
                if isinstance(value, str)
                else format_number(value)
            )
            return _("{value} ({basis})", value=said, basis=_(BASIS_NAMES[self.basis]))
        low, high = (format_number(end, ".1%") for end in self.interval)
        share = format_number(float(self.value), ".1%")
        return _("{share} (sampled, {low} to {high})", share=share, low=low, high=high)


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
"""Winner under best play, for games solved in publications but not by this package."""


@dataclass(frozen=True, slots=True)
class ComparedRules:
    """Immutable collection of facts about a set of rules, each with its source."""

    rules_name: str
    """Name of the rules."""
    title: str
    """Title of the rules, shown to players."""
    picture: str
    """SVG picture of the empty board, with the proved value of each opening move."""
    cells: RuleFact
    """Number of cells on the board."""
    positions: RuleFact
    """Number of reachable positions (see `Census`)."""
    games: RuleFact
    """Number of games. Different move orders count as different games."""
    winner: RuleFact
    """Winner under best play: ``"first"``, ``"second"`` or ``"draw"``."""
    plies: RuleFact
    """Length of a game under best play, in moves, if the winner wins as fast as possible."""
    first_moves: RuleFact
    """Number of legal opening moves."""
    winning_first_moves: RuleFact
    """Number of opening moves that lead to a win under best play."""
    random_first: RuleFact
    """Share of random games that the first player wins (0 to 1)."""
    random_second: RuleFact
    """Share of random games that the second player wins (0 to 1)."""
    random_draw: RuleFact
    """Share of random games that end in a draw (0 to 1)."""

    @property
    def facts(self) -> dict[str, RuleFact]:
        """Mapping from attribute names to facts."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, RuleFact)}

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as a JSON-serializable dict."""
        facts = {name: known.to_dict() for name, known in self.facts.items()}
        return {"rules": self.rules_name, **facts}
