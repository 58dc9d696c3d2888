"""Examples of a card: positions found by construction, each played to make sure of it."""

from collections.abc import Iterable, Sequence

from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.rules import Rules

from .card import Example


def card_example(text: str, before: Game, cell: int) -> Example:
    """Return the example of a move, with what the rules make of it."""
    try:
        return Example(text, before, cell, after=before.play(cell))
    except IllegalMoveError as refusal:
        return Example(text, before, cell, refused=refusal.message)


def common_card_examples(rules: Rules) -> list[Example]:
    """Return the examples that any family has: a first move and what is refused."""
    start = Game(rules)
    first = start.legal_moves[len(start.legal_moves) // 2]
    begun = start.play(first)
    order = "the first move decides" if begun.is_over else "then the players take turns"
    who = "First" if rules.shares_marks else "X"
    examples = [card_example(f"{who} begins, and {order}.", start, first)]
    if not begun.is_over:
        examples.append(
            card_example("A cell that holds a mark cannot be played again.", begun, first)
        )
    examples.append(
        card_example("A number beyond the last one is no cell.", start, rules.action_count)
    )
    ended = _play_out(start)
    empty = next((cell for cell, mark in enumerate(ended.board) if mark is None), None)
    if empty is not None:
        examples.append(card_example("After the end nothing can be played.", ended, empty))
    return examples


def _play_out(game: Game) -> Game:
    """Play the first legal move again and again, until the game is over."""
    while not game.is_over:
        game = game.play(game.legal_moves[0])
    return game


def card_game_before_line(rules: MNK, line: Sequence[int], last: int) -> Game | None:
    """Return a game in which X has all cells of `line` but `last`, and is to move.

    None where the other marks find no room.
    """
    x_cells = [cell for cell in line if cell != last]
    o_cells: list[int] = []
    # From the end of the board, where the marks stay clear of a line that begins it.
    for cell in reversed(range(rules.cell_count)):
        if len(o_cells) == len(x_cells):
            break
        if cell not in line and not _has_line(rules, [*o_cells, cell]):
            o_cells.append(cell)
    if len(o_cells) < len(x_cells) or _has_line(rules, x_cells):
        return None
    return _game(rules, x_cells, o_cells)


def card_game_before_draw(rules: MNK) -> tuple[Game, int] | None:
    """Return a game with one cell left, whose mark makes the board full without a line."""
    for marks in _full_boards(rules):
        last = "O" if rules.cell_count % 2 == 0 else "X"
        if not -1 < marks.count("X") - marks.count("O") < 2:
            continue
        cells = {mark: [cell for cell, at in enumerate(marks) if at == mark] for mark in "XO"}
        if any(_has_line(rules, cells[mark]) for mark in "XO"):
            continue
        left = cells[last].pop()
        return _game(rules, cells["X"], cells["O"]), left
    return None


def _full_boards(rules: MNK) -> Iterable[list[str]]:
    """Yield fillings of the board: pairs of marks, shifted by two from row to row."""
    for shift in range(4):
        yield [
            "XO"[(column + 2 * row + shift) // 2 % 2]
            for row in range(rules.rows)
            for column in range(rules.columns)
        ]
        yield [
            "XO"[(row + 2 * column + shift) // 2 % 2]
            for row in range(rules.rows)
            for column in range(rules.columns)
        ]
    yield ["XO"[cell % 2] for cell in range(rules.cell_count)]


def _has_line(rules: MNK, cells: Iterable[int]) -> bool:
    mask = sum(1 << cell for cell in cells)
    return any(mask & line == line for line in rules.line_masks)


def _game(rules: MNK, x_cells: Iterable[int], o_cells: Iterable[int]) -> Game:
    marks = ["."] * rules.cell_count
    for cell in x_cells:
        marks[cell] = "X"
    for cell in o_cells:
        marks[cell] = "O"
    rows = range(0, rules.cell_count, rules.columns)
    return Game.from_text(
        "/".join("".join(marks[at : at + rules.columns]) for at in rows), rules
    )
