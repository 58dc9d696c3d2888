"""Invalid values, and all functions of the package that must refuse them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from random import Random
from typing import Any, TypeAlias

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ask
from tictactoe_widget import (
    MNK,
    Game,
    IllegalMoveError,
    TicTacToe,
    Ultimate,
    find_rules,
    parse_position,
    play_match,
    player,
    position_name,
)
from tictactoe_widget.classroom import Menace, check, puzzles
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import FLAG, NUMBER, OPTIONAL_NUMBER
from tictactoe_widget.session.state import board_request

Refusals: TypeAlias = tuple[type[Exception], ...]

# Texts with a meaning somewhere in the package, and texts that are hard to display.
WORDS = (
    "", " ", "X", "O", "x", "draw", "human", "expert", "perfect", "standard", "4x4", "5x5k4",
    "misere-3x3k3", "ultimate-open", "999x999k3", "0x0k0", "4x4k", "b2", "a1,b2", "5", "-1",
    "1e3", "X.O/.X./..O", "X" * 81, "/" * 9, "rules=4x4&moves=a1,b2", "moves=5,5", "%", "%00",
    "%ff", "&=&", "a=b", "2026-11-22", "0000-00-00", "Ada", "\0", "\ud800", "\u202e",
    "\u0663", "\U0001f600", "<script>", "__class__", "NaN", "x" * 101, "y" * 5_000,
)  # fmt: skip

NUMBERS = (
    0, 1, 2, 3, 4, 5, 8, 9, 10, 15, 19, 20, 81, 255, 256, -1, -2, 2**31, -(2**63), 10**30,
    0.0, 0.5, 3.0, 1e308, float("nan"), float("inf"), float("-inf"), True, False,
)  # fmt: skip


class Odd:
    """An object whose repr and comparison raise."""

    def __repr__(self) -> str:
        raise ZeroDivisionError("looked at")

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("compared")

    __hash__ = None  # type: ignore[assignment]


def json_value(random: Random, depth: int = 2) -> Any:
    """Return a random JSON value."""
    kind = random.randrange(8 if depth else 6)
    if kind < 2:
        return random.choice(WORDS)
    if kind < 4:
        return random.choice(NUMBERS)
    if kind == 4:
        return None
    if kind == 5:
        return random.randrange(-3, 100)
    inner = [json_value(random, depth - 1) for _ in range(random.randrange(4))]
    return inner if kind == 6 else {random.choice(WORDS): value for value in inner}


def anything(random: Random) -> Any:
    """Return a random JSON or Python value."""
    if random.random() < 0.8:
        return json_value(random)
    makers: tuple[Callable[[], Any], ...] = (
        Odd, object, dict, set, lambda: b"X", lambda: (0, 1), lambda: range(10**6),
        lambda: Game, lambda: len, lambda: (cell for cell in (0, 0)), lambda: 1j,
        lambda: MNK(4, 4, 3), lambda: Game().play(4), lambda: date(2026, 11, 22),
        lambda: NotImplemented,
        lambda: type("Cell", (int,), {})(3), lambda: type("Text", (str,), {})("4x4"),
    )  # fmt: skip
    return random.choice(makers)()


def damaged(random: Random, value: Any, forge: Callable[[Random], Any] = json_value) -> Any:
    """Return a copy of a JSON value with a few parts changed, added or left out."""
    if random.random() < 0.02:
        return forge(random)
    copy = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place, key = random.choice([*_places(copy)] or [({}, "")])
        act = random.randrange(4)
        if act == 0:
            place.pop(key)
        elif act == 1 and isinstance(place[key], str):
            place[key] = damaged_text(random, place[key])
        elif act == 2 and isinstance(place, dict):
            place[random.choice(WORDS)] = forge(random)
        elif act == 2:
            place.insert(key, forge(random))
        else:
            place[key] = forge(random)
        if not copy:
            break
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Return every place in a JSON value, as container and key or index."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def damaged_text(random: Random, text: str) -> str:
    """Return a text with a few characters changed, added, left out or repeated."""
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        at = random.randrange(len(text) + 1)
        to = at + random.randrange(4)
        added = random.choice(
            ("", text[at:to] * 2, random.choice("XO.,/&=%-0129abkx \n"), *WORDS)
        )
        text = text[:at] + added + text[to:]
    return text


def maybe_text(random: Random, text: str) -> Any:
    return anything(random) if random.random() < 0.05 else damaged_text(random, text)


@dataclass(frozen=True)
class EntryPoint:
    """A function that takes outside values, and its documented exceptions.

    Parameters
    ----------
    name : str
        Name of the function.
    attempt : callable
        Function that takes a random generator and makes one call with forged arguments.
    refusals : tuple
        Exceptions that are documented.
    cost : int
        Number of examples to skip for each one that is tried, if examples are slow.
    """

    name: str
    attempt: Callable[[Random], object]
    refusals: Refusals = (TypeError, ValueError)
    cost: int = 1

    def attack(self, examples: int, seed: int = 1) -> None:
        """Make the calls. Each must be accepted or refused with a message.

        Other exceptions are raised with the example's number in a note.
        """
        for number in range(max(1, examples // self.cost)):
            try:
                self.attempt(Random(f"{seed} {number}"))
            except self.refusals as refusal:
                if not str(refusal).strip():
                    raise AssertionError("a refusal without a word") from refusal
            except Exception as fault:
                fault.add_note(f"{self.name}, example {number} of seed {seed}")
                raise


GAMES = (
    Game(moves=(4, 0, 8)),
    Game("4x4").play(5).play(0),
    Game("ultimate").play(40).play(36),
    Game.from_text("X.O/.X./..O").play(1),
    Game(MNK(15, 15, 5), (112, 113)),
)
DICTS = tuple(game.to_dict() for game in GAMES)
LINKS = tuple(game.to_link() for game in GAMES)
TEXTS = tuple((game.to_text(), game.rules) for game in GAMES)


def _saved() -> tuple[Any, ...]:
    """Return saved sessions of several kinds, as JSON."""
    played = Session("4x4", o="casual", names={"X": "Ada"}, hints=True)
    lesson = Session(lesson="forks")
    won = Session()
    for cell in (0, 3, 1, 4, 2):
        won.play(cell)
    return tuple(json.loads(json.dumps(one.save())) for one in (played, lesson, won))


SAVED = _saved()
SESSION = Session()
MENACE = Menace(seed=1)
MENACE_SAVED = json.loads(json.dumps(MENACE.save()))


def _any_word(random: Random) -> str:
    return random.choice(WORDS)


# Valid values for a field, by its check. Any other check takes a text.
_RIGHT: dict[Any, Callable[[Random], Any]] = {
    NUMBER: lambda random: random.randrange(-1, 12),
    OPTIONAL_NUMBER: lambda random: random.choice((None, 0, 1, 5)),
    FLAG: lambda random: random.random() < 0.5,
}


def forged_request(random: Random, state: dict[str, Any]) -> Any:
    """Return a valid request, a damaged one, or another value."""
    kind = random.choice(list(board_request.kinds))
    fields = {
        name: _RIGHT.get(check, _any_word)(random)
        for name, check in board_request.kinds[kind].arguments.items()
    }
    request = ask(kind, round=state["round"], ply=state["move_count"], **fields)
    if random.random() < 0.4:
        return request
    return damaged(random, request, anything)


class Table:
    """A session that receives many forged requests."""

    def __init__(self) -> None:
        self.host = RecordingHost()
        # State of a front end that received only the published values.
        self.shown: dict[str, Any] = dict(self.host.first)

    def attempt(self, random: Random) -> None:
        """Send a request. It must get one answer and change nothing if it is refused."""
        request = forged_request(random, self.shown)
        answer, is_told = self.send(request)
        assert answer["code"] != "internal", request
        assert answer["ok"] == (answer["code"] == "ok")
        assert answer["ok"] or (answer["message"] and not is_told), request
        # Hints and players on large boards would take too long.
        if self.shown["hints"]:
            assert self.send(self.ask("hints", on=False))[0]["ok"]
        if self.shown["rules_name"] not in ("standard", "misere", "4x4"):
            assert self.send(self.ask("rules", rules="standard"))[0]["ok"]

    def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Make a request for the shown state."""
        return ask(kind, round=self.shown["round"], ply=self.shown["move_count"], **fields)

    def send(self, request: Any) -> tuple[dict[str, Any], bool]:
        """Send a request. Return its answer and whether anything was published."""
        self.host.log.clear()
        self.host.session.handle(request)
        for changes in self.host.told:
            self.shown.update(changes)
        (answer,) = self.host.sent
        json.dumps(answer, ensure_ascii=False).encode()
        return answer, bool(self.host.told)


def _restore(random: Random) -> None:
    before = SESSION.state
    try:
        SESSION.restore(damaged(random, random.choice(SAVED), anything))
    except ValueError:
        assert SESSION.state == before
        raise


def _restore_machine(random: Random) -> None:
    before = MENACE.save()
    try:
        MENACE.restore(damaged(random, MENACE_SAVED, anything))
    except ValueError:
        assert MENACE.save() == before
        raise


def _from_text(random: Random) -> Game:
    text, rules = random.choice(TEXTS)
    return Game.from_text(maybe_text(random, text), rules)


def _play(random: Random) -> Game:
    return random.choice(GAMES).play(
        anything(random), *random.choice(((), (anything(random),)))
    )


def _match(random: Random) -> object:
    players: list[Any] = [
        random.choice(("random", "casual", anything(random))) for _ in range(2)
    ]
    return play_match(players[0], players[1], random.choice(("standard", anything(random))), 1)


def _check(random: Random) -> object:
    contract = random.choice(("flat", anything(random)))
    return check(anything(random), contract, positions=[Game()])


def _make(kind: type[Any], random: Random) -> Any:
    names = ("game", "x", "o", "names", "hints", "lesson", "puzzle")
    chosen = {name: anything(random) for name in names if random.random() < 0.2}
    return kind(random.choice(("standard", "4x4", anything(random))), **chosen)


def _sizes(random: Random) -> MNK:
    sizes: list[Any] = [random.choice((*NUMBERS, anything(random))) for _ in "mnk"]
    return MNK(*sizes)


def entry_points() -> tuple[EntryPoint, ...]:
    """Return every entry point. Those with a session get a new one."""
    return (
        EntryPoint("Session.handle", Table().attempt, ()),
        EntryPoint("Session.restore", _restore, (ValueError,), cost=4),
        EntryPoint("Session", partial(_make, Session), cost=8),
        EntryPoint("TicTacToe", lambda random: _make(TicTacToe, random).close(), cost=40),
        EntryPoint(
            "Game.from_dict",
            lambda random: Game.from_dict(damaged(random, random.choice(DICTS), anything)),
            (ValueError,),
        ),
        EntryPoint(
            "Game.from_link",
            lambda random: Game.from_link(maybe_text(random, random.choice(LINKS))),
        ),
        EntryPoint("Game.from_text", _from_text),
        EntryPoint("Game.play", _play, (IllegalMoveError, TypeError, ValueError)),
        EntryPoint(
            "parse_position",
            lambda random: parse_position(maybe_text(random, "b12"), random.choice(GAMES)),
        ),
        EntryPoint(
            "position_name",
            lambda random: position_name(anything(random), random.choice(GAMES)),
        ),
        EntryPoint("find_rules", lambda random: find_rules(maybe_text(random, "misere-4x5k3"))),
        EntryPoint("MNK", _sizes),
        EntryPoint("Ultimate", lambda random: Ultimate(anything(random), anything(random))),
        EntryPoint(
            "player", lambda random: player(maybe_text(random, "casual"), seed=anything(random))
        ),
        EntryPoint("Menace.restore", _restore_machine, (ValueError,), cost=200),
        EntryPoint("check", _check, cost=100),
        EntryPoint("play_match", _match, cost=20),
        EntryPoint(
            "puzzles",
            lambda random: puzzles("standard", anything(random), count=anything(random)),
            cost=4,
        ),
    )
