"""Analysis: the value of a position, and the reasons for it.

If you import any module of this package, the analyses for the built-in families of rules are
registered.
"""

from . import ultimate as ultimate
from .mnk import family as family
