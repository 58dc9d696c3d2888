"""Verdicts: what a report says of one function, made of what was found out about it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.validation.quoting import write_list

from .alone import Alone
from .asking import Outcome, is_right
from .diagnosis import Order, diagnose
from .findings import Findings
from .messages import describe_call, describe_expected, describe_got, describe_wrong
from .questions import Question
from .report import Counterexample, Part
from .roles import chooses

_KEEPS = "keeps something from one call to the next: asked again, it answered differently"
_DRAWS = "draws random numbers: asked again, it may answer differently"


@dataclass(frozen=True)
class Evidence:
    """All that was found out about a function with wrong answers. Immutable."""

    findings: Findings
    """Answers to questions that were asked one after another."""
    alone: Alone
    """Answers to questions that were asked alone."""
    find_earlier: Callable[[Question], Question | None]
    """Function that returns an earlier call after which alone an answer is wrong, if any."""
    is_certain: bool
    """True where nothing that the student's code keeps was left out when it was asked alone."""
    order: Order
    """Function that returns the moves of a game in the order in which a search tries them."""


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
    function: Function, findings: Findings, alone: Alone
) -> dict[Question, Outcome]:
    """Return the outcomes that are wrong without an earlier call.

    A board that is returned twice is not asked for alone, as that is a matter of two calls.
    """
    kept = {q: found for q, found in findings.wrong.items() if found.change == "kept"}
    return kept | alone.wrong(function)


def _depends_on_earlier(function: Function, findings: Findings, alone: Alone) -> bool:
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
        expected=describe_expected(contract, function, question),
        got=describe_got(contract, function, question, outcome),
        raised=outcome.detail if outcome.fault in ("raised", "recursion") else None,
        sentence=describe_wrong(contract, function, question, outcome),
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
    call = describe_call(function, earlier)
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
