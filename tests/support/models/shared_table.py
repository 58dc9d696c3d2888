"""Games that several clients play at one table, and a table on paper that judges them."""

from random import Random
from typing import Any

from tests.support.models.naive_rules import NaiveGame
from tests.support.scenes.requests import Message, ask

SIZE = (3, 3, 3)  # rows, columns and length of a line of the board that is played on


class Paper:
    """The table as one would keep it on paper, beside all that a session tells and answers.

    `publish` and `send` are what the session is told to call, in its order.
    """

    def __init__(self) -> None:
        self.game = NaiveGame(*SIZE)
        self.shown: dict[str, Any] = {"round": 1, "moves": [], "move_count": 0}
        self.moves = 0  # number of moves seen so far
        self.games = 0  # number of games that have ended
        self.answers: dict[str, Message] = {}  # answer to each request, by its id
        self.answered = 0  # number of answers, repeated ones included
        # Number of repeats that came so late that the request was no longer known.
        self.forgotten = 0
        self.faults: list[str] = []  # what was not as it must be

    def hold(self, what: str, *, holds: bool) -> None:
        """Note a fault where something does not hold: a session hides what is raised here."""
        if not holds:
            self.faults.append(f"{what} after {self.moves} moves")

    def publish(self, changes: dict[str, Any]) -> None:
        """Follow the table; note where it leaves the rules, loses a move or has one twice."""
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
        """Note an answer; a repeat is answered as the first time, or comes too late."""
        known = self.answers.setdefault(answer["request"], answer)
        self.answered += 1
        if answer != known:
            self.forgotten += 1
            self.hold("a late repeat is stale", holds=answer["code"] == "stale")

    def request(self, random: Random, client: str) -> Message:
        """Make the request of a person who looks at the table, or looked a moment ago."""
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
        """Count the moves that were asked for and answered with "ok", each once."""
        return sum(
            answer["ok"] and requests[name]["kind"] == "play"
            for name, answer in self.answers.items()
        )
