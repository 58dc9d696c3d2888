"""Code that finds out, from within a worker of the page, what the worker may do."""

from tests.support.hosts.file_server import Site

# Try `eval`, `Function`, a fetch and an import from elsewhere and WebAssembly; tell the server
# what came of each.
PROBE = """
;(async () => {
  const name = (act) => { try { return String(act()); } catch (error) { return error.name; } };
  const there = (answer) => answer.then(() => "there", (error) => error.name);
  const found = [
    name(() => (0, eval)("'ran'")),
    name(() => new Function("return 'ran'")()),
    await there(fetch("OTHER", { mode: "no-cors" })),
    await there(import("OTHER")),
    await there(WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
  ];
  await fetch(new URL(`probe/${found.join("/")}`, import.meta.url));
})();
"""


def probe_worker(site: Site, elsewhere: str) -> None:
    """Have the worker of the page find out what it may do, and ask the server for that.

    Parameters
    ----------
    site : Site
        Where the page is; from now on its worker is sent with the probe.
    elsewhere : str
        Address of a script on another origin, which any page may have.
    """
    script = (site.folder / "worker.js").read_bytes()
    site.faults["worker.js"] = script + PROBE.replace("OTHER", elsewhere).encode()


def read_probe(site: Site) -> list[str] | None:
    """Return what the worker has found out, nothing before."""
    found = [name for name in site.requests if name.startswith("probe/")]
    return found[0].split("/")[1:] if found else None
