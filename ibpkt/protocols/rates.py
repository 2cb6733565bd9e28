"""Link widths, lane speeds and what they make together.

Source: IBA 1, 14.2.5.6 and IBA 2 ("Width/speed").
"""

from __future__ import annotations

#: lanes by the bit of LinkWidthActive
LANES = {1: 1, 2: 4, 4: 8, 8: 12, 16: 2}
LINK_WIDTHS = {code: f"{lanes}x" for code, lanes in LANES.items()}

#: a lane's signalling rate and data rate in Gbit/s, by the name of its speed
SPEEDS = {
    "SDR": (2.5, 2.0),  # 8b/10b
    "DDR": (5.0, 4.0),
    "QDR": (10.0, 8.0),
    "FDR10": (10.3125, 10.0),  # 64b/66b from here on
    "FDR": (14.0625, 14.0625 * 64 / 66),
    "EDR": (25.78125, 25.0),
    "HDR": (53.125, 50.0),  # PAM4 and Reed-Solomon
    "NDR": (106.25, 100.0),
    "XDR": (212.5, 200.0),
}
_ACTIVE = {1: "SDR", 2: "DDR", 4: "QDR"}
_EXTENDED = {1: "FDR", 2: "EDR", 4: "HDR", 8: "NDR"}
_EXTENDED_2 = {1: "XDR"}


def _mask(names: dict[int, str], width: int, **special: int) -> dict[int, str]:
    """The names of all sums of some codes, of which each is a bit: ``SDR or DDR``."""
    sums = {
        number: " or ".join(name for code, name in names.items() if number & code)
        for number in range(1, 1 << width)
        if number & ~sum(names) == 0
    }
    return {0: "None", **sums, **{number: name.replace("_", " ") for name, number in special.items()}}


WIDTHS_SUPPORTED = _mask(LINK_WIDTHS, 5)
WIDTHS_ENABLED = _mask(LINK_WIDTHS, 5, all_supported=255) | {0: "No State Change"}
SPEEDS_ACTIVE = {0: "Extended", **_ACTIVE}
SPEEDS_SUPPORTED = _mask(_ACTIVE, 3)
SPEEDS_ENABLED = _mask(_ACTIVE, 3, all_supported=15) | {0: "No State Change"}
EXTENDED_ACTIVE = {0: "None", **_EXTENDED}
EXTENDED_SUPPORTED = _mask(_EXTENDED, 4)
EXTENDED_ENABLED = _mask(_EXTENDED, 4, disabled=30, all_supported=31) | {0: "No State Change"}
EXTENDED_2_ACTIVE = {0: "None", **_EXTENDED_2}
EXTENDED_2_SUPPORTED = _mask(_EXTENDED_2, 1)
EXTENDED_2_ENABLED = EXTENDED_2_SUPPORTED

#: rates in Gbit/s by the code of a path record
PATH_RATES = {
    2: "2.5 Gbit/s",
    3: "10 Gbit/s",
    4: "30 Gbit/s",
    5: "5 Gbit/s",
    6: "20 Gbit/s",
    7: "40 Gbit/s",
    8: "60 Gbit/s",
    9: "80 Gbit/s",
    10: "120 Gbit/s",
    11: "14 Gbit/s",
    12: "56 Gbit/s",
    13: "112 Gbit/s",
    14: "168 Gbit/s",
    15: "25 Gbit/s",
    16: "100 Gbit/s",
    17: "200 Gbit/s",
    18: "300 Gbit/s",
    19: "28 Gbit/s",
    20: "50 Gbit/s",
    21: "400 Gbit/s",
    22: "600 Gbit/s",
    23: "800 Gbit/s",
    24: "1200 Gbit/s",
}


def link_speed(active: int, extended: int, extended2: int) -> str | None:
    """The name of the active lane speed; the newest code that is not 0 counts."""
    return _EXTENDED_2.get(extended2) or _EXTENDED.get(extended) or _ACTIVE.get(active)


def _rate(which: int, width: int, active: int, extended: int, extended2: int) -> float | None:
    speed = link_speed(active, extended, extended2)
    lanes = LANES.get(width)
    return None if speed is None or lanes is None else SPEEDS[speed][which] * lanes


def link_rate(width: int, active: int, extended: int, extended2: int) -> float | None:
    """Signalling rate in Gbit/s of the active width and speed."""
    return _rate(0, width, active, extended, extended2)


def data_rate(width: int, active: int, extended: int, extended2: int) -> float | None:
    """Data rate in Gbit/s: the signalling rate less the line coding."""
    return _rate(1, width, active, extended, extended2)
