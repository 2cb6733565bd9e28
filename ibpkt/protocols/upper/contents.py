"""What a message of an upper protocol holds: the row of the graph by which its bytes become headers.

Only the connection tells what a SEND carries, so the analysis says it of each message: a number of `CONTENTS`.  A new
protocol adds its structures here, and rules for what follows their first headers.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ibpkt.protocols.rules import Chain, Rule
from ibpkt.protocols.upper.constructed_contents import CONSTRUCTED_CONTENTS, CONSTRUCTED_RULES
from ibpkt.protocols.upper.ipoib import IPOIB_CONTENTS, IPOIB_RULES
from ibpkt.protocols.upper.messaging_contents import MESSAGING_CONTENTS, MESSAGING_RULES
from ibpkt.protocols.upper.nfs_contents import NFS_CONTENTS, nfs_items, nfs_rules
from ibpkt.protocols.upper.nvme_contents import NVME_CONTENTS, NVME_RULES
from ibpkt.protocols.upper.rpc import RPCAccepted
from ibpkt.protocols.upper.scsi_contents import SCSI_CONTENTS, SCSI_RULES
from ibpkt.schema import Header, Leaf


class Inside(NamedTuple):
    """What follows in a message at a place where only the request tells it.

    Attributes:
        on: a leaf of the header before it.
        value: without which nothing follows.
        headers: what follows.
    """

    on: Leaf
    value: int
    headers: Chain


class Contents(NamedTuple):
    """One kind of message.

    Attributes:
        name: for people.
        headers: those with which its bytes begin.
        inside: what follows further on, or None.
    """

    name: str
    headers: Chain
    inside: Inside | None = None


def _reply(name: str, headers: Chain, results: Chain) -> Contents:
    """A reply of RPC: its results follow where the call was carried out."""
    return Contents(name, headers, Inside(RPCAccepted.leaf("state_accept"), 0, results) if results else None)


#: by the number that the analysis gives a message
CONTENTS = {
    **{number: Contents(*row) for number, row in NVME_CONTENTS.items()},
    **{number: _reply(*told) for number, told in NFS_CONTENTS.items()},
    **{
        number: Contents(*row)
        for each in (SCSI_CONTENTS, IPOIB_CONTENTS, MESSAGING_CONTENTS, CONSTRUCTED_CONTENTS)
        for number, row in each.items()
    },
}

#: numbers by first header
NUMBERS = {contents.headers[0]: number for number, contents in CONTENTS.items()}
#: the first number of contents that plug-ins declare
FIRST_DECLARED = 0x8000

#: what follows them
RULES: dict[Header, tuple[Rule, ...]] = {
    **NVME_RULES,
    **nfs_rules(),
    **SCSI_RULES,
    **IPOIB_RULES,
    **MESSAGING_RULES,
    **CONSTRUCTED_RULES,
}


def number_of_contents(header: Header) -> int:
    """The number of the contents that begin with a header."""
    return NUMBERS[header]


def add_contents(name: str, header: Header) -> None:
    """Add contents that begin with a header."""
    number = max(FIRST_DECLARED, max(CONTENTS) + 1)
    CONTENTS[number] = Contents(name, (header,))
    NUMBERS[header] = number
    upper_headers.cache_clear()  # rules may be added until it is next asked for


@functools.cache
def upper_headers() -> tuple[Header, ...]:
    """All headers of upper protocols that begin a structure, once, in the order of the graph.

    IP and UDP within IP over InfiniBand are headers of packets.
    """
    seen: dict[Header, None] = {}
    for contents in CONTENTS.values():
        seen.update(dict.fromkeys((*contents.headers, *(contents.inside.headers if contents.inside else ()))))
    for rules in RULES.values():
        for rule in rules:
            for chain in (*rule.table.values(), rule.otherwise or ()):
                seen.update(dict.fromkeys(chain))
    inner = frozenset(inner_headers())
    return tuple(header for header in seen if header not in inner and header.role == "upper")


def inner_headers() -> tuple[Header, ...]:
    """Those in the middle of structures of XDR, where a length before them has to be read first.

    They have fields as all others, but nobody builds one of them alone, so that they are not among `upper_headers`.
    """
    return nfs_items()
