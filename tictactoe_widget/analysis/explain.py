"""Sentences that explain why a move was good or bad.

Explanations are based on analyses of the positions before and after the move. If these analyses
don't prove a statement, the text calls it an estimate. The class ``sentences.Choices``
determines what is proved, and the module `sentences` writes the text.
"""

from dataclasses import dataclass

from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.state import Mark, opponent, players_alternate
from tictactoe_widget.texts import _, join_sentences, localized
from tictactoe_widget.validation import as_seconds

from .analyze import analyze_briefly
from .registry import family_analysis
from .sentences import (
    Choices,
    Names,
    describe_ending,
    describe_estimate,
    verdict,
    winning_replies,
)
from .values import Analysis, Slices, run_to_end

EXPLAIN_SECONDS = 0.25
"""Time limit for each position, in seconds, if the rules cannot be solved."""


@localized
def explain(game: Game, cell: int, *, seconds: float = EXPLAIN_SECONDS) -> str:
    """Return one or two sentences that explain why a move is good or bad.

    Parameters
    ----------
    game : Game
        Game before the move.
    cell : int
        Legal move to explain. The text uses the same cell names as `position_name`.
    seconds : float, default 0.25
        Time limit for each position, in seconds, if the rules cannot be solved. If a value
        isn't proved in time, the text omits it or calls it an estimate.

    Raises
    ------
    IllegalMoveError
        If the rules refuse the move.
    TypeError
        If `game` is not a `Game`, or `seconds` is not a number.
    ValueError
        If `seconds` is not greater than 0.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> explain(Game(moves=(0, 4, 8)), 2)
    "O's move loses. O could have drawn at 2, 4, 6 or 8. X plays 7 and then wins at 4 or 8."
    >>> explain(Game(moves=(0, 4, 8)), 1)
    "O's move is enough for a draw. X must block at 8."
    """
    seconds = as_seconds(seconds)
    return run_to_end(explain_in_slices(as_game(game), cell, seconds=seconds))


def explain_in_slices(
    game: Game,
    cell: int,
    *,
    seconds: float = EXPLAIN_SECONDS,
    reply: Analysis | None = None,
) -> Slices[str]:
    """Explain a move in the same way as `explain`, but in short time slices.

    Parameters
    ----------
    game, cell, seconds
        Same as in `explain`.
    reply : Analysis, optional
        Analysis of the game after the move, if it is already available.
    """
    made = yield from look_into(game, cell, seconds=seconds)
    if reply is None and not made.after.is_over:
        reply = yield from analyze_briefly(made.after, seconds=seconds)
    return made.explain(reply)


def look_into(game: Game, cell: int, *, seconds: float = EXPLAIN_SECONDS) -> Slices["MadeMove"]:
    """Analyze all positions needed to explain a move, except the position after the move.

    Parameters
    ----------
    game, cell, seconds
        Same as in `explain`.
    """
    after = game.play(cell)
    if after.is_over:
        return MadeMove(game, cell, after)
    before = yield from analyze_briefly(game, seconds=seconds)
    threats = _threats(after, game.current_player)
    blocked = None
    if len(threats) == 1:
        following = after.play(threats[0])
        if not following.is_over:
            blocked = Choices.of((yield from analyze_briefly(following, seconds=seconds)))
    return MadeMove(game, cell, after, Choices.of(before), tuple(threats), blocked)


@dataclass(frozen=True, slots=True)
class MadeMove:
    """Move, together with the analyses needed to explain it."""

    game: Game
    """Game before the move."""
    cell: int
    """Cell of the move."""
    after: Game
    """Game after the move."""
    before: Choices | None = None
    """`Choices` in the position before the move, or None if the move ended the game."""
    threats: tuple[int, ...] = ()
    """Cells where the player wins next unless the opponent blocks them."""
    blocked: Choices | None = None
    """`Choices` after the opponent's only blocking reply, or None if there is no such reply."""

    def explain(self, reply: Analysis | None, names: Names | None = None) -> str:
        """Explain the move, based on an analysis of the position after it.

        A better analysis can give a more detailed explanation.

        Parameters
        ----------
        reply : Analysis or None
            Analysis of the game after the move, or None if the move ended the game.
        names : Names, optional
            Names of the players. The default names are X and O.
        """
        rules = self.game.rules
        names = names or Names.of(rules)
        if self.before is None or reply is None:
            return describe_ending(self.after, self.game.current_player, names)
        replies = Choices.of(reply)
        choices = self.before.knowing(self.cell, replies)
        if not players_alternate(self.game.state):
            choices, replies = choices.without_lengths(), replies.without_lengths()
        if choices.moves[self.cell].value is None:
            said = describe_estimate(self.before, replies, self.cell, names.at(self.game))
        else:
            said = verdict(choices, self.cell, names.at(self.game))
        names = names.at(self.after)
        more = family_analysis(rules).remark(rules, self.after.state, names)
        return join_sentences(said, self._reason(replies, names), more)

    def _reason(self, replies: Choices, names: Names) -> str:
        """Describe what the move threatens, or the opponent's best reply."""
        mover = self.game.current_player
        player, rival = names.players[mover], names.players[opponent(mover)]
        if replies.value == "win":
            return _winning_way(self.after, replies, names)
        if len(self.threats) > 1:
            return _(
                "{player} threatens to win at {squares}, and {rival} can block only one of "
                "them.",
                player=player,
                squares=names.squares(self.threats, "and"),
                rival=rival,
            )
        if self.threats:
            square = names.square(self.threats[0])
            forced = _("{player} must block at {square}.", player=rival, square=square)
            if self.blocked is not None and self.blocked.value == "win":
                after = names.at(self.after.play(self.threats[0]))
                return join_sentences(
                    forced, winning_replies(self.blocked, after, is_next=True)
                )
            return forced
        drawing = replies.cells("draw")
        is_rival_next = replies.player != mover
        if is_rival_next and replies.value == "draw" and len(drawing) < len(replies.moves):
            slots = {"player": rival, "squares": names.squares(drawing)}
            return (
                _("{player} must answer with {squares}.", **slots)
                if names.slides
                else _("{player} must answer at {squares}.", **slots)
            )
        return ""


def _winning_way(after: Game, replies: Choices, names: Names) -> str:
    """Describe how the player to move wins."""
    if not replies.at_once:
        first, player = replies.preferred, after.current_player
        threats = _threats(after.play(first), player)
        if len(threats) > 1:
            return _(
                "{player} plays {square} and then wins at {squares}.",
                player=names.players[player],
                square=names.square(first),
                squares=names.squares(threats),
            )
    return winning_replies(replies, names)


def _threats(game: Game, player: Mark) -> list[int]:
    """Return the cells where a player wins next unless the opponent blocks them."""
    return family_analysis(game.rules).threats(game.rules, game.state, player)
