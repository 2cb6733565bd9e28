"""SCSI commands over iSER and SRP: recordings against what the kernels' tracepoints counted on both hosts."""

import collections

import pytest

from ibpkt.commands.command_depth import CommandDepth
from tests.commands.scsi_truth import blocks, counted, kinds, refused, scsi, truth_of
from tests.commands.test_nvme_truth import RECORDED, found_in
from tests.commands.test_recognition import followed

OVER_ISER, OVER_SRP = ["iser_chap", "iser_qd16", "iser_unsolicited"], ["srp_errors", "srp_qd16"]
pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


@pytest.mark.parametrize("name", OVER_ISER + OVER_SRP)
def test_commands_by_kind_and_errors(name):
    found, truth = found_in(name), truth_of(name)
    assert counted(found) == kinds(truth["initiator_commands"])
    assert counted(command for command in found if command.ok is False) == refused(truth)
    assert all(command.outcome == "answered" for command in found)


@pytest.mark.parametrize("name", OVER_ISER + OVER_SRP)
def test_bytes(name):
    """All of a READ's and WRITE's data are seen: by WRITE and READ of the target, in the command, in Data-Out."""
    found, truth = found_in(name), truth_of(name)
    for kind, size in kinds(truth["bytes"]).items():
        mine = [command for command in found if command.kind == kind]
        assert sum(command.size for command in mine) == size
        assert all(command.moved == (command.size if command.ok or name in OVER_ISER else 0) for command in mine)


@pytest.mark.parametrize("name", ["iser_qd16", "iser_unsolicited", *OVER_SRP])
def test_every_block(name):
    """Each READ and WRITE of the host, with the blocks that it named; several are handed over at one time."""
    found = [(command.kind, command.detail) for command in found_in(name) if "LBA" in command.detail]
    expected = blocks(truth_of(name))
    assert len(expected) >= 5
    assert collections.Counter(found) == collections.Counter(expected)


@pytest.mark.parametrize(("name", "more_than"), [("iser_qd16", 1), ("iser_unsolicited", 1), ("srp_qd16", 8)])
def test_latency_and_depth_stay_below_those_of_the_host(name, more_than):
    """The tap is beside the target: it sees a command later than the host, and its response earlier."""
    found, truth, depth = scsi(found_in(name)), truth_of(name), CommandDepth()
    for command in found:
        depth.add(command)
        assert 0 <= command.device <= command.latency
    assert more_than < max(depth.most(command.flow) for command in found) <= truth["max_outstanding"]
    for kind, host in kinds(truth["latency_us_scsi_layer"]).items():
        spans = [command.latency / 1000 for command in found if command.kind == kind]
        assert len(spans) == host["n"]
        assert max(spans) < host["max"]
        assert sum(spans) / len(spans) < host["mean"]


@pytest.mark.family("batches")
@pytest.mark.parametrize("name", ["iser_qd16", "srp_qd16"])
@pytest.mark.parametrize(("size", "limit"), [(1, 200), (50, None)])
def test_batches_do_not_matter(name, size, limit):
    path = RECORDED / f"{name}.pcap"
    whole = followed(path, limit=limit)
    assert len(whole[0]) > 20
    assert followed(path, size, limit) == whole
