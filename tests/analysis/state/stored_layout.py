"""The layout of state files; ``python -m tests.analysis.state.stored_layout`` stores it once `VERSION` was raised.

A state of another layout is refused.  Only the version lets the reader say why, so each layout needs its own.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.state.analysis_state import PacketsBefore, save_state
from ibpkt.analysis.state.state_file import VERSION, read_state

STORED = Path(__file__).with_name("stored_layout.txt")
#: captures, and how many packets of each: in the middle of work
CAPTURES = {"nvmeof.pcap": 150, "loss_write_3pct.pcap.gz": 700, "loss_ack_10pct.pcap": 300, "mckey.pcap": 20}


def layout() -> str:
    """The version, then the values and arrays that states of these captures have."""
    lines: set[str] = set()
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "state"
        for name, packets in CAPTURES.items():
            expert, before = Expert(), PacketsBefore()
            with ibpkt.open(f"captures/{name}") as capture:
                for batch in capture.batches(100, limit=packets):
                    expert.add(batch)
                    before = before.behind(batch)
            save_state(path, expert, before)
            header, arrays = read_state(path)
            lines.update(_places(header, ""))
            lines.update(f"{re.sub(r'[0-9]+', 'N', place)} {array.dtype}" for place, array in arrays.items())
    return "\n".join([f"version {VERSION}", *sorted(lines)]) + "\n"


def _places(value: Any, place: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _places(part, f"{place}/{name}")
    elif isinstance(value, list):
        for part in value:
            yield from _places(part, f"{place}[]")
    else:
        yield place


def main() -> None:
    """Store it, unless that would give one version two layouts."""
    now, before = layout(), STORED.read_text(encoding="utf-8") if STORED.exists() else ""
    if now != before and now.partition("\n")[0] == before.partition("\n")[0]:
        sys.exit(f"version {VERSION} has another layout: raise VERSION in ibpkt/analysis/state/state_file.py")
    STORED.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
