"""What rxe, the Linux kernel's RoCE, does otherwise than the specification; each with the rule.

The tests of this folder name these where they meet them; elsewhere the kernel is held to the rules.
"""

from __future__ import annotations

import zlib

import ibpkt

#: its opcode
FLUSH = 0x1C
#: kernels that know FLUSH and ATOMIC WRITE (IBA 1, annex A19); the others drop them like reserved opcodes
PLACES = ("6.12",)


#: kernels that take a SEND Only or Last longer than the path MTU, against IBA 1, 9.7.4.1.6 (NAK, Invalid Request)
LONG_SENDS = ("6.1",)


def icrc_of_flush(frame: bytes) -> bytes:
    """The ICRC that rxe computes for a FLUSH, and wants, from a frame with the right one.

    Its table of opcodes gives FLUSH no place for a payload.  So it takes all of the packet for the payload, from BTH
    on, and these bytes enter the CRC a second time, as they are.

    Rule: IBA 1, 7.8.1: every byte enters once.
    """
    packet = ibpkt.decode(frame, "ethernet")
    assert packet.icrc.status == "good", packet
    crc = zlib.crc32(frame[packet.bth.offset : -4], int.from_bytes(frame[-4:], "little"))
    return crc.to_bytes(4, "little")
