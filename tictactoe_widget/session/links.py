"""Links to a table: the part of an address after ``#`` that says how a game stands.

``rules=4x4&moves=a1,b2&o=casual`` is one. It has the parts of the game
(`tictactoe_widget.rules.portable`), who resigned (``resigned``), and the named players
(``x``, ``o``); people's names are left out.
"""

from dataclasses import dataclass

from tictactoe_widget.players.named import PLAYERS, player_choices
from tictactoe_widget.rules.base import MARKS, PLAIN_NAMES, Rules
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.portable import (
    GAME_PARTS,
    TABLE_PARTS,
    Fault,
    join_link,
    named,
    read_game,
    split_link,
    write_parts,
)

from .saving import VERSION, Saved
from .seats import HUMAN


@dataclass(frozen=True)
class LinkedGame:
    """Game that a link says, with the faults of the link."""

    saved: Saved
    """Table as `Session.restore` takes it."""
    faults: tuple[str, ...] = ()
    """Sentences on what is damaged in the link and was left out."""


def write_link(saved: Saved) -> str:
    """Return the link to a table that was saved.

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
    players = saved["players"]
    seats = {mark.lower(): who for mark, who in players.items() if who != HUMAN}
    game = write_parts(saved["rules"], saved.get("start"), saved["moves"])
    return join_link(game | {"resigned": saved.get("resigned", "")} | seats)


def read_link(link: str) -> LinkedGame:
    """Read a link, which may say anything; what is damaged is left out and named.

    Examples
    --------
    >>> read_link("rules=4x4&moves=a1,z9,b2").faults
    ('Move 2 of the link, z9, is not a cell: the game stops before it.',)
    """
    parts, faults = split_link(link, (*GAME_PARTS, *TABLE_PARTS))
    game = read_game(parts, Game, faults)
    resigned = _read_resigned(parts, game, faults)
    saved = _save(game, _read_players(parts, game.rules, faults))
    return LinkedGame(saved | resigned, tuple(map(str, faults)))


def _read_resigned(parts: dict[str, str], game: Game, faults: list[Fault]) -> Saved:
    """Return who resigned, as a part of a saved table."""
    mark = parts.get("resigned", "")
    if not mark or faults:  # a game that stops before its end was not resigned there
        return {}
    if game.is_over or mark != game.current_player:
        faults.append(Fault(f"The link says that {named(mark)} resigned, who is not to move"))
        return {}
    return {"resigned": mark}


def _read_players(parts: dict[str, str], rules: Rules, faults: list[Fault]) -> dict[str, str]:
    """Return the players by mark."""
    players: dict[str, str] = {}
    for mark in MARKS:
        who = parts.get(mark.lower(), HUMAN)
        if who in (HUMAN, *player_choices(rules)):
            players[mark] = who
            continue
        reason = "cannot play by these rules" if who in PLAYERS else "is not known"
        what = f"The link has {named(who)} play {mark}, who {reason}"
        faults.append(Fault(what, f"a person plays {mark}"))
    return players


def _save(game: Game, players: dict[str, str]) -> Saved:
    """Return a table of people without names, on which this game is played."""
    return {
        "version": VERSION,
        **game.to_dict(),
        "round": 1,
        "scores": {},
        "names": dict(PLAIN_NAMES),
        "players": {mark: players.get(mark, HUMAN) for mark in MARKS},
        "hints": False,
    }
