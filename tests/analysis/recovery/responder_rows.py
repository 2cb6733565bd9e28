"""Exchanges as rows of a table, made into runs and fed to a model of the responder.

A row is what the tap sees, in its order; PSNs without wrapping:

| row | what it is |
|---|---|
| `("requests", 4, 10)` | SENDs or WRITEs, PSN 4 to 9: new, or again if these PSNs were used |
| `("late", 4, 10)` | the same, sent before packets that the tap saw earlier |
| `("copies", 4, 6)` | copies of them that the network made |
| `("atomics", 4, 6)`, `("read", 4, 12)` | two atomics; one READ that takes eight PSNs |
| `("ack", 9)` | an ACK that advances: it is fed to nobody, later runs know of it |
| `("passing", 9)` | the same, behind a READ whose responses were not seen: it is fed |
| `("repeat", 9, 3)` | three ACKs of PSN 9, which was acknowledged before |
| `("nak", 4)`, `("rnr", 4)`, `("refusal", 4)` | NAKs: sequence error, receiver not ready, remote access error |
| `("responses", 4, 7)` | responses to PSN 4 to 6 |
| `("unsent", 40)` | an ACK of what was not sent |

A dict at the end of a row sets fields of its run.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ibpkt.analysis.recovery.responder_model import RCResponderModel
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict

Row = tuple[Any, ...]
#: what happened, why that follows, the rows, and packets by kind
Case = tuple[str, str, list[Row], dict[str, int]]

REMOTE_ACCESS_ERROR = 0x62
RNR_TIMER_0_64_MS = 0x20 | 12

_ANSWERS = {
    "repeat": RunKind.REPEATED_ACK,
    "nak": RunKind.NAK_SEQUENCE,
    "rnr": RunKind.NAK_RNR,
    "refusal": RunKind.NAK_FATAL,
    "responses": RunKind.RESPONSES,
    "unsent": RunKind.ACK_OF_UNSENT,
    "ack": RunKind.ADVANCING_ACK,
    "passing": RunKind.ADVANCING_ACK,
}
_CODES = {"rnr": RNR_TIMER_0_64_MS, "refusal": REMOTE_ACCESS_ERROR, "nak": 0x60}


class Exchange:
    """Feeds rows to a model.

    Attributes:
        model: the model.
        verdicts: what it has said.
    """

    def __init__(self, expected: int | None = 0) -> None:
        self.model = RCResponderModel(expected)
        self.verdicts: list[Verdict] = []
        self._frame = self._requested = 0
        self._sent = self._acked = expected or 0
        self._acked_time = 0

    def feed(self, *rows: Row) -> None:
        """The tap sees rows."""
        for row in rows:
            what, *values = row
            fields = values.pop() if isinstance(values[-1], dict) else {}
            if what in _ANSWERS:
                self._answer(what, *values, fields=fields)
            else:
                self._request(what, *values, fields=fields)

    def finish(self) -> None:
        """The capture ends."""
        self.verdicts += self.model.finish(self._acked, self._acked_time)

    def _run(self, kind: RunKind, first: int, end: int, packets: int, fields: dict[str, Any]) -> Run:
        frame, self._frame = self._frame + 1, self._frame + packets
        run = Run(
            kind, first, end, packets, frame, self._frame, frame * 1000, self._frame * 1000, self._sent, self._acked
        )
        return run.replace(acked_time=self._acked_time, **fields)

    def _request(self, what: str, first: int, end: int, fields: dict[str, Any]) -> None:
        if what == "late":
            fields = {"late": 1, **fields}
        after = self._requested if fields.get("continues") else 0
        fields = {name: value for name, value in fields.items() if name != "continues"} | {"after": after}
        fields = {"reads": what in ("read", "atomics"), **fields}
        run = self._run(RunKind.REQUESTS, first, end, 1 if what == "read" else end - first, fields)
        self._requested = run.last_frame
        self.verdicts += self.model.feed_copies(run) if what == "copies" else self.model.feed(run)
        self._sent = max(self._sent, end)

    def _answer(self, what: str, psn: int, more: int = 1, *, fields: dict[str, Any]) -> None:
        end = more if what == "responses" else psn + 1
        packets = more - psn if what == "responses" else more
        run = self._run(_ANSWERS[what], psn, end, packets, {"code": _CODES.get(what, 0), **fields})
        in_order = what == "responses" and psn == self._acked
        if what != "ack" and not in_order:
            self.verdicts += self.model.answer(run)
        proven = psn if what in _CODES else self._acked if what == "unsent" else end
        if self._acked < proven <= self._sent:
            self._acked, self._acked_time = proven, run.last_time


def told(verdicts: list[Verdict]) -> dict[str, int]:
    """How many packets by kind."""
    packets: Counter[str] = Counter()
    for verdict in verdicts:
        packets[verdict.kind.name] += verdict.packets
    return dict(packets)


def exchange(*rows: Row, expected: int | None = 0) -> dict[str, int]:
    """What is told of rows, and of the end of the capture behind them."""
    tried = Exchange(expected)
    tried.feed(*rows)
    tried.finish()
    return told(tried.verdicts)
