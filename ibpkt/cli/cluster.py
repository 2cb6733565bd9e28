"""``ibpkt cluster``: captures as one, analysed by many processes or machines."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ibpkt.analysis.results.tables import FINDINGS, FLOWS, MESSAGES, row
from ibpkt.batch.endpoint_pairs import MOST_SHARDS
from ibpkt.cli import OK, UNREADABLE
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import CAPTURE, examples, format_option, jobs_option, roce_port_option, trust_option
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, table_option
from ibpkt.cli.terminal import output, say
from ibpkt.errors import CallerError, optional_package
from ibpkt.output.report import Layout

if TYPE_CHECKING:
    from ibpkt.cluster import PairAnalysis, PairResult

#: what can be asked for, and its columns
KINDS = {"flows": FLOWS, "messages": MESSAGES, "findings": FINDINGS}


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt cluster flows --jobs 2 captures/rc_read.pcap captures/rc_write.pcap",
        "ibpkt cluster messages --format csv --shards 4 captures/nvmeof.pcap",
        "ibpkt cluster findings -T parquet -o tables captures/corrupt_write.pcap captures/rc_read.pcap",
    ),
)
@click.argument("kind", type=Choice(list(KINDS)), metavar="flows|messages|findings")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=CAPTURE)
@click.option(
    "--shards", type=click.IntRange(1, MOST_SHARDS), metavar="N", help="Tasks; by default as many as there are workers."
)
@jobs_option
@click.option(
    "--dask", "scheduler", metavar="ADDRESS", help="Let the workers of a dask cluster do it: tcp://host:8786."
)
@click.option(
    "--ray", "head", metavar="ADDRESS", help="Let the workers of a Ray cluster do it: host:6379, ray://host:10001."
)
@click.option(
    "--spark", "master", metavar="MASTER", help="Let the workers of Spark do it: spark://host:7077, local[4]."
)
@click.option(
    "--storage", "storage", multiple=True, metavar="KEY=VALUE", help="An option for fsspec, which reads s3://…"
)
@table_option
@trust_option
@roce_port_option
@format_option(
    ["jsonl", "csv", "json", *TABLE_FORMATS], "JSON lines, CSV, a JSON object, or files in the tables of DIR."
)
def command(
    kind: str,
    files: tuple[str, ...],
    shards: int | None,
    jobs: int,
    scheduler: str | None,
    head: str | None,
    master: str | None,
    storage: tuple[str, ...],
    directory: str | None,
    no_crc: bool,
    roce_port: int,
    form: str,
) -> int:
    """Captures as one, analysed by many processes or machines.

    Each task reads all FILEs, paths or addresses such as s3://bucket/x.pcap, and analyses its share of the pairs of
    endpoints. The results are those of one process, with the same numbers.
    """
    from ibpkt.cluster import PairAnalysis  # late: --help needs none of it

    if "-" in files:
        raise click.UsageError("every task reads the captures, and a pipe can be read once")
    if sum(each is not None for each in (scheduler, head, master)) > 1:
        raise click.UsageError("--dask, --ray and --spark are mutually exclusive")
    tables = TableOutput(form, directory, [kind])
    options = dict(_option(text) for text in storage)

    def analysis(workers: int) -> PairAnalysis:
        return PairAnalysis(
            files,
            shards or min(workers, MOST_SHARDS),
            messages=kind == "messages",
            verify=not no_crc,
            storage=options,
            roce_port=roce_port,
        )

    result = _result(analysis, jobs, scheduler, head, master)
    columns = KINDS[kind]
    layout: Layout[Any] = Layout(kind, partial(row, columns), columns=[column.name for column in columns])
    report = tables.report(output(), layout)
    report.begin(files[0] if len(files) == 1 else f"{files[0]} and {len(files) - 1} more", files[1:] and files)
    report.add(getattr(result, kind))
    report.end()
    for damage in result.damages:
        say(damage)
    return UNREADABLE if result.damages else OK


def _result(
    analysis: Callable[[int], PairAnalysis], jobs: int, scheduler: str | None, head: str | None, master: str | None
) -> PairResult:
    """What the workers say, together."""
    from ibpkt.cli.run import processes
    from ibpkt.cluster import run_dask, run_processes

    if master is not None:
        return _by_spark(analysis, master)
    if head is not None:
        return _by_ray(analysis, head)
    if scheduler is None:
        count = processes(jobs, ())
        return run_processes(analysis(count), count)
    with optional_package(partial(CallerError, "--dask needs dask: pip install 'ibpkt[cluster]'")):
        from distributed import Client
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise CallerError(f"no dask cluster answers at {scheduler}") from error
    with client:
        return run_dask(analysis(max(1, len(client.scheduler_info(n_workers=-1)["workers"]))), client)


def _by_ray(analysis: Callable[[int], PairAnalysis], head: str) -> PairResult:
    """What the workers of Ray say, together."""
    from ibpkt.cluster import run_ray

    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would tell its makers
    with optional_package(partial(CallerError, "--ray needs Ray: pip install 'ibpkt[ray]'")):
        import ray
    connected = ray.is_initialized()  # by a program that calls this command
    try:
        host, colon, port = head.rpartition(":")
        if colon and "://" not in host:  # Ray itself tries for minutes
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        ray.init(head, ignore_reinit_error=True, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        raise CallerError(f"no Ray cluster answers at {head}") from error
    try:
        return run_ray(analysis(max(1, int(ray.cluster_resources().get("CPU", 1)))))
    finally:
        if not connected:
            ray.shutdown()


def _by_spark(analysis: Callable[[int], PairAnalysis], master: str) -> PairResult:
    """What the workers of Spark say, together."""
    from ibpkt.cluster import run_spark

    with optional_package(partial(CallerError, "--spark needs pyspark: pip install 'ibpkt[spark]'")):
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # otherwise the python3 in PATH, which may lack ibpkt
    builder = SparkSession.builder.master(master).appName("ibpkt cluster").config("spark.ui.enabled", "false")
    try:
        with builder.config("spark.ui.showConsoleProgress", "false").getOrCreate() as session:
            return run_spark(analysis(session.sparkContext.defaultParallelism), session)
    except (Py4JError, PySparkException) as error:
        raise CallerError(f"Spark with the master {master} has failed: {str(error).strip().splitlines()[0]}") from error


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise click.UsageError(f"--storage takes KEY=VALUE, not {text!r}")
    return name, value
