"""Translation catalogues, and the functions that build sentences from them."""

from string import Formatter

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
    """Replace the catalogues with a small German one."""
    path = tmp_path / "de/LC_MESSAGES/tictactoe_widget.po"
    path.parent.mkdir(parents=True)
    path.write_text(CATALOGUE, "utf-8")
    monkeypatch.setattr(texts, "_LOCALE", tmp_path)
    monkeypatch.setattr(texts, "_catalogues", {"en": texts._catalogues["en"]})
    with in_language("de"):
        yield


@pytest.mark.usefixtures("german")
def test_translated_sentences():
    assert _("{player} wins!", player="Ada") == 'Ada hat mit "Tic-Tac-Toe" gewonnen!'
    assert ngettext("{count} game", "{count} games", 1) == "1 Spiel"
    assert ngettext("{count} game", "{count} games", 2000) == "2.000 Spiele"
    assert join_or(["5", "6", "7"]) == "5, 6 oder 7"
    assert format_number(0.125, ".1%") == "12,5 %"


@pytest.mark.usefixtures("german")
def test_english_if_missing_or_fuzzy():
    assert (_(""), _("Draw"), _("It's a draw!")) == ("", "Draw", "It's a draw!")


@pytest.mark.usefixtures("german")
def test_front_ends_get_only_own_texts():
    assert texts.front_end_texts("de") == {
        "Undo": "Zurück",
        "{count} game": ["{count} Spiel", "{count} Spiele"],
    }


@pytest.mark.usefixtures("german")
def test_unknown_language_refused():
    with pytest.raises(ValueError, match=r"language must be 'en' or 'de', not 'xx'"):
        texts.check_language("xx")


@pytest.mark.parametrize("language", texts.languages()[1:])
def test_translations_keep_slots(language):
    catalogue = texts._catalogue(language)
    pairs = [*catalogue.messages.items()]
    pairs += [(one, form) for one, forms in catalogue.plurals.items() for form in forms]
    wrong = {source: said for source, said in pairs if slots_of(source) != slots_of(said)}
    assert wrong == {}


def slots_of(template):
    """Return a template's slot names except count, which a translation may leave out."""
    return {name for _text, name, *_ in Formatter().parse(template) if name} - {"count"}
