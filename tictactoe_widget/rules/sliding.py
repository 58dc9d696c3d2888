"""Three men's morris and its relatives: players place a few marks, and then slide them."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal, Self, get_args

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import N_, _, join_list, join_sentences
from tictactoe_widget.validation import check_choice, check_kind

from .errors import CellTakenError, IllegalMoveError
from .mnk import (
    STANDARD,
    LineRules,
    check_turn,
    ended_by_line,
    read_marks,
    seen_by_mover,
    split_turn,
    write_marks,
)
from .rules import Lines, Rules, Symmetries, Symmetry, register_family
from .state import MARKS, Mark, RepeatableState, Result, State, move_bits, opponent

_Diagonals = Literal["none", "long", "all"]
_Blocked = Literal["loses", "draws"]

_Links = tuple[tuple[int, int], ...]

_CENTRE = 4

_STRAIGHT: _Links = (
    *((0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)),
    *((0, 3), (3, 6), (1, 4), (4, 7), (2, 5), (5, 8)),
)
_LONG: _Links = ((0, 4), (2, 4), (4, 6), (4, 8))
_SHORT: _Links = ((1, 3), (1, 5), (3, 7), (5, 7))

# For each value of `Morris.diagonals`, the pairs of cells between which marks slide.
_LINKS: dict[_Diagonals, _Links] = {
    "none": _STRAIGHT,
    "long": (*_STRAIGHT, *_LONG),
    "all": (*_STRAIGHT, *_LONG, *_SHORT),
}

_NAME = re.compile(r"morris([0-9])(?:-(long|all))?(-closed)?(-draws)?")

# Common names of games in which marks slide, by systematic name.
_TITLES = {
    "morris3": N_("Three men's morris"),
    "morris3-long": N_("Tapatan"),
    "morris4-long": N_("Achi"),
    "morris3-all-closed": N_("Picaria"),
}

REPETITION = 3
"""Number of times that a position must occur to make the game a draw."""


@register_family
@dataclass(frozen=True)
class Morris(LineRules):
    """Three men's morris and its relatives: players place marks, and then slide them.

    On a board of three by three squares, players take turns placing `pieces` marks each. After
    that, they take turns sliding one of their marks along a line to a free neighbouring square.
    The first player to get three in a row (across, down or diagonally) wins, in either phase.
    If a position occurs for the third time, the game is a draw.

    While players are placing marks, a move is a cell. After that, the move from cell *s* to
    cell *t* is ``9 * s + t``.

    Parameters
    ----------
    pieces : {3, 4}, default 3
        Number of marks that each player places.
    diagonals : {"none", "long", "all"}, default "none"
        Diagonal lines along which marks slide:

        - ``"none"``: no diagonals. Marks slide across and down.
        - ``"long"``: the two diagonals through the centre.
        - ``"all"``: also the four diagonals between the middles of the edges.
    closed : bool, default False
        True to keep players from placing marks in the centre. Marks can still slide there.
    blocked : {"loses", "draws"}, default "loses"
        Result for a player who can't move any mark. With three marks each, there is always a
        move.

    Raises
    ------
    TypeError, ValueError
        If a value has the wrong type or isn't one of the values above, or if `blocked` is
        ``"draws"`` although no player can be blocked.

    Notes
    -----
    Four games have short names:

    - ``three-mens-morris``: marks slide across and down only (H. J. R. Murray, *A History of
      Chess*, 1913, page 614). Many modern sets of rules also allow the diagonals, which makes
      the game tapatan.
    - ``tapatan``: marks also slide along the two long diagonals (S. Culin, "Philippine
      Games", *American Anthropologist*, 1900, page 648).
    - ``achi``: like tapatan, but with four marks each (A. B. and E. F. Provenzo, *Play It
      Again*, 1981). In some sources, each player has only three marks. A blocked player loses
      in some sources, but skips a turn or gets a draw in others. Here, the blocked player
      loses, as in larger morris games.
    - ``picaria``: marks slide along all diagonals, and the centre is closed while players place
      marks (Elliott Avedon Virtual Museum of Games, "Row Games: Picaria", 2010). Picaria is
      also played on a board with 13 points. In some sources, the centre is open.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game("three-mens-morris", moves=(4, 0, 3, 5, 1, 7))
    >>> [game.move_name(move) for move in game.legal_moves]
    ['2-3', '4-7']
    >>> print(game.play(game.parse_move("2-3")))
    O . X
    X X O
    . O .
    O
    """

    pieces: int = 3
    """Number of marks that each player places: 3 or 4."""
    diagonals: _Diagonals = "none"
    """Diagonal lines along which marks slide: ``"none"``, ``"long"`` or ``"all"``."""
    closed: bool = False
    """True if players can't place marks in the centre."""
    blocked: _Blocked = "loses"
    """Result for a player who can't move any mark: ``"loses"`` or ``"draws"``."""

    def __post_init__(self) -> None:
        check_choice(check_kind(self.pieces, "pieces", int), "pieces", (3, 4))
        check_choice(self.diagonals, "diagonals", get_args(_Diagonals))
        check_kind(self.closed, "closed", bool)
        check_choice(self.blocked, "blocked", get_args(_Blocked))
        if self.blocked != "loses" and not self.can_be_blocked:
            raise ValueError(
                f"blocked must be 'loses' if pieces is 3, not {self.blocked!r}: with three "
                "marks, a player can always move, so this option would have no effect"
            )

    @property
    def systematic_name(self) -> str:
        """Name made up of the number of marks and the options, such as ``"morris4-long"``."""
        diagonals = "" if self.diagonals == "none" else f"-{self.diagonals}"
        closed = "-closed" if self.closed else ""
        blocked = "-draws" if self.blocked == "draws" else ""
        return f"morris{self.pieces}{diagonals}{closed}{blocked}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules for a name such as ``"morris4-long"``, or None for other names."""
        read = _NAME.fullmatch(name)
        if read is None:
            return None
        closed, blocked = read[3] is not None, read[4] is not None
        diagonals = next(one for one in _LINKS if one == (read[2] or "none"))
        return cls(int(read[1]), diagonals, closed, "draws" if blocked else "loses")

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        known = _TITLES.get(self.systematic_name)
        if known is not None:
            return _(known)
        options = (
            (self.diagonals == "long", _("long diagonals")),
            (self.diagonals == "all", _("all diagonals")),
            (self.closed, _("closed centre")),
            (self.blocked == "draws", _("a draw if blocked")),
        )
        chosen = [label for is_chosen, label in options if is_chosen]
        return join_list([_("Morris, {count} marks each", count=self.pieces), *chosen])

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        return join_sentences(
            _("X and O take turns. X begins."),
            STANDARD.board_in_words,
            *self.placing_in_words,
            *self.sliding_in_words,
            *self.ends_in_words,
        )

    @property
    def placing_in_words(self) -> tuple[str, ...]:
        """Sentences that explain how players place their marks."""
        closed = [_("Nobody is allowed to place a mark in the centre.")] if self.closed else []
        return (_("Each player places {count} marks.", count=self.pieces), *closed)

    @property
    def sliding_in_words(self) -> tuple[str, ...]:
        """Sentences that explain how players slide their marks."""
        steps = {
            "none": _("The mark goes to a free square next to it, but not diagonally."),
            "long": _(
                "The mark goes to a free square next to it, but diagonally only between the "
                "centre and a corner."
            ),
            "all": _("The mark goes to any free square next to it, even diagonally."),
        }
        return (
            _("When all marks have been placed, you slide one of your marks on each turn."),
            steps[self.diagonals],
        )

    @property
    def ends_in_words(self) -> tuple[str, ...]:
        """Sentences that explain how the game ends."""
        return (
            STANDARD.goal_in_words,
            *([self.blocked_in_words] if self.can_be_blocked else []),
            _("If a position comes up for the third time, the game is a draw."),
        )

    @property
    def blocked_in_words(self) -> str:
        """Sentence about a player who can't move."""
        if self.blocked == "loses":
            return _("If you can't move, you lose.")
        return _("If a player can't move, the game is a draw.")

    @property
    def can_be_blocked(self) -> bool:
        """True if a game can reach a position in which a player can't move any mark."""
        # A search of all positions shows that nobody is ever blocked if each player has three
        # marks.
        return self.pieces > 3

    @property
    def lines(self) -> Lines:
        """All eight lines on the board, each a tuple of cells in ascending order."""
        return STANDARD.lines

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of neighbouring cells, between which marks slide in both directions."""
        return _LINKS[self.diagonals]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells to which a mark can slide if they are free."""
        both = [*self.links, *(link[::-1] for link in self.links)]
        return tuple(
            tuple(sorted(target for source, target in both if source == cell))
            for cell in range(self.cell_count)
        )

    @property
    def layout(self) -> Layout:
        """Grid for drawing the board, with one place for each cell."""
        return STANDARD.layout

    @property
    def symmetries(self) -> Symmetries:
        """Rotations and reflections of the board."""
        return STANDARD.symmetries

    def transform(self, state: RepeatableState, symmetry: Symmetry) -> RepeatableState:
        """Return the state after applying a symmetry to every mark."""
        return transform_slides(self, state, symmetry)

    @property
    def repetition(self) -> int:
        """Number of times that a position must occur to make the game a draw."""
        return REPETITION

    @property
    def can_slide(self) -> bool:
        """True, because players slide their marks after they have placed all of them."""
        return True

    def slides(self, state: State) -> bool:
        """Return whether all marks have been placed and players slide them."""
        return state.move_count >= 2 * self.pieces

    def guide(self, state: State) -> str:
        """Return a hint for the next move, or the blocking rule if it ended the game."""
        if state.result is None or self.winning_lines(state):
            return super().guide(state)
        if self._moves_from(state.own, state.own | state.other, state.move_count):
            return ""  # because the game ended by repetition
        return self.blocked_in_words

    @cached_property
    def initial_state(self) -> RepeatableState:
        """State at the start of the game: an empty board, with X to move."""
        return self._follow(0, 0, 0)

    def advance(self, state: RepeatableState, cell: int) -> RepeatableState:
        """Return the state after a legal move."""
        cell, own, earlier = place_or_slide(self, state, cell)
        has_line = any(own & line == line for line in self.masks_through[cell])
        result: Result = state.to_move if has_line else None
        after = self._follow(state.other, own, state.ply + 1, result, earlier)
        return after.settle_repetition(self.repetition)

    def _follow(
        self,
        own: int,
        other: int,
        ply: int,
        result: Result = None,
        earlier: tuple[Hashable, ...] = (),
    ) -> RepeatableState:
        """Return the state with the given fields. A player who can't move loses or draws."""
        legal = () if result else self._moves_from(own, own | other, ply)
        if not (legal or result):
            winner: Mark = "X" if ply & 1 else "O"
            result = winner if self.blocked == "loses" else "draw"
        return RepeatableState(own, other, legal, result, ply, earlier)

    def _moves_from(self, own: int, taken: int, ply: int) -> tuple[int, ...]:
        cells = range(self.cell_count)
        if ply < 2 * self.pieces:
            closed = 1 << _CENTRE if self.closed else 0
            return tuple(cell for cell in cells if not (taken | closed) >> cell & 1)
        return tuple(
            cell * self.cell_count + target
            for cell in cells
            if own >> cell & 1
            for target in self.neighbours[cell]
            if not taken >> target & 1
        )

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        if state.result is None and 0 <= cell < self.action_count:
            if self.slides(state):
                return refuse_slide(self, state, cell)
            if cell >= self.cell_count:
                return super().refusal(state, self.action_count)
            if not (state.own | state.other) >> cell & 1:
                return IllegalMoveError(_("The centre stays free until all marks are placed"))
        return super().refusal(state, cell)

    def to_text(self, state: State) -> str:
        """Return the board as rows of ``X``, ``O`` and ``.``.

        If all marks are placed, an extra row gives the player to move.
        """
        board = write_marks(state, self.layout)
        return f"{board}\n{state.to_move}" if self.slides(state) else board

    def from_text(self, text: str) -> RepeatableState:
        """Return the state for a board in the format of `to_text`.

        If all marks are placed and the text doesn't give the player to move, X is to move.
        """
        own, other, ply = read_placed(text, self.pieces, self.layout)
        mover = MARKS[ply & 1]
        ended = ended_by_line(own, other, self.line_masks, mover)
        state = self._follow(own, other, ply, opponent(mover) if ended else None)
        if state.key not in _reachable(self):
            raise ValueError(_("No legal moves lead to this position"))
        return state


def read_sliding_options(rules: Morris) -> dict[str, str]:
    """Return the text value of each option for rules under which marks slide.

    The option ``"blocked"`` is absent if a player can always move.

    Examples
    --------
    >>> read_sliding_options(Morris(4, "long"))
    {'pieces': '4', 'diagonals': 'long', 'closed': 'open', 'blocked': 'loses'}
    """
    return {
        "pieces": str(rules.pieces),
        "diagonals": rules.diagonals,
        "closed": "closed" if rules.closed else "open",
        **({"blocked": rules.blocked} if rules.can_be_blocked else {}),
    }


def sliding_rules_with_options(chosen: Mapping[str, Any]) -> Morris:
    """Return rules under which marks slide, with the chosen options.

    Parameters
    ----------
    chosen : mapping
        Text value of each option, in the same form as the result of `read_sliding_options`.
        The option ``"blocked"`` is ignored if a player can always move.

    Examples
    --------
    >>> sliding_rules_with_options(read_sliding_options(Morris(4, "long"))).name
    'achi'
    """
    rules = Morris(int(chosen["pieces"]), chosen["diagonals"], chosen["closed"] == "closed")
    if not rules.can_be_blocked:
        return rules
    return replace(rules, blocked=chosen.get("blocked", "loses"))


@lru_cache(maxsize=4)
def _reachable(rules: Morris) -> frozenset[Hashable]:
    """Return the keys of the roughly 6,000 positions that legal moves can lead to."""
    found: set[Hashable] = set()
    level = [rules.initial_state]
    while level:
        found.update(state.key for state in level)
        after = chain.from_iterable(
            (rules.advance(state, move).forget() for move in state.legal_moves)
            for state in level
        )
        level = list({one.key: one for one in after if one.key not in found}.values())
    return frozenset(found)


def place_or_slide(
    rules: Rules, state: RepeatableState, move: int
) -> tuple[int, int, tuple[Hashable, ...]]:
    """Make a move, and return its cell, the player's marks and the earlier positions."""
    if not rules.slides(state):
        return move, state.own | 1 << move, ()
    source, target = divmod(move, rules.cell_count)
    return target, state.own ^ 1 << source | 1 << target, (*state.earlier, state.key)


def transform_slides(
    rules: Rules, state: RepeatableState, symmetry: Symmetry
) -> RepeatableState:
    """Return the state of a game with slides after applying a symmetry to every mark."""
    moves = state.legal_moves
    if rules.slides(state):
        slides = (divmod(move, rules.cell_count) for move in moves)
        images = (symmetry[s] * rules.cell_count + symmetry[t] for s, t in slides)
    else:
        images = (symmetry[cell] for cell in moves)
    return replace(
        state,
        own=move_bits(state.own, symmetry),
        other=move_bits(state.other, symmetry),
        legal_moves=tuple(sorted(images)),
        earlier=tuple(
            (turn, move_bits(own, symmetry), move_bits(other, symmetry))
            for turn, own, other in state.earlier
        ),
    )


def refuse_slide(rules: Rules, state: State, move: int) -> IllegalMoveError:
    """Return the exception for an illegal slide, with a message that gives the reason."""
    source, target = divmod(move, rules.cell_count)
    if not state.own >> source & 1:
        return IllegalMoveError(_("Choose one of your own marks"))
    layout = rules.layout
    names = [layout.name_at(layout.cells.index(cell)) for cell in (source, target)]
    if source == target:
        return IllegalMoveError(_("The mark at {source} can't slide now", source=names[0]))
    if (state.own | state.other) >> target & 1:
        return CellTakenError(_("Position already taken"))
    return IllegalMoveError(
        _("The mark at {source} can't slide to {target}", source=names[0], target=names[1])
    )


def read_placed(text: str, pieces: int, layout: Layout) -> tuple[int, int, int]:
    """Read a board on which players place `pieces` marks each, and then slide them.

    Returns
    -------
    tuple of int
        Marks of the player to move and of the other player, as bit masks, and the number of
        moves made so far. If all marks are placed, only the parity of this number is known.

    Raises
    ------
    ValueError
        If the text is not a board in this form.
    """
    board, turn = split_turn(text, layout)
    x, o = read_marks(board, layout)
    count = max(x.bit_count(), o.bit_count())
    if count > pieces:
        raise ValueError(_("Each player has only {count} marks", count=pieces))
    own, other = seen_by_mover(x, o)
    ply = (x | o).bit_count()
    if turn == "O" and ply == 2 * pieces:
        own, other, ply = o, x, ply + 1
    check_turn(turn, MARKS[ply & 1])
    return own, other, ply
