"""Messages of rsockets, RDS, SMC-R and 9P: which headers they begin with, and what follows these.

Numbers of contents from 210 on are theirs.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Capacity, Chain, Rule, follow
from ibpkt.protocols.upper.ninep import NineP
from ibpkt.protocols.upper.rds import RDS_RULES, RDSConnection, RDSConnection6, RDSHeader
from ibpkt.protocols.upper.rsocket import (
    UPDATE,
    RSocketBuffer,
    RSocketBufferBig,
    RSocketConnection,
    RSocketDatagram,
    RSocketDatagram6,
    RSocketImmediate,
    RSocketResolver,
)
from ibpkt.protocols.upper.smc import LLC_BY_TYPE, SMCMessage
from ibpkt.protocols.upper.smc_clc import CLC_RULES, SMCCLC
from ibpkt.protocols.upper.words import by_first_header
from ibpkt.schema import Header

#: a message of rsockets; the second one writes what the receiver, a big-endian machine, reads
RSOCKET_MESSAGE, RSOCKET_BIG = 211, 212
#: those that begin with the immediate data of the packet
IMMEDIATE = frozenset((RSOCKET_MESSAGE, RSOCKET_BIG))

#: name and first headers, by number
MESSAGING_CONTENTS: dict[int, tuple[str, Chain]] = {
    210: ("rsocket connection requested or accepted", (RSocketConnection,)),
    RSOCKET_MESSAGE: ("rsocket message", (RSocketImmediate,)),
    RSOCKET_BIG: ("rsocket buffer of a big-endian machine", (RSocketImmediate, RSocketBufferBig)),
    213: ("rsocket datagram of IPv4", (RSocketDatagram,)),
    214: ("rsocket datagram of IPv6", (RSocketDatagram6,)),
    215: ("rsocket resolver", (RSocketResolver,)),
    220: ("RDS connection of IPv4", (RDSConnection,)),
    221: ("RDS connection of IPv6", (RDSConnection6,)),
    222: ("RDS message", (RDSHeader,)),
    230: ("SMC-R message", (SMCMessage,)),
    **{231 + place: (header.title, (header,)) for place, header in enumerate(LLC_BY_TYPE.values())},
    245: ("SMC connection layer control", (SMCCLC,)),
    250: ("9P message", (NineP,)),
}
#: numbers by first header
MESSAGING_NUMBERS: dict[Header, int] = by_first_header(MESSAGING_CONTENTS)

_PAYLOAD = follow(0, {0: ()})
MESSAGING_RULES: dict[Header, tuple[Rule, ...]] = {
    RSocketImmediate: (
        follow(RSocketImmediate.leaf("operation"), {UPDATE: RSocketBuffer}, room=Capacity(RSocketImmediate)),
        _PAYLOAD,
    ),
    **RDS_RULES,
    **CLC_RULES,
    **dict.fromkeys(
        (
            RSocketConnection, RSocketBuffer, RSocketBufferBig, RSocketDatagram, RSocketDatagram6, RSocketResolver,
            RDSConnection, RDSConnection6, SMCMessage, *LLC_BY_TYPE.values(), NineP,
        ),
        (_PAYLOAD,),
    ),
}  # fmt: skip
