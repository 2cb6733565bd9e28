"""P_Keys of both directions."""

from __future__ import annotations

import pytest

from tests.support.exchanges import ask, names, said, tell

SIZES = [None, 1, 2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        (0xFFFF, 0xFFFF, None),
        (0x8001, 0x0001, None),
        (0x8001, 0x8002, "p-key-directions"),
        (0x0001, 0x0001, "p-key-limited"),
    ],
)
def test_both_directions(one, other, kind, size):
    packets = [
        ask(0, p_key=one),
        ask(1, p_key=one),
        tell(0, 1, p_key=other),
        tell(1, 2, p_key=other),
        ask(2, p_key=one),
    ]
    found = [name for name in names(packets, size) if name[1].startswith("p-key")]
    assert found == ([] if kind is None else [(3, kind)])


def test_what_it_says():
    (found,) = (each for each in said([ask(0, p_key=0x8001), tell(0, 1, p_key=0x8002)]) if each.kind.group == "path")
    assert str(found) == "P_Key 0x8002, but the other direction of the flow has 0x8001"
