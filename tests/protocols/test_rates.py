"""What widths and speeds make together."""

from __future__ import annotations

import pytest

from ibpkt import decode
from ibpkt.protocols.rates import LANES, PATH_RATES, SPEEDS, data_rate, link_rate, link_speed
from tests.support.equality import assert_equal
from tests.support.stacks import batch_of, stack

ACTIVE = {"SDR": (1, 0, 0), "DDR": (2, 0, 0), "QDR": (4, 0, 0), "FDR": (0, 1, 0), "EDR": (0, 2, 0), "HDR": (0, 4, 0),
          "NDR": (0, 8, 0), "XDR": (0, 0, 1)}  # fmt: skip
#: Gbit/s that a link carries, as the specification's table of widths and speeds has them
EFFECTIVE = {
    "1x": {"SDR": 2, "DDR": 4, "QDR": 8},
    "4x": {"SDR": 8, "DDR": 16, "QDR": 32},
    "12x": {"SDR": 24, "DDR": 48, "QDR": 96},
}
#: signalling rate and data rate of a lane: IBA 1, 14.2.5.6
PER_LANE = {
    "SDR": (2.5, 2), "DDR": (5, 4), "QDR": (10, 8), "FDR10": (10.3125, 10), "FDR": (14.0625, 13.636),
    "EDR": (25.78125, 25), "HDR": (53.125, 50), "NDR": (106.25, 100), "XDR": (212.5, 200),
}  # fmt: skip
WIDTHS = {"1x": 1, "4x": 2, "8x": 4, "12x": 8, "2x": 16}


@pytest.mark.parametrize("speed", ["SDR", "DDR", "QDR"])
@pytest.mark.parametrize("width", EFFECTIVE)
def test_effective_rates(width, speed):
    rate = EFFECTIVE[width][speed]
    assert data_rate(WIDTHS[width], *ACTIVE[speed]) == rate
    assert link_rate(WIDTHS[width], *ACTIVE[speed]) == rate * 10 / 8


@pytest.mark.parametrize("speed", PER_LANE)
def test_lanes(speed):
    signalling, data = SPEEDS[speed]
    assert (signalling, round(data, 3)) == PER_LANE[speed]
    if speed in ACTIVE:
        assert link_speed(*ACTIVE[speed]) == speed
        for width, code in WIDTHS.items():
            assert link_rate(code, *ACTIVE[speed]) == signalling * int(width[:-1])
    assert {f"{lanes}x": code for code, lanes in LANES.items()} == WIDTHS


def test_the_newest_code_counts():
    """An EDR port says QDR (or nothing) in the old field."""
    assert link_speed(4, 2, 0) == "EDR"
    assert link_speed(4, 4, 1) == "XDR"
    assert link_speed(4, 0, 0) == "QDR"


@pytest.mark.parametrize(
    "codes", [(0, 1, 0, 0), (3, 1, 0, 0), (255, 4, 0, 0), (2, 0, 0, 0), (2, 3, 0, 0), (2, 15, 3, 2)]
)
def test_codes_without_a_meaning(codes):
    """More than one bit, or none: there is no rate to tell."""
    known = codes[0] in LANES and link_speed(*codes[1:]) is not None
    assert (link_rate(*codes) is None) == (data_rate(*codes) is None) == (not known)


def test_in_a_packet():
    packets = []
    for speed, (active, extended, extended2) in ACTIVE.items():
        packet = stack(
            "infiniband",
            "LRH/BTH/DETH/MAD/SMP/PortInfo/SMPRest",
            bth={"opcode": 0x64, "destqp": 0},
            portinfo={
                "linkwidthactive": 2,
                "linkspeedactive": active,
                "linkspeedextactive": extended,
                "linkspeedextactive2": extended2,
            },
        ).built(b"")
        info = decode(packet.data).portinfo
        assert (info.speed, info.linkrate) == (speed, SPEEDS[speed][0] * 4)
        assert info.datarate == SPEEDS[speed][1] * 4
        packets.append(packet.data)
    assert_equal(batch_of(packets, 247))


def test_path_rates():
    assert len(PATH_RATES) == 23
    assert (PATH_RATES[3], PATH_RATES[7], PATH_RATES[16]) == ("10 Gbit/s", "40 Gbit/s", "100 Gbit/s")
