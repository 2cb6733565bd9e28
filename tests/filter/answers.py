"""What tshark answered to every expression of `expressions.txt`, on disk.

One file a directory of captures: JSON in xz, with tshark's version, the digest of the merged captures, and for each
expression the numbers of the frames that it let through, or its complaint.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tests.tshark.store import TSHARK

HERE = Path(__file__).parent
LIST = HERE / "differences.toml"
#: begins what tshark said of an expression that it refused
REFUSED = "refused: "


class Answers(NamedTuple):
    """What is stored of a directory.

    Attributes:
        tshark: the version that answered.
        captures: the digest of the file that it read.
        frames: how many frames that has.
        answers: by expression; see `merged.ranges`, or a complaint behind `REFUSED`.
    """

    tshark: str
    captures: str
    frames: int
    answers: dict[str, str]


class Difference(NamedTuple):
    """An entry of `differences.toml`.

    Attributes:
        expression: the filter.
        who: ``ibpkt``, ``tshark``, or ``both`` where each has its reason.
        why: one sentence.
    """

    expression: str
    who: str
    why: str


def digest(data: bytes) -> str:
    """What tells one merged file from another."""
    return hashlib.sha256(data).hexdigest()[:16]


def expressions() -> list[str]:
    """The expressions, in their order."""
    lines = (HERE / "expressions.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("##")]


def differences() -> dict[str, Difference]:
    """The list of differences, by expression."""
    entries: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["difference"]
    listed = [
        Difference(expression, entry["who"], entry["why"]) for entry in entries for expression in entry["expressions"]
    ]
    assert len({each.expression for each in listed}) == len(listed), "an expression stands in the list twice"
    return {each.expression: each for each in listed}


def _path(directory: str) -> Path:
    return HERE / "data" / f"{directory}.json.xz"


def save(directory: str, found: Answers) -> int:
    """Store the answers; returns the size of the file."""
    text = json.dumps(found._asdict(), indent=0, ensure_ascii=True)
    _path(directory).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return _path(directory).stat().st_size


def load(directory: str) -> Answers:
    """The stored answers."""
    return Answers(**json.loads(lzma.decompress(_path(directory).read_bytes())))


def about(directory: str, data: bytes) -> dict[str, str]:
    """What is stored of a directory, if it is about these captures and by this tshark."""
    if not _path(directory).exists():
        return {}
    stored = load(directory)
    return stored.answers if (stored.tshark, stored.captures) == (TSHARK, digest(data)) else {}


__all__ = [
    "REFUSED",
    "TSHARK",
    "Answers",
    "Difference",
    "about",
    "differences",
    "digest",
    "expressions",
    "load",
    "save",
]
