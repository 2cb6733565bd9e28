"""What the private data of a REJ says, in words.

Sources: T10 SRP, 6.4 (SRP_LOGIN_REJ); NVM Express RDMA Transport 1.0, 3.3 (RDMA_CM_REJECT private data).
"""

from __future__ import annotations

from ibpkt.protocols.upper.nvme_status import REJECTIONS

#: operation code of SRP_LOGIN_REJ
_SRP_LOGIN_REJ = 0xC2
#: reasons of SRP_LOGIN_REJ
SRP_REASONS = {
    0x00010000: "the channel cannot be established",
    0x00010001: "resources are insufficient",
    0x00010002: "the requested information unit is too long",
    0x00010003: "the channel cannot be associated with an I_T nexus",
    0x00010004: "the descriptor format is not supported",
    0x00010005: "several channels for an I_T nexus are not supported",
    0x00010006: "the limit of channels is reached, or the initiator has no access",
}
#: bytes that are shown of private data that nobody knows
_SHOWN = 16


def private_in_words(private: bytes | None, service: str) -> str:
    """What private data of a REJ says; "" where there are none but zeros.

    Args:
        private: the data; None where the capture has cut them.
        service: the service that was asked for, as `Connection.service` has it.
    """
    data = (private or b"").rstrip(b"\0")
    if not data:
        return ""
    assert private is not None
    if data[0] == _SRP_LOGIN_REJ and len(private) >= 8:
        reason = int.from_bytes(private[4:8], "big")
        return f"SRP_LOGIN_REJ: {SRP_REASONS.get(reason, 'a reason that is not known')} ({reason:#010x})"
    if "NVMe" in service and len(private) >= 4:
        status = int.from_bytes(private[2:4], "little")
        return f"NVMe over RDMA: {REJECTIONS.get(status, 'a status that is not known')} ({status})"
    text = data.decode("ascii", "replace")
    if len(data) > 3 and text.isprintable() and "\ufffd" not in text:
        return f'"{text}"'
    return f"{data[:_SHOWN].hex(' ')}{' …' if len(data) > _SHOWN else ''}"
