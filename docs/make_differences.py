"""Writes `differences.md` from ``tests/tshark/differences.toml``: ``python docs/make_differences.py``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LIST = HERE.parent / "tests" / "tshark" / "differences.toml"
UPPER = LIST.with_name("upper.toml")
PAGE = HERE / "differences.md"
HEAD = """\
# Every difference from tshark 4.0.17

<!-- Written by `python docs/make_differences.py` from tests/tshark/differences.toml and upper.toml; do not edit. -->

The tests compare every field that tshark shows with ibpkt's, by name and value, in every packet of every capture. This
list has all differences, each with its reason; any other difference fails a test. `*` in a name stands for anything.
"""
SECTIONS = {
    "ibpkt": "ibpkt is right",
    "tshark": "tshark is right",
    "both": "The same, shown differently",
    "scope": "What ibpkt does not show",
}


ABOVE = """
## Protocols above the verbs

Fields of NVMe, RPC-over-RDMA with RPC and NFS, and iSER with iSCSI and SCSI whose names both have, in the recordings of
such traffic; RPC by message, since tshark shows a reply at another packet than ibpkt.
"""


def page() -> str:
    """The page."""
    return HEAD + "".join((*_sections(LIST, "##"), ABOVE, *_sections(UPPER, "###")))


def _sections(path: Path, level: str) -> Iterator[str]:
    rules: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["rule"]
    for who, title in SECTIONS.items():
        matching = [rule for rule in rules if rule["who"] == who]
        if matching:
            yield f"\n{level} {title}\n\n| fields | why |\n|---|---|\n"
        for rule in matching:
            names = ", ".join(f"`{name}`" for name in rule["fields"])
            yield f"| {names} | {rule['why'].replace('|', chr(92) + '|')} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
