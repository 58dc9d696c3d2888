"""Widget models that close when nothing shows them and reopen on demand."""

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
"""Functions that make a widget of each kind."""


@pytest.fixture(autouse=True)
def lines(monkeypatch):
    """Give every widget a comm that the comm manager knows."""
    monkeypatch.setattr(comm, "create_comm", Line)


@pytest.fixture
def use(monkeypatch):
    """Return a function that makes widgets see the given notebook."""

    def see(notebook):
        monkeypatch.setattr(lifetime, "CELLS", lifetime.Cells())
        monkeypatch.setattr(lifetime, "get_ipython", lambda: notebook)
        return notebook

    return see


@pytest.fixture
def notebook(use):
    return use(Notebook())


def show(notebook, widget, cell="cell", view="view"):
    """Run a cell that displays a widget, open a view of it, and return its comm."""
    notebook.run(cell, lambda: display(widget))
    tell(widget.comm, "opened", view)
    return widget.comm


def models():
    """Return the ids of all models that a page would receive."""
    return set(ipywidgets.Widget.get_manager_state()["state"])


@pytest.mark.parametrize("kind", WIDGETS)
def test_hidden_widget_closes_if_its_cell_reruns(notebook, kind):
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


def test_board_in_two_cells_waits_for_both(notebook, board):
    line = show(notebook, board)
    show(notebook, board, "second cell", "second view")
    tell(line, "closed", "view")
    tell(line, "closed", "second view")
    notebook.run("cell")
    assert line.is_open
    notebook.run("second cell")
    assert not line.is_open


def test_rerun_that_shows_the_board_keeps_it(notebook, board):
    line = show(notebook, board)
    tell(line, "closed")
    notebook.run("cell", lambda: display(board))
    assert line.is_open
    assert board.comm is line


def test_board_without_a_view_is_kept(notebook, board):
    notebook.run("cell", lambda: display(board))
    notebook.run("cell")
    assert board.comm.is_open


def test_board_displayed_outside_cells_is_kept(notebook, board):
    tell(board.comm, "opened")
    tell(board.comm, "closed")
    notebook.run("cell")
    assert board.comm.is_open


@pytest.mark.parametrize("host", [None, object(), Notebook(names_cells=False)])
def test_nothing_is_closed_without_cell_ids(use, board, host):
    use(host)
    display(board)
    line = board.comm
    tell(line, "opened")
    if isinstance(host, Notebook):
        host.run("cell")
    tell(line, "closed")
    assert line.is_open


def test_board_with_captured_display_is_kept(notebook, board):
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
def test_board_is_kept_while_a_model_refers_to_it(notebook, board, hold):
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
    """Display a board while an output captures it, as `interact` does."""
    output.msg_id = notebook.get_parent()["header"]["msg_id"]
    display(board)
    output.msg_id = ""


def replace_output(output, *boards):
    """Replace an output's content with boards, as a page does."""
    views = [
        {"output_type": "display_data", "data": {VIEW: {"model_id": board.model_id}}}
        for board in boards
    ]
    output.set_state({"outputs": views})


def test_board_replaced_in_an_output_is_closed(notebook, board):
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


def test_board_in_output_is_kept_while_shown(notebook, board):
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
    """Return a function that runs a scene with two players that never answer."""

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


def test_computers_wait_while_no_view_is_visible(notebook, watched):
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


def test_computers_stop_if_their_cell_reruns(notebook, watched):
    def scene(board):
        notebook.run("cell", lambda: display(board))
        assert board.thinking == "X"
        notebook.run("cell")
        assert board.thinking is None

    watched(scene)


@pytest.fixture
def board_without_model(notebook, board):
    """A board with one move whose model was closed because nothing showed it."""
    board.play(4)
    tell(show(notebook, board), "closed")
    notebook.run("cell")
    assert board.comm is None
    return board


def test_board_without_a_model_is_still_playable(board_without_model):
    heard = []
    board_without_model.observe(lambda change: heard.append(change.new), "moves")
    board_without_model.seat("O", "perfect")
    assert len(heard) == 1
    assert board_without_model.moves == heard[0]
    assert board_without_model.moves[0] == 4
    assert len(board_without_model.moves) == 2
    board_without_model.names = {"X": "Ada"}
    assert board_without_model.message == "Ada's turn"


def test_display_reopens_the_model_with_its_state(notebook, board):
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


def test_containing_widget_reopens_the_model(board_without_model):
    box = ipywidgets.VBox([board_without_model])
    assert board_without_model.comm.is_open
    assert box.comm.opened["children"] == [f"IPY_MODEL_{board_without_model.comm.comm_id}"]


def test_late_view_reopens_the_model(board_without_model):
    # The kernel received this message before the comm was closed.
    board_without_model._handle_custom_msg({"kind": "view_closed", "view": "view"}, [])
    assert board_without_model.comm is None
    board_without_model._handle_custom_msg({"kind": "view_opened", "view": "late view"}, [])
    assert board_without_model.comm.is_open


def test_observers_do_not_hear_of_closed_models(notebook, board):
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


def test_unreferenced_board_is_freed(notebook):
    board = TicTacToe(hints=True)
    board.observe(lambda _: None, "winner")
    board.play(4)
    tell(show(notebook, board), "closed")
    notebook.run("cell")
    reference = weakref.ref(board)
    del board
    gc.collect()
    assert reference() is None


def test_close_is_final_without_a_model(board_without_model):
    board_without_model.close()
    assert board_without_model._repr_mimebundle_ is None
    assert board_without_model.comm is None
    assert board_without_model.moves == (4,)


def test_deleted_board_is_not_closed_again(board, monkeypatch):
    board.close()
    monkeypatch.setattr(board._session, "close", lambda: pytest.fail("closed twice"))
    board.__del__()


def test_error_on_closing_a_comm_is_logged(notebook, board, monkeypatch, caplog):
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
"""Messages that resemble views' messages but are invalid."""


@pytest.mark.parametrize("message", FORGED)
def test_forged_view_message_is_a_bad_request(board, message):
    answers = []
    board.send = answers.append
    board._session._send = answers.append
    board._handle_custom_msg(message, [])
    assert [answer["code"] for answer in answers] == ["bad"]


def test_unknown_view_messages_close_nothing(notebook, board):
    line = show(notebook, board)
    notebook.run("cell")
    tell(line, "opened")
    for name in ("unknown", "", 7, "x" * 99):
        tell(line, "closed", name)
    assert line.is_open
    tell(line, "closed")
    assert not line.is_open


def test_board_with_too_many_views_is_kept(notebook, board):
    line = show(notebook, board)
    notebook.run("cell")
    names = [f"view {number}" for number in range(300)]
    for name in names:
        tell(line, "opened", name)
    for name in ["view", *names]:
        tell(line, "closed", name)
    assert line.is_open


def test_views_from_several_threads_are_counted(notebook, board):
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


def test_thread_closes_the_model_between_cells(notebook, board):
    seen = []

    async def scene():
        line = show(notebook, board)
        notebook.run("cell")
        thread = Thread(target=tell, args=(line, "closed"))
        thread.start()
        thread.join()
        seen.append(line.is_open)  # this coroutine stands for the running cell
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen.append(line.is_open)

    asyncio.run(scene())
    assert seen == [True, False]
