"""Two taps: the differences are those that were made, and no others."""

from __future__ import annotations

import itertools
import struct
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import ibpkt
from ibpkt import edit, traffic
from ibpkt.analysis.compare import tap_table
from ibpkt.analysis.compare.comparison import Comparison
from ibpkt.analysis.compare.pairing import Pairing
from tests.analysis.truth.scenes.exchange import Exchange
from tests.support import exchanges as crafted
from tests.support.shared import capture, captures
from tests.support.two_taps import FAULTS, WAY, Frame, Taps, batches, ends, found, packets_of, two_taps

SECOND = 1_000_000_000
#: packets about the begin and the end of a capture of which nobody can say whether they were in time for it
NEAR = 500
#: messages lost and sent again, so that packets repeat each other
REPEATING = traffic.Faults(loss=0.01)


def compared(taps: Taps, size: int = 1000, **options: int) -> Comparison:
    return Comparison(batches(taps.a, taps.link, size), batches(taps.b, taps.link, size), **options)


@pytest.mark.costly
@pytest.mark.parametrize("carrier", ["rocev2", "rocev2-ipv6", "rocev1", "native", "native-global", "vxlan", "erf"])
def test_every_fault_is_found_and_no_other(carrier):
    packets, link = packets_of(packets=2000, carrier=carrier, seed=1, sizes=(1, 9000), faults=REPEATING)
    taps = two_taps(packets, link, seed=2)
    comparison = compared(taps)
    assert found(comparison) == taps.expected
    kinds = {kind for kind, *_ in taps.expected}
    assert len(kinds) == 7  # CE or FECN
    counts = Counter(kind for kind, *_ in taps.expected)
    summary = comparison.summary()
    assert {name: count for name, count in summary.counts.items() if count} == counts
    assert summary.transport == (len(taps.a), len(taps.b))
    assert summary.outside == (0, 0)
    assert sum(flow["both"] for flow in comparison.flows()) == summary.both


@pytest.mark.costly
@given(
    seed=st.integers(0, 1 << 32),
    plan=st.integers(0, 1 << 32),
    carrier=st.sampled_from(["rocev2", "native", "rocev2-ipv6"]),
    service=st.sampled_from(["RC", "UC", "UD"]),
    faults=st.lists(st.sampled_from(FAULTS), min_size=1, unique=True),
    share=st.floats(0.001, 0.05),
    offset=st.integers(-1000 * SECOND, 1000 * SECOND),
    drift=st.floats(-1e-4, 1e-4),
    at_once=st.sampled_from([50, 200, 16_384]),
)
@example(11837, 0, "rocev2", "RC", ["lost", "missed"], 0.03125, 0, 0.0, 50)  # sent again, and each seen once
@example(11837, 0, "native", "RC", ["lost", "missed"], 0.03125, 0, 0.0, 50)  # likewise
@example(1, 4_294_967_294, "rocev2", "RC", ["lost", "corrupted"], 0.03125, 0, 0.0, 50)  # an unknown operation code
@example(531, 73_827, "rocev2", "RC", ["lost", "missed"], 0.03125, 0, 0.0, 50)  # near the end of one direction
@settings(max_examples=40, deadline=None)
def test_faults_by_chance(seed, plan, carrier, service, faults, share, offset, drift, at_once):
    operations = "SEND" if service == "UD" else "WRITE=1,SEND=1" if service == "UC" else "WRITE=2,SEND=1,READ=1"
    lossy = REPEATING if service == "RC" else None
    packets, link = packets_of(
        packets=400, carrier=carrier, seed=seed, service=service, operations=operations, sizes=(1, 1000), faults=lossy
    )
    taps = two_taps(packets, link, plan, share=share, faults=faults, offset=offset, drift=drift)
    assert found(compared(taps, at_once=at_once)) == taps.expected


@pytest.mark.family("batches")
def test_batches_of_any_size_give_the_same():
    packets, link = packets_of(packets=700, seed=3, faults=REPEATING)
    taps = two_taps(packets, link, seed=4, offset=SECOND)
    results = {}
    for size in (1, 7, 100, 700, 3000):
        comparison = compared(taps, size, at_once=128)
        results[size] = [*comparison], comparison.summary(), comparison.flows(), comparison.rewrites()
    assert [size for size, result in results.items() if result != results[700]] == []


def test_the_copy_of_a_repeated_packet_does_not_show_how_long_packets_take():
    """Without Identification: a packet is copied, and 2 ms later sent again and lost; the others are not 2 ms late."""
    exchange = Exchange("ipv6")
    requests = [frame for psn in range(40) for frame in exchange.send(psn)]
    answers = [exchange.ack(psn, psn + 1) for psn in range(40)]
    a = [Frame(SECOND + 100_000 * at, frame.data, at) for at, frame in enumerate(requests)]
    b = [each._replace(time=each.time + 5_000 + each.packet % 7) for each in a]
    copy, again = b[10]._replace(time=b[10].time + 1000), a[10]._replace(time=a[10].time + 2_000_050)
    back = [Frame(SECOND + 100_000 * at + 30_000, frame.data, at) for at, frame in enumerate(answers)]
    late = [each._replace(time=each.time + 5_000) for each in back]
    comparison = compared(Taps(sorted([*a, again, *late]), sorted([*b, copy, *back]), requests[0].link, []))
    kinds = [(each.kind.name, each.frame_a, each.frame_b) for each in comparison]
    assert kinds == [("duplicated", None, 22), ("only-at-a", 62, None)]
    assert comparison.summary().clock.round_trip == 10_000


def test_differences_come_in_the_order_of_time():
    packets, link = packets_of(packets=3000, seed=5, faults=REPEATING)
    taps = two_taps(packets, link, seed=6)
    times = [each.time for each in compared(taps, at_once=100, window=10_000_000)]
    assert len(times) > 100
    assert all(after - before > -10_000_000 for before, after in itertools.pairwise(times))


@pytest.mark.parametrize("step", ["vlan", "vxlan", "gre", "erspan2", "erspan3"])
def test_another_encapsulation_changes_nothing(step):
    packets, link = packets_of(packets=1000, seed=7, faults=REPEATING)
    taps = two_taps(packets, link, seed=8)
    wrap = edit.AddVLAN(7) if step == "vlan" else edit.Mirror(step)
    comparison = Comparison(batches(taps.a, link), edit.edit(batches(taps.b, link), [wrap]))
    assert found(comparison) == taps.expected
    rewrites = comparison.rewrites()
    assert {row["field"] for row in rewrites} == {"encapsulation"}
    assert sum(row["packets"] for row in rewrites) == comparison.summary().both
    stacks = {(row["a"], row["b"]) for row in rewrites}
    assert stacks == {("Ethernet/IPv4/UDP", f"{_front(step)}IPv4/UDP")}


def _front(step):
    return {
        "vlan": "Ethernet/VLAN/",
        "vxlan": "Ethernet/IPv4/UDP/VXLAN/Ethernet/",
        "gre": "Ethernet/IPv4/GRE/Ethernet/",
        "erspan2": "Ethernet/IPv4/GRE/GRESequence/ERSPAN2/Ethernet/",
        "erspan3": "Ethernet/IPv4/GRE/GRESequence/ERSPAN3/Ethernet/",
    }[step]


def test_a_tag_taken_off():
    packets, link = packets_of(packets=300, seed=9, carrier="rocev2-vlan")
    taps = two_taps(packets, link, faults=["lost"])
    comparison = Comparison(batches(taps.a, link), edit.edit(batches(taps.b, link), [edit.Strip("vlan")]))
    assert found(comparison) == taps.expected


def test_native_against_erf():
    native, link = packets_of(packets=300, seed=10, carrier="native")
    erf, erf_link = packets_of(packets=300, seed=10, carrier="erf")
    assert native[7].payload == erf[7].payload
    first, second = two_taps(native, link, 1), two_taps(erf, erf_link, 1)
    comparison = Comparison(batches(first.a, link), batches(second.b, erf_link))
    assert found(comparison) == first.expected


def test_what_routers_change_is_counted():
    packets, link = packets_of(packets=500, seed=11)
    taps = two_taps(packets, link, faults=[], share=0)
    step = edit.Changes([edit.Set("ip.ttl=63"), edit.Set("eth.src=02:00:00:00:00:99")])
    comparison = Comparison(batches(taps.a, link), edit.edit(batches(taps.b, link), [step]))
    assert found(comparison) == []
    rewrites = comparison.rewrites()
    assert {(row["field"], row["b"]) for row in rewrites} == {("ip.ttl", "63"), ("eth.src", "02:00:00:00:00:99")}
    assert sum(row["packets"] for row in rewrites if row["field"] == "ip.ttl") == 500


def test_what_no_router_may_change_is_told():
    packets, link = packets_of(packets=300, seed=12)
    taps = two_taps(packets, link, faults=[], share=0)
    step = edit.Changes([edit.Set("infiniband.bth.p_key=1")])
    comparison = Comparison(batches(taps.a, link), edit.edit(batches(taps.b, link), [step]))
    differences = list(comparison)
    assert {each.kind.name for each in differences} == {"altered"}
    assert len(differences) == 300
    assert str(differences[0]).startswith("altered, with a correct ICRC: infiniband.bth.p_key ")


def test_addresses_translated():
    packets, link = packets_of(packets=300, seed=13)
    taps = two_taps(packets, link, faults=["lost"])
    step = edit.Changes([edit.Set("ip.src=10.9.9.9")])
    comparison = Comparison(batches(taps.a, link), edit.edit(batches(taps.b, link), [step]))
    kinds = Counter(each.kind.name for each in comparison)
    assert set(kinds) == {"altered", "only-at-a", "only-at-b"}
    assert kinds["altered"] == comparison.summary().both
    assert kinds["only-at-a"] + kinds["only-at-b"] == len(taps.expected)


def test_a_corrupted_packet_says_what_differs():
    packets, link = packets_of(packets=100, seed=14, operations="WRITE", sizes=500)
    taps = two_taps(packets, link, faults=[], share=0)
    number = next(at for at, frame in enumerate(taps.b) if len(frame.data) > 500)
    data = bytearray(taps.b[number].data)
    data[-20] ^= 4
    taps.b[number] = taps.b[number]._replace(data=bytes(data))
    (only,) = compared(taps)
    assert (only.kind.name, str(only), only.frame_b) == ("corrupted", "corrupted: payload", number + 1)


# -- clocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("offset", [0, 123_456_789, -3600 * SECOND])
@pytest.mark.parametrize("drift", [0, 5e-5, -2e-5])
def test_the_clocks(offset, drift):
    packets, link = packets_of(packets=3000, seed=15, faults=traffic.Faults(loss=0.02))
    for packet in packets:
        packet.time = packets[0].time + (packet.time - packets[0].time) * 1000  # else it takes less than a millisecond
    taps = two_taps(packets, link, faults=[], share=0, offset=offset, drift=drift)
    comparison = compared(taps, at_once=256)
    assert found(comparison) == []
    clock = comparison.summary().clock
    right = offset + round((clock.at - packets[0].time) * drift)
    assert abs(clock.offset - right) <= clock.uncertainty
    assert clock.round_trip == pytest.approx(2 * WAY, abs=200)
    if drift:
        assert abs(clock.drift - drift * 1e9) <= 2 * clock.drift_uncertainty
        assert clock.drift_uncertainty < abs(drift * 1e9) / 2
    else:
        assert clock.drift is None or abs(clock.drift) <= 2 * clock.drift_uncertainty


def test_one_direction_does_not_tell_the_offset():
    packets, link = packets_of(packets=500, seed=16, service="UD", operations="SEND", sizes=(1, 500), both_ways=False)
    first = ends(packets[0])
    packets = [packet for packet in packets if ends(packet) == first]
    taps = two_taps(packets, link, faults=["lost"], offset=SECOND)
    comparison = compared(taps)
    assert found(comparison) == taps.expected
    clock = comparison.summary().clock
    assert (clock.uncertainty, clock.round_trip) == (None, None)
    assert abs(abs(clock.offset - SECOND) - WAY) < 1000
    assert {flow["way"] for flow in comparison.flows()} == {"?"}


def test_a_clock_that_is_set_back_loses_nothing():
    packets, link = packets_of(packets=1000, seed=17)
    taps = two_taps(packets, link, faults=["lost"])
    middle = len(taps.b) // 2
    taps = taps._replace(b=[*taps.b[:middle], *(each._replace(time=each.time - SECOND) for each in taps.b[middle:])])
    comparison = compared(taps, at_once=64)
    assert found(comparison) == taps.expected
    assert comparison.summary().jumps == (0, 1)


# -- captures that are not complete -----------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("offset", [0, 77 * SECOND])
def test_what_lies_outside_the_other_capture_is_not_lost(offset):
    packets, link = packets_of(packets=4000, seed=18)
    taps = two_taps(packets, link, faults=["lost"], offset=offset)
    a, b = taps.a[: 3 * len(taps.a) // 4], taps.b[len(taps.b) // 4 :]
    comparison = Comparison(batches(a, link), batches(b, link), at_once=128)
    skipped = len(taps.b) - len(b)
    begin, end = b[0].packet, a[-1].packet
    packet_of = {each: (taps.a[each[1] - 1] if each[1] else taps.b[each[2] - 1]).packet for each in taps.expected}
    inside = {each for each, packet in packet_of.items() if begin + NEAR < packet < end - NEAR}
    near = {each for each, packet in packet_of.items() if begin - NEAR < packet < end + NEAR}
    seen = {(kind, x, y + skipped if y else 0) for kind, x, y in found(comparison)}
    assert inside <= seen <= near
    assert len(inside) > 10
    outside = comparison.summary().outside
    assert outside[0] == pytest.approx(len(packets) // 4, rel=0.1)
    assert outside[1] == pytest.approx(len(packets) // 4, rel=0.1)


def test_nothing_in_common():
    first, link = packets_of(packets=200, seed=19)
    second, _ = packets_of(packets=200, seed=20)
    a = [Frame(packet.time, packet.data, 0) for packet in first]
    b = [Frame(packet.time, packet.data, 0) for packet in second]
    comparison = Comparison(batches(a, link), batches(b, link))
    assert found(comparison) == []
    summary = comparison.summary()
    assert (summary.both, summary.outside) == (0, (200, 200))
    assert summary.clock.offset is None


@pytest.mark.parametrize("empty", ["a", "b", "ab"])
def test_empty_captures(empty):
    packets, link = packets_of(packets=50, seed=21)
    full = [Frame(packet.time, packet.data, 0) for packet in packets]
    comparison = Comparison(*(batches([] if name in empty else full, link) for name in "ab"))
    assert found(comparison) == []
    assert sum(comparison.summary().outside) == 50 * (2 - len(empty))


def test_cut_packets_match_whole_ones():
    packets, link = packets_of(packets=500, seed=22, sizes=(200, 3000))
    taps = two_taps(packets, link, faults=["lost", "missed", "late"])
    comparison = Comparison(batches(taps.a, link), _cut(batches(taps.b, link), 70))
    assert found(comparison) == taps.expected


def _cut(parts, size):
    for batch in parts:
        frames = batch.frames
        frames.wirelen, frames.captured = frames.captured, np.minimum(frames.captured, size)
        yield batch


def test_zero_icrc_of_offloading_adapters():
    packets, link = packets_of(packets=500, seed=23)
    taps = two_taps(packets, link, faults=["lost", "marked"])
    a = [frame._replace(data=frame.data[:-4] + bytes(4)) for frame in taps.a]
    comparison = Comparison(batches(a, link), batches(taps.b, link))
    assert found(comparison) == taps.expected


@pytest.mark.costly
def test_too_many_that_wait():
    packets, link = packets_of(packets=4000, seed=24)
    taps = two_taps(packets, link, faults=["lost"], share=0.1)
    comparison = compared(taps, waiting=2000, at_once=500)
    assert found(comparison) == taps.expected
    assert comparison.summary().forced > 0


def test_many_that_look_the_same():
    packets, link = packets_of(packets=60, seed=25)
    packet = packets[10]
    a = [Frame(number * 50_000, packet.data, number) for number in range(1000)]
    b = [frame._replace(time=frame.time + WAY) for frame in a if frame.packet % 10 != 5]
    comparison = Comparison(batches(a, link), batches(b, link), window=1_000_000, at_once=100)
    expected = sorted(("only-at-a", number + 1, 0) for number in range(1000) if number % 10 == 5)
    assert found(comparison) == expected


# -- recorded ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["guest_any_sll1_tcpdump.pcap", "guest_ens2_nsec_tcpdump.pcap"])
def test_host_and_guest(name):
    """The adapter of a virtual machine, and tcpdump inside it: nothing was lost, the clocks differ by 0.31 s."""
    with ibpkt.open(capture("guest_any_sll2.pcap")) as a, ibpkt.open(capture(name)) as b:
        comparison = Comparison(a.batches(), b.batches(), late=10_000_000)
        assert list(comparison) == []
        summary = comparison.summary()
        assert (summary.both, summary.outside) == (220, (0, 0))
        assert summary.clock.offset == pytest.approx(-310_078_000, abs=1000)
        assert summary.clock.uncertainty < 100_000
        # A is the adapter of node 1, 192.168.77.1; B is in node 2
        ways = {flow["source"]: flow["way"] for flow in comparison.flows()}
        assert ways == {"192.168.77.1": "A→B", "192.168.77.2": "B→A"}


def test_two_places_on_one_cable():
    """The same conversation with its faults, tapped near either end: the ways are known, and nothing differs."""
    parts = []
    for tap in (0.25, 0.75):
        scene = traffic.Traffic(
            seed=26, packets=3000, both_ways=True, faults=traffic.Faults(loss=0.02, reorder=0.01), tap=tap, truth=None
        )
        parts.append(scene.batches())
    comparison = Comparison(*parts)
    assert {each.kind.name for each in comparison} <= {"only-at-a", "only-at-b"}
    summary = comparison.summary()
    assert summary.counts["only-at-a"] + summary.counts["only-at-b"] == 0
    assert summary.clock.offset == pytest.approx(0, abs=2)
    assert summary.clock.round_trip == pytest.approx(2000, abs=2)
    assert {flow["way"] for flow in comparison.flows()} == {"A→B", "B→A"}


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_a_capture_and_itself(path):
    if path.stat().st_size > 20_000_000:
        pytest.skip(f"{path.name} is larger than 20 MB, and takes a minute")
    with ibpkt.open(path) as a, ibpkt.open(path) as b:
        comparison = Comparison(a.batches(), b.batches(), at_once=5000)
        assert list(comparison) == []
        summary = comparison.summary()
    assert summary.both == summary.transport[0]
    assert (summary.outside, summary.forced) == ((0, 0), 0)
    assert comparison.rewrites() == []


@pytest.mark.costly
def test_memory_is_bounded():
    packets, link = packets_of(packets=6000, seed=27)
    taps = two_taps(packets, link, faults=["lost"])
    pairing = Pairing(batches(taps.a, link), batches(taps.b, link), window=SECOND, waiting=2000, at_once=500)
    most = 0
    for decided in pairing:
        held = sum(len(each[0]) for each in pairing._held)
        most = max(most, held + sum(map(len, pairing._pools)) + len(decided.a))
    assert most < 4 * 2500


def test_too_many_addresses(monkeypatch):
    """Packets of those that are too many are still put side by side; their flows are not told apart, and counted."""
    monkeypatch.setattr(tap_table, "ADDRESSES", 100)
    packets, link = packets_of(packets=2000, seed=26)
    frames = []
    for number in range(2000):
        data = bytearray(packets[number % len(packets)].data)
        data[26:30] = (0x0A000000 + number // 4).to_bytes(4, "big")
        frames.append(Frame(number * 50_000, bytes(data), number))
    b = [frame._replace(time=frame.time + WAY) for frame in frames if frame.packet % 10 != 5]
    comparison = Comparison(batches(frames, link), batches(b, link))
    assert sum(each.kind.name == "only-at-a" for each in comparison) == 200
    summary = comparison.summary()
    assert summary.both == 1800
    assert 3000 < summary.unnamed < 3800
    assert len(comparison._pairing.registry._addresses) <= 100


def _chains(count):
    """Packets, each behind another chain of IPv6 extension headers."""
    body = bytes(crafted.ask(7).data)[34:]
    kinds = (0, 43, 60)  # hop by hop, routing, destination options
    every = itertools.chain.from_iterable(itertools.product(kinds, repeat=depth) for depth in itertools.count(1))
    for chain in itertools.islice(every, count):
        following = (*chain[1:], 17)
        headers = b"".join(
            bytes((after, 0)) + (bytes(6) if kind == 43 else bytes((1, 4, 0, 0, 0, 0)))
            for kind, after in zip(chain, following, strict=True)
        )
        begin = struct.pack(">IHBB", 0x60000000, len(headers) + len(body), chain[0], 64)
        ends = bytes(15) + b"\1" + bytes(15) + b"\2"
        yield bytes(12) + b"\x86\xdd" + begin + ends + headers + body


def test_layouts_are_bounded(monkeypatch):
    """Packets of all others are compared by what follows their network headers."""
    monkeypatch.setattr(tap_table, "LAYOUTS", 9)
    packets = list(_chains(30))
    frames = [[Frame(at * 1000, data, at) for at, data in enumerate(each)] for each in (packets, packets)]
    same = Comparison(*(batches(each, 1, 10) for each in frames))
    assert found(same) == []
    assert same.summary().both == 30
    registry = tap_table.TapRegistry()
    for batch in batches(frames[0], 1, 10):
        registry.table(batch)
    assert len(registry.layouts) == 9
    assert len(registry._layout_of) == 8
