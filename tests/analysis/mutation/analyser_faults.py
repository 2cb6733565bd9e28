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
        ("copies of requests are told nobody", "self._recoveries.beside(half).copied.append(run)", "pass"),
        ("what a NAK refused is not refused", "self._messages.reassembly.refuse(half", "_ = (half"),
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
        (
            "what is held of flows that end is lost",
            "findings += self._feed(HalfPackets.joined(held), NEVER, own)",
            "pass",
        ),
        ("what is held back of a half that is judged is lost", "self._held.hold(packets.select(~runs.ready))", "pass"),
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
        ("timers that connection management names are ignored", "recovery.timers.declare(", "max("),
        ("a release is no end", 'recovery.queue.end.close(int(flows["released_time"][half >> 1]))', "pass"),
    ],
}
