"""A real dask cluster with workers of its own, one of which is killed; captures in an S3 server."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

import ibpkt
from ibpkt.cluster import PairAnalysis, merge, run_dask
from ibpkt.cluster.pair_analysis import PairPartial
from ibpkt.errors import CallerError, CaptureError
from tests.cluster.test_pair_analysis import plain, single
from tests.support.command import run
from tests.support.many_pairs import many_pairs


class KilledOnce(PairAnalysis):
    """The first that works on shard 1 is killed there, as the system does where memory runs out."""

    flag: str

    def __call__(self, shard: int) -> PairPartial:
        if shard == 1 and not os.path.exists(self.flag):
            Path(self.flag).write_text("killed")
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(shard)


def rotated(folder):
    """A capture of many pairs, and its pieces."""
    whole = many_pairs(folder)
    pieces = []
    with ibpkt.open(whole) as capture:
        for number, batch in enumerate(capture.batches(200)):
            pieces.append(str(folder / f"rotated-{number}.pcapng"))
            with ibpkt.create(pieces[-1]) as sink:
                sink.write_batch(batch)
    return whole, pieces


@pytest.mark.slow
def test_dask_with_a_worker_that_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install 'ibpkt[cluster]'")
    whole, pieces = rotated(tmp_path)
    analysis = KilledOnce(pieces, 4)
    analysis.flag = str(tmp_path / "flag")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        result = run_dask(analysis, client)
        done = run("cluster", "flows", "--dask", cluster.scheduler_address, *pieces)
    assert (tmp_path / "flag").exists()
    assert [json.loads(line)["flow"] for line in done.lines] == [flow.number for flow in result.flows]
    assert plain(result.flows, result.messages, result.findings) == single([whole])


@pytest.mark.slow
def test_captures_in_an_s3_server(tmp_path, monkeypatch):
    moto = pytest.importorskip("moto.server", reason="moto, the S3 server, is not installed")
    pytest.importorskip("s3fs", reason="s3fs, which lets fsspec read S3, is not installed")
    for name, value in {
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    import s3fs

    whole, pieces = rotated(tmp_path)
    server = moto.ThreadedMotoServer(port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        storage = {"endpoint_url": f"http://{host}:{port}"}
        store = s3fs.S3FileSystem(**storage)
        store.mkdir("captures")
        for piece in pieces:
            store.put(piece, f"captures/{os.path.basename(piece)}")
        names = [f"s3://captures/{os.path.basename(piece)}" for piece in pieces]
        result = merge(map(PairAnalysis(names, 2, storage=storage), range(2)))
        with pytest.raises(CaptureError, match="nowhere"):
            PairAnalysis(["s3://captures/nowhere.pcap"], 1, storage=storage)(0)
    finally:
        server.stop()
    assert plain(result.flows, result.messages, result.findings) == single([whole])


def test_addresses_of_fsspec(tmp_path):
    pytest.importorskip("fsspec", reason="fsspec is not installed: pip install 'ibpkt[cluster]'")
    whole, pieces = rotated(tmp_path)
    result = merge(map(PairAnalysis([f"file://{piece}" for piece in pieces], 1), range(1)))
    assert plain(result.flows, result.messages, result.findings) == single([whole])
    with pytest.raises(CaptureError, match=r"file:///nowhere/x\.pcap: cannot be opened"):
        PairAnalysis(["file:///nowhere/x.pcap"], 1)(0)
    with pytest.raises(CaptureError, match="cannot be opened"):
        PairAnalysis(["nonsense://x.pcap"], 1)(0)


def test_without_fsspec(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(CallerError, match=r"s3:// needs fsspec: pip install 'ibpkt\[cluster\]'"):
        PairAnalysis(["s3://bucket/x.pcap"], 1)(0)
