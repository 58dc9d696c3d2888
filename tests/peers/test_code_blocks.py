"""The manual's code blocks that need a package from this environment."""

from tests.support.scenes.code_blocks import blocks_of, run_block
from tests.support.scenes.scripts import ROOT


def test_guide_plays_on_cluster(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page, names = ROOT / "docs/guides/tournaments.md", {"__name__": "__main__"}
    blocks = [block for block in blocks_of(page.read_text()) if block.language]
    assert "from distributed import Client" in blocks[-1].text
    for block in blocks:
        run_block(block, page, names)
    assert names["again"].games == names["result"].games
