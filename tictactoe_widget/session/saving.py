"""A table as JSON, to be kept by a page and set up again later."""

from collections.abc import Mapping
from typing import Any

from tictactoe_widget.players.named import PLAYERS
from tictactoe_widget.rules.base import Mark
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.named import NAMED, rules_name

from .table import (
    HUMAN,
    MARKS,
    NO_SCORES,
    PLAIN_NAMES,
    Seat,
    State,
    Table,
    merge_names,
    take_seat,
)

VERSION = 1
"""Of the form in which tables are saved."""


def save(table: Table) -> State:
    """Return what is to be kept of a table, as JSON values.

    Functions cannot be kept: their seats are saved as a person's. Scores are kept of
    the rules that go by a name.

    Raises
    ------
    ValueError
        When the rules of the round go by no name.
    """
    name = rules_name(table.rules)
    if name not in NAMED:
        raise ValueError(f"only rules that go by a name can be saved, not {name}")
    return {
        "version": VERSION,
        "rules": name,
        "moves": list(table.game.moves),
        "round": table.round,
        "scores": {
            rules_name(rules): dict(scores)
            for rules, scores in table.scores.items()
            if rules_name(rules) in NAMED
        },
        "names": dict(table.names),
        "players": {
            mark: seat.name if seat.is_named else HUMAN for mark, seat in table.seats.items()
        },
        "hints": table.hints,
    }


def restore(saved: object) -> Table:
    """Set a table up from what `save` returned.

    Raises
    ------
    ValueError
        When `saved` is damaged or of another version; the message says where.
    """
    if not isinstance(saved, Mapping) or saved.get("version") != VERSION:
        raise ValueError(f"the saved game is not one of version {VERSION}")
    try:
        return _restore(saved)
    except KeyError as error:
        raise ValueError(
            f"the saved game is damaged: {error} is missing or not known"
        ) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"the saved game is damaged: {error}") from None


def _restore(saved: Mapping[str, Any]) -> Table:
    rules = NAMED[saved["rules"]]
    games = [Game(rules)]
    for cell in saved["moves"]:
        games.append(games[-1].play(cell))
    seats: dict[Mark, Seat] = {
        mark: take_seat(_one_of((HUMAN, *PLAYERS), saved["players"][mark]), rules)
        for mark in MARKS
    }
    return Table(
        games=tuple(games),
        round=_count(saved["round"], 1),
        scores={
            NAMED[name]: {who: _count(scores[who], 0) for who in NO_SCORES}
            for name, scores in saved["scores"].items()
        },
        names=merge_names(PLAIN_NAMES, saved["names"]),
        seats=seats,
        hints=_one_of((True, False), saved["hints"]),
    )


def _count(value: object, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"{value!r} is no count from {least}")
    return value


def _one_of(accepted: tuple[Any, ...], value: object) -> Any:
    if not any(type(value) is type(one) and value == one for one in accepted):
        raise ValueError(f"{value!r} is none of {accepted}")
    return value
