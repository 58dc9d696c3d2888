"""Answers to questions that are asked alone, as if a function had been asked nothing before.

Before a student reads of a wrong answer it is tried here: on code that is executed anew
where that can be done, with what the code keeps put back before each call. So an answer
that is wrong only after other calls is told from one that is wrong by itself.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tictactoe_widget.classroom.contracts.contract import Function

from .asking import Outcome, is_right
from .findings import AskOne, Findings
from .memory import Memory
from .questions import Question, question_weight

_MOST_LOOKS = 2_000_000
# Most places of a memory that are looked at for one function; that bounds its questions.
_LEAST = 50
# Number of questions that are asked in any case.
_MOST_TWICE = 20
# Most questions that are asked a second time.
_SEEDS = 10
# Number of sequences of random numbers with which a question is asked.
_MOST_VISITS = 200_000
# Most positions that a plain function visits for the earlier calls that are tried.


@dataclass(frozen=True)
class Alone:
    """Outcomes of questions, each asked alone. Immutable."""

    outcomes: Mapping[Question, Outcome]
    """Outcome of each question."""
    is_steady: bool
    """False where one was answered differently when it was asked alone once more."""
    is_by_chance: bool
    """True where other random numbers change an answer."""

    def wrong(self, function: Function) -> dict[Question, Outcome]:
        """Return the outcomes that are wrong."""
        return {
            question: outcome
            for question, outcome in self.outcomes.items()
            if not is_right(function, question, outcome)
        }


class AloneAsker:
    """Caller of one function that asks each question alone.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    function : Function
        What the function is.
    memory : Memory
        What the student's code keeps.
    """

    def __init__(self, ask: AskOne, function: Function, memory: Memory) -> None:
        self._ask = ask
        self._function = function
        self._memory = memory
        self._has_drawn = False

    def ask_all(self, questions: Iterable[Question]) -> Alone:
        """Ask questions, the first ones at least where what is kept is large."""
        questions = list(questions)
        most = max(_LEAST, _MOST_LOOKS // max(1, self._memory.size))
        step = -(-len(questions) // most)
        outcomes = {question: self._ask_alone(question) for question in questions[:: step or 1]}
        again = list(outcomes)[:: -(-len(outcomes) // _MOST_TWICE) or 1]
        is_steady = all(self._ask_alone(q).pattern == outcomes[q].pattern for q in again)
        return Alone(outcomes, is_steady, self._is_by_chance(again))

    def _is_by_chance(self, questions: Iterable[Question]) -> bool:
        """Return whether other random numbers alone change an answer."""
        if not self._has_drawn:
            return False
        for question in questions:
            first = self._ask_alone(question)
            for seed in range(_SEEDS):
                self._memory.restore()
                random.seed(seed)
                if self._ask_next(question).pattern != first.pattern:
                    return True
        return False

    def find_earlier(
        self, question: Question, candidates: Iterable[Question]
    ) -> Question | None:
        """Return the first earlier call after which an answer is wrong; None where none is."""
        visits = 0
        for earlier in (*candidates, question):
            visits += question_weight(earlier)
            if visits > _MOST_VISITS:
                break
            if not earlier.is_legal or (earlier.is_slow and earlier != question):
                continue
            self._ask_alone(earlier)
            if not is_right(self._function, question, self._ask_next(question)):
                return earlier
        return None

    def _ask_alone(self, question: Question) -> Outcome:
        self._memory.restore()
        return self._ask_next(question)

    def _ask_next(self, question: Question) -> Outcome:
        outcome = self._ask(question)
        self._has_drawn |= self._memory.has_drawn()
        return outcome


def asked_alone(findings: Findings, *, has_changed: bool) -> list[Question]:
    """Return the questions of some findings that should be asked alone, wrong ones first.

    These are the ones with a wrong answer. Where the student's code keeps something, a
    right answer may come of that as well, so the others are asked too, but for slow ones.
    """
    # A board that is returned twice is a matter of two calls.
    wrong = [q for q in findings.asked if q in findings.wrong and not _is_kept(findings, q)]
    others = [q for q in findings.asked if q not in findings.wrong and not q.is_slow]
    return [*wrong, *(others if has_changed else ())]


def _is_kept(findings: Findings, question: Question) -> bool:
    return findings.wrong[question].change == "kept"
