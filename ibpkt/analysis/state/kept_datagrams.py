"""What is kept of datagrams: their queue pairs, what is missing and may come late, and those that may be copied."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.state.forms import Fixed, Form, KeptPart, Many, Number, Record, check_bounds, expect
from ibpkt.analysis.state.kept_runs import Recent
from ibpkt.analysis.state.kept_streams import Table
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.analysis.streams.datagram_holes import DatagramHole, DatagramHoles, LateDatagrams
from ibpkt.protocols import PSN_MASK


class Senders(Form):
    """Senders of datagrams: a table with its keys."""

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return [len(value._keys), Table().save(value._senders, place, arrays)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list) and len(data) == 2, place)
        senders = Table().load(data[1], place, arrays, now._senders)
        count = Number(0, senders.capacity).load(data[0], place, arrays)
        check_bounds(senders["qpn"], 0, 1 << 24, place)
        now._keys.rebuild(senders["address"][:count], senders["qpn"][:count])
        expect(len(now._keys) == count, place)
        return now


class MissingDatagrams(Form):
    """What is missing of the datagrams of queue pairs, by queue pair, and what came late."""

    _form = Fixed(Number(0), Many(Record(DatagramHole)), Many(Record(LateDatagrams)))

    def _save(self, value: DatagramHoles, place: str, arrays: StateArrays) -> Any:
        holes = [hole for some in value._holes.values() for hole in some]
        return self._form.save((value.given_up, holes, [*value._late.values()]), place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: DatagramHoles) -> DatagramHoles:
        now.given_up, holes, late = self._form.load(data, place, arrays)
        for hole in holes:
            expect(hole.parts and all(0 <= end < begin <= PSN_MASK for begin, end in hole.parts), place)
            now._holes.setdefault(hole.behind.sender, []).append(hole)
        now._count = len(holes)
        now._late = {each.last.sender: each for each in late}
        expect(len(now._late) == len(late), place)
        for each in (*(hole.behind for hole in holes), *(one for some in late for one in (some.first, some.last))):
            expect(0 <= each.psn <= PSN_MASK and each.flow >= 0 and each.side in (0, 1), place)
        return now


#: of packets that may be copied
UNACKNOWLEDGED_COPIES = KeptPart({"_recent": Recent(), "_count": Number(0)})
DATAGRAMS = KeptPart(
    {"_gaps": Senders(), "_holes": MissingDatagrams(), "_copies": UNACKNOWLEDGED_COPIES, "_now": Number()},
    ("_streams", "_copy_findings"),
)
