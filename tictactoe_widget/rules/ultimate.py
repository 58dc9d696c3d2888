"""Ultimate tic-tac-toe, in which each move determines the small board to play in next."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from typing import Any, Literal, Self, get_args

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _, join_list, join_or, join_sentences
from tictactoe_widget.validation import check_choice

from .errors import CellTakenError, IllegalMoveError, WrongBoardError
from .mnk import STANDARD, ended_by_line, read_marks, seen_by_mover
from .rules import Lines, Rules, SmallBoards, Symmetries, Symmetry, register_family
from .state import Mark, Result, State, move_bits, opponent

# Rule option for small boards that have been won: closed at once, or open until they are full.
_WonBoards = Literal["closed", "open"]

# Rule option for games that end without a line of won boards: a draw, or a win for the player
# who has won more boards.
_Tie = Literal["draw", "most-boards"]

_FULL = 0b111_111_111  # bit mask of a full small board
# For each bit mask of a player's marks on a small board, True if the marks include a line.
_HAS_LINE = tuple(
    any(marks & line == line for line in STANDARD.line_masks) for marks in range(_FULL + 1)
)


def _empty_cells(board: int) -> tuple[tuple[int, ...], ...]:
    """Return a table of a small board's empty cells, indexed by the bit mask of taken cells."""
    by_free: list[tuple[int, ...]] = [()]
    for cell in range(9 * board, 9 * board + 9):
        by_free += [(*cells, cell) for cells in by_free]
    return tuple(reversed(by_free))


# Empty cells of each small board, by the bit mask of its taken cells.
_EMPTY_CELLS = tuple(_empty_cells(board) for board in range(9))
# Precomputed values for a move in each cell. The first three values are the cell's bit, and its
# small board's first cell and bit. The other three values are the first cell, bit and empty
# cells of the small board that the opponent must play in.
_MOVES = tuple(
    (
        1 << cell,
        cell // 9 * 9,
        1 << cell // 9,
        cell % 9 * 9,
        1 << cell % 9,
        _EMPTY_CELLS[cell % 9],
    )
    for cell in range(81)
)
# Symmetries that apply both to the big board and to every small board.
_SYMMETRIES: Symmetries = tuple(
    tuple(9 * image[cell // 9] + image[cell % 9] for cell in range(81))
    for image in STANDARD.symmetries
)
# Pattern for the row of text that lists the won boards. The row must be in lower case, without
# spaces.
_WON = re.compile(r"wonboards:((?:[xo][1-9],)*[xo][1-9])")
# Pattern for the row of text that gives the next board. The row must be in lower case, without
# spaces.
_NEXT = re.compile(r"nextboard:([1-9]|any)")


@dataclass(frozen=True, eq=False)
class UltimateState(State):
    """State of a game of ultimate tic-tac-toe, as seen by the player to move.

    Parameters
    ----------
    own, other, legal_moves, result
        Same as in :class:`~.rules.State`, for 81 cells.
    own_boards, other_boards : int
        Bit masks of the small boards won by the player to move and by the other player.
    """

    __slots__ = ("other_boards", "own_boards")

    own_boards: int
    """Small boards won by the player to move, as a bit mask."""
    other_boards: int
    """Small boards won by the other player, as a bit mask."""

    @property
    def key(self) -> Hashable:
        """Transposition table key: all marks, the mover's won boards and the next board."""
        boards = self.legal_moves and (self.legal_moves[0] // 9, self.legal_moves[-1] // 9)
        only = boards[0] if boards and boards[0] == boards[1] else None
        return (self.own, self.other, self.own_boards, only)


class _Draft(UltimateState):
    """Mutable object with the same fields as a state, for building a state quickly."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def _new_state(  # noqa: PLR0913, PLR0917 (one value for each field)
    own: int,
    other: int,
    legal_moves: tuple[int, ...],
    result: Result,
    own_boards: int,
    other_boards: int,
) -> UltimateState:
    """Create an `UltimateState` with the given fields, as quickly as `new_state` does."""
    draft: Any = _new(_Draft)
    draft.own = own
    draft.other = other
    draft.legal_moves = legal_moves
    draft.result = result
    draft.own_boards = own_boards
    draft.other_boards = other_boards
    draft.__class__ = UltimateState
    return draft  # type: ignore[no-any-return]


@register_family
@dataclass(frozen=True)
class Ultimate(Rules):
    """Ultimate tic-tac-toe: the first player to win three small boards in a row wins the game.

    Cell ``9 * b + c`` is square *c* in small board *b*. Boards and squares are numbered row by
    row from 0. After a move in square *c*, the opponent must play in board *c*. If board *c* is
    full or closed, the opponent can play in any open board. The first player to complete a line
    in a small board wins that board.

    Parameters
    ----------
    won_boards : {"closed", "open"}, default "closed"
        ``"closed"`` if won boards are closed at once, or ``"open"`` if they stay open until
        they are full (the older rule).
    tie : {"draw", "most-boards"}, default "draw"
        Rule for games in which nobody can move and nobody has won three boards in a row. With
        ``"draw"``, such a game is a draw. With ``"most-boards"``, the player who has won more
        boards wins the game.

    Raises
    ------
    ValueError
        If `won_boards` or `tie` is not one of the values listed above.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game(Ultimate()).play(4)
    >>> game.legal_moves
    (36, 37, 38, 39, 40, 41, 42, 43, 44)
    >>> game.play(0)
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.WrongBoardError: Play in board 5
    """

    won_boards: _WonBoards = "closed"
    """Option for won boards: ``"closed"`` at once, or ``"open"`` until they are full."""
    tie: _Tie = "draw"
    """Option for games without three boards in a row: ``"draw"`` or ``"most-boards"``."""

    def __post_init__(self) -> None:
        check_choice(self.won_boards, "won_boards", get_args(_WonBoards))
        check_choice(self.tie, "tie", get_args(_Tie))

    @property
    def systematic_name(self) -> str:
        """Name of the rules: ``"ultimate"``, followed by any non-default options."""
        won_boards = "-open" if self.won_boards == "open" else ""
        tie = "-most-boards" if self.tie == "most-boards" else ""
        return f"ultimate{won_boards}{tie}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules for a name such as ``"ultimate-open"``, or None for other names."""
        choices = (cls(won, tie) for won in get_args(_WonBoards) for tie in get_args(_Tie))
        return next((rules for rules in choices if rules.systematic_name == name), None)

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        name = {
            "closed": _("Ultimate, closed boards"),
            "open": _("Ultimate, open boards"),
        }[self.won_boards]
        return name if self.tie == "draw" else join_list([name, _("most boards win")])

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        won = {
            "closed": _("A board that has been won is closed."),
            "open": _("A board that has been won stays open until it is full."),
        }
        return join_sentences(
            _("Nine small boards make a big board. X can begin in any square."),
            _("Where you play in a small board decides which board comes next."),
            _("Your opponent must play there."),
            _("If that board is not open, your opponent chooses any open board."),
            _("Three in a row wins a small board."),
            won[self.won_boards],
            _("Winning a row of three boards wins the game."),
            self.tie_in_words,
        )

    @property
    def tie_in_words(self) -> str:
        """One or two sentences about games that end without three boards in a row."""
        if self.tie == "draw":
            return _("If nobody can move and nobody has such a row, the game is a draw.")
        return _(
            "If nobody can move and nobody has such a row, the player who has won more "
            "boards wins. If both have won the same number, the game is a draw."
        )

    @property
    def symmetries(self) -> Symmetries:
        """Rotations and reflections that apply to the big board and to every small board."""
        return _SYMMETRIES

    def transform(self, state: UltimateState, symmetry: Symmetry) -> UltimateState:
        """Return the state after applying a symmetry to all marks and won boards."""
        boards = tuple(symmetry[9 * board] // 9 for board in range(9))
        return _new_state(
            move_bits(state.own, symmetry),
            move_bits(state.other, symmetry),
            tuple(sorted(symmetry[cell] for cell in state.legal_moves)),
            state.result,
            move_bits(state.own_boards, boards),
            move_bits(state.other_boards, boards),
        )

    @cached_property
    def layout(self) -> Layout:
        """Grid for drawing the board: 9 x 9 cells in blocks of 3 x 3."""
        cells = tuple(
            9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3
            for row in range(9)
            for column in range(9)
        )
        return Layout(rows=9, columns=9, cells=cells, block=3)

    @cached_property
    def initial_state(self) -> UltimateState:
        """State at the start of the game, when X can play in any cell."""
        return _new_state(0, 0, tuple(range(81)), None, 0, 0)

    def advance(self, state: UltimateState, cell: int) -> UltimateState:
        """Return the state after a legal move."""
        own, other, legal, own_boards, other_boards, score = self.follow(
            state.own, state.other, state.own_boards, state.other_boards, cell
        )
        result = None if score is None else _result(score, state.to_move)
        return _new_state(own, other, legal, result, own_boards, other_boards)

    def follow(
        self, own: int, other: int, own_boards: int, other_boards: int, cell: int
    ) -> tuple[int, int, tuple[int, ...], int, int, int | None]:
        """Make a legal move on bit masks, faster than `advance` does.

        Parameters
        ----------
        own, other, own_boards, other_boards : int
            Bit masks of the players' marks, and of the small boards that each player has won.
            In each pair, the mask of the player to move comes first.
        cell : int
            Cell of the move.

        Returns
        -------
        own, other : int
            Bit masks of the marks. The mask of the next player to move comes first.
        legal_moves : tuple of int
            Legal moves in ascending order.
        own_boards, other_boards : int
            Bit masks of the won boards. The mask of the next player to move comes first.
        score : {1, 0, -1, None}
            Result for the player who made the move: 1 for a win, 0 for a draw, -1 for a loss,
            or None if the game isn't over.

        Examples
        --------
        >>> Ultimate().follow(0, 0, 0, 0, 4)
        (0, 16, (36, 37, 38, 39, 40, 41, 42, 43, 44), 0, 0, None)
        """
        bit, first, board_bit, named_first, named_bit, named_cells = _MOVES[cell]
        own |= bit
        won = own_boards | other_boards
        if _HAS_LINE[own >> first & _FULL] and not won & board_bit:
            own_boards |= board_bit
            won |= board_bit
            if _HAS_LINE[own_boards]:
                return other, own, (), other_boards, own_boards, 1
        taken = own | other
        legal = named_cells[taken >> named_first & _FULL]
        if not legal or (won & named_bit and self.won_boards == "closed"):
            legal = self._everywhere(taken, won)
            if not legal:
                score = self._tied(own_boards, other_boards)
                return other, own, (), other_boards, own_boards, score
        return other, own, legal, other_boards, own_boards, None

    def _everywhere(self, taken: int, won: int) -> tuple[int, ...]:
        """Return all empty cells in small boards that are still open."""
        closed = won if self.won_boards == "closed" else 0
        cells: tuple[int, ...] = ()
        for board, empty_cells in enumerate(_EMPTY_CELLS):
            if not closed >> board & 1:
                cells += empty_cells[taken >> 9 * board & _FULL]
        return cells

    def _tied(self, own_boards: int, other_boards: int) -> int:
        """Return the score (1, 0 or -1) of a game that ended without three boards in a row."""
        lead = own_boards.bit_count() - other_boards.bit_count()
        if self.tie == "draw" or lead == 0:
            return 0
        return 1 if lead > 0 else -1

    def small_boards(self, state: UltimateState) -> SmallBoards:
        """Return the result on each small board: a winner, ``"draw"`` or None if undecided."""
        x, o = state.own_boards, state.other_boards
        if state.to_move == "O":
            x, o = o, x
        taken = state.own | state.other
        return tuple(
            "X"
            if x >> board & 1
            else "O"
            if o >> board & 1
            else "draw"
            if taken >> 9 * board & _FULL == _FULL
            else None
            for board in range(9)
        )

    def open_boards(self, state: UltimateState) -> tuple[int, ...]:
        """Return the indices (0 to 8) of the small boards open to the player to move."""
        return tuple(sorted({cell // 9 for cell in state.legal_moves}))

    def refusal(self, state: UltimateState, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        error = super().refusal(state, cell)
        if not isinstance(error, CellTakenError) or (state.own | state.other) >> cell & 1:
            return error
        return WrongBoardError(_play_in(self.open_boards(state)))

    def guide(self, state: UltimateState) -> str:
        """Return a hint on where to move, such as "Play in board 5"."""
        boards = self.open_boards(state)
        if state.result is not None:
            return ""
        return _play_in(boards) if len(boards) == 1 else _("Play in any open board")

    def winning_lines(self, state: UltimateState) -> Lines:
        """Return the cells of the lines that won the game.

        Each tuple covers one winning row of three small boards, and lists the cells of the
        lines in these boards.
        """
        return tuple(
            tuple(
                9 * board + place
                for board in big_line
                for place in _places_in_lines(state.other >> 9 * board & _FULL)
            )
            for big_line, mask in zip(STANDARD.lines, STANDARD.line_masks, strict=True)
            if state.other_boards & mask == mask
        )

    def to_text(self, state: UltimateState) -> str:
        """Return the nine boards as text, followed by their winners and the next board."""
        x, o = state.masks
        marks = ["X" if x >> c & 1 else "O" if o >> c & 1 else "." for c in self.layout.cells]
        rows = [" ".join(marks[at : at + 3]) for at in range(0, 81, 3)]
        texts = ["   ".join(rows[at : at + 3]) for at in range(0, 27, 3)]
        texts[6:6] = texts[3:3] = [""]
        won = [
            f"{winner} {board}"
            for board, winner in enumerate(self.small_boards(state), start=1)
            if winner in get_args(Mark)
        ]
        if won:
            texts += ["", f"Won boards: {', '.join(won)}"]
        boards = self.open_boards(state)
        if boards:
            texts += [""] * (not won)
            texts.append(f"Next board: {boards[0] + 1 if len(boards) == 1 else 'any'}")
        return "\n".join(texts)

    def from_text(self, text: str) -> UltimateState:
        """Return the state for a board in the format of `to_text`.

        If the marks determine the winners and the next board, the text can omit them.
        """
        rows = list(filter(None, ("".join(row.split()) for row in re.split("[/\n]", text))))
        x, o = read_marks("/".join(rows[:9]), self.layout)
        own, other = seen_by_mover(x, o)
        mover: Mark = "O" if x.bit_count() > o.bit_count() else "X"
        claimed, next_board = _read_notes(rows[9:])
        winners = [
            self._small_winner(board, x >> 9 * board & _FULL, o >> 9 * board & _FULL, claimed)
            for board in range(9)
        ]
        own_boards = sum(1 << board for board in range(9) if winners[board] == mover)
        other_boards = sum(
            1 << board for board in range(9) if winners[board] == opponent(mover)
        )
        everywhere = self._everywhere(x | o, own_boards | other_boards)
        legal: tuple[int, ...] = ()
        result: Result = None
        if ended_by_line(own_boards, other_boards, STANDARD.line_masks, mover):
            result = opponent(mover)
        elif not everywhere:
            result = _result(self._tied(other_boards, own_boards), opponent(mover))
        else:
            legal = _moves_from(everywhere, own, other, next_board, mover)
        if result is not None and next_board is not None:
            raise ValueError("text must not give a next board: the game is over")
        return _new_state(own, other, legal, result, own_boards, other_boards)

    def _small_winner(
        self, board: int, x: int, o: int, claimed: dict[int, Mark]
    ) -> Mark | None:
        """Return a small board's winner, after checking that legal moves lead to the board."""
        marks_of: tuple[tuple[Mark, int], ...] = (("X", x), ("O", o))
        with_line = [mark for mark, marks in marks_of if _HAS_LINE[marks]]
        if self.won_boards == "closed":
            if len(with_line) == 2:
                raise ValueError(
                    f"both players have a line in board {board + 1}, "
                    "but the first line closes it"
                )
            lines = [line for line in STANDARD.line_masks if line in (x & line, o & line)]
            if lines and not reduce(and_, lines):
                raise ValueError(
                    f"no single move can complete the lines in board {board + 1}, "
                    "but the first line closes it"
                )
        if board in claimed and claimed[board] not in with_line:
            raise ValueError(
                f"{claimed[board]} cannot have won board {board + 1} without a line there"
            )
        if len(with_line) == 2 and board not in claimed:
            raise ValueError(
                f"both players have a line in board {board + 1}: add its winner, such as "
                f"Won boards: X {board + 1}"
            )
        return claimed.get(board, with_line[0] if with_line else None)


def _result(score: int, player: Mark) -> Result:
    """Convert a score from `player`'s point of view to a result."""
    return player if score > 0 else opponent(player) if score else "draw"


def _moves_from(
    everywhere: tuple[int, ...], own: int, other: int, next_board: int | None, mover: Mark
) -> tuple[int, ...]:
    """Return the legal moves for the player `mover`, whose marks are `own`.

    Each move sends the opponent to a board. If this board is open, the opponent must play
    there. If an open board contains fewer marks than there are moves that lead to it, the
    function raises ValueError. The last move doesn't count, because nobody has replied to it
    yet.
    """
    last = opponent(mover)
    open_boards = {cell // 9 for cell in everywhere}
    named = {cell % 9 for cell in range(81) if other >> cell & 1}
    anywhere = not named <= open_boards or not named
    if next_board is None:
        if not anywhere:
            raise ValueError(
                "text must give the next board, such as Next board: 5, because none of the "
                f"moves by {last} leads to a closed board"
            )
    elif next_board not in open_boards:
        raise ValueError(f"the next board must be an open board, not board {next_board + 1}")
    elif next_board not in named and not (anywhere and open_boards == {next_board}):
        raise ValueError(
            f"the next board cannot be {next_board + 1}, because no move by {last} leads there"
        )
    for board in open_boards:
        for player, marks, sender, senders_marks in (
            (mover, own, last, other),
            (last, other, mover, own),
        ):
            sent = sum(senders_marks >> 9 * at + board & 1 for at in range(9))
            answered = (marks >> 9 * board & _FULL).bit_count()
            if answered < sent - (player == mover and board == next_board):
                raise ValueError(
                    f"{player} has too few marks in board {board + 1} ({answered}), "
                    f"given the moves by {sender} that lead there ({sent})"
                )
    if next_board is None:
        return everywhere
    return tuple(cell for cell in everywhere if cell // 9 == next_board)


def _play_in(boards: tuple[int, ...]) -> str:
    numbers = join_or(str(board + 1) for board in boards)
    return _("Play in board {boards}", boards=numbers)


def _read_notes(rows: list[str]) -> tuple[dict[int, Mark], int | None]:
    """Read the small boards' winners and the next board from the lines after the grid."""
    claimed: dict[int, Mark] = {}
    next_board: int | None = None
    for row in rows:
        if won := _WON.fullmatch(row.lower()):
            for claim in won[1].split(","):
                claimed[int(claim[1]) - 1] = "X" if claim[0] == "x" else "O"
        elif following := _NEXT.fullmatch(row.lower()):
            next_board = None if following[1] == "any" else int(following[1]) - 1
        else:
            raise ValueError(
                "after the grid, each line must look like 'Won boards: X 1, O 5' or "
                f"'Next board: 5', not {row!r}"
            )
    return claimed, next_board


def _places_in_lines(marks: int) -> list[int]:
    lines = [line for line in STANDARD.line_masks if marks & line == line]
    return [place for place in range(9) if any(line >> place & 1 for line in lines)]
