"""What is shown of a capture: its packets, a filter, what is followed, and the work in the background.

It knows nothing of screens: they ask it at every tick what there is by now.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_analysis import LEAST, CaptureAnalysis
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.packet_index import PacketIndex
from ibpkt.tui.packet_lines import PacketLines

if TYPE_CHECKING:
    from ibpkt.errors import CaptureError
    from ibpkt.tui.fact_table import PacketFact
    from ibpkt.tui.field_tree import TreeNode
    from ibpkt.tui.filtered_rows import FilteredRows
    from ibpkt.tui.packet_context import KnownFacts

#: bytes of a capture up to which it is analysed without being asked for
UNASKED = 256 << 20


class CaptureOptions(NamedTuple):
    """What to show, and how.

    Attributes:
        source: a path, or a binary file object.
        name: for people.
        follow: the file may grow.
        roce_port: the UDP destination port that means RoCEv2.
        verify: verify CRCs.
        filter: a display filter to begin with; "" for none.
    """

    source: str | BinaryIO
    name: str
    follow: bool
    roce_port: int
    verify: bool
    filter: str


class Followed(NamedTuple):
    """Packets that belong together.

    Attributes:
        title: what they are.
        find: finds them, as far as they are known: ascending, from 0.
        flow: the number of their flow.
    """

    title: str
    find: Callable[[], Ints]
    flow: int


class CaptureSession:
    """A capture that is looked at.

    Args:
        options: which, and how.

    Attributes:
        options: likewise.
        index: its packets.
        lines: their texts.
        analysis: what is known about them.
        followed: what is followed, the narrowest last.
        filtered: the packets that the filter lets through; None without a filter.
        count: how many packets are shown.
        crash: a mistake in the program, found in the background.

    Raises:
        CaptureError: it cannot be opened.
    """

    def __init__(self, options: CaptureOptions) -> None:
        self.options = options
        self._source = CaptureBytes(options.source, options.name, follow=options.follow)
        self.index: PacketIndex = PacketIndex(self._source, roce_port=options.roce_port)
        self.lines: PacketLines = PacketLines(self.index, verify=options.verify)
        self.analysis: CaptureAnalysis = CaptureAnalysis(
            self._source, roce_port=options.roce_port, verify=options.verify
        )
        self.followed: list[Followed] = []
        self.filtered: FilteredRows | None = None
        self.count: int = 0
        self.crash: BaseException | None = None
        self._pace = BackgroundPace()
        self._filter_pace = BackgroundPace()
        self._rows: Ints | None = None  # None for all packets
        self._known: tuple[object, ...] = ()  # what the rows were made of
        self._threads: list[threading.Thread] = []
        #: which facts of a packet the tree was made of, and the tree; one tuple, since a thread writes both
        self._context: tuple[KnownFacts | None, list[TreeNode]] = None, []
        self._context_asked: KnownFacts | None = None

    # -- work in the background ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to read."""
        self._begin(lambda: self.index.read(self._pace), "index")
        if self.options.filter:
            self.set_filter(self.options.filter)

    def start_unasked(self) -> None:
        """Begin the analysis, if the capture is not too long."""
        if self._source.size <= UNASKED:
            self.start_analysis()

    def start_analysis(self) -> None:
        """Begin the analysis, unless it has begun."""
        if not (self.analysis.is_running or self.analysis.is_complete):
            self.analysis.is_running = True
            self._begin(lambda: self.analysis.run(self._pace), "analysis")

    def look_at_incidents(self) -> None:
        """See in the background which incidents there are so far, if it is time to."""
        if self.analysis.may_look and not self._is_at_work("look"):
            self._begin(self.analysis.look, "look")

    def context_of(self, row: int) -> list[TreeNode] | None:
        """The tree of a packet with what other packets say of it; None as long as that is not known.

        It is found out in the background, when a packet is asked for twice: a cursor that moves on does not ask again.

        Args:
            row: the packet, from 0.
        """
        from ibpkt.tui.packet_context import context_nodes, known_facts  # late: the first packets are shown before

        wanted = known_facts(row, self.analysis)
        known, nodes = self._context
        asked_twice = wanted == self._context_asked
        if known != wanted and asked_twice and not self._is_at_work("context"):

            def find() -> None:
                self._context = wanted, context_nodes(row, self.index, self.analysis, verify=self.options.verify)

            self._begin(find, "context")
        self._context_asked = wanted
        return nodes if known is not None and known.row == row else None

    def _is_at_work(self, name: str) -> bool:
        """Whether a thread of this name has not ended."""
        self._threads = [each for each in self._threads if each.is_alive()]
        return any(each.name == name for each in self._threads)

    def _begin(self, work: Callable[[], None], name: str) -> None:
        def run() -> None:
            try:
                work()
            except BaseException as error:  # whatever it is, the main thread must know
                if not self._pace.stop.is_set():
                    self.crash = error
                    self.index.begun.set()

        thread = threading.Thread(target=run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def touch(self) -> None:
        """A key has come: work in the background stands aside for a moment."""
        self._pace.touch()
        self._filter_pace.touch()

    def close(self) -> None:
        """End all of it."""
        self._pace.stop.set()
        self._filter_pace.stop.set()
        self._source.close()
        for thread in self._threads:
            with contextlib.suppress(RuntimeError):
                thread.join(2)

    @property
    def is_idle(self) -> bool:
        """Nothing changes any more by itself."""
        filtering = self.filtered is not None and not self.filtered.is_complete
        settled = self._context[0] == self._context_asked
        return self.index.is_complete and not self.analysis.is_running and not filtering and settled

    @property
    def failure(self) -> CaptureError | None:
        """Why there is nothing to show: the file is no capture."""
        return self.index.damage if self.index.is_complete and not self.index.format else None

    @property
    def is_growing(self) -> bool:
        """More packets may come."""
        return self._source.is_growing

    @property
    def copied(self) -> str:
        """Why the capture is copied: "a pipe", the name of its compression; "" where it is not."""
        return self._source.copied

    @property
    def read_share(self) -> float:
        """How much of the bytes that are there has been indexed, from 0 to 1."""
        return min(1.0, self.index.position / max(1, self._source.size))

    # -- which packets are shown --------------------------------------------------------------------------------------

    def set_filter(self, text: str) -> None:
        """Show only packets that match, as they are found; "" for all.

        Raises:
            FilterError: it cannot be read.
        """
        from ibpkt import filter  # late: the first packets are on the screen before
        from ibpkt.tui.filtered_rows import FilteredRows

        wanted = filter.compile(text) if text else None
        self._filter_pace.stop.set()
        self._filter_pace = BackgroundPace()
        self.filtered = None
        if wanted is not None:
            self.filtered = FilteredRows(wanted, self._source, roce_port=self.options.roce_port)
            filtered, pace = self.filtered, self._filter_pace
            self._begin(lambda: filtered.run(pace), "filter")

    def update(self) -> bool:
        """Look what there is by now; whether there is more than before, or something else."""
        filtered = self.filtered
        known = (
            self.index.count, filtered, 0 if filtered is None else filtered.looked_at, len(self.followed),
            self.followed and self.followed[-1].title, bool(self.followed) and self.analysis.packets,
        )  # fmt: skip
        if known == self._known:
            return False
        self._known = known
        rows = None if filtered is None else filtered.rows()
        if self.followed:
            found = self.followed[-1].find()
            rows = found if rows is None else np.intersect1d(rows, found, assume_unique=True)
        count = self.index.count
        self._rows = rows if rows is None else rows[rows < count]
        self.count = count if self._rows is None else len(self._rows)
        return True

    def rows(self, first: int, last: int) -> list[int]:
        """The packets at some places of the list, from 0."""
        if self._rows is None:
            return list(range(first, min(last, self.count)))
        found: list[int] = self._rows[first:last].tolist()
        return found

    def place_of(self, row: int) -> int:
        """The place in the list of a packet, or of the next one after it."""
        return row if self._rows is None else int(np.searchsorted(self._rows, row))

    def shows(self, row: int) -> bool:
        """Whether a packet is in the list."""
        place = self.place_of(row)
        return self.rows(place, place + 1) == [row]

    # -- following ----------------------------------------------------------------------------------------------------

    def fact(self, row: int) -> PacketFact:
        """What the analysis says of a packet so far."""
        return self.analysis.facts.at(row)

    def follow_flow(self, row: int) -> str:
        """Show only the flow of a packet; why that cannot be, "" if it can."""
        flow = self.fact(row).flow
        if not flow:
            return self.unknown(row, "flow")
        self.follow_flow_of(flow)
        return ""

    def follow_flow_of(self, flow: int) -> None:
        """Show only a flow, by its number."""
        self._follow(f"flow {flow}", lambda: self.analysis.facts.rows_of(self.analysis.numbers_of(flow)), flow)

    def follow_message(self, row: int) -> str:
        """Show only the message of a packet: its request, its answer, what was sent again."""
        fact = self.fact(row)
        if fact.answers and not fact.message:
            fact = self.fact(row - fact.answers)
        if not (fact.flow and fact.message):
            return self.unknown(row, "message")
        flows, message = self.analysis.numbers_of(fact.flow), (fact.side, fact.message)
        title = f"message {fact.message} of flow {fact.flow}"
        self._follow(title, lambda: self.analysis.facts.rows_of(flows, message), fact.flow)
        return ""

    def follow_command(self, row: int) -> str:
        """Show only the storage command of a packet, with its data and its response."""
        command = self.analysis.command_at(row)
        if command is None:
            return self.unknown(row, "storage command")
        title = f"{command.protocol} {command.kind} {command.identifier:#x}"
        self._follow(title, lambda: self.analysis.rows_of_command(command), command.flow)
        return ""

    def _follow(self, title: str, find: Callable[[], Ints], flow: int) -> None:
        if not self.followed or self.followed[-1].title != title:
            self.followed.append(Followed(title, find, flow))

    def unknown(self, row: int, what: str) -> str:
        """Why something of a packet cannot be shown, in a sentence."""
        if row >= self.analysis.facts.count and not self.analysis.is_complete:
            self.start_analysis()
            return f"packet {row + 1} is not analysed yet: try again in a moment"
        return f"no {what} of packet {row + 1} is known"

    def back(self) -> bool:
        """Show what was shown before the last that is followed, or before the filter; False where there is neither."""
        if self.followed:
            self.followed.pop()
        elif self.filtered is not None:
            self.set_filter("")
        else:
            return False
        return True

    def next_finding(self, row: int, step: int) -> int | None:
        """The next packet with a finding after a packet (``step`` 1) or before it (-1); None where there is none."""
        while (found := self.analysis.facts.next_finding(row, step, int(LEAST))) is not None:
            if self.shows(found):
                return found
            row = found
        return None
