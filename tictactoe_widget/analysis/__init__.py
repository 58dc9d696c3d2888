"""Analysis: the value of a position, and the reasons for it.

Importing any module in this package registers the analyses for the built-in families of rules.
"""

from . import ultimate as ultimate
from .mnk import family as family
