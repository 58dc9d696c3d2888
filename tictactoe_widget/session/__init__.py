"""A table where rounds are played: requests in, view and answers out."""

from .session import Session

__all__ = ["Session"]
