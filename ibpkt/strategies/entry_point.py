"""The entry point that hypothesis calls at every start if ibpkt is installed: it imports nothing slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import when_defined

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from ibpkt.packet import Packet


def register() -> None:
    """Make ``hypothesis.strategies.from_type(ibpkt.Packet)`` work as soon as `ibpkt.Packet` is imported."""
    when_defined("Packet", _register)


def _register(packet_type: type[Packet]) -> None:
    from hypothesis.strategies import register_type_strategy

    register_type_strategy(packet_type, _packets)


def _packets(_: type[Packet]) -> SearchStrategy[Packet]:
    from ibpkt.strategies.packet_strategies import packets

    return packets()
