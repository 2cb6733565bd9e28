"""The core of the analysis as a whole: small exchanges, and what is said of them however they are cut into batches."""

from __future__ import annotations

import dataclasses
from collections import Counter
from types import SimpleNamespace

import pytest

from ibpkt import draft
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.runs import half_packets
from ibpkt.management.cm_connections import Connection, ConnectionEnd
from ibpkt.protocols.analysis_facts import REQUEST_CAME_AGAIN
from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, SEND_FIRST, SEND_MIDDLE, A, B, ask, batches, read, tell

PMTU = 1024
SEQUENCE_ERROR, ACCESS_ERROR, RNR_OF_1280_US = 0x60, 0x62, 0x20 | 14
WRITE_FIRST, WRITE_MIDDLE, FLUSH, READ_FIRST = 6, 7, 0x1C, 13
UC_FIRST, UC_MIDDLE, UC_LAST, UC_ONLY = 0x20, 0x21, 0x22, 0x24
UC_WRITE_FIRST, UC_WRITE_MIDDLE, UC_WRITE_LAST, UD_ONLY = 0x26, 0x27, 0x28, 0x64
#: the other direction: what B asks, and what A answers
BY_B, TO_B = {"source": B, "target": A}, {"source": A, "target": B}
#: another flow, whose packet shows how long the tap was on
OTHERS = {"source": ("10.0.0.9", 9), "target": ("10.0.0.8", 8)}


def nak(psn, msn, syndrome=SEQUENCE_ERROR, **more):
    return tell(psn, msn, syndrome=syndrome, **more)


def respond(psn, msn, size=8, opcode=READ_ONLY, **more):
    return tell(psn, msn, opcode=opcode, size=size, **more)


def write(psn, opcode, dmalen):
    return ask(psn, opcode, draft("RETH", va=0x1000, r_key=7, dmalen=dmalen), size=PMTU)


def flush(psn):
    return ask(psn, FLUSH, draft("FETH"), draft("RETH", va=0x1000, r_key=7, dmalen=8), size=0)


def datagram(psn, qpn=A[1], **more):
    return ask(psn, UD_ONLY, draft("DETH", srcqp=qpn, q_key=1), **more)


def datagrams(*psns, every=1):
    """Datagrams of one queue pair, so many microseconds apart, and long after them a packet of others."""
    sent = [(every * at, datagram(psn)) for at, psn in enumerate(psns)]
    return [*sent, (9_000_000, ask(0, **OTHERS))]


def unreliable(*sent, every=1):
    """Packets of UC, each a PSN and an operation, so many microseconds apart, and long after them one of others."""
    packets = []
    for at, (psn, opcode) in enumerate(sent):
        reth = [draft("RETH", va=0x1000, r_key=7, dmalen=2 * PMTU + 8)] if opcode == UC_WRITE_FIRST else []
        ends = opcode in (UC_LAST, UC_ONLY, UC_WRITE_LAST)
        packets.append((every * at, ask(psn, opcode, *reth, size=8 if ends else PMTU)))
    return [*packets, (9_000_000, ask(0, **OTHERS))]


def damaged(packet):
    """With another ICRC."""
    return SimpleNamespace(data=packet.data[:-1] + bytes([packet.data[-1] ^ 0xFF]), link=packet.link)


@dataclasses.dataclass
class Exchange:
    """Packets, and what is said of them.

    Attributes:
        packets: with the microsecond of each.
        findings: by kind and packet, how many packets it is about.
        messages: kind, outcome and size of each, by flow and side.
        counts: by flow and side the counters that matter, those that are 0 left out.
        facts: by name the packets that have it.
    """

    packets: list
    findings: dict
    messages: list
    counts: dict = dataclasses.field(default_factory=dict)
    facts: dict = dataclasses.field(default_factory=dict)

    def batches(self, size=None):
        times = [10**18 + time * 1000 for time, _ in self.packets]
        return batches([packet for _, packet in self.packets], size, times=times)

    def run(self, size=None):
        return run(self.batches(size))


SENT, SENT_DATAGRAM, UNKNOWN = ("SEND", "completed", 8), ("SEND", "sent", 8), ("SEND", "unknown", 8)
COUNTERS = (
    "retransmitted", "duplicated", "late", "lost", "unseen", "repeated", "early", "naks", "rnrs", "corrupt",
    "completed",
)  # fmt: skip

EXCHANGES = {
    "a clean half": Exchange(
        [(0, ask(0)), (1, ask(1)), (5, tell(1, 2)), (6, read(2, PMTU + 1)), (9, respond(2, 3, PMTU, READ_FIRST)),
         (10, respond(3, 3, 1, 15)), (11, ask(4)), (15, tell(4, 4))],
        {}, [SENT, SENT, ("READ", "completed", PMTU + 1), SENT], {(1, 0): {"completed": 3 * 8 + PMTU + 1}},
        {"message": {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3, 7: 4, 8: 4}, "answers": {3: 2, 5: 4, 6: 4, 8: 7}},
    ),
    # 1: a late original is no loss, no repetition and no timeout
    "late, with identifications": Exchange(
        [(0, ask(0, ident=1)), (5, tell(0, 1, ident=1)), (10, ask(1, ident=2)), (11, ask(3, ident=4)),
         (12, nak(2, 2, ident=2)), (13, ask(2, ident=3)), (14, ask(4, ident=5)), (20, tell(4, 5, ident=3))],
        {"nak-sequence": {5: 1}, "out-of-order": {6: 1}, "out-of-sequence": {4: 1}}, [SENT] * 5,
        {(1, 0): {"late": 1, "early": 1, "completed": 40}, (1, 1): {"naks": {0: 1}}},
        {"out_of_order": {6: 1}},
    ),
    "late, without": Exchange(
        [(0, ask(0)), (5, tell(0, 1)), (10, ask(1)), (11, ask(3)), (12, ask(2)), (13, ask(4)), (20, tell(4, 5))],
        {"out-of-order": {5: 1}}, [SENT] * 5, {(1, 0): {"late": 1, "completed": 40}}, {"out_of_order": {5: 1}},
    ),
    "lost before the tap": Exchange(
        [(0, ask(0, ident=1)), (5, tell(0, 1, ident=1)), (10, ask(1, ident=2)), (11, ask(3, ident=4)),
         (15, nak(2, 2, ident=2)), (30, ask(2, ident=5)), (31, ask(3, ident=6)), (32, ask(4, ident=7)),
         (40, tell(4, 5, ident=3))],
        {"nak-sequence": {5: 1}, "lost": {6: 1}, "retransmission": {6: 2}, "out-of-sequence": {4: 1}}, [SENT] * 5,
        {(1, 0): {"retransmitted": 2, "lost": 1, "early": 1, "completed": 40}, (1, 1): {"naks": {0: 1}}},
        {"lost": {6: 1}, "retransmission": {6: 1, 7: 1}},
    ),
    "lost before the tap, and nobody answers any more": Exchange(
        [(0, ask(0, ident=1)), (5, tell(0, 1, ident=1)), (10, ask(1, ident=2)), (11, ask(3, ident=4)),
         (60_000, ask(1, ident=5)), (60_001, ask(2, ident=6)), (60_002, ask(3, ident=7)),
         (9_000_000, ask(0, **OTHERS))],
        {"timeout": {5: 1}, "retransmission": {5: 3}, "lost": {6: 1}}, [SENT, *[("SEND", "unknown", 8)] * 4],
        {(1, 0): {"retransmitted": 3, "lost": 1, "completed": 8}},
        {"lost": {6: 1}, "retransmission": {5: 4, 6: 4, 7: 4}},
    ),
    "lost behind the tap": Exchange(
        [(0, ask(0)), (1, tell(0, 1)), (2, ask(1)), (3, ask(2)), (10, nak(1, 1)), (20, ask(1)), (21, ask(2)),
         (30, tell(2, 3))],
        {"lost": {3: 1}, "nak-sequence": {5: 1}, "retransmission": {6: 2}, "out-of-sequence": {4: 1}}, [SENT] * 3,
        {(1, 0): {"retransmitted": 2, "lost": 1, "early": 1, "completed": 24}, (1, 1): {"naks": {0: 1}}},
        {"retransmission": {6: 1, 7: 1}},
    ),
    "not in the capture": Exchange(
        [(0, ask(0)), (1, tell(0, 1)), (10, ask(2)), (20, tell(2, 3)), (3000, ask(3)), (3010, tell(3, 4)),
         (5_000_000, ask(0, **OTHERS))],
        {"capture-loss": {3: 1}}, [*[SENT] * 3, ("SEND", "unknown", 8)], {(1, 0): {"unseen": 1, "completed": 24}},
    ),
    # 2: an RNR NAK behind a READ that was not answered: the response was sent, and is sent again
    "RNR NAK behind a READ": Exchange(
        [(0, read(0)), (1, ask(1)), (10, nak(1, 1, RNR_OF_1280_US)), (2000, read(0)), (2001, ask(1)),
         (2010, respond(0, 1)), (2012, tell(1, 2))],
        {"rnr-nak": {3: 1}, "implied-nak": {3: 1}, "rnr-retry": {4: 1}, "retransmission": {4: 2},
         "duplicate-request": {4: 1}},
        [("READ", "completed", 8), SENT],
        {(1, 0): {"retransmitted": 2, "repeated": 1, "completed": 16}, (1, 1): {"rnrs": 1, "retransmitted": 1}},
        {"retransmission": {4: 2, 5: 2, 6: REQUEST_CAME_AGAIN}},
    ),
    # 3 and 6: requests that were executed before are counted, and ACKs that repeat are no copies of one
    "executed before": Exchange(
        [(0, ask(0)), (1, ask(1)), (2, ask(2)), (10, tell(2, 3)), (20, ask(3)), (21, ask(4)), (22, ask(5)),
         (70_000, ask(3)), (70_001, ask(4)), (70_002, ask(5)), *((70_010 + n, tell(5, 6)) for n in range(3)),
         (70_020, ask(6)), (70_030, tell(6, 7))],
        {"timeout": {8: 1}, "retransmission": {8: 3}, "duplicate-request": {8: 3}}, [SENT] * 7,
        {(1, 0): {"retransmitted": 3, "repeated": 3, "completed": 56}},
        {"timeout": {8: 1}, "retransmission": {8: 4, 9: 4, 10: 4}},
    ),
    # 4: the requester gave up
    "retries are exhausted": Exchange(
        [(0, ask(0)), (10, tell(0, 1)), (100, ask(1)), (101, ask(2)),
         *((50_000 * n + more, ask(1 + more)) for n in range(1, 5) for more in range(2)),
         (2_000_000, ask(0, **OTHERS))],
        {"timeout": {5: 1, 7: 1, 9: 1, 11: 1}, "retransmission": {5: 2, 7: 2, 9: 2, 11: 2},
         "retries-exhausted": {11: 1}},
        [SENT, ("SEND", "unanswered", 8), ("SEND", "flushed", 8), ("SEND", "unknown", 8)],
        {(1, 0): {"retransmitted": 8, "completed": 8}},
    ),
    "a capture that ends within a wait": Exchange(
        [(0, ask(0)), (10, tell(0, 1)), (100, ask(1)), *((50_000 * n, ask(1)) for n in range(1, 5)),
         (230_000, ask(0, **OTHERS))],
        {"timeout": {4: 1, 5: 1, 6: 1, 7: 1}, "retransmission": {4: 1, 5: 1, 6: 1, 7: 1}},
        [SENT, ("SEND", "under way", 8), ("SEND", "unknown", 8)], {(1, 0): {"retransmitted": 4, "completed": 8}},
    ),
    "RNR retries are exhausted": Exchange(
        [(0, ask(0)), (1, tell(0, 1)),
         *(part for n in range(4) for part in ((2000 * n + 10, ask(1)), (2000 * n + 20, nak(1, 1, RNR_OF_1280_US)))),
         (9_000_000, ask(0, **OTHERS))],
        {"rnr-nak": {4: 1, 6: 1, 8: 1, 10: 1}, "rnr-retry": {5: 1, 7: 1, 9: 1}, "retransmission": {5: 1, 7: 1, 9: 1},
         "rnr-retries-exhausted": {10: 1}},
        [SENT, ("SEND", "unanswered", 8), ("SEND", "unknown", 8)],
        {(1, 0): {"retransmitted": 3, "completed": 8}, (1, 1): {"rnrs": 4}}, {"retransmission": {5: 2, 7: 2, 9: 2}},
    ),
    "refused": Exchange(
        [(0, ask(0)), (1, ask(1)), (2, ask(2)), (10, nak(1, 1, ACCESS_ERROR)), (5_000_000, ask(0, **OTHERS))],
        {"nak-refused": {4: 1}},
        [SENT, ("SEND", "refused", 8), ("SEND", "flushed", 8), ("SEND", "unknown", 8)],
        {(1, 0): {"completed": 8}, (1, 1): {"naks": {2: 1}}},
    ),
    # 5: sizes of what is not complete, and UC
    "a WRITE that is not complete": Exchange(
        [(0, write(0, WRITE_FIRST, 3000)), (1, ask(1, WRITE_MIDDLE, size=PMTU)), (5, tell(1, 0))],
        {}, [("WRITE", "under way", 3000)],
    ),
    "UC": Exchange(
        [(0, ask(0, UC_FIRST, size=PMTU)), (1, ask(1, UC_MIDDLE, size=PMTU)), (2, ask(2, UC_LAST)),
         (3, ask(3, UC_FIRST, size=PMTU)), (5, ask(5, UC_LAST)), (6, ask(6, UC_ONLY)), (9_000_000, ask(0, **OTHERS))],
        {"message-incomplete": {5: 1}, "lost": {5: 1}},
        [("SEND", "sent", 2 * PMTU + 8), ("SEND", "incomplete", None), ("SEND", "sent", 8), ("SEND", "unknown", 8)],
        {(1, 0): {"lost": 1, "completed": 2 * PMTU + 16}},
    ),
    "UC, a message of one packet that comes late": Exchange(
        unreliable((0, UC_ONLY), (1, UC_ONLY), (3, UC_ONLY), (2, UC_ONLY), (4, UC_ONLY)),
        {"out-of-order": {4: 1}}, [SENT_DATAGRAM] * 5 + [UNKNOWN],
        {(1, 0): {"late": 1, "completed": 40}}, {"out_of_order": {4: 1}, "message": {1: 1, 2: 2, 3: 4, 4: 3, 5: 5}},
    ),
    "UC, messages that come late as a whole": Exchange(
        unreliable((0, UC_ONLY), (4, UC_ONLY), (1, UC_FIRST), (2, UC_MIDDLE), (3, UC_LAST), (5, UC_ONLY)),
        {"out-of-order": {3: 3}},
        [SENT_DATAGRAM, ("SEND", "sent", 2 * PMTU + 8), SENT_DATAGRAM, SENT_DATAGRAM, UNKNOWN],
        {(1, 0): {"late": 3, "completed": 2 * PMTU + 32}},
    ),
    "UC, packets of a message out of order": Exchange(
        unreliable((0, UC_FIRST), (2, UC_LAST), (1, UC_MIDDLE), (3, UC_ONLY)),
        {"out-of-order": {3: 1}, "message-incomplete": {3: 1}},
        [("SEND", "incomplete", 2 * PMTU + 8), SENT_DATAGRAM, UNKNOWN], {(1, 0): {"late": 1, "completed": 8}},
        {"message": {1: 1, 2: 1, 3: 1, 4: 2}},
    ),
    "UC, the first message of the capture comes late": Exchange(
        unreliable((1, UC_ONLY), (0, UC_ONLY), (2, UC_ONLY)), {}, [SENT_DATAGRAM] * 3 + [UNKNOWN],
        {(1, 0): {"completed": 24}}, {"message": {1: 2, 2: 1, 3: 3}},
    ),
    "UC, the first packet of the capture comes late": Exchange(
        unreliable((1, UC_WRITE_MIDDLE), (0, UC_WRITE_FIRST), (2, UC_WRITE_LAST), (3, UC_ONLY)),
        {"message-incomplete": {3: 1}}, [("WRITE", "incomplete", 2 * PMTU + 8), SENT_DATAGRAM, UNKNOWN],
    ),
    "UC, a PSN before the capture, too late to know what it is": Exchange(
        unreliable((1, UC_ONLY), (0, UC_ONLY), (2, UC_ONLY), every=17_000), {}, [SENT_DATAGRAM] * 2 + [UNKNOWN],
    ),
    "UC, a message whose beginning comes late": Exchange(
        unreliable((0, UC_ONLY), (2, UC_WRITE_MIDDLE), (1, UC_WRITE_FIRST), (3, UC_WRITE_LAST), (4, UC_ONLY)),
        {"out-of-order": {3: 1}, "message-incomplete": {4: 1}},
        [SENT_DATAGRAM, ("WRITE", "incomplete", 2 * PMTU + 8), SENT_DATAGRAM, UNKNOWN],
        {(1, 0): {"late": 1, "completed": 16}},
    ),
    "UC, a late message in the middle of another": Exchange(
        unreliable((0, UC_ONLY), (2, UC_FIRST), (1, UC_ONLY), (3, UC_LAST), (4, UC_ONLY)),
        {"out-of-order": {3: 1}, "message-incomplete": {4: 1}},
        [SENT_DATAGRAM, SENT_DATAGRAM, ("SEND", "incomplete", PMTU + 8), SENT_DATAGRAM, UNKNOWN],
    ),
    "UC, the same long after the first packet": Exchange(
        [(0, ask(-1, UC_ONLY)), *((20_000 + time, packet) for time, packet in unreliable(
            (0, UC_ONLY), (2, UC_FIRST), (1, UC_ONLY), (3, UC_LAST), (4, UC_ONLY)))],
        {"out-of-order": {4: 1}, "message-incomplete": {5: 1}},
        [SENT_DATAGRAM] * 3 + [("SEND", "incomplete", PMTU + 8), SENT_DATAGRAM, UNKNOWN],
    ),
    "UC, the end of a message behind the next one": Exchange(
        unreliable((0, UC_FIRST), (2, UC_ONLY), (1, UC_LAST), (3, UC_ONLY)),
        {"out-of-order": {3: 1}, "message-incomplete": {3: 1}},
        [("SEND", "incomplete", PMTU + 8), SENT_DATAGRAM, SENT_DATAGRAM, UNKNOWN],
    ),
    "UC, what comes too late for its message": Exchange(
        unreliable((0, UC_ONLY), (2, UC_ONLY), (1, UC_ONLY), (3, UC_ONLY), every=17_000),
        {"out-of-order": {3: 1}}, [SENT_DATAGRAM] * 3 + [UNKNOWN],
    ),
    "UC, what comes too late to know what it is": Exchange(
        unreliable((0, UC_ONLY), (2, UC_ONLY), (3, UC_ONLY), (1, UC_ONLY), (4, UC_ONLY), every=600_000),
        {"lost": {2: 1}}, [SENT_DATAGRAM] * 4 + [UNKNOWN],
    ),
    "UC, a copy in the middle of a message": Exchange(
        unreliable((0, UC_FIRST), (1, UC_MIDDLE), (1, UC_MIDDLE), (2, UC_LAST), (3, UC_ONLY)),
        {"duplicate": {3: 1}}, [("SEND", "sent", 2 * PMTU + 8), SENT_DATAGRAM, UNKNOWN],
        {(1, 0): {"duplicated": 1, "completed": 2 * PMTU + 16}},
    ),
    "UC, copies that come a while later, behind others": Exchange(
        unreliable((0, UC_FIRST), (1, UC_LAST), (2, UC_ONLY), (0, UC_FIRST), (1, UC_LAST), (3, UC_ONLY), every=100),
        {"duplicate": {4: 2}}, [("SEND", "sent", PMTU + 8), SENT_DATAGRAM, SENT_DATAGRAM, UNKNOWN],
        {(1, 0): {"duplicated": 2, "completed": PMTU + 24}}, {"duplicate": {4: 1, 5: 1}},
    ),
    "UC, the PSN of another packet with other bytes": Exchange(
        unreliable((0, UC_ONLY), (1, UC_ONLY), (1, UC_LAST), (2, UC_ONLY)), {}, [SENT_DATAGRAM] * 3 + [UNKNOWN],
    ),
    "UC, a damaged message behind what is missing, up to the end": Exchange(
        [(0, ask(0, UC_ONLY)), (1, ask(2, UC_ONLY)), (2, damaged(ask(3, UC_ONLY)))], {"lost": {2: 1}},
        [SENT_DATAGRAM] * 3,
    ),
    "UC, late up to the end": Exchange(
        unreliable((0, UC_ONLY), (2, UC_FIRST), (1, UC_ONLY))[:3], {"out-of-order": {3: 1}},
        [SENT_DATAGRAM, SENT_DATAGRAM, ("SEND", "under way", None)],
    ),
    # 7: what an answer must not make of a connection
    "one low MSN": Exchange(
        [(10 * n + more, part) for n in range(6)
         for more, part in enumerate((ask(n), tell(n, 1 if n == 3 else n + 1)))],
        {"msn": {8: 1}}, [SENT] * 6, {(1, 0): {"completed": 48}},
    ),
    "an MSN that jumps ahead": Exchange(
        [(10 * n + more, part) for n in range(6)
         for more, part in enumerate((ask(n), tell(n, n + 1 if n < 3 else n + 8)))],
        {"msn": {8: 1}}, [SENT] * 6, {(1, 0): {"completed": 48}},
    ),
    "an ACK of what was never sent": Exchange(
        [(0, ask(0)), (1, tell(0, 1)), (5, tell(9, 2)), (10, ask(1)), (11, tell(1, 2))],
        {"ack-of-unsent": {3: 1}}, [SENT] * 2, {(1, 0): {"completed": 16}},
    ),
    "a SEND without its Last": Exchange(
        [(0, ask(0, SEND_FIRST, size=PMTU)), (1, ask(1, SEND_MIDDLE, size=PMTU)), (5, tell(1, 0))],
        {}, [("SEND", "under way", None)],
    ),
    # 8: where a capture begins in the middle of a recovery
    "begins in a recovery": Exchange(
        [(0, ask(5)), (1, ask(6)), (100_000, ask(5)), (100_001, ask(6)), (100_010, tell(6, 9)), (100_020, ask(7)),
         (100_030, tell(7, 10))],
        {"retransmission": {3: 2}}, [SENT] * 3, {(1, 0): {"retransmitted": 2, "completed": 24}},
        {"retransmission": {3: 5, 4: 5}},
    ),
    # 10: what is answered has arrived, whatever its ICRC says
    "damaged and answered": Exchange(
        [(0, ask(0)), (1, tell(0, 1)), (2, damaged(ask(1))), (3, ask(2)), (9, tell(2, 3))],
        {}, [SENT] * 3, {(1, 0): {"corrupt": 1, "completed": 24}}, {"corrupt": {3: 1}},
    ),
    "damaged and dropped": Exchange(
        [(0, ask(0)), (1, tell(0, 1)), (2, damaged(ask(1))), (3, ask(2)), (9, nak(1, 1)), (15, ask(1)), (16, ask(2)),
         (20, tell(2, 3))],
        {"nak-sequence": {5: 1}, "retransmission": {6: 2}, "out-of-sequence": {4: 1}}, [SENT] * 3,
        {(1, 0): {"retransmitted": 2, "early": 1, "corrupt": 1, "completed": 24}, (1, 1): {"naks": {0: 1}}},
        {"retransmission": {6: 1, 7: 1}, "corrupt": {3: 1}},
    ),
    # copies
    "copies made by the network": Exchange(
        [(0, ask(0, ident=1)), (5, tell(0, 1, ident=1)), (10, ask(1, ident=2)), (11, ask(2, ident=3)),
         (12, ask(3, ident=4)), (13, ask(2, ident=3)), (14, ask(3, ident=4)), (20, tell(3, 4, ident=2)),
         (21, tell(3, 4, ident=2)), (22, tell(3, 4, ident=3)), (23, tell(3, 4, ident=4)), (30, ask(4, ident=5)),
         (40, tell(4, 5, ident=5))],
        {"duplicate": {6: 2, 9: 1}, "duplicate-request": {6: 1, 7: 1}}, [SENT] * 5,
        {(1, 0): {"duplicated": 2, "repeated": 2, "completed": 40}, (1, 1): {"duplicated": 1}},
        {"duplicate": {6: 1, 7: 1, 9: 1}},
    ),
    "a mirror": Exchange(
        [(10 * n + more, part) for n in range(8) for more, part in enumerate(
            [ask(n, ident=n + 1)] * 2 + [tell(n, n + 1, ident=n + 100)] * 2)],
        {"duplicate": {2: 16}}, [SENT] * 8,
        {(1, 0): {"duplicated": 8, "completed": 64}, (1, 1): {"duplicated": 8}},
    ),
    "a copy without an identification, behind an ACK": Exchange(
        [(0, ask(0)), (5, tell(0, 1)), (10, ask(1)), (11, ask(2)), (12, tell(1, 2)), (13, ask(2)), (100, tell(2, 3)),
         (200, ask(3)), (210, tell(3, 4))],
        {"duplicate": {6: 1}}, [SENT] * 4, {(1, 0): {"duplicated": 1, "completed": 32}}, {"duplicate": {6: 1}},
    ),
    "a mirror, and what was sent again": Exchange(
        [*((10 * n + more, part) for n in range(8) for more, part in enumerate(
            [ask(n, ident=n + 1)] * 2 + [tell(n, n + 1, ident=n + 100)] * 2)),
         *((50_000 + more, part) for more, part in enumerate(
             [ask(7, ident=9)] * 2 + [tell(7, 8, ident=108)] * 2
             + [ask(8, ident=10)] * 2 + [tell(8, 9, ident=109)] * 2))],
        {"duplicate": {2: 20}, "timeout": {33: 1}, "retransmission": {33: 1},
         "duplicate-request": {33: 1}},
        [SENT] * 9,
        {(1, 0): {"duplicated": 10, "retransmitted": 1, "repeated": 1, "completed": 72}, (1, 1): {"duplicated": 10}},
    ),
    # datagrams: late ones, copies, and those that never come
    "a datagram that comes late": Exchange(
        datagrams(0, 1, 3, 2, 4), {"out-of-order": {4: 1}}, [SENT_DATAGRAM] * 5 + [UNKNOWN],
        {(1, 0): {"late": 1, "completed": 40}},
        {"out_of_order": {4: 1}, "gap": {}, "message": {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}},
    ),
    "datagrams that come late together, around the end of the PSNs": Exchange(
        datagrams(-3, 0, -2, -1, 1, 2), {"out-of-order": {3: 2}}, [SENT_DATAGRAM] * 6 + [UNKNOWN],
        {(1, 0): {"late": 2, "completed": 48}}, {"out_of_order": {3: 1, 4: 1}},
    ),
    "datagrams that come late, but not together": Exchange(
        datagrams(0, 4, 1, 5, 2, 6, 3), {"out-of-order": {3: 1, 5: 1, 7: 1}}, [SENT_DATAGRAM] * 7 + [UNKNOWN],
    ),
    "datagrams of which one comes late": Exchange(
        datagrams(0, 5, 2, 6), {"out-of-order": {3: 1}, "datagram-gap": {2: 3}}, [SENT_DATAGRAM] * 4 + [UNKNOWN],
        {(1, 0): {"late": 1, "completed": 32}}, {"gap": {2: 3}, "out_of_order": {3: 1}},
    ),
    "datagrams that are missing up to the end": Exchange(
        datagrams(0, 2, 3, 5)[:4], {"datagram-gap": {2: 1, 4: 1}}, [SENT_DATAGRAM] * 4, {}, {"gap": {2: 1, 4: 1}},
    ),
    "a datagram that comes too late to know": Exchange(
        datagrams(0, 2, 1, 3, every=17_000), {"datagram-gap": {2: 1}}, [SENT_DATAGRAM] * 4 + [UNKNOWN],
        {(1, 0): {"completed": 32}}, {"gap": {2: 1}, "out_of_order": {}},
    ),
    "a datagram of a time before the capture": Exchange(
        datagrams(5, 4, 6), {}, [SENT_DATAGRAM] * 3 + [UNKNOWN],
    ),
    "late datagrams of two queue pairs": Exchange(
        [(0, datagram(0)), (1, datagram(0, 0x33)), (2, datagram(2)), (3, datagram(2, 0x33)), (4, datagram(1, 0x33)),
         (5, datagram(3)), (9_000_000, ask(0, **OTHERS))],
        {"out-of-order": {5: 1}, "datagram-gap": {3: 1}}, [SENT_DATAGRAM] * 6 + [UNKNOWN],
    ),
    "a queue pair that sends to two others": Exchange(
        [(0, datagram(0)), (1, datagram(2, target=OTHERS["target"])), (2, datagram(1)), (3, datagram(3))],
        {"out-of-order": {3: 1}}, [SENT_DATAGRAM] * 4, {(1, 0): {"late": 1, "completed": 24}},
    ),
    "datagrams copied by the network": Exchange(
        [(0, datagram(0, ident=7)), (1, datagram(1, ident=8)), (2, datagram(1, ident=8)), (3, datagram(2, ident=9)),
         (4, datagram(0, ident=7)), (5, datagram(3, ident=10))],
        {"duplicate": {3: 1, 5: 1}}, [SENT_DATAGRAM] * 4, {(1, 0): {"duplicated": 2, "completed": 32}},
        {"duplicate": {3: 1, 5: 1}, "message": {1: 1, 2: 2, 4: 3, 6: 4}},
    ),
    "datagrams copied together, around the end of the PSNs": Exchange(
        datagrams(-2, -1, 0, -2, -1, 0, 1), {"duplicate": {4: 3}}, [SENT_DATAGRAM] * 4 + [UNKNOWN],
        {(1, 0): {"duplicated": 3, "completed": 32}}, {"duplicate": {4: 1, 5: 1, 6: 1}},
    ),
    "datagrams that all come twice, long after each other": Exchange(
        datagrams(*(psn for psn in range(9) for _ in (0, 1)), every=1_000), {"duplicate": {2: 9}},
        [SENT_DATAGRAM] * 9 + [UNKNOWN],
    ),
    "packets of UC that all come twice, long after each other": Exchange(
        unreliable(*((psn, UC_ONLY) for psn in range(9) for _ in (0, 1)), every=1_000), {"duplicate": {2: 9}},
        [("SEND", "sent", 8)] * 9 + [UNKNOWN],
    ),
    "too few datagrams to say that all come twice": Exchange(
        datagrams(*(psn for psn in range(7) for _ in (0, 1)), every=1_000),
        {"duplicate": {2 * number: 1 for number in range(1, 8)}}, [SENT_DATAGRAM] * 7 + [UNKNOWN],
    ),
    "a copy of a datagram that came late": Exchange(
        datagrams(0, 2, 1, 1, 1, 3), {"out-of-order": {3: 1}, "duplicate": {4: 1, 5: 1}},
        [SENT_DATAGRAM] * 4 + [UNKNOWN], {(1, 0): {"late": 1, "duplicated": 2, "completed": 32}},
    ),
    "the PSN of a datagram with other bytes, with another Identification, or long after it": Exchange(
        [(0, datagram(0, ident=7)), (1, datagram(0, ident=7, size=9)), (2, datagram(0, ident=8)),
         (20_000, datagram(0, ident=7))],
        {}, [SENT_DATAGRAM, ("SEND", "sent", 9), SENT_DATAGRAM, SENT_DATAGRAM],
    ),
    "datagrams of management, whose PSNs mean nothing": Exchange(
        [(0, datagram(5, 1)), (1, datagram(5, 1)), (2, datagram(7, 1)), (3, datagram(6, 1))], {}, [SENT_DATAGRAM] * 4,
    ),
    # two directions, one of which is known late
    "a direction that is joined late": Exchange(
        [(0, ask(0)), (1, ask(100, **BY_B)), (2, ask(101, **BY_B)), (60_000, ask(100, **BY_B)),
         (60_001, ask(101, **BY_B)),
         (60_010, tell(101, 2, **TO_B)), (60_011, tell(101, 2, **TO_B)), (60_012, ask(1)), (60_020, tell(1, 2)),
         (60_030, ask(102, **BY_B)), (60_040, tell(102, 3, **TO_B))],
        {"timeout": {4: 1}, "retransmission": {4: 2}, "duplicate-request": {4: 2}}, [SENT] * 5,
        {(1, 0): {"completed": 16}, (1, 1): {"retransmitted": 2, "repeated": 2, "completed": 24}},
        {"retransmission": {4: 4, 5: 4}, "timeout": {4: 1}},
    ),
}  # fmt: skip


def findings_of(result):
    found = {}
    for finding in result.findings:
        frames = found.setdefault(finding.kind.name, {})
        frames[finding.frame] = frames.get(finding.frame, 0) + finding.packets
    return found


def messages_of(result):
    order = sorted(result.messages, key=lambda message: (message.flow, message.side, message.number))
    return [(message.kind, message.outcome, message.size) for message in order]


def counts_of(result):
    counts = {
        (flow.number, number): {name: value for name in COUNTERS if (value := getattr(side, name))}
        for flow in result.flows
        for number, side in enumerate(flow.sides)
    }
    return {side: values for side, values in counts.items() if values}


def totals_of(result):
    """Packets by kind: whether copies are those of a mirror is known earlier in larger batches."""
    return Counter({kind: sum(frames.values()) for kind, frames in findings_of(result).items()})


@pytest.mark.parametrize("name", EXCHANGES)
def test_what_is_said(name):
    exchange = EXCHANGES[name]
    result = exchange.run()
    assert findings_of(result) == exchange.findings
    assert messages_of(result) == exchange.messages
    counts = counts_of(result)
    assert {side: counts.get(side, {}) for side in exchange.counts} == exchange.counts
    assert {fact: result.facts.get(fact, {}) for fact in exchange.facts} == exchange.facts


@pytest.mark.sweep
@pytest.mark.parametrize("name", EXCHANGES)
def test_batches_make_no_difference(name):
    exchange = EXCHANGES[name]
    whole = exchange.run()
    for size in (1, 3, 7):
        pieces = exchange.run(size)
        assert totals_of(pieces) == totals_of(whole)
        assert messages_of(pieces) == messages_of(whole)
        assert counts_of(pieces) == counts_of(whole)
        assert pieces.facts == whole.facts


def test_findings_of_a_batch_come_in_the_order_of_packets():
    """Two flows with a loss each, the one that began later first."""
    other = {"source": OTHERS["source"], "target": OTHERS["target"]}
    back = {"source": OTHERS["target"], "target": OTHERS["source"]}
    packets = [
        *(ask(0), tell(0, 1), ask(0, **other), tell(0, 1, **back)),
        *(ask(1, **other), tell(1, 1, syndrome=SEQUENCE_ERROR, **back), ask(1), nak(1, 1)),
    ]
    result = Exchange(list(enumerate(packets)), {}, []).run()
    assert [finding.frame for finding in result.findings if finding.kind.name == "nak-sequence"] == [6, 8]


@pytest.mark.parametrize("name", ["retries are exhausted", "RNR retries are exhausted"])
def test_findings_of_one_half_come_in_the_order_of_packets(name):
    """Of a repetition is told when it is over, of the timeouts behind it before that."""
    analyser = Analyser()
    (batch,) = EXCHANGES[name].batches()
    frames = [finding.frame for finding in analyser.add(batch).findings]
    assert len(set(frames)) > 2
    assert frames == sorted(frames)


def test_a_refused_message_ends_with_its_nak():
    """IBA 1, 9.9.2: so do those behind it, and what comes on the connection later is in no message."""
    messages = EXCHANGES["refused"].run().messages
    assert [(message.nak, message.closed) for message in messages] == [(None, 4), (2, 4), (None, 4), (None, 0)]


@pytest.mark.parametrize("name", ["executed before", "retries are exhausted", "lost before the tap"])
def test_a_half_whose_past_is_not_kept(name, monkeypatch):
    """What was under way when its trouble began is known as one run."""
    whole = EXCHANGES[name].run()
    monkeypatch.setattr(half_packets, "HISTORY", 1)
    pieces = EXCHANGES[name].run(1)
    assert totals_of(pieces) == totals_of(whole)
    assert messages_of(pieces) == messages_of(whole)


class Events:
    """Connection management, as far as the analysis asks for it."""

    def __init__(self, connections):
        self._connections = connections

    def add(self, batch):
        frames = range(batch.frames.first, batch.frames.first + len(batch))
        return [each for each in self._connections if each.frames[-1] in frames]


@pytest.fixture
def announced(monkeypatch):
    """Analyse an exchange of A and B whose connection is announced in its first packet, and maybe released."""

    def analyse(packets, released=0, **agreed):
        ends = ConnectionEnd(A[0], qpn=A[1]), ConnectionEnd(B[0], qpn=B[1])
        told = [Connection("RC", *ends, 0, "", "established", 0, (1,), **agreed)]
        if released:
            told.append(Connection("RC", *ends, 0, "", "closed", 0, (1, released)))
        monkeypatch.setattr("ibpkt.analysis.analyser.ConnectionEvents", lambda limit: Events(told))
        return Exchange([(0, ask(0, **OTHERS)), *packets, (60_000_000, ask(1, **OTHERS))], {}, []).run()

    return analyse


def test_what_comes_before_the_declared_timer_is_no_timeout(announced):
    packets = [(1, ask(0)), (2, tell(0, 1)), (100, ask(1)), (20_000, ask(1)), (20_010, tell(1, 2)), (20_020, ask(2))]
    assert "timeout" in totals_of(announced(packets))
    assert "timeout" in totals_of(announced(packets, ack_timeout=20_000_000))
    assert "timeout" not in totals_of(announced(packets, ack_timeout=67_000_000))


def test_rnr_retries_for_ever_are_never_exhausted(announced):
    packets = [(1, ask(0)), (2, tell(0, 1)), (10, ask(1)), (20, nak(1, 1, RNR_OF_1280_US))]
    assert "rnr-retries-exhausted" in totals_of(announced(packets, rnr_retry_count=6))
    assert "rnr-retries-exhausted" not in totals_of(announced(packets, rnr_retry_count=7))


def test_what_was_outstanding_when_a_connection_was_released_is_flushed(announced):
    packets = [(1, ask(0)), (2, tell(0, 1)), (100, ask(1)), (110, ask(2, **OTHERS))]
    outcomes = [outcome for _, outcome, _ in messages_of(announced(packets))]
    assert outcomes == ["unknown", "unknown", "unknown", "completed", "unanswered"]
    outcomes = [outcome for _, outcome, _ in messages_of(announced(packets, released=5))]
    assert outcomes == ["unknown", "unknown", "unknown", "completed", "flushed"]


def test_a_flush_without_an_answer_of_its_own():
    """11: any later answer completes it; nothing is missing, nothing is under way."""
    packets = [(0, ask(0)), (1, tell(0, 1)), (2, flush(1)), (3, flush(2)), (9, respond(2, 3, 0))]
    result = Exchange(packets, {}, []).run()
    assert [message.outcome for message in result.messages] == ["completed"] * 3
    assert "capture-loss" not in totals_of(result)


def test_damaged_packets_are_taken_for_intact_if_nothing_is_verified():
    packets = [ask(0), damaged(ask(1)), tell(1, 2)]
    assert messages_of(run(batches(packets), verify=False)) == [SENT] * 2
    assert findings_of(run(batches(packets), verify=False)) == {}
