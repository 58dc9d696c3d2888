"""Verdicts on functions: the findings about a function become a part of the report."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.sandbox.snapshots import Snapshot
from tictactoe_widget.texts import join_and

from .findings import AskOne, Findings
from .misconceptions import Order, diagnose
from .questions import Outcome, Question, chooses
from .report import Counterexample, Part

# Answers to separate questions, as if a function had no earlier calls.
#
# Before a student sees a wrong answer, it is repeated here, on code that is executed again if
# possible, with its state restored before each call. This distinguishes an answer that is wrong
# only after other calls from one that is always wrong.

_MOST_LOOKS = 2_000_000
# Maximum number of places of a snapshot to look at for one function, which limits its
# questions.
_LEAST = 50
# Minimum number of questions.
_MOST_TWICE = 20
# Maximum number of repeated questions.
_SEEDS = 10
# Number of sequences of random numbers for each question.
_MOST_VISITS = 200_000
# Maximum number of positions that a plain function visits for the tried earlier calls.


class Alone:
    """Answers of one function to questions that are each asked separately.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    snapshot : Snapshot
        Snapshot of the state that the student's code keeps, to restore before each question.
    questions : sequence of Question
        Questions to ask. If the code keeps a lot of state, only the first ones are asked.
    """

    def __init__(self, ask: AskOne, snapshot: Snapshot, questions: Sequence[Question]) -> None:
        self._ask = ask
        self._snapshot = snapshot
        self._has_drawn = False
        most = max(_LEAST, _MOST_LOOKS // max(1, snapshot.size))
        step = -(-len(questions) // most)
        self.outcomes = {q: self._ask_alone(q) for q in questions[:: step or 1]}
        again = list(self.outcomes)[:: -(-len(self.outcomes) // _MOST_TWICE) or 1]
        # False if a repeat of a separate question got a different answer.
        self.is_steady = all(
            self._ask_alone(q).pattern == self.outcomes[q].pattern for q in again
        )
        # True if other random numbers change an answer.
        self.is_by_chance = self._has_drawn and any(map(self._changes_by_chance, again))
        self.wrong = {q: found for q, found in self.outcomes.items() if not q.is_right(found)}

    def _changes_by_chance(self, question: Question) -> bool:
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
        """Return the first earlier call after which an answer is wrong, if there is one."""
        visits = 0
        for earlier in (*candidates, question):
            visits += earlier.weight
            if visits > _MOST_VISITS:
                break
            if not earlier.is_legal or (earlier.is_slow and earlier != question):
                continue
            self._ask_alone(earlier)
            if not question.is_right(self._ask_next(question)):
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
    """Select the questions to repeat separately, those with wrong answers first.

    The questions with wrong answers are always repeated. If the student's code keeps state, a
    right answer may also depend on it. In this case, the other questions follow, except slow
    ones.
    """
    # Returning a board twice is a fault of two calls.
    kept = _kept(findings)
    wrong = [q for q in findings.asked if q in findings.wrong and q not in kept]
    others = [q for q in findings.asked if q not in findings.wrong and not q.is_slow]
    return [*wrong, *(others if has_changed else ())]


def _kept(findings: Findings) -> dict[Question, Outcome]:
    return {q: found for q, found in findings.wrong.items() if found.change == "kept"}


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


def _describe_wrong(question: Question, outcome: Outcome) -> str:
    """Describe the fault in an outcome, in one or two sentences.

    The text writes moves as the contract does.
    """
    call = _describe_call(question)
    if outcome.change:
        return f"{call} {_CHANGES[outcome.change]}."
    if outcome.fault:
        told = f"{call} {_FAULTS[outcome.fault].format(outcome=outcome)}"
        if question.topic == "finished" and outcome.fault == "raised":
            return f"{told} Where the game is over, it should return None."
        return told
    return f"{call} {question.answers.fault_of(question, outcome.answer)}"


def _describe_call(question: Question) -> str:
    """Write a call as a student writes it, such as ``result(board, (1, 1))``."""
    if not question.answers.takes_board:
        return f"{question.function.name}()"
    move = "" if question.move is None else f", {question.move!r}"
    return f"{question.function.name}(board{move})"


def _describe_got(question: Question, outcome: Outcome) -> str | None:
    """Return the answer of a function as text, or None if it gave no answer."""
    if outcome.got or outcome.fault:
        return outcome.got or None
    answers = question.answers
    return answers.in_terms(question, answers.as_right(outcome.answer))


_KEEPS = "keeps something from one call to the next: asked again, it answered differently"
_DRAWS = "draws random numbers: asked again, it may answer differently"


def passed_part(findings: Findings) -> Part:
    """Return the result for a function that has no wrong answer or was not judged."""
    return Part(
        findings.function.name,
        ok=not findings.blocked_by,
        checked_count=len(findings.asked),
        failed_count=0,
        note=_note(findings),
    )


def failed_part(findings: Findings, alone: Alone, order: Order, *, is_certain: bool) -> Part:
    """Return the result for a function with wrong answers.

    Parameters
    ----------
    findings : Findings
        Answers to questions that were asked one after another.
    alone : Alone
        Answers to questions that were asked separately.
    order : callable
        Function that returns the moves of a game in the order in which a search tries them.
    is_certain : bool
        True if all the state that the code keeps was restored before each separate question.
    """
    # Returning a board twice is a fault of two calls, so it is not repeated separately.
    wrong = _kept(findings) | alone.wrong
    depends = _depends_on_earlier(findings, alone)
    question = next(q for q in findings.asked if q in (wrong or findings.wrong))
    if wrong:
        counterexample = _counterexample(question, wrong[question])
    else:
        counterexample = _counterexample(question, findings.wrong[question])
        sentence = f"{counterexample.sentence} Asked alone, it is right:"
        if alone.is_by_chance:
            sentence += " random numbers decide."
            counterexample = replace(counterexample, sentence=sentence)
        else:
            sentence += " the answer depends on earlier calls."
            earlier = alone.find_earlier(question, findings.asked)
            counterexample = _after_earlier(counterexample, sentence, question, earlier)
    diagnosis = None
    if depends:  # no other misconception is given, because it would not explain all answers
        diagnosis = _DRAWS if alone.is_by_chance else _KEEPS
    elif is_certain:
        diagnosis = diagnose({**findings.asked, **alone.outcomes}, order)
    return replace(
        passed_part(findings),
        ok=False,
        failed_count=len(findings.wrong.keys() | wrong.keys()),
        counterexample=counterexample,
        diagnosis=diagnosis,
    )


def _depends_on_earlier(findings: Findings, alone: Alone) -> bool:
    """Return True if an answer depends on the questions that were asked before.

    This is true if the answer was right separately but wrong after other questions, or the
    reverse. A search may choose freely among right moves, so only right and wrong count.
    """
    if not chooses(findings.function) and (findings.is_stateful or not alone.is_steady):
        return True
    return any((q in alone.wrong) != (q in findings.wrong) for q in alone.outcomes)


def _counterexample(question: Question, outcome: Outcome) -> Counterexample:
    expected = "an exception"
    if question.is_legal:
        expected = question.answers.in_terms(question, question.expected)
    cells = range(STANDARD.cell_count)
    return Counterexample(
        game=question.game,
        cell=question.cell,
        expected=expected,
        got=_describe_got(question, outcome),
        raised=outcome.detail if outcome.fault in ("raised", "recursion") else None,
        sentence=_describe_wrong(question, outcome),
        cell_names=tuple(str(question.contract.encode_move(cell)) for cell in cells),
    )


def _after_earlier(
    found: Counterexample, sentence: str, question: Question, earlier: Question | None
) -> Counterexample:
    """Return a counterexample that includes the earlier call that causes it."""
    if earlier is None:
        return replace(found, sentence=sentence)
    which = "this board too" if earlier == question else "another board, the second one here"
    sentence += f" It is wrong once {_describe_call(earlier)} was called with {which}."
    return replace(found, sentence=sentence, before=earlier.game)


def _note(findings: Findings) -> str | None:
    """Return a note about anything unusual in how the function was checked, or None."""
    notes = []
    if findings.blocked_by:
        verb = "is" if len(findings.blocked_by) == 1 else "are"
        notes.append(f"not judged: it uses {join_and(findings.blocked_by)}, which {verb} wrong")
    elif findings.replaced:
        names = join_and(findings.replaced)
        notes.append(f"checked with a right {names} in place of yours")
    if findings.printed_line_count:
        lines = "line" if findings.printed_line_count == 1 else "lines"
        notes.append(f"it printed {findings.printed_line_count:,} {lines}, which are not shown")
    return "; ".join(notes) or None
