"""What a position is worth, and why.

The families of rules that come with the package are registered here, whichever
module of this floor is imported first.
"""

from . import ultimate_evaluator as ultimate_evaluator
from .mnk import family as family
