"""The content security policy on each page of the site, including other tools' pages."""

import base64
import hashlib
from html.parser import HTMLParser

import pytest

from tests.support.scenes.scripts import load_script

policies = load_script("site/policies.py")

# Sources that allow everything of one kind.
ANYTHING = {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"}


class Page(HTMLParser):
    """The parts of a page that its policy covers."""

    def __init__(self, text):
        super().__init__()
        self.policies = []
        self.before = []
        self.within = {"script": [], "style": [], "attribute": []}
        self._inside = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(given["content"])
        elif not self.policies and tag in {"base", "link", "script", "style"}:
            self.before.append(tag)
        if "style" in given:
            self.within["attribute"].append(given["style"])
        is_code = tag == "script" and "src" not in given and "json" not in given.get("type", "")
        self._inside = tag if is_code or tag == "style" else None
        assert not [name for name in given if name.startswith("on")], f"{tag} acts by itself"

    def handle_data(self, data):
        if self._inside:
            self.within[self._inside].append(data)

    def handle_endtag(self, _tag):
        self._inside = None


def read_policy(text):
    """Return the sources that a policy allows, by kind."""
    return {words[0]: set(words[1:]) for words in map(str.split, text.split(";"))}


def name_hash(text):
    """Return a text's hash source for a policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


FOR_TEACHERS = ("links.html", "progress.html")


@pytest.fixture(scope="module")
def pages(built_site):
    """Return every page of the site, by path."""
    found = {
        path.relative_to(built_site).as_posix(): Page(path.read_text("utf-8"))
        for path in built_site.rglob("*.html")
    }
    folders = {"docs", "licenses", "lite"}
    assert {name.split("/")[0] for name in found} == {*folders, "index.html", *FOR_TEACHERS}
    return found


def test_policy_comes_first(pages):
    for name, page in pages.items():
        assert len(page.policies) == 1, name
        # On our own page, the guard script is first, and the policy comes before it.
        assert page.before == [], name
        given = read_policy(page.policies[0])
        assert given["default-src"] == {"'none'"}, name
        assert given["base-uri"] == {"'none'"}, name
        assert given.get("connect-src", set()) <= {"'self'"}, name
        sources = set().union(*given.values())
        assert not [each for each in sources if "//" in each], name


def test_inline_code_allowed_by_hash(pages):
    for name, page in pages.items():
        given = read_policy(page.policies[0])
        scripts = given.get("script-src", set())
        hashes = {each for each in scripts if each.startswith("'sha256-")}
        assert {name_hash(text) for text in page.within["script"]} <= hashes, name
        assert "'unsafe-inline'" not in scripts, name
        if name.startswith("docs/"):
            assert {name_hash(text) for text in page.within["script"]} == hashes, name
            styles = {name_hash(text) for text in page.within["style"]}
            assert given["style-src"] == {"'self'", *styles}, name
            attributes = {name_hash(text) for text in page.within["attribute"]}
            assert given["style-src-attr"] == {"'unsafe-hashes'", *attributes}, name


def test_only_jupyterlite_allows_eval(pages):
    free = {
        name.split("/")[0]: {
            (kind, each)
            for kind, sources in read_policy(page.policies[0]).items()
            for each in sources & ANYTHING
        }
        for name, page in pages.items()
    }
    assert free == {
        **{name: set() for name in ("index.html", *FOR_TEACHERS)},
        "docs": set(),
        "licenses": set(),
        "lite": {("script-src", "'unsafe-eval'"), ("style-src", "'unsafe-inline'")},
    }


def test_policy_in_page_without_charset():
    page = policies.set_policy(
        "<html><head><script>go()</script></head>", "script-src 'self' SCRIPTS"
    )
    assert page == (
        '<html><head><meta http-equiv="Content-Security-Policy" '
        f"content=\"script-src 'self' {name_hash('go()')}\"><script>go()</script></head>"
    )
