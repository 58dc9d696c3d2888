"""Serve the static site on this computer or to a classroom: ``python site/serve.py``.

The server sends compressed files to every client that accepts them. Each file is compressed
only once. The compressed files for dist/site are kept in build/site.
"""

import argparse
import asyncio
import errno
import gzip
import io
import ipaddress
import logging
import mimetypes
import socket
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import segno
from jupyter_client.localinterfaces import public_ips
from shared import SITE, WORK, say, sha256
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, StaticFileHandler

from tictactoe_widget.validation import write_whole

PACKED = WORK / "packed"
"""Folder with the compressed copies. The name of each copy is the hash of its contents."""
WORTHWHILE = 0.9
"""Maximum ratio of compressed size to original size for sending a file compressed."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""Content types that must be correct, whatever settings the computer has."""
EVERY = ("", "0.0.0.0", "::")  # noqa: S104 - only if the user chooses it
"""Host names that stand for all addresses of this computer."""
ELSEWHERE = ("192.0.2.1", 9)
"""Address without a real host. The route to this address shows this computer's own address in
its network."""

Signature = tuple[int, int, int]
"""Value that changes whenever a file is written."""


def main() -> None:
    """Serve the site until Ctrl+C is pressed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to serve at (0.0.0.0 lets other machines connect)",
    )
    parser.add_argument("--port", type=int, default=8000, help="port, or 0 for any free port")
    parser.add_argument("--folder", type=Path, default=SITE, help="folder of the site")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if not (folder / "index.html").is_file():
        sys.exit(f"{arguments.folder} contains no site (no index.html): run make site")
    sockets = listen(arguments.host, arguments.port)
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    with TemporaryDirectory() as passing, suppress(KeyboardInterrupt):
        copies = pack_files(folder, PACKED if folder == SITE else Path(passing))
        server = HTTPServer(make_application(folder, copies))
        asyncio.run(serve(server, sockets, arguments.host))


async def serve(server: HTTPServer, sockets: list[socket.socket], host: str) -> None:
    """Print the server's addresses, and answer requests on its sockets."""
    server.add_sockets(sockets)
    say("\n".join(describe(host, sockets[0].getsockname()[1])))
    sys.stdout.flush()
    await asyncio.Event().wait()


def listen(host: str, port: int) -> list[socket.socket]:
    """Open sockets for a host and a port. If opening fails, exit with the reason."""
    if port not in range(65536):
        sys.exit(f"port must be 0 to 65535, not {port}: choose one above 1023")
    try:
        return bind_sockets(port, host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {port} is in use: try make serve PORT={port + 1}")
        if error.errno == errno.EACCES:
            sys.exit(f"Port {port} needs administrator rights: choose one above 1023")
        sys.exit(
            f"host must be an address of this machine, not {host} ({error.strerror}): "
            "HOST=0.0.0.0 serves at all its addresses"
        )


def describe(host: str, port: int) -> list[str]:
    """Return the lines to print: the addresses, and a QR code for phones."""
    is_for_all = host in EVERY
    addresses = find_addresses() if is_for_all else [host]
    links = [f"http://{write_host(address)}:{port}/" for address in addresses]
    lines = [f"The site is at {link}" for link in links]
    if not links:
        link = f"http://127.0.0.1:{port}/"
        lines = [f"The site is at {link}", "This machine isn't in a network with others."]
    elif is_for_this_machine(host):
        lines.append("Only this machine can open it. To let others in, use HOST=0.0.0.0.")
    else:
        lines += [
            draw_code(links[0]),
            "To open the site on a phone in the same network, scan this code.",
        ]
    return [*lines, "To stop the server, press Ctrl+C."]


def find_addresses() -> list[str]:
    """Return addresses at which other devices can reach this computer, most likely first."""
    found = filter(None, (find_way_out(), *public_ips()))
    return list(dict.fromkeys(ip for ip in found if not is_for_this_machine(ip)))


def find_way_out() -> str | None:
    """Return this computer's address in the network through which it reaches other networks."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # this call sends nothing
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_for_this_machine(host: str) -> bool:
    """Return True if a host can be reached only from this computer."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def write_host(address: str) -> str:
    """Return an address in the form that links use."""
    return f"[{address}]" if ":" in address else address


def draw_code(address: str) -> str:
    """Return an address as a QR code for a terminal, drawn with characters."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def pack_files(folder: Path, packed: Path) -> dict[Path, tuple[Signature, Path]]:
    """Compress the files in a folder that become smaller and don't have a compressed copy yet.

    Parameters
    ----------
    folder : Path
    packed : Path
        Folder for the compressed copies. If a file is deleted, its copy is deleted too.

    Returns
    -------
    dict
        Signature and compressed copy of each file, by path.
    """
    packed.mkdir(parents=True, exist_ok=True)
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    found = {path: (sign(path), packed / f"{sha256(path)}.gz") for path in files}
    fresh = {copy: path for path, (_, copy) in found.items() if not copy.is_file()}
    if fresh:
        say(f"Compressing {len(fresh)} files (only once)")
        sys.stdout.flush()
    for copy, path in fresh.items():
        write_whole(copy, compress(path.read_bytes()))
    for path in set(packed.glob("*.gz")) - {copy for _, copy in found.values()}:
        path.unlink()
    return {path: entry for path, entry in found.items() if entry[1].stat().st_size}


def compress(data: bytes) -> bytes:
    """Compress data. If the result is hardly smaller, return ``b""``."""
    smaller = gzip.compress(data, mtime=0)
    return smaller if len(smaller) < WORTHWHILE * len(data) else b""


def sign(path: Path) -> Signature:
    """Return a file's signature, which changes whenever the file is written."""
    status = path.stat()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def make_application(folder: Path, copies: dict[Path, tuple[Signature, Path]]) -> Application:
    """Return a web application that serves the files in a folder."""
    settings = {"path": str(folder), "copies": copies}
    return Application([("/(.*)", PackedFileHandler, settings)])


class PackedFileHandler(StaticFileHandler):
    """Request handler for files, some of which have compressed copies."""

    def initialize(self, path: str, copies: dict[Path, tuple[Signature, Path]]) -> None:  # type: ignore[override]
        """Store the compressed copies in addition to the path."""
        super().initialize(path, default_filename="index.html")
        self.copies = copies
        self.plain_path = Path()
        self.is_packed = False

    def validate_absolute_path(self, root: str, absolute_path: str) -> str | None:
        """Return the path of the file to send: the requested file or its compressed copy."""
        found = super().validate_absolute_path(root, absolute_path)
        if found is None:
            return None
        self.plain_path = Path(found)
        signature, copy = self.copies.get(self.plain_path, (None, None))
        headers = self.request.headers
        # Send the original file if the request is for a range of it, or if the site has been
        # rebuilt since the start.
        self.is_packed = (
            "gzip" in headers.get("Accept-Encoding", "")
            and "Range" not in headers
            and signature == sign(self.plain_path)
        )
        return str(copy) if self.is_packed else found

    def get_content_size(self) -> int:
        """Return the size of the file to send."""
        return Path(self.absolute_path or "").stat().st_size

    def compute_etag(self) -> str:
        """Return a tag that changes whenever the file is written again."""
        return '"{:x}-{:x}-{:x}"'.format(*sign(Path(self.absolute_path or "")))

    def get_content_type(self) -> str:
        """Return the content type of the requested file."""
        guessed = mimetypes.guess_type(self.plain_path.name)[0]
        return TYPES.get(self.plain_path.suffix) or guessed or "application/octet-stream"

    def set_extra_headers(self, path: str) -> None:  # noqa: ARG002 - the name is tornado's
        """Set the encoding header, and make browsers revalidate a file before they reuse it."""
        self.set_header("Vary", "Accept-Encoding")
        if self.is_packed:
            self.set_header("Content-Encoding", "gzip")
        if "v" not in self.request.arguments:
            self.set_header("Cache-Control", "no-cache")


if __name__ == "__main__":
    main()
