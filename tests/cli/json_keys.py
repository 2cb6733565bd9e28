"""The keys of JSON outputs and the types of their values, for programs that read them: `json_keys.json` has them.

    python -m tests.cli.json_keys

writes it anew.  A key that has gone, or that has another type, breaks such programs: CHANGELOG.md names it then.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.command import run

PINNED = Path(__file__).with_name("json_keys.json")
#: the lines, each without its captures
LINES = (
    "check --format json", "commands --format jsonl", "expert --format json", "expert --counters --format json",
    "fabric --format json", "flows --format json", "info --format json", "messages --format jsonl",
    "stats protocols --format json", "stats opcodes --format json", "stats endpoints --format json",
    "stats conversations --format json", "stats connections --format json", "stats mad --format json",
    "stats io --format json",
)  # fmt: skip
#: small ones that between them have losses, damage, commands, a fabric, connections
CAPTURES = tuple(
    f"captures/{name}"
    for name in (
        "rc_write.pcap", "mix_all_ops.pcap", "loss_write_3pct.pcap.gz", "corrupt_write.pcap", "nvmeof.pcap",
        "ib_small.pcap",
    )
)  # fmt: skip
#: keys whose values have names of their own: addresses, opcodes, fields …
OPEN = ("carriers", "protocols", "names", "values", "facts", "counters", "detail", "parameters")


def keys(line: str) -> dict[str, list[str]]:
    """The keys of what a line prints, by where they stand, with the types of their values."""
    found: dict[str, set[str]] = {}
    for capture in CAPTURES:
        out = run(*line.split(), capture).out
        for text in out.splitlines() if "jsonl" in line else [out]:
            _note(found, "", json.loads(text))
    return {place: sorted(types) for place, types in sorted(found.items())}


def _note(found: dict[str, set[str]], place: str, value: Any) -> None:
    found.setdefault(place or ".", set()).add(type(value).__name__)
    if isinstance(value, dict):
        for key, each in value.items():
            _note(found, f"{place}.{'*' if place.rpartition('.')[2] in OPEN else key}", each)
    if isinstance(value, list):
        for each in value:
            _note(found, f"{place}[]", each)


if __name__ == "__main__":
    text = json.dumps({line: keys(line) for line in LINES}, indent=1)
    PINNED.write_text(text + "\n", encoding="utf-8")
