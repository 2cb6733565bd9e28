"""Setting the clock of a capture: every packet, by the same time, and nothing else."""

from __future__ import annotations

import pytest

from ibpkt import edit
from ibpkt.errors import CallerError
from tests.support.command import run
from tests.support.edit_runs import edited


@pytest.mark.parametrize(
    ("text", "nanoseconds"), [("3600", 3600 * 10**9), ("-0.5", -(5 * 10**8)), ("0.000000001", 1), ("+2", 2 * 10**9)]
)
def test_all_packets_are_later_by_so_much(text, nanoseconds):
    before, after = edited("mix_all_ops.pcap"), edited("mix_all_ops.pcap", edit.Shift(text))
    assert [packet.time - nanoseconds for packet in after] == [packet.time for packet in before]
    assert [packet.data for packet in after] == [packet.data for packet in before]


@pytest.mark.parametrize("text", ["", "soon", "1e3", "nan", "1,5", "1s", "2026-11-21T12:00:00Z"])
def test_what_is_no_number_of_seconds(text):
    with pytest.raises(CallerError, match="is no number of seconds"):
        edit.Shift(text)


@pytest.mark.parametrize(("text", "when"), [("-9000000000", "before 1970"), ("9000000000", "after 2262")])
def test_times_that_cannot_be(text, when):
    with pytest.raises(CallerError, match=f"packet 1 would be {when}"):
        edited("mix_all_ops.pcap", edit.Shift(text))


@pytest.mark.costly
def test_steps_before_it_see_the_old_times_and_others_behind_it_the_new(tmp_path):
    path = "captures/rc_write.pcap"
    run("edit", path, "--until", "+1", "--shift", "-7", "-w", tmp_path / "out.pcap")

    def times(*arguments):
        return [float(line) for line in run("decode", "-T", "fields", "-e", "frame.time_epoch", *arguments).lines]

    early = [time for time in times(path) if time < times(path)[0] + 1]
    assert 0 < len(early) < len(times(path))
    assert times(tmp_path / "out.pcap") == pytest.approx([time - 7 for time in early], abs=1e-6)
