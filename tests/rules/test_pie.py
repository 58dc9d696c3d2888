import pickle
import re
from random import Random

import pytest

from tests.support.models.naive_pie import START, NaivePie
from tictactoe_widget import Game, PlainRules, Variant, find_rules, parse_position
from tictactoe_widget.rules.mnk import read_options, rules_with_options


class FairRow(PlainRules):
    """Three in a row wins, with the pie rule."""

    pie = True


SIZES = [
    ((3, 3, 3), {}),
    ((3, 4, 3), {}),
    ((3, 3, 3), {"misere": True}),
    ((3, 4, 3), {"torus": True}),
    ((1, 4, 2), {}),
    ((4, 1, 3), {"misere": True}),
]


@pytest.mark.parametrize(
    ("rules", "naive"),
    [
        *((Variant(*size, pie=True, **more), NaivePie(*size, **more)) for size, more in SIZES),
        (FairRow(), NaivePie(3, 3, 3)),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_random_games_match_naive_rules(rules, naive):
    random = Random(5)
    taken = 0
    for number in range(60):
        game, twin = Game(rules), START
        while naive.outcome(twin) is None:
            assert game.legal_moves == tuple(naive.moves(twin))
            assert (game.board, game.current_player) == (naive.board(twin), "XO"[twin[2] % 2])
            again = Game.from_text(game.to_text(), rules)
            assert (again.key, again.legal_moves) == (game.key, game.legal_moves)
            takes = len(game.moves) == 1 and number % 2
            cell = game.moves[0] if takes else random.choice(game.legal_moves)
            twin = naive.after(twin, cell)
            game = game.play(cell)
        player = "XO"[twin[2] % 2]
        rival = "OX"[twin[2] % 2]
        assert game.result == {1: player, -1: rival, 0: "draw"}[naive.outcome(twin)]
        assert (game.board, game.move_count) == (naive.board(twin), len(game.moves))
        assert Game.from_text(game.to_text(), rules).result == game.result
        assert Game.from_link(game.to_link()) == game
        assert Game.from_dict(game.to_dict()) == game
        assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301
        taken += number % 2
    assert taken == 30


def test_o_takes_over_first_mark():
    game = Game.from_moves("b2", "pie-4x4k3")
    assert game.rules.guide(game.state) == "O can take over the X at b2"
    assert (game.rules.takeover(game.state), parse_position("b2", game)) == (5, 5)
    taken = game.play(5)
    assert taken.to_text() == "..../.O../..../..../X"
    assert (taken.message, taken.move_name(5)) == ("Player X's turn", "b2")
    assert taken.rules.guide(taken.state) == "O has taken over the X"
    assert 5 not in taken.legal_moves
    assert taken.to_link() == "rules=pie-4x4k3&moves=b2,b2"
    assert taken.play(0).to_text() == "X.../.O../..../..../O"


def test_turn_with_equal_mark_counts():
    rules = "pie-3x3k3"
    without = Game.from_text("XO./.../...", rules)
    taken = Game.from_text("XO./.../.../O", rules)
    assert (without.current_player, taken.current_player) == ("X", "O")
    assert without.key != taken.key
    assert (without.move_count, taken.move_count) == (2, 3)
    assert taken.canonical() == Game.from_text("..X/..O/.../O", rules).canonical()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".../.../.../O", "the last row must be X (the player to move), not O"),
        ("X../.../.../X", "the last row must be O (the player to move), not X"),
        ("OO./.X./.../O", "the last row must be X (the player to move), not O"),
        ("OO./.../...", "O has 2 marks and X has 0: O can have at most one more"),
        ("XX./.../...", "X has 2 marks and O has 0: X can have at most one more"),
        ("XXX/OO./.../X", "the last row must be O (the player to move), not X"),
        ("OOO/XX./X../O", "O has a row, so X can't have moved after it"),
    ],
)
def test_impossible_texts_refused(text, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Game.from_text(text, "pie-3x3k3")


@pytest.mark.parametrize(
    ("k", "options", "reason"),
    [
        (3, {"marks": "same"}, "marks must be 'own' if pie is True, not 'same'"),
        (3, {"marks": "chosen"}, "marks must be 'own' if pie is True, not 'chosen'"),
        (3, {"order": True}, "marks must be 'own' if pie is True, not 'chosen'"),
        (3, {"keep": 3}, "keep must be None if pie is True, not 3"),
        (3, {"drop": True}, "drop must be False if pie is True, not True"),
        (1, {}, "k must be at least 2 if pie is True, not 1"),
    ],
)
def test_invalid_options_refused(k, options, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Variant(3, 3, k, pie=True, **options)


def test_pie_names():
    rules = Variant(4, 5, 3, misere=True, pie=True, torus=True)
    assert (rules.name, find_rules(rules.name)) == ("misere-pie-torus-4x5k3", rules)
    assert rules_with_options(read_options(rules)) == rules


@pytest.mark.parametrize("rules", [find_rules("pie-3x4k3"), FairRow()], ids=repr)
def test_card_explains_pie(rules):
    card = rules.card
    [taking] = [one for one in card.examples if len(one.before.moves) == 1]
    assert taking.after.moves == taking.before.moves * 2
    assert card.phases[0].allowed_actions == ("place a mark", "take over a mark")
    said = str(card)
    assert "On the second move, O can take over the X instead of placing a mark." in said
    assert "stays where it is" not in said
