"""Fields of NVMe, RPC-over-RDMA, NFS, iSCSI and SCSI as tshark shows them; `upper.toml` lists where they differ."""

import fnmatch
import shutil

import pytest

from ibpkt.batch.fields import fields
from tests.tshark import regenerate, rules, store, upper

CAPTURES = [capture for group in upper.GROUPS.values() for capture in group.captures]
#: names of fields that scripts ask for: both sides have them, with equal values
MAIN = {
    "nvme": ("nvme.cmd.opc", "nvme.cmd.slba", "nvme.cqe.status", "nvme.cqe.cid", "nvme.fabrics.cmd.fctype"),
    "rpc": ("rpcordma.xid", "rpcordma.rdma_handle", "rpcordma.flow_control", "rpc.xid", "rpc.msgtyp", "nfs.opcode"),
    "scsi": ("iser.flags.opcode", "iscsi.opcode", "iscsi.initiatortasktag", "scsi_sbc.rdwr10.lba"),
}  # fmt: skip


def _here(capture):
    return pytest.param(
        capture,
        marks=pytest.mark.skipif(not store.path_of(capture).exists(), reason="needs the recordings in ../shared"),
    )


@pytest.mark.sweep
@pytest.mark.parametrize("capture", [_here(capture) for capture in CAPTURES])
def test_every_difference_is_in_the_list(capture):
    shown = upper.stored(capture)
    assert shown["tshark"] == store.TSHARK
    assert shown["capture"] == store.digest(capture), "run python -m tests.tshark.regenerate upper"
    found = upper.compare(capture)
    assert not found.wrong, "\n".join(map(str, found.wrong[:5]))
    assert found.same > 350 or not shown["rows"], "tshark shows nothing of some, as upper.toml says"


@pytest.mark.parametrize("group", upper.GROUPS)
def test_the_main_fields_are_compared(group):
    """Both show them in the repository's own capture."""
    capture = upper.GROUPS[group].captures[0]
    names = {name for row in upper.stored(capture)["rows"].values() for name in row}
    assert set(MAIN[group]) <= names


@pytest.mark.parametrize("rule", upper.rules(), ids=lambda rule: f"{rule.who}: {rule.fields[0]}")
def test_rules_are_well_formed(rule):
    assert rule.who in rules.WHO
    assert rule.how in rules.HOW
    assert rule.why.endswith(".")
    assert all(fnmatch.filter(fields(), glob) for glob in rule.fields)


@pytest.mark.slow
@pytest.mark.skipif(
    not all(store.path_of(each).exists() for each in CAPTURES), reason="needs the recordings in ../shared"
)
def test_no_rule_is_stale():
    explained = {number for capture in CAPTURES for number, count in upper.compare(capture).explained.items() if count}
    stale = [rule.why for number, rule in enumerate(upper.rules()) if number not in explained]
    assert not stale, stale


@pytest.mark.costly
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked")
def test_all_common_names_are_asked_for():
    if regenerate.version() != store.TSHARK:
        pytest.skip(f"answers of tshark {store.TSHARK} are stored")
    known = upper.tshark_names()
    for group in upper.GROUPS.values():
        common = sorted(name for name in known & set(fields()) if name.startswith(group.prefixes))
        assert upper.stored(group.captures[0])["names"] == common, "run python -m tests.tshark.regenerate upper"
