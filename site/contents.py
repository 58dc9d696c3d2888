"""Use a teacher's folder of notebooks and modules as JupyterLite's contents."""

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
"""Folder that contains our notebooks."""
BESIDES = {"js", "piplite", "pyodide", "pyodide_js", "pyodide_kernel"}
"""Modules that notebooks in JupyterLite can import without installing a package."""
WRITES = re.compile(r"%%(?:write)?file\s+(?:-a\s+)?(\w+)\.py")
"""Pattern that matches the first line of a cell that writes a module."""
SOLUTION = "BEGIN SOLUTION"
"""Marker for the beginning of a solution. Grading tools remove solutions from the students'
files."""


@dataclass(frozen=True)
class Contents:
    """Files that JupyterLite shows in its file browser.

    Parameters
    ----------
    folder : Path, optional
        Folder with your own notebooks. By default, our notebooks are used.
    with_demos : bool, default False
        True to add our notebooks too, except those that have the same name as one of yours.
    """

    folder: Path | None = None
    with_demos: bool = False

    def folders(self) -> tuple[Path, ...]:
        """Return the folders that contain the files. Later folders take precedence."""
        own = () if self.folder is None else (self.folder,)
        return (DEMOS, *own) if self.with_demos or not own else own

    def find(self, name: str) -> Path:
        """Return the path of a file, given its name relative to the folders."""
        paths = [folder / name for folder in reversed(self.folders())]
        return next((path for path in paths if path.exists()), paths[0])

    def digest(self) -> str:
        """Return a hash that changes whenever the files change."""
        if self.folder is None:
            return ""
        paths = [(path.relative_to(self.folder), path) for path in list_files(self.folder)]
        lines = [f"{name} {sha256(path)}" for name, path in paths]
        return "\n".join([f"with demos: {self.with_demos}", *lines])


OURS = Contents()
"""Contents that consist of our notebooks only."""


def choose_contents(folder: str | None, *, with_demos: bool) -> Contents:
    """Return the requested contents. If they can't be used, exit with the reason."""
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
    """List the files in a folder in order, without hidden and generated files."""
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        is_hidden = any(part.startswith(".") for part in parts)
        if path.is_file() and not is_hidden and MADE.isdisjoint(parts):
            found.append(path)
    return found


def read_notebook(path: Path) -> nbformat.NotebookNode:
    """Read a notebook. If the notebook is not valid, exit with its path and the reason."""
    try:
        with warnings.catch_warnings():
            # JupyterLab itself handles any other faults, such as a missing id.
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
    """Copy the contents into a new folder in build/site, and return this folder."""
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
    """Return a notebook's text, with a declaration of the notebook's programming language.

    A notebook that has never run might not declare its language. JupyterLite would then find no
    kernel for the notebook.
    """
    notebook = read_notebook(path)
    if "language_info" in notebook.metadata:
        return path.read_text("utf-8")
    language = notebook.metadata.get("kernelspec", {}).get("language", "python")
    notebook.metadata["language_info"] = {"name": language}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def list_concerns(folder: Path, lock: Path) -> Iterator[str]:
    """Yield a sentence for the teacher about each problem with the contents.

    Parameters
    ----------
    folder : Path
        Folder that contains the contents.
    lock : Path
        File that lists the site's packages.
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
    """Return the packages that the Python code in a notebook or a module imports."""
    return {
        name.partition(".")[0]
        for source in read_sources(path)
        for node in walk(source)
        for name in imported(node)
    }


def read_sources(path: Path) -> list[str]:
    """Return a module's source, or the source of each notebook code cell without magics."""
    if path.suffix == ".py":
        return [path.read_text("utf-8", "replace")]
    cells = [cell for cell in read_cells(path) if not cell.startswith("%%")]
    return ["\n".join(without_magics(cell.splitlines())) for cell in cells]


def read_cells(path: Path) -> list[str]:
    """Return the source of each code cell in a notebook."""
    return [cell.source for cell in read_notebook(path).cells if cell.cell_type == "code"]


def without_magics(lines: Iterable[str]) -> list[str]:
    """Return a cell's lines, with IPython's commands replaced by empty lines."""
    return ["" if line.lstrip().startswith(("%", "!")) else line for line in lines]


def find_written(path: Path) -> set[str]:
    """Return the modules that a notebook's cells write to files."""
    if path.suffix == ".py":
        return set()
    written = (WRITES.match(cell) for cell in read_cells(path))
    return {found[1] for found in written if found}


def walk(source: str) -> Iterator[ast.AST]:
    """Yield the syntax tree nodes in a source, or nothing if its syntax is wrong."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield from ast.walk(ast.parse(source))
    except (SyntaxError, ValueError):
        return


def imported(node: ast.AST) -> list[str]:
    """Return the modules that a syntax tree node imports. Relative imports are ignored."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module]
    return []
