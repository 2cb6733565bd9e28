"""MSNs where the capture begins in the middle of a connection (IBA 1, 9.7.7.1)."""

import pytest

from ibpkt import traffic
from tests.support.analysis_runs import OPERATIONS, keep, run
from tests.support.exchanges import READ_ONLY, ask, batches, read, tell

#: the responder has executed two messages whose requests are not in the capture, and one of which it has yet to answer
BEGUN = [ask(10), tell(7, 5), tell(8, 6, opcode=READ_ONLY, size=8), tell(10, 8)]


def _told(packets, size=None):
    return [(finding.frame, finding.kind.name) for finding in run(batches(packets, size)).findings]


@pytest.mark.parametrize("size", [None, 1])
def test_answers_to_requests_before_the_capture_count_nothing(size):
    assert _told([*BEGUN, ask(11), tell(11, 9)], size) == []


@pytest.mark.parametrize("size", [None, 1])
def test_a_wrong_number_behind_them_is_told(size):
    assert _told([*BEGUN, ask(11), tell(11, 14), ask(12), tell(12, 10)], size) == [(6, "msn")]


@pytest.mark.parametrize("size", [None, 1])
def test_the_response_of_a_read_does_not_say_where_the_count_stands(size):
    """A READ may be counted before its response is sent, or behind it: an ACK decides."""
    packets = [ask(9), tell(7, 4), read(10), tell(10, 6, opcode=READ_ONLY, size=8), ask(11), tell(11, 8)]
    assert _told(packets, size) == []


@pytest.mark.parametrize("begin", [2, 50, 333])
@pytest.mark.parametrize("seed", range(3))
def test_clean_traffic_that_begins_in_the_middle(seed, begin):
    scene = traffic.Traffic(
        seed, packets=3000, operations=OPERATIONS, sizes=(0, 5000), conversations=2, both_ways=True, truth=None
    )
    result = run(keep(scene.batches(), lambda batch: batch.frames.number_of > begin))
    assert result.findings == []
    assert set(result.outcomes) <= {"completed", "under way", "unknown"}
