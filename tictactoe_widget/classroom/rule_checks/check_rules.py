"""Check that rules keep what players, boards and searches rely on."""

import sys
from collections import deque
from contextlib import suppress
from functools import partial
from random import Random

from tictactoe_widget.classroom.checking.budget import new_check_budget
from tictactoe_widget.matches.isolation import muted
from tictactoe_widget.matches.progress import Progress, show_progress
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State
from tictactoe_widget.validation.arguments import as_int, as_seed
from tictactoe_widget.validation.quoting import brief, type_name, visible

from .probe import EndlessError, NoAnswerError, Probe
from .promises import PositionChecks, check_as_a_whole
from .report import RulesReport

RANDOM_GAMES = 200
"""Number of random games that are played."""


def check_rules(
    rules: str | Rules = STANDARD,
    positions: int = 6_000,
    *,
    seed: int = 0,
    progress: bool | Progress | None = None,
) -> RulesReport:
    """Try out what rules promise, and name every promise that is broken.

    The players, the board and the search rely on rules. So every promise is tried in the
    first positions that can be reached, those with the fewest marks first (on 3x3 in all
    of them), and in those of 200 random games: moves go to free cells, a game ends once
    the board is full, there is a result exactly when there are no moves, an answer is the
    same when it is asked for again, states stay as they are, lines are lines, declared
    symmetries hold, text and names read back. An answer that takes too many steps is ended,
    and what rules print is not shown.

    That nothing was found is no proof that the rules are what their author means.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules to check, or their name.
    positions : int, default 6000
        Number of positions in which every promise is tried, from the empty board on and
        once more in random games, 1 or more.
    seed : int, default 0
        Seed of the random games.
    progress : bool or callable, optional
        As in `check`.

    Returns
    -------
    RulesReport
        The broken promises, each with the position and the name of the method.

    Raises
    ------
    TypeError, ValueError
        When an argument is of the wrong type or out of its range.
    KeyboardInterrupt
        When a person presses Ctrl-C.

    Examples
    --------
    >>> from tictactoe_widget import PlainRules
    >>> class Stuck(PlainRules):
    ...     def result(self, position):
    ...         return "X" if position.move_count == 10 else None
    >>> print(check_rules(Stuck(), positions=600))
    Stuck: 1 broken promise was found in 1,200 positions and 200 random games.
      result: it answers 'X', 'O', 'draw', or None while the game goes on. In the position \
XOX/OXO/XOX it answered None (the game goes on) where legal_moves has no move.
    """
    rules = find_rules(rules)
    try:
        most = as_int(positions)
    except TypeError:
        raise TypeError(f"positions must be an int, not {brief(positions)}") from None
    if most < 1:
        raise ValueError(f"positions must be 1 or more, not {brief(positions)}")
    random = Random(as_seed(seed))
    bar = show_progress(progress, "positions", sys.stdout)
    with bar as show, muted(), new_check_budget() as budget:
        walk = _Walk(Probe(rules, budget), most, random, show)
        with suppress(NoAnswerError, EndlessError):
            walk.run()
    return RulesReport(
        _title_of(rules),
        tuple(walk.probe.faults.values()),
        walk.checks.count,
        walk.game_count,
        walk.is_complete,
    )


class _Walk:
    """Walk through the positions of rules, each of which is checked once."""

    def __init__(self, probe: Probe, most: int, random: Random, show: Progress) -> None:
        self.probe = probe
        self.checks = PositionChecks(probe, seed=random.getrandbits(32))
        self.game_count = 0
        self.is_complete = False
        self._most = most
        self._random = random
        self._show = show

    def run(self) -> None:
        """Check the rules as a whole, the first positions, and those of random games."""
        check_as_a_whole(self.probe)
        rules = self.probe.rules
        start = self.probe.ask("initial_state", None, lambda: rules.initial_state)
        if any(start.masks) or start.result is not None:
            promise = "the board is empty, and the game goes on"
            self.probe.note("initial_state", start, promise, "is another position")
        self._visit_first(start)
        for _ in range(RANDOM_GAMES):
            self._play(start)
            self.game_count += 1

    def _visit_first(self, start: State) -> None:
        """Check the positions with the fewest marks, as many as wanted."""
        waiting = deque([start])
        while waiting and self.checks.count < self._most:
            state = waiting.popleft()
            if not self.checks.is_known(state):
                waiting += self._check(state).values()
        is_all = all(map(self.checks.is_known, waiting))
        self.is_complete = is_all and not self.checks.has_gaps

    def _play(self, state: State) -> None:
        """Play a random game; check its positions as long as some are wanted."""
        rules = self.probe.rules
        while state.legal_moves:
            if state.move_count > rules.cell_count:
                promise = "a game ends once every cell holds a mark"
                self.probe.note("advance", state, promise, "went on")
                return
            if self.checks.count < 2 * self._most and not self.checks.is_known(state):
                following = self._check(state)
                if not following:
                    return
                state = following[self._random.choice(tuple(following))]
            else:
                move = self._random.choice(state.legal_moves)
                try:
                    state = self.probe.ask(
                        "advance", state, partial(rules.advance, state, move)
                    )
                except NoAnswerError:
                    return
        if self.checks.count < 2 * self._most and not self.checks.is_known(state):
            self._check(state)

    def _check(self, state: State) -> dict[int, State]:
        following = self.checks.check(state)
        self._show(self.checks.count, max(self._most, self.checks.count))
        return following


def _title_of(rules: Rules) -> str:
    """Return what rules are called, by the name of their class where they do not say it."""
    try:
        title = rules.title
    except Exception:  # noqa: BLE001 - these are rules under test
        title = ""
    return visible(title) if isinstance(title, str) and title else type_name(type(rules))
