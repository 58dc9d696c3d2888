"""What has been proved, kept for the next time it is asked."""

from itertools import islice
from typing import TypeVar

_CACHE_LIMIT = 150_000  # positions; about 200 MB

_AnswerT = TypeVar("_AnswerT", int, bool)


class ProofCache(dict[object, _AnswerT]):
    """Answers by position; when it is full, the oldest quarter makes room."""

    def store(self, key: object, answer: _AnswerT) -> _AnswerT:
        """Keep an answer and return it."""
        if len(self) >= _CACHE_LIMIT:
            # Only the oldest go: what a slice has just proved must outlast it.
            for oldest in list(islice(self, _CACHE_LIMIT // 4)):
                del self[oldest]
        self[key] = answer
        return answer
