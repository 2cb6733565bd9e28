"""``--qp`` where packets are wanted, of both directions: those of the flows that have such a queue pair.

A packet names only the queue pair that it goes to; which one it comes from shows in other packets of its flow, maybe
in later ones.  So the capture is read twice.
"""

from __future__ import annotations

from collections.abc import Iterator

import click
import numpy as np

from ibpkt.batch import Batch
from ibpkt.cli.analysis_batches import BATCH_BYTES, BATCH_PACKETS
from ibpkt.cli.files import Files
from ibpkt.cli.selection import WantedFlows
from ibpkt.errors import CallerError
from ibpkt.io.source import Capture


class QueuePairPackets:
    """The flows of the queue pairs that were asked for, and their packets.

    Args:
        inputs: says which queue pairs.
        capture: the current one, not read yet.

    Attributes:
        flows: their numbers, ascending, as `ibpkt flows` prints them.

    Raises:
        click.UsageError: the capture is a pipe.
        CallerError: the queue pairs have no flow.
    """

    def __init__(self, inputs: Files, capture: Capture) -> None:
        from ibpkt.analysis.analyser import Analyser  # late: only where queue pairs are asked for

        if inputs.once:
            raise click.UsageError("--qp reads the packets twice, and a pipe can be read once")
        self._inputs = inputs
        analyser = Analyser(messages=False, facts=frozenset())
        wanted = WantedFlows(inputs.selection, analyser)
        numbers: set[int] = set()
        later: set[int] = set()
        with inputs.opened_again(capture) as again:
            for batch in inputs.select(
                inputs.selected(again.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES))
            ):
                result = analyser.add(batch)
                numbers |= wanted.look(result.packets.get("flow", np.zeros(0, np.int64)))
                ended = [*inputs.selection.flows(result.flows)]
                numbers.update(flow.number for flow in ended)
                later.update(flow.also for flow in ended)
                del batch, result  # the buffer is used again for the next
        ended = [*inputs.selection.flows(analyser.finish().flows)]
        numbers.update(flow.number for flow in ended)
        later.update(flow.also for flow in ended)
        self.flows: tuple[int, ...] = tuple(sorted(numbers - later - {-1, 0}))
        self._numbers = [*(numbers | later) - {-1, 0}]
        if not self.flows:
            raise CallerError(f"{capture.name} has no flow of {inputs.selection.options}")

    def select(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Their packets; batches that have none are left out."""
        from ibpkt.analysis.analyser import Analyser

        analyser = Analyser(messages=False, flows=False, facts=frozenset())
        for batch in batches:
            numbers = analyser.add(batch).packets.get("flow")
            rows = np.isin(numbers, self._numbers) if numbers is not None else np.zeros(len(batch), np.bool_)
            if rows.any():
                yield batch.select(rows)
            del batch
