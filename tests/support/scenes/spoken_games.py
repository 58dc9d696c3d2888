"""Print the messages during some games as JSON, for tests of screen reader texts.

A story contains a page's first state and the changes and answers after each action, in
order.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from tests.support.scenes import requests
from tests.support.scenes.players import first_free
from tictactoe_widget.players.calling import RESIGN
from tictactoe_widget.rules.game import Game
from tictactoe_widget.session import Session

# A person's action on a board.
Act = Callable[[Session], object]

CENTRE = 4
WIN = (0, 1, 8, 7)  # after the centre, X wins with the middle column
DRAW = (4, 0, 8, 2, 1, 7, 3, 5, 6)


def story(*acts: Act, **options: Any) -> dict[str, Any]:
    """Return the story of some actions in a session with these options."""
    sent: list[dict[str, Any]] = []
    session = Session(
        **options,
        publish=lambda changes: sent.append({"changes": changes}),
        send=lambda answer: sent.append({"answer": answer}),
    )
    told: dict[str, Any] = {"state": session.state, "steps": []}
    for act in acts:
        sent.clear()
        act(session)
        told["steps"].append(list(sent))
    return told


def ask(kind: str, **details: object) -> Act:
    """Return an action that sends a request for the current state."""

    def act(session: Session) -> None:
        state = session.state
        seen = {"round": state["round"], "ply": state["move_count"]}
        session.handle(requests.ask(kind, **seen, **details))

    return act


def press(*cells: int) -> list[Act]:
    """Return actions that press cells one after the other."""
    return [ask("play", cell=cell) for cell in cells]


def modest(game: Game) -> object:
    """Return the first legal move, then resign."""
    return RESIGN if game.move_count > 1 else game.legal_moves[0]


def tired(_game: Game) -> int:
    """Raise an exception."""
    raise RuntimeError("out of ideas")


json.dump(
    {
        "PEOPLE": story(
            *press(CENTRE, CENTRE, CENTRE, *WIN, 2),
            ask("view", to=3),
            ask("view", to=2),
            *press(5),
            ask("view", to=None),
            ask("new_game"),
            ask("reset_scores"),
            names={"X": "Ada", "O": "Grace"},
        ),
        "MATCH": story(
            *press(CENTRE, *WIN),
            ask("new_game"),
            *press(0, 3, 1, 4, 8, 5),
            ask("new_game"),
            names={"X": "Ada", "O": "Ben"},
            match=2,
        ),
        "COMPUTER": story(*press(CENTRE, 3, 5), ask("new_game"), ask("swap"), o=first_free),
        "DRAWN": story(*press(*DRAW)),
        "MISERE": story(*press(0, 4, 1, 8, 2), ask("new_game"), rules="misere"),
        "HINTS": story(
            ask("hints", on=True), *press(0, CENTRE), ask("view", to=1), ask("hints", on=False)
        ),
        # O wins board 1 with 2, 5 and 8. Then X's move would send O to board 1.
        "ULTIMATE": story(*press(0, 1, 9, 4, 36, 2, 18, 8, 72, 5, 45, 3, 27), rules="ultimate"),
        "SEATS": story(
            ask("rename", mark="X", name="Ada"),
            *press(CENTRE),
            lambda session: session.seat("O", first_free),
            ask("view", to=1),
            ask("play_from", to=1),
            ask("start", rules="4x4", x="human", o="human", x_name="Ada", o_name="Bea"),
        ),
        "RESIGNED": story(*press(CENTRE, 8), ask("new_game"), o=modest),
        "FAILED": story(*press(CENTRE), ask("player", mark="O", player="human"), o=tired),
        "WATCHED": story(
            ask("pause", on=True),
            ask("new_game"),
            ask("step"),
            ask("step"),
            ask("pause", on=False),
            x=first_free,
            o=first_free,
        ),
    },
    sys.stdout,
)
