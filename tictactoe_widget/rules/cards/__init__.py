"""Rule cards: the rules of a game as data, in words that are made from the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.ultimate import Ultimate

from .any_rules import any_card
from .card import RuleCard
from .mnk import mnk_card
from .ultimate import ultimate_card

_WRITERS: Mapping[type[Rules], Callable[[Any], RuleCard]] = {
    MNK: mnk_card,
    Ultimate: ultimate_card,
}
"""Function that makes the card of the rules of a family, by family."""


def make_card(rules: Rules) -> RuleCard:
    """Return the rule card of rules, the general one for a family without its own."""
    return _WRITERS.get(type(rules), any_card)(rules)
