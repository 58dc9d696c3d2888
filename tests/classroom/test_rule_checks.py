"""check_rules: every way to break a game is named, and of good games nothing is."""

import json
import re

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.students.invented_games import BREAKABLE, GAMES, WAYS, ClosedCentre, broken
from tictactoe_widget import MNK, STANDARD, PlainRules, check_rules, find_rules
from tictactoe_widget.rules.state import State, new_state

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("family", GAMES, ids=lambda family: family.__name__)
def test_games_that_keep_their_promises_are_found_to(family):
    report = check_rules(family(), positions=300)
    assert report.ok, str(report)
    assert report.game_count == 200


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize(
    "family",
    [ClosedCentre, *(pytest.param(game, marks=pytest.mark.long) for game in BREAKABLE[1:])],
    ids=lambda family: family.__name__,
)
def test_each_way_to_break_a_game_is_named(family, way):
    method, found = WAYS[way]
    report = check_rules(broken(family, way)(), positions=200)
    assert not report.ok
    assert any(fault.method == method and found in fault.found for fault in report.faults), str(
        report
    )
    # Nobody else gets the blame.
    assert {fault.method for fault in report.faults} == {method}


@pytest.mark.parametrize(
    "name",
    [
        *("standard", "misere", "ultimate", "connect4", "notakto", "wild", "qubic"),
        *("drop-torus-4x5k4", "misere-wild-3x4k3"),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("order-and-chaos", "gomoku")),
    ],
)
def test_of_rules_with_names_nothing_is_found(name):
    report = check_rules(name, positions=40)
    assert report.ok, str(report)


def test_all_positions_of_a_small_board_are_tried():
    report = check_rules(STANDARD)
    assert (report.position_count, report.is_complete, report.ok) == (5_478, True, True)
    assert report.summary == (
        "Tic-tac-toe: The check found no broken promises. It covered all 5,478 positions. "
        "It played 200 random games."
    )


class TwoAtOnce(MNK):
    """A family on bit masks whose moves draw two marks."""

    def advance(self, state, cell):
        after = super().advance(state, cell)
        free = ~(after.own | after.other) & 0b111111111
        return new_state(after.own | free & -free, after.other, after.legal_moves, after.result)


class Forgetful(MNK):
    """A family whose refusals are None."""

    def refusal(self, _state, _cell):
        return None


class Unreadable(MNK):
    """A family whose text has no O."""

    def to_text(self, state):
        return super().to_text(state).replace("O", "Q")


@pytest.mark.parametrize(
    ("family", "method", "found"),
    [
        (TwoAtOnce, "advance", "the marks on the board were wrong"),
        (Forgetful, "refusal", "It returned None."),
        (Unreadable, "from_text", "raised ValueError"),
    ],
)
def test_families_on_bit_masks_are_held_to_the_same_promises(family, method, found):
    report = check_rules(family(3, 3, 3), positions=60)
    assert any(fault.method == method and found in fault.found for fault in report.faults), str(
        report
    )


def test_a_family_of_the_tests_keeps_its_promises():
    report = check_rules(Drop(rows=3, columns=3, k=3))
    assert report.ok, str(report)
    assert report.is_complete


class Wrong(PlainRules):
    """Fails once X holds the centre, and prints all along."""

    def result(self, position):
        print("looking")  # noqa: T201 - as students do
        if position.board[4] == "X":
            raise ZeroDivisionError("<b>oh</b>")
        return super().result(position)


def test_a_report_tells_where_and_what(capsys):
    report = check_rules(Wrong(), positions=50)
    assert capsys.readouterr().out == ""
    (fault,) = report.faults
    assert fault.to_dict() == {
        "method": "result",
        "position": ".../.X./...",
        "promise": (
            "It must return 'X', 'O' or 'draw' when the game is over, and None otherwise."
        ),
        "found": "It raised ZeroDivisionError: <b>oh</b>.",
    }
    assert str(report).splitlines()[1] == (
        "  result: It must return 'X', 'O' or 'draw' when the game is over, and None "
        "otherwise. Position .../.X./...: It raised ZeroDivisionError: <b>oh</b>."
    )
    with pytest.raises(AssertionError, match=r"^result: It must return"):
        report.require()
    assert json.loads(json.dumps(report.to_dict()))["faults"] == report.to_records()
    assert "<b>" not in report._repr_html_()
    assert "&lt;b&gt;oh" in report._repr_html_()


def test_the_same_seed_gives_the_same_report():
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


def test_names_of_rules_lead_to_them():
    assert check_rules("wild", positions=5) == check_rules(find_rules("wild"), positions=5)


class ListAsKey(State):
    @property
    def key(self):
        return [self.own, self.other]


def failing(*_arguments):
    raise KeyError("x")


@pytest.mark.parametrize(
    ("family", "member", "value", "found"),
    [
        (MNK, "layout", property(failing), "It raised KeyError: 'x'."),
        (MNK, "symmetries", None, "It is None."),
        (MNK, "symmetries", (None,), "It is (None,)."),
        (MNK, "initial_state", ListAsKey(0, 0, (0,), None), "It raised TypeError: unhashable"),
        (PlainRules, "landing", failing, "It raised KeyError: 'x'."),
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
