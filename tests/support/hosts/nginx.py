"""Serve the site by Debian's nginx, which this module unpacks and does not install.

``python -m tests.support.hosts.nginx`` unpacks it and prints its path.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.hosts import debian
from tests.support.hosts.jupyter import free_port
from tests.support.hosts.other_hosts import running
from tests.support.scenes.scripts import ROOT

FOLDER = ROOT / "build/nginx"
PROGRAM = FOLDER / "usr/sbin/nginx"

# Debian's types of files, except that of .wasm, which older versions do not know either.
CONFIG = """
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
  include TYPES;
  default_type application/octet-stream;
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:PORT;
    root SITE;
    location ~ \\.wasm$ { types {} }
    # Browsers ask for it by themselves, whatever the page says.
    location = /favicon.ico { return 204; }
  }
}
"""


@contextmanager
def serving_by_nginx(site: Path, work: Path) -> Iterator[str]:
    """Serve a folder to this machine, and yield the origin.

    Parameters
    ----------
    site : Path
        The folder to serve.
    work : Path
        Where nginx keeps whatever it writes.
    """
    assert PROGRAM.is_file(), f"no {PROGRAM}: `make test-hosts` unpacks it"
    port = free_port()
    values = {"TYPES": FOLDER / "etc/nginx/mime.types", "PORT": port, "SITE": site}
    config = CONFIG
    for name, value in values.items():
        config = config.replace(name, str(value))
    (work / "nginx.conf").write_text(config)
    origin = f"http://127.0.0.1:{port}"
    command: list[str | Path] = [PROGRAM, "-e", "stderr", "-p", work, "-c", "nginx.conf"]
    with running(command, work, origin, work):
        yield origin


if __name__ == "__main__":
    if not PROGRAM.is_file():
        debian.unpack(FOLDER, "nginx", "nginx-common")
    sys.stdout.write(f"{PROGRAM}\n")
