"""Faults in the driver: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "analyser.py": [
        ("copies stay in the runs", "if copies.any():", "if False:"),
        (
            "copies are counted at the other end",
            '"duplicated", half ^ ~sequence.is_request[places]',
            '"duplicated", half ^ sequence.is_request[places]',
        ),
        ("copies of a mirror reached the responder", "& ~self._unclean.mirrored[sequence.rows]", ""),
        ("damaged requests are told nobody", "SideRuns(damaged.runs(), copied)", "SideRuns({}, copied)"),
        (
            "damaged packets are taken for intact",
            "damaged = columns.bad_icrc if self.verify else None",
            "damaged = None",
        ),
        ("what is under way when trouble begins is forgotten", 'if halves["asked"][half] and sent > low:', "if False:"),
        ("what a NAK refused is not refused", "self._reassembly.refuse(half", "_ = (half"),
        ("a half that gave up is under way", '    "exhausted": UNANSWERED', '    "exhausted": UNDER_WAY'),
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
    ]
}
