"""The merge of all shards is what one process says of the captures, read as one."""

from __future__ import annotations

import dataclasses
import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.cluster import PairAnalysis, merge, run_processes
from ibpkt.errors import CallerError, CaptureError
from tests.analysis.test_by_pair import BEYOND, SMALL
from tests.support.many_pairs import many_pairs
from tests.support.shared import OWN


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    return many_pairs(tmp_path_factory.mktemp("pairs"))


def text(flow):
    return json.dumps(dataclasses.asdict(flow), sort_keys=True)


def plain(flows, messages, findings):
    """Results in an order of their own, with all their numbers."""
    return (
        [text(flow) for flow in sorted(flows, key=lambda flow: flow.number)],
        sorted(map(repr, messages)),
        sorted((each.frame, each.flow, each.kind.name, str(each), each.packets, each.because) for each in findings),
    )


def single(paths):
    """What one process says."""
    expert = Expert(messages=True, flows=True, paths=True)
    findings, messages, flows = [], [], []
    with ibpkt.open_joined(paths) if len(paths) > 1 else ibpkt.open(paths[0]) as capture:
        for batch in capture.batches():
            found = expert.add(batch)
            findings += found.in_order(batch)
            messages += found.messages
            flows += found.ended
    findings += expert.finish()
    return plain(flows + expert.ended, messages + expert.messages, findings)


def merged(paths, shards, order=None):
    analysis = PairAnalysis([str(path) for path in paths], shards)
    result = merge(map(analysis, order or range(shards)))
    return plain(result.flows, result.messages, result.findings)


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 9), st.randoms())
def test_any_number_of_shards_in_any_order(mixed, shards, random):
    order = random.sample(range(shards), shards)
    assert merged([mixed], shards, order) == single([mixed])


@pytest.mark.sweep
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
def test_every_capture(path):
    assert (merged([path], 3) == single([path])) == (path.name not in BEYOND)


def test_conversations_go_through_many_files(mixed, tmp_path):
    pieces = []
    with ibpkt.open(mixed) as capture:
        for number, batch in enumerate(capture.batches(83)):
            pieces.append(tmp_path / f"{number}.pcapng")
            with ibpkt.create(pieces[-1]) as sink:
                sink.write_batch(batch)
    assert len(pieces) > 10
    assert merged(pieces[::-1], 4) == single([mixed])


def test_the_order_of_results(mixed):
    analysis = PairAnalysis([str(mixed)], 5)
    result = merge(map(analysis, range(5)))
    numbers = [flow.number for flow in result.flows]
    assert numbers == sorted(numbers)
    assert [each.frame for each in result.findings] == sorted(each.frame for each in result.findings)
    closed = [message.closed or 1 << 60 for message in result.messages]
    assert closed == sorted(closed)
    assert result.packets == 974
    assert result.damages == []


def test_processes(mixed):
    result = run_processes(PairAnalysis([str(mixed)], 3), 2)
    assert plain(result.flows, result.messages, result.findings) == single([mixed])


def test_a_partial_can_be_pickled(mixed):
    analysis = PairAnalysis([str(mixed)], 2)
    partials = [pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(analysis))(shard))) for shard in range(2)]
    result = merge(partials)
    assert plain(result.flows, result.messages, result.findings) == single([mixed])


def test_merging_changes_nothing(mixed):
    analysis = PairAnalysis([str(mixed)], 3)
    partials = [analysis(shard) for shard in range(3)]
    assert plain(*merge(partials)[1:4]) == plain(*merge(partials)[1:4])


def test_merging_needs_every_shard_once(mixed):
    analysis = PairAnalysis([str(OWN / "rc_read.pcap")], 3)
    parts = [analysis(shard) for shard in range(3)]
    with pytest.raises(CallerError, match="each of the shards 0 to 2 is needed once, and there are: 0, 2"):
        merge([parts[2], parts[0]])
    with pytest.raises(CallerError, match="there are: 0, 1, 1, 2"):
        merge([*parts, parts[1]])
    with pytest.raises(CallerError, match="there are: none"):
        merge([])
    other = PairAnalysis([str(OWN / "rc_send.pcap")], 3)
    with pytest.raises(CallerError, match="not of the same captures"):
        merge([*parts[:2], other(2)])


def test_wrong_calls():
    with pytest.raises(CallerError, match="there is no capture"):
        PairAnalysis([], 2)
    with pytest.raises(CallerError, match="1 to 256 shards, not 0"):
        PairAnalysis(["rc_read.pcap"], 0)
    with pytest.raises(CallerError, match="numbers 0 to 1, not 2"):
        PairAnalysis(["rc_read.pcap"], 2)(2)
    with pytest.raises(CaptureError, match="no such file"):
        PairAnalysis(["no such file.pcap"], 2)(0)


def test_a_file_that_is_cut():
    path = str(OWN / "derived_cut_in_record.pcap")
    result = merge(map(PairAnalysis([path], 2), range(2)))
    assert len(result.damages) == 1
    assert path in result.damages[0]


def test_numbers_are_noted_only_where_somebody_asks():
    analyser = Analyser()
    with ibpkt.open(OWN / "rc_read.pcap") as capture:
        for batch in capture.batches():
            analyser.add(batch)
    assert not len(analyser.begins)
    analyser = Analyser()
    analyser.note_begins()
    with ibpkt.open(OWN / "rc_read.pcap") as capture:
        for batch in capture.batches(7):
            analyser.add(batch)
    assert len(analyser.begins) == 2  # both directions, before they were joined
    assert (np.diff(analyser.begins) > 0).all()
