"""Messages of which packets are missing or cut off, by what their script says that was sent."""

from __future__ import annotations

import random

import pytest

from tests.analysis.reassembly.scripts import PMTU, Answer, Request, by_number, run
from tests.analysis.reassembly.test_messages_as_sent import send


def story(source, service, number):
    """SENDs and WRITEs of a half: some packets in their middle are missing, some are cut off behind their headers."""
    psn, packets, expected = source.choice((0, 1, 500)), [], []
    for at in range(1, source.randint(2, 8)):
        kind = source.choice(("SEND", "WRITE"))
        size = source.choice((0, 8, 2 * PMTU, 3 * PMTU + 1, 5 * PMTU))
        message = send(kind, psn, size, source)
        requests = [each._replace(name=each.name.replace("RC", service)) for each in message.requests]
        lost = [each for each in requests[1:-1] if source.random() < 0.3]
        cut = [each for each in requests if source.random() < 0.1]
        there = [each._replace(whole=int(each not in cut), half=number) for each in requests if each not in lost]
        packets += there
        whole = not lost and not cut
        headed = requests[0] not in cut
        facts = {
            "flow": number + 1, "number": at, "kind": kind, "service": service, "first_psn": psn,
            "last_psn": psn + len(requests) - 1, "packets": len(there), "whole": whole,
            "size": (size if headed else None) if kind == "WRITE" else size if whole else None,
            "address": message.facts.get("address") if headed else None,
            "r_key": message.facts.get("r_key") if headed else None,
            "immediate": message.facts["immediate"] if requests[-1] not in cut else None,
        }  # fmt: skip
        expected.append((facts, len(lost)))
        psn += len(requests)
    return packets, expected


def mixed(source, stories):
    """The packets of halves, one between the other."""
    left, packets = [list(each) for each in stories], []
    while any(left):
        one = source.choice([each for each in left if each])
        packets.append(one.pop(0)._replace(frame=len(packets) + 1))
    return packets


def frames(packets, facts):
    """The packets of a message."""
    psns = range(facts["first_psn"], facts["last_psn"] + 1)
    return [each.frame for each in packets if each.half == facts["flow"] - 1 and each.psn in psns]


@pytest.mark.parametrize("seed", range(20))
def test_on_uc_what_is_missing_makes_a_message_incomplete(seed):
    """It ends with its last packet; it is said how many are missing."""
    source = random.Random(seed)
    stories = [story(source, "UC", number) for number in range(source.randint(1, 3))]
    packets = mixed(source, [packets for packets, _ in stories])
    for count in (0, 2, len(packets)):
        told = run(packets, [source.randint(1, len(packets)) for _ in range(count)])
        every = [each for _, own in stories for each in own]
        for message, (facts, lost) in zip(by_number(told), every, strict=True):
            own = frames(packets, facts)
            facts = {
                **facts, "outcome": "incomplete" if lost else "sent", "closed": own[-1], "first_frame": own[0],
                "last_frame": own[-1], "completed": None, "responded": None,
            }  # fmt: skip
            assert {name: getattr(message, name) for name in facts} == facts
        missing = sorted((fault.half, fault.kind.name, fault.facts["count"]) for fault in told.faults)
        assert missing == sorted((facts["flow"] - 1, "message-incomplete", lost) for facts, lost in every if lost)


@pytest.mark.parametrize("seed", range(20))
def test_on_rc_what_is_missing_was_received(seed):
    """The capture lacks it: the message is answered as others are, and only its size may be unknown."""
    source = random.Random(seed)
    stories = [story(source, "RC", number) for number in range(source.randint(1, 3))]
    answered = []
    for own, every in stories:
        last = max(each.psn for each in own)
        answered.append([*own, Answer(0, last, half=every[0][0]["flow"] - 1)])
    packets = mixed(source, answered)
    asked = [each for each in packets if isinstance(each, Request)]
    for count in (0, 2, len(packets)):
        told = run(packets, [source.randint(1, len(packets)) for _ in range(count)])
        assert not told.faults
        for message, (facts, _) in zip(by_number(told), [each for _, own in stories for each in own], strict=True):
            own = frames(asked, facts)
            ack = next(each.frame for each in packets if isinstance(each, Answer) and each.half == facts["flow"] - 1)
            facts = {
                **facts, "outcome": "completed", "closed": ack, "completed": ack * 1000, "responded": ack * 1000,
                "first_frame": own[0], "last_frame": own[-1],
            }  # fmt: skip
            assert {name: getattr(message, name) for name in facts} == facts
