# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
# mypy: disable-error-code="overload-overlap"
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal, ParamSpec, SupportsIndex, TypeAlias, TypedDict, Unpack, overload
from typing_extensions import deprecated
from ibpkt.craft.drafts import Draft
from ibpkt.packet.layers import Layer
from ibpkt.protocols.header_types import HeaderOf

_P = ParamSpec("_P")

class WrongFieldOrValue:
    """What `draft` gives, for type checkers, where a header has no such field, or a field takes no such value."""

NumberValue: TypeAlias = SupportsIndex | str
BinaryValue: TypeAlias = bytes | bytearray | int | str
IPv4Value: TypeAlias = IPv4Address | int | str
IPv6Value: TypeAlias = IPv6Address | bytes | int | str

class LoopbackValues(TypedDict, total=False):
    """BSD Null/Loopback"""
    family: NumberValue | None
    """Family: in the byte order of the host that captured (link type 0) or big endian (108)"""

class EthernetValues(TypedDict, total=False):
    """Ethernet II"""
    dst: BinaryValue | None
    """Destination"""
    src: BinaryValue | None
    """Source"""
    type: NumberValue | None
    """Type: below 1536 a length: IEEE 802.3"""

class IPv4Values(TypedDict, total=False):
    """Internet Protocol Version 4"""
    version: NumberValue | None
    """Version"""
    ihl: NumberValue | None
    """Header Length in Words, in words"""
    dsfield: NumberValue | None
    """Differentiated Services Field"""
    dscp: NumberValue | None
    """Differentiated Services Codepoint"""
    ecn: NumberValue | None
    """Explicit Congestion Notification"""
    len: NumberValue | None
    """Total Length, in bytes"""
    id: NumberValue | None
    """Identification"""
    flags: NumberValue | None
    """Flags"""
    rb: NumberValue | None
    """Reserved bit"""
    df: NumberValue | None
    """Don't fragment"""
    mf: NumberValue | None
    """More fragments"""
    frag_offset_words: NumberValue | None
    """Fragment Offset in 8 bytes"""
    ttl: NumberValue | None
    """Time to Live"""
    proto: NumberValue | None
    """Protocol"""
    checksum: NumberValue | None
    """Header Checksum"""
    src: IPv4Value | None
    """Source Address"""
    dst: IPv4Value | None
    """Destination Address"""
    options: BinaryValue | None
    """Options"""

class IPv6Values(TypedDict, total=False):
    """Internet Protocol Version 6"""
    version: NumberValue | None
    """Version"""
    tclass: NumberValue | None
    """Traffic Class"""
    dscp: NumberValue | None
    """Differentiated Services Codepoint"""
    ecn: NumberValue | None
    """Explicit Congestion Notification"""
    flow: NumberValue | None
    """Flow Label"""
    plen: NumberValue | None
    """Payload Length, in bytes"""
    nxt: NumberValue | None
    """Next Header"""
    hlim: NumberValue | None
    """Hop Limit"""
    src: IPv6Value | None
    """Source Address"""
    dst: IPv6Value | None
    """Destination Address"""

class SLLValues(TypedDict, total=False):
    """Linux cooked capture v1"""
    pkttype: NumberValue | None
    """Packet type"""
    hatype: NumberValue | None
    """Link-layer address type"""
    halen: NumberValue | None
    """Link-layer address length, in bytes"""
    src: BinaryValue | None
    """Source: `halen` bytes of it count"""
    etype: NumberValue | None
    """Protocol"""

class SLL2Values(TypedDict, total=False):
    """Linux cooked capture v2"""
    etype: NumberValue | None
    """Protocol"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    ifindex: NumberValue | None
    """Interface index"""
    hatype: NumberValue | None
    """Link-layer address type"""
    pkttype: NumberValue | None
    """Packet type"""
    halen: NumberValue | None
    """Link-layer address length, in bytes"""
    src: BinaryValue | None
    """Source: `halen` bytes of it count"""

class ERFValues(TypedDict, total=False):
    """Extensible Record Format"""
    ts: NumberValue | None
    """Timestamp: stored low byte first: 2^-32 s since 1970"""
    types: NumberValue | None
    """Record type"""
    ext_header: NumberValue | None
    """Extension header present"""
    type: NumberValue | None
    """Type"""
    flags: NumberValue | None
    """Flags"""
    res: NumberValue | None
    """Reserved"""
    dse: NumberValue | None
    """DS error"""
    rxe: NumberValue | None
    """RX error"""
    trunc: NumberValue | None
    """Truncated"""
    vlen: NumberValue | None
    """Varying record length"""
    cap: NumberValue | None
    """Capture interface"""
    rlen: NumberValue | None
    """Record length: may count padding that a pcap record does not store, in bytes"""
    lctr: NumberValue | None
    """Loss counter"""
    wlen: NumberValue | None
    """Wire length: of the packet on the wire, in bytes"""

class IPoIBValues(TypedDict, total=False):
    """IP over InfiniBand"""
    type: NumberValue | None
    """Type"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""

class IPoIBPseudoValues(TypedDict, total=False):
    """IPoIB capture pseudo header"""
    sender: BinaryValue | None
    """Sender or zero"""
    daddr: BinaryValue | None
    """Destination hardware address"""

class LRHValues(TypedDict, total=False):
    """Local Route Header"""
    vl: NumberValue | None
    """Virtual Lane: 0-14 data, 15 management; may change at every hop"""
    lver: NumberValue | None
    """Link Version: 0"""
    sl: NumberValue | None
    """Service Level"""
    reserved2: NumberValue | None
    """Reserved (2 bits)"""
    lnh: NumberValue | None
    """Link Next Header"""
    dlid: NumberValue | None
    """Destination Local ID"""
    reserved5: NumberValue | None
    """Reserved (5 bits)"""
    pktlen: NumberValue | None
    """Packet Length: 4-byte words, from LRH to the ICRC, which is included, in words"""
    slid: NumberValue | None
    """Source Local ID"""

class VLANValues(TypedDict, total=False):
    """802.1Q Virtual LAN"""
    priority: NumberValue | None
    """Priority"""
    dei: NumberValue | None
    """DEI"""
    id: NumberValue | None
    """ID"""
    etype: NumberValue | None
    """Type"""

class GRHValues(TypedDict, total=False):
    """Global Route Header"""
    ipver: NumberValue | None
    """IP Version"""
    tclass: NumberValue | None
    """Traffic Class"""
    flowlabel: NumberValue | None
    """Flow Label"""
    paylen: NumberValue | None
    """Payload Length: after the GRH, the ICRC included, in bytes"""
    nxthdr: NumberValue | None
    """Next Header: 0x1B: BTH follows"""
    hoplmt: NumberValue | None
    """Hop Limit"""
    sgid: IPv6Value | None
    """Source GID"""
    dgid: IPv6Value | None
    """Destination GID"""

class MACControlValues(TypedDict, total=False):
    """MAC Control"""
    opcode: NumberValue | None
    """Opcode"""

class PauseValues(TypedDict, total=False):
    """Pause"""
    pause_time: NumberValue | None
    """Pause Time: of 512 bit times; 0 ends the pause, in quanta"""

class PFCValues(TypedDict, total=False):
    """Priority Flow Control"""
    enbv: NumberValue | None
    """Class Enable Vector: the priorities whose timers hold"""
    c0: NumberValue | None
    """C0"""
    c1: NumberValue | None
    """C1"""
    c2: NumberValue | None
    """C2"""
    c3: NumberValue | None
    """C3"""
    c4: NumberValue | None
    """C4"""
    c5: NumberValue | None
    """C5"""
    c6: NumberValue | None
    """C6"""
    c7: NumberValue | None
    """C7"""
    time_c0: NumberValue | None
    """Pause Time C0: of 512 bit times; 0 ends the pause, in quanta"""
    time_c1: NumberValue | None
    """Pause Time C1: of 512 bit times; 0 ends the pause, in quanta"""
    time_c2: NumberValue | None
    """Pause Time C2: of 512 bit times; 0 ends the pause, in quanta"""
    time_c3: NumberValue | None
    """Pause Time C3: of 512 bit times; 0 ends the pause, in quanta"""
    time_c4: NumberValue | None
    """Pause Time C4: of 512 bit times; 0 ends the pause, in quanta"""
    time_c5: NumberValue | None
    """Pause Time C5: of 512 bit times; 0 ends the pause, in quanta"""
    time_c6: NumberValue | None
    """Pause Time C6: of 512 bit times; 0 ends the pause, in quanta"""
    time_c7: NumberValue | None
    """Pause Time C7: of 512 bit times; 0 ends the pause, in quanta"""

class ERFExtensionValues(TypedDict, total=False):
    """ERF Extension Header"""
    types: NumberValue | None
    """Extension Header"""
    more: NumberValue | None
    """More extension headers"""
    type: NumberValue | None
    """Extension Type"""
    data: NumberValue | None
    """Extension Data"""

class ERFEthernetValues(TypedDict, total=False):
    """ERF Ethernet Pad"""
    off: NumberValue | None
    """Offset"""
    pad: NumberValue | None
    """Padding"""

class FlowControlValues(TypedDict, total=False):
    """Flow Control Packet"""
    op: NumberValue | None
    """Operand"""
    fctbs: NumberValue | None
    """Flow Control Total Blocks Sent: 64-byte blocks modulo 4096, in blocks"""
    vl: NumberValue | None
    """Virtual Lane"""
    fccl: NumberValue | None
    """Flow Control Credit Limit: 64-byte blocks modulo 4096, in blocks"""

class UDPValues(TypedDict, total=False):
    """User Datagram Protocol"""
    srcport: NumberValue | None
    """Source Port"""
    dstport: NumberValue | None
    """Destination Port"""
    length: NumberValue | None
    """Length, in bytes"""
    checksum: NumberValue | None
    """Checksum"""

class GREValues(TypedDict, total=False):
    """Generic Routing Encapsulation"""
    flags_and_version: NumberValue | None
    """Flags and Version"""
    checksum_bit: NumberValue | None
    """Checksum Bit"""
    routing_bit: NumberValue | None
    """Routing Bit"""
    key_bit: NumberValue | None
    """Key Bit"""
    sequence_bit: NumberValue | None
    """Sequence Number Bit"""
    strict_bit: NumberValue | None
    """Strict Source Route Bit"""
    recursion: NumberValue | None
    """Recursion control"""
    flags_reserved: NumberValue | None
    """Flags (Reserved)"""
    version: NumberValue | None
    """Version"""
    proto: NumberValue | None
    """Protocol Type"""

class AHValues(TypedDict, total=False):
    """Authentication Header"""
    nxt: NumberValue | None
    """Next Header"""
    length: NumberValue | None
    """Length: in 4 bytes, less 2"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    spi: NumberValue | None
    """AH SPI"""
    sequence: NumberValue | None
    """AH Sequence"""
    icv: BinaryValue | None
    """AH ICV"""

class HopByHopValues(TypedDict, total=False):
    """IPv6 Hop-by-Hop Options"""
    nxt: NumberValue | None
    """Next Header"""
    len: NumberValue | None
    """Length: in 8 bytes, the first 8 not counted"""
    first: BinaryValue | None
    """First Options"""
    options: BinaryValue | None
    """More Options"""

class RoutingValues(TypedDict, total=False):
    """IPv6 Routing Header"""
    nxt: NumberValue | None
    """Next Header"""
    len: NumberValue | None
    """Length: in 8 bytes, the first 8 not counted"""
    type: NumberValue | None
    """Type"""
    segleft: NumberValue | None
    """Segments Left"""
    first: BinaryValue | None
    """First Data"""
    data: BinaryValue | None
    """More Data"""

class FragmentValues(TypedDict, total=False):
    """IPv6 Fragment Header"""
    nxt: NumberValue | None
    """Next Header"""
    reserved_octet: NumberValue | None
    """Reserved (8 bits)"""
    fragment_offset: NumberValue | None
    """Offset in 8 bytes"""
    reserved_bits: NumberValue | None
    """Reserved (2 bits)"""
    more: NumberValue | None
    """More Fragments"""
    ident: NumberValue | None
    """Identification"""

class DestinationOptionsValues(TypedDict, total=False):
    """IPv6 Destination Options"""
    nxt: NumberValue | None
    """Next Header"""
    len: NumberValue | None
    """Length: in 8 bytes, the first 8 not counted"""
    first: BinaryValue | None
    """First Options"""
    options: BinaryValue | None
    """More Options"""

class UETValues(TypedDict, total=False):
    """Ultra Ethernet Transport"""
    type: NumberValue | None
    """Type"""
    next: NumberValue | None
    """Next Header: of control packets: what they control"""
    flags: NumberValue | None
    """Flags"""

class BTHValues(TypedDict, total=False):
    """Base Transport Header"""
    opcode: NumberValue | None
    """Opcode: 3 bits service, 5 bits operation; says which headers follow"""
    se: NumberValue | None
    """Solicited Event"""
    m: NumberValue | None
    """MigReq: migration state"""
    padcnt: NumberValue | None
    """Pad Count: zero bytes between payload and ICRC, in bytes"""
    tver: NumberValue | None
    """Header Version"""
    p_key: NumberValue | None
    """Partition Key: bit 15: full member"""
    fecn: NumberValue | None
    """Forward ECN"""
    becn: NumberValue | None
    """Backward ECN"""
    reserved6a: NumberValue | None
    """Reserved (6 bits)"""
    destqp: NumberValue | None
    """Destination Queue Pair: 0 SMI, 1 GSI, 0xffffff multicast"""
    a: NumberValue | None
    """Acknowledge Request"""
    reserved7: NumberValue | None
    """Reserved (7 bits)"""
    psn: NumberValue | None
    """Packet Sequence Number: modulo 2^24"""

class VXLANValues(TypedDict, total=False):
    """Virtual eXtensible Local Area Network"""
    flags: NumberValue | None
    """Flags"""
    flags_g: NumberValue | None
    """GBP Extension"""
    flags_i: NumberValue | None
    """VXLAN Network ID"""
    gbp: NumberValue | None
    """Group Policy ID"""
    vni: NumberValue | None
    """VXLAN Network Identifier (VNI)"""
    reserved_8: NumberValue | None
    """Reserved (8 bits)"""

class UETRequestValues(TypedDict, total=False):
    """UET Request"""
    clear_psn_offset: NumberValue | None
    """Clear PSN Offset: signed"""
    psn: NumberValue | None
    """PSN"""
    spdcid: NumberValue | None
    """Source PDC ID"""
    dpdcid: NumberValue | None
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""

class UETAckValues(TypedDict, total=False):
    """UET ACK"""
    ack_psn_offset: NumberValue | None
    """ACK PSN Offset: signed; of a probe what it carried"""
    cack_psn: NumberValue | None
    """Cumulative ACK PSN"""
    spdcid: NumberValue | None
    """Source PDC ID"""
    dpdcid: NumberValue | None
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""

class UETNackValues(TypedDict, total=False):
    """UET NACK"""
    code: NumberValue | None
    """NACK Code"""
    vendor_code: NumberValue | None
    """Vendor Code"""
    nack_psn: NumberValue | None
    """NACK PSN: or the ID of a packet"""
    spdcid: NumberValue | None
    """Source PDC ID"""
    dpdcid: NumberValue | None
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    nack_payload: NumberValue | None
    """Payload"""

class GRESequenceValues(TypedDict, total=False):
    """GRE Sequence Number"""
    sequence_number: NumberValue | None
    """Sequence Number"""

class GREKeyValues(TypedDict, total=False):
    """GRE Key"""
    key: NumberValue | None
    """Key"""

class GREChecksumValues(TypedDict, total=False):
    """GRE Checksum"""
    checksum: NumberValue | None
    """Checksum"""
    route_offset: NumberValue | None
    """Offset"""

class ERSPAN3Values(TypedDict, total=False):
    """Encapsulated Remote Switch Packet ANalysis Type III"""
    version: NumberValue | None
    """Version"""
    vlan: NumberValue | None
    """Vlan"""
    cos: NumberValue | None
    """COS"""
    bso: NumberValue | None
    """Bad/Short/Oversized"""
    truncated: NumberValue | None
    """Truncated"""
    spanid: NumberValue | None
    """SpanID"""
    timestamp: NumberValue | None
    """Timestamp"""
    sgt: NumberValue | None
    """Security Group Tag"""
    p: NumberValue | None
    """Has Ethernet PDU"""
    ft: NumberValue | None
    """Frame Type"""
    hw: NumberValue | None
    """Hardware ID"""
    direction: NumberValue | None
    """Direction"""
    gra: NumberValue | None
    """Timestamp granularity"""
    o: NumberValue | None
    """Optional Sub headers"""

class ERSPAN2Values(TypedDict, total=False):
    """Encapsulated Remote Switch Packet ANalysis Type II"""
    version: NumberValue | None
    """Version"""
    vlan: NumberValue | None
    """Vlan"""
    cos: NumberValue | None
    """COS"""
    encap: NumberValue | None
    """Encap"""
    truncated: NumberValue | None
    """Truncated"""
    spanid: NumberValue | None
    """SpanID"""
    reserved: NumberValue | None
    """Reserved (12 bits)"""
    index: NumberValue | None
    """Index"""

class ERSPANPlatformValues(TypedDict, total=False):
    """ERSPAN Platform Specific Subheader"""
    platid: NumberValue | None
    """Platform ID"""
    info: NumberValue | None
    """Platform Specific Info"""

class RWHValues(TypedDict, total=False):
    """Raw Header"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    etype: NumberValue | None
    """Ethertype"""

class ImmDtValues(TypedDict, total=False):
    """Immediate Data"""
    immdt: BinaryValue | None
    """Immediate Data: opaque; the receiver's completion carries it"""

class RETHValues(TypedDict, total=False):
    """RDMA Extended Transport Header"""
    va: NumberValue | None
    """Virtual Address"""
    r_key: NumberValue | None
    """Remote Key"""
    dmalen: NumberValue | None
    """DMA Length: of the whole message, in bytes"""

class AETHValues(TypedDict, total=False):
    """ACK Extended Transport Header"""
    syndrome: NumberValue | None
    """Syndrome"""
    reserved: NumberValue | None
    """Reserved"""
    opcode: NumberValue | None
    """OpCode"""
    credit_count: NumberValue | None
    """Credit Count"""
    timer: NumberValue | None
    """Timer"""
    reserved_value: NumberValue | None
    """Reserved"""
    error_code: NumberValue | None
    """Error Code"""
    msn: NumberValue | None
    """Message Sequence Number: completed request messages, modulo 2^24"""

class AtomicAckETHValues(TypedDict, total=False):
    """Atomic ACK Extended Transport Header"""
    origremdt: NumberValue | None
    """Original Remote Data: the value before the operation"""

class AtomicETHValues(TypedDict, total=False):
    """Atomic Extended Transport Header"""
    va: NumberValue | None
    """Virtual Address"""
    r_key: NumberValue | None
    """Remote Key"""
    swapdt: NumberValue | None
    """Swap (Or Add) Data: CmpSwap: the new value; FetchAdd: what is added"""
    cmpdt: NumberValue | None
    """Compare Data: CmpSwap only"""

class IETHValues(TypedDict, total=False):
    """Invalidate Extended Transport Header"""
    r_key: BinaryValue | None
    """RKey: the key that the receiver shall invalidate"""

class FETHValues(TypedDict, total=False):
    """Flush Extended Transport Header"""
    reserved: NumberValue | None
    """Reserved (26 bits)"""
    sel: NumberValue | None
    """Selectivity Level"""
    plt: NumberValue | None
    """Placement Type"""
    plt_persistence: NumberValue | None
    """Persistence"""
    plt_visibility: NumberValue | None
    """Global Visibility"""

class RDETHValues(TypedDict, total=False):
    """Reliable Datagram Extended Transport Header"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    eecnxt: NumberValue | None
    """E2E Context: destination end-to-end context"""

class DETHValues(TypedDict, total=False):
    """Datagram Extended Transport Header"""
    q_key: NumberValue | None
    """Queue Key: 0x80010000 for QP1"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    srcqp: NumberValue | None
    """Source Queue Pair"""

class XRCETHValues(TypedDict, total=False):
    """XRC Extended Transport Header"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    xrcsrq: NumberValue | None
    """XRC SRQ: the shared receive queue at the responder"""

class CNPValues(TypedDict, total=False):
    """Congestion Notification Payload"""
    reserved0: NumberValue | None
    """Reserved (64 bits)"""
    reserved1: NumberValue | None
    """Reserved (64 bits)"""

class MADValues(TypedDict, total=False):
    """MAD Common Header"""
    baseversion: NumberValue | None
    """Base Version"""
    mgmtclass: NumberValue | None
    """Management Class"""
    classversion: NumberValue | None
    """Class Version"""
    method: NumberValue | None
    """Method"""
    response: NumberValue | None
    """Response"""
    status: NumberValue | None
    """Status"""
    invalid: NumberValue | None
    """Invalid Field"""
    redirect: NumberValue | None
    """Redirection Required"""
    busy: NumberValue | None
    """Busy"""
    classspecific: NumberValue | None
    """Class Specific"""
    transactionid: NumberValue | None
    """Transaction ID"""
    attributeid: NumberValue | None
    """Attribute ID"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    attributemodifier: NumberValue | None
    """Attribute Modifier"""

class SMPValues(TypedDict, total=False):
    """Subnet Management Packet (LID Routed)"""
    m_key: NumberValue | None
    """M_Key"""
    reserved: BinaryValue | None
    """Reserved (256 bits)"""

class SMPDirectedValues(TypedDict, total=False):
    """Subnet Management Packet (Directed Route)"""
    m_key: NumberValue | None
    """M_Key"""
    drslid: NumberValue | None
    """DrSLID: 0xffff: the route is directed from its start"""
    drdlid: NumberValue | None
    """DrDLID: 0xffff: the route is directed to its end"""
    reserved: BinaryValue | None
    """Reserved (224 bits)"""

class RMPPValues(TypedDict, total=False):
    """Reliable Multi-Packet Transaction Protocol"""
    rmppversion: NumberValue | None
    """RMPP Version"""
    rmpptype: NumberValue | None
    """RMPP Type"""
    rresptime: NumberValue | None
    """R Resp Time"""
    rmppflags: NumberValue | None
    """RMPP Flags"""
    last: NumberValue | None
    """Last"""
    first: NumberValue | None
    """First"""
    active: NumberValue | None
    """Active"""
    rmppstatus: NumberValue | None
    """RMPP Status"""
    data1: NumberValue | None
    """RMPP Data 1"""
    segmentnumber: NumberValue | None
    """Segment Number"""
    acknowledged: NumberValue | None
    """Acknowledged Segment"""
    data2: NumberValue | None
    """RMPP Data 2"""
    payloadlength: NumberValue | None
    """Payload Length"""
    newwindowlast: NumberValue | None
    """New Window Last"""

class SAValues(TypedDict, total=False):
    """Subnet Administration"""
    sm_key: NumberValue | None
    """SM_Key (Verification Key)"""
    attributeoffset: NumberValue | None
    """Attribute Offset: from record to record, in 8 bytes"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    componentmask: NumberValue | None
    """Component Mask"""

class PerfMgtValues(TypedDict, total=False):
    """Performance Management"""
    reserved: BinaryValue | None
    """Reserved (320 bits)"""

class BMValues(TypedDict, total=False):
    """Baseboard Management"""
    b_key: NumberValue | None
    """B_Key"""
    reserved: BinaryValue | None
    """Reserved (256 bits)"""

class DevMgtValues(TypedDict, total=False):
    """Device Management"""
    reserved: BinaryValue | None
    """Reserved (320 bits)"""

class SNMPValues(TypedDict, total=False):
    """SNMP Tunneling"""
    reserved: BinaryValue | None
    """Reserved (256 bits)"""
    raddress: NumberValue | None
    """RAddress"""
    payloadlength: NumberValue | None
    """PayloadLength, in bytes"""
    segmentnumber: NumberValue | None
    """SegmentNumber"""
    sourcelid: NumberValue | None
    """SourceLID"""
    snmpdata: BinaryValue | None
    """SNMPData"""

class CCValues(TypedDict, total=False):
    """Congestion Control"""
    cc_key: NumberValue | None
    """CC_Key"""

class ClassPortInfoValues(TypedDict, total=False):
    """ClassPortInfo"""
    baseversion: NumberValue | None
    """BaseVersion"""
    classversion: NumberValue | None
    """ClassVersion"""
    capabilitymask: NumberValue | None
    """CapabilityMask"""
    capabilitymask2: NumberValue | None
    """CapabilityMask2"""
    resptimevalue: NumberValue | None
    """RespTimeValue: 4.096 µs × 2^n"""
    redirectgid: IPv6Value | None
    """RedirectGID"""
    redirecttc: NumberValue | None
    """RedirectTC"""
    redirectsl: NumberValue | None
    """RedirectSL"""
    redirectfl: NumberValue | None
    """RedirectFL"""
    redirectlid: NumberValue | None
    """RedirectLID"""
    redirectp_key: NumberValue | None
    """RedirectP_Key"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    redirectqp: NumberValue | None
    """RedirectQP"""
    redirectq_key: NumberValue | None
    """RedirectQ_Key"""
    trapgid: IPv6Value | None
    """TrapGID"""
    traptc: NumberValue | None
    """TrapTC"""
    trapsl: NumberValue | None
    """TrapSL"""
    trapfl: NumberValue | None
    """TrapFL"""
    traplid: NumberValue | None
    """TrapLID"""
    trapp_key: NumberValue | None
    """TrapP_Key"""
    traphl: NumberValue | None
    """TrapHL"""
    trapqp: NumberValue | None
    """TrapQP"""
    trapq_key: NumberValue | None
    """TrapQ_Key"""

class REQValues(TypedDict, total=False):
    """CM Request for Communication"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    reserved0: NumberValue | None
    """Reserved (32 bits)"""
    serviceid: NumberValue | None
    """ServiceID"""
    serviceid_space: NumberValue | None
    """Port Space"""
    serviceid_prefix: NumberValue | None
    """Prefix"""
    serviceid_protocol: NumberValue | None
    """Protocol"""
    serviceid_dport: NumberValue | None
    """Destination Port"""
    localcaguid: NumberValue | None
    """Local CA GUID"""
    reserved1: NumberValue | None
    """Reserved (32 bits)"""
    localqkey: NumberValue | None
    """Local Q_Key"""
    localqpn: NumberValue | None
    """Local QPN"""
    responderres: NumberValue | None
    """Responder Resources"""
    localeecn: NumberValue | None
    """Local EECN"""
    initdepth: NumberValue | None
    """Initiator Depth"""
    remoteeecn: NumberValue | None
    """Remote EECN"""
    remoteresptout: NumberValue | None
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    transpsvctype: NumberValue | None
    """Transport Service Type"""
    e2eflowctrl: NumberValue | None
    """End-to-End Flow Control"""
    startpsn: NumberValue | None
    """Starting PSN: of what the sender of the REQ receives"""
    localresptout: NumberValue | None
    """Local CM Response Timeout: 4.096 µs × 2^n"""
    retrcount: NumberValue | None
    """Retry Count"""
    pkey: NumberValue | None
    """Partition Key"""
    pppmtu: NumberValue | None
    """Path Packet Payload MTU"""
    rdcexist: NumberValue | None
    """RDC Exists"""
    rnrretrcount: NumberValue | None
    """RNR Retry Count: 7: infinite"""
    maxcmretr: NumberValue | None
    """Max CM Retries"""
    srq: NumberValue | None
    """SRQ: the queue pair receives from a shared receive queue"""
    ext_transport: NumberValue | None
    """Extended Transport Type"""
    prim_locallid: NumberValue | None
    """Primary Local Port LID"""
    prim_remotelid: NumberValue | None
    """Primary Remote Port LID"""
    prim_localgid: IPv6Value | None
    """Primary Local Port GID"""
    prim_remotegid: IPv6Value | None
    """Primary Remote Port GID"""
    prim_flowlabel: NumberValue | None
    """Primary Flow Label"""
    prim_reserved0: NumberValue | None
    """Reserved (6 bits)"""
    prim_pktrate: NumberValue | None
    """Primary Packet Rate"""
    prim_tfcclass: NumberValue | None
    """Primary Traffic Class"""
    prim_hoplim: NumberValue | None
    """Primary Hop Limit"""
    prim_sl: NumberValue | None
    """Primary SL"""
    prim_subnetlocal: NumberValue | None
    """Primary Subnet Local"""
    prim_reserved1: NumberValue | None
    """Reserved (3 bits)"""
    prim_localacktout: NumberValue | None
    """Primary Local ACK Timeout: 4.096 µs × 2^n"""
    prim_reserved2: NumberValue | None
    """Reserved (3 bits)"""
    alt_locallid: NumberValue | None
    """Alternate Local Port LID"""
    alt_remotelid: NumberValue | None
    """Alternate Remote Port LID"""
    alt_localgid: IPv6Value | None
    """Alternate Local Port GID"""
    alt_remotegid: IPv6Value | None
    """Alternate Remote Port GID"""
    alt_flowlabel: NumberValue | None
    """Alternate Flow Label"""
    alt_reserved0: NumberValue | None
    """Reserved (6 bits)"""
    alt_pktrate: NumberValue | None
    """Alternate Packet Rate"""
    alt_tfcclass: NumberValue | None
    """Alternate Traffic Class"""
    alt_hoplim: NumberValue | None
    """Alternate Hop Limit"""
    alt_sl: NumberValue | None
    """Alternate SL"""
    alt_subnetlocal: NumberValue | None
    """Alternate Subnet Local"""
    alt_reserved1: NumberValue | None
    """Reserved (3 bits)"""
    alt_localacktout: NumberValue | None
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    sap: NumberValue | None
    """SAP Supported"""
    alt_reserved2: NumberValue | None
    """Reserved (2 bits)"""

class MRAValues(TypedDict, total=False):
    """CM Message Receipt Acknowledgment"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    msgmraed: NumberValue | None
    """Message MRAed"""
    reserved0: NumberValue | None
    """Reserved (6 bits)"""
    servicetimeout: NumberValue | None
    """Service Timeout: 4.096 µs × 2^n"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class REJValues(TypedDict, total=False):
    """CM Reject"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    msgrej: NumberValue | None
    """Message REJected"""
    reserved0: NumberValue | None
    """Reserved (6 bits)"""
    rejinfolen: NumberValue | None
    """Reject Info Length, in bytes"""
    reserved1: NumberValue | None
    """Reserved (1 bit)"""
    reason: NumberValue | None
    """Reason"""
    ari: BinaryValue | None
    """ARI: additional reject information"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class REPValues(TypedDict, total=False):
    """CM Reply to Request for Communication"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    localqkey: NumberValue | None
    """Local Q_Key"""
    localqpn: NumberValue | None
    """Local QPN"""
    reserved0: NumberValue | None
    """Reserved (8 bits)"""
    localeecn: NumberValue | None
    """Local EECN"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    startpsn: NumberValue | None
    """Starting PSN: of what the sender of the REP receives"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    respres: NumberValue | None
    """Responder Resources"""
    initdepth: NumberValue | None
    """Initiator Depth"""
    tgtackdelay: NumberValue | None
    """Target ACK Delay: 4.096 µs × 2^n"""
    failoveracc: NumberValue | None
    """Failover Accepted"""
    e2eflowctrl: NumberValue | None
    """End-To-End Flow Control"""
    rnrretrcount: NumberValue | None
    """RNR Retry Count: 7: infinite"""
    srq: NumberValue | None
    """SRQ: the queue pair receives from a shared receive queue"""
    reserved: NumberValue | None
    """Reserved (4 bits)"""
    localcaguid: NumberValue | None
    """Local CA GUID"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class RTUValues(TypedDict, total=False):
    """CM Ready to Use"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class DREQValues(TypedDict, total=False):
    """CM Request for Communication Release"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    remoteqpneecn: NumberValue | None
    """Remote QPN/EECN"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class DREPValues(TypedDict, total=False):
    """CM Reply to Request for Communication Release"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class SIDR_REQValues(TypedDict, total=False):
    """CM Service ID Resolution Request"""
    requestid: NumberValue | None
    """Request ID"""
    pkey: NumberValue | None
    """Partition Key"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    serviceid: NumberValue | None
    """ServiceID"""
    serviceid_space: NumberValue | None
    """Port Space"""
    serviceid_prefix: NumberValue | None
    """Prefix"""
    serviceid_protocol: NumberValue | None
    """Protocol"""
    serviceid_dport: NumberValue | None
    """Destination Port"""

class SIDR_REPValues(TypedDict, total=False):
    """CM Service ID Resolution Response"""
    requestid: NumberValue | None
    """Request ID"""
    status: NumberValue | None
    """Status"""
    infolen: NumberValue | None
    """Additional Information Length, in bytes"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    qpn: NumberValue | None
    """QPN"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    serviceid: NumberValue | None
    """ServiceID"""
    serviceid_space: NumberValue | None
    """Port Space"""
    serviceid_prefix: NumberValue | None
    """Prefix"""
    serviceid_protocol: NumberValue | None
    """Protocol"""
    serviceid_dport: NumberValue | None
    """Destination Port"""
    q_key: NumberValue | None
    """Q_Key"""
    information: BinaryValue | None
    """Additional Information"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class LAPValues(TypedDict, total=False):
    """CM Load Alternate Path"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    reserved0: NumberValue | None
    """Reserved (32 bits)"""
    remoteqpneecn: NumberValue | None
    """Remote QPN/EECN"""
    remoteresptout: NumberValue | None
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    reserved2: NumberValue | None
    """Reserved (32 bits)"""
    alt_locallid: NumberValue | None
    """Alternate Local Port LID"""
    alt_remotelid: NumberValue | None
    """Alternate Remote Port LID"""
    alt_localgid: IPv6Value | None
    """Alternate Local Port GID"""
    alt_remotegid: IPv6Value | None
    """Alternate Remote Port GID"""
    alt_flowlabel: NumberValue | None
    """Alternate Flow Label"""
    reserved3: NumberValue | None
    """Reserved (4 bits)"""
    alt_tfcclass: NumberValue | None
    """Alternate Traffic Class"""
    alt_hoplim: NumberValue | None
    """Alternate Hop Limit"""
    reserved4: NumberValue | None
    """Reserved (2 bits)"""
    alt_pktrate: NumberValue | None
    """Alternate Packet Rate"""
    alt_sl: NumberValue | None
    """Alternate SL"""
    alt_subnetlocal: NumberValue | None
    """Alternate Subnet Local"""
    reserved5: NumberValue | None
    """Reserved (3 bits)"""
    alt_localacktout: NumberValue | None
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    reserved6: NumberValue | None
    """Reserved (3 bits)"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class APRValues(TypedDict, total=False):
    """CM Alternate Path Response"""
    localcommid: NumberValue | None
    """Local Communication ID"""
    remotecommid: NumberValue | None
    """Remote Communication ID"""
    infolen: NumberValue | None
    """Additional Information Length, in bytes"""
    apstatus: NumberValue | None
    """AP Status"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    information: BinaryValue | None
    """Additional Information"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class VendorValues(TypedDict, total=False):
    """Vendor Class, Range 1"""
    data: BinaryValue | None
    """VendorData"""

class ApplicationValues(TypedDict, total=False):
    """Application Class"""
    data: BinaryValue | None
    """Data"""

class VendorOUIValues(TypedDict, total=False):
    """Vendor Class, Range 2"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    oui: NumberValue | None
    """OUI"""
    data: BinaryValue | None
    """VendorData"""

class NoticeValues(TypedDict, total=False):
    """Notice"""
    isgeneric: NumberValue | None
    """IsGeneric"""
    type: NumberValue | None
    """Type"""
    producertypevendorid: NumberValue | None
    """ProducerType/VendorID"""
    producertype: NumberValue | None
    """ProducerType"""
    vendorid: NumberValue | None
    """VendorID"""
    trapnumberdeviceid: NumberValue | None
    """TrapNumber/DeviceID"""
    trapnumber: NumberValue | None
    """TrapNumber"""
    deviceid: NumberValue | None
    """DeviceID"""
    issuerlid: NumberValue | None
    """IssuerLID"""
    noticetoggle: NumberValue | None
    """NoticeToggle"""
    noticecount: NumberValue | None
    """NoticeCount"""

class NodeDescriptionValues(TypedDict, total=False):
    """NodeDescription"""
    nodestring: BinaryValue | None
    """NodeString"""

class SMPRestValues(TypedDict, total=False):
    """LID Routed SMP, Second Half"""
    reserved: BinaryValue | None
    """Reserved (1024 bits)"""

class NodeInfoValues(TypedDict, total=False):
    """NodeInfo"""
    baseversion: NumberValue | None
    """BaseVersion"""
    classversion: NumberValue | None
    """ClassVersion"""
    nodetype: NumberValue | None
    """NodeType"""
    numports: NumberValue | None
    """NumPorts"""
    systemimageguid: NumberValue | None
    """SystemImageGUID"""
    nodeguid: NumberValue | None
    """NodeGUID"""
    portguid: NumberValue | None
    """PortGUID"""
    partitioncap: NumberValue | None
    """PartitionCap"""
    deviceid: NumberValue | None
    """DeviceID"""
    revision: NumberValue | None
    """Revision"""
    localportnum: NumberValue | None
    """LocalPortNum"""
    vendorid: NumberValue | None
    """VendorID"""
    padding: BinaryValue | None
    """Reserved (192 bits)"""

class SwitchInfoValues(TypedDict, total=False):
    """SwitchInfo"""
    linearfdbcap: NumberValue | None
    """LinearFDBCap"""
    randomfdbcap: NumberValue | None
    """RandomFDBCap"""
    multicastfdbcap: NumberValue | None
    """MulticastFDBCap"""
    linearfdbtop: NumberValue | None
    """LinearFDBTop"""
    defaultport: NumberValue | None
    """DefaultPort"""
    defaultmulticastprimaryport: NumberValue | None
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: NumberValue | None
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: NumberValue | None
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: NumberValue | None
    """PortStateChange"""
    optimizedsltovlmappingprogramming: NumberValue | None
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: NumberValue | None
    """LIDsPerPort"""
    partitionenforcementcap: NumberValue | None
    """PartitionEnforcementCap"""
    inboundenforcementcap: NumberValue | None
    """InboundEnforcementCap"""
    outboundenforcementcap: NumberValue | None
    """OutboundEnforcementCap"""
    filterrawinboundcap: NumberValue | None
    """FilterRawInboundCap"""
    filterrawoutboundcap: NumberValue | None
    """FilterRawOutboundCap"""
    enhancedport0: NumberValue | None
    """EnhancedPort0"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    multicastfdbtop: NumberValue | None
    """MulticastFDBTop"""
    padding: BinaryValue | None
    """Reserved (352 bits)"""

class GUIDInfoValues(TypedDict, total=False):
    """GUIDInfo"""
    guid: Iterable[NumberValue] | None
    """GUID"""

class PortInfoValues(TypedDict, total=False):
    """PortInfo"""
    m_key: NumberValue | None
    """M_Key"""
    gidprefix: NumberValue | None
    """GidPrefix"""
    lid: NumberValue | None
    """LID"""
    mastersmlid: NumberValue | None
    """MasterSMLID"""
    capabilitymask: NumberValue | None
    """CapabilityMask"""
    capabilitymask_issm: NumberValue | None
    """IsSM"""
    capabilitymask_noticesupported: NumberValue | None
    """NoticeSupported"""
    capabilitymask_trapsupported: NumberValue | None
    """TrapSupported"""
    capabilitymask_optionalipdsupported: NumberValue | None
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: NumberValue | None
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: NumberValue | None
    """SLMappingSupported"""
    capabilitymask_mkeynvram: NumberValue | None
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: NumberValue | None
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: NumberValue | None
    """LEDInfoSupported"""
    capabilitymask_smdisabled: NumberValue | None
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: NumberValue | None
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue | None
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: NumberValue | None
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: NumberValue | None
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: NumberValue | None
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: NumberValue | None
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: NumberValue | None
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: NumberValue | None
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: NumberValue | None
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: NumberValue | None
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: NumberValue | None
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: NumberValue | None
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: NumberValue | None
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: NumberValue | None
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: NumberValue | None
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: NumberValue | None
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue | None
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: NumberValue | None
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue | None
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: NumberValue | None
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: NumberValue | None
    """HierarchyInfoSupported"""
    diagcode: NumberValue | None
    """DiagCode"""
    m_keyleaseperiod: NumberValue | None
    """M_KeyLeasePeriod, in s"""
    localportnum: NumberValue | None
    """LocalPortNum"""
    linkwidthenabled: NumberValue | None
    """LinkWidthEnabled"""
    linkwidthsupported: NumberValue | None
    """LinkWidthSupported"""
    linkwidthactive: NumberValue | None
    """LinkWidthActive"""
    linkspeedsupported: NumberValue | None
    """LinkSpeedSupported"""
    portstate: NumberValue | None
    """PortState"""
    portphysicalstate: NumberValue | None
    """PortPhysicalState"""
    linkdowndefaultstate: NumberValue | None
    """LinkDownDefaultState"""
    m_keyprotectbits: NumberValue | None
    """M_KeyProtectBits"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    lmc: NumberValue | None
    """LMC"""
    linkspeedactive: NumberValue | None
    """LinkSpeedActive"""
    linkspeedenabled: NumberValue | None
    """LinkSpeedEnabled"""
    neighbormtu: NumberValue | None
    """NeighborMTU"""
    mastersmsl: NumberValue | None
    """MasterSMSL"""
    vlcap: NumberValue | None
    """VLCap"""
    inittype: NumberValue | None
    """InitType"""
    vlhighlimit: NumberValue | None
    """VLHighLimit"""
    vlarbitrationhighcap: NumberValue | None
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: NumberValue | None
    """VLArbitrationLowCap"""
    inittypereply: NumberValue | None
    """InitTypeReply"""
    mtucap: NumberValue | None
    """MTUCap"""
    vlstallcount: NumberValue | None
    """VLStallCount"""
    hoqlife: NumberValue | None
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: NumberValue | None
    """OperationalVLs"""
    partitionenforcementinbound: NumberValue | None
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: NumberValue | None
    """PartitionEnforcementOutbound"""
    filterrawinbound: NumberValue | None
    """FilterRawInbound"""
    filterrawoutbound: NumberValue | None
    """FilterRawOutbound"""
    m_keyviolations: NumberValue | None
    """M_KeyViolations"""
    p_keyviolations: NumberValue | None
    """P_KeyViolations"""
    q_keyviolations: NumberValue | None
    """Q_KeyViolations"""
    guidcap: NumberValue | None
    """GUIDCap"""
    clientreregister: NumberValue | None
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: NumberValue | None
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: NumberValue | None
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    resptimevalue: NumberValue | None
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: NumberValue | None
    """LocalPhyErrors"""
    overrunerrors: NumberValue | None
    """OverrunErrors"""
    maxcredithint: NumberValue | None
    """MaxCreditHint"""
    reserved2: NumberValue | None
    """Reserved (1 bit)"""
    linkspeedextactive2: NumberValue | None
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: NumberValue | None
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: NumberValue | None
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: NumberValue | None
    """LinkRoundTripLatency"""
    capabilitymask2: NumberValue | None
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: NumberValue | None
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: NumberValue | None
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: NumberValue | None
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: NumberValue | None
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: NumberValue | None
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: NumberValue | None
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue | None
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: NumberValue | None
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: NumberValue | None
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: NumberValue | None
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: NumberValue | None
    """LinkSpeedNDRSupported"""
    linkspeedextactive: NumberValue | None
    """LinkSpeedExtActive"""
    linkspeedextsupported: NumberValue | None
    """LinkSpeedExtSupported"""
    reserved3: NumberValue | None
    """Reserved (3 bits)"""
    linkspeedextenabled: NumberValue | None
    """LinkSpeedExtEnabled"""

class P_KeyTableValues(TypedDict, total=False):
    """P_KeyTable"""
    membershiptype: Iterable[NumberValue] | None
    """MembershipType"""
    p_keybase: Iterable[NumberValue] | None
    """P_KeyBase"""

class SLtoVLMappingTableValues(TypedDict, total=False):
    """SLtoVLMappingTable"""
    sltovlhighbits: Iterable[NumberValue] | None
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: Iterable[NumberValue] | None
    """VL of SL 1, 3, 5 …"""
    padding: BinaryValue | None
    """Reserved (448 bits)"""

class VLArbitrationTableValues(TypedDict, total=False):
    """VLArbitrationTable"""
    reserved: Iterable[NumberValue] | None
    """Reserved (4 bits)"""
    vl: Iterable[NumberValue] | None
    """VL"""
    weight: Iterable[NumberValue] | None
    """Weight"""

class LinearForwardingTableValues(TypedDict, total=False):
    """LinearForwardingTable"""
    port: Iterable[NumberValue] | None
    """Port: of the LID firstlid + row; 0xff: no path"""

class RandomForwardingTableValues(TypedDict, total=False):
    """RandomForwardingTable"""
    entrylid: Iterable[NumberValue] | None
    """LID"""
    valid: Iterable[NumberValue] | None
    """Valid"""
    lmc: Iterable[NumberValue] | None
    """LMC"""
    reserved: Iterable[NumberValue] | None
    """Reserved (4 bits)"""
    port: Iterable[NumberValue] | None
    """Port"""

class MulticastForwardingTableValues(TypedDict, total=False):
    """MulticastForwardingTable"""
    portmask: Iterable[NumberValue] | None
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""

class LinkSpeedWidthPairsTableValues(TypedDict, total=False):
    """LinkSpeedWidthPairsTable"""
    numtables: NumberValue | None
    """NumTables"""
    portmask: BinaryValue | None
    """PortMask"""
    speedtwofive: NumberValue | None
    """Speed 2.5 Gbps"""
    speedfive: NumberValue | None
    """Speed 5 Gbps"""
    speedten: NumberValue | None
    """Speed 10 Gbps"""
    padding: BinaryValue | None
    """Reserved (224 bits)"""

class SMInfoValues(TypedDict, total=False):
    """SMInfo"""
    guid: NumberValue | None
    """GUID"""
    sm_key: NumberValue | None
    """SM_Key"""
    actcount: NumberValue | None
    """ActCount"""
    priority: NumberValue | None
    """Priority"""
    smstate: NumberValue | None
    """SMState"""
    padding: BinaryValue | None
    """Reserved (344 bits)"""

class VendorDiagValues(TypedDict, total=False):
    """VendorDiag"""
    nextindex: NumberValue | None
    """NextIndex"""
    diagdata: BinaryValue | None
    """DiagData"""

class LedInfoValues(TypedDict, total=False):
    """LedInfo"""
    ledmask: NumberValue | None
    """LedMask"""
    reserved: NumberValue | None
    """Reserved (31 bits)"""
    padding: BinaryValue | None
    """Reserved (480 bits)"""

class PortInfoExtendedValues(TypedDict, total=False):
    """PortInfoExtended"""
    capmask: NumberValue | None
    """CapMask"""
    fecmodeactive: NumberValue | None
    """FECModeActive"""
    fdrfecmodesupported: NumberValue | None
    """FDRFECModeSupported"""
    fdrfecmodeenabled: NumberValue | None
    """FDRFECModeEnabled"""
    edrfecmodesupported: NumberValue | None
    """EDRFECModeSupported"""
    edrfecmodeenabled: NumberValue | None
    """EDRFECModeEnabled"""
    hdrfecmodesupported: NumberValue | None
    """HDRFECModeSupported"""
    hdrfecmodeenabled: NumberValue | None
    """HDRFECModeEnabled"""
    ndrfecmodesupported: NumberValue | None
    """NDRFECModeSupported"""
    ndrfecmodeenabled: NumberValue | None
    """NDRFECModeEnabled"""
    padding: BinaryValue | None
    """Reserved (336 bits)"""

class MlnxExtendedPortInfoValues(TypedDict, total=False):
    """MlnxExtendedPortInfo"""
    reserved0: NumberValue | None
    """Reserved (24 bits)"""
    statechangeenable: NumberValue | None
    """StateChangeEnable"""
    reserved1: NumberValue | None
    """Reserved (24 bits)"""
    linkspeedsupported: NumberValue | None
    """LinkSpeedSupported"""
    reserved2: NumberValue | None
    """Reserved (24 bits)"""
    linkspeedenabled: NumberValue | None
    """LinkSpeedEnabled"""
    reserved3: NumberValue | None
    """Reserved (24 bits)"""
    linkspeedactive: NumberValue | None
    """LinkSpeedActive"""
    padding: BinaryValue | None
    """Reserved (384 bits)"""

class SMPDataValues(TypedDict, total=False):
    """SMP Data"""
    smpdata: BinaryValue | None
    """SMP Data"""

class DirectedPathsValues(TypedDict, total=False):
    """Directed Route Paths"""
    initialpath: Iterable[NumberValue] | None
    """Initial Path: outgoing ports; the first is unused"""
    returnpath: Iterable[NumberValue] | None
    """Return Path: ports of arrival, for the way back"""

class InformInfoValues(TypedDict, total=False):
    """InformInfo"""
    gid: IPv6Value | None
    """GID"""
    lidrangebegin: NumberValue | None
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: NumberValue | None
    """LIDRangeEnd"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    isgeneric: NumberValue | None
    """IsGeneric"""
    subscribe: NumberValue | None
    """Subscribe"""
    type: NumberValue | None
    """Type"""
    trapnumberdeviceid: NumberValue | None
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: NumberValue | None
    """TrapNumber"""
    qpn: NumberValue | None
    """QPN"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    resptimevalue: NumberValue | None
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    producertypevendorid: NumberValue | None
    """ProducerType/VendorID"""
    producertype: NumberValue | None
    """ProducerType"""

class PortSamplesControlValues(TypedDict, total=False):
    """PortSamplesControl"""
    opcode: NumberValue | None
    """OpCode"""
    portselect: NumberValue | None
    """PortSelect"""
    tick: NumberValue | None
    """Tick"""
    reserved0: NumberValue | None
    """Reserved (5 bits)"""
    counterwidth: NumberValue | None
    """CounterWidth"""
    reserved1: NumberValue | None
    """Reserved (2 bits)"""
    countermask0: NumberValue | None
    """CounterMask0"""
    countermasks1to9: Iterable[NumberValue] | None
    """CounterMasks1to9"""
    reserved2: NumberValue | None
    """Reserved (1 bit)"""
    countermasks10to14: Iterable[NumberValue] | None
    """CounterMasks10to14"""
    samplemechanisms: NumberValue | None
    """SampleMechanisms"""
    reserved3: NumberValue | None
    """Reserved (6 bits)"""
    samplestatus: NumberValue | None
    """SampleStatus"""
    optionmask: NumberValue | None
    """OptionMask"""
    vendormask: NumberValue | None
    """VendorMask"""
    samplestart: NumberValue | None
    """SampleStart, in ticks"""
    sampleinterval: NumberValue | None
    """SampleInterval, in ticks"""
    tag: NumberValue | None
    """Tag"""
    counterselect: Iterable[NumberValue] | None
    """CounterSelect: what is sampled"""
    reserved4: NumberValue | None
    """Reserved (32 bits)"""
    samplesonlyoptionmask: NumberValue | None
    """SamplesOnlyOptionMask"""
    reserved5: BinaryValue | None
    """Reserved (896 bits)"""

class PortSamplesResultValues(TypedDict, total=False):
    """PortSamplesResult"""
    tag: NumberValue | None
    """Tag"""
    reserved: NumberValue | None
    """Reserved (14 bits)"""
    samplestatus: NumberValue | None
    """SampleStatus"""
    counter: Iterable[NumberValue] | None
    """Counter"""

class PortCountersValues(TypedDict, total=False):
    """Port Counters"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    counterselect_symbolerrorcounter: NumberValue | None
    """SymbolErrorCounter"""
    counterselect_linkerrorrecoverycounter: NumberValue | None
    """LinkErrorRecoveryCounter"""
    counterselect_linkdownedcounter: NumberValue | None
    """LinkDownedCounter"""
    counterselect_portrcverrors: NumberValue | None
    """PortRcvErrors"""
    counterselect_portrcvremotephysicalerrors: NumberValue | None
    """PortRcvRemotePhysicalErrors"""
    counterselect_portrcvswitchrelayerrors: NumberValue | None
    """PortRcvSwitchRelayErrors"""
    counterselect_portxmitdiscards: NumberValue | None
    """PortXmitDiscards"""
    counterselect_portxmitconstrainterrors: NumberValue | None
    """PortXmitConstraintErrors"""
    counterselect_portrcvconstrainterrors: NumberValue | None
    """PortRcvConstraintErrors"""
    counterselect_locallinkintegrityerrors: NumberValue | None
    """LocalLinkIntegrityErrors"""
    counterselect_excessivebufferoverrunerrors: NumberValue | None
    """ExcessiveBufferOverrunErrors"""
    counterselect_vl15dropped: NumberValue | None
    """VL15Dropped"""
    counterselect_portxmitdata: NumberValue | None
    """PortXmitData"""
    counterselect_portrcvdata: NumberValue | None
    """PortRcvData"""
    counterselect_portxmitpkts: NumberValue | None
    """PortXmitPkts"""
    counterselect_portrcvpkts: NumberValue | None
    """PortRcvPkts"""
    symbolerrorcounter: NumberValue | None
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: NumberValue | None
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: NumberValue | None
    """LinkDownedCounter"""
    portrcverrors: NumberValue | None
    """PortRcvErrors"""
    portrcvremotephysicalerrors: NumberValue | None
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: NumberValue | None
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: NumberValue | None
    """PortXmitDiscards"""
    portxmitconstrainterrors: NumberValue | None
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: NumberValue | None
    """PortRcvConstraintErrors"""
    counterselect2: NumberValue | None
    """CounterSelect2"""
    counterselect2_portxmitwait: NumberValue | None
    """PortXmitWait"""
    locallinkintegrityerrors: NumberValue | None
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: NumberValue | None
    """ExcessiveBufferOverrunErrors"""
    qp1dropped: NumberValue | None
    """QP1Dropped"""
    vl15dropped: NumberValue | None
    """VL15Dropped"""
    portxmitdata: NumberValue | None
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: NumberValue | None
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: NumberValue | None
    """PortXmitPkts, in packets"""
    portrcvpkts: NumberValue | None
    """PortRcvPkts, in packets"""
    portxmitwait: NumberValue | None
    """PortXmitWait: in which there was data to send and no credit, in ticks"""

class PortRcvErrorDetailsValues(TypedDict, total=False):
    """PortRcvErrorDetails"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portlocalphysicalerrors: NumberValue | None
    """PortLocalPhysicalErrors"""
    portmalformedpkterrors: NumberValue | None
    """PortMalformedPktErrors"""
    portbufferoverrunerrors: NumberValue | None
    """PortBufferOverrunErrors"""
    portdlidmappingerrors: NumberValue | None
    """PortDLIDMappingErrors"""
    portvlmappingerrors: NumberValue | None
    """PortVLMappingErrors"""
    portloopingerrors: NumberValue | None
    """PortLoopingErrors"""

class PortXmitDiscardDetailsValues(TypedDict, total=False):
    """PortXmitDiscardDetails"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portinactivediscards: NumberValue | None
    """PortInactiveDiscards"""
    portneighbormtudiscards: NumberValue | None
    """PortNeighborMTUDiscards"""
    portswlifetimelimitdiscards: NumberValue | None
    """PortSwLifetimeLimitDiscards"""
    portswhoqlifetimelimitdiscards: NumberValue | None
    """PortSwHOQLifetimeLimitDiscards"""

class PortOpRcvCountersValues(TypedDict, total=False):
    """PortOpRcvCounters"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portoprcvpkts: NumberValue | None
    """PortOpRcvPkts, in packets"""
    portoprcvdata: NumberValue | None
    """PortOpRcvData, in words of 4 bytes"""

class PortFlowCtlCountersValues(TypedDict, total=False):
    """PortFlowCtlCounters"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portxmitflowpkts: NumberValue | None
    """PortXmitFlowPkts, in packets"""
    portrcvflowpkts: NumberValue | None
    """PortRcvFlowPkts, in packets"""

class PortVLOpPacketsValues(TypedDict, total=False):
    """PortVLOpPackets"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portvloppackets: Iterable[NumberValue] | None
    """PortVLOpPackets: by VL, in packets"""

class PortVLOpDataValues(TypedDict, total=False):
    """PortVLOpData"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portvlopdata: Iterable[NumberValue] | None
    """PortVLOpData: by VL, in words of 4 bytes"""

class PortVLXmitFlowCtlUpdateErrorsValues(TypedDict, total=False):
    """PortVLXmitFlowCtlUpdateErrors"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portvlxmitflowctlupdateerrors: Iterable[NumberValue] | None
    """PortVLXmitFlowCtlUpdateErrors: by VL"""

class PortVLXmitWaitCountersValues(TypedDict, total=False):
    """PortVLXmitWaitCounters"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portvlxmitwait: Iterable[NumberValue] | None
    """PortVLXmitWait: by VL, in ticks"""

class PortCountersExtendedValues(TypedDict, total=False):
    """Port Counters Extended"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    counterselect_portxmitdata: NumberValue | None
    """PortXmitData"""
    counterselect_portrcvdata: NumberValue | None
    """PortRcvData"""
    counterselect_portxmitpkts: NumberValue | None
    """PortXmitPkts"""
    counterselect_portrcvpkts: NumberValue | None
    """PortRcvPkts"""
    counterselect_portunicastxmitpkts: NumberValue | None
    """PortUnicastXmitPkts"""
    counterselect_portunicastrcvpkts: NumberValue | None
    """PortUnicastRcvPkts"""
    counterselect_portmulticastxmitpkts: NumberValue | None
    """PortMulticastXmitPkts"""
    counterselect_portmulticastrcvpkts: NumberValue | None
    """PortMulticastRcvPkts"""
    counterselect2: NumberValue | None
    """CounterSelect2"""
    portxmitdata: NumberValue | None
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: NumberValue | None
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: NumberValue | None
    """PortXmitPkts, in packets"""
    portrcvpkts: NumberValue | None
    """PortRcvPkts, in packets"""
    portunicastxmitpkts: NumberValue | None
    """PortUnicastXmitPkts, in packets"""
    portunicastrcvpkts: NumberValue | None
    """PortUnicastRcvPkts, in packets"""
    portmulticastxmitpkts: NumberValue | None
    """PortMulticastXmitPkts, in packets"""
    portmulticastrcvpkts: NumberValue | None
    """PortMulticastRcvPkts, in packets"""
    symbolerrorcounter: NumberValue | None
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: NumberValue | None
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: NumberValue | None
    """LinkDownedCounter"""
    portrcverrors: NumberValue | None
    """PortRcvErrors"""
    portrcvremotephysicalerrors: NumberValue | None
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: NumberValue | None
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: NumberValue | None
    """PortXmitDiscards"""
    portxmitconstrainterrors: NumberValue | None
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: NumberValue | None
    """PortRcvConstraintErrors"""
    locallinkintegrityerrors: NumberValue | None
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: NumberValue | None
    """ExcessiveBufferOverrunErrors"""
    vl15dropped: NumberValue | None
    """VL15Dropped"""
    portxmitwait: NumberValue | None
    """PortXmitWait, in ticks"""
    qp1dropped: NumberValue | None
    """QP1Dropped"""

class PortSamplesResultExtendedValues(TypedDict, total=False):
    """PortSamplesResultExtended"""
    tag: NumberValue | None
    """Tag"""
    reserved0: NumberValue | None
    """Reserved (14 bits)"""
    samplestatus: NumberValue | None
    """SampleStatus"""
    extendedwidth: NumberValue | None
    """ExtendedWidth"""
    reserved1: NumberValue | None
    """Reserved (30 bits)"""
    counter: Iterable[NumberValue] | None
    """Counter"""

class PortExtendedSpeedsCountersValues(TypedDict, total=False):
    """PortExtendedSpeedsCounters"""
    reserved0: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    reserved1: NumberValue | None
    """Reserved (48 bits)"""
    counterselect: NumberValue | None
    """CounterSelect"""
    syncheadererrorcounter: NumberValue | None
    """SyncHeaderErrorCounter"""
    unknownblockcounter: NumberValue | None
    """UnknownBlockCounter"""
    errordetectioncounterlane: Iterable[NumberValue] | None
    """ErrorDetectionCounterLane"""
    feccorrectableblockctrlane: Iterable[NumberValue] | None
    """FECCorrectableBlockCtrLane"""
    fecuncorrectableblockctrlane: Iterable[NumberValue] | None
    """FECUncorrectableBlockCtrLane"""
    portfeccorrectableblockctr: NumberValue | None
    """PortFECCorrectableBlockCtr"""
    portfecuncorrectableblockctr: NumberValue | None
    """PortFECUncorrectableBlockCtr"""
    portfeccorrectedsymbolctr: NumberValue | None
    """PortFECCorrectedSymbolCtr"""

class SwPortVLCongestionValues(TypedDict, total=False):
    """SwPortVLCongestion"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    swportvlcongestion: Iterable[NumberValue] | None
    """SWPortVLCongestion: by VL"""

class PortRcvConCtrlValues(TypedDict, total=False):
    """PortRcvConCtrl"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portpktrcvfecn: NumberValue | None
    """PortPktRcvFECN, in packets"""
    portpktrcvbecn: NumberValue | None
    """PortPktRcvBECN, in packets"""

class PortSLRcvFECNValues(TypedDict, total=False):
    """PortSLRcvFECN"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portslrcvfecn: Iterable[NumberValue] | None
    """PortSLRcvFECN: by SL, in packets"""

class PortSLRcvBECNValues(TypedDict, total=False):
    """PortSLRcvBECN"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portslrcvbecn: Iterable[NumberValue] | None
    """PortSLRcvBECN: by SL, in packets"""

class PortXmitConCtrlValues(TypedDict, total=False):
    """PortXmitConCtrl"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portxmittimecong: NumberValue | None
    """PortXmitTimeCong, in ticks"""

class PortVLXmitTimeCongValues(TypedDict, total=False):
    """PortVLXmitTimeCong"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    portvlxmittimecong: Iterable[NumberValue] | None
    """PortVLXmitTimeCong: by VL, in ticks"""

class PortXmitDataSLValues(TypedDict, total=False):
    """PortXmitDataSL"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    xmtdatasl: Iterable[NumberValue] | None
    """XmtDataSL: by SL, in words of 4 bytes"""

class PortRcvDataSLValues(TypedDict, total=False):
    """PortRcvDataSL"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    portselect: NumberValue | None
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue | None
    """CounterSelect"""
    rcvdatasl: Iterable[NumberValue] | None
    """RcvDataSL: by SL, in words of 4 bytes"""

class PerfDataValues(TypedDict, total=False):
    """Performance Management Data"""
    performancedata: BinaryValue | None
    """PerformanceData"""

class IOUnitInfoValues(TypedDict, total=False):
    """IOUnitInfo"""
    changeid: NumberValue | None
    """ChangeID"""
    maxcontrollers: NumberValue | None
    """MaxControllers"""
    optionrom: NumberValue | None
    """OptionROM"""
    diagdeviceid: NumberValue | None
    """DiagDeviceID"""
    reserved: NumberValue | None
    """Reserved (6 bits)"""
    controllerlist: Iterable[NumberValue] | None
    """Controller: from slot 1"""

class IOControllerProfileValues(TypedDict, total=False):
    """IOControllerProfile"""
    guid: NumberValue | None
    """GUID"""
    vendorid: NumberValue | None
    """VendorID"""
    reserved0: NumberValue | None
    """Reserved (8 bits)"""
    deviceid: NumberValue | None
    """DeviceID"""
    deviceversion: NumberValue | None
    """DeviceVersion"""
    reserved1: NumberValue | None
    """Reserved (16 bits)"""
    subsystemvendorid: NumberValue | None
    """SubsystemVendorID"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    subsystemid: NumberValue | None
    """SubsystemID"""
    ioclass: NumberValue | None
    """IOClass"""
    iosubclass: NumberValue | None
    """IOSubclass"""
    protocol: NumberValue | None
    """Protocol"""
    protocolversion: NumberValue | None
    """ProtocolVersion"""
    serviceconnections: NumberValue | None
    """ServiceConnections"""
    initiatorssupported: NumberValue | None
    """InitiatorsSupported"""
    sendmessagequeuedepth: NumberValue | None
    """SendMessageQueueDepth"""
    reserved3: NumberValue | None
    """Reserved (8 bits)"""
    rdmareadqueuedepth: NumberValue | None
    """RDMAReadQueueDepth"""
    sendmessagesize: NumberValue | None
    """SendMessageSize, in bytes"""
    rdmatransfersize: NumberValue | None
    """RDMATransferSize, in bytes"""
    controlleroperationscapabilitymask: NumberValue | None
    """ControllerOperationsCapabilityMask: send, RDMA READ, RDMA WRITE, atomic; to (T) and from (F) the controller"""
    controlleroperationscapabilitymask_st: NumberValue | None
    """ST"""
    controlleroperationscapabilitymask_sf: NumberValue | None
    """SF"""
    controlleroperationscapabilitymask_rt: NumberValue | None
    """RT"""
    controlleroperationscapabilitymask_rf: NumberValue | None
    """RF"""
    controlleroperationscapabilitymask_wt: NumberValue | None
    """WT"""
    controlleroperationscapabilitymask_wf: NumberValue | None
    """WF"""
    controlleroperationscapabilitymask_at: NumberValue | None
    """AT"""
    controlleroperationscapabilitymask_af: NumberValue | None
    """AF"""
    controllerservicescapabilitymask: NumberValue | None
    """ControllerServicesCapabilityMask"""
    serviceentries: NumberValue | None
    """ServiceEntries"""
    reserved4: BinaryValue | None
    """Reserved (72 bits)"""
    idstring: BinaryValue | None
    """IDString"""

class ServiceEntriesValues(TypedDict, total=False):
    """ServiceEntries"""
    servicename: Iterable[BinaryValue] | None
    """ServiceName"""
    serviceid: Iterable[NumberValue] | None
    """ServiceID"""

class DevDataValues(TypedDict, total=False):
    """Device Management Data"""
    devicemanagementdata: BinaryValue | None
    """DeviceManagementData"""

class BMDataValues(TypedDict, total=False):
    """Baseboard Management Data"""
    basebdmgtdata: BinaryValue | None
    """BasebdMgtData"""

class CongestionLogValues(TypedDict, total=False):
    """CongestionLog"""
    logtype: NumberValue | None
    """LogType"""
    congestionflags: NumberValue | None
    """CongestionFlags"""

class CCLogDataValues(TypedDict, total=False):
    """Congestion Control, Log Data"""
    congestionlogdata: BinaryValue | None
    """CongestionLogData: only the log uses it"""

class CongestionInfoValues(TypedDict, total=False):
    """CongestionInfo"""
    congestioninfo: NumberValue | None
    """CongestionInfo"""
    controltablecap: NumberValue | None
    """ControlTableCap, in blocks of 64 entries"""

class CongestionKeyInfoValues(TypedDict, total=False):
    """CongestionKeyInfo"""
    cc_key: NumberValue | None
    """CC_Key"""
    cc_keyprotectbit: NumberValue | None
    """CC_KeyProtectBit"""
    reserved: NumberValue | None
    """Reserved (15 bits)"""
    cc_keyleaseperiod: NumberValue | None
    """CC_KeyLeasePeriod, in s"""
    cc_keyviolations: NumberValue | None
    """CC_KeyViolations"""

class SwitchCongestionSettingValues(TypedDict, total=False):
    """SwitchCongestionSetting"""
    control_map: NumberValue | None
    """Control_Map"""
    victim_mask: BinaryValue | None
    """Victim_Mask: a bit for each port"""
    credit_mask: BinaryValue | None
    """Credit_Mask: a bit for each port"""
    threshold: NumberValue | None
    """Threshold"""
    reserved0: NumberValue | None
    """Reserved (4 bits)"""
    packet_size: NumberValue | None
    """Packet_Size, in 64 bytes"""
    cs_threshold: NumberValue | None
    """CS_Threshold"""
    reserved1: NumberValue | None
    """Reserved (12 bits)"""
    cs_returndelay: NumberValue | None
    """CS_ReturnDelay"""
    marking_rate: NumberValue | None
    """Marking_Rate: sent, on average, between two that are marked, in packets"""

class SwitchPortCongestionSettingValues(TypedDict, total=False):
    """SwitchPortCongestionSetting"""
    valid: Iterable[NumberValue] | None
    """Valid"""
    control_type: Iterable[NumberValue] | None
    """Control_Type"""
    reserved: Iterable[NumberValue] | None
    """Reserved (2 bits)"""
    threshold: Iterable[NumberValue] | None
    """Threshold"""
    packet_size: Iterable[NumberValue] | None
    """Packet_Size"""
    cong_parm_marking_rate: Iterable[NumberValue] | None
    """Cong_Parm_Marking_Rate"""

class CACongestionSettingValues(TypedDict, total=False):
    """CACongestionSetting"""
    port_control: NumberValue | None
    """Port_Control"""
    control_map: NumberValue | None
    """Control_Map"""
    ccti_timer: Iterable[NumberValue] | None
    """CCTI_Timer, in 1.024 µs"""
    ccti_increase: Iterable[NumberValue] | None
    """CCTI_Increase"""
    trigger_threshold: Iterable[NumberValue] | None
    """Trigger_Threshold"""
    ccti_min: Iterable[NumberValue] | None
    """CCTI_Min"""
    reserved: Iterable[NumberValue] | None
    """Reserved (24 bits)"""

class CongestionControlTableValues(TypedDict, total=False):
    """CongestionControlTable"""
    ccti_limit: NumberValue | None
    """CCTI_Limit"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    cct_shift: Iterable[NumberValue] | None
    """CCT_Shift"""
    cct_multiplier: Iterable[NumberValue] | None
    """CCT_Multiplier"""

class TimeStampValues(TypedDict, total=False):
    """TimeStamp"""
    timestamp: NumberValue | None
    """Timestamp"""

class CCDataValues(TypedDict, total=False):
    """Congestion Control, Management Data"""
    congestionmgtdata: BinaryValue | None
    """CongestionMgtData"""

class CongestionLogSwitchValues(TypedDict, total=False):
    """CongestionLog of a Switch"""
    logeventscounter: NumberValue | None
    """LogEventsCounter"""
    currenttimestamp: NumberValue | None
    """CurrentTimeStamp"""
    portmap: BinaryValue | None
    """PortMap: a bit for each port that has marked packets"""
    slid: Iterable[NumberValue] | None
    """SLID"""
    dlid: Iterable[NumberValue] | None
    """DLID"""
    sl: Iterable[NumberValue] | None
    """SL"""
    reserved: Iterable[NumberValue] | None
    """Reserved (28 bits)"""
    timestamp: Iterable[NumberValue] | None
    """Timestamp"""

class CongestionLogCAValues(TypedDict, total=False):
    """CongestionLog of a Channel Adapter"""
    thresholdeventcounter: NumberValue | None
    """ThresholdEventCounter"""
    thresholdcongestioneventmap: NumberValue | None
    """ThresholdCongestionEventMap"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    currenttimestamp: NumberValue | None
    """CurrentTimeStamp"""
    local_qp_cn_entry: Iterable[NumberValue] | None
    """Local_QP_CN_Entry"""
    sl_cn_entry: Iterable[NumberValue] | None
    """SL_CN_Entry"""
    service_type_cn_entry: Iterable[NumberValue] | None
    """Service_Type_CN_Entry"""
    remote_qp_number_cn_entry: Iterable[NumberValue] | None
    """Remote_QP_Number_CN_Entry"""
    reserved1: Iterable[NumberValue] | None
    """Reserved (8 bits)"""
    local_lid_cn: Iterable[NumberValue] | None
    """Local_LID_CN"""
    remote_lid_cn_entry: Iterable[NumberValue] | None
    """Remote_LID_CN_Entry"""
    timestamp_cn_entry: Iterable[NumberValue] | None
    """Timestamp_CN_Entry"""

class IPCMValues(TypedDict, total=False):
    """RDMA IP CM Service"""
    majv: NumberValue | None
    """Major Version"""
    minv: NumberValue | None
    """Minor Version"""
    ipv: NumberValue | None
    """IP Version"""
    reserved: NumberValue | None
    """Reserved (4 bits)"""
    sport: NumberValue | None
    """Source Port"""

class REQPrivateValues(TypedDict, total=False):
    """REQ Private Data"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class SIDRPrivateValues(TypedDict, total=False):
    """SIDR_REQ Private Data"""
    private: BinaryValue | None
    """PrivateData: what the consumers tell each other"""

class IPCM4Values(TypedDict, total=False):
    """RDMA IP CM Service, IPv4 Addresses"""
    reserved0: BinaryValue | None
    """Reserved (96 bits)"""
    sip4: IPv4Value | None
    """Source IP"""
    reserved1: BinaryValue | None
    """Reserved (96 bits)"""
    dip4: IPv4Value | None
    """Destination IP"""

class IPCM6Values(TypedDict, total=False):
    """RDMA IP CM Service, IPv6 Addresses"""
    sip6: IPv6Value | None
    """Source IP"""
    dip6: IPv6Value | None
    """Destination IP"""

class IPCMPrivateValues(TypedDict, total=False):
    """REQ Consumer Private Data"""
    private: BinaryValue | None
    """IP CM Consumer PrivateData: what the consumers tell each other"""

class SIDRIPCMPrivateValues(TypedDict, total=False):
    """SIDR_REQ Consumer Private Data"""
    private: BinaryValue | None
    """IP CM Consumer PrivateData: what the consumers tell each other"""

class NodeRecordValues(TypedDict, total=False):
    """NodeRecord"""
    lid: NumberValue | None
    """LID"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    baseversion: NumberValue | None
    """BaseVersion"""
    classversion: NumberValue | None
    """ClassVersion"""
    nodetype: NumberValue | None
    """NodeType"""
    numports: NumberValue | None
    """NumPorts"""
    systemimageguid: NumberValue | None
    """SystemImageGUID"""
    nodeguid: NumberValue | None
    """NodeGUID"""
    portguid: NumberValue | None
    """PortGUID"""
    partitioncap: NumberValue | None
    """PartitionCap"""
    deviceid: NumberValue | None
    """DeviceID"""
    revision: NumberValue | None
    """Revision"""
    localportnum: NumberValue | None
    """LocalPortNum"""
    vendorid: NumberValue | None
    """VendorID"""
    nodestring: BinaryValue | None
    """NodeString"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class PortInfoRecordValues(TypedDict, total=False):
    """PortInfoRecord"""
    endportlid: NumberValue | None
    """EndportLID"""
    portnum: NumberValue | None
    """PortNum"""
    options: NumberValue | None
    """Options"""
    m_key: NumberValue | None
    """M_Key"""
    gidprefix: NumberValue | None
    """GidPrefix"""
    lid: NumberValue | None
    """LID"""
    mastersmlid: NumberValue | None
    """MasterSMLID"""
    capabilitymask: NumberValue | None
    """CapabilityMask"""
    capabilitymask_issm: NumberValue | None
    """IsSM"""
    capabilitymask_noticesupported: NumberValue | None
    """NoticeSupported"""
    capabilitymask_trapsupported: NumberValue | None
    """TrapSupported"""
    capabilitymask_optionalipdsupported: NumberValue | None
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: NumberValue | None
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: NumberValue | None
    """SLMappingSupported"""
    capabilitymask_mkeynvram: NumberValue | None
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: NumberValue | None
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: NumberValue | None
    """LEDInfoSupported"""
    capabilitymask_smdisabled: NumberValue | None
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: NumberValue | None
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue | None
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: NumberValue | None
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: NumberValue | None
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: NumberValue | None
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: NumberValue | None
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: NumberValue | None
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: NumberValue | None
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: NumberValue | None
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: NumberValue | None
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: NumberValue | None
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: NumberValue | None
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: NumberValue | None
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: NumberValue | None
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: NumberValue | None
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: NumberValue | None
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue | None
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: NumberValue | None
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue | None
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: NumberValue | None
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: NumberValue | None
    """HierarchyInfoSupported"""
    diagcode: NumberValue | None
    """DiagCode"""
    m_keyleaseperiod: NumberValue | None
    """M_KeyLeasePeriod, in s"""
    localportnum: NumberValue | None
    """LocalPortNum"""
    linkwidthenabled: NumberValue | None
    """LinkWidthEnabled"""
    linkwidthsupported: NumberValue | None
    """LinkWidthSupported"""
    linkwidthactive: NumberValue | None
    """LinkWidthActive"""
    linkspeedsupported: NumberValue | None
    """LinkSpeedSupported"""
    portstate: NumberValue | None
    """PortState"""
    portphysicalstate: NumberValue | None
    """PortPhysicalState"""
    linkdowndefaultstate: NumberValue | None
    """LinkDownDefaultState"""
    m_keyprotectbits: NumberValue | None
    """M_KeyProtectBits"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    lmc: NumberValue | None
    """LMC"""
    linkspeedactive: NumberValue | None
    """LinkSpeedActive"""
    linkspeedenabled: NumberValue | None
    """LinkSpeedEnabled"""
    neighbormtu: NumberValue | None
    """NeighborMTU"""
    mastersmsl: NumberValue | None
    """MasterSMSL"""
    vlcap: NumberValue | None
    """VLCap"""
    inittype: NumberValue | None
    """InitType"""
    vlhighlimit: NumberValue | None
    """VLHighLimit"""
    vlarbitrationhighcap: NumberValue | None
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: NumberValue | None
    """VLArbitrationLowCap"""
    inittypereply: NumberValue | None
    """InitTypeReply"""
    mtucap: NumberValue | None
    """MTUCap"""
    vlstallcount: NumberValue | None
    """VLStallCount"""
    hoqlife: NumberValue | None
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: NumberValue | None
    """OperationalVLs"""
    partitionenforcementinbound: NumberValue | None
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: NumberValue | None
    """PartitionEnforcementOutbound"""
    filterrawinbound: NumberValue | None
    """FilterRawInbound"""
    filterrawoutbound: NumberValue | None
    """FilterRawOutbound"""
    m_keyviolations: NumberValue | None
    """M_KeyViolations"""
    p_keyviolations: NumberValue | None
    """P_KeyViolations"""
    q_keyviolations: NumberValue | None
    """Q_KeyViolations"""
    guidcap: NumberValue | None
    """GUIDCap"""
    clientreregister: NumberValue | None
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: NumberValue | None
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: NumberValue | None
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    resptimevalue: NumberValue | None
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: NumberValue | None
    """LocalPhyErrors"""
    overrunerrors: NumberValue | None
    """OverrunErrors"""
    maxcredithint: NumberValue | None
    """MaxCreditHint"""
    reserved2: NumberValue | None
    """Reserved (1 bit)"""
    linkspeedextactive2: NumberValue | None
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: NumberValue | None
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: NumberValue | None
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: NumberValue | None
    """LinkRoundTripLatency"""
    capabilitymask2: NumberValue | None
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: NumberValue | None
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: NumberValue | None
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: NumberValue | None
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: NumberValue | None
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: NumberValue | None
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: NumberValue | None
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue | None
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: NumberValue | None
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: NumberValue | None
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: NumberValue | None
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: NumberValue | None
    """LinkSpeedNDRSupported"""
    linkspeedextactive: NumberValue | None
    """LinkSpeedExtActive"""
    linkspeedextsupported: NumberValue | None
    """LinkSpeedExtSupported"""
    reserved3: NumberValue | None
    """Reserved (3 bits)"""
    linkspeedextenabled: NumberValue | None
    """LinkSpeedExtEnabled"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SLtoVLMappingTableRecordValues(TypedDict, total=False):
    """SLtoVLMappingTableRecord"""
    lid: NumberValue | None
    """LID"""
    inputportnum: NumberValue | None
    """InputPortNum"""
    outputportnum: NumberValue | None
    """OutputPortNum"""
    reserved: NumberValue | None
    """Reserved (32 bits)"""
    sltovlhighbits: Iterable[NumberValue] | None
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: Iterable[NumberValue] | None
    """VL of SL 1, 3, 5 …"""

class SwitchInfoRecordValues(TypedDict, total=False):
    """SwitchInfoRecord"""
    lid: NumberValue | None
    """LID"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    linearfdbcap: NumberValue | None
    """LinearFDBCap"""
    randomfdbcap: NumberValue | None
    """RandomFDBCap"""
    multicastfdbcap: NumberValue | None
    """MulticastFDBCap"""
    linearfdbtop: NumberValue | None
    """LinearFDBTop"""
    defaultport: NumberValue | None
    """DefaultPort"""
    defaultmulticastprimaryport: NumberValue | None
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: NumberValue | None
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: NumberValue | None
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: NumberValue | None
    """PortStateChange"""
    optimizedsltovlmappingprogramming: NumberValue | None
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: NumberValue | None
    """LIDsPerPort"""
    partitionenforcementcap: NumberValue | None
    """PartitionEnforcementCap"""
    inboundenforcementcap: NumberValue | None
    """InboundEnforcementCap"""
    outboundenforcementcap: NumberValue | None
    """OutboundEnforcementCap"""
    filterrawinboundcap: NumberValue | None
    """FilterRawInboundCap"""
    filterrawoutboundcap: NumberValue | None
    """FilterRawOutboundCap"""
    enhancedport0: NumberValue | None
    """EnhancedPort0"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    multicastfdbtop: NumberValue | None
    """MulticastFDBTop"""

class LinearForwardingTableRecordValues(TypedDict, total=False):
    """LinearForwardingTableRecord"""
    lid: NumberValue | None
    """LID"""
    blocknum: NumberValue | None
    """BlockNum"""
    reserved: NumberValue | None
    """Reserved (32 bits)"""
    port: Iterable[NumberValue] | None
    """Port: of the LID firstlid + row; 0xff: no path"""

class RandomForwardingTableRecordValues(TypedDict, total=False):
    """RandomForwardingTableRecord"""
    lid: NumberValue | None
    """LID"""
    blocknum: NumberValue | None
    """BlockNum"""
    reserved0: NumberValue | None
    """Reserved (32 bits)"""
    entrylid: Iterable[NumberValue] | None
    """LID"""
    valid: Iterable[NumberValue] | None
    """Valid"""
    lmc: Iterable[NumberValue] | None
    """LMC"""
    reserved: Iterable[NumberValue] | None
    """Reserved (4 bits)"""
    port: Iterable[NumberValue] | None
    """Port"""

class MulticastForwardingTableRecordValues(TypedDict, total=False):
    """MulticastForwardingTableRecord"""
    lid: NumberValue | None
    """LID"""
    position: NumberValue | None
    """Position: 16 ports each"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    blocknum: NumberValue | None
    """BlockNum"""
    reserved1: NumberValue | None
    """Reserved (32 bits)"""
    portmask: Iterable[NumberValue] | None
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""

class SMInfoRecordValues(TypedDict, total=False):
    """SMInfoRecord"""
    lid: NumberValue | None
    """LID"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    guid: NumberValue | None
    """GUID"""
    sm_key: NumberValue | None
    """SM_Key"""
    actcount: NumberValue | None
    """ActCount"""
    priority: NumberValue | None
    """Priority"""
    smstate: NumberValue | None
    """SMState"""
    padding: NumberValue | None
    """Reserved (56 bits)"""

class LinkRecordValues(TypedDict, total=False):
    """LinkRecord"""
    fromlid: NumberValue | None
    """FromLID"""
    fromport: NumberValue | None
    """FromPort"""
    toport: NumberValue | None
    """ToPort"""
    tolid: NumberValue | None
    """ToLID"""
    padding: NumberValue | None
    """Reserved (16 bits)"""

class GUIDInfoRecordValues(TypedDict, total=False):
    """GUIDInfoRecord"""
    lid: NumberValue | None
    """LID"""
    blocknum: NumberValue | None
    """BlockNum"""
    reserved0: NumberValue | None
    """Reserved (8 bits)"""
    reserved1: NumberValue | None
    """Reserved (32 bits)"""
    guid: Iterable[NumberValue] | None
    """GUID"""

class ServiceRecordValues(TypedDict, total=False):
    """ServiceRecord"""
    serviceid: NumberValue | None
    """ServiceID"""
    servicegid: IPv6Value | None
    """ServiceGID"""
    servicep_key: NumberValue | None
    """ServiceP_Key"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    servicelease: NumberValue | None
    """ServiceLease: 0xffffffff: infinite, in s"""
    servicekey: BinaryValue | None
    """ServiceKey"""
    servicename: BinaryValue | None
    """ServiceName"""
    servicedata8: Iterable[NumberValue] | None
    """ServiceData8"""
    servicedata16: Iterable[NumberValue] | None
    """ServiceData16"""
    servicedata32: Iterable[NumberValue] | None
    """ServiceData32"""
    servicedata64: Iterable[NumberValue] | None
    """ServiceData64"""

class P_KeyTableRecordValues(TypedDict, total=False):
    """P_KeyTableRecord"""
    lid: NumberValue | None
    """LID"""
    blocknum: NumberValue | None
    """BlockNum"""
    portnum: NumberValue | None
    """PortNum"""
    reserved: NumberValue | None
    """Reserved (24 bits)"""
    membershiptype: Iterable[NumberValue] | None
    """MembershipType"""
    p_keybase: Iterable[NumberValue] | None
    """P_KeyBase"""

class PathRecordValues(TypedDict, total=False):
    """PathRecord"""
    serviceid: NumberValue | None
    """ServiceID"""
    dgid: IPv6Value | None
    """DGID"""
    sgid: IPv6Value | None
    """SGID"""
    dlid: NumberValue | None
    """DLID"""
    slid: NumberValue | None
    """SLID"""
    rawtraffic: NumberValue | None
    """RawTraffic"""
    reserved0: NumberValue | None
    """Reserved (3 bits)"""
    flowlabel: NumberValue | None
    """FlowLabel"""
    hoplimit: NumberValue | None
    """HopLimit"""
    tclass: NumberValue | None
    """TClass"""
    reversible: NumberValue | None
    """Reversible"""
    numbpath: NumberValue | None
    """NumbPath"""
    p_key: NumberValue | None
    """P_Key"""
    qosclass: NumberValue | None
    """QoSClass"""
    sl: NumberValue | None
    """SL"""
    mtuselector: NumberValue | None
    """MTUSelector"""
    mtu: NumberValue | None
    """MTU"""
    rateselector: NumberValue | None
    """RateSelector"""
    rate: NumberValue | None
    """Rate"""
    packetlifetimeselector: NumberValue | None
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue | None
    """PacketLifeTime: 4.096 µs × 2^n"""
    preference: NumberValue | None
    """Preference"""
    reserved1: NumberValue | None
    """Reserved (48 bits)"""

class VLArbitrationTableRecordValues(TypedDict, total=False):
    """VLArbitrationTableRecord"""
    lid: NumberValue | None
    """LID"""
    outputportnum: NumberValue | None
    """OutputPortNum"""
    blocknum: NumberValue | None
    """BlockNum"""
    reserved0: NumberValue | None
    """Reserved (32 bits)"""
    reserved: Iterable[NumberValue] | None
    """Reserved (4 bits)"""
    vl: Iterable[NumberValue] | None
    """VL"""
    weight: Iterable[NumberValue] | None
    """Weight"""

class MCMemberRecordValues(TypedDict, total=False):
    """MCMemberRecord"""
    mgid: IPv6Value | None
    """MGID"""
    portgid: IPv6Value | None
    """PortGID"""
    q_key: NumberValue | None
    """Q_Key"""
    mlid: NumberValue | None
    """MLID"""
    mtuselector: NumberValue | None
    """MTUSelector"""
    mtu: NumberValue | None
    """MTU"""
    tclass: NumberValue | None
    """TClass"""
    p_key: NumberValue | None
    """P_Key"""
    rateselector: NumberValue | None
    """RateSelector"""
    rate: NumberValue | None
    """Rate"""
    packetlifetimeselector: NumberValue | None
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue | None
    """PacketLifeTime: 4.096 µs × 2^n"""
    sl: NumberValue | None
    """SL"""
    flowlabel: NumberValue | None
    """FlowLabel"""
    hoplimit: NumberValue | None
    """HopLimit"""
    scope: NumberValue | None
    """Scope"""
    joinstate: NumberValue | None
    """JoinState"""
    joinstate_fullmember: NumberValue | None
    """FullMember"""
    joinstate_nonmember: NumberValue | None
    """NonMember"""
    joinstate_sendonlynonmember: NumberValue | None
    """SendOnlyNonMember"""
    joinstate_sendonlyfullmember: NumberValue | None
    """SendOnlyFullMember"""
    proxyjoin: NumberValue | None
    """ProxyJoin"""
    reserved: NumberValue | None
    """Reserved (23 bits)"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class TraceRecordValues(TypedDict, total=False):
    """TraceRecord"""
    gidprefix: NumberValue | None
    """GidPrefix"""
    idgeneration: NumberValue | None
    """IDGeneration"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    nodetype: NumberValue | None
    """NodeType"""
    nodeid: NumberValue | None
    """NodeID"""
    chassisid: NumberValue | None
    """ChassisID"""
    entryportid: NumberValue | None
    """EntryPortID"""
    exitportid: NumberValue | None
    """ExitPortID"""
    entryport: NumberValue | None
    """EntryPort"""
    exitport: NumberValue | None
    """ExitPort"""
    padding: NumberValue | None
    """Reserved (16 bits)"""

class ServiceAssociationRecordValues(TypedDict, total=False):
    """ServiceAssociationRecord"""
    servicekey: BinaryValue | None
    """ServiceKey"""
    servicename: BinaryValue | None
    """ServiceName"""

class InformInfoRecordValues(TypedDict, total=False):
    """InformInfoRecord"""
    subscribergid: IPv6Value | None
    """SubscriberGID"""
    enum: NumberValue | None
    """Enum"""
    reserved: NumberValue | None
    """Reserved (48 bits)"""
    gid: IPv6Value | None
    """GID"""
    lidrangebegin: NumberValue | None
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: NumberValue | None
    """LIDRangeEnd"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    isgeneric: NumberValue | None
    """IsGeneric"""
    subscribe: NumberValue | None
    """Subscribe"""
    type: NumberValue | None
    """Type"""
    trapnumberdeviceid: NumberValue | None
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: NumberValue | None
    """TrapNumber"""
    qpn: NumberValue | None
    """QPN"""
    reserved1: NumberValue | None
    """Reserved (3 bits)"""
    resptimevalue: NumberValue | None
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    producertypevendorid: NumberValue | None
    """ProducerType/VendorID"""
    producertype: NumberValue | None
    """ProducerType"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class MultiPathRecordValues(TypedDict, total=False):
    """MultiPathRecord"""
    rawtraffic: NumberValue | None
    """RawTraffic"""
    reserved: NumberValue | None
    """Reserved (3 bits)"""
    flowlabel: NumberValue | None
    """FlowLabel"""
    hoplimit: NumberValue | None
    """HopLimit"""
    tclass: NumberValue | None
    """TClass"""
    reversible: NumberValue | None
    """Reversible"""
    numbpath: NumberValue | None
    """NumbPath"""
    p_key: NumberValue | None
    """P_Key"""
    qosclass: NumberValue | None
    """QoSClass"""
    sl: NumberValue | None
    """SL"""
    mtuselector: NumberValue | None
    """MTUSelector"""
    mtu: NumberValue | None
    """MTU"""
    rateselector: NumberValue | None
    """RateSelector"""
    rate: NumberValue | None
    """Rate"""
    packetlifetimeselector: NumberValue | None
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue | None
    """PacketLifeTime: 4.096 µs × 2^n"""
    serviceid8msb: NumberValue | None
    """ServiceID8MSB"""
    independenceselector: NumberValue | None
    """IndependenceSelector"""
    gidscope: NumberValue | None
    """GIDScope"""
    sgidcount: NumberValue | None
    """SGIDCount"""
    dgidcount: NumberValue | None
    """DGIDCount"""
    serviceid56lsb: NumberValue | None
    """ServiceID56LSB"""

class RecordGapValues(TypedDict, total=False):
    """Between Records"""
    more: BinaryValue | None
    """More of the Record"""

class MultiPathGIDValues(TypedDict, total=False):
    """GID of the MultiPathRecord"""
    sdgid: IPv6Value | None
    """SDGID: first the sources, then the destinations"""

class TrapB_KeyValues(TypedDict, total=False):
    """Trap 259 of Baseboard Management: Bad B_Key"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    method: NumberValue | None
    """METHOD"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    attributeid: NumberValue | None
    """ATTRIBUTEID"""
    attributemodifier: NumberValue | None
    """ATTRIBUTEMODIFIER"""
    qp: NumberValue | None
    """QP: the low 24 bits"""
    b_key: NumberValue | None
    """BKEY"""
    gid: IPv6Value | None
    """GID"""
    padding: BinaryValue | None
    """Reserved (128 bits)"""

class TrapCC_KeyValues(TypedDict, total=False):
    """Trap 0 of Congestion Control: Bad CC_Key"""
    slid: NumberValue | None
    """SLID"""
    method: NumberValue | None
    """METHOD"""
    reserved0: NumberValue | None
    """Reserved (8 bits)"""
    attributeid: NumberValue | None
    """ATTRIBUTEID"""
    reserved1: NumberValue | None
    """Reserved (16 bits)"""
    attributemodifier: NumberValue | None
    """ATTRIBUTEMODIFIER"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    qp: NumberValue | None
    """QP"""
    cc_key: NumberValue | None
    """CC_KEY"""
    sourcegid: IPv6Value | None
    """SourceGID"""
    padding: BinaryValue | None
    """Reserved (112 bits)"""

class TrapGIDValues(TypedDict, total=False):
    """Traps 64 to 67: GIDs and Multicast Groups That Come and Go"""
    reserved: NumberValue | None
    """Reserved (48 bits)"""
    gidaddr: IPv6Value | None
    """GIDADDR"""
    padding: BinaryValue | None
    """Reserved (256 bits)"""

class TrapUnPathValues(TypedDict, total=False):
    """Trap 68: Path Became Unavailable"""
    comp_mask: NumberValue | None
    """COMP_MASK"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    pathrec: NumberValue | None
    """PATHREC: the compressed path record begins here; its layout is not public"""
    padding: BinaryValue | None
    """Reserved (336 bits)"""

class TrapRePathValues(TypedDict, total=False):
    """Trap 69: Path Became Available Again"""
    comp_mask: NumberValue | None
    """COMP_MASK"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    wait_for_repath: NumberValue | None
    """WAIT_FOR_REPATH"""
    reserved1: NumberValue | None
    """Reserved (15 bits)"""
    padding: BinaryValue | None
    """Reserved (336 bits)"""

class TrapLinkStateValues(TypedDict, total=False):
    """Trap 128: Link State Changed"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    padding: BinaryValue | None
    """Reserved (416 bits)"""

class TrapLinkErrorsValues(TypedDict, total=False):
    """Traps 129 to 131: Errors of a Link"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    portno: NumberValue | None
    """PORTNO"""
    padding: BinaryValue | None
    """Reserved (392 bits)"""

class TrapLocalChangesValues(TypedDict, total=False):
    """Trap 144: Local Changes"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    reserved2: NumberValue | None
    """Reserved (7 bits)"""
    otherlocalchanges: NumberValue | None
    """OtherLocalChanges"""
    capabilitymask: NumberValue | None
    """CAPABILITYMASK"""
    reserved3: NumberValue | None
    """Reserved (10 bits)"""
    capabilitymask2change: NumberValue | None
    """CapabilityMask2Change"""
    hierarchyinfochange: NumberValue | None
    """HierarchyInfoChange"""
    smprioritychange: NumberValue | None
    """SMPriorityChange"""
    linkspeedenabledchange: NumberValue | None
    """LinkSpeedEnabledChange"""
    linkwidthenabledchange: NumberValue | None
    """LinkWidthEnabledChange"""
    nodedescriptionchange: NumberValue | None
    """NodeDescriptionChange"""
    capabilitymask2: NumberValue | None
    """CAPABILITYMASK2"""
    padding: BinaryValue | None
    """Reserved (320 bits)"""

class TrapSystemImageValues(TypedDict, total=False):
    """Trap 145: SystemImageGUID Changed"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    reserved1: NumberValue | None
    """Reserved (16 bits)"""
    systemimageguid: NumberValue | None
    """SYSTEMIMAGEGUID"""
    padding: BinaryValue | None
    """Reserved (320 bits)"""

class TrapM_KeyValues(TypedDict, total=False):
    """Trap 256: Bad M_Key"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    lidaddr: NumberValue | None
    """LIDADDR"""
    drslid: NumberValue | None
    """DRSLID"""
    method: NumberValue | None
    """METHOD"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    attributeid: NumberValue | None
    """ATTRIBUTEID"""
    attributemodifier: NumberValue | None
    """ATTRIBUTEMODIFIER"""
    m_key: NumberValue | None
    """MKEY"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    drnotice: NumberValue | None
    """DRNotice"""
    drpathtruncated: NumberValue | None
    """DRPathTruncated"""
    drhopcount: NumberValue | None
    """DRHopCount"""
    drnoticereturnpath: Iterable[NumberValue] | None
    """DRNoticeReturnPath: ports"""

class TrapKeyValues(TypedDict, total=False):
    """Traps 257 and 258: Bad P_Key or Q_Key"""
    reserved0: NumberValue | None
    """Reserved (16 bits)"""
    lidaddr1: NumberValue | None
    """LIDADDR1"""
    lidaddr2: NumberValue | None
    """LIDADDR2"""
    key: NumberValue | None
    """KEY"""
    sl: NumberValue | None
    """SL"""
    reserved1: NumberValue | None
    """Reserved (4 bits)"""
    qp1: NumberValue | None
    """QP1"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    qp2: NumberValue | None
    """QP2"""
    gidaddr1: IPv6Value | None
    """GIDADDR1"""
    gidaddr2: IPv6Value | None
    """GIDADDR2"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class TrapSwitchP_KeyValues(TypedDict, total=False):
    """Trap 259: Bad P_Key at Switch Port"""
    datavalid: NumberValue | None
    """DataValid"""
    lidaddr1: NumberValue | None
    """LIDADDR1"""
    lidaddr2: NumberValue | None
    """LIDADDR2"""
    p_key: NumberValue | None
    """PKEY"""
    sl: NumberValue | None
    """SL"""
    reserved0: NumberValue | None
    """Reserved (4 bits)"""
    qp1: NumberValue | None
    """QP1"""
    reserved1: NumberValue | None
    """Reserved (8 bits)"""
    qp2: NumberValue | None
    """QP2"""
    gidaddr1: IPv6Value | None
    """GIDADDR1"""
    gidaddr2: IPv6Value | None
    """GIDADDR2"""
    swlidaddr: NumberValue | None
    """SWLIDADDR"""
    portno: NumberValue | None
    """PORTNO"""
    padding: NumberValue | None
    """Reserved (24 bits)"""

class NoticeDataValues(TypedDict, total=False):
    """Notice Data Details"""
    datadetails: BinaryValue | None
    """DataDetails"""

class NoticeIssuerValues(TypedDict, total=False):
    """Issuer of the Notice"""
    issuergid: IPv6Value | None
    """IssuerGID"""

class ICRCValues(TypedDict, total=False):
    """Invariant CRC"""
    crc: NumberValue | None
    """Invariant CRC: over what no switch or router changes; stored low byte first"""

class VCRCValues(TypedDict, total=False):
    """Variant CRC"""
    crc: NumberValue | None
    """Variant CRC: over the whole packet, computed anew at every hop; stored low byte first"""

class LPCRCValues(TypedDict, total=False):
    """Link Packet CRC"""
    lpcrc: NumberValue | None
    """Link Packet CRC: over the first four bytes of a flow-control packet"""

class NVMeAdminCommandValues(TypedDict, total=False):
    """NVMe Admin Command"""
    opc: NumberValue | None
    """Opcode"""
    psdt: NumberValue | None
    """PRP or SGL"""
    rsvd: NumberValue | None
    """Reserved (4 bits)"""
    fuse: NumberValue | None
    """Fused Operation"""
    cid: NumberValue | None
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: NumberValue | None
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: NumberValue | None
    """Command Dword 2"""
    cdw3: NumberValue | None
    """Command Dword 3"""
    mptr: NumberValue | None
    """Metadata Pointer"""
    sgl_address: NumberValue | None
    """SGL Address: in the host; in the capsule"""
    sgl_low: NumberValue | None
    """SGL Length, Low Bytes"""
    sgl_rest: NumberValue | None
    """SGL Key or High Length"""
    sgl_type: NumberValue | None
    """SGL Type"""
    sgl_subtype: NumberValue | None
    """SGL Subtype"""

class NVMeIOCommandValues(TypedDict, total=False):
    """NVMe I/O Command"""
    opc: NumberValue | None
    """Opcode"""
    psdt: NumberValue | None
    """PRP or SGL"""
    rsvd: NumberValue | None
    """Reserved (4 bits)"""
    fuse: NumberValue | None
    """Fused Operation"""
    cid: NumberValue | None
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: NumberValue | None
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: NumberValue | None
    """Command Dword 2"""
    cdw3: NumberValue | None
    """Command Dword 3"""
    mptr: NumberValue | None
    """Metadata Pointer"""
    sgl_address: NumberValue | None
    """SGL Address: in the host; in the capsule"""
    sgl_low: NumberValue | None
    """SGL Length, Low Bytes"""
    sgl_rest: NumberValue | None
    """SGL Key or High Length"""
    sgl_type: NumberValue | None
    """SGL Type"""
    sgl_subtype: NumberValue | None
    """SGL Subtype"""

class NVMeCommandValues(TypedDict, total=False):
    """NVMe Command of an Unknown Queue"""
    opc: NumberValue | None
    """Opcode"""
    psdt: NumberValue | None
    """PRP or SGL"""
    rsvd: NumberValue | None
    """Reserved (4 bits)"""
    fuse: NumberValue | None
    """Fused Operation"""
    cid: NumberValue | None
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: NumberValue | None
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: NumberValue | None
    """Command Dword 2"""
    cdw3: NumberValue | None
    """Command Dword 3"""
    mptr: NumberValue | None
    """Metadata Pointer"""
    sgl_address: NumberValue | None
    """SGL Address: in the host; in the capsule"""
    sgl_low: NumberValue | None
    """SGL Length, Low Bytes"""
    sgl_rest: NumberValue | None
    """SGL Key or High Length"""
    sgl_type: NumberValue | None
    """SGL Type"""
    sgl_subtype: NumberValue | None
    """SGL Subtype"""

class NVMeFabricsValues(TypedDict, total=False):
    """NVMe Fabrics Command"""
    opc: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    cid: NumberValue | None
    """Command Identifier"""
    fctype: NumberValue | None
    """Command Type"""
    rsvd1: BinaryValue | None
    """Reserved (152 bits)"""
    sgl_address: NumberValue | None
    """SGL Address: in the host; in the capsule"""
    sgl_low: NumberValue | None
    """SGL Length, Low Bytes"""
    sgl_rest: NumberValue | None
    """SGL Key or High Length"""
    sgl_type: NumberValue | None
    """SGL Type"""
    sgl_subtype: NumberValue | None
    """SGL Subtype"""

class NVMeCompletionValues(TypedDict, total=False):
    """NVMe Completion"""
    dword0: NumberValue | None
    """Dword 0: what the command returns"""
    dword1: NumberValue | None
    """Dword 1"""
    sqhd: NumberValue | None
    """SQ Head Pointer"""
    sqid: NumberValue | None
    """SQ Identifier"""
    cid: NumberValue | None
    """Command Identifier"""
    status: NumberValue | None
    """Status"""

class NVMeEventCompletionValues(TypedDict, total=False):
    """NVMe Asynchronous Event"""
    aev_rsvd: NumberValue | None
    """Reserved (5 bits)"""
    aet: NumberValue | None
    """Event Type"""
    aei: NumberValue | None
    """Event Information"""
    lid: NumberValue | None
    """Log Page Identifier"""
    aev_rsvd1: NumberValue | None
    """Reserved (8 bits)"""
    dword1: NumberValue | None
    """Dword 1"""
    sqhd: NumberValue | None
    """SQ Head Pointer"""
    sqid: NumberValue | None
    """SQ Identifier"""
    cid: NumberValue | None
    """Command Identifier"""
    status: NumberValue | None
    """Status"""

class NVMeConnectCompletionValues(TypedDict, total=False):
    """NVMe Completion of a Connect"""
    cntlid: NumberValue | None
    """Controller ID"""
    authreq: NumberValue | None
    """Authentication Required"""
    rsvd: NumberValue | None
    """Reserved (32 bits)"""
    sqhd: NumberValue | None
    """SQ Head Pointer"""
    sqid: NumberValue | None
    """SQ Identifier"""
    cid: NumberValue | None
    """Command Identifier"""
    status: NumberValue | None
    """Status"""

class NVMePropertyCompletionValues(TypedDict, total=False):
    """NVMe Completion of a Property Get"""
    value: NumberValue | None
    """Value"""
    sqhd: NumberValue | None
    """SQ Head Pointer"""
    sqid: NumberValue | None
    """SQ Identifier"""
    cid: NumberValue | None
    """Command Identifier"""
    status: NumberValue | None
    """Status"""

class NVMeFabricsCompletionValues(TypedDict, total=False):
    """NVMe Completion of a Fabrics Command"""
    dword0: NumberValue | None
    """Dword 0"""
    dword1: NumberValue | None
    """Dword 1"""
    sqhd: NumberValue | None
    """SQ Head Pointer"""
    sqid: NumberValue | None
    """SQ Identifier"""
    cid: NumberValue | None
    """Command Identifier"""
    status: NumberValue | None
    """Status"""

class NVMeAcceptValues(TypedDict, total=False):
    """NVMe over RDMA, REP Private Data"""
    recfmt: NumberValue | None
    """Record Format"""
    crqsize: NumberValue | None
    """Controller RQ Size: entries"""
    rsvd: BinaryValue | None
    """Reserved (224 bits)"""

class NVMeRejectValues(TypedDict, total=False):
    """NVMe over RDMA, REJ Private Data"""
    recfmt: NumberValue | None
    """Record Format"""
    status: NumberValue | None
    """Status"""

class NVMeRequestValues(TypedDict, total=False):
    """NVMe over RDMA, REQ Private Data"""
    recfmt: NumberValue | None
    """Record Format"""
    qid: NumberValue | None
    """Queue ID: 0: the admin queue"""
    hrqsize: NumberValue | None
    """Host RQ Size: entries"""
    hsqsize: NumberValue | None
    """Host SQ Size: entries, one less than there are"""
    cntlid: NumberValue | None
    """Controller ID"""
    rsvd: BinaryValue | None
    """Reserved (176 bits)"""

class NVMeConnectDataValues(TypedDict, total=False):
    """Connect Data"""
    hostid: BinaryValue | None
    """Host Identifier"""
    cntlid: NumberValue | None
    """Controller ID: 0xffff: any"""
    rsvd0: BinaryValue | None
    """Reserved (1904 bits)"""
    subnqn: BinaryValue | None
    """Subsystem NQN"""
    hostnqn: BinaryValue | None
    """Host NQN"""
    rsvd1: BinaryValue | None
    """Reserved (2048 bits)"""

class NVMeDiscoveryLogValues(TypedDict, total=False):
    """Discovery Log Page"""
    genctr: NumberValue | None
    """Generation Counter"""
    numrec: NumberValue | None
    """Number of Records"""
    recfmt: NumberValue | None
    """Record Format"""
    rsvd: BinaryValue | None
    """Reserved (8048 bits)"""

class RPCRDMAValues(TypedDict, total=False):
    """RPC over RDMA"""
    xid: NumberValue | None
    """XID: joins a call and its reply"""
    version: NumberValue | None
    """Version"""
    credits: NumberValue | None
    """Flow Control: credits: a call asks for them, a reply grants"""
    msg_type: NumberValue | None
    """Message Type"""

class RPCRDMAPrivateValues(TypedDict, total=False):
    """RPC-over-RDMA, Private Data"""
    magic: NumberValue | None
    """Magic"""
    version: NumberValue | None
    """Version"""
    rsvd: NumberValue | None
    """Reserved (7 bits)"""
    invalidates: NumberValue | None
    """Remote Invalidation: the peer may send SEND with Invalidate"""
    send: NumberValue | None
    """Send Size: of inline messages, in KiB, one less than it is"""
    receive: NumberValue | None
    """Receive Size: the same of messages that it receives"""

class RPCMessageValues(TypedDict, total=False):
    """Remote Procedure Call"""
    xid: NumberValue | None
    """XID"""
    msgtyp: NumberValue | None
    """Message Type"""

class NFS3GetattrResultValues(TypedDict, total=False):
    """GETATTR of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3SetattrResultValues(TypedDict, total=False):
    """SETATTR of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3LookupResultValues(TypedDict, total=False):
    """LOOKUP of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3AccessResultValues(TypedDict, total=False):
    """ACCESS of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3WriteResultValues(TypedDict, total=False):
    """WRITE of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3CreateResultValues(TypedDict, total=False):
    """CREATE of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3MkdirResultValues(TypedDict, total=False):
    """MKDIR of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3SymlinkResultValues(TypedDict, total=False):
    """SYMLINK of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3MknodResultValues(TypedDict, total=False):
    """MKNOD of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3RemoveResultValues(TypedDict, total=False):
    """REMOVE of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3RmdirResultValues(TypedDict, total=False):
    """RMDIR of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3RenameResultValues(TypedDict, total=False):
    """RENAME of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3LinkResultValues(TypedDict, total=False):
    """LINK of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReaddirResultValues(TypedDict, total=False):
    """READDIR of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReaddirplusResultValues(TypedDict, total=False):
    """READDIRPLUS of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3FsstatResultValues(TypedDict, total=False):
    """FSSTAT of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3FsinfoResultValues(TypedDict, total=False):
    """FSINFO of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3PathconfResultValues(TypedDict, total=False):
    """PATHCONF of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3CommitResultValues(TypedDict, total=False):
    """COMMIT of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReadResultValues(TypedDict, total=False):
    """READ of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReadResultApartValues(TypedDict, total=False):
    """READ of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReadlinkResultValues(TypedDict, total=False):
    """READLINK of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS3ReadlinkResultApartValues(TypedDict, total=False):
    """READLINK of NFS Version 3, Result"""
    status: NumberValue | None
    """Status"""

class NFS4ResultsValues(TypedDict, total=False):
    """COMPOUND, Results"""
    status: NumberValue | None
    """Status"""
    tag_length: NumberValue | None
    """Tag, Length"""
    tag: BinaryValue | None
    """Tag"""

class NFS4ResultsApartValues(TypedDict, total=False):
    """COMPOUND, Results without Data"""
    status: NumberValue | None
    """Status"""
    tag_length: NumberValue | None
    """Tag, Length"""
    tag: BinaryValue | None
    """Tag"""

class ISERValues(TypedDict, total=False):
    """iSCSI Extensions for RDMA"""
    opcode: NumberValue | None
    """Opcode"""
    wsv: NumberValue | None
    """Write STag Valid: the target reads memory of the initiator"""
    rsv: NumberValue | None
    """Read STag Valid: the target writes memory of the initiator"""
    rsvd: NumberValue | None
    """Reserved (26 bits)"""
    write_stag: NumberValue | None
    """Write STag: an R_Key"""
    write_base_offset: NumberValue | None
    """Write Base Offset"""
    read_stag: NumberValue | None
    """Read STag: an R_Key"""
    read_base_offset: NumberValue | None
    """Read Base Offset"""

class ISERHelloValues(TypedDict, total=False):
    """iSER Hello"""
    opcode: NumberValue | None
    """Opcode"""
    rsvd: NumberValue | None
    """Reserved (4 bits)"""
    max_version: NumberValue | None
    """Maximum Version"""
    min_version: NumberValue | None
    """Minimum Version"""
    ird: NumberValue | None
    """iSER-IRD: READs that the initiator serves at once"""
    rsvd2: BinaryValue | None
    """Reserved (192 bits)"""

class ISERHelloReplyValues(TypedDict, total=False):
    """iSER HelloReply"""
    opcode: NumberValue | None
    """Opcode"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    reject: NumberValue | None
    """Reject"""
    max_version: NumberValue | None
    """Maximum Version"""
    version: NumberValue | None
    """Current Version"""
    ord: NumberValue | None
    """iSER-ORD: READs that the target has under way at once"""
    rsvd2: BinaryValue | None
    """Reserved (192 bits)"""

class ISERRequestValues(TypedDict, total=False):
    """iSER Private Data of a REQ"""
    no_zbva: NumberValue | None
    """Zero Based Virtual Addresses not Supported"""
    no_invalidate: NumberValue | None
    """SEND with Invalidate not Supported"""
    rsvd: NumberValue | None
    """Reserved (30 bits)"""

class ISERAcceptValues(TypedDict, total=False):
    """iSER Private Data of a REP"""
    no_zbva: NumberValue | None
    """Zero Based Virtual Addresses not Used"""
    no_invalidate: NumberValue | None
    """SEND with Invalidate not Used"""
    rsvd: NumberValue | None
    """Reserved (30 bits)"""

class SRPLoginValues(TypedDict, total=False):
    """SRP_LOGIN_REQ"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (56 bits)"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    req_it_iu_len: NumberValue | None
    """Requested Initiator to Target IU Length, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    formats: NumberValue | None
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: NumberValue | None
    """Request Flags"""
    rsvd3: NumberValue | None
    """Reserved (8 bits)"""
    imm_data_offset: NumberValue | None
    """Immediate Data Offset, in bytes"""
    rsvd4: NumberValue | None
    """Reserved (16 bits)"""
    initiator_port: BinaryValue | None
    """Initiator Port Identifier"""
    target_port: BinaryValue | None
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""

class SRPLoginIPValues(TypedDict, total=False):
    """SRP_LOGIN_REQ over the RDMA IP CM Service"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    formats: NumberValue | None
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: NumberValue | None
    """Request Flags"""
    type: NumberValue | None
    """Type"""
    req_it_iu_len: NumberValue | None
    """Requested Initiator to Target IU Length, in bytes"""
    initiator_port: BinaryValue | None
    """Initiator Port Identifier"""
    target_port: BinaryValue | None
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""
    imm_data_offset: NumberValue | None
    """Immediate Data Offset, in bytes"""
    rsvd: NumberValue | None
    """Reserved (48 bits)"""

class SRPLoginResponseValues(TypedDict, total=False):
    """SRP_LOGIN_RSP"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (24 bits)"""
    req_lim_delta: NumberValue | None
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    max_it_iu_len: NumberValue | None
    """Maximum Initiator to Target IU Length, in bytes"""
    max_ti_iu_len: NumberValue | None
    """Maximum Target to Initiator IU Length, in bytes"""
    formats: NumberValue | None
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: NumberValue | None
    """Response Flags"""
    rsvd2: BinaryValue | None
    """Reserved (200 bits)"""

class SRPLoginRejectValues(TypedDict, total=False):
    """SRP_LOGIN_REJ"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (24 bits)"""
    reason: NumberValue | None
    """Reason"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""
    formats: NumberValue | None
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    rsvd3: NumberValue | None
    """Reserved (48 bits)"""

class SRPTaskManagementValues(TypedDict, total=False):
    """SRP_TSK_MGMT"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (48 bits)"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    rsvd3: NumberValue | None
    """Reserved (16 bits)"""
    function: NumberValue | None
    """Task Management Function"""
    rsvd4: NumberValue | None
    """Reserved (8 bits)"""
    task_tag: NumberValue | None
    """Tag of Task to be Managed"""
    rsvd5: NumberValue | None
    """Reserved (64 bits)"""

class SRPCommandValues(TypedDict, total=False):
    """SRP_CMD"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (24 bits)"""
    out_format: NumberValue | None
    """Data-Out Buffer Descriptor Format"""
    in_format: NumberValue | None
    """Data-In Buffer Descriptor Format"""
    out_count: NumberValue | None
    """Data-Out Descriptor Count: of an indirect one: those in this unit"""
    in_count: NumberValue | None
    """Data-In Descriptor Count: likewise"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    rsvd3: NumberValue | None
    """Reserved (8 bits)"""
    rsvd4: NumberValue | None
    """Reserved (5 bits)"""
    task_attr: NumberValue | None
    """Task Attribute"""
    rsvd5: NumberValue | None
    """Reserved (8 bits)"""
    add_cdb_words: NumberValue | None
    """Additional CDB Length, in words"""
    rsvd6: NumberValue | None
    """Reserved (2 bits)"""

class SRPInitiatorLogoutValues(TypedDict, total=False):
    """SRP_I_LOGOUT"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (56 bits)"""
    tag: NumberValue | None
    """Tag: joins command and response"""

class SRPCreditResponseValues(TypedDict, total=False):
    """SRP_CRED_RSP"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (56 bits)"""
    tag: NumberValue | None
    """Tag: joins command and response"""

class SRPEventResponseValues(TypedDict, total=False):
    """SRP_AER_RSP"""
    type: NumberValue | None
    """Type"""
    rsvd: NumberValue | None
    """Reserved (56 bits)"""
    tag: NumberValue | None
    """Tag: joins command and response"""

class SRPTargetLogoutValues(TypedDict, total=False):
    """SRP_T_LOGOUT"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    reason: NumberValue | None
    """Reason"""
    tag: NumberValue | None
    """Tag: joins command and response"""

class SRPCreditRequestValues(TypedDict, total=False):
    """SRP_CRED_REQ"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    req_lim_delta: NumberValue | None
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: NumberValue | None
    """Tag: joins command and response"""

class SRPEventRequestValues(TypedDict, total=False):
    """SRP_AER_REQ"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    req_lim_delta: NumberValue | None
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    sense_length: NumberValue | None
    """Sense Data Length, in bytes"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""

class SRPResponseValues(TypedDict, total=False):
    """SRP_RSP"""
    type: NumberValue | None
    """Type"""
    sol_not: NumberValue | None
    """Solicited Notification"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    req_lim_delta: NumberValue | None
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: NumberValue | None
    """Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    rsvd3: NumberValue | None
    """Reserved (2 bits)"""
    diunder: NumberValue | None
    """Data-In Residual Underflow"""
    diover: NumberValue | None
    """Data-In Residual Overflow"""
    dounder: NumberValue | None
    """Data-Out Residual Underflow"""
    doover: NumberValue | None
    """Data-Out Residual Overflow"""
    snsvalid: NumberValue | None
    """Sense Data Valid"""
    rspvalid: NumberValue | None
    """Response Data Valid"""
    status: NumberValue | None
    """Status"""
    out_residual: NumberValue | None
    """Data-Out Residual Count, in bytes"""
    in_residual: NumberValue | None
    """Data-In Residual Count, in bytes"""
    sense_length: NumberValue | None
    """Sense Data Length, in bytes"""
    response_length: NumberValue | None
    """Response Data Length, in bytes"""

class IPoIBConnectionValues(TypedDict, total=False):
    """IPoIB Connected Mode"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    qpn: NumberValue | None
    """QPN: of the sender's datagrams"""
    mtu: NumberValue | None
    """Receive MTU: the longest message, the encapsulation header included, in bytes"""

class RSocketConnectionValues(TypedDict, total=False):
    """rsocket Connection"""
    version: NumberValue | None
    """Version"""
    flags_reserved: NumberValue | None
    """Reserved (6 bits)"""
    iomap: NumberValue | None
    """Mapped Buffers: the other end may announce memory for direct writes"""
    net: NumberValue | None
    """Big Endian: byte order of what the sender writes into lists of buffers"""
    credits: NumberValue | None
    """Credits: messages that the other end may send at first"""
    reserved: NumberValue | None
    """Reserved (24 bits)"""
    target_iomap_size: NumberValue | None
    """Target List of Mapped Buffers"""
    target_sgl_address: NumberValue | None
    """Target List Address: where the other end writes what its buffers are"""
    target_sgl_key: NumberValue | None
    """Target List Key"""
    target_sgl_length: NumberValue | None
    """Target List Length: entries of 16 bytes"""
    buffer_address: NumberValue | None
    """Buffer Address"""
    buffer_key: NumberValue | None
    """Buffer Key"""
    buffer_length: NumberValue | None
    """Buffer Length, in bytes"""

class RSocketImmediateValues(TypedDict, total=False):
    """rsocket Message"""
    operation: NumberValue | None
    """Operation"""
    value: NumberValue | None
    """Value: data: bytes; buffer: all credits so far; control: 0, 1 or 2 (`CONTROLS`)"""

class RSocketBufferBigValues(TypedDict, total=False):
    """rsocket Buffer, Big Endian"""
    address: NumberValue | None
    """Address"""
    key: NumberValue | None
    """Key"""
    length: NumberValue | None
    """Length, in bytes"""

class RSocketDatagramValues(TypedDict, total=False):
    """rsocket Datagram of IPv4"""
    version: NumberValue | None
    """Version"""
    length: NumberValue | None
    """Length, in bytes"""
    port: NumberValue | None
    """Source Port"""
    address: IPv4Value | None
    """Source Address"""

class RSocketDatagram6Values(TypedDict, total=False):
    """rsocket Datagram of IPv6"""
    version: NumberValue | None
    """Version"""
    length: NumberValue | None
    """Length, in bytes"""
    port: NumberValue | None
    """Source Port"""
    flow: NumberValue | None
    """Flow Information"""
    address: IPv6Value | None
    """Source Address"""

class RSocketResolverValues(TypedDict, total=False):
    """rsocket Resolver"""
    tag: NumberValue | None
    """Tag"""
    version: NumberValue | None
    """Version"""
    operation: NumberValue | None
    """Operation"""
    length: NumberValue | None
    """Length, in bytes"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    qpn: NumberValue | None
    """QPN"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    address: IPv4Value | None
    """Address"""

class RDSConnectionValues(TypedDict, total=False):
    """RDS Connection of IPv4"""
    saddr: IPv4Value | None
    """Source Address"""
    daddr: IPv4Value | None
    """Destination Address"""
    major: NumberValue | None
    """Protocol Major"""
    minor: NumberValue | None
    """Protocol Minor"""
    minor_mask: NumberValue | None
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: NumberValue | None
    """Type of Service"""
    reserved: NumberValue | None
    """Reserved (24 bits)"""
    ack_seq: NumberValue | None
    """Acknowledged Sequence Number"""
    initial_credit: NumberValue | None
    """Initial Credit: 0: no flow control by credits"""
    reserved2: NumberValue | None
    """Reserved (32 bits)"""

class RDSConnection6Values(TypedDict, total=False):
    """RDS Connection of IPv6"""
    saddr: IPv6Value | None
    """Source Address"""
    daddr: IPv6Value | None
    """Destination Address"""
    major: NumberValue | None
    """Protocol Major"""
    minor: NumberValue | None
    """Protocol Minor"""
    minor_mask: NumberValue | None
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: NumberValue | None
    """Type of Service"""
    reserved: NumberValue | None
    """Reserved (24 bits)"""
    ack_seq: NumberValue | None
    """Acknowledged Sequence Number"""
    initial_credit: NumberValue | None
    """Initial Credit: 0: no flow control by credits"""
    reserved2: NumberValue | None
    """Reserved (32 bits)"""

class RDSHeaderValues(TypedDict, total=False):
    """RDS Header"""
    sequence: NumberValue | None
    """Sequence Number: of the message in its connection; 0 of what is not acknowledged"""
    ack: NumberValue | None
    """Acknowledgement: the last sequence number that has come"""
    len: NumberValue | None
    """Length: of the message, of which this may be a fragment, in bytes"""
    sport: NumberValue | None
    """Source Port"""
    dport: NumberValue | None
    """Destination Port"""
    flags_reserved: NumberValue | None
    """Reserved (5 bits)"""
    retransmitted: NumberValue | None
    """Retransmitted"""
    ack_required: NumberValue | None
    """ACK Required"""
    cong_bitmap: NumberValue | None
    """Congestion Map: 8192 bytes, a bit for each port"""
    credit: NumberValue | None
    """Credit: that the sender grants besides"""
    padding: NumberValue | None
    """Reserved (32 bits)"""
    csum: NumberValue | None
    """Checksum: Internet checksum of the header; 0: none"""

class SMCMessageValues(TypedDict, total=False):
    """SMC-R Message"""
    type: NumberValue | None
    """Type"""
    undecoded: BinaryValue | None
    """Undecoded"""

class SMCConfirmLinkValues(TypedDict, total=False):
    """SMC-R Confirm Link"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    llc_reserved: NumberValue | None
    """Reserved (7 bits)"""
    mac: BinaryValue | None
    """Sender MAC"""
    gid: IPv6Value | None
    """Sender GID"""
    qpn: NumberValue | None
    """Sender QP Number"""
    link: NumberValue | None
    """Link Number"""
    link_uid: NumberValue | None
    """Link User ID"""
    max_links: NumberValue | None
    """Maximum Links"""
    reserved: BinaryValue | None
    """Reserved (72 bits)"""

class SMCAddLinkValues(TypedDict, total=False):
    """SMC-R Add Link"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    rejected: NumberValue | None
    """Rejected"""
    llc_reserved: NumberValue | None
    """Reserved (6 bits)"""
    mac: BinaryValue | None
    """Sender MAC"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    gid: IPv6Value | None
    """Sender GID"""
    qpn: NumberValue | None
    """Sender QP Number"""
    link: NumberValue | None
    """Link Number"""
    reserved2: NumberValue | None
    """Reserved (4 bits)"""
    mtu: NumberValue | None
    """Path MTU"""
    psn: NumberValue | None
    """Initial PSN"""
    reserved3: NumberValue | None
    """Reserved (64 bits)"""

class SMCAddLinkContinuationValues(TypedDict, total=False):
    """SMC-R Add Link Continuation"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    llc_reserved: NumberValue | None
    """Reserved (7 bits)"""
    link: NumberValue | None
    """Link Number"""
    tokens: NumberValue | None
    """Number of RKeys"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    old_rkey1: NumberValue | None
    """RMB Key 1 of the Link in Use"""
    rkey1: NumberValue | None
    """RMB Key 1"""
    address1: NumberValue | None
    """RMB Address 1"""
    old_rkey2: NumberValue | None
    """RMB Key 2 of the Link in Use"""
    rkey2: NumberValue | None
    """RMB Key 2"""
    address2: NumberValue | None
    """RMB Address 2"""
    reserved2: NumberValue | None
    """Reserved (32 bits)"""

class SMCDeleteLinkValues(TypedDict, total=False):
    """SMC-R Delete Link"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    all_links: NumberValue | None
    """All Links"""
    orderly: NumberValue | None
    """Orderly"""
    llc_reserved: NumberValue | None
    """Reserved (5 bits)"""
    link: NumberValue | None
    """Link Number"""
    reason: NumberValue | None
    """Reason"""
    reserved: BinaryValue | None
    """Reserved (280 bits)"""

class SMCConfirmRKeyValues(TypedDict, total=False):
    """SMC-R Confirm RKey"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    reserved_flag: NumberValue | None
    """Reserved"""
    negative: NumberValue | None
    """Negative Response"""
    retry: NumberValue | None
    """Retry"""
    llc_reserved: NumberValue | None
    """Reserved (4 bits)"""
    tokens: NumberValue | None
    """Number of Further Links"""
    rkey: NumberValue | None
    """RMB Key"""
    address: NumberValue | None
    """RMB Address"""
    link2: NumberValue | None
    """Link Number 2"""
    rkey2: NumberValue | None
    """RMB Key 2"""
    address2: NumberValue | None
    """RMB Address 2"""
    link3: NumberValue | None
    """Link Number 3"""
    rkey3: NumberValue | None
    """RMB Key 3"""
    address3: NumberValue | None
    """RMB Address 3"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""

class SMCTestLinkValues(TypedDict, total=False):
    """SMC-R Test Link"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    llc_reserved: NumberValue | None
    """Reserved (7 bits)"""
    user_data: BinaryValue | None
    """User Data: the response repeats it"""
    reserved: BinaryValue | None
    """Reserved (192 bits)"""

class SMCDeleteRKeyValues(TypedDict, total=False):
    """SMC-R Delete RKey"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    llc_reserved2: NumberValue | None
    """Reserved (4 bits)"""
    reject_reason: NumberValue | None
    """Reject Reason"""
    response: NumberValue | None
    """Response"""
    reserved_flag: NumberValue | None
    """Reserved"""
    negative: NumberValue | None
    """Negative Response"""
    llc_reserved: NumberValue | None
    """Reserved (5 bits)"""
    count: NumberValue | None
    """Number of RKeys"""
    error_mask: NumberValue | None
    """Error Mask"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    deleted1: NumberValue | None
    """RKey 1"""
    deleted2: NumberValue | None
    """RKey 2"""
    deleted3: NumberValue | None
    """RKey 3"""
    deleted4: NumberValue | None
    """RKey 4"""
    deleted5: NumberValue | None
    """RKey 5"""
    deleted6: NumberValue | None
    """RKey 6"""
    deleted7: NumberValue | None
    """RKey 7"""
    deleted8: NumberValue | None
    """RKey 8"""
    reserved2: NumberValue | None
    """Reserved (32 bits)"""

class SMCCDCValues(TypedDict, total=False):
    """SMC-R Connection Data Control"""
    type: NumberValue | None
    """Type"""
    llc_length: NumberValue | None
    """Length, in bytes"""
    seq: NumberValue | None
    """Sequence Number"""
    token: NumberValue | None
    """Alert Token: which connection of the link group"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    producer_wrap: NumberValue | None
    """Producer Wrap"""
    producer_cursor: NumberValue | None
    """Producer Cursor, in bytes"""
    reserved2: NumberValue | None
    """Reserved (16 bits)"""
    consumer_wrap: NumberValue | None
    """Consumer Wrap"""
    consumer_cursor: NumberValue | None
    """Consumer Cursor, in bytes"""
    write_blocked: NumberValue | None
    """Write Blocked"""
    urgent_pending: NumberValue | None
    """Urgent Data Pending"""
    urgent_present: NumberValue | None
    """Urgent Data Present"""
    update_requested: NumberValue | None
    """Cursor Update Requested"""
    failover: NumberValue | None
    """Failover Validation"""
    flags_reserved: NumberValue | None
    """Reserved (3 bits)"""
    sending_done: NumberValue | None
    """Sending Done"""
    closed: NumberValue | None
    """Connection Closed"""
    abnormal: NumberValue | None
    """Abnormal Close"""
    flags_reserved2: NumberValue | None
    """Reserved (5 bits)"""
    reserved3: BinaryValue | None
    """Reserved (144 bits)"""

class SMCCLCValues(TypedDict, total=False):
    """SMC Connection Layer Control"""
    eyecatcher: NumberValue | None
    """Eyecatcher"""
    clc_type: NumberValue | None
    """Type"""
    clc_length: NumberValue | None
    """Length: of the whole message, in bytes"""
    version: NumberValue | None
    """Version"""
    path2: NumberValue | None
    """Paths of Version 2: Accept, Confirm: 2 for first contact"""
    path1: NumberValue | None
    """Paths of Version 1"""

class NinePValues(TypedDict, total=False):
    """9P Message"""
    length: NumberValue | None
    """Message Length: of the whole message, in bytes"""
    type: NumberValue | None
    """Message Type"""
    tag: NumberValue | None
    """Tag: joins a call and its answer"""

class LNetMessageValues(TypedDict, total=False):
    """LNet Message"""
    magic: NumberValue | None
    """Magic"""
    version: NumberValue | None
    """Version"""
    type: NumberValue | None
    """Type"""
    credits: NumberValue | None
    """Credits: that are returned"""
    nob: NumberValue | None
    """Number of Bytes: of the message, in bytes"""
    csum: NumberValue | None
    """Checksum: 0: none"""
    srcnid: NumberValue | None
    """Source NID: kind and number of the network; address"""
    srcstamp: NumberValue | None
    """Source Stamp"""
    dstnid: NumberValue | None
    """Destination NID"""
    dststamp: NumberValue | None
    """Destination Stamp"""

class LNetMessageBigValues(TypedDict, total=False):
    """LNet Message, Big Endian"""
    magic: NumberValue | None
    """Magic"""
    version: NumberValue | None
    """Version"""
    type: NumberValue | None
    """Type"""
    credits: NumberValue | None
    """Credits: that are returned"""
    nob: NumberValue | None
    """Number of Bytes: of the message, in bytes"""
    csum: NumberValue | None
    """Checksum: 0: none"""
    srcnid: NumberValue | None
    """Source NID: kind and number of the network; address"""
    srcstamp: NumberValue | None
    """Source Stamp"""
    dstnid: NumberValue | None
    """Destination NID"""
    dststamp: NumberValue | None
    """Destination Stamp"""

class LNetRejectValues(TypedDict, total=False):
    """LNet Reject"""
    magic: NumberValue | None
    """Magic"""
    version: NumberValue | None
    """Version"""
    why: NumberValue | None
    """Why"""
    padding: NumberValue | None
    """Reserved (8 bits)"""
    incarnation: NumberValue | None
    """Incarnation"""
    qdepth: NumberValue | None
    """Queue Depth"""
    max_frags: NumberValue | None
    """Maximum Fragments"""
    max_size: NumberValue | None
    """Maximum Message Size, in bytes"""

class LNetRejectBigValues(TypedDict, total=False):
    """LNet Reject, Big Endian"""
    magic: NumberValue | None
    """Magic"""
    version: NumberValue | None
    """Version"""
    why: NumberValue | None
    """Why"""
    padding: NumberValue | None
    """Reserved (8 bits)"""
    incarnation: NumberValue | None
    """Incarnation"""
    qdepth: NumberValue | None
    """Queue Depth"""
    max_frags: NumberValue | None
    """Maximum Fragments"""
    max_size: NumberValue | None
    """Maximum Message Size, in bytes"""

class SMBDNegotiateRequestValues(TypedDict, total=False):
    """SMB Direct Negotiate Request"""
    min_version: NumberValue | None
    """Minimum Version"""
    max_version: NumberValue | None
    """Maximum Version"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    credits_requested: NumberValue | None
    """Credits Requested"""
    preferred_send_size: NumberValue | None
    """Preferred Send Size, in bytes"""
    max_receive_size: NumberValue | None
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: NumberValue | None
    """Maximum Fragmented Size, in bytes"""

class SMBDNegotiateResponseValues(TypedDict, total=False):
    """SMB Direct Negotiate Response"""
    min_version: NumberValue | None
    """Minimum Version"""
    max_version: NumberValue | None
    """Maximum Version"""
    negotiated_version: NumberValue | None
    """Negotiated Version"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    credits_requested: NumberValue | None
    """Credits Requested"""
    credits_granted: NumberValue | None
    """Credits Granted"""
    status: NumberValue | None
    """Status: an NTSTATUS; 0: success"""
    max_read_write_size: NumberValue | None
    """Maximum Read and Write Size, in bytes"""
    preferred_send_size: NumberValue | None
    """Preferred Send Size, in bytes"""
    max_receive_size: NumberValue | None
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: NumberValue | None
    """Maximum Fragmented Size, in bytes"""

class SMBDDataValues(TypedDict, total=False):
    """SMB Direct Data Transfer"""
    credits_requested: NumberValue | None
    """Credits Requested"""
    credits_granted: NumberValue | None
    """Credits Granted"""
    flags_reserved: NumberValue | None
    """Reserved (7 bits)"""
    response_requested: NumberValue | None
    """Response Requested"""
    flags_reserved2: NumberValue | None
    """Reserved (8 bits)"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    remaining_length: NumberValue | None
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: NumberValue | None
    """Data Offset, in bytes"""
    data_length: NumberValue | None
    """Data Length, in bytes"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SMBDCreditsValues(TypedDict, total=False):
    """SMB Direct Data Transfer, Empty"""
    credits_requested: NumberValue | None
    """Credits Requested"""
    credits_granted: NumberValue | None
    """Credits Granted"""
    flags_reserved: NumberValue | None
    """Reserved (7 bits)"""
    response_requested: NumberValue | None
    """Response Requested"""
    flags_reserved2: NumberValue | None
    """Reserved (8 bits)"""
    reserved: NumberValue | None
    """Reserved (16 bits)"""
    remaining_length: NumberValue | None
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: NumberValue | None
    """Data Offset, in bytes"""
    data_length: NumberValue | None
    """Data Length, in bytes"""

class SMBDBufferValues(TypedDict, total=False):
    """SMB Direct Buffer Descriptor"""
    buffer_offset: NumberValue | None
    """Offset"""
    token: NumberValue | None
    """Token: an R_Key"""
    length: NumberValue | None
    """Length, in bytes"""

class SDPValues(TypedDict, total=False):
    """SDP Base Header"""
    mid: NumberValue | None
    """Message"""
    flags_reserved: NumberValue | None
    """Reserved (5 bits)"""
    reqpipe: NumberValue | None
    """Request Pipe"""
    oobpend: NumberValue | None
    """Out of Band Data Pending"""
    oobpres: NumberValue | None
    """Out of Band Data Present"""
    bufs: NumberValue | None
    """Buffers: that are posted for receiving"""
    len: NumberValue | None
    """Length: of the message, this header included, in bytes"""
    mseq: NumberValue | None
    """Message Sequence Number"""
    mseqack: NumberValue | None
    """Acknowledged Sequence Number"""

class SDPHelloValues(TypedDict, total=False):
    """SDP Hello Header"""
    majv: NumberValue | None
    """Major Version"""
    minv: NumberValue | None
    """Minor Version"""
    ipv: NumberValue | None
    """IP Version"""
    cap: NumberValue | None
    """Capabilities: 1: invalidation, 2: extended maximum of advertisements"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    maxadverts: NumberValue | None
    """Maximum Advertisements"""
    desremrcvsz: NumberValue | None
    """Desired Remote Receive Size, in bytes"""
    localrcvsz: NumberValue | None
    """Local Receive Size, in bytes"""
    localport: NumberValue | None
    """Local Port"""
    extmaxadverts: NumberValue | None
    """Extended Maximum Advertisements"""
    src_ip: IPv6Value | None
    """Source IP Address"""
    dst_ip: IPv6Value | None
    """Destination IP Address"""
    reserved2: NumberValue | None
    """Reserved (64 bits)"""

class UCXDatagramValues(TypedDict, total=False):
    """UCX Datagram"""
    endpoint: NumberValue | None
    """Destination End Point"""
    kind: NumberValue | None
    """Message: of an active message; else 4: control, 1: NACK"""
    ecn: NumberValue | None
    """ECN"""
    ack_request: NumberValue | None
    """ACK Request"""
    am: NumberValue | None
    """Active Message"""
    psn: NumberValue | None
    """PSN: of UCX; what it sends again is a new packet with the same number"""
    ack_psn: NumberValue | None
    """ACK PSN"""

class UCXMessageValues(TypedDict, total=False):
    """UCX Message"""
    fc_grant: NumberValue | None
    """Flow Control Grant"""
    fc_hard: NumberValue | None
    """Flow Control Hard Request"""
    fc_soft: NumberValue | None
    """Flow Control Soft Request"""
    am_id: NumberValue | None
    """Message"""

class UCXConnectionValues(TypedDict, total=False):
    """UCX Connection"""
    length: NumberValue | None
    """Length: of what follows, in bytes"""
    status: NumberValue | None
    """Status"""

class RxMValues(TypedDict, total=False):
    """RxM Message"""
    version: NumberValue | None
    """Control Version"""
    type: NumberValue | None
    """Control Type"""
    seg_size: NumberValue | None
    """Segment Size, in bytes"""
    seg_no: NumberValue | None
    """Segment Number"""
    conn_id: NumberValue | None
    """Connection ID"""
    msg_id: NumberValue | None
    """Message ID"""
    ctrl_data: NumberValue | None
    """Control Data"""
    op_version: NumberValue | None
    """Operation Version"""
    rx_index: NumberValue | None
    """Receive Index"""
    op: NumberValue | None
    """Operation"""
    op_data: NumberValue | None
    """Operation Data"""
    flags: NumberValue | None
    """Flags"""
    length: NumberValue | None
    """Size, in bytes"""
    cq_data: NumberValue | None
    """Remote Completion Data"""
    tag: NumberValue | None
    """Tag: or a number of buffers, or of an atomic operation"""

class RxMConnectionValues(TypedDict, total=False):
    """RxM Connection"""
    version: NumberValue | None
    """Version"""
    endianness: NumberValue | None
    """Byte Order"""
    ctrl_version: NumberValue | None
    """Control Version"""
    op_version: NumberValue | None
    """Operation Version"""
    port: NumberValue | None
    """Port"""
    flow_control: NumberValue | None
    """Flow Control"""
    ep_index: NumberValue | None
    """End Point Index"""
    eager_limit: NumberValue | None
    """Eager Limit, in bytes"""
    rx_size: NumberValue | None
    """Receive Size"""
    conn_id: NumberValue | None
    """Client Connection ID"""

class RxDValues(TypedDict, total=False):
    """RxD Message"""
    version: NumberValue | None
    """Version"""
    type: NumberValue | None
    """Type"""
    flags: NumberValue | None
    """Flags"""
    peer: NumberValue | None
    """Peer"""
    seq_no: NumberValue | None
    """Sequence Number"""

class NVMeIdentifyValues(TypedDict, total=False):
    """Identify"""
    cns: NumberValue | None
    """Structure"""
    rsvd1: NumberValue | None
    """Reserved (8 bits)"""
    cntid: NumberValue | None
    """Controller Identifier"""
    nvmsetid: NumberValue | None
    """NVM Set Identifier: or what else the structure takes"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    csi: NumberValue | None
    """Command Set Identifier"""
    cdw12: NumberValue | None
    """Command Dword 12"""
    cdw13: NumberValue | None
    """Command Dword 13"""
    rsvd3: NumberValue | None
    """Reserved (1 bit)"""
    uuid_index: NumberValue | None
    """UUID Index"""
    rsvd4: NumberValue | None
    """Reserved (24 bits)"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeGetLogPageValues(TypedDict, total=False):
    """Get Log Page"""
    lid: NumberValue | None
    """Log Page Identifier"""
    rae: NumberValue | None
    """Retain Asynchronous Event"""
    lsp: NumberValue | None
    """Log Specific Parameter"""
    numdl: NumberValue | None
    """Number of Dwords, Lower"""
    numdu: NumberValue | None
    """Number of Dwords, Upper"""
    lsi: NumberValue | None
    """Log Specific Identifier"""
    lpo: NumberValue | None
    """Log Page Offset, in bytes"""
    ot: NumberValue | None
    """Offset Type"""
    uuid_index: NumberValue | None
    """UUID Index"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    csi: NumberValue | None
    """Command Set Identifier"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeSetFeaturesValues(TypedDict, total=False):
    """Set Features"""
    fid: NumberValue | None
    """Feature"""
    rsvd1: NumberValue | None
    """Reserved (16 bits)"""
    sv: NumberValue | None
    """Save"""
    rsvd2: NumberValue | None
    """Reserved (7 bits)"""
    cdw11: NumberValue | None
    """Feature Value"""
    cdw12: NumberValue | None
    """Command Dword 12"""
    cdw13: NumberValue | None
    """Command Dword 13"""
    cdw14: NumberValue | None
    """Command Dword 14"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeGetFeaturesValues(TypedDict, total=False):
    """Get Features"""
    fid: NumberValue | None
    """Feature"""
    rsvd1: NumberValue | None
    """Reserved (5 bits)"""
    sel: NumberValue | None
    """Select"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    cdw11: NumberValue | None
    """Command Dword 11"""
    cdw12: NumberValue | None
    """Command Dword 12"""
    cdw13: NumberValue | None
    """Command Dword 13"""
    cdw14: NumberValue | None
    """Command Dword 14"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeAbortValues(TypedDict, total=False):
    """Abort"""
    sqid: NumberValue | None
    """Submission Queue Identifier"""
    cid: NumberValue | None
    """Command Identifier: of the command to abort"""
    rsvd: BinaryValue | None
    """Reserved (160 bits)"""

class NVMeDwordsValues(TypedDict, total=False):
    """Command Dwords"""
    cdw10: NumberValue | None
    """Command Dword 10"""
    cdw11: NumberValue | None
    """Command Dword 11"""
    cdw12: NumberValue | None
    """Command Dword 12"""
    cdw13: NumberValue | None
    """Command Dword 13"""
    cdw14: NumberValue | None
    """Command Dword 14"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeReadWriteValues(TypedDict, total=False):
    """Read, Write, Compare"""
    slba: NumberValue | None
    """Starting LBA"""
    nlb: NumberValue | None
    """Number of Logical Blocks: one less than there are"""
    dtype: NumberValue | None
    """Directive Type: of a Write"""
    rsvd2: NumberValue | None
    """Reserved (4 bits)"""
    lr: NumberValue | None
    """Limited Retry"""
    fua: NumberValue | None
    """Force Unit Access"""
    prinfo: NumberValue | None
    """Protection Information: PRACT, then checks of guard, application tag, reference tag"""
    rsvd3: NumberValue | None
    """Reserved (1 bit)"""
    stc: NumberValue | None
    """Storage Tag Check"""
    dsm_incompressible: NumberValue | None
    """Incompressible"""
    dsm_seq_req: NumberValue | None
    """Sequential Request"""
    dsm_access_lat: NumberValue | None
    """Access Latency"""
    dsm_access_freq: NumberValue | None
    """Access Frequency"""
    rsvd4: NumberValue | None
    """Reserved (8 bits)"""
    dspec: NumberValue | None
    """Directive Specific"""
    eilbrt: NumberValue | None
    """Expected Initial Logical Block Reference Tag"""
    elbat: NumberValue | None
    """Expected Logical Block Application Tag"""
    elbatm: NumberValue | None
    """Expected Logical Block Application Tag Mask"""

class NVMeWriteZeroesValues(TypedDict, total=False):
    """Write Zeroes, Verify, Write Uncorrectable"""
    slba: NumberValue | None
    """Starting LBA"""
    nlb: NumberValue | None
    """Number of Logical Blocks: one less than there are"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    lr: NumberValue | None
    """Limited Retry"""
    fua: NumberValue | None
    """Force Unit Access"""
    prinfo: NumberValue | None
    """Protection Information"""
    deac: NumberValue | None
    """Deallocate: Write Zeroes only"""
    stc: NumberValue | None
    """Storage Tag Check"""
    cdw13: NumberValue | None
    """Command Dword 13"""
    cdw14: NumberValue | None
    """Command Dword 14"""
    cdw15: NumberValue | None
    """Command Dword 15"""

class NVMeDatasetManagementValues(TypedDict, total=False):
    """Dataset Management"""
    nr: NumberValue | None
    """Number of Ranges: one less than there are"""
    rsvd1: NumberValue | None
    """Reserved (24 bits)"""
    rsvd2: NumberValue | None
    """Reserved (5 bits)"""
    ad: NumberValue | None
    """Deallocate: trim: the blocks are not needed any more"""
    idw: NumberValue | None
    """Integral Dataset for Write"""
    idr: NumberValue | None
    """Integral Dataset for Read"""
    rsvd3: BinaryValue | None
    """Reserved (152 bits)"""

class NVMeReservationRegisterValues(TypedDict, total=False):
    """Reservation Register"""
    rsvd1: NumberValue | None
    """Reserved (4 bits)"""
    iekey: NumberValue | None
    """Ignore Existing Key"""
    rrega: NumberValue | None
    """Action"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    cptpl: NumberValue | None
    """Change Persist Through Power Loss"""
    rsvd3: NumberValue | None
    """Reserved (6 bits)"""
    rsvd4: BinaryValue | None
    """Reserved (160 bits)"""

class NVMeReservationAcquireValues(TypedDict, total=False):
    """Reservation Acquire"""
    rsvd1: NumberValue | None
    """Reserved (4 bits)"""
    iekey: NumberValue | None
    """Ignore Existing Key"""
    racqa: NumberValue | None
    """Action"""
    rtype: NumberValue | None
    """Reservation Type"""
    rsvd2: BinaryValue | None
    """Reserved (176 bits)"""

class NVMeReservationReleaseValues(TypedDict, total=False):
    """Reservation Release"""
    rsvd1: NumberValue | None
    """Reserved (4 bits)"""
    iekey: NumberValue | None
    """Ignore Existing Key"""
    rrela: NumberValue | None
    """Action"""
    rtype: NumberValue | None
    """Reservation Type"""
    rsvd2: BinaryValue | None
    """Reserved (176 bits)"""

class NVMeReservationReportValues(TypedDict, total=False):
    """Reservation Report"""
    numd: NumberValue | None
    """Number of Dwords: one less than there are"""
    rsvd1: NumberValue | None
    """Reserved (7 bits)"""
    eds: NumberValue | None
    """Extended Data Structure"""
    rsvd2: BinaryValue | None
    """Reserved (152 bits)"""

class NVMePropertySetValues(TypedDict, total=False):
    """Property Set"""
    attrib_rsvd: NumberValue | None
    """Reserved (5 bits)"""
    size_code: NumberValue | None
    """Size"""
    rsvd1: NumberValue | None
    """Reserved (24 bits)"""
    ofst: NumberValue | None
    """Property"""
    value: NumberValue | None
    """Value"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""

class NVMeConnectValues(TypedDict, total=False):
    """Connect"""
    recfmt: NumberValue | None
    """Record Format"""
    qid: NumberValue | None
    """Queue ID: 0: the admin queue"""
    sqsize: NumberValue | None
    """Submission Queue Size: entries, one less than there are"""
    cattr_rsvd: NumberValue | None
    """Reserved (4 bits)"""
    dioq: NumberValue | None
    """Individual I/O Queue Deletion"""
    dfc: NumberValue | None
    """Disable SQ Flow Control"""
    pc: NumberValue | None
    """Priority Class"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    kato: NumberValue | None
    """Keep Alive Timeout, in ms"""
    rsvd3: BinaryValue | None
    """Reserved (96 bits)"""

class NVMePropertyGetValues(TypedDict, total=False):
    """Property Get"""
    attrib_rsvd: NumberValue | None
    """Reserved (5 bits)"""
    size_code: NumberValue | None
    """Size"""
    rsvd1: NumberValue | None
    """Reserved (24 bits)"""
    ofst: NumberValue | None
    """Property"""
    rsvd2: BinaryValue | None
    """Reserved (128 bits)"""

class NVMeAuthenticationValues(TypedDict, total=False):
    """Authentication"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    spsp0: NumberValue | None
    """Security Protocol Specific 0"""
    spsp1: NumberValue | None
    """Security Protocol Specific 1"""
    secp: NumberValue | None
    """Security Protocol: 0xe9: NVMe, DH-HMAC-CHAP"""
    al: NumberValue | None
    """Length, in bytes"""
    rsvd3: BinaryValue | None
    """Reserved (128 bits)"""

class NVMeDisconnectValues(TypedDict, total=False):
    """Disconnect"""
    recfmt: NumberValue | None
    """Record Format"""
    rsvd1: BinaryValue | None
    """Reserved (176 bits)"""

class NVMeFabricsDwordsValues(TypedDict, total=False):
    """Fabrics Command of an Unknown Type"""
    dwords: BinaryValue | None
    """Command Dwords 10 to 15"""

class NVMeRangeValues(TypedDict, total=False):
    """Dataset Management Range"""
    cattr: NumberValue | None
    """Context Attributes"""
    nlb: NumberValue | None
    """Length, in blocks"""
    slba: NumberValue | None
    """Starting LBA"""

class NVMeDiscoveryEntryValues(TypedDict, total=False):
    """Discovery Log Page Entry"""
    trtype: NumberValue | None
    """Transport Type"""
    adrfam: NumberValue | None
    """Address Family"""
    subtype: NumberValue | None
    """Subsystem Type"""
    treq: NumberValue | None
    """Transport Requirements"""
    portid: NumberValue | None
    """Port ID"""
    cntlid: NumberValue | None
    """Controller ID"""
    asqsz: NumberValue | None
    """Admin Max SQ Size"""
    eflags: NumberValue | None
    """Entry Flags"""
    rsvd1: BinaryValue | None
    """Reserved (160 bits)"""
    trsvcid: BinaryValue | None
    """Transport Service Identifier"""
    rsvd2: BinaryValue | None
    """Reserved (1536 bits)"""
    subnqn: BinaryValue | None
    """Subsystem NQN"""
    traddr: BinaryValue | None
    """Transport Address"""
    qptype: NumberValue | None
    """RDMA QP Type"""
    prtype: NumberValue | None
    """RDMA Provider Type"""
    cms: NumberValue | None
    """RDMA CM Service"""
    rsvd3: NumberValue | None
    """Reserved (40 bits)"""
    p_key: NumberValue | None
    """RDMA P_Key"""
    rsvd4: BinaryValue | None
    """Reserved (1968 bits)"""

class RPCRDMAPaddingValues(TypedDict, total=False):
    """RPC over RDMA, Padding"""
    align: NumberValue | None
    """RDMA Align"""
    threshold: NumberValue | None
    """RDMA Threshold"""

class RPCRDMAErrorValues(TypedDict, total=False):
    """RPC over RDMA, Error"""
    errcode: NumberValue | None
    """Error Code"""

class RPCRDMAReadValues(TypedDict, total=False):
    """Read Chunk"""
    present: NumberValue | None
    """Present: 1: an item follows"""
    position: NumberValue | None
    """Position in XDR: where the data belong in the message; 0: all of it, in bytes"""
    handle: NumberValue | None
    """RDMA Handle: the R_Key"""
    length: NumberValue | None
    """RDMA Length: in a reply what was written, in bytes"""
    address: NumberValue | None
    """RDMA Offset: the virtual address"""

class RPCRDMAReadEndValues(TypedDict, total=False):
    """End of the Read List"""
    present: NumberValue | None
    """Present"""

class RPCRDMAVersionsValues(TypedDict, total=False):
    """RPC over RDMA, Versions"""
    vers_low: NumberValue | None
    """Version Low"""
    vers_high: NumberValue | None
    """Version High"""

class RPCRDMAWriteValues(TypedDict, total=False):
    """Write Chunk"""
    present: NumberValue | None
    """Present: 1: an item follows"""
    count: NumberValue | None
    """Write Chunk Segment Count"""

class RPCRDMAWriteEndValues(TypedDict, total=False):
    """End of the Write List"""
    present: NumberValue | None
    """Present"""

class RPCRDMAWriteSegmentValues(TypedDict, total=False):
    """Write Chunk Segment"""
    handle: NumberValue | None
    """RDMA Handle: the R_Key"""
    length: NumberValue | None
    """RDMA Length: in a reply what was written, in bytes"""
    address: NumberValue | None
    """RDMA Offset: the virtual address"""

class RPCRDMAReplyValues(TypedDict, total=False):
    """Reply Chunk"""
    present: NumberValue | None
    """Present: 1: an item follows"""
    count: NumberValue | None
    """Write Chunk Segment Count"""

class RPCRDMANoReplyValues(TypedDict, total=False):
    """No Reply Chunk"""
    present: NumberValue | None
    """Present"""

class RPCRDMAReplySegmentValues(TypedDict, total=False):
    """Reply Chunk Segment"""
    handle: NumberValue | None
    """RDMA Handle: the R_Key"""
    length: NumberValue | None
    """RDMA Length: in a reply what was written, in bytes"""
    address: NumberValue | None
    """RDMA Offset: the virtual address"""

class RPCCallValues(TypedDict, total=False):
    """Call"""
    rpcvers: NumberValue | None
    """RPC Version"""
    program: NumberValue | None
    """Program"""
    programversion: NumberValue | None
    """Program Version"""
    procedure: NumberValue | None
    """Procedure"""

class RPCReplyValues(TypedDict, total=False):
    """Reply"""
    replystat: NumberValue | None
    """Reply State"""

class RPCUnixCredentialValues(TypedDict, total=False):
    """Credential of AUTH_UNIX"""
    flavor: NumberValue | None
    """Flavor"""
    length: NumberValue | None
    """Length, in bytes"""
    stamp: NumberValue | None
    """Stamp"""
    machinename_length: NumberValue | None
    """Machine Name, Length"""
    machinename: BinaryValue | None
    """Machine Name"""

class RPCGSSCredentialValues(TypedDict, total=False):
    """Credential of RPCSEC_GSS"""
    flavor: NumberValue | None
    """Flavor"""
    length: NumberValue | None
    """Length, in bytes"""
    version: NumberValue | None
    """GSS Version"""
    procedure: NumberValue | None
    """GSS Procedure"""
    seqnum: NumberValue | None
    """GSS Sequence Number"""
    service: NumberValue | None
    """GSS Service"""
    context_length: NumberValue | None
    """GSS Context Length"""
    context: BinaryValue | None
    """GSS Context"""

class RPCCredentialValues(TypedDict, total=False):
    """Credential"""
    flavor: NumberValue | None
    """Flavor: who calls"""
    length: NumberValue | None
    """Length, in bytes"""
    body: BinaryValue | None
    """Body"""

class RPCVerifierValues(TypedDict, total=False):
    """Verifier"""
    flavor: NumberValue | None
    """Flavor: proves the credential"""
    length: NumberValue | None
    """Length, in bytes"""
    body: BinaryValue | None
    """Body"""

class NFS3GetattrValues(TypedDict, total=False):
    """GETATTR of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3SetattrValues(TypedDict, total=False):
    """SETATTR of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3LookupValues(TypedDict, total=False):
    """LOOKUP of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3AccessValues(TypedDict, total=False):
    """ACCESS of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3ReadlinkValues(TypedDict, total=False):
    """READLINK of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3ReadValues(TypedDict, total=False):
    """READ of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3WriteValues(TypedDict, total=False):
    """WRITE of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3CreateValues(TypedDict, total=False):
    """CREATE of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3MkdirValues(TypedDict, total=False):
    """MKDIR of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3SymlinkValues(TypedDict, total=False):
    """SYMLINK of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3MknodValues(TypedDict, total=False):
    """MKNOD of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3RemoveValues(TypedDict, total=False):
    """REMOVE of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3RmdirValues(TypedDict, total=False):
    """RMDIR of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3RenameValues(TypedDict, total=False):
    """RENAME of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3LinkValues(TypedDict, total=False):
    """LINK of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3ReaddirValues(TypedDict, total=False):
    """READDIR of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3ReaddirplusValues(TypedDict, total=False):
    """READDIRPLUS of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3FsstatValues(TypedDict, total=False):
    """FSSTAT of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3FsinfoValues(TypedDict, total=False):
    """FSINFO of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3PathconfValues(TypedDict, total=False):
    """PATHCONF of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS3CommitValues(TypedDict, total=False):
    """COMMIT of NFS Version 3"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS4CompoundValues(TypedDict, total=False):
    """COMPOUND"""
    tag_length: NumberValue | None
    """Tag, Length"""
    tag: BinaryValue | None
    """Tag"""

class RPCReplyVerifierValues(TypedDict, total=False):
    """Verifier"""
    flavor: NumberValue | None
    """Flavor: proves who answers"""
    length: NumberValue | None
    """Length, in bytes"""
    body: BinaryValue | None
    """Body"""

class RPCAcceptedValues(TypedDict, total=False):
    """Accepted"""
    state_accept: NumberValue | None
    """Accept State"""

class RPCDeniedValues(TypedDict, total=False):
    """Denied"""
    state_reject: NumberValue | None
    """Reject State"""

class RPCVersionsValues(TypedDict, total=False):
    """Versions of the Program"""
    low: NumberValue | None
    """Program Version (Minimum)"""
    high: NumberValue | None
    """Program Version (Maximum)"""

class RPCDeniedVersionsValues(TypedDict, total=False):
    """Versions of RPC"""
    low: NumberValue | None
    """RPC Version (Minimum)"""
    high: NumberValue | None
    """RPC Version (Maximum)"""

class RPCDeniedCredentialValues(TypedDict, total=False):
    """Denied Credential"""
    state_auth: NumberValue | None
    """Auth State"""

class NFS3FoundValues(TypedDict, total=False):
    """Attributes"""
    follow: NumberValue | None
    """Attributes Follow: 1: something follows, 0: nothing"""

class NFS3AttributesValues(TypedDict, total=False):
    """Attributes to Set"""
    set_mode: NumberValue | None
    """Set Mode"""

class NFS3MadeValues(TypedDict, total=False):
    """What Was Made"""
    handle_follows: NumberValue | None
    """Handle Follows: 1: something follows, 0: nothing"""

class NFS4OperationValues(TypedDict, total=False):
    """Operation"""
    opcode: NumberValue | None
    """Opcode"""

class NFS4OperationsValues(TypedDict, total=False):
    """COMPOUND, Operations"""
    minorversion: NumberValue | None
    """Minor Version"""
    operations: NumberValue | None
    """Number of Operations"""

class NFS4AccessValues(TypedDict, total=False):
    """ACCESS, Arguments"""
    access: NumberValue | None
    """Access"""

class NFS4CloseValues(TypedDict, total=False):
    """CLOSE, Arguments"""
    seqid: NumberValue | None
    """Sequence"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""

class NFS4CommitValues(TypedDict, total=False):
    """COMMIT, Arguments"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    count: NumberValue | None
    """Count, in bytes"""

class NFS4CreateValues(TypedDict, total=False):
    """CREATE, Arguments"""
    type: NumberValue | None
    """Type"""

class NFS4DelegreturnValues(TypedDict, total=False):
    """DELEGRETURN, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""

class NFS4GetattrValues(TypedDict, total=False):
    """GETATTR, Arguments"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4LockValues(TypedDict, total=False):
    """LOCK, Arguments"""
    locktype: NumberValue | None
    """Lock Type"""
    reclaim: NumberValue | None
    """Reclaim"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    new_owner: NumberValue | None
    """New Lock Owner"""

class NFS4LocktValues(TypedDict, total=False):
    """LOCKT, Arguments"""
    locktype: NumberValue | None
    """Lock Type"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    clientid: NumberValue | None
    """Client ID"""
    lock_owner_length: NumberValue | None
    """Owner, Length"""
    lock_owner: BinaryValue | None
    """Owner"""

class NFS4LockuValues(TypedDict, total=False):
    """LOCKU, Arguments"""
    locktype: NumberValue | None
    """Lock Type"""
    seqid: NumberValue | None
    """Sequence"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""

class NFS4LookupValues(TypedDict, total=False):
    """LOOKUP, Arguments"""
    file_name_length: NumberValue | None
    """Name, Length"""
    file_name: BinaryValue | None
    """Name"""

class NFS4VerifyValues(TypedDict, total=False):
    """VERIFY, Arguments"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4OpenValues(TypedDict, total=False):
    """OPEN, Arguments"""
    seqid: NumberValue | None
    """Sequence"""
    share_access: NumberValue | None
    """Share Access"""
    share_deny: NumberValue | None
    """Share Deny"""
    clientid: NumberValue | None
    """Client ID"""
    owner_length: NumberValue | None
    """Owner, Length"""
    owner: BinaryValue | None
    """Owner"""

class NFS4OpenattrValues(TypedDict, total=False):
    """OPENATTR, Arguments"""
    createdir: NumberValue | None
    """Attribute Dir Create"""

class NFS4OpenConfirmValues(TypedDict, total=False):
    """OPEN_CONFIRM, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    seqid: NumberValue | None
    """Sequence"""

class NFS4OpenDowngradeValues(TypedDict, total=False):
    """OPEN_DOWNGRADE, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    seqid: NumberValue | None
    """Sequence"""
    share_access: NumberValue | None
    """Share Access"""
    share_deny: NumberValue | None
    """Share Deny"""

class NFS4PutfhValues(TypedDict, total=False):
    """PUTFH, Arguments"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS4ReadValues(TypedDict, total=False):
    """READ, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    count: NumberValue | None
    """Count, in bytes"""

class NFS4ReaddirValues(TypedDict, total=False):
    """READDIR, Arguments"""
    cookie: NumberValue | None
    """Cookie"""
    cookie_verf: NumberValue | None
    """Cookie Verifier"""
    dircount: NumberValue | None
    """Directory Count, in bytes"""
    maxcount: NumberValue | None
    """Maximal Count, in bytes"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4RenameValues(TypedDict, total=False):
    """RENAME, Arguments"""
    file_name_length: NumberValue | None
    """Name, Length"""
    file_name: BinaryValue | None
    """Name"""

class NFS4RenewValues(TypedDict, total=False):
    """RENEW, Arguments"""
    clientid: NumberValue | None
    """Client ID"""

class NFS4SetattrValues(TypedDict, total=False):
    """SETATTR, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4SetclientidValues(TypedDict, total=False):
    """SETCLIENTID, Arguments"""
    verifier: NumberValue | None
    """Verifier"""
    client_length: NumberValue | None
    """Client, Length"""
    client: BinaryValue | None
    """Client"""

class NFS4SetclientidConfirmValues(TypedDict, total=False):
    """SETCLIENTID_CONFIRM, Arguments"""
    clientid: NumberValue | None
    """Client ID"""
    verifier: NumberValue | None
    """Verifier"""

class NFS4WriteValues(TypedDict, total=False):
    """WRITE, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    stable: NumberValue | None
    """Stable"""

class NFS4ReleaseLockownerValues(TypedDict, total=False):
    """RELEASE_LOCKOWNER, Arguments"""
    clientid: NumberValue | None
    """Client ID"""
    lock_owner_length: NumberValue | None
    """Owner, Length"""
    lock_owner: BinaryValue | None
    """Owner"""

class NFS4BackchannelCtlValues(TypedDict, total=False):
    """BACKCHANNEL_CTL, Arguments"""
    cb_program: NumberValue | None
    """Callback Program"""
    parameters: NumberValue | None
    """Security Parameters"""

class NFS4BindConnToSessionValues(TypedDict, total=False):
    """BIND_CONN_TO_SESSION, Arguments"""
    session: BinaryValue | None
    """Session ID"""
    channel_direction: NumberValue | None
    """Direction"""
    rdma_mode: NumberValue | None
    """RDMA Mode"""

class NFS4ExchangeIdValues(TypedDict, total=False):
    """EXCHANGE_ID, Arguments"""
    verifier: NumberValue | None
    """Verifier"""
    owner_length: NumberValue | None
    """Owner, Length"""
    owner: BinaryValue | None
    """Owner"""

class NFS4CreateSessionValues(TypedDict, total=False):
    """CREATE_SESSION, Arguments"""
    clientid: NumberValue | None
    """Client ID"""
    seqid: NumberValue | None
    """Sequence"""
    flags: NumberValue | None
    """Flags"""
    fore_padsize: NumberValue | None
    """Fore Channel: Header Pad Size"""
    fore_max_request: NumberValue | None
    """Fore Channel: Largest Request"""
    fore_max_response: NumberValue | None
    """Fore Channel: Largest Response"""
    fore_max_cached: NumberValue | None
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: NumberValue | None
    """Fore Channel: Operations"""
    fore_max_reqs: NumberValue | None
    """Fore Channel: Requests"""
    fore_ird_count: NumberValue | None
    """RDMA Reads, Length"""
    fore_ird: BinaryValue | None
    """RDMA Reads"""

class NFS4DestroySessionValues(TypedDict, total=False):
    """DESTROY_SESSION, Arguments"""
    session: BinaryValue | None
    """Session ID"""

class NFS4GetDirDelegationValues(TypedDict, total=False):
    """GET_DIR_DELEGATION, Arguments"""
    signal: NumberValue | None
    """Signal Available"""
    notifications_count: NumberValue | None
    """Notifications, Length"""
    notifications: BinaryValue | None
    """Notifications"""

class NFS4GetdeviceinfoValues(TypedDict, total=False):
    """GETDEVICEINFO, Arguments"""
    device: BinaryValue | None
    """Device ID"""
    layout_type: NumberValue | None
    """Layout Type"""
    maxcount: NumberValue | None
    """Maximal Count, in bytes"""
    notify_count: NumberValue | None
    """Notifications, Length"""
    notify: BinaryValue | None
    """Notifications"""

class NFS4GetdevicelistValues(TypedDict, total=False):
    """GETDEVICELIST, Arguments"""
    layout_type: NumberValue | None
    """Layout Type"""
    maxdevices: NumberValue | None
    """Maximal Number of Devices"""
    cookie: NumberValue | None
    """Cookie"""
    cookie_verf: NumberValue | None
    """Cookie Verifier"""

class NFS4LayoutcommitValues(TypedDict, total=False):
    """LAYOUTCOMMIT, Arguments"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    reclaim: NumberValue | None
    """Reclaim"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""

class NFS4LayoutgetValues(TypedDict, total=False):
    """LAYOUTGET, Arguments"""
    signal: NumberValue | None
    """Signal Available"""
    layout_type: NumberValue | None
    """Layout Type"""
    iomode: NumberValue | None
    """IO Mode"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    minlength: NumberValue | None
    """Minimal Length, in bytes"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    maxcount: NumberValue | None
    """Maximal Count, in bytes"""

class NFS4LayoutreturnValues(TypedDict, total=False):
    """LAYOUTRETURN, Arguments"""
    reclaim: NumberValue | None
    """Reclaim"""
    layout_type: NumberValue | None
    """Layout Type"""
    iomode: NumberValue | None
    """IO Mode"""
    return_type: NumberValue | None
    """Return Type"""

class NFS4SecinfoNoNameValues(TypedDict, total=False):
    """SECINFO_NO_NAME, Arguments"""
    style: NumberValue | None
    """Secinfo Style"""

class NFS4SequenceValues(TypedDict, total=False):
    """SEQUENCE, Arguments"""
    session: BinaryValue | None
    """Session ID"""
    seqid: NumberValue | None
    """Sequence"""
    slot: NumberValue | None
    """Slot ID"""
    highest_slot: NumberValue | None
    """Highest Slot ID"""
    cachethis: NumberValue | None
    """Cache This"""

class NFS4SetSsvValues(TypedDict, total=False):
    """SET_SSV, Arguments"""
    ssv_length: NumberValue | None
    """SSV, Length"""
    ssv: BinaryValue | None
    """SSV"""

class NFS4TestStateidValues(TypedDict, total=False):
    """TEST_STATEID, Arguments"""
    stateids: NumberValue | None
    """State IDs"""

class NFS4ReclaimCompleteValues(TypedDict, total=False):
    """RECLAIM_COMPLETE, Arguments"""
    one_fs: NumberValue | None
    """Reclaim One FS"""

class NFS4AllocateValues(TypedDict, total=False):
    """ALLOCATE, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""

class NFS4CopyValues(TypedDict, total=False):
    """COPY, Arguments"""
    source_seqid: NumberValue | None
    """State ID, Sequence"""
    source_other: BinaryValue | None
    """State ID, Other"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    source_offset: NumberValue | None
    """Source Offset, in bytes"""
    offset4: NumberValue | None
    """Destination Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    consecutive: NumberValue | None
    """Copy Consecutively"""
    synchronous: NumberValue | None
    """Copy Synchronous"""
    servers: NumberValue | None
    """Source Servers"""

class NFS4CopyNotifyValues(TypedDict, total=False):
    """COPY_NOTIFY, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    netloc: NumberValue | None
    """Kind of Server Name"""

class NFS4IoAdviseValues(TypedDict, total=False):
    """IO_ADVISE, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    hints_count: NumberValue | None
    """Hints, Length"""
    hints: BinaryValue | None
    """Hints"""

class NFS4LayouterrorValues(TypedDict, total=False):
    """LAYOUTERROR, Arguments"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    errors: NumberValue | None
    """Device Errors"""

class NFS4LayoutstatsValues(TypedDict, total=False):
    """LAYOUTSTATS, Arguments"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    read_count: NumberValue | None
    """Reads"""
    read_bytes: NumberValue | None
    """Read, in bytes"""
    write_count: NumberValue | None
    """Writes"""
    write_bytes: NumberValue | None
    """Written, in bytes"""
    device: BinaryValue | None
    """Device ID"""
    layout_type: NumberValue | None
    """Layout Type"""
    update_length: NumberValue | None
    """Layout Update, Length"""
    update: BinaryValue | None
    """Layout Update"""

class NFS4SeekValues(TypedDict, total=False):
    """SEEK, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    what: NumberValue | None
    """Data Content"""

class NFS4WriteSameValues(TypedDict, total=False):
    """WRITE_SAME, Arguments"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    stable: NumberValue | None
    """Stable"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    block_size: NumberValue | None
    """Block Size, in bytes"""
    block_count: NumberValue | None
    """Block Count"""
    relative: NumberValue | None
    """Offset of the Block Number"""
    block_number: NumberValue | None
    """Block Number"""
    pattern_offset: NumberValue | None
    """Offset of the Pattern"""
    pattern_length: NumberValue | None
    """Pattern, Length"""
    pattern: BinaryValue | None
    """Pattern"""

class NFS4CloneValues(TypedDict, total=False):
    """CLONE, Arguments"""
    source_seqid: NumberValue | None
    """State ID, Sequence"""
    source_other: BinaryValue | None
    """State ID, Other"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    source_offset: NumberValue | None
    """Source Offset, in bytes"""
    offset4: NumberValue | None
    """Destination Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""

class NFS4GetxattrValues(TypedDict, total=False):
    """GETXATTR, Arguments"""
    key_length: NumberValue | None
    """Key, Length"""
    key: BinaryValue | None
    """Key"""

class NFS4SetxattrValues(TypedDict, total=False):
    """SETXATTR, Arguments"""
    options: NumberValue | None
    """Options"""
    key_length: NumberValue | None
    """Key, Length"""
    key: BinaryValue | None
    """Key"""

class NFS4ListxattrsValues(TypedDict, total=False):
    """LISTXATTRS, Arguments"""
    cookie: NumberValue | None
    """Cookie"""
    maxcount: NumberValue | None
    """Maximal Count, in bytes"""

class NFS4ResultValues(TypedDict, total=False):
    """Result"""
    opcode: NumberValue | None
    """Opcode"""
    status: NumberValue | None
    """Status"""

class NFS4ResultCountValues(TypedDict, total=False):
    """COMPOUND, Results"""
    operations: NumberValue | None
    """Number of Results"""

class NFS4ReadlinkResultApartValues(TypedDict, total=False):
    """READLINK, Result without Data"""
    target_length: NumberValue | None
    """Data, Length"""

class NFS4AccessResultValues(TypedDict, total=False):
    """ACCESS, Result"""
    supported: NumberValue | None
    """Supported"""
    access: NumberValue | None
    """Access"""

class NFS4CloseResultValues(TypedDict, total=False):
    """CLOSE, Result"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""

class NFS4CommitResultValues(TypedDict, total=False):
    """COMMIT, Result"""
    verifier: NumberValue | None
    """Verifier"""

class NFS4CreateResultValues(TypedDict, total=False):
    """CREATE, Result"""
    change_atomic: NumberValue | None
    """Atomic"""
    change_before: NumberValue | None
    """Change ID Before"""
    change_after: NumberValue | None
    """Change ID After"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4GetattrResultValues(TypedDict, total=False):
    """GETATTR, Result"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4GetfhResultValues(TypedDict, total=False):
    """GETFH, Result"""
    fh_length: NumberValue | None
    """File Handle, Length"""
    fh: BinaryValue | None
    """File Handle"""

class NFS4RemoveResultValues(TypedDict, total=False):
    """REMOVE, Result"""
    change_atomic: NumberValue | None
    """Atomic"""
    change_before: NumberValue | None
    """Change ID Before"""
    change_after: NumberValue | None
    """Change ID After"""

class NFS4OpenResultValues(TypedDict, total=False):
    """OPEN, Result"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    change_atomic: NumberValue | None
    """Atomic"""
    change_before: NumberValue | None
    """Change ID Before"""
    change_after: NumberValue | None
    """Change ID After"""
    result_flags: NumberValue | None
    """Result Flags"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class NFS4ReadResultValues(TypedDict, total=False):
    """READ, Result"""
    eof: NumberValue | None
    """EOF"""

class NFS4ReaddirResultValues(TypedDict, total=False):
    """READDIR, Result"""
    cookie_verf: NumberValue | None
    """Cookie Verifier"""

class NFS4RenameResultValues(TypedDict, total=False):
    """RENAME, Result"""
    source_atomic: NumberValue | None
    """Atomic"""
    source_before: NumberValue | None
    """Change ID Before"""
    source_after: NumberValue | None
    """Change ID After"""
    target_atomic: NumberValue | None
    """Atomic"""
    target_before: NumberValue | None
    """Change ID Before"""
    target_after: NumberValue | None
    """Change ID After"""

class NFS4SecinfoResultValues(TypedDict, total=False):
    """SECINFO, Result"""
    flavors: NumberValue | None
    """Flavors"""

class NFS4SetclientidResultValues(TypedDict, total=False):
    """SETCLIENTID, Result"""
    clientid: NumberValue | None
    """Client ID"""
    verifier: NumberValue | None
    """Verifier"""

class NFS4WriteResultValues(TypedDict, total=False):
    """WRITE, Result"""
    count: NumberValue | None
    """Count, in bytes"""
    committed: NumberValue | None
    """Committed"""
    verifier: NumberValue | None
    """Verifier"""

class NFS4BindConnToSessionResultValues(TypedDict, total=False):
    """BIND_CONN_TO_SESSION, Result"""
    session: BinaryValue | None
    """Session ID"""
    channel_direction: NumberValue | None
    """Direction"""
    rdma_mode: NumberValue | None
    """RDMA Mode"""

class NFS4ExchangeIdResultValues(TypedDict, total=False):
    """EXCHANGE_ID, Result"""
    clientid: NumberValue | None
    """Client ID"""
    seqid: NumberValue | None
    """Sequence"""
    flags: NumberValue | None
    """Flags"""
    protection: NumberValue | None
    """State Protection"""

class NFS4CreateSessionResultValues(TypedDict, total=False):
    """CREATE_SESSION, Result"""
    session: BinaryValue | None
    """Session ID"""
    seqid: NumberValue | None
    """Sequence"""
    flags: NumberValue | None
    """Flags"""
    fore_padsize: NumberValue | None
    """Fore Channel: Header Pad Size"""
    fore_max_request: NumberValue | None
    """Fore Channel: Largest Request"""
    fore_max_response: NumberValue | None
    """Fore Channel: Largest Response"""
    fore_max_cached: NumberValue | None
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: NumberValue | None
    """Fore Channel: Operations"""
    fore_max_reqs: NumberValue | None
    """Fore Channel: Requests"""
    fore_ird_count: NumberValue | None
    """RDMA Reads, Length"""
    fore_ird: BinaryValue | None
    """RDMA Reads"""

class NFS4GetDirDelegationResultValues(TypedDict, total=False):
    """GET_DIR_DELEGATION, Result"""
    unavailable: NumberValue | None
    """Status of the Delegation"""

class NFS4GetdeviceinfoResultValues(TypedDict, total=False):
    """GETDEVICEINFO, Result"""
    layout_type: NumberValue | None
    """Layout Type"""
    body_length: NumberValue | None
    """Device Address, Length"""
    body: BinaryValue | None
    """Device Address"""

class NFS4GetdevicelistResultValues(TypedDict, total=False):
    """GETDEVICELIST, Result"""
    cookie: NumberValue | None
    """Cookie"""
    cookie_verf: NumberValue | None
    """Cookie Verifier"""
    devices: NumberValue | None
    """Number of Devices"""

class NFS4LayoutcommitResultValues(TypedDict, total=False):
    """LAYOUTCOMMIT, Result"""
    resized: NumberValue | None
    """New Size"""

class NFS4LayoutgetResultValues(TypedDict, total=False):
    """LAYOUTGET, Result"""
    return_on_close: NumberValue | None
    """Return on Close"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    layouts: NumberValue | None
    """Layouts"""

class NFS4LayoutreturnResultValues(TypedDict, total=False):
    """LAYOUTRETURN, Result"""
    kept: NumberValue | None
    """State ID Follows"""

class NFS4SequenceResultValues(TypedDict, total=False):
    """SEQUENCE, Result"""
    session: BinaryValue | None
    """Session ID"""
    seqid: NumberValue | None
    """Sequence"""
    slot: NumberValue | None
    """Slot ID"""
    highest_slot: NumberValue | None
    """Highest Slot ID"""
    target_slot: NumberValue | None
    """Target Highest Slot ID"""
    status_flags: NumberValue | None
    """Status Flags"""

class NFS4SetSsvResultValues(TypedDict, total=False):
    """SET_SSV, Result"""
    digest_length: NumberValue | None
    """Digest, Length"""
    digest: BinaryValue | None
    """Digest"""

class NFS4TestStateidResultValues(TypedDict, total=False):
    """TEST_STATEID, Result"""
    stateids: NumberValue | None
    """State IDs"""

class NFS4CopyResultValues(TypedDict, total=False):
    """COPY, Result"""
    callbacks: NumberValue | None
    """Callback State IDs"""

class NFS4CopyNotifyResultValues(TypedDict, total=False):
    """COPY_NOTIFY, Result"""
    lease: BinaryValue | None
    """Lease Time"""
    stateid_seqid: NumberValue | None
    """State ID, Sequence"""
    stateid_other: BinaryValue | None
    """State ID, Other"""
    servers: NumberValue | None
    """Source Servers"""

class NFS4IoAdviseResultValues(TypedDict, total=False):
    """IO_ADVISE, Result"""
    hints_count: NumberValue | None
    """Hints, Length"""
    hints: BinaryValue | None
    """Hints"""

class NFS4OffloadStatusResultValues(TypedDict, total=False):
    """OFFLOAD_STATUS, Result"""
    copied: NumberValue | None
    """Copied, in bytes"""
    complete: NumberValue | None
    """Complete"""

class NFS4ReadPlusResultValues(TypedDict, total=False):
    """READ_PLUS, Result"""
    eof: NumberValue | None
    """EOF"""
    segments: NumberValue | None
    """Segments"""

class NFS4SeekResultValues(TypedDict, total=False):
    """SEEK, Result"""
    eof: NumberValue | None
    """EOF"""
    offset4: NumberValue | None
    """Offset, in bytes"""

class NFS4WriteSameResultValues(TypedDict, total=False):
    """WRITE_SAME, Result"""
    callbacks: NumberValue | None
    """Callback State IDs"""

class NFS4GetxattrResultValues(TypedDict, total=False):
    """GETXATTR, Result"""
    value_length: NumberValue | None
    """Value, Length"""
    value: BinaryValue | None
    """Value"""

class NFS4ListxattrsResultValues(TypedDict, total=False):
    """LISTXATTRS, Result"""
    cookie: NumberValue | None
    """Cookie"""
    names: NumberValue | None
    """Names"""

class NFS4ReadlinkResultValues(TypedDict, total=False):
    """READLINK, Result"""
    target_length: NumberValue | None
    """Data, Length"""
    target: BinaryValue | None
    """Data"""

class NFS4LockRefusedValues(TypedDict, total=False):
    """LOCK, Result"""
    offset4: NumberValue | None
    """Offset, in bytes"""
    length: NumberValue | None
    """Length, in bytes"""
    locktype: NumberValue | None
    """Lock Type"""
    clientid: NumberValue | None
    """Client ID"""
    lock_owner_length: NumberValue | None
    """Owner, Length"""
    lock_owner: BinaryValue | None
    """Owner"""

class NFS4SetclientidRefusedValues(TypedDict, total=False):
    """SETCLIENTID, Result"""
    netid_length: NumberValue | None
    """Network, Length"""
    netid: BinaryValue | None
    """Network"""

class NFS4GetdeviceinfoRefusedValues(TypedDict, total=False):
    """GETDEVICEINFO, Result"""
    mincount: NumberValue | None
    """Least Count"""

class NFS4LayoutgetRefusedValues(TypedDict, total=False):
    """LAYOUTGET, Result"""
    will_signal: NumberValue | None
    """Will Signal"""

class NFS4CopyRefusedValues(TypedDict, total=False):
    """COPY, Result"""
    consecutive: NumberValue | None
    """Copy Consecutively"""
    synchronous: NumberValue | None
    """Copy Synchronous"""

class NFS4SetattrResultValues(TypedDict, total=False):
    """SETATTR, Result"""
    bitmap_count: NumberValue | None
    """Attribute Mask, Length"""
    bitmap: BinaryValue | None
    """Attribute Mask"""

class ISCSINopOutValues(TypedDict, total=False):
    """iSCSI NOP-Out"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    rsvd: NumberValue | None
    """Reserved (23 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd2: BinaryValue | None
    """Reserved (128 bits)"""

class ISCSICommandValues(TypedDict, total=False):
    """iSCSI Command"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final: no unsolicited Data-Out follows"""
    read: NumberValue | None
    """Read"""
    write: NumberValue | None
    """Write"""
    rsvd: NumberValue | None
    """Reserved (2 bits)"""
    attr: NumberValue | None
    """Task Attributes"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    expected_length: NumberValue | None
    """Expected Data Transfer Length, in bytes"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""

class ISCSITaskManagementValues(TypedDict, total=False):
    """iSCSI Task Management Function Request"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    function: NumberValue | None
    """Function"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    referencedtasktag: NumberValue | None
    """Referenced Task Tag: the task to abort"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    refcmdsn: NumberValue | None
    """RefCmdSN"""
    expdatasn: NumberValue | None
    """ExpDataSN"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""

class ISCSILoginValues(TypedDict, total=False):
    """iSCSI Login Request"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    transit: NumberValue | None
    """Transit"""
    more: NumberValue | None
    """Continue"""
    rsvd: NumberValue | None
    """Reserved (2 bits)"""
    csg: NumberValue | None
    """Current Stage"""
    nsg: NumberValue | None
    """Next Stage"""
    versionmax: NumberValue | None
    """Version-max"""
    versionmin: NumberValue | None
    """Version-min"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    isid: BinaryValue | None
    """ISID"""
    tsih: NumberValue | None
    """TSIH: 0: a new session"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    cid: NumberValue | None
    """CID"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd3: BinaryValue | None
    """Reserved (128 bits)"""
    text: BinaryValue | None
    """Text Parameters"""

class ISCSITextValues(TypedDict, total=False):
    """iSCSI Text Request"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    more: NumberValue | None
    """Continue"""
    rsvd: NumberValue | None
    """Reserved (6 bits)"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd3: BinaryValue | None
    """Reserved (128 bits)"""
    text: BinaryValue | None
    """Text Parameters"""

class ISCSIDataOutValues(TypedDict, total=False):
    """iSCSI Data-Out"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    rsvd: NumberValue | None
    """Reserved (23 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""
    datasn: NumberValue | None
    """DataSN"""
    buffer_offset: NumberValue | None
    """Buffer Offset, in bytes"""
    rsvd4: NumberValue | None
    """Reserved (32 bits)"""

class ISCSILogoutValues(TypedDict, total=False):
    """iSCSI Logout Request"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    reason: NumberValue | None
    """Reason"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    cid: NumberValue | None
    """CID"""
    rsvd3: NumberValue | None
    """Reserved (16 bits)"""
    cmdsn: NumberValue | None
    """CmdSN"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd4: BinaryValue | None
    """Reserved (128 bits)"""

class ISCSISnackValues(TypedDict, total=False):
    """iSCSI SNACK Request"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    type: NumberValue | None
    """Type"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""
    expstatsn: NumberValue | None
    """ExpStatSN"""
    rsvd4: NumberValue | None
    """Reserved (64 bits)"""
    begrun: NumberValue | None
    """BegRun"""
    runlength: NumberValue | None
    """RunLength"""

class ISCSINopInValues(TypedDict, total=False):
    """iSCSI NOP-In"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    rsvd: NumberValue | None
    """Reserved (23 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    rsvd2: BinaryValue | None
    """Reserved (96 bits)"""

class ISCSIResponseValues(TypedDict, total=False):
    """iSCSI Response"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    bidi_overflow: NumberValue | None
    """Bidirectional Read Residual Overflow"""
    bidi_underflow: NumberValue | None
    """Bidirectional Read Residual Underflow"""
    overflow: NumberValue | None
    """Residual Overflow"""
    underflow: NumberValue | None
    """Residual Underflow"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    response: NumberValue | None
    """Response"""
    status: NumberValue | None
    """Status"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    rsvd3: NumberValue | None
    """Reserved (64 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    snack_tag: NumberValue | None
    """SNACK Tag"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    expdatasn: NumberValue | None
    """ExpDataSN"""
    bidi_residual: NumberValue | None
    """Bidirectional Read Residual Count, in bytes"""
    residual: NumberValue | None
    """Residual Count, in bytes"""

class ISCSITaskManagementResponseValues(TypedDict, total=False):
    """iSCSI Task Management Function Response"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    response: NumberValue | None
    """Response"""
    rsvd: NumberValue | None
    """Reserved (8 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    rsvd4: BinaryValue | None
    """Reserved (96 bits)"""

class ISCSILoginResponseValues(TypedDict, total=False):
    """iSCSI Login Response"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    transit: NumberValue | None
    """Transit"""
    more: NumberValue | None
    """Continue"""
    rsvd: NumberValue | None
    """Reserved (2 bits)"""
    csg: NumberValue | None
    """Current Stage"""
    nsg: NumberValue | None
    """Next Stage"""
    versionmax: NumberValue | None
    """Version-max"""
    versionactive: NumberValue | None
    """Version-active"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    isid: BinaryValue | None
    """ISID"""
    tsih: NumberValue | None
    """TSIH: 0: a new session"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    status: NumberValue | None
    """Status"""
    rsvd3: BinaryValue | None
    """Reserved (80 bits)"""
    text: BinaryValue | None
    """Text Parameters"""

class ISCSITextResponseValues(TypedDict, total=False):
    """iSCSI Text Response"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    more: NumberValue | None
    """Continue"""
    rsvd: NumberValue | None
    """Reserved (6 bits)"""
    rsvd2: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    rsvd3: BinaryValue | None
    """Reserved (96 bits)"""
    text: BinaryValue | None
    """Text Parameters"""

class ISCSIDataInValues(TypedDict, total=False):
    """iSCSI Data-In"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    final: NumberValue | None
    """Final"""
    acknowledge: NumberValue | None
    """Acknowledge"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    overflow: NumberValue | None
    """Residual Overflow"""
    underflow: NumberValue | None
    """Residual Underflow"""
    has_status: NumberValue | None
    """Status: the status is there"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    status: NumberValue | None
    """Status"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    datasn: NumberValue | None
    """DataSN"""
    buffer_offset: NumberValue | None
    """Buffer Offset, in bytes"""
    residual: NumberValue | None
    """Residual Count, in bytes"""

class ISCSILogoutResponseValues(TypedDict, total=False):
    """iSCSI Logout Response"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    response: NumberValue | None
    """Response"""
    rsvd: NumberValue | None
    """Reserved (8 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    rsvd4: NumberValue | None
    """Reserved (32 bits)"""
    time2wait: NumberValue | None
    """Time2Wait, in s"""
    time2retain: NumberValue | None
    """Time2Retain, in s"""
    rsvd5: NumberValue | None
    """Reserved (32 bits)"""

class ISCSIReadyToTransferValues(TypedDict, total=False):
    """iSCSI Ready To Transfer"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    targettransfertag: NumberValue | None
    """Target Transfer Tag"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    r2tsn: NumberValue | None
    """R2TSN"""
    buffer_offset: NumberValue | None
    """Buffer Offset, in bytes"""
    desireddatalength: NumberValue | None
    """Desired Data Length, in bytes"""

class ISCSIAsynchronousValues(TypedDict, total=False):
    """iSCSI Asynchronous Message"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: NumberValue | None
    """Address Mode"""
    lun: NumberValue | None
    """LUN"""
    lun_rest: NumberValue | None
    """Reserved (48 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    event: NumberValue | None
    """Event"""
    vendor: NumberValue | None
    """Vendor Code"""
    parameter1: NumberValue | None
    """Parameter 1"""
    parameter2: NumberValue | None
    """Parameter 2"""
    parameter3: NumberValue | None
    """Parameter 3"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""

class ISCSIRejectValues(TypedDict, total=False):
    """iSCSI Reject"""
    first_bit: NumberValue | None
    """Reserved (1 bit)"""
    immediate: NumberValue | None
    """Immediate Delivery"""
    opcode: NumberValue | None
    """Opcode"""
    flags: NumberValue | None
    """Flags"""
    reason: NumberValue | None
    """Reason"""
    rsvd: NumberValue | None
    """Reserved (8 bits)"""
    totalahslength: NumberValue | None
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: NumberValue | None
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (64 bits)"""
    initiatortasktag: NumberValue | None
    """Initiator Task Tag: joins command and response"""
    rsvd3: NumberValue | None
    """Reserved (32 bits)"""
    statsn: NumberValue | None
    """StatSN"""
    expcmdsn: NumberValue | None
    """ExpCmdSN"""
    maxcmdsn: NumberValue | None
    """MaxCmdSN"""
    datasn: NumberValue | None
    """DataSN"""
    rsvd4: NumberValue | None
    """Reserved (64 bits)"""

class SCSITestUnitReadyValues(TypedDict, total=False):
    """TEST UNIT READY"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (32 bits)"""
    control: NumberValue | None
    """Control"""
    padding: BinaryValue | None
    """Reserved (80 bits)"""

class SCSIInquiryValues(TypedDict, total=False):
    """INQUIRY"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (7 bits)"""
    evpd: NumberValue | None
    """Enable Vital Product Data"""
    page_code: NumberValue | None
    """Page Code: where EVPD is set"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    control: NumberValue | None
    """Control"""
    padding: BinaryValue | None
    """Reserved (80 bits)"""

class SCSIModeSense6Values(TypedDict, total=False):
    """MODE SENSE(6)"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags: 0x08: no block descriptors"""
    pc: NumberValue | None
    """Page Control"""
    page_code: NumberValue | None
    """Page Code"""
    subpage_code: NumberValue | None
    """Subpage Code"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    control: NumberValue | None
    """Control"""
    padding: BinaryValue | None
    """Reserved (80 bits)"""

class SCSIModeSense10Values(TypedDict, total=False):
    """MODE SENSE(10)"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags: 0x08: no block descriptors; 0x10: long LBAs"""
    pc: NumberValue | None
    """Page Control"""
    page_code: NumberValue | None
    """Page Code"""
    subpage_code: NumberValue | None
    """Subpage Code"""
    rsvd: NumberValue | None
    """Reserved (24 bits)"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIRequestSenseValues(TypedDict, total=False):
    """REQUEST SENSE"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags: 0x01: descriptor format"""
    rsvd: NumberValue | None
    """Reserved (16 bits)"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    control: NumberValue | None
    """Control"""
    padding: BinaryValue | None
    """Reserved (80 bits)"""

class SCSIReportLUNsValues(TypedDict, total=False):
    """REPORT LUNS"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (8 bits)"""
    select_report: NumberValue | None
    """Select Report"""
    rsvd2: NumberValue | None
    """Reserved (24 bits)"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    rsvd3: NumberValue | None
    """Reserved (8 bits)"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SCSIMaintenanceInValues(TypedDict, total=False):
    """MAINTENANCE IN"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    service_action: NumberValue | None
    """Service Action"""
    parameters: BinaryValue | None
    """Parameters"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SCSIServiceActionIn16Values(TypedDict, total=False):
    """SERVICE ACTION IN(16)"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    service_action: NumberValue | None
    """Service Action"""
    lba: NumberValue | None
    """Logical Block Address"""
    alloclen: NumberValue | None
    """Allocation Length, in bytes"""
    rsvd2: NumberValue | None
    """Reserved (8 bits)"""
    control: NumberValue | None
    """Control"""

class SCSIReadCapacity10Values(TypedDict, total=False):
    """READ CAPACITY(10)"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (64 bits)"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIUnmapValues(TypedDict, total=False):
    """UNMAP"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (7 bits)"""
    anchor: NumberValue | None
    """Anchor"""
    rsvd2: NumberValue | None
    """Reserved (32 bits)"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    paramlen: NumberValue | None
    """Parameter List Length: 8 + 16 a range, in bytes"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIBlocks6Values(TypedDict, total=False):
    """READ(6), WRITE(6)"""
    opcode: NumberValue | None
    """Operation Code"""
    rsvd: NumberValue | None
    """Reserved (3 bits)"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length: 0: 256, in blocks"""
    control: NumberValue | None
    """Control"""
    padding: BinaryValue | None
    """Reserved (80 bits)"""

class SCSIRead10Values(TypedDict, total=False):
    """READ(10)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """RDPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIWrite10Values(TypedDict, total=False):
    """WRITE(10)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """WRPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIBlocks10Values(TypedDict, total=False):
    """Block Command of 10 Bytes"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags"""
    lba: NumberValue | None
    """Logical Block Address"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (48 bits)"""

class SCSIRead12Values(TypedDict, total=False):
    """READ(12)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """RDPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SCSIWrite12Values(TypedDict, total=False):
    """WRITE(12)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """WRPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SCSIBlocks12Values(TypedDict, total=False):
    """Block Command of 12 Bytes"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""
    padding: NumberValue | None
    """Reserved (32 bits)"""

class SCSIRead16Values(TypedDict, total=False):
    """READ(16)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """RDPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""

class SCSIWrite16Values(TypedDict, total=False):
    """WRITE(16)"""
    opcode: NumberValue | None
    """Operation Code"""
    protect: NumberValue | None
    """WRPROTECT"""
    dpo: NumberValue | None
    """Disable Page Out"""
    fua: NumberValue | None
    """Force Unit Access"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    fua_nv: NumberValue | None
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: NumberValue | None
    """Reserved (1 bit)"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""

class SCSIBlocks16Values(TypedDict, total=False):
    """Block Command of 16 Bytes"""
    opcode: NumberValue | None
    """Operation Code"""
    flags: NumberValue | None
    """Flags"""
    lba: NumberValue | None
    """Logical Block Address"""
    blocks: NumberValue | None
    """Transfer Length, in blocks"""
    rsvd3: NumberValue | None
    """Reserved (3 bits)"""
    group_number: NumberValue | None
    """Group Number"""
    control: NumberValue | None
    """Control"""

class SCSICommandValues(TypedDict, total=False):
    """SCSI Command"""
    opcode: NumberValue | None
    """Operation Code"""
    rest: BinaryValue | None
    """Other Bytes"""

class ISCSISenseValues(TypedDict, total=False):
    """iSCSI Sense Length"""
    senselength: NumberValue | None
    """Sense Length, in bytes"""

class SCSISenseFixedValues(TypedDict, total=False):
    """Sense Data, Fixed Format"""
    valid: NumberValue | None
    """Valid: the information is defined"""
    response_code: NumberValue | None
    """Response Code"""
    obsolete: NumberValue | None
    """Reserved (8 bits)"""
    filemark: NumberValue | None
    """Filemark"""
    eom: NumberValue | None
    """End of Medium"""
    ili: NumberValue | None
    """Incorrect Length Indicator"""
    sdat_ovfl: NumberValue | None
    """Sense Data Overflow"""
    key: NumberValue | None
    """Sense Key"""
    info: NumberValue | None
    """Information"""
    addlen: NumberValue | None
    """Additional Sense Length: that follow this byte, in bytes"""
    specific: NumberValue | None
    """Command Specific Information"""
    asc: NumberValue | None
    """Additional Sense Code"""
    ascq: NumberValue | None
    """Additional Sense Code Qualifier"""
    fru: NumberValue | None
    """Field Replaceable Unit Code"""
    sksv: NumberValue | None
    """Sense Key Specific Valid"""
    sks_info: NumberValue | None
    """Sense Key Specific"""

class SCSISenseDescriptorValues(TypedDict, total=False):
    """Sense Data, Descriptor Format"""
    rsvd: NumberValue | None
    """Reserved (1 bit)"""
    response_code: NumberValue | None
    """Response Code"""
    rsvd2: NumberValue | None
    """Reserved (4 bits)"""
    key: NumberValue | None
    """Sense Key"""
    asc: NumberValue | None
    """Additional Sense Code"""
    ascq: NumberValue | None
    """Additional Sense Code Qualifier"""
    sdat_ovfl: NumberValue | None
    """Sense Data Overflow"""
    rsvd3: NumberValue | None
    """Reserved (23 bits)"""
    addlen: NumberValue | None
    """Additional Sense Length: of the descriptors that follow, in bytes"""

class SRPDirectValues(TypedDict, total=False):
    """SRP Direct Data Buffer Descriptor"""
    address: NumberValue | None
    """Virtual Address"""
    key: NumberValue | None
    """Memory Handle: an R_Key"""
    length: NumberValue | None
    """Length, in bytes"""

class SRPIndirectValues(TypedDict, total=False):
    """SRP Indirect Data Buffer Descriptor"""
    table_address: NumberValue | None
    """Table Virtual Address"""
    table_key: NumberValue | None
    """Table Memory Handle: an R_Key"""
    table_length: NumberValue | None
    """Table Length: 16 a descriptor, in bytes"""
    total_length: NumberValue | None
    """Total Length, in bytes"""

class SRPImmediateValues(TypedDict, total=False):
    """SRP Immediate Data Buffer Descriptor"""
    length: NumberValue | None
    """Length, in bytes"""

class SRPResponseDataValues(TypedDict, total=False):
    """SRP Response Data"""
    rsvd: NumberValue | None
    """Reserved (24 bits)"""
    response_code: NumberValue | None
    """Response Code"""

class IPoIBARPValues(TypedDict, total=False):
    """Address Resolution Protocol over InfiniBand"""
    hw_type: NumberValue | None
    """Hardware Type"""
    proto_type: NumberValue | None
    """Protocol Type"""
    hw_size: NumberValue | None
    """Hardware Size, in bytes"""
    proto_size: NumberValue | None
    """Protocol Size, in bytes"""
    opcode: NumberValue | None
    """Opcode"""
    src_hw: BinaryValue | None
    """Sender Hardware Address: flags, QPN, GID"""
    src_proto: IPv4Value | None
    """Sender IP Address"""
    dst_hw: BinaryValue | None
    """Target Hardware Address: flags, QPN, GID"""
    dst_proto: IPv4Value | None
    """Target IP Address"""

class RouterSolicitationValues(TypedDict, total=False):
    """Router Solicitation"""
    type: NumberValue | None
    """Type"""
    code: NumberValue | None
    """Code"""
    checksum: NumberValue | None
    """Checksum"""
    reserved: NumberValue | None
    """Reserved (32 bits)"""

class RouterAdvertisementValues(TypedDict, total=False):
    """Router Advertisement"""
    type: NumberValue | None
    """Type"""
    code: NumberValue | None
    """Code"""
    checksum: NumberValue | None
    """Checksum"""
    hop_limit: NumberValue | None
    """Current Hop Limit"""
    flags: NumberValue | None
    """Flags"""
    lifetime: NumberValue | None
    """Router Lifetime, in s"""
    reachable: NumberValue | None
    """Reachable Time, in ms"""
    retransmission: NumberValue | None
    """Retransmission Timer, in ms"""

class NeighborSolicitationValues(TypedDict, total=False):
    """Neighbor Solicitation"""
    type: NumberValue | None
    """Type"""
    code: NumberValue | None
    """Code"""
    checksum: NumberValue | None
    """Checksum"""
    reserved: NumberValue | None
    """Reserved (32 bits)"""
    target: IPv6Value | None
    """Target Address"""

class NeighborAdvertisementValues(TypedDict, total=False):
    """Neighbor Advertisement"""
    type: NumberValue | None
    """Type"""
    code: NumberValue | None
    """Code"""
    checksum: NumberValue | None
    """Checksum"""
    router: NumberValue | None
    """Router"""
    solicited: NumberValue | None
    """Solicited"""
    override: NumberValue | None
    """Override"""
    flags_reserved: NumberValue | None
    """Reserved (29 bits)"""
    target: IPv6Value | None
    """Target Address"""

class NeighborLinkAddressValues(TypedDict, total=False):
    """Link-Layer Address over InfiniBand"""
    type: NumberValue | None
    """Option Type"""
    length: NumberValue | None
    """Option Length, in 8 bytes"""
    linkaddr: BinaryValue | None
    """Link-Layer Address: two bytes of padding; flags, QPN, GID"""

class RSocketBufferValues(TypedDict, total=False):
    """rsocket Buffer"""
    address: NumberValue | None
    """Address"""
    key: NumberValue | None
    """Key"""
    length: NumberValue | None
    """Length, in bytes"""

class RDSVersionValues(TypedDict, total=False):
    """RDS Extension: version"""
    ext: NumberValue | None
    """Extension"""
    version: NumberValue | None
    """Version"""

class RDSUsedValues(TypedDict, total=False):
    """RDS Extension: RDMA"""
    ext: NumberValue | None
    """Extension"""
    rkey: NumberValue | None
    """R_Key"""

class RDSDestinationValues(TypedDict, total=False):
    """RDS Extension: RDMA destination"""
    ext: NumberValue | None
    """Extension"""
    rkey: NumberValue | None
    """R_Key"""
    rdma_offset: NumberValue | None
    """Offset, in bytes"""

class RDSPathsValues(TypedDict, total=False):
    """RDS Extension: number of paths"""
    ext: NumberValue | None
    """Extension"""
    paths: NumberValue | None
    """Number of Paths"""

class RDSGenerationValues(TypedDict, total=False):
    """RDS Extension: generation number"""
    ext: NumberValue | None
    """Extension"""
    generation: NumberValue | None
    """Generation"""

class SMCProposalValues(TypedDict, total=False):
    """SMC-R Proposal"""
    peer: BinaryValue | None
    """Peer ID"""
    gid: IPv6Value | None
    """Preferred GID"""
    mac: BinaryValue | None
    """Preferred MAC"""
    ip_offset: NumberValue | None
    """IP Area Offset, in bytes"""

class SMCAcceptValues(TypedDict, total=False):
    """SMC-R Accept"""
    peer: BinaryValue | None
    """Peer ID"""
    gid: IPv6Value | None
    """GID"""
    mac: BinaryValue | None
    """MAC"""
    qpn: NumberValue | None
    """QP Number"""
    rkey: NumberValue | None
    """RMB R_Key"""
    rmbe: NumberValue | None
    """RMBE Index: counted from 1"""
    token: NumberValue | None
    """RMBE Alert Token"""
    rmbe_size: NumberValue | None
    """RMBE Size: 2^(n+14) bytes"""
    mtu: NumberValue | None
    """Path MTU"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    address: NumberValue | None
    """RMB Virtual Address"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    psn: NumberValue | None
    """Initial PSN"""

class SMCConfirmValues(TypedDict, total=False):
    """SMC-R Confirm"""
    peer: BinaryValue | None
    """Peer ID"""
    gid: IPv6Value | None
    """GID"""
    mac: BinaryValue | None
    """MAC"""
    qpn: NumberValue | None
    """QP Number"""
    rkey: NumberValue | None
    """RMB R_Key"""
    rmbe: NumberValue | None
    """RMBE Index: counted from 1"""
    token: NumberValue | None
    """RMBE Alert Token"""
    rmbe_size: NumberValue | None
    """RMBE Size: 2^(n+14) bytes"""
    mtu: NumberValue | None
    """Path MTU"""
    reserved: NumberValue | None
    """Reserved (8 bits)"""
    address: NumberValue | None
    """RMB Virtual Address"""
    reserved2: NumberValue | None
    """Reserved (8 bits)"""
    psn: NumberValue | None
    """Initial PSN"""

class SMCDeclineValues(TypedDict, total=False):
    """SMC Decline"""
    peer: BinaryValue | None
    """Peer ID"""
    diagnosis: NumberValue | None
    """Diagnosis"""
    system: NumberValue | None
    """Operating System"""
    reserved: NumberValue | None
    """Reserved (4 bits)"""
    reserved2: NumberValue | None
    """Reserved (24 bits)"""
    trailer: NumberValue | None
    """Trailing Eyecatcher"""

class LNetConnectionValues(TypedDict, total=False):
    """LNet Connection"""
    qdepth: NumberValue | None
    """Queue Depth"""
    max_frags: NumberValue | None
    """Maximum Fragments"""
    max_size: NumberValue | None
    """Maximum Message Size, in bytes"""

class LNetCompletionValues(TypedDict, total=False):
    """LNet Completion"""
    cookie: NumberValue | None
    """Cookie"""
    status: NumberValue | None
    """Status: bytes; 2^32 less an error number of Linux"""

class LNetHeaderValues(TypedDict, total=False):
    """LNet Header"""
    dest_nid: NumberValue | None
    """Destination NID"""
    src_nid: NumberValue | None
    """Source NID"""
    dest_pid: NumberValue | None
    """Destination PID: 12345: Lustre"""
    src_pid: NumberValue | None
    """Source PID"""
    msg_type: NumberValue | None
    """Message Type"""
    payload_length: NumberValue | None
    """Payload Length, in bytes"""
    specific: BinaryValue | None
    """Specific to the Type"""

class LNetCookieValues(TypedDict, total=False):
    """LNet Cookie"""
    cookie: NumberValue | None
    """Cookie"""

class LNetDescriptorValues(TypedDict, total=False):
    """LNet RDMA Descriptor"""
    rkey: NumberValue | None
    """R_Key"""
    nfrags: NumberValue | None
    """Fragments: of 12 bytes each follow"""

class LNetConnectionBigValues(TypedDict, total=False):
    """LNet Connection, Big Endian"""
    qdepth: NumberValue | None
    """Queue Depth"""
    max_frags: NumberValue | None
    """Maximum Fragments"""
    max_size: NumberValue | None
    """Maximum Message Size, in bytes"""

class LNetCompletionBigValues(TypedDict, total=False):
    """LNet Completion, Big Endian"""
    cookie: NumberValue | None
    """Cookie"""
    status: NumberValue | None
    """Status: bytes; 2^32 less an error number of Linux"""

class LNetCookieBigValues(TypedDict, total=False):
    """LNet Cookie, Big Endian"""
    cookie: NumberValue | None
    """Cookie"""

class LNetDescriptorBigValues(TypedDict, total=False):
    """LNet RDMA Descriptor, Big Endian"""
    rkey: NumberValue | None
    """R_Key"""
    nfrags: NumberValue | None
    """Fragments: of 12 bytes each follow"""

class SMB2Values(TypedDict, total=False):
    """SMB2 Header"""
    magic: BinaryValue | None
    """Protocol ID"""
    structure_size: NumberValue | None
    """Structure Size, in bytes"""
    credit_charge: NumberValue | None
    """Credit Charge"""
    status: NumberValue | None
    """Status or Channel Sequence"""
    cmd: NumberValue | None
    """Command"""
    credits: NumberValue | None
    """Credits: requested, or granted"""
    flags: NumberValue | None
    """Flags: 1: a response, 2: asynchronous, 4: related, 8: signed"""
    next: NumberValue | None
    """Next Command, in bytes"""
    msg_id: NumberValue | None
    """Message ID: joins request and response"""
    reserved_or_async: NumberValue | None
    """Reserved, or Asynchronous ID"""
    tid: NumberValue | None
    """Tree ID"""
    sesid: NumberValue | None
    """Session ID"""
    signature: BinaryValue | None
    """Signature"""

class UCXWireupValues(TypedDict, total=False):
    """UCX Wireup"""
    wireup: NumberValue | None
    """Wireup"""
    error_mode: NumberValue | None
    """Error Mode"""
    wireup_sn: NumberValue | None
    """Connection Sequence Number"""
    source_id: NumberValue | None
    """Source End Point"""
    destination_id: NumberValue | None
    """Destination End Point"""

class UCXEagerValues(TypedDict, total=False):
    """UCX Eager"""
    tag: NumberValue | None
    """Tag"""

class UCXEagerFirstValues(TypedDict, total=False):
    """UCX Eager, First"""
    tag: NumberValue | None
    """Tag"""
    total: NumberValue | None
    """Total Length, in bytes"""
    message_id: NumberValue | None
    """Message ID"""

class UCXEagerMiddleValues(TypedDict, total=False):
    """UCX Eager, Middle"""
    message_id: NumberValue | None
    """Message ID"""
    middle_offset: NumberValue | None
    """Offset, in bytes"""

class UCXReadyToSendValues(TypedDict, total=False):
    """UCX Rendezvous RTS"""
    tag: NumberValue | None
    """Tag"""
    sender_ep: NumberValue | None
    """Sender End Point"""
    sender_request: NumberValue | None
    """Sender Request ID"""
    address: NumberValue | None
    """Address: 0: not shown"""
    length: NumberValue | None
    """Size, in bytes"""
    rndv_opcode: NumberValue | None
    """Opcode"""

class UCXReadyToReceiveValues(TypedDict, total=False):
    """UCX Rendezvous RTR"""
    sender_request: NumberValue | None
    """Sender Request ID"""
    receiver_request: NumberValue | None
    """Receiver Request ID"""
    address: NumberValue | None
    """Address: 0: not shown"""
    length: NumberValue | None
    """Size, in bytes"""
    rtr_offset: NumberValue | None
    """Offset, in bytes"""

class UCXControlValues(TypedDict, total=False):
    """UCX Control"""
    control: NumberValue | None
    """Control"""
    reserved: NumberValue | None
    """Reserved (24 bits)"""
    qpn: NumberValue | None
    """QPN: of the sender of a CREQ"""
    source: NumberValue | None
    """Source End Point"""
    reserved2: NumberValue | None
    """Reserved (16 bits)"""
    conn_sn: NumberValue | None
    """Connection Sequence Number"""
    path: NumberValue | None
    """Path Index"""
    reserved3: NumberValue | None
    """Reserved (24 bits)"""

DeclaredName: TypeAlias = Literal["Loopback", "loopback", "Ethernet", "ethernet", "IPv4", "ipv4", "IPv6", "ipv6", "SLL", "sll", "SLL2", "sll2", "ERF", "erf", "IPoIB", "ipoib", "IPoIBPseudo", "ipoibpseudo", "LRH", "lrh", "VLAN", "vlan", "GRH", "grh", "MACControl", "maccontrol", "Pause", "pause", "PFC", "pfc", "ERFExtension", "erfextension", "ERFEthernet", "erfethernet", "FlowControl", "flowcontrol", "UDP", "udp", "GRE", "gre", "AH", "ah", "HopByHop", "hopbyhop", "Routing", "routing", "Fragment", "fragment", "DestinationOptions", "destinationoptions", "UET", "uet", "BTH", "bth", "VXLAN", "vxlan", "UETRequest", "uetrequest", "UETAck", "uetack", "UETNack", "uetnack", "GRESequence", "gresequence", "GREKey", "grekey", "GREChecksum", "grechecksum", "ERSPAN3", "erspan3", "ERSPAN2", "erspan2", "ERSPANPlatform", "erspanplatform", "RWH", "rwh", "ImmDt", "immdt", "RETH", "reth", "AETH", "aeth", "AtomicAckETH", "atomicacketh", "AtomicETH", "atomiceth", "IETH", "ieth", "FETH", "feth", "RDETH", "rdeth", "DETH", "deth", "XRCETH", "xrceth", "CNP", "cnp", "MAD", "mad", "SMP", "smp", "SMPDirected", "smpdirected", "RMPP", "rmpp", "SA", "sa", "PerfMgt", "perfmgt", "BM", "bm", "DevMgt", "devmgt", "SNMP", "snmp", "CC", "cc", "ClassPortInfo", "classportinfo", "REQ", "req", "MRA", "mra", "REJ", "rej", "REP", "rep", "RTU", "rtu", "DREQ", "dreq", "DREP", "drep", "SIDR_REQ", "sidr_req", "SIDR_REP", "sidr_rep", "LAP", "lap", "APR", "apr", "Vendor", "vendor", "Application", "application", "VendorOUI", "vendoroui", "Notice", "notice", "NodeDescription", "nodedescription", "SMPRest", "smprest", "NodeInfo", "nodeinfo", "SwitchInfo", "switchinfo", "GUIDInfo", "guidinfo", "PortInfo", "portinfo", "P_KeyTable", "p_keytable", "SLtoVLMappingTable", "sltovlmappingtable", "VLArbitrationTable", "vlarbitrationtable", "LinearForwardingTable", "linearforwardingtable", "RandomForwardingTable", "randomforwardingtable", "MulticastForwardingTable", "multicastforwardingtable", "LinkSpeedWidthPairsTable", "linkspeedwidthpairstable", "SMInfo", "sminfo", "VendorDiag", "vendordiag", "LedInfo", "ledinfo", "PortInfoExtended", "portinfoextended", "MlnxExtendedPortInfo", "mlnxextendedportinfo", "SMPData", "smpdata", "DirectedPaths", "directedpaths", "InformInfo", "informinfo", "PortSamplesControl", "portsamplescontrol", "PortSamplesResult", "portsamplesresult", "PortCounters", "portcounters", "PortRcvErrorDetails", "portrcverrordetails", "PortXmitDiscardDetails", "portxmitdiscarddetails", "PortOpRcvCounters", "portoprcvcounters", "PortFlowCtlCounters", "portflowctlcounters", "PortVLOpPackets", "portvloppackets", "PortVLOpData", "portvlopdata", "PortVLXmitFlowCtlUpdateErrors", "portvlxmitflowctlupdateerrors", "PortVLXmitWaitCounters", "portvlxmitwaitcounters", "PortCountersExtended", "portcountersextended", "PortSamplesResultExtended", "portsamplesresultextended", "PortExtendedSpeedsCounters", "portextendedspeedscounters", "SwPortVLCongestion", "swportvlcongestion", "PortRcvConCtrl", "portrcvconctrl", "PortSLRcvFECN", "portslrcvfecn", "PortSLRcvBECN", "portslrcvbecn", "PortXmitConCtrl", "portxmitconctrl", "PortVLXmitTimeCong", "portvlxmittimecong", "PortXmitDataSL", "portxmitdatasl", "PortRcvDataSL", "portrcvdatasl", "PerfData", "perfdata", "IOUnitInfo", "iounitinfo", "IOControllerProfile", "iocontrollerprofile", "ServiceEntries", "serviceentries", "DevData", "devdata", "BMData", "bmdata", "CongestionLog", "congestionlog", "CCLogData", "cclogdata", "CongestionInfo", "congestioninfo", "CongestionKeyInfo", "congestionkeyinfo", "SwitchCongestionSetting", "switchcongestionsetting", "SwitchPortCongestionSetting", "switchportcongestionsetting", "CACongestionSetting", "cacongestionsetting", "CongestionControlTable", "congestioncontroltable", "TimeStamp", "timestamp", "CCData", "ccdata", "CongestionLogSwitch", "congestionlogswitch", "CongestionLogCA", "congestionlogca", "IPCM", "ipcm", "REQPrivate", "reqprivate", "SIDRPrivate", "sidrprivate", "IPCM4", "ipcm4", "IPCM6", "ipcm6", "IPCMPrivate", "ipcmprivate", "SIDRIPCMPrivate", "sidripcmprivate", "NodeRecord", "noderecord", "PortInfoRecord", "portinforecord", "SLtoVLMappingTableRecord", "sltovlmappingtablerecord", "SwitchInfoRecord", "switchinforecord", "LinearForwardingTableRecord", "linearforwardingtablerecord", "RandomForwardingTableRecord", "randomforwardingtablerecord", "MulticastForwardingTableRecord", "multicastforwardingtablerecord", "SMInfoRecord", "sminforecord", "LinkRecord", "linkrecord", "GUIDInfoRecord", "guidinforecord", "ServiceRecord", "servicerecord", "P_KeyTableRecord", "p_keytablerecord", "PathRecord", "pathrecord", "VLArbitrationTableRecord", "vlarbitrationtablerecord", "MCMemberRecord", "mcmemberrecord", "TraceRecord", "tracerecord", "ServiceAssociationRecord", "serviceassociationrecord", "InformInfoRecord", "informinforecord", "MultiPathRecord", "multipathrecord", "RecordGap", "recordgap", "MultiPathGID", "multipathgid", "TrapB_Key", "trapb_key", "TrapCC_Key", "trapcc_key", "TrapGID", "trapgid", "TrapUnPath", "trapunpath", "TrapRePath", "traprepath", "TrapLinkState", "traplinkstate", "TrapLinkErrors", "traplinkerrors", "TrapLocalChanges", "traplocalchanges", "TrapSystemImage", "trapsystemimage", "TrapM_Key", "trapm_key", "TrapKey", "trapkey", "TrapSwitchP_Key", "trapswitchp_key", "NoticeData", "noticedata", "NoticeIssuer", "noticeissuer", "ICRC", "icrc", "VCRC", "vcrc", "LPCRC", "lpcrc", "NVMeAdminCommand", "nvmeadmincommand", "NVMeIOCommand", "nvmeiocommand", "NVMeCommand", "nvmecommand", "NVMeFabrics", "nvmefabrics", "NVMeCompletion", "nvmecompletion", "NVMeEventCompletion", "nvmeeventcompletion", "NVMeConnectCompletion", "nvmeconnectcompletion", "NVMePropertyCompletion", "nvmepropertycompletion", "NVMeFabricsCompletion", "nvmefabricscompletion", "NVMeAccept", "nvmeaccept", "NVMeReject", "nvmereject", "NVMeRequest", "nvmerequest", "NVMeConnectData", "nvmeconnectdata", "NVMeDiscoveryLog", "nvmediscoverylog", "RPCRDMA", "rpcrdma", "RPCRDMAPrivate", "rpcrdmaprivate", "RPCMessage", "rpcmessage", "NFS3GetattrResult", "nfs3getattrresult", "NFS3SetattrResult", "nfs3setattrresult", "NFS3LookupResult", "nfs3lookupresult", "NFS3AccessResult", "nfs3accessresult", "NFS3WriteResult", "nfs3writeresult", "NFS3CreateResult", "nfs3createresult", "NFS3MkdirResult", "nfs3mkdirresult", "NFS3SymlinkResult", "nfs3symlinkresult", "NFS3MknodResult", "nfs3mknodresult", "NFS3RemoveResult", "nfs3removeresult", "NFS3RmdirResult", "nfs3rmdirresult", "NFS3RenameResult", "nfs3renameresult", "NFS3LinkResult", "nfs3linkresult", "NFS3ReaddirResult", "nfs3readdirresult", "NFS3ReaddirplusResult", "nfs3readdirplusresult", "NFS3FsstatResult", "nfs3fsstatresult", "NFS3FsinfoResult", "nfs3fsinforesult", "NFS3PathconfResult", "nfs3pathconfresult", "NFS3CommitResult", "nfs3commitresult", "NFS3ReadResult", "nfs3readresult", "NFS3ReadResultApart", "nfs3readresultapart", "NFS3ReadlinkResult", "nfs3readlinkresult", "NFS3ReadlinkResultApart", "nfs3readlinkresultapart", "NFS4Results", "nfs4results", "NFS4ResultsApart", "nfs4resultsapart", "ISER", "iser", "ISERHello", "iserhello", "ISERHelloReply", "iserhelloreply", "ISERRequest", "iserrequest", "ISERAccept", "iseraccept", "SRPLogin", "srplogin", "SRPLoginIP", "srploginip", "SRPLoginResponse", "srploginresponse", "SRPLoginReject", "srploginreject", "SRPTaskManagement", "srptaskmanagement", "SRPCommand", "srpcommand", "SRPInitiatorLogout", "srpinitiatorlogout", "SRPCreditResponse", "srpcreditresponse", "SRPEventResponse", "srpeventresponse", "SRPTargetLogout", "srptargetlogout", "SRPCreditRequest", "srpcreditrequest", "SRPEventRequest", "srpeventrequest", "SRPResponse", "srpresponse", "IPoIBConnection", "ipoibconnection", "RSocketConnection", "rsocketconnection", "RSocketImmediate", "rsocketimmediate", "RSocketBufferBig", "rsocketbufferbig", "RSocketDatagram", "rsocketdatagram", "RSocketDatagram6", "rsocketdatagram6", "RSocketResolver", "rsocketresolver", "RDSConnection", "rdsconnection", "RDSConnection6", "rdsconnection6", "RDSHeader", "rdsheader", "SMCMessage", "smcmessage", "SMCConfirmLink", "smcconfirmlink", "SMCAddLink", "smcaddlink", "SMCAddLinkContinuation", "smcaddlinkcontinuation", "SMCDeleteLink", "smcdeletelink", "SMCConfirmRKey", "smcconfirmrkey", "SMCTestLink", "smctestlink", "SMCDeleteRKey", "smcdeleterkey", "SMCCDC", "smccdc", "SMCCLC", "smcclc", "NineP", "ninep", "LNetMessage", "lnetmessage", "LNetMessageBig", "lnetmessagebig", "LNetReject", "lnetreject", "LNetRejectBig", "lnetrejectbig", "SMBDNegotiateRequest", "smbdnegotiaterequest", "SMBDNegotiateResponse", "smbdnegotiateresponse", "SMBDData", "smbddata", "SMBDCredits", "smbdcredits", "SMBDBuffer", "smbdbuffer", "SDP", "sdp", "SDPHello", "sdphello", "UCXDatagram", "ucxdatagram", "UCXMessage", "ucxmessage", "UCXConnection", "ucxconnection", "RxM", "rxm", "RxMConnection", "rxmconnection", "RxD", "rxd", "NVMeIdentify", "nvmeidentify", "NVMeGetLogPage", "nvmegetlogpage", "NVMeSetFeatures", "nvmesetfeatures", "NVMeGetFeatures", "nvmegetfeatures", "NVMeAbort", "nvmeabort", "NVMeDwords", "nvmedwords", "NVMeReadWrite", "nvmereadwrite", "NVMeWriteZeroes", "nvmewritezeroes", "NVMeDatasetManagement", "nvmedatasetmanagement", "NVMeReservationRegister", "nvmereservationregister", "NVMeReservationAcquire", "nvmereservationacquire", "NVMeReservationRelease", "nvmereservationrelease", "NVMeReservationReport", "nvmereservationreport", "NVMePropertySet", "nvmepropertyset", "NVMeConnect", "nvmeconnect", "NVMePropertyGet", "nvmepropertyget", "NVMeAuthentication", "nvmeauthentication", "NVMeDisconnect", "nvmedisconnect", "NVMeFabricsDwords", "nvmefabricsdwords", "NVMeRange", "nvmerange", "NVMeDiscoveryEntry", "nvmediscoveryentry", "RPCRDMAPadding", "rpcrdmapadding", "RPCRDMAError", "rpcrdmaerror", "RPCRDMARead", "rpcrdmaread", "RPCRDMAReadEnd", "rpcrdmareadend", "RPCRDMAVersions", "rpcrdmaversions", "RPCRDMAWrite", "rpcrdmawrite", "RPCRDMAWriteEnd", "rpcrdmawriteend", "RPCRDMAWriteSegment", "rpcrdmawritesegment", "RPCRDMAReply", "rpcrdmareply", "RPCRDMANoReply", "rpcrdmanoreply", "RPCRDMAReplySegment", "rpcrdmareplysegment", "RPCCall", "rpccall", "RPCReply", "rpcreply", "RPCUnixCredential", "rpcunixcredential", "RPCGSSCredential", "rpcgsscredential", "RPCCredential", "rpccredential", "RPCVerifier", "rpcverifier", "NFS3Getattr", "nfs3getattr", "NFS3Setattr", "nfs3setattr", "NFS3Lookup", "nfs3lookup", "NFS3Access", "nfs3access", "NFS3Readlink", "nfs3readlink", "NFS3Read", "nfs3read", "NFS3Write", "nfs3write", "NFS3Create", "nfs3create", "NFS3Mkdir", "nfs3mkdir", "NFS3Symlink", "nfs3symlink", "NFS3Mknod", "nfs3mknod", "NFS3Remove", "nfs3remove", "NFS3Rmdir", "nfs3rmdir", "NFS3Rename", "nfs3rename", "NFS3Link", "nfs3link", "NFS3Readdir", "nfs3readdir", "NFS3Readdirplus", "nfs3readdirplus", "NFS3Fsstat", "nfs3fsstat", "NFS3Fsinfo", "nfs3fsinfo", "NFS3Pathconf", "nfs3pathconf", "NFS3Commit", "nfs3commit", "NFS4Compound", "nfs4compound", "RPCReplyVerifier", "rpcreplyverifier", "RPCAccepted", "rpcaccepted", "RPCDenied", "rpcdenied", "RPCVersions", "rpcversions", "RPCDeniedVersions", "rpcdeniedversions", "RPCDeniedCredential", "rpcdeniedcredential", "NFS3Found", "nfs3found", "NFS3Attributes", "nfs3attributes", "NFS3Made", "nfs3made", "NFS4Operation", "nfs4operation", "NFS4Operations", "nfs4operations", "NFS4Access", "nfs4access", "NFS4Close", "nfs4close", "NFS4Commit", "nfs4commit", "NFS4Create", "nfs4create", "NFS4Delegreturn", "nfs4delegreturn", "NFS4Getattr", "nfs4getattr", "NFS4Lock", "nfs4lock", "NFS4Lockt", "nfs4lockt", "NFS4Locku", "nfs4locku", "NFS4Lookup", "nfs4lookup", "NFS4Verify", "nfs4verify", "NFS4Open", "nfs4open", "NFS4Openattr", "nfs4openattr", "NFS4OpenConfirm", "nfs4openconfirm", "NFS4OpenDowngrade", "nfs4opendowngrade", "NFS4Putfh", "nfs4putfh", "NFS4Read", "nfs4read", "NFS4Readdir", "nfs4readdir", "NFS4Rename", "nfs4rename", "NFS4Renew", "nfs4renew", "NFS4Setattr", "nfs4setattr", "NFS4Setclientid", "nfs4setclientid", "NFS4SetclientidConfirm", "nfs4setclientidconfirm", "NFS4Write", "nfs4write", "NFS4ReleaseLockowner", "nfs4releaselockowner", "NFS4BackchannelCtl", "nfs4backchannelctl", "NFS4BindConnToSession", "nfs4bindconntosession", "NFS4ExchangeId", "nfs4exchangeid", "NFS4CreateSession", "nfs4createsession", "NFS4DestroySession", "nfs4destroysession", "NFS4GetDirDelegation", "nfs4getdirdelegation", "NFS4Getdeviceinfo", "nfs4getdeviceinfo", "NFS4Getdevicelist", "nfs4getdevicelist", "NFS4Layoutcommit", "nfs4layoutcommit", "NFS4Layoutget", "nfs4layoutget", "NFS4Layoutreturn", "nfs4layoutreturn", "NFS4SecinfoNoName", "nfs4secinfononame", "NFS4Sequence", "nfs4sequence", "NFS4SetSsv", "nfs4setssv", "NFS4TestStateid", "nfs4teststateid", "NFS4ReclaimComplete", "nfs4reclaimcomplete", "NFS4Allocate", "nfs4allocate", "NFS4Copy", "nfs4copy", "NFS4CopyNotify", "nfs4copynotify", "NFS4IoAdvise", "nfs4ioadvise", "NFS4Layouterror", "nfs4layouterror", "NFS4Layoutstats", "nfs4layoutstats", "NFS4Seek", "nfs4seek", "NFS4WriteSame", "nfs4writesame", "NFS4Clone", "nfs4clone", "NFS4Getxattr", "nfs4getxattr", "NFS4Setxattr", "nfs4setxattr", "NFS4Listxattrs", "nfs4listxattrs", "NFS4Result", "nfs4result", "NFS4ResultCount", "nfs4resultcount", "NFS4ReadlinkResultApart", "nfs4readlinkresultapart", "NFS4AccessResult", "nfs4accessresult", "NFS4CloseResult", "nfs4closeresult", "NFS4CommitResult", "nfs4commitresult", "NFS4CreateResult", "nfs4createresult", "NFS4GetattrResult", "nfs4getattrresult", "NFS4GetfhResult", "nfs4getfhresult", "NFS4RemoveResult", "nfs4removeresult", "NFS4OpenResult", "nfs4openresult", "NFS4ReadResult", "nfs4readresult", "NFS4ReaddirResult", "nfs4readdirresult", "NFS4RenameResult", "nfs4renameresult", "NFS4SecinfoResult", "nfs4secinforesult", "NFS4SetclientidResult", "nfs4setclientidresult", "NFS4WriteResult", "nfs4writeresult", "NFS4BindConnToSessionResult", "nfs4bindconntosessionresult", "NFS4ExchangeIdResult", "nfs4exchangeidresult", "NFS4CreateSessionResult", "nfs4createsessionresult", "NFS4GetDirDelegationResult", "nfs4getdirdelegationresult", "NFS4GetdeviceinfoResult", "nfs4getdeviceinforesult", "NFS4GetdevicelistResult", "nfs4getdevicelistresult", "NFS4LayoutcommitResult", "nfs4layoutcommitresult", "NFS4LayoutgetResult", "nfs4layoutgetresult", "NFS4LayoutreturnResult", "nfs4layoutreturnresult", "NFS4SequenceResult", "nfs4sequenceresult", "NFS4SetSsvResult", "nfs4setssvresult", "NFS4TestStateidResult", "nfs4teststateidresult", "NFS4CopyResult", "nfs4copyresult", "NFS4CopyNotifyResult", "nfs4copynotifyresult", "NFS4IoAdviseResult", "nfs4ioadviseresult", "NFS4OffloadStatusResult", "nfs4offloadstatusresult", "NFS4ReadPlusResult", "nfs4readplusresult", "NFS4SeekResult", "nfs4seekresult", "NFS4WriteSameResult", "nfs4writesameresult", "NFS4GetxattrResult", "nfs4getxattrresult", "NFS4ListxattrsResult", "nfs4listxattrsresult", "NFS4ReadlinkResult", "nfs4readlinkresult", "NFS4LockRefused", "nfs4lockrefused", "NFS4SetclientidRefused", "nfs4setclientidrefused", "NFS4GetdeviceinfoRefused", "nfs4getdeviceinforefused", "NFS4LayoutgetRefused", "nfs4layoutgetrefused", "NFS4CopyRefused", "nfs4copyrefused", "NFS4SetattrResult", "nfs4setattrresult", "ISCSINopOut", "iscsinopout", "ISCSICommand", "iscsicommand", "ISCSITaskManagement", "iscsitaskmanagement", "ISCSILogin", "iscsilogin", "ISCSIText", "iscsitext", "ISCSIDataOut", "iscsidataout", "ISCSILogout", "iscsilogout", "ISCSISnack", "iscsisnack", "ISCSINopIn", "iscsinopin", "ISCSIResponse", "iscsiresponse", "ISCSITaskManagementResponse", "iscsitaskmanagementresponse", "ISCSILoginResponse", "iscsiloginresponse", "ISCSITextResponse", "iscsitextresponse", "ISCSIDataIn", "iscsidatain", "ISCSILogoutResponse", "iscsilogoutresponse", "ISCSIReadyToTransfer", "iscsireadytotransfer", "ISCSIAsynchronous", "iscsiasynchronous", "ISCSIReject", "iscsireject", "SCSITestUnitReady", "scsitestunitready", "SCSIInquiry", "scsiinquiry", "SCSIModeSense6", "scsimodesense6", "SCSIModeSense10", "scsimodesense10", "SCSIRequestSense", "scsirequestsense", "SCSIReportLUNs", "scsireportluns", "SCSIMaintenanceIn", "scsimaintenancein", "SCSIServiceActionIn16", "scsiserviceactionin16", "SCSIReadCapacity10", "scsireadcapacity10", "SCSIUnmap", "scsiunmap", "SCSIBlocks6", "scsiblocks6", "SCSIRead10", "scsiread10", "SCSIWrite10", "scsiwrite10", "SCSIBlocks10", "scsiblocks10", "SCSIRead12", "scsiread12", "SCSIWrite12", "scsiwrite12", "SCSIBlocks12", "scsiblocks12", "SCSIRead16", "scsiread16", "SCSIWrite16", "scsiwrite16", "SCSIBlocks16", "scsiblocks16", "SCSICommand", "scsicommand", "ISCSISense", "iscsisense", "SCSISenseFixed", "scsisensefixed", "SCSISenseDescriptor", "scsisensedescriptor", "SRPDirect", "srpdirect", "SRPIndirect", "srpindirect", "SRPImmediate", "srpimmediate", "SRPResponseData", "srpresponsedata", "IPoIBARP", "ipoibarp", "RouterSolicitation", "routersolicitation", "RouterAdvertisement", "routeradvertisement", "NeighborSolicitation", "neighborsolicitation", "NeighborAdvertisement", "neighboradvertisement", "NeighborLinkAddress", "neighborlinkaddress", "RSocketBuffer", "rsocketbuffer", "RDSVersion", "rdsversion", "RDSUsed", "rdsused", "RDSDestination", "rdsdestination", "RDSPaths", "rdspaths", "RDSGeneration", "rdsgeneration", "SMCProposal", "smcproposal", "SMCAccept", "smcaccept", "SMCConfirm", "smcconfirm", "SMCDecline", "smcdecline", "LNetConnection", "lnetconnection", "LNetCompletion", "lnetcompletion", "LNetHeader", "lnetheader", "LNetCookie", "lnetcookie", "LNetDescriptor", "lnetdescriptor", "LNetConnectionBig", "lnetconnectionbig", "LNetCompletionBig", "lnetcompletionbig", "LNetCookieBig", "lnetcookiebig", "LNetDescriptorBig", "lnetdescriptorbig", "SMB2", "smb2", "UCXWireup", "ucxwireup", "UCXEager", "ucxeager", "UCXEagerFirst", "ucxeagerfirst", "UCXEagerMiddle", "ucxeagermiddle", "UCXReadyToSend", "ucxreadytosend", "UCXReadyToReceive", "ucxreadytoreceive", "UCXControl", "ucxcontrol"]

@overload
def draft(header: Literal["Loopback", "loopback"], **values: Unpack[LoopbackValues]) -> Draft: ...
@overload
def draft(header: Literal["Ethernet", "ethernet"], **values: Unpack[EthernetValues]) -> Draft: ...
@overload
def draft(header: Literal["IPv4", "ipv4"], **values: Unpack[IPv4Values]) -> Draft: ...
@overload
def draft(header: Literal["IPv6", "ipv6"], **values: Unpack[IPv6Values]) -> Draft: ...
@overload
def draft(header: Literal["SLL", "sll"], **values: Unpack[SLLValues]) -> Draft: ...
@overload
def draft(header: Literal["SLL2", "sll2"], **values: Unpack[SLL2Values]) -> Draft: ...
@overload
def draft(header: Literal["ERF", "erf"], **values: Unpack[ERFValues]) -> Draft: ...
@overload
def draft(header: Literal["IPoIB", "ipoib"], **values: Unpack[IPoIBValues]) -> Draft: ...
@overload
def draft(header: Literal["IPoIBPseudo", "ipoibpseudo"], **values: Unpack[IPoIBPseudoValues]) -> Draft: ...
@overload
def draft(header: Literal["LRH", "lrh"], **values: Unpack[LRHValues]) -> Draft: ...
@overload
def draft(header: Literal["VLAN", "vlan"], **values: Unpack[VLANValues]) -> Draft: ...
@overload
def draft(header: Literal["GRH", "grh"], **values: Unpack[GRHValues]) -> Draft: ...
@overload
def draft(header: Literal["MACControl", "maccontrol"], **values: Unpack[MACControlValues]) -> Draft: ...
@overload
def draft(header: Literal["Pause", "pause"], **values: Unpack[PauseValues]) -> Draft: ...
@overload
def draft(header: Literal["PFC", "pfc"], **values: Unpack[PFCValues]) -> Draft: ...
@overload
def draft(header: Literal["ERFExtension", "erfextension"], **values: Unpack[ERFExtensionValues]) -> Draft: ...
@overload
def draft(header: Literal["ERFEthernet", "erfethernet"], **values: Unpack[ERFEthernetValues]) -> Draft: ...
@overload
def draft(header: Literal["FlowControl", "flowcontrol"], **values: Unpack[FlowControlValues]) -> Draft: ...
@overload
def draft(header: Literal["UDP", "udp"], **values: Unpack[UDPValues]) -> Draft: ...
@overload
def draft(header: Literal["GRE", "gre"], **values: Unpack[GREValues]) -> Draft: ...
@overload
def draft(header: Literal["AH", "ah"], **values: Unpack[AHValues]) -> Draft: ...
@overload
def draft(header: Literal["HopByHop", "hopbyhop"], **values: Unpack[HopByHopValues]) -> Draft: ...
@overload
def draft(header: Literal["Routing", "routing"], **values: Unpack[RoutingValues]) -> Draft: ...
@overload
def draft(header: Literal["Fragment", "fragment"], **values: Unpack[FragmentValues]) -> Draft: ...
@overload
def draft(header: Literal["DestinationOptions", "destinationoptions"], **values: Unpack[DestinationOptionsValues]) -> Draft: ...
@overload
def draft(header: Literal["UET", "uet"], **values: Unpack[UETValues]) -> Draft: ...
@overload
def draft(header: Literal["BTH", "bth"], **values: Unpack[BTHValues]) -> Draft: ...
@overload
def draft(header: Literal["VXLAN", "vxlan"], **values: Unpack[VXLANValues]) -> Draft: ...
@overload
def draft(header: Literal["UETRequest", "uetrequest"], **values: Unpack[UETRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["UETAck", "uetack"], **values: Unpack[UETAckValues]) -> Draft: ...
@overload
def draft(header: Literal["UETNack", "uetnack"], **values: Unpack[UETNackValues]) -> Draft: ...
@overload
def draft(header: Literal["GRESequence", "gresequence"], **values: Unpack[GRESequenceValues]) -> Draft: ...
@overload
def draft(header: Literal["GREKey", "grekey"], **values: Unpack[GREKeyValues]) -> Draft: ...
@overload
def draft(header: Literal["GREChecksum", "grechecksum"], **values: Unpack[GREChecksumValues]) -> Draft: ...
@overload
def draft(header: Literal["ERSPAN3", "erspan3"], **values: Unpack[ERSPAN3Values]) -> Draft: ...
@overload
def draft(header: Literal["ERSPAN2", "erspan2"], **values: Unpack[ERSPAN2Values]) -> Draft: ...
@overload
def draft(header: Literal["ERSPANPlatform", "erspanplatform"], **values: Unpack[ERSPANPlatformValues]) -> Draft: ...
@overload
def draft(header: Literal["RWH", "rwh"], **values: Unpack[RWHValues]) -> Draft: ...
@overload
def draft(header: Literal["ImmDt", "immdt"], **values: Unpack[ImmDtValues]) -> Draft: ...
@overload
def draft(header: Literal["RETH", "reth"], **values: Unpack[RETHValues]) -> Draft: ...
@overload
def draft(header: Literal["AETH", "aeth"], **values: Unpack[AETHValues]) -> Draft: ...
@overload
def draft(header: Literal["AtomicAckETH", "atomicacketh"], **values: Unpack[AtomicAckETHValues]) -> Draft: ...
@overload
def draft(header: Literal["AtomicETH", "atomiceth"], **values: Unpack[AtomicETHValues]) -> Draft: ...
@overload
def draft(header: Literal["IETH", "ieth"], **values: Unpack[IETHValues]) -> Draft: ...
@overload
def draft(header: Literal["FETH", "feth"], **values: Unpack[FETHValues]) -> Draft: ...
@overload
def draft(header: Literal["RDETH", "rdeth"], **values: Unpack[RDETHValues]) -> Draft: ...
@overload
def draft(header: Literal["DETH", "deth"], **values: Unpack[DETHValues]) -> Draft: ...
@overload
def draft(header: Literal["XRCETH", "xrceth"], **values: Unpack[XRCETHValues]) -> Draft: ...
@overload
def draft(header: Literal["CNP", "cnp"], **values: Unpack[CNPValues]) -> Draft: ...
@overload
def draft(header: Literal["MAD", "mad"], **values: Unpack[MADValues]) -> Draft: ...
@overload
def draft(header: Literal["SMP", "smp"], **values: Unpack[SMPValues]) -> Draft: ...
@overload
def draft(header: Literal["SMPDirected", "smpdirected"], **values: Unpack[SMPDirectedValues]) -> Draft: ...
@overload
def draft(header: Literal["RMPP", "rmpp"], **values: Unpack[RMPPValues]) -> Draft: ...
@overload
def draft(header: Literal["SA", "sa"], **values: Unpack[SAValues]) -> Draft: ...
@overload
def draft(header: Literal["PerfMgt", "perfmgt"], **values: Unpack[PerfMgtValues]) -> Draft: ...
@overload
def draft(header: Literal["BM", "bm"], **values: Unpack[BMValues]) -> Draft: ...
@overload
def draft(header: Literal["DevMgt", "devmgt"], **values: Unpack[DevMgtValues]) -> Draft: ...
@overload
def draft(header: Literal["SNMP", "snmp"], **values: Unpack[SNMPValues]) -> Draft: ...
@overload
def draft(header: Literal["CC", "cc"], **values: Unpack[CCValues]) -> Draft: ...
@overload
def draft(header: Literal["ClassPortInfo", "classportinfo"], **values: Unpack[ClassPortInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["REQ", "req"], **values: Unpack[REQValues]) -> Draft: ...
@overload
def draft(header: Literal["MRA", "mra"], **values: Unpack[MRAValues]) -> Draft: ...
@overload
def draft(header: Literal["REJ", "rej"], **values: Unpack[REJValues]) -> Draft: ...
@overload
def draft(header: Literal["REP", "rep"], **values: Unpack[REPValues]) -> Draft: ...
@overload
def draft(header: Literal["RTU", "rtu"], **values: Unpack[RTUValues]) -> Draft: ...
@overload
def draft(header: Literal["DREQ", "dreq"], **values: Unpack[DREQValues]) -> Draft: ...
@overload
def draft(header: Literal["DREP", "drep"], **values: Unpack[DREPValues]) -> Draft: ...
@overload
def draft(header: Literal["SIDR_REQ", "sidr_req"], **values: Unpack[SIDR_REQValues]) -> Draft: ...
@overload
def draft(header: Literal["SIDR_REP", "sidr_rep"], **values: Unpack[SIDR_REPValues]) -> Draft: ...
@overload
def draft(header: Literal["LAP", "lap"], **values: Unpack[LAPValues]) -> Draft: ...
@overload
def draft(header: Literal["APR", "apr"], **values: Unpack[APRValues]) -> Draft: ...
@overload
def draft(header: Literal["Vendor", "vendor"], **values: Unpack[VendorValues]) -> Draft: ...
@overload
def draft(header: Literal["Application", "application"], **values: Unpack[ApplicationValues]) -> Draft: ...
@overload
def draft(header: Literal["VendorOUI", "vendoroui"], **values: Unpack[VendorOUIValues]) -> Draft: ...
@overload
def draft(header: Literal["Notice", "notice"], **values: Unpack[NoticeValues]) -> Draft: ...
@overload
def draft(header: Literal["NodeDescription", "nodedescription"], **values: Unpack[NodeDescriptionValues]) -> Draft: ...
@overload
def draft(header: Literal["SMPRest", "smprest"], **values: Unpack[SMPRestValues]) -> Draft: ...
@overload
def draft(header: Literal["NodeInfo", "nodeinfo"], **values: Unpack[NodeInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["SwitchInfo", "switchinfo"], **values: Unpack[SwitchInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["GUIDInfo", "guidinfo"], **values: Unpack[GUIDInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["PortInfo", "portinfo"], **values: Unpack[PortInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["P_KeyTable", "p_keytable"], **values: Unpack[P_KeyTableValues]) -> Draft: ...
@overload
def draft(header: Literal["SLtoVLMappingTable", "sltovlmappingtable"], **values: Unpack[SLtoVLMappingTableValues]) -> Draft: ...
@overload
def draft(header: Literal["VLArbitrationTable", "vlarbitrationtable"], **values: Unpack[VLArbitrationTableValues]) -> Draft: ...
@overload
def draft(header: Literal["LinearForwardingTable", "linearforwardingtable"], **values: Unpack[LinearForwardingTableValues]) -> Draft: ...
@overload
def draft(header: Literal["RandomForwardingTable", "randomforwardingtable"], **values: Unpack[RandomForwardingTableValues]) -> Draft: ...
@overload
def draft(header: Literal["MulticastForwardingTable", "multicastforwardingtable"], **values: Unpack[MulticastForwardingTableValues]) -> Draft: ...
@overload
def draft(header: Literal["LinkSpeedWidthPairsTable", "linkspeedwidthpairstable"], **values: Unpack[LinkSpeedWidthPairsTableValues]) -> Draft: ...
@overload
def draft(header: Literal["SMInfo", "sminfo"], **values: Unpack[SMInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["VendorDiag", "vendordiag"], **values: Unpack[VendorDiagValues]) -> Draft: ...
@overload
def draft(header: Literal["LedInfo", "ledinfo"], **values: Unpack[LedInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["PortInfoExtended", "portinfoextended"], **values: Unpack[PortInfoExtendedValues]) -> Draft: ...
@overload
def draft(header: Literal["MlnxExtendedPortInfo", "mlnxextendedportinfo"], **values: Unpack[MlnxExtendedPortInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["SMPData", "smpdata"], **values: Unpack[SMPDataValues]) -> Draft: ...
@overload
def draft(header: Literal["DirectedPaths", "directedpaths"], **values: Unpack[DirectedPathsValues]) -> Draft: ...
@overload
def draft(header: Literal["InformInfo", "informinfo"], **values: Unpack[InformInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["PortSamplesControl", "portsamplescontrol"], **values: Unpack[PortSamplesControlValues]) -> Draft: ...
@overload
def draft(header: Literal["PortSamplesResult", "portsamplesresult"], **values: Unpack[PortSamplesResultValues]) -> Draft: ...
@overload
def draft(header: Literal["PortCounters", "portcounters"], **values: Unpack[PortCountersValues]) -> Draft: ...
@overload
def draft(header: Literal["PortRcvErrorDetails", "portrcverrordetails"], **values: Unpack[PortRcvErrorDetailsValues]) -> Draft: ...
@overload
def draft(header: Literal["PortXmitDiscardDetails", "portxmitdiscarddetails"], **values: Unpack[PortXmitDiscardDetailsValues]) -> Draft: ...
@overload
def draft(header: Literal["PortOpRcvCounters", "portoprcvcounters"], **values: Unpack[PortOpRcvCountersValues]) -> Draft: ...
@overload
def draft(header: Literal["PortFlowCtlCounters", "portflowctlcounters"], **values: Unpack[PortFlowCtlCountersValues]) -> Draft: ...
@overload
def draft(header: Literal["PortVLOpPackets", "portvloppackets"], **values: Unpack[PortVLOpPacketsValues]) -> Draft: ...
@overload
def draft(header: Literal["PortVLOpData", "portvlopdata"], **values: Unpack[PortVLOpDataValues]) -> Draft: ...
@overload
def draft(header: Literal["PortVLXmitFlowCtlUpdateErrors", "portvlxmitflowctlupdateerrors"], **values: Unpack[PortVLXmitFlowCtlUpdateErrorsValues]) -> Draft: ...
@overload
def draft(header: Literal["PortVLXmitWaitCounters", "portvlxmitwaitcounters"], **values: Unpack[PortVLXmitWaitCountersValues]) -> Draft: ...
@overload
def draft(header: Literal["PortCountersExtended", "portcountersextended"], **values: Unpack[PortCountersExtendedValues]) -> Draft: ...
@overload
def draft(header: Literal["PortSamplesResultExtended", "portsamplesresultextended"], **values: Unpack[PortSamplesResultExtendedValues]) -> Draft: ...
@overload
def draft(header: Literal["PortExtendedSpeedsCounters", "portextendedspeedscounters"], **values: Unpack[PortExtendedSpeedsCountersValues]) -> Draft: ...
@overload
def draft(header: Literal["SwPortVLCongestion", "swportvlcongestion"], **values: Unpack[SwPortVLCongestionValues]) -> Draft: ...
@overload
def draft(header: Literal["PortRcvConCtrl", "portrcvconctrl"], **values: Unpack[PortRcvConCtrlValues]) -> Draft: ...
@overload
def draft(header: Literal["PortSLRcvFECN", "portslrcvfecn"], **values: Unpack[PortSLRcvFECNValues]) -> Draft: ...
@overload
def draft(header: Literal["PortSLRcvBECN", "portslrcvbecn"], **values: Unpack[PortSLRcvBECNValues]) -> Draft: ...
@overload
def draft(header: Literal["PortXmitConCtrl", "portxmitconctrl"], **values: Unpack[PortXmitConCtrlValues]) -> Draft: ...
@overload
def draft(header: Literal["PortVLXmitTimeCong", "portvlxmittimecong"], **values: Unpack[PortVLXmitTimeCongValues]) -> Draft: ...
@overload
def draft(header: Literal["PortXmitDataSL", "portxmitdatasl"], **values: Unpack[PortXmitDataSLValues]) -> Draft: ...
@overload
def draft(header: Literal["PortRcvDataSL", "portrcvdatasl"], **values: Unpack[PortRcvDataSLValues]) -> Draft: ...
@overload
def draft(header: Literal["PerfData", "perfdata"], **values: Unpack[PerfDataValues]) -> Draft: ...
@overload
def draft(header: Literal["IOUnitInfo", "iounitinfo"], **values: Unpack[IOUnitInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["IOControllerProfile", "iocontrollerprofile"], **values: Unpack[IOControllerProfileValues]) -> Draft: ...
@overload
def draft(header: Literal["ServiceEntries", "serviceentries"], **values: Unpack[ServiceEntriesValues]) -> Draft: ...
@overload
def draft(header: Literal["DevData", "devdata"], **values: Unpack[DevDataValues]) -> Draft: ...
@overload
def draft(header: Literal["BMData", "bmdata"], **values: Unpack[BMDataValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionLog", "congestionlog"], **values: Unpack[CongestionLogValues]) -> Draft: ...
@overload
def draft(header: Literal["CCLogData", "cclogdata"], **values: Unpack[CCLogDataValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionInfo", "congestioninfo"], **values: Unpack[CongestionInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionKeyInfo", "congestionkeyinfo"], **values: Unpack[CongestionKeyInfoValues]) -> Draft: ...
@overload
def draft(header: Literal["SwitchCongestionSetting", "switchcongestionsetting"], **values: Unpack[SwitchCongestionSettingValues]) -> Draft: ...
@overload
def draft(header: Literal["SwitchPortCongestionSetting", "switchportcongestionsetting"], **values: Unpack[SwitchPortCongestionSettingValues]) -> Draft: ...
@overload
def draft(header: Literal["CACongestionSetting", "cacongestionsetting"], **values: Unpack[CACongestionSettingValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionControlTable", "congestioncontroltable"], **values: Unpack[CongestionControlTableValues]) -> Draft: ...
@overload
def draft(header: Literal["TimeStamp", "timestamp"], **values: Unpack[TimeStampValues]) -> Draft: ...
@overload
def draft(header: Literal["CCData", "ccdata"], **values: Unpack[CCDataValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionLogSwitch", "congestionlogswitch"], **values: Unpack[CongestionLogSwitchValues]) -> Draft: ...
@overload
def draft(header: Literal["CongestionLogCA", "congestionlogca"], **values: Unpack[CongestionLogCAValues]) -> Draft: ...
@overload
def draft(header: Literal["IPCM", "ipcm"], **values: Unpack[IPCMValues]) -> Draft: ...
@overload
def draft(header: Literal["REQPrivate", "reqprivate"], **values: Unpack[REQPrivateValues]) -> Draft: ...
@overload
def draft(header: Literal["SIDRPrivate", "sidrprivate"], **values: Unpack[SIDRPrivateValues]) -> Draft: ...
@overload
def draft(header: Literal["IPCM4", "ipcm4"], **values: Unpack[IPCM4Values]) -> Draft: ...
@overload
def draft(header: Literal["IPCM6", "ipcm6"], **values: Unpack[IPCM6Values]) -> Draft: ...
@overload
def draft(header: Literal["IPCMPrivate", "ipcmprivate"], **values: Unpack[IPCMPrivateValues]) -> Draft: ...
@overload
def draft(header: Literal["SIDRIPCMPrivate", "sidripcmprivate"], **values: Unpack[SIDRIPCMPrivateValues]) -> Draft: ...
@overload
def draft(header: Literal["NodeRecord", "noderecord"], **values: Unpack[NodeRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["PortInfoRecord", "portinforecord"], **values: Unpack[PortInfoRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["SLtoVLMappingTableRecord", "sltovlmappingtablerecord"], **values: Unpack[SLtoVLMappingTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["SwitchInfoRecord", "switchinforecord"], **values: Unpack[SwitchInfoRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["LinearForwardingTableRecord", "linearforwardingtablerecord"], **values: Unpack[LinearForwardingTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["RandomForwardingTableRecord", "randomforwardingtablerecord"], **values: Unpack[RandomForwardingTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["MulticastForwardingTableRecord", "multicastforwardingtablerecord"], **values: Unpack[MulticastForwardingTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["SMInfoRecord", "sminforecord"], **values: Unpack[SMInfoRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["LinkRecord", "linkrecord"], **values: Unpack[LinkRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["GUIDInfoRecord", "guidinforecord"], **values: Unpack[GUIDInfoRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["ServiceRecord", "servicerecord"], **values: Unpack[ServiceRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["P_KeyTableRecord", "p_keytablerecord"], **values: Unpack[P_KeyTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["PathRecord", "pathrecord"], **values: Unpack[PathRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["VLArbitrationTableRecord", "vlarbitrationtablerecord"], **values: Unpack[VLArbitrationTableRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["MCMemberRecord", "mcmemberrecord"], **values: Unpack[MCMemberRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["TraceRecord", "tracerecord"], **values: Unpack[TraceRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["ServiceAssociationRecord", "serviceassociationrecord"], **values: Unpack[ServiceAssociationRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["InformInfoRecord", "informinforecord"], **values: Unpack[InformInfoRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["MultiPathRecord", "multipathrecord"], **values: Unpack[MultiPathRecordValues]) -> Draft: ...
@overload
def draft(header: Literal["RecordGap", "recordgap"], **values: Unpack[RecordGapValues]) -> Draft: ...
@overload
def draft(header: Literal["MultiPathGID", "multipathgid"], **values: Unpack[MultiPathGIDValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapB_Key", "trapb_key"], **values: Unpack[TrapB_KeyValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapCC_Key", "trapcc_key"], **values: Unpack[TrapCC_KeyValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapGID", "trapgid"], **values: Unpack[TrapGIDValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapUnPath", "trapunpath"], **values: Unpack[TrapUnPathValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapRePath", "traprepath"], **values: Unpack[TrapRePathValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapLinkState", "traplinkstate"], **values: Unpack[TrapLinkStateValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapLinkErrors", "traplinkerrors"], **values: Unpack[TrapLinkErrorsValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapLocalChanges", "traplocalchanges"], **values: Unpack[TrapLocalChangesValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapSystemImage", "trapsystemimage"], **values: Unpack[TrapSystemImageValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapM_Key", "trapm_key"], **values: Unpack[TrapM_KeyValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapKey", "trapkey"], **values: Unpack[TrapKeyValues]) -> Draft: ...
@overload
def draft(header: Literal["TrapSwitchP_Key", "trapswitchp_key"], **values: Unpack[TrapSwitchP_KeyValues]) -> Draft: ...
@overload
def draft(header: Literal["NoticeData", "noticedata"], **values: Unpack[NoticeDataValues]) -> Draft: ...
@overload
def draft(header: Literal["NoticeIssuer", "noticeissuer"], **values: Unpack[NoticeIssuerValues]) -> Draft: ...
@overload
def draft(header: Literal["ICRC", "icrc"], **values: Unpack[ICRCValues]) -> Draft: ...
@overload
def draft(header: Literal["VCRC", "vcrc"], **values: Unpack[VCRCValues]) -> Draft: ...
@overload
def draft(header: Literal["LPCRC", "lpcrc"], **values: Unpack[LPCRCValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeAdminCommand", "nvmeadmincommand"], **values: Unpack[NVMeAdminCommandValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeIOCommand", "nvmeiocommand"], **values: Unpack[NVMeIOCommandValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeCommand", "nvmecommand"], **values: Unpack[NVMeCommandValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeFabrics", "nvmefabrics"], **values: Unpack[NVMeFabricsValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeCompletion", "nvmecompletion"], **values: Unpack[NVMeCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeEventCompletion", "nvmeeventcompletion"], **values: Unpack[NVMeEventCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeConnectCompletion", "nvmeconnectcompletion"], **values: Unpack[NVMeConnectCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMePropertyCompletion", "nvmepropertycompletion"], **values: Unpack[NVMePropertyCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeFabricsCompletion", "nvmefabricscompletion"], **values: Unpack[NVMeFabricsCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeAccept", "nvmeaccept"], **values: Unpack[NVMeAcceptValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReject", "nvmereject"], **values: Unpack[NVMeRejectValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeRequest", "nvmerequest"], **values: Unpack[NVMeRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeConnectData", "nvmeconnectdata"], **values: Unpack[NVMeConnectDataValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeDiscoveryLog", "nvmediscoverylog"], **values: Unpack[NVMeDiscoveryLogValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMA", "rpcrdma"], **values: Unpack[RPCRDMAValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAPrivate", "rpcrdmaprivate"], **values: Unpack[RPCRDMAPrivateValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCMessage", "rpcmessage"], **values: Unpack[RPCMessageValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3GetattrResult", "nfs3getattrresult"], **values: Unpack[NFS3GetattrResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3SetattrResult", "nfs3setattrresult"], **values: Unpack[NFS3SetattrResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3LookupResult", "nfs3lookupresult"], **values: Unpack[NFS3LookupResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3AccessResult", "nfs3accessresult"], **values: Unpack[NFS3AccessResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3WriteResult", "nfs3writeresult"], **values: Unpack[NFS3WriteResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3CreateResult", "nfs3createresult"], **values: Unpack[NFS3CreateResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3MkdirResult", "nfs3mkdirresult"], **values: Unpack[NFS3MkdirResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3SymlinkResult", "nfs3symlinkresult"], **values: Unpack[NFS3SymlinkResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3MknodResult", "nfs3mknodresult"], **values: Unpack[NFS3MknodResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3RemoveResult", "nfs3removeresult"], **values: Unpack[NFS3RemoveResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3RmdirResult", "nfs3rmdirresult"], **values: Unpack[NFS3RmdirResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3RenameResult", "nfs3renameresult"], **values: Unpack[NFS3RenameResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3LinkResult", "nfs3linkresult"], **values: Unpack[NFS3LinkResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReaddirResult", "nfs3readdirresult"], **values: Unpack[NFS3ReaddirResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReaddirplusResult", "nfs3readdirplusresult"], **values: Unpack[NFS3ReaddirplusResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3FsstatResult", "nfs3fsstatresult"], **values: Unpack[NFS3FsstatResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3FsinfoResult", "nfs3fsinforesult"], **values: Unpack[NFS3FsinfoResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3PathconfResult", "nfs3pathconfresult"], **values: Unpack[NFS3PathconfResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3CommitResult", "nfs3commitresult"], **values: Unpack[NFS3CommitResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReadResult", "nfs3readresult"], **values: Unpack[NFS3ReadResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReadResultApart", "nfs3readresultapart"], **values: Unpack[NFS3ReadResultApartValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReadlinkResult", "nfs3readlinkresult"], **values: Unpack[NFS3ReadlinkResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3ReadlinkResultApart", "nfs3readlinkresultapart"], **values: Unpack[NFS3ReadlinkResultApartValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Results", "nfs4results"], **values: Unpack[NFS4ResultsValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ResultsApart", "nfs4resultsapart"], **values: Unpack[NFS4ResultsApartValues]) -> Draft: ...
@overload
def draft(header: Literal["ISER", "iser"], **values: Unpack[ISERValues]) -> Draft: ...
@overload
def draft(header: Literal["ISERHello", "iserhello"], **values: Unpack[ISERHelloValues]) -> Draft: ...
@overload
def draft(header: Literal["ISERHelloReply", "iserhelloreply"], **values: Unpack[ISERHelloReplyValues]) -> Draft: ...
@overload
def draft(header: Literal["ISERRequest", "iserrequest"], **values: Unpack[ISERRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["ISERAccept", "iseraccept"], **values: Unpack[ISERAcceptValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPLogin", "srplogin"], **values: Unpack[SRPLoginValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPLoginIP", "srploginip"], **values: Unpack[SRPLoginIPValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPLoginResponse", "srploginresponse"], **values: Unpack[SRPLoginResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPLoginReject", "srploginreject"], **values: Unpack[SRPLoginRejectValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPTaskManagement", "srptaskmanagement"], **values: Unpack[SRPTaskManagementValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPCommand", "srpcommand"], **values: Unpack[SRPCommandValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPInitiatorLogout", "srpinitiatorlogout"], **values: Unpack[SRPInitiatorLogoutValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPCreditResponse", "srpcreditresponse"], **values: Unpack[SRPCreditResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPEventResponse", "srpeventresponse"], **values: Unpack[SRPEventResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPTargetLogout", "srptargetlogout"], **values: Unpack[SRPTargetLogoutValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPCreditRequest", "srpcreditrequest"], **values: Unpack[SRPCreditRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPEventRequest", "srpeventrequest"], **values: Unpack[SRPEventRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPResponse", "srpresponse"], **values: Unpack[SRPResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["IPoIBConnection", "ipoibconnection"], **values: Unpack[IPoIBConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketConnection", "rsocketconnection"], **values: Unpack[RSocketConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketImmediate", "rsocketimmediate"], **values: Unpack[RSocketImmediateValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketBufferBig", "rsocketbufferbig"], **values: Unpack[RSocketBufferBigValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketDatagram", "rsocketdatagram"], **values: Unpack[RSocketDatagramValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketDatagram6", "rsocketdatagram6"], **values: Unpack[RSocketDatagram6Values]) -> Draft: ...
@overload
def draft(header: Literal["RSocketResolver", "rsocketresolver"], **values: Unpack[RSocketResolverValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSConnection", "rdsconnection"], **values: Unpack[RDSConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSConnection6", "rdsconnection6"], **values: Unpack[RDSConnection6Values]) -> Draft: ...
@overload
def draft(header: Literal["RDSHeader", "rdsheader"], **values: Unpack[RDSHeaderValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCMessage", "smcmessage"], **values: Unpack[SMCMessageValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCConfirmLink", "smcconfirmlink"], **values: Unpack[SMCConfirmLinkValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCAddLink", "smcaddlink"], **values: Unpack[SMCAddLinkValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCAddLinkContinuation", "smcaddlinkcontinuation"], **values: Unpack[SMCAddLinkContinuationValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCDeleteLink", "smcdeletelink"], **values: Unpack[SMCDeleteLinkValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCConfirmRKey", "smcconfirmrkey"], **values: Unpack[SMCConfirmRKeyValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCTestLink", "smctestlink"], **values: Unpack[SMCTestLinkValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCDeleteRKey", "smcdeleterkey"], **values: Unpack[SMCDeleteRKeyValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCCDC", "smccdc"], **values: Unpack[SMCCDCValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCCLC", "smcclc"], **values: Unpack[SMCCLCValues]) -> Draft: ...
@overload
def draft(header: Literal["NineP", "ninep"], **values: Unpack[NinePValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetMessage", "lnetmessage"], **values: Unpack[LNetMessageValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetMessageBig", "lnetmessagebig"], **values: Unpack[LNetMessageBigValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetReject", "lnetreject"], **values: Unpack[LNetRejectValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetRejectBig", "lnetrejectbig"], **values: Unpack[LNetRejectBigValues]) -> Draft: ...
@overload
def draft(header: Literal["SMBDNegotiateRequest", "smbdnegotiaterequest"], **values: Unpack[SMBDNegotiateRequestValues]) -> Draft: ...
@overload
def draft(header: Literal["SMBDNegotiateResponse", "smbdnegotiateresponse"], **values: Unpack[SMBDNegotiateResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["SMBDData", "smbddata"], **values: Unpack[SMBDDataValues]) -> Draft: ...
@overload
def draft(header: Literal["SMBDCredits", "smbdcredits"], **values: Unpack[SMBDCreditsValues]) -> Draft: ...
@overload
def draft(header: Literal["SMBDBuffer", "smbdbuffer"], **values: Unpack[SMBDBufferValues]) -> Draft: ...
@overload
def draft(header: Literal["SDP", "sdp"], **values: Unpack[SDPValues]) -> Draft: ...
@overload
def draft(header: Literal["SDPHello", "sdphello"], **values: Unpack[SDPHelloValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXDatagram", "ucxdatagram"], **values: Unpack[UCXDatagramValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXMessage", "ucxmessage"], **values: Unpack[UCXMessageValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXConnection", "ucxconnection"], **values: Unpack[UCXConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["RxM", "rxm"], **values: Unpack[RxMValues]) -> Draft: ...
@overload
def draft(header: Literal["RxMConnection", "rxmconnection"], **values: Unpack[RxMConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["RxD", "rxd"], **values: Unpack[RxDValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeIdentify", "nvmeidentify"], **values: Unpack[NVMeIdentifyValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeGetLogPage", "nvmegetlogpage"], **values: Unpack[NVMeGetLogPageValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeSetFeatures", "nvmesetfeatures"], **values: Unpack[NVMeSetFeaturesValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeGetFeatures", "nvmegetfeatures"], **values: Unpack[NVMeGetFeaturesValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeAbort", "nvmeabort"], **values: Unpack[NVMeAbortValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeDwords", "nvmedwords"], **values: Unpack[NVMeDwordsValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReadWrite", "nvmereadwrite"], **values: Unpack[NVMeReadWriteValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeWriteZeroes", "nvmewritezeroes"], **values: Unpack[NVMeWriteZeroesValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeDatasetManagement", "nvmedatasetmanagement"], **values: Unpack[NVMeDatasetManagementValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReservationRegister", "nvmereservationregister"], **values: Unpack[NVMeReservationRegisterValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReservationAcquire", "nvmereservationacquire"], **values: Unpack[NVMeReservationAcquireValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReservationRelease", "nvmereservationrelease"], **values: Unpack[NVMeReservationReleaseValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeReservationReport", "nvmereservationreport"], **values: Unpack[NVMeReservationReportValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMePropertySet", "nvmepropertyset"], **values: Unpack[NVMePropertySetValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeConnect", "nvmeconnect"], **values: Unpack[NVMeConnectValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMePropertyGet", "nvmepropertyget"], **values: Unpack[NVMePropertyGetValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeAuthentication", "nvmeauthentication"], **values: Unpack[NVMeAuthenticationValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeDisconnect", "nvmedisconnect"], **values: Unpack[NVMeDisconnectValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeFabricsDwords", "nvmefabricsdwords"], **values: Unpack[NVMeFabricsDwordsValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeRange", "nvmerange"], **values: Unpack[NVMeRangeValues]) -> Draft: ...
@overload
def draft(header: Literal["NVMeDiscoveryEntry", "nvmediscoveryentry"], **values: Unpack[NVMeDiscoveryEntryValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAPadding", "rpcrdmapadding"], **values: Unpack[RPCRDMAPaddingValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAError", "rpcrdmaerror"], **values: Unpack[RPCRDMAErrorValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMARead", "rpcrdmaread"], **values: Unpack[RPCRDMAReadValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAReadEnd", "rpcrdmareadend"], **values: Unpack[RPCRDMAReadEndValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAVersions", "rpcrdmaversions"], **values: Unpack[RPCRDMAVersionsValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAWrite", "rpcrdmawrite"], **values: Unpack[RPCRDMAWriteValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAWriteEnd", "rpcrdmawriteend"], **values: Unpack[RPCRDMAWriteEndValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAWriteSegment", "rpcrdmawritesegment"], **values: Unpack[RPCRDMAWriteSegmentValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAReply", "rpcrdmareply"], **values: Unpack[RPCRDMAReplyValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMANoReply", "rpcrdmanoreply"], **values: Unpack[RPCRDMANoReplyValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCRDMAReplySegment", "rpcrdmareplysegment"], **values: Unpack[RPCRDMAReplySegmentValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCCall", "rpccall"], **values: Unpack[RPCCallValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCReply", "rpcreply"], **values: Unpack[RPCReplyValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCUnixCredential", "rpcunixcredential"], **values: Unpack[RPCUnixCredentialValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCGSSCredential", "rpcgsscredential"], **values: Unpack[RPCGSSCredentialValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCCredential", "rpccredential"], **values: Unpack[RPCCredentialValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCVerifier", "rpcverifier"], **values: Unpack[RPCVerifierValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Getattr", "nfs3getattr"], **values: Unpack[NFS3GetattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Setattr", "nfs3setattr"], **values: Unpack[NFS3SetattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Lookup", "nfs3lookup"], **values: Unpack[NFS3LookupValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Access", "nfs3access"], **values: Unpack[NFS3AccessValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Readlink", "nfs3readlink"], **values: Unpack[NFS3ReadlinkValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Read", "nfs3read"], **values: Unpack[NFS3ReadValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Write", "nfs3write"], **values: Unpack[NFS3WriteValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Create", "nfs3create"], **values: Unpack[NFS3CreateValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Mkdir", "nfs3mkdir"], **values: Unpack[NFS3MkdirValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Symlink", "nfs3symlink"], **values: Unpack[NFS3SymlinkValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Mknod", "nfs3mknod"], **values: Unpack[NFS3MknodValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Remove", "nfs3remove"], **values: Unpack[NFS3RemoveValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Rmdir", "nfs3rmdir"], **values: Unpack[NFS3RmdirValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Rename", "nfs3rename"], **values: Unpack[NFS3RenameValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Link", "nfs3link"], **values: Unpack[NFS3LinkValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Readdir", "nfs3readdir"], **values: Unpack[NFS3ReaddirValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Readdirplus", "nfs3readdirplus"], **values: Unpack[NFS3ReaddirplusValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Fsstat", "nfs3fsstat"], **values: Unpack[NFS3FsstatValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Fsinfo", "nfs3fsinfo"], **values: Unpack[NFS3FsinfoValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Pathconf", "nfs3pathconf"], **values: Unpack[NFS3PathconfValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Commit", "nfs3commit"], **values: Unpack[NFS3CommitValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Compound", "nfs4compound"], **values: Unpack[NFS4CompoundValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCReplyVerifier", "rpcreplyverifier"], **values: Unpack[RPCReplyVerifierValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCAccepted", "rpcaccepted"], **values: Unpack[RPCAcceptedValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCDenied", "rpcdenied"], **values: Unpack[RPCDeniedValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCVersions", "rpcversions"], **values: Unpack[RPCVersionsValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCDeniedVersions", "rpcdeniedversions"], **values: Unpack[RPCDeniedVersionsValues]) -> Draft: ...
@overload
def draft(header: Literal["RPCDeniedCredential", "rpcdeniedcredential"], **values: Unpack[RPCDeniedCredentialValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Found", "nfs3found"], **values: Unpack[NFS3FoundValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Attributes", "nfs3attributes"], **values: Unpack[NFS3AttributesValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS3Made", "nfs3made"], **values: Unpack[NFS3MadeValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Operation", "nfs4operation"], **values: Unpack[NFS4OperationValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Operations", "nfs4operations"], **values: Unpack[NFS4OperationsValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Access", "nfs4access"], **values: Unpack[NFS4AccessValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Close", "nfs4close"], **values: Unpack[NFS4CloseValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Commit", "nfs4commit"], **values: Unpack[NFS4CommitValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Create", "nfs4create"], **values: Unpack[NFS4CreateValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Delegreturn", "nfs4delegreturn"], **values: Unpack[NFS4DelegreturnValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Getattr", "nfs4getattr"], **values: Unpack[NFS4GetattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Lock", "nfs4lock"], **values: Unpack[NFS4LockValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Lockt", "nfs4lockt"], **values: Unpack[NFS4LocktValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Locku", "nfs4locku"], **values: Unpack[NFS4LockuValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Lookup", "nfs4lookup"], **values: Unpack[NFS4LookupValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Verify", "nfs4verify"], **values: Unpack[NFS4VerifyValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Open", "nfs4open"], **values: Unpack[NFS4OpenValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Openattr", "nfs4openattr"], **values: Unpack[NFS4OpenattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4OpenConfirm", "nfs4openconfirm"], **values: Unpack[NFS4OpenConfirmValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4OpenDowngrade", "nfs4opendowngrade"], **values: Unpack[NFS4OpenDowngradeValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Putfh", "nfs4putfh"], **values: Unpack[NFS4PutfhValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Read", "nfs4read"], **values: Unpack[NFS4ReadValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Readdir", "nfs4readdir"], **values: Unpack[NFS4ReaddirValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Rename", "nfs4rename"], **values: Unpack[NFS4RenameValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Renew", "nfs4renew"], **values: Unpack[NFS4RenewValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Setattr", "nfs4setattr"], **values: Unpack[NFS4SetattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Setclientid", "nfs4setclientid"], **values: Unpack[NFS4SetclientidValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetclientidConfirm", "nfs4setclientidconfirm"], **values: Unpack[NFS4SetclientidConfirmValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Write", "nfs4write"], **values: Unpack[NFS4WriteValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReleaseLockowner", "nfs4releaselockowner"], **values: Unpack[NFS4ReleaseLockownerValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4BackchannelCtl", "nfs4backchannelctl"], **values: Unpack[NFS4BackchannelCtlValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4BindConnToSession", "nfs4bindconntosession"], **values: Unpack[NFS4BindConnToSessionValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ExchangeId", "nfs4exchangeid"], **values: Unpack[NFS4ExchangeIdValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CreateSession", "nfs4createsession"], **values: Unpack[NFS4CreateSessionValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4DestroySession", "nfs4destroysession"], **values: Unpack[NFS4DestroySessionValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetDirDelegation", "nfs4getdirdelegation"], **values: Unpack[NFS4GetDirDelegationValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Getdeviceinfo", "nfs4getdeviceinfo"], **values: Unpack[NFS4GetdeviceinfoValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Getdevicelist", "nfs4getdevicelist"], **values: Unpack[NFS4GetdevicelistValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Layoutcommit", "nfs4layoutcommit"], **values: Unpack[NFS4LayoutcommitValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Layoutget", "nfs4layoutget"], **values: Unpack[NFS4LayoutgetValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Layoutreturn", "nfs4layoutreturn"], **values: Unpack[NFS4LayoutreturnValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SecinfoNoName", "nfs4secinfononame"], **values: Unpack[NFS4SecinfoNoNameValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Sequence", "nfs4sequence"], **values: Unpack[NFS4SequenceValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetSsv", "nfs4setssv"], **values: Unpack[NFS4SetSsvValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4TestStateid", "nfs4teststateid"], **values: Unpack[NFS4TestStateidValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReclaimComplete", "nfs4reclaimcomplete"], **values: Unpack[NFS4ReclaimCompleteValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Allocate", "nfs4allocate"], **values: Unpack[NFS4AllocateValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Copy", "nfs4copy"], **values: Unpack[NFS4CopyValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CopyNotify", "nfs4copynotify"], **values: Unpack[NFS4CopyNotifyValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4IoAdvise", "nfs4ioadvise"], **values: Unpack[NFS4IoAdviseValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Layouterror", "nfs4layouterror"], **values: Unpack[NFS4LayouterrorValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Layoutstats", "nfs4layoutstats"], **values: Unpack[NFS4LayoutstatsValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Seek", "nfs4seek"], **values: Unpack[NFS4SeekValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4WriteSame", "nfs4writesame"], **values: Unpack[NFS4WriteSameValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Clone", "nfs4clone"], **values: Unpack[NFS4CloneValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Getxattr", "nfs4getxattr"], **values: Unpack[NFS4GetxattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Setxattr", "nfs4setxattr"], **values: Unpack[NFS4SetxattrValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Listxattrs", "nfs4listxattrs"], **values: Unpack[NFS4ListxattrsValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4Result", "nfs4result"], **values: Unpack[NFS4ResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ResultCount", "nfs4resultcount"], **values: Unpack[NFS4ResultCountValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReadlinkResultApart", "nfs4readlinkresultapart"], **values: Unpack[NFS4ReadlinkResultApartValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4AccessResult", "nfs4accessresult"], **values: Unpack[NFS4AccessResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CloseResult", "nfs4closeresult"], **values: Unpack[NFS4CloseResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CommitResult", "nfs4commitresult"], **values: Unpack[NFS4CommitResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CreateResult", "nfs4createresult"], **values: Unpack[NFS4CreateResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetattrResult", "nfs4getattrresult"], **values: Unpack[NFS4GetattrResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetfhResult", "nfs4getfhresult"], **values: Unpack[NFS4GetfhResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4RemoveResult", "nfs4removeresult"], **values: Unpack[NFS4RemoveResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4OpenResult", "nfs4openresult"], **values: Unpack[NFS4OpenResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReadResult", "nfs4readresult"], **values: Unpack[NFS4ReadResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReaddirResult", "nfs4readdirresult"], **values: Unpack[NFS4ReaddirResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4RenameResult", "nfs4renameresult"], **values: Unpack[NFS4RenameResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SecinfoResult", "nfs4secinforesult"], **values: Unpack[NFS4SecinfoResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetclientidResult", "nfs4setclientidresult"], **values: Unpack[NFS4SetclientidResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4WriteResult", "nfs4writeresult"], **values: Unpack[NFS4WriteResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4BindConnToSessionResult", "nfs4bindconntosessionresult"], **values: Unpack[NFS4BindConnToSessionResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ExchangeIdResult", "nfs4exchangeidresult"], **values: Unpack[NFS4ExchangeIdResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CreateSessionResult", "nfs4createsessionresult"], **values: Unpack[NFS4CreateSessionResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetDirDelegationResult", "nfs4getdirdelegationresult"], **values: Unpack[NFS4GetDirDelegationResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetdeviceinfoResult", "nfs4getdeviceinforesult"], **values: Unpack[NFS4GetdeviceinfoResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetdevicelistResult", "nfs4getdevicelistresult"], **values: Unpack[NFS4GetdevicelistResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4LayoutcommitResult", "nfs4layoutcommitresult"], **values: Unpack[NFS4LayoutcommitResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4LayoutgetResult", "nfs4layoutgetresult"], **values: Unpack[NFS4LayoutgetResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4LayoutreturnResult", "nfs4layoutreturnresult"], **values: Unpack[NFS4LayoutreturnResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SequenceResult", "nfs4sequenceresult"], **values: Unpack[NFS4SequenceResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetSsvResult", "nfs4setssvresult"], **values: Unpack[NFS4SetSsvResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4TestStateidResult", "nfs4teststateidresult"], **values: Unpack[NFS4TestStateidResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CopyResult", "nfs4copyresult"], **values: Unpack[NFS4CopyResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CopyNotifyResult", "nfs4copynotifyresult"], **values: Unpack[NFS4CopyNotifyResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4IoAdviseResult", "nfs4ioadviseresult"], **values: Unpack[NFS4IoAdviseResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4OffloadStatusResult", "nfs4offloadstatusresult"], **values: Unpack[NFS4OffloadStatusResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReadPlusResult", "nfs4readplusresult"], **values: Unpack[NFS4ReadPlusResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SeekResult", "nfs4seekresult"], **values: Unpack[NFS4SeekResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4WriteSameResult", "nfs4writesameresult"], **values: Unpack[NFS4WriteSameResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetxattrResult", "nfs4getxattrresult"], **values: Unpack[NFS4GetxattrResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ListxattrsResult", "nfs4listxattrsresult"], **values: Unpack[NFS4ListxattrsResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4ReadlinkResult", "nfs4readlinkresult"], **values: Unpack[NFS4ReadlinkResultValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4LockRefused", "nfs4lockrefused"], **values: Unpack[NFS4LockRefusedValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetclientidRefused", "nfs4setclientidrefused"], **values: Unpack[NFS4SetclientidRefusedValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4GetdeviceinfoRefused", "nfs4getdeviceinforefused"], **values: Unpack[NFS4GetdeviceinfoRefusedValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4LayoutgetRefused", "nfs4layoutgetrefused"], **values: Unpack[NFS4LayoutgetRefusedValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4CopyRefused", "nfs4copyrefused"], **values: Unpack[NFS4CopyRefusedValues]) -> Draft: ...
@overload
def draft(header: Literal["NFS4SetattrResult", "nfs4setattrresult"], **values: Unpack[NFS4SetattrResultValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSINopOut", "iscsinopout"], **values: Unpack[ISCSINopOutValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSICommand", "iscsicommand"], **values: Unpack[ISCSICommandValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSITaskManagement", "iscsitaskmanagement"], **values: Unpack[ISCSITaskManagementValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSILogin", "iscsilogin"], **values: Unpack[ISCSILoginValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIText", "iscsitext"], **values: Unpack[ISCSITextValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIDataOut", "iscsidataout"], **values: Unpack[ISCSIDataOutValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSILogout", "iscsilogout"], **values: Unpack[ISCSILogoutValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSISnack", "iscsisnack"], **values: Unpack[ISCSISnackValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSINopIn", "iscsinopin"], **values: Unpack[ISCSINopInValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIResponse", "iscsiresponse"], **values: Unpack[ISCSIResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSITaskManagementResponse", "iscsitaskmanagementresponse"], **values: Unpack[ISCSITaskManagementResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSILoginResponse", "iscsiloginresponse"], **values: Unpack[ISCSILoginResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSITextResponse", "iscsitextresponse"], **values: Unpack[ISCSITextResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIDataIn", "iscsidatain"], **values: Unpack[ISCSIDataInValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSILogoutResponse", "iscsilogoutresponse"], **values: Unpack[ISCSILogoutResponseValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIReadyToTransfer", "iscsireadytotransfer"], **values: Unpack[ISCSIReadyToTransferValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIAsynchronous", "iscsiasynchronous"], **values: Unpack[ISCSIAsynchronousValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSIReject", "iscsireject"], **values: Unpack[ISCSIRejectValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSITestUnitReady", "scsitestunitready"], **values: Unpack[SCSITestUnitReadyValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIInquiry", "scsiinquiry"], **values: Unpack[SCSIInquiryValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIModeSense6", "scsimodesense6"], **values: Unpack[SCSIModeSense6Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIModeSense10", "scsimodesense10"], **values: Unpack[SCSIModeSense10Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIRequestSense", "scsirequestsense"], **values: Unpack[SCSIRequestSenseValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIReportLUNs", "scsireportluns"], **values: Unpack[SCSIReportLUNsValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIMaintenanceIn", "scsimaintenancein"], **values: Unpack[SCSIMaintenanceInValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIServiceActionIn16", "scsiserviceactionin16"], **values: Unpack[SCSIServiceActionIn16Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIReadCapacity10", "scsireadcapacity10"], **values: Unpack[SCSIReadCapacity10Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIUnmap", "scsiunmap"], **values: Unpack[SCSIUnmapValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSIBlocks6", "scsiblocks6"], **values: Unpack[SCSIBlocks6Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIRead10", "scsiread10"], **values: Unpack[SCSIRead10Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIWrite10", "scsiwrite10"], **values: Unpack[SCSIWrite10Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIBlocks10", "scsiblocks10"], **values: Unpack[SCSIBlocks10Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIRead12", "scsiread12"], **values: Unpack[SCSIRead12Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIWrite12", "scsiwrite12"], **values: Unpack[SCSIWrite12Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIBlocks12", "scsiblocks12"], **values: Unpack[SCSIBlocks12Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIRead16", "scsiread16"], **values: Unpack[SCSIRead16Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIWrite16", "scsiwrite16"], **values: Unpack[SCSIWrite16Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSIBlocks16", "scsiblocks16"], **values: Unpack[SCSIBlocks16Values]) -> Draft: ...
@overload
def draft(header: Literal["SCSICommand", "scsicommand"], **values: Unpack[SCSICommandValues]) -> Draft: ...
@overload
def draft(header: Literal["ISCSISense", "iscsisense"], **values: Unpack[ISCSISenseValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSISenseFixed", "scsisensefixed"], **values: Unpack[SCSISenseFixedValues]) -> Draft: ...
@overload
def draft(header: Literal["SCSISenseDescriptor", "scsisensedescriptor"], **values: Unpack[SCSISenseDescriptorValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPDirect", "srpdirect"], **values: Unpack[SRPDirectValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPIndirect", "srpindirect"], **values: Unpack[SRPIndirectValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPImmediate", "srpimmediate"], **values: Unpack[SRPImmediateValues]) -> Draft: ...
@overload
def draft(header: Literal["SRPResponseData", "srpresponsedata"], **values: Unpack[SRPResponseDataValues]) -> Draft: ...
@overload
def draft(header: Literal["IPoIBARP", "ipoibarp"], **values: Unpack[IPoIBARPValues]) -> Draft: ...
@overload
def draft(header: Literal["RouterSolicitation", "routersolicitation"], **values: Unpack[RouterSolicitationValues]) -> Draft: ...
@overload
def draft(header: Literal["RouterAdvertisement", "routeradvertisement"], **values: Unpack[RouterAdvertisementValues]) -> Draft: ...
@overload
def draft(header: Literal["NeighborSolicitation", "neighborsolicitation"], **values: Unpack[NeighborSolicitationValues]) -> Draft: ...
@overload
def draft(header: Literal["NeighborAdvertisement", "neighboradvertisement"], **values: Unpack[NeighborAdvertisementValues]) -> Draft: ...
@overload
def draft(header: Literal["NeighborLinkAddress", "neighborlinkaddress"], **values: Unpack[NeighborLinkAddressValues]) -> Draft: ...
@overload
def draft(header: Literal["RSocketBuffer", "rsocketbuffer"], **values: Unpack[RSocketBufferValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSVersion", "rdsversion"], **values: Unpack[RDSVersionValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSUsed", "rdsused"], **values: Unpack[RDSUsedValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSDestination", "rdsdestination"], **values: Unpack[RDSDestinationValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSPaths", "rdspaths"], **values: Unpack[RDSPathsValues]) -> Draft: ...
@overload
def draft(header: Literal["RDSGeneration", "rdsgeneration"], **values: Unpack[RDSGenerationValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCProposal", "smcproposal"], **values: Unpack[SMCProposalValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCAccept", "smcaccept"], **values: Unpack[SMCAcceptValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCConfirm", "smcconfirm"], **values: Unpack[SMCConfirmValues]) -> Draft: ...
@overload
def draft(header: Literal["SMCDecline", "smcdecline"], **values: Unpack[SMCDeclineValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetConnection", "lnetconnection"], **values: Unpack[LNetConnectionValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetCompletion", "lnetcompletion"], **values: Unpack[LNetCompletionValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetHeader", "lnetheader"], **values: Unpack[LNetHeaderValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetCookie", "lnetcookie"], **values: Unpack[LNetCookieValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetDescriptor", "lnetdescriptor"], **values: Unpack[LNetDescriptorValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetConnectionBig", "lnetconnectionbig"], **values: Unpack[LNetConnectionBigValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetCompletionBig", "lnetcompletionbig"], **values: Unpack[LNetCompletionBigValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetCookieBig", "lnetcookiebig"], **values: Unpack[LNetCookieBigValues]) -> Draft: ...
@overload
def draft(header: Literal["LNetDescriptorBig", "lnetdescriptorbig"], **values: Unpack[LNetDescriptorBigValues]) -> Draft: ...
@overload
def draft(header: Literal["SMB2", "smb2"], **values: Unpack[SMB2Values]) -> Draft: ...
@overload
def draft(header: Literal["UCXWireup", "ucxwireup"], **values: Unpack[UCXWireupValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXEager", "ucxeager"], **values: Unpack[UCXEagerValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXEagerFirst", "ucxeagerfirst"], **values: Unpack[UCXEagerFirstValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXEagerMiddle", "ucxeagermiddle"], **values: Unpack[UCXEagerMiddleValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXReadyToSend", "ucxreadytosend"], **values: Unpack[UCXReadyToSendValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXReadyToReceive", "ucxreadytoreceive"], **values: Unpack[UCXReadyToReceiveValues]) -> Draft: ...
@overload
def draft(header: Literal["UCXControl", "ucxcontrol"], **values: Unpack[UCXControlValues]) -> Draft: ...
@overload
@deprecated("the header has no such field, or the field takes other values")
def draft(header: DeclaredName, **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: Callable[_P, Draft], *args: _P.args, **values: _P.kwargs) -> Draft: ...
@overload
@deprecated("the header has no such field, or the field takes other values")
def draft(header: HeaderOf[Layer], **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: str, **values: Any) -> Draft: ...
