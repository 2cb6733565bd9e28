"""How what guards a packet is computed: Internet checksums, and the parameters of CRCs."""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple


class Checksum(NamedTuple):
    """An Internet checksum (RFC 1071): the sum of 16-bit words with its carries added, inverted.

    Attributes:
        field: the name of the field that holds it.
        datagram: it covers all that the header's extent counts, and the addresses, the protocol and the length that the
            network header around it gives; else it covers the header alone, its tail included.
        optional: 0 says that there is none: a builder leaves it so.
    """

    field: str
    datagram: bool = False
    optional: bool = False


@dataclasses.dataclass(frozen=True)
class CRCParameters:
    """How a CRC is computed, in the usual terms of the Rocksoft model.

    Attributes:
        width: bits.
        polynomial: the generator without its top bit, the highest power first.
        init: the register at the start.
        reflected: bits go in and come out lowest first.
        xorout: inverts these bits at the end.
        covers: "invariant" (from the header at which the ICRC starts to the pad, variant fields read as ones) or "all"
            (every byte from the header that it closes).
    """

    width: int
    polynomial: int
    init: int
    reflected: bool
    xorout: int
    covers: str

    @property
    def size(self) -> int:
        """Its bytes."""
        return self.width // 8

    @property
    def byte_order(self) -> Literal["little", "big"]:
        """How it is stored: a CRC that takes the lowest bit first is sent low byte first."""
        return "little" if self.reflected else "big"

    @property
    def reversed_polynomial(self) -> int:
        """The polynomial with its bits in the other order, as a reflected register shifts it."""
        return int(f"{self.polynomial:0{self.width}b}"[::-1], 2)
