"""FLUSH and ATOMIC WRITE: an ICRC that is wrong on both ends alike, and answers that are lost (points 10 and 11)."""

from __future__ import annotations

from tests.analysis.truth.scenes.exchange import REMOTE_ACCESS, Exchange, damaged
from tests.analysis.truth.scenes.registry import scene

WRONG_ICRC = "FLUSH with the ICRC of rxe"
LOST_ANSWERS = "lost answers to FLUSH and ATOMIC WRITE"
NOTHING_MISSING = "capture-loss gap lost retransmission timeout duplicate duplicate-request nak-sequence unanswered"


def _answers(exchange: Exchange, *psns: int, first_msn: int = 1) -> None:
    exchange.wait(20)
    for number, psn in enumerate(psns):
        exchange.tap(exchange.response(psn, first_msn + number, size=0))


@scene(
    WRONG_ICRC,
    "A packet whose PSN is answered has arrived, whatever its ICRC says (IBA 1, 9.7.5.1.2)",
    absent=NOTHING_MISSING,
    outcomes=4 * ("completed",),
    sizes=(1024, 64, 8, 64),
)
def flush_among_others(exchange: Exchange) -> None:
    """WRITE, FLUSH, ATOMIC WRITE, FLUSH, each answered; the FLUSHes have the ICRC that rxe computes."""
    exchange.tap(exchange.write(100), exchange.flush(101), exchange.atomic_write(102), exchange.flush(103)).wait(20)
    exchange.tap(exchange.ack(100, 1))
    _answers(exchange, 101, 102, 103, first_msn=2)


@scene(
    WRONG_ICRC,
    "As above; nothing else than FLUSHes is there",
    absent=NOTHING_MISSING,
    outcomes=6 * ("completed",),
    sizes=6 * (64,),
)
def flushes_alone(exchange: Exchange) -> None:
    """Six FLUSHes with the ICRC that rxe computes, one after the other, each answered."""
    for number in range(6):
        exchange.tap(exchange.flush(100 + number))
        _answers(exchange, 100 + number, first_msn=number + 1)


@scene(
    WRONG_ICRC,
    "IBA 1, 9.7.5.2.8: a NAK answers it, so it has arrived, and is refused",
    expect={"nak-refused": 1},
    absent=NOTHING_MISSING,
    outcomes=("completed", "refused", "flushed"),
)
def flush_refused(exchange: Exchange) -> None:
    """A WRITE, a FLUSH with the ICRC that rxe computes and a wrong key, and an ATOMIC WRITE behind it."""
    exchange.tap(exchange.write(100)).wait(20).tap(exchange.ack(100, 1)).wait(50)
    exchange.tap(exchange.flush(101), exchange.atomic_write(102)).wait(20).tap(exchange.nak(101, 1, REMOTE_ACCESS))


@scene(
    WRONG_ICRC,
    "A packet whose PSN is answered (IBA 1, 9.7.5.1.2) and that nobody repeats has arrived: it is not missing",
    expect={"icrc-bad": 1},
    absent="capture-loss gap lost retransmission timeout duplicate-request nak-sequence",
    outcomes=3 * ("completed",),
)
def damaged_behind_the_receiver(exchange: Exchange) -> None:
    """The second of three SENDs has a wrong ICRC in the capture, and is acknowledged all the same."""
    for number in range(3):
        send = exchange.send(100 + number)
        exchange.tap(damaged(send[0]) if number == 1 else send).wait(20).tap(exchange.ack(100 + number, number + 1))


@scene(
    WRONG_ICRC,
    "IBA 1, 7.8.1: a packet with a wrong ICRC is dropped silently; that it comes again shows it",
    expect={"icrc-bad": 1, "nak-sequence": 1, "retransmission": 3, "lost": [0, 1]},
    absent="timeout duplicate duplicate-request capture-loss",
    outcomes=4 * ("completed",),
)
def damaged_and_sent_again(exchange: Exchange) -> None:
    """The second of four SENDs has a wrong ICRC; the responder asks for it, and three come again."""
    sends = [exchange.send(psn) for psn in range(100, 104)]
    exchange.tap(sends[0], damaged(sends[1][0]), *sends[2:]).wait(20)
    exchange.tap(exchange.ack(100, 1), exchange.nak(101, 1)).wait(30)
    exchange.tap(*(exchange.send(psn) for psn in range(101, 104))).wait(20).tap(exchange.ack(103, 4))


@scene(
    LOST_ANSWERS,
    "IBA 1, 9.7.5.1.2: the answer to a later request proves that the FLUSH was executed; nobody asks again",
    expect={"implied-nak": [0, 1]},
    absent=NOTHING_MISSING,
    outcomes=3 * ("completed",),
    sizes=(1024, 64, 8),
)
def answer_to_a_flush_lost(exchange: Exchange) -> None:
    """WRITE, FLUSH, ATOMIC WRITE; the answer to the FLUSH is lost before the tap, and nothing is sent again."""
    exchange.tap(exchange.write(100), exchange.flush(101), exchange.atomic_write(102)).wait(20)
    exchange.response(101, 2, size=0)
    exchange.tap(exchange.ack(100, 1))
    _answers(exchange, 102, first_msn=3)


@scene(
    LOST_ANSWERS,
    "IBA 1, 9.7.5.1.2: as above; an ACK behind it acknowledges all before",
    expect={"implied-nak": [0, 2]},
    absent=NOTHING_MISSING,
    outcomes=4 * ("completed",),
    sizes=(8, 8, 1024, 64),
)
def answers_to_atomic_writes_lost(exchange: Exchange) -> None:
    """Two ATOMIC WRITEs whose answers are lost before the tap, a WRITE with its ACK, a FLUSH with its answer."""
    exchange.tap(exchange.atomic_write(100), exchange.atomic_write(101), exchange.write(102), exchange.flush(103))
    exchange.response(100, 1, size=0)
    exchange.response(101, 2, size=0)
    exchange.wait(20).tap(exchange.ack(102, 3))
    _answers(exchange, 103, first_msn=4)


@scene(
    LOST_ANSWERS,
    "IBA 1, 9.7.4.1.1: a repetition is the same packet; rxe's has address 0 instead, and is refused",
    expect={"lost": 1, "nak-sequence": 1, "nak-refused": 1, "retransmission-differs": [1, 2], "retransmission": 2},
    absent="timeout duplicate duplicate-request capture-loss",
    outcomes=("completed", "refused", "flushed"),
    sizes=(1024, 64, 8),
)
def repeated_with_address_zero(exchange: Exchange) -> None:
    """WRITE, FLUSH, ATOMIC WRITE; the FLUSH is lost before the tap; both come again with address 0 and are refused."""
    write, _, atomic_write = exchange.write(100), exchange.flush(101), exchange.atomic_write(102)
    exchange.tap(write, atomic_write).wait(20).tap(exchange.ack(100, 1), exchange.nak(101, 1)).wait(30)
    exchange.tap(exchange.flush(101, va=0), exchange.atomic_write(102, va=0)).wait(20)
    exchange.tap(exchange.nak(101, 1, REMOTE_ACCESS))


@scene(
    LOST_ANSWERS,
    "IBA 1, 9.7.6.1.3 and 9.7.4.1.1: none of the tries is the same packet as the first",
    expect={"timeout": 1, "retransmission": 1, "retransmission-differs": 1, "nak-refused": 1},
    absent="nak-sequence duplicate capture-loss",
    outcomes=("completed", "refused"),
    sizes=(1024, 8),
)
def atomic_write_repeated_after_a_timeout(exchange: Exchange) -> None:
    """An ATOMIC WRITE is lost behind the tap; 67 ms later it comes again with address 0, and is refused."""
    exchange.tap(exchange.write(100)).wait(20).tap(exchange.ack(100, 1)).wait(50)
    exchange.tap(exchange.atomic_write(101)).wait(67_000).tap(exchange.atomic_write(101, va=0)).wait(20)
    exchange.tap(exchange.nak(101, 1, REMOTE_ACCESS))
