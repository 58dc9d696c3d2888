"""The card itself: its parts, its forms as data, as text and as a leaflet."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.picture import palette
from tictactoe_widget.rules.picture.markup import escape
from tictactoe_widget.rules.picture.palette import css_following_host, css_light_dark
from tictactoe_widget.rules.rules import CARD_WRITERS

CARD_VERSION = "1.0"
"""Version of the form of the cards."""


@dataclass(frozen=True)
class Example:
    """A claim of a card, shown by one move: it is refused, or it leads to a game."""

    text: str
    """Claim, as a sentence."""
    before: Game
    """Game before the move."""
    cell: int
    """Cell or move that is played, which need not be one of the board."""
    refused: str | None = None
    """Message with which the move is refused; None where it is legal."""
    after: Game | None = None
    """Game after the move; None where it is refused."""

    @property
    def position(self) -> str:
        """Position of the cell as people name it, the number for one off the board."""
        if 0 <= self.cell < self.before.rules.action_count:
            return position_name(self.cell, self.before)
        rules = self.before.rules
        return str(self.cell - rules.action_count + rules.cell_count + 1)

    @property
    def outcome(self) -> str:
        """Result of the move, in the words a player reads."""
        return self.refused or (self.after.message if self.after is not None else "")

    def to_dict(self) -> dict[str, Any]:
        """Return the example as JSON values; positions are text that `Game.from_text` reads."""
        result = {"refused": self.refused} if self.after is None else {"after": str(self.after)}
        return {
            "text": self.text,
            "before": str(self.before),
            "cell": self.cell,
            "position": self.position,
            **result,
            "message": self.outcome,
        }


@dataclass(frozen=True)
class Action:
    """One thing that a player may do."""

    type: str
    """Name of the action."""
    prerequisites: tuple[str, ...]
    """Conditions under which it is allowed."""
    effects: tuple[str, ...]
    """Consequences, in order."""
    cost: str
    """Cost, in words."""


@dataclass(frozen=True)
class Phase:
    """A part of a game, with the steps that are taken in it."""

    name: str
    """Name of the phase."""
    steps: tuple[str, ...]
    """Steps, in order."""
    allowed_actions: tuple[str, ...]
    """Types of the actions that are allowed, as `Action.type`."""


@dataclass(frozen=True)
class EdgeCase:
    """A question that players ask, with its answer."""

    category: Literal["clarification", "variant", "faq"]
    """Kind: a clarification of the rules, a variant of them, or a common question."""
    question: str
    """Question, as a player asks it."""
    answer: str
    """Answer, in a sentence or two."""


@dataclass(frozen=True)
class Term:
    """A word of the rules, with what it means."""

    term: str
    """Word."""
    definition: str
    """Meaning, in a sentence."""
    examples: tuple[str, ...] = ()
    """Uses of the word, as text."""


@dataclass(frozen=True)
class RuleCard:
    """The rules of a game as data, made from the rules themselves.

    In a notebook it is shown as a leaflet with pictures; `str` gives it as text.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> card = MNK(4, 5, 3, misere=True).card
    >>> card.end_conditions[0]
    'Whoever completes 3 in a row loses.'
    >>> card.examples[1].text, card.examples[1].refused
    ('A cell that holds a mark cannot be played again.', 'Position already taken')
    >>> card.to_dict()["metadata"]["playerCount"]
    {'min': 2, 'max': 2}
    """

    game_id: str
    """Name of the rules, as `find_rules` reads it where the family can be found by name."""
    name: str
    """Short name of the game, for people."""
    description: str
    """Rules in one paragraph."""
    minutes: tuple[int, int]
    """Playing time in minutes, the least and the most that are usual."""
    least_age: int
    """Age in years from which children play it."""
    setup: tuple[str, ...]
    """Steps before the first move, in order."""
    components: Mapping[str, str]
    """Things that are needed, with how many or how large they are."""
    phases: tuple[Phase, ...]
    """Parts of a game, in order."""
    actions: tuple[Action, ...]
    """Actions that a player may take."""
    scoring: str
    """Way to find the result."""
    tiebreakers: tuple[str, ...]
    """Further criteria, where the first one decides nothing."""
    end_conditions: tuple[str, ...]
    """Ways in which a game ends."""
    edge_cases: tuple[EdgeCase, ...]
    """Questions and their answers."""
    glossary: tuple[Term, ...]
    """Words of the rules."""
    examples: tuple[Example, ...] = field(repr=False)
    """Claims of the card that can be shown, each with a position and a move."""

    def to_dict(self) -> dict[str, Any]:
        """Return the card as JSON values in the form of docs/rule-card.schema.json."""
        return {
            "gameId": self.game_id,
            "version": CARD_VERSION,
            "metadata": {
                "name": self.name,
                "description": self.description,
                "playerCount": {"min": 2, "max": 2},
                "playTime": {"min": self.minutes[0], "max": self.minutes[1]},
                "ageRange": {"min": self.least_age},
            },
            "setup": {
                "description": " ".join(self.setup),
                "steps": list(self.setup),
                "components": [
                    {"name": name, "quantity": amount}
                    for name, amount in self.components.items()
                ],
            },
            "phases": [
                {
                    "name": phase.name,
                    "steps": list(phase.steps),
                    "allowedActions": list(phase.allowed_actions),
                }
                for phase in self.phases
            ],
            "actions": [
                {
                    "type": action.type,
                    "prerequisites": list(action.prerequisites),
                    "effects": list(action.effects),
                    "cost": action.cost,
                }
                for action in self.actions
            ],
            "scoring": {
                "method": self.scoring,
                "sources": list(self.end_conditions),
                "tiebreakers": list(self.tiebreakers),
            },
            "endConditions": list(self.end_conditions),
            "edgeCases": [
                {"category": case.category, "question": case.question, "answer": case.answer}
                for case in self.edge_cases
            ],
            "glossary": [
                {
                    "term": term.term,
                    "definition": term.definition,
                    "examples": list(term.examples),
                }
                for term in self.glossary
            ],
            "examples": [example.to_dict() for example in self.examples],
        }

    def __str__(self) -> str:
        """Return the card as text: headings, each with its points below it."""
        lines = [self.name, "", self.description]
        for heading, points in self.sections:
            lines += ["", heading, *(f"- {point}" for point in points)]
        lines += ["", "Examples"]
        for example in self.examples:
            lines.append(f"- {example.text} {example.position}: {example.outcome}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the card as a leaflet for a notebook: three leaves, below them examples."""
        what, how, more = self.sections[:2], self.sections[2:-2], self.sections[-2:]
        title = f"<h3>{escape(self.name)}</h3><p>{escape(self.description)}</p>"
        leaves = (
            title + _write(what),
            _write(how),
            _write(more),
            f"<h4>Examples</h4>{''.join(map(_figure, self.examples))}",
        )
        folded = "".join(f"<section>{leaf}</section>" for leaf in leaves)
        return f'<article class="ttt-rule-card"><style>{_STYLE}</style>{folded}</article>'

    @property
    def sections(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Headings of the card for people, each with its points."""
        low, high = self.minutes
        needed = tuple(f"{name}: {amount}" for name, amount in self.components.items())
        about = f"2 players, {low} to {high} minutes, from {self.least_age} years"
        return (
            ("For", (about,)),
            ("You need", needed),
            ("Set-up", self.setup),
            *((phase.name, phase.steps) for phase in self.phases),
            ("The end", (*self.end_conditions, *self.tiebreakers)),
            ("Questions", tuple(f"{case.question} {case.answer}" for case in self.edge_cases)),
            ("Words", tuple(f"{term.term}: {term.definition}" for term in self.glossary)),
        )


_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-rule-card')}"
    f".ttt-rule-card{{--edge:{css_light_dark(palette.EDGE)};--soft:{css_light_dark(palette.SOFT)};"
    f"color:{css_light_dark(palette.INK)};background:{css_light_dark(palette.PAPER)}}}}}"
    ".ttt-rule-card{display:grid;grid-template-columns:repeat(auto-fit,minmax(16em,1fr));"
    "max-width:64em;overflow:hidden;border:1px solid var(--edge);border-radius:16px}"
    # The folds; those at the edge of the card are out of sight.
    ".ttt-rule-card>section{margin:-2px 0 0 -2px;padding:16px 18px;"
    "border:dashed var(--edge);border-width:2px 0 0 2px}"
    ".ttt-rule-card h3{margin:0 0 8px;font-size:26px;line-height:1.2}"
    ".ttt-rule-card h4{margin:14px 0 4px;font-size:16px}"
    ".ttt-rule-card h4:first-child{margin-top:0}"
    ".ttt-rule-card p,.ttt-rule-card ul{margin:0}"
    ".ttt-rule-card ul{padding-left:1.3em}"
    ".ttt-rule-card>section:last-child{display:grid;grid-column:1/-1;gap:12px 18px;"
    "grid-template-columns:repeat(auto-fill,minmax(15em,1fr))}"
    ".ttt-rule-card section:last-child>h4{grid-column:1/-1;margin:0}"
    ".ttt-rule-card figure{display:flex;flex-wrap:wrap;gap:4px 12px;"
    "align-items:flex-start;align-content:flex-start;margin:0;break-inside:avoid}"
    ".ttt-rule-card figcaption{flex:1 1 7.5em}"
    ".ttt-rule-card em{display:block;color:var(--soft)}"
)
"""Style of a card in a notebook; each selector names it, as styles there are the page's."""


def _write(sections: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return headings, each with its points, as HTML."""
    return "".join(
        f"<h4>{escape(heading)}</h4><ul>"
        + "".join(f"<li>{escape(point)}</li>" for point in points)
        + "</ul>"
        for heading, points in sections
    )


def _figure(example: Example) -> str:
    """Draw an example: the board before the move, or after it where the move is legal."""
    shown = example.before if example.after is None else example.after
    says = "refused: " if example.after is None else ""
    # A large board leaves its words the room below it.
    size = 104 if shown.rules.layout.columns <= 5 else 216
    return (
        f"<figure>{shown.to_svg(size=size)}"
        f"<figcaption>{escape(example.text)} "
        f"<em>Play {escape(example.position)}: {says}{escape(example.outcome)}</em>"
        "</figcaption></figure>"
    )


def register_card(family: type, write: Callable[[Any], RuleCard]) -> None:
    """Register the function that makes the card of the rules of a family.

    It makes the cards of that class alone, not those of its subclasses, whose rules
    differ.
    """
    CARD_WRITERS[family] = write
