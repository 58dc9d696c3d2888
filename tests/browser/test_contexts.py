"""What is noted of pages: errors that we cause, and not what their host says by itself."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import Watch

ORIGIN = "http://127.0.0.1:9"
HOST, WIDGET = "/static/lab/core.js", "/lab/extensions/widgets/view.js"

CORE = """
export const complain = (...words) => console.error(...words);
export const call = (act) => { try { act(); } catch (error) { console.error(error); } };
export const fail = () => { throw new Error("Canceled future"); };
"""


@pytest.fixture(scope="module")
def watched(browser):
    """What notes the errors of a page, and the page."""
    watch = Watch(browser, ORIGIN, host_scripts=["/static/lab/"])
    with watch.make() as context:
        yield watch, context.new_page()


@pytest.fixture
def run(watched):
    """Load a page with code in a script at a path of the host; return what was noted."""
    watch, shown = watched

    def make(path, code):
        functions = f'import {{ complain, call, fail }} from "{HOST}"'
        code = f'{functions}; {code}; document.title = "ran"'
        page = f'<link rel="icon" href="data:,"><script type="module" src="{path}"></script>'
        files = {"/": ("text/html", page), HOST: ("text/javascript", CORE)}
        files.setdefault(path, ("text/javascript", code))

        def answer(route):
            asked = route.request.url.removeprefix(ORIGIN)
            if asked in files:
                kind, text = files[asked]
                route.fulfill(content_type=kind, body=text)
            else:
                route.abort()

        shown.route("**/*", answer)
        shown.goto(f"{ORIGIN}/")
        expect(shown).to_have_title("ran")
        # Events come in order: once this one has, all are there.
        with shown.expect_console_message(lambda message: message.text == "last"):
            shown.evaluate("console.log('last')")
        try:
            watch.check()
        except AssertionError as error:
            return str(error).splitlines()[0]
        return ""

    yield make
    shown.unroute_all()


OTHER = "/static/lab/other.js"


@pytest.mark.parametrize(
    "code",
    [
        "complain('Could not restore the debugger state:', new Error('Canceled future'))",
        "call(fail)",
        "setTimeout(fail)",
        "Promise.reject(new Error('Canceled future'))",
    ],
)
def test_what_scripts_of_the_host_say_by_themselves_is_left_aside(run, code):
    assert run(OTHER, code) == ""


@pytest.mark.parametrize(
    ("code", "noted"),
    [
        ("console.error('Ours')", "console: Ours"),
        ("call(() => { throw new Error('Ours') })", "console: Error: Ours"),
        ("complain('Failed:', new Error('Ours'))", "console: Failed: Error: Ours"),
        ("call(fail)", "console: Error: Canceled future"),
        ("queueMicrotask(() => { throw new Error('Ours') })", "error: Ours"),
        ("Promise.reject(new Error('Ours'))", "error: Ours"),
        # Requests are told apart from what is logged: one has to be over.
        ("await fetch('http://127.0.0.2:9/').catch(() => 0)", "request to another host"),
    ],
)
def test_what_a_widget_says_or_has_the_host_say_is_noted(run, code, noted):
    assert run(WIDGET, code).startswith(noted)
