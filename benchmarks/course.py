"""Measure the processor time and memory needed to check a course with 124 submissions.

``python benchmarks/course.py`` makes the course from the students' modules in
``tests/support/gallery``, each written in one of three styles. The script checks all functions
on all positions, and searches on 500 positions. The script also prints the processor time to
check an ordinary module on all positions. A run takes about ten minutes. ``python
benchmarks/course.py 31`` checks only every fourth submission.
"""

import platform
import random
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.gallery.judged import WRONG_MODULES  # noqa: E402 - found by the line above
from tests.support.gallery.right import RIGHT_MODULES  # noqa: E402
from tests.support.gallery.spellings import SPELLINGS, spelled  # noqa: E402
from tests.support.students.gallery import PLAIN, module_of  # noqa: E402
from tictactoe_widget.classroom import check, check_all  # noqa: E402

STUDENTS = 124
POSITIONS = 500
WORKERS = 2
SEED = 55


def write_course(folder: Path, count: int) -> None:
    """Write `count` of a course's submissions, a third of them in each style."""
    chance = random.Random(SEED)
    modules = [m for m in (*RIGHT_MODULES, *WRONG_MODULES) if m.contract == "cs50"]
    chosen = list(enumerate(chance.sample(modules, STUDENTS)))
    for number, module in chosen[:: STUDENTS // count]:
        spelling = (None, *SPELLINGS)[number % (len(SPELLINGS) + 1)]
        source = (spelled(module, spelling) if spelling else module).source
        (folder / f"student{number}.py").write_text(source, encoding="utf-8")


def used_by_children() -> float:
    """Return the processor time of all processes that this one has started, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Check the course and the ordinary module, and print the figures."""
    print(f"Python {platform.python_version()}")
    with TemporaryDirectory() as folder:
        write_course(Path(folder), int(sys.argv[1]) if sys.argv[1:] else STUDENTS)
        start, before = perf_counter(), used_by_children()
        course = check_all(folder, "cs50", positions=POSITIONS, workers=WORKERS, progress=False)
        elapsed, computed = perf_counter() - start, used_by_children() - before
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # kB on Linux
    checked = sum(one.report is not None for one in course)
    print(f"{checked} of {len(course)} submissions checked, searches on {POSITIONS} positions")
    print(f"  processor time: {computed:.0f} s, {computed / len(course):.2f} s each")
    print(f"  elapsed with {WORKERS} workers: {elapsed:.0f} s")
    print(f"  memory of the largest process: {peak:.0f} MB")
    begin = process_time()
    check(module_of(PLAIN), "cs50", progress=False)
    print(f"One ordinary module on all positions: {process_time() - begin:.1f} s")


if __name__ == "__main__":
    main()
