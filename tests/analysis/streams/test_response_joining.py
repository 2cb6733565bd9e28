"""Which packets wait as long as answers may be to requests of several flows."""

from __future__ import annotations

import itertools

import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.streams.stream_table import StreamTable
from tests.analysis.streams.assignment import assign
from tests.support.exchanges import ask, batches, tell

HOSTS = ("10.0.0.1", "10.0.0.2", "10.0.0.3")
PAIRS = list(itertools.permutations(HOSTS, 2))


def _waiting(packets):
    """The packets of a batch that wait for the next one, from 0 on."""
    (batch,) = batches(packets)
    addresses = Addresses()
    return StreamTable(addresses).add(transport(batch, addresses), patient=True).waiting.tolist()


def _ends(number, asker, answerer):
    """Arguments of the requests of one end of a connection, and of the answers to them."""
    ends = (asker, 0x100 + number), (answerer, 0x200 + number)
    return {"source": ends[0], "target": ends[1]}, {"source": ends[1], "target": ends[0]}


@pytest.mark.parametrize(("asker", "answerer"), PAIRS)
@pytest.mark.parametrize(("other_asker", "other_answerer"), PAIRS)
def test_only_flows_between_the_same_addresses_wait(asker, answerer, other_asker, other_answerer):
    """An answer may be to the requests of two flows; a third one, whose PSN is near no other, goes on.

    Between the same addresses it waits from the same packet on.
    """
    (first, told), (second, _), (third, _) = (
        _ends(1, asker, answerer), _ends(2, asker, answerer), _ends(3, other_asker, other_answerer)
    )  # fmt: skip
    packets = [ask(9000, **third), ask(500, **first), ask(500, **second), tell(500, 1, **told)]
    packets += [ask(9001, **third), ask(501, **first), ask(501, **second)]
    waits = {3, 5, 6} | ({4} if {other_asker, other_answerer} == {asker, answerer} else set())
    assert _waiting(packets) == sorted(waits)


def test_what_an_answer_decides_does_not_wait():
    asks, tells = _ends(1, *HOSTS[:2])
    assert _waiting([ask(500, **asks), tell(500, 1, **tells), ask(501, **asks)]) == []


@pytest.mark.parametrize("size", [None, 5, 1])
@pytest.mark.parametrize("msn", [3, 4, 7])
def test_a_flow_whose_wait_is_over_is_joined_by_the_only_answer_there_is(msn, size):
    """Its only answer fits one flow alone, but counts messages that the capture has missed; nothing more comes."""
    (first, told), (second, _) = _ends(1, *HOSTS[:2]), _ends(2, *HOSTS[:2])
    packets = [*(ask(psn, **first) for psn in (500, 501, 502)), ask(9000, **second), tell(502, msn, **told)]
    behind = [ask(9001 + number, **second) for number in range(3)]
    times = [10**18 + at for at in range(len(packets))] + [10**18 + 3 * 10**9 + at for at in range(len(behind))]
    flows = assign(batches([*packets, *behind], size, times=times)).flows
    assert [[side.packets for side in flow.sides] for flow in flows] == [[3, 1], [4, 0]]
    assert [flow.how for flow in flows] == ["acknowledgements", ""]
