"""Threats on boards with changed rules, checked against naive rules."""

from random import Random

import pytest

from tests.support.models.naive_variants import NaiveVariant
from tictactoe_widget import Game, explain
from tictactoe_widget.analysis.registry import family_analysis

NAIVE = {
    "torus-4x4k3": NaiveVariant(4, 4, 3, torus=True),
    "connect4": NaiveVariant(6, 7, 4, drop=True),
    "drop-torus-4x5k3": NaiveVariant(4, 5, 3, drop=True, torus=True),
}


def threats(game, player):
    return family_analysis(game.rules).threats(game.rules, game.state, player)


@pytest.mark.parametrize("name", NAIVE)
def test_threats_complete_lines(name):
    naive, random, seen = NAIVE[name], Random(4), 0
    for _ in range(40):
        game = Game(name)
        while not game.is_over:
            rival = "O" if game.current_player == "X" else "X"
            cells = [cell for cell, _ in naive.moves(game.board)]
            for player in "XO":
                completing = [
                    cell
                    for cell in cells
                    if naive.has_line(
                        (*game.board[:cell], player, *game.board[cell + 1 :]), player
                    )
                ]
                assert threats(game, player) == completing
            for threat in threats(game, rival):
                seen += 1
                for other in set(game.legal_moves) - {threat}:
                    after = game.play(other)
                    assert after.is_over or after.play(threat).winner == rival
            game = game.play(random.choice(game.legal_moves))
    assert seen > 20


@pytest.mark.parametrize(
    "name", ["misere-torus-3x3k3", "notakto", "wild", "order-and-chaos", "misere-drop-6x7k4"]
)
def test_rules_without_threats(name):
    random = Random(2)
    game = Game(name)
    while not game.is_over:
        assert threats(game, "X") == threats(game, "O") == []
        game = game.play(random.choice(game.legal_moves))


def test_threats_through_layers():
    # X has the first two cells of a row straight through three layers. O is elsewhere.
    game = Game("cube3", (4, 0))
    assert "O must block at h2" in explain(game, 13)
    assert threats(game.play(13), "X") == [22]
