"""Use a teacher's folder of notebooks and modules as the contents of JupyterLite."""

import ast
import copy
import json
import re
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from shared import MADE, ROOT, WORK, fresh_folder, sha256

DEMOS = ROOT / "notebooks"
"""Folder of our notebooks."""
BESIDES = {"js", "piplite", "pyodide", "pyodide_js", "pyodide_kernel"}
"""Modules that notebooks in JupyterLite can import without a package."""
WRITES = re.compile(r"%%(?:write)?file\s+(?:-a\s+)?(\w+)\.py")
"""Pattern for the first line of a cell that writes a module."""
SOLUTION = "BEGIN SOLUTION"
"""Mark that begins a solution. Graders cut solutions out of files for students."""


@dataclass(frozen=True)
class Contents:
    """Files that JupyterLite lists.

    Parameters
    ----------
    folder : Path, optional
        Folder of your own notebooks. Without one, ours are used.
    with_demos : bool, default False
        True to add our notebooks, except those with the same name as one of yours.
    """

    folder: Path | None = None
    with_demos: bool = False

    def folders(self) -> tuple[Path, ...]:
        """Return the folders of the files, in which a later folder takes precedence."""
        own = () if self.folder is None else (self.folder,)
        return (DEMOS, *own) if self.with_demos or not own else own

    def find(self, name: str) -> Path:
        """Return the file with a name, relative to the folders."""
        paths = [folder / name for folder in reversed(self.folders())]
        return next((path for path in paths if path.exists()), paths[0])

    def digest(self) -> str:
        """Return text that differs if the files differ."""
        if self.folder is None:
            return ""
        paths = [(path.relative_to(self.folder), path) for path in list_files(self.folder)]
        lines = [f"{name} {sha256(path)}" for name, path in paths]
        return "\n".join([f"with demos: {self.with_demos}", *lines])


OURS = Contents()
"""Only our notebooks."""


def choose_contents(folder: str | None, *, with_demos: bool) -> Contents:
    """Return the requested contents, or exit with a reason if there are none."""
    if folder is None:
        if with_demos:
            sys.exit(
                "--with-demos needs --notebooks: without it, the site has our notebooks anyway"
            )
        return OURS
    path = Path(folder).expanduser().resolve()
    if not path.is_dir():
        problem = f"the file {folder}" if path.exists() else f"{folder}, which does not exist"
        sys.exit(f"--notebooks must be a folder of notebooks, not {problem}")
    notebooks = [file for file in list_files(path) if file.suffix == ".ipynb"]
    if not notebooks:
        sys.exit(f"--notebooks must contain a notebook (*.ipynb), but {folder} has none")
    for notebook in notebooks:
        read_notebook(notebook)
    return Contents(path, with_demos)


def list_files(folder: Path) -> list[Path]:
    """List the files of a folder, sorted, without hidden and generated ones."""
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_hidden = any(part.startswith(".") for part in parts)
        if path.is_file() and not is_hidden and MADE.isdisjoint(parts):
            found.append(path)
    return found


def read_notebook(path: Path) -> nbformat.NotebookNode:
    """Read a notebook, or exit with its name if it is invalid."""
    try:
        with warnings.catch_warnings():
            # JupyterLab handles remaining faults itself, such as a missing id.
            warnings.simplefilter("ignore")
            notebook: nbformat.NotebookNode = nbformat.reads(
                path.read_text("utf-8"), nbformat.NO_CONVERT
            )
            nbformat.validate(copy.deepcopy(notebook))
    except (ValueError, KeyError, AttributeError, nbformat.ValidationError) as error:
        reason = str(error).partition("\n")[0][:200]
        sys.exit(f"{path} is damaged or isn't a notebook: {reason}")
    if notebook.nbformat < 4:
        sys.exit(f"{path} has a format from before 2015: open it in JupyterLab and save it")
    return notebook


def stage(contents: Contents) -> Path:
    """Copy the contents into a fresh folder of build/site, and return the folder."""
    staged = WORK / "contents"
    fresh_folder(staged)
    for folder in contents.folders():
        for path in list_files(folder):
            target = staged / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".ipynb":
                target.write_text(name_language(path), "utf-8")
            else:
                shutil.copy(path, target)
    return staged


def name_language(path: Path) -> str:
    """Return the text of a notebook with its language declared.

    A notebook that never ran may lack it, and JupyterLite would find no kernel for it.
    """
    notebook = read_notebook(path)
    if "language_info" in notebook.metadata:
        return path.read_text("utf-8")
    language = notebook.metadata.get("kernelspec", {}).get("language", "python")
    notebook.metadata["language_info"] = {"name": language}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def list_concerns(folder: Path, lock: Path) -> Iterator[str]:
    """Yield a sentence for each problem of the contents that a teacher should know.

    Parameters
    ----------
    folder : Path
        Folder of the contents.
    lock : Path
        File that lists the packages of the site.
    """
    packages = json.loads(lock.read_text("utf-8"))["packages"].values()
    there = {name.partition(".")[0] for package in packages for name in package["imports"]}
    files = list_files(folder)
    parts = (part for path in files for part in path.relative_to(folder).parts)
    beside = {part.removesuffix(".py") for part in parts}
    known = there | beside | BESIDES | set(sys.stdlib_module_names)
    for path in files:
        if path.suffix in {".ipynb", ".py"}:
            name = path.relative_to(folder)
            if missing := sorted(find_imports(path) - known - find_written(path)):
                yield f"{name} imports {', '.join(missing)}, which the site doesn't have"
            if SOLUTION in path.read_text("utf-8", "replace"):
                yield f"{name} contains solutions ({SOLUTION}), which every visitor can read"


def find_imports(path: Path) -> set[str]:
    """Return the packages that a notebook or a module imports, as far as its code is Python."""
    return {
        name.partition(".")[0]
        for source in read_sources(path)
        for node in walk(source)
        for name in imported(node)
    }


def read_sources(path: Path) -> list[str]:
    """Return the sources of a module, or of each code cell of a notebook, without magics."""
    if path.suffix == ".py":
        return [path.read_text("utf-8", "replace")]
    cells = [cell for cell in read_cells(path) if not cell.startswith("%%")]
    return ["\n".join(without_magics(cell.splitlines())) for cell in cells]


def read_cells(path: Path) -> list[str]:
    """Return the sources of the code cells of a notebook."""
    return [cell.source for cell in read_notebook(path).cells if cell.cell_type == "code"]


def without_magics(lines: Iterable[str]) -> list[str]:
    """Return the lines of a cell without commands of IPython."""
    return ["" if line.lstrip().startswith(("%", "!")) else line for line in lines]


def find_written(path: Path) -> set[str]:
    """Return the modules that the cells of a notebook write."""
    if path.suffix == ".py":
        return set()
    written = (WRITES.match(cell) for cell in read_cells(path))
    return {found[1] for found in written if found}


def walk(source: str) -> Iterator[ast.AST]:
    """Yield the nodes of a source, or no nodes if the source has a syntax error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield from ast.walk(ast.parse(source))
    except (SyntaxError, ValueError):
        return


def imported(node: ast.AST) -> list[str]:
    """Return the modules that a node imports from elsewhere."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module]
    return []
