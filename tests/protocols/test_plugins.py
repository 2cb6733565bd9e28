"""Plug-ins: the example of the documentation, and those that go wrong."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import ibpkt
from ibpkt.protocols import UDP
from tests.support.command import PROGRAM, REPOSITORY

EXAMPLE = REPOSITORY / "docs" / "examples" / "plugin" / "telemetry.py"
FOREIGN = [REPOSITORY / "captures" / name for name in ("rc_send.pcap", "ib_small.pcap", "nvmeof.pcap", "udaddy.pcap")]
HEAD = """from ibpkt import register
from ibpkt.protocols import BTH, UDP, Opcode, follow
from ibpkt.schema import Derived, Header, uint
"""


def _run(*words: object) -> subprocess.CompletedProcess[str]:
    """In a process of its own: what is registered stays."""
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=REPOSITORY, check=False)


def _plugin(folder: Path, body: str) -> Path:
    path = folder / "mine.py"
    path.write_text(HEAD + body)
    return path


@pytest.fixture
def probes(tmp_path: Path) -> Path:
    """Three probes."""
    path = tmp_path / "probes.pcap"
    with ibpkt.create(path, link="raw") as out:
        for hops in (1, 2, 3):
            body = bytes([0x10 | hops, 0]) + (1_500_000).to_bytes(6, "big") + b"leaf-7\0\0"
            udp = UDP.write({"srcport": 5000, "dstport": 9000, "length": 8 + len(body)}) + body
            header = "4500" + f"{20 + len(udp):04x}" + "00000000401100000a0000010a000002"
            out.write(bytes.fromhex(header) + udp)
    return path


def test_the_page_shows_the_example() -> None:
    page = (REPOSITORY / "docs" / "plugins.md").read_text()
    assert EXAMPLE.read_text().partition("\n\n")[2] in page


@pytest.mark.family("plugins")
@pytest.mark.parametrize("before", [True, False])
def test_the_example_decodes(probes: Path, before: bool) -> None:
    option = ("--plugin", EXAMPLE)
    asked = ("-Y", "telemetry.hops > 1", "-T", "fields", "-e", "telemetry.switch", "-e", "telemetry.micros")
    result = (
        _run(*option, "decode", *asked, probes) if before else _run("decode", *asked, f"--plugin={EXAMPLE}", probes)
    )
    assert (result.returncode, result.stdout) == (0, "leaf-7\t1500\n" * 2)
    assert "plug-in" not in result.stderr


@pytest.mark.family("plugins")
def test_it_has_a_line_and_fields_for_other_programs(probes: Path) -> None:
    assert "Telemetry hops=3 from leaf-7" in _run("decode", "--plugin", EXAMPLE, probes).stdout
    assert "switches passed so far" in _run("fields", "--plugin", EXAMPLE, "telemetry.hops").stdout
    assert '"ibpkt.telemetry.hops"' in _run("fields", "--plugin", EXAMPLE, "--lua").stdout
    assert "layer_telemetry" in _run("fields", "--plugin", EXAMPLE, "--ksy").stdout


def test_nothing_is_wrong_with_the_example() -> None:
    result = _run("check-protocol", EXAMPLE, *FOREIGN)
    assert (result.returncode, result.stdout.endswith("telemetry.py: nothing is wrong\n")) == (0, True)


@pytest.mark.family("plugins")
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise ValueError('no luck')", "plug-in mine is left out: ValueError: no luck (line 4 of mine.py)"),
        ("raise SystemExit(3)", "plug-in mine is left out: SystemExit: 3 (line 4 of mine.py)"),
        ("x = (", "plug-in mine is left out: SyntaxError"),
    ],
)
def test_one_that_cannot_be_loaded_breaks_nothing(tmp_path: Path, body: str, sentence: str) -> None:
    capture = FOREIGN[0]
    result = _run("decode", "--plugin", _plugin(tmp_path, body), capture)
    assert result.stderr.count("plug-in mine") == 1
    assert sentence in result.stderr
    assert (result.returncode, result.stdout) == (0, _run("decode", capture).stdout)


@pytest.mark.costly
def test_what_it_had_registered_is_taken_back(tmp_path: Path) -> None:
    body = """
H = Header("Mine", "Mine", "mine", uint("a", 8, "A"))
register(rules={UDP: follow(UDP.leaf("dstport"), {4791: H})})
raise RuntimeError("late")
"""
    capture = FOREIGN[0]
    result = _run("decode", "-T", "jsonl", "--plugin", _plugin(tmp_path, body), capture)
    assert "RuntimeError: late" in result.stderr
    assert result.stdout == _run("decode", "-T", "jsonl", capture).stdout


def test_a_function_that_raises_is_switched_off_once(tmp_path: Path, probes: Path) -> None:
    body = """
H = Header("Mine", "Mine", "mine", uint("a", 8, "A"), Derived("b", "B", ("a",), lambda a: 1 // 0))
register(rules={UDP: follow(UDP.leaf("dstport"), {9000: H})})
"""
    result = _run("decode", "--plugin", _plugin(tmp_path, body), "-T", "fields", "-e", "mine.a", "-e", "mine.b", probes)
    assert result.stdout.split("\n")[:3] == ["17\t", "18\t", "19\t"]
    assert result.stderr.count("plug-in mine is switched off: ZeroDivisionError") == 1
    assert "Traceback" not in result.stderr


HEADER = 'H = Header("Mine", "Mine", "mine", uint("a", 8, "A"){more})\n'
RULE = "register(rules={UDP: follow(UDP.leaf('dstport'), {PORT: H})})\n"
WRONG = {
    "load": ("", "registers nothing"),
    "name": (
        HEADER.replace("{more}", ', uint("b", 8, "B", filter="udp.port")').replace('"mine"', '"udp"')
        + RULE.replace("PORT", "9000"),
        "is a field of UDP already",
    ),
    "overlap": (HEADER.replace("{more}", "") + RULE.replace("PORT", "4791"), "udp.dstport 4791 announces BTH already"),
    "claim": (HEADER.replace("{more}", "") + RULE.replace("PORT", "4791"), "foreign packets, the first of them packet"),
    "function": (
        HEADER.replace("{more}", ', Derived("b", "B", ("a",), lambda a: 1 // (a - a))') + RULE.replace("PORT", "9000"),
        "raises on random values: ZeroDivisionError",
    ),
    "speed": (
        HEADER.replace("{more}", ', Derived("b", "B", ("a",), lambda a: sum(range(50_000)))')
        + RULE.replace("PORT", "9000"),
        "µs a value",
    ),
}


@pytest.mark.family("plugins")
@pytest.mark.parametrize("kind", WRONG)
def test_its_author_is_told(tmp_path: Path, kind: str) -> None:
    body, sentence = WRONG[kind]
    result = _run("check-protocol", "--format", "json", _plugin(tmp_path, body), FOREIGN[0])
    assert result.returncode == 1, result.stderr
    told = [each["sentence"] for each in json.loads(result.stdout)["problems"] if each["kind"] == kind]
    assert any(sentence in each for each in told), told


@pytest.mark.costly
def test_few_bits_claim_too_much(tmp_path: Path) -> None:
    body = HEADER.replace("{more}", "") + "register(rules={UDP: follow(8, {7: H})})\n"
    result = _run("check-protocol", _plugin(tmp_path, body))
    assert "8 bits behind UDP claim one in 256 foreign payloads" in result.stdout


KV = REPOSITORY / "docs" / "examples" / "kv-plugin" / "kv.py"
ABOVE = """from ibpkt import register_protocol
from ibpkt.protocols import ExpertRule
from ibpkt.schema import Header, hexa, uint
A = Header("MineRequest", "Mine", "mine.request", hexa("magic", {BITS}, "M", default={MAGIC}, fixed=True),
    hexa("id", 32, "I"))
B = Header("MineResponse", "Mine", "mine.response", hexa("magic", {BITS}, "M", default={MAGIC}, fixed=True),
    hexa("id", 32, "I"))
register_protocol("{NAME}", request=A, response=B, tag="id", {MORE})
"""


def _above(folder: Path, *, bits: int = 32, magic: int = 0x4D494E45, name: str = "mine", more: str = "") -> Path:
    path = folder / "mine.py"
    body = ABOVE.replace("{BITS}", str(bits)).replace("{MAGIC}", str(magic)).replace("{NAME}", name)
    path.write_text(body.replace("{MORE}", more))
    return path


def test_the_page_shows_the_protocol_above_sends() -> None:
    text = KV.read_text()
    assert text[text.index("from ibpkt import") :] in (REPOSITORY / "docs" / "plugins.md").read_text()


@pytest.mark.family("plugins")
def test_nothing_is_wrong_with_the_protocol_above_sends() -> None:
    result = _run("check-protocol", KV, *FOREIGN)
    assert (result.returncode, result.stdout.endswith("kv.py: nothing is wrong\n")) == (0, True)


WRONG_ABOVE = {
    "few bits": ({"bits": 8, "magic": 7}, "claim", "random messages for requests; the bar is one in 1000000"),
    "zeros": ({"magic": 0, "more": "ports=[9]"}, "claim", "mine takes messages of zeros for requests"),
    "nothing": ({"magic": 0}, "claim", "nothing shows which connections carry it"),
    "taken": ({"name": "nvme"}, "name", "there is a protocol nvme already"),
    "no field": ({"more": "status='statsu'"}, "load", "MineResponse has no number 'statsu'"),
    "no fact": ({"more": "detail='key {key}'"}, "load", "names no field of MineRequest"),
    "raises": ({"more": "check=lambda values: values['nothing']"}, "function", "raises on random values: KeyError"),
    "rule raises": (
        {"more": "expert=[ExpertRule('mine-x', 'x', lambda asked, answered: answered['nothing'])]"},
        "function",
        "raises on random values: KeyError",
    ),
    "slow": (
        {"more": "check=lambda values: sum(range(100_000)) and False", "bits": 8, "magic": 7},
        "speed",
        "µs for a message",
    ),
}


@pytest.mark.family("plugins")
@pytest.mark.parametrize("case", WRONG_ABOVE)
def test_the_author_of_a_protocol_gets_a_sentence(tmp_path: Path, case: str) -> None:
    given, kind, sentence = WRONG_ABOVE[case]
    result = _run("check-protocol", "--format", "json", _above(tmp_path, **given))  # type: ignore[arg-type]
    assert result.returncode == 1, result.stderr
    found = [each["sentence"] for each in json.loads(result.stdout)["problems"] if each["kind"] == kind]
    assert any(sentence in each for each in found), result.stdout


@pytest.mark.costly
def test_a_protocol_that_claims_a_foreign_connection_is_reported(tmp_path: Path) -> None:
    """One that takes everything on the port of NVMe over Fabrics, before ibpkt's own."""
    more = "check=lambda values: 1, ports=[20049]"
    path = tmp_path / "mine.py"
    text = _above(tmp_path, bits=8, magic=0, more=more).read_text().replace(", fixed=True", "")
    path.write_text(text)
    result = _run("check-protocol", path, REPOSITORY / "captures" / "nvmeof.pcap")
    assert "random messages for requests" in result.stdout
    assert "mine claims" not in result.stdout  # the connection is proven to be another's


@pytest.mark.family("plugins")
def test_a_protocol_whose_check_raises_breaks_nothing(tmp_path: Path) -> None:
    """It is reported once; the commands of others are what they were."""
    capture = REPOSITORY / "captures" / "rc_send.pcap"
    path = _above(tmp_path, bits=8, magic=0, more="check=lambda values: 1 // 0").read_text().replace(", fixed=True", "")
    plugin = tmp_path / "mine.py"
    plugin.write_text(path)
    asked = ("commands", "--decode-as", "qp 0x12,mine")
    result = _run(*asked, "--plugin", plugin, capture)
    assert result.returncode == 0
    assert "Traceback" not in result.stderr
    nvme = REPOSITORY / "captures" / "nvmeof.pcap"
    assert _run("commands", "--plugin", plugin, nvme).stdout == _run("commands", nvme).stdout


def test_what_a_protocol_had_registered_is_taken_back(tmp_path: Path) -> None:
    path = _above(tmp_path)
    path.write_text(path.read_text() + "raise RuntimeError('late')\n")
    capture = REPOSITORY / "captures" / "nvmeof.pcap"
    result = _run("commands", "--plugin", path, "--decode-as", "qp 0x12,mine", capture)
    assert "RuntimeError: late" in result.stderr
    assert "there is no protocol 'mine'" in result.stderr
