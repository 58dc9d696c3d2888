"""Catalogues of translations, and the functions that build sentences from them."""

import pytest

from tictactoe_widget import texts
from tictactoe_widget.texts import _, format_number, in_language, join_or, ngettext

CATALOGUE = r"""
msgid ""
msgstr ""
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: frontend/board/now.ts
msgid "Undo"
msgstr "Zurück"

#: tictactoe_widget/rules/state.py
msgid "{player} "
"wins!"
msgstr ""
"{player} hat mit \"Tic-Tac-Toe\" "
"gewonnen!"

#: frontend/search/walk.ts
msgid "{count} game"
msgid_plural "{count} games"
msgstr[0] "{count} Spiel"
msgstr[1] "{count} Spiele"

#, fuzzy
msgid "Draw"
msgstr "Zeichnen"

msgid "{items} or {last}"
msgstr "{items} oder {last}"

msgid "1,234.5"
msgstr "1.234,5"

msgid "{percent}%"
msgstr "{percent} %"
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """Replace the catalogues with a small one."""
    path = tmp_path / "de/LC_MESSAGES/tictactoe_widget.po"
    path.parent.mkdir(parents=True)
    path.write_text(CATALOGUE, "utf-8")
    monkeypatch.setattr(texts, "_LOCALE", tmp_path)
    texts._catalogue.cache_clear()
    with in_language("de"):
        yield
    texts._catalogue.cache_clear()


@pytest.mark.usefixtures("german")
def test_sentences_in_another_language():
    assert _("{player} wins!", player="Ada") == 'Ada hat mit "Tic-Tac-Toe" gewonnen!'
    assert ngettext("{count} game", "{count} games", 1) == "1 Spiel"
    assert ngettext("{count} game", "{count} games", 2000) == "2.000 Spiele"
    assert join_or(["5", "6", "7"]) == "5, 6 oder 7"
    assert format_number(0.125, ".1%") == "12,5 %"


@pytest.mark.usefixtures("german")
def test_english_replaces_what_is_missing_or_fuzzy():
    assert (_(""), _("Draw"), _("It's a draw!")) == ("", "Draw", "It's a draw!")


@pytest.mark.usefixtures("german")
def test_only_texts_of_front_ends_are_sent_to_them():
    assert texts.front_end_texts("de") == {
        "Undo": "Zurück",
        "{count} game": ["{count} Spiel", "{count} Spiele"],
    }


@pytest.mark.usefixtures("german")
def test_an_unknown_language():
    with pytest.raises(ValueError, match=r"language must be 'en' or 'de', not 'xx'"):
        texts.check_language("xx")
