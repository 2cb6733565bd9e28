"""What messages are made of: columns of request packets, and of the answers to them."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.arrays import Ints

#: room for the PSNs of one half where all halves are put on one line: half * LINE + PSN
LINE = 1 << 40


class Pieces(NamedTuple):
    """Request packets of RC, XRC, RD and UC; by half, then PSN; columns of the same length.

    Every PSN comes once, as its first copy, and PSNs ascend from call to call.  PSNs that are left out never come.

    Attributes:
        half: the number of the half.
        psn: the PSN, unwrapped.
        end: the PSN behind it; a READ takes as many as its response has packets.
        opcode: BTH.OpCode.
        size: bytes of payload.
        dmalen: bytes of the message, of RETH; 0 without RETH.
        va: the remote address, the 64 bits as a signed number.
        r_key: its key.
        immediate: immediate data, or the R_Key that a SEND invalidates.
        frame: the number of the packet.
        time: nanoseconds since the epoch.
        whole: 1; 0 where the headers are cut.
        late: on UC, 1 where others have overtaken it.
        unexpected: on UC, 1 where it neither begins a message nor has the PSN that the receiver expects.
    """

    half: Ints
    psn: Ints
    end: Ints
    opcode: Ints
    size: Ints
    dmalen: Ints
    va: Ints
    r_key: Ints
    immediate: Ints
    frame: Ints
    time: Ints
    whole: Ints
    late: Ints
    unexpected: Ints


class Answers(NamedTuple):
    """Answers to requests; by half, then in the order of the capture; columns of the same length.

    They are all answers that moved ``acked``, or may have where the capture has cut off whether they are ACKs, and all
    READ and atomic responses, also those that come again.

    Attributes:
        half: the number of the half whose requests they answer.
        psn: the PSN, unwrapped.
        acked: the PSN up to which this answer and those before it prove that requests were received: it never
            decreases in a half.
        opcode: BTH.OpCode.
        size: bytes of payload.
        frame: the number of the packet.
        time: nanoseconds since the epoch.
        whole: 1; 0 where the headers are cut.
    """

    half: Ints
    psn: Ints
    acked: Ints
    opcode: Ints
    size: Ints
    frame: Ints
    time: Ints
    whole: Ints
