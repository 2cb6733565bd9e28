"""Runs one trial: two guests, the cable between them, and the work that was drawn."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tests.live.lab.live import Kernel
from tests.live.pairs import connected, datagrams
from tests.live.trials.cable import TAPS, Cable
from tests.live.trials.plans import Plan
from tests.live.trials.truth import Pair, Truth, Work

#: receives of a queue pair are longer than any SEND
_LONGEST_SEND, _MANY = 4096, 64
_ADDRESS_STEP = 64
#: some requests of rxe never complete: it forgets its retry counter where part of a READ was answered
_SECONDS = 8
_QUIET = 0.25
#: how many timeouts the capture goes on after the last work request of a connection that broke
_AFTER = 10
_WITNESS_PAUSE = 0.03
_REGION = 1 << 16
_RECEIVE_NUMBERS = 0x10000  # and above: they number receives
_WORD = 8
_TIMER_UNIT = 4.096e-6
_UD_Q_KEY = 0x11111111


class Trial:
    """A trial under way.

    Args:
        plan: what it is to be.
        name: of its files.
        node2, node1: the guests.
        lot: of all that is drawn while it runs.
    """

    def __init__(self, plan: Plan, name: str, node2: Kernel, node1: Kernel, lot: random.Random) -> None:
        self._plan, self._name, self._lot = plan, name, lot
        self._nodes = {1: node1, 2: node2}
        self._made: list[dict[int, dict[str, Any]]] = []
        self._psns: list[dict[int, int]] = []
        self._work: list[Work] = []
        self._numbers = {1: 0, 2: 0}
        #: by node and number of the work request: its place in `_work`
        self._places: dict[tuple[int, int], int] = {}
        #: by index of the queue pairs and node: how many frames the node had received by then
        self._destroyed: dict[tuple[int, int], int] = {}
        self._cable = Cable()

    def run(self, directory: Path) -> Truth:
        """Run it, and save its captures and its truth."""
        for kernel in self._nodes.values():
            kernel.drain()
            kernel.completions()
        before = {node: kernel.counters() for node, kernel in self._nodes.items()}
        cable = self._cable = Cable(self._plan.ways, seed=self._lot.getrandbits(32))
        with cable.between(self._nodes[2], self._nodes[1]):
            for _ in range(self._plan.pairs):
                self._connect()
            for batch in range(self._plan.batches):
                self._batch(batch)
            if self._breaks:
                self._witness()
            time.sleep(_QUIET)
        after = {node: kernel.counters() for node, kernel in self._nodes.items()}
        pairs = self._pairs()
        self._clean()
        truth = Truth.of(
            cable, name=self._name, kind=self._plan.kind, plan=self._plan._asdict(), service=self._plan.service,
            mtu=self._plan.mtu, pairs=pairs, work=self._work,
            counters={node: {key: after[node][key] - value for key, value in counts.items()}
                      for node, counts in before.items()},
        )  # fmt: skip
        for tap in TAPS:
            (directory / f"{self._name}-{tap}.pcap").write_bytes(cable.capture(tap))
        truth.write(directory / f"{self._name}.json")
        return truth

    def _pairs(self) -> list[Pair]:
        """The queue pairs, with those that have been destroyed so far."""
        return [
            Pair(
                {node: each["qpn"] for node, each in made.items()},
                psns,
                {node: count for (pair, node), count in self._destroyed.items() if pair == at},
            )
            for at, (made, psns) in enumerate(zip(self._made, self._psns, strict=True))
        ]

    @property
    def _breaks(self) -> bool:
        """Whether the requester of the first queue pairs gives up."""
        return self._plan.mishap in ("gone", "no receives")

    def _connect(self) -> None:
        plan, lot = self._plan, self._lot
        psns = {node: lot.choice((lot.randrange(1 << 24), 0xFFFFFF - lot.randrange(30), 0)) for node in (2, 1)}
        few = plan.mishap in ("late receives", "no receives") and not (self._breaks and self._made)
        setup = {
            "mtu": plan.mtu, "timeout": plan.timeout, "retry": plan.retry, "rnr_retry": plan.rnr_retry,
            "min_rnr_timer": plan.rnr_timer, "recvs": 1 if few else _MANY, "recv_len": _LONGEST_SEND + 40,
        }  # fmt: skip
        both = psns[2], psns[1]
        if plan.service == "UD":
            mine, theirs = datagrams(self._nodes[2], self._nodes[1], both, plan.family, **setup, qkey=_UD_Q_KEY)
        else:
            mine, theirs = connected(
                self._nodes[2], self._nodes[1], both, plan.service.lower(), plan.family, **setup
            )  # fmt: skip
        self._made.append({2: mine, 1: theirs})
        self._psns.append(psns)

    def _batch(self, batch: int) -> None:
        plan, lot = self._plan, self._lot
        if plan.mishap == "gone" and batch == 1:
            self._destroy(0, 1)
        wrong = lot.randrange(plan.batch) if plan.mishap == "wrong key" and batch == 1 else -1
        for at in range(plan.batch):
            for pair in range(plan.pairs):
                for node in plan.asking:
                    self._post(pair, node, lot.choice(plan.operations), lot.choice(plan.sizes), at == wrong)
        if plan.mishap == "late receives":
            for _ in range(plan.batch):
                time.sleep(lot.choice((0, 0.005, 0.02)))
                self._nodes[1].post_recv(self._made[0][1]["qpn"])
        self._wait(range(1 if self._is_broken(batch) else 0, plan.pairs))

    def _is_broken(self, batch: int) -> bool:
        """Whether the first queue pairs take their time to give up: the witness waits for them."""
        return self._breaks and (batch > 0 or self._plan.mishap != "gone")

    def _post(self, pair: int, node: int, operation: str, size: int, wrong: bool = False) -> None:
        plan, lot, kernel = self._plan, self._lot, self._nodes[node]
        mine, theirs = self._made[pair][node], self._made[pair][3 - node]
        self._numbers[node] += 1
        number = {"wr_id": self._numbers[node]}
        name = operation.removesuffix("_IMM")
        imm = lot.getrandbits(32) if operation.endswith("_IMM") else None
        if name == "SEND":
            size = min(size, _LONGEST_SEND)
        key = theirs["rkey"] ^ (0x100 if wrong else 0)
        if wrong and name == "SEND":
            name, imm = "WRITE", None
        room = range(0, _REGION - size, _ADDRESS_STEP)
        address = theirs["va"] + lot.choice(room)
        remote = mine["qpn"], address, key
        if name == "SEND":
            more = {"remote_qpn": theirs["qpn"], "qkey": _UD_Q_KEY} if plan.service == "UD" else {}
            kernel.post_send(mine["qpn"], length=size, imm=imm, **number, **more)
        elif name == "WRITE":
            kernel.post_write(*remote, length=size, imm=imm, **number)
        elif name == "READ":
            kernel.post_read(*remote, length=size, **number)
        elif name == "FETCH_ADD":
            kernel.post_fetch_add(*remote, 1, **number)
        else:
            kernel.post_cmp_swap(*remote, 1, 2, **number)
        kind = name if name in ("SEND", "WRITE", "READ") else "ATOMIC"
        self._places[node, self._numbers[node]] = len(self._work)
        self._work.append(
            Work(pair, node, kind, _WORD if kind == "ATOMIC" else size, None if kind == "SEND" else address,
                 None if kind == "SEND" else key, imm)
        )  # fmt: skip

    def _collect(self) -> None:
        """Take what has completed."""
        for node, kernel in self._nodes.items():
            for each in kernel.completions():
                if each["wr_id"] < _RECEIVE_NUMBERS:
                    place = self._places[node, each["wr_id"]]
                    self._work[place] = self._work[place]._replace(status=each["status_text"])

    def _wait(self, pairs: range) -> None:
        """Until all work of these queue pairs has completed."""
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            self._collect()
            if all(each.status for each in self._work if each.pair in pairs):
                return
            time.sleep(0.01)

    def _witness(self) -> None:
        """The last queue pairs go on until the first have broken, and longer, so that captures show the silence."""
        last, end = self._plan.pairs - 1, time.monotonic() + _SECONDS
        quiet = None
        while time.monotonic() < (end if quiet is None else quiet):
            self._post(last, 2, "WRITE", 64)
            time.sleep(_WITNESS_PAUSE)
            self._wait(range(last, last + 1))
            if quiet is None and all(each.status for each in self._work if each.pair == 0):
                quiet = time.monotonic() + _AFTER * _TIMER_UNIT * 2**self._plan.timeout

    def _destroy(self, pair: int, node: int) -> None:
        if (pair, node) not in self._destroyed:
            self._nodes[node].destroy(self._made[pair][node]["qpn"])
            self._destroyed[pair, node] = len(self._cable.received[node])

    def _clean(self) -> None:
        self._collect()
        for pair in range(len(self._made)):
            for node in (2, 1):
                self._destroy(pair, node)
        for kernel in self._nodes.values():
            kernel.completions()
