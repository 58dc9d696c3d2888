"""Findings about one function: all the questions asked, and asked again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from tictactoe_widget.classroom.contracts.contract import Function

from .asking import Outcome, is_right
from .questions import Question, question_weight
from .roles import chooses

_MOST_ENDLESS = 3
# Endless calls after which a function is not asked any more: each takes long.
_MARKS_SECOND_TIME = 5
# Fewest marks on the board where a search is asked a second time.

AskOne = Callable[[Question], Outcome]
"""Function that asks a student's function one question."""
Tell = Callable[[int], object]
"""Function that is told how much is done, in units of `question_weight`."""
AskSlow = Callable[[Sequence[Question], Tell], Iterable[tuple[Question, Outcome]]]
"""Function that asks slow questions, up to the first wrong answer."""


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

    def take(self, function: Function, question: Question, outcome: Outcome) -> None:
        """Note the first outcome of a question."""
        self.asked[question] = outcome
        if not is_right(function, question, outcome):
            self.wrong[question] = outcome

    @property
    def first_wrong(self) -> Question:
        """Wrong question with the fewest marks; of a search, the one nearest to the end."""
        return next(question for question in self.asked if question in self.wrong)


def ask_all(
    ask: AskOne,
    function: Function,
    questions: Sequence[Question],
    tell: Tell | None,
    ask_slow: AskSlow | None = None,
) -> Findings:
    """Ask a function all questions, and then again in the opposite order.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    function : Function
        What the function is.
    questions : sequence of Question
        The questions, in order.
    tell : callable or None
        Function that is told of progress.
    ask_slow : callable, optional
        Function that asks the slow questions; by default they are asked in turn.
    """
    findings = Findings()
    quick = [question for question in questions if not question.is_slow]
    slow = [question for question in questions if question.is_slow]
    done = endless = 0
    for question in quick:
        outcome = ask(question)
        findings.take(function, question, outcome)
        endless += outcome.fault in ("endless", "recursion")
        if endless == _MOST_ENDLESS:
            break
        done += question_weight(question)
        _show(tell, done)
    if slow and not findings.wrong:
        ask_slow = ask_slow or partial(ask_in_turn, ask, function)
        for question, outcome in ask_slow(slow, lambda more: _show(tell, done + more)):
            findings.take(function, question, outcome)
            endless += outcome.fault in ("endless", "recursion")
    if not endless:
        _ask_again(ask, function, findings)
    return findings


def ask_in_turn(
    ask: AskOne, function: Function, questions: Sequence[Question], tell: Tell
) -> Iterator[tuple[Question, Outcome]]:
    """Yield questions and their outcomes, up to the first wrong one."""
    done = 0
    for question in questions:
        outcome = ask(question)
        yield question, outcome
        if not is_right(function, question, outcome):
            return
        done += question_weight(question)
        tell(done)


def _show(tell: Tell | None, done: int) -> None:
    if tell is not None:
        tell(done)


def _ask_again(ask: AskOne, function: Function, findings: Findings) -> None:
    """Ask again in the opposite order, and note answers that have become different."""
    for question in _second_time(function, findings):
        outcome = ask(question)
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
