"""Pseudonyms: other values in place of those that identify something, equal for equal values and the same key.

Addresses and numbers are permuted: two different ones never become the same one.  The permutation is a Feistel network
of eight rounds whose function is BLAKE2b with the key.  Values with a meaning of their own (zero, broadcast, loopback,
well-known groups) stay, and those of a class (multicast, link-local) stay in it: where the permutation leads out of the
class it is applied again, until it leads back ("cycle walking"), which leaves it a permutation.
"""

from __future__ import annotations

import hashlib
import ipaddress
from typing import Any, NamedTuple

from ibpkt.edit.address_map import MAPPED
from ibpkt.protocols import FIRST_MULTICAST, FULL_MEMBER, PERMISSIVE, QP1_Q_KEY

_ROUNDS = 8


class Class(NamedTuple):
    """Numbers that begin with the same bits and stay among themselves.

    Attributes:
        number: these bits, at the left end.
        length: how many; as many as the number has for one that stays what it is.
    """

    number: int
    length: int


class Space:
    """Numbers of a width, and the classes in them.

    Args:
        width: bits.
        *classes: the longest that fits a number is its class.
    """

    def __init__(self, width: int, *classes: Class) -> None:
        self.width = width
        self.classes: list[Class] = sorted(classes, key=lambda prefix: -prefix.length)

    def of(self, number: int) -> Class:
        """The class of a number."""
        for known in self.classes:
            if (number ^ known.number) >> (self.width - known.length) == 0:
                return known
        return Class(0, 0)

    def mixed(self, prefix: int, length: int) -> bool:
        """Whether the numbers that begin with a prefix are of several classes."""
        down = self.width - length
        return any(known.length > length and known.number >> down == prefix for known in self.classes)


def _whole(width: int, *numbers: int) -> list[Class]:
    return [Class(number, width) for number in numbers]


def _networks(*texts: str) -> list[Class]:
    networks = map(ipaddress.ip_network, texts)
    return [Class(int(network.network_address), network.prefixlen) for network in networks]


def _turned(mac: int) -> int:
    """A MAC address with the bit that says "group" at its left end."""
    return (mac >> 40 & 1) << 47 | (mac >> 41) << 40 | mac & 0xFFFFFFFFFF


def _turned_back(number: int) -> int:
    return (number >> 40 & 0x7F) << 41 | (number >> 47) << 40 | number & 0xFFFFFFFFFF


def _macs(*rows: tuple[str, int]) -> list[Class]:
    return [Class(_turned(int(text.replace(":", ""), 16)), length) for text, length in rows]


IPV4 = Space(
    32,
    *_networks("0.0.0.0/32", "0.0.0.0/8", "127.0.0.1/32", "127.0.0.0/8", "169.254.0.0/16"),
    *_networks("224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32"),
    *_whole(32, *(0xE0000000 + group for group in range(256))),
)
ETHERNET = Space(
    48,
    *_macs(("00:00:00:00:00:00", 48), ("00:00:00:00:00:00", 1)),
    *_macs(("01:00:00:00:00:00", 1), ("ff:ff:ff:ff:ff:ff", 48)),
    *_macs(("33:33:00:00:00:00", 16), ("33:33:00:00:00:01", 48), ("33:33:00:00:00:02", 48), ("01:00:5e:00:00:00", 25)),
    *_macs(*((f"01:80:c2:00:00:{last:02x}", 48) for last in range(64))),
)
GID_PREFIX = Space(64, *_whole(64, 0, 0xFE80 << 48), Class(0xFE80 << 48, 10), Class(0xFF << 56, 8))
GUID = Space(64, *_whole(64, 0))
LID = Space(16, *_whole(16, 0, PERMISSIVE), Class(FIRST_MULTICAST, 2))
P_KEY = Space(15, *_whole(15, 0, FULL_MEMBER - 1))
#: keys by their width
KEYS = {16: P_KEY, 32: Space(32, *_whole(32, 0, QP1_Q_KEY)), 64: Space(64, *_whole(64, 0))}


class Pseudonyms:
    """Replaces values by others.

    Args:
        secret: the key; anyone who has it can recover the values.
        keep_prefix: IPv4 addresses that have these many first bits in common have as many in common afterwards.
    """

    def __init__(self, secret: bytes, *, keep_prefix: int = 0) -> None:
        self._key = hashlib.blake2b(secret, digest_size=64, person=b"ibpkt edit").digest()
        self._keep = keep_prefix

    # -- numbers ------------------------------------------------------------------------------------------------

    def _permute(self, domain: bytes, number: int, width: int) -> int:
        """A permutation of the numbers of a width."""
        if width < 2:
            return number
        low = width // 2
        high = width - low
        left, right = number >> low, number & ((1 << low) - 1)
        for turn in range(_ROUNDS):
            even = turn % 2 == 0
            given = (right if even else left).to_bytes(16, "big")
            digest = hashlib.blake2b(bytes((turn,)) + given + domain, key=self._key, digest_size=16).digest()
            mixed = int.from_bytes(digest, "big")
            if even:
                left ^= mixed & ((1 << high) - 1)
            else:
                right ^= mixed & ((1 << low) - 1)
        return left << low | right

    def _within(self, domain: str, number: int, space: Space, keep: int = 0) -> int:
        """A permutation of a space that keeps classes, and what the first ``keep`` bits have in common."""
        width, same = space.width, space.of(number)
        prefix = front = number >> (width - keep)
        if same.length < keep and not space.mixed(prefix, keep):
            tail = keep - same.length
            top = prefix >> tail << tail
            while True:
                low = self._permute(f"{domain} prefix {tail} {top}".encode(), front & ((1 << tail) - 1), tail)
                front = top | low
                if not space.mixed(front, keep) and space.of(front << (width - keep)) == same:
                    break
        fixed = max(keep, same.length)
        tail = width - fixed
        top = (front << (width - keep)) if keep >= same.length else number
        top = top >> tail << tail
        name = f"{domain} {tail} {number >> tail}".encode()
        while tail:
            number = top | self._permute(name, number & ((1 << tail) - 1), tail)
            if space.of(number) == same:
                return number
        return top

    # -- values -------------------------------------------------------------------------------------------------

    def ipv4(self, address: int) -> int:
        """Another IPv4 address."""
        return self._within("ipv4", address, IPV4, self._keep)

    def mac(self, address: bytes) -> bytes:
        """Another MAC address, of a group if it is one of a group."""
        number = self._within("mac", _turned(int.from_bytes(address, "big")), ETHERNET)
        return _turned_back(number).to_bytes(6, "big")

    def lid(self, lid: int) -> int:
        """Another LID, unicast or multicast as before."""
        return self._within("lid", lid, LID)

    def guid(self, guid: int) -> int:
        """Another GUID."""
        return self._within("guid", guid, GUID)

    def gid_prefix(self, prefix: int) -> int:
        """The prefix of another subnet."""
        return self._within("gid prefix", prefix, GID_PREFIX)

    def gid(self, gid: bytes) -> bytes:
        """Another GID or IPv6 address: that of the other GUID in the other subnet."""
        if gid[:12] == MAPPED:
            return MAPPED + self.ipv4(int.from_bytes(gid[12:], "big")).to_bytes(4, "big")
        if gid[0] == 0xFF:
            return self._group(gid)
        high, low = int.from_bytes(gid[:8], "big"), int.from_bytes(gid[8:], "big")
        if high == 0 and low < 2:
            return gid
        return self.gid_prefix(high).to_bytes(8, "big") + self.guid(low).to_bytes(8, "big")

    def guid_in_gid(self, gid: bytes) -> bytes:
        """The GID that the other GUID has in the same subnet; what does not end with a GUID stays."""
        low = int.from_bytes(gid[8:], "big")
        if gid[:12] == MAPPED or gid[0] == 0xFF or (not any(gid[:8]) and low < 2):
            return gid
        return gid[:8] + self.guid(low).to_bytes(8, "big")

    def _group(self, gid: bytes) -> bytes:
        """A multicast GID: flags, scope and signature stay, and those stay whole that everybody knows."""
        kept = 4 if gid[1] & 0x10 else 13 if gid[2:13] == bytes(9) + b"\x01\xff" else 16
        tail = gid[kept:]
        number = self._permute(b"group" + gid[:kept], int.from_bytes(tail, "big"), len(tail) * 8)
        return gid[:kept] + number.to_bytes(len(tail), "big")

    def hardware_address(self, address: bytes) -> bytes:
        """Another address: 8 bytes of a cooked capture hold a MAC, 20 of IPoIB end with a GID."""
        if len(address) == 8:
            return self.mac(address[:6]) + self.opaque(address[6:])
        if len(address) == 20 and any(address[4:]):
            return address[:4] + self.gid(address[4:])
        return self.opaque(address)

    def key(self, key: Any, width: int) -> Any:
        """Another key, a number or bytes; a P_Key (16 bits, or 15 without its membership bit) keeps that bit."""
        if isinstance(key, bytes):
            return self.key(int.from_bytes(key, "big"), width).to_bytes(len(key), "big")
        if width in (15, 16):
            return key & FULL_MEMBER | self._within("p_key", key & ~FULL_MEMBER, P_KEY)
        return self._within(f"key {width}", key, KEYS[width])

    def text(self, data: bytes) -> bytes:
        """Another text of at most the same size, of hexadecimal digits."""
        text = data.rstrip(b"\0")
        return self.opaque(text).hex()[: len(text)].encode().ljust(len(data), b"\0")

    def opaque(self, data: bytes) -> bytes:
        """As many other bytes; zero bytes throughout stay."""
        if not any(data):
            return data
        return hashlib.shake_128(self._key + data).digest(len(data))
