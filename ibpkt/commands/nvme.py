"""NVMe over Fabrics: how it is recognised.

Source: NVMe over RDMA 1.0, 2 and 3; NVM Express Base 2.0, 3.3.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibpkt.analysis.results.message import Message
from ibpkt.commands.byte_places import byte_of
from ibpkt.commands.nvme_rule import NVMeRule
from ibpkt.commands.recognition import CarriedProtocol, PrivateData, Sent
from ibpkt.management import Connection
from ibpkt.protocols.mad.service import NVME_PORTS, ip_service_id
from ibpkt.protocols.upper.nvme_commands import IN_CAPSULE, INVALIDATE, KEYED, NVMeCommand
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_contents import NVME_NUMBERS
from ibpkt.protocols.upper.nvme_fabrics import NVMeAccept, NVMeConnectData, NVMeReject, NVMeRequest
from ibpkt.protocols.upper.nvme_names import ADMIN_OPCODES, FABRICS, IO_OPCODES

#: bytes of a command capsule without data in it, and of a response capsule
ENTRY, COMPLETION = 64, NVMeCompletion.size
_SERVICES = frozenset(ip_service_id("TCP", port) for port in NVME_PORTS)
_MOST_ENTRIES = 4096


_DESCRIPTOR = byte_of(NVMeCommand, "sgl_type")
_SGL = byte_of(NVMeCommand, "sgl_address")
_CID = byte_of(NVMeCommand, "cid")
_DONE_CID = byte_of(NVMeCompletion, "cid")
_STATUS = byte_of(NVMeCompletion, "status")
#: type and subtype of descriptors that commands over RDMA have: by key, by key to be invalidated, in the capsule
_DESCRIPTORS = frozenset((KEYED << 4, KEYED << 4 | INVALIDATE, IN_CAPSULE[0] << 4 | IN_CAPSULE[1]))
_OPCODES = ADMIN_OPCODES.keys() | IO_OPCODES.keys()
#: the flags of a command: SGLs always, rarely one of two fused
_FLAGS = frozenset((0x40, 0x41, 0x42))


class NVMeProtocol:
    """NVMe over Fabrics on RDMA."""

    name = "nvme"
    title = "NVMe"
    head = ENTRY + NVMeConnectData.size
    needed = 3
    private: Mapping[str, PrivateData] = {
        message: PrivateData(NVME_NUMBERS[header], header)
        for message, header in (("REQ", NVMeRequest), ("REP", NVMeAccept), ("REJ", NVMeReject))
    }

    def serves(self, connection: Connection) -> bool:
        """Ports 4420 and 8009."""
        return connection.service_id in _SERVICES

    def proves(self, connection: Connection) -> bool:
        """Record format 0, queue sizes that fit, and nothing else: private data of zeros prove nothing."""
        private = connection.active.private
        if private is None or len(private) < NVMeRequest.size:
            return False
        values = NVMeRequest.parse(private[: NVMeRequest.size])
        rest = private[byte_of(NVMeRequest, "rsvd") :]
        return values["recfmt"] == 0 and 0 < values["hsqsize"] < values["hrqsize"] <= _MOST_ENTRIES and not any(rest)

    def is_command(self, message: Message, head: bytes) -> bool:
        """A capsule has a known opcode and one descriptor of a kind that exists; what it does not use is zero."""
        if message.size is None or message.size < ENTRY or len(head) < ENTRY:
            return False
        if head[0] not in _OPCODES or head[1] not in _FLAGS or head[_DESCRIPTOR] not in _DESCRIPTORS:
            return False
        in_capsule = head[_DESCRIPTOR] == IN_CAPSULE[0] << 4 | IN_CAPSULE[1]
        if not in_capsule and message.size != ENTRY:
            return False
        if in_capsule and int.from_bytes(head[_SGL + 8 : _SGL + 12], "little") > message.size - ENTRY:
            return False
        if head[0] == FABRICS:
            return not any(head[5:_SGL])
        return not any(head[16:_SGL])  # no metadata over RDMA without a descriptor of their own

    def pairs(self, sent: Sequence[Sent], initiator: int) -> int:
        """Commands with the response that has their identifier, after them."""
        waiting: set[bytes] = set()
        found = 0
        for each in sent:
            message, head = each.message, each.head
            if message.side == initiator and self.is_command(message, head):
                waiting.add(head[_CID : _CID + 2])
            elif message.side != initiator and message.size == COMPLETION == len(head[:COMPLETION]):
                cid = head[_DONE_CID : _DONE_CID + 2]
                if cid in waiting and not head[_STATUS] & 1:
                    waiting.discard(cid)
                    found += 1
        return found

    def rule(self, flow: int, verdict: CarriedProtocol, connection: Connection | None) -> NVMeRule:
        """The rule of a queue."""
        queue: int | None = None
        private = None if connection is None else connection.active.private
        if connection is not None and private is not None and self.proves(connection):
            queue = NVMeRequest.parse(private[: NVMeRequest.size])["qid"]
        return NVMeRule(flow, verdict.initiator, queue)
