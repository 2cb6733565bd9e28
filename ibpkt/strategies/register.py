"""What hypothesis calls when it starts, wherever ibpkt is installed: so nothing heavy is imported here."""

from __future__ import annotations


def register() -> None:
    """Make ``hypothesis.strategies.from_type(ibpkt.Packet)`` work, once it is asked for."""
    import sys

    if "ibpkt.strategies" not in sys.modules:
        from hypothesis.strategies import deferred, register_type_strategy

        from ibpkt.packet.packet import Packet

        def packets() -> object:
            from ibpkt import strategies

            return strategies.packets()

        register_type_strategy(Packet, deferred(packets))  # type: ignore[arg-type]
