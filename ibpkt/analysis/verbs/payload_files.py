"""Payloads of messages in files: one for each message, or images of remote memory, and an index of them."""

from __future__ import annotations

import contextlib
import itertools
import os
from typing import Any

from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import ENDS, MESSAGES, row
from ibpkt.analysis.verbs.memory_image import MemoryImages
from ibpkt.analysis.verbs.memory_regions import MemoryRegions, owner_of
from ibpkt.analysis.verbs.payload import WITH_PAYLOAD, MessagePayload, Payloads
from ibpkt.analysis.verbs.summary_rows import region_rows
from ibpkt.batch import Batch
from ibpkt.errors import CallerError, escape_text
from ibpkt.io.atomic import cannot_write, whole_file
from ibpkt.output.table import json_text

#: the file that describes the others; it is written last
INDEX = "index.json"
#: bytes of an image that are written together if one of them is known
BLOCK = 4096


class PayloadFiles:
    """Writes payloads into a directory.  Use it in a ``with``.

    Args:
        directory: is made if it does not exist.
        capture: the name of the capture.
        memory: collects the regions that are accessed, to write images of memory; None to write messages.

    Raises:
        CallerError: the directory is not empty.
        CaptureError: it cannot be made.
    """

    directory: str
    capture: str

    def __init__(self, directory: str, capture: str, memory: MemoryRegions | None = None) -> None:
        self.directory, self.capture = directory, capture
        try:
            os.makedirs(directory, exist_ok=True)
            if os.listdir(directory):
                raise CallerError(f"{escape_text(directory)} is not empty: name a new directory")
        except OSError as error:
            raise cannot_write(directory, error) from error
        self._memory = memory
        self._stack = contextlib.ExitStack()
        self._payloads = self._stack.enter_context(Payloads(directory))
        self._images = None if memory is None else self._stack.enter_context(MemoryImages(directory))
        self._index: Any = None

    def __enter__(self) -> PayloadFiles:
        if self._images is None:
            self._index = self._stack.enter_context(whole_file(os.path.join(self.directory, INDEX)))
            self._write(f'{{"file": {json_text(self.capture)}, "messages": [')
            self._first = True
        return self

    def __exit__(self, *exception: Any) -> None:
        self._stack.__exit__(*exception)

    def _write(self, text: str) -> None:
        self._index.write(text.encode())

    def take(self, batch: Batch) -> None:
        """Take the next batch, before the messages that end with it are kept."""
        self._payloads.take(batch)

    def put_away(self) -> None:
        """Let go of the batch, after the messages that end with it have been kept."""
        self._payloads.put_away()

    def keep(self, message: Message, flow: Flow | None) -> None:
        """Write the payload of a message that has ended.

        Args:
            message: from an analyser that keeps ``payload``.
            flow: its flow, where it is known.
        """
        pmtu = None if flow is None else flow.pmtu
        carried = self._payloads.of(message, pmtu) if message.kind in WITH_PAYLOAD else None
        if self._images is not None:
            atomic = self._payloads.atomic(message) if message.kind == "ATOMIC" else None
            self._images.take(message, owner_of(message, flow), carried, atomic)
            return
        if carried is None:
            return
        name = None
        if carried.whole:
            name = f"{message.flow}{ENDS[message.side]}-{message.number}.bin"
            with whole_file(os.path.join(self.directory, name)) as file:
                for _, data in carried.pieces():
                    file.write(data)
        record = {**row(MESSAGES, message), "payload": name, "missing": _missing(carried)}
        self._write(("" if self._first else ",") + "\n" + json_text(record))
        self._first = False

    def finish(self) -> None:
        """The capture is at its end: complete the index, or write the images."""
        if self._images is None or self._memory is None:
            self._write("\n]}\n")
            return
        with whole_file(os.path.join(self.directory, INDEX)) as file:
            file.write(f'{{"file": {json_text(self.capture)}, "regions": ['.encode())
            for number, region in enumerate(region_rows(self._memory), 1):
                place = (region["owner"], region["r_key"], region["address"], region["size"])
                name = self._image(number, region)
                record = json_text({**region, "image": name}).removesuffix("}")
                file.write(f'{"" if number == 1 else ","}\n{record}, "holes": ['.encode())
                for at, (address, size) in enumerate(self._images.holes(*place)):
                    file.write(f"{', ' if at else ''}[{address}, {size}]".encode())
                file.write(b"]}")
            file.write(f'\n], "given_up": {self._memory.given_up}}}\n'.encode())

    def _image(self, number: int, region: dict[str, Any]) -> str | None:
        """Write the image of a region, with holes where nothing is known.  None where nothing at all is known."""
        assert self._images is not None
        name = f"region-{number}.bin"
        address, size = region["address"], region["size"]
        parts = (
            (start + at - address, data[at : at + BLOCK])
            for start, data, known in self._images.known(region["owner"], region["r_key"], address, size)
            for at in range(0, len(data), BLOCK)
            if b"\1" in known[at : at + BLOCK]
        )
        first = next(parts, None)
        if first is None:
            return None
        path = os.path.join(self.directory, name)
        with whole_file(path) as image:
            end = 0
            for at, data in itertools.chain([first], parts):
                if at != end:
                    image.seek(at)
                image.write(data)
                end = at + len(data)
            try:
                image.truncate(size)
            except OSError as error:  # file systems have bounds
                raise cannot_write(path, error) from error
        return name


def _missing(carried: MessagePayload) -> list[list[int]] | str:
    """What is missing of a payload: offsets and bytes, or why that is not known."""
    if not carried.exact:
        return "its beginning or the path MTU is not in the capture"
    if carried.total is None:
        return "packets of it are not in the capture"
    return [list(gap) for gap in carried.gaps]
