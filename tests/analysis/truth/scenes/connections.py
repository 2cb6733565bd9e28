"""MSNs, ACKs of what was never sent, messages without an end, and P_Keys (points 7 and 9)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import CARRIERS, INVALID_REQUEST, PSN_MASK, Exchange
from tests.analysis.truth.scenes.registry import scene

BELIEVED = "what answers say is believed"
P_KEYS = "P_Keys of the wrong one"
TWO_CREDITS = 2
NO_LOSS = "lost timeout retransmission capture-loss duplicate duplicate-request nak-sequence"


def _answered(exchange: Exchange, msns: list[int], first: int = 100) -> None:
    """A SEND for each MSN, and its ACK."""
    for number, msn in enumerate(msns):
        exchange.tap(exchange.send(first + number)).wait(20).tap(exchange.ack(first + number, msn)).wait(50)


@scene(
    BELIEVED,
    "IBA 1, 9.7.7.1: one MSN is wrong, and the next is right again; the PSNs go on, so it is the same connection",
    expect={"msn": [1, 2]},
    absent=NO_LOSS,
    outcomes=5 * ("completed",),
    flows=1,
    carriers=("ipv4", "ipv6", "native"),
)
def second_msn_low(exchange: Exchange) -> None:
    """MSNs 1, 0, 3, 4, 5: the second ACK counts a message less than the first."""
    _answered(exchange, [1, 0, 3, 4, 5])


@scene(
    BELIEVED,
    "IBA 1, 9.7.7.1: the MSN grows by one with each message: four at once that nobody has sent are wrong",
    expect={"msn": [1, 2]},
    absent=NO_LOSS,
    outcomes=6 * ("completed",),
    flows=1,
    carriers=("ipv4", "native"),
)
def msn_four_ahead(exchange: Exchange) -> None:
    """MSNs 11, 12, 17, 14, 15, 16, in the middle of a connection."""
    _answered(exchange, [11, 12, 17, 14, 15, 16])


@scene(
    BELIEVED,
    "IBA 1, 9.7.7.1: messages that one ACK covers count all; that is no jump",
    absent=f"msn {NO_LOSS} note",
    outcomes=5 * ("completed",),
    flows=1,
)
def msn_of_a_coalesced_ack(exchange: Exchange) -> None:
    """Five SENDs; one ACK for the first, one for the other four."""
    exchange.tap([frame for psn in range(100, 105) for frame in exchange.send(psn)]).wait(20)
    exchange.tap(exchange.ack(100, 1), exchange.ack(104, 5))


@scene(
    BELIEVED,
    "IBA 1, 9.7.5.1.2: an ACK of a PSN that is not outstanding acknowledges nothing",
    expect={"ack-of-unsent": 1},
    absent=f"{NO_LOSS} unanswered",
    outcomes=("completed", "under way", "under way"),
    carriers=("ipv4", "ipv6", "native"),
)
def ack_from_the_future(exchange: Exchange) -> None:
    """Three SENDs; the first is acknowledged, then PSN 150, which nobody has sent; there the capture ends."""
    exchange.tap(exchange.send(100)).wait(20).tap(exchange.ack(100, 1)).wait(50)
    exchange.tap(exchange.send(101), exchange.send(102)).wait(20).tap(exchange.ack(150, 3))


@scene(
    BELIEVED,
    "IBA 1, 9.7.5.1.2: as above; the right ACK comes behind the wrong one",
    expect={"ack-of-unsent": 1},
    absent=NO_LOSS,
    outcomes=4 * ("completed",),
    flows=1,
)
def ack_from_the_future_and_the_right_one(exchange: Exchange) -> None:
    """Three SENDs; ACKs of 100, 150, 102; then a SEND and its ACK."""
    _answered(exchange, [1])
    exchange.tap(exchange.send(101), exchange.send(102)).wait(20).tap(exchange.ack(150, 3)).wait(10)
    exchange.tap(exchange.ack(102, 3)).wait(50)
    _answered(exchange, [4], first=103)


@scene(
    BELIEVED,
    "IBA 1, 9.7.4.1.3: behind a SEND Middle only a SEND Middle or Last may come: an Invalid Request",
    expect={"message-order": [1, 2], "nak-refused": 1},
    absent="lost timeout retransmission",
    outcomes=(("incomplete", "refused", "flushed"), ("refused", "flushed")),
    carriers=("ipv4", "native"),
)
def send_without_its_last(exchange: Exchange) -> None:
    """SEND First and Middle, then a SEND Only with the next PSN, which the responder refuses."""
    exchange.tap(exchange.send(100, 3)[:2], exchange.send(102)).wait(20).tap(exchange.nak(102, 0, INVALID_REQUEST))


@scene(
    BELIEVED,
    "IBA 1, 9.7.5.1.2: an ACK in the middle of a message acknowledges packets, not the message",
    absent="lost timeout retransmission message-order warning",
    outcomes=("under way",),
    sizes=(None,),
)
def send_without_its_last_as_the_capture_ends(exchange: Exchange) -> None:
    """SEND First and two Middles, all acknowledged; there the capture ends."""
    exchange.tap(exchange.send(100, 5)[:3]).wait(20).tap(exchange.ack(102, 0))


@scene(
    P_KEYS,
    "IBA 1, 9.6.1.2: the packet with another P_Key than its flow is the wrong one, and it alone",
    expect={"p-key-mismatch": 1},
    at={"p-key-mismatch": (5,)},
    absent="lost duplicate duplicate-request nak-sequence",
    outcomes=4 * ("completed",),
    carriers=("ipv4", "native"),
)
def p_key_of_the_third_send(exchange: Exchange) -> None:
    """The third SEND has P_Key 0x8001 in a flow of 0xffff; nobody answers; 67 ms later it comes again with 0xffff."""
    _answered(exchange, [1, 2])
    exchange.tap(exchange.send(102, p_key=0x8001)).wait(67_000)
    _answered(exchange, [3, 4], first=102)


@scene(
    P_KEYS,
    "IBA 1, 9.6.1.2: two packets are wrong, those around them are not",
    expect={"p-key-mismatch": 2},
    at={"p-key-mismatch": (5, 6)},
    absent="duplicate duplicate-request nak-sequence",
    outcomes=4 * ("completed",),
)
def p_keys_of_two_sends(exchange: Exchange) -> None:
    """The third and fourth SEND have P_Key 0x8001; both come again after 67 ms with 0xffff."""
    _answered(exchange, [1, 2])
    exchange.tap(exchange.send(102, p_key=0x8001), exchange.send(103, p_key=0x8001)).wait(67_000)
    exchange.tap(exchange.send(102), exchange.send(103)).wait(20).tap(exchange.ack(103, 4))


@scene(
    P_KEYS,
    "IBA 1, 9.6.1.2: one P_Key throughout, whatever it is",
    absent="p-key-mismatch p-key-directions note",
    outcomes=3 * ("completed",),
    carriers=CARRIERS,
)
def one_p_key_throughout(exchange: Exchange) -> None:
    """Three SENDs and their ACKs, all with P_Key 0x8001."""
    for psn in (100, 101, 102):
        exchange.tap(exchange.send(psn, p_key=0x8001)).wait(20).tap(exchange.ack(psn, psn - 99, p_key=0x8001)).wait(50)


MERGED = (
    "IBA 1, 9.7.5.1: an answer carries the PSN of its request, so it came behind it: one clock is ahead of the other, "
    "or the capture does not keep the order"
)


def _answered_early(exchange: Exchange, first: int, count: int) -> None:
    for psn in range(first, first + count):
        request = exchange.send(psn)
        exchange.tap(exchange.ack(psn, psn - 99)).tap(request).wait(50)


@scene(
    BELIEVED,
    MERGED,
    expect={"answers-first": 1},
    lines={"answers-first": 1},
    absent="ack-of-unsent msn warning",
    outcomes=(*3 * ("completed",), *40 * (["completed", "unknown"],)),
    flows=1,
    carriers=CARRIERS,
)
def acks_before_their_requests(exchange: Exchange) -> None:
    """Three SENDs and their ACKs; then the clock of one port is ahead, and forty ACKs stand before their SENDs."""
    _answered(exchange, [1, 2, 3])
    _answered_early(exchange, 103, 40)


@scene(
    BELIEVED,
    MERGED,
    expect={"answers-first": 1},
    lines={"answers-first": 1},
    absent="ack-of-unsent msn warning",
    flows=1,
    carriers=("ipv4", "native"),
)
def acks_before_the_requests_before(exchange: Exchange) -> None:
    """The same where one SEND follows another each 4 µs, and each ACK stands 14 µs before its SEND."""
    _answered(exchange, [1, 2, 3])
    sends = [exchange.send(103 + number) for number in range(20)]
    acks = [exchange.ack(103 + number, 4 + number) for number in range(20)]
    both = sorted(
        [(4 * number + 15, number, frame) for number, frame in enumerate(sends)]
        + [(4 * number, number, [frame]) for number, frame in enumerate(acks)],
        key=lambda each: each[:2],
    )
    exchange.tap([one for _, _, frames in both for one in frames], every=2)


@scene(
    BELIEVED,
    "IBA 1, 9.7.5.1.1: one ACK alone before its request may be wrong as well: the requester must not believe it",
    expect={"ack-of-unsent": 1},
    absent="answers-first " + NO_LOSS,
    flows=1,
    carriers=("ipv4", "native"),
)
def one_ack_before_its_request(exchange: Exchange) -> None:
    """Three SENDs and their ACKs; then one SEND behind its ACK; two more in order."""
    _answered(exchange, [1, 2, 3])
    _answered_early(exchange, 103, 1)
    _answered(exchange, [5, 6], first=104)


@scene(
    BELIEVED,
    "IBA 1, 9.7.7.1 and 9.7.7.2: the MSN has 24 bits: behind 0xffffff comes 0, and credits count from there on",
    besides="",
    outcomes=7 * ("completed",),
    flows=1,
    carriers=("ipv4", "native"),
)
def msn_and_psn_wrap_with_credits(exchange: Exchange) -> None:
    """Seven SENDs with PSNs and MSNs from 0xfffffd on, each acknowledged with two credits."""
    for psn in range(0xFFFFFD, 0x1000004):
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, psn & PSN_MASK, TWO_CREDITS)).wait(30)
