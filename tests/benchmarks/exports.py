"""Times the exports against ``tshark -n`` on the same files, whole processes, in turn, and prints ratios.

    python tests/benchmarks/exports.py [DIRECTORY] [--runs N] [--scale S] [--only WORD]

Files, medians, ratios and memory are those of `against_tshark.py`, and so are the native captures' link types.  ek and
jsonl are held against ``tshark -T ek``, PDML against ``tshark -T pdml``; tables have no counterpart there, so they are
held against ``-T fields`` with the same fields.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks import against_tshark
from tests.benchmarks.against_tshark import DLT, FIELDS, IBPKT, Row


def rows(directory: Path) -> Iterator[Row]:
    """What is compared."""
    for name, wanted in (("small", 15), ("large", 10), ("native", 15)):
        ours = str(directory / f"{name}.pcap")
        tshark = ["tshark", "-n", "-r", ours]
        if name == "native":
            tshark = ["tshark", "-n", *DLT, "-r", str(directory / "native147.pcap")]
        for form in ("ek", "jsonl"):
            yield Row(f"-T {form} against -T ek", name, [*IBPKT, "decode", "-T", form, ours], [*tshark, "-Tek"], wanted)
        yield Row("-T pdml", name, [*IBPKT, "decode", "-T", "pdml", ours], [*tshark, "-Tpdml"], 0)
        for form in ("csv", "arrow", "parquet"):
            command = [*IBPKT, "decode", "-T", form, *FIELDS, "-w", "/dev/null", ours]
            yield Row(f"-T {form} against -T fields, six fields", name, command, [*tshark, "-Tfields", *FIELDS], 0)


if __name__ == "__main__":
    against_tshark.rows = rows
    against_tshark.main()
