"""The golden packets of `ibpkt.craft.vectors`, made once in a process, and the digests of them that are committed.

``python -m tests.support.golden_packets`` writes the digests again, after a change that is meant: the diff names every
packet and every header that has changed.
"""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

from ibpkt.craft import vectors

DIGESTS = Path(__file__).resolve().parents[1] / "craft" / "vectors.sha256"
#: hexadecimal digits of a digest; that of the whole file has all of them
DIGITS = 16
WHOLE = "vectors.json"


@functools.cache
def text() -> str:
    """The file as users make it."""
    return vectors.text()


@functools.cache
def document() -> dict[str, Any]:
    """The file, parsed: ``format``, ``links``, ``headers`` and ``vectors``."""
    parsed: dict[str, Any] = json.loads(text())
    return parsed


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()[:DIGITS]


def digests() -> dict[str, str]:
    """Name -> digest: of the whole file, of what it says of every header, and of every packet."""
    whole = {WHOLE: hashlib.sha256(text().encode()).hexdigest()}
    headers = {f"headers.{name}": _digest(says) for name, says in document()["headers"].items()}
    return whole | headers | {vector["name"]: _digest(vector) for vector in document()["vectors"]}


def committed() -> dict[str, str]:
    """The digests that are stored."""
    pairs = (line.split("  ", 1) for line in DIGESTS.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in pairs}


def main() -> None:
    """Store the digests."""
    DIGESTS.write_text("".join(f"{digest}  {name}\n" for name, digest in digests().items()), encoding="utf-8")


if __name__ == "__main__":
    main()
