"""Who calls the map: processes of this machine, or workers of dask, Ray or Spark."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from typing import Any

from ibpkt.arguments import checked, shown
from ibpkt.cluster.pair_analysis import PairAnalysis, PairPartial, PairResult, merge
from ibpkt.errors import CallerError, IbpktError, optional_package


@checked
def run_processes(analysis: PairAnalysis, jobs: int = 0) -> PairResult:
    """Let processes of this machine do it.

    Args:
        analysis: what they do.
        jobs: how many; 0 for one per core.

    Raises:
        CallerError: a negative number.
        CaptureError: a file cannot be opened.
        ResourceError: a process was killed.
    """
    import multiprocessing

    from ibpkt.io.worker_pool import WorkerPool
    from ibpkt.io.workers import start_worker

    if jobs < 0:
        raise CallerError(f"jobs is a number of processes, or 0 for one per core, not {jobs}")
    workers = min(jobs or os.cpu_count() or 1, analysis.shards)
    if workers == 1:
        return merge(map(analysis, range(analysis.shards)))
    pool = WorkerPool(workers, multiprocessing.get_context(), start_worker, ())
    try:
        shards = [pool.submit(analysis, shard) for shard in range(analysis.shards)]
        return merge(map(pool.result, shards))
    finally:
        pool.close()


@checked
def run_dask(analysis: PairAnalysis, client: Any, *, retries: int = 3) -> PairResult:
    """Let the workers of a dask cluster do it; what a lost worker did or had is done by another.

    Args:
        analysis: what they do; its files must be there for all of them.
        client: a ``distributed.Client``.
        retries: how often a task that failed is tried again.

    Raises:
        CallerError: that is no client.
        CaptureError: a file cannot be opened.
    """
    if not (hasattr(client, "map") and hasattr(client, "gather")):
        raise CallerError(f"client is a Client of dask.distributed, not {shown(client)}")
    futures = client.map(analysis, range(analysis.shards), pure=False, retries=retries)
    partials: list[PairPartial] = client.gather(futures)
    return merge(partials)


@checked
def run_ray(analysis: PairAnalysis, *, retries: int = 3) -> PairResult:
    """Let the workers of a Ray cluster do it, with which ``ray.init`` has connected this process.

    Args:
        analysis: what they do; its files must be there for all of them, and so must ibpkt.
        retries: how often a task is tried again whose worker was lost.

    Raises:
        CallerError: Ray is not installed, or not connected.
        CaptureError: a file cannot be opened.
    """
    with optional_package(partial(CallerError, "Ray is not installed: pip install 'ibpkt[ray]'")):
        import ray
    if not ray.is_initialized():
        raise CallerError("no Ray cluster is connected: call ray.init() first")
    attempt = _Attempt(analysis)
    task = ray.remote(max_retries=retries)(lambda shard: attempt(shard))  # Ray takes functions, not what can be called
    return _merged(ray.get([task.remote(shard) for shard in range(analysis.shards)]))


@checked
def run_spark(analysis: PairAnalysis, session: Any) -> PairResult:
    """Let the workers of a Spark cluster do it; Spark gives what a lost worker did or had to another.

    Args:
        analysis: what they do; its files must be there for all of them, and so must ibpkt.
        session: a ``SparkSession`` of pyspark, with a cluster's master or ``local[2, 4]``: a task is tried 4 times.

    Raises:
        CallerError: that is no such session.
        CaptureError: a file cannot be opened.
    """
    if not hasattr(session, "sparkContext"):
        raise CallerError(f"session is a SparkSession of pyspark, not {shown(session)}")
    shards = session.sparkContext.parallelize(range(analysis.shards), analysis.shards)
    return _merged(shards.map(_Attempt(analysis)).collect())


def _merged(results: Iterable[PairPartial | IbpktError]) -> PairResult:
    """What attempts have given, together; the first error is raised."""
    partials: list[PairPartial] = []
    for result in results:
        if isinstance(result, IbpktError):
            raise result
        partials.append(result)
    return merge(partials)


class _Attempt:
    """An analysis that returns its errors: Ray and Spark would make a page of text of them."""

    def __init__(self, analysis: PairAnalysis) -> None:
        self.analysis = analysis

    def __call__(self, shard: int) -> PairPartial | IbpktError:
        try:
            return self.analysis(shard)
        except IbpktError as error:
            return error
