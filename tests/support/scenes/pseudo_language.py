"""A pseudo-language that accents every text and lengthens it by two fifths."""

import json
import re
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.support.scenes.scripts import load_script
from tictactoe_widget import texts
from tictactoe_widget.texts import _Catalogue

ACCENTS = str.maketrans("aeiounyAEIOUNY", "äëïöüñÿÄËÏÖÜÑŸ")
SLOT = re.compile(r"(\{\w+\})")


def accent(template: str) -> str:
    """Accent and lengthen a template, but keep its slots.

    Patterns, such as those of lists, don't become longer.
    """
    parts = SLOT.split(template)
    said = "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))
    count = len("".join(parts[::2]))
    if (count < 10 and len(parts) > 1) or template == "1,234.5":
        return said
    # Words in other languages are long, but not endless.
    more = "~" * max(1, count * 2 // 5)
    return said + " ".join(more[at : at + 9] for at in range(0, len(more), 9))


@cache
def pseudo_catalogue() -> _Catalogue:
    """Return the pseudo-translation of each template."""
    collector = load_script(".ci/update_messages.py")
    messages: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    front_end: dict[str, str | list[str]] = {}
    for template, files in collector.find_messages().items():
        shown = any(name.startswith("frontend/") for name in files)
        if isinstance(template, tuple):
            plurals[template[0]] = [accent(form) for form in template]
            front_end |= {template[0]: plurals[template[0]]} if shown else {}
        else:
            messages[template] = accent(template)
            front_end |= {template: messages[template]} if shown else {}
    return _Catalogue(messages, plurals, front_end, "n != 1")


def build_pseudo_page(folder: Path, site: Path, builder: ModuleType, codes: list[str]) -> Path:
    """Build the site's page with the pseudo-language instead of others. Return its folder.

    Parameters
    ----------
    folder : Path
        Empty folder for the build.
    site : Path
        Folder of the real site, from which Pyodide and the notebooks are taken.
    builder : module
        The script ``site/build.py`` as a module.
    codes : list of str
        Codes for the languages that the pseudo-language replaces.
    """
    prepared, made = folder / "prepared", folder / "site"
    shutil.copytree(builder.WORK / "compiled", prepared)
    made.mkdir()
    (made / "lite").symlink_to(site / "lite")
    texts._catalogues["xx"] = pseudo_catalogue()
    try:
        words = load_script("site/answers.py").collect_words("xx")
        catalogue = texts.pack_catalogue("xx")
    finally:
        del texts._catalogues["xx"]
    for code in codes:
        words["state"]["language"] = code
        (prepared / f"texts/{code}.json").write_text(json.dumps(words), "utf-8")
        (prepared / f"texts/{code}.txt").write_text(catalogue, "utf-8")
    builder.build_page(prepared, made)
    return made
