"""PSNs far from all others: damaged packets, packets of nobody, and new connections of the same queue pairs."""

import pytest

from tests.support.analysis_runs import run
from tests.support.exchanges import ask, batches, tell

FIRST, COUNT = 1000, 20
FAR = [3_000_000, 12_000_000, FIRST + (1 << 23), FIRST + (1 << 23) + 1]


def _exchange(first, count=COUNT, psn=FIRST):
    """SENDs that are answered one by one; the first ones may have been before."""
    return [
        each for number in range(first, first + count)
        for each in (ask(psn + number), tell(psn + number, number + 1))
    ]  # fmt: skip


def _run(packets, size=None):
    return run(batches(packets, size))


@pytest.mark.parametrize("size", [None, 1, 3])
@pytest.mark.parametrize("psn", FAR)
def test_one_request_far_away(psn, size):
    """It is said of this packet alone: nothing is missing, nothing is sent again, and the flow goes on."""
    packets = [*_exchange(0), ask(FIRST + COUNT), ask(psn), *_exchange(COUNT)[1:]]
    result = _run(packets, size)
    assert [(each.kind.name, each.frame, each.facts) for each in result.findings] == [
        ("stray", 2 * COUNT + 2, {"psn": psn & 0xFFFFFF})
    ]
    assert result.frames("stray") == {2 * COUNT + 2}
    assert result.outcomes == {"completed": 2 * COUNT}
    assert len(result.flows) == 1


@pytest.mark.parametrize("psn", FAR)
def test_one_request_far_away_where_nothing_is_under_way(psn):
    """What comes behind it goes on where the flow was, so it began no connection."""
    result = _run([*_exchange(0), ask(psn), *_exchange(COUNT)])
    assert result.kinds == {"stray": 1}
    assert result.outcomes == {"completed": 2 * COUNT}


@pytest.mark.parametrize("size", [None, 1, 3])
@pytest.mark.parametrize("psn", FAR)
def test_an_answer_that_nobody_asked_for(psn, size):
    result = _run([*_exchange(0), tell(psn, 3), *_exchange(COUNT)], size)
    assert [(each.kind.name, each.frame) for each in result.findings] == [("stray", 2 * COUNT + 1)]
    assert result.frames("stray") == {2 * COUNT + 1}
    assert result.outcomes == {"completed": 2 * COUNT}


@pytest.mark.sweep
@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize("msn", [1, 3, COUNT, COUNT + 1, 5000])
@pytest.mark.parametrize("pending", [0, 1])
def test_its_answer_is_not_told_again(size, msn, pending):
    """The answer to a request far away is as stray as that, however many messages it counts."""
    far = [ask(3_000_000), tell(3_000_000, msn)]
    following = _exchange(COUNT)
    result = _run([*_exchange(0), *following[:pending], *far, *following[pending:]], size)
    assert result.kinds == {"stray": 1}
    assert result.frames("stray") == {2 * COUNT + pending + 1, 2 * COUNT + pending + 2}
    assert result.outcomes == {"completed": 2 * COUNT}


@pytest.mark.parametrize("size", [None, 1, 3])
def test_several_that_say_other_numbers_each(size):
    packets = [*_exchange(0), ask(FIRST + COUNT), ask(3_000_000), ask(9_000_000), tell(6_000_000, 3)]
    result = _run([*packets, *_exchange(COUNT)[1:]], size)
    assert result.kinds == {"stray": 3}
    assert result.outcomes == {"completed": 2 * COUNT}
    assert len(result.flows) == 1


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 7])
def test_noise_is_no_flood(size):
    """A thousand packets of other numbers in between: a few are told, all are marked."""
    packets = _exchange(0)
    for number in range(1000):
        packets += [ask(3_000_000 + number * 654_321 % 9_000_000), ask(FIRST + COUNT + number)]
    result = _run(packets, size)
    assert set(result.kinds) == {"stray"}
    assert result.kinds["stray"] <= 8
    assert len(result.frames("stray")) > 900


@pytest.mark.sweep
@pytest.mark.parametrize("size", [None, 1, 7])
@pytest.mark.parametrize("psn", FAR)
@pytest.mark.parametrize("pending", [0, 4])
def test_a_new_connection_far_away(psn, pending, size):
    """All of it is told; of what was under way before nobody knows how it ended.

    Where something was under way, the first packet is not believed until the next one comes: it is lost where a batch
    ends between them.
    """
    packets = [*_exchange(0), *(ask(FIRST + COUNT + number) for number in range(pending)), *_exchange(0, psn=psn)]
    result = _run(packets, size)
    assert set(result.kinds) <= {"stray"}
    assert sum(result.kinds.values()) <= 1
    outcomes = result.outcomes
    assert outcomes.pop("unknown", 0) == pending
    assert set(outcomes) == {"completed"}
    assert outcomes["completed"] >= 2 * COUNT - (pending > 0 and size is not None)
    assert sorted(flow.ended for flow in result.flows) == ["", "reused"]
