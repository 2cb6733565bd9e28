"""Deliberate faults in the core of the analysis: what each breaks, where, the text that it replaces, and by what.

`python -m tests.analysis.mutation.run` applies one after the other to a copy of the package; the core's own tests must
find every one.
"""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """A fault.

    Attributes:
        name: what it breaks.
        file: in `ibpkt/analysis`.
        old: a text that is there exactly once.
        new: what stands in its place.
    """

    name: str
    file: str
    old: str
    new: str


_BY_FILE: dict[str, list[tuple[str, str, str]]] = {
    # -- PSNs, runs, copies -------------------------------------------------------------------------------------------
    "runs/sequence_columns.py": [
        ("PSNs do not start over", "steps &= PSN_MASK\n", "pass\n"),
        ("PSNs of answers unwrapped one space too low", "return near + ((psn", "return near - 1 + ((psn"),
        (
            "a PSN carried over to the next batch off by one",
            'table["psn"][asking] = self.psn[places]',
            'table["psn"][asking] = self.psn[places] + (1 << 23)',
        ),
        ("a NAK acknowledges its own PSN", "+ ~self.negative[tells]", "+ 1"),
        (
            "READ takes the PSNs of one response too few",
            "-(-size // np.maximum(unit, 1))",
            "size // np.maximum(unit, 1)",
        ),
        ("an answer to what was never sent is believed", "(self.end <= self.sent) |", "(self.end <= self.sent + 99) |"),
        ("what was acknowledged is not carried over", 'table["acked"][halves] = after', "pass"),
        ("what was sent is not carried over", 'table["sent"][halves] = self.at_end', "_ = self.at_end"),
        (
            "a request that has the PSN behind the highest counts as sent again",
            "(self.psn < self.sent)",
            "(self.psn <= self.sent)",
        ),
        (
            "the time of the last advance is that of the packet itself",
            "mover[1:] = np.where(moves[:-1]",
            "mover[:-1] = np.where(moves[:-1]",
        ),
        (
            "the first PSN that connection management names is ignored",
            "if declared is not None:\n            named",
            "if False:\n            named",
        ),
    ],
    "runs/run_columns.py": [
        ("runs do not end before a jump", "follows[1:] = psn[1:] == end[:-1]", "follows[1:] = psn[1:] >= end[:-1]"),
        ("new requests glued to those sent again", "& (again[1:] == again[:-1]) & (reads", "& (reads"),
        ("late packets glued to those in order", "& (late[1:] == late[:-1])", ""),
        (
            "the first run of a batch never continues",
            'follows[heads] = table["asked"]',
            'follows[heads] = False & table["asked"]',
        ),
        ("responses glued over a hole", "(psn[1:] == psn[:-1] + 1)", "(psn[1:] > psn[:-1])"),
        (
            "RNR NAKs taken for fatal ones",
            "kind[negative & (syndrome >> VALUE_BITS == RNR_NAK)] = RunKind.NAK_RNR",
            "pass",
        ),
        (
            "an ACK repeated is one that advances",
            "of.end[places] <= of.acked[places])] = RunKind",
            "of.end[places] < of.acked[places])] = RunKind",
        ),
        (
            "ACKs ahead of a repetition are not seen",
            "passed = np.where(again & (psn < acked), acked, -1)",
            "passed = np.full(len(psn), -1)",
        ),
    ],
    "runs/response_order.py": [
        (
            "a response counts as missing one too late",
            "missing[tells] = asked > seen",
            "missing[tells] = asked > seen + 1",
        ),
        (
            "responses seen are not carried over",
            'table["seen_responses"][half[lasts]] = np',
            'table["seen_responses"][half[lasts]] = 0 * np',
        ),
        (
            "responses that come again are new",
            "again[tells] = ~plain & (~inside | (asked < seen))",
            "again[tells] = ~plain & ~inside",
        ),
    ],
    "runs/message_counts.py": [
        ("the first MSN of a half does not set the offset", "np.where(begins[first], 0, offset[first])", "0"),
        ("READs sent again end messages twice", "asks & ~sequence.again & ENDS", "asks & ENDS"),
        ("messages are counted although PSNs are missing", 'known &= ~table["gaps"]', 'known &= True | table["gaps"]'),
    ],
    "runs/quiet_stretches.py": [
        ("what was sent before trouble was over is quiet", "& (packets.psn >= troubled)", ""),
        ("what is not acknowledged before the next trouble is quiet", "& (high <= settled)", ""),
        ("the end of trouble is not carried over", 'table["trouble_end"][halves] = troubled[lasts]', "pass"),
    ],
    "runs/latencies.py": [
        ("the latency of what was sent again counts", "inside &= ~repeated[asks[at]]", "pass"),
        ("latencies of other halves count", "(packets.half[asks[at]] == packets.half[tells]) & ", ""),
    ],
    "runs/trouble.py": [
        ("a NAK is no trouble", "odd |= sequence.negative | missing_responses", "odd |= missing_responses"),
        ("an ACK of what was not sent is no trouble", "odd |= tells & ~sequence.believed", "pass"),
        (
            "an ACK that repeats is no trouble",
            "odd |= tells & (sequence.end <= sequence.acked)",
            "_ = tells & (sequence.end <= sequence.acked)",
        ),
    ],
    "runs/lateness.py": [
        (
            "a late packet is one with the highest number",
            "late[places] = own < highest",
            "late[places] = own > highest",
        ),
        ("the highest number is not carried over", 'table["number"][half[lasts]] = np', "_ = np"),
        ("identifications skipped in a pause are lost packets", "(step == 0) | (pause < TICK)", "(step == 0) | True"),
        ("one packet too many is missing", "number[order[:-1]] - 1", "number[order[:-1]]"),
    ],
    "runs/sending_order.py": [
        ("random identifications count", "4 * counts > 3 * moves", "4 * counts > 0 * moves"),
        ("a counter that wraps begins anew", "(differences + _HALF & _SPAN - 1) - _HALF", "differences"),
        ("counters in the other byte order are none", "other[decided] < plain[decided]", "False"),
        ("numbers are not carried over", "base[carried] = self._tail", "_ = self._tail"),
    ],
    "runs/copies.py": [
        (
            "a copy needs no identification of its own",
            "same = (key[before] == key[after])",
            "same = (key[before] >> 16 == key[after] >> 16)",
        ),
        ("copies without identification may take their time", "(wait <= SOON)", "(wait <= 99 * SOON)"),
        ("repeated ACKs are copies", "(OPERATION_OF[some.opcode] != _ACK)", "True"),
        ("a mirror of one direction", "for some in (keys, keys ^ 1)", "for some in (keys, keys)"),
        ("the last packets of a stream are forgotten with the batch", "column[left <= WINDOW]", "column[left <= 0]"),
    ],
    "runs/first_copies.py": [
        (
            "the last copy of a request stands for it",
            "chosen = changes(key) &",
            "chosen = np.append(key[1:] != key[:-1], True) &",
        ),
        (
            "what is behind a hole does not wait",
            "blocked = (psn > before) & (psn > acked[half])",
            "blocked = (psn > before) & (psn < 0)",
        ),
        ("what was received is waited for", "& (psn > acked[half])", ""),
        ("a damaged copy stands in before it is acknowledged", '& (fresh["psn"] >= acked[fresh["half"]])', "& False"),
        ("what was given out is forgotten", "self._next[given[", "self._next[0 * given["),
    ],
    "runs/damaged_requests.py": [
        ("damaged PSNs far away are plausible", "np.abs(psn - sent) <= MOST_APART", "np.abs(psn - sent) <= 1 << 23")
    ],
    "runs/unclean_packets.py": [
        ("requests and responses of a half are one stream", "2 * half + (columns.kind == RESPONSE)", "2 * half")
    ],
    # -- the requester ------------------------------------------------------------------------------------------------
    "recovery/retransmission_queue.py": [
        ("late packets are sent again", "elif run.late == 1:", "elif run.late == 2:"),
        ("late whenever nobody asked", "is_late = run.time - opened < self.timers.late_limit()", "is_late = True"),
        ("new requests do not end a recovery", "recovery.next = run.end  # new", "pass  # new"),
        ("go-back-N is never noticed", "self._goes_back = True", "pass"),
        ("RNR NAKs stay open behind their retry", "self._naks.close_repeated(run)", "pass"),
        (
            "a damaged request is a hole",
            "self._holes.remove(first, end)\n        self._damaged",
            "pass\n        self._damaged",
        ),
        ("a NAK that is answered stays open", "self._naks.close(reason.nak)", "pass"),
        ("a needless timeout is told again and again", "recovery.judged = True", "pass"),
        ("holes are closed at once", "limit = 0 if final else timers.late_limit()", "limit = 0"),
        ("what UC lost is never told", "if not self.reliable:\n            for", "if False:\n            for"),
    ],
    "recovery/holes.py": [
        (
            "a hole touches the packet behind it",
            "hole.first < run.end and run.first < hole.end]",
            "hole.first <= run.end and run.first < hole.end]",
        ),
        ("the lower part of a hole is forgotten when its middle comes", "if hole.first < first:\n", "if False:\n"),
        ("the upper part of a hole is forgotten when its middle comes", "if end < hole.end:\n", "if False:\n"),
        ("a hole is acknowledged as a whole or not at all", "if hole.end > acked:", "if False:"),
        ("lost packets of a hole are not counted off", "self.skipped -= lost", "pass"),
        ("what is open of a hole does not shrink", "hole.missing.open -=", "_ ="),
    ],
    "recovery/late_or_lost.py": [
        ("a second NAK does not count", "if not answers or second_nak:", "if not answers:"),
        (
            "late although no answer was seen",
            "if sees_answers:\n                return",
            "if True:\n                return",
        ),
        (
            "answered sooner than the requester can",
            "filling.run.time - filling.nak.time < self._timers.fastest_reaction",
            "False",
        ),
        (
            "what ends with the hole was sent again by go-back-N",
            "goes_back and filling.end == filling.hole_end",
            "False",
        ),
    ],
    "recovery/open_naks.py": [
        ("the NAK behind an RNR NAK takes its place", "self._followed.add(nak.first)\n                return", "pass"),
        ("an RNR NAK is answered before its delay is over", "and run.last_time - nak.time >= rnr_wait(nak)", ""),
        ("a NAK never gets too old", "time - nak.time < limit]", "True]"),
        ("a NAK answers only its very PSN", "nak.first <= psn <= nak.first + missing", "nak.first == psn"),
    ],
    "recovery/repetition_reason.py": [
        ("a timeout before any answer", "if waited >= least and sees_timers:", "if waited >= least:"),
        ("progress does not restart the timer", "max(sent[0], self._sendings.progress_before(run.first))", "sent[0]"),
        (
            "a READ asked again for its missing response has timed out",
            "if 0 <= run.time - run.acked_time < least:",
            "if False:",
        ),
    ],
    "recovery/recovery_run.py": [
        ("a pause ends every recovery", "longest_pause if is_next else least_timeout", "least_timeout"),
        ("repeated ACKs do not show a needless timeout", "or 1 + self.repeated_acks > self.packets", ""),
        ("an answer that comes at once does not show a needless timeout", "or too_soon or", "or"),
    ],
    "recovery/flow_timers.py": [
        ("the timer is learnt from first waits", "if tries < 2 else", "if tries < 0 else"),
        ("silence is final after one wait", ">= 3 * self.longest()", ">= 2 * self.longest()"),
        (
            "the declared timer is ignored below it",
            "return self.declared * 9 // 10\n        return max(MIN_TIMEOUT",
            "return 0\n        return max(MIN_TIMEOUT",
        ),
        (
            "an RNR retry of never is taken for the median of all latencies",
            "sorted(self._latencies)[len(self._latencies) // 2]",
            "max(self._latencies)",
        ),
        ("the longest waits count, not the shorter half", "later[: (len(later) + 1) // 2]", "later"),
    ],
    "recovery/flow_end.py": [
        ("a requester gives up with its first try", "MIN_TRIES = 2", "MIN_TRIES = 1"),
        ("progress does not set the tries back", "if acked > self._tried_psn:", "if False:"),
        ("an endless RNR retry is exhausted", "FOR_EVER = 7", "FOR_EVER = 8"),
        ("an RNR NAK is answered by any request", "run.first <= self._rnr_psn < run.end", "True"),
        ("the last NAK refuses, not the first", "and self._refused is None", ""),
        ("other work is no sign of life", "self._last_life = max(self._last_life, time)", "pass"),
    ],
    "recovery/sendings.py": [
        ("progress beyond a PSN counts for it", "if acked <= psn", "if True"),
        ("a run cut by a batch is two sendings", "if run.continues and last is not None and", "if False and"),
    ],
    "recovery/overtaken_originals.py": [
        ("originals are awaited for ever", "if final or time - original.run.time >= MAX_DELAY or at", "if at")
    ],
    "recovery/response_holes.py": [
        ("responses that came are missing", "max(first, run.acked), min(end, run.first)", "first, min(end, run.first)")
    ],
    "recovery/requester_verdicts.py": [
        ("what arrived unseen is lost before the tap", "if hole.acked_time:", "if False:"),
        (
            "packets of a repetition are lost without a trace",
            "min(run.first - first, run.skipped)",
            "run.first - first",
        ),
        ("RNR retries are never early", "if waited >= timer else RNR_EARLY", "if True else RNR_EARLY"),
    ],
    # -- the responder ------------------------------------------------------------------------------------------------
    "recovery/request_log.py": [
        (
            "what was executed is not acknowledged by answers",
            "_absorb(max(position.expected, self.acked)",
            "_absorb(max(position.expected, 0)",
        ),
        ("a request that was accepted is not expected behind", "expected = max(expected, self.accepted[1])", "pass"),
        ("a second NAK of the same PSN", "and asked != expected:", "and True:"),
        ("an RNR NAK is behind no sequence NAK", "asked = -1  # the packet", "pass  # the packet"),
        ("a run that is acknowledged is final", "self.entries[0].sent < acked", "self.entries[0].sent <= acked"),
        ("a READ counts as many packets as PSNs", "yield piece, 1, (piece", "yield piece, stop - start, (piece"),
        (
            "packets kept early are executed again",
            "kept = _absorb(expected, _merged([*kept, *new]))",
            "kept = expected, ()",
        ),
    ],
    "recovery/responder_model.py": [
        ("a repetition that is late was asked for", "and run.late != 1", ""),
        (
            "receivers that keep packets are taken for go-back-N",
            "if self._kept_proofs == MIN_KEPT_PROOFS:",
            "if False:",
        ),
        ("one proof is enough for a receiver that keeps packets", "MIN_KEPT_PROOFS = 2", "MIN_KEPT_PROOFS = 1"),
        ("many more ACKs behind are wanted", "MIN_ACKS_BEHIND = 3", "MIN_ACKS_BEHIND = 6"),
        ("a NAK of what was never sent moves the responder", "if psn > run.sent and self._begun:", "if False:"),
        ("duplicates nobody has answered have arrived", "and entry.pieces[0].time < self._answered", ""),
        ("requests behind a refusal are executed", "elif self._fatal == _NONE:", "else:"),
        (
            "copies that no ACK answers reached the responder",
            "entry.split(entry.duplicates, entry.answers)[0]",
            "entry.duplicates",
        ),
        (
            "ACKs of unsent requests are believed where the capture begins",
            "for run in self._unsent if self._begun]",
            "for run in self._unsent if False]",
        ),
    ],
    "recovery/implied_naks.py": [
        ("a response that was overtaken is missing", "if run.kind is RunKind.RESPONSES:", "if False:"),
        (
            "responses that were answered are missing",
            "(max(first, run.acked), min(end, run.first))",
            "(first, min(end, run.first))",
        ),
    ],
    "recovery/msn_check.py": [
        (
            "an MSN that drifts is told for ever",
            "self._offset = offset\n            return verdicts",
            "return verdicts",
        ),
        ("a READ must be counted before its response", "started and (offset + 1) & PSN_MASK == self._offset", "False"),
    ],
    "recovery/recoveries.py": [
        (
            "copies come behind all of their batch",
            "while copied and copied[0].frame < before",
            "while copied and before == NEVER",
        ),
        (
            "runs fed before the beginning is known are not fed again",
            "for run in kept.runs for verdict in recovery.feed(run)]",
            "for run in kept.runs[:0] for verdict in recovery.feed(run)]",
        ),
        (
            "verdicts are told though the beginning is missing",
            "recovery = self._halves[half] = kept.restart()\n",
            "return self._findings.take(half, flow, kept.verdicts)\n",
        ),
        ("a half that moves is known as what it was", "self._halves[to] = self._halves.pop(half)", "pass"),
        (
            "latencies are known before the answers come",
            "latencies[half].feed(recovery.timers, run.frame)",
            "latencies[half].feed(recovery.timers, NEVER)",
        ),
    ],
    "recovery/verdict_findings.py": [
        (
            "verdicts of a part of a run mark all of its packets",
            "first, end = first + max(0, verdict.first",
            "_ = first + max(0, verdict.first",
        ),
        (
            "counters count findings, not packets",
            "self._counted[counter, half] += verdict.packets",
            "self._counted[counter, half] += 1",
        ),
        ("pieces of one run are told one by one", "before is not None and run.continues and", "False and"),
        (
            "pieces are glued whatever they say",
            "before.end == first and _alike(before.finding, finding)",
            "before.end == first",
        ),
        ("pieces are glued over a hole", "run.continues and before.end == first and", "run.continues and"),
        ("what a cut has begun ends with the batch", "if piece.last_frame != last_request[key[0]]]", "]"),
    ],
    "runs/half_packets.py": [
        (
            "a half that was clean has no past",
            "return [part.select(np.isin(part.half, halves)) for part in self._parts] if len(halves) else []",
            "return []",
        ),
        ("packets of the past have rows in this batch", "row=np.full(len(self), -1, np.int64)", "row=self.row"),
        (
            "packets are known as those of the half that had the number before",
            "self._parts = deque(part.select(~np.isin(part.half, halves)) for part in self._parts)",
            "pass",
        ),
    ],
    "runs/repeated_requests.py": [
        (
            "a repetition is compared with the latest copy",
            "at = np.searchsorted(own, keys)",
            'at = np.maximum(np.searchsorted(own, keys, "right") - 1, 0)',
        ),
        ("a repetition of UC is compared", "SERVICE_OF[sequence.opcode] != _UC", "SERVICE_OF[sequence.opcode] >= 0"),
        (
            "what the number of a half was before is compared",
            "return np.maximum(frame - WINDOW, self._since[half])",
            "return frame - WINDOW",
        ),
        (
            "cut headers differ",
            'np.where(piece.columns["stopped"][row], 0, piece.columns["frame"][row])',
            'piece.columns["frame"][row]',
        ),
    ],
    "recovery/half_recovery.py": [
        ("the responder is not told the end", "verdicts + self.responder.finish(acked, acked_time)", "verdicts")
    ],
    # -- messages -----------------------------------------------------------------------------------------------------
    "reassembly/reassembly.py": [
        (
            "what begins at a used PSN is a message",
            "first: Bools = line + pieces.psn >= used",
            "first: Bools = line + pieces.psn >= 0",
        ),
        ("behind an unanswered message others are unanswered", "] = FLUSHED", "] = UNANSWERED"),
        ("halves without an answer are under way", "np.where(silent, UNKNOWN, fate[of])", "fate[of]"),
        (
            "lengths of WRITEs are not compared",
            'wrong &= rows["carried"][row] != rows["declared"][row]',
            "wrong &= False",
        ),
        (
            "messages end before those that they are behind",
            "later = np.flatnonzero(key < highest)",
            "later = np.flatnonzero(key < 0)",
        ),
        (
            "a message ends although one before it has not",
            "behind: Bools = count > np.repeat",
            "behind: Bools = marked & (count > np.repeat",
        ),
    ],
    "reassembly/fragments.py": [
        (
            "messages of a half are numbered anew in each batch",
            'self._states["number"][self.pieces',
            '0 * self._states["number"][self.pieces',
        ),
        (
            "a Middle goes on with another operation",
            "BEGINS[pieces.opcode] | (self._open != operation)",
            "BEGINS[pieces.opcode]",
        ),
        ("an empty Last is right", "wrong |= (POSITION_OF[pieces.opcode] == LAST) & (pieces.size == 0)", "pass"),
    ],
    "reassembly/message_rows.py": [
        (
            "a READ that ends with the PMTU takes one packet more",
            "-(-declared // np.maximum(pmtu, 1))",
            "declared // np.maximum(pmtu, 1) + 1",
        ),
        ("UC messages that lost packets are sent", 'rows["outcome"][lost] = INCOMPLETE', "pass"),
        ("packets of a second batch are not counted", 'rows["packets"][row] += last - first + 1', "pass"),
        (
            "the size of a SEND without its Last is known",
            'np.where(rows["whole"] & rows["sent"] > 0',
            'np.where(rows["whole"] > 0',
        ),
    ],
    "reassembly/answering.py": [
        ("an ACK completes READs", "there &= ~self._own & undecided", "there &= undecided"),
        (
            "a message is complete when its last packet but one is",
            "place, there = self._reached(self._end)",
            "place, there = self._reached(self._end - 1)",
        ),
        ("responses behind a missing one are taken", "if first <= following < behind:", "if following < behind:"),
        ("lengths of responses are not compared", 'rows["response_bytes"][group] != rows["declared"][group]', "False"),
    ],
    "reassembly/path_mtu.py": [
        (
            "the largest packet does not limit the path MTU",
            "self._least[:, np.newaxis] <= _SIZES",
            "self._least[:, np.newaxis] >= 0",
        ),
        ("votes of READs are not counted", "np.add.at(self._votes[:, place], flow[fits], 1)", "pass"),
        ("a READ votes for the next half", "before[heads], length[heads] = self._read[:, half[heads]]", "pass"),
    ],
    "reassembly/datagram_messages.py": [
        (
            "datagrams are numbered anew in each batch",
            "before = requests[self.halves] - self.counts",
            "before = 0 * self.counts",
        ),
        ("datagrams with cut headers have a size", "size=size if whole else None", "size=size"),
    ],
    "reassembly/request_ranges.py": [
        ("responses are counted from 0", "psn - first[safe] + 1", "psn - first[safe]"),
        ("what was asked for is not carried over", "self.asked[half[lasts]] = before", "_ = before"),
    ],
    "reassembly/repetitions.py": [
        ("a READ sent again counts as its PSNs", "number = np.where(single, count[run], common)", "number = common")
    ],
    "reassembly/refusals.py": [
        (
            "messages before a refused one are refused",
            'earlier = (rows["end"] > 0) & (rows["end"] <= self.psn)',
            "earlier = undecided & False",
        ),
        ("messages behind a refused one are refused", '& ~earlier & (rows["first"] <= self.psn)', "& ~earlier"),
    ],
    "reassembly/rows_by_half.py": [
        ("rows move without their halves", "self.start[halves] = offsets(self.count[halves])", "pass")
    ],
    # -- streams ------------------------------------------------------------------------------------------------------
    "streams/response_joining.py": [
        ("answers vote for requests of the same direction", "(holder != self.voter[query]) &", "(holder >= 0) &"),
        ("flows of other services are joined", "& (self._services[holder] == self._services[self.voter[query]])", ""),
        ("of several candidates the first is taken", "if len(fits) > 1:\n", "if False:\n"),
        ("candidates are forgotten", "other for other in fits if int(slots[other]) in before} or fits", "*fits}"),
    ],
    "streams/psn_windows.py": [
        ("a window ends one PSN too late", "(at >= low) & (at < high)", "(at >= low) & (at <= high)"),
        ("a window does not wrap", "(first[places], first[places] + PSN_MASK + 1)", "(first[places], first[places])"),
        (
            "an answer may come before its request",
            "last = np.searchsorted(self._when, places << 32 | rows) - 1",
            "last = np.searchsorted(self._when, places + 1 << 32) - 1",
        ),
    ],
    "streams/connection_reuse.py": [
        (
            "one stray request begins another connection",
            "if not follows and not self._begins(place, end, half, last):",
            "if False:",
        ),
        ("one low MSN begins another connection", "if row >= 0 and confirmed:", "if row >= 0:"),
        (
            "a release is forgotten",
            "np.flatnonzero((at > 0) & (frames > at))",
            "np.flatnonzero((at < 0) & (frames > at))",
        ),
    ],
    "streams/migration.py": [
        ("a flow moves although its M bit stays", "bit in (-1, int(columns.migreq[row]))", "bit == -1"),
        (
            "of several flows that fit the first moves",
            "fits[0] if len(fits) == 1 else None",
            "fits[0] if fits else None",
        ),
        ("a flow that moved is not known on its way back", "self._expected[back] = flow, 1 - side", "pass"),
        ("a busy flow moves with packets missing", ">= max(MIN_IDLE, timeout // 2)", ">= 0"),
    ],
    "streams/datagram_gaps.py": [
        ("a datagram that is late begins a gap", "due = np.append(0, highest[:-1])", "due = np.append(0, places[:-1])"),
        ("the next PSN is not carried over", 'self._senders["expected"][last] = after', "pass"),
        ("management queue pairs have gaps", "LAST_MANAGEMENT_QP = 1", "LAST_MANAGEMENT_QP = -1"),
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
    ],
    "streams/stream_table.py": [
        (
            "flows are numbered in the order of their rows",
            'order = np.argsort(rows, kind="stable")',
            "order = np.arange(len(rows))",
        )
    ],
    # -- the driver ---------------------------------------------------------------------------------------------------
    "analyser.py": [
        ("copies stay in the runs", "if copies.any():", "if False:"),
        (
            "copies are counted at the other end",
            "sender = half ^ ~sequence.is_request[places]",
            "sender = half ^ sequence.is_request[places]",
        ),
        ("copies of a mirror reached the responder", "& ~self._unclean.mirrored[sequence.rows]", ""),
        ("copies that follow each other are told one by one", "(psn[1:] == psn[:-1] + 1)", "(psn[1:] == psn[:-1])"),
        ("damaged requests are told nobody", "SideRuns(damaged.runs(), copied)", "SideRuns({}, copied)"),
        (
            "damaged packets are taken for intact",
            "damaged = columns.bad_icrc if self.verify else None",
            "damaged = None",
        ),
        ("what is under way when trouble begins is forgotten", 'if halves["asked"][half] and sent > low:', "if False:"),
        ("what a NAK refused is not refused", "self._reassembly.refuse(half", "_ = (half"),
        ("a half that gave up is under way", '"exhausted": UNANSWERED, "rnr', '"exhausted": UNDER_WAY, "rnr'),
        (
            "RNR retries that are exhausted leave messages under way",
            '"rnr-exhausted": UNANSWERED',
            '"rnr-exhausted": UNDER_WAY',
        ),
        (
            "retries of UC are expected",
            "reliable = int(self._streams.columns.flows[",
            "reliable = True or int(self._streams.columns.flows[",
        ),
        ("timers that connection management names are ignored", "recovery.timers.declare(", "_ = ("),
        (
            "answers of READs are told of no request",
            'facts.set("answers", sequence.rows[tells',
            'facts.set("answers", 0 * sequence.rows[tells',
        ),
        (
            "counts of messages are those of the other end",
            'self._streams.add_count("completed", counts.halves,',
            'self._streams.add_count("completed", counts.halves ^ 1,',
        ),
        ("a release is no end", "recovery.queue.end.close(self._now)", "pass"),
        (
            "findings come in the order of halves",
            "findings.sort(key=lambda finding: finding.frame)\n        messages",
            "messages",
        ),
    ],
}

#: all of them
FAULTS = [Fault(name, file, old, new) for file, rows in _BY_FILE.items() for name, old, new in rows]
