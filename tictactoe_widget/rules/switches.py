"""Switches of boards of rows, columns and k: what is chosen, and other rules made from it."""

from collections.abc import Mapping

from .mnk import MNK, STANDARD
from .rules import Rules
from .variant import Variant


def read_switches(rules: Rules) -> dict[str, str]:
    """Return what is chosen at each switch of rules, by its name.

    Rules of families without switches, such as ultimate, stand for the standard ones.

    Examples
    --------
    >>> read_switches(Variant(4, 5, 3, misere=True, torus=True))
    {'rows': '4', 'columns': '5', 'k': '3', 'place': 'free', 'edges': 'torus', \
'marks': 'own', 'goal': 'avoid'}
    """
    if not isinstance(rules, MNK | Variant):
        rules = STANDARD
    variant = rules if isinstance(rules, Variant) else None
    is_order = variant is not None and variant.order
    return {
        "rows": str(rules.rows),
        "columns": str(rules.columns),
        "k": str(rules.k),
        "place": "drop" if variant is not None and variant.drop else "free",
        "edges": "torus" if variant is not None and variant.torus else "end",
        "marks": "own" if variant is None else variant.marks,
        "goal": "order" if is_order else "avoid" if rules.misere else "make",
    }


def make_switched_rules(chosen: Mapping[str, str]) -> Rules:
    """Return the rules with these choices; a line is at most as long as the board.

    Parameters
    ----------
    chosen : mapping
        Choice at each switch, as from `read_switches`.

    Raises
    ------
    ValueError
        When the choices make no game; the message says why.

    Examples
    --------
    >>> make_switched_rules({**read_switches(STANDARD), "place": "drop"}).name
    'drop-3x3k3'
    """
    rows, columns, k = (int(chosen[name]) for name in ("rows", "columns", "k"))
    k = min(k, max(rows, columns))
    misere, order = chosen["goal"] == "avoid", chosen["goal"] == "order"
    drop, torus = chosen["place"] == "drop", chosen["edges"] == "torus"
    marks = chosen["marks"]
    if marks == "own" and not (drop or torus):
        return MNK(rows, columns, k, misere)
    return Variant(
        rows,
        columns,
        k,
        misere=misere,
        marks=marks,  # type: ignore[arg-type]
        drop=drop,
        torus=torus,
        order=order,
    )
