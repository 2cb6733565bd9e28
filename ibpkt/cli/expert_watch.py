"""Incidents while packets come: each is printed when it is first seen, and again when it has become much worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import duration
from ibpkt.cli.terminal import output
from ibpkt.cli.watching import Pace

#: an incident is printed again when so many times as many packets show it as when it was printed
_WORSE = 4


class IncidentsWatch:
    """Prints what changes in the incidents of an analysis that goes on.

    Args:
        incidents: the incidents.
        is_wanted: whether an incident is to be printed.
        plain: makes a text fit for a terminal.
    """

    def __init__(
        self, incidents: Incidents, is_wanted: Callable[[Incident], bool], plain: Callable[[str], str]
    ) -> None:
        self._incidents, self._is_wanted, self._plain = incidents, is_wanted, plain
        self._pace = Pace()
        self._printed: dict[tuple[str, str, str], Incident] = {}
        self._dirty = False

    def add(self) -> None:
        """A batch was analysed."""
        self._dirty = True
        self.look()

    def look(self) -> None:
        """Print what has changed, if it is time to look and anything has come."""
        if self._dirty:
            self._pace.look(self._print)

    def _print(self) -> None:
        self._dirty = False
        lines = self._changes([each for each in self._incidents.so_far() if self._is_wanted(each)])
        output().write("".join(f"{line}\n" for line in lines).encode())
        output().flush()

    def _changes(self, incidents: Sequence[Incident]) -> list[str]:
        lines = []
        for incident in sorted(incidents, key=lambda each: each.last_frame):
            key = incident.cause, incident.where, _kind(incident)
            before = self._printed.get(key)
            worse = before is not None and (
                incident.severity > before.severity or incident.packets >= _WORSE * before.packets
            )
            if before is None or worse:
                self._printed[key] = incident
                lines.append(self._line(incident, "again: " if worse else ""))
        return lines

    def _line(self, incident: Incident, mark: str) -> str:
        since = self._incidents.span.since(incident.start)
        cost = f", {duration(incident.cost)}" if incident.cost else ""
        place = self._plain(incident.where)
        title = self._plain(incident.title)
        return f"{since:>9} {incident.severity!s:<8}{mark}{title}{cost}; {place}"


def _kind(incident: Incident) -> str:
    """What tells two incidents of one cause and place apart: what to do about them, whatever numbers that names."""
    return "".join(letter for letter in incident.advice if not letter.isdigit())
