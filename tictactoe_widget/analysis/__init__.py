"""Analysis of positions: their values, and the reasons for these values.

Importing any module in this package registers the analyses for the built-in families of rules.
"""

from . import families as families
from . import ultimate as ultimate
from .mnk import family as family
