"""Congestion against the truth of the generator, against recorded captures, and pauses that are crafted."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

import ibpkt
from ibpkt import build, draft, traffic
from ibpkt.analysis.checks.congestion import NOTIFICATION_IGNORED, CongestionChecks
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.columns.transport import transport
from ibpkt.batch import Batch
from ibpkt.traffic import Faults
from tests.support.exchanges import ask, said, tell
from tests.support.shared import capture

SCENES = {
    "write": {"seed": 1, "packets": 4000, "operations": "WRITE=1", "sizes": (4096, 65536), "faults": Faults(ce=0.02)},
    "mixed": {
        "seed": 2,
        "packets": 4000,
        "conversations": 3,
        "pairs": 2,
        "sizes": (4096, 65536),
        "faults": Faults(ce=0.02),
    },
    "native": {"seed": 3, "packets": 4000, "sizes": (4096, 65536), "carrier": "native", "faults": Faults(ce=0.005)},
    "both ways, lossy": {
        "seed": 4,
        "packets": 4000,
        "conversations": 4,
        "sizes": (4096, 65536),
        "carrier": "rocev2-ipv6",
        "both_ways": True,
        "faults": Faults(ce=0.01, loss=0.005),
    },
    "read": {
        "seed": 5,
        "packets": 4000,
        "conversations": 4,
        "operations": "READ=1",
        "sizes": (4096, 65536),
        "carrier": "vxlan",
        "faults": Faults(ce=0.01),
    },
    "marked behind the tap": {
        "seed": 6,
        "packets": 4000,
        "operations": "WRITE=1",
        "sizes": (4096, 65536),
        "faults": Faults(ce=0.01, behind=1.0),
    },
}


def analysed(scene, size=None):
    """The findings of a scene."""
    expert = Expert()
    found = []
    for batch in scene.batches():
        pieces = range(0, len(batch), size or len(batch))
        for begin in pieces:
            rows = np.zeros(len(batch), np.bool_)
            rows[begin : begin + (size or len(batch))] = True
            found += expert.findings(batch.select(rows) if size else batch)
    return [*found, *expert.finish()]


def frames(findings, *kinds):
    return {finding.frame for finding in findings if finding.kind.name in kinds}


def events(scene, what):
    return {event["frame"] for event in scene.truth.events if event["what"] == what and event["frame"] is not None}


@pytest.mark.parametrize("name", SCENES)
def test_marks_and_notifications_are_those_of_the_truth(name):
    scene = traffic.Traffic(**SCENES[name])
    found = analysed(scene)
    marked = {
        event["frame"] for event in scene.truth.events
        if event["what"] == "ce" and event["frame"] is not None and not event.get("behind_tap")
    }  # fmt: skip
    assert frames(found, "congestion-mark") == marked
    assert frames(found, "cnp", "cnp-without-mark") == events(scene, "cnp")


@pytest.mark.parametrize("name", [name for name in SCENES if "behind" not in name])
def test_senders_that_slow_down(name):
    """Nothing is invented; what is missed is too near to the end, or to the next cut, to be measured."""
    scene = traffic.Traffic(**SCENES[name])
    found = analysed(scene)
    cuts = frames(found, "rate-cut")
    assert cuts <= events(scene, "cnp")
    assert len(cuts) >= 0.75 * len(events(scene, "rate-cut"))
    assert not frames(found, "notification-ignored")
    for finding in found:
        if finding.kind.name == "rate-cut":
            assert finding.facts["now"] < finding.facts["before"]
            assert finding.facts["after"] >= 0


def test_what_the_tap_cannot_see_is_not_claimed():
    """No mark is in the capture: so it is said, once the flow's data are known."""
    scene = traffic.Traffic(**SCENES["marked behind the tap"])
    found = analysed(scene)
    assert not frames(found, "congestion-mark", "congested-flow")
    assert len(frames(found, "cnp-without-mark")) >= len(events(scene, "cnp")) - 2


@pytest.mark.family("batches")
@pytest.mark.parametrize("name", ["mixed", "both ways, lossy"])
def test_the_size_of_batches_changes_nothing(name):
    kinds = ("congestion-mark", "cnp", "cnp-without-mark", "congested-flow")
    told = []
    for size in (None, 7, 500):
        found = analysed(traffic.Traffic(**{**SCENES[name], "packets": 1500}), size)
        told.append(
            sorted((each.frame, each.kind.name, each.flow, str(each)) for each in found if each.kind.name in kinds)
        )
    assert told[0] == told[1] == told[2]
    assert {"congestion-mark", "cnp", "congested-flow"} <= {kind for _, kind, *_ in told[0]}


@pytest.mark.costly
def test_many_notifications_at_once(monkeypatch):
    """As many as may wait from batch to batch, and more: the effect of each is measured."""
    monkeypatch.setattr("ibpkt.analysis.checks.congestion.MAX_PENDING", 16)
    packets = []
    for psn in range(600):
        packets.append(marked(ask(psn)))
        if psn % 4 == 3:
            packets.append(tell(psn, psn + 1, becn=1))
    told = [
        [
            (each.frame, str(each))
            for each in said(packets, size)
            if each.kind.name in ("rate-cut", NOTIFICATION_IGNORED.name)
        ]
        for size in (None, 10, 100)
    ]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 8  # one for each 16


def test_flows_are_summed_up():
    scene = traffic.Traffic(**SCENES["write"])
    (finding,) = [each for each in analysed(scene) if each.kind.name == "congested-flow"]
    assert finding.facts["marks"] == len(events(scene, "ce"))
    # the first came before an answer had shown to which flow it belongs
    assert finding.facts["notifications"] == len(events(scene, "cnp")) - 1
    assert finding.frame == min(events(scene, "ce"))


@pytest.mark.parametrize(
    ("name", "share"), [pytest.param(*case) for case in (("ecn_marked_netem.pcap", 0.1), ("ecn_fq_codel.pcap", 0.97))]
)
def test_recorded_marks(name, share):
    """netem and fq_codel mark; Linux' rxe sends no CNPs.  tshark counts as many packets with ECN 3."""
    path = capture(name)
    told = json.loads((path.parent / name.replace(".pcap", ".truth.json")).read_text(encoding="utf-8"))
    expert = Expert()
    found, marked = [], 0
    with ibpkt.open(path) as source:
        for batch in source.batches():
            columns = transport(batch, expert.analyser.addresses)
            marked += int(columns.ce.sum())
            found += expert.findings(batch)
    found += expert.finish()
    assert expert.packets == told["frames"]
    assert len(frames(found, "congestion-mark")) == marked
    (flow,) = [each for each in found if each.kind.name == "marks-unanswered"]
    assert flow.facts["marks"] == marked
    assert abs(flow.facts["share"] - share) < 0.05


@pytest.mark.parametrize("name", ["tclass_dscp26_ect0.pcap", "cm_send_tos.pcap", "rc_write.pcap"])
def test_ect_is_no_mark(name):
    expert = Expert()
    with ibpkt.open(capture(name)) as source:
        found = [finding for batch in source.batches() for finding in expert.findings(batch)]
    assert [*found, *expert.finish()] == []


# -- pauses -----------------------------------------------------------------------------------------------------------


def pfc(enbv, **timers):
    return build(
        draft("Ethernet", src="02:00:00:00:00:07", dst="01:80:c2:00:00:01"),
        draft("MACControl"),
        draft("PFC", enbv=enbv, **timers),
    )


def marked(packet):
    """The same packet with CE in its IP header, which the ICRC does not cover."""
    data = bytearray(packet.data)
    data[15] |= 3
    return SimpleNamespace(data=bytes(data), link=packet.link)


def pauses(*packets, times=None):
    batch = Batch.of([packet.data for packet in packets], 1)
    batch.frames.time = np.arange(len(packets), dtype=np.int64) * 1000 + 5000 if times is None else np.array(times)
    watched = CongestionChecks()
    columns = transport(batch, Expert().analyser.addresses)
    found = [
        each for hits in watched.add(batch, columns, np.zeros(0, np.int64)) for each in hits.findings(batch.frames)
    ]
    return sorted((each.frame, each.kind.name, str(each)) for each in found)


def test_pfc_stands_on_the_wire_as_802_1qbb_has_it():
    packet = pfc(0x0009, time_c0=1, time_c3=0xFFFF)
    assert packet.data[12:].hex() == "880801010009000100000000ffff0000000000000000"
    assert (packet["PFC"].c3, packet["PFC"].c1) == (True, False)


def test_pauses_and_their_ends():
    stopped, again, resumed = pfc(8, time_c3=0xFFFF), pfc(8, time_c3=100), pfc(8)
    assert pauses(stopped, again, resumed) == [
        (1, "pfc-pause", "02:00:00:00:00:07 pauses priority 3 for 65535 quanta"),
        (2, "pfc-pause", "02:00:00:00:00:07 pauses priority 3 for 100 quanta"),
        (3, "pfc-resume", "02:00:00:00:00:07 resumes priority 3 after a pause of 2 µs"),
    ]


def test_a_pause_during_which_the_clock_was_set_back():
    assert pauses(pfc(8, time_c3=0xFFFF), pfc(8), times=[9000, 5000]) == [
        (1, "pfc-pause", "02:00:00:00:00:07 pauses priority 3 for 65535 quanta"),
        (2, "pfc-resume", "02:00:00:00:00:07 resumes priority 3"),
    ]


def test_a_notification_before_which_the_clock_was_set_back():
    packets = [ask(0), tell(0, 1), marked(ask(1)), tell(1, 2, becn=1), marked(ask(2)), tell(2, 3, becn=1)]
    times = [0, 1000, 2000, 4000, 5000, -5_000_000_000]
    told = [each for each in said(packets, times=times) if each.kind.name == "cnp"]
    assert [(each.facts["since_last"], each.facts["marks"]) for each in told] == [(2000, 1), (None, 1)]
    assert [" after the last mark" in str(each) for each in told] == [True, False]


def test_priorities_that_are_not_enabled_are_not_paused():
    assert pauses(pfc(0, time_c3=5), pfc(1, time_c3=5)) == []


def test_plain_pauses():
    packet = build(draft("Ethernet", src="02:00:00:00:00:07"), draft("MACControl"), draft("Pause", pause_time=9))
    assert pauses(packet) == [(1, "pfc-pause", "02:00:00:00:00:07 pauses the link for 9 quanta")]
