"""Texts from outside can't do any harm where the package shows them.

Whatever text comes in, the output follows these rules:

1. It contains no character that a terminal or a page would interpret: no control characters, no
   bidirectional controls and no lone surrogates. Line breaks and tabs come only from the report
   or lesson itself.
2. It is a plain ``str`` and can be encoded as UTF-8.
3. It has at most 2,000 characters wherever the input ``"plain"`` would appear. Lessons have no
   limit, because the teacher writes them.
4. In HTML, no text becomes a tag.

Words in all scripts remain unchanged, or as Python quotes them.
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

# The Unicode standard's bidirectional control characters.
BIDI_CONTROLS = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


class DeceptiveStr(str):
    """A str subclass whose methods return something else."""

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


HOSTILE = {
    "bidi override": "a\u202eb",
    "bidi isolates": "\u2067a\u2069\u2066b",
    "bidi marks": "\u200ea\u200fb\u061cc",
    "bidi embeddings": "\u202aa\u202b\u202c\u202d",
    "terminal colours": "\x1b[31mred\x1b[0m",
    "terminal controls": "\x9b2J\x7f\x08\x08",
    "null": "a\0b",
    "lone surrogate": "a\ud83db",
    "long": "m" * 1_000_000,
    "long bidi overrides": "\u202e" * 1_000_000,
    "lines": "a\r\nb\nc\u2028d\u2029e\x85f",
    "script": "</script><script>alert(1)</script>",
    "str subclass": DeceptiveStr("a\u202e\x1b[2J"),
}
HARMLESS = "שלום سلم Zoë e\u0301 👩\u200d🔬 نمی\u200cشود हिन्दी 日本語"


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
    """Return all texts in JSON values and in HTML."""
    json.dumps(values)
    assert "<script" not in html
    return "\n".join(texts_in([*values, html]))


def texts_in(value):
    """Yield the texts in JSON values after checking their types."""
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


def of_failing_tournament(error, monkeypatch):
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
    """Make a class of rules with a unique name."""
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


# For each way in, a function that returns the output for an input text.
TEXT_INPUTS = {
    "player's error on a board": lambda text: of_player(raising(OwnError(text))),
    "player's answer on a board": lambda text: of_player(lambda _game: Answer(text)),
    "answer in a list": lambda text: of_player(lambda _game: [Answer(text), {text: 1}]),
    "learner's error": lambda text: of_learner(OwnError(text)),
    "player's error in a tournament": lambda text: of_tournament(raising(OwnError(text))),
    "player's answer in a match": lambda text: of_match(lambda _game: Answer(text)),
    "player's error in standings": lambda text: of_standings(raising(OwnError(text))),
    "student's error": lambda text: of_check(raising(OwnError(text))),
    "student's answer": lambda text: of_check(lambda _board: Answer(text)),
    "student's text": lambda text: of_check(lambda _board: text),
    "argument in a trace": lambda text: of_trace(text, 0),
    "result in a trace": lambda text: of_trace(0, text),
    "pair in a trace": lambda text: of_trace((text, Answer(text)), (text, [text])),
    "error in a trace": lambda text: of_trace(0, 0, OwnError(text)),
    "function name in a trace": of_traced_name,
    "rules' error": lambda text: of_raising_rules(OwnError(text)),
    "rules' answer": lambda text: of_answering_rules(Answer(text)),
    "rules' text": of_answering_rules,
    "rules' title": lambda text: of_played_rules(titled_rules(text)),
    "rules' docstring": of_described_rules,
    "rules error": of_rules_error,
    "lesson": of_lesson,
    "worksheet title": of_worksheet,
    "executor's error": lambda text: of_executor(OwnError(text)),
    "value that isn't a move": lambda text: refusal_of(Answer(text)),
    "value that isn't a player": lambda text: refusal_of_player(Answer(text)),
    "duplicate name": refusal_of_names,
    "answer to a request": lambda text: shown(answer_request({}, "bad", text)),
}

# For each way in, a function that returns the output for an exception class.
CLASS_INPUTS = {
    "player's error on a board": lambda kind: of_player(raising(kind())),
    "player's answer on a board": lambda kind: of_player(lambda _game: kind()),
    "learner's error": lambda kind: of_learner(kind()),
    "player's error in a tournament": lambda kind: of_tournament(raising(kind())),
    "student's error": lambda kind: of_check(raising(kind())),
    "argument in a trace": lambda kind: of_trace(kind(), kind()),
    "error in a trace": lambda kind: of_trace(0, 0, kind()),
    "rules' error": lambda kind: of_raising_rules(kind()),
    "executor's error": lambda kind: of_executor(kind()),
    "value that isn't a player": lambda kind: refusal_of_player(kind()),
}


def length_of(plain):
    return len(plain) + 2_000 * plain.count("plain")


@cache
def max_length(entry):
    return length_of(TEXT_INPUTS[entry]("plain"))


@cache
def max_length_for_class(entry):
    return length_of(CLASS_INPUTS[entry](type("plain", (Exception,), {})))


def assert_harmless(text, most):
    obeyed = {
        sign
        for sign in set(text) - {"\n", "\t"}
        if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} or ord(sign) in BIDI_CONTROLS
    }
    assert not obeyed
    assert text.encode().decode() == text
    assert len(text) <= most


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("entry", TEXT_INPUTS)
def test_hostile_text_made_harmless(entry, hostile):
    out = TEXT_INPUTS[entry]
    most = inf if entry == "lesson" else max_length(entry)
    assert_harmless(out(HOSTILE[hostile]), most)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_failing_tournament_made_harmless(hostile, monkeypatch, caplog):
    caplog.set_level("CRITICAL")  # Python logs its own traceback
    out = of_failing_tournament(OwnError(HOSTILE[hostile]), monkeypatch)
    assert_harmless(out, length_of(of_failing_tournament(OwnError("plain"), monkeypatch)))


@pytest.mark.parametrize(
    "hostile",
    [
        "script",
        *(
            pytest.param(hostile, marks=pytest.mark.long)
            for hostile in ("bidi override", "long")
        ),
    ],
)
def test_hostile_title_made_harmless(hostile):
    assert_harmless(of_compared_rules(HOSTILE[hostile]), length_of(of_compared_rules("plain")))


# Python itself rejects class names with NUL or a lone surrogate.
@pytest.mark.parametrize(
    "hostile", [name for name in HOSTILE if name not in {"null", "lone surrogate"}]
)
@pytest.mark.parametrize("entry", CLASS_INPUTS)
def test_hostile_class_name_made_harmless(entry, hostile):
    out = CLASS_INPUTS[entry]
    assert_harmless(out(type(HOSTILE[hostile], (Exception,), {})), max_length_for_class(entry))


@pytest.mark.parametrize("entry", TEXT_INPUTS)
def test_all_scripts_kept(entry):
    out = TEXT_INPUTS[entry](HARMLESS)
    assert HARMLESS in out or repr(HARMLESS) in out


def test_lesson_line_breaks_kept():
    text = "One.\n\nTwo:\n\tthree."
    assert text in of_lesson(text)
    assert "\\x1b[2J" in of_lesson("\x1b[2J")
