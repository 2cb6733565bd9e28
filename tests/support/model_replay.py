"""Recorded requests given to a `ibpkt.traffic.Responder`: what the kernel answered, and what the model answers."""

from __future__ import annotations

import json
import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

import ibpkt
from ibpkt import traffic
from ibpkt.packet import Packet
from ibpkt.protocols import OPCODES, RNR_TIMER_MS

SERVER = ("192.168.77.1", "192.168.100.1", "fd77::1")
#: perftest prints no size, and an address inside its memory
AROUND = 1 << 20


class Answer(NamedTuple):
    """What is compared of an answer."""

    opcode: str
    psn: int
    verdict: str
    msn: int | None
    size: int


class Recorded(NamedTuple):
    """One direction of a connection."""

    requests: list[Packet]
    answers: list[Packet]
    ends: dict[str, Any]  # of the responder's side, as its program printed them
    completions: list[dict[str, Any]]


def answer(packet: Packet) -> Answer:
    aeth = packet.aeth if "AETH" in packet else None
    verdict = "" if aeth is None else str(aeth.verdict).partition(" credits")[0]
    return Answer(
        OPCODES[packet.bth.opcode].name, packet.bth.psn, verdict, aeth.msn if aeth else None, len(packet.payload)
    )


def truth_lines(path: Path, who: str) -> list[dict[str, Any]]:
    """What the program of one side printed; perftest's lines of addresses in the words of the others."""
    out = json.loads(path.with_name(path.name.split(".")[0] + ".truth.json").read_text())[f"{who}_out"]
    if isinstance(out, list):
        return [line for line in out if isinstance(line, dict)]
    lines = []
    for line in out.splitlines():
        if line.startswith("{"):
            lines.append(json.loads(line))
        elif found := re.match(r" local address: .* QPN (\w+) PSN (\w+)(?: RKey (\w+) VAddr (\w+))?", line):
            names = ("local_qpn", "local_sq_psn", "local_rkey", "local_va")
            lines.append({name: text for name, text in zip(names, found.groups(), strict=True) if text})
    return lines


def recorded(path: Path, to_server: bool = True) -> Recorded:
    """The requests to one side and its answers; captures of one connection only."""
    lines = truth_lines(path, "server" if to_server else "client")
    peer = truth_lines(path, "client" if to_server else "server")
    ends = next(line for line in lines if "local_qpn" in line)
    ends = {**ends, "peer_qpn": next(line for line in peer if "local_qpn" in line)["local_qpn"]}
    requests, answers = [], []
    with ibpkt.open(path) as opened:
        for packet in opened:
            if "BTH" not in packet or packet.bth.opcode not in OPCODES:
                continue
            network = packet["IPv6"] if "IPv6" in packet else packet["IPv4"]
            own = OPCODES[packet.bth.opcode].kind == "request"
            if own == ((str(network.dst) in SERVER) == to_server) and packet.bth.destqp > 1:
                (requests if own else answers).append(packet)
    completions = [line["wc"] for line in lines if "wc" in line and line["wc"].get("opcode") in (128, 129)]
    return Recorded(requests, answers, ends, completions)


def responder_of(run: Recorded, **options: Any) -> traffic.Responder:
    """A model of the responder, with the numbers, keys and memory that its program printed."""
    ends = run.ends
    pmtu = int(ends.get("mtu", 1024))
    access = options.pop("region_access", ("read", "write", "atomic", "flush"))
    sizes = options.pop("receive_sizes", ())
    model = traffic.Responder(
        qpn=int(ends["local_qpn"], 16),
        peer_qpn=int(ends["peer_qpn"], 16),
        first_psn=run.requests[0].bth.psn,
        pmtu=pmtu,
        **options,
    )
    if "local_rkey" in ends:
        place, size = int(ends["local_va"], 16), int(ends.get("mr_len", 0))
        if not size:
            place, size = place - AROUND, 2 * AROUND
        persistent = bool(ends.get("pmem", 0))
        model.memory.register(
            size, address=place, r_key=int(ends["local_rkey"], 16), access=access, persistent=persistent
        )
    for packet in run.requests if "local_rkey" not in ends else ():  # perftest does not always print it
        reached = next((layer for layer in packet if layer.name in ("RETH", "AtomicETH")), None)
        if reached is not None and reached.r_key not in model.memory.regions:
            model.memory.register(2 * AROUND, address=reached.va - AROUND, r_key=reached.r_key)
    for size in sizes:
        model.post_receive(size)
    return model


def replay(run: Recorded, model: traffic.Responder) -> list[Answer]:
    """The model's answers; receive requests come when they came for the kernel."""
    refusals = Counter(
        packet.bth.psn for packet in run.answers if "AETH" in packet and str(packet.aeth.verdict).startswith("RNR")
    )
    answers = []
    for packet in run.requests:
        psn = packet.bth.psn
        if not model.receive_queue.unlimited and psn == model.expected_psn and not len(model.receive_queue):
            if refusals[psn]:
                refusals[psn] -= 1
            else:
                model.post_receive()
        answers += [answer(each) for each in model.receive(packet.data)]
    return answers


def timer_code(run: Recorded) -> int:
    """The RNR timer that the kernel was given."""
    return int(run.ends["min_rnr_timer"])


def differences(kernel: list[Answer], model: list[Answer]) -> Counter[str]:
    """How the kernel's answers differ from the model's, in words; nothing where they are the same."""
    found: Counter[str] = Counter()
    refused = {each.psn for each in kernel if each.verdict.startswith("RNR")}
    matcher = SequenceMatcher(None, kernel, model, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        theirs, ours = kernel[a:b], model[c:d]
        if len(theirs) == len(ours) == 1 and theirs[0]._replace(verdict="") == ours[0]._replace(verdict=""):
            found[f"{theirs[0].verdict} for {ours[0].verdict}"] += 1
            continue
        for each in theirs:
            if each in model and each.opcode == "RC Acknowledge" and each.verdict == "ACK":
                found["a duplicate acknowledged unasked"] += 1
            elif each.verdict == "NAK PSN Sequence Error" and each.psn in refused:
                found["a sequence NAK behind an RNR NAK"] += 1
            else:
                found[f"the kernel alone: {each}"] += 1
        for each in ours:
            found[f"the model alone: {each.opcode}"] += 1
    return found


def rnr_verdict(code: int) -> str:
    return f"RNR NAK {RNR_TIMER_MS[code]:g} ms"
