"""A real local cluster of Ray with workers of its own, one of which is killed."""

from __future__ import annotations

import json
import os
import sys

import pytest

from ibpkt.cluster import PairAnalysis, run_ray
from ibpkt.errors import CallerError, CaptureError
from tests.cluster.test_adapters import KilledOnce, rotated
from tests.cluster.test_pair_analysis import plain, single
from tests.support.command import run
from tests.support.shared import OWN, REPOSITORY


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'ibpkt[ray]'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        yield ray
        ray.shutdown()


@pytest.mark.slow
def test_a_worker_that_is_killed(ray, tmp_path):
    whole, pieces = rotated(tmp_path)
    analysis = KilledOnce(pieces, 4)
    analysis.flag = str(tmp_path / "flag")
    result = run_ray(analysis)
    assert (tmp_path / "flag").exists()
    assert plain(result.flows, result.messages, result.findings) == single([whole])
    done = run("cluster", "flows", "--ray", ray.get_runtime_context().gcs_address, *pieces)
    assert [json.loads(line)["flow"] for line in done.lines] == [flow.number for flow in result.flows]


@pytest.mark.slow
@pytest.mark.usefixtures("ray")
def test_a_file_that_is_missing():
    with pytest.raises(CaptureError, match=r"^nowhere\.pcap: no such file$"):
        run_ray(PairAnalysis(["nowhere.pcap"], 2))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "127.0.0.1:nonsense"])
def test_where_no_cluster_answers(address):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ibpkt[ray]'")
    refused = run("cluster", "flows", "--ray", address, OWN / "rc_read.pcap")
    assert refused.code == 2
    assert refused.err == f"ibpkt: no Ray cluster answers at {address}\n"


def test_without_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CallerError, match=r"Ray is not installed: pip install 'ibpkt\[ray\]'"):
        run_ray(PairAnalysis([str(OWN / "rc_read.pcap")], 1))
    refused = run("cluster", "flows", "--ray", "127.0.0.1:1", OWN / "rc_read.pcap")
    assert refused.code == 2
    assert refused.err == "ibpkt: --ray needs Ray: pip install 'ibpkt[ray]'\n"


def test_one_cluster_at_a_time():
    refused = run("cluster", "flows", "--ray", "127.0.0.1:1", "--dask", "tcp://x:1", OWN / "rc_read.pcap")
    assert refused.code == 2
    assert "--dask, --ray and --spark are mutually exclusive" in refused.err
