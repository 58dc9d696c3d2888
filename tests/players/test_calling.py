import asyncio
import sys
from functools import partial
from inspect import CORO_CLOSED, getcoroutinestate
from itertools import islice

import pytest

from tictactoe_widget import Game, PlayerError, Ultimate, player
from tictactoe_widget.players.calling import (
    check_move,
    check_player,
    choose_move,
    describe_player,
    player_raised,
    think,
)

# Answers.


class Odd:
    name = "odd one"

    def __index__(self):
        raise RuntimeError("no index today")

    def __repr__(self):
        raise RuntimeError("no repr either")


class Exiting:
    def __index__(self):  # noqa: PLE0305 - it never gets to return
        sys.exit("no index")

    def __repr__(self):
        sys.exit("no repr")


NO_CELL = "cell must be an int from 0 to 8"
NO_MOVE = "move must be an int from 0 to 17 (cell for X, cell + 9 for O)"


@pytest.mark.parametrize(
    ("rules", "answer", "message"),
    [
        *(("standard", answer, f"{answer!r}: {NO_CELL}") for answer in (None, 4.0, True, "5")),
        ("standard", 9, f"9: {NO_CELL}"),
        ("standard", -1, f"-1: {NO_CELL}"),
        ("standard", 4, "cell 4: Position already taken"),
        ("standard", Odd(), f"<Odd>: {NO_CELL}"),
        ("standard", Exiting(), f"a value of type Exiting: {NO_CELL}"),
        ("wild", (4, "O"), f"(4, 'O'): {NO_MOVE}"),
        ("wild", 18, f"18: {NO_MOVE}"),
        ("wild", 13, "move 13: Position already taken"),
        ("wild", 4, "move 4: Position already taken"),
        ("ultimate", 0, "cell 0: Play in board 5"),
    ],
)
def test_illegal_answers(rules, answer, message):
    game = Game(rules).play(4)
    who = "Second (bot)" if rules == "wild" else "Player O (bot)"
    with pytest.raises(PlayerError) as caught:
        check_move(game, answer, "bot")
    assert str(caught.value) == f"{who} answered {message}"
    assert game == Game(rules).play(4)
    assert check_move(Game("wild").play(4), 17) == 17


def test_very_long_answers():
    with pytest.raises(PlayerError, match=r"^Player X answered .{1,80}: cell must be an int"):
        check_move(Game(), 10**5000)


def test_async_answers():
    coroutine = promise(Game())
    with pytest.raises(PlayerError) as caught:
        choose_move(lambda _game: coroutine, Game(), "bot")
    assert str(caught.value) == (
        "Player X (bot) answered a coroutine: define the player without async"
    )
    assert getcoroutinestate(coroutine) == CORO_CLOSED
    with pytest.raises(PlayerError, match="answered an async generator: define the player"):
        choose_move(promises, Game())


def test_index_of_an_answer():
    class Four:
        def __index__(self):
            return 4

    assert check_move(Game(), Four()) == 4


# Exceptions that players raise.


class OwnError(BaseException):
    pass


def as_function(error):
    def bot(_game):
        raise error

    return bot


def as_generator(error):
    def bot(game):
        yield game.legal_moves[0]
        raise error

    return bot


def as_search(error):
    class Bot:
        name = "bot"
        think = staticmethod(as_generator(error))

        def __call__(self, game):
            return game.legal_moves[0]

    return Bot()


@pytest.mark.parametrize("made", [as_function, as_generator, as_search])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (asyncio.CancelledError(), "CancelledError"),
        (GeneratorExit(), "GeneratorExit"),
        (SystemExit(3), "SystemExit: 3"),
        (StopIteration(), "StopIteration"),
        (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero"),
        (OwnError("mine"), "OwnError: mine"),
        (ValueError("half a pair: \ud83d"), "ValueError: half a pair: \\ud83d"),
    ],
)
def test_errors_of_players(made, error, said):
    with pytest.raises(PlayerError) as caught:
        choose_move(made(error), Game())
    assert str(caught.value) == f"Player X (bot) raised {said}"


@pytest.mark.parametrize("made", [as_function, as_generator, as_search])
def test_ctrl_c_passes_through(made):
    with pytest.raises(KeyboardInterrupt):
        choose_move(made(KeyboardInterrupt()), Game())


def test_errors_of_think_are_not_wrapped():
    game = Game().play(4)
    with pytest.raises(PlayerError) as caught:
        list(think(as_function(OwnError("mine")), game, "bot"))
    assert player_raised(game, caught.value, "somebody else") is caught.value
    assert isinstance(caught.value.__cause__, OwnError)


def test_players_that_ask_others():
    def outer(game):
        return choose_move(as_function(OwnError("mine")), game.play(0), "inner")

    with pytest.raises(PlayerError) as caught:
        choose_move(outer, Game())
    assert str(caught.value) == (
        "Player X (outer) raised PlayerError: Player O (inner) raised OwnError: mine"
    )


def test_dropped_searches_are_closed(capfd):
    ended = []

    def stubborn(game):
        try:
            while True:
                yield game.legal_moves[0]
        finally:
            ended.append(True)
            raise OwnError("I was not done")

    thinking = think(stubborn, Game())
    assert next(thinking) == 0
    del thinking
    assert ended == [True]
    assert capfd.readouterr().err == ""


# Searches.


def test_last_answer_of_a_generator_counts():
    def slow(game):
        yield None
        yield game.legal_moves[0]
        yield game.legal_moves[-1]

    def returning(game):
        yield game.legal_moves[0]
        return game.legal_moves[1]

    assert list(think(slow, Game())) == [None, 0, 8]
    assert choose_move(slow, Game()) == 8
    assert choose_move(returning, Game()) == 1


def test_named_player_runs_in_slices():
    answers = list(islice(think(player("expert", seconds=3600), Game(Ultimate())), 3))
    assert len(answers) == 3
    assert set(answers) <= set(range(81))


def test_think_must_be_callable():
    class Bot:
        think = 0.5  # seconds, say

        def __call__(self, game):
            return game.legal_moves[-1]

    assert choose_move(Bot(), Game()) == 8


# Checks and names.


async def promise(_game):
    return 4


async def promises(_game):
    yield 4


class AsyncBot:
    async def __call__(self, _game):
        return 4


class AsyncSearch:
    async def think(self, _game):
        yield 4

    def __call__(self, _game):
        return 4


@pytest.mark.parametrize(
    ("bot", "who"),
    [
        (promise, "promise"),
        (promises, "promises"),
        (AsyncBot(), "AsyncBot"),
        (AsyncBot().__call__, "__call__"),
        (AsyncSearch(), "AsyncSearch"),
        (partial(promise), "partial"),
    ],
)
def test_async_players_are_refused(bot, who):
    with pytest.raises(TypeError) as caught:
        check_player(bot)
    assert str(caught.value) == (
        f"player must be a plain function, not the async {who}: define it without async"
    )


@pytest.mark.parametrize("thing", [None, 4, ["x"], Game()])
def test_players_must_be_callable(thing):
    with pytest.raises(TypeError, match=r"^player must be a function that takes a game, not "):
        check_player(thing)


def raising(*_arguments):
    raise OwnError("not today")


def raising_on_own_attributes(_self, attribute):
    if attribute in ("name", "think"):
        raise OwnError("not today")
    raise AttributeError


@pytest.mark.parametrize(
    ("part", "value", "named"),
    [
        ("name", property(raising), "name"),
        ("think", property(raising), "think"),
        ("__getattr__", raising_on_own_attributes, "name"),
        ("__class__", property(raising), "__class__"),
        ("__eq__", raising, "__eq__"),
        ("__repr__", raising, "__repr__"),
    ],
)
def test_players_whose_parts_raise(part, value, named):
    kind = type("Bot", (), {"__call__": lambda _self, _game: 4, part: value})
    with pytest.raises(ValueError, match=r"^player must not raise an error") as caught:
        check_player(kind())
    assert str(caught.value) == (
        f"player must not raise an error, but {named} of Bot raised OwnError: not today"
    )
    assert describe_player(kind()) == "Bot"


@pytest.mark.parametrize("bot", [len, lambda _game: 4, player("casual"), partial(pow, 2)])
def test_any_callable_is_a_player(bot):
    check_player(bot)


def test_player_without_a_visible_name():
    kind = type("\u3164", (), {})
    assert describe_player(kind()) == "player"


def test_players_get_a_copy_of_the_game():
    def vandal(game):
        game._state = game._rules = None
        return 4

    game = Game(moves=(0,))
    assert choose_move(vandal, game) == 4
    assert (str(game), game.current_player) == ("X . .\n. . .\n. . .", "O")
