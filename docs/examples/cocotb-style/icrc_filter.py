"""The design under test: an ICRC checker in the datapath of a NIC, cycle by cycle, as RTL would be written.

RoCEv2 over IPv4 without options comes in as an AXI stream of 8 bytes a beat.  A frame leaves after its last beat, with
``tuser`` = 1 where its ICRC is wrong.  The CRC runs along: each byte goes through the register with the bits that
switches change forced to ones, four bytes late, because the last four are the ICRC itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: bytes of the frame (from the IPv4 header at byte 14 on) of which the ICRC reads some bits as ones
VARIANT = {15: 0xFF, 22: 0xFF, 24: 0xFF, 25: 0xFF, 40: 0xFF, 41: 0xFF, 46: 0xFF}
IP_AT, WIDTH, POLYNOMIAL = 14, 8, 0xEDB88320


@dataclass
class Stream:
    """The signals of an AXI stream."""

    tvalid: int = 0
    tready: int = 0
    tdata: bytes = bytes(WIDTH)
    tkeep: int = 0
    tlast: int = 0
    tuser: int = 0

    @property
    def transfers(self) -> bool:
        """Whether this beat is taken at the next edge."""
        return bool(self.tvalid and self.tready)


@dataclass
class ICRCFilter:
    """The checker: registers, and what happens to them at a rising edge."""

    sink: Stream = field(default_factory=Stream)
    source: Stream = field(default_factory=Stream)
    good: int = 0
    bad: int = 0
    _buffer: list[tuple[bytes, int, int]] = field(default_factory=list)  # the frame that comes in
    _leaving: list[tuple[bytes, int, int, int]] = field(default_factory=list)
    _count: int = 0
    _crc: int = 0
    _late: bytes = b""

    def __post_init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._buffer, self._count, self._late = [], 0, b""
        self._crc = 0xFFFFFFFF
        for _ in range(8):  # ones stand for the LRH that RoCE does not have
            self._shift(0xFF)

    def _shift(self, byte: int) -> None:
        self._crc ^= byte
        for _ in range(8):
            self._crc = self._crc >> 1 ^ (POLYNOMIAL if self._crc & 1 else 0)

    def clock(self) -> None:
        """One rising edge."""
        if self.source.transfers:
            self._leaving.pop(0)
        if self.sink.transfers:
            self._take(self.sink.tdata, self.sink.tkeep, self.sink.tlast)
        self.sink.tready = int(len(self._leaving) < 64)
        self.source.tvalid = int(bool(self._leaving))
        if self._leaving:
            self.source.tdata, self.source.tkeep, self.source.tlast, self.source.tuser = self._leaving[0]

    def _take(self, data: bytes, keep: int, last: int) -> None:
        self._buffer.append((data, keep, last))
        for byte in data[: keep.bit_length()]:
            if self._count >= IP_AT:
                self._late += bytes([byte])
            if len(self._late) > 4:
                self._shift(self._late[0] | VARIANT.get(self._count - 4, 0))
                self._late = self._late[1:]
            self._count += 1
        if last:
            wrong = int((self._crc ^ 0xFFFFFFFF).to_bytes(4, "little") != self._late)
            self.good, self.bad = self.good + (not wrong), self.bad + wrong
            self._leaving += [(*beat, wrong if beat[2] else 0) for beat in self._buffer]
            self._reset()
