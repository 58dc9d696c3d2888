"""Texts from outside, at every place where one comes in: what is shown obeys nobody.

What comes out of each door below keeps these rules, whatever a text that came in holds:

1. no character in it is obeyed by what shows it: no control character, none that turns the
   direction of writing, no half of a surrogate pair; ends of lines and tabs are those
   of a report or a lesson;
2. it can be encoded as UTF-8, and is a text of Python's own type;
3. it takes at most 2,000 characters wherever ``"plain"`` is shown when that comes in, but
   in lessons, which are their teacher's;
4. in HTML no text becomes a tag.

Words in any writing come out as they went in, or as Python writes them in quotes.
"""

import json
import unicodedata
from functools import cache
from math import inf

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget import (
    Game,
    PlainRules,
    RulesError,
    check_rules,
    compare_rules,
    play_match,
    play_tournament,
)
from tictactoe_widget.classroom import Lesson, Step, check, puzzles, trace, worksheet
from tictactoe_widget.matches.ratings import rate_players
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.builtin import find_player
from tictactoe_widget.players.calling import PlayerError, check_move
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers
from tictactoe_widget.session.core import answer_request
from tictactoe_widget.session.standings import Competition, StandingsSession
from tictactoe_widget.widgets.search import search_state

# Code points that the Unicode standard lists as controls of bidirectional text.
TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


class Sly(str):
    """Text of its own type, whose methods answer something else."""

    __slots__ = ()

    def __str__(self):
        return self

    def __getitem__(self, place):
        return "\x1b]0;" * 10_000

    def __len__(self):
        return 1

    def __format__(self, form):
        return "\x1b[31m"

    def translate(self, _table=None):
        return "\u202e"

    replace = split = strip = encode = lower = translate


NASTY = {
    "turned": "a\u202eb",
    "isolated": "\u2067a\u2069\u2066b",
    "marked": "\u200ea\u200fb\u061cc",
    "embedded": "\u202aa\u202b\u202c\u202d",
    "coloured": "\x1b[31mred\x1b[0m",
    "cleared": "\x9b2J\x7f\x08\x08",
    "null": "a\0b",
    "half a pair": "a\ud83db",
    "long": "m" * 1_000_000,
    "long and turned": "\u202e" * 1_000_000,
    "lines": "a\r\nb\nc\u2028d\u2029e\x85f",
    "script": "</script><script>alert(1)</script>",
    "of another type": Sly("a\u202e\x1b[2J"),
}
LEGITIMATE = "שלום سلم Zoë e\u0301 👩\u200d🔬 نمی\u200cشود हिन्दी 日本語"


class OwnError(Exception):
    def __init__(self, text):
        super().__init__()
        self.text = text

    def __str__(self):
        return self.text


class Answer:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def raising(error):
    def bot(_game):
        raise error

    return bot


def shown(*values, html=""):
    """Return all texts in values, which JSON can hold, and in HTML."""
    json.dumps(values)
    assert "<script" not in html
    return "\n".join(texts_in([*values, html]))


def texts_in(value):
    """Find the texts in JSON values, and check their types."""
    if isinstance(value, str):
        assert type(value) is str
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(key)
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)


def of_result(result):
    return shown(str(result), result.to_dict(), html=result._repr_html_())


def of_player(bot):
    host = RecordingHost(x="human", o=bot)
    host.session.play(4)
    return shown(host.state)


def of_learner(error):
    class Learner:
        def __call__(self, game):
            return game.legal_moves[0]

        def learn(self, _game):
            raise error

    host = RecordingHost(x=Learner(), o="beginner")
    return shown(host.state)


def of_tournament(bot):
    return of_result(play_tournament({"ada": bot, "bob": "beginner"}, games=2, seed=1))


def of_match(bot):
    return of_result(play_match(bot, "beginner", games=1))


def of_standings(bot):
    run = TournamentRun({"ada": bot, "bob": "beginner"}, games=1, seed=1)
    session = StandingsSession(run)
    session.change(Competition.after_start)
    session.change(lambda shown: shown.after_listing("ada", faulty=True))
    session.change(Competition.after_choosing, 1)
    return shown(session.state)


def of_trouble(error, monkeypatch):
    def step(_run, **_limits):
        raise error

    monkeypatch.setattr(TournamentRun, "step", step)
    session = StandingsSession(TournamentRun({"ada": "beginner", "bob": "beginner"}, games=1))
    session.change(Competition.after_start)
    assert "The tournament stopped" in session.state["finding"][0]
    return shown(session.state)


def of_check(function):
    return of_result(
        check({"terminal": function}, "flat", "terminal", positions=[Game()], progress=False)
    )


def of_trace(argument, result, error=None):
    def value(_game, note, deeper):
        if deeper:
            return value(_game, note, deeper=False)
        if error is not None:
            raise error
        return result

    record = trace(value, Game(), arguments=(argument, True))
    return shown(of_result(record), search_state(record))


def of_traced_name(text):
    def value(game, deeper):
        return value(game, deeper=False) if deeper else 0

    value.__name__ = text
    record = trace(value, Game(), arguments=(True,))
    return shown(of_result(record), search_state(record))


def of_rules(rules):
    return of_result(check_rules(rules, positions=3))


def of_played_rules(rules):
    host = RecordingHost(rules=rules)
    host.session.handle({"kind": "hello"})
    host.ask("card")
    return shown(host.state, host.sent)


def rules_of(**members):
    """Make a class of rules, which is called as no other in the process."""
    return type("_Rules", (PlainRules,), members)()


def of_raising_rules(error):
    def result(_self, position):
        if position.move_count:
            raise error

    rules = rules_of(result=result)
    with pytest.raises(RulesError) as raised:
        Game(rules).play(0)
    return shown(of_rules(rules), str(raised.value))


def of_answering_rules(answer):
    def result(_self, position):
        return answer if position.move_count else None

    rules = rules_of(result=result)
    with pytest.raises(RulesError) as raised:
        Game(rules).play(0)
    return shown(of_rules(rules), str(raised.value))


def titled_rules(text):
    title = property(lambda _self: text)
    return rules_of(title=title, summary=title)


def of_compared_rules(text):
    return of_result(compare_rules(titled_rules(text), seed=1))


def of_described_rules(text):
    rules = rules_of()
    type(rules).__doc__ = text
    return of_played_rules(rules)


def of_rules_error(text):
    return shown(str(RulesError(text, text, text, text)))


def of_lesson(text):
    step = Step(
        f"A text. {text}",
        position="XX./OO./...",
        task="win",
        ask=f"Win. {text}",
        right=f"Right. {text}",
        wrong=f"Wrong. {text}",
        hint=f"Hint. {text}",
    )
    lesson = Lesson(f"A title. {text}", [step], about=text, learnt=text)
    host = RecordingHost()
    host.session.open_lesson(lesson)
    told = []
    for cell in (8, 2):
        host.ask("hint")
        host.ask("play", cell=cell)
        told.append(host.state)
        host.ask("again")
    return shown(told, str(lesson), html=lesson._repr_html_())


def of_worksheet(text):
    sheet = worksheet(puzzles("standard", "fork", count=1), title=str.__str__(text)[:40])
    return shown(html=sheet.to_html() + sheet._repr_html_())


def of_executor(error):
    class Executor:
        def submit(self, *_arguments):
            raise error

    with pytest.raises(ExecutorError) as raised:
        Workers(Executor(), "games").submit(print)
    return shown(str(raised.value))


def refusal_of(answer):
    with pytest.raises(PlayerError) as raised:
        check_move(Game(), answer, "bot")
    return shown(str(raised.value))


def refusal_of_player(thing):
    with pytest.raises(TypeError) as raised:
        find_player(thing, Game().rules)
    return shown(str(raised.value))


def refusal_of_names(text):
    with pytest.raises(ValueError, match=r"must not contain .* twice") as raised:
        rate_players([text, text], [])
    return shown(str(raised.value))


# Output for an input text, by the function that takes it.
TEXT_DOORS = {
    "error of a player, at a board": lambda text: of_player(raising(OwnError(text))),
    "answer of a player, at a board": lambda text: of_player(lambda _game: Answer(text)),
    "answer within others": lambda text: of_player(lambda _game: [Answer(text), {text: 1}]),
    "error of a learner": lambda text: of_learner(OwnError(text)),
    "error of a player, in a tournament": lambda text: of_tournament(raising(OwnError(text))),
    "answer of a player, in a match": lambda text: of_match(lambda _game: Answer(text)),
    "error of a player, in standings": lambda text: of_standings(raising(OwnError(text))),
    "error of a student's function": lambda text: of_check(raising(OwnError(text))),
    "answer of a student's function": lambda text: of_check(lambda _board: Answer(text)),
    "text of a student's function": lambda text: of_check(lambda _board: text),
    "argument in a trace": lambda text: of_trace(text, 0),
    "result in a trace": lambda text: of_trace(0, text),
    "pair in a trace": lambda text: of_trace((text, Answer(text)), (text, [text])),
    "error in a trace": lambda text: of_trace(0, 0, OwnError(text)),
    "name of a function in a trace": of_traced_name,
    "error of rules": lambda text: of_raising_rules(OwnError(text)),
    "answer of rules": lambda text: of_answering_rules(Answer(text)),
    "text of rules": of_answering_rules,
    "title of rules": lambda text: of_played_rules(titled_rules(text)),
    "docstring of rules": of_described_rules,
    "fault of rules": of_rules_error,
    "lesson": of_lesson,
    "title of a worksheet": of_worksheet,
    "error of an executor": lambda text: of_executor(OwnError(text)),
    "value that is no move": lambda text: refusal_of(Answer(text)),
    "value that is no player": lambda text: refusal_of_player(Answer(text)),
    "name that is given twice": refusal_of_names,
    "answer to a request": lambda text: shown(answer_request({}, "bad", text)),
}

# Output for an input class of exceptions, by the function that takes it.
CLASS_DOORS = {
    "error of a player, at a board": lambda kind: of_player(raising(kind())),
    "answer of a player, at a board": lambda kind: of_player(lambda _game: kind()),
    "error of a learner": lambda kind: of_learner(kind()),
    "error of a player, in a tournament": lambda kind: of_tournament(raising(kind())),
    "error of a student's function": lambda kind: of_check(raising(kind())),
    "argument in a trace": lambda kind: of_trace(kind(), kind()),
    "error in a trace": lambda kind: of_trace(0, 0, kind()),
    "error of rules": lambda kind: of_raising_rules(kind()),
    "error of an executor": lambda kind: of_executor(kind()),
    "value that is no player": lambda kind: refusal_of_player(kind()),
}


def length_of(plain):
    return len(plain) + 2_000 * plain.count("plain")


@cache
def most_for(door):
    return length_of(TEXT_DOORS[door]("plain"))


@cache
def most_for_class(door):
    return length_of(CLASS_DOORS[door](type("plain", (Exception,), {})))


def check_harmless(text, most):
    obeyed = {
        sign
        for sign in set(text) - {"\n", "\t"}
        if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} or ord(sign) in TURNING
    }
    assert not obeyed
    assert text.encode().decode() == text
    assert len(text) <= most


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("door", TEXT_DOORS)
def test_a_nasty_text_comes_out_harmless(door, nasty):
    out = TEXT_DOORS[door]
    most = inf if door == "lesson" else most_for(door)
    check_harmless(out(NASTY[nasty]), most)


@pytest.mark.parametrize("nasty", NASTY)
def test_a_tournament_that_breaks_down(nasty, monkeypatch, caplog):
    caplog.set_level("CRITICAL")  # a traceback of Python itself is logged
    out = of_trouble(OwnError(NASTY[nasty]), monkeypatch)
    check_harmless(out, length_of(of_trouble(OwnError("plain"), monkeypatch)))


@pytest.mark.parametrize(
    "nasty",
    ["script", *(pytest.param(nasty, marks=pytest.mark.long) for nasty in ("turned", "long"))],
)
def test_a_nasty_title_is_compared_harmlessly(nasty):
    check_harmless(of_compared_rules(NASTY[nasty]), length_of(of_compared_rules("plain")))


# Python itself refuses classes whose names hold NUL or a lone surrogate.
@pytest.mark.parametrize(
    "nasty", [name for name in NASTY if name not in {"null", "half a pair"}]
)
@pytest.mark.parametrize("door", CLASS_DOORS)
def test_a_nasty_class_name_comes_out_harmless(door, nasty):
    out = CLASS_DOORS[door]
    check_harmless(out(type(NASTY[nasty], (Exception,), {})), most_for_class(door))


@pytest.mark.parametrize("door", TEXT_DOORS)
def test_words_in_any_writing_are_kept(door):
    out = TEXT_DOORS[door](LEGITIMATE)
    assert LEGITIMATE in out or repr(LEGITIMATE) in out


def test_line_ends_of_a_lesson_are_kept():
    text = "One.\n\nTwo:\n\tthree."
    assert text in of_lesson(text)
    assert "\\x1b[2J" in of_lesson("\x1b[2J")
