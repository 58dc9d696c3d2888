"""Findings about one function: all the questions asked, and asked again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tictactoe_widget.classroom.contracts.contract import Function

from .asking import Asker, Outcome, is_right
from .questions import Question, question_weight
from .roles import chooses
from .substitutes import Written

_MOST_ENDLESS = 3
# Endless calls after which a function is not asked any more: each takes long.
_MARKS_SECOND_TIME = 5
# Fewest marks on the board where a search is asked a second time.

Tell = Callable[[int], object]
"""Function that is told how much is done, in units of `question_weight`."""


@dataclass
class Findings:
    """Answers of one function."""

    asked: dict[Question, Outcome] = field(default_factory=dict)
    """First outcome of each question, in the order asked."""
    wrong: dict[Question, Outcome] = field(default_factory=dict)
    """Wrong outcomes; of the second time where the first was right."""
    is_stateful: bool = False
    """True where a question was answered differently the second time."""
    replaced: tuple[str, ...] = ()
    """Names of wrong functions that right ones stood in for."""
    memoized: tuple[str, ...] = ()
    """Names of right functions that a memo of their answers stood in for."""
    blocked_by: tuple[str, ...] = ()
    """Names of wrong functions that it uses and nothing could stand in for."""
    printed_line_count: int = 0
    """Number of lines that it printed."""

    @property
    def first_wrong(self) -> Question:
        """Wrong question with the fewest marks; of a search, the one nearest to the end."""
        return next(question for question in self.asked if question in self.wrong)


def ask_all(
    asker: Asker,
    function: Function,
    written: Written,
    questions: Sequence[Question],
    tell: Tell | None,
) -> Findings:
    """Ask a function all questions, and then again in the opposite order.

    Parameters
    ----------
    asker : Asker
        Caller of the function.
    function : Function
        What the function is.
    written : callable
        The function itself.
    questions : sequence of Question
        The questions, in order.
    tell : callable or None
        Function that is told of progress.
    """
    findings = Findings()
    printed = asker.printed_line_count
    endless = done = 0
    for question in questions:
        if findings.wrong and question.is_slow:
            break
        outcome = findings.asked[question] = asker.ask(function, written, question)
        if not is_right(function, question, outcome):
            findings.wrong[question] = outcome
            endless += outcome.fault in ("endless", "recursion")
            if endless == _MOST_ENDLESS:
                break
        done += question_weight(question)
        if tell is not None:
            tell(done)
    if not endless:
        _ask_again(asker, function, written, findings)
    findings.printed_line_count = asker.printed_line_count - printed
    return findings


def _ask_again(asker: Asker, function: Function, written: Written, findings: Findings) -> None:
    """Ask again in the opposite order, and note answers that have become different."""
    for question in _second_time(function, findings):
        outcome = asker.ask(function, written, question)
        if outcome.pattern != findings.asked[question].pattern:
            findings.is_stateful |= not chooses(function)
            if not is_right(function, question, outcome):
                findings.wrong.setdefault(question, outcome)


def _second_time(function: Function, findings: Findings) -> list[Question]:
    """Return the questions to ask again, the last ones first; one move of each position."""
    again = reversed(findings.asked)
    if chooses(function):
        return [q for q in again if q.game.move_count >= _MARKS_SECOND_TIME]
    return list({q.game.key: q for q in again if q.is_legal}.values())
