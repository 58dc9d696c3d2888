"""How the files of a front end become the one text that a browser gets."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

import tictactoe_widget.widgets
from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe
from tictactoe_widget.widgets.bundle import front_end, styles

FOLDER = Path(tictactoe_widget.widgets.__file__).parent
SCRIPTS = {
    Matchboxes: "matchboxes.js",
    SearchView: "search.js",
    Standings: "standings.js",
    TicTacToe: "board.js",
}


def script_of(text):
    """Return the part of a front end that a page runs once."""
    head = re.escape("function make() {\n")
    end = r"\}\nexport default globalThis\[.*\] \?\?= make\(\);\n"
    return re.fullmatch(f"{head}(.*){end}", text, re.DOTALL)[1]


def write(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder / "main.js"


def test_a_script_comes_after_those_that_it_imports_each_once_and_in_order(tmp_path):
    main = write(
        tmp_path,
        main=(
            'import { a } from "./one.js";\n'
            'import {\n  b, B,\n  c,\n} from "./two.js";\n'
            "export default { render: () => a(b, c) };\n"
        ),
        one=(
            'import { b } from "./two.js";\n'
            '/** @import { T } from "./types" */\n'
            "export function a() {}\n"
        ),
        two="export const b = “😀”;\nexport class B {}\nexport async function c() {}\nlet d;\n",
    )
    assert script_of(front_end(main)) == (
        "const b = \\u201c\\ud83d\\ude00\\u201d;\nclass B {}\nasync function c() {}\nlet d;\n"
        "function a() {}\n"
        "return { render: () => a(b, c) };\n"
    )


def test_scripts_that_import_each_other_come_once(tmp_path):
    main = write(
        tmp_path,
        main='import { a } from "./one.js";\nexport default { a };\n',
        one='import { b } from "./two.js";\nexport function a() {}\n',
        two='import { a } from "./one.js";\nexport function b() {}\n',
    )
    script = script_of(front_end(main))
    assert script == "function b() {}\nfunction a() {}\nreturn { a };\n"


@pytest.mark.parametrize(
    "line",
    [
        'import "./one.js";',
        'import * as one from "./one.js";',
        'import one from "./one.js";',
        'import { a as b } from "./one.js";',
        'import { a } from "./folder/one.js";',
        'import { a } from "one";',
        "import { a } from './one.js';",
        'export { a } from "./one.js";',
        "export { a };",
        'export * from "./one.js";',
    ],
)
def test_another_form_of_import_or_export_is_refused_with_the_form_to_write(tmp_path, line):
    main = write(tmp_path, main='import { a } from "./part.js";\n', part=f"{line}\n")
    write(tmp_path, one="export const a = 1;\n")
    with pytest.raises(
        ValueError, match=r"^part\.js cannot be joined because of .*export"
    ) as e:
        front_end(main)
    assert 'write import { a, b } from "./c.js"; and export' in str(e.value)
    assert line in str(e.value).replace("\\'", "'")


@pytest.mark.parametrize("widget", SCRIPTS)
def test_a_widget_brings_one_text_that_imports_nothing_and_exports_its_front_end(widget):
    assert widget._esm == front_end(FOLDER / SCRIPTS[widget])
    code = [row for row in widget._esm.splitlines() if not re.match(r"\s*(//|/?\*)", row)]
    assert [row for row in code if re.search(r"\bimport\b", row)] == []
    assert [row for row in code if re.search(r"\bexport\b", row)] == [
        row for row in code if row.startswith("export default globalThis[")
    ]


def test_every_script_is_in_the_front_end_of_a_widget():
    shipped = "".join(widget._esm for widget in SCRIPTS)
    for path in FOLDER.glob("*.js"):
        text = path.read_text("utf-8")
        assert text.splitlines()[1].startswith("// ")
        declared = re.findall(r"^(?:export )?(?:const|function) \w+", text, re.MULTILINE)
        assert declared
        for declaration in declared:
            assert declaration.removeprefix("export ") in shipped


def test_comments_with_lines_of_their_own_and_room_before_lines_stay_at_home(tmp_path):
    main = write(
        tmp_path,
        main=(
            "// @ts-check\n"
            "/** One line. */\n"
            "/**\n * Several\n * lines.\n */\n"
            'const a = "// text"; // beside code\n'
            "  /** @type {number} */ (a);\n"
            "/* a */ const b = 1; /* c */\n"
            "export default {};\n"
        ),
    )
    assert script_of(front_end(main)) == (
        'const a = "// text"; // beside code\n'
        "/** @type {number} */ (a);\n"
        "/* a */ const b = 1; /* c */\n"
        "return {};\n"
    )


@pytest.mark.parametrize(("exports", "count"), [("", 0), ("export default {};\n" * 2, 2)])
def test_a_front_end_has_one_default_export(tmp_path, exports, count):
    main = write(tmp_path, main=f"const a = 1;\n{exports}")
    with pytest.raises(ValueError, match=f"main.js has {count} default exports"):
        front_end(main)


def test_a_page_makes_a_front_end_once_and_another_version_for_itself(tmp_path):
    counting = (
        "globalThis.made = (globalThis.made ?? 0) + 1;\n"
        "export default { at: globalThis.made };\n"
    )
    first = front_end(write(tmp_path, main=counting))
    other = front_end(write(tmp_path, main=f"{counting}// another\nconst version = 2;\n"))
    addresses = [
        "data:text/javascript," + quote(f"{text}// {number}\n")
        for number, text in enumerate((first, first, other))
    ]
    script = f"""
    const made = [];
    for (const address of {addresses}) made.push((await import(address)).default.at);
    console.log(made.join());
    """
    done = subprocess.run(
        [shutil.which("node"), "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1,1,2\n"


def test_no_text_in_a_script_stretches_over_lines_whose_room_it_would_lose():
    for path in FOLDER.glob("*.js"):
        for row in path.read_text("utf-8").splitlines():
            assert row.count("`") % 2 == 0, (path.name, row)
            assert not row.endswith("\\"), (path.name, row)


def test_two_scripts_that_declare_the_same_name_are_refused(tmp_path):
    main = write(
        tmp_path,
        main='import { a } from "./one.js";\nconst HELP = 1;\nexport default {};\n',
        one="const HELP = 2;\nexport function a() {}\n",
    )
    with pytest.raises(ValueError, match=r"two scripts of main\.js declare HELP"):
        front_end(main)


def test_the_styles_of_a_widget_come_after_the_theme_and_those_they_import(tmp_path):
    (tmp_path / "theme.css").write_text(".ttt { color: black; }\n")
    own = tmp_path / "board.css"
    own.write_text('@import "./cells.css";\n.ttt .ttt-own { color: red; }\n')
    (tmp_path / "cells.css").write_text(".ttt .ttt-cell { color: blue; }\n")
    assert styles(own) == (
        ".ttt{color:black;}.ttt .ttt-cell{color:blue;}.ttt .ttt-own{color:red;}"
    )


def test_styles_lose_comments_and_room_but_none_that_means_something(tmp_path):
    (tmp_path / "theme.css").write_text(".ttt { color: black; }\n")
    own = tmp_path / "board.css"
    own.write_text(
        "/* The room of a board:\n   all of it. */\n"
        ".ttt {\n"
        "  --gap: calc(1px + 2px); /* beside */\n"
        "  &:is(.light *, .dark *) :where(button) + .ttt-last::before {\n"
        '    content: "!  a: b; {c}, ";\n'
        "    margin: 0 -1px;\n"
        "  }\n"
        "  @media (hover: hover) and (orientation: landscape) { .a > .b { color: red } }\n"
        "}\n"
    )
    assert styles(own) == (
        ".ttt{color:black;}.ttt{--gap:calc(1px + 2px);"
        "&:is(.light *,.dark *) :where(button) + .ttt-last::before{"
        'content:"!  a: b; {c}, ";margin:0 -1px;}'
        "@media (hover:hover) and (orientation:landscape){.a > .b{color:red}}}"
    )
