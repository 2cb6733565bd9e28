"""Statistics equal tshark's, where both count the same; what differs is said beside it."""

from __future__ import annotations

import itertools
import json

import pytest

import ibpkt
from ibpkt import filter
from ibpkt.protocols import by_name
from ibpkt.stats import Conversations, Endpoints, Intervals, Protocols, Statistic
from tests.stats import tshark
from tests.support.shared import OWN

ANSWERS = json.loads(tshark.STORED.read_text(encoding="utf-8"))
VERSION = ANSWERS.pop("tshark")


def rows(statistic: Statistic, name: str, wanted: str = ""):
    with ibpkt.open(OWN / name) as capture:
        for batch in capture.batches():
            if wanted:
                batch = batch.select(filter.compile(wanted).rows(batch))
            statistic.add(batch)
    return statistic.rows()


def addresses(kind: str, text: str) -> str:
    """An address as tshark writes it."""
    return text.replace(" port ", ":") if kind == "udp" else text


@pytest.mark.parametrize("name", ANSWERS)
def test_protocols(name):
    ours: dict = {}
    for row in rows(Protocols(), name)[1:]:  # the first is the whole capture
        groups = [by_name()[key].group for key in row["protocols"].split(":") if key]
        path = ":".join(group for group, _ in itertools.groupby(groups))
        ours.setdefault(path, [row["packets"], row["bytes"]])  # the first header of a protocol stands for it
    theirs = ANSWERS[name]["protocols"]
    # tshark has a name for the link type of raw IP
    theirs = {path.removeprefix("raw:"): count for path, count in theirs.items() if path not in ("", "raw")}
    assert ours == {path: count for path, count in theirs.items() if not UNKNOWN & set(path.split(":"))}


#: what tshark dissects and ibpkt does not; its marks on what it could not dissect; and payload
UNKNOWN = {
    *("arp", "tcp", "igmp", "icmpv6", "data", "_ws.short", "_ws.malformed"),
    *("rpcordma", "rpcordma.fragments", "nvme-rdma", "iser"),
}


@pytest.mark.parametrize("kind", tshark.ADDRESSES)
@pytest.mark.parametrize("name", ANSWERS)
def test_endpoints(name, kind):
    ours = {
        addresses(kind, row["address"]): list(row.values())[1:]
        for row in rows(Endpoints(tshark.ADDRESSES[kind]), name, kind)
    }
    assert ours == ANSWERS[name][f"endpoints {kind}"]


@pytest.mark.parametrize("kind", tshark.ADDRESSES)
@pytest.mark.parametrize("name", ANSWERS)
def test_conversations(name, kind):
    theirs: dict = {}
    for ends, (to_a, to_b, duration) in ANSWERS[name][f"conversations {kind}"].items():
        a, b = ends.split()
        theirs[a, b] = [to_b, to_a, duration]
    found = rows(Conversations(tshark.ADDRESSES[kind]), name, kind)
    ours = {}
    for row in found:
        a, b = addresses(kind, row["a"]), addresses(kind, row["b"])
        numbers = [row["packets_a_to_b"], row["packets_b_to_a"]]
        if (b, a) in theirs and (a, b) not in ours:
            a, b, numbers = b, a, numbers[::-1]
        ours[a, b] = [*numbers, pytest.approx(float(row["duration"]), abs=1e-4)]
    assert theirs == ours


@pytest.mark.parametrize("name", ANSWERS)
def test_intervals(name):
    measures, filters = zip(*tshark.MEASURES.values(), strict=True)
    ours = rows(Intervals(tshark.INTERVAL, ("packets", "bytes", *measures), ("frame", *filters)), name)
    theirs = ANSWERS[name]["intervals"]
    assert len(ours) == len(theirs)
    for row, (start, packets, size, *numbers) in zip(ours, theirs, strict=True):
        assert (float(row["start"]), row["frame: packets"], row["frame: bytes"]) == (start, packets, size)
        for (measure, wanted), number in zip(tshark.MEASURES.values(), numbers, strict=True):
            assert (row[f"{wanted}: {measure}"] or 0) == pytest.approx(number or 0, abs=1)  # it rounds averages
