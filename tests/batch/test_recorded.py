"""Every capture beside this repository: CRC verdicts, round trip, columns equal to packets."""

from __future__ import annotations

from collections import Counter

import pytest

import ibpkt
from ibpkt.packet import STATUSES
from ibpkt.protocols import ICRC, VCRC
from tests.support.equality import assert_equal
from tests.support.shared import capture, captures

FILES = captures()

#: cut on purpose
CUT = ("derived_snap64.pcap", "derived_snap96.pcap")


@pytest.mark.sweep
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_columns_are_the_packets(path):
    """Every packet; both walkers, every leaf, bytes to packet to bytes."""
    with ibpkt.open(path) as source:
        for batch in source.batches(1000):
            assert_equal(batch)
    assert (source.damage is not None) == ("cut_in_record" in path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_verdicts(path):
    icrc: Counter[str] = Counter()
    vcrc: Counter[str] = Counter()
    with ibpkt.open(path) as source:
        for batch in source.batches():
            for which, counts in ((ICRC, icrc), (VCRC, vcrc)):
                for _, checks in batch.verify(which):
                    counts.update(str(STATUSES[status]) for status in checks.status.tolist())
    if path.name == "corrupt_write.pcap":
        assert icrc == {"bad": 28, "good": 1221}
    elif path.name in CUT:
        # what is short enough for the snap length is whole
        assert set(icrc) <= {"cut", "good"}
        assert icrc["cut"] > 0
    elif path.name == "derived_empty.pcap":
        assert not icrc
    else:
        assert set(icrc) == {"good"}, icrc
        assert set(vcrc) <= {"good"}, vcrc
    assert bool(vcrc) == (path.name.startswith(("ib_", "derived_ib", "derived_plain", "wireshark-sample")))


def test_one_flipped_bit_is_named():
    """netem flipped one bit of each; wherever ibpkt looks, that is what it finds, or a length that became wrong."""
    causes = Counter()
    with ibpkt.open(capture("corrupt_write.pcap")) as source:
        for packet in source:
            if packet.icrc.status == "bad":
                causes[packet.icrc.cause.partition(":")[0]] += 1
                assert packet.icrc.cause or packet.disagreements
    assert sum(causes.values()) == 28
    assert causes["one bit flipped"] >= 26


@pytest.mark.parametrize(
    "other", ["derived_bigendian.pcap", "derived_nsec.pcap", "derived_gz.pcap.gz", "derived_snap64.pcap"]
)
def test_other_forms_of_one_capture(other):
    """The same packets in another file format are the same packets."""
    with ibpkt.open(capture("mix_all_ops.pcap")) as first:
        wanted = [packet.data for packet in first]
    with ibpkt.open(capture(other)) as second:
        found = list(second)
    size = 64 if "snap64" in other else None
    assert [packet.data for packet in found] == [data[:size] for data in wanted]
    assert [packet.wirelen for packet in found] == [len(data) for data in wanted]
    assert all(packet.stop is None or packet.stop.reason != "malformed" for packet in found)


@pytest.mark.parametrize("other", ["ib_small_erf.pcap", "derived_plain.erf", "derived_ib247_bigendian.pcap"])
def test_native_capture_in_other_forms(other):
    columns = ("infiniband.lrh.slid", "infiniband.bth.psn", "infiniband.mad.transactionid", "infiniband.vcrc.status")
    with ibpkt.open(capture("ib_small.pcap")) as first, ibpkt.open(capture(other)) as second:
        wanted, found = first.columns(columns), second.columns(columns)
    for name in columns:
        assert wanted[name].tolist() == found[name].tolist()
        assert len(wanted[name]) == 1491
