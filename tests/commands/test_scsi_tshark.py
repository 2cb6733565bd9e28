"""iSER, iSCSI and SCSI fields as tshark shows them, by packet, name and value; each difference has its reason."""

import functools
import shutil
import subprocess

import pytest

from ibpkt.batch.fields import fields
from tests.commands.test_nvme_truth import RECORDED
from tests.support.command import run
from tests.support.shared import OWN

CAPTURES = [RECORDED / f"{name}.pcap" for name in ("iser_chap", "iser_loss", "iser_qd16", "iser_unsolicited")]
#: what tshark does not show of a PDU, or where it adds what is not in the packet
OURS_ONLY = {
    "iscsi.I": "tshark shows it for requests only",
    "iscsi.X": "a reserved bit",
    "iscsi.flags": "tshark shows it of commands and their responses",
    "iscsi.login.nsg": "tshark shows it where the stage changes",
    "scsi.cdb.control": "tshark has another name for the one of INQUIRY",
    "scsi.inquiry.evpd.pagecode": "tshark shows it where EVPD is set",
    "scsi.mode.sbc.pagecode": "one field of two names",
    "scsi.mode.spc.pagecode": "one field of two names",
    "scsi.mode.spc.subpagecode": "tshark leaves it out",
    "scsi.spc.opcode": "one field of two names",
    "scsi_sbc.lba64_add": "tshark leaves it out",
}
THEIRS_ONLY = {
    "iscsi.flags": "the byte besides its bits",
    "scsi.lun": "tshark repeats it for the answer",
    "scsi_sbc.opcode": "tshark repeats it for the answer",
}
#: tshark has it of PDU, of command, and of the task that the PDU belongs to
SEVERAL = {"scsi.lun", "scsi_sbc.opcode"}
#: tshark takes packets in the midst of a SEND for iSER messages of their own
MIDST = "iser."

pytestmark = [
    pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked"),
    pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared"),
]


@functools.cache
def common():
    lines = subprocess.run(["tshark", "-G", "fields"], capture_output=True, text=True, check=True).stdout.splitlines()
    known = {line.split("\t")[2] for line in lines if line.startswith("F\t")}
    return sorted(known & {field for field in fields() if field.startswith(("iser.", "iscsi.", "scsi"))})


def number(text):
    return ",".join(str(int(part, 0)) if part.startswith("0x") else part for part in text.split(","))


def table(lines, names):
    found = {}
    for line in lines:
        frame, *values = line.split("\t")
        found[int(frame)] = {name: number(text) for name, text in zip(names, values, strict=False) if text}
    return found


@pytest.mark.parametrize("path", [OWN / "iser.pcap", *CAPTURES], ids=lambda path: path.stem)
def test_fields(path):
    names = common()
    asked = [word for name in ("frame.number", *names) for word in ("-e", name)]
    theirs = table(
        subprocess.run(
            ["tshark", "-n", "-r", str(path), "-T", "fields", *asked], capture_output=True, text=True, check=True
        ).stdout.splitlines(), names,
    )  # fmt: skip
    ours = table(run("decode", "-2", "-T", "fields", *asked, path).lines, names)
    # packets that are sent again belong to a message that began before
    copies = run("decode", "-2", "-T", "fields", "-e", "frame.number", "-Y", "infiniband.analysis.retransmission", path)
    same, wrong = 0, []
    for frame in theirs.keys() - set(map(int, copies.lines)):
        shown = theirs[frame]
        mine = ours.get(frame, {})
        for name in shown.keys() | mine.keys():
            they, we = shown.get(name), mine.get(name)
            if they == we or (name in SEVERAL and they and set(they.split(",")) == {we}):
                same += 1
            elif not _explained(name, they, we, mine):
                wrong.append((frame, name, they, we))
    assert not wrong
    assert same > 1000


def _explained(name, they, we, mine):
    if they is None:
        return name in OURS_ONLY
    if we is None:
        return name in THEIRS_ONLY or (name.startswith(MIDST) and not mine)
    return name == "iscsi.keyvalue" and "CHAP_" in we and "***" in we


def test_secrets_are_not_printed():
    text = run("decode", "-2", "-T", "fields", "-e", "iscsi.keyvalue", RECORDED / "iser_chap.pcap").out
    assert "CHAP_N=" in text
    assert "CHAP_R=***" in text
    assert "0x37b0c5b6346aec8a92f7ecdaac9dce5b" not in text
