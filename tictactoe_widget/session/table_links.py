"""Links to a table: the part of an address after ``#`` that says how a game stands.

``rules=4x4&moves=a1,b2&o=casual`` is one. It has the parts of the game
(`tictactoe_widget.rules.links`), who resigned (``resigned``), and the named players
(``x``, ``o``); people's names are left out. ``lesson=forks&step=3`` leads to a step of a
lesson, from 1, and ``puzzle=2026-11-22`` to the puzzle of a day.
"""

from dataclasses import dataclass

from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.classroom.lessons import LESSONS
from tictactoe_widget.players.builtin import PLAYERS, player_choices
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.links import (
    GAME_PARTS,
    TABLE_PARTS,
    LinkFault,
    game_to_dict,
    join_link,
    name_link_word,
    read_linked_game,
    split_link,
    write_link_parts,
)
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, PLAIN_NAMES

from .activity import parse_day
from .saving import TABLE_VERSION, Saved
from .table import HUMAN

ACTIVITY_LINK_PARTS = ("lesson", "step", "puzzle")
"""The parts of a link to a lesson or a puzzle."""


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
    if "lesson" in saved:
        return join_link(_write_activity(saved["lesson"]))
    players = saved["players"]
    seats = {mark.lower(): who for mark, who in players.items() if who != HUMAN}
    game = write_link_parts(saved["rules"], saved.get("start"), saved["moves"])
    return join_link(game | {"resigned": saved.get("resigned", "")} | seats)


def _write_activity(saved: Saved) -> dict[str, str]:
    """Return the parts of a link to a lesson or a puzzle that was saved."""
    if "day" in saved:
        return {"puzzle": saved["day"]}
    step = saved.get("step", 0)
    return {"lesson": saved["name"], "step": str(step + 1) if step else ""}


def read_link(link: str) -> LinkedGame:
    """Read a link, which may say anything; what is damaged is left out and named.

    Examples
    --------
    >>> read_link("rules=4x4&moves=a1,z9,b2").faults
    ('Move 2 of the link, z9, is not a cell: the game stops before it.',)
    """
    parts, faults = split_link(link, (*GAME_PARTS, *TABLE_PARTS, *ACTIVITY_LINK_PARTS))
    game = Game.from_dict(game_to_dict(read_linked_game(parts, faults)))
    resigned = _read_resigned(parts, game, faults)
    saved = _save(game, _read_players(parts, game.rules, faults))
    activity = _read_activity(parts, faults)
    return LinkedGame(saved | resigned | activity, tuple(map(str, faults)))


def _read_resigned(parts: dict[str, str], game: Game, faults: list[LinkFault]) -> Saved:
    """Return who resigned, as a part of a saved table."""
    mark = parts.get("resigned", "")
    if not mark or faults:  # a game that stops before its end was not resigned there
        return {}
    if game.is_over or mark != game.current_player:
        faults.append(
            LinkFault(f"The link says that {name_link_word(mark)} resigned, who is not to move")
        )
        return {}
    return {"resigned": mark}


def _read_activity(parts: dict[str, str], faults: list[LinkFault]) -> Saved:
    """Return the lesson or the puzzle of the link, as a part of a saved table."""
    if "lesson" in parts:
        if "puzzle" in parts:
            faults.append(LinkFault("The link has a lesson and a puzzle", "the lesson counts"))
        return _read_lesson(parts, faults)
    if "step" in parts:
        faults.append(LinkFault("The link has a step and no lesson"))
    if "puzzle" not in parts:
        return {}
    try:
        return {"lesson": {"day": parse_day(parts["puzzle"]).isoformat()}}
    except ValueError as error:
        faults.append(LinkFault(f"The puzzle of the link cannot be opened ({error})"))
        return {}


def _read_lesson(parts: dict[str, str], faults: list[LinkFault]) -> Saved:
    name = parts["lesson"]
    if name not in LESSONS:
        choices = ", ".join(LESSONS)
        faults.append(
            LinkFault(f"The lesson of the link, {name_link_word(name)}, is none of {choices}")
        )
        return {}
    if "step" not in parts:
        return {"lesson": {"name": name}}
    steps = [str(number) for number in range(1, len(LESSONS[name].exercises) + 1)]
    if parts["step"] not in steps:
        what = f"Step {name_link_word(parts['step'])} of the link is none of 1 to {len(steps)}"
        faults.append(LinkFault(what, "the lesson goes on where it was left"))
        return {"lesson": {"name": name}}
    return {"lesson": {"name": name, "step": steps.index(parts["step"])}}


def _read_players(
    parts: dict[str, str], rules: Rules, faults: list[LinkFault]
) -> dict[str, str]:
    """Return the players by mark."""
    players: dict[str, str] = {}
    for mark in MARKS:
        who = parts.get(mark.lower(), HUMAN)
        if who in (HUMAN, *player_choices(rules)):
            players[mark] = who
            continue
        reason = "cannot play by these rules" if who in PLAYERS else "is not known"
        seat = call_players(mark, rules)
        what = f"The link has {name_link_word(who)} play {seat}, who {reason}"
        faults.append(LinkFault(what, f"a person plays {seat}"))
    return players


def _save(game: Game, players: dict[str, str]) -> Saved:
    """Return a table of people without names, on which this game is played."""
    return {
        "version": TABLE_VERSION,
        **game.to_dict(),
        "round": 1,
        "scores": {},
        "names": dict(PLAIN_NAMES),
        "players": {mark: players.get(mark, HUMAN) for mark in MARKS},
        "hints": False,
    }
