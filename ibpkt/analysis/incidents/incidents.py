"""Findings put together to incidents: one for each thing that is wrong, with its place and its cost.

expert = Expert()
incidents = Incidents(expert)
for batch in capture.batches():
    incidents.add(expert.add(batch), batch)
incidents.add_last(expert.finish())
for incident in incidents.finish():
    print(incident.cause, incident.where, incident.sentence)

Findings of flows go to `FlowTrouble`, which finds out what explains them.  Findings of single packets come as columns
and are counted by the addresses of their packets; those that say why a packet is dropped are told to its flow.
"""

from __future__ import annotations

import copy
import functools
from collections import OrderedDict, defaultdict
from collections.abc import Iterable

import numpy as np

from ibpkt.analysis.checks.expert import Expert, ExpertResult
from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.checks.pause_frames import PAUSE, RESUME
from ibpkt.analysis.columns.transport import RESPONSE
from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case_tally import ACK_TIMERS, CaseTally
from ibpkt.analysis.incidents.conditions import Conditions
from ibpkt.analysis.incidents.explanation import Dropped, Spot
from ibpkt.analysis.incidents.flow_trouble import FlowTrouble
from ibpkt.analysis.incidents.host_counts import HostCounts
from ibpkt.analysis.incidents.incident import Incident
from ibpkt.analysis.incidents.incident_groups import CaptureSpan, IncidentGroups
from ibpkt.analysis.incidents.key_history import KeyHistory
from ibpkt.analysis.incidents.kind_cases import BACKWARD, Meaning, meaning_of
from ibpkt.analysis.incidents.link_changes import LINK, MOST as MOST_CHANGES, LinkChange, LinkChanges
from ibpkt.analysis.incidents.packet_sizes import LargerPacket
from ibpkt.analysis.incidents.path_settings import MANAGEMENT
from ibpkt.analysis.incidents.pauses import Pauses
from ibpkt.analysis.incidents.place import IncidentPlace, Reach
from ibpkt.analysis.incidents.unassigned_drops import UnassignedDrops
from ibpkt.analysis.recovery.kinds import CAPTURED_TWICE, NAK_REFUSED
from ibpkt.analysis.results.finding import Finding, FindingType, Severity, duration
from ibpkt.analysis.results.flow import Flow
from ibpkt.arguments import checked
from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch
from ibpkt.protocols import LRH, PERMISSIVE
from ibpkt.protocols.mad.cm import REASONS

#: flows whose findings wait for what explains them
MOST_TROUBLED = 8192
#: of a kind in a batch: packets that are told to their flows, and pairs of addresses that are told apart
MOST_TOLD = 1024
#: datagrams of management whose addresses are kept
MOST_DATAGRAMS = 16384
#: packets of directed routes that are kept
MOST_DIRECTED = 1 << 20
#: marked flows that are known
MOST_MARKED = 65536
#: characters that the reasons of refusals take, before another one is added
REASONS_WIDTH = 80
_ICRC_BAD = "icrc-bad"
_NONE = np.zeros(0, np.int64)
#: what stands for the two ends of a directed route, which has no addresses (IBA 1, 14.2.2)
_DIRECTED = "a manager", "what is behind directed routes"
#: why a connection is refused whose queue pair the other end holds to be connected
_STALE = REASONS[10]
#: cases of packets that their receiver drops
_DROPPED = frozenset({cases.DAMAGED, cases.OTHER_PARTITION, cases.OTHER_Q_KEY})


class Incidents:
    """Puts the findings of one capture together.

    Args:
        expert: gives the findings.
        wanted: selects findings by flow and packet: incidents are told if any of their findings is wanted.
        counted: count packets of findings by host.

    Attributes:
        span: from when to when the capture goes.
        counts: packets of findings by host, where that is wanted.
    """

    @checked
    def __init__(self, expert: Expert, wanted: FindingFilter | None = None, *, counted: bool = False) -> None:
        self.counts: HostCounts | None = HostCounts() if counted else None
        self.span: CaptureSpan = CaptureSpan()
        self._expert = expert
        self._wanted = wanted if wanted is not None and wanted.filter is not None else None
        self._selection = wanted
        self._troubles: OrderedDict[int, FlowTrouble] = OrderedDict()
        self._groups = IncidentGroups()
        self._unassigned = UnassignedDrops()
        self._marked: set[int] = set()
        self._keys = KeyHistory()
        self._links = LinkChanges()
        self._pauses = Pauses(self._groups)
        self._conditions = Conditions(expert.analyser)
        self._datagrams: OrderedDict[int, tuple[str, str]] = OrderedDict()
        self._directed: Ints = _NONE  # packets of directed routes

    @property
    def _flows(self) -> frozenset[int]:
        """The flows that are wanted, as far as they are known; none for all."""
        return frozenset() if self._selection is None else self._selection.flows

    def _counts(self, kind: FindingType) -> bool:
        """Whether packets of a kind are counted by host."""
        return self._selection is None or not self._selection.kinds or kind in self._selection.kinds

    # -- batches ------------------------------------------------------------------------------------------------------

    @checked
    def add(self, found: ExpertResult, batch: Batch) -> None:
        """Take what a batch has brought, all of it."""
        if len(batch):
            self.span.see(batch.frames.first_time, int(batch.frames.time.max()))
        self._note_datagrams(found)
        flows = found.flows if len(found.columns) == len(found.flows) else found.flows[found.columns.rows]
        self._keys.add(found.columns, flows, found.requesters)
        damaged = _damaged(found)
        if self._wanted is None and len(found.columns):
            own = np.where(np.isin(flows, list(self._flows)), flows, 0) if self._flows else flows
            if len(damaged):  # nothing that they say can be trusted
                own = np.where(np.isin(found.columns.rows, damaged), 0, own)
            self._conditions.add(found.columns, own, found.requesters)
        if self._wanted is None and not self._flows:
            self._conditions.add_others(batch)
        pauses = [hits for hits in found.hits if hits.kind in (PAUSE, RESUME)]
        if pauses:
            self._pauses.add(pauses, batch, passes=lambda frame: self._wanted is None or self._wanted.passes(frame))
        self._pauses.look(found.columns, flows)
        for hits in found.hits:
            self._add_hits(hits, found, batch, damaged)
        self._add_findings(found.findings)
        if found.ended:
            for flow in found.ended:
                self._take(flow)
        while len(self._troubles) > MOST_TROUBLED:
            number = next(iter(self._troubles))
            self._take_trouble(number, self._expert.analyser.flow(number))

    @checked
    def add_last(self, findings: Iterable[Finding]) -> None:
        """Take what the end of the capture shows."""
        self._add_findings(findings)

    def finish(self) -> list[Incident]:
        """All incidents; what costs most comes first."""
        for flow in self._expert.ended:
            self._take(flow)
        for number in list(self._troubles):
            self._take_trouble(number, self._expert.analyser.flow(number))
        if self.counts is not None:  # a host of which nothing is found has counters, too
            addresses = self._expert.analyser.addresses
            texts = map(addresses.text, range(1, len(addresses) + 1))
            self.counts.hosts.update(filter(None, texts))
        self._tell_changes()
        self._pauses.tell(self.span)
        self._conditions.tell(self._groups, self.span)
        self.span.flows = self._expert.analyser.totals.flows
        return self._groups.incidents(self.span, self._expert.analyser.flow)

    def so_far(self) -> list[Incident]:
        """What `finish` would give if the capture ended here; it goes on, so that this can be asked again.

        All that the analysis keeps is copied for it, so it takes as long as there is much.
        """
        shared = {id(each): each for each in (self._wanted, self._selection)}  # they only select
        expert, incidents = copy.deepcopy((self._expert, self), shared)
        incidents.add_last(expert.finish())
        return incidents.finish()

    # -- findings of flows --------------------------------------------------------------------------------------------

    def _add_findings(self, findings: Iterable[Finding]) -> None:
        if self._wanted is not None or self._flows or self.counts is not None:
            for finding in findings:
                self._add_finding(finding)
            return
        # all are wanted, and nobody counts them: faster by flow, where there are many
        by_flow: defaultdict[int, list[Finding]] = defaultdict(list)
        for finding in findings:
            by_flow[finding.flow].append(finding)
        for finding in by_flow.pop(0, ()):
            self._add_finding(finding)
        told = self._keys.told
        for flow, own in by_flow.items():
            self._trouble(flow).add_all(own, told)

    def _add_finding(self, finding: Finding) -> None:
        wanted = self._wanted is None or self._wanted.passes(finding.frame)
        if self._flows and finding.flow not in self._flows:
            return
        if finding.flow:
            if self.counts is not None and wanted and self._counts(finding.kind):
                self.counts.add(finding)
            story = self._keys.told(finding) if finding.kind is NAK_REFUSED else ()
            self._trouble(finding.flow).add(finding, wanted, story)
            return
        meaning = meaning_of(finding.kind)
        if meaning is None:
            return
        case, (source, target) = meaning.case, self._ends_of(finding.frame)
        if case is cases.REJECTED and finding.facts["given_up"]:
            case = cases.GIVEN_UP
        elif case is cases.REJECTED:
            source, target = target, source  # the packet is the answer
            case = cases.STALE if finding.facts["reason"] == _STALE else case
        tally = self._groups.at(case, IncidentPlace(meaning.reach, source, target))
        tally.see(finding.kind.name, finding.kind.severity, finding.frame, finding.time, finding.packets)
        tally.selected = tally.selected and wanted
        if finding.kind is CAPTURED_TWICE:
            tally.detail = f", of {finding.facts['flows']:,} flows"
        if "reason" in finding.facts:
            _add_reason(tally, finding)

    def _trouble(self, flow: int) -> FlowTrouble:
        trouble = self._troubles.get(flow)
        if trouble is None:
            trouble = self._troubles[flow] = FlowTrouble(selects=self._wanted is not None)
            if self._unassigned.any:
                known = self._expert.analyser.flow(flow)
                for dropped in self._unassigned.of(known, known is not None and known.number != flow):
                    trouble.drop(dropped)
        return trouble

    def _take(self, flow: Flow) -> None:
        """A flow has ended."""
        for number in (flow.number, flow.also):
            if number in self._troubles:
                self._take_trouble(number, flow)

    def _take_trouble(self, number: int, flow: Flow | None) -> None:
        """All findings of a flow are known.

        Args:
            number: the number under which it had them.
            flow: the flow, where it is known.
        """
        trouble = self._troubles.pop(number)
        trouble.marked = number in self._marked or (flow is not None and flow.number in self._marked)
        swapped = flow is not None and number != flow.number
        oversized = functools.partial(self._oversized, number, flow)
        tallies = trouble.finish(flow, oversized)
        if self.counts is not None:
            self.counts.take(number, flow, swapped)
        for side, stalls in enumerate(trouble.stalls):
            if stalls:
                self._conditions.note_stalls(number, side, stalls)
        again = sum(map(_packets_again, tallies.values())) if tallies else 0
        resent = [max(0, side.payload - side.fresh) for side in flow.sides] if flow is not None and again else [0, 0]
        for spot, tally in tallies.items():
            if flow is not None and spot.side >= 0:
                tally.story += self._timers(spot, tally, flow.number, spot.side ^ swapped)
                if ACK_TIMERS in tally.waits:
                    tally.usual = self._conditions.usual_response(number, spot.side)
            share = _packets_again(tally) / again if again else 0
            has_responses = spot.side >= 0 and share > 0 and resent[spot.side ^ swapped ^ 1] > 0
            place = _place(spot, [] if flow is None else _ends_at(flow, trouble.moves, tally.first_frame), swapped)
            self._groups.join(spot.case, place, tally, flow, round(sum(resent) * share), has_responses)

    def _oversized(
        self, number: int, flow: Flow | None, side: int, psn: int, since: int
    ) -> tuple[LargerPacket, bool] | None:
        """See `FlowTrouble.finish`."""
        if flow is None:
            return None
        larger = self._conditions.oversized(number, flow, side, psn, self._troubles)
        return None if larger is None else (larger, self._conditions.heard_from_other(number, flow, side) > since)

    def _timers(self, spot: Spot, tally: CaseTally, number: int, side: int) -> tuple[str, ...]:
        """What connection management agreed on for the timers that a case is about."""
        if spot.case is not cases.GONE and ACK_TIMERS not in tally.waits:
            return ()
        timeout, retries, _ = self._expert.analyser.timers(number, side)
        if timeout is None:
            return ()
        text = f"connection management agreed on an ACK timeout of {duration(timeout)}"
        if retries is None or spot.case is not cases.GONE:
            return (text,)
        # an adapter may wait up to four times as long (IBA 1, 9.7.6.1.3)
        least, most = (retries + 1) * timeout, 4 * (retries + 1) * timeout
        return (f"{text} and {retries} retries: silence is noticed after {duration(least)} to {duration(most)}",)

    # -- findings of single packets -----------------------------------------------------------------------------------

    def _note_datagrams(self, found: ExpertResult) -> None:
        """The addresses of datagrams of management, which findings of connections name by their packets."""
        columns = found.columns
        rows = np.flatnonzero(columns.destqp <= MANAGEMENT)
        if not len(rows):
            return
        directed = columns.field(LRH, "dlid")[rows] == PERMISSIVE
        if directed.any():
            self._directed = np.append(self._directed, columns.frame[rows[directed]])[-MOST_DIRECTED:]
        rows = rows[~directed][-MOST_DATAGRAMS:]
        text = columns.addresses.text
        lists = (columns.frame[rows], columns.source[rows], columns.destination[rows])
        for frame, source, target in zip(*(column.tolist() for column in lists), strict=True):
            self._datagrams[frame] = text(source), text(target)
        while len(self._datagrams) > MOST_DATAGRAMS:
            self._datagrams.popitem(last=False)

    def _ends_of(self, frame: int) -> tuple[str, str]:
        """The sender and the receiver of a datagram of management; empty where they are not known."""
        ends = self._datagrams.get(frame)
        if ends is not None:
            return ends
        at = int(np.searchsorted(self._directed, frame))
        return _DIRECTED if at < len(self._directed) and self._directed[at] == frame else ("", "")

    def _add_hits(self, hits: FindingColumns, found: ExpertResult, batch: Batch, damaged: Ints) -> None:
        meaning = meaning_of(hits.kind)
        if hits.kind in (PAUSE, RESUME) or meaning is None or not len(hits):
            return  # pauses were looked at before
        if self._flows:
            hits = hits.chosen(np.isin(found.flows[hits.rows], list(self._flows)))
        if hits.kind.name != _ICRC_BAD and meaning.case is not cases.MARKED and len(hits):
            untrusted = np.isin(hits.rows, damaged)  # what packets with a wrong ICRC say is damage
            if untrusted.any():
                self._count(hits.chosen(untrusted), Meaning(cases.DAMAGED, Reach.BEFORE), found, batch)
                hits = hits.chosen(~untrusted)
            if hits.kind.name == LINK:
                hits = self._keep_changes(hits, found, batch)
        if not len(hits):
            return
        self._count(hits, meaning, found, batch)
        if meaning.case is cases.MARKED and len(self._marked) < MOST_MARKED:
            self._marked.update(np.unique(found.flows[hits.rows]).tolist())
        if meaning.case in _DROPPED or meaning.case is cases.RULE_BROKEN:
            self._tell_flows(hits, meaning, found, batch)

    def _keep_changes(self, hits: FindingColumns, found: ExpertResult, batch: Batch) -> FindingColumns:
        """Keep changes of link addresses; returns those for which there is no room."""
        count = min(len(hits), MOST_CHANGES - len(self._links.changes))
        rows = hits.rows[:count]
        at, here = _places(rows, found.columns.rows)
        if not here.all():
            return hits
        columns, facts = found.columns, hits.facts(np.arange(count))
        text, passing = columns.addresses.text, [True] * count
        if self._wanted is not None:
            passing = self._wanted.passing(rows).tolist()
        lists = (
            found.flows[rows], columns.source[at], columns.destination[at], batch.frames.number_of[rows],
            batch.frames.time[rows],
        )  # fmt: skip
        changes = zip(*(each.tolist() for each in lists), facts["what"], facts["before"], facts["now"], strict=True)
        for (flow, source, target, frame, time, what, before, now), selected in zip(changes, passing, strict=True):
            change = LinkChange(flow, text(source), text(target), frame, time, what, before, now, selected)
            self._links.changes.append(change)
        return hits.chosen(np.arange(len(hits)) >= count)

    def _tell_changes(self) -> None:
        """What changes of link addresses are."""
        flipped = self._links.flipped() if self._groups.has(cases.DAMAGED) else set()
        for at, change in enumerate(self._links.changes):
            case, place = change.place(at in flipped)
            tally = self._groups.at(case, place)
            selected = tally.selected or change.selected
            tally.see(LINK, Severity.WARNING, change.frame, change.time)
            tally.selected = selected
            self._groups.concern(case, place, [change.flow])

    def _count(self, hits: FindingColumns, meaning: Meaning, found: ExpertResult, batch: Batch) -> None:
        """Count packets by their addresses."""
        columns, frames = found.columns, batch.frames
        at, here = _places(hits.rows, columns.rows)
        source, target = np.zeros(len(hits), np.int64), np.zeros(len(hits), np.int64)
        if here.any():
            source[here], target[here] = columns.source[at[here]], columns.destination[at[here]]
        if hits.kind.name in BACKWARD:
            source, target = target, source
        order = np.lexsort((target, source))
        begins = np.flatnonzero(np.append(True, np.diff(source[order]) | np.diff(target[order])))
        ends = np.append(begins[1:], len(order))
        text, kind = columns.addresses.text, hits.kind
        for begin, end in list(zip(begins.tolist(), ends.tolist(), strict=True))[:MOST_TOLD]:
            some = np.sort(order[begin:end])
            rows = hits.rows[some]
            place = IncidentPlace(meaning.reach, text(int(source[some[0]])), text(int(target[some[0]])))
            tally = self._groups.at(meaning.case, place)
            passing = len(rows) if self._wanted is None else int(np.count_nonzero(self._wanted.passing(rows)))
            if self.counts is not None and passing and self._counts(kind):
                self.counts.count(*place.packet_ends(kind.name in BACKWARD), kind.name, passing)
            numbers, times = frames.number_of[rows], frames.time[rows]
            selected = tally.selected or passing > 0
            tally.see(kind.name, kind.severity, int(numbers[0]), int(times[0]), len(rows))
            tally.span(int(numbers[-1]), int(times.max()))
            tally.selected = selected
            if meaning.case is cases.RULE_BROKEN and int(numbers[0]) < tally.detail_frame:
                which = np.zeros(len(hits), np.bool_)
                which[some[0]] = True
                tally.say(int(numbers[0]), str(next(iter(hits.chosen(which).findings(frames)))))
            self._groups.concern(meaning.case, place, np.unique(found.flows[rows]).tolist())

    def _tell_flows(self, hits: FindingColumns, meaning: Meaning, found: ExpertResult, batch: Batch) -> None:
        """Flows learn that receivers drop these packets, or that somebody breaks rules."""
        columns, frames = found.columns, batch.frames
        rows = hits.rows[:MOST_TOLD]
        if not len(columns):
            return  # no packet is of any flow
        at, here = _places(rows, columns.rows)
        lists = (
            found.flows[rows], frames.number_of[rows], frames.time[rows], np.where(here, found.requesters[at], -1),
            here & (columns.kind[at] == RESPONSE), np.where(here, columns.psn[at].astype(np.int64), -1), at, here,
        )  # fmt: skip
        text = columns.addresses.text
        for flow, frame, time, side, answers, psn, row, has_transport in zip(
            *(column.tolist() for column in lists), strict=True
        ):
            if not flow:
                if has_transport and meaning.case is cases.DAMAGED:
                    ends = text(int(columns.source[row])), text(int(columns.destination[row]))
                    dropped = Dropped(frame, time, meaning.case, side, answers, psn=psn)
                    self._unassigned.add(*ends, int(columns.destqp[row]), dropped)
                continue
            if meaning.case is cases.RULE_BROKEN:
                self._trouble(flow).note_rule_broken()
            else:
                self._trouble(flow).drop(Dropped(frame, time, meaning.case, side, answers, psn=psn))


def _damaged(found: ExpertResult) -> Ints:
    """The packets of a batch with a wrong ICRC, but for those whose sender computes it so."""
    return next((hits.rows for hits in found.hits if hits.kind.name == _ICRC_BAD), _NONE)


def _add_reason(tally: CaseTally, rejected: Finding) -> None:
    """Why connections are refused: each reason once, and the story of the first."""
    facts = rejected.facts
    if not tally.detail:
        tally.detail = f": {facts['reason']}"
        said = (f"private data: {facts['private']}",) if facts["private"] else ()
        what = f"REJ of {facts['rejected']}" if facts["rejected"] else "REJ"
        tally.story = (f"{what} for {facts['service']} ({rejected.frame})", facts["reason"], *said)
    elif facts["reason"] not in tally.detail and len(tally.detail) < REASONS_WIDTH:
        tally.detail += f", {facts['reason']}"


def _packets_again(tally: CaseTally) -> int:
    """Packets that the link carries twice."""
    return tally.evidence.get("retransmission", 0) + tally.evidence.get("duplicate", 0)


def _ends_at(flow: Flow, moves: list[tuple[int, int, str]], frame: int) -> list[str]:
    """The addresses of both ends when a packet came; ``moves``: see `FlowTrouble.moves`."""
    ends, numbers = [side.address for side in flow.sides], [side.qpn for side in flow.sides]
    for moved, number, before in sorted(moves, reverse=True):
        if frame < moved and numbers.count(number) == 1:
            target = numbers.index(number)
            ends[target ^ 1], ends[target] = before.split(" → ")
    return ends


def _place(spot: Spot, ends: list[str], swapped: bool) -> IncidentPlace:
    """Where something is, once the ends of the flow are known.

    Args:
        spot: as seen from the flow.
        ends: the addresses of both ends of the flow; none if it is not known.
        swapped: what is its first end here is its second.
    """
    if not ends:
        return IncidentPlace(Reach.BETWEEN, "", "")
    if spot.side < 0:
        reach = Reach.BETWEEN if spot.reach is not Reach.TAP else Reach.TAP
        return IncidentPlace(reach, *ends)
    sender = (spot.side ^ swapped) ^ spot.answers
    return IncidentPlace(spot.reach, ends[sender], ends[sender ^ 1])


def _places(rows: Ints, of: Ints) -> tuple[Ints, Bools]:
    """Where some ascending numbers are among others, and which of them are there; shape (n,) each."""
    if not len(of):
        return np.zeros(len(rows), np.int64), np.zeros(len(rows), np.bool_)
    at = np.minimum(np.searchsorted(of, rows), len(of) - 1)
    return at, of[at] == rows
