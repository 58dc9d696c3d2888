"""The card of m,n,k-games, right for each size, length of a line, and misère."""

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK

from .any_rules import (
    COMMON_TERMS,
    card_action,
    card_name,
    card_phase_of_one_move,
    card_phase_of_turns,
)
from .card import EdgeCase, Example, RuleCard, Term, register_card
from .examples import (
    card_example,
    card_game_before_draw,
    card_game_before_line,
    common_card_examples,
)


def _mnk_card(rules: MNK) -> RuleCard:
    """Return the card of an m,n,k-game."""
    verdict = "loses" if rules.misere else "wins"
    line = "one mark" if rules.k == 1 else f"{rules.k} in a row"
    ends = [f"Whoever completes {line} {verdict}."]
    if rules.can_draw:
        ends.append("A full board without such a row is a draw.")
    cells = rules.cell_count
    return RuleCard(
        game_id=rules.name,
        name=rules.title,
        description=rules.summary,
        minutes=(1, 2 if cells <= 9 else 10 if cells <= 36 else 45),
        least_age=5 if cells <= 9 and not rules.misere else 7,
        setup=(f"Draw a board of {_size(rules)}.", "Decide who plays X; X begins."),
        components={"board": f"1, of {_size(rules)}", "pencil": "1"},
        phases=(card_phase_of_turns() if rules.k > 1 else card_phase_of_one_move(),),
        actions=(
            card_action(
                ("The cell is empty.",),
                (f"If it completes {line}, the game is over and you {verdict[:-1]}.",),
            ),
        ),
        scoring="One round has one result: a win for X, a win for O"
        + (", or a draw." if rules.can_draw else "."),
        tiebreakers=(),
        end_conditions=tuple(ends),
        edge_cases=tuple(_edge_cases(rules, verdict)),
        glossary=(
            *COMMON_TERMS,
            Term(
                "line",
                f"{rules.k} cells in a row{rules.directions_in_words.rstrip(',')}."
                if rules.k > 1
                else "One cell: a single mark decides the game.",
            ),
            *_misere_terms(rules),
        ),
        examples=(*common_card_examples(rules), *_examples(rules, verdict)),
    )


def _size(rules: MNK) -> str:
    return "a single cell" if rules.cell_count == 1 else rules.size_in_words


def _edge_cases(rules: MNK, verdict: str) -> list[EdgeCase]:
    cases = []
    if rules.can_overrun and rules.k > 1:
        cases.append(
            EdgeCase(
                "clarification",
                f"Does a row of more than {rules.k} count?",
                f"Yes: a longer row holds {rules.k} in a row, and whoever completes it "
                f"{verdict}.",
            )
        )
    if _line_across_corner(rules) is not None:
        cases.append(
            EdgeCase(
                "clarification",
                "Does a row count when it goes around the edge of the board?",
                "No: the edge ends it.",
            )
        )
    cases.append(EdgeCase("faq", "May I take a move back?", "No: a mark stays where it is."))
    other = MNK(rules.rows, rules.columns, rules.k, misere=not rules.misere)
    cases.append(
        EdgeCase(
            "variant",
            "Is there a misère form?" if not rules.misere else "Is there a form to win?",
            f"Yes, {card_name(other)}: there whoever completes a row "
            f"{'loses' if other.misere else 'wins'}.",
        )
    )
    return cases


def _misere_terms(rules: MNK) -> list[Term]:
    if not rules.misere:
        return []
    return [Term("misère", "The form of a game in which whoever completes a line loses.")]


def _examples(rules: MNK, verdict: str) -> list[Example]:
    """Return a line in each direction, a longer row, one around the edge, and a draw."""
    examples = []
    if rules.k > 1:
        for words, step in _directions(rules).items():
            line = next(one for one in rules.lines if one[1] - one[0] == step)
            last = line[rules.k // 2]
            before = card_game_before_line(rules, line, last)
            if before is not None:
                text = f"{rules.k} in a row {words}: X completes it and {verdict}."
                examples.append(card_example(text, before, last))
    longer = _longer_row(rules)
    if longer is not None:
        examples.append(longer)
    around = _line_across_corner(rules)
    if around is not None:
        before, cell = around
        examples.append(card_example("A row ends at the edge of the board.", before, cell))
    drawn = card_game_before_draw(rules) if rules.can_draw else None
    if drawn is not None:
        examples.append(card_example("The board is full and nobody has a row: a draw.", *drawn))
    return examples


def _directions(rules: MNK) -> dict[str, int]:
    """Return the directions in which lines lie here, with the step from cell to cell."""
    n = rules.columns
    steps = {"across": 1, "down": n, "diagonally": n + 1, "up the other diagonal": n - 1}
    if 1 in (rules.rows, rules.columns):
        steps = {"across": 1} if rules.rows == 1 else {"down": 1}
    return {
        words: step
        for words, step in steps.items()
        if any(line[1] - line[0] == step for line in rules.lines)
    }


def _longer_row(rules: MNK) -> Example | None:
    """Return the example of a row of more than `k`, which counts."""
    if not rules.can_overrun or rules.k < 2:
        return None
    step = 1 if rules.columns > rules.k or 1 in (rules.rows, rules.columns) else rules.columns
    row = tuple(step * at for at in range(rules.k + 1))
    before = card_game_before_line(rules, row, row[1])
    if before is None:
        return None
    return card_example(f"A row of {rules.k + 1} counts too.", before, row[1])


def _line_across_corner(rules: MNK) -> tuple[Game, int] | None:
    """Return a game in which X has k - 1 cells up to an edge, and the cell after it."""
    if rules.k < 3 or rules.rows < 2 or rules.columns < rules.k:
        return None
    edge = rules.columns - 1
    cells = range(edge - rules.k + 2, edge + 2)
    before = card_game_before_line(rules, cells, edge + 1)
    return None if before is None else (before, edge + 1)


register_card(MNK, _mnk_card)
