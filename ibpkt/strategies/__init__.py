"""hypothesis strategies made from the declarations.

    from hypothesis import given
    from ibpkt import strategies

    @given(strategies.packets(link="ethernet", service="RC"))
    def test_my_decoder(packet):
        assert my_decoder(bytes(packet)).psn == packet.bth.psn

Every header, opcode and encapsulation is reachable, and what fails shrinks to small packets with plain values.
"""

from ibpkt.strategies.packets import CARRIERS, any_header, headers, mutated, packets, register, stacks, values
from ibpkt.strategies.scenes import captures, conversations, messages

__all__ = [
    "CARRIERS", "any_header", "captures", "conversations", "headers", "messages", "mutated", "packets", "register",
    "stacks", "values",
]  # fmt: skip
