"""Rules side by side: how large they are, who wins, and how each of these is known."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from math import sqrt
from random import Random
from typing import Any, Literal

from tictactoe_widget.analysis.registry import MOST_TRIED_CELLS, family_analysis
from tictactoe_widget.analysis.values import OPPOSITE, Analysis, is_settled
from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.picture.markup import html_table
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.variant import Variant
from tictactoe_widget.validation.arguments import as_seed

from .counting import census_of_few
from .progress import Progress, show_progress
from .ratings import NORMAL_QUANTILE

_MOST_COUNTED = 50_000
"""Number of positions, up to symmetry, of the largest rules that are counted."""
_RANDOM_GAMES = 1_000
"""Number of random games played by each rules."""
_WINNERS = {"win": "first", "draw": "draw", "loss": "second"}
"""Who wins with best play, by the value of the empty board for the first player."""

Basis = Literal["proved", "counted", "from print", "sampled", "unknown"]
"""How something is known of rules."""


@dataclass(frozen=True, slots=True)
class RuleFact:
    """A fact about rules, with how it is known. Immutable."""

    value: str | float | None
    """The fact; None where it is unknown."""
    basis: Basis
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

    def to_dict(self) -> dict[str, Any]:
        """Return the fact as JSON values."""
        return {
            "value": self.value,
            "basis": self.basis,
            "interval": None if self.interval is None else list(self.interval),
            "source": self.source,
        }


_UNKNOWN = RuleFact(None, "unknown")

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
    """What is known of some rules. Immutable."""

    rules_name: str
    """Name of the rules."""
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
        names = [field.name for field in fields(self) if field.name != "rules_name"]
        return {name: getattr(self, name) for name in names}

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as JSON values."""
        facts = {name: known.to_dict() for name, known in self.facts.items()}
        return {"rules": self.rules_name, **facts}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rules side by side, made by `compare_rules`. Immutable."""

    rules: tuple[ComparedRules, ...]
    """What is known of each, in the order in which they were given."""

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {"rules": [one.to_dict() for one in self.rules]}

    def to_records(self) -> list[dict[str, Any]]:
        """Return a flat record of each, as a data frame takes them.

        The basis of a fact is the entry that ends in ``_basis``.
        """
        return [
            {"rules": one.rules_name}
            | {name: known.value for name, known in one.facts.items()}
            | {f"{name}_basis": known.basis for name, known in one.facts.items()}
            for one in self.rules
        ]

    def __str__(self) -> str:
        """Return the facts as text, a row for each, with the sources below."""
        rows = [("", *(one.rules_name for one in self.rules)), *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
            for row in rows
        ]
        return "\n".join(line.rstrip() for line in [*lines, *self._sources()])

    def _repr_html_(self) -> str:
        """Return a table with a column for each, for a notebook."""
        caption = " ".join(["What rules change, and how it is known.", *self._sources()])
        return html_table(caption, ["", *(one.rules_name for one in self.rules)], self._rows())

    def _rows(self) -> list[tuple[str, ...]]:
        """List the facts in words, each with its heading first."""
        return [
            (heading, *(str(one.facts[name]) for one in self.rules))
            for name, heading in _HEADINGS.items()
        ]

    def _sources(self) -> Iterator[str]:
        """Yield a sentence for each source in print."""
        for one in self.rules:
            if one.winner.source:
                yield f"{one.rules_name}: {one.winner.source}."


_HEADINGS = {
    "cells": "Cells",
    "positions": "Positions",
    "games": "Games",
    "winner": "Best play: who wins",
    "plies": "Best play: moves",
    "first_moves": "First moves",
    "winning_first_moves": "First moves that win",
    "random_first": "Random play: first wins",
    "random_second": "Random play: second wins",
    "random_draw": "Random play: draws",
}
"""Heading of each fact."""


def compare_rules(
    *variants: str | Rules, seed: int | None = None, progress: bool | Progress | None = None
) -> Comparison:
    """Compare rules: how large they are, who wins with best play and with random play.

    Each fact says how it is known. Positions and games are counted where there are at most
    50,000 positions up to symmetry, values are proved where the player "perfect" can
    prove them, which may take a minute, and random play is 1,000 games.

    Parameters
    ----------
    *variants : str or Rules
        Rules of any family, or their names.
    seed : int, optional
        Seed of the random games.
    progress : bool or callable, optional
        True for a bar on the standard error (of tqdm where that is installed), False for
        none; by default a bar on a terminal. Or a function ``progress(done, total)``.

    Raises
    ------
    ValueError
        When no rules are given, or no rules have a name.

    Examples
    --------
    >>> found = compare_rules("standard", "misere", seed=1)
    >>> [(one.winner.value, one.winning_first_moves.value) for one in found.rules]
    [('draw', 0), ('draw', 0)]
    >>> str(found.rules[0].positions)
    '5,478 (counted)'
    """
    given = [find_rules(one) for one in variants]
    if not given:
        raise ValueError("compare_rules needs the rules to compare, or their names")
    random = Random(as_seed(seed))
    found = []
    with show_progress(progress, "rules", sys.stderr) as show:
        show(0, len(given))
        for one in given:
            found.append(_describe(one, Random(random.getrandbits(32))))
            show(len(found), len(given))
    return Comparison(tuple(found))


def _describe(rules: Rules, random: Random) -> ComparedRules:
    """Find out what can be known of some rules."""
    return ComparedRules(
        rules.name,
        RuleFact(rules.cell_count, "counted"),
        *_count(rules),
        *_prove(rules),
        *_sample(rules, random),
    )


def _count(rules: Rules) -> tuple[RuleFact, RuleFact]:
    """Return the numbers of positions and games."""
    is_small = rules.cell_count <= MOST_TRIED_CELLS
    counted = census_of_few(rules, _MOST_COUNTED) if is_small else None
    if counted is None:
        return _UNKNOWN, _UNKNOWN
    return RuleFact(counted.positions, "counted"), RuleFact(sum(counted.games), "counted")


def _prove(rules: Rules) -> tuple[RuleFact, RuleFact, RuleFact, RuleFact]:
    """Return who wins, in how many moves, the number of first moves and of those that win."""
    start = rules.initial_state
    move_count = RuleFact(len(start.legal_moves), "counted")
    family = family_analysis(rules)
    found: Analysis | None = None
    if family.may_be_solvable(rules):
        *_, found = family.solve_in_slices(rules, start)
    if found is None or not is_settled(found) or found.value is None:
        return FROM_PRINT.get(rules, _UNKNOWN), _UNKNOWN, move_count, _UNKNOWN
    plies = found.remoteness
    winning = sum(move.value == "win" for move in found.moves.values())
    value = found.value if found.player == "X" else OPPOSITE[found.value]
    return (
        RuleFact(_WINNERS[value], "proved"),
        _UNKNOWN if plies is None else RuleFact(plies, "proved"),
        move_count,
        RuleFact(winning, "proved"),
    )


def _sample(rules: Rules, random: Random) -> list[RuleFact]:
    """Return the shares of random games that the first and the second win, and of draws."""
    family = family_analysis(rules)
    results = [family.playout(rules, rules.initial_state, random) for _ in range(_RANDOM_GAMES)]
    return [_share(results.count(result), len(results)) for result in ("X", "O", "draw")]


def _share(count: int, total: int) -> RuleFact:
    """Return a share, with the interval of E. B. Wilson (1927)."""
    share = count / total
    spread = NORMAL_QUANTILE**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = (
        NORMAL_QUANTILE
        / (1 + spread)
        * sqrt(share * (1 - share) / total + spread / (4 * total))
    )
    return RuleFact(
        share, "sampled", interval=(max(0.0, middle - half), min(1.0, middle + half))
    )
