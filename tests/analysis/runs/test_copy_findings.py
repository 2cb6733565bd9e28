"""What is said of copies does not depend on batches."""

from __future__ import annotations

import pytest

from tests.support.analysis_runs import run
from tests.support.exchanges import A, B, ask, batches, tell


def told(packets, size, times=None):
    """Of each finding of copies the packet, how many it is about, its first PSN and last, and its proof."""
    result = run(batches(packets, size, times=times))
    found = [finding for finding in result.findings if finding.kind.name == "duplicate"]
    assert len(result.frames("duplicate")) == sum(finding.packets for finding in found)
    return [(each.frame, each.packets, each.facts["psn"], each.facts["last"], each.because) for each in found]


SIZES = pytest.mark.parametrize("size", [None, 1, 2, 3, 5])


def twice(first, end, **ends):
    """Each request, and the copy of it that follows."""
    return [ask(psn, ident=psn + 2, **ends) for number in range(first, end) for psn in (number, number)]


@SIZES
def test_copies_that_follow_each_other_are_one_finding(size):
    packets = [ask(0, ident=1), tell(0, 1), *twice(1, 4), ask(4, ident=6), *twice(5, 6), tell(5, 6)]
    assert told(packets, size) == [(4, 3, 1, 3, (3, 4)), (11, 1, 5, 5, (10, 11))]


@SIZES
def test_each_end_by_itself(size):
    """B asks with the same PSNs."""
    own, others = twice(3, 5), twice(3, 5, source=B, target=A)
    first = [*(ask(psn, ident=psn + 1) for psn in range(3)), tell(2, 3, ident=1)]
    once = [*first, *(ask(psn, ident=psn + 2, source=B, target=A) for psn in range(3))]
    packets = [*once, *own[:2], *others[:2], *own[2:], *others[2:]]
    assert told(packets, size) == [(9, 2, 3, 4, (8, 9)), (11, 2, 3, 4, (10, 11))]


@SIZES
def test_a_flow_that_ends_while_they_may_go_on(size):
    """Another connection begins on its queue pairs right behind the copies."""
    again = [each for psn in range(3_000_000, 3_000_006) for each in (ask(psn), tell(psn, psn - 2_999_999))]
    packets = [ask(0, ident=1), tell(0, 1), *twice(1, 4), tell(3, 4), *again]
    assert told(packets, size) == [(4, 3, 1, 3, (3, 4))]


@SIZES
def test_it_may_go_on_for_long(size):
    """More copies than wait until it is known whether the capture has all of the flow twice."""
    packets = [ask(0, ident=1), tell(0, 1), *twice(1, 31)]
    assert told(packets, size) == [(4, 30, 1, 30, (3, 4))]


@SIZES
def test_all_of_a_flow_that_comes_twice_is_one_finding(size):
    packets = [
        each for psn in range(6) for each in (*[ask(psn, ident=psn + 1)] * 2, *[tell(psn, psn + 1, ident=psn + 1)] * 2)
    ]
    assert [(frame, count) for frame, count, *_ in told(packets, size)] == [(2, 12)]


@SIZES
def test_copies_before_the_first_answer_belong_to_what_comes_twice(size):
    """A pause ends the first of them before it is known that answers come twice, too, but not before it can be."""
    requests = [ask(psn, ident=psn + 1) for psn in range(4) for _ in range(2)]
    answers = [tell(psn, psn + 1, ident=psn) for psn in (1, 3) for _ in range(2)]
    packets = [*requests, *answers, *[ask(4, ident=5)] * 2]
    times = [500_000 * (at // 2) + 1000 * (at % 2) for at in range(len(packets))]
    assert [(frame, count) for frame, count, *_ in told(packets, size, times)] == [(2, 7)]


@SIZES
def test_directions_that_an_answer_joins_later(size):
    """What one of them has asked for by then is of its half with another number: copies, and the order of sending."""
    others = {"source": B, "target": A}
    once = [ask(psn, ident=psn + 1) for psn in range(3)]
    own = [ask(50, ident=1, **others), ask(50, ident=1, **others), ask(51, ident=2, **others)]
    joined = [tell(0, 1, ident=3), ask(51, ident=2, **others), ask(53, ident=5, **others)]
    last = [ask(52, ident=4, **others), tell(53, 4, source=A, target=B, ident=4)]
    packets = [*once, *own, *joined, *last]
    assert told(packets, size) == [(5, 2, 50, 51, (4, 5))]
    result = run(batches(packets, size))
    assert result.flows == run(batches(packets)).flows
    assert result.kinds == run(batches(packets)).kinds
    assert result.kinds["out-of-order"] == 1


@SIZES
def test_copies_of_a_direction_before_it_is_known_to_belong_to_a_flow(size):
    """B has a flow of its own until it answers A."""
    ends = {"source": B, "target": A}
    packets = [ask(0, ident=1), ask(100, ident=102, **ends), *twice(101, 104, **ends), tell(0, 1, ident=106)]
    packets += [ask(psn, ident=psn + 1) for psn in range(1, 4)]
    assert told(packets, size) == [(4, 3, 101, 103, (3, 4))]


@SIZES
def test_a_capture_that_has_several_flows_twice_says_so_once(size):
    """As where two taps are merged in one file."""
    flows = [(number, (A[0], A[1] + number), (B[0], B[1] + number)) for number in range(3)]
    packets = [
        each
        for psn in range(6)
        for number, a, b in flows
        for each in (
            *[ask(100 * number + psn, ident=3 * psn + number + 1, source=a, target=b)] * 2,
            *[tell(100 * number + psn, psn + 1, ident=3 * psn + number + 1, source=b, target=a)] * 2,
        )
    ]
    result = run(batches(packets, size))
    assert result.kinds == {"captured-twice": 36}
    (finding,) = result.findings
    assert str(finding) == "every packet of 3 flows is in the capture twice"
    assert (finding.frame, finding.packets, finding.flow) == (2, 36, 0)
