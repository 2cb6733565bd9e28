"""Lists in JSON that do not stay in memory."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from ibpkt.cli import compare
from ibpkt.cli import json_spool as spool
from ibpkt.cli.check import Objects as Problems
from ibpkt.cli.expert import Objects as Findings
from tests.support.command import run

A, B = "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("differences", ("compare", "--limit", "0", A, B)),
        ("findings", ("expert", "captures/corrupt_write.pcap")),
        ("problems", ("check", "captures/corrupt_write.pcap")),
    ],
)
def test_what_goes_through_a_file_is_the_same(key, arguments, monkeypatch):
    before = run(*arguments, "--format", "json").out
    monkeypatch.setattr(spool, "ROOM", 100)
    assert run(*arguments, "--format", "json").out == before
    assert len(json.loads(before)[key]) > 10


@pytest.mark.parametrize(
    ("account", "arguments"), [(compare.Objects, (0,)), (Problems, ("x",)), (Findings, ("x", False, False))]
)
def test_every_command_has_one(account, arguments):
    held = account(*arguments)._spool
    tracemalloc.start()
    for _ in range(2000):
        held.add({"text": "x" * 1000})
    assert len(held) == 2000
    assert tracemalloc.get_traced_memory()[0] < 2 * spool.ROOM
    tracemalloc.stop()
