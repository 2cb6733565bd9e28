"""What hypothesis calls when it starts, wherever ibpkt is installed: it imports nothing that takes time."""

from __future__ import annotations

from ibpkt.conveniences import when_defined


def register() -> None:
    """Make ``hypothesis.strategies.from_type(ibpkt.Packet)`` work from when `ibpkt.Packet` is there."""
    when_defined("Packet", _register)


def _register(packet_type: type) -> None:
    from hypothesis.strategies import deferred, register_type_strategy

    def packets() -> object:
        from ibpkt.strategies.packet_strategies import packets

        return packets()

    register_type_strategy(packet_type, deferred(packets))  # type: ignore[arg-type]
