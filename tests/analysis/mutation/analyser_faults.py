"""Faults in the drivers: by file what each breaks, the text that it replaces, and by what."""

from __future__ import annotations

FAULTS: dict[str, list[tuple[str, str, str]]] = {
    "analyser.py": [
        (
            "damaged packets are taken for intact",
            "damaged = columns.bad_icrc if self.verify else None\n        assigned",
            "damaged = None\n        assigned",
        ),
        (
            "findings come in the order of halves",
            "findings.sort(key=lambda finding: finding.frame)\n        messages",
            "messages",
        ),
    ],
    "connected_flows.py": [
        ("copies stay in the runs", "if copies.any():", "if False:"),
        (
            "copies are counted at the other end",
            '"duplicated", half ^ ~sequence.is_request[places]',
            '"duplicated", half ^ sequence.is_request[places]',
        ),
        ("copies of a mirror reached the responder", "& ~self._unclean.mirrored[sequence.rows]", ""),
        ("damaged requests are told nobody", "for half, runs in damaged.runs().items():", "for half, runs in ():"),
        ("what a NAK refused is not refused", "self._messages.reassembly.refuse(half", "_ = (half"),
        (
            "what is held of flows that end is lost",
            "findings += self._troubled_halves.add_last(own, self._frame)",
            "pass",
        ),
        ("a half that gave up is under way", '    "exhausted": UNANSWERED', '    "exhausted": UNDER_WAY'),
        (
            "RNR retries that are exhausted leave messages under way",
            '"rnr-exhausted": UNANSWERED',
            '"rnr-exhausted": UNDER_WAY',
        ),
        ("a release is no end", 'recovery.queue.end.close(int(flows["released_time"][half >> 1]))', "pass"),
    ],
}
