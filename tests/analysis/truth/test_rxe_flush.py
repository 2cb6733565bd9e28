"""A FLUSH with the ICRC that Linux's rxe computes for it: bad by the specification, and taken by another rxe."""

from __future__ import annotations

import pytest

import ibpkt
import ibpkt.analysis
from tests.support.command import run
from tests.support.shared import CAPTURES, needs

RECORDED = CAPTURES / "recorded" / "flush"
pytestmark = needs(RECORDED)
NAMES = ["flush_matrix", "write_flush_awrite", "flush_persistent_mr"]


@pytest.mark.parametrize("name", NAMES)
def test_such_packets_have_arrived(name):
    """They are a note; no packet is missing because of them, and their messages end like others."""
    path = RECORDED / f"{name}.pcap"
    with ibpkt.open(path) as capture:
        found = [finding.kind.name for finding in ibpkt.analysis.findings(capture)]
    assert set(found) == {"rxe-flush-icrc"}
    with ibpkt.open(path) as capture:
        flushes = [message for message in ibpkt.analysis.messages(capture) if message.kind == "FLUSH"]
    assert len(flushes) == found.count("rxe-flush-icrc") > 0
    assert {message.outcome for message in flushes} == {"completed"}


@pytest.mark.parametrize("name", [*NAMES, "both_directions"])
def test_all_commands_say_the_same_of_them(name, tmp_path):
    """Nothing is an error, and nothing is damaged."""
    path = RECORDED / f"{name}.pcap"
    told = run("expert", path, "--fail", "error")
    assert told.code == 0
    assert "nothing went wrong" in " ".join(told.lines)
    assert run("expert", "--summary", path).lines[-1].rstrip("s").endswith("note")
    page = tmp_path / "page.html"
    assert run("report", path, "-o", page).code == 0
    for text in (run("info", path).out, page.read_text(encoding="utf-8")):
        assert "as Linux rxe computes it for FLUSH: not damaged" in " ".join(text.split())
        assert "packets damaged" not in text
