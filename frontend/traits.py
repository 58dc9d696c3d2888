"""Write board/traits.ts, the TypeScript declarations of the traits of `TicTacToe`.

Run ``python frontend/traits.py``, or ``make frontend``, which calls it. The script only reads
the widget's source, so it runs without any installed package.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDGET = ROOT / "tictactoe_widget/widgets/board.py"
TRAITS = ROOT / "frontend/board/traits.ts"

PLAIN = {"bool": "boolean", "int": "number", "str": "string", "None": "null"}
SHARED = {"Grid", "Mark", "Position"}
"""Types that ../shared/game.ts declares."""
HEAD = """\
// A board's traits. frontend/traits.py writes this file from the widget's docstrings.

import type {{ AnyModel }} from "@anywidget/types";
import type {{ {shared} }} from "../shared/game.ts";
import type {{
  {shapes},
}} from "./shapes.ts";

/** Traits that Python syncs. None arrives as null, or as undefined from JupyterLite. */
export interface Traits {{
"""
END = """\
}

/** Parts of a model that the board uses. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
"""


def write_traits() -> str:
    """Return the text of board/traits.ts."""
    fields: list[str] = []
    names: set[str] = set()
    widget = next(
        node for node in ast.parse(WIDGET.read_text()).body if isinstance(node, ast.ClassDef)
    )
    for trait, below in zip(widget.body, widget.body[1:], strict=False):
        match trait, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(args=[_, *explicit])),
                ast.Expr(value=ast.Constant(value=str(docstring))),
            ):
                kind = _read_text(explicit[0]) if explicit else _translate(trait.annotation)
                lines = [line.strip() for line in docstring.splitlines()]
                words = f" {lines[0]} "
                if len(lines) > 1:
                    words = "".join(f"\n   * {line}" for line in lines) + "\n   "
                fields.append(f"  /**{words}*/\n  {name}: {kind};\n")
                names |= set(re.findall(r"\b[A-Z]\w+", kind)) - {"Record"}
    shared, shapes = sorted(names & SHARED), sorted(names - SHARED)
    head = HEAD.format(shared=", ".join(shared), shapes=",\n  ".join(shapes))
    return head + "".join(fields) + END


def _read_text(node: ast.expr) -> str:
    return str(ast.literal_eval(node))


def _translate(annotation: ast.expr) -> str:
    """Return the TypeScript type of an annotation such as ``ReadOnly[tuple[int, ...]]``."""
    match annotation:
        case ast.BinOp(left=left, right=right):
            return f"{_translate(left)} | {_translate(right)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[first, last])):
            is_list = ast.unparse(last) == "..."
            one = _translate(first)
            return f"{one}[]" if is_list else f"[{one}, {_translate(last)}]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{_translate(key)}, {_translate(value)}>"
        case ast.Subscript(slice=ast.Tuple(elts=[kind, _]) | kind):
            return _translate(kind)
    return PLAIN[ast.unparse(annotation)]


if __name__ == "__main__":
    TRAITS.write_text(write_traits())
