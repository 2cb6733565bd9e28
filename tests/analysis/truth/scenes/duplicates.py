"""Negative answers behind unanswered READs, requests executed before, and answers that repeat (points 2, 3 and 6)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import CARRIERS, REMOTE_ACCESS, THREE_CARRIERS, Exchange, Frame
from tests.analysis.truth.scenes.registry import scene

BEHIND_READ = "NAKs behind unanswered READs"
UNDERCOUNT = "duplicate requests undercounted"
REPEATED_ACKS = "repeated ACKs are called copies"


@scene(
    BEHIND_READ,
    "IBA 1, 9.7.5.1.2 and 9.7.5.2.8: the NAK for PSN 105 proves that the READ and the First before it were executed; "
    "the answer to the READ is missing, so all comes again: two duplicates, and the lost packet for the first time",
    expect={"nak-sequence": 1, "retransmission": [4, 8], "duplicate-request": 2, "lost": [1, 5]},
    absent="timeout duplicate capture-loss error",
    outcomes=("completed", "completed"),
    sizes=(4096, 3072),
    carriers=("ipv4", "native"),
)
def nak_behind_an_unanswered_read(exchange: Exchange) -> None:
    """READ of four packets and a WRITE of three; the READ's response and the WRITE's Middle are lost before the tap."""
    read, write = exchange.read(100, 4), exchange.write(104, 3)
    exchange.response(100, 1, 4)
    exchange.tap(read, write[0], write[2]).wait(20).tap(exchange.nak(105, 1)).wait(40)
    exchange.tap(exchange.read(100, 4), exchange.write(104, 3)).wait(20)
    exchange.tap(exchange.response(100, 1, 4), exchange.ack(106, 2))


@scene(
    BEHIND_READ,
    "IBA 1, 9.7.5.2.8: the RNR NAK proves that the READ before it was executed, the SEND was not",
    expect={"rnr-nak": 1, "retransmission": [2, 3], "duplicate-request": 1},
    absent="timeout nak-sequence duplicate capture-loss error",
    outcomes=("completed", "completed", "completed"),
    carriers=("ipv4", "ipv6", "native"),
)
def rnr_nak_behind_an_unanswered_read(exchange: Exchange) -> None:
    """The answer to a READ is lost before the tap; the SEND behind it gets an RNR NAK; both come again after 1.4 ms."""
    exchange.tap(exchange.send(99)).wait(20).tap(exchange.ack(99, 1)).wait(50)
    exchange.tap(exchange.read(100), exchange.send(101)).wait(20)
    exchange.response(100, 2)
    exchange.tap(exchange.rnr_nak(101, 2)).wait(1400)
    exchange.tap(exchange.read(100), exchange.send(101)).wait(20)
    exchange.tap(exchange.response(100, 2), exchange.ack(101, 3))


@scene(
    BEHIND_READ,
    "IBA 1, 9.7.5.2.8: what follows a refused request is out of sequence: a NAK of the refused PSN; nothing is lost",
    expect={"rnr-nak": 1, "nak-sequence": 1, "retransmission": 4},
    absent="timeout lost duplicate duplicate-request capture-loss error",
    outcomes=5 * ("completed",),
    carriers=("ipv4", "native"),
)
def train_behind_an_rnr_nak(exchange: Exchange) -> None:
    """Five SENDs; the second gets an RNR NAK, those behind it a NAK of the same PSN; after 1.4 ms four come again."""
    exchange.tap([frame for psn in range(100, 105) for frame in exchange.send(psn)]).wait(20)
    exchange.tap(exchange.ack(100, 1), exchange.rnr_nak(101, 1), exchange.nak(101, 1)).wait(1400)
    exchange.tap([frame for psn in range(101, 105) for frame in exchange.send(psn)]).wait(20)
    exchange.tap(exchange.ack(104, 5))


@scene(
    BEHIND_READ,
    "IBA 1, 9.7.5.2.8 and 10.7.2.2: the NAK ends the connection: its request is refused, what is behind it flushed",
    expect={"nak-refused": 1},
    absent="timeout lost nak-sequence retransmission duplicate unanswered",
    outcomes=(("completed", "flushed", "unanswered", "unknown"), "refused", "flushed"),
    sizes=(2048, 1024, 1024),
)
def refusal_behind_an_unanswered_read(exchange: Exchange) -> None:
    """READ of two packets, answered never; a WRITE with a wrong key is refused, a SEND behind it flushed."""
    exchange.tap(exchange.read(100, 2), exchange.write(102, r_key=0xBAD), exchange.send(103)).wait(20)
    exchange.tap(exchange.nak(102, 1, REMOTE_ACCESS))


def _ten(exchange: Exchange) -> list[Frame]:
    return [frame for psn in range(100, 110) for frame in exchange.send(psn)]


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.4.1.1 (duplicate requests): each is acknowledged again with the latest state, and that is the tenth: "
    "all ten had been executed",
    expect={"timeout": 1, "retransmission": 10, "duplicate-request": 10},
    lines={"duplicate-request": 1, "retransmission": 1},
    absent="nak-sequence duplicate out-of-order capture-loss error",
    outcomes=10 * ("completed",),
    carriers=CARRIERS,
)
def all_acks_lost(exchange: Exchange) -> None:
    """Ten SENDs; an ACK for four passes the tap, one for ten does not, both are lost; 67 ms later all ten again."""
    exchange.tap(_ten(exchange)).wait(20).tap(exchange.ack(103, 4))
    exchange.wait(67_000).tap(_ten(exchange)).wait(20)
    exchange.tap([exchange.ack(109, 10) for _ in range(10)])


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.4.1.1: four were acknowledged before; of the other six one ACK does not tell whether they had arrived",
    expect={"timeout": 1, "retransmission": 10, "duplicate-request": [4, 10]},
    absent="nak-sequence duplicate out-of-order capture-loss error",
    outcomes=10 * ("completed",),
    carriers=("ipv4", "native"),
)
def one_ack_for_all_duplicates(exchange: Exchange) -> None:
    """As before, but the ten that come again are acknowledged by one ACK."""
    exchange.tap(_ten(exchange)).wait(20).tap(exchange.ack(103, 4))
    exchange.wait(67_000).tap(_ten(exchange)).wait(20).tap(exchange.ack(109, 10))


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.4.1.1: a READ whose response has passed the tap was executed; its repetition is a duplicate",
    expect={"timeout": 1, "retransmission": [1, 4], "duplicate-request": 1, "lost": [0, 3]},
    absent="nak-sequence duplicate out-of-order capture-loss response-without-request error",
    outcomes=("completed",),
    sizes=(3072,),
    carriers=("ipv4", "native"),
)
def read_answered_twice(exchange: Exchange) -> None:
    """The response to a READ passes the tap and is lost behind it; 67 ms later it is asked for and sent again."""
    exchange.tap(exchange.read(100, 3)).wait(20).tap(exchange.response(100, 1, 3)).wait(67_000)
    exchange.tap(exchange.read(100, 3)).wait(20).tap(exchange.response(100, 1, 3))


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.4.1.1 and 9.7.4.1.2: a duplicate is counted, what was dropped behind a hole is none",
    expect={"nak-sequence": 1, "lost": 1, "retransmission": 5, "duplicate-request": 0},
    absent="timeout duplicate out-of-order capture-loss error",
    outcomes=("completed", "completed", "completed"),
    carriers=("ipv4", "native"),
)
def dropped_behind_a_hole(exchange: Exchange) -> None:
    """Three SENDs of three packets; the fifth packet is lost before the tap, a NAK, and five packets come again."""
    first, second, third = (exchange.send(psn, 3) for psn in (100, 103, 106))
    exchange.tap(first, second[0], second[2], third).wait(20).tap(exchange.ack(102, 1), exchange.nak(104, 1)).wait(30)
    exchange.tap(exchange.send(103, 3)[1:], exchange.send(106, 3)).wait(20).tap(exchange.ack(108, 3))


@scene(
    REPEATED_ACKS,
    "IBA 1, 9.7.4.1.1: the responder acknowledges each duplicate with the PSN of the latest: those ACKs are its own",
    expect={"timeout": 1, "retransmission": 4, "duplicate-request": 4},
    absent="duplicate nak-sequence out-of-order capture-loss error",
    outcomes=4 * ("completed",),
    carriers=CARRIERS,
)
def ack_repeated_for_each_duplicate(exchange: Exchange) -> None:
    """Four SENDs are acknowledged, that ACK is lost behind the tap; all come again, and four equal ACKs 1 µs apart."""
    four = [100, 101, 102, 103]
    exchange.tap([frame for psn in four for frame in exchange.send(psn)]).wait(20).tap(exchange.ack(103, 4))
    exchange.wait(67_000).tap([frame for psn in four for frame in exchange.send(psn)], every=1).wait(10)
    exchange.tap([exchange.ack(103, 4) for _ in four], every=1)


@scene(
    REPEATED_ACKS,
    "IBA 1, 9.7.4.1.1: as above; a WRITE is acknowledged for every packet by a responder that does so",
    expect={"timeout": 1, "retransmission": 8, "duplicate-request": 8},
    absent="duplicate nak-sequence out-of-order capture-loss error",
    outcomes=("completed",),
    carriers=("ipv4", "ipv6", "native"),
)
def ack_repeated_for_each_packet_of_a_write(exchange: Exchange) -> None:
    """A WRITE of eight packets across the PSN wrap; its ACK is lost behind the tap; eight again, eight equal ACKs."""
    exchange.tap(exchange.write(0xFFFFFA, 8)).wait(20).tap(exchange.ack(1, 1)).wait(67_000)
    exchange.tap(exchange.write(0xFFFFFA, 8), every=1).wait(5)
    exchange.tap([exchange.ack(1, 1) for _ in range(8)], every=1)


@scene(
    REPEATED_ACKS,
    "IBA 1, 9.7.5.1.2: an ACK with the PSN of the last may also say that there are credits again",
    absent="duplicate retransmission timeout lost duplicate-request nak-sequence capture-loss error",
    outcomes=("completed", "completed", "completed"),
    carriers=("ipv6", "native"),
)
def ack_repeated_with_more_credits(exchange: Exchange) -> None:
    """Two SENDs are acknowledged with 2 credits, 300 µs later once more with 16; then a third SEND."""
    exchange.tap(exchange.send(100), exchange.send(101)).wait(20).tap(exchange.ack(101, 2, syndrome=2)).wait(300)
    exchange.tap(exchange.ack(101, 2, syndrome=8)).wait(20)
    exchange.tap(exchange.send(102)).wait(20).tap(exchange.ack(102, 3, syndrome=8))


@scene(
    BEHIND_READ,
    "IBA 1, 9.7.4.1.1: 100 was answered before, so it is a duplicate; nothing but a response of its own shows that the "
    "atomic behind it had arrived before, and the first one in the capture comes now",
    expect={"timeout": 1, "duplicate-request": 1, "request-or-answer-lost": 1},
    at={"duplicate-request": (6,), "request-or-answer-lost": (7,)},
    besides="retransmission",
    outcomes=4 * ("completed",),
    carriers=THREE_CARRIERS,
)
def first_answered_behind_a_duplicate(exchange: Exchange) -> None:
    """A READ, whose response is lost behind the tap, and an atomic, which is lost as well; both come again."""
    exchange.begin()
    exchange.tap(exchange.read(100), exchange.fetch_add(101)).wait(300).tap(exchange.response(100, 2)).wait(20_000)
    exchange.tap(exchange.read(100), exchange.fetch_add(101)).wait(300)
    exchange.tap(exchange.response(100, 2), exchange.atomic_response(101, 3)).wait(300)
    exchange.tap(exchange.send(102)).wait(300).tap(exchange.ack(102, 4))


BOTH_CAME = (
    "IBA 1, 9.7.5.1.2: two ACKs of it, so the original came as well, before its repetition or behind it; the second of "
    "both found it executed"
)


@scene(
    UNDERCOUNT,
    BOTH_CAME,
    expect={"nak-sequence": 1, "reordered-or-lost": 1, "retransmission": 3, "duplicate-request": 1},
    besides="",
    says=("PSN 100, or executes it now and drops another copy",),
    facts={7: {"duplicate_request": 0}},
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def original_late_behind_the_tap(exchange: Exchange) -> None:
    """Of three SENDs the first is asked for, though the tap saw it; it is acknowledged twice when all come again."""
    exchange.begin()
    exchange.tap(exchange.sends(100, 101, 102)).wait(20).tap(exchange.nak(100, 1)).wait(40)
    exchange.tap(exchange.sends(100, 101, 102)).wait(20)
    exchange.tap(exchange.ack(100, 2), exchange.ack(100, 2), exchange.ack(102, 4)).wait(40)
    exchange.tap(exchange.sends(103, 104)).wait(20).tap(exchange.ack(104, 6))


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.5.1.2: it is acknowledged before it comes again: that was the original",
    expect={"nak-sequence": 1, "retransmission": 3, "duplicate-request": 1},
    besides="",
    facts={8: {"duplicate_request": 1}, 9: {"duplicate_request": 0}},
    outcomes=6 * ("completed",),
    carriers=THREE_CARRIERS,
)
def original_acknowledged_before_its_repetition(exchange: Exchange) -> None:
    """Of three SENDs the first is asked for; it is acknowledged before all three come again, and once more then."""
    exchange.begin()
    exchange.tap(exchange.sends(100, 101, 102)).wait(20).tap(exchange.nak(100, 1), exchange.ack(100, 2)).wait(40)
    exchange.tap(exchange.sends(100, 101, 102)).wait(20)
    exchange.tap(exchange.ack(100, 2), exchange.ack(102, 4)).wait(40)
    exchange.tap(exchange.sends(103, 104)).wait(20).tap(exchange.ack(104, 6))


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.5.1.2: the ACK of 101 covers nothing behind it, and 101 asks for none; a duplicate is acknowledged all "
    "the same, so 101 may have come late",
    expect={"nak-sequence": 1, "reordered-or-lost": 1, "retransmission": 3},
    absent="lost",
    besides="",
    outcomes=3 * ("completed",),
    carriers=THREE_CARRIERS,
)
def an_ack_that_nothing_asked_for(exchange: Exchange) -> None:
    """The second packet of a WRITE is asked for; of three packets that come again it is acknowledged first, alone."""
    exchange.begin()
    exchange.tap(exchange.write(100, 4)).wait(20).tap(exchange.nak(101, 1)).wait(40)
    exchange.tap(exchange.write(100, 4)[1:]).wait(20)
    exchange.tap(exchange.ack(101, 1), exchange.ack(103, 2)).wait(40)
    exchange.tap(exchange.send(104)).wait(20).tap(exchange.ack(104, 3))


@scene(
    UNDERCOUNT,
    "IBA 1, 9.7.5.1.2: two whole responses, so the READ came twice: the one that the NAK asked for may have been late",
    expect={"nak-sequence": 1, "reordered-or-lost": 1, "retransmission": 2},
    absent="lost",
    besides="duplicate",
    outcomes=16 * ("completed",),
    carriers=THREE_CARRIERS,
)
def a_long_read_answered_twice_behind_a_nak(exchange: Exchange) -> None:
    """A NAK asks for the first of two READs; both come again, and a SEND amid the first of two responses."""
    for psn in range(93, 100):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 92)).wait(50)
    exchange.tap(exchange.read(100, 4), exchange.read(104)).wait(20).tap(exchange.nak(100, 7)).wait(40)
    exchange.tap(exchange.read(100, 4), exchange.read(104)).wait(60)
    response = exchange.response(100, 8, 4)
    exchange.tap(response[:2], exchange.send(105), response[2:]).wait(60)
    exchange.tap(exchange.response(100, 8, 4), exchange.response(104, 9)).wait(20).tap(exchange.ack(105, 10))
    for psn in range(106, 112):
        exchange.wait(50).tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn - 95))
