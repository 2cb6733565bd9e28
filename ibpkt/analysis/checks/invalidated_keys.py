"""R_Keys that are used after a SEND with Invalidate.

A SEND with Invalidate invalidates a key of its receiver's memory.  Once it is acknowledged, the key must not be used
until the receiver has registered memory under it again and announced that.  So any message of the receiver clears
the state, and what is reported is certain as far as this connection shows.

Source: IBA 1, 9.4.1.1 and 10.6.7.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.request_limits import UNCOUNTED_FACTS
from ibpkt.analysis.columns.directions import directions_of
from ibpkt.analysis.columns.transport import BEGINS, HAS_REMOTE, INVALIDATES, REQUEST, RESPONSE, Transport
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import by_operation

_MESSAGES = FindingTypes("messages")
USED = _MESSAGES.warning(
    "key-invalidated",
    "R_Key {r_key:#010x} is used after the SEND in packet {frame} invalidated it",
    "The responder refuses it (NAK Remote Access Error), unless it has registered memory under this key again and "
    "announced that over another connection.",
    "IBA 1, 10.6.7.2",
)

#: directions whose keys are kept, and keys per direction
MOST, EACH = 4096, 64
#: messages by which a program can announce a key to the other end
_SAYS = by_operation(lambda opcode: opcode.payload and opcode.size is None, np.bool_)


class _InvalidatedKey(NamedTuple):
    """An invalidated key: the message and packet that did it, and whether that is acknowledged."""

    message: int
    frame: int
    done: bool


class InvalidatedKeyChecks:
    """Tracks invalidated keys, batch by batch."""

    def __init__(self) -> None:
        self._gone: OrderedDict[int, dict[int, _InvalidatedKey]] = OrderedDict()  # by direction, and by key

    def add(self, packets: Transport, flows: Ints, facts: dict[str, Ints]) -> Iterator[FindingColumns]:
        """What a batch shows.

        Args:
            packets: of the batch, those with BTH.
            flows: the numbers of their flows, shape (n,), 0 where that is not known.
            facts: facts of these packets by name (`analyser.AnalysisResult.packets`).
        """
        takes_back = INVALIDATES[packets.opcode] != 0
        if not self._gone and not takes_back.any():
            return
        messages = facts.get("message", np.zeros(len(packets), np.int64))
        counted = (flows > 0) & (messages > 0)
        for name in UNCOUNTED_FACTS:
            if name in facts:
                counted &= facts[name] == 0
        directions = directions_of(packets, flows)
        asks = counted & (packets.kind == REQUEST)
        takes_back &= asks
        keys = {key for gone in self._gone.values() for key in gone} | set(packets.immediate[takes_back].tolist())
        uses = asks & (HAS_REMOTE[packets.opcode] != 0) & BEGINS[packets.opcode]
        uses &= np.isin(packets.r_key, list(keys))
        # answers and messages of the owner count for the direction that goes to it
        answers, says = counted & (packets.kind == RESPONSE), asks & _SAYS[packets.operation]
        to = np.where(answers, directions ^ 1, directions)
        concerned = [*self._gone, *set(directions[takes_back].tolist())]
        chosen = (takes_back | uses | answers) & np.isin(to, concerned) | says & np.isin(directions ^ 1, concerned)
        rows = np.flatnonzero(chosen)
        if not uses[rows].any():
            rows = self._last(rows, directions, takes_back, answers, says)
        found_uses: list[tuple[int, int, int]] = []
        lists = (directions, messages, packets.frame, packets.r_key, packets.immediate, uses, takes_back, answers, says)
        for row, direction, number, frame, r_key, word, use, back, answer, say in zip(
            rows.tolist(), *(key_state[rows].tolist() for key_state in lists), strict=True
        ):
            if answer:
                gone = self._gone.get(direction ^ 1, {})
                for key, key_state in gone.items():
                    if key_state.message <= number and not key_state.done:
                        gone[key] = key_state._replace(done=True)
                continue
            if use and (one := self._gone.get(direction, {}).get(r_key)) is not None and one.done:
                found_uses.append((row, r_key, one.frame))
            if say:
                self._gone.pop(direction ^ 1, None)
            if back:
                self._take_back(direction, word, _InvalidatedKey(number, frame, False))
        while len(self._gone) > MOST:
            self._gone.popitem(last=False)
        if found_uses:
            rows, keys_used, frames = map(np.array, zip(*found_uses, strict=True))
            yield FindingColumns.of(USED, packets.rows[rows], r_key=keys_used, frame=frames)

    def _take_back(self, direction: int, key: int, gone: _InvalidatedKey) -> None:
        keys = self._gone.setdefault(direction, {})
        self._gone.move_to_end(direction)
        keys.pop(key, None)
        keys[key] = gone
        if len(keys) > EACH:
            del keys[next(iter(keys))]

    def _last(self, rows: Ints, directions: Ints, back: Bools, answers: Bools, says: Bools) -> Ints:
        """If no key is used: per direction the owner's last message, keys invalidated since, and the last answer."""
        own, other = directions[rows], directions[rows] ^ 1
        at = np.arange(len(rows))

        def last(which: Bools, direction: Ints) -> Ints:
            """The last of some rows that belongs to a direction, -1 if there is none."""
            places = np.flatnonzero(which)[::-1]
            keys, first = np.unique(own[places], return_index=True)
            last_places = np.full(len(direction), -1, np.int64)
            known = np.isin(direction, keys)
            last_places[known] = places[first[np.searchsorted(keys, direction[known])]]
            return last_places

        kept = says[rows] & (last(says[rows], own) == at)
        kept |= back[rows] & (last(says[rows], other) < at)
        kept |= answers[rows] & (last(answers[rows], own) == at)
        some: Ints = rows[kept]
        return some
