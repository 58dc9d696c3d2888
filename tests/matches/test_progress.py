"""Progress of a tournament: a line or a bar for who waits at a terminal, else nothing."""

import io
import sys

import pytest

from tictactoe_widget import play_tournament
from tictactoe_widget.matches.progress import progress_of


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)


def shown(monkeypatch, stream, **choice):
    """What a tournament of twelve games writes on the standard error."""
    monkeypatch.setattr("sys.stderr", stream)
    play_tournament(["random", "casual"], games=12, **choice)
    return stream.getvalue()


@pytest.mark.usefixtures("without_tqdm")
def test_the_plain_line_ends_with_all_games(monkeypatch):
    text = shown(monkeypatch, io.StringIO(), progress=True)
    assert text.startswith("\r")
    assert text.endswith("\r12 of 12 games\n")


def test_tqdm_draws_it_where_it_is_installed(monkeypatch):
    assert "12/12" in shown(monkeypatch, io.StringIO(), progress=True)


def test_nothing_is_shown_by_default_in_a_pipe_and_nothing_where_it_is_not_wanted(monkeypatch):
    assert shown(monkeypatch, io.StringIO()) == ""
    assert shown(monkeypatch, Terminal(), progress=False) == ""
    assert "12 of 12" in shown(monkeypatch, Terminal()).replace("12/12", "12 of 12")


@pytest.mark.usefixtures("without_tqdm")
def test_the_time_left_is_that_of_the_games_left_at_the_speed_so_far(monkeypatch):
    now = iter([0.0, 10.0, 10.0, 20.0])
    monkeypatch.setattr("tictactoe_widget.matches.progress.perf_counter", lambda: next(now))
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with progress_of(40, "games", shown=True) as show:
        show(10)
    # Ten games in ten seconds: thirty are left.
    assert stream.getvalue() == "\r10 of 40 games, 30 s left\r10 of 40 games, 1 min 0 s left\n"
