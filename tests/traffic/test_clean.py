"""Without faults everything comes to its end, and every packet is as it should be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt import traffic
from ibpkt.craft.carriers import CARRIERS
from ibpkt.errors import CallerError
from ibpkt.stats.check import IntegrityReport
from ibpkt.traffic import payload
from ibpkt.traffic.operations import OPERATIONS, codes
from tests.support.traffic_witness import FULL, Look, story

QUIET = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
SERVICES = {
    "RC": list(OPERATIONS),
    "UC": ["SEND", "SEND_WITH_IMM", "WRITE", "WRITE_WITH_IMM"],
    "UD": ["SEND", "SEND_WITH_IMM"],
}


@st.composite
def scenes(draw, service="RC", **fixed):
    """Arguments of a small scene without faults."""
    names = draw(st.lists(st.sampled_from(SERVICES[service]), min_size=1, unique=True))
    pmtu = draw(st.sampled_from([256, 512, 1024, 2048, 4096]))
    largest = draw(st.integers(0, pmtu if service == "UD" else 3 * pmtu))
    arguments = {
        "seed": draw(st.integers(0, 1000)),
        "service": service,
        "operations": dict.fromkeys(names, 1.0),
        "sizes": (draw(st.integers(0, largest)), largest),
        "pmtu": pmtu,
        "messages": draw(st.integers(1, 25)),
        "conversations": draw(st.integers(1, 3)),
        "both_ways": draw(st.booleans()),
        "first_psn": draw(st.none() | st.just(FULL - 5)),
        "carrier": draw(st.sampled_from(list(CARRIERS))),
        "pairs": draw(st.integers(1, 3)),
        "tap": 0.5,
    }
    if service == "RC":
        arguments |= {
            "window": draw(st.sampled_from([1, 3, 64])),
            "depth": draw(st.sampled_from([1, 2, 16])),
            "max_reads": draw(st.sampled_from([1, 16])),
            "coalesce": draw(st.integers(1, 8)),
            "recovery": draw(st.sampled_from(["go-back-n", "selective", "any-order"])),
        }
    return arguments | fixed


def problems(scene):
    """What `ibpkt check` has to say."""
    report = IntegrityReport()
    found = [problem for batch in scene.batches() for problem in report.add(batch)]
    assert report.packets == scene.truth.scene["packets"]
    return found


@pytest.mark.costly
@pytest.mark.parametrize("service", SERVICES)
def test_every_packet_is_intact(service):
    @QUIET
    @given(scenes(service))
    def check(arguments):
        assert problems(traffic.Traffic(**arguments)) == []

    check()


@QUIET
@given(scenes())
def test_reliable_messages_are_complete(arguments):
    scene = traffic.Traffic(**arguments)
    look = Look(scene)
    look.check()
    look.check_replay()
    look.check_reads()
    messages = scene.truth.messages
    assert len(messages) == arguments["messages"]
    assert {message["outcome"] for message in messages} == {"success"}
    assert scene.truth.events == []
    for key, flow in look.flows.items():
        conversation, side = key
        own = [each for each in messages if (each["conversation"], each["side"]) == key]
        assert flow.msn == len(own) % FULL
        assert flow.expected == (
            (max(own, key=lambda each: each["message"])["last_psn"] + 1) % FULL
            if own
            else look.truth.conversations[conversation][side]["first_psn"]
        )
        assert flow.accepted == [frame for frame in look.frames if frame.request and look.by_qpn[frame.destqp] == key]


@QUIET
@given(scenes(operations={"READ": 1.0}))
def test_reads_get_what_memory_holds(arguments):
    look = Look(traffic.Traffic(**arguments))
    parts = look.read_data()
    for message in look.truth.messages:
        span = (message["last_psn"] - message["first_psn"]) % FULL + 1
        assert span == max(1, -(-message["size"] // arguments["pmtu"]))
        psns = [(message["first_psn"] + step) % FULL for step in range(span)]
        data = b"".join(parts[message["conversation"], message["side"], psn] for psn in psns)
        assert data == payload.memory(message["r_key"], message["address"], message["size"])


@pytest.mark.costly
@pytest.mark.parametrize("service", ["UC", "UD"])
def test_unacknowledged_messages_are_delivered(service):
    @QUIET
    @given(scenes(service))
    def check(arguments):
        scene = traffic.Traffic(**arguments)
        look = Look(scene)
        look.check()
        assert {message["outcome"] for message in scene.truth.messages} == {"delivered"}
        sent = Counter(frame.destqp for frame in look.frames)
        for conversation in scene.truth.conversations:
            for side, other in ("ab", "ba"):
                own = [
                    message
                    for message in scene.truth.messages
                    if (message["conversation"], message["side"]) == (conversation["conversation"], side)
                ]
                psns = sum((message["last_psn"] - message["first_psn"]) % FULL + 1 for message in own)
                assert sent[conversation[other]["qpn"]] == psns

    check()


def test_messages_that_a_caller_names():
    scene = traffic.conversation(
        [
            traffic.Write(2500),
            traffic.Read(2049),
            traffic.Send(b"hello", imm=5),
            traffic.Send(0, invalidate=0x1234),
            traffic.FetchAdd(7, address=0x1000),
            traffic.FetchAdd(1, address=0x1000),
            traffic.CmpSwap(0, 1, address=0x2000),
            traffic.Flush(64),
            traffic.AtomicWrite(b"12345678"),
            traffic.Send(9, side="b"),
        ]
    )
    packets = [packet for batch in scene.batches() for packet in batch]
    by_name = {}
    for packet in packets:
        by_name.setdefault(packet.bth.opcode, []).append(packet)

    def packets_of(name):
        return by_name[codes(OPERATIONS[name], "RC")[3]]

    assert [len(packet.payload) for packet in packets[1:4]] == [1024, 1024, 452]
    with_imm = packets_of("SEND_WITH_IMM")[0]
    assert with_imm.payload == b"hello"
    assert with_imm.immdt.immdt == bytes([0, 0, 0, 5])
    assert packets_of("SEND_WITH_INV")[0].ieth.r_key == bytes([0, 0, 0x12, 0x34])
    first, second = [packet.atomicacketh.origremdt for packet in packets if "AtomicAckETH" in packet][:2]
    assert second == (first + 7) % 2**64
    assert packets_of("ATOMIC_WRITE")[0].payload == b"12345678"
    assert packets_of("FLUSH")[0].feth.plt == 3
    assert len(scene.truth.messages) == 10


def test_a_compare_and_swap_swaps_where_it_matches():
    scene = traffic.conversation([traffic.FetchAdd(0, address=64)])
    list(scene.batches())
    key = scene.truth.messages[0]["r_key"]
    known = payload.number_at(key, 64)
    scene = traffic.conversation(
        [
            traffic.CmpSwap(known, 5, address=64),
            traffic.CmpSwap(known, 6, address=64),
            traffic.CmpSwap(5, 7, address=64),
            traffic.FetchAdd(1, address=64),
        ]
    )
    list(scene.batches())
    assert [message["original"] for message in scene.truth.messages] == [known, 5, 5, 7]


def test_coalescing_and_the_ack_request():
    assert story(traffic.conversation([traffic.Send(1)] * 6, coalesce=3)) == [
        "a SEND Only 0",
        "a SEND Only 1",
        "a SEND Only 2 A",
        "a SEND Only 3",
        "a SEND Only 4",
        "a SEND Only 5 A",
        "b Acknowledge 2",
        "b Acknowledge 5",
    ]


def test_a_message_longer_than_the_window_asks_for_acks():
    words = story(traffic.conversation([traffic.Write(1024)], pmtu=256, window=2))
    assert words == [
        "a WRITE First 0",
        "a WRITE Middle 1 A",
        "b Acknowledge 1",
        "a WRITE Middle 2",
        "a WRITE Last 3 A",
        "b Acknowledge 3",
    ]


def test_credits_are_counted():
    scene = traffic.conversation([traffic.Send(1)] * 8, credits=3, receive_time=100_000)
    look = Look(scene)
    limit = 0
    beyond = 0
    for frame in look.frames:
        if frame.request:
            ssn = (frame.psn - look.truth.conversations[0]["a"]["first_psn"]) % FULL + 1
            beyond += ssn > limit
            assert ssn <= limit + 1  # one may go beyond
        elif frame.packet.aeth.syndrome >> 5 == 0:
            limit = max(limit, frame.packet.aeth.msn + frame.packet.aeth.credits)
    assert beyond
    assert {message["outcome"] for message in scene.truth.messages} == {"success"}


def test_a_capture_ends_after_so_many_packets():
    for count in (0, 1, 7, 100):
        scene = traffic.Traffic(seed=3, packets=count, conversations=3, both_ways=True, operations="WRITE,READ")
        look = Look(scene)
        assert len(look.frames) == count
        look.check()
    longer = [packet.data for batch in traffic.Traffic(seed=3, packets=200).batches() for packet in batch]
    shorter = [packet.data for batch in traffic.Traffic(seed=3, packets=120).batches() for packet in batch]
    assert longer[:120] == shorter


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"service": "RQ"}, "RQ"),
        ({"operations": "WRIT=1"}, "did you mean WRITE"),
        ({"operations": "WRITE=x"}, "share of WRITE"),
        ({"operations": {"WRITE": 0.0}}, "above 0"),
        ({"service": "UC", "operations": "READ"}, "UC has no READ"),
        ({"service": "UD", "sizes": (2000, 3000)}, "1024"),
        ({"carrier": "rocev3"}, "did you mean"),
        ({"carrier": ["native", "rocev2"]}, "link type"),
        ({"carrier": "Ethernet/IPv4"}, "does not follow"),
        ({"pmtu": 1500}, "256"),
        ({"windw": 3}, "did you mean window"),
        ({"window": 0}, "window"),
        ({"recovery": "none"}, "go-back-n"),
        ({"sizes": (5, 2)}, "smaller first"),
        ({"rate": 1}, "rate"),
        ({"requests": [], "conversations": 2}, "one conversation"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, says):
    with pytest.raises(CallerError, match=says):
        list(traffic.Traffic(**arguments).batches())


def test_packets_come_once():
    scene = traffic.Traffic(packets=5)
    list(scene.batches())
    with pytest.raises(CallerError, match="come once"):
        list(scene.batches())
