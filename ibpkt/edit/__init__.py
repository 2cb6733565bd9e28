"""Captures changed: packets chosen, their fields set, their headers exchanged, their secrets replaced.

A step takes a batch and returns a batch; `edit` sends batches through steps, one batch at a time.  Steps that change
bytes in place (`Set`, `Anonymise`) go together into one `Changes`, which computes checksums and CRCs once, for the
packets that were changed.

    from ibpkt import edit
    with ibpkt.open("in.pcap") as capture, ibpkt.create("out.pcap") as writer:
        for batch in edit.edit(capture.batches(), [edit.Changes([edit.Set("infiniband.bth.psn+=100")])]):
            writer.write_batch(batch)

A step counts in ``left`` what it could not do, as sentences without their number: ``{"packets are …": 12}``.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ibpkt.batch import Batch

if TYPE_CHECKING:
    from ibpkt.edit.anonymise import Anonymise
    from ibpkt.edit.assign import Set
    from ibpkt.edit.changes import Changes
    from ibpkt.edit.convert import Convert
    from ibpkt.edit.cut import CutPayload
    from ibpkt.edit.merge import Merged
    from ibpkt.edit.select import Between, Matching, Numbered
    from ibpkt.edit.strip import Strip
    from ibpkt.edit.wrap import AddVLAN, Mirror

#: the module of each step, which is imported when the step is used
_MODULES = {
    "AddVLAN": "wrap",
    "Anonymise": "anonymise",
    "Between": "select",
    "Changes": "changes",
    "Convert": "convert",
    "CutPayload": "cut",
    "Matching": "select",
    "Merged": "merge",
    "Mirror": "wrap",
    "Numbered": "select",
    "Set": "assign",
    "Strip": "strip",
}

__all__ = [
    "AddVLAN",
    "Anonymise",
    "Between",
    "Changes",
    "Convert",
    "CutPayload",
    "Matching",
    "Merged",
    "Mirror",
    "Numbered",
    "Set",
    "Step",
    "Strip",
    "edit",
]


class Step(Protocol):
    """What is done to every batch.

    Attributes:
        left: what could not be done: a sentence about packets, and their number.
        done: no packet that is still to come can pass, so that reading may end.
    """

    @property
    def left(self) -> Counter[str]:
        """See above."""

    @property
    def done(self) -> bool:
        """See above."""

    def apply(self, batch: Batch) -> Batch:
        """The changed batch; it may be the same object, with other bytes in its buffer."""


def edit(batches: Iterable[Batch], steps: Sequence[Step]) -> Iterator[Batch]:
    """Send batches through steps, in their order.

    Args:
        batches: as `ibpkt.Capture.batches` gives them; their buffers are written to.
        steps: what to do.

    Yields:
        What comes out, without batches that have become empty.

    Raises:
        CallerError: a value that does not fit into a field of a packet.
    """
    for batch in batches:
        for step in steps:
            if not len(batch):
                break
            batch = step.apply(batch)
        if len(batch):
            yield batch
        del batch  # the reader reuses the buffer when nothing else holds it
        if any(step.done for step in steps):
            return


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(importlib.import_module(f"ibpkt.edit.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
