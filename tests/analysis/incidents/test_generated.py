"""Faults made by simulated traffic, one and two at a time: their causes come first, in the right direction."""

from __future__ import annotations

import pytest

from ibpkt.analysis.results.finding import Severity
from tests.analysis.incidents.told import incidents
from tests.support.command import run

#: requests of 10.0.0.1, before the tap unless told otherwise
FAULTS = {
    "--loss 0.01 --only requests": ("loss", "before the tap, from 10.0.0.1"),
    "--loss 0.01 --only requests --behind 1": ("loss", "behind the tap, towards 10.0.0.2"),
    "--loss 0.02 --only responses --operations READ=1": ("loss", "before the tap, from 10.0.0.2"),
    "--loss 0.2 --only responses --behind 1": ("loss", "behind the tap, towards 10.0.0.1"),
    "--reorder 0.02 --only requests": ("reordering", "10.0.0.1 > 10.0.0.2"),
    "--routes 4 --only requests": ("reordering", "10.0.0.1 > 10.0.0.2"),
    "--duplicate 0.02 --only requests": ("duplication", "10.0.0.1 > 10.0.0.2"),
    "--corrupt 0.01 --only requests": ("corruption", "before the tap, from 10.0.0.1"),
    "--ce 0.05 --only requests --operations WRITE=1": ("congestion", "before the tap, from 10.0.0.1"),
    "--rnr 0.02 --size 64..512": ("receiver-not-ready", "10.0.0.2"),
    "--access-error 0.005 --size 64..512": ("access-refused", "10.0.0.1 > 10.0.0.2"),
    "--service UC --operations WRITE=1 --loss 0.02": ("loss", "before the tap, from 10.0.0.1"),
}
PAIRS = {
    "--loss 0.01 --rnr 0.02 --size 64..512": {"loss", "receiver-not-ready"},
    "--loss 0.01 --reorder 0.01": {"loss", "reordering"},
    "--corrupt 0.01 --rnr 0.02 --size 64..512": {"corruption", "receiver-not-ready"},
    "--ce 0.05 --loss 0.01": {"loss", "congestion"},
    "--duplicate 0.02 --loss 0.01": {"loss", "duplication"},
    "--access-error 0.003 --loss 0.01 --conversations 8 --size 64..512": {"access-refused", "loss"},
}


def made(faults, tmp_path, seed):
    path = tmp_path / "made.pcap"
    operations = () if "--operations" in faults else ("--operations", "WRITE=2,SEND=1,READ=1")
    size = () if "--size" in faults else ("--size", "4096..16384")
    options = (*operations, *size, *faults.split(), "--packets", "3000", "--seed", str(seed))
    assert run("craft", "traffic", *options, "-w", path).code == 0
    return incidents(path)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("faults", FAULTS)
def test_a_fault_comes_first(faults, seed, tmp_path):
    first = made(faults, tmp_path, seed)[0]
    assert (first.cause, first.where) == FAULTS[faults]
    assert first.severity >= (Severity.NOTE if first.cause in ("duplication", "congestion") else Severity.WARNING)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("faults", PAIRS)
def test_two_faults_are_both_told_in_the_order_of_their_cost(faults, seed, tmp_path):
    found = made(faults, tmp_path, seed)
    causes = list(dict.fromkeys(incident.cause for incident in found))
    assert set(causes[:2]) == PAIRS[faults]
    ranks = [(-incident.cost, -incident.resent) for incident in found]
    assert ranks == sorted(ranks)
    # others are false: an answer that is lost for good, or damaged before its flow is known, and its duplicates
    total = sum(incident.cost for incident in found)
    assert sum(incident.cost for incident in found if incident.cause in PAIRS[faults]) >= 0.999 * total
    assert sum(incident.packets for incident in found if incident.cause not in PAIRS[faults]) <= 55


def test_nothing_is_told_where_nothing_was_done(tmp_path):
    assert made("", tmp_path, 1) == []
