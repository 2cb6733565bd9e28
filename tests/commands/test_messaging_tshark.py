"""SMC, LNet and SMB Direct as tshark shows them, by name and value; each difference has its reason."""

import functools
import shutil
import subprocess

import pytest

import ibpkt
from ibpkt.batch.fields import fields
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.protocols import header_named
from tests.commands.test_constructed import ASKS, head
from tests.commands.test_nvme_truth import RECORDED
from tests.support.command import run

pytestmark = pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked")

#: what tshark 4.0 reads otherwise
DIFFERENT = {
    "smc.add.link.cont.": "tshark reads tokens two bytes earlier than Linux writes them",
    "smc.llc_msg": "tshark names the field once for the message and once for its summary",
    "smb_direct.flags.response_requested": "as a word",
}


@functools.cache
def known():
    lines = subprocess.run(["tshark", "-G", "fields"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split("\t")[2] for line in lines if line.startswith("F\t")}


def asked(path, names):
    words = [word for name in names for word in ("-e", name)]
    command = ["tshark", "-n", "-r", str(path), "-T", "fields", *words]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]


def number(text):
    text = text.split(",")[0]
    try:
        return int(text, 0)
    except ValueError:
        return text.replace(":", "")


#: messages, each with the headers of which it consists
MESSAGES = [
    ("SMCConfirmLink", {"qpn": 0x1234, "link": 1, "link_uid": 7, "max_links": 2, "mac": bytes(range(6))}),
    ("SMCAddLink", {"qpn": 0x1235, "link": 2, "mtu": 3, "psn": 0x123456, "gid": bytes(range(16))}),
    ("SMCDeleteLink", {"link": 1, "reason": 0x10000}),
    ("SMCConfirmRKey", {"tokens": 1, "rkey": 0x300, "address": 0x7F0000003000}),
    ("SMCDeleteRKey", {"count": 1, "error_mask": 0x80}),
    ("SMCCDC", {"seq": 17, "token": 9, "producer_wrap": 1, "producer_cursor": 4096, "write_blocked": 1, "closed": 1}),
]  # fmt: skip


def capture(path, *payloads):
    with ibpkt.create(str(path), link="ethernet") as out:
        for number, payload in enumerate(payloads):
            stack = ("Ethernet", "IPv4", "UDP", draft("BTH", opcode=4, destqp=0x50, psn=number))
            out.write(build(*stack, payload=payload))
    return path


@pytest.mark.costly
@pytest.mark.parametrize(("name", "values"), MESSAGES, ids=lambda value: value if isinstance(value, str) else "")
def test_link_control_of_smc(name, values, tmp_path):
    header = header_named(name)
    data = header.write(values)
    names = sorted({leaf.filter for leaf in header.leaves if leaf.filter in known()})
    (shown,) = asked(capture(tmp_path / "smc.pcap", data), names)
    raw = header.read(data)
    same = 0
    for leaf in header.leaves:
        if leaf.filter in names and shown[leaf.filter] and not leaf.filter.startswith(tuple(DIFFERENT)):
            value = header.leaf_value(leaf, raw, {})
            expected = value.hex() if isinstance(value, bytes) else value
            they = number(shown[leaf.filter])
            if leaf.kind.name == "IPv6 address or GID":
                expected = leaf.kind.text(value).replace(":", "")
            assert they == expected, leaf.filter
            same += 1
    assert same >= len(values) - 2


def test_lnet_and_smb_direct(tmp_path):
    completion = head("LNetCompletion", cookie=0x55AA, status=4096)
    lnet = head("LNetMessage", completion, type=0xD7, credits=3, nob=60, srcstamp=5, dststamp=6)
    messages = {
        ("LNetMessage", "LNetCompletion"): lnet,
        ("SMBDNegotiateRequest",): head("SMBDNegotiateRequest", **ASKS),
        ("SMBDNegotiateResponse",): head(
            "SMBDNegotiateResponse", credits_requested=254, credits_granted=10, max_read_write_size=1 << 23,
            preferred_send_size=1364, max_receive_size=1365, max_fragmented_size=1 << 20,
        ),
        ("SMBDData",): head("SMBDData", b"\xfeSMB" + bytes(60), data_offset=24, data_length=64, credits_granted=3),
    }  # fmt: skip
    leaves = [leaf for chain in messages for name in chain for leaf in header_named(name).leaves]
    names = sorted({leaf.filter for leaf in leaves if leaf.filter in known()})
    shown = asked(capture(tmp_path / "more.pcap", *messages.values()), names)
    same = 0
    for (chain, data), row in zip(messages.items(), shown, strict=True):
        at = 0
        for name in chain:
            header = header_named(name)
            raw = header.read(data[at:])
            at += header.size
            for leaf in header.leaves:
                if row.get(leaf.filter) and not leaf.filter.startswith(tuple(DIFFERENT)) and "stamp" not in leaf.filter:
                    assert number(row[leaf.filter]) == header.leaf_value(leaf, raw, {}), leaf.filter
                    same += 1
    assert same >= 25


@pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
def test_a_recorded_handshake_of_smc():
    """All fields that both have of proposal, accept and confirm."""
    path = RECORDED / "smcr_v2_clc_only.pcap"
    ours = [name for name in fields() if name.startswith("smc.") and name in known()]
    theirs = asked(path, ["frame.number", *ours])
    words = [word for name in ("frame.number", *ours) for word in ("-e", name)]
    same, wrong = 0, []
    for line, row in zip(run("decode", "-T", "fields", *words, path).lines, theirs, strict=True):
        mine = dict(zip(("frame.number", *ours), line.split("\t"), strict=True))
        for name in ours:
            they, we = number(row[name]), number(mine[name])
            if name.endswith("peer.id") and mine[name]:  # bytes, and a number
                we = int(mine[name], 16)
            if they == we:
                same += bool(row[name])
            elif not (row["frame.number"] == "4" and name in PROPOSAL_OF_VERSION_1):
                wrong.append((row["frame.number"], name, they, we))
    assert not wrong
    assert same > 25


#: of a proposal of version 2 tshark takes these for reserved bytes
PROPOSAL_OF_VERSION_1 = {
    "smc.reserved",
    "smc.proposal.client.preferred.gid", "smc.proposal.client.preferred.mac", "smc.proposal.smcv1_subnet_ext_offset",
}  # fmt: skip
