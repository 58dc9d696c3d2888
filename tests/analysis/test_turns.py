"""Games in which a player can move several times in a row."""

import pytest

from tests.support.models.turns import (
    Connect6,
    Naive,
    Sos,
    after_connect6,
    after_sos,
    judge_turns,
)
from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget import Game, analyze, explain, review
from tictactoe_widget.analysis.analyze import tree_search

GAMES = [
    pytest.param(Connect6, after_connect6, 1, id="connect6"),
    pytest.param(Sos, after_sos, 2, id="sos"),
]


def walk(rules, step):
    """Yield each reachable unfinished position once, as a game and a naive model."""
    waiting, known = [(Game(rules), Naive("." * rules.cell_count, "X"))], set()
    while waiting:
        game, model = waiting.pop()
        if model in known:
            continue
        known.add(model)
        yield game, model
        for move in game.legal_moves:
            after, result = step(model, move)
            assert game.play(move).result == result
            if result is None:
                waiting.append((game.play(move), after))


@pytest.mark.parametrize(("family", "step", "marks"), GAMES)
def test_all_values_match_naive(family, step, marks):
    judge, rules, repeated = judge_turns(step, marks), family(), 0
    for game, model in walk(rules, step):
        found = analyze(game, visits=1_000_000)
        right = judge(model)
        assert found.player == game.current_player == model.turn
        assert {m: (known.value, known.remoteness) for m, known in found.moves.items()} == right
        end = game
        for move in found.principal_variation:
            end = end.play(move)
        assert (end.is_over, len(found.principal_variation)) == (True, found.remoteness)
        repeated += any(step(model, move)[0].turn == model.turn for move in right)
    assert repeated > 50


@pytest.mark.parametrize(("family", "step", "marks"), GAMES)
def test_tree_search_proves_values(family, step, marks):
    judge = judge_turns(step, marks)
    for game, model in walk(family(), step):
        if game.move_count < 3:  # these trees are large
            continue
        tree = tree_search(game, seed=0)
        tree.run(10**9)
        assert {move: known.value for move, known in tree.report().moves.items()} == {
            move: value for move, (value, _) in judge(model).items()
        }


def test_explain_does_not_assume_alternation():
    game = Game(Connect6(), [0, 3, 4])
    # X moves again after b1 and completes b1, c1, d1.
    assert explain(game, 1) == "X wins with best play. X wins at c1."
    assert explain(game.play(1), 2) == "X wins with this move."
    # Player Second completes SOS, moves again and can't lose any more.
    assert explain(Game(Sos(), [0, 6, 3]), 2) == (
        "Second wins with best play. Second wins at e1x or e1o."
    )


def test_review_names_actual_players():
    game = Game(Sos(), [0, 6, 2, 3, 4])
    assert game.owners == ("X", "O", "X", "X", "O")
    assert [move.player for move in review(game)] == ["X", "O", "X", "X", "O"]
    assert (game.current_player, game.message) == ("O", "First wins!")
    won = Game(Connect6(), [3, 0, 1, 4, 5]).play(2)
    assert (won.result, won.current_player) == ("O", "O")


def test_win_distance_hidden_without_alternation():
    # X needs both of the next moves to win.
    game = Game(Connect6(), [0, 3, 4])
    assert "Win: b1 and c1." in game.to_svg(values=analyze(game))
    after = game.play(1)
    assert "Win in 1: c1." in after.to_svg(values=analyze(after))
    values = RecordingHost(game=game, hints=True).state["values"]
    assert {move["remoteness"] for move in values if move["value"] == "win"} == {None}
