"""From packets to commands, batch by batch: the rules run over the messages that the analysis reassembles."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.arguments import checked, one_of
from ibpkt.arrays import Bools, Ints, distinct
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.command_table import CommandColumns, CommandTable
from ibpkt.commands.established import EstablishedConnections
from ibpkt.commands.recognition import ColumnRule, CreditedRule
from ibpkt.commands.send_heads import SendHeads
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.commands.wanted_messages import WantedMessages
from ibpkt.io.source import Capture
from ibpkt.protocols import GSI, SMI

if TYPE_CHECKING:
    from ibpkt.commands.connection_watch import ConnectionWatch

#: flows that are looked at for what they carry, where the capture shows no connection and none of them carries anything
MOST_BY_CONTENT = 1024
#: queue pairs of management datagrams, which nothing else may use
_MANAGEMENT = frozenset((SMI, GSI))
#: messages of a batch for which columns are not worth it
FEW = 64


class UpperConnection(NamedTuple):
    """A connection that carries commands.

    Attributes:
        flow: the number of its flow.
        protocol: its name.
        how: how it was found, a key of `ibpkt.commands.recognition.SURE`.
        sure: how likely that is right, from 0 to 1.
        initiator, target: the addresses of the end that sends commands and of the other.
        name: what the initiator connects to.
        queue: which of several connections between the two it is.
        commands: that have ended so far.
        errors: of them those that failed.
        unmatched: responses whose commands the capture does not show.
        credits: how many commands the target lets be under way, by its last answer; None where it does not say.
        exhausted: nanoseconds during which as many were under way; None likewise.
    """

    flow: int
    protocol: str
    how: str
    sure: float
    initiator: str
    target: str
    name: str
    queue: str
    commands: int
    errors: int
    unmatched: int
    credits: int | None = None
    exhausted: int | None = None


class CommandFollower:
    """Takes batches of one capture, in order.

    Args:
        decode_as: what queue pairs carry, by their numbers, whatever the capture says.
        frames: commands list all their packets.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact.
        analyser: one that somebody else feeds, who hands on what it says (`follow`, `follow_last`).
        choice: chooses the messages of that analyser, if it does not return all.
        to_the_end: follow commands; otherwise a flow is left alone as soon as it is known what it carries.

    Attributes:
        analyser: the analyser of flows and messages.
        analysed: what it said of the last batch, or of the end.
        findings: what is wrong with messages of the last batch, or was certain at the end.

    Raises:
        CallerError: no such protocol.
    """

    @checked
    def __init__(
        self,
        decode_as: Mapping[int, str] | None = None,
        *,
        frames: bool = False,
        verify: bool = True,
        analyser: Analyser | None = None,
        choice: WantedMessages | None = None,
        to_the_end: bool = True,
    ) -> None:
        self._choice = choice or WantedMessages()
        self._frames = frames
        self._to_the_end = to_the_end
        self.analyser: Analyser = analyser or Analyser(
            payload=frames, verify=verify, facts=frozenset(), choice=self._choice
        )
        self.analysed: AnalysisResult = AnalysisResult([], [], {})
        self.findings: list[Finding] = []
        self._told = {number: _known(name) for number, name in (decode_as or {}).items()}
        self._established = EstablishedConnections()
        self._heads = SendHeads(_head_size)
        self._watched: dict[int, ConnectionWatch] = {}
        self._flows: dict[int, Flow] = {}
        self._released: set[int] = set()
        self._by_content = 0
        self._claimed = False
        #: packets with headers of upper protocols, of the messages that ended last, besides those of commands
        self.shown: list[ShownMessage] = []
        self._count = 0

    @checked
    def add(self, batch: Batch) -> list[Command]:
        """Take the next batch; the commands that have ended with it, in the order of their ends."""
        return self.add_table(batch).objects

    @checked
    def add_table(self, batch: Batch) -> CommandTable:
        """The same as a table, of which objects are made where somebody asks for them."""
        result = self.analyser.add(batch)
        self.analysed = dataclasses.replace(result, columns=None)  # they would keep the buffer of the batch
        return self.follow_table(batch, result)

    @checked
    def follow(self, batch: Batch, result: AnalysisResult) -> list[Command]:
        """Likewise, where somebody else has fed the analyser with the batch.

        Args:
            batch: the next batch.
            result: what the analyser said of it.
        """
        return self.follow_table(batch, result).objects

    @checked
    def follow_table(self, batch: Batch, result: AnalysisResult) -> CommandTable:
        """The same as a table.

        Args:
            batch: the next batch.
            result: what the analyser said of it.
        """
        released = self._established.add(batch)
        columns = result.columns
        if columns is not None and len(columns):
            flows = result.packets.get("flow")
            known = np.zeros(len(columns), np.int64) if flows is None else flows[columns.rows]
            self._heads.take(columns, known, self._choice.unwanted)
        self.findings = []
        ended = self._take(result)
        self._heads.settle()
        for number, watch in self._watched.items() if released else ():
            if watch.ends in released:
                self._released.add(number)
        return self._numbered(ended)

    def finish(self) -> list[Command]:
        """The end of the capture: what is still open."""
        self.analysed = self.analyser.finish()
        return self.follow_last(self.analysed)

    @checked
    def follow_last(self, result: AnalysisResult) -> list[Command]:
        """Likewise, where somebody else has told the analyser that the capture ends."""
        self.findings = []
        ended = [*self._take(result).objects]
        for number, watch in self._watched.items() if self._to_the_end else ():
            ended += self._end_with(self._flows.get(number), watch.finish(over=number in self._released))
            self.findings += watch.remarks()
        return self._numbered(CommandTable(ended)).objects

    def _by_columns(self, table: MessageTable) -> tuple[CommandColumns | None, Ints]:
        """The commands of connections whose messages are taken as columns, and the places of all other messages."""
        flows = table.column("flow")
        every = np.arange(len(flows))
        if self._frames or len(table) < FEW:
            return None, every
        states: dict[int, tuple[ColumnRule, Any]] = {}
        for flow in distinct(flows).tolist():
            watch = self._watched.get(flow)
            if watch is not None and isinstance(watch.rule, ColumnRule) and (state := watch.rule.state()) is not None:
                states[flow] = (watch.rule, state)
        if not states:
            return None, every
        chosen = np.isin(flows, [*states])
        rule = next(iter(states.values()))[0]  # there is one protocol that can
        taken = rule.take_columns([state for _, state in states.values()], table, np.flatnonzero(chosen), self._heads)
        return taken.columns, np.flatnonzero(~chosen | np.isin(flows, [*taken.left]))

    def _take(self, result: AnalysisResult) -> CommandTable:
        self.shown = []
        over = {flow.number: flow for flow in result.flows}
        ended: list[Command] = []
        ends: list[int] = []
        heads, table = self._heads, result.message_table
        columns, places = self._by_columns(table)
        # an analyser that somebody else feeds may return messages that no command can be in: no objects of these
        of = (table.column(name)[places] for name in ("flow", "operation", "immediate"))
        places = places[self._choice.choose(*of)]
        messages = table.objects if len(places) == len(table) else table.chosen(_flags(places, len(table))).objects
        if len(messages) >= FEW:
            heads.settle()  # they are asked for one by one
        talking = {message.flow for message in messages}
        new = talking - self._watched.keys()
        # what has no connection that the capture shows is known by its messages alone
        known = over | self.analyser.flows(new) if self._told or self._established.any else over
        for place, message in zip(places.tolist(), messages, strict=True):
            head = heads.pop(message.closed if message.kind == "READ" else message.first_frame)
            watch = self._watched.get(message.flow)
            if watch is None:
                if not self._choice.wants(message.flow):
                    continue
                watch = self._watch(message.flow, known)
            if not watch.uninteresting:
                found = watch.take(message, head)
                if found:
                    ended += found
                    ends += [place] * len(found)
                self._claimed = self._claimed or watch.rule is not None
                if watch.shown:
                    self.shown += watch.shown
                    watch.shown.clear()
                if watch.uninteresting or (watch.rule is not None and not self._to_the_end):
                    self._choice.ignore(message.flow)
        for number, flow in over.items():
            gone = self._watched.get(number)
            if gone is None:
                continue
            if flow.ended or not self._to_the_end:
                unanswered = self._end_with(flow, gone.finish(over=bool(flow.ended)))
                ended += unanswered
                ends += [len(table)] * len(unanswered)
                if gone.rule is None:
                    del self._watched[number]
                    continue
            self._flows[number] = flow
        for number in talking | over.keys():
            watch = self._watched.get(number)
            if watch is not None and watch.rule is not None:
                self.findings += watch.remarks()
        if self._established.any or self._told:
            self._choice.reopen()
        elif new and self._by_content >= MOST_BY_CONTENT and not self._claimed:
            self._choice.close(max(new))
        return CommandTable(ended, ends, columns)

    def _watch(self, number: int, flows: Mapping[int, Flow]) -> ConnectionWatch:
        from ibpkt.commands.connection_watch import ConnectionWatch  # late: in most captures nothing talks

        flow = flows.get(number)
        found = told = None
        if flow is not None:
            found = self._established.of(flow)
            told = next((self._told[side.qpn] for side in flow.sides if side.qpn in self._told), None)
        self._by_content += 1
        watch = self._watched[number] = ConnectionWatch(number, found, told)
        if found is not None and found[0].outcome == "closed":
            self._released.add(number)  # its messages come late
        if flow is not None:
            watch.ends = _ends(flow)
            if told is None and any(side.qpn in _MANAGEMENT for side in flow.sides):
                watch.uninteresting = True
                self._choice.ignore(number)
        return watch

    def _end_with(self, flow: Flow | None, commands: Sequence[Command]) -> Sequence[Command]:
        """Commands without a response ended when their connection was released."""
        found = self._established.of(flow) if flow is not None and commands else None
        release = None if found is None else found[0].release
        for command in commands:
            if command.outcome == "unanswered" and command.over is None:
                command.over = release
        return commands

    def _numbered(self, commands: CommandTable) -> CommandTable:
        commands.number_from(self._count + 1)
        self._count += len(commands)
        for command in commands.single:
            watch = self._watched[command.flow]
            watch.commands += 1
            watch.errors += command.ok is False
        columns = commands.columns
        if columns is not None:
            for number, count in zip(
                *(part.tolist() for part in np.unique(columns.flow, return_counts=True)), strict=True
            ):
                self._watched[number].commands += count
            for number in columns.flow[~columns.ok].tolist():
                self._watched[number].errors += 1
        return commands

    @property
    def private(self) -> list[tuple[int, int, bytes]]:
        """What private data of the last batch hold: packet, number of `CONTENTS`, bytes."""
        return self._established.private

    # -- questions ----------------------------------------------------------------------------------------------------

    @checked
    def queue_pairs(self, flow: int) -> frozenset[int]:
        """The numbers of the queue pairs of a flow that has commands."""
        watch = self._watched.get(flow)
        if watch is None:
            return frozenset()
        if not watch.ends and (known := self.analyser.flow(flow) or self._flows.get(flow)) is not None:
            watch.ends = _ends(known)
        return frozenset(number for _, number in watch.ends)

    @checked
    def forget(self, flow: int) -> str:
        """Forget a flow that is over; returns the protocol that it carried, "" for none that is known."""
        self._flows.pop(flow, None)
        watch = self._watched.pop(flow, None)
        return watch.verdict.protocol if watch is not None and watch.verdict is not None else ""

    @property
    def given_up(self) -> int:
        """Commands that were told as open before the end of the capture, since too many were under way."""
        # rules of plug-ins need not say it
        return sum(getattr(watch.rule, "given_up", 0) for watch in self._watched.values())

    def connections(self) -> Iterable[UpperConnection]:
        """The connections that carry commands, in the order of their flows."""
        for number, watch in sorted(self._watched.items()):
            if watch.verdict is None or watch.rule is None:
                continue
            flow = self.analyser.flow(number) or self._flows.get(number)
            first, second = (side.address for side in flow.sides) if flow is not None else ("", "")
            ends = (second, first) if watch.verdict.initiator else (first, second)
            credits = watch.rule.credits if isinstance(watch.rule, CreditedRule) else None
            granted = (None, None) if credits is None else (credits.granted, credits.exhausted)
            yield UpperConnection(
                number, watch.verdict.protocol, watch.verdict.how, watch.verdict.sure, *ends, watch.rule.name,
                watch.rule.queue, watch.commands, watch.errors, watch.rule.unmatched, *granted,
            )  # fmt: skip


def _known(name: str) -> str:
    """The name of a protocol; protocols are imported when somebody names one, or the first message comes."""
    from ibpkt.commands.known import PROTOCOLS

    return one_of(name, "protocol", PROTOCOLS)


def _head_size() -> int:
    from ibpkt.commands.known import head_size

    return head_size()


def _flags(places: Ints, size: int) -> Bools:
    flags = np.zeros(size, np.bool_)
    flags[places] = True
    return flags


def _ends(flow: Flow) -> frozenset[tuple[str, int]]:
    return frozenset((side.address, side.qpn) for side in flow.sides if side.qpn is not None)


@checked
def commands(capture: Capture, **options: Any) -> Iterator[Command]:
    """The commands of a capture, in the order in which they end; those that are open at its end come last.

    Args:
        capture: one that has not been read yet; it is read to its end.
        options: see `CommandFollower`.
    """
    follower = CommandFollower(**options)
    for batch in capture.batches():
        found = follower.add(batch)
        del batch  # its buffer is reused for the next
        yield from found
    yield from follower.finish()
