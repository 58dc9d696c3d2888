import pickle
import re
from random import Random

import pytest

from tests.support.models.naive_vanishing import NaiveVanishing, NaiveVanishingGame
from tictactoe_widget import Game, Variant, find_rules
from tictactoe_widget.rules.mnk import read_options, rules_with_options

# Both players place their marks in a cycle.
CIRCLE = (0, 1, 2, 3, 4, 5, 7, 8, 6, 0, 1, 2, 3, 4, 5, 7, 8, 6)


def make(*size, **options):
    return Variant(*size, **options), NaiveVanishing(*size[:3], **options)


@pytest.mark.parametrize(
    ("rules", "naive"),
    [
        make(3, 3, 3, keep=3),
        make(3, 3, 3, keep=4),
        make(3, 3, 3, keep=3, misere=True),
        make(3, 4, 3, keep=3, torus=True),
        make(4, 4, 4, keep=5),
        make(1, 9, 3, keep=3),
        make(2, 4, 3, keep=3),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_random_games_match_naive_rules(rules, naive):
    random, results = Random(5), set()
    plies = 0
    while plies < 2000:
        game, twin = Game(rules), NaiveVanishingGame(naive)
        while twin.result is None:
            assert game.legal_moves == tuple(naive.moves(twin.position))
            assert (game.board, game.current_player) == (twin.board, twin.player)
            mine = twin.position[0]
            assert game.vanishing == (mine[0] if len(mine) == naive.keep else None)
            set_up = Game.from_text(game.to_text(), rules)
            assert (set_up.key, set_up.legal_moves) == (game.key, game.legal_moves)
            cell = random.choice(game.legal_moves)
            game = game.play(cell)
            twin.play(cell)
            assert game.result == twin.result
        assert (game.legal_moves, game.board, game.vanishing) == ((), twin.board, None)
        completed = [line for line in rules.lines if len({twin.board[at] for at in line}) == 1]
        assert game.winning_lines == tuple(one for one in completed if twin.board[one[0]])
        results.add(game.result)
        plies += game.move_count
        assert len(game.moves) == game.move_count
    assert results >= ({"X", "O"} if rules.name != "keep4-3x3k3" else {"X"})
    assert Game.from_link(game.to_link()) == game
    assert Game.from_dict(game.to_dict()) == game
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_third_occurrence_is_a_draw():
    # The position after 6 moves recurs every 18 moves.
    moves = (CIRCLE * 3)[:42]
    game = Game("infinite", moves[:-1])
    assert game.result is None
    over = game.play(moves[-1])
    assert (over.result, over.message, over.winning_lines) == ("draw", "It's a draw!", ())
    assert over.key == game.at(6).key == game.at(24).key
    assert Game.from_link(over.to_link()).result == "draw"
    assert pickle.loads(pickle.dumps(over)).result == "draw"  # noqa: S301
    # A position read from text has no history.
    assert Game.from_text(game.to_text(), "infinite").play(moves[-1]).result is None
    assert over.canonical().result is None


def test_game_too_long_for_link_refused():
    random = Random(1)
    game = Game("keep7-1x16k7")
    while len(game.moves) < 1100:
        game = Game(game.rules) if game.is_over else game
        game = game.play(random.choice(game.legal_moves))
    with pytest.raises(ValueError, match=r"^the link must have at most 3,000 characters, not "):
        game.to_link()
    assert Game.from_dict(game.to_dict()) == game


def test_text_with_ages():
    game = Game("infinite", (0, 1, 2, 3, 4, 5, 7))
    assert str(game) == ".  O1 X2\nO3 X4 O5\n.  X6 ."
    assert game.to_text() == ".O1X2/O3X4O5/.X6."
    assert (game.vanishing, game.legal_moves, game.move_count) == (1, (0, 6, 8), 7)
    with pytest.raises(ValueError, match=r"^Position already taken$"):
        game.play(1)
    after = Game.from_text(". o1 x2 / O3 X4 O5 / . X6 .", "infinite").play(0)
    assert after.board == ("O", None, "X", "O", "X", "O", None, "X", None)
    other = Game("infinite", (0, 1, 4, 3, 2, 5, 7))
    assert other.board == game.board
    assert other.key != game.key
    assert other.canonical() != game.canonical()


def test_symmetric_positions_share_canonical():
    moves = (0, 1, 2, 3, 4, 5, 7, 8)
    for symmetry in find_rules("infinite").symmetries:
        image = Game("infinite", [symmetry[cell] for cell in moves])
        assert image.canonical() == Game("infinite", moves).canonical()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XO./.../...", "Number the marks from 1, the oldest, as in X1 and O2"),
        ("X1O3./.../...", "Number the marks from 1, the oldest"),
        ("X1O1./.../...", "Number the marks from 1, the oldest"),
        ("1X../.../...", "Number the marks from 1, the oldest"),
        ("X1.2./.../...", "Number the marks from 1, the oldest"),
        ("X1X2./.../...", "X and O take turns, so the numbers must alternate between them"),
        ("O1X2./.../...", "X begins, so the oldest mark must be X"),
        ("X1O2X3/O4X5O6/.X7.", "Each player keeps only 3 marks"),
        ("X1X3X5/O2O4./..O6", "X has a row, so O can't have moved after it"),
        ("X1./../..", "text must have 3 rows of 3 cells"),
    ],
)
def test_impossible_texts_refused(text, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Game.from_text(text, "infinite")


@pytest.mark.parametrize(
    ("rows", "columns", "k", "options", "reason"),
    [
        (3, 3, 3, {"keep": 2}, "keep must be from 3 (the marks in a row) to 4 (so that a squ"),
        (3, 3, 3, {"keep": 5}, "keep must be from 3 (the marks in a row) to 4 (so that a squ"),
        (1, 6, 3, {"keep": 3}, "keep must be None on this board, not 3: its 6 squares can't"),
        (3, 3, 1, {"keep": 2}, "k must be at least 2 if keep is given, not 1"),
        (
            4,
            5,
            3,
            {"keep": 3},
            "rows and columns must make at most 16 squares if keep is given",
        ),
        (3, 3, 3, {"keep": 3, "drop": True}, "drop must be False if keep is given, not True"),
        (3, 3, 3, {"keep": 3, "marks": "chosen"}, "marks must be 'own' if keep is given, not"),
        (3, 3, 3, {"keep": 3, "marks": "same", "misere": True}, "marks must be 'own' if keep"),
    ],
)
def test_invalid_options_refused(rows, columns, k, options, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Variant(rows, columns, k, **options)


def test_keep_of_wrong_type_refused():
    for wrong in (True, 3.0, "3"):
        with pytest.raises(TypeError, match="keep must be an int"):
            Variant(3, 3, 3, keep=wrong)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("infinite", Variant(3, 3, 3, keep=3)),
        ("misere-keep4-torus-4x4k3", Variant(4, 4, 3, keep=4, misere=True, torus=True)),
    ],
)
def test_vanishing_rule_names(name, rules):
    assert (rules.name, find_rules(name)) == (name, rules)
    assert rules_with_options(read_options(rules)) == rules
    assert find_rules("keep3-3x3k3") is find_rules("infinite")
