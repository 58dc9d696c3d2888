"""Cache of proofs."""

from itertools import islice
from typing import TypeVar

_CACHE_LIMIT = 150_000
"""Largest number of positions in a cache; they take about 200 MB."""

_AnswerT = TypeVar("_AnswerT", int, bool)


class ProofCache(dict[object, _AnswerT]):
    """Proved answers by position; when the cache is full, the oldest quarter is dropped."""

    def store(self, key: object, answer: _AnswerT) -> _AnswerT:
        """Store an answer and return it."""
        if len(self) >= _CACHE_LIMIT:
            # Only the oldest: the next slice needs what this one has just proved.
            for oldest in list(islice(self, _CACHE_LIMIT // 4)):
                del self[oldest]
        self[key] = answer
        return answer
