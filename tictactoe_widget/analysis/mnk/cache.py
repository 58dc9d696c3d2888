"""Caches of proofs, which share one bound on their size."""

from itertools import islice
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

WORD = 16
"""Size of a word, in bytes: what one bit mask in a key takes, measured in CPython."""
MOST_WORDS = 2_000_000
"""Largest size of all caches of proofs together, in words: 32 MB."""

_WORDS_OF_ENTRY = 15
"""Size of an entry without the bit masks of its key, in words."""
_WORDS_PER_CHECK = 10_000
"""Number of words that a cache grows by between two checks of the size of all."""

_AnswerT = TypeVar("_AnswerT", int, bool)


class ProofCache(dict[tuple[object, ...], _AnswerT]):
    """Proved answers by position, whose key is a tuple of tuples of bit masks and more.

    When all caches together are full, the largest drops the oldest quarter of its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.words = 0
        """Size, in words."""
        self._next_check = _WORDS_PER_CHECK
        _caches[id(self)] = self

    def store(self, key: tuple[object, ...], answer: _AnswerT) -> _AnswerT:
        """Store an answer and return it."""
        # Provers of different rules run in different threads, each with its cache.
        with _resizing:
            self[key] = answer
            self.words += _words_of(key)
            if self.words > self._next_check:
                _make_room()
                self._next_check = self.words + _WORDS_PER_CHECK
        return answer

    def drop_oldest(self) -> None:
        """Drop the oldest quarter of the answers."""
        # Only the oldest: the next slice needs what this one has just proved.
        for oldest in list(islice(self, len(self) // 4 + 1)):
            del self[oldest]
            self.words -= _words_of(oldest)


_resizing = Lock()
_caches: WeakValueDictionary[int, ProofCache[bool] | ProofCache[int]] = WeakValueDictionary()
"""All caches there are, by their ids; as a dict, a cache has no hash."""


def _words_of(key: tuple[object, ...]) -> int:
    """Return the size of an entry, in words."""
    return _WORDS_OF_ENTRY + sum([len(part) for part in key if isinstance(part, tuple)])


def _make_room() -> None:
    """Drop the oldest proofs of the largest cache until all caches are within the bound."""
    caches = list(_caches.values())
    while sum([cache.words for cache in caches]) > MOST_WORDS:
        max(caches, key=lambda cache: cache.words).drop_oldest()
