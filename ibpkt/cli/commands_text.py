"""What ``ibpkt commands`` prints for people: a line for each command, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.commands.command import Command
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.errors import escape_text
from ibpkt.output.quantities import count_text, span_text

_LINE = "%10s  %9s  %5s  %s  %-24s  %s"
#: width of command, bytes and identifier together
_WIDTH = 38
#: hexadecimal digits of identifiers, where they are not four
_DIGITS = {"iser": 8, "srp": 16}


def _middle(kind: str, size: object, identifier: str) -> str:
    """Command, bytes and identifier: what is long in one takes the room that another leaves."""
    numbers = f"{size}  {identifier:>6}"
    return f"{kind}  {numbers.rjust(_WIDTH - 2 - len(kind))}"


_COLUMNS = ("start", "latency", "queue", _middle("command", "bytes", "id"), "status", "packets")
HEADING = (_LINE % _COLUMNS).rstrip() + "\n"
#: kinds whose medians the last lines name
_MEDIANS = 2


class CommandLines:
    """Commands as lines, and the sentences below them.

    Attributes:
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
        now: the latest time so far.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Another capture begins."""
        self.first_time = -1
        self.now = 0
        self._all = self._unanswered = self._refused = self._by_design = 0
        self._waits = ""
        self._latency = CommandLatency()

    def see(self, first: int, last: int) -> None:
        """Packets come.

        Args:
            first: the time of the capture's first packet.
            last: the latest of these.
        """
        self.first_time = first if self.first_time < 0 else self.first_time
        self.now = max(self.now, last)

    def __call__(self, commands: Sequence[Command]) -> str:
        """A line for each."""
        return "".join(map(self._line, commands))

    def _line(self, command: Command) -> str:
        latency = command.latency
        if latency is not None:
            shown = span_text(latency)
        else:
            shown = "" if command.by_design else f"> {span_text(max(self.now - command.start, 0))}"
        status = command.status if command.status is not None else _NO_ANSWER[command.outcome]
        if command.last_frame != command.first_frame:
            packets = f"{command.first_frame}-{command.last_frame}"
        else:
            packets = str(command.first_frame)
        size = "" if command.size is None else command.size
        identifier = f"0x{command.identifier:0{_DIGITS.get(command.protocol, 4)}x}"
        cells = (
            f"{(command.start - self.first_time) / 1e9:.3f} s", shown, escape_text(command.queue),
            _middle(command.kind, size, identifier), status, packets,
        )  # fmt: skip
        return (_LINE % cells).rstrip() + "\n"

    def count(self, commands: Sequence[Command]) -> None:
        """Count commands, whether their lines are printed or not."""
        for command in commands:
            self._count(command)

    def _count(self, command: Command) -> None:
        self._all += 1
        self._refused += command.ok is False
        if command.status is None:
            if command.by_design:
                self._by_design += 1
                self._waits = command.kind
            else:
                self._unanswered += 1
        self._latency.add(command)

    def below(self) -> str:
        """What all commands come to."""
        if not self._all:
            return "no commands of a known protocol\n"
        parts = [count_text(self._all, "command"), f"{self._unanswered:,} unanswered", f"{self._refused:,} refused"]
        if self._by_design:
            parts.append(f"{self._by_design:,} open by design ({self._waits})")
        text = f"\n{', '.join(parts)}.\n"
        medians = [
            f"{kind} {span_text(round(median))}"
            for kind in self._latency.kinds()[:_MEDIANS]
            if (median := self._latency.median(kind)) is not None
        ]
        return text + (f"Median {', '.join(medians)}.\n" if medians else "")


_NO_ANSWER = {"open": "open", "unanswered": "no answer", "answered": ""}
