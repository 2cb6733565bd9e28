"""The work requests that programs posted, and the messages that are told of them, one by one.

Two kinds of programs printed what they posted: verbs programs each work request and completion as JSON, perftest sizes,
numbers, keys and addresses.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import ibpkt
from ibpkt.analysis.results.message import Message
from tests.analysis.truth.counters import NODES, RECORDED, told, truth
from tests.analysis.truth.judgement import Figure
from tests.analysis.truth.told import IS_RESPONSE

#: operations, by number (`enum ibv_wr_opcode`) or by the name that a program printed
KINDS: dict[int | str, str] = {
    0: "WRITE", 1: "WRITE", 2: "SEND", 3: "SEND", 4: "READ", 5: "ATOMIC", 6: "ATOMIC",
    "RDMA_WRITE": "WRITE", "RDMA_WRITE_WITH_IMM": "WRITE", "SEND": "SEND", "SEND_WITH_IMM": "SEND",
    "SEND_WITH_INV": "SEND", "RDMA_READ": "READ", "FETCH_ADD": "ATOMIC", "CMP_SWAP": "ATOMIC",
    "ATOMIC_WRITE": "ATOMIC WRITE", "FLUSH": "FLUSH",
}  # fmt: skip
#: operations on the own memory, which send nothing
LOCAL = ("LOCAL_INV",)
WITH_IMMEDIATE = (1, 3, "RDMA_WRITE_WITH_IMM", "SEND_WITH_IMM")
#: bytes of an operation that names no length
WORD = 8
MOVES_PAYLOAD = ("WRITE", "SEND", "READ")
#: what becomes of a message whose completion has a status (`enum ibv_wc_status`)
FLUSHED, SUCCESS = 5, 0
OUTCOMES = {
    SUCCESS: ("completed", "sent"), FLUSHED: ("flushed",), 9: ("refused",), 10: ("refused",), 11: ("refused",),
    12: ("unanswered",), 13: ("unanswered", "refused"),
}  # fmt: skip
#: the state of a queue pair at the end: a number or a name
IN_ERROR = (6, "ERR")
PSN_MASK = 0xFFFFFF
CLIENT, SERVER = "client_out", "server_out"
#: the client runs on node 2
HOSTS = {CLIENT: NODES["node2"], SERVER: NODES["node1"]}


class Wire(NamedTuple):
    """What the first copy in the capture says otherwise than the program, so that no tap could tell what was posted.

    Attributes:
        packet: the number of that copy.
        values: what it says: ``address``, ``r_key`` or ``size``.
        because: why.
    """

    packet: int
    values: dict[str, int]
    because: str


_REPEATED = "the first copy was lost before the tap, and rxe repeats FLUSH and ATOMIC WRITE with address 0"
#: by recording and work request
OTHERWISE = {
    ("flush/awrite_post_send_16", 2): Wire(3, {"r_key": 0}, "ibv_post_send of rdma-core 56 sends R_Key 0"),
    ("flush/flush_post_send", 1): Wire(1, {"r_key": 0, "size": 0}, "ibv_post_send of rdma-core 56 sends zeros"),
    ("flush/loss10_flush_awrite_only", 6): Wire(45, {"address": 0}, _REPEATED),
    ("flush/loss10_flush_awrite_only", 28): Wire(65, {"address": 0}, _REPEATED),
    ("flush/loss3_requests_before_tap", 41): Wire(86, {"address": 0}, _REPEATED),
    ("flush/loss5_paced", 21): Wire(41, {"address": 0}, _REPEATED),
}
#: recordings that end with the last try, by number of that packet: what is outstanding there may be told as under way
ENDS_WITH_THE_LAST_TRY = {"flush/flush_retry_exceeded": 14, "flush/mw1_send_inv": 8, "flush/send_inv_mr": 6}


class Posted(NamedTuple):
    """A work request, as a message would be told."""

    kind: str
    size: int
    address: int | None
    r_key: int | None
    immediate: int | None
    invalidated: int | None
    outcomes: tuple[str, ...]

    def differs(self, message: Message) -> list[str]:
        """What is told otherwise."""
        named = ("kind", "size", "address", "r_key", "immediate", "invalidated")
        pairs = [(name, getattr(self, name), getattr(message, name)) for name in named]
        pairs = [pair for pair in pairs if pair[1] != pair[2]]
        if self.outcomes and message.outcome not in self.outcomes:
            pairs.append(("outcome", "/".join(self.outcomes), message.outcome))
        return [f"{name} {mine} instead of {wanted}" for name, wanted, mine in pairs]


def figures(name: str) -> list[Figure]:
    """A figure for each work request whose packets are in the capture, and for each message that nobody has posted."""
    programs = {who: truth(name).get(who) for who in HOSTS}
    heads = [line for who in HOSTS for line in _lines(programs[who]) if "role" in line]
    if heads:
        return [figure for who in HOSTS for figure in _verbs(name, who, _lines(programs[who]))]
    command = truth(name).get("client_cmd")
    if command and "local address" in str(programs[CLIENT]):
        return list(_perftest(name, str(command), {who: str(programs[who]) for who in HOSTS}))
    return []


def _lines(printed: Any) -> list[dict[str, Any]]:
    if isinstance(printed, str):
        return [json.loads(line) for line in printed.splitlines() if line.startswith('{"')]
    return [line for line in printed or () if isinstance(line, dict)]


def _of(name: str, who: str) -> list[Message]:
    """The messages of a host."""
    sides = {
        key
        for flow in told(name).connections
        for number, side in enumerate(flow.sides)
        if side.address in HOSTS[who]
        for key in ((flow.number, number), *(((flow.also, 0),) if number == 1 and flow.also else ()))
    }
    return [message for message in told(name).work if (message.flow, message.side) in sides]


def _verbs(name: str, who: str, lines: list[dict[str, Any]]) -> Iterator[Figure]:
    head = next(line for line in lines if "role" in line)
    seen = _seen(name, who)
    messages = {message.first_psn: message for message in _of(name, who)}
    psn = int(head["local_sq_psn"], 16)
    for number, post in _posts(lines).items():
        if post["op"] in LOCAL:
            continue
        kind = KINDS[post["op"]]
        outcomes = _outcomes(number, lines)
        if name in ENDS_WITH_THE_LAST_TRY and outcomes != OUTCOMES[SUCCESS]:
            outcomes = (*outcomes, "under way")
        request = _request(name, kind, post, outcomes)
        packets = max(1, math.ceil(request.size / head["mtu"])) if kind in MOVES_PAYLOAD else 1
        own = [(psn + offset) & PSN_MASK for offset in range(packets)]
        psn += packets
        message = next((messages.pop(one) for one in own if one in messages), None)
        what = f"{who.partition('_')[0]}'s work request {number}"
        if message is not None:
            differs = request.differs(message)
            yield Figure(name, what, _text(request), ", ".join(differs) or "so", not differs)
        elif not seen.isdisjoint(own):
            yield Figure(name, what, _text(request), "no message", False)
    for message in messages.values():
        yield Figure(name, f"{who.partition('_')[0]}'s message {message.number}", "nothing posted", message.kind, False)


def _posts(lines: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """By number, those that the library has taken."""
    return {line["post"]["wr_id"]: line["post"] for line in lines if "post" in line and not line["post"]["rc"]}


def _outcomes(number: int, lines: list[dict[str, Any]]) -> tuple[str, ...]:
    """How its message may end; empty if that was not printed.

    One without a completion was flushed if the queue pair is in error in the end, and was a success if a later one was.
    """
    statuses = {line["wc"]["wr_id"]: line["wc"]["status"] for line in lines if "wc" in line}
    if number in statuses:
        return OUTCOMES[statuses[number]]
    if any(line["end"]["state"] in IN_ERROR for line in lines if "end" in line):
        return OUTCOMES[FLUSHED]
    later = [status for other, status in statuses.items() if other > number and other in _posts(lines)]
    return OUTCOMES[SUCCESS] if SUCCESS in later else ()


def _request(name: str, kind: str, post: dict[str, Any], outcomes: tuple[str, ...]) -> Posted:
    otherwise = OTHERWISE.get((name, post["wr_id"]))
    other = otherwise.values if otherwise else {}
    remote = kind != "SEND"
    return Posted(
        kind,
        other.get("size", post.get("len", WORD)),
        other.get("address", int(post["raddr"], 16)) if remote else None,
        other.get("r_key", int(post["rkey"], 16)) if remote else None,
        int(post.get("imm_or_inv") or post["imm"], 16) if post["op"] in WITH_IMMEDIATE else None,
        int(post["inv"], 16) if post["op"] == "SEND_WITH_INV" else None,
        outcomes,
    )


def _text(request: Posted) -> str:
    parts = [request.kind, f"{request.size} bytes"]
    if request.address is not None:
        parts.append(f"at {request.address:#x}")
    return ", ".join([*parts, "/".join(request.outcomes)])


def _seen(name: str, who: str) -> set[int]:
    """The PSNs of all requests of a host."""
    with ibpkt.open(RECORDED / f"{name}.pcap") as capture:
        columns = capture.columns(["infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.bth.destqp"])
    opcodes, psns = (columns[f"infiniband.bth.{field}"].tolist() for field in ("opcode", "psn"))
    return {
        psn
        for number, (opcode, psn) in enumerate(zip(opcodes, psns, strict=True), 1)
        if opcode is not None and not IS_RESPONSE[opcode] and told(name).requesters[number][0] in HOSTS[who]
    }


_LINE = re.compile(r"local address: LID \w+ QPN 0x(\w+) PSN 0x(\w+)(?: OUT 0x\w+)?(?: RKey 0x(\w+) VAddr 0x(\w+))?")
_COUNT = re.compile(r"^ (\d+) +(\d+) ", re.MULTILINE)
#: what each program of perftest does, and whether both ends do it
PROGRAMS = {
    "ib_write_bw": ("WRITE", False), "ib_write_lat": ("WRITE", True), "ib_read_bw": ("READ", False),
    "ib_send_bw": ("SEND", False), "ib_send_lat": ("SEND", True), "ib_atomic_bw": ("ATOMIC", False),
}  # fmt: skip
#: bytes of the region within which messages rotate, beyond their own size
ROOM = 1 << 13


def _perftest(name: str, command: str, printed: dict[str, str]) -> Iterable[Figure]:
    """As many as were asked for, each of the size, in the region, with success: perftest ends at the first failure."""
    counted = _COUNT.search(printed[CLIENT])
    program = re.search(r"ib_\w+", command)
    assert counted
    assert program
    kind, both = PROGRAMS[program[0]]
    size, count = map(int, counted.groups())
    for who, other in ((CLIENT, SERVER), (SERVER, CLIENT)):
        asks = both or " -b" in command or who == CLIENT
        mine = {int(qpn, 16) for qpn, *_ in _LINE.findall(printed[who])}
        regions = [(int(key, 16), int(va, 16)) for _, _, key, va in _LINE.findall(printed[other]) if key]
        messages = _of_queue_pairs(name, who, mine)
        total = count if asks else 0
        for number in range(max(total, len(messages))):
            message = messages[number] if number < len(messages) else None
            wanted = f"{kind}, {size} bytes, completed" if number < total else "nothing posted"
            mistake = _mistake(message, kind, size, regions) if number < total else "a message too many"
            what = f"{who.partition('_')[0]}'s message {number + 1}"
            yield Figure(name, what, wanted, mistake or "so", not mistake)


def _of_queue_pairs(name: str, who: str, queue_pairs: set[int]) -> list[Message]:
    sides = {
        key
        for flow in told(name).connections
        for number, side in enumerate(flow.sides)
        if side.address in HOSTS[who] and (side.qpn in queue_pairs or side.qpn is None)
        for key in ((flow.number, number), *(((flow.also, 0),) if number == 1 and flow.also else ()))
    }
    return [message for message in told(name).work if (message.flow, message.side) in sides]


def _mistake(message: Message | None, kind: str, size: int, regions: list[tuple[int, int]]) -> str:
    if message is None:
        return "no message"
    if (message.kind, message.size) != (kind, size):
        return f"{message.kind}, {message.size} bytes"
    if message.outcome not in OUTCOMES[SUCCESS]:
        return message.outcome
    if message.address is None or not regions:
        return ""
    offsets = [message.address - va for key, va in regions if key == message.r_key]
    return "" if any(0 <= offset < size + ROOM for offset in offsets) else f"{message.address:#x} is in no region"
