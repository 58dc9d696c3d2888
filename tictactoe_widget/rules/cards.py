"""Rule cards as data, text and HTML, including a general card for any set of rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tictactoe_widget.drawing import palette
from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.palette import css_following_host, css_light_dark
from tictactoe_widget.serialization import Serializable, as_json_value
from tictactoe_widget.texts import _, join_and, join_sentences, localized, ngettext
from tictactoe_widget.validation import visible

from .errors import IllegalMoveError
from .game import Game
from .mnk import MNK, describe_keeping, describe_pie
from .notation import position_name
from .rules import CARD_WRITERS, Rules
from .state import FIRST_AND_SECOND, MARKS, players_alternate

_CARD_VERSION = "1.0"


@dataclass(frozen=True)
class Example:
    """Example on a rule card: a move that either is refused or leads to a new position."""

    text: str
    """Sentence that states the rule shown by the example."""
    before: Game
    """Game before the move."""
    cell: int
    """Move to play, as a number for `Game.play`.

    An example of a refused move can use a number outside the board.
    """
    refused: str | None = None
    """Message that explains why the move is refused, or None if it is legal."""
    after: Game | None = None
    """Game after the move, or None if the move is refused."""

    @property
    def position(self) -> str:
        """Cell name that players use, or a number if the cell is outside the board."""
        if 0 <= self.cell < self.before.rules.action_count:
            return position_name(self.cell, self.before)
        rules = self.before.rules
        return str(self.cell - rules.action_count + rules.cell_count + 1)

    @property
    def outcome(self) -> str:
        """Result of the move, as a message for players."""
        return self.refused or (self.after.message if self.after is not None else "")

    def to_dict(self) -> dict[str, Any]:
        """Return the example as a JSON-serializable dict that contains positions as text."""
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
class _Action(Serializable):
    type: str
    prerequisites: tuple[str, ...]
    effects: tuple[str, ...]
    cost: str  # what the action costs, in words

    _keys = ("type", "prerequisites", "effects", "cost")


@dataclass(frozen=True)
class _Phase(Serializable):
    name: str
    steps: tuple[str, ...]
    allowed_actions: tuple[str, ...]  # types of the allowed actions (see `_Action.type`)

    _keys = ("name", "steps", "allowedActions=allowed_actions")


@dataclass(frozen=True)
class EdgeCase(Serializable):
    """Question about the rules, with its answer, as shown on a rule card."""

    category: Literal["clarification", "variant", "faq"]
    """Type of question: a clarification, a question about a variant, or a common question."""
    question: str
    """Question as a player would ask it."""
    answer: str
    """Answer to the question, in one or two sentences."""

    _keys = ("category", "question", "answer")


@dataclass(frozen=True)
class Term(Serializable):
    """Term used in the rules, with its meaning."""

    term: str
    """Word or phrase that is explained."""
    definition: str
    """Meaning of the term, in one sentence."""
    examples: tuple[str, ...] = ()
    """Examples of the term, such as ``"X"`` for a mark."""

    _keys = ("term", "definition", "examples")


@dataclass(frozen=True)
class RuleCard:
    """Rule card, which describes the rules of a game as structured data.

    A notebook shows the card as a leaflet with numbered steps and pictures. ``str(card)``
    returns the card as text.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> card = MNK(4, 5, 3, misere=True).card
    >>> card.end_conditions[0]
    'If you complete 3 in a row, you lose.'
    >>> card.examples[1].text, card.examples[1].refused
    ("You can't play in a square that has a mark.", 'Position already taken')
    >>> card.to_dict()["metadata"]["playerCount"]
    {'min': 2, 'max': 2}
    """

    game_id: str
    """Name of the rules. If the family is registered, `find_rules` can read this name."""
    name: str
    """Short name of the game, shown to players."""
    description: str
    """One paragraph that explains the rules."""
    minutes: tuple[int, int]
    """Shortest and longest usual playing time, in minutes."""
    least_age: int
    """Minimum age of the players, in years."""
    setup: tuple[str, ...]
    """Steps that set up the game, in the order in which players do them."""
    components: Mapping[str, str]
    """Equipment that the players need, with the quantity or size of each item."""
    phases: tuple[_Phase, ...]
    """Phases of a game, from the first to the last."""
    actions: tuple[_Action, ...]
    """Actions that a player can take."""
    scoring: str
    """Rule that determines who wins."""
    tiebreakers: tuple[str, ...]
    """Rules that decide the winner if the main rule leaves a tie."""
    end_conditions: tuple[str, ...]
    """Ways in which a game can end."""
    edge_cases: tuple[EdgeCase, ...]
    """Questions about the rules, with their answers."""
    glossary: tuple[Term, ...]
    """Terms used in the rules, with their meanings."""
    examples: tuple[Example, ...] = field(repr=False)
    """Examples on the card, each with a position and a move to play."""

    def to_dict(self) -> dict[str, Any]:
        """Return the card as a JSON-serializable dict.

        The schema for the dict is in docs/rule-card.schema.json.
        """
        return {
            "gameId": self.game_id,
            "version": _CARD_VERSION,
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
            "phases": as_json_value(self.phases),
            "actions": as_json_value(self.actions),
            "scoring": {
                "method": self.scoring,
                "sources": list(self.end_conditions),
                "tiebreakers": list(self.tiebreakers),
            },
            "endConditions": list(self.end_conditions),
            "edgeCases": as_json_value(self.edge_cases),
            "glossary": as_json_value(self.glossary),
            "examples": as_json_value(self.examples),
        }

    @localized
    def __str__(self) -> str:
        """Return the card as plain text, with a bulleted list under each heading."""
        lines = [self.name, "", self.description]
        for heading, points in self.sections:
            lines += ["", heading, *(f"- {point}" for point in points)]
        lines += ["", _("Examples")]
        for example in self.examples:
            lines.append(f"- {example.text} {example.position}: {example.outcome}")
        return "\n".join(lines)

    @localized
    def _repr_html_(self) -> str:
        """Return HTML for a notebook: a leaflet with numbered steps and pictures."""
        what, how, more = self.sections[:2], self.sections[2:-2], self.sections[-2:]
        won = [each.after for each in self.examples if each.after and each.after.winning_lines]
        picture = won[0].to_svg(size=208) if won else ""
        leaves = (
            f"<h3>{escape(self.name)}</h3><p>{escape(self.description)}</p>{picture}"
            + _write(what, "ul"),
            _write(how, "ol") + _write(more, "ul"),
            f"<h4>{escape(_('Examples'))}</h4>{''.join(map(_figure, self.examples))}",
        )
        folded = "".join(f"<section>{leaf}</section>" for leaf in leaves)
        return f'<article class="ttt-rule-card"><style>{_STYLE}</style>{folded}</article>'

    @property
    def sections(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Headings on the card, each with the statements below it."""
        about = _(
            "2 players, {least} to {most} minutes, ages {age} and over",
            least=self.minutes[0],
            most=self.minutes[1],
            age=self.least_age,
        )
        return (
            (_("For"), (about,)),
            (_("You need"), tuple(map(": ".join, self.components.items()))),
            (_("Set-up"), self.setup),
            *((phase.name, phase.steps) for phase in self.phases),
            (_("The end"), (*self.end_conditions, *self.tiebreakers)),
            (
                _("Questions"),
                tuple(f"{case.question} {case.answer}" for case in self.edge_cases),
            ),
            (_("Words"), tuple(f"{term.term}: {term.definition}" for term in self.glossary)),
        )


# CSS for a card in a notebook. Each selector includes the card's class, because CSS affects the
# whole page.
_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-rule-card')}"
    f".ttt-rule-card{{--edge:{css_light_dark(palette.EDGE)};--soft:{css_light_dark(palette.SOFT)};"
    f"--accent:{css_light_dark(palette.ACCENT)};--wash:{css_light_dark(palette.ACCENT_WASH)};"
    f"color:{css_light_dark(palette.INK)};background:{css_light_dark(palette.PAPER)}}}}}"
    ".ttt-rule-card{display:grid;grid-template-columns:repeat(auto-fit,minmax(15em,1fr));"
    "max-width:64em;overflow:hidden;border:1px solid var(--edge);border-radius:16px;"
    "counter-reset:step}"
    # Fold lines between the card's pages. Fold lines at the card's edge are hidden.
    ".ttt-rule-card>section{margin:-2px 0 0 -2px;padding:16px 18px;"
    "border:dashed var(--edge);border-width:2px 0 0 2px}"
    ".ttt-rule-card h3{margin:0 0 8px;font-size:26px;line-height:1.2}"
    ".ttt-rule-card h4{margin:14px 0 4px;font-size:16px}"
    ".ttt-rule-card h4:first-child{margin-top:0}"
    ".ttt-rule-card p,.ttt-rule-card ul,.ttt-rule-card ol{margin:0}"
    ".ttt-rule-card>section>svg{display:block;margin:16px auto 0}"
    ".ttt-rule-card ul{padding-left:1.3em}"
    # The steps of a game are numbered from its beginning to its end.
    ".ttt-rule-card ol{padding:0;list-style:none}"
    ".ttt-rule-card ol li{display:flex;gap:10px;margin-top:6px;counter-increment:step}"
    ".ttt-rule-card ol li::before{content:counter(step);flex:none;width:24px;height:24px;"
    "border-radius:50%;color:var(--accent);background:var(--wash);font-size:13px;"
    "font-weight:700;line-height:24px;text-align:center}"
    ".ttt-rule-card figure{display:flex;flex-wrap:wrap;gap:4px 12px;"
    "align-items:flex-start;margin:12px 0 0;break-inside:avoid}"
    ".ttt-rule-card figcaption{flex:1 1 7.5em}"
    ".ttt-rule-card em{display:block;color:var(--soft)}"
    # When the card is printed, the text fills three columns of equal height on a separate page.
    "@media print{.ttt-rule-card{display:block;break-before:page;columns:3;column-gap:36px;"
    "column-rule:2px dashed var(--edge);padding:16px 18px;font-size:12px}"
    ".ttt-rule-card>section{margin:0 0 12px;padding:0;border:0}"
    ".ttt-rule-card h4{break-after:avoid}.ttt-rule-card li{break-inside:avoid}}"
)


def _write(sections: Iterable[tuple[str, tuple[str, ...]]], points: Literal["ol", "ul"]) -> str:
    """Return sections as HTML, with their statements in numbered or bulleted lists."""
    return "".join(
        f"<h4>{escape(heading)}</h4><{points}>"
        + "".join(f"<li>{escape(statement)}</li>" for statement in statements)
        + f"</{points}>"
        for heading, statements in sections
    )


def _figure(example: Example) -> str:
    """Return an HTML figure of the board after the move, or before a refused move."""
    shown = example.before if example.after is None else example.after
    says = (
        _(
            "You can't play {square}: {message}",
            square=example.position,
            message=example.outcome,
        )
        if example.after is None
        else _("Play {square}: {message}", square=example.position, message=example.outcome)
    )
    # A large board is drawn wider, with the text below it.
    size = 88 if shown.rules.layout.columns <= 5 else 216
    return (
        f"<figure>{shown.to_svg(size=size)}"
        f"<figcaption>{escape(example.text)} "
        f"<em>{escape(says)}</em>"
        "</figcaption></figure>"
    )


def register_card(family: type, write: Callable[[Any], RuleCard]) -> None:
    """Register a function that writes rule cards for a family of rules.

    The function isn't used for subclasses of the family, because their rules differ.
    """
    CARD_WRITERS[family] = write


def card_example(text: str, before: Game, cell: int) -> Example:
    """Return an example of a move in `cell`, with the new game or the refusal message."""
    try:
        return Example(text, before, cell, after=before.play(cell))
    except IllegalMoveError as refusal:
        return Example(text, before, cell, refused=refusal.message)


def _common_card_examples(rules: Rules) -> list[Example]:
    """Return the examples that appear on every card: an opening move and some refused moves."""
    start = Game(rules)
    first = start.legal_moves[len(start.legal_moves) // 2]
    begun = start.play(first)
    player = first_player(rules)
    examples = [
        card_example(
            _("{player} begins. This move decides the game.", player=player)
            if begun.is_over
            else _describe_turns(rules),
            start,
            first,
        )
    ]
    if rules.takeover(begun.state) is not None:
        text = _("On the second move, O can take over the X. Then X moves next.")
        examples.append(card_example(text, begun, first))
        begun = begun.play(first)
    if not begun.is_over:
        taken = (
            _("You can't play in a square that isn't empty.")
            if begun.texts
            else _("You can't play in a square that has a mark.")
        )
        examples.append(card_example(taken, begun, first))
    examples.append(
        card_example(_("You can't play outside the board."), start, rules.action_count)
    )
    ended = _play_out(start)
    empty = next((cell for cell, mark in enumerate(ended.board) if mark is None), None)
    if empty is not None:
        examples.append(
            card_example(_("When the game is over, nobody can play."), ended, empty)
        )
    return examples


def _play_out(game: Game) -> Game:
    while not game.is_over:
        game = game.play(game.legal_moves[0])
    return game


def card_game_before_line(rules: MNK, line: Sequence[int], last: int) -> Game | None:
    """Return a game in which X is to move and has marks in all cells of `line` but `last`.

    If O's marks can't be placed without ending the game, return None.
    """
    x_cells = [cell for cell in line if cell != last]
    o_cells: list[int] = []
    # Start at the end of the board, to keep O's marks away from a line at the beginning.
    for cell in reversed(range(rules.cell_count)):
        if len(o_cells) == len(x_cells):
            break
        if cell not in line and not _has_line(rules, [*o_cells, cell]):
            o_cells.append(cell)
    if len(o_cells) < len(x_cells) or _has_line(rules, x_cells):
        return None
    return _game(rules, x_cells, o_cells)


def card_game_before_draw(rules: MNK) -> tuple[Game, int] | None:
    """Return a game in which filling the last empty cell leads to a draw, and this cell.

    Return None if no such game is found.
    """
    for marks in _full_boards(rules):
        last = "O" if rules.cell_count % 2 == 0 else "X"
        if not -1 < marks.count("X") - marks.count("O") < 2:
            continue
        cells = {mark: [cell for cell, at in enumerate(marks) if at == mark] for mark in "XO"}
        if any(_has_line(rules, cells[mark]) for mark in "XO"):
            continue
        left = cells[last].pop()
        return _game(rules, cells["X"], cells["O"]), left
    return None


def _full_boards(rules: MNK) -> Iterable[list[str]]:
    """Yield full boards on which pairs of Xs and pairs of Os alternate, to avoid long lines."""
    places = [divmod(cell, rules.columns) for cell in range(rules.cell_count)]
    for shift in range(4):
        yield ["XO"[(column + 2 * row + shift) // 2 % 2] for row, column in places]
        yield ["XO"[(row + 2 * column + shift) // 2 % 2] for row, column in places]
    yield ["XO"[cell % 2] for cell in range(rules.cell_count)]


def _has_line(rules: MNK, cells: Iterable[int]) -> bool:
    mask = sum(1 << cell for cell in cells)
    return any(mask & line == line for line in rules.line_masks)


def _game(rules: MNK, x_cells: Iterable[int], o_cells: Iterable[int]) -> Game:
    marks = {**dict.fromkeys(x_cells, "X"), **dict.fromkeys(o_cells, "O")}
    return Game.from_text("".join(marks.get(at, ".") for at in range(rules.cell_count)), rules)


_MARK = "place a mark"  # type of the only action in most games
_SLIDE = "slide a mark"  # type of the second action if marks can slide
_TAKE = "take over a mark"  # type of the second action if O can take over X's first mark


def card_action(prerequisites: tuple[str, ...], effects: tuple[str, ...]) -> _Action:
    """Return the action "place a mark", with the family's additional conditions and effects."""
    return _Action(
        _MARK,
        (_("It's your turn."), *prerequisites),
        (_("Your mark stays in the square until the end of the game."), *effects),
        _("your turn"),
    )


def card_slide(prerequisites: tuple[str, ...], effects: tuple[str, ...]) -> _Action:
    """Return the action "slide a mark", with the family's additional conditions and effects."""
    return _Action(_SLIDE, (_("It's your turn."), *prerequisites), effects, _("your turn"))


def with_pie_rule(card: RuleCard) -> RuleCard:
    """Return a copy of a card, changed to fit the pie rule."""
    turns, action = card.phases[0], card.actions[0]
    stays = _("A mark stays in its square until the end of the game.")
    take = _Action(
        _TAKE,
        (_("It's the second move of the game."),),
        (_("The X becomes an O."),),
        _("{player}'s turn", player="O"),
    )
    answer = _("No. Undo only restarts the game from an earlier position.")
    move = Term(
        _("move"), _("To place a mark in a square or, on the second move, to take over the X.")
    )
    return replace(
        card,
        phases=(replace(turns, allowed_actions=(_MARK, _TAKE)),),
        actions=(replace(action, effects=(stays, *action.effects[1:])), take),
        edge_cases=(replace(card.edge_cases[0], answer=answer), *card.edge_cases[1:]),
        glossary=tuple(move if term.term == move.term else term for term in card.glossary),
    )


def first_player(rules: Rules) -> str:
    """Return the name of the first player: ``"X"``, or ``"First"`` if no player is called X."""
    return "X" if rules.names_players_by_marks else _(FIRST_AND_SECOND["X"])


def _describe_turns(rules: Rules) -> str:
    player = first_player(rules)
    if players_alternate(rules.initial_state):
        return _("{player} begins. Then the players take turns.", player=player)
    return _("{player} begins. Sometimes, a player moves again.", player=player)


def card_phase_of_turns(rules: Rules, *more: str) -> _Phase:
    """Return the phase in which players take turns, including the family's additional steps."""
    steps = (_describe_turns(rules), _("You can't pass."), *more)
    return _Phase(_("Taking turns"), steps, (_MARK,))


def card_phase_of_slides(*steps: str) -> _Phase:
    """Return the sliding phase, which consists of the given steps."""
    return _Phase(_("Slide"), steps, (_SLIDE,))


def card_phase_of_one_move() -> _Phase:
    """Return the single phase of a game that ends with its first move."""
    return _Phase(_("Taking turns"), (_("X moves. This move decides the game."),), (_MARK,))


def card_name(rules: Rules) -> str:
    """Return the title of the rules, followed by the name that `find_rules` reads."""
    return _("\u201c{title}\u201d ({name})", title=visible(rules.title), name=rules.name)


def _common_terms(rules: Rules) -> tuple[Term, ...]:
    """Return the terms that every card explains, with definitions that fit these rules."""
    marks: tuple[str, ...] = ("X",) if rules.shares_marks else MARKS
    marks = rules.choices or marks
    which = _("An X.") if marks == ("X",) else _("An X or an O.")
    if marks not in (("X",), MARKS):
        which = _("One of these: {marks}.", marks=join_and(marks))
    whose = (
        _("Marks don't belong to either player.")
        if rules.shares_marks
        else _("Each player uses one of these marks.")
    )
    return (
        Term(_("mark"), join_sentences(which, whose), marks),
        Term(_("square"), _("A place for one mark.")),
        Term(_("move"), _("To place a mark in a square.")),
    )


def card_terms_of_slides() -> tuple[Term, ...]:
    """Return the terms that need a different explanation if marks slide."""
    return (
        Term(
            _("move"), _("To place a mark in a square, or to slide a mark to another square.")
        ),
        Term(_("position"), _("The marks on the board, and whose turn it is.")),
    )


def _with_slides(card: RuleCard, rules: Rules, pieces: int) -> RuleCard:
    """Return the card for a game in which each player places and then slides `pieces` marks."""
    place = card.actions[0]
    stays = _("Your mark stays in the square until you slide it.")
    return replace(
        card,
        components={
            _("board"): card.components[_("board")],
            _("marks"): _("{count} X and {count} O, cut out", count=pieces),
        },
        phases=(
            card_phase_of_turns(rules, _("Each player places {count} marks.", count=pieces)),
            card_phase_of_slides(
                _("When all marks have been placed, you slide one of your marks on each turn.")
            ),
        ),
        actions=(
            replace(place, effects=(stays,)),
            card_slide(
                (_("All marks have been placed."), _("The rules allow a move to this square.")),
                (_("Your mark leaves its old square."),),
            ),
        ),
        end_conditions=(
            _("The game ends when a player has won or can't move."),
            *card.end_conditions[1:],
        ),
        glossary=(*card.glossary[:2], *card_terms_of_slides()),
    )


def any_card(rules: Rules) -> RuleCard:
    """Return a general rule card whose statements are true for any set of rules."""
    action = card_action((_("The rules allow a move to this square."),), ())
    answer = _(
        "No. A mark stays where it is. Undo only restarts the game from an earlier position."
    )
    ends = [_("The game ends when a player has won or nobody can move.")]
    keep, pieces = getattr(rules, "keep", None), getattr(rules, "pieces", None)
    has_pie = bool(getattr(rules, "pie", False))
    steps = describe_keeping(keep) if keep else describe_pie() if has_pie else ()
    if rules.repetition:
        action = replace(action, effects=())
        answer = _("No. Undo only restarts the game from an earlier position.")
        ends.append(_("If a position comes up for the third time, the game is a draw."))
    card = RuleCard(
        game_id=rules.name,
        name=visible(rules.title),
        description=visible(rules.summary),
        minutes=(1, 30),
        least_age=6,
        setup=(
            _("Draw the empty board."),
            _("Decide who is {player}.", player=first_player(rules)),
        ),
        components={
            _("board"): ngettext(
                "1 grid with {count} square", "1 grid with {count} squares", rules.cell_count
            ),
            _("pencil"): "1",
        },
        phases=(card_phase_of_turns(rules, *steps),),
        actions=(action,),
        scoring=_("One player wins, or the game is a draw."),
        tiebreakers=(),
        end_conditions=tuple(ends),
        edge_cases=(
            EdgeCase(
                "faq",
                _("May I take a move back?"),
                answer,
            ),
        ),
        glossary=_common_terms(rules),
        examples=tuple(_common_card_examples(rules)),
    )
    if has_pie:
        return with_pie_rule(card)
    return card if pieces is None else _with_slides(card, rules, pieces)


register_card(Rules, any_card)
