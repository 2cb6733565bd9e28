"""Faults in streams and flows: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "streams/response_joining.py": [
        (
            "of several candidates the first is taken",
            "if len(fits) == 1:\n            (other,) = fits",
            "if fits:\n            other = min(fits)",
        ),
        ("who is left alone is not joined", "if len(rest) == 1 and", "if False and"),
        ("candidates are forgotten", "if int(rivals.slots[other]) in before.flows}", "if before.flows}"),
        (
            "one answer is enough wherever messages were missed",
            "(count is not None and is_alone(ballot))",
            "count is not None",
        ),
        (
            "who else may answer is not asked",
            "len(psns) >= AGREEMENTS and not rivals.is_contested(other, flow)",
            "len(psns) >= AGREEMENTS",
        ),
    ],
    "streams/response_votes.py": [
        ("answers vote for requests of the same direction", "(holder != self.voter[query]) &", "(holder >= 0) &"),
        ("flows of other services are joined", "& (self._services[holder] == self._services[self.voter[query]])", ""),
        ("answers before all requests use up the votes", "np.cumsum(~early[", "np.cumsum((early == early)["),
    ],
    "streams/joins_of_batch.py": [
        (
            "a flow is joined with two others",
            "single = (names[voters] == 1) & (names[askers] == 1)",
            "single = names[voters] > 0",
        )
    ],
    "streams/open_directions.py": [
        ("what is joined by now never was open", 'columns["joined"][:size] > frame[0]', 'columns["joined"][:size] < 0'),
        ("what was joined earlier in the batch is open", "were[is_open] &= taken.row[places[is_open]] > row", "pass"),
        (
            "other directions are as open as the first",
            'first[joined], columns["also_frame"][joined]',
            "first[joined], first[joined]",
        ),
    ],
    "streams/end_paths.py": [
        ("of each fact only the first value is kept", "self._add_further(name, ends[new], values[new])", "pass"),
        ("without end values are kept", "len(known) < MOST - 1", "True"),
    ],
    "streams/psn_windows.py": [
        ("a window ends one PSN too late", "(at >= low) & (at < high)", "(at >= low) & (at <= high)"),
        ("a window does not wrap", "np.repeat([0, PSN_MASK + 1, 2", "np.repeat([0, 0, 2"),
        ("what a capture has missed fits nothing", "holds |= missed & (", "holds |= (missed < 0) & ("),
        (
            "an answer may come before its request",
            "last = np.searchsorted(self._when, places << 32 | rows) - 1",
            "last = np.searchsorted(self._when, places + 1 << 32) - 1",
        ),
    ],
    "streams/request_history.py": [
        ("a message that was sent again counts again", "longer = ends > highest", "longer = ends > 0"),
        ("any answer fits any request", "(wanted == 0) | (known == 0) | (known == wanted)", "wanted >= 0"),
        ("where messages ended is forgotten", "1 << above[recent]", "0 << above[recent]"),
    ],
    "streams/far_packets.py": [
        (
            "one stray request begins another connection",
            "if not follows and not self._begins(place, end, stop, half, last):",
            "if False:",
        ),
        (
            "an answer that goes on counting does not say that a request was sent again",
            "answered < halves.order[place + 1]",
            "answered < -1",
        ),
        ("requests of other connections are sent again", "behind < -reach)", "behind < -reach - MAX_PSN_DISTANCE)"),
    ],
    "streams/reuse_batch.py": [("nothing waits for a later packet", "if not self.is_patient(flow):", "if flow >= 0:")],
    "streams/connection_reuse.py": [
        ("one low MSN begins another connection", "if begun >= 0 and confirmed:", "if begun >= 0:"),
        ("a release is forgotten", "rows_where((at > 0) & (frames > at))", "rows_where((at < 0) & (frames > at))"),
        (
            "a refusal is forgotten",
            "answers = rows_where(self._batch.answer)",
            "answers = rows_where(self._batch.half < 0)",
        ),
        (
            "the same refusal again is another connection's",
            "(columns.psn[rows] != psn) |",
            "(columns.psn[rows] >= 0) |",
        ),
        (
            "a NAK for what comes again begins a connection",
            "psn_distance(int(self._halves.psn[place]), acked) != 0",
            "True",
        ),
        ("the first packets of a connection are the old one's", "if is_first and self", "if False and self"),
        ("what the old one repeats is the new one's", "and not self._comes_again(place, low, since)", ""),
    ],
    "streams/counted_messages.py": [
        ("late answers begin another connection", "count > int(np.searchsorted(asked, rows[at]))", "False"),
        (
            "kept answers to atomics begin another connection",
            "if self._columns.operation[row] == ATOMIC:\n",
            "if False:\n",
        ),
        ("no count is low for long enough", "- since > LONGEST_DELAY", "< 0"),
    ],
    "streams/migration.py": [
        ("a flow moves although its M bit stays", "bit in (-1, int(columns.migreq[row]))", "bit == -1"),
        ("of several flows that fit the first moves", "if len(ends) != 1:", "if not ends:"),
        ("a flow that moved is not known on its way back", "self._expected[back] = flow, 1 - side", "pass"),
        ("a busy flow moves with packets missing", ">= max(MIN_IDLE, timeout // 2)", ">= 0"),
    ],
    "streams/stray_packets.py": [
        ("noise is told packet by packet", 'if flows["strays_told"][of] == MOST_TOLD:', "if False:"),
        ("strays of all flows are counted together", 'flows["strays_told"][of] += 1', 'flows["strays_told"] += 1'),
    ],
    "streams/waiting_packets.py": [
        ("packets that wait are lost", "for each in (self.packets, columns)]", "for each in (columns,)]"),
        ("packets wait for ever", "or columns.time[row] < oldest", ""),
        ("packets of flows that end wait", "if over[flow] or flow in late", "if flow in late"),
    ],
    "streams/datagram_gaps.py": [
        ("a datagram that is late begins a gap", "due = np.append(0, highest[:-1])", "due = np.append(0, places[:-1])"),
        ("the next PSN is not carried over", 'self._senders["expected"][last] = after', "pass"),
        ("datagrams are numbered batch by batch", 'before = self._senders["count"][last]', "before = 0 * last"),
        ("management queue pairs have gaps", "LAST_MANAGEMENT_QP = 1", "LAST_MANAGEMENT_QP = -1"),
    ],
    "streams/datagram_holes.py": [
        ("a datagram may come at any time", "now - holes[0].behind.now > LATEST", "False"),
        ("what fills a hole in part fills all of it", "((begin, back), (back - 1, end))", "((0, 0),)"),
        ("what has come may come again", "for part in ((begin, back), (back - 1, end))", "for part in ((begin, end),)"),
        ("the datagram behind a hole fills it", "if end < back <= begin", "if end <= back <= begin"),
        (
            "PSNs that are missing together are reported separately",
            "for begin, end in self.parts\n        ]",
            "for begin, end in ()\n        ]",
        ),
        ("late datagrams with others between are one", "datagram.number == last.number + 1 and ", ""),
        ("late datagrams with other PSNs are one", " and datagram.psn == (last.psn + 1) & PSN_MASK", ""),
        ("late datagrams of two flows are one", "follows and datagram.flow == last.flow and", "follows and"),
        ("late datagrams are reported at once", "now is None or now - late.last.now > LATEST", "True"),
        ("one queue pair has any number of holes", "len(holes) > MOST_OF_ONE or ", ""),
        ("there may be any number of holes", " or self._count > MOST", ""),
        ("reported holes still count", "self._count -= 1\n        self._told", "self._told"),
    ],
    "streams/key_table.py": [
        (
            "keys that collide are one",
            "(self._second[places] == second[pending])\n            done",
            "(self._second[places] >= 0)\n            done",
        )
    ],
    "streams/announcements.py": [
        ("an announcement that comes later counts", "if announced.frame < frame]", "]"),
        ("the first PSNs of both ends are exchanged", "declared_psn=other.psn", "declared_psn=own.psn"),
    ],
    "streams/flow_counts.py": [
        ("bytes are those of damaged packets, too", "rows, ends = rows[valid], ends[valid]", "pass"),
        ("RNR NAKs are counted at the requester", "batch.half[rows] ^ 1, kinds[rows]", "batch.half[rows], kinds[rows]"),
    ],
    "streams/batch_streams.py": [
        (
            "answers belong to the half of their sender",
            "2 * self.flow + (self.side ^ role)",
            "2 * self.flow + self.side",
        ),
        ("a damaged packet belongs to a flow that begins later", "self._stream[rows[early]] = -1", "pass"),
        ("an answer to the next connection joins the one that has ended", "splits = self._take_back(splits)", "pass"),
    ],
    "streams/flow_columns.py": [
        ("a direction has no number of its own before it is joined", "early = (side == 1) &", "early = (side == 2) &")
    ],
    "streams/stream_table.py": [
        (
            "flows are numbered in the order of their rows",
            'order = np.argsort(rows, kind="stable")',
            "order = np.arange(len(rows))",
        )
    ],
}
