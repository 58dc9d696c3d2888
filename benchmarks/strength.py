"""Measure the players' strength by match scores with 95% confidence intervals.

    python benchmarks/strength.py [games] [section ...]

If you don't name a section, all of these sections run:

named
    Built-in players play each other with their usual time limits.
leaves
    The tree search with its own evaluation plays against the same search with random playouts.
    Both searches have equal time.
ultimate
    The tree search plays against OpenSpiel's C++ bot, first with equally many simulations and
    then with equal time. Then "expert" plays against the bot, which has 50,000 simulations per
    move. In OpenSpiel, a simulation is a random game played to its end. In this package, a
    simulation evaluates one position.
openspiel
    "expert" plays four in a row on 6x7 and 7x7 against the same bot, which has 10,000
    simulations per move. The script prints the moves by "expert" that worsen a proved value.
gomoku, bsdgames
    "expert" plays against the player ThreatSpace from the package ``gomoku`` on 15x15, and
    against the program ``gomoku`` from Debian's ``bsdgames`` on 19x19.

"expert" has one second of processor time per move, so other work on the computer doesn't count.
Openings are random, and each opening is played with both marks. The script prints the moves of
all games that our player did not win. The script needs the dependency group ``peers`` and the
program ``bsdgames``.
"""

import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from gomoku_peers import bsdgames, threat_space
from matches import near_the_centre, play_against, score_with_interval, think
from openspiel_peers import mcts, print_doubtful_moves

from tictactoe_widget import MNK, Game, Ultimate, play_match, player
from tictactoe_widget.analysis.analyze import tree_search
from tictactoe_widget.analysis.registry import PlayoutEvaluator, family_analysis
from tictactoe_widget.analysis.tree_search import Evaluator, TreeSearch
from tictactoe_widget.analysis.ultimate import UltimateEvaluator

SIMULATIONS = 1000
"""Number of simulations per move in matches with equal simulations or equal time."""
MANY_SIMULATIONS = 50_000
"""OpenSpiel's number of simulations per move against "expert" in ultimate tic-tac-toe."""
SOME_SIMULATIONS = 10_000
"""OpenSpiel's number of simulations per move in four in a row."""
LEAF_SECONDS = 0.05
"""Time per move in the match between the two evaluators, in seconds."""
JUDGING_SECONDS = 30.0
"""Time to prove the value of each position, before and after each move, in seconds."""


def play_named(games: int) -> None:
    """Play matches between built-in players, and print the tables."""
    ultimate, five = Ultimate(), MNK(5, 5, 4)
    for title, rules, seconds, second, count in (
        ("ultimate", ultimate, 0.1, player("casual", seed=1), games),
        ("5x5 k=4", five, 0.1, player("casual", seed=1), games),
        ("5x5 k=4, itself", five, 1.0, player("expert", seconds=1.0, seed=2), games // 5),
    ):
        match = play_match(player("expert", seconds=seconds, seed=1), second, rules, count)
        print(f"{title}: expert at {seconds} s a move against {second.name}\n{match}")


def searcher(leaves: Callable[[], Evaluator[Any]]) -> Callable[[Game], int]:
    """Return a player that grows a search tree for `LEAF_SECONDS` with an evaluator."""

    def choose(game: Game) -> int:
        return grown(TreeSearch(leaves(), game.state), LEAF_SECONDS)

    return choose


def grown(tree: TreeSearch[Any], seconds: float) -> int:
    """Grow a search tree for `seconds`, and return its best move."""
    end = process_time() + seconds
    while tree.open_move_count and process_time() < end:
        tree.grow()
    return tree.report().best_moves[0]


def play_leaves(games: int) -> None:
    """Let the two evaluators play each other from random two-ply openings, with both marks."""
    rules = Ultimate()
    random = Random(1)
    static = searcher(lambda: UltimateEvaluator(rules))
    playing = searcher(lambda: PlayoutEvaluator(rules, random, family_analysis(rules).playout))
    points = 0.0
    for number in range(games):
        game = two_anywhere(Random(number // 2))
        players = (static, playing) if number % 2 == 0 else (playing, static)
        while not game.is_over:
            game = game.play(players[game.move_count % 2](game))
        points += 0.5 if game.winner is None else game.winner == "XO"[number % 2]
    print(
        f"ultimate, static leaves against playouts at {LEAF_SECONDS} s a move: "
        f"{score_with_interval(points, games)}"
    )


def two_anywhere(random: Random) -> Game:
    """Play two random moves in ultimate tic-tac-toe."""
    game = Game(Ultimate())
    for _ in range(2):
        game = game.play(random.choice(game.legal_moves))
    return game


def play_ultimate(games: int) -> None:
    """Play ultimate tic-tac-toe against OpenSpiel's bot."""

    def think_alike(game: Game, _seconds: float) -> int:
        tree = tree_search(game)
        tree.run(SIMULATIONS)
        return tree.report().best_moves[0]

    def think_as_long(game: Game, seconds: float) -> int:
        return grown(tree_search(game), seconds)

    few, many = (mcts(Ultimate(), count) for count in (SIMULATIONS, MANY_SIMULATIONS))
    title = f"ultimate, tree search against OpenSpiel's bot, {SIMULATIONS} simulations"
    play_against(f"{title} each", think_alike, few, two_anywhere, games)
    title = f"{title}, equal time"
    play_against(title, think_as_long, few, two_anywhere, games, equal_time=True)
    title = f"ultimate, expert against OpenSpiel's bot, {MANY_SIMULATIONS} simulations"
    play_against(title, think, many, two_anywhere, games)


def play_openspiel(games: int) -> None:
    """Play four in a row against OpenSpiel's bot, and check our player's moves."""
    for rules in (MNK(6, 7, 4), MNK(7, 7, 4)):
        bot, opening = mcts(rules, SOME_SIMULATIONS), near_the_centre(rules, 2)
        title = f"{rules.name}, expert against OpenSpiel's bot, {SOME_SIMULATIONS} simulations"
        played = play_against(title, think, bot, opening, games)
        worse = sum(print_doubtful_moves(*one, 2, JUDGING_SECONDS) for one in played)
        print(f"{rules.name}, moves that gave a proved value away, or might have: {worse}")


def play_gomoku(games: int) -> None:
    """Play gomoku against ThreatSpace on 15x15."""
    rules = MNK(15, 15, 5)
    title = f"{rules.name}, expert against gomoku's ThreatSpace"
    play_against(title, think, threat_space, near_the_centre(rules), games)


def play_bsdgames(games: int) -> None:
    """Play gomoku against the program from bsdgames on 19x19."""
    rules = MNK(19, 19, 5)
    title = f"{rules.name}, expert against bsdgames"
    play_against(title, think, bsdgames, near_the_centre(rules), games)


SECTIONS: dict[str, Callable[[int], None]] = {
    "named": play_named,
    "leaves": play_leaves,
    "ultimate": play_ultimate,
    "openspiel": play_openspiel,
    "gomoku": play_gomoku,
    "bsdgames": play_bsdgames,
}
"""Function that plays the matches in each section, by the section's name."""


def main() -> None:
    """Play the matches that the command-line arguments describe."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for name in sys.argv[2:] or SECTIONS:
        SECTIONS[name](games)


if __name__ == "__main__":
    main()
