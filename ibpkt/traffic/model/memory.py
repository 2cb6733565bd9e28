"""The responder's memory: regions with a key and rights, which requests read, write and change.

Source: IBA 1, 9.7.4.1.5 (what is checked of an R_Key), 10.6 (regions and windows).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ibpkt.errors import CallerError
from ibpkt.protocols import ACCESSES, ATOMIC_SIZE

#: the keys that `Memory.register` gives begin here
FIRST_KEY = 0x100
#: regions without an address of their own begin at a multiple of this
SPACING = 1 << 24
ADDRESS_BITS = 64


@dataclass(eq=False)
class MemoryRegion:
    """Memory that the other end may reach by a key.

    Attributes:
        address: of its first byte, 64 bits.
        data: its bytes.
        r_key: the key, 32 bits.
        access: what requests may do: read, write, atomic, flush.
        window: a SEND with Invalidate may make the key invalid.
        persistent: a FLUSH may ask for persistence.
        valid: the key has not been invalidated.
    """

    address: int
    data: bytearray
    r_key: int
    access: frozenset[str]
    window: bool = False
    persistent: bool = True
    valid: bool = True

    def allows(self, access: str, address: int, size: int) -> bool:
        """Whether a request may do this to these bytes."""
        begin = address - self.address
        return self.valid and access in self.access and 0 <= begin <= begin + size <= len(self.data)

    def read(self, address: int, size: int) -> bytes:
        """Bytes at an address, for a request that `allows` has let pass."""
        begin = address - self.address
        return bytes(self.data[begin : begin + size])

    def write(self, address: int, data: bytes) -> None:
        """Put bytes at an address, likewise."""
        begin = address - self.address
        self.data[begin : begin + len(data)] = data


class Memory:
    """The regions of one adapter; several responders may share them.

    Args:
        byteorder: in which a number that an atomic operation reads or changes lies in memory, "little" or "big".

    Attributes:
        regions: by key.
    """

    def __init__(self, byteorder: str = "little") -> None:
        if byteorder not in ("little", "big"):
            raise CallerError(f"byteorder is little or big, not {byteorder!r}", name=str(byteorder))
        self.big: bool = byteorder == "big"
        self.regions: dict[int, MemoryRegion] = {}

    def register(
        self,
        contents: int | bytes,
        *,
        address: int | None = None,
        r_key: int | None = None,
        access: Iterable[str] = ACCESSES,
        window: bool = False,
        persistent: bool = True,
    ) -> MemoryRegion:
        """Register memory.

        Args:
            contents: how many bytes (of zeros), or the bytes.
            address: of the first byte; None for one beside those of the other regions.
            r_key: the key; None for a free one.
            access: what requests may do: "read", "write", "atomic", "flush".
            window: a SEND with Invalidate may make the key invalid.
            persistent: a FLUSH may ask for persistence.

        Raises:
            CallerError: a key that is taken, memory beyond 64 bits of address, or a right that does not exist.
        """
        if isinstance(contents, bool) or not isinstance(contents, int | bytes | bytearray | memoryview):
            raise CallerError(f"contents is a number of bytes or the bytes, not {contents!r}")
        if isinstance(contents, int) and not 0 <= contents <= 1 << 32:
            raise CallerError(f"contents takes 0 to 2^32 bytes, not {contents}")
        data = bytearray(contents)
        if address is None:
            ends = [region.address + len(region.data) for region in self.regions.values()]
            address = (max(ends, default=0) // SPACING + 1) * SPACING
        if r_key is None:
            r_key = next(key for key in range(FIRST_KEY, 1 << 32) if key not in self.regions)
        if not isinstance(address, int) or not 0 <= address <= (1 << ADDRESS_BITS) - len(data):
            raise CallerError(f"address is a number whose {len(data)} bytes end within 64 bits, not {address!r}")
        if not isinstance(r_key, int) or not 0 <= r_key < 1 << 32:
            raise CallerError(f"r_key takes 0 to 2^32 - 1, not {r_key!r}")
        if r_key in self.regions:
            raise CallerError(f"there is a region with the R_Key 0x{r_key:x} already")
        region = MemoryRegion(address, data, r_key, rights("access", access), window, persistent)
        self.regions[r_key] = region
        return region

    def find(self, r_key: int, access: str, address: int, size: int) -> MemoryRegion | None:
        """The region for a request, None where its key, its rights or its bounds forbid it."""
        region = self.regions.get(r_key)
        return region if region is not None and region.allows(access, address, size) else None

    def invalidate(self, r_key: int) -> bool:
        """Make the key of a window invalid, as a SEND with Invalidate does; whether there was such a window."""
        region = self.regions.get(r_key)
        if region is None or not region.window or not region.valid:
            return False
        region.valid = False
        return True

    def number(self, region: MemoryRegion, address: int) -> int:
        """The number that an atomic operation finds at an address."""
        return int.from_bytes(region.read(address, ATOMIC_SIZE), "big" if self.big else "little")

    def set_number(self, region: MemoryRegion, address: int, number: int) -> None:
        """Store the number that an atomic operation leaves."""
        region.write(address, number.to_bytes(ATOMIC_SIZE, "big" if self.big else "little"))


def rights(name: str, given: Iterable[str]) -> frozenset[str]:
    """Rights as a set.

    Raises:
        CallerError: one that does not exist.
    """
    if not isinstance(given, Iterable):
        raise CallerError(f"{name} is some of {', '.join(ACCESSES)}, not {given!r}", name=name)
    access = [given] if isinstance(given, str) else list(given)
    for right in access:
        if right not in ACCESSES:
            raise CallerError(
                f"{name} is some of {', '.join(ACCESSES)}, not {right!r}", name=str(right), known=ACCESSES
            )
    return frozenset(access)
