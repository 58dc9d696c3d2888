"""Links to a game: the part of an address after ``#`` that says how the game stands.

``rules=4x4&moves=a1,b2&o=casual`` is one. It has the rules, the moves by the names of
their cells, the position where the round began if that was not the empty board
(``start``), who resigned (``resigned``), and the named players (``x``, ``o``); people's
names are left out. ``lesson=forks&step=3`` leads to a step of a lesson, from 1, and
``puzzle=2026-11-22`` to the puzzle of a day.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from tictactoe_widget.classroom.lessons import LESSONS
from tictactoe_widget.players.named import PLAYERS, player_choices
from tictactoe_widget.rules.base import MARKS, PLAIN_NAMES, Rules
from tictactoe_widget.rules.errors import (
    IllegalMoveError,
    InvalidInputError,
    OutOfBoardError,
    shown,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.named import find_rules, rules_name
from tictactoe_widget.rules.notation import parse_position, position_name

from .saving import VERSION, Saved
from .seats import HUMAN
from .teaching import parse_day

LONGEST_LINK = 3000
"""Greatest length of a link that is read, in characters; every board fits."""

_PARTS = ("rules", "start", "moves", "resigned", "x", "o", "lesson", "step", "puzzle")
"""The parts that a link may have, each once."""


@dataclass(frozen=True)
class LinkedGame:
    """Game that a link says, with the faults of the link."""

    saved: Saved
    """Table as `Session.restore` takes it."""
    faults: tuple[str, ...] = ()
    """Sentences on what is damaged in the link and was left out."""


def write_link(saved: Saved) -> str:
    """Return the link to a table that was saved: to its lesson or puzzle, else to its game.

    Parameters
    ----------
    saved : dict
        What `Session.save` returned.

    Examples
    --------
    >>> from tictactoe_widget.session import Session
    >>> session = Session("4x4", names={"X": "Ada"})
    >>> session.play(5)
    >>> session.play(0)
    >>> session.seat("O", "casual")
    >>> write_link(session.save())
    'rules=4x4&moves=b2,a1&o=casual'
    """
    rules = saved["rules"]
    parts = _list_course(saved.get("lesson", {})) or {
        "rules": rules,
        "start": saved.get("start", ""),
        "moves": ",".join(position_name(cell, rules) for cell in saved["moves"]),
        "resigned": saved.get("resigned", ""),
        **{mark.lower(): who for mark, who in saved["players"].items() if who != HUMAN},
    }
    return "&".join(
        f"{name}={quote(value, safe='/.,:')}" for name, value in parts.items() if value
    )


def _list_course(saved: Saved) -> dict[str, str]:
    """Return the parts of a link to a lesson or a puzzle that was saved."""
    if "day" in saved:
        return {"puzzle": saved["day"]}
    if "name" not in saved:
        return {}
    step = saved.get("step", 0) + 1
    return {"lesson": saved["name"], **({"step": str(step)} if step > 1 else {})}


def read_link(link: str) -> LinkedGame:
    """Read a link, which may say anything; what is damaged is left out and named.

    Examples
    --------
    >>> read_link("rules=4x4&moves=a1,z9,b2").faults
    ('Move 2 of the link, z9, is not a cell: the game stops before it.',)
    """
    if len(link) > LONGEST_LINK:
        fault = f"The link is too long to be read, at {len(link):,} characters."
        return LinkedGame(_save(Game(STANDARD), {}), (fault,))
    parts: dict[str, str] = {}
    faults = []
    for name, value in parse_qsl(link, keep_blank_values=True):
        if name not in _PARTS:
            faults.append(f"The link has a part that is not known, {_named(name)}.")
        elif name in parts:
            faults.append(f"The link says {name} twice: the first counts.")
        else:
            parts[name] = value
    game = _read_rules(parts, faults)
    game = _read_moves(parts, game, faults)
    saved = _save(game, _read_players(parts, game.rules, faults))
    saved |= _read_resigned(parts, game, faults)
    return LinkedGame(saved | _read_course(parts, faults), tuple(faults))


def _read_rules(parts: dict[str, str], faults: list[str]) -> Game:
    """Return the game from which the round begins; without it, its moves mean nothing."""
    try:
        rules = find_rules(parts.get("rules", "standard"))
    except ValueError:
        faults.append(
            f"The rules of the link, {_named(parts['rules'])}, are not known: "
            "a new game of tic-tac-toe begins instead."
        )
        parts.pop("moves", None)
        return Game(STANDARD)
    if not parts.get("start"):
        return Game(rules)
    try:
        return Game.from_text(parts["start"], rules)
    except ValueError as error:
        faults.append(
            f"The position of the link cannot be read ({error}): a new game begins instead."
        )
        parts.pop("moves", None)
        return Game(rules)


def _read_moves(parts: dict[str, str], game: Game, faults: list[str]) -> Game:
    """Return the game after the moves, as far as they can be made."""
    for number, name in enumerate(_split(parts.get("moves", "")), start=1):
        try:
            game = game.play(parse_position(name, game))
        except (InvalidInputError, OutOfBoardError):
            reason = "is not a cell"
        except IllegalMoveError as error:
            reason = f"cannot be made ({error})"
        else:
            continue
        faults.append(
            f"Move {number} of the link, {_named(name)}, {reason}: the game stops before it."
        )
        break
    return game


def _read_resigned(parts: dict[str, str], game: Game, faults: list[str]) -> Saved:
    """Return who resigned, as a part of a saved table."""
    mark = parts.get("resigned", "")
    if not mark or faults:  # a game that stops before its end was not resigned there
        return {}
    if game.is_over or mark != game.current_player:
        faults.append(f"The link says that {_named(mark)} resigned, who is not to move.")
        return {}
    return {"resigned": mark}


def _read_course(parts: dict[str, str], faults: list[str]) -> Saved:
    """Return the lesson or the puzzle of the link, as a part of a saved table."""
    if "lesson" in parts and "puzzle" in parts:
        faults.append("The link has a lesson and a puzzle: the lesson counts.")
    if "lesson" in parts:
        return _read_lesson(parts, faults)
    if "step" in parts:
        faults.append("The link has a step and no lesson.")
    if "puzzle" not in parts:
        return {}
    try:
        return {"lesson": {"day": parse_day(parts["puzzle"]).isoformat()}}
    except ValueError as error:
        faults.append(f"The puzzle of the link cannot be opened: {error}.")
        return {}


def _read_lesson(parts: dict[str, str], faults: list[str]) -> Saved:
    name = parts["lesson"]
    if name not in LESSONS:
        known = ", ".join(LESSONS)
        faults.append(f"The lesson of the link, {_named(name)}, is not one of {known}.")
        return {}
    if "step" not in parts:
        return {"lesson": {"name": name}}
    steps = [str(number) for number in range(1, len(LESSONS[name].exercises) + 1)]
    if parts["step"] not in steps:
        step = _named(parts["step"])
        faults.append(f"The lesson of the link has steps 1 to {len(steps)}, not {step}.")
        return {"lesson": {"name": name}}
    return {"lesson": {"name": name, "step": steps.index(parts["step"])}}


def _split(moves: str) -> Iterator[str]:
    if moves:
        yield from moves.split(",")


def _read_players(parts: dict[str, str], rules: Rules, faults: list[str]) -> dict[str, str]:
    """Return the players by mark."""
    players: dict[str, str] = {}
    for mark in MARKS:
        who = parts.get(mark.lower(), HUMAN)
        if who in (HUMAN, *player_choices(rules)):
            players[mark] = who
            continue
        reason = "cannot play by these rules" if who in PLAYERS else "is not known"
        faults.append(
            f"The link has {_named(who)} play {mark}, who {reason}: a person plays {mark}."
        )
    return players


def _named(text: str) -> str:
    """Return a word of the link as a message names it: in quotes unless it is plain."""
    return text if text.isascii() and text.isalnum() and len(text) < 20 else shown(text)


def _save(game: Game, players: dict[str, str]) -> Saved:
    """Return a table of people without names, on which this game is played."""
    start = game.at(0)
    return {
        "version": VERSION,
        "rules": rules_name(game.rules),
        **({"start": start.to_text()} if start.move_count else {}),
        "moves": list(game.moves),
        "round": 1,
        "scores": {},
        "names": dict(PLAIN_NAMES),
        "players": {mark: players.get(mark, HUMAN) for mark in MARKS},
        "hints": False,
    }
