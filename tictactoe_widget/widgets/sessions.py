"""Base class of widgets around a session: its view as traits, its requests, its end."""

import inspect
from collections.abc import Mapping
from typing import Any

from tictactoe_widget.session.publishing import PublishingSession

from .synced import SyncedWidget


class SessionWidget(SyncedWidget):
    """Widget whose traits are the view of a session, which carries out all requests.

    Parameters
    ----------
    session : PublishingSession
        The session, which publishes by `_publish` and sends by `send` of this widget.
    """

    _session: PublishingSession[Any]

    def __init__(self, session: PublishingSession[Any]) -> None:
        self._session = session
        super().__init__(session.state)
        self.on_msg(self._handle_request)

    def close(self) -> None:
        """End all background work and remove the widget from the page, for good."""
        # One whose arguments were refused has no session when Python deletes it.
        try:
            if hasattr(self, "_session"):
                with self._reporting():
                    self._session.close()
        finally:
            super().close()

    def send_state(self, key: Any = None) -> None:
        """Send traits to the front end: all of them, or those named by `key`."""
        # Else a change on another thread could be sent before this older state.
        with self._session.locked():
            super().send_state(key)

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._reporting():
            self._session.handle(message)


def refuse_unknown(kind: type, unknown: Mapping[str, object]) -> None:
    """Raise an error for arguments that the constructor of a widget does not know.

    Raises
    ------
    TypeError
        When there are any; it names those that the constructor takes.
    """
    if unknown:
        accepted = list(inspect.signature(kind).parameters)[:-1]
        raise TypeError(
            f"{kind.__name__} got {', '.join(map(repr, unknown))}; "
            f"it takes {', '.join(accepted)}"
        )
