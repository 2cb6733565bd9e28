"""A statistic of one capture, counted by several processes, each of which reads ranges of the file.

Only pcap files without compression have ranges.  What was counted is what one process counts, or nothing: where a
range turned out not to begin with a record, the file is damaged, or bounded memory has decided which keys are counted,
one process must do it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ibpkt.arguments import checked
from ibpkt.capture.pcap_ranges import FileRange, open_range, pcap_ranges
from ibpkt.io import source
from ibpkt.io.workers import start_worker
from ibpkt.stats.statistic import SummedStatistic

if TYPE_CHECKING:
    from concurrent.futures import Future

#: bytes of a range, about: 0.1 s of work
RANGE = 64 << 20
#: ranges of each process that are under way, at most
AHEAD = 2
#: what begins the names of fields some of which depend on the packets before
_OF_ORDER = "frame."


class ParallelCounts(NamedTuple):
    """What several processes have counted.

    Attributes:
        statistic: with all packets.
        rdma: some of them are of InfiniBand or RoCE.
    """

    statistic: SummedStatistic
    rdma: bool


class _RangeCounts(NamedTuple):
    """What a range holds.

    Attributes:
        batches: the counts of its batches, in order.
        rdma: some packets are of InfiniBand or RoCE.
        whole: the range was whole records.
    """

    batches: list[Any]
    rdma: bool
    whole: bool


@checked
def count_in_parallel(make: Callable[[], SummedStatistic], capture: source.Capture, jobs: int) -> ParallelCounts | None:
    """Let several processes count a capture; None where one must do it.

    Args:
        make: makes the statistic.
        capture: opened by its path, and following what the statistic reads; nothing is read of it.
        jobs: processes.

    Raises:
        CallerError: the capture has too many intervals.
        ResourceError: a process was killed, or cannot be started.
    """
    statistic, path, roce_port = make(), capture.name, capture.roce_port
    if (
        jobs < 2
        or capture.files
        or capture.is_annotated
        or any(name.startswith(_OF_ORDER) for name in statistic.fields)
    ):
        return None
    try:
        parts = pcap_ranges(path, RANGE)
    except OSError:  # opening it as a capture reports what is wrong
        return None
    if len(parts) < 2:
        return None
    with source.open(path) as beginning:
        statistic.begin(next(iter(beginning.batches(1))).frames.first_time)
    rdma = False
    for counts in _all_counts(statistic, path, parts, jobs, roce_port):
        if not counts.whole:
            return None
        for batch in counts.batches:
            statistic.merge(batch)
        rdma = rdma or counts.rdma
    return None if statistic.is_full else ParallelCounts(statistic, rdma)


def _all_counts(
    statistic: SummedStatistic, path: str, parts: list[FileRange], jobs: int, roce_port: int
) -> Iterator[_RangeCounts]:
    """What each range holds, in their order."""
    import multiprocessing

    from ibpkt.io.worker_pool import WorkerPool

    work = partial(_range_counts, statistic, path, roce_port)
    pool = WorkerPool(min(jobs, len(parts)), multiprocessing.get_context("fork"), _start, (work,))
    waiting: deque[Future[_RangeCounts]] = deque()
    try:
        for part in parts:
            waiting.append(pool.submit(_run, part))
            if len(waiting) == AHEAD * jobs:
                yield pool.result(waiting.popleft())
        while waiting:
            yield pool.result(waiting.popleft())
    finally:
        pool.close()


def _range_counts(statistic: SummedStatistic, path: str, roce_port: int, part: FileRange) -> _RangeCounts:
    """What a range holds."""
    batches: list[Any] = []
    rdma = False
    with open_range(path, part) as file, source.open(file, roce_port=roce_port) as capture:
        for batch in capture.batches():
            batches.append(statistic.batch_counts(batch))
            rdma = rdma or any(header.group == "infiniband" for shape in batch.shapes for header in shape.headers)
            del batch  # its buffer is used again for the next
        return _RangeCounts(batches, rdma, not capture.damages)


_work: Callable[[FileRange], _RangeCounts]


def _start(work: Callable[[FileRange], _RangeCounts]) -> None:
    """Make this process one that counts ranges."""
    global _work
    _work = work
    start_worker()


def _run(part: FileRange) -> _RangeCounts:
    return _work(part)
