"""check_rules: broken games fail with the faulty method, and valid games pass."""

import json
import random
import re
from itertools import count

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.samples import sampled
from tests.support.students.invented_games import BREAKABLE, GAMES, WAYS, ClosedCentre, broken
from tictactoe_widget import MNK, STANDARD, PlainRules, check_rules, find_rules
from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.rules.state import State, new_state

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("family", sampled(3, GAMES), ids=lambda family: family.__name__)
def test_valid_games_pass(family):
    report = check_rules(family(), positions=300)
    assert report.ok, str(report)
    assert report.game_count == 200


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize(
    "family",
    [ClosedCentre, *(pytest.param(game, marks=pytest.mark.long) for game in BREAKABLE[1:])],
    ids=lambda family: family.__name__,
)
def test_broken_games_fail_with_the_method(family, way):
    method, found = WAYS[way]
    report = check_rules(broken(family, way)(), positions=200)
    assert not report.ok
    assert any(fault.method == method and found in fault.found for fault in report.faults), str(
        report
    )
    # No other method is blamed.
    assert {fault.method for fault in report.faults} == {method}


@pytest.mark.parametrize(
    "name",
    [
        *("standard", "misere", "ultimate", "connect4", "notakto", "wild", "qubic"),
        *("drop-torus-4x5k4", "misere-wild-3x4k3", "infinite", "three-mens-morris", "achi"),
        "misere-pie-torus-3x4k3",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("order-and-chaos", "gomoku")),
    ],
)
def test_named_rules_pass(name):
    report = check_rules(name, positions=40)
    assert report.ok, str(report)


def test_all_positions_on_a_small_board_are_tried():
    report = check_rules(STANDARD)
    assert (report.position_count, report.is_complete, report.ok) == (5_478, True, True)
    assert report.summary == (
        "Tic-tac-toe: The check found no broken promises. Checked: all 5,478 positions, "
        "the symmetries in 300 positions, 200 random games."
    )


class Heights(PlainRules):
    """Falling marks. A column's number of marks is its height only if no mark floats."""

    columns = 4

    def legal_moves(self, position):
        heights = [sum(map(bool, position.board[column::4])) for column in range(4)]
        return [(2 - height) * 4 + at for at, height in enumerate(heights) if height < 3]


def test_impossible_positions_are_no_fault():
    report = check_rules(Heights(), positions=100)
    assert report.ok, str(report)


def failing(*_arguments):
    raise KeyError("x")


def seeded(_self, position):
    random.seed(1)
    return position.free


def every_second_time(most):
    """Return legal moves that are incomplete in every second call."""
    calls = count()
    return lambda _self, position: position.free[: most if next(calls) % 2 else None]


def lines_of_both(self, state):
    masks = zip(self.base_rules.lines, self.base_rules.line_masks, strict=True)
    return tuple(
        line for line, mask in masks if any(marks & mask == mask for marks in state.masks)
    )


def count_lines(self, _before, after):
    return len(self.lines(after))


def list_too_late(_self, position):
    return [(0, 1, 2)] if position.move_count < 4 else failing()


class Shrinking(list):
    """A list that loses its first line when it is read for the thirtieth time."""

    asked = 0

    def __iter__(self):
        self.asked += 1
        if self.asked == 30:
            self.pop(0)
        return super().__iter__()


def some_slides(self, position):
    random.seed(1)
    return PlainRules.moves(self, position)


CELLS = tuple(range(9))
MAPPED = Shrinking([(4,), (0,)])
NUMBERS = count()


class OneName(Layout):
    def name_at(self, place):
        return super().name_at(place and 1)


@pytest.mark.parametrize(
    ("members", "method", "found"),
    [
        ({"result": lambda *_: "X"}, "result", "At the start, the result is 'X'."),
        ({"legal_moves": lambda *_: []}, "legal_moves", "At the start, the result is 'draw'."),
        ({"legal_moves": every_second_time(0)}, "legal_moves", "The method gave two different"),
        ({"legal_moves": every_second_time(1)}, "legal_moves", "The method gave two different"),
        ({"cells": (cell for cell in range(9))}, "cells", "The value is <generator object"),
        (
            {"scored": count_lines, "lines": list_too_late, "result": lambda *_: None},
            "lines",
            "The method raised KeyError: 'x'.",
        ),
        ({"legal_moves": seeded}, "legal_moves", "The method changed the random numbers"),
        (
            {"winning_lines": lines_of_both, "result": lambda _, p: None if p.free else "X"},
            "winning_lines",
            "The method returned ((",
        ),
        (
            {"lines": lambda *_: MAPPED, "k": 1},
            "lines",
            "The method gave two different answers.",
        ),
        ({"layout": ((0, 1, 2), (3, 4, 5), (6, 7, 8))}, "layout", "The value is ((0, 1, 2),"),
        ({"layout": Layout(2, 2, (0, 1, 2, 3))}, "layout", "The value is Layout("),
        ({"initial_state": None}, "initial_state", "The value is None."),
        ({"drawn_marks": None}, "drawn_marks", "The value is None."),
        ({"drawn_marks": {}}, "drawn_marks", "The value is {}."),
        ({"card": 5}, "card", "The value is 5."),
        ({"layout": OneName(3, 3, tuple(range(9)))}, "layout", "Square 2 is called '2'"),
        ({"systematic_name": "two words"}, "name", "The value is 'two words'."),
        ({"to_text": lambda *_: "XO./.../..."}, "to_text", "The text stands for a different"),
        ({"to_text": lambda *_: "XXX/XXX/XXX"}, "to_text", "The text stands for a position"),
        (
            {
                "symmetries": (CELLS, (1, 0, *CELLS[2:])),
                "result": lambda _, p: "X" if p.board[0] else None if p.free else "draw",
            },
            "symmetries",
            "For the symmetry (1, 0, 2",
        ),
        ({"pieces": 3, "moves": some_slides}, "moves", "The method changed the random numbers"),
        (
            {"from_text": lambda self, _: self.initial_state},
            "from_text",
            "The method read a differen",
        ),
        ({"advance": lambda *_: None}, "advance", "The method returned None."),
        ({"refusal": lambda *_: None}, "refusal", "The method returned None."),
        ({"title": 7}, "title", "The value is 7."),
        ({"__repr__": failing}, "__repr__", "The method raised KeyError: 'x'."),
        (
            {"__hash__": lambda _: next(NUMBERS)},
            "__hash__",
            "The method gave two different answers.",
        ),
        (
            {"__eq__": lambda *_: False, "__hash__": lambda _: 1},
            "__eq__",
            "The method returned a val",
        ),
    ],
)
def test_only_the_faulty_method_is_reported(members, method, found):
    report = check_rules(type("Faulty", (PlainRules,), members)(), positions=20)
    assert {fault.method for fault in report.faults} == {method}, str(report)
    assert report.faults[0].found.startswith(found)


class Endless(PlainRules):
    """Rules whose legal moves never end."""

    def legal_moves(self, _position):
        while True:
            pass


def test_endless_method_is_reported():
    (fault,) = check_rules(Endless()).faults
    assert (fault.method, fault.position) == ("legal_moves", ".../.../...")


class TwoAtOnce(MNK):
    """A bit mask family whose moves place two marks."""

    def advance(self, state, cell):
        after = super().advance(state, cell)
        free = ~(after.own | after.other) & 0b111111111
        return new_state(after.own | free & -free, after.other, after.legal_moves, after.result)


class Forgetful(MNK):
    """A family whose refusal returns None."""

    def refusal(self, _state, _cell):
        return None


class Unreadable(MNK):
    """A family whose text contains no O."""

    def to_text(self, state):
        return super().to_text(state).replace("O", "Q")


@pytest.mark.parametrize(
    ("family", "method", "found"),
    [
        (TwoAtOnce, "advance", "the marks on the board were wrong"),
        (Forgetful, "refusal", "The method returned None."),
        (Unreadable, "from_text", "raised ValueError"),
    ],
)
def test_bit_mask_families_are_checked(family, method, found):
    report = check_rules(family(3, 3, 3), positions=60)
    assert any(fault.method == method and found in fault.found for fault in report.faults), str(
        report
    )


def test_valid_family_passes():
    report = check_rules(Drop(rows=3, columns=3, k=3))
    assert report.ok, str(report)
    assert report.is_complete


class Wrong(PlainRules):
    """Rules that print, and fail if X has the centre."""

    def result(self, position):
        print("looking")  # noqa: T201 - as students do
        if position.board[4] == "X":
            raise ZeroDivisionError("<b>oh</b>")
        return super().result(position)


def test_report_contains_position_and_fault(capsys):
    report = check_rules(Wrong(), positions=50)
    assert capsys.readouterr().out == ""
    (fault,) = report.faults
    assert fault.to_dict() == {
        "method": "result",
        "position": ".../.X./...",
        "promise": (
            "The method must return 'X', 'O' or 'draw' when the game is over, "
            "and None otherwise."
        ),
        "found": "The method raised ZeroDivisionError: <b>oh</b>.",
    }
    assert str(report).splitlines()[1] == (
        "  result: The method must return 'X', 'O' or 'draw' when the game is over, and None "
        "otherwise. Position .../.X./...: The method raised ZeroDivisionError: <b>oh</b>."
    )
    with pytest.raises(AssertionError, match=r"^result: The method must return"):
        report.require()
    assert json.loads(json.dumps(report.to_dict()))["faults"] == report.to_records()
    assert "<b>" not in report._repr_html_()
    assert "&lt;b&gt;oh" in report._repr_html_()


def test_same_seed_gives_the_same_report():
    first, second = (check_rules(ClosedCentre(), positions=100, seed=4) for _ in range(2))
    assert first == second
    assert first.require() is None


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"positions": 0}, ValueError, "positions must be at least 1, not 0"),
        ({"positions": "all"}, TypeError, "positions must be an int, not 'all'"),
        (
            {"rules": ClosedCentre},
            TypeError,
            "not the class ClosedCentre: write ClosedCentre()",
        ),
        ({"rules": 3}, TypeError, "rules must be"),
        ({"seed": "x"}, TypeError, "seed"),
    ],
)
def test_wrong_arguments_are_refused(options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        check_rules(**options)


def test_rules_can_be_named():
    assert check_rules("wild", positions=5) == check_rules(find_rules("wild"), positions=5)


class ListAsKey(State):
    @property
    def key(self):
        return [self.own, self.other]


@pytest.mark.parametrize(
    ("family", "member", "value", "found"),
    [
        (MNK, "layout", property(failing), "The method raised KeyError: 'x'."),
        (MNK, "symmetries", None, "The value is None."),
        (MNK, "symmetries", (None,), "The value is (None,)."),
        (
            MNK,
            "initial_state",
            ListAsKey(0, 0, (0,), None),
            "The method raised TypeError: unhashable",
        ),
        (PlainRules, "landing", failing, "The method raised KeyError: 'x'."),
        (PlainRules, "landing", lambda *_arguments: 0, "For cell 8, it returned 0."),
    ],
)
def test_faults_that_leave_little_to_check(family, member, value, found):
    options = () if family is PlainRules else (3, 3, 3)
    rules = type("Broken", (family,), {member: value, "__hash__": lambda _self: 1})(*options)
    report = check_rules(rules, positions=20)
    method = "key" if member == "initial_state" else member
    assert any(
        fault.method == method and fault.found.startswith(found) for fault in report.faults
    ), str(report)
