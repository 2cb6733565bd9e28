"""What packets show of flows that no finding tells of: how they are set up, how large, and how quickly answered."""

from __future__ import annotations

import operator
from collections import defaultdict

import numpy as np

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.columns.directions import DirectionState, PacketDirections
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.carrier_versions import CarrierVersions
from ibpkt.analysis.incidents.case_tally import CaseTally
from ibpkt.analysis.incidents.connection_gids import ConnectionGIDs
from ibpkt.analysis.incidents.datagram_keys import DatagramKeys
from ibpkt.analysis.incidents.default_class import DefaultClass
from ibpkt.analysis.incidents.hop_limits import HopLimits
from ibpkt.analysis.incidents.icmp_errors import ICMPErrors
from ibpkt.analysis.incidents.incast import Incast
from ibpkt.analysis.incidents.incident_groups import CaptureSpan, IncidentGroups
from ibpkt.analysis.incidents.notification_classes import NotificationClasses
from ibpkt.analysis.incidents.packet_sizes import LargerPacket, PacketSizes
from ibpkt.analysis.incidents.path_settings import PathSettings
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.incidents.response_times import ResponseTimes, SlowAnswer
from ibpkt.analysis.results.finding import Severity, about, duration
from ibpkt.analysis.results.flow import Flow
from ibpkt.arrays import Ints
from ibpkt.batch import Batch

#: slow answers are told of if they take such a share of the capture; so many of them that take more are a warning
TOLD, MUCH, MANY = 0.01, 0.1, 3


class Conditions:
    """Watches the packets of a capture, batch by batch.

    Args:
        analyser: knows the flows.
    """

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self._directions = DirectionState(largest=0)  # see `PacketSizes`
        self._settings = PathSettings()
        self._versions = CarrierVersions()
        self._sizes = PacketSizes(self._directions)
        self._times = ResponseTimes()
        self._incast = Incast()
        self._gids = ConnectionGIDs()
        self._keys = DatagramKeys()
        self._hops = HopLimits()
        self._notifications = NotificationClasses()
        self._default = DefaultClass()
        self._icmp = ICMPErrors()
        self._stalls: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)  # by half

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        directions = PacketDirections.of(columns, flows)
        places = self._directions.places(directions.distinct)
        self._settings.add(columns, flows, directions)
        self._versions.add(columns, flows, directions)
        self._sizes.add(columns, directions, places)
        self._times.add(columns, flows, requesters)
        self._incast.add(columns, flows, directions.firsts())
        self._gids.add(columns.batch)
        self._keys.add(columns, flows, columns.batch)
        self._hops.add(columns, flows, directions)
        self._notifications.add(columns, flows)

    def add_others(self, batch: Batch) -> None:
        """Take all packets of a batch, for those that have no BTH."""
        self._default.add(batch)
        self._icmp.add(batch)

    def note_stalls(self, flow: int, side: int, stalls: list[tuple[int, int]]) -> None:
        """From when to when requests of an end waited for what findings explain."""
        self._stalls[flow, side] += stalls

    def usual_response(self, flow: int, side: int) -> int:
        """Nanoseconds that answers to an end of a flow usually take; 0 where too few are known."""
        return self._times.usual(flow, side)

    def oversized(self, number: int, flow: Flow, side: int, psn: int, troubled: object) -> LargerPacket | None:
        """The packet of an end with a PSN, if all between its hosts that arrived was smaller.

        Args:
            number: the number under which the flow has sent it.
            flow: the flow.
            side: the end, as under that number.
            psn: the PSN.
            troubled: holds the numbers of flows whose packets may not have arrived.
        """
        source, target = self._ends(number, flow, side)
        if source == target:
            return None
        numbers = map(self._analyser.addresses.number, (source, target))
        direction = 2 * number + operator.gt(*numbers)
        larger = self._sizes.larger(direction, psn)
        if larger is None or any(other not in troubled for other in self._sizes.others(direction, larger.size)):  # type: ignore[operator]
            return None  # packets as large have arrived
        return larger

    def heard_from_other(self, number: int, flow: Flow, side: int) -> int:
        """When the other end of a flow was heard last, in nanoseconds since the epoch; 0 for never."""
        source, target = self._ends(number, flow, side)
        return self._settings.heard(target, source)

    @staticmethod
    def _ends(number: int, flow: Flow, side: int) -> tuple[str, str]:
        first, second = (each.address for each in flow.sides)
        return (second, first) if side ^ (number != flow.number) else (first, second)

    def tell(self, groups: IncidentGroups, span: CaptureSpan) -> None:
        """What is worth telling, at the end of the capture."""
        self._settings.tell(groups)
        self._versions.tell(groups)
        self._incast.tell(groups)
        self._gids.tell(groups)
        self._keys.tell(groups)
        self._hops.tell(groups)
        self._notifications.tell(groups, self._settings)
        self._default.tell(groups, self._settings)
        self._icmp.tell(groups, self._settings)
        self._tell_slow_answers(groups, span)

    def _tell_slow_answers(self, groups: IncidentGroups, span: CaptureSpan) -> None:
        by_place: defaultdict[IncidentPlace, list[SlowAnswer]] = defaultdict(list)
        for answer in self._times.slow():
            if not self._is_explained(answer):
                by_place[IncidentPlace(Reach.RECEIVER, answer.asker, answer.responder)].append(answer)
        for place, answers in by_place.items():
            lasted = span.end - (span.start or 0)
            share = sum(answer.span for answer in answers) / lasted if lasted else 0.0
            if share < TOLD:
                continue
            tally = groups.at(cases.SLOW_ANSWERS, place)
            severity = Severity.WARNING if share >= MUCH and len(answers) >= MANY else Severity.NOTE
            _tell(tally, answers, severity)
            groups.concern(cases.SLOW_ANSWERS, place, {answer.flow for answer in answers})

    def _is_explained(self, answer: SlowAnswer) -> bool:
        """Whether findings explain why an answer was late."""
        stalls = self._stalls.get((answer.flow, answer.side), ())
        return any(since < answer.answered and answer.asked < until for since, until in stalls)


def _tell(tally: CaseTally, answers: list[SlowAnswer], severity: Severity) -> None:
    """Slow answers of one place."""
    medians = np.sort([answer.median for answer in answers])
    longest = max(answers, key=lambda answer: answer.span)
    usual = about(int(medians[len(medians) // 2]))
    tally.detail = f"{about(longest.span)} instead of about {usual}"
    tally.observed += len(answers)
    tally.severity = max(tally.severity, severity)
    tally.selected = True
    for answer in answers:
        tally.span(answer.frame, answer.answered)
        tally.span(answer.asked_frame, answer.asked)
        story = (f"PSN {answer.psn} ({answer.asked_frame}) is answered {duration(answer.span)} later ({answer.frame})",)
        tally.stand_still(answer.span, story, "slow answers")
