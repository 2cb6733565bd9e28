"""``ibpkt messages --payload``: a file a message, or images of remote memory, and an index of them."""

from __future__ import annotations

import contextlib
import itertools
import os
from typing import Any

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import ENDS, MESSAGES, row
from ibpkt.analysis.verbs.memory_image import MemoryImages
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from ibpkt.analysis.verbs.payload import WITH_PAYLOAD, MessagePayload, Payloads
from ibpkt.batch import Batch
from ibpkt.cli.messages_sums import memory_rows
from ibpkt.errors import CallerError, escape_text
from ibpkt.io.atomic import cannot_write, whole_file
from ibpkt.output.table import json_text

#: the file that says what is in the others; it is written last
INDEX = "index.json"
#: bytes of an image that are written where one of them is known
BLOCK = 4096


class PayloadFiles:
    """Writes into a directory.  Use it in a ``with``.

    Args:
        directory: is made where it is not there.
        capture: the name of the capture.
        images: write images of memory, not messages.

    Attributes:
        memory: the regions that were touched, for the images.

    Raises:
        CallerError: there is something in the directory.
        CaptureError: it cannot be made.
    """

    def __init__(self, directory: str, capture: str, images: bool) -> None:
        self.directory, self.capture = directory, capture
        try:
            os.makedirs(directory, exist_ok=True)
            if os.listdir(directory):
                raise CallerError(f"{escape_text(directory)} is not empty: name a new directory")
        except OSError as error:
            raise cannot_write(directory, error) from error
        self.memory = MemoryRegions()
        self._stack = contextlib.ExitStack()
        self._payloads = self._stack.enter_context(Payloads(directory))
        self._images = self._stack.enter_context(MemoryImages(directory)) if images else None
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
        """The next batch is at hand."""
        self._payloads.take(batch)

    def put_away(self) -> None:
        """Nothing holds it any more."""
        self._payloads.put_away()

    def keep(self, message: Message, owner: str, pmtu: int | None) -> None:
        """A message has ended."""
        carried = self._payloads.of(message, pmtu) if message.kind in WITH_PAYLOAD else None
        if self._images is not None:
            atomic = self._payloads.atomic(message) if message.kind == "ATOMIC" else None
            self._images.take(message, owner, carried, atomic)
            return
        if carried is None:
            return
        name = None
        if carried.whole:
            name = f"{message.flow}{ENDS[message.side]}-{message.number}.bin"
            with whole_file(os.path.join(self.directory, name)) as file:
                for _, data in carried.pieces():
                    file.write(data)
        told = {**row(MESSAGES, message), "payload": name, "missing": _missing(carried)}
        self._write(("" if self._first else ",") + "\n" + json_text(told))
        self._first = False

    def finish(self) -> None:
        """The capture is at its end: write what is to be known only now."""
        if self._images is None:
            self._write("\n]}\n")
            return
        with whole_file(os.path.join(self.directory, INDEX)) as file:
            file.write(f'{{"file": {json_text(self.capture)}, "regions": ['.encode())
            for number, region in enumerate(memory_rows(self.memory), 1):
                place = (region["owner"], region["r_key"], region["address"], region["size"])
                name = self._image(number, region)
                told = json_text({**region, "image": name}).removesuffix("}")
                file.write(f'{"" if number == 1 else ","}\n{told}, "holes": ['.encode())
                for at, (address, size) in enumerate(self._images.holes(*place)):
                    file.write(f"{', ' if at else ''}[{address}, {size}]".encode())
                file.write(b"]}")
            file.write(f'\n], "given_up": {self.memory.given_up}}}\n'.encode())

    def _image(self, number: int, region: dict[str, Any]) -> str | None:
        """Write the image of a region: its holes are holes of the file, too.  None where nothing of it is known."""
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
    """What is missing of a payload: places and bytes, or why that cannot be said."""
    if not carried.exact:
        return "its beginning or the path MTU is not in the capture"
    if carried.total is None:
        return "packets of it are not in the capture"
    return [list(gap) for gap in carried.gaps]
