"""What `kernel.c` has; `ibpkt.kernel.loops` says what each function does."""

from typing import Any

from numpy.typing import NDArray

from ibpkt.kernel.loops import PieceMemory

Memory = NDArray[Any] | bytes

def crcs(
    table: Memory, fold: Memory, data: Memory, begin: Memory, end: Memory, register: int, mask: Memory, out: Memory, /
) -> None: ...
def lay_out(page: Memory, at: Memory, pieces: tuple[PieceMemory, ...], /) -> None: ...
def records(
    data: Memory, at: int, stop: int, header: int, length: int, little: bool, out: Memory, /
) -> tuple[int, int]: ...
