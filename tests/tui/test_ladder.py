"""The ladder: packets in order, silences between them, arrows that fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.ladder_rows import NARROWEST, LadderItem, LadderRows, arrow, arrow_kind, label
from ibpkt.tui.packet_index import PacketIndex
from ibpkt.tui.packet_lines import PacketLine
from tests.support.shared import OWN


class Times:
    """Stands for an index: packets at given times."""

    def __init__(self, times):
        self._times = np.array(times, np.int64)

    def times(self, rows):
        return self._times[rows]


MS = 10**6


def test_silences_stand_before_the_packet_that_ends_them():
    ladder = LadderRows(np.arange(5), Times([0, 1000, 2000, 2000 + 5 * MS, 3000 + 5 * MS]))
    assert [ladder[place] for place in range(len(ladder))] == [
        LadderItem(0), LadderItem(1), LadderItem(2), LadderItem(3, 5 * MS), LadderItem(3), LadderItem(4),
    ]  # fmt: skip
    assert [ladder.place_of(row) for row in range(6)] == [0, 1, 2, 4, 5, 5]


@pytest.mark.parametrize("times", [[], [5], [0, 10**9], [0, 900_000, 1_000_000]])
def test_what_is_usual_is_no_silence(times):
    ladder = LadderRows(np.arange(len(times)), Times(times))
    assert [ladder[place] for place in range(len(ladder))] == [LadderItem(row) for row in range(len(times))]


@given(st.lists(st.integers(0, 10**8), min_size=1, max_size=40), st.integers(1, 5))
def test_every_packet_is_there_once_and_found(steps, every):
    times = np.cumsum(steps)
    rows = np.arange(len(steps)) * every
    ladder = LadderRows(rows, Times(np.repeat(times, every)))
    items = [ladder[place] for place in range(len(ladder))]
    assert [item.row for item in items if not item.silence] == rows.tolist()
    for row in rows.tolist():
        assert ladder[ladder.place_of(row)] == LadderItem(row)
    spans = {item.row: item.silence for item in items if item.silence}
    for row, span in spans.items():
        at = row // every
        assert span == times[at] - times[at - 1] >= MS


def line(info="RC SEND Only QP=0x00003b PSN=4154203", payload=64, wrong=""):
    return PacketLine(0, 0, "a", "b", "RoCEv2", 130, payload, info, wrong)


def test_labels_leave_out_what_all_packets_share():
    assert label(line(), again=False) == "SEND Only PSN=4154203  64 B"
    assert label(line(payload=0, wrong="[ICRC bad]"), again=True) == "SEND Only PSN=4154203  again  [ICRC bad]"
    nak = line("RC Acknowledge QP=0x00003e PSN=4154203 NAK PSN Sequence Error MSN=37", 0)
    assert label(nak, again=False) == "Acknowledge PSN=4154203 NAK PSN Sequence Error MSN=37"
    assert arrow_kind(nak, again=False, from_a=False) == ("refused", "─")
    assert arrow_kind(line(), again=True, from_a=True) == ("again", "═")
    assert arrow_kind(line(), again=False, from_a=True) == ("a", "━")
    assert arrow_kind(line(payload=0), again=False, from_a=False) == ("b", "─")
    # ICMP, say: it has a NAK in no word of its own
    assert arrow_kind(line("SNAKE", 0), again=False, from_a=True) == ("a", "─")


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=80), st.integers(NARROWEST, 90))
def test_arrows_are_as_wide_as_their_ladder(text, width):
    right, left = (arrow(text, width, "─", to_right=way) for way in (True, False))
    assert len(right) == len(left) == width
    assert right.endswith("▶")
    assert left.startswith("◀")
    if len(text) <= width - 5:
        assert text in right
        assert text in left
    else:
        assert "…" in right


def test_of_a_capture():
    index = PacketIndex(CaptureBytes(str(OWN / "rc_write.pcap"), "x"))
    index.read(BackgroundPace())
    ladder = LadderRows(np.arange(index.count), index)
    assert len(ladder) > index.count
