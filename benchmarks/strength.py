"""Strength of the players, as scores of matches.

    python benchmarks/strength.py [games] [leaves | gomoku]

Named players meet with their time limits; the tree search meets OpenSpiel's C++
bot at equal simulations and at equal time. A simulation
of OpenSpiel is a random game played to its end; one of ours is a position
evaluated. With ``leaves``, the tree search with its own leaves meets the same
search with random playouts, at equal time, and nothing else is played. With
``gomoku``, "expert" meets two programs of others at five in a row, from random
openings of three marks near the centre, each with both colours; it has a second of
processor time for a move, so that other work on the machine does not count. The
moves of games that were not won are printed. Needs the group ``peers`` and, for
``gomoku``, Debian's ``bsdgames``.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from random import seed as seed_all
from time import perf_counter, process_time
from typing import Any

import pyspiel
from gomoku_peers import Mover, bsdgames, threat_space

from tictactoe_widget import MNK, Game, Ultimate, play_match, player
from tictactoe_widget.analysis.analyze import analyze_in_slices, tree_search
from tictactoe_widget.analysis.families import family_of
from tictactoe_widget.analysis.playouts import PlayoutEvaluator
from tictactoe_widget.analysis.tree_search import Evaluator, TreeSearch
from tictactoe_widget.analysis.ultimate_evaluator import UltimateEvaluator

Peer = Callable[[], AbstractContextManager[Mover]]
"""Function that starts a program of others for one game."""

SIMULATIONS = 1000
"""Number of simulations for a move."""
SECONDS = 0.05
"""Time for a move, in seconds, where the two evaluators meet."""


def named_players(games: int) -> None:
    """Play matches between named players and print the tables."""
    ultimate, five = Ultimate(), MNK(5, 5, 4)
    for title, rules, seconds, second, count in (
        ("ultimate", ultimate, 0.1, player("casual", seed=1), games),
        ("5x5 k=4", five, 0.1, player("casual", seed=1), games),
        ("5x5 k=4, itself", five, 1.0, player("expert", seconds=1.0, seed=2), games // 5),
    ):
        match = play_match(player("expert", seconds=seconds, seed=1), second, rules, count)
        print(f"{title}: expert at {seconds} s a move against {second.name}\n{match}")


def searcher(leaves: Callable[[], Evaluator[Any]]) -> Callable[[Game], int]:
    """Return a player that grows a tree for `SECONDS` with the evaluator of `leaves`."""

    def choose(game: Game) -> int:
        end = perf_counter() + SECONDS
        tree = TreeSearch(leaves(), game.state)
        while tree.open_moves and perf_counter() < end:
            tree.grow()
        return tree.report().best_moves[0]

    return choose


def leaves_against_playouts(games: int) -> None:
    """Play the two evaluators from random openings of two plies, each with both marks."""
    rules = Ultimate()
    random = Random(1)
    static = searcher(lambda: UltimateEvaluator(rules))
    playing = searcher(lambda: PlayoutEvaluator(rules, random, family_of(rules).playout))
    points = 0.0
    for number in range(games):
        opening = Random(number // 2)
        game = Game(rules)
        for _ in range(2):
            game = game.play(opening.choice(game.legal_moves))
        players = (static, playing) if number % 2 == 0 else (playing, static)
        while not game.is_over:
            game = game.play(players[game.move_count % 2](game))
        static_is = "XO"[number % 2]
        points += 0.5 if game.winner is None else game.winner == static_is
    print(
        f"ultimate, static leaves against playouts at {SECONDS} s a move: "
        f"{points / games:.3f} over {games} games"
    )


def against_openspiel(games: int, *, equal_time: bool) -> None:
    """Play the tree search against OpenSpiel's C++ bot and print the score."""
    opponent = pyspiel.load_game("ultimate_tic_tac_toe")
    points = 0.0
    ours_took = theirs_took = 0.0
    for number in range(games):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(opponent, evaluator, 1.4, SIMULATIONS, 100, True, number, False)
        random = Random(number)
        state, game = opponent.new_initial_state(), Game(Ultimate())
        we_are = "XO"[number % 2]
        theirs_took_last = 0.01
        while not game.is_over:
            start = perf_counter()
            if game.move_count < 2:  # so that no two games are alike
                cell = random.choice(game.legal_moves)
                apply(state, cell)
            elif game.current_player == we_are:
                tree = tree_search(game)
                if equal_time:
                    while tree.open_moves and perf_counter() - start < theirs_took_last:
                        tree.grow()
                else:
                    tree.run(SIMULATIONS)
                cell = tree.report().best_moves[0]
                ours_took += perf_counter() - start
                apply(state, cell)
            else:
                board = game.legal_moves[0] // 9
                if "board: any" in str(state):
                    board = bot.step(state)
                    state.apply_action(board)
                place = bot.step(state)
                state.apply_action(place)
                cell = 9 * board + place
                theirs_took_last = perf_counter() - start
                theirs_took += theirs_took_last
            game = game.play(cell)
        points += 0.5 if game.winner is None else game.winner == we_are
    how = "equal time" if equal_time else f"{SIMULATIONS} simulations each"
    print(
        f"ultimate, tree search against OpenSpiel's C++ bot, {how}: {points / games:.3f} "
        f"over {games} games ({ours_took:.1f} s against {theirs_took:.1f} s)"
    )


def apply(state: Any, cell: int) -> None:
    """Make a move in OpenSpiel, where a free move is two actions."""
    if "board: any" in str(state):
        state.apply_action(cell // 9)
    state.apply_action(cell % 9)


def against_gomoku(name: str, meet: Peer, rules: MNK, games: int) -> None:
    """Play "expert" against a program that others wrote and print the score."""
    scores: list[float] = []
    for number in range(games):
        random = Random(number // 2)
        game = Game(rules)
        while game.move_count < 3:
            row = rules.rows // 2 + random.randint(-2, 2)
            cell = row * rules.columns + rules.columns // 2 + random.randint(-2, 2)
            game = game.play(cell) if cell in game.legal_moves else game
        we_are = "XO"[number % 2]
        seed_all(number)
        with meet() as peer:
            while not game.is_over:
                ours = game.current_player == we_are
                game = game.play(think_a_second(game) if ours else peer(game))
        scores.append(0.5 if game.winner is None else float(game.winner == we_are))
        if scores[-1] < 1:
            print(f"not won, as {we_are}: {game!r}", flush=True)
    score = sum(scores) / games
    spread = 1.96 * (sum((one - score) ** 2 for one in scores) / games / games) ** 0.5
    print(f"{rules.name}, expert against {name}: {score:.3f} ± {spread:.3f}, {games} games")


def think_a_second(game: Game) -> int:
    """Return the move of an analysis that has one second of processor time."""
    end = process_time() + 1
    best = game.legal_moves[0]
    for found in analyze_in_slices(game):
        best = found.best_moves[0]
        if process_time() >= end:
            break
    return best


def main() -> None:
    """Play the matches that the command line asks for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    if sys.argv[2:] == ["leaves"]:
        leaves_against_playouts(games)
        return
    if sys.argv[2:] == ["gomoku"]:
        against_gomoku("gomoku's ThreatSpace", threat_space, MNK(15, 15, 5), games)
        against_gomoku("bsdgames", bsdgames, MNK(19, 19, 5), games)
        return
    against_openspiel(games, equal_time=False)
    against_openspiel(games, equal_time=True)
    named_players(games)


if __name__ == "__main__":
    main()
