"""Analyses by many processes or machines: a pure map over shards of the pairs of endpoints, and a merge.

from ibpkt.cluster import PairAnalysis, merge

analysis = PairAnalysis(["host1.pcap", "host2.pcap"], shards=8)
result = merge(map(analysis, range(analysis.shards)))  # or the map of a pool, of dask, of Ray, of Spark
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.cluster.adapters import (
        run_dask as run_dask,
        run_processes as run_processes,
        run_ray as run_ray,
        run_spark as run_spark,
    )
    from ibpkt.cluster.pair_analysis import (
        PairAnalysis as PairAnalysis,
        PairPartial as PairPartial,
        PairResult as PairResult,
        merge as merge,
    )
    from ibpkt.cluster.spark_format import register_spark as register_spark

_MODULES = {
    **dict.fromkeys(("merge", "PairAnalysis", "PairPartial", "PairResult"), "pair_analysis"),
    **dict.fromkeys(("run_dask", "run_processes", "run_ray", "run_spark"), "adapters"),
    "register_spark": "spark_format",
}

__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)
