"""Rule cards: the rules of a game as data, in words that are made from the rules.

The modules of the families register the functions that make their cards.
"""

from . import any_rules as any_rules
from . import mnk as mnk
from . import ultimate as ultimate
from . import variant as variant
