"""Every statistic equals what a plain loop over decoded packets counts, on every capture."""

from __future__ import annotations

import collections
import functools
import json
import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.errors import CallerError
from ibpkt.stats import endpoints, intervals, protocols, tally
from ibpkt.stats.endpoints import KINDS, ORDERS, Conversations, Endpoints
from ibpkt.stats.intervals import Intervals
from ibpkt.stats.opcodes import Opcodes
from ibpkt.stats.protocols import Protocols
from tests.support.shared import OWN, captures

FILES = captures()


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name)
def capture(request):
    """The packets of a capture, and which of them a filter would choose."""
    chooser = random.Random(request.param.name)
    with ibpkt.open(request.param) as source:
        packets = [packet for batch in source.batches() for packet in batch]
        return request.param, packets, np.array([chooser.random() < 0.5 for _ in packets], np.bool_)


@functools.lru_cache(maxsize=1)
def batches_of(path):
    """A capture in small batches, thirty at most: some thirty tests one after the other count the same one."""
    with ibpkt.open(path) as source:
        count = sum(map(len, source.batches()))
    with ibpkt.open(path) as source:
        return list(source.batches(max(50, count // 30 + 1)))


def counted(statistic, path, chosen=None):
    """The statistic of a capture, in small batches; the first packets of a mask are those of the first batch."""
    for batch in batches_of(path):
        first = batch.frames.first - 1
        statistic.add(batch if chosen is None else batch.select(chosen[first : first + len(batch)]))
    return statistic.rows()


def test_rows_have_the_columns_in_their_order(capture):
    path, *_ = capture
    for statistic in (Opcodes(verify=True), Protocols(), Endpoints(), Conversations(), Intervals(0.1)):
        for row in counted(statistic, path):
            assert tuple(row) == statistic.columns


def picked(packets, chosen):
    return [packet for packet, take in zip(packets, chosen, strict=True) if take]


def lengths(packet):
    """The packet's length on the wire without ERF headers, as frame.len has it."""
    return packet.wirelen - sum(layer.size for layer in packet.layers if layer.header.group == "erf")


def test_opcodes(capture):
    path, packets, chosen = capture
    expected: dict = collections.defaultdict(lambda: [0, 0])
    for packet in picked(packets, chosen):
        if "BTH" in packet:
            count = expected[packet.all("BTH")[-1].opcode]
            count[0] += 1
            count[1] += lengths(packet)
    rows = counted(Opcodes(), path, chosen)
    assert {row["opcode"]: [row["packets"], row["bytes"]] for row in rows} == expected
    assert [row["opcode"] for row in rows] == sorted(expected)


@pytest.mark.sweep
def test_verdicts(capture):
    path, packets, _ = capture
    expected: dict = collections.Counter()
    for packet in packets:
        if "BTH" in packet:
            opcode = packet.all("BTH")[-1].opcode
            expected[opcode, f"icrc_{packet.icrc.status}"] += 1
            if "LRH" in packet:
                expected[opcode, f"vcrc_{packet.vcrc.status}"] += 1
    rows = counted(Opcodes(verify=True), path)
    assert {
        (row["opcode"], name): count
        for row in rows
        for name, count in row.items()
        if name.startswith(("icrc_", "vcrc_")) and count
    } == expected


def test_protocols(capture):
    path, packets, chosen = capture
    expected: dict = collections.defaultdict(lambda: [0, 0])
    expected[""] = [0, 0]
    for packet in picked(packets, chosen):
        keys = [layer.header.key for layer in packet]
        if "mad" in keys:  # the records of a table are one header
            keys = [key for place, key in enumerate(keys) if key not in keys[keys.index("mad") : place]]
        for depth in range(len(keys) + 1):
            count = expected[":".join(keys[:depth])]
            count[0] += 1
            count[1] += lengths(packet)
    rows = counted(Protocols(), path, chosen)
    assert {row["protocols"]: [row["packets"], row["bytes"]] for row in rows} == expected
    seen = set()
    for row in rows:  # a header comes behind the one that carries it
        assert not row["protocols"] or row["protocols"].rpartition(":")[0] in seen
        seen.add(row["protocols"])


#: which headers have the addresses of a kind; every one for the others
HEADERS = {"lid": ("LRH",), "gid": ("GRH",), "ip": ("IPv4", "IPv6"), "mac": ("Ethernet",), "udp": ("IPv4", "IPv6")}


def addresses(packet, by):
    """Source and destination as texts, and whether both are whole."""
    part = KINDS[by].part
    for layer in reversed(packet.layers):
        if layer.header.address and layer.header.name in HEADERS.get(by, (layer.header.name,)):
            prefix, *names = layer.header.address
            texts = [prefix + layer.header.leaf(name).text(layer.raw[name]) for name in names]
            if part is None:
                return texts, True
            behind = []
            for leaf in (part.source, part.destination):
                there = packet.all(leaf.header.name) if leaf.header.name in packet else []
                behind.append(part.text + part.destination.text(there[-1].raw[leaf.name]) if there else "")
            return (
                ([text + more for text, more in zip(texts, behind, strict=True)], behind[0] != "")
                if behind[1]
                else None
            )
    return None


@pytest.mark.sweep
@pytest.mark.parametrize("by", KINDS)
def test_endpoints_and_conversations(capture, by):
    path, packets, chosen = capture
    ends: dict = collections.defaultdict(lambda: [0, 0, 0, 0])
    pairs: dict = {}
    for packet in picked(packets, chosen):
        found = addresses(packet, by)
        if found is None:
            continue
        (source, destination), whole = found
        size = lengths(packet)
        ends[source][0] += 1
        ends[source][1] += size
        ends[destination][2] += 1
        ends[destination][3] += size
        # which of the two comes first is the result's affair
        a, b = (destination, source) if whole and (destination, source) in pairs else (source, destination)
        pair = pairs.setdefault((a, b), [0, 0, 0, 0, []])
        direction = 0 if source == a else 2
        pair[direction] += 1
        pair[direction + 1] += size
        pair[4].append(packet.time)
    rows = counted(Endpoints(by), path, chosen)
    assert {
        row["address"]: [row["sent_packets"], row["sent_bytes"], row["received_packets"], row["received_bytes"]]
        for row in rows
    } == ends
    assert [row["bytes"] for row in rows] == sorted((row["bytes"] for row in rows), reverse=True)
    rows = counted(Conversations(by), path, chosen)
    assert len(rows) == len(pairs)
    for row in rows:
        turned = (row["a"], row["b"]) not in pairs
        key = (row["b"], row["a"]) if turned else (row["a"], row["b"])
        there, there_bytes, back, back_bytes, times = pairs[key]
        if turned:
            there, there_bytes, back, back_bytes = back, back_bytes, there, there_bytes
        assert (row["packets_a_to_b"], row["bytes_a_to_b"]) == (there, there_bytes)
        assert (row["packets_b_to_a"], row["bytes_b_to_a"]) == (back, back_bytes)
        assert (row["packets"], row["bytes"]) == (there + back, there_bytes + back_bytes)
        assert (row["first"], row["last"]) == (endpoints.seconds(min(times)), endpoints.seconds(max(times)))


@pytest.mark.sweep
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kind", [Endpoints, Conversations])
def test_limit(capture, kind, order):
    path, *_ = capture
    everything = counted(kind("ip", order), path)
    assert [row[order] for row in everything] == sorted((row[order] for row in everything), reverse=True)
    numbers = [name for name in kind().columns if "packets" in name or "bytes" in name]
    for limit in (1, 2, len(everything), len(everything) + 1):
        rows = counted(kind("ip", order, limit), path)
        rest = rows[limit:]
        assert rows[:limit] == everything[:limit]
        assert len(rest) == (len(everything) > limit)
        for row in rest:
            assert next(iter(row.values())) == "others"
            for name in numbers:
                assert row[name] == sum(other[name] for other in everything[limit:])


MEASURES = ("packets", "bytes", "count(infiniband.reth.dmalen)", "sum(infiniband.reth.dmalen)",
            "min(infiniband.bth.psn)", "max(infiniband.bth.psn)", "avg(infiniband.reth.va)")  # fmt: skip


def test_intervals(capture):
    path, packets, chosen = capture
    if not packets:
        assert counted(Intervals(), path) == []
        return
    halves = ("frame.number & 1 == 0", "frame.number > 0")
    rows = counted(Intervals(0.01, MEASURES, halves), path, chosen)
    start = packets[0].time
    expected: dict = collections.defaultdict(list)
    for packet in picked(packets, chosen):
        expected[(packet.time - start) // 10_000_000].append(packet)
    seen = {row["start"]: row for row in rows}
    assert sum(row["frame.number > 0: packets"] for row in rows) == chosen.sum()
    for number, inside in expected.items():
        row = seen[endpoints.seconds(number * 10_000_000)]
        for name in halves:
            taken = [packet for packet in inside if name == halves[1] or packet.number % 2 == 0]
            psns = [packet.all("BTH")[-1].psn for packet in taken if "BTH" in packet]
            reths = [packet.all("RETH")[-1] for packet in taken if "RETH" in packet]
            dmalens = [reth.dmalen for reth in reths]
            vas = [layer.va for packet in taken for layer in packet if layer.header.key in ("reth", "atomiceth")]
            assert row[f"{name}: packets"] == len(taken)
            assert row[f"{name}: bytes"] == sum(map(lengths, taken))
            assert row[f"{name}: count(infiniband.reth.dmalen)"] == len(dmalens)
            assert row[f"{name}: sum(infiniband.reth.dmalen)"] == sum(dmalens)
            assert row[f"{name}: min(infiniband.bth.psn)"] == min(psns, default=None)
            assert row[f"{name}: max(infiniband.bth.psn)"] == max(psns, default=None)
            assert row[f"{name}: avg(infiniband.reth.va)"] == (sum(vas) / len(vas) if vas else None)


def test_the_whole_capture_is_one_interval(capture):
    path, packets, _ = capture
    rows = counted(Intervals(0), path)
    if not packets:
        assert rows == []
        return
    span = max(packet.time for packet in packets) - packets[0].time
    assert rows == [
        {
            "start": "0.000000000",
            "end": endpoints.seconds(max(span, 0)),
            "packets": len(packets),
            "bytes": sum(map(lengths, packets)),
        }
    ]


def test_times_are_measured_in_seconds_and_what_is_no_number_is_counted():
    measures = ("avg(frame.time_delta)", "max(frame.time_epoch)", "sum(frame.time_epoch)", "count(eth.src)")
    with ibpkt.open(OWN / "rc_write.pcap") as source:
        times = [packet.time for packet in source]
    (row,) = counted(Intervals(0, measures), OWN / "rc_write.pcap")
    assert row["avg(frame.time_delta)"] == endpoints.seconds((times[-1] - times[0]) // len(times))
    assert row["max(frame.time_epoch)"] == endpoints.seconds(max(times))
    assert row["sum(frame.time_epoch)"] == endpoints.seconds(sum(times))  # far more than 64 bits
    assert row["count(eth.src)"] == len(times)


def test_too_many_intervals(monkeypatch):
    monkeypatch.setattr(intervals, "MAX_SUMS", 20)
    with pytest.raises(CallerError, match="more than 10 intervals of 1e-06 s"):
        counted(Intervals(1e-6), OWN / "rc_write.pcap")


def test_too_many_chains_leave_the_innermost_out(monkeypatch):
    monkeypatch.setattr(protocols, "MAX_CHAINS", 4)
    rows = counted(Protocols(), OWN / "rc_write.pcap")
    assert len(rows) == 4
    assert rows[0]["packets"] == 163


@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(0, 5), st.sampled_from([0, 1, 1 << 40, 2**64 - 1]), st.integers(-9, 9)), min_size=1
        ),
        max_size=6,
    ),
    st.sampled_from([1, 3, 1000]),
    st.sampled_from([0, 4, 1000]),
)
def test_a_tally_is_a_dictionary_of_sums(parts, most, enough):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "MAX_KEYS", most)
        patch.setattr(tally, "MERGE_AT", enough)
        counter = tally.Tally(2, 2)
        expected: dict = {}
        for part in parts:
            rows = np.array([[first, second] for first, second, _ in part], np.uint64)
            numbers = np.array([[1, number] for *_, number in part], np.int64)
            counter.add(rows, numbers, numbers[:, 1])
            for first, second, number in part:
                count = expected.setdefault((first, second), [0, 0, number, number])
                count[:] = count[0] + 1, count[1] + number, min(count[2], number), max(count[3], number)
        known = counter.sums()
    keys = [tuple(key) for key in known.keys.tolist()]
    assert keys == sorted(keys)
    assert len(keys) == min(len(expected), most)
    assert np.array_equal(
        known.sums.sum(axis=0) + counter.others,
        np.array([count[:2] for count in expected.values()] or [[0, 0]]).sum(axis=0),
    )
    if len(expected) <= most:
        assert dict(zip(keys, np.hstack((known.sums, known.spans)).tolist(), strict=True)) == expected
    elif enough == 0:  # every part was merged at once: those that came first are there
        first = {(row[0], row[1]) for row in parts[0]}
        assert len(first & set(keys)) == min(len(first), most)


@pytest.mark.parametrize("value", ["fe80000000000000000000000000abcd", "020000000001", "ff"])
def test_bytes_are_words_and_back(value):
    data = bytes.fromhex(value)
    (key,) = np.stack(tally.words(np.frombuffer(data, np.uint8).reshape(1, -1)), axis=1).tolist()
    assert tally.from_words(key, len(data)) == data


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        (("sun(infiniband.reth.dmalen)",), "did you mean sum"),
        (("sum(infiniband.reth.dmaln)",), "infiniband.reth.dmalen"),
        (("sum(eth.src)",), "is not a number"),
        (("sum(infiniband.icrc.status)",), "is not a number"),
        (("avg(infiniband.grh.sgid)",), "can only be counted"),
        (("bites",), "did you mean bytes"),
    ],
)
def test_measures_that_do_not_exist(measures, sentence):
    with pytest.raises(CallerError, match=sentence.replace("(", r"\(")):
        Intervals(1, measures)


@pytest.mark.parametrize("interval", [-1, float("nan"), float("inf")])
def test_intervals_that_are_none(interval):
    with pytest.raises(CallerError, match="an interval is a number of seconds"):
        Intervals(interval)


def test_kinds_that_do_not_exist():
    with pytest.raises(CallerError, match="did you mean gid"):
        Endpoints("gids")
    with pytest.raises(CallerError, match="did you mean bytes"):
        Conversations("gid", "byte")


@pytest.mark.parametrize("path", sorted(OWN.glob("*.truth.json")), ids=lambda path: path.name.partition(".")[0])
def test_as_many_packets_as_were_recorded(path):
    recorded = json.loads(path.read_text(encoding="utf-8"))["frames"]
    name = path.name.removesuffix(".truth.json")
    capture = next(each for each in (OWN / f"{name}.pcap", OWN / f"{name}.pcap.gz") if each.exists())
    everything, *_ = counted(Protocols(), capture)
    assert everything["packets"] == recorded


def test_management_as_it_was_recorded():
    """What the simulator noted of each datagram: class, method and attribute."""
    noted: dict = collections.Counter()
    for key, count in json.loads((OWN / "ib_small.counts.json").read_text())["class_method_attr_counts"].items():
        _, mad_class, _, _, _, attribute = key.split()
        noted[int(mad_class, 16), int(attribute, 16)] += count
    filters = {
        key: f"infiniband.mad.mgmtclass == {key[0]} && infiniband.mad.attributeid == {key[1]}" for key in sorted(noted)
    }
    (row,) = counted(Intervals(0, ("packets",), [*filters.values()]), OWN / "ib_small.pcap")
    assert {key: row[f"{text}: packets"] for key, text in filters.items()} == noted
