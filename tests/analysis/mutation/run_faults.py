"""Faults in PSNs, runs and copies: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "runs/joined_halves.py": [
        ("answers before a join acknowledge nothing", "tells & (end <= sent)", "tells & (end < 0)"),
        ("answers before a join keep their PSNs", "unwrapped(packets.psn & PSN_MASK, sent)", "packets.psn"),
    ],
    "runs/sequence_columns.py": [
        ("PSNs do not start over", "steps &= PSN_MASK\n", "pass\n"),
        ("PSNs of answers unwrapped one space too low", "return near + ((psn", "return near - 1 + ((psn"),
        (
            "a PSN carried over to the next batch off by one",
            'table["psn"][asking] = self.psn[places]',
            'table["psn"][asking] = self.psn[places] + (1 << 23)',
        ),
        ("a NAK acknowledges its own PSN", "+ self._accepts(tells)", "+ 1"),
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
            "self.columns.time[self.rows[mover]], before",
            "self.columns.time[self.rows[places]], before",
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
        (
            "what was acknowledged before it came again is glued to what was not",
            "interrupted[1:] |= acknowledged[1:] != acknowledged[:-1]",
            "",
        ),
        ("late packets glued to those in order", "(late[1:] == late[:-1]) | (~again", "True | (~again"),
        (
            "the first run of a batch never continues",
            'follows[heads] = psn[heads] == table["run_end"][half[heads]]',
            "follows[heads] = False",
        ),
        (
            "it is not known behind which packet that goes on",
            'after[heads] = table["run_frame"][half[heads]]',
            "after[heads] = 0",
        ),
        ("responses glued over a hole", "(psn[1:] == psn[:-1] + 1)", "(psn[1:] > psn[:-1])"),
        (
            "RNR NAKs taken for fatal ones",
            "kind[negative & (syndrome >> VALUE_BITS == RNR_NAK)] = RunKind.NAK_RNR",
            "pass",
        ),
        (
            "an ACK repeated is one that advances",
            "of.psn[places] + ~negative <= of.acked[places])] = RunKind",
            "of.psn[places] + ~negative < of.acked[places])] = RunKind",
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
            "missing[tells] = (asked > seen)",
            "missing[tells] = (asked > seen + 1)",
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
        (
            "an ACK in the middle does not set the offset",
            'table["msn_offset"][half[learns]] = offset[learns]',
            'table["msn_offset"][half[learns]] = 0',
        ),
        ("answers to duplicates count no later messages", "if odd.any():", "if False:"),
        (
            "an ACK names the duplicate that it answers",
            "np.minimum(sequence.psn[places], sequence.acked[places])",
            "sequence.psn[places]",
        ),
        ("READs sent again end messages twice", "asks & ~sequence.again & ENDS", "asks & ENDS"),
        ("messages are counted although PSNs are missing", 'np.minimum.at(table["gap"]', '_ = (table["gap"]'),
    ],
    "runs/read_spans.py": [
        ("READs before the path MTU take one PSN", 'table["end"][halves] = end', "pass"),
        ("what such READs take was not sent", 'np.maximum(table["sent"][halves], end)', 'table["sent"][halves]'),
        ("READs are learnt anew in each batch", 'table["read_length"][halves] = 0', "pass"),
        (
            "responses behind the next request lengthen a cut READ",
            "asked_before == asked_before[begins][segment]",
            "asked_before >= 0",
        ),
    ],
    "runs/waiting_reads.py": [
        (
            "READs wait until the path MTU is known for sure",
            "unclear = (tells.length > np",
            "unclear = (tells.length >= 0 * np",
        ),
        (
            "what is behind a READ need not wait for it",
            "waits[own[behind]] = True",
            "waits[own[behind & (tells.length > 0)]] = True",
        ),
        ("READs wait without end", "if last < decided:", "if last < 0:"),
        (
            "the first vote counts, and not the most",
            "counts.index(max(counts))",
            "counts.index(min(filter(None, counts)))",
        ),
        ("a request that comes late votes against a response", "last = read + MOST_OF_FLOW", "last = read + 1"),
        ("what is guessed is for what came later, too", "again[own[low + decision.again : high]] = True", "pass"),
        (
            "what waits keeps the number of its flow",
            "row = np.where(there, kept[order][at], self.held.row)",
            "row = self.held.row",
        ),
    ],
    "runs/quiet_stretches.py": [
        ("what was sent before trouble was over is quiet", "& (packets.psn >= troubled)", ""),
        ("what is not acknowledged before the next trouble is quiet", "& (high <= settled)", ""),
        (
            "the end of trouble is not carried over",
            'table["trouble_end"][packets.half[lasts]] = self.troubled[lasts]',
            "pass",
        ),
        (
            "what nothing has acknowledged yet is decided",
            "may & ~calm & is_open & (of == window)",
            "may & ~calm & False",
        ),
    ],
    "runs/latencies.py": [
        ("the latency of what was sent again counts", "inside &= (count[at] == repetitions[tells]) & (", "inside &= ("),
        (
            "requests wait for their answers in one batch only",
            "self._waiting = deque(part for part in (*others, left) if len(part))",
            "self._waiting = deque(part for part in others if len(part))",
        ),
        ("latencies of other halves count", "(keys[at] // LINE == half) & ", ""),
    ],
    "runs/trouble.py": [
        ("a NAK is no trouble", "odd |= sequence.negative | missing_responses", "odd |= missing_responses"),
        ("an ACK of what was not sent is no trouble", "odd |= tells & ~sequence.believed", "pass"),
        ("an ACK that repeats is no trouble", "odd |= sequence.repeats & (", "_ = sequence.repeats & ("),
    ],
    "runs/lateness.py": [
        ("the first that is numbered is in time", "np.where(unknown, -1, own < highest)", "own < highest"),
        (
            "a late packet is one with the highest number",
            "np.where(unknown, -1, own < highest)",
            "np.where(unknown, -1, own > highest)",
        ),
        ("the highest number is not carried over", 'table["number"][half[lasts]] = np', "_ = np"),
        (
            "identifications skipped in a pause are lost packets",
            "(step == 0) | (time[here] - time[there] < TICK)",
            "True",
        ),
        ("one packet too many is missing", "number[there] - 1\n", "number[there]\n"),
    ],
    "runs/sending_order.py": [
        ("random identifications count", "4 * counts > 3 * moves", "4 * counts > 0 * moves"),
        ("a counter that wraps begins anew", "(differences + _HALF & _SPAN - 1) - _HALF", "differences"),
        ("counters in the other byte order are none", "np.where(moves[2] < moves[1], other, plain)", "plain"),
        (
            "the byte order is what it is at the end of a batch",
            "np.where(moves[2] < moves[1], other, plain)",
            "np.where((self._moves[2] < self._moves[1])[place], other, plain)",
        ),
        (
            "numbers are not carried over",
            "np.where(carried[begins], before[begins], ORIGIN + ident[begins])",
            "ORIGIN + ident[begins]",
        ),
    ],
    "runs/shared_counters.py": [
        ("streams never count apart", "for_it > 3 * against", "for_it > 300000 * (against + 1)"),
        ("what comes later changes the judgement", "early = seen <= ENOUGH", "early = seen > 0"),
        ("a stray goes on with any packet", "keys[index] == wanted", "keys[index] >= 0"),
    ],
    "runs/copies.py": [
        (
            "a copy needs no identification of its own",
            "same = (key[before] == key[after])",
            "same = (key[before] >> 16 == key[after] >> 16)",
        ),
        (
            "copies without identification may take their time",
            "(wait <= SOON) & ((self",
            "(wait <= 99 * SOON) & ((self",
        ),
        ("repeated ACKs are copies", "(OPERATION_OF[self.opcode] != _ACK)", "True"),
        ("a mirror of one direction", "for one in (0, 1):\n            counts", "for one in (0,):\n            counts"),
        ("one packet that comes once makes it no mirror", "(doubled >= FEW).astype(np.int64) + (doubled >= SOME)", "1"),
        ("a mirror is one at the end of the batch", "state.get(name, 2 * flows + one)[place] + sums", "sums"),
        (
            "the last packets of a stream are forgotten with the batch",
            "rows_where(left <= WINDOW)",
            "rows_where(left <= 0)",
        ),
    ],
    "runs/copy_findings.py": [
        (
            "copies that follow each other are reported one by one",
            "(np.diff(psn) & PSN_MASK == 1)",
            "(np.diff(psn) == 0)",
        ),
        (
            "copies of the next batch are told by themselves",
            "before is not None and _follow(before, low, begin)",
            "False",
        ),
        (
            "copies over a gap are told together",
            'return psn == (before.finding.facts["last"] + 1) & PSN_MASK and ',
            "return ",
        ),
        (
            "copies of both ends are told together",
            "role = 2 * sequence.half[places] + sequence.is_request[places]",
            "role = 2 * sequence.half[places]",
        ),
        ("copies that may go on are never told", "told += self._close(time, role)", "pass"),
        ("copies end in the order of their streams", "while ends and begin - ends[0][0] > MOST_PAUSE:", "while False:"),
        (
            "a flow that comes twice is told packet by packet",
            "each if before is None else _together(*sorted((before, each), key=_frame))",
            "each",
        ),
        ("copies of a flow that may come twice are told never", "*self._held.pop(flow, ()), *(() if", "*(() if"),
    ],
    "runs/first_copies.py": [
        (
            "the last copy of a request stands for it",
            "chosen = changes(key) &",
            "chosen = np.append(key[1:] != key[:-1], True) &",
        ),
        (
            "what is behind a hole does not wait",
            "blocked = (psn > before) & (psn > settled[half])",
            "blocked = (psn > before) & (psn < 0)",
        ),
        ("what was received is waited for", "& (psn > settled[half])", ""),
        ("requests of UC wait without end", '(fresh["time"] < unanswered.since)', "False"),
        ("requests of UC do not wait", "settled = np.where(unanswered.halves, 0, acked)", "settled = acked"),
        ("a half of UC begins with its first PSN at once", 'begun[fresh["half"][young]] = 0', "pass"),
        ("the end loses what is damaged on UC", "else sound | unanswered[", "else sound & unanswered["),
        ("answers are not waited for beside UC", "np.where(unanswered.halves, 0, acked)", "0 * acked"),
        ("a damaged copy stands in before it is acknowledged", '& (fresh["psn"] >= acked[fresh["half"]])', "& False"),
        ("what was given out is forgotten", "self._next[given[", "self._next[0 * given["),
        ("what comes too late fills its hole", "late[own] = earliest < frame[own]", "late[own] = False"),
        (
            "nothing comes before the first request",
            'np.minimum.at(self._next, fresh["half"][sound]',
            "(lambda *rest: 0)(0",
        ),
        ("an answer does not say where a half begins", "np.where(acked > 0, acked, LINE)", "LINE"),
        ("any number waits for a first answer", "> MOST_BEGINNING:", "> LINE:"),
        ("a damaged PSN begins a half", 'known & (fresh["damaged"] == 0)', "known"),
        ("what fills a hole is late in any case", "late[own] = earliest < frame[own]", "late[own] = True"),
    ],
    "runs/unacknowledged_copies.py": [
        (
            "copies of earlier batches are not found",
            "before = self._recent.of(psns)",
            "before = self._recent.of(psns[:0])",
        ),
        ("what is not behind is a copy", "np.where(behind[some], copy_of, 0)", "copy_of"),
        (
            "packets of one PSN are copies, whatever their bytes",
            "for column in (psn, first, second, content)",
            "for column in (psn, first, second)",
        ),
        (
            "packets of other senders are copies",
            "for column in (psn, first, second, content)",
            "for column in (psn, content)",
        ),
        ("a copy may come at any time", "(now[after] - now[before] <= LATEST)", "(now[after] >= now[before])"),
        ("how far an original is depends on batches", " & (number[after] - number[before] <= HISTORY)", ""),
        (
            "without an Identification all bytes are the same",
            "np.where(ident > 0, -1 - stands, -1 - (1 << 62) - number)",
            "-1 - stands",
        ),
        ("where the ICRC is cut off all bytes are the same", "if unknown.any()", "if False"),
    ],
    "runs/unreliable_copies.py": [
        ("copies on UC are those of a batch", "now[rows], sequence.again[own]", "now[rows], own < 0"),
        ("time goes back for copies on UC", "np.maximum(columns.time, self._latest)", "columns.time"),
        ("connections of several hosts are one", "<< _ADDRESS_BITS | columns.destination[rows]", "* 0"),
        ("copies on UC are looked for half by half", "own[np.argsort(sequence.rows[own])]", "own"),
    ],
    "runs/unreliable_order.py": [
        ("a packet that comes again is late", "earliest[of[at]] == at", "of[at] >= 0"),
        (
            "a late packet may be of a time before the capture",
            "(own_psn >= first[own_half] - MOST_BEFORE)",
            "(own_psn >= 0)",
        ),
        ("what was given out may come late", " & (own_psn >= copies.next_of(own_half))", ""),
        ("any time is early enough", "requests.now[rows] - since <= LATEST", "since > 0"),
        ("time that goes back makes packets young", "requests.now[rows] - since", "requests.time[rows] - since"),
        (
            "what waits is not looked at",
            'psn = np.concatenate((waiting["psn"]',
            'psn = np.concatenate((0 * waiting["psn"]',
        ),
        ("the beginning of a message is unexpected", " & ~BEGINS[requests.opcode[rows]]", ""),
        ("the first packet of a half is unexpected", " & (expected > 0)", ""),
        ("what a receiver expects is that of the batch", "self._expected[half[lasts]] = end[lasts]", "pass"),
        ("other services have late packets, too", "again = own & requests.again", "again = requests.again"),
    ],
    "runs/damaged_requests.py": [
        ("damaged PSNs far away are plausible", "np.abs(psn - sent) <= MOST_APART", "np.abs(psn - sent) <= 1 << 23")
    ],
    "runs/held_packets.py": [
        ("no border is ever passed", "every, self._window = window > self._window, window", "every = False"),
        (
            "nothing is due behind a border",
            "return bool(self._parts) and frame // WINDOW > self._window",
            "return False",
        ),
        ("what is taken out stays", "self._parts[number] = without(self._parts[number], places)", "pass"),
        ("packets are not held", "self._parts.append(packets)", "pass"),
        (
            "of many parts the last are kept",
            "joined = HalfPackets.joined(list(self._parts))",
            "joined = self._parts[-1]",
        ),
        (
            "requests that are held were not sent again",
            "if len(places):\n            half, frame",
            "if False:\n            half, frame",
        ),
        (
            "the first packet that is held is the last half's",
            "first[at[own]] = frame[own]",
            "first[at[own]] = frame[-1]",
        ),
        ("READs that are held take one PSN", "relearn(part, learned)", "pass"),
        (
            "what is held keeps the number of its half",
            "halves = np.where(part.half == half, to, part.half)",
            "halves = part.half",
        ),
        (
            "those that get the number get the packets",
            "left for left in (part.select(~np.isin(part.half, halves)) for part in self._parts) if len(left)",
            "left for left in self._parts",
        ),
    ],
    "runs/followed.py": [
        ("gaps are told for ever", "(score >= MOST_GAPS)", "(score >= 9 * MOST_GAPS)"),
        ("it is said again and again", '& (halves["unfollowed"][half] == 0)', ""),
        ("requests in sequence make up for nothing", "np.where(fresh & ~unsized, -CREDIT, 0)", "0"),
        (
            "READs of which the length is not known leave gaps",
            "> sequence.sent[asks]) & ~unsized",
            "> sequence.sent[asks])",
        ),
        ("gaps are counted anew in each batch", 'halves["gap_score"][half[last]] = np', "_ = np"),
        ("what was in sequence counts beforehand", "score = total - np.minimum(lowest, 0)", "score = total"),
        ("of the next halves nothing is said", "over = over[changes(half[over])]", "over = over[:1]"),
    ],
    "runs/unclean_packets.py": [
        ("requests and responses of a half are one stream", "2 * half + (columns.kind == RESPONSE)", "2 * half")
    ],
    "runs/half_packets.py": [
        (
            "a half that was clean has no past",
            "return [self._parts[number].select(places) for number, places in parts_with(self._parts, halves)]",
            "return []",
        ),
        (
            "packets are known as those of the half that had the number before",
            "self._parts[number] = without(self._parts[number], places)",
            "pass",
        ),
    ],
    "runs/repeated_requests.py": [
        (
            "a repetition is compared with the latest copy",
            "at = np.searchsorted(own, keys)\n",
            'at = np.maximum(np.searchsorted(own, keys, "right") - 1, 0)\n',
        ),
        ("a repetition of UC is compared", "SERVICE_OF[sequence.opcode] != _UC", "SERVICE_OF[sequence.opcode] >= 0"),
        (
            "what the number of a half was before is compared",
            "return np.maximum(frame - WINDOW, self._since[half])",
            "return frame - WINDOW",
        ),
        (
            "cut headers differ",
            'original[where] = np.where(piece.columns["stopped"][row], 0, piece.columns["frame"][row])',
            'original[where] = piece.columns["frame"][row]',
        ),
        (
            "the rest of a READ is at the address of the whole",
            'whole["va"] + passed.astype(whole["va"].dtype)',
            'whole["va"]',
        ),
        ("a READ has no less than the rest of another", '< before["dmalen"][inner]]', "< 0]"),
    ],
}
