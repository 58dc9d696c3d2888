"""Report of a check of rules: which promises are broken, and where."""

from dataclasses import dataclass
from typing import Any

from tictactoe_widget.rules.picture.markup import TextDisplay, escape, html_table


@dataclass(frozen=True, slots=True)
class RuleFault:
    """A promise that rules break. Immutable."""

    method: str
    """Name of the method or property at fault."""
    position: str
    """Position in which it was found, as text; ``""`` where it is none of a position."""
    promise: str
    """What was promised."""
    found: str
    """What was found instead."""

    def __str__(self) -> str:
        where = f" In the position {self.position}" if self.position else " There"
        return f"{self.method}: {self.promise}.{where} it {self.found}."

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them."""
        return {
            "method": self.method,
            "position": self.position,
            "promise": self.promise,
            "found": self.found,
        }


@dataclass(frozen=True, slots=True, repr=False)
class RulesReport(TextDisplay):
    """Report of `check_rules`; its `str` is for people. Immutable."""

    title: str
    """What the rules are called."""
    faults: tuple[RuleFault, ...]
    """Broken promises, in the order in which they were found; each once."""
    position_count: int
    """Number of different positions in which every promise was tried."""
    game_count: int
    """Number of random games that were played."""
    is_complete: bool
    """True where these are all positions that can be reached."""

    @property
    def ok(self) -> bool:
        """True where no broken promise was found."""
        return not self.faults

    @property
    def summary(self) -> str:
        """One sentence: how many broken promises were found, and where they were sought."""
        every = "all " if self.is_complete else ""
        positions = f"{self.position_count:,} position{'s' * (self.position_count != 1)}"
        where = f"{every}{positions} and {self.game_count:,} random games"
        count = len(self.faults)
        found = (
            "No broken promise was"
            if not count
            else "1 broken promise was"
            if count == 1
            else f"{count} broken promises were"
        )
        return f"{self.title}: {found} found in {where}."

    def require(self) -> None:
        """Raise AssertionError where a promise is broken.

        Raises
        ------
        AssertionError
            The message is the first fault, and where there are more, their number.
        """
        if self.faults:
            more = [self.summary] if len(self.faults) > 1 else []
            raise AssertionError("\n".join([str(self.faults[0]), *more]))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can write it."""
        return {
            "title": self.title,
            "ok": self.ok,
            "summary": self.summary,
            "position_count": self.position_count,
            "game_count": self.game_count,
            "is_complete": self.is_complete,
            "faults": self.to_records(),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict a fault, as `RuleFault.to_dict` makes it, for a data frame."""
        return [fault.to_dict() for fault in self.faults]

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  {fault}" for fault in self.faults)])

    def _repr_html_(self) -> str:
        """Return the faults as a table, for a notebook."""
        if self.ok:
            return f"<p>\u2713\u00a0{escape(self.summary)}</p>"
        columns = ("Method", "Promise", "Position", "Found")
        rows = [
            (fault.method, fault.promise, fault.position, f"it {fault.found}")
            for fault in self.faults
        ]
        return html_table(self.summary, columns, rows)
