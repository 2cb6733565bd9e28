"""What goes wrong: scenarios packet by packet, then any mixture, looked at by a witness that shares no code."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ibpkt import traffic
from ibpkt.errors import CallerError
from ibpkt.traffic import At, Faults, Read, Send, Write
from ibpkt.traffic.faults import NETWORK
from ibpkt.traffic.operations import OPERATIONS
from ibpkt.traffic.simulated_network import SimulatedNetwork
from tests.support.traffic_witness import Look, story

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
TWO = [Write(1000), Write(300)]  # PSNs 0 to 3, and 4 and 5, with a path MTU of 256
CLEAN = [
    "a WRITE First 0",
    "a WRITE Middle 1",
    "a WRITE Middle 2",
    "a WRITE Last 3",
    "a WRITE First 4",
    "a WRITE Last 5 A",
]


def scene(requests, *at, **options):
    return traffic.conversation(requests, faults=Faults(at=at), pmtu=256, **options)


def events(truth):
    first = {(each["conversation"], side): each[side]["first_psn"] for each in truth.conversations for side in "ab"}
    return [
        (event["what"], event["frame"])
        if event.get("psn") is None
        else (event["what"], event["frame"], (event["psn"] - first[event["conversation"], "a"]) % (1 << 24))
        for event in truth.events
    ]


def check(made, words, told):
    assert story(made) == words
    assert events(made.truth) == told


def test_a_lost_packet_is_asked_for():
    check(
        scene(TWO, At("loss", 1)),
        [CLEAN[0], *CLEAN[2:], "b Acknowledge 1 PSN Sequence Error", *CLEAN[1:], "b Acknowledge 5"],
        [
            ("lost", None, 1),
            ("out-of-sequence", 2, 2),
            ("nak-sequence", 2, 1),
            ("out-of-sequence", 3, 3),
            ("out-of-sequence", 4, 4),
            ("out-of-sequence", 5, 5),
            *(("retransmitted", 7 + psn - 1, psn) for psn in range(1, 6)),
        ],
    )


def test_behind_the_tap_the_lost_packet_is_in_the_capture():
    made = scene(TWO, At("loss", 1, behind=True))
    assert story(made) == [*CLEAN, "b Acknowledge 1 PSN Sequence Error", *CLEAN[1:], "b Acknowledge 5"]
    assert events(made.truth)[0] == ("lost-behind-tap", 2, 1)


def test_selective_repeat_fills_the_holes_only():
    check(
        scene(TWO, At("loss", 1), At("loss", 3), recovery="selective"),
        [
            "a WRITE First 0",
            "a WRITE Middle 2",
            "a WRITE First 4",
            "a WRITE Last 5 A",
            "b Acknowledge 1 PSN Sequence Error",
            "a WRITE Middle 1 A",
            "b Acknowledge 1",
            "b Acknowledge 3 PSN Sequence Error",
            "a WRITE Last 3 A",
            "b Acknowledge 3",
            "b Acknowledge 5",
        ],
        [
            ("lost", None, 1),
            ("lost", None, 3),
            ("out-of-sequence", 2, 2),
            ("nak-sequence", 2, 1),
            ("out-of-sequence", 3, 4),
            ("out-of-sequence", 4, 5),
            ("retransmitted", 6, 1),
            ("nak-sequence", 3, 3),
            ("retransmitted", 9, 3),
        ],
    )


def test_a_lost_tail_is_sent_again_after_the_timeout():
    made = scene(TWO, At("loss", 5))
    look = Look(made)
    assert [frame.name for frame in look.frames].count("RC RDMA WRITE Last") == 3
    (timeout,) = look.events["timeout"]
    assert timeout["time"] - look.frames[0].time >= 4096 * 2**14 - 1000  # the tap sits half way
    assert look.of("duplicate-request") == {6, 7, 8, 9, 10}
    assert made.truth.counters[0]["local_ack_timeout_err"] == 1
    assert made.truth.counters[1]["duplicate_request"] == 5


def test_a_lost_ack_brings_duplicates_which_are_acknowledged_again():
    made = scene(TWO, At("loss", 0, "b"))
    assert story(made) == [*CLEAN, *CLEAN, "b Acknowledge 5"]
    assert made.truth.count("duplicate-request") == 6
    assert {message["retransmissions"] for message in made.truth.messages} == {4, 2}


def test_a_lost_response_is_asked_for_from_there():
    check(
        scene([Read(1000), Write(100)], At("loss", 1, "b")),
        [
            "a READ Request 0 A",
            "a WRITE Only 4 A",
            "b READ response First 0",
            "b READ response Middle 2",
            "b READ response Last 3",
            "b Acknowledge 4",
            "a READ Request 1 A",
            "a WRITE Only 4 A",
            "b READ response First 1",
            "b READ response Middle 2",
            "b READ response Last 3",
            "b Acknowledge 4",
        ],
        [
            ("lost", None, 1),
            ("implied-nak", 4, 1),
            ("retransmitted", 7, 1),
            ("retransmitted", 8, 4),
            ("duplicate-request", 7, 1),
            ("retransmitted", 9, 1),
            ("duplicate-request", 8, 4),
            ("retransmitted", 10, 2),
            ("retransmitted", 11, 3),
        ],
    )


def test_the_repeated_read_asks_for_its_rest():
    made = scene([Read(1000)], At("loss", 1, "b"))
    first, again = (packet.reth for batch in made.batches() for packet in batch if "RETH" in packet)
    assert (again.va, again.dmalen) == (first.va + 256, 1000 - 256)


def test_no_receive_request():
    check(
        scene([Send(10, rnr=1), Write(10)]),
        [
            "a SEND Only 0",
            "a WRITE Only 1 A",
            "b Acknowledge 0 RNR",
            "a SEND Only 0",
            "a WRITE Only 1 A",
            "b Acknowledge 1",
        ],
        [("rnr", 1, 0), ("discarded", 2, 1), ("rnr-retry", None, 0), ("retransmitted", 4, 0), ("retransmitted", 5, 1)],
    )


def test_the_wait_is_what_the_rnr_nak_says():
    made = scene([Send(10, rnr=2)], rnr_timer=14)
    look = Look(made)
    naks = [frame for frame in look.frames if not frame.request][:2]
    assert [nak.packet.aeth.rnr_timer for nak in naks] == [1.28, 1.28]
    for nak, again in zip(naks, (look.frames[2], look.frames[4]), strict=True):
        assert 1_280_000 < again.time - nak.time < 1_290_000
    assert made.truth.counters[0]["rcvd_rnr_err"] == made.truth.counters[1]["send_rnr_err"] == 2


def test_too_many_rnr_naks():
    made = scene([Send(10, rnr=9), Write(10)], rnr_retry=2)
    assert story(made).count("b Acknowledge 0 RNR") == 3
    assert [message["outcome"] for message in made.truth.messages] == ["rnr-retry-exceeded", "flushed"]
    assert made.truth.counters[0]["retry_rnr_exceeded_err"] == 1


def test_a_write_with_immediate_finds_none_at_its_end():
    words = story(scene([Write(600, imm=1, rnr=1)]))
    assert words[3:5] == ["b Acknowledge 2 RNR", "a WRITE Last with Immediate 2 A"]


def test_a_wrong_key_ends_the_conversation():
    made = scene([Write(10), Write(600, denied=True), Write(10)])
    assert story(made)[-1] == "b Acknowledge 1 Remote Access Error"
    assert [message["outcome"] for message in made.truth.messages] == ["success", "remote-access-error", "flushed"]
    assert made.truth.counters[0]["req_remote_access_errors"] == 1
    assert made.truth.counters[1]["resp_remote_access_errors"] == 1
    assert [event["reason"] for event in made.truth.events if event["what"] == "qp-error"] == [
        "flushed",
        "remote-access-error",
    ]


def test_a_conversation_that_died_is_followed_by_another():
    made = traffic.Traffic(seed=2, messages=60, conversations=2, faults=Faults(access_error=0.2))
    look = Look(made)
    look.check()
    assert len(made.truth.conversations) > 4
    assert len({each["a"]["qpn"] for each in made.truth.conversations}) == len(made.truth.conversations)
    assert len(made.truth.counters) == 2 * len(made.truth.conversations)
    assert len(made.truth.messages) == 60


def test_nobody_answers():
    lost = [At("loss", packet, "b") for packet in range(99)]
    made = scene([Write(10), Read(10)], *lost, retry_count=2)
    assert story(made) == ["a WRITE Only 0", "a READ Request 1 A"] * 3
    assert [message["outcome"] for message in made.truth.messages] == ["retry-exceeded", "flushed"]
    assert made.truth.count("timeout") == 3
    assert made.truth.counters[0]["retry_exceeded_err"] == 1


def test_the_network_delivers_twice():
    made = scene(TWO, At("duplicate", 1))
    assert sorted(story(made)) == sorted([*CLEAN, CLEAN[1], "b Acknowledge 5"])
    (event,) = (event for event in made.truth.events if event["what"] == "duplicated")
    packets = {packet.number: packet.data for batch in scene(TWO, At("duplicate", 1)).batches() for packet in batch}
    assert packets[event["frame"]] == packets[event["copy"]]
    assert made.truth.count("retransmitted") == 0


def test_behind_the_tap_a_copy_is_seen_by_the_receiver_only():
    made = scene(TWO, At("duplicate", 1, behind=True))
    assert story(made) == [*CLEAN, "b Acknowledge 5"]
    assert made.truth.count("duplicate-request") == 1


def test_packets_overtake_each_other():
    made = scene(TWO, At("reorder", 1), seed=3)
    look = Look(made)
    (event,) = look.events["reordered"]
    ids = [frame.packet.ipv4.id for frame in look.frames[: event["frame"]]]
    assert sum(number > ids[-1] for number in ids[:-1]) == event["overtaken_by"] > 0


def test_nothing_is_left_to_overtake():
    made = scene([Write(10)], At("reorder", 0))
    assert story(made) == ["a WRITE Only 0 A", "b Acknowledge 0"]
    assert [event["what"] for event in made.truth.events] == ["delayed"]


@pytest.mark.parametrize("carrier", ["rocev2", "rocev2-ipv6", "rocev1", "native", "erf-global", "vxlan"])
def test_a_flipped_bit(carrier):
    clean = [packet.data for batch in scene(TWO, carrier=carrier).batches() for packet in batch]
    for seed in range(30):
        made = scene(TWO, At("corrupt", 1), carrier=carrier, seed=0)
        made._network.rng.seed(seed)
        packets = [packet for batch in made.batches() for packet in batch]
        (event,) = (event for event in made.truth.events if event["what"] == "corrupted")
        assert event["frame"] == 2
        prefix = len(clean[1]) - 256 - 12 - 4 - (2 if carrier in ("native", "erf-global") else 0)
        place = prefix * 8 + event["bit"]
        flipped = int.from_bytes(packets[1].data, "big") ^ int.from_bytes(clean[1], "big")
        assert flipped == 1 << len(clean[1]) * 8 - 1 - place
        assert packets[1].icrc.status == "bad"
        assert ("LRH" in packets[1]) == (packets[1].vcrc.status == "bad")
        assert made.truth.counters[1]["rx_icrc_encapsulated"] == 1


@pytest.mark.parametrize("carrier", ["rocev2", "rocev2-ipv6", "rocev1", "native", "erspan3", "vxlan"])
def test_congestion_is_marked_and_told(carrier):
    requests = [Write(256)] * 40
    at = [At("ce", packet) for packet in range(3, 9)]
    made = scene(requests, *at, carrier=carrier, cnp_interval=10_000_000)
    look = Look(made)
    look.check()
    assert look.of("ce") == set(range(4, 10))
    assert len(look.events["cnp"]) == len(look.events["rate-cut"]) == 1  # the interval has not passed
    (cnp,) = (frame for frame in look.frames if frame.cnp)
    assert look.of("cnp") == look.of("rate-cut") == {cnp.number}
    assert cnp.destqp == made.truth.conversations[0]["a"]["qpn"]
    assert cnp.packet.bth.becn
    assert not cnp.packet.bth.fecn
    if carrier != "native":
        assert all(layer.dscp == 48 for layer in cnp.packet.layers[-5:] if layer.name in ("IPv4", "IPv6"))


def test_a_cnp_slows_the_sender():
    def duration(*at):
        look = Look(traffic.conversation([Write(4096)] * 200, seed=1, faults=Faults(at=at)))
        return look.frames[-1].time - look.frames[0].time

    assert duration(At("ce", 50)) > 1.05 * duration()


@pytest.mark.costly
@pytest.mark.parametrize("service", ["UC", "UD"])
def test_nobody_sends_again_what_nobody_acknowledges(service):
    @QUIET
    @given(
        st.lists(st.integers(0, 700 if service == "UC" else 256), min_size=1, max_size=8),
        st.lists(
            st.builds(At, st.sampled_from(NETWORK), st.integers(0, 12), st.just("a"), st.just(0), st.booleans()),
            max_size=5,
        ),
    )
    def look_at(sizes, at):
        made = scene([Send(size) for size in sizes], *at, service=service)
        look = Look(made)
        look.check()
        assert not {"retransmitted", "timeout", "nak-sequence"} & {event["what"] for event in made.truth.events}
        if any(each.behind or each.fault in ("duplicate", "reorder") for each in at):
            return
        expected = made.truth.conversations[0]["a"]["first_psn"]
        whole = set()
        parts = []
        for frame in look.frames:
            if frame.cnp or not frame.good:
                continue
            if frame.psn != expected and "First" not in frame.name and "Only" not in frame.name:
                parts = []
                continue
            parts = [*parts, frame] if "Middle" in frame.name or "Last" in frame.name else [frame]
            expected = (frame.psn + 1) % (1 << 24)
            if ("Last" in frame.name and "First" in parts[0].name) or "Only" in frame.name:
                whole.add(parts[0].psn)
        told = {each["first_psn"] for each in made.truth.messages if each["outcome"] == "delivered"}
        assert whole == told
        assert {each["outcome"] for each in made.truth.messages} <= {"delivered", "lost"}
        assert len(made.truth.messages) == len(sizes)

    look_at()


SHARES = st.sampled_from([0.0, 0.0, 0.02, 0.1])


@st.composite
def mixtures(draw, **fixed):
    faults = {name: draw(SHARES) for name in (*NETWORK, "rnr", "access_error")}
    faults |= {"behind": draw(st.sampled_from([0.0, 0.5, 1.0])), "only": draw(st.sampled_from(["", "requests"]))}
    arguments = {
        "seed": draw(st.integers(0, 10_000)),
        "messages": draw(st.integers(1, 40)),
        "packets": draw(st.sampled_from([None, None, 60])),
        "conversations": draw(st.integers(1, 3)),
        "both_ways": draw(st.booleans()),
        "operations": dict.fromkeys(draw(st.lists(st.sampled_from(list(OPERATIONS)), min_size=1)), 1.0),
        "sizes": draw(st.sampled_from([(0, 200), (0, 3000)])),
        "pmtu": 256,
        "carrier": draw(st.sampled_from(["rocev2", "native", "rocev1", "rocev2-ipv6"])),
        "window": draw(st.sampled_from([1, 4, 64])),
        "coalesce": draw(st.integers(0, 5)),
        "credits": draw(st.sampled_from([None, None, 2])),
        "recovery": draw(st.sampled_from(["go-back-n", "selective", "any-order"])),
        "routes": draw(st.sampled_from([1, 1, 3])),
        "tap": draw(st.sampled_from([0.0, 0.5, 1.0])),
        "first_psn": draw(st.sampled_from([None, 0xFFFFF8])),
    }
    return faults | {name: value for name, value in fixed.items() if name in faults}, arguments | {
        name: value for name, value in fixed.items() if name not in faults
    }


@QUIET
@given(mixtures())
def test_any_mixture_of_faults(mixture):
    faults, arguments = mixture
    made = traffic.Traffic(faults=Faults(**faults), **arguments)
    look = Look(made)
    look.check()
    look.check_reads()


@QUIET
@given(mixtures(reorder=0.0, recovery="go-back-n", behind=0.0, routes=1, tap=0.5))
def test_the_plainest_receiver_comes_to_the_same_truth(mixture):
    faults, arguments = mixture
    made = traffic.Traffic(faults=Faults(**faults), **arguments)
    look = Look(made)
    look.check()
    look.check_replay()


@pytest.mark.costly
def test_shares_are_what_they_say():
    shares = {"loss": 0.03, "duplicate": 0.02, "corrupt": 0.01, "reorder": 0.02, "ce": 0.04}
    made = traffic.Traffic(seed=1, packets=30_000, sizes=(1, 200), faults=Faults(**shares))
    for _ in made.batches():
        pass
    counts = Counter(event["what"] for event in made.truth.events)
    sent = sum(record["sent_pkts"] for record in made.truth.counters)
    for what, share in (("lost", 0.03), ("duplicated", 0.02), ("corrupted", 0.01), ("ce", 0.04)):
        # those that were lost suffer nothing else; a copy of a damaged packet has an event of its own
        assert share * 0.75 * sent < counts[what] < share * 1.15 * sent, what
    assert counts["reordered"] + counts["delayed"] > 0.015 * sent


@pytest.mark.costly
def test_every_event_happens():
    seen = Counter()
    for seed in range(4):
        made = traffic.Traffic(
            seed, packets=5000, sizes=(0, 2000), both_ways=True, rnr_timer=1, pmtu=256,
            recovery=("go-back-n", "selective", "any-order")[seed % 3], operations="SEND,WRITE,READ,FETCH_ADD",
            faults=Faults(0.02, 0.05, 0.05, 0.01, 0.05, behind=0.5, rnr=0.1, access_error=0.01),
        )  # fmt: skip
        for _ in made.batches():
            pass
        seen.update(event["what"] for event in made.truth.events)
    made = traffic.Traffic(1, messages=200, service="UD", operations="SEND", faults=Faults(duplicate=0.1))
    list(made.batches())
    seen.update(event["what"] for event in made.truth.events)
    assert set(seen) == set(traffic.EVENTS)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"loss": 2}, "loss"),
        ({"behind": -0.1}, "behind"),
        ({"only": "request"}, "did you mean requests"),
        ({"distance": 0}, "at least 1"),
        ({"at": [At("lost", 1)]}, "did you mean loss"),
        ({"at": [At("loss", 1, "c")]}, "a and b"),
    ],
)
def test_faults_that_make_no_sense_are_refused(arguments, says):
    with pytest.raises(CallerError, match=says):
        Faults(**arguments)


def test_the_network_needs_no_chance_where_nothing_goes_wrong():
    class Never:
        def random(self):
            raise AssertionError

    network = SimulatedNetwork(Faults(), Never(), rate=10**9, delay=1000, tap=0.5, note=None)
    assert network.run(1) == 0
