"""Diagnoses of known misconceptions."""

from itertools import combinations

import pytest

from tests.support.samples import sampled
from tests.support.students.gallery import module_of
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.misconceptions import ANY, MISCONCEPTIONS, diagnose
from tictactoe_widget.classroom.checking.questions import Outcome, checked_positions, questions
from tictactoe_widget.classroom.contracts.courses import FlatContract, find_contract

pytestmark = pytest.mark.slow

CONTRACT = find_contract("cs50")
FUNCTIONS = {function.role: function for function in CONTRACT.functions}


def outcomes(known, contract=CONTRACT):
    """Return the outcomes of a function with this misconception."""
    function = next(f for f in contract.functions if f.role == known.role)
    found = {}
    for question in questions(contract, function):
        if question.topic != known.topic:
            continue
        predicted = known.predict(question)
        answer = predicted.answer
        if known.role == "minimax" and not predicted.fault:
            answer = preferred(answer)
        got = "'?'" if predicted.got is ANY else predicted.got
        got = min(got) if isinstance(got, frozenset) else got
        detail = min(predicted.details, default="")
        found[question] = Outcome(answer, predicted.fault, detail, predicted.change, got)
    return found


def preferred(allowed):
    """Return the choice of a search that prefers the centre, then corners, then sides."""
    return min(allowed, key=(4, 8, 0, 6, 2, 7, 1, 5, 3, None).index)


def test_at_least_80_misconceptions():
    assert len({(known.role, known.text) for known in MISCONCEPTIONS}) >= 80
    assert {known.role for known in MISCONCEPTIONS} >= FUNCTIONS.keys()


@pytest.mark.parametrize(
    "known",
    sampled(3, [known for known in MISCONCEPTIONS if known.role in FUNCTIONS]),
    ids=lambda known: f"{known.role}: {known.text}",
)
def test_misconception_is_recognized(known):
    found = outcomes(known)
    assert diagnose(found) == (known.text,)


# Boards in "game" differ most from those in the test above. "flat" is in between.
@pytest.mark.parametrize("contract", [pytest.param("flat", marks=pytest.mark.long), "game"])
@pytest.mark.parametrize(
    "known",
    sampled(
        5,
        [known for known in MISCONCEPTIONS if known.role in ("winner", "utility", "player")],
    ),
    ids=lambda known: f"{known.role}: {known.text}",
)
def test_misconception_is_recognized_by_contract(known, contract):
    contract = find_contract(contract)
    found = outcomes(known, contract)
    assert diagnose(found) == (known.text,)


def test_searches_have_different_predictions():
    function = FUNCTIONS["minimax"]
    searches = [
        known for known in MISCONCEPTIONS if (known.role, known.topic) == ("minimax", "legal")
    ]
    asked = [q for q in questions(CONTRACT, function) if q.topic == "legal"]
    choices = [[known.predict(question) for question in asked] for known in searches]
    for (first, one), (second, other) in combinations(zip(searches, choices, strict=True), 2):
        assert one != other, (first.text, second.text)


def test_other_mistakes_have_no_diagnosis():
    # This winner depends on the number of marks, which is an unlikely mistake.
    function = FUNCTIONS["winner"]
    found = {
        question: Outcome(question.game.winner if question.game.move_count != 6 else None)
        for question in questions(CONTRACT, function)
    }
    assert diagnose(found) == ()


class SquareNames(FlatContract):
    """Contract with moves from "a1" to "c3" that raises other errors for invalid moves."""

    def encode_move(self, cell, _rules=None):
        return "abc"[cell % 3] + str(cell // 3 + 1)

    def decode_move(self, move, _rules=None):
        return "abc".index(move[0]) + 3 * (int(move[1]) - 1)


def test_own_contract_can_raise_any_error():
    student = module_of("""
def actions(board):
    return []
def minimax(board):
    cell = board.index(None)
    return "abc"[cell % 3] + str(cell // 3 + 1)
""")
    late = [game for game in checked_positions()[::9] if game.move_count > 5]
    report = check(student, SquareNames(), ("actions", "minimax"), late)
    assert [part.diagnosis for part in report.parts] == [
        "The function never returns a move.",
        "The function chooses the first empty cell.",
    ]
