"""The fields of a packet grouped by protocol, as tshark groups them: what PDML, ek and JSON share.

A layer is a protocol's part of a packet: consecutive headers of one protocol (LRH, BTH, RETH are one layer
``infiniband``).  The layer ``frame`` comes first; fields outside of any header end the last layer of InfiniBand, or
form a layer ``data`` if there is none.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibpkt.batch.fields import PACKET_LEAVES, UNLISTED_LEAVES, HeaderBytes, Occurrence, PacketLeaf, fields, layers
from ibpkt.protocols import Chain
from ibpkt.schema import BYTES

#: the last part of the names of fields that come from verifying CRCs
VERDICTS = (".status", ".computed")
#: the fields of the layer ``frame``, without bytes that other layers have
FRAME = tuple(
    leaf for leaf in (*PACKET_LEAVES, *UNLISTED_LEAVES) if leaf.name.startswith("frame.") and leaf.kind is not BYTES
)
_REST = tuple(leaf for leaf in PACKET_LEAVES if leaf not in FRAME)


class DissectedHeader(NamedTuple):
    """A header in its layer.

    Attributes:
        place: its index in the chain.
        heading: the header as a field of its own, None if it has no name of its own.
        leaves: its fields.
    """

    place: int
    heading: Occurrence | None
    leaves: tuple[Occurrence, ...]


class DissectedLayer(NamedTuple):
    """A protocol's part of a packet.

    Attributes:
        name: as tshark calls the protocol.
        headers: its headers.
        rest: its fields outside of any header.
    """

    name: str
    headers: list[DissectedHeader]
    rest: list[Occurrence]

    @property
    def occurrences(self) -> Iterator[Occurrence]:
        """All its fields; a header that is a field itself comes before its fields."""
        for header in self.headers:
            yield from [header.heading] if header.heading else []
            yield from header.leaves
        yield from self.rest


@functools.lru_cache(maxsize=4096)
def layers_of(chain: Chain, crc: bool = True) -> tuple[DissectedLayer, ...]:
    """The layers of the packets of a shape.

    Args:
        chain: its headers.
        crc: include the verdicts on the CRCs.
    """
    result = [DissectedLayer("frame", [], [Occurrence(leaf, -1) for leaf in FRAME])]
    numbers = layers(chain)
    by_number: dict[tuple[str, int], DissectedLayer] = {}
    for place, header in enumerate(chain):
        key = header.group, numbers[place]
        if key not in by_number:
            by_number[key] = DissectedLayer(header.group, [], [])
            result.append(by_number[key])
        leaves = tuple(Occurrence(leaf, place) for leaf in header.leaves)
        by_number[key].headers.append(DissectedHeader(place, _heading(chain, place), leaves))
    last = next((layer for layer in reversed(result) if layer.name == "infiniband"), None)
    if last is None:
        last = DissectedLayer("data", [], [])
        result.append(last)
    last.rest.extend(Occurrence(leaf, -1) for leaf in without_verdicts(_REST, crc))
    return tuple(result)


def without_verdicts(leaves: Iterable[PacketLeaf], crc: bool) -> Iterator[PacketLeaf]:
    """The fields, those that come from verifying CRCs only with ``crc``."""
    return (leaf for leaf in leaves if crc or not leaf.name.endswith(VERDICTS))


def _heading(chain: Chain, place: int) -> Occurrence | None:
    header = chain[place]
    if header.filter == header.group:
        return None
    leaf = fields()[header.filter].leaf
    return Occurrence(leaf, place) if isinstance(leaf, HeaderBytes) and leaf.header is header else None
