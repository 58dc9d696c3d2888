"""Sentences about a move, made from what is known of it."""

import re
from collections.abc import Callable, Iterable

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import FIRST_AND_SECOND, Mark, opponent, winner_moves
from tictactoe_widget.rules.picture.worths import chance
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import write_count, write_list

from .choices import CLEARLY, Choices, Extent
from .values import MoveValue

Naming = Callable[[int], str]
"""Function that returns the name of a cell for people."""

THAT = "That"
"""Subject of a text that stands beside the move it is about."""

_PLAYER = re.compile(r"\b[XO]\b")
"""A player in a sentence."""
_EVEN = 5
"""Least distance of a chance in % from 50 that is not called even."""


def call_players(text: str, rules: Rules) -> str:
    """Return sentences with the players called as the rules call them.

    Sentences are written with X and O for players, and with a mark nowhere else.

    >>> from tictactoe_widget.rules.names import find_rules
    >>> call_players("X's last move loses: 5o would have won.", find_rules("wild"))
    "First's last move loses: 5o would have won."
    """
    if not rules.shares_marks:
        return text
    return _PLAYER.sub(lambda found: FIRST_AND_SECOND[found[0]], text)  # type: ignore[index]


def join_cells(cells: Iterable[int], name: Naming, word: str = "or") -> str:
    """Join the names of cells to a list for a sentence.

    >>> join_cells((2, 6, 8), lambda cell: str(cell + 1))
    '3, 7 or 9'
    """
    return write_list(map(name, sorted(cells)), word)


def verdict(choices: Choices, cell: int, mover: Mark, name: Naming, subject: str = THAT) -> str:
    """Compare a move of proved value with the other legal moves, in a sentence.

    Its `subject`, here and below, is a name of the move such as ``"O's last move"``.
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
    """Describe a move that ended the game."""
    result = "a draw" if game.is_draw else f"{game.winner} wins"
    if game.winner == mover:
        return f"{mover} wins with that move." if subject == THAT else f"{subject} wins."
    if game.winning_lines:
        return f"{mover} completes a line and loses."
    if subject == THAT:
        return f"That is the last move: {result}."
    return f"{subject} ends the game: {result}."


def _would_have(moves: tuple[list[int], Extent], verb: str, name: Naming) -> str:
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
    """Say how soon a move wins that does not end the game."""
    if remoteness is None:
        return " with best play"
    moves = winner_moves("win", remoteness) - 1
    if not moves:
        return f" at {opponent(winner)}'s next move"
    return f" in {write_count(moves, 'more move')}"


def _of_a_draw(choices: Choices, subject: str) -> str:
    """Describe a draw where no win is known."""
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
    """Describe a loss where nothing better is known."""
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
    """Name the moves with which the player to move wins.

    Raises
    ------
    ValueError
        When no win is proved.
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
    """Describe a move that is not proved, by the estimate of the position it leads to.

    Parameters
    ----------
    before, replies : Choices
        The moves of the position before the move, and of the one after it.
    cell : int
        The move.
    name : callable
        Function that returns the name of a cell for people.
    subject : str, default "That"
        Name of the move in the text.
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
        percent = chance(best.score)
        return f"{text} The search prefers {preferred} (about {percent} % for {mover})."
    return text


def _who_is_better(replies: Choices, mover: Mark, subject: str) -> str:
    """Tell who is better after a move, and the chance of the player who is named."""
    after = f"after {subject}" if subject else "after this move"
    if replies.is_early:
        return f"It is too early to tell who is better {after}."
    rival = opponent(mover)
    # As the cells of the position after the move tell it: for the player to move there.
    percents = {rival: 100 - chance(replies.before.score), mover: chance(replies.before.score)}
    ahead = max(percents, key=percents.__getitem__)
    looks, named = f"better for {ahead}", ahead
    if percents[ahead] - 50 < _EVEN:
        looks, named = "even", rival
    game = f"the game looks {looks}"
    told = f"{after} {game}" if subject else f"{game} {after}"
    return f"Estimate: {told} (about {percents[named]} % for {named})."
