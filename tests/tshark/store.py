"""What tshark showed, on disk, and the one form in which both sides are compared.

A capture's file is JSON in xz: the version of tshark, the number of frames, and a column a field: a text a frame, None
where the frame does not have the field.  A column that is the same in an earlier capture of its directory is stored as
that capture's name, since many captures are the same packets in another format.  That keeps all
of them within 1.3 MB, so no capture is left out.
"""

from __future__ import annotations

import filecmp
import hashlib
import json
import lzma
import re
from pathlib import Path
from typing import Any, NamedTuple

from tests.tshark import crafted, random_mads

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
DATA = HERE / "data"
#: captures that lie somewhere; those of other people are never stored, so they are compared where tshark is installed
FOLDERS = {
    "captures": REPOSITORY / "captures",
    "recorded": REPOSITORY.parent / "shared" / "captures" / "recorded",
    "third_party": REPOSITORY.parent / "shared" / "captures" / "third_party",
}
#: captures that are written when they are wanted: golden packets, and random datagrams, which are not stored either
WRITTEN = {"crafted": crafted, "crafted_mads": random_mads}
DIRECTORIES = ("captures", "recorded", "crafted", "crafted_mads", "third_party")
#: the version whose answers are stored; `differences.toml` says what is true of it
TSHARK = "4.0.17"
#: directories whose answers are not stored
ASKED = ("crafted_mads", "third_party")
SUFFIXES = (".pcap", ".pcapng", ".erf", ".gz", ".xz", ".zst", ".lz4")
#: link type 247, which tshark cannot open -> the same packets as ERF records
TWINS = {
    "recorded/ib_small.pcap": "recorded/ib_small_erf.pcap",
    "recorded/derived_ib247_bigendian.pcap": "recorded/ib_small_erf.pcap",
    "recorded/ib_fattree.pcap": "recorded/ib_fattree_erf.pcap",
    f"crafted/{crafted.NATIVE}": f"crafted/{crafted.NATIVE_AS_ERF}",
}
#: what an ERF record adds to the packet, which its twin therefore cannot have
TWINS_LACK = re.compile(r"erf\.|frame\.(len|cap_len|time|protocols|encap_type|interface)")

Column = list[str | None]

_COLONS = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2})+")
_LONG = 256


class Shown(NamedTuple):
    """What tshark showed of a capture.

    Attributes:
        tshark: its version.
        frames: how many it read.
        columns: by field name.
        refused: why it did not open the file; "" where it did.
        capture: the digest of the file that it read.
    """

    tshark: str
    frames: int
    columns: dict[str, Column]
    refused: str = ""
    capture: str = ""


def normal(value: str) -> str:
    """One value in the form in which both sides are compared.

    Bytes and Ethernet addresses lose their colons (PDML prints bytes with them, ``-T fields`` without); values longer
    than 256 characters become a digest, which keeps the files small.  Booleans are 0 and 1 on both sides already.
    """
    if ":" in value and _COLONS.fullmatch(value):
        value = value.replace(":", "")
    return value if len(value) <= _LONG else "sha256:" + hashlib.sha256(value.encode()).hexdigest()[:16]


def is_here(directory: str) -> bool:
    """Whether there are captures of a directory on this machine."""
    return directory in WRITTEN or FOLDERS[directory].is_dir()


def captures(directory: str) -> list[str]:
    """The names (``recorded/x.pcap``) of the captures there; none where the directory is absent.

    Of the recorded ones beside the repository these are the ones that have been asked about: there are more of them
    than can be stored, and some are copies of those in the repository.
    """
    if directory in WRITTEN:
        return sorted(f"{directory}/{name}" for name in WRITTEN[directory].NAMES)
    folder = FOLDERS[directory]
    if directory == "recorded":
        return [name for name in stored(directory) if path_of(name).exists()]
    files = folder.rglob("*") if folder.is_dir() else ()
    return sorted(f"{directory}/{path.relative_to(folder).as_posix()}" for path in files if path.suffix in SUFFIXES)


def distinct() -> list[str]:
    """All captures of all directories, but for recorded ones of which the repository has a copy."""
    own = {name.partition("/")[2]: name for name in captures("captures")}
    names = [name for directory in DIRECTORIES for name in captures(directory)]
    return [
        name
        for name in names
        if not (name.startswith("recorded/") and (copy := own.get(name.partition("/")[2])) and _same(name, copy))
    ]


def _same(name: str, other: str) -> bool:
    return filecmp.cmp(path_of(name), path_of(other), shallow=False)


def path_of(name: str) -> Path:
    """The file of a capture."""
    directory, _, rest = name.partition("/")
    return (WRITTEN[directory].directory() if directory in WRITTEN else FOLDERS[directory]) / rest


def digest(name: str) -> str:
    """The digest of a capture's bytes, by which stored answers are known to be about this file."""
    return hashlib.sha256(path_of(name).read_bytes()).hexdigest()[:16]


def data_file(name: str) -> Path:
    """Where the columns of a capture are stored."""
    return DATA / f"{name}.json.xz"


def stored(directory: str) -> list[str]:
    """The names of the captures there whose columns are stored."""
    files = (DATA / directory).rglob("*.json.xz")
    return sorted(path.relative_to(DATA).as_posix().removesuffix(".json.xz") for path in files)


def save(name: str, shown: Shown, earlier: dict[tuple[str, str], str]) -> None:
    """Store a capture's columns.

    Args:
        name: the capture.
        shown: what tshark showed.
        earlier: (field, digest of the column) -> the capture that has it; this capture's are added.
    """
    columns: dict[str, Column | str] = {}
    for field, column in sorted(shown.columns.items()):
        key = (field, hashlib.sha256(json.dumps(column).encode()).hexdigest())
        first = earlier.setdefault(key, name)
        columns[field] = column if first == name else first
    document = {**shown._asdict(), "columns": columns}
    text = json.dumps(document, indent=0, ensure_ascii=True, separators=(",", ":"))
    path = data_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


_read: dict[str, dict[str, Any]] = {}


def _document(name: str) -> dict[str, Any]:
    if name not in _read:
        _read[name] = json.loads(lzma.decompress(data_file(name).read_bytes()))
    return _read[name]


def load(name: str) -> Shown:
    """The stored columns of a capture."""
    document = _document(name)
    columns = {
        field: _document(column)["columns"][field] if isinstance(column, str) else column
        for field, column in document["columns"].items()
    }
    return Shown(**{**document, "columns": columns})
