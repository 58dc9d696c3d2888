"""Diagnosis: known misconceptions that explain all the wrong answers of a function."""

from collections.abc import Mapping

from tictactoe_widget.classroom.contracts.base import Contract, Function

from .asking import Outcome
from .questions import Question


def diagnose(
    contract: Contract,
    function: Function,
    asked: Mapping[Question, Outcome],
    changed: Question | None,
) -> str | None:
    return None
