"""Functions that write games as JSON values and links, and read them from untrusted input.

In this module, a link is the part of an address after ``#``, such as ``rules=4x4&moves=a1,b2``.
The link contains the rules, the moves and, if the game began from a set-up position, that
position. A link to a session can also contain the players' names.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote

from tictactoe_widget.texts import _, format_number, join_sentences
from tictactoe_widget.validation import brief, check_kind, check_parts, check_type, read_part

from .errors import IllegalMoveError, InvalidInputError, OutOfBoardError
from .mnk import STANDARD
from .names import find_rules, has_name
from .notation import name_moves, parse_move
from .rules import Rules
from .state import State

LONGEST_LINK = 3000
"""Maximum length of a link, in characters.

Every game fits in a link of this length, except long games in which marks vanish.
"""

GAME_PARTS = ("rules", "start", "moves")
"""Keys that describe a game in JSON and in links. The key ``start`` is optional."""

TABLE_PARTS = ("resigned", "x", "o")
"""Link keys for data that is not part of a game: a resignation and the players' names."""


class WrittenGame(NamedTuple):
    """Game that is read from, or written to, JSON or a link. All its moves are legal."""

    rules: Rules
    """Rules of the game."""
    start: str | None
    """Position set up before the first move, as text, or None for the empty board."""
    moves: tuple[int, ...]
    """Moves made from the starting position, from the first to the last."""


class LinkFault(NamedTuple):
    """Error found in a link, and its effect."""

    what: str
    """Description of the error, as a sentence."""
    consequence: str = ""
    """Sentence about the effect of the error, such as "Only the first one counts."."""

    def __str__(self) -> str:
        return join_sentences(*self)


def game_to_dict(game: WrittenGame) -> dict[str, Any]:
    """Return the game as a JSON-serializable dict (see `Game.to_dict`)."""
    start = {} if game.start is None else {"start": game.start}
    return {"rules": name_of_saved_rules(game.rules), **start, "moves": list(game.moves)}


def game_from_dict(parts: object) -> WrittenGame:
    """Return the game from a dict that `game_to_dict` created (see `Game.from_dict`).

    Raises
    ------
    ValueError
        If the dict is damaged or contains an illegal move.
    """
    parts = check_type(parts, dict, "a game")
    check_parts(parts, GAME_PARTS)
    rules = find_rules(read_part(parts, "rules", str))
    start = read_part(parts, "start", str) if "start" in parts else None
    state = _begin(rules, start)
    cells = tuple(read_part(parts, "moves", list))
    for number, cell in enumerate(cells, start=1):
        check_type(cell, int, "each move")
        try:
            state = _after(rules, state, cell)
        except IllegalMoveError as error:
            raise ValueError(
                f"move {number} (cell {brief(cell)}) must be legal: {error}"
            ) from None
    return WrittenGame(rules, start, cells)


def game_to_link(game: WrittenGame) -> str:
    """Return the game as link text (see `Game.to_link`)."""
    link = join_link(write_link_parts(name_of_saved_rules(game.rules), game.start, game.moves))
    if len(link) > LONGEST_LINK:
        raise ValueError(
            f"the link must have at most {LONGEST_LINK:,} characters, not {len(link):,}: save "
            "the game with to_dict() instead"
        )
    return link


def game_from_link(link: str) -> WrittenGame:
    """Return the game encoded in a link (see `Game.from_link`).

    Raises
    ------
    TypeError
        If `link` is not a str.
    ValueError
        If the link is damaged.
    """
    check_kind(link, "link", str)
    parts, faults = split_link(link.rpartition("#")[2], (*GAME_PARTS, *TABLE_PARTS))
    game = read_linked_game(parts, faults)
    if faults:
        raise ValueError(faults[0].what)
    return game


def write_link_parts(rules: str, start: str | None, moves: Sequence[int]) -> dict[str, str]:
    """Return the key-value pairs for a link to a game, with ``""`` for unused keys."""
    found = find_rules(rules)
    begin = _begin(found, start) if found.can_slide else None
    names = name_moves(moves, found, begin)
    return {"rules": rules, "start": start or "", "moves": ",".join(names)}


def join_link(parts: dict[str, str]) -> str:
    """Combine a link's key-value pairs into its text."""
    return "&".join(
        f"{name}={quote(value, safe='/.,:=')}" for name, value in parts.items() if value
    )


def split_link(link: str, known: Sequence[str]) -> tuple[dict[str, str], list[LinkFault]]:
    """Split an untrusted link into key-value pairs, and return them with a list of errors."""
    parts: dict[str, str] = {}
    faults = []
    if len(link) > LONGEST_LINK:
        count = format_number(len(link))
        return {}, [
            LinkFault(_("The link is too long. It has {count} characters.", count=count))
        ]
    for name, value in parse_qsl(link, keep_blank_values=True):
        if name not in known:
            what = _("The link has an unknown part: {part}.", part=name_link_word(name))
            faults.append(LinkFault(what))
        elif name in parts:
            what = _("The link contains {part} twice.", part=name)
            faults.append(LinkFault(what, _("Only the first one counts.")))
        else:
            parts[name] = value
    return parts, faults


def read_linked_game(parts: dict[str, str], faults: list[LinkFault]) -> WrittenGame:
    """Return the game described by a link, up to the first unreadable move.

    Parameters
    ----------
    parts : dict of str
        Undamaged key-value pairs from the link.
    faults : list of LinkFault
        List to which the function adds any errors that it finds.
    """
    # Moves mean nothing without the rules and the position in which the game began.
    try:
        rules = find_rules(parts.get("rules", "standard"))
    except ValueError:
        unknown = name_link_word(parts["rules"])
        what = _("The link has unknown rules: {rules}.", rules=unknown)
        faults.append(LinkFault(what, _("A game of tic-tac-toe begins instead.")))
        return WrittenGame(STANDARD, None, ())
    start = parts.get("start") or None
    try:
        state = _begin(rules, start)
    except ValueError as error:
        what = _("The position in the link can't be read ({reason}).", reason=error)
        faults.append(LinkFault(what, _("A new game begins instead.")))
        return WrittenGame(rules, None, ())
    cells: list[int] = []
    moves = parts.get("moves", "")
    for number, name in enumerate(moves.split(",") if moves else (), start=1):
        try:
            cell = parse_move(name, rules, state)
            state = _after(rules, state, cell)
        except (InvalidInputError, OutOfBoardError):
            what = _(
                "Move {number} in the link, {square}, is not a square.",
                number=number,
                square=name_link_word(name),
            )
        except IllegalMoveError as error:
            what = _(
                "Move {number} in the link, {square}, can't be made ({reason}).",
                number=number,
                square=name_link_word(name),
                reason=error,
            )
        else:
            cells.append(cell)
            continue
        faults.append(LinkFault(what, _("The game stops before this move.")))
        break
    return WrittenGame(rules, start, tuple(cells))


def name_link_word(text: str) -> str:
    """Return a word from a link for use in messages, quoted unless it is short and plain."""
    return text if text.isascii() and text.isalnum() and len(text) < 20 else brief(text)


def _begin(rules: Rules, start: str | None) -> State:
    return rules.initial_state if start is None else rules.from_text(start)


def _after(rules: Rules, state: State, cell: int) -> State:
    if cell not in state.legal_moves:
        raise rules.refusal(state, cell)
    return rules.advance(state, cell)


def name_of_saved_rules(rules: Rules) -> str:
    """Return the name of the rules to store in a saved game.

    Raises
    ------
    ValueError
        If `find_rules` can't read the name.
    """
    if not has_name(rules):
        raise ValueError(f"rules must have a name that find_rules can read, not {brief(rules)}")
    return rules.name
