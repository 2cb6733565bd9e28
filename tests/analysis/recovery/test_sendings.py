"""When a PSN was last sent."""

import pytest

from ibpkt.analysis.recovery.run import MOST_PAUSE, Run, RunKind
from ibpkt.analysis.recovery.sendings import Sendings


def _requests(first: int, end: int, time: int, last_time: int, *, after: int = 0) -> Run:
    return Run(
        RunKind.REQUESTS, first, end, end - first, first + 1, end, time, last_time, first, 0, after=after
    )  # fmt: skip


@pytest.mark.parametrize("pause", [1_000, MOST_PAUSE, MOST_PAUSE + 1, 10**9])
def test_a_packet_behind_a_pause_was_sent_behind_it(pause):
    """Packets of one run are taken as evenly spaced, across a cut by a batch, too; a pause is no such cut."""
    sendings = Sendings()
    sendings.add(_requests(0, 3, 0, 200_000))
    sendings.add(_requests(3, 5, 200_000 + pause, 203_000 + pause, after=3))
    spaced = ((203_000 + pause) * 3 // 4, 1)
    assert sendings.last(3) == ((200_000 + pause, 4) if pause > MOST_PAUSE else spaced)
