"""I/O queues of NVMe over Fabrics: a command capsule, its data by READ or WRITE, a response capsule.

Source: NVMe over RDMA 1.0, 2; NVM Command Set 1.0, 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ibpkt.protocols.upper.nvme_commands import INVALIDATE, IO_DWORDS, KEYED, NVMeDwords, NVMeIOCommand
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.nvme_names import FABRICS, IO_OPCODES
from ibpkt.protocols.upper.nvme_status import STATUSES, status_words
from ibpkt.schema import Header, number_of
from ibpkt.traffic.command_plan import CommandPlan, PlannedCommand, plain_header

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation

_BLOCK = 512
#: what a command that is refused gets; the Status field has it above the phase bit
_REFUSED = number_of(STATUSES, "LBA Out of Range") << 1
#: the last two bits of an opcode say which way data go
_WAY = 3


class NVMePlan(CommandPlan):
    """Commands of I/O queues; what moves no blocks has no data."""

    name = "nvme"
    usual = "Read=7,Write=3"
    unit = _BLOCK
    _kinds_of: ClassVar[Mapping[str, int]] = {
        name: code & _WAY if name in ("Read", "Write", "Compare") else 0
        for code, name in IO_OPCODES.items()
        if code != FABRICS and name in ("Read", "Write", "Compare", "Flush", "Write Zeroes", "Verify")
    }

    def kinds(self) -> Mapping[str, int]:
        """Commands that move blocks, and those without data."""
        return self._kinds_of

    def request(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """A capsule without data in it."""
        opcode = number_of(IO_OPCODES, command.kind)
        entry = {
            "opc": opcode, "psdt": 1, "cid": command.identifier, "nsid": 1, "sgl_address": command.address,
            "sgl_low": command.size, "sgl_rest": command.r_key if command.size else 0, "sgl_type": KEYED,
            "sgl_subtype": INVALIDATE if command.size else 0,
        }  # fmt: skip
        if not command.size:
            entry["sgl_address"] = 0
        dwords: Header = IO_DWORDS.get(command.kind, NVMeDwords)  # type: ignore[assignment]
        blocks = max(command.size // _BLOCK, 1)
        known = {"slba": command.address // _BLOCK & 0xFFFFFFFF, "nlb": blocks - 1}
        values = {field.name: known.get(field.name, field.default) for field in dwords.wire}
        return plain_header(NVMeIOCommand, entry) + dwords.write(values)

    def response(self, command: PlannedCommand, conversation: Conversation) -> bytes:
        """A completion; Linux fills in the number of the queue."""
        status = _REFUSED if command.failed else 0
        values = {"sqid": conversation.number + 1 & 0xFFFF, "cid": command.identifier, "status": status}
        return plain_header(NVMeCompletion, values)

    def status(self, command: PlannedCommand) -> str:
        """In the words of the specification."""
        return status_words(_REFUSED if command.failed else 0)
