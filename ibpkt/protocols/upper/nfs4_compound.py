"""Compounds of NFS version 4: a number of operations, and of results; the headers before and between them.

Source: RFC 8881, 16.2.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule
from ibpkt.protocols.upper.nfs4_words import operation, status
from ibpkt.protocols.upper.xdr import Later, Structures, string, word
from ibpkt.schema import Header

STRUCTURES = Structures("NFS4", "nfs", "NFS", "RFC 8881")
NEXT: list[Rule | Later] = []
NEXT_RESULT: list[Rule | Later] = []

#: how many operations there are, and the operations
NFS4Operations: Header = STRUCTURES.header(
    "NFS4Operations",
    "COMPOUND, Operations",
    word("minorversion", "Minor Version", filter=".minorversion"),
    word("operations", "Number of Operations", filter=".ops.count"),
    then=(Later(NEXT),),
    source="RFC 8881, 16.2",
)
#: the arguments of a COMPOUND
NFS4Compound: Header = STRUCTURES.header(
    "NFS4Compound", "COMPOUND", string("tag", "Tag", "nfs.tag"), NFS4Operations, then=(), source="RFC 8881, 16.2"
)
NFS4Operation: Header = STRUCTURES.header(
    "NFS4Operation", "Operation", operation("Opcode"), then=(Later(NEXT),), shows="{opcode}", source="RFC 8881, 16.2"
)


NFS4ResultCount: Header = STRUCTURES.header(
    "NFS4ResultCount",
    "COMPOUND, Results",
    word("operations", "Number of Results", filter=".ops.count"),
    then=(Later(NEXT_RESULT),),
    source="RFC 8881, 16.2",
)


def _result(name: str, title: str) -> Header:
    members = (status(), string("tag", "Tag", "nfs.tag"), NFS4ResultCount)
    return STRUCTURES.header(name, title, *members, then=(), shows="COMPOUND {status}", source="RFC 8881, 16.2")


#: the result of a COMPOUND; and of one whose data are in a write chunk, so that the message has only their length
NFS4Results: Header = _result("NFS4Results", "COMPOUND, Results")
NFS4ResultsApart: Header = _result("NFS4ResultsApart", "COMPOUND, Results without Data")
NFS4Result: Header = STRUCTURES.header(
    "NFS4Result",
    "Result",
    operation("Opcode"),
    status(),
    then=(Later(NEXT_RESULT),),
    shows="{opcode} {status}",
    source="RFC 8881, 16.2",
)
#: the headers that say how many operations, or results, there are
COUNTS = (NFS4Operations, NFS4ResultCount)
