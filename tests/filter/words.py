"""Pieces of filters, to be put together at random."""

from __future__ import annotations

WORDS = [
    *("ip", "ip.src", "ip.addr", "eth.src", "infiniband.bth.opcode", "infiniband.bth.psn", "frame", "frame.time"),
    *(
        "==",
        "!=",
        "===",
        "!==",
        "~=",
        "<",
        ">=",
        "contains",
        "matches",
        "~",
        "in",
        "not",
        "!",
        "and",
        "or",
        "xor",
        "&&",
    ),
    *("any", "all", "(", ")", "{", "}", "[0:2]", "[-1]", "[", "]", "#1", "#[1-2]", "#", "..", ",", "+", "-", "*", "/"),
    *("%", "&", "4", "0x11", "1.5", "1e-3", "10.0.0.0/8", "::1", "00:11:22", "true", '"RC SEND Only"', '"["', "'a'"),
    *("len", "count", "max", "string", "vals", "abs", "frame.time_delta", '"2026-01-01"', "frame.protocols", "\\", '"'),
]
