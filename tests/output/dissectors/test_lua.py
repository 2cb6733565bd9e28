"""The Lua dissector: Wireshark shows what ibpkt says, field by field, packet by packet."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import ibpkt
from ibpkt.output.dissectors import lua_dissector
from ibpkt.output.dissectors.tabulated_values import untold
from ibpkt.protocols import headers
from tests.support.command import run
from tests.support.shared import OTHER_FORMS
from tests.tshark import compare, store

needs_tshark = pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
#: Wireshark keeps the header of an ERF record apart from the packet
RECORD = "erf."
#: captures of the repository, every golden packet, and random management datagrams; tshark cannot open link type 247,
#: of which there are twins in ERF records, and the same packets in a file of another form are dissected alike
CAPTURES = [
    name
    for directory in ("captures", "crafted", "crafted_mads")
    for name in store.captures(directory)
    if f"recorded/{name.partition('/')[2]}" not in store.TWINS
    and name not in store.TWINS
    and name.partition("/")[2] not in OTHER_FORMS
]


def _names() -> list[str]:
    """The fields that Wireshark and ibpkt have both."""
    left_out = {leaf.filter for header in headers() for leaf in untold(header)}
    every = {leaf.filter for header in headers() for leaf in header.leaves}
    crossing = {"infiniband.payload", "infiniband.pad", "frame.payload"}
    return sorted(name for name in every - left_out | crossing if not name.startswith(RECORD))


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lua") / "ibpkt.lua"
    path.write_text(lua_dissector())
    return path


def _tshark(script: Path, capture: Path, *names: str) -> list[list[str]]:
    """A row a packet, a text a field, as tshark shows the script's fields."""
    asked = [part for name in names for part in ("-e", f"ibpkt.{name}")]
    line = ["tshark", "-n", "-X", f"lua_script:{script}", "-r", str(capture), "-T", "fields", *asked]
    line += ["-E", "separator=\x1f", "-E", "occurrence=a", "-E", "aggregator=,"]
    result = subprocess.run(line, capture_output=True, check=False)
    assert b"Lua" not in result.stderr, result.stderr.decode()
    assert result.returncode == 0 or b"cut short" in result.stderr, result.stderr.decode()
    return [row.split("\x1f") for row in result.stdout.decode().split("\n")[:-1]]


def _value(text: str | None) -> object:
    """What a text stands for: hexadecimal digits and floating numbers have more than one spelling."""
    if not text:
        return None
    return tuple(map(_one, text.split(",")))


def _one(text: str) -> object:
    text = store.normal(text)
    try:
        return int(text, 16) if text.startswith("0x") else float(f"{float(text):.10g}")
    except ValueError:
        return text


def _differences(script: Path, name: str) -> Iterator[tuple[int, str, str, str | None]]:
    mine = compare.ours(name, _names())
    rows = _tshark(script, store.path_of(name), *mine)
    assert rows or "empty" in name
    assert all(len(column) == len(rows) for column in mine.values())
    for (field, column), shown in zip(mine.items(), zip(*rows, strict=True), strict=bool(rows)):
        if not (any(shown) or any(column)):  # most packets lack most fields
            continue
        for number, (theirs, own) in enumerate(zip(shown, column, strict=True), 1):
            if theirs != (own or "") and _value(theirs) != _value(own):
                yield number, field, theirs, own


@pytest.mark.sweep
@needs_tshark
@pytest.mark.parametrize("name", CAPTURES)
def test_every_field_is_what_ibpkt_says(script: Path, name: str) -> None:
    assert list(_differences(script, name)) == []


@pytest.mark.costly
@needs_tshark
@pytest.mark.parametrize("name", ["derived_snap64", "corrupt_write", "nvmeof"])
def test_it_stops_where_ibpkt_stops(script: Path, name: str) -> None:
    path = store.path_of(f"captures/{name}.pcap")
    shown = _tshark(script, path, "stop", "disagreement")
    with ibpkt.open(path) as capture:
        own = [[str(packet.stop or ""), ",".join(map(str, dict.fromkeys(packet.disagreements)))] for packet in capture]
    assert shown == own
    assert any(stop for stop, _ in own)


@pytest.mark.costly
@needs_tshark
def test_every_header_is_seen(script: Path) -> None:
    """The golden packets have each header once at least; so no header is compared on paper only."""
    seen: set[str] = set()
    names = sorted({header.filter for header in headers() if header.role != "capture"})
    own: set[str] = set()
    for name in CAPTURES:
        if name.startswith("crafted"):
            rows = _tshark(script, store.path_of(name), *names)
            seen |= {field for row in rows for field, text in zip(names, row, strict=True) if text}
            with ibpkt.open(store.path_of(name)) as capture:
                own |= {layer.header.filter for packet in capture for layer in packet.layers}
    leaves = {leaf.filter for header in headers() for leaf in header.leaves}
    assert own & set(names) - leaves <= seen


@pytest.mark.costly
@needs_tshark
def test_the_command_writes_it(tmp_path: Path) -> None:
    """With RoCEv2 on another port, whose packets are then those of another protocol."""
    script = tmp_path / "other.lua"
    script.write_text(run("fields", "--lua", "--roce-port", "4792").out)
    assert not any(text for (text,) in _tshark(script, store.path_of("captures/rc_send.pcap"), "infiniband.bth"))
    assert run("fields", "--lua").out == lua_dissector()
    assert run("fields", "--lua", "ip.*").code == 2
