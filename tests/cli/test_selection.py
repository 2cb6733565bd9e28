"""``--host``, ``--between``, ``--qp`` and ``--names`` in every analysing command."""

from __future__ import annotations

import json

import pytest

from ibpkt.errors import CallerError
from ibpkt.output.names import NameTable, normal_address
from tests.support.command import run

NVME = "captures/nvmeof.pcap"
NATIVE = "captures/ib_small.pcap"
HOSTS = """\
# as in /etc/hosts
127.0.0.1      localhost
192.168.77.1   storage storage.example
192.168.77.2   "the host"   # quoted
192.168.77.1 QP 0x12   data-queue
LID 6          leaf
0x0002c90300a1b2c3 "ISR 2012 Voltaire"
fe80::1        linklocal
QP 0x77        special
"""


def numbers(*arguments):
    return [int(line) for line in run("decode", "-T", "fields", "-e", "frame.number", *arguments).lines]


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "hosts"
    path.write_text(HOSTS, encoding="utf-8")
    return path


def test_hosts_select_packets(names):
    both = numbers("-Y", "ip", NVME)
    assert numbers("--host", "192.168.77.1", NVME) == both
    assert numbers("--host", "storage", "--names", names, NVME) == both
    assert numbers("--between", "192.168.77.1", "192.168.77.2", NVME) == both
    assert numbers("--between", "storage", "the host", "--names", names, NVME) == both
    assert (
        numbers("--host", "6", NATIVE)
        == numbers("--host", "LID 6", NATIVE)
        == numbers("-Y", "infiniband.lrh.slid == 6 or infiniband.lrh.dlid == 6", NATIVE)
    )
    assert numbers("--between", "6", "2", NATIVE) == numbers(
        "-Y",
        "(infiniband.lrh.slid == 6 and infiniband.lrh.dlid == 2)"
        " or (infiniband.lrh.slid == 2 and infiniband.lrh.dlid == 6)",
        NATIVE,
    )
    assert numbers("--host", "02:00:00:00:00:02", NVME) == numbers("-Y", "eth.addr == 02:00:00:00:00:02", NVME)


def test_they_go_together_with_a_filter():
    some = numbers("--host", "192.168.77.1", "-Y", "infiniband.aeth", NVME)
    assert some == numbers("-Y", "infiniband.aeth", NVME) != []


def test_compare_selects_in_both_captures():
    pair = ("captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap")
    wanted = "infiniband.bth.destqp == 0x55"
    assert run("compare", "--qp", "0x55", *pair).out == run("compare", "-Y", wanted, *pair).out
    assert run("compare", "--host", "192.168.77.1", *pair).out == run("compare", "-Y", "ip", *pair).out


def test_nobody_there():
    result = run("decode", "--host", "10.0.0.1", NVME)
    assert (result.out, result.err) == (
        "",
        f"ibpkt: {NVME}: hint: no packet is of the hosts and queue pairs that were asked for\n",
    )


@pytest.mark.parametrize(("command", "words", "sentence"), [
    ("flows", ["--qp", "0x999"], "no flow matches --qp 0x999 (of 3)"),
    ("flows", ["-Y", "frame.number == 0"], "no flow matches -Y 'frame.number == 0'"),
    ("messages", ["--qp", "0x999", "--kind", "read"], "no message matches --qp 0x999 --kind read (of 101)"),
    ("messages", ["--latency", "--flow", "77"], "no message matches --flow 77 (of 101)"),
    ("messages", ["--format", "csv", "--outcome", "refused"], "no message matches --outcome refused (of 101)"),
])  # fmt: skip
def test_nothing_of_what_was_asked_for(command, words, sentence):
    assert run(command, *words, NVME).err == f"ibpkt: {NVME}: {sentence}\n"


def test_findings_none_of_which_was_asked_for():
    name = "captures/loss_write_3pct.pcap.gz"
    result = run("expert", "--findings", "--severity", "error", name)
    assert result.out == f"{name}: 2855 packets; nothing found that matches --severity error\n"


@pytest.mark.parametrize(("words", "sentence"), [
    (["messages", "--latency"], "no message was answered"),
    (["messages", "--depth"], "no message was outstanding"),
    (["messages", "--memory"], "no message accessed remote memory"),
    (["stats", "mad"], "no packet has what `ibpkt stats mad` counts"),
    (["stats", "connections"], "no packet has what `ibpkt stats connections` counts"),
])  # fmt: skip
def test_tables_without_rows(words, sentence):
    name = "captures/uc_send.pcap"
    assert run(*words, name).err == f"ibpkt: {name}: {sentence}\n"
    assert run(*words, "--format", "json", name).err == ""


def test_queue_pairs_select_flows():
    def flows(*arguments):
        return [flow["flow"] for flow in json.loads(run("flows", "--format", "json", *arguments, NVME).out)["flows"]]

    assert flows("--qp", "0x12") == flows("--qp", "18") == [3]
    assert flows("--qp", "0x11", "--qp", "0x12") == [2, 3]
    assert flows("--qp", "99") == []
    whole = json.loads(run("messages", "--format", "json", NVME).out)["messages"]
    chosen = json.loads(run("messages", "--format", "json", "--qp", "0x12", NVME).out)["messages"]
    assert chosen == [message for message in whole if message["flow"] == 3] != []
    assert numbers("--qp", "0x12", NVME) == numbers(
        "-Y", "infiniband.bth.destqp == 0x12 or infiniband.deth.srcqp == 0x12", NVME
    )


def test_queue_pairs_select_findings_of_whole_flows():
    path = "captures/nak_remote_access_write_rkey.pcap"
    (flow,) = json.loads(run("flows", "--format", "json", path).out)["flows"]

    def frames(*arguments):
        result = run("expert", "--format", "json", "--severity", "chat", *arguments, path)
        return [(finding["frame"], finding["kind"]) for finding in json.loads(result.out)["findings"]]

    of_flow = frames("--flow", "1")
    assert frames("--qp", str(flow["a_qp"])) == frames("--qp", str(flow["b_qp"])) == of_flow != []
    assert frames("--qp", "99") == []
    assert frames("--host", "192.168.77.1") == frames("-Y", "ip.addr == 192.168.77.1")


@pytest.mark.parametrize(
    "command",
    [
        "decode", "check", "expert", "expert --counters", "flows", "messages", "stats opcodes", "stats io", "info",
        "commands", "commands --slowest 2", "plot throughput", "plot matrix", "plot depth", "plot latency", "fabric",
        "report -o PAGE",
    ],
)  # fmt: skip
def test_every_analysing_command_selects(command, tmp_path, names):
    command = command.replace("PAGE", str(tmp_path / "page.html"))
    hosts = run(*command.split(), "--host", "192.168.77.1", "--between", "192.168.77.1", "192.168.77.2", NVME)
    assert (hosts.code, hosts.err) == (0, "")
    assert run(*command.split(), "--host", "192.168.77.1", "--qp", "0x11", NVME).code == 0
    named = run(*command.split(), "--names", names, "--between", "storage", "the host", NVME)
    assert (named.code, named.err) == (0, "")


def test_a_page_of_a_queue_pair_has_both_directions(tmp_path):
    """The queue pairs of a connection have different numbers, and a packet names only the one that it goes to."""
    path, page = tmp_path / "made.pcap", tmp_path / "page.html"
    assert run("craft", "traffic", "--conversations", "2", "--packets", "200", "-w", path).code == 0
    flow = json.loads(run("flows", "--format", "json", path).out)["flows"][0]
    for end in ("a_qp", "b_qp"):
        assert run("report", "--qp", flow[end], path, "-o", page).code == 0
        text = page.read_text(encoding="utf-8")
        assert f"QP {flow['a_qp']:#x}" in text
        assert f"QP {flow['b_qp']:#x}" in text
        assert "completed" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--host", "nobody"), "'nobody' is neither an address (IP, GID, LID, Ethernet) nor a name of --names"),
        (("--between", "10.0.0.1", "LID 5"), "these are addresses of different kinds"),
        (("--qp", "0x1000000"), "'0x1000000' is no queue pair number: these are from 0 to 0xffffff"),
        (("--qp", "x"), "is not of the form 17 or 0x11"),
    ],
)
def test_mistakes(arguments, sentence):
    result = run("flows", *arguments, NVME)
    assert result.code == 2
    assert sentence in " ".join(result.err.split())


def test_names_stand_in_the_place_of_addresses(names):
    lines = run("flows", "--names", names, NVME).out
    assert "the host QP 0x000011" in lines
    assert "storage QP 0x000011" in lines
    assert "data-queue QP 0x000012" in lines
    flow = json.loads(run("flows", "--names", names, "--format", "json", NVME).out)["flows"][2]
    assert (flow["a"], flow["a_name"], flow["b_name"]) == ("192.168.77.2", "the host", "data-queue")


def test_statistics_and_info_have_names_too(names):
    text = run("stats", "conversations", "--by", "qp", "--names", names, NVME).out
    assert "data-queue QP 0x000012" in text
    assert "192.168.77.1 QP" not in text
    rows = json.loads(run("stats", "endpoints", "--names", names, "--format", "json", NVME).out)["endpoints"]
    assert {"192.168.77.1", "192.168.77.2"} <= {row["address"] for row in rows}  # programs get addresses
    assert " storage " in run("stats", "connections", "--names", names, NVME).out
    screen = " ".join(run("info", "--names", names, NVME).out.split())
    assert "hosts storage 3 queue pairs" in screen
    assert "the host connects to storage" in screen


def test_a_name_table():
    table = NameTable()
    table.take(HOSTS.splitlines())
    assert table.of("192.168.77.1") == "storage"
    assert table.of("LID: 6") == "leaf"
    assert table.of("GID: fe80::2:c903:a1:b2c3") == "ISR 2012 Voltaire"
    assert table.of("fe80::1") == "linklocal"
    assert table.of("10.0.0.1") == ""
    assert table.of_queue_pair("10.0.0.1", 0x77) == "special"
    assert table.of_queue_pair("192.168.77.1", None) == "storage"
    assert table.addresses("storage") == ["192.168.77.1"]
    assert table.addresses("else") == ["else"]
    assert table.in_text("192.168.77.1 port 4791") == "storage port 4791"
    assert table.in_text("192.168.77.1 QP 0x000012") == "data-queue QP 0x000012"
    assert table.in_text("GID: fe80::1") == "linklocal"
    assert table.in_text("others") == "others"
    assert table


@pytest.mark.parametrize("line", ["nothing", "10.0.0.1", "10.0.0.300 host", "LID x host", "QP 17", "fe80:: # name"])
def test_lines_that_name_nothing(line):
    with pytest.raises(CallerError, match="line 2"):
        NameTable().take(["# comment", line], "hosts")


def test_a_file_of_names_that_cannot_be_read(tmp_path):
    result = run("flows", "--names", tmp_path / "absent", NVME)
    assert (result.code, result.err) == (3, f"ibpkt: {tmp_path / 'absent'}: no such file\n")


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("10.0.0.1", "10.0.0.1"), ("FE80:0::1", "fe80::1"), ("GID: fe80::1", "fe80::1"), ("lid 0x10", "LID: 16"),
        ("LID: 5", "LID: 5"), ("02:00:00:00:00:0A", "02:00:00:00:00:0a"), ("host", None), ("", None),
    ],
)  # fmt: skip
def test_addresses(text, normal):
    assert normal_address(text) == normal


@pytest.fixture
def fabric_json(tmp_path):
    path = tmp_path / "fabric.json"
    path.write_text(run("fabric", "--format", "json", NATIVE).out, encoding="utf-8")
    return path


@pytest.mark.costly
def test_flows_have_the_names_of_a_fabric(fabric_json):
    plain, named = (run("flows", *names, NATIVE).lines for names in ((), ("--names", fabric_json)))
    for title in ("hostA QP 0x000000", "hostB QP 0x000000", "hostC QP 0x000000", "sw1 QP 0x000001"):
        assert title in "\n".join(named)
    assert not any("LID: 2 " in line or "LID: 6 " in line for line in named)
    assert len(named) == len(plain)


def test_hosts_may_be_names_of_a_fabric(fabric_json):
    names = ("--names", fabric_json)
    both = numbers("--host", "6", "--host", "7", NATIVE)  # its port has two LIDs
    assert numbers("--host", "hostB", *names, NATIVE) == both != []
    assert numbers("--between", "hostB", "hostA", *names, NATIVE) == numbers("--between", "6", "2", NATIVE)


def test_messages_have_the_names_of_both_ends(fabric_json):
    lines = run("messages", "--wide", "--names", fabric_json, NATIVE).lines
    plain = run("messages", "--wide", NATIVE).lines
    assert "requester > responder" in lines[0]
    assert len(lines) == len(plain)
    assert "hostB > sw1" in "\n".join(lines)
    at = lines[0].index("requester > responder")
    assert [line[:at].split() + line[at + 24 :].split() for line in lines[1:]] == [line.split() for line in plain[1:]]


@pytest.mark.costly
def test_incidents_and_findings_have_names(fabric_json, names):
    screen = run("expert", "--names", fabric_json, NATIVE).out
    assert "hostA" in screen
    assert "LID: 2" not in screen
    loss = "captures/loss_write_3pct.pcap.gz"
    for options in ((), ("--incident", "1")):
        told = run("expert", *options, "--names", names, loss).out
        assert "from the host" in told
        assert "192.168.77.2" not in told
    moved = run("expert", "--findings", "--names", names, "captures/derived_two_interfaces.pcapng").out
    assert "192.168.77.1" not in moved


def test_json_that_is_no_fabric(tmp_path):
    path = tmp_path / "flows.json"
    path.write_text('{"flows": []}', encoding="utf-8")
    result = run("flows", "--names", path, NATIVE)
    assert (result.code, result.out) == (2, "")
    assert "is neither a list of names nor what ibpkt fabric --format json prints" in result.err


def test_a_hint_is_about_the_packets_that_were_read():
    wanted = ("-Y", "infiniband.analysis.lost", "captures/rc_write.pcap")
    assert "hint: no packet of the first 2 has infiniband.analysis.lost" in run("decode", "-c", "2", *wanted).err
    assert "hint: no packet has infiniband.analysis.lost" in run("decode", *wanted).err
