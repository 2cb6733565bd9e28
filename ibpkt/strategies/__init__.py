"""hypothesis strategies derived from the declarations.

    from hypothesis import given
    from ibpkt import strategies

    @given(strategies.packets(link="ethernet", service="RC"))
    def test_my_decoder(packet):
        assert my_decoder(bytes(packet)).psn == packet.bth.psn

Every header, opcode and encapsulation is reachable, and failures shrink to small packets with plain values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.strategies.almost_valid import RULES as RULES, BrokenRule as BrokenRule, broken_rule as broken_rule
    from ibpkt.strategies.packet_strategies import (
        CARRIERS as CARRIERS,
        any_header as any_header,
        headers as headers,
        mutated as mutated,
        packets as packets,
        stacks as stacks,
        values as values,
    )
    from ibpkt.strategies.state_machine import ConnectionSetup as ConnectionSetup, RCMachine as RCMachine
    from ibpkt.strategies.traffic_strategies import (
        captures as captures,
        conversations as conversations,
        messages as messages,
    )

_MODULES = dict.fromkeys(("BrokenRule", "RULES", "broken_rule"), "almost_valid") | (
    dict.fromkeys(("ConnectionSetup", "RCMachine"), "state_machine")
    | dict.fromkeys(("captures", "conversations", "messages"), "traffic_strategies")
    | dict.fromkeys(
        ("CARRIERS", "any_header", "headers", "mutated", "packets", "stacks", "values"), "packet_strategies"
    )
)
__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)
