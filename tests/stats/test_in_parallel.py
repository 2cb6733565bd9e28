"""Several processes count what one counts: on every capture, with ranges of a few packets."""

from __future__ import annotations

import pickle

import pytest

import ibpkt
from ibpkt.capture import pcap_ranges
from ibpkt.stats import Conversations, Endpoints, Intervals, Opcodes, Protocols, in_parallel, tally
from ibpkt.stats.in_parallel import count_in_parallel
from tests.support.command import run
from tests.support.shared import OWN, captures

MAKERS = {
    "opcodes": lambda: Opcodes(verify=True),
    "protocols": Protocols,
    "endpoints": Endpoints,
    "conversations": lambda: Conversations("qp"),
    "udp": lambda: Conversations("udp", "packets", 3),
    "intervals": lambda: Intervals(
        0.01, ["packets", "sum(infiniband.reth.dmalen)"], ["infiniband.aeth", "infiniband.reth"]
    ),
}
#: captures that are large enough to be cut, without damage
CUT = ("ib_small.pcap", "mix_all_ops.pcap", "rc_write.pcap")
#: packets of a batch, unless a capture then has many more batches than this: what two of them tell, a thousand tell
SMALL, MANY = 7, 40


@pytest.fixture(autouse=True)
def short_ranges(monkeypatch):
    monkeypatch.setattr(pcap_ranges, "LOOK", 6000)
    monkeypatch.setattr(pcap_ranges, "CHAIN", 4)
    monkeypatch.setattr(in_parallel, "RANGE", 9000)


def together(make, path, jobs=2):
    with ibpkt.open(path) as capture:
        capture.follow(make().fields)
        return count_in_parallel(make, capture, jobs)


def alone(make, path):
    statistic = make()
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            statistic.add(batch)
    return statistic


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_counts_of_batches_of_any_size(path):
    """Pickled, as they come from other processes."""
    with ibpkt.open(path) as capture:
        whole = list(capture.batches())
    with ibpkt.open(path) as capture:  # once for all statistics: each looks at the same packets
        small = list(capture.batches(max(SMALL, sum(map(len, whole)) // MANY)))
    for make in MAKERS.values():
        merged, counted = make(), make()
        for batch in small:
            merged.merge(pickle.loads(pickle.dumps(merged.batch_counts(batch))))
        for batch in whole:
            counted.add(batch)
        assert merged.rows() == counted.rows()


@pytest.mark.sweep
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("name", CUT)
def test_processes(name, kind):
    path = str(OWN / name)
    assert len(pcap_ranges.pcap_ranges(path, in_parallel.RANGE)) > 1
    counts = together(MAKERS[kind], path)
    assert counts is not None
    assert counts.rdma
    assert counts.statistic.rows() == alone(MAKERS[kind], path).rows()


def test_what_one_process_must_count(tmp_path, monkeypatch):
    path = str(OWN / "rc_write.pcap")
    assert together(Opcodes, path, 1) is None
    for field in ("frame.number", "infiniband.analysis.flow", "infiniband.mad.response_to", "udp.length"):
        assert together(lambda field=field: Intervals(1, [f"max({field})"]), path) is None
    with ibpkt.open_joined([path, OWN / "rc_read.pcap"]) as capture:
        assert count_in_parallel(Opcodes, capture, 2) is None
    cut = tmp_path / "cut.pcap"
    cut.write_bytes((OWN / "rc_write.pcap").read_bytes()[:-5])
    assert len(pcap_ranges.pcap_ranges(str(cut), in_parallel.RANGE)) > 1
    assert together(Opcodes, str(cut)) is None
    monkeypatch.setattr(tally, "MAX_KEYS", 2)
    assert together(lambda: Endpoints("udp"), path) is None


@pytest.mark.sweep
@pytest.mark.parametrize(
    "words",
    [
        "opcodes --verify",
        "protocols --format csv",
        "endpoints --by qp --format json",
        "conversations --limit 2",
        "io --interval 0.01",
        "io -Y infiniband.aeth",
        "mad",
        "connections",
    ],
)
@pytest.mark.parametrize("name", [*CUT, "derived_cut_in_record.pcap"])
def test_the_same_output(words, name):
    path = OWN / name
    assert run("stats", *words.split(), "--jobs", "2", path) == run("stats", *words.split(), path)


def test_no_rdma(tmp_path):
    """The hint is there, too."""
    path = tmp_path / "other.pcap"
    with ibpkt.open(OWN / "nvmeof.pcap") as capture, ibpkt.create(path, link=1) as sink:
        for packet in capture:
            sink.write(bytes(12) + b"\x88\xb5" + packet.data[14:], time=packet.time)
    one = run("stats", "protocols", path)
    assert run("stats", "protocols", "-j2", path) == one
    assert one.err
