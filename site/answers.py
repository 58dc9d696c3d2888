"""Writes down what Python says of every position of the standard rules.

The page answers from that until Python is there. It knows no rule: it looks up a position by
its marks. A name of a player stands in the texts as one of `NAMES`.
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
"""What stands for the name of a player."""
PLAYERS = (*RANDOM_POLICIES, "perfect")
"""Players whose moves are written down."""
DRAWS = 64
"""Number of times that "perfect" is asked in a position: all that it may play is among that."""
VIEWED = (
    *("current_player", "winning_lines", "message", "guide"),
    *("winner", "is_draw", "is_over", "status", "working"),
)
"""Parts of a view that depend on the position alone, but for its marks and its moves."""
FIRST_LETTER = ord("0")
"""Code of the letter that stands for 0 where numbers are written as letters."""


def write_answers(path: Path) -> None:
    """Write the answers to a file, as gzipped JSON."""
    text = json.dumps(collect_answers(), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def collect_answers() -> dict[str, Any]:
    """Collect the answers as JSON values.

    Returns
    -------
    dict
        ``saved``, a new table as it is saved. ``outcomes``, what is said of a position, each
        once. ``positions``, a letter for each way to fill nine cells, which stands for the
        outcome there, or a space where no game leads: a cell counts 0 where it is free, 1
        with an X, 2 with an O, the first cell once, the next three times as much, and so on.
        ``choices``, a letter for each position of a game that goes on, in that order, which
        stands for what the players choose from there; ``players``, by their names their ways
        to choose, each as likely: a letter for each of that, which is the cells, as the sum
        of their powers of 2, and 0 for all free ones.
        ``taken``, ``back`` and ``stale``, each the code and the text of a
        refusal: of a cell that is taken, while one looks back, and of a board that has
        changed since.
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
        "stale": _refusal(moved, 0, ply=0),
    }


def _start() -> SessionState:
    return restore_state({**Session().save(), "names": NAMES})


def _walk(start: SessionState) -> Iterator[SessionState]:
    """Yield a table for each position, by the moves that lead there first."""
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
    """Return what is said of a position, and how a move there is refused, if it is."""
    view = view_state(table)
    outcome = {name: view[name] for name in VIEWED}
    if table.game.is_over:
        (scored,) = [who for who in NO_SCORES if view["scores"][who]]
        return {**outcome, "scored": scored, "refusal": _refusal(table, 0)}
    mark = table.game.current_player
    return {**outcome, "scored": None, "refusal": _refusal(_with_player(table, mark), 0)}


def _with_player(table: SessionState, mark: Mark) -> SessionState:
    """Return a table at which a player, not a person, is to move."""
    return table.with_player(mark, PLAYERS[0]).with_player(opponent(mark), "human")


def _refusal(table: SessionState, cell: int, ply: int | None = None) -> tuple[str, str]:
    """Return the code and the text by which a move is refused."""
    seen = {"round": table.round, "ply": table.game.move_count if ply is None else ply}
    request = {"kind": "play", "cell": cell, "request": "r", "client": "c", **seen}
    accepted: list[SessionState] = []
    refusal = board_request.carry_out(request, table, accepted.append)
    assert not accepted, "a move that was to be refused"  # noqa: S101 - the build ends there
    return refusal


def _choices(name: str, games: list[Game]) -> Iterator[tuple[int, ...]]:
    """Yield the cells that a player chooses from in each game, in as many ways for each."""
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
