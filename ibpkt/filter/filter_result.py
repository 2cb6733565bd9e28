"""Which packets of a capture a filter let through, for results that come much later than their packets."""

from __future__ import annotations

import tempfile

import numpy as np
from numpy.typing import NDArray

#: bytes kept in main memory, one for eight packets; more than that goes to a temporary file
ROOM = 1 << 22


class FilterResult:
    """One bit per packet.  Use it in a ``with``, or close it: there may be a temporary file."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=ROOM)  # noqa: SIM115  # closed by close
        self._rows: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._first = 1  # the number of the first packet that is not in the file

    def __enter__(self) -> FilterResult:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()  # where an error has ended what would have closed it

    def close(self) -> None:
        """Remove the temporary file."""
        self._file.close()

    def add(self, rows: NDArray[np.bool_]) -> None:
        """Add the next packets: whether the filter let each through, shape (n,)."""
        whole = len(self._rows) // 8 * 8
        self._file.seek(0, 2)
        self._file.write(np.packbits(self._rows[:whole]).tobytes())
        self._first += whole
        self._rows = np.concatenate((self._rows[whole:], rows))

    def __contains__(self, number: int) -> bool:
        """Whether the filter let the packet of that number through; False for numbers that no packet has."""
        place = number - self._first
        if place >= 0:
            return place < len(self._rows) and bool(self._rows[place])
        if number < 1:
            return False
        byte, bit = divmod(number - 1, 8)
        self._file.seek(byte)
        return bool(self._file.read(1)[0] << bit & 0x80)
