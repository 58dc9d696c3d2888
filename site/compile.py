"""Compile Python modules for the site, using Pyodide under Node during the build.

The site ships bytecode, because compiling the sources would take most of the startup time.
"""

import importlib
import importlib._bootstrap_external as bootstrap
import io
import sys
import zipfile
from importlib.util import source_hash

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Timestamp for every packed file, so that the same files always give the same bytes."""
_MAJOR, _MINOR = sys.version_info[:2]
_LIBRARY = f"/lib/python{_MAJOR}{_MINOR}.zip"
_SITE_PACKAGES = f"/lib/python{_MAJOR}.{_MINOR}/site-packages"

_UNUSED = ("jedi/third_party/django-stubs/", "jedi/third_party/typeshed/stubs/")
"""Folders to leave out because they contain type stubs for packages that aren't on the site."""

_IMPORTED = (".pyc", "/__init__.pyc", "/__init__.pyi")
"""Suffixes of a module's files. A stub lists the public names in one of our packages."""
_FOR_ERRORS = ("logging", "traceback")
"""Modules that Python imports when an error occurs."""


def compile_library(archive: bytes) -> bytes:
    """Compile a zip archive of sources. Tracebacks then show line numbers only."""
    return _pack(_compiled(bytes(archive)))


def compile_page(library: bytes, wheel: bytes, host: str) -> bytes:
    """Pack all modules that the page imports, from this package and the standard library."""
    ours = {
        name: data
        for name, data in _compiled(bytes(wheel)).items()
        if name.startswith("tictactoe_widget/")
    }
    ours |= {path: data for path, data in _read(bytes(wheel)).items() if path.endswith(".pyi")}
    ours["host.pyc"] = _to_bytecode(host.encode(), f"{_LIBRARY}/host.py")
    with open("/tmp/ours.zip", "wb") as file:
        file.write(_pack(ours))
    sys.path.insert(0, "/tmp/ours.zip")
    for name in ("host", *_FOR_ERRORS):
        importlib.import_module(name)
    paths = [name.replace(".", "/") for name in sys.modules]
    imported = {f"{path}{end}" for path in paths for end in _IMPORTED}
    whole = _read(bytes(library)) | ours
    return _pack({name: whole[name] for name in whole if name in imported})


def add_bytecode(wheel: bytes) -> bytes:
    """Add bytecode to a wheel's sources. Tracebacks still show the source lines.

    Pyodide unpacks wheels without checking their RECORD file.
    """
    read = _read(bytes(wheel))
    files = {path: data for path, data in read.items() if not path.startswith(_UNUSED)}
    for path, data in list(files.items()):
        folder, _, name = path.rpartition("/")
        if name.endswith(".py"):
            try:
                bytecode = _to_bytecode(data, f"{_SITE_PACKAGES}/{path}")
            except SyntaxError:
                continue  # test data with intentional errors
            cached = f"{name[:-3]}.{sys.implementation.cache_tag}.pyc"
            files["/".join(filter(None, (folder, "__pycache__", cached)))] = bytecode
    return _pack(files)


def _compiled(archive: bytes) -> dict[str, bytes]:
    """Return a zip archive's files by name, after compiling the Python sources."""
    files = {}
    for name, data in _read(archive).items():
        if name.endswith(".py"):
            files[name + "c"] = _to_bytecode(data, f"{_LIBRARY}/{name}")
        else:
            files[name] = data
    return files


def _to_bytecode(source: bytes, path: str) -> bytes:
    """Compile a module to bytecode that is never checked against its source."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=0)
    make = bootstrap._code_to_hash_pyc  # type: ignore[attr-defined] # typeshed leaves it out
    return bytes(make(code, source_hash(source), checked=False))


def _read(archive: bytes) -> dict[str, bytes]:
    """Return the files in a zip archive by name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {
            info.filename: opened.read(info) for info in opened.infolist() if not info.is_dir()
        }


def _pack(files: dict[str, bytes]) -> bytes:
    """Create a zip archive. The same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for name in sorted(files):
            opened.writestr(zipfile.ZipInfo(name, _EPOCH), files[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()
