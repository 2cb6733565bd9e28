"""R_Keys that are used after a SEND has invalidated them."""

from __future__ import annotations

import pytest

from ibpkt import draft, traffic
from ibpkt.analysis.checks.expert import Expert
from tests.support.analysis_runs import run
from tests.support.exchanges import READ, WRITE_ONLY, A, B, ask, batches, read, said, tell

SIZES = [None, 1, 2, 3]
SEND_INVALIDATE = 0x17
KEY = 0x1234


def invalidate(psn, key=KEY, **bth):
    return ask(psn, SEND_INVALIDATE, draft("IETH", r_key=key.to_bytes(4, "big")), **bth)


def write(psn, key=KEY, **bth):
    return ask(psn, WRITE_ONLY, draft("RETH", va=0x1000, r_key=key, dmalen=8), **bth)


def _keys(packets, size=None):
    return [(each.frame, each.facts) for each in said(packets, size) if each.kind.name == "key-invalidated"]


#: the owner of the memory speaks, and is heard
WORD = [ask(7, source=B, target=A), tell(7, 1, source=A, target=B)]


@pytest.mark.parametrize("size", SIZES)
def test_a_key_that_is_used_once_more(size):
    start = [*WORD, write(0), tell(0, 1), invalidate(1), tell(1, 2)]
    assert _keys([*start, write(2), tell(2, 3)], size) == [(7, {"r_key": KEY, "frame": 5})]
    again = ask(2, READ, draft("RETH", va=0, r_key=KEY, dmalen=8), size=0)
    assert _keys([*start, again], size) == [(7, {"r_key": KEY, "frame": 5})]
    assert _keys([*start, write(2, KEY + 1)], size) == []
    assert _keys([*start, read(2)], size) == []


@pytest.mark.parametrize("size", SIZES)
def test_what_cannot_be_known(size):
    """It is under way at the same time, or the owner may have said that the key is good again."""
    assert _keys([*WORD, invalidate(0), write(1), tell(1, 2)], size) == []
    word = ask(8, source=B, target=A)
    assert _keys([*WORD, invalidate(0), tell(0, 1), word, write(1)], size) == []
    assert _keys([*WORD, write(0), tell(0, 1), invalidate(1), write(1), tell(1, 2)], size) == []


@pytest.mark.costly
@pytest.mark.parametrize("size", [1, 50, 5000])
def test_messages_say_what_they_invalidate(size):
    scene = traffic.Traffic(3, messages=80, operations={"SEND_WITH_INV": 1, "SEND_WITH_IMM": 1, "WRITE": 1}, sizes=3000)
    result = run(batches([packet for batch in scene.batches() for packet in batch], size))
    said_ = {message.first_psn: (message.invalidated, message.immediate) for message in result.messages}
    assert said_ == {
        each["first_psn"]: (each.get("invalidates"), each.get("immediate")) for each in scene.truth.messages
    }
    assert any(key is not None for key, _ in said_.values())


@pytest.mark.costly
@pytest.mark.parametrize("size", [1, 20, 5000])
def test_many_keys_that_are_used_once(size):
    """As storage does: no key comes again, and nothing is remembered of those whose owner has spoken."""
    packets = []
    for number in range(60):
        packets += [
            ask(number, source=B, target=A), tell(number, number + 1, source=A, target=B),
            write(2 * number, number), invalidate(2 * number + 1, number), tell(2 * number + 1, 2 * number + 2),
        ]  # fmt: skip
    expert = Expert()
    found = [each for batch in batches(packets, size) for each in expert.findings(batch)]
    assert found == []
    assert sum(map(len, expert._keys._gone.values())) == 1
