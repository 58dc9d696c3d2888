"""Seats at a table, taken by people, named players and functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.players.builtin import (
    PLAYERS,
    NamedPlayer,
    find_player,
    no_player,
    player,
    player_choices,
)
from tictactoe_widget.players.calling import Player
from tictactoe_widget.players.display_names import check_player_name, describe_player
from tictactoe_widget.rules.marks import FIRST_AND_SECOND, MARKS, PLAIN_NAMES, Mark, opponent
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import brief

ValueT = TypeVar("ValueT")

HUMAN = "human"
"""Name of a seat whose player is a person."""


@dataclass(frozen=True)
class Seat:
    """The player of one mark."""

    name: str = HUMAN
    """``"human"``, the name of one of `PLAYERS`, or that of a function."""
    player: Player | None = None
    """Function that chooses the moves; None for a person."""
    is_named: bool = False
    """True for one of `PLAYERS`, which a saved table can name."""

    @property
    def learns(self) -> bool:
        """True where the player has a method ``learn``, which takes a finished game."""
        try:
            return callable(getattr(self.player, "learn", None))
        except Exception:  # noqa: BLE001 - a property of a player may raise anything
            return False


def check_mark(mark: object) -> Mark:
    """Return `mark` when it is ``"X"`` or ``"O"``; raise an error otherwise.

    Raises
    ------
    TypeError
        When it is not a str.
    ValueError
        When it is another str.
    """
    if not isinstance(mark, str):
        raise TypeError(f"a seat is named by a str, X or O, not {brief(mark)}")
    if mark not in MARKS:
        raise ValueError(f"the seats are X and O, not {brief(mark)}")
    return mark


def resolve_seat(who: str | Player, rules: Rules) -> Seat:
    """Resolve a name or a callable to a `Seat`.

    Raises
    ------
    TypeError
        When `who` is neither a str nor a plain function of a game.
    ValueError
        When no player has that name, it cannot play by these rules, or a part of it
        raises, see `check_player`.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> resolve_seat("human", STANDARD)
    Seat(name='human', player=None, is_named=False)
    >>> resolve_seat("humam", STANDARD)
    Traceback (most recent call last):
        ...
    ValueError: there is no player 'humam' (did you mean 'human'?): choose human, random, \
beginner, casual, keen, regular, skilled, advanced, strong, expert, perfect or a function
    """
    # Callables come first: comparing a player or asking for its class runs its own code.
    if callable(who) or not isinstance(who, str):
        found = find_player(who, rules)
        # By its type: a subclass may play in a way that its name does not tell.
        return Seat(describe_player(found), found, is_named=type(found) is NamedPlayer)
    if who == HUMAN:
        return Seat()
    choices = player_choices(rules)
    if who not in choices:
        raise ValueError(_explain_refusal(who, (HUMAN, *choices)))
    return Seat(who, player(who), is_named=True)


def _explain_refusal(who: str, choices: tuple[str, ...]) -> str:
    fault = f"{who} cannot play by these rules"
    if who not in PLAYERS:
        fault = no_player(who, choices)
    return f"{fault}: choose {', '.join(choices)} or a function"


def _can_play(seat: Seat, rules: Rules) -> bool:
    """Return whether who has a seat can play by `rules`, as people and functions always can."""
    return not seat.is_named or seat.name in player_choices(rules)


def swap_seats(by_mark: Mapping[Any, ValueT]) -> dict[Mark, ValueT]:
    """Return what belongs to X for O, and the other way round.

    >>> swap_seats({"X": 3, "O": 1, "draws": 2})
    {'X': 1, 'O': 3}
    """
    return {mark: by_mark[opponent(mark)] for mark in MARKS}


def find_seat(seats: Mapping[Mark, Seat], mark: Mark, who: str, rules: Rules) -> Seat:
    """Return the seat of who plays already, above all that of `mark`; resolve it otherwise."""
    for seat in (seats[mark], seats[opponent(mark)]):
        if seat.name == who and _can_play(seat, rules):
            return seat
    return resolve_seat(who, rules)


def list_players(
    seats: Mapping[Mark, Seat], names: Mapping[Mark, str]
) -> list[tuple[str, str]]:
    """List who plays X and O, as people see it."""
    return [(seats[mark].name, names[mark]) for mark in MARKS]


def _is_no_name(name: str, mark: Mark) -> bool:
    """Return whether a name is what players are called who have been given none.

    >>> _is_no_name("Player X", "X"), _is_no_name("Second", "O"), _is_no_name("Ada", "X")
    (True, True, False)
    """
    return name in (PLAIN_NAMES[mark], FIRST_AND_SECOND[mark])


def name_players(names: Mapping[Mark, str], rules: Rules) -> dict[Mark, str]:
    """Return what players are called by rules: those without a name as the rules call them.

    >>> from tictactoe_widget.rules.names import find_rules
    >>> name_players({"X": "Ada", "O": "Player O"}, find_rules("wild"))
    {'X': 'Ada', 'O': 'Second'}
    """
    return {
        mark: rules.player_names[mark] if _is_no_name(names[mark], mark) else names[mark]
        for mark in MARKS
    }


def swap_names(names: Mapping[Mark, str]) -> dict[Mark, str]:
    """Return the names of players who change sides; one that is nobody's own stays.

    >>> swap_names({"X": "Ada", "O": "Player O"})
    {'X': 'Player X', 'O': 'Ada'}
    """
    swapped = swap_seats(names)
    for mark, name in swapped.items():
        if _is_no_name(name, opponent(mark)):
            swapped[mark] = PLAIN_NAMES[mark]
    return swapped


def replace_unable_players(
    seats: Mapping[Mark, Seat], rules: Rules
) -> tuple[dict[Mark, Seat], str]:
    """Replace named players that cannot play by `rules` with the strongest that can.

    Returns
    -------
    dict, str
        The seats, and a notice that names those that changed.
    """
    able = dict(seats)
    notices = []
    for mark, seat in seats.items():
        if not _can_play(seat, rules):
            able, notice = replace_player(able, mark, rules)
            notices.append(notice)
    return able, ". ".join(notices)


def replace_player(
    seats: Mapping[Mark, Seat], mark: Mark, rules: Rules
) -> tuple[dict[Mark, Seat], str]:
    """Replace a named player that cannot solve `rules` with the strongest other one.

    Returns
    -------
    dict, str
        The seats, and a notice that names the two players.
    """
    unable = seats[mark].name
    strongest = [name for name in player_choices(rules) if name != unable][-1]
    seat = call_players(mark, rules)
    notice = f"{unable} cannot solve these rules: {strongest} plays {seat}"
    return {**seats, mark: resolve_seat(strongest, rules)}, notice


def merge_names(names: Mapping[Mark, str], new: Mapping[str, str]) -> dict[Mark, str]:
    """Combine the names of both players with new names for some.

    Raises
    ------
    ValueError
        When a key is not a mark or a name cannot be shown; the message says why.

    Examples
    --------
    >>> from tictactoe_widget.rules.marks import PLAIN_NAMES
    >>> merge_names(PLAIN_NAMES, {"O": " Grace  Hopper "})
    {'X': 'Player X', 'O': 'Grace Hopper'}
    """
    if not isinstance(new, Mapping):
        raise ValueError(f'names must be like {{"X": "Ada", "O": "Grace"}}, not {brief(new)}')  # noqa: TRY004 - one error for all that is wrong with names
    given = dict(new)
    for mark in given:
        if mark not in MARKS:
            raise ValueError(f"names are given for X and O, not for {brief(mark)}")
    return {
        mark: check_player_name(given[mark], f"the name of {mark}")
        if mark in given
        else names[mark]
        for mark in MARKS
    }
