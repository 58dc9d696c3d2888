"""Random games of m,n,k-games, played on bit masks: faster than `Rules.advance`."""

from random import Random

from tictactoe_widget.rules.marks import Result, opponent
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State


def playout_on_masks(rules: MNK, state: State, random: Random) -> Result:
    """Play random moves to the end and return the result.

    Examples
    --------
    >>> playout_on_masks(MNK(1, 3, 1), MNK(1, 3, 1).initial_state, Random(1))
    'X'
    """
    if state.result is not None:
        return state.result
    own, other = state.own, state.other
    through = rules.masks_through
    # Every order of the cells is a legal game, so a random order is a random game.
    for at, cell in enumerate(random.sample(state.legal_moves, len(state.legal_moves))):
        own |= 1 << cell
        for line in through[cell]:
            if own & line == line:
                completer = opponent(state.to_move) if at % 2 else state.to_move
                return opponent(completer) if rules.misere else completer
        own, other = other, own
    return "draw"
