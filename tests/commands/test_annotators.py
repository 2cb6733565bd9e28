"""Which annotators fields need: those that need an analysis of flows share one."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt.commands.annotators import ANNOTATORS, CommandAnnotator, FlowAnnotator, needed_by
from tests.commands import hand_made_messages as m
from tests.commands.hand_made_connection import HandMadeConnection
from tests.commands.test_storage_scenes import nvme, nvme_read
from tests.support.exchanges import batches
from tests.support.hand_made import HandMadeCapture

SEQUENCES = next(annotator for annotator in ANNOTATORS if annotator.__name__ == "SequenceAnnotator")


def name_of(annotator):
    """A field of an annotator, by its display-filter name."""
    return next(leaf.filter for header in annotator.headers for leaf in header.wire)


@pytest.mark.parametrize("annotator", ANNOTATORS, ids=lambda annotator: annotator.__name__)
def test_a_field_needs_its_annotator_and_one_analysis_at_most(annotator):
    needed = needed_by([name_of(annotator)])
    assert annotator in needed
    assert len({SEQUENCES, CommandAnnotator, FlowAnnotator} & set(needed)) <= 1


def test_fields_of_flows_and_of_commands_share_an_analysis():
    assert needed_by([name_of(SEQUENCES), name_of(CommandAnnotator)]) == (FlowAnnotator,)
    every = needed_by(None)
    assert every.count(FlowAnnotator) == 1
    assert not {SEQUENCES, CommandAnnotator} & set(every)
    assert len(every) == len(ANNOTATORS) - 1


def value_of(path, name, *others):
    """By packet the value of a field, where it has one."""
    with ibpkt.open(str(path)) as capture:
        columns = capture.follow([name, *others], twice=True).columns(["frame.number", name, *others])
    there = ~np.ma.getmaskarray(columns[name])
    return dict(zip(columns["frame.number"][there].tolist(), columns[name].compressed().tolist(), strict=True))


@pytest.fixture
def storage(tmp_path):
    """A queue with three READs of four packets each; the identifier of the second is taken by the third."""
    capture = HandMadeCapture()
    plain = HandMadeConnection(capture, queues=(0x33, 0x44))
    for _ in range(300):
        plain.send(0, b"of no protocol")
    other = nvme(capture)
    nvme_read(other, 1)
    other.send(0, m.blocks(m.NVME_READ, 2, 5, 4096))
    nvme_read(other, 2)
    return capture.save(tmp_path / "nvme.pcap")


@pytest.mark.costly
@pytest.mark.parametrize("others", [[], [name_of(SEQUENCES)]], ids=["alone", "with flows"])
@pytest.mark.parametrize("few", [1, 1000])
def test_what_packets_of_commands_say(storage, others, few, monkeypatch):
    """All packets of a command have its number, acknowledgements included; one has what is wrong with it."""
    monkeypatch.setattr("ibpkt.commands.follower.FEW", few)  # columns know no packets in the middle
    begins = 600 + 3 + 1
    first, second, third = range(begins, begins + 9), range(begins + 9, begins + 11), range(begins + 11, begins + 20)
    numbers = value_of(storage, "infiniband.upper.command", *others)
    assert numbers == {**dict.fromkeys(first, 1), **dict.fromkeys(second, 2), **dict.fromkeys(third, 3)}
    assert list(value_of(storage, "infiniband.upper.problem", *others)) == [third[0]]
    contents = value_of(storage, "infiniband.upper.contents", *others)
    assert list(contents) == [begins - 3, begins - 2, first[0], first[7], second[0], third[0], third[7]]


def test_the_first_packet_of_a_batch(tmp_path):
    """It has its number at the first reading, if its command ends with the batch; so has what private data say."""
    capture = HandMadeCapture()
    plain = HandMadeConnection(capture, queues=(0x33, 0x44))
    for _ in range(150):
        plain.send(0, b"of no protocol")
    nvme_read(nvme(capture), 1)
    with ibpkt.open(str(capture.save(tmp_path / "nvme.pcap"))) as opened:
        packets = list(opened)
    for size, commands, messages in ((300, range(3, 12), [3, 10, 0, 1]), (303, range(9), [0, 7])):
        annotator = CommandAnnotator()
        *_, last = [
            [(each.header.name, row) for each in annotator.track(batch) for row in each.rows.tolist()]
            for batch in batches(packets, size)
        ]
        assert last == [*(("UpperCommand", row) for row in commands), *(("UpperMessage", row) for row in messages)]


def test_whose_facts_may_come_late():
    """Only those of an analysis of flows; none has given up anything before it begins."""
    assert {annotator for annotator in ANNOTATORS if annotator.decides_late} == {SEQUENCES, CommandAnnotator}
    assert [annotator().given_up for annotator in ANNOTATORS] == [0] * len(ANNOTATORS)
