"""Rules side by side: how large they are, who wins, and how each of these is known."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tictactoe_widget.analysis.intervals import interval_of_share
from tictactoe_widget.analysis.registry import MOST_TRIED_CELLS, family_analysis
from tictactoe_widget.analysis.values import OPPOSITE, Analysis, is_settled
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.picture.markup import text_table
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.arguments import as_seed
from tictactoe_widget.validation.quoting import visible

from .compared_rules import FROM_PRINT, ComparedRules, RuleFact
from .comparison_table import compare_in_html
from .counting import census_of_few
from .progress import Progress, show_progress

_MOST_COUNTED = 50_000
"""Number of positions, up to symmetry, of the largest rules that are counted."""
_RANDOM_GAMES = 1_000
"""Number of random games played by each rules."""
_PICTURE_WIDTH = 96
"""Width of the picture of an empty board, in pixels."""
_WINNERS = {"win": "first", "draw": "draw", "loss": "second"}
"""Who wins with best play, by the value of the empty board for the first player."""

_UNKNOWN = RuleFact(None, "unknown")


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
        return "\n".join([text_table(rows), *self._sources()])

    def _repr_html_(self) -> str:
        """Return a table with a row and a picture for each, for a notebook."""
        return compare_in_html(self.rules, self._sources())

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
    found = _solve(rules)
    return ComparedRules(
        rules.name,
        visible(rules.title),
        Game(rules).to_svg(size=_PICTURE_WIDTH, values=found),
        RuleFact(rules.cell_count, "counted"),
        *_count(rules),
        *_prove(rules, found),
        *_sample(rules, random),
    )


def _count(rules: Rules) -> tuple[RuleFact, RuleFact]:
    """Return the numbers of positions and games."""
    is_small = rules.cell_count <= MOST_TRIED_CELLS
    counted = census_of_few(rules, _MOST_COUNTED) if is_small else None
    if counted is None:
        return _UNKNOWN, _UNKNOWN
    return RuleFact(counted.positions, "counted"), RuleFact(sum(counted.games), "counted")


def _solve(rules: Rules) -> Analysis | None:
    """Return the analysis of the empty board where all of it is proved; else None."""
    family = family_analysis(rules)
    if not family.may_be_solvable(rules):
        return None
    *_, found = family.solve_in_slices(rules, rules.initial_state)
    return found if is_settled(found) else None


def _prove(
    rules: Rules, found: Analysis | None
) -> tuple[RuleFact, RuleFact, RuleFact, RuleFact]:
    """Return who wins, in how many moves, the number of first moves and of those that win."""
    move_count = RuleFact(len(rules.initial_state.legal_moves), "counted")
    if found is None or found.value is None:
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
    """Return a share, with its interval."""
    return RuleFact(count / total, "sampled", interval=interval_of_share(count, total))
