"""Diagnosis: known misconceptions that explain all the answers of a function."""

from collections.abc import Mapping, Sequence

from tictactoe_widget.classroom.contracts.contract import Contract, Function

from .asking import Outcome, is_right
from .misconceptions import ANY, MISCONCEPTIONS, Misconception, Predicted
from .questions import Question, expected_answer
from .roles import chooses

_LEAST_SHARE = 0.2
# Least share of wrong moves where a misconception leaves the choice of a wrong move.

Outcomes = Mapping[Question, Outcome]
"""Outcomes of a function, by question."""


def diagnose(contract: Contract, function: Function, outcomes: Outcomes) -> str | None:
    """Name the misconceptions that explain every answer of a function, the right ones too.

    Answers about legal moves and about illegal ones are explained separately.

    Returns
    -------
    str or None
        The rest of a sentence that begins with the name of the function; several
        misconceptions that would give the same answers are joined with "or". None
        where no known misconception explains the answers.
    """
    parts: list[str] = []
    for is_legal in (True, False):
        about = {q: outcome for q, outcome in outcomes.items() if q.is_legal == is_legal}
        if all(is_right(function, q, outcome) for q, outcome in about.items()):
            continue
        found = _matching(contract, function, about)
        if not found:
            return None
        parts.append(" or ".join(dict.fromkeys(known.text for known in found)))
    return ", and ".join(parts) or None


def _matching(
    contract: Contract, function: Function, outcomes: Outcomes
) -> Sequence[Misconception]:
    """Return the misconceptions that predict all of some answers, the most precise ones."""
    is_legal = next(iter(outcomes)).is_legal
    known = [
        misconception
        for misconception in MISCONCEPTIONS
        if misconception.role == function.role
        and misconception.is_about_illegal_moves != is_legal
        and _explains(misconception, contract, function, outcomes)
    ]
    if len(known) < 2:
        return known
    sizes = {id(m): _freedom(m, contract, function, outcomes) for m in known}
    least = min(sizes.values())
    return [m for m in known if sizes[id(m)] == least]


def _explains(
    misconception: Misconception, contract: Contract, function: Function, outcomes: Outcomes
) -> bool:
    could = did = 0
    for question, outcome in outcomes.items():
        predicted = misconception.predict(contract, function, question)
        if not predicted.agrees(function, outcome):
            return False
        if chooses(function) and not predicted.fault:
            could += not predicted.answer <= expected_answer(function, question)
            did += not is_right(function, question, outcome)
    return did >= _LEAST_SHARE * could


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
