"""What is left out, for want of room or because nobody asked for so much, is said in every format."""

from __future__ import annotations

import pytest

from ibpkt.analysis import streams

from .run import run

MANY = "captures/nvmeof.pcap"


@pytest.mark.parametrize("command", ["flows", "messages", "expert"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_flows_that_were_given_up(command, form, monkeypatch):
    """They are counted by the same words in every command that analyses flows."""
    monkeypatch.setattr(streams, "ROOM", 1000)
    result = run(command, "--format", form, MANY)
    assert result.code == 0
    assert result.err.startswith(f"ibpkt: {MANY}: there were too many flows at once: ")
    assert result.err.endswith(" were given up early\n")
