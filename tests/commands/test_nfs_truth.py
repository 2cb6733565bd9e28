"""Commands of NFS against what the kernels' tracepoints and mountstats counted on both hosts."""

import collections
import json
import re
from pathlib import Path

import pytest

import ibpkt
from ibpkt.commands import CommandFollower, commands
from ibpkt.protocols.upper.nfs_names import STATUS4

RECORDED = Path(__file__).parents[3] / "shared" / "captures" / "recorded" / "upper"
pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
VERSION3 = ["nfs_v3", "nfs_small_v3", "nfs_v3_readonly_errors"]
VERSION4 = ["nfs_v40", "nfs_v42", "nfs_v41_loss_after_tap", "nfs_v41_server_restart"]
WHOLE = [*VERSION3, *VERSION4]
#: what the Linux client calls its compounds, by the operation that they are for
COMPOUNDS = {
    "SYMLINK": "CREATE", "OPEN_NOATTR": "OPEN", "SERVER_CAPS": "GETATTR", "FSINFO": "GETATTR", "PATHCONF": "GETATTR",
    "STATFS": "GETATTR", "LOOKUP_ROOT": "GETATTR", "GET_LEASE_TIME": "GETATTR",
}  # fmt: skip


def truth_of(name):
    return json.loads((RECORDED / f"{name}.truth.json").read_text())["application"]


def found_in(name, **options):
    with ibpkt.open(str(RECORDED / f"{name}.pcap")) as capture:
        return list(commands(capture, **options))


def expected_calls(truth):
    """XID, program and operation of each call that went over RDMA, and how long it took on the client."""
    found = {}
    for row in truth["events"]:
        event = dict(zip(truth["events_columns"], row, strict=False))
        program, version, name = event["rpc"].split()
        if program in ("nfs", "nfsacl"):
            if (program, version) == ("nfs", "v4"):
                name = COMPOUNDS.get(name, name)
            found[int(event["xid"], 16)] = program, name, event["rtt_us"]
    return found


@pytest.mark.parametrize("name", WHOLE)
def test_every_call_is_a_command(name):
    """By its XID, with the operation that the client made it for."""
    expected = expected_calls(truth_of(name))
    found = {command.identifier: (command.protocol, command.kind) for command in found_in(name)}
    assert found == {xid: (program, kind) for xid, (program, kind, _) in expected.items()}


@pytest.mark.parametrize("name", WHOLE)
def test_latency_is_below_that_of_the_client(name):
    expected = expected_calls(truth_of(name))
    for command in found_in(name):
        latency = command.latency
        assert latency is not None
        assert 0 < latency / 1000 < expected[command.identifier][2]
        assert command.until_data is None or command.until_data <= latency
        assert command.device is None or 0 <= command.device <= latency


@pytest.mark.parametrize("name", WHOLE)
def test_bytes(name):
    """What READs returned and WRITEs carried, which mountstats counts."""
    (mount,) = truth_of(name)["mountstats"].values()
    counted = dict(zip(mount["bytes_columns"], mount["bytes"], strict=True))
    found = found_in(name)
    for kind, key in (("READ", "serverread"), ("WRITE", "serverwrite")):
        assert sum(command.moved for command in found if command.kind == kind) == counted[key]
        assert all(command.moved <= command.size for command in found if command.kind == kind)


@pytest.mark.parametrize("name", VERSION4)
def test_operations_of_compounds(name):
    """The server counts those that it carried out: after one that fails, none."""
    truth = truth_of(name)
    counts = collections.Counter()
    for command in found_in(name):
        assert "…" not in command.detail
        counts.update(command.detail.split())
    for operation, count in truth["server_compound_ops"].items():
        assert counts[operation.removeprefix("OP_")] >= count
    refused = sum(sum(1 for _ in command.detail.split()) for command in found_in(name) if command.ok is False)
    assert sum(counts.values()) - sum(truth["server_compound_ops"].values()) <= refused


@pytest.mark.parametrize("name", VERSION4)
def test_errors_of_compounds(name):
    expected = collections.Counter()
    for text, count in truth_of(name)["server_compound_status_not_zero"].items():
        expected[int(text.split()[-1])] += count
    found = collections.Counter()

    numbers = {text: number for number, text in STATUS4.items()}
    for command in found_in(name):
        if command.ok is False:
            found[numbers[command.status]] += 1
    assert found == expected


@pytest.mark.parametrize("name", VERSION3)
def test_errors_of_version_3(name):
    expected = collections.Counter()
    for text, count in truth_of(name)["client_errors"].items():
        _, operation, word = re.fullmatch(r"(\S+) (\S+) error=-\d+ \((\w+)\)", text).groups()
        expected[operation, f"NFS3ERR_{word}"] += count
    found = collections.Counter((each.kind, each.status) for each in found_in(name) if each.ok is False)
    assert found == expected


@pytest.mark.parametrize("name", WHOLE)
def test_chunks(name):
    """How each call and its reply moved, which the client's transport counted."""
    expected = collections.Counter()
    for text, count in truth_of(name)["client_marshal_types_call/reply"].items():
        call, _, reply = text.partition(" / ")
        expected["read list"] += count * (call == "read list")
        expected["write list"] += count * (reply == "write list")
        expected["reply chunk"] += count * (reply == "reply chunk")
    follower = CommandFollower()
    found = collections.Counter()
    with ibpkt.open(str(RECORDED / f"{name}.pcap")) as capture:
        for batch in capture.batches():
            for command in follower.add(batch):
                found.update(command_chunks(command))
            del batch
    for command in follower.finish():
        found.update(command_chunks(command))
    assert found["read list"] == expected["read list"]
    assert found["reply chunk"] <= expected["reply chunk"]
    assert found["write list"] <= expected["write list"]


def command_chunks(command):
    """What moved it besides SENDs."""
    roles = [part.role for part in command.parts]
    if "data" in roles:
        yield "read list" if command.kind in ("WRITE", "CREATE", "SYMLINK") else "write list"
    if roles.count("response") > 1:
        yield "reply chunk"


def test_a_capture_that_begins_after_the_connect():
    truth = truth_of("nfs_nosetup_v3")
    expected = expected_calls(truth)
    follower = CommandFollower()
    with ibpkt.open(str(RECORDED / "nfs_nosetup_v3.pcap")) as capture:
        found = [command for batch in capture.batches() for command in follower.add(batch)]
    found += follower.finish()
    (connection,) = follower.connections()
    assert connection.how == "content"
    assert connection.name == "NFS version 3"
    assert len(found) > 60
    assert all(expected[each.identifier][:2] == (each.protocol, each.kind) for each in found)
