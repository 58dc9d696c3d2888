"""Checks of each sentence from `explain` and `review` against a plain search.

This module doesn't use the package's analysis. It judges positions with `judge_all` and
checks claims by playing moves.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache

from tests.support.models.plain_search import WORD, judge_all
from tictactoe_widget import MNK, Game, ReviewedMove, Rules, parse_position

MOVERS = ("mover", "rival")
NAME = r"(?:[a-z]\d+|\d+)"
LIST = rf"{NAME}(?:, {NAME})*(?: (?:or|and) {NAME})?"
WINS = (
    rf"wins(?: at (?P<at>{LIST})| with (?P<any>any move)| with (?P<all>{LIST})"
    rf"| quickest with (?P<quickest>{LIST})| with (?P<one>{NAME}), for example)"
)


class Oracle:
    """Values of all moves in all positions, by plain search."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.judge = judge_all(rules)
        self._moves: dict[Hashable, dict[int, tuple[str, int]]] = {}

    def moves(self, game: Game) -> dict[int, tuple[str, int]]:
        """Return each move's value for its player and the plies to the end, by cell."""
        state = game.state
        if state.key not in self._moves:
            found = self._moves[state.key] = {}
            for cell in state.legal_moves:
                value, plies = self.judge(self.rules.advance(state, cell))
                found[cell] = WORD[-value], plies + 1
        return self._moves[state.key]

    def value(self, game: Game) -> tuple[str, int]:
        value, plies = self.judge(game.state)
        return WORD[value], plies


class Moves:
    """Moves in one position with the oracle's values."""

    def __init__(self, oracle: Oracle, game: Game) -> None:
        self.game = game
        self.by_cell = oracle.moves(game)

    def of(self, value: str) -> set[int]:
        return {cell for cell, (found, _) in self.by_cell.items() if found == value}

    def at_once(self) -> set[int]:
        return {c for c, (value, plies) in self.by_cell.items() if (value, plies) == ("win", 1)}

    def quickest(self) -> set[int]:
        wins = self.of("win")
        least = min(self.by_cell[cell][1] for cell in wins)
        return {cell for cell in wins if self.by_cell[cell][1] == least}

    def slowest(self) -> set[int]:
        most = max(plies for _, plies in self.by_cell.values())
        return {cell for cell, (_, plies) in self.by_cell.items() if plies == most}


class Reading:
    """An explanation of a move, with the facts to check it."""

    def __init__(self, oracle: Oracle, game: Game, cell: int, text: str) -> None:
        self.oracle, self.rules, self.cell, self.text = oracle, game.rules, cell, text
        self.mover = game.current_player
        self.rival = "O" if self.mover == "X" else "X"
        self.before = Moves(oracle, game)
        self.after = game.play(cell)
        self.replies = Moves(oracle, self.after)
        self.made, self.plies = self.before.by_cell[cell]

    def check(self) -> None:
        """Fail on the first unknown or false sentence, or if there is no sentence."""
        sentences = re.split(r"(?<=\.) ", self.text)
        assert self.text, "nothing is said"
        for sentence in sentences:
            found, claim = read(sentence)
            named = found.groupdict()
            are_meant = (named.get(who) in (None, getattr(self, who)) for who in MOVERS)
            assert all(are_meant), f"of the other player: {sentence}"
            assert claim(self, found), f"false: {sentence}"

    def cells(self, listed: str) -> set[int]:
        return {parse_position(name, self.rules) for name in re.findall(NAME, listed)}

    def wins(self, found: re.Match[str], moves: Moves) -> bool:
        """Check phrases such as "wins at 3 or 5" and "wins with 7"."""
        if found["at"]:
            return self.cells(found["at"]) == moves.at_once()
        if found["any"]:
            return moves.of("win") == set(moves.by_cell)
        if found["all"]:
            return self.cells(found["all"]) == moves.of("win")
        if found["quickest"]:
            return self.cells(found["quickest"]) == moves.quickest() != moves.of("win")
        return self.cells(found["one"]) <= moves.of("win")

    def winners_after_each_reply(self, game: Game) -> Iterator[tuple[int, set[int]]]:
        """Return the cells where the other player wins after each reply, by reply.

        If marks fall, leave out the cell above the reply, which was not playable before.
        """
        for reply in game.legal_moves:
            following = game.play(reply)
            yield reply, Moves(self.oracle, following).at_once() & set(game.legal_moves)

    def has_fork(self, game: Game, cells: set[int]) -> bool:
        """Return whether the other player wins at each cell that the reply doesn't take."""
        return len(cells) > 1 and all(
            winners == cells - {reply} for reply, winners in self.winners_after_each_reply(game)
        )


# Returns whether a sentence agrees with the facts.
Claim = Callable[[Reading, re.Match[str]], object]


def could_have_won(reading: Reading, found: re.Match[str]) -> bool:
    cells, moves = reading.cells(found["cells"]), reading.before
    if found["how"] == " right away":
        return cells == moves.at_once() and reading.cell not in cells
    if reading.made == "win":
        is_sooner = all(moves.by_cell[cell][1] < reading.plies for cell in cells)
        return found["how"] == " sooner" and cells <= moves.of("win") and is_sooner
    if found["how"]:
        return False
    return cells <= moves.of("win") if found["one"] else cells == moves.of("win")


def quickest_win(reading: Reading, found: re.Match[str]) -> bool:
    cells = reading.cells(found["cells"])
    return cells == reading.before.quickest() and reading.cell not in cells


def could_have_drawn(reading: Reading, found: re.Match[str]) -> bool:
    cells, moves = reading.cells(found["cells"]), reading.before
    if found["one"]:
        return reading.made == "loss" and cells <= moves.of("draw")
    return reading.made == "loss" and not moves.of("win") and cells == moves.of("draw")


def was_losing(reading: Reading, found: re.Match[str]) -> bool:
    moves = reading.before
    if moves.of("loss") != set(moves.by_cell):
        return False
    if found["alone"]:
        return len(moves.by_cell) == 1
    lengths = {plies for _, plies in moves.by_cell.values()}
    if found["equal"]:
        return len(lengths) == 1 and len(moves.by_cell) > 1
    if found["none"]:
        return reading.cell in moves.slowest() and len(lengths) > 1
    if found["longest"]:
        return reading.cells(found["longest"]) == moves.slowest() - {reading.cell} != set()
    return True


def must_block(reading: Reading, found: re.Match[str]) -> bool:
    (cell,) = reading.cells(found["cell"])
    winners = dict(reading.winners_after_each_reply(reading.after))
    blocked = winners.pop(cell)
    return all(found_ == {cell} for found_ in winners.values()) and cell not in blocked


def then_wins(reading: Reading, found: re.Match[str]) -> bool:
    """Check a win after the only block, which the previous sentence names."""
    block = re.search(rf"must block at ({NAME})\. Then ", reading.text)
    assert block
    (cell,) = reading.cells(block[1])
    return reading.wins(found, Moves(reading.oracle, reading.after.play(cell)))


def plays_and_wins(reading: Reading, found: re.Match[str]) -> bool:
    (cell,) = reading.cells(found["cell"])
    following, cells = reading.after.play(cell), reading.cells(found["cells"])
    return cell in reading.replies.of("win") and reading.has_fork(following, cells)


def must_answer(reading: Reading, found: re.Match[str]) -> bool:
    cells, moves = reading.cells(found["cells"]), reading.replies
    rest = set(moves.by_cell) - cells
    return cells == moves.of("draw") and rest != set() and rest == moves.of("loss")


def line_cells(reading: Reading, player: str) -> set[int]:
    """Return the cells that complete a line for `player`, by walking along the line."""
    board, rules = reading.after.board, reading.rules
    assert isinstance(rules, MNK)
    found = set()
    for cell in reading.after.legal_moves:
        for line in rules.lines:
            if cell in line and all(board[c] == player for c in line if c != cell):
                found.add(cell)
    return found


def must_not(reading: Reading, found: re.Match[str]) -> bool:
    bad = line_cells(reading, reading.rival)
    assert isinstance(reading.rules, MNK)
    return reading.rules.misere and reading.cells(found["cells"]) == bad


def safe_cells(reading: Reading, found: re.Match[str]) -> bool:
    empty = len(reading.after.legal_moves)
    return (int(found["theirs"]), int(found["own"])) == (
        empty - len(line_cells(reading, reading.rival)),
        empty - len(line_cells(reading, reading.mover)),
    )


def estimated(reading: Reading, found: re.Match[str]) -> bool:
    """Check a win probability against the previous sentence about who is better."""
    percent = int(found["percent"])
    better = re.search(r"looks (even|better for ([XO]))", reading.text)
    assert better
    if better[2] is None:
        return 45 < percent < 55
    return 55 <= percent <= 99 if better[2] == reading.mover else 1 <= percent <= 45


# All possible sentences with their claims. `mover` and `rival` are players' names.
SENTENCES: list[tuple[str, Claim]] = [
    (r"(?P<mover>[XO])'s move ends the game in a draw\.", lambda r, _: r.after.is_draw),
    (
        r"(?P<mover>[XO])'s move ends the game, and (?P<rival>[XO]) wins\.",
        lambda r, _: r.after.winner == r.rival,
    ),
    (r"(?P<mover>[XO]) wins with this move\.", lambda r, _: r.after.winner == r.mover),
    (
        r"(?P<mover>[XO]) completes a row and loses\.",
        lambda r, _: r.after.winner == r.rival and r.after.winning_lines,
    ),
    (r"(?P<mover>[XO])'s move loses\.", lambda r, _: r.made == "loss"),
    (
        r"(?P<mover>[XO])'s move gives away the win\.",
        lambda r, _: r.made == "draw" and r.before.of("win"),
    ),
    (
        (
            r"(?P<mover>[XO]) could have won(?P<how> right away| sooner|) "
            rf"at (?P<cells>{LIST})(?P<one>, for example)?\."
        ),
        could_have_won,
    ),
    (
        rf"With (?P<cells>{LIST}), (?P<mover>[XO]) would have been sure to win\.",
        lambda r, found: r.cells(found["cells"]) <= r.before.of("win"),
    ),
    (rf"The quickest win for (?P<mover>[XO]) was at (?P<cells>{LIST})\.", quickest_win),
    (
        (
            rf"(?P<mover>[XO]) could have drawn at (?P<cells>{LIST})"
            r"(?P<one>, for example)?\."
        ),
        could_have_drawn,
    ),
    (r"(?P<mover>[XO]) wins with best play\.", lambda r, _: r.made == "win"),
    (
        r"(?P<mover>[XO]) wins after (?P<rival>[XO])'s next move\.",
        lambda r, _: (r.made, r.plies) == ("win", 2),
    ),
    (
        r"(?P<mover>[XO]) wins in (?P<moves>\d+) more moves?\.",
        lambda r, found: r.made == "win" and int(found["moves"]) == (r.plies - 1) // 2,
    ),
    (r"(?P<mover>[XO])'s move draws\.", lambda r, _: r.made == "draw"),
    (
        r"This was (?P<mover>[XO])'s only move, and it draws\.",
        lambda r, _: r.made == "draw" and len(r.before.by_cell) == 1,
    ),
    (
        r"(?P<mover>[XO])'s move draws, and so would every other move\.",
        lambda r, _: r.before.of("draw") == set(r.before.by_cell) != {r.cell},
    ),
    (
        r"(?P<mover>[XO])'s move is the only one that doesn't lose\.",
        lambda r, _: (
            r.before.of("draw") == {r.cell}
            and r.before.of("loss") == set(r.before.by_cell) - {r.cell} != set()
        ),
    ),
    (
        r"(?P<mover>[XO])'s move is enough for a draw\.",
        lambda r, _: r.made == "draw" and not r.before.of("win") and r.before.of("loss"),
    ),
    (
        (
            r"(?P<mover>[XO]) was already losing(?:(?P<alone> and had no other move)"
            r"|, and (?P<equal>all moves lose equally fast)"
            r"|, and (?P<none>no other move lasts longer)"
            rf"|, but could have lasted longest with (?P<longest>{LIST}))?\."
        ),
        was_losing,
    ),
    (rf"(?P<rival>[XO]) {WINS}\.", lambda r, found: r.wins(found, r.replies)),
    (rf"Then (?P<mover>[XO]) {WINS}\.", then_wins),
    (
        rf"(?P<rival>[XO]) plays (?P<cell>{NAME}) and then wins at (?P<cells>{LIST})\.",
        plays_and_wins,
    ),
    (
        (
            rf"(?P<mover>[XO]) threatens to win at (?P<cells>{LIST}), "
            r"and [XO] can block only one of them\."
        ),
        lambda r, found: r.has_fork(r.after, r.cells(found["cells"])),
    ),
    (rf"(?P<rival>[XO]) must block at (?P<cell>{NAME})\.", must_block),
    (rf"(?P<rival>[XO]) must answer at (?P<cells>{LIST})\.", must_answer),
    (rf"(?P<rival>[XO]) would complete a row at (?P<cells>{LIST})\.", must_not),
    (
        r"(?P<rival>[XO]) must complete a row now\.",
        lambda r, _: line_cells(r, r.rival) == set(r.after.legal_moves),
    ),
    (
        (
            r"Safe squares: (?P<rival>[XO]) has (?P<theirs>\d+), "
            r"(?P<mover>[XO]) has (?P<own>\d+)\."
        ),
        safe_cells,
    ),
    (
        r"Estimate: the game looks (?:even|better for [XO]) after (?P<mover>[XO])'s move\.",
        lambda r, _: not r.after.is_over,
    ),
    (r"(?P<mover>[XO])'s chance of winning is about (?P<percent>\d+)%\.", estimated),
    (
        r"It's too early to tell who is ahead after (?P<mover>[XO])'s move\.",
        lambda r, _: not r.after.is_over,
    ),
    (
        rf"The search prefers (?P<cell>{NAME}), which draws\.",
        lambda r, found: r.cells(found["cell"]) <= r.before.of("draw"),
    ),
    (
        (
            rf"With (?P<cell>{NAME}), (?P<mover>[XO])'s chance of winning "
            r"would have been about \d+%\."
        ),
        lambda r, found: r.cells(found["cell"]) <= set(r.before.by_cell) - {r.cell},
    ),
]


@lru_cache(maxsize=10_000)
def read(sentence: str) -> tuple[re.Match[str], Claim]:
    """Return a matched sentence and its claim."""
    for pattern, claim in SENTENCES:
        found = re.fullmatch(pattern, sentence)
        if found:
            return found, claim
    raise AssertionError(f"unknown sentence: {sentence}")


def check_explanation(oracle: Oracle, game: Game, cell: int, text: str) -> None:
    """Fail if a move's explanation is empty, false or unknown."""
    try:
        Reading(oracle, game, cell, text).check()
    except AssertionError as error:
        raise AssertionError(
            f"{error}\nin {text!r}\nof {game!r}, cell {cell}\n{game}"
        ) from None


def check_verdict(oracle: Oracle, game: Game, cell: int, move: ReviewedMove) -> str:
    """Fail if the verdict on a move is false. Return the verdict."""
    value, plies = oracle.value(game)
    played = oracle.moves(game)[cell]
    true = (
        "worse"
        if played[0] != value
        else "best"
        if value == "draw" or played[1] == plies
        else "slower"
    )
    assert move.verdict in ("unknown", true), (game, move)
    assert (move.cell, move.player) == (cell, game.current_player)
    assert move.played.value in (None, played[0])
    return move.verdict
