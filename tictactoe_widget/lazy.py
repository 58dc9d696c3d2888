"""Lazy imports: a package lists its public names in a stub, and imports them on first use."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

_LINE = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)


def attach_stub(
    package: str,
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package that has a stub file.

    The stub ``__init__.pyi`` contains a line ``from .module import name as name`` for each
    public name. Type checkers read the same lines. The first time you use a name, its module is
    imported. A board therefore loads only the modules that it needs.

    Parameters
    ----------
    package : str
        Name of the package: ``__name__`` in the package's ``__init__.py``.
    """
    module = sys.modules[package]
    folder = str(module.__file__).rpartition("__init__")[0]
    # Read the stub with the loader, because the web page imports the package from a zip file.
    stub = module.__loader__.get_data(f"{folder}__init__.pyi").decode()  # type: ignore[union-attr]
    sources = {name: source for source, name in _LINE.findall(stub)}

    def load(name: str) -> Any:
        if name not in sources:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(sources[name], package), name)
        setattr(module, name, value)
        return value

    return load, lambda: sorted({*vars(module), *sources}), [*sources]
