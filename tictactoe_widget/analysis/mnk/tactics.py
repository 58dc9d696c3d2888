"""Forcing tactics with lines: wins, fours, threes and forks.

For these terms, see `patterns`. A *five* is a completed line, and a *four* lacks one mark. A
*fork* is a cell where a mark makes two ways to a five, so no single reply can stop both fives.
Players are numbered: 0 is X, and 1 is O.
"""

from collections.abc import Iterable

from tictactoe_widget.rules.mnk import LineRules
from tictactoe_widget.rules.state import Mark, State

from .patterns import FIELD, PatternPosition, Patterns

FIELD_MASK = (1 << FIELD) - 1
"""Bit mask for the field of cell 0."""


def completing_cells(rules: LineRules, marks: int, cells: Iterable[int]) -> list[int]:
    """Return the cells where the player whose marks are `marks` can complete a line."""
    through = rules.masks_through
    return [
        cell
        for cell in cells
        if any((marks | 1 << cell) & line == line for line in through[cell])
    ]


def has_own_lines(rules: LineRules) -> bool:
    """Return whether players win by completing lines of their own marks under these rules."""
    return not getattr(rules, "misere", False) and not rules.shares_marks


def list_threats(rules: LineRules, state: State, player: Mark) -> list[int]:
    """Return the legal moves that would complete a winning line of `player`'s own marks.

    If O can take over X's only mark, the list is empty.
    """
    if not has_own_lines(rules) or rules.takeover(state) is not None:
        return []
    x, o = state.masks
    return completing_cells(rules, x if player == "X" else o, state.legal_moves)


def find_forced(patterns: Patterns, own: int, other: int) -> tuple[int, list[int]]:
    """Find a win or loss that is forced by fives and fours.

    Parameters
    ----------
    patterns : Patterns
        Patterns on the board.
    own, other : int
        Pattern numbers of the player to move and of the opponent (see `PatternPosition`).

    Returns
    -------
    plies : int
        Length of a forced win (1 or 3) or forced loss (2) for the player to move, or 0 if
        neither is forced.
    cells : list of int
        Winning moves if `plies` is 1 or 3. If `plies` is 2, the list contains the cells where
        the opponent threatens to win. The player can block only one of these cells. If `plies`
        is 0, the list contains the forced move, if there is one.
    """
    if own & patterns.fives:
        return 1, patterns.cells(own & patterns.fives)
    blocks = other & patterns.fives
    if blocks:
        cells = patterns.cells(blocks)
        return (2 if len(cells) > 1 else 0), cells
    forks = own & patterns.wins
    return (3, patterns.cells(forks)) if forks else (0, [])


def play_four(
    patterns: Patterns, position: PatternPosition, cell: int, attacker: int
) -> tuple[PatternPosition, int]:
    """Play a move and, if the move makes a simple four, the forced answer.

    The function returns the new position, and the number of cells where the player could
    complete a line next. If the number isn't 1, the position does not include an answer.
    """
    after = patterns.play(position, cell, attacker)
    fives = patterns.cells(after[1 + attacker] & patterns.fives)
    if len(fives) == 1:
        after = patterns.play(after, fives[0], 1 - attacker)
    return after, len(fives)


def best_first(cells: list[int], own: int, other: int) -> list[int]:
    """Sort cells by the player's gain from a mark there, then by the opponent's gain."""
    if len(cells) > 1:
        order = {
            cell: (own >> FIELD * cell & FIELD_MASK, other >> FIELD * cell & FIELD_MASK)
            for cell in cells
        }
        cells.sort(key=order.__getitem__, reverse=True)
    return cells


def stops_of_forks(patterns: Patterns, position: PatternPosition, attacker: int) -> list[int]:
    """Return the cells that stop all forks by an attacker who can't make a five at once.

    The defender is to move. If the defender can't make a five at once either, only these cells
    and replies that make a four can save the game.
    """
    found: set[int] | None = None
    for cell in patterns.cells(position[1 + attacker] & patterns.wins):
        fives = patterns.cells(patterns.fives_after(position, cell, attacker))
        needed = {cell, *fives} if len(fives) == 2 else {cell}
        found = needed if found is None else found & needed
        if not found:
            return []
    return sorted(found or ())


def replies_to_forks(patterns: Patterns, position: PatternPosition, attacker: int) -> list[int]:
    """Return the moves that can stop a threatened fork. All other moves lose."""
    stopping = stops_of_forks(patterns, position, attacker)
    fours = patterns.cells(position[2 - attacker] & patterns.fours)
    return stopping + [cell for cell in fours if cell not in stopping]
