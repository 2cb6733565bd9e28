"""Faults in requester, responder and verdicts: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "recovery/retransmission_queue.py": [
        (
            "the beginning of what the timer sends again cannot come late",
            "self._under_way.leave_gap(recovery, first, run.first, run)",
            "pass",
        ),
        ("an answer that the tap has seen has reached the requester", "first = min(first, before.psn)", "pass"),
        ("nothing that comes once more is doubted", "self._tell.came_again(run)", "pass"),
        ("what fills a hole had an answer under way", "for part in filling.parts):", "for part in ()):"),
        (
            "what begins in a gap is late, wherever it ends",
            "self._leave_gap(begins_another=is_cut)",
            "self._leave_gap()",
        ),
        (
            "the originals of what a cut run repeats do not come",
            "self._repetition(filling, may_come=True)",
            "self._repetition(filling)",
        ),
        ("late packets are sent again", "elif run.late == 1:", "elif run.late == 2:"),
        ("late whenever nobody asked", "is_late = run.time - opened < self.timers.late_limit()", "is_late = True"),
        ("new requests do not end a recovery", "recovery.next = run.end  # new", "pass  # new"),
        ("RNR NAKs stay open behind their retry", "self._naks.close_repeated(run)", "pass"),
        (
            "a damaged request is a hole",
            "self._holes.remove(first, end)\n        self._damaged",
            "pass\n        self._damaged",
        ),
        ("a NAK that is answered stays open", "self._naks.close(reason.nak)", "pass"),
        ("a needless timeout is reported once for each answer", "recovery.judged = True\n            self", "self"),
        ("what was lost before the tap has an answer under way", "recovery.judged = True  #", "pass  #"),
        ("holes are closed at once", "limit = 0 if final else timers.late_limit()", "limit = 0"),
        ("what UC lost is never told", "if not self.reliable:\n", "if False:\n"),
    ],
    "recovery/repetition_under_way.py": [
        ("the timer leaves no gap", "(self.goes_back or recovery.cause is Cause.TIMEOUT)", "self.goes_back"),
        ("a READ is never late in a repetition", "(run.reads and run.acked_time >= gap.recovery.time)", "run.reads"),
        ("a READ is late, too, where responses came", "(run.reads and run.acked_time >= gap.recovery.time)", "False"),
        ("go-back-N is never noticed", "self.goes_back = True", "pass"),
    ],
    "recovery/responder_position.py": [
        ("the first answer shows where the responder is", "acked > self.first", "acked >= self.first"),
        ("what was sent before the first answer is known", "sent > self.first_time", "True"),
    ],
    "recovery/holes.py": [
        ("all packets of a run were sent when its first was", "else self.first - self.run.first)", "else 0)"),
        (
            "a hole touches the packet behind it",
            "bisect.bisect_left(self.open, end, start, key=_first)",
            "bisect.bisect_right(self.open, end, start, key=_first)",
        ),
        ("the lower part of a hole is forgotten when its middle comes", "if hole.first < first:\n", "if False:\n"),
        ("the upper part of a hole is forgotten when its middle comes", "if end < hole.end:\n", "if False:\n"),
        ("a hole is acknowledged as a whole or not at all", "if last.end > acked and", "if False and"),
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
        ("a pause in the middle shows nothing", "limit = max(limit, self.pause)", "limit = max(limit, 0)"),
        ("a NAK gets old while the requester is busy", "max(nak.time, self.busy)", "nak.time"),
        ("a NAK never gets too old", "time - max(nak.time, self.busy) < limit", "True"),
        ("a NAK answers only its very PSN", "nak.first <= psn <= nak.first + missing", "nak.first == psn"),
    ],
    "recovery/presumed_losses.py": [
        (
            "packets that come late were lost all the same",
            "if first < end:\n                left = loss",
            "if False:\n                left = loss",
        ),
        (
            "any late packet was presumed to be lost",
            "first = max(first, run.first + loss.above + 1 - run.number)",
            "pass",
        ),
        (
            "what was sent behind them was presumed to be lost",
            "end = min(end, run.first + loss.below - run.number)",
            "pass",
        ),
        ("any late READ was presumed to be lost", "elif not loss.above < run.number < loss.below:", "elif False:"),
        ("what comes once more changes nothing", "if loss.below >= 0 or first >= end:", "if True:"),
        (
            "all is doubted where a part comes once more",
            "packets = min(loss.packets, end - first)",
            "packets = loss.packets",
        ),
        ("presumed losses have no limit", "at < excess or ", ""),
    ],
    "recovery/repetition_reason.py": [
        ("a timeout before any answer", "if waited >= least and sees_timers:", "if waited >= least:"),
        ("progress does not restart the timer", "max(sent[0], self._sendings.progress_before(run.first))", "sent[0]"),
        (
            "a READ asked again for its missing response has timed out",
            "0 <= run.time - run.acked_time < max(",
            "False and 0 < max(",
        ),
    ],
    "recovery/recovery_run.py": [
        (
            "a pause before lost packets ends a recovery",
            "self.next in (run.first, run.first - lost)",
            "run.first == self.next",
        ),
        (
            "a pause ends every recovery",
            "timers.longest() if is_next else timers.least_next_timeout()",
            "timers.least_next_timeout()",
        ),
        ("repeated ACKs do not show a needless timeout", "or 1 + self.repeated_acks > self.packets", ""),
        ("an answer that comes at once does not show a needless timeout", "or too_soon or", "or"),
        ("an answer may take any time", " and self.waited + after <= most_latency", ""),
    ],
    "recovery/repetition_gaps.py": [
        ("what goes on behind a cut stays in its gap", "if run.end > self.gap.end or run.late >= 0:", "if False:"),
        ("gaps of repetitions are given up oldest last", "del self.open[:-MAX_GAPS]", "del self.open[MAX_GAPS:]"),
        ("the oldest gap of a repetition is filled first", "in reversed(self.open)", "in self.open"),
        ("what is half inside a gap of a repetition fills it", "and run.end <= gap.end and", "and"),
        ("a gap of a repetition may be filled at any time", "<= run.time - gap.time < limit", "<= run.time - gap.time"),
        ("a gap of a repetition ends where a part of it came", "(max(gap.first, end), gap.end)", "(end, end)"),
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
        ("a NAK is answered long after the timer", "return min(limit, max(MIN_LATE", "return max(limit, max(MIN_LATE"),
        ("a later wait is for one timer", "timer = min(self._later_waits) // 2", "timer = min(self._later_waits)"),
        ("no timer ends before what is declared", "return 10 * waited >= 9 * timer", "return waited >= timer"),
        (
            "a requester whose timer is not known does not pause",
            "return max(self.least_timeout(), self.shortest_usual())",
            "return self.least_timeout()",
        ),
        (
            "first waits say nothing of the timer",
            "timer = min(timer, first[len(first) // 2], max(first[0], usual))",
            "pass",
        ),
    ],
    "recovery/flow_end.py": [
        ("a requester gives up with its first try", "MIN_TRIES = 2", "MIN_TRIES = 1"),
        (
            "progress does not set the tries back",
            "self._acked = acked\n        self.tries,",
            "self._acked = acked\n        _,",
        ),
        ("whose last try is answered has given up", "may_be_answered = self._is_answered or", "may_be_answered ="),
        ("to ask for the rest of a READ is no progress", "if (has_part or", "if (False or"),
        (
            "a try whose first packet was lost is the first one",
            "self.tries += 1",
            "self.tries = 1 if run.first != self._tried_psn else self.tries + 1",
        ),
        ("an endless RNR retry is exhausted", "FOR_EVER = 7", "FOR_EVER = 8"),
        ("an RNR NAK is answered by any request", "run.first <= self._rnr_psn < run.end", "True"),
        ("the last NAK refuses, not the first", "and self._refused is None", ""),
        ("other work is no sign of life", "self._last_life = max(self._last_life, time)", "pass"),
    ],
    "recovery/sendings.py": [
        ("progress beyond a PSN counts for it", "if acked <= psn", "if True"),
        ("a run cut by a batch is two sendings", "and run.continues\n", "and False\n"),
        ("sendings with a pause between them are one", "and run.time - last.last_time <= MOST_PAUSE\n", "\n"),
    ],
    "recovery/overtaken_originals.py": [
        ("originals are awaited for ever", "if final or time - original.run.time >= MAX_DELAY or at", "if at")
    ],
    "recovery/response_holes.py": [
        ("responses that came are missing", "first = max(first, low)", "pass"),
        ("what comes late is known twice", "if not run.first <= read[0] < read[1] <= run.end", ""),
        ("responses that were asked for again come late", "not self.asked and self.first", "self.first"),
        ("the order of sending says nothing of responses", "if run.number >= 0 and", "if False and"),
    ],
    "recovery/requester_verdicts.py": [
        ("what arrived unseen is lost before the tap", "if hole.acked_time:", "if False:"),
        ("packets of a repetition are lost without a trace", "min(end - first, skipped)", "end - first"),
        ("RNR retries are never early", "if waited >= timer else RNR_EARLY", "if True else RNR_EARLY"),
    ],
    "recovery/logged_requests.py": [
        (
            "what was executed is not acknowledged by answers",
            "if self.acked > expected:\n            expected, drops",
            "if False:\n            expected, drops",
        ),
        ("a request that was accepted is not expected behind", "expected = max(expected, self.accepted[1])", "pass"),
        ("a second NAK of the same PSN", "and asked != expected:", "and True:"),
        (
            "an RNR NAK is behind no sequence NAK",
            "asked, kept, drops = -1, (), True  # the packet",
            "pass  # the packet",
        ),
        ("a READ counts as many packets as PSNs", "yield piece, 1, (piece", "yield piece, stop - start, (piece"),
        (
            "packets kept early are executed again",
            "kept = _absorb(expected, tuple(merged([*kept, *new])))",
            "kept = expected, ()",
        ),
    ],
    "recovery/request_log.py": [
        ("a NAK answers a first try of any time", "came <= since or SOONER", "SOONER"),
        ("a NAK answers what came at any time", " and entry.pieces[-1].last_time > since:", ":"),
        (
            "a run that is acknowledged is final",
            "while self.entries and self.entries[0].sent < acked",
            "while self.entries and self.entries[0].sent <= acked",
        ),
        ("responses delay no NAK", "acked < piece.end <= psn", "False"),
        ("a responder that keeps early packets lacks all of a try", "if not having or self.keeps:", "if not having:"),
        ("a NAK is soon compared with the first try", "reversed(self.entries[:start])", "iter(self.entries[:start])"),
        ("a NAK comes before what prompts it", "entry.frame_of(psn + 1) < nak.frame", "True"),
    ],
    "recovery/repeated_acks.py": [
        (
            "an ACK of something else makes a loss doubtful",
            "if run.end >= end and run.frame > frame)",
            "if run.frame > frame)",
        ),
        (
            "an ACK before the NAK makes a loss doubtful",
            "if run.end >= end and run.frame > frame)",
            "if run.end >= end)",
        ),
        ("a copy that is acknowledged may still be answered", "run.acked <= entry.sent and", ""),
    ],
    "recovery/executed_requests.py": [
        ("ACKs for each duplicate teach nothing", "self.acks_each += 1", "pass"),
        ("what a NAK had asked for need not have come", "if (answers or entry.wanted) and not", "if answers and not"),
        (
            "a NAK behind a long silence says which run arrived",
            "entry.wanted) and not entry.unsure and",
            "entry.wanted) and",
        ),
        (
            "an ACK that stays behind duplicates says nothing of them",
            "and (keeps or not entry.is_needed):",
            "and True:",
        ),
        ("tries that nothing answers have all arrived", "if entry.repeated and not entry.answers:", "if False:"),
    ],
    "recovery/unsent_acks.py": [
        (
            "ACKs of unsent requests are believed where the capture begins",
            "for run in left if begun]",
            "for run in left if False]",
        )
    ],
    "recovery/responder_model.py": [
        ("what goes on behind a cut was sent before it", "and not run.continues:  # else", ":  # else"),
        ("what goes on behind a cut is not sent again", "log.note_repeated(log.entries[-1], answered)", "pass"),
        ("all of a long train was lost", "<= MOST_TOGETHER:", "<= 1 << 24:"),
        ("a READ whose response was lost was lost itself", "if entry.reads and not entry.untold:", "if False:"),
        ("what only came late had been lost", "(bool(entry.duplicates) or entry.end > behind)", "True"),
        (
            "a repetition that is late was asked for",
            "_open_nak < run.end and run.again and run.late != 1",
            "_open_nak < run.end and run.again",
        ),
        (
            "receivers that keep packets are taken for go-back-N",
            "if self._kept_proofs == MIN_KEPT_PROOFS:",
            "if False:",
        ),
        ("what came behind a late packet was kept", "log.has_early(expected) and not self._late_behind", "True"),
        ("a NAK that an ACK has overtaken shows nothing", "self._late_behind |= log.came_once(psn, run.frame)", "pass"),
        ("where packets are late none is", "kind = REORDERED_OR_LOST if self._late_behind else LOST", "kind = LOST"),
        ("one proof is enough for a receiver that keeps packets", "MIN_KEPT_PROOFS = 2", "MIN_KEPT_PROOFS = 1"),
        ("many more ACKs behind are wanted", "MIN_ACKS_BEHIND = 3", "MIN_ACKS_BEHIND = 6"),
        ("a NAK of what was never sent moves the responder", "if psn > run.sent and self._begun:", "if False:"),
        ("duplicates nobody has answered have arrived", "and entry.pieces[0].time < self._answered", ""),
        ("requests behind a refusal are executed", "elif self._fatal == _NONE:", "else:"),
        ("what was sent again while a NAK was on its way is forgotten", "claim.send_again(repetition)", "pass"),
    ],
    "runs/implied_naks.py": [
        ("an answer behind a missing response moves the requester", "and asked == lacking.next:", "and asked >= 0:"),
        ("what is missing is told each time", "and lacking.asked != lacking.next:", ":"),
        ("what came is told at the end", "if not nak.came]", "]"),
    ],
    "recovery/msn_check.py": [
        (
            "an MSN that drifts is told for ever",
            "self._offset = offset\n            return verdicts",
            "return verdicts",
        ),
        ("a READ must be counted before its response", "started and (offset + 1) & PSN_MASK == self._offset", "False"),
    ],
    "recovery/copied_requests.py": [
        (
            "copies that no ACK answers reached the responder",
            "entry.split(entry.duplicates, entry.answers)",
            "(entry.duplicates, [])",
        ),
        ("copies that may be lost reached the responder", "if not may_be_lost:", "if True:"),
        ("copies reach the responder though none is answered", "if self.arrive:", "if True:"),
        ("copies before the one that is answered are not told", "yield from self._tell()", "self._unanswered.clear()"),
        ("copies are told again and again", "self._unanswered.clear()", "pass"),
    ],
    "recovery/troubled_halves.py": [
        ("copies of requests are told nobody", "self.recoveries.beside(half).copied.append(run)", "pass"),
        ("what is under way when trouble begins is forgotten", "if sent > low:", "if False:"),
        ("where a capture begins does not matter", "None if known == MIDDLE else low", "low"),
        ("the beginning of a half is awaited for ever", "or packets.frame[at] // WINDOW < window:", "or False:"),
        (
            "nothing waits until the beginning of a half is known",
            "if known or packets.frame[at] // WINDOW < window:",
            "if True:",
        ),
        (
            "a batch tells the beginning of halves behind a border",
            "return UNDECIDED if late else int(",
            "return UNDECIDED if False else int(",
        ),
        ("what is held back of a half that is judged is lost", "self._held.hold(packets.select(~runs.ready))", "pass"),
        (
            "retries of UC are expected",
            "reliable = int(self._streams.columns.flows[",
            "reliable = True or int(self._streams.columns.flows[",
        ),
        ("timers that connection management names are ignored", "recovery.timers.declare(", "max("),
    ],
    "recovery/recoveries.py": [
        (
            "copies come before the runs that they follow",
            "while self.copied and self.copied[0].frame < before",
            "while self.copied",
        ),
        (
            "damaged requests come before the runs that they follow",
            "while self.damaged and self.damaged[0].frame < before",
            "while self.damaged",
        ),
        (
            "what is beside runs comes only before runs",
            "for said in () if beside is None else beside.feed(recovery_, frame):",
            "for said in ():",
        ),
        (
            "what is beside the runs of a half that is over is known as that of the next",
            "self._beside.pop(half, None)\n        fed",
            "fed",
        ),
        ("findings go on behind later requests", "made.requested(half, run.last_frame)", "pass"),
        (
            "responses that come again are new ones",
            "kind is responses and run.end <= run.acked",
            "kind is responses and False",
        ),
        (
            "what is not decided of repetitions is settled",
            "recovery is None or not recovery.queue.is_undecided",
            "True",
        ),
        ("a half that moves is known as what it was", "self._halves[to] = self._halves.pop(half)", "pass"),
        (
            "latencies are known before the answers come",
            "own.feed(recovery.timers, frame)",
            "own.feed(recovery.timers, 1 << 62)",
        ),
    ],
    "recovery/verdict_findings.py": [
        (
            "verdicts of a part of a run mark all of its packets",
            "slice(of.start + low, of.start + high) if low < high else of",
            "of",
        ),
        (
            "counters count findings, not packets",
            "counted.get((counter, half ^ answers), 0) + packets",
            "counted.get((counter, half ^ answers), 0) + 1",
        ),
        (
            "what responders send counts for requesters",
            "counted[counter, half ^ answers] =",
            "counted[counter, half] =",
        ),
        (
            "pieces of one run are told one by one",
            "if alive and run.continues and before.end == first and",
            "if False and",
        ),
        ("pieces are glued whatever they say", "before.end == first and before.is_like(facts)", "before.end == first"),
        ("pieces are glued over a hole", "run.continues and before.end == first and", "run.continues and"),
        ("what a cut has begun ends with the batch", "if piece.last_frame != self._last_request.get(key[0])]", "]"),
    ],
    "recovery/open_finding.py": [("packets of later pieces are not counted", "self.packets += packets", "pass")],
    "recovery/claimed_losses.py": [
        ("late packets are reported as lost", "if claim.was_late(acked, keeps=keeps)]", "if False]"),
        ("another ACK is not waited for", " and claim.end != acked:", ":"),
        ("an ACK of a late original is not waited for", "if 0 <= claim.answered < acked]", "if 0 <= claim.answered]"),
        ("losses are never reported", "if 0 <= claim.answered < acked]", "if False]"),
        (
            "any repeated ACK shows that all was late",
            "claim.answered < 0 and claim.end == acked]",
            "claim.answered < 0]",
        ),
        (
            "any second response shows that all was late",
            "if any(first < claim.end <= end for first, end in responses)]",
            "if responses]",
        ),
        ("what has not come again is acknowledged again", "if claim.is_answer and claim.frame < frame]", "if claim]"),
        ("what comes again was late", "and self.first < run.end:", "and False:"),
        ("what is late and comes again was lost", "return goes_back and not keeps and (", "return False and ("),
        ("a requester that goes back for another reason does so for the NAK", "= self.is_answer and", "="),
        ("an answer to a part shows that the rest was kept", "self.end < self.sent <= acked", "self.end < self.sent"),
        ("what came again was kept", "return self.alone and", "return"),
        ("an RNR NAK says nothing of a claim", "claim.unready |= claim.first == psn", "pass"),
        ("what nothing decides is never told", "return self._take(self.open)", "return []"),
        ("losses that are told stay open", "self.open = [claim for claim in self.open if claim not in taken]", "pass"),
        ("there is no end of claims", "self.open[:-MAX_CLAIMS], self.open[-MAX_CLAIMS:]", "[], self.open"),
    ],
    "recovery/half_recovery.py": [
        ("the responder is not told the end", "verdicts + self.responder.finish(acked, acked_time)", "verdicts")
    ],
}
