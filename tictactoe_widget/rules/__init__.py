"""Game rules: immutable pure-Python objects that find legal moves and results.

Importing any module in this package registers the names and rule cards of the built-in
families.
"""

from . import cards as cards
from . import family_cards as family_cards
from . import names as names
