"""Put faults into a copy of the package, one after the other, and see which test of the core finds each.

    python -m tests.analysis.mutation.run [--jobs N] [NAME ...]

A NAME is a part of a fault's name or of its file; without one, all faults are tried.  It exits with 1 if any survives.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.analysis.mutation.faults import FAULTS, Fault
from tests.support.shared import REPOSITORY

#: the tests of the core alone: each room's, and those of all of it
ROOMS, WHOLE = ("runs", "recovery", "reassembly", "streams"), "test_exchanges.py"
#: compares with recorded captures
NOT_OF_THE_CORE = "tests/analysis/reassembly/test_recorded.py"
#: a fault may make a loop endless
MAX_SECONDS = 300
#: imports the copy before pytest puts the repository at the head of the path
_PROGRAM = """
import sys, ibpkt, pytest
if not ibpkt.__file__.startswith(sys.argv[1]):
    sys.exit(f"not the copy: {ibpkt.__file__}")
sys.exit(pytest.main(sys.argv[2:]))
"""


def where_to_look(fault: Fault | None) -> list[str]:
    """The tests of the room that has a fault, and those of the whole core; all without a fault."""
    own = [room for room in ROOMS if fault is None or fault.file.startswith(f"{room}/")]
    return [f"tests/analysis/{name}" for name in (*own, WHOLE)]


class Copy:
    """A copy of the package into which faults are put."""

    def __init__(self, directory: Path) -> None:
        shutil.copytree(REPOSITORY / "ibpkt", directory / "ibpkt")
        self.directory = directory

    def run(self, fault: Fault | None = None) -> str | None:
        """The first test that fails with a fault; None if none does."""
        if fault is None:
            return self._test(None)
        path = self.directory / "ibpkt" / "analysis" / fault.file
        before, times = path.read_text(encoding="utf-8"), path.stat()
        if before.count(fault.old) != 1:
            raise ValueError(f"{fault.file} has {before.count(fault.old)} times {fault.old!r}")
        path.write_text(before.replace(fault.old, fault.new), encoding="utf-8")
        try:
            return self._test(fault)
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # what is compiled is right again

    def _test(self, fault: Fault | None) -> str | None:
        arguments = [
            sys.executable, "-c", _PROGRAM, str(self.directory), "-q", "-x", "-n", "0", "-p", "no:cacheprovider",
            "--no-header", "--tb", "no", "-rfE", f"--ignore={NOT_OF_THE_CORE}", *where_to_look(fault),
        ]  # fmt: skip
        path = os.pathsep.join((str(self.directory), str(REPOSITORY)))
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                arguments, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=MAX_SECONDS,
                check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"none ends within {MAX_SECONDS} s"
        if done.returncode == 0:
            return None
        found = re.search(r"^(?:FAILED|ERROR) (\S+?::.+?|\S+)(?: - .*)?$", done.stdout, re.MULTILINE)
        if found is None:
            raise RuntimeError(done.stdout + done.stderr)
        return found[1].removeprefix("tests/analysis/")


def try_faults(faults: Sequence[Fault], jobs: int = 1) -> dict[Fault, str | None]:
    """For each fault the first test that fails, None if none does; printed as they come.

    Raises:
        RuntimeError: the tests fail without any fault.
    """
    found: dict[Fault, str | None] = {}
    local = threading.local()
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(jobs) as pool:
        fails = Copy(Path(directory) / "right").run()
        if fails is not None:
            raise RuntimeError(f"without any fault {fails} fails")

        def attempt(fault: Fault) -> None:
            if not hasattr(local, "copy"):
                local.copy = Copy(Path(directory) / str(threading.get_ident()))
            found[fault] = local.copy.run(fault)
            print(f"{fault.file}: {fault.name}: {found[fault] or 'SURVIVED'}", flush=True)

        list(pool.map(attempt, faults))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of a fault's name or file")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at once (default: 1)")
    options = parser.parse_args()
    chosen = [
        fault
        for fault in FAULTS
        if not options.names or any(name in fault.name or name in fault.file for name in options.names)
    ]
    found = try_faults(chosen, options.jobs)
    survived = sum(test is None for test in found.values())
    print(f"{len(found)} faults, {len(found) - survived} found, {survived} survived")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
