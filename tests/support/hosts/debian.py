"""Have Debian's apt-get install the programs that tests need."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory


def find(variable: str, names: Sequence[str]) -> str | None:
    """Path of a program: that of a variable of the environment, else the first on PATH."""
    given = os.environ.get(variable)
    if given:
        return shutil.which(given) or sys.exit(f"{variable}={given} is no program")
    return next(filter(None, map(shutil.which, names)), None)


def install(*packages: str) -> None:
    """Install packages of Debian, or end the program with a word on what is missing.

    A program of the system needs no other host than the one the system's packages
    come from.

    Parameters
    ----------
    *packages : str
        Names of the packages.
    """
    wanted = " ".join(packages)
    apt = shutil.which("apt-get")
    if apt is None:
        sys.exit(f"the tests need what Debian's packages {wanted} hold, on PATH")
    command = [apt]
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if sudo is None:
            sys.exit(f"as root, for the tests: apt-get install {wanted}")
        command = [sudo, apt]
    subprocess.run([*command, "update"], check=True)
    subprocess.run(
        [*command, "install", "--yes", "--no-install-recommends", *packages],
        check=True,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )


def unpack(folder: Path, *packages: str) -> None:
    """Unpack packages of Debian into a folder, so that none of their services starts.

    Parameters
    ----------
    folder : Path
        Where the files go; it is made.
    *packages : str
        Names of the packages.
    """
    apt, dpkg = shutil.which("apt-get"), shutil.which("dpkg-deb")
    if apt is None or dpkg is None:
        sys.exit(f"the tests need Debian's packages {' '.join(packages)}")
    with TemporaryDirectory() as fetched:
        subprocess.run([apt, "download", *packages], cwd=fetched, check=True)
        for package in sorted(Path(fetched).glob("*.deb")):
            subprocess.run([dpkg, "--extract", package, folder], check=True)
