"""A host of a session that writes down all it is told."""

from collections.abc import Iterable
from typing import Any

from tests.support.scenes.requests import Message, ask
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import View

# Answer to a request that was meant for another round or ply.
STALE = "The board has changed. Try again."


# The names of what changes with the review of a round that is over.
REVIEWED = {"review", "review_summary", "turning_point", "working"}


class RecordingHost:
    """A session with all it published and sent, in order, and what that adds up to."""

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
        """Ask on what the table shows now; return the request."""
        state = self.session.state
        return self.send(
            ask(kind, **{"round": state["round"], "ply": state["move_count"], **fields})
        )

    def send(self, message: Message) -> Message:
        """Hand a message to the session; return it."""
        self.session.handle(message)
        return message

    def play(self, cells: Iterable[int]) -> None:
        """Make moves in Python."""
        for cell in cells:
            self.session.play(cell)

    @property
    def state(self) -> View:
        """What a front end shows now."""
        return self.session.state

    @property
    def told(self) -> list[Message]:
        """What was published, in order."""
        return [content for what, content in self.log if what == "publish"]

    @property
    def published(self) -> list[Message]:
        """What was told, without the reviews that follow the end of a round."""
        return [changes for changes in self.told if not changes.keys() <= REVIEWED]

    @property
    def sent(self) -> list[Message]:
        """The answers, in order."""
        return [content for what, content in self.log if what == "send"]

    @property
    def mirror(self) -> View:
        """What a front end shows that was told only what was published."""
        shown = dict(self.first)
        for changes in self.told:
            shown.update(changes)
        return shown
