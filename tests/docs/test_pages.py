"""The README and the manual are readable as plain Markdown, and their links work."""

import re

import pytest

from tests.support.scenes.scripts import ROOT

README = (ROOT / "README.md").read_text()

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
# Directives and roles that only Sphinx understands.
RAW = re.compile(r"^(?::::|```)\{.*|\{[a-z:]+\}`[^`]*`", re.MULTILINE)


def prose_of(text):
    """Return a page without HTML comments and code blocks."""
    text = re.sub(r"^<!--.*?-->$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^```\w*$.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def pages_from(start):
    """Return the Markdown pages that can be reached from a page, including itself."""
    found = [start]
    for page in found:
        for _, target in LINK.findall(prose_of(page.read_text())):
            there = (page.parent / target.partition("#")[0]).resolve()
            if there.suffix == ".md" and there.is_file() and there not in found:
                found.append(there)
    return found


PAGES = pages_from(ROOT / "README.md")


def test_readme_links_to_every_guide():
    assert set((ROOT / "docs/guides").glob("*.md")) <= set(PAGES)
    assert {ROOT / "docs/promises.md", ROOT / "CONTRIBUTING.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_work_and_no_directives(page):
    text = prose_of(page.read_text())
    assert RAW.findall(text) == []
    for words, target in LINK.findall(text):
        assert words, target
        path, _, part = target.partition("#")
        if not target.startswith("https://"):
            there = (page.parent / path).resolve() if path else page
            assert there.exists(), target
            assert not part or slug_is_in(part, there), target


def slug_is_in(part, page):
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return part in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_guide_in_table_and_sidebar():
    index = (ROOT / "docs/guides/index.md").read_text()
    sidebar = (ROOT / "docs/index.md").read_text()
    for page in (ROOT / "docs/guides").glob("*.md"):
        if page.stem != "index":
            title = page.read_text().splitlines()[0].removeprefix("# ")
            assert f"| [{title}]({page.name}) |" in index
            assert re.search(rf"^guides/{page.stem}$", sidebar, re.MULTILINE)


def test_every_page_is_in_the_sidebar():
    docs = ROOT / "docs"
    lists = [docs / "index.md", docs / "reference/index.md", docs / "term/index.md"]
    listed = []
    for page in lists:
        for names in re.findall(r"```{toctree}\n(.*?)```", page.read_text(), re.DOTALL):
            words = re.findall(r"^[\w/-]+$", names, re.MULTILINE)
            listed += [str((page.parent / word).relative_to(docs)) for word in words]
    pages = {path.relative_to(docs) for path in docs.rglob("*.md")}
    pages |= {path.relative_to(docs) for path in docs.rglob("*.rst")}
    assert sorted([*listed, "index"]) == sorted(str(page.with_suffix("")) for page in pages)


def test_every_notebook_is_linked():
    linked = re.findall(r"/notebooks/(\w+)\.ipynb", (ROOT / "docs/notebooks.md").read_text())
    assert sorted(linked) == sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))


def test_citation_matches_file():
    told = " ".join((ROOT / "docs/cite.md").read_text().split())
    lines = (ROOT / "CITATION.cff").read_text().splitlines()
    cited = dict(
        line.split(": ", 1) for line in lines if re.match("(title|version|license): ", line)
    )
    assert len(cited) == 3
    assert [value for value in cited.values() if value.strip('"') not in told] == []


def test_tests_named_in_promises_exist():
    named = set(re.findall(r"`(tests/[^`]+)`", (ROOT / "docs/promises.md").read_text()))
    assert len(named) > 30
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


DOCUMENTS = [
    ROOT / "README.md",
    *(path for path in ROOT.glob("*/**/*") if path.suffix in {".md", ".rst", ".ipynb"}),
    *ROOT.glob("tictactoe_widget/**/*.py"),
]
NAME_OF_OURS = re.compile(r"\bpip install [^\n`]*?(?<![./])\btictactoe[-_]widget(?!-\*\.whl)\b")


def is_own_file(path):
    parts = path.relative_to(ROOT).parts
    return not {"node_modules", "dist", "build"} & set(parts) and not parts[0].startswith(".")


def test_no_install_from_package_index():
    read = [path for path in DOCUMENTS if is_own_file(path)]
    assert len(read) > 100
    told = [path for path in read if NAME_OF_OURS.search(path.read_text())]
    assert told == []
