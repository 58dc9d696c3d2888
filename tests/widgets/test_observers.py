"""Observers: what they hear, in which order, and how their errors are handled."""

import asyncio
import logging
from itertools import pairwise

import pytest
import traitlets

from tests.support.scenes.comms import (
    FIRST_MOVE,
    SHOWN,
    X_WINS,
    custom,
    play_all,
    request,
    shown,
    update,
)
from tests.support.scenes.players import Thinker, until
from tests.support.scenes.requests import ack
from tictactoe_widget import Game, TicTacToe


def test_observers_see_a_consistent_state(board):
    seen = []
    for name in sorted(SHOWN):
        board.observe(lambda _: seen.append((shown(board), board._session.state)), name)
    for cell in X_WINS:
        seen.clear()
        board.play(cell)
        assert len(seen) >= len(FIRST_MOVE.keys() - {"can_undo"})
        assert all(state == truth for state, truth in seen)


def test_observer_hears_each_change_once(board):
    heard = []
    board.observe(lambda change: heard.append((change.name, change.old, change.new)))
    board.play(4)
    assert sorted(name for name, *_ in heard) == sorted(FIRST_MOVE)
    assert ("moves", (), (4,)) in heard
    assert ("message", "Player X's turn", "Player O's turn") in heard


def test_front_end_is_updated_before_observers(board):
    sent = []
    board.observe(lambda _: sent.extend(board.comm.sent), "move_count")
    board.play(4)
    assert sent == [update(**FIRST_MOVE)]


@pytest.mark.parametrize("name", [*FIRST_MOVE, traitlets.All])
def test_failing_observer_does_not_affect_others(board, name):
    def fail(_):
        raise ZeroDivisionError("an observer of a notebook")

    heard = []
    board.observe(fail, name)
    board.observe(lambda change: heard.append(change.name))
    with pytest.raises(ZeroDivisionError, match="an observer of a notebook"):
        board.play(4)
    assert sorted(heard) == sorted(FIRST_MOVE)
    assert board.comm.sent == [update(**FIRST_MOVE)]
    assert board.game == Game(moves=[4])
    board.unobserve(fail, name)
    board.play(0)
    assert board.moves == (4, 0)


def test_failing_observer_does_not_fail_a_request(board, caplog):
    board.observe(lambda _: 1 / 0, "move_count")
    with caplog.at_level(logging.WARNING):
        message = request(board, "play", cell=4)
    shown = update(notice=board.notice)
    assert board.comm.sent == [update(**FIRST_MOVE), shown, custom(ack(message))]
    assert "division by zero" in caplog.text


def fail_to_tell(_):
    raise ZeroDivisionError("of a notebook")


def test_observer_error_is_shown_until_a_move(board):
    board.observe(fail_to_tell)
    request(board, "play", cell=4)
    line = fail_to_tell.__code__.co_firstlineno + 1
    assert board.notice == (
        "A function that observes the board raised ZeroDivisionError: of a notebook "
        f"(fail_to_tell, line {line})."
    )
    board.unobserve(fail_to_tell)
    request(board, "play", cell=0)
    assert board.notice == ""


def test_error_raised_to_the_caller_is_not_shown(board):
    board.observe(fail_to_tell, "moves")
    with pytest.raises(ZeroDivisionError):
        board.play(4)
    assert board.notice == ""


def test_observer_of_names_raises_its_own_error(board):
    board.observe(lambda _: int("no number"), "names")
    with pytest.raises(ValueError, match="no number") as raised:
        board.names = {"X": "Ada"}
    assert not isinstance(raised.value, traitlets.TraitError)
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}


def test_late_error_skips_other_observers(caplog):
    def fail(change):
        if len(change.new) == 2:
            raise ZeroDivisionError("of another observer")

    def play_on(change):
        if len(change.new) == 2:
            board.play(8)
            went_on.append(board.moves)

    async def scene():
        thinker = Thinker(0)
        board.seat("O", thinker)
        board.play(4)
        thinker.may_answer = True
        await until(lambda: board.move_count > 2)
        board.close()

    went_on = []
    board = TicTacToe()
    board.observe(fail, "moves")
    board.observe(play_on, "moves")
    asyncio.run(scene())
    assert went_on == [(4, 0, 8)]
    assert "of another observer" in caplog.text


def test_unreportable_errors_are_logged(board, caplog):
    def fail(_):
        raise ZeroDivisionError("kept too long")

    def interrupt(_):
        raise KeyboardInterrupt

    board.observe(fail, "moves")
    board.observe(interrupt, "moves")
    with pytest.raises(KeyboardInterrupt):
        board.play(4)
    assert "kept too long" in caplog.text
    board.unobserve_all()
    board.play(0)
    assert board.moves == (4, 0)


def test_one_error_is_raised_and_others_logged(board, caplog):
    def fail(_):
        raise ZeroDivisionError("the first")

    def fail_too(_):
        raise ZeroDivisionError("the second")

    board.observe(fail, "moves")
    board.observe(fail_too, "moves")
    with pytest.raises(ZeroDivisionError, match="the first"):
        board.play(4)
    assert "the second" in caplog.text
    assert "the first" not in caplog.text


@pytest.mark.parametrize("name", ["board", "current_player", "message", "moves"])
def test_observer_can_play_a_move(board, name):
    def answer(_):
        if board.current_player == "O" and not board.is_over:
            board.play(board.legal_moves[0])

    def link():
        for trait in FIRST_MOVE:
            target = traitlets.HasTraits()
            target.add_traits(value=traitlets.Any())
            traitlets.dlink((board, trait), (target, "value"))
            targets.append((trait, target))

    targets = []
    link()
    board.observe(answer, name)
    link()
    message = request(board, "play", cell=4)
    assert board.moves == (4, 0)
    assert shown(board) == board._session.state
    for trait, target in targets:
        assert target.value == getattr(board, trait), trait
    first, second, answered = board.comm.sent
    assert first == update(**FIRST_MOVE)
    assert second["state"]["moves"] == [4, 0]
    assert answered == custom(ack(message))


def test_changes_arrive_in_order(board):
    board.observe(lambda _: board.move_count < 3 and board.play(board.move_count), "board")
    heard = []
    board.observe(lambda change: heard.append((change.old, change.new)), "moves")
    board.play(8)
    assert heard == [((), (8,)), ((8,), (8, 1)), ((8, 1), (8, 1, 2))]
    assert all(before[1] == after[0] for before, after in pairwise(heard))


def test_observer_in_a_subclass_is_called():
    heard = []

    class Watched(TicTacToe):
        @traitlets.observe("winner")
        def _cheer(self, change):
            heard.append(change.new)

    play_all(Watched(), X_WINS)
    assert heard == ["X"]


def test_held_notifications_arrive_later(board):
    heard = []
    board.observe(lambda change: heard.append(change.new), "moves")
    with board.hold_trait_notifications():
        board.play(4)
        board.play(0)
        board.names = {"X": "Ada"}
        assert heard == []
    assert heard == [(4, 0)]
    assert board.names == board._session.state["names"] == {"X": "Ada", "O": "Player O"}
    assert shown(board) == board._session.state
