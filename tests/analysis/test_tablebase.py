from collections import Counter

import pytest

from tests.support.models.plain_search import WORD, judge_all
from tictactoe_widget import MNK, Game, analyze, player
from tictactoe_widget.players.builtin import NamedPlayer

RULES = [MNK(3, 3, 3), MNK(3, 3, 3, misere=True)]


def every_unfinished(rules):
    seen = {}
    pending = [Game(rules)]
    while pending:
        game = pending.pop()
        if game.is_over or game.key in seen:
            continue
        seen[game.key] = game
        pending += [game.play(cell) for cell in game.legal_moves]
    return list(seen.values())


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_all_4520_positions_and_their_moves_are_what_plain_search_finds(rules):
    judge = judge_all(rules)
    games = every_unfinished(rules)
    assert len(games) == 4520
    for game in games:
        found = analyze(game)
        value, plies = judge(game.state)
        assert (found.value, found.remoteness, found.exact) == (WORD[value], plies, True)
        assert found.player == game.current_player
        assert list(found.moves) == list(game.legal_moves)
        for cell, move in found.moves.items():
            after, left = judge(game.play(cell).state)
            assert (move.value, move.remoteness) == (WORD[-after], left + 1)
        best = [
            cell
            for cell, move in found.moves.items()
            if (move.value, move.remoteness) == (found.value, found.remoteness)
        ]
        assert list(found.best_moves) == best


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_line_is_played_out_and_keeps_its_promise(rules):
    for game in every_unfinished(rules):
        found = analyze(game)
        end = game
        for cell in found.principal_variation:
            end = end.play(cell)
        assert end.is_over
        assert len(found.principal_variation) == found.remoteness
        mover = game.current_player
        promised = {"win": mover, "loss": "O" if mover == "X" else "X", "draw": "draw"}
        assert end.result == promised[found.value]


def test_a_finished_game_is_worth_what_it_brought_the_player_whose_turn_it_would_be():
    lost = analyze(Game(moves=(0, 3, 1, 4, 2)))
    assert (lost.player, lost.value, lost.remoteness, lost.moves) == ("O", "loss", 0, {})
    drawn = analyze(Game.from_text("XOX/XOO/OXX"))
    assert (drawn.value, drawn.score, drawn.exact) == ("draw", 0.0, True)


def test_misere_is_kept_by_the_centre_alone():
    found = analyze(Game(MNK(3, 3, 3, misere=True)))
    assert found.value == "draw"
    assert found.best_moves == (4,)
    assert {move.value for cell, move in found.moves.items() if cell != 4} == {"loss"}


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seat", ["X", "O"])
def test_perfect_never_loses_against_any_line_of_play(rules, seat):
    perfect = player("perfect", seed=1)
    replies = {}
    results = Counter()
    pending = [Game(rules)]
    seen = set()
    while pending:
        game = pending.pop()
        if game.is_over:
            results[game.result] += 1
        elif game.current_player == seat:
            if game.key not in replies:
                replies[game.key] = perfect(game)
            pending.append(game.play(replies[game.key]))
        elif game.key not in seen:
            seen.add(game.key)
            pending += [game.play(cell) for cell in game.legal_moves]
    rival = "O" if seat == "X" else "X"
    assert results[rival] == 0
    assert results[seat] > 0
    assert results["draw"] > 0


def test_perfect_opens_where_most_replies_go_wrong():
    # Against a corner all replies but the centre lose: 7. Against the centre
    # the 4 edges lose, against an edge 4 cells do: 2 corners, 2 edges.
    for seed in range(8):
        assert player("perfect", seed=seed)(Game()) in (0, 2, 6, 8)


def test_a_seed_fixes_the_choices():
    game = Game()
    for name in ("random", "beginner", "casual", "expert", "perfect"):
        moves = [[player(name, seed=7)(game) for _ in range(3)] for _ in range(2)]
        assert moves[0] == moves[1]
    assert len({player("random", seed=seed)(game) for seed in range(40)}) > 4
    assert isinstance(player("casual"), NamedPlayer)
