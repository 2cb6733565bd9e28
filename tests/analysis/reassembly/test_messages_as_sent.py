"""Messages as their script says that they were sent: every value of each, however batches are cut."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from tests.analysis.reassembly.scripts import PMTU, Answer, Request, by_number, run

KINDS = ("SEND", "WRITE", "READ", "ATOMIC")


class Sent(NamedTuple):
    """A message: packets of its request and its response, and what is to be known of it."""

    requests: list
    responses: list
    facts: dict


def send(kind, psn, size, source):
    """A SEND or a WRITE."""
    name = {"SEND": "RC SEND", "WRITE": "RC RDMA WRITE"}[kind]
    count = max(1, -(-size // PMTU))
    immediate = source.choice((None, 0, 7))
    where = {"dmalen": size, "va": source.choice((0, 1, 1 << 63)), "r_key": source.choice((0, 9))}
    requests = []
    for at in range(count):
        position = "Only" if count == 1 else "First" if not at else "Last" if at == count - 1 else "Middle"
        last = position in ("Only", "Last")
        text = f"{name} {position}" + (" with Immediate" if last and immediate is not None else "")
        values = {"size": size - (count - 1) * PMTU if last else PMTU}
        values |= where if kind == "WRITE" and not at else {}
        values |= {"immediate": immediate} if last and immediate is not None else {}
        requests.append(Request(0, psn + at, text, **values))
    facts = {"kind": kind, "size": size, "packets": count, "last_psn": psn + count - 1, "immediate": immediate}
    if kind == "WRITE":
        facts |= {"address": where["va"], "r_key": where["r_key"]}
    return Sent(requests, [], facts)


def fetch(kind, psn, size, source):
    """A READ or an atomic."""
    where = {"va": source.choice((0, 64)), "r_key": source.choice((0, 9))}
    facts = {"kind": kind, "address": where["va"], "r_key": where["r_key"]}
    if kind == "ATOMIC":
        request = Request(0, psn, "RC FetchAdd", **where)
        return Sent([request], [Answer(0, psn, "RC ATOMIC Acknowledge", 0)], {**facts, "packets": 1, "last_psn": psn})
    count = max(1, -(-size // PMTU))
    responses = []
    for at in range(count):
        position = "Only" if count == 1 else "First" if not at else "Last" if at == count - 1 else "Middle"
        length = size - (count - 1) * PMTU if position in ("Only", "Last") else PMTU
        responses.append(Answer(0, psn + at, f"RC RDMA READ response {position}", length))
    request = Request(0, psn, "RC RDMA READ Request", dmalen=size, span=count, **where)
    return Sent([request], responses, {**facts, "size": size, "packets": count, "last_psn": psn + count - 1})


def half(number, source):
    """The messages of a half, and its packets in an order in which a capture may have them."""
    psn, messages = source.choice((0, 1, 500)), []
    for _ in range(source.randint(1, 7)):
        kind, size = source.choice(KINDS), source.choice((0, 1, PMTU - 1, PMTU, PMTU + 1, 3 * PMTU, 4 * PMTU + 9))
        message = (send if kind in ("SEND", "WRITE") else fetch)(kind, psn, size, source)
        messages.append(message)
        psn = message.facts["last_psn"] + 1
    asks = [request for message in messages for request in message.requests]
    tells = []
    for message in messages:
        if message.responses:
            tells += message.responses
        elif message is messages[-1] or source.random() < 0.6:  # else what comes later acknowledges it
            if len(message.requests) > 1 and source.random() < 0.5:
                tells.append(Answer(0, message.requests[source.randrange(len(message.requests))].psn))
            tells.append(Answer(0, message.requests[-1].psn))
    packets, sent = [], -1
    while asks or tells:
        if asks and (not tells or tells[0].psn > sent or source.random() < 0.5):
            packets.append(asks.pop(0))
            sent = packets[-1].psn + packets[-1].span - 1
        else:
            packets.append(tells.pop(0))
    return messages, [each._replace(half=number) for each in packets]


def capture(source, halves):
    """Halves one between the other, and what is to be told of their messages."""
    stories = [half(number, source) for number in range(halves)]
    left = [list(packets) for _, packets in stories]
    packets = []
    while any(left):
        one = source.choice([each for each in left if each])
        packets.append(one.pop(0)._replace(frame=len(packets) + 1))
    expected = []
    for number, (messages, _) in enumerate(stories):
        own = [each for each in packets if each.half == number]
        for at, message in enumerate(messages, 1):
            expected.append(told_of(number, at, message, own))
    return packets, expected


def told_of(number, at, message, own):
    """What is to be told of a message, by the packets of its half."""
    asks = {each.psn: each for each in own if isinstance(each, Request)}
    first, last = asks[message.requests[0].psn], asks[message.requests[-1].psn]
    psn, last_psn = first.psn, message.facts["last_psn"]
    tells = [each for each in own if isinstance(each, Answer)]
    responded = next(each for each in tells if each.psn >= psn)
    completed = next(each for each in tells if each.psn >= last_psn)
    return {
        "flow": number + 1, "side": 0, "number": at, "service": "RC", "first_psn": psn, "first_frame": first.frame,
        "start": first.frame * 1000, "responded": responded.frame * 1000, "completed": completed.frame * 1000,
        "closed": completed.frame, "last_frame": last.frame, "end": last.frame * 1000, "outcome": "completed",
        "whole": True, "retransmissions": 0, "refusals": 0, "nak": None, **message.facts,
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
def test_messages_are_those_that_were_sent(seed):
    source = random.Random(seed)
    packets, expected = capture(source, source.randint(1, 4))
    for count in (0, 1, 3, len(packets)):
        cuts = [source.randint(1, len(packets)) for _ in range(count)]
        told = run(packets, cuts)
        assert not told.faults
        for message, facts in zip(by_number(told), expected, strict=True):
            assert {name: getattr(message, name) for name in facts} == facts


def refused(source, number):
    """A half in which a NAK ends what is under way, and what is to be told: outcome, code of the NAK, packet."""
    messages, packets = half(number, source)
    asked = [at for at, each in enumerate(packets) if isinstance(each, Request)]
    cut = source.choice(asked) + 1
    before = packets[:cut]
    sent = max(each.psn + each.span for each in before if isinstance(each, Request))
    acked = max((each.psn + 1 for each in before if isinstance(each, Answer)), default=packets[0].psn)
    if acked >= sent:
        return messages, packets, None
    psn = source.randrange(acked, sent)
    nak = Answer(0, psn - 1, half=number)  # what lies before it has arrived
    return messages, [*before, nak, *(each for each in packets[cut:] if isinstance(each, Request))], (cut, psn)


@pytest.mark.parametrize("seed", range(25))
def test_what_a_nak_ends(seed):
    """What lies before it was executed, what had begun behind it is flushed, and what begins later as well."""
    source = random.Random(seed)
    stories = [refused(source, number) for number in range(source.randint(1, 4))]
    left = [list(packets) for _, packets, _ in stories]
    packets, naks = [], {}
    while any(left):
        number = source.choice([at for at, each in enumerate(left) if each])
        packets.append(left[number].pop(0)._replace(frame=len(packets) + 1))
        nak = stories[number][2]
        if nak is not None and len(stories[number][1]) - len(left[number]) == nak[0] + 1:
            naks[len(packets)] = number, nak[1], source.choice((1, 2, 4))
    expected = []
    for number, (messages, _, nak) in enumerate(stories):
        own = [each for each in packets if each.half == number]
        frame, code = next(((frame, code) for frame, (of, _, code) in naks.items() if of == number), (0, None))
        tells = [each for each in own if isinstance(each, Answer)]
        for at, message in enumerate(messages, 1):
            first, last = message.requests[0].psn, message.facts["last_psn"]
            begun = next(each.frame for each in own if isinstance(each, Request) and each.psn == first)
            done = next((each.frame for each in tells if each.psn >= last), 0)
            end = "completed", None, done
            if nak is not None and not (done and done < frame):
                psn = nak[1]
                if begun > frame:
                    end = "flushed", None, 0
                elif last < psn:
                    end = "completed", None, frame
                else:
                    end = ("refused", code, frame) if first <= psn else ("flushed", None, frame)
            expected.append((number + 1, at, message.facts["kind"], *end))

    def tell(reassembly, batch):
        for packet in batch:
            if packet.frame in naks:
                of, psn, code = naks[packet.frame]
                reassembly.refuse(of, psn, code, packet.frame, packet.frame * 1000)

    for count in (0, 1, 3, len(packets)):
        cuts = [source.randint(1, len(packets)) for _ in range(count)]
        told = by_number(run(packets, cuts, fate="flushed", tell=tell))
        found = [(each.flow, each.number, each.kind, each.outcome, each.nak, each.closed) for each in told]
        assert found == expected
