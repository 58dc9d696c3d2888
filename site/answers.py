"""Write a file with Python's answers for every position of standard tic-tac-toe.

Until Python is ready, the page takes its answers from this file. The page doesn't contain the
rules of the game. Instead, it looks up a position by the marks on the board. In the texts, the
placeholders in `NAMES` stand for the players' names.
"""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from math import lcm
from pathlib import Path
from typing import Any

from tictactoe_widget.players.builtin import player
from tictactoe_widget.players.random_policies import RANDOM_POLICIES, MoveGroups
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.state import MARKS, Mark, opponent
from tictactoe_widget.session import Session
from tictactoe_widget.session.saving import restore_state
from tictactoe_widget.session.state import NO_SCORES, SessionState, board_request
from tictactoe_widget.session.view import view_state
from tictactoe_widget.texts import ENGLISH, in_language

NAMES = {"X": "«X", "O": "«O"}
"""Placeholders for the players' names."""
PLAYERS = (*RANDOM_POLICIES, "perfect")
"""Players whose moves are recorded in the file."""
DRAWS = 64
"""Number of calls to "perfect" in each position. This many calls find every move that "perfect"
can choose."""
VIEWED = (
    *("current_player", "winning_lines", "message", "guide"),
    *("winner", "is_draw", "is_over", "status", "working"),
)
"""Parts of a view that depend only on the position, apart from the board and the moves."""
FIRST_LETTER = ord("0")
"""Character code of the letter that stands for 0 when letters encode numbers."""


def write_answers(path: Path) -> None:
    """Write the answers to a file, as gzipped JSON."""
    text = json.dumps(collect_answers(), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def collect_answers() -> dict[str, Any]:
    """Collect the answers as JSON values.

    Returns
    -------
    dict
        The dict contains these items:

        * ``saved``: a new session, in the form in which sessions are saved.
        * ``outcomes``: all different descriptions of positions.
        * ``positions``: one character for each possible way to fill nine cells. A letter
          encodes an index in ``outcomes``. A space means that no game reaches the position.
          Positions are numbered in base 3. An empty cell counts as 0, an X as 1 and an O as 2.
          The first cell is the lowest digit.
        * ``choices``: one letter for each unfinished position, in the same order. The letter
          encodes an index in each text in ``players``.
        * ``players``: for each player's name, a list of equally likely texts. To move, a player
          chooses a text at random, and looks up the letter at the index from ``choices``. The
          letter encodes a bit mask of cells to choose from, or 0 for all free cells.
        * ``taken``, ``back``, ``back_after_end`` and ``stale``: the code and the text of the
          answer to a refused move. The reasons are, in this order, a taken cell, looking back
          during a game, looking back after a game, and a board that has changed in the
          meantime.
    """
    unlike = list(_unlike())
    letters = [" "] * 3**9
    for number, text in _described().items():
        letters[number] = _letter(unlike.index(text))
    open_games = [table.game for table in _tables().values() if not table.game.is_over]
    choices = list(zip(*(_choices(name, open_games) for name in PLAYERS), strict=True))
    unlike_choices = list(dict.fromkeys(choices))
    return {
        "saved": Session().save(),
        "positions": "".join(letters),
        "choices": "".join(_letter(unlike_choices.index(choice)) for choice in choices),
        "players": {
            name: ["".join(map(_letter, way)) for way in zip(*ways, strict=True)]
            for name, ways in zip(PLAYERS, zip(*unlike_choices, strict=True), strict=True)
        },
        **_texts(ENGLISH),
    }


def write_words(path: Path, language: str) -> None:
    """Write the texts that the page shows in a language until Python is ready, as JSON."""
    path.write_text(json.dumps(collect_words(language), ensure_ascii=False), "utf-8")


def collect_words(language: str) -> dict[str, Any]:
    """Collect the texts that the page shows in a language until Python is ready.

    Returns
    -------
    dict
        The item ``state`` contains the parts of a new session's view that differ from English.
        The item ``answers`` contains the items from `collect_answers` that contain texts.
    """
    english, translated = Session().state, Session(language=language).state
    state = {name: value for name, value in translated.items() if value != english[name]}
    return {"state": state, "answers": _texts(language)}


def _texts(language: str) -> dict[str, Any]:
    """Return the descriptions of positions and the answers to refused moves in a language."""
    with in_language(language):
        moved = _start().with_language(language).after_move(0)
        ended = next(table for table in _tables().values() if table.game.is_over)
        looked_back = ended.with_language(language).after_looking_back(0)
        outcomes = [_outcome(table.with_language(language)) for table in _unlike().values()]
        return {
            "outcomes": outcomes,
            "taken": _refusal(moved, 0),
            "back": _refusal(moved.after_looking_back(0), 0),
            "back_after_end": _refusal(looked_back, 0),
            "stale": _refusal(moved, 0, ply=0),
        }


@cache
def _tables() -> dict[int, SessionState]:
    """Return one state for each position that a game can reach, by the position's number."""
    tables = {_number(table): table for table in _walk(_start())}
    return {number: tables[number] for number in sorted(tables)}


@cache
def _unlike() -> dict[str, SessionState]:
    """Map each different description of a position, as JSON, to a state that it describes."""
    found: dict[str, SessionState] = {}
    for number, table in _tables().items():
        found.setdefault(_described()[number], table)
    return found


@cache
def _described() -> dict[int, str]:
    """Return the descriptions of all positions as JSON, by the positions' numbers."""
    return {number: json.dumps(_outcome(table)) for number, table in _tables().items()}


def _start() -> SessionState:
    return restore_state({**Session().save(), "names": NAMES})


def _walk(start: SessionState) -> Iterator[SessionState]:
    """Yield one state for each position that a game can reach."""
    layer = {start.game.board: start}
    while layer:
        yield from layer.values()
        following = [
            table.after_move(cell) for table in layer.values() for cell in table.legal_moves
        ]
        layer = {table.game.board: table for table in following}


def _number(table: SessionState) -> int:
    """Return a position's number in base 3, as `collect_answers` describes."""
    return sum(
        (0 if mark is None else 1 + MARKS.index(mark)) * 3**cell
        for cell, mark in enumerate(table.game.board)
    )


def _letter(number: int) -> str:
    return chr(FIRST_LETTER + number)


def _outcome(table: SessionState) -> dict[str, Any]:
    """Return a description of a position, with the answer to a refused move."""
    view = view_state(table)
    outcome = {name: view[name] for name in VIEWED}
    if table.game.is_over:
        (scored,) = [who for who in NO_SCORES if view["scores"][who]]
        return {**outcome, "scored": scored, "refusal": _refusal(table, 0)}
    mark = table.game.current_player
    return {**outcome, "scored": None, "refusal": _refusal(_with_player(table, mark), 0)}


def _with_player(table: SessionState, mark: Mark) -> SessionState:
    """Return a state in which an automatic player, not a person, is to move."""
    return table.with_player(mark, PLAYERS[0]).with_player(opponent(mark), "human")


def _refusal(table: SessionState, cell: int, ply: int | None = None) -> tuple[str, str]:
    """Return the code and the text of the answer to a refused move."""
    seen = {"round": table.round, "ply": table.game.move_count if ply is None else ply}
    request = {"kind": "play", "cell": cell, "request": "r", "client": "c", **seen}
    accepted: list[SessionState] = []
    refusal = board_request.carry_out(request, table, accepted.append)
    assert not accepted, "the move must be refused"  # noqa: S101 - the build ends there
    return refusal


def _choices(name: str, games: list[Game]) -> Iterator[tuple[int, ...]]:
    """Yield a player's choices in each game, repeated to get the same number in all games."""
    asked = [_move_groups(name, game) for game in games]
    most = lcm(*map(len, asked))
    for game, ways in zip(games, asked, strict=True):
        everywhere = {*game.legal_moves}
        among = (0 if {*way} == everywhere else sum(1 << cell for cell in way) for way in ways)
        yield (*among,) * (most // len(ways))


def _move_groups(name: str, game: Game) -> MoveGroups:
    """Return the move groups from which a player chooses at random."""
    if name in RANDOM_POLICIES:
        return RANDOM_POLICIES[name](game)
    ask = player(name, seed=1)
    return (tuple({ask(game) for _ in range(DRAWS)}),)
