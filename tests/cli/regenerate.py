"""Rewrites the stored outputs: ``python -m tests.cli.regenerate`` from the root of the repository; read the diff."""

from __future__ import annotations

from tests.cli.cases import CASES, GOLDEN


def main() -> None:
    """Run every case and store what it says."""
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.glob("*.txt"):
        if path.stem not in CASES:
            path.unlink()
    for name, case in CASES.items():
        (GOLDEN / f"{name}.txt").write_text(case.text(), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
