"""The campaigns of `tests.fuzz.commands`: the ledger of their figures, and their sum.

    python -m tests.fuzz.campaigns

A campaign that was ended before its time writes no line, so the sum is at least what was tried.
"""

from __future__ import annotations

import datetime
import itertools
import sys
from pathlib import Path
from typing import NamedTuple

LEDGER = Path(__file__).with_name("campaigns.tsv")


class Campaign(NamedTuple):
    """What one campaign has tried.

    Attributes:
        date: when it ended, as in 2026-11-28.
        seed: the first one; the others follow it without a gap.
        runs: commands that were run, each with one or two captures.
        packets: of these captures, counted for each run.
        changed: those of them that are in no good capture.
        failures: how many kinds of failures it has found.
    """

    date: str
    seed: int
    runs: int
    packets: int
    changed: int
    failures: int

    @staticmethod
    def today() -> str:
        """The date of a campaign that ends now."""
        return datetime.datetime.now(datetime.UTC).date().isoformat()

    def append_to(self, ledger: Path) -> None:
        """Add a line to a ledger."""
        begins = not ledger.exists()
        with ledger.open("a", encoding="utf-8") as file:
            if begins:
                file.write("\t".join(self._fields) + "\n")
            file.write("\t".join(map(str, self)) + "\n")

    def __str__(self) -> str:
        return (
            f"{self.runs:,} runs from seed {self.seed}, with {self.packets:,} packets, {self.changed:,} of them "
            f"changed: {self.failures} kinds of failures"
        )


def read(ledger: Path = LEDGER) -> list[Campaign]:
    """The campaigns of a ledger.

    Raises:
        ValueError: a line has no such figures, or seeds that another campaign has had.
    """
    head, *lines = (line.split("\t") for line in ledger.read_text(encoding="utf-8").splitlines())
    if tuple(head) != Campaign._fields:
        raise ValueError(f"{ledger}: not the columns of campaigns: {head}")
    found = [Campaign(date, *map(int, figures)) for date, *figures in lines]
    in_order = sorted(found, key=lambda each: each.seed)
    for one, other in itertools.pairwise(in_order):
        if one.seed + one.runs > other.seed:
            raise ValueError(f"{ledger}: seeds of the campaigns from {one.seed} and {other.seed} are the same")
    return found


def main() -> int:
    """Print the sum."""
    found = read()
    sums = [f"{sum(getattr(each, name) for each in found):,} {name}" for name in Campaign._fields[2:]]
    print(f"{len(found)} campaigns, {found[0].date} to {found[-1].date}: {', '.join(sums)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
