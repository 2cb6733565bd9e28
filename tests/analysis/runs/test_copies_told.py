"""Which packets without Identifications are told as copies, set against a loop over all packets."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from hypothesis import example, given, settings, strategies as st

from ibpkt.analysis.runs.copies import SOON
from ibpkt.protocols import ACK as ACK_KIND, NAK, OPCODES, RNR_NAK, VALUE_BITS
from tests.analysis.runs.test_copies import ACK, READ, READ_RESPONSE, SEND, found

#: a NAK of a sequence error, and what is none; all of them are answers with an AETH
SEQUENCE_ERROR = NAK << VALUE_BITS
SYNDROMES = (ACK_KIND << VALUE_BITS | 31, SEQUENCE_ERROR, SEQUENCE_ERROR | 2, RNR_NAK << VALUE_BITS)
READ_MIDDLE = next(code for code, opcode in OPCODES.items() if opcode.name == "RC RDMA READ response Middle")
#: requests go in even streams, the answers to them in those with the next number
STEPS = st.lists(
    st.tuples(
        st.sampled_from((8, 10)), st.sampled_from((SEND, READ, ACK, ACK, READ_RESPONSE, READ_MIDDLE)),
        st.integers(0, 2), st.sampled_from(SYNDROMES), st.sampled_from((100, 100, 100, 200)),
        st.sampled_from((0, 1, 10, SOON, SOON + 1)),
    ),
    min_size=2, max_size=40,
)  # fmt: skip


def packets(steps):
    streams, opcode, psn, syndrome, length, gap = np.array(steps, np.int64).T
    answers = np.isin(opcode, (ACK, READ_RESPONSE, READ_MIDDLE))
    return SimpleNamespace(
        psn=psn, ident=np.zeros(len(psn), np.int64), opcode=opcode, streams=streams + answers,
        length=length, time=np.cumsum(gap), frame=np.arange(1, len(psn) + 1), directions=np.zeros(len(psn), np.int64),
        syndrome=np.where(opcode == READ_MIDDLE, 0, syndrome), migreq=np.zeros(len(psn), np.int64),
        hop_limit=np.full(len(psn), 64),
    )  # fmt: skip


def looked_for(some):
    """For each packet the number of the one that it repeats, 0 for none."""
    expected = []
    rows = list(
        zip(*(getattr(some, name).tolist() for name in ("streams", "opcode", "psn", "length", "time")), strict=True)
    )
    is_nak = [
        opcode in (ACK, READ_RESPONSE) and syndrome == SEQUENCE_ERROR
        for opcode, syndrome in zip(some.opcode.tolist(), some.syndrome.tolist(), strict=True)
    ]
    for at, (stream, opcode, psn, length, time) in enumerate(rows):
        before = [one for one in range(at) if rows[one][0] == stream]
        last = before[-1] if before else -1
        same = last >= 0 and rows[last][1:4] == (opcode, psn, length) and 0 <= time - rows[last][4] <= SOON
        same = same and some.syndrome[last] == some.syndrome[at]
        told = same and opcode != ACK
        asked = [one for one in range(at) if rows[one][0] == stream - 1 and rows[one][2] == psn]
        if stream % 2 and len(asked) >= 2:
            told = False  # its request has come twice: both may be answers
        answers = [one for one in range(last + 1, at) if rows[one][0] == stream + 1]
        answers = [one for one in answers if rows[one][2] >= psn]
        with_aeth = [one for one in answers if rows[one][1] in (ACK, READ_RESPONSE)]
        rnr = [one for one in with_aeth if some.syndrome[one] >> VALUE_BITS == RNR_NAK]
        responses = {rows[one][1:3] for one in answers if rows[one][1] in (READ_RESPONSE, READ_MIDDLE)}
        places = {each - psn for _, each in responses}
        whole = places == {*range(len(places))} and READ_RESPONSE in {operation for operation, _ in responses}
        if stream % 2 == 0 and (rnr or (opcode == READ and responses and not whole)):
            told = False  # an answer to the original has asked for it
        naks = [one for one in range(at) if rows[one][0] == stream + 1 and is_nak[one]]
        if stream % 2 == 0 and naks and rows[naks[-1]][2] == psn:
            since = sum(one > naks[-1] and rows[one][2] == psn for one in before)
            is_copied = len(naks) > 1 and rows[naks[-2]][2] == psn
            if since == 0 or (since == 1 and not is_copied):
                told = False  # the NAK has asked for it, and may have done so though it was only late
        expected.append(last + 1 if told else 0)
    return expected


S, R, N = (8, SEND, 1, 0, 100, 1), (8, READ, 1, 0, 100, 1), (8, ACK, 1, SEQUENCE_ERROR, 100, 1)


@settings(max_examples=150)
@given(STEPS, st.integers(1, 40))
@example([S, S, N, S, S, S], 2)  # the second one behind a NAK may answer it
@example([S, N, N, S, S, S], 2)  # a copy of a NAK asks for nothing
@example([R, R, (8, READ_RESPONSE, 1, 0, 100, 1), (8, READ_RESPONSE, 1, 0, 100, 1)], 1)
@example([S, (8, ACK, 1, RNR_NAK << VALUE_BITS, 100, 1), S, S], 1)
@example([R, (8, READ_RESPONSE, 2, 0, 100, 1), R], 2)
@example([R, (8, READ_MIDDLE, 1, 0, 100, 1), R], 2)
@example([R, (8, READ_RESPONSE, 1, 0, 100, 1), R], 2)
@example([(8, SEND, 2, 0, 100, 1), N, S, (10, ACK, 0, SEQUENCE_ERROR, 100, 1), S, S], 3)
def test_as_a_loop_over_all_packets(steps, size):
    some = packets(steps)
    expected = looked_for(some)
    assert found(some)[0] == expected
    assert found(some, size)[0] == expected
