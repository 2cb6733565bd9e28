"""What stands in a packet, by protocol: the structure that PDML and ek have from tshark.

A layer is a protocol's part of a packet: headers of one protocol that follow each other (LRH, BTH, RETH are one layer
``infiniband``).  Before them comes the layer ``frame``; what stands in no header closes the last layer of InfiniBand,
or a layer ``data`` where there is none.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.batch.fields import PACKET_LEAVES, UNLISTED_LEAVES, HeaderBytes, Occurrence, fields, layers
from ibpkt.protocols import Chain
from ibpkt.schema import BYTES

#: how the names of fields end that verifying CRCs gives
VERDICTS = (".status", ".computed")
#: what is told of every packet; pieces of the packet itself are not repeated
FRAME = tuple(
    leaf for leaf in (*PACKET_LEAVES, *UNLISTED_LEAVES) if leaf.name.startswith("frame.") and leaf.kind is not BYTES
)
_REST = tuple(leaf for leaf in PACKET_LEAVES if leaf not in FRAME)


class DissectedHeader(NamedTuple):
    """A header in its layer.

    Attributes:
        place: its place in the chain.
        heading: it as a field of its own, None where it has no name of its own.
        leaves: its fields.
    """

    place: int
    heading: Occurrence | None
    leaves: tuple[Occurrence, ...]


class DissectedLayer(NamedTuple):
    """A protocol's part of a packet.

    Attributes:
        name: as tshark calls the protocol.
        headers: what it consists of.
        rest: fields that stand in none of them.
    """

    name: str
    headers: list[DissectedHeader]
    rest: list[Occurrence]

    @property
    def occurrences(self) -> Iterator[Occurrence]:
        """All its fields, a header as a field before those in it."""
        for header in self.headers:
            yield from [header.heading] if header.heading else []
            yield from header.leaves
        yield from self.rest


@functools.lru_cache(maxsize=4096)
def layers_of(chain: Chain, crc: bool = True) -> tuple[DissectedLayer, ...]:
    """The layers of the packets of a shape.

    Args:
        chain: its headers.
        crc: with the verdicts on the CRCs.
    """
    found = [DissectedLayer("frame", [], [Occurrence(leaf, -1) for leaf in FRAME])]
    numbers = layers(chain)
    by_number: dict[tuple[str, int], DissectedLayer] = {}
    for place, header in enumerate(chain):
        key = header.group, numbers[place]
        if key not in by_number:
            by_number[key] = DissectedLayer(header.group, [], [])
            found.append(by_number[key])
        leaves = tuple(Occurrence(leaf, place) for leaf in header.leaves)
        by_number[key].headers.append(DissectedHeader(place, _heading(chain, place), leaves))
    last = next((layer for layer in reversed(found) if layer.name == "infiniband"), None)
    if last is None:
        last = DissectedLayer("data", [], [])
        found.append(last)
    last.rest.extend(Occurrence(leaf, -1) for leaf in _REST if crc or not leaf.name.endswith(VERDICTS))
    return tuple(found)


def _heading(chain: Chain, place: int) -> Occurrence | None:
    header = chain[place]
    if header.filter == header.group:
        return None
    leaf = fields()[header.filter].leaf
    return Occurrence(leaf, place) if isinstance(leaf, HeaderBytes) and leaf.header is header else None
