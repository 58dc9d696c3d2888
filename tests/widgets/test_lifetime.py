"""Models of widgets that nothing shows any more are closed, and come back when asked for."""

import asyncio
import gc
import weakref
from threading import Thread

import comm
import ipywidgets
import pytest

from tests.support.scenes.comms import X_WINS, play_all
from tests.support.scenes.notebook_cells import VIEW, Line, Notebook, display, tell
from tests.support.scenes.requests import on_threads
from tests.support.scenes.search_records import THREE_LEFT, minimax
from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe
from tictactoe_widget.classroom import Menace, trace
from tictactoe_widget.widgets import base as lifetime

WIDGETS = {
    "board": TicTacToe,
    "search": lambda: SearchView(trace(minimax, THREE_LEFT)),
    "standings": lambda: Standings({"ada": "perfect", "bob": "perfect"}, games=2),
    "matchboxes": lambda: Matchboxes(Menace(seed=1)),
}
"""Makers of one widget of each kind."""


@pytest.fixture(autouse=True)
def lines(monkeypatch):
    """Every widget here has a line that the manager of lines knows."""
    monkeypatch.setattr(comm, "create_comm", Line)


@pytest.fixture
def use(monkeypatch):
    """Have a notebook be the one that the widgets see."""

    def see(notebook):
        monkeypatch.setattr(lifetime, "CELLS", lifetime.Cells())
        monkeypatch.setattr(lifetime, "get_ipython", lambda: notebook)
        return notebook

    return see


@pytest.fixture
def notebook(use):
    return use(Notebook())


def show(notebook, widget, cell="cell", view="view"):
    """Run a cell that displays a widget, and show it in a page; return its line."""
    notebook.run(cell, lambda: display(widget))
    tell(widget.comm, "opened", view)
    return widget.comm


def models():
    """Ids of the models that a page would be told of when it asks."""
    return set(ipywidgets.Widget.get_manager_state()["state"])


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_cell_that_ran_again_and_a_view_that_has_gone_close_model_and_layout(notebook, kind):
    widget = WIDGETS[kind]()
    line, layout = show(notebook, widget), widget.layout.comm
    known = {line.comm_id, layout.comm_id}
    assert known <= models()
    tell(line, "closed")
    assert line.is_open
    notebook.run("cell")
    assert not line.is_open
    assert not layout.is_open
    assert not known & models()


def test_a_board_in_two_cells_is_closed_when_both_have_run_again(notebook, board):
    line = show(notebook, board)
    show(notebook, board, "second cell", "second view")
    tell(line, "closed", "view")
    tell(line, "closed", "second view")
    notebook.run("cell")
    assert line.is_open
    notebook.run("second cell")
    assert not line.is_open


def test_a_cell_that_displays_the_same_board_again_keeps_it(notebook, board):
    line = show(notebook, board)
    tell(line, "closed")
    notebook.run("cell", lambda: display(board))
    assert line.is_open
    assert board.comm is line


def test_a_board_that_no_view_has_shown_is_kept(notebook, board):
    notebook.run("cell", lambda: display(board))
    notebook.run("cell")
    assert board.comm.is_open


def test_a_board_that_was_displayed_by_no_cell_is_kept(notebook, board):
    tell(board.comm, "opened")
    tell(board.comm, "closed")
    notebook.run("cell")
    assert board.comm.is_open


@pytest.mark.parametrize("host", [None, object(), Notebook(names_cells=False)])
def test_where_cells_have_no_names_nothing_is_closed(use, board, host):
    use(host)
    display(board)
    line = board.comm
    tell(line, "opened")
    if isinstance(host, Notebook):
        host.run("cell")
    tell(line, "closed")
    assert line.is_open


def test_a_board_whose_display_was_captured_is_kept(notebook, board):
    def show_captured():
        with notebook.capturing():
            display(board)

    notebook.run("cell", show_captured)
    tell(board.comm, "opened")
    tell(board.comm, "closed")
    notebook.run("cell")
    assert board.comm.is_open


def in_a_box(board):
    return ipywidgets.VBox([board])


def in_an_output(board):
    data = {"application/vnd.jupyter.widget-view+json": {"model_id": board.model_id}}
    return ipywidgets.Output(outputs=({"output_type": "display_data", "data": data},))


def linked(board):
    return ipywidgets.jslink((board, "message"), (ipywidgets.Label(), "value"))


def sharing_its_layout(board):
    return ipywidgets.Label(layout=board.layout)


@pytest.mark.parametrize("hold", [in_a_box, in_an_output, linked, sharing_its_layout])
def test_a_board_that_another_model_refers_to_is_kept_until_that_is_closed(
    notebook, board, hold
):
    other = hold(board)
    line, layout = show(notebook, board), board.layout.comm
    tell(line, "closed")
    notebook.run("cell")
    assert line.is_open
    assert layout.is_open
    other.close()
    notebook.run("cell")
    assert not line.is_open


def show_in(output, notebook, board):
    """Display a board while an output captures what is displayed, as in ``interact``."""
    output.msg_id = notebook.get_parent()["header"]["msg_id"]
    display(board)
    output.msg_id = ""


def replace_output(output, *boards):
    """Have the page put boards in the place of what an output contains."""
    views = [
        {"output_type": "display_data", "data": {VIEW: {"model_id": board.model_id}}}
        for board in boards
    ]
    output.set_state({"outputs": views})


def test_a_board_that_is_replaced_in_an_output_is_closed(notebook, board):
    output, other = ipywidgets.Output(), TicTacToe()
    notebook.run("cell", lambda: show_in(output, notebook, board))
    replace_output(output, board)
    tell(board.comm, "opened")
    notebook.run("cell")
    line = board.comm
    tell(line, "closed")
    assert line.is_open
    replace_output(output, other)
    assert not line.is_open
    assert other.comm.is_open


def test_a_board_in_an_output_is_kept_while_a_view_of_it_is_open(notebook, board):
    output = ipywidgets.Output()
    notebook.run("cell")
    show_in(output, notebook, board)
    replace_output(output, board)
    tell(board.comm, "opened")
    replace_output(output)
    line = board.comm
    assert line.is_open
    tell(line, "closed")
    assert not line.is_open


@pytest.fixture
def watched():
    """Run a scene with a game between two players who never end."""

    def thinker(_game):
        while True:
            yield None

    def run(scene):
        async def on_loop():
            board = TicTacToe(x=thinker, o=thinker)
            scene(board)
            board.close()

        asyncio.run(on_loop())

    return run


def test_two_computers_wait_while_every_view_is_closed_or_hidden(notebook, watched):
    def scene(board):
        line = show(notebook, board)
        tell(line, "opened", "second view")
        seen = []
        for kind, view in [
            ("hidden", "view"),
            ("closed", "second view"),
            ("shown", "view"),
            ("closed", "view"),
            ("opened", "third view"),
        ]:
            tell(line, kind, view)
            seen.append(board.thinking)
        assert seen == ["X", None, "X", None, "X"]

    watched(scene)


def test_two_computers_stop_when_their_cell_runs_again_before_any_view(notebook, watched):
    def scene(board):
        notebook.run("cell", lambda: display(board))
        assert board.thinking == "X"
        notebook.run("cell")
        assert board.thinking is None

    watched(scene)


@pytest.fixture
def away(notebook, board):
    """A board with a move whose model was closed, as nothing showed it any more."""
    board.play(4)
    tell(show(notebook, board), "closed")
    notebook.run("cell")
    assert board.comm is None
    return board


def test_a_board_without_a_model_plays_on_with_observers_and_bots(away):
    heard = []
    away.observe(lambda change: heard.append(change.new), "moves")
    away.seat("O", "perfect")
    assert len(heard) == 1
    assert away.moves == heard[0]
    assert away.moves[0] == 4
    assert len(away.moves) == 2
    away.names = {"X": "Ada"}
    assert away.message == "Ada's turn"


def test_it_comes_back_by_the_same_id_with_the_state_of_now_when_it_is_displayed(
    notebook, board
):
    first = show(notebook, board)
    tell(first, "closed")
    notebook.run("cell")
    play_all(board, X_WINS)
    board.look_back(1)
    found = []
    notebook.run("other cell", lambda: found.append(display(board)))
    assert found == [first.comm_id]
    assert board.comm is not first
    assert board.comm.is_open
    assert board.comm.opened == board.get_state()
    assert board.comm.opened["winner"] == "X"
    assert board.comm.opened["viewed_ply"] == 1
    assert board.layout.comm.is_open
    assert board.comm.opened["layout"] == f"IPY_MODEL_{board.layout.model_id}"


def test_it_comes_back_when_it_is_put_into_another_widget(away):
    box = ipywidgets.VBox([away])
    assert away.comm.is_open
    assert box.comm.opened["children"] == [f"IPY_MODEL_{away.comm.comm_id}"]


def test_a_view_that_comes_in_the_very_moment_brings_the_model_back(away):
    # The kernel had taken the message from the line before that was closed.
    away._handle_custom_msg({"kind": "view_closed", "view": "view"}, [])
    assert away.comm is None
    away._handle_custom_msg({"kind": "view_opened", "view": "late view"}, [])
    assert away.comm.is_open


def test_no_observer_hears_that_a_model_was_closed_or_opened(notebook, board):
    heard = []
    board.observe(lambda change: heard.append(change.name))
    tell(show(notebook, board), "closed")
    notebook.run("cell")
    assert board.comm is None
    display(board)
    assert board.comm.is_open
    assert heard == []
    board.play(4)
    assert "moves" in heard


def test_a_board_that_nobody_holds_is_freed(notebook):
    board = TicTacToe(hints=True)
    board.observe(lambda _: None, "winner")
    board.play(4)
    tell(show(notebook, board), "closed")
    notebook.run("cell")
    reference = weakref.ref(board)
    del board
    gc.collect()
    assert reference() is None


def test_close_is_final_also_for_a_board_without_a_model(away):
    away.close()
    assert away._repr_mimebundle_ is None
    assert away.comm is None
    assert away.moves == (4,)


def test_a_line_that_cannot_be_closed_is_logged_and_raises_nothing(
    notebook, board, monkeypatch, caplog
):
    line = show(notebook, board)

    def fail():
        raise OSError("nobody there")

    tell(line, "closed")
    monkeypatch.setattr(line, "close", fail)
    notebook.run("cell")
    assert "nobody there" in caplog.text
    monkeypatch.undo()
    board.play(4)
    assert board.moves == (4,)


FORGED = [
    {"kind": "view_opened"},
    {"kind": "view_closed", "view": 7},
    {"kind": "view_opened", "view": ""},
    {"kind": "view_opened", "view": "v" * 65},
    {"kind": "view_opened", "view": ["v"]},
    {"kind": "view_closed", "view": "v", "round": 1},
    {"kind": "view_hidden", "view": None},
    {"kind": ["view_opened"], "view": "v"},
]
"""Messages that are like those of views, and are none."""


@pytest.mark.parametrize("message", FORGED)
def test_what_only_resembles_the_message_of_a_view_is_a_bad_request(board, message):
    answers = []
    board.send = answers.append
    board._session._send = answers.append
    board._handle_custom_msg(message, [])
    assert [answer["code"] for answer in answers] == ["bad"]


def test_unknown_and_doubled_messages_of_views_close_nothing_that_is_shown(notebook, board):
    line = show(notebook, board)
    notebook.run("cell")
    tell(line, "opened")
    for name in ("unknown", "", 7, "x" * 99):
        tell(line, "closed", name)
    assert line.is_open
    tell(line, "closed")
    assert not line.is_open


def test_views_beyond_counting_keep_the_board(notebook, board):
    line = show(notebook, board)
    notebook.run("cell")
    names = [f"view {number}" for number in range(300)]
    for name in names:
        tell(line, "opened", name)
    for name in ["view", *names]:
        tell(line, "closed", name)
    assert line.is_open


def test_views_that_come_and_go_on_threads_are_counted_right(notebook, board):
    line = show(notebook, board)
    notebook.run("cell")

    def come_and_go(number):
        for turn in range(200):
            tell(line, "opened", f"{number} {turn}")
            tell(line, "closed", f"{number} {turn}")

    on_threads(come_and_go, 4)
    assert line.is_open
    tell(line, "closed")
    assert not line.is_open


def test_a_view_that_goes_on_another_thread_has_the_model_closed_between_cells(notebook, board):
    seen = []

    async def scene():
        line = show(notebook, board)
        notebook.run("cell")
        thread = Thread(target=tell, args=(line, "closed"))
        thread.start()
        thread.join()
        seen.append(line.is_open)  # this, on the loop, is the cell that runs
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen.append(line.is_open)

    asyncio.run(scene())
    assert seen == [True, False]
