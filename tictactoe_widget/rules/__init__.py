"""Rules of the games: immutable objects in pure Python that find legal moves and results.

If you import any module of this package, the names and rule cards of the built-in families
are registered.
"""

from . import cards as cards
from . import family_cards as family_cards
from . import names as names
