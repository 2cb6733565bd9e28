"""Why a repetition begins, where a NAK and an answer may both be the reason."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.holes import Holes
from ibpkt.analysis.recovery.open_naks import OpenNaks
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.recovery.repetition_reason import Reasons
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.sendings import Sendings

START = 1_700_000_000 * 10**9


@pytest.mark.parametrize(
    ("what", "fields", "cause"),
    [
        ("a READ whose responses are missing, and the NAK's packet came late", {}, Cause.RESPONSE),
        ("no answer has come behind the READ", {"acked": 10}, Cause.NAK),
        ("the answer came before the NAK", {"acked_time": START - 1000}, Cause.NAK),
        ("no READ: the first packets that the NAK asked for are missing", {"reads": False}, Cause.NAK),
        ("the NAK asked for the READ itself", {"first": 10}, Cause.NAK),
    ],
)
def test_what_a_read_answers_that_comes_again(what, fields, cause):
    timers, naks, sendings, holes = FlowTimers(), OpenNaks(), Sendings(), Holes()
    naks.add(Run(RunKind.NAK_SEQUENCE, 10, 11, 1, 5, 5, START, START, 20, 10))
    run = Run(
        RunKind.REQUESTS, 11, 15, 1, 9, 9, START + 9000, START + 9000, 20, 20,
        acked_time=START + 5000, skipped=1, reads=True,
    ).replace(**fields)  # fmt: skip
    assert Reasons(timers, naks, sendings, holes).find(run, None, True).cause is cause, what
