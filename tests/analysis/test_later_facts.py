"""Facts of packets do not depend on batches: what is decided later comes with the second reading of a file."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.batch.fields import field_named
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS

OPERATIONS = {"WRITE": 3, "READ": 2, "SEND": 2, "FETCH_ADD": 1}


@pytest.fixture(scope="module", params=[0, 1])
def lossy(request, tmp_path_factory):
    """A file of traffic of which packets are lost, before the tap and behind it."""
    path = tmp_path_factory.mktemp("later") / "lossy.pcap"
    faults = traffic.Faults(loss=0.02, behind=0.3, duplicate=0.01)
    scene = traffic.Traffic(request.param, messages=150, operations=OPERATIONS, faults=faults)
    with ibpkt.create(path) as out:
        for batch in scene.batches():
            out.write_batch(batch)
    return path


def said(path, **options):
    """What every packet says, by fact."""
    columns = {}
    with ibpkt.open(path).follow(twice=True) as capture:
        for batch in capture.batches(**options):
            for name, header in (*FACTS.items(), ("answered", ANSWERED)):
                columns.setdefault(name, []).extend(field_named(header.fields[0].filter).column(batch).tolist())
    return {name: [int(value or 0) for value in values] for name, values in columns.items()}


def analysed(path):
    """What the analyser says of packets, by fact and number, with what it says later."""
    analyser, told = Analyser(), {name: {} for name in FACTS}
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            found = analyser.add(batch)
            for name, values in found.packets.items():
                rows = np.flatnonzero(values)
                told[name].update(zip(batch.frames.number_of[rows].tolist(), values[rows].tolist(), strict=True))
            take_later(told, found)
    take_later(told, analyser.finish())
    return told


def take_later(told, found):
    for name, frames, values in found.later:
        told[name].update(zip(frames.tolist(), values.tolist(), strict=True))


def test_the_second_reading_has_them_all(lossy):
    once = analysed(lossy)
    told = said(lossy)
    for name in FACTS:
        assert {frame: value for frame, value in enumerate(told[name], 1) if value} == once[name], name
    assert all(once[name] for name in ("message", "lost", "out_of_sequence", "duplicate_request"))


@pytest.mark.sweep
@pytest.mark.parametrize("size", [64, 300])
@pytest.mark.parametrize("fact", ["answers", "answered", "out_of_sequence", "retransmission"])
def test_batches_do_not_matter(lossy, size, fact):
    small, whole = said(lossy, max_packets=size)[fact], said(lossy)[fact]
    assert [(at, value, whole[at]) for at, value in enumerate(small) if value != whole[at]] == []
