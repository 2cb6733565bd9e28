"""Commands beside the expert: which messages the analysis makes for them, and their findings."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.commands.command_checks import CommandChecks
from tests.commands.test_storage_scenes import identifier_used_while_open
from tests.support.exchanges import WRITE_ONLY, ask, batches, tell
from tests.support.hand_made import HandMadeCapture


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 1), ({"every_message": False, "followed": True}, 1), ({"every_message": True}, 6),
        ({"every_message": True, "followed": False}, 6), ({"followed": False}, 0),
    ],
)  # fmt: skip
def test_which_messages_are_made(options, count):
    """Of flows that never notify, none is needed to follow commands."""
    checks = CommandChecks(**options)
    plain = {"source": ("10.0.0.3", 0x33), "target": ("10.0.0.4", 0x44)}
    back = {"source": plain["target"], "target": plain["source"]}
    packets = [ask(1), tell(1, 1)]
    packets += [each for psn in range(5) for each in (ask(psn, WRITE_ONLY, RETH, **plain), tell(psn, psn + 1, **back))]
    (batch,) = batches(packets)
    found = checks.expert.add(batch)
    assert len(found.analysed.message_table) == count
    assert checks.add(batch, found).findings == found.findings
    checks.expert.finish()
    assert checks.finish() == []


RETH = ibpkt.draft("RETH", va=0x1000, r_key=1, dmalen=8)


@pytest.mark.parametrize("followed", [True, False])
def test_findings_about_commands(tmp_path, followed):
    capture = HandMadeCapture()
    identifier_used_while_open(capture)
    checks, found = CommandChecks(followed=followed), []
    with ibpkt.open(str(capture.save(tmp_path / "scene.pcap"))) as opened:
        for batch in opened.batches(max_packets=4):
            found += checks.add(batch, checks.expert.add(batch)).findings
    checks.expert.finish()
    found += checks.finish()
    assert ("command-identifier-in-use" in [finding.kind.name for finding in found]) is followed
