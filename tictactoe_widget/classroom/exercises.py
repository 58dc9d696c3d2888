"""Hints for the exercises in the notebooks, and functions that judge the answers.

The exercises themselves are in the notebooks, and the solutions are in the `teacher` folder.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from inspect import isclass
from math import inf
from random import Random
from typing import Any

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.drawing.markup import TextDisplay
from tictactoe_widget.matches.tournament import play_tournament
from tictactoe_widget.players.calling import RESIGN
from tictactoe_widget.rules.errors import OutOfBoardError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.state import MARKS
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import english_plural, join_and, join_sentences
from tictactoe_widget.validation import brief, visible

from .checking.questions import checked_positions
from .checking.runner import check
from .checking.student_code import globals_of
from .judge import (
    Assignment,
    Attempt,
    Feedback,
    NoAnswerError,
    NotYetError,
    UnreadableError,
    judge,
    read_cells,
    read_move,
    read_number,
    read_once,
    read_text,
    read_truth,
    read_whole,
)
from .learning.machines import Menace, TDLearner
from .learning.training import exact_result, train
from .progress import note_hint, note_verdict
from .rule_checks import check_rules
from .tracing.record import Record
from .tracing.trace import trace

_Judge = Callable[[Attempt], str]

_ASSIGNMENTS: dict[str, Assignment] = {}

_PROOF_VISITS = 100_000  # maximum number of positions in a proof. The exercises need fewer


def _assignment(
    name: str, answer: str, waiting: str, first: str, second: str
) -> Callable[[_Judge], _Judge]:
    """Return a decorator that registers the function that judges an exercise.

    Parameters
    ----------
    name : str
        Name of the notebook, with the number of the exercise.
    answer : str
        Name under which the notebook passes the answer.
    waiting : str
        Sentence to show while there is no answer.
    first, second : str
        A small hint and a bigger hint.
    """

    def register(judges: _Judge) -> _Judge:
        _ASSIGNMENTS[name] = Assignment(name, answer, waiting, (first, second), judges)
        return judges

    return register


def _unfinished(rules: str = "standard") -> Iterator[Game]:
    """Yield each unfinished position once, sorted by number of marks."""
    games, seen = [Game(rules)], set()
    for game in games:
        if not game.is_over and game.key not in seen:
            seen.add(game.key)
            yield game
            games += [game.play(cell) for cell in game.legal_moves]


# Exercises in the notebook "play"


def _read_round(attempt: Attempt, rules: str = "standard") -> Game:
    """Play the moves in an answer and return the game."""
    if isinstance(attempt.given, set | frozenset):
        raise NotYetError(
            "moves must be in the order in which they were made. "
            "Use a list, because a set has no order."
        )
    game = Game(rules)
    for number, cell in enumerate(attempt.read(read_cells), 1):
        try:
            game = game.play(cell)
        except ValueError as error:
            said = f"Move {number} is {cell}. {_reason(error, game)}"
            raise NotYetError(said, game) from None
    return game


def _reason(error: ValueError, game: Game) -> str:
    """Explain why a move is illegal. If the cell doesn't exist, say how cells are numbered."""
    if isinstance(error, OutOfBoardError):
        return f"Cells are numbered from 0 to {game.rules.cell_count - 1}."
    return str(error)


@_assignment(
    "play-1",
    "moves",
    "Exercise 1 is waiting for your moves.",
    "X makes moves 1, 3 and 5. The cells of these three moves must be in a line.",
    "Let X take cells 0, 1 and 2. Write X's first cell, then O's first cell, and so on.",
)
def _play_1(attempt: Attempt) -> str:
    game = _read_round(attempt)
    if game.winner != "X":
        raise NotYetError(f"X hasn't won. {game.message}", game)
    if game.move_count != 5:
        said = f"X must win with its third mark, in move 5, not in move {game.move_count}."
        raise NotYetError(said, game)
    return "X wins in five moves."


@_assignment(
    "play-2",
    "moves",
    "Exercise 2 is waiting for your moves.",
    "On paper, fill a board with five Xs and four Os, but don't make three in a line.",
    "Begin with the rows X O X and X O O. Then list X's and O's cells in turn.",
)
def _play_2(attempt: Attempt) -> str:
    game = _read_round(attempt)
    if not game.is_draw:
        said = f"The game must be a draw. {game.message}"
        raise NotYetError(said, game)
    return "the board is full, and nobody has a line."


@_assignment(
    "play-3",
    "mine",
    "Exercise 3 is waiting for your function, which still returns None.",
    "The centre is cell 4. The centre is free if 4 is in game.legal_moves.",
    "Use if and else. Return the centre in one branch, and a legal cell in the other.",
)
def _play_3(attempt: Attempt) -> str:
    count = 0
    for game in _unfinished():
        cell = attempt.move(game)
        if cell != 4 and 4 in game.legal_moves:
            said = f"The centre is free, but mine returned {cell}."
            raise NotYetError(said, game)
        count += 1
    return f"mine works in all {count:,} positions."


def _read_position(attempt: Attempt) -> Game:
    """Read an unfinished position from text."""
    try:
        game = Game.from_text(attempt.read(read_text))
    except ValueError as error:
        raise NotYetError(str(error)) from None
    if game.is_over:
        raise NotYetError(f"The game is over here. {game.message}", game)
    return game


@_assignment(
    "play-4",
    "moves",
    "Exercise 4 is waiting for your moves.",
    "O needs three marks, and X begins. How many moves do the players make in total?",
    "After six moves, O's three marks must be in a line, but X's three marks must not.",
)
def _play_4(attempt: Attempt) -> str:
    game = _read_round(attempt)
    if game.winner != "O":
        raise NotYetError(f"O hasn't won. {game.message}", game)
    if game.move_count != 6:
        said = f"O can win sooner: in move 6, not in move {game.move_count}."
        raise NotYetError(said, game)
    return "O wins in six moves, with all its marks in one line."


@_assignment(
    "play-5",
    "text and cell",
    "Exercise 5 is waiting for your position and your cell.",
    "Choose a row and a column. In which cell do they cross?",
    "Put four X marks in the row and the column. Leave the cell where they cross empty.",
)
def _play_5(attempt: Attempt) -> str:
    text, cell = attempt.given
    game = _read_position(attempt.part(text, "text"))
    if game.current_player != "X":
        raise NotYetError(f"It must be X's turn. {game.message}", game)
    move = attempt.part(cell, "cell")
    try:
        after = game.play(move.run(lambda: read_move(cell)))
    except ValueError as error:
        said = f"X can't play in cell {cell}. {_reason(error, game)}"
        raise NotYetError(said, game) from None
    lines = after.winning_lines
    if len(lines) < 2:
        said = f"X must complete two lines, not {len(lines)}."
        raise NotYetError(said, after)
    if {(0, 4, 8), (2, 4, 6)} & set(lines):
        raise NotYetError("X must not complete a diagonal.", after)
    return f"X completes the lines {join_and(map(str, lines))}."


@_assignment(
    "play-6",
    "text",
    "Exercise 6 is waiting for your position.",
    "Begin with a position that O has just won. Whose turn would it be?",
    "Give O a whole row. Give X four marks, but no line.",
)
def _play_6(attempt: Attempt) -> str:
    text = attempt.read(read_text)
    try:
        game = Game.from_text(text)
    except ValueError as error:
        if not str(error).startswith("O has a row, so X can't have moved after it"):
            raise NotYetError(
                f"from_text refuses the position for another reason: {error}."
            ) from None
        return "from_text refuses the position because X moved after O had won."
    raise NotYetError("A game can reach this position.", game)


# Exercises in the notebook "depth"

_RULES = MNK(5, 5, 4)
# Positions in which no open line has a mark.
_CLOSED = ("..OX./..XOO/OOXO./XX.OX/.XOX.", "..OX./OXO.O/OOXXX/XOXOX/X.OOX")
# Positions in which only one open line has marks: one, two or three Xs.
_ONE, _TWO, _THREE = (
    "..XOO/.OXO./X..OX/.XOX./OX.XO",
    "O..XO/.OOXX/XXXO./XO..X/OXOO.",
    "..OX./XOXXX/OXOO./..OXO/X.OOX",
)
# In each pair, the first position is better for X. In the last two pairs, two lines with three
# marks are better than one such line, and one line with three marks is better than two lines
# with two marks each.
_BETTER = (
    (_ONE, _CLOSED[0]),
    (_TWO, _ONE),
    (_THREE, _TWO),
    (".X.OO/X.XXX/.XO../OO.XO/.OXO.", ".X.OO/X.XOX/.XO../OX.XO/.OXO."),
    ("OO.X./X.XOX/OXX.O/.XO../.O.XO", "XO.X./X.XOX/O.X.O/.XO../.OOXO"),
)
_TOLERANCE = Fraction(1, 10**9)  # error that is allowed in sums of floats


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _exchanged(game: Game) -> Game:
    text = game.to_text().translate(str.maketrans("XO", "OX"))
    return Game.from_text(text, rules="5x5")


def _random_positions(count: int) -> Iterator[Game]:
    """Yield the unfinished positions from random games on a 5x5 board."""
    chance = Random(1)
    for _number in range(count):
        game = Game("5x5")
        while not game.is_over:
            yield game
            game = game.play(chance.choice(game.legal_moves))


@_assignment(
    "depth-1",
    "my_evaluation",
    "Exercise 1 is waiting for your evaluation, which still returns None.",
    "evaluate looks at the right lines. Change only the number that it adds for a line.",
    "Choose points for one, two and three marks. One line of three must beat two lines of two.",
)
def _depth_1(attempt: Attempt) -> str:
    attempt.call(read_number, Game("5x5"))
    for text in _CLOSED:
        game = Game.from_text(text, rules="5x5")
        found = attempt.call(read_number, game)
        if abs(found) > _TOLERANCE:
            said = f"No open line has a mark, so the value must be 0, not {_number(found)}."
            raise NotYetError(said, game)
    count = 0
    for game in _random_positions(20):
        if game.move_count % 2 == 0:
            found, other = (
                attempt.call(read_number, game),
                attempt.call(read_number, _exchanged(game)),
            )
            count += 1
            if abs(found + other) > _TOLERANCE * max(1, abs(found)):
                said = (
                    f"The value is {_number(found)}. If you swap X and O, it's "
                    f"{_number(other)}."
                )
                raise NotYetError(said, game)
    for better, worse in _BETTER:
        for turn in (1, -1):  # the position as it is, and rotated by 180 degrees
            good, less = (Game.from_text(text[::turn], "5x5") for text in (better, worse))
            found, other = attempt.call(read_number, good), attempt.call(read_number, less)
            if found <= other:
                said = (
                    f"The value is {_number(found)}, but it must be above {_number(other)}, "
                    f"the value of:\n{less}"
                )
                raise NotYetError(said, good)
    return f"your evaluation works in {count} positions, also with X and O swapped."


@_assignment(
    "depth-2",
    "urgent",
    "Exercise 2 is waiting for your list of cells, which still returns None.",
    "If one more mark completes a line, which marks does the line already have?",
    "If a line has three of the same mark and one None, the empty cell is urgent.",
)
def _depth_2(attempt: Attempt) -> str:
    count = 0
    for game in _random_positions(20):
        found, wanted = set(attempt.call(read_cells, game)), _completing_cells(game)
        count += 1
        if missing := wanted - found:
            said = (
                f"Cell {min(missing)} would complete a line, but it isn't in {sorted(found)}."
            )
            raise NotYetError(said, game)
        if extra := found - wanted:
            said = f"Cell {min(extra)} wouldn't complete a line, but it is in {sorted(found)}."
            raise NotYetError(said, game)
    return f"urgent works in {count} positions."


def _completing_cells(game: Game) -> set[int]:
    """Return the empty cells in which a mark by either player completes a line."""
    board, cells = game.board, set()
    for line in _RULES.lines:
        marks = [board[cell] for cell in line]
        if marks.count(None) == 1 and len(set(marks)) == 2:
            cells.add(line[marks.index(None)])
    return cells


_ORDERED = (
    "...../...../...../...../.....",
    "...../..X../....X/.O.O./O..X.",
    ".XOX./.O.O./X..../..X../O....",
)


@_assignment(
    "depth-3",
    "my_order",
    "Exercise 3 is waiting for your order, which still returns None.",
    "A cell is often good if many lines go through it. game.rules.lines lists all lines.",
    "Sort game.legal_moves by the number of lines through each cell, most lines first.",
)
def _depth_3(attempt: Attempt) -> str:
    counts = []
    for text in _ORDERED:
        game = Game.from_text(text, rules="5x5")
        with _counting(attempt, "evaluate") as calls:
            yours = _evaluation_count(game, partial(_read_order, attempt)) + len(calls)
        plain = _evaluation_count(game, lambda position: position.legal_moves)
        if yours >= plain / 2:
            said = (
                f"Alpha-beta calls evaluate {yours:,} times with your order, and {plain:,} "
                "times with ascending cells. Your order must need fewer than half."
            )
            raise NotYetError(said, game)
        counts.append(f"{yours:,} of {plain:,}")
    return f"alpha-beta makes only {join_and(counts)} calls to evaluate."


@contextmanager
def _counting(attempt: Attempt, name: str) -> Iterator[list[None]]:
    """Yield a list that grows by one item with each call to a function in the notebook."""
    names, calls = globals_of(attempt.given), list[None]()
    function: Any = names.get(name)

    def counted(*arguments: Any) -> Any:
        calls.append(None)
        return function(*arguments)

    if callable(function):
        names[name] = counted
    try:
        yield calls
    finally:
        if callable(function):
            names[name] = function


def _read_order(attempt: Attempt, game: Game) -> list[int]:
    """Call the student's function and return the order in which it lists the legal cells."""
    cells: list[int] = attempt.call(read_cells, game)
    if sorted(cells) != list(game.legal_moves):
        said = f"{attempt.name} must return each legal cell once, not {cells}."
        raise NotYetError(said, game)
    return cells


_Order = Callable[[Game], Iterable[int]]
_WON = 10_000  # value of a win, above the values of all other positions


def _evaluation_count(game: Game, order: _Order) -> int:
    """Return how many positions alpha-beta evaluates at depth 3, with the given move order."""
    leaves = _alpha_beta_visits(game, order, 3, inf)
    return sum(leaf.move_count == game.move_count + 3 and not leaf.is_over for leaf in leaves)


def _alpha_beta_visits(game: Game, order: _Order, depth: int, bound: float) -> list[Game]:
    """Return the positions that alpha-beta visits with the given move order and window."""
    visited = []

    def value(game: Game, depth: int, alpha: float, beta: float) -> float:
        visited.append(game)
        if game.is_over:
            return {"X": _WON, "O": -_WON, "draw": 0}[game.result or ""]
        if depth == 0:
            return _marks_in_open_lines(game)
        for cell in order(game):
            found = value(game.play(cell), depth - 1, alpha, beta)
            if game.current_player == "X":
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return alpha if game.current_player == "X" else beta

    value(game, depth, -bound, bound)
    return visited


def _marks_in_open_lines(game: Game) -> int:
    """Return the same value as the notebook's function ``evaluate``."""
    board = game.board
    total = 0
    for line in _RULES.lines:
        marks = [board[cell] for cell in line]
        if "O" not in marks:
            total += marks.count("X")
        elif "X" not in marks:
            total -= marks.count("O")
    return total


# Exercises in the notebook "check"


def _require_all_right(
    attempt: Attempt, contract: str, task: str, positions: int | None
) -> int:
    """Check that a function gives only right answers, and return the number of questions."""
    attempt.require_function()
    report = check(attempt.given, contract, task, positions, progress=False)
    (part,) = report.parts
    if not part.ok:
        found = part.counterexample
        reasons = (found.sentence if found else "", part.diagnosis or "", part.note or "")
        # The report calls the function by the course's name, which differs from the exercise's.
        argument = "game" if contract == "game" else "board"
        said = join_sentences(*reasons).replace(f"{task}(board", f"{attempt.name}({argument}")
        raise NotYetError(said, found.game if found else None)
    return part.checked_count


@_assignment(
    "check-1",
    "shorter",
    "Exercise 1 is waiting for your function.",
    "On the empty board, which value do the three cells of a line have?",
    "Three empty cells are equal, too. Compare only cells that have a mark.",
)
def _check_1(attempt: Attempt) -> str:
    count = _require_all_right(attempt, "flat", "winner", None)
    return f"shorter works on all {count:,} boards."


@_assignment(
    "check-2",
    "game_over",
    "Exercise 2 is waiting for your function.",
    "How can a game end before the board is full?",
    "The game is also over if winner(board) returns a mark.",
)
def _check_2(attempt: Attempt) -> str:
    count = _require_all_right(attempt, "flat", "terminal", None)
    return f"game_over works on all {count:,} boards."


@_assignment(
    "check-3",
    "after",
    "Exercise 3 is waiting for your function.",
    "How many cells of the empty board are None? Whose turn is it on this board?",
    "X moves if the number of empty cells is odd.",
)
def _check_3(attempt: Attempt) -> str:
    count = _require_all_right(attempt, "flat", "result", None)
    return f"after works in all {count:,} cases."


_SEARCH_STEPS = 100_000_000  # maximum number of steps for searching the whole game


def _require_best_moves(attempt: Attempt, ask: Callable[[Game], int]) -> None:
    """Check that a player plays best moves as X and as O, whatever the opponent plays."""
    for mark in MARKS:
        games, seen = [Game()], set()
        for game in games:
            if game.is_over or game.key in seen:
                continue
            seen.add(game.key)
            cells = game.legal_moves
            if game.current_player == mark:
                known = analyze(game)
                cells = (ask(game),)
                if known.moves[cells[0]].value != known.value:
                    said = f"{attempt.name} plays {cells[0]} here, but another move is better."
                    raise NotYetError(said, game)
            games += [game.play(cell) for cell in cells]


# Exercises in the notebook "tournament"


def _greedy(game: Game) -> int:
    """Win at once or play at random, like the notebook's function ``winner_or_luck``."""
    for cell in game.legal_moves:
        if game.play(cell).winner:
            return cell
    return random.choice(game.legal_moves)


def _wins(game: Game) -> list[int]:
    return [cell for cell in game.legal_moves if game.play(cell).winner]


@_assignment(
    "tournament-1",
    "my_bot",
    "Exercise 1 is waiting for your bot, which still returns None.",
    "Look for a cell where game.play(cell).winner is a mark. If no cell wins, block.",
    "A move blocks if no answer by the opponent completes a line.",
)
def _tournament_1(attempt: Attempt) -> str:
    count = 0
    for game in _unfinished():
        cell = attempt.move(game)
        wins = _wins(game)
        if wins and cell not in wins:
            said = f"my_bot can win at {wins[0]}, but my_bot plays {cell}."
            raise NotYetError(said, game)
        if not wins and _wins(game.play(cell)):
            safe = [other for other in game.legal_moves if not _wins(game.play(other))]
            if safe:
                block = safe[0]
                said = f"my_bot must block at {block}, but my_bot plays {cell}."
                raise NotYetError(said, game)
        count += 1
    players = {"mine": attempt.move, "greedy": _greedy}
    scale = play_tournament(players, games=100, seed=2).ratings()
    if scale["mine"].low <= scale["greedy"].high:
        said = f"The interval for my_bot isn't above the interval for greedy.\n{scale}"
        raise NotYetError(said)
    return (
        f"my_bot wins and blocks in all {count:,} positions, and its interval is "
        f"above the interval for greedy.\n{scale}"
    )


@_assignment(
    "tournament-2",
    "games",
    "Exercise 2 is waiting for your number.",
    "With four times as many games, how much narrower did the interval get?",
    "Four times as many games halve the width. Compare 50 with the width for 64 games.",
)
def _tournament_2(attempt: Attempt) -> str:
    games = attempt.read(read_whole)
    if games < 0:
        raise NotYetError(f"games must be above 0, not {games}.")
    if games > 1000:
        raise NotYetError("That many games take too long. Far fewer games are enough.")
    names = ["random", "beginner", "casual"]
    scale = play_tournament(names, games=games, seed=2).ratings()
    width = scale["beginner"].high - scale["beginner"].low
    said = f"with {games} games each, the interval is {width:.0f} points wide.\n{scale}"
    if not 45 <= width <= 60:
        raise NotYetError(said)
    return said


# Exercises in the notebook "learning"


@_assignment(
    "learning-1",
    "beads and rewards",
    "Exercise 1 is waiting for your beads and rewards.",
    "A machine gives up when its first box is empty. When does a box lose beads?",
    "Begin with more beads, or take fewer beads away. But each reward must still matter.",
)
def _learning_1(attempt: Attempt) -> str:
    beads, rewards = (_read_numbers(attempt, given) for given in attempt.given)
    if not beads or not rewards:
        raise NoAnswerError
    try:
        machines = [Menace(seed=seed, beads=beads, rewards=rewards) for seed in range(20)]
    except (TypeError, ValueError) as error:
        raise NotYetError(str(error)) from None
    for seed, machine in enumerate(machines):
        train(machine, "perfect", games=100, every=100, seed=seed)
    share = sum(RESIGN in machine.policy(Game()) for machine in machines) / 20
    score = sum(exact_result(machine, "perfect").score("X") for machine in machines) / 20
    said = f"{share:.0%} of the machines give up. They score {score:.3f} points per game."
    if share > 0.05:
        note = "At most one of the twenty machines is allowed to give up."
        raise NotYetError(join_sentences(said, note))
    if score < 0.3:
        raise NotYetError(join_sentences(said, "The machines haven't learnt enough."))
    return said


def _read_numbers(attempt: Attempt, given: Any) -> list[int]:
    expected = "numbers such as (4, 3, 2, 1)"
    found: list[int] = attempt.run(lambda: list(map(read_whole, read_once(given, expected))))
    return found


@_assignment(
    "learning-2",
    "my_bot",
    "Exercise 2 is waiting for your player, which still returns None.",
    "Win if you can, otherwise block. Look at game.board and at the lines.",
    "If you can't win and don't need to block, take the centre or a corner.",
)
def _learning_2(attempt: Attempt) -> str:
    games, table = [Game()], dict[Any, int]()
    for game in games:
        if game.is_over or game.key in table:
            continue
        cells = game.legal_moves
        if game.current_player == "X":
            position = Game.from_text(game.to_text())  # without the earlier moves
            cells = (attempt.move(position),)
            table[game.key] = cells[0]
            if attempt.move(position) != cells[0]:
                said = "my_bot returns different cells for the same position."
                raise NotYetError(said, game)
        games += [game.play(cell) for cell in cells]
    score = exact_result(lambda game: table[game.key], "random").score("X")
    said = f"my_bot scores {score:.3f} points per game."
    if score <= 0.95:
        raise NotYetError(said)
    return said


_MOST_TRAINING = 5_000  # maximum number of training games, because more would take too long


@_assignment(
    "learning-3",
    "games",
    "Exercise 3 is waiting for your number.",
    "Try 100, 1,000 and a number in between. Each result shows which half to look in.",
    "Halve the range again and again. The right number has three digits.",
)
def _learning_3(attempt: Attempt) -> str:
    games = attempt.read(read_whole)
    if not 0 < games <= _MOST_TRAINING:
        said = f"games must be from 1 to {_MOST_TRAINING}, not {games}."
        raise NotYetError(said)
    lost = _share_lost(games)
    fewer = games - 100
    if lost >= 0.05:
        said = f"after {games} games, the machine still loses {lost:.1%} of its games."
        raise NotYetError(said)
    if _share_lost(fewer) < 0.05:
        said = f"{games} games are enough, but so are {fewer}."
        raise NotYetError(said)
    return f"{games} games are enough, but {fewer} aren't."


def _share_lost(games: int) -> float:
    """Train a machine, and return the share of games that it loses to a perfect player."""
    curve = train(TDLearner(seed=2), "perfect", games=games, mark="O", every=games, seed=2)
    return curve.points[-1].perfect.x


# Exercises in the notebook "variants"


@_assignment(
    "variants-1",
    "cells",
    "Exercise 1 is waiting for your cells.",
    "X needs two marks next to each other with a free square at each end.",
    "Six cells make such a pair, or give X two ways to make one.",
)
def _variants_1(attempt: Attempt) -> str:
    cells = set(attempt.read(read_cells))
    _require_winning_cells(Game("4x4k3", moves=(0, 15)), cells)
    return f"X can force a win in these {len(cells)} cells, and in no others."


def _require_winning_cells(game: Game, cells: set[int]) -> None:
    """Require that the cells are exactly the moves with which X can force a win."""
    known = analyze(game, visits=_PROOF_VISITS).moves
    winning = {cell for cell in known if known[cell].value == "win"}
    if wrong := sorted(cells - winning):
        raise NotYetError(f"X can't force a win at {wrong}.", game)
    if missing := len(winning - cells):
        said = english_plural(
            "These cells win, but {count} more cell wins.",
            "These cells win, but {count} more cells win.",
            missing,
        )
        raise NotYetError(said, game)


@_assignment(
    "variants-2",
    "count_lines",
    "Exercise 2 is waiting for your function, which still returns None.",
    "In one row, at how many cells can a line of k begin?",
    "At columns - k + 1 cells, or 0 if k is too long. Also count columns and diagonals.",
)
def _variants_2(attempt: Attempt) -> str:
    count = 0
    for rows in range(1, 7):
        for columns in range(1, 7):
            for k in range(2, max(rows, columns) + 1):
                found = attempt.call(read_whole, rows, columns, k)
                wanted = len(MNK(rows, columns, k).lines)
                if found != wanted:
                    size = f"{rows}×{columns} and k = {k}"
                    raise NotYetError(f"For {size}, the number is {wanted}, not {found}.")
                count += 1
    return f"count_lines works for all {count} sizes."


@_assignment(
    "variants-3",
    "opposite",
    "Exercise 3 is waiting for your function, which still returns None.",
    "game.moves[-1] is O's last move. At the beginning, game.moves is empty.",
    "Add the numbers of two opposite cells, such as 0 and 8, or 1 and 7.",
)
def _variants_3(attempt: Attempt) -> str:
    games = [Game("misere")]
    for game in games:
        if game.is_over:
            continue
        cells = game.legal_moves
        if game.current_player == "X":
            cells = (attempt.move(game),)
            wanted = 8 - game.moves[-1] if game.moves else 4
            if not game.moves and cells != (4,):
                said = f"X must begin in the centre, not at {cells[0]}."
                raise NotYetError(said, game)
            if cells != (wanted,):
                said = f"{cells[0]} isn't opposite {game.moves[-1]}."
                raise NotYetError(said, game)
        games += [game.play(cell) for cell in cells]
    ends = [game.result for game in games if game.is_over]
    return f"X loses {ends.count('O')} of the {len(ends)} possible games."


_GIVEN_PAIRS = "..aal.bhbj.c.cj..hi.l..i."
_PICTURE = "fahalbkhlbfc.cjdgdijegeik"


def _read_pairs(found: Any) -> list[list[int]]:
    expected = "pairs of cells such as (0, 1)"
    pairs = []
    for item in read_once(found, expected):
        try:
            cells = read_cells(item)
        except UnreadableError:
            cells = []
        if len(cells) != 2:
            raise UnreadableError(expected, item)
        pairs.append(cells)
    return pairs


@_assignment(
    "variants-4",
    "pairs",
    "Exercise 4 is waiting for your pairs.",
    "Write down the free cells of the five lines. Which line has the fewest free cells?",
    "The first column has only cells 0, 5, 10 and 15. Use each cell in only one pair.",
)
def _variants_4(attempt: Attempt) -> str:
    pairs = [{at for at in range(25) if _GIVEN_PAIRS[at] == letter} for letter in "abchijl"]
    used = set().union(*pairs)
    for pair in attempt.read(_read_pairs):
        for cell in pair:
            if cell not in range(25):
                raise NotYetError(f"{cell} isn't a cell from 0 to 24.")
            if cell in used:
                raise NotYetError(f"Cell {cell} is already in another pair.")
            used.add(cell)
        pairs.append(set(pair))
    for line in MNK(5, 5, 5).lines:
        if not any(pair <= set(line) for pair in pairs):
            said = f"The line {list(line)} has no pair, so X could fill it."
            raise NotYetError(said)
    return "each line has a pair, so X can't complete a line."


@_assignment(
    "variants-5",
    "paired",
    "Exercise 5 is waiting for your player, which still returns None.",
    "For each free cell, game.play(cell).winner shows whether O completes a line there.",
    "Then look for a free cell with the same letter as cell game.moves[-1].",
)
def _variants_5(attempt: Attempt) -> str:
    chance = Random(1)
    ends = []
    for _number in range(300):
        game = Game("5x5k5")
        while not game.is_over:
            if game.current_player == "X":
                game = game.play(chance.choice(game.legal_moves))
            else:
                game = game.play(_paired_move(attempt, game))
        ends.append(game.result)
    won, drawn = ends.count("O"), ends.count("draw")
    return f"in 300 games, O won {won}, drew {drawn} and lost none."


def _paired_move(attempt: Attempt, game: Game) -> int:
    """Return a player's move, after checking that it follows the rules in exercise 5."""
    cell, last = attempt.move(game), game.moves[-1]
    wins = [free for free in game.legal_moves if game.play(free).winner]
    if wins and cell not in wins:
        said = f"O wins at {wins[0]}, but paired returned {cell}."
        raise NotYetError(said, game)
    same = [free for free in game.legal_moves if _PICTURE[free] == _PICTURE[last]]
    if not wins and same and cell not in same:
        said = (
            f"X played {last} (letter {_PICTURE[last]}). The other cell with this letter "
            f"is {same[0]}, but paired returned {cell}."
        )
        raise NotYetError(said, game)
    return cell


@_assignment(
    "variants-6",
    "winning and moves",
    "Exercise 6 is waiting for your first moves and your game.",
    'Run analyze(Game("infinite")). For your game, choose four cells that X can repeat.',
    "X can play 0, 1, 3, 4, 0, 1 and so on. Find four such cells for O. Stop at the draw.",
)
def _variants_6(attempt: Attempt) -> str:
    winning, moves = attempt.given
    cells = set(attempt.part(winning, "winning").read(read_cells))
    _require_winning_cells(Game("infinite"), cells)
    game = _read_round(attempt.part(moves, "moves"), "infinite")
    if not game.is_draw:
        said = f"A position must come up for the third time. {game.message}"
        raise NotYetError(said, game)
    return f"X wins only after {sorted(cells)}, and your game could go on for ever."


# Exercises in the notebook "ultimate"


@_assignment(
    "ultimate-1",
    "board",
    "Exercise 1 is waiting for your number.",
    "The place of X's move in board 1 is the number of the board in which O plays.",
    "O plays in board 9, at place 3. Where does place 3 send X?",
)
def _ultimate_1(attempt: Attempt) -> str:
    board = attempt.run(lambda: read_whole(attempt.given))
    if board not in range(1, 10):
        raise NotYetError(f"board must be a number from 1 to 9, not {board}.")
    game = Game("ultimate", moves=(8, 74))
    if board - 1 not in game.open_boards:
        said = f"X doesn't play in board {board}. Where in its small board did O play?"
        raise NotYetError(said)
    return f"O's move is at place {board}, so it sends X to board {board}."


@_assignment(
    "ultimate-2",
    "moves",
    "Exercise 2 is waiting for your cells.",
    "A player who is sent to a finished board can choose another board.",
    "Let X win a board. X's last mark must send O to this same board.",
)
def _ultimate_2(attempt: Attempt) -> str:
    game = _read_round(attempt, "ultimate")
    if game.is_over:
        raise NotYetError(f"The game must not be over. {game.message}", game)
    boards = [board + 1 for board in game.open_boards]
    if len(boards) == 1:
        said = f"After these moves, only board {boards[0]} is open."
        raise NotYetError(said, game)
    return f"player {game.current_player} can choose among boards {join_and(map(str, boards))}."


def _board_wins(game: Game) -> list[int]:
    """Return the cells in which a mark wins a small board for the player to move."""
    player = game.current_player
    count = game.small_boards.count(player)
    return [
        cell for cell in game.legal_moves if game.play(cell).small_boards.count(player) > count
    ]


@_assignment(
    "ultimate-3",
    "careful",
    "Exercise 3 is waiting for your function, which still returns None.",
    "Write after = game.play(cell). Which answers are in after.legal_moves?",
    "A cell is safe if wins_a_board(after, answer) is False for every answer.",
)
def _ultimate_3(attempt: Attempt) -> str:
    chance = Random(1)
    count = 0
    for _number in range(10):
        game = Game("ultimate")
        while not game.is_over:
            cell = attempt.move(game)
            answers = _board_wins(game.play(cell))
            safe = [
                other
                for other in (game.legal_moves if answers else ())
                if not _board_wins(game.play(other))
            ]
            if safe:
                said = (
                    f"After {cell}, the answer {answers[0]} wins a board. A safe cell is "
                    f"{safe[0]}."
                )
                raise NotYetError(said, game)
            count += 1
            game = game.play(chance.choice(game.legal_moves))
    return f"careful works in all {count} positions."


# Exercises in the notebook "dice"


@_assignment(
    "dice-1",
    "games_for",
    "Exercise 1 is waiting for your number of games.",
    "For an interval half as wide, you need four times as many games.",
    "How many times narrower is the new interval? Multiply games by this number, twice.",
)
def _dice_1(attempt: Attempt) -> str:
    for wanted, games, width in (
        ("0.1", 100, "0.2"),
        ("0.02", 1000, "0.06"),
        ("0.01", 400, "0.17"),
        ("0.3", 1600, "0.1"),
        ("0.25", 500, "0.25"),
    ):
        found = attempt.call(read_number, float(wanted), games, float(width))
        needed = games * (Fraction(width) / Fraction(wanted)) ** 2
        if found < needed - _TOLERANCE * needed:
            verdict = "too few"
        elif found > needed + 1 + _TOLERANCE * needed:
            verdict = "more than needed"
        else:
            continue
        raise NotYetError(
            f"{games} games gave a width of {width}. For a width of {wanted}, {_number(found)} "
            f"games are {verdict}."
        )
    return "for an interval n times narrower, you need n × n times as many games."


_TRAP = ("X../.O./..X", "..X/.O./X..")


@_assignment(
    "dice-2",
    "text",
    "Exercise 2 is waiting for your position.",
    "Try positions with two Xs and one O. Rate each move with expected and analyze.",
    "Put O in the centre, one X in a corner, and one X between two corners.",
)
def _dice_2(attempt: Attempt) -> str:
    game = _read_position(attempt)
    if game.to_text() in _TRAP:
        raise NotYetError("This is the notebook's trap, or its mirror image.", game)
    sign = 1 if game.current_player == "X" else -1
    known: dict[Any, Fraction] = {}
    means = {cell: sign * _mean_result(game.play(cell), known) for cell in game.legal_moves}
    values = analyze(game).moves
    safe = [cell for cell in means if values[cell].value != "loss"]
    if not safe:
        raise NotYetError("Every move loses in this position.", game)
    top = max(means.values())
    best = [cell for cell in means if means[cell] == top]
    for cell in best:
        if cell in safe:
            said = f"Cell {cell} has the best mean, {float(top):.3f}, and doesn't lose."
            raise NotYetError(said, game)
    return f"{best} has the best mean but loses, and {safe} doesn't lose."


def _mean_result(game: Game, known: dict[Any, Fraction]) -> Fraction:
    """Return the mean result for X if all moves are random."""
    if game.is_over:
        return Fraction({"X": 1, "O": -1, "draw": 0}[game.result or ""])
    if game.key not in known:
        values = [_mean_result(game.play(cell), known) for cell in game.legal_moves]
        known[game.key] = sum(values, Fraction(0)) / len(values)
    return known[game.key]


_FORK = "X.X/.O./O.X"  # O is to move, and X threatens to win in cells 1 and 5
_LONG = ((2, 1, 5), (2, 3, 1), (2, 5, 1), (2, 7, 1))
# Each item contains a position, the paths in a tree that starts there, whether the tree proves
# that X wins, and the reason.
_TREES: tuple[tuple[str, tuple[tuple[int, ...], ...], bool, str], ...] = (
    ("XXX/OO./...", (), True, "X has three in a row"),
    ("XX./OOO/X..", (), False, "O has three in a row"),
    ("XOX/XOO/OXX", (), False, "it's a draw"),
    ("XOX/XOO/OX.", ((8,),), False, "cell 8 makes a draw"),
    ("XX./OO./...", (), False, "no move is in the tree"),
    ("XX./OO./...", ((2,),), True, "X wins in cell 2"),
    ("XX./OO./...", ((5,), (6,), (7,), (8,)), False, "the winning cell isn't in the tree"),
    ("XX./OO./...", ((8, 5), (2,), (6,)), True, "X wins in cell 2"),
    ("XX./OO./...", ((8, 5),), False, "O wins with cell 5"),
    (_FORK, ((1, 5), (3, 1), (5, 1), (7, 1)), True, "X wins after every move by O"),
    (_FORK, ((7, 5), (5, 1), (3, 5), (1, 5)), True, "X wins after every move by O"),
    (_FORK, (), False, "no move is in the tree"),
    (_FORK, ((1, 5), (3, 1), (5, 1)), False, "cell 7 isn't in the tree"),
    (_FORK, ((3, 1), (5, 1), (7, 1)), False, "cell 1 isn't in the tree"),
    (_FORK, ((1, 5), (3, 1), (5, 1), (7,)), False, "no answer to cell 7 is in the tree"),
    (_FORK, ((1, 7), (3, 1), (5, 1), (7, 1)), False, "X hasn't won after cells 1 and 7"),
    ("X../.O./O.X", (*_LONG, (1,)), True, "X wins with cell 2"),
    ("X../.O./O.X", (*_LONG[1:], (1,)), False, "after cell 2, cell 1 isn't in the tree"),
)


@_assignment(
    "dice-3",
    "proved",
    "Exercise 3 is waiting for True or False. proved still returns None.",
    "If the game is over, check the winner. Otherwise, call proved for moves in nodes.",
    "On X's turn, use any. On O's turn, use all, and count moves outside nodes as False.",
)
def _dice_3(attempt: Attempt) -> str:
    for start, paths, wanted, reason in _TREES:
        game = Game.from_text(start)
        tree = {path[:depth]: [1, 0] for path in ((), *paths) for depth in range(len(path) + 1)}
        if attempt.call(read_truth, game, dict(tree), ()) != wanted:
            said = f"proved must return {wanted}, because {reason}. The tree: {list(tree)}."
            raise NotYetError(said, game)
    return f"proved works for {len(_TREES)} trees."


# Exercises in the notebook "invent"


def _compare_all_games(rules: PlainRules, like: str, first: Sequence[int]) -> int:
    """Check that rules change only the game's first move. Return the number of positions."""
    _require_moves(Game(rules), first)
    games, seen = [Game(rules)], set()
    for game in games:
        if game.key in seen:
            continue
        seen.add(game.key)
        if game.moves:
            _require_same(game, like)
        games += [game.play(cell) for cell in game.legal_moves]
    return len(seen)


_SIDES_AND_CENTRE = (1, 3, 4, 5, 7)
_ALL_BUT_CENTRE = (0, 1, 2, 3, 5, 6, 7, 8)
_RULES_STEPS = 20_000_000  # maximum number of steps for the rules in all games together


@_assignment(
    "invent-1",
    "NoCorners",
    "Exercise 1 is waiting for your rules. X is still allowed to begin in a corner.",
    "NoCentre above forbids a first move in the centre. Which cells are the corners?",
    "If position.move_count is 0, return [1, 3, 4, 5, 7]. Otherwise, return position.free.",
)
def _invent_1(attempt: Attempt) -> str:
    rules = _read_rules(attempt)
    if len(attempt.run(lambda: Game(rules).legal_moves)) == 9:
        raise NoAnswerError
    count = attempt.run(
        lambda: _compare_all_games(rules, "standard", _SIDES_AND_CENTRE), steps=_RULES_STEPS
    )
    return f"NoCorners works in all {count:,} positions."


@_assignment(
    "invent-2",
    "guess and MisereNoCentre",
    "Exercise 2 is waiting for your guess.",
    "Which rule option means that three in a row lose? Set it to True.",
    "In misère, only the centre draws for X. In your game, X isn't allowed to begin there.",
)
def _invent_2(attempt: Attempt) -> str:
    guessed, written = attempt.given
    guess = attempt.part(guessed, "guess").read(read_text).lower()
    if guess not in ("win", "draw", "loss"):
        said = f'guess must be "win", "draw" or "loss", not "{visible(guess, 80)}".'
        raise NotYetError(said)
    rules = _read_rules(attempt.part(written, "MisereNoCentre"))
    attempt.run(
        lambda: _compare_all_games(rules, "misere", _ALL_BUT_CENTRE), steps=_RULES_STEPS
    )
    known = analyze(Game(rules), visits=_PROOF_VISITS).value
    if guess != known:
        said = f"The game isn't a {guess} for X. Which first moves draw in misere-3x3k3?"
        raise NotYetError(said)
    return f"misère without the centre is a {known} for X."


@_assignment(
    "invent-3",
    "name",
    "Exercise 3 is waiting for the name of a game.",
    "Combine three words in front of 3x3k3. One of them is misere.",
    "Begin with misere-same, and add drop or torus.",
)
def _invent_3(attempt: Attempt) -> str:
    name = attempt.read(read_text)
    try:
        game = Game(name)
    except ValueError as error:
        raise NotYetError(str(error)) from None
    if game.rules.cell_count != 9:
        said = f"{name} has {game.rules.cell_count} cells, not 9."
        raise NotYetError(said)
    value = analyze(game, visits=_PROOF_VISITS).value
    if value is None:
        said = f"A search of {_PROOF_VISITS:,} positions proves nothing about {name}."
        raise NotYetError(said)
    if value != "loss":
        said = f"In {name}, the first player gets a {value}."
        raise NotYetError(said)
    return f"in {name}, the first player loses."


@_assignment(
    "invent-4",
    "Fairer",
    "Exercise 4 is waiting for your rules. X is still allowed to begin anywhere.",
    'analyze(Game("3x4k3")).moves shows the value of each first move.',
    "If position.move_count is 0, return moves that don't win. Otherwise, return "
    "position.free.",
)
def _invent_4(attempt: Attempt) -> str:
    rules = _read_rules(attempt)
    first = attempt.run(lambda: Game(rules).legal_moves)
    if len(first) == 12:
        raise NoAnswerError
    if len(first) < 2:
        said = f"X must have at least two first moves, not only {list(first)}."
        raise NotYetError(said)
    attempt.run(lambda: _compare_random_games(rules, first), steps=20_000_000)
    known = attempt.run(lambda: analyze(Game(rules), visits=_PROOF_VISITS), steps=200_000_000)
    winning = [cell for cell in first if known.moves[cell].value == "win"]
    if winning:
        raise NotYetError(f"X still wins if X begins at {winning}.")
    if not known.exact:
        said = f"A search of {_PROOF_VISITS:,} positions proves nothing about your game."
        raise NotYetError(said)
    return f"X can begin at {list(first)} and can't win."


def _read_rules(attempt: Attempt) -> PlainRules:
    """Read rules from a class or an object, and check that they behave as rules must."""
    rules = attempt.run(attempt.given if isclass(attempt.given) else lambda: attempt.given)
    if not isinstance(rules, PlainRules):
        raise NotYetError(f"{attempt.name} must be a subclass of PlainRules.")
    faults = check_rules(rules, positions=30, progress=False).faults
    if faults:
        raise NotYetError(str(faults[0]))
    return rules


def _compare_random_games(rules: PlainRules, first: Sequence[int]) -> None:
    """Check in random games that rules change only the first move in 3x4k3."""
    chance = Random(1)
    for _number in range(50):
        game = Game(rules).play(chance.choice(first))
        while not game.is_over:
            _require_same(game, "3x4k3")
            game = game.play(chance.choice(game.legal_moves))
        _require_same(game, "3x4k3")


def _require_same(game: Game, like: str) -> None:
    """Require that a game has the same result and the same legal moves as under other rules."""
    plain = Game(like, moves=game.moves)
    if game.result != plain.result:
        said = f"The result must be {plain.result} as in {like}, not {game.result}."
        raise NotYetError(said, game)
    _require_moves(game, plain.legal_moves)


def _require_moves(game: Game, cells: Sequence[int]) -> None:
    if set(game.legal_moves) != set(cells):
        said = f"The legal moves must be {list(cells)}, not {list(game.legal_moves)}."
        raise NotYetError(said, game)


# Exercises in the notebook "minimax"

_OVER = (0, 3, 1, 4, 2)  # moves in a game that X has won
_EARLY = Game.from_text("O.X/X../O..")
# With best play, this position with five empty cells is a draw. To prove the draw, a search
# must look at full boards.
_DRAWN = Game(moves=(0, 4, 8, 1))


def _value_for_x(game: Game) -> int:
    score = int(analyze(game).score)
    return score if game.move_count % 2 == 0 else -score


def _require_values(attempt: Attempt, *windows: tuple[float, ...]) -> None:
    """Check the values of `_DRAWN` and of all positions with at most four empty cells."""
    endings = [game for game in reversed(checked_positions()) if game.move_count >= 5]
    for game in (*endings, _DRAWN):
        known = _value_for_x(game)
        for window in windows:
            found = attempt.call(read_number, game, *window)
            if found != known:
                said = f"The value is {known}, not {_number(found)}."
                raise NotYetError(said, game)


def _require_search(attempt: Attempt, *window: float) -> None:
    """Check that a function searches to the end of the game, instead of looking up values."""
    record = _traced(attempt, _DRAWN, *window)
    is_full = (call.game is not None and call.game.move_count == 9 for call in record.nodes)
    if not record.unread and not any(is_full):
        said = (
            f"{attempt.name} must look at the positions after each move, until the game is "
            "over."
        )
        raise NotYetError(said, _DRAWN)


def _traced(attempt: Attempt, game: Game, *arguments: float) -> Record:
    search = attempt.function()
    record: Record = attempt.run(lambda: trace(search, game, arguments=arguments), game)
    return record


@_assignment(
    "minimax-minimax",
    "minimax",
    "This cell is waiting for your lines. minimax still returns None.",
    "If the game is over, return WORTH[game.result]. Otherwise, look at each legal move.",
    "Make a list of minimax(game.play(cell)) for all legal cells. X takes max, O takes min.",
)
def _minimax_minimax(attempt: Attempt) -> str:
    attempt.call(read_number, Game(moves=_OVER))
    _require_values(attempt, ())
    _require_search(attempt)
    return "minimax works in all positions with at most four empty cells."


# Each item contains moves, an alpha-beta window, and the number of positions that alpha-beta
# visits, whatever the move order.
_CUTS: tuple[tuple[tuple[int, ...], int, int, int], ...] = (
    ((0, 1, 3, 2, 4, 7), -1, 1, 2),  # X wins with every move
    ((0, 1, 2, 3, 6, 4, 8), -1, 1, 2),  # O wins with every move
    ((0, 1, 2, 6, 7, 8), 0, 1, 10),  # every game ends in a draw
)


@_assignment(
    "minimax-alpha-beta",
    "alpha_beta",
    "This cell is waiting for your lines. alpha_beta still returns None.",
    "After each move, X sets alpha to the larger of alpha and the value. O lowers beta.",
    "Leave the loop when alpha >= beta. At the end, return alpha for X and beta for O.",
)
def _minimax_alpha_beta(attempt: Attempt) -> str:
    attempt.call(read_number, Game(moves=_OVER), -1, 1)
    _require_values(attempt, (-1, 1), (-inf, inf))
    _require_search(attempt, -1, 1)
    for moves, alpha, beta, enough in _CUTS:
        game = Game(moves=moves)
        record = _traced(attempt, game, alpha, beta)
        count = record.call_count if record.visited_count is None else record.visited_count
        if count > enough:
            said = (
                f"From {alpha} to {beta}, alpha_beta looks at {count} positions. It needs only "
                f"{enough}."
            )
            raise NotYetError(said, game)
    return "alpha_beta finds the values, and skips enough positions in three games."


@_assignment(
    "minimax-table",
    "remembered",
    "This cell is waiting for your search, which still returns None.",
    "If game.key is in known, return known[game.key].",
    "Otherwise, find the value as minimax does. Store it in known before you return it.",
)
def _minimax_table(attempt: Attempt) -> str:
    function, known = attempt.given
    search = attempt.part(function, "remembered")
    search.call(read_number, _EARLY)
    if not isinstance(known, dict):
        raise NotYetError(f"known must be a dict, not {brief(known)}.")
    known.clear()
    known.update({_EARLY.play(cell).key: -1 for cell in _EARLY.legal_moves})  # made-up values
    found = search.call(read_number, _EARLY)
    if found != -1:
        said = (
            f"known contains -1 for each move here, but remembered returned {_number(found)}."
        )
        raise NotYetError(said, _EARLY)
    known.clear()
    found = search.call(read_number, Game(), steps=_SEARCH_STEPS)
    if found != 0:
        said = f"The value of the empty board is 0, not {_number(found)}."
        raise NotYetError(said)
    positions = checked_positions()
    if len(known) != len(positions):
        said = f"known must have {len(positions):,} entries, not {len(known):,}."
        raise NotYetError(said)
    for game in positions:
        if game.key not in known:
            raise NotYetError("known must have an entry for this position.", game)
        entry, value = known[game.key], _value_for_x(game)
        if entry != value:
            said = f"known contains {brief(entry)} here, but the value is {value}."
            raise NotYetError(said, game)
    return f"known has {len(known):,} entries, and all values are right."


@_assignment(
    "minimax-player",
    "chosen",
    "This cell is waiting for your cell. chosen still returns None.",
    "For each legal cell, alpha_beta(game.play(cell), -1, 1) is the value for X.",
    "X takes the cell with the largest value, and O the cell with the smallest one.",
)
def _minimax_player(attempt: Attempt) -> str:
    attempt.move(Game.from_text("O.X/X../O.."))
    _require_all_right(attempt, "game", "minimax", 500)
    _require_best_moves(attempt, lambda game: attempt.move(game, steps=_SEARCH_STEPS))
    return "chosen never makes a mistake, whatever its opponent plays."


_MISTAKES = 43  # number of positions for which the notebook's own search is wrong


@_assignment(
    "minimax-1",
    "mistaken",
    "Exercise 1 is waiting for your search. This search is wrong in 43 of 258 positions.",
    "Look at a position with one empty cell. Whose turn is it? Which value is best?",
    "After an even number of moves, it's X's turn. Which player takes the maximum?",
)
def _minimax_1(attempt: Attempt) -> str:
    games = [_EARLY]
    for game in games:
        games += [game.play(cell) for cell in game.legal_moves]
    wrong = []
    for game in games:
        found = attempt.call(read_number, game)
        if found != _value_for_x(game):
            wrong.append((game, found))
    if len(wrong) == _MISTAKES:
        raise NoAnswerError
    if wrong:
        game, found = wrong[0]
        said = (
            f"mistaken is wrong in {len(wrong)} of {len(games)} positions. Here, "
            f"mistaken returns {_number(found)}, but the value is {_value_for_x(game)}."
        )
        raise NotYetError(said, game)
    return f"your search works in all {len(games)} positions of the tree."


@_assignment(
    "minimax-2",
    "worth_of",
    "Exercise 2 is waiting for your function, which still returns None.",
    "game.current_player made the last move. Has this player won or lost?",
    "Compare game.winner with game.current_player. The value is for the other player.",
)
def _minimax_2(attempt: Attempt) -> str:
    for rules in ("standard", "misere"):
        finished = {
            after.key: after
            for game in _unfinished(rules)
            for after in map(game.play, game.legal_moves)
            if after.is_over
        }
        for game in finished.values():
            found, known = attempt.call(read_number, game), int(analyze(game).score)
            if found != known:
                said = f"In {rules}, the value must be {known} here, not {_number(found)}."
                raise NotYetError(said, game)
    return "worth_of works in both games."


@_assignment(
    "minimax-3",
    "ordered",
    "Exercise 3 is waiting for your function, which still returns None.",
    "Which squares belong to the most lines? Put these squares first.",
    "Try the centre first, then the corners. Or put moves first that win at once.",
)
def _minimax_3(attempt: Attempt) -> str:
    for game in _unfinished():
        _read_order(attempt, game)
    yours = len(_alpha_beta_visits(Game(), partial(_read_order, attempt), 9, _WON))
    plain = len(_alpha_beta_visits(Game(), lambda game: game.legal_moves, 9, _WON))
    said = (
        f"alpha-beta looks at {yours:,} positions in your order, "
        f"and at {plain:,} in the order of the cells."
    )
    if yours >= plain / 2:
        raise NotYetError(join_sentences(said, "Your order must need fewer than half."))
    return said


@_assignment(
    "minimax-4",
    "quick_worth",
    "Exercise 4 is waiting for your function, which still returns None.",
    "game.move_count is the number of moves. It's smaller after a quick win.",
    "If X wins, return 10 - game.move_count. If O wins, return game.move_count - 10.",
)
def _minimax_4(attempt: Attempt) -> str:
    table: dict[Any, Fraction] = {}

    def value(game: Game) -> Fraction:
        if game.key not in table:
            if game.is_over:
                table[game.key] = attempt.call(read_number, game)
            else:
                best = max if game.current_player == "X" else min
                table[game.key] = best(value(game.play(cell)) for cell in game.legal_moves)
        return table[game.key]

    count = 0
    for game in _unfinished():
        values = {cell: value(game.play(cell)) for cell in game.legal_moves}
        yours = tuple(cell for cell in values if values[cell] == value(game))
        known = analyze(game).best_moves
        if yours != known:
            said = (
                f"The best moves are {list(known)}, but with your values, they are "
                f"{list(yours)}."
            )
            raise NotYetError(said, game)
        count += 1
    return f"minimax plays best in all {count:,} positions."


# Functions that notebooks call

_hints_shown: dict[str, int] = {}
_latest: list[str] = []  # name of the exercise that was judged last


def _find(name: str) -> Assignment:
    if name not in _ASSIGNMENTS:
        raise ValueError(
            f"exercise must be the name of an exercise, not {name!r}: "
            f"choose {', '.join(_ASSIGNMENTS)}"
        )
    return _ASSIGNMENTS[name]


def answer(exercise: str, given: Any) -> Feedback:
    """Judge your answer to a notebook exercise.

    The exact type of an answer doesn't matter. For example, cells can be in any iterable, and a
    function can be any callable object. Anything that your code prints is hidden. If your code
    takes too many steps, it is stopped. The verdict is the same on every computer.

    Parameters
    ----------
    exercise : str
        Name of the notebook, with the number of the exercise, such as ``"play-3"``.
    given : object
        Your answer: a value or a function.

    Returns
    -------
    Feedback
        Verdict and its reason. For a wrong answer, a notebook also shows the position.

    Raises
    ------
    ValueError
        If no exercise has this name.
    KeyboardInterrupt
        If you press Ctrl-C.

    Examples
    --------
    >>> answer("play-3", lambda game: game.legal_moves[0])
    Not yet: The centre is free, but mine returned 0.
    . . .
    . . .
    . . .
    """
    assignment = _find(exercise)
    _latest[:] = [exercise]
    verdict = judge(assignment, given)
    if verdict.state != "waiting":
        note_verdict(exercise, is_right=bool(verdict))
    return verdict


@dataclass(frozen=True, repr=False)
class Hint(TextDisplay, Serializable):
    """Hint for a notebook exercise."""

    _keys = ("exercise", "step", "text")

    exercise: str
    """Name of the exercise, such as ``"play-3"``."""
    step: int
    """1 for the small hint, or 2 for the bigger hint."""
    text: str
    """The hint."""

    def __str__(self) -> str:
        return f"Hint {self.step} of 2: {self.text}"


def hint(exercise: str | None = None) -> Hint:
    """Return a hint for a notebook exercise. A second call returns a bigger hint.

    Parameters
    ----------
    exercise : str, optional
        Name of the exercise. The default is the exercise that was judged last.

    Returns
    -------
    Hint
        Next hint for the exercise.

    Raises
    ------
    ValueError
        If no exercise has this name, or if no exercise has been judged yet.

    Examples
    --------
    >>> hint("play-3")
    Hint 1 of 2: The centre is cell 4. The centre is free if 4 is in game.legal_moves.
    """
    if exercise is None and not _latest:
        raise ValueError(
            "exercise must be the name of an exercise, because you haven't run one yet"
        )
    assignment = _find(exercise or _latest[0])
    name = assignment.name
    step = 2 if _hints_shown.get(name) == 1 else 1
    _hints_shown[name] = step
    note_hint(name)
    return Hint(name, step, assignment.hints[step - 1])
