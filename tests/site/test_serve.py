"""The server behind `make serve`: responses, many clients, and printed addresses."""

import gzip
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest

from tests.support.patience import PATIENCE
from tests.support.scenes.scripts import ROOT, load_script

pytestmark = pytest.mark.usefixtures("ctrl_c_enabled")

serving = load_script("site/serve.py")

# The host that means all of a machine's addresses.
EVERY = "0.0.0.0"  # noqa: S104 - nothing listens there
# The line with the address for this machine only.
AT = r"The site is at http://127\.0\.0\.1:(\d+)/\n"
# Number of pupils in a class.
CLIENTS = 30
# File types that are sent compressed.
PACKED_TYPES = {
    "index.html": "text/html; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "manifest.json": "application/json",
    "lite/static/pyodide/pyodide.asm.js": "text/javascript; charset=utf-8",
    "lite/static/pyodide/pyodide.asm.wasm": "application/wasm",
    "lite/build/fa-solid-900.svg": "image/svg+xml",
    "lite/files/play.ipynb": "application/json",
}
# File types that are already compressed.
PLAIN_TYPES = {"pyodide.bin": "application/octet-stream", "icon-192.png": "image/png"}


def run_server(*arguments):
    return subprocess.Popen(
        [sys.executable, "site/serve.py", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def running_server(folder):
    """Serve a folder from another process. Yield the port."""
    process = run_server("--folder", folder, "--port", "0")
    try:
        said = (re.fullmatch(AT, line) for line in process.stdout)
        yield int(next(filter(None, said))[1])
    finally:
        process.send_signal(signal.SIGINT)
        with process.stdout:
            assert "To stop the server, press Ctrl+C.\n" in process.stdout
        assert process.wait(PATIENCE) == 0


def read_end(*arguments):
    """Run a server that can't start. Return its message."""
    process = run_server(*arguments)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    return said.strip()


def ask(port, path, method="GET", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, f"/{path}", headers=named)
        with connection.getresponse() as answer:
            return answer, answer.read()


def test_thirty_clients_get_all_files(built_site):
    wanted = {name: (built_site / name).read_bytes() for name in PACKED_TYPES | PLAIN_TYPES}
    together = threading.Barrier(CLIENTS)

    def visit(port):
        together.wait(PATIENCE)
        for name, kind in (PACKED_TYPES | PLAIN_TYPES).items():
            answer, data = ask(port, name, Accept_Encoding="gzip, deflate, br")
            assert answer.status == 200
            assert answer.headers["Content-Type"] == kind
            is_packed = name in PACKED_TYPES
            assert answer.headers["Content-Encoding"] == ("gzip" if is_packed else None)
            assert len(data) <= len(wanted[name]) * (0.9 if is_packed else 1)
            assert (gzip.decompress(data) if is_packed else data) == wanted[name], name

    with running_server(built_site) as port, ThreadPoolExecutor(CLIENTS) as clients:
        for visited in [clients.submit(visit, port) for _ in range(CLIENTS)]:
            visited.result()


@pytest.fixture
def small_site(tmp_path):
    """Return a folder with a page, a script and a subfolder, and the script's text."""
    folder = tmp_path / "site"
    (folder / "docs").mkdir(parents=True)
    text = "".join(f"const part{number} = {number};\n" for number in range(200))
    (folder / "page.js").write_text(text)
    (folder / "index.html").write_text("<!doctype html><title>A board</title>" + 50 * "<p>")
    (folder / "docs/index.html").write_text("<!doctype html><title>The manual</title>")
    (tmp_path / "secret.txt").write_text("not for others")
    return folder, text.encode()


def test_range_not_compressed(small_site):
    folder, text = small_site
    with running_server(folder) as port:
        answer, data = ask(port, "page.js")
        assert (answer.headers["Content-Encoding"], data) == (None, text)
        assert answer.headers["Vary"] == "Accept-Encoding"
        answer, data = ask(port, "page.js", Range="bytes=6-10", Accept_Encoding="gzip")
        assert (answer.status, answer.headers["Content-Encoding"], data) == (
            206,
            None,
            b"part0",
        )
        answer, data = ask(port, "page.js", method="HEAD", Accept_Encoding="gzip")
        assert (answer.status, answer.headers["Content-Encoding"], data) == (200, "gzip", b"")


def test_files_outside_site_not_sent(small_site):
    folder, _ = small_site
    with running_server(folder) as port:
        for path, title in (("", "A board"), ("docs/", "The manual")):
            _, data = ask(port, path)
            assert f"<title>{title}</title>".encode() in data
        moved, _ = ask(port, "docs")
        assert (moved.status, moved.headers["Location"]) == (301, "/docs/")
        for path in ("../secret.txt", "%2e%2e/secret.txt", "nothing.html"):
            answer, data = ask(port, path)
            assert answer.status in (403, 404)
            assert b"not for others" not in data


def test_browser_revalidates_files(small_site):
    folder, text = small_site
    with running_server(folder) as port:
        answer, _ = ask(port, "page.js", Accept_Encoding="gzip")
        assert answer.headers["Cache-Control"] == "no-cache"
        tag = answer.headers["Etag"]
        again, data = ask(port, "page.js", Accept_Encoding="gzip", If_None_Match=tag)
        assert (again.status, data) == (304, b"")
        other = text.replace(b"part0", b"other")
        (folder / "page.js").write_bytes(other)
        changed, data = ask(port, "page.js", Accept_Encoding="gzip", If_None_Match=tag)
        assert (changed.status, data) == (200, other)
        # An address with a hash always means the same file.
        hashed, _ = ask(port, "page.js?v=0123456789abcdef")
        assert "no-cache" not in hashed.headers["Cache-Control"]


def test_compressed_copies_are_cached(small_site, tmp_path, capsys):
    folder, text = small_site
    packed = tmp_path / "packed"
    copies = serving.pack_files(folder, packed)
    assert capsys.readouterr().out == "Compressing 3 files (only once)\n"
    assert gzip.decompress(copies[folder / "page.js"][1].read_bytes()) == text
    before = {path: path.stat().st_mtime_ns for path in packed.iterdir()}
    assert len(before) == 3
    serving.pack_files(folder, packed)
    assert {path: path.stat().st_mtime_ns for path in packed.iterdir()} == before
    (folder / "page.js").unlink()
    serving.pack_files(folder, packed)
    assert len(list(packed.iterdir())) == 2
    assert capsys.readouterr().out == ""


def test_startup_errors(small_site, tmp_path):
    folder, _ = small_site
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert read_end("--folder", folder, "--port", str(port)) == (
            f"Port {port} is in use: try make serve PORT={port + 1}"
        )
    assert read_end("--folder", folder, "--host", "192.0.2.77", "--port", "0").startswith(
        "host must be an address of this machine, not 192.0.2.77 ("
    )
    assert read_end("--folder", folder, "--port", "70000") == (
        "port must be 0 to 65535, not 70000: choose one above 1023"
    )
    assert read_end("--folder", tmp_path) == (
        f"{tmp_path} contains no site (no index.html): run make site"
    )


# The top of a version 2 QR code: 25 modules, plus two on each side.
CODE = """\
█████████████████████████████
██ ▄▄▄▄▄ █"""


def test_printed_addresses(monkeypatch):
    monkeypatch.setattr(serving, "find_way_out", lambda: "192.168.178.23")
    ips = ["172.17.0.1", "192.168.178.23", "127.0.0.1"]
    monkeypatch.setattr(serving, "public_ips", lambda: ips)
    first, second, code, *others = serving.describe(EVERY, 8000)
    assert first == "The site is at http://192.168.178.23:8000/"
    assert second == "The site is at http://172.17.0.1:8000/"
    assert code.startswith(CODE)
    assert [len(line) for line in code.splitlines()] == 15 * [29]
    assert others == [
        "To open the site on a phone in the same network, scan this code.",
        "To stop the server, press Ctrl+C.",
    ]


def test_printed_addresses_without_network(monkeypatch):
    monkeypatch.setattr(serving, "find_way_out", lambda: None)
    monkeypatch.setattr(serving, "public_ips", list)
    assert serving.describe(EVERY, 8000) == [
        "The site is at http://127.0.0.1:8000/",
        "This machine isn't in a network with others.",
        "To stop the server, press Ctrl+C.",
    ]
    for host in ("127.0.0.1", "localhost", "::1"):
        said = serving.describe(host, 9000)
        named = "[::1]" if host == "::1" else host
        assert said == [
            f"The site is at http://{named}:9000/",
            "Only this machine can open it. To let others in, use HOST=0.0.0.0.",
            "To stop the server, press Ctrl+C.",
        ]
