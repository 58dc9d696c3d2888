"""Games that classes might invent, with about ten lines each, and ways to break them.

Each way breaks one promise, as its docstring says. `broken` makes the broken game.
"""

import random

from tictactoe_widget import PlainRules


class ClosedCentre(PlainRules):
    """Three in a row win, but nobody may begin in the centre."""

    def legal_moves(self, position):
        return [cell for cell in position.free if position.move_count or cell != 4]


class Squares(PlainRules):
    """Whoever fills a square of four cells wins."""

    def lines(self, position):
        return [(at, at + 1, at + 3, at + 4) for at in (0, 1, 3, 4)]


class Straight(PlainRules):
    """Rows and columns win, diagonals do not count."""

    def lines(self, position):
        rows = [range(at, at + 3) for at in (0, 3, 6)]
        return rows + [range(at, 9, 3) for at in (0, 1, 2)]


class Islands(PlainRules):
    """Three in a row wins; each mark but the first touches another, if only at a corner."""

    def legal_moves(self, position):
        def touches(cell):
            row, column = divmod(cell, 3)
            return any(
                mark and abs(at // 3 - row) <= 1 and abs(at % 3 - column) <= 1
                for at, mark in enumerate(position.board)
            )

        return [cell for cell in position.free if touches(cell) or not position.move_count]


class WildNoCentre(PlainRules):
    """Wild tic-tac-toe in which the centre stays empty."""

    marks = "chosen"

    def legal_moves(self, position):
        return [move for move in super().legal_moves(position) if move % 9 != 4]


class Corners(PlainRules):
    """Whoever holds more corners of the full board wins."""

    def result(self, position):
        corners = [position.board[cell] for cell in (0, 2, 6, 8)]
        if position.free:
            return None
        x = corners.count("X")
        return "draw" if x == 2 else "X" if x > 2 else "O"


class Neighbours(PlainRules):
    """No mark beside another, straight on; who cannot move loses."""

    def legal_moves(self, position):
        board = position.board
        return [cell for cell in position.free if not any(board[by] for by in beside(cell))]

    def result(self, position):
        if self.legal_moves(position):
            return None
        return "O" if position.to_move == "X" else "X"


class Towers(PlainRules):
    """Marks fall, and only three on top of each other win."""

    rows = 4
    drop = True

    def lines(self, position):
        return [(at, at + 3, at + 6) for at in range(6)]


class SameEdges(PlainRules):
    """Both draw X; who fills a side of the board loses."""

    marks = "same"
    misere = True

    def lines(self, position):
        return [(0, 1, 2), (2, 5, 8), (6, 7, 8), (0, 3, 6)]


class Pairs(PlainRules):
    """Whoever has more pairs of neighbours in a row wins, on the full board."""

    def result(self, position):
        if position.free:
            return None
        pairs = [position.board[at : at + 2] for at in (0, 1, 3, 4, 6, 7)]
        x, o = pairs.count(("X", "X")), pairs.count(("O", "O"))
        return "X" if x > o else "O" if o > x else "draw"


# Valid games.
GAMES = (
    ClosedCentre,
    Squares,
    Straight,
    Islands,
    WildNoCentre,
    Corners,
    Neighbours,
    Towers,
    SameEdges,
    Pairs,
)
# Games that all ways can break: lines decide them, and draws are possible.
BREAKABLE = GAMES[:5]


def beside(cell):
    """Return the cells above, below, left and right of a cell on a 3x3 board."""
    row, column = divmod(cell, 3)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [3 * r + c for r, c in near if 0 <= r < 3 and 0 <= c < 3]


class RaisesLate:
    """The result raises an IndexError once the board has five marks."""

    def result(self, position):
        if position.move_count == 5:
            return position.board[len(position.board)]
        return super().result(position)


class NeverAnswers:
    """The result never ends if the board has two marks."""

    def result(self, position):
        while position.move_count == 2:
            pass
        return super().result(position)


class AnswersTrue:
    """The result is True if somebody has won."""

    def result(self, position):
        return super().result(position) in ("X", "O") or None


class PlaysTaken:
    """Marks can be overwritten."""

    def legal_moves(self, position):
        return range(self.action_count)


class PlaysOutside:
    """There is one cell too many."""

    def legal_moves(self, position):
        return [*super().legal_moves(position), self.action_count]


class NeverEnds:
    """A full board without a line isn't a draw."""

    def result(self, position):
        found = super().result(position)
        return None if found == "draw" else found


class Remembers:
    """The same question sometimes gets a different answer."""

    asked = 0

    def result(self, position):
        type(self).asked += 1
        return super().result(position) if type(self).asked % 97 else "X"


class Rolls:
    """The legal moves are random."""

    def legal_moves(self, position):
        moves = list(super().legal_moves(position))
        return random.sample(moves, max(1, len(moves) - 1))


class Bends:
    """A line contains a cell twice."""

    def lines(self, position):
        return [(0, 1, 1), (3, 4, 5)]


class Turns:
    """It claims rotational symmetry, but nobody may begin in the top left corner."""

    def legal_moves(self, position):
        first = (0, self.cell_count)
        moves = super().legal_moves(position)
        return [move for move in moves if move not in first or position.move_count]

    @property
    def symmetries(self):
        cells = tuple(range(self.cell_count))
        return (cells, cells[::-1])


class Writes:
    """It tries to change the board that it gets."""

    def result(self, position):
        if position.free:
            position.board[position.free[0]] = "X"
        return super().result(position)


# Ways to break a game, with the faulty method and a part of the report.
WAYS = {
    RaisesLate: ("result", "raised IndexError: tuple index out of range"),
    NeverAnswers: ("result", "steps and might never end"),
    AnswersTrue: ("result", "returned True"),
    PlaysTaken: ("legal_moves", "has a mark"),
    PlaysOutside: ("legal_moves", "there is no cell"),
    NeverEnds: ("result", "but legal_moves returned no moves"),
    Remembers: ("result", "two different answers"),
    Rolls: ("legal_moves", "two different answers"),
    Bends: ("lines", "different cells"),
    Turns: ("symmetries", "the next positions are not symmetric"),
    Writes: ("result", "raised TypeError"),
}


def broken(game, way):
    """Return a game's class, broken in one way."""
    return type(f"{way.__name__}{game.__name__}", (way, game), {})


class Late(PlainRules):
    """The result raises an error after the third mark."""

    def result(self, position):
        return {}["x"] if position.move_count == 3 else None
