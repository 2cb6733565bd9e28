"""Every recorded management datagram, made again by its operation from what it means, is the recorded bytes."""

from __future__ import annotations

import collections
import itertools

import pytest

from ibpkt.management import answer
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.base import CLIENT_HALF, METHODS
from ibpkt.protocols.mad.classes import RESPONSES
from tests.support.recorded_datagrams import Recraft, again, fields_of, recorded
from tests.support.shared import OWN

CONNECTIONS = ("cm_reject", "rping_ipv4", "rping_ipv6", "nvmeof", "udaddy", "srp_login_reject", "iser", "nfs_rdma")
#: what OpenSM and the tools do beside the specification, by the operations that do it
QUIRKS = {
    "bytes behind the record": {
        *("SubnAdmGetTable(PathRecord)", "SubnAdmSet(ServiceRecord)", "SubnAdmGetResp(ServiceRecord)"),
        *("SubnAdmSet(MCMemberRecord)", "SubnAdmGet(MCMemberRecord)", "SubnAdmGetResp(MCMemberRecord)"),
        *("SubnAdmDelete(MCMemberRecord)", "SubnAdmDeleteResp(MCMemberRecord)"),
    },
    "offset of one record": {
        *("SubnAdmGetResp(ServiceRecord)", "SubnAdmGetResp(MCMemberRecord)", "SubnAdmDeleteResp(MCMemberRecord)")
    },
    "values that do not count": {
        *("SubnAdmSet(MCMemberRecord)", "SubnAdmGet(MCMemberRecord)", "SubnAdmDelete(MCMemberRecord)"),
        "SubnAdmSet(ServiceRecord)",
    },
}


def made_again(name: str, step: int = 1) -> list[Recraft]:
    found = [again(packet) for packet in itertools.islice(recorded(f"{name}.pcap"), None, None, step)]
    for each in found:
        assert each.made.data.hex() == each.recorded.data.hex(), (each.recorded.number, each.recorded.mad.operation)
        for quirk in each.quirks & QUIRKS.keys():
            assert each.recorded.mad.operation in QUIRKS[quirk], quirk
    return found


def test_a_fabric():
    found = made_again("ib_small")
    quirks = collections.Counter(quirk for each in found for quirk in each.quirks)
    assert len(found) == 1355
    assert sum(not each.quirks for each in found) == 1162
    assert quirks["values that do not count"] == 78
    assert quirks["segment"] == 23  # the first ones of tables; they tell the size of the whole
    plain = {each.recorded.mad.operation for each in found if not each.quirks}
    assert {"SubnGet(NodeInfo)", "SubnSet(PortInfo)", "SubnTrap(Notice)", "PerfGet(PortCounters)"} <= plain
    assert {"SubnAdmGetTable(PathRecord)", "SubnAdmGetTableResp(LinkRecord)", "SubnTrapRepress(Notice)"} <= plain


@pytest.mark.slow
def test_a_larger_fabric():
    """Every third of its datagrams, of which there are more than eight thousand."""
    assert sum(not each.quirks for each in made_again("ib_fattree", 3)) > 8000 // 3


@pytest.mark.parametrize("name", CONNECTIONS)
def test_connection_management(name):
    found = made_again(name)
    assert found
    assert not any(each.quirks for each in found)


def test_answers_are_those_that_were_recorded():
    """An answer is its request with swapped addresses, the method of the answer, and what the answer says anew."""
    requests = {}
    seen = collections.Counter()
    for packet in recorded("ib_small.pcap"):
        common = packet.mad
        half = common.transactionid & CLIENT_HALF  # the simulator numbers the other half anew
        key = common.mgmtclass, common.attributeid, common.attributemodifier, half
        method = METHODS[common.method]
        if method in RESPONSES:
            requests[key] = packet
            continue
        request = requests.pop(key, None)
        if request is None or "SA" in packet or RESPONSES[METHODS[request.mad.method]] != method:
            continue  # a table has a test of its own
        if (request.lrh.slid, request.lrh.dlid) != (packet.lrh.dlid, packet.lrh.slid):
            seen["elsewhere"] += 1  # a TrapRepress that the simulator sent from LID 0
            continue
        asked, said = fields_of(request), fields_of(packet)
        raw = {layer.header.key: layer.raw for layer in packet.layers}
        for path in asked.keys() - said.keys():  # what the request said, and the answer does not
            key, _, name = path.partition("__")
            said[path] = raw[key][name]
        if common.transactionid != request.mad.transactionid:
            said["mad__transactionid"] = common.transactionid
        made = answer(request, status=common.status & 0x7FFF, bth__psn=packet.bth.psn, **said)
        assert made.data.hex() == packet.data.hex(), packet.number
        seen["PerfMgt" if "PerfMgt" in packet else packet.layers[4].name] += 1
    assert seen["SMPDirected"] > 250
    assert seen["SMP"] > 50
    assert seen["PerfMgt"] == 40
    assert seen["elsewhere"] == 1


def test_a_table_as_it_was_answered():
    packets = list(recorded("ib_small.pcap"))
    request, table = next(
        (packet, later)
        for place, packet in enumerate(packets)
        for later in packets[place + 1 : place + 3]
        if packet.mad.operation == "SubnAdmGetTable(MCMemberRecord)"
        and later.mad.transactionid == packet.mad.transactionid
        and later.mad.method == 0x92
        and later.rmpp.rmppflags == 7
    )
    at = [layer.header for layer in table.layers].index(MAD) + 3
    records = [dict(layer.raw) for layer in table.layers[at:]]
    assert len(records) > 1
    assert answer(request, records=records, bth__psn=table.bth.psn).data.hex() == table.data.hex()


def test_captures_are_those_of_the_repository():
    assert all((OWN / f"{name}.pcap").exists() for name in (*CONNECTIONS, "ib_small"))
