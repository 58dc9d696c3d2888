"""Random games played to their end."""

from random import Random

from tictactoe_widget.rules.base import Result, Rules, State, opponent
from tictactoe_widget.rules.mnk import MNK


def playout(rules: Rules, state: State, random: Random) -> Result:
    """Play random moves to the end and say how it ended.

    Parameters
    ----------
    rules : Rules
        Any; m,n,k-games are played on bit masks, several times faster.
    state : State
        Where to begin; it may be over.
    random : Random
        Where the moves are drawn from, each legal one as likely as the others.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game.from_text("XX./OOX/XO.")   # X wins next, unless O takes cell 2
    >>> playout(game.rules, game.play(8).state, Random(1))
    'X'
    """
    if isinstance(rules, MNK):
        return _on_masks(rules, state, random)
    while state.result is None:
        state = rules.advance(state, random.choice(state.legal_moves))
    return state.result


def _on_masks(rules: MNK, state: State, random: Random) -> Result:
    if state.result is not None:
        return state.result
    own, other = state.own, state.other
    through = rules.masks_through
    # Any cell may follow any other: a random order of the cells is a random game.
    for at, cell in enumerate(random.sample(state.legal_moves, len(state.legal_moves))):
        own |= 1 << cell
        for line in through[cell]:
            if own & line == line:
                completer = opponent(state.to_move) if at % 2 else state.to_move
                return opponent(completer) if rules.misere else completer
        own, other = other, own
    return "draw"
