"""The promises of rules: what must hold of them, and in each of their positions."""

from collections.abc import Hashable
from dataclasses import fields
from random import Random
from typing import Any

from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.marks import opponent
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.rules import Rules, move_bits
from tictactoe_widget.rules.state import State
from tictactoe_widget.validation.quoting import brief, error_message, visible

from .probe import NoAnswerError, Probe

_SAME_TWICE = "its answer depends on the position alone"
_SYMMETRY_CHECKS = 300
"""Number of positions in which declared symmetries are tried."""
_MOST_SYMMETRIES = 8
"""Number of symmetries that are tried in one position."""

Contents = tuple[Any, ...]
"""Values of all fields of a state."""


def contents_of(state: State) -> Contents:
    """Return the values of all fields of a state."""
    return tuple(getattr(state, field.name) for field in fields(state))


class PositionChecks:
    """Checks of one position after the other, which remember what was seen.

    Parameters
    ----------
    probe : Probe
        The rules, and what notes their faults.
    seed : int
        Seed of the random choices of what is asked twice.
    """

    def __init__(self, probe: Probe, *, seed: int) -> None:
        self.count = 0
        """Number of different positions that were checked."""
        self._probe = probe
        self._rules = probe.rules
        self._random = Random(seed)
        self._known: dict[Hashable, Contents] = {}
        self.has_gaps = False
        """True where rules gave no answer, so that positions may be missing."""
        self._symmetry_checks = 0

    def is_known(self, state: State) -> bool:
        """Return whether a position was checked, and note where its key stands for two."""
        key = self._probe.ask("key", state, lambda: state.key)
        known = self._known.get(key)
        if known is None:
            return False
        if known != contents_of(state):
            self._note_other(state, known)
        return True

    def _note_other(self, state: State, known: Contents) -> None:
        if isinstance(self._rules, PlainRules):
            self._note_changed(state, known)
            return
        names = [field.name for field in fields(state)]
        now = contents_of(state)
        differing = [name for name, a, b in zip(names, known, now, strict=True) if a != b]
        found = f"is the same for two states that differ in {', '.join(differing)}"
        self._probe.note("key", state, "only equal states share a key", found)

    def _note_changed(self, state: State, other: Contents) -> None:
        """Note that rules answer differently about a position when they are asked again."""
        method = "advance"
        if isinstance(self._rules, PlainRules):
            method = "legal_moves" if state.result in other else "result"
        self._probe.note(method, state, _SAME_TWICE, "answered one thing and then another")

    def check(self, state: State) -> dict[int, State]:
        """Try every promise in a position that is not known; return the states after it."""
        self.count += 1
        self._known[self._probe.ask("key", state, lambda: state.key)] = contents_of(state)
        before = contents_of(state)
        self._check_moves(state)
        following = self._follow(state)
        for check in (
            self._check_lines,
            self._check_text,
            self._check_words,
            self._check_refusals,
            self._check_symmetries,
        ):
            try:
                check(state)
            except NoAnswerError:
                continue
        if contents_of(state) != before:
            self._probe.note("advance", state, "a state never changes", "changed one")
        return following

    def _check_moves(self, state: State) -> None:
        """Note moves that are none, and results that do not fit them."""
        probe, rules, legal = self._probe, self._rules, state.legal_moves
        x, o = state.masks
        source = "advance" if x | o else "initial_state"
        if x & o:
            probe.note(source, state, "a cell holds one mark", "gave a cell two marks")
        if not isinstance(legal, tuple) or list(legal) != sorted(set(legal)):
            found = f"gave {brief(legal)}"
            probe.note(source, state, "legal moves are an ascending tuple of int", found)
        if not all(
            0 <= move < rules.action_count and not (x | o) >> rules.cell_of(move) & 1
            for move in legal
        ):
            found = f"gave {brief(legal)}"
            probe.note(source, state, "legal moves are free cells of the board", found)
        if state.result not in (None, "X", "O", "draw"):
            found = f"gave {brief(state.result)}"
            probe.note(source, state, "a result is 'X', 'O', 'draw' or None", found)
        elif (state.result is None) != bool(legal):
            found = f"gave the result {brief(state.result)} and {len(legal)} legal moves"
            probe.note(
                source, state, "there is a result exactly when there are no moves", found
            )

    def _follow(self, state: State) -> dict[int, State]:
        """Return the states after each legal move, once they are checked."""
        following = {}
        moves = state.legal_moves
        again = self._random.choice(moves) if moves else None
        for move in moves:
            try:
                after = self._advance(state, move)
                self._check_step(state, move, after)
                if move == again:
                    self._check_again(state, move, after)
            except NoAnswerError:
                self.has_gaps = True
                continue
            following[move] = after
        return following

    def _advance(self, state: State, move: int) -> State:
        return self._probe.ask("advance", state, lambda: self._rules.advance(state, move))

    def _check_step(self, state: State, move: int, after: State) -> None:
        """Note where a move does not draw its mark, and that mark alone."""
        if not isinstance(after, State):
            found = f"answered {brief(after)}"
            self._probe.note("advance", state, "it answers a State", found)
            raise NoAnswerError
        bit = 1 << self._rules.cell_of(move)
        x, o = state.masks
        drawn = (x | bit, o) if self._rules.mark_of(state, move) == "X" else (x, o | bit)
        if after.masks != drawn:
            found = f"left other marks after move {move}"
            self._probe.note("advance", state, "a move draws its mark and no other", found)
            raise NoAnswerError
        if after.to_move != opponent(state.to_move):
            found = f"left {after.to_move} to move after move {move}"
            self._probe.note("advance", state, "the players take turns", found)

    def _check_again(self, state: State, move: int, after: State) -> None:
        again = self._advance(state, move)
        if contents_of(again) == contents_of(after):
            return
        self._note_changed(after, contents_of(again))

    def _check_lines(self, state: State) -> None:
        """Note completed lines that are no lines of marks."""
        if state.result is None:
            return
        probe, rules = self._probe, self._rules
        lines = probe.ask("winning_lines", state, lambda: rules.winning_lines(state))
        x, o = state.masks
        for line in lines if isinstance(lines, tuple) else [lines]:
            if (
                not isinstance(line, tuple)
                or not line
                or list(line) != sorted(set(line))
                or not all(
                    isinstance(cell, int) and cell >= 0 and (x | o) >> cell & 1 for cell in line
                )
            ):
                promise = "a line is a tuple of different cells with marks, ascending"
                probe.note("winning_lines", state, promise, f"answered {brief(line)}")
        if probe.ask("winning_lines", state, lambda: rules.winning_lines(state)) != lines:
            method = "winning_lines"
            if isinstance(rules, PlainRules):  # theirs follow from what these two answer
                method = "lines" if type(rules).result is PlainRules.result else "result"
            probe.note(method, state, _SAME_TWICE, "answered one thing and then another")

    def _check_text(self, state: State) -> None:
        """Note where the text of a position does not read back."""
        probe, rules = self._probe, self._rules
        text = probe.ask("to_text", state, lambda: rules.to_text(state))
        if not isinstance(text, str):
            probe.note("to_text", state, "it answers text", f"answered {brief(text)}")
            return
        read = probe.ask("from_text", state, lambda: _read(rules, text))
        if read is not None and contents_of(read) == contents_of(state):
            return
        if isinstance(rules, PlainRules):
            # It reads by what the methods answer, which was something else a moment ago.
            self._note_changed(state, contents_of(state) if read is None else contents_of(read))
        else:
            promise = "it reads what to_text writes"
            probe.note("from_text", state, promise, "read another state")

    def _check_words(self, state: State) -> None:
        """Note reminders and small boards of wrong types."""
        probe, rules = self._probe, self._rules
        guide = probe.ask("guide", state, lambda: rules.guide(state))
        if not isinstance(guide, str):
            probe.note("guide", state, "it answers text", f"answered {brief(guide)}")
        small = probe.ask("small_boards", state, lambda: rules.small_boards(state))
        opened = probe.ask("open_boards", state, lambda: rules.open_boards(state))
        for method, answer in (("small_boards", small), ("open_boards", opened)):
            if not isinstance(answer, tuple):
                found = f"answered {brief(answer)}"
                probe.note(method, state, "it answers a tuple", found)

    def _check_refusals(self, state: State) -> None:
        """Note where a move that is not legal is not refused with a reason."""
        probe, rules = self._probe, self._rules
        refused = set(range(rules.action_count)) - set(state.legal_moves)
        for move in (min(refused, default=None), -1, rules.action_count):
            if move is None:
                continue
            error = probe.ask("refusal", state, lambda move=move: rules.refusal(state, move))  # type: ignore[misc]
            if not isinstance(error, IllegalMoveError) or not error_message(error):
                promise = "it answers an IllegalMoveError with a message"
                probe.note("refusal", state, promise, f"answered {brief(error)}")

    def _check_symmetries(self, state: State) -> None:
        """Note where a declared symmetry leads to another game."""
        rules = self._rules
        symmetries = self._probe.ask("symmetries", None, lambda: rules.symmetries)
        if len(symmetries) < 2 or self._symmetry_checks >= _SYMMETRY_CHECKS:
            return
        self._symmetry_checks += 1
        count = min(len(symmetries), _MOST_SYMMETRIES)
        for symmetry in self._random.sample(symmetries, count):
            self._check_symmetry(state, symmetry)

    def _check_symmetry(self, state: State, symmetry: tuple[int, ...]) -> None:
        probe, rules = self._probe, self._rules
        image = probe.ask("transform", state, lambda: rules.transform(state, symmetry))
        moved = tuple(move_bits(mask, symmetry) for mask in state.masks)
        if image.masks != moved or image.result != state.result:
            promise = "it moves every mark, and leaves the result"
            probe.note("transform", state, promise, f"did not by {brief(symmetry)}")
            return
        ends = {contents_of(self._advance(image, move)) for move in image.legal_moves}
        expected = {
            contents_of(rules.transform(self._advance(state, move), symmetry))
            for move in state.legal_moves
        }
        if ends != expected:
            promise = "after each of them the game goes on as before"
            found = f"declares {brief(symmetry)}, by which other moves follow"
            probe.note("symmetries", state, promise, found)


def _read(rules: Rules, text: str) -> State | None:
    """Return the state of a text; None where plain rules no longer know a move to it."""
    try:
        return rules.from_text(text)
    except ValueError:
        if isinstance(rules, PlainRules):
            return None
        raise


def check_as_a_whole(probe: Probe) -> None:
    """Try the promises that are not about a position: names, words, symmetries, pictures."""
    rules = probe.rules
    for check in (_check_values, _check_words, _check_layout, _check_name, _check_symmetries):
        try:
            check(probe, rules)
        except NoAnswerError:
            continue


def _check_values(probe: Probe, rules: Rules) -> None:
    probe.ask("__hash__", None, lambda: hash(rules))
    if not probe.ask("__eq__", None, lambda: rules == rules):  # noqa: PLR0124 - it may be wrong
        probe.note("__eq__", None, "rules equal themselves", "said that they do not")


def _check_words(probe: Probe, rules: Rules) -> None:
    for name in ("title", "summary"):
        text = probe.ask(name, None, lambda name=name: getattr(rules, name))  # type: ignore[misc]
        if not isinstance(text, str) or not text.strip():
            probe.note(name, None, "it is text for people to read", f"is {brief(text)}")
    probe.ask("card", None, lambda: rules.card)


def _check_layout(probe: Probe, rules: Rules) -> None:
    layout = probe.ask("layout", None, lambda: rules.layout)
    count = len(layout.cells)
    if sorted(layout.cells) != list(range(count)) or count != layout.rows * layout.columns:
        promise = "it has each cell once, in rows and columns"
        probe.note("layout", None, promise, f"is {brief(layout)}")


def _check_name(probe: Probe, rules: Rules) -> None:
    name = probe.ask("name", None, lambda: rules.name)
    if name == visible(repr(rules)):
        return  # the rules have none, and are not saved or linked to
    found = probe.ask("from_name", None, lambda: find_rules(name))
    if found != rules:
        promise = "find_rules reads the name back"
        probe.note("name", None, promise, f"is {brief(name)}, which names {brief(found)}")


def _check_symmetries(probe: Probe, rules: Rules) -> None:
    declared = probe.ask("symmetries", None, lambda: rules.symmetries)
    identity = tuple(range(rules.cell_count))
    if not isinstance(declared, tuple) or not declared or declared[0] != identity:
        promise = "they are a tuple, the identity first"
        probe.note("symmetries", None, promise, f"are {brief(declared)}")
    for symmetry in declared:
        if sorted(symmetry) != list(identity):
            promise = "each names every cell once"
            probe.note("symmetries", None, promise, f"hold {brief(symmetry)}")
