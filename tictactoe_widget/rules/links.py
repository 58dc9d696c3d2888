"""Games as JSON values and as links: written, and read back from anybody.

A link is a line of text that stands in an address after ``#``: the parts of a game,
``rules=4x4&moves=a1,b2``, the moves by the names of their cells. Links to a table have
further parts, which say who plays.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar
from urllib.parse import parse_qsl, quote

from .errors import IllegalMoveError, InvalidInputError, OutOfBoardError, brief
from .mnk import STANDARD
from .names import find_rules, has_name, rules_name
from .notation import parse_position, position_name
from .rules import Rules
from .untrusted import check_parts, check_type, read_part

LONGEST_LINK = 3000
"""Greatest length of a link that is read, in characters; every board fits."""

GAME_PARTS = ("rules", "start", "moves")
"""The parts of a game, in JSON values and in links; ``start`` may be missing."""

TABLE_PARTS = ("resigned", "x", "o")
"""The parts of a link that say who resigned and who plays; they are no part of a game."""


class GameLike(Protocol):
    """The part of a game that this module needs, so that `Game` can be made of it."""

    def __init__(self, rules: Rules) -> None: ...

    @property
    def rules(self) -> Rules:
        """Rules of the game."""

    @property
    def moves(self) -> tuple[int, ...]:
        """Cells played so far, in order."""

    @property
    def start(self) -> str | None:
        """Position that was set up before the first move, as text, or None."""

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> Self:
        """Return the game that begins from a position."""

    def play(self, cell: int) -> Self:
        """Return the game after a move."""


_Game = TypeVar("_Game", bound=GameLike)


class Fault(NamedTuple):
    """Fault of a link."""

    what: str
    """What is wrong, as a sentence without its stop."""
    consequence: str = ""
    """What is done about it by who reads on, in the same form."""

    def __str__(self) -> str:
        return f"{': '.join(filter(None, self))}."


class Portable:
    """The methods of a game that write it down and read it back."""

    __slots__ = ()

    def to_dict(self: GameLike) -> dict[str, Any]:
        """Return the game as JSON values, which `from_dict` reads.

        Returns
        -------
        dict
            ``rules``, their name; ``start``, the position that was set up before the
            first move, as text, where one was; ``moves``, the cells played since.

        Raises
        ------
        ValueError
            When the rules have no name that `find_rules` reads.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> Game("4x4", moves=(5, 0)).to_dict()
        {'rules': '4x4', 'moves': [5, 0]}
        """
        start = {} if self.start is None else {"start": self.start}
        return {"rules": _name(self.rules), **start, "moves": list(self.moves)}

    @classmethod
    def from_dict(cls: type[_Game], parts: object) -> _Game:  # noqa: PYI019 - see GameLike
        """Return the game that `to_dict` wrote.

        Parameters
        ----------
        parts : dict
            What `to_dict` returned. It is not trusted: everything in it is checked.

        Raises
        ------
        ValueError
            When it is damaged, or has a move that cannot be made; the message says
            what is wrong.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> Game.from_dict({"rules": "4x4", "moves": [5, 0]})
        Game(MNK(rows=4, columns=4, k=4, misere=False), moves=(5, 0))
        >>> Game.from_dict({"rules": "standard", "moves": [4, 4]})
        Traceback (most recent call last):
            ...
        ValueError: move 2, cell 4, cannot be made: Position already taken
        """
        parts = check_type(parts, dict, "a game")
        check_parts(parts, GAME_PARTS)
        rules = find_rules(read_part(parts, "rules", str))
        start = read_part(parts, "start", str) if "start" in parts else None
        game = _begin(cls, rules, start)
        for number, cell in enumerate(read_part(parts, "moves", list), start=1):
            check_type(cell, int, "each of moves")
            try:
                game = game.play(cell)
            except IllegalMoveError as error:
                raise ValueError(
                    f"move {number}, cell {brief(cell)}, cannot be made: {error}"
                ) from None
        return game

    def to_link(self: GameLike) -> str:
        """Return the game as a line of text, which `from_link` reads.

        On the project's page it opens the game when it stands in the address after
        ``#``. Moves are written by the names that people see.

        Raises
        ------
        ValueError
            When the rules have no name that `find_rules` reads.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> Game("4x4", moves=(5, 0)).to_link()
        'rules=4x4&moves=b2,a1'
        """
        return join_link(write_parts(_name(self.rules), self.start, self.moves))

    @classmethod
    def from_link(cls: type[_Game], link: str) -> _Game:  # noqa: PYI019 - see GameLike
        """Return the game of a link: one of `to_link`, or one that the page shared.

        Parameters
        ----------
        link : str
            The link, or the whole address whose part after ``#`` it is. Who plays,
            which a link of the page may say too, is not part of a game.

        Raises
        ------
        TypeError
            When `link` is not a str.
        ValueError
            When it is damaged; the message says where.

        Examples
        --------
        >>> from tictactoe_widget import Game
        >>> Game.from_link("rules=4x4&moves=b2,a1&o=casual").moves
        (5, 0)
        >>> Game.from_link("moves=5,5")
        Traceback (most recent call last):
            ...
        ValueError: Move 2 of the link, 5, cannot be made (Position already taken)
        """
        if not isinstance(link, str):
            raise TypeError(f"link must be a str, not {brief(link)}")
        parts, faults = split_link(link.rpartition("#")[2], (*GAME_PARTS, *TABLE_PARTS))
        game = read_game(parts, cls, faults)
        if faults:
            raise ValueError(faults[0].what)
        return game


def write_parts(rules: str, start: str | None, moves: Sequence[int]) -> dict[str, str]:
    """Return the parts of a link to a game, by name; an empty one is left out of a link."""
    names = (position_name(cell, rules) for cell in moves)
    return {"rules": rules, "start": start or "", "moves": ",".join(names)}


def join_link(parts: dict[str, str]) -> str:
    """Return the link that has these parts."""
    return "&".join(
        f"{name}={quote(value, safe='/.,:')}" for name, value in parts.items() if value
    )


def split_link(link: str, known: Sequence[str]) -> tuple[dict[str, str], list[Fault]]:
    """Split a link, which may say anything, into its parts; return them and the faults."""
    parts: dict[str, str] = {}
    faults = []
    if len(link) > LONGEST_LINK:
        return {}, [Fault(f"The link is too long to be read, at {len(link):,} characters")]
    for name, value in parse_qsl(link, keep_blank_values=True):
        if name not in known:
            faults.append(Fault(f"The link has a part that is not known, {named(name)}"))
        elif name in parts:
            faults.append(Fault(f"The link says {name} twice", "the first counts"))
        else:
            parts[name] = value
    return parts, faults


def read_game(parts: dict[str, str], kind: type[_Game], faults: list[Fault]) -> _Game:
    """Return the game that the parts of a link say, as far as it can be read.

    Parameters
    ----------
    parts : dict of str
        Parts of the link by name, without those that were damaged.
    kind : type
        `Game`.
    faults : list of Fault
        Grows by what is damaged.
    """
    # Without the rules or the position where it began, moves mean nothing.
    try:
        rules = find_rules(parts.get("rules", "standard"))
    except ValueError:
        what = f"The rules of the link, {named(parts['rules'])}, are not known"
        faults.append(Fault(what, "a new game of tic-tac-toe begins instead"))
        return _begin(kind, STANDARD, None)
    try:
        game = _begin(kind, rules, parts.get("start") or None)
    except ValueError as error:
        what = f"The position of the link cannot be read ({error})"
        faults.append(Fault(what, "a new game begins instead"))
        return _begin(kind, rules, None)
    moves = parts.get("moves", "")
    for number, name in enumerate(moves.split(",") if moves else (), start=1):
        try:
            game = game.play(parse_position(name, game.rules))
        except (InvalidInputError, OutOfBoardError):
            reason = "is not a cell"
        except IllegalMoveError as error:
            reason = f"cannot be made ({error})"
        else:
            continue
        what = f"Move {number} of the link, {named(name)}, {reason}"
        faults.append(Fault(what, "the game stops before it"))
        break
    return game


def named(text: str) -> str:
    """Return a word of a link as a message names it: in quotes unless it is plain."""
    return text if text.isascii() and text.isalnum() and len(text) < 20 else brief(text)


def _begin(kind: type[_Game], rules: Rules, start: str | None) -> _Game:
    return kind(rules) if start is None else kind.from_text(start, rules)


def _name(rules: Rules) -> str:
    if not has_name(rules):
        raise ValueError(
            f"only rules with a name that find_rules reads can be saved, not {brief(rules)}"
        )
    return rules_name(rules)
