"""Explanations of why a move was good or bad, as sentences.

Everything said is proved by the analyses of the positions before and after the
move, or is said to be an estimate. The module `choices` decides what may be
claimed, and `sentences` writes the sentences.
"""

from functools import partial

from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.marks import Mark, opponent
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.validation.arguments import as_seconds

from .analyze import analyze_briefly
from .choices import Choices
from .registry import family_analysis
from .sentences import (
    THAT,
    Naming,
    call_players,
    describe_ending,
    describe_estimate,
    join_cells,
    verdict,
    winning_replies,
)
from .slices import Slices, run_to_end
from .values import Analysis

EXPLAIN_SECONDS = 0.25
"""Time limit for one position whose rules cannot be solved, in seconds."""


def explain(game: Game, cell: int, *, seconds: float = EXPLAIN_SECONDS) -> str:
    """Explain why a move is good or bad, in a sentence or two.

    Parameters
    ----------
    game : Game
        The game before the move.
    cell : int
        A legal move. The text names cells as `position_name` does.
    seconds : float, default 0.25
        Time limit for one position whose rules cannot be solved. What is not
        proved by then is left out, or said to be an estimate.

    Raises
    ------
    IllegalMoveError
        When the move is refused.
    TypeError
        When `game` is no `Game`, or `seconds` is not a number.
    ValueError
        When `seconds` is not above 0.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> explain(Game(moves=(0, 4, 8)), 2)
    'That loses: 2, 4, 6 or 8 would have drawn. X plays 7 and then wins at 4 or 8.'
    >>> explain(Game(moves=(0, 4, 8)), 1)
    'That keeps the draw. X must block at 8.'
    """
    seconds = as_seconds(seconds)
    return run_to_end(explain_in_slices(as_game(game), cell, seconds=seconds))


def explain_in_slices(
    game: Game,
    cell: int,
    *,
    seconds: float = EXPLAIN_SECONDS,
    reply: Analysis | None = None,
    subject: str = THAT,
) -> Slices[str]:
    """Explain a move as `explain` does, in slices.

    Parameters
    ----------
    game, cell, seconds
        As in `explain`.
    reply : Analysis, optional
        Analysis of the game after the move, where there is one already.
    subject : str, default "That"
        Name of the move in the text, such as ``"O's last move"``.
    """
    after = game.play(cell)
    mover = game.current_player
    name = partial(position_name, rules=game.rules)
    if after.is_over:
        return call_players(describe_ending(after, mover, subject), game.rules)
    before = yield from analyze_briefly(game, seconds=seconds)
    if reply is None:
        reply = yield from analyze_briefly(after, seconds=seconds)
    replies = Choices.of(reply)
    choices = Choices.of(before).knowing(cell, replies)
    if choices.moves[cell].value is None:
        said = describe_estimate(choices, cell, mover, name, subject)
    else:
        said = verdict(choices, cell, mover, name, subject)
    reason = yield from _reason(after, mover, replies, name, seconds)
    more = family_analysis(game.rules).remark(game.rules, after.state, name)
    return call_players(" ".join(filter(None, [said, reason, more])), game.rules)


def _reason(
    after: Game, mover: Mark, replies: Choices, name: Naming, seconds: float
) -> Slices[str]:
    """Describe the threats of a move, or the opponent's best answer to it."""
    rival = opponent(mover)
    if replies.value == "win":
        return f"{_winning_way(after, replies, name)}."
    threats = _threats(after, mover)
    if len(threats) > 1:
        cells = join_cells(threats, name, "and")
        return f"{mover} threatens {cells}, and {rival} can block only one."
    if threats:
        forced = f"{rival} must block at {name(threats[0])}"
        blocked = after.play(threats[0])
        if not blocked.is_over:
            following = Choices.of((yield from analyze_briefly(blocked, seconds=seconds)))
            if following.value == "win":
                return f"{forced}; {winning_replies(following, mover, name, ' then')}."
        return f"{forced}."
    holding = replies.cells("draw")
    if replies.value == "draw" and len(holding) < len(replies.moves):
        return f"{rival} must answer at {join_cells(holding, name)}."
    return ""


def _winning_way(after: Game, replies: Choices, name: Naming) -> str:
    """Describe a win of the player to move."""
    rival = after.current_player
    if not replies.at_once:
        first = replies.preferred
        threats = _threats(after.play(first), rival)
        if len(threats) > 1:
            return f"{rival} plays {name(first)} and then wins at {join_cells(threats, name)}"
    return winning_replies(replies, rival, name)


def _threats(game: Game, player: Mark) -> list[int]:
    """List the cells where a player wins next unless the opponent blocks them."""
    return family_analysis(game.rules).threats(game.rules, game.state, player)
