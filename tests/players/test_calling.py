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


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "Player O (bot) answered None: a move is a cell, an int from 0 to 8"),
        (4.0, "Player O (bot) answered 4.0: a move is a cell, an int from 0 to 8"),
        (True, "Player O (bot) answered True: a move is a cell, an int from 0 to 8"),
        ("5", "Player O (bot) answered '5': a move is a cell, an int from 0 to 8"),
        (9, "Player O (bot) answered cell 9: cells go from 0 to 8"),
        (-1, "Player O (bot) answered cell -1: cells go from 0 to 8"),
        (4, "Player O (bot) answered cell 4, position 5: Position already taken"),
    ],
)
def test_an_answer_that_is_no_move_is_named_with_the_reason(answer, message):
    game = Game().play(4)
    with pytest.raises(PlayerError) as caught:
        check_move(game, answer, "bot")
    assert str(caught.value) == message
    assert game == Game().play(4)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            (4, "O"),
            (
                "answered (4, 'O'): a move is an int from 0 to 17, "
                "a cell for X and a cell + 9 for O"
            ),
        ),
        (18, "answered move 18: moves go from 0 to 17"),
        (13, "answered move 13, position 5o: Position already taken"),
        (4, "answered move 4, position 5x: Position already taken"),
    ],
)
def test_an_answer_that_is_no_move_where_marks_are_chosen_is_told_what_moves_are(
    answer, message
):
    game = Game("wild").play(4)
    with pytest.raises(PlayerError) as caught:
        check_move(game, answer, "bot")
    assert str(caught.value) == f"Second (bot) {message}"
    assert check_move(game, 17, "bot") == 17


def test_an_answer_whose_own_methods_raise_is_refused_like_any_other():
    with pytest.raises(PlayerError, match=r"^Player X answered <Odd>: a move is"):
        check_move(Game(), Odd())


def test_a_move_in_the_wrong_small_board_is_refused_in_the_words_of_the_rules():
    game = Game(Ultimate()).play(4)
    with pytest.raises(PlayerError, match="answered cell 0, position a1: Play in board 5"):
        check_move(game, 0)


class Exiting:
    def __index__(self):  # noqa: PLE0305 - it never gets to return
        sys.exit("no index")

    def __repr__(self):
        sys.exit("no repr")


def test_an_answer_whose_repr_exits_is_shown_by_its_type():
    with pytest.raises(PlayerError, match="answered a value of type Exiting: a move is"):
        check_move(Game(), Exiting())


def test_an_answer_too_long_to_be_written_is_refused_as_off_the_board():
    with pytest.raises(PlayerError, match=r"^Player X answered cell .{1,80}: cells go from 0"):
        check_move(Game(), 10**5000)


def test_an_answer_of_an_async_function_is_named_and_closed():
    async def later(game):
        return game.legal_moves[0]

    coroutine = later(Game())
    with pytest.raises(PlayerError) as caught:
        choose_move(lambda _game: coroutine, Game(), "bot")
    assert str(caught.value) == (
        "Player X (bot) answered a coroutine: a player must be a plain function, not async def"
    )
    assert getcoroutinestate(coroutine) == CORO_CLOSED


def test_an_answer_of_an_async_generator_is_named():
    async def later(game):
        yield game.legal_moves[0]

    with pytest.raises(PlayerError, match="answered an async generator: a player must be"):
        choose_move(later, Game())


def test_what_is_an_integer_by_its_index_is_a_move():
    class Four:
        def __index__(self):
            return 4

    assert check_move(Game(), Four()) == 4


# What players raise.


def test_a_player_that_raises_is_named_with_what_it_said():
    def careless(_game):
        return 1 // 0

    with pytest.raises(PlayerError, match=r"Player X \(careless\) raised ZeroDivisionError: "):
        choose_move(careless, Game())


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
        (OwnError("mine"), "OwnError: mine"),
        (ValueError("half a pair: \ud83d"), "ValueError: half a pair: \\ud83d"),
    ],
)
def test_whatever_a_player_raises_is_the_fault_of_that_player(made, error, said):
    with pytest.raises(PlayerError) as caught:
        choose_move(made(error), Game())
    assert str(caught.value) == f"Player X (bot) raised {said}"


@pytest.mark.parametrize("made", [as_function, as_generator, as_search])
def test_ctrl_c_while_a_player_thinks_goes_to_the_person_who_pressed_it(made):
    with pytest.raises(KeyboardInterrupt):
        choose_move(made(KeyboardInterrupt()), Game())


def test_the_error_that_think_raises_is_not_wrapped_again():
    game = Game().play(4)
    with pytest.raises(PlayerError) as caught:
        list(think(as_function(OwnError("mine")), game, "bot"))
    assert player_raised(game, caught.value, "somebody else") is caught.value
    assert isinstance(caught.value.__cause__, OwnError)


def test_a_player_that_asks_another_one_answers_for_it():
    def outer(game):
        return choose_move(as_function(OwnError("mine")), game.play(0), "inner")

    with pytest.raises(PlayerError) as caught:
        choose_move(outer, Game())
    assert str(caught.value) == (
        "Player X (outer) raised PlayerError: Player O (inner) raised OwnError: mine"
    )


def test_a_search_that_is_dropped_is_ended_and_its_protest_is_not_heard(capfd):
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


def test_a_generator_improves_its_answer_and_the_last_one_counts():
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


def test_a_named_player_can_be_run_in_slices():
    answers = list(islice(think(player("expert", seconds=3600), Game(Ultimate())), 3))
    assert len(answers) == 3
    assert set(answers) <= set(range(81))


def test_what_is_called_think_but_cannot_be_called_is_no_search():
    class Bot:
        think = 0.5  # seconds, say

        def __call__(self, game):
            return game.legal_moves[-1]

    assert choose_move(Bot(), Game()) == 8


# Who may play, and by what name.


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
def test_a_player_that_is_async_is_refused_with_a_word_about_async(bot, who):
    with pytest.raises(TypeError) as caught:
        check_player(bot)
    assert str(caught.value) == (
        f"{who} is async: a player must be a plain function (def, not async def)"
    )


@pytest.mark.parametrize("thing", [None, 4, ["x"], Game()])
def test_what_cannot_be_called_is_not_a_player(thing):
    with pytest.raises(TypeError, match=r"^a player must be a function of a game, not "):
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
def test_a_player_whose_parts_raise_is_refused_and_still_has_a_name(part, value, named):
    kind = type("Bot", (), {"__call__": lambda _self, _game: 4, part: value})
    with pytest.raises(ValueError, match=r"^Bot cannot be a player") as caught:
        check_player(kind())
    assert str(caught.value) == (
        f"Bot cannot be a player: its {named} raised OwnError: not today"
    )
    assert describe_player(kind()) == "Bot"


@pytest.mark.parametrize("bot", [len, lambda _game: 4, player("casual"), partial(pow, 2)])
def test_what_can_be_called_is_a_player(bot):
    check_player(bot)


def test_a_player_without_any_name_is_a_player():
    kind = type("\u3164", (), {})
    assert describe_player(kind()) == "player"


def test_a_player_that_writes_into_the_game_harms_its_own_copy_alone():
    def vandal(game):
        game._state = game._rules = None
        return 4

    game = Game(moves=(0,))
    assert choose_move(vandal, game) == 4
    assert (str(game), game.current_player) == ("X . .\n. . .\n. . .", "O")
