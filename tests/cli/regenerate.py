"""Rewrites the stored outputs: ``python -m tests.cli.regenerate`` from the root of the repository; read the diff.

``python -m tests.cli.regenerate NAME…`` rewrites only some.
"""

from __future__ import annotations

import sys

from tests.cli.cases import CASES, GOLDEN


def main() -> None:
    """Run the cases and store what it says."""
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.glob("*.txt"):
        if path.stem not in CASES:
            path.unlink()
    wanted = sys.argv[1:] or CASES
    for name, case in ((name, CASES[name]) for name in wanted):
        (GOLDEN / f"{name}.txt").write_text(case.text(), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
