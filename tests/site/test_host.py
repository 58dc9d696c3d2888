"""Python's side of the bare page, as it starts on a game that was kept."""

import asyncio
import json
import sys

import pytest

from tests.support.scenes.scripts import load_script
from tictactoe_widget.session import Session


@pytest.mark.parametrize("link", [None, "rules=misere&o=casual&moves=5"])
def test_the_table_is_known_before_a_player_is_asked(monkeypatch, link):
    kept = Session()
    kept.play(4)
    saved = {**kept.save(), "players": {"X": "human", "O": "casual"}}
    told = []

    def think(_player, game, _name):
        told.append("asked")
        yield game.legal_moves[0]

    monkeypatch.setattr("tictactoe_widget.session.board.think", think)
    monkeypatch.setattr(sys, "path", [*sys.path])
    host = load_script("site/host.py")
    monkeypatch.setattr(host, "_generators", [])

    async def visit():
        host.start(
            lambda text: told.append(json.loads(text)),
            None if link else json.dumps(saved),
            link,
        )

    asyncio.run(visit())
    known = told[: told.index("asked")]
    assert [message["kind"] for message in known] == ["changes", "ready"]
    assert known[1]["state"]["thinking"] == "O"
    assert told[len(known) + 1]["changes"]["move_count"] == 2
