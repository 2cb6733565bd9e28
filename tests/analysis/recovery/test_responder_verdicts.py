"""What is said of answers that nothing in the capture asked for, with the PSNs that the packets have."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.responder_verdicts import early_verdict, ghost_verdict, unsent_verdict
from ibpkt.analysis.recovery.run import Run, RunKind

WRAP = 1 << 24


def ack(psn, sent, frame=7, time=1000, packets=1):
    return Run(RunKind.ACK_OF_UNSENT, psn, psn + 1, packets, frame, frame + packets - 1, time, time + 10, sent, sent)


@pytest.mark.parametrize(("psn", "sent"), [(40, 20), (WRAP + 2, WRAP), (2 * WRAP - 1, 2 * WRAP - 3)])
def test_an_ack_of_what_was_not_sent(psn, sent):
    verdict = unsent_verdict(ack(psn, sent, packets=3))
    assert verdict.facts == {"count": 3, "psn": psn % WRAP, "last": (sent - 1) % WRAP}
    assert (verdict.packets, verdict.because) == (3, (7,))


@pytest.mark.parametrize("psn", [40, WRAP, WRAP + 2])
def test_an_ack_that_nothing_asked_for(psn):
    verdict = ghost_verdict(ack(psn, psn + 1, packets=2))
    assert (verdict.packets, verdict.facts) == (2, {"count": 2, "psn": psn % WRAP})


@pytest.mark.parametrize("psn", [40, WRAP + 2])
def test_acks_that_come_before_their_requests(psn):
    """The last of them shows by how much at the least."""
    acks = [ack(psn + more, psn, frame=7 + more, time=1000 + 100 * more) for more in range(3)]
    request = Run(RunKind.REQUESTS, psn, psn + 1, 1, 12, 12, 1500, 1500, psn, psn)
    verdict = early_verdict(acks, request)
    assert verdict.facts == {"psn": psn % WRAP, "lead": 1500 - 1210}
    assert (verdict.run, verdict.packets, verdict.because) == (acks[0], 1, (7, 8, 9, 12))
