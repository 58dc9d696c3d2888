"""Players that never end, each in a different way. Most ignore exceptions."""

# ruff: noqa: S112, SIM105 - these faults are tested

import contextlib
from collections.abc import Callable, Iterator

from tictactoe_widget import Game

Bot = Callable[[Game], object]


# fmt: off
def _pass(_game: Game) -> object:
    while True: pass  # noqa: E701


# fmt: on


def _count(_game: Game) -> object:
    number = 0
    while number >= 0:
        number += 1
    return number


def _continues(_game: Game) -> object:
    while True:
        try:
            raise ValueError
        except:  # noqa: E722
            continue


def _passes(_game: Game) -> object:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001, S110
            pass


def _goes_on_in_the_handler(_game: Game) -> object:
    try:
        while True:
            pass
    except BaseException:  # noqa: BLE001
        while True:
            pass


def _goes_on_in_finally(_game: Game) -> object:
    try:
        while True:
            pass
    finally:
        while True:
            pass


def _continues_in_finally(_game: Game) -> object:
    while True:
        try:
            while True:
                pass
        finally:
            continue  # noqa: B012


def _nested(_game: Game) -> object:
    while True:
        try:
            while True:
                try:
                    while True:
                        pass
                except BaseException:  # noqa: BLE001
                    continue
        except BaseException:  # noqa: BLE001
            continue


def _suppresses(_game: Game) -> object:
    while True:
        with contextlib.suppress(BaseException):
            while True:
                pass


def recursing(game: Game) -> object:
    """Recurse to the maximum depth, and stay there."""
    while True:
        try:
            recursing(game)
        except BaseException:  # noqa: BLE001, S110
            pass


def _calls_itself_twice(game: Game) -> object:
    try:
        _calls_itself_twice(game)
    except BaseException:  # noqa: BLE001
        _calls_itself_twice(game)
    return 0


def _iterates(_game: Game) -> object:
    return sum(iter(lambda: 0, 1))


def _generates(_game: Game) -> object:
    def numbers() -> Iterator[int]:
        while True:
            try:
                yield 0
            except BaseException:  # noqa: BLE001, S110
                pass

    return sum(numbers())


def _never_yields(_game: Game) -> Iterator[int]:
    while True:
        pass
    yield 0


def _asks_itself(game: Game) -> object:
    while not game.play(game.legal_moves[0]).is_over:
        pass
    return 0


def _forever(*_: object) -> int:
    while True:
        pass


class _Never:
    __index__ = __repr__ = __str__ = __eq__ = __hash__ = _forever  # type: ignore[assignment]


class _IndexNever:
    __index__ = _forever


class _ReprNever:
    __repr__ = _forever  # type: ignore[assignment]


class _ClassNever:
    __class__ = property(_forever)


class _Raised(Exception):  # noqa: N818
    __str__ = __repr__ = _forever  # type: ignore[assignment]


class _RaisedStubborn(BaseException):
    def __str__(self) -> str:  # noqa: PLE0307
        while True:
            try:
                while True:
                    pass
            except BaseException:  # noqa: BLE001, S110
                pass


def _raises(kind: type[BaseException]) -> Bot:
    def raising(_game: Game) -> object:
        raise kind

    return raising


def _raises_what_never_ends(_game: Game) -> object:
    raise ValueError(_Never())


# Players that exceed every time limit, by what they do.
ENDLESS: dict[str, Bot] = {
    **{
        bot.__name__[1:].replace("_", " "): bot
        for bot in (
            *(_pass, _count, _continues, _passes, _nested),
            *(_goes_on_in_the_handler, _goes_on_in_finally, _continues_in_finally),
            *(_suppresses, _calls_itself_twice, _iterates, _generates),
            *(_never_yields, _asks_itself, _raises_what_never_ends),
        )
    },
    "answers what never is": lambda _game: _Never(),
    "answers without an index": lambda _game: _IndexNever(),
    "answers without a repr": lambda _game: _ReprNever(),
    "answers without a class": lambda _game: _ClassNever(),
    "yields what never is": lambda _game: (_Never() for _ in range(1)),
    "raises without a str": _raises(_Raised),
    "raises with a stubborn str": _raises(_RaisedStubborn),
}
