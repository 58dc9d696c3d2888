"""Analysis: the value of a position, and the reasons for it.

The families of rules that come with the package are registered here, whichever
module of this subpackage is imported first.
"""

from . import ultimate as ultimate
from .mnk import family as family
