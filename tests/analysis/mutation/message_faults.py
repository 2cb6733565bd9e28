"""Faults in messages: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "reassembly/reassembly.py": [
        (
            "what begins at a used PSN is a message",
            "first: Bools = line + pieces.psn >= running_maximum(used)",
            "first: Bools = line + pieces.psn >= 0",
        ),
        (
            "behind an unanswered message others are unanswered",
            "(UNANSWERED, REFUSED))]] = FLUSHED",
            "(UNANSWERED, REFUSED))]] = UNANSWERED",
        ),
        ("halves without an answer are under way", "np.where(silent | unclear, UNKNOWN, fate[of])", "fate[of]"),
        (
            "messages end before those that they are behind",
            "later = rows_where(key < highest)",
            "later = rows_where(key < 0)",
        ),
        (
            "a message ends although one before it has not",
            "behind: Bools = count > np.repeat",
            "behind: Bools = marked & (count > np.repeat",
        ),
    ],
    "reassembly/message_faults.py": [
        ("lengths of WRITEs are not compared", 'rows["carried"][of] != rows["declared"][of]', "False"),
        ("a message that waits is incomplete again", "lost = undecided & (", "lost = ("),
        ("late packets of a message are not counted", 'rows["missing"] + rows["late"]\n', 'rows["missing"]\n'),
        (
            "what others interrupt is not told",
            'lost &= rows["missing"] + rows["unexpected"]',
            'lost &= rows["missing"]',
        ),
        ("a WRITE of one packet is reported twice", '(rows["packets"][of] > 1)', "True"),
    ],
    "reassembly/waiting_limits.py": [
        (
            "the number of unanswered messages has no limit",
            "return late\n        heads = rows_where",
            "return late\n        return late\n        heads = rows_where",
        ),
        ("what is given up has completed", 'rows["outcome"][undecided] = UNKNOWN', "pass"),
        (
            "those that came last are given up",
            "waiting.oldest(len(waiting) - MAX",
            "waiting.oldest(len(waiting) - 0 * MAX",
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
        ("a Middle with a smaller path MTU is right", "& (pieces.size != pmtu)\n", "& (pieces.size > pmtu)\n"),
        ("what no path MTU allows is reported twice", "pieces.size <= PMTUS[-1])", "pieces.size > 0)"),
    ],
    "reassembly/message_rows.py": [
        (
            "a READ that ends with the PMTU takes one packet more",
            "-(-declared // np.maximum(pmtu, 1))",
            "declared // np.maximum(pmtu, 1) + 1",
        ),
        ("UC messages that lost packets are sent", 'rows["outcome"][lost] = INCOMPLETE', "pass"),
        ("UC messages out of order are sent", 'lost |= over & (rows["unexpected"] > 0)', "pass"),
        (
            "a UC message ends with its last PSN",
            "late = _sums(fragments, fragments.pieces.late) > 0",
            "late = np.zeros(0)",
        ),
        (
            "late packets of a second batch are not counted",
            "rows[name][row] += _sums(fragments, counted)[which]",
            "pass",
        ),
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
            "self._reached(self._end, self._half)",
            "self._reached(self._end - 1, self._half)",
        ),
        ("responses behind a missing one are taken", "if first <= following < behind:", "if following < behind:"),
        ("lengths of responses are not compared", 'rows["response_bytes"][group] != rows["declared"][group]', "False"),
    ],
    "reassembly/path_mtu.py": [
        (
            "the largest packet does not limit the path MTU",
            "np.searchsorted(_SIZES, self._least[flows])",
            "np.searchsorted(_SIZES, 0 * self._least[flows])",
        ),
        (
            "what is guessed counts more than what is shown",
            "np.where(sure > 0, sure, np",
            "np.where(guess > 0, guess, np",
        ),
        ("what both directions have shown is that of one", "self._shown[kept] += self._shown[dissolved]", "pass"),
    ],
    "reassembly/datagram_messages.py": [
        ("datagrams are numbered anew in each batch", "np.repeat(sent[self.halves] - starts", "np.repeat(-starts"),
        ("datagrams with cut headers have a size", "np.where(whole, columns.size[rows], NONE)", "columns.size[rows]"),
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
        ("answers behind a NAK count before it", "_before(places, answers.half, answers.frame)", "answers.half * 0"),
        ("a NAK ends only what it finds", "for refusal in self._by_half[half])]", "for refusal in refusals)]"),
    ],
    "reassembly/rows_by_half.py": [
        ("rows move without their halves", "self.start[halves] = offsets(self.count[halves])", "pass")
    ],
    "reassembly/half_messages.py": [
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
    ],
}
