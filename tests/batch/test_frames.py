"""What the frames say of some packets is what they say of all."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from tests.support.command import CAPTURES

COLUMNS = {
    "numbers": "number_of",
    "relative_times": "time_relative",
    "deltas": "time_delta",
    "displayed_deltas": "time_delta_displayed",
    "lengths": "frame_len",
    "captured_lengths": "frame_cap_len",
}
FILES = ["rc_write.pcap", "ib_small.pcap", "derived_cut_in_record.pcap"]


def _batches(name):
    with ibpkt.open(CAPTURES / name) as capture:
        for batch in capture.batches():
            yield batch
            third = np.arange(len(batch)) % 3 == 1
            yield batch.select(third)
            yield batch.select(third, previous=int(batch.frames.time[0]) - 5)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("method", COLUMNS)
def test_some_packets(name, method):
    for batch in _batches(name):
        frames, every = batch.frames, getattr(batch.frames, COLUMNS[method])
        for rows in (np.arange(len(batch)), np.arange(0, len(batch), 2), np.array([len(batch) - 1, 0, 3])):
            assert getattr(frames, method)(rows).tolist() == every[rows].tolist()
