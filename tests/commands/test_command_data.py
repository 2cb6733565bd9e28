"""`commands --follow ID --payload FILE` writes what the command moved, as the generator says what memory holds."""

import json

import pytest

from ibpkt.traffic.payload import memory
from tests.support.command import run
from tests.support.shared import OWN


@pytest.mark.parametrize("workload", ["nvme", "nfs"])
def test_data_are_those_of_the_memory(tmp_path, workload):
    capture, target = tmp_path / "made.pcap", tmp_path / "data"
    asked = ("--workload", workload, "--messages", "12", "--pmtu", "1024", "--size", "3000..9000", "--loss", "0.02")
    assert run("craft", "traffic", *asked, "-w", capture).code == 0
    rows = json.loads(run("commands", "--format", "json", capture).out)["commands"]
    chosen = [row for row in rows if row["bytes"] and row["moved"] == row["bytes"]][:6]
    assert {row["kind"].casefold() for row in chosen} == {"read", "write"}
    for row in chosen:
        assert run("commands", "--follow", row["command"], "--payload", target, "--format", "json", capture).code == 0
        data = target.read_bytes()
        first = run("decode", "-T", "jsonl", "-e", "infiniband.reth.va", "-e", "infiniband.reth.r_key", "-A", "-Y",
                    f"infiniband.upper.command == {row['command']} and infiniband.reth", capture).out  # fmt: skip
        reth = json.loads(first.splitlines()[0])
        key, address = (int(str(_only(reth[name])), 0) for name in ("infiniband.reth.r_key", "infiniband.reth.va"))
        assert data == memory(key, address, row["bytes"])


def _only(value):
    return value[0] if isinstance(value, list) else value


def test_data_in_the_capsule(tmp_path):
    """The Connect of a real capture: 1,024 bytes behind the command, with the name of the subsystem."""
    target = tmp_path / "data"
    rows = json.loads(run("commands", "--format", "json", OWN / "nvmeof.pcap").out)["commands"]
    number = next(row["command"] for row in rows if row["kind"] == "Connect")
    assert run("commands", "--follow", number, "--payload", target, OWN / "nvmeof.pcap").code == 0
    assert len(target.read_bytes()) in (0, 1024)


def test_payload_goes_with_follow(tmp_path):
    result = run("commands", "--payload", tmp_path / "data", OWN / "nvmeof.pcap")
    assert (result.code, "--payload goes with --follow" in result.err) == (2, True)
