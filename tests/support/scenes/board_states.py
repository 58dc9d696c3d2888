"""Print synced board states as JSON for the front-end tests."""

import json
import sys
from typing import Any

from tests.support.models.drop_rules import Drop
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.session import Session


def state(rules: str | Rules, *moves: int, viewed: int | None = None) -> dict[str, Any]:
    """Return the state after `moves`, looking back at ply `viewed`."""
    session = Session(rules)
    for cell in moves:
        session.play(cell)
    session.look_back(viewed)
    return session.state


def lesson_state() -> dict[str, Any]:
    """Return the state while looking back from a wrong move in a lesson's second step."""
    session = Session(lesson="forks")
    session.open_lesson("forks", step=1)
    wrong = session.game.legal_moves[0]
    session.play(wrong)
    session.look_back(1)
    return session.state


WON = (4, 0, 1, 8, 7)  # X wins with the middle column

json.dump(
    {
        "EMPTY": state("standard"),
        "CENTRE": state("standard", 4),
        "WON": state("standard", *WON),
        "BACK": state("standard", *WON, viewed=1),
        "GOMOKU": state("gomoku"),
        "ULTIMATE": state("ultimate", 40),
        "LESSON": lesson_state(),
        "DROP": state(Drop(), 15, 10, 16, 11, 17, 12, 18),
    },
    sys.stdout,
)
