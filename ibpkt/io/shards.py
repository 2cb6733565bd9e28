"""A capture cut by conversation: packets of a pair of endpoints go to one file, see `ibpkt.batch.endpoint_pairs`.

``DIR/shard-3-of-8/rc_write.pcapng``: a folder for each shard, so that the pieces of every day lie together.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.batch.endpoint_pairs import shard_numbers
from ibpkt.capture.records import Interface
from ibpkt.errors import CallerError, CaptureError, sentence
from ibpkt.io.sink import Sink, create

#: endings of captures and of compressed files, which names of shards do without
_ENDINGS = (".gz", ".zst", ".lz4", ".xz", ".bz2"), (".pcap", ".pcapng", ".cap", ".dmp", ".erf")


@checked
def shard_name(capture: str) -> str:
    """The name that the pieces of a capture have in the folders of the shards.

    Raises:
        CallerError: standard input has none.
    """
    if capture == "-":
        raise CallerError("standard input has no name for its shards: write it to a file first")
    name = os.path.basename(capture)
    for endings in _ENDINGS:
        name = next((name.removesuffix(ending) for ending in endings if name.endswith(ending)), name)
    return f"{name or 'capture'}.pcapng"


class ShardWriter:
    """The shards of one capture, for ``with``: files take their names at its end, and after an exception none does.

    A shard without packets has no file; one that is there from before is removed.

    Args:
        directory: of the folders; it is created if it does not exist.
        shards: how many.
        name: of each file.

    Attributes:
        packets: how many packets each shard has, shape (shards,).

    Raises:
        CallerError: too many shards.
        CaptureError: the directory cannot be created.
    """

    @checked
    def __init__(self, directory: str, shards: int, name: str) -> None:
        self._folders = [os.path.join(directory, f"shard-{number}-of-{shards}") for number in range(shards)]
        self._name = name
        self._sinks: dict[int, Sink] = {}
        self._stack = contextlib.ExitStack()
        self.packets = np.zeros(shards, np.int64)

    def add(self, batch: Batch, interfaces: Sequence[Interface] = ()) -> None:
        """Write the packets of a batch.

        Args:
            batch: the packets.
            interfaces: those of the capture, which grow while it is read.

        Raises:
            CaptureError: a file cannot be written.
        """
        numbers = shard_numbers(batch, len(self._folders))
        order = np.argsort(numbers, kind="stable")
        counts = np.bincount(numbers, minlength=len(self._folders))
        self.packets += counts
        ends = np.cumsum(counts)
        for number in np.flatnonzero(counts).tolist():
            rows = order[ends[number] - counts[number] : ends[number]]
            self._sink(number).write_batch(batch, rows, interfaces=interfaces)

    def _sink(self, number: int) -> Sink:
        if number not in self._sinks:
            folder = self._folders[number]
            try:
                os.makedirs(folder, exist_ok=True)
            except OSError as error:
                raise CaptureError(folder, f"cannot be used as a directory of shards: {sentence(error)}") from error
            self._sinks[number] = self._stack.enter_context(create(os.path.join(folder, self._name)))
        return self._sinks[number]

    def __enter__(self) -> Self:
        self._stack.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)
        if kind is None:
            for number, folder in enumerate(self._folders):
                if number not in self._sinks:
                    with contextlib.suppress(OSError):
                        os.unlink(os.path.join(folder, self._name))
