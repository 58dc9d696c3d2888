"""Measure how many times slower a search becomes when its calls are recorded.

``python benchmarks/trace.py`` fails if a ratio is too large.

The search is plain minimax in the style of the CS50 course. Boards are lists of rows, and each
move makes a deep copy, as the course requires. A second search copies the board row by row. The
second search is faster, so recording takes a larger part of its time. The searches begin from
positions with six to nine empty cells. The records contain all calls, except for the search
from the empty board. Of that search's 549,946 calls, the script keeps only those in the first
plies. The first trace doesn't count, because it also reads the search's code.
"""

import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

from measure import compare, report

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.students import searches  # noqa: E402 - found by the line above
from tictactoe_widget import Game  # noqa: E402
from tictactoe_widget.classroom import CONTRACTS, trace  # noqa: E402

POSITIONS = {"X../.O./X..": 20, "X../.O./...": 4, ".../.../...": 1}
"""Positions as text, with the number of searches from each position in one run."""
LIMIT = 4.0
"""Maximum ratio that is accepted."""


def contenders(game: Game, times: int) -> dict[str, Callable[[], object]]:
    contract = CONTRACTS["cs50"]

    def alone() -> object:
        for _ in range(times):
            searches.NOTES.clear()
            chosen = searches.minimax(contract.encode(game))
        return chosen

    def traced() -> object:
        for _ in range(times):
            searches.NOTES.clear()
            record = trace(searches.minimax, game, contract)
        return record.result

    return {"alone": alone, "traced": traced}


def deep_result(board: searches.Rows, action: tuple[int, int]) -> searches.Rows:
    after = deepcopy(board)
    after[action[0]][action[1]] = searches.player(board)
    return after


def main() -> None:
    slow = []
    by_rows = searches.result
    for how, result in {"deep copies": deep_result, "copies of rows": by_rows}.items():
        searches.result = result  # the global name that the search calls
        for text, times in POSITIONS.items():
            game = Game.from_text(text)
            timings = compare(contenders(game, times))
            empty = game.board.count(None)
            report(f"Plain minimax with {how}, {empty} empty cells, {times} x", timings)
            if timings[-1].ratio > LIMIT:
                slow.append(f"{how}, {empty} empty cells: {timings[-1].ratio:.2f} x")
    if slow:
        sys.exit(f"more than {LIMIT} times as long: {', '.join(slow)}")


if __name__ == "__main__":
    main()
