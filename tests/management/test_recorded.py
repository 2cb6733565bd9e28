"""The recorded fabric: what management datagrams carry is what infiniband-diags printed of it."""

from __future__ import annotations

import re

import pytest

import ibpkt
from tests.support.shared import capture

FABRICS = ("ib_small", "ib_fattree")


def sections(fabric: str) -> list[tuple[str, str]]:
    """Every command that was run, and what it printed."""
    text = capture(f"{fabric}.truth.txt").read_text(encoding="utf-8")
    return re.findall(r"^### \[\w+\] (.*)\n((?:(?!### ).*\n)*)", text, re.MULTILINE)


@pytest.mark.parametrize("fabric", FABRICS)
def test_counters_are_those_that_perfquery_printed(fabric):
    """Every counter of every answer that was printed, under its name, in the order of the commands."""
    answers = []
    with ibpkt.open(capture(f"{fabric}.pcap")) as source:
        for packet in source:
            layer = next((layer for layer in packet if layer.name in ("PortCounters", "PortCountersExtended")), None)
            if layer is not None and packet.mad.method == 0x81:
                answers.append({leaf.label: int(layer.raw[leaf.name]) for leaf in layer.header.fields})
    printed = []
    for command, output in sections(fabric):
        if command.startswith("perfquery"):
            for block in output.split("# Port ")[1:]:
                found = re.findall(r"^(\w+):\.+(\w+)$", block, re.MULTILINE)
                printed.append({name: int(value, 0) for name, value in found})
    printed = [block for block in printed if "PortXmitData" in block]
    if not printed:
        pytest.skip(f"perfquery was not run in {fabric}")
    at = 0
    for block in printed:
        while at < len(answers) and not block.items() <= answers[at].items():
            at += 1
        assert at < len(answers), f"no answer has {block}"
        at += 1


@pytest.mark.parametrize("fabric", FABRICS)
def test_names_of_hosts_are_those_that_ibping_printed(fabric):
    printed = [
        name
        for command, output in sections(fabric)
        for name in re.findall(r"^Pong from (\S+) \(Lid", output, re.MULTILINE)
    ]
    if not printed:
        pytest.skip(f"ibping was not run in {fabric}")
    with ibpkt.open(capture(f"{fabric}.pcap")) as source:
        told = [
            packet.vendoroui.data_text
            for packet in source
            if "VendorOUI" in packet and packet.mad.mgmtclass == 0x32 and packet.mad.method == 0x81
        ]
    assert told == printed
