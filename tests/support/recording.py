"""A host of a session that writes down all it is told."""

from tests.support.wire import ask
from tictactoe_widget.session import Session


class RecordingHost:
    """A session with all it published and sent, in order, and what that adds up to."""

    def __init__(self, *arguments, **options):
        self.log = []
        self.session = Session(
            *arguments,
            **options,
            publish=lambda changes: self.log.append(("publish", changes)),
            send=lambda message: self.log.append(("send", message)),
        )
        self.first = self.session.state

    def ask(self, kind, **fields):
        """Ask on what the table shows now; return the request."""
        state = self.session.state
        return self.send(
            ask(kind, **{"round": state["round"], "ply": state["move_count"], **fields})
        )

    def send(self, message):
        self.session.handle(message)
        return message

    def play(self, cells):
        for cell in cells:
            self.session.play(cell)

    @property
    def state(self):
        return self.session.state

    @property
    def told(self):
        return [content for what, content in self.log if what == "publish"]

    @property
    def published(self):
        """What was told, without the reviews that follow the end of a round."""
        return [changes for changes in self.told if changes.keys() != {"review"}]

    @property
    def sent(self):
        return [content for what, content in self.log if what == "send"]

    @property
    def mirror(self):
        """What a front end shows that was told only what was published."""
        shown = dict(self.first)
        for changes in self.told:
            shown.update(changes)
        return shown
