"""The table in which a notebook shows rules side by side."""

from collections.abc import Iterable, Mapping

from tictactoe_widget.rules.picture import palette
from tictactoe_widget.rules.picture.markup import escape
from tictactoe_widget.rules.picture.palette import css_following_host, css_light_dark

from .compared_rules import ComparedRules, RuleFact

_HEADINGS = (
    *("First move", "Game", "Who wins", "Winning first moves"),
    *("Cells", "Positions", "Games", "Random play"),
)
_WINNERS = {"first": "first wins", "second": "second wins", "draw": "draw"}
_SHARES = {"random_first": "first", "random_second": "second", "random_draw": "draw"}

_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-compare')}"
    f".ttt-compare{{--edge:{css_light_dark(palette.EDGE)};"
    f"--win:{css_light_dark(palette.WIN)}}}}}"
    ".ttt-compare{max-width:64em;overflow-x:auto}"
    ".ttt-compare table{margin:0}"
    ".ttt-compare caption{padding:0 0 8px;font-size:20px;font-weight:700;text-align:start}"
    ".ttt-compare table :is(th,td){padding:8px;text-align:end;vertical-align:middle}"
    ".ttt-compare table :nth-child(-n+3):is(th,td){text-align:start}"
    ".ttt-compare tbody tr{border-top:1px solid var(--edge)}"
    ".ttt-compare tbody th{font-size:15px}"
    ".ttt-compare tbody small{display:block;font-size:12px;font-weight:400;opacity:.75}"
    ".ttt-compare svg{display:block}"
    ".ttt-compare td>div{white-space:nowrap}"
    ".ttt-compare td>div small{display:inline}"
    ".ttt-compare .ttt-won{color:var(--win)}"
    ".ttt-compare p{margin:8px 0 0;font-size:13px}"
)
"""Style of a comparison; each selector names it, as styles in a notebook are the page's."""


def compare_in_html(compared: Iterable[ComparedRules], sources: Iterable[str]) -> str:
    """Return a table with a row for each of some rules, and the sources below it."""
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADINGS)
    body = "".join(map(_write_row, compared))
    below = "".join(f"<p>{escape(source)}</p>" for source in sources)
    return (
        f'<div class="ttt-compare"><style>{_STYLE}</style><table>'
        "<caption>What rules change, and how it is known</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>"
    )


def _write_row(one: ComparedRules) -> str:
    """Return the row of some rules: a number has how it is known below it."""
    facts = one.facts
    name = "" if one.title == one.rules_name else f"<small>{escape(one.rules_name)}</small>"
    cells = "".join(
        f"<td>{_write_number(facts[fact])}</td>" for fact in ("cells", "positions", "games")
    )
    return (
        f'<tr><td>{one.picture}</td><th scope="row">{escape(one.title)}{name}</th>'
        f"<td>{_write_winner(facts)}</td><td>{_write_winning(facts)}</td>{cells}"
        f"<td>{_write_random(facts)}</td></tr>"
    )


def _write_winner(facts: Mapping[str, RuleFact]) -> str:
    winner, plies = facts["winner"], facts["plies"]
    if winner.value is None:
        return "unknown"
    kind = "" if winner.value == "draw" else ' class="ttt-won"'
    after = "" if plies.value is None else f", after {plies.value} moves"
    told = _WINNERS[str(winner.value)]
    return f"<b{kind}>{told}</b><small>{winner.basis}{after}</small>"


def _write_winning(facts: Mapping[str, RuleFact]) -> str:
    winning, first_moves = facts["winning_first_moves"], facts["first_moves"]
    if winning.value is None:
        return f"unknown<small>of {first_moves.value}</small>"
    return f"{winning.value} of {first_moves.value}<small>{winning.basis}</small>"


def _write_number(fact: RuleFact) -> str:
    if fact.value is None:
        return "unknown"
    return f"{fact.value:,}<small>{fact.basis}</small>"


def _write_random(facts: Mapping[str, RuleFact]) -> str:
    lines = []
    for fact, called in _SHARES.items():
        low, high = (100 * end for end in facts[fact].interval or (0, 1))
        share = 100 * float(facts[fact].value or 0)
        lines.append(f"{called} {share:.1f} % <small>{low:.1f} to {high:.1f}</small>")
    return "".join(f"<div>{line}</div>" for line in [*lines, "<small>sampled</small>"])
