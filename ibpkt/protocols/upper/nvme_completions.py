"""Completion queue entries: the 16 bytes of a response capsule, and the ranges that Dataset Management takes.

Source: NVM Express Base 2.0, 3.3.3.2; NVMe over Fabrics 1.1, 3.
"""

from __future__ import annotations

from collections.abc import Callable

from ibpkt.protocols.upper.nvme_names import EVENT_TYPES, LOG_PAGES
from ibpkt.protocols.upper.nvme_status import STATUS_TYPES, status_words
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import DEC, FLAG, HEX, WORDS, Derived, Field, Header, hexa, reserved, uint

_CQE = "nvme.cqe"
_BASE = "NVM Express Base 2.0, 3.3.3.2"
_FABRICS = "NVMe over Fabrics 1.1, 3"


def _bits(shift: int, width: int) -> Callable[[int], int]:
    return lambda field: field >> shift & (1 << width) - 1


def _end(fabrics: bool = False) -> tuple[Field | Derived, ...]:
    """The last eight bytes, which all completions have."""
    return (
        little("sqhd", 16, "SQ Head Pointer", filter=f"{_CQE}.sqhd"),
        little("sqid", 16, "SQ Identifier", filter=f"{_CQE}.sqid"),
        little_hexa("cid", 16, "Command Identifier", filter=f"{_CQE}.cid"),
        little_hexa("status", 16, "Status", filter=f"{_CQE}.status"),
        Derived("sc", "Status Code", ("status",), _bits(1, 8), HEX, digits=2, filter=f"{_CQE}.status.sc"),
        Derived("sct", "Code Type", ("status",), _bits(9, 3), DEC, filter=f"{_CQE}.status.sct", enum=STATUS_TYPES),
        Derived("crd", "Command Retry Delay", ("status",), _bits(12, 2), DEC, filter=f"{_CQE}.status.crd"),
        Derived("m", "More", ("status",), _bits(14, 1), FLAG, filter=f"{_CQE}.status.m"),
        Derived("dnr", "Do Not Retry", ("status",), _bits(15, 1), FLAG, filter=f"{_CQE}.status.dnr"),
        Derived(
            "words",
            "Status in Words",
            ("status",),
            (lambda field: status_words(field, fabrics=True)) if fabrics else status_words,
            WORDS,
            filter=f"{_CQE}.status.words",
        ),
    )


def _completion(name: str, title: str, *members: Field | Derived, fabrics: bool = False, source: str) -> Header:
    return upper_header(
        name,
        title,
        _CQE,
        *members,
        *_end(fabrics),
        summary="{words} CID={cid}",
        protocol="NVMe",
        group="nvme",
        source=source,
    )


NVMeCompletion: Header = _completion(
    "NVMeCompletion",
    "NVMe Completion",
    little_hexa("dword0", 32, "Dword 0", doc="what the command returns"),
    little_hexa("dword1", 32, "Dword 1"),
    source=_BASE,
)

NVMeEventCompletion: Header = _completion(
    "NVMeEventCompletion",
    "NVMe Asynchronous Event",
    reserved("aev_rsvd", 5, filter=f"{_CQE}.dword0.aev.rsvd"),
    uint("aet", 3, "Event Type", enum=EVENT_TYPES, filter=f"{_CQE}.dword0.aev.aet"),
    hexa("aei", 8, "Event Information", filter=f"{_CQE}.dword0.aev.aei"),
    hexa("lid", 8, "Log Page Identifier", enum=LOG_PAGES, filter=f"{_CQE}.dword0.aev.lpi"),
    reserved("aev_rsvd1", 8, filter=f"{_CQE}.dword0.aev.rsvd1"),
    little_hexa("dword1", 32, "Dword 1"),
    source="NVM Express Base 2.0, 5.2",
)

NVMeConnectCompletion: Header = _completion(
    "NVMeConnectCompletion",
    "NVMe Completion of a Connect",
    little_hexa("cntlid", 16, "Controller ID", filter="nvme.fabrics.cqe.connect.cntrlid"),
    little_hexa("authreq", 16, "Authentication Required", filter="nvme.fabrics.cqe.connect.authreq"),
    unused("rsvd", 4, filter="nvme.fabrics.cqe.connect.rsvd"),
    fabrics=True,
    source=_FABRICS,
)

NVMePropertyCompletion: Header = _completion(
    "NVMePropertyCompletion",
    "NVMe Completion of a Property Get",
    little_hexa("value", 64, "Value", filter="nvme.fabrics.prop_get_set.data.8B"),
    fabrics=True,
    source=_FABRICS,
)

NVMeFabricsCompletion: Header = _completion(
    "NVMeFabricsCompletion",
    "NVMe Completion of a Fabrics Command",
    little_hexa("dword0", 32, "Dword 0"),
    little_hexa("dword1", 32, "Dword 1"),
    fabrics=True,
    source=_FABRICS,
)

NVMeRange: Header = upper_header(
    "NVMeRange",
    "Dataset Management Range",
    "nvme.cmd.dsm.range",
    little_hexa("cattr", 32, "Context Attributes"),
    little("nlb", 32, "Length", unit="blocks"),
    little("slba", 64, "Starting LBA"),
    summary="{nlb} blocks from LBA {slba}",
    group="nvme",
    source="NVM Command Set 1.0, 3.2.3",
)
