"""A host that records everything that its session publishes and sends."""

from collections.abc import Iterable
from typing import Any

from tests.support.scenes.requests import Message, ask
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import View

# Answer to a request for another round or ply.
STALE = "The board has changed. Try again."


# Names that change with the review of a finished round.
REVIEWED = {"review", "review_summary", "turning_point", "working"}


class RecordingHost:
    """A session with everything that it published and sent, in order."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.log: list[tuple[str, Message]] = []
        self.session = Session(
            *arguments,
            **options,
            publish=lambda changes: self.log.append(("publish", changes)),
            send=lambda message: self.log.append(("send", message)),
        )
        self.first = self.session.state

    def ask(self, kind: str, **fields: object) -> Message:
        """Send a request for the shown state, and return it."""
        state = self.session.state
        return self.send(
            ask(kind, **{"round": state["round"], "ply": state["move_count"], **fields})
        )

    def send(self, message: Message) -> Message:
        """Pass a message to the session, and return it."""
        self.session.handle(message)
        return message

    def play(self, cells: Iterable[int]) -> None:
        """Make moves in Python."""
        for cell in cells:
            self.session.play(cell)

    @property
    def state(self) -> View:
        """Current state of the session."""
        return self.session.state

    @property
    def told(self) -> list[Message]:
        """Published changes, in order."""
        return [content for what, content in self.log if what == "publish"]

    @property
    def published(self) -> list[Message]:
        """Published changes without the reviews after a round's end."""
        return [changes for changes in self.told if not changes.keys() <= REVIEWED]

    @property
    def sent(self) -> list[Message]:
        """Sent answers, in order."""
        return [content for what, content in self.log if what == "send"]

    @property
    def mirror(self) -> View:
        """State of a front end that received only the published changes."""
        shown = dict(self.first)
        for changes in self.told:
            shown.update(changes)
        return shown
