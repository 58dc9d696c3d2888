"""The bare page on the static site, from a plain file server in a subfolder."""

import gzip
import json
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_of_page
from tests.support.hosts.contexts import make_context
from tests.support.hosts.file_faults import PLAY_ON, SNAPSHOT, WASM
from tests.support.hosts.file_server import BarePage
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY

MARKED = ".ttt-cell:not([data-mark=''])"

# Samples per second.
RATE = 44_100
# Record what the page plays instead of playing it.
RECORD = f"""
globalThis.AudioContext = class extends OfflineAudioContext {{
  constructor() {{
    super(1, {RATE}, {RATE});
    globalThis.recorded = this;
  }}
  async resume() {{}}
}};
"""
RENDER = "recorded.startRendering().then(heard => [...heard.getChannelData(0)])"

# X wins in the middle column.
GAME = (5, 1, 2, 9, 8)
AFTER = "OX./.X./.XO", "Player X wins!"


def test_reload_restores_everything(open_page):
    bare = open_page().ready()
    board = bare.board
    board.click(*GAME[:3])
    board.cell(5).click()
    expect(board.status).to_contain_text("Position already taken")

    assert bare.page.title() == "Player O's turn \u2013 Tic-tac-toe"
    bare.page.reload()
    assert bare.page.title() == "Player O's turn \u2013 Tic-tac-toe"
    bare.ready()
    board.shows("OX./.X./...", "Player O's turn")
    board.click(*GAME[3:])
    board.shows(*AFTER)
    assert bare.page.title() == "Player X wins! \u2013 Tic-tac-toe"
    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    expect(bare.page.get_by_role("list", name="Players and scores")).to_contain_text("1")


def test_invitations_last_until_the_first_move(open_page):
    bare = open_page(viewport={"width": 320, "height": 568}).ready()
    group = bare.board.root.get_by_role("group", name="Where to start")
    invited = group.get_by_role("button")
    words = [
        "New here? Lesson 1: The rules",
        "Puzzle of the day A new puzzle every day",
        "Another game 18 games, from Misère tic-tac-toe to Order and chaos",
    ]
    expect(invited).to_have_text(words)
    assert all(button.bounding_box()["height"] >= 44 for button in invited.all())
    bare.board.click(5)
    expect(invited).to_have_count(0)
    bare.board.button("New game").click()
    invited.nth(2).click()
    expect(bare.page.get_by_role("dialog", name="Players and game")).to_be_visible()
    bare.page.keyboard.press("Escape")

    # They're below the board, so what they open starts at its beginning.
    for at, begun in ((0, "The rules"), (1, "Puzzle of the day")):
        invited.nth(at).click()
        expect(bare.board.root.locator(".ttt-activity-head")).to_contain_text(begun)
        assert bare.page.evaluate("scrollY") == 0
        expect(invited).to_have_count(0)
        bare.board.button("Leave").click()
        expect(invited).to_have_count(3)


def test_board_only_page(open_page, screenshots):
    bare = open_page(viewport={"width": 400, "height": 480}).ready()
    bare.page.get_by_role("link", name="Only the board").click()
    bare.page.wait_for_url("**/?alone")
    bare.ready()
    for name in ("Share", "JupyterLab", "Notebooks", "Manual"):
        expect(bare.page.get_by_text(name, exact=True).filter(visible=True)).to_have_count(0)
    expect(bare.page.get_by_role("heading", name="Tic-tac-toe")).to_be_hidden()

    # In a small frame, the board keeps its toolbar.
    bare.page.set_viewport_size({"width": 320, "height": 320})
    box = bare.board.button("New game").bounding_box()
    assert box["y"] + box["height"] <= 320
    assert bare.board.cell(9).bounding_box()["width"] >= 44
    expect(bare.page.get_by_role("group", name="Where to start")).to_be_hidden()
    bare.page.set_viewport_size({"width": 400, "height": 480})
    bare.board.click(5)
    bare.board.shows(".../.X./...", "Player O's turn")
    assert bare.board.cell(9).bounding_box()["y"] < 480
    bare.page.screenshot(path=screenshots / "page-alone.png")


def test_mark_sound_is_soft(open_page, site):
    site.gates[WASM].clear()  # the browser generates the sounds
    bare = open_page(script=RECORD)
    bare.page.get_by_role("button", name="Settings").last.click()
    bare.page.get_by_label("Sounds").check()
    bare.page.keyboard.press("Escape")
    bare.board.click(5)
    until(lambda: bare.page.evaluate("!!globalThis.recorded"), "a sound begins")
    heard = bare.page.evaluate(RENDER)
    loudest = max(map(abs, heard))
    assert 0.05 < loudest < 0.5  # -6 dBFS
    length = 1 + max(at for at, level in enumerate(heard) if level)
    assert 0.1 < length / RATE < 0.4
    edges = heard[:5] + heard[length - 5 : length]
    assert max(map(abs, edges)) < loudest / 50
    # In 0.1 s, the C above middle C has 52 cycles.
    tenth = pairwise(heard[: RATE // 10])
    assert sum(before < 0 <= after for before, after in tenth) in (51, 52, 53)


def test_stored_settings_before_first_paint(open_page):
    bare = open_page(viewport={"width": 390, "height": 844}, color_scheme="light").ready()
    colour = "mark => getComputedStyle(mark).stroke"
    bare.board.click(5)
    mark = bare.board.cell(5).locator(".ttt-mark")
    blue = mark.evaluate(colour)
    bare.board.button("More").click()
    bare.page.get_by_role("button", name="Settings").first.click()
    sheet = bare.page.get_by_role("dialog", name="Settings")
    wide = bare.board.button("Learn").bounding_box()["height"]
    for choice in ("Dark", "Larger", "Purple and green"):
        sheet.get_by_role("radio", name=choice).check()
    expect(sheet.get_by_label("Sounds")).not_to_be_checked()

    def shown():
        root = bare.page.locator("html")
        return root.evaluate("it => [it.className, it.dataset.text, it.dataset.marks]")

    assert shown() == ["dark", "larger", "purple-green"]
    assert mark.evaluate(colour) != blue
    assert bare.board.button("Learn").bounding_box()["height"] > 1.25 * wide
    assert bare.page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations_of_page(bare.page) == []
    bare.page.route("**/page.js*", lambda route: route.abort())
    bare.page.reload(wait_until="commit")
    bare.page.locator("body").wait_for(state="attached")
    assert shown() == ["dark", "larger", "purple-green"], "without the scripts of the page"


def test_board_visible_at_first_paint(open_page, site):
    site.gates[WASM].clear()
    bare = open_page()
    bare.board.shows(EMPTY, "Player X's turn")
    expect(bare.word).to_have_text("Python is loading")
    # The page can't paint before its script has run: see blocking="render".
    painted = """() => new Promise((done) => new PerformanceObserver((list) => {
      done(document.querySelectorAll(".ttt-cell").length);
    }).observe({ type: "paint", buffered: true }))"""
    assert bare.page.evaluate(painted) == 9
    until(lambda: (bare.loading.get_attribute("value") or "0") > "0", "the snapshot arrives")
    places = bare.places()
    bare.board.click(5)
    bare.board.shows(".../.X./...", "Player O's turn")
    expect(bare.word).to_have_text("Python is loading")
    assert bare.page.title() == "Player O's turn \u2013 Tic-tac-toe"
    assert bare.places() == places

    site.gates[WASM].set()
    bare.ready()
    bare.board.shows(".../.X./...", "Player O's turn")
    for gone in (bare.loading, bare.board.notice, bare.notice):
        expect(gone).to_be_hidden()
    expect(bare.word).to_have_text("")
    assert bare.places() == places


@pytest.mark.parametrize(
    "fault",
    [
        "damaged",
        *(
            pytest.param(fault, marks=pytest.mark.long)  # same slower start
            for fault in (404, b"not a snapshot", "other build")
        ),
    ],
)
def test_start_without_snapshot(open_page, site, site_builder, fault, expected_troubles):
    snapshot = (site.folder / SNAPSHOT).read_bytes()
    build = (site_builder.WORK / "compiled/build").read_text()
    assert f'"{build}"' in (site.folder / "worker.js").read_text()
    if fault == "damaged":
        fault = snapshot[:1_000_000] + b"????" + snapshot[1_000_004:]
    elif fault == "other build":
        unpacked = gzip.decompress(snapshot)
        assert unpacked.count(build.encode()) > 0
        fault = gzip.compress(unpacked.replace(build.encode(), b"0" * len(build)), 1)
    elif fault == 404:
        expected_troubles.append("404")
    site.faults[SNAPSHOT] = fault
    bare = open_page().ready("files")
    bare.board.click(*GAME)
    bare.board.shows(*AFTER)


@pytest.mark.long
def test_random_moves_differ_between_starts(open_page):
    replies = []
    for _ in range(2):
        bare = open_page("rules=gomoku&o=random").ready("snapshot")
        expect(bare.board.cells).to_have_count(225)
        for move in (1, 2):
            legal = bare.board.root.locator(".ttt-cell[data-mark='']")
            legal.first.click()
            expect(bare.board.root.locator(MARKED)).to_have_count(2 * move)
        replies.append(bare.kept_state()["moves"])
    # Two moves among about 220 cells each. They're equal once in 49,000 runs.
    assert replies[0] != replies[1]


@pytest.mark.long
def test_damaged_game_dropped_with_notice(open_page):
    bare = open_page().ready()
    # The first isn't a game at all. Python refuses the second.
    damages = (f'{{"saved": {"[" * 3000}{"]" * 3000}}}', '{"saved": {"version": 1}, "link": 7}')
    for damage in damages:
        bare.board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")
        bare.keep(damage)
        bare.page.reload()
        bare.ready()
        expect(bare.notice).to_contain_text("could not be read, so it was deleted")
        bare.board.shows(EMPTY, "Player X's turn")
        assert bare.kept() is None
    bare.page.reload()
    bare.ready()
    expect(bare.notice).to_be_hidden()


@pytest.mark.parametrize("fault", [pytest.param("forbidden", marks=pytest.mark.long), "full"])
def test_page_works_without_storage(open_page, fault):
    script = {
        "forbidden": "Object.defineProperty(window, 'localStorage', {"
        " get() { throw new DOMException('no', 'SecurityError') } })",
        "full": "Storage.prototype.setItem = () => {"
        " throw new DOMException('no', 'QuotaExceededError') }",
    }[fault]
    bare = open_page(script=script).ready()
    expect(bare.notice).to_be_hidden()
    bare.board.click(5)
    expect(bare.notice).to_contain_text("This browser can't save games")
    bare.notice.get_by_role("button", name="Close").click()
    bare.board.click(1)
    bare.board.shows("O../.X./...", "Player X's turn")
    expect(bare.notice).to_be_hidden()
    bare.page.reload()
    bare.ready()
    bare.board.shows(EMPTY, "Player X's turn")
    expect(bare.notice).to_be_hidden()


def test_page_works_without_server(open_page, site, expected_troubles):
    expected_troubles += ["ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"]
    bare = open_page().ready()
    bare.board.click(5)
    bare.wait_until_offline_works()
    site.stop()
    bare.page.reload()
    bare.ready()
    bare.board.shows(".../.X./...", "Player O's turn")
    bare.board.click(1)
    bare.board.shows("O../.X./...", "Player X's turn")

    expect(bare.page.get_by_text("The notebooks need the network")).to_be_hidden()
    bare.page.get_by_role("link", name="JupyterLab").click()
    expect(bare.page.get_by_text("The notebooks need the network")).to_be_visible()
    bare.page.get_by_role("link", name="To the board").click()
    bare.ready()
    bare.board.shows("O../.X./...", "Player X's turn")
    bare.page.context.set_offline(True)
    expect(bare.page.get_by_text("The notebooks need the network")).to_be_visible()


def test_second_visit_downloads_nothing(open_page, site):
    bare = open_page().ready()
    bare.wait_until_offline_works()
    assert sorted(site.requests) == sorted(set(site.requests))
    assert "python.zip" not in site.requests
    files = {
        name: (site.folder / (name or "index.html")).read_bytes() for name in site.requests
    }
    # Without compression, with compression, and until the board can be used.
    assert sum(map(len, files.values())) < 10_350_000
    packed = {name: len(gzip.compress(file)) for name, file in files.items()}
    assert sum(packed.values()) < 9_100_000, packed
    of_python = {WASM, SNAPSHOT, "worker.js", *(name for name in packed if "pyodide" in name)}
    # The sheets load after the board can be used.
    later = of_python | {"sheets.js"}
    assert sum(packed[name] for name in packed.keys() - later) < 76_000, packed
    library = len((site.folder / "python.zip").read_bytes())
    assert sum(packed.values()) - packed[SNAPSHOT] + library < 6_400_000

    site.forget()
    bare.page.reload()
    bare.ready()
    bare.board.click(5)
    bare.board.shows(".../.X./...", "Player O's turn")
    # The list is requested without conditions. Otherwise an older list would count as
    # unchanged.
    assert set(site.answers) <= {("/files.json", 200), ("/sw.js", 304)}
    assert (site.folder / "files.json").stat().st_size < 4_000


SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1280, 720)]
# The smallest window in each direction and a large one. The long test has sizes in between.
FEW = [(320, 568), (568, 320), (1280, 720)]


@pytest.mark.parametrize("sizes", [FEW, pytest.param(SIZES, marks=pytest.mark.long)], ids=len)
def test_all_visible_and_stable(open_page, site, sizes, screenshots):
    # Nothing moves when Python is ready: see test_board_visible_at_first_paint.
    site.gates[WASM].clear()
    bare = open_page(has_touch=True)
    for width, height in sizes:
        bare.page.set_viewport_size({"width": width, "height": height})
        bare.page.emulate_media(color_scheme="dark" if width > height else "light")
        bare.page.screenshot(path=screenshots / f"site-{width}x{height}.png")
        places = bare.places()
        seen = {*map(str, range(1, 10)), "status", "New game", "Hints"}
        boxes = {name: box for name, box in places.items() if name in seen}
        assert boxes.keys() == seen
        for name, (left, top, right, bottom) in boxes.items():
            assert min(left, top) >= 0, name
            assert (right <= width, bottom <= height) == (True, True), name
            assert min(right - left, bottom - top) >= 44, name
        assert bare.page.evaluate("document.documentElement.scrollWidth") <= width
        # The board uses the window's full height in landscape. In portrait it uses the width,
        # or the height left by header (56), score (54), status (48), moves (50), toolbar (60)
        # and notes (190).
        side = places["9"][2] - places["1"][0]
        upright = min(width, height - 458) if height >= 700 else width
        assert side > (0.75 * height if width > height else 0.85 * upright)

        header = bare.page.locator("header").bounding_box()
        if height <= 420:
            assert header["y"] > places["9"][3]
        else:
            assert header["height"] == (44 if width < 700 else 56)
        bare.board.click(*GAME)
        bare.board.cell(3).click()
        bare.board.shows(*AFTER)
        assert bare.places() == places
        bare.board.button("New game").click()
        bare.board.shows(EMPTY, "turn")


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_page_passes_axe(open_page, scheme, screenshots):
    bare = open_page(color_scheme=scheme).ready()
    bare.board.click(*GAME)
    bare.page.screenshot(path=screenshots / f"site-{scheme}.png")
    assert violations_of_page(bare.page) == []
    linked = bare.another("moves=5,5").ready()
    expect(linked.notice).to_be_visible()
    linked.page.screenshot(path=screenshots / f"site-{scheme}-link.png")
    assert violations_of_page(linked.page) == []


def test_page_installable_on_phone(open_page, built_site):
    bare = open_page().ready()
    bare.wait_until_offline_works()
    devtools = bare.page.context.new_cdp_session(bare.page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window installs nothing. Nothing else prevents it.
    assert [each["errorId"] for each in errors] in ([], ["in-incognito"])

    manifest = json.loads((built_site / "manifest.json").read_text())
    icons = {icon["src"].split("?")[0]: icon for icon in manifest["icons"]}
    assert [icons[name]["purpose"] for name in ("./icon-512.png", "./icon-maskable.png")] == [
        "any",
        "maskable",
    ]
    sizes = {name: icon["sizes"] for name, icon in icons.items() if name.endswith("png")}
    # Apple's phones request their own icon.
    for name, size in {**sizes, "./icon-180.png": "180x180"}.items():
        assert bare.page.evaluate(DRAW, name) == [size, True], name


# The marks are at the same place in each icon: X in the upper corner, O opposite.
DRAW = """async (name) => {
  const picture = new Image();
  picture.src = name;
  await picture.decode();
  const canvas = document.createElement("canvas");
  const { naturalWidth: side } = picture;
  canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const at = (x, y) => [...pen.getImageData(side * x / 96, side * y / 96, 1, 1).data];
  const [blue, orange, ground] = [at(32, 32), at(64, 51), at(48, 80)];
  const isDrawn = blue[2] > 200 && orange[0] > 200 && ground[0] < 60;
  return [`${side}x${picture.naturalHeight}`, isDrawn];
}"""


def test_without_javascript_or_webassembly(browser, site):
    with make_context(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site.url)
        expect(page.locator("noscript :lang(en)")).to_contain_text("needs JavaScript")
        expect(page.locator("noscript :lang(de)")).to_contain_text("braucht JavaScript")
    with make_context(browser) as context:
        context.add_init_script("delete globalThis.WebAssembly")
        bare = BarePage(context.new_page(), site).open()
        told = "This browser can't run Python because it does not support WebAssembly."
        expect(bare.notice).to_contain_text(f"{told} {PLAY_ON}")
        bare.board.click(5)
        bare.board.shows(".../.X./...", "Player O's turn")
        bare.board.button("Hints").click()
        expect(bare.board.status).to_contain_text(told)


def test_browser_without_storage_space(open_page, site):
    bare = open_page()
    devtools = bare.page.context.new_cdp_session(bare.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": site.origin, "quotaSize": 12e6})
    bare.page.reload()
    bare.ready()
    gone = """async () => (await caches.keys()).length === 0
      && !(await navigator.serviceWorker.getRegistration())"""
    until(lambda: "files.json" in site.requests, "the service worker is being installed")
    until(lambda: bare.page.evaluate(gone), "what was kept of it is gone")
    bare.board.click(5)
    bare.board.shows(".../.X./...", "Player O's turn")
    expect(bare.notice).to_be_hidden()

    devtools.send("Storage.overrideQuotaForOrigin", {"origin": site.origin})
    bare.page.reload()
    bare.ready()
    bare.board.shows(".../.X./...", "Player O's turn")
    expect(bare.notice).to_be_hidden()
    bare.wait_until_offline_works()
