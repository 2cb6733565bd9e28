"""Fabrics commands, their data, and the private data of connections.

Source: NVMe over Fabrics 1.1, 3; NVMe over RDMA 1.0, 3.
"""

from __future__ import annotations

from ibpkt.protocols.upper.nvme_commands import sgl, sgl_values
from ibpkt.protocols.upper.nvme_names import (
    ADDRESS_FAMILIES,
    FABRICS,
    FABRICS_TYPES,
    PRIORITIES,
    PROPERTIES,
    PROPERTY_SIZES,
    PROVIDERS,
    QP_TYPES,
    SUBSYSTEM_TYPES,
    TRANSPORTS,
)
from ibpkt.protocols.upper.nvme_status import REJECTIONS
from ibpkt.protocols.upper.words import little, little_hexa, unused, upper_header
from ibpkt.schema import Header, binary, flag, hexa, reserved, text, uint

_FABRICS = "NVMe over Fabrics 1.1"
_CMD = "nvme.fabrics.cmd"

NVMeFabrics: Header = upper_header(
    "NVMeFabrics",
    "NVMe Fabrics Command",
    _CMD,
    hexa("opc", 8, "Opcode", default=FABRICS),
    hexa("flags", 8, "Flags", filter=".rsvd", default=0x40),
    little_hexa("cid", 16, "Command Identifier"),
    hexa("fctype", 8, "Command Type", enum=FABRICS_TYPES),
    unused("rsvd1", 19, filter=f"{_CMD}.connect.rsvd1"),
    *sgl(),
    *sgl_values(),
    summary="{fctype} CID={cid}",
    protocol="NVMe",
    group="nvme",
    source=f"{_FABRICS}, 3",
)

NVMeConnect: Header = upper_header(
    "NVMeConnect",
    "Connect",
    f"{_CMD}.connect",
    little("recfmt", 16, "Record Format"),
    little("qid", 16, "Queue ID", doc="0: the admin queue"),
    little("sqsize", 16, "Submission Queue Size", doc="entries, one less than there are"),
    reserved("cattr_rsvd", 4, filter=".cattr.rsvd"),
    flag("dioq", "Individual I/O Queue Deletion", filter=".cattr.dioq"),
    flag("dfc", "Disable SQ Flow Control", filter=".cattr.dfc"),
    uint("pc", 2, "Priority Class", enum=PRIORITIES, filter=".cattr.pc"),
    reserved("rsvd2", 8),
    little("kato", 32, "Keep Alive Timeout", unit="ms"),
    unused("rsvd3", 12),
    summary="QID={qid} SQSize={sqsize}",
    group="nvme",
    source=f"{_FABRICS}, 3.3",
)

NVMePropertyGet: Header = upper_header(
    "NVMePropertyGet",
    "Property Get",
    f"{_CMD}.prop_get_set",
    reserved("attrib_rsvd", 5, filter=".attrib.rsvd"),
    uint("size_code", 3, "Size", enum=PROPERTY_SIZES, filter=".attrib.size"),
    unused("rsvd1", 3),
    little_hexa("ofst", 32, "Property", enum=PROPERTIES, filter=".offset"),
    unused("rsvd2", 16, filter="nvme.fabrics.cmd.prop_get.rsvd2"),
    summary="{ofst}",
    group="nvme",
    source=f"{_FABRICS}, 3.4",
)

NVMePropertySet: Header = upper_header(
    "NVMePropertySet",
    "Property Set",
    f"{_CMD}.prop_get_set",
    reserved("attrib_rsvd", 5, filter=".attrib.rsvd"),
    uint("size_code", 3, "Size", enum=PROPERTY_SIZES, filter=".attrib.size"),
    unused("rsvd1", 3),
    little_hexa("ofst", 32, "Property", enum=PROPERTIES, filter=".offset"),
    little_hexa("value", 64, "Value", filter="nvme.fabrics.prop_get_set.data"),
    unused("rsvd2", 8, filter="nvme.fabrics.cmd.prop_set.rsvd"),
    summary="{ofst} = {value}",
    group="nvme",
    source=f"{_FABRICS}, 3.5",
)

NVMeDisconnect: Header = upper_header(
    "NVMeDisconnect",
    "Disconnect",
    f"{_CMD}.disconnect",
    little("recfmt", 16, "Record Format"),
    unused("rsvd1", 22),
    group="nvme",
    source=f"{_FABRICS}, 3.6",
)

NVMeAuthentication: Header = upper_header(
    "NVMeAuthentication",
    "Authentication",
    f"{_CMD}.auth",
    reserved("rsvd2", 8),
    hexa("spsp0", 8, "Security Protocol Specific 0"),
    hexa("spsp1", 8, "Security Protocol Specific 1"),
    hexa("secp", 8, "Security Protocol", doc="0xe9: NVMe, DH-HMAC-CHAP"),
    little("al", 32, "Length", unit="bytes"),
    unused("rsvd3", 16),
    group="nvme",
    source=f"{_FABRICS}, 3.1 and 3.2",
)

NVMeFabricsDwords: Header = upper_header(
    "NVMeFabricsDwords",
    "Fabrics Command of an Unknown Type",
    f"{_CMD}.unknown",
    binary("dwords", 24, "Command Dwords 10 to 15"),
    group="nvme",
    source=f"{_FABRICS}, 3",
)

NVMeConnectData: Header = upper_header(
    "NVMeConnectData",
    "Connect Data",
    f"{_CMD}.connect.data",
    binary("hostid", 16, "Host Identifier"),
    little_hexa("cntlid", 16, "Controller ID", filter=".cntrlid", doc="0xffff: any"),
    unused("rsvd0", 238),
    text("subnqn", 256, "Subsystem NQN"),
    text("hostnqn", 256, "Host NQN"),
    unused("rsvd1", 256),
    summary="{subnqn}",
    group="nvme",
    source=f"{_FABRICS}, 3.3",
)

_DISCOVERY = "nvme.cmd.get_logpage.identify"

NVMeDiscoveryLog: Header = upper_header(
    "NVMeDiscoveryLog",
    "Discovery Log Page",
    _DISCOVERY,
    little("genctr", 64, "Generation Counter"),
    little("numrec", 64, "Number of Records"),
    little("recfmt", 16, "Record Format"),
    unused("rsvd", 1006),
    summary="{numrec} records",
    group="nvme",
    source=f"{_FABRICS}, 5.3",
)

NVMeDiscoveryEntry: Header = upper_header(
    "NVMeDiscoveryEntry",
    "Discovery Log Page Entry",
    f"{_DISCOVERY}.rcrd",
    uint("trtype", 8, "Transport Type", enum=TRANSPORTS),
    uint("adrfam", 8, "Address Family", enum=ADDRESS_FAMILIES),
    uint("subtype", 8, "Subsystem Type", enum=SUBSYSTEM_TYPES),
    hexa("treq", 8, "Transport Requirements"),
    little("portid", 16, "Port ID"),
    little_hexa("cntlid", 16, "Controller ID"),
    little("asqsz", 16, "Admin Max SQ Size"),
    little_hexa("eflags", 16, "Entry Flags"),
    unused("rsvd1", 20),
    text("trsvcid", 32, "Transport Service Identifier"),
    unused("rsvd2", 192),
    text("subnqn", 256, "Subsystem NQN"),
    text("traddr", 256, "Transport Address"),
    uint("qptype", 8, "RDMA QP Type", enum=QP_TYPES, filter=".tsas.rdma_qptype"),
    uint("prtype", 8, "RDMA Provider Type", enum=PROVIDERS, filter=".tsas.rdma_prtype"),
    uint("cms", 8, "RDMA CM Service", filter=".tsas.rdma_cms"),
    unused("rsvd3", 5),
    little_hexa("p_key", 16, "RDMA P_Key", filter=".tsas.rdma_pkey"),
    unused("rsvd4", 246),
    summary="{subnqn} {traddr}:{trsvcid}",
    group="nvme",
    source=f"{_FABRICS}, 5.3",
)

#: by the type of the fabrics command
BY_TYPE: dict[int | str | tuple[int, ...], Header | tuple[Header, ...]] = {
    "Property Set": NVMePropertySet,
    "Connect": NVMeConnect,
    "Property Get": NVMePropertyGet,
    "Authentication Send": NVMeAuthentication,
    "Authentication Receive": NVMeAuthentication,
    "Disconnect": NVMeDisconnect,
}

_PRIVATE = "nvme-rdma.cm"

NVMeRequest: Header = upper_header(
    "NVMeRequest",
    "NVMe over RDMA, REQ Private Data",
    f"{_PRIVATE}.req",
    little("recfmt", 16, "Record Format"),
    little("qid", 16, "Queue ID", doc="0: the admin queue"),
    little("hrqsize", 16, "Host RQ Size", doc="entries"),
    little("hsqsize", 16, "Host SQ Size", doc="entries, one less than there are"),
    little("cntlid", 16, "Controller ID"),
    unused("rsvd", 22),
    summary="QID={qid} HRQSize={hrqsize} HSQSize={hsqsize}",
    group="nvme-rdma",
    source="NVMe over RDMA 1.0, 3.1",
)

NVMeAccept: Header = upper_header(
    "NVMeAccept",
    "NVMe over RDMA, REP Private Data",
    f"{_PRIVATE}.rsp",
    little("recfmt", 16, "Record Format"),
    little("crqsize", 16, "Controller RQ Size", doc="entries"),
    unused("rsvd", 28),
    summary="CRQSize={crqsize}",
    group="nvme-rdma",
    source="NVMe over RDMA 1.0, 3.2",
)

NVMeReject: Header = upper_header(
    "NVMeReject",
    "NVMe over RDMA, REJ Private Data",
    f"{_PRIVATE}.rej",
    little("recfmt", 16, "Record Format"),
    little("status", 16, "Status", enum=REJECTIONS),
    summary="{status}",
    group="nvme-rdma",
    source="NVMe over RDMA 1.0, 3.3",
)
