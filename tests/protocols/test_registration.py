"""What somebody else declares, in a script or in an installed package, every command has."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ibpkt.errors import CallerError
from ibpkt.protocols import OPCODES, OPERATIONS, RETH, UDP, Opcode, follow, graph, register
from ibpkt.protocols.registration import GROUP
from ibpkt.schema import Header, uint
from tests.support.command import REPOSITORY

#: the lines of a script that registers something, without blank ones, fewer than
LINES = 20


def _install(module: str, directory: Path) -> None:
    """Install a module as a package with an entry point: nothing of ibpkt names it."""
    shutil.copy(_script(module), directory / f"{module}.py")
    metadata = directory / f"{module}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{module} = {module}\n")


def _script(module: str) -> Path:
    return REPOSITORY / "tests" / "support" / f"{module}.py"


def _results(module: str, way: str, directory: Path) -> dict[str, Any]:
    path = [str(REPOSITORY)]
    if way == "entry-point":
        _install(module, directory)
        path.append(str(directory))
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.registered", module, way],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    results: dict[str, Any] = json.loads(ran.stdout)
    failed = {name: result for name, result in results.items() if isinstance(result, list) and result[0] in (1, 2)}
    assert {name: result for name, result in failed.items() if isinstance(result[1], str)} == {}
    return results


def _layers(result: list[Any]) -> list[set[str]]:
    """The names of the layers of each packet that a command has written as JSON."""
    return [set(packet["_source"]["layers"]["frame"]["frame.protocols"].split(":")) for packet in json.loads(result[1])]


def _kinds(result: list[Any]) -> set[str]:
    return {message["kind"] for message in json.loads(result[1])["messages"]}


@pytest.mark.family("plugins")
@pytest.mark.parametrize("way", ["after", "entry-point"])
def test_an_operation_with_a_header_of_its_own(way: str, tmp_path: Path) -> None:
    results = _results("put_operation", way, tmp_path)
    output = {name: result[1] for name, result in results.items() if isinstance(result, list) and len(result) == 2}
    # one packet
    assert results["chain"] == ["Ethernet", "IPv4", "UDP", "BTH", "PutETH"]
    assert "RC PUT QP=0x000000 PSN=0 Tag=Seven" in output["decode"]
    assert "Put Extended Transport Header (PutETH), 20 bytes" in output["decode -V"]
    assert "    Tag: Seven (7)" in output["decode -V"]
    assert '"puteth.tag": "7"' in output["decode json"]
    assert '<field name="puteth.tag"' in output["decode pdml"]
    assert "RC PUT" in output["filter"]
    assert output["filter other"] == ""
    assert output["fields -e"] == "7\n"
    assert results["column"] == [7, 7]
    assert "solicited-event: RC PUT has SE set" in output["expert"]
    assert output["was set"] == "9\tgood\n"
    assert results["rebuilt"] is True
    # what tests and scripts make of it
    assert "'tag': 7" in results["scapy"]
    assert results["stack"] == "LRH/BTH/PutETH"
    assert "PutETH" in results["strategy"]
    assert results["strategy of the opcode"] == 24
    # the reference
    assert "puteth.tag     unsigned integer               Tag (what the receiver sorts by)" in output["fields"]
    assert results["reference"] is True
    # many packets
    assert "RC PUT" in output["stats opcodes"]
    assert "PutETH" in output["stats protocols"]
    assert "  PUT  " in output["messages"]
    assert _kinds(results["messages json"]) == {"PUT"}
    assert "writes" in output["memory"]
    flow = json.loads(output["flows"])["flows"][0]
    assert flow["a_put"] == flow["messages"] > 0
    assert "nak-sequence" in output["expert traffic"]
    assert "unexpected-payload" not in output["expert traffic"]
    # what other formats and other taps have of it
    assert all("vlan" not in layers for layers in _layers(results["stripped"]))
    assert any("puteth" in layers for layers in _layers(results["stripped"]))
    assert any({"lrh", "puteth"} <= layers for layers in _layers(results["converted"]))
    for name in ("compare", "compare stripped", "compare converted"):
        assert "40 packets seen at both; no differences" in output[name]


@pytest.mark.family("plugins")
@pytest.mark.parametrize("way", ["after", "entry-point"])
def test_a_tunnel(way: str, tmp_path: Path) -> None:
    results = _results("geneve_tunnel", way, tmp_path)
    output = {name: result[1] for name, result in results.items() if isinstance(result, list) and len(result) == 2}
    assert results["chain"] == ["Ethernet", "IPv4", "UDP", "Geneve", "Ethernet", "IPv4", "UDP", "BTH", "RETH"]
    assert "RC RDMA WRITE Only" in output["decode"]
    assert "Generic Network Virtualization Encapsulation (Geneve), 8 bytes" in output["decode -V"]
    assert '"geneve.vni": "7"' in output["decode json"]
    assert '<field name="geneve.vni"' in output["decode pdml"]
    assert "RC RDMA WRITE Only" in output["filter"]
    assert output["filter other"] == ""
    assert output["fields -e"] == "7\n"
    assert results["column"] == [7, 7]
    assert "solicited-event" in output["expert"]
    assert output["was set"] == "9\tgood\n"
    assert results["rebuilt"] is True
    assert "'vni': 7" in results["scapy"]
    assert "Geneve" in results["strategy"]
    assert "Virtual Network Identifier" in " ".join(output["fields"].split())
    assert results["reference"] is True
    assert "Geneve" in output["stats protocols"]
    assert _kinds(results["messages json"]) == {"WRITE"}
    flow = json.loads(output["flows"])["flows"][0]
    assert (flow["a"], flow["b"]) == ("10.0.0.1", "10.0.0.2")  # the inner addresses
    assert "nak-sequence" in output["expert traffic"]
    assert all("geneve" not in layers for layers in _layers(results["stripped"]))
    assert len(_layers(results["stripped"])) == len(_layers(results["converted"])) == 40
    assert all("lrh" in layers for layers in _layers(results["converted"]))
    for name in ("compare", "compare stripped", "compare converted"):
        assert "40 packets seen at both; no differences" in output[name]


@pytest.mark.parametrize("module", ["put_operation", "geneve_tunnel"])
def test_it_takes_few_lines(module: str) -> None:
    source = _script(module).read_text()
    arguments = source.partition("= Header(")[2].partition("\n)\n")[0].splitlines()
    # the declaration of a header is as long as the header has fields; what is counted is the rest and one line a field
    assert len([line for line in source.splitlines() if line.strip()]) < LINES
    assert len(arguments) > 4


def test_an_entry_point_that_fails_is_left_out(tmp_path: Path) -> None:
    _install("put_operation", tmp_path)
    (tmp_path / "put_operation.py").write_text("raise RuntimeError('no such device')\n")
    ran = subprocess.run(
        [sys.executable, "-m", "ibpkt", "decode", "captures/rc_write.pcap"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(tmp_path)))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "entry point put_operation of ibpkt.protocols is left out: no such device" in ran.stderr
    assert "RC Acknowledge" in ran.stdout


def _opcode(**changes: Any) -> Opcode:
    return Opcode(0x1F, "RC NEW", "RC", (RETH,), True, "only", "request", "NEW", "ACK", ("NEW",), "write")._replace(
        **changes
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"code": 256}, "an operation code is between 0 and 255, not 256"),
        ({"code": 4}, "operation code 0x04 is RC SEND Only already"),
        ({"name": "RC SEND Only"}, "there is an operation code 'RC SEND Only' already"),
        ({"service": "RX"}, "RC NEW: its service is one of RC, UC, RD, UD, XRC, CNP, not 'RX'"),
        ({"position": "end"}, "RC NEW: its position is one of first, middle, last, only, not 'end'"),
        ({"kind": "reply"}, "RC NEW: its kind is one of request, response, notification, not 'reply'"),
        ({"answer": "NAK"}, "RC NEW: its answer is one of SEND, .*NEW, not 'NAK'"),
        ({"access": "erase"}, "RC NEW: its access is one of read, write, atomic, flush, not 'erase'"),
        ({"operation": ""}, "RC NEW needs an operation: an existing one such as SEND, or a new name"),
        ({"headers": ()}, "RC NEW is said to write memory, but no header of it has va and r_key"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], sentence: str) -> None:
    before = dict(OPCODES), list(OPERATIONS)
    with pytest.raises(CallerError, match=sentence.replace("(", r"\(")):
        register(opcodes=[_opcode(**changes)])
    assert (dict(OPCODES), list(OPERATIONS)) == before


def test_two_rows_of_one_code_are_refused() -> None:
    with pytest.raises(CallerError, match="operation code 0x1f is RC NEW already"):
        register(opcodes=[_opcode(), _opcode(name="RC OTHER")])
    assert 0x1F not in OPCODES


def test_two_headers_of_one_name_are_refused() -> None:
    other = Header("RETH", "Another", "another", uint("x", 8, "X"))
    before = graph().rules[UDP]
    with pytest.raises(CallerError, match="there is another header RETH already"):
        register(rules={UDP: follow(UDP.leaf("dstport"), {9999: other})})
    with pytest.raises(CallerError, match="there is another header RETH already"):
        register(opcodes=[_opcode(headers=(other,), access="")])
    assert graph().rules[UDP] == before


def test_what_is_there_already_is_passed_over() -> None:
    before = dict(OPCODES)
    register(opcodes=list(OPCODES.values()))
    assert before == OPCODES
