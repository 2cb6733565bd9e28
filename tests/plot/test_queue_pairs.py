"""``ibpkt plot --qp``: both directions of the flows of a queue pair, whichever of its two numbers is given."""

from __future__ import annotations

import json

import pytest

from tests.support.command import CAPTURES, run


@pytest.fixture(scope="module")
def traffic(tmp_path_factory):
    """Conversations between queue pairs with different numbers, and their flows."""
    path = tmp_path_factory.mktemp("plot") / "traffic.pcap"
    assert run("craft", "traffic", "--conversations", "3", "--packets", "300", "-w", path).code == 0
    flows = json.loads(run("flows", "--format", "json", path).out)["flows"]
    assert len(flows) == 3
    assert all(flow["a_qp"] != flow["b_qp"] for flow in flows)
    return path, flows


@pytest.mark.costly
@pytest.mark.parametrize("kind", ["sequence", "latency", "depth"])
def test_pictures_of_a_flow(kind, traffic):
    path, flows = traffic
    for flow in flows:
        wanted = run("plot", kind, "--flow", flow["flow"], path).out
        for end in ("a_qp", "b_qp"):
            assert run("plot", kind, "--qp", flow[end], path).out == wanted != ""


@pytest.mark.parametrize("kind", ["throughput", "matrix", "congestion"])
def test_pictures_of_packets(kind, traffic):
    path, flows = traffic
    flow = flows[1]
    wanted = run("plot", kind, "-Y", f"infiniband.analysis.flow in {{{flow['flow']}, {flow['also']}}}", path).out
    for end in ("a_qp", "b_qp"):
        assert run("plot", kind, "--qp", flow[end], path).out == wanted != run("plot", kind, path).out


def test_what_cannot_be_drawn(traffic):
    path, flows = traffic
    both = ("--qp", flows[0]["a_qp"], "--qp", flows[1]["b_qp"])
    result = run("plot", "sequence", *both, path)
    assert result.err == "ibpkt: these queue pairs have flow 1, 3: name one with --flow\n"
    assert result.code == 2
    assert run("plot", "sequence", *both, "--flow", "3", path).out == run("plot", "sequence", "--flow", "3", path).out
    assert "name one with --flow" in run("plot", "sequence", *both, "--flow", "5", path).err
    assert f"{path} has no flow of --qp 0x63" in run("plot", "throughput", "--qp", "99", path).err
    pipe = run("plot", "sequence", "--qp", "0x12", "-", stdin=(CAPTURES / "nvmeof.pcap").read_bytes())
    assert (pipe.code, "a pipe can be read once" in pipe.err) == (2, True)
