"""What a person reads who waits in a plain session, where no event loop runs."""

import asyncio
import io
import sys

import pytest

from tictactoe_widget.session import Session
from tictactoe_widget.session import scheduler as waiting


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def told(monkeypatch):
    """Have people told at once."""
    monkeypatch.setattr(waiting, "SILENT_SECONDS", 0)


@pytest.mark.usefixtures("told")
def test_who_waits_for_two_players_reads_why_and_how_to_step(capsys):
    Session(x="random", o="random")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1  # once, however many moves are made
    assert said[0].startswith("No event loop is running here, so this call returns only when")
    assert 'game = game.play(player("expert")(game))' in said[0]


@pytest.mark.usefixtures("told")
def test_on_a_terminal_a_bar_counts_the_moves(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # without the extra
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    session = Session("4x4", x="random", o="random")
    last = session.read("move_count") - 1  # nobody waits any more when the last one is made
    assert f"\r{last} of 16 moves at most" in terminal.getvalue()


def test_a_short_wait_passes_without_a_word(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "SILENT_SECONDS", 1e9)
    Session(x="random", o="random")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("told")
def test_where_an_event_loop_runs_nobody_waits(capsys):
    async def play():
        answered = asyncio.Event()

        def hear(changes):
            if changes.get("move_count") == 2:
                answered.set()

        Session(o="random", publish=hear).play(4)
        await answered.wait()

    asyncio.run(play())
    assert capsys.readouterr().err == ""
