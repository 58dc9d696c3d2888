"""Verdicts: what a report says of one function, made of what was found out about it."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.sandbox.snapshots import Snapshot
from tictactoe_widget.validation import write_list

from .findings import AskOne, Findings
from .misconceptions import Order, diagnose
from .questions import (
    ROLES,
    Outcome,
    Question,
    chooses,
    expected_answer,
    is_right,
    question_weight,
    topic,
)
from .report import Counterexample, Part

# Answers to questions that are asked alone, as if a function had been asked nothing before.
#
# Before a student reads of a wrong answer it is tried here: on code that is executed anew
# where that can be done, with what the code keeps put back before each call. So an answer
# that is wrong only after other calls is told from one that is wrong by itself.

_MOST_LOOKS = 2_000_000
# Most places of a snapshot that are looked at for one function; that bounds its questions.
_LEAST = 50
# Number of questions that are asked in any case.
_MOST_TWICE = 20
# Most questions that are asked a second time.
_SEEDS = 10
# Number of sequences of random numbers with which a question is asked.
_MOST_VISITS = 200_000
# Most positions that a plain function visits for the earlier calls that are tried.


@dataclass(frozen=True)
class _Alone:
    """Outcomes of questions, each asked alone. Immutable."""

    outcomes: Mapping[Question, Outcome]
    # False where one was answered differently when it was asked alone once more.
    is_steady: bool
    is_by_chance: bool  # True where other random numbers change an answer

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
    snapshot : Snapshot
        What the student's code keeps.
    """

    def __init__(self, ask: AskOne, function: Function, snapshot: Snapshot) -> None:
        self._ask = ask
        self._function = function
        self._snapshot = snapshot
        self._has_drawn = False

    def ask_all(self, questions: Iterable[Question]) -> _Alone:
        """Ask questions, the first ones at least where what is kept is large."""
        questions = list(questions)
        most = max(_LEAST, _MOST_LOOKS // max(1, self._snapshot.size))
        step = -(-len(questions) // most)
        outcomes = {question: self._ask_alone(question) for question in questions[:: step or 1]}
        again = list(outcomes)[:: -(-len(outcomes) // _MOST_TWICE) or 1]
        is_steady = all(self._ask_alone(q).pattern == outcomes[q].pattern for q in again)
        return _Alone(outcomes, is_steady, self._is_by_chance(again))

    def _is_by_chance(self, questions: Iterable[Question]) -> bool:
        """Return whether other random numbers alone change an answer."""
        if not self._has_drawn:
            return False
        for question in questions:
            first = self._ask_alone(question)
            for seed in range(_SEEDS):
                self._snapshot.restore()
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
        self._snapshot.restore()
        return self._ask_next(question)

    def _ask_next(self, question: Question) -> Outcome:
        outcome = self._ask(question)
        self._has_drawn |= self._snapshot.has_drawn()
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


# Sentences about wrong answers.

_CHANGES = {
    "returned": "changed the board it was given and returned it: return a new board",
    "shallow": "changed the board it was given, whose rows are those of the board it returned: "
    "copy the rows too",
    "changed": "changed the board it was given: make a copy first, and write to the copy",
    "shared": "returned a board whose rows are one and the same list, so that a mark in one "
    "row stands in the others too: make a new list for each row",
    "kept": "returned a board that an earlier call had returned too, with all changes made "
    "to it since: make a new board in each call",
}


_FAULTS = {
    "raised": "raised {outcome.detail}.",
    "recursion": "called itself without end ({outcome.detail}).",
    "endless": "did not end within {outcome.detail} steps: an endless loop?",
    "accepted": "returned {outcome.got}; that move is not legal, so an exception should be "
    "raised.",
    "unreadable": "returned {outcome.got}: {outcome.detail}.",
}


def _describe_wrong(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str:
    """Return one sentence or two that say what is wrong about an outcome.

    Moves are written as the contract writes them.
    """
    call = _describe_call(function, question)
    if outcome.change:
        return f"{call} {_CHANGES[outcome.change]}."
    if outcome.fault:
        told = f"{call} {_FAULTS[outcome.fault].format(outcome=outcome)}"
        if topic(function, question) == "finished" and outcome.fault == "raised":
            return f"{told} Where the game is over, it should return None."
        return told
    right = expected_answer(function, question)
    answers = ROLES[function.role]
    return f"{call} {answers.fault_of(contract, outcome.answer, right, question.game)}"


def _describe_call(function: Function, question: Question) -> str:
    """Return a call as a student writes it, such as ``result(board, (1, 1))``."""
    if not ROLES[function.role].takes_board:
        return f"{function.name}()"
    move = "" if question.move is None else f", {question.move!r}"
    return f"{function.name}(board{move})"


def _describe_expected(contract: Contract, function: Function, question: Question) -> str:
    """Return the right answer as text, in the terms of the contract."""
    if not question.is_legal:
        return "an exception"
    right = expected_answer(function, question)
    return ROLES[function.role].in_terms(contract, right, question.game)


def _describe_got(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> str | None:
    """Return what a function answered as text; None where it gave no answer."""
    if outcome.got:
        return outcome.got
    if outcome.fault:
        return None
    answers = ROLES[function.role]
    return answers.in_terms(contract, answers.as_right(outcome.answer), question.game)


_KEEPS = "keeps something from one call to the next: asked again, it answered differently"
_DRAWS = "draws random numbers: asked again, it may answer differently"


@dataclass(frozen=True)
class Evidence:
    """All that was found out about a function with wrong answers. Immutable."""

    findings: Findings  # answers to questions that were asked one after another
    alone: _Alone  # answers to questions that were asked alone
    # Function that returns an earlier call after which alone an answer is wrong, if any.
    find_earlier: Callable[[Question], Question | None]
    # True where nothing that the student's code keeps was left out when it was asked alone.
    is_certain: bool
    # Function that returns the moves of a game in the order in which a search tries them.
    order: Order


def passed_part(function: Function, findings: Findings) -> Part:
    """Return the result of a function with no wrong answer, or that was not judged."""
    return Part(
        function.name,
        ok=not findings.blocked_by,
        checked_count=len(findings.asked),
        failed_count=0,
        note=_note(findings),
    )


def failed_part(contract: Contract, function: Function, evidence: Evidence) -> Part:
    """Return the result of a function with wrong answers."""
    findings, alone = evidence.findings, evidence.alone
    wrong = _wrong_by_itself(function, findings, alone)
    depends = _depends_on_earlier(function, findings, alone)
    question = next(q for q in findings.asked if q in (wrong or findings.wrong))
    if wrong:
        counterexample = _counterexample(contract, function, question, wrong[question])
    elif alone.is_by_chance:
        counterexample = _random_counterexample(contract, function, question, findings)
    else:
        counterexample = _dependent_counterexample(
            contract, function, question, findings, evidence.find_earlier(question)
        )
    diagnosis = None
    if not depends and evidence.is_certain:
        answers = {**findings.asked, **alone.outcomes}
        diagnosis = diagnose(contract, function, answers, evidence.order)
    elif depends:  # no other misconception is named, as it would not explain all answers
        diagnosis = _DRAWS if alone.is_by_chance else _KEEPS
    return Part(
        function.name,
        ok=False,
        checked_count=len(findings.asked),
        failed_count=len(findings.wrong.keys() | wrong.keys()),
        counterexample=counterexample,
        diagnosis=diagnosis,
        note=_note(findings),
    )


def _wrong_by_itself(
    function: Function, findings: Findings, alone: _Alone
) -> dict[Question, Outcome]:
    """Return the outcomes that are wrong without an earlier call.

    A board that is returned twice is not asked for alone, as that is a matter of two calls.
    """
    kept = {q: found for q, found in findings.wrong.items() if found.change == "kept"}
    return kept | alone.wrong(function)


def _depends_on_earlier(function: Function, findings: Findings, alone: _Alone) -> bool:
    """Return whether an answer was right alone and wrong after others, or the reverse.

    Of a search, which may choose among right moves as it likes, that alone counts.
    """
    if not chooses(function) and (findings.is_stateful or not alone.is_steady):
        return True
    return any(
        is_right(function, question, outcome) == (question in findings.wrong)
        for question, outcome in alone.outcomes.items()
    )


def _counterexample(
    contract: Contract, function: Function, question: Question, outcome: Outcome
) -> Counterexample:
    return Counterexample(
        game=question.game,
        cell=question.cell,
        expected=_describe_expected(contract, function, question),
        got=_describe_got(contract, function, question, outcome),
        raised=outcome.detail if outcome.fault in ("raised", "recursion") else None,
        sentence=_describe_wrong(contract, function, question, outcome),
        cell_names=tuple(
            str(contract.encode_move(cell)) for cell in range(STANDARD.cell_count)
        ),
    )


def _random_counterexample(
    contract: Contract, function: Function, question: Question, findings: Findings
) -> Counterexample:
    """Return a counterexample that is one for some random numbers alone."""
    found = _counterexample(contract, function, question, findings.wrong[question])
    return replace(
        found,
        sentence=f"{found.sentence} Asked alone, it is right: random numbers decide.",
    )


def _dependent_counterexample(
    contract: Contract,
    function: Function,
    question: Question,
    findings: Findings,
    earlier: Question | None,
) -> Counterexample:
    """Return a counterexample that is one only after an earlier call, which it names."""
    found = _counterexample(contract, function, question, findings.wrong[question])
    sentence = (
        f"{found.sentence} Asked alone, it is right: the answer depends on earlier calls."
    )
    if earlier is None:
        return replace(found, sentence=sentence)
    call = _describe_call(function, earlier)
    which = "this board too" if earlier == question else "another board, the second one here"
    return replace(
        found,
        sentence=f"{sentence} It is wrong once {call} was called with {which}.",
        before=earlier.game,
    )


def _note(findings: Findings) -> str | None:
    """Return what there is to say of how a function was asked."""
    notes = []
    if findings.blocked_by:
        verb = "is" if len(findings.blocked_by) == 1 else "are"
        notes.append(
            f"not judged: it uses {write_list(findings.blocked_by)}, which {verb} wrong"
        )
    elif findings.replaced:
        names = write_list(findings.replaced)
        notes.append(f"checked with a right {names} in place of yours")
    if findings.printed_line_count:
        lines = "line" if findings.printed_line_count == 1 else "lines"
        notes.append(f"it printed {findings.printed_line_count:,} {lines}, which are not shown")
    return "; ".join(notes) or None
