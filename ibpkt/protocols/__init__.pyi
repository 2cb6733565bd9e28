# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
from ibpkt.arguments import (
    checked,
)
from ibpkt.errors import (
    CallerError,
)
from ibpkt.protocols.assigned_numbers import (
    ECN as ECN,
    ETHERTYPES as ETHERTYPES,
)
from ibpkt.protocols.encapsulation.capture_link import (
    ERF_ETHERNET as ERF_ETHERNET,
    ERF_TYPES as ERF_TYPES,
)
from ibpkt.protocols.encapsulation.ethernet import (
    PRIORITIES as PRIORITIES,
)
from ibpkt.protocols.encapsulation.icmp import (
    ABOVE_IP as ABOVE_IP,
    EXPIRED as EXPIRED,
    ICMP_ERRORS as ICMP_ERRORS,
    TOO_BIG as TOO_BIG,
    UNREACHABLE as UNREACHABLE,
    icmp_error as icmp_error,
)
from ibpkt.protocols.extended import (
    ACK as ACK,
    ATOMIC_SIZE as ATOMIC_SIZE,
    CREDITS as CREDITS,
    NAK as NAK,
    NAK_CODES as NAK_CODES,
    QP1_Q_KEY as QP1_Q_KEY,
    RESERVED_SYNDROME as RESERVED_SYNDROME,
    RNR_NAK as RNR_NAK,
    RNR_TIMER_MS as RNR_TIMER_MS,
    VALUE as VALUE,
    VALUE_BITS as VALUE_BITS,
)
from ibpkt.protocols.graph import (
    CLOSED_BY as CLOSED_BY,
    Capacity as Capacity,
    Chain as Chain,
    ERF_LINK as ERF_LINK,
    ETHERNET as ETHERNET,
    Graph as Graph,
    INFINIBAND as INFINIBAND,
    LINKS as LINKS,
    MAX_DEPTH as MAX_DEPTH,
    RAW_IP as RAW_IP,
    ROCE_PORT as ROCE_PORT,
    Rule as Rule,
    Stride as Stride,
    annotation_graph as annotation_graph,
    follow as follow,
    graph as graph,
    headers as headers,
    link_of as link_of,
    link_type as link_type,
    repeat as repeat,
)
from ibpkt.protocols.header_types import (
    AETHHeader,
    AtomicAckETHHeader,
    AtomicETHHeader,
    BTHHeader,
    CNPHeader,
    DETHHeader,
    ERFEthernetHeader,
    ERFExtensionHeader,
    ERFHeader,
    ERSPAN2Header,
    ERSPAN3Header,
    ERSPANPlatformHeader,
    EthernetHeader,
    FETHHeader,
    FlowControlHeader,
    GREChecksumHeader,
    GREHeader,
    GREKeyHeader,
    GRESequenceHeader,
    GRHHeader,
    ICRCHeader,
    IETHHeader,
    IPv4Header,
    IPv6Header,
    ImmDtHeader,
    LPCRCHeader,
    LRHHeader,
    LoopbackHeader,
    MADHeader,
    PFCHeader,
    PauseHeader,
    RETHHeader,
    RMPPHeader,
    RWHHeader,
    SAHeader,
    SLL2Header,
    SLLHeader,
    SMPDirectedHeader,
    SMPHeader,
    UDPHeader,
    VCRCHeader,
    VLANHeader,
    VXLANHeader,
)
from ibpkt.protocols.link import (
    CRCS as CRCS,
    FIRST_MULTICAST as FIRST_MULTICAST,
    MANAGEMENT_VL as MANAGEMENT_VL,
    PERMISSIVE as PERMISSIVE,
)
from ibpkt.protocols.opcodes import (
    ACCESSES as ACCESSES,
    EXTENDED as EXTENDED,
    MANUFACTURER as MANUFACTURER,
    MESSAGE_KINDS as MESSAGE_KINDS,
    OPCODES as OPCODES,
    OPCODE_NAMES as OPCODE_NAMES,
    OPERATIONS as OPERATIONS,
    Opcode as Opcode,
    PACKET_KINDS as PACKET_KINDS,
    POSITIONS as POSITIONS,
    SERVICES as SERVICES,
    by_opcode as by_opcode,
    by_operation as by_operation,
    has_field as has_field,
    opcode_name as opcode_name,
)
from ibpkt.protocols.plugins import (
    Plugin as Plugin,
    load_plugin as load_plugin,
)
from ibpkt.protocols.protocol_registration import (
    register_protocol as register_protocol,
)
from ibpkt.protocols.registration import (
    load_installed,
    register as register,
)
from ibpkt.protocols.tables import (
    on_registration as on_registration,
    renewed as renewed,
    tabulated as tabulated,
)
from ibpkt.protocols.transport import (
    FULL_MEMBER as FULL_MEMBER,
    GSI as GSI,
    HALF_OF_PSNS as HALF_OF_PSNS,
    LARGEST_MESSAGE as LARGEST_MESSAGE,
    MULTICAST_QP as MULTICAST_QP,
    PMTUS as PMTUS,
    PSN_MASK as PSN_MASK,
    SMI as SMI,
    psn_distance as psn_distance,
)
from ibpkt.protocols.upper.declared import (
    ExpertRule as ExpertRule,
    LentMemory as LentMemory,
    SendProtocol as SendProtocol,
)
from ibpkt.schema import (
    Header,
)

def by_name() -> dict[str, Header]:
    """Every declared header by its name ("BTH") and by its key ("bth")."""
def header_named(name: str) -> Header:
    """The header of that name, in any case."""
ERF: ERFHeader
SLL: SLLHeader
SLL2: SLL2Header
ERFEthernet: ERFEthernetHeader
ERFExtension: ERFExtensionHeader
Loopback: LoopbackHeader
PFC: PFCHeader
VLAN: VLANHeader
Ethernet: EthernetHeader
Pause: PauseHeader
UDP: UDPHeader
IPv4: IPv4Header
IPv6: IPv6Header
ERSPAN2: ERSPAN2Header
ERSPAN3: ERSPAN3Header
GRE: GREHeader
VXLAN: VXLANHeader
ERSPANPlatform: ERSPANPlatformHeader
GREChecksum: GREChecksumHeader
GREKey: GREKeyHeader
GRESequence: GRESequenceHeader
AETH: AETHHeader
CNP: CNPHeader
DETH: DETHHeader
FETH: FETHHeader
IETH: IETHHeader
RETH: RETHHeader
AtomicAckETH: AtomicAckETHHeader
AtomicETH: AtomicETHHeader
ImmDt: ImmDtHeader
ICRC: ICRCHeader
LPCRC: LPCRCHeader
LRH: LRHHeader
RWH: RWHHeader
VCRC: VCRCHeader
FlowControl: FlowControlHeader
MAD: MADHeader
RMPP: RMPPHeader
SA: SAHeader
SMP: SMPHeader
SMPDirected: SMPDirectedHeader
GRH: GRHHeader
BTH: BTHHeader
