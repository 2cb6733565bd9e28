"""A property test of a codec."""

import struct
from typing import NamedTuple

from hypothesis import given, settings

import ibpkt
from ibpkt import strategies


class MyBTH(NamedTuple):
    opcode: int
    p_key: int
    destqp: int
    psn: int


def my_decoder(data: bytes) -> MyBTH:
    opcode, _, p_key, destqp, psn = struct.unpack_from(">BBHII", data)
    return MyBTH(opcode, p_key, destqp & 0xFFFFFF, psn & 0xFFFFFF)


@settings(max_examples=20, deadline=None)
@given(strategies.packets(link="ethernet", service="RC"))
def test_my_decoder(packet: ibpkt.Packet) -> None:
    bth = packet.bth
    mine = my_decoder(packet.data[bth.offset :])
    assert mine == MyBTH(bth.opcode, bth.p_key, bth.destqp, bth.psn)
