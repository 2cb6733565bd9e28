# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
from ipaddress import IPv4Address, IPv6Address
from typing import Final, Literal, TypeVar, overload
from ibpkt.bound_methods import PacketMethods
from ibpkt.packet.layers import Layer
from ibpkt.protocols.header_types import HeaderOf
from ibpkt.schema import Header

_L = TypeVar("_L", bound=Layer)

class DeclaredLayer(Layer):
    """A layer whose fields are known, so that another name is an error."""
    __getattr__: None  # type: ignore

class LoopbackLayer(DeclaredLayer):
    """BSD Null/Loopback"""
    family: Final[int]
    """Family: in the byte order of the host that captured (link type 0) or big endian (108)"""

class EthernetLayer(DeclaredLayer):
    """Ethernet II"""
    dst: Final[str]
    """Destination"""
    src: Final[str]
    """Source"""
    type: Final[int]
    """Type: below 1536 a length: IEEE 802.3"""

class IPv4Layer(DeclaredLayer):
    """Internet Protocol Version 4"""
    version: Final[int]
    """Version"""
    ihl: Final[int]
    """Header Length in Words, in words"""
    dsfield: Final[int]
    """Differentiated Services Field"""
    dscp: Final[int]
    """Differentiated Services Codepoint"""
    ecn: Final[int]
    """Explicit Congestion Notification"""
    len: Final[int]
    """Total Length, in bytes"""
    id: Final[int]
    """Identification"""
    flags: Final[int]
    """Flags"""
    rb: Final[bool]
    """Reserved bit"""
    df: Final[bool]
    """Don't fragment"""
    mf: Final[bool]
    """More fragments"""
    frag_offset_words: Final[int]
    """Fragment Offset in 8 bytes"""
    ttl: Final[int]
    """Time to Live"""
    proto: Final[int]
    """Protocol"""
    checksum: Final[int]
    """Header Checksum"""
    src: Final[IPv4Address]
    """Source Address"""
    dst: Final[IPv4Address]
    """Destination Address"""
    options: Final[bytes]
    """Options"""
    hdr_len: Final[int | float]
    """Header Length, in bytes"""
    frag_offset: Final[int | float]
    """Fragment Offset, in bytes"""

class IPv6Layer(DeclaredLayer):
    """Internet Protocol Version 6"""
    version: Final[int]
    """Version"""
    tclass: Final[int]
    """Traffic Class"""
    dscp: Final[int]
    """Differentiated Services Codepoint"""
    ecn: Final[int]
    """Explicit Congestion Notification"""
    flow: Final[int]
    """Flow Label"""
    plen: Final[int]
    """Payload Length, in bytes"""
    nxt: Final[int]
    """Next Header"""
    hlim: Final[int]
    """Hop Limit"""
    src: Final[IPv6Address]
    """Source Address"""
    dst: Final[IPv6Address]
    """Destination Address"""

class SLLLayer(DeclaredLayer):
    """Linux cooked capture v1"""
    pkttype: Final[int]
    """Packet type"""
    hatype: Final[int]
    """Link-layer address type"""
    halen: Final[int]
    """Link-layer address length, in bytes"""
    src: Final[bytes]
    """Source: `halen` bytes of it count"""
    etype: Final[int]
    """Protocol"""

class SLL2Layer(DeclaredLayer):
    """Linux cooked capture v2"""
    etype: Final[int]
    """Protocol"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    ifindex: Final[int]
    """Interface index"""
    hatype: Final[int]
    """Link-layer address type"""
    pkttype: Final[int]
    """Packet type"""
    halen: Final[int]
    """Link-layer address length, in bytes"""
    src: Final[bytes]
    """Source: `halen` bytes of it count"""

class ERFLayer(DeclaredLayer):
    """Extensible Record Format"""
    ts: Final[int]
    """Timestamp: stored low byte first: 2^-32 s since 1970"""
    types: Final[int]
    """Record type"""
    ext_header: Final[bool]
    """Extension header present"""
    type: Final[int]
    """Type"""
    flags: Final[int]
    """Flags"""
    res: Final[int]
    """Reserved"""
    dse: Final[bool]
    """DS error"""
    rxe: Final[bool]
    """RX error"""
    trunc: Final[bool]
    """Truncated"""
    vlen: Final[bool]
    """Varying record length"""
    cap: Final[int]
    """Capture interface"""
    rlen: Final[int]
    """Record length: may count padding that a pcap record does not store, in bytes"""
    lctr: Final[int]
    """Loss counter"""
    wlen: Final[int]
    """Wire length: of the packet on the wire, in bytes"""

class IPoIBLayer(DeclaredLayer):
    """IP over InfiniBand"""
    type: Final[int]
    """Type"""
    reserved: Final[int]
    """Reserved (16 bits)"""

class IPoIBPseudoLayer(DeclaredLayer):
    """IPoIB capture pseudo header"""
    sender: Final[bytes]
    """Sender or zero"""
    daddr: Final[bytes]
    """Destination hardware address"""

class LRHLayer(DeclaredLayer):
    """Local Route Header"""
    vl: Final[int]
    """Virtual Lane: 0-14 data, 15 management; may change at every hop"""
    lver: Final[int]
    """Link Version: 0"""
    sl: Final[int]
    """Service Level"""
    reserved2: Final[int]
    """Reserved (2 bits)"""
    lnh: Final[int]
    """Link Next Header"""
    dlid: Final[int]
    """Destination Local ID"""
    reserved5: Final[int]
    """Reserved (5 bits)"""
    pktlen: Final[int]
    """Packet Length: 4-byte words, from LRH to the ICRC, which is included, in words"""
    slid: Final[int]
    """Source Local ID"""

class VLANLayer(DeclaredLayer):
    """802.1Q Virtual LAN"""
    priority: Final[int]
    """Priority"""
    dei: Final[bool]
    """DEI"""
    id: Final[int]
    """ID"""
    etype: Final[int]
    """Type"""

class GRHLayer(DeclaredLayer):
    """Global Route Header"""
    ipver: Final[int]
    """IP Version"""
    tclass: Final[int]
    """Traffic Class"""
    flowlabel: Final[int]
    """Flow Label"""
    paylen: Final[int]
    """Payload Length: after the GRH, the ICRC included, in bytes"""
    nxthdr: Final[int]
    """Next Header: 0x1B: BTH follows"""
    hoplmt: Final[int]
    """Hop Limit"""
    sgid: Final[IPv6Address]
    """Source GID"""
    dgid: Final[IPv6Address]
    """Destination GID"""

class MACControlLayer(DeclaredLayer):
    """MAC Control"""
    opcode: Final[int]
    """Opcode"""

class PauseLayer(DeclaredLayer):
    """Pause"""
    pause_time: Final[int]
    """Pause Time: of 512 bit times; 0 ends the pause, in quanta"""

class PFCLayer(DeclaredLayer):
    """Priority Flow Control"""
    enbv: Final[int]
    """Class Enable Vector: the priorities whose timers hold"""
    c0: Final[bool]
    """C0"""
    c1: Final[bool]
    """C1"""
    c2: Final[bool]
    """C2"""
    c3: Final[bool]
    """C3"""
    c4: Final[bool]
    """C4"""
    c5: Final[bool]
    """C5"""
    c6: Final[bool]
    """C6"""
    c7: Final[bool]
    """C7"""
    time_c0: Final[int]
    """Pause Time C0: of 512 bit times; 0 ends the pause, in quanta"""
    time_c1: Final[int]
    """Pause Time C1: of 512 bit times; 0 ends the pause, in quanta"""
    time_c2: Final[int]
    """Pause Time C2: of 512 bit times; 0 ends the pause, in quanta"""
    time_c3: Final[int]
    """Pause Time C3: of 512 bit times; 0 ends the pause, in quanta"""
    time_c4: Final[int]
    """Pause Time C4: of 512 bit times; 0 ends the pause, in quanta"""
    time_c5: Final[int]
    """Pause Time C5: of 512 bit times; 0 ends the pause, in quanta"""
    time_c6: Final[int]
    """Pause Time C6: of 512 bit times; 0 ends the pause, in quanta"""
    time_c7: Final[int]
    """Pause Time C7: of 512 bit times; 0 ends the pause, in quanta"""

class ERFExtensionLayer(DeclaredLayer):
    """ERF Extension Header"""
    types: Final[int]
    """Extension Header"""
    more: Final[bool]
    """More extension headers"""
    type: Final[int]
    """Extension Type"""
    data: Final[int]
    """Extension Data"""

class ERFEthernetLayer(DeclaredLayer):
    """ERF Ethernet Pad"""
    off: Final[int]
    """Offset"""
    pad: Final[int]
    """Padding"""

class FlowControlLayer(DeclaredLayer):
    """Flow Control Packet"""
    op: Final[int]
    """Operand"""
    fctbs: Final[int]
    """Flow Control Total Blocks Sent: 64-byte blocks modulo 4096, in blocks"""
    vl: Final[int]
    """Virtual Lane"""
    fccl: Final[int]
    """Flow Control Credit Limit: 64-byte blocks modulo 4096, in blocks"""

class UDPLayer(DeclaredLayer):
    """User Datagram Protocol"""
    srcport: Final[int]
    """Source Port"""
    dstport: Final[int]
    """Destination Port"""
    length: Final[int]
    """Length, in bytes"""
    checksum: Final[int]
    """Checksum"""

class GRELayer(DeclaredLayer):
    """Generic Routing Encapsulation"""
    flags_and_version: Final[int]
    """Flags and Version"""
    checksum_bit: Final[bool]
    """Checksum Bit"""
    routing_bit: Final[bool]
    """Routing Bit"""
    key_bit: Final[bool]
    """Key Bit"""
    sequence_bit: Final[bool]
    """Sequence Number Bit"""
    strict_bit: Final[bool]
    """Strict Source Route Bit"""
    recursion: Final[int]
    """Recursion control"""
    flags_reserved: Final[int]
    """Flags (Reserved)"""
    version: Final[int]
    """Version"""
    proto: Final[int]
    """Protocol Type"""

class AHLayer(DeclaredLayer):
    """Authentication Header"""
    nxt: Final[int]
    """Next Header"""
    length: Final[int]
    """Length: in 4 bytes, less 2"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    spi: Final[int]
    """AH SPI"""
    sequence: Final[int]
    """AH Sequence"""
    icv: Final[bytes]
    """AH ICV"""

class HopByHopLayer(DeclaredLayer):
    """IPv6 Hop-by-Hop Options"""
    nxt: Final[int]
    """Next Header"""
    len: Final[int]
    """Length: in 8 bytes, the first 8 not counted"""
    first: Final[bytes]
    """First Options"""
    options: Final[bytes]
    """More Options"""

class RoutingLayer(DeclaredLayer):
    """IPv6 Routing Header"""
    nxt: Final[int]
    """Next Header"""
    len: Final[int]
    """Length: in 8 bytes, the first 8 not counted"""
    type: Final[int]
    """Type"""
    segleft: Final[int]
    """Segments Left"""
    first: Final[bytes]
    """First Data"""
    data: Final[bytes]
    """More Data"""

class FragmentLayer(DeclaredLayer):
    """IPv6 Fragment Header"""
    nxt: Final[int]
    """Next Header"""
    reserved_octet: Final[int]
    """Reserved (8 bits)"""
    fragment_offset: Final[int]
    """Offset in 8 bytes"""
    reserved_bits: Final[int]
    """Reserved (2 bits)"""
    more: Final[bool]
    """More Fragments"""
    ident: Final[int]
    """Identification"""

class DestinationOptionsLayer(DeclaredLayer):
    """IPv6 Destination Options"""
    nxt: Final[int]
    """Next Header"""
    len: Final[int]
    """Length: in 8 bytes, the first 8 not counted"""
    first: Final[bytes]
    """First Options"""
    options: Final[bytes]
    """More Options"""

class UETLayer(DeclaredLayer):
    """Ultra Ethernet Transport"""
    type: Final[int]
    """Type"""
    next: Final[int]
    """Next Header: of control packets: what they control"""
    flags: Final[int]
    """Flags"""

class BTHLayer(DeclaredLayer):
    """Base Transport Header"""
    opcode: Final[int]
    """Opcode: 3 bits service, 5 bits operation; says which headers follow"""
    se: Final[bool]
    """Solicited Event"""
    m: Final[bool]
    """MigReq: migration state"""
    padcnt: Final[int]
    """Pad Count: zero bytes between payload and ICRC, in bytes"""
    tver: Final[int]
    """Header Version"""
    p_key: Final[int]
    """Partition Key: bit 15: full member"""
    fecn: Final[bool]
    """Forward ECN"""
    becn: Final[bool]
    """Backward ECN"""
    reserved6a: Final[int]
    """Reserved (6 bits)"""
    destqp: Final[int]
    """Destination Queue Pair: 0 SMI, 1 GSI, 0xffffff multicast"""
    a: Final[bool]
    """Acknowledge Request"""
    reserved7: Final[int]
    """Reserved (7 bits)"""
    psn: Final[int]
    """Packet Sequence Number: modulo 2^24"""
    membership: Final[str]
    """Partition Membership"""

class VXLANLayer(DeclaredLayer):
    """Virtual eXtensible Local Area Network"""
    flags: Final[int]
    """Flags"""
    flags_g: Final[bool]
    """GBP Extension"""
    flags_i: Final[bool]
    """VXLAN Network ID"""
    gbp: Final[int]
    """Group Policy ID"""
    vni: Final[int]
    """VXLAN Network Identifier (VNI)"""
    reserved_8: Final[int]
    """Reserved (8 bits)"""

class UETRequestLayer(DeclaredLayer):
    """UET Request"""
    clear_psn_offset: Final[int]
    """Clear PSN Offset: signed"""
    psn: Final[int]
    """PSN"""
    spdcid: Final[int]
    """Source PDC ID"""
    dpdcid: Final[int]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    retx: Final[int | float | None]
    """Retransmission"""
    ackreq: Final[int | float | None]
    """ACK Request"""
    syn: Final[int | float | None]
    """SYN"""

class UETAckLayer(DeclaredLayer):
    """UET ACK"""
    ack_psn_offset: Final[int]
    """ACK PSN Offset: signed; of a probe what it carried"""
    cack_psn: Final[int]
    """Cumulative ACK PSN"""
    spdcid: Final[int]
    """Source PDC ID"""
    dpdcid: Final[int]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    marked: Final[int | float | None]
    """ECN Marked"""
    ack_retx: Final[int | float | None]
    """Retransmission"""
    probe: Final[int | float | None]
    """Probe"""

class UETNackLayer(DeclaredLayer):
    """UET NACK"""
    code: Final[int]
    """NACK Code"""
    vendor_code: Final[int]
    """Vendor Code"""
    nack_psn: Final[int]
    """NACK PSN: or the ID of a packet"""
    spdcid: Final[int]
    """Source PDC ID"""
    dpdcid: Final[int]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    nack_payload: Final[int]
    """Payload"""

class GRESequenceLayer(DeclaredLayer):
    """GRE Sequence Number"""
    sequence_number: Final[int]
    """Sequence Number"""

class GREKeyLayer(DeclaredLayer):
    """GRE Key"""
    key: Final[int]
    """Key"""

class GREChecksumLayer(DeclaredLayer):
    """GRE Checksum"""
    checksum: Final[int]
    """Checksum"""
    route_offset: Final[int]
    """Offset"""

class ERSPAN3Layer(DeclaredLayer):
    """Encapsulated Remote Switch Packet ANalysis Type III"""
    version: Final[int]
    """Version"""
    vlan: Final[int]
    """Vlan"""
    cos: Final[int]
    """COS"""
    bso: Final[int]
    """Bad/Short/Oversized"""
    truncated: Final[bool]
    """Truncated"""
    spanid: Final[int]
    """SpanID"""
    timestamp: Final[int]
    """Timestamp"""
    sgt: Final[int]
    """Security Group Tag"""
    p: Final[bool]
    """Has Ethernet PDU"""
    ft: Final[int]
    """Frame Type"""
    hw: Final[int]
    """Hardware ID"""
    direction: Final[bool]
    """Direction"""
    gra: Final[int]
    """Timestamp granularity"""
    o: Final[bool]
    """Optional Sub headers"""

class ERSPAN2Layer(DeclaredLayer):
    """Encapsulated Remote Switch Packet ANalysis Type II"""
    version: Final[int]
    """Version"""
    vlan: Final[int]
    """Vlan"""
    cos: Final[int]
    """COS"""
    encap: Final[int]
    """Encap"""
    truncated: Final[bool]
    """Truncated"""
    spanid: Final[int]
    """SpanID"""
    reserved: Final[int]
    """Reserved (12 bits)"""
    index: Final[int]
    """Index"""

class ERSPANPlatformLayer(DeclaredLayer):
    """ERSPAN Platform Specific Subheader"""
    platid: Final[int]
    """Platform ID"""
    info: Final[int]
    """Platform Specific Info"""

class RWHLayer(DeclaredLayer):
    """Raw Header"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    etype: Final[int]
    """Ethertype"""

class ImmDtLayer(DeclaredLayer):
    """Immediate Data"""
    immdt: Final[bytes]
    """Immediate Data: opaque; the receiver's completion carries it"""

class RETHLayer(DeclaredLayer):
    """RDMA Extended Transport Header"""
    va: Final[int]
    """Virtual Address"""
    r_key: Final[int]
    """Remote Key"""
    dmalen: Final[int]
    """DMA Length: of the whole message, in bytes"""

class AETHLayer(DeclaredLayer):
    """ACK Extended Transport Header"""
    syndrome: Final[int]
    """Syndrome"""
    reserved: Final[int]
    """Reserved"""
    opcode: Final[int]
    """OpCode"""
    credit_count: Final[int | None]
    """Credit Count"""
    timer: Final[int | None]
    """Timer"""
    reserved_value: Final[int | None]
    """Reserved"""
    error_code: Final[int | None]
    """Error Code"""
    msn: Final[int]
    """Message Sequence Number: completed request messages, modulo 2^24"""
    credits: Final[int | float | None]
    """Credits, in messages"""
    rnr_timer: Final[int | float | None]
    """RNR Timer, in ms"""
    verdict: Final[str]
    """Verdict"""

class AtomicAckETHLayer(DeclaredLayer):
    """Atomic ACK Extended Transport Header"""
    origremdt: Final[int]
    """Original Remote Data: the value before the operation"""

class AtomicETHLayer(DeclaredLayer):
    """Atomic Extended Transport Header"""
    va: Final[int]
    """Virtual Address"""
    r_key: Final[int]
    """Remote Key"""
    swapdt: Final[int]
    """Swap (Or Add) Data: CmpSwap: the new value; FetchAdd: what is added"""
    cmpdt: Final[int]
    """Compare Data: CmpSwap only"""

class IETHLayer(DeclaredLayer):
    """Invalidate Extended Transport Header"""
    r_key: Final[bytes]
    """RKey: the key that the receiver shall invalidate"""

class FETHLayer(DeclaredLayer):
    """Flush Extended Transport Header"""
    reserved: Final[int]
    """Reserved (26 bits)"""
    sel: Final[int]
    """Selectivity Level"""
    plt: Final[int]
    """Placement Type"""
    plt_persistence: Final[bool]
    """Persistence"""
    plt_visibility: Final[bool]
    """Global Visibility"""

class RDETHLayer(DeclaredLayer):
    """Reliable Datagram Extended Transport Header"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    eecnxt: Final[int]
    """E2E Context: destination end-to-end context"""

class DETHLayer(DeclaredLayer):
    """Datagram Extended Transport Header"""
    q_key: Final[int]
    """Queue Key: 0x80010000 for QP1"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    srcqp: Final[int]
    """Source Queue Pair"""

class XRCETHLayer(DeclaredLayer):
    """XRC Extended Transport Header"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    xrcsrq: Final[int]
    """XRC SRQ: the shared receive queue at the responder"""

class CNPLayer(DeclaredLayer):
    """Congestion Notification Payload"""
    reserved0: Final[int]
    """Reserved (64 bits)"""
    reserved1: Final[int]
    """Reserved (64 bits)"""

class MADLayer(DeclaredLayer):
    """MAD Common Header"""
    baseversion: Final[int]
    """Base Version"""
    mgmtclass: Final[int]
    """Management Class"""
    classversion: Final[int]
    """Class Version"""
    method: Final[int]
    """Method"""
    response: Final[bool]
    """Response"""
    status: Final[int]
    """Status"""
    invalid: Final[int]
    """Invalid Field"""
    redirect: Final[bool]
    """Redirection Required"""
    busy: Final[bool]
    """Busy"""
    classspecific: Final[int]
    """Class Specific"""
    transactionid: Final[int]
    """Transaction ID"""
    attributeid: Final[int]
    """Attribute ID"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    attributemodifier: Final[int]
    """Attribute Modifier"""
    operation: Final[str]
    """Operation"""
    outcome: Final[str | None]
    """Outcome: what a response's status says"""

class SMPLayer(DeclaredLayer):
    """Subnet Management Packet (LID Routed)"""
    m_key: Final[int]
    """M_Key"""
    reserved: Final[bytes]
    """Reserved (256 bits)"""

class SMPDirectedLayer(DeclaredLayer):
    """Subnet Management Packet (Directed Route)"""
    m_key: Final[int]
    """M_Key"""
    drslid: Final[int]
    """DrSLID: 0xffff: the route is directed from its start"""
    drdlid: Final[int]
    """DrDLID: 0xffff: the route is directed to its end"""
    reserved: Final[bytes]
    """Reserved (224 bits)"""
    d: Final[int | float | None]
    """D (Direction Bit)"""
    status: Final[int | None]
    """Status"""
    hoppointer: Final[int | None]
    """Hop Pointer"""
    hopcount: Final[int | None]
    """Hop Count"""
    way: Final[str | None]
    """Direction"""

class RMPPLayer(DeclaredLayer):
    """Reliable Multi-Packet Transaction Protocol"""
    rmppversion: Final[int]
    """RMPP Version"""
    rmpptype: Final[int]
    """RMPP Type"""
    rresptime: Final[int]
    """R Resp Time"""
    rmppflags: Final[int]
    """RMPP Flags"""
    last: Final[bool]
    """Last"""
    first: Final[bool]
    """First"""
    active: Final[bool]
    """Active"""
    rmppstatus: Final[int]
    """RMPP Status"""
    data1: Final[int]
    """RMPP Data 1"""
    segmentnumber: Final[int | None]
    """Segment Number"""
    acknowledged: Final[int | None]
    """Acknowledged Segment"""
    data2: Final[int]
    """RMPP Data 2"""
    payloadlength: Final[int | None]
    """Payload Length"""
    newwindowlast: Final[int | None]
    """New Window Last"""

class SALayer(DeclaredLayer):
    """Subnet Administration"""
    sm_key: Final[int]
    """SM_Key (Verification Key)"""
    attributeoffset: Final[int]
    """Attribute Offset: from record to record, in 8 bytes"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    componentmask: Final[int]
    """Component Mask"""
    components: Final[str | None]
    """Components: the fields that count in a request, by name"""

class PerfMgtLayer(DeclaredLayer):
    """Performance Management"""
    reserved: Final[bytes]
    """Reserved (320 bits)"""

class BMLayer(DeclaredLayer):
    """Baseboard Management"""
    b_key: Final[int]
    """B_Key"""
    reserved: Final[bytes]
    """Reserved (256 bits)"""

class DevMgtLayer(DeclaredLayer):
    """Device Management"""
    reserved: Final[bytes]
    """Reserved (320 bits)"""

class SNMPLayer(DeclaredLayer):
    """SNMP Tunneling"""
    reserved: Final[bytes]
    """Reserved (256 bits)"""
    raddress: Final[int]
    """RAddress"""
    payloadlength: Final[int]
    """PayloadLength, in bytes"""
    segmentnumber: Final[int]
    """SegmentNumber"""
    sourcelid: Final[int]
    """SourceLID"""
    snmpdata: Final[bytes]
    """SNMPData"""

class CCLayer(DeclaredLayer):
    """Congestion Control"""
    cc_key: Final[int]
    """CC_Key"""

class ClassPortInfoLayer(DeclaredLayer):
    """ClassPortInfo"""
    baseversion: Final[int]
    """BaseVersion"""
    classversion: Final[int]
    """ClassVersion"""
    capabilitymask: Final[int]
    """CapabilityMask"""
    capabilitymask2: Final[int]
    """CapabilityMask2"""
    resptimevalue: Final[int]
    """RespTimeValue: 4.096 µs × 2^n"""
    redirectgid: Final[IPv6Address]
    """RedirectGID"""
    redirecttc: Final[int]
    """RedirectTC"""
    redirectsl: Final[int]
    """RedirectSL"""
    redirectfl: Final[int]
    """RedirectFL"""
    redirectlid: Final[int]
    """RedirectLID"""
    redirectp_key: Final[int]
    """RedirectP_Key"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    redirectqp: Final[int]
    """RedirectQP"""
    redirectq_key: Final[int]
    """RedirectQ_Key"""
    trapgid: Final[IPv6Address]
    """TrapGID"""
    traptc: Final[int]
    """TrapTC"""
    trapsl: Final[int]
    """TrapSL"""
    trapfl: Final[int]
    """TrapFL"""
    traplid: Final[int]
    """TrapLID"""
    trapp_key: Final[int]
    """TrapP_Key"""
    traphl: Final[int]
    """TrapHL"""
    trapqp: Final[int]
    """TrapQP"""
    trapq_key: Final[int]
    """TrapQ_Key"""

class REQLayer(DeclaredLayer):
    """CM Request for Communication"""
    localcommid: Final[int]
    """Local Communication ID"""
    reserved0: Final[int]
    """Reserved (32 bits)"""
    serviceid: Final[int]
    """ServiceID"""
    serviceid_space: Final[int]
    """Port Space"""
    serviceid_prefix: Final[int]
    """Prefix"""
    serviceid_protocol: Final[int | None]
    """Protocol"""
    serviceid_dport: Final[int | None]
    """Destination Port"""
    localcaguid: Final[int]
    """Local CA GUID"""
    reserved1: Final[int]
    """Reserved (32 bits)"""
    localqkey: Final[int]
    """Local Q_Key"""
    localqpn: Final[int]
    """Local QPN"""
    responderres: Final[int]
    """Responder Resources"""
    localeecn: Final[int]
    """Local EECN"""
    initdepth: Final[int]
    """Initiator Depth"""
    remoteeecn: Final[int]
    """Remote EECN"""
    remoteresptout: Final[int]
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    transpsvctype: Final[int]
    """Transport Service Type"""
    e2eflowctrl: Final[int]
    """End-to-End Flow Control"""
    startpsn: Final[int]
    """Starting PSN: of what the sender of the REQ receives"""
    localresptout: Final[int]
    """Local CM Response Timeout: 4.096 µs × 2^n"""
    retrcount: Final[int]
    """Retry Count"""
    pkey: Final[int]
    """Partition Key"""
    pppmtu: Final[int]
    """Path Packet Payload MTU"""
    rdcexist: Final[int]
    """RDC Exists"""
    rnrretrcount: Final[int]
    """RNR Retry Count: 7: infinite"""
    maxcmretr: Final[int]
    """Max CM Retries"""
    srq: Final[int]
    """SRQ: the queue pair receives from a shared receive queue"""
    ext_transport: Final[int]
    """Extended Transport Type"""
    prim_locallid: Final[int]
    """Primary Local Port LID"""
    prim_remotelid: Final[int]
    """Primary Remote Port LID"""
    prim_localgid: Final[IPv6Address]
    """Primary Local Port GID"""
    prim_remotegid: Final[IPv6Address]
    """Primary Remote Port GID"""
    prim_flowlabel: Final[int]
    """Primary Flow Label"""
    prim_reserved0: Final[int]
    """Reserved (6 bits)"""
    prim_pktrate: Final[int]
    """Primary Packet Rate"""
    prim_tfcclass: Final[int]
    """Primary Traffic Class"""
    prim_hoplim: Final[int]
    """Primary Hop Limit"""
    prim_sl: Final[int]
    """Primary SL"""
    prim_subnetlocal: Final[int]
    """Primary Subnet Local"""
    prim_reserved1: Final[int]
    """Reserved (3 bits)"""
    prim_localacktout: Final[int]
    """Primary Local ACK Timeout: 4.096 µs × 2^n"""
    prim_reserved2: Final[int]
    """Reserved (3 bits)"""
    alt_locallid: Final[int]
    """Alternate Local Port LID"""
    alt_remotelid: Final[int]
    """Alternate Remote Port LID"""
    alt_localgid: Final[IPv6Address]
    """Alternate Local Port GID"""
    alt_remotegid: Final[IPv6Address]
    """Alternate Remote Port GID"""
    alt_flowlabel: Final[int]
    """Alternate Flow Label"""
    alt_reserved0: Final[int]
    """Reserved (6 bits)"""
    alt_pktrate: Final[int]
    """Alternate Packet Rate"""
    alt_tfcclass: Final[int]
    """Alternate Traffic Class"""
    alt_hoplim: Final[int]
    """Alternate Hop Limit"""
    alt_sl: Final[int]
    """Alternate SL"""
    alt_subnetlocal: Final[int]
    """Alternate Subnet Local"""
    alt_reserved1: Final[int]
    """Reserved (3 bits)"""
    alt_localacktout: Final[int]
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    sap: Final[int]
    """SAP Supported"""
    alt_reserved2: Final[int]
    """Reserved (2 bits)"""
    service: Final[str]
    """Service: what the service ID means"""
    prim_localgid_ipv4: Final[str | None]
    """Primary Local Port GID as IPv4 Address"""
    prim_remotegid_ipv4: Final[str | None]
    """Primary Remote Port GID as IPv4 Address"""
    remoteresptout_ms: Final[float]
    """Remote CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    localresptout_ms: Final[float]
    """Local CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    prim_localacktout_ms: Final[float]
    """Primary Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    alt_localacktout_ms: Final[float]
    """Alternate Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class MRALayer(DeclaredLayer):
    """CM Message Receipt Acknowledgment"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    msgmraed: Final[int]
    """Message MRAed"""
    reserved0: Final[int]
    """Reserved (6 bits)"""
    servicetimeout: Final[int]
    """Service Timeout: 4.096 µs × 2^n"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""
    servicetimeout_ms: Final[float]
    """Service Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class REJLayer(DeclaredLayer):
    """CM Reject"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    msgrej: Final[int]
    """Message REJected"""
    reserved0: Final[int]
    """Reserved (6 bits)"""
    rejinfolen: Final[int]
    """Reject Info Length, in bytes"""
    reserved1: Final[int]
    """Reserved (1 bit)"""
    reason: Final[int]
    """Reason"""
    ari: Final[bytes]
    """ARI: additional reject information"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""
    additional: Final[str | None]
    """What the Additional Information Says: a GID where the reason asks for one, else a number; as many bytes as the length says"""

class REPLayer(DeclaredLayer):
    """CM Reply to Request for Communication"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    localqkey: Final[int]
    """Local Q_Key"""
    localqpn: Final[int]
    """Local QPN"""
    reserved0: Final[int]
    """Reserved (8 bits)"""
    localeecn: Final[int]
    """Local EECN"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    startpsn: Final[int]
    """Starting PSN: of what the sender of the REP receives"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    respres: Final[int]
    """Responder Resources"""
    initdepth: Final[int]
    """Initiator Depth"""
    tgtackdelay: Final[int]
    """Target ACK Delay: 4.096 µs × 2^n"""
    failoveracc: Final[int]
    """Failover Accepted"""
    e2eflowctrl: Final[int]
    """End-To-End Flow Control"""
    rnrretrcount: Final[int]
    """RNR Retry Count: 7: infinite"""
    srq: Final[int]
    """SRQ: the queue pair receives from a shared receive queue"""
    reserved: Final[int]
    """Reserved (4 bits)"""
    localcaguid: Final[int]
    """Local CA GUID"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""
    tgtackdelay_ms: Final[float]
    """Target ACK Delay in Milliseconds: 4.096 µs × 2^n, in ms"""

class RTULayer(DeclaredLayer):
    """CM Ready to Use"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class DREQLayer(DeclaredLayer):
    """CM Request for Communication Release"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    remoteqpneecn: Final[int]
    """Remote QPN/EECN"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class DREPLayer(DeclaredLayer):
    """CM Reply to Request for Communication Release"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class SIDR_REQLayer(DeclaredLayer):
    """CM Service ID Resolution Request"""
    requestid: Final[int]
    """Request ID"""
    pkey: Final[int]
    """Partition Key"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    serviceid: Final[int]
    """ServiceID"""
    serviceid_space: Final[int]
    """Port Space"""
    serviceid_prefix: Final[int]
    """Prefix"""
    serviceid_protocol: Final[int | None]
    """Protocol"""
    serviceid_dport: Final[int | None]
    """Destination Port"""
    service: Final[str]
    """Service: what the service ID means"""

class SIDR_REPLayer(DeclaredLayer):
    """CM Service ID Resolution Response"""
    requestid: Final[int]
    """Request ID"""
    status: Final[int]
    """Status"""
    infolen: Final[int]
    """Additional Information Length, in bytes"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    qpn: Final[int]
    """QPN"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    serviceid: Final[int]
    """ServiceID"""
    serviceid_space: Final[int]
    """Port Space"""
    serviceid_prefix: Final[int]
    """Prefix"""
    serviceid_protocol: Final[int | None]
    """Protocol"""
    serviceid_dport: Final[int | None]
    """Destination Port"""
    q_key: Final[int]
    """Q_Key"""
    information: Final[bytes]
    """Additional Information"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""
    service: Final[str]
    """Service: what the service ID means"""

class LAPLayer(DeclaredLayer):
    """CM Load Alternate Path"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    reserved0: Final[int]
    """Reserved (32 bits)"""
    remoteqpneecn: Final[int]
    """Remote QPN/EECN"""
    remoteresptout: Final[int]
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    reserved2: Final[int]
    """Reserved (32 bits)"""
    alt_locallid: Final[int]
    """Alternate Local Port LID"""
    alt_remotelid: Final[int]
    """Alternate Remote Port LID"""
    alt_localgid: Final[IPv6Address]
    """Alternate Local Port GID"""
    alt_remotegid: Final[IPv6Address]
    """Alternate Remote Port GID"""
    alt_flowlabel: Final[int]
    """Alternate Flow Label"""
    reserved3: Final[int]
    """Reserved (4 bits)"""
    alt_tfcclass: Final[int]
    """Alternate Traffic Class"""
    alt_hoplim: Final[int]
    """Alternate Hop Limit"""
    reserved4: Final[int]
    """Reserved (2 bits)"""
    alt_pktrate: Final[int]
    """Alternate Packet Rate"""
    alt_sl: Final[int]
    """Alternate SL"""
    alt_subnetlocal: Final[int]
    """Alternate Subnet Local"""
    reserved5: Final[int]
    """Reserved (3 bits)"""
    alt_localacktout: Final[int]
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    reserved6: Final[int]
    """Reserved (3 bits)"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""
    remoteresptout_ms: Final[float]
    """Remote CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    alt_localacktout_ms: Final[float]
    """Alternate Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class APRLayer(DeclaredLayer):
    """CM Alternate Path Response"""
    localcommid: Final[int]
    """Local Communication ID"""
    remotecommid: Final[int]
    """Remote Communication ID"""
    infolen: Final[int]
    """Additional Information Length, in bytes"""
    apstatus: Final[int]
    """AP Status"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    information: Final[bytes]
    """Additional Information"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class VendorLayer(DeclaredLayer):
    """Vendor Class, Range 1"""
    data: Final[bytes]
    """VendorData"""

class ApplicationLayer(DeclaredLayer):
    """Application Class"""
    data: Final[bytes]
    """Data"""

class VendorOUILayer(DeclaredLayer):
    """Vendor Class, Range 2"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    oui: Final[int]
    """OUI"""
    data: Final[bytes]
    """VendorData"""
    data_text: Final[str | None]
    """VendorData as Text: where it is text"""

class NoticeLayer(DeclaredLayer):
    """Notice"""
    isgeneric: Final[int]
    """IsGeneric"""
    type: Final[int]
    """Type"""
    producertypevendorid: Final[int]
    """ProducerType/VendorID"""
    producertype: Final[int | None]
    """ProducerType"""
    vendorid: Final[int | None]
    """VendorID"""
    trapnumberdeviceid: Final[int]
    """TrapNumber/DeviceID"""
    trapnumber: Final[int | None]
    """TrapNumber"""
    deviceid: Final[int | None]
    """DeviceID"""
    issuerlid: Final[int]
    """IssuerLID"""
    noticetoggle: Final[int]
    """NoticeToggle"""
    noticecount: Final[int]
    """NoticeCount"""
    event: Final[str | None]
    """Event"""

class NodeDescriptionLayer(DeclaredLayer):
    """NodeDescription"""
    nodestring: Final[str]
    """NodeString"""

class SMPRestLayer(DeclaredLayer):
    """LID Routed SMP, Second Half"""
    reserved: Final[bytes]
    """Reserved (1024 bits)"""

class NodeInfoLayer(DeclaredLayer):
    """NodeInfo"""
    baseversion: Final[int]
    """BaseVersion"""
    classversion: Final[int]
    """ClassVersion"""
    nodetype: Final[int]
    """NodeType"""
    numports: Final[int]
    """NumPorts"""
    systemimageguid: Final[int]
    """SystemImageGUID"""
    nodeguid: Final[int]
    """NodeGUID"""
    portguid: Final[int]
    """PortGUID"""
    partitioncap: Final[int]
    """PartitionCap"""
    deviceid: Final[int]
    """DeviceID"""
    revision: Final[int]
    """Revision"""
    localportnum: Final[int]
    """LocalPortNum"""
    vendorid: Final[int]
    """VendorID"""
    padding: Final[bytes]
    """Reserved (192 bits)"""

class SwitchInfoLayer(DeclaredLayer):
    """SwitchInfo"""
    linearfdbcap: Final[int]
    """LinearFDBCap"""
    randomfdbcap: Final[int]
    """RandomFDBCap"""
    multicastfdbcap: Final[int]
    """MulticastFDBCap"""
    linearfdbtop: Final[int]
    """LinearFDBTop"""
    defaultport: Final[int]
    """DefaultPort"""
    defaultmulticastprimaryport: Final[int]
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: Final[int]
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: Final[int]
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: Final[int]
    """PortStateChange"""
    optimizedsltovlmappingprogramming: Final[int]
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: Final[int]
    """LIDsPerPort"""
    partitionenforcementcap: Final[int]
    """PartitionEnforcementCap"""
    inboundenforcementcap: Final[int]
    """InboundEnforcementCap"""
    outboundenforcementcap: Final[int]
    """OutboundEnforcementCap"""
    filterrawinboundcap: Final[int]
    """FilterRawInboundCap"""
    filterrawoutboundcap: Final[int]
    """FilterRawOutboundCap"""
    enhancedport0: Final[int]
    """EnhancedPort0"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    multicastfdbtop: Final[int]
    """MulticastFDBTop"""
    padding: Final[bytes]
    """Reserved (352 bits)"""

class GUIDInfoLayer(DeclaredLayer):
    """GUIDInfo"""
    guid: Final[tuple[int, ...]]
    """GUID"""
    first: Final[int | float | None]
    """First GUID: the index of the first row: 8 × AttributeModifier"""

class PortInfoLayer(DeclaredLayer):
    """PortInfo"""
    m_key: Final[int]
    """M_Key"""
    gidprefix: Final[int]
    """GidPrefix"""
    lid: Final[int]
    """LID"""
    mastersmlid: Final[int]
    """MasterSMLID"""
    capabilitymask: Final[int]
    """CapabilityMask"""
    capabilitymask_issm: Final[int]
    """IsSM"""
    capabilitymask_noticesupported: Final[int]
    """NoticeSupported"""
    capabilitymask_trapsupported: Final[int]
    """TrapSupported"""
    capabilitymask_optionalipdsupported: Final[int]
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: Final[int]
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: Final[int]
    """SLMappingSupported"""
    capabilitymask_mkeynvram: Final[int]
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: Final[int]
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: Final[int]
    """LEDInfoSupported"""
    capabilitymask_smdisabled: Final[int]
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: Final[int]
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: Final[int]
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: Final[int]
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: Final[int]
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: Final[int]
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: Final[int]
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: Final[int]
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: Final[int]
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: Final[int]
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: Final[int]
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: Final[int]
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: Final[int]
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: Final[int]
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: Final[int]
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: Final[int]
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: Final[int]
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: Final[int]
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: Final[int]
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: Final[int]
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: Final[int]
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: Final[int]
    """HierarchyInfoSupported"""
    diagcode: Final[int]
    """DiagCode"""
    m_keyleaseperiod: Final[int]
    """M_KeyLeasePeriod, in s"""
    localportnum: Final[int]
    """LocalPortNum"""
    linkwidthenabled: Final[int]
    """LinkWidthEnabled"""
    linkwidthsupported: Final[int]
    """LinkWidthSupported"""
    linkwidthactive: Final[int]
    """LinkWidthActive"""
    linkspeedsupported: Final[int]
    """LinkSpeedSupported"""
    portstate: Final[int]
    """PortState"""
    portphysicalstate: Final[int]
    """PortPhysicalState"""
    linkdowndefaultstate: Final[int]
    """LinkDownDefaultState"""
    m_keyprotectbits: Final[int]
    """M_KeyProtectBits"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    lmc: Final[int]
    """LMC"""
    linkspeedactive: Final[int]
    """LinkSpeedActive"""
    linkspeedenabled: Final[int]
    """LinkSpeedEnabled"""
    neighbormtu: Final[int]
    """NeighborMTU"""
    mastersmsl: Final[int]
    """MasterSMSL"""
    vlcap: Final[int]
    """VLCap"""
    inittype: Final[int]
    """InitType"""
    vlhighlimit: Final[int]
    """VLHighLimit"""
    vlarbitrationhighcap: Final[int]
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: Final[int]
    """VLArbitrationLowCap"""
    inittypereply: Final[int]
    """InitTypeReply"""
    mtucap: Final[int]
    """MTUCap"""
    vlstallcount: Final[int]
    """VLStallCount"""
    hoqlife: Final[int]
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: Final[int]
    """OperationalVLs"""
    partitionenforcementinbound: Final[int]
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: Final[int]
    """PartitionEnforcementOutbound"""
    filterrawinbound: Final[int]
    """FilterRawInbound"""
    filterrawoutbound: Final[int]
    """FilterRawOutbound"""
    m_keyviolations: Final[int]
    """M_KeyViolations"""
    p_keyviolations: Final[int]
    """P_KeyViolations"""
    q_keyviolations: Final[int]
    """Q_KeyViolations"""
    guidcap: Final[int]
    """GUIDCap"""
    clientreregister: Final[int]
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: Final[int]
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: Final[int]
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    resptimevalue: Final[int]
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: Final[int]
    """LocalPhyErrors"""
    overrunerrors: Final[int]
    """OverrunErrors"""
    maxcredithint: Final[int]
    """MaxCreditHint"""
    reserved2: Final[int]
    """Reserved (1 bit)"""
    linkspeedextactive2: Final[int]
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: Final[int]
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: Final[int]
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: Final[int]
    """LinkRoundTripLatency"""
    capabilitymask2: Final[int]
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: Final[int]
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: Final[int]
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: Final[int]
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: Final[int]
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: Final[int]
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: Final[int]
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: Final[int]
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: Final[int]
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: Final[int]
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: Final[int]
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: Final[int]
    """LinkSpeedNDRSupported"""
    linkspeedextactive: Final[int]
    """LinkSpeedExtActive"""
    linkspeedextsupported: Final[int]
    """LinkSpeedExtSupported"""
    reserved3: Final[int]
    """Reserved (3 bits)"""
    linkspeedextenabled: Final[int]
    """LinkSpeedExtEnabled"""
    port: Final[int | float | None]
    """Port: that of the attribute modifier"""
    speed: Final[str | None]
    """Lane Speed"""
    linkrate: Final[float | None]
    """Link Rate: signalling rate of the active width and speed, in Gbit/s"""
    datarate: Final[float | None]
    """Data Rate: what the line coding leaves of the link rate, in Gbit/s"""

class P_KeyTableLayer(DeclaredLayer):
    """P_KeyTable"""
    membershiptype: Final[tuple[int, ...]]
    """MembershipType"""
    p_keybase: Final[tuple[int, ...]]
    """P_KeyBase"""
    first: Final[int | float | None]
    """First P_Key: the index of the first row: 32 × the low half of AttributeModifier"""
    port: Final[int | float | None]
    """Switch Port"""

class SLtoVLMappingTableLayer(DeclaredLayer):
    """SLtoVLMappingTable"""
    sltovlhighbits: Final[tuple[int, ...]]
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: Final[tuple[int, ...]]
    """VL of SL 1, 3, 5 …"""
    padding: Final[bytes]
    """Reserved (448 bits)"""
    vl: Final[str]
    """VL of SL 0 to 15"""
    inputport: Final[int | float | None]
    """Input Port"""
    outputport: Final[int | float | None]
    """Output Port"""

class VLArbitrationTableLayer(DeclaredLayer):
    """VLArbitrationTable"""
    reserved: Final[tuple[int, ...]]
    """Reserved (4 bits)"""
    vl: Final[tuple[int, ...]]
    """VL"""
    weight: Final[tuple[int, ...]]
    """Weight"""
    block: Final[str | None]
    """Block"""
    port: Final[int | float | None]
    """Port"""

class LinearForwardingTableLayer(DeclaredLayer):
    """LinearForwardingTable"""
    port: Final[tuple[int, ...]]
    """Port: of the LID firstlid + row; 0xff: no path"""
    firstlid: Final[int | None]
    """First LID: that of the first row: 64 × AttributeModifier"""

class RandomForwardingTableLayer(DeclaredLayer):
    """RandomForwardingTable"""
    entrylid: Final[tuple[int, ...]]
    """LID"""
    valid: Final[tuple[int, ...]]
    """Valid"""
    lmc: Final[tuple[int, ...]]
    """LMC"""
    reserved: Final[tuple[int, ...]]
    """Reserved (4 bits)"""
    port: Final[tuple[int, ...]]
    """Port"""
    first: Final[int | float | None]
    """First Entry: the index of the first row: 16 × AttributeModifier"""

class MulticastForwardingTableLayer(DeclaredLayer):
    """MulticastForwardingTable"""
    portmask: Final[tuple[int, ...]]
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""
    firstlid: Final[int | None]
    """First LID: that of the first row"""
    firstport: Final[int | float | None]
    """First Port: that of the lowest bit of a mask"""

class LinkSpeedWidthPairsTableLayer(DeclaredLayer):
    """LinkSpeedWidthPairsTable"""
    numtables: Final[int]
    """NumTables"""
    portmask: Final[bytes]
    """PortMask"""
    speedtwofive: Final[int]
    """Speed 2.5 Gbps"""
    speedfive: Final[int]
    """Speed 5 Gbps"""
    speedten: Final[int]
    """Speed 10 Gbps"""
    padding: Final[bytes]
    """Reserved (224 bits)"""

class SMInfoLayer(DeclaredLayer):
    """SMInfo"""
    guid: Final[int]
    """GUID"""
    sm_key: Final[int]
    """SM_Key"""
    actcount: Final[int]
    """ActCount"""
    priority: Final[int]
    """Priority"""
    smstate: Final[int]
    """SMState"""
    padding: Final[bytes]
    """Reserved (344 bits)"""
    request: Final[str | None]
    """Request: what a Set asks the other subnet manager to do"""

class VendorDiagLayer(DeclaredLayer):
    """VendorDiag"""
    nextindex: Final[int]
    """NextIndex"""
    diagdata: Final[bytes]
    """DiagData"""

class LedInfoLayer(DeclaredLayer):
    """LedInfo"""
    ledmask: Final[int]
    """LedMask"""
    reserved: Final[int]
    """Reserved (31 bits)"""
    padding: Final[bytes]
    """Reserved (480 bits)"""

class PortInfoExtendedLayer(DeclaredLayer):
    """PortInfoExtended"""
    capmask: Final[int]
    """CapMask"""
    fecmodeactive: Final[int]
    """FECModeActive"""
    fdrfecmodesupported: Final[int]
    """FDRFECModeSupported"""
    fdrfecmodeenabled: Final[int]
    """FDRFECModeEnabled"""
    edrfecmodesupported: Final[int]
    """EDRFECModeSupported"""
    edrfecmodeenabled: Final[int]
    """EDRFECModeEnabled"""
    hdrfecmodesupported: Final[int]
    """HDRFECModeSupported"""
    hdrfecmodeenabled: Final[int]
    """HDRFECModeEnabled"""
    ndrfecmodesupported: Final[int]
    """NDRFECModeSupported"""
    ndrfecmodeenabled: Final[int]
    """NDRFECModeEnabled"""
    padding: Final[bytes]
    """Reserved (336 bits)"""

class MlnxExtendedPortInfoLayer(DeclaredLayer):
    """MlnxExtendedPortInfo"""
    reserved0: Final[int]
    """Reserved (24 bits)"""
    statechangeenable: Final[int]
    """StateChangeEnable"""
    reserved1: Final[int]
    """Reserved (24 bits)"""
    linkspeedsupported: Final[int]
    """LinkSpeedSupported"""
    reserved2: Final[int]
    """Reserved (24 bits)"""
    linkspeedenabled: Final[int]
    """LinkSpeedEnabled"""
    reserved3: Final[int]
    """Reserved (24 bits)"""
    linkspeedactive: Final[int]
    """LinkSpeedActive"""
    padding: Final[bytes]
    """Reserved (384 bits)"""

class SMPDataLayer(DeclaredLayer):
    """SMP Data"""
    smpdata: Final[bytes]
    """SMP Data"""

class DirectedPathsLayer(DeclaredLayer):
    """Directed Route Paths"""
    initialpath: Final[tuple[int, ...]]
    """Initial Path: outgoing ports; the first is unused"""
    returnpath: Final[tuple[int, ...]]
    """Return Path: ports of arrival, for the way back"""
    outbound: Final[str | None]
    """Ports of the Initial Path: as many as the hop count says, without the first byte, which is unused"""
    back: Final[str | None]
    """Ports of the Return Path: as many as the hop count says"""

class InformInfoLayer(DeclaredLayer):
    """InformInfo"""
    gid: Final[IPv6Address]
    """GID"""
    lidrangebegin: Final[int]
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: Final[int]
    """LIDRangeEnd"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    isgeneric: Final[int]
    """IsGeneric"""
    subscribe: Final[int]
    """Subscribe"""
    type: Final[int]
    """Type"""
    trapnumberdeviceid: Final[int]
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: Final[int | None]
    """TrapNumber"""
    qpn: Final[int]
    """QPN"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    resptimevalue: Final[int]
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    producertypevendorid: Final[int]
    """ProducerType/VendorID"""
    producertype: Final[int | None]
    """ProducerType"""

class PortSamplesControlLayer(DeclaredLayer):
    """PortSamplesControl"""
    opcode: Final[int]
    """OpCode"""
    portselect: Final[int]
    """PortSelect"""
    tick: Final[int]
    """Tick"""
    reserved0: Final[int]
    """Reserved (5 bits)"""
    counterwidth: Final[int]
    """CounterWidth"""
    reserved1: Final[int]
    """Reserved (2 bits)"""
    countermask0: Final[int]
    """CounterMask0"""
    countermasks1to9: Final[tuple[int, ...]]
    """CounterMasks1to9"""
    reserved2: Final[int]
    """Reserved (1 bit)"""
    countermasks10to14: Final[tuple[int, ...]]
    """CounterMasks10to14"""
    samplemechanisms: Final[int]
    """SampleMechanisms"""
    reserved3: Final[int]
    """Reserved (6 bits)"""
    samplestatus: Final[int]
    """SampleStatus"""
    optionmask: Final[int]
    """OptionMask"""
    vendormask: Final[int]
    """VendorMask"""
    samplestart: Final[int]
    """SampleStart, in ticks"""
    sampleinterval: Final[int]
    """SampleInterval, in ticks"""
    tag: Final[int]
    """Tag"""
    counterselect: Final[tuple[int, ...]]
    """CounterSelect: what is sampled"""
    reserved4: Final[int]
    """Reserved (32 bits)"""
    samplesonlyoptionmask: Final[int]
    """SamplesOnlyOptionMask"""
    reserved5: Final[bytes]
    """Reserved (896 bits)"""

class PortSamplesResultLayer(DeclaredLayer):
    """PortSamplesResult"""
    tag: Final[int]
    """Tag"""
    reserved: Final[int]
    """Reserved (14 bits)"""
    samplestatus: Final[int]
    """SampleStatus"""
    counter: Final[tuple[int, ...]]
    """Counter"""

class PortCountersLayer(DeclaredLayer):
    """Port Counters"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    counterselect_symbolerrorcounter: Final[int]
    """SymbolErrorCounter"""
    counterselect_linkerrorrecoverycounter: Final[int]
    """LinkErrorRecoveryCounter"""
    counterselect_linkdownedcounter: Final[int]
    """LinkDownedCounter"""
    counterselect_portrcverrors: Final[int]
    """PortRcvErrors"""
    counterselect_portrcvremotephysicalerrors: Final[int]
    """PortRcvRemotePhysicalErrors"""
    counterselect_portrcvswitchrelayerrors: Final[int]
    """PortRcvSwitchRelayErrors"""
    counterselect_portxmitdiscards: Final[int]
    """PortXmitDiscards"""
    counterselect_portxmitconstrainterrors: Final[int]
    """PortXmitConstraintErrors"""
    counterselect_portrcvconstrainterrors: Final[int]
    """PortRcvConstraintErrors"""
    counterselect_locallinkintegrityerrors: Final[int]
    """LocalLinkIntegrityErrors"""
    counterselect_excessivebufferoverrunerrors: Final[int]
    """ExcessiveBufferOverrunErrors"""
    counterselect_vl15dropped: Final[int]
    """VL15Dropped"""
    counterselect_portxmitdata: Final[int]
    """PortXmitData"""
    counterselect_portrcvdata: Final[int]
    """PortRcvData"""
    counterselect_portxmitpkts: Final[int]
    """PortXmitPkts"""
    counterselect_portrcvpkts: Final[int]
    """PortRcvPkts"""
    symbolerrorcounter: Final[int]
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: Final[int]
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: Final[int]
    """LinkDownedCounter"""
    portrcverrors: Final[int]
    """PortRcvErrors"""
    portrcvremotephysicalerrors: Final[int]
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: Final[int]
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: Final[int]
    """PortXmitDiscards"""
    portxmitconstrainterrors: Final[int]
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: Final[int]
    """PortRcvConstraintErrors"""
    counterselect2: Final[int]
    """CounterSelect2"""
    counterselect2_portxmitwait: Final[int]
    """PortXmitWait"""
    locallinkintegrityerrors: Final[int]
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: Final[int]
    """ExcessiveBufferOverrunErrors"""
    qp1dropped: Final[int]
    """QP1Dropped"""
    vl15dropped: Final[int]
    """VL15Dropped"""
    portxmitdata: Final[int]
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: Final[int]
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: Final[int]
    """PortXmitPkts, in packets"""
    portrcvpkts: Final[int]
    """PortRcvPkts, in packets"""
    portxmitwait: Final[int]
    """PortXmitWait: in which there was data to send and no credit, in ticks"""

class PortRcvErrorDetailsLayer(DeclaredLayer):
    """PortRcvErrorDetails"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portlocalphysicalerrors: Final[int]
    """PortLocalPhysicalErrors"""
    portmalformedpkterrors: Final[int]
    """PortMalformedPktErrors"""
    portbufferoverrunerrors: Final[int]
    """PortBufferOverrunErrors"""
    portdlidmappingerrors: Final[int]
    """PortDLIDMappingErrors"""
    portvlmappingerrors: Final[int]
    """PortVLMappingErrors"""
    portloopingerrors: Final[int]
    """PortLoopingErrors"""

class PortXmitDiscardDetailsLayer(DeclaredLayer):
    """PortXmitDiscardDetails"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portinactivediscards: Final[int]
    """PortInactiveDiscards"""
    portneighbormtudiscards: Final[int]
    """PortNeighborMTUDiscards"""
    portswlifetimelimitdiscards: Final[int]
    """PortSwLifetimeLimitDiscards"""
    portswhoqlifetimelimitdiscards: Final[int]
    """PortSwHOQLifetimeLimitDiscards"""

class PortOpRcvCountersLayer(DeclaredLayer):
    """PortOpRcvCounters"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portoprcvpkts: Final[int]
    """PortOpRcvPkts, in packets"""
    portoprcvdata: Final[int]
    """PortOpRcvData, in words of 4 bytes"""

class PortFlowCtlCountersLayer(DeclaredLayer):
    """PortFlowCtlCounters"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portxmitflowpkts: Final[int]
    """PortXmitFlowPkts, in packets"""
    portrcvflowpkts: Final[int]
    """PortRcvFlowPkts, in packets"""

class PortVLOpPacketsLayer(DeclaredLayer):
    """PortVLOpPackets"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portvloppackets: Final[tuple[int, ...]]
    """PortVLOpPackets: by VL, in packets"""

class PortVLOpDataLayer(DeclaredLayer):
    """PortVLOpData"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portvlopdata: Final[tuple[int, ...]]
    """PortVLOpData: by VL, in words of 4 bytes"""

class PortVLXmitFlowCtlUpdateErrorsLayer(DeclaredLayer):
    """PortVLXmitFlowCtlUpdateErrors"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portvlxmitflowctlupdateerrors: Final[tuple[int, ...]]
    """PortVLXmitFlowCtlUpdateErrors: by VL"""

class PortVLXmitWaitCountersLayer(DeclaredLayer):
    """PortVLXmitWaitCounters"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portvlxmitwait: Final[tuple[int, ...]]
    """PortVLXmitWait: by VL, in ticks"""

class PortCountersExtendedLayer(DeclaredLayer):
    """Port Counters Extended"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    counterselect_portxmitdata: Final[int]
    """PortXmitData"""
    counterselect_portrcvdata: Final[int]
    """PortRcvData"""
    counterselect_portxmitpkts: Final[int]
    """PortXmitPkts"""
    counterselect_portrcvpkts: Final[int]
    """PortRcvPkts"""
    counterselect_portunicastxmitpkts: Final[int]
    """PortUnicastXmitPkts"""
    counterselect_portunicastrcvpkts: Final[int]
    """PortUnicastRcvPkts"""
    counterselect_portmulticastxmitpkts: Final[int]
    """PortMulticastXmitPkts"""
    counterselect_portmulticastrcvpkts: Final[int]
    """PortMulticastRcvPkts"""
    counterselect2: Final[int]
    """CounterSelect2"""
    portxmitdata: Final[int]
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: Final[int]
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: Final[int]
    """PortXmitPkts, in packets"""
    portrcvpkts: Final[int]
    """PortRcvPkts, in packets"""
    portunicastxmitpkts: Final[int]
    """PortUnicastXmitPkts, in packets"""
    portunicastrcvpkts: Final[int]
    """PortUnicastRcvPkts, in packets"""
    portmulticastxmitpkts: Final[int]
    """PortMulticastXmitPkts, in packets"""
    portmulticastrcvpkts: Final[int]
    """PortMulticastRcvPkts, in packets"""
    symbolerrorcounter: Final[int]
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: Final[int]
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: Final[int]
    """LinkDownedCounter"""
    portrcverrors: Final[int]
    """PortRcvErrors"""
    portrcvremotephysicalerrors: Final[int]
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: Final[int]
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: Final[int]
    """PortXmitDiscards"""
    portxmitconstrainterrors: Final[int]
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: Final[int]
    """PortRcvConstraintErrors"""
    locallinkintegrityerrors: Final[int]
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: Final[int]
    """ExcessiveBufferOverrunErrors"""
    vl15dropped: Final[int]
    """VL15Dropped"""
    portxmitwait: Final[int]
    """PortXmitWait, in ticks"""
    qp1dropped: Final[int]
    """QP1Dropped"""

class PortSamplesResultExtendedLayer(DeclaredLayer):
    """PortSamplesResultExtended"""
    tag: Final[int]
    """Tag"""
    reserved0: Final[int]
    """Reserved (14 bits)"""
    samplestatus: Final[int]
    """SampleStatus"""
    extendedwidth: Final[int]
    """ExtendedWidth"""
    reserved1: Final[int]
    """Reserved (30 bits)"""
    counter: Final[tuple[int, ...]]
    """Counter"""

class PortExtendedSpeedsCountersLayer(DeclaredLayer):
    """PortExtendedSpeedsCounters"""
    reserved0: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    reserved1: Final[int]
    """Reserved (48 bits)"""
    counterselect: Final[int]
    """CounterSelect"""
    syncheadererrorcounter: Final[int]
    """SyncHeaderErrorCounter"""
    unknownblockcounter: Final[int]
    """UnknownBlockCounter"""
    errordetectioncounterlane: Final[tuple[int, ...]]
    """ErrorDetectionCounterLane"""
    feccorrectableblockctrlane: Final[tuple[int, ...]]
    """FECCorrectableBlockCtrLane"""
    fecuncorrectableblockctrlane: Final[tuple[int, ...]]
    """FECUncorrectableBlockCtrLane"""
    portfeccorrectableblockctr: Final[int]
    """PortFECCorrectableBlockCtr"""
    portfecuncorrectableblockctr: Final[int]
    """PortFECUncorrectableBlockCtr"""
    portfeccorrectedsymbolctr: Final[int]
    """PortFECCorrectedSymbolCtr"""

class SwPortVLCongestionLayer(DeclaredLayer):
    """SwPortVLCongestion"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    swportvlcongestion: Final[tuple[int, ...]]
    """SWPortVLCongestion: by VL"""

class PortRcvConCtrlLayer(DeclaredLayer):
    """PortRcvConCtrl"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portpktrcvfecn: Final[int]
    """PortPktRcvFECN, in packets"""
    portpktrcvbecn: Final[int]
    """PortPktRcvBECN, in packets"""

class PortSLRcvFECNLayer(DeclaredLayer):
    """PortSLRcvFECN"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portslrcvfecn: Final[tuple[int, ...]]
    """PortSLRcvFECN: by SL, in packets"""

class PortSLRcvBECNLayer(DeclaredLayer):
    """PortSLRcvBECN"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portslrcvbecn: Final[tuple[int, ...]]
    """PortSLRcvBECN: by SL, in packets"""

class PortXmitConCtrlLayer(DeclaredLayer):
    """PortXmitConCtrl"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portxmittimecong: Final[int]
    """PortXmitTimeCong, in ticks"""

class PortVLXmitTimeCongLayer(DeclaredLayer):
    """PortVLXmitTimeCong"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    portvlxmittimecong: Final[tuple[int, ...]]
    """PortVLXmitTimeCong: by VL, in ticks"""

class PortXmitDataSLLayer(DeclaredLayer):
    """PortXmitDataSL"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    xmtdatasl: Final[tuple[int, ...]]
    """XmtDataSL: by SL, in words of 4 bytes"""

class PortRcvDataSLLayer(DeclaredLayer):
    """PortRcvDataSL"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    portselect: Final[int]
    """PortSelect: 0xff: all ports"""
    counterselect: Final[int]
    """CounterSelect"""
    rcvdatasl: Final[tuple[int, ...]]
    """RcvDataSL: by SL, in words of 4 bytes"""

class PerfDataLayer(DeclaredLayer):
    """Performance Management Data"""
    performancedata: Final[bytes]
    """PerformanceData"""

class IOUnitInfoLayer(DeclaredLayer):
    """IOUnitInfo"""
    changeid: Final[int]
    """ChangeID"""
    maxcontrollers: Final[int]
    """MaxControllers"""
    optionrom: Final[int]
    """OptionROM"""
    diagdeviceid: Final[int]
    """DiagDeviceID"""
    reserved: Final[int]
    """Reserved (6 bits)"""
    controllerlist: Final[tuple[int, ...]]
    """Controller: from slot 1"""

class IOControllerProfileLayer(DeclaredLayer):
    """IOControllerProfile"""
    guid: Final[int]
    """GUID"""
    vendorid: Final[int]
    """VendorID"""
    reserved0: Final[int]
    """Reserved (8 bits)"""
    deviceid: Final[int]
    """DeviceID"""
    deviceversion: Final[int]
    """DeviceVersion"""
    reserved1: Final[int]
    """Reserved (16 bits)"""
    subsystemvendorid: Final[int]
    """SubsystemVendorID"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    subsystemid: Final[int]
    """SubsystemID"""
    ioclass: Final[int]
    """IOClass"""
    iosubclass: Final[int]
    """IOSubclass"""
    protocol: Final[int]
    """Protocol"""
    protocolversion: Final[int]
    """ProtocolVersion"""
    serviceconnections: Final[int]
    """ServiceConnections"""
    initiatorssupported: Final[int]
    """InitiatorsSupported"""
    sendmessagequeuedepth: Final[int]
    """SendMessageQueueDepth"""
    reserved3: Final[int]
    """Reserved (8 bits)"""
    rdmareadqueuedepth: Final[int]
    """RDMAReadQueueDepth"""
    sendmessagesize: Final[int]
    """SendMessageSize, in bytes"""
    rdmatransfersize: Final[int]
    """RDMATransferSize, in bytes"""
    controlleroperationscapabilitymask: Final[int]
    """ControllerOperationsCapabilityMask: send, RDMA READ, RDMA WRITE, atomic; to (T) and from (F) the controller"""
    controlleroperationscapabilitymask_st: Final[int]
    """ST"""
    controlleroperationscapabilitymask_sf: Final[int]
    """SF"""
    controlleroperationscapabilitymask_rt: Final[int]
    """RT"""
    controlleroperationscapabilitymask_rf: Final[int]
    """RF"""
    controlleroperationscapabilitymask_wt: Final[int]
    """WT"""
    controlleroperationscapabilitymask_wf: Final[int]
    """WF"""
    controlleroperationscapabilitymask_at: Final[int]
    """AT"""
    controlleroperationscapabilitymask_af: Final[int]
    """AF"""
    controllerservicescapabilitymask: Final[int]
    """ControllerServicesCapabilityMask"""
    serviceentries: Final[int]
    """ServiceEntries"""
    reserved4: Final[bytes]
    """Reserved (72 bits)"""
    idstring: Final[str]
    """IDString"""

class ServiceEntriesLayer(DeclaredLayer):
    """ServiceEntries"""
    servicename: Final[tuple[str, ...]]
    """ServiceName"""
    serviceid: Final[tuple[int, ...]]
    """ServiceID"""

class DevDataLayer(DeclaredLayer):
    """Device Management Data"""
    devicemanagementdata: Final[bytes]
    """DeviceManagementData"""

class BMDataLayer(DeclaredLayer):
    """Baseboard Management Data"""
    basebdmgtdata: Final[bytes]
    """BasebdMgtData"""

class CongestionLogLayer(DeclaredLayer):
    """CongestionLog"""
    logtype: Final[int]
    """LogType"""
    congestionflags: Final[int]
    """CongestionFlags"""

class CCLogDataLayer(DeclaredLayer):
    """Congestion Control, Log Data"""
    congestionlogdata: Final[bytes]
    """CongestionLogData: only the log uses it"""

class CongestionInfoLayer(DeclaredLayer):
    """CongestionInfo"""
    congestioninfo: Final[int]
    """CongestionInfo"""
    controltablecap: Final[int]
    """ControlTableCap, in blocks of 64 entries"""

class CongestionKeyInfoLayer(DeclaredLayer):
    """CongestionKeyInfo"""
    cc_key: Final[int]
    """CC_Key"""
    cc_keyprotectbit: Final[int]
    """CC_KeyProtectBit"""
    reserved: Final[int]
    """Reserved (15 bits)"""
    cc_keyleaseperiod: Final[int]
    """CC_KeyLeasePeriod, in s"""
    cc_keyviolations: Final[int]
    """CC_KeyViolations"""

class SwitchCongestionSettingLayer(DeclaredLayer):
    """SwitchCongestionSetting"""
    control_map: Final[int]
    """Control_Map"""
    victim_mask: Final[bytes]
    """Victim_Mask: a bit for each port"""
    credit_mask: Final[bytes]
    """Credit_Mask: a bit for each port"""
    threshold: Final[int]
    """Threshold"""
    reserved0: Final[int]
    """Reserved (4 bits)"""
    packet_size: Final[int]
    """Packet_Size, in 64 bytes"""
    cs_threshold: Final[int]
    """CS_Threshold"""
    reserved1: Final[int]
    """Reserved (12 bits)"""
    cs_returndelay: Final[int]
    """CS_ReturnDelay"""
    marking_rate: Final[int]
    """Marking_Rate: sent, on average, between two that are marked, in packets"""

class SwitchPortCongestionSettingLayer(DeclaredLayer):
    """SwitchPortCongestionSetting"""
    valid: Final[tuple[bool, ...]]
    """Valid"""
    control_type: Final[tuple[bool, ...]]
    """Control_Type"""
    reserved: Final[tuple[int, ...]]
    """Reserved (2 bits)"""
    threshold: Final[tuple[int, ...]]
    """Threshold"""
    packet_size: Final[tuple[int, ...]]
    """Packet_Size"""
    cong_parm_marking_rate: Final[tuple[int, ...]]
    """Cong_Parm_Marking_Rate"""

class CACongestionSettingLayer(DeclaredLayer):
    """CACongestionSetting"""
    port_control: Final[int]
    """Port_Control"""
    control_map: Final[int]
    """Control_Map"""
    ccti_timer: Final[tuple[int, ...]]
    """CCTI_Timer, in 1.024 µs"""
    ccti_increase: Final[tuple[int, ...]]
    """CCTI_Increase"""
    trigger_threshold: Final[tuple[int, ...]]
    """Trigger_Threshold"""
    ccti_min: Final[tuple[int, ...]]
    """CCTI_Min"""
    reserved: Final[tuple[int, ...]]
    """Reserved (24 bits)"""

class CongestionControlTableLayer(DeclaredLayer):
    """CongestionControlTable"""
    ccti_limit: Final[int]
    """CCTI_Limit"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    cct_shift: Final[tuple[int, ...]]
    """CCT_Shift"""
    cct_multiplier: Final[tuple[int, ...]]
    """CCT_Multiplier"""

class TimeStampLayer(DeclaredLayer):
    """TimeStamp"""
    timestamp: Final[int]
    """Timestamp"""

class CCDataLayer(DeclaredLayer):
    """Congestion Control, Management Data"""
    congestionmgtdata: Final[bytes]
    """CongestionMgtData"""

class CongestionLogSwitchLayer(DeclaredLayer):
    """CongestionLog of a Switch"""
    logeventscounter: Final[int]
    """LogEventsCounter"""
    currenttimestamp: Final[int]
    """CurrentTimeStamp"""
    portmap: Final[bytes]
    """PortMap: a bit for each port that has marked packets"""
    slid: Final[tuple[int, ...]]
    """SLID"""
    dlid: Final[tuple[int, ...]]
    """DLID"""
    sl: Final[tuple[int, ...]]
    """SL"""
    reserved: Final[tuple[int, ...]]
    """Reserved (28 bits)"""
    timestamp: Final[tuple[int, ...]]
    """Timestamp"""

class CongestionLogCALayer(DeclaredLayer):
    """CongestionLog of a Channel Adapter"""
    thresholdeventcounter: Final[int]
    """ThresholdEventCounter"""
    thresholdcongestioneventmap: Final[int]
    """ThresholdCongestionEventMap"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    currenttimestamp: Final[int]
    """CurrentTimeStamp"""
    local_qp_cn_entry: Final[tuple[int, ...]]
    """Local_QP_CN_Entry"""
    sl_cn_entry: Final[tuple[int, ...]]
    """SL_CN_Entry"""
    service_type_cn_entry: Final[tuple[int, ...]]
    """Service_Type_CN_Entry"""
    remote_qp_number_cn_entry: Final[tuple[int, ...]]
    """Remote_QP_Number_CN_Entry"""
    reserved1: Final[tuple[int, ...]]
    """Reserved (8 bits)"""
    local_lid_cn: Final[tuple[int, ...]]
    """Local_LID_CN"""
    remote_lid_cn_entry: Final[tuple[int, ...]]
    """Remote_LID_CN_Entry"""
    timestamp_cn_entry: Final[tuple[int, ...]]
    """Timestamp_CN_Entry"""

class IPCMLayer(DeclaredLayer):
    """RDMA IP CM Service"""
    majv: Final[int]
    """Major Version"""
    minv: Final[int]
    """Minor Version"""
    ipv: Final[int]
    """IP Version"""
    reserved: Final[int]
    """Reserved (4 bits)"""
    sport: Final[int]
    """Source Port"""

class REQPrivateLayer(DeclaredLayer):
    """REQ Private Data"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class SIDRPrivateLayer(DeclaredLayer):
    """SIDR_REQ Private Data"""
    private: Final[bytes]
    """PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """PrivateData as Text: where it is text"""

class IPCM4Layer(DeclaredLayer):
    """RDMA IP CM Service, IPv4 Addresses"""
    reserved0: Final[bytes]
    """Reserved (96 bits)"""
    sip4: Final[IPv4Address]
    """Source IP"""
    reserved1: Final[bytes]
    """Reserved (96 bits)"""
    dip4: Final[IPv4Address]
    """Destination IP"""

class IPCM6Layer(DeclaredLayer):
    """RDMA IP CM Service, IPv6 Addresses"""
    sip6: Final[IPv6Address]
    """Source IP"""
    dip6: Final[IPv6Address]
    """Destination IP"""

class IPCMPrivateLayer(DeclaredLayer):
    """REQ Consumer Private Data"""
    private: Final[bytes]
    """IP CM Consumer PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """IP CM Consumer PrivateData as Text: where it is text"""

class SIDRIPCMPrivateLayer(DeclaredLayer):
    """SIDR_REQ Consumer Private Data"""
    private: Final[bytes]
    """IP CM Consumer PrivateData: what the consumers tell each other"""
    private_text: Final[str | None]
    """IP CM Consumer PrivateData as Text: where it is text"""

class NodeRecordLayer(DeclaredLayer):
    """NodeRecord"""
    lid: Final[int]
    """LID"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    baseversion: Final[int]
    """BaseVersion"""
    classversion: Final[int]
    """ClassVersion"""
    nodetype: Final[int]
    """NodeType"""
    numports: Final[int]
    """NumPorts"""
    systemimageguid: Final[int]
    """SystemImageGUID"""
    nodeguid: Final[int]
    """NodeGUID"""
    portguid: Final[int]
    """PortGUID"""
    partitioncap: Final[int]
    """PartitionCap"""
    deviceid: Final[int]
    """DeviceID"""
    revision: Final[int]
    """Revision"""
    localportnum: Final[int]
    """LocalPortNum"""
    vendorid: Final[int]
    """VendorID"""
    nodestring: Final[str]
    """NodeString"""
    padding: Final[int]
    """Reserved (32 bits)"""

class PortInfoRecordLayer(DeclaredLayer):
    """PortInfoRecord"""
    endportlid: Final[int]
    """EndportLID"""
    portnum: Final[int]
    """PortNum"""
    options: Final[int]
    """Options"""
    m_key: Final[int]
    """M_Key"""
    gidprefix: Final[int]
    """GidPrefix"""
    lid: Final[int]
    """LID"""
    mastersmlid: Final[int]
    """MasterSMLID"""
    capabilitymask: Final[int]
    """CapabilityMask"""
    capabilitymask_issm: Final[int]
    """IsSM"""
    capabilitymask_noticesupported: Final[int]
    """NoticeSupported"""
    capabilitymask_trapsupported: Final[int]
    """TrapSupported"""
    capabilitymask_optionalipdsupported: Final[int]
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: Final[int]
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: Final[int]
    """SLMappingSupported"""
    capabilitymask_mkeynvram: Final[int]
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: Final[int]
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: Final[int]
    """LEDInfoSupported"""
    capabilitymask_smdisabled: Final[int]
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: Final[int]
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: Final[int]
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: Final[int]
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: Final[int]
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: Final[int]
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: Final[int]
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: Final[int]
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: Final[int]
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: Final[int]
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: Final[int]
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: Final[int]
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: Final[int]
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: Final[int]
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: Final[int]
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: Final[int]
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: Final[int]
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: Final[int]
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: Final[int]
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: Final[int]
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: Final[int]
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: Final[int]
    """HierarchyInfoSupported"""
    diagcode: Final[int]
    """DiagCode"""
    m_keyleaseperiod: Final[int]
    """M_KeyLeasePeriod, in s"""
    localportnum: Final[int]
    """LocalPortNum"""
    linkwidthenabled: Final[int]
    """LinkWidthEnabled"""
    linkwidthsupported: Final[int]
    """LinkWidthSupported"""
    linkwidthactive: Final[int]
    """LinkWidthActive"""
    linkspeedsupported: Final[int]
    """LinkSpeedSupported"""
    portstate: Final[int]
    """PortState"""
    portphysicalstate: Final[int]
    """PortPhysicalState"""
    linkdowndefaultstate: Final[int]
    """LinkDownDefaultState"""
    m_keyprotectbits: Final[int]
    """M_KeyProtectBits"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    lmc: Final[int]
    """LMC"""
    linkspeedactive: Final[int]
    """LinkSpeedActive"""
    linkspeedenabled: Final[int]
    """LinkSpeedEnabled"""
    neighbormtu: Final[int]
    """NeighborMTU"""
    mastersmsl: Final[int]
    """MasterSMSL"""
    vlcap: Final[int]
    """VLCap"""
    inittype: Final[int]
    """InitType"""
    vlhighlimit: Final[int]
    """VLHighLimit"""
    vlarbitrationhighcap: Final[int]
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: Final[int]
    """VLArbitrationLowCap"""
    inittypereply: Final[int]
    """InitTypeReply"""
    mtucap: Final[int]
    """MTUCap"""
    vlstallcount: Final[int]
    """VLStallCount"""
    hoqlife: Final[int]
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: Final[int]
    """OperationalVLs"""
    partitionenforcementinbound: Final[int]
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: Final[int]
    """PartitionEnforcementOutbound"""
    filterrawinbound: Final[int]
    """FilterRawInbound"""
    filterrawoutbound: Final[int]
    """FilterRawOutbound"""
    m_keyviolations: Final[int]
    """M_KeyViolations"""
    p_keyviolations: Final[int]
    """P_KeyViolations"""
    q_keyviolations: Final[int]
    """Q_KeyViolations"""
    guidcap: Final[int]
    """GUIDCap"""
    clientreregister: Final[int]
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: Final[int]
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: Final[int]
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    resptimevalue: Final[int]
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: Final[int]
    """LocalPhyErrors"""
    overrunerrors: Final[int]
    """OverrunErrors"""
    maxcredithint: Final[int]
    """MaxCreditHint"""
    reserved2: Final[int]
    """Reserved (1 bit)"""
    linkspeedextactive2: Final[int]
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: Final[int]
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: Final[int]
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: Final[int]
    """LinkRoundTripLatency"""
    capabilitymask2: Final[int]
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: Final[int]
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: Final[int]
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: Final[int]
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: Final[int]
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: Final[int]
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: Final[int]
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: Final[int]
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: Final[int]
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: Final[int]
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: Final[int]
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: Final[int]
    """LinkSpeedNDRSupported"""
    linkspeedextactive: Final[int]
    """LinkSpeedExtActive"""
    linkspeedextsupported: Final[int]
    """LinkSpeedExtSupported"""
    reserved3: Final[int]
    """Reserved (3 bits)"""
    linkspeedextenabled: Final[int]
    """LinkSpeedExtEnabled"""
    padding: Final[int]
    """Reserved (32 bits)"""
    speed: Final[str | None]
    """Lane Speed"""
    linkrate: Final[float | None]
    """Link Rate: signalling rate of the active width and speed, in Gbit/s"""
    datarate: Final[float | None]
    """Data Rate: what the line coding leaves of the link rate, in Gbit/s"""

class SLtoVLMappingTableRecordLayer(DeclaredLayer):
    """SLtoVLMappingTableRecord"""
    lid: Final[int]
    """LID"""
    inputportnum: Final[int]
    """InputPortNum"""
    outputportnum: Final[int]
    """OutputPortNum"""
    reserved: Final[int]
    """Reserved (32 bits)"""
    sltovlhighbits: Final[tuple[int, ...]]
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: Final[tuple[int, ...]]
    """VL of SL 1, 3, 5 …"""
    vl: Final[str]
    """VL of SL 0 to 15"""

class SwitchInfoRecordLayer(DeclaredLayer):
    """SwitchInfoRecord"""
    lid: Final[int]
    """LID"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    linearfdbcap: Final[int]
    """LinearFDBCap"""
    randomfdbcap: Final[int]
    """RandomFDBCap"""
    multicastfdbcap: Final[int]
    """MulticastFDBCap"""
    linearfdbtop: Final[int]
    """LinearFDBTop"""
    defaultport: Final[int]
    """DefaultPort"""
    defaultmulticastprimaryport: Final[int]
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: Final[int]
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: Final[int]
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: Final[int]
    """PortStateChange"""
    optimizedsltovlmappingprogramming: Final[int]
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: Final[int]
    """LIDsPerPort"""
    partitionenforcementcap: Final[int]
    """PartitionEnforcementCap"""
    inboundenforcementcap: Final[int]
    """InboundEnforcementCap"""
    outboundenforcementcap: Final[int]
    """OutboundEnforcementCap"""
    filterrawinboundcap: Final[int]
    """FilterRawInboundCap"""
    filterrawoutboundcap: Final[int]
    """FilterRawOutboundCap"""
    enhancedport0: Final[int]
    """EnhancedPort0"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    multicastfdbtop: Final[int]
    """MulticastFDBTop"""

class LinearForwardingTableRecordLayer(DeclaredLayer):
    """LinearForwardingTableRecord"""
    lid: Final[int]
    """LID"""
    blocknum: Final[int]
    """BlockNum"""
    reserved: Final[int]
    """Reserved (32 bits)"""
    port: Final[tuple[int, ...]]
    """Port: of the LID firstlid + row; 0xff: no path"""
    firstlid: Final[int]
    """First LID: that of the first row: 64 × BlockNum"""

class RandomForwardingTableRecordLayer(DeclaredLayer):
    """RandomForwardingTableRecord"""
    lid: Final[int]
    """LID"""
    blocknum: Final[int]
    """BlockNum"""
    reserved0: Final[int]
    """Reserved (32 bits)"""
    entrylid: Final[tuple[int, ...]]
    """LID"""
    valid: Final[tuple[int, ...]]
    """Valid"""
    lmc: Final[tuple[int, ...]]
    """LMC"""
    reserved: Final[tuple[int, ...]]
    """Reserved (4 bits)"""
    port: Final[tuple[int, ...]]
    """Port"""

class MulticastForwardingTableRecordLayer(DeclaredLayer):
    """MulticastForwardingTableRecord"""
    lid: Final[int]
    """LID"""
    position: Final[int]
    """Position: 16 ports each"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    blocknum: Final[int]
    """BlockNum"""
    reserved1: Final[int]
    """Reserved (32 bits)"""
    portmask: Final[tuple[int, ...]]
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""
    firstlid: Final[int]
    """First LID: that of the first row"""
    firstport: Final[int | float]
    """First Port: that of the lowest bit of a mask"""

class SMInfoRecordLayer(DeclaredLayer):
    """SMInfoRecord"""
    lid: Final[int]
    """LID"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    guid: Final[int]
    """GUID"""
    sm_key: Final[int]
    """SM_Key"""
    actcount: Final[int]
    """ActCount"""
    priority: Final[int]
    """Priority"""
    smstate: Final[int]
    """SMState"""
    padding: Final[int]
    """Reserved (56 bits)"""

class LinkRecordLayer(DeclaredLayer):
    """LinkRecord"""
    fromlid: Final[int]
    """FromLID"""
    fromport: Final[int]
    """FromPort"""
    toport: Final[int]
    """ToPort"""
    tolid: Final[int]
    """ToLID"""
    padding: Final[int]
    """Reserved (16 bits)"""

class GUIDInfoRecordLayer(DeclaredLayer):
    """GUIDInfoRecord"""
    lid: Final[int]
    """LID"""
    blocknum: Final[int]
    """BlockNum"""
    reserved0: Final[int]
    """Reserved (8 bits)"""
    reserved1: Final[int]
    """Reserved (32 bits)"""
    guid: Final[tuple[int, ...]]
    """GUID"""

class ServiceRecordLayer(DeclaredLayer):
    """ServiceRecord"""
    serviceid: Final[int]
    """ServiceID"""
    servicegid: Final[IPv6Address]
    """ServiceGID"""
    servicep_key: Final[int]
    """ServiceP_Key"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    servicelease: Final[int]
    """ServiceLease: 0xffffffff: infinite, in s"""
    servicekey: Final[bytes]
    """ServiceKey"""
    servicename: Final[str]
    """ServiceName"""
    servicedata8: Final[tuple[int, ...]]
    """ServiceData8"""
    servicedata16: Final[tuple[int, ...]]
    """ServiceData16"""
    servicedata32: Final[tuple[int, ...]]
    """ServiceData32"""
    servicedata64: Final[tuple[int, ...]]
    """ServiceData64"""

class P_KeyTableRecordLayer(DeclaredLayer):
    """P_KeyTableRecord"""
    lid: Final[int]
    """LID"""
    blocknum: Final[int]
    """BlockNum"""
    portnum: Final[int]
    """PortNum"""
    reserved: Final[int]
    """Reserved (24 bits)"""
    membershiptype: Final[tuple[int, ...]]
    """MembershipType"""
    p_keybase: Final[tuple[int, ...]]
    """P_KeyBase"""

class PathRecordLayer(DeclaredLayer):
    """PathRecord"""
    serviceid: Final[int]
    """ServiceID"""
    dgid: Final[IPv6Address]
    """DGID"""
    sgid: Final[IPv6Address]
    """SGID"""
    dlid: Final[int]
    """DLID"""
    slid: Final[int]
    """SLID"""
    rawtraffic: Final[int]
    """RawTraffic"""
    reserved0: Final[int]
    """Reserved (3 bits)"""
    flowlabel: Final[int]
    """FlowLabel"""
    hoplimit: Final[int]
    """HopLimit"""
    tclass: Final[int]
    """TClass"""
    reversible: Final[int]
    """Reversible"""
    numbpath: Final[int]
    """NumbPath"""
    p_key: Final[int]
    """P_Key"""
    qosclass: Final[int]
    """QoSClass"""
    sl: Final[int]
    """SL"""
    mtuselector: Final[int]
    """MTUSelector"""
    mtu: Final[int]
    """MTU"""
    rateselector: Final[int]
    """RateSelector"""
    rate: Final[int]
    """Rate"""
    packetlifetimeselector: Final[int]
    """PacketLifeTimeSelector"""
    packetlifetime: Final[int]
    """PacketLifeTime: 4.096 µs × 2^n"""
    preference: Final[int]
    """Preference"""
    reserved1: Final[int]
    """Reserved (48 bits)"""

class VLArbitrationTableRecordLayer(DeclaredLayer):
    """VLArbitrationTableRecord"""
    lid: Final[int]
    """LID"""
    outputportnum: Final[int]
    """OutputPortNum"""
    blocknum: Final[int]
    """BlockNum"""
    reserved0: Final[int]
    """Reserved (32 bits)"""
    reserved: Final[tuple[int, ...]]
    """Reserved (4 bits)"""
    vl: Final[tuple[int, ...]]
    """VL"""
    weight: Final[tuple[int, ...]]
    """Weight"""

class MCMemberRecordLayer(DeclaredLayer):
    """MCMemberRecord"""
    mgid: Final[IPv6Address]
    """MGID"""
    portgid: Final[IPv6Address]
    """PortGID"""
    q_key: Final[int]
    """Q_Key"""
    mlid: Final[int]
    """MLID"""
    mtuselector: Final[int]
    """MTUSelector"""
    mtu: Final[int]
    """MTU"""
    tclass: Final[int]
    """TClass"""
    p_key: Final[int]
    """P_Key"""
    rateselector: Final[int]
    """RateSelector"""
    rate: Final[int]
    """Rate"""
    packetlifetimeselector: Final[int]
    """PacketLifeTimeSelector"""
    packetlifetime: Final[int]
    """PacketLifeTime: 4.096 µs × 2^n"""
    sl: Final[int]
    """SL"""
    flowlabel: Final[int]
    """FlowLabel"""
    hoplimit: Final[int]
    """HopLimit"""
    scope: Final[int]
    """Scope"""
    joinstate: Final[int]
    """JoinState"""
    joinstate_fullmember: Final[int]
    """FullMember"""
    joinstate_nonmember: Final[int]
    """NonMember"""
    joinstate_sendonlynonmember: Final[int]
    """SendOnlyNonMember"""
    joinstate_sendonlyfullmember: Final[int]
    """SendOnlyFullMember"""
    proxyjoin: Final[int]
    """ProxyJoin"""
    reserved: Final[int]
    """Reserved (23 bits)"""
    padding: Final[int]
    """Reserved (32 bits)"""

class TraceRecordLayer(DeclaredLayer):
    """TraceRecord"""
    gidprefix: Final[int]
    """GidPrefix"""
    idgeneration: Final[int]
    """IDGeneration"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    nodetype: Final[int]
    """NodeType"""
    nodeid: Final[int]
    """NodeID"""
    chassisid: Final[int]
    """ChassisID"""
    entryportid: Final[int]
    """EntryPortID"""
    exitportid: Final[int]
    """ExitPortID"""
    entryport: Final[int]
    """EntryPort"""
    exitport: Final[int]
    """ExitPort"""
    padding: Final[int]
    """Reserved (16 bits)"""

class ServiceAssociationRecordLayer(DeclaredLayer):
    """ServiceAssociationRecord"""
    servicekey: Final[bytes]
    """ServiceKey"""
    servicename: Final[str]
    """ServiceName"""

class InformInfoRecordLayer(DeclaredLayer):
    """InformInfoRecord"""
    subscribergid: Final[IPv6Address]
    """SubscriberGID"""
    enum: Final[int]
    """Enum"""
    reserved: Final[int]
    """Reserved (48 bits)"""
    gid: Final[IPv6Address]
    """GID"""
    lidrangebegin: Final[int]
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: Final[int]
    """LIDRangeEnd"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    isgeneric: Final[int]
    """IsGeneric"""
    subscribe: Final[int]
    """Subscribe"""
    type: Final[int]
    """Type"""
    trapnumberdeviceid: Final[int]
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: Final[int | None]
    """TrapNumber"""
    qpn: Final[int]
    """QPN"""
    reserved1: Final[int]
    """Reserved (3 bits)"""
    resptimevalue: Final[int]
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    producertypevendorid: Final[int]
    """ProducerType/VendorID"""
    producertype: Final[int | None]
    """ProducerType"""
    padding: Final[int]
    """Reserved (32 bits)"""

class MultiPathRecordLayer(DeclaredLayer):
    """MultiPathRecord"""
    rawtraffic: Final[int]
    """RawTraffic"""
    reserved: Final[int]
    """Reserved (3 bits)"""
    flowlabel: Final[int]
    """FlowLabel"""
    hoplimit: Final[int]
    """HopLimit"""
    tclass: Final[int]
    """TClass"""
    reversible: Final[int]
    """Reversible"""
    numbpath: Final[int]
    """NumbPath"""
    p_key: Final[int]
    """P_Key"""
    qosclass: Final[int]
    """QoSClass"""
    sl: Final[int]
    """SL"""
    mtuselector: Final[int]
    """MTUSelector"""
    mtu: Final[int]
    """MTU"""
    rateselector: Final[int]
    """RateSelector"""
    rate: Final[int]
    """Rate"""
    packetlifetimeselector: Final[int]
    """PacketLifeTimeSelector"""
    packetlifetime: Final[int]
    """PacketLifeTime: 4.096 µs × 2^n"""
    serviceid8msb: Final[int]
    """ServiceID8MSB"""
    independenceselector: Final[int]
    """IndependenceSelector"""
    gidscope: Final[int]
    """GIDScope"""
    sgidcount: Final[int]
    """SGIDCount"""
    dgidcount: Final[int]
    """DGIDCount"""
    serviceid56lsb: Final[int]
    """ServiceID56LSB"""

class RecordGapLayer(DeclaredLayer):
    """Between Records"""
    more: Final[bytes]
    """More of the Record"""

class MultiPathGIDLayer(DeclaredLayer):
    """GID of the MultiPathRecord"""
    sdgid: Final[IPv6Address]
    """SDGID: first the sources, then the destinations"""

class TrapB_KeyLayer(DeclaredLayer):
    """Trap 259 of Baseboard Management: Bad B_Key"""
    lidaddr: Final[int]
    """LIDADDR"""
    method: Final[int]
    """METHOD"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    attributeid: Final[int]
    """ATTRIBUTEID"""
    attributemodifier: Final[int]
    """ATTRIBUTEMODIFIER"""
    qp: Final[int]
    """QP: the low 24 bits"""
    b_key: Final[int]
    """BKEY"""
    gid: Final[IPv6Address]
    """GID"""
    padding: Final[bytes]
    """Reserved (128 bits)"""
    attempt: Final[str]
    """Attempt"""

class TrapCC_KeyLayer(DeclaredLayer):
    """Trap 0 of Congestion Control: Bad CC_Key"""
    slid: Final[int]
    """SLID"""
    method: Final[int]
    """METHOD"""
    reserved0: Final[int]
    """Reserved (8 bits)"""
    attributeid: Final[int]
    """ATTRIBUTEID"""
    reserved1: Final[int]
    """Reserved (16 bits)"""
    attributemodifier: Final[int]
    """ATTRIBUTEMODIFIER"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    qp: Final[int]
    """QP"""
    cc_key: Final[int]
    """CC_KEY"""
    sourcegid: Final[IPv6Address]
    """SourceGID"""
    padding: Final[bytes]
    """Reserved (112 bits)"""
    attempt: Final[str]
    """Attempt"""

class TrapGIDLayer(DeclaredLayer):
    """Traps 64 to 67: GIDs and Multicast Groups That Come and Go"""
    reserved: Final[int]
    """Reserved (48 bits)"""
    gidaddr: Final[IPv6Address]
    """GIDADDR"""
    padding: Final[bytes]
    """Reserved (256 bits)"""

class TrapUnPathLayer(DeclaredLayer):
    """Trap 68: Path Became Unavailable"""
    comp_mask: Final[int]
    """COMP_MASK"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    pathrec: Final[int]
    """PATHREC: the compressed path record begins here; its layout is not public"""
    padding: Final[bytes]
    """Reserved (336 bits)"""

class TrapRePathLayer(DeclaredLayer):
    """Trap 69: Path Became Available Again"""
    comp_mask: Final[int]
    """COMP_MASK"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    wait_for_repath: Final[int]
    """WAIT_FOR_REPATH"""
    reserved1: Final[int]
    """Reserved (15 bits)"""
    padding: Final[bytes]
    """Reserved (336 bits)"""

class TrapLinkStateLayer(DeclaredLayer):
    """Trap 128: Link State Changed"""
    lidaddr: Final[int]
    """LIDADDR"""
    padding: Final[bytes]
    """Reserved (416 bits)"""

class TrapLinkErrorsLayer(DeclaredLayer):
    """Traps 129 to 131: Errors of a Link"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    lidaddr: Final[int]
    """LIDADDR"""
    portno: Final[int]
    """PORTNO"""
    padding: Final[bytes]
    """Reserved (392 bits)"""

class TrapLocalChangesLayer(DeclaredLayer):
    """Trap 144: Local Changes"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    lidaddr: Final[int]
    """LIDADDR"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    reserved2: Final[int]
    """Reserved (7 bits)"""
    otherlocalchanges: Final[int]
    """OtherLocalChanges"""
    capabilitymask: Final[int]
    """CAPABILITYMASK"""
    reserved3: Final[int]
    """Reserved (10 bits)"""
    capabilitymask2change: Final[int]
    """CapabilityMask2Change"""
    hierarchyinfochange: Final[int]
    """HierarchyInfoChange"""
    smprioritychange: Final[int]
    """SMPriorityChange"""
    linkspeedenabledchange: Final[int]
    """LinkSpeedEnabledChange"""
    linkwidthenabledchange: Final[int]
    """LinkWidthEnabledChange"""
    nodedescriptionchange: Final[int]
    """NodeDescriptionChange"""
    capabilitymask2: Final[int]
    """CAPABILITYMASK2"""
    padding: Final[bytes]
    """Reserved (320 bits)"""
    changes: Final[str]
    """Changes"""

class TrapSystemImageLayer(DeclaredLayer):
    """Trap 145: SystemImageGUID Changed"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    lidaddr: Final[int]
    """LIDADDR"""
    reserved1: Final[int]
    """Reserved (16 bits)"""
    systemimageguid: Final[int]
    """SYSTEMIMAGEGUID"""
    padding: Final[bytes]
    """Reserved (320 bits)"""

class TrapM_KeyLayer(DeclaredLayer):
    """Trap 256: Bad M_Key"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    lidaddr: Final[int]
    """LIDADDR"""
    drslid: Final[int]
    """DRSLID"""
    method: Final[int]
    """METHOD"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    attributeid: Final[int]
    """ATTRIBUTEID"""
    attributemodifier: Final[int]
    """ATTRIBUTEMODIFIER"""
    m_key: Final[int]
    """MKEY"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    drnotice: Final[int]
    """DRNotice"""
    drpathtruncated: Final[int]
    """DRPathTruncated"""
    drhopcount: Final[int]
    """DRHopCount"""
    drnoticereturnpath: Final[tuple[int, ...]]
    """DRNoticeReturnPath: ports"""
    attempt: Final[str]
    """Attempt"""

class TrapKeyLayer(DeclaredLayer):
    """Traps 257 and 258: Bad P_Key or Q_Key"""
    reserved0: Final[int]
    """Reserved (16 bits)"""
    lidaddr1: Final[int]
    """LIDADDR1"""
    lidaddr2: Final[int]
    """LIDADDR2"""
    key: Final[int]
    """KEY"""
    sl: Final[int]
    """SL"""
    reserved1: Final[int]
    """Reserved (4 bits)"""
    qp1: Final[int]
    """QP1"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    qp2: Final[int]
    """QP2"""
    gidaddr1: Final[IPv6Address]
    """GIDADDR1"""
    gidaddr2: Final[IPv6Address]
    """GIDADDR2"""
    padding: Final[int]
    """Reserved (32 bits)"""

class TrapSwitchP_KeyLayer(DeclaredLayer):
    """Trap 259: Bad P_Key at Switch Port"""
    datavalid: Final[int]
    """DataValid"""
    lidaddr1: Final[int]
    """LIDADDR1"""
    lidaddr2: Final[int]
    """LIDADDR2"""
    p_key: Final[int]
    """PKEY"""
    sl: Final[int]
    """SL"""
    reserved0: Final[int]
    """Reserved (4 bits)"""
    qp1: Final[int]
    """QP1"""
    reserved1: Final[int]
    """Reserved (8 bits)"""
    qp2: Final[int]
    """QP2"""
    gidaddr1: Final[IPv6Address]
    """GIDADDR1"""
    gidaddr2: Final[IPv6Address]
    """GIDADDR2"""
    swlidaddr: Final[int]
    """SWLIDADDR"""
    portno: Final[int]
    """PORTNO"""
    padding: Final[int]
    """Reserved (24 bits)"""

class NoticeDataLayer(DeclaredLayer):
    """Notice Data Details"""
    datadetails: Final[bytes]
    """DataDetails"""

class NoticeIssuerLayer(DeclaredLayer):
    """Issuer of the Notice"""
    issuergid: Final[IPv6Address]
    """IssuerGID"""

class NVMeAdminCommandLayer(DeclaredLayer):
    """NVMe Admin Command"""
    opc: Final[int]
    """Opcode"""
    psdt: Final[int]
    """PRP or SGL"""
    rsvd: Final[int]
    """Reserved (4 bits)"""
    fuse: Final[int]
    """Fused Operation"""
    cid: Final[int]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: Final[int]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: Final[int]
    """Command Dword 2"""
    cdw3: Final[int]
    """Command Dword 3"""
    mptr: Final[int]
    """Metadata Pointer"""
    sgl_address: Final[int]
    """SGL Address: in the host; in the capsule"""
    sgl_low: Final[int]
    """SGL Length, Low Bytes"""
    sgl_rest: Final[int]
    """SGL Key or High Length"""
    sgl_type: Final[int]
    """SGL Type"""
    sgl_subtype: Final[int]
    """SGL Subtype"""
    sgl_length: Final[int]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: Final[int | None]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class NVMeIOCommandLayer(DeclaredLayer):
    """NVMe I/O Command"""
    opc: Final[int]
    """Opcode"""
    psdt: Final[int]
    """PRP or SGL"""
    rsvd: Final[int]
    """Reserved (4 bits)"""
    fuse: Final[int]
    """Fused Operation"""
    cid: Final[int]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: Final[int]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: Final[int]
    """Command Dword 2"""
    cdw3: Final[int]
    """Command Dword 3"""
    mptr: Final[int]
    """Metadata Pointer"""
    sgl_address: Final[int]
    """SGL Address: in the host; in the capsule"""
    sgl_low: Final[int]
    """SGL Length, Low Bytes"""
    sgl_rest: Final[int]
    """SGL Key or High Length"""
    sgl_type: Final[int]
    """SGL Type"""
    sgl_subtype: Final[int]
    """SGL Subtype"""
    sgl_length: Final[int]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: Final[int | None]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class NVMeCommandLayer(DeclaredLayer):
    """NVMe Command of an Unknown Queue"""
    opc: Final[int]
    """Opcode"""
    psdt: Final[int]
    """PRP or SGL"""
    rsvd: Final[int]
    """Reserved (4 bits)"""
    fuse: Final[int]
    """Fused Operation"""
    cid: Final[int]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: Final[int]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: Final[int]
    """Command Dword 2"""
    cdw3: Final[int]
    """Command Dword 3"""
    mptr: Final[int]
    """Metadata Pointer"""
    sgl_address: Final[int]
    """SGL Address: in the host; in the capsule"""
    sgl_low: Final[int]
    """SGL Length, Low Bytes"""
    sgl_rest: Final[int]
    """SGL Key or High Length"""
    sgl_type: Final[int]
    """SGL Type"""
    sgl_subtype: Final[int]
    """SGL Subtype"""
    sgl_length: Final[int]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: Final[int | None]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class NVMeFabricsLayer(DeclaredLayer):
    """NVMe Fabrics Command"""
    opc: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    cid: Final[int]
    """Command Identifier"""
    fctype: Final[int]
    """Command Type"""
    rsvd1: Final[bytes]
    """Reserved (152 bits)"""
    sgl_address: Final[int]
    """SGL Address: in the host; in the capsule"""
    sgl_low: Final[int]
    """SGL Length, Low Bytes"""
    sgl_rest: Final[int]
    """SGL Key or High Length"""
    sgl_type: Final[int]
    """SGL Type"""
    sgl_subtype: Final[int]
    """SGL Subtype"""
    sgl_length: Final[int]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: Final[int | None]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class NVMeCompletionLayer(DeclaredLayer):
    """NVMe Completion"""
    dword0: Final[int]
    """Dword 0: what the command returns"""
    dword1: Final[int]
    """Dword 1"""
    sqhd: Final[int]
    """SQ Head Pointer"""
    sqid: Final[int]
    """SQ Identifier"""
    cid: Final[int]
    """Command Identifier"""
    status: Final[int]
    """Status"""
    sc: Final[int]
    """Status Code"""
    sct: Final[int]
    """Code Type"""
    crd: Final[int]
    """Command Retry Delay"""
    m: Final[bool]
    """More"""
    dnr: Final[bool]
    """Do Not Retry"""
    words: Final[str]
    """Status in Words"""

class NVMeEventCompletionLayer(DeclaredLayer):
    """NVMe Asynchronous Event"""
    aev_rsvd: Final[int]
    """Reserved (5 bits)"""
    aet: Final[int]
    """Event Type"""
    aei: Final[int]
    """Event Information"""
    lid: Final[int]
    """Log Page Identifier"""
    aev_rsvd1: Final[int]
    """Reserved (8 bits)"""
    dword1: Final[int]
    """Dword 1"""
    sqhd: Final[int]
    """SQ Head Pointer"""
    sqid: Final[int]
    """SQ Identifier"""
    cid: Final[int]
    """Command Identifier"""
    status: Final[int]
    """Status"""
    sc: Final[int]
    """Status Code"""
    sct: Final[int]
    """Code Type"""
    crd: Final[int]
    """Command Retry Delay"""
    m: Final[bool]
    """More"""
    dnr: Final[bool]
    """Do Not Retry"""
    words: Final[str]
    """Status in Words"""

class NVMeConnectCompletionLayer(DeclaredLayer):
    """NVMe Completion of a Connect"""
    cntlid: Final[int]
    """Controller ID"""
    authreq: Final[int]
    """Authentication Required"""
    rsvd: Final[int]
    """Reserved (32 bits)"""
    sqhd: Final[int]
    """SQ Head Pointer"""
    sqid: Final[int]
    """SQ Identifier"""
    cid: Final[int]
    """Command Identifier"""
    status: Final[int]
    """Status"""
    sc: Final[int]
    """Status Code"""
    sct: Final[int]
    """Code Type"""
    crd: Final[int]
    """Command Retry Delay"""
    m: Final[bool]
    """More"""
    dnr: Final[bool]
    """Do Not Retry"""
    words: Final[str]
    """Status in Words"""

class NVMePropertyCompletionLayer(DeclaredLayer):
    """NVMe Completion of a Property Get"""
    value: Final[int]
    """Value"""
    sqhd: Final[int]
    """SQ Head Pointer"""
    sqid: Final[int]
    """SQ Identifier"""
    cid: Final[int]
    """Command Identifier"""
    status: Final[int]
    """Status"""
    sc: Final[int]
    """Status Code"""
    sct: Final[int]
    """Code Type"""
    crd: Final[int]
    """Command Retry Delay"""
    m: Final[bool]
    """More"""
    dnr: Final[bool]
    """Do Not Retry"""
    words: Final[str]
    """Status in Words"""

class NVMeFabricsCompletionLayer(DeclaredLayer):
    """NVMe Completion of a Fabrics Command"""
    dword0: Final[int]
    """Dword 0"""
    dword1: Final[int]
    """Dword 1"""
    sqhd: Final[int]
    """SQ Head Pointer"""
    sqid: Final[int]
    """SQ Identifier"""
    cid: Final[int]
    """Command Identifier"""
    status: Final[int]
    """Status"""
    sc: Final[int]
    """Status Code"""
    sct: Final[int]
    """Code Type"""
    crd: Final[int]
    """Command Retry Delay"""
    m: Final[bool]
    """More"""
    dnr: Final[bool]
    """Do Not Retry"""
    words: Final[str]
    """Status in Words"""

class NVMeAcceptLayer(DeclaredLayer):
    """NVMe over RDMA, REP Private Data"""
    recfmt: Final[int]
    """Record Format"""
    crqsize: Final[int]
    """Controller RQ Size: entries"""
    rsvd: Final[bytes]
    """Reserved (224 bits)"""

class NVMeRejectLayer(DeclaredLayer):
    """NVMe over RDMA, REJ Private Data"""
    recfmt: Final[int]
    """Record Format"""
    status: Final[int]
    """Status"""

class NVMeRequestLayer(DeclaredLayer):
    """NVMe over RDMA, REQ Private Data"""
    recfmt: Final[int]
    """Record Format"""
    qid: Final[int]
    """Queue ID: 0: the admin queue"""
    hrqsize: Final[int]
    """Host RQ Size: entries"""
    hsqsize: Final[int]
    """Host SQ Size: entries, one less than there are"""
    cntlid: Final[int]
    """Controller ID"""
    rsvd: Final[bytes]
    """Reserved (176 bits)"""

class NVMeConnectDataLayer(DeclaredLayer):
    """Connect Data"""
    hostid: Final[bytes]
    """Host Identifier"""
    cntlid: Final[int]
    """Controller ID: 0xffff: any"""
    rsvd0: Final[bytes]
    """Reserved (1904 bits)"""
    subnqn: Final[str]
    """Subsystem NQN"""
    hostnqn: Final[str]
    """Host NQN"""
    rsvd1: Final[bytes]
    """Reserved (2048 bits)"""

class NVMeDiscoveryLogLayer(DeclaredLayer):
    """Discovery Log Page"""
    genctr: Final[int]
    """Generation Counter"""
    numrec: Final[int]
    """Number of Records"""
    recfmt: Final[int]
    """Record Format"""
    rsvd: Final[bytes]
    """Reserved (8048 bits)"""

class RPCRDMALayer(DeclaredLayer):
    """RPC over RDMA"""
    xid: Final[int]
    """XID: joins a call and its reply"""
    version: Final[int]
    """Version"""
    credits: Final[int]
    """Flow Control: credits: a call asks for them, a reply grants"""
    msg_type: Final[int]
    """Message Type"""

class RPCRDMAPrivateLayer(DeclaredLayer):
    """RPC-over-RDMA, Private Data"""
    magic: Final[int]
    """Magic"""
    version: Final[int]
    """Version"""
    rsvd: Final[int]
    """Reserved (7 bits)"""
    invalidates: Final[bool]
    """Remote Invalidation: the peer may send SEND with Invalidate"""
    send: Final[int]
    """Send Size: of inline messages, in KiB, one less than it is"""
    receive: Final[int]
    """Receive Size: the same of messages that it receives"""
    send_size: Final[int]
    """Inline Send Size, in bytes"""
    receive_size: Final[int]
    """Inline Receive Size, in bytes"""

class RPCMessageLayer(DeclaredLayer):
    """Remote Procedure Call"""
    xid: Final[int]
    """XID"""
    msgtyp: Final[int]
    """Message Type"""

class NFS3GetattrResultLayer(DeclaredLayer):
    """GETATTR of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3SetattrResultLayer(DeclaredLayer):
    """SETATTR of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3LookupResultLayer(DeclaredLayer):
    """LOOKUP of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3AccessResultLayer(DeclaredLayer):
    """ACCESS of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3WriteResultLayer(DeclaredLayer):
    """WRITE of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3CreateResultLayer(DeclaredLayer):
    """CREATE of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3MkdirResultLayer(DeclaredLayer):
    """MKDIR of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3SymlinkResultLayer(DeclaredLayer):
    """SYMLINK of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3MknodResultLayer(DeclaredLayer):
    """MKNOD of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3RemoveResultLayer(DeclaredLayer):
    """REMOVE of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3RmdirResultLayer(DeclaredLayer):
    """RMDIR of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3RenameResultLayer(DeclaredLayer):
    """RENAME of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3LinkResultLayer(DeclaredLayer):
    """LINK of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReaddirResultLayer(DeclaredLayer):
    """READDIR of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReaddirplusResultLayer(DeclaredLayer):
    """READDIRPLUS of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3FsstatResultLayer(DeclaredLayer):
    """FSSTAT of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3FsinfoResultLayer(DeclaredLayer):
    """FSINFO of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3PathconfResultLayer(DeclaredLayer):
    """PATHCONF of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3CommitResultLayer(DeclaredLayer):
    """COMMIT of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReadResultLayer(DeclaredLayer):
    """READ of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReadResultApartLayer(DeclaredLayer):
    """READ of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReadlinkResultLayer(DeclaredLayer):
    """READLINK of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS3ReadlinkResultApartLayer(DeclaredLayer):
    """READLINK of NFS Version 3, Result"""
    status: Final[int]
    """Status"""

class NFS4ResultsLayer(DeclaredLayer):
    """COMPOUND, Results"""
    status: Final[int]
    """Status"""
    tag_length: Final[int]
    """Tag, Length"""
    tag: Final[str]
    """Tag"""

class NFS4ResultsApartLayer(DeclaredLayer):
    """COMPOUND, Results without Data"""
    status: Final[int]
    """Status"""
    tag_length: Final[int]
    """Tag, Length"""
    tag: Final[str]
    """Tag"""

class ISERLayer(DeclaredLayer):
    """iSCSI Extensions for RDMA"""
    opcode: Final[int]
    """Opcode"""
    wsv: Final[bool]
    """Write STag Valid: the target reads memory of the initiator"""
    rsv: Final[bool]
    """Read STag Valid: the target writes memory of the initiator"""
    rsvd: Final[int]
    """Reserved (26 bits)"""
    write_stag: Final[int]
    """Write STag: an R_Key"""
    write_base_offset: Final[int]
    """Write Base Offset"""
    read_stag: Final[int]
    """Read STag: an R_Key"""
    read_base_offset: Final[int]
    """Read Base Offset"""

class ISERHelloLayer(DeclaredLayer):
    """iSER Hello"""
    opcode: Final[int]
    """Opcode"""
    rsvd: Final[int]
    """Reserved (4 bits)"""
    max_version: Final[int]
    """Maximum Version"""
    min_version: Final[int]
    """Minimum Version"""
    ird: Final[int]
    """iSER-IRD: READs that the initiator serves at once"""
    rsvd2: Final[bytes]
    """Reserved (192 bits)"""

class ISERHelloReplyLayer(DeclaredLayer):
    """iSER HelloReply"""
    opcode: Final[int]
    """Opcode"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    reject: Final[bool]
    """Reject"""
    max_version: Final[int]
    """Maximum Version"""
    version: Final[int]
    """Current Version"""
    ord: Final[int]
    """iSER-ORD: READs that the target has under way at once"""
    rsvd2: Final[bytes]
    """Reserved (192 bits)"""

class ISERRequestLayer(DeclaredLayer):
    """iSER Private Data of a REQ"""
    no_zbva: Final[bool]
    """Zero Based Virtual Addresses not Supported"""
    no_invalidate: Final[bool]
    """SEND with Invalidate not Supported"""
    rsvd: Final[int]
    """Reserved (30 bits)"""

class ISERAcceptLayer(DeclaredLayer):
    """iSER Private Data of a REP"""
    no_zbva: Final[bool]
    """Zero Based Virtual Addresses not Used"""
    no_invalidate: Final[bool]
    """SEND with Invalidate not Used"""
    rsvd: Final[int]
    """Reserved (30 bits)"""

class SRPLoginLayer(DeclaredLayer):
    """SRP_LOGIN_REQ"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (56 bits)"""
    tag: Final[int]
    """Tag: joins command and response"""
    req_it_iu_len: Final[int]
    """Requested Initiator to Target IU Length, in bytes"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    formats: Final[int]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: Final[int]
    """Request Flags"""
    rsvd3: Final[int]
    """Reserved (8 bits)"""
    imm_data_offset: Final[int]
    """Immediate Data Offset, in bytes"""
    rsvd4: Final[int]
    """Reserved (16 bits)"""
    initiator_port: Final[bytes]
    """Initiator Port Identifier"""
    target_port: Final[bytes]
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""

class SRPLoginIPLayer(DeclaredLayer):
    """SRP_LOGIN_REQ over the RDMA IP CM Service"""
    tag: Final[int]
    """Tag: joins command and response"""
    formats: Final[int]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: Final[int]
    """Request Flags"""
    type: Final[int]
    """Type"""
    req_it_iu_len: Final[int]
    """Requested Initiator to Target IU Length, in bytes"""
    initiator_port: Final[bytes]
    """Initiator Port Identifier"""
    target_port: Final[bytes]
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""
    imm_data_offset: Final[int]
    """Immediate Data Offset, in bytes"""
    rsvd: Final[int]
    """Reserved (48 bits)"""

class SRPLoginResponseLayer(DeclaredLayer):
    """SRP_LOGIN_RSP"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (24 bits)"""
    req_lim_delta: Final[int]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: Final[int]
    """Tag: joins command and response"""
    max_it_iu_len: Final[int]
    """Maximum Initiator to Target IU Length, in bytes"""
    max_ti_iu_len: Final[int]
    """Maximum Target to Initiator IU Length, in bytes"""
    formats: Final[int]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: Final[int]
    """Response Flags"""
    rsvd2: Final[bytes]
    """Reserved (200 bits)"""

class SRPLoginRejectLayer(DeclaredLayer):
    """SRP_LOGIN_REJ"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (24 bits)"""
    reason: Final[int]
    """Reason"""
    tag: Final[int]
    """Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""
    formats: Final[int]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    rsvd3: Final[int]
    """Reserved (48 bits)"""

class SRPTaskManagementLayer(DeclaredLayer):
    """SRP_TSK_MGMT"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (48 bits)"""
    tag: Final[int]
    """Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    rsvd3: Final[int]
    """Reserved (16 bits)"""
    function: Final[int]
    """Task Management Function"""
    rsvd4: Final[int]
    """Reserved (8 bits)"""
    task_tag: Final[int]
    """Tag of Task to be Managed"""
    rsvd5: Final[int]
    """Reserved (64 bits)"""

class SRPCommandLayer(DeclaredLayer):
    """SRP_CMD"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (24 bits)"""
    out_format: Final[int]
    """Data-Out Buffer Descriptor Format"""
    in_format: Final[int]
    """Data-In Buffer Descriptor Format"""
    out_count: Final[int]
    """Data-Out Descriptor Count: of an indirect one: those in this unit"""
    in_count: Final[int]
    """Data-In Descriptor Count: likewise"""
    tag: Final[int]
    """Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    rsvd3: Final[int]
    """Reserved (8 bits)"""
    rsvd4: Final[int]
    """Reserved (5 bits)"""
    task_attr: Final[int]
    """Task Attribute"""
    rsvd5: Final[int]
    """Reserved (8 bits)"""
    add_cdb_words: Final[int]
    """Additional CDB Length, in words"""
    rsvd6: Final[int]
    """Reserved (2 bits)"""

class SRPInitiatorLogoutLayer(DeclaredLayer):
    """SRP_I_LOGOUT"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (56 bits)"""
    tag: Final[int]
    """Tag: joins command and response"""

class SRPCreditResponseLayer(DeclaredLayer):
    """SRP_CRED_RSP"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (56 bits)"""
    tag: Final[int]
    """Tag: joins command and response"""

class SRPEventResponseLayer(DeclaredLayer):
    """SRP_AER_RSP"""
    type: Final[int]
    """Type"""
    rsvd: Final[int]
    """Reserved (56 bits)"""
    tag: Final[int]
    """Tag: joins command and response"""

class SRPTargetLogoutLayer(DeclaredLayer):
    """SRP_T_LOGOUT"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    reason: Final[int]
    """Reason"""
    tag: Final[int]
    """Tag: joins command and response"""

class SRPCreditRequestLayer(DeclaredLayer):
    """SRP_CRED_REQ"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    req_lim_delta: Final[int]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: Final[int]
    """Tag: joins command and response"""

class SRPEventRequestLayer(DeclaredLayer):
    """SRP_AER_REQ"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    req_lim_delta: Final[int]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: Final[int]
    """Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    sense_length: Final[int]
    """Sense Data Length, in bytes"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""

class SRPResponseLayer(DeclaredLayer):
    """SRP_RSP"""
    type: Final[int]
    """Type"""
    sol_not: Final[int]
    """Solicited Notification"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    req_lim_delta: Final[int]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: Final[int]
    """Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    rsvd3: Final[int]
    """Reserved (2 bits)"""
    diunder: Final[bool]
    """Data-In Residual Underflow"""
    diover: Final[bool]
    """Data-In Residual Overflow"""
    dounder: Final[bool]
    """Data-Out Residual Underflow"""
    doover: Final[bool]
    """Data-Out Residual Overflow"""
    snsvalid: Final[bool]
    """Sense Data Valid"""
    rspvalid: Final[bool]
    """Response Data Valid"""
    status: Final[int]
    """Status"""
    out_residual: Final[int]
    """Data-Out Residual Count, in bytes"""
    in_residual: Final[int]
    """Data-In Residual Count, in bytes"""
    sense_length: Final[int]
    """Sense Data Length, in bytes"""
    response_length: Final[int]
    """Response Data Length, in bytes"""

class IPoIBConnectionLayer(DeclaredLayer):
    """IPoIB Connected Mode"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    qpn: Final[int]
    """QPN: of the sender's datagrams"""
    mtu: Final[int]
    """Receive MTU: the longest message, the encapsulation header included, in bytes"""

class RSocketConnectionLayer(DeclaredLayer):
    """rsocket Connection"""
    version: Final[int]
    """Version"""
    flags_reserved: Final[int]
    """Reserved (6 bits)"""
    iomap: Final[bool]
    """Mapped Buffers: the other end may announce memory for direct writes"""
    net: Final[bool]
    """Big Endian: byte order of what the sender writes into lists of buffers"""
    credits: Final[int]
    """Credits: messages that the other end may send at first"""
    reserved: Final[int]
    """Reserved (24 bits)"""
    target_iomap_size: Final[int]
    """Target List of Mapped Buffers"""
    target_sgl_address: Final[int]
    """Target List Address: where the other end writes what its buffers are"""
    target_sgl_key: Final[int]
    """Target List Key"""
    target_sgl_length: Final[int]
    """Target List Length: entries of 16 bytes"""
    buffer_address: Final[int]
    """Buffer Address"""
    buffer_key: Final[int]
    """Buffer Key"""
    buffer_length: Final[int]
    """Buffer Length, in bytes"""

class RSocketImmediateLayer(DeclaredLayer):
    """rsocket Message"""
    operation: Final[int]
    """Operation"""
    value: Final[int]
    """Value: data: bytes; buffer: all credits so far; control: 0, 1 or 2 (`CONTROLS`)"""

class RSocketBufferBigLayer(DeclaredLayer):
    """rsocket Buffer, Big Endian"""
    address: Final[int]
    """Address"""
    key: Final[int]
    """Key"""
    length: Final[int]
    """Length, in bytes"""

class RSocketDatagramLayer(DeclaredLayer):
    """rsocket Datagram of IPv4"""
    version: Final[int]
    """Version"""
    length: Final[int]
    """Length, in bytes"""
    port: Final[int]
    """Source Port"""
    address: Final[IPv4Address]
    """Source Address"""

class RSocketDatagram6Layer(DeclaredLayer):
    """rsocket Datagram of IPv6"""
    version: Final[int]
    """Version"""
    length: Final[int]
    """Length, in bytes"""
    port: Final[int]
    """Source Port"""
    flow: Final[int]
    """Flow Information"""
    address: Final[IPv6Address]
    """Source Address"""

class RSocketResolverLayer(DeclaredLayer):
    """rsocket Resolver"""
    tag: Final[int]
    """Tag"""
    version: Final[int]
    """Version"""
    operation: Final[int]
    """Operation"""
    length: Final[int]
    """Length, in bytes"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    qpn: Final[int]
    """QPN"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    address: Final[IPv4Address]
    """Address"""

class RDSConnectionLayer(DeclaredLayer):
    """RDS Connection of IPv4"""
    saddr: Final[IPv4Address]
    """Source Address"""
    daddr: Final[IPv4Address]
    """Destination Address"""
    major: Final[int]
    """Protocol Major"""
    minor: Final[int]
    """Protocol Minor"""
    minor_mask: Final[int]
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: Final[int]
    """Type of Service"""
    reserved: Final[int]
    """Reserved (24 bits)"""
    ack_seq: Final[int]
    """Acknowledged Sequence Number"""
    initial_credit: Final[int]
    """Initial Credit: 0: no flow control by credits"""
    reserved2: Final[int]
    """Reserved (32 bits)"""

class RDSConnection6Layer(DeclaredLayer):
    """RDS Connection of IPv6"""
    saddr: Final[IPv6Address]
    """Source Address"""
    daddr: Final[IPv6Address]
    """Destination Address"""
    major: Final[int]
    """Protocol Major"""
    minor: Final[int]
    """Protocol Minor"""
    minor_mask: Final[int]
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: Final[int]
    """Type of Service"""
    reserved: Final[int]
    """Reserved (24 bits)"""
    ack_seq: Final[int]
    """Acknowledged Sequence Number"""
    initial_credit: Final[int]
    """Initial Credit: 0: no flow control by credits"""
    reserved2: Final[int]
    """Reserved (32 bits)"""

class RDSHeaderLayer(DeclaredLayer):
    """RDS Header"""
    sequence: Final[int]
    """Sequence Number: of the message in its connection; 0 of what is not acknowledged"""
    ack: Final[int]
    """Acknowledgement: the last sequence number that has come"""
    len: Final[int]
    """Length: of the message, of which this may be a fragment, in bytes"""
    sport: Final[int]
    """Source Port"""
    dport: Final[int]
    """Destination Port"""
    flags_reserved: Final[int]
    """Reserved (5 bits)"""
    retransmitted: Final[bool]
    """Retransmitted"""
    ack_required: Final[bool]
    """ACK Required"""
    cong_bitmap: Final[bool]
    """Congestion Map: 8192 bytes, a bit for each port"""
    credit: Final[int]
    """Credit: that the sender grants besides"""
    padding: Final[int]
    """Reserved (32 bits)"""
    csum: Final[int]
    """Checksum: Internet checksum of the header; 0: none"""

class SMCMessageLayer(DeclaredLayer):
    """SMC-R Message"""
    type: Final[int]
    """Type"""
    undecoded: Final[bytes]
    """Undecoded"""

class SMCConfirmLinkLayer(DeclaredLayer):
    """SMC-R Confirm Link"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    llc_reserved: Final[int]
    """Reserved (7 bits)"""
    mac: Final[str]
    """Sender MAC"""
    gid: Final[IPv6Address]
    """Sender GID"""
    qpn: Final[int]
    """Sender QP Number"""
    link: Final[int]
    """Link Number"""
    link_uid: Final[int]
    """Link User ID"""
    max_links: Final[int]
    """Maximum Links"""
    reserved: Final[bytes]
    """Reserved (72 bits)"""

class SMCAddLinkLayer(DeclaredLayer):
    """SMC-R Add Link"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    rejected: Final[bool]
    """Rejected"""
    llc_reserved: Final[int]
    """Reserved (6 bits)"""
    mac: Final[str]
    """Sender MAC"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    gid: Final[IPv6Address]
    """Sender GID"""
    qpn: Final[int]
    """Sender QP Number"""
    link: Final[int]
    """Link Number"""
    reserved2: Final[int]
    """Reserved (4 bits)"""
    mtu: Final[int]
    """Path MTU"""
    psn: Final[int]
    """Initial PSN"""
    reserved3: Final[int]
    """Reserved (64 bits)"""

class SMCAddLinkContinuationLayer(DeclaredLayer):
    """SMC-R Add Link Continuation"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    llc_reserved: Final[int]
    """Reserved (7 bits)"""
    link: Final[int]
    """Link Number"""
    tokens: Final[int]
    """Number of RKeys"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    old_rkey1: Final[int]
    """RMB Key 1 of the Link in Use"""
    rkey1: Final[int]
    """RMB Key 1"""
    address1: Final[int]
    """RMB Address 1"""
    old_rkey2: Final[int]
    """RMB Key 2 of the Link in Use"""
    rkey2: Final[int]
    """RMB Key 2"""
    address2: Final[int]
    """RMB Address 2"""
    reserved2: Final[int]
    """Reserved (32 bits)"""

class SMCDeleteLinkLayer(DeclaredLayer):
    """SMC-R Delete Link"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    all_links: Final[bool]
    """All Links"""
    orderly: Final[bool]
    """Orderly"""
    llc_reserved: Final[int]
    """Reserved (5 bits)"""
    link: Final[int]
    """Link Number"""
    reason: Final[int]
    """Reason"""
    reserved: Final[bytes]
    """Reserved (280 bits)"""

class SMCConfirmRKeyLayer(DeclaredLayer):
    """SMC-R Confirm RKey"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    reserved_flag: Final[bool]
    """Reserved"""
    negative: Final[bool]
    """Negative Response"""
    retry: Final[bool]
    """Retry"""
    llc_reserved: Final[int]
    """Reserved (4 bits)"""
    tokens: Final[int]
    """Number of Further Links"""
    rkey: Final[int]
    """RMB Key"""
    address: Final[int]
    """RMB Address"""
    link2: Final[int]
    """Link Number 2"""
    rkey2: Final[int]
    """RMB Key 2"""
    address2: Final[int]
    """RMB Address 2"""
    link3: Final[int]
    """Link Number 3"""
    rkey3: Final[int]
    """RMB Key 3"""
    address3: Final[int]
    """RMB Address 3"""
    reserved: Final[int]
    """Reserved (8 bits)"""

class SMCTestLinkLayer(DeclaredLayer):
    """SMC-R Test Link"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    llc_reserved: Final[int]
    """Reserved (7 bits)"""
    user_data: Final[bytes]
    """User Data: the response repeats it"""
    reserved: Final[bytes]
    """Reserved (192 bits)"""

class SMCDeleteRKeyLayer(DeclaredLayer):
    """SMC-R Delete RKey"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    llc_reserved2: Final[int]
    """Reserved (4 bits)"""
    reject_reason: Final[int]
    """Reject Reason"""
    response: Final[bool]
    """Response"""
    reserved_flag: Final[bool]
    """Reserved"""
    negative: Final[bool]
    """Negative Response"""
    llc_reserved: Final[int]
    """Reserved (5 bits)"""
    count: Final[int]
    """Number of RKeys"""
    error_mask: Final[int]
    """Error Mask"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    deleted1: Final[int]
    """RKey 1"""
    deleted2: Final[int]
    """RKey 2"""
    deleted3: Final[int]
    """RKey 3"""
    deleted4: Final[int]
    """RKey 4"""
    deleted5: Final[int]
    """RKey 5"""
    deleted6: Final[int]
    """RKey 6"""
    deleted7: Final[int]
    """RKey 7"""
    deleted8: Final[int]
    """RKey 8"""
    reserved2: Final[int]
    """Reserved (32 bits)"""

class SMCCDCLayer(DeclaredLayer):
    """SMC-R Connection Data Control"""
    type: Final[int]
    """Type"""
    llc_length: Final[int]
    """Length, in bytes"""
    seq: Final[int]
    """Sequence Number"""
    token: Final[int]
    """Alert Token: which connection of the link group"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    producer_wrap: Final[int]
    """Producer Wrap"""
    producer_cursor: Final[int]
    """Producer Cursor, in bytes"""
    reserved2: Final[int]
    """Reserved (16 bits)"""
    consumer_wrap: Final[int]
    """Consumer Wrap"""
    consumer_cursor: Final[int]
    """Consumer Cursor, in bytes"""
    write_blocked: Final[bool]
    """Write Blocked"""
    urgent_pending: Final[bool]
    """Urgent Data Pending"""
    urgent_present: Final[bool]
    """Urgent Data Present"""
    update_requested: Final[bool]
    """Cursor Update Requested"""
    failover: Final[bool]
    """Failover Validation"""
    flags_reserved: Final[int]
    """Reserved (3 bits)"""
    sending_done: Final[bool]
    """Sending Done"""
    closed: Final[bool]
    """Connection Closed"""
    abnormal: Final[bool]
    """Abnormal Close"""
    flags_reserved2: Final[int]
    """Reserved (5 bits)"""
    reserved3: Final[bytes]
    """Reserved (144 bits)"""

class SMCCLCLayer(DeclaredLayer):
    """SMC Connection Layer Control"""
    eyecatcher: Final[int]
    """Eyecatcher"""
    clc_type: Final[int]
    """Type"""
    clc_length: Final[int]
    """Length: of the whole message, in bytes"""
    version: Final[int]
    """Version"""
    path2: Final[int]
    """Paths of Version 2: Accept, Confirm: 2 for first contact"""
    path1: Final[int]
    """Paths of Version 1"""

class NinePLayer(DeclaredLayer):
    """9P Message"""
    length: Final[int]
    """Message Length: of the whole message, in bytes"""
    type: Final[int]
    """Message Type"""
    tag: Final[int]
    """Tag: joins a call and its answer"""

class LNetMessageLayer(DeclaredLayer):
    """LNet Message"""
    magic: Final[int]
    """Magic"""
    version: Final[int]
    """Version"""
    type: Final[int]
    """Type"""
    credits: Final[int]
    """Credits: that are returned"""
    nob: Final[int]
    """Number of Bytes: of the message, in bytes"""
    csum: Final[int]
    """Checksum: 0: none"""
    srcnid: Final[int]
    """Source NID: kind and number of the network; address"""
    srcstamp: Final[int]
    """Source Stamp"""
    dstnid: Final[int]
    """Destination NID"""
    dststamp: Final[int]
    """Destination Stamp"""

class LNetMessageBigLayer(DeclaredLayer):
    """LNet Message, Big Endian"""
    magic: Final[int]
    """Magic"""
    version: Final[int]
    """Version"""
    type: Final[int]
    """Type"""
    credits: Final[int]
    """Credits: that are returned"""
    nob: Final[int]
    """Number of Bytes: of the message, in bytes"""
    csum: Final[int]
    """Checksum: 0: none"""
    srcnid: Final[int]
    """Source NID: kind and number of the network; address"""
    srcstamp: Final[int]
    """Source Stamp"""
    dstnid: Final[int]
    """Destination NID"""
    dststamp: Final[int]
    """Destination Stamp"""

class LNetRejectLayer(DeclaredLayer):
    """LNet Reject"""
    magic: Final[int]
    """Magic"""
    version: Final[int]
    """Version"""
    why: Final[int]
    """Why"""
    padding: Final[int]
    """Reserved (8 bits)"""
    incarnation: Final[int]
    """Incarnation"""
    qdepth: Final[int]
    """Queue Depth"""
    max_frags: Final[int]
    """Maximum Fragments"""
    max_size: Final[int]
    """Maximum Message Size, in bytes"""

class LNetRejectBigLayer(DeclaredLayer):
    """LNet Reject, Big Endian"""
    magic: Final[int]
    """Magic"""
    version: Final[int]
    """Version"""
    why: Final[int]
    """Why"""
    padding: Final[int]
    """Reserved (8 bits)"""
    incarnation: Final[int]
    """Incarnation"""
    qdepth: Final[int]
    """Queue Depth"""
    max_frags: Final[int]
    """Maximum Fragments"""
    max_size: Final[int]
    """Maximum Message Size, in bytes"""

class SMBDNegotiateRequestLayer(DeclaredLayer):
    """SMB Direct Negotiate Request"""
    min_version: Final[int]
    """Minimum Version"""
    max_version: Final[int]
    """Maximum Version"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    credits_requested: Final[int]
    """Credits Requested"""
    preferred_send_size: Final[int]
    """Preferred Send Size, in bytes"""
    max_receive_size: Final[int]
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: Final[int]
    """Maximum Fragmented Size, in bytes"""

class SMBDNegotiateResponseLayer(DeclaredLayer):
    """SMB Direct Negotiate Response"""
    min_version: Final[int]
    """Minimum Version"""
    max_version: Final[int]
    """Maximum Version"""
    negotiated_version: Final[int]
    """Negotiated Version"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    credits_requested: Final[int]
    """Credits Requested"""
    credits_granted: Final[int]
    """Credits Granted"""
    status: Final[int]
    """Status: an NTSTATUS; 0: success"""
    max_read_write_size: Final[int]
    """Maximum Read and Write Size, in bytes"""
    preferred_send_size: Final[int]
    """Preferred Send Size, in bytes"""
    max_receive_size: Final[int]
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: Final[int]
    """Maximum Fragmented Size, in bytes"""

class SMBDDataLayer(DeclaredLayer):
    """SMB Direct Data Transfer"""
    credits_requested: Final[int]
    """Credits Requested"""
    credits_granted: Final[int]
    """Credits Granted"""
    flags_reserved: Final[int]
    """Reserved (7 bits)"""
    response_requested: Final[bool]
    """Response Requested"""
    flags_reserved2: Final[int]
    """Reserved (8 bits)"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    remaining_length: Final[int]
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: Final[int]
    """Data Offset, in bytes"""
    data_length: Final[int]
    """Data Length, in bytes"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SMBDCreditsLayer(DeclaredLayer):
    """SMB Direct Data Transfer, Empty"""
    credits_requested: Final[int]
    """Credits Requested"""
    credits_granted: Final[int]
    """Credits Granted"""
    flags_reserved: Final[int]
    """Reserved (7 bits)"""
    response_requested: Final[bool]
    """Response Requested"""
    flags_reserved2: Final[int]
    """Reserved (8 bits)"""
    reserved: Final[int]
    """Reserved (16 bits)"""
    remaining_length: Final[int]
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: Final[int]
    """Data Offset, in bytes"""
    data_length: Final[int]
    """Data Length, in bytes"""

class SMBDBufferLayer(DeclaredLayer):
    """SMB Direct Buffer Descriptor"""
    buffer_offset: Final[int]
    """Offset"""
    token: Final[int]
    """Token: an R_Key"""
    length: Final[int]
    """Length, in bytes"""

class SDPLayer(DeclaredLayer):
    """SDP Base Header"""
    mid: Final[int]
    """Message"""
    flags_reserved: Final[int]
    """Reserved (5 bits)"""
    reqpipe: Final[bool]
    """Request Pipe"""
    oobpend: Final[bool]
    """Out of Band Data Pending"""
    oobpres: Final[bool]
    """Out of Band Data Present"""
    bufs: Final[int]
    """Buffers: that are posted for receiving"""
    len: Final[int]
    """Length: of the message, this header included, in bytes"""
    mseq: Final[int]
    """Message Sequence Number"""
    mseqack: Final[int]
    """Acknowledged Sequence Number"""

class SDPHelloLayer(DeclaredLayer):
    """SDP Hello Header"""
    majv: Final[int]
    """Major Version"""
    minv: Final[int]
    """Minor Version"""
    ipv: Final[int]
    """IP Version"""
    cap: Final[int]
    """Capabilities: 1: invalidation, 2: extended maximum of advertisements"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    maxadverts: Final[int]
    """Maximum Advertisements"""
    desremrcvsz: Final[int]
    """Desired Remote Receive Size, in bytes"""
    localrcvsz: Final[int]
    """Local Receive Size, in bytes"""
    localport: Final[int]
    """Local Port"""
    extmaxadverts: Final[int]
    """Extended Maximum Advertisements"""
    src_ip: Final[IPv6Address]
    """Source IP Address"""
    dst_ip: Final[IPv6Address]
    """Destination IP Address"""
    reserved2: Final[int]
    """Reserved (64 bits)"""

class UCXDatagramLayer(DeclaredLayer):
    """UCX Datagram"""
    endpoint: Final[int]
    """Destination End Point"""
    kind: Final[int]
    """Message: of an active message; else 4: control, 1: NACK"""
    ecn: Final[bool]
    """ECN"""
    ack_request: Final[bool]
    """ACK Request"""
    am: Final[bool]
    """Active Message"""
    psn: Final[int]
    """PSN: of UCX; what it sends again is a new packet with the same number"""
    ack_psn: Final[int]
    """ACK PSN"""

class UCXMessageLayer(DeclaredLayer):
    """UCX Message"""
    fc_grant: Final[bool]
    """Flow Control Grant"""
    fc_hard: Final[bool]
    """Flow Control Hard Request"""
    fc_soft: Final[bool]
    """Flow Control Soft Request"""
    am_id: Final[int]
    """Message"""

class UCXConnectionLayer(DeclaredLayer):
    """UCX Connection"""
    length: Final[int]
    """Length: of what follows, in bytes"""
    status: Final[int]
    """Status"""

class RxMLayer(DeclaredLayer):
    """RxM Message"""
    version: Final[int]
    """Control Version"""
    type: Final[int]
    """Control Type"""
    seg_size: Final[int]
    """Segment Size, in bytes"""
    seg_no: Final[int]
    """Segment Number"""
    conn_id: Final[int]
    """Connection ID"""
    msg_id: Final[int]
    """Message ID"""
    ctrl_data: Final[int]
    """Control Data"""
    op_version: Final[int]
    """Operation Version"""
    rx_index: Final[int]
    """Receive Index"""
    op: Final[int]
    """Operation"""
    op_data: Final[int]
    """Operation Data"""
    flags: Final[int]
    """Flags"""
    length: Final[int]
    """Size, in bytes"""
    cq_data: Final[int]
    """Remote Completion Data"""
    tag: Final[int]
    """Tag: or a number of buffers, or of an atomic operation"""

class RxMConnectionLayer(DeclaredLayer):
    """RxM Connection"""
    version: Final[int]
    """Version"""
    endianness: Final[int]
    """Byte Order"""
    ctrl_version: Final[int]
    """Control Version"""
    op_version: Final[int]
    """Operation Version"""
    port: Final[int]
    """Port"""
    flow_control: Final[int]
    """Flow Control"""
    ep_index: Final[int]
    """End Point Index"""
    eager_limit: Final[int]
    """Eager Limit, in bytes"""
    rx_size: Final[int]
    """Receive Size"""
    conn_id: Final[int]
    """Client Connection ID"""

class RxDLayer(DeclaredLayer):
    """RxD Message"""
    version: Final[int]
    """Version"""
    type: Final[int]
    """Type"""
    flags: Final[int]
    """Flags"""
    peer: Final[int]
    """Peer"""
    seq_no: Final[int]
    """Sequence Number"""

class NVMeIdentifyLayer(DeclaredLayer):
    """Identify"""
    cns: Final[int]
    """Structure"""
    rsvd1: Final[int]
    """Reserved (8 bits)"""
    cntid: Final[int]
    """Controller Identifier"""
    nvmsetid: Final[int]
    """NVM Set Identifier: or what else the structure takes"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    csi: Final[int]
    """Command Set Identifier"""
    cdw12: Final[int]
    """Command Dword 12"""
    cdw13: Final[int]
    """Command Dword 13"""
    rsvd3: Final[int]
    """Reserved (1 bit)"""
    uuid_index: Final[int]
    """UUID Index"""
    rsvd4: Final[int]
    """Reserved (24 bits)"""
    cdw15: Final[int]
    """Command Dword 15"""

class NVMeGetLogPageLayer(DeclaredLayer):
    """Get Log Page"""
    lid: Final[int]
    """Log Page Identifier"""
    rae: Final[bool]
    """Retain Asynchronous Event"""
    lsp: Final[int]
    """Log Specific Parameter"""
    numdl: Final[int]
    """Number of Dwords, Lower"""
    numdu: Final[int]
    """Number of Dwords, Upper"""
    lsi: Final[int]
    """Log Specific Identifier"""
    lpo: Final[int]
    """Log Page Offset, in bytes"""
    ot: Final[bool]
    """Offset Type"""
    uuid_index: Final[int]
    """UUID Index"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    csi: Final[int]
    """Command Set Identifier"""
    cdw15: Final[int]
    """Command Dword 15"""
    numd: Final[int]
    """Number of Dwords: one less than asked for"""
    length: Final[int]
    """Length: asked for, in bytes"""

class NVMeSetFeaturesLayer(DeclaredLayer):
    """Set Features"""
    fid: Final[int]
    """Feature"""
    rsvd1: Final[int]
    """Reserved (16 bits)"""
    sv: Final[bool]
    """Save"""
    rsvd2: Final[int]
    """Reserved (7 bits)"""
    cdw11: Final[int]
    """Feature Value"""
    cdw12: Final[int]
    """Command Dword 12"""
    cdw13: Final[int]
    """Command Dword 13"""
    cdw14: Final[int]
    """Command Dword 14"""
    cdw15: Final[int]
    """Command Dword 15"""

class NVMeGetFeaturesLayer(DeclaredLayer):
    """Get Features"""
    fid: Final[int]
    """Feature"""
    rsvd1: Final[int]
    """Reserved (5 bits)"""
    sel: Final[int]
    """Select"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    cdw11: Final[int]
    """Command Dword 11"""
    cdw12: Final[int]
    """Command Dword 12"""
    cdw13: Final[int]
    """Command Dword 13"""
    cdw14: Final[int]
    """Command Dword 14"""
    cdw15: Final[int]
    """Command Dword 15"""

class NVMeAbortLayer(DeclaredLayer):
    """Abort"""
    sqid: Final[int]
    """Submission Queue Identifier"""
    cid: Final[int]
    """Command Identifier: of the command to abort"""
    rsvd: Final[bytes]
    """Reserved (160 bits)"""

class NVMeDwordsLayer(DeclaredLayer):
    """Command Dwords"""
    cdw10: Final[int]
    """Command Dword 10"""
    cdw11: Final[int]
    """Command Dword 11"""
    cdw12: Final[int]
    """Command Dword 12"""
    cdw13: Final[int]
    """Command Dword 13"""
    cdw14: Final[int]
    """Command Dword 14"""
    cdw15: Final[int]
    """Command Dword 15"""

class NVMeReadWriteLayer(DeclaredLayer):
    """Read, Write, Compare"""
    slba: Final[int]
    """Starting LBA"""
    nlb: Final[int]
    """Number of Logical Blocks: one less than there are"""
    dtype: Final[int]
    """Directive Type: of a Write"""
    rsvd2: Final[int]
    """Reserved (4 bits)"""
    lr: Final[bool]
    """Limited Retry"""
    fua: Final[bool]
    """Force Unit Access"""
    prinfo: Final[int]
    """Protection Information: PRACT, then checks of guard, application tag, reference tag"""
    rsvd3: Final[int]
    """Reserved (1 bit)"""
    stc: Final[bool]
    """Storage Tag Check"""
    dsm_incompressible: Final[bool]
    """Incompressible"""
    dsm_seq_req: Final[bool]
    """Sequential Request"""
    dsm_access_lat: Final[int]
    """Access Latency"""
    dsm_access_freq: Final[int]
    """Access Frequency"""
    rsvd4: Final[int]
    """Reserved (8 bits)"""
    dspec: Final[int]
    """Directive Specific"""
    eilbrt: Final[int]
    """Expected Initial Logical Block Reference Tag"""
    elbat: Final[int]
    """Expected Logical Block Application Tag"""
    elbatm: Final[int]
    """Expected Logical Block Application Tag Mask"""

class NVMeWriteZeroesLayer(DeclaredLayer):
    """Write Zeroes, Verify, Write Uncorrectable"""
    slba: Final[int]
    """Starting LBA"""
    nlb: Final[int]
    """Number of Logical Blocks: one less than there are"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    lr: Final[bool]
    """Limited Retry"""
    fua: Final[bool]
    """Force Unit Access"""
    prinfo: Final[int]
    """Protection Information"""
    deac: Final[bool]
    """Deallocate: Write Zeroes only"""
    stc: Final[bool]
    """Storage Tag Check"""
    cdw13: Final[int]
    """Command Dword 13"""
    cdw14: Final[int]
    """Command Dword 14"""
    cdw15: Final[int]
    """Command Dword 15"""

class NVMeDatasetManagementLayer(DeclaredLayer):
    """Dataset Management"""
    nr: Final[int]
    """Number of Ranges: one less than there are"""
    rsvd1: Final[int]
    """Reserved (24 bits)"""
    rsvd2: Final[int]
    """Reserved (5 bits)"""
    ad: Final[bool]
    """Deallocate: trim: the blocks are not needed any more"""
    idw: Final[bool]
    """Integral Dataset for Write"""
    idr: Final[bool]
    """Integral Dataset for Read"""
    rsvd3: Final[bytes]
    """Reserved (152 bits)"""

class NVMeReservationRegisterLayer(DeclaredLayer):
    """Reservation Register"""
    rsvd1: Final[int]
    """Reserved (4 bits)"""
    iekey: Final[bool]
    """Ignore Existing Key"""
    rrega: Final[int]
    """Action"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    cptpl: Final[int]
    """Change Persist Through Power Loss"""
    rsvd3: Final[int]
    """Reserved (6 bits)"""
    rsvd4: Final[bytes]
    """Reserved (160 bits)"""

class NVMeReservationAcquireLayer(DeclaredLayer):
    """Reservation Acquire"""
    rsvd1: Final[int]
    """Reserved (4 bits)"""
    iekey: Final[bool]
    """Ignore Existing Key"""
    racqa: Final[int]
    """Action"""
    rtype: Final[int]
    """Reservation Type"""
    rsvd2: Final[bytes]
    """Reserved (176 bits)"""

class NVMeReservationReleaseLayer(DeclaredLayer):
    """Reservation Release"""
    rsvd1: Final[int]
    """Reserved (4 bits)"""
    iekey: Final[bool]
    """Ignore Existing Key"""
    rrela: Final[int]
    """Action"""
    rtype: Final[int]
    """Reservation Type"""
    rsvd2: Final[bytes]
    """Reserved (176 bits)"""

class NVMeReservationReportLayer(DeclaredLayer):
    """Reservation Report"""
    numd: Final[int]
    """Number of Dwords: one less than there are"""
    rsvd1: Final[int]
    """Reserved (7 bits)"""
    eds: Final[bool]
    """Extended Data Structure"""
    rsvd2: Final[bytes]
    """Reserved (152 bits)"""

class NVMePropertySetLayer(DeclaredLayer):
    """Property Set"""
    attrib_rsvd: Final[int]
    """Reserved (5 bits)"""
    size_code: Final[int]
    """Size"""
    rsvd1: Final[int]
    """Reserved (24 bits)"""
    ofst: Final[int]
    """Property"""
    value: Final[int]
    """Value"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""

class NVMeConnectLayer(DeclaredLayer):
    """Connect"""
    recfmt: Final[int]
    """Record Format"""
    qid: Final[int]
    """Queue ID: 0: the admin queue"""
    sqsize: Final[int]
    """Submission Queue Size: entries, one less than there are"""
    cattr_rsvd: Final[int]
    """Reserved (4 bits)"""
    dioq: Final[bool]
    """Individual I/O Queue Deletion"""
    dfc: Final[bool]
    """Disable SQ Flow Control"""
    pc: Final[int]
    """Priority Class"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    kato: Final[int]
    """Keep Alive Timeout, in ms"""
    rsvd3: Final[bytes]
    """Reserved (96 bits)"""

class NVMePropertyGetLayer(DeclaredLayer):
    """Property Get"""
    attrib_rsvd: Final[int]
    """Reserved (5 bits)"""
    size_code: Final[int]
    """Size"""
    rsvd1: Final[int]
    """Reserved (24 bits)"""
    ofst: Final[int]
    """Property"""
    rsvd2: Final[bytes]
    """Reserved (128 bits)"""

class NVMeAuthenticationLayer(DeclaredLayer):
    """Authentication"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    spsp0: Final[int]
    """Security Protocol Specific 0"""
    spsp1: Final[int]
    """Security Protocol Specific 1"""
    secp: Final[int]
    """Security Protocol: 0xe9: NVMe, DH-HMAC-CHAP"""
    al: Final[int]
    """Length, in bytes"""
    rsvd3: Final[bytes]
    """Reserved (128 bits)"""

class NVMeDisconnectLayer(DeclaredLayer):
    """Disconnect"""
    recfmt: Final[int]
    """Record Format"""
    rsvd1: Final[bytes]
    """Reserved (176 bits)"""

class NVMeFabricsDwordsLayer(DeclaredLayer):
    """Fabrics Command of an Unknown Type"""
    dwords: Final[bytes]
    """Command Dwords 10 to 15"""

class NVMeRangeLayer(DeclaredLayer):
    """Dataset Management Range"""
    cattr: Final[int]
    """Context Attributes"""
    nlb: Final[int]
    """Length, in blocks"""
    slba: Final[int]
    """Starting LBA"""

class NVMeDiscoveryEntryLayer(DeclaredLayer):
    """Discovery Log Page Entry"""
    trtype: Final[int]
    """Transport Type"""
    adrfam: Final[int]
    """Address Family"""
    subtype: Final[int]
    """Subsystem Type"""
    treq: Final[int]
    """Transport Requirements"""
    portid: Final[int]
    """Port ID"""
    cntlid: Final[int]
    """Controller ID"""
    asqsz: Final[int]
    """Admin Max SQ Size"""
    eflags: Final[int]
    """Entry Flags"""
    rsvd1: Final[bytes]
    """Reserved (160 bits)"""
    trsvcid: Final[str]
    """Transport Service Identifier"""
    rsvd2: Final[bytes]
    """Reserved (1536 bits)"""
    subnqn: Final[str]
    """Subsystem NQN"""
    traddr: Final[str]
    """Transport Address"""
    qptype: Final[int]
    """RDMA QP Type"""
    prtype: Final[int]
    """RDMA Provider Type"""
    cms: Final[int]
    """RDMA CM Service"""
    rsvd3: Final[int]
    """Reserved (40 bits)"""
    p_key: Final[int]
    """RDMA P_Key"""
    rsvd4: Final[bytes]
    """Reserved (1968 bits)"""

class RPCRDMAPaddingLayer(DeclaredLayer):
    """RPC over RDMA, Padding"""
    align: Final[int]
    """RDMA Align"""
    threshold: Final[int]
    """RDMA Threshold"""

class RPCRDMAErrorLayer(DeclaredLayer):
    """RPC over RDMA, Error"""
    errcode: Final[int]
    """Error Code"""

class RPCRDMAReadLayer(DeclaredLayer):
    """Read Chunk"""
    present: Final[int]
    """Present: 1: an item follows"""
    position: Final[int]
    """Position in XDR: where the data belong in the message; 0: all of it, in bytes"""
    handle: Final[int]
    """RDMA Handle: the R_Key"""
    length: Final[int]
    """RDMA Length: in a reply what was written, in bytes"""
    address: Final[int]
    """RDMA Offset: the virtual address"""

class RPCRDMAReadEndLayer(DeclaredLayer):
    """End of the Read List"""
    present: Final[int]
    """Present"""

class RPCRDMAVersionsLayer(DeclaredLayer):
    """RPC over RDMA, Versions"""
    vers_low: Final[int]
    """Version Low"""
    vers_high: Final[int]
    """Version High"""

class RPCRDMAWriteLayer(DeclaredLayer):
    """Write Chunk"""
    present: Final[int]
    """Present: 1: an item follows"""
    count: Final[int]
    """Write Chunk Segment Count"""

class RPCRDMAWriteEndLayer(DeclaredLayer):
    """End of the Write List"""
    present: Final[int]
    """Present"""

class RPCRDMAWriteSegmentLayer(DeclaredLayer):
    """Write Chunk Segment"""
    handle: Final[int]
    """RDMA Handle: the R_Key"""
    length: Final[int]
    """RDMA Length: in a reply what was written, in bytes"""
    address: Final[int]
    """RDMA Offset: the virtual address"""

class RPCRDMAReplyLayer(DeclaredLayer):
    """Reply Chunk"""
    present: Final[int]
    """Present: 1: an item follows"""
    count: Final[int]
    """Write Chunk Segment Count"""

class RPCRDMANoReplyLayer(DeclaredLayer):
    """No Reply Chunk"""
    present: Final[int]
    """Present"""

class RPCRDMAReplySegmentLayer(DeclaredLayer):
    """Reply Chunk Segment"""
    handle: Final[int]
    """RDMA Handle: the R_Key"""
    length: Final[int]
    """RDMA Length: in a reply what was written, in bytes"""
    address: Final[int]
    """RDMA Offset: the virtual address"""

class RPCCallLayer(DeclaredLayer):
    """Call"""
    rpcvers: Final[int]
    """RPC Version"""
    program: Final[int]
    """Program"""
    programversion: Final[int]
    """Program Version"""
    procedure: Final[int]
    """Procedure"""

class RPCReplyLayer(DeclaredLayer):
    """Reply"""
    replystat: Final[int]
    """Reply State"""

class RPCUnixCredentialLayer(DeclaredLayer):
    """Credential of AUTH_UNIX"""
    flavor: Final[int]
    """Flavor"""
    length: Final[int]
    """Length, in bytes"""
    stamp: Final[int]
    """Stamp"""
    machinename_length: Final[int]
    """Machine Name, Length"""
    machinename: Final[str]
    """Machine Name"""

class RPCGSSCredentialLayer(DeclaredLayer):
    """Credential of RPCSEC_GSS"""
    flavor: Final[int]
    """Flavor"""
    length: Final[int]
    """Length, in bytes"""
    version: Final[int]
    """GSS Version"""
    procedure: Final[int]
    """GSS Procedure"""
    seqnum: Final[int]
    """GSS Sequence Number"""
    service: Final[int]
    """GSS Service"""
    context_length: Final[int]
    """GSS Context Length"""
    context: Final[bytes]
    """GSS Context"""

class RPCCredentialLayer(DeclaredLayer):
    """Credential"""
    flavor: Final[int]
    """Flavor: who calls"""
    length: Final[int]
    """Length, in bytes"""
    body: Final[bytes]
    """Body"""

class RPCVerifierLayer(DeclaredLayer):
    """Verifier"""
    flavor: Final[int]
    """Flavor: proves the credential"""
    length: Final[int]
    """Length, in bytes"""
    body: Final[bytes]
    """Body"""

class NFS3GetattrLayer(DeclaredLayer):
    """GETATTR of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3SetattrLayer(DeclaredLayer):
    """SETATTR of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3LookupLayer(DeclaredLayer):
    """LOOKUP of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3AccessLayer(DeclaredLayer):
    """ACCESS of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3ReadlinkLayer(DeclaredLayer):
    """READLINK of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3ReadLayer(DeclaredLayer):
    """READ of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3WriteLayer(DeclaredLayer):
    """WRITE of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3CreateLayer(DeclaredLayer):
    """CREATE of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3MkdirLayer(DeclaredLayer):
    """MKDIR of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3SymlinkLayer(DeclaredLayer):
    """SYMLINK of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3MknodLayer(DeclaredLayer):
    """MKNOD of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3RemoveLayer(DeclaredLayer):
    """REMOVE of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3RmdirLayer(DeclaredLayer):
    """RMDIR of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3RenameLayer(DeclaredLayer):
    """RENAME of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3LinkLayer(DeclaredLayer):
    """LINK of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3ReaddirLayer(DeclaredLayer):
    """READDIR of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3ReaddirplusLayer(DeclaredLayer):
    """READDIRPLUS of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3FsstatLayer(DeclaredLayer):
    """FSSTAT of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3FsinfoLayer(DeclaredLayer):
    """FSINFO of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3PathconfLayer(DeclaredLayer):
    """PATHCONF of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS3CommitLayer(DeclaredLayer):
    """COMMIT of NFS Version 3"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS4CompoundLayer(DeclaredLayer):
    """COMPOUND"""
    tag_length: Final[int]
    """Tag, Length"""
    tag: Final[str]
    """Tag"""

class RPCReplyVerifierLayer(DeclaredLayer):
    """Verifier"""
    flavor: Final[int]
    """Flavor: proves who answers"""
    length: Final[int]
    """Length, in bytes"""
    body: Final[bytes]
    """Body"""

class RPCAcceptedLayer(DeclaredLayer):
    """Accepted"""
    state_accept: Final[int]
    """Accept State"""

class RPCDeniedLayer(DeclaredLayer):
    """Denied"""
    state_reject: Final[int]
    """Reject State"""

class RPCVersionsLayer(DeclaredLayer):
    """Versions of the Program"""
    low: Final[int]
    """Program Version (Minimum)"""
    high: Final[int]
    """Program Version (Maximum)"""

class RPCDeniedVersionsLayer(DeclaredLayer):
    """Versions of RPC"""
    low: Final[int]
    """RPC Version (Minimum)"""
    high: Final[int]
    """RPC Version (Maximum)"""

class RPCDeniedCredentialLayer(DeclaredLayer):
    """Denied Credential"""
    state_auth: Final[int]
    """Auth State"""

class NFS3FoundLayer(DeclaredLayer):
    """Attributes"""
    follow: Final[int]
    """Attributes Follow: 1: something follows, 0: nothing"""

class NFS3AttributesLayer(DeclaredLayer):
    """Attributes to Set"""
    set_mode: Final[int]
    """Set Mode"""

class NFS3MadeLayer(DeclaredLayer):
    """What Was Made"""
    handle_follows: Final[int]
    """Handle Follows: 1: something follows, 0: nothing"""

class NFS4OperationLayer(DeclaredLayer):
    """Operation"""
    opcode: Final[int]
    """Opcode"""

class NFS4OperationsLayer(DeclaredLayer):
    """COMPOUND, Operations"""
    minorversion: Final[int]
    """Minor Version"""
    operations: Final[int]
    """Number of Operations"""

class NFS4AccessLayer(DeclaredLayer):
    """ACCESS, Arguments"""
    access: Final[int]
    """Access"""

class NFS4CloseLayer(DeclaredLayer):
    """CLOSE, Arguments"""
    seqid: Final[int]
    """Sequence"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""

class NFS4CommitLayer(DeclaredLayer):
    """COMMIT, Arguments"""
    offset4: Final[int]
    """Offset, in bytes"""
    count: Final[int]
    """Count, in bytes"""

class NFS4CreateLayer(DeclaredLayer):
    """CREATE, Arguments"""
    type: Final[int]
    """Type"""

class NFS4DelegreturnLayer(DeclaredLayer):
    """DELEGRETURN, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""

class NFS4GetattrLayer(DeclaredLayer):
    """GETATTR, Arguments"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4LockLayer(DeclaredLayer):
    """LOCK, Arguments"""
    locktype: Final[int]
    """Lock Type"""
    reclaim: Final[int]
    """Reclaim"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    new_owner: Final[int]
    """New Lock Owner"""

class NFS4LocktLayer(DeclaredLayer):
    """LOCKT, Arguments"""
    locktype: Final[int]
    """Lock Type"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    clientid: Final[int]
    """Client ID"""
    lock_owner_length: Final[int]
    """Owner, Length"""
    lock_owner: Final[bytes]
    """Owner"""

class NFS4LockuLayer(DeclaredLayer):
    """LOCKU, Arguments"""
    locktype: Final[int]
    """Lock Type"""
    seqid: Final[int]
    """Sequence"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""

class NFS4LookupLayer(DeclaredLayer):
    """LOOKUP, Arguments"""
    file_name_length: Final[int]
    """Name, Length"""
    file_name: Final[str]
    """Name"""

class NFS4VerifyLayer(DeclaredLayer):
    """VERIFY, Arguments"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4OpenLayer(DeclaredLayer):
    """OPEN, Arguments"""
    seqid: Final[int]
    """Sequence"""
    share_access: Final[int]
    """Share Access"""
    share_deny: Final[int]
    """Share Deny"""
    clientid: Final[int]
    """Client ID"""
    owner_length: Final[int]
    """Owner, Length"""
    owner: Final[bytes]
    """Owner"""

class NFS4OpenattrLayer(DeclaredLayer):
    """OPENATTR, Arguments"""
    createdir: Final[int]
    """Attribute Dir Create"""

class NFS4OpenConfirmLayer(DeclaredLayer):
    """OPEN_CONFIRM, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    seqid: Final[int]
    """Sequence"""

class NFS4OpenDowngradeLayer(DeclaredLayer):
    """OPEN_DOWNGRADE, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    seqid: Final[int]
    """Sequence"""
    share_access: Final[int]
    """Share Access"""
    share_deny: Final[int]
    """Share Deny"""

class NFS4PutfhLayer(DeclaredLayer):
    """PUTFH, Arguments"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS4ReadLayer(DeclaredLayer):
    """READ, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    count: Final[int]
    """Count, in bytes"""

class NFS4ReaddirLayer(DeclaredLayer):
    """READDIR, Arguments"""
    cookie: Final[int]
    """Cookie"""
    cookie_verf: Final[int]
    """Cookie Verifier"""
    dircount: Final[int]
    """Directory Count, in bytes"""
    maxcount: Final[int]
    """Maximal Count, in bytes"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4RenameLayer(DeclaredLayer):
    """RENAME, Arguments"""
    file_name_length: Final[int]
    """Name, Length"""
    file_name: Final[str]
    """Name"""

class NFS4RenewLayer(DeclaredLayer):
    """RENEW, Arguments"""
    clientid: Final[int]
    """Client ID"""

class NFS4SetattrLayer(DeclaredLayer):
    """SETATTR, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4SetclientidLayer(DeclaredLayer):
    """SETCLIENTID, Arguments"""
    verifier: Final[int]
    """Verifier"""
    client_length: Final[int]
    """Client, Length"""
    client: Final[bytes]
    """Client"""

class NFS4SetclientidConfirmLayer(DeclaredLayer):
    """SETCLIENTID_CONFIRM, Arguments"""
    clientid: Final[int]
    """Client ID"""
    verifier: Final[int]
    """Verifier"""

class NFS4WriteLayer(DeclaredLayer):
    """WRITE, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    stable: Final[int]
    """Stable"""

class NFS4ReleaseLockownerLayer(DeclaredLayer):
    """RELEASE_LOCKOWNER, Arguments"""
    clientid: Final[int]
    """Client ID"""
    lock_owner_length: Final[int]
    """Owner, Length"""
    lock_owner: Final[bytes]
    """Owner"""

class NFS4BackchannelCtlLayer(DeclaredLayer):
    """BACKCHANNEL_CTL, Arguments"""
    cb_program: Final[int]
    """Callback Program"""
    parameters: Final[int]
    """Security Parameters"""

class NFS4BindConnToSessionLayer(DeclaredLayer):
    """BIND_CONN_TO_SESSION, Arguments"""
    session: Final[bytes]
    """Session ID"""
    channel_direction: Final[int]
    """Direction"""
    rdma_mode: Final[int]
    """RDMA Mode"""

class NFS4ExchangeIdLayer(DeclaredLayer):
    """EXCHANGE_ID, Arguments"""
    verifier: Final[int]
    """Verifier"""
    owner_length: Final[int]
    """Owner, Length"""
    owner: Final[bytes]
    """Owner"""

class NFS4CreateSessionLayer(DeclaredLayer):
    """CREATE_SESSION, Arguments"""
    clientid: Final[int]
    """Client ID"""
    seqid: Final[int]
    """Sequence"""
    flags: Final[int]
    """Flags"""
    fore_padsize: Final[int]
    """Fore Channel: Header Pad Size"""
    fore_max_request: Final[int]
    """Fore Channel: Largest Request"""
    fore_max_response: Final[int]
    """Fore Channel: Largest Response"""
    fore_max_cached: Final[int]
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: Final[int]
    """Fore Channel: Operations"""
    fore_max_reqs: Final[int]
    """Fore Channel: Requests"""
    fore_ird_count: Final[int]
    """RDMA Reads, Length"""
    fore_ird: Final[bytes]
    """RDMA Reads"""

class NFS4DestroySessionLayer(DeclaredLayer):
    """DESTROY_SESSION, Arguments"""
    session: Final[bytes]
    """Session ID"""

class NFS4GetDirDelegationLayer(DeclaredLayer):
    """GET_DIR_DELEGATION, Arguments"""
    signal: Final[int]
    """Signal Available"""
    notifications_count: Final[int]
    """Notifications, Length"""
    notifications: Final[bytes]
    """Notifications"""

class NFS4GetdeviceinfoLayer(DeclaredLayer):
    """GETDEVICEINFO, Arguments"""
    device: Final[bytes]
    """Device ID"""
    layout_type: Final[int]
    """Layout Type"""
    maxcount: Final[int]
    """Maximal Count, in bytes"""
    notify_count: Final[int]
    """Notifications, Length"""
    notify: Final[bytes]
    """Notifications"""

class NFS4GetdevicelistLayer(DeclaredLayer):
    """GETDEVICELIST, Arguments"""
    layout_type: Final[int]
    """Layout Type"""
    maxdevices: Final[int]
    """Maximal Number of Devices"""
    cookie: Final[int]
    """Cookie"""
    cookie_verf: Final[int]
    """Cookie Verifier"""

class NFS4LayoutcommitLayer(DeclaredLayer):
    """LAYOUTCOMMIT, Arguments"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    reclaim: Final[int]
    """Reclaim"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""

class NFS4LayoutgetLayer(DeclaredLayer):
    """LAYOUTGET, Arguments"""
    signal: Final[int]
    """Signal Available"""
    layout_type: Final[int]
    """Layout Type"""
    iomode: Final[int]
    """IO Mode"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    minlength: Final[int]
    """Minimal Length, in bytes"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    maxcount: Final[int]
    """Maximal Count, in bytes"""

class NFS4LayoutreturnLayer(DeclaredLayer):
    """LAYOUTRETURN, Arguments"""
    reclaim: Final[int]
    """Reclaim"""
    layout_type: Final[int]
    """Layout Type"""
    iomode: Final[int]
    """IO Mode"""
    return_type: Final[int]
    """Return Type"""

class NFS4SecinfoNoNameLayer(DeclaredLayer):
    """SECINFO_NO_NAME, Arguments"""
    style: Final[int]
    """Secinfo Style"""

class NFS4SequenceLayer(DeclaredLayer):
    """SEQUENCE, Arguments"""
    session: Final[bytes]
    """Session ID"""
    seqid: Final[int]
    """Sequence"""
    slot: Final[int]
    """Slot ID"""
    highest_slot: Final[int]
    """Highest Slot ID"""
    cachethis: Final[int]
    """Cache This"""

class NFS4SetSsvLayer(DeclaredLayer):
    """SET_SSV, Arguments"""
    ssv_length: Final[int]
    """SSV, Length"""
    ssv: Final[bytes]
    """SSV"""

class NFS4TestStateidLayer(DeclaredLayer):
    """TEST_STATEID, Arguments"""
    stateids: Final[int]
    """State IDs"""

class NFS4ReclaimCompleteLayer(DeclaredLayer):
    """RECLAIM_COMPLETE, Arguments"""
    one_fs: Final[int]
    """Reclaim One FS"""

class NFS4AllocateLayer(DeclaredLayer):
    """ALLOCATE, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""

class NFS4CopyLayer(DeclaredLayer):
    """COPY, Arguments"""
    source_seqid: Final[int]
    """State ID, Sequence"""
    source_other: Final[bytes]
    """State ID, Other"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    source_offset: Final[int]
    """Source Offset, in bytes"""
    offset4: Final[int]
    """Destination Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    consecutive: Final[int]
    """Copy Consecutively"""
    synchronous: Final[int]
    """Copy Synchronous"""
    servers: Final[int]
    """Source Servers"""

class NFS4CopyNotifyLayer(DeclaredLayer):
    """COPY_NOTIFY, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    netloc: Final[int]
    """Kind of Server Name"""

class NFS4IoAdviseLayer(DeclaredLayer):
    """IO_ADVISE, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    hints_count: Final[int]
    """Hints, Length"""
    hints: Final[bytes]
    """Hints"""

class NFS4LayouterrorLayer(DeclaredLayer):
    """LAYOUTERROR, Arguments"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    errors: Final[int]
    """Device Errors"""

class NFS4LayoutstatsLayer(DeclaredLayer):
    """LAYOUTSTATS, Arguments"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    read_count: Final[int]
    """Reads"""
    read_bytes: Final[int]
    """Read, in bytes"""
    write_count: Final[int]
    """Writes"""
    write_bytes: Final[int]
    """Written, in bytes"""
    device: Final[bytes]
    """Device ID"""
    layout_type: Final[int]
    """Layout Type"""
    update_length: Final[int]
    """Layout Update, Length"""
    update: Final[bytes]
    """Layout Update"""

class NFS4SeekLayer(DeclaredLayer):
    """SEEK, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    offset4: Final[int]
    """Offset, in bytes"""
    what: Final[int]
    """Data Content"""

class NFS4WriteSameLayer(DeclaredLayer):
    """WRITE_SAME, Arguments"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    stable: Final[int]
    """Stable"""
    offset4: Final[int]
    """Offset, in bytes"""
    block_size: Final[int]
    """Block Size, in bytes"""
    block_count: Final[int]
    """Block Count"""
    relative: Final[int]
    """Offset of the Block Number"""
    block_number: Final[int]
    """Block Number"""
    pattern_offset: Final[int]
    """Offset of the Pattern"""
    pattern_length: Final[int]
    """Pattern, Length"""
    pattern: Final[bytes]
    """Pattern"""

class NFS4CloneLayer(DeclaredLayer):
    """CLONE, Arguments"""
    source_seqid: Final[int]
    """State ID, Sequence"""
    source_other: Final[bytes]
    """State ID, Other"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    source_offset: Final[int]
    """Source Offset, in bytes"""
    offset4: Final[int]
    """Destination Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""

class NFS4GetxattrLayer(DeclaredLayer):
    """GETXATTR, Arguments"""
    key_length: Final[int]
    """Key, Length"""
    key: Final[str]
    """Key"""

class NFS4SetxattrLayer(DeclaredLayer):
    """SETXATTR, Arguments"""
    options: Final[int]
    """Options"""
    key_length: Final[int]
    """Key, Length"""
    key: Final[str]
    """Key"""

class NFS4ListxattrsLayer(DeclaredLayer):
    """LISTXATTRS, Arguments"""
    cookie: Final[int]
    """Cookie"""
    maxcount: Final[int]
    """Maximal Count, in bytes"""

class NFS4ResultLayer(DeclaredLayer):
    """Result"""
    opcode: Final[int]
    """Opcode"""
    status: Final[int]
    """Status"""

class NFS4ResultCountLayer(DeclaredLayer):
    """COMPOUND, Results"""
    operations: Final[int]
    """Number of Results"""

class NFS4ReadlinkResultApartLayer(DeclaredLayer):
    """READLINK, Result without Data"""
    target_length: Final[int]
    """Data, Length"""

class NFS4AccessResultLayer(DeclaredLayer):
    """ACCESS, Result"""
    supported: Final[int]
    """Supported"""
    access: Final[int]
    """Access"""

class NFS4CloseResultLayer(DeclaredLayer):
    """CLOSE, Result"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""

class NFS4CommitResultLayer(DeclaredLayer):
    """COMMIT, Result"""
    verifier: Final[int]
    """Verifier"""

class NFS4CreateResultLayer(DeclaredLayer):
    """CREATE, Result"""
    change_atomic: Final[int]
    """Atomic"""
    change_before: Final[int]
    """Change ID Before"""
    change_after: Final[int]
    """Change ID After"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4GetattrResultLayer(DeclaredLayer):
    """GETATTR, Result"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4GetfhResultLayer(DeclaredLayer):
    """GETFH, Result"""
    fh_length: Final[int]
    """File Handle, Length"""
    fh: Final[bytes]
    """File Handle"""

class NFS4RemoveResultLayer(DeclaredLayer):
    """REMOVE, Result"""
    change_atomic: Final[int]
    """Atomic"""
    change_before: Final[int]
    """Change ID Before"""
    change_after: Final[int]
    """Change ID After"""

class NFS4OpenResultLayer(DeclaredLayer):
    """OPEN, Result"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    change_atomic: Final[int]
    """Atomic"""
    change_before: Final[int]
    """Change ID Before"""
    change_after: Final[int]
    """Change ID After"""
    result_flags: Final[int]
    """Result Flags"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class NFS4ReadResultLayer(DeclaredLayer):
    """READ, Result"""
    eof: Final[int]
    """EOF"""

class NFS4ReaddirResultLayer(DeclaredLayer):
    """READDIR, Result"""
    cookie_verf: Final[int]
    """Cookie Verifier"""

class NFS4RenameResultLayer(DeclaredLayer):
    """RENAME, Result"""
    source_atomic: Final[int]
    """Atomic"""
    source_before: Final[int]
    """Change ID Before"""
    source_after: Final[int]
    """Change ID After"""
    target_atomic: Final[int]
    """Atomic"""
    target_before: Final[int]
    """Change ID Before"""
    target_after: Final[int]
    """Change ID After"""

class NFS4SecinfoResultLayer(DeclaredLayer):
    """SECINFO, Result"""
    flavors: Final[int]
    """Flavors"""

class NFS4SetclientidResultLayer(DeclaredLayer):
    """SETCLIENTID, Result"""
    clientid: Final[int]
    """Client ID"""
    verifier: Final[int]
    """Verifier"""

class NFS4WriteResultLayer(DeclaredLayer):
    """WRITE, Result"""
    count: Final[int]
    """Count, in bytes"""
    committed: Final[int]
    """Committed"""
    verifier: Final[int]
    """Verifier"""

class NFS4BindConnToSessionResultLayer(DeclaredLayer):
    """BIND_CONN_TO_SESSION, Result"""
    session: Final[bytes]
    """Session ID"""
    channel_direction: Final[int]
    """Direction"""
    rdma_mode: Final[int]
    """RDMA Mode"""

class NFS4ExchangeIdResultLayer(DeclaredLayer):
    """EXCHANGE_ID, Result"""
    clientid: Final[int]
    """Client ID"""
    seqid: Final[int]
    """Sequence"""
    flags: Final[int]
    """Flags"""
    protection: Final[int]
    """State Protection"""

class NFS4CreateSessionResultLayer(DeclaredLayer):
    """CREATE_SESSION, Result"""
    session: Final[bytes]
    """Session ID"""
    seqid: Final[int]
    """Sequence"""
    flags: Final[int]
    """Flags"""
    fore_padsize: Final[int]
    """Fore Channel: Header Pad Size"""
    fore_max_request: Final[int]
    """Fore Channel: Largest Request"""
    fore_max_response: Final[int]
    """Fore Channel: Largest Response"""
    fore_max_cached: Final[int]
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: Final[int]
    """Fore Channel: Operations"""
    fore_max_reqs: Final[int]
    """Fore Channel: Requests"""
    fore_ird_count: Final[int]
    """RDMA Reads, Length"""
    fore_ird: Final[bytes]
    """RDMA Reads"""

class NFS4GetDirDelegationResultLayer(DeclaredLayer):
    """GET_DIR_DELEGATION, Result"""
    unavailable: Final[int]
    """Status of the Delegation"""

class NFS4GetdeviceinfoResultLayer(DeclaredLayer):
    """GETDEVICEINFO, Result"""
    layout_type: Final[int]
    """Layout Type"""
    body_length: Final[int]
    """Device Address, Length"""
    body: Final[bytes]
    """Device Address"""

class NFS4GetdevicelistResultLayer(DeclaredLayer):
    """GETDEVICELIST, Result"""
    cookie: Final[int]
    """Cookie"""
    cookie_verf: Final[int]
    """Cookie Verifier"""
    devices: Final[int]
    """Number of Devices"""

class NFS4LayoutcommitResultLayer(DeclaredLayer):
    """LAYOUTCOMMIT, Result"""
    resized: Final[int]
    """New Size"""

class NFS4LayoutgetResultLayer(DeclaredLayer):
    """LAYOUTGET, Result"""
    return_on_close: Final[int]
    """Return on Close"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    layouts: Final[int]
    """Layouts"""

class NFS4LayoutreturnResultLayer(DeclaredLayer):
    """LAYOUTRETURN, Result"""
    kept: Final[int]
    """State ID Follows"""

class NFS4SequenceResultLayer(DeclaredLayer):
    """SEQUENCE, Result"""
    session: Final[bytes]
    """Session ID"""
    seqid: Final[int]
    """Sequence"""
    slot: Final[int]
    """Slot ID"""
    highest_slot: Final[int]
    """Highest Slot ID"""
    target_slot: Final[int]
    """Target Highest Slot ID"""
    status_flags: Final[int]
    """Status Flags"""

class NFS4SetSsvResultLayer(DeclaredLayer):
    """SET_SSV, Result"""
    digest_length: Final[int]
    """Digest, Length"""
    digest: Final[bytes]
    """Digest"""

class NFS4TestStateidResultLayer(DeclaredLayer):
    """TEST_STATEID, Result"""
    stateids: Final[int]
    """State IDs"""

class NFS4CopyResultLayer(DeclaredLayer):
    """COPY, Result"""
    callbacks: Final[int]
    """Callback State IDs"""

class NFS4CopyNotifyResultLayer(DeclaredLayer):
    """COPY_NOTIFY, Result"""
    lease: Final[bytes]
    """Lease Time"""
    stateid_seqid: Final[int]
    """State ID, Sequence"""
    stateid_other: Final[bytes]
    """State ID, Other"""
    servers: Final[int]
    """Source Servers"""

class NFS4IoAdviseResultLayer(DeclaredLayer):
    """IO_ADVISE, Result"""
    hints_count: Final[int]
    """Hints, Length"""
    hints: Final[bytes]
    """Hints"""

class NFS4OffloadStatusResultLayer(DeclaredLayer):
    """OFFLOAD_STATUS, Result"""
    copied: Final[int]
    """Copied, in bytes"""
    complete: Final[int]
    """Complete"""

class NFS4ReadPlusResultLayer(DeclaredLayer):
    """READ_PLUS, Result"""
    eof: Final[int]
    """EOF"""
    segments: Final[int]
    """Segments"""

class NFS4SeekResultLayer(DeclaredLayer):
    """SEEK, Result"""
    eof: Final[int]
    """EOF"""
    offset4: Final[int]
    """Offset, in bytes"""

class NFS4WriteSameResultLayer(DeclaredLayer):
    """WRITE_SAME, Result"""
    callbacks: Final[int]
    """Callback State IDs"""

class NFS4GetxattrResultLayer(DeclaredLayer):
    """GETXATTR, Result"""
    value_length: Final[int]
    """Value, Length"""
    value: Final[bytes]
    """Value"""

class NFS4ListxattrsResultLayer(DeclaredLayer):
    """LISTXATTRS, Result"""
    cookie: Final[int]
    """Cookie"""
    names: Final[int]
    """Names"""

class NFS4ReadlinkResultLayer(DeclaredLayer):
    """READLINK, Result"""
    target_length: Final[int]
    """Data, Length"""
    target: Final[str]
    """Data"""

class NFS4LockRefusedLayer(DeclaredLayer):
    """LOCK, Result"""
    offset4: Final[int]
    """Offset, in bytes"""
    length: Final[int]
    """Length, in bytes"""
    locktype: Final[int]
    """Lock Type"""
    clientid: Final[int]
    """Client ID"""
    lock_owner_length: Final[int]
    """Owner, Length"""
    lock_owner: Final[bytes]
    """Owner"""

class NFS4SetclientidRefusedLayer(DeclaredLayer):
    """SETCLIENTID, Result"""
    netid_length: Final[int]
    """Network, Length"""
    netid: Final[str]
    """Network"""

class NFS4GetdeviceinfoRefusedLayer(DeclaredLayer):
    """GETDEVICEINFO, Result"""
    mincount: Final[int]
    """Least Count"""

class NFS4LayoutgetRefusedLayer(DeclaredLayer):
    """LAYOUTGET, Result"""
    will_signal: Final[int]
    """Will Signal"""

class NFS4CopyRefusedLayer(DeclaredLayer):
    """COPY, Result"""
    consecutive: Final[int]
    """Copy Consecutively"""
    synchronous: Final[int]
    """Copy Synchronous"""

class NFS4SetattrResultLayer(DeclaredLayer):
    """SETATTR, Result"""
    bitmap_count: Final[int]
    """Attribute Mask, Length"""
    bitmap: Final[bytes]
    """Attribute Mask"""

class ISCSINopOutLayer(DeclaredLayer):
    """iSCSI NOP-Out"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    rsvd: Final[int]
    """Reserved (23 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd2: Final[bytes]
    """Reserved (128 bits)"""

class ISCSICommandLayer(DeclaredLayer):
    """iSCSI Command"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final: no unsolicited Data-Out follows"""
    read: Final[bool]
    """Read"""
    write: Final[bool]
    """Write"""
    rsvd: Final[int]
    """Reserved (2 bits)"""
    attr: Final[int]
    """Task Attributes"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    expected_length: Final[int]
    """Expected Data Transfer Length, in bytes"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""

class ISCSITaskManagementLayer(DeclaredLayer):
    """iSCSI Task Management Function Request"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    function: Final[int]
    """Function"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    referencedtasktag: Final[int]
    """Referenced Task Tag: the task to abort"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""
    refcmdsn: Final[int]
    """RefCmdSN"""
    expdatasn: Final[int]
    """ExpDataSN"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""

class ISCSILoginLayer(DeclaredLayer):
    """iSCSI Login Request"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    transit: Final[bool]
    """Transit"""
    more: Final[bool]
    """Continue"""
    rsvd: Final[int]
    """Reserved (2 bits)"""
    csg: Final[int]
    """Current Stage"""
    nsg: Final[int]
    """Next Stage"""
    versionmax: Final[int]
    """Version-max"""
    versionmin: Final[int]
    """Version-min"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    isid: Final[bytes]
    """ISID"""
    tsih: Final[int]
    """TSIH: 0: a new session"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    cid: Final[int]
    """CID"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd3: Final[bytes]
    """Reserved (128 bits)"""
    text: Final[bytes]
    """Text Parameters"""
    pairs: Final[str | None]
    """Parameters"""

class ISCSITextLayer(DeclaredLayer):
    """iSCSI Text Request"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    more: Final[bool]
    """Continue"""
    rsvd: Final[int]
    """Reserved (6 bits)"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd3: Final[bytes]
    """Reserved (128 bits)"""
    text: Final[bytes]
    """Text Parameters"""
    pairs: Final[str | None]
    """Parameters"""

class ISCSIDataOutLayer(DeclaredLayer):
    """iSCSI Data-Out"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    rsvd: Final[int]
    """Reserved (23 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""
    datasn: Final[int]
    """DataSN"""
    buffer_offset: Final[int]
    """Buffer Offset, in bytes"""
    rsvd4: Final[int]
    """Reserved (32 bits)"""

class ISCSILogoutLayer(DeclaredLayer):
    """iSCSI Logout Request"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    reason: Final[int]
    """Reason"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    cid: Final[int]
    """CID"""
    rsvd3: Final[int]
    """Reserved (16 bits)"""
    cmdsn: Final[int]
    """CmdSN"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd4: Final[bytes]
    """Reserved (128 bits)"""

class ISCSISnackLayer(DeclaredLayer):
    """iSCSI SNACK Request"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    type: Final[int]
    """Type"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""
    expstatsn: Final[int]
    """ExpStatSN"""
    rsvd4: Final[int]
    """Reserved (64 bits)"""
    begrun: Final[int]
    """BegRun"""
    runlength: Final[int]
    """RunLength"""

class ISCSINopInLayer(DeclaredLayer):
    """iSCSI NOP-In"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    rsvd: Final[int]
    """Reserved (23 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    rsvd2: Final[bytes]
    """Reserved (96 bits)"""

class ISCSIResponseLayer(DeclaredLayer):
    """iSCSI Response"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    bidi_overflow: Final[bool]
    """Bidirectional Read Residual Overflow"""
    bidi_underflow: Final[bool]
    """Bidirectional Read Residual Underflow"""
    overflow: Final[bool]
    """Residual Overflow"""
    underflow: Final[bool]
    """Residual Underflow"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    response: Final[int]
    """Response"""
    status: Final[int]
    """Status"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    rsvd3: Final[int]
    """Reserved (64 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    snack_tag: Final[int]
    """SNACK Tag"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    expdatasn: Final[int]
    """ExpDataSN"""
    bidi_residual: Final[int]
    """Bidirectional Read Residual Count, in bytes"""
    residual: Final[int]
    """Residual Count, in bytes"""

class ISCSITaskManagementResponseLayer(DeclaredLayer):
    """iSCSI Task Management Function Response"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    response: Final[int]
    """Response"""
    rsvd: Final[int]
    """Reserved (8 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    rsvd4: Final[bytes]
    """Reserved (96 bits)"""

class ISCSILoginResponseLayer(DeclaredLayer):
    """iSCSI Login Response"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    transit: Final[bool]
    """Transit"""
    more: Final[bool]
    """Continue"""
    rsvd: Final[int]
    """Reserved (2 bits)"""
    csg: Final[int]
    """Current Stage"""
    nsg: Final[int]
    """Next Stage"""
    versionmax: Final[int]
    """Version-max"""
    versionactive: Final[int]
    """Version-active"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    isid: Final[bytes]
    """ISID"""
    tsih: Final[int]
    """TSIH: 0: a new session"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    status: Final[int]
    """Status"""
    rsvd3: Final[bytes]
    """Reserved (80 bits)"""
    text: Final[bytes]
    """Text Parameters"""
    pairs: Final[str | None]
    """Parameters"""

class ISCSITextResponseLayer(DeclaredLayer):
    """iSCSI Text Response"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    more: Final[bool]
    """Continue"""
    rsvd: Final[int]
    """Reserved (6 bits)"""
    rsvd2: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    rsvd3: Final[bytes]
    """Reserved (96 bits)"""
    text: Final[bytes]
    """Text Parameters"""
    pairs: Final[str | None]
    """Parameters"""

class ISCSIDataInLayer(DeclaredLayer):
    """iSCSI Data-In"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    final: Final[bool]
    """Final"""
    acknowledge: Final[bool]
    """Acknowledge"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    overflow: Final[bool]
    """Residual Overflow"""
    underflow: Final[bool]
    """Residual Underflow"""
    has_status: Final[bool]
    """Status: the status is there"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    status: Final[int]
    """Status"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    datasn: Final[int]
    """DataSN"""
    buffer_offset: Final[int]
    """Buffer Offset, in bytes"""
    residual: Final[int]
    """Residual Count, in bytes"""

class ISCSILogoutResponseLayer(DeclaredLayer):
    """iSCSI Logout Response"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    response: Final[int]
    """Response"""
    rsvd: Final[int]
    """Reserved (8 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    rsvd4: Final[int]
    """Reserved (32 bits)"""
    time2wait: Final[int]
    """Time2Wait, in s"""
    time2retain: Final[int]
    """Time2Retain, in s"""
    rsvd5: Final[int]
    """Reserved (32 bits)"""

class ISCSIReadyToTransferLayer(DeclaredLayer):
    """iSCSI Ready To Transfer"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: Final[int]
    """Target Transfer Tag"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    r2tsn: Final[int]
    """R2TSN"""
    buffer_offset: Final[int]
    """Buffer Offset, in bytes"""
    desireddatalength: Final[int]
    """Desired Data Length, in bytes"""

class ISCSIAsynchronousLayer(DeclaredLayer):
    """iSCSI Asynchronous Message"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: Final[int]
    """Address Mode"""
    lun: Final[int]
    """LUN"""
    lun_rest: Final[int]
    """Reserved (48 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    event: Final[int]
    """Event"""
    vendor: Final[int]
    """Vendor Code"""
    parameter1: Final[int]
    """Parameter 1"""
    parameter2: Final[int]
    """Parameter 2"""
    parameter3: Final[int]
    """Parameter 3"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""

class ISCSIRejectLayer(DeclaredLayer):
    """iSCSI Reject"""
    first_bit: Final[bool]
    """Reserved (1 bit)"""
    immediate: Final[bool]
    """Immediate Delivery"""
    opcode: Final[int]
    """Opcode"""
    flags: Final[int]
    """Flags"""
    reason: Final[int]
    """Reason"""
    rsvd: Final[int]
    """Reserved (8 bits)"""
    totalahslength: Final[int]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: Final[int]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: Final[int]
    """Reserved (64 bits)"""
    initiatortasktag: Final[int]
    """Initiator Task Tag: joins command and response"""
    rsvd3: Final[int]
    """Reserved (32 bits)"""
    statsn: Final[int]
    """StatSN"""
    expcmdsn: Final[int]
    """ExpCmdSN"""
    maxcmdsn: Final[int]
    """MaxCmdSN"""
    datasn: Final[int]
    """DataSN"""
    rsvd4: Final[int]
    """Reserved (64 bits)"""

class SCSITestUnitReadyLayer(DeclaredLayer):
    """TEST UNIT READY"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (32 bits)"""
    control: Final[int]
    """Control"""
    padding: Final[bytes]
    """Reserved (80 bits)"""

class SCSIInquiryLayer(DeclaredLayer):
    """INQUIRY"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (7 bits)"""
    evpd: Final[bool]
    """Enable Vital Product Data"""
    page_code: Final[int]
    """Page Code: where EVPD is set"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    control: Final[int]
    """Control"""
    padding: Final[bytes]
    """Reserved (80 bits)"""

class SCSIModeSense6Layer(DeclaredLayer):
    """MODE SENSE(6)"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags: 0x08: no block descriptors"""
    pc: Final[int]
    """Page Control"""
    page_code: Final[int]
    """Page Code"""
    subpage_code: Final[int]
    """Subpage Code"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    control: Final[int]
    """Control"""
    padding: Final[bytes]
    """Reserved (80 bits)"""

class SCSIModeSense10Layer(DeclaredLayer):
    """MODE SENSE(10)"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags: 0x08: no block descriptors; 0x10: long LBAs"""
    pc: Final[int]
    """Page Control"""
    page_code: Final[int]
    """Page Code"""
    subpage_code: Final[int]
    """Subpage Code"""
    rsvd: Final[int]
    """Reserved (24 bits)"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIRequestSenseLayer(DeclaredLayer):
    """REQUEST SENSE"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags: 0x01: descriptor format"""
    rsvd: Final[int]
    """Reserved (16 bits)"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    control: Final[int]
    """Control"""
    padding: Final[bytes]
    """Reserved (80 bits)"""

class SCSIReportLUNsLayer(DeclaredLayer):
    """REPORT LUNS"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (8 bits)"""
    select_report: Final[int]
    """Select Report"""
    rsvd2: Final[int]
    """Reserved (24 bits)"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    rsvd3: Final[int]
    """Reserved (8 bits)"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SCSIMaintenanceInLayer(DeclaredLayer):
    """MAINTENANCE IN"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    service_action: Final[int]
    """Service Action"""
    parameters: Final[bytes]
    """Parameters"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SCSIServiceActionIn16Layer(DeclaredLayer):
    """SERVICE ACTION IN(16)"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    service_action: Final[int]
    """Service Action"""
    lba: Final[int]
    """Logical Block Address"""
    alloclen: Final[int]
    """Allocation Length, in bytes"""
    rsvd2: Final[int]
    """Reserved (8 bits)"""
    control: Final[int]
    """Control"""

class SCSIReadCapacity10Layer(DeclaredLayer):
    """READ CAPACITY(10)"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (64 bits)"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIUnmapLayer(DeclaredLayer):
    """UNMAP"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (7 bits)"""
    anchor: Final[bool]
    """Anchor"""
    rsvd2: Final[int]
    """Reserved (32 bits)"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    paramlen: Final[int]
    """Parameter List Length: 8 + 16 a range, in bytes"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIBlocks6Layer(DeclaredLayer):
    """READ(6), WRITE(6)"""
    opcode: Final[int]
    """Operation Code"""
    rsvd: Final[int]
    """Reserved (3 bits)"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length: 0: 256, in blocks"""
    control: Final[int]
    """Control"""
    padding: Final[bytes]
    """Reserved (80 bits)"""

class SCSIRead10Layer(DeclaredLayer):
    """READ(10)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """RDPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIWrite10Layer(DeclaredLayer):
    """WRITE(10)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """WRPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIBlocks10Layer(DeclaredLayer):
    """Block Command of 10 Bytes"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags"""
    lba: Final[int]
    """Logical Block Address"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (48 bits)"""

class SCSIRead12Layer(DeclaredLayer):
    """READ(12)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """RDPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SCSIWrite12Layer(DeclaredLayer):
    """WRITE(12)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """WRPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SCSIBlocks12Layer(DeclaredLayer):
    """Block Command of 12 Bytes"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""
    padding: Final[int]
    """Reserved (32 bits)"""

class SCSIRead16Layer(DeclaredLayer):
    """READ(16)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """RDPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""

class SCSIWrite16Layer(DeclaredLayer):
    """WRITE(16)"""
    opcode: Final[int]
    """Operation Code"""
    protect: Final[int]
    """WRPROTECT"""
    dpo: Final[bool]
    """Disable Page Out"""
    fua: Final[bool]
    """Force Unit Access"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    fua_nv: Final[bool]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: Final[int]
    """Reserved (1 bit)"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""

class SCSIBlocks16Layer(DeclaredLayer):
    """Block Command of 16 Bytes"""
    opcode: Final[int]
    """Operation Code"""
    flags: Final[int]
    """Flags"""
    lba: Final[int]
    """Logical Block Address"""
    blocks: Final[int]
    """Transfer Length, in blocks"""
    rsvd3: Final[int]
    """Reserved (3 bits)"""
    group_number: Final[int]
    """Group Number"""
    control: Final[int]
    """Control"""

class SCSICommandLayer(DeclaredLayer):
    """SCSI Command"""
    opcode: Final[int]
    """Operation Code"""
    rest: Final[bytes]
    """Other Bytes"""

class ISCSISenseLayer(DeclaredLayer):
    """iSCSI Sense Length"""
    senselength: Final[int]
    """Sense Length, in bytes"""

class SCSISenseFixedLayer(DeclaredLayer):
    """Sense Data, Fixed Format"""
    valid: Final[bool]
    """Valid: the information is defined"""
    response_code: Final[int]
    """Response Code"""
    obsolete: Final[int]
    """Reserved (8 bits)"""
    filemark: Final[bool]
    """Filemark"""
    eom: Final[bool]
    """End of Medium"""
    ili: Final[bool]
    """Incorrect Length Indicator"""
    sdat_ovfl: Final[bool]
    """Sense Data Overflow"""
    key: Final[int]
    """Sense Key"""
    info: Final[int]
    """Information"""
    addlen: Final[int]
    """Additional Sense Length: that follow this byte, in bytes"""
    specific: Final[int]
    """Command Specific Information"""
    asc: Final[int]
    """Additional Sense Code"""
    ascq: Final[int]
    """Additional Sense Code Qualifier"""
    fru: Final[int]
    """Field Replaceable Unit Code"""
    sksv: Final[bool]
    """Sense Key Specific Valid"""
    sks_info: Final[int]
    """Sense Key Specific"""
    words: Final[str]
    """Sense in Words"""

class SCSISenseDescriptorLayer(DeclaredLayer):
    """Sense Data, Descriptor Format"""
    rsvd: Final[int]
    """Reserved (1 bit)"""
    response_code: Final[int]
    """Response Code"""
    rsvd2: Final[int]
    """Reserved (4 bits)"""
    key: Final[int]
    """Sense Key"""
    asc: Final[int]
    """Additional Sense Code"""
    ascq: Final[int]
    """Additional Sense Code Qualifier"""
    sdat_ovfl: Final[bool]
    """Sense Data Overflow"""
    rsvd3: Final[int]
    """Reserved (23 bits)"""
    addlen: Final[int]
    """Additional Sense Length: of the descriptors that follow, in bytes"""
    words: Final[str]
    """Sense in Words"""

class SRPDirectLayer(DeclaredLayer):
    """SRP Direct Data Buffer Descriptor"""
    address: Final[int]
    """Virtual Address"""
    key: Final[int]
    """Memory Handle: an R_Key"""
    length: Final[int]
    """Length, in bytes"""

class SRPIndirectLayer(DeclaredLayer):
    """SRP Indirect Data Buffer Descriptor"""
    table_address: Final[int]
    """Table Virtual Address"""
    table_key: Final[int]
    """Table Memory Handle: an R_Key"""
    table_length: Final[int]
    """Table Length: 16 a descriptor, in bytes"""
    total_length: Final[int]
    """Total Length, in bytes"""

class SRPImmediateLayer(DeclaredLayer):
    """SRP Immediate Data Buffer Descriptor"""
    length: Final[int]
    """Length, in bytes"""

class SRPResponseDataLayer(DeclaredLayer):
    """SRP Response Data"""
    rsvd: Final[int]
    """Reserved (24 bits)"""
    response_code: Final[int]
    """Response Code"""

class IPoIBARPLayer(DeclaredLayer):
    """Address Resolution Protocol over InfiniBand"""
    hw_type: Final[int]
    """Hardware Type"""
    proto_type: Final[int]
    """Protocol Type"""
    hw_size: Final[int]
    """Hardware Size, in bytes"""
    proto_size: Final[int]
    """Protocol Size, in bytes"""
    opcode: Final[int]
    """Opcode"""
    src_hw: Final[bytes]
    """Sender Hardware Address: flags, QPN, GID"""
    src_proto: Final[IPv4Address]
    """Sender IP Address"""
    dst_hw: Final[bytes]
    """Target Hardware Address: flags, QPN, GID"""
    dst_proto: Final[IPv4Address]
    """Target IP Address"""
    src_hw_rc: Final[int]
    """Sender Connected Mode"""
    src_hw_qpn: Final[int]
    """Sender QPN"""
    src_hw_gid: Final[str]
    """Sender GID"""
    dst_hw_rc: Final[int]
    """Target Connected Mode"""
    dst_hw_qpn: Final[int]
    """Target QPN"""
    dst_hw_gid: Final[str]
    """Target GID"""

class RouterSolicitationLayer(DeclaredLayer):
    """Router Solicitation"""
    type: Final[int]
    """Type"""
    code: Final[int]
    """Code"""
    checksum: Final[int]
    """Checksum"""
    reserved: Final[int]
    """Reserved (32 bits)"""

class RouterAdvertisementLayer(DeclaredLayer):
    """Router Advertisement"""
    type: Final[int]
    """Type"""
    code: Final[int]
    """Code"""
    checksum: Final[int]
    """Checksum"""
    hop_limit: Final[int]
    """Current Hop Limit"""
    flags: Final[int]
    """Flags"""
    lifetime: Final[int]
    """Router Lifetime, in s"""
    reachable: Final[int]
    """Reachable Time, in ms"""
    retransmission: Final[int]
    """Retransmission Timer, in ms"""

class NeighborSolicitationLayer(DeclaredLayer):
    """Neighbor Solicitation"""
    type: Final[int]
    """Type"""
    code: Final[int]
    """Code"""
    checksum: Final[int]
    """Checksum"""
    reserved: Final[int]
    """Reserved (32 bits)"""
    target: Final[IPv6Address]
    """Target Address"""

class NeighborAdvertisementLayer(DeclaredLayer):
    """Neighbor Advertisement"""
    type: Final[int]
    """Type"""
    code: Final[int]
    """Code"""
    checksum: Final[int]
    """Checksum"""
    router: Final[bool]
    """Router"""
    solicited: Final[bool]
    """Solicited"""
    override: Final[bool]
    """Override"""
    flags_reserved: Final[int]
    """Reserved (29 bits)"""
    target: Final[IPv6Address]
    """Target Address"""

class NeighborLinkAddressLayer(DeclaredLayer):
    """Link-Layer Address over InfiniBand"""
    type: Final[int]
    """Option Type"""
    length: Final[int]
    """Option Length, in 8 bytes"""
    linkaddr: Final[bytes]
    """Link-Layer Address: two bytes of padding; flags, QPN, GID"""
    linkaddr_rc: Final[int]
    """Neighbor Connected Mode"""
    linkaddr_qpn: Final[int]
    """Neighbor QPN"""
    linkaddr_gid: Final[str]
    """Neighbor GID"""

class RSocketBufferLayer(DeclaredLayer):
    """rsocket Buffer"""
    address: Final[int]
    """Address"""
    key: Final[int]
    """Key"""
    length: Final[int]
    """Length, in bytes"""

class RDSVersionLayer(DeclaredLayer):
    """RDS Extension: version"""
    ext: Final[int]
    """Extension"""
    version: Final[int]
    """Version"""

class RDSUsedLayer(DeclaredLayer):
    """RDS Extension: RDMA"""
    ext: Final[int]
    """Extension"""
    rkey: Final[int]
    """R_Key"""

class RDSDestinationLayer(DeclaredLayer):
    """RDS Extension: RDMA destination"""
    ext: Final[int]
    """Extension"""
    rkey: Final[int]
    """R_Key"""
    rdma_offset: Final[int]
    """Offset, in bytes"""

class RDSPathsLayer(DeclaredLayer):
    """RDS Extension: number of paths"""
    ext: Final[int]
    """Extension"""
    paths: Final[int]
    """Number of Paths"""

class RDSGenerationLayer(DeclaredLayer):
    """RDS Extension: generation number"""
    ext: Final[int]
    """Extension"""
    generation: Final[int]
    """Generation"""

class SMCProposalLayer(DeclaredLayer):
    """SMC-R Proposal"""
    peer: Final[bytes]
    """Peer ID"""
    gid: Final[IPv6Address]
    """Preferred GID"""
    mac: Final[str]
    """Preferred MAC"""
    ip_offset: Final[int]
    """IP Area Offset, in bytes"""

class SMCAcceptLayer(DeclaredLayer):
    """SMC-R Accept"""
    peer: Final[bytes]
    """Peer ID"""
    gid: Final[IPv6Address]
    """GID"""
    mac: Final[str]
    """MAC"""
    qpn: Final[int]
    """QP Number"""
    rkey: Final[int]
    """RMB R_Key"""
    rmbe: Final[int]
    """RMBE Index: counted from 1"""
    token: Final[int]
    """RMBE Alert Token"""
    rmbe_size: Final[int]
    """RMBE Size: 2^(n+14) bytes"""
    mtu: Final[int]
    """Path MTU"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    address: Final[int]
    """RMB Virtual Address"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    psn: Final[int]
    """Initial PSN"""

class SMCConfirmLayer(DeclaredLayer):
    """SMC-R Confirm"""
    peer: Final[bytes]
    """Peer ID"""
    gid: Final[IPv6Address]
    """GID"""
    mac: Final[str]
    """MAC"""
    qpn: Final[int]
    """QP Number"""
    rkey: Final[int]
    """RMB R_Key"""
    rmbe: Final[int]
    """RMBE Index: counted from 1"""
    token: Final[int]
    """RMBE Alert Token"""
    rmbe_size: Final[int]
    """RMBE Size: 2^(n+14) bytes"""
    mtu: Final[int]
    """Path MTU"""
    reserved: Final[int]
    """Reserved (8 bits)"""
    address: Final[int]
    """RMB Virtual Address"""
    reserved2: Final[int]
    """Reserved (8 bits)"""
    psn: Final[int]
    """Initial PSN"""

class SMCDeclineLayer(DeclaredLayer):
    """SMC Decline"""
    peer: Final[bytes]
    """Peer ID"""
    diagnosis: Final[int]
    """Diagnosis"""
    system: Final[int]
    """Operating System"""
    reserved: Final[int]
    """Reserved (4 bits)"""
    reserved2: Final[int]
    """Reserved (24 bits)"""
    trailer: Final[int]
    """Trailing Eyecatcher"""

class LNetConnectionLayer(DeclaredLayer):
    """LNet Connection"""
    qdepth: Final[int]
    """Queue Depth"""
    max_frags: Final[int]
    """Maximum Fragments"""
    max_size: Final[int]
    """Maximum Message Size, in bytes"""

class LNetCompletionLayer(DeclaredLayer):
    """LNet Completion"""
    cookie: Final[int]
    """Cookie"""
    status: Final[int]
    """Status: bytes; 2^32 less an error number of Linux"""

class LNetHeaderLayer(DeclaredLayer):
    """LNet Header"""
    dest_nid: Final[int]
    """Destination NID"""
    src_nid: Final[int]
    """Source NID"""
    dest_pid: Final[int]
    """Destination PID: 12345: Lustre"""
    src_pid: Final[int]
    """Source PID"""
    msg_type: Final[int]
    """Message Type"""
    payload_length: Final[int]
    """Payload Length, in bytes"""
    specific: Final[bytes]
    """Specific to the Type"""

class LNetCookieLayer(DeclaredLayer):
    """LNet Cookie"""
    cookie: Final[int]
    """Cookie"""

class LNetDescriptorLayer(DeclaredLayer):
    """LNet RDMA Descriptor"""
    rkey: Final[int]
    """R_Key"""
    nfrags: Final[int]
    """Fragments: of 12 bytes each follow"""

class LNetConnectionBigLayer(DeclaredLayer):
    """LNet Connection, Big Endian"""
    qdepth: Final[int]
    """Queue Depth"""
    max_frags: Final[int]
    """Maximum Fragments"""
    max_size: Final[int]
    """Maximum Message Size, in bytes"""

class LNetCompletionBigLayer(DeclaredLayer):
    """LNet Completion, Big Endian"""
    cookie: Final[int]
    """Cookie"""
    status: Final[int]
    """Status: bytes; 2^32 less an error number of Linux"""

class LNetCookieBigLayer(DeclaredLayer):
    """LNet Cookie, Big Endian"""
    cookie: Final[int]
    """Cookie"""

class LNetDescriptorBigLayer(DeclaredLayer):
    """LNet RDMA Descriptor, Big Endian"""
    rkey: Final[int]
    """R_Key"""
    nfrags: Final[int]
    """Fragments: of 12 bytes each follow"""

class SMB2Layer(DeclaredLayer):
    """SMB2 Header"""
    magic: Final[bytes]
    """Protocol ID"""
    structure_size: Final[int]
    """Structure Size, in bytes"""
    credit_charge: Final[int]
    """Credit Charge"""
    status: Final[int]
    """Status or Channel Sequence"""
    cmd: Final[int]
    """Command"""
    credits: Final[int]
    """Credits: requested, or granted"""
    flags: Final[int]
    """Flags: 1: a response, 2: asynchronous, 4: related, 8: signed"""
    next: Final[int]
    """Next Command, in bytes"""
    msg_id: Final[int]
    """Message ID: joins request and response"""
    reserved_or_async: Final[int]
    """Reserved, or Asynchronous ID"""
    tid: Final[int]
    """Tree ID"""
    sesid: Final[int]
    """Session ID"""
    signature: Final[bytes]
    """Signature"""

class UCXWireupLayer(DeclaredLayer):
    """UCX Wireup"""
    wireup: Final[int]
    """Wireup"""
    error_mode: Final[int]
    """Error Mode"""
    wireup_sn: Final[int]
    """Connection Sequence Number"""
    source_id: Final[int]
    """Source End Point"""
    destination_id: Final[int]
    """Destination End Point"""

class UCXEagerLayer(DeclaredLayer):
    """UCX Eager"""
    tag: Final[int]
    """Tag"""

class UCXEagerFirstLayer(DeclaredLayer):
    """UCX Eager, First"""
    tag: Final[int]
    """Tag"""
    total: Final[int]
    """Total Length, in bytes"""
    message_id: Final[int]
    """Message ID"""

class UCXEagerMiddleLayer(DeclaredLayer):
    """UCX Eager, Middle"""
    message_id: Final[int]
    """Message ID"""
    middle_offset: Final[int]
    """Offset, in bytes"""

class UCXReadyToSendLayer(DeclaredLayer):
    """UCX Rendezvous RTS"""
    tag: Final[int]
    """Tag"""
    sender_ep: Final[int]
    """Sender End Point"""
    sender_request: Final[int]
    """Sender Request ID"""
    address: Final[int]
    """Address: 0: not shown"""
    length: Final[int]
    """Size, in bytes"""
    rndv_opcode: Final[int]
    """Opcode"""

class UCXReadyToReceiveLayer(DeclaredLayer):
    """UCX Rendezvous RTR"""
    sender_request: Final[int]
    """Sender Request ID"""
    receiver_request: Final[int]
    """Receiver Request ID"""
    address: Final[int]
    """Address: 0: not shown"""
    length: Final[int]
    """Size, in bytes"""
    rtr_offset: Final[int]
    """Offset, in bytes"""

class UCXControlLayer(DeclaredLayer):
    """UCX Control"""
    control: Final[int]
    """Control"""
    reserved: Final[int]
    """Reserved (24 bits)"""
    qpn: Final[int]
    """QPN: of the sender of a CREQ"""
    source: Final[int]
    """Source End Point"""
    reserved2: Final[int]
    """Reserved (16 bits)"""
    conn_sn: Final[int]
    """Connection Sequence Number"""
    path: Final[int]
    """Path Index"""
    reserved3: Final[int]
    """Reserved (24 bits)"""

class PacketLayers(PacketMethods):
    """The layers of a packet by name."""
    loopback: Final[LoopbackLayer]
    ethernet: Final[EthernetLayer]
    ipv4: Final[IPv4Layer]
    ipv6: Final[IPv6Layer]
    sll: Final[SLLLayer]
    sll2: Final[SLL2Layer]
    erf: Final[ERFLayer]
    ipoib: Final[IPoIBLayer]
    ipoibpseudo: Final[IPoIBPseudoLayer]
    lrh: Final[LRHLayer]
    vlan: Final[VLANLayer]
    grh: Final[GRHLayer]
    maccontrol: Final[MACControlLayer]
    pause: Final[PauseLayer]
    pfc: Final[PFCLayer]
    erfextension: Final[ERFExtensionLayer]
    erfethernet: Final[ERFEthernetLayer]
    flowcontrol: Final[FlowControlLayer]
    udp: Final[UDPLayer]
    gre: Final[GRELayer]
    ah: Final[AHLayer]
    hopbyhop: Final[HopByHopLayer]
    routing: Final[RoutingLayer]
    fragment: Final[FragmentLayer]
    destinationoptions: Final[DestinationOptionsLayer]
    uet: Final[UETLayer]
    bth: Final[BTHLayer]
    vxlan: Final[VXLANLayer]
    uetrequest: Final[UETRequestLayer]
    uetack: Final[UETAckLayer]
    uetnack: Final[UETNackLayer]
    gresequence: Final[GRESequenceLayer]
    grekey: Final[GREKeyLayer]
    grechecksum: Final[GREChecksumLayer]
    erspan3: Final[ERSPAN3Layer]
    erspan2: Final[ERSPAN2Layer]
    erspanplatform: Final[ERSPANPlatformLayer]
    rwh: Final[RWHLayer]
    immdt: Final[ImmDtLayer]
    reth: Final[RETHLayer]
    aeth: Final[AETHLayer]
    atomicacketh: Final[AtomicAckETHLayer]
    atomiceth: Final[AtomicETHLayer]
    ieth: Final[IETHLayer]
    feth: Final[FETHLayer]
    rdeth: Final[RDETHLayer]
    deth: Final[DETHLayer]
    xrceth: Final[XRCETHLayer]
    cnp: Final[CNPLayer]
    mad: Final[MADLayer]
    smp: Final[SMPLayer]
    smpdirected: Final[SMPDirectedLayer]
    rmpp: Final[RMPPLayer]
    sa: Final[SALayer]
    perfmgt: Final[PerfMgtLayer]
    bm: Final[BMLayer]
    devmgt: Final[DevMgtLayer]
    snmp: Final[SNMPLayer]
    cc: Final[CCLayer]
    classportinfo: Final[ClassPortInfoLayer]
    req: Final[REQLayer]
    mra: Final[MRALayer]
    rej: Final[REJLayer]
    rep: Final[REPLayer]
    rtu: Final[RTULayer]
    dreq: Final[DREQLayer]
    drep: Final[DREPLayer]
    sidr_req: Final[SIDR_REQLayer]
    sidr_rep: Final[SIDR_REPLayer]
    lap: Final[LAPLayer]
    apr: Final[APRLayer]
    vendor: Final[VendorLayer]
    application: Final[ApplicationLayer]
    vendoroui: Final[VendorOUILayer]
    notice: Final[NoticeLayer]
    nodedescription: Final[NodeDescriptionLayer]
    smprest: Final[SMPRestLayer]
    nodeinfo: Final[NodeInfoLayer]
    switchinfo: Final[SwitchInfoLayer]
    guidinfo: Final[GUIDInfoLayer]
    portinfo: Final[PortInfoLayer]
    p_keytable: Final[P_KeyTableLayer]
    sltovlmappingtable: Final[SLtoVLMappingTableLayer]
    vlarbitrationtable: Final[VLArbitrationTableLayer]
    linearforwardingtable: Final[LinearForwardingTableLayer]
    randomforwardingtable: Final[RandomForwardingTableLayer]
    multicastforwardingtable: Final[MulticastForwardingTableLayer]
    linkspeedwidthpairstable: Final[LinkSpeedWidthPairsTableLayer]
    sminfo: Final[SMInfoLayer]
    vendordiag: Final[VendorDiagLayer]
    ledinfo: Final[LedInfoLayer]
    portinfoextended: Final[PortInfoExtendedLayer]
    mlnxextendedportinfo: Final[MlnxExtendedPortInfoLayer]
    smpdata: Final[SMPDataLayer]
    directedpaths: Final[DirectedPathsLayer]
    informinfo: Final[InformInfoLayer]
    portsamplescontrol: Final[PortSamplesControlLayer]
    portsamplesresult: Final[PortSamplesResultLayer]
    portcounters: Final[PortCountersLayer]
    portrcverrordetails: Final[PortRcvErrorDetailsLayer]
    portxmitdiscarddetails: Final[PortXmitDiscardDetailsLayer]
    portoprcvcounters: Final[PortOpRcvCountersLayer]
    portflowctlcounters: Final[PortFlowCtlCountersLayer]
    portvloppackets: Final[PortVLOpPacketsLayer]
    portvlopdata: Final[PortVLOpDataLayer]
    portvlxmitflowctlupdateerrors: Final[PortVLXmitFlowCtlUpdateErrorsLayer]
    portvlxmitwaitcounters: Final[PortVLXmitWaitCountersLayer]
    portcountersextended: Final[PortCountersExtendedLayer]
    portsamplesresultextended: Final[PortSamplesResultExtendedLayer]
    portextendedspeedscounters: Final[PortExtendedSpeedsCountersLayer]
    swportvlcongestion: Final[SwPortVLCongestionLayer]
    portrcvconctrl: Final[PortRcvConCtrlLayer]
    portslrcvfecn: Final[PortSLRcvFECNLayer]
    portslrcvbecn: Final[PortSLRcvBECNLayer]
    portxmitconctrl: Final[PortXmitConCtrlLayer]
    portvlxmittimecong: Final[PortVLXmitTimeCongLayer]
    portxmitdatasl: Final[PortXmitDataSLLayer]
    portrcvdatasl: Final[PortRcvDataSLLayer]
    perfdata: Final[PerfDataLayer]
    iounitinfo: Final[IOUnitInfoLayer]
    iocontrollerprofile: Final[IOControllerProfileLayer]
    serviceentries: Final[ServiceEntriesLayer]
    devdata: Final[DevDataLayer]
    bmdata: Final[BMDataLayer]
    congestionlog: Final[CongestionLogLayer]
    cclogdata: Final[CCLogDataLayer]
    congestioninfo: Final[CongestionInfoLayer]
    congestionkeyinfo: Final[CongestionKeyInfoLayer]
    switchcongestionsetting: Final[SwitchCongestionSettingLayer]
    switchportcongestionsetting: Final[SwitchPortCongestionSettingLayer]
    cacongestionsetting: Final[CACongestionSettingLayer]
    congestioncontroltable: Final[CongestionControlTableLayer]
    timestamp: Final[TimeStampLayer]
    ccdata: Final[CCDataLayer]
    congestionlogswitch: Final[CongestionLogSwitchLayer]
    congestionlogca: Final[CongestionLogCALayer]
    ipcm: Final[IPCMLayer]
    reqprivate: Final[REQPrivateLayer]
    sidrprivate: Final[SIDRPrivateLayer]
    ipcm4: Final[IPCM4Layer]
    ipcm6: Final[IPCM6Layer]
    ipcmprivate: Final[IPCMPrivateLayer]
    sidripcmprivate: Final[SIDRIPCMPrivateLayer]
    noderecord: Final[NodeRecordLayer]
    portinforecord: Final[PortInfoRecordLayer]
    sltovlmappingtablerecord: Final[SLtoVLMappingTableRecordLayer]
    switchinforecord: Final[SwitchInfoRecordLayer]
    linearforwardingtablerecord: Final[LinearForwardingTableRecordLayer]
    randomforwardingtablerecord: Final[RandomForwardingTableRecordLayer]
    multicastforwardingtablerecord: Final[MulticastForwardingTableRecordLayer]
    sminforecord: Final[SMInfoRecordLayer]
    linkrecord: Final[LinkRecordLayer]
    guidinforecord: Final[GUIDInfoRecordLayer]
    servicerecord: Final[ServiceRecordLayer]
    p_keytablerecord: Final[P_KeyTableRecordLayer]
    pathrecord: Final[PathRecordLayer]
    vlarbitrationtablerecord: Final[VLArbitrationTableRecordLayer]
    mcmemberrecord: Final[MCMemberRecordLayer]
    tracerecord: Final[TraceRecordLayer]
    serviceassociationrecord: Final[ServiceAssociationRecordLayer]
    informinforecord: Final[InformInfoRecordLayer]
    multipathrecord: Final[MultiPathRecordLayer]
    recordgap: Final[RecordGapLayer]
    multipathgid: Final[MultiPathGIDLayer]
    trapb_key: Final[TrapB_KeyLayer]
    trapcc_key: Final[TrapCC_KeyLayer]
    trapgid: Final[TrapGIDLayer]
    trapunpath: Final[TrapUnPathLayer]
    traprepath: Final[TrapRePathLayer]
    traplinkstate: Final[TrapLinkStateLayer]
    traplinkerrors: Final[TrapLinkErrorsLayer]
    traplocalchanges: Final[TrapLocalChangesLayer]
    trapsystemimage: Final[TrapSystemImageLayer]
    trapm_key: Final[TrapM_KeyLayer]
    trapkey: Final[TrapKeyLayer]
    trapswitchp_key: Final[TrapSwitchP_KeyLayer]
    noticedata: Final[NoticeDataLayer]
    noticeissuer: Final[NoticeIssuerLayer]
    nvmeadmincommand: Final[NVMeAdminCommandLayer]
    nvmeiocommand: Final[NVMeIOCommandLayer]
    nvmecommand: Final[NVMeCommandLayer]
    nvmefabrics: Final[NVMeFabricsLayer]
    nvmecompletion: Final[NVMeCompletionLayer]
    nvmeeventcompletion: Final[NVMeEventCompletionLayer]
    nvmeconnectcompletion: Final[NVMeConnectCompletionLayer]
    nvmepropertycompletion: Final[NVMePropertyCompletionLayer]
    nvmefabricscompletion: Final[NVMeFabricsCompletionLayer]
    nvmeaccept: Final[NVMeAcceptLayer]
    nvmereject: Final[NVMeRejectLayer]
    nvmerequest: Final[NVMeRequestLayer]
    nvmeconnectdata: Final[NVMeConnectDataLayer]
    nvmediscoverylog: Final[NVMeDiscoveryLogLayer]
    rpcrdma: Final[RPCRDMALayer]
    rpcrdmaprivate: Final[RPCRDMAPrivateLayer]
    rpcmessage: Final[RPCMessageLayer]
    nfs3getattrresult: Final[NFS3GetattrResultLayer]
    nfs3setattrresult: Final[NFS3SetattrResultLayer]
    nfs3lookupresult: Final[NFS3LookupResultLayer]
    nfs3accessresult: Final[NFS3AccessResultLayer]
    nfs3writeresult: Final[NFS3WriteResultLayer]
    nfs3createresult: Final[NFS3CreateResultLayer]
    nfs3mkdirresult: Final[NFS3MkdirResultLayer]
    nfs3symlinkresult: Final[NFS3SymlinkResultLayer]
    nfs3mknodresult: Final[NFS3MknodResultLayer]
    nfs3removeresult: Final[NFS3RemoveResultLayer]
    nfs3rmdirresult: Final[NFS3RmdirResultLayer]
    nfs3renameresult: Final[NFS3RenameResultLayer]
    nfs3linkresult: Final[NFS3LinkResultLayer]
    nfs3readdirresult: Final[NFS3ReaddirResultLayer]
    nfs3readdirplusresult: Final[NFS3ReaddirplusResultLayer]
    nfs3fsstatresult: Final[NFS3FsstatResultLayer]
    nfs3fsinforesult: Final[NFS3FsinfoResultLayer]
    nfs3pathconfresult: Final[NFS3PathconfResultLayer]
    nfs3commitresult: Final[NFS3CommitResultLayer]
    nfs3readresult: Final[NFS3ReadResultLayer]
    nfs3readresultapart: Final[NFS3ReadResultApartLayer]
    nfs3readlinkresult: Final[NFS3ReadlinkResultLayer]
    nfs3readlinkresultapart: Final[NFS3ReadlinkResultApartLayer]
    nfs4results: Final[NFS4ResultsLayer]
    nfs4resultsapart: Final[NFS4ResultsApartLayer]
    iser: Final[ISERLayer]
    iserhello: Final[ISERHelloLayer]
    iserhelloreply: Final[ISERHelloReplyLayer]
    iserrequest: Final[ISERRequestLayer]
    iseraccept: Final[ISERAcceptLayer]
    srplogin: Final[SRPLoginLayer]
    srploginip: Final[SRPLoginIPLayer]
    srploginresponse: Final[SRPLoginResponseLayer]
    srploginreject: Final[SRPLoginRejectLayer]
    srptaskmanagement: Final[SRPTaskManagementLayer]
    srpcommand: Final[SRPCommandLayer]
    srpinitiatorlogout: Final[SRPInitiatorLogoutLayer]
    srpcreditresponse: Final[SRPCreditResponseLayer]
    srpeventresponse: Final[SRPEventResponseLayer]
    srptargetlogout: Final[SRPTargetLogoutLayer]
    srpcreditrequest: Final[SRPCreditRequestLayer]
    srpeventrequest: Final[SRPEventRequestLayer]
    srpresponse: Final[SRPResponseLayer]
    ipoibconnection: Final[IPoIBConnectionLayer]
    rsocketconnection: Final[RSocketConnectionLayer]
    rsocketimmediate: Final[RSocketImmediateLayer]
    rsocketbufferbig: Final[RSocketBufferBigLayer]
    rsocketdatagram: Final[RSocketDatagramLayer]
    rsocketdatagram6: Final[RSocketDatagram6Layer]
    rsocketresolver: Final[RSocketResolverLayer]
    rdsconnection: Final[RDSConnectionLayer]
    rdsconnection6: Final[RDSConnection6Layer]
    rdsheader: Final[RDSHeaderLayer]
    smcmessage: Final[SMCMessageLayer]
    smcconfirmlink: Final[SMCConfirmLinkLayer]
    smcaddlink: Final[SMCAddLinkLayer]
    smcaddlinkcontinuation: Final[SMCAddLinkContinuationLayer]
    smcdeletelink: Final[SMCDeleteLinkLayer]
    smcconfirmrkey: Final[SMCConfirmRKeyLayer]
    smctestlink: Final[SMCTestLinkLayer]
    smcdeleterkey: Final[SMCDeleteRKeyLayer]
    smccdc: Final[SMCCDCLayer]
    smcclc: Final[SMCCLCLayer]
    ninep: Final[NinePLayer]
    lnetmessage: Final[LNetMessageLayer]
    lnetmessagebig: Final[LNetMessageBigLayer]
    lnetreject: Final[LNetRejectLayer]
    lnetrejectbig: Final[LNetRejectBigLayer]
    smbdnegotiaterequest: Final[SMBDNegotiateRequestLayer]
    smbdnegotiateresponse: Final[SMBDNegotiateResponseLayer]
    smbddata: Final[SMBDDataLayer]
    smbdcredits: Final[SMBDCreditsLayer]
    smbdbuffer: Final[SMBDBufferLayer]
    sdp: Final[SDPLayer]
    sdphello: Final[SDPHelloLayer]
    ucxdatagram: Final[UCXDatagramLayer]
    ucxmessage: Final[UCXMessageLayer]
    ucxconnection: Final[UCXConnectionLayer]
    rxm: Final[RxMLayer]
    rxmconnection: Final[RxMConnectionLayer]
    rxd: Final[RxDLayer]
    nvmeidentify: Final[NVMeIdentifyLayer]
    nvmegetlogpage: Final[NVMeGetLogPageLayer]
    nvmesetfeatures: Final[NVMeSetFeaturesLayer]
    nvmegetfeatures: Final[NVMeGetFeaturesLayer]
    nvmeabort: Final[NVMeAbortLayer]
    nvmedwords: Final[NVMeDwordsLayer]
    nvmereadwrite: Final[NVMeReadWriteLayer]
    nvmewritezeroes: Final[NVMeWriteZeroesLayer]
    nvmedatasetmanagement: Final[NVMeDatasetManagementLayer]
    nvmereservationregister: Final[NVMeReservationRegisterLayer]
    nvmereservationacquire: Final[NVMeReservationAcquireLayer]
    nvmereservationrelease: Final[NVMeReservationReleaseLayer]
    nvmereservationreport: Final[NVMeReservationReportLayer]
    nvmepropertyset: Final[NVMePropertySetLayer]
    nvmeconnect: Final[NVMeConnectLayer]
    nvmepropertyget: Final[NVMePropertyGetLayer]
    nvmeauthentication: Final[NVMeAuthenticationLayer]
    nvmedisconnect: Final[NVMeDisconnectLayer]
    nvmefabricsdwords: Final[NVMeFabricsDwordsLayer]
    nvmerange: Final[NVMeRangeLayer]
    nvmediscoveryentry: Final[NVMeDiscoveryEntryLayer]
    rpcrdmapadding: Final[RPCRDMAPaddingLayer]
    rpcrdmaerror: Final[RPCRDMAErrorLayer]
    rpcrdmaread: Final[RPCRDMAReadLayer]
    rpcrdmareadend: Final[RPCRDMAReadEndLayer]
    rpcrdmaversions: Final[RPCRDMAVersionsLayer]
    rpcrdmawrite: Final[RPCRDMAWriteLayer]
    rpcrdmawriteend: Final[RPCRDMAWriteEndLayer]
    rpcrdmawritesegment: Final[RPCRDMAWriteSegmentLayer]
    rpcrdmareply: Final[RPCRDMAReplyLayer]
    rpcrdmanoreply: Final[RPCRDMANoReplyLayer]
    rpcrdmareplysegment: Final[RPCRDMAReplySegmentLayer]
    rpccall: Final[RPCCallLayer]
    rpcreply: Final[RPCReplyLayer]
    rpcunixcredential: Final[RPCUnixCredentialLayer]
    rpcgsscredential: Final[RPCGSSCredentialLayer]
    rpccredential: Final[RPCCredentialLayer]
    rpcverifier: Final[RPCVerifierLayer]
    nfs3getattr: Final[NFS3GetattrLayer]
    nfs3setattr: Final[NFS3SetattrLayer]
    nfs3lookup: Final[NFS3LookupLayer]
    nfs3access: Final[NFS3AccessLayer]
    nfs3readlink: Final[NFS3ReadlinkLayer]
    nfs3read: Final[NFS3ReadLayer]
    nfs3write: Final[NFS3WriteLayer]
    nfs3create: Final[NFS3CreateLayer]
    nfs3mkdir: Final[NFS3MkdirLayer]
    nfs3symlink: Final[NFS3SymlinkLayer]
    nfs3mknod: Final[NFS3MknodLayer]
    nfs3remove: Final[NFS3RemoveLayer]
    nfs3rmdir: Final[NFS3RmdirLayer]
    nfs3rename: Final[NFS3RenameLayer]
    nfs3link: Final[NFS3LinkLayer]
    nfs3readdir: Final[NFS3ReaddirLayer]
    nfs3readdirplus: Final[NFS3ReaddirplusLayer]
    nfs3fsstat: Final[NFS3FsstatLayer]
    nfs3fsinfo: Final[NFS3FsinfoLayer]
    nfs3pathconf: Final[NFS3PathconfLayer]
    nfs3commit: Final[NFS3CommitLayer]
    nfs4compound: Final[NFS4CompoundLayer]
    rpcreplyverifier: Final[RPCReplyVerifierLayer]
    rpcaccepted: Final[RPCAcceptedLayer]
    rpcdenied: Final[RPCDeniedLayer]
    rpcversions: Final[RPCVersionsLayer]
    rpcdeniedversions: Final[RPCDeniedVersionsLayer]
    rpcdeniedcredential: Final[RPCDeniedCredentialLayer]
    nfs3found: Final[NFS3FoundLayer]
    nfs3attributes: Final[NFS3AttributesLayer]
    nfs3made: Final[NFS3MadeLayer]
    nfs4operation: Final[NFS4OperationLayer]
    nfs4operations: Final[NFS4OperationsLayer]
    nfs4access: Final[NFS4AccessLayer]
    nfs4close: Final[NFS4CloseLayer]
    nfs4commit: Final[NFS4CommitLayer]
    nfs4create: Final[NFS4CreateLayer]
    nfs4delegreturn: Final[NFS4DelegreturnLayer]
    nfs4getattr: Final[NFS4GetattrLayer]
    nfs4lock: Final[NFS4LockLayer]
    nfs4lockt: Final[NFS4LocktLayer]
    nfs4locku: Final[NFS4LockuLayer]
    nfs4lookup: Final[NFS4LookupLayer]
    nfs4verify: Final[NFS4VerifyLayer]
    nfs4open: Final[NFS4OpenLayer]
    nfs4openattr: Final[NFS4OpenattrLayer]
    nfs4openconfirm: Final[NFS4OpenConfirmLayer]
    nfs4opendowngrade: Final[NFS4OpenDowngradeLayer]
    nfs4putfh: Final[NFS4PutfhLayer]
    nfs4read: Final[NFS4ReadLayer]
    nfs4readdir: Final[NFS4ReaddirLayer]
    nfs4rename: Final[NFS4RenameLayer]
    nfs4renew: Final[NFS4RenewLayer]
    nfs4setattr: Final[NFS4SetattrLayer]
    nfs4setclientid: Final[NFS4SetclientidLayer]
    nfs4setclientidconfirm: Final[NFS4SetclientidConfirmLayer]
    nfs4write: Final[NFS4WriteLayer]
    nfs4releaselockowner: Final[NFS4ReleaseLockownerLayer]
    nfs4backchannelctl: Final[NFS4BackchannelCtlLayer]
    nfs4bindconntosession: Final[NFS4BindConnToSessionLayer]
    nfs4exchangeid: Final[NFS4ExchangeIdLayer]
    nfs4createsession: Final[NFS4CreateSessionLayer]
    nfs4destroysession: Final[NFS4DestroySessionLayer]
    nfs4getdirdelegation: Final[NFS4GetDirDelegationLayer]
    nfs4getdeviceinfo: Final[NFS4GetdeviceinfoLayer]
    nfs4getdevicelist: Final[NFS4GetdevicelistLayer]
    nfs4layoutcommit: Final[NFS4LayoutcommitLayer]
    nfs4layoutget: Final[NFS4LayoutgetLayer]
    nfs4layoutreturn: Final[NFS4LayoutreturnLayer]
    nfs4secinfononame: Final[NFS4SecinfoNoNameLayer]
    nfs4sequence: Final[NFS4SequenceLayer]
    nfs4setssv: Final[NFS4SetSsvLayer]
    nfs4teststateid: Final[NFS4TestStateidLayer]
    nfs4reclaimcomplete: Final[NFS4ReclaimCompleteLayer]
    nfs4allocate: Final[NFS4AllocateLayer]
    nfs4copy: Final[NFS4CopyLayer]
    nfs4copynotify: Final[NFS4CopyNotifyLayer]
    nfs4ioadvise: Final[NFS4IoAdviseLayer]
    nfs4layouterror: Final[NFS4LayouterrorLayer]
    nfs4layoutstats: Final[NFS4LayoutstatsLayer]
    nfs4seek: Final[NFS4SeekLayer]
    nfs4writesame: Final[NFS4WriteSameLayer]
    nfs4clone: Final[NFS4CloneLayer]
    nfs4getxattr: Final[NFS4GetxattrLayer]
    nfs4setxattr: Final[NFS4SetxattrLayer]
    nfs4listxattrs: Final[NFS4ListxattrsLayer]
    nfs4result: Final[NFS4ResultLayer]
    nfs4resultcount: Final[NFS4ResultCountLayer]
    nfs4readlinkresultapart: Final[NFS4ReadlinkResultApartLayer]
    nfs4accessresult: Final[NFS4AccessResultLayer]
    nfs4closeresult: Final[NFS4CloseResultLayer]
    nfs4commitresult: Final[NFS4CommitResultLayer]
    nfs4createresult: Final[NFS4CreateResultLayer]
    nfs4getattrresult: Final[NFS4GetattrResultLayer]
    nfs4getfhresult: Final[NFS4GetfhResultLayer]
    nfs4removeresult: Final[NFS4RemoveResultLayer]
    nfs4openresult: Final[NFS4OpenResultLayer]
    nfs4readresult: Final[NFS4ReadResultLayer]
    nfs4readdirresult: Final[NFS4ReaddirResultLayer]
    nfs4renameresult: Final[NFS4RenameResultLayer]
    nfs4secinforesult: Final[NFS4SecinfoResultLayer]
    nfs4setclientidresult: Final[NFS4SetclientidResultLayer]
    nfs4writeresult: Final[NFS4WriteResultLayer]
    nfs4bindconntosessionresult: Final[NFS4BindConnToSessionResultLayer]
    nfs4exchangeidresult: Final[NFS4ExchangeIdResultLayer]
    nfs4createsessionresult: Final[NFS4CreateSessionResultLayer]
    nfs4getdirdelegationresult: Final[NFS4GetDirDelegationResultLayer]
    nfs4getdeviceinforesult: Final[NFS4GetdeviceinfoResultLayer]
    nfs4getdevicelistresult: Final[NFS4GetdevicelistResultLayer]
    nfs4layoutcommitresult: Final[NFS4LayoutcommitResultLayer]
    nfs4layoutgetresult: Final[NFS4LayoutgetResultLayer]
    nfs4layoutreturnresult: Final[NFS4LayoutreturnResultLayer]
    nfs4sequenceresult: Final[NFS4SequenceResultLayer]
    nfs4setssvresult: Final[NFS4SetSsvResultLayer]
    nfs4teststateidresult: Final[NFS4TestStateidResultLayer]
    nfs4copyresult: Final[NFS4CopyResultLayer]
    nfs4copynotifyresult: Final[NFS4CopyNotifyResultLayer]
    nfs4ioadviseresult: Final[NFS4IoAdviseResultLayer]
    nfs4offloadstatusresult: Final[NFS4OffloadStatusResultLayer]
    nfs4readplusresult: Final[NFS4ReadPlusResultLayer]
    nfs4seekresult: Final[NFS4SeekResultLayer]
    nfs4writesameresult: Final[NFS4WriteSameResultLayer]
    nfs4getxattrresult: Final[NFS4GetxattrResultLayer]
    nfs4listxattrsresult: Final[NFS4ListxattrsResultLayer]
    nfs4readlinkresult: Final[NFS4ReadlinkResultLayer]
    nfs4lockrefused: Final[NFS4LockRefusedLayer]
    nfs4setclientidrefused: Final[NFS4SetclientidRefusedLayer]
    nfs4getdeviceinforefused: Final[NFS4GetdeviceinfoRefusedLayer]
    nfs4layoutgetrefused: Final[NFS4LayoutgetRefusedLayer]
    nfs4copyrefused: Final[NFS4CopyRefusedLayer]
    nfs4setattrresult: Final[NFS4SetattrResultLayer]
    iscsinopout: Final[ISCSINopOutLayer]
    iscsicommand: Final[ISCSICommandLayer]
    iscsitaskmanagement: Final[ISCSITaskManagementLayer]
    iscsilogin: Final[ISCSILoginLayer]
    iscsitext: Final[ISCSITextLayer]
    iscsidataout: Final[ISCSIDataOutLayer]
    iscsilogout: Final[ISCSILogoutLayer]
    iscsisnack: Final[ISCSISnackLayer]
    iscsinopin: Final[ISCSINopInLayer]
    iscsiresponse: Final[ISCSIResponseLayer]
    iscsitaskmanagementresponse: Final[ISCSITaskManagementResponseLayer]
    iscsiloginresponse: Final[ISCSILoginResponseLayer]
    iscsitextresponse: Final[ISCSITextResponseLayer]
    iscsidatain: Final[ISCSIDataInLayer]
    iscsilogoutresponse: Final[ISCSILogoutResponseLayer]
    iscsireadytotransfer: Final[ISCSIReadyToTransferLayer]
    iscsiasynchronous: Final[ISCSIAsynchronousLayer]
    iscsireject: Final[ISCSIRejectLayer]
    scsitestunitready: Final[SCSITestUnitReadyLayer]
    scsiinquiry: Final[SCSIInquiryLayer]
    scsimodesense6: Final[SCSIModeSense6Layer]
    scsimodesense10: Final[SCSIModeSense10Layer]
    scsirequestsense: Final[SCSIRequestSenseLayer]
    scsireportluns: Final[SCSIReportLUNsLayer]
    scsimaintenancein: Final[SCSIMaintenanceInLayer]
    scsiserviceactionin16: Final[SCSIServiceActionIn16Layer]
    scsireadcapacity10: Final[SCSIReadCapacity10Layer]
    scsiunmap: Final[SCSIUnmapLayer]
    scsiblocks6: Final[SCSIBlocks6Layer]
    scsiread10: Final[SCSIRead10Layer]
    scsiwrite10: Final[SCSIWrite10Layer]
    scsiblocks10: Final[SCSIBlocks10Layer]
    scsiread12: Final[SCSIRead12Layer]
    scsiwrite12: Final[SCSIWrite12Layer]
    scsiblocks12: Final[SCSIBlocks12Layer]
    scsiread16: Final[SCSIRead16Layer]
    scsiwrite16: Final[SCSIWrite16Layer]
    scsiblocks16: Final[SCSIBlocks16Layer]
    scsicommand: Final[SCSICommandLayer]
    iscsisense: Final[ISCSISenseLayer]
    scsisensefixed: Final[SCSISenseFixedLayer]
    scsisensedescriptor: Final[SCSISenseDescriptorLayer]
    srpdirect: Final[SRPDirectLayer]
    srpindirect: Final[SRPIndirectLayer]
    srpimmediate: Final[SRPImmediateLayer]
    srpresponsedata: Final[SRPResponseDataLayer]
    ipoibarp: Final[IPoIBARPLayer]
    routersolicitation: Final[RouterSolicitationLayer]
    routeradvertisement: Final[RouterAdvertisementLayer]
    neighborsolicitation: Final[NeighborSolicitationLayer]
    neighboradvertisement: Final[NeighborAdvertisementLayer]
    neighborlinkaddress: Final[NeighborLinkAddressLayer]
    rsocketbuffer: Final[RSocketBufferLayer]
    rdsversion: Final[RDSVersionLayer]
    rdsused: Final[RDSUsedLayer]
    rdsdestination: Final[RDSDestinationLayer]
    rdspaths: Final[RDSPathsLayer]
    rdsgeneration: Final[RDSGenerationLayer]
    smcproposal: Final[SMCProposalLayer]
    smcaccept: Final[SMCAcceptLayer]
    smcconfirm: Final[SMCConfirmLayer]
    smcdecline: Final[SMCDeclineLayer]
    lnetconnection: Final[LNetConnectionLayer]
    lnetcompletion: Final[LNetCompletionLayer]
    lnetheader: Final[LNetHeaderLayer]
    lnetcookie: Final[LNetCookieLayer]
    lnetdescriptor: Final[LNetDescriptorLayer]
    lnetconnectionbig: Final[LNetConnectionBigLayer]
    lnetcompletionbig: Final[LNetCompletionBigLayer]
    lnetcookiebig: Final[LNetCookieBigLayer]
    lnetdescriptorbig: Final[LNetDescriptorBigLayer]
    smb2: Final[SMB2Layer]
    ucxwireup: Final[UCXWireupLayer]
    ucxeager: Final[UCXEagerLayer]
    ucxeagerfirst: Final[UCXEagerFirstLayer]
    ucxeagermiddle: Final[UCXEagerMiddleLayer]
    ucxreadytosend: Final[UCXReadyToSendLayer]
    ucxreadytoreceive: Final[UCXReadyToReceiveLayer]
    ucxcontrol: Final[UCXControlLayer]
    @overload
    def __getitem__(self, header: HeaderOf[_L]) -> _L: ...
    @overload
    def __getitem__(self, header: Literal["Loopback", "loopback"]) -> LoopbackLayer: ...
    @overload
    def __getitem__(self, header: Literal["Ethernet", "ethernet"]) -> EthernetLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPv4", "ipv4"]) -> IPv4Layer: ...
    @overload
    def __getitem__(self, header: Literal["IPv6", "ipv6"]) -> IPv6Layer: ...
    @overload
    def __getitem__(self, header: Literal["SLL", "sll"]) -> SLLLayer: ...
    @overload
    def __getitem__(self, header: Literal["SLL2", "sll2"]) -> SLL2Layer: ...
    @overload
    def __getitem__(self, header: Literal["ERF", "erf"]) -> ERFLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPoIB", "ipoib"]) -> IPoIBLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPoIBPseudo", "ipoibpseudo"]) -> IPoIBPseudoLayer: ...
    @overload
    def __getitem__(self, header: Literal["LRH", "lrh"]) -> LRHLayer: ...
    @overload
    def __getitem__(self, header: Literal["VLAN", "vlan"]) -> VLANLayer: ...
    @overload
    def __getitem__(self, header: Literal["GRH", "grh"]) -> GRHLayer: ...
    @overload
    def __getitem__(self, header: Literal["MACControl", "maccontrol"]) -> MACControlLayer: ...
    @overload
    def __getitem__(self, header: Literal["Pause", "pause"]) -> PauseLayer: ...
    @overload
    def __getitem__(self, header: Literal["PFC", "pfc"]) -> PFCLayer: ...
    @overload
    def __getitem__(self, header: Literal["ERFExtension", "erfextension"]) -> ERFExtensionLayer: ...
    @overload
    def __getitem__(self, header: Literal["ERFEthernet", "erfethernet"]) -> ERFEthernetLayer: ...
    @overload
    def __getitem__(self, header: Literal["FlowControl", "flowcontrol"]) -> FlowControlLayer: ...
    @overload
    def __getitem__(self, header: Literal["UDP", "udp"]) -> UDPLayer: ...
    @overload
    def __getitem__(self, header: Literal["GRE", "gre"]) -> GRELayer: ...
    @overload
    def __getitem__(self, header: Literal["AH", "ah"]) -> AHLayer: ...
    @overload
    def __getitem__(self, header: Literal["HopByHop", "hopbyhop"]) -> HopByHopLayer: ...
    @overload
    def __getitem__(self, header: Literal["Routing", "routing"]) -> RoutingLayer: ...
    @overload
    def __getitem__(self, header: Literal["Fragment", "fragment"]) -> FragmentLayer: ...
    @overload
    def __getitem__(self, header: Literal["DestinationOptions", "destinationoptions"]) -> DestinationOptionsLayer: ...
    @overload
    def __getitem__(self, header: Literal["UET", "uet"]) -> UETLayer: ...
    @overload
    def __getitem__(self, header: Literal["BTH", "bth"]) -> BTHLayer: ...
    @overload
    def __getitem__(self, header: Literal["VXLAN", "vxlan"]) -> VXLANLayer: ...
    @overload
    def __getitem__(self, header: Literal["UETRequest", "uetrequest"]) -> UETRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["UETAck", "uetack"]) -> UETAckLayer: ...
    @overload
    def __getitem__(self, header: Literal["UETNack", "uetnack"]) -> UETNackLayer: ...
    @overload
    def __getitem__(self, header: Literal["GRESequence", "gresequence"]) -> GRESequenceLayer: ...
    @overload
    def __getitem__(self, header: Literal["GREKey", "grekey"]) -> GREKeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["GREChecksum", "grechecksum"]) -> GREChecksumLayer: ...
    @overload
    def __getitem__(self, header: Literal["ERSPAN3", "erspan3"]) -> ERSPAN3Layer: ...
    @overload
    def __getitem__(self, header: Literal["ERSPAN2", "erspan2"]) -> ERSPAN2Layer: ...
    @overload
    def __getitem__(self, header: Literal["ERSPANPlatform", "erspanplatform"]) -> ERSPANPlatformLayer: ...
    @overload
    def __getitem__(self, header: Literal["RWH", "rwh"]) -> RWHLayer: ...
    @overload
    def __getitem__(self, header: Literal["ImmDt", "immdt"]) -> ImmDtLayer: ...
    @overload
    def __getitem__(self, header: Literal["RETH", "reth"]) -> RETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["AETH", "aeth"]) -> AETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["AtomicAckETH", "atomicacketh"]) -> AtomicAckETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["AtomicETH", "atomiceth"]) -> AtomicETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["IETH", "ieth"]) -> IETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["FETH", "feth"]) -> FETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDETH", "rdeth"]) -> RDETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["DETH", "deth"]) -> DETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["XRCETH", "xrceth"]) -> XRCETHLayer: ...
    @overload
    def __getitem__(self, header: Literal["CNP", "cnp"]) -> CNPLayer: ...
    @overload
    def __getitem__(self, header: Literal["MAD", "mad"]) -> MADLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMP", "smp"]) -> SMPLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMPDirected", "smpdirected"]) -> SMPDirectedLayer: ...
    @overload
    def __getitem__(self, header: Literal["RMPP", "rmpp"]) -> RMPPLayer: ...
    @overload
    def __getitem__(self, header: Literal["SA", "sa"]) -> SALayer: ...
    @overload
    def __getitem__(self, header: Literal["PerfMgt", "perfmgt"]) -> PerfMgtLayer: ...
    @overload
    def __getitem__(self, header: Literal["BM", "bm"]) -> BMLayer: ...
    @overload
    def __getitem__(self, header: Literal["DevMgt", "devmgt"]) -> DevMgtLayer: ...
    @overload
    def __getitem__(self, header: Literal["SNMP", "snmp"]) -> SNMPLayer: ...
    @overload
    def __getitem__(self, header: Literal["CC", "cc"]) -> CCLayer: ...
    @overload
    def __getitem__(self, header: Literal["ClassPortInfo", "classportinfo"]) -> ClassPortInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["REQ", "req"]) -> REQLayer: ...
    @overload
    def __getitem__(self, header: Literal["MRA", "mra"]) -> MRALayer: ...
    @overload
    def __getitem__(self, header: Literal["REJ", "rej"]) -> REJLayer: ...
    @overload
    def __getitem__(self, header: Literal["REP", "rep"]) -> REPLayer: ...
    @overload
    def __getitem__(self, header: Literal["RTU", "rtu"]) -> RTULayer: ...
    @overload
    def __getitem__(self, header: Literal["DREQ", "dreq"]) -> DREQLayer: ...
    @overload
    def __getitem__(self, header: Literal["DREP", "drep"]) -> DREPLayer: ...
    @overload
    def __getitem__(self, header: Literal["SIDR_REQ", "sidr_req"]) -> SIDR_REQLayer: ...
    @overload
    def __getitem__(self, header: Literal["SIDR_REP", "sidr_rep"]) -> SIDR_REPLayer: ...
    @overload
    def __getitem__(self, header: Literal["LAP", "lap"]) -> LAPLayer: ...
    @overload
    def __getitem__(self, header: Literal["APR", "apr"]) -> APRLayer: ...
    @overload
    def __getitem__(self, header: Literal["Vendor", "vendor"]) -> VendorLayer: ...
    @overload
    def __getitem__(self, header: Literal["Application", "application"]) -> ApplicationLayer: ...
    @overload
    def __getitem__(self, header: Literal["VendorOUI", "vendoroui"]) -> VendorOUILayer: ...
    @overload
    def __getitem__(self, header: Literal["Notice", "notice"]) -> NoticeLayer: ...
    @overload
    def __getitem__(self, header: Literal["NodeDescription", "nodedescription"]) -> NodeDescriptionLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMPRest", "smprest"]) -> SMPRestLayer: ...
    @overload
    def __getitem__(self, header: Literal["NodeInfo", "nodeinfo"]) -> NodeInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["SwitchInfo", "switchinfo"]) -> SwitchInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["GUIDInfo", "guidinfo"]) -> GUIDInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortInfo", "portinfo"]) -> PortInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["P_KeyTable", "p_keytable"]) -> P_KeyTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["SLtoVLMappingTable", "sltovlmappingtable"]) -> SLtoVLMappingTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["VLArbitrationTable", "vlarbitrationtable"]) -> VLArbitrationTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["LinearForwardingTable", "linearforwardingtable"]) -> LinearForwardingTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["RandomForwardingTable", "randomforwardingtable"]) -> RandomForwardingTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["MulticastForwardingTable", "multicastforwardingtable"]) -> MulticastForwardingTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["LinkSpeedWidthPairsTable", "linkspeedwidthpairstable"]) -> LinkSpeedWidthPairsTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMInfo", "sminfo"]) -> SMInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["VendorDiag", "vendordiag"]) -> VendorDiagLayer: ...
    @overload
    def __getitem__(self, header: Literal["LedInfo", "ledinfo"]) -> LedInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortInfoExtended", "portinfoextended"]) -> PortInfoExtendedLayer: ...
    @overload
    def __getitem__(self, header: Literal["MlnxExtendedPortInfo", "mlnxextendedportinfo"]) -> MlnxExtendedPortInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMPData", "smpdata"]) -> SMPDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["DirectedPaths", "directedpaths"]) -> DirectedPathsLayer: ...
    @overload
    def __getitem__(self, header: Literal["InformInfo", "informinfo"]) -> InformInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortSamplesControl", "portsamplescontrol"]) -> PortSamplesControlLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortSamplesResult", "portsamplesresult"]) -> PortSamplesResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortCounters", "portcounters"]) -> PortCountersLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortRcvErrorDetails", "portrcverrordetails"]) -> PortRcvErrorDetailsLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortXmitDiscardDetails", "portxmitdiscarddetails"]) -> PortXmitDiscardDetailsLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortOpRcvCounters", "portoprcvcounters"]) -> PortOpRcvCountersLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortFlowCtlCounters", "portflowctlcounters"]) -> PortFlowCtlCountersLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortVLOpPackets", "portvloppackets"]) -> PortVLOpPacketsLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortVLOpData", "portvlopdata"]) -> PortVLOpDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortVLXmitFlowCtlUpdateErrors", "portvlxmitflowctlupdateerrors"]) -> PortVLXmitFlowCtlUpdateErrorsLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortVLXmitWaitCounters", "portvlxmitwaitcounters"]) -> PortVLXmitWaitCountersLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortCountersExtended", "portcountersextended"]) -> PortCountersExtendedLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortSamplesResultExtended", "portsamplesresultextended"]) -> PortSamplesResultExtendedLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortExtendedSpeedsCounters", "portextendedspeedscounters"]) -> PortExtendedSpeedsCountersLayer: ...
    @overload
    def __getitem__(self, header: Literal["SwPortVLCongestion", "swportvlcongestion"]) -> SwPortVLCongestionLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortRcvConCtrl", "portrcvconctrl"]) -> PortRcvConCtrlLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortSLRcvFECN", "portslrcvfecn"]) -> PortSLRcvFECNLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortSLRcvBECN", "portslrcvbecn"]) -> PortSLRcvBECNLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortXmitConCtrl", "portxmitconctrl"]) -> PortXmitConCtrlLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortVLXmitTimeCong", "portvlxmittimecong"]) -> PortVLXmitTimeCongLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortXmitDataSL", "portxmitdatasl"]) -> PortXmitDataSLLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortRcvDataSL", "portrcvdatasl"]) -> PortRcvDataSLLayer: ...
    @overload
    def __getitem__(self, header: Literal["PerfData", "perfdata"]) -> PerfDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["IOUnitInfo", "iounitinfo"]) -> IOUnitInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["IOControllerProfile", "iocontrollerprofile"]) -> IOControllerProfileLayer: ...
    @overload
    def __getitem__(self, header: Literal["ServiceEntries", "serviceentries"]) -> ServiceEntriesLayer: ...
    @overload
    def __getitem__(self, header: Literal["DevData", "devdata"]) -> DevDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["BMData", "bmdata"]) -> BMDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionLog", "congestionlog"]) -> CongestionLogLayer: ...
    @overload
    def __getitem__(self, header: Literal["CCLogData", "cclogdata"]) -> CCLogDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionInfo", "congestioninfo"]) -> CongestionInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionKeyInfo", "congestionkeyinfo"]) -> CongestionKeyInfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["SwitchCongestionSetting", "switchcongestionsetting"]) -> SwitchCongestionSettingLayer: ...
    @overload
    def __getitem__(self, header: Literal["SwitchPortCongestionSetting", "switchportcongestionsetting"]) -> SwitchPortCongestionSettingLayer: ...
    @overload
    def __getitem__(self, header: Literal["CACongestionSetting", "cacongestionsetting"]) -> CACongestionSettingLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionControlTable", "congestioncontroltable"]) -> CongestionControlTableLayer: ...
    @overload
    def __getitem__(self, header: Literal["TimeStamp", "timestamp"]) -> TimeStampLayer: ...
    @overload
    def __getitem__(self, header: Literal["CCData", "ccdata"]) -> CCDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionLogSwitch", "congestionlogswitch"]) -> CongestionLogSwitchLayer: ...
    @overload
    def __getitem__(self, header: Literal["CongestionLogCA", "congestionlogca"]) -> CongestionLogCALayer: ...
    @overload
    def __getitem__(self, header: Literal["IPCM", "ipcm"]) -> IPCMLayer: ...
    @overload
    def __getitem__(self, header: Literal["REQPrivate", "reqprivate"]) -> REQPrivateLayer: ...
    @overload
    def __getitem__(self, header: Literal["SIDRPrivate", "sidrprivate"]) -> SIDRPrivateLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPCM4", "ipcm4"]) -> IPCM4Layer: ...
    @overload
    def __getitem__(self, header: Literal["IPCM6", "ipcm6"]) -> IPCM6Layer: ...
    @overload
    def __getitem__(self, header: Literal["IPCMPrivate", "ipcmprivate"]) -> IPCMPrivateLayer: ...
    @overload
    def __getitem__(self, header: Literal["SIDRIPCMPrivate", "sidripcmprivate"]) -> SIDRIPCMPrivateLayer: ...
    @overload
    def __getitem__(self, header: Literal["NodeRecord", "noderecord"]) -> NodeRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["PortInfoRecord", "portinforecord"]) -> PortInfoRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["SLtoVLMappingTableRecord", "sltovlmappingtablerecord"]) -> SLtoVLMappingTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["SwitchInfoRecord", "switchinforecord"]) -> SwitchInfoRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["LinearForwardingTableRecord", "linearforwardingtablerecord"]) -> LinearForwardingTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["RandomForwardingTableRecord", "randomforwardingtablerecord"]) -> RandomForwardingTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["MulticastForwardingTableRecord", "multicastforwardingtablerecord"]) -> MulticastForwardingTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMInfoRecord", "sminforecord"]) -> SMInfoRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["LinkRecord", "linkrecord"]) -> LinkRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["GUIDInfoRecord", "guidinforecord"]) -> GUIDInfoRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["ServiceRecord", "servicerecord"]) -> ServiceRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["P_KeyTableRecord", "p_keytablerecord"]) -> P_KeyTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["PathRecord", "pathrecord"]) -> PathRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["VLArbitrationTableRecord", "vlarbitrationtablerecord"]) -> VLArbitrationTableRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["MCMemberRecord", "mcmemberrecord"]) -> MCMemberRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["TraceRecord", "tracerecord"]) -> TraceRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["ServiceAssociationRecord", "serviceassociationrecord"]) -> ServiceAssociationRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["InformInfoRecord", "informinforecord"]) -> InformInfoRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["MultiPathRecord", "multipathrecord"]) -> MultiPathRecordLayer: ...
    @overload
    def __getitem__(self, header: Literal["RecordGap", "recordgap"]) -> RecordGapLayer: ...
    @overload
    def __getitem__(self, header: Literal["MultiPathGID", "multipathgid"]) -> MultiPathGIDLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapB_Key", "trapb_key"]) -> TrapB_KeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapCC_Key", "trapcc_key"]) -> TrapCC_KeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapGID", "trapgid"]) -> TrapGIDLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapUnPath", "trapunpath"]) -> TrapUnPathLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapRePath", "traprepath"]) -> TrapRePathLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapLinkState", "traplinkstate"]) -> TrapLinkStateLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapLinkErrors", "traplinkerrors"]) -> TrapLinkErrorsLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapLocalChanges", "traplocalchanges"]) -> TrapLocalChangesLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapSystemImage", "trapsystemimage"]) -> TrapSystemImageLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapM_Key", "trapm_key"]) -> TrapM_KeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapKey", "trapkey"]) -> TrapKeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["TrapSwitchP_Key", "trapswitchp_key"]) -> TrapSwitchP_KeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["NoticeData", "noticedata"]) -> NoticeDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["NoticeIssuer", "noticeissuer"]) -> NoticeIssuerLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeAdminCommand", "nvmeadmincommand"]) -> NVMeAdminCommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeIOCommand", "nvmeiocommand"]) -> NVMeIOCommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeCommand", "nvmecommand"]) -> NVMeCommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeFabrics", "nvmefabrics"]) -> NVMeFabricsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeCompletion", "nvmecompletion"]) -> NVMeCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeEventCompletion", "nvmeeventcompletion"]) -> NVMeEventCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeConnectCompletion", "nvmeconnectcompletion"]) -> NVMeConnectCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMePropertyCompletion", "nvmepropertycompletion"]) -> NVMePropertyCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeFabricsCompletion", "nvmefabricscompletion"]) -> NVMeFabricsCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeAccept", "nvmeaccept"]) -> NVMeAcceptLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReject", "nvmereject"]) -> NVMeRejectLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeRequest", "nvmerequest"]) -> NVMeRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeConnectData", "nvmeconnectdata"]) -> NVMeConnectDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeDiscoveryLog", "nvmediscoverylog"]) -> NVMeDiscoveryLogLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMA", "rpcrdma"]) -> RPCRDMALayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAPrivate", "rpcrdmaprivate"]) -> RPCRDMAPrivateLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCMessage", "rpcmessage"]) -> RPCMessageLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3GetattrResult", "nfs3getattrresult"]) -> NFS3GetattrResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3SetattrResult", "nfs3setattrresult"]) -> NFS3SetattrResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3LookupResult", "nfs3lookupresult"]) -> NFS3LookupResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3AccessResult", "nfs3accessresult"]) -> NFS3AccessResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3WriteResult", "nfs3writeresult"]) -> NFS3WriteResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3CreateResult", "nfs3createresult"]) -> NFS3CreateResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3MkdirResult", "nfs3mkdirresult"]) -> NFS3MkdirResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3SymlinkResult", "nfs3symlinkresult"]) -> NFS3SymlinkResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3MknodResult", "nfs3mknodresult"]) -> NFS3MknodResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3RemoveResult", "nfs3removeresult"]) -> NFS3RemoveResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3RmdirResult", "nfs3rmdirresult"]) -> NFS3RmdirResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3RenameResult", "nfs3renameresult"]) -> NFS3RenameResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3LinkResult", "nfs3linkresult"]) -> NFS3LinkResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReaddirResult", "nfs3readdirresult"]) -> NFS3ReaddirResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReaddirplusResult", "nfs3readdirplusresult"]) -> NFS3ReaddirplusResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3FsstatResult", "nfs3fsstatresult"]) -> NFS3FsstatResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3FsinfoResult", "nfs3fsinforesult"]) -> NFS3FsinfoResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3PathconfResult", "nfs3pathconfresult"]) -> NFS3PathconfResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3CommitResult", "nfs3commitresult"]) -> NFS3CommitResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReadResult", "nfs3readresult"]) -> NFS3ReadResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReadResultApart", "nfs3readresultapart"]) -> NFS3ReadResultApartLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReadlinkResult", "nfs3readlinkresult"]) -> NFS3ReadlinkResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3ReadlinkResultApart", "nfs3readlinkresultapart"]) -> NFS3ReadlinkResultApartLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Results", "nfs4results"]) -> NFS4ResultsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ResultsApart", "nfs4resultsapart"]) -> NFS4ResultsApartLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISER", "iser"]) -> ISERLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISERHello", "iserhello"]) -> ISERHelloLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISERHelloReply", "iserhelloreply"]) -> ISERHelloReplyLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISERRequest", "iserrequest"]) -> ISERRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISERAccept", "iseraccept"]) -> ISERAcceptLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPLogin", "srplogin"]) -> SRPLoginLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPLoginIP", "srploginip"]) -> SRPLoginIPLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPLoginResponse", "srploginresponse"]) -> SRPLoginResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPLoginReject", "srploginreject"]) -> SRPLoginRejectLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPTaskManagement", "srptaskmanagement"]) -> SRPTaskManagementLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPCommand", "srpcommand"]) -> SRPCommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPInitiatorLogout", "srpinitiatorlogout"]) -> SRPInitiatorLogoutLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPCreditResponse", "srpcreditresponse"]) -> SRPCreditResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPEventResponse", "srpeventresponse"]) -> SRPEventResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPTargetLogout", "srptargetlogout"]) -> SRPTargetLogoutLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPCreditRequest", "srpcreditrequest"]) -> SRPCreditRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPEventRequest", "srpeventrequest"]) -> SRPEventRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPResponse", "srpresponse"]) -> SRPResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPoIBConnection", "ipoibconnection"]) -> IPoIBConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketConnection", "rsocketconnection"]) -> RSocketConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketImmediate", "rsocketimmediate"]) -> RSocketImmediateLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketBufferBig", "rsocketbufferbig"]) -> RSocketBufferBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketDatagram", "rsocketdatagram"]) -> RSocketDatagramLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketDatagram6", "rsocketdatagram6"]) -> RSocketDatagram6Layer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketResolver", "rsocketresolver"]) -> RSocketResolverLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSConnection", "rdsconnection"]) -> RDSConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSConnection6", "rdsconnection6"]) -> RDSConnection6Layer: ...
    @overload
    def __getitem__(self, header: Literal["RDSHeader", "rdsheader"]) -> RDSHeaderLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCMessage", "smcmessage"]) -> SMCMessageLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCConfirmLink", "smcconfirmlink"]) -> SMCConfirmLinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCAddLink", "smcaddlink"]) -> SMCAddLinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCAddLinkContinuation", "smcaddlinkcontinuation"]) -> SMCAddLinkContinuationLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCDeleteLink", "smcdeletelink"]) -> SMCDeleteLinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCConfirmRKey", "smcconfirmrkey"]) -> SMCConfirmRKeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCTestLink", "smctestlink"]) -> SMCTestLinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCDeleteRKey", "smcdeleterkey"]) -> SMCDeleteRKeyLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCCDC", "smccdc"]) -> SMCCDCLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCCLC", "smcclc"]) -> SMCCLCLayer: ...
    @overload
    def __getitem__(self, header: Literal["NineP", "ninep"]) -> NinePLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetMessage", "lnetmessage"]) -> LNetMessageLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetMessageBig", "lnetmessagebig"]) -> LNetMessageBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetReject", "lnetreject"]) -> LNetRejectLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetRejectBig", "lnetrejectbig"]) -> LNetRejectBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMBDNegotiateRequest", "smbdnegotiaterequest"]) -> SMBDNegotiateRequestLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMBDNegotiateResponse", "smbdnegotiateresponse"]) -> SMBDNegotiateResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMBDData", "smbddata"]) -> SMBDDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMBDCredits", "smbdcredits"]) -> SMBDCreditsLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMBDBuffer", "smbdbuffer"]) -> SMBDBufferLayer: ...
    @overload
    def __getitem__(self, header: Literal["SDP", "sdp"]) -> SDPLayer: ...
    @overload
    def __getitem__(self, header: Literal["SDPHello", "sdphello"]) -> SDPHelloLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXDatagram", "ucxdatagram"]) -> UCXDatagramLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXMessage", "ucxmessage"]) -> UCXMessageLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXConnection", "ucxconnection"]) -> UCXConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RxM", "rxm"]) -> RxMLayer: ...
    @overload
    def __getitem__(self, header: Literal["RxMConnection", "rxmconnection"]) -> RxMConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RxD", "rxd"]) -> RxDLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeIdentify", "nvmeidentify"]) -> NVMeIdentifyLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeGetLogPage", "nvmegetlogpage"]) -> NVMeGetLogPageLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeSetFeatures", "nvmesetfeatures"]) -> NVMeSetFeaturesLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeGetFeatures", "nvmegetfeatures"]) -> NVMeGetFeaturesLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeAbort", "nvmeabort"]) -> NVMeAbortLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeDwords", "nvmedwords"]) -> NVMeDwordsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReadWrite", "nvmereadwrite"]) -> NVMeReadWriteLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeWriteZeroes", "nvmewritezeroes"]) -> NVMeWriteZeroesLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeDatasetManagement", "nvmedatasetmanagement"]) -> NVMeDatasetManagementLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReservationRegister", "nvmereservationregister"]) -> NVMeReservationRegisterLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReservationAcquire", "nvmereservationacquire"]) -> NVMeReservationAcquireLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReservationRelease", "nvmereservationrelease"]) -> NVMeReservationReleaseLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeReservationReport", "nvmereservationreport"]) -> NVMeReservationReportLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMePropertySet", "nvmepropertyset"]) -> NVMePropertySetLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeConnect", "nvmeconnect"]) -> NVMeConnectLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMePropertyGet", "nvmepropertyget"]) -> NVMePropertyGetLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeAuthentication", "nvmeauthentication"]) -> NVMeAuthenticationLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeDisconnect", "nvmedisconnect"]) -> NVMeDisconnectLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeFabricsDwords", "nvmefabricsdwords"]) -> NVMeFabricsDwordsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeRange", "nvmerange"]) -> NVMeRangeLayer: ...
    @overload
    def __getitem__(self, header: Literal["NVMeDiscoveryEntry", "nvmediscoveryentry"]) -> NVMeDiscoveryEntryLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAPadding", "rpcrdmapadding"]) -> RPCRDMAPaddingLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAError", "rpcrdmaerror"]) -> RPCRDMAErrorLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMARead", "rpcrdmaread"]) -> RPCRDMAReadLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAReadEnd", "rpcrdmareadend"]) -> RPCRDMAReadEndLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAVersions", "rpcrdmaversions"]) -> RPCRDMAVersionsLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAWrite", "rpcrdmawrite"]) -> RPCRDMAWriteLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAWriteEnd", "rpcrdmawriteend"]) -> RPCRDMAWriteEndLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAWriteSegment", "rpcrdmawritesegment"]) -> RPCRDMAWriteSegmentLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAReply", "rpcrdmareply"]) -> RPCRDMAReplyLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMANoReply", "rpcrdmanoreply"]) -> RPCRDMANoReplyLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCRDMAReplySegment", "rpcrdmareplysegment"]) -> RPCRDMAReplySegmentLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCCall", "rpccall"]) -> RPCCallLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCReply", "rpcreply"]) -> RPCReplyLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCUnixCredential", "rpcunixcredential"]) -> RPCUnixCredentialLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCGSSCredential", "rpcgsscredential"]) -> RPCGSSCredentialLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCCredential", "rpccredential"]) -> RPCCredentialLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCVerifier", "rpcverifier"]) -> RPCVerifierLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Getattr", "nfs3getattr"]) -> NFS3GetattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Setattr", "nfs3setattr"]) -> NFS3SetattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Lookup", "nfs3lookup"]) -> NFS3LookupLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Access", "nfs3access"]) -> NFS3AccessLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Readlink", "nfs3readlink"]) -> NFS3ReadlinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Read", "nfs3read"]) -> NFS3ReadLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Write", "nfs3write"]) -> NFS3WriteLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Create", "nfs3create"]) -> NFS3CreateLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Mkdir", "nfs3mkdir"]) -> NFS3MkdirLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Symlink", "nfs3symlink"]) -> NFS3SymlinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Mknod", "nfs3mknod"]) -> NFS3MknodLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Remove", "nfs3remove"]) -> NFS3RemoveLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Rmdir", "nfs3rmdir"]) -> NFS3RmdirLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Rename", "nfs3rename"]) -> NFS3RenameLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Link", "nfs3link"]) -> NFS3LinkLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Readdir", "nfs3readdir"]) -> NFS3ReaddirLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Readdirplus", "nfs3readdirplus"]) -> NFS3ReaddirplusLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Fsstat", "nfs3fsstat"]) -> NFS3FsstatLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Fsinfo", "nfs3fsinfo"]) -> NFS3FsinfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Pathconf", "nfs3pathconf"]) -> NFS3PathconfLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Commit", "nfs3commit"]) -> NFS3CommitLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Compound", "nfs4compound"]) -> NFS4CompoundLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCReplyVerifier", "rpcreplyverifier"]) -> RPCReplyVerifierLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCAccepted", "rpcaccepted"]) -> RPCAcceptedLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCDenied", "rpcdenied"]) -> RPCDeniedLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCVersions", "rpcversions"]) -> RPCVersionsLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCDeniedVersions", "rpcdeniedversions"]) -> RPCDeniedVersionsLayer: ...
    @overload
    def __getitem__(self, header: Literal["RPCDeniedCredential", "rpcdeniedcredential"]) -> RPCDeniedCredentialLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Found", "nfs3found"]) -> NFS3FoundLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Attributes", "nfs3attributes"]) -> NFS3AttributesLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS3Made", "nfs3made"]) -> NFS3MadeLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Operation", "nfs4operation"]) -> NFS4OperationLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Operations", "nfs4operations"]) -> NFS4OperationsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Access", "nfs4access"]) -> NFS4AccessLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Close", "nfs4close"]) -> NFS4CloseLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Commit", "nfs4commit"]) -> NFS4CommitLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Create", "nfs4create"]) -> NFS4CreateLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Delegreturn", "nfs4delegreturn"]) -> NFS4DelegreturnLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Getattr", "nfs4getattr"]) -> NFS4GetattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Lock", "nfs4lock"]) -> NFS4LockLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Lockt", "nfs4lockt"]) -> NFS4LocktLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Locku", "nfs4locku"]) -> NFS4LockuLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Lookup", "nfs4lookup"]) -> NFS4LookupLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Verify", "nfs4verify"]) -> NFS4VerifyLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Open", "nfs4open"]) -> NFS4OpenLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Openattr", "nfs4openattr"]) -> NFS4OpenattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4OpenConfirm", "nfs4openconfirm"]) -> NFS4OpenConfirmLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4OpenDowngrade", "nfs4opendowngrade"]) -> NFS4OpenDowngradeLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Putfh", "nfs4putfh"]) -> NFS4PutfhLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Read", "nfs4read"]) -> NFS4ReadLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Readdir", "nfs4readdir"]) -> NFS4ReaddirLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Rename", "nfs4rename"]) -> NFS4RenameLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Renew", "nfs4renew"]) -> NFS4RenewLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Setattr", "nfs4setattr"]) -> NFS4SetattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Setclientid", "nfs4setclientid"]) -> NFS4SetclientidLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetclientidConfirm", "nfs4setclientidconfirm"]) -> NFS4SetclientidConfirmLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Write", "nfs4write"]) -> NFS4WriteLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReleaseLockowner", "nfs4releaselockowner"]) -> NFS4ReleaseLockownerLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4BackchannelCtl", "nfs4backchannelctl"]) -> NFS4BackchannelCtlLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4BindConnToSession", "nfs4bindconntosession"]) -> NFS4BindConnToSessionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ExchangeId", "nfs4exchangeid"]) -> NFS4ExchangeIdLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CreateSession", "nfs4createsession"]) -> NFS4CreateSessionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4DestroySession", "nfs4destroysession"]) -> NFS4DestroySessionLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetDirDelegation", "nfs4getdirdelegation"]) -> NFS4GetDirDelegationLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Getdeviceinfo", "nfs4getdeviceinfo"]) -> NFS4GetdeviceinfoLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Getdevicelist", "nfs4getdevicelist"]) -> NFS4GetdevicelistLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Layoutcommit", "nfs4layoutcommit"]) -> NFS4LayoutcommitLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Layoutget", "nfs4layoutget"]) -> NFS4LayoutgetLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Layoutreturn", "nfs4layoutreturn"]) -> NFS4LayoutreturnLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SecinfoNoName", "nfs4secinfononame"]) -> NFS4SecinfoNoNameLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Sequence", "nfs4sequence"]) -> NFS4SequenceLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetSsv", "nfs4setssv"]) -> NFS4SetSsvLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4TestStateid", "nfs4teststateid"]) -> NFS4TestStateidLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReclaimComplete", "nfs4reclaimcomplete"]) -> NFS4ReclaimCompleteLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Allocate", "nfs4allocate"]) -> NFS4AllocateLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Copy", "nfs4copy"]) -> NFS4CopyLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CopyNotify", "nfs4copynotify"]) -> NFS4CopyNotifyLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4IoAdvise", "nfs4ioadvise"]) -> NFS4IoAdviseLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Layouterror", "nfs4layouterror"]) -> NFS4LayouterrorLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Layoutstats", "nfs4layoutstats"]) -> NFS4LayoutstatsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Seek", "nfs4seek"]) -> NFS4SeekLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4WriteSame", "nfs4writesame"]) -> NFS4WriteSameLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Clone", "nfs4clone"]) -> NFS4CloneLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Getxattr", "nfs4getxattr"]) -> NFS4GetxattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Setxattr", "nfs4setxattr"]) -> NFS4SetxattrLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Listxattrs", "nfs4listxattrs"]) -> NFS4ListxattrsLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4Result", "nfs4result"]) -> NFS4ResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ResultCount", "nfs4resultcount"]) -> NFS4ResultCountLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReadlinkResultApart", "nfs4readlinkresultapart"]) -> NFS4ReadlinkResultApartLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4AccessResult", "nfs4accessresult"]) -> NFS4AccessResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CloseResult", "nfs4closeresult"]) -> NFS4CloseResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CommitResult", "nfs4commitresult"]) -> NFS4CommitResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CreateResult", "nfs4createresult"]) -> NFS4CreateResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetattrResult", "nfs4getattrresult"]) -> NFS4GetattrResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetfhResult", "nfs4getfhresult"]) -> NFS4GetfhResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4RemoveResult", "nfs4removeresult"]) -> NFS4RemoveResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4OpenResult", "nfs4openresult"]) -> NFS4OpenResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReadResult", "nfs4readresult"]) -> NFS4ReadResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReaddirResult", "nfs4readdirresult"]) -> NFS4ReaddirResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4RenameResult", "nfs4renameresult"]) -> NFS4RenameResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SecinfoResult", "nfs4secinforesult"]) -> NFS4SecinfoResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetclientidResult", "nfs4setclientidresult"]) -> NFS4SetclientidResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4WriteResult", "nfs4writeresult"]) -> NFS4WriteResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4BindConnToSessionResult", "nfs4bindconntosessionresult"]) -> NFS4BindConnToSessionResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ExchangeIdResult", "nfs4exchangeidresult"]) -> NFS4ExchangeIdResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CreateSessionResult", "nfs4createsessionresult"]) -> NFS4CreateSessionResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetDirDelegationResult", "nfs4getdirdelegationresult"]) -> NFS4GetDirDelegationResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetdeviceinfoResult", "nfs4getdeviceinforesult"]) -> NFS4GetdeviceinfoResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetdevicelistResult", "nfs4getdevicelistresult"]) -> NFS4GetdevicelistResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4LayoutcommitResult", "nfs4layoutcommitresult"]) -> NFS4LayoutcommitResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4LayoutgetResult", "nfs4layoutgetresult"]) -> NFS4LayoutgetResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4LayoutreturnResult", "nfs4layoutreturnresult"]) -> NFS4LayoutreturnResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SequenceResult", "nfs4sequenceresult"]) -> NFS4SequenceResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetSsvResult", "nfs4setssvresult"]) -> NFS4SetSsvResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4TestStateidResult", "nfs4teststateidresult"]) -> NFS4TestStateidResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CopyResult", "nfs4copyresult"]) -> NFS4CopyResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CopyNotifyResult", "nfs4copynotifyresult"]) -> NFS4CopyNotifyResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4IoAdviseResult", "nfs4ioadviseresult"]) -> NFS4IoAdviseResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4OffloadStatusResult", "nfs4offloadstatusresult"]) -> NFS4OffloadStatusResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReadPlusResult", "nfs4readplusresult"]) -> NFS4ReadPlusResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SeekResult", "nfs4seekresult"]) -> NFS4SeekResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4WriteSameResult", "nfs4writesameresult"]) -> NFS4WriteSameResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetxattrResult", "nfs4getxattrresult"]) -> NFS4GetxattrResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ListxattrsResult", "nfs4listxattrsresult"]) -> NFS4ListxattrsResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4ReadlinkResult", "nfs4readlinkresult"]) -> NFS4ReadlinkResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4LockRefused", "nfs4lockrefused"]) -> NFS4LockRefusedLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetclientidRefused", "nfs4setclientidrefused"]) -> NFS4SetclientidRefusedLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4GetdeviceinfoRefused", "nfs4getdeviceinforefused"]) -> NFS4GetdeviceinfoRefusedLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4LayoutgetRefused", "nfs4layoutgetrefused"]) -> NFS4LayoutgetRefusedLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4CopyRefused", "nfs4copyrefused"]) -> NFS4CopyRefusedLayer: ...
    @overload
    def __getitem__(self, header: Literal["NFS4SetattrResult", "nfs4setattrresult"]) -> NFS4SetattrResultLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSINopOut", "iscsinopout"]) -> ISCSINopOutLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSICommand", "iscsicommand"]) -> ISCSICommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSITaskManagement", "iscsitaskmanagement"]) -> ISCSITaskManagementLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSILogin", "iscsilogin"]) -> ISCSILoginLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIText", "iscsitext"]) -> ISCSITextLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIDataOut", "iscsidataout"]) -> ISCSIDataOutLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSILogout", "iscsilogout"]) -> ISCSILogoutLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSISnack", "iscsisnack"]) -> ISCSISnackLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSINopIn", "iscsinopin"]) -> ISCSINopInLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIResponse", "iscsiresponse"]) -> ISCSIResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSITaskManagementResponse", "iscsitaskmanagementresponse"]) -> ISCSITaskManagementResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSILoginResponse", "iscsiloginresponse"]) -> ISCSILoginResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSITextResponse", "iscsitextresponse"]) -> ISCSITextResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIDataIn", "iscsidatain"]) -> ISCSIDataInLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSILogoutResponse", "iscsilogoutresponse"]) -> ISCSILogoutResponseLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIReadyToTransfer", "iscsireadytotransfer"]) -> ISCSIReadyToTransferLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIAsynchronous", "iscsiasynchronous"]) -> ISCSIAsynchronousLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSIReject", "iscsireject"]) -> ISCSIRejectLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSITestUnitReady", "scsitestunitready"]) -> SCSITestUnitReadyLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIInquiry", "scsiinquiry"]) -> SCSIInquiryLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIModeSense6", "scsimodesense6"]) -> SCSIModeSense6Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIModeSense10", "scsimodesense10"]) -> SCSIModeSense10Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIRequestSense", "scsirequestsense"]) -> SCSIRequestSenseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIReportLUNs", "scsireportluns"]) -> SCSIReportLUNsLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIMaintenanceIn", "scsimaintenancein"]) -> SCSIMaintenanceInLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIServiceActionIn16", "scsiserviceactionin16"]) -> SCSIServiceActionIn16Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIReadCapacity10", "scsireadcapacity10"]) -> SCSIReadCapacity10Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIUnmap", "scsiunmap"]) -> SCSIUnmapLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIBlocks6", "scsiblocks6"]) -> SCSIBlocks6Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIRead10", "scsiread10"]) -> SCSIRead10Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIWrite10", "scsiwrite10"]) -> SCSIWrite10Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIBlocks10", "scsiblocks10"]) -> SCSIBlocks10Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIRead12", "scsiread12"]) -> SCSIRead12Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIWrite12", "scsiwrite12"]) -> SCSIWrite12Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIBlocks12", "scsiblocks12"]) -> SCSIBlocks12Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIRead16", "scsiread16"]) -> SCSIRead16Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIWrite16", "scsiwrite16"]) -> SCSIWrite16Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSIBlocks16", "scsiblocks16"]) -> SCSIBlocks16Layer: ...
    @overload
    def __getitem__(self, header: Literal["SCSICommand", "scsicommand"]) -> SCSICommandLayer: ...
    @overload
    def __getitem__(self, header: Literal["ISCSISense", "iscsisense"]) -> ISCSISenseLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSISenseFixed", "scsisensefixed"]) -> SCSISenseFixedLayer: ...
    @overload
    def __getitem__(self, header: Literal["SCSISenseDescriptor", "scsisensedescriptor"]) -> SCSISenseDescriptorLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPDirect", "srpdirect"]) -> SRPDirectLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPIndirect", "srpindirect"]) -> SRPIndirectLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPImmediate", "srpimmediate"]) -> SRPImmediateLayer: ...
    @overload
    def __getitem__(self, header: Literal["SRPResponseData", "srpresponsedata"]) -> SRPResponseDataLayer: ...
    @overload
    def __getitem__(self, header: Literal["IPoIBARP", "ipoibarp"]) -> IPoIBARPLayer: ...
    @overload
    def __getitem__(self, header: Literal["RouterSolicitation", "routersolicitation"]) -> RouterSolicitationLayer: ...
    @overload
    def __getitem__(self, header: Literal["RouterAdvertisement", "routeradvertisement"]) -> RouterAdvertisementLayer: ...
    @overload
    def __getitem__(self, header: Literal["NeighborSolicitation", "neighborsolicitation"]) -> NeighborSolicitationLayer: ...
    @overload
    def __getitem__(self, header: Literal["NeighborAdvertisement", "neighboradvertisement"]) -> NeighborAdvertisementLayer: ...
    @overload
    def __getitem__(self, header: Literal["NeighborLinkAddress", "neighborlinkaddress"]) -> NeighborLinkAddressLayer: ...
    @overload
    def __getitem__(self, header: Literal["RSocketBuffer", "rsocketbuffer"]) -> RSocketBufferLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSVersion", "rdsversion"]) -> RDSVersionLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSUsed", "rdsused"]) -> RDSUsedLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSDestination", "rdsdestination"]) -> RDSDestinationLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSPaths", "rdspaths"]) -> RDSPathsLayer: ...
    @overload
    def __getitem__(self, header: Literal["RDSGeneration", "rdsgeneration"]) -> RDSGenerationLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCProposal", "smcproposal"]) -> SMCProposalLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCAccept", "smcaccept"]) -> SMCAcceptLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCConfirm", "smcconfirm"]) -> SMCConfirmLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMCDecline", "smcdecline"]) -> SMCDeclineLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetConnection", "lnetconnection"]) -> LNetConnectionLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetCompletion", "lnetcompletion"]) -> LNetCompletionLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetHeader", "lnetheader"]) -> LNetHeaderLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetCookie", "lnetcookie"]) -> LNetCookieLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetDescriptor", "lnetdescriptor"]) -> LNetDescriptorLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetConnectionBig", "lnetconnectionbig"]) -> LNetConnectionBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetCompletionBig", "lnetcompletionbig"]) -> LNetCompletionBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetCookieBig", "lnetcookiebig"]) -> LNetCookieBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["LNetDescriptorBig", "lnetdescriptorbig"]) -> LNetDescriptorBigLayer: ...
    @overload
    def __getitem__(self, header: Literal["SMB2", "smb2"]) -> SMB2Layer: ...
    @overload
    def __getitem__(self, header: Literal["UCXWireup", "ucxwireup"]) -> UCXWireupLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXEager", "ucxeager"]) -> UCXEagerLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXEagerFirst", "ucxeagerfirst"]) -> UCXEagerFirstLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXEagerMiddle", "ucxeagermiddle"]) -> UCXEagerMiddleLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXReadyToSend", "ucxreadytosend"]) -> UCXReadyToSendLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXReadyToReceive", "ucxreadytoreceive"]) -> UCXReadyToReceiveLayer: ...
    @overload
    def __getitem__(self, header: Literal["UCXControl", "ucxcontrol"]) -> UCXControlLayer: ...
    @overload
    def __getitem__(self, header: Header | str) -> Layer: ...
    @overload
    def all(self, header: HeaderOf[_L]) -> tuple[_L, ...]: ...
    @overload
    def all(self, header: Header | str) -> tuple[Layer, ...]: ...
