"""A host of NVMe over Fabrics, crafted packet by packet, for the target of the guest's kernel.

Connection management, capsules, and the memory that the target reads and writes are ours; the target is the kernel's
`nvmet` with `nvmet-rdma` above rxe, and its trace events are what the tests compare with.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import struct
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import ibpkt
from ibpkt import build, draft
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import CMExchange
from ibpkt.protocols import GSI, header_named
from ibpkt.traffic import Memory, Requester, Responder, Send
from tests.live.kernel_responder import addressed_to, path
from tests.live.lab.live import GUEST_IP4, HOST_IP4, Kernel, LabTimeout

NQN = "nqn.2026-01.org.example:live"
HOST_NQN = "nqn.2026-01.org.example:host"
PORT = 4420
#: bytes of a block, and how many the namespace has
BLOCK, BLOCKS = 512, 16384
#: most seconds that the target may need
PATIENCE = 20
DEPTH = 32
_EVENTS = "/sys/kernel/tracing/events/nvmet"
_TRACE = "/sys/kernel/tracing/trace"

_TARGET = f"""
set -e
modprobe nvmet-rdma
modprobe brd rd_nr=1 rd_size={BLOCK * BLOCKS // 1024}
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
mountpoint -q /sys/kernel/tracing || mount -t tracefs none /sys/kernel/tracing
cd /sys/kernel/config/nvmet
mkdir subsystems/{NQN} subsystems/{NQN}/namespaces/1 ports/1
echo 1 > subsystems/{NQN}/attr_allow_any_host
echo /dev/ram0 > subsystems/{NQN}/namespaces/1/device_path
echo 1 > subsystems/{NQN}/namespaces/1/enable
echo rdma > ports/1/addr_trtype
echo ipv4 > ports/1/addr_adrfam
echo {GUEST_IP4} > ports/1/addr_traddr
echo {PORT} > ports/1/addr_trsvcid
ln -s /sys/kernel/config/nvmet/subsystems/{NQN} ports/1/subsystems/{NQN}
"""
_REMOVED = f"""
cd /sys/kernel/config/nvmet
rm -f ports/1/subsystems/{NQN}
rmdir ports/1
echo 0 > subsystems/{NQN}/namespaces/1/enable
rmdir subsystems/{NQN}/namespaces/1 subsystems/{NQN}
echo 0 > {_EVENTS}/enable
"""
_numbers = itertools.count(0xC00000)


class Traced(NamedTuple):
    """A command as the target's trace events have it.

    Attributes:
        queue: 0 for the admin queue.
        cid: its identifier.
        opcode: the name that the kernel has for it.
        status: the number with which it was answered.
    """

    queue: int
    cid: int
    opcode: str
    status: int


def script(kernel: Kernel, text: str) -> None:
    """Run lines in the guest."""
    status, said = kernel.shell("; ".join(line for line in text.strip().split("\n") if line), 60)
    assert status == 0, said


@contextlib.contextmanager
def target(kernel: Kernel) -> Iterator[None]:
    """Meanwhile the guest offers a namespace of memory, and traces every command."""
    script(kernel, _TARGET)
    script(kernel, f"echo 1 > {_EVENTS}/enable\necho > {_TRACE}")
    try:
        yield
    finally:
        script(kernel, _REMOVED)


def traced(kernel: Kernel) -> list[Traced]:
    """The commands that the target has answered, in the order of their answers."""
    text = kernel.shell(f"cat {_TRACE}")[1]
    begun: dict[tuple[int, int], str] = {}
    ended = []
    for line in text.splitlines():
        found = re.search(r"nvmet_req_(init|complete): .*?qid=(\d+), cmdid=(\d+),(.*)", line)
        if not found:
            continue
        key = int(found[2]), int(found[3])
        if found[1] == "complete" and key not in begun:  # a Connect, whose queue is known when it has been carried out
            begun[key] = begun.pop((0, key[1]))
        if found[1] == "init":
            opcode = re.search(r"cmd=\((\w+)", found[4])
            assert opcode, line
            begun[key] = opcode[1]
        else:
            status = re.search(r"status=(0x[0-9a-f]+|\d+)", found[4])
            assert status, line
            ended.append(Traced(*key, begun.pop(key), int(status[1], 0)))
    return ended


def header(name: str, **values: Any) -> bytes:
    """The bytes of a header."""
    declared = header_named(name)
    return declared.write({field.name: values.get(field.name, field.default) for field in declared.wire})


class Queue:
    """A queue of ours, connected.

    Args:
        kernel: the guest.
        number: 0 for the admin queue.
    """

    def __init__(self, kernel: Kernel, number: int) -> None:
        self.kernel, self.number, self.qpn = kernel, number, next(_numbers)
        self.memory = Memory()
        self._cids = itertools.count(1)
        asked = header("NVMeRequest", qid=number, hrqsize=DEPTH, hsqsize=DEPTH - 1)
        ours = ConnectionEnd(
            str(HOST_IP4), ip=str(HOST_IP4), port=40000 + number, comm_id=self.qpn, qpn=self.qpn, psn=100,
            responder_resources=16, initiator_depth=16, private=asked,
        )  # fmt: skip
        theirs = ConnectionEnd(str(GUEST_IP4), ip=str(GUEST_IP4), port=PORT)
        self._exchange = CMExchange(active=ours, passive=theirs, carrier=path(4), path_mtu=4096, tid=self.qpn)
        kernel.send(self._exchange.connect()[0].data)
        self.accepted = self._reply()
        ends = {"qpn": self.qpn, "peer_qpn": self.accepted.localqpn}
        self.requester = Requester(
            **ends, first_psn=self.accepted.startpsn, pmtu=4096, timeout_code=17, path=build(*path(4), draft("BTH"))
        )
        self.responder = Responder(**ends, first_psn=100, pmtu=4096, memory=self.memory)
        self._send_message("RTU")

    def _send_message(self, name: str, **fields: Any) -> None:
        told = {"remotecommid": self.accepted.localcommid, **fields}
        self.kernel.send(self._exchange.message(name, by_active=True, **told).data)

    def _reply(self) -> Any:
        """The answer to our request for a connection."""
        end = time.monotonic() + PATIENCE
        while True:
            frame = self.kernel.recv(end - time.monotonic(), lambda frame: addressed_to(frame) == GSI)
            packet = ibpkt.decode(frame, "ethernet")
            if "rep" in [layer.header.key for layer in packet.layers] and packet.rep.remotecommid == self.qpn:
                return packet.rep

    def command(self, entry: bytes, data: bytes = b"") -> bytes:
        """Send a capsule; returns the completion, when the target's answer has come."""
        done = len(self.responder.completions)
        self._exchange_packets(self.requester.post(Send(entry + data), now=time.monotonic_ns()), done + 1)
        return bytes(self.responder.completions[done].data)

    def _exchange_packets(self, packets: Any, wanted: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            for packet in packets:
                self.kernel.send(packet.data)
            if len(self.responder.completions) >= wanted and not self.requester.outstanding:
                return
            assert time.monotonic() < end, "the target does not answer"
            try:
                frame = self.kernel.recv(0.2, lambda frame: addressed_to(frame) == self.qpn)
            except LabTimeout:
                packets = self.requester.tick(time.monotonic_ns())
                continue
            if ibpkt.decode(frame, "ethernet").bth.opcode in _ANSWERS:
                packets = self.requester.receive(frame, time.monotonic_ns())
            else:
                packets = self.responder.receive(frame)

    def entry(self, region: Any = None, length: int = 0, in_capsule: bool = False, **values: Any) -> dict[str, Any]:
        """The fields that all commands have; their data are in a region of ours, or in the capsule."""
        common = {"cid": next(self._cids), **values}
        if in_capsule:
            return {**common, "sgl_type": 0, "sgl_subtype": 1, "sgl_low": length & 0xFFFFFF, "sgl_rest": length >> 24}
        key, address = (0, 0) if region is None else (region.r_key, region.address)
        return {**common, "sgl_type": 4, "sgl_address": address, "sgl_low": length, "sgl_rest": key}

    def connect(self, controller: int = 0xFFFF) -> bytes:
        """The Connect of the queue: of an I/O queue to a controller, by its number."""
        data = header(
            "NVMeConnectData", hostid=bytes(range(16)), cntlid=controller,
            **{name: text.encode().ljust(256, b"\0") for name, text in (("subnqn", NQN), ("hostnqn", HOST_NQN))},
        )  # fmt: skip
        region = self.memory.register(data)
        entry = header("NVMeFabrics", fctype=1, **self.entry(region, len(data)))
        return self.command(entry + header("NVMeConnect", qid=self.number, sqsize=DEPTH - 1))

    def close(self) -> None:
        """Release the connection."""
        self._send_message("DREQ", remoteqpneecn=self.accepted.localqpn)


#: opcodes of responses and acknowledgements of RC
_ANSWERS = range(0x0D, 0x13)


def status_of(completion: bytes) -> int:
    """The status of a completion, without its phase."""
    (status,) = struct.unpack_from("<H", completion, 14)
    return status >> 1
