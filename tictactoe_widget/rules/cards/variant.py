"""The cards of boards with a changed rule, and of cubes."""

from dataclasses import replace
from random import Random

from tictactoe_widget.rules.cube import Cube
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.line_rules import LineRules
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.picture.layout import lies_straight
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.variant import Variant

from .any_rules import any_card, card_action, card_name, card_phase_of_turns
from .card import EdgeCase, Example, RuleCard, Term, register_card
from .examples import card_example

_MOST_GAMES = 300
"""Number of random games among which examples are looked for."""
_SEED = 9
"""Seed of these games, by which all named rules have short examples, of X's lines."""


def _variant_card(rules: Variant) -> RuleCard:
    """Return the card of a board on which a rule is changed."""
    marks = {
        "own": (),
        "same": ("Both players draw X.",),
        "chosen": ("You choose at each move whether you draw X or O.",),
    }
    board = MNK(rules.rows, rules.columns, rules.k).size_in_words
    card = _outline(rules, board, (*marks[rules.marks], *rules.places_in_words))
    who = "First wins" if rules.order else "you lose" if rules.misere else "you win"
    effect = f"If it completes {rules.line_in_words}, the game is over and {who}."
    return replace(
        card,
        actions=(card_action(("The cell is empty.",), (effect,)),),
        end_conditions=_sentences(rules.goal_in_words),
        edge_cases=(*card.edge_cases, *_questions(rules)),
        examples=(*card.examples, *_examples(rules)),
    )


def _cube_card(rules: Cube) -> RuleCard:
    """Return the card of a cube."""
    side = rules.side
    card = _outline(
        rules,
        f"{side} layers of {side} rows of {side} cells",
        ("The layers lie on top of each other.",),
    )
    other = Cube(7 - side)
    size = EdgeCase(
        "variant",
        "Is there a cube of another size?",
        f"Yes, {card_name(other)}, with {len(other.lines)} lines "
        f"in place of {len(rules.lines)}.",
    )
    effect = f"If it completes {side} in a row, the game is over and you win."
    through = _ended_game(rules, is_straight=False)
    return replace(
        card,
        actions=(card_action(("The cell is empty.",), (effect,)),),
        end_conditions=(
            f"Whoever completes {side} in a row wins, within a layer or through all of them.",
            "A full cube without such a row is a draw.",
        ),
        edge_cases=(*card.edge_cases, size),
        examples=(*card.examples, *_last_move("A row through all layers wins.", through)),
    )


def _outline(rules: LineRules, board: str, steps: tuple[str, ...]) -> RuleCard:
    """Return the card of any rules with the board and the steps of these."""
    card = any_card(rules)
    terms = card.glossary
    if rules.shares_marks:
        terms = (Term("mark", "An X or an O; it belongs to no player.", ("X", "O")), *terms[1:])
    first = "First" if rules.shares_marks else "X"
    return replace(
        card,
        minutes=(1, 3 if rules.cell_count <= 9 else 15),
        least_age=6 if rules.cell_count <= 9 else 8,
        setup=(f"Draw a board of {board}.", f"Decide who is {first}, who begins."),
        components={"board": f"1, of {board}", "pencil": "1"},
        phases=(card_phase_of_turns(*steps, first=first),),
        glossary=terms,
    )


def _questions(rules: Variant) -> list[EdgeCase]:
    cases = []
    if rules.drop:
        cases.append(
            EdgeCase(
                "clarification",
                "May I play in a free cell above other free cells?",
                "No: the mark would fall to the lowest of them, so play there.",
            )
        )
    if rules.torus and rules.drop:
        cases.append(
            EdgeCase(
                "clarification",
                "Do rows go on at the top?",
                "No: only the left and the right edge are joined.",
            )
        )
    plain = MNK(rules.rows, rules.columns, rules.k, rules.misere)
    cases.append(
        EdgeCase(
            "variant",
            "What is the game without the changed rules?",
            f"{card_name(plain)}.",
        )
    )
    return cases


def _examples(rules: Variant) -> list[Example]:
    """Return what a changed rule allows and refuses, as far as random games show it."""
    examples = []
    if rules.drop and rules.rows > 1:
        examples.append(
            card_example("A mark falls; no cell above a free one is played.", Game(rules), 0)
        )
    who = "Whoever completes" if rules.order else "It completes"
    text = f"{who} {rules.line_in_words}: the game is over."
    examples += _last_move(text, _ended_game(rules, is_straight=True))
    if rules.torus:
        around = _ended_game(rules, is_straight=False)
        examples += _last_move("A row that goes on at the other edge counts.", around)
    return examples


def _last_move(text: str, game: Game | None) -> list[Example]:
    """Return the example of the last move of a game, where one was found."""
    return (
        []
        if game is None
        else [card_example(text, game.at(len(game.moves) - 1), game.moves[-1])]
    )


def _ended_game(rules: Rules, *, is_straight: bool) -> Game | None:
    """Return the shortest of some random games that a line ended, a straight one or not."""
    random = Random(_SEED)
    found: Game | None = None
    shortest = rules.cell_count + 1  # moves
    for _ in range(_MOST_GAMES):
        game = Game(rules)
        while not game.is_over and game.move_count < shortest:
            game = game.play(random.choice(game.legal_moves))
        suits = [lies_straight(rules.layout, line) for line in game.winning_lines[:1]]
        if suits == [is_straight] and game.move_count < shortest:
            found, shortest = game, game.move_count
    return found


def _sentences(text: str) -> tuple[str, ...]:
    """Split a text into its sentences."""
    return tuple(f"{part.rstrip('.')}." for part in text.split(". "))


register_card(Variant, _variant_card)
register_card(Cube, _cube_card)
