"""Installs the lowest version that the project declares of each package, and runs tests there.

    python -m tests.support.lowest_versions [--keep DIRECTORY] [--extra EXTRA] [TESTS …]
    python -m tests.support.lowest_versions --extra tui --extra mcp tests/tui tests/cli/test_mcp.py

It is the lowest that there is a wheel of for this Python, and is printed.  What runs the tests (pytest with plug-ins,
hypothesis, jsonschema, duckdb) is the newest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

from packaging.requirements import Requirement

REPOSITORY = Path(__file__).resolve().parents[2]
#: those that do not raise the lower bound of a package that others need, too: textual wants a newer rich
EXTRAS = ("compression", "recipe", "scapy", "arrow", "graph", "plot", "report", "fast")
#: what runs the tests
TOOLS = ("pytest", "hypothesis", "pytest-xdist", "pytest-timeout", "jsonschema", "duckdb")
#: tests that touch every package: columns, text, filters, tables, pictures, pages, crafting, the command line
TESTS = ("tests/batch", "tests/craft", "tests/filter", "tests/output", "tests/scapy", "tests/plot", "tests/report")


def lowest(extras: Sequence[str] = EXTRAS) -> list[str]:
    """Each package of the project that this Python needs, with its lower bound.

    Raises:
        ValueError: one has no lower bound, or two.
    """
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [*project["dependencies"]]
    texts += [text for extra in extras for text in project["optional-dependencies"][extra]]
    wanted = []
    for requirement in map(Requirement, texts):
        if requirement.marker is None or requirement.marker.evaluate():
            (bound,) = [each.version for each in requirement.specifier if each.operator == ">="]
            wanted.append(f"{requirement.name}>={bound}")
    return wanted


def main() -> int:
    """Make the environment and run the tests."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", type=Path, help="make it here, and leave it")
    parser.add_argument("--extra", action="append", help="an extra of the project; without one those above")
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.keep or Path(name)
        venv.create(folder, with_pip=True)
        python = str(folder / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", "uv"], check=True)
        add = [python, "-m", "uv", "pip", "install", "-q", "--python", python, "--only-binary", ":all:"]
        subprocess.run([*add, "--resolution", "lowest-direct", *lowest(arguments.extra or EXTRAS)], check=True)
        subprocess.run([*add, *TOOLS, "hatchling", "editables"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "-e", str(REPOSITORY)], check=True)
        print(subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout)
        return subprocess.run([python, "-m", "pytest", "-q", *(arguments.tests or TESTS)], cwd=REPOSITORY).returncode


if __name__ == "__main__":
    sys.exit(main())
