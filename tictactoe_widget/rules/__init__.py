"""Rules of the games: legal moves and results, in immutable objects and pure Python.

Importing any module of this package registers the names and rule cards of the built-in
families.
"""

from . import cards as cards
from . import family_cards as family_cards
from . import names as names
