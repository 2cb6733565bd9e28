"""Requests that overtook one another, and requests that were lost (points 1 and 8)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import CARRIERS, Exchange
from tests.analysis.truth.scenes.registry import scene

LATE = "late originals are lost"
FALSE_TIMEOUTS = "false timeouts"
NEVER = "lost retransmission timeout duplicate duplicate-request nak-sequence capture-loss error"


@scene(
    LATE,
    "IBA 1, 9.7.6.1: nobody asked for it, and no timer is so short: the packet was overtaken",
    expect={"out-of-order": 1},
    absent=NEVER,
    outcomes=("completed",),
    carriers=CARRIERS,
)
def overtaken_by_one(exchange: Exchange) -> None:
    """WRITE of eight packets: the fourth comes behind the fifth, the receiver takes any order."""
    packets = exchange.write(100, 8)
    exchange.tap(packets[:3], packets[4], packets[3], packets[5:]).wait(20).tap(exchange.ack(107, 1))


@scene(
    LATE,
    "IBA 1, 9.7.6.1: as above; three packets were overtaken by one",
    expect={"out-of-order": 3},
    absent=NEVER,
    outcomes=("completed", "completed"),
    carriers=("ipv4", "ipv6", "native"),
)
def one_runs_ahead(exchange: Exchange) -> None:
    """The last packet of a WRITE across the PSN wrap comes before three others; the next WRITE is in order."""
    first, second = exchange.write(0xFFFFFC, 6), exchange.write(2, 3)
    exchange.tap(first[:2], first[5], first[2:5]).wait(20).tap(exchange.ack(1, 1))
    exchange.wait(50).tap(second).wait(20).tap(exchange.ack(4, 2))


@scene(
    LATE,
    "IBA 1, 9.7.5.2.8: the original (its Identification is the older) came behind the NAK and was executed; what the "
    "NAK made the requester repeat is a duplicate",
    expect={"out-of-order": 1, "nak-sequence": 1, "retransmission": 5, "duplicate-request": 1},
    absent="lost timeout duplicate capture-loss error",
    outcomes=("completed",),
)
def late_behind_the_nak(exchange: Exchange) -> None:
    """The fourth of eight packets comes behind the NAK that asks for it; then five are sent again."""
    packets = exchange.write(100, 8)
    exchange.tap(packets[:3], packets[4:], exchange.nak(103, 0), packets[3])
    again = exchange.write(100, 8)[3:]
    exchange.wait(30).tap(again).wait(20).tap(exchange.ack(107, 1))


@scene(
    LATE,
    "IBA 1, 9.7.5.2.8 and 9.7.6.1.2: a new Identification: the packet was sent again because it was asked for",
    expect={"lost": 1, "nak-sequence": 1, "retransmission": 5},
    absent="out-of-order timeout duplicate duplicate-request capture-loss error",
    outcomes=("completed",),
)
def lost_and_quickly_there_again(exchange: Exchange) -> None:
    """The fourth of eight packets is lost before the tap, and comes again 5 µs behind the NAK: no late original."""
    packets = exchange.write(100, 8)
    exchange.tap(packets[:3], packets[4:], exchange.nak(103, 0))
    again = exchange.write(100, 8)[3:]
    exchange.wait(5).tap(again).wait(20).tap(exchange.ack(107, 1))


@scene(
    LATE,
    "IBA 1, 9.7.5.2.8: without an order of sending it may be either; it is told as one, or as undecided",
    expect={"lost+out-of-order+reordered-or-lost": [1, 2], "nak-sequence": 1},
    absent="timeout duplicate capture-loss error",
    outcomes=("completed",),
    carriers=("ipv6", "native"),
)
def asked_for_and_there_alone(exchange: Exchange) -> None:
    """The fourth of eight packets comes 30 µs behind the NAK that asks for it, and alone."""
    packets = exchange.write(100, 8)
    exchange.tap(packets[:3], packets[4:], exchange.nak(103, 0)).wait(30).tap(packets[3]).wait(20)
    exchange.tap(exchange.ack(107, 1))


@scene(
    LATE,
    "IBA 1, 9.7.6.1: two paths of unequal delay: packets overtake, none is lost",
    expect={"out-of-order": 18},
    absent=NEVER,
    outcomes=6 * ("completed",),
    carriers=CARRIERS,
)
def two_paths(exchange: Exchange) -> None:
    """Six WRITEs of eight packets over two paths in turn, one 5 µs longer than the other."""
    for number in range(6):
        packets = exchange.write(200 + 8 * number, 8)
        arrivals = sorted((2 * place + 5 * (place % 2), place) for place in range(8))
        exchange.tap([packets[place] for _, place in arrivals]).wait(20)
        exchange.tap(exchange.ack(207 + 8 * number, number + 1)).wait(50)


@scene(
    FALSE_TIMEOUTS,
    "IBA 1, 9.7.6.1: what happened before the capture is not in it: no cause, and no time that was waited",
    expect={"retransmission": [0, 5]},
    absent="timeout lost duplicate capture-loss out-of-order error",
    outcomes=4 * ("completed",),
    carriers=CARRIERS,
)
def begins_behind_the_nak(exchange: Exchange) -> None:
    """The capture begins with a NAK; what it asks for is sent again and acknowledged."""
    exchange.send(90, 10)  # before the capture
    exchange.tap(exchange.nak(100, 20)).wait(30)
    exchange.tap(exchange.send(100), exchange.send(101), exchange.send(102)).wait(20)
    exchange.tap(exchange.ack(102, 23)).wait(100).tap(exchange.send(103)).wait(20).tap(exchange.ack(103, 24))


@scene(
    FALSE_TIMEOUTS,
    "IBA 1, 9.7.6.1: why PSN 105 comes again the capture does not show",
    expect={"retransmission": [2, 5]},
    absent="timeout lost duplicate nak-sequence capture-loss error",
    carriers=("ipv4", "native"),
)
def begins_between_loss_and_recovery(exchange: Exchange) -> None:
    """The capture begins with the last two packets of a window; 5 µs later that window comes again as a whole."""
    window = [frame for psn in range(105, 110) for frame in exchange.send(psn)]
    exchange.tap(window[3:]).wait(5)
    exchange.tap([frame for psn in range(105, 110) for frame in exchange.send(psn)]).wait(20)
    exchange.tap(exchange.ack(109, 40)).wait(100).tap(exchange.send(110)).wait(20).tap(exchange.ack(110, 41))


@scene(
    FALSE_TIMEOUTS,
    "IBA 1, 9.7.6.1: each hole is filled within microseconds: no timer expires in that time",
    expect={"out-of-order": 8},
    absent=NEVER,
    outcomes=8 * ("completed",),
    carriers=CARRIERS,
)
def any_order_with_an_ack_each(exchange: Exchange) -> None:
    """Eight SENDs of four packets, of which the second and third change places; ACKs for what is complete."""
    for number in range(8):
        psn = 300 + 4 * number
        first, second, third, last = exchange.send(psn, 4)
        exchange.tap(first, third, second, last, every=1).wait(3).tap(exchange.ack(psn + 3, number + 1), every=1)


@scene(
    LATE,
    "IBA 1, 9.7.6.1: 300 µs are no timer, and nobody asked: all that was overtaken was on its way",
    expect={"out-of-order": 32},
    without_identification={"out-of-order+reordered-or-lost": 32},
    absent=NEVER,
    outcomes=("completed", "completed", "completed"),
    carriers=CARRIERS,
)
def most_are_held_up(exchange: Exchange) -> None:
    """WRITE of forty packets; every fifth arrives at once, the others 300 µs later; a SEND before and one behind."""
    exchange.tap(exchange.send(99)).wait(20).tap(exchange.ack(99, 1)).wait(50)
    packets = exchange.write(100, 40)
    exchange.tap(packets[4::5], every=20).wait(140)
    exchange.tap([packet for place, packet in enumerate(packets) if place % 5 != 4], every=4)
    exchange.wait(20).tap(exchange.ack(139, 2)).wait(50)
    exchange.tap(exchange.send(140)).wait(20).tap(exchange.ack(140, 3))


@scene(
    LATE,
    "IBA 1, 9.7.5.2.8: each NAK came before the original that it asks for, whose Identification is the older",
    expect={"out-of-order": 3, "nak-sequence": 3, "retransmission": 15, "duplicate-request": 3},
    absent="lost timeout duplicate capture-loss error",
    outcomes=4 * ("completed",),
)
def late_behind_three_naks(exchange: Exchange) -> None:
    """Three WRITEs of eight packets, each with its fourth late behind a NAK, and sent again from there; a SEND."""
    for number in range(3):
        first = 100 + 8 * number
        packets = exchange.write(first, 8)
        exchange.tap(packets[:3], packets[4:], exchange.nak(first + 3, number), packets[3]).wait(30)
        again = exchange.write(first, 8)[3:]
        exchange.tap(again).wait(20).tap(exchange.ack(first + 7, number + 1)).wait(100)
    exchange.tap(exchange.send(124)).wait(20).tap(exchange.ack(124, 4))


UNRELIABLE = "IBA 1, 9.8: nothing is sent again on UC, so what comes is the original, however late: it was not lost"


@scene(
    LATE,
    UNRELIABLE + "; 9.8.2.2: the receiver expects another PSN by then, and has dropped the message",
    expect={"out-of-order": 1},
    absent="lost reordered-or-lost retransmission timeout duplicate capture-loss datagram-gap",
    outcomes=(*9 * ("sent",), "incomplete", *10 * ("sent",)),
    carriers=CARRIERS,
)
def uc_middle_later_than_a_timer(exchange: Exchange) -> None:
    """Nine UC SENDs, a WRITE of eight packets, the fourth 20 ms behind the others and behind a SEND; nine SENDs."""
    exchange.service = "UC"
    before, packets = exchange.sends(*range(91, 100)), exchange.write(100, 8)
    exchange.tap(before, packets[:3], packets[4:]).wait(50).tap(exchange.send(108)).wait(20_000)
    exchange.tap(packets[3]).wait(50).tap(exchange.sends(*range(109, 118)))


@scene(
    LATE,
    UNRELIABLE,
    expect={"out-of-order": 1},
    absent="lost reordered-or-lost retransmission timeout duplicate capture-loss datagram-gap error",
    carriers=CARRIERS,
)
def uc_send_later_than_a_timer(exchange: Exchange) -> None:
    """Twenty UC SENDs, one each two milliseconds; the fourth comes behind all others; twenty before, twenty behind."""
    exchange.service = "UC"
    before, sends = exchange.sends(*range(80, 100)), exchange.sends(*range(100, 120))
    exchange.tap(before, every=1000).tap(sends[:3], sends[4:], sends[3], every=2000)
    exchange.tap(exchange.sends(*range(120, 140)))


@scene(
    LATE,
    "IBA 1, 9.8: nothing is sent again on UC, and no packet is on its way for so long: it was lost",
    expect={"lost": 1},
    absent="out-of-order reordered-or-lost retransmission timeout duplicate capture-loss datagram-gap error",
    carriers=CARRIERS,
)
def uc_send_lost(exchange: Exchange) -> None:
    """Eight UC SENDs, the fourth is lost before the tap; two seconds later another SEND."""
    exchange.service = "UC"
    sends = exchange.sends(*range(100, 108))
    exchange.tap(sends[:3], sends[4:]).wait(2_000_000).tap(exchange.send(108))


ALONE = (
    "IBA 1, 9.7.6.1: a requester whose timer has expired goes on with what it had sent behind that packet; here one "
    "comes alone, and sooner than any usual timer: it may have been late"
)


@scene(
    FALSE_TIMEOUTS,
    ALONE,
    expect={"out-of-order": 1},
    without_identification={"out-of-order+reordered-or-lost": 1},
    absent=NEVER,
    outcomes=3 * ("completed",),
    carriers=CARRIERS,
)
def late_by_milliseconds(exchange: Exchange) -> None:
    """The fourth packet of a WRITE comes 5 ms late, at a receiver that takes any order; a SEND before, one behind."""
    exchange.tap(exchange.send(90)).wait(20).tap(exchange.ack(90, 1)).wait(50)
    packets = exchange.write(91, 8)
    exchange.tap(packets[:3], packets[4:]).wait(5000).tap(packets[3]).wait(20).tap(exchange.ack(98, 2)).wait(50)
    exchange.tap(exchange.send(99)).wait(20).tap(exchange.ack(99, 3))


@scene(
    FALSE_TIMEOUTS,
    ALONE,
    expect={"out-of-order": 1},
    without_identification={"out-of-order+reordered-or-lost": 1},
    absent=NEVER,
    outcomes=22 * ("completed",),
    carriers=CARRIERS,
)
def late_between_new_ones(exchange: Exchange) -> None:
    """Twenty SENDs, one each half millisecond; the fourth comes behind the tenth; the receiver takes any order."""
    exchange.tap(exchange.send(90)).wait(20).tap(exchange.ack(90, 1)).wait(50)
    sends = exchange.sends(*range(91, 111))
    exchange.tap(sends[:3], sends[4:10], every=500).wait(200).tap(sends[3], sends[10:], every=500).wait(20)
    exchange.tap(exchange.ack(110, 21)).wait(50).tap(exchange.send(111)).wait(20).tap(exchange.ack(111, 22))


def _goes_back(exchange: Exchange, pause: float) -> None:
    exchange.tap(exchange.send(90)).wait(20).tap(exchange.ack(90, 1)).wait(50)
    first = exchange.sends(*range(91, 99))
    exchange.tap(first[:3], first[4:]).wait(5000)
    again = exchange.sends(*range(94, 99))
    exchange.tap(again[0]).wait(pause).tap(again[1:]).wait(20).tap(exchange.ack(98, 9)).wait(50)
    exchange.tap(exchange.send(99)).wait(20).tap(exchange.ack(99, 10))


@scene(
    FALSE_TIMEOUTS,
    "IBA 1, 9.7.6.1: nobody asked, and all comes again from the missing packet on: the requester's timer has expired",
    expect={"timeout": 1, "lost": 1, "retransmission": 5},
    absent="out-of-order reordered-or-lost nak-sequence duplicate capture-loss error",
    outcomes=10 * ("completed",),
    carriers=CARRIERS,
)
def goes_back_by_a_short_timer(exchange: Exchange) -> None:
    """The fourth of eight SENDs is lost before the tap, and what the responder says to that is lost, too; 5 ms."""
    _goes_back(exchange, 0)


@scene(
    FALSE_TIMEOUTS,
    "IBA 1, 9.7.6.1: as above: what follows half a millisecond later belongs to the same repetition",
    expect={"timeout": 1, "lost": 1, "retransmission": 5},
    absent="out-of-order reordered-or-lost nak-sequence duplicate capture-loss error",
    outcomes=10 * ("completed",),
    carriers=CARRIERS,
)
def goes_back_with_a_pause(exchange: Exchange) -> None:
    """As before, but the requester pauses for half a millisecond behind the first packet that it sends again."""
    _goes_back(exchange, 500)


@scene(
    LATE,
    "IBA 1, 9.7.5.2.8: the second NAK makes the requester send 105 once more: it comes in its place, and need not be "
    "late of the repetition before, in which the tap has not seen it",
    expect={"lost": 4, "nak-sequence": 3, "retransmission": 14},
    without_identification={"lost+reordered-or-lost": [1, 4], "nak-sequence": 3, "retransmission": [13, 14]},
    absent="out-of-order timeout duplicate duplicate-request capture-loss error",
    outcomes=9 * ("completed",),
    carriers=CARRIERS,
)
def comes_in_the_next_repetition(exchange: Exchange) -> None:
    """101 of eight SENDs is lost before the tap, in the repetition 102 and 105 are, in the next one 104."""
    exchange.begin()
    sends = exchange.sends(*range(100, 108))
    exchange.tap(sends[0], sends[2:]).wait(500).tap(exchange.ack(100, 2), exchange.nak(101, 2)).wait(300)
    first = exchange.sends(*range(101, 108))
    exchange.tap(first[0], first[2:4], first[5:]).wait(500).tap(exchange.ack(101, 3), exchange.nak(102, 3)).wait(300)
    second = exchange.sends(*range(102, 108))
    exchange.tap(second[:2], second[3]).wait(300)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in range(102, 104)], exchange.nak(104, 5), second[4:]).wait(300)
    exchange.tap(exchange.sends(*range(104, 108))).wait(500)
    exchange.tap([exchange.ack(psn, psn - 98) for psn in range(104, 108)])
