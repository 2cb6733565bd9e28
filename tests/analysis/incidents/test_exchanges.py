"""Exchanges to which something is done that single findings do not name."""

from __future__ import annotations

import dataclasses

import pytest

import ibpkt
from ibpkt.traffic import Read, Write
from tests.analysis.incidents.exchange import THINKING, Exchange, capture
from tests.analysis.incidents.told import incidents, serious

SMALL, LARGE = bytes(200), bytes(4196)
ASKER, RESPONDER = "10.0.0.1", "10.0.0.2"
SLOW = 40_000_000


def path(source=ASKER, target=RESPONDER, srcport=0xC001, **fields):
    """The headers before BTH."""
    return ibpkt.build(
        ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        ibpkt.draft("IPv4", src=source, dst=target, **fields),
        ibpkt.draft("UDP", srcport=srcport),
        ibpkt.draft("BTH"),
    )


def only(found, cause):
    (incident,) = [each for each in found if each.cause == cause]
    return incident


# -- sizes ----------------------------------------------------------------------------------------------------------


def test_packets_that_are_too_long_for_a_link():
    exchange = Exchange(lambda packet: len(packet.data) <= 1500, path=path())
    assert exchange.ask(*[Write(SMALL)] * 4) == ["success"] * 4
    assert exchange.ask(Write(LARGE)) == ["retry-exceeded"]
    first = serious(capture(exchange))[0]
    assert (first.cause, first.where) == ("mismatch", f"behind the tap, towards {RESPONDER}")
    assert "4,170 bytes and more" in first.title
    assert "all that were answered before had 274 at most" in first.sentence


def test_a_silent_peer_may_be_too_small_an_mtu():
    """All of the request is too long, so that nothing comes back: a ping would decide."""
    exchange = Exchange(lambda packet: len(packet.data) <= 1500, path=path())
    assert exchange.ask(*[Write(SMALL)] * 4) == ["success"] * 4
    assert exchange.ask(Write(bytes(4096))) == ["retry-exceeded"]
    first = serious(capture(exchange))[0]
    assert (first.cause, first.where) == ("peer-gone", RESPONDER)
    assert "a ping of that size decides" in first.sentence


def test_others_that_answer_meanwhile_show_that_the_peer_is_there():
    long = Exchange(lambda packet: len(packet.data) <= 1500, path=path())
    other = Exchange(path=path(srcport=0xC002), ends=(0x22, 0x21))
    assert long.ask(*[Write(SMALL)] * 4) == ["success"] * 4
    assert long.ask(Write(bytes(4096))) == ["retry-exceeded"]
    while other.now < long.now:
        assert other.ask(Write(SMALL)) == ["success"]
        other.now += 10_000_000
    assert serious(capture(long, other))[0].cause == "mismatch"


def test_a_peer_that_others_send_as_long_packets_to_is_gone():
    gone = Exchange(lambda packet: not gone.silent, path=path())
    gone.silent = False
    other = Exchange(path=path(srcport=0xC002), ends=(0x22, 0x21))
    assert other.ask(Write(LARGE)) == ["success"]
    assert gone.ask(*[Write(SMALL)] * 4) == ["success"] * 4
    gone.silent = True
    assert gone.ask(Write(LARGE)) == ["retry-exceeded"]
    first = serious(capture(gone, other))[0]
    assert (first.cause, first.where) == ("peer-gone", RESPONDER)
    assert "ping" not in first.sentence


# -- silence --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thinking", [20_000, 20_000_000, 60_000_000], ids=["quick", "slow", "as slow as the timer"])
@pytest.mark.parametrize("batch", [None, 3])
def test_a_peer_that_dies_is_gone_however_long_its_answers_have_taken(thinking, batch):
    """The capture ends with the last try; in silence each wait is the timer's, also where answers are slow."""
    exchange = Exchange(
        lambda packet: not exchange.silent, lambda packet: thinking, path=path(), timeout_code=14, retry_count=3
    )
    exchange.silent = False
    for _ in range(8):
        assert exchange.ask(Write(SMALL)) == ["success"]
    exchange.silent = True
    assert exchange.ask(Write(SMALL)) == ["retry-exceeded"]
    (told,) = serious(capture(exchange), batch=batch)
    assert (told.cause, told.where) == ("peer-gone", RESPONDER)
    assert "sent again 3 times without an answer" in told.sentence
    assert told.cost == pytest.approx(3 * (4096 << 14), rel=0.01)


def test_what_is_repeated_and_answered_at_last_is_not_gone():
    left = iter([False] * 3)
    exchange = Exchange(
        lambda packet: packet.bth.psn != 8 or next(left, True),
        lambda packet: 20_000_000, path=path(), timeout_code=14, retry_count=5,
    )  # fmt: skip
    for _ in range(9):
        assert exchange.ask(Write(SMALL)) == ["success"]
    assert "peer-gone" not in {incident.cause for incident in incidents(capture(exchange))}


def test_a_path_mtu_that_differs_between_the_directions():
    small = Exchange(path=path(), pmtu=1024)
    small.ask(Write(LARGE))
    assert not incidents(capture(small))
    # READ responses of full packets come back in the direction that has 4,096, WRITEs go in the other
    large = Exchange(path=path(), pmtu=4096, first_psn=small.responder.expected_psn)
    large.responder.expected_psn, large.responder.msn = small.responder.expected_psn, small.responder.msn
    large.now = small.now + 1_000_000
    large.ask(Read(9000))
    told = only(incidents(capture(small, large)), "mismatch")
    assert told.title.endswith("another path MTU back: 1024 bytes there, 4096 back")
    assert str(told.severity) == "note"


# -- response times -------------------------------------------------------------------------------------------------


class Slow:
    """A responder that takes its time for some requests, by their PSNs."""

    def __init__(self, *psns):
        self.psns = psns

    def __call__(self, packet):
        return SLOW if packet.bth.psn in self.psns else THINKING


@pytest.mark.parametrize("request_", [Write(SMALL), Read(200)], ids=["WRITE", "READ"])
@pytest.mark.parametrize("batch", [None, 7])
def test_answers_that_take_long(request_, batch):
    exchange = Exchange(thinking=Slow(30, 40, 50), path=path(), timeout_code=16)
    for _ in range(60):
        assert exchange.ask(request_) == ["success"]
    slow = only(incidents(capture(exchange), batch), "slow-responder")
    assert (slow.where, str(slow.severity), slow.flows) == (RESPONDER, "warning", (1,))
    assert slow.waits.keys() == {"slow answers"}
    assert slow.waits["slow answers"][0] == 3
    assert slow.cost == pytest.approx(3 * SLOW, rel=0.01)
    assert "3 answers took up to 40 ms instead of about" in slow.title


def test_one_slow_answer_among_many_is_a_note():
    exchange = Exchange(thinking=Slow(30), path=path(), timeout_code=16)
    for _ in range(60):
        exchange.ask(Write(SMALL))
    assert str(only(incidents(capture(exchange)), "slow-responder").severity) == "note"


def test_lost_packets_are_no_slow_answers():
    lost = {30, 40, 50}
    exchange = Exchange(lambda packet: packet.bth.psn not in lost or lost.remove(packet.bth.psn), path=path())
    for _ in range(60):
        assert exchange.ask(Write(SMALL)) == ["success"]
    assert {incident.cause for incident in incidents(capture(exchange))} == {"loss"}


def test_answers_behind_one_another_are_not_slow():
    """The responder is busy with what was asked before."""
    exchange = Exchange(path=path(), timeout_code=18, window=512, depth=512, max_reads=16)
    for _ in range(20):
        exchange.ask(Read(200))
    exchange.ask(*[Read(400_000)] * 16)
    assert not incidents(capture(exchange))


# -- what is dropped ------------------------------------------------------------------------------------------------


def test_all_packets_with_a_wrong_p_key_are_dropped():
    exchange = Exchange(path=path(), retry_count=3)
    assert exchange.ask(*[Write(SMALL)] * 4) == ["success"] * 4
    exchange.requester.queue_pair = dataclasses.replace(exchange.requester.queue_pair, p_key=0x8765)
    assert exchange.ask(Write(SMALL)) == ["retry-exceeded"]
    (told,) = serious(capture(exchange))
    assert (told.cause, told.where) == ("mismatch", f"{ASKER} > {RESPONDER}")
    assert told.waits["ACK timers"][0] == 3
    assert told.cost == told.waits["ACK timers"][1]


# -- load -----------------------------------------------------------------------------------------------------------


def asked_at_once(count):
    """As many hosts write to one, all at the same times."""
    exchanges = [
        Exchange(path=path(f"10.0.1.{n}", srcport=0xC000 + n), ends=(0x100 + n, 0x200 + n)) for n in range(1, count + 1)
    ]
    for exchange in exchanges:
        for _ in range(20):
            exchange.now += 1_000_000
            exchange.ask(Write(LARGE))
    return exchanges


@pytest.mark.parametrize("batch", [None, 50])
def test_many_senders_into_one_receiver(batch):
    found = incidents(capture(*asked_at_once(6)), batch)
    told = only(found, "congestion")
    assert (told.where, str(told.severity), len(told.flows)) == (RESPONDER, "note", 6)
    assert "6 senders within 100 µs" in told.title


@pytest.mark.parametrize("years", [1, 5, 40])
def test_many_senders_by_a_clock_that_jumps(years):
    """The first packet of all comes years before the others."""
    exchanges = asked_at_once(6)
    exchanges[0].frames = [
        (time - years * 365 * 86400 * 10**9 * (not number), data)
        for number, (time, data) in enumerate(exchanges[0].frames)
    ]
    told = only(incidents(capture(*exchanges)), "congestion")
    assert (told.where, len(told.flows)) == (RESPONDER, 6)
    assert "6 senders within 100 µs, 20 times" in told.title


def test_a_few_senders_are_no_incast():
    assert not incidents(capture(*asked_at_once(3)))


def many_flows(port_of):
    exchanges = [
        Exchange(path=path(srcport=port_of(number)), ends=(0x100 + number, 0x200 + number)) for number in range(12)
    ]
    for exchange in exchanges:
        exchange.ask(*[Write(LARGE)] * 4)
        exchange.now += 1_000_000
    return capture(*exchanges)


def test_flows_that_share_a_few_source_ports():
    told = only(incidents(many_flows(lambda number: 0xC000 + (number == 0))), "congestion")
    assert (told.where, len(told.flows)) == (f"{ASKER} > {RESPONDER}", 12)
    assert "2 UDP source ports, 92% of the bytes in port 49152: 1.3 paths at most" in told.title
    assert not incidents(many_flows(lambda number: 0xC000 + number))
    assert not incidents(many_flows(lambda number: 0xC000 + number // 2))


def test_one_large_flow_among_small_ones_is_no_polarisation():
    exchanges = [Exchange(path=path(srcport=0xC000 + n), ends=(0x100 + n, 0x200 + n)) for n in range(6)]
    for number, exchange in enumerate(exchanges):
        exchange.ask(*[Write(LARGE if number == 0 else SMALL)] * 8)
    assert not incidents(capture(*exchanges))


def test_answers_in_another_class():
    frames = Exchange(path=path(dscp=26))
    frames.ask(*[Write(SMALL)] * 4)
    assert not incidents(capture(frames))
    frames.frames = [  # the last byte of the source tells who has sent them
        (time, data if data[29] == 1 else ibpkt.decode(data, "ethernet").replace(ipv4__dscp=0).data)
        for time, data in frames.frames
    ]
    told = only(incidents(capture(frames)), "mismatch")
    assert "DSCP 26 there, 0 back" in told.title
    assert (told.where, str(told.severity)) == (f"{ASKER} > {RESPONDER}", "note")


# -- connection requests --------------------------------------------------------------------------------------------


def request(local, remote):
    """The capture of a REQ that names these GIDs."""
    import io

    packet = ibpkt.build(
        ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        ibpkt.draft("IPv4", src=ASKER, dst=RESPONDER),
        ibpkt.draft("UDP", srcport=0xC000),
        ibpkt.draft("BTH", destqp=1, opcode="UD SEND Only"),
        ibpkt.draft("DETH", srcqp=1),
        ibpkt.draft("MAD"),
        ibpkt.draft("REQ", prim_localgid=local, prim_remotegid=remote),
        strict=False,
    )
    out = io.BytesIO()
    with ibpkt.create(out, format="pcap", link="ethernet") as sink:
        sink.write(packet.data, time=1)
    return out.getvalue()


def test_a_request_that_names_another_gid():
    own, theirs = f"::ffff:{ASKER}", f"::ffff:{RESPONDER}"
    assert not [each for each in incidents(request(own, theirs)) if each.cause == "mismatch"]
    told = only(incidents(request("fe80::1", theirs)), "mismatch")
    assert (told.where, str(told.severity)) == (f"{ASKER} > {RESPONDER}", "warning")
    assert f"it comes from {ASKER}, its GID is fe80::1" in told.title
    told = only(incidents(request(own, "::ffff:10.0.0.9")), "mismatch")
    assert f"it goes to {RESPONDER}, its GID is 10.0.0.9" in told.title


# -- datagrams ------------------------------------------------------------------------------------------------------


def datagrams(*sent, announced=None):
    """The capture of datagrams to queue pair 0x72, each from a host with a Q_Key; and of what SIDR announced before."""
    import io

    def built(source, target, *drafts, qpn, srcqp, q_key, psn=0):
        return ibpkt.build(
            ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
            ibpkt.draft("IPv4", src=source, dst=target),
            ibpkt.draft("UDP", srcport=0xC000),
            ibpkt.draft("BTH", destqp=qpn, opcode="UD SEND Only", psn=psn),
            ibpkt.draft("DETH", srcqp=srcqp, q_key=q_key),
            *drafts,
            strict=False,
        ).data

    out = io.BytesIO()
    with ibpkt.create(out, format="pcap", link="ethernet") as sink:
        if announced is not None:
            answer = (ibpkt.draft("MAD"), ibpkt.draft("SIDR_REP", status=0, qpn=0x72, q_key=announced))
            sink.write(built(RESPONDER, ASKER, *answer, qpn=1, srcqp=1, q_key=0x80010000), time=1)
        for number, (source, q_key) in enumerate(sent):
            data = built(source, RESPONDER, qpn=0x72, srcqp=0x73, psn=number, q_key=q_key)
            sink.write(data, time=1_000_000 * (number + 1))
    return out.getvalue()


RIGHT, WRONG = 0x01234567, 0x0B1B


@pytest.mark.parametrize("batch", [None, 1])
def test_datagrams_with_another_q_key_than_others_have(batch):
    sent = [(ASKER, RIGHT), (ASKER, RIGHT), ("10.0.0.3", WRONG), (ASKER, RIGHT)]
    told = only(incidents(datagrams(*sent), batch), "mismatch")
    assert (told.where, str(told.severity)) == (f"10.0.0.3 > {RESPONDER}", "warning")
    assert "0x00000b1b to QP 0x72, others send 0x01234567" in told.title


def test_a_q_key_that_another_one_follows_may_be_new():
    assert not incidents(datagrams((ASKER, RIGHT), (ASKER, RIGHT), (ASKER, WRONG), (ASKER, WRONG)))
    assert not incidents(datagrams(*[(ASKER, RIGHT)] * 4))


def test_datagrams_with_another_q_key_than_was_announced():
    told = only(incidents(datagrams((ASKER, WRONG), (ASKER, WRONG), announced=RIGHT)), "mismatch")
    assert told.where == f"{ASKER} > {RESPONDER}"
    assert "SIDR_REP (1) announced 0x01234567" in told.title
    assert not [each for each in incidents(datagrams((ASKER, RIGHT), announced=RIGHT)) if each.cause == "mismatch"]


# -- keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Write(SMALL, address=(1 << 20) + (1 << 24)), "behind all that 4 requests used this key for before"),
        (Write(SMALL, address=1 << 20), "it begins 15,728,640 bytes before all that 4 requests used this key for"),
        (Read(200), "only WRITE used this key before, the last in packet 7"),
    ],
    ids=["behind", "before", "right"],
)
def test_a_refusal_names_what_the_key_was_used_for_rightly(request_, words):
    exchange = Exchange(path=path())
    for _ in range(4):
        assert exchange.ask(Write(SMALL)) == ["success"]
    exchange.responder.access = frozenset({"write"})
    exchange.ask(request_)
    told = serious(capture(exchange))[0]
    assert told.cause == "access-refused"
    assert words in told.sentence


def command(key, address, size):
    """A command capsule of NVMe over Fabrics (64 bytes): byte 1 says SGL, bytes 24 to 39 are a keyed descriptor."""
    keyed = address.to_bytes(8, "little") + size.to_bytes(3, "little") + key.to_bytes(4, "little") + b"\x40"
    return b"\x02\x40\x07\x00" + bytes(20) + keyed + bytes(24)


@pytest.mark.parametrize(
    ("offset", "size", "words"),
    [
        (0, 4096, "for 4,096 bytes at {address:#x}, as the request uses it"),
        (0, 5000, "for 4,096 bytes at {address:#x}: the request ends 904 bytes behind that"),
        (-8, 100, "for 4,096 bytes at {address:#x}: the request begins 8 bytes before that"),
    ],
    ids=["right", "behind", "before"],
)
def test_a_refusal_is_compared_with_what_a_command_has_announced(offset, size, words):
    exchange = Exchange(path=path())
    for _ in range(4):
        assert exchange.ask(Write(SMALL)) == ["success"]
    exchange.responder.access = frozenset({"read"})
    key, address = 0x51DA, 1 << 24
    capsule = ibpkt.build(
        ibpkt.draft("Ethernet", src="02:00:00:00:00:02", dst="02:00:00:00:00:01"),
        ibpkt.draft("IPv4", src=RESPONDER, dst=ASKER),
        ibpkt.draft("UDP", srcport=0xC001),
        ibpkt.draft("BTH", destqp=0x12, opcode="RC SEND Only", psn=77),
        payload=command(key, address, 4096),
    )
    exchange.now += 1_000_000
    exchange.frames.append((exchange.now, capsule.data))
    exchange.now += 1_000_000
    exchange.ask(Write(bytes(size), address=address + offset), r_key=key)
    told = serious(capture(exchange))[0]
    assert told.cause == "access-refused"
    assert f"the command in packet 9 announced this key {words.format(address=address)}" in told.sentence
    assert "this key was never used before" in told.sentence


# -- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [1, 2])
@pytest.mark.parametrize("request_", [Write(SMALL), Write(bytes(9000)), Read(64)], ids=["WRITE", "long", "READ"])
@pytest.mark.parametrize("ends", [(ASKER, RESPONDER), (RESPONDER, ASKER)])
def test_the_first_packet_of_a_flow_may_be_the_damaged_one(which, request_, ends):
    """Nothing is known of the flow then; what is asked for behind it was not lost, but damaged."""
    passed, damaged = [], []

    def arrives(packet):
        if str(packet["IPv4"].src) != ends[0]:
            return True
        passed.append(packet)
        if len(passed) == which:
            damaged.append(len(exchange.frames) - 1)
        return len(passed) != which

    exchange = Exchange(arrives, path=path(*ends))
    assert exchange.ask(*[request_] * 8) == ["success"] * 8
    time, data = exchange.frames[damaged[0]]
    exchange.frames[damaged[0]] = time, data[:-8] + bytes([data[-8] ^ 1]) + data[-7:]
    (incident,) = serious(capture(exchange))
    assert (incident.cause, incident.where) == ("corruption", f"before the tap, from {ends[0]}")
    assert incident.evidence["icrc-bad"] == 1
    assert incident.evidence["retransmission"] >= 7
