"""Write Python's answers in every position of the standard rules.

The page answers from them until Python is ready. The page knows no rules: it looks up a
position by its marks. In the texts, `NAMES` replaces the names of the players.
"""

import gzip
import json
from collections.abc import Iterator
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

NAMES = {"X": "«X", "O": "«O"}
"""Placeholders for the names of the players."""
PLAYERS = (*RANDOM_POLICIES, "perfect")
"""Players with recorded moves."""
DRAWS = 64
"""Number of times that "perfect" moves in a position, which is enough to see all of its
moves."""
VIEWED = (
    *("current_player", "winning_lines", "message", "guide"),
    *("winner", "is_draw", "is_over", "status", "working"),
)
"""Parts of a view that depend only on the position, without its marks and moves."""
FIRST_LETTER = ord("0")
"""Code of the letter for 0 in numbers that are written as letters."""


def write_answers(path: Path) -> None:
    """Write the answers to a file, as gzipped JSON."""
    text = json.dumps(collect_answers(), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def collect_answers() -> dict[str, Any]:
    """Collect the answers as JSON values.

    Returns
    -------
    dict
        The dict has these items:

        * ``saved``, a new session state in its saved form.
        * ``outcomes``, the distinct descriptions of positions.
        * ``positions``, a letter for each way to fill nine cells, which is the number of the
          outcome there, or a space if no game leads there. A free cell counts 0, an X 1 and an
          O 2. The factor of the first cell is 1, and that of each further cell is three times
          the last factor.
        * ``choices``, a letter for each position of an unfinished game, in that order, which is
          the number of the players' choices there.
        * ``players``, by name, the ways to choose of each player, which are equally likely.
          Each way has a letter for each number in ``choices``: the cells as the sum of their
          powers of 2, or 0 for all free cells.
        * ``taken``, ``back``, ``back_after_end`` and ``stale``, each the code and the text of a
          refusal: of a taken cell, while looking back during or after a game, and of a board
          that has changed since.
    """
    start = _start()
    tables = {_number(table): table for table in _walk(start)}
    numbers = sorted(tables)
    outcomes = {number: _outcome(tables[number]) for number in numbers}
    unlike = list({json.dumps(outcome): outcome for outcome in outcomes.values()}.values())
    letters = [" "] * 3**9
    for number in numbers:
        letters[number] = _letter(unlike.index(outcomes[number]))
    open_games = [tables[number].game for number in numbers if not tables[number].game.is_over]
    choices = list(zip(*(_choices(name, open_games) for name in PLAYERS), strict=True))
    unlike_choices = list(dict.fromkeys(choices))
    moved = start.after_move(0)
    ended = next(table for table in tables.values() if table.game.is_over)
    return {
        "saved": Session().save(),
        "outcomes": unlike,
        "positions": "".join(letters),
        "choices": "".join(_letter(unlike_choices.index(choice)) for choice in choices),
        "players": {
            name: ["".join(map(_letter, way)) for way in zip(*ways, strict=True)]
            for name, ways in zip(PLAYERS, zip(*unlike_choices, strict=True), strict=True)
        },
        "taken": _refusal(moved, 0),
        "back": _refusal(moved.after_looking_back(0), 0),
        "back_after_end": _refusal(ended.after_looking_back(0), 0),
        "stale": _refusal(moved, 0, ply=0),
    }


def _start() -> SessionState:
    return restore_state({**Session().save(), "names": NAMES})


def _walk(start: SessionState) -> Iterator[SessionState]:
    """Yield a state for each position, reached by the first moves that lead there."""
    layer = {start.game.board: start}
    while layer:
        yield from layer.values()
        following = [
            table.after_move(cell) for table in layer.values() for cell in table.legal_moves
        ]
        layer = {table.game.board: table for table in following}


def _number(table: SessionState) -> int:
    """Return the number of a position."""
    return sum(
        (0 if mark is None else 1 + MARKS.index(mark)) * 3**cell
        for cell, mark in enumerate(table.game.board)
    )


def _letter(number: int) -> str:
    return chr(FIRST_LETTER + number)


def _outcome(table: SessionState) -> dict[str, Any]:
    """Return the description of a position, with the refusal of a move there, if any."""
    view = view_state(table)
    outcome = {name: view[name] for name in VIEWED}
    if table.game.is_over:
        (scored,) = [who for who in NO_SCORES if view["scores"][who]]
        return {**outcome, "scored": scored, "refusal": _refusal(table, 0)}
    mark = table.game.current_player
    return {**outcome, "scored": None, "refusal": _refusal(_with_player(table, mark), 0)}


def _with_player(table: SessionState, mark: Mark) -> SessionState:
    """Return a state in which a player, not a person, is to move."""
    return table.with_player(mark, PLAYERS[0]).with_player(opponent(mark), "human")


def _refusal(table: SessionState, cell: int, ply: int | None = None) -> tuple[str, str]:
    """Return the code and the text of the refusal of a move."""
    seen = {"round": table.round, "ply": table.game.move_count if ply is None else ply}
    request = {"kind": "play", "cell": cell, "request": "r", "client": "c", **seen}
    accepted: list[SessionState] = []
    refusal = board_request.carry_out(request, table, accepted.append)
    assert not accepted, "the move must be refused"  # noqa: S101 - the build ends there
    return refusal


def _choices(name: str, games: list[Game]) -> Iterator[tuple[int, ...]]:
    """Yield a player's possible choices in each game, with as many choices for each game."""
    asked = [_move_groups(name, game) for game in games]
    most = lcm(*map(len, asked))
    for game, ways in zip(games, asked, strict=True):
        everywhere = {*game.legal_moves}
        among = (0 if {*way} == everywhere else sum(1 << cell for cell in way) for way in ways)
        yield (*among,) * (most // len(ways))


def _move_groups(name: str, game: Game) -> MoveGroups:
    """Return the move groups that a player draws from."""
    if name in RANDOM_POLICIES:
        return RANDOM_POLICIES[name](game)
    ask = player(name, seed=1)
    return (tuple({ask(game) for _ in range(DRAWS)}),)
