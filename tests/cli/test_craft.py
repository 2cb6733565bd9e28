"""``ibpkt craft``: recipes and expressions, into captures and onto the screen."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import ibpkt
from ibpkt.cli.craft import WAYS
from tests.support.command import REPOSITORY, environment, run

RECIPE = "packets:\n- {stack: [LRH, BTH: {psn: 7}], payload: hello, repeat: 3, comment: a note}\n"
EXPRESSION = 'LRH()/BTH(opcode="RC_SEND_ONLY", destqp=0x11)/Raw(b"hello")'


def psns(path):
    with ibpkt.open(path) as capture:
        return [packet.bth.psn for packet in capture]


def test_help_lists_every_way_without_importing_it():
    result = run("craft", "--help")
    assert (result.code, result.err) == (0, "")
    for name in WAYS:
        assert re.search(rf"^  {name} +\S", result.out, re.MULTILINE)


@pytest.mark.parametrize("way", ["yaml", "python"])
def test_examples(way):
    help_text = run("craft", way, "--help").out
    assert "Examples:" in help_text


def test_a_way_that_is_none_suggests_the_nearest():
    result = run("craft", "yml", "x")
    assert result.code == 2
    assert "did you mean yaml" in result.err


@pytest.mark.parametrize("suffix", ["pcap", "pcapng", "erf", "pcap.gz"])
def test_a_recipe_into_a_capture(suffix, tmp_path):
    out = tmp_path / f"out.{suffix}"
    result = run("craft", "yaml", "-", "-w", out, stdin=RECIPE.encode())
    assert result == (0, "", "")
    assert psns(out) == [7, 7, 7]
    assert ("a note" in run("decode", "-V", out).out) is (suffix == "pcapng")


def test_formats_and_pipes():
    command = [sys.executable, "-m", "ibpkt", "craft", "yaml", "docs/recipe.yaml", "-w", "-", "--format", "pcap"]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment(), capture_output=True, check=True)
    assert done.stdout[:4] == b"\xd4\xc3\xb2\xa1"
    assert "RC RDMA WRITE First" in run("decode", "-", stdin=done.stdout).out


def test_what_is_shown_is_what_decode_shows(tmp_path):
    out = tmp_path / "out.pcapng"
    run("craft", "yaml", "docs/recipe.yaml", "-w", out)
    for options in ((), ("-V",), ("-x",), ("-x", "-V", "--color", "always")):
        shown = run("craft", "yaml", *options, "docs/recipe.yaml")
        assert (shown.code, shown.err) == (0, "")
        assert shown.out == run("decode", *options, out).out


def test_more_packets_than_are_shown_at_once(tmp_path):
    recipe = RECIPE.replace("repeat: 3", "repeat: 1200, each: {BTH.psn: 1}")
    lines = run("craft", "yaml", "-", stdin=recipe.encode()).lines
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, 1201)]
    assert lines[-1].split()[1] == "0.001199"
    out = tmp_path / "out.pcap"
    run("craft", "yaml", "-", "-w", out, stdin=recipe.encode())
    assert psns(out) == list(range(7, 1207))


def test_packets_of_several_links():
    shown = run("craft", "python", "[LRH()/BTH(), Ether()/IP()/UDP()/BTH(), LRH()/BTH()]").lines
    assert [line.split()[0] for line in shown] == ["1", "2", "3"]
    assert ["RoCEv2" in line for line in shown] == [False, True, False]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("yaml",), 2, ["FILE"]),
        (("yaml", "no/such.yaml"), 3, ["no/such.yaml", "No such file"]),
        (("yaml", "README.md"), 2, ["README.md"]),
        (("yaml", "captures/rc_write.pcap"), 2, ["captures/rc_write.pcap"]),
        (("yaml", "-", "--format", "pcap"), 2, ["-w OUT"]),
        (("yaml", "-", "-w", "x", "--format", "pcop"), 2, ["pcop", "pcapng"]),
        (("yaml", "-", "-w", "no/such/dir.pcap"), 3, ["no/such/dir.pcap"]),
        (("python",), 2, ["EXPRESSION"]),
        (("python", EXPRESSION, "--interval", "soon"), 2, ["10us", "soon"]),
        (("python", EXPRESSION, "--start", "soon"), 2, ["2026-01-01T00:00:00Z", "soon"]),
        (("python", EXPRESSION, "-n", "-1"), 2, ["-1"]),
    ],
)
def test_mistakes(options, code, words):
    result = run("craft", *options, stdin=RECIPE.encode())
    assert (result.code, result.out) == (code, "")
    assert "Traceback" not in result.err
    for word in words:
        assert word in result.err


def test_nothing_is_left_of_a_recipe_that_goes_wrong_late(tmp_path):
    out = tmp_path / "out.pcap"
    result = run("craft", "yaml", "-", "-w", out, stdin=(RECIPE + "- {stack: [LRH, BHT]}\n").encode())
    assert (result.code, result.err) == (2, "ibpkt: -:3:17: there is no header 'BHT'; did you mean BTH?\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (EXPRESSION, [0]),
        ("LRH()/BTH(psn=(0, 3))", [0, 1, 2, 3]),
        ("LRH()/BTH(psn=[5, 9])", [5, 9]),
        ("[LRH()/BTH(psn=n) for n in range(3)]", [0, 1, 2]),
        ("(LRH()/BTH(psn=n) for n in range(3))", [0, 1, 2]),
        ("[[LRH()/BTH(psn=1)], LRH()/BTH(psn=2)] * 2", [1, 2, 1, 2]),
        ("Ether()/IP(src='10.0.0.1', dst='10.0.0.2')/UDP()/BTH(psn=5)/RETH(va=1)", [5]),
        ("Ether(dst='02:00:00:00:00:02')/Dot1Q(vlan=5)/IPv6(src='fd77::1', dst='fd77::2')/UDP()/BTH(psn=5)", [5]),
        ("IP(src='10.0.0.1', dst='10.0.0.2')/UDP()/BTH(psn=5)", [5]),
        ("Ethernet()/IPv4()/UDP()/BTH(psn=5)", [5]),
        ("Ethernet()/VLAN()/IPv6()/UDP()/BTH(psn=5)", [5]),
        ("build(draft('LRH'), draft('BTH', psn=5), payload=b'hello')", [5]),
        ("[ibpkt.build(draft('LRH'), draft('BTH', psn=5))] * 2", [5, 5]),
        ("list(ibpkt.open('captures/rc_write.pcap'))[95:96]", None),
        ("[]", []),
        ("map(lambda n: LRH()/BTH(psn=n), range(2))", [0, 1]),
    ],
)
def test_expressions(expression, expected, tmp_path):
    pytest.importorskip("scapy", reason="scapy is not installed")
    out = tmp_path / "out.pcapng"
    assert run("craft", "python", expression, "-w", out) == (0, "", "")
    if expected is not None:
        assert psns(out) == expected
    with ibpkt.open(out) as capture:
        for packet in capture:
            assert packet.icrc
            assert not packet.disagreements


def test_repetitions_and_times(tmp_path):
    pytest.importorskip("scapy", reason="scapy is not installed")
    out = tmp_path / "out.pcapng"
    times = ("--interval", "1.5ms", "--start", "2026-01-01T00:00:00Z")
    assert run("craft", "python", "[LRH()/BTH()] * 2", "-n", "2", *times, "-w", out).code == 0
    with ibpkt.open(out) as capture:
        assert [packet.time for packet in capture] == [1767225600 * 10**9 + n * 1_500_000 for n in range(4)]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("LRH()/BHT()", ["'BHT'", "did you mean BTH"]),
        ("LRH(", ["not a Python expression"]),
        ("x = 5", ["not a Python expression"]),
        ("", ["not a Python expression"]),
        ("\0", ["not a Python expression"]),
        ("(" * 500, ["not a Python expression"]),
        ("1/0", ["ZeroDivisionError"]),
        ("(lambda f: f(f))(lambda f: f(f))", ["RecursionError"]),
        ("open('/no/such')", ["FileNotFoundError"]),
        ("LRH()/BTH(psn=1<<24)", ["BTH.psn", "16777215"]),
        ("LRH()/BTH(pns=1)", ["did you mean psn"]),
        ("draft('LRH', slidd=2)", ["did you mean slid"]),
        ("5", ["int", "a packet"]),
        ("None", ["nothing"]),
        ("'LRH'", ["str"]),
        ("[5]", ["int"]),
        ("b'abc'", ["bytes"]),
        ("BTH()", ["BTH", "Ether, IP or LRH"]),
        ("Raw(b'abc')", ["Raw", "Ether, IP or LRH"]),
        ("(_ for _ in ()).throw(ValueError('two\\nlines\\x1b[31m'))", ["two lines"]),
    ],
)
def test_expressions_that_do_not_work(expression, words):
    pytest.importorskip("scapy", reason="scapy is not installed")
    result = run("craft", "python", expression)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.rstrip("\n").isprintable()
    for word in words:
        assert word in result.err


def test_expressions_make_management_datagrams():
    shown = run("craft", "python", '[build("LRH", SubnGet("NodeInfo", tid=7)), *cm.connect(port=4420)]').lines
    assert [re.search(r"\w+\(\w+\)", line)[0] for line in shown] == [
        "SubnGet(NodeInfo)",
        "ComSend(REQ)",
        "ComSend(REP)",
        "ComSend(RTU)",
    ]
    wrong = run("craft", "python", 'build("LRH", SubnGet("NodInfo"))')
    assert wrong.code == 2
    assert "did you mean NodeInfo" in wrong.err
