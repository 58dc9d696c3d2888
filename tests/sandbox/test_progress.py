"""Progress bars for long computations."""

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
    """Return what a twelve-game tournament writes to standard error."""
    monkeypatch.setattr("sys.stderr", stream)
    play_tournament(["random", "casual"], games=12, **choice)
    return stream.getvalue()


def last_state(text):
    """Return the final text in the line that the bar overwrites."""
    assert text.endswith("\n")
    return text[:-1].rpartition("\r")[2].rstrip(" ")  # spaces overwrite longer text


@pytest.mark.usefixtures("without_tqdm")
def test_text_bar_ends_with_all_games(monkeypatch):
    text = shown(monkeypatch, io.StringIO(), progress=True)
    assert text.startswith("\r")
    assert last_state(text) == "12 of 12 games"


def test_tqdm_draws_the_bar_if_installed(monkeypatch):
    assert "12/12" in shown(monkeypatch, io.StringIO(), progress=True)


def test_false_shows_no_bar_in_a_terminal(monkeypatch):
    assert shown(monkeypatch, Terminal(), progress=False) == ""


@pytest.mark.usefixtures("without_tqdm")
@pytest.mark.parametrize(
    ("stream", "shell", "written"),
    [
        (Terminal(), None, "\r4 of 9 games\r4 of 9 games\n"),
        (io.StringIO(), "a shell", "\r9 of 9 games\r9 of 9 games\n"),
        (io.StringIO(), None, ""),
    ],
    ids=["terminal", "notebook", "pipe"],
)
def test_bar_appears_by_default_after_a_while(monkeypatch, stream, shell, written):
    now = [0.0]
    monkeypatch.setattr("tictactoe_widget.sandbox.progress.perf_counter", lambda: now[0])
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    with show_progress(None, "games", stream) as show:
        for seconds in (0.5, 2.0, 11.0) if shell else (0.5, 2.0):
            now[0] = seconds
            show({0.5: 1, 2.0: 4, 11.0: 9}[seconds], 9)
    assert stream.getvalue().replace(", 2 s left", "") == written


@pytest.mark.usefixtures("without_tqdm")
def test_time_left_follows_the_speed_so_far(monkeypatch):
    now = iter([0.0, 10.0, 10.0, 20.0])
    monkeypatch.setattr("tictactoe_widget.sandbox.progress.perf_counter", lambda: next(now))
    stream = io.StringIO()
    with show_progress(True, "games", stream) as show:
        show(10, 40)
    # Ten games took ten seconds, and thirty games are left.
    assert stream.getvalue() == "\r10 of 40 games, 30 s left\r10 of 40 games, 1 min 0 s left\n"


def test_progress_function_gets_the_counts():
    told = []
    play_tournament(
        ["random", "casual"], games=12, progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert (told[0], told[-1]) == ((0, 12), (12, 12))


def test_wrong_progress_is_rejected_first():
    made = []
    with pytest.raises(TypeError, match=r"^progress must be True, False, None or a function"):
        play_tournament(["random", "casual"], executor=lambda: made.append(1), progress="yes")
    assert made == []


def test_unused_bar_writes_nothing():
    stream = io.StringIO()
    with show_progress(True, "games", stream):
        pass
    assert stream.getvalue() == ""


@pytest.mark.usefixtures("without_tqdm")
def test_check_draws_the_bar_on_stdout(capsys):
    def winner(_board):
        sys.stdout.write("noise")

    check(winner, "flat", positions=[Game()], progress=True)
    written = capsys.readouterr()
    assert last_state(written.out) == "1 of 1 questions"
    assert ("noise" in written.out, written.err) == (False, "")
