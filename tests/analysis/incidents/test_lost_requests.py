"""Lost requests found by PSN: the same ones that a look through all of them finds."""

from __future__ import annotations

from hypothesis import given, strategies as st

from ibpkt.analysis.incidents.half_events import PSNSpan
from ibpkt.analysis.incidents.lost_requests import LostRequests
from ibpkt.protocols import PSN_MASK

PSNS = st.integers(-20, 40).map(lambda psn: psn & PSN_MASK)  # around where they begin again


@st.composite
def spans(draw):
    sizes = st.one_of(st.just(0), st.just(0), st.integers(0, 6))
    frames = sorted(draw(st.lists(st.integers(1, 99), max_size=60)))
    return [
        PSNSpan(first := draw(PSNS), (first + draw(sizes)) & PSN_MASK, frame, 0, 1, draw(st.integers(0, 3)) == 0)
        for frame in frames
    ]


@given(lost=spans(), psn=PSNS, count=st.integers(0, 20), since=st.integers(0, 60), before=st.integers(1, 120))
def test_found_by_psn(lost, psn, count, since, before):
    found = LostRequests(lost)
    requests = [span for span in lost if not span.answers]
    having = [span for span in requests if span.has(psn)]
    earlier = [span for span in having if span.frame < before]
    assert found.having(psn, before) is next(iter((*earlier[-1:], *having, None)))
    asked = PSNSpan(psn, (psn + count) & PSN_MASK, 1, 0, 1, False)
    met = [span for span in requests if span.meets(asked.first, asked.last) and since <= span.frame < before]
    assert found.meeting(asked, since, before) is next(iter((*met, None)))
