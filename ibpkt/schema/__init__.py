"""The vocabulary of a declaration.  `docs/schema.md` shows how to use it."""

from __future__ import annotations

from ibpkt.schema.field import (
    Derived,
    Field,
    Leaf,
    Part,
    binary,
    flag,
    hexa,
    mask,
    number_of,
    reserved,
    rows,
    text,
    uint,
)
from ibpkt.schema.header import ROLES, CaptureRecord, Extent, Header, PathFields, Tail, embedded
from ibpkt.schema.integrity import Checksum, CRCParameters
from ibpkt.schema.value_types import BYTES, DEC, FLAG, HEX, IPV4, IPV6, MAC, NUMBER, TEXT, TIME, WORDS, ValueType

__all__ = [
    "BYTES",
    "DEC",
    "FLAG",
    "HEX",
    "IPV4",
    "IPV6",
    "MAC",
    "NUMBER",
    "ROLES",
    "TEXT",
    "TIME",
    "WORDS",
    "CRCParameters",
    "CaptureRecord",
    "Checksum",
    "Derived",
    "Extent",
    "Field",
    "Header",
    "Leaf",
    "Part",
    "PathFields",
    "Tail",
    "ValueType",
    "binary",
    "embedded",
    "flag",
    "hexa",
    "mask",
    "number_of",
    "reserved",
    "rows",
    "text",
    "uint",
]
