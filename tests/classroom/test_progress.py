"""Progress codes: answers handed in as text and read into a table."""

import csv
import json
import zlib
from base64 import urlsafe_b64encode
from datetime import UTC, datetime

import pytest

from tictactoe_widget.classroom import answer, hint, progress, progress_code, read_progress

RIGHT, WRONG = [0, 3, 1, 4, 2], [0, 4]  # answers to the exercise play-1
REST = ("tries", "hints", "skipped", "when")  # the remaining columns
NOW = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    monkeypatch.setattr(progress, "_progress", {})
    monkeypatch.setattr(progress, "this_minute", lambda: NOW)


@pytest.fixture
def code():
    answer("play-1", WRONG)
    hint("play-1")
    answer("play-1", RIGHT)
    answer("play-1", WRONG)  # after the right answer, nothing counts
    answer("play-2", None)  # no answer
    answer("play-2", RIGHT)
    return progress_code("  Ada  Lovelace ").code


def made(data):
    """Return a code with a correct checksum for any data."""
    packed = urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode().rstrip("=")
    return f"ttt1.{packed}.{zlib.crc32(packed.encode()):08x}"


def test_code_contains_tries_hints_and_times(code):
    table = read_progress(code)
    assert table.unreadable == ()
    assert [one.row for one in table.rows] == [
        ("Ada Lovelace", "play-1", "yes", 2, 1, "", "2026-11-28 09:30"),
        ("Ada Lovelace", "play-2", "no", 1, 0, "", "2026-11-28 09:30"),
    ]


def test_code_survives_an_email(code):
    mail = f"My code ttt1. is:\n> {code[:30]}\n> {code[30:]} Greetings, Ada. {code}"
    assert (
        read_progress(mail)
        == read_progress([code])
        == read_progress(progress_code("Ada Lovelace"))
    )


@pytest.mark.parametrize("inserted", ["\n| ", "\r\n* ", "=\n", "\u200b", "\u00ad"])
def test_inserted_characters_are_ignored(code, inserted):
    assert read_progress(inserted.join(code)) == read_progress(code)


def test_class_in_one_table(code, tmp_path):
    first = made(["=Ben", [["play-1", 0, 1, 7, 2, 0, []]]])
    later = made(["=Ben", [["play-1", 1, 1, 1, 0, 60, []]]])
    table = read_progress([first, code, later])
    assert [(one.name, one.is_solved) for one in table.rows] == [
        ("=Ben", True),
        ("Ada Lovelace", True),
        ("Ada Lovelace", False),
    ]
    table.to_csv(tmp_path / "class.csv")
    rows = csv.reader((tmp_path / "class.csv").read_text("utf-8-sig").splitlines())
    assert list(rows)[:2] == [
        [*("name", "exercise", "is_solved", "solved", "steps"), *REST],
        ["'=Ben", "play-1", "True", "1", "1", "1", "0", "", "1970-01-01 01:00"],
    ]
    assert "not a proof" in str(table)


def test_unreadable_codes_have_a_reason(code):
    letter = "B" if code[20] == "A" else "A"
    texts = [
        *(code[:-1], code[:20] + letter + code[21:], "nothing", "ttt9.eNAA.00000000"),
        *("ttt" + "1" * 4400 + ".eNAA.00000000", "ttt0" + code[4:], code),
    ]
    table = read_progress(texts)
    assert len(table.rows) == 2
    assert [one.reason for one in table.unreadable] == [
        "Code 1 is damaged. Ask for the whole code again, from ttt1 to the end.",
        "Code 2 is damaged. Ask for the whole code again, from ttt1 to the end.",
        "Code 3 must start with ttt1, not 'nothing'.",
        "Code 4 is from a newer version: update tictactoe_widget.",
        "Code 5 is from a newer version: update tictactoe_widget.",
        "Code 6 is damaged. Ask for the whole code again, from ttt1 to the end.",
    ]


@pytest.mark.parametrize(
    "data",
    [
        None,
        ["Ada"],
        ["", []],
        ["Ada", [["play-1", 1, 1, 1, 0, 0]]],
        ["Ada", [["play-1", True, 1, 1, 0, 0, []]]],
        ["Ada", [["play-1", 2, 1, 1, 0, 0, []]]],
        ["Ada", [["play-1", 1, 1, -1, 0, 0, []]]],
        ["Ada", [["play-1", 1, 1, 1, 0, 10**30, []]]],
        ["Ada", [["lesson-forks", 1, 8, 1, 0, 0, [9]]]],
        ["A" * 200_000, []],
        *(
            [name, [["play-1", 1, 1, 1, 0, 0, []]]]
            for name in ("A\ud800", "A\nB", "A\x1b[2J", "A\u202e")
        ),
    ],
)
def test_invalid_data_is_damaged(data):
    assert "is damaged" in read_progress(made(data)).unreadable[0].reason


def test_code_needs_an_answer():
    with pytest.raises(ValueError, match="progress must contain an answer"):
        progress_code("Ada")
    with pytest.raises(ValueError, match=r"^name must not contain a lone surrogate"):
        progress_code("A\ud800")
