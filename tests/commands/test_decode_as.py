"""What the caller says of queue pairs, as text."""

from __future__ import annotations

import pytest

from ibpkt.commands.decode_as import decode_as
from ibpkt.errors import CallerError


def test_numbers_have_24_bits():
    assert decode_as(["qp 0xffffff,nvme", "qp 0,SRP"]) == {0xFFFFFF: "nvme", 0: "srp"}
    for number in (0x1000000, 0x1000001):
        with pytest.raises(CallerError, match=f"24 bits, and {number} has more"):
            decode_as([f"qp {number},nvme"])
