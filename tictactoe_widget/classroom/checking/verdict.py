"""Turn the findings about a student's function into a part of the report."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.sandbox.snapshots import Snapshot
from tictactoe_widget.texts import english_plural, join_and, join_sentences

from .findings import MOST_ENDLESS, AskOne, Findings
from .misconceptions import Outcomes
from .questions import SLOW_BELOW, Outcome, Question, chooses
from .report import Counterexample, Part

# Answers to questions that are asked one at a time, as if a function had never been called
# before. Before the check reports a wrong answer, it repeats the question here. If possible,
# the check executes the student's code again first. The code's state is restored before each
# call. The repetition shows whether an answer is always wrong or only wrong after other calls.

_MOST_LOOKS = 2_000_000
# Maximum number of places in snapshots to compare for one function, which limits the number of
# questions.
_LEAST = 50
# Minimum number of questions to ask one at a time.
_MOST_WRONG = 500
# If the code clearly keeps no state between calls, at most this many wrongly answered questions
# are repeated.
_MOST_TWICE = 20
# Maximum number of questions to ask a second time.
_SEEDS = 10
# Number of random seeds to try for each question.
_MOST_VISITS = 200_000
# Maximum total `Question.weight` of the earlier calls to try.


class Alone:
    """Answers that a function gives when it is asked one question at a time.

    Parameters
    ----------
    ask : callable
        Function that asks one question.
    snapshot : Snapshot
        Snapshot of the state that the student's code keeps, which is restored before each
        question.
    questions : sequence of Question
        Questions to ask. If the code keeps a lot of state, only some evenly spaced questions
        are asked.
    """

    def __init__(self, ask: AskOne, snapshot: Snapshot, questions: Sequence[Question]) -> None:
        self._ask = ask
        self._snapshot = snapshot
        self._has_drawn = False
        most = max(_LEAST, _MOST_LOOKS // max(1, snapshot.size))
        step = -(-len(questions) // most)
        self.outcomes = {q: self._ask_alone(q) for q in questions[:: step or 1]}
        again = list(self.outcomes)[:: -(-len(self.outcomes) // _MOST_TWICE) or 1]
        # False if any question got a different answer when it was repeated.
        self.is_steady = all(
            self._ask_alone(q).pattern == self.outcomes[q].pattern for q in again
        )
        # True if any answer depends on random numbers.
        self.is_by_chance = any(map(self.changes_by_chance, again))
        self.wrong = {q: found for q, found in self.outcomes.items() if not q.is_right(found)}

    def changes_by_chance(self, question: Question) -> bool:
        """Return True if the answer to a question depends on random numbers."""
        if not self._has_drawn:
            return False
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
        """Return the first question that makes a later answer wrong, or None if none does."""
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


def asked_alone(findings: Findings, *, has_changed: bool, is_complete: bool) -> list[Question]:
    """Return the questions to ask again separately, with those answered wrongly first.

    If the student's code keeps state, even right answers can depend on it. So for such code,
    all other questions are repeated, too, except for slow ones.

    Parameters
    ----------
    findings : Findings
        Answers to questions that were asked in one series, without restoring the state.
    has_changed : bool
        True if the student's code has changed the state that it keeps.
    is_complete : bool
        False if the code can also keep state that a snapshot does not include.
    """
    kept = _kept(findings)
    wrong = [q for q in findings.asked if q in findings.wrong and q not in kept]
    others = [q for q in findings.asked if q not in findings.wrong and not q.is_slow]
    if has_changed:
        return [*wrong, *others]
    return wrong[:_MOST_WRONG] if is_complete else wrong


def _kept(findings: Findings) -> dict[Question, Outcome]:
    # Only two calls that return the same board show this fault, so one question isn't enough.
    return {q: found for q, found in findings.wrong.items() if found.change == "kept"}


# Sentences that describe wrong answers.

_CHANGES = {
    "returned": "{call} changed the board it was given and returned it. Return a new board "
    "instead.",
    "shallow": "{call} changed the board it was given, because the returned board shares its "
    "rows. Copy the rows too.",
    "changed": "{call} changed the board it was given. Make a copy first, and change only "
    "the copy.",
    "shared": "{call} returned a board that uses the same list for more than one row, so a "
    "mark in one of these rows also appears in the others. Make a new list for each row.",
    "kept": "{call} returned the same board as an earlier call, with all later changes. "
    "Make a new board in each call.",
}


_FAULTS = {
    "raised": "{call} raised {detail}.",
    "raised at the end": "The game is over, so {call} should return None, but it raised "
    "{detail}.",
    "recursion": "{call} made too many nested calls ({detail}). Does the function keep calling "
    "itself?",
    "endless": "{call} did not finish within {detail} steps. Is there an infinite loop?",
    "accepted": "{call} returned {got}. The move is illegal, so the function should raise an "
    "exception.",
    "unreadable": "{call} returned {got}, which is not a valid answer: {detail}.",
}


def _describe_wrong(question: Question, outcome: Outcome) -> str:
    """Describe a wrong outcome, with moves in the contract's notation."""
    if outcome.change:
        return _CHANGES[outcome.change].format(call=question.call)
    if not outcome.fault:
        return question.answers.fault_of(question, outcome.answer)
    is_at_end = question.topic == "finished" and outcome.fault == "raised"
    template = _FAULTS["raised at the end" if is_at_end else outcome.fault]
    return template.format(call=question.call, detail=outcome.detail, got=outcome.got)


def _describe_got(question: Question, outcome: Outcome) -> str | None:
    """Return a function's answer as text, or None if there is no answer."""
    if outcome.got or outcome.fault:
        return outcome.got or None
    answers = question.answers
    return answers.in_terms(question, answers.as_right(outcome.answer))


Diagnose = Callable[[Outcomes], tuple[str, ...]]

_KEEPS = (
    "The function remembers something between calls, so the same call gave different results."
)
_DRAWS = "The function uses random numbers, so the same call can give different results."


def passed_part(findings: Findings) -> Part:
    """Return the result for a function that gave no wrong answer or couldn't be judged."""
    return Part(
        findings.function.name,
        ok=not findings.blocked_by,
        checked_count=len(findings.asked),
        failed_count=0,
        note=_note(findings),
    )


def failed_part(
    findings: Findings,
    alone: Alone,
    own: Question | None,
    diagnose: Diagnose,
    *,
    is_certain: bool,
) -> Part:
    """Return the result for a function with wrong answers.

    Parameters
    ----------
    findings : Findings
        Answers to questions that were asked in one series, without restoring the state.
    alone : Alone
        Answers to questions that were asked one at a time, with the state restored before each
        question.
    own : Question or None
        First question to which the student's own code gives the same wrong answer, or None if
        the wrong answer appears only with a correct version of another function.
    diagnose : callable
        Function that describes the misconceptions that explain a function's outcomes.
    is_certain : bool
        True if all the code's state was restored before each question in `alone`.
    """
    wrong = _kept(findings) | alone.wrong
    depends = _depends_on_earlier(findings, alone)
    shown = [q for q in findings.asked if q in (wrong or findings.wrong)]
    question = own or min(shown, key=lambda q: not q.is_legal)
    if wrong:
        counterexample = _counterexample(question, wrong[question])
        if alone.is_by_chance and alone.changes_by_chance(question):
            by_chance = "The answer depends on random numbers."
            sentence = join_sentences(counterexample.sentence, by_chance)
            counterexample = replace(counterexample, sentence=sentence)
    else:
        counterexample = _depending(question, findings, alone, is_certain=is_certain)
    if own is None and findings.replaced:
        condition = f"This happens {_with_right_versions(findings)}."
        sentence = join_sentences(counterexample.sentence, condition)
        counterexample = replace(counterexample, sentence=sentence)
    mistakes: tuple[str, ...] = ()
    if is_certain and not depends:
        answers = {**findings.asked, **alone.outcomes}
        if alone.is_by_chance:  # other random numbers might not fit the misconception
            answers = {q: found for q, found in answers.items() if q.topic != "legal"}
        mistakes = diagnose(answers)
    if alone.is_by_chance:
        mistakes = (_DRAWS, *mistakes)
    elif depends:
        mistakes = (_KEEPS,)
    all_wrong = findings.wrong.keys() | wrong.keys()
    return replace(
        passed_part(findings),
        ok=False,
        failed_count=len(all_wrong),
        illegal_failed_count=sum(not question.is_legal for question in all_wrong),
        counterexample=counterexample,
        mistakes=mistakes,
    )


def _depending(
    question: Question, findings: Findings, alone: Alone, *, is_certain: bool
) -> Counterexample:
    """Return the counterexample for an answer that is wrong only after other questions."""
    found = _counterexample(question, findings.wrong[question])
    sentences = [found.sentence]
    # If some state could not be restored, the answer could be right because of that state.
    if is_certain:
        sentences.append("If this is the only call, the answer is right.")
    if alone.is_by_chance:
        sentences.append("The answer depends on random numbers.")
    else:
        sentences.append("The answer depends on earlier calls.")
        earlier = alone.find_earlier(question, findings.asked) if is_certain else None
        if earlier is not None:
            sentences.append(_describe_earlier(question, earlier))
            found = replace(found, before=earlier.game)
    return replace(found, sentence=join_sentences(*sentences))


def _depends_on_earlier(findings: Findings, alone: Alone) -> bool:
    """Return True if any answer depends on which questions were asked before it.

    An answer depends on earlier questions if it is right when its question is asked alone but
    wrong after other questions, or vice versa. A search is free to choose any of several right
    moves, so a different right move doesn't count.
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


def _describe_earlier(question: Question, earlier: Question) -> str:
    """Return a sentence that identifies the earlier call that causes a wrong answer."""
    if earlier == question:
        return f"After {earlier.call} is called with the same board, the answer is wrong."
    return (
        f"After {earlier.call} is called with another board (the second one shown), the answer "
        "is wrong."
    )


def _with_right_versions(findings: Findings) -> str:
    """Describe the correct functions that replaced some of the student's functions."""
    with_right = english_plural(
        "with a correct version of {functions}",
        "with correct versions of {functions}",
        len(findings.replaced),
        functions=join_and(findings.replaced),
    )
    reason = ", because you have none" if findings.unwritten else " instead of yours"
    return f"{with_right}{reason}"


def _note(findings: Findings) -> str | None:
    """Return a note on anything unusual about a function's check, or None if nothing was."""
    notes = []
    if findings.blocked_by:
        note = (
            f"The function was not judged because it uses {join_and(findings.blocked_by)}, "
            "which must be fixed first."
        )
        notes.append(note)
    elif findings.replaced:
        notes.append(f"The function was checked {_with_right_versions(findings)}.")
    remarks = (outcome.remark for outcome in findings.asked.values())
    if not findings.wrong and (remark := next(filter(None, remarks), "")):
        notes.append(remark)
    if findings.is_cut_short:
        note = (
            "Because an answer was already wrong, the check left out other boards with fewer "
            f"than {SLOW_BELOW} marks."
        )
        notes.append(note)
    if findings.is_stopped:
        notes.append(f"The check stopped after {MOST_ENDLESS} calls that did not finish.")
    if findings.printed_line_count:
        note = english_plural(
            "The function printed {count} line of output, which is not shown here.",
            "The function printed {count} lines of output, which are not shown here.",
            findings.printed_line_count,
        )
        notes.append(note)
    return join_sentences(*notes) or None
