"""Progress of long work: a bar for who waits at a terminal, else nothing."""

import io
import sys

import pytest

from tictactoe_widget import Game, play_tournament
from tictactoe_widget.classroom import check
from tictactoe_widget.sandbox.progress import show_progress


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


def last_state(text):
    """Return the last text that was written over the others, in a row of its own."""
    assert text.endswith("\n")
    return text[:-1].rpartition("\r")[2].rstrip(" ")  # spaces cover what was longer


@pytest.mark.usefixtures("without_tqdm")
def test_the_bar_of_text_ends_with_all_games(monkeypatch):
    text = shown(monkeypatch, io.StringIO(), progress=True)
    assert text.startswith("\r")
    assert last_state(text) == "12 of 12 games"


def test_tqdm_draws_it_where_it_is_installed(monkeypatch):
    assert "12/12" in shown(monkeypatch, io.StringIO(), progress=True)


def test_nothing_is_shown_by_default_in_a_pipe_and_nothing_where_it_is_not_wanted(monkeypatch):
    assert shown(monkeypatch, io.StringIO()) == ""
    assert shown(monkeypatch, Terminal(), progress=False) == ""
    assert "12 of 12" in shown(monkeypatch, Terminal()).replace("12/12", "12 of 12")


@pytest.mark.usefixtures("without_tqdm")
def test_the_time_left_is_that_of_the_games_left_at_the_speed_so_far(monkeypatch):
    now = iter([0.0, 10.0, 10.0, 20.0])
    monkeypatch.setattr("tictactoe_widget.sandbox.progress.perf_counter", lambda: next(now))
    stream = io.StringIO()
    with show_progress(True, "games", stream) as show:
        show(10, 40)
    # Ten games in ten seconds: thirty are left.
    assert stream.getvalue() == "\r10 of 40 games, 30 s left\r10 of 40 games, 1 min 0 s left\n"


def test_a_function_is_told_how_many_games_were_played_of_how_many():
    told = []
    play_tournament(
        ["random", "casual"], games=12, progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert (told[0], told[-1]) == ((0, 12), (12, 12))


def test_what_is_no_choice_of_progress_is_named_before_an_executor_is_made():
    made = []
    with pytest.raises(TypeError, match=r"^progress must be True, False, None or a function"):
        play_tournament(["random", "casual"], executor=lambda: made.append(1), progress="yes")
    assert made == []


def test_nothing_is_written_where_nothing_was_begun():
    stream = io.StringIO()
    with show_progress(True, "games", stream):
        pass
    assert stream.getvalue() == ""


@pytest.mark.usefixtures("without_tqdm")
def test_a_check_draws_the_same_bar_on_the_standard_output(capsys):
    def winner(_board):
        sys.stdout.write("noise")

    check(winner, "flat", positions=[Game()], progress=True)
    written = capsys.readouterr()
    assert last_state(written.out) == "1 of 1 questions"
    assert ("noise" in written.out, written.err) == (False, "")
