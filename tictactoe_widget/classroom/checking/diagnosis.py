"""Diagnosis: known misconceptions that explain all the answers of a function."""

from collections.abc import Callable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, get_args

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.rules.mnk import STANDARD

from .asking import Outcome, is_right
from .misconceptions import ANY, MISCONCEPTIONS, Misconception, Predicted
from .questions import Question, Topic, expected_answer, topic
from .roles import chooses

_LEAST_SHARE = 0.2
# Least share of wrong moves where a misconception leaves the choice of a wrong move.

Outcomes = Mapping[Question, Outcome]
"""Outcomes of a function, by question."""
Order = Callable[[Game], Sequence[int]]
"""Function that returns the cells of a game in the order in which a search tries them."""


def in_order_of_cells(game: Game) -> Sequence[int]:
    """Return the legal moves of a game in the order of the board."""
    return game.legal_moves


def diagnose(
    contract: Contract, function: Function, outcomes: Outcomes, order: Order = in_order_of_cells
) -> str | None:
    """Name the misconceptions that explain every answer of a function, the right ones too.

    Answers about legal moves, about illegal ones and about choices on finished boards are
    explained separately.

    Parameters
    ----------
    contract, function : Contract, Function
        What was asked.
    outcomes : mapping
        All its outcomes, by question.
    order : callable, optional
        Function that returns the cells of a game in the order in which a search tries
        them; by default the order of the board.

    Returns
    -------
    str or None
        The rest of a sentence that begins with the name of the function; several
        misconceptions that would give the same answers are joined with "or". None
        where no known misconception explains the answers.
    """
    parts: list[str] = []
    for about in get_args(Topic):
        answered = {q: found for q, found in outcomes.items() if topic(function, q) == about}
        if all(is_right(function, q, outcome) for q, outcome in answered.items()):
            continue
        found = _matching(contract, function, about, answered, order)
        if not found:
            return None
        parts.append(" or ".join(dict.fromkeys(known.text for known in found)))
    return ", and ".join(parts) or None


def _matching(
    contract: Contract, function: Function, about: Topic, outcomes: Outcomes, order: Order
) -> Sequence[Misconception]:
    """Return the misconceptions that predict all of some answers, the most precise ones."""
    known = [
        misconception
        for misconception in MISCONCEPTIONS
        if (misconception.role, misconception.topic) == (function.role, about)
        and _explains(misconception, contract, function, outcomes, order)
    ]
    if len(known) < 2:
        return known
    sizes = {id(m): _freedom(m, contract, function, outcomes) for m in known}
    least = min(sizes.values())
    return [m for m in known if sizes[id(m)] == least]


def _explains(
    misconception: Misconception,
    contract: Contract,
    function: Function,
    outcomes: Outcomes,
    order: Order,
) -> bool:
    could = did = 0
    choices: dict[Mark, list[_Choice]] = {"X": [], "O": []}
    for question, outcome in outcomes.items():
        predicted = misconception.predict(contract, function, question)
        if not predicted.agrees(function, outcome):
            return False
        if chooses(function) and not predicted.fault:
            could += not predicted.answer <= expected_answer(function, question)
            did += not is_right(function, question, outcome)
            game = question.game
            choices[game.state.to_move].append(_Choice(game, predicted.answer, outcome.answer))
    return did >= _LEAST_SHARE * could and all(
        _is_by_order(chosen, order) for chosen in choices.values()
    )


class _Choice(NamedTuple):
    """A move that a search chose."""

    game: Game
    allowed: frozenset[int]
    """Moves that a misconception leaves open."""
    chosen: int


def _is_by_order(choices: Sequence[_Choice], order: Order) -> bool:
    """Return whether the order of moves alone decides among those that are left open.

    A search takes the first or the last of the moves that it holds to be equal, in the
    order in which it tries them. One that chooses among them in another way knows more
    than the misconception does, which therefore does not explain it.
    """
    ordered = [
        [cell for cell in order(choice.game) if cell in choice.allowed] for choice in choices
    ]
    chosen = [[choice.chosen] for choice in choices]
    return (
        [cells[:1] for cells in ordered] == chosen
        or [cells[-1:] for cells in ordered] == chosen
        or _is_by_cells(choices)
    )


def _is_by_cells(choices: Sequence[_Choice]) -> bool:
    """Return whether some order of the nine cells, the same each time, explains choices."""
    better: dict[int, set[int]] = {cell: set() for cell in range(STANDARD.cell_count)}
    for _, allowed, chosen in choices:
        for other in allowed - {chosen}:
            better[other].add(chosen)
    try:
        tuple(TopologicalSorter(better).static_order())
    except CycleError:
        return False
    return True


def _freedom(
    misconception: Misconception, contract: Contract, function: Function, outcomes: Outcomes
) -> int:
    """Return how much a misconception leaves open: moves to choose from, any value."""
    every: list[Predicted] = [
        misconception.predict(contract, function, question) for question in outcomes
    ]
    if chooses(function):
        return sum(len(predicted.answer) for predicted in every if not predicted.fault)
    return sum(predicted.got is ANY for predicted in every)
