"""Rounds in which a player resigns, and players that learn from rounds."""

import asyncio
import logging

import pytest

from tests.support.scenes.players import until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget import RESIGN, Game, GameOverError
from tictactoe_widget.session import Session
from tictactoe_widget.session.saving import read_link, write_link


class Pupil:
    """Player that takes the first free cell, resigns at a ply, and records what it learns."""

    __name__ = "pupil"

    def __init__(self, resigns_at=None):
        self.resigns_at = resigns_at
        self.learnt = []

    def __call__(self, game):
        return RESIGN if game.move_count == self.resigns_at else game.legal_moves[0]

    def learn(self, game):
        self.learnt.append(game)


@pytest.fixture
def resigned():
    """Host with a round that O resigned after X 5, O 1, X 2."""
    host = RecordingHost(o=Pupil(3), names={"X": "Ada"}, hints=True)
    host.play([4, 1])
    return host


def test_opponent_wins_by_resignation(resigned):
    state = resigned.state
    assert state["message"] == "Player O resigned. Ada wins!"
    assert (state["winner"], state["status"], state["resigned"]) == ("X", "won", "O")
    assert (state["is_over"], state["is_draw"]) == (True, False)
    assert state["winning_lines"] == ()
    assert state["legal_moves"] == ()
    assert state["moves"] == (4, 0, 1)
    assert state["scores"] == {"X": 1, "O": 0, "draws": 0}
    assert (state["thinking"], state["notice"]) == (None, "")
    assert resigned.mirror == state
    assert not resigned.session.game.is_over


def test_no_move_after_a_resignation(resigned):
    with pytest.raises(GameOverError, match=r"^Game is over\. Ada won!$"):
        resigned.session.play(8)
    request = resigned.ask("play", cell=8)
    assert resigned.sent == [ack(request, "over", "Game is over. Ada won!")]
    assert resigned.state["moves"] == (4, 0, 1)


def test_no_hints_after_a_resignation(resigned):
    assert resigned.state["values"] == ()
    assert resigned.state["comment"].startswith("Ada's move")
    resigned.session.look_back(2)
    assert len(resigned.state["values"]) == 7
    assert resigned.state["viewed"]["message"] == "Ada's turn"
    resigned.session.look_back(None)
    assert resigned.state["message"] == "Player O resigned. Ada wins!"


def test_resigned_round_is_reviewed():
    # X 1, O 2 (a mistake), X 4 (threatens 7), O 7, X 5: two threats.
    host = RecordingHost(o="human")
    host.play([0, 1, 3, 6, 4])
    host.session.seat("O", Pupil(5))
    assert host.state["message"] == "Player O resigned. Player X wins!"
    assert [move["ply"] for move in host.state["review"]] == [0, 1, 2, 3, 4]
    assert host.state["review_summary"] == (
        "On move 2, O could have drawn by playing 5 instead of 2."
    )


def test_play_continues_after_a_resignation(resigned):
    resigned.session.new_game()
    assert resigned.state["is_over"] is False
    resigned.play([4, 1])
    assert resigned.state["scores"]["X"] == 2
    resigned.session.seat("O", "human")
    assert resigned.state["is_over"] is True
    resigned.session.play_from(3)
    assert (resigned.state["is_over"], resigned.state["message"]) == (False, "Player O's turn")
    resigned.play([7, 2, 6])
    assert resigned.state["scores"]["X"] == 2  # practice


def test_x_can_resign_before_its_first_move():
    session = Session(x=Pupil(0))
    assert (session.state["winner"], session.state["current_player"]) == ("O", "O")
    assert session.state["scores"]["O"] == 1
    assert session.state["review"] == ()


def test_save_and_link_keep_the_resignation(resigned):
    saved = resigned.session.save()
    assert saved["resigned"] == "O"
    restored = Session()
    restored.restore(saved)
    assert restored.state["message"] == "Player O resigned. Ada wins!"
    assert restored.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    link = write_link(saved)
    assert link == "rules=standard&moves=5,1,2&resigned=O"
    linked = read_link(link)
    assert linked.faults == ()
    restored.restore(linked.saved)
    assert restored.state["message"] == "Player O resigned. Player X wins!"


@pytest.mark.parametrize("mark", ["X", "nobody", "o"])
def test_only_the_player_to_move_can_resign(resigned, mark):
    saved = {**resigned.session.save(), "resigned": mark}
    with pytest.raises(ValueError, match="resigned must be the mark of the player to move"):
        Session().restore(saved)
    linked = read_link(f"moves=5,1,2&resigned={mark}")
    assert linked.faults == (
        f"The link says that {mark} resigned, but it isn't {mark}'s turn.",
    )
    assert "resigned" not in linked.saved


def test_player_learns_once_from_each_round():
    pupil = Pupil()
    session = Session(o=pupil)
    for cell in (4, 3, 5):  # O 1, 2, 3
        session.play(cell)
    won = Game(moves=(4, 0, 3, 1, 5))
    assert pupil.learnt == [won]
    session.look_back(2)
    session.look_back(None)
    session.rename({"X": "Ada"})
    assert pupil.learnt == [won]
    session.new_game()
    session.play(4)
    session.new_game()  # no player learns from an unfinished round
    pupil.resigns_at = 1
    session.play(8)
    assert pupil.learnt == [won, Game(moves=(8,))]


def test_player_learns_if_a_new_round_starts():
    pupil = Pupil()

    def publish(changes):
        if changes.get("is_over"):
            session.new_game()

    session = Session(o=pupil, publish=publish)
    for cell in (4, 3, 5):
        session.play(cell)
    assert pupil.learnt == [Game(moves=(4, 0, 3, 1, 5))]
    assert session.state["round"] == 2


def test_learning_error_is_shown(caplog):
    class Unteachable(Pupil):
        def learn(self, game):
            raise KeyError(game.winner)

    session = Session(o=Unteachable())
    for cell in (4, 3, 5):
        session.play(cell)
    assert session.state["notice"] == "pupil couldn't learn: KeyError: 'X'."
    assert session.state["message"] == "Player X wins!"
    assert session.state["scores"]["X"] == 1
    session.new_game()
    session.play(4)
    assert session.state["moves"] == (4, 0)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_learning_in_slices_on_a_loop():
    class Slow(Pupil):
        def learn(self, game):
            for _ in range(3):
                yield
            self.learnt.append(game)

    async def scene():
        slow = Slow()
        session = Session(o=slow)
        for cell in (4, 3, 5):
            session.play(cell)
            await until(lambda: session.state["thinking"] is None)
        await until(lambda: slow.learnt)
        session.close()
        assert slow.learnt == [Game(moves=(4, 0, 3, 1, 5))]

    asyncio.run(scene())
