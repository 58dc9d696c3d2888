"""Messages during long calls without an event loop."""

import asyncio
import io
import sys

import pytest

from tictactoe_widget.session import Session
from tictactoe_widget.session import scheduler as waiting


class Terminal(io.StringIO):
    """Stream that claims to be a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def show_at_once(monkeypatch):
    """Show messages at once."""
    monkeypatch.setattr(waiting, "SILENT_SECONDS", 0)


@pytest.mark.usefixtures("show_at_once")
def test_message_while_two_players_play(capsys):
    Session(x="random", o="random")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1  # only once for all moves
    assert said[0].startswith("No event loop is running here, so this call returns only when")
    assert 'game = game.play(player("expert")(game))' in said[0]


@pytest.mark.usefixtures("show_at_once")
def test_terminal_bar_counts_the_moves(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # without the extra
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    session = Session("4x4", x="random", o="random")
    last = session.read("move_count") - 1  # the bar ends before the last move
    assert f"\r{last} of 16 moves at most" in terminal.getvalue()


def test_short_wait_has_no_message(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "SILENT_SECONDS", 1e9)
    Session(x="random", o="random")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("show_at_once")
def test_no_message_on_an_event_loop(capsys):
    async def play():
        answered = asyncio.Event()

        def hear(changes):
            if changes.get("move_count") == 2:
                answered.set()

        Session(o="random", publish=hear).play(4)
        await answered.wait()

    asyncio.run(play())
    assert capsys.readouterr().err == ""
