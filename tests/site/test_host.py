"""The Python side of the bare page, when it starts with a stored game."""

import asyncio
import json
import sys
from datetime import date

import pytest

from tests.support.scenes.scripts import load_script
from tictactoe_widget.session import Session
from tictactoe_widget.texts import _catalogues

ITALIAN = {
    "messages": {
        "{player}'s turn": "Tocca a {player}",
        "The link contains {part} twice.": "Il link contiene {part} due volte.",
    },
    "plurals": {},
    "front_end": {},
    "formula": "n != 1",
}


@pytest.mark.parametrize("link", [None, "rules=misere&o=casual&moves=5"])
def test_state_known_before_player_moves(monkeypatch, link):
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


def test_teacher_page_reads_codes(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    host = load_script("site/host.py")
    host.session.open_puzzle(date(2026, 11, 23))
    host.session.play(7)
    code = host.session.progress_code("Ada").code
    read = json.loads(host.read_codes(f"{code[:-1]}, {code}"))
    assert read["columns"][:3] == ["Name", "Exercise", "Solved"]
    assert [row[:4] for row in read["rows"]] == [["Ada", "puzzle-2026-11-23", "no", 1]]
    assert [note[:17] for note in read["notes"]] == ["Code 1 is damaged", "This is a record,"]
    assert read["csv"].splitlines()[1].startswith("Ada,puzzle-2026-11-23,False,0,1,1,0,,")


def test_page_catalogue_translates_messages(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "path", [*sys.path])
    host = load_script("site/host.py")
    monkeypatch.setattr(host, "_generators", [])
    monkeypatch.setattr("tictactoe_widget.texts._catalogues", {**_catalogues})
    kept = Session()
    kept.play(4)
    host.use_language("it", json.dumps(ITALIAN))
    assert told == []
    host.start(lambda text: told.append(json.loads(text)), json.dumps(kept.save()), None)
    assert told[-1]["state"]["language"] == "it"
    assert told[-1]["state"]["message"] == "Tocca a Player O"
    host.start(lambda text: told.append(json.loads(text)), None, "moves=5&moves=5")
    assert told[-1]["faults"][0].startswith("Il link contiene moves due volte.")
