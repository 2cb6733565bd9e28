"""What flows carry, by their messages, where connection management did not say it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.flow import Flow
from ibpkt.batch import Batch
from ibpkt.commands.follower import CommandFollower
from ibpkt.commands.wanted_messages import WantedMessages


class CarriedProtocols:
    """Recognises what the flows of one capture carry; a flow is looked at only until that is known.

    Args:
        analyser: the analyser of the flows, which somebody else feeds; it returns messages, those of `choice`.
        choice: its choice of messages.
    """

    def __init__(self, analyser: Analyser, choice: WantedMessages) -> None:
        self._follower = CommandFollower(analyser=analyser, choice=choice, to_the_end=False)

    def add(self, batch: Batch, result: AnalysisResult) -> None:
        """Take what the analyser said of a batch."""
        self._follower.follow_table(batch, result)

    def finish(self, result: AnalysisResult) -> None:
        """Take what it said of the end of the capture, or of a part of it."""
        self._follower.follow_last(result)

    def name(self, flows: Iterable[Flow]) -> Iterator[Flow]:
        """The same flows, which are over; where connection management named nothing, what their messages show."""
        for flow in flows:
            protocol = self._follower.forget(flow.number)
            yield dataclasses.replace(flow, carries=_text(protocol)) if protocol and not flow.carries else flow


def _text(protocol: str) -> str:
    from ibpkt.commands.known import PROTOCOLS  # late: in most captures there are none

    return f"messages ({PROTOCOLS[protocol].title})"
