"""Check whether rules keep the promises that players, boards and searches rely on."""

import random
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import partial
from random import Random
from typing import Any, TypeVar

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table
from tictactoe_widget.rules.cards import RuleCard
from tictactoe_widget.rules.errors import IllegalMoveError, RulesError
from tictactoe_widget.rules.game import fault_of_rules, method_at_fault
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.plain_rules import TWO_ANSWERS, PlainRules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import (
    MARKS,
    RepeatableState,
    State,
    move_bits,
    opponent,
    players_alternate,
    read_masks,
)
from tictactoe_widget.sandbox.isolation import muted
from tictactoe_widget.sandbox.limits import OverBudgetError, StepBudget
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import english_plural, join_and
from tictactoe_widget.validation import (
    as_seed,
    brief,
    check_int,
    describe_error,
    error_message,
    type_name,
    visible,
)

# The report that `check_rules` returns: broken promises, each with a position.


@dataclass(frozen=True, slots=True)
class RuleFault(Serializable):
    """A promise that the checked rules break. Immutable."""

    _keys = ("method", "position", "promise", "found")

    method: str
    """Name of the method or property that breaks the promise."""
    position: str
    """Position in which the promise is broken, as text, or ``""`` if no position is
    involved."""
    promise: str
    """Promise that the method or property should keep, as a sentence."""
    found: str
    """Sentence that says how the method or property breaks the promise."""

    def __str__(self) -> str:
        where = f"Position {self.position}: " if self.position else ""
        return f"{self.method}: {self.promise} {where}{self.found}"


@dataclass(frozen=True, slots=True, repr=False)
class RulesReport(Serializable, TextDisplay):
    """Immutable report that `check_rules` returns, and that `str` turns into readable text."""

    _keys = (
        *("title", "ok", "summary", "position_count", "game_count", "is_complete"),
        *("symmetry_count", "faults"),
    )
    _rows = "faults"

    title: str
    """Title of the rules that were checked."""
    faults: tuple[RuleFault, ...]
    """Broken promises, without duplicates, in the order in which the check found them."""
    position_count: int
    """Number of distinct positions in which all promises were checked."""
    game_count: int
    """Number of random games that the check played."""
    is_complete: bool
    """True if the check covered all positions that can be reached."""
    symmetry_count: int | None = None
    """Number of positions in which symmetries were tried, or None if none were tried."""

    @property
    def ok(self) -> bool:
        """True if the check found no broken promises."""
        return not self.faults

    @property
    def summary(self) -> str:
        """Sentences that say how many promises are broken and how much was checked."""
        if self.ok:
            found = f"{self.title}: The check found no broken promises."
        else:
            found = english_plural(
                "{title}: The check found {count} broken promise.",
                "{title}: The check found {count} broken promises.",
                len(self.faults),
                title=self.title,
            )
        every = "all " if self.is_complete and self.position_count > 1 else ""
        symmetries = self._count("the symmetries in {count} position", self.symmetry_count or 0)
        covered = [
            every + self._count("{count} position", self.position_count),
            *([symmetries] if self.symmetry_count is not None else []),
            self._count("{count} random game", self.game_count),
        ]
        return f"{found} Checked: {', '.join(covered)}."

    @staticmethod
    def _count(name: str, count: int) -> str:
        return english_plural(name, f"{name}s", count)

    def require(self) -> None:
        """Raise an AssertionError if any promise is broken.

        Raises
        ------
        AssertionError
            If any promise is broken. The error message describes the first broken promise and,
            if there are more, says how many.
        """
        if self.faults:
            more = [self.summary] if len(self.faults) > 1 else []
            raise AssertionError("\n".join([str(self.faults[0]), *more]))

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"  {fault}" for fault in self.faults)])

    def _repr_html_(self) -> str:
        """Return the faults as an HTML table for a notebook."""
        if self.ok:
            return f"<p>\u2713\u00a0{escape(self.summary)}</p>"
        columns = ("Method", "Promise", "Position", "Found")
        rows = [
            (fault.method, fault.promise, fault.position, fault.found) for fault in self.faults
        ]
        return html_table(self.summary, columns, rows)


# Guarded calls to the rules under test. Each call has a step limit, and faults are recorded.

_MOST_ANSWER_STEPS = 1_000_000
# The check stops when this many answers have exceeded the step limit.
_MOST_ENDLESS_ANSWERS = 3

_PROMISES = {
    "result": (
        "The method must return 'X', 'O' or 'draw' when the game is over, and None otherwise."
    ),
    "legal_moves": "The method must return only free cells on the board.",
    "moves": "The method must return slides of the player's own marks to free cells.",
    "lines": "The method must return lines, each of different cells on the board.",
    "advance": "The method must return the state after a legal move.",
    "winning_lines": "The method must return the completed lines of a finished game.",
    "from_text": "The method must read text written by to_text.",
}

_Answer = TypeVar("_Answer")


class _NoAnswerError(Exception):
    """Error raised if one of the rules' methods returns no answer. The fault is recorded."""


class _EndlessError(Exception):
    """Error that ends a check if too many calls to the rules took too many steps."""


@dataclass
class _Probe:
    """Object that calls the rules under test and collects their faults."""

    rules: Rules
    budget: StepBudget
    # First fault for each combination of a method, a promise and a kind of fault.
    faults: dict[tuple[str, str, str], RuleFault] = field(default_factory=dict)
    endless_count: int = 0  # number of answers that took too many steps

    def note(self, method: str, state: State | None, promise: str, found: str) -> None:
        """Record a fault, unless the promise is already known to be broken."""
        self._add(method, "" if state is None else self.write(state), promise, found)

    def _add(
        self, method: str, position: str, promise: str, found: str, kind: str = ""
    ) -> None:
        """Record a fault. `kind` says how the promise is broken."""
        fault = RuleFault(method, position, promise, found)
        self.faults.setdefault((method, promise, kind), fault)

    def blames(self, method: str) -> bool:
        """Return True if a fault in the method has been recorded."""
        return any(fault.method == method for fault in self.faults.values())

    def ask(self, method: str, state: State | None, call: Callable[[], _Answer]) -> _Answer:
        """Call one of the rules' methods with a step limit and return its result.

        Raises
        ------
        NoAnswerError
            If the method raises an exception or takes too many steps. The fault has been
            recorded.
        _EndlessError
            If too many calls have taken too many steps.
        """
        try:
            answer: _Answer = self.budget.run(call, _MOST_ANSWER_STEPS)
        except OverBudgetError as error:
            self._note_endless(method, state, error)
            self.endless_count += 1
            if self.endless_count >= _MOST_ENDLESS_ANSWERS:
                raise _EndlessError from None
        except Exception as error:  # noqa: BLE001 - these are rules under test
            self._note_raised(method, state, error)
        else:
            return answer
        raise _NoAnswerError

    def call(self, method: str, state: State, *arguments: Any) -> Any:
        """Call a method through `ask`, with a position and further arguments."""
        return self.ask(method, state, lambda: getattr(self.rules, method)(state, *arguments))

    def read(self, name: str) -> Any:
        """Read one of the rules' attributes through `ask`."""
        return self.ask(name, None, lambda: getattr(self.rules, name))

    def read_as(self, kind: type, name: str) -> Any:
        """Read an attribute that the check needs, and require the given type."""
        value = self.read(name)
        if not isinstance(value, kind):
            promise = f"The value must be of type {kind.__name__}."
            self.note(name, None, promise, f"The value is {brief(value)}.")
            raise _NoAnswerError
        return value

    def write(self, state: State) -> str:
        """Return a position as text, even if the rules' own method fails."""
        x, o = state.masks
        texts = getattr(state, "texts", ()) or read_masks(x, o, self.rules.cell_count)
        return self._in_rows("".join(text or "." for text in texts))

    def _in_rows(self, marks: str) -> str:
        layout = self.rules.layout
        columns = layout.columns if layout.cells == tuple(range(len(marks))) else len(marks)
        return "/".join(marks[at : at + columns] for at in range(0, len(marks), columns))

    def _note_raised(self, method: str, state: State | None, error: Exception) -> None:
        if isinstance(error, RulesError) and error.problem == TWO_ANSWERS:
            self._add(error.method, error.position, _SAME_TWICE, _TWO_ANSWERS)
            return
        if isinstance(error, RulesError):
            kind = error.problem.partition(":")[0].partition(", but")[0][:40]
            found, position, method = (
                f"The method {error.problem}.",
                error.position,
                error.method,
            )
        else:
            blamed = None if state is None else fault_of_rules(self.rules, state, error)
            kind = type_name(type(error))
            found = f"The method raised {describe_error(error)}."
            position = "" if state is None else self.write(state)
            method = method if blamed is None else blamed.method
        promise = _PROMISES.get(method, "The method must return a value.")
        self._add(method, position, promise, found, kind)

    def _note_endless(self, method: str, state: State | None, error: BaseException) -> None:
        found = position = None
        link: BaseException | None = error
        # The step budget caught the exception and raised it again.
        while link is not None and found is None:
            found, position = method_at_fault(self.rules, link)
            link = link.__context__
        method = found or method
        text = "" if state is None else self.write(state)
        if position is not None:
            text = self._in_rows("".join(mark or "." for mark in position.board))
        count = f"{_MOST_ANSWER_STEPS:,}"
        promise = f"The method must return a value within {count} steps."
        observed = f"The method took more than {count} steps and might never end."
        self._add(method, text, promise, observed)


# The promises: some concern the rules as a whole, the others concern each position.

_SAME_TWICE = "The answer must depend only on the position."
_SYMMETRY_CHECKS = 300
_REPEATED_MOVES = 600  # number of moves to try again at the end
_MOST_SYMMETRIES = 8

_TWO_ANSWERS = "The method gave two different answers."


def _contents_of(state: State) -> dict[str, Any]:
    """Map the names of a state's fields to their values.

    The number of moves is left out if positions can repeat.
    """
    names = [field.name for field in fields(state)]
    if isinstance(state, RepeatableState):
        names.remove("ply")
    return {name: getattr(state, name) for name in names}


def _without_history(state: State) -> State:
    """Return a position without its history, which can turn a repetition into a draw."""
    return state.forget() if isinstance(state, RepeatableState) else state


class _Walk:
    """Walker that visits the positions that the rules allow, and checks each only once.

    Parameters
    ----------
    probe : Probe
        Object that calls the rules under test and collects their faults.
    most : int
        Number of positions to check in each of two passes. The first pass starts from the empty
        board, and the second plays random games.
    generator : Random
        Random number generator.
    show : callable
        Function that is called with the number of positions checked so far.
    """

    def __init__(self, probe: _Probe, most: int, generator: Random, show: Progress) -> None:
        self.count = 0  # number of distinct positions that were checked
        self.game_count = 0
        self.is_complete = False
        self._probe = probe
        self._rules = probe.rules
        self._most = most
        self._random = generator
        # Random numbers that decide which moves and symmetries are tried again.
        self._again = Random(generator.getrandbits(32))
        self._show = show
        self._known: dict[Hashable, dict[str, Any]] = {}
        # True if the rules gave no answer at some point, so that positions could be missing.
        self._has_gaps = False
        self._symmetry_checks = 0
        self._has_symmetries = True  # False if the method "symmetries" has a fault
        # Some states, each with a move and the contents of the state after that move.
        self._sample: list[tuple[State, int, dict[str, Any]]] = []
        self._step_count = 0
        # First position that plain rules did not recognize. Another fault could be the cause.
        self._unread: State | None = None

    def run(self) -> None:
        """Check the rules as a whole, then early positions, then positions in random games."""
        _check_layout(self._probe)  # without a layout, no position can be displayed
        _check_drawn_marks(self._probe)
        self._probe.read_as(tuple, "choices")
        self._probe.read_as(int, "cell_count")
        self._probe.read_as(int, "action_count")
        _check_as_a_whole(self._probe)
        if self._probe.blames("layout"):
            return
        self._has_symmetries = not self._probe.blames("symmetries")
        start: State = self._probe.read_as(State, "initial_state")
        if any(start.masks) or start.result is not None:
            self._note_start(start)
        self._visit_first(start)
        for _game in range(_RANDOM_GAMES):
            self._play(start)
            self.game_count += 1
        self._repeat()
        if self._unread and not self._probe.faults:
            self._note_changed(self._unread, _contents_of(self._unread))
        if not self._probe.faults:  # faults found so far could also make the card fail
            self._probe.read_as(RuleCard, "card")

    @property
    def symmetry_count(self) -> int | None:
        """Number of positions in which symmetries were tried, or None if none were tried."""
        return self._symmetry_checks or None

    def _note_start(self, start: State) -> None:
        """Report an initial state that can't be the start of a game."""
        method = "initial_state"
        rules = type(self._rules)
        if issubclass(rules, PlainRules) and rules.initial_state is PlainRules.initial_state:
            is_default = rules.result is PlainRules.result
            method = "legal_moves" if is_default and start.result == "draw" else "result"
        promise = "The game must start with an empty board and must not be over."
        found = (
            "The state is a different position."
            if any(start.masks)
            else f"At the start, the result is {brief(start.result)}."
        )
        self._probe.note(method, start, promise, found)

    def _repeat(self) -> None:
        """Try some moves again, and report moves that now lead to different positions."""
        for state, move, before in self._sample:
            with suppress(_NoAnswerError):
                after = self._probe.call("advance", state, move)
                if _contents_of(after) != before:
                    self._note_changed(after, before)

    def _visit_first(self, start: State) -> None:
        """Check the requested number of positions, those with the fewest marks first."""
        waiting = deque([start])
        while waiting and self.count < self._most:
            state = waiting.popleft()
            if not self._is_known(state):
                waiting += self._check(state).values()
        is_all = all(map(self._is_known, waiting))
        self.is_complete = is_all and not self._has_gaps

    def _play(self, state: State) -> None:
        """Play a random game, and check its positions until enough have been checked."""
        while state.legal_moves:
            if state.move_count > self._rules.cell_count:
                if self._rules.repetition:
                    return
                promise = "A game must end when every cell has a mark."
                self._probe.note("advance", state, promise, "The game continued.")
                return
            if self._is_wanted(state):
                following = self._check(state)
                if not following:
                    return
                state = following[self._random.choice(tuple(following))]
            else:
                move = self._random.choice(state.legal_moves)
                try:
                    after = self._probe.call("advance", state, move)
                    self._check_step(state, move, after)
                except _NoAnswerError:
                    return
                state = _without_history(after)
        if self._is_wanted(state):
            self._check(state)

    def _is_wanted(self, state: State) -> bool:
        return self.count < 2 * self._most and not self._is_known(state)

    def _is_known(self, state: State) -> bool:
        """Return True if a position is known. Report different positions with equal keys."""
        known = self._probe.ask("key", state, lambda: self._known.get(state.key))
        if known is None:
            return False
        now = _contents_of(state)
        if known != now and isinstance(self._rules, PlainRules):
            self._note_changed(state, known)
        elif known != now:
            found = (
                "The key is the same for two states that differ in "
                f"{join_and(name for name in now if now[name] != known[name])}."
            )
            promise = "Two states with the same key must be equal."
            self._probe.note("key", state, promise, found)
        return True

    def _note_changed(self, state: State, other: dict[str, Any]) -> None:
        """Report that the rules answered a repeated question about a position differently."""
        method = "advance"
        if isinstance(self._rules, PlainRules):
            family = type(self._rules)
            now = _contents_of(state)
            if other.get("points") != now.get("points"):
                method = "scored"
            elif other.get("turn") != now.get("turn"):
                method = "next_player"
            elif other["result"] == state.result:
                method = self._rules.method_of_moves(self._rules.position_of(state))
            elif family.result is PlainRules.result and family.lines is not PlainRules.lines:
                method = "lines"
            else:
                method = "result"
        self._probe.note(method, state, _SAME_TWICE, _TWO_ANSWERS)

    def _check(self, state: State) -> dict[int, State]:
        """Check every promise in a new position, and return the state after each legal move."""
        self.count += 1
        before = _contents_of(state)
        random.random()
        dice = random.getstate()
        self._known[self._probe.ask("key", state, lambda: state.key)] = before
        self._check_moves(state)
        following = self._follow(state)
        early = (self._check_again, self._check_lines, self._check_text, self._check_words)
        late = (self._check_landing, self._check_refusals, self._check_symmetries)
        for check in (*early, *late):
            with suppress(_NoAnswerError):
                check(state)
        if _contents_of(state) != before:
            promise = "A state must never change."
            self._probe.note("advance", state, promise, "The method changed a state.")
        if random.getstate() != dice:
            self._note_dice(state)
        self._show(self.count, max(self._most, self.count))
        return following

    def _note_dice(self, state: State) -> None:
        """Report a method that uses or seeds the program's shared random numbers."""
        promise = "The method must not use or seed the functions of the module random."
        if not any(fault.promise == promise for fault in self._probe.faults.values()):
            found = "The method changed the random numbers that players draw."
            self._probe.note(self._method_with_dice(state), state, promise, found)

    def _method_with_dice(self, state: State) -> str:
        rules = self._rules
        if not isinstance(rules, PlainRules):
            return "advance"
        now = rules.position_of(state)
        questions: list[tuple[str, tuple[Any, ...]]] = [
            ("lines", (now,)),
            (rules.method_of_moves(now), (now,)),
        ]
        with suppress(IndexError, RulesError):
            after = rules.position_of(rules.advance(state, state.legal_moves[0]))
            questions.append((rules.method_of_moves(after), (after,)))
            after = replace(after, points=now.points, turn=opponent(now.to_move))
            questions += [("scored", (now, after)), ("next_player", (now, after))]
        for name, positions in questions:
            random.random()
            dice = random.getstate()
            with suppress(Exception):
                list(getattr(rules, name)(*positions))
            if random.getstate() != dice:
                return name
        return "result"

    def _check_moves(self, state: State) -> None:
        """Report invalid moves, and a result that contradicts the legal moves."""
        note, rules = self._probe.note, self._rules
        legal, result = state.legal_moves, state.result
        x, o = state.masks
        source = "advance" if x | o else "initial_state"
        if x & o:
            promise = "A cell must not contain more than one mark."
            note(source, state, promise, "The method put two marks in one cell.")
        if not isinstance(legal, tuple) or list(legal) != sorted(set(legal)):
            promise = "Legal moves must be a tuple of ints in ascending order."
            note(source, state, promise, f"The method gave {brief(legal)}.")
        takeover = rules.takeover(state)
        is_free = all(
            0 <= move < rules.action_count
            and (not (x | o) >> rules.cell_of(move) & 1 or move == takeover)
            for move in legal
        )
        if not is_free:
            promise = "Each legal move must be a free cell on the board."
            note(source, state, promise, f"The method gave {brief(legal)}.")
        leaving = (rules.source_of(state, move) for move in legal)
        if not all(cell is None or state.own >> cell & 1 for cell in leaving):
            promise = "Each legal slide must start from a mark of the player to move."
            note(source, state, promise, f"The method gave {brief(legal)}.")
        if result not in (None, "X", "O", "draw"):
            promise = "A result must be 'X', 'O', 'draw' or None."
            note(source, state, promise, f"The method gave {brief(result)}.")
        elif (result is None) != bool(legal):
            promise = "A game must have a result exactly when no legal move is left."
            found = english_plural(
                "The result was {result}, with {count} legal move left.",
                "The result was {result}, with {count} legal moves left.",
                len(legal),
                result=brief(result),
            )
            note(source, state, promise, found)

    def _check_again(self, state: State) -> None:
        """Report plain rules that return different legal moves when they are asked again.

        Many rules are asked twice about each new state. Without this check, an answer that
        alternates with every call would go unnoticed.
        """
        rules = self._rules
        if not isinstance(rules, PlainRules) or state.result is not None:
            return
        position = rules.position_of(state)
        method = rules.method_of_moves(position)
        moves = self._probe.ask(method, state, lambda: set(rules.moves_in(position)))
        if moves != set(state.legal_moves):
            self._probe.note(method, state, _SAME_TWICE, _TWO_ANSWERS)

    def _follow(self, state: State) -> dict[int, State]:
        """Check each legal move, and return the states after these moves."""
        following = {}
        moves = state.legal_moves
        again = self._again.choice(moves) if moves else None
        for move in moves:
            try:
                after = self._probe.call("advance", state, move)
                self._check_step(state, move, after)
                self._remember(state, move, after)
                if move == again:
                    contents = _contents_of(self._probe.call("advance", state, move))
                    if contents != _contents_of(after):
                        self._note_changed(after, contents)
            except _NoAnswerError:
                self._has_gaps = True
                continue
            following[move] = _without_history(after)
        return following

    def _remember(self, state: State, move: int, after: State) -> None:
        """Keep a random sample of all moves, in order to try them again at the end."""
        self._step_count += 1
        entry = (state, move, _contents_of(after))
        if len(self._sample) < _REPEATED_MOVES:
            self._sample.append(entry)
        elif (at := self._again.randrange(self._step_count)) < _REPEATED_MOVES:
            self._sample[at] = entry

    def _check_step(self, state: State, move: int, after: State) -> None:
        """Report a move if it does anything other than place the right mark."""
        probe, rules = self._probe, self._rules
        if not isinstance(after, State):
            found = f"The method returned {brief(after)}."
            probe.note("advance", state, "The method must return a State.", found)
            raise _NoAnswerError
        bit = 1 << rules.cell_of(move)
        leaving = [rules.source_of(state, move), rules.vanishing(state)]
        if move == rules.takeover(state):
            leaving.append(move)
        stay = ~sum(1 << cell for cell in leaving if cell is not None)
        x, o = (mask & stay for mask in state.masks)
        drawn = (x | bit, o) if rules.mark_of(state, move) == "X" else (x, o | bit)
        if after.masks != drawn:
            promise = "A move must add its own mark and leave all others unchanged."
            found = f"After move {move}, the marks on the board were wrong."
            probe.note("advance", state, promise, found)
            raise _NoAnswerError
        if players_alternate(state) and after.to_move != opponent(state.to_move):
            found = f"After move {move}, it was {after.to_move}'s turn."
            probe.note("advance", state, "The players must take turns.", found)

    def _check_lines(self, state: State) -> None:
        """Report completed lines that contain anything other than marks."""
        if state.result is None:
            return
        probe, rules = self._probe, self._rules
        lines = probe.call("winning_lines", state)
        marks = state.masks[0] | state.masks[1]
        for line in lines if isinstance(lines, tuple) else [lines]:
            is_line = (
                isinstance(line, tuple)
                and len(line) > 0
                and list(line) == sorted(set(line))
                and all(isinstance(c, int) and c >= 0 and marks >> c & 1 for c in line)
            )
            if not is_line:
                promise = (
                    "A line must be a tuple of different cells with marks, in ascending order."
                )
                found = f"The method returned {brief(line)}."
                probe.note("winning_lines", state, promise, found)
        self._check_owners(state, lines)
        method = "winning_lines"
        if isinstance(rules, PlainRules):  # report the method that causes the fault
            method = "lines" if type(rules).result is PlainRules.result else "result"
        if probe.call("winning_lines", state) != lines:
            probe.note(method, state, _SAME_TWICE, _TWO_ANSWERS)

    def _check_owners(self, state: State, lines: Any) -> None:
        """Report lines that belong to both players after one of them has won."""
        rules = self._rules
        is_derived = type(rules).winning_lines is PlainRules.winning_lines
        if is_derived or rules.shares_marks or state.result not in MARKS:
            return
        if all(
            any(all(mask >> cell & 1 for cell in line) for line in lines)
            for mask in state.masks
        ):
            promise = "In a game with a winner, all lines must belong to one player."
            found = f"The method returned {brief(lines)}."
            self._probe.note("winning_lines", state, promise, found)

    def _check_text(self, state: State) -> None:
        """Report a position that changes when it is written as text and read back."""
        probe, rules = self._probe, self._rules
        text = probe.call("to_text", state)
        if not isinstance(text, str):
            found = f"The method returned {brief(text)}."
            probe.note("to_text", state, "The method must return text.", found)
            return
        read = probe.ask("from_text", state, lambda: _read(rules, text))
        contents = None if read is None else _contents_of(read)
        if contents == _contents_of(state):
            return
        family = type(rules)
        writes = isinstance(rules, PlainRules) and family.to_text is not PlainRules.to_text
        reads = not isinstance(rules, PlainRules) or (
            family.from_text is not PlainRules.from_text
        )
        if writes and not reads:
            promise = "The method must write text that from_text can read."
            found = "different state" if contents else "position that can't occur"
            probe.note("to_text", state, promise, f"The text stands for a {found}.")
        elif contents is None:
            self._unread = self._unread or state
        elif reads:
            promise = _PROMISES["from_text"]
            probe.note("from_text", state, promise, "The method read a different state.")
        else:
            # Reading a text calls methods whose answers have just changed.
            self._note_changed(state, contents)

    def _check_words(self, state: State) -> None:
        """Report reminders or small boards that don't have the right type."""
        for method in ("guide", "small_boards", "open_boards"):
            answer = self._probe.call(method, state)
            if method == "guide":
                is_kept, promise = isinstance(answer, str), "The method must return text."
            else:
                is_kept, promise = isinstance(answer, tuple), "The method must return a tuple."
            if not is_kept:
                found = f"The method returned {brief(answer)}."
                self._probe.note(method, state, promise, found)

    def _check_landing(self, state: State) -> None:
        """Report a legal move whose mark doesn't end up in the move's own cell."""
        for move in state.legal_moves[-1:]:
            cell = self._rules.cell_of(move)
            landing = self._probe.call("landing", state, cell)
            if landing != cell:
                promise = "For a legal move, it must return the cell of the move."
                found = f"For cell {cell}, it returned {brief(landing)}."
                self._probe.note("landing", state, promise, found)

    def _check_refusals(self, state: State) -> None:
        """Report an illegal move that the rules don't refuse with a reason."""
        rules = self._rules
        refused = set(range(rules.action_count)) - set(state.legal_moves)
        for move in (min(refused, default=None), -1, rules.action_count):
            if move is None:
                continue
            error = self._probe.call("refusal", state, move)
            if not isinstance(error, IllegalMoveError) or not error_message(error):
                promise = "The method must return an IllegalMoveError with a message."
                found = f"The method returned {brief(error)}."
                self._probe.note("refusal", state, promise, found)

    def _check_symmetries(self, state: State) -> None:
        """Report a symmetry in `symmetries` that changes the game."""
        if not self._has_symmetries:
            return
        symmetries = self._probe.read("symmetries")
        if len(symmetries) < 2 or self._symmetry_checks >= _SYMMETRY_CHECKS:
            return
        self._symmetry_checks += 1
        count = min(len(symmetries), _MOST_SYMMETRIES)
        for symmetry in self._again.sample(symmetries, count):
            self._check_symmetry(state, symmetry)

    def _check_symmetry(self, state: State, symmetry: tuple[int, ...]) -> None:
        probe = self._probe
        image = probe.call("transform", state, symmetry)
        moved = tuple(move_bits(mask, symmetry) for mask in state.masks)
        has_own_transform = type(self._rules).transform is not PlainRules.transform
        if image.masks == moved and image.result != state.result and not has_own_transform:
            promise = "Symmetric positions must have the same result."
            found = f"For the symmetry {brief(symmetry)}, the results differ."
            probe.note("symmetries", state, promise, found)
            return
        if image.masks != moved or image.result != state.result:
            promise = (
                "The method must move each mark to its symmetric cell and keep the result."
            )
            found = f"The method broke this promise for the symmetry {brief(symmetry)}."
            probe.note("transform", state, promise, found)
            return

        def ends(before: State, by: tuple[int, ...] | None = None) -> set[Any]:
            after = [probe.call("advance", before, move) for move in before.legal_moves]
            if by is not None:
                after = [self._rules.transform(one, by) for one in after]
            return {tuple(_contents_of(one).values()) for one in after}

        if ends(image) != ends(state, symmetry):
            promise = "Symmetric positions must lead to symmetric positions."
            found = f"For the symmetry {brief(symmetry)}, the next positions are not symmetric."
            probe.note("symmetries", state, promise, found)


def _read(rules: Rules, text: str) -> State | None:
    """Read a position from text. Return None if plain rules don't recognize the position."""
    try:
        return rules.from_text(text)
    except ValueError:
        if isinstance(rules, PlainRules):
            return None
        raise


def _check_as_a_whole(probe: _Probe) -> None:
    """Check promises that do not depend on a position: names, texts, symmetries, pictures."""
    checks = (_check_values, _check_attributes, _check_words)
    for check in (*checks, _check_move_names, _check_name, _check_symmetries):
        with suppress(_NoAnswerError):
            check(probe, probe.rules)


def _check_values(probe: _Probe, rules: Rules) -> None:
    first, second = (probe.ask("__hash__", None, lambda: hash(rules)) for _time in range(2))
    if first != second:
        promise = "The method must always return the same number."
        probe.note("__hash__", None, promise, _TWO_ANSWERS)
    probe.ask("__repr__", None, lambda: repr(rules))
    is_equal = probe.ask("__eq__", None, lambda: rules == rules)  # noqa: PLR0124 - can be False
    if not is_equal:
        promise = "Rules must compare equal to themselves."
        probe.note("__eq__", None, promise, "The method returned a value that counts as false.")


def _check_attributes(probe: _Probe, rules: Rules) -> None:
    """Report attributes that are iterators, which can be read only once."""
    family = type(rules)
    own = family.__mro__[: family.__mro__.index(Rules)]
    for attributes in (*map(vars, own), getattr(rules, "__dict__", {})):
        for name, value in tuple(attributes.items()):
            if isinstance(value, Iterator):
                promise = (
                    "The value must not be an iterator, because it is empty after one use."
                )
                probe.note(name, None, promise, f"The value is {brief(value)}.")


def _check_words(probe: _Probe, _rules: Rules) -> None:
    for name in ("title", "summary"):
        text = probe.read(name)
        if not isinstance(text, str) or not text.strip():
            promise = "The value must be text with at least one visible character."
            probe.note(name, None, promise, f"The value is {brief(text)}.")


def _check_layout(probe: _Probe) -> None:
    layout: Layout = probe.read_as(Layout, "layout")

    def is_complete() -> bool:
        size = layout.rows * layout.columns
        is_own_size = not isinstance(probe.rules, PlainRules) or (
            size == probe.rules.rows * probe.rules.columns
        )
        return is_own_size and sorted(layout.cells) == list(range(size))

    if not probe.ask("layout", None, is_complete):
        promise = "The value must contain each cell exactly once, arranged in rows and columns."
        probe.note("layout", None, promise, f"The value is {brief(layout)}.")
        raise _NoAnswerError


def _check_drawn_marks(probe: _Probe) -> None:
    drawn = probe.read_as(Mapping, "drawn_marks")
    marks = [drawn.get(mark, 0) for mark in MARKS]
    if marks != [None, None] and not all(mark in MARKS for mark in marks):
        promise = "The value must contain a mark for X and for O, or None for both."
        probe.note("drawn_marks", None, promise, f"The value is {brief(drawn)}.")
        raise _NoAnswerError


def _check_move_names(probe: _Probe, rules: Rules) -> None:
    # A slide's name consists of two squares, so only the squares' names need to be different.
    for move in range(rules.cell_count if rules.can_slide else rules.action_count):
        name = probe.ask("layout", None, partial(position_name, move, rules))
        read = probe.ask("layout", None, partial(parse_position, name, rules))
        if read != move:
            promise = "Each square must have a name of its own."
            found = (
                f"Square {rules.cell_of(move)} is called {brief(name)}, which is read as "
                f"square {rules.cell_of(read)}."
            )
            probe.note("layout", None, promise, found)
            return


def _check_name(probe: _Probe, rules: Rules) -> None:
    name = probe.read("name")
    if probe.blames("__eq__") or probe.blames("__repr__"):
        return
    if name == visible(repr(rules)):
        return  # without a name, the rules cannot be saved or linked
    if name != "".join(name.split()).lower():
        promise = "The value must be in lower case and contain no spaces."
        probe.note("name", None, promise, f"The value is {brief(name)}.")
        return
    found = probe.ask("from_name", None, lambda: find_rules(name))
    if found != rules:
        promise = "Given the name of these rules, find_rules must return them."
        observed = f"For the name {brief(name)}, find_rules returned {brief(found)}."
        probe.note("name", None, promise, observed)


def _check_symmetries(probe: _Probe, rules: Rules) -> None:
    declared = probe.read("symmetries")
    identity = tuple(range(rules.cell_count))
    if not isinstance(declared, tuple) or declared[:1] != (identity,):
        promise = "The value must be a tuple whose first symmetry is the identity."
        probe.note("symmetries", None, promise, f"The value is {brief(declared)}.")
        return
    for symmetry in declared:
        cells = probe.ask("symmetries", None, partial(sorted, symmetry))
        if cells != list(identity):
            promise = "Each symmetry must contain every cell exactly once."
            found = f"The symmetry contains {brief(symmetry)}."
            probe.note("symmetries", None, promise, found)


_RANDOM_GAMES = 200


def check_rules(
    rules: str | Rules = STANDARD,
    positions: int = 6_000,
    *,
    seed: int = 0,
    progress: bool | Progress | None = None,
) -> RulesReport:
    """Check rules, and report any promises that they break.

    Players, boards and searches rely on these promises. The check starts with the positions
    that have the fewest marks, and tests every promise in each. Next, the check tests the
    positions from 200 random games. On a 3x3 board, the check covers all positions. Rules
    promise that:

    - Every move goes to a free cell, and a game ends once the board is full. A slide starts
      from one of the player's own marks.
    - A game has a result if, and only if, no legal moves are left.
    - A method returns the same answer when called again, and states never change.
    - Completed lines contain only marks, and symmetries do not change the game.
    - Names and positions can be written as text and read back.

    The check stops any call that takes too many steps. Anything that the rules print is hidden.
    The check can't detect answers that change only when you restart Python, such as answers
    that depend on the hash of a string.

    Even if the report lists no faults, the rules might not be the ones that you intended.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules to check, or their name.
    positions : int, default 6000
        Number of positions to check in each of two passes. The first pass starts from the empty
        board, and the second plays random games. The number must be at least 1.
    seed : int, default 0
        Seed for the random games.
    progress : bool or callable, optional
        True for a progress bar, False for no bar, or a progress function, as in `check`.

    Returns
    -------
    RulesReport
        Report that lists each broken promise, with the position and the method's name.

    Raises
    ------
    TypeError, ValueError
        If an argument has the wrong type or is out of range.
    KeyboardInterrupt
        If you press Ctrl-C.

    Examples
    --------
    >>> from tictactoe_widget import PlainRules
    >>> class Stuck(PlainRules):
    ...     def result(self, position):
    ...         return "X" if position.move_count == 10 else None
    >>> print(check_rules(Stuck(), positions=600))
    Stuck: The check found 1 broken promise. Checked: 1,200 positions, 200 random games.
      result: The method must return 'X', 'O' or 'draw' when the game is over, and None \
otherwise. Position XXX/OOO/XOX: The method returned None (the game continues), but \
legal_moves returned no moves.
    """
    rules = find_rules(rules)
    most = check_int(positions, "positions", 1)
    generator = Random(as_seed(seed))
    bar = show_progress(progress, "positions", sys.stdout)
    dice = random.getstate()
    with bar as show, muted(), StepBudget() as budget:
        probe = _Probe(rules, budget)
        walk = _Walk(probe, most, generator, show)
        with suppress(_NoAnswerError, _EndlessError):
            walk.run()
    random.setstate(dice)
    faults = tuple(probe.faults.values())
    return RulesReport(
        _title_of(rules),
        faults,
        walk.count,
        walk.game_count,
        walk.is_complete,
        walk.symmetry_count,
    )


def _title_of(rules: Rules) -> str:
    """Return the rules' title or, if they have none, the name of their class."""
    try:
        title = rules.title
    except Exception:  # noqa: BLE001 - these are rules under test
        title = ""
    return visible(title) if isinstance(title, str) and title else type_name(type(rules))
