"""Sentences about a move, based on an analysis of the game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from tictactoe_widget.drawing.svg import win_percent, winner_moves
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import FIRST_AND_SECOND, Mark, opponent
from tictactoe_widget.texts import _, join_and, join_or, join_sentences, ngettext

from .values import Analysis, MoveValue, Value, best_of, length_of, proved, value_for, value_of

# The moves in a position, and the claims that are proved about these moves.
#
# A claim such as "only", "all" or "quickest" compares moves with each other, so the values of
# all these moves must be known. The methods return None if a claim isn't proved.

ALIKE = 0.1
"""Difference below which two estimates (from -1 to 1) count as equal.

On an empty gomoku board, the estimates of all moves differ by less than this value, and players
consider the central cells equal. If estimates come from random games, their error must not
exceed this value. With only a quarter as many random games, a move that was tried once could
still look best.
"""

CLEARLY = 0.05
"""Minimum difference between two estimates that is worth mentioning in a sentence.

If the difference is smaller, the win probabilities of the two moves are nearly equal.
"""

# Extent of a list of moves: all moves with one value, all moves that win at once, all of the
# quickest wins, or only some examples.
_Extent = Literal["all", "at once", "quickest", "example"]


@dataclass(frozen=True, slots=True)
class Choices:
    """Legal moves in a position, with the values known for them."""

    player: Mark
    """Player to move."""
    moves: Mapping[int, MoveValue]
    """Mapping from each legal move to its value for the player to move."""
    preferred: int
    """Move that the search would play, which has the best score among comparable moves."""
    comparable: frozenset[int]
    """Moves whose values can be compared with each other."""
    is_early: bool
    """True if the estimates come from too few random games to compare moves."""

    @classmethod
    def of(cls, analysis: Analysis) -> "Choices":
        """Return the choices in a position, given an analysis of the position."""
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
        """Return the choices with a new value for one move, based on the replies to this move.

        If the new value is an estimate, it is more reliable than the earlier estimate, because
        the analysis of the replies looks one ply deeper.
        """
        move = self.moves[cell]
        value = replies.value
        if value is None:
            if move.value is not None:
                return self
            return replace(self, moves={**self.moves, cell: replies.estimate_for(self.player)})
        left = length_of(replies.moves)
        plies = move.remoteness if left is None else left + 1
        worth = value_for(self.player, value, replies.player)
        moves = {**self.moves, cell: proved(worth, plies)}
        return replace(self, moves=moves, preferred=best_of(moves)[0])

    def without_lengths(self) -> "Choices":
        """Return the choices without lengths in plies, except for moves that end the game.

        If the players don't alternate, a number of plies doesn't show how many moves each
        player makes.
        """
        moves = {
            cell: move if move.remoteness == 1 else replace(move, remoteness=None)
            for cell, move in self.moves.items()
        }
        return replace(self, moves=moves)

    @property
    def value(self) -> Value | None:
        """Value of the position, or None if the value is not proved."""
        return value_of(self.moves)

    def estimate_for(self, player: Mark) -> MoveValue:
        """Return the estimate for `player`'s move, which led to this position."""
        score = self.moves[self.preferred].score
        return MoveValue(None, None, score if player == self.player else -score)

    def clearly_better(self, cell: int) -> bool:
        """Return whether the search clearly prefers some other move over `cell`."""
        best = self.moves[self.preferred].score
        return cell not in self.comparable or best - self.moves[cell].score > CLEARLY

    @property
    def is_complete(self) -> bool:
        """True if the value of every move is proved."""
        return all(move.value is not None for move in self.moves.values())

    def cells(self, value: Value) -> list[int]:
        """Return the moves with the given proved value."""
        return [cell for cell, move in self.moves.items() if move.value == value]

    @property
    def at_once(self) -> list[int]:
        """Moves that win at once."""
        return [cell for cell in self.cells("win") if self.moves[cell].remoteness == 1]

    def wins(self) -> tuple[list[int], _Extent] | None:
        """Return the winning moves to mention and a word for them, or None if no move wins."""
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
        """Return the drawing moves to mention and a word for them, or None if no move draws."""
        draws = self.cells("draw")
        if not draws:
            return None
        return (draws, "all") if self.is_complete else (draws[:1], "example")

    def quicker_wins(self, plies: int | None) -> tuple[list[int], _Extent] | None:
        """Return moves proved to win in fewer than `plies` plies, or None if there are none.

        The result also includes a word that describes these moves. If `plies` is None, the
        length of the win is unknown, and only an immediate win is certain to be quicker.
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
        """Return the moves that lose most slowly, or None if they aren't known for certain."""
        plies = length_of(self.moves)
        if self.value != "loss" or plies is None:
            return None
        return [cell for cell, move in self.moves.items() if move.remoteness == plies]


_X_AND_O: Mapping[Mark, str] = {"X": "X", "O": "O"}
_EVEN = 5  # within this number of percentage points of 50%, the game is called even


def short_names(rules: Rules) -> Mapping[Mark, str]:
    """Return the default player names for use in a sentence: X and O, or First and Second.

    >>> from tictactoe_widget.rules.names import find_rules
    >>> short_names(find_rules("wild"))["O"]
    'Second'
    """
    if rules.names_players_by_marks:
        return _X_AND_O
    return {mark: _(name) for mark, name in FIRST_AND_SECOND.items()}


@dataclass(frozen=True, slots=True)
class Names:
    """Names to use for players and moves in sentences."""

    players: Mapping[Mark, str]
    """Mapping from each player to a name."""
    square: Callable[[int], str]
    """Function that returns the name of a move."""
    you: Mark | None = None
    """Player to address as "you", or None to call both players by name."""
    slides: bool = False
    """True if moves slide marks, so that the name of a move contains two squares."""

    @classmethod
    def of(cls, rules: Rules) -> "Names":
        """Return the default names for the given rules."""
        return cls(short_names(rules), partial(position_name, rules=rules))

    def at(self, game: Game) -> "Names":
        """Return the same player names, with the move names for the game's position."""
        return replace(self, square=game.move_name, slides=game.rules.slides(game.state))

    def squares(self, cells: Iterable[int], word: str = "or") -> str:
        """Return the names of squares as a list joined by "or" or "and".

        >>> from tictactoe_widget import STANDARD
        >>> Names.of(STANDARD).squares((2, 6, 8))
        '3, 7 or 9'
        """
        names = map(self.square, sorted(cells))
        return join_and(names) if word == "and" else join_or(names)


def verdict(choices: Choices, cell: int, names: Names) -> str:
    """Compare a move with the other moves, in sentences. The move's value must be proved."""
    made, player = choices.moves[cell], names.players[choices.player]
    if made.value == "win":
        return _of_a_win(choices, made, names)
    wins, draws = choices.wins(), choices.draws()
    if made.value == "draw":
        if wins is None:
            return _of_a_draw(choices, player)
        gives_away = _("{player}'s move gives away the win.", player=player)
        return join_sentences(gives_away, _could_have_won(wins, player, names))
    loses = _("{player}'s move loses.", player=player)
    if wins is not None:
        return join_sentences(loses, _could_have_won(wins, player, names))
    if draws is not None:
        return join_sentences(loses, _could_have_drawn(draws, player, names))
    return _of_a_loss(choices, cell, names) if choices.is_complete else loses


def completes_row(game: Game) -> bool:
    """Return whether the last move of a finished game completed a row that decided the game."""
    return game.last_move is not None and any(
        game.rules.cell_of(game.last_move) in line for line in game.winning_lines
    )


def describe_ending(game: Game, mover: Mark, names: Names) -> str:
    """Return a sentence that describes a move that ended the game."""
    player, rival = names.players[mover], names.players[opponent(mover)]
    if game.is_draw:
        return _("{player}'s move ends the game in a draw.", player=player)
    if game.winner == mover:
        return _("{player} wins with this move.", player=player)
    if completes_row(game):
        return _("{player} completes a row and loses.", player=player)
    return _("{player}'s move ends the game, and {rival} wins.", player=player, rival=rival)


def _could_have_won(wins: tuple[list[int], _Extent], player: str, names: Names) -> str:
    cells, extent = wins
    slots = {"player": player, "squares": names.squares(cells)}
    if names.slides:
        return {
            "all": _("{player} could have won with {squares}.", **slots),
            "at once": _("{player} could have won right away with {squares}.", **slots),
            "quickest": _("The quickest win for {player} was {squares}.", **slots),
            "example": _("{player} could have won with {squares}, for example.", **slots),
        }[extent]
    if extent == "all":
        return _("{player} could have won at {squares}.", **slots)
    if extent == "at once":
        return _("{player} could have won right away at {squares}.", **slots)
    if extent == "quickest":
        return _("The quickest win for {player} was at {squares}.", **slots)
    return _("{player} could have won at {squares}, for example.", **slots)


def _could_have_drawn(draws: tuple[list[int], _Extent], player: str, names: Names) -> str:
    cells, extent = draws
    squares = names.squares(cells)
    if names.slides:
        return _("{player} could have drawn with {squares}.", player=player, squares=squares)
    if extent == "all":
        return _("{player} could have drawn at {squares}.", player=player, squares=squares)
    return _(
        "{player} could have drawn at {squares}, for example.", player=player, squares=squares
    )


def _of_a_win(choices: Choices, made: MoveValue, names: Names) -> str:
    player = names.players[choices.player]
    quicker = choices.quicker_wins(made.remoteness)
    if quicker is None:
        could = ""
    elif quicker[1] == "example":
        could = _(
            "{player} could have won sooner at {squares}, for example.",
            player=player,
            squares=names.squares(quicker[0]),
        )
    else:
        could = _could_have_won(quicker, player, names)
    return join_sentences(_how_soon(choices.player, made.remoteness, names), could)


def _how_soon(mover: Mark, remoteness: int | None, names: Names) -> str:
    """Describe how soon a winning move wins, if it doesn't end the game at once."""
    player = names.players[mover]
    if remoteness is None:
        return _("{player} wins with best play.", player=player)
    moves = winner_moves("win", remoteness) - 1
    if not moves:
        rival = names.players[opponent(mover)]
        return _("{player} wins after {rival}'s next move.", player=player, rival=rival)
    return ngettext(
        "{player} wins in {count} more move.",
        "{player} wins in {count} more moves.",
        moves,
        player=player,
    )


def _of_a_draw(choices: Choices, player: str) -> str:
    """Describe a drawing move if no winning move is known."""
    if not choices.is_complete:
        return _("{player}'s move draws.", player=player)
    draws = len(choices.cells("draw"))
    if len(choices.moves) == 1:
        return _("This was {player}'s only move, and it draws.", player=player)
    if draws == len(choices.moves):
        return _("{player}'s move draws, and so would every other move.", player=player)
    if draws == 1:
        return _("{player}'s move is the only one that doesn't lose.", player=player)
    return _("{player}'s move is enough for a draw.", player=player)


def _of_a_loss(choices: Choices, cell: int, names: Names) -> str:
    """Describe a move in a position in which all moves lose."""
    player = names.players[choices.player]
    if len(choices.moves) == 1:
        return _("{player} was already losing and had no other move.", player=player)
    longest = choices.longest_losses()
    if longest is None:
        return _("{player} was already losing.", player=player)
    if len(longest) == len(choices.moves):
        return _("{player} was already losing, and all moves lose equally fast.", player=player)
    if cell in longest:
        return _("{player} was already losing, and no other move lasts longer.", player=player)
    return _(
        "{player} was already losing, but could have lasted longest with {squares}.",
        player=player,
        squares=names.squares(longest),
    )


def winning_replies(choices: Choices, names: Names, *, is_next: bool = False) -> str:
    """Return a sentence that names the winning moves for the player to move.

    If `is_next` is True, the sentence is worded to follow a sentence about an earlier move.

    Raises
    ------
    ValueError
        If no win is proved.
    """
    wins = choices.wins()
    if wins is None:
        raise ValueError("choices must include a move that is proved to win")
    cells, extent = wins
    kind: str = extent
    if cells == choices.at_once:
        kind = "all" if names.slides else "at once"
    elif len(cells) == len(choices.moves) > 1:
        kind = "any"
    if is_next:
        template = {
            "at once": _("Then {player} wins at {squares}."),
            "all": _("Then {player} wins with {squares}."),
            "any": _("Then {player} wins with any move."),
            "quickest": _("Then {player} wins quickest with {squares}."),
            "example": _("Then {player} wins with {squares}, for example."),
        }[kind]
    else:
        template = {
            "at once": _("{player} wins at {squares}."),
            "all": _("{player} wins with {squares}."),
            "any": _("{player} wins with any move."),
            "quickest": _("{player} wins quickest with {squares}."),
            "example": _("{player} wins with {squares}, for example."),
        }[kind]
    player = names.players[choices.player]
    return template.format(player=player, squares=names.squares(cells))


def describe_estimate(before: Choices, replies: Choices, cell: int, names: Names) -> str:
    """Describe a move without a proved value, based on an estimate of the next position.

    All win probabilities in the text are for the player who made the move.

    Parameters
    ----------
    before, replies : Choices
        Legal moves in the position before the move and in the position after it.
    cell : int
        Move to describe.
    names : Names
        Names of the players and the squares.
    """
    player = names.players[before.player]
    text = _who_is_better(replies, before.player, names)
    wins = before.wins()
    if wins is not None:
        cells, extent = wins
        # The played move might win too, and then the player didn't miss anything.
        sure = (
            _(
                "With {squares}, {player} would have been sure to win.",
                squares=names.squares(cells),
                player=player,
            )
            if extent == "example"
            else _could_have_won(wins, player, names)
        )
        return join_sentences(text, sure)
    best = before.moves[before.preferred]
    square = names.square(before.preferred)
    if best.value == "draw":
        return join_sentences(
            text, _("The search prefers {square}, which draws.", square=square)
        )
    is_early = before.is_early or replies.is_early
    is_better = best.score - replies.estimate_for(
        before.player
    ).score > CLEARLY and before.clearly_better(cell)
    if is_better and not is_early:
        preferred = _(
            "With {square}, {player}'s chance of winning would have been about {percent}%.",
            square=square,
            player=player,
            percent=win_percent(best.score),
        )
        return join_sentences(text, preferred)
    return text


def _who_is_better(replies: Choices, mover: Mark, names: Names) -> str:
    """Describe who is ahead after a move, and give the mover's win probability."""
    rival = opponent(mover)
    player = names.players[mover]
    if replies.is_early:
        return _("It's too early to tell who is ahead after {player}'s move.", player=player)
    percent = win_percent(replies.estimate_for(mover).score)
    if abs(percent - 50) < _EVEN:
        looks = _("Estimate: the game looks even after {player}'s move.", player=player)
    else:
        looks = _(
            "Estimate: the game looks better for {better} after {player}'s move.",
            better=names.players[mover if percent > 50 else rival],
            player=player,
        )
    chance = _(
        "{player}'s chance of winning is about {percent}%.", player=player, percent=percent
    )
    return join_sentences(looks, chance)
