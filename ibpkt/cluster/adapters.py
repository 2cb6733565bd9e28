"""Who calls the map: processes of this machine, or workers of dask."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ibpkt.arguments import checked
from ibpkt.cluster.pair_analysis import PairAnalysis, PairPartial, PairResult, merge
from ibpkt.errors import ResourceError

if TYPE_CHECKING:
    from distributed import Client


@checked
def run_processes(analysis: PairAnalysis, jobs: int = 0) -> PairResult:
    """Let processes of this machine do it.

    Args:
        analysis: what they do.
        jobs: how many; 0 for one per core.

    Raises:
        CaptureError: a file cannot be opened.
        ResourceError: a process was killed.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    workers = min(jobs or os.cpu_count() or 1, analysis.shards)
    if workers == 1:
        return merge(map(analysis, range(analysis.shards)))
    with ProcessPoolExecutor(workers) as pool:
        try:
            return merge(pool.map(analysis, range(analysis.shards)))
        except BrokenProcessPool as error:
            raise ResourceError("a process was killed, as happens where memory runs out") from error


def run_dask(analysis: PairAnalysis, client: Client, *, retries: int = 3) -> PairResult:
    """Let the workers of a dask cluster do it; what a lost worker did or had is done by another.

    Args:
        analysis: what they do; its files must be there for all of them.
        client: of ``dask.distributed``.
        retries: how often a task that failed is tried again.

    Raises:
        CaptureError: a file cannot be opened.
    """
    futures = client.map(analysis, range(analysis.shards), pure=False, retries=retries)
    partials: list[PairPartial] = client.gather(futures)
    return merge(partials)
