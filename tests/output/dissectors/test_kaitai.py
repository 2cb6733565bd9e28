"""The Kaitai Struct file: what it says is consistent, and what its compiler makes of it reads packets as ibpkt does."""

from __future__ import annotations

import functools
import importlib.util
import itertools
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import ibpkt
from ibpkt.output.dissectors import kaitai_struct
from ibpkt.output.dissectors.kaitai_headers import identifier
from ibpkt.protocols import LINKS, graph, headers
from ibpkt.schema import Header
from tests.support.command import run
from tests.tshark import store

COMPILE = Path(__file__).with_name("compile_kaitai.js")
CALL = re.compile(r"(\w+)(?:\((.*)\))?")
BUILT_IN = re.compile(r"[us][1248](le)?|b\d+")


@functools.cache
def _document(link: str) -> Any:
    return yaml.load(kaitai_struct(link), getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # the one in C is fast


def _calls(member: Any) -> Iterator[tuple[str, int]]:
    """The types at which a member points, and with how many arguments."""
    kind = member.get("type", "u1")
    for each in kind["cases"].values() if isinstance(kind, dict) else (kind,):
        found = CALL.fullmatch(each)
        assert found, each
        if not BUILT_IN.fullmatch(found[1]):
            yield found[1], len(found[2].split(", ")) if found[2] else 0


@pytest.mark.costly
@pytest.mark.parametrize("link", [name for name, number in LINKS.items() if number in graph().first])
def test_every_type_that_is_named_is_there_and_takes_these_parameters(link: str) -> None:
    document = _document(link)
    taken = {name: len(described.get("params", ())) for name, described in document["types"].items()}
    everything = (document, *document["types"].values())
    calls = {call for described in everything for member in described["seq"] for call in _calls(member)}
    wrong = sorted((name, arguments) for name, arguments in calls if taken.get(name) != arguments)
    assert wrong == []
    enums = {view["enum"] for each in everything for view in each.get("instances", {}).values() if "enum" in view}
    assert sorted(enums - document["enums"].keys()) == []


def test_every_field_of_every_header_is_there() -> None:
    types = _document("ethernet")["types"]
    for header in headers():
        described = types[identifier(header.key)]
        views = set(described.get("instances", ()))
        names = [member["id"] for member in described["seq"]]
        tail = [identifier(header.tail.name)] if header.tail else []
        assert names == [identifier(field.name) for field in header.fields] + tail
        for field in header.fields:
            assert {identifier(part.name) for part in field.parts} <= views


def _resolves(name: str) -> bool:
    node = shutil.which("node")
    return node is not None and subprocess.run([node, "-e", f"require('{name}')"], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if importlib.util.find_spec("kaitaistruct") is None:
        pytest.skip("kaitaistruct is not installed")
    if not _resolves("kaitai-struct-compiler") or not _resolves("js-yaml"):
        pytest.skip("node does not find kaitai-struct-compiler and js-yaml")
    path = tmp_path_factory.mktemp("kaitai")
    (path / "ibpkt.ksy").write_text(run("fields", "--ksy").out)
    subprocess.run(["node", COMPILE, path / "ibpkt.ksy", path, "python"], check=True)
    spec = importlib.util.spec_from_file_location("compiled_ksy", path / "ibpkt.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def _read_by(kind: type) -> Header:
    """The header that a compiled type reads with what follows it: `layer_bth_12` is LayerBth12 there."""
    name = kind.__name__.removeprefix("Layer").lower()
    known = (each for each in headers() if re.fullmatch(identifier(each.key).replace("_", "") + r"\d+", name))
    return max(known, key=lambda header: len(header.key))


def _layers(node: Any) -> Iterator[tuple[str, Any]]:
    """The headers that were read, by key."""
    if type(node).__name__.startswith("Layer"):
        own = _read_by(type(node))
        yield own.key, getattr(node, identifier(own.key))
    for place in ("body", "next"):
        below = getattr(node, place, None)
        if below is not None and not isinstance(below, bytes):
            yield from _layers(below)


def _whole(packet: Any) -> bool:
    """Not cut, and with lengths that agree: Kaitai Struct reads nothing else."""
    reason = packet.stop.reason if packet.stop else "unknown"
    return packet.wirelen == len(packet.data) and reason == "unknown" and not packet.disagreements


@pytest.mark.parametrize("name", ["crafted/ethernet.pcap", "crafted_mads/ethernet.pcap", *store.captures("captures")])
def test_what_is_compiled_reads_packets_as_ibpkt_does(compiled: Any, name: str) -> None:
    """All golden packets, and the beginnings of recorded captures, which repeat themselves."""
    from kaitaistruct import BytesIO, KaitaiStream

    with ibpkt.open(store.path_of(name)) as capture:
        for packet in capture if name.startswith("crafted") else itertools.islice(capture, 100):
            if packet.link != LINKS["ethernet"] or not _whole(packet):
                continue
            read = list(_layers(compiled.Ibpkt(KaitaiStream(BytesIO(packet.data)))))
            assert [key for key, _ in read] == [layer.header.key for layer in packet.layers]
            for layer, (_, members) in zip(packet.layers, read, strict=True):
                names = [field.name for field in layer.header.fields if not field.rows]
                names += [layer.header.tail.name] if layer.header.tail else []
                theirs = [getattr(members, identifier(name)) for name in names]
                assert theirs == [layer.raw[name] for name in names]
