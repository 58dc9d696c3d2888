"""Comparison of games by size and by winner, with a source for each fact."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tictactoe_widget.analysis.exact_search import MOST_VISITS
from tictactoe_widget.analysis.registry import MOST_TRIED_CELLS, family_analysis
from tictactoe_widget.analysis.values import (
    Analysis,
    confidence_interval,
    is_settled,
    value_for,
)
from tictactoe_widget.drawing import palette
from tictactoe_widget.drawing.markup import escape, text_table
from tictactoe_widget.drawing.palette import css_following_host, css_light_dark
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import N_, _, format_number, localized, ngettext
from tictactoe_widget.validation import as_seed, visible

from .census import census_of_few
from .compared_rules import BASIS_NAMES, FROM_PRINT, ComparedRules, RuleFact

# Table that compares rules side by side in a notebook.

_TABLE_HEADINGS = (
    *(N_("First move"), N_("Game"), N_("Who wins"), N_("Winning first moves")),
    *(N_("Cells"), N_("Positions"), N_("Games"), N_("Random games")),
)
_TABLE_WINNERS = {
    "first": N_("First player wins"),
    "second": N_("Second player wins"),
    "draw": N_("Draw"),
}
_SHARES = {
    "random_first": N_("First player wins {share}"),
    "random_second": N_("Second player wins {share}"),
    "random_draw": N_("Draw {share}"),
}

_PICTURE_WIDTH = 128  # width of an empty board's picture, in pixels

# CSS for a comparison. Each selector includes a class, because CSS affects the whole page.
_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-compare')}"
    f".ttt-compare{{--edge:{css_light_dark(palette.EDGE)};"
    f"--win:{css_light_dark(palette.WIN)}}}}}"
    ".ttt-compare{max-width:64em;overflow-x:auto}"
    ".ttt-compare table{margin:0}"
    ".ttt-compare caption{padding:0 0 8px;font-size:20px;font-weight:700;text-align:start}"
    ".ttt-compare table :is(th,td){padding:8px;text-align:end;vertical-align:middle}"
    ".ttt-compare table :nth-child(-n+3):is(th,td){text-align:start}"
    ".ttt-compare tbody tr{border-top:1px solid var(--edge)}"
    ".ttt-compare tbody th{min-width:6em;font-size:15px}"
    ".ttt-compare tbody small{display:block;font-size:12px;font-weight:400;opacity:.75}"
    # In a notebook, a table could otherwise shrink its pictures.
    f".ttt-compare svg{{display:block;min-width:{_PICTURE_WIDTH}px}}"
    ".ttt-compare td>div{min-width:9em}"
    ".ttt-compare .ttt-won{color:var(--win)}"
    ".ttt-compare p{margin:8px 0 0;font-size:13px}"
)


def _compare_in_html(compared: Iterable[ComparedRules], sources: Iterable[str]) -> str:
    """Return an HTML table with one row for each set of rules, followed by the sources."""
    head = "".join(f'<th scope="col">{_(name)}</th>' for name in _TABLE_HEADINGS)
    body = "".join(map(_write_row, compared))
    below = "".join(f"<p>{escape(source)}</p>" for source in sources)
    return (
        f'<div class="ttt-compare"><style>{_STYLE}</style><table>'
        f"<caption>{_('How rules change the game')}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>"
    )


def _write_row(one: ComparedRules) -> str:
    """Return the table row for a set of rules, with the kind of source below each value."""
    facts = one.facts
    name = "" if one.title == one.rules_name else f"<small>{escape(one.rules_name)}</small>"
    cells = "".join(
        f"<td>{_write_number(facts[fact])}</td>" for fact in ("cells", "positions", "games")
    )
    return (
        f'<tr><td>{one.picture}</td><th scope="row">{escape(one.title)}{name}</th>'
        f"<td>{_write_winner(facts)}</td><td>{_write_winning(facts)}</td>{cells}"
        f"<td>{_write_random(facts)}</td></tr>"
    )


def _write_winner(facts: Mapping[str, RuleFact]) -> str:
    winner, plies = facts["winner"], facts["plies"]
    if winner.value is None:
        return _("unknown")
    kind = "" if winner.value == "draw" else ' class="ttt-won"'
    if plies.value is None:
        basis = _(BASIS_NAMES[winner.basis])
    else:
        count = int(plies.value)
        basis = ngettext("proved, after {count} move", "proved, after {count} moves", count)
    return f"<b{kind}>{_(_TABLE_WINNERS[str(winner.value)])}</b><small>{basis}</small>"


def _write_winning(facts: Mapping[str, RuleFact]) -> str:
    winning, first_moves = facts["winning_first_moves"], facts["first_moves"]
    total = first_moves.value
    if winning.value is None:
        return _("unknown (of {total})", total=total)
    counted = _("{count} of {total}", count=winning.value, total=total)
    return f"{counted}<small>{_(BASIS_NAMES[winning.basis])}</small>"


def _write_number(fact: RuleFact) -> str:
    if fact.value is None:
        return _("unknown")
    return f"{fact.value:,}<small>{_(BASIS_NAMES[fact.basis])}</small>"


def _write_random(facts: Mapping[str, RuleFact]) -> str:
    lines = []
    for fact, template in _SHARES.items():
        low, high = (format_number(end, ".1%") for end in facts[fact].interval or (0, 1))
        share = _(template, share=format_number(float(facts[fact].value or 0), ".1%"))
        lines.append(f"{share} <small>{_('{low} to {high}', low=low, high=high)}</small>")
    sampled = f"<small>{_(BASIS_NAMES['sampled'])}</small>"
    return "".join(f"<div>{line}</div>" for line in [*lines, sampled])


# Maximum number of positions, up to symmetry, that are counted.
_MOST_COUNTED = 50_000
_RANDOM_GAMES = 1_000
_TASKS = 3  # number of tasks for each set of rules: the proof, the count and the random games
_STEPS_PER_TASK = 100
_WINNERS = {"win": "first", "draw": "draw", "loss": "second"}

_UNKNOWN = RuleFact(None, "unknown")


@dataclass(frozen=True, slots=True)
class Comparison(Serializable):
    """Immutable comparison of several sets of rules, created by `compare_rules`."""

    _keys = ("rules",)

    rules: tuple[ComparedRules, ...]
    """Facts about each set of rules, in the order passed to `compare_rules`."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of flat dicts, one for each set of rules, for use in a data frame.

        For each fact, a key that ends in ``_basis`` contains the kind of source.
        """
        return [
            {"rules": one.rules_name}
            | {name: known.value for name, known in one.facts.items()}
            | {f"{name}_basis": known.basis for name, known in one.facts.items()}
            for one in self.rules
        ]

    @localized
    def __str__(self) -> str:
        """Return the facts as a text table, followed by the sources."""
        facts = (
            (_(heading), *(str(one.facts[name]) for one in self.rules))
            for name, heading in _HEADINGS.items()
        )
        rows = [("", *(one.rules_name for one in self.rules)), *facts]
        return "\n".join([text_table(rows), *self._sources()])

    @localized
    def _repr_html_(self) -> str:
        """Return an HTML table for a notebook, with a picture for each set of rules."""
        return _compare_in_html(self.rules, self._sources())

    def _sources(self) -> Iterator[str]:
        """Yield one sentence for each published source."""
        for one in self.rules:
            if one.winner.source:
                yield f"{one.rules_name}: {one.winner.source}."


_HEADINGS = {
    "cells": N_("Cells"),
    "positions": N_("Positions"),
    "games": N_("Games"),
    "winner": N_("Winner with best play"),
    "plies": N_("Moves with best play"),
    "first_moves": N_("First moves"),
    "winning_first_moves": N_("First moves that win"),
    "random_first": N_("Random games: first player wins"),
    "random_second": N_("Random games: second player wins"),
    "random_draw": N_("Random games: draws"),
}


@localized
def compare_rules(
    *variants: str | Rules, seed: int | None = None, progress: bool | Progress | None = None
) -> Comparison:
    """Compare games by size, by their winner under best play and by results of random games.

    The result includes the source of each fact. If there are at most 50,000 positions, the
    function counts positions and games. For this limit, symmetric positions count only once. If
    the player "perfect" can solve a game, the function proves the game's values. The proof can
    take a minute. For each set of rules, the function also plays 1,000 random games.

    Parameters
    ----------
    *variants : str or Rules
        Sets of rules to compare, or names of rules.
    seed : int, optional
        Seed for the random games.
    progress : bool or callable, optional
        True to show a progress bar on standard error (with tqdm if it is installed), or False
        to hide it. By default, a progress bar appears after one second in a terminal and after
        ten seconds in a notebook. You can also pass a function that is called as
        ``progress(done, total)``.

    Raises
    ------
    ValueError
        If you don't pass any rules, or if a name is unknown.

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
        raise ValueError(
            "variants must not be empty: pass rules or their names, such as 'standard'"
        )
    random = Random(as_seed(seed))
    with show_progress(progress, "steps", sys.stderr) as show:
        steps = _Steps(show, _TASKS * _STEPS_PER_TASK * len(given))
        found = [_describe(one, Random(random.getrandbits(32)), steps) for one in given]
    return Comparison(tuple(found))


@dataclass
class _Steps:
    """Progress of a comparison, in which each task has the same number of steps."""

    show: Progress
    total: int
    done: int = 0  # number of steps in the tasks that are finished

    def show_task(self, done: int, most: int) -> None:
        """Show how much of the current task is done."""
        self.show(self.done + min(done, most) * _STEPS_PER_TASK // most, self.total)

    def end_task(self) -> None:
        """Count the current task as finished."""
        self.done += _STEPS_PER_TASK
        self.show(self.done, self.total)


def _describe(rules: Rules, random: Random, steps: _Steps) -> ComparedRules:
    found = _solve(rules, steps)
    return ComparedRules(
        rules.name,
        visible(rules.title),
        Game(rules).to_svg(size=_PICTURE_WIDTH, values=found),
        RuleFact(rules.cell_count, "counted"),
        *_count(rules, steps),
        *_prove(rules, found),
        *_sample(rules, random, steps),
    )


def _count(rules: Rules, steps: _Steps) -> tuple[RuleFact, RuleFact]:
    """Return two facts: the number of positions and the number of games."""
    is_small = rules.cell_count <= MOST_TRIED_CELLS and not rules.repetition
    counted = census_of_few(rules, _MOST_COUNTED, steps.show_task) if is_small else None
    steps.end_task()
    if counted is None:
        return _UNKNOWN, _UNKNOWN
    return RuleFact(counted.positions, "counted"), RuleFact(sum(counted.games), "counted")


def _solve(rules: Rules, steps: _Steps) -> Analysis | None:
    """Return the analysis of the empty board, or None if any value in it is not proved."""
    family = family_analysis(rules)
    found = None
    if family.may_be_solvable(rules):
        for found in family.solve_in_slices(rules, rules.initial_state):
            steps.show_task(found.node_count, MOST_VISITS)
    steps.end_task()
    return found if found is not None and is_settled(found) else None


def _prove(
    rules: Rules, found: Analysis | None
) -> tuple[RuleFact, RuleFact, RuleFact, RuleFact]:
    """Return the winner, game length, and numbers of legal and winning opening moves."""
    move_count = RuleFact(len(rules.initial_state.legal_moves), "counted")
    if found is None or found.value is None:
        return FROM_PRINT.get(rules, _UNKNOWN), _UNKNOWN, move_count, _UNKNOWN
    plies = found.remoteness
    winning = sum(move.value == "win" for move in found.moves.values())
    value = value_for("X", found.value, found.player)
    return (
        RuleFact(_WINNERS[value], "proved"),
        _UNKNOWN if plies is None else RuleFact(plies, "proved"),
        move_count,
        RuleFact(winning, "proved"),
    )


def _sample(rules: Rules, random: Random, steps: _Steps) -> list[RuleFact]:
    """Play random games and return each player's share of wins and the share of draws."""
    family = family_analysis(rules)
    results = []
    for count in range(_RANDOM_GAMES):
        steps.show_task(count, _RANDOM_GAMES)
        results.append(family.playout(rules, rules.initial_state, random))
    steps.end_task()
    return [_share(results.count(result), len(results)) for result in ("X", "O", "draw")]


def _share(count: int, total: int) -> RuleFact:
    return RuleFact(count / total, "sampled", interval=confidence_interval(count, total))
