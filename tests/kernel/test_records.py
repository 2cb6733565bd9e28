"""Records by the compiled kernel are those of the reader in Python."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from tests.support.command import CAPTURES

FILES = sorted(CAPTURES.glob("*.pcap"))


def _records(path):
    with ibpkt.open(path) as capture:
        try:
            return [
                np.stack((batch.frames.offset, batch.frames.captured, batch.frames.wirelen, batch.frames.time)).tolist()
                for batch in capture.batches()
            ], ""
        except ibpkt.Error as error:
            return [], str(error)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_capture(use, path):
    found = _records(path)
    use(False)
    assert found == _records(path)


def test_a_capture_that_is_cut_anywhere(use, tmp_path):
    data = (CAPTURES / "rc_write.pcap").read_bytes()[:700]
    for size in range(24, len(data)):
        path = tmp_path / "cut.pcap"
        path.write_bytes(data[:size])
        use(True)
        found = _records(path)
        use(False)
        assert found == _records(path), size
