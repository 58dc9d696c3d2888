"""Saving of a table as JSON values, and restoring it later."""

from collections.abc import Collection
from typing import Any, TypeVar

from tictactoe_widget.players.named import PLAYERS
from tictactoe_widget.rules.base import MARKS, PLAIN_NAMES, Mark, Rules
from tictactoe_widget.rules.errors import shown
from tictactoe_widget.rules.game import Game, list_plies
from tictactoe_widget.rules.named import find_rules, rules_name

from .seats import HUMAN, Seat, merge_names, resolve_seat
from .table import NO_SCORES, Scores, Table
from .watching import Watching

VERSION = 1
"""Version of the format of saved tables."""

LARGEST_COUNT = 10**9
"""Largest round and score of a saved table; far below `LARGEST_NUMBER` of the protocol."""

PARTS = (
    *("version", "rules", "moves", "round", "scores", "names", "players", "hints"),
    *("start", "practice", "resigned", "paused", "pace"),
)
"""The parts of a saved table; those of the first line are always there."""

Saved = dict[str, Any]
"""JSON values of a saved table, by the names in `PARTS`."""

_Value = TypeVar("_Value")


def save(table: Table) -> Saved:
    """Return a table as JSON values, from which `restore` rebuilds it.

    Functions cannot be saved: their seats are saved as a person's. Only scores under
    rules with a name are saved. ``start`` is the position before the first of the
    moves, as text, and left out where that is the empty board; ``practice`` is left
    out where the round is scored, ``resigned`` (the mark of who did) where nobody
    resigned, ``paused`` where nothing is, ``pace`` where it is
    ``"normal"``.

    Raises
    ------
    ValueError
        When the rules of the round have no name that `find_rules` reads.
    """
    if not _has_name(table.rules):
        raise ValueError(
            "only rules with a name that find_rules reads can be saved, "
            f"not {shown(table.rules)}"
        )
    start = {"start": table.games[0].to_text()} if table.games[0].move_count else {}
    practice = {"practice": True} if table.is_practice else {}
    resigned = {} if table.resigned is None else {"resigned": table.resigned}
    watching = table.watching
    are_named = all(seat.is_named for seat in table.seats.values())
    paused = {"paused": True} if watching.is_paused and are_named else {}
    pace = {"pace": watching.pace} if watching.pace != Watching().pace else {}
    return {
        "version": VERSION,
        "rules": rules_name(table.rules),
        **start,
        "moves": list(table.game.moves),
        **practice,
        **resigned,
        "round": table.round,
        "scores": {
            rules_name(rules): dict(scores)
            for rules, scores in table.scores.items()
            if _has_name(rules)
        },
        "names": dict(table.names),
        "players": {
            mark: seat.name if seat.is_named else HUMAN for mark, seat in table.seats.items()
        },
        "hints": table.hints,
        **paused,
        **pace,
    }


def restore(saved: object) -> Table:
    """Rebuild a table from what `save` returned.

    Parameters
    ----------
    saved : dict
        Exactly the fields that `save` writes. It is not trusted: everything in it is
        checked.

    Raises
    ------
    ValueError
        When `saved` is damaged or of another version; the message says where.
    """
    if type(saved) is not dict or not _is_known_version(saved.get("version")):
        raise ValueError(f"the saved game is not one of version {VERSION}")
    try:
        return _restore(saved)
    except ValueError as error:
        raise ValueError(f"the saved game is damaged: {error}") from None


def _is_known_version(version: object) -> bool:
    return type(version) is int and version == VERSION


def _has_name(rules: Rules) -> bool:
    """Return whether `find_rules` finds the rules by their name."""
    try:
        return find_rules(rules_name(rules)) == rules
    except ValueError:
        return False


def _restore(saved: dict[Any, Any]) -> Table:
    _check_parts(saved, PARTS)
    rules = find_rules(_read(saved, "rules", str))
    players = _read(saved, "players", dict)
    _check_parts(players, MARKS)
    games = list_plies(_read_game(saved, rules))
    practice = "practice" in saved and _read(saved, "practice", bool)
    table = Table(
        games=games,
        is_practice=practice or games[0].move_count > 0,
        round=_read_count(saved, "round", least=1),
        scores=_read_scores(_read(saved, "scores", dict)),
        names=merge_names(PLAIN_NAMES, _read(saved, "names", dict)),
        seats={mark: _read_seat(players, mark, rules) for mark in MARKS},
        hints=_read(saved, "hints", bool),
        resigned=_read_resigned(saved, games[-1]),
    )
    if "pace" in saved:
        table = table.with_pace(_read(saved, "pace", str))
    if "paused" in saved and _read(saved, "paused", bool):
        table = table.with_pause(on=True)
    return table


def _read_game(saved: dict[Any, Any], rules: Rules) -> Game:
    cells = _read(saved, "moves", list)
    for cell in cells:
        _check_type(cell, int, "each of moves")
    if "start" not in saved:
        return Game(rules, cells)
    return Game.from_text(_read(saved, "start", str), rules, cells)


def _read_resigned(saved: dict[Any, Any], game: Game) -> Mark | None:
    if "resigned" not in saved:
        return None
    mark = _read(saved, "resigned", str)
    if game.is_over or mark != game.current_player:
        raise ValueError(f"resigned must be the mark of the player to move, not {shown(mark)}")
    return game.current_player


def _read_scores(saved: dict[Any, Any]) -> dict[Rules, Scores]:
    scores: dict[Rules, Scores] = {}
    for name, counts in saved.items():
        rules = find_rules(_check_type(name, str, "each key of scores"))
        _check_parts(_check_type(counts, dict, f"scores of {name}"), NO_SCORES)
        scores[rules] = {who: _read_count(counts, who, least=0) for who in NO_SCORES}
    return scores


def _read_seat(players: dict[Any, Any], mark: Mark, rules: Rules) -> Seat:
    who = _read(players, mark, str)
    if who not in (HUMAN, *PLAYERS):
        choices = ", ".join((HUMAN, *PLAYERS))
        raise ValueError(f"the player of {mark} must be one of {choices}, not {shown(who)}")
    return resolve_seat(who, rules)


def _read_count(saved: dict[Any, Any], part: str, least: int) -> int:
    count = _read(saved, part, int)
    if not least <= count <= LARGEST_COUNT:
        raise ValueError(f"{part} must be from {least} to {LARGEST_COUNT}, not {shown(count)}")
    return count


def _check_parts(saved: dict[Any, Any], known: Collection[str]) -> None:
    for part in saved:
        if part not in known:
            raise ValueError(f"{shown(part)} is not a part of it")


def _read(saved: dict[Any, Any], part: str, kind: type[_Value]) -> _Value:
    if part not in saved:
        raise ValueError(f"{part} is missing")
    return _check_type(saved[part], kind, part)


def _check_type(value: object, kind: type[_Value], part: str) -> _Value:
    """Return a value of exactly the type `kind`: a bool does not pass for an int."""
    if type(value) is not kind:
        raise ValueError(f"{part} must be {_TYPES[kind]}, not {shown(value)}")
    return value


_TYPES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
"""Names of types in error messages."""
