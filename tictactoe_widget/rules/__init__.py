"""Rules of the games: legal moves and results, immutable, on the standard library alone.

The names and the rule cards of the families that come with the package are registered
here, whichever module of this subpackage is imported first.
"""

from . import cards as cards
from . import family_cards as family_cards
from . import names as names
