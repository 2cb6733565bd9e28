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
    from ibpkt.strategies.requester_machine import (
        RCRequesterMachine as RCRequesterMachine,
        WrongRequest as WrongRequest,
    )
    from ibpkt.strategies.state_machine import ConnectionSetup as ConnectionSetup, RCMachine as RCMachine
    from ibpkt.strategies.traffic_strategies import (
        captures as captures,
        conversations as conversations,
        messages as messages,
    )

#: the public names by the module that has them, each imported on first use
_NAMES = {
    "almost_valid": ("BrokenRule", "RULES", "broken_rule"),
    "packet_strategies": ("CARRIERS", "any_header", "headers", "mutated", "packets", "stacks", "values"),
    "requester_machine": ("RCRequesterMachine", "WrongRequest"),
    "state_machine": ("ConnectionSetup", "RCMachine"),
    "traffic_strategies": ("captures", "conversations", "messages"),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}
__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)
