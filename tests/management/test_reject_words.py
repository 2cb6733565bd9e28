"""Private data of REJs in words."""

from __future__ import annotations

import pytest

from ibpkt.management.reject_words import private_in_words


@pytest.mark.parametrize(
    ("private", "service", "words"),
    [
        (None, "", ""),
        (bytes(148), "", ""),
        (bytes.fromhex("c200000000010006") + bytes(140), "SRP", "SRP_LOGIN_REJ: the limit of channels"),
        (bytes.fromhex("c2000000deadbeef") + bytes(140), "SRP", "a reason that is not known (0xdeadbeef)"),
        (bytes.fromhex("00000600") + bytes(144), "TCP port 4420 (NVMe over Fabrics)", "resources are insufficient (6)"),
        (b"go away" + bytes(20), "TCP port 7", '"go away"'),
        (bytes(range(1, 30)), "", "01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 …"),
        (b"\xc2\x01", "", "c2 01"),
    ],
)
def test_what_is_said(private, service, words):
    said = private_in_words(private, service)
    assert said == words if not words or words[0] in '"0c' else words in said
