"""A queue pair that goes on at other addresses is the same flow."""

from __future__ import annotations

import json

import pytest

import ibpkt
from tests.analysis.crafted import A, B, ask, batches, names, tell
from tests.analysis.runs import run
from tests.cli import run as cli

C, D = ("10.1.0.1", A[1]), ("10.1.0.2", B[1])


def _exchange(m=1, psn=4, back=None):
    before = [packet for number in range(4) for packet in (ask(number), tell(number, number + 1))]
    after = [
        packet
        for number in range(4)
        for packet in (
            ask(psn + number, source=C, target=D, m=m),
            tell(psn + number, 5 + number, source=D, target=C, m=m),
        )
    ]
    return [*before, *after]


@pytest.mark.parametrize("size", [None, 1, 3, 9])
@pytest.mark.parametrize("bulk", [True, False])
def test_the_flow_goes_on(size, bulk):
    result = run(batches(_exchange(), size), bulk=bulk)
    (flow,) = result.flows
    assert flow.moves == 1
    assert [side.address for side in flow.sides] == [C[0], D[0]]
    assert flow.packets == 16
    assert [message.outcome for message in result.messages] == ["completed"] * 8
    assert set(result.facts["flow"].values()) <= {flow.number, flow.also}


@pytest.mark.parametrize("size", [None, 1, 3])
def test_the_expert_tells_it_once(size):
    assert names(_exchange(), size) == [(9, "migration")]


@pytest.mark.parametrize("options", [{"m": 0}, {"psn": 5000}])
def test_other_queue_pairs_with_the_same_number(options):
    """The M bit as before, or another sequence: it may be anybody."""
    result = run(batches(_exchange(**options)))
    assert len(result.flows) == 2
    assert all(flow.moves == 0 for flow in result.flows)


def test_it_stands_in_what_is_told_of_the_flow(tmp_path):
    path = tmp_path / "moved.pcap"
    with ibpkt.create(path, link="ethernet") as sink:
        for batch in batches(_exchange()):
            sink.write_batch(batch)
    (flow,) = json.loads(cli.run("flows", "--format", "json", path).out)["flows"]
    assert (flow["moves"], flow["a"], flow["b"]) == (1, C[0], D[0])
    assert "    moves: 1" in cli.run("flows", "-V", path).lines
    assert "moves" not in cli.run("flows", "-V", "captures/rc_write.pcap").out
