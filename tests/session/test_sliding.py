"""Games with sliding marks and games in which players place texts."""

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget.classroom import Lesson, Step

# All marks are placed. X, at 2, 4 and 5, is to move:
# O X .
# X X O
# . O .
PLACED = (4, 0, 3, 5, 1, 7)


@pytest.fixture
def morris():
    host = RecordingHost(rules="three-mens-morris")
    host.play(PLACED)
    return host


def test_marks_slide_after_placing(morris):
    assert morris.first["sliding"] is False
    assert morris.first["grid"]["links"][:2] == ((0, 1), (1, 2))
    assert morris.state["sliding"] is True
    assert morris.state["legal_moves"] == (1 * 9 + 2, 3 * 9 + 6)
    request = morris.ask("play", cell=11)
    assert morris.sent == [ack(request)]
    assert morris.state["board"] == ("O", None, "X", "X", "X", "O", None, "O", None)
    assert morris.state["last_move"] == 2
    assert morris.state["sources"] == (None,) * 6 + (1,)
    morris.session.look_back(6)
    assert morris.state["viewed"]["board"][1] == "X"


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (0, "Choose one of your own marks"),
        (2 * 9 + 2, "Choose one of your own marks"),
        (4 * 9 + 4, "The mark at 5 can't slide now"),
        (1 * 9 + 4, "Position already taken"),
        (1 * 9 + 8, "The mark at 2 can't slide to 9"),
    ],
)
def test_refused_slide_says_what_to_do(morris, cell, message):
    request = morris.ask("play", cell=cell)
    assert morris.sent == [ack(request, "illegal", message)]


def test_hints_show_where_a_slide_starts(morris):
    morris.ask("hints", on=True)
    moves = [(move["source"], move["cell"]) for move in morris.state["values"]]
    assert sorted(moves) == [(1, 2), (3, 6)]


def test_wrong_slide_is_taken_back():
    step = Step("Win.", "XO./XO./.XO/X", "win", rules="tapatan")
    host = RecordingHost()
    host.session.open_lesson(Lesson("Slide", [step]))
    before = host.state["legal_moves"]
    host.ask("play", cell=before[0])
    assert host.state["activity"]["state"] == "wrong"
    assert (host.state["sliding"], host.state["legal_moves"]) == (True, before)


def test_placed_texts_are_shown():
    host = RecordingHost(rules="numerical")
    assert host.state["choices"] == tuple("123456789")
    assert host.state["allows_set_up"] is False
    host.ask("play", cell=4 + 9 * 6)
    assert host.state["cell_texts"] == (None,) * 4 + ("7",) + (None,) * 4
    host.ask("hints", on=True)
    assert {move["choice"] for move in host.state["values"]} == set("2468")
    host.session.look_back(0)
    assert host.state["viewed"]["cell_texts"] == (None,) * 9


def test_mark_choices_are_x_and_o():
    host = RecordingHost(rules="wild", hints=True)
    assert host.state["choices"] == ("X", "O")
    assert {move["choice"] for move in host.state["values"]} == {"X", "O"}
    assert (host.state["cell_texts"], host.state["sources"]) == ((), ())
