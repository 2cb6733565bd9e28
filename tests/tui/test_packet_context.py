"""What other packets say of one is what ``decode -V -A`` says of it."""

from __future__ import annotations

import itertools
import re

import pytest

from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_analysis import CaptureAnalysis
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.packet_context import context_nodes, known_facts
from ibpkt.tui.packet_index import PacketIndex
from tests.support.command import run
from tests.support.shared import OWN

#: packets of captures: a capsule, an answer, data; commands of SCSI; a refused SRP login; management; repetitions
LOOKED_AT = {
    "nvmeof.pcap": (24, 22, 23, 100, 150, 207),
    "iser.pcap": (8, 20, 40),
    "srp_login_reject.pcap": (1, 2),
    "ib_small.pcap": (30, 31, 400),
    "loss_write_3pct.pcap.gz": (83, 84, 100),
}
#: facts that the screen has, of those under the heading
_KNOWN = ("Flow:", "Message:", "Response to Frame:", "Retransmission:")


def decoded(path):
    """The trees of all packets as lines without indentation and the bits of parts."""
    trees = run("decode", "-A", "-V", "--no-crc", path).out.split("\n\n")
    return [[re.sub(r"^\s*(?:[.x ]+ = )?", "", line) for line in tree.splitlines()] for tree in trees]


@pytest.mark.costly
@pytest.mark.parametrize("name", LOOKED_AT)
def test_trees_are_those_of_decode(name):
    path = OWN / name
    source = CaptureBytes(str(path), name)
    index, analysis = (make(source, roce_port=4791) for make in (PacketIndex, CaptureAnalysis))
    index.read(BackgroundPace())
    analysis.run(BackgroundPace())
    trees, looked_at = decoded(path), 0
    for number in LOOKED_AT[name]:
        if number > len(trees):
            continue
        nodes = context_nodes(number - 1, index, analysis, verify=False)
        facts = [node.text for node in nodes if node.key == "Analysis" and not node.is_wrong]
        lines = trees[number - 1]
        if "[Analysis]" in lines:
            inside = itertools.takewhile(lambda line: line[0] != "[", lines[lines.index("[Analysis]") + 1 :])
            wanted = [line for line in inside if line.startswith(_KNOWN)]
            assert sorted(facts[1:]) == sorted(wanted), number
        upper = [node for node in nodes if node.depth == 0 and node.text in lines]
        titles = [line for line in lines if line.startswith("[") and line not in ("[Analysis]", "[Command]")]
        assert {node.text for node in upper if node.text.startswith("[")} >= {
            line for line in titles if re.fullmatch(r"\[[A-Z][\w ]+\]", line)
        }
        for place, node in enumerate(nodes):
            if node.depth and node.start == node.end == 0 and node.key not in ("Analysis", "Command"):
                assert any(line.startswith(node.text.rstrip("…")) for line in lines), (number, place, node)
                looked_at += 1
    assert looked_at or name == "loss_write_3pct.pcap.gz"


def test_facts_are_asked_for_again_when_there_are_more():
    analysis = CaptureAnalysis(CaptureBytes(str(OWN / "nvmeof.pcap"), "x"), roce_port=4791)
    before = known_facts(23, analysis)
    analysis.run(BackgroundPace())
    assert known_facts(23, analysis) != before == known_facts(23, analysis)._replace(analysed=False, complete=False)
