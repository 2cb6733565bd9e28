"""What perftest and others printed of their queue pairs and work requests is what the analyser says of the packets.

The client runs on node 2 and the server on node 1, in all scenarios that were recorded.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

import ibpkt
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import KINDS, transport
from ibpkt.management.cm_connections import connections
from tests.support.analysis_runs import recorded
from tests.support.shared import CAPTURES, capture, needs

RECORDED = CAPTURES / "recorded"
CLIENT, SERVER = "client_out", "server_out"
#: the last part of the addresses of their nodes
ENDS = {CLIENT: ("77.2", "100.2", "::2"), SERVER: ("77.1", "100.1", "::1")}
_LINE = re.compile(
    r"local address: LID \w+ QPN 0x(\w+) PSN 0x(\w+)(?: OUT 0x\w+)?(?: RKey 0x(\w+) VAddr 0x(\w+))?", re.MULTILINE
)
_COUNT = re.compile(r"^ (\d+) +(\d+) ", re.MULTILINE)
#: what each program of perftest does, and whether both ends do it
PROGRAMS = {
    "ib_write_bw": ("WRITE", False), "ib_write_lat": ("WRITE", True), "ib_read_bw": ("READ", False),
    "ib_send_bw": ("SEND", False), "ib_send_lat": ("SEND", True), "ib_atomic_bw": ("ATOMIC", False),
}  # fmt: skip
#: bytes of the region within which messages rotate, beyond their own size
ROOM = 1 << 13
#: operations of verbs by number (`enum ibv_wr_opcode`)
VERBS = ("WRITE", "WRITE", "SEND", "SEND", "READ", "ATOMIC", "ATOMIC", None, None, "SEND")
WITH_IMMEDIATE = (1, 3)
#: what can become of a message whose completion has a status (`enum ibv_wc_status`)
FLUSHED = 5
RESULTS = {
    0: ("completed", "sent"), 5: ("flushed",), 9: ("refused",), 10: ("refused",), 11: ("refused",), 12: ("unanswered",),
}  # fmt: skip


def _truth(name):
    return json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))


def _those(word):
    """The scenarios whose client printed a word."""
    return sorted(
        path.name.removesuffix(".truth.json")
        for path in RECORDED.glob("*.truth.json")
        if word in (json.loads(path.read_text(encoding="utf-8")).get(CLIENT) or "")
    )


def _sides(result, who, services=("RC", "UC", "UD")):
    """The flows of a program's node, and which side of them is its own, without those of management."""
    for flow in result.flows:
        if flow.service in services and not any(side.qpn == 1 for side in flow.sides):
            for number, side in enumerate(flow.sides):
                if side.address.endswith(ENDS[who]):
                    yield flow, number


def _names(flow, side):
    """Under which flow and side the messages of an end run: until two directions were joined each was side 0."""
    return {(flow.number, side)} | ({(flow.also, 0)} if side == 1 and flow.also else set())


@needs(RECORDED)
@pytest.mark.parametrize("name", _those("local address"))
def test_perftest(name):
    """Queue pairs, first PSNs, keys, addresses, sizes and numbers of messages."""
    truth = _truth(name)
    result = recorded(capture(f"{name}.pcap"))
    command = truth["client_cmd"]
    program = re.search(r"ib_\w+", command)[0]
    kind, both = PROGRAMS[program]
    both |= " -b" in command
    managed = (
        " -R" in command
    )  # queue pairs of the connection manager: it chooses the PSNs, and what is printed is not so
    size, count = map(int, _COUNT.search(truth[CLIENT]).groups())
    printed = {who: {int(qpn, 16): rest for qpn, *rest in _LINE.findall(truth[who])} for who in (CLIENT, SERVER)}
    assert printed[CLIENT]
    assert len(printed[CLIENT]) == len(printed[SERVER])
    for who, other in ((CLIENT, SERVER), (SERVER, CLIENT)):
        asks = both or who == CLIENT
        own = {flow.sides[side].qpn: (flow, side) for flow, side in _sides(result, who)}
        assert set(printed[who]) <= set(own)
        mine = set().union(*(_names(*own[qpn]) for qpn in printed[who]))
        messages = [message for message in result.messages if (message.flow, message.side) in mine]
        assert Counter((message.kind, message.size) for message in messages) == ({(kind, size): count} if asks else {})
        if asks and not managed:
            for qpn, (psn, *_) in printed[who].items():
                assert own[qpn][0].sides[own[qpn][1]].first_psn == int(psn, 16)
        regions = [(int(key, 16), int(va, 16)) for _, key, va in printed[other].values() if key]
        for message in messages if regions else ():
            offsets = [message.address - va for key, va in regions if key == message.r_key]
            assert any(0 <= offset < size + ROOM for offset in offsets)


@needs(RECORDED)
@pytest.mark.parametrize("name", _those('"role"'))
def test_work_requests(name):
    """One message for each work request, in order: what it is, how long, where to, and what became of it."""
    truth = _truth(name)
    result = recorded(capture(f"{name}.pcap"))
    for who in (CLIENT, SERVER):
        lines = [json.loads(line) for line in truth[who].splitlines() if line.startswith("{")]
        head = lines[0]
        posts = [line["post"] for line in lines if "post" in line and line["post"]["rc"] == 0]
        results = {line["wc"]["wr_id"]: line["wc"]["status"] for line in lines if "wc" in line}
        found = list(_sides(result, who))
        mine = set().union(*(_names(flow, side) for flow, side in found))
        messages = [message for message in result.messages if (message.flow, message.side) in mine]
        _compare(posts, results, messages)
        for flow, side in found:
            for end, qpn in ((side, head["local_qpn"]), (1 - side, head["remote_qpn"])):
                # a UC packet names only the queue pair that it goes to
                unknown = flow.service == "UC" and flow.sides[1 - end].packets == 0
                assert flow.sides[end].qpn == (None if unknown else int(qpn, 16))
            if messages:
                assert flow.sides[side].first_psn == int(head["local_sq_psn"], 16)
        end = next((line["end"] for line in lines if "end" in line), None)
        if messages and end is not None and end["state"] == 3 and found:
            assert (found[0][0].sides[found[0][1]].last_psn + 1) & 0xFFFFFF == int(end["sq_psn"], 16)


def _compare(posts, results, messages):
    """Posts that were never sent are the last, and were flushed; datagrams may be missing."""
    if messages and messages[0].service == "UD":
        first = messages[0].first_psn
        posts = [posts[message.first_psn - first] for message in messages]
    assert all(results.get(post["wr_id"], FLUSHED) == FLUSHED for post in posts[len(messages) :])
    for post, message in zip(posts, messages, strict=False):
        op = post["op"]
        assert message.kind == VERBS[op]
        assert message.size == post["len"]
        if message.kind in ("WRITE", "READ", "ATOMIC"):
            assert message.address == int(post["raddr"], 16)
            assert message.r_key == int(post["rkey"], 16)
        if op in WITH_IMMEDIATE:
            assert message.immediate == int(post["imm_or_inv"], 16)
        if post["wr_id"] in results:
            assert message.outcome in RESULTS[results[post["wr_id"]]]


def test_connections_that_were_set_up_by_connection_management():
    result = recorded(capture("nvmeof_keepalive.pcap"))
    flows = [flow for flow in result.flows if flow.service == "RC"]
    assert flows
    assert all(flow.how == "cm" and flow.sure == 1.0 for flow in flows)
    assert {flow.carries for flow in flows} == {"TCP port 4420 (NVMe over Fabrics)"}
    assert all(flow.pmtu == 4096 for flow in flows)


@pytest.mark.parametrize(("name", "size", "count"), [("mckey", 100, 5), ("mckey_large", 900, 40)])
def test_datagrams_to_a_group(name, size, count):
    """mckey -C count -S size, of which the default is 100."""
    result = recorded(capture(f"{name}.pcap"))
    assert Counter(message.size for message in result.messages if message.flow in _groups(result)) == {size: count}


def _groups(result):
    return {flow.number for flow in result.flows if flow.sides[1].qpn == 0xFFFFFF}


@pytest.mark.parametrize(("name", "size", "count"), [("rping_ipv4", 200, 5), ("rping_ipv6", 200, 5)])
def test_rping(name, size, count):
    """The server reads each ping, and writes it back."""
    result = recorded(capture(f"{name}.pcap"))
    moved = Counter((message.kind, message.size) for message in result.messages if message.kind in ("READ", "WRITE"))
    assert moved == {("READ", size): count, ("WRITE", size): count}


def test_udaddy():
    """udaddy -c 2 -C 4 -S 200: over each of two connections each end sends 4 datagrams of 200 bytes."""
    result = recorded(capture("udaddy.pcap"))
    numbers = {(flow.number, side) for who in (CLIENT, SERVER) for flow, side in _sides(result, who, ("UD",))}
    assert len(numbers) == 2 * 2
    sent = Counter((m.flow, m.side, m.size) for m in result.messages if (m.flow, m.side) in numbers)
    assert sent == {(flow, side, 200): 4 for flow, side in numbers}
    assert result.findings == []


def test_rstream():
    """rstream -C 3 -I 3 -S 1000: both ends send 3 times 3 blocks of 1000 bytes, with their sizes as immediate data."""
    result = recorded(capture("rsocket_rstream.pcap"))
    for who in (CLIENT, SERVER):
        printed = re.search(r"custom +(\d+) +(\d+) +(\d+) +(\d+)k", _truth("rsocket_rstream")[who]).groups()
        size, count, times, total = map(int, printed)
        ((flow, side),) = _sides(result, who, ("RC",))
        blocks = [m for m in result.messages if (m.flow, m.side, m.size) == (flow.number, side, size)]
        assert len(blocks) == count * times
        assert {(m.kind, m.immediate, m.outcome) for m in blocks} == {("WRITE", size, "completed")}
        addresses = [m.address for m in blocks]
        assert addresses == [addresses[0] + size * number for number in range(len(blocks))]
        assert 2 * size * len(blocks) // 1024 == total


def _managed():
    """Scenarios in which connection management has set up connections."""
    for path in sorted(RECORDED.glob("*.truth.json")):
        name = path.name.removesuffix(".truth.json")
        with ibpkt.open(capture(f"{name}.pcap")) as source:
            found = [each for each in connections(source) if each.transport == "RC" and each.passive.qpn]
        if found:
            yield name, found


@needs(RECORDED)
def test_sequences_begin_where_connection_management_has_said():
    """Each end's first request has the PSN that the other end has named, and messages begin with that."""
    checked = 0
    for name, found in _managed():
        first, addresses = {}, Addresses()
        with ibpkt.open(capture(f"{name}.pcap")) as source:
            for batch in source.batches():
                columns = transport(batch, addresses)
                asks = columns.kind == KINDS.index("request")
                for queue, psn, to in zip(
                    columns.destqp[asks].tolist(), columns.psn[asks].tolist(), columns.destination[asks].tolist(),
                    strict=True,
                ):  # fmt: skip
                    first.setdefault((addresses.text(to), queue), psn)
        result = recorded(capture(f"{name}.pcap"))
        for connection in found:
            for own, other in ((connection.active, connection.passive), (connection.passive, connection.active)):
                told = first.get((other.address, other.qpn))
                if told is None:
                    continue  # this end has asked for nothing
                assert told == other.psn, name
                ends = [
                    (flow.number, side)
                    for flow in result.flows
                    for side in (0, 1)
                    if (flow.how, flow.sides[side].qpn, flow.sides[side].address) == ("cm", own.qpn, own.address)
                ]
                (end,) = ends
                mine = [message for message in result.messages if (message.flow, message.side) == end]
                assert min(mine, key=lambda message: message.number).first_psn == told, name
                checked += 1
    assert checked >= 15
