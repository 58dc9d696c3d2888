"""Front ends of the widgets, as ``frontend/build.mjs`` made them."""

import base64
import gzip
import os
from hashlib import sha256
from pathlib import Path

_STATIC = Path(__file__).parent.parent / "static"

# A page unpacks a front end once, however many boards it shows.
_UNPACK = """\
const unpack = async () => {
const packed = Uint8Array.from(atob('PACKED'), byte => byte.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
const script = new Blob([await new Response(stream).text()], {type: 'text/javascript'});
const address = URL.createObjectURL(script);
try { return (await import(address)).default } finally { URL.revokeObjectURL(address) }
};
export default await (globalThis[Symbol.for('tictactoe_widget unpacked DIGEST')] ??= unpack());
"""


def find_front_end(name: str) -> str | Path:
    """Find a script or a style sheet that was built, for anywidget to hand to the browser.

    Parameters
    ----------
    name : str
        Name of the file, such as ``"board.js"``.

    Returns
    -------
    str or Path
        Its text, of a script packed; its path where anywidget is to watch it
        (``ANYWIDGET_HMR=1``). A path would have anywidget refer to every widget for as long as
        the process runs.

    Raises
    ------
    FileNotFoundError
        The front ends were not built.
    """
    path = _STATIC / name
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: build the front ends with `make frontend` "
            "or `pip install --editable .`"
        )
    if os.environ.get("ANYWIDGET_HMR") == "1":
        return path
    text = path.read_text("utf-8")
    return _pack(text) if path.suffix == ".js" else text


def _pack(script: str) -> str:
    """Return a module that unpacks another one in the browser and exports what it exports.

    Every saved board brings its script, which is half as long like this. Whose icons it has
    is said where people can read it.
    """
    packed = base64.b64encode(gzip.compress(script.encode(), mtime=0)).decode()
    first, _, _ = script.partition("\n")
    owners = f"{first}\n" if first.startswith("/*!") else ""
    module = _UNPACK.replace("DIGEST", sha256(packed.encode()).hexdigest()[:16])
    return owners + module.replace("PACKED", packed)
