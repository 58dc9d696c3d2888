"""The page in other languages: at any time, without JavaScript and without a network."""

from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_faults import WASM

# Matches English words that occur in no German text.
ENGLISH = r"\b(the|your?|move|game|hints?|learn|settings|close|wins?|lesson|square|empty)\b"

# All visible and spoken text on the page, the board and the open sheet.
ALL_TEXTS = """() => [...document.querySelectorAll("body, body *")].flatMap((one) => [
  one.ariaLabel, one.title, one.getAttribute("aria-valuetext"),
  ...[...one.childNodes].filter((part) => part.nodeType === 3).map((part) => part.nodeValue),
]).concat(document.title).filter(Boolean).join("\\n")"""

# Chooses languages one after another.
CHOOSE = """(chooser, codes) => {
  for (const code of codes) {
    chooser.value = code;
    chooser.dispatchEvent(new Event("change"));
  }
}"""


def choose(bare, sheet_name, label, code):
    """Choose a language in Settings."""
    bare.page.locator("#settings").click()
    sheet = bare.page.get_by_role("dialog", name=sheet_name)
    sheet.get_by_role("combobox", name=label).select_option(code)


def english_on(page):
    """Return the lines with English words on the page."""
    found = page.evaluate(
        f"""() => ({ALL_TEXTS})().split("\\n").filter((line) => /{ENGLISH}/i.test(line))"""
    )
    own = ("<", "{", "JupyterLab")  # scripts and data
    return [line for line in found if not line.strip().startswith(own)]


def test_language_change_keeps_game(open_page):
    bare = open_page("lesson=threats").ready()
    page = bare.page
    page.evaluate("globalThis.isSame = true")
    for step in (2, 3):
        bare.board.button("Next").click()
        expect(bare.board.spoken).to_contain_text(f"Step {step} of 9.")
    bare.board.cell(4).click()
    expect(bare.board.root).to_contain_text("That doesn't stop the threat.")
    choose(bare, "Settings", "Language", "de")
    sheet = page.get_by_role("dialog", name="Einstellungen")
    expect(sheet.get_by_role("combobox", name="Sprache")).to_be_focused()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert english_on(page) == []
    page.keyboard.press("Escape")
    expect(bare.board.root).to_contain_text("Das stoppt die Drohung nicht.")
    assert page.evaluate("globalThis.isSame"), "the page was loaded again"
    choose(bare, "Einstellungen", "Sprache", "en")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(bare.board.root).to_contain_text("That doesn't stop the threat.")


def test_last_quick_language_choice_wins(open_page, site):
    site.gates["texts/fr.txt"].clear()
    bare = open_page().ready()
    page = bare.page
    with page.expect_request("**/texts/fr.txt*"):
        choose(bare, "Settings", "Language", "fr")
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    with page.expect_event("requestfinished", lambda one: "texts/fr.txt" in one.url):
        site.gates["texts/fr.txt"].set()
    page.keyboard.press("Escape")
    bare.board.cell(4).click()
    expect(bare.board.status).to_contain_text("ist am Zug")
    # With arrow keys, a choice can come before the previous choice's texts.
    with page.expect_event("requestfinished", lambda one: "texts/es.json" in one.url):
        page.locator("#settings").click()
        page.get_by_role("combobox", name="Sprache").evaluate(CHOOSE, ["es", "en"])
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(bare.board.status).to_have_text("Player O's turn")
    assert "texts/es.txt" not in site.requests


def test_unavailable_language_keeps_old_one(open_page, site, expected_troubles):
    expected_troubles += ["404 (Not Found)", "integrity"]
    site.faults |= {"texts/fr.json": 404, "texts/es.txt": 404}
    bare = open_page().ready()
    choose(bare, "Settings", "Language", "de")
    expect(bare.page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    bare.page.keyboard.press("Escape")
    for code in ("fr", "es"):
        choose(bare, "Einstellungen", "Sprache", code)
        expect(bare.notice).to_contain_text("Diese Sprache konnte nicht geladen werden.")
        bare.notice.get_by_role("button", name="Schließen").click()
        bare.page.locator("#settings").click()
        expect(bare.page.get_by_role("combobox", name="Sprache")).to_have_value("de")
        bare.page.keyboard.press("Escape")
    bare.page.reload()
    expect(bare.page.get_by_role("button", name="Neues Spiel")).to_be_visible()


def test_language_change_before_python(open_page, site):
    site.gates[WASM].clear()
    bare = open_page()
    bare.board.click(5)
    choose(bare, "Settings", "Language", "ar")
    expect(bare.page.get_by_role("dialog", name="الإعدادات")).to_be_visible()
    bare.page.keyboard.press("Escape")
    assert english_on(bare.page) == []
    bare.board.cell(1).click()
    expect(bare.board.status).to_contain_text("X")


def test_offline_notebook_page_translated(open_page, site, expected_troubles):
    expected_troubles.append("ERR_INTERNET_DISCONNECTED")
    bare = open_page(locale="de-AT").ready()
    bare.wait_until_offline_works()
    bare.page.context.set_offline(True)
    bare.page.goto(f"{site.url}lite/tree/")
    expect(bare.page).to_have_title("Kein Netz – Tic-Tac-Toe")
    bare.page.get_by_role("link", name="Zum Brett").click()
    expect(bare.page.get_by_role("button", name="Neues Spiel")).to_be_visible()


def test_unsupported_browser_text_translated(browser, site):
    with make_context(browser, locale="ar") as context:
        context.add_init_script("delete window.DecompressionStream")
        page = context.new_page()
        for path in ("", "lite/lab/index.html"):
            page.goto(f"{site.url}{path}")
            said = page.get_by_role("alert")
            expect(said).to_contain_text("تحتاج هذه الصفحة إلى متصفح أحدث")
            expect(said).to_have_attribute("dir", "rtl")
