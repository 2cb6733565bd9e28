"""``ibpkt fabric -w``: files by their endings, one for each subnet, whole or not at all."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.exports import ibnetdiscover_text
from tests.fabric.truth import FABRICS, subnet_of, truth
from tests.support.command import run
from tests.support.shared import needs

SMALL = "captures/ib_small.pcap"


@pytest.mark.parametrize("ending", ["svg", "net", "topo", "ports", "lft", "mft", "dot", "gv", "graphml"])
def test_every_ending(ending, tmp_path):
    target = tmp_path / f"fabric.{ending}"
    done = run("fabric", "-w", target, SMALL)
    assert (done.code, done.err) == (0, "")
    assert done.out == run("fabric", SMALL).out
    assert "sw1" in target.read_text() or ending == "mft"


def test_several_files_at_once(tmp_path):
    run("fabric", "-w", tmp_path / "a.svg", "--export", tmp_path / "a.graphml", SMALL)
    assert {ET.parse(path).getroot().tag.split("}")[1] for path in tmp_path.iterdir()} == {"svg", "graphml"}


def test_an_unknown_ending_is_told_before_anything_is_read(tmp_path):
    done = run("fabric", "-w", tmp_path / "a.svq", SMALL)
    assert done.code == 2
    assert "names no form of export" in done.err
    assert "did you mean .svg?" in done.err
    assert not done.out
    assert not list(tmp_path.iterdir())


def test_several_captures_would_overwrite_each_other(tmp_path):
    done = run("fabric", "-w", tmp_path / "a.net", SMALL, SMALL)
    assert done.code == 2
    assert "-w takes one capture: add --join" in done.err
    assert run("fabric", "--join", "-w", tmp_path / "a.net", SMALL).code == 0


def test_a_folder_that_does_not_exist(tmp_path):
    done = run("fabric", "-w", tmp_path / "none" / "a.net", SMALL)
    assert done.code != 0
    assert "there is no such directory" in done.err
    assert "Traceback" not in done.err


@needs(FABRICS)
def test_a_file_for_each_subnet(tmp_path):
    run("fabric", "-w", tmp_path / "two.net", FABRICS / "merge_star_ring_interleaved.pcap.gz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["two.2.net", "two.net"]


def blocks(text):
    """Blocks of a topology file, without what a truth file does not say: vendor, device, system."""
    bare = re.sub(r"^(#|vendid|devid|sysimgguid).*\n", "", text, flags=re.M)
    return {block.strip() for block in bare.split("\n\n") if block.strip()}


@needs(FABRICS)
@pytest.mark.parametrize("name", ["ft2_4x2_ftree", "torus5x5_dor", "ft2_8x4_trunk2_minhop", "names_odd", "b2b"])
def test_recordings_are_exported_as_their_truth(name):
    (path,) = FABRICS.glob(f"{name}.pcap*")
    (subnet,) = read_fabric(ibpkt.open(path).batches()).subnets
    assert blocks(ibnetdiscover_text(subnet)) == blocks(ibnetdiscover_text(subnet_of(truth(name))))
