"""Solutions for teachers, and code in the lesson plans."""

import doctest
import math
import random
from itertools import product

import pytest

from tests.support.models.naive_rules import NaiveGame
from tests.support.scenes.scripts import ROOT, load_script
from tictactoe_widget import Game, play_tournament, player, rate_players
from tictactoe_widget.classroom import Lesson, Step, check, trace


@pytest.fixture(scope="module")
def solutions():
    return load_script("teacher/teaching_solutions.py")


def replay(moves):
    naive = NaiveGame(3, 3, 3)
    for cell in moves:
        naive.play(cell)
    return naive


def naive_value(moves):
    """Return a game's value for X, by the naive rules."""
    game = replay(moves)
    if game.is_over:
        return {"X": 1, "O": -1, None: 0}[game.winner]
    values = [naive_value((*moves, cell)) for cell in game.legal]
    return max(values) if game.player == "X" else min(values)


def text_of(moves):
    cells = [mark or "." for mark in replay(moves).board]
    return "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def test_eight_lines_match_the_rules(solutions):
    places = [set(line) for line in solutions.LINES]
    across = [{3 * row + column for column in range(3)} for row in range(3)]
    down = [{3 * row + column for row in range(3)} for column in range(3)]
    assert sorted(map(sorted, places)) == sorted(
        map(sorted, [*across, *down, {0, 4, 8}, {2, 4, 6}])
    )


def test_row_checks_first_fail_with_five_marks(solutions):
    game = Game.from_text(solutions.ROWS_ARE_NOT_ENOUGH)
    assert (game.winner, game.move_count) == ("X", 5)
    shorter = [moves for n in range(5) for moves in product(range(9), repeat=n)]
    legal = [moves for moves in shorter if len(set(moves)) == len(moves)]
    assert not any(replay(moves).winner for moves in legal)


@pytest.mark.parametrize("name", ["winner", "terminal", "result", "actions", "player"])
def test_exercise_functions_pass_the_check(solutions, name):
    check(solutions, contract="flat", tasks=name).require()


@pytest.mark.long
def test_paper_tree_has_the_right_values(solutions):
    start = (0, 1, 4, 5, 7, 8)
    assert text_of(start) == "XO./.XO/.XO"
    nodes = []

    def walk(moves):
        nodes.append(text_of(moves))
        assert solutions.TREE[text_of(moves)] == naive_value(moves)
        for cell in replay(moves).legal:
            walk((*moves, cell))

    walk(start)
    assert (len(nodes), set(nodes)) == (14, set(solutions.TREE))


def test_alpha_beta_cuts_match_the_solution(solutions):
    record = trace(solutions.alpha_beta, Game.from_text("XO./.XO/.XO"))
    tree, queue = [], [record.root]
    for call in queue:
        tree.append(call)
        queue += call.children
    assert record.call_count == 10
    left_out = {call.game.play(cell).to_text() for call in tree for cell in call.cut}
    assert left_out == set(solutions.CUT)


def test_exercise_searches_match_naive_rules(solutions):
    rng = random.Random(3)
    for _ in range(40):
        moves = []
        while len(moves) < 5 or (len(moves) < 7 and not replay(moves).is_over):
            moves.append(rng.choice(replay(moves).legal))
            if replay(moves).is_over:
                moves.clear()
        game, value = Game(moves=moves), naive_value(tuple(moves))
        assert {search(game) for search in (solutions.mended, solutions.alpha_beta)} == {value}
        assert naive_value((*moves, solutions.chosen(game))) == value


def test_table_has_one_entry_per_position(solutions):
    assert solutions.remembered(Game()) == 0
    assert len(solutions.KNOWN) == 5478


def test_lesson_tasks_have_unique_solutions(solutions):
    position, square = solutions.HOLDS
    assert position.count("X") == 3
    first, second = solutions.MENDED
    steps = [
        Step("Draw.", position, task="draw"),
        Step("Block.", first, task="block"),
        Step("Fork.", second, task="fork"),
    ]
    lesson = Lesson("Tasks", steps)
    lesson.check()
    holds, blocks, forks = lesson.exercises
    assert [holds.game.current_player, holds.answer] == ["O", f"The answer is {square}."]
    assert [blocks.game.current_player, forks.game.current_player] == ["O", "X"]
    assert forks.answer == "The answer is 5."
    chosen = solutions.blocks_for_o()
    assert len({puzzle.game.key for puzzle in chosen}) == 6
    assert all(puzzle.game.current_player == "O" for puzzle in chosen)


def test_share_of_matches_decided_by_luck(solutions):
    ends = list(product((0, 1), repeat=10))
    decided = sum(sum(wins) != 5 for wins in ends)
    assert math.isclose(solutions.SIX_OF_TEN, 100 * decided / len(ends))
    assert round(solutions.SIX_OF_TEN) == 75


def test_exercise_bot_clearly_beats_greedy(solutions):
    def greedy(game):
        wins = [cell for cell in game.legal_moves if game.play(cell).winner]
        return wins[0] if wins else random.choice(game.legal_moves)

    bots = {"mine": solutions.my_bot, "greedy": greedy}
    ratings = play_tournament(bots, games=100, seed=2).ratings()
    assert ratings["mine"].low > ratings["greedy"].high


def test_enough_games_narrow_the_interval(solutions):
    names = ["random", "beginner", "casual"]
    ratings = play_tournament(names, games=solutions.GAMES_ENOUGH, seed=2).ratings()
    assert 45 <= ratings["beginner"].high - ratings["beginner"].low <= 60


def test_repeated_looks_separate_equal_bots():
    def part(ratings):
        return ratings["a"].low > ratings["b"].high or ratings["b"].low > ratings["a"].high

    parted = 0
    for seed in range(60):
        bots = {"a": player("beginner", seed=seed), "b": player("beginner", seed=seed + 60)}
        games = play_tournament(bots, games=200, seed=seed).games
        parted += any(part(rate_players("ab", games[:n])) for n in range(10, 201, 10))
    assert parted > 2 * 0.05 * 60


def test_class_tournament_runs_as_documented(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    for name, place in (("ada", 0), ("bob", -1)):
        code = f"def bot(game):\n    return game.legal_moves[{place}]\n"
        (tmp_path / "bots" / f"{name}.py").write_text(code)
    text = (ROOT / "docs/teaching.md").read_text()
    example = doctest.DocTestParser().get_doctest(text, {}, "teaching", None, 0)
    found = doctest.DocTestRunner().run(example, clear_globs=False)
    assert (found.failed, found.attempted) == (0, 3)
    assert example.globs["result"].names == ("ada", "bob", "perfect")
