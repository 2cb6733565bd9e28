"""What flows carry by their messages, where the capture does not show how they were connected."""

import json

import pytest

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.commands.carried_protocols import CarriedProtocols
from ibpkt.commands.wanted_messages import WantedMessages
from tests.support.command import CAPTURES, run

WITHOUT_CONNECTION = ("-Y", "infiniband.bth.destqp != 1")


def carried(name, *options):
    """What the reliable flows of a capture carry."""
    result = run("flows", "--format", "json", "--limit", "0", *options, str(CAPTURES / name))
    file = json.loads(result.out)
    return {flow["carries"] for flow in file["flows"] if flow["service"] == "RC"}


@pytest.mark.parametrize(
    ("name", "by_connection", "by_messages"),
    [
        ("nvmeof.pcap", "TCP port 4420 (NVMe over Fabrics)", "messages (NVMe)"),
        ("nfs_rdma.pcap", "TCP port 20049 (NFS over RDMA)", "messages (NFS)"),
        ("iser.pcap", "TCP port 3260 (iSER)", "messages (iSER)"),
        ("rc_send.pcap", "", ""),
        ("mix_all_ops.pcap", "", ""),
    ],
)
def test_messages_tell_what_no_connection_management_tells(name, by_connection, by_messages):
    assert carried(name) == {by_connection}
    assert carried(name, *WITHOUT_CONNECTION) == {by_messages}


def test_flows_are_left_alone_once_they_are_known():
    """No more of their messages are made."""
    choice = WantedMessages()
    analyser = Analyser(choice=choice)
    carried = CarriedProtocols(analyser, choice)
    with ibpkt.open(str(CAPTURES / "nvmeof.pcap")) as capture:
        for batch in capture.batches():
            carried.add(batch, analyser.add(batch))
    assert not any(choice.wants(watch.flow) for watch in carried._follower._watched.values() if watch.rule is not None)
    assert any(watch.rule is not None for watch in carried._follower._watched.values())
