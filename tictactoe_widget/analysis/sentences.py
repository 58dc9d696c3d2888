"""Sentences about a move, based on an analysis of the game."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tictactoe_widget.drawing.svg import win_percent, winner_moves
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import FIRST_AND_SECOND, Mark, opponent
from tictactoe_widget.texts import join_and, join_or
from tictactoe_widget.validation import write_count

from .values import OPPOSITE, Analysis, MoveValue, Value, best_of, length_of, proved, value_of

# The moves of one position, and the claims that are proved about them.
#
# A claim such as "only", "all" or "quickest" compares moves with each other, so it needs to
# know every one of them. The methods return None if a claim isn't proved.

ALIKE = 0.1
"""Minimum difference at which two estimates, from -1 to 1, do not count as equal.

On an empty gomoku board, the estimates of all moves differ by less than this, and players
consider the central cells equal. If estimates come from random games, their error must be at
most this large. With only a quarter of the games that this requires, a move that was tried
once may still look best.
"""

CLEARLY = 0.05
"""Minimum difference between two estimates that a sentence mentions.

If the difference is smaller, the win probabilities of the two moves are nearly the same.
"""

# Kind of a list of moves: all with their value, all that win at once, all of the quickest wins,
# or one of perhaps several.
_Extent = Literal["all", "at once", "quickest", "example"]


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal moves in a position, with their known values."""

    player: Mark
    """Player to move."""
    moves: Mapping[int, MoveValue]
    """Value of each legal move for the player to move, indexed by cell."""
    preferred: int
    """Move that the search would play. Among comparable moves, it has the best score."""
    comparable: frozenset[int]
    """Moves whose values can be compared with each other."""
    is_early: bool
    """True if the estimates come from too few random games to compare moves."""

    @classmethod
    def of(cls, analysis: Analysis) -> "Choices":
        """Return the choices in a position, from its analysis."""
        moves, comparable = analysis.moves, analysis.comparable
        top = max(comparable, key=lambda cell: moves[cell].score)
        played = analysis.best_moves[0]
        is_top = moves[played].score >= moves[top].score
        return cls(
            analysis.player,
            moves,
            preferred=played if is_top else top,
            comparable=frozenset(comparable),
            is_early=analysis.error > ALIKE,
        )

    def knowing(self, cell: int, replies: "Choices") -> "Choices":
        """Return these choices with a new value for one move, from an analysis of the replies.

        If the new value is an estimate, it is better than the earlier estimate, because a
        separate search looks one ply deeper.
        """
        move = self.moves[cell]
        value = replies.value
        if value is None:
            if move.value is not None:
                return self
            return replace(self, moves={**self.moves, cell: replies.before})
        left = length_of(replies.moves)
        plies = move.remoteness if left is None else left + 1
        moves = {**self.moves, cell: proved(OPPOSITE[value], plies)}
        return replace(self, moves=moves, preferred=best_of(moves)[0])

    @property
    def value(self) -> Value | None:
        """Value of the position, or None if the value is not proved."""
        return value_of(self.moves)

    @property
    def before(self) -> MoveValue:
        """Estimate of the move that led to this position, for the player who made it."""
        return MoveValue(None, None, -self.moves[self.preferred].score)

    def clearly_better(self, cell: int) -> bool:
        """Return whether the search clearly prefers another move to the move `cell`."""
        best = self.moves[self.preferred].score
        return cell not in self.comparable or best - self.moves[cell].score > CLEARLY

    @property
    def is_complete(self) -> bool:
        """True if the value of every move is proved."""
        return all(move.value is not None for move in self.moves.values())

    def cells(self, value: Value) -> list[int]:
        """Return the moves that are proved to have the value `value`."""
        return [cell for cell, move in self.moves.items() if move.value == value]

    @property
    def at_once(self) -> list[int]:
        """Moves that win at once."""
        return [cell for cell in self.cells("win") if self.moves[cell].remoteness == 1]

    def wins(self) -> tuple[list[int], _Extent] | None:
        """Return the winning moves to mention, and which of all wins they are, or None."""
        wins = self.cells("win")
        if not wins:
            return None
        plies = length_of(self.moves)
        quickest = [cell for cell in wins if self.moves[cell].remoteness == plies]
        if self.is_complete and (plies is None or quickest == wins):
            return wins, "all"
        if self.at_once:
            return self.at_once, "at once"
        if plies is not None:
            return quickest, "quickest"
        return [min(wins, key=lambda cell: self.moves[cell].remoteness or 1 << 20)], "example"

    def draws(self) -> tuple[list[int], _Extent] | None:
        """Return the drawing moves to mention, and which of all draws they are, or None."""
        draws = self.cells("draw")
        if not draws:
            return None
        return (draws, "all") if self.is_complete else (draws[:1], "example")

    def quicker_wins(self, plies: int | None) -> tuple[list[int], _Extent] | None:
        """Return the moves proved to win in fewer than `plies`, and which these are, or None.

        If `plies` is None, the length of the win is unknown. Then only an immediate win is
        certain to be quicker.
        """
        if self.at_once:
            return None if plies == 1 else (self.at_once, "at once")
        measured = {
            cell: move.remoteness
            for cell, move in self.moves.items()
            if move.value == "win" and move.remoteness is not None
        }
        if plies is None or not measured or min(measured.values()) >= plies:
            return None
        shortest = min(measured.values())
        cells = [cell for cell, length in measured.items() if length == shortest]
        if length_of(self.moves) is None:
            return cells[:1], "example"
        return cells, "quickest"

    def longest_losses(self) -> list[int] | None:
        """Return the slowest losses, or None if they aren't known for certain."""
        plies = length_of(self.moves)
        if self.value != "loss" or plies is None:
            return None
        return [cell for cell, move in self.moves.items() if move.remoteness == plies]


Naming = Callable[[int], str]
"""Function that returns the name that players use for a cell."""

THAT = "That"
"""Default phrase for the move, for a text that is shown next to it."""

_X_AND_O: Mapping[Mark, str] = {"X": "X", "O": "O"}
_PLAYER = re.compile(r"\b[XO]\b")  # a player in a sentence
_EVEN = 5  # minimum distance of a win probability in % from 50 that is not called even


def short_names(rules: Rules) -> Mapping[Mark, str]:
    """Return the players' default names in a sentence: X and O, or First and Second.

    >>> from tictactoe_widget.rules.names import find_rules
    >>> short_names(find_rules("wild"))["O"]
    'Second'
    """
    return FIRST_AND_SECOND if rules.shares_marks else _X_AND_O


def call_players(text: str, rules: Rules) -> str:
    """Replace X and O in sentences by the player names from the rules.

    The sentences must use X and O only for players, never for marks.

    >>> from tictactoe_widget.rules.names import find_rules
    >>> call_players("X's last move loses: 5o would have won.", find_rules("wild"))
    "First's last move loses: 5o would have won."
    """
    if not rules.shares_marks:
        return text
    return _PLAYER.sub(lambda found: FIRST_AND_SECOND[found[0]], text)  # type: ignore[index]


def join_cells(cells: Iterable[int], name: Naming, word: str = "or") -> str:
    """Join the names of cells into a list for a sentence.

    >>> join_cells((2, 6, 8), lambda cell: str(cell + 1))
    '3, 7 or 9'
    """
    names = map(name, sorted(cells))
    return join_and(names) if word == "and" else join_or(names)


def verdict(choices: Choices, cell: int, mover: Mark, name: Naming, subject: str = THAT) -> str:
    """Compare a move whose value is proved with the other legal moves, in a sentence.

    In this function and those below, `subject` is a phrase for the move, such as ``"O's last
    move"``.
    """
    made = choices.moves[cell]
    if made.value == "win":
        return _of_a_win(choices, made, mover, name)
    better = choices.wins()
    verb = "won"
    if better is None and made.value == "loss":
        better = choices.draws()
        verb = "drawn"
    if better is not None:
        gave = "loses" if made.value == "loss" else "gives the win away"
        return f"{subject} {gave}: {_would_have(better, verb, name)}."
    if made.value == "draw":
        return _of_a_draw(choices, subject)
    return _of_a_loss(choices, cell, mover, name, subject)


def describe_ending(game: Game, mover: Mark, subject: str = THAT) -> str:
    """Describe a move that ended the game, in a sentence."""
    result = "a draw" if game.is_draw else f"{game.winner} wins"
    if game.winner == mover:
        return f"{mover} wins with that move." if subject == THAT else f"{subject} wins."
    if game.winning_lines:
        return f"{mover} completes a line and loses."
    if subject == THAT:
        return f"That is the last move: {result}."
    return f"{subject} ends the game: {result}."


def _would_have(moves: tuple[list[int], _Extent], verb: str, name: Naming) -> str:
    cells, extent = moves
    listed = join_cells(cells, name)
    if extent == "example":
        return f"{listed}, for example, would have {verb}"
    return f"{listed} would have {verb}{'' if extent == 'all' else f' {extent}'}"


def _of_a_win(choices: Choices, made: MoveValue, mover: Mark, name: Naming) -> str:
    within = _within(made.remoteness, mover)
    quicker = choices.quicker_wins(made.remoteness)
    if quicker is None:
        return f"{mover} wins{within}."
    cells, extent = quicker
    listed = join_cells(cells, name)
    than = {
        "at once": f"{listed} would have won at once",
        "quickest": f"{listed} would have been quickest",
        "example": f"{listed}, for example, would have been quicker",
    }[extent]
    return f"{mover} still wins{within}, but {than}."


def _within(remoteness: int | None, winner: Mark) -> str:
    """Describe how soon a move wins, if it does not end the game at once."""
    if remoteness is None:
        return " with best play"
    moves = winner_moves("win", remoteness) - 1
    if not moves:
        return f" at {opponent(winner)}'s next move"
    return f" in {write_count(moves, 'more move')}"


def _of_a_draw(choices: Choices, subject: str) -> str:
    """Describe a drawing move if no winning move is known."""
    if not choices.is_complete:
        return f"{subject} draws."
    draws = len(choices.cells("draw"))
    is_that = subject == THAT
    if len(choices.moves) == 1:
        only = "The only move there is, and a draw."
        return only if is_that else f"{subject} was the only move, and a draw."
    if draws == len(choices.moves):
        alike = "A draw, as with every move here."
        return alike if is_that else f"{subject} draws, as every other would have."
    if draws == 1:
        saving = "The only move that does not lose."
        return saving if is_that else f"{subject} is the only move that does not lose."
    return f"{subject} keeps the draw."


def _of_a_loss(choices: Choices, cell: int, mover: Mark, name: Naming, subject: str) -> str:
    """Describe a losing move if no better move is known."""
    if not choices.is_complete:
        return f"{subject} loses."
    lost = f"{mover} was lost already"
    if len(choices.moves) == 1:
        return f"{lost}, and there was no other move."
    longest = choices.longest_losses()
    if longest is None:
        return f"{lost}."
    if len(longest) == len(choices.moves):
        return f"{lost}; all moves lose alike."
    if cell in longest:
        this = "this one" if subject == THAT else subject
        return f"{lost}; no move holds out longer than {this}."
    return f"{lost}; {join_cells(longest, name)} would have held out longest."


def winning_replies(choices: Choices, player: Mark, name: Naming, then: str = "") -> str:
    """Return a sentence that names the winning moves of the player to move.

    Raises
    ------
    ValueError
        If no win is proved.
    """
    wins = choices.wins()
    if wins is None:
        raise ValueError("no move is proved to win")
    cells, extent = wins
    listed = join_cells(cells, name)
    who = f"{player}{then} wins"
    if extent == "example":
        return f"{who}, for example with {listed}"
    if extent == "at once" or cells == choices.at_once:
        return f"{who} at {listed}"
    if len(cells) == len(choices.moves) > 1:
        return f"{who} with any move"
    return f"{who}{' quickest' if extent == 'quickest' else ''} with {listed}"


def describe_estimate(
    before: Choices, replies: Choices, cell: int, name: Naming, subject: str = THAT
) -> str:
    """Describe an unproved move using the estimate of the position after it.

    Parameters
    ----------
    before, replies : Choices
        Legal moves before the move, and legal moves after it.
    cell : int
        Move to describe.
    name : callable
        Function that returns the name that players use for a cell.
    subject : str, default "That"
        Phrase for the move in the text.
    """
    mover = before.player
    text = _who_is_better(replies, mover, "" if subject == THAT else subject)
    wins = before.wins()
    if wins is not None:
        return f"{text} {_would_have(wins, 'won', name)}."
    best = before.moves[before.preferred]
    preferred = name(before.preferred)
    if best.value == "draw":
        return f"{text} The search prefers {preferred}, which draws."
    is_early = before.is_early or replies.is_early
    is_better = best.score - replies.before.score > CLEARLY and before.clearly_better(cell)
    if is_better and not is_early:
        percent = win_percent(best.score)
        return f"{text} The search prefers {preferred} (about {percent} % for {mover})."
    return text


def _who_is_better(replies: Choices, mover: Mark, subject: str) -> str:
    """Describe which player is better after a move, with that player's win probability."""
    after = f"after {subject}" if subject else "after this move"
    if replies.is_early:
        return f"It is too early to tell who is better {after}."
    rival = opponent(mover)
    # For the player to move after the move, as the cells of that position show.
    percents = {
        rival: 100 - win_percent(replies.before.score),
        mover: win_percent(replies.before.score),
    }
    ahead = max(percents, key=percents.__getitem__)
    looks, named = f"better for {ahead}", ahead
    if percents[ahead] - 50 < _EVEN:
        looks, named = "even", rival
    game = f"the game looks {looks}"
    told = f"{after} {game}" if subject else f"{game} {after}"
    return f"Estimate: {told} (about {percents[named]} % for {named})."
