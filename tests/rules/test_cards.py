"""Rule cards: independent rules check every claim on them."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import jsonschema
import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.html_reader import read_html
from tests.support.models.naive_rules import NaiveGame, NaiveUltimate
from tests.support.models.positions import ULTIMATE
from tictactoe_widget import MNK, NAMED, Game, PlainRules, Ultimate, find_rules
from tictactoe_widget.rules.cards import register_card

SCHEMA = json.loads(
    (Path(__file__).parent.parent.parent / "docs/rule-card.schema.json").read_text("utf-8")
)
SMALL = [
    MNK(rows, columns, k, misere)
    for rows, columns, k, misere in product(
        range(1, 6), range(1, 6), range(1, 6), (False, True)
    )
    if k <= max(rows, columns)
]
LARGE = [MNK(15, 15, 5), MNK(19, 19, 5, misere=True), MNK(2, 19, 19), MNK(19, 3, 6)]


def naive(rules):
    if isinstance(rules, Ultimate):
        return NaiveUltimate(rules.won_boards, rules.tie)
    return NaiveGame(rules.rows, rules.columns, rules.k, rules.misere)


def replay(game):
    """Replay a game with the independent rules. A line is completed only by the last move."""
    other = naive(game.rules)
    moves = game.moves
    if not moves:  # a position given as text: only its last mark completes a line
        by_mark = {mark: [c for c, at in enumerate(game.board) if at == mark] for mark in "XO"}
        moves = [
            by_mark["XO"[ply % 2]][ply // 2] for ply in range(sum(map(len, by_mark.values())))
        ]
    for cell in moves:
        assert cell in other.legal
        other.play(cell)
    return other


@pytest.mark.parametrize("rules", [*SMALL, *LARGE, *ULTIMATE], ids=str)
def test_examples_follow_independent_rules(rules):
    for example in rules.card.examples:
        before = replay(example.before)
        assert before.board == example.before.board
        if example.after is None:
            assert example.cell not in before.legal
            assert example.refused
            continue
        assert example.cell in before.legal
        before.play(example.cell)
        assert before.board == example.after.board
        assert before.result == example.after.result
        if before.result is None:
            assert before.player == example.after.current_player


def claims(rules):
    return {example.text: example.outcome for example in rules.card.examples}


def test_standard_card_claims():
    assert claims(find_rules("standard")) == {
        "X begins. Then the players take turns.": "Player O's turn",
        "You can't play in a square that has a mark.": "Position already taken",
        "You can't play outside the board.": "Invalid position: choose 1-9",
        "When the game is over, nobody can play.": "Game is over. Player X won!",
        "X completes 3 in a row, going across. This wins the game.": "Player X wins!",
        "X completes 3 in a row, going down. This wins the game.": "Player X wins!",
        "X completes 3 in a row, going diagonally down. This wins the game.": "Player X wins!",
        "X completes 3 in a row, going diagonally up. This wins the game.": "Player X wins!",
        "A row ends at the edge of the board.": "Player O's turn",
        "The board is full, and nobody has a row. The game is a draw.": "It's a draw!",
    }


def test_misere_card_claims():
    said = claims(MNK(4, 5, 3, misere=True))
    assert said["X completes 3 in a row, going down. This loses the game."] == "Player O wins!"
    assert said["A row of 4 counts too."] == "Player O wins!"


@pytest.mark.parametrize("rules", ULTIMATE, ids=str)
def test_ultimate_card_claims(rules):
    said = claims(rules)
    if rules.won_boards == "closed":
        refused = "Play in board 1, 2, 3, 4, 5, 7, 8 or 9"
        assert said["Nobody can play in a board that has been won."] == refused
    else:
        assert said["X has won board 6, but O must still play there."] == "Player X's turn"
        assert said["O can't choose another board while board 6 is open."] == "Play in board 6"
    end = next(outcome for text, outcome in said.items() if text.startswith("Nobody can move"))
    assert end == ("It's a draw!" if rules.tie == "draw" else "Player O wins!")


def test_draw_shown_only_if_possible():
    for rules in SMALL:
        is_shown = "It's a draw!" in claims(rules).values()
        says_draw = "A full board without a winning row is a draw." in rules.card.end_conditions
        assert is_shown == says_draw == rules.can_draw, rules


@pytest.mark.parametrize("rules", [*NAMED.values(), *LARGE, *ULTIMATE, Drop()], ids=str)
def test_cards_match_schema(rules):
    card = rules.card
    data = json.loads(json.dumps(card.to_dict()))
    jsonschema.validate(data, SCHEMA)
    assert data == card.to_dict()
    assert {action["type"] for action in data["actions"]} == {
        allowed for phase in data["phases"] for allowed in phase["allowedActions"]
    }
    for example in data["examples"]:
        assert str(Game.from_text(example["before"], rules)) == example["before"]


@pytest.mark.parametrize("rules", [*NAMED.values(), *SMALL, *ULTIMATE], ids=str)
def test_suggested_variants_exist(rules):
    variants = [case.answer for case in rules.card.edge_cases if case.category == "variant"]
    named = re.findall(r"\u201c([^\u201d]+)\u201d \(([a-z0-9-]+)\)", " ".join(variants))
    assert len(named) == (2 if rules in ULTIMATE else 1)
    for title, name in named:
        assert find_rules(name).title == title
        assert find_rules(name) != rules


@pytest.mark.parametrize(("name", "examples"), [("misere", 10), ("ultimate", 11)])
def test_leaflet_layout(name, examples):
    card = find_rules(name).card
    html = card._repr_html_()
    leaves = read_html(html).findall("article/section")
    headings = [[one.text for one in leaf.iter("h4")] for leaf in leaves]
    assert headings == [
        ["For", "You need"],
        ["Set-up", "Taking turns", "The end", "Questions", "Words"],
        ["Examples"],
    ]
    steps = [item.text for item in leaves[1].findall("ol/li")]
    assert steps == [step for _, steps in card.sections[2:-2] for step in steps]
    assert len(leaves[2].findall("figure")) == len(card.examples) == examples
    # The front shows a won game, too.
    assert html.count("<svg") == html.count("<figcaption>") + 1 == examples + 1
    assert "<script" not in html


def test_card_for_external_family():
    card = Drop().card
    assert card.name == "Drop 4 × 5, 4 in a row"
    assert claims(Drop())["You can't play in a square that has a mark."] == (
        "Position already taken"
    )


@pytest.mark.parametrize(
    ("options", "mark"),
    [
        ({}, "An X or an O. Each player uses one of these marks."),
        ({"marks": "chosen"}, "An X or an O. Marks don't belong to either player."),
        ({"marks": "same", "misere": True}, "An X. Marks don't belong to either player."),
    ],
)
def test_card_for_plain_rules(options, mark):
    card = type("Carded", (PlainRules,), options)().card
    first = "First" if options else "X"
    assert card.setup[1] == f"Decide who is {first}."
    assert card.phases[0].steps[0] == f"{first} begins. Then the players take turns."
    assert card.glossary[0].definition == mark


def test_registered_card_not_inherited():
    class Sliding(Drop):
        """Rules with their own card."""

    class Slippery(Sliding):
        """A subclass for which that card would be wrong."""

    register_card(Sliding, lambda rules: replace(find_rules("4x4").card, name=rules.title))
    assert Sliding().card.name == "Drop 4 × 5, 4 in a row"
    assert Sliding().card.end_conditions[0] == "The first player to get 4 in a row wins."
    assert Slippery().card.end_conditions == Drop().card.end_conditions
