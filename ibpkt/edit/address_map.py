"""Addresses of one network as addresses of another.

A subnet knows ports by LIDs, Ethernet by MACs, IP by addresses, and all of them by GIDs.  Where a packet lacks an
address that the other network needs, it is derived from the addresses that it has, always in the same way:

    LID n (unicast)     MAC 02:00:00:00:hi:lo    IPv4 10.0.hi.lo     GID fe80::ff:fe00:hilo
    LID n (multicast)   MAC 33:33:00:00:hi:lo    IPv4 239.0.hi.lo

and back; the last sixteen bits of any other address become the LID.  GIDs and IP addresses are the same thing
under two names (IPv4 as ``::ffff:a.b.c.d``).
"""

from __future__ import annotations

import ipaddress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.protocols import FIRST_MULTICAST, PERMISSIVE

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.integer[Any]]

UNICAST_MAC, MULTICAST_MAC = bytes.fromhex("02000000"), bytes.fromhex("33330000")
UNICAST_IP, MULTICAST_IP = (int(ipaddress.IPv4Address(text)) for text in ("10.0.0.0", "239.0.0.0"))
LINK_LOCAL = bytes.fromhex("fe80000000000000000000fffe000000")[:14]
MAPPED = ipaddress.IPv6Address("::ffff:0.0.0.0").packed[:12]


def _is_multicast(lid: Numbers) -> NDArray[np.bool_]:
    inside: NDArray[np.bool_] = (lid >= FIRST_MULTICAST) & (lid != PERMISSIVE)
    return inside


def _low(lid: Numbers) -> Bytes:
    """The two bytes of LIDs, shape (n, 2)."""
    return np.ascontiguousarray(lid.astype(">u2")).view(np.uint8).reshape(-1, 2)


def _append_lid(prefixes: Bytes, lid: Numbers) -> Bytes:
    return np.concatenate((np.broadcast_to(prefixes, (len(lid), prefixes.shape[-1])), _low(lid)), axis=1)


def mac_of_lid(lid: Numbers) -> Bytes:
    """MAC addresses, shape (n, 6), of LIDs, shape (n,)."""
    unicast, multicast = np.frombuffer(UNICAST_MAC, np.uint8), np.frombuffer(MULTICAST_MAC, np.uint8)
    return _append_lid(np.where(_is_multicast(lid)[:, None], multicast, unicast), lid)


def ipv4_of_lid(lid: Numbers) -> Numbers:
    """IPv4 addresses of LIDs, shape (n,)."""
    return np.where(_is_multicast(lid), MULTICAST_IP, UNICAST_IP).astype(np.uint32) | lid.astype(np.uint32)


def gid_of_lid(lid: Numbers) -> Bytes:
    """GIDs, shape (n, 16), of LIDs, shape (n,)."""
    return _append_lid(np.frombuffer(LINK_LOCAL, np.uint8), lid)


def gid_of_ipv4(address: Numbers) -> Bytes:
    """GIDs, shape (n, 16), of IPv4 addresses, shape (n,)."""
    low = np.ascontiguousarray(address.astype(">u4")).view(np.uint8).reshape(-1, 4)
    return np.concatenate((np.broadcast_to(np.frombuffer(MAPPED, np.uint8), (len(low), 12)), low), axis=1)


def ipv4_of_gid(gid: Bytes) -> tuple[Numbers, NDArray[np.bool_]]:
    """The IPv4 addresses in GIDs, shape (n, 16), and which of them have one."""
    number = np.ascontiguousarray(gid[:, 12:]).view(">u4").reshape(-1).astype(np.uint32)
    return number, (gid[:, :12] == np.frombuffer(MAPPED, np.uint8)).all(axis=1)


def lid_of_mac(mac: Bytes) -> Numbers:
    """LIDs of MAC addresses, shape (n, 6)."""
    low = (mac[:, 4].astype(np.uint32) << 8) | mac[:, 5]
    ours = (mac[:, :4] == np.frombuffer(UNICAST_MAC, np.uint8)).all(axis=1)
    return np.where(ours & ~_is_multicast(low), low, _lid(low, (mac[:, 0] & 1) != 0))


def lid_of_gid(gid: Bytes) -> Numbers:
    """LIDs of GIDs and IPv6 addresses, shape (n, 16)."""
    low = (gid[:, 14].astype(np.uint32) << 8) | gid[:, 15]
    ours = (gid[:, :14] == np.frombuffer(LINK_LOCAL, np.uint8)).all(axis=1)
    address, mapped = ipv4_of_gid(gid)
    ours |= mapped & ((address & 0xFFFF0000) == UNICAST_IP) & ~_is_multicast(low)
    group = np.where(mapped, address >> 28 == 14, gid[:, 0] == 0xFF)
    return np.where(ours, low, _lid(low, group))


def _lid(low: Numbers, group: NDArray[np.bool_]) -> Numbers:
    """A LID of its class that ends like an address; two addresses that end alike get the same LID."""
    unicast = np.where(low >= FIRST_MULTICAST, low - 0x4000, low)
    multicast = np.where((low | FIRST_MULTICAST) == PERMISSIVE, PERMISSIVE - 1, low | FIRST_MULTICAST)
    return np.where(group, multicast, np.where(unicast == 0, 1, unicast)).astype(np.uint32)
