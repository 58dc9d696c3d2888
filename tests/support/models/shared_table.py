"""A simple model of a session that several clients use."""

from random import Random
from typing import Any

from tests.support.models.naive_rules import NaiveGame
from tests.support.scenes.requests import Message, ask

SIZE = (3, 3, 3)  # rows, columns and length of a line


class Paper:
    """A model of a session that checks each published change and answer.

    The session calls `publish` and `send`, in its order.
    """

    def __init__(self) -> None:
        self.game = NaiveGame(*SIZE)
        self.shown: dict[str, Any] = {"round": 1, "moves": [], "move_count": 0}
        self.moves = 0  # number of moves seen so far
        self.games = 0  # number of games that have ended
        self.answers: dict[str, Message] = {}  # answer to each request by id
        self.answered = 0  # number of answers, repeated ones included
        # Number of repeated requests that the session had already forgotten.
        self.forgotten = 0
        self.faults: list[str] = []  # broken expectations

    def hold(self, what: str, *, holds: bool) -> None:
        """Record a failed expectation, because a session catches errors raised here."""
        if not holds:
            self.faults.append(f"{what} after {self.moves} moves")

    def publish(self, changes: dict[str, Any]) -> None:
        """Follow the session. Record illegal, lost and duplicated moves."""
        before = list(self.shown["moves"])
        self.shown.update(changes)
        if "moves" not in changes:
            return
        after = list(changes["moves"])
        if not after:
            self.game = NaiveGame(*SIZE)
            self.hold("a new board is a new round", holds="round" in changes)
        else:
            self.hold("one move more", holds=after[:-1] == before)
            self.hold("a legal move", holds=after[-1] in self.game.legal)
            self.game.play(after[-1])
            self.moves += 1
            self.games += self.game.is_over
        self.hold("all moves count", holds=self.shown["move_count"] == len(after))
        over, winner = self.shown.get("is_over", False), self.shown.get("winner")
        self.hold("the result", holds=(over, winner) == (self.game.is_over, self.game.winner))

    def send(self, answer: Message) -> None:
        """Record an answer. A repeated request must get the same answer or be too late."""
        known = self.answers.setdefault(answer["request"], answer)
        self.answered += 1
        if answer != known:
            self.forgotten += 1
            self.hold("a late repeat is stale", holds=answer["code"] == "stale")

    def request(self, random: Random, client: str) -> Message:
        """Return a request for the current state or a slightly older one."""
        shown = self.shown
        seen = {"round": shown["round"], "ply": shown["move_count"], "client": client}
        if random.random() < 0.1:
            seen["ply"] += random.choice((-1, 1, 2))
        if self.game.is_over:
            return ask("new_game", **seen)
        free = [cell for cell in range(9) if cell not in shown["moves"]]
        return ask(
            "play", **seen, cell=random.choice(free or [0]) if random.random() < 0.9 else 9
        )

    def moves_granted(self, requests: dict[str, Message]) -> int:
        """Count the different moves that were answered with "ok"."""
        return sum(
            answer["ok"] and requests[name]["kind"] == "play"
            for name, answer in self.answers.items()
        )
