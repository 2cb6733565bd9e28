# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
# mypy: disable-error-code="overload-overlap"
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal, ParamSpec, TypeAlias, TypedDict, Unpack, overload
from typing_extensions import deprecated
from ibpkt.craft.drafts import Draft
from ibpkt.packet.layers import Layer
from ibpkt.protocols.header_types import HeaderOf

_P = ParamSpec("_P")

class WrongFieldOrValue:
    """What `draft` gives, for type checkers, where a header has no such field, or a field takes no such value."""

NumberValue: TypeAlias = int | str | None
BinaryValue: TypeAlias = bytes | bytearray | int | str | None
IPv4Value: TypeAlias = IPv4Address | int | str | None
IPv6Value: TypeAlias = IPv6Address | bytes | int | str | None

class LoopbackValues(TypedDict, total=False):
    """BSD Null/Loopback"""
    family: NumberValue
    """Family: in the byte order of the host that captured (link type 0) or big endian (108)"""

class EthernetValues(TypedDict, total=False):
    """Ethernet II"""
    dst: BinaryValue
    """Destination"""
    src: BinaryValue
    """Source"""
    type: NumberValue
    """Type: below 1536 a length: IEEE 802.3"""

class IPv4Values(TypedDict, total=False):
    """Internet Protocol Version 4"""
    version: NumberValue
    """Version"""
    ihl: NumberValue
    """Header Length in Words, in words"""
    dsfield: NumberValue
    """Differentiated Services Field"""
    dscp: NumberValue
    """Differentiated Services Codepoint"""
    ecn: NumberValue
    """Explicit Congestion Notification"""
    len: NumberValue
    """Total Length, in bytes"""
    id: NumberValue
    """Identification"""
    flags: NumberValue
    """Flags"""
    rb: NumberValue
    """Reserved bit"""
    df: NumberValue
    """Don't fragment"""
    mf: NumberValue
    """More fragments"""
    frag_offset_words: NumberValue
    """Fragment Offset in 8 bytes"""
    ttl: NumberValue
    """Time to Live"""
    proto: NumberValue
    """Protocol"""
    checksum: NumberValue
    """Header Checksum"""
    src: IPv4Value
    """Source Address"""
    dst: IPv4Value
    """Destination Address"""
    options: BinaryValue
    """Options"""

class IPv6Values(TypedDict, total=False):
    """Internet Protocol Version 6"""
    version: NumberValue
    """Version"""
    tclass: NumberValue
    """Traffic Class"""
    dscp: NumberValue
    """Differentiated Services Codepoint"""
    ecn: NumberValue
    """Explicit Congestion Notification"""
    flow: NumberValue
    """Flow Label"""
    plen: NumberValue
    """Payload Length, in bytes"""
    nxt: NumberValue
    """Next Header"""
    hlim: NumberValue
    """Hop Limit"""
    src: IPv6Value
    """Source Address"""
    dst: IPv6Value
    """Destination Address"""

class SLLValues(TypedDict, total=False):
    """Linux cooked capture v1"""
    pkttype: NumberValue
    """Packet type"""
    hatype: NumberValue
    """Link-layer address type"""
    halen: NumberValue
    """Link-layer address length, in bytes"""
    src: BinaryValue
    """Source: `halen` bytes of it count"""
    etype: NumberValue
    """Protocol"""

class SLL2Values(TypedDict, total=False):
    """Linux cooked capture v2"""
    etype: NumberValue
    """Protocol"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    ifindex: NumberValue
    """Interface index"""
    hatype: NumberValue
    """Link-layer address type"""
    pkttype: NumberValue
    """Packet type"""
    halen: NumberValue
    """Link-layer address length, in bytes"""
    src: BinaryValue
    """Source: `halen` bytes of it count"""

class ERFValues(TypedDict, total=False):
    """Extensible Record Format"""
    ts: NumberValue
    """Timestamp: stored low byte first: 2^-32 s since 1970"""
    types: NumberValue
    """Record type"""
    ext_header: NumberValue
    """Extension header present"""
    type: NumberValue
    """Type"""
    flags: NumberValue
    """Flags"""
    res: NumberValue
    """Reserved"""
    dse: NumberValue
    """DS error"""
    rxe: NumberValue
    """RX error"""
    trunc: NumberValue
    """Truncated"""
    vlen: NumberValue
    """Varying record length"""
    cap: NumberValue
    """Capture interface"""
    rlen: NumberValue
    """Record length: may count padding that a pcap record does not store, in bytes"""
    lctr: NumberValue
    """Loss counter"""
    wlen: NumberValue
    """Wire length: of the packet on the wire, in bytes"""

class IPoIBValues(TypedDict, total=False):
    """IP over InfiniBand"""
    type: NumberValue
    """Type"""
    reserved: NumberValue
    """Reserved (16 bits)"""

class IPoIBPseudoValues(TypedDict, total=False):
    """IPoIB capture pseudo header"""
    sender: BinaryValue
    """Sender or zero"""
    daddr: BinaryValue
    """Destination hardware address"""

class LRHValues(TypedDict, total=False):
    """Local Route Header"""
    vl: NumberValue
    """Virtual Lane: 0-14 data, 15 management; may change at every hop"""
    lver: NumberValue
    """Link Version: 0"""
    sl: NumberValue
    """Service Level"""
    reserved2: NumberValue
    """Reserved (2 bits)"""
    lnh: NumberValue
    """Link Next Header"""
    dlid: NumberValue
    """Destination Local ID"""
    reserved5: NumberValue
    """Reserved (5 bits)"""
    pktlen: NumberValue
    """Packet Length: 4-byte words, from LRH to the ICRC, which is included, in words"""
    slid: NumberValue
    """Source Local ID"""

class VLANValues(TypedDict, total=False):
    """802.1Q Virtual LAN"""
    priority: NumberValue
    """Priority"""
    dei: NumberValue
    """DEI"""
    id: NumberValue
    """ID"""
    etype: NumberValue
    """Type"""

class GRHValues(TypedDict, total=False):
    """Global Route Header"""
    ipver: NumberValue
    """IP Version"""
    tclass: NumberValue
    """Traffic Class"""
    flowlabel: NumberValue
    """Flow Label"""
    paylen: NumberValue
    """Payload Length: after the GRH, the ICRC included, in bytes"""
    nxthdr: NumberValue
    """Next Header: 0x1B: BTH follows"""
    hoplmt: NumberValue
    """Hop Limit"""
    sgid: IPv6Value
    """Source GID"""
    dgid: IPv6Value
    """Destination GID"""

class MACControlValues(TypedDict, total=False):
    """MAC Control"""
    opcode: NumberValue
    """Opcode"""

class PauseValues(TypedDict, total=False):
    """Pause"""
    pause_time: NumberValue
    """Pause Time: of 512 bit times; 0 ends the pause, in quanta"""

class PFCValues(TypedDict, total=False):
    """Priority Flow Control"""
    enbv: NumberValue
    """Class Enable Vector: the priorities whose timers hold"""
    c0: NumberValue
    """C0"""
    c1: NumberValue
    """C1"""
    c2: NumberValue
    """C2"""
    c3: NumberValue
    """C3"""
    c4: NumberValue
    """C4"""
    c5: NumberValue
    """C5"""
    c6: NumberValue
    """C6"""
    c7: NumberValue
    """C7"""
    time_c0: NumberValue
    """Pause Time C0: of 512 bit times; 0 ends the pause, in quanta"""
    time_c1: NumberValue
    """Pause Time C1: of 512 bit times; 0 ends the pause, in quanta"""
    time_c2: NumberValue
    """Pause Time C2: of 512 bit times; 0 ends the pause, in quanta"""
    time_c3: NumberValue
    """Pause Time C3: of 512 bit times; 0 ends the pause, in quanta"""
    time_c4: NumberValue
    """Pause Time C4: of 512 bit times; 0 ends the pause, in quanta"""
    time_c5: NumberValue
    """Pause Time C5: of 512 bit times; 0 ends the pause, in quanta"""
    time_c6: NumberValue
    """Pause Time C6: of 512 bit times; 0 ends the pause, in quanta"""
    time_c7: NumberValue
    """Pause Time C7: of 512 bit times; 0 ends the pause, in quanta"""

class ERFExtensionValues(TypedDict, total=False):
    """ERF Extension Header"""
    types: NumberValue
    """Extension Header"""
    more: NumberValue
    """More extension headers"""
    type: NumberValue
    """Extension Type"""
    data: NumberValue
    """Extension Data"""

class ERFEthernetValues(TypedDict, total=False):
    """ERF Ethernet Pad"""
    off: NumberValue
    """Offset"""
    pad: NumberValue
    """Padding"""

class FlowControlValues(TypedDict, total=False):
    """Flow Control Packet"""
    op: NumberValue
    """Operand"""
    fctbs: NumberValue
    """Flow Control Total Blocks Sent: 64-byte blocks modulo 4096, in blocks"""
    vl: NumberValue
    """Virtual Lane"""
    fccl: NumberValue
    """Flow Control Credit Limit: 64-byte blocks modulo 4096, in blocks"""

class UDPValues(TypedDict, total=False):
    """User Datagram Protocol"""
    srcport: NumberValue
    """Source Port"""
    dstport: NumberValue
    """Destination Port"""
    length: NumberValue
    """Length, in bytes"""
    checksum: NumberValue
    """Checksum"""

class GREValues(TypedDict, total=False):
    """Generic Routing Encapsulation"""
    flags_and_version: NumberValue
    """Flags and Version"""
    checksum_bit: NumberValue
    """Checksum Bit"""
    routing_bit: NumberValue
    """Routing Bit"""
    key_bit: NumberValue
    """Key Bit"""
    sequence_bit: NumberValue
    """Sequence Number Bit"""
    strict_bit: NumberValue
    """Strict Source Route Bit"""
    recursion: NumberValue
    """Recursion control"""
    flags_reserved: NumberValue
    """Flags (Reserved)"""
    version: NumberValue
    """Version"""
    proto: NumberValue
    """Protocol Type"""

class AHValues(TypedDict, total=False):
    """Authentication Header"""
    nxt: NumberValue
    """Next Header"""
    length: NumberValue
    """Length: in 4 bytes, less 2"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    spi: NumberValue
    """AH SPI"""
    sequence: NumberValue
    """AH Sequence"""
    icv: BinaryValue
    """AH ICV"""

class HopByHopValues(TypedDict, total=False):
    """IPv6 Hop-by-Hop Options"""
    nxt: NumberValue
    """Next Header"""
    len: NumberValue
    """Length: in 8 bytes, the first 8 not counted"""
    first: BinaryValue
    """First Options"""
    options: BinaryValue
    """More Options"""

class RoutingValues(TypedDict, total=False):
    """IPv6 Routing Header"""
    nxt: NumberValue
    """Next Header"""
    len: NumberValue
    """Length: in 8 bytes, the first 8 not counted"""
    type: NumberValue
    """Type"""
    segleft: NumberValue
    """Segments Left"""
    first: BinaryValue
    """First Data"""
    data: BinaryValue
    """More Data"""

class FragmentValues(TypedDict, total=False):
    """IPv6 Fragment Header"""
    nxt: NumberValue
    """Next Header"""
    reserved_octet: NumberValue
    """Reserved (8 bits)"""
    fragment_offset: NumberValue
    """Offset in 8 bytes"""
    reserved_bits: NumberValue
    """Reserved (2 bits)"""
    more: NumberValue
    """More Fragments"""
    ident: NumberValue
    """Identification"""

class DestinationOptionsValues(TypedDict, total=False):
    """IPv6 Destination Options"""
    nxt: NumberValue
    """Next Header"""
    len: NumberValue
    """Length: in 8 bytes, the first 8 not counted"""
    first: BinaryValue
    """First Options"""
    options: BinaryValue
    """More Options"""

class BTHValues(TypedDict, total=False):
    """Base Transport Header"""
    opcode: NumberValue
    """Opcode: 3 bits service, 5 bits operation; says which headers follow"""
    se: NumberValue
    """Solicited Event"""
    m: NumberValue
    """MigReq: migration state"""
    padcnt: NumberValue
    """Pad Count: zero bytes between payload and ICRC, in bytes"""
    tver: NumberValue
    """Header Version"""
    p_key: NumberValue
    """Partition Key: bit 15: full member"""
    fecn: NumberValue
    """Forward ECN"""
    becn: NumberValue
    """Backward ECN"""
    reserved6a: NumberValue
    """Reserved (6 bits)"""
    destqp: NumberValue
    """Destination Queue Pair: 0 SMI, 1 GSI, 0xffffff multicast"""
    a: NumberValue
    """Acknowledge Request"""
    reserved7: NumberValue
    """Reserved (7 bits)"""
    psn: NumberValue
    """Packet Sequence Number: modulo 2^24"""

class VXLANValues(TypedDict, total=False):
    """Virtual eXtensible Local Area Network"""
    flags: NumberValue
    """Flags"""
    flags_g: NumberValue
    """GBP Extension"""
    flags_i: NumberValue
    """VXLAN Network ID"""
    gbp: NumberValue
    """Group Policy ID"""
    vni: NumberValue
    """VXLAN Network Identifier (VNI)"""
    reserved_8: NumberValue
    """Reserved (8 bits)"""

class GRESequenceValues(TypedDict, total=False):
    """GRE Sequence Number"""
    sequence_number: NumberValue
    """Sequence Number"""

class GREKeyValues(TypedDict, total=False):
    """GRE Key"""
    key: NumberValue
    """Key"""

class GREChecksumValues(TypedDict, total=False):
    """GRE Checksum"""
    checksum: NumberValue
    """Checksum"""
    route_offset: NumberValue
    """Offset"""

class ERSPAN3Values(TypedDict, total=False):
    """Encapsulated Remote Switch Packet ANalysis Type III"""
    version: NumberValue
    """Version"""
    vlan: NumberValue
    """Vlan"""
    cos: NumberValue
    """COS"""
    bso: NumberValue
    """Bad/Short/Oversized"""
    truncated: NumberValue
    """Truncated"""
    spanid: NumberValue
    """SpanID"""
    timestamp: NumberValue
    """Timestamp"""
    sgt: NumberValue
    """Security Group Tag"""
    p: NumberValue
    """Has Ethernet PDU"""
    ft: NumberValue
    """Frame Type"""
    hw: NumberValue
    """Hardware ID"""
    direction: NumberValue
    """Direction"""
    gra: NumberValue
    """Timestamp granularity"""
    o: NumberValue
    """Optional Sub headers"""

class ERSPAN2Values(TypedDict, total=False):
    """Encapsulated Remote Switch Packet ANalysis Type II"""
    version: NumberValue
    """Version"""
    vlan: NumberValue
    """Vlan"""
    cos: NumberValue
    """COS"""
    encap: NumberValue
    """Encap"""
    truncated: NumberValue
    """Truncated"""
    spanid: NumberValue
    """SpanID"""
    reserved: NumberValue
    """Reserved (12 bits)"""
    index: NumberValue
    """Index"""

class ERSPANPlatformValues(TypedDict, total=False):
    """ERSPAN Platform Specific Subheader"""
    platid: NumberValue
    """Platform ID"""
    info: NumberValue
    """Platform Specific Info"""

class RWHValues(TypedDict, total=False):
    """Raw Header"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    etype: NumberValue
    """Ethertype"""

class ImmDtValues(TypedDict, total=False):
    """Immediate Data"""
    immdt: BinaryValue
    """Immediate Data: opaque; the receiver's completion carries it"""

class RETHValues(TypedDict, total=False):
    """RDMA Extended Transport Header"""
    va: NumberValue
    """Virtual Address"""
    r_key: NumberValue
    """Remote Key"""
    dmalen: NumberValue
    """DMA Length: of the whole message, in bytes"""

class AETHValues(TypedDict, total=False):
    """ACK Extended Transport Header"""
    syndrome: NumberValue
    """Syndrome"""
    reserved: NumberValue
    """Reserved"""
    opcode: NumberValue
    """OpCode"""
    credit_count: NumberValue
    """Credit Count"""
    timer: NumberValue
    """Timer"""
    reserved_value: NumberValue
    """Reserved"""
    error_code: NumberValue
    """Error Code"""
    msn: NumberValue
    """Message Sequence Number: completed request messages, modulo 2^24"""

class AtomicAckETHValues(TypedDict, total=False):
    """Atomic ACK Extended Transport Header"""
    origremdt: NumberValue
    """Original Remote Data: the value before the operation"""

class AtomicETHValues(TypedDict, total=False):
    """Atomic Extended Transport Header"""
    va: NumberValue
    """Virtual Address"""
    r_key: NumberValue
    """Remote Key"""
    swapdt: NumberValue
    """Swap (Or Add) Data: CmpSwap: the new value; FetchAdd: what is added"""
    cmpdt: NumberValue
    """Compare Data: CmpSwap only"""

class IETHValues(TypedDict, total=False):
    """Invalidate Extended Transport Header"""
    r_key: BinaryValue
    """RKey: the key that the receiver shall invalidate"""

class FETHValues(TypedDict, total=False):
    """Flush Extended Transport Header"""
    reserved: NumberValue
    """Reserved (26 bits)"""
    sel: NumberValue
    """Selectivity Level"""
    plt: NumberValue
    """Placement Type"""
    plt_persistence: NumberValue
    """Persistence"""
    plt_visibility: NumberValue
    """Global Visibility"""

class RDETHValues(TypedDict, total=False):
    """Reliable Datagram Extended Transport Header"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    eecnxt: NumberValue
    """E2E Context: destination end-to-end context"""

class DETHValues(TypedDict, total=False):
    """Datagram Extended Transport Header"""
    q_key: NumberValue
    """Queue Key: 0x80010000 for QP1"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    srcqp: NumberValue
    """Source Queue Pair"""

class XRCETHValues(TypedDict, total=False):
    """XRC Extended Transport Header"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    xrcsrq: NumberValue
    """XRC SRQ: the shared receive queue at the responder"""

class CNPValues(TypedDict, total=False):
    """Congestion Notification Payload"""
    reserved0: NumberValue
    """Reserved (64 bits)"""
    reserved1: NumberValue
    """Reserved (64 bits)"""

class MADValues(TypedDict, total=False):
    """MAD Common Header"""
    baseversion: NumberValue
    """Base Version"""
    mgmtclass: NumberValue
    """Management Class"""
    classversion: NumberValue
    """Class Version"""
    method: NumberValue
    """Method"""
    response: NumberValue
    """Response"""
    status: NumberValue
    """Status"""
    invalid: NumberValue
    """Invalid Field"""
    redirect: NumberValue
    """Redirection Required"""
    busy: NumberValue
    """Busy"""
    classspecific: NumberValue
    """Class Specific"""
    transactionid: NumberValue
    """Transaction ID"""
    attributeid: NumberValue
    """Attribute ID"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    attributemodifier: NumberValue
    """Attribute Modifier"""

class SMPValues(TypedDict, total=False):
    """Subnet Management Packet (LID Routed)"""
    m_key: NumberValue
    """M_Key"""
    reserved: BinaryValue
    """Reserved (256 bits)"""

class SMPDirectedValues(TypedDict, total=False):
    """Subnet Management Packet (Directed Route)"""
    m_key: NumberValue
    """M_Key"""
    drslid: NumberValue
    """DrSLID"""
    drdlid: NumberValue
    """DrDLID"""
    reserved: BinaryValue
    """Reserved (224 bits)"""

class RMPPValues(TypedDict, total=False):
    """Reliable Multi-Packet Transaction Protocol"""
    rmppversion: NumberValue
    """RMPP Version"""
    rmpptype: NumberValue
    """RMPP Type"""
    rresptime: NumberValue
    """R Resp Time"""
    rmppflags: NumberValue
    """RMPP Flags"""
    last: NumberValue
    """Last"""
    first: NumberValue
    """First"""
    active: NumberValue
    """Active"""
    rmppstatus: NumberValue
    """RMPP Status"""
    data1: NumberValue
    """RMPP Data 1"""
    segmentnumber: NumberValue
    """Segment Number"""
    acknowledged: NumberValue
    """Acknowledged Segment"""
    data2: NumberValue
    """RMPP Data 2"""
    payloadlength: NumberValue
    """Payload Length"""
    newwindowlast: NumberValue
    """New Window Last"""

class SAValues(TypedDict, total=False):
    """Subnet Administration"""
    sm_key: NumberValue
    """SM_Key (Verification Key)"""
    attributeoffset: NumberValue
    """Attribute Offset: from record to record, in 8 bytes"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    componentmask: NumberValue
    """Component Mask"""

class PerfMgtValues(TypedDict, total=False):
    """Performance Management"""
    reserved: BinaryValue
    """Reserved (320 bits)"""

class BMValues(TypedDict, total=False):
    """Baseboard Management"""
    b_key: NumberValue
    """B_Key"""
    reserved: BinaryValue
    """Reserved (256 bits)"""

class DevMgtValues(TypedDict, total=False):
    """Device Management"""
    reserved: BinaryValue
    """Reserved (320 bits)"""

class SNMPValues(TypedDict, total=False):
    """SNMP Tunneling"""
    reserved: BinaryValue
    """Reserved (256 bits)"""
    raddress: NumberValue
    """RAddress"""
    payloadlength: NumberValue
    """PayloadLength, in bytes"""
    segmentnumber: NumberValue
    """SegmentNumber"""
    sourcelid: NumberValue
    """SourceLID"""
    snmpdata: BinaryValue
    """SNMPData"""

class CCValues(TypedDict, total=False):
    """Congestion Control"""
    cc_key: NumberValue
    """CC_Key"""

class ClassPortInfoValues(TypedDict, total=False):
    """ClassPortInfo"""
    baseversion: NumberValue
    """BaseVersion"""
    classversion: NumberValue
    """ClassVersion"""
    capabilitymask: NumberValue
    """CapabilityMask"""
    capabilitymask2: NumberValue
    """CapabilityMask2"""
    resptimevalue: NumberValue
    """RespTimeValue: 4.096 µs × 2^n"""
    redirectgid: IPv6Value
    """RedirectGID"""
    redirecttc: NumberValue
    """RedirectTC"""
    redirectsl: NumberValue
    """RedirectSL"""
    redirectfl: NumberValue
    """RedirectFL"""
    redirectlid: NumberValue
    """RedirectLID"""
    redirectp_key: NumberValue
    """RedirectP_Key"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    redirectqp: NumberValue
    """RedirectQP"""
    redirectq_key: NumberValue
    """RedirectQ_Key"""
    trapgid: IPv6Value
    """TrapGID"""
    traptc: NumberValue
    """TrapTC"""
    trapsl: NumberValue
    """TrapSL"""
    trapfl: NumberValue
    """TrapFL"""
    traplid: NumberValue
    """TrapLID"""
    trapp_key: NumberValue
    """TrapP_Key"""
    traphl: NumberValue
    """TrapHL"""
    trapqp: NumberValue
    """TrapQP"""
    trapq_key: NumberValue
    """TrapQ_Key"""

class REQValues(TypedDict, total=False):
    """CM Request for Communication"""
    localcommid: NumberValue
    """Local Communication ID"""
    reserved0: NumberValue
    """Reserved (32 bits)"""
    serviceid: NumberValue
    """ServiceID"""
    serviceid_space: NumberValue
    """Port Space"""
    serviceid_prefix: NumberValue
    """Prefix"""
    serviceid_protocol: NumberValue
    """Protocol"""
    serviceid_dport: NumberValue
    """Destination Port"""
    localcaguid: NumberValue
    """Local CA GUID"""
    reserved1: NumberValue
    """Reserved (32 bits)"""
    localqkey: NumberValue
    """Local Q_Key"""
    localqpn: NumberValue
    """Local QPN"""
    responderres: NumberValue
    """Responder Resources"""
    localeecn: NumberValue
    """Local EECN"""
    initdepth: NumberValue
    """Initiator Depth"""
    remoteeecn: NumberValue
    """Remote EECN"""
    remoteresptout: NumberValue
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    transpsvctype: NumberValue
    """Transport Service Type"""
    e2eflowctrl: NumberValue
    """End-to-End Flow Control"""
    startpsn: NumberValue
    """Starting PSN: of what the sender of the REQ receives"""
    localresptout: NumberValue
    """Local CM Response Timeout: 4.096 µs × 2^n"""
    retrcount: NumberValue
    """Retry Count"""
    pkey: NumberValue
    """Partition Key"""
    pppmtu: NumberValue
    """Path Packet Payload MTU"""
    rdcexist: NumberValue
    """RDC Exists"""
    rnrretrcount: NumberValue
    """RNR Retry Count: 7: infinite"""
    maxcmretr: NumberValue
    """Max CM Retries"""
    srq: NumberValue
    """SRQ: the queue pair receives from a shared receive queue"""
    ext_transport: NumberValue
    """Extended Transport Type"""
    prim_locallid: NumberValue
    """Primary Local Port LID"""
    prim_remotelid: NumberValue
    """Primary Remote Port LID"""
    prim_localgid: IPv6Value
    """Primary Local Port GID"""
    prim_remotegid: IPv6Value
    """Primary Remote Port GID"""
    prim_flowlabel: NumberValue
    """Primary Flow Label"""
    prim_reserved0: NumberValue
    """Reserved (6 bits)"""
    prim_pktrate: NumberValue
    """Primary Packet Rate"""
    prim_tfcclass: NumberValue
    """Primary Traffic Class"""
    prim_hoplim: NumberValue
    """Primary Hop Limit"""
    prim_sl: NumberValue
    """Primary SL"""
    prim_subnetlocal: NumberValue
    """Primary Subnet Local"""
    prim_reserved1: NumberValue
    """Reserved (3 bits)"""
    prim_localacktout: NumberValue
    """Primary Local ACK Timeout: 4.096 µs × 2^n"""
    prim_reserved2: NumberValue
    """Reserved (3 bits)"""
    alt_locallid: NumberValue
    """Alternate Local Port LID"""
    alt_remotelid: NumberValue
    """Alternate Remote Port LID"""
    alt_localgid: IPv6Value
    """Alternate Local Port GID"""
    alt_remotegid: IPv6Value
    """Alternate Remote Port GID"""
    alt_flowlabel: NumberValue
    """Alternate Flow Label"""
    alt_reserved0: NumberValue
    """Reserved (6 bits)"""
    alt_pktrate: NumberValue
    """Alternate Packet Rate"""
    alt_tfcclass: NumberValue
    """Alternate Traffic Class"""
    alt_hoplim: NumberValue
    """Alternate Hop Limit"""
    alt_sl: NumberValue
    """Alternate SL"""
    alt_subnetlocal: NumberValue
    """Alternate Subnet Local"""
    alt_reserved1: NumberValue
    """Reserved (3 bits)"""
    alt_localacktout: NumberValue
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    sap: NumberValue
    """SAP Supported"""
    alt_reserved2: NumberValue
    """Reserved (2 bits)"""

class MRAValues(TypedDict, total=False):
    """CM Message Receipt Acknowledgment"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    msgmraed: NumberValue
    """Message MRAed"""
    reserved0: NumberValue
    """Reserved (6 bits)"""
    servicetimeout: NumberValue
    """Service Timeout: 4.096 µs × 2^n"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class REJValues(TypedDict, total=False):
    """CM Reject"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    msgrej: NumberValue
    """Message REJected"""
    reserved0: NumberValue
    """Reserved (6 bits)"""
    rejinfolen: NumberValue
    """Reject Info Length, in bytes"""
    reserved1: NumberValue
    """Reserved (1 bit)"""
    reason: NumberValue
    """Reason"""
    ari: BinaryValue
    """ARI: additional reject information"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class REPValues(TypedDict, total=False):
    """CM Reply to Request for Communication"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    localqkey: NumberValue
    """Local Q_Key"""
    localqpn: NumberValue
    """Local QPN"""
    reserved0: NumberValue
    """Reserved (8 bits)"""
    localeecn: NumberValue
    """Local EECN"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    startpsn: NumberValue
    """Starting PSN: of what the sender of the REP receives"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    respres: NumberValue
    """Responder Resources"""
    initdepth: NumberValue
    """Initiator Depth"""
    tgtackdelay: NumberValue
    """Target ACK Delay: 4.096 µs × 2^n"""
    failoveracc: NumberValue
    """Failover Accepted"""
    e2eflowctrl: NumberValue
    """End-To-End Flow Control"""
    rnrretrcount: NumberValue
    """RNR Retry Count: 7: infinite"""
    srq: NumberValue
    """SRQ: the queue pair receives from a shared receive queue"""
    reserved: NumberValue
    """Reserved (4 bits)"""
    localcaguid: NumberValue
    """Local CA GUID"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class RTUValues(TypedDict, total=False):
    """CM Ready to Use"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class DREQValues(TypedDict, total=False):
    """CM Request for Communication Release"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    remoteqpneecn: NumberValue
    """Remote QPN/EECN"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class DREPValues(TypedDict, total=False):
    """CM Reply to Request for Communication Release"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class SIDR_REQValues(TypedDict, total=False):
    """CM Service ID Resolution Request"""
    requestid: NumberValue
    """Request ID"""
    pkey: NumberValue
    """Partition Key"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    serviceid: NumberValue
    """ServiceID"""
    serviceid_space: NumberValue
    """Port Space"""
    serviceid_prefix: NumberValue
    """Prefix"""
    serviceid_protocol: NumberValue
    """Protocol"""
    serviceid_dport: NumberValue
    """Destination Port"""

class SIDR_REPValues(TypedDict, total=False):
    """CM Service ID Resolution Response"""
    requestid: NumberValue
    """Request ID"""
    status: NumberValue
    """Status"""
    infolen: NumberValue
    """Additional Information Length, in bytes"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    qpn: NumberValue
    """QPN"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    serviceid: NumberValue
    """ServiceID"""
    serviceid_space: NumberValue
    """Port Space"""
    serviceid_prefix: NumberValue
    """Prefix"""
    serviceid_protocol: NumberValue
    """Protocol"""
    serviceid_dport: NumberValue
    """Destination Port"""
    q_key: NumberValue
    """Q_Key"""
    information: BinaryValue
    """Additional Information"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class LAPValues(TypedDict, total=False):
    """CM Load Alternate Path"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    reserved0: NumberValue
    """Reserved (32 bits)"""
    remoteqpneecn: NumberValue
    """Remote QPN/EECN"""
    remoteresptout: NumberValue
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    reserved2: NumberValue
    """Reserved (32 bits)"""
    alt_locallid: NumberValue
    """Alternate Local Port LID"""
    alt_remotelid: NumberValue
    """Alternate Remote Port LID"""
    alt_localgid: IPv6Value
    """Alternate Local Port GID"""
    alt_remotegid: IPv6Value
    """Alternate Remote Port GID"""
    alt_flowlabel: NumberValue
    """Alternate Flow Label"""
    reserved3: NumberValue
    """Reserved (4 bits)"""
    alt_tfcclass: NumberValue
    """Alternate Traffic Class"""
    alt_hoplim: NumberValue
    """Alternate Hop Limit"""
    reserved4: NumberValue
    """Reserved (2 bits)"""
    alt_pktrate: NumberValue
    """Alternate Packet Rate"""
    alt_sl: NumberValue
    """Alternate SL"""
    alt_subnetlocal: NumberValue
    """Alternate Subnet Local"""
    reserved5: NumberValue
    """Reserved (3 bits)"""
    alt_localacktout: NumberValue
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    reserved6: NumberValue
    """Reserved (3 bits)"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class APRValues(TypedDict, total=False):
    """CM Alternate Path Response"""
    localcommid: NumberValue
    """Local Communication ID"""
    remotecommid: NumberValue
    """Remote Communication ID"""
    infolen: NumberValue
    """Additional Information Length, in bytes"""
    apstatus: NumberValue
    """AP Status"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    information: BinaryValue
    """Additional Information"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class VendorValues(TypedDict, total=False):
    """Vendor Class, Range 1"""
    data: BinaryValue
    """VendorData"""

class ApplicationValues(TypedDict, total=False):
    """Application Class"""
    data: BinaryValue
    """Data"""

class VendorOUIValues(TypedDict, total=False):
    """Vendor Class, Range 2"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    oui: NumberValue
    """OUI"""
    data: BinaryValue
    """VendorData"""

class NoticeValues(TypedDict, total=False):
    """Notice"""
    isgeneric: NumberValue
    """IsGeneric"""
    type: NumberValue
    """Type"""
    producertypevendorid: NumberValue
    """ProducerType/VendorID"""
    producertype: NumberValue
    """ProducerType"""
    vendorid: NumberValue
    """VendorID"""
    trapnumberdeviceid: NumberValue
    """TrapNumber/DeviceID"""
    trapnumber: NumberValue
    """TrapNumber"""
    deviceid: NumberValue
    """DeviceID"""
    issuerlid: NumberValue
    """IssuerLID"""
    noticetoggle: NumberValue
    """NoticeToggle"""
    noticecount: NumberValue
    """NoticeCount"""

class NodeDescriptionValues(TypedDict, total=False):
    """NodeDescription"""
    nodestring: BinaryValue
    """NodeString"""

class SMPRestValues(TypedDict, total=False):
    """LID Routed SMP, Second Half"""
    reserved: BinaryValue
    """Reserved (1024 bits)"""

class NodeInfoValues(TypedDict, total=False):
    """NodeInfo"""
    baseversion: NumberValue
    """BaseVersion"""
    classversion: NumberValue
    """ClassVersion"""
    nodetype: NumberValue
    """NodeType"""
    numports: NumberValue
    """NumPorts"""
    systemimageguid: NumberValue
    """SystemImageGUID"""
    nodeguid: NumberValue
    """NodeGUID"""
    portguid: NumberValue
    """PortGUID"""
    partitioncap: NumberValue
    """PartitionCap"""
    deviceid: NumberValue
    """DeviceID"""
    revision: NumberValue
    """Revision"""
    localportnum: NumberValue
    """LocalPortNum"""
    vendorid: NumberValue
    """VendorID"""
    padding: BinaryValue
    """Reserved (192 bits)"""

class SwitchInfoValues(TypedDict, total=False):
    """SwitchInfo"""
    linearfdbcap: NumberValue
    """LinearFDBCap"""
    randomfdbcap: NumberValue
    """RandomFDBCap"""
    multicastfdbcap: NumberValue
    """MulticastFDBCap"""
    linearfdbtop: NumberValue
    """LinearFDBTop"""
    defaultport: NumberValue
    """DefaultPort"""
    defaultmulticastprimaryport: NumberValue
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: NumberValue
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: NumberValue
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: NumberValue
    """PortStateChange"""
    optimizedsltovlmappingprogramming: NumberValue
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: NumberValue
    """LIDsPerPort"""
    partitionenforcementcap: NumberValue
    """PartitionEnforcementCap"""
    inboundenforcementcap: NumberValue
    """InboundEnforcementCap"""
    outboundenforcementcap: NumberValue
    """OutboundEnforcementCap"""
    filterrawinboundcap: NumberValue
    """FilterRawInboundCap"""
    filterrawoutboundcap: NumberValue
    """FilterRawOutboundCap"""
    enhancedport0: NumberValue
    """EnhancedPort0"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    multicastfdbtop: NumberValue
    """MulticastFDBTop"""
    padding: BinaryValue
    """Reserved (352 bits)"""

class GUIDInfoValues(TypedDict, total=False):
    """GUIDInfo"""
    guid: Iterable[NumberValue] | None
    """GUID"""

class PortInfoValues(TypedDict, total=False):
    """PortInfo"""
    m_key: NumberValue
    """M_Key"""
    gidprefix: NumberValue
    """GidPrefix"""
    lid: NumberValue
    """LID"""
    mastersmlid: NumberValue
    """MasterSMLID"""
    capabilitymask: NumberValue
    """CapabilityMask"""
    capabilitymask_issm: NumberValue
    """IsSM"""
    capabilitymask_noticesupported: NumberValue
    """NoticeSupported"""
    capabilitymask_trapsupported: NumberValue
    """TrapSupported"""
    capabilitymask_optionalipdsupported: NumberValue
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: NumberValue
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: NumberValue
    """SLMappingSupported"""
    capabilitymask_mkeynvram: NumberValue
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: NumberValue
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: NumberValue
    """LEDInfoSupported"""
    capabilitymask_smdisabled: NumberValue
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: NumberValue
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: NumberValue
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: NumberValue
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: NumberValue
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: NumberValue
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: NumberValue
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: NumberValue
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: NumberValue
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: NumberValue
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: NumberValue
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: NumberValue
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: NumberValue
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: NumberValue
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: NumberValue
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: NumberValue
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: NumberValue
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: NumberValue
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: NumberValue
    """HierarchyInfoSupported"""
    diagcode: NumberValue
    """DiagCode"""
    m_keyleaseperiod: NumberValue
    """M_KeyLeasePeriod, in s"""
    localportnum: NumberValue
    """LocalPortNum"""
    linkwidthenabled: NumberValue
    """LinkWidthEnabled"""
    linkwidthsupported: NumberValue
    """LinkWidthSupported"""
    linkwidthactive: NumberValue
    """LinkWidthActive"""
    linkspeedsupported: NumberValue
    """LinkSpeedSupported"""
    portstate: NumberValue
    """PortState"""
    portphysicalstate: NumberValue
    """PortPhysicalState"""
    linkdowndefaultstate: NumberValue
    """LinkDownDefaultState"""
    m_keyprotectbits: NumberValue
    """M_KeyProtectBits"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    lmc: NumberValue
    """LMC"""
    linkspeedactive: NumberValue
    """LinkSpeedActive"""
    linkspeedenabled: NumberValue
    """LinkSpeedEnabled"""
    neighbormtu: NumberValue
    """NeighborMTU"""
    mastersmsl: NumberValue
    """MasterSMSL"""
    vlcap: NumberValue
    """VLCap"""
    inittype: NumberValue
    """InitType"""
    vlhighlimit: NumberValue
    """VLHighLimit"""
    vlarbitrationhighcap: NumberValue
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: NumberValue
    """VLArbitrationLowCap"""
    inittypereply: NumberValue
    """InitTypeReply"""
    mtucap: NumberValue
    """MTUCap"""
    vlstallcount: NumberValue
    """VLStallCount"""
    hoqlife: NumberValue
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: NumberValue
    """OperationalVLs"""
    partitionenforcementinbound: NumberValue
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: NumberValue
    """PartitionEnforcementOutbound"""
    filterrawinbound: NumberValue
    """FilterRawInbound"""
    filterrawoutbound: NumberValue
    """FilterRawOutbound"""
    m_keyviolations: NumberValue
    """M_KeyViolations"""
    p_keyviolations: NumberValue
    """P_KeyViolations"""
    q_keyviolations: NumberValue
    """Q_KeyViolations"""
    guidcap: NumberValue
    """GUIDCap"""
    clientreregister: NumberValue
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: NumberValue
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: NumberValue
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    resptimevalue: NumberValue
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: NumberValue
    """LocalPhyErrors"""
    overrunerrors: NumberValue
    """OverrunErrors"""
    maxcredithint: NumberValue
    """MaxCreditHint"""
    reserved2: NumberValue
    """Reserved (1 bit)"""
    linkspeedextactive2: NumberValue
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: NumberValue
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: NumberValue
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: NumberValue
    """LinkRoundTripLatency"""
    capabilitymask2: NumberValue
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: NumberValue
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: NumberValue
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: NumberValue
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: NumberValue
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: NumberValue
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: NumberValue
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: NumberValue
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: NumberValue
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: NumberValue
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: NumberValue
    """LinkSpeedNDRSupported"""
    linkspeedextactive: NumberValue
    """LinkSpeedExtActive"""
    linkspeedextsupported: NumberValue
    """LinkSpeedExtSupported"""
    reserved3: NumberValue
    """Reserved (3 bits)"""
    linkspeedextenabled: NumberValue
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
    padding: BinaryValue
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
    numtables: NumberValue
    """NumTables"""
    portmask: BinaryValue
    """PortMask"""
    speedtwofive: NumberValue
    """Speed 2.5 Gbps"""
    speedfive: NumberValue
    """Speed 5 Gbps"""
    speedten: NumberValue
    """Speed 10 Gbps"""
    padding: BinaryValue
    """Reserved (224 bits)"""

class SMInfoValues(TypedDict, total=False):
    """SMInfo"""
    guid: NumberValue
    """GUID"""
    sm_key: NumberValue
    """SM_Key"""
    actcount: NumberValue
    """ActCount"""
    priority: NumberValue
    """Priority"""
    smstate: NumberValue
    """SMState"""
    padding: BinaryValue
    """Reserved (344 bits)"""

class VendorDiagValues(TypedDict, total=False):
    """VendorDiag"""
    nextindex: NumberValue
    """NextIndex"""
    diagdata: BinaryValue
    """DiagData"""

class LedInfoValues(TypedDict, total=False):
    """LedInfo"""
    ledmask: NumberValue
    """LedMask"""
    reserved: NumberValue
    """Reserved (31 bits)"""
    padding: BinaryValue
    """Reserved (480 bits)"""

class PortInfoExtendedValues(TypedDict, total=False):
    """PortInfoExtended"""
    capmask: NumberValue
    """CapMask"""
    fecmodeactive: NumberValue
    """FECModeActive"""
    fdrfecmodesupported: NumberValue
    """FDRFECModeSupported"""
    fdrfecmodeenabled: NumberValue
    """FDRFECModeEnabled"""
    edrfecmodesupported: NumberValue
    """EDRFECModeSupported"""
    edrfecmodeenabled: NumberValue
    """EDRFECModeEnabled"""
    hdrfecmodesupported: NumberValue
    """HDRFECModeSupported"""
    hdrfecmodeenabled: NumberValue
    """HDRFECModeEnabled"""
    ndrfecmodesupported: NumberValue
    """NDRFECModeSupported"""
    ndrfecmodeenabled: NumberValue
    """NDRFECModeEnabled"""
    padding: BinaryValue
    """Reserved (336 bits)"""

class MlnxExtendedPortInfoValues(TypedDict, total=False):
    """MlnxExtendedPortInfo"""
    reserved0: NumberValue
    """Reserved (24 bits)"""
    statechangeenable: NumberValue
    """StateChangeEnable"""
    reserved1: NumberValue
    """Reserved (24 bits)"""
    linkspeedsupported: NumberValue
    """LinkSpeedSupported"""
    reserved2: NumberValue
    """Reserved (24 bits)"""
    linkspeedenabled: NumberValue
    """LinkSpeedEnabled"""
    reserved3: NumberValue
    """Reserved (24 bits)"""
    linkspeedactive: NumberValue
    """LinkSpeedActive"""
    padding: BinaryValue
    """Reserved (384 bits)"""

class SMPDataValues(TypedDict, total=False):
    """SMP Data"""
    smpdata: BinaryValue
    """SMP Data"""

class DirectedPathsValues(TypedDict, total=False):
    """Directed Route Paths"""
    initialpath: Iterable[NumberValue] | None
    """Initial Path: outgoing ports; the first is unused"""
    returnpath: Iterable[NumberValue] | None
    """Return Path: ports of arrival, for the way back"""

class InformInfoValues(TypedDict, total=False):
    """InformInfo"""
    gid: IPv6Value
    """GID"""
    lidrangebegin: NumberValue
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: NumberValue
    """LIDRangeEnd"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    isgeneric: NumberValue
    """IsGeneric"""
    subscribe: NumberValue
    """Subscribe"""
    type: NumberValue
    """Type"""
    trapnumberdeviceid: NumberValue
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: NumberValue
    """TrapNumber"""
    qpn: NumberValue
    """QPN"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    resptimevalue: NumberValue
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    producertypevendorid: NumberValue
    """ProducerType/VendorID"""
    producertype: NumberValue
    """ProducerType"""

class PortSamplesControlValues(TypedDict, total=False):
    """PortSamplesControl"""
    opcode: NumberValue
    """OpCode"""
    portselect: NumberValue
    """PortSelect"""
    tick: NumberValue
    """Tick"""
    reserved0: NumberValue
    """Reserved (5 bits)"""
    counterwidth: NumberValue
    """CounterWidth"""
    reserved1: NumberValue
    """Reserved (2 bits)"""
    countermask0: NumberValue
    """CounterMask0"""
    countermasks1to9: Iterable[NumberValue] | None
    """CounterMasks1to9"""
    reserved2: NumberValue
    """Reserved (1 bit)"""
    countermasks10to14: Iterable[NumberValue] | None
    """CounterMasks10to14"""
    samplemechanisms: NumberValue
    """SampleMechanisms"""
    reserved3: NumberValue
    """Reserved (6 bits)"""
    samplestatus: NumberValue
    """SampleStatus"""
    optionmask: NumberValue
    """OptionMask"""
    vendormask: NumberValue
    """VendorMask"""
    samplestart: NumberValue
    """SampleStart, in ticks"""
    sampleinterval: NumberValue
    """SampleInterval, in ticks"""
    tag: NumberValue
    """Tag"""
    counterselect: Iterable[NumberValue] | None
    """CounterSelect: what is sampled"""
    reserved4: NumberValue
    """Reserved (32 bits)"""
    samplesonlyoptionmask: NumberValue
    """SamplesOnlyOptionMask"""
    reserved5: BinaryValue
    """Reserved (896 bits)"""

class PortSamplesResultValues(TypedDict, total=False):
    """PortSamplesResult"""
    tag: NumberValue
    """Tag"""
    reserved: NumberValue
    """Reserved (14 bits)"""
    samplestatus: NumberValue
    """SampleStatus"""
    counter: Iterable[NumberValue] | None
    """Counter"""

class PortCountersValues(TypedDict, total=False):
    """Port Counters"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    counterselect_symbolerrorcounter: NumberValue
    """SymbolErrorCounter"""
    counterselect_linkerrorrecoverycounter: NumberValue
    """LinkErrorRecoveryCounter"""
    counterselect_linkdownedcounter: NumberValue
    """LinkDownedCounter"""
    counterselect_portrcverrors: NumberValue
    """PortRcvErrors"""
    counterselect_portrcvremotephysicalerrors: NumberValue
    """PortRcvRemotePhysicalErrors"""
    counterselect_portrcvswitchrelayerrors: NumberValue
    """PortRcvSwitchRelayErrors"""
    counterselect_portxmitdiscards: NumberValue
    """PortXmitDiscards"""
    counterselect_portxmitconstrainterrors: NumberValue
    """PortXmitConstraintErrors"""
    counterselect_portrcvconstrainterrors: NumberValue
    """PortRcvConstraintErrors"""
    counterselect_locallinkintegrityerrors: NumberValue
    """LocalLinkIntegrityErrors"""
    counterselect_excessivebufferoverrunerrors: NumberValue
    """ExcessiveBufferOverrunErrors"""
    counterselect_vl15dropped: NumberValue
    """VL15Dropped"""
    counterselect_portxmitdata: NumberValue
    """PortXmitData"""
    counterselect_portrcvdata: NumberValue
    """PortRcvData"""
    counterselect_portxmitpkts: NumberValue
    """PortXmitPkts"""
    counterselect_portrcvpkts: NumberValue
    """PortRcvPkts"""
    symbolerrorcounter: NumberValue
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: NumberValue
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: NumberValue
    """LinkDownedCounter"""
    portrcverrors: NumberValue
    """PortRcvErrors"""
    portrcvremotephysicalerrors: NumberValue
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: NumberValue
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: NumberValue
    """PortXmitDiscards"""
    portxmitconstrainterrors: NumberValue
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: NumberValue
    """PortRcvConstraintErrors"""
    counterselect2: NumberValue
    """CounterSelect2"""
    counterselect2_portxmitwait: NumberValue
    """PortXmitWait"""
    locallinkintegrityerrors: NumberValue
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: NumberValue
    """ExcessiveBufferOverrunErrors"""
    qp1dropped: NumberValue
    """QP1Dropped"""
    vl15dropped: NumberValue
    """VL15Dropped"""
    portxmitdata: NumberValue
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: NumberValue
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: NumberValue
    """PortXmitPkts, in packets"""
    portrcvpkts: NumberValue
    """PortRcvPkts, in packets"""
    portxmitwait: NumberValue
    """PortXmitWait: in which there was data to send and no credit, in ticks"""

class PortRcvErrorDetailsValues(TypedDict, total=False):
    """PortRcvErrorDetails"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portlocalphysicalerrors: NumberValue
    """PortLocalPhysicalErrors"""
    portmalformedpkterrors: NumberValue
    """PortMalformedPktErrors"""
    portbufferoverrunerrors: NumberValue
    """PortBufferOverrunErrors"""
    portdlidmappingerrors: NumberValue
    """PortDLIDMappingErrors"""
    portvlmappingerrors: NumberValue
    """PortVLMappingErrors"""
    portloopingerrors: NumberValue
    """PortLoopingErrors"""

class PortXmitDiscardDetailsValues(TypedDict, total=False):
    """PortXmitDiscardDetails"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portinactivediscards: NumberValue
    """PortInactiveDiscards"""
    portneighbormtudiscards: NumberValue
    """PortNeighborMTUDiscards"""
    portswlifetimelimitdiscards: NumberValue
    """PortSwLifetimeLimitDiscards"""
    portswhoqlifetimelimitdiscards: NumberValue
    """PortSwHOQLifetimeLimitDiscards"""

class PortOpRcvCountersValues(TypedDict, total=False):
    """PortOpRcvCounters"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portoprcvpkts: NumberValue
    """PortOpRcvPkts, in packets"""
    portoprcvdata: NumberValue
    """PortOpRcvData, in words of 4 bytes"""

class PortFlowCtlCountersValues(TypedDict, total=False):
    """PortFlowCtlCounters"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portxmitflowpkts: NumberValue
    """PortXmitFlowPkts, in packets"""
    portrcvflowpkts: NumberValue
    """PortRcvFlowPkts, in packets"""

class PortVLOpPacketsValues(TypedDict, total=False):
    """PortVLOpPackets"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portvloppackets: Iterable[NumberValue] | None
    """PortVLOpPackets: by VL, in packets"""

class PortVLOpDataValues(TypedDict, total=False):
    """PortVLOpData"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portvlopdata: Iterable[NumberValue] | None
    """PortVLOpData: by VL, in words of 4 bytes"""

class PortVLXmitFlowCtlUpdateErrorsValues(TypedDict, total=False):
    """PortVLXmitFlowCtlUpdateErrors"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portvlxmitflowctlupdateerrors: Iterable[NumberValue] | None
    """PortVLXmitFlowCtlUpdateErrors: by VL"""

class PortVLXmitWaitCountersValues(TypedDict, total=False):
    """PortVLXmitWaitCounters"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portvlxmitwait: Iterable[NumberValue] | None
    """PortVLXmitWait: by VL, in ticks"""

class PortCountersExtendedValues(TypedDict, total=False):
    """Port Counters Extended"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    counterselect_portxmitdata: NumberValue
    """PortXmitData"""
    counterselect_portrcvdata: NumberValue
    """PortRcvData"""
    counterselect_portxmitpkts: NumberValue
    """PortXmitPkts"""
    counterselect_portrcvpkts: NumberValue
    """PortRcvPkts"""
    counterselect_portunicastxmitpkts: NumberValue
    """PortUnicastXmitPkts"""
    counterselect_portunicastrcvpkts: NumberValue
    """PortUnicastRcvPkts"""
    counterselect_portmulticastxmitpkts: NumberValue
    """PortMulticastXmitPkts"""
    counterselect_portmulticastrcvpkts: NumberValue
    """PortMulticastRcvPkts"""
    counterselect2: NumberValue
    """CounterSelect2"""
    portxmitdata: NumberValue
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: NumberValue
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: NumberValue
    """PortXmitPkts, in packets"""
    portrcvpkts: NumberValue
    """PortRcvPkts, in packets"""
    portunicastxmitpkts: NumberValue
    """PortUnicastXmitPkts, in packets"""
    portunicastrcvpkts: NumberValue
    """PortUnicastRcvPkts, in packets"""
    portmulticastxmitpkts: NumberValue
    """PortMulticastXmitPkts, in packets"""
    portmulticastrcvpkts: NumberValue
    """PortMulticastRcvPkts, in packets"""
    symbolerrorcounter: NumberValue
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: NumberValue
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: NumberValue
    """LinkDownedCounter"""
    portrcverrors: NumberValue
    """PortRcvErrors"""
    portrcvremotephysicalerrors: NumberValue
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: NumberValue
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: NumberValue
    """PortXmitDiscards"""
    portxmitconstrainterrors: NumberValue
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: NumberValue
    """PortRcvConstraintErrors"""
    locallinkintegrityerrors: NumberValue
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: NumberValue
    """ExcessiveBufferOverrunErrors"""
    vl15dropped: NumberValue
    """VL15Dropped"""
    portxmitwait: NumberValue
    """PortXmitWait, in ticks"""
    qp1dropped: NumberValue
    """QP1Dropped"""

class PortSamplesResultExtendedValues(TypedDict, total=False):
    """PortSamplesResultExtended"""
    tag: NumberValue
    """Tag"""
    reserved0: NumberValue
    """Reserved (14 bits)"""
    samplestatus: NumberValue
    """SampleStatus"""
    extendedwidth: NumberValue
    """ExtendedWidth"""
    reserved1: NumberValue
    """Reserved (30 bits)"""
    counter: Iterable[NumberValue] | None
    """Counter"""

class PortExtendedSpeedsCountersValues(TypedDict, total=False):
    """PortExtendedSpeedsCounters"""
    reserved0: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    reserved1: NumberValue
    """Reserved (48 bits)"""
    counterselect: NumberValue
    """CounterSelect"""
    syncheadererrorcounter: NumberValue
    """SyncHeaderErrorCounter"""
    unknownblockcounter: NumberValue
    """UnknownBlockCounter"""
    errordetectioncounterlane: Iterable[NumberValue] | None
    """ErrorDetectionCounterLane"""
    feccorrectableblockctrlane: Iterable[NumberValue] | None
    """FECCorrectableBlockCtrLane"""
    fecuncorrectableblockctrlane: Iterable[NumberValue] | None
    """FECUncorrectableBlockCtrLane"""
    portfeccorrectableblockctr: NumberValue
    """PortFECCorrectableBlockCtr"""
    portfecuncorrectableblockctr: NumberValue
    """PortFECUncorrectableBlockCtr"""
    portfeccorrectedsymbolctr: NumberValue
    """PortFECCorrectedSymbolCtr"""

class SwPortVLCongestionValues(TypedDict, total=False):
    """SwPortVLCongestion"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    swportvlcongestion: Iterable[NumberValue] | None
    """SWPortVLCongestion: by VL"""

class PortRcvConCtrlValues(TypedDict, total=False):
    """PortRcvConCtrl"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portpktrcvfecn: NumberValue
    """PortPktRcvFECN, in packets"""
    portpktrcvbecn: NumberValue
    """PortPktRcvBECN, in packets"""

class PortSLRcvFECNValues(TypedDict, total=False):
    """PortSLRcvFECN"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portslrcvfecn: Iterable[NumberValue] | None
    """PortSLRcvFECN: by SL, in packets"""

class PortSLRcvBECNValues(TypedDict, total=False):
    """PortSLRcvBECN"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portslrcvbecn: Iterable[NumberValue] | None
    """PortSLRcvBECN: by SL, in packets"""

class PortXmitConCtrlValues(TypedDict, total=False):
    """PortXmitConCtrl"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portxmittimecong: NumberValue
    """PortXmitTimeCong, in ticks"""

class PortVLXmitTimeCongValues(TypedDict, total=False):
    """PortVLXmitTimeCong"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    portvlxmittimecong: Iterable[NumberValue] | None
    """PortVLXmitTimeCong: by VL, in ticks"""

class PortXmitDataSLValues(TypedDict, total=False):
    """PortXmitDataSL"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    xmtdatasl: Iterable[NumberValue] | None
    """XmtDataSL: by SL, in words of 4 bytes"""

class PortRcvDataSLValues(TypedDict, total=False):
    """PortRcvDataSL"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    portselect: NumberValue
    """PortSelect: 0xff: all ports"""
    counterselect: NumberValue
    """CounterSelect"""
    rcvdatasl: Iterable[NumberValue] | None
    """RcvDataSL: by SL, in words of 4 bytes"""

class PerfDataValues(TypedDict, total=False):
    """Performance Management Data"""
    performancedata: BinaryValue
    """PerformanceData"""

class IOUnitInfoValues(TypedDict, total=False):
    """IOUnitInfo"""
    changeid: NumberValue
    """ChangeID"""
    maxcontrollers: NumberValue
    """MaxControllers"""
    optionrom: NumberValue
    """OptionROM"""
    diagdeviceid: NumberValue
    """DiagDeviceID"""
    reserved: NumberValue
    """Reserved (6 bits)"""
    controllerlist: Iterable[NumberValue] | None
    """Controller: from slot 1"""

class IOControllerProfileValues(TypedDict, total=False):
    """IOControllerProfile"""
    guid: NumberValue
    """GUID"""
    vendorid: NumberValue
    """VendorID"""
    reserved0: NumberValue
    """Reserved (8 bits)"""
    deviceid: NumberValue
    """DeviceID"""
    deviceversion: NumberValue
    """DeviceVersion"""
    reserved1: NumberValue
    """Reserved (16 bits)"""
    subsystemvendorid: NumberValue
    """SubsystemVendorID"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    subsystemid: NumberValue
    """SubsystemID"""
    ioclass: NumberValue
    """IOClass"""
    iosubclass: NumberValue
    """IOSubclass"""
    protocol: NumberValue
    """Protocol"""
    protocolversion: NumberValue
    """ProtocolVersion"""
    serviceconnections: NumberValue
    """ServiceConnections"""
    initiatorssupported: NumberValue
    """InitiatorsSupported"""
    sendmessagequeuedepth: NumberValue
    """SendMessageQueueDepth"""
    reserved3: NumberValue
    """Reserved (8 bits)"""
    rdmareadqueuedepth: NumberValue
    """RDMAReadQueueDepth"""
    sendmessagesize: NumberValue
    """SendMessageSize, in bytes"""
    rdmatransfersize: NumberValue
    """RDMATransferSize, in bytes"""
    controlleroperationscapabilitymask: NumberValue
    """ControllerOperationsCapabilityMask: send, RDMA READ, RDMA WRITE, atomic; to (T) and from (F) the controller"""
    controlleroperationscapabilitymask_st: NumberValue
    """ST"""
    controlleroperationscapabilitymask_sf: NumberValue
    """SF"""
    controlleroperationscapabilitymask_rt: NumberValue
    """RT"""
    controlleroperationscapabilitymask_rf: NumberValue
    """RF"""
    controlleroperationscapabilitymask_wt: NumberValue
    """WT"""
    controlleroperationscapabilitymask_wf: NumberValue
    """WF"""
    controlleroperationscapabilitymask_at: NumberValue
    """AT"""
    controlleroperationscapabilitymask_af: NumberValue
    """AF"""
    controllerservicescapabilitymask: NumberValue
    """ControllerServicesCapabilityMask"""
    serviceentries: NumberValue
    """ServiceEntries"""
    reserved4: BinaryValue
    """Reserved (72 bits)"""
    idstring: BinaryValue
    """IDString"""

class ServiceEntriesValues(TypedDict, total=False):
    """ServiceEntries"""
    servicename: Iterable[BinaryValue] | None
    """ServiceName"""
    serviceid: Iterable[NumberValue] | None
    """ServiceID"""

class DevDataValues(TypedDict, total=False):
    """Device Management Data"""
    devicemanagementdata: BinaryValue
    """DeviceManagementData"""

class BMDataValues(TypedDict, total=False):
    """Baseboard Management Data"""
    basebdmgtdata: BinaryValue
    """BasebdMgtData"""

class CongestionLogValues(TypedDict, total=False):
    """CongestionLog"""
    logtype: NumberValue
    """LogType"""
    congestionflags: NumberValue
    """CongestionFlags"""

class CCLogDataValues(TypedDict, total=False):
    """Congestion Control, Log Data"""
    congestionlogdata: BinaryValue
    """CongestionLogData: only the log uses it"""

class CongestionInfoValues(TypedDict, total=False):
    """CongestionInfo"""
    congestioninfo: NumberValue
    """CongestionInfo"""
    controltablecap: NumberValue
    """ControlTableCap, in blocks of 64 entries"""

class CongestionKeyInfoValues(TypedDict, total=False):
    """CongestionKeyInfo"""
    cc_key: NumberValue
    """CC_Key"""
    cc_keyprotectbit: NumberValue
    """CC_KeyProtectBit"""
    reserved: NumberValue
    """Reserved (15 bits)"""
    cc_keyleaseperiod: NumberValue
    """CC_KeyLeasePeriod, in s"""
    cc_keyviolations: NumberValue
    """CC_KeyViolations"""

class SwitchCongestionSettingValues(TypedDict, total=False):
    """SwitchCongestionSetting"""
    control_map: NumberValue
    """Control_Map"""
    victim_mask: BinaryValue
    """Victim_Mask: a bit for each port"""
    credit_mask: BinaryValue
    """Credit_Mask: a bit for each port"""
    threshold: NumberValue
    """Threshold"""
    reserved0: NumberValue
    """Reserved (4 bits)"""
    packet_size: NumberValue
    """Packet_Size, in 64 bytes"""
    cs_threshold: NumberValue
    """CS_Threshold"""
    reserved1: NumberValue
    """Reserved (12 bits)"""
    cs_returndelay: NumberValue
    """CS_ReturnDelay"""
    marking_rate: NumberValue
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
    port_control: NumberValue
    """Port_Control"""
    control_map: NumberValue
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
    ccti_limit: NumberValue
    """CCTI_Limit"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    cct_shift: Iterable[NumberValue] | None
    """CCT_Shift"""
    cct_multiplier: Iterable[NumberValue] | None
    """CCT_Multiplier"""

class TimeStampValues(TypedDict, total=False):
    """TimeStamp"""
    timestamp: NumberValue
    """Timestamp"""

class CCDataValues(TypedDict, total=False):
    """Congestion Control, Management Data"""
    congestionmgtdata: BinaryValue
    """CongestionMgtData"""

class CongestionLogSwitchValues(TypedDict, total=False):
    """CongestionLog of a Switch"""
    logeventscounter: NumberValue
    """LogEventsCounter"""
    currenttimestamp: NumberValue
    """CurrentTimeStamp"""
    portmap: BinaryValue
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
    thresholdeventcounter: NumberValue
    """ThresholdEventCounter"""
    thresholdcongestioneventmap: NumberValue
    """ThresholdCongestionEventMap"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    currenttimestamp: NumberValue
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
    majv: NumberValue
    """Major Version"""
    minv: NumberValue
    """Minor Version"""
    ipv: NumberValue
    """IP Version"""
    reserved: NumberValue
    """Reserved (4 bits)"""
    sport: NumberValue
    """Source Port"""

class REQPrivateValues(TypedDict, total=False):
    """REQ Private Data"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class SIDRPrivateValues(TypedDict, total=False):
    """SIDR_REQ Private Data"""
    private: BinaryValue
    """PrivateData: what the consumers tell each other"""

class IPCM4Values(TypedDict, total=False):
    """RDMA IP CM Service, IPv4 Addresses"""
    reserved0: BinaryValue
    """Reserved (96 bits)"""
    sip4: IPv4Value
    """Source IP"""
    reserved1: BinaryValue
    """Reserved (96 bits)"""
    dip4: IPv4Value
    """Destination IP"""

class IPCM6Values(TypedDict, total=False):
    """RDMA IP CM Service, IPv6 Addresses"""
    sip6: IPv6Value
    """Source IP"""
    dip6: IPv6Value
    """Destination IP"""

class IPCMPrivateValues(TypedDict, total=False):
    """REQ Consumer Private Data"""
    private: BinaryValue
    """IP CM Consumer PrivateData: what the consumers tell each other"""

class SIDRIPCMPrivateValues(TypedDict, total=False):
    """SIDR_REQ Consumer Private Data"""
    private: BinaryValue
    """IP CM Consumer PrivateData: what the consumers tell each other"""

class NodeRecordValues(TypedDict, total=False):
    """NodeRecord"""
    lid: NumberValue
    """LID"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    baseversion: NumberValue
    """BaseVersion"""
    classversion: NumberValue
    """ClassVersion"""
    nodetype: NumberValue
    """NodeType"""
    numports: NumberValue
    """NumPorts"""
    systemimageguid: NumberValue
    """SystemImageGUID"""
    nodeguid: NumberValue
    """NodeGUID"""
    portguid: NumberValue
    """PortGUID"""
    partitioncap: NumberValue
    """PartitionCap"""
    deviceid: NumberValue
    """DeviceID"""
    revision: NumberValue
    """Revision"""
    localportnum: NumberValue
    """LocalPortNum"""
    vendorid: NumberValue
    """VendorID"""
    nodestring: BinaryValue
    """NodeString"""
    padding: NumberValue
    """Reserved (32 bits)"""

class PortInfoRecordValues(TypedDict, total=False):
    """PortInfoRecord"""
    endportlid: NumberValue
    """EndportLID"""
    portnum: NumberValue
    """PortNum"""
    options: NumberValue
    """Options"""
    m_key: NumberValue
    """M_Key"""
    gidprefix: NumberValue
    """GidPrefix"""
    lid: NumberValue
    """LID"""
    mastersmlid: NumberValue
    """MasterSMLID"""
    capabilitymask: NumberValue
    """CapabilityMask"""
    capabilitymask_issm: NumberValue
    """IsSM"""
    capabilitymask_noticesupported: NumberValue
    """NoticeSupported"""
    capabilitymask_trapsupported: NumberValue
    """TrapSupported"""
    capabilitymask_optionalipdsupported: NumberValue
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: NumberValue
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: NumberValue
    """SLMappingSupported"""
    capabilitymask_mkeynvram: NumberValue
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: NumberValue
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: NumberValue
    """LEDInfoSupported"""
    capabilitymask_smdisabled: NumberValue
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: NumberValue
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: NumberValue
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: NumberValue
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: NumberValue
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: NumberValue
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: NumberValue
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: NumberValue
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: NumberValue
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: NumberValue
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: NumberValue
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: NumberValue
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: NumberValue
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: NumberValue
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: NumberValue
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: NumberValue
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: NumberValue
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: NumberValue
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: NumberValue
    """HierarchyInfoSupported"""
    diagcode: NumberValue
    """DiagCode"""
    m_keyleaseperiod: NumberValue
    """M_KeyLeasePeriod, in s"""
    localportnum: NumberValue
    """LocalPortNum"""
    linkwidthenabled: NumberValue
    """LinkWidthEnabled"""
    linkwidthsupported: NumberValue
    """LinkWidthSupported"""
    linkwidthactive: NumberValue
    """LinkWidthActive"""
    linkspeedsupported: NumberValue
    """LinkSpeedSupported"""
    portstate: NumberValue
    """PortState"""
    portphysicalstate: NumberValue
    """PortPhysicalState"""
    linkdowndefaultstate: NumberValue
    """LinkDownDefaultState"""
    m_keyprotectbits: NumberValue
    """M_KeyProtectBits"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    lmc: NumberValue
    """LMC"""
    linkspeedactive: NumberValue
    """LinkSpeedActive"""
    linkspeedenabled: NumberValue
    """LinkSpeedEnabled"""
    neighbormtu: NumberValue
    """NeighborMTU"""
    mastersmsl: NumberValue
    """MasterSMSL"""
    vlcap: NumberValue
    """VLCap"""
    inittype: NumberValue
    """InitType"""
    vlhighlimit: NumberValue
    """VLHighLimit"""
    vlarbitrationhighcap: NumberValue
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: NumberValue
    """VLArbitrationLowCap"""
    inittypereply: NumberValue
    """InitTypeReply"""
    mtucap: NumberValue
    """MTUCap"""
    vlstallcount: NumberValue
    """VLStallCount"""
    hoqlife: NumberValue
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: NumberValue
    """OperationalVLs"""
    partitionenforcementinbound: NumberValue
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: NumberValue
    """PartitionEnforcementOutbound"""
    filterrawinbound: NumberValue
    """FilterRawInbound"""
    filterrawoutbound: NumberValue
    """FilterRawOutbound"""
    m_keyviolations: NumberValue
    """M_KeyViolations"""
    p_keyviolations: NumberValue
    """P_KeyViolations"""
    q_keyviolations: NumberValue
    """Q_KeyViolations"""
    guidcap: NumberValue
    """GUIDCap"""
    clientreregister: NumberValue
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: NumberValue
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: NumberValue
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    resptimevalue: NumberValue
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: NumberValue
    """LocalPhyErrors"""
    overrunerrors: NumberValue
    """OverrunErrors"""
    maxcredithint: NumberValue
    """MaxCreditHint"""
    reserved2: NumberValue
    """Reserved (1 bit)"""
    linkspeedextactive2: NumberValue
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: NumberValue
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: NumberValue
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: NumberValue
    """LinkRoundTripLatency"""
    capabilitymask2: NumberValue
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: NumberValue
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: NumberValue
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: NumberValue
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: NumberValue
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: NumberValue
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: NumberValue
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: NumberValue
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: NumberValue
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: NumberValue
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: NumberValue
    """LinkSpeedNDRSupported"""
    linkspeedextactive: NumberValue
    """LinkSpeedExtActive"""
    linkspeedextsupported: NumberValue
    """LinkSpeedExtSupported"""
    reserved3: NumberValue
    """Reserved (3 bits)"""
    linkspeedextenabled: NumberValue
    """LinkSpeedExtEnabled"""
    padding: NumberValue
    """Reserved (32 bits)"""

class SLtoVLMappingTableRecordValues(TypedDict, total=False):
    """SLtoVLMappingTableRecord"""
    lid: NumberValue
    """LID"""
    inputportnum: NumberValue
    """InputPortNum"""
    outputportnum: NumberValue
    """OutputPortNum"""
    reserved: NumberValue
    """Reserved (32 bits)"""
    sltovlhighbits: Iterable[NumberValue] | None
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: Iterable[NumberValue] | None
    """VL of SL 1, 3, 5 …"""

class SwitchInfoRecordValues(TypedDict, total=False):
    """SwitchInfoRecord"""
    lid: NumberValue
    """LID"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    linearfdbcap: NumberValue
    """LinearFDBCap"""
    randomfdbcap: NumberValue
    """RandomFDBCap"""
    multicastfdbcap: NumberValue
    """MulticastFDBCap"""
    linearfdbtop: NumberValue
    """LinearFDBTop"""
    defaultport: NumberValue
    """DefaultPort"""
    defaultmulticastprimaryport: NumberValue
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: NumberValue
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: NumberValue
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: NumberValue
    """PortStateChange"""
    optimizedsltovlmappingprogramming: NumberValue
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: NumberValue
    """LIDsPerPort"""
    partitionenforcementcap: NumberValue
    """PartitionEnforcementCap"""
    inboundenforcementcap: NumberValue
    """InboundEnforcementCap"""
    outboundenforcementcap: NumberValue
    """OutboundEnforcementCap"""
    filterrawinboundcap: NumberValue
    """FilterRawInboundCap"""
    filterrawoutboundcap: NumberValue
    """FilterRawOutboundCap"""
    enhancedport0: NumberValue
    """EnhancedPort0"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    multicastfdbtop: NumberValue
    """MulticastFDBTop"""

class LinearForwardingTableRecordValues(TypedDict, total=False):
    """LinearForwardingTableRecord"""
    lid: NumberValue
    """LID"""
    blocknum: NumberValue
    """BlockNum"""
    reserved: NumberValue
    """Reserved (32 bits)"""
    port: Iterable[NumberValue] | None
    """Port: of the LID firstlid + row; 0xff: no path"""

class RandomForwardingTableRecordValues(TypedDict, total=False):
    """RandomForwardingTableRecord"""
    lid: NumberValue
    """LID"""
    blocknum: NumberValue
    """BlockNum"""
    reserved0: NumberValue
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
    lid: NumberValue
    """LID"""
    position: NumberValue
    """Position: 16 ports each"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    blocknum: NumberValue
    """BlockNum"""
    reserved1: NumberValue
    """Reserved (32 bits)"""
    portmask: Iterable[NumberValue] | None
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""

class SMInfoRecordValues(TypedDict, total=False):
    """SMInfoRecord"""
    lid: NumberValue
    """LID"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    guid: NumberValue
    """GUID"""
    sm_key: NumberValue
    """SM_Key"""
    actcount: NumberValue
    """ActCount"""
    priority: NumberValue
    """Priority"""
    smstate: NumberValue
    """SMState"""
    padding: NumberValue
    """Reserved (56 bits)"""

class LinkRecordValues(TypedDict, total=False):
    """LinkRecord"""
    fromlid: NumberValue
    """FromLID"""
    fromport: NumberValue
    """FromPort"""
    toport: NumberValue
    """ToPort"""
    tolid: NumberValue
    """ToLID"""
    padding: NumberValue
    """Reserved (16 bits)"""

class GUIDInfoRecordValues(TypedDict, total=False):
    """GUIDInfoRecord"""
    lid: NumberValue
    """LID"""
    blocknum: NumberValue
    """BlockNum"""
    reserved0: NumberValue
    """Reserved (8 bits)"""
    reserved1: NumberValue
    """Reserved (32 bits)"""
    guid: Iterable[NumberValue] | None
    """GUID"""

class ServiceRecordValues(TypedDict, total=False):
    """ServiceRecord"""
    serviceid: NumberValue
    """ServiceID"""
    servicegid: IPv6Value
    """ServiceGID"""
    servicep_key: NumberValue
    """ServiceP_Key"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    servicelease: NumberValue
    """ServiceLease: 0xffffffff: infinite, in s"""
    servicekey: BinaryValue
    """ServiceKey"""
    servicename: BinaryValue
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
    lid: NumberValue
    """LID"""
    blocknum: NumberValue
    """BlockNum"""
    portnum: NumberValue
    """PortNum"""
    reserved: NumberValue
    """Reserved (24 bits)"""
    membershiptype: Iterable[NumberValue] | None
    """MembershipType"""
    p_keybase: Iterable[NumberValue] | None
    """P_KeyBase"""

class PathRecordValues(TypedDict, total=False):
    """PathRecord"""
    serviceid: NumberValue
    """ServiceID"""
    dgid: IPv6Value
    """DGID"""
    sgid: IPv6Value
    """SGID"""
    dlid: NumberValue
    """DLID"""
    slid: NumberValue
    """SLID"""
    rawtraffic: NumberValue
    """RawTraffic"""
    reserved0: NumberValue
    """Reserved (3 bits)"""
    flowlabel: NumberValue
    """FlowLabel"""
    hoplimit: NumberValue
    """HopLimit"""
    tclass: NumberValue
    """TClass"""
    reversible: NumberValue
    """Reversible"""
    numbpath: NumberValue
    """NumbPath"""
    p_key: NumberValue
    """P_Key"""
    qosclass: NumberValue
    """QoSClass"""
    sl: NumberValue
    """SL"""
    mtuselector: NumberValue
    """MTUSelector"""
    mtu: NumberValue
    """MTU"""
    rateselector: NumberValue
    """RateSelector"""
    rate: NumberValue
    """Rate"""
    packetlifetimeselector: NumberValue
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue
    """PacketLifeTime: 4.096 µs × 2^n"""
    preference: NumberValue
    """Preference"""
    reserved1: NumberValue
    """Reserved (48 bits)"""

class VLArbitrationTableRecordValues(TypedDict, total=False):
    """VLArbitrationTableRecord"""
    lid: NumberValue
    """LID"""
    outputportnum: NumberValue
    """OutputPortNum"""
    blocknum: NumberValue
    """BlockNum"""
    reserved0: NumberValue
    """Reserved (32 bits)"""
    reserved: Iterable[NumberValue] | None
    """Reserved (4 bits)"""
    vl: Iterable[NumberValue] | None
    """VL"""
    weight: Iterable[NumberValue] | None
    """Weight"""

class MCMemberRecordValues(TypedDict, total=False):
    """MCMemberRecord"""
    mgid: IPv6Value
    """MGID"""
    portgid: IPv6Value
    """PortGID"""
    q_key: NumberValue
    """Q_Key"""
    mlid: NumberValue
    """MLID"""
    mtuselector: NumberValue
    """MTUSelector"""
    mtu: NumberValue
    """MTU"""
    tclass: NumberValue
    """TClass"""
    p_key: NumberValue
    """P_Key"""
    rateselector: NumberValue
    """RateSelector"""
    rate: NumberValue
    """Rate"""
    packetlifetimeselector: NumberValue
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue
    """PacketLifeTime: 4.096 µs × 2^n"""
    sl: NumberValue
    """SL"""
    flowlabel: NumberValue
    """FlowLabel"""
    hoplimit: NumberValue
    """HopLimit"""
    scope: NumberValue
    """Scope"""
    joinstate: NumberValue
    """JoinState"""
    joinstate_fullmember: NumberValue
    """FullMember"""
    joinstate_nonmember: NumberValue
    """NonMember"""
    joinstate_sendonlynonmember: NumberValue
    """SendOnlyNonMember"""
    joinstate_sendonlyfullmember: NumberValue
    """SendOnlyFullMember"""
    proxyjoin: NumberValue
    """ProxyJoin"""
    reserved: NumberValue
    """Reserved (23 bits)"""
    padding: NumberValue
    """Reserved (32 bits)"""

class TraceRecordValues(TypedDict, total=False):
    """TraceRecord"""
    gidprefix: NumberValue
    """GidPrefix"""
    idgeneration: NumberValue
    """IDGeneration"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    nodetype: NumberValue
    """NodeType"""
    nodeid: NumberValue
    """NodeID"""
    chassisid: NumberValue
    """ChassisID"""
    entryportid: NumberValue
    """EntryPortID"""
    exitportid: NumberValue
    """ExitPortID"""
    entryport: NumberValue
    """EntryPort"""
    exitport: NumberValue
    """ExitPort"""
    padding: NumberValue
    """Reserved (16 bits)"""

class ServiceAssociationRecordValues(TypedDict, total=False):
    """ServiceAssociationRecord"""
    servicekey: BinaryValue
    """ServiceKey"""
    servicename: BinaryValue
    """ServiceName"""

class InformInfoRecordValues(TypedDict, total=False):
    """InformInfoRecord"""
    subscribergid: IPv6Value
    """SubscriberGID"""
    enum: NumberValue
    """Enum"""
    reserved: NumberValue
    """Reserved (48 bits)"""
    gid: IPv6Value
    """GID"""
    lidrangebegin: NumberValue
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: NumberValue
    """LIDRangeEnd"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    isgeneric: NumberValue
    """IsGeneric"""
    subscribe: NumberValue
    """Subscribe"""
    type: NumberValue
    """Type"""
    trapnumberdeviceid: NumberValue
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: NumberValue
    """TrapNumber"""
    qpn: NumberValue
    """QPN"""
    reserved1: NumberValue
    """Reserved (3 bits)"""
    resptimevalue: NumberValue
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    producertypevendorid: NumberValue
    """ProducerType/VendorID"""
    producertype: NumberValue
    """ProducerType"""
    padding: NumberValue
    """Reserved (32 bits)"""

class MultiPathRecordValues(TypedDict, total=False):
    """MultiPathRecord"""
    rawtraffic: NumberValue
    """RawTraffic"""
    reserved: NumberValue
    """Reserved (3 bits)"""
    flowlabel: NumberValue
    """FlowLabel"""
    hoplimit: NumberValue
    """HopLimit"""
    tclass: NumberValue
    """TClass"""
    reversible: NumberValue
    """Reversible"""
    numbpath: NumberValue
    """NumbPath"""
    p_key: NumberValue
    """P_Key"""
    qosclass: NumberValue
    """QoSClass"""
    sl: NumberValue
    """SL"""
    mtuselector: NumberValue
    """MTUSelector"""
    mtu: NumberValue
    """MTU"""
    rateselector: NumberValue
    """RateSelector"""
    rate: NumberValue
    """Rate"""
    packetlifetimeselector: NumberValue
    """PacketLifeTimeSelector"""
    packetlifetime: NumberValue
    """PacketLifeTime: 4.096 µs × 2^n"""
    serviceid8msb: NumberValue
    """ServiceID8MSB"""
    independenceselector: NumberValue
    """IndependenceSelector"""
    gidscope: NumberValue
    """GIDScope"""
    sgidcount: NumberValue
    """SGIDCount"""
    dgidcount: NumberValue
    """DGIDCount"""
    serviceid56lsb: NumberValue
    """ServiceID56LSB"""

class RecordGapValues(TypedDict, total=False):
    """Between Records"""
    more: BinaryValue
    """More of the Record"""

class MultiPathGIDValues(TypedDict, total=False):
    """GID of the MultiPathRecord"""
    sdgid: IPv6Value
    """SDGID: first the sources, then the destinations"""

class TrapB_KeyValues(TypedDict, total=False):
    """Trap 259 of Baseboard Management: Bad B_Key"""
    lidaddr: NumberValue
    """LIDADDR"""
    method: NumberValue
    """METHOD"""
    reserved: NumberValue
    """Reserved (8 bits)"""
    attributeid: NumberValue
    """ATTRIBUTEID"""
    attributemodifier: NumberValue
    """ATTRIBUTEMODIFIER"""
    qp: NumberValue
    """QP: the low 24 bits"""
    b_key: NumberValue
    """BKEY"""
    gid: IPv6Value
    """GID"""
    padding: BinaryValue
    """Reserved (128 bits)"""

class TrapCC_KeyValues(TypedDict, total=False):
    """Trap 0 of Congestion Control: Bad CC_Key"""
    slid: NumberValue
    """SLID"""
    method: NumberValue
    """METHOD"""
    reserved0: NumberValue
    """Reserved (8 bits)"""
    attributeid: NumberValue
    """ATTRIBUTEID"""
    reserved1: NumberValue
    """Reserved (16 bits)"""
    attributemodifier: NumberValue
    """ATTRIBUTEMODIFIER"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    qp: NumberValue
    """QP"""
    cc_key: NumberValue
    """CC_KEY"""
    sourcegid: IPv6Value
    """SourceGID"""
    padding: BinaryValue
    """Reserved (112 bits)"""

class TrapGIDValues(TypedDict, total=False):
    """Traps 64 to 67: GIDs and Multicast Groups That Come and Go"""
    reserved: NumberValue
    """Reserved (48 bits)"""
    gidaddr: IPv6Value
    """GIDADDR"""
    padding: BinaryValue
    """Reserved (256 bits)"""

class TrapUnPathValues(TypedDict, total=False):
    """Trap 68: Path Became Unavailable"""
    comp_mask: NumberValue
    """COMP_MASK"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    pathrec: NumberValue
    """PATHREC: the compressed path record begins here; its layout is not public"""
    padding: BinaryValue
    """Reserved (336 bits)"""

class TrapRePathValues(TypedDict, total=False):
    """Trap 69: Path Became Available Again"""
    comp_mask: NumberValue
    """COMP_MASK"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    wait_for_repath: NumberValue
    """WAIT_FOR_REPATH"""
    reserved1: NumberValue
    """Reserved (15 bits)"""
    padding: BinaryValue
    """Reserved (336 bits)"""

class TrapLinkStateValues(TypedDict, total=False):
    """Trap 128: Link State Changed"""
    lidaddr: NumberValue
    """LIDADDR"""
    padding: BinaryValue
    """Reserved (416 bits)"""

class TrapLinkErrorsValues(TypedDict, total=False):
    """Traps 129 to 131: Errors of a Link"""
    reserved: NumberValue
    """Reserved (16 bits)"""
    lidaddr: NumberValue
    """LIDADDR"""
    portno: NumberValue
    """PORTNO"""
    padding: BinaryValue
    """Reserved (392 bits)"""

class TrapLocalChangesValues(TypedDict, total=False):
    """Trap 144: Local Changes"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    lidaddr: NumberValue
    """LIDADDR"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    reserved2: NumberValue
    """Reserved (7 bits)"""
    otherlocalchanges: NumberValue
    """OtherLocalChanges"""
    capabilitymask: NumberValue
    """CAPABILITYMASK"""
    reserved3: NumberValue
    """Reserved (10 bits)"""
    capabilitymask2change: NumberValue
    """CapabilityMask2Change"""
    hierarchyinfochange: NumberValue
    """HierarchyInfoChange"""
    smprioritychange: NumberValue
    """SMPriorityChange"""
    linkspeedenabledchange: NumberValue
    """LinkSpeedEnabledChange"""
    linkwidthenabledchange: NumberValue
    """LinkWidthEnabledChange"""
    nodedescriptionchange: NumberValue
    """NodeDescriptionChange"""
    capabilitymask2: NumberValue
    """CAPABILITYMASK2"""
    padding: BinaryValue
    """Reserved (320 bits)"""

class TrapSystemImageValues(TypedDict, total=False):
    """Trap 145: SystemImageGUID Changed"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    lidaddr: NumberValue
    """LIDADDR"""
    reserved1: NumberValue
    """Reserved (16 bits)"""
    systemimageguid: NumberValue
    """SYSTEMIMAGEGUID"""
    padding: BinaryValue
    """Reserved (320 bits)"""

class TrapM_KeyValues(TypedDict, total=False):
    """Trap 256: Bad M_Key"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    lidaddr: NumberValue
    """LIDADDR"""
    drslid: NumberValue
    """DRSLID"""
    method: NumberValue
    """METHOD"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    attributeid: NumberValue
    """ATTRIBUTEID"""
    attributemodifier: NumberValue
    """ATTRIBUTEMODIFIER"""
    m_key: NumberValue
    """MKEY"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    drnotice: NumberValue
    """DRNotice"""
    drpathtruncated: NumberValue
    """DRPathTruncated"""
    drhopcount: NumberValue
    """DRHopCount"""
    drnoticereturnpath: Iterable[NumberValue] | None
    """DRNoticeReturnPath: ports"""

class TrapKeyValues(TypedDict, total=False):
    """Traps 257 and 258: Bad P_Key or Q_Key"""
    reserved0: NumberValue
    """Reserved (16 bits)"""
    lidaddr1: NumberValue
    """LIDADDR1"""
    lidaddr2: NumberValue
    """LIDADDR2"""
    key: NumberValue
    """KEY"""
    sl: NumberValue
    """SL"""
    reserved1: NumberValue
    """Reserved (4 bits)"""
    qp1: NumberValue
    """QP1"""
    reserved2: NumberValue
    """Reserved (8 bits)"""
    qp2: NumberValue
    """QP2"""
    gidaddr1: IPv6Value
    """GIDADDR1"""
    gidaddr2: IPv6Value
    """GIDADDR2"""
    padding: NumberValue
    """Reserved (32 bits)"""

class TrapSwitchP_KeyValues(TypedDict, total=False):
    """Trap 259: Bad P_Key at Switch Port"""
    datavalid: NumberValue
    """DataValid"""
    lidaddr1: NumberValue
    """LIDADDR1"""
    lidaddr2: NumberValue
    """LIDADDR2"""
    p_key: NumberValue
    """PKEY"""
    sl: NumberValue
    """SL"""
    reserved0: NumberValue
    """Reserved (4 bits)"""
    qp1: NumberValue
    """QP1"""
    reserved1: NumberValue
    """Reserved (8 bits)"""
    qp2: NumberValue
    """QP2"""
    gidaddr1: IPv6Value
    """GIDADDR1"""
    gidaddr2: IPv6Value
    """GIDADDR2"""
    swlidaddr: NumberValue
    """SWLIDADDR"""
    portno: NumberValue
    """PORTNO"""
    padding: NumberValue
    """Reserved (24 bits)"""

class NoticeDataValues(TypedDict, total=False):
    """Notice Data Details"""
    datadetails: BinaryValue
    """DataDetails"""

class NoticeIssuerValues(TypedDict, total=False):
    """Issuer of the Notice"""
    issuergid: IPv6Value
    """IssuerGID"""

class ICRCValues(TypedDict, total=False):
    """Invariant CRC"""
    crc: NumberValue
    """Invariant CRC: over what no switch or router changes; stored low byte first"""

class VCRCValues(TypedDict, total=False):
    """Variant CRC"""
    crc: NumberValue
    """Variant CRC: over the whole packet, computed anew at every hop; stored low byte first"""

class LPCRCValues(TypedDict, total=False):
    """Link Packet CRC"""
    lpcrc: NumberValue
    """Link Packet CRC: over the first four bytes of a flow-control packet"""

DeclaredName: TypeAlias = Literal["Loopback", "loopback"] | Literal["Ethernet", "ethernet"] | Literal["IPv4", "ipv4"] | Literal["IPv6", "ipv6"] | Literal["SLL", "sll"] | Literal["SLL2", "sll2"] | Literal["ERF", "erf"] | Literal["IPoIB", "ipoib"] | Literal["IPoIBPseudo", "ipoibpseudo"] | Literal["LRH", "lrh"] | Literal["VLAN", "vlan"] | Literal["GRH", "grh"] | Literal["MACControl", "maccontrol"] | Literal["Pause", "pause"] | Literal["PFC", "pfc"] | Literal["ERFExtension", "erfextension"] | Literal["ERFEthernet", "erfethernet"] | Literal["FlowControl", "flowcontrol"] | Literal["UDP", "udp"] | Literal["GRE", "gre"] | Literal["AH", "ah"] | Literal["HopByHop", "hopbyhop"] | Literal["Routing", "routing"] | Literal["Fragment", "fragment"] | Literal["DestinationOptions", "destinationoptions"] | Literal["BTH", "bth"] | Literal["VXLAN", "vxlan"] | Literal["GRESequence", "gresequence"] | Literal["GREKey", "grekey"] | Literal["GREChecksum", "grechecksum"] | Literal["ERSPAN3", "erspan3"] | Literal["ERSPAN2", "erspan2"] | Literal["ERSPANPlatform", "erspanplatform"] | Literal["RWH", "rwh"] | Literal["ImmDt", "immdt"] | Literal["RETH", "reth"] | Literal["AETH", "aeth"] | Literal["AtomicAckETH", "atomicacketh"] | Literal["AtomicETH", "atomiceth"] | Literal["IETH", "ieth"] | Literal["FETH", "feth"] | Literal["RDETH", "rdeth"] | Literal["DETH", "deth"] | Literal["XRCETH", "xrceth"] | Literal["CNP", "cnp"] | Literal["MAD", "mad"] | Literal["SMP", "smp"] | Literal["SMPDirected", "smpdirected"] | Literal["RMPP", "rmpp"] | Literal["SA", "sa"] | Literal["PerfMgt", "perfmgt"] | Literal["BM", "bm"] | Literal["DevMgt", "devmgt"] | Literal["SNMP", "snmp"] | Literal["CC", "cc"] | Literal["ClassPortInfo", "classportinfo"] | Literal["REQ", "req"] | Literal["MRA", "mra"] | Literal["REJ", "rej"] | Literal["REP", "rep"] | Literal["RTU", "rtu"] | Literal["DREQ", "dreq"] | Literal["DREP", "drep"] | Literal["SIDR_REQ", "sidr_req"] | Literal["SIDR_REP", "sidr_rep"] | Literal["LAP", "lap"] | Literal["APR", "apr"] | Literal["Vendor", "vendor"] | Literal["Application", "application"] | Literal["VendorOUI", "vendoroui"] | Literal["Notice", "notice"] | Literal["NodeDescription", "nodedescription"] | Literal["SMPRest", "smprest"] | Literal["NodeInfo", "nodeinfo"] | Literal["SwitchInfo", "switchinfo"] | Literal["GUIDInfo", "guidinfo"] | Literal["PortInfo", "portinfo"] | Literal["P_KeyTable", "p_keytable"] | Literal["SLtoVLMappingTable", "sltovlmappingtable"] | Literal["VLArbitrationTable", "vlarbitrationtable"] | Literal["LinearForwardingTable", "linearforwardingtable"] | Literal["RandomForwardingTable", "randomforwardingtable"] | Literal["MulticastForwardingTable", "multicastforwardingtable"] | Literal["LinkSpeedWidthPairsTable", "linkspeedwidthpairstable"] | Literal["SMInfo", "sminfo"] | Literal["VendorDiag", "vendordiag"] | Literal["LedInfo", "ledinfo"] | Literal["PortInfoExtended", "portinfoextended"] | Literal["MlnxExtendedPortInfo", "mlnxextendedportinfo"] | Literal["SMPData", "smpdata"] | Literal["DirectedPaths", "directedpaths"] | Literal["InformInfo", "informinfo"] | Literal["PortSamplesControl", "portsamplescontrol"] | Literal["PortSamplesResult", "portsamplesresult"] | Literal["PortCounters", "portcounters"] | Literal["PortRcvErrorDetails", "portrcverrordetails"] | Literal["PortXmitDiscardDetails", "portxmitdiscarddetails"] | Literal["PortOpRcvCounters", "portoprcvcounters"] | Literal["PortFlowCtlCounters", "portflowctlcounters"] | Literal["PortVLOpPackets", "portvloppackets"] | Literal["PortVLOpData", "portvlopdata"] | Literal["PortVLXmitFlowCtlUpdateErrors", "portvlxmitflowctlupdateerrors"] | Literal["PortVLXmitWaitCounters", "portvlxmitwaitcounters"] | Literal["PortCountersExtended", "portcountersextended"] | Literal["PortSamplesResultExtended", "portsamplesresultextended"] | Literal["PortExtendedSpeedsCounters", "portextendedspeedscounters"] | Literal["SwPortVLCongestion", "swportvlcongestion"] | Literal["PortRcvConCtrl", "portrcvconctrl"] | Literal["PortSLRcvFECN", "portslrcvfecn"] | Literal["PortSLRcvBECN", "portslrcvbecn"] | Literal["PortXmitConCtrl", "portxmitconctrl"] | Literal["PortVLXmitTimeCong", "portvlxmittimecong"] | Literal["PortXmitDataSL", "portxmitdatasl"] | Literal["PortRcvDataSL", "portrcvdatasl"] | Literal["PerfData", "perfdata"] | Literal["IOUnitInfo", "iounitinfo"] | Literal["IOControllerProfile", "iocontrollerprofile"] | Literal["ServiceEntries", "serviceentries"] | Literal["DevData", "devdata"] | Literal["BMData", "bmdata"] | Literal["CongestionLog", "congestionlog"] | Literal["CCLogData", "cclogdata"] | Literal["CongestionInfo", "congestioninfo"] | Literal["CongestionKeyInfo", "congestionkeyinfo"] | Literal["SwitchCongestionSetting", "switchcongestionsetting"] | Literal["SwitchPortCongestionSetting", "switchportcongestionsetting"] | Literal["CACongestionSetting", "cacongestionsetting"] | Literal["CongestionControlTable", "congestioncontroltable"] | Literal["TimeStamp", "timestamp"] | Literal["CCData", "ccdata"] | Literal["CongestionLogSwitch", "congestionlogswitch"] | Literal["CongestionLogCA", "congestionlogca"] | Literal["IPCM", "ipcm"] | Literal["REQPrivate", "reqprivate"] | Literal["SIDRPrivate", "sidrprivate"] | Literal["IPCM4", "ipcm4"] | Literal["IPCM6", "ipcm6"] | Literal["IPCMPrivate", "ipcmprivate"] | Literal["SIDRIPCMPrivate", "sidripcmprivate"] | Literal["NodeRecord", "noderecord"] | Literal["PortInfoRecord", "portinforecord"] | Literal["SLtoVLMappingTableRecord", "sltovlmappingtablerecord"] | Literal["SwitchInfoRecord", "switchinforecord"] | Literal["LinearForwardingTableRecord", "linearforwardingtablerecord"] | Literal["RandomForwardingTableRecord", "randomforwardingtablerecord"] | Literal["MulticastForwardingTableRecord", "multicastforwardingtablerecord"] | Literal["SMInfoRecord", "sminforecord"] | Literal["LinkRecord", "linkrecord"] | Literal["GUIDInfoRecord", "guidinforecord"] | Literal["ServiceRecord", "servicerecord"] | Literal["P_KeyTableRecord", "p_keytablerecord"] | Literal["PathRecord", "pathrecord"] | Literal["VLArbitrationTableRecord", "vlarbitrationtablerecord"] | Literal["MCMemberRecord", "mcmemberrecord"] | Literal["TraceRecord", "tracerecord"] | Literal["ServiceAssociationRecord", "serviceassociationrecord"] | Literal["InformInfoRecord", "informinforecord"] | Literal["MultiPathRecord", "multipathrecord"] | Literal["RecordGap", "recordgap"] | Literal["MultiPathGID", "multipathgid"] | Literal["TrapB_Key", "trapb_key"] | Literal["TrapCC_Key", "trapcc_key"] | Literal["TrapGID", "trapgid"] | Literal["TrapUnPath", "trapunpath"] | Literal["TrapRePath", "traprepath"] | Literal["TrapLinkState", "traplinkstate"] | Literal["TrapLinkErrors", "traplinkerrors"] | Literal["TrapLocalChanges", "traplocalchanges"] | Literal["TrapSystemImage", "trapsystemimage"] | Literal["TrapM_Key", "trapm_key"] | Literal["TrapKey", "trapkey"] | Literal["TrapSwitchP_Key", "trapswitchp_key"] | Literal["NoticeData", "noticedata"] | Literal["NoticeIssuer", "noticeissuer"] | Literal["ICRC", "icrc"] | Literal["VCRC", "vcrc"] | Literal["LPCRC", "lpcrc"]

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
def draft(header: Literal["BTH", "bth"], **values: Unpack[BTHValues]) -> Draft: ...
@overload
def draft(header: Literal["VXLAN", "vxlan"], **values: Unpack[VXLANValues]) -> Draft: ...
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
@deprecated("the header has no such field, or the field takes other values")
def draft(header: DeclaredName, **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: Callable[_P, Draft], *args: _P.args, **values: _P.kwargs) -> Draft: ...
@overload
@deprecated("the header has no such field, or the field takes other values")
def draft(header: HeaderOf[Layer], **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: str, **values: Any) -> Draft: ...
