"""Boards in a pseudo-language that accents and lengthens all texts."""

import re
from datetime import date

import pytest

from tests.support.scenes.pseudo_language import accent, pseudo_catalogue
from tictactoe_widget import Game, Match, explain, play_match, playouts, texts
from tictactoe_widget.classroom import (
    Lesson,
    Step,
    paper_sheet,
    puzzles,
    read_progress,
    worksheet,
)
from tictactoe_widget.session import Session

# Words with a vowel, except names of rules in parentheses.
ENGLISH = re.compile(r"(?<!\()\b[A-Za-z]*[aeiou][a-z]*\b")


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    """Add the pseudo-language "xx"."""
    monkeypatch.setitem(texts._catalogues, "xx", pseudo_catalogue())


def texts_of(value):
    """Yield all texts in a part of a session's state."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts_of(part)


# Parts of the state that contain names and words for code, but no sentences.
NAMES = {"texts", "names", "away_names", "shared_players", "unsolved_rules"}


def english_of(session):
    """Return the texts in a session's state that contain English words."""
    shown = texts_of([part for name, part in session.state.items() if name not in NAMES])
    return [text for text in shown if " " in text and ENGLISH.search(text)]


def ask(session, kind, **fields):
    """Send a request and return the answer's text."""
    answers = []
    session._send = answers.append
    seen = {"round": session.snapshot.round, "ply": session.snapshot.game.move_count}
    session.handle({"kind": kind, "request": "r", "client": kind, **seen, **fields})
    session._answers.clear()
    return answers[0]["message"]


def test_game_with_hints_and_card_has_no_english():
    session = Session(language="xx", hints=True, o="expert", match=2)
    ask(session, "card")
    refused = ask(session, "play", cell=4) + ask(session, "play", cell=4)
    while session.snapshot.legal_moves:
        assert english_of(session) == []
        session.play(session.snapshot.legal_moves[-1])
    assert session.state["review_summary"]
    assert english_of(session) == []
    refused += ask(session, "play", cell=8) + ask(session, "hint")
    refused += ask(session, "preview_rules", rules="standard", switch="marks", to="same")
    assert refused
    assert not ENGLISH.search(refused)


@pytest.mark.parametrize("name", ["rules", "misere"])
def test_wrong_lesson_answer_has_no_english(name):
    session = Session(language="xx", lesson=name)
    for step in range(len(session.snapshot.activity.lesson.exercises)):
        session.open_lesson(name, step=step)
        for cell in session.snapshot.legal_moves[:1]:
            session.play(cell)
        assert english_of(session) == []


def test_language_change_translates_all_texts():
    session = Session(lesson="threats")
    session.open_lesson("threats", step=2)
    session.play(3)
    english = session.state["activity"]
    assert (
        english["feedback"]
        == "That doesn't stop the threat. If you play 4, X wins with the next move."
    )
    ask(session, "language", language="xx")
    assert session.state["activity"]["feedback"].startswith("Thät döësñ't stöp thë thrëät.")
    assert session.state["texts"]["Undo"] == accent("Undo")
    ask(session, "language", language="en")
    assert session.state["activity"] == english


def test_restored_puzzle_uses_the_saved_language():
    saved = Session(puzzle=date(2026, 11, 21), language="xx").save()
    session = Session(language="de")
    session.restore(saved)
    assert session.state["language"] == "xx"
    assert english_of(session) == []


@pytest.mark.parametrize("saved", [{}, {"language": "tlh"}])
def test_unknown_saved_language_is_ignored(saved):
    old = Session(puzzle=date(2026, 11, 21)).save()
    del old["language"]
    session = Session(language="xx")
    session.restore({**old, **saved})
    assert english_of(session) == []


def test_default_names_follow_the_language():
    session = Session(names={"O": "Ada"}, language="xx")
    name = accent("Player X")
    ask(session, "rename", mark="X", name=name)
    assert session.state["names"] == {"X": "Player X", "O": "Ada"}
    assert session.state["message"] == f"{name}'s türñ"


def test_errors_for_code_stay_in_english():
    session = Session(language="xx")
    session.play(4)
    with pytest.raises(ValueError, match=r"^Position already taken$"):
        session.play(4)
    with pytest.raises(ValueError, match=r"^language must be 'en', .*, not 'tlh'$"):
        Session(language="tlh")


@pytest.fixture
def chosen():
    """Choose the pseudo-language for displays."""
    texts.set_language("xx")
    yield
    texts.set_language(None)


@pytest.mark.usefixtures("chosen")
def test_displays_follow_the_chosen_language():
    assert f"{accent('Player O')}&#39;s türñ" in Game(moves=[4]).to_svg()
    found = puzzles("standard", "block", count=1)
    shown = [
        str(playouts(Game(), 10, seed=1)),
        str(Match((), ())),
        str(read_progress("ttt1.x")),
        *(
            re.sub("<style.*</style>|<[^>]*>", "", sheet.to_html(), flags=re.DOTALL)
            for sheet in (worksheet(found), paper_sheet("program"))
        ),
    ]
    assert [text for text in shown if ENGLISH.search(text)] == []
    assert '<html lang="xx">' in worksheet(found).to_html()
    assert worksheet(found, "Draw").title == "Draw"
    texts.set_language("de")
    assert "0,50" in str(play_match("perfect", "perfect", games=1))


@pytest.mark.usefixtures("chosen")
def test_errors_ignore_the_display_language():
    finished = Game(moves=[0, 3, 1, 4, 2])
    with pytest.raises(ValueError, match=r"^Position already taken$"):
        Game(moves=[4]).play(4)
    with pytest.raises(ValueError, match=r"^Invalid position: choose 1-9\n"):
        explain(Game(), 99)
    with pytest.raises(ValueError, match=r"^Game is over. Player X won!$"):
        explain(finished, 5)
    with pytest.raises(ValueError, match=r"^kind must be 'win', .* or 'misere', not 'x'$"):
        puzzles("standard", "x")


def test_puzzles_are_equal_in_every_language():
    puzzle = puzzles("standard", "block")[0]
    session = Session(puzzle=puzzle)
    ask(session, "language", language="xx")
    assert session.state["activity"]["ask"].startswith("Ÿöü ärë O. Stöp X's thrëät.")
    assert puzzle.task == "You are O. Stop X's threat."
    with texts.in_language("xx"):
        assert puzzles("standard", "block")[0] == puzzle


def test_own_lessons_are_not_translated():
    step = Step("Draw", "OO./XX./...", task="win", ask="Play", hint="Undo")
    session = Session(lesson=Lesson("First", [step]), language="xx")
    ask(session, "hint")
    shown = session.state["activity"]
    assert [shown[part] for part in ("title", "text", "ask", "hint")] == [
        "First",
        "Draw",
        "Play",
        "Undo",
    ]


def test_failed_player_notice_stays_in_english():
    def bad(_game):
        raise ValueError("boo")

    session = Session(language="xx", o=bad)
    session.play(4)
    assert session.state["notice"] == (
        "Player O (bad) raised ValueError: boo. "
        "Choose who plays as O from now on, or start a new game."
    )
