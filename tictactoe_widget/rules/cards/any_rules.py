"""The card of any rules: what holds for every family."""

from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import visible

from .card import Action, EdgeCase, Phase, RuleCard, Term, register_card
from .examples import common_card_examples

MARK = "place a mark"
"""Type of the one action of these games."""


def card_action(prerequisites: tuple[str, ...], effects: tuple[str, ...]) -> Action:
    """Return the action of these games, with what a family adds to it."""
    return Action(
        MARK,
        ("It is your turn.", *prerequisites),
        ("Your mark stays in the cell until the end of the game.", *effects),
        "your turn",
    )


def card_phase_of_turns(*more: str, first: str = "X") -> Phase:
    """Return the phase of play, with the steps that a family adds; `first` begins."""
    steps = (f"{first} moves first; then the players take turns.", "You may not pass.", *more)
    return Phase("Play", steps, (MARK,))


def card_phase_of_one_move() -> Phase:
    """Return the phase of play of a game that the first move decides."""
    return Phase("Play", ("X moves, and that move decides the game.",), (MARK,))


def card_name(rules: Rules) -> str:
    """Return what the lists of the board call rules, and the name that `find_rules` reads."""
    return f"\u201c{visible(rules.title)}\u201d ({rules.name})"


COMMON_TERMS = (
    Term("mark", "An X or an O; each player has one of them.", ("X", "O")),
    Term("cell", "A place for one mark."),
    Term("move", "To place your mark in a cell."),
)
"""Words that every card explains."""


def any_card(rules: Rules) -> RuleCard:
    """Return a card that says what holds for any rules."""
    return RuleCard(
        game_id=rules.name,
        name=visible(rules.title),
        description=visible(rules.summary),
        minutes=(1, 30),
        least_age=6,
        setup=("Draw the empty board.", "Decide who plays X."),
        components={"board": f"1, of {rules.cell_count} cells", "pencil": "1"},
        phases=(card_phase_of_turns(),),
        actions=(card_action(("The cell may be played by these rules.",), ()),),
        scoring="The result of the game: one player wins, or it is a draw.",
        tiebreakers=(),
        end_conditions=("A player has won, or nobody can move.",),
        edge_cases=(
            EdgeCase("faq", "May I take a move back?", "No: a mark stays where it is."),
        ),
        glossary=COMMON_TERMS,
        examples=tuple(common_card_examples(rules)),
    )


register_card(Rules, any_card)
