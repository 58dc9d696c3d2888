"""Play searched to its end and nothing else: what the clever ways are held against."""

from collections.abc import Callable, Hashable

from tictactoe_widget.rules.rules import Rules, State


def judge_all(rules: Rules) -> Callable[[State], tuple[int, int]]:
    """Return a function from a state to (value, plies) for the player to move.

    Values are 1, 0, -1. Terminal states are worth what their result says.
    """
    known: dict[Hashable, tuple[int, int]] = {}

    def judge(state: State) -> tuple[int, int]:
        if state.result is not None:
            if state.result == "draw":
                return 0, 0
            return (1, 0) if state.result == state.to_move else (-1, 0)
        if state.key not in known:
            replies = [judge(rules.advance(state, cell)) for cell in state.legal_moves]
            best = max(-value for value, _ in replies)
            lengths = [1 + plies for value, plies in replies if -value == best]
            known[state.key] = best, max(lengths) if best < 0 else min(lengths)
        return known[state.key]

    return judge


WORD = {1: "win", 0: "draw", -1: "loss"}
