"""The sequence graph: PSNs over time, in both directions, with acknowledgements, NAKs, repeats, marks and waits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.flow_ranking import FlowRanking
from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.output.quantities import count_text
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import Chart, ChartAxis, ChartLane, ChartRole, ChartSeries, Floats, SeriesForm, Unit
from ibpkt.plot.sequence_packets import SequenceKind, SequencePackets, positions_of
from ibpkt.plot.thinning import column_of, extremes
from ibpkt.protocols import RNR_TIMER_MS, VALUE

#: the facts of packets that it needs
FACTS = frozenset({"flow", "retransmission"})
#: packets of a kind that are drawn one by one, and columns that they are drawn in where they are more
MOST_DOTS, COLUMNS = 2000, 1000
#: flows that have ended whose ends are remembered, those with most packets
_ENDED = 1000
_PSNS = Unit("", signed=True)


class SequencePlot(CapturePlot):
    """PSNs over time of one flow: of that with the most trouble, where none is named.

    Raises:
        CallerError: at the end, there is no flow of that number.
    """

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._analyser = Analyser(messages=False, verify=options.verify, facts=FACTS)
        self._packets = SequencePackets()
        self._ended = FlowRanking("packets", _ENDED)
        self._count = 0

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        result = self._analyser.add(batch)
        self._note(result.flows)
        if result.columns is not None and len(result.columns):
            self.clock.add_rdma(result.columns.time)
            self._packets.add(result.columns, result, self._analyser.requesters(result.columns))

    def _note(self, flows: list[Flow]) -> None:
        self._ended.add(flows)
        self._count = max([self._count, *(max(flow.number, flow.also) for flow in flows)])

    def picture(self) -> Chart:
        """The chart."""
        result = self._analyser.finish()
        self._packets.correct(result)
        self._note(result.flows)
        every = self._packets.flows()
        number = self.options.flow
        if number is None:
            if not every:
                return self._empty(f"No connection in {count_text(self.clock.packets, 'packet')}.")
            number = every[0]
        flow = next((each for each in self._ended if number in (each.number, each.also)), None)
        if number not in every and flow is None:
            raise CallerError(f"there is no flow {number} in {self.options.name}; `ibpkt flows` lists them")
        numbers = (number,) if flow is None else (flow.number, flow.also or flow.number)
        return sequence_chart(
            self._packets.of(*numbers), flow, number, self.clock.start, self._window(numbers), self.options,
            f"flow {number} of {len(every):,}" + self._why(every, number),
        )  # fmt: skip

    def _why(self, every: list[int], number: int) -> str:
        return "" if self.options.flow is not None or len(every) < 2 else " (most trouble; --flow N draws another)"

    def _window(self, numbers: tuple[int, ...]) -> tuple[int, int] | None:
        """What was asked for; None for the whole flow."""
        if self.options.since is None and self.options.until is None:
            return None
        return self.clock.window(self.options)

    def _empty(self, sentence: str) -> Chart:
        return Chart(
            "sequence", "Sequence graph", self.clock.facts(self.options), ChartAxis(0, 1), (),
            self.options.command("flows"), sentence,
        )  # fmt: skip


def sequence_chart(
    packets: NDArray[np.void],
    flow: Flow | None,
    number: int,
    start: int,
    window: tuple[int, int] | None,
    options: PlotOptions,
    facts: str,
    columns: int = COLUMNS,
) -> Chart:
    """The sequence graph of one flow.

    Args:
        packets: of the flow, as `SequencePackets.of` gives them.
        flow: who its ends are; None where that is not known any more.
        number: of the flow.
        start: the time of the capture's first packet.
        window: nanoseconds from there between which it is drawn; None for the whole flow.
        options: what is wanted.
        facts: the line below the title.
        columns: in which packets are drawn where they are many.
    """
    positions = positions_of(packets)
    since = packets["time"] - start
    if window is None:
        low, high = (int(since.min()), int(since.max())) if len(since) else (0, 1)
    else:
        low, high = window
    high = max(high, low + 1)
    inside = (since >= low) & (since <= high)
    lanes = []
    for asker in (0, 1):
        mine = inside & (packets["asker"] == asker)
        if not (mine & (packets["what"] == SequenceKind.REQUEST)).any() and not mine.any():
            continue
        first = int(packets["psn"][np.flatnonzero(packets["asker"] == asker)[0]])
        drawing = _SequenceSeries(packets[mine], positions[mine], since[mine], (low, high), columns)
        ends = [options.named(side.address) for side in flow.sides] if flow is not None else ["a", "b"]
        lanes.append(
            ChartLane(
                f"{ends[asker]} → {ends[1 - asker]}", _PSNS, tuple(drawing.series(asker, ends)),
                aside=f"PSN from {first:,}", height=230, fit=True,
            )
        )  # fmt: skip
    again = int(np.count_nonzero(packets["again"][inside]))
    naks = int(np.count_nonzero(packets["what"][inside] == SequenceKind.NAK))
    rnrs = int(np.count_nonzero(packets["what"][inside] == SequenceKind.RNR))
    said = (
        f"{count_text(int(np.count_nonzero(inside)), 'packet')}, {again:,} sent again, {count_text(naks, 'NAK')}, "
        f"{count_text(rnrs, 'RNR NAK')}"
    )
    title = f"Sequence graph, flow {number}" + (f": {_pair(flow, options)}" if flow is not None else "")
    filtered = f"decode -Y 'infiniband.analysis.flow == {number}'"
    return Chart(
        "sequence", title, f"{facts} · {said}", ChartAxis(low / 1e9, high / 1e9), tuple(lanes),
        options.command(filtered), f"{said}.",
    )  # fmt: skip


def _pair(flow: Flow, options: PlotOptions) -> str:
    return " and ".join(_end(side, options) for side in flow.sides)


def _end(side: Side, options: PlotOptions) -> str:
    qp = "" if side.qpn is None else f" QP {side.qpn:#x}"
    return f"{options.named(side.address) or '?'}{qp}"


class _SequenceSeries:
    """The packets that concern the requests of one end, as series."""

    def __init__(
        self, packets: NDArray[np.void], positions: Ints, since: Ints, window: tuple[int, int], columns: int
    ) -> None:
        self._packets, self._positions, self._since = packets, positions, since
        self._window, self._columns = window, columns

    def series(self, asker: int, ends: list[str]) -> list[ChartSeries]:
        """The series from the back to the front."""
        what, again, marked = (self._packets[name] for name in ("what", "again", "marked"))
        data = (what == SequenceKind.REQUEST) | (what == SequenceKind.RESPONSE)
        colors = (ChartRole.A, ChartRole.B)
        found = [self._acknowledged()]
        for kind, side in ((SequenceKind.REQUEST, asker), (SequenceKind.RESPONSE, 1 - asker)):
            words = f"{ends[side]} sends"
            found.append(self._dots((what == kind) & ~again & ~marked, words, colors[side], SeriesForm.DOTS))
        found.append(self._dots(data & marked & ~again, "marked by a switch", ChartRole.MARKED, SeriesForm.DOTS))
        found.append(self._dots(data & again, "sent again", ChartRole.AGAIN, SeriesForm.SQUARES))
        found.append(self._waits())
        naks = np.flatnonzero(what == SequenceKind.NAK)
        found.append(
            ChartSeries.of(
                "NAK: asks again", ChartRole.REFUSED, SeriesForm.CROSSES, self._since[naks] / 1e9, self._positions[naks]
            )
        )
        return [each for each in found if len(each)]

    def _dots(self, chosen: Bools, name: str, role: ChartRole, form: SeriesForm) -> ChartSeries:
        rows = np.flatnonzero(chosen)
        low = high = rows
        if len(rows) > MOST_DOTS:
            places = column_of(self._since[rows], *self._window, self._columns)
            low, high = (rows[found] for found in extremes(places, self._positions[rows]))
        x: Floats = self._since[low] / 1e9
        return ChartSeries.of(name, role, form, x, self._positions[low], y2=self._positions[high])

    def _acknowledged(self) -> ChartSeries:
        """How far the other end has acknowledged: the highest PSN so far."""
        what = self._packets["what"]
        answers = np.flatnonzero(what != SequenceKind.REQUEST)
        # a NAK acknowledges what came before the packet that it names
        reached = self._positions[answers] - (what[answers] >= SequenceKind.NAK)
        reached = np.maximum.accumulate(reached) if len(answers) else reached
        steps = np.flatnonzero(np.diff(reached, prepend=reached[:1] - 1))
        if len(steps) > MOST_DOTS:
            places = column_of(self._since[answers[steps]], *self._window, self._columns)
            steps = steps[extremes(places, reached[steps])[1]]
        x: Floats = self._since[answers[steps]] / 1e9
        end = np.full(len(x), self._since.max(initial=0) / 1e9)
        return ChartSeries.of("acknowledged", ChartRole.ACKNOWLEDGED, SeriesForm.STEPS, x, reached[steps], x2=end)

    def _waits(self) -> ChartSeries:
        """For how long RNR NAKs ask to wait."""
        rows = np.flatnonzero(self._packets["what"] == SequenceKind.RNR)[:MOST_DOTS]
        spans = _TIMERS[self._packets["syndrome"][rows] & VALUE]
        ends = self._since[rows] + spans
        ends = np.minimum(np.where(ends < self._since[rows], _LATEST, ends), min(self._window[1], _LATEST))
        room = max(1.0, float(np.ptp(self._positions)) * 0.02) if len(rows) else 1.0
        y = self._positions[rows]
        return ChartSeries.of(
            "not ready (RNR NAK): asks to wait", ChartRole.WAITING, SeriesForm.SPANS, self._since[rows] / 1e9,
            y + room, x2=ends / 1e9, y2=y - room,
        )  # fmt: skip


_LATEST = (1 << 63) - 1
_TIMERS = (np.array(RNR_TIMER_MS) * 1e6).astype(np.int64)
