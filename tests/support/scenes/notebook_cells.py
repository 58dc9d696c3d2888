"""A simulated notebook whose cells tests run, and views of widgets on its pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import comm
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.events import EventManager, available_events

from tests.support.scenes.comms import custom

# MIME type of the data that contains a displayed widget's model id.
VIEW = "application/vnd.jupyter.widget-view+json"


class Notebook:
    """Stand-in for IPython in a kernel: events and the current parent message."""

    def __init__(self, *, names_cells: bool = True) -> None:
        shell: Any = self
        self.events = EventManager(shell, available_events)
        self.kernel = self
        self.display_pub: object = None
        self._names_cells = names_cells
        self._runs = count(1)
        self._request: dict[str, Any] = {}

    def get_parent(self) -> dict[str, Any]:
        """Return the message that the kernel is handling, as ipykernel does."""
        return self._request

    def run(self, cell: str, *acts: Callable[[], object]) -> None:
        """Run a cell that calls these functions."""
        metadata = {"cellId": cell} if self._names_cells else {}
        self._request = {"header": {"msg_id": f"run {next(self._runs)}"}, "metadata": metadata}
        for act in acts:
            act()
        self.events.trigger("post_run_cell", None)
        self._request = {"header": {"msg_id": "a message of a widget"}, "metadata": {}}

    @contextmanager
    def capturing(self) -> Iterator[None]:
        """Capture displayed output, as ``%%capture`` does."""
        self.display_pub = CapturingDisplayPublisher()  # type: ignore[no-untyped-call]
        yield
        self.display_pub = None


class Line(comm.DummyComm):
    """Comm to a widget's model that is registered with the comm manager."""

    # Values that the model was opened with, by name.
    opened: Any = None

    def publish_msg(self, msg_type: str, data: Any = None, *_: object, **__: object) -> None:
        if msg_type == "comm_open":
            self.opened = data["state"]

    @property
    def is_open(self) -> bool:
        """True while messages would arrive."""
        return comm.get_comm_manager().comms.get(self.comm_id) is self


def display(widget: Any) -> str:
    """Display a widget and return the id of the model that a page requests."""
    data, _metadata = widget._repr_mimebundle_()
    model: str = data[VIEW]["model_id"]
    return model


def tell(line: Any, kind: str, view: object = "view", **more: object) -> None:
    """Deliver a view's message that it was opened, shown, hidden or closed."""
    data = custom({"kind": f"view_{kind}", "view": view, **more})
    line.handle_msg({"content": {"data": data}, "buffers": []})
