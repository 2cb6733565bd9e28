"""hypothesis strategies derived from the declarations.

    from hypothesis import given
    from ibpkt import strategies

    @given(strategies.packets(link="ethernet", service="RC"))
    def test_my_decoder(packet):
        assert my_decoder(bytes(packet)).psn == packet.bth.psn

Every header, opcode and encapsulation is reachable, and failures shrink to small packets with plain values.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ibpkt.strategies.packet_strategies import CARRIERS as CARRIERS
    from ibpkt.strategies.packet_strategies import any_header as any_header
    from ibpkt.strategies.packet_strategies import headers as headers
    from ibpkt.strategies.packet_strategies import mutated as mutated
    from ibpkt.strategies.packet_strategies import packets as packets
    from ibpkt.strategies.packet_strategies import stacks as stacks
    from ibpkt.strategies.packet_strategies import values as values
    from ibpkt.strategies.traffic_strategies import captures as captures
    from ibpkt.strategies.traffic_strategies import conversations as conversations
    from ibpkt.strategies.traffic_strategies import messages as messages

__all__ = [
    "CARRIERS", "any_header", "captures", "conversations", "headers", "messages", "mutated", "packets", "stacks",
    "values",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # late: hypothesis imports this package whenever it starts
    if name not in __all__:
        raise AttributeError(f"module 'ibpkt.strategies' has no attribute {name!r}")
    module = "traffic_strategies" if name in ("captures", "conversations", "messages") else "packet_strategies"
    return getattr(importlib.import_module(f"ibpkt.strategies.{module}"), name)
