"""The vocabulary of a declaration.  `docs/schema.md` shows how to use it."""

from __future__ import annotations

from ibpkt.schema.field import (
    Derived as Derived,
    Field as Field,
    Leaf as Leaf,
    Part as Part,
    binary as binary,
    flag as flag,
    hexa as hexa,
    mask as mask,
    number_of as number_of,
    reserved as reserved,
    rows as rows,
    text as text,
    uint as uint,
)
from ibpkt.schema.header import (
    ROLES as ROLES,
    CaptureRecord as CaptureRecord,
    Extent as Extent,
    Header as Header,
    PathFields as PathFields,
    Tail as Tail,
    embedded as embedded,
)
from ibpkt.schema.integrity import Checksum as Checksum, CRCParameters as CRCParameters
from ibpkt.schema.value_types import (
    BYTES as BYTES,
    DEC as DEC,
    FLAG as FLAG,
    HEX as HEX,
    IPV4 as IPV4,
    IPV6 as IPV6,
    MAC as MAC,
    NUMBER as NUMBER,
    TEXT as TEXT,
    TIME as TIME,
    WORDS as WORDS,
    ValueType as ValueType,
)
