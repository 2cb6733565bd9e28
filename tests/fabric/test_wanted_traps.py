"""Which traps a subscription wants, in words, and which notices are such."""

from __future__ import annotations

import pytest

from ibpkt.fabric.notices import NoticeSeen
from ibpkt.fabric.subscriptions import WantedTraps

ALL, EVERYBODY = 0xFFFF, 0xFFFFFF


def wanted(generic=True, kind=ALL, trap=ALL, producer=EVERYBODY, first=ALL, last=ALL):
    return WantedTraps(generic, kind, trap, producer, first, last)


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (wanted(), "all traps"),
        (wanted(generic=False), "all vendor traps"),
        (wanted(kind=2), "security traps"),
        (wanted(kind=0), "fatal traps"),
        (wanted(generic=False, kind=1), "urgent vendor traps"),
        (wanted(kind=0x55), "all traps"),
        (wanted(trap=128), "trap 128 (link state changed)"),
        (wanted(trap=145), "trap 145 (SystemImageGUID changed)"),
        (wanted(trap=64), "trap 64 (GID in service)"),
        (wanted(trap=999), "trap 999"),
        (wanted(generic=False, trap=128), "vendor traps of device 128"),
        (wanted(producer=2), "all traps of Switch nodes"),
        (wanted(producer=9), "all traps"),
        (wanted(generic=False, producer=0x2C9), "all vendor traps of vendor 0x0002c9"),
        (wanted(first=3, last=3), "all traps from LID 3"),
        (wanted(first=3, last=9), "all traps from LIDs 3 to 9"),
        (wanted(kind=1, trap=130, producer=1, first=3, last=4),
         "trap 130 (excessive buffer overrun threshold reached) of CA nodes from LIDs 3 to 4"),
    ],
)  # fmt: skip
def test_words(which, words):
    assert which.words == words


NOTICE = NoticeSeen(1, 0, 0, "Report", 1, 2, 0, True, 128, 1, 2, 7, "Link State Changed", {})


@pytest.mark.parametrize(
    ("which", "fits"),
    [
        (wanted(), True),
        (wanted(generic=False), False),
        (wanted(trap=128), True),
        (wanted(trap=129), False),
        (wanted(kind=1), True),
        (wanted(kind=2), False),
        (wanted(producer=2), True),
        (wanted(producer=1), False),
        (wanted(first=7, last=7), True),
        (wanted(first=6, last=8), True),
        (wanted(first=7, last=8), True),
        (wanted(first=6, last=7), True),
        (wanted(first=8, last=9), False),
        (wanted(first=5, last=6), False),
        (wanted(kind=1, trap=128, producer=2, first=7, last=7), True),
    ],
)
def test_which_notices_fit(which, fits):
    assert which.fits(NOTICE) is fits
    assert not which.fits(NOTICE._replace(generic=not which.generic))
