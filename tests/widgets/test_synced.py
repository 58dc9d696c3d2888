"""Undocumented behaviour of traitlets and ipywidgets that the widgets need."""

import ast
import inspect
from pathlib import Path

import anywidget
import ipywidgets
import pytest
import traitlets

import tictactoe_widget.widgets
from tictactoe_widget import TicTacToe
from tictactoe_widget.widgets import base as synced

PRIVATE = {"base.py": {"_comm_changed", "_handle_custom_msg", "_send", "_trait_notifiers"}}
"""Private names from traitlets and ipywidgets, by the module that uses them."""

OFFERED = {"_esm", "_css", "_repr_mimebundle_"}
"""Underscored names that anywidget and IPython document for widgets."""

WIDGETS = Path(tictactoe_widget.widgets.__file__).parent


def names_in(path):
    """Return a module's names that begin with one underscore."""
    tree = ast.parse(path.read_text())
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    found |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


@pytest.mark.parametrize("path", sorted(WIDGETS.glob("*.py")), ids=lambda path: path.name)
def test_private_names_are_used_in_one_file(path):
    others = {name for name in names_in(path) if hasattr(traitlets_widget(), name)} - OFFERED
    assert others == PRIVATE.get(path.name, set())


def traitlets_widget():
    """Return a plain anywidget without our code."""
    return anywidget.AnyWidget()


def test_traitlets_keeps_observers_as_expected():
    class Watched(traitlets.HasTraits):
        value = traitlets.Int()

        @traitlets.observe("value")
        def _hear(self, _change):
            """Do nothing: the test looks only at where traitlets keeps this function."""

    def hear(_change):
        """Do nothing."""

    watched = Watched()
    watched.observe(hear, "value")
    watched.observe(hear)
    kept = watched._trait_notifiers
    of_value = kept["value"]["change"]
    assert [type(one) for one in of_value[:1]] == [traitlets.ObserveHandler]
    assert of_value[0].name == "_hear"
    assert of_value[1:] == [hear]
    assert kept[traitlets.All]["change"] == [hear]


def test_ipywidgets_sends_messages_unchanged():
    parameters = inspect.signature(ipywidgets.Widget._send).parameters
    assert list(parameters) == ["self", "msg", "buffers"]
    assert parameters["buffers"].default is None
    board = TicTacToe()
    board._send({"method": "custom", "content": 7})
    assert board.comm.sent == [{"method": "custom", "content": 7}]


def test_changes_use_the_overridden_methods():
    for name, owner in [
        ("notify_change", traitlets.HasTraits),
        ("notify_change", ipywidgets.Widget),
        ("set_state", ipywidgets.Widget),
    ]:
        assert name in vars(owner), (owner, name)
        assert name in vars(synced.SyncedWidget), name
    heard = []

    class Watched(ipywidgets.Widget):
        value = traitlets.Int()

        def notify_change(self, change):
            heard.append(change.name)
            super().notify_change(change)

    watched = Watched()
    heard.clear()
    watched.value = 1
    watched.set_trait("value", 2)
    assert heard == ["value", "value"]
