"""The sentence about the decisive mistake, checked against plain search."""

from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.explanations import Oracle
from tests.support.models.positions import play_on
from tictactoe_widget import MNK, Game, position_name, review
from tictactoe_widget.analysis.review import ReviewedMove, find_decisive_mistake
from tictactoe_widget.analysis.values import MoveValue, proved


def tell(game, seconds=60.0):
    return str(find_decisive_mistake(game, review(game, seconds=seconds)))


def expect(oracle, game):
    """Work out the expected sentence for solved rules by plain search."""
    # The result with best play from each position: "X", "O" or "draw".
    positions = [game.at(ply) for ply in range(len(game.moves))]
    results = []
    for at in positions:
        value, _ = oracle.value(at)
        rival = "O" if at.current_player == "X" else "X"
        results.append({"win": at.current_player, "loss": rival, "draw": "draw"}[value])
    others = [ply for ply, value in enumerate(results) if value != game.result]
    if not others:
        if game.is_draw:
            return "Nobody made a mistake."
        loser = "O" if game.winner == "X" else "X"
        return f"Nobody made a mistake. {loser} was losing from the start."
    ply = others[-1]
    at = positions[ply]
    before = "draw" if results[ply] == "draw" else "win"
    better = [c for c, (value, _) in oracle.moves(at).items() if value == before]
    names = [position_name(cell, at) for cell in better]
    *first, last = names
    cells, more = f"{', '.join(first)} or {last}" if first else last, ""
    if len(names) > 4:
        cells, more = names[0], " Other moves would have worked too."
    could = {"draw": "drawn", "win": "won"}[before]
    played = position_name(game.moves[ply], at)
    who = f"{at.current_player} could have {could}"
    return f"On move {ply + 1}, {who} by playing {cells} instead of {played}.{more}"


@pytest.mark.parametrize(
    "rules",
    [MNK(3, 3, 3), MNK(3, 3, 3, misere=True), MNK(2, 4, 2), MNK(3, 4, 3), Drop(3, 3, 3)],
    ids=lambda rules: rules.name,
)
def test_decisive_mistake_matches_plain_search(rules):
    random = Random(rules.name)
    oracle = Oracle(rules)
    told = {
        text
        for _ in range(25)
        for game in [play_on(Game(rules), random)]
        for text in [tell(game)]
        if text == expect(oracle, game)
        or pytest.fail(f"{text}\n{expect(oracle, game)}\n{game!r}")
    }
    assert len(told) > 3


def test_no_mistake_without_moves():
    assert str(find_decisive_mistake(Game.from_text("XXX/OO./..."), [])) == ""


UNKNOWN = MoveValue(None, None, 0.0)


def move(ply, best, played, better=(), cell=None):
    player = "XO"[ply % 2]
    return ReviewedMove(ply, player, ply if cell is None else cell, best, played, (8,), better)


def begin(*moves):
    return [move(ply, *one) for ply, one in enumerate(moves)]


def guess(score):
    return MoveValue(None, None, score)


WIN, DRAW, LOSS = (proved(value, None) for value in ("win", "draw", "loss"))
X_WON = Game(moves=(0, 3, 1, 4, 2))
END = [move(3, LOSS, LOSS), move(4, WIN, WIN)]
"""The last two moves of that game, when the result is already certain."""


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        (
            [*begin((UNKNOWN, UNKNOWN), (UNKNOWN, LOSS), (WIN, WIN)), *END],
            (
                "After move 2 at 2, O was certain to lose. "
                "Nothing has been proved about the first move."
            ),
        ),
        (
            [*begin((guess(0.4), guess(-0.4)), (guess(0.3), guess(-0.1)), (WIN, WIN)), *END],
            # X's estimated loss doesn't explain why O lost.
            "O's costliest move was probably move 2. Playing 9 looked better than playing 2.",
        ),
        (
            begin(
                *[(guess(0.1), guess(0.05))] * 2,
                (UNKNOWN, DRAW),
                (DRAW, LOSS, (2,)),
                (WIN, WIN),
            ),
            (
                "On move 4, O could have drawn by playing 3 instead of 4. "
                "Nothing has been proved about the first 2 moves."
            ),
        ),
    ],
)
def test_unproved_moves_are_mentioned(moves, text):
    assert str(find_decisive_mistake(X_WON, moves)).endswith(text)


def test_drawn_game_without_proofs():
    drawn = Game(moves=(0, 1, 2, 4, 3, 5, 7, 6, 8))
    moves = [move(ply, guess(0.2), guess(0.2)) for ply in range(9)]
    expected = (
        "No move has been proved to be a mistake. Nothing has been proved about this game."
    )
    assert str(find_decisive_mistake(drawn, moves)) == expected
    moves[4] = move(4, DRAW, LOSS, better=(5,))
    assert str(find_decisive_mistake(drawn, moves)) == (
        "On move 5, X risked losing by playing 5 instead of 6. O missed this chance. "
        "Nothing has been proved about the first 4 moves."
    )


def test_sentence_parts():
    moves = [move(0, DRAW, DRAW), move(1, DRAW, LOSS, better=(4, 8)), move(2, WIN, WIN), *END]
    point = find_decisive_mistake(X_WON, moves)
    assert (point.before, point.move, point.after) == (
        "On ",
        "move 2",
        ", O could have drawn by playing 5 or 9 instead of 2.",
    )
    # After two moves, the board shows O's mistake.
    assert X_WON.at(point.ply).moves == X_WON.moves[:2]
    nobody = find_decisive_mistake(X_WON, [move(2, WIN, WIN), *END])
    assert (nobody.move, nobody.ply) == ("", None)
