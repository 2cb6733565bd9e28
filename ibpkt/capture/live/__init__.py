"""Packets as they come: from a network interface of Linux, through memory that the kernel shares.

This package knows bytes and times, nothing of InfiniBand: which packets are wanted, it is told as EtherTypes and ports.
"""

from ibpkt.capture.live.interfaces import NetworkInterface, network_interfaces
from ibpkt.capture.live.reader import LiveReader, open_interface
from ibpkt.capture.live.rights import give_up_rights

__all__ = ["LiveReader", "NetworkInterface", "give_up_rights", "network_interfaces", "open_interface"]
