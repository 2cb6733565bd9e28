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

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.edit.anonymise import Anonymise as Anonymise
    from ibpkt.edit.assign import Set as Set
    from ibpkt.edit.changes import Changes as Changes
    from ibpkt.edit.convert import Convert as Convert
    from ibpkt.edit.merge import Merged as Merged
    from ibpkt.edit.select import Between as Between, Matching as Matching, Numbered as Numbered
    from ibpkt.edit.shift import Shift as Shift
    from ibpkt.edit.strip import CutPayload as CutPayload, Strip as Strip
    from ibpkt.edit.wrap import AddVLAN as AddVLAN, Mirror as Mirror

#: the module of each step, which is imported when the step is used
_MODULES = {
    "AddVLAN": "wrap",
    "Anonymise": "anonymise",
    "Between": "select",
    "Changes": "changes",
    "Convert": "convert",
    "CutPayload": "strip",
    "Matching": "select",
    "Merged": "merge",
    "Mirror": "wrap",
    "Numbered": "select",
    "Set": "assign",
    "Shift": "shift",
    "Strip": "strip",
}

__all__ = ["Step", "edit", *_MODULES]

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)


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


@checked
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
