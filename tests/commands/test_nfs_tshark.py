"""RPC-over-RDMA, RPC and NFS fields as tshark shows them, by packet, name and value; each difference has its reason."""

import functools
import shutil
import subprocess

import pytest

from ibpkt.batch.fields import fields
from tests.commands.test_nfs_truth import RECORDED, WHOLE
from tests.support.command import run
from tests.support.shared import OWN

CAPTURES = [OWN / "nfs_rdma.pcap", *(RECORDED / f"{name}.pcap" for name in WHOLE)]
#: fields of the header of RPC-over-RDMA: equal in every packet
TRANSPORT = (
    "rpcordma.xid", "rpcordma.version", "rpcordma.flow_control", "rpcordma.msg_type", "rpcordma.position",
    "rpcordma.rdma_handle", "rpcordma.rdma_length", "rpcordma.rdma_offset", "rpcordma.segment_count",
)  # fmt: skip
MESSAGE = (
    "rpc.xid", "rpc.msgtyp", "rpc.version", "rpc.replystat", "rpc.state_accept", "nfs.opcode", "nfs.nfsstat4",
    "nfs.ops.count", "nfs.minorversion", "nfs.count4", "nfs.offset4", "nfs.slotid", "nfs.high_slotid",
    "nfs.target_high_slotid", "nfs.session_id4", "nfs.offset3", "nfs.count3", "nfs.name", "nfs.pathname.component",
)  # fmt: skip
#: tshark has them twice in a call, and repeats them in the reply
OF_CALLS = ("rpc.program", "rpc.programversion", "rpc.procedure")
pytestmark = [
    pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked"),
    pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared"),
]


def number(text):
    parts = (str(int(part, 0)) if part.startswith("0x") else part for part in text.split(","))
    return ",".join(parts).replace(":", "")


@functools.cache
def tables(path):
    """By packet and field the values: tshark's and ours."""
    names = ("frame.number", *TRANSPORT, *MESSAGE, *OF_CALLS)
    asked = [word for name in names for word in ("-e", name)]
    command = ["tshark", "-n", "-r", str(path), "-Y", "rpcordma", "-T", "fields", *asked]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = run("decode", "-2", "-T", "fields", *asked, "-Y", "rpcordma or rpc", path).lines
    return tuple(
        {int(row[0]): dict(zip(names[1:], map(number, row[1:]), strict=True)) for row in map(_split, lines)}
        for lines in (theirs, ours)
    )


def _split(line):
    return line.split("\t")


def test_names():
    """All these are names of both."""
    assert {*TRANSPORT, *MESSAGE, *OF_CALLS} <= set(fields())


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_the_header_of_every_message(path):
    """Retransmissions have it at their first packet only."""
    theirs, ours = tables(path)
    copies = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-Y", "infiniband.analysis.retransmission", path)
    for frame in theirs.keys() - set(map(int, copies.lines)):
        mine = ours.get(frame, {})
        assert {name: mine.get(name, "") for name in TRANSPORT} == {name: theirs[frame][name] for name in TRANSPORT}


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_the_call_or_reply(path):
    """Where the whole message stands in a SEND.

    tshark shows a reply in a reply chunk at the SEND that announces it, where ibpkt has it at the WRITE that carries
    it; replies with a write chunk twice; and of a call with a read chunk nothing but the lists.
    """
    theirs, ours = tables(path)
    copies = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-Y", "infiniband.analysis.retransmission", path)
    same = 0
    for frame in theirs.keys() - set(map(int, copies.lines)):
        shown, mine = theirs[frame], ours[frame]
        if shown["rpcordma.msg_type"] == "1" or "," in shown["rpc.msgtyp"] or shown["rpcordma.position"]:
            continue
        different = {name: (shown[name], mine[name]) for name in MESSAGE if shown[name] != mine[name]}
        assert different == {}, frame
        if mine["rpc.msgtyp"] == "0":
            assert [shown[name].split(",")[0] for name in OF_CALLS] == [mine[name] for name in OF_CALLS]
        same += 1
    assert same > 10
