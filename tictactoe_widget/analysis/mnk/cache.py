"""Caches of proofs, which share one bound on their size."""

import marshal
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakSet

MOST_BYTES = 24_000_000
"""Largest size of all caches of proofs together, in bytes."""

_BYTES_OF_ENTRY = 110
"""Size of an entry without the contents of its key, in bytes, measured in CPython."""
_BYTES_PER_CHECK = 160_000
"""Number of bytes that a cache grows by between two checks of the size of all."""
_DROPPED_SHARE = 64
"""Share of a cache that is dropped at a time, as a divisor: to drop more takes too long."""

_AnswerT = TypeVar("_AnswerT", int, bool)


def proof_key(*parts: tuple[int, ...] | int) -> bytes:
    """Return the key of a position, given by bit masks in tuples and by numbers.

    >>> proof_key((0b011, 0b110), True) == proof_key((0b011, 0b110), False)
    False
    """
    # The garbage collector looks through tuples, and not into bytes: with tuples for keys
    # it takes longer, now and then, than a slice of the search. Version 2 of the format
    # writes equal parts alike; later ones do not.
    return marshal.dumps(parts, 2)


class ProofCache(Generic[_AnswerT]):
    """Proved answers by position, whose key is made by `proof_key`.

    When all caches together are full, the largest drops some of its own, the oldest.
    """

    def __init__(self) -> None:
        self._answers: dict[bytes, _AnswerT] = {}
        self.size = 0
        """Size, in bytes."""
        self._next_check = _BYTES_PER_CHECK
        _caches.add(self)

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: bytes) -> _AnswerT | None:
        """Return an answer, None where there is none."""
        return self._answers.get(key)

    def store(self, key: bytes, answer: _AnswerT) -> _AnswerT:
        """Store an answer and return it."""
        # Provers of different rules run in different threads, each with its cache.
        with _resizing:
            self._answers[key] = answer
            self.size += len(key) + _BYTES_OF_ENTRY
            if self.size > self._next_check:
                _make_room()
                self._next_check = self.size + _BYTES_PER_CHECK
        return answer

    def drop_oldest(self) -> None:
        """Drop the oldest of the answers."""
        # Only the oldest: the next slice needs what this one has just proved.
        for oldest in list(islice(self._answers, len(self) // _DROPPED_SHARE + 1)):
            del self._answers[oldest]
            self.size -= len(oldest) + _BYTES_OF_ENTRY


_resizing = Lock()
_caches: WeakSet[ProofCache[bool] | ProofCache[int]] = WeakSet()
"""All caches there are."""


def _make_room() -> None:
    """Drop the oldest proofs of the largest cache until all caches are within the bound."""
    caches = list(_caches)
    while sum([cache.size for cache in caches]) > MOST_BYTES:
        max(caches, key=lambda cache: cache.size).drop_oldest()
