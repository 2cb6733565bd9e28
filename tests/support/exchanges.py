"""Small exchanges made packet by packet, and what the expert says of them."""

from __future__ import annotations

from ibpkt import build, draft
from ibpkt.analysis.checks.expert import Expert
from ibpkt.batch import Batch

#: opcodes of RC
SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_ONLY, WRITE_ONLY, READ, ACK = 0, 1, 2, 4, 10, 12, 17
READ_ONLY = 16
#: both ends: address and queue pair
A, B = ("10.0.0.1", 0x11), ("10.0.0.2", 0x22)
UNLIMITED = 31


def _frame(source, target, psn, opcode, *more, payload=b"", ident=0, **bth):
    return build(
        draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        draft("IPv4", src=source[0], dst=target[0], id=ident),
        draft("UDP", srcport=0xC000),
        draft("BTH", opcode=opcode, destqp=target[1], psn=psn & 0xFFFFFF, **bth),
        *more,
        payload=payload,
    )


def ask(psn, opcode=SEND_ONLY, *more, source=A, target=B, size=8, a=1, **bth):
    """A request."""
    return _frame(source, target, psn, opcode, *more, payload=bytes(size), a=a, **bth)


def read(psn, size=8, **bth):
    """A READ request."""
    return ask(psn, READ, draft("RETH", va=0x1000, r_key=1, dmalen=size), size=0, **bth)


def tell(psn, msn, credits=UNLIMITED, opcode=ACK, size=0, source=B, target=A, syndrome=None, **bth):
    """An answer; ``credits`` is the code."""
    aeth = draft("AETH", syndrome=credits if syndrome is None else syndrome, msn=msn)
    return _frame(source, target, psn, opcode, aeth, payload=bytes(size), **bth)


def batches(packets, size=None, gap=10_000, times=None):
    """Packets in batches of a size, a while apart."""
    size = size or max(1, len(packets))
    for begin in range(0, len(packets), size):
        some = packets[begin : begin + size]
        batch = Batch.of([packet.data for packet in some], some[0].link)
        batch.frames.first = begin + 1
        for row in range(len(some)):
            batch.frames.time[row] = 10**18 + ((begin + row) * gap if times is None else times[begin + row])
        yield batch


def said(packets, size=None, **options):
    """The findings of the expert."""
    expert = Expert()
    found = []
    for batch in batches(packets, size, **options):
        found += expert.findings(batch)
    return [*found, *expert.finish()]


def names(packets, size=None, **options):
    """Of each finding packet and name."""
    return [(finding.frame, finding.kind.name) for finding in said(packets, size, **options)]
