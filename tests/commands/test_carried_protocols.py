"""What flows carry by their messages, where the capture does not show how they were connected."""

import json

import pytest

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
