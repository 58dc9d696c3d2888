import re
from datetime import UTC, date, datetime
from random import Random

import pytest

from tictactoe_widget import Game, GameRecord, PlainRules

TEXT = """[Rules "4x4"]
[X "Ada \\"the \\\\ first\\""]
[O "Grace"]
[Date "2026-11-28"]
[Start "X.../.O../..../...."]
[Result "draw"]

a2 d4"""


def test_record_text():
    game = Game.from_text("X.../.O../..../....", "4x4", [4, 15])
    record = GameRecord(game, 'Ada "the \\ first"', "Grace", date(2026, 11, 28), "draw")
    assert record.to_text() == TEXT
    assert GameRecord.from_text(TEXT) == record
    assert record.to_dict() == {
        "game": {"rules": "4x4", "start": "X.../.O../..../....", "moves": [4, 15]},
        "x": 'Ada "the \\ first"',
        "o": "Grace",
        "date": "2026-11-28",
        "result": "draw",
    }


@pytest.mark.parametrize("name", ["standard", "wild", "ultimate", "infinite", "gomoku"])
def test_random_records_round_trip(name):
    random = Random(4)
    game = Game(name)
    while not game.is_over:
        game = game.play(random.choice(game.legal_moves))
    record = GameRecord(game)
    assert record.result == game.result
    assert max(map(len, record.to_text().splitlines())) <= 80
    assert GameRecord.from_text(record.to_text()) == record


def test_unusual_names_and_date_round_trip():
    record = GameRecord(Game(), "👩\u200d🚀", "Ada\u00a0L", date(800, 1, 1))
    text = '[Rules "standard"]\n[X "👩\u200d🚀"]\n[O "Ada L"]\n[Date "0800-01-01"]'
    assert record.to_text() == text
    assert GameRecord.from_text(f"\ufeff{text}") == record


def test_record_text_without_tags():
    assert GameRecord.from_text("") == GameRecord(Game())
    assert GameRecord.from_text("5 1\n9").game.moves == (4, 0, 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[X "Ada]', 'each fact must look like [X "Ada"], not \'[X'),
        ('[White "Ada"]', "each tag must be 'Rules', 'X', 'O', 'Date', 'Start' or 'Result'"),
        ('[X "a"]\n[X "b"]', "X must be given only once: remove"),
        ('[Rules "chess"]', "no rules are called 'chess'"),
        ('[Date "yesterday"]', "Date must be like 2026-11-28, not 'yesterday'"),
        ('[Date "2026-W48-6"]', "Date must be like 2026-11-28, not '2026-W48-6'"),
        ('[Result "1-0"]', "Result must be 'X', 'O' or 'draw', not '1-0'"),
        ('[Result "O"]\n1 4 2 5 3', "result must be 'X', as the moves show, not 'O'"),
        ("5 5", "move 2 ('5') must be legal: Position already taken"),
        ("b2", "move 1 ('b2') must be legal: Invalid input"),
    ],
)
def test_damaged_record_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        GameRecord.from_text(text)


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ({"x": 3}, TypeError, "x must be a str"),
        ({"o": "a\x00b"}, ValueError, "o must not contain a control character (U+0000)"),
        ({"date": "2026-11-28"}, TypeError, "date must be a datetime.date"),
        (
            {"date": datetime(2026, 11, 28, tzinfo=UTC)},
            TypeError,
            "date must be a datetime.date",
        ),
        ({"result": "1-0"}, ValueError, "result must be"),
        ({"game": "X.."}, TypeError, "game must be a Game"),
    ],
)
def test_invalid_field_refused(parts, error, message):
    with pytest.raises(error, match=rf"^{re.escape(message)}"):
        GameRecord(**{"game": Game(), **parts})


def test_rules_without_name_refused():
    class Recorded(PlainRules):
        def __init__(self, cell):
            super().__init__()
            self.cell = cell

    with pytest.raises(ValueError, match=r"^rules must have a name"):
        GameRecord(Game(Recorded(4))).to_text()
