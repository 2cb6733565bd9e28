"""Packets of NFS know what they carry: columns, filters, trees, PDML; one packet and many alike."""

import ibpkt
from ibpkt.packet import dissect_message
from ibpkt.protocols import header_named
from tests.support.command import run
from tests.support.shared import OWN

PATH = OWN / "nfs_rdma.pcap"
NAME = "nfs.pathname.component"
#: of which a message has one at most
NAMES = {
    "rpcordma.xid": ("RPCRDMA", "xid"), "rpc.procedure": ("RPCCall", "procedure"),
    "rpc.state_accept": ("RPCAccepted", "state_accept"), "nfs.minorversion": ("NFS4Operations", "minorversion"),
    "nfs.slotid": (None, "slot"), "nfs.sequence.flags": (None, "status_flags"), "nfs.dircount": (None, "dircount"),
    "nfs.open.claim_type": (None, "claim"), "nfs.symlink.linktext": (None, "target"),
}  # fmt: skip


def test_many_packets_and_one():
    """Columns of all packets have what one message after the other has."""
    names = ["infiniband.upper.contents", *NAMES]
    with ibpkt.open(str(PATH)) as capture:
        columns = capture.follow(names, twice=True).columns(["frame.number", *names])
    payloads = {packet.number: packet.payload for packet in ibpkt.open(str(PATH))}
    seen = 0
    contents = columns["infiniband.upper.contents"]
    for row, number in enumerate(columns["frame.number"].tolist()):
        layers = () if contents.mask[row] else dissect_message(payloads[number], int(contents[row]))[0]
        for name, (header, leaf) in NAMES.items():
            declared = None if header is None else header_named(header)
            found = [
                layer.raw[leaf] for layer in layers if leaf in layer.raw and declared in (None, layer.header)
            ]  # fmt: skip
            value = None if columns[name].mask[row] else columns[name][row]
            if found and layers[0].name != "RPCRDMAPrivate":
                seen += 1
                assert value == found[0], (number, name)
            elif contents.mask[row]:
                assert value is None, (number, name)
    assert seen > 200


def test_filters():
    lines = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-Y", 'nfs.opcode == "WRITE"', PATH).lines
    assert lines == ["112", "173"]
    lines = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-Y", f'{NAME} == "file1"', PATH).lines
    assert lines == ["282", "286"]


def test_the_tree():
    out = run("decode", "-A", "-V", "-Y", "frame.number == 64", PATH).out
    assert "SEQUENCE, Arguments (NFS4Sequence), 32 bytes" in out
    assert "    Name: f" in out
    assert "    Opcode: OPEN (18)" in out


def test_pdml_and_json_have_texts_of_any_size():
    pdml = run("decode", "-2", "-T", "pdml", "-Y", NAME, PATH).out
    assert '<field name="nfs.pathname.component" showname="Name: dir" size="4"' in pdml
    assert 'show="dir" value="64697200"' in pdml
    assert 'show="file1" value="66696c6531000000"' in pdml
    lines = run("decode", "-2", "-T", "fields", "-e", NAME, "-Y", NAME, PATH).lines
    assert lines[:3] == ["f", "f", "dir"]


def test_private_data_of_connection_management():
    lines = run("decode", "-2", "-T", "fields", "-e", "rpcordma.cm.send_size", "-e", "rpcordma.cm.invalidates",
                "-Y", "rpcordma.cm.magic", PATH).lines  # fmt: skip
    assert lines == ["4096\t1", "4096\t0"]


def test_packets_belong_to_commands():
    """READs and WRITEs, and what acknowledges them, to the call whose chunks they move."""
    out = run(
        "decode", "-2", "-T", "fields", "-e", "infiniband.upper.command", "-Y", "frame.number in {112..173}", PATH
    )
    assert {line for line in out.lines if line} == {"24"}
    assert sum(bool(line) for line in out.lines) > 50
