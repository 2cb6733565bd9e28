# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Generic, Never, SupportsIndex, TypeAlias, TypedDict, TypeVar, Unpack
from scapy.base_classes import Gen, Packet_metaclass
from scapy.packet import Packet
from scapy.volatile import VolatileValue
from ibpkt.scapy.layer import IBLayer

_Layer = TypeVar("_Layer")
_Value = TypeVar("_Value", covariant=True)
_Given = TypeVar("_Given", contravariant=True)

class LayerType(Packet_metaclass):
    """scapy's own says that calling a class gives any packet."""
    def __call__(cls: type[_Layer], *args: Any, **fields: Any) -> _Layer: ...

class FieldOf(Generic[_Value, _Given]):
    """A field: what it takes, and what it has then."""
    def __get__(self, layer: object, owner: type | None = None) -> _Value: ...
    def __set__(self, layer: object, value: _Given) -> None: ...

class _OfScapy(TypedDict, total=False):
    post_transform: Any
    _internal: int
    _underlayer: Packet | None
    _parent: Packet | None
    stop_dissection_after: type[Packet] | None
NumberValue: TypeAlias = SupportsIndex | str | list[Any] | tuple[Any, ...] | range | VolatileValue[Any] | Gen[Any] | None
BinaryValue: TypeAlias = bytes | bytearray | int | str | list[Any] | tuple[Any, ...] | range | VolatileValue[Any] | Gen[Any] | None
IPv4Value: TypeAlias = IPv4Address | int | str | list[Any] | tuple[Any, ...] | range | VolatileValue[Any] | Gen[Any] | None
IPv6Value: TypeAlias = IPv6Address | bytes | int | str | list[Any] | tuple[Any, ...] | range | VolatileValue[Any] | Gen[Any] | None

class _LoopbackValues(_OfScapy, total=False):
    family: NumberValue

class Loopback(IBLayer, metaclass=LayerType):
    """BSD Null/Loopback"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LoopbackValues]) -> None: ...
    family: FieldOf[int | None, NumberValue]
    """Family: in the byte order of the host that captured (link type 0) or big endian (108)"""

class _EthernetValues(_OfScapy, total=False):
    dst: BinaryValue
    src: BinaryValue
    type: NumberValue

class Ethernet(IBLayer, metaclass=LayerType):
    """Ethernet II"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_EthernetValues]) -> None: ...
    dst: FieldOf[str, BinaryValue]
    """Destination"""
    src: FieldOf[str, BinaryValue]
    """Source"""
    type: FieldOf[int | None, NumberValue]
    """Type: below 1536 a length: IEEE 802.3"""

class _IPv4Values(_OfScapy, total=False):
    version: NumberValue
    ihl: NumberValue
    dsfield: NumberValue
    dscp: NumberValue
    ecn: NumberValue
    len: NumberValue
    id: NumberValue
    flags: NumberValue
    rb: NumberValue
    df: NumberValue
    mf: NumberValue
    frag_offset_words: NumberValue
    ttl: NumberValue
    proto: NumberValue
    checksum: NumberValue
    src: IPv4Value
    dst: IPv4Value
    options: BinaryValue

class IPv4(IBLayer, metaclass=LayerType):
    """Internet Protocol Version 4"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPv4Values]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    ihl: FieldOf[int | None, NumberValue]
    """Header Length in Words, in words"""
    dsfield: FieldOf[int, NumberValue]
    """Differentiated Services Field"""
    dscp: FieldOf[int, NumberValue]
    """Differentiated Services Codepoint"""
    ecn: FieldOf[int, NumberValue]
    """Explicit Congestion Notification"""
    len: FieldOf[int | None, NumberValue]
    """Total Length, in bytes"""
    id: FieldOf[int, NumberValue]
    """Identification"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    rb: FieldOf[int, NumberValue]
    """Reserved bit"""
    df: FieldOf[int, NumberValue]
    """Don't fragment"""
    mf: FieldOf[int, NumberValue]
    """More fragments"""
    frag_offset_words: FieldOf[int, NumberValue]
    """Fragment Offset in 8 bytes"""
    ttl: FieldOf[int, NumberValue]
    """Time to Live"""
    proto: FieldOf[int | None, NumberValue]
    """Protocol"""
    checksum: FieldOf[int | None, NumberValue]
    """Header Checksum"""
    src: FieldOf[str, IPv4Value]
    """Source Address"""
    dst: FieldOf[str, IPv4Value]
    """Destination Address"""
    options: FieldOf[bytes, BinaryValue]
    """Options"""
    hdr_len: FieldOf[int | float, Never]
    """Header Length, in bytes"""
    frag_offset: FieldOf[int | float, Never]
    """Fragment Offset, in bytes"""

class _IPv6Values(_OfScapy, total=False):
    version: NumberValue
    tclass: NumberValue
    dscp: NumberValue
    ecn: NumberValue
    flow: NumberValue
    plen: NumberValue
    nxt: NumberValue
    hlim: NumberValue
    src: IPv6Value
    dst: IPv6Value

class IPv6(IBLayer, metaclass=LayerType):
    """Internet Protocol Version 6"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPv6Values]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    tclass: FieldOf[int, NumberValue]
    """Traffic Class"""
    dscp: FieldOf[int, NumberValue]
    """Differentiated Services Codepoint"""
    ecn: FieldOf[int, NumberValue]
    """Explicit Congestion Notification"""
    flow: FieldOf[int, NumberValue]
    """Flow Label"""
    plen: FieldOf[int | None, NumberValue]
    """Payload Length, in bytes"""
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    hlim: FieldOf[int, NumberValue]
    """Hop Limit"""
    src: FieldOf[str, IPv6Value]
    """Source Address"""
    dst: FieldOf[str, IPv6Value]
    """Destination Address"""

class _SLLValues(_OfScapy, total=False):
    pkttype: NumberValue
    hatype: NumberValue
    halen: NumberValue
    src: BinaryValue
    etype: NumberValue

class SLL(IBLayer, metaclass=LayerType):
    """Linux cooked capture v1"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SLLValues]) -> None: ...
    pkttype: FieldOf[int, NumberValue]
    """Packet type"""
    hatype: FieldOf[int, NumberValue]
    """Link-layer address type"""
    halen: FieldOf[int, NumberValue]
    """Link-layer address length, in bytes"""
    src: FieldOf[bytes, BinaryValue]
    """Source: `halen` bytes of it count"""
    etype: FieldOf[int | None, NumberValue]
    """Protocol"""

class _SLL2Values(_OfScapy, total=False):
    etype: NumberValue
    reserved: NumberValue
    ifindex: NumberValue
    hatype: NumberValue
    pkttype: NumberValue
    halen: NumberValue
    src: BinaryValue

class SLL2(IBLayer, metaclass=LayerType):
    """Linux cooked capture v2"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SLL2Values]) -> None: ...
    etype: FieldOf[int | None, NumberValue]
    """Protocol"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    ifindex: FieldOf[int, NumberValue]
    """Interface index"""
    hatype: FieldOf[int, NumberValue]
    """Link-layer address type"""
    pkttype: FieldOf[int, NumberValue]
    """Packet type"""
    halen: FieldOf[int, NumberValue]
    """Link-layer address length, in bytes"""
    src: FieldOf[bytes, BinaryValue]
    """Source: `halen` bytes of it count"""

class _ERFValues(_OfScapy, total=False):
    ts: NumberValue
    types: NumberValue
    ext_header: NumberValue
    type: NumberValue
    flags: NumberValue
    res: NumberValue
    dse: NumberValue
    rxe: NumberValue
    trunc: NumberValue
    vlen: NumberValue
    cap: NumberValue
    rlen: NumberValue
    lctr: NumberValue
    wlen: NumberValue

class ERF(IBLayer, metaclass=LayerType):
    """Extensible Record Format"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERFValues]) -> None: ...
    ts: FieldOf[int, NumberValue]
    """Timestamp: stored low byte first: 2^-32 s since 1970"""
    types: FieldOf[int | None, NumberValue]
    """Record type"""
    ext_header: FieldOf[int, NumberValue]
    """Extension header present"""
    type: FieldOf[int, NumberValue]
    """Type"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    res: FieldOf[int, NumberValue]
    """Reserved"""
    dse: FieldOf[int, NumberValue]
    """DS error"""
    rxe: FieldOf[int, NumberValue]
    """RX error"""
    trunc: FieldOf[int, NumberValue]
    """Truncated"""
    vlen: FieldOf[int, NumberValue]
    """Varying record length"""
    cap: FieldOf[int, NumberValue]
    """Capture interface"""
    rlen: FieldOf[int | None, NumberValue]
    """Record length: may count padding that a pcap record does not store, in bytes"""
    lctr: FieldOf[int, NumberValue]
    """Loss counter"""
    wlen: FieldOf[int | None, NumberValue]
    """Wire length: of the packet on the wire, in bytes"""

class _IPoIBValues(_OfScapy, total=False):
    type: NumberValue
    reserved: NumberValue

class IPoIB(IBLayer, metaclass=LayerType):
    """IP over InfiniBand"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPoIBValues]) -> None: ...
    type: FieldOf[int | None, NumberValue]
    """Type"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""

class _IPoIBPseudoValues(_OfScapy, total=False):
    sender: BinaryValue
    daddr: BinaryValue

class IPoIBPseudo(IBLayer, metaclass=LayerType):
    """IPoIB capture pseudo header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPoIBPseudoValues]) -> None: ...
    sender: FieldOf[bytes, BinaryValue]
    """Sender or zero"""
    daddr: FieldOf[bytes, BinaryValue]
    """Destination hardware address"""

class _LRHValues(_OfScapy, total=False):
    vl: NumberValue
    lver: NumberValue
    sl: NumberValue
    reserved2: NumberValue
    lnh: NumberValue
    dlid: NumberValue
    reserved5: NumberValue
    pktlen: NumberValue
    slid: NumberValue

class LRH(IBLayer, metaclass=LayerType):
    """Local Route Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LRHValues]) -> None: ...
    vl: FieldOf[int, NumberValue]
    """Virtual Lane: 0-14 data, 15 management; may change at every hop"""
    lver: FieldOf[int, NumberValue]
    """Link Version: 0"""
    sl: FieldOf[int, NumberValue]
    """Service Level"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    lnh: FieldOf[int | None, NumberValue]
    """Link Next Header"""
    dlid: FieldOf[int, NumberValue]
    """Destination Local ID"""
    reserved5: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    pktlen: FieldOf[int | None, NumberValue]
    """Packet Length: 4-byte words, from LRH to the ICRC, which is included, in words"""
    slid: FieldOf[int, NumberValue]
    """Source Local ID"""

class _VLANValues(_OfScapy, total=False):
    priority: NumberValue
    dei: NumberValue
    id: NumberValue
    etype: NumberValue

class VLAN(IBLayer, metaclass=LayerType):
    """802.1Q Virtual LAN"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VLANValues]) -> None: ...
    priority: FieldOf[int, NumberValue]
    """Priority"""
    dei: FieldOf[int, NumberValue]
    """DEI"""
    id: FieldOf[int, NumberValue]
    """ID"""
    etype: FieldOf[int | None, NumberValue]
    """Type"""

class _GRHValues(_OfScapy, total=False):
    ipver: NumberValue
    tclass: NumberValue
    flowlabel: NumberValue
    paylen: NumberValue
    nxthdr: NumberValue
    hoplmt: NumberValue
    sgid: IPv6Value
    dgid: IPv6Value
    nexthdr: NumberValue

class GRH(IBLayer, metaclass=LayerType):
    """Global Route Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GRHValues]) -> None: ...
    ipver: FieldOf[int, NumberValue]
    """IP Version"""
    tclass: FieldOf[int, NumberValue]
    """Traffic Class"""
    flowlabel: FieldOf[int, NumberValue]
    """Flow Label"""
    paylen: FieldOf[int | None, NumberValue]
    """Payload Length: after the GRH, the ICRC included, in bytes"""
    nxthdr: FieldOf[int | None, NumberValue]
    """Next Header: 0x1B: BTH follows"""
    hoplmt: FieldOf[int, NumberValue]
    """Hop Limit"""
    sgid: FieldOf[str, IPv6Value]
    """Source GID"""
    dgid: FieldOf[str, IPv6Value]
    """Destination GID"""
    nexthdr: FieldOf[int | None, NumberValue]
    """Next Header: 0x1B: BTH follows"""

class _MACControlValues(_OfScapy, total=False):
    opcode: NumberValue

class MACControl(IBLayer, metaclass=LayerType):
    """MAC Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MACControlValues]) -> None: ...
    opcode: FieldOf[int | None, NumberValue]
    """Opcode"""

class _PauseValues(_OfScapy, total=False):
    pause_time: NumberValue

class Pause(IBLayer, metaclass=LayerType):
    """Pause"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PauseValues]) -> None: ...
    pause_time: FieldOf[int, NumberValue]
    """Pause Time: of 512 bit times; 0 ends the pause, in quanta"""

class _PFCValues(_OfScapy, total=False):
    enbv: NumberValue
    c0: NumberValue
    c1: NumberValue
    c2: NumberValue
    c3: NumberValue
    c4: NumberValue
    c5: NumberValue
    c6: NumberValue
    c7: NumberValue
    time_c0: NumberValue
    time_c1: NumberValue
    time_c2: NumberValue
    time_c3: NumberValue
    time_c4: NumberValue
    time_c5: NumberValue
    time_c6: NumberValue
    time_c7: NumberValue

class PFC(IBLayer, metaclass=LayerType):
    """Priority Flow Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PFCValues]) -> None: ...
    enbv: FieldOf[int, NumberValue]
    """Class Enable Vector: the priorities whose timers hold"""
    c0: FieldOf[int, NumberValue]
    """C0"""
    c1: FieldOf[int, NumberValue]
    """C1"""
    c2: FieldOf[int, NumberValue]
    """C2"""
    c3: FieldOf[int, NumberValue]
    """C3"""
    c4: FieldOf[int, NumberValue]
    """C4"""
    c5: FieldOf[int, NumberValue]
    """C5"""
    c6: FieldOf[int, NumberValue]
    """C6"""
    c7: FieldOf[int, NumberValue]
    """C7"""
    time_c0: FieldOf[int, NumberValue]
    """Pause Time C0: of 512 bit times; 0 ends the pause, in quanta"""
    time_c1: FieldOf[int, NumberValue]
    """Pause Time C1: of 512 bit times; 0 ends the pause, in quanta"""
    time_c2: FieldOf[int, NumberValue]
    """Pause Time C2: of 512 bit times; 0 ends the pause, in quanta"""
    time_c3: FieldOf[int, NumberValue]
    """Pause Time C3: of 512 bit times; 0 ends the pause, in quanta"""
    time_c4: FieldOf[int, NumberValue]
    """Pause Time C4: of 512 bit times; 0 ends the pause, in quanta"""
    time_c5: FieldOf[int, NumberValue]
    """Pause Time C5: of 512 bit times; 0 ends the pause, in quanta"""
    time_c6: FieldOf[int, NumberValue]
    """Pause Time C6: of 512 bit times; 0 ends the pause, in quanta"""
    time_c7: FieldOf[int, NumberValue]
    """Pause Time C7: of 512 bit times; 0 ends the pause, in quanta"""

class _ERFExtensionValues(_OfScapy, total=False):
    types: NumberValue
    more: NumberValue
    type: NumberValue
    data: NumberValue

class ERFExtension(IBLayer, metaclass=LayerType):
    """ERF Extension Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERFExtensionValues]) -> None: ...
    types: FieldOf[int | None, NumberValue]
    """Extension Header"""
    more: FieldOf[int, NumberValue]
    """More extension headers"""
    type: FieldOf[int, NumberValue]
    """Extension Type"""
    data: FieldOf[int, NumberValue]
    """Extension Data"""

class _ERFEthernetValues(_OfScapy, total=False):
    off: NumberValue
    pad: NumberValue

class ERFEthernet(IBLayer, metaclass=LayerType):
    """ERF Ethernet Pad"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERFEthernetValues]) -> None: ...
    off: FieldOf[int, NumberValue]
    """Offset"""
    pad: FieldOf[int, NumberValue]
    """Padding"""

class _FlowControlValues(_OfScapy, total=False):
    op: NumberValue
    fctbs: NumberValue
    vl: NumberValue
    fccl: NumberValue

class FlowControl(IBLayer, metaclass=LayerType):
    """Flow Control Packet"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_FlowControlValues]) -> None: ...
    op: FieldOf[int, NumberValue]
    """Operand"""
    fctbs: FieldOf[int, NumberValue]
    """Flow Control Total Blocks Sent: 64-byte blocks modulo 4096, in blocks"""
    vl: FieldOf[int, NumberValue]
    """Virtual Lane"""
    fccl: FieldOf[int, NumberValue]
    """Flow Control Credit Limit: 64-byte blocks modulo 4096, in blocks"""

class _UDPValues(_OfScapy, total=False):
    srcport: NumberValue
    dstport: NumberValue
    length: NumberValue
    checksum: NumberValue

class UDP(IBLayer, metaclass=LayerType):
    """User Datagram Protocol"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UDPValues]) -> None: ...
    srcport: FieldOf[int, NumberValue]
    """Source Port"""
    dstport: FieldOf[int | None, NumberValue]
    """Destination Port"""
    length: FieldOf[int | None, NumberValue]
    """Length, in bytes"""
    checksum: FieldOf[int, NumberValue]
    """Checksum"""

class _GREValues(_OfScapy, total=False):
    flags_and_version: NumberValue
    checksum_bit: NumberValue
    routing_bit: NumberValue
    key_bit: NumberValue
    sequence_bit: NumberValue
    strict_bit: NumberValue
    recursion: NumberValue
    flags_reserved: NumberValue
    version: NumberValue
    proto: NumberValue

class GRE(IBLayer, metaclass=LayerType):
    """Generic Routing Encapsulation"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GREValues]) -> None: ...
    flags_and_version: FieldOf[int | None, NumberValue]
    """Flags and Version"""
    checksum_bit: FieldOf[int, NumberValue]
    """Checksum Bit"""
    routing_bit: FieldOf[int, NumberValue]
    """Routing Bit"""
    key_bit: FieldOf[int, NumberValue]
    """Key Bit"""
    sequence_bit: FieldOf[int, NumberValue]
    """Sequence Number Bit"""
    strict_bit: FieldOf[int, NumberValue]
    """Strict Source Route Bit"""
    recursion: FieldOf[int, NumberValue]
    """Recursion control"""
    flags_reserved: FieldOf[int, NumberValue]
    """Flags (Reserved)"""
    version: FieldOf[int, NumberValue]
    """Version"""
    proto: FieldOf[int | None, NumberValue]
    """Protocol Type"""

class _AHValues(_OfScapy, total=False):
    nxt: NumberValue
    length: NumberValue
    reserved: NumberValue
    spi: NumberValue
    sequence: NumberValue
    icv: BinaryValue

class AH(IBLayer, metaclass=LayerType):
    """Authentication Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_AHValues]) -> None: ...
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    length: FieldOf[int | None, NumberValue]
    """Length: in 4 bytes, less 2"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    spi: FieldOf[int, NumberValue]
    """AH SPI"""
    sequence: FieldOf[int, NumberValue]
    """AH Sequence"""
    icv: FieldOf[bytes, BinaryValue]
    """AH ICV"""

class _HopByHopValues(_OfScapy, total=False):
    nxt: NumberValue
    len: NumberValue
    first: BinaryValue
    options: BinaryValue

class HopByHop(IBLayer, metaclass=LayerType):
    """IPv6 Hop-by-Hop Options"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_HopByHopValues]) -> None: ...
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    len: FieldOf[int | None, NumberValue]
    """Length: in 8 bytes, the first 8 not counted"""
    first: FieldOf[bytes, BinaryValue]
    """First Options"""
    options: FieldOf[bytes, BinaryValue]
    """More Options"""

class _RoutingValues(_OfScapy, total=False):
    nxt: NumberValue
    len: NumberValue
    type: NumberValue
    segleft: NumberValue
    first: BinaryValue
    data: BinaryValue

class Routing(IBLayer, metaclass=LayerType):
    """IPv6 Routing Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RoutingValues]) -> None: ...
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    len: FieldOf[int | None, NumberValue]
    """Length: in 8 bytes, the first 8 not counted"""
    type: FieldOf[int, NumberValue]
    """Type"""
    segleft: FieldOf[int, NumberValue]
    """Segments Left"""
    first: FieldOf[bytes, BinaryValue]
    """First Data"""
    data: FieldOf[bytes, BinaryValue]
    """More Data"""

class _FragmentValues(_OfScapy, total=False):
    nxt: NumberValue
    reserved_octet: NumberValue
    fragment_offset: NumberValue
    reserved_bits: NumberValue
    more: NumberValue
    ident: NumberValue

class Fragment(IBLayer, metaclass=LayerType):
    """IPv6 Fragment Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_FragmentValues]) -> None: ...
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    reserved_octet: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    fragment_offset: FieldOf[int, NumberValue]
    """Offset in 8 bytes"""
    reserved_bits: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    more: FieldOf[int, NumberValue]
    """More Fragments"""
    ident: FieldOf[int, NumberValue]
    """Identification"""

class _DestinationOptionsValues(_OfScapy, total=False):
    nxt: NumberValue
    len: NumberValue
    first: BinaryValue
    options: BinaryValue

class DestinationOptions(IBLayer, metaclass=LayerType):
    """IPv6 Destination Options"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DestinationOptionsValues]) -> None: ...
    nxt: FieldOf[int | None, NumberValue]
    """Next Header"""
    len: FieldOf[int | None, NumberValue]
    """Length: in 8 bytes, the first 8 not counted"""
    first: FieldOf[bytes, BinaryValue]
    """First Options"""
    options: FieldOf[bytes, BinaryValue]
    """More Options"""

class _UETValues(_OfScapy, total=False):
    type: NumberValue
    next: NumberValue
    flags: NumberValue

class UET(IBLayer, metaclass=LayerType):
    """Ultra Ethernet Transport"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UETValues]) -> None: ...
    type: FieldOf[int | None, NumberValue]
    """Type"""
    next: FieldOf[int, NumberValue]
    """Next Header: of control packets: what they control"""
    flags: FieldOf[int, NumberValue]
    """Flags"""

class _BTHValues(_OfScapy, total=False):
    opcode: NumberValue
    se: NumberValue
    m: NumberValue
    padcnt: NumberValue
    tver: NumberValue
    p_key: NumberValue
    fecn: NumberValue
    becn: NumberValue
    reserved6a: NumberValue
    destqp: NumberValue
    a: NumberValue
    reserved7: NumberValue
    psn: NumberValue
    solicited: NumberValue
    migreq: NumberValue
    padcount: NumberValue
    version: NumberValue
    pkey: NumberValue
    resv6: NumberValue
    dqpn: NumberValue
    ackreq: NumberValue
    resv7: NumberValue
    icrc: BinaryValue

class BTH(IBLayer, metaclass=LayerType):
    """Base Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_BTHValues]) -> None: ...
    opcode: FieldOf[int | None, NumberValue]
    """Opcode: 3 bits service, 5 bits operation; says which headers follow"""
    se: FieldOf[int, NumberValue]
    """Solicited Event"""
    m: FieldOf[int, NumberValue]
    """MigReq: migration state"""
    padcnt: FieldOf[int | None, NumberValue]
    """Pad Count: zero bytes between payload and ICRC, in bytes"""
    tver: FieldOf[int, NumberValue]
    """Header Version"""
    p_key: FieldOf[int, NumberValue]
    """Partition Key: bit 15: full member"""
    fecn: FieldOf[int, NumberValue]
    """Forward ECN"""
    becn: FieldOf[int, NumberValue]
    """Backward ECN"""
    reserved6a: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    destqp: FieldOf[int | None, NumberValue]
    """Destination Queue Pair: 0 SMI, 1 GSI, 0xffffff multicast"""
    a: FieldOf[int, NumberValue]
    """Acknowledge Request"""
    reserved7: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    psn: FieldOf[int, NumberValue]
    """Packet Sequence Number: modulo 2^24"""
    membership: FieldOf[str, Never]
    """Partition Membership"""
    solicited: FieldOf[int, NumberValue]
    """Solicited Event"""
    migreq: FieldOf[int, NumberValue]
    """MigReq: migration state"""
    padcount: FieldOf[int | None, NumberValue]
    """Pad Count: zero bytes between payload and ICRC, in bytes"""
    version: FieldOf[int, NumberValue]
    """Header Version"""
    pkey: FieldOf[int, NumberValue]
    """Partition Key: bit 15: full member"""
    resv6: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    dqpn: FieldOf[int | None, NumberValue]
    """Destination Queue Pair: 0 SMI, 1 GSI, 0xffffff multicast"""
    ackreq: FieldOf[int, NumberValue]
    """Acknowledge Request"""
    resv7: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""

class _VXLANValues(_OfScapy, total=False):
    flags: NumberValue
    flags_g: NumberValue
    flags_i: NumberValue
    gbp: NumberValue
    vni: NumberValue
    reserved_8: NumberValue

class VXLAN(IBLayer, metaclass=LayerType):
    """Virtual eXtensible Local Area Network"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VXLANValues]) -> None: ...
    flags: FieldOf[int, NumberValue]
    """Flags"""
    flags_g: FieldOf[int, NumberValue]
    """GBP Extension"""
    flags_i: FieldOf[int, NumberValue]
    """VXLAN Network ID"""
    gbp: FieldOf[int, NumberValue]
    """Group Policy ID"""
    vni: FieldOf[int, NumberValue]
    """VXLAN Network Identifier (VNI)"""
    reserved_8: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""

class _UETRequestValues(_OfScapy, total=False):
    clear_psn_offset: NumberValue
    psn: NumberValue
    spdcid: NumberValue
    dpdcid: NumberValue

class UETRequest(IBLayer, metaclass=LayerType):
    """UET Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UETRequestValues]) -> None: ...
    clear_psn_offset: FieldOf[int, NumberValue]
    """Clear PSN Offset: signed"""
    psn: FieldOf[int, NumberValue]
    """PSN"""
    spdcid: FieldOf[int, NumberValue]
    """Source PDC ID"""
    dpdcid: FieldOf[int, NumberValue]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    retx: FieldOf[int | float | None, Never]
    """Retransmission"""
    ackreq: FieldOf[int | float | None, Never]
    """ACK Request"""
    syn: FieldOf[int | float | None, Never]
    """SYN"""

class _UETAckValues(_OfScapy, total=False):
    ack_psn_offset: NumberValue
    cack_psn: NumberValue
    spdcid: NumberValue
    dpdcid: NumberValue

class UETAck(IBLayer, metaclass=LayerType):
    """UET ACK"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UETAckValues]) -> None: ...
    ack_psn_offset: FieldOf[int, NumberValue]
    """ACK PSN Offset: signed; of a probe what it carried"""
    cack_psn: FieldOf[int, NumberValue]
    """Cumulative ACK PSN"""
    spdcid: FieldOf[int, NumberValue]
    """Source PDC ID"""
    dpdcid: FieldOf[int, NumberValue]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    marked: FieldOf[int | float | None, Never]
    """ECN Marked"""
    ack_retx: FieldOf[int | float | None, Never]
    """Retransmission"""
    probe: FieldOf[int | float | None, Never]
    """Probe"""

class _UETNackValues(_OfScapy, total=False):
    code: NumberValue
    vendor_code: NumberValue
    nack_psn: NumberValue
    spdcid: NumberValue
    dpdcid: NumberValue
    nack_payload: NumberValue

class UETNack(IBLayer, metaclass=LayerType):
    """UET NACK"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UETNackValues]) -> None: ...
    code: FieldOf[int, NumberValue]
    """NACK Code"""
    vendor_code: FieldOf[int, NumberValue]
    """Vendor Code"""
    nack_psn: FieldOf[int, NumberValue]
    """NACK PSN: or the ID of a packet"""
    spdcid: FieldOf[int, NumberValue]
    """Source PDC ID"""
    dpdcid: FieldOf[int, NumberValue]
    """Destination PDC ID: with SYN: mode, and an offset of 12 bits"""
    nack_payload: FieldOf[int, NumberValue]
    """Payload"""

class _GRESequenceValues(_OfScapy, total=False):
    sequence_number: NumberValue

class GRESequence(IBLayer, metaclass=LayerType):
    """GRE Sequence Number"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GRESequenceValues]) -> None: ...
    sequence_number: FieldOf[int, NumberValue]
    """Sequence Number"""

class _GREKeyValues(_OfScapy, total=False):
    key: NumberValue

class GREKey(IBLayer, metaclass=LayerType):
    """GRE Key"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GREKeyValues]) -> None: ...
    key: FieldOf[int, NumberValue]
    """Key"""

class _GREChecksumValues(_OfScapy, total=False):
    checksum: NumberValue
    route_offset: NumberValue

class GREChecksum(IBLayer, metaclass=LayerType):
    """GRE Checksum"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GREChecksumValues]) -> None: ...
    checksum: FieldOf[int, NumberValue]
    """Checksum"""
    route_offset: FieldOf[int, NumberValue]
    """Offset"""

class _ERSPAN3Values(_OfScapy, total=False):
    version: NumberValue
    vlan: NumberValue
    cos: NumberValue
    bso: NumberValue
    truncated: NumberValue
    spanid: NumberValue
    timestamp: NumberValue
    sgt: NumberValue
    p: NumberValue
    ft: NumberValue
    hw: NumberValue
    direction: NumberValue
    gra: NumberValue
    o: NumberValue

class ERSPAN3(IBLayer, metaclass=LayerType):
    """Encapsulated Remote Switch Packet ANalysis Type III"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERSPAN3Values]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    vlan: FieldOf[int, NumberValue]
    """Vlan"""
    cos: FieldOf[int, NumberValue]
    """COS"""
    bso: FieldOf[int, NumberValue]
    """Bad/Short/Oversized"""
    truncated: FieldOf[int, NumberValue]
    """Truncated"""
    spanid: FieldOf[int, NumberValue]
    """SpanID"""
    timestamp: FieldOf[int, NumberValue]
    """Timestamp"""
    sgt: FieldOf[int, NumberValue]
    """Security Group Tag"""
    p: FieldOf[int, NumberValue]
    """Has Ethernet PDU"""
    ft: FieldOf[int | None, NumberValue]
    """Frame Type"""
    hw: FieldOf[int, NumberValue]
    """Hardware ID"""
    gra: FieldOf[int, NumberValue]
    """Timestamp granularity"""
    o: FieldOf[int | None, NumberValue]
    """Optional Sub headers"""

class _ERSPAN2Values(_OfScapy, total=False):
    version: NumberValue
    vlan: NumberValue
    cos: NumberValue
    encap: NumberValue
    truncated: NumberValue
    spanid: NumberValue
    reserved: NumberValue
    index: NumberValue

class ERSPAN2(IBLayer, metaclass=LayerType):
    """Encapsulated Remote Switch Packet ANalysis Type II"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERSPAN2Values]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    vlan: FieldOf[int, NumberValue]
    """Vlan"""
    cos: FieldOf[int, NumberValue]
    """COS"""
    encap: FieldOf[int, NumberValue]
    """Encap"""
    truncated: FieldOf[int, NumberValue]
    """Truncated"""
    spanid: FieldOf[int, NumberValue]
    """SpanID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (12 bits)"""
    index: FieldOf[int, NumberValue]
    """Index"""

class _ERSPANPlatformValues(_OfScapy, total=False):
    platid: NumberValue
    info: NumberValue

class ERSPANPlatform(IBLayer, metaclass=LayerType):
    """ERSPAN Platform Specific Subheader"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ERSPANPlatformValues]) -> None: ...
    platid: FieldOf[int, NumberValue]
    """Platform ID"""
    info: FieldOf[int, NumberValue]
    """Platform Specific Info"""

class _RWHValues(_OfScapy, total=False):
    reserved: NumberValue
    etype: NumberValue

class RWH(IBLayer, metaclass=LayerType):
    """Raw Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RWHValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    etype: FieldOf[int | None, NumberValue]
    """Ethertype"""

class _ImmDtValues(_OfScapy, total=False):
    immdt: BinaryValue

class ImmDt(IBLayer, metaclass=LayerType):
    """Immediate Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ImmDtValues]) -> None: ...
    immdt: FieldOf[bytes, BinaryValue]
    """Immediate Data: opaque; the receiver's completion carries it"""

class _RETHValues(_OfScapy, total=False):
    va: NumberValue
    r_key: NumberValue
    dmalen: NumberValue

class RETH(IBLayer, metaclass=LayerType):
    """RDMA Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RETHValues]) -> None: ...
    va: FieldOf[int, NumberValue]
    """Virtual Address"""
    r_key: FieldOf[int, NumberValue]
    """Remote Key"""
    dmalen: FieldOf[int, NumberValue]
    """DMA Length: of the whole message, in bytes"""

class _AETHValues(_OfScapy, total=False):
    syndrome: NumberValue
    reserved: NumberValue
    opcode: NumberValue
    credit_count: NumberValue
    timer: NumberValue
    reserved_value: NumberValue
    error_code: NumberValue
    msn: NumberValue

class AETH(IBLayer, metaclass=LayerType):
    """ACK Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_AETHValues]) -> None: ...
    syndrome: FieldOf[int, NumberValue]
    """Syndrome"""
    reserved: FieldOf[int, NumberValue]
    """Reserved"""
    opcode: FieldOf[int, NumberValue]
    """OpCode"""
    credit_count: FieldOf[int | None, NumberValue]
    """Credit Count"""
    timer: FieldOf[int | None, NumberValue]
    """Timer"""
    reserved_value: FieldOf[int | None, NumberValue]
    """Reserved"""
    error_code: FieldOf[int | None, NumberValue]
    """Error Code"""
    msn: FieldOf[int, NumberValue]
    """Message Sequence Number: completed request messages, modulo 2^24"""
    credits: FieldOf[int | float | None, Never]
    """Credits, in messages"""
    rnr_timer: FieldOf[int | float | None, Never]
    """RNR Timer, in ms"""
    verdict: FieldOf[str, Never]
    """Verdict"""

class _AtomicAckETHValues(_OfScapy, total=False):
    origremdt: NumberValue

class AtomicAckETH(IBLayer, metaclass=LayerType):
    """Atomic ACK Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_AtomicAckETHValues]) -> None: ...
    origremdt: FieldOf[int, NumberValue]
    """Original Remote Data: the value before the operation"""

class _AtomicETHValues(_OfScapy, total=False):
    va: NumberValue
    r_key: NumberValue
    swapdt: NumberValue
    cmpdt: NumberValue

class AtomicETH(IBLayer, metaclass=LayerType):
    """Atomic Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_AtomicETHValues]) -> None: ...
    va: FieldOf[int, NumberValue]
    """Virtual Address"""
    r_key: FieldOf[int, NumberValue]
    """Remote Key"""
    swapdt: FieldOf[int, NumberValue]
    """Swap (Or Add) Data: CmpSwap: the new value; FetchAdd: what is added"""
    cmpdt: FieldOf[int, NumberValue]
    """Compare Data: CmpSwap only"""

class _IETHValues(_OfScapy, total=False):
    r_key: BinaryValue

class IETH(IBLayer, metaclass=LayerType):
    """Invalidate Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IETHValues]) -> None: ...
    r_key: FieldOf[bytes, BinaryValue]
    """RKey: the key that the receiver shall invalidate"""

class _FETHValues(_OfScapy, total=False):
    reserved: NumberValue
    sel: NumberValue
    plt: NumberValue
    plt_persistence: NumberValue
    plt_visibility: NumberValue

class FETH(IBLayer, metaclass=LayerType):
    """Flush Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_FETHValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (26 bits)"""
    sel: FieldOf[int, NumberValue]
    """Selectivity Level"""
    plt: FieldOf[int, NumberValue]
    """Placement Type"""
    plt_persistence: FieldOf[int, NumberValue]
    """Persistence"""
    plt_visibility: FieldOf[int, NumberValue]
    """Global Visibility"""

class _RDETHValues(_OfScapy, total=False):
    reserved: NumberValue
    eecnxt: NumberValue

class RDETH(IBLayer, metaclass=LayerType):
    """Reliable Datagram Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDETHValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    eecnxt: FieldOf[int, NumberValue]
    """E2E Context: destination end-to-end context"""

class _DETHValues(_OfScapy, total=False):
    q_key: NumberValue
    reserved: NumberValue
    srcqp: NumberValue

class DETH(IBLayer, metaclass=LayerType):
    """Datagram Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DETHValues]) -> None: ...
    q_key: FieldOf[int, NumberValue]
    """Queue Key: 0x80010000 for QP1"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    srcqp: FieldOf[int | None, NumberValue]
    """Source Queue Pair"""

class _XRCETHValues(_OfScapy, total=False):
    reserved: NumberValue
    xrcsrq: NumberValue

class XRCETH(IBLayer, metaclass=LayerType):
    """XRC Extended Transport Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_XRCETHValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    xrcsrq: FieldOf[int, NumberValue]
    """XRC SRQ: the shared receive queue at the responder"""

class _CNPValues(_OfScapy, total=False):
    reserved0: NumberValue
    reserved1: NumberValue

class CNP(IBLayer, metaclass=LayerType):
    """Congestion Notification Payload"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CNPValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _MADValues(_OfScapy, total=False):
    baseversion: NumberValue
    mgmtclass: NumberValue
    classversion: NumberValue
    method: NumberValue
    response: NumberValue
    status: NumberValue
    invalid: NumberValue
    redirect: NumberValue
    busy: NumberValue
    classspecific: NumberValue
    transactionid: NumberValue
    attributeid: NumberValue
    reserved: NumberValue
    attributemodifier: NumberValue

class MAD(IBLayer, metaclass=LayerType):
    """MAD Common Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MADValues]) -> None: ...
    baseversion: FieldOf[int, NumberValue]
    """Base Version"""
    mgmtclass: FieldOf[int | None, NumberValue]
    """Management Class"""
    classversion: FieldOf[int | None, NumberValue]
    """Class Version"""
    method: FieldOf[int | None, NumberValue]
    """Method"""
    response: FieldOf[int, NumberValue]
    """Response"""
    status: FieldOf[int, NumberValue]
    """Status"""
    invalid: FieldOf[int, NumberValue]
    """Invalid Field"""
    redirect: FieldOf[int, NumberValue]
    """Redirection Required"""
    busy: FieldOf[int, NumberValue]
    """Busy"""
    classspecific: FieldOf[int, NumberValue]
    """Class Specific"""
    transactionid: FieldOf[int, NumberValue]
    """Transaction ID"""
    attributeid: FieldOf[int | None, NumberValue]
    """Attribute ID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    attributemodifier: FieldOf[int, NumberValue]
    """Attribute Modifier"""
    operation: FieldOf[str, Never]
    """Operation"""
    outcome: FieldOf[str | None, Never]
    """Outcome: what a response's status says"""

class _SMPValues(_OfScapy, total=False):
    m_key: NumberValue
    reserved: BinaryValue

class SMP(IBLayer, metaclass=LayerType):
    """Subnet Management Packet (LID Routed)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMPValues]) -> None: ...
    m_key: FieldOf[int, NumberValue]
    """M_Key"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (256 bits)"""

class _SMPDirectedValues(_OfScapy, total=False):
    m_key: NumberValue
    drslid: NumberValue
    drdlid: NumberValue
    reserved: BinaryValue

class SMPDirected(IBLayer, metaclass=LayerType):
    """Subnet Management Packet (Directed Route)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMPDirectedValues]) -> None: ...
    m_key: FieldOf[int, NumberValue]
    """M_Key"""
    drslid: FieldOf[int, NumberValue]
    """DrSLID: 0xffff: the route is directed from its start"""
    drdlid: FieldOf[int, NumberValue]
    """DrDLID: 0xffff: the route is directed to its end"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (224 bits)"""
    d: FieldOf[int | float | None, Never]
    """D (Direction Bit)"""
    status: FieldOf[int | None, Never]
    """Status"""
    hoppointer: FieldOf[int | None, Never]
    """Hop Pointer"""
    hopcount: FieldOf[int | None, Never]
    """Hop Count"""
    way: FieldOf[str | None, Never]
    """Direction"""

class _RMPPValues(_OfScapy, total=False):
    rmppversion: NumberValue
    rmpptype: NumberValue
    rresptime: NumberValue
    rmppflags: NumberValue
    last: NumberValue
    first: NumberValue
    active: NumberValue
    rmppstatus: NumberValue
    data1: NumberValue
    segmentnumber: NumberValue
    acknowledged: NumberValue
    data2: NumberValue
    payloadlength: NumberValue
    newwindowlast: NumberValue

class RMPP(IBLayer, metaclass=LayerType):
    """Reliable Multi-Packet Transaction Protocol"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RMPPValues]) -> None: ...
    rmppversion: FieldOf[int, NumberValue]
    """RMPP Version"""
    rmpptype: FieldOf[int, NumberValue]
    """RMPP Type"""
    rresptime: FieldOf[int, NumberValue]
    """R Resp Time"""
    rmppflags: FieldOf[int | None, NumberValue]
    """RMPP Flags"""
    last: FieldOf[int, NumberValue]
    """Last"""
    first: FieldOf[int, NumberValue]
    """First"""
    active: FieldOf[int, NumberValue]
    """Active"""
    rmppstatus: FieldOf[int, NumberValue]
    """RMPP Status"""
    data1: FieldOf[int, NumberValue]
    """RMPP Data 1"""
    segmentnumber: FieldOf[int | None, NumberValue]
    """Segment Number"""
    acknowledged: FieldOf[int | None, NumberValue]
    """Acknowledged Segment"""
    data2: FieldOf[int | None, NumberValue]
    """RMPP Data 2"""
    payloadlength: FieldOf[int | None, NumberValue]
    """Payload Length"""
    newwindowlast: FieldOf[int | None, NumberValue]
    """New Window Last"""

class _SAValues(_OfScapy, total=False):
    sm_key: NumberValue
    attributeoffset: NumberValue
    reserved: NumberValue
    componentmask: NumberValue

class SA(IBLayer, metaclass=LayerType):
    """Subnet Administration"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SAValues]) -> None: ...
    sm_key: FieldOf[int, NumberValue]
    """SM_Key (Verification Key)"""
    attributeoffset: FieldOf[int | None, NumberValue]
    """Attribute Offset: from record to record, in 8 bytes"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    componentmask: FieldOf[int, NumberValue]
    """Component Mask"""
    components: FieldOf[str | None, Never]
    """Components: the fields that count in a request, by name"""

class _PerfMgtValues(_OfScapy, total=False):
    reserved: BinaryValue

class PerfMgt(IBLayer, metaclass=LayerType):
    """Performance Management"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PerfMgtValues]) -> None: ...
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (320 bits)"""

class _BMValues(_OfScapy, total=False):
    b_key: NumberValue
    reserved: BinaryValue

class BM(IBLayer, metaclass=LayerType):
    """Baseboard Management"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_BMValues]) -> None: ...
    b_key: FieldOf[int, NumberValue]
    """B_Key"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (256 bits)"""

class _DevMgtValues(_OfScapy, total=False):
    reserved: BinaryValue

class DevMgt(IBLayer, metaclass=LayerType):
    """Device Management"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DevMgtValues]) -> None: ...
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (320 bits)"""

class _SNMPValues(_OfScapy, total=False):
    reserved: BinaryValue
    raddress: NumberValue
    payloadlength: NumberValue
    segmentnumber: NumberValue
    sourcelid: NumberValue
    snmpdata: BinaryValue

class SNMP(IBLayer, metaclass=LayerType):
    """SNMP Tunneling"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SNMPValues]) -> None: ...
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (256 bits)"""
    raddress: FieldOf[int, NumberValue]
    """RAddress"""
    payloadlength: FieldOf[int, NumberValue]
    """PayloadLength, in bytes"""
    segmentnumber: FieldOf[int, NumberValue]
    """SegmentNumber"""
    sourcelid: FieldOf[int, NumberValue]
    """SourceLID"""
    snmpdata: FieldOf[bytes, BinaryValue]
    """SNMPData"""

class _CCValues(_OfScapy, total=False):
    cc_key: NumberValue

class CC(IBLayer, metaclass=LayerType):
    """Congestion Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CCValues]) -> None: ...
    cc_key: FieldOf[int, NumberValue]
    """CC_Key"""

class _ClassPortInfoValues(_OfScapy, total=False):
    baseversion: NumberValue
    classversion: NumberValue
    capabilitymask: NumberValue
    capabilitymask2: NumberValue
    resptimevalue: NumberValue
    redirectgid: IPv6Value
    redirecttc: NumberValue
    redirectsl: NumberValue
    redirectfl: NumberValue
    redirectlid: NumberValue
    redirectp_key: NumberValue
    reserved: NumberValue
    redirectqp: NumberValue
    redirectq_key: NumberValue
    trapgid: IPv6Value
    traptc: NumberValue
    trapsl: NumberValue
    trapfl: NumberValue
    traplid: NumberValue
    trapp_key: NumberValue
    traphl: NumberValue
    trapqp: NumberValue
    trapq_key: NumberValue

class ClassPortInfo(IBLayer, metaclass=LayerType):
    """ClassPortInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ClassPortInfoValues]) -> None: ...
    baseversion: FieldOf[int, NumberValue]
    """BaseVersion"""
    classversion: FieldOf[int, NumberValue]
    """ClassVersion"""
    capabilitymask: FieldOf[int, NumberValue]
    """CapabilityMask"""
    capabilitymask2: FieldOf[int, NumberValue]
    """CapabilityMask2"""
    resptimevalue: FieldOf[int, NumberValue]
    """RespTimeValue: 4.096 µs × 2^n"""
    redirectgid: FieldOf[str, IPv6Value]
    """RedirectGID"""
    redirecttc: FieldOf[int, NumberValue]
    """RedirectTC"""
    redirectsl: FieldOf[int, NumberValue]
    """RedirectSL"""
    redirectfl: FieldOf[int, NumberValue]
    """RedirectFL"""
    redirectlid: FieldOf[int, NumberValue]
    """RedirectLID"""
    redirectp_key: FieldOf[int, NumberValue]
    """RedirectP_Key"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    redirectqp: FieldOf[int, NumberValue]
    """RedirectQP"""
    redirectq_key: FieldOf[int, NumberValue]
    """RedirectQ_Key"""
    trapgid: FieldOf[str, IPv6Value]
    """TrapGID"""
    traptc: FieldOf[int, NumberValue]
    """TrapTC"""
    trapsl: FieldOf[int, NumberValue]
    """TrapSL"""
    trapfl: FieldOf[int, NumberValue]
    """TrapFL"""
    traplid: FieldOf[int, NumberValue]
    """TrapLID"""
    trapp_key: FieldOf[int, NumberValue]
    """TrapP_Key"""
    traphl: FieldOf[int, NumberValue]
    """TrapHL"""
    trapqp: FieldOf[int, NumberValue]
    """TrapQP"""
    trapq_key: FieldOf[int, NumberValue]
    """TrapQ_Key"""

class _REQValues(_OfScapy, total=False):
    localcommid: NumberValue
    reserved0: NumberValue
    serviceid: NumberValue
    serviceid_space: NumberValue
    serviceid_prefix: NumberValue
    serviceid_protocol: NumberValue
    serviceid_dport: NumberValue
    localcaguid: NumberValue
    reserved1: NumberValue
    localqkey: NumberValue
    localqpn: NumberValue
    responderres: NumberValue
    localeecn: NumberValue
    initdepth: NumberValue
    remoteeecn: NumberValue
    remoteresptout: NumberValue
    transpsvctype: NumberValue
    e2eflowctrl: NumberValue
    startpsn: NumberValue
    localresptout: NumberValue
    retrcount: NumberValue
    pkey: NumberValue
    pppmtu: NumberValue
    rdcexist: NumberValue
    rnrretrcount: NumberValue
    maxcmretr: NumberValue
    srq: NumberValue
    ext_transport: NumberValue
    prim_locallid: NumberValue
    prim_remotelid: NumberValue
    prim_localgid: IPv6Value
    prim_remotegid: IPv6Value
    prim_flowlabel: NumberValue
    prim_reserved0: NumberValue
    prim_pktrate: NumberValue
    prim_tfcclass: NumberValue
    prim_hoplim: NumberValue
    prim_sl: NumberValue
    prim_subnetlocal: NumberValue
    prim_reserved1: NumberValue
    prim_localacktout: NumberValue
    prim_reserved2: NumberValue
    alt_locallid: NumberValue
    alt_remotelid: NumberValue
    alt_localgid: IPv6Value
    alt_remotegid: IPv6Value
    alt_flowlabel: NumberValue
    alt_reserved0: NumberValue
    alt_pktrate: NumberValue
    alt_tfcclass: NumberValue
    alt_hoplim: NumberValue
    alt_sl: NumberValue
    alt_subnetlocal: NumberValue
    alt_reserved1: NumberValue
    alt_localacktout: NumberValue
    sap: NumberValue
    alt_reserved2: NumberValue

class REQ(IBLayer, metaclass=LayerType):
    """CM Request for Communication"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_REQValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    serviceid: FieldOf[int | None, NumberValue]
    """ServiceID"""
    serviceid_space: FieldOf[int, NumberValue]
    """Port Space"""
    serviceid_prefix: FieldOf[int, NumberValue]
    """Prefix"""
    serviceid_protocol: FieldOf[int | None, NumberValue]
    """Protocol"""
    serviceid_dport: FieldOf[int | None, NumberValue]
    """Destination Port"""
    localcaguid: FieldOf[int, NumberValue]
    """Local CA GUID"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    localqkey: FieldOf[int, NumberValue]
    """Local Q_Key"""
    localqpn: FieldOf[int, NumberValue]
    """Local QPN"""
    responderres: FieldOf[int, NumberValue]
    """Responder Resources"""
    localeecn: FieldOf[int, NumberValue]
    """Local EECN"""
    initdepth: FieldOf[int, NumberValue]
    """Initiator Depth"""
    remoteeecn: FieldOf[int, NumberValue]
    """Remote EECN"""
    remoteresptout: FieldOf[int, NumberValue]
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    transpsvctype: FieldOf[int, NumberValue]
    """Transport Service Type"""
    e2eflowctrl: FieldOf[int, NumberValue]
    """End-to-End Flow Control"""
    startpsn: FieldOf[int, NumberValue]
    """Starting PSN: of what the sender of the REQ receives"""
    localresptout: FieldOf[int, NumberValue]
    """Local CM Response Timeout: 4.096 µs × 2^n"""
    retrcount: FieldOf[int, NumberValue]
    """Retry Count"""
    pkey: FieldOf[int, NumberValue]
    """Partition Key"""
    pppmtu: FieldOf[int, NumberValue]
    """Path Packet Payload MTU"""
    rdcexist: FieldOf[int, NumberValue]
    """RDC Exists"""
    rnrretrcount: FieldOf[int, NumberValue]
    """RNR Retry Count: 7: infinite"""
    maxcmretr: FieldOf[int, NumberValue]
    """Max CM Retries"""
    srq: FieldOf[int, NumberValue]
    """SRQ: the queue pair receives from a shared receive queue"""
    ext_transport: FieldOf[int, NumberValue]
    """Extended Transport Type"""
    prim_locallid: FieldOf[int, NumberValue]
    """Primary Local Port LID"""
    prim_remotelid: FieldOf[int, NumberValue]
    """Primary Remote Port LID"""
    prim_localgid: FieldOf[str, IPv6Value]
    """Primary Local Port GID"""
    prim_remotegid: FieldOf[str, IPv6Value]
    """Primary Remote Port GID"""
    prim_flowlabel: FieldOf[int, NumberValue]
    """Primary Flow Label"""
    prim_reserved0: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    prim_pktrate: FieldOf[int, NumberValue]
    """Primary Packet Rate"""
    prim_tfcclass: FieldOf[int, NumberValue]
    """Primary Traffic Class"""
    prim_hoplim: FieldOf[int, NumberValue]
    """Primary Hop Limit"""
    prim_sl: FieldOf[int, NumberValue]
    """Primary SL"""
    prim_subnetlocal: FieldOf[int, NumberValue]
    """Primary Subnet Local"""
    prim_reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    prim_localacktout: FieldOf[int, NumberValue]
    """Primary Local ACK Timeout: 4.096 µs × 2^n"""
    prim_reserved2: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    alt_locallid: FieldOf[int, NumberValue]
    """Alternate Local Port LID"""
    alt_remotelid: FieldOf[int, NumberValue]
    """Alternate Remote Port LID"""
    alt_localgid: FieldOf[str, IPv6Value]
    """Alternate Local Port GID"""
    alt_remotegid: FieldOf[str, IPv6Value]
    """Alternate Remote Port GID"""
    alt_flowlabel: FieldOf[int, NumberValue]
    """Alternate Flow Label"""
    alt_reserved0: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    alt_pktrate: FieldOf[int, NumberValue]
    """Alternate Packet Rate"""
    alt_tfcclass: FieldOf[int, NumberValue]
    """Alternate Traffic Class"""
    alt_hoplim: FieldOf[int, NumberValue]
    """Alternate Hop Limit"""
    alt_sl: FieldOf[int, NumberValue]
    """Alternate SL"""
    alt_subnetlocal: FieldOf[int, NumberValue]
    """Alternate Subnet Local"""
    alt_reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    alt_localacktout: FieldOf[int, NumberValue]
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    sap: FieldOf[int, NumberValue]
    """SAP Supported"""
    alt_reserved2: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    service: FieldOf[str, Never]
    """Service: what the service ID means"""
    prim_localgid_ipv4: FieldOf[str | None, Never]
    """Primary Local Port GID as IPv4 Address"""
    prim_remotegid_ipv4: FieldOf[str | None, Never]
    """Primary Remote Port GID as IPv4 Address"""
    remoteresptout_ms: FieldOf[float, Never]
    """Remote CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    localresptout_ms: FieldOf[float, Never]
    """Local CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    prim_localacktout_ms: FieldOf[float, Never]
    """Primary Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    alt_localacktout_ms: FieldOf[float, Never]
    """Alternate Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class _MRAValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    msgmraed: NumberValue
    reserved0: NumberValue
    servicetimeout: NumberValue
    reserved1: NumberValue
    private: BinaryValue

class MRA(IBLayer, metaclass=LayerType):
    """CM Message Receipt Acknowledgment"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MRAValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    msgmraed: FieldOf[int, NumberValue]
    """Message MRAed"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    servicetimeout: FieldOf[int, NumberValue]
    """Service Timeout: 4.096 µs × 2^n"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""
    servicetimeout_ms: FieldOf[float, Never]
    """Service Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class _REJValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    msgrej: NumberValue
    reserved0: NumberValue
    rejinfolen: NumberValue
    reserved1: NumberValue
    reason: NumberValue
    ari: BinaryValue
    private: BinaryValue

class REJ(IBLayer, metaclass=LayerType):
    """CM Reject"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_REJValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    msgrej: FieldOf[int, NumberValue]
    """Message REJected"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    rejinfolen: FieldOf[int, NumberValue]
    """Reject Info Length, in bytes"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    ari: FieldOf[bytes, BinaryValue]
    """ARI: additional reject information"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""
    additional: FieldOf[str | None, Never]
    """What the Additional Information Says: a GID where the reason asks for one, else a number; as many bytes as the length says"""

class _REPValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    localqkey: NumberValue
    localqpn: NumberValue
    reserved0: NumberValue
    localeecn: NumberValue
    reserved1: NumberValue
    startpsn: NumberValue
    reserved2: NumberValue
    respres: NumberValue
    initdepth: NumberValue
    tgtackdelay: NumberValue
    failoveracc: NumberValue
    e2eflowctrl: NumberValue
    rnrretrcount: NumberValue
    srq: NumberValue
    reserved: NumberValue
    localcaguid: NumberValue
    private: BinaryValue

class REP(IBLayer, metaclass=LayerType):
    """CM Reply to Request for Communication"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_REPValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    localqkey: FieldOf[int, NumberValue]
    """Local Q_Key"""
    localqpn: FieldOf[int, NumberValue]
    """Local QPN"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    localeecn: FieldOf[int, NumberValue]
    """Local EECN"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    startpsn: FieldOf[int, NumberValue]
    """Starting PSN: of what the sender of the REP receives"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    respres: FieldOf[int, NumberValue]
    """Responder Resources"""
    initdepth: FieldOf[int, NumberValue]
    """Initiator Depth"""
    tgtackdelay: FieldOf[int, NumberValue]
    """Target ACK Delay: 4.096 µs × 2^n"""
    failoveracc: FieldOf[int, NumberValue]
    """Failover Accepted"""
    e2eflowctrl: FieldOf[int, NumberValue]
    """End-To-End Flow Control"""
    rnrretrcount: FieldOf[int, NumberValue]
    """RNR Retry Count: 7: infinite"""
    srq: FieldOf[int, NumberValue]
    """SRQ: the queue pair receives from a shared receive queue"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    localcaguid: FieldOf[int, NumberValue]
    """Local CA GUID"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""
    tgtackdelay_ms: FieldOf[float, Never]
    """Target ACK Delay in Milliseconds: 4.096 µs × 2^n, in ms"""

class _RTUValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    private: BinaryValue

class RTU(IBLayer, metaclass=LayerType):
    """CM Ready to Use"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RTUValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _DREQValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    remoteqpneecn: NumberValue
    reserved: NumberValue
    private: BinaryValue

class DREQ(IBLayer, metaclass=LayerType):
    """CM Request for Communication Release"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DREQValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    remoteqpneecn: FieldOf[int, NumberValue]
    """Remote QPN/EECN"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _DREPValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    private: BinaryValue

class DREP(IBLayer, metaclass=LayerType):
    """CM Reply to Request for Communication Release"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DREPValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _SIDR_REQValues(_OfScapy, total=False):
    requestid: NumberValue
    pkey: NumberValue
    reserved: NumberValue
    serviceid: NumberValue
    serviceid_space: NumberValue
    serviceid_prefix: NumberValue
    serviceid_protocol: NumberValue
    serviceid_dport: NumberValue

class SIDR_REQ(IBLayer, metaclass=LayerType):
    """CM Service ID Resolution Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SIDR_REQValues]) -> None: ...
    requestid: FieldOf[int, NumberValue]
    """Request ID"""
    pkey: FieldOf[int, NumberValue]
    """Partition Key"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    serviceid: FieldOf[int | None, NumberValue]
    """ServiceID"""
    serviceid_space: FieldOf[int, NumberValue]
    """Port Space"""
    serviceid_prefix: FieldOf[int, NumberValue]
    """Prefix"""
    serviceid_protocol: FieldOf[int | None, NumberValue]
    """Protocol"""
    serviceid_dport: FieldOf[int | None, NumberValue]
    """Destination Port"""
    service: FieldOf[str, Never]
    """Service: what the service ID means"""

class _SIDR_REPValues(_OfScapy, total=False):
    requestid: NumberValue
    status: NumberValue
    infolen: NumberValue
    reserved0: NumberValue
    qpn: NumberValue
    reserved1: NumberValue
    serviceid: NumberValue
    serviceid_space: NumberValue
    serviceid_prefix: NumberValue
    serviceid_protocol: NumberValue
    serviceid_dport: NumberValue
    q_key: NumberValue
    information: BinaryValue
    private: BinaryValue

class SIDR_REP(IBLayer, metaclass=LayerType):
    """CM Service ID Resolution Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SIDR_REPValues]) -> None: ...
    requestid: FieldOf[int, NumberValue]
    """Request ID"""
    status: FieldOf[int, NumberValue]
    """Status"""
    infolen: FieldOf[int, NumberValue]
    """Additional Information Length, in bytes"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    qpn: FieldOf[int, NumberValue]
    """QPN"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    serviceid: FieldOf[int, NumberValue]
    """ServiceID"""
    serviceid_space: FieldOf[int, NumberValue]
    """Port Space"""
    serviceid_prefix: FieldOf[int, NumberValue]
    """Prefix"""
    serviceid_protocol: FieldOf[int | None, NumberValue]
    """Protocol"""
    serviceid_dport: FieldOf[int | None, NumberValue]
    """Destination Port"""
    q_key: FieldOf[int, NumberValue]
    """Q_Key"""
    information: FieldOf[bytes, BinaryValue]
    """Additional Information"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""
    service: FieldOf[str, Never]
    """Service: what the service ID means"""

class _LAPValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    reserved0: NumberValue
    remoteqpneecn: NumberValue
    remoteresptout: NumberValue
    reserved1: NumberValue
    reserved2: NumberValue
    alt_locallid: NumberValue
    alt_remotelid: NumberValue
    alt_localgid: IPv6Value
    alt_remotegid: IPv6Value
    alt_flowlabel: NumberValue
    reserved3: NumberValue
    alt_tfcclass: NumberValue
    alt_hoplim: NumberValue
    reserved4: NumberValue
    alt_pktrate: NumberValue
    alt_sl: NumberValue
    alt_subnetlocal: NumberValue
    reserved5: NumberValue
    alt_localacktout: NumberValue
    reserved6: NumberValue
    private: BinaryValue

class LAP(IBLayer, metaclass=LayerType):
    """CM Load Alternate Path"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LAPValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    remoteqpneecn: FieldOf[int, NumberValue]
    """Remote QPN/EECN"""
    remoteresptout: FieldOf[int, NumberValue]
    """Remote CM Response Timeout: 4.096 µs × 2^n"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    alt_locallid: FieldOf[int, NumberValue]
    """Alternate Local Port LID"""
    alt_remotelid: FieldOf[int, NumberValue]
    """Alternate Remote Port LID"""
    alt_localgid: FieldOf[str, IPv6Value]
    """Alternate Local Port GID"""
    alt_remotegid: FieldOf[str, IPv6Value]
    """Alternate Remote Port GID"""
    alt_flowlabel: FieldOf[int, NumberValue]
    """Alternate Flow Label"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    alt_tfcclass: FieldOf[int, NumberValue]
    """Alternate Traffic Class"""
    alt_hoplim: FieldOf[int, NumberValue]
    """Alternate Hop Limit"""
    reserved4: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    alt_pktrate: FieldOf[int, NumberValue]
    """Alternate Packet Rate"""
    alt_sl: FieldOf[int, NumberValue]
    """Alternate SL"""
    alt_subnetlocal: FieldOf[int, NumberValue]
    """Alternate Subnet Local"""
    reserved5: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    alt_localacktout: FieldOf[int, NumberValue]
    """Alternate Local ACK Timeout: 4.096 µs × 2^n"""
    reserved6: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""
    remoteresptout_ms: FieldOf[float, Never]
    """Remote CM Response Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""
    alt_localacktout_ms: FieldOf[float, Never]
    """Alternate Local ACK Timeout in Milliseconds: 4.096 µs × 2^n, in ms"""

class _APRValues(_OfScapy, total=False):
    localcommid: NumberValue
    remotecommid: NumberValue
    infolen: NumberValue
    apstatus: NumberValue
    reserved: NumberValue
    information: BinaryValue
    private: BinaryValue

class APR(IBLayer, metaclass=LayerType):
    """CM Alternate Path Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_APRValues]) -> None: ...
    localcommid: FieldOf[int, NumberValue]
    """Local Communication ID"""
    remotecommid: FieldOf[int, NumberValue]
    """Remote Communication ID"""
    infolen: FieldOf[int, NumberValue]
    """Additional Information Length, in bytes"""
    apstatus: FieldOf[int, NumberValue]
    """AP Status"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    information: FieldOf[bytes, BinaryValue]
    """Additional Information"""
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _VendorValues(_OfScapy, total=False):
    data: BinaryValue

class Vendor(IBLayer, metaclass=LayerType):
    """Vendor Class, Range 1"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VendorValues]) -> None: ...
    data: FieldOf[bytes, BinaryValue]
    """VendorData"""

class _ApplicationValues(_OfScapy, total=False):
    data: BinaryValue

class Application(IBLayer, metaclass=LayerType):
    """Application Class"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ApplicationValues]) -> None: ...
    data: FieldOf[bytes, BinaryValue]
    """Data"""

class _VendorOUIValues(_OfScapy, total=False):
    reserved: NumberValue
    oui: NumberValue
    data: BinaryValue

class VendorOUI(IBLayer, metaclass=LayerType):
    """Vendor Class, Range 2"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VendorOUIValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    oui: FieldOf[int, NumberValue]
    """OUI"""
    data: FieldOf[bytes, BinaryValue]
    """VendorData"""
    data_text: FieldOf[str | None, Never]
    """VendorData as Text: where it is text"""

class _NoticeValues(_OfScapy, total=False):
    isgeneric: NumberValue
    type: NumberValue
    producertypevendorid: NumberValue
    producertype: NumberValue
    vendorid: NumberValue
    trapnumberdeviceid: NumberValue
    trapnumber: NumberValue
    deviceid: NumberValue
    issuerlid: NumberValue
    noticetoggle: NumberValue
    noticecount: NumberValue

class Notice(IBLayer, metaclass=LayerType):
    """Notice"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NoticeValues]) -> None: ...
    isgeneric: FieldOf[int | None, NumberValue]
    """IsGeneric"""
    type: FieldOf[int, NumberValue]
    """Type"""
    producertypevendorid: FieldOf[int, NumberValue]
    """ProducerType/VendorID"""
    producertype: FieldOf[int | None, NumberValue]
    """ProducerType"""
    vendorid: FieldOf[int | None, NumberValue]
    """VendorID"""
    trapnumberdeviceid: FieldOf[int | None, NumberValue]
    """TrapNumber/DeviceID"""
    trapnumber: FieldOf[int | None, NumberValue]
    """TrapNumber"""
    deviceid: FieldOf[int | None, NumberValue]
    """DeviceID"""
    issuerlid: FieldOf[int, NumberValue]
    """IssuerLID"""
    noticetoggle: FieldOf[int, NumberValue]
    """NoticeToggle"""
    noticecount: FieldOf[int, NumberValue]
    """NoticeCount"""
    event: FieldOf[str | None, Never]
    """Event"""

class _NodeDescriptionValues(_OfScapy, total=False):
    nodestring: BinaryValue

class NodeDescription(IBLayer, metaclass=LayerType):
    """NodeDescription"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NodeDescriptionValues]) -> None: ...
    nodestring: FieldOf[bytes, BinaryValue]
    """NodeString"""

class _SMPRestValues(_OfScapy, total=False):
    reserved: BinaryValue

class SMPRest(IBLayer, metaclass=LayerType):
    """LID Routed SMP, Second Half"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMPRestValues]) -> None: ...
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (1024 bits)"""

class _NodeInfoValues(_OfScapy, total=False):
    baseversion: NumberValue
    classversion: NumberValue
    nodetype: NumberValue
    numports: NumberValue
    systemimageguid: NumberValue
    nodeguid: NumberValue
    portguid: NumberValue
    partitioncap: NumberValue
    deviceid: NumberValue
    revision: NumberValue
    localportnum: NumberValue
    vendorid: NumberValue
    padding: BinaryValue

class NodeInfo(IBLayer, metaclass=LayerType):
    """NodeInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NodeInfoValues]) -> None: ...
    baseversion: FieldOf[int, NumberValue]
    """BaseVersion"""
    classversion: FieldOf[int, NumberValue]
    """ClassVersion"""
    nodetype: FieldOf[int, NumberValue]
    """NodeType"""
    numports: FieldOf[int, NumberValue]
    """NumPorts"""
    systemimageguid: FieldOf[int, NumberValue]
    """SystemImageGUID"""
    nodeguid: FieldOf[int, NumberValue]
    """NodeGUID"""
    portguid: FieldOf[int, NumberValue]
    """PortGUID"""
    partitioncap: FieldOf[int, NumberValue]
    """PartitionCap"""
    deviceid: FieldOf[int, NumberValue]
    """DeviceID"""
    revision: FieldOf[int, NumberValue]
    """Revision"""
    localportnum: FieldOf[int, NumberValue]
    """LocalPortNum"""
    vendorid: FieldOf[int, NumberValue]
    """VendorID"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (192 bits)"""

class _SwitchInfoValues(_OfScapy, total=False):
    linearfdbcap: NumberValue
    randomfdbcap: NumberValue
    multicastfdbcap: NumberValue
    linearfdbtop: NumberValue
    defaultport: NumberValue
    defaultmulticastprimaryport: NumberValue
    defaultmulticastnotprimaryport: NumberValue
    lifetimevalue: NumberValue
    portstatechange: NumberValue
    optimizedsltovlmappingprogramming: NumberValue
    lidsperport: NumberValue
    partitionenforcementcap: NumberValue
    inboundenforcementcap: NumberValue
    outboundenforcementcap: NumberValue
    filterrawinboundcap: NumberValue
    filterrawoutboundcap: NumberValue
    enhancedport0: NumberValue
    reserved0: NumberValue
    reserved1: NumberValue
    multicastfdbtop: NumberValue
    padding: BinaryValue

class SwitchInfo(IBLayer, metaclass=LayerType):
    """SwitchInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SwitchInfoValues]) -> None: ...
    linearfdbcap: FieldOf[int, NumberValue]
    """LinearFDBCap"""
    randomfdbcap: FieldOf[int, NumberValue]
    """RandomFDBCap"""
    multicastfdbcap: FieldOf[int, NumberValue]
    """MulticastFDBCap"""
    linearfdbtop: FieldOf[int, NumberValue]
    """LinearFDBTop"""
    defaultport: FieldOf[int, NumberValue]
    """DefaultPort"""
    defaultmulticastprimaryport: FieldOf[int, NumberValue]
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: FieldOf[int, NumberValue]
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: FieldOf[int, NumberValue]
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: FieldOf[int, NumberValue]
    """PortStateChange"""
    optimizedsltovlmappingprogramming: FieldOf[int, NumberValue]
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: FieldOf[int, NumberValue]
    """LIDsPerPort"""
    partitionenforcementcap: FieldOf[int, NumberValue]
    """PartitionEnforcementCap"""
    inboundenforcementcap: FieldOf[int, NumberValue]
    """InboundEnforcementCap"""
    outboundenforcementcap: FieldOf[int, NumberValue]
    """OutboundEnforcementCap"""
    filterrawinboundcap: FieldOf[int, NumberValue]
    """FilterRawInboundCap"""
    filterrawoutboundcap: FieldOf[int, NumberValue]
    """FilterRawOutboundCap"""
    enhancedport0: FieldOf[int, NumberValue]
    """EnhancedPort0"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    multicastfdbtop: FieldOf[int, NumberValue]
    """MulticastFDBTop"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (352 bits)"""

class _GUIDInfoValues(_OfScapy, total=False):
    guid: tuple[Any, ...] | list[Any] | None

class GUIDInfo(IBLayer, metaclass=LayerType):
    """GUIDInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GUIDInfoValues]) -> None: ...
    guid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """GUID"""
    first: FieldOf[int | float | None, Never]
    """First GUID: the index of the first row: 8 × AttributeModifier"""

class _PortInfoValues(_OfScapy, total=False):
    m_key: NumberValue
    gidprefix: NumberValue
    lid: NumberValue
    mastersmlid: NumberValue
    capabilitymask: NumberValue
    capabilitymask_issm: NumberValue
    capabilitymask_noticesupported: NumberValue
    capabilitymask_trapsupported: NumberValue
    capabilitymask_optionalipdsupported: NumberValue
    capabilitymask_automaticmigrationsupported: NumberValue
    capabilitymask_slmappingsupported: NumberValue
    capabilitymask_mkeynvram: NumberValue
    capabilitymask_pkeynvram: NumberValue
    capabilitymask_ledinfosupported: NumberValue
    capabilitymask_smdisabled: NumberValue
    capabilitymask_systemimageguidsupported: NumberValue
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue
    capabilitymask_cableinfosupported: NumberValue
    capabilitymask_extendedspeedssupported: NumberValue
    capabilitymask_capabilitymask2supported: NumberValue
    capabilitymask_communicationmanagementsupported: NumberValue
    capabilitymask_snmptunnelingsupported: NumberValue
    capabilitymask_reinitsupported: NumberValue
    capabilitymask_devicemanagementsupported: NumberValue
    capabilitymask_vendorclasssupported: NumberValue
    capabilitymask_drnoticesupported: NumberValue
    capabilitymask_capabilitymasknoticesupported: NumberValue
    capabilitymask_bootmanagementsupported: NumberValue
    capabilitymask_linkroundtriplatencysupported: NumberValue
    capabilitymask_clientregistrationsupported: NumberValue
    capabilitymask_otherlocalchangesnoticesupported: NumberValue
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue
    capabilitymask_vendorspecificmadstablesupported: NumberValue
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue
    capabilitymask_multicastfdbtopsupported: NumberValue
    capabilitymask_hierarchyinfosupported: NumberValue
    diagcode: NumberValue
    m_keyleaseperiod: NumberValue
    localportnum: NumberValue
    linkwidthenabled: NumberValue
    linkwidthsupported: NumberValue
    linkwidthactive: NumberValue
    linkspeedsupported: NumberValue
    portstate: NumberValue
    portphysicalstate: NumberValue
    linkdowndefaultstate: NumberValue
    m_keyprotectbits: NumberValue
    reserved0: NumberValue
    lmc: NumberValue
    linkspeedactive: NumberValue
    linkspeedenabled: NumberValue
    neighbormtu: NumberValue
    mastersmsl: NumberValue
    vlcap: NumberValue
    inittype: NumberValue
    vlhighlimit: NumberValue
    vlarbitrationhighcap: NumberValue
    vlarbitrationlowcap: NumberValue
    inittypereply: NumberValue
    mtucap: NumberValue
    vlstallcount: NumberValue
    hoqlife: NumberValue
    operationalvls: NumberValue
    partitionenforcementinbound: NumberValue
    partitionenforcementoutbound: NumberValue
    filterrawinbound: NumberValue
    filterrawoutbound: NumberValue
    m_keyviolations: NumberValue
    p_keyviolations: NumberValue
    q_keyviolations: NumberValue
    guidcap: NumberValue
    clientreregister: NumberValue
    multicastpkeytrapsuppressionenabled: NumberValue
    subnettimeout: NumberValue
    reserved1: NumberValue
    resptimevalue: NumberValue
    localphyerrors: NumberValue
    overrunerrors: NumberValue
    maxcredithint: NumberValue
    reserved2: NumberValue
    linkspeedextactive2: NumberValue
    linkspeedextsupported2: NumberValue
    linkspeedextenabled2: NumberValue
    linkroundtriplatency: NumberValue
    capabilitymask2: NumberValue
    capabilitymask2_setnodedescriptionsupported: NumberValue
    capabilitymask2_portinfoextendedsupported: NumberValue
    capabilitymask2_virtualizationsupported: NumberValue
    capabilitymask2_switchportstatetablesupported: NumberValue
    capabilitymask2_linkwidth2xsupported: NumberValue
    capabilitymask2_linkspeedhdrsupported: NumberValue
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue
    capabilitymask2_enhancedtrap128supported: NumberValue
    capabilitymask2_partitiontopsupported: NumberValue
    capabilitymask2_enhancedqosarbitersupported: NumberValue
    capabilitymask2_linkspeedndrsupported: NumberValue
    linkspeedextactive: NumberValue
    linkspeedextsupported: NumberValue
    reserved3: NumberValue
    linkspeedextenabled: NumberValue

class PortInfo(IBLayer, metaclass=LayerType):
    """PortInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortInfoValues]) -> None: ...
    m_key: FieldOf[int, NumberValue]
    """M_Key"""
    gidprefix: FieldOf[int, NumberValue]
    """GidPrefix"""
    lid: FieldOf[int, NumberValue]
    """LID"""
    mastersmlid: FieldOf[int, NumberValue]
    """MasterSMLID"""
    capabilitymask: FieldOf[int, NumberValue]
    """CapabilityMask"""
    capabilitymask_issm: FieldOf[int, NumberValue]
    """IsSM"""
    capabilitymask_noticesupported: FieldOf[int, NumberValue]
    """NoticeSupported"""
    capabilitymask_trapsupported: FieldOf[int, NumberValue]
    """TrapSupported"""
    capabilitymask_optionalipdsupported: FieldOf[int, NumberValue]
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: FieldOf[int, NumberValue]
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: FieldOf[int, NumberValue]
    """SLMappingSupported"""
    capabilitymask_mkeynvram: FieldOf[int, NumberValue]
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: FieldOf[int, NumberValue]
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: FieldOf[int, NumberValue]
    """LEDInfoSupported"""
    capabilitymask_smdisabled: FieldOf[int, NumberValue]
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: FieldOf[int, NumberValue]
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: FieldOf[int, NumberValue]
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: FieldOf[int, NumberValue]
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: FieldOf[int, NumberValue]
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: FieldOf[int, NumberValue]
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: FieldOf[int, NumberValue]
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: FieldOf[int, NumberValue]
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: FieldOf[int, NumberValue]
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: FieldOf[int, NumberValue]
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: FieldOf[int, NumberValue]
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: FieldOf[int, NumberValue]
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: FieldOf[int, NumberValue]
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: FieldOf[int, NumberValue]
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: FieldOf[int, NumberValue]
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: FieldOf[int, NumberValue]
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: FieldOf[int, NumberValue]
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: FieldOf[int, NumberValue]
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: FieldOf[int, NumberValue]
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: FieldOf[int, NumberValue]
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: FieldOf[int, NumberValue]
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: FieldOf[int, NumberValue]
    """HierarchyInfoSupported"""
    diagcode: FieldOf[int, NumberValue]
    """DiagCode"""
    m_keyleaseperiod: FieldOf[int, NumberValue]
    """M_KeyLeasePeriod, in s"""
    localportnum: FieldOf[int, NumberValue]
    """LocalPortNum"""
    linkwidthenabled: FieldOf[int, NumberValue]
    """LinkWidthEnabled"""
    linkwidthsupported: FieldOf[int, NumberValue]
    """LinkWidthSupported"""
    linkwidthactive: FieldOf[int, NumberValue]
    """LinkWidthActive"""
    linkspeedsupported: FieldOf[int, NumberValue]
    """LinkSpeedSupported"""
    portstate: FieldOf[int, NumberValue]
    """PortState"""
    portphysicalstate: FieldOf[int, NumberValue]
    """PortPhysicalState"""
    linkdowndefaultstate: FieldOf[int, NumberValue]
    """LinkDownDefaultState"""
    m_keyprotectbits: FieldOf[int, NumberValue]
    """M_KeyProtectBits"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    lmc: FieldOf[int, NumberValue]
    """LMC"""
    linkspeedactive: FieldOf[int, NumberValue]
    """LinkSpeedActive"""
    linkspeedenabled: FieldOf[int, NumberValue]
    """LinkSpeedEnabled"""
    neighbormtu: FieldOf[int, NumberValue]
    """NeighborMTU"""
    mastersmsl: FieldOf[int, NumberValue]
    """MasterSMSL"""
    vlcap: FieldOf[int, NumberValue]
    """VLCap"""
    inittype: FieldOf[int, NumberValue]
    """InitType"""
    vlhighlimit: FieldOf[int, NumberValue]
    """VLHighLimit"""
    vlarbitrationhighcap: FieldOf[int, NumberValue]
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: FieldOf[int, NumberValue]
    """VLArbitrationLowCap"""
    inittypereply: FieldOf[int, NumberValue]
    """InitTypeReply"""
    mtucap: FieldOf[int, NumberValue]
    """MTUCap"""
    vlstallcount: FieldOf[int, NumberValue]
    """VLStallCount"""
    hoqlife: FieldOf[int, NumberValue]
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: FieldOf[int, NumberValue]
    """OperationalVLs"""
    partitionenforcementinbound: FieldOf[int, NumberValue]
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: FieldOf[int, NumberValue]
    """PartitionEnforcementOutbound"""
    filterrawinbound: FieldOf[int, NumberValue]
    """FilterRawInbound"""
    filterrawoutbound: FieldOf[int, NumberValue]
    """FilterRawOutbound"""
    m_keyviolations: FieldOf[int, NumberValue]
    """M_KeyViolations"""
    p_keyviolations: FieldOf[int, NumberValue]
    """P_KeyViolations"""
    q_keyviolations: FieldOf[int, NumberValue]
    """Q_KeyViolations"""
    guidcap: FieldOf[int, NumberValue]
    """GUIDCap"""
    clientreregister: FieldOf[int, NumberValue]
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: FieldOf[int, NumberValue]
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: FieldOf[int, NumberValue]
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    resptimevalue: FieldOf[int, NumberValue]
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: FieldOf[int, NumberValue]
    """LocalPhyErrors"""
    overrunerrors: FieldOf[int, NumberValue]
    """OverrunErrors"""
    maxcredithint: FieldOf[int, NumberValue]
    """MaxCreditHint"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    linkspeedextactive2: FieldOf[int, NumberValue]
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: FieldOf[int, NumberValue]
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: FieldOf[int, NumberValue]
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: FieldOf[int, NumberValue]
    """LinkRoundTripLatency"""
    capabilitymask2: FieldOf[int, NumberValue]
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: FieldOf[int, NumberValue]
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: FieldOf[int, NumberValue]
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: FieldOf[int, NumberValue]
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: FieldOf[int, NumberValue]
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: FieldOf[int, NumberValue]
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: FieldOf[int, NumberValue]
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: FieldOf[int, NumberValue]
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: FieldOf[int, NumberValue]
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: FieldOf[int, NumberValue]
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: FieldOf[int, NumberValue]
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: FieldOf[int, NumberValue]
    """LinkSpeedNDRSupported"""
    linkspeedextactive: FieldOf[int, NumberValue]
    """LinkSpeedExtActive"""
    linkspeedextsupported: FieldOf[int, NumberValue]
    """LinkSpeedExtSupported"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    linkspeedextenabled: FieldOf[int, NumberValue]
    """LinkSpeedExtEnabled"""
    port: FieldOf[int | float | None, Never]
    """Port: that of the attribute modifier"""
    speed: FieldOf[str | None, Never]
    """Lane Speed"""
    linkrate: FieldOf[float | None, Never]
    """Link Rate: signalling rate of the active width and speed, in Gbit/s"""
    datarate: FieldOf[float | None, Never]
    """Data Rate: what the line coding leaves of the link rate, in Gbit/s"""

class _P_KeyTableValues(_OfScapy, total=False):
    membershiptype: tuple[Any, ...] | list[Any] | None
    p_keybase: tuple[Any, ...] | list[Any] | None

class P_KeyTable(IBLayer, metaclass=LayerType):
    """P_KeyTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_P_KeyTableValues]) -> None: ...
    membershiptype: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """MembershipType"""
    p_keybase: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """P_KeyBase"""
    first: FieldOf[int | float | None, Never]
    """First P_Key: the index of the first row: 32 × the low half of AttributeModifier"""
    port: FieldOf[int | float | None, Never]
    """Switch Port"""

class _SLtoVLMappingTableValues(_OfScapy, total=False):
    sltovlhighbits: tuple[Any, ...] | list[Any] | None
    sltovllowbits: tuple[Any, ...] | list[Any] | None
    padding: BinaryValue

class SLtoVLMappingTable(IBLayer, metaclass=LayerType):
    """SLtoVLMappingTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SLtoVLMappingTableValues]) -> None: ...
    sltovlhighbits: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL of SL 1, 3, 5 …"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (448 bits)"""
    vl: FieldOf[str, Never]
    """VL of SL 0 to 15"""
    inputport: FieldOf[int | float | None, Never]
    """Input Port"""
    outputport: FieldOf[int | float | None, Never]
    """Output Port"""

class _VLArbitrationTableValues(_OfScapy, total=False):
    reserved: tuple[Any, ...] | list[Any] | None
    vl: tuple[Any, ...] | list[Any] | None
    weight: tuple[Any, ...] | list[Any] | None

class VLArbitrationTable(IBLayer, metaclass=LayerType):
    """VLArbitrationTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VLArbitrationTableValues]) -> None: ...
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (4 bits)"""
    vl: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL"""
    weight: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Weight"""
    block: FieldOf[str | None, Never]
    """Block"""
    port: FieldOf[int | float | None, Never]
    """Port"""

class _LinearForwardingTableValues(_OfScapy, total=False):
    port: tuple[Any, ...] | list[Any] | None

class LinearForwardingTable(IBLayer, metaclass=LayerType):
    """LinearForwardingTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LinearForwardingTableValues]) -> None: ...
    port: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Port: of the LID firstlid + row; 0xff: no path"""
    firstlid: FieldOf[int | None, Never]
    """First LID: that of the first row: 64 × AttributeModifier"""

class _RandomForwardingTableValues(_OfScapy, total=False):
    entrylid: tuple[Any, ...] | list[Any] | None
    valid: tuple[Any, ...] | list[Any] | None
    lmc: tuple[Any, ...] | list[Any] | None
    reserved: tuple[Any, ...] | list[Any] | None
    port: tuple[Any, ...] | list[Any] | None

class RandomForwardingTable(IBLayer, metaclass=LayerType):
    """RandomForwardingTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RandomForwardingTableValues]) -> None: ...
    entrylid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """LID"""
    valid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Valid"""
    lmc: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """LMC"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (4 bits)"""
    port: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Port"""
    first: FieldOf[int | float | None, Never]
    """First Entry: the index of the first row: 16 × AttributeModifier"""

class _MulticastForwardingTableValues(_OfScapy, total=False):
    portmask: tuple[Any, ...] | list[Any] | None

class MulticastForwardingTable(IBLayer, metaclass=LayerType):
    """MulticastForwardingTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MulticastForwardingTableValues]) -> None: ...
    portmask: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""
    firstlid: FieldOf[int | None, Never]
    """First LID: that of the first row"""
    firstport: FieldOf[int | float | None, Never]
    """First Port: that of the lowest bit of a mask"""

class _LinkSpeedWidthPairsTableValues(_OfScapy, total=False):
    numtables: NumberValue
    portmask: BinaryValue
    speedtwofive: NumberValue
    speedfive: NumberValue
    speedten: NumberValue
    padding: BinaryValue

class LinkSpeedWidthPairsTable(IBLayer, metaclass=LayerType):
    """LinkSpeedWidthPairsTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LinkSpeedWidthPairsTableValues]) -> None: ...
    numtables: FieldOf[int, NumberValue]
    """NumTables"""
    portmask: FieldOf[bytes, BinaryValue]
    """PortMask"""
    speedtwofive: FieldOf[int, NumberValue]
    """Speed 2.5 Gbps"""
    speedfive: FieldOf[int, NumberValue]
    """Speed 5 Gbps"""
    speedten: FieldOf[int, NumberValue]
    """Speed 10 Gbps"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (224 bits)"""

class _SMInfoValues(_OfScapy, total=False):
    guid: NumberValue
    sm_key: NumberValue
    actcount: NumberValue
    priority: NumberValue
    smstate: NumberValue
    padding: BinaryValue

class SMInfo(IBLayer, metaclass=LayerType):
    """SMInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMInfoValues]) -> None: ...
    guid: FieldOf[int, NumberValue]
    """GUID"""
    sm_key: FieldOf[int, NumberValue]
    """SM_Key"""
    actcount: FieldOf[int, NumberValue]
    """ActCount"""
    priority: FieldOf[int, NumberValue]
    """Priority"""
    smstate: FieldOf[int, NumberValue]
    """SMState"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (344 bits)"""
    request: FieldOf[str | None, Never]
    """Request: what a Set asks the other subnet manager to do"""

class _VendorDiagValues(_OfScapy, total=False):
    nextindex: NumberValue
    diagdata: BinaryValue

class VendorDiag(IBLayer, metaclass=LayerType):
    """VendorDiag"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VendorDiagValues]) -> None: ...
    nextindex: FieldOf[int, NumberValue]
    """NextIndex"""
    diagdata: FieldOf[bytes, BinaryValue]
    """DiagData"""

class _LedInfoValues(_OfScapy, total=False):
    ledmask: NumberValue
    reserved: NumberValue
    padding: BinaryValue

class LedInfo(IBLayer, metaclass=LayerType):
    """LedInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LedInfoValues]) -> None: ...
    ledmask: FieldOf[int, NumberValue]
    """LedMask"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (31 bits)"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (480 bits)"""

class _PortInfoExtendedValues(_OfScapy, total=False):
    capmask: NumberValue
    fecmodeactive: NumberValue
    fdrfecmodesupported: NumberValue
    fdrfecmodeenabled: NumberValue
    edrfecmodesupported: NumberValue
    edrfecmodeenabled: NumberValue
    hdrfecmodesupported: NumberValue
    hdrfecmodeenabled: NumberValue
    ndrfecmodesupported: NumberValue
    ndrfecmodeenabled: NumberValue
    padding: BinaryValue

class PortInfoExtended(IBLayer, metaclass=LayerType):
    """PortInfoExtended"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortInfoExtendedValues]) -> None: ...
    capmask: FieldOf[int, NumberValue]
    """CapMask"""
    fecmodeactive: FieldOf[int, NumberValue]
    """FECModeActive"""
    fdrfecmodesupported: FieldOf[int, NumberValue]
    """FDRFECModeSupported"""
    fdrfecmodeenabled: FieldOf[int, NumberValue]
    """FDRFECModeEnabled"""
    edrfecmodesupported: FieldOf[int, NumberValue]
    """EDRFECModeSupported"""
    edrfecmodeenabled: FieldOf[int, NumberValue]
    """EDRFECModeEnabled"""
    hdrfecmodesupported: FieldOf[int, NumberValue]
    """HDRFECModeSupported"""
    hdrfecmodeenabled: FieldOf[int, NumberValue]
    """HDRFECModeEnabled"""
    ndrfecmodesupported: FieldOf[int, NumberValue]
    """NDRFECModeSupported"""
    ndrfecmodeenabled: FieldOf[int, NumberValue]
    """NDRFECModeEnabled"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (336 bits)"""

class _MlnxExtendedPortInfoValues(_OfScapy, total=False):
    reserved0: NumberValue
    statechangeenable: NumberValue
    reserved1: NumberValue
    linkspeedsupported: NumberValue
    reserved2: NumberValue
    linkspeedenabled: NumberValue
    reserved3: NumberValue
    linkspeedactive: NumberValue
    padding: BinaryValue

class MlnxExtendedPortInfo(IBLayer, metaclass=LayerType):
    """MlnxExtendedPortInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MlnxExtendedPortInfoValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    statechangeenable: FieldOf[int, NumberValue]
    """StateChangeEnable"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    linkspeedsupported: FieldOf[int, NumberValue]
    """LinkSpeedSupported"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    linkspeedenabled: FieldOf[int, NumberValue]
    """LinkSpeedEnabled"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    linkspeedactive: FieldOf[int, NumberValue]
    """LinkSpeedActive"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (384 bits)"""

class _SMPDataValues(_OfScapy, total=False):
    smpdata: BinaryValue

class SMPData(IBLayer, metaclass=LayerType):
    """SMP Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMPDataValues]) -> None: ...
    smpdata: FieldOf[bytes, BinaryValue]
    """SMP Data"""

class _DirectedPathsValues(_OfScapy, total=False):
    initialpath: tuple[Any, ...] | list[Any] | None
    returnpath: tuple[Any, ...] | list[Any] | None

class DirectedPaths(IBLayer, metaclass=LayerType):
    """Directed Route Paths"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DirectedPathsValues]) -> None: ...
    initialpath: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Initial Path: outgoing ports; the first is unused"""
    returnpath: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Return Path: ports of arrival, for the way back"""
    outbound: FieldOf[str | None, Never]
    """Ports of the Initial Path: as many as the hop count says, without the first byte, which is unused"""
    back: FieldOf[str | None, Never]
    """Ports of the Return Path: as many as the hop count says"""

class _InformInfoValues(_OfScapy, total=False):
    gid: IPv6Value
    lidrangebegin: NumberValue
    lidrangeend: NumberValue
    reserved0: NumberValue
    isgeneric: NumberValue
    subscribe: NumberValue
    type: NumberValue
    trapnumberdeviceid: NumberValue
    trapnumber: NumberValue
    qpn: NumberValue
    reserved1: NumberValue
    resptimevalue: NumberValue
    reserved2: NumberValue
    producertypevendorid: NumberValue
    producertype: NumberValue

class InformInfo(IBLayer, metaclass=LayerType):
    """InformInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_InformInfoValues]) -> None: ...
    gid: FieldOf[str, IPv6Value]
    """GID"""
    lidrangebegin: FieldOf[int, NumberValue]
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: FieldOf[int, NumberValue]
    """LIDRangeEnd"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    isgeneric: FieldOf[int, NumberValue]
    """IsGeneric"""
    subscribe: FieldOf[int, NumberValue]
    """Subscribe"""
    type: FieldOf[int, NumberValue]
    """Type"""
    trapnumberdeviceid: FieldOf[int, NumberValue]
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: FieldOf[int | None, NumberValue]
    """TrapNumber"""
    qpn: FieldOf[int, NumberValue]
    """QPN"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    resptimevalue: FieldOf[int, NumberValue]
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    producertypevendorid: FieldOf[int, NumberValue]
    """ProducerType/VendorID"""
    producertype: FieldOf[int | None, NumberValue]
    """ProducerType"""

class _PortSamplesControlValues(_OfScapy, total=False):
    opcode: NumberValue
    portselect: NumberValue
    tick: NumberValue
    reserved0: NumberValue
    counterwidth: NumberValue
    reserved1: NumberValue
    countermask0: NumberValue
    countermasks1to9: tuple[Any, ...] | list[Any] | None
    reserved2: NumberValue
    countermasks10to14: tuple[Any, ...] | list[Any] | None
    samplemechanisms: NumberValue
    reserved3: NumberValue
    samplestatus: NumberValue
    optionmask: NumberValue
    vendormask: NumberValue
    samplestart: NumberValue
    sampleinterval: NumberValue
    tag: NumberValue
    counterselect: tuple[Any, ...] | list[Any] | None
    reserved4: NumberValue
    samplesonlyoptionmask: NumberValue
    reserved5: BinaryValue

class PortSamplesControl(IBLayer, metaclass=LayerType):
    """PortSamplesControl"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortSamplesControlValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """OpCode"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect"""
    tick: FieldOf[int, NumberValue]
    """Tick"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    counterwidth: FieldOf[int, NumberValue]
    """CounterWidth"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    countermask0: FieldOf[int, NumberValue]
    """CounterMask0"""
    countermasks1to9: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CounterMasks1to9"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    countermasks10to14: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CounterMasks10to14"""
    samplemechanisms: FieldOf[int, NumberValue]
    """SampleMechanisms"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    samplestatus: FieldOf[int, NumberValue]
    """SampleStatus"""
    optionmask: FieldOf[int, NumberValue]
    """OptionMask"""
    vendormask: FieldOf[int, NumberValue]
    """VendorMask"""
    samplestart: FieldOf[int, NumberValue]
    """SampleStart, in ticks"""
    sampleinterval: FieldOf[int, NumberValue]
    """SampleInterval, in ticks"""
    tag: FieldOf[int, NumberValue]
    """Tag"""
    counterselect: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CounterSelect: what is sampled"""
    reserved4: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    samplesonlyoptionmask: FieldOf[int, NumberValue]
    """SamplesOnlyOptionMask"""
    reserved5: FieldOf[bytes, BinaryValue]
    """Reserved (896 bits)"""

class _PortSamplesResultValues(_OfScapy, total=False):
    tag: NumberValue
    reserved: NumberValue
    samplestatus: NumberValue
    counter: tuple[Any, ...] | list[Any] | None

class PortSamplesResult(IBLayer, metaclass=LayerType):
    """PortSamplesResult"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortSamplesResultValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (14 bits)"""
    samplestatus: FieldOf[int, NumberValue]
    """SampleStatus"""
    counter: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Counter"""

class _PortCountersValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    counterselect_symbolerrorcounter: NumberValue
    counterselect_linkerrorrecoverycounter: NumberValue
    counterselect_linkdownedcounter: NumberValue
    counterselect_portrcverrors: NumberValue
    counterselect_portrcvremotephysicalerrors: NumberValue
    counterselect_portrcvswitchrelayerrors: NumberValue
    counterselect_portxmitdiscards: NumberValue
    counterselect_portxmitconstrainterrors: NumberValue
    counterselect_portrcvconstrainterrors: NumberValue
    counterselect_locallinkintegrityerrors: NumberValue
    counterselect_excessivebufferoverrunerrors: NumberValue
    counterselect_vl15dropped: NumberValue
    counterselect_portxmitdata: NumberValue
    counterselect_portrcvdata: NumberValue
    counterselect_portxmitpkts: NumberValue
    counterselect_portrcvpkts: NumberValue
    symbolerrorcounter: NumberValue
    linkerrorrecoverycounter: NumberValue
    linkdownedcounter: NumberValue
    portrcverrors: NumberValue
    portrcvremotephysicalerrors: NumberValue
    portrcvswitchrelayerrors: NumberValue
    portxmitdiscards: NumberValue
    portxmitconstrainterrors: NumberValue
    portrcvconstrainterrors: NumberValue
    counterselect2: NumberValue
    counterselect2_portxmitwait: NumberValue
    locallinkintegrityerrors: NumberValue
    excessivebufferoverrunerrors: NumberValue
    qp1dropped: NumberValue
    vl15dropped: NumberValue
    portxmitdata: NumberValue
    portrcvdata: NumberValue
    portxmitpkts: NumberValue
    portrcvpkts: NumberValue
    portxmitwait: NumberValue

class PortCounters(IBLayer, metaclass=LayerType):
    """Port Counters"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortCountersValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    counterselect_symbolerrorcounter: FieldOf[int, NumberValue]
    """SymbolErrorCounter"""
    counterselect_linkerrorrecoverycounter: FieldOf[int, NumberValue]
    """LinkErrorRecoveryCounter"""
    counterselect_linkdownedcounter: FieldOf[int, NumberValue]
    """LinkDownedCounter"""
    counterselect_portrcverrors: FieldOf[int, NumberValue]
    """PortRcvErrors"""
    counterselect_portrcvremotephysicalerrors: FieldOf[int, NumberValue]
    """PortRcvRemotePhysicalErrors"""
    counterselect_portrcvswitchrelayerrors: FieldOf[int, NumberValue]
    """PortRcvSwitchRelayErrors"""
    counterselect_portxmitdiscards: FieldOf[int, NumberValue]
    """PortXmitDiscards"""
    counterselect_portxmitconstrainterrors: FieldOf[int, NumberValue]
    """PortXmitConstraintErrors"""
    counterselect_portrcvconstrainterrors: FieldOf[int, NumberValue]
    """PortRcvConstraintErrors"""
    counterselect_locallinkintegrityerrors: FieldOf[int, NumberValue]
    """LocalLinkIntegrityErrors"""
    counterselect_excessivebufferoverrunerrors: FieldOf[int, NumberValue]
    """ExcessiveBufferOverrunErrors"""
    counterselect_vl15dropped: FieldOf[int, NumberValue]
    """VL15Dropped"""
    counterselect_portxmitdata: FieldOf[int, NumberValue]
    """PortXmitData"""
    counterselect_portrcvdata: FieldOf[int, NumberValue]
    """PortRcvData"""
    counterselect_portxmitpkts: FieldOf[int, NumberValue]
    """PortXmitPkts"""
    counterselect_portrcvpkts: FieldOf[int, NumberValue]
    """PortRcvPkts"""
    symbolerrorcounter: FieldOf[int, NumberValue]
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: FieldOf[int, NumberValue]
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: FieldOf[int, NumberValue]
    """LinkDownedCounter"""
    portrcverrors: FieldOf[int, NumberValue]
    """PortRcvErrors"""
    portrcvremotephysicalerrors: FieldOf[int, NumberValue]
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: FieldOf[int, NumberValue]
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: FieldOf[int, NumberValue]
    """PortXmitDiscards"""
    portxmitconstrainterrors: FieldOf[int, NumberValue]
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: FieldOf[int, NumberValue]
    """PortRcvConstraintErrors"""
    counterselect2: FieldOf[int, NumberValue]
    """CounterSelect2"""
    counterselect2_portxmitwait: FieldOf[int, NumberValue]
    """PortXmitWait"""
    locallinkintegrityerrors: FieldOf[int, NumberValue]
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: FieldOf[int, NumberValue]
    """ExcessiveBufferOverrunErrors"""
    qp1dropped: FieldOf[int, NumberValue]
    """QP1Dropped"""
    vl15dropped: FieldOf[int, NumberValue]
    """VL15Dropped"""
    portxmitdata: FieldOf[int, NumberValue]
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: FieldOf[int, NumberValue]
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: FieldOf[int, NumberValue]
    """PortXmitPkts, in packets"""
    portrcvpkts: FieldOf[int, NumberValue]
    """PortRcvPkts, in packets"""
    portxmitwait: FieldOf[int, NumberValue]
    """PortXmitWait: in which there was data to send and no credit, in ticks"""

class _PortRcvErrorDetailsValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portlocalphysicalerrors: NumberValue
    portmalformedpkterrors: NumberValue
    portbufferoverrunerrors: NumberValue
    portdlidmappingerrors: NumberValue
    portvlmappingerrors: NumberValue
    portloopingerrors: NumberValue

class PortRcvErrorDetails(IBLayer, metaclass=LayerType):
    """PortRcvErrorDetails"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortRcvErrorDetailsValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portlocalphysicalerrors: FieldOf[int, NumberValue]
    """PortLocalPhysicalErrors"""
    portmalformedpkterrors: FieldOf[int, NumberValue]
    """PortMalformedPktErrors"""
    portbufferoverrunerrors: FieldOf[int, NumberValue]
    """PortBufferOverrunErrors"""
    portdlidmappingerrors: FieldOf[int, NumberValue]
    """PortDLIDMappingErrors"""
    portvlmappingerrors: FieldOf[int, NumberValue]
    """PortVLMappingErrors"""
    portloopingerrors: FieldOf[int, NumberValue]
    """PortLoopingErrors"""

class _PortXmitDiscardDetailsValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portinactivediscards: NumberValue
    portneighbormtudiscards: NumberValue
    portswlifetimelimitdiscards: NumberValue
    portswhoqlifetimelimitdiscards: NumberValue

class PortXmitDiscardDetails(IBLayer, metaclass=LayerType):
    """PortXmitDiscardDetails"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortXmitDiscardDetailsValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portinactivediscards: FieldOf[int, NumberValue]
    """PortInactiveDiscards"""
    portneighbormtudiscards: FieldOf[int, NumberValue]
    """PortNeighborMTUDiscards"""
    portswlifetimelimitdiscards: FieldOf[int, NumberValue]
    """PortSwLifetimeLimitDiscards"""
    portswhoqlifetimelimitdiscards: FieldOf[int, NumberValue]
    """PortSwHOQLifetimeLimitDiscards"""

class _PortOpRcvCountersValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portoprcvpkts: NumberValue
    portoprcvdata: NumberValue

class PortOpRcvCounters(IBLayer, metaclass=LayerType):
    """PortOpRcvCounters"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortOpRcvCountersValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portoprcvpkts: FieldOf[int, NumberValue]
    """PortOpRcvPkts, in packets"""
    portoprcvdata: FieldOf[int, NumberValue]
    """PortOpRcvData, in words of 4 bytes"""

class _PortFlowCtlCountersValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portxmitflowpkts: NumberValue
    portrcvflowpkts: NumberValue

class PortFlowCtlCounters(IBLayer, metaclass=LayerType):
    """PortFlowCtlCounters"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortFlowCtlCountersValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portxmitflowpkts: FieldOf[int, NumberValue]
    """PortXmitFlowPkts, in packets"""
    portrcvflowpkts: FieldOf[int, NumberValue]
    """PortRcvFlowPkts, in packets"""

class _PortVLOpPacketsValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portvloppackets: tuple[Any, ...] | list[Any] | None

class PortVLOpPackets(IBLayer, metaclass=LayerType):
    """PortVLOpPackets"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortVLOpPacketsValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portvloppackets: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortVLOpPackets: by VL, in packets"""

class _PortVLOpDataValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portvlopdata: tuple[Any, ...] | list[Any] | None

class PortVLOpData(IBLayer, metaclass=LayerType):
    """PortVLOpData"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortVLOpDataValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portvlopdata: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortVLOpData: by VL, in words of 4 bytes"""

class _PortVLXmitFlowCtlUpdateErrorsValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portvlxmitflowctlupdateerrors: tuple[Any, ...] | list[Any] | None

class PortVLXmitFlowCtlUpdateErrors(IBLayer, metaclass=LayerType):
    """PortVLXmitFlowCtlUpdateErrors"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortVLXmitFlowCtlUpdateErrorsValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portvlxmitflowctlupdateerrors: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortVLXmitFlowCtlUpdateErrors: by VL"""

class _PortVLXmitWaitCountersValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portvlxmitwait: tuple[Any, ...] | list[Any] | None

class PortVLXmitWaitCounters(IBLayer, metaclass=LayerType):
    """PortVLXmitWaitCounters"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortVLXmitWaitCountersValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portvlxmitwait: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortVLXmitWait: by VL, in ticks"""

class _PortCountersExtendedValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    counterselect_portxmitdata: NumberValue
    counterselect_portrcvdata: NumberValue
    counterselect_portxmitpkts: NumberValue
    counterselect_portrcvpkts: NumberValue
    counterselect_portunicastxmitpkts: NumberValue
    counterselect_portunicastrcvpkts: NumberValue
    counterselect_portmulticastxmitpkts: NumberValue
    counterselect_portmulticastrcvpkts: NumberValue
    counterselect2: NumberValue
    portxmitdata: NumberValue
    portrcvdata: NumberValue
    portxmitpkts: NumberValue
    portrcvpkts: NumberValue
    portunicastxmitpkts: NumberValue
    portunicastrcvpkts: NumberValue
    portmulticastxmitpkts: NumberValue
    portmulticastrcvpkts: NumberValue
    symbolerrorcounter: NumberValue
    linkerrorrecoverycounter: NumberValue
    linkdownedcounter: NumberValue
    portrcverrors: NumberValue
    portrcvremotephysicalerrors: NumberValue
    portrcvswitchrelayerrors: NumberValue
    portxmitdiscards: NumberValue
    portxmitconstrainterrors: NumberValue
    portrcvconstrainterrors: NumberValue
    locallinkintegrityerrors: NumberValue
    excessivebufferoverrunerrors: NumberValue
    vl15dropped: NumberValue
    portxmitwait: NumberValue
    qp1dropped: NumberValue

class PortCountersExtended(IBLayer, metaclass=LayerType):
    """Port Counters Extended"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortCountersExtendedValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    counterselect_portxmitdata: FieldOf[int, NumberValue]
    """PortXmitData"""
    counterselect_portrcvdata: FieldOf[int, NumberValue]
    """PortRcvData"""
    counterselect_portxmitpkts: FieldOf[int, NumberValue]
    """PortXmitPkts"""
    counterselect_portrcvpkts: FieldOf[int, NumberValue]
    """PortRcvPkts"""
    counterselect_portunicastxmitpkts: FieldOf[int, NumberValue]
    """PortUnicastXmitPkts"""
    counterselect_portunicastrcvpkts: FieldOf[int, NumberValue]
    """PortUnicastRcvPkts"""
    counterselect_portmulticastxmitpkts: FieldOf[int, NumberValue]
    """PortMulticastXmitPkts"""
    counterselect_portmulticastrcvpkts: FieldOf[int, NumberValue]
    """PortMulticastRcvPkts"""
    counterselect2: FieldOf[int, NumberValue]
    """CounterSelect2"""
    portxmitdata: FieldOf[int, NumberValue]
    """PortXmitData, in words of 4 bytes"""
    portrcvdata: FieldOf[int, NumberValue]
    """PortRcvData, in words of 4 bytes"""
    portxmitpkts: FieldOf[int, NumberValue]
    """PortXmitPkts, in packets"""
    portrcvpkts: FieldOf[int, NumberValue]
    """PortRcvPkts, in packets"""
    portunicastxmitpkts: FieldOf[int, NumberValue]
    """PortUnicastXmitPkts, in packets"""
    portunicastrcvpkts: FieldOf[int, NumberValue]
    """PortUnicastRcvPkts, in packets"""
    portmulticastxmitpkts: FieldOf[int, NumberValue]
    """PortMulticastXmitPkts, in packets"""
    portmulticastrcvpkts: FieldOf[int, NumberValue]
    """PortMulticastRcvPkts, in packets"""
    symbolerrorcounter: FieldOf[int, NumberValue]
    """SymbolErrorCounter"""
    linkerrorrecoverycounter: FieldOf[int, NumberValue]
    """LinkErrorRecoveryCounter"""
    linkdownedcounter: FieldOf[int, NumberValue]
    """LinkDownedCounter"""
    portrcverrors: FieldOf[int, NumberValue]
    """PortRcvErrors"""
    portrcvremotephysicalerrors: FieldOf[int, NumberValue]
    """PortRcvRemotePhysicalErrors"""
    portrcvswitchrelayerrors: FieldOf[int, NumberValue]
    """PortRcvSwitchRelayErrors"""
    portxmitdiscards: FieldOf[int, NumberValue]
    """PortXmitDiscards"""
    portxmitconstrainterrors: FieldOf[int, NumberValue]
    """PortXmitConstraintErrors"""
    portrcvconstrainterrors: FieldOf[int, NumberValue]
    """PortRcvConstraintErrors"""
    locallinkintegrityerrors: FieldOf[int, NumberValue]
    """LocalLinkIntegrityErrors"""
    excessivebufferoverrunerrors: FieldOf[int, NumberValue]
    """ExcessiveBufferOverrunErrors"""
    vl15dropped: FieldOf[int, NumberValue]
    """VL15Dropped"""
    portxmitwait: FieldOf[int, NumberValue]
    """PortXmitWait, in ticks"""
    qp1dropped: FieldOf[int, NumberValue]
    """QP1Dropped"""

class _PortSamplesResultExtendedValues(_OfScapy, total=False):
    tag: NumberValue
    reserved0: NumberValue
    samplestatus: NumberValue
    extendedwidth: NumberValue
    reserved1: NumberValue
    counter: tuple[Any, ...] | list[Any] | None

class PortSamplesResultExtended(IBLayer, metaclass=LayerType):
    """PortSamplesResultExtended"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortSamplesResultExtendedValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (14 bits)"""
    samplestatus: FieldOf[int, NumberValue]
    """SampleStatus"""
    extendedwidth: FieldOf[int, NumberValue]
    """ExtendedWidth"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (30 bits)"""
    counter: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Counter"""

class _PortExtendedSpeedsCountersValues(_OfScapy, total=False):
    reserved0: NumberValue
    portselect: NumberValue
    reserved1: NumberValue
    counterselect: NumberValue
    syncheadererrorcounter: NumberValue
    unknownblockcounter: NumberValue
    errordetectioncounterlane: tuple[Any, ...] | list[Any] | None
    feccorrectableblockctrlane: tuple[Any, ...] | list[Any] | None
    fecuncorrectableblockctrlane: tuple[Any, ...] | list[Any] | None
    portfeccorrectableblockctr: NumberValue
    portfecuncorrectableblockctr: NumberValue
    portfeccorrectedsymbolctr: NumberValue

class PortExtendedSpeedsCounters(IBLayer, metaclass=LayerType):
    """PortExtendedSpeedsCounters"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortExtendedSpeedsCountersValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    syncheadererrorcounter: FieldOf[int, NumberValue]
    """SyncHeaderErrorCounter"""
    unknownblockcounter: FieldOf[int, NumberValue]
    """UnknownBlockCounter"""
    errordetectioncounterlane: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ErrorDetectionCounterLane"""
    feccorrectableblockctrlane: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """FECCorrectableBlockCtrLane"""
    fecuncorrectableblockctrlane: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """FECUncorrectableBlockCtrLane"""
    portfeccorrectableblockctr: FieldOf[int, NumberValue]
    """PortFECCorrectableBlockCtr"""
    portfecuncorrectableblockctr: FieldOf[int, NumberValue]
    """PortFECUncorrectableBlockCtr"""
    portfeccorrectedsymbolctr: FieldOf[int, NumberValue]
    """PortFECCorrectedSymbolCtr"""

class _SwPortVLCongestionValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    swportvlcongestion: tuple[Any, ...] | list[Any] | None

class SwPortVLCongestion(IBLayer, metaclass=LayerType):
    """SwPortVLCongestion"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SwPortVLCongestionValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    swportvlcongestion: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """SWPortVLCongestion: by VL"""

class _PortRcvConCtrlValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portpktrcvfecn: NumberValue
    portpktrcvbecn: NumberValue

class PortRcvConCtrl(IBLayer, metaclass=LayerType):
    """PortRcvConCtrl"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortRcvConCtrlValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portpktrcvfecn: FieldOf[int, NumberValue]
    """PortPktRcvFECN, in packets"""
    portpktrcvbecn: FieldOf[int, NumberValue]
    """PortPktRcvBECN, in packets"""

class _PortSLRcvFECNValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portslrcvfecn: tuple[Any, ...] | list[Any] | None

class PortSLRcvFECN(IBLayer, metaclass=LayerType):
    """PortSLRcvFECN"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortSLRcvFECNValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portslrcvfecn: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortSLRcvFECN: by SL, in packets"""

class _PortSLRcvBECNValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portslrcvbecn: tuple[Any, ...] | list[Any] | None

class PortSLRcvBECN(IBLayer, metaclass=LayerType):
    """PortSLRcvBECN"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortSLRcvBECNValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portslrcvbecn: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortSLRcvBECN: by SL, in packets"""

class _PortXmitConCtrlValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portxmittimecong: NumberValue

class PortXmitConCtrl(IBLayer, metaclass=LayerType):
    """PortXmitConCtrl"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortXmitConCtrlValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portxmittimecong: FieldOf[int, NumberValue]
    """PortXmitTimeCong, in ticks"""

class _PortVLXmitTimeCongValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    portvlxmittimecong: tuple[Any, ...] | list[Any] | None

class PortVLXmitTimeCong(IBLayer, metaclass=LayerType):
    """PortVLXmitTimeCong"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortVLXmitTimeCongValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    portvlxmittimecong: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortVLXmitTimeCong: by VL, in ticks"""

class _PortXmitDataSLValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    xmtdatasl: tuple[Any, ...] | list[Any] | None

class PortXmitDataSL(IBLayer, metaclass=LayerType):
    """PortXmitDataSL"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortXmitDataSLValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    xmtdatasl: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """XmtDataSL: by SL, in words of 4 bytes"""

class _PortRcvDataSLValues(_OfScapy, total=False):
    reserved: NumberValue
    portselect: NumberValue
    counterselect: NumberValue
    rcvdatasl: tuple[Any, ...] | list[Any] | None

class PortRcvDataSL(IBLayer, metaclass=LayerType):
    """PortRcvDataSL"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortRcvDataSLValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    portselect: FieldOf[int, NumberValue]
    """PortSelect: 0xff: all ports"""
    counterselect: FieldOf[int, NumberValue]
    """CounterSelect"""
    rcvdatasl: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """RcvDataSL: by SL, in words of 4 bytes"""

class _PerfDataValues(_OfScapy, total=False):
    performancedata: BinaryValue

class PerfData(IBLayer, metaclass=LayerType):
    """Performance Management Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PerfDataValues]) -> None: ...
    performancedata: FieldOf[bytes, BinaryValue]
    """PerformanceData"""

class _IOUnitInfoValues(_OfScapy, total=False):
    changeid: NumberValue
    maxcontrollers: NumberValue
    optionrom: NumberValue
    diagdeviceid: NumberValue
    reserved: NumberValue
    controllerlist: tuple[Any, ...] | list[Any] | None

class IOUnitInfo(IBLayer, metaclass=LayerType):
    """IOUnitInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IOUnitInfoValues]) -> None: ...
    changeid: FieldOf[int, NumberValue]
    """ChangeID"""
    maxcontrollers: FieldOf[int, NumberValue]
    """MaxControllers"""
    optionrom: FieldOf[int, NumberValue]
    """OptionROM"""
    diagdeviceid: FieldOf[int, NumberValue]
    """DiagDeviceID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    controllerlist: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Controller: from slot 1"""

class _IOControllerProfileValues(_OfScapy, total=False):
    guid: NumberValue
    vendorid: NumberValue
    reserved0: NumberValue
    deviceid: NumberValue
    deviceversion: NumberValue
    reserved1: NumberValue
    subsystemvendorid: NumberValue
    reserved2: NumberValue
    subsystemid: NumberValue
    ioclass: NumberValue
    iosubclass: NumberValue
    protocol: NumberValue
    protocolversion: NumberValue
    serviceconnections: NumberValue
    initiatorssupported: NumberValue
    sendmessagequeuedepth: NumberValue
    reserved3: NumberValue
    rdmareadqueuedepth: NumberValue
    sendmessagesize: NumberValue
    rdmatransfersize: NumberValue
    controlleroperationscapabilitymask: NumberValue
    controlleroperationscapabilitymask_st: NumberValue
    controlleroperationscapabilitymask_sf: NumberValue
    controlleroperationscapabilitymask_rt: NumberValue
    controlleroperationscapabilitymask_rf: NumberValue
    controlleroperationscapabilitymask_wt: NumberValue
    controlleroperationscapabilitymask_wf: NumberValue
    controlleroperationscapabilitymask_at: NumberValue
    controlleroperationscapabilitymask_af: NumberValue
    controllerservicescapabilitymask: NumberValue
    serviceentries: NumberValue
    reserved4: BinaryValue
    idstring: BinaryValue

class IOControllerProfile(IBLayer, metaclass=LayerType):
    """IOControllerProfile"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IOControllerProfileValues]) -> None: ...
    guid: FieldOf[int, NumberValue]
    """GUID"""
    vendorid: FieldOf[int, NumberValue]
    """VendorID"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    deviceid: FieldOf[int, NumberValue]
    """DeviceID"""
    deviceversion: FieldOf[int, NumberValue]
    """DeviceVersion"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    subsystemvendorid: FieldOf[int, NumberValue]
    """SubsystemVendorID"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    subsystemid: FieldOf[int, NumberValue]
    """SubsystemID"""
    ioclass: FieldOf[int, NumberValue]
    """IOClass"""
    iosubclass: FieldOf[int, NumberValue]
    """IOSubclass"""
    protocol: FieldOf[int, NumberValue]
    """Protocol"""
    protocolversion: FieldOf[int, NumberValue]
    """ProtocolVersion"""
    serviceconnections: FieldOf[int, NumberValue]
    """ServiceConnections"""
    initiatorssupported: FieldOf[int, NumberValue]
    """InitiatorsSupported"""
    sendmessagequeuedepth: FieldOf[int, NumberValue]
    """SendMessageQueueDepth"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    rdmareadqueuedepth: FieldOf[int, NumberValue]
    """RDMAReadQueueDepth"""
    sendmessagesize: FieldOf[int, NumberValue]
    """SendMessageSize, in bytes"""
    rdmatransfersize: FieldOf[int, NumberValue]
    """RDMATransferSize, in bytes"""
    controlleroperationscapabilitymask: FieldOf[int, NumberValue]
    """ControllerOperationsCapabilityMask: send, RDMA READ, RDMA WRITE, atomic; to (T) and from (F) the controller"""
    controlleroperationscapabilitymask_st: FieldOf[int, NumberValue]
    """ST"""
    controlleroperationscapabilitymask_sf: FieldOf[int, NumberValue]
    """SF"""
    controlleroperationscapabilitymask_rt: FieldOf[int, NumberValue]
    """RT"""
    controlleroperationscapabilitymask_rf: FieldOf[int, NumberValue]
    """RF"""
    controlleroperationscapabilitymask_wt: FieldOf[int, NumberValue]
    """WT"""
    controlleroperationscapabilitymask_wf: FieldOf[int, NumberValue]
    """WF"""
    controlleroperationscapabilitymask_at: FieldOf[int, NumberValue]
    """AT"""
    controlleroperationscapabilitymask_af: FieldOf[int, NumberValue]
    """AF"""
    controllerservicescapabilitymask: FieldOf[int, NumberValue]
    """ControllerServicesCapabilityMask"""
    serviceentries: FieldOf[int, NumberValue]
    """ServiceEntries"""
    reserved4: FieldOf[bytes, BinaryValue]
    """Reserved (72 bits)"""
    idstring: FieldOf[bytes, BinaryValue]
    """IDString"""

class _ServiceEntriesValues(_OfScapy, total=False):
    servicename: tuple[Any, ...] | list[Any] | None
    serviceid: tuple[Any, ...] | list[Any] | None

class ServiceEntries(IBLayer, metaclass=LayerType):
    """ServiceEntries"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ServiceEntriesValues]) -> None: ...
    servicename: FieldOf[tuple[bytes, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceName"""
    serviceid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceID"""

class _DevDataValues(_OfScapy, total=False):
    devicemanagementdata: BinaryValue

class DevData(IBLayer, metaclass=LayerType):
    """Device Management Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_DevDataValues]) -> None: ...
    devicemanagementdata: FieldOf[bytes, BinaryValue]
    """DeviceManagementData"""

class _BMDataValues(_OfScapy, total=False):
    basebdmgtdata: BinaryValue

class BMData(IBLayer, metaclass=LayerType):
    """Baseboard Management Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_BMDataValues]) -> None: ...
    basebdmgtdata: FieldOf[bytes, BinaryValue]
    """BasebdMgtData"""

class _CongestionLogValues(_OfScapy, total=False):
    logtype: NumberValue
    congestionflags: NumberValue

class CongestionLog(IBLayer, metaclass=LayerType):
    """CongestionLog"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionLogValues]) -> None: ...
    logtype: FieldOf[int | None, NumberValue]
    """LogType"""
    congestionflags: FieldOf[int, NumberValue]
    """CongestionFlags"""

class _CCLogDataValues(_OfScapy, total=False):
    congestionlogdata: BinaryValue

class CCLogData(IBLayer, metaclass=LayerType):
    """Congestion Control, Log Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CCLogDataValues]) -> None: ...
    congestionlogdata: FieldOf[bytes, BinaryValue]
    """CongestionLogData: only the log uses it"""

class _CongestionInfoValues(_OfScapy, total=False):
    congestioninfo: NumberValue
    controltablecap: NumberValue

class CongestionInfo(IBLayer, metaclass=LayerType):
    """CongestionInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionInfoValues]) -> None: ...
    congestioninfo: FieldOf[int, NumberValue]
    """CongestionInfo"""
    controltablecap: FieldOf[int, NumberValue]
    """ControlTableCap, in blocks of 64 entries"""

class _CongestionKeyInfoValues(_OfScapy, total=False):
    cc_key: NumberValue
    cc_keyprotectbit: NumberValue
    reserved: NumberValue
    cc_keyleaseperiod: NumberValue
    cc_keyviolations: NumberValue

class CongestionKeyInfo(IBLayer, metaclass=LayerType):
    """CongestionKeyInfo"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionKeyInfoValues]) -> None: ...
    cc_key: FieldOf[int, NumberValue]
    """CC_Key"""
    cc_keyprotectbit: FieldOf[int, NumberValue]
    """CC_KeyProtectBit"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (15 bits)"""
    cc_keyleaseperiod: FieldOf[int, NumberValue]
    """CC_KeyLeasePeriod, in s"""
    cc_keyviolations: FieldOf[int, NumberValue]
    """CC_KeyViolations"""

class _SwitchCongestionSettingValues(_OfScapy, total=False):
    control_map: NumberValue
    victim_mask: BinaryValue
    credit_mask: BinaryValue
    threshold: NumberValue
    reserved0: NumberValue
    packet_size: NumberValue
    cs_threshold: NumberValue
    reserved1: NumberValue
    cs_returndelay: NumberValue
    marking_rate: NumberValue

class SwitchCongestionSetting(IBLayer, metaclass=LayerType):
    """SwitchCongestionSetting"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SwitchCongestionSettingValues]) -> None: ...
    control_map: FieldOf[int, NumberValue]
    """Control_Map"""
    victim_mask: FieldOf[bytes, BinaryValue]
    """Victim_Mask: a bit for each port"""
    credit_mask: FieldOf[bytes, BinaryValue]
    """Credit_Mask: a bit for each port"""
    threshold: FieldOf[int, NumberValue]
    """Threshold"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    packet_size: FieldOf[int, NumberValue]
    """Packet_Size, in 64 bytes"""
    cs_threshold: FieldOf[int, NumberValue]
    """CS_Threshold"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (12 bits)"""
    cs_returndelay: FieldOf[int, NumberValue]
    """CS_ReturnDelay"""
    marking_rate: FieldOf[int, NumberValue]
    """Marking_Rate: sent, on average, between two that are marked, in packets"""

class _SwitchPortCongestionSettingValues(_OfScapy, total=False):
    valid: tuple[Any, ...] | list[Any] | None
    control_type: tuple[Any, ...] | list[Any] | None
    reserved: tuple[Any, ...] | list[Any] | None
    threshold: tuple[Any, ...] | list[Any] | None
    packet_size: tuple[Any, ...] | list[Any] | None
    cong_parm_marking_rate: tuple[Any, ...] | list[Any] | None

class SwitchPortCongestionSetting(IBLayer, metaclass=LayerType):
    """SwitchPortCongestionSetting"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SwitchPortCongestionSettingValues]) -> None: ...
    valid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Valid"""
    control_type: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Control_Type"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (2 bits)"""
    threshold: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Threshold"""
    packet_size: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Packet_Size"""
    cong_parm_marking_rate: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Cong_Parm_Marking_Rate"""

class _CACongestionSettingValues(_OfScapy, total=False):
    port_control: NumberValue
    control_map: NumberValue
    ccti_timer: tuple[Any, ...] | list[Any] | None
    ccti_increase: tuple[Any, ...] | list[Any] | None
    trigger_threshold: tuple[Any, ...] | list[Any] | None
    ccti_min: tuple[Any, ...] | list[Any] | None
    reserved: tuple[Any, ...] | list[Any] | None

class CACongestionSetting(IBLayer, metaclass=LayerType):
    """CACongestionSetting"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CACongestionSettingValues]) -> None: ...
    port_control: FieldOf[int, NumberValue]
    """Port_Control"""
    control_map: FieldOf[int, NumberValue]
    """Control_Map"""
    ccti_timer: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CCTI_Timer, in 1.024 µs"""
    ccti_increase: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CCTI_Increase"""
    trigger_threshold: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Trigger_Threshold"""
    ccti_min: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CCTI_Min"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (24 bits)"""

class _CongestionControlTableValues(_OfScapy, total=False):
    ccti_limit: NumberValue
    reserved: NumberValue
    cct_shift: tuple[Any, ...] | list[Any] | None
    cct_multiplier: tuple[Any, ...] | list[Any] | None

class CongestionControlTable(IBLayer, metaclass=LayerType):
    """CongestionControlTable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionControlTableValues]) -> None: ...
    ccti_limit: FieldOf[int, NumberValue]
    """CCTI_Limit"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    cct_shift: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CCT_Shift"""
    cct_multiplier: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """CCT_Multiplier"""

class _TimeStampValues(_OfScapy, total=False):
    timestamp: NumberValue

class TimeStamp(IBLayer, metaclass=LayerType):
    """TimeStamp"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TimeStampValues]) -> None: ...
    timestamp: FieldOf[int, NumberValue]
    """Timestamp"""

class _CCDataValues(_OfScapy, total=False):
    congestionmgtdata: BinaryValue

class CCData(IBLayer, metaclass=LayerType):
    """Congestion Control, Management Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CCDataValues]) -> None: ...
    congestionmgtdata: FieldOf[bytes, BinaryValue]
    """CongestionMgtData"""

class _CongestionLogSwitchValues(_OfScapy, total=False):
    logeventscounter: NumberValue
    currenttimestamp: NumberValue
    portmap: BinaryValue
    slid: tuple[Any, ...] | list[Any] | None
    dlid: tuple[Any, ...] | list[Any] | None
    sl: tuple[Any, ...] | list[Any] | None
    reserved: tuple[Any, ...] | list[Any] | None
    timestamp: tuple[Any, ...] | list[Any] | None

class CongestionLogSwitch(IBLayer, metaclass=LayerType):
    """CongestionLog of a Switch"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionLogSwitchValues]) -> None: ...
    logeventscounter: FieldOf[int, NumberValue]
    """LogEventsCounter"""
    currenttimestamp: FieldOf[int, NumberValue]
    """CurrentTimeStamp"""
    portmap: FieldOf[bytes, BinaryValue]
    """PortMap: a bit for each port that has marked packets"""
    slid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """SLID"""
    dlid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """DLID"""
    sl: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """SL"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (28 bits)"""
    timestamp: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Timestamp"""

class _CongestionLogCAValues(_OfScapy, total=False):
    thresholdeventcounter: NumberValue
    thresholdcongestioneventmap: NumberValue
    reserved0: NumberValue
    currenttimestamp: NumberValue
    local_qp_cn_entry: tuple[Any, ...] | list[Any] | None
    sl_cn_entry: tuple[Any, ...] | list[Any] | None
    service_type_cn_entry: tuple[Any, ...] | list[Any] | None
    remote_qp_number_cn_entry: tuple[Any, ...] | list[Any] | None
    reserved1: tuple[Any, ...] | list[Any] | None
    local_lid_cn: tuple[Any, ...] | list[Any] | None
    remote_lid_cn_entry: tuple[Any, ...] | list[Any] | None
    timestamp_cn_entry: tuple[Any, ...] | list[Any] | None

class CongestionLogCA(IBLayer, metaclass=LayerType):
    """CongestionLog of a Channel Adapter"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_CongestionLogCAValues]) -> None: ...
    thresholdeventcounter: FieldOf[int, NumberValue]
    """ThresholdEventCounter"""
    thresholdcongestioneventmap: FieldOf[int, NumberValue]
    """ThresholdCongestionEventMap"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    currenttimestamp: FieldOf[int, NumberValue]
    """CurrentTimeStamp"""
    local_qp_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Local_QP_CN_Entry"""
    sl_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """SL_CN_Entry"""
    service_type_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Service_Type_CN_Entry"""
    remote_qp_number_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Remote_QP_Number_CN_Entry"""
    reserved1: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (8 bits)"""
    local_lid_cn: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Local_LID_CN"""
    remote_lid_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Remote_LID_CN_Entry"""
    timestamp_cn_entry: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Timestamp_CN_Entry"""

class _IPCMValues(_OfScapy, total=False):
    majv: NumberValue
    minv: NumberValue
    ipv: NumberValue
    reserved: NumberValue
    sport: NumberValue

class IPCM(IBLayer, metaclass=LayerType):
    """RDMA IP CM Service"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPCMValues]) -> None: ...
    majv: FieldOf[int, NumberValue]
    """Major Version"""
    minv: FieldOf[int, NumberValue]
    """Minor Version"""
    ipv: FieldOf[int | None, NumberValue]
    """IP Version"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    sport: FieldOf[int, NumberValue]
    """Source Port"""

class _REQPrivateValues(_OfScapy, total=False):
    private: BinaryValue

class REQPrivate(IBLayer, metaclass=LayerType):
    """REQ Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_REQPrivateValues]) -> None: ...
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _SIDRPrivateValues(_OfScapy, total=False):
    private: BinaryValue

class SIDRPrivate(IBLayer, metaclass=LayerType):
    """SIDR_REQ Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SIDRPrivateValues]) -> None: ...
    private: FieldOf[bytes, BinaryValue]
    """PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """PrivateData as Text: where it is text"""

class _IPCM4Values(_OfScapy, total=False):
    reserved0: BinaryValue
    sip4: IPv4Value
    reserved1: BinaryValue
    dip4: IPv4Value

class IPCM4(IBLayer, metaclass=LayerType):
    """RDMA IP CM Service, IPv4 Addresses"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPCM4Values]) -> None: ...
    reserved0: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""
    sip4: FieldOf[str, IPv4Value]
    """Source IP"""
    reserved1: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""
    dip4: FieldOf[str, IPv4Value]
    """Destination IP"""

class _IPCM6Values(_OfScapy, total=False):
    sip6: IPv6Value
    dip6: IPv6Value

class IPCM6(IBLayer, metaclass=LayerType):
    """RDMA IP CM Service, IPv6 Addresses"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPCM6Values]) -> None: ...
    sip6: FieldOf[str, IPv6Value]
    """Source IP"""
    dip6: FieldOf[str, IPv6Value]
    """Destination IP"""

class _IPCMPrivateValues(_OfScapy, total=False):
    private: BinaryValue

class IPCMPrivate(IBLayer, metaclass=LayerType):
    """REQ Consumer Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPCMPrivateValues]) -> None: ...
    private: FieldOf[bytes, BinaryValue]
    """IP CM Consumer PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """IP CM Consumer PrivateData as Text: where it is text"""

class _SIDRIPCMPrivateValues(_OfScapy, total=False):
    private: BinaryValue

class SIDRIPCMPrivate(IBLayer, metaclass=LayerType):
    """SIDR_REQ Consumer Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SIDRIPCMPrivateValues]) -> None: ...
    private: FieldOf[bytes, BinaryValue]
    """IP CM Consumer PrivateData: what the consumers tell each other"""
    private_text: FieldOf[str | None, Never]
    """IP CM Consumer PrivateData as Text: where it is text"""

class _NodeRecordValues(_OfScapy, total=False):
    lid: NumberValue
    reserved: NumberValue
    baseversion: NumberValue
    classversion: NumberValue
    nodetype: NumberValue
    numports: NumberValue
    systemimageguid: NumberValue
    nodeguid: NumberValue
    portguid: NumberValue
    partitioncap: NumberValue
    deviceid: NumberValue
    revision: NumberValue
    localportnum: NumberValue
    vendorid: NumberValue
    nodestring: BinaryValue
    padding: NumberValue

class NodeRecord(IBLayer, metaclass=LayerType):
    """NodeRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NodeRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    baseversion: FieldOf[int, NumberValue]
    """BaseVersion"""
    classversion: FieldOf[int, NumberValue]
    """ClassVersion"""
    nodetype: FieldOf[int, NumberValue]
    """NodeType"""
    numports: FieldOf[int, NumberValue]
    """NumPorts"""
    systemimageguid: FieldOf[int, NumberValue]
    """SystemImageGUID"""
    nodeguid: FieldOf[int, NumberValue]
    """NodeGUID"""
    portguid: FieldOf[int, NumberValue]
    """PortGUID"""
    partitioncap: FieldOf[int, NumberValue]
    """PartitionCap"""
    deviceid: FieldOf[int, NumberValue]
    """DeviceID"""
    revision: FieldOf[int, NumberValue]
    """Revision"""
    localportnum: FieldOf[int, NumberValue]
    """LocalPortNum"""
    vendorid: FieldOf[int, NumberValue]
    """VendorID"""
    nodestring: FieldOf[bytes, BinaryValue]
    """NodeString"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _PortInfoRecordValues(_OfScapy, total=False):
    endportlid: NumberValue
    portnum: NumberValue
    options: NumberValue
    m_key: NumberValue
    gidprefix: NumberValue
    lid: NumberValue
    mastersmlid: NumberValue
    capabilitymask: NumberValue
    capabilitymask_issm: NumberValue
    capabilitymask_noticesupported: NumberValue
    capabilitymask_trapsupported: NumberValue
    capabilitymask_optionalipdsupported: NumberValue
    capabilitymask_automaticmigrationsupported: NumberValue
    capabilitymask_slmappingsupported: NumberValue
    capabilitymask_mkeynvram: NumberValue
    capabilitymask_pkeynvram: NumberValue
    capabilitymask_ledinfosupported: NumberValue
    capabilitymask_smdisabled: NumberValue
    capabilitymask_systemimageguidsupported: NumberValue
    capabilitymask_pkeyswitchexternalporttrapsupported: NumberValue
    capabilitymask_cableinfosupported: NumberValue
    capabilitymask_extendedspeedssupported: NumberValue
    capabilitymask_capabilitymask2supported: NumberValue
    capabilitymask_communicationmanagementsupported: NumberValue
    capabilitymask_snmptunnelingsupported: NumberValue
    capabilitymask_reinitsupported: NumberValue
    capabilitymask_devicemanagementsupported: NumberValue
    capabilitymask_vendorclasssupported: NumberValue
    capabilitymask_drnoticesupported: NumberValue
    capabilitymask_capabilitymasknoticesupported: NumberValue
    capabilitymask_bootmanagementsupported: NumberValue
    capabilitymask_linkroundtriplatencysupported: NumberValue
    capabilitymask_clientregistrationsupported: NumberValue
    capabilitymask_otherlocalchangesnoticesupported: NumberValue
    capabilitymask_linkspeedwidthpairstablesupported: NumberValue
    capabilitymask_vendorspecificmadstablesupported: NumberValue
    capabilitymask_mcastpkeytrapsuppressionsupported: NumberValue
    capabilitymask_multicastfdbtopsupported: NumberValue
    capabilitymask_hierarchyinfosupported: NumberValue
    diagcode: NumberValue
    m_keyleaseperiod: NumberValue
    localportnum: NumberValue
    linkwidthenabled: NumberValue
    linkwidthsupported: NumberValue
    linkwidthactive: NumberValue
    linkspeedsupported: NumberValue
    portstate: NumberValue
    portphysicalstate: NumberValue
    linkdowndefaultstate: NumberValue
    m_keyprotectbits: NumberValue
    reserved0: NumberValue
    lmc: NumberValue
    linkspeedactive: NumberValue
    linkspeedenabled: NumberValue
    neighbormtu: NumberValue
    mastersmsl: NumberValue
    vlcap: NumberValue
    inittype: NumberValue
    vlhighlimit: NumberValue
    vlarbitrationhighcap: NumberValue
    vlarbitrationlowcap: NumberValue
    inittypereply: NumberValue
    mtucap: NumberValue
    vlstallcount: NumberValue
    hoqlife: NumberValue
    operationalvls: NumberValue
    partitionenforcementinbound: NumberValue
    partitionenforcementoutbound: NumberValue
    filterrawinbound: NumberValue
    filterrawoutbound: NumberValue
    m_keyviolations: NumberValue
    p_keyviolations: NumberValue
    q_keyviolations: NumberValue
    guidcap: NumberValue
    clientreregister: NumberValue
    multicastpkeytrapsuppressionenabled: NumberValue
    subnettimeout: NumberValue
    reserved1: NumberValue
    resptimevalue: NumberValue
    localphyerrors: NumberValue
    overrunerrors: NumberValue
    maxcredithint: NumberValue
    reserved2: NumberValue
    linkspeedextactive2: NumberValue
    linkspeedextsupported2: NumberValue
    linkspeedextenabled2: NumberValue
    linkroundtriplatency: NumberValue
    capabilitymask2: NumberValue
    capabilitymask2_setnodedescriptionsupported: NumberValue
    capabilitymask2_portinfoextendedsupported: NumberValue
    capabilitymask2_virtualizationsupported: NumberValue
    capabilitymask2_switchportstatetablesupported: NumberValue
    capabilitymask2_linkwidth2xsupported: NumberValue
    capabilitymask2_linkspeedhdrsupported: NumberValue
    capabilitymask2_mkeyprotectbitsextsupported: NumberValue
    capabilitymask2_enhancedtrap128supported: NumberValue
    capabilitymask2_partitiontopsupported: NumberValue
    capabilitymask2_enhancedqosarbitersupported: NumberValue
    capabilitymask2_linkspeedndrsupported: NumberValue
    linkspeedextactive: NumberValue
    linkspeedextsupported: NumberValue
    reserved3: NumberValue
    linkspeedextenabled: NumberValue
    padding: NumberValue

class PortInfoRecord(IBLayer, metaclass=LayerType):
    """PortInfoRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PortInfoRecordValues]) -> None: ...
    endportlid: FieldOf[int, NumberValue]
    """EndportLID"""
    portnum: FieldOf[int, NumberValue]
    """PortNum"""
    options: FieldOf[int, NumberValue]
    """Options"""
    m_key: FieldOf[int, NumberValue]
    """M_Key"""
    gidprefix: FieldOf[int, NumberValue]
    """GidPrefix"""
    lid: FieldOf[int, NumberValue]
    """LID"""
    mastersmlid: FieldOf[int, NumberValue]
    """MasterSMLID"""
    capabilitymask: FieldOf[int, NumberValue]
    """CapabilityMask"""
    capabilitymask_issm: FieldOf[int, NumberValue]
    """IsSM"""
    capabilitymask_noticesupported: FieldOf[int, NumberValue]
    """NoticeSupported"""
    capabilitymask_trapsupported: FieldOf[int, NumberValue]
    """TrapSupported"""
    capabilitymask_optionalipdsupported: FieldOf[int, NumberValue]
    """OptionalIPDSupported"""
    capabilitymask_automaticmigrationsupported: FieldOf[int, NumberValue]
    """AutomaticMigrationSupported"""
    capabilitymask_slmappingsupported: FieldOf[int, NumberValue]
    """SLMappingSupported"""
    capabilitymask_mkeynvram: FieldOf[int, NumberValue]
    """MKeyNVRAM"""
    capabilitymask_pkeynvram: FieldOf[int, NumberValue]
    """PKeyNVRAM"""
    capabilitymask_ledinfosupported: FieldOf[int, NumberValue]
    """LEDInfoSupported"""
    capabilitymask_smdisabled: FieldOf[int, NumberValue]
    """SMdisabled"""
    capabilitymask_systemimageguidsupported: FieldOf[int, NumberValue]
    """SystemImageGUIDSupported"""
    capabilitymask_pkeyswitchexternalporttrapsupported: FieldOf[int, NumberValue]
    """PKeySwitchExternalPortTrapSupported"""
    capabilitymask_cableinfosupported: FieldOf[int, NumberValue]
    """CableInfoSupported"""
    capabilitymask_extendedspeedssupported: FieldOf[int, NumberValue]
    """ExtendedSpeedsSupported"""
    capabilitymask_capabilitymask2supported: FieldOf[int, NumberValue]
    """CapabilityMask2Supported"""
    capabilitymask_communicationmanagementsupported: FieldOf[int, NumberValue]
    """CommunicationManagementSupported"""
    capabilitymask_snmptunnelingsupported: FieldOf[int, NumberValue]
    """SNMPTunnelingSupported"""
    capabilitymask_reinitsupported: FieldOf[int, NumberValue]
    """ReinitSupported"""
    capabilitymask_devicemanagementsupported: FieldOf[int, NumberValue]
    """DeviceManagementSupported"""
    capabilitymask_vendorclasssupported: FieldOf[int, NumberValue]
    """VendorClassSupported"""
    capabilitymask_drnoticesupported: FieldOf[int, NumberValue]
    """DRNoticeSupported"""
    capabilitymask_capabilitymasknoticesupported: FieldOf[int, NumberValue]
    """CapabilityMaskNoticeSupported"""
    capabilitymask_bootmanagementsupported: FieldOf[int, NumberValue]
    """BootManagementSupported"""
    capabilitymask_linkroundtriplatencysupported: FieldOf[int, NumberValue]
    """LinkRoundTripLatencySupported"""
    capabilitymask_clientregistrationsupported: FieldOf[int, NumberValue]
    """ClientRegistrationSupported"""
    capabilitymask_otherlocalchangesnoticesupported: FieldOf[int, NumberValue]
    """OtherLocalChangesNoticeSupported"""
    capabilitymask_linkspeedwidthpairstablesupported: FieldOf[int, NumberValue]
    """LinkSpeedWidthPairsTableSupported"""
    capabilitymask_vendorspecificmadstablesupported: FieldOf[int, NumberValue]
    """VendorSpecificMadsTableSupported"""
    capabilitymask_mcastpkeytrapsuppressionsupported: FieldOf[int, NumberValue]
    """McastPKeyTrapSuppressionSupported"""
    capabilitymask_multicastfdbtopsupported: FieldOf[int, NumberValue]
    """MulticastFDBTopSupported"""
    capabilitymask_hierarchyinfosupported: FieldOf[int, NumberValue]
    """HierarchyInfoSupported"""
    diagcode: FieldOf[int, NumberValue]
    """DiagCode"""
    m_keyleaseperiod: FieldOf[int, NumberValue]
    """M_KeyLeasePeriod, in s"""
    localportnum: FieldOf[int, NumberValue]
    """LocalPortNum"""
    linkwidthenabled: FieldOf[int, NumberValue]
    """LinkWidthEnabled"""
    linkwidthsupported: FieldOf[int, NumberValue]
    """LinkWidthSupported"""
    linkwidthactive: FieldOf[int, NumberValue]
    """LinkWidthActive"""
    linkspeedsupported: FieldOf[int, NumberValue]
    """LinkSpeedSupported"""
    portstate: FieldOf[int, NumberValue]
    """PortState"""
    portphysicalstate: FieldOf[int, NumberValue]
    """PortPhysicalState"""
    linkdowndefaultstate: FieldOf[int, NumberValue]
    """LinkDownDefaultState"""
    m_keyprotectbits: FieldOf[int, NumberValue]
    """M_KeyProtectBits"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    lmc: FieldOf[int, NumberValue]
    """LMC"""
    linkspeedactive: FieldOf[int, NumberValue]
    """LinkSpeedActive"""
    linkspeedenabled: FieldOf[int, NumberValue]
    """LinkSpeedEnabled"""
    neighbormtu: FieldOf[int, NumberValue]
    """NeighborMTU"""
    mastersmsl: FieldOf[int, NumberValue]
    """MasterSMSL"""
    vlcap: FieldOf[int, NumberValue]
    """VLCap"""
    inittype: FieldOf[int, NumberValue]
    """InitType"""
    vlhighlimit: FieldOf[int, NumberValue]
    """VLHighLimit"""
    vlarbitrationhighcap: FieldOf[int, NumberValue]
    """VLArbitrationHighCap"""
    vlarbitrationlowcap: FieldOf[int, NumberValue]
    """VLArbitrationLowCap"""
    inittypereply: FieldOf[int, NumberValue]
    """InitTypeReply"""
    mtucap: FieldOf[int, NumberValue]
    """MTUCap"""
    vlstallcount: FieldOf[int, NumberValue]
    """VLStallCount"""
    hoqlife: FieldOf[int, NumberValue]
    """HOQLife: 4.096 µs × 2^n; 20 and above: infinite"""
    operationalvls: FieldOf[int, NumberValue]
    """OperationalVLs"""
    partitionenforcementinbound: FieldOf[int, NumberValue]
    """PartitionEnforcementInbound"""
    partitionenforcementoutbound: FieldOf[int, NumberValue]
    """PartitionEnforcementOutbound"""
    filterrawinbound: FieldOf[int, NumberValue]
    """FilterRawInbound"""
    filterrawoutbound: FieldOf[int, NumberValue]
    """FilterRawOutbound"""
    m_keyviolations: FieldOf[int, NumberValue]
    """M_KeyViolations"""
    p_keyviolations: FieldOf[int, NumberValue]
    """P_KeyViolations"""
    q_keyviolations: FieldOf[int, NumberValue]
    """Q_KeyViolations"""
    guidcap: FieldOf[int, NumberValue]
    """GUIDCap"""
    clientreregister: FieldOf[int, NumberValue]
    """ClientReregister"""
    multicastpkeytrapsuppressionenabled: FieldOf[int, NumberValue]
    """MulticastPKeyTrapSuppressionEnabled"""
    subnettimeout: FieldOf[int, NumberValue]
    """SubnetTimeOut: 4.096 µs × 2^n"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    resptimevalue: FieldOf[int, NumberValue]
    """RespTimeValue: 4.096 µs × 2^n"""
    localphyerrors: FieldOf[int, NumberValue]
    """LocalPhyErrors"""
    overrunerrors: FieldOf[int, NumberValue]
    """OverrunErrors"""
    maxcredithint: FieldOf[int, NumberValue]
    """MaxCreditHint"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    linkspeedextactive2: FieldOf[int, NumberValue]
    """LinkSpeedExtActive2"""
    linkspeedextsupported2: FieldOf[int, NumberValue]
    """LinkSpeedExtSupported2"""
    linkspeedextenabled2: FieldOf[int, NumberValue]
    """LinkSpeedExtEnabled2"""
    linkroundtriplatency: FieldOf[int, NumberValue]
    """LinkRoundTripLatency"""
    capabilitymask2: FieldOf[int, NumberValue]
    """CapabilityMask2"""
    capabilitymask2_setnodedescriptionsupported: FieldOf[int, NumberValue]
    """SetNodeDescriptionSupported"""
    capabilitymask2_portinfoextendedsupported: FieldOf[int, NumberValue]
    """PortInfoExtendedSupported"""
    capabilitymask2_virtualizationsupported: FieldOf[int, NumberValue]
    """VirtualizationSupported"""
    capabilitymask2_switchportstatetablesupported: FieldOf[int, NumberValue]
    """SwitchPortStateTableSupported"""
    capabilitymask2_linkwidth2xsupported: FieldOf[int, NumberValue]
    """LinkWidth2xSupported"""
    capabilitymask2_linkspeedhdrsupported: FieldOf[int, NumberValue]
    """LinkSpeedHDRSupported"""
    capabilitymask2_mkeyprotectbitsextsupported: FieldOf[int, NumberValue]
    """MKeyProtectBitsExtSupported"""
    capabilitymask2_enhancedtrap128supported: FieldOf[int, NumberValue]
    """EnhancedTrap128Supported"""
    capabilitymask2_partitiontopsupported: FieldOf[int, NumberValue]
    """PartitionTopSupported"""
    capabilitymask2_enhancedqosarbitersupported: FieldOf[int, NumberValue]
    """EnhancedQoSArbiterSupported"""
    capabilitymask2_linkspeedndrsupported: FieldOf[int, NumberValue]
    """LinkSpeedNDRSupported"""
    linkspeedextactive: FieldOf[int, NumberValue]
    """LinkSpeedExtActive"""
    linkspeedextsupported: FieldOf[int, NumberValue]
    """LinkSpeedExtSupported"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    linkspeedextenabled: FieldOf[int, NumberValue]
    """LinkSpeedExtEnabled"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    speed: FieldOf[str | None, Never]
    """Lane Speed"""
    linkrate: FieldOf[float | None, Never]
    """Link Rate: signalling rate of the active width and speed, in Gbit/s"""
    datarate: FieldOf[float | None, Never]
    """Data Rate: what the line coding leaves of the link rate, in Gbit/s"""

class _SLtoVLMappingTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    inputportnum: NumberValue
    outputportnum: NumberValue
    reserved: NumberValue
    sltovlhighbits: tuple[Any, ...] | list[Any] | None
    sltovllowbits: tuple[Any, ...] | list[Any] | None

class SLtoVLMappingTableRecord(IBLayer, metaclass=LayerType):
    """SLtoVLMappingTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SLtoVLMappingTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    inputportnum: FieldOf[int, NumberValue]
    """InputPortNum"""
    outputportnum: FieldOf[int, NumberValue]
    """OutputPortNum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    sltovlhighbits: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL of SL 0, 2, 4 …"""
    sltovllowbits: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL of SL 1, 3, 5 …"""
    vl: FieldOf[str, Never]
    """VL of SL 0 to 15"""

class _SwitchInfoRecordValues(_OfScapy, total=False):
    lid: NumberValue
    reserved: NumberValue
    linearfdbcap: NumberValue
    randomfdbcap: NumberValue
    multicastfdbcap: NumberValue
    linearfdbtop: NumberValue
    defaultport: NumberValue
    defaultmulticastprimaryport: NumberValue
    defaultmulticastnotprimaryport: NumberValue
    lifetimevalue: NumberValue
    portstatechange: NumberValue
    optimizedsltovlmappingprogramming: NumberValue
    lidsperport: NumberValue
    partitionenforcementcap: NumberValue
    inboundenforcementcap: NumberValue
    outboundenforcementcap: NumberValue
    filterrawinboundcap: NumberValue
    filterrawoutboundcap: NumberValue
    enhancedport0: NumberValue
    reserved0: NumberValue
    reserved1: NumberValue
    multicastfdbtop: NumberValue

class SwitchInfoRecord(IBLayer, metaclass=LayerType):
    """SwitchInfoRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SwitchInfoRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    linearfdbcap: FieldOf[int, NumberValue]
    """LinearFDBCap"""
    randomfdbcap: FieldOf[int, NumberValue]
    """RandomFDBCap"""
    multicastfdbcap: FieldOf[int, NumberValue]
    """MulticastFDBCap"""
    linearfdbtop: FieldOf[int, NumberValue]
    """LinearFDBTop"""
    defaultport: FieldOf[int, NumberValue]
    """DefaultPort"""
    defaultmulticastprimaryport: FieldOf[int, NumberValue]
    """DefaultMulticastPrimaryPort"""
    defaultmulticastnotprimaryport: FieldOf[int, NumberValue]
    """DefaultMulticastNotPrimaryPort"""
    lifetimevalue: FieldOf[int, NumberValue]
    """LifeTimeValue: 4.096 µs × 2^n; 20 and above: infinite"""
    portstatechange: FieldOf[int, NumberValue]
    """PortStateChange"""
    optimizedsltovlmappingprogramming: FieldOf[int, NumberValue]
    """OptimizedSLtoVLMappingProgramming"""
    lidsperport: FieldOf[int, NumberValue]
    """LIDsPerPort"""
    partitionenforcementcap: FieldOf[int, NumberValue]
    """PartitionEnforcementCap"""
    inboundenforcementcap: FieldOf[int, NumberValue]
    """InboundEnforcementCap"""
    outboundenforcementcap: FieldOf[int, NumberValue]
    """OutboundEnforcementCap"""
    filterrawinboundcap: FieldOf[int, NumberValue]
    """FilterRawInboundCap"""
    filterrawoutboundcap: FieldOf[int, NumberValue]
    """FilterRawOutboundCap"""
    enhancedport0: FieldOf[int, NumberValue]
    """EnhancedPort0"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    multicastfdbtop: FieldOf[int, NumberValue]
    """MulticastFDBTop"""

class _LinearForwardingTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    blocknum: NumberValue
    reserved: NumberValue
    port: tuple[Any, ...] | list[Any] | None

class LinearForwardingTableRecord(IBLayer, metaclass=LayerType):
    """LinearForwardingTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LinearForwardingTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    port: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Port: of the LID firstlid + row; 0xff: no path"""
    firstlid: FieldOf[int, Never]
    """First LID: that of the first row: 64 × BlockNum"""

class _RandomForwardingTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    blocknum: NumberValue
    reserved0: NumberValue
    entrylid: tuple[Any, ...] | list[Any] | None
    valid: tuple[Any, ...] | list[Any] | None
    lmc: tuple[Any, ...] | list[Any] | None
    reserved: tuple[Any, ...] | list[Any] | None
    port: tuple[Any, ...] | list[Any] | None

class RandomForwardingTableRecord(IBLayer, metaclass=LayerType):
    """RandomForwardingTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RandomForwardingTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    entrylid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """LID"""
    valid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Valid"""
    lmc: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """LMC"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (4 bits)"""
    port: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Port"""

class _MulticastForwardingTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    position: NumberValue
    reserved0: NumberValue
    blocknum: NumberValue
    reserved1: NumberValue
    portmask: tuple[Any, ...] | list[Any] | None

class MulticastForwardingTableRecord(IBLayer, metaclass=LayerType):
    """MulticastForwardingTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MulticastForwardingTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    position: FieldOf[int, NumberValue]
    """Position: 16 ports each"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    portmask: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """PortMask: of the LID firstlid + row, 16 ports from firstport"""
    firstlid: FieldOf[int, Never]
    """First LID: that of the first row"""
    firstport: FieldOf[int | float, Never]
    """First Port: that of the lowest bit of a mask"""

class _SMInfoRecordValues(_OfScapy, total=False):
    lid: NumberValue
    reserved: NumberValue
    guid: NumberValue
    sm_key: NumberValue
    actcount: NumberValue
    priority: NumberValue
    smstate: NumberValue
    padding: NumberValue

class SMInfoRecord(IBLayer, metaclass=LayerType):
    """SMInfoRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMInfoRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    guid: FieldOf[int, NumberValue]
    """GUID"""
    sm_key: FieldOf[int, NumberValue]
    """SM_Key"""
    actcount: FieldOf[int, NumberValue]
    """ActCount"""
    priority: FieldOf[int, NumberValue]
    """Priority"""
    smstate: FieldOf[int, NumberValue]
    """SMState"""
    padding: FieldOf[int, NumberValue]
    """Reserved (56 bits)"""

class _LinkRecordValues(_OfScapy, total=False):
    fromlid: NumberValue
    fromport: NumberValue
    toport: NumberValue
    tolid: NumberValue
    padding: NumberValue

class LinkRecord(IBLayer, metaclass=LayerType):
    """LinkRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LinkRecordValues]) -> None: ...
    fromlid: FieldOf[int, NumberValue]
    """FromLID"""
    fromport: FieldOf[int, NumberValue]
    """FromPort"""
    toport: FieldOf[int, NumberValue]
    """ToPort"""
    tolid: FieldOf[int, NumberValue]
    """ToLID"""
    padding: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""

class _GUIDInfoRecordValues(_OfScapy, total=False):
    lid: NumberValue
    blocknum: NumberValue
    reserved0: NumberValue
    reserved1: NumberValue
    guid: tuple[Any, ...] | list[Any] | None

class GUIDInfoRecord(IBLayer, metaclass=LayerType):
    """GUIDInfoRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_GUIDInfoRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    guid: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """GUID"""

class _ServiceRecordValues(_OfScapy, total=False):
    serviceid: NumberValue
    servicegid: IPv6Value
    servicep_key: NumberValue
    reserved: NumberValue
    servicelease: NumberValue
    servicekey: BinaryValue
    servicename: BinaryValue
    servicedata8: tuple[Any, ...] | list[Any] | None
    servicedata16: tuple[Any, ...] | list[Any] | None
    servicedata32: tuple[Any, ...] | list[Any] | None
    servicedata64: tuple[Any, ...] | list[Any] | None

class ServiceRecord(IBLayer, metaclass=LayerType):
    """ServiceRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ServiceRecordValues]) -> None: ...
    serviceid: FieldOf[int, NumberValue]
    """ServiceID"""
    servicegid: FieldOf[str, IPv6Value]
    """ServiceGID"""
    servicep_key: FieldOf[int, NumberValue]
    """ServiceP_Key"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    servicelease: FieldOf[int, NumberValue]
    """ServiceLease: 0xffffffff: infinite, in s"""
    servicekey: FieldOf[bytes, BinaryValue]
    """ServiceKey"""
    servicename: FieldOf[bytes, BinaryValue]
    """ServiceName"""
    servicedata8: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceData8"""
    servicedata16: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceData16"""
    servicedata32: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceData32"""
    servicedata64: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """ServiceData64"""

class _P_KeyTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    blocknum: NumberValue
    portnum: NumberValue
    reserved: NumberValue
    membershiptype: tuple[Any, ...] | list[Any] | None
    p_keybase: tuple[Any, ...] | list[Any] | None

class P_KeyTableRecord(IBLayer, metaclass=LayerType):
    """P_KeyTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_P_KeyTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    portnum: FieldOf[int, NumberValue]
    """PortNum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    membershiptype: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """MembershipType"""
    p_keybase: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """P_KeyBase"""

class _PathRecordValues(_OfScapy, total=False):
    serviceid: NumberValue
    dgid: IPv6Value
    sgid: IPv6Value
    dlid: NumberValue
    slid: NumberValue
    rawtraffic: NumberValue
    reserved0: NumberValue
    flowlabel: NumberValue
    hoplimit: NumberValue
    tclass: NumberValue
    reversible: NumberValue
    numbpath: NumberValue
    p_key: NumberValue
    qosclass: NumberValue
    sl: NumberValue
    mtuselector: NumberValue
    mtu: NumberValue
    rateselector: NumberValue
    rate: NumberValue
    packetlifetimeselector: NumberValue
    packetlifetime: NumberValue
    preference: NumberValue
    reserved1: NumberValue

class PathRecord(IBLayer, metaclass=LayerType):
    """PathRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_PathRecordValues]) -> None: ...
    serviceid: FieldOf[int, NumberValue]
    """ServiceID"""
    dgid: FieldOf[str, IPv6Value]
    """DGID"""
    sgid: FieldOf[str, IPv6Value]
    """SGID"""
    dlid: FieldOf[int, NumberValue]
    """DLID"""
    slid: FieldOf[int, NumberValue]
    """SLID"""
    rawtraffic: FieldOf[int, NumberValue]
    """RawTraffic"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    flowlabel: FieldOf[int, NumberValue]
    """FlowLabel"""
    hoplimit: FieldOf[int, NumberValue]
    """HopLimit"""
    tclass: FieldOf[int, NumberValue]
    """TClass"""
    reversible: FieldOf[int, NumberValue]
    """Reversible"""
    numbpath: FieldOf[int, NumberValue]
    """NumbPath"""
    p_key: FieldOf[int, NumberValue]
    """P_Key"""
    qosclass: FieldOf[int, NumberValue]
    """QoSClass"""
    sl: FieldOf[int, NumberValue]
    """SL"""
    mtuselector: FieldOf[int, NumberValue]
    """MTUSelector"""
    mtu: FieldOf[int, NumberValue]
    """MTU"""
    rateselector: FieldOf[int, NumberValue]
    """RateSelector"""
    rate: FieldOf[int, NumberValue]
    """Rate"""
    packetlifetimeselector: FieldOf[int, NumberValue]
    """PacketLifeTimeSelector"""
    packetlifetime: FieldOf[int, NumberValue]
    """PacketLifeTime: 4.096 µs × 2^n"""
    preference: FieldOf[int, NumberValue]
    """Preference"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _VLArbitrationTableRecordValues(_OfScapy, total=False):
    lid: NumberValue
    outputportnum: NumberValue
    blocknum: NumberValue
    reserved0: NumberValue
    reserved: tuple[Any, ...] | list[Any] | None
    vl: tuple[Any, ...] | list[Any] | None
    weight: tuple[Any, ...] | list[Any] | None

class VLArbitrationTableRecord(IBLayer, metaclass=LayerType):
    """VLArbitrationTableRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VLArbitrationTableRecordValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """LID"""
    outputportnum: FieldOf[int, NumberValue]
    """OutputPortNum"""
    blocknum: FieldOf[int, NumberValue]
    """BlockNum"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    reserved: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Reserved (4 bits)"""
    vl: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """VL"""
    weight: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """Weight"""

class _MCMemberRecordValues(_OfScapy, total=False):
    mgid: IPv6Value
    portgid: IPv6Value
    q_key: NumberValue
    mlid: NumberValue
    mtuselector: NumberValue
    mtu: NumberValue
    tclass: NumberValue
    p_key: NumberValue
    rateselector: NumberValue
    rate: NumberValue
    packetlifetimeselector: NumberValue
    packetlifetime: NumberValue
    sl: NumberValue
    flowlabel: NumberValue
    hoplimit: NumberValue
    scope: NumberValue
    joinstate: NumberValue
    joinstate_fullmember: NumberValue
    joinstate_nonmember: NumberValue
    joinstate_sendonlynonmember: NumberValue
    joinstate_sendonlyfullmember: NumberValue
    proxyjoin: NumberValue
    reserved: NumberValue
    padding: NumberValue

class MCMemberRecord(IBLayer, metaclass=LayerType):
    """MCMemberRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MCMemberRecordValues]) -> None: ...
    mgid: FieldOf[str, IPv6Value]
    """MGID"""
    portgid: FieldOf[str, IPv6Value]
    """PortGID"""
    q_key: FieldOf[int, NumberValue]
    """Q_Key"""
    mlid: FieldOf[int, NumberValue]
    """MLID"""
    mtuselector: FieldOf[int, NumberValue]
    """MTUSelector"""
    mtu: FieldOf[int, NumberValue]
    """MTU"""
    tclass: FieldOf[int, NumberValue]
    """TClass"""
    p_key: FieldOf[int, NumberValue]
    """P_Key"""
    rateselector: FieldOf[int, NumberValue]
    """RateSelector"""
    rate: FieldOf[int, NumberValue]
    """Rate"""
    packetlifetimeselector: FieldOf[int, NumberValue]
    """PacketLifeTimeSelector"""
    packetlifetime: FieldOf[int, NumberValue]
    """PacketLifeTime: 4.096 µs × 2^n"""
    sl: FieldOf[int, NumberValue]
    """SL"""
    flowlabel: FieldOf[int, NumberValue]
    """FlowLabel"""
    hoplimit: FieldOf[int, NumberValue]
    """HopLimit"""
    scope: FieldOf[int, NumberValue]
    """Scope"""
    joinstate: FieldOf[int, NumberValue]
    """JoinState"""
    joinstate_fullmember: FieldOf[int, NumberValue]
    """FullMember"""
    joinstate_nonmember: FieldOf[int, NumberValue]
    """NonMember"""
    joinstate_sendonlynonmember: FieldOf[int, NumberValue]
    """SendOnlyNonMember"""
    joinstate_sendonlyfullmember: FieldOf[int, NumberValue]
    """SendOnlyFullMember"""
    proxyjoin: FieldOf[int, NumberValue]
    """ProxyJoin"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (23 bits)"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _TraceRecordValues(_OfScapy, total=False):
    gidprefix: NumberValue
    idgeneration: NumberValue
    reserved: NumberValue
    nodetype: NumberValue
    nodeid: NumberValue
    chassisid: NumberValue
    entryportid: NumberValue
    exitportid: NumberValue
    entryport: NumberValue
    exitport: NumberValue
    padding: NumberValue

class TraceRecord(IBLayer, metaclass=LayerType):
    """TraceRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TraceRecordValues]) -> None: ...
    gidprefix: FieldOf[int, NumberValue]
    """GidPrefix"""
    idgeneration: FieldOf[int, NumberValue]
    """IDGeneration"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    nodetype: FieldOf[int, NumberValue]
    """NodeType"""
    nodeid: FieldOf[int, NumberValue]
    """NodeID"""
    chassisid: FieldOf[int, NumberValue]
    """ChassisID"""
    entryportid: FieldOf[int, NumberValue]
    """EntryPortID"""
    exitportid: FieldOf[int, NumberValue]
    """ExitPortID"""
    entryport: FieldOf[int, NumberValue]
    """EntryPort"""
    exitport: FieldOf[int, NumberValue]
    """ExitPort"""
    padding: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""

class _ServiceAssociationRecordValues(_OfScapy, total=False):
    servicekey: BinaryValue
    servicename: BinaryValue

class ServiceAssociationRecord(IBLayer, metaclass=LayerType):
    """ServiceAssociationRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ServiceAssociationRecordValues]) -> None: ...
    servicekey: FieldOf[bytes, BinaryValue]
    """ServiceKey"""
    servicename: FieldOf[bytes, BinaryValue]
    """ServiceName"""

class _InformInfoRecordValues(_OfScapy, total=False):
    subscribergid: IPv6Value
    enum: NumberValue
    reserved: NumberValue
    gid: IPv6Value
    lidrangebegin: NumberValue
    lidrangeend: NumberValue
    reserved0: NumberValue
    isgeneric: NumberValue
    subscribe: NumberValue
    type: NumberValue
    trapnumberdeviceid: NumberValue
    trapnumber: NumberValue
    qpn: NumberValue
    reserved1: NumberValue
    resptimevalue: NumberValue
    reserved2: NumberValue
    producertypevendorid: NumberValue
    producertype: NumberValue
    padding: NumberValue

class InformInfoRecord(IBLayer, metaclass=LayerType):
    """InformInfoRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_InformInfoRecordValues]) -> None: ...
    subscribergid: FieldOf[str, IPv6Value]
    """SubscriberGID"""
    enum: FieldOf[int, NumberValue]
    """Enum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    gid: FieldOf[str, IPv6Value]
    """GID"""
    lidrangebegin: FieldOf[int, NumberValue]
    """LIDRangeBegin: 0xffff: all"""
    lidrangeend: FieldOf[int, NumberValue]
    """LIDRangeEnd"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    isgeneric: FieldOf[int, NumberValue]
    """IsGeneric"""
    subscribe: FieldOf[int, NumberValue]
    """Subscribe"""
    type: FieldOf[int, NumberValue]
    """Type"""
    trapnumberdeviceid: FieldOf[int, NumberValue]
    """TrapNumber/DeviceID: 0xffff: all"""
    trapnumber: FieldOf[int | None, NumberValue]
    """TrapNumber"""
    qpn: FieldOf[int, NumberValue]
    """QPN"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    resptimevalue: FieldOf[int, NumberValue]
    """RespTimeValue: 4.096 µs × 2^n"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    producertypevendorid: FieldOf[int, NumberValue]
    """ProducerType/VendorID"""
    producertype: FieldOf[int | None, NumberValue]
    """ProducerType"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _MultiPathRecordValues(_OfScapy, total=False):
    rawtraffic: NumberValue
    reserved: NumberValue
    flowlabel: NumberValue
    hoplimit: NumberValue
    tclass: NumberValue
    reversible: NumberValue
    numbpath: NumberValue
    p_key: NumberValue
    qosclass: NumberValue
    sl: NumberValue
    mtuselector: NumberValue
    mtu: NumberValue
    rateselector: NumberValue
    rate: NumberValue
    packetlifetimeselector: NumberValue
    packetlifetime: NumberValue
    serviceid8msb: NumberValue
    independenceselector: NumberValue
    gidscope: NumberValue
    sgidcount: NumberValue
    dgidcount: NumberValue
    serviceid56lsb: NumberValue

class MultiPathRecord(IBLayer, metaclass=LayerType):
    """MultiPathRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MultiPathRecordValues]) -> None: ...
    rawtraffic: FieldOf[int, NumberValue]
    """RawTraffic"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    flowlabel: FieldOf[int, NumberValue]
    """FlowLabel"""
    hoplimit: FieldOf[int, NumberValue]
    """HopLimit"""
    tclass: FieldOf[int, NumberValue]
    """TClass"""
    reversible: FieldOf[int, NumberValue]
    """Reversible"""
    numbpath: FieldOf[int, NumberValue]
    """NumbPath"""
    p_key: FieldOf[int, NumberValue]
    """P_Key"""
    qosclass: FieldOf[int, NumberValue]
    """QoSClass"""
    sl: FieldOf[int, NumberValue]
    """SL"""
    mtuselector: FieldOf[int, NumberValue]
    """MTUSelector"""
    mtu: FieldOf[int, NumberValue]
    """MTU"""
    rateselector: FieldOf[int, NumberValue]
    """RateSelector"""
    rate: FieldOf[int, NumberValue]
    """Rate"""
    packetlifetimeselector: FieldOf[int, NumberValue]
    """PacketLifeTimeSelector"""
    packetlifetime: FieldOf[int, NumberValue]
    """PacketLifeTime: 4.096 µs × 2^n"""
    serviceid8msb: FieldOf[int, NumberValue]
    """ServiceID8MSB"""
    independenceselector: FieldOf[int, NumberValue]
    """IndependenceSelector"""
    gidscope: FieldOf[int, NumberValue]
    """GIDScope"""
    sgidcount: FieldOf[int | None, NumberValue]
    """SGIDCount"""
    dgidcount: FieldOf[int | None, NumberValue]
    """DGIDCount"""
    serviceid56lsb: FieldOf[int, NumberValue]
    """ServiceID56LSB"""

class _RecordGapValues(_OfScapy, total=False):
    more: BinaryValue

class RecordGap(IBLayer, metaclass=LayerType):
    """Between Records"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RecordGapValues]) -> None: ...
    more: FieldOf[bytes, BinaryValue]
    """More of the Record"""

class _MultiPathGIDValues(_OfScapy, total=False):
    sdgid: IPv6Value

class MultiPathGID(IBLayer, metaclass=LayerType):
    """GID of the MultiPathRecord"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_MultiPathGIDValues]) -> None: ...
    sdgid: FieldOf[str, IPv6Value]
    """SDGID: first the sources, then the destinations"""

class _TrapB_KeyValues(_OfScapy, total=False):
    lidaddr: NumberValue
    method: NumberValue
    reserved: NumberValue
    attributeid: NumberValue
    attributemodifier: NumberValue
    qp: NumberValue
    b_key: NumberValue
    gid: IPv6Value
    padding: BinaryValue

class TrapB_Key(IBLayer, metaclass=LayerType):
    """Trap 259 of Baseboard Management: Bad B_Key"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapB_KeyValues]) -> None: ...
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    method: FieldOf[int, NumberValue]
    """METHOD"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    attributeid: FieldOf[int, NumberValue]
    """ATTRIBUTEID"""
    attributemodifier: FieldOf[int, NumberValue]
    """ATTRIBUTEMODIFIER"""
    qp: FieldOf[int, NumberValue]
    """QP: the low 24 bits"""
    b_key: FieldOf[int, NumberValue]
    """BKEY"""
    gid: FieldOf[str, IPv6Value]
    """GID"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""
    attempt: FieldOf[str, Never]
    """Attempt"""

class _TrapCC_KeyValues(_OfScapy, total=False):
    slid: NumberValue
    method: NumberValue
    reserved0: NumberValue
    attributeid: NumberValue
    reserved1: NumberValue
    attributemodifier: NumberValue
    reserved2: NumberValue
    qp: NumberValue
    cc_key: NumberValue
    sourcegid: IPv6Value
    padding: BinaryValue

class TrapCC_Key(IBLayer, metaclass=LayerType):
    """Trap 0 of Congestion Control: Bad CC_Key"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapCC_KeyValues]) -> None: ...
    slid: FieldOf[int, NumberValue]
    """SLID"""
    method: FieldOf[int, NumberValue]
    """METHOD"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    attributeid: FieldOf[int, NumberValue]
    """ATTRIBUTEID"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    attributemodifier: FieldOf[int, NumberValue]
    """ATTRIBUTEMODIFIER"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    qp: FieldOf[int, NumberValue]
    """QP"""
    cc_key: FieldOf[int, NumberValue]
    """CC_KEY"""
    sourcegid: FieldOf[str, IPv6Value]
    """SourceGID"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (112 bits)"""
    attempt: FieldOf[str, Never]
    """Attempt"""

class _TrapGIDValues(_OfScapy, total=False):
    reserved: NumberValue
    gidaddr: IPv6Value
    padding: BinaryValue

class TrapGID(IBLayer, metaclass=LayerType):
    """Traps 64 to 67: GIDs and Multicast Groups That Come and Go"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapGIDValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    gidaddr: FieldOf[str, IPv6Value]
    """GIDADDR"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (256 bits)"""

class _TrapUnPathValues(_OfScapy, total=False):
    comp_mask: NumberValue
    reserved: NumberValue
    pathrec: NumberValue
    padding: BinaryValue

class TrapUnPath(IBLayer, metaclass=LayerType):
    """Trap 68: Path Became Unavailable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapUnPathValues]) -> None: ...
    comp_mask: FieldOf[int, NumberValue]
    """COMP_MASK"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    pathrec: FieldOf[int, NumberValue]
    """PATHREC: the compressed path record begins here; its layout is not public"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (336 bits)"""

class _TrapRePathValues(_OfScapy, total=False):
    comp_mask: NumberValue
    reserved0: NumberValue
    wait_for_repath: NumberValue
    reserved1: NumberValue
    padding: BinaryValue

class TrapRePath(IBLayer, metaclass=LayerType):
    """Trap 69: Path Became Available Again"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapRePathValues]) -> None: ...
    comp_mask: FieldOf[int, NumberValue]
    """COMP_MASK"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    wait_for_repath: FieldOf[int, NumberValue]
    """WAIT_FOR_REPATH"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (15 bits)"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (336 bits)"""

class _TrapLinkStateValues(_OfScapy, total=False):
    lidaddr: NumberValue
    padding: BinaryValue

class TrapLinkState(IBLayer, metaclass=LayerType):
    """Trap 128: Link State Changed"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapLinkStateValues]) -> None: ...
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (416 bits)"""

class _TrapLinkErrorsValues(_OfScapy, total=False):
    reserved: NumberValue
    lidaddr: NumberValue
    portno: NumberValue
    padding: BinaryValue

class TrapLinkErrors(IBLayer, metaclass=LayerType):
    """Traps 129 to 131: Errors of a Link"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapLinkErrorsValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    portno: FieldOf[int, NumberValue]
    """PORTNO"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (392 bits)"""

class _TrapLocalChangesValues(_OfScapy, total=False):
    reserved0: NumberValue
    lidaddr: NumberValue
    reserved1: NumberValue
    reserved2: NumberValue
    otherlocalchanges: NumberValue
    capabilitymask: NumberValue
    reserved3: NumberValue
    capabilitymask2change: NumberValue
    hierarchyinfochange: NumberValue
    smprioritychange: NumberValue
    linkspeedenabledchange: NumberValue
    linkwidthenabledchange: NumberValue
    nodedescriptionchange: NumberValue
    capabilitymask2: NumberValue
    padding: BinaryValue

class TrapLocalChanges(IBLayer, metaclass=LayerType):
    """Trap 144: Local Changes"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapLocalChangesValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    otherlocalchanges: FieldOf[int, NumberValue]
    """OtherLocalChanges"""
    capabilitymask: FieldOf[int, NumberValue]
    """CAPABILITYMASK"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (10 bits)"""
    capabilitymask2change: FieldOf[int, NumberValue]
    """CapabilityMask2Change"""
    hierarchyinfochange: FieldOf[int, NumberValue]
    """HierarchyInfoChange"""
    smprioritychange: FieldOf[int, NumberValue]
    """SMPriorityChange"""
    linkspeedenabledchange: FieldOf[int, NumberValue]
    """LinkSpeedEnabledChange"""
    linkwidthenabledchange: FieldOf[int, NumberValue]
    """LinkWidthEnabledChange"""
    nodedescriptionchange: FieldOf[int, NumberValue]
    """NodeDescriptionChange"""
    capabilitymask2: FieldOf[int, NumberValue]
    """CAPABILITYMASK2"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (320 bits)"""
    changes: FieldOf[str, Never]
    """Changes"""

class _TrapSystemImageValues(_OfScapy, total=False):
    reserved0: NumberValue
    lidaddr: NumberValue
    reserved1: NumberValue
    systemimageguid: NumberValue
    padding: BinaryValue

class TrapSystemImage(IBLayer, metaclass=LayerType):
    """Trap 145: SystemImageGUID Changed"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapSystemImageValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    systemimageguid: FieldOf[int, NumberValue]
    """SYSTEMIMAGEGUID"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (320 bits)"""

class _TrapM_KeyValues(_OfScapy, total=False):
    reserved0: NumberValue
    lidaddr: NumberValue
    drslid: NumberValue
    method: NumberValue
    reserved1: NumberValue
    attributeid: NumberValue
    attributemodifier: NumberValue
    m_key: NumberValue
    reserved2: NumberValue
    drnotice: NumberValue
    drpathtruncated: NumberValue
    drhopcount: NumberValue
    drnoticereturnpath: tuple[Any, ...] | list[Any] | None

class TrapM_Key(IBLayer, metaclass=LayerType):
    """Trap 256: Bad M_Key"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapM_KeyValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    lidaddr: FieldOf[int, NumberValue]
    """LIDADDR"""
    drslid: FieldOf[int, NumberValue]
    """DRSLID"""
    method: FieldOf[int, NumberValue]
    """METHOD"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    attributeid: FieldOf[int, NumberValue]
    """ATTRIBUTEID"""
    attributemodifier: FieldOf[int, NumberValue]
    """ATTRIBUTEMODIFIER"""
    m_key: FieldOf[int, NumberValue]
    """MKEY"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    drnotice: FieldOf[int, NumberValue]
    """DRNotice"""
    drpathtruncated: FieldOf[int, NumberValue]
    """DRPathTruncated"""
    drhopcount: FieldOf[int, NumberValue]
    """DRHopCount"""
    drnoticereturnpath: FieldOf[tuple[int, ...], tuple[Any, ...] | list[Any] | None]
    """DRNoticeReturnPath: ports"""
    attempt: FieldOf[str, Never]
    """Attempt"""

class _TrapKeyValues(_OfScapy, total=False):
    reserved0: NumberValue
    lidaddr1: NumberValue
    lidaddr2: NumberValue
    key: NumberValue
    sl: NumberValue
    reserved1: NumberValue
    qp1: NumberValue
    reserved2: NumberValue
    qp2: NumberValue
    gidaddr1: IPv6Value
    gidaddr2: IPv6Value
    padding: NumberValue

class TrapKey(IBLayer, metaclass=LayerType):
    """Traps 257 and 258: Bad P_Key or Q_Key"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapKeyValues]) -> None: ...
    reserved0: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    lidaddr1: FieldOf[int, NumberValue]
    """LIDADDR1"""
    lidaddr2: FieldOf[int, NumberValue]
    """LIDADDR2"""
    key: FieldOf[int, NumberValue]
    """KEY"""
    sl: FieldOf[int, NumberValue]
    """SL"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    qp1: FieldOf[int, NumberValue]
    """QP1"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    qp2: FieldOf[int, NumberValue]
    """QP2"""
    gidaddr1: FieldOf[str, IPv6Value]
    """GIDADDR1"""
    gidaddr2: FieldOf[str, IPv6Value]
    """GIDADDR2"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _TrapSwitchP_KeyValues(_OfScapy, total=False):
    datavalid: NumberValue
    lidaddr1: NumberValue
    lidaddr2: NumberValue
    p_key: NumberValue
    sl: NumberValue
    reserved0: NumberValue
    qp1: NumberValue
    reserved1: NumberValue
    qp2: NumberValue
    gidaddr1: IPv6Value
    gidaddr2: IPv6Value
    swlidaddr: NumberValue
    portno: NumberValue
    padding: NumberValue

class TrapSwitchP_Key(IBLayer, metaclass=LayerType):
    """Trap 259: Bad P_Key at Switch Port"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_TrapSwitchP_KeyValues]) -> None: ...
    datavalid: FieldOf[int, NumberValue]
    """DataValid"""
    lidaddr1: FieldOf[int, NumberValue]
    """LIDADDR1"""
    lidaddr2: FieldOf[int, NumberValue]
    """LIDADDR2"""
    p_key: FieldOf[int, NumberValue]
    """PKEY"""
    sl: FieldOf[int, NumberValue]
    """SL"""
    reserved0: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    qp1: FieldOf[int, NumberValue]
    """QP1"""
    reserved1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    qp2: FieldOf[int, NumberValue]
    """QP2"""
    gidaddr1: FieldOf[str, IPv6Value]
    """GIDADDR1"""
    gidaddr2: FieldOf[str, IPv6Value]
    """GIDADDR2"""
    swlidaddr: FieldOf[int, NumberValue]
    """SWLIDADDR"""
    portno: FieldOf[int, NumberValue]
    """PORTNO"""
    padding: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""

class _NoticeDataValues(_OfScapy, total=False):
    datadetails: BinaryValue

class NoticeData(IBLayer, metaclass=LayerType):
    """Notice Data Details"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NoticeDataValues]) -> None: ...
    datadetails: FieldOf[bytes, BinaryValue]
    """DataDetails"""

class _NoticeIssuerValues(_OfScapy, total=False):
    issuergid: IPv6Value

class NoticeIssuer(IBLayer, metaclass=LayerType):
    """Issuer of the Notice"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NoticeIssuerValues]) -> None: ...
    issuergid: FieldOf[str, IPv6Value]
    """IssuerGID"""

class _ICRCValues(_OfScapy, total=False):
    crc: NumberValue

class ICRC(IBLayer, metaclass=LayerType):
    """Invariant CRC"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ICRCValues]) -> None: ...
    crc: FieldOf[int | None, NumberValue]
    """Invariant CRC: over what no switch or router changes; stored low byte first"""

class _VCRCValues(_OfScapy, total=False):
    crc: NumberValue

class VCRC(IBLayer, metaclass=LayerType):
    """Variant CRC"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_VCRCValues]) -> None: ...
    crc: FieldOf[int | None, NumberValue]
    """Variant CRC: over the whole packet, computed anew at every hop; stored low byte first"""

class _LPCRCValues(_OfScapy, total=False):
    lpcrc: NumberValue

class LPCRC(IBLayer, metaclass=LayerType):
    """Link Packet CRC"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LPCRCValues]) -> None: ...
    lpcrc: FieldOf[int | None, NumberValue]
    """Link Packet CRC: over the first four bytes of a flow-control packet"""

class _NVMeAdminCommandValues(_OfScapy, total=False):
    opc: NumberValue
    psdt: NumberValue
    rsvd: NumberValue
    fuse: NumberValue
    cid: NumberValue
    nsid: NumberValue
    cdw2: NumberValue
    cdw3: NumberValue
    mptr: NumberValue
    sgl_address: NumberValue
    sgl_low: NumberValue
    sgl_rest: NumberValue
    sgl_type: NumberValue
    sgl_subtype: NumberValue

class NVMeAdminCommand(IBLayer, metaclass=LayerType):
    """NVMe Admin Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeAdminCommandValues]) -> None: ...
    opc: FieldOf[int, NumberValue]
    """Opcode"""
    psdt: FieldOf[int, NumberValue]
    """PRP or SGL"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    fuse: FieldOf[int, NumberValue]
    """Fused Operation"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: FieldOf[int, NumberValue]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: FieldOf[int, NumberValue]
    """Command Dword 2"""
    cdw3: FieldOf[int, NumberValue]
    """Command Dword 3"""
    mptr: FieldOf[int, NumberValue]
    """Metadata Pointer"""
    sgl_address: FieldOf[int, NumberValue]
    """SGL Address: in the host; in the capsule"""
    sgl_low: FieldOf[int, NumberValue]
    """SGL Length, Low Bytes"""
    sgl_rest: FieldOf[int, NumberValue]
    """SGL Key or High Length"""
    sgl_type: FieldOf[int, NumberValue]
    """SGL Type"""
    sgl_subtype: FieldOf[int, NumberValue]
    """SGL Subtype"""
    sgl_length: FieldOf[int, Never]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: FieldOf[int | None, Never]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class _NVMeIOCommandValues(_OfScapy, total=False):
    opc: NumberValue
    psdt: NumberValue
    rsvd: NumberValue
    fuse: NumberValue
    cid: NumberValue
    nsid: NumberValue
    cdw2: NumberValue
    cdw3: NumberValue
    mptr: NumberValue
    sgl_address: NumberValue
    sgl_low: NumberValue
    sgl_rest: NumberValue
    sgl_type: NumberValue
    sgl_subtype: NumberValue

class NVMeIOCommand(IBLayer, metaclass=LayerType):
    """NVMe I/O Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeIOCommandValues]) -> None: ...
    opc: FieldOf[int, NumberValue]
    """Opcode"""
    psdt: FieldOf[int, NumberValue]
    """PRP or SGL"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    fuse: FieldOf[int, NumberValue]
    """Fused Operation"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: FieldOf[int, NumberValue]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: FieldOf[int, NumberValue]
    """Command Dword 2"""
    cdw3: FieldOf[int, NumberValue]
    """Command Dword 3"""
    mptr: FieldOf[int, NumberValue]
    """Metadata Pointer"""
    sgl_address: FieldOf[int, NumberValue]
    """SGL Address: in the host; in the capsule"""
    sgl_low: FieldOf[int, NumberValue]
    """SGL Length, Low Bytes"""
    sgl_rest: FieldOf[int, NumberValue]
    """SGL Key or High Length"""
    sgl_type: FieldOf[int, NumberValue]
    """SGL Type"""
    sgl_subtype: FieldOf[int, NumberValue]
    """SGL Subtype"""
    sgl_length: FieldOf[int, Never]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: FieldOf[int | None, Never]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class _NVMeCommandValues(_OfScapy, total=False):
    opc: NumberValue
    psdt: NumberValue
    rsvd: NumberValue
    fuse: NumberValue
    cid: NumberValue
    nsid: NumberValue
    cdw2: NumberValue
    cdw3: NumberValue
    mptr: NumberValue
    sgl_address: NumberValue
    sgl_low: NumberValue
    sgl_rest: NumberValue
    sgl_type: NumberValue
    sgl_subtype: NumberValue

class NVMeCommand(IBLayer, metaclass=LayerType):
    """NVMe Command of an Unknown Queue"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeCommandValues]) -> None: ...
    opc: FieldOf[int, NumberValue]
    """Opcode"""
    psdt: FieldOf[int, NumberValue]
    """PRP or SGL"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    fuse: FieldOf[int, NumberValue]
    """Fused Operation"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier: names the command on its queue until it is completed"""
    nsid: FieldOf[int, NumberValue]
    """Namespace Identifier: 0xffffffff: all"""
    cdw2: FieldOf[int, NumberValue]
    """Command Dword 2"""
    cdw3: FieldOf[int, NumberValue]
    """Command Dword 3"""
    mptr: FieldOf[int, NumberValue]
    """Metadata Pointer"""
    sgl_address: FieldOf[int, NumberValue]
    """SGL Address: in the host; in the capsule"""
    sgl_low: FieldOf[int, NumberValue]
    """SGL Length, Low Bytes"""
    sgl_rest: FieldOf[int, NumberValue]
    """SGL Key or High Length"""
    sgl_type: FieldOf[int, NumberValue]
    """SGL Type"""
    sgl_subtype: FieldOf[int, NumberValue]
    """SGL Subtype"""
    sgl_length: FieldOf[int, Never]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: FieldOf[int | None, Never]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class _NVMeFabricsValues(_OfScapy, total=False):
    opc: NumberValue
    flags: NumberValue
    cid: NumberValue
    fctype: NumberValue
    rsvd1: BinaryValue
    sgl_address: NumberValue
    sgl_low: NumberValue
    sgl_rest: NumberValue
    sgl_type: NumberValue
    sgl_subtype: NumberValue

class NVMeFabrics(IBLayer, metaclass=LayerType):
    """NVMe Fabrics Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeFabricsValues]) -> None: ...
    opc: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    fctype: FieldOf[int, NumberValue]
    """Command Type"""
    rsvd1: FieldOf[bytes, BinaryValue]
    """Reserved (152 bits)"""
    sgl_address: FieldOf[int, NumberValue]
    """SGL Address: in the host; in the capsule"""
    sgl_low: FieldOf[int, NumberValue]
    """SGL Length, Low Bytes"""
    sgl_rest: FieldOf[int, NumberValue]
    """SGL Key or High Length"""
    sgl_type: FieldOf[int, NumberValue]
    """SGL Type"""
    sgl_subtype: FieldOf[int, NumberValue]
    """SGL Subtype"""
    sgl_length: FieldOf[int, Never]
    """SGL Length: of the data that the command moves, in bytes"""
    sgl_key: FieldOf[int | None, Never]
    """SGL Key: the R_Key by which the controller reads or writes the data"""

class _NVMeCompletionValues(_OfScapy, total=False):
    dword0: NumberValue
    dword1: NumberValue
    sqhd: NumberValue
    sqid: NumberValue
    cid: NumberValue
    status: NumberValue

class NVMeCompletion(IBLayer, metaclass=LayerType):
    """NVMe Completion"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeCompletionValues]) -> None: ...
    dword0: FieldOf[int, NumberValue]
    """Dword 0: what the command returns"""
    dword1: FieldOf[int, NumberValue]
    """Dword 1"""
    sqhd: FieldOf[int, NumberValue]
    """SQ Head Pointer"""
    sqid: FieldOf[int, NumberValue]
    """SQ Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    status: FieldOf[int, NumberValue]
    """Status"""
    sc: FieldOf[int, Never]
    """Status Code"""
    sct: FieldOf[int, Never]
    """Code Type"""
    crd: FieldOf[int, Never]
    """Command Retry Delay"""
    m: FieldOf[int, Never]
    """More"""
    dnr: FieldOf[int, Never]
    """Do Not Retry"""
    words: FieldOf[str, Never]
    """Status in Words"""

class _NVMeEventCompletionValues(_OfScapy, total=False):
    aev_rsvd: NumberValue
    aet: NumberValue
    aei: NumberValue
    lid: NumberValue
    aev_rsvd1: NumberValue
    dword1: NumberValue
    sqhd: NumberValue
    sqid: NumberValue
    cid: NumberValue
    status: NumberValue

class NVMeEventCompletion(IBLayer, metaclass=LayerType):
    """NVMe Asynchronous Event"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeEventCompletionValues]) -> None: ...
    aev_rsvd: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    aet: FieldOf[int, NumberValue]
    """Event Type"""
    aei: FieldOf[int, NumberValue]
    """Event Information"""
    lid: FieldOf[int, NumberValue]
    """Log Page Identifier"""
    aev_rsvd1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    dword1: FieldOf[int, NumberValue]
    """Dword 1"""
    sqhd: FieldOf[int, NumberValue]
    """SQ Head Pointer"""
    sqid: FieldOf[int, NumberValue]
    """SQ Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    status: FieldOf[int, NumberValue]
    """Status"""
    sc: FieldOf[int, Never]
    """Status Code"""
    sct: FieldOf[int, Never]
    """Code Type"""
    crd: FieldOf[int, Never]
    """Command Retry Delay"""
    m: FieldOf[int, Never]
    """More"""
    dnr: FieldOf[int, Never]
    """Do Not Retry"""
    words: FieldOf[str, Never]
    """Status in Words"""

class _NVMeConnectCompletionValues(_OfScapy, total=False):
    cntlid: NumberValue
    authreq: NumberValue
    rsvd: NumberValue
    sqhd: NumberValue
    sqid: NumberValue
    cid: NumberValue
    status: NumberValue

class NVMeConnectCompletion(IBLayer, metaclass=LayerType):
    """NVMe Completion of a Connect"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeConnectCompletionValues]) -> None: ...
    cntlid: FieldOf[int, NumberValue]
    """Controller ID"""
    authreq: FieldOf[int, NumberValue]
    """Authentication Required"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    sqhd: FieldOf[int, NumberValue]
    """SQ Head Pointer"""
    sqid: FieldOf[int, NumberValue]
    """SQ Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    status: FieldOf[int, NumberValue]
    """Status"""
    sc: FieldOf[int, Never]
    """Status Code"""
    sct: FieldOf[int, Never]
    """Code Type"""
    crd: FieldOf[int, Never]
    """Command Retry Delay"""
    m: FieldOf[int, Never]
    """More"""
    dnr: FieldOf[int, Never]
    """Do Not Retry"""
    words: FieldOf[str, Never]
    """Status in Words"""

class _NVMePropertyCompletionValues(_OfScapy, total=False):
    value: NumberValue
    sqhd: NumberValue
    sqid: NumberValue
    cid: NumberValue
    status: NumberValue

class NVMePropertyCompletion(IBLayer, metaclass=LayerType):
    """NVMe Completion of a Property Get"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMePropertyCompletionValues]) -> None: ...
    value: FieldOf[int, NumberValue]
    """Value"""
    sqhd: FieldOf[int, NumberValue]
    """SQ Head Pointer"""
    sqid: FieldOf[int, NumberValue]
    """SQ Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    status: FieldOf[int, NumberValue]
    """Status"""
    sc: FieldOf[int, Never]
    """Status Code"""
    sct: FieldOf[int, Never]
    """Code Type"""
    crd: FieldOf[int, Never]
    """Command Retry Delay"""
    m: FieldOf[int, Never]
    """More"""
    dnr: FieldOf[int, Never]
    """Do Not Retry"""
    words: FieldOf[str, Never]
    """Status in Words"""

class _NVMeFabricsCompletionValues(_OfScapy, total=False):
    dword0: NumberValue
    dword1: NumberValue
    sqhd: NumberValue
    sqid: NumberValue
    cid: NumberValue
    status: NumberValue

class NVMeFabricsCompletion(IBLayer, metaclass=LayerType):
    """NVMe Completion of a Fabrics Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeFabricsCompletionValues]) -> None: ...
    dword0: FieldOf[int, NumberValue]
    """Dword 0"""
    dword1: FieldOf[int, NumberValue]
    """Dword 1"""
    sqhd: FieldOf[int, NumberValue]
    """SQ Head Pointer"""
    sqid: FieldOf[int, NumberValue]
    """SQ Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier"""
    status: FieldOf[int, NumberValue]
    """Status"""
    sc: FieldOf[int, Never]
    """Status Code"""
    sct: FieldOf[int, Never]
    """Code Type"""
    crd: FieldOf[int, Never]
    """Command Retry Delay"""
    m: FieldOf[int, Never]
    """More"""
    dnr: FieldOf[int, Never]
    """Do Not Retry"""
    words: FieldOf[str, Never]
    """Status in Words"""

class _NVMeAcceptValues(_OfScapy, total=False):
    recfmt: NumberValue
    crqsize: NumberValue
    rsvd: BinaryValue

class NVMeAccept(IBLayer, metaclass=LayerType):
    """NVMe over RDMA, REP Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeAcceptValues]) -> None: ...
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    crqsize: FieldOf[int, NumberValue]
    """Controller RQ Size: entries"""
    rsvd: FieldOf[bytes, BinaryValue]
    """Reserved (224 bits)"""

class _NVMeRejectValues(_OfScapy, total=False):
    recfmt: NumberValue
    status: NumberValue

class NVMeReject(IBLayer, metaclass=LayerType):
    """NVMe over RDMA, REJ Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeRejectValues]) -> None: ...
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    status: FieldOf[int, NumberValue]
    """Status"""

class _NVMeRequestValues(_OfScapy, total=False):
    recfmt: NumberValue
    qid: NumberValue
    hrqsize: NumberValue
    hsqsize: NumberValue
    cntlid: NumberValue
    rsvd: BinaryValue

class NVMeRequest(IBLayer, metaclass=LayerType):
    """NVMe over RDMA, REQ Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeRequestValues]) -> None: ...
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    qid: FieldOf[int, NumberValue]
    """Queue ID: 0: the admin queue"""
    hrqsize: FieldOf[int, NumberValue]
    """Host RQ Size: entries"""
    hsqsize: FieldOf[int, NumberValue]
    """Host SQ Size: entries, one less than there are"""
    cntlid: FieldOf[int, NumberValue]
    """Controller ID"""
    rsvd: FieldOf[bytes, BinaryValue]
    """Reserved (176 bits)"""

class _NVMeConnectDataValues(_OfScapy, total=False):
    hostid: BinaryValue
    cntlid: NumberValue
    rsvd0: BinaryValue
    subnqn: BinaryValue
    hostnqn: BinaryValue
    rsvd1: BinaryValue

class NVMeConnectData(IBLayer, metaclass=LayerType):
    """Connect Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeConnectDataValues]) -> None: ...
    hostid: FieldOf[bytes, BinaryValue]
    """Host Identifier"""
    cntlid: FieldOf[int, NumberValue]
    """Controller ID: 0xffff: any"""
    rsvd0: FieldOf[bytes, BinaryValue]
    """Reserved (1904 bits)"""
    subnqn: FieldOf[bytes, BinaryValue]
    """Subsystem NQN"""
    hostnqn: FieldOf[bytes, BinaryValue]
    """Host NQN"""
    rsvd1: FieldOf[bytes, BinaryValue]
    """Reserved (2048 bits)"""

class _NVMeDiscoveryLogValues(_OfScapy, total=False):
    genctr: NumberValue
    numrec: NumberValue
    recfmt: NumberValue
    rsvd: BinaryValue

class NVMeDiscoveryLog(IBLayer, metaclass=LayerType):
    """Discovery Log Page"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeDiscoveryLogValues]) -> None: ...
    genctr: FieldOf[int, NumberValue]
    """Generation Counter"""
    numrec: FieldOf[int, NumberValue]
    """Number of Records"""
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    rsvd: FieldOf[bytes, BinaryValue]
    """Reserved (8048 bits)"""

class _RPCRDMAValues(_OfScapy, total=False):
    xid: NumberValue
    version: NumberValue
    credits: NumberValue
    msg_type: NumberValue

class RPCRDMA(IBLayer, metaclass=LayerType):
    """RPC over RDMA"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAValues]) -> None: ...
    xid: FieldOf[int, NumberValue]
    """XID: joins a call and its reply"""
    version: FieldOf[int, NumberValue]
    """Version"""
    credits: FieldOf[int, NumberValue]
    """Flow Control: credits: a call asks for them, a reply grants"""
    msg_type: FieldOf[int, NumberValue]
    """Message Type"""

class _RPCRDMAPrivateValues(_OfScapy, total=False):
    magic: NumberValue
    version: NumberValue
    rsvd: NumberValue
    invalidates: NumberValue
    send: NumberValue
    receive: NumberValue

class RPCRDMAPrivate(IBLayer, metaclass=LayerType):
    """RPC-over-RDMA, Private Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAPrivateValues]) -> None: ...
    magic: FieldOf[int, NumberValue]
    """Magic"""
    version: FieldOf[int, NumberValue]
    """Version"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    invalidates: FieldOf[int, NumberValue]
    """Remote Invalidation: the peer may send SEND with Invalidate"""
    send: FieldOf[int, NumberValue]
    """Send Size: of inline messages, in KiB, one less than it is"""
    receive: FieldOf[int, NumberValue]
    """Receive Size: the same of messages that it receives"""
    send_size: FieldOf[int, Never]
    """Inline Send Size, in bytes"""
    receive_size: FieldOf[int, Never]
    """Inline Receive Size, in bytes"""

class _RPCMessageValues(_OfScapy, total=False):
    xid: NumberValue
    msgtyp: NumberValue

class RPCMessage(IBLayer, metaclass=LayerType):
    """Remote Procedure Call"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCMessageValues]) -> None: ...
    xid: FieldOf[int, NumberValue]
    """XID"""
    msgtyp: FieldOf[int, NumberValue]
    """Message Type"""

class _NFS3GetattrResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3GetattrResult(IBLayer, metaclass=LayerType):
    """GETATTR of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3GetattrResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3SetattrResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3SetattrResult(IBLayer, metaclass=LayerType):
    """SETATTR of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3SetattrResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3LookupResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3LookupResult(IBLayer, metaclass=LayerType):
    """LOOKUP of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3LookupResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3AccessResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3AccessResult(IBLayer, metaclass=LayerType):
    """ACCESS of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3AccessResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3WriteResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3WriteResult(IBLayer, metaclass=LayerType):
    """WRITE of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3WriteResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3CreateResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3CreateResult(IBLayer, metaclass=LayerType):
    """CREATE of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3CreateResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3MkdirResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3MkdirResult(IBLayer, metaclass=LayerType):
    """MKDIR of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3MkdirResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3SymlinkResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3SymlinkResult(IBLayer, metaclass=LayerType):
    """SYMLINK of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3SymlinkResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3MknodResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3MknodResult(IBLayer, metaclass=LayerType):
    """MKNOD of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3MknodResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3RemoveResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3RemoveResult(IBLayer, metaclass=LayerType):
    """REMOVE of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RemoveResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3RmdirResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3RmdirResult(IBLayer, metaclass=LayerType):
    """RMDIR of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RmdirResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3RenameResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3RenameResult(IBLayer, metaclass=LayerType):
    """RENAME of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RenameResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3LinkResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3LinkResult(IBLayer, metaclass=LayerType):
    """LINK of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3LinkResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReaddirResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReaddirResult(IBLayer, metaclass=LayerType):
    """READDIR of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReaddirResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReaddirplusResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReaddirplusResult(IBLayer, metaclass=LayerType):
    """READDIRPLUS of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReaddirplusResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3FsstatResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3FsstatResult(IBLayer, metaclass=LayerType):
    """FSSTAT of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3FsstatResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3FsinfoResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3FsinfoResult(IBLayer, metaclass=LayerType):
    """FSINFO of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3FsinfoResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3PathconfResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3PathconfResult(IBLayer, metaclass=LayerType):
    """PATHCONF of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3PathconfResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3CommitResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3CommitResult(IBLayer, metaclass=LayerType):
    """COMMIT of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3CommitResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReadResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReadResult(IBLayer, metaclass=LayerType):
    """READ of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReadResultApartValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReadResultApart(IBLayer, metaclass=LayerType):
    """READ of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadResultApartValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReadlinkResultValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReadlinkResult(IBLayer, metaclass=LayerType):
    """READLINK of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadlinkResultValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS3ReadlinkResultApartValues(_OfScapy, total=False):
    status: NumberValue

class NFS3ReadlinkResultApart(IBLayer, metaclass=LayerType):
    """READLINK of NFS Version 3, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadlinkResultApartValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS4ResultsValues(_OfScapy, total=False):
    status: NumberValue
    tag_length: NumberValue
    tag: BinaryValue

class NFS4Results(IBLayer, metaclass=LayerType):
    """COMPOUND, Results"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ResultsValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""
    tag_length: FieldOf[int | None, NumberValue]
    """Tag, Length"""
    tag: FieldOf[bytes, BinaryValue]
    """Tag"""

class _NFS4ResultsApartValues(_OfScapy, total=False):
    status: NumberValue
    tag_length: NumberValue
    tag: BinaryValue

class NFS4ResultsApart(IBLayer, metaclass=LayerType):
    """COMPOUND, Results without Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ResultsApartValues]) -> None: ...
    status: FieldOf[int, NumberValue]
    """Status"""
    tag_length: FieldOf[int | None, NumberValue]
    """Tag, Length"""
    tag: FieldOf[bytes, BinaryValue]
    """Tag"""

class _ISERValues(_OfScapy, total=False):
    opcode: NumberValue
    wsv: NumberValue
    rsv: NumberValue
    rsvd: NumberValue
    write_stag: NumberValue
    write_base_offset: NumberValue
    read_stag: NumberValue
    read_base_offset: NumberValue

class ISER(IBLayer, metaclass=LayerType):
    """iSCSI Extensions for RDMA"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISERValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    wsv: FieldOf[int, NumberValue]
    """Write STag Valid: the target reads memory of the initiator"""
    rsv: FieldOf[int, NumberValue]
    """Read STag Valid: the target writes memory of the initiator"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (26 bits)"""
    write_stag: FieldOf[int, NumberValue]
    """Write STag: an R_Key"""
    write_base_offset: FieldOf[int, NumberValue]
    """Write Base Offset"""
    read_stag: FieldOf[int, NumberValue]
    """Read STag: an R_Key"""
    read_base_offset: FieldOf[int, NumberValue]
    """Read Base Offset"""

class _ISERHelloValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    max_version: NumberValue
    min_version: NumberValue
    ird: NumberValue
    rsvd2: BinaryValue

class ISERHello(IBLayer, metaclass=LayerType):
    """iSER Hello"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISERHelloValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    max_version: FieldOf[int, NumberValue]
    """Maximum Version"""
    min_version: FieldOf[int, NumberValue]
    """Minimum Version"""
    ird: FieldOf[int, NumberValue]
    """iSER-IRD: READs that the initiator serves at once"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (192 bits)"""

class _ISERHelloReplyValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    reject: NumberValue
    max_version: NumberValue
    version: NumberValue
    ord: NumberValue
    rsvd2: BinaryValue

class ISERHelloReply(IBLayer, metaclass=LayerType):
    """iSER HelloReply"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISERHelloReplyValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    reject: FieldOf[int, NumberValue]
    """Reject"""
    max_version: FieldOf[int, NumberValue]
    """Maximum Version"""
    version: FieldOf[int, NumberValue]
    """Current Version"""
    ord: FieldOf[int, NumberValue]
    """iSER-ORD: READs that the target has under way at once"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (192 bits)"""

class _ISERRequestValues(_OfScapy, total=False):
    no_zbva: NumberValue
    no_invalidate: NumberValue
    rsvd: NumberValue

class ISERRequest(IBLayer, metaclass=LayerType):
    """iSER Private Data of a REQ"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISERRequestValues]) -> None: ...
    no_zbva: FieldOf[int, NumberValue]
    """Zero Based Virtual Addresses not Supported"""
    no_invalidate: FieldOf[int, NumberValue]
    """SEND with Invalidate not Supported"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (30 bits)"""

class _ISERAcceptValues(_OfScapy, total=False):
    no_zbva: NumberValue
    no_invalidate: NumberValue
    rsvd: NumberValue

class ISERAccept(IBLayer, metaclass=LayerType):
    """iSER Private Data of a REP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISERAcceptValues]) -> None: ...
    no_zbva: FieldOf[int, NumberValue]
    """Zero Based Virtual Addresses not Used"""
    no_invalidate: FieldOf[int, NumberValue]
    """SEND with Invalidate not Used"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (30 bits)"""

class _SRPLoginValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    tag: NumberValue
    req_it_iu_len: NumberValue
    rsvd2: NumberValue
    formats: NumberValue
    flags: NumberValue
    rsvd3: NumberValue
    imm_data_offset: NumberValue
    rsvd4: NumberValue
    initiator_port: BinaryValue
    target_port: BinaryValue

class SRPLogin(IBLayer, metaclass=LayerType):
    """SRP_LOGIN_REQ"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPLoginValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (56 bits)"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    req_it_iu_len: FieldOf[int, NumberValue]
    """Requested Initiator to Target IU Length, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    formats: FieldOf[int, NumberValue]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: FieldOf[int, NumberValue]
    """Request Flags"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    imm_data_offset: FieldOf[int, NumberValue]
    """Immediate Data Offset, in bytes"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    initiator_port: FieldOf[bytes, BinaryValue]
    """Initiator Port Identifier"""
    target_port: FieldOf[bytes, BinaryValue]
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""

class _SRPLoginIPValues(_OfScapy, total=False):
    tag: NumberValue
    formats: NumberValue
    flags: NumberValue
    type: NumberValue
    req_it_iu_len: NumberValue
    initiator_port: BinaryValue
    target_port: BinaryValue
    imm_data_offset: NumberValue
    rsvd: NumberValue

class SRPLoginIP(IBLayer, metaclass=LayerType):
    """SRP_LOGIN_REQ over the RDMA IP CM Service"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPLoginIPValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    formats: FieldOf[int, NumberValue]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: FieldOf[int, NumberValue]
    """Request Flags"""
    type: FieldOf[int, NumberValue]
    """Type"""
    req_it_iu_len: FieldOf[int, NumberValue]
    """Requested Initiator to Target IU Length, in bytes"""
    initiator_port: FieldOf[bytes, BinaryValue]
    """Initiator Port Identifier"""
    target_port: FieldOf[bytes, BinaryValue]
    """Target Port Identifier: identifier extension and GUID of the I/O controller"""
    imm_data_offset: FieldOf[int, NumberValue]
    """Immediate Data Offset, in bytes"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SRPLoginResponseValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    req_lim_delta: NumberValue
    tag: NumberValue
    max_it_iu_len: NumberValue
    max_ti_iu_len: NumberValue
    formats: NumberValue
    flags: NumberValue
    rsvd2: BinaryValue

class SRPLoginResponse(IBLayer, metaclass=LayerType):
    """SRP_LOGIN_RSP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPLoginResponseValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    req_lim_delta: FieldOf[int, NumberValue]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    max_it_iu_len: FieldOf[int, NumberValue]
    """Maximum Initiator to Target IU Length, in bytes"""
    max_ti_iu_len: FieldOf[int, NumberValue]
    """Maximum Target to Initiator IU Length, in bytes"""
    formats: FieldOf[int, NumberValue]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    flags: FieldOf[int, NumberValue]
    """Response Flags"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (200 bits)"""

class _SRPLoginRejectValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    reason: NumberValue
    tag: NumberValue
    rsvd2: NumberValue
    formats: NumberValue
    rsvd3: NumberValue

class SRPLoginReject(IBLayer, metaclass=LayerType):
    """SRP_LOGIN_REJ"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPLoginRejectValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    formats: FieldOf[int, NumberValue]
    """Buffer Formats: 0x2: direct, 0x4: indirect"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SRPTaskManagementValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    tag: NumberValue
    rsvd2: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    rsvd3: NumberValue
    function: NumberValue
    rsvd4: NumberValue
    task_tag: NumberValue
    rsvd5: NumberValue

class SRPTaskManagement(IBLayer, metaclass=LayerType):
    """SRP_TSK_MGMT"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPTaskManagementValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    function: FieldOf[int, NumberValue]
    """Task Management Function"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    task_tag: FieldOf[int, NumberValue]
    """Tag of Task to be Managed"""
    rsvd5: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _SRPCommandValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    out_format: NumberValue
    in_format: NumberValue
    out_count: NumberValue
    in_count: NumberValue
    tag: NumberValue
    rsvd2: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    rsvd3: NumberValue
    rsvd4: NumberValue
    task_attr: NumberValue
    rsvd5: NumberValue
    add_cdb_words: NumberValue
    rsvd6: NumberValue

class SRPCommand(IBLayer, metaclass=LayerType):
    """SRP_CMD"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPCommandValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    out_format: FieldOf[int, NumberValue]
    """Data-Out Buffer Descriptor Format"""
    in_format: FieldOf[int, NumberValue]
    """Data-In Buffer Descriptor Format"""
    out_count: FieldOf[int, NumberValue]
    """Data-Out Descriptor Count: of an indirect one: those in this unit"""
    in_count: FieldOf[int, NumberValue]
    """Data-In Descriptor Count: likewise"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    task_attr: FieldOf[int, NumberValue]
    """Task Attribute"""
    rsvd5: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    add_cdb_words: FieldOf[int, NumberValue]
    """Additional CDB Length, in words"""
    rsvd6: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""

class _SRPInitiatorLogoutValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    tag: NumberValue

class SRPInitiatorLogout(IBLayer, metaclass=LayerType):
    """SRP_I_LOGOUT"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPInitiatorLogoutValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (56 bits)"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""

class _SRPCreditResponseValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    tag: NumberValue

class SRPCreditResponse(IBLayer, metaclass=LayerType):
    """SRP_CRED_RSP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPCreditResponseValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (56 bits)"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""

class _SRPEventResponseValues(_OfScapy, total=False):
    type: NumberValue
    rsvd: NumberValue
    tag: NumberValue

class SRPEventResponse(IBLayer, metaclass=LayerType):
    """SRP_AER_RSP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPEventResponseValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (56 bits)"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""

class _SRPTargetLogoutValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    reason: NumberValue
    tag: NumberValue

class SRPTargetLogout(IBLayer, metaclass=LayerType):
    """SRP_T_LOGOUT"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPTargetLogoutValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""

class _SRPCreditRequestValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    req_lim_delta: NumberValue
    tag: NumberValue

class SRPCreditRequest(IBLayer, metaclass=LayerType):
    """SRP_CRED_REQ"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPCreditRequestValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    req_lim_delta: FieldOf[int, NumberValue]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""

class _SRPEventRequestValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    req_lim_delta: NumberValue
    tag: NumberValue
    rsvd2: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    sense_length: NumberValue
    rsvd3: NumberValue

class SRPEventRequest(IBLayer, metaclass=LayerType):
    """SRP_AER_REQ"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPEventRequestValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    req_lim_delta: FieldOf[int, NumberValue]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    sense_length: FieldOf[int, NumberValue]
    """Sense Data Length, in bytes"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SRPResponseValues(_OfScapy, total=False):
    type: NumberValue
    sol_not: NumberValue
    rsvd: NumberValue
    req_lim_delta: NumberValue
    tag: NumberValue
    rsvd2: NumberValue
    rsvd3: NumberValue
    diunder: NumberValue
    diover: NumberValue
    dounder: NumberValue
    doover: NumberValue
    snsvalid: NumberValue
    rspvalid: NumberValue
    status: NumberValue
    out_residual: NumberValue
    in_residual: NumberValue
    sense_length: NumberValue
    response_length: NumberValue

class SRPResponse(IBLayer, metaclass=LayerType):
    """SRP_RSP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPResponseValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    sol_not: FieldOf[int, NumberValue]
    """Solicited Notification"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    req_lim_delta: FieldOf[int, NumberValue]
    """Request Limit Delta: requests that the initiator may send besides; signed"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    diunder: FieldOf[int, NumberValue]
    """Data-In Residual Underflow"""
    diover: FieldOf[int, NumberValue]
    """Data-In Residual Overflow"""
    dounder: FieldOf[int, NumberValue]
    """Data-Out Residual Underflow"""
    doover: FieldOf[int, NumberValue]
    """Data-Out Residual Overflow"""
    snsvalid: FieldOf[int, NumberValue]
    """Sense Data Valid"""
    rspvalid: FieldOf[int, NumberValue]
    """Response Data Valid"""
    status: FieldOf[int, NumberValue]
    """Status"""
    out_residual: FieldOf[int, NumberValue]
    """Data-Out Residual Count, in bytes"""
    in_residual: FieldOf[int, NumberValue]
    """Data-In Residual Count, in bytes"""
    sense_length: FieldOf[int, NumberValue]
    """Sense Data Length, in bytes"""
    response_length: FieldOf[int, NumberValue]
    """Response Data Length, in bytes"""

class _IPoIBConnectionValues(_OfScapy, total=False):
    reserved: NumberValue
    qpn: NumberValue
    mtu: NumberValue

class IPoIBConnection(IBLayer, metaclass=LayerType):
    """IPoIB Connected Mode"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPoIBConnectionValues]) -> None: ...
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    qpn: FieldOf[int, NumberValue]
    """QPN: of the sender's datagrams"""
    mtu: FieldOf[int, NumberValue]
    """Receive MTU: the longest message, the encapsulation header included, in bytes"""

class _RSocketConnectionValues(_OfScapy, total=False):
    version: NumberValue
    flags_reserved: NumberValue
    iomap: NumberValue
    net: NumberValue
    credits: NumberValue
    reserved: NumberValue
    target_iomap_size: NumberValue
    target_sgl_address: NumberValue
    target_sgl_key: NumberValue
    target_sgl_length: NumberValue
    buffer_address: NumberValue
    buffer_key: NumberValue
    buffer_length: NumberValue

class RSocketConnection(IBLayer, metaclass=LayerType):
    """rsocket Connection"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketConnectionValues]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    iomap: FieldOf[int, NumberValue]
    """Mapped Buffers: the other end may announce memory for direct writes"""
    net: FieldOf[int, NumberValue]
    """Big Endian: byte order of what the sender writes into lists of buffers"""
    credits: FieldOf[int, NumberValue]
    """Credits: messages that the other end may send at first"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    target_iomap_size: FieldOf[int, NumberValue]
    """Target List of Mapped Buffers"""
    target_sgl_address: FieldOf[int, NumberValue]
    """Target List Address: where the other end writes what its buffers are"""
    target_sgl_key: FieldOf[int, NumberValue]
    """Target List Key"""
    target_sgl_length: FieldOf[int, NumberValue]
    """Target List Length: entries of 16 bytes"""
    buffer_address: FieldOf[int, NumberValue]
    """Buffer Address"""
    buffer_key: FieldOf[int, NumberValue]
    """Buffer Key"""
    buffer_length: FieldOf[int, NumberValue]
    """Buffer Length, in bytes"""

class _RSocketImmediateValues(_OfScapy, total=False):
    operation: NumberValue
    value: NumberValue

class RSocketImmediate(IBLayer, metaclass=LayerType):
    """rsocket Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketImmediateValues]) -> None: ...
    operation: FieldOf[int, NumberValue]
    """Operation"""
    value: FieldOf[int, NumberValue]
    """Value: data: bytes; buffer: all credits so far; control: 0, 1 or 2 (`CONTROLS`)"""

class _RSocketBufferBigValues(_OfScapy, total=False):
    address: NumberValue
    key: NumberValue
    length: NumberValue

class RSocketBufferBig(IBLayer, metaclass=LayerType):
    """rsocket Buffer, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketBufferBigValues]) -> None: ...
    address: FieldOf[int, NumberValue]
    """Address"""
    key: FieldOf[int, NumberValue]
    """Key"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _RSocketDatagramValues(_OfScapy, total=False):
    version: NumberValue
    length: NumberValue
    port: NumberValue
    address: IPv4Value

class RSocketDatagram(IBLayer, metaclass=LayerType):
    """rsocket Datagram of IPv4"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketDatagramValues]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    port: FieldOf[int, NumberValue]
    """Source Port"""
    address: FieldOf[str, IPv4Value]
    """Source Address"""

class _RSocketDatagram6Values(_OfScapy, total=False):
    version: NumberValue
    length: NumberValue
    port: NumberValue
    flow: NumberValue
    address: IPv6Value

class RSocketDatagram6(IBLayer, metaclass=LayerType):
    """rsocket Datagram of IPv6"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketDatagram6Values]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    port: FieldOf[int, NumberValue]
    """Source Port"""
    flow: FieldOf[int, NumberValue]
    """Flow Information"""
    address: FieldOf[str, IPv6Value]
    """Source Address"""

class _RSocketResolverValues(_OfScapy, total=False):
    tag: NumberValue
    version: NumberValue
    operation: NumberValue
    length: NumberValue
    reserved: NumberValue
    qpn: NumberValue
    reserved2: NumberValue
    address: IPv4Value

class RSocketResolver(IBLayer, metaclass=LayerType):
    """rsocket Resolver"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketResolverValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""
    version: FieldOf[int, NumberValue]
    """Version"""
    operation: FieldOf[int, NumberValue]
    """Operation"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    qpn: FieldOf[int, NumberValue]
    """QPN"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    address: FieldOf[str, IPv4Value]
    """Address"""

class _RDSConnectionValues(_OfScapy, total=False):
    saddr: IPv4Value
    daddr: IPv4Value
    major: NumberValue
    minor: NumberValue
    minor_mask: NumberValue
    tos: NumberValue
    reserved: NumberValue
    ack_seq: NumberValue
    initial_credit: NumberValue
    reserved2: NumberValue

class RDSConnection(IBLayer, metaclass=LayerType):
    """RDS Connection of IPv4"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSConnectionValues]) -> None: ...
    saddr: FieldOf[str, IPv4Value]
    """Source Address"""
    daddr: FieldOf[str, IPv4Value]
    """Destination Address"""
    major: FieldOf[int, NumberValue]
    """Protocol Major"""
    minor: FieldOf[int, NumberValue]
    """Protocol Minor"""
    minor_mask: FieldOf[int, NumberValue]
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: FieldOf[int, NumberValue]
    """Type of Service"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    ack_seq: FieldOf[int, NumberValue]
    """Acknowledged Sequence Number"""
    initial_credit: FieldOf[int, NumberValue]
    """Initial Credit: 0: no flow control by credits"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _RDSConnection6Values(_OfScapy, total=False):
    saddr: IPv6Value
    daddr: IPv6Value
    major: NumberValue
    minor: NumberValue
    minor_mask: NumberValue
    tos: NumberValue
    reserved: NumberValue
    ack_seq: NumberValue
    initial_credit: NumberValue
    reserved2: NumberValue

class RDSConnection6(IBLayer, metaclass=LayerType):
    """RDS Connection of IPv6"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSConnection6Values]) -> None: ...
    saddr: FieldOf[str, IPv6Value]
    """Source Address"""
    daddr: FieldOf[str, IPv6Value]
    """Destination Address"""
    major: FieldOf[int, NumberValue]
    """Protocol Major"""
    minor: FieldOf[int, NumberValue]
    """Protocol Minor"""
    minor_mask: FieldOf[int, NumberValue]
    """Protocol Minor Mask: a bit for each minor that the sender knows"""
    tos: FieldOf[int, NumberValue]
    """Type of Service"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    ack_seq: FieldOf[int, NumberValue]
    """Acknowledged Sequence Number"""
    initial_credit: FieldOf[int, NumberValue]
    """Initial Credit: 0: no flow control by credits"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _RDSHeaderValues(_OfScapy, total=False):
    sequence: NumberValue
    ack: NumberValue
    len: NumberValue
    sport: NumberValue
    dport: NumberValue
    flags_reserved: NumberValue
    retransmitted: NumberValue
    ack_required: NumberValue
    cong_bitmap: NumberValue
    credit: NumberValue
    padding: NumberValue
    csum: NumberValue

class RDSHeader(IBLayer, metaclass=LayerType):
    """RDS Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSHeaderValues]) -> None: ...
    sequence: FieldOf[int, NumberValue]
    """Sequence Number: of the message in its connection; 0 of what is not acknowledged"""
    ack: FieldOf[int, NumberValue]
    """Acknowledgement: the last sequence number that has come"""
    len: FieldOf[int, NumberValue]
    """Length: of the message, of which this may be a fragment, in bytes"""
    sport: FieldOf[int, NumberValue]
    """Source Port"""
    dport: FieldOf[int, NumberValue]
    """Destination Port"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    retransmitted: FieldOf[int, NumberValue]
    """Retransmitted"""
    ack_required: FieldOf[int, NumberValue]
    """ACK Required"""
    cong_bitmap: FieldOf[int, NumberValue]
    """Congestion Map: 8192 bytes, a bit for each port"""
    credit: FieldOf[int, NumberValue]
    """Credit: that the sender grants besides"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    csum: FieldOf[int, NumberValue]
    """Checksum: Internet checksum of the header; 0: none"""

class _SMCMessageValues(_OfScapy, total=False):
    type: NumberValue
    undecoded: BinaryValue

class SMCMessage(IBLayer, metaclass=LayerType):
    """SMC-R Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCMessageValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    undecoded: FieldOf[bytes, BinaryValue]
    """Undecoded"""

class _SMCConfirmLinkValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    llc_reserved: NumberValue
    mac: BinaryValue
    gid: IPv6Value
    qpn: NumberValue
    link: NumberValue
    link_uid: NumberValue
    max_links: NumberValue
    reserved: BinaryValue

class SMCConfirmLink(IBLayer, metaclass=LayerType):
    """SMC-R Confirm Link"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCConfirmLinkValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    mac: FieldOf[str, BinaryValue]
    """Sender MAC"""
    gid: FieldOf[str, IPv6Value]
    """Sender GID"""
    qpn: FieldOf[int, NumberValue]
    """Sender QP Number"""
    link: FieldOf[int, NumberValue]
    """Link Number"""
    link_uid: FieldOf[int, NumberValue]
    """Link User ID"""
    max_links: FieldOf[int, NumberValue]
    """Maximum Links"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (72 bits)"""

class _SMCAddLinkValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    rejected: NumberValue
    llc_reserved: NumberValue
    mac: BinaryValue
    reserved: NumberValue
    gid: IPv6Value
    qpn: NumberValue
    link: NumberValue
    reserved2: NumberValue
    mtu: NumberValue
    psn: NumberValue
    reserved3: NumberValue

class SMCAddLink(IBLayer, metaclass=LayerType):
    """SMC-R Add Link"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCAddLinkValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    rejected: FieldOf[int, NumberValue]
    """Rejected"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    mac: FieldOf[str, BinaryValue]
    """Sender MAC"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    gid: FieldOf[str, IPv6Value]
    """Sender GID"""
    qpn: FieldOf[int, NumberValue]
    """Sender QP Number"""
    link: FieldOf[int, NumberValue]
    """Link Number"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    mtu: FieldOf[int, NumberValue]
    """Path MTU"""
    psn: FieldOf[int, NumberValue]
    """Initial PSN"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _SMCAddLinkContinuationValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    llc_reserved: NumberValue
    link: NumberValue
    tokens: NumberValue
    reserved: NumberValue
    old_rkey1: NumberValue
    rkey1: NumberValue
    address1: NumberValue
    old_rkey2: NumberValue
    rkey2: NumberValue
    address2: NumberValue
    reserved2: NumberValue

class SMCAddLinkContinuation(IBLayer, metaclass=LayerType):
    """SMC-R Add Link Continuation"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCAddLinkContinuationValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    link: FieldOf[int, NumberValue]
    """Link Number"""
    tokens: FieldOf[int, NumberValue]
    """Number of RKeys"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    old_rkey1: FieldOf[int, NumberValue]
    """RMB Key 1 of the Link in Use"""
    rkey1: FieldOf[int, NumberValue]
    """RMB Key 1"""
    address1: FieldOf[int, NumberValue]
    """RMB Address 1"""
    old_rkey2: FieldOf[int, NumberValue]
    """RMB Key 2 of the Link in Use"""
    rkey2: FieldOf[int, NumberValue]
    """RMB Key 2"""
    address2: FieldOf[int, NumberValue]
    """RMB Address 2"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SMCDeleteLinkValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    all_links: NumberValue
    orderly: NumberValue
    llc_reserved: NumberValue
    link: NumberValue
    reason: NumberValue
    reserved: BinaryValue

class SMCDeleteLink(IBLayer, metaclass=LayerType):
    """SMC-R Delete Link"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCDeleteLinkValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    all_links: FieldOf[int, NumberValue]
    """All Links"""
    orderly: FieldOf[int, NumberValue]
    """Orderly"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    link: FieldOf[int, NumberValue]
    """Link Number"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (280 bits)"""

class _SMCConfirmRKeyValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    reserved_flag: NumberValue
    negative: NumberValue
    retry: NumberValue
    llc_reserved: NumberValue
    tokens: NumberValue
    rkey: NumberValue
    address: NumberValue
    link2: NumberValue
    rkey2: NumberValue
    address2: NumberValue
    link3: NumberValue
    rkey3: NumberValue
    address3: NumberValue
    reserved: NumberValue

class SMCConfirmRKey(IBLayer, metaclass=LayerType):
    """SMC-R Confirm RKey"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCConfirmRKeyValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    reserved_flag: FieldOf[int, NumberValue]
    """Reserved"""
    negative: FieldOf[int, NumberValue]
    """Negative Response"""
    retry: FieldOf[int, NumberValue]
    """Retry"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    tokens: FieldOf[int, NumberValue]
    """Number of Further Links"""
    rkey: FieldOf[int, NumberValue]
    """RMB Key"""
    address: FieldOf[int, NumberValue]
    """RMB Address"""
    link2: FieldOf[int, NumberValue]
    """Link Number 2"""
    rkey2: FieldOf[int, NumberValue]
    """RMB Key 2"""
    address2: FieldOf[int, NumberValue]
    """RMB Address 2"""
    link3: FieldOf[int, NumberValue]
    """Link Number 3"""
    rkey3: FieldOf[int, NumberValue]
    """RMB Key 3"""
    address3: FieldOf[int, NumberValue]
    """RMB Address 3"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""

class _SMCTestLinkValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    llc_reserved: NumberValue
    user_data: BinaryValue
    reserved: BinaryValue

class SMCTestLink(IBLayer, metaclass=LayerType):
    """SMC-R Test Link"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCTestLinkValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    user_data: FieldOf[bytes, BinaryValue]
    """User Data: the response repeats it"""
    reserved: FieldOf[bytes, BinaryValue]
    """Reserved (192 bits)"""

class _SMCDeleteRKeyValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    llc_reserved2: NumberValue
    reject_reason: NumberValue
    response: NumberValue
    reserved_flag: NumberValue
    negative: NumberValue
    llc_reserved: NumberValue
    count: NumberValue
    error_mask: NumberValue
    reserved: NumberValue
    deleted1: NumberValue
    deleted2: NumberValue
    deleted3: NumberValue
    deleted4: NumberValue
    deleted5: NumberValue
    deleted6: NumberValue
    deleted7: NumberValue
    deleted8: NumberValue
    reserved2: NumberValue

class SMCDeleteRKey(IBLayer, metaclass=LayerType):
    """SMC-R Delete RKey"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCDeleteRKeyValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    llc_reserved2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reject_reason: FieldOf[int, NumberValue]
    """Reject Reason"""
    response: FieldOf[int, NumberValue]
    """Response"""
    reserved_flag: FieldOf[int, NumberValue]
    """Reserved"""
    negative: FieldOf[int, NumberValue]
    """Negative Response"""
    llc_reserved: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    count: FieldOf[int, NumberValue]
    """Number of RKeys"""
    error_mask: FieldOf[int, NumberValue]
    """Error Mask"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    deleted1: FieldOf[int, NumberValue]
    """RKey 1"""
    deleted2: FieldOf[int, NumberValue]
    """RKey 2"""
    deleted3: FieldOf[int, NumberValue]
    """RKey 3"""
    deleted4: FieldOf[int, NumberValue]
    """RKey 4"""
    deleted5: FieldOf[int, NumberValue]
    """RKey 5"""
    deleted6: FieldOf[int, NumberValue]
    """RKey 6"""
    deleted7: FieldOf[int, NumberValue]
    """RKey 7"""
    deleted8: FieldOf[int, NumberValue]
    """RKey 8"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SMCCDCValues(_OfScapy, total=False):
    type: NumberValue
    llc_length: NumberValue
    seq: NumberValue
    token: NumberValue
    reserved: NumberValue
    producer_wrap: NumberValue
    producer_cursor: NumberValue
    reserved2: NumberValue
    consumer_wrap: NumberValue
    consumer_cursor: NumberValue
    write_blocked: NumberValue
    urgent_pending: NumberValue
    urgent_present: NumberValue
    update_requested: NumberValue
    failover: NumberValue
    flags_reserved: NumberValue
    sending_done: NumberValue
    closed: NumberValue
    abnormal: NumberValue
    flags_reserved2: NumberValue
    reserved3: BinaryValue

class SMCCDC(IBLayer, metaclass=LayerType):
    """SMC-R Connection Data Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCCDCValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    llc_length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    seq: FieldOf[int, NumberValue]
    """Sequence Number"""
    token: FieldOf[int, NumberValue]
    """Alert Token: which connection of the link group"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    producer_wrap: FieldOf[int, NumberValue]
    """Producer Wrap"""
    producer_cursor: FieldOf[int, NumberValue]
    """Producer Cursor, in bytes"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    consumer_wrap: FieldOf[int, NumberValue]
    """Consumer Wrap"""
    consumer_cursor: FieldOf[int, NumberValue]
    """Consumer Cursor, in bytes"""
    write_blocked: FieldOf[int, NumberValue]
    """Write Blocked"""
    urgent_pending: FieldOf[int, NumberValue]
    """Urgent Data Pending"""
    urgent_present: FieldOf[int, NumberValue]
    """Urgent Data Present"""
    update_requested: FieldOf[int, NumberValue]
    """Cursor Update Requested"""
    failover: FieldOf[int, NumberValue]
    """Failover Validation"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    sending_done: FieldOf[int, NumberValue]
    """Sending Done"""
    closed: FieldOf[int, NumberValue]
    """Connection Closed"""
    abnormal: FieldOf[int, NumberValue]
    """Abnormal Close"""
    flags_reserved2: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    reserved3: FieldOf[bytes, BinaryValue]
    """Reserved (144 bits)"""

class _SMCCLCValues(_OfScapy, total=False):
    eyecatcher: NumberValue
    clc_type: NumberValue
    clc_length: NumberValue
    version: NumberValue
    path2: NumberValue
    path1: NumberValue

class SMCCLC(IBLayer, metaclass=LayerType):
    """SMC Connection Layer Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCCLCValues]) -> None: ...
    eyecatcher: FieldOf[int, NumberValue]
    """Eyecatcher"""
    clc_type: FieldOf[int, NumberValue]
    """Type"""
    clc_length: FieldOf[int, NumberValue]
    """Length: of the whole message, in bytes"""
    version: FieldOf[int, NumberValue]
    """Version"""
    path2: FieldOf[int, NumberValue]
    """Paths of Version 2: Accept, Confirm: 2 for first contact"""
    path1: FieldOf[int, NumberValue]
    """Paths of Version 1"""

class _NinePValues(_OfScapy, total=False):
    length: NumberValue
    type: NumberValue
    tag: NumberValue

class NineP(IBLayer, metaclass=LayerType):
    """9P Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NinePValues]) -> None: ...
    length: FieldOf[int, NumberValue]
    """Message Length: of the whole message, in bytes"""
    type: FieldOf[int, NumberValue]
    """Message Type"""
    tag: FieldOf[int, NumberValue]
    """Tag: joins a call and its answer"""

class _LNetMessageValues(_OfScapy, total=False):
    magic: NumberValue
    version: NumberValue
    type: NumberValue
    credits: NumberValue
    nob: NumberValue
    csum: NumberValue
    srcnid: NumberValue
    srcstamp: NumberValue
    dstnid: NumberValue
    dststamp: NumberValue

class LNetMessage(IBLayer, metaclass=LayerType):
    """LNet Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetMessageValues]) -> None: ...
    magic: FieldOf[int, NumberValue]
    """Magic"""
    version: FieldOf[int, NumberValue]
    """Version"""
    type: FieldOf[int, NumberValue]
    """Type"""
    credits: FieldOf[int, NumberValue]
    """Credits: that are returned"""
    nob: FieldOf[int, NumberValue]
    """Number of Bytes: of the message, in bytes"""
    csum: FieldOf[int, NumberValue]
    """Checksum: 0: none"""
    srcnid: FieldOf[int, NumberValue]
    """Source NID: kind and number of the network; address"""
    srcstamp: FieldOf[int, NumberValue]
    """Source Stamp"""
    dstnid: FieldOf[int, NumberValue]
    """Destination NID"""
    dststamp: FieldOf[int, NumberValue]
    """Destination Stamp"""

class _LNetMessageBigValues(_OfScapy, total=False):
    magic: NumberValue
    version: NumberValue
    type: NumberValue
    credits: NumberValue
    nob: NumberValue
    csum: NumberValue
    srcnid: NumberValue
    srcstamp: NumberValue
    dstnid: NumberValue
    dststamp: NumberValue

class LNetMessageBig(IBLayer, metaclass=LayerType):
    """LNet Message, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetMessageBigValues]) -> None: ...
    magic: FieldOf[int, NumberValue]
    """Magic"""
    version: FieldOf[int, NumberValue]
    """Version"""
    type: FieldOf[int, NumberValue]
    """Type"""
    credits: FieldOf[int, NumberValue]
    """Credits: that are returned"""
    nob: FieldOf[int, NumberValue]
    """Number of Bytes: of the message, in bytes"""
    csum: FieldOf[int, NumberValue]
    """Checksum: 0: none"""
    srcnid: FieldOf[int, NumberValue]
    """Source NID: kind and number of the network; address"""
    srcstamp: FieldOf[int, NumberValue]
    """Source Stamp"""
    dstnid: FieldOf[int, NumberValue]
    """Destination NID"""
    dststamp: FieldOf[int, NumberValue]
    """Destination Stamp"""

class _LNetRejectValues(_OfScapy, total=False):
    magic: NumberValue
    version: NumberValue
    why: NumberValue
    padding: NumberValue
    incarnation: NumberValue
    qdepth: NumberValue
    max_frags: NumberValue
    max_size: NumberValue

class LNetReject(IBLayer, metaclass=LayerType):
    """LNet Reject"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetRejectValues]) -> None: ...
    magic: FieldOf[int, NumberValue]
    """Magic"""
    version: FieldOf[int, NumberValue]
    """Version"""
    why: FieldOf[int, NumberValue]
    """Why"""
    padding: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    incarnation: FieldOf[int, NumberValue]
    """Incarnation"""
    qdepth: FieldOf[int, NumberValue]
    """Queue Depth"""
    max_frags: FieldOf[int, NumberValue]
    """Maximum Fragments"""
    max_size: FieldOf[int, NumberValue]
    """Maximum Message Size, in bytes"""

class _LNetRejectBigValues(_OfScapy, total=False):
    magic: NumberValue
    version: NumberValue
    why: NumberValue
    padding: NumberValue
    incarnation: NumberValue
    qdepth: NumberValue
    max_frags: NumberValue
    max_size: NumberValue

class LNetRejectBig(IBLayer, metaclass=LayerType):
    """LNet Reject, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetRejectBigValues]) -> None: ...
    magic: FieldOf[int, NumberValue]
    """Magic"""
    version: FieldOf[int, NumberValue]
    """Version"""
    why: FieldOf[int, NumberValue]
    """Why"""
    padding: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    incarnation: FieldOf[int, NumberValue]
    """Incarnation"""
    qdepth: FieldOf[int, NumberValue]
    """Queue Depth"""
    max_frags: FieldOf[int, NumberValue]
    """Maximum Fragments"""
    max_size: FieldOf[int, NumberValue]
    """Maximum Message Size, in bytes"""

class _SMBDNegotiateRequestValues(_OfScapy, total=False):
    min_version: NumberValue
    max_version: NumberValue
    reserved: NumberValue
    credits_requested: NumberValue
    preferred_send_size: NumberValue
    max_receive_size: NumberValue
    max_fragmented_size: NumberValue

class SMBDNegotiateRequest(IBLayer, metaclass=LayerType):
    """SMB Direct Negotiate Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMBDNegotiateRequestValues]) -> None: ...
    min_version: FieldOf[int, NumberValue]
    """Minimum Version"""
    max_version: FieldOf[int, NumberValue]
    """Maximum Version"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    credits_requested: FieldOf[int, NumberValue]
    """Credits Requested"""
    preferred_send_size: FieldOf[int, NumberValue]
    """Preferred Send Size, in bytes"""
    max_receive_size: FieldOf[int, NumberValue]
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: FieldOf[int, NumberValue]
    """Maximum Fragmented Size, in bytes"""

class _SMBDNegotiateResponseValues(_OfScapy, total=False):
    min_version: NumberValue
    max_version: NumberValue
    negotiated_version: NumberValue
    reserved: NumberValue
    credits_requested: NumberValue
    credits_granted: NumberValue
    status: NumberValue
    max_read_write_size: NumberValue
    preferred_send_size: NumberValue
    max_receive_size: NumberValue
    max_fragmented_size: NumberValue

class SMBDNegotiateResponse(IBLayer, metaclass=LayerType):
    """SMB Direct Negotiate Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMBDNegotiateResponseValues]) -> None: ...
    min_version: FieldOf[int, NumberValue]
    """Minimum Version"""
    max_version: FieldOf[int, NumberValue]
    """Maximum Version"""
    negotiated_version: FieldOf[int, NumberValue]
    """Negotiated Version"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    credits_requested: FieldOf[int, NumberValue]
    """Credits Requested"""
    credits_granted: FieldOf[int, NumberValue]
    """Credits Granted"""
    status: FieldOf[int, NumberValue]
    """Status: an NTSTATUS; 0: success"""
    max_read_write_size: FieldOf[int, NumberValue]
    """Maximum Read and Write Size, in bytes"""
    preferred_send_size: FieldOf[int, NumberValue]
    """Preferred Send Size, in bytes"""
    max_receive_size: FieldOf[int, NumberValue]
    """Maximum Receive Size, in bytes"""
    max_fragmented_size: FieldOf[int, NumberValue]
    """Maximum Fragmented Size, in bytes"""

class _SMBDDataValues(_OfScapy, total=False):
    credits_requested: NumberValue
    credits_granted: NumberValue
    flags_reserved: NumberValue
    response_requested: NumberValue
    flags_reserved2: NumberValue
    reserved: NumberValue
    remaining_length: NumberValue
    data_offset: NumberValue
    data_length: NumberValue
    padding: NumberValue

class SMBDData(IBLayer, metaclass=LayerType):
    """SMB Direct Data Transfer"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMBDDataValues]) -> None: ...
    credits_requested: FieldOf[int, NumberValue]
    """Credits Requested"""
    credits_granted: FieldOf[int, NumberValue]
    """Credits Granted"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    response_requested: FieldOf[int, NumberValue]
    """Response Requested"""
    flags_reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    remaining_length: FieldOf[int, NumberValue]
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: FieldOf[int, NumberValue]
    """Data Offset, in bytes"""
    data_length: FieldOf[int, NumberValue]
    """Data Length, in bytes"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SMBDCreditsValues(_OfScapy, total=False):
    credits_requested: NumberValue
    credits_granted: NumberValue
    flags_reserved: NumberValue
    response_requested: NumberValue
    flags_reserved2: NumberValue
    reserved: NumberValue
    remaining_length: NumberValue
    data_offset: NumberValue
    data_length: NumberValue

class SMBDCredits(IBLayer, metaclass=LayerType):
    """SMB Direct Data Transfer, Empty"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMBDCreditsValues]) -> None: ...
    credits_requested: FieldOf[int, NumberValue]
    """Credits Requested"""
    credits_granted: FieldOf[int, NumberValue]
    """Credits Granted"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    response_requested: FieldOf[int, NumberValue]
    """Response Requested"""
    flags_reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    remaining_length: FieldOf[int, NumberValue]
    """Remaining Length: 0: the last fragment, in bytes"""
    data_offset: FieldOf[int, NumberValue]
    """Data Offset, in bytes"""
    data_length: FieldOf[int, NumberValue]
    """Data Length, in bytes"""

class _SMBDBufferValues(_OfScapy, total=False):
    buffer_offset: NumberValue
    token: NumberValue
    length: NumberValue

class SMBDBuffer(IBLayer, metaclass=LayerType):
    """SMB Direct Buffer Descriptor"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMBDBufferValues]) -> None: ...
    buffer_offset: FieldOf[int, NumberValue]
    """Offset"""
    token: FieldOf[int, NumberValue]
    """Token: an R_Key"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _SDPValues(_OfScapy, total=False):
    mid: NumberValue
    flags_reserved: NumberValue
    reqpipe: NumberValue
    oobpend: NumberValue
    oobpres: NumberValue
    bufs: NumberValue
    len: NumberValue
    mseq: NumberValue
    mseqack: NumberValue

class SDP(IBLayer, metaclass=LayerType):
    """SDP Base Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SDPValues]) -> None: ...
    mid: FieldOf[int, NumberValue]
    """Message"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    reqpipe: FieldOf[int, NumberValue]
    """Request Pipe"""
    oobpend: FieldOf[int, NumberValue]
    """Out of Band Data Pending"""
    oobpres: FieldOf[int, NumberValue]
    """Out of Band Data Present"""
    bufs: FieldOf[int, NumberValue]
    """Buffers: that are posted for receiving"""
    len: FieldOf[int, NumberValue]
    """Length: of the message, this header included, in bytes"""
    mseq: FieldOf[int, NumberValue]
    """Message Sequence Number"""
    mseqack: FieldOf[int, NumberValue]
    """Acknowledged Sequence Number"""

class _SDPHelloValues(_OfScapy, total=False):
    majv: NumberValue
    minv: NumberValue
    ipv: NumberValue
    cap: NumberValue
    reserved: NumberValue
    maxadverts: NumberValue
    desremrcvsz: NumberValue
    localrcvsz: NumberValue
    localport: NumberValue
    extmaxadverts: NumberValue
    src_ip: IPv6Value
    dst_ip: IPv6Value
    reserved2: NumberValue

class SDPHello(IBLayer, metaclass=LayerType):
    """SDP Hello Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SDPHelloValues]) -> None: ...
    majv: FieldOf[int, NumberValue]
    """Major Version"""
    minv: FieldOf[int, NumberValue]
    """Minor Version"""
    ipv: FieldOf[int, NumberValue]
    """IP Version"""
    cap: FieldOf[int, NumberValue]
    """Capabilities: 1: invalidation, 2: extended maximum of advertisements"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    maxadverts: FieldOf[int, NumberValue]
    """Maximum Advertisements"""
    desremrcvsz: FieldOf[int, NumberValue]
    """Desired Remote Receive Size, in bytes"""
    localrcvsz: FieldOf[int, NumberValue]
    """Local Receive Size, in bytes"""
    localport: FieldOf[int, NumberValue]
    """Local Port"""
    extmaxadverts: FieldOf[int, NumberValue]
    """Extended Maximum Advertisements"""
    src_ip: FieldOf[str, IPv6Value]
    """Source IP Address"""
    dst_ip: FieldOf[str, IPv6Value]
    """Destination IP Address"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _UCXDatagramValues(_OfScapy, total=False):
    endpoint: NumberValue
    kind: NumberValue
    ecn: NumberValue
    ack_request: NumberValue
    am: NumberValue
    psn: NumberValue
    ack_psn: NumberValue

class UCXDatagram(IBLayer, metaclass=LayerType):
    """UCX Datagram"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXDatagramValues]) -> None: ...
    endpoint: FieldOf[int, NumberValue]
    """Destination End Point"""
    kind: FieldOf[int, NumberValue]
    """Message: of an active message; else 4: control, 1: NACK"""
    ecn: FieldOf[int, NumberValue]
    """ECN"""
    ack_request: FieldOf[int, NumberValue]
    """ACK Request"""
    am: FieldOf[int, NumberValue]
    """Active Message"""
    psn: FieldOf[int, NumberValue]
    """PSN: of UCX; what it sends again is a new packet with the same number"""
    ack_psn: FieldOf[int, NumberValue]
    """ACK PSN"""

class _UCXMessageValues(_OfScapy, total=False):
    fc_grant: NumberValue
    fc_hard: NumberValue
    fc_soft: NumberValue
    am_id: NumberValue

class UCXMessage(IBLayer, metaclass=LayerType):
    """UCX Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXMessageValues]) -> None: ...
    fc_grant: FieldOf[int, NumberValue]
    """Flow Control Grant"""
    fc_hard: FieldOf[int, NumberValue]
    """Flow Control Hard Request"""
    fc_soft: FieldOf[int, NumberValue]
    """Flow Control Soft Request"""
    am_id: FieldOf[int, NumberValue]
    """Message"""

class _UCXConnectionValues(_OfScapy, total=False):
    length: NumberValue
    status: NumberValue

class UCXConnection(IBLayer, metaclass=LayerType):
    """UCX Connection"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXConnectionValues]) -> None: ...
    length: FieldOf[int, NumberValue]
    """Length: of what follows, in bytes"""
    status: FieldOf[int, NumberValue]
    """Status"""

class _RxMValues(_OfScapy, total=False):
    version: NumberValue
    type: NumberValue
    seg_size: NumberValue
    seg_no: NumberValue
    conn_id: NumberValue
    msg_id: NumberValue
    ctrl_data: NumberValue
    op_version: NumberValue
    rx_index: NumberValue
    op: NumberValue
    op_data: NumberValue
    flags: NumberValue
    length: NumberValue
    cq_data: NumberValue
    tag: NumberValue

class RxM(IBLayer, metaclass=LayerType):
    """RxM Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RxMValues]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Control Version"""
    type: FieldOf[int, NumberValue]
    """Control Type"""
    seg_size: FieldOf[int, NumberValue]
    """Segment Size, in bytes"""
    seg_no: FieldOf[int, NumberValue]
    """Segment Number"""
    conn_id: FieldOf[int, NumberValue]
    """Connection ID"""
    msg_id: FieldOf[int, NumberValue]
    """Message ID"""
    ctrl_data: FieldOf[int, NumberValue]
    """Control Data"""
    op_version: FieldOf[int, NumberValue]
    """Operation Version"""
    rx_index: FieldOf[int, NumberValue]
    """Receive Index"""
    op: FieldOf[int, NumberValue]
    """Operation"""
    op_data: FieldOf[int, NumberValue]
    """Operation Data"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    length: FieldOf[int, NumberValue]
    """Size, in bytes"""
    cq_data: FieldOf[int, NumberValue]
    """Remote Completion Data"""
    tag: FieldOf[int, NumberValue]
    """Tag: or a number of buffers, or of an atomic operation"""

class _RxMConnectionValues(_OfScapy, total=False):
    version: NumberValue
    endianness: NumberValue
    ctrl_version: NumberValue
    op_version: NumberValue
    port: NumberValue
    flow_control: NumberValue
    ep_index: NumberValue
    eager_limit: NumberValue
    rx_size: NumberValue
    conn_id: NumberValue

class RxMConnection(IBLayer, metaclass=LayerType):
    """RxM Connection"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RxMConnectionValues]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    endianness: FieldOf[int, NumberValue]
    """Byte Order"""
    ctrl_version: FieldOf[int, NumberValue]
    """Control Version"""
    op_version: FieldOf[int, NumberValue]
    """Operation Version"""
    port: FieldOf[int, NumberValue]
    """Port"""
    flow_control: FieldOf[int, NumberValue]
    """Flow Control"""
    ep_index: FieldOf[int, NumberValue]
    """End Point Index"""
    eager_limit: FieldOf[int, NumberValue]
    """Eager Limit, in bytes"""
    rx_size: FieldOf[int, NumberValue]
    """Receive Size"""
    conn_id: FieldOf[int, NumberValue]
    """Client Connection ID"""

class _RxDValues(_OfScapy, total=False):
    version: NumberValue
    type: NumberValue
    flags: NumberValue
    peer: NumberValue
    seq_no: NumberValue

class RxD(IBLayer, metaclass=LayerType):
    """RxD Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RxDValues]) -> None: ...
    version: FieldOf[int, NumberValue]
    """Version"""
    type: FieldOf[int, NumberValue]
    """Type"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    peer: FieldOf[int, NumberValue]
    """Peer"""
    seq_no: FieldOf[int, NumberValue]
    """Sequence Number"""

class _NVMeIdentifyValues(_OfScapy, total=False):
    cns: NumberValue
    rsvd1: NumberValue
    cntid: NumberValue
    nvmsetid: NumberValue
    rsvd2: NumberValue
    csi: NumberValue
    cdw12: NumberValue
    cdw13: NumberValue
    rsvd3: NumberValue
    uuid_index: NumberValue
    rsvd4: NumberValue
    cdw15: NumberValue

class NVMeIdentify(IBLayer, metaclass=LayerType):
    """Identify"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeIdentifyValues]) -> None: ...
    cns: FieldOf[int, NumberValue]
    """Structure"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    cntid: FieldOf[int, NumberValue]
    """Controller Identifier"""
    nvmsetid: FieldOf[int, NumberValue]
    """NVM Set Identifier: or what else the structure takes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    csi: FieldOf[int, NumberValue]
    """Command Set Identifier"""
    cdw12: FieldOf[int, NumberValue]
    """Command Dword 12"""
    cdw13: FieldOf[int, NumberValue]
    """Command Dword 13"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    uuid_index: FieldOf[int, NumberValue]
    """UUID Index"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""

class _NVMeGetLogPageValues(_OfScapy, total=False):
    lid: NumberValue
    rae: NumberValue
    lsp: NumberValue
    numdl: NumberValue
    numdu: NumberValue
    lsi: NumberValue
    lpo: NumberValue
    ot: NumberValue
    uuid_index: NumberValue
    rsvd: NumberValue
    csi: NumberValue
    cdw15: NumberValue

class NVMeGetLogPage(IBLayer, metaclass=LayerType):
    """Get Log Page"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeGetLogPageValues]) -> None: ...
    lid: FieldOf[int, NumberValue]
    """Log Page Identifier"""
    rae: FieldOf[int, NumberValue]
    """Retain Asynchronous Event"""
    lsp: FieldOf[int, NumberValue]
    """Log Specific Parameter"""
    numdl: FieldOf[int, NumberValue]
    """Number of Dwords, Lower"""
    numdu: FieldOf[int, NumberValue]
    """Number of Dwords, Upper"""
    lsi: FieldOf[int, NumberValue]
    """Log Specific Identifier"""
    lpo: FieldOf[int, NumberValue]
    """Log Page Offset, in bytes"""
    ot: FieldOf[int, NumberValue]
    """Offset Type"""
    uuid_index: FieldOf[int, NumberValue]
    """UUID Index"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    csi: FieldOf[int, NumberValue]
    """Command Set Identifier"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""
    numd: FieldOf[int, Never]
    """Number of Dwords: one less than asked for"""
    length: FieldOf[int, Never]
    """Length: asked for, in bytes"""

class _NVMeSetFeaturesValues(_OfScapy, total=False):
    fid: NumberValue
    rsvd1: NumberValue
    sv: NumberValue
    rsvd2: NumberValue
    cdw11: NumberValue
    cdw12: NumberValue
    cdw13: NumberValue
    cdw14: NumberValue
    cdw15: NumberValue

class NVMeSetFeatures(IBLayer, metaclass=LayerType):
    """Set Features"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeSetFeaturesValues]) -> None: ...
    fid: FieldOf[int, NumberValue]
    """Feature"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    sv: FieldOf[int, NumberValue]
    """Save"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    cdw11: FieldOf[int, NumberValue]
    """Feature Value"""
    cdw12: FieldOf[int, NumberValue]
    """Command Dword 12"""
    cdw13: FieldOf[int, NumberValue]
    """Command Dword 13"""
    cdw14: FieldOf[int, NumberValue]
    """Command Dword 14"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""

class _NVMeGetFeaturesValues(_OfScapy, total=False):
    fid: NumberValue
    rsvd1: NumberValue
    sel: NumberValue
    rsvd2: NumberValue
    cdw11: NumberValue
    cdw12: NumberValue
    cdw13: NumberValue
    cdw14: NumberValue
    cdw15: NumberValue

class NVMeGetFeatures(IBLayer, metaclass=LayerType):
    """Get Features"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeGetFeaturesValues]) -> None: ...
    fid: FieldOf[int, NumberValue]
    """Feature"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    sel: FieldOf[int, NumberValue]
    """Select"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    cdw11: FieldOf[int, NumberValue]
    """Command Dword 11"""
    cdw12: FieldOf[int, NumberValue]
    """Command Dword 12"""
    cdw13: FieldOf[int, NumberValue]
    """Command Dword 13"""
    cdw14: FieldOf[int, NumberValue]
    """Command Dword 14"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""

class _NVMeAbortValues(_OfScapy, total=False):
    sqid: NumberValue
    cid: NumberValue
    rsvd: BinaryValue

class NVMeAbort(IBLayer, metaclass=LayerType):
    """Abort"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeAbortValues]) -> None: ...
    sqid: FieldOf[int, NumberValue]
    """Submission Queue Identifier"""
    cid: FieldOf[int, NumberValue]
    """Command Identifier: of the command to abort"""
    rsvd: FieldOf[bytes, BinaryValue]
    """Reserved (160 bits)"""

class _NVMeDwordsValues(_OfScapy, total=False):
    cdw10: NumberValue
    cdw11: NumberValue
    cdw12: NumberValue
    cdw13: NumberValue
    cdw14: NumberValue
    cdw15: NumberValue

class NVMeDwords(IBLayer, metaclass=LayerType):
    """Command Dwords"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeDwordsValues]) -> None: ...
    cdw10: FieldOf[int, NumberValue]
    """Command Dword 10"""
    cdw11: FieldOf[int, NumberValue]
    """Command Dword 11"""
    cdw12: FieldOf[int, NumberValue]
    """Command Dword 12"""
    cdw13: FieldOf[int, NumberValue]
    """Command Dword 13"""
    cdw14: FieldOf[int, NumberValue]
    """Command Dword 14"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""

class _NVMeReadWriteValues(_OfScapy, total=False):
    slba: NumberValue
    nlb: NumberValue
    dtype: NumberValue
    rsvd2: NumberValue
    lr: NumberValue
    fua: NumberValue
    prinfo: NumberValue
    rsvd3: NumberValue
    stc: NumberValue
    dsm_incompressible: NumberValue
    dsm_seq_req: NumberValue
    dsm_access_lat: NumberValue
    dsm_access_freq: NumberValue
    rsvd4: NumberValue
    dspec: NumberValue
    eilbrt: NumberValue
    elbat: NumberValue
    elbatm: NumberValue

class NVMeReadWrite(IBLayer, metaclass=LayerType):
    """Read, Write, Compare"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeReadWriteValues]) -> None: ...
    slba: FieldOf[int, NumberValue]
    """Starting LBA"""
    nlb: FieldOf[int, NumberValue]
    """Number of Logical Blocks: one less than there are"""
    dtype: FieldOf[int, NumberValue]
    """Directive Type: of a Write"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    lr: FieldOf[int, NumberValue]
    """Limited Retry"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    prinfo: FieldOf[int, NumberValue]
    """Protection Information: PRACT, then checks of guard, application tag, reference tag"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    stc: FieldOf[int, NumberValue]
    """Storage Tag Check"""
    dsm_incompressible: FieldOf[int, NumberValue]
    """Incompressible"""
    dsm_seq_req: FieldOf[int, NumberValue]
    """Sequential Request"""
    dsm_access_lat: FieldOf[int, NumberValue]
    """Access Latency"""
    dsm_access_freq: FieldOf[int, NumberValue]
    """Access Frequency"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    dspec: FieldOf[int, NumberValue]
    """Directive Specific"""
    eilbrt: FieldOf[int, NumberValue]
    """Expected Initial Logical Block Reference Tag"""
    elbat: FieldOf[int, NumberValue]
    """Expected Logical Block Application Tag"""
    elbatm: FieldOf[int, NumberValue]
    """Expected Logical Block Application Tag Mask"""

class _NVMeWriteZeroesValues(_OfScapy, total=False):
    slba: NumberValue
    nlb: NumberValue
    rsvd2: NumberValue
    lr: NumberValue
    fua: NumberValue
    prinfo: NumberValue
    deac: NumberValue
    stc: NumberValue
    cdw13: NumberValue
    cdw14: NumberValue
    cdw15: NumberValue

class NVMeWriteZeroes(IBLayer, metaclass=LayerType):
    """Write Zeroes, Verify, Write Uncorrectable"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeWriteZeroesValues]) -> None: ...
    slba: FieldOf[int, NumberValue]
    """Starting LBA"""
    nlb: FieldOf[int, NumberValue]
    """Number of Logical Blocks: one less than there are"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    lr: FieldOf[int, NumberValue]
    """Limited Retry"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    prinfo: FieldOf[int, NumberValue]
    """Protection Information"""
    deac: FieldOf[int, NumberValue]
    """Deallocate: Write Zeroes only"""
    stc: FieldOf[int, NumberValue]
    """Storage Tag Check"""
    cdw13: FieldOf[int, NumberValue]
    """Command Dword 13"""
    cdw14: FieldOf[int, NumberValue]
    """Command Dword 14"""
    cdw15: FieldOf[int, NumberValue]
    """Command Dword 15"""

class _NVMeDatasetManagementValues(_OfScapy, total=False):
    nr: NumberValue
    rsvd1: NumberValue
    rsvd2: NumberValue
    ad: NumberValue
    idw: NumberValue
    idr: NumberValue
    rsvd3: BinaryValue

class NVMeDatasetManagement(IBLayer, metaclass=LayerType):
    """Dataset Management"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeDatasetManagementValues]) -> None: ...
    nr: FieldOf[int, NumberValue]
    """Number of Ranges: one less than there are"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    ad: FieldOf[int, NumberValue]
    """Deallocate: trim: the blocks are not needed any more"""
    idw: FieldOf[int, NumberValue]
    """Integral Dataset for Write"""
    idr: FieldOf[int, NumberValue]
    """Integral Dataset for Read"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (152 bits)"""

class _NVMeReservationRegisterValues(_OfScapy, total=False):
    rsvd1: NumberValue
    iekey: NumberValue
    rrega: NumberValue
    rsvd2: NumberValue
    cptpl: NumberValue
    rsvd3: NumberValue
    rsvd4: BinaryValue

class NVMeReservationRegister(IBLayer, metaclass=LayerType):
    """Reservation Register"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeReservationRegisterValues]) -> None: ...
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    iekey: FieldOf[int, NumberValue]
    """Ignore Existing Key"""
    rrega: FieldOf[int, NumberValue]
    """Action"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    cptpl: FieldOf[int, NumberValue]
    """Change Persist Through Power Loss"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    rsvd4: FieldOf[bytes, BinaryValue]
    """Reserved (160 bits)"""

class _NVMeReservationAcquireValues(_OfScapy, total=False):
    rsvd1: NumberValue
    iekey: NumberValue
    racqa: NumberValue
    rtype: NumberValue
    rsvd2: BinaryValue

class NVMeReservationAcquire(IBLayer, metaclass=LayerType):
    """Reservation Acquire"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeReservationAcquireValues]) -> None: ...
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    iekey: FieldOf[int, NumberValue]
    """Ignore Existing Key"""
    racqa: FieldOf[int, NumberValue]
    """Action"""
    rtype: FieldOf[int, NumberValue]
    """Reservation Type"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (176 bits)"""

class _NVMeReservationReleaseValues(_OfScapy, total=False):
    rsvd1: NumberValue
    iekey: NumberValue
    rrela: NumberValue
    rtype: NumberValue
    rsvd2: BinaryValue

class NVMeReservationRelease(IBLayer, metaclass=LayerType):
    """Reservation Release"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeReservationReleaseValues]) -> None: ...
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    iekey: FieldOf[int, NumberValue]
    """Ignore Existing Key"""
    rrela: FieldOf[int, NumberValue]
    """Action"""
    rtype: FieldOf[int, NumberValue]
    """Reservation Type"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (176 bits)"""

class _NVMeReservationReportValues(_OfScapy, total=False):
    numd: NumberValue
    rsvd1: NumberValue
    eds: NumberValue
    rsvd2: BinaryValue

class NVMeReservationReport(IBLayer, metaclass=LayerType):
    """Reservation Report"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeReservationReportValues]) -> None: ...
    numd: FieldOf[int, NumberValue]
    """Number of Dwords: one less than there are"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    eds: FieldOf[int, NumberValue]
    """Extended Data Structure"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (152 bits)"""

class _NVMePropertySetValues(_OfScapy, total=False):
    attrib_rsvd: NumberValue
    size_code: NumberValue
    rsvd1: NumberValue
    ofst: NumberValue
    value: NumberValue
    rsvd2: NumberValue

class NVMePropertySet(IBLayer, metaclass=LayerType):
    """Property Set"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMePropertySetValues]) -> None: ...
    attrib_rsvd: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    size_code: FieldOf[int, NumberValue]
    """Size"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    ofst: FieldOf[int, NumberValue]
    """Property"""
    value: FieldOf[int, NumberValue]
    """Value"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _NVMeConnectValues(_OfScapy, total=False):
    recfmt: NumberValue
    qid: NumberValue
    sqsize: NumberValue
    cattr_rsvd: NumberValue
    dioq: NumberValue
    dfc: NumberValue
    pc: NumberValue
    rsvd2: NumberValue
    kato: NumberValue
    rsvd3: BinaryValue

class NVMeConnect(IBLayer, metaclass=LayerType):
    """Connect"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeConnectValues]) -> None: ...
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    qid: FieldOf[int, NumberValue]
    """Queue ID: 0: the admin queue"""
    sqsize: FieldOf[int, NumberValue]
    """Submission Queue Size: entries, one less than there are"""
    cattr_rsvd: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    dioq: FieldOf[int, NumberValue]
    """Individual I/O Queue Deletion"""
    dfc: FieldOf[int, NumberValue]
    """Disable SQ Flow Control"""
    pc: FieldOf[int, NumberValue]
    """Priority Class"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    kato: FieldOf[int, NumberValue]
    """Keep Alive Timeout, in ms"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""

class _NVMePropertyGetValues(_OfScapy, total=False):
    attrib_rsvd: NumberValue
    size_code: NumberValue
    rsvd1: NumberValue
    ofst: NumberValue
    rsvd2: BinaryValue

class NVMePropertyGet(IBLayer, metaclass=LayerType):
    """Property Get"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMePropertyGetValues]) -> None: ...
    attrib_rsvd: FieldOf[int, NumberValue]
    """Reserved (5 bits)"""
    size_code: FieldOf[int, NumberValue]
    """Size"""
    rsvd1: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    ofst: FieldOf[int, NumberValue]
    """Property"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""

class _NVMeAuthenticationValues(_OfScapy, total=False):
    rsvd2: NumberValue
    spsp0: NumberValue
    spsp1: NumberValue
    secp: NumberValue
    al: NumberValue
    rsvd3: BinaryValue

class NVMeAuthentication(IBLayer, metaclass=LayerType):
    """Authentication"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeAuthenticationValues]) -> None: ...
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    spsp0: FieldOf[int, NumberValue]
    """Security Protocol Specific 0"""
    spsp1: FieldOf[int, NumberValue]
    """Security Protocol Specific 1"""
    secp: FieldOf[int, NumberValue]
    """Security Protocol: 0xe9: NVMe, DH-HMAC-CHAP"""
    al: FieldOf[int, NumberValue]
    """Length, in bytes"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""

class _NVMeDisconnectValues(_OfScapy, total=False):
    recfmt: NumberValue
    rsvd1: BinaryValue

class NVMeDisconnect(IBLayer, metaclass=LayerType):
    """Disconnect"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeDisconnectValues]) -> None: ...
    recfmt: FieldOf[int, NumberValue]
    """Record Format"""
    rsvd1: FieldOf[bytes, BinaryValue]
    """Reserved (176 bits)"""

class _NVMeFabricsDwordsValues(_OfScapy, total=False):
    dwords: BinaryValue

class NVMeFabricsDwords(IBLayer, metaclass=LayerType):
    """Fabrics Command of an Unknown Type"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeFabricsDwordsValues]) -> None: ...
    dwords: FieldOf[bytes, BinaryValue]
    """Command Dwords 10 to 15"""

class _NVMeRangeValues(_OfScapy, total=False):
    cattr: NumberValue
    nlb: NumberValue
    slba: NumberValue

class NVMeRange(IBLayer, metaclass=LayerType):
    """Dataset Management Range"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeRangeValues]) -> None: ...
    cattr: FieldOf[int, NumberValue]
    """Context Attributes"""
    nlb: FieldOf[int, NumberValue]
    """Length, in blocks"""
    slba: FieldOf[int, NumberValue]
    """Starting LBA"""

class _NVMeDiscoveryEntryValues(_OfScapy, total=False):
    trtype: NumberValue
    adrfam: NumberValue
    subtype: NumberValue
    treq: NumberValue
    portid: NumberValue
    cntlid: NumberValue
    asqsz: NumberValue
    eflags: NumberValue
    rsvd1: BinaryValue
    trsvcid: BinaryValue
    rsvd2: BinaryValue
    subnqn: BinaryValue
    traddr: BinaryValue
    qptype: NumberValue
    prtype: NumberValue
    cms: NumberValue
    rsvd3: NumberValue
    p_key: NumberValue
    rsvd4: BinaryValue

class NVMeDiscoveryEntry(IBLayer, metaclass=LayerType):
    """Discovery Log Page Entry"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NVMeDiscoveryEntryValues]) -> None: ...
    trtype: FieldOf[int, NumberValue]
    """Transport Type"""
    adrfam: FieldOf[int, NumberValue]
    """Address Family"""
    subtype: FieldOf[int, NumberValue]
    """Subsystem Type"""
    treq: FieldOf[int, NumberValue]
    """Transport Requirements"""
    portid: FieldOf[int, NumberValue]
    """Port ID"""
    cntlid: FieldOf[int, NumberValue]
    """Controller ID"""
    asqsz: FieldOf[int, NumberValue]
    """Admin Max SQ Size"""
    eflags: FieldOf[int, NumberValue]
    """Entry Flags"""
    rsvd1: FieldOf[bytes, BinaryValue]
    """Reserved (160 bits)"""
    trsvcid: FieldOf[bytes, BinaryValue]
    """Transport Service Identifier"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (1536 bits)"""
    subnqn: FieldOf[bytes, BinaryValue]
    """Subsystem NQN"""
    traddr: FieldOf[bytes, BinaryValue]
    """Transport Address"""
    qptype: FieldOf[int, NumberValue]
    """RDMA QP Type"""
    prtype: FieldOf[int, NumberValue]
    """RDMA Provider Type"""
    cms: FieldOf[int, NumberValue]
    """RDMA CM Service"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (40 bits)"""
    p_key: FieldOf[int, NumberValue]
    """RDMA P_Key"""
    rsvd4: FieldOf[bytes, BinaryValue]
    """Reserved (1968 bits)"""

class _RPCRDMAPaddingValues(_OfScapy, total=False):
    align: NumberValue
    threshold: NumberValue

class RPCRDMAPadding(IBLayer, metaclass=LayerType):
    """RPC over RDMA, Padding"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAPaddingValues]) -> None: ...
    align: FieldOf[int, NumberValue]
    """RDMA Align"""
    threshold: FieldOf[int, NumberValue]
    """RDMA Threshold"""

class _RPCRDMAErrorValues(_OfScapy, total=False):
    errcode: NumberValue

class RPCRDMAError(IBLayer, metaclass=LayerType):
    """RPC over RDMA, Error"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAErrorValues]) -> None: ...
    errcode: FieldOf[int, NumberValue]
    """Error Code"""

class _RPCRDMAReadValues(_OfScapy, total=False):
    present: NumberValue
    position: NumberValue
    handle: NumberValue
    length: NumberValue
    address: NumberValue

class RPCRDMARead(IBLayer, metaclass=LayerType):
    """Read Chunk"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAReadValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present: 1: an item follows"""
    position: FieldOf[int, NumberValue]
    """Position in XDR: where the data belong in the message; 0: all of it, in bytes"""
    handle: FieldOf[int, NumberValue]
    """RDMA Handle: the R_Key"""
    length: FieldOf[int, NumberValue]
    """RDMA Length: in a reply what was written, in bytes"""
    address: FieldOf[int, NumberValue]
    """RDMA Offset: the virtual address"""

class _RPCRDMAReadEndValues(_OfScapy, total=False):
    present: NumberValue

class RPCRDMAReadEnd(IBLayer, metaclass=LayerType):
    """End of the Read List"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAReadEndValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present"""

class _RPCRDMAVersionsValues(_OfScapy, total=False):
    vers_low: NumberValue
    vers_high: NumberValue

class RPCRDMAVersions(IBLayer, metaclass=LayerType):
    """RPC over RDMA, Versions"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAVersionsValues]) -> None: ...
    vers_low: FieldOf[int, NumberValue]
    """Version Low"""
    vers_high: FieldOf[int, NumberValue]
    """Version High"""

class _RPCRDMAWriteValues(_OfScapy, total=False):
    present: NumberValue
    count: NumberValue

class RPCRDMAWrite(IBLayer, metaclass=LayerType):
    """Write Chunk"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAWriteValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present: 1: an item follows"""
    count: FieldOf[int, NumberValue]
    """Write Chunk Segment Count"""

class _RPCRDMAWriteEndValues(_OfScapy, total=False):
    present: NumberValue

class RPCRDMAWriteEnd(IBLayer, metaclass=LayerType):
    """End of the Write List"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAWriteEndValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present"""

class _RPCRDMAWriteSegmentValues(_OfScapy, total=False):
    handle: NumberValue
    length: NumberValue
    address: NumberValue

class RPCRDMAWriteSegment(IBLayer, metaclass=LayerType):
    """Write Chunk Segment"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAWriteSegmentValues]) -> None: ...
    handle: FieldOf[int, NumberValue]
    """RDMA Handle: the R_Key"""
    length: FieldOf[int, NumberValue]
    """RDMA Length: in a reply what was written, in bytes"""
    address: FieldOf[int, NumberValue]
    """RDMA Offset: the virtual address"""

class _RPCRDMAReplyValues(_OfScapy, total=False):
    present: NumberValue
    count: NumberValue

class RPCRDMAReply(IBLayer, metaclass=LayerType):
    """Reply Chunk"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAReplyValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present: 1: an item follows"""
    count: FieldOf[int, NumberValue]
    """Write Chunk Segment Count"""

class _RPCRDMANoReplyValues(_OfScapy, total=False):
    present: NumberValue

class RPCRDMANoReply(IBLayer, metaclass=LayerType):
    """No Reply Chunk"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMANoReplyValues]) -> None: ...
    present: FieldOf[int, NumberValue]
    """Present"""

class _RPCRDMAReplySegmentValues(_OfScapy, total=False):
    handle: NumberValue
    length: NumberValue
    address: NumberValue

class RPCRDMAReplySegment(IBLayer, metaclass=LayerType):
    """Reply Chunk Segment"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCRDMAReplySegmentValues]) -> None: ...
    handle: FieldOf[int, NumberValue]
    """RDMA Handle: the R_Key"""
    length: FieldOf[int, NumberValue]
    """RDMA Length: in a reply what was written, in bytes"""
    address: FieldOf[int, NumberValue]
    """RDMA Offset: the virtual address"""

class _RPCCallValues(_OfScapy, total=False):
    rpcvers: NumberValue
    program: NumberValue
    programversion: NumberValue
    procedure: NumberValue

class RPCCall(IBLayer, metaclass=LayerType):
    """Call"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCCallValues]) -> None: ...
    rpcvers: FieldOf[int, NumberValue]
    """RPC Version"""
    program: FieldOf[int, NumberValue]
    """Program"""
    programversion: FieldOf[int, NumberValue]
    """Program Version"""
    procedure: FieldOf[int, NumberValue]
    """Procedure"""

class _RPCReplyValues(_OfScapy, total=False):
    replystat: NumberValue

class RPCReply(IBLayer, metaclass=LayerType):
    """Reply"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCReplyValues]) -> None: ...
    replystat: FieldOf[int, NumberValue]
    """Reply State"""

class _RPCUnixCredentialValues(_OfScapy, total=False):
    flavor: NumberValue
    length: NumberValue
    stamp: NumberValue
    machinename_length: NumberValue
    machinename: BinaryValue

class RPCUnixCredential(IBLayer, metaclass=LayerType):
    """Credential of AUTH_UNIX"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCUnixCredentialValues]) -> None: ...
    flavor: FieldOf[int, NumberValue]
    """Flavor"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    stamp: FieldOf[int, NumberValue]
    """Stamp"""
    machinename_length: FieldOf[int | None, NumberValue]
    """Machine Name, Length"""
    machinename: FieldOf[bytes, BinaryValue]
    """Machine Name"""

class _RPCGSSCredentialValues(_OfScapy, total=False):
    flavor: NumberValue
    length: NumberValue
    version: NumberValue
    procedure: NumberValue
    seqnum: NumberValue
    service: NumberValue
    context_length: NumberValue
    context: BinaryValue

class RPCGSSCredential(IBLayer, metaclass=LayerType):
    """Credential of RPCSEC_GSS"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCGSSCredentialValues]) -> None: ...
    flavor: FieldOf[int, NumberValue]
    """Flavor"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    version: FieldOf[int, NumberValue]
    """GSS Version"""
    procedure: FieldOf[int, NumberValue]
    """GSS Procedure"""
    seqnum: FieldOf[int, NumberValue]
    """GSS Sequence Number"""
    service: FieldOf[int, NumberValue]
    """GSS Service"""
    context_length: FieldOf[int | None, NumberValue]
    """GSS Context Length"""
    context: FieldOf[bytes, BinaryValue]
    """GSS Context"""

class _RPCCredentialValues(_OfScapy, total=False):
    flavor: NumberValue
    length: NumberValue
    body: BinaryValue

class RPCCredential(IBLayer, metaclass=LayerType):
    """Credential"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCCredentialValues]) -> None: ...
    flavor: FieldOf[int, NumberValue]
    """Flavor: who calls"""
    length: FieldOf[int | None, NumberValue]
    """Length, in bytes"""
    body: FieldOf[bytes, BinaryValue]
    """Body"""

class _RPCVerifierValues(_OfScapy, total=False):
    flavor: NumberValue
    length: NumberValue
    body: BinaryValue

class RPCVerifier(IBLayer, metaclass=LayerType):
    """Verifier"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCVerifierValues]) -> None: ...
    flavor: FieldOf[int, NumberValue]
    """Flavor: proves the credential"""
    length: FieldOf[int | None, NumberValue]
    """Length, in bytes"""
    body: FieldOf[bytes, BinaryValue]
    """Body"""

class _NFS3GetattrValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Getattr(IBLayer, metaclass=LayerType):
    """GETATTR of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3GetattrValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3SetattrValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Setattr(IBLayer, metaclass=LayerType):
    """SETATTR of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3SetattrValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3LookupValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Lookup(IBLayer, metaclass=LayerType):
    """LOOKUP of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3LookupValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3AccessValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Access(IBLayer, metaclass=LayerType):
    """ACCESS of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3AccessValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3ReadlinkValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Readlink(IBLayer, metaclass=LayerType):
    """READLINK of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadlinkValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3ReadValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Read(IBLayer, metaclass=LayerType):
    """READ of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReadValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3WriteValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Write(IBLayer, metaclass=LayerType):
    """WRITE of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3WriteValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3CreateValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Create(IBLayer, metaclass=LayerType):
    """CREATE of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3CreateValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3MkdirValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Mkdir(IBLayer, metaclass=LayerType):
    """MKDIR of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3MkdirValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3SymlinkValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Symlink(IBLayer, metaclass=LayerType):
    """SYMLINK of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3SymlinkValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3MknodValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Mknod(IBLayer, metaclass=LayerType):
    """MKNOD of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3MknodValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3RemoveValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Remove(IBLayer, metaclass=LayerType):
    """REMOVE of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RemoveValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3RmdirValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Rmdir(IBLayer, metaclass=LayerType):
    """RMDIR of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RmdirValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3RenameValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Rename(IBLayer, metaclass=LayerType):
    """RENAME of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3RenameValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3LinkValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Link(IBLayer, metaclass=LayerType):
    """LINK of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3LinkValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3ReaddirValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Readdir(IBLayer, metaclass=LayerType):
    """READDIR of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReaddirValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3ReaddirplusValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Readdirplus(IBLayer, metaclass=LayerType):
    """READDIRPLUS of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3ReaddirplusValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3FsstatValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Fsstat(IBLayer, metaclass=LayerType):
    """FSSTAT of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3FsstatValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3FsinfoValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Fsinfo(IBLayer, metaclass=LayerType):
    """FSINFO of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3FsinfoValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3PathconfValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Pathconf(IBLayer, metaclass=LayerType):
    """PATHCONF of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3PathconfValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS3CommitValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS3Commit(IBLayer, metaclass=LayerType):
    """COMMIT of NFS Version 3"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3CommitValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS4CompoundValues(_OfScapy, total=False):
    tag_length: NumberValue
    tag: BinaryValue

class NFS4Compound(IBLayer, metaclass=LayerType):
    """COMPOUND"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CompoundValues]) -> None: ...
    tag_length: FieldOf[int | None, NumberValue]
    """Tag, Length"""
    tag: FieldOf[bytes, BinaryValue]
    """Tag"""

class _RPCReplyVerifierValues(_OfScapy, total=False):
    flavor: NumberValue
    length: NumberValue
    body: BinaryValue

class RPCReplyVerifier(IBLayer, metaclass=LayerType):
    """Verifier"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCReplyVerifierValues]) -> None: ...
    flavor: FieldOf[int, NumberValue]
    """Flavor: proves who answers"""
    length: FieldOf[int | None, NumberValue]
    """Length, in bytes"""
    body: FieldOf[bytes, BinaryValue]
    """Body"""

class _RPCAcceptedValues(_OfScapy, total=False):
    state_accept: NumberValue

class RPCAccepted(IBLayer, metaclass=LayerType):
    """Accepted"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCAcceptedValues]) -> None: ...
    state_accept: FieldOf[int, NumberValue]
    """Accept State"""

class _RPCDeniedValues(_OfScapy, total=False):
    state_reject: NumberValue

class RPCDenied(IBLayer, metaclass=LayerType):
    """Denied"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCDeniedValues]) -> None: ...
    state_reject: FieldOf[int, NumberValue]
    """Reject State"""

class _RPCVersionsValues(_OfScapy, total=False):
    low: NumberValue
    high: NumberValue

class RPCVersions(IBLayer, metaclass=LayerType):
    """Versions of the Program"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCVersionsValues]) -> None: ...
    low: FieldOf[int, NumberValue]
    """Program Version (Minimum)"""
    high: FieldOf[int, NumberValue]
    """Program Version (Maximum)"""

class _RPCDeniedVersionsValues(_OfScapy, total=False):
    low: NumberValue
    high: NumberValue

class RPCDeniedVersions(IBLayer, metaclass=LayerType):
    """Versions of RPC"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCDeniedVersionsValues]) -> None: ...
    low: FieldOf[int, NumberValue]
    """RPC Version (Minimum)"""
    high: FieldOf[int, NumberValue]
    """RPC Version (Maximum)"""

class _RPCDeniedCredentialValues(_OfScapy, total=False):
    state_auth: NumberValue

class RPCDeniedCredential(IBLayer, metaclass=LayerType):
    """Denied Credential"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RPCDeniedCredentialValues]) -> None: ...
    state_auth: FieldOf[int, NumberValue]
    """Auth State"""

class _NFS3FoundValues(_OfScapy, total=False):
    follow: NumberValue

class NFS3Found(IBLayer, metaclass=LayerType):
    """Attributes"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3FoundValues]) -> None: ...
    follow: FieldOf[int, NumberValue]
    """Attributes Follow: 1: something follows, 0: nothing"""

class _NFS3AttributesValues(_OfScapy, total=False):
    set_mode: NumberValue

class NFS3Attributes(IBLayer, metaclass=LayerType):
    """Attributes to Set"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3AttributesValues]) -> None: ...
    set_mode: FieldOf[int, NumberValue]
    """Set Mode"""

class _NFS3MadeValues(_OfScapy, total=False):
    handle_follows: NumberValue

class NFS3Made(IBLayer, metaclass=LayerType):
    """What Was Made"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS3MadeValues]) -> None: ...
    handle_follows: FieldOf[int, NumberValue]
    """Handle Follows: 1: something follows, 0: nothing"""

class _NFS4OperationValues(_OfScapy, total=False):
    opcode: NumberValue

class NFS4Operation(IBLayer, metaclass=LayerType):
    """Operation"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OperationValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Opcode"""

class _NFS4OperationsValues(_OfScapy, total=False):
    minorversion: NumberValue
    operations: NumberValue

class NFS4Operations(IBLayer, metaclass=LayerType):
    """COMPOUND, Operations"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OperationsValues]) -> None: ...
    minorversion: FieldOf[int, NumberValue]
    """Minor Version"""
    operations: FieldOf[int, NumberValue]
    """Number of Operations"""

class _NFS4AccessValues(_OfScapy, total=False):
    access: NumberValue

class NFS4Access(IBLayer, metaclass=LayerType):
    """ACCESS, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4AccessValues]) -> None: ...
    access: FieldOf[int, NumberValue]
    """Access"""

class _NFS4CloseValues(_OfScapy, total=False):
    seqid: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue

class NFS4Close(IBLayer, metaclass=LayerType):
    """CLOSE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CloseValues]) -> None: ...
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""

class _NFS4CommitValues(_OfScapy, total=False):
    offset4: NumberValue
    count: NumberValue

class NFS4Commit(IBLayer, metaclass=LayerType):
    """COMMIT, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CommitValues]) -> None: ...
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    count: FieldOf[int, NumberValue]
    """Count, in bytes"""

class _NFS4CreateValues(_OfScapy, total=False):
    type: NumberValue

class NFS4Create(IBLayer, metaclass=LayerType):
    """CREATE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CreateValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""

class _NFS4DelegreturnValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue

class NFS4Delegreturn(IBLayer, metaclass=LayerType):
    """DELEGRETURN, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4DelegreturnValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""

class _NFS4GetattrValues(_OfScapy, total=False):
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4Getattr(IBLayer, metaclass=LayerType):
    """GETATTR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetattrValues]) -> None: ...
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4LockValues(_OfScapy, total=False):
    locktype: NumberValue
    reclaim: NumberValue
    offset4: NumberValue
    length: NumberValue
    new_owner: NumberValue

class NFS4Lock(IBLayer, metaclass=LayerType):
    """LOCK, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LockValues]) -> None: ...
    locktype: FieldOf[int, NumberValue]
    """Lock Type"""
    reclaim: FieldOf[int, NumberValue]
    """Reclaim"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    new_owner: FieldOf[int, NumberValue]
    """New Lock Owner"""

class _NFS4LocktValues(_OfScapy, total=False):
    locktype: NumberValue
    offset4: NumberValue
    length: NumberValue
    clientid: NumberValue
    lock_owner_length: NumberValue
    lock_owner: BinaryValue

class NFS4Lockt(IBLayer, metaclass=LayerType):
    """LOCKT, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LocktValues]) -> None: ...
    locktype: FieldOf[int, NumberValue]
    """Lock Type"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    lock_owner_length: FieldOf[int | None, NumberValue]
    """Owner, Length"""
    lock_owner: FieldOf[bytes, BinaryValue]
    """Owner"""

class _NFS4LockuValues(_OfScapy, total=False):
    locktype: NumberValue
    seqid: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    length: NumberValue

class NFS4Locku(IBLayer, metaclass=LayerType):
    """LOCKU, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LockuValues]) -> None: ...
    locktype: FieldOf[int, NumberValue]
    """Lock Type"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _NFS4LookupValues(_OfScapy, total=False):
    file_name_length: NumberValue
    file_name: BinaryValue

class NFS4Lookup(IBLayer, metaclass=LayerType):
    """LOOKUP, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LookupValues]) -> None: ...
    file_name_length: FieldOf[int | None, NumberValue]
    """Name, Length"""
    file_name: FieldOf[bytes, BinaryValue]
    """Name"""

class _NFS4VerifyValues(_OfScapy, total=False):
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4Verify(IBLayer, metaclass=LayerType):
    """VERIFY, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4VerifyValues]) -> None: ...
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4OpenValues(_OfScapy, total=False):
    seqid: NumberValue
    share_access: NumberValue
    share_deny: NumberValue
    clientid: NumberValue
    owner_length: NumberValue
    owner: BinaryValue

class NFS4Open(IBLayer, metaclass=LayerType):
    """OPEN, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OpenValues]) -> None: ...
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    share_access: FieldOf[int, NumberValue]
    """Share Access"""
    share_deny: FieldOf[int, NumberValue]
    """Share Deny"""
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    owner_length: FieldOf[int | None, NumberValue]
    """Owner, Length"""
    owner: FieldOf[bytes, BinaryValue]
    """Owner"""

class _NFS4OpenattrValues(_OfScapy, total=False):
    createdir: NumberValue

class NFS4Openattr(IBLayer, metaclass=LayerType):
    """OPENATTR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OpenattrValues]) -> None: ...
    createdir: FieldOf[int, NumberValue]
    """Attribute Dir Create"""

class _NFS4OpenConfirmValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    seqid: NumberValue

class NFS4OpenConfirm(IBLayer, metaclass=LayerType):
    """OPEN_CONFIRM, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OpenConfirmValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""

class _NFS4OpenDowngradeValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    seqid: NumberValue
    share_access: NumberValue
    share_deny: NumberValue

class NFS4OpenDowngrade(IBLayer, metaclass=LayerType):
    """OPEN_DOWNGRADE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OpenDowngradeValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    share_access: FieldOf[int, NumberValue]
    """Share Access"""
    share_deny: FieldOf[int, NumberValue]
    """Share Deny"""

class _NFS4PutfhValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS4Putfh(IBLayer, metaclass=LayerType):
    """PUTFH, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4PutfhValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS4ReadValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    count: NumberValue

class NFS4Read(IBLayer, metaclass=LayerType):
    """READ, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReadValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    count: FieldOf[int, NumberValue]
    """Count, in bytes"""

class _NFS4ReaddirValues(_OfScapy, total=False):
    cookie: NumberValue
    cookie_verf: NumberValue
    dircount: NumberValue
    maxcount: NumberValue
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4Readdir(IBLayer, metaclass=LayerType):
    """READDIR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReaddirValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    cookie_verf: FieldOf[int, NumberValue]
    """Cookie Verifier"""
    dircount: FieldOf[int, NumberValue]
    """Directory Count, in bytes"""
    maxcount: FieldOf[int, NumberValue]
    """Maximal Count, in bytes"""
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4RenameValues(_OfScapy, total=False):
    file_name_length: NumberValue
    file_name: BinaryValue

class NFS4Rename(IBLayer, metaclass=LayerType):
    """RENAME, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4RenameValues]) -> None: ...
    file_name_length: FieldOf[int | None, NumberValue]
    """Name, Length"""
    file_name: FieldOf[bytes, BinaryValue]
    """Name"""

class _NFS4RenewValues(_OfScapy, total=False):
    clientid: NumberValue

class NFS4Renew(IBLayer, metaclass=LayerType):
    """RENEW, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4RenewValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""

class _NFS4SetattrValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4Setattr(IBLayer, metaclass=LayerType):
    """SETATTR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetattrValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4SetclientidValues(_OfScapy, total=False):
    verifier: NumberValue
    client_length: NumberValue
    client: BinaryValue

class NFS4Setclientid(IBLayer, metaclass=LayerType):
    """SETCLIENTID, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetclientidValues]) -> None: ...
    verifier: FieldOf[int, NumberValue]
    """Verifier"""
    client_length: FieldOf[int | None, NumberValue]
    """Client, Length"""
    client: FieldOf[bytes, BinaryValue]
    """Client"""

class _NFS4SetclientidConfirmValues(_OfScapy, total=False):
    clientid: NumberValue
    verifier: NumberValue

class NFS4SetclientidConfirm(IBLayer, metaclass=LayerType):
    """SETCLIENTID_CONFIRM, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetclientidConfirmValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    verifier: FieldOf[int, NumberValue]
    """Verifier"""

class _NFS4WriteValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    stable: NumberValue

class NFS4Write(IBLayer, metaclass=LayerType):
    """WRITE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4WriteValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    stable: FieldOf[int, NumberValue]
    """Stable"""

class _NFS4ReleaseLockownerValues(_OfScapy, total=False):
    clientid: NumberValue
    lock_owner_length: NumberValue
    lock_owner: BinaryValue

class NFS4ReleaseLockowner(IBLayer, metaclass=LayerType):
    """RELEASE_LOCKOWNER, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReleaseLockownerValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    lock_owner_length: FieldOf[int | None, NumberValue]
    """Owner, Length"""
    lock_owner: FieldOf[bytes, BinaryValue]
    """Owner"""

class _NFS4BackchannelCtlValues(_OfScapy, total=False):
    cb_program: NumberValue
    parameters: NumberValue

class NFS4BackchannelCtl(IBLayer, metaclass=LayerType):
    """BACKCHANNEL_CTL, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4BackchannelCtlValues]) -> None: ...
    cb_program: FieldOf[int, NumberValue]
    """Callback Program"""
    parameters: FieldOf[int, NumberValue]
    """Security Parameters"""

class _NFS4BindConnToSessionValues(_OfScapy, total=False):
    session: BinaryValue
    channel_direction: NumberValue
    rdma_mode: NumberValue

class NFS4BindConnToSession(IBLayer, metaclass=LayerType):
    """BIND_CONN_TO_SESSION, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4BindConnToSessionValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""
    channel_direction: FieldOf[int, NumberValue]
    """Direction"""
    rdma_mode: FieldOf[int, NumberValue]
    """RDMA Mode"""

class _NFS4ExchangeIdValues(_OfScapy, total=False):
    verifier: NumberValue
    owner_length: NumberValue
    owner: BinaryValue

class NFS4ExchangeId(IBLayer, metaclass=LayerType):
    """EXCHANGE_ID, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ExchangeIdValues]) -> None: ...
    verifier: FieldOf[int, NumberValue]
    """Verifier"""
    owner_length: FieldOf[int | None, NumberValue]
    """Owner, Length"""
    owner: FieldOf[bytes, BinaryValue]
    """Owner"""

class _NFS4CreateSessionValues(_OfScapy, total=False):
    clientid: NumberValue
    seqid: NumberValue
    flags: NumberValue
    fore_padsize: NumberValue
    fore_max_request: NumberValue
    fore_max_response: NumberValue
    fore_max_cached: NumberValue
    fore_max_ops: NumberValue
    fore_max_reqs: NumberValue
    fore_ird_count: NumberValue
    fore_ird: BinaryValue

class NFS4CreateSession(IBLayer, metaclass=LayerType):
    """CREATE_SESSION, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CreateSessionValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    fore_padsize: FieldOf[int, NumberValue]
    """Fore Channel: Header Pad Size"""
    fore_max_request: FieldOf[int, NumberValue]
    """Fore Channel: Largest Request"""
    fore_max_response: FieldOf[int, NumberValue]
    """Fore Channel: Largest Response"""
    fore_max_cached: FieldOf[int, NumberValue]
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: FieldOf[int, NumberValue]
    """Fore Channel: Operations"""
    fore_max_reqs: FieldOf[int, NumberValue]
    """Fore Channel: Requests"""
    fore_ird_count: FieldOf[int | None, NumberValue]
    """RDMA Reads, Length"""
    fore_ird: FieldOf[bytes, BinaryValue]
    """RDMA Reads"""

class _NFS4DestroySessionValues(_OfScapy, total=False):
    session: BinaryValue

class NFS4DestroySession(IBLayer, metaclass=LayerType):
    """DESTROY_SESSION, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4DestroySessionValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""

class _NFS4GetDirDelegationValues(_OfScapy, total=False):
    signal: NumberValue
    notifications_count: NumberValue
    notifications: BinaryValue

class NFS4GetDirDelegation(IBLayer, metaclass=LayerType):
    """GET_DIR_DELEGATION, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetDirDelegationValues]) -> None: ...
    signal: FieldOf[int, NumberValue]
    """Signal Available"""
    notifications_count: FieldOf[int | None, NumberValue]
    """Notifications, Length"""
    notifications: FieldOf[bytes, BinaryValue]
    """Notifications"""

class _NFS4GetdeviceinfoValues(_OfScapy, total=False):
    device: BinaryValue
    layout_type: NumberValue
    maxcount: NumberValue
    notify_count: NumberValue
    notify: BinaryValue

class NFS4Getdeviceinfo(IBLayer, metaclass=LayerType):
    """GETDEVICEINFO, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetdeviceinfoValues]) -> None: ...
    device: FieldOf[bytes, BinaryValue]
    """Device ID"""
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    maxcount: FieldOf[int, NumberValue]
    """Maximal Count, in bytes"""
    notify_count: FieldOf[int | None, NumberValue]
    """Notifications, Length"""
    notify: FieldOf[bytes, BinaryValue]
    """Notifications"""

class _NFS4GetdevicelistValues(_OfScapy, total=False):
    layout_type: NumberValue
    maxdevices: NumberValue
    cookie: NumberValue
    cookie_verf: NumberValue

class NFS4Getdevicelist(IBLayer, metaclass=LayerType):
    """GETDEVICELIST, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetdevicelistValues]) -> None: ...
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    maxdevices: FieldOf[int, NumberValue]
    """Maximal Number of Devices"""
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    cookie_verf: FieldOf[int, NumberValue]
    """Cookie Verifier"""

class _NFS4LayoutcommitValues(_OfScapy, total=False):
    offset4: NumberValue
    length: NumberValue
    reclaim: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue

class NFS4Layoutcommit(IBLayer, metaclass=LayerType):
    """LAYOUTCOMMIT, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutcommitValues]) -> None: ...
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    reclaim: FieldOf[int, NumberValue]
    """Reclaim"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""

class _NFS4LayoutgetValues(_OfScapy, total=False):
    signal: NumberValue
    layout_type: NumberValue
    iomode: NumberValue
    offset4: NumberValue
    length: NumberValue
    minlength: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    maxcount: NumberValue

class NFS4Layoutget(IBLayer, metaclass=LayerType):
    """LAYOUTGET, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutgetValues]) -> None: ...
    signal: FieldOf[int, NumberValue]
    """Signal Available"""
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    iomode: FieldOf[int, NumberValue]
    """IO Mode"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    minlength: FieldOf[int, NumberValue]
    """Minimal Length, in bytes"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    maxcount: FieldOf[int, NumberValue]
    """Maximal Count, in bytes"""

class _NFS4LayoutreturnValues(_OfScapy, total=False):
    reclaim: NumberValue
    layout_type: NumberValue
    iomode: NumberValue
    return_type: NumberValue

class NFS4Layoutreturn(IBLayer, metaclass=LayerType):
    """LAYOUTRETURN, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutreturnValues]) -> None: ...
    reclaim: FieldOf[int, NumberValue]
    """Reclaim"""
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    iomode: FieldOf[int, NumberValue]
    """IO Mode"""
    return_type: FieldOf[int, NumberValue]
    """Return Type"""

class _NFS4SecinfoNoNameValues(_OfScapy, total=False):
    style: NumberValue

class NFS4SecinfoNoName(IBLayer, metaclass=LayerType):
    """SECINFO_NO_NAME, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SecinfoNoNameValues]) -> None: ...
    style: FieldOf[int, NumberValue]
    """Secinfo Style"""

class _NFS4SequenceValues(_OfScapy, total=False):
    session: BinaryValue
    seqid: NumberValue
    slot: NumberValue
    highest_slot: NumberValue
    cachethis: NumberValue

class NFS4Sequence(IBLayer, metaclass=LayerType):
    """SEQUENCE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SequenceValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    slot: FieldOf[int, NumberValue]
    """Slot ID"""
    highest_slot: FieldOf[int, NumberValue]
    """Highest Slot ID"""
    cachethis: FieldOf[int, NumberValue]
    """Cache This"""

class _NFS4SetSsvValues(_OfScapy, total=False):
    ssv_length: NumberValue
    ssv: BinaryValue

class NFS4SetSsv(IBLayer, metaclass=LayerType):
    """SET_SSV, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetSsvValues]) -> None: ...
    ssv_length: FieldOf[int | None, NumberValue]
    """SSV, Length"""
    ssv: FieldOf[bytes, BinaryValue]
    """SSV"""

class _NFS4TestStateidValues(_OfScapy, total=False):
    stateids: NumberValue

class NFS4TestStateid(IBLayer, metaclass=LayerType):
    """TEST_STATEID, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4TestStateidValues]) -> None: ...
    stateids: FieldOf[int, NumberValue]
    """State IDs"""

class _NFS4ReclaimCompleteValues(_OfScapy, total=False):
    one_fs: NumberValue

class NFS4ReclaimComplete(IBLayer, metaclass=LayerType):
    """RECLAIM_COMPLETE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReclaimCompleteValues]) -> None: ...
    one_fs: FieldOf[int, NumberValue]
    """Reclaim One FS"""

class _NFS4AllocateValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    length: NumberValue

class NFS4Allocate(IBLayer, metaclass=LayerType):
    """ALLOCATE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4AllocateValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _NFS4CopyValues(_OfScapy, total=False):
    source_seqid: NumberValue
    source_other: BinaryValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    source_offset: NumberValue
    offset4: NumberValue
    length: NumberValue
    consecutive: NumberValue
    synchronous: NumberValue
    servers: NumberValue

class NFS4Copy(IBLayer, metaclass=LayerType):
    """COPY, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CopyValues]) -> None: ...
    source_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    source_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    source_offset: FieldOf[int, NumberValue]
    """Source Offset, in bytes"""
    offset4: FieldOf[int, NumberValue]
    """Destination Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    consecutive: FieldOf[int, NumberValue]
    """Copy Consecutively"""
    synchronous: FieldOf[int, NumberValue]
    """Copy Synchronous"""
    servers: FieldOf[int, NumberValue]
    """Source Servers"""

class _NFS4CopyNotifyValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    netloc: NumberValue

class NFS4CopyNotify(IBLayer, metaclass=LayerType):
    """COPY_NOTIFY, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CopyNotifyValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    netloc: FieldOf[int, NumberValue]
    """Kind of Server Name"""

class _NFS4IoAdviseValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    length: NumberValue
    hints_count: NumberValue
    hints: BinaryValue

class NFS4IoAdvise(IBLayer, metaclass=LayerType):
    """IO_ADVISE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4IoAdviseValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    hints_count: FieldOf[int | None, NumberValue]
    """Hints, Length"""
    hints: FieldOf[bytes, BinaryValue]
    """Hints"""

class _NFS4LayouterrorValues(_OfScapy, total=False):
    offset4: NumberValue
    length: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    errors: NumberValue

class NFS4Layouterror(IBLayer, metaclass=LayerType):
    """LAYOUTERROR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayouterrorValues]) -> None: ...
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    errors: FieldOf[int, NumberValue]
    """Device Errors"""

class _NFS4LayoutstatsValues(_OfScapy, total=False):
    offset4: NumberValue
    length: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    read_count: NumberValue
    read_bytes: NumberValue
    write_count: NumberValue
    write_bytes: NumberValue
    device: BinaryValue
    layout_type: NumberValue
    update_length: NumberValue
    update: BinaryValue

class NFS4Layoutstats(IBLayer, metaclass=LayerType):
    """LAYOUTSTATS, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutstatsValues]) -> None: ...
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    read_count: FieldOf[int, NumberValue]
    """Reads"""
    read_bytes: FieldOf[int, NumberValue]
    """Read, in bytes"""
    write_count: FieldOf[int, NumberValue]
    """Writes"""
    write_bytes: FieldOf[int, NumberValue]
    """Written, in bytes"""
    device: FieldOf[bytes, BinaryValue]
    """Device ID"""
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    update_length: FieldOf[int | None, NumberValue]
    """Layout Update, Length"""
    update: FieldOf[bytes, BinaryValue]
    """Layout Update"""

class _NFS4SeekValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    offset4: NumberValue
    what: NumberValue

class NFS4Seek(IBLayer, metaclass=LayerType):
    """SEEK, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SeekValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    what: FieldOf[int, NumberValue]
    """Data Content"""

class _NFS4WriteSameValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    stable: NumberValue
    offset4: NumberValue
    block_size: NumberValue
    block_count: NumberValue
    relative: NumberValue
    block_number: NumberValue
    pattern_offset: NumberValue
    pattern_length: NumberValue
    pattern: BinaryValue

class NFS4WriteSame(IBLayer, metaclass=LayerType):
    """WRITE_SAME, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4WriteSameValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    stable: FieldOf[int, NumberValue]
    """Stable"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    block_size: FieldOf[int, NumberValue]
    """Block Size, in bytes"""
    block_count: FieldOf[int, NumberValue]
    """Block Count"""
    relative: FieldOf[int, NumberValue]
    """Offset of the Block Number"""
    block_number: FieldOf[int, NumberValue]
    """Block Number"""
    pattern_offset: FieldOf[int, NumberValue]
    """Offset of the Pattern"""
    pattern_length: FieldOf[int | None, NumberValue]
    """Pattern, Length"""
    pattern: FieldOf[bytes, BinaryValue]
    """Pattern"""

class _NFS4CloneValues(_OfScapy, total=False):
    source_seqid: NumberValue
    source_other: BinaryValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    source_offset: NumberValue
    offset4: NumberValue
    length: NumberValue

class NFS4Clone(IBLayer, metaclass=LayerType):
    """CLONE, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CloneValues]) -> None: ...
    source_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    source_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    source_offset: FieldOf[int, NumberValue]
    """Source Offset, in bytes"""
    offset4: FieldOf[int, NumberValue]
    """Destination Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _NFS4GetxattrValues(_OfScapy, total=False):
    key_length: NumberValue
    key: BinaryValue

class NFS4Getxattr(IBLayer, metaclass=LayerType):
    """GETXATTR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetxattrValues]) -> None: ...
    key_length: FieldOf[int | None, NumberValue]
    """Key, Length"""
    key: FieldOf[bytes, BinaryValue]
    """Key"""

class _NFS4SetxattrValues(_OfScapy, total=False):
    options: NumberValue
    key_length: NumberValue
    key: BinaryValue

class NFS4Setxattr(IBLayer, metaclass=LayerType):
    """SETXATTR, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetxattrValues]) -> None: ...
    options: FieldOf[int, NumberValue]
    """Options"""
    key_length: FieldOf[int | None, NumberValue]
    """Key, Length"""
    key: FieldOf[bytes, BinaryValue]
    """Key"""

class _NFS4ListxattrsValues(_OfScapy, total=False):
    cookie: NumberValue
    maxcount: NumberValue

class NFS4Listxattrs(IBLayer, metaclass=LayerType):
    """LISTXATTRS, Arguments"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ListxattrsValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    maxcount: FieldOf[int, NumberValue]
    """Maximal Count, in bytes"""

class _NFS4ResultValues(_OfScapy, total=False):
    opcode: NumberValue
    status: NumberValue

class NFS4Result(IBLayer, metaclass=LayerType):
    """Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ResultValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    status: FieldOf[int, NumberValue]
    """Status"""

class _NFS4ResultCountValues(_OfScapy, total=False):
    operations: NumberValue

class NFS4ResultCount(IBLayer, metaclass=LayerType):
    """COMPOUND, Results"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ResultCountValues]) -> None: ...
    operations: FieldOf[int, NumberValue]
    """Number of Results"""

class _NFS4ReadlinkResultApartValues(_OfScapy, total=False):
    target_length: NumberValue

class NFS4ReadlinkResultApart(IBLayer, metaclass=LayerType):
    """READLINK, Result without Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReadlinkResultApartValues]) -> None: ...
    target_length: FieldOf[int, NumberValue]
    """Data, Length"""

class _NFS4AccessResultValues(_OfScapy, total=False):
    supported: NumberValue
    access: NumberValue

class NFS4AccessResult(IBLayer, metaclass=LayerType):
    """ACCESS, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4AccessResultValues]) -> None: ...
    supported: FieldOf[int, NumberValue]
    """Supported"""
    access: FieldOf[int, NumberValue]
    """Access"""

class _NFS4CloseResultValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue

class NFS4CloseResult(IBLayer, metaclass=LayerType):
    """CLOSE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CloseResultValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""

class _NFS4CommitResultValues(_OfScapy, total=False):
    verifier: NumberValue

class NFS4CommitResult(IBLayer, metaclass=LayerType):
    """COMMIT, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CommitResultValues]) -> None: ...
    verifier: FieldOf[int, NumberValue]
    """Verifier"""

class _NFS4CreateResultValues(_OfScapy, total=False):
    change_atomic: NumberValue
    change_before: NumberValue
    change_after: NumberValue
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4CreateResult(IBLayer, metaclass=LayerType):
    """CREATE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CreateResultValues]) -> None: ...
    change_atomic: FieldOf[int, NumberValue]
    """Atomic"""
    change_before: FieldOf[int, NumberValue]
    """Change ID Before"""
    change_after: FieldOf[int, NumberValue]
    """Change ID After"""
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4GetattrResultValues(_OfScapy, total=False):
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4GetattrResult(IBLayer, metaclass=LayerType):
    """GETATTR, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetattrResultValues]) -> None: ...
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4GetfhResultValues(_OfScapy, total=False):
    fh_length: NumberValue
    fh: BinaryValue

class NFS4GetfhResult(IBLayer, metaclass=LayerType):
    """GETFH, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetfhResultValues]) -> None: ...
    fh_length: FieldOf[int | None, NumberValue]
    """File Handle, Length"""
    fh: FieldOf[bytes, BinaryValue]
    """File Handle"""

class _NFS4RemoveResultValues(_OfScapy, total=False):
    change_atomic: NumberValue
    change_before: NumberValue
    change_after: NumberValue

class NFS4RemoveResult(IBLayer, metaclass=LayerType):
    """REMOVE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4RemoveResultValues]) -> None: ...
    change_atomic: FieldOf[int, NumberValue]
    """Atomic"""
    change_before: FieldOf[int, NumberValue]
    """Change ID Before"""
    change_after: FieldOf[int, NumberValue]
    """Change ID After"""

class _NFS4OpenResultValues(_OfScapy, total=False):
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    change_atomic: NumberValue
    change_before: NumberValue
    change_after: NumberValue
    result_flags: NumberValue
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4OpenResult(IBLayer, metaclass=LayerType):
    """OPEN, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OpenResultValues]) -> None: ...
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    change_atomic: FieldOf[int, NumberValue]
    """Atomic"""
    change_before: FieldOf[int, NumberValue]
    """Change ID Before"""
    change_after: FieldOf[int, NumberValue]
    """Change ID After"""
    result_flags: FieldOf[int, NumberValue]
    """Result Flags"""
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _NFS4ReadResultValues(_OfScapy, total=False):
    eof: NumberValue

class NFS4ReadResult(IBLayer, metaclass=LayerType):
    """READ, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReadResultValues]) -> None: ...
    eof: FieldOf[int, NumberValue]
    """EOF"""

class _NFS4ReaddirResultValues(_OfScapy, total=False):
    cookie_verf: NumberValue

class NFS4ReaddirResult(IBLayer, metaclass=LayerType):
    """READDIR, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReaddirResultValues]) -> None: ...
    cookie_verf: FieldOf[int, NumberValue]
    """Cookie Verifier"""

class _NFS4RenameResultValues(_OfScapy, total=False):
    source_atomic: NumberValue
    source_before: NumberValue
    source_after: NumberValue
    target_atomic: NumberValue
    target_before: NumberValue
    target_after: NumberValue

class NFS4RenameResult(IBLayer, metaclass=LayerType):
    """RENAME, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4RenameResultValues]) -> None: ...
    source_atomic: FieldOf[int, NumberValue]
    """Atomic"""
    source_before: FieldOf[int, NumberValue]
    """Change ID Before"""
    source_after: FieldOf[int, NumberValue]
    """Change ID After"""
    target_atomic: FieldOf[int, NumberValue]
    """Atomic"""
    target_before: FieldOf[int, NumberValue]
    """Change ID Before"""
    target_after: FieldOf[int, NumberValue]
    """Change ID After"""

class _NFS4SecinfoResultValues(_OfScapy, total=False):
    flavors: NumberValue

class NFS4SecinfoResult(IBLayer, metaclass=LayerType):
    """SECINFO, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SecinfoResultValues]) -> None: ...
    flavors: FieldOf[int, NumberValue]
    """Flavors"""

class _NFS4SetclientidResultValues(_OfScapy, total=False):
    clientid: NumberValue
    verifier: NumberValue

class NFS4SetclientidResult(IBLayer, metaclass=LayerType):
    """SETCLIENTID, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetclientidResultValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    verifier: FieldOf[int, NumberValue]
    """Verifier"""

class _NFS4WriteResultValues(_OfScapy, total=False):
    count: NumberValue
    committed: NumberValue
    verifier: NumberValue

class NFS4WriteResult(IBLayer, metaclass=LayerType):
    """WRITE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4WriteResultValues]) -> None: ...
    count: FieldOf[int, NumberValue]
    """Count, in bytes"""
    committed: FieldOf[int, NumberValue]
    """Committed"""
    verifier: FieldOf[int, NumberValue]
    """Verifier"""

class _NFS4BindConnToSessionResultValues(_OfScapy, total=False):
    session: BinaryValue
    channel_direction: NumberValue
    rdma_mode: NumberValue

class NFS4BindConnToSessionResult(IBLayer, metaclass=LayerType):
    """BIND_CONN_TO_SESSION, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4BindConnToSessionResultValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""
    channel_direction: FieldOf[int, NumberValue]
    """Direction"""
    rdma_mode: FieldOf[int, NumberValue]
    """RDMA Mode"""

class _NFS4ExchangeIdResultValues(_OfScapy, total=False):
    clientid: NumberValue
    seqid: NumberValue
    flags: NumberValue
    protection: NumberValue

class NFS4ExchangeIdResult(IBLayer, metaclass=LayerType):
    """EXCHANGE_ID, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ExchangeIdResultValues]) -> None: ...
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    protection: FieldOf[int, NumberValue]
    """State Protection"""

class _NFS4CreateSessionResultValues(_OfScapy, total=False):
    session: BinaryValue
    seqid: NumberValue
    flags: NumberValue
    fore_padsize: NumberValue
    fore_max_request: NumberValue
    fore_max_response: NumberValue
    fore_max_cached: NumberValue
    fore_max_ops: NumberValue
    fore_max_reqs: NumberValue
    fore_ird_count: NumberValue
    fore_ird: BinaryValue

class NFS4CreateSessionResult(IBLayer, metaclass=LayerType):
    """CREATE_SESSION, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CreateSessionResultValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    fore_padsize: FieldOf[int, NumberValue]
    """Fore Channel: Header Pad Size"""
    fore_max_request: FieldOf[int, NumberValue]
    """Fore Channel: Largest Request"""
    fore_max_response: FieldOf[int, NumberValue]
    """Fore Channel: Largest Response"""
    fore_max_cached: FieldOf[int, NumberValue]
    """Fore Channel: Largest Response Kept"""
    fore_max_ops: FieldOf[int, NumberValue]
    """Fore Channel: Operations"""
    fore_max_reqs: FieldOf[int, NumberValue]
    """Fore Channel: Requests"""
    fore_ird_count: FieldOf[int | None, NumberValue]
    """RDMA Reads, Length"""
    fore_ird: FieldOf[bytes, BinaryValue]
    """RDMA Reads"""

class _NFS4GetDirDelegationResultValues(_OfScapy, total=False):
    unavailable: NumberValue

class NFS4GetDirDelegationResult(IBLayer, metaclass=LayerType):
    """GET_DIR_DELEGATION, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetDirDelegationResultValues]) -> None: ...
    unavailable: FieldOf[int, NumberValue]
    """Status of the Delegation"""

class _NFS4GetdeviceinfoResultValues(_OfScapy, total=False):
    layout_type: NumberValue
    body_length: NumberValue
    body: BinaryValue

class NFS4GetdeviceinfoResult(IBLayer, metaclass=LayerType):
    """GETDEVICEINFO, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetdeviceinfoResultValues]) -> None: ...
    layout_type: FieldOf[int, NumberValue]
    """Layout Type"""
    body_length: FieldOf[int | None, NumberValue]
    """Device Address, Length"""
    body: FieldOf[bytes, BinaryValue]
    """Device Address"""

class _NFS4GetdevicelistResultValues(_OfScapy, total=False):
    cookie: NumberValue
    cookie_verf: NumberValue
    devices: NumberValue

class NFS4GetdevicelistResult(IBLayer, metaclass=LayerType):
    """GETDEVICELIST, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetdevicelistResultValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    cookie_verf: FieldOf[int, NumberValue]
    """Cookie Verifier"""
    devices: FieldOf[int, NumberValue]
    """Number of Devices"""

class _NFS4LayoutcommitResultValues(_OfScapy, total=False):
    resized: NumberValue

class NFS4LayoutcommitResult(IBLayer, metaclass=LayerType):
    """LAYOUTCOMMIT, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutcommitResultValues]) -> None: ...
    resized: FieldOf[int, NumberValue]
    """New Size"""

class _NFS4LayoutgetResultValues(_OfScapy, total=False):
    return_on_close: NumberValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    layouts: NumberValue

class NFS4LayoutgetResult(IBLayer, metaclass=LayerType):
    """LAYOUTGET, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutgetResultValues]) -> None: ...
    return_on_close: FieldOf[int, NumberValue]
    """Return on Close"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    layouts: FieldOf[int, NumberValue]
    """Layouts"""

class _NFS4LayoutreturnResultValues(_OfScapy, total=False):
    kept: NumberValue

class NFS4LayoutreturnResult(IBLayer, metaclass=LayerType):
    """LAYOUTRETURN, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutreturnResultValues]) -> None: ...
    kept: FieldOf[int, NumberValue]
    """State ID Follows"""

class _NFS4SequenceResultValues(_OfScapy, total=False):
    session: BinaryValue
    seqid: NumberValue
    slot: NumberValue
    highest_slot: NumberValue
    target_slot: NumberValue
    status_flags: NumberValue

class NFS4SequenceResult(IBLayer, metaclass=LayerType):
    """SEQUENCE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SequenceResultValues]) -> None: ...
    session: FieldOf[bytes, BinaryValue]
    """Session ID"""
    seqid: FieldOf[int, NumberValue]
    """Sequence"""
    slot: FieldOf[int, NumberValue]
    """Slot ID"""
    highest_slot: FieldOf[int, NumberValue]
    """Highest Slot ID"""
    target_slot: FieldOf[int, NumberValue]
    """Target Highest Slot ID"""
    status_flags: FieldOf[int, NumberValue]
    """Status Flags"""

class _NFS4SetSsvResultValues(_OfScapy, total=False):
    digest_length: NumberValue
    digest: BinaryValue

class NFS4SetSsvResult(IBLayer, metaclass=LayerType):
    """SET_SSV, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetSsvResultValues]) -> None: ...
    digest_length: FieldOf[int | None, NumberValue]
    """Digest, Length"""
    digest: FieldOf[bytes, BinaryValue]
    """Digest"""

class _NFS4TestStateidResultValues(_OfScapy, total=False):
    stateids: NumberValue

class NFS4TestStateidResult(IBLayer, metaclass=LayerType):
    """TEST_STATEID, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4TestStateidResultValues]) -> None: ...
    stateids: FieldOf[int, NumberValue]
    """State IDs"""

class _NFS4CopyResultValues(_OfScapy, total=False):
    callbacks: NumberValue

class NFS4CopyResult(IBLayer, metaclass=LayerType):
    """COPY, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CopyResultValues]) -> None: ...
    callbacks: FieldOf[int, NumberValue]
    """Callback State IDs"""

class _NFS4CopyNotifyResultValues(_OfScapy, total=False):
    lease: BinaryValue
    stateid_seqid: NumberValue
    stateid_other: BinaryValue
    servers: NumberValue

class NFS4CopyNotifyResult(IBLayer, metaclass=LayerType):
    """COPY_NOTIFY, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CopyNotifyResultValues]) -> None: ...
    lease: FieldOf[bytes, BinaryValue]
    """Lease Time"""
    stateid_seqid: FieldOf[int, NumberValue]
    """State ID, Sequence"""
    stateid_other: FieldOf[bytes, BinaryValue]
    """State ID, Other"""
    servers: FieldOf[int, NumberValue]
    """Source Servers"""

class _NFS4IoAdviseResultValues(_OfScapy, total=False):
    hints_count: NumberValue
    hints: BinaryValue

class NFS4IoAdviseResult(IBLayer, metaclass=LayerType):
    """IO_ADVISE, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4IoAdviseResultValues]) -> None: ...
    hints_count: FieldOf[int | None, NumberValue]
    """Hints, Length"""
    hints: FieldOf[bytes, BinaryValue]
    """Hints"""

class _NFS4OffloadStatusResultValues(_OfScapy, total=False):
    copied: NumberValue
    complete: NumberValue

class NFS4OffloadStatusResult(IBLayer, metaclass=LayerType):
    """OFFLOAD_STATUS, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4OffloadStatusResultValues]) -> None: ...
    copied: FieldOf[int, NumberValue]
    """Copied, in bytes"""
    complete: FieldOf[int, NumberValue]
    """Complete"""

class _NFS4ReadPlusResultValues(_OfScapy, total=False):
    eof: NumberValue
    segments: NumberValue

class NFS4ReadPlusResult(IBLayer, metaclass=LayerType):
    """READ_PLUS, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReadPlusResultValues]) -> None: ...
    eof: FieldOf[int, NumberValue]
    """EOF"""
    segments: FieldOf[int, NumberValue]
    """Segments"""

class _NFS4SeekResultValues(_OfScapy, total=False):
    eof: NumberValue
    offset4: NumberValue

class NFS4SeekResult(IBLayer, metaclass=LayerType):
    """SEEK, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SeekResultValues]) -> None: ...
    eof: FieldOf[int, NumberValue]
    """EOF"""
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""

class _NFS4WriteSameResultValues(_OfScapy, total=False):
    callbacks: NumberValue

class NFS4WriteSameResult(IBLayer, metaclass=LayerType):
    """WRITE_SAME, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4WriteSameResultValues]) -> None: ...
    callbacks: FieldOf[int, NumberValue]
    """Callback State IDs"""

class _NFS4GetxattrResultValues(_OfScapy, total=False):
    value_length: NumberValue
    value: BinaryValue

class NFS4GetxattrResult(IBLayer, metaclass=LayerType):
    """GETXATTR, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetxattrResultValues]) -> None: ...
    value_length: FieldOf[int | None, NumberValue]
    """Value, Length"""
    value: FieldOf[bytes, BinaryValue]
    """Value"""

class _NFS4ListxattrsResultValues(_OfScapy, total=False):
    cookie: NumberValue
    names: NumberValue

class NFS4ListxattrsResult(IBLayer, metaclass=LayerType):
    """LISTXATTRS, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ListxattrsResultValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    names: FieldOf[int, NumberValue]
    """Names"""

class _NFS4ReadlinkResultValues(_OfScapy, total=False):
    target_length: NumberValue
    target: BinaryValue

class NFS4ReadlinkResult(IBLayer, metaclass=LayerType):
    """READLINK, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4ReadlinkResultValues]) -> None: ...
    target_length: FieldOf[int | None, NumberValue]
    """Data, Length"""
    target: FieldOf[bytes, BinaryValue]
    """Data"""

class _NFS4LockRefusedValues(_OfScapy, total=False):
    offset4: NumberValue
    length: NumberValue
    locktype: NumberValue
    clientid: NumberValue
    lock_owner_length: NumberValue
    lock_owner: BinaryValue

class NFS4LockRefused(IBLayer, metaclass=LayerType):
    """LOCK, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LockRefusedValues]) -> None: ...
    offset4: FieldOf[int, NumberValue]
    """Offset, in bytes"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""
    locktype: FieldOf[int, NumberValue]
    """Lock Type"""
    clientid: FieldOf[int, NumberValue]
    """Client ID"""
    lock_owner_length: FieldOf[int | None, NumberValue]
    """Owner, Length"""
    lock_owner: FieldOf[bytes, BinaryValue]
    """Owner"""

class _NFS4SetclientidRefusedValues(_OfScapy, total=False):
    netid_length: NumberValue
    netid: BinaryValue

class NFS4SetclientidRefused(IBLayer, metaclass=LayerType):
    """SETCLIENTID, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetclientidRefusedValues]) -> None: ...
    netid_length: FieldOf[int | None, NumberValue]
    """Network, Length"""
    netid: FieldOf[bytes, BinaryValue]
    """Network"""

class _NFS4GetdeviceinfoRefusedValues(_OfScapy, total=False):
    mincount: NumberValue

class NFS4GetdeviceinfoRefused(IBLayer, metaclass=LayerType):
    """GETDEVICEINFO, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4GetdeviceinfoRefusedValues]) -> None: ...
    mincount: FieldOf[int, NumberValue]
    """Least Count"""

class _NFS4LayoutgetRefusedValues(_OfScapy, total=False):
    will_signal: NumberValue

class NFS4LayoutgetRefused(IBLayer, metaclass=LayerType):
    """LAYOUTGET, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4LayoutgetRefusedValues]) -> None: ...
    will_signal: FieldOf[int, NumberValue]
    """Will Signal"""

class _NFS4CopyRefusedValues(_OfScapy, total=False):
    consecutive: NumberValue
    synchronous: NumberValue

class NFS4CopyRefused(IBLayer, metaclass=LayerType):
    """COPY, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4CopyRefusedValues]) -> None: ...
    consecutive: FieldOf[int, NumberValue]
    """Copy Consecutively"""
    synchronous: FieldOf[int, NumberValue]
    """Copy Synchronous"""

class _NFS4SetattrResultValues(_OfScapy, total=False):
    bitmap_count: NumberValue
    bitmap: BinaryValue

class NFS4SetattrResult(IBLayer, metaclass=LayerType):
    """SETATTR, Result"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NFS4SetattrResultValues]) -> None: ...
    bitmap_count: FieldOf[int | None, NumberValue]
    """Attribute Mask, Length"""
    bitmap: FieldOf[bytes, BinaryValue]
    """Attribute Mask"""

class _ISCSINopOutValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue
    rsvd2: BinaryValue

class ISCSINopOut(IBLayer, metaclass=LayerType):
    """iSCSI NOP-Out"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSINopOutValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (23 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""

class _ISCSICommandValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    read: NumberValue
    write: NumberValue
    rsvd: NumberValue
    attr: NumberValue
    rsvd2: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    expected_length: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue

class ISCSICommand(IBLayer, metaclass=LayerType):
    """iSCSI Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSICommandValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final: no unsolicited Data-Out follows"""
    read: FieldOf[int, NumberValue]
    """Read"""
    write: FieldOf[int, NumberValue]
    """Write"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    attr: FieldOf[int, NumberValue]
    """Task Attributes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    expected_length: FieldOf[int, NumberValue]
    """Expected Data Transfer Length, in bytes"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""

class _ISCSITaskManagementValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    function: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    referencedtasktag: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue
    refcmdsn: NumberValue
    expdatasn: NumberValue
    rsvd2: NumberValue

class ISCSITaskManagement(IBLayer, metaclass=LayerType):
    """iSCSI Task Management Function Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSITaskManagementValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    function: FieldOf[int, NumberValue]
    """Function"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    referencedtasktag: FieldOf[int, NumberValue]
    """Referenced Task Tag: the task to abort"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    refcmdsn: FieldOf[int, NumberValue]
    """RefCmdSN"""
    expdatasn: FieldOf[int, NumberValue]
    """ExpDataSN"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _ISCSILoginValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    transit: NumberValue
    more: NumberValue
    rsvd: NumberValue
    csg: NumberValue
    nsg: NumberValue
    versionmax: NumberValue
    versionmin: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    isid: BinaryValue
    tsih: NumberValue
    initiatortasktag: NumberValue
    cid: NumberValue
    rsvd2: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue
    rsvd3: BinaryValue
    text: BinaryValue

class ISCSILogin(IBLayer, metaclass=LayerType):
    """iSCSI Login Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSILoginValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    transit: FieldOf[int, NumberValue]
    """Transit"""
    more: FieldOf[int, NumberValue]
    """Continue"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    csg: FieldOf[int, NumberValue]
    """Current Stage"""
    nsg: FieldOf[int, NumberValue]
    """Next Stage"""
    versionmax: FieldOf[int, NumberValue]
    """Version-max"""
    versionmin: FieldOf[int, NumberValue]
    """Version-min"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int | None, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    isid: FieldOf[bytes, BinaryValue]
    """ISID"""
    tsih: FieldOf[int, NumberValue]
    """TSIH: 0: a new session"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    cid: FieldOf[int, NumberValue]
    """CID"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""
    text: FieldOf[bytes, BinaryValue]
    """Text Parameters"""
    pairs: FieldOf[str | None, Never]
    """Parameters"""

class _ISCSITextValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    more: NumberValue
    rsvd: NumberValue
    rsvd2: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue
    rsvd3: BinaryValue
    text: BinaryValue

class ISCSIText(IBLayer, metaclass=LayerType):
    """iSCSI Text Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSITextValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    more: FieldOf[int, NumberValue]
    """Continue"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int | None, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""
    text: FieldOf[bytes, BinaryValue]
    """Text Parameters"""
    pairs: FieldOf[str | None, Never]
    """Parameters"""

class _ISCSIDataOutValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    rsvd2: NumberValue
    expstatsn: NumberValue
    rsvd3: NumberValue
    datasn: NumberValue
    buffer_offset: NumberValue
    rsvd4: NumberValue

class ISCSIDataOut(IBLayer, metaclass=LayerType):
    """iSCSI Data-Out"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIDataOutValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (23 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    datasn: FieldOf[int, NumberValue]
    """DataSN"""
    buffer_offset: FieldOf[int, NumberValue]
    """Buffer Offset, in bytes"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _ISCSILogoutValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    reason: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    rsvd2: NumberValue
    initiatortasktag: NumberValue
    cid: NumberValue
    rsvd3: NumberValue
    cmdsn: NumberValue
    expstatsn: NumberValue
    rsvd4: BinaryValue

class ISCSILogout(IBLayer, metaclass=LayerType):
    """iSCSI Logout Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSILogoutValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    cid: FieldOf[int, NumberValue]
    """CID"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    cmdsn: FieldOf[int, NumberValue]
    """CmdSN"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd4: FieldOf[bytes, BinaryValue]
    """Reserved (128 bits)"""

class _ISCSISnackValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    rsvd: NumberValue
    type: NumberValue
    rsvd2: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    rsvd3: NumberValue
    expstatsn: NumberValue
    rsvd4: NumberValue
    begrun: NumberValue
    runlength: NumberValue

class ISCSISnack(IBLayer, metaclass=LayerType):
    """iSCSI SNACK Request"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSISnackValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    type: FieldOf[int, NumberValue]
    """Type"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    expstatsn: FieldOf[int, NumberValue]
    """ExpStatSN"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    begrun: FieldOf[int, NumberValue]
    """BegRun"""
    runlength: FieldOf[int, NumberValue]
    """RunLength"""

class _ISCSINopInValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    rsvd2: BinaryValue

class ISCSINopIn(IBLayer, metaclass=LayerType):
    """iSCSI NOP-In"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSINopInValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (23 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    rsvd2: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""

class _ISCSIResponseValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    rsvd: NumberValue
    bidi_overflow: NumberValue
    bidi_underflow: NumberValue
    overflow: NumberValue
    underflow: NumberValue
    rsvd2: NumberValue
    response: NumberValue
    status: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    rsvd3: NumberValue
    initiatortasktag: NumberValue
    snack_tag: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    expdatasn: NumberValue
    bidi_residual: NumberValue
    residual: NumberValue

class ISCSIResponse(IBLayer, metaclass=LayerType):
    """iSCSI Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIResponseValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    bidi_overflow: FieldOf[int, NumberValue]
    """Bidirectional Read Residual Overflow"""
    bidi_underflow: FieldOf[int, NumberValue]
    """Bidirectional Read Residual Underflow"""
    overflow: FieldOf[int, NumberValue]
    """Residual Overflow"""
    underflow: FieldOf[int, NumberValue]
    """Residual Underflow"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    response: FieldOf[int, NumberValue]
    """Response"""
    status: FieldOf[int, NumberValue]
    """Status"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    snack_tag: FieldOf[int, NumberValue]
    """SNACK Tag"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    expdatasn: FieldOf[int, NumberValue]
    """ExpDataSN"""
    bidi_residual: FieldOf[int, NumberValue]
    """Bidirectional Read Residual Count, in bytes"""
    residual: FieldOf[int, NumberValue]
    """Residual Count, in bytes"""

class _ISCSITaskManagementResponseValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    flags: NumberValue
    response: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    rsvd2: NumberValue
    initiatortasktag: NumberValue
    rsvd3: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    rsvd4: BinaryValue

class ISCSITaskManagementResponse(IBLayer, metaclass=LayerType):
    """iSCSI Task Management Function Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSITaskManagementResponseValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    response: FieldOf[int, NumberValue]
    """Response"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    rsvd4: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""

class _ISCSILoginResponseValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    transit: NumberValue
    more: NumberValue
    rsvd: NumberValue
    csg: NumberValue
    nsg: NumberValue
    versionmax: NumberValue
    versionactive: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    isid: BinaryValue
    tsih: NumberValue
    initiatortasktag: NumberValue
    rsvd2: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    status: NumberValue
    rsvd3: BinaryValue
    text: BinaryValue

class ISCSILoginResponse(IBLayer, metaclass=LayerType):
    """iSCSI Login Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSILoginResponseValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    transit: FieldOf[int, NumberValue]
    """Transit"""
    more: FieldOf[int, NumberValue]
    """Continue"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (2 bits)"""
    csg: FieldOf[int, NumberValue]
    """Current Stage"""
    nsg: FieldOf[int, NumberValue]
    """Next Stage"""
    versionmax: FieldOf[int, NumberValue]
    """Version-max"""
    versionactive: FieldOf[int, NumberValue]
    """Version-active"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int | None, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    isid: FieldOf[bytes, BinaryValue]
    """ISID"""
    tsih: FieldOf[int, NumberValue]
    """TSIH: 0: a new session"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    status: FieldOf[int, NumberValue]
    """Status"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""
    text: FieldOf[bytes, BinaryValue]
    """Text Parameters"""
    pairs: FieldOf[str | None, Never]
    """Parameters"""

class _ISCSITextResponseValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    more: NumberValue
    rsvd: NumberValue
    rsvd2: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    rsvd3: BinaryValue
    text: BinaryValue

class ISCSITextResponse(IBLayer, metaclass=LayerType):
    """iSCSI Text Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSITextResponseValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    more: FieldOf[int, NumberValue]
    """Continue"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (6 bits)"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int | None, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    rsvd3: FieldOf[bytes, BinaryValue]
    """Reserved (96 bits)"""
    text: FieldOf[bytes, BinaryValue]
    """Text Parameters"""
    pairs: FieldOf[str | None, Never]
    """Parameters"""

class _ISCSIDataInValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    final: NumberValue
    acknowledge: NumberValue
    rsvd: NumberValue
    overflow: NumberValue
    underflow: NumberValue
    has_status: NumberValue
    rsvd2: NumberValue
    status: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    datasn: NumberValue
    buffer_offset: NumberValue
    residual: NumberValue

class ISCSIDataIn(IBLayer, metaclass=LayerType):
    """iSCSI Data-In"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIDataInValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    final: FieldOf[int, NumberValue]
    """Final"""
    acknowledge: FieldOf[int, NumberValue]
    """Acknowledge"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    overflow: FieldOf[int, NumberValue]
    """Residual Overflow"""
    underflow: FieldOf[int, NumberValue]
    """Residual Underflow"""
    has_status: FieldOf[int, NumberValue]
    """Status: the status is there"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    status: FieldOf[int, NumberValue]
    """Status"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    datasn: FieldOf[int, NumberValue]
    """DataSN"""
    buffer_offset: FieldOf[int, NumberValue]
    """Buffer Offset, in bytes"""
    residual: FieldOf[int, NumberValue]
    """Residual Count, in bytes"""

class _ISCSILogoutResponseValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    flags: NumberValue
    response: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    rsvd2: NumberValue
    initiatortasktag: NumberValue
    rsvd3: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    rsvd4: NumberValue
    time2wait: NumberValue
    time2retain: NumberValue
    rsvd5: NumberValue

class ISCSILogoutResponse(IBLayer, metaclass=LayerType):
    """iSCSI Logout Response"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSILogoutResponseValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    response: FieldOf[int, NumberValue]
    """Response"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    time2wait: FieldOf[int, NumberValue]
    """Time2Wait, in s"""
    time2retain: FieldOf[int, NumberValue]
    """Time2Retain, in s"""
    rsvd5: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _ISCSIReadyToTransferValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    flags: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    targettransfertag: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    r2tsn: NumberValue
    buffer_offset: NumberValue
    desireddatalength: NumberValue

class ISCSIReadyToTransfer(IBLayer, metaclass=LayerType):
    """iSCSI Ready To Transfer"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIReadyToTransferValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    targettransfertag: FieldOf[int, NumberValue]
    """Target Transfer Tag"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    r2tsn: FieldOf[int, NumberValue]
    """R2TSN"""
    buffer_offset: FieldOf[int, NumberValue]
    """Buffer Offset, in bytes"""
    desireddatalength: FieldOf[int, NumberValue]
    """Desired Data Length, in bytes"""

class _ISCSIAsynchronousValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    flags: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    lun_mode: NumberValue
    lun: NumberValue
    lun_rest: NumberValue
    initiatortasktag: NumberValue
    rsvd2: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    event: NumberValue
    vendor: NumberValue
    parameter1: NumberValue
    parameter2: NumberValue
    parameter3: NumberValue
    rsvd3: NumberValue

class ISCSIAsynchronous(IBLayer, metaclass=LayerType):
    """iSCSI Asynchronous Message"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIAsynchronousValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    lun_mode: FieldOf[int, NumberValue]
    """Address Mode"""
    lun: FieldOf[int, NumberValue]
    """LUN"""
    lun_rest: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    event: FieldOf[int, NumberValue]
    """Event"""
    vendor: FieldOf[int, NumberValue]
    """Vendor Code"""
    parameter1: FieldOf[int, NumberValue]
    """Parameter 1"""
    parameter2: FieldOf[int, NumberValue]
    """Parameter 2"""
    parameter3: FieldOf[int, NumberValue]
    """Parameter 3"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _ISCSIRejectValues(_OfScapy, total=False):
    first_bit: NumberValue
    immediate: NumberValue
    opcode: NumberValue
    flags: NumberValue
    reason: NumberValue
    rsvd: NumberValue
    totalahslength: NumberValue
    datasegmentlength: NumberValue
    rsvd2: NumberValue
    initiatortasktag: NumberValue
    rsvd3: NumberValue
    statsn: NumberValue
    expcmdsn: NumberValue
    maxcmdsn: NumberValue
    datasn: NumberValue
    rsvd4: NumberValue

class ISCSIReject(IBLayer, metaclass=LayerType):
    """iSCSI Reject"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSIRejectValues]) -> None: ...
    first_bit: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    immediate: FieldOf[int, NumberValue]
    """Immediate Delivery"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    reason: FieldOf[int, NumberValue]
    """Reason"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    totalahslength: FieldOf[int, NumberValue]
    """Total AHS Length: of additional header segments, in words"""
    datasegmentlength: FieldOf[int, NumberValue]
    """Data Segment Length: without its padding, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    initiatortasktag: FieldOf[int, NumberValue]
    """Initiator Task Tag: joins command and response"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    statsn: FieldOf[int, NumberValue]
    """StatSN"""
    expcmdsn: FieldOf[int, NumberValue]
    """ExpCmdSN"""
    maxcmdsn: FieldOf[int, NumberValue]
    """MaxCmdSN"""
    datasn: FieldOf[int, NumberValue]
    """DataSN"""
    rsvd4: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""

class _SCSITestUnitReadyValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    control: NumberValue
    padding: BinaryValue

class SCSITestUnitReady(IBLayer, metaclass=LayerType):
    """TEST UNIT READY"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSITestUnitReadyValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""

class _SCSIInquiryValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    evpd: NumberValue
    page_code: NumberValue
    alloclen: NumberValue
    control: NumberValue
    padding: BinaryValue

class SCSIInquiry(IBLayer, metaclass=LayerType):
    """INQUIRY"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIInquiryValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    evpd: FieldOf[int, NumberValue]
    """Enable Vital Product Data"""
    page_code: FieldOf[int, NumberValue]
    """Page Code: where EVPD is set"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""

class _SCSIModeSense6Values(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    pc: NumberValue
    page_code: NumberValue
    subpage_code: NumberValue
    alloclen: NumberValue
    control: NumberValue
    padding: BinaryValue

class SCSIModeSense6(IBLayer, metaclass=LayerType):
    """MODE SENSE(6)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIModeSense6Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags: 0x08: no block descriptors"""
    pc: FieldOf[int, NumberValue]
    """Page Control"""
    page_code: FieldOf[int, NumberValue]
    """Page Code"""
    subpage_code: FieldOf[int, NumberValue]
    """Subpage Code"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""

class _SCSIModeSense10Values(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    pc: NumberValue
    page_code: NumberValue
    subpage_code: NumberValue
    rsvd: NumberValue
    alloclen: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIModeSense10(IBLayer, metaclass=LayerType):
    """MODE SENSE(10)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIModeSense10Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags: 0x08: no block descriptors; 0x10: long LBAs"""
    pc: FieldOf[int, NumberValue]
    """Page Control"""
    page_code: FieldOf[int, NumberValue]
    """Page Code"""
    subpage_code: FieldOf[int, NumberValue]
    """Subpage Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIRequestSenseValues(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    rsvd: NumberValue
    alloclen: NumberValue
    control: NumberValue
    padding: BinaryValue

class SCSIRequestSense(IBLayer, metaclass=LayerType):
    """REQUEST SENSE"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIRequestSenseValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags: 0x01: descriptor format"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""

class _SCSIReportLUNsValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    select_report: NumberValue
    rsvd2: NumberValue
    alloclen: NumberValue
    rsvd3: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIReportLUNs(IBLayer, metaclass=LayerType):
    """REPORT LUNS"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIReportLUNsValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    select_report: FieldOf[int, NumberValue]
    """Select Report"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SCSIMaintenanceInValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    service_action: NumberValue
    parameters: BinaryValue
    alloclen: NumberValue
    rsvd2: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIMaintenanceIn(IBLayer, metaclass=LayerType):
    """MAINTENANCE IN"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIMaintenanceInValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    service_action: FieldOf[int, NumberValue]
    """Service Action"""
    parameters: FieldOf[bytes, BinaryValue]
    """Parameters"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SCSIServiceActionIn16Values(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    service_action: NumberValue
    lba: NumberValue
    alloclen: NumberValue
    rsvd2: NumberValue
    control: NumberValue

class SCSIServiceActionIn16(IBLayer, metaclass=LayerType):
    """SERVICE ACTION IN(16)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIServiceActionIn16Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    service_action: FieldOf[int, NumberValue]
    """Service Action"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    alloclen: FieldOf[int, NumberValue]
    """Allocation Length, in bytes"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    control: FieldOf[int, NumberValue]
    """Control"""

class _SCSIReadCapacity10Values(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIReadCapacity10(IBLayer, metaclass=LayerType):
    """READ CAPACITY(10)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIReadCapacity10Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (64 bits)"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIUnmapValues(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    anchor: NumberValue
    rsvd2: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    paramlen: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIUnmap(IBLayer, metaclass=LayerType):
    """UNMAP"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIUnmapValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (7 bits)"""
    anchor: FieldOf[int, NumberValue]
    """Anchor"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    paramlen: FieldOf[int, NumberValue]
    """Parameter List Length: 8 + 16 a range, in bytes"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIBlocks6Values(_OfScapy, total=False):
    opcode: NumberValue
    rsvd: NumberValue
    lba: NumberValue
    blocks: NumberValue
    control: NumberValue
    padding: BinaryValue

class SCSIBlocks6(IBLayer, metaclass=LayerType):
    """READ(6), WRITE(6)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIBlocks6Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length: 0: 256, in blocks"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[bytes, BinaryValue]
    """Reserved (80 bits)"""

class _SCSIRead10Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    blocks: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIRead10(IBLayer, metaclass=LayerType):
    """READ(10)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIRead10Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """RDPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIWrite10Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    blocks: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIWrite10(IBLayer, metaclass=LayerType):
    """WRITE(10)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIWrite10Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """WRPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIBlocks10Values(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    lba: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    blocks: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIBlocks10(IBLayer, metaclass=LayerType):
    """Block Command of 10 Bytes"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIBlocks10Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (48 bits)"""

class _SCSIRead12Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIRead12(IBLayer, metaclass=LayerType):
    """READ(12)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIRead12Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """RDPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SCSIWrite12Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIWrite12(IBLayer, metaclass=LayerType):
    """WRITE(12)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIWrite12Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """WRPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SCSIBlocks12Values(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue
    padding: NumberValue

class SCSIBlocks12(IBLayer, metaclass=LayerType):
    """Block Command of 12 Bytes"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIBlocks12Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""
    padding: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _SCSIRead16Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue

class SCSIRead16(IBLayer, metaclass=LayerType):
    """READ(16)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIRead16Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """RDPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""

class _SCSIWrite16Values(_OfScapy, total=False):
    opcode: NumberValue
    protect: NumberValue
    dpo: NumberValue
    fua: NumberValue
    rsvd: NumberValue
    fua_nv: NumberValue
    rsvd2: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue

class SCSIWrite16(IBLayer, metaclass=LayerType):
    """WRITE(16)"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIWrite16Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    protect: FieldOf[int, NumberValue]
    """WRPROTECT"""
    dpo: FieldOf[int, NumberValue]
    """Disable Page Out"""
    fua: FieldOf[int, NumberValue]
    """Force Unit Access"""
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    fua_nv: FieldOf[int, NumberValue]
    """Force Unit Access, Nonvolatile Cache"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""

class _SCSIBlocks16Values(_OfScapy, total=False):
    opcode: NumberValue
    flags: NumberValue
    lba: NumberValue
    blocks: NumberValue
    rsvd3: NumberValue
    group_number: NumberValue
    control: NumberValue

class SCSIBlocks16(IBLayer, metaclass=LayerType):
    """Block Command of 16 Bytes"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSIBlocks16Values]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    lba: FieldOf[int, NumberValue]
    """Logical Block Address"""
    blocks: FieldOf[int, NumberValue]
    """Transfer Length, in blocks"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (3 bits)"""
    group_number: FieldOf[int, NumberValue]
    """Group Number"""
    control: FieldOf[int, NumberValue]
    """Control"""

class _SCSICommandValues(_OfScapy, total=False):
    opcode: NumberValue
    rest: BinaryValue

class SCSICommand(IBLayer, metaclass=LayerType):
    """SCSI Command"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSICommandValues]) -> None: ...
    opcode: FieldOf[int, NumberValue]
    """Operation Code"""
    rest: FieldOf[bytes, BinaryValue]
    """Other Bytes"""

class _ISCSISenseValues(_OfScapy, total=False):
    senselength: NumberValue

class ISCSISense(IBLayer, metaclass=LayerType):
    """iSCSI Sense Length"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_ISCSISenseValues]) -> None: ...
    senselength: FieldOf[int, NumberValue]
    """Sense Length, in bytes"""

class _SCSISenseFixedValues(_OfScapy, total=False):
    valid: NumberValue
    response_code: NumberValue
    obsolete: NumberValue
    filemark: NumberValue
    eom: NumberValue
    ili: NumberValue
    sdat_ovfl: NumberValue
    key: NumberValue
    info: NumberValue
    addlen: NumberValue
    specific: NumberValue
    asc: NumberValue
    ascq: NumberValue
    fru: NumberValue
    sksv: NumberValue
    sks_info: NumberValue

class SCSISenseFixed(IBLayer, metaclass=LayerType):
    """Sense Data, Fixed Format"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSISenseFixedValues]) -> None: ...
    valid: FieldOf[int, NumberValue]
    """Valid: the information is defined"""
    response_code: FieldOf[int, NumberValue]
    """Response Code"""
    obsolete: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    filemark: FieldOf[int, NumberValue]
    """Filemark"""
    eom: FieldOf[int, NumberValue]
    """End of Medium"""
    ili: FieldOf[int, NumberValue]
    """Incorrect Length Indicator"""
    sdat_ovfl: FieldOf[int, NumberValue]
    """Sense Data Overflow"""
    key: FieldOf[int, NumberValue]
    """Sense Key"""
    info: FieldOf[int, NumberValue]
    """Information"""
    addlen: FieldOf[int, NumberValue]
    """Additional Sense Length: that follow this byte, in bytes"""
    specific: FieldOf[int, NumberValue]
    """Command Specific Information"""
    asc: FieldOf[int, NumberValue]
    """Additional Sense Code"""
    ascq: FieldOf[int, NumberValue]
    """Additional Sense Code Qualifier"""
    fru: FieldOf[int, NumberValue]
    """Field Replaceable Unit Code"""
    sksv: FieldOf[int, NumberValue]
    """Sense Key Specific Valid"""
    sks_info: FieldOf[int, NumberValue]
    """Sense Key Specific"""
    words: FieldOf[str, Never]
    """Sense in Words"""

class _SCSISenseDescriptorValues(_OfScapy, total=False):
    rsvd: NumberValue
    response_code: NumberValue
    rsvd2: NumberValue
    key: NumberValue
    asc: NumberValue
    ascq: NumberValue
    sdat_ovfl: NumberValue
    rsvd3: NumberValue
    addlen: NumberValue

class SCSISenseDescriptor(IBLayer, metaclass=LayerType):
    """Sense Data, Descriptor Format"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SCSISenseDescriptorValues]) -> None: ...
    rsvd: FieldOf[int, NumberValue]
    """Reserved (1 bit)"""
    response_code: FieldOf[int, NumberValue]
    """Response Code"""
    rsvd2: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    key: FieldOf[int, NumberValue]
    """Sense Key"""
    asc: FieldOf[int, NumberValue]
    """Additional Sense Code"""
    ascq: FieldOf[int, NumberValue]
    """Additional Sense Code Qualifier"""
    sdat_ovfl: FieldOf[int, NumberValue]
    """Sense Data Overflow"""
    rsvd3: FieldOf[int, NumberValue]
    """Reserved (23 bits)"""
    addlen: FieldOf[int, NumberValue]
    """Additional Sense Length: of the descriptors that follow, in bytes"""
    words: FieldOf[str, Never]
    """Sense in Words"""

class _SRPDirectValues(_OfScapy, total=False):
    address: NumberValue
    key: NumberValue
    length: NumberValue

class SRPDirect(IBLayer, metaclass=LayerType):
    """SRP Direct Data Buffer Descriptor"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPDirectValues]) -> None: ...
    address: FieldOf[int, NumberValue]
    """Virtual Address"""
    key: FieldOf[int, NumberValue]
    """Memory Handle: an R_Key"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _SRPIndirectValues(_OfScapy, total=False):
    table_address: NumberValue
    table_key: NumberValue
    table_length: NumberValue
    total_length: NumberValue

class SRPIndirect(IBLayer, metaclass=LayerType):
    """SRP Indirect Data Buffer Descriptor"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPIndirectValues]) -> None: ...
    table_address: FieldOf[int, NumberValue]
    """Table Virtual Address"""
    table_key: FieldOf[int, NumberValue]
    """Table Memory Handle: an R_Key"""
    table_length: FieldOf[int, NumberValue]
    """Table Length: 16 a descriptor, in bytes"""
    total_length: FieldOf[int, NumberValue]
    """Total Length, in bytes"""

class _SRPImmediateValues(_OfScapy, total=False):
    length: NumberValue

class SRPImmediate(IBLayer, metaclass=LayerType):
    """SRP Immediate Data Buffer Descriptor"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPImmediateValues]) -> None: ...
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _SRPResponseDataValues(_OfScapy, total=False):
    rsvd: NumberValue
    response_code: NumberValue

class SRPResponseData(IBLayer, metaclass=LayerType):
    """SRP Response Data"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SRPResponseDataValues]) -> None: ...
    rsvd: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    response_code: FieldOf[int, NumberValue]
    """Response Code"""

class _IPoIBARPValues(_OfScapy, total=False):
    hw_type: NumberValue
    proto_type: NumberValue
    hw_size: NumberValue
    proto_size: NumberValue
    opcode: NumberValue
    src_hw: BinaryValue
    src_proto: IPv4Value
    dst_hw: BinaryValue
    dst_proto: IPv4Value

class IPoIBARP(IBLayer, metaclass=LayerType):
    """Address Resolution Protocol over InfiniBand"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_IPoIBARPValues]) -> None: ...
    hw_type: FieldOf[int, NumberValue]
    """Hardware Type"""
    proto_type: FieldOf[int, NumberValue]
    """Protocol Type"""
    hw_size: FieldOf[int, NumberValue]
    """Hardware Size, in bytes"""
    proto_size: FieldOf[int, NumberValue]
    """Protocol Size, in bytes"""
    opcode: FieldOf[int, NumberValue]
    """Opcode"""
    src_hw: FieldOf[bytes, BinaryValue]
    """Sender Hardware Address: flags, QPN, GID"""
    src_proto: FieldOf[str, IPv4Value]
    """Sender IP Address"""
    dst_hw: FieldOf[bytes, BinaryValue]
    """Target Hardware Address: flags, QPN, GID"""
    dst_proto: FieldOf[str, IPv4Value]
    """Target IP Address"""
    src_hw_rc: FieldOf[int, Never]
    """Sender Connected Mode"""
    src_hw_qpn: FieldOf[int, Never]
    """Sender QPN"""
    src_hw_gid: FieldOf[str, Never]
    """Sender GID"""
    dst_hw_rc: FieldOf[int, Never]
    """Target Connected Mode"""
    dst_hw_qpn: FieldOf[int, Never]
    """Target QPN"""
    dst_hw_gid: FieldOf[str, Never]
    """Target GID"""

class _RouterSolicitationValues(_OfScapy, total=False):
    type: NumberValue
    code: NumberValue
    checksum: NumberValue
    reserved: NumberValue

class RouterSolicitation(IBLayer, metaclass=LayerType):
    """Router Solicitation"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RouterSolicitationValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    code: FieldOf[int, NumberValue]
    """Code"""
    checksum: FieldOf[int, NumberValue]
    """Checksum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""

class _RouterAdvertisementValues(_OfScapy, total=False):
    type: NumberValue
    code: NumberValue
    checksum: NumberValue
    hop_limit: NumberValue
    flags: NumberValue
    lifetime: NumberValue
    reachable: NumberValue
    retransmission: NumberValue

class RouterAdvertisement(IBLayer, metaclass=LayerType):
    """Router Advertisement"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RouterAdvertisementValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    code: FieldOf[int, NumberValue]
    """Code"""
    checksum: FieldOf[int, NumberValue]
    """Checksum"""
    hop_limit: FieldOf[int, NumberValue]
    """Current Hop Limit"""
    flags: FieldOf[int, NumberValue]
    """Flags"""
    lifetime: FieldOf[int, NumberValue]
    """Router Lifetime, in s"""
    reachable: FieldOf[int, NumberValue]
    """Reachable Time, in ms"""
    retransmission: FieldOf[int, NumberValue]
    """Retransmission Timer, in ms"""

class _NeighborSolicitationValues(_OfScapy, total=False):
    type: NumberValue
    code: NumberValue
    checksum: NumberValue
    reserved: NumberValue
    target: IPv6Value

class NeighborSolicitation(IBLayer, metaclass=LayerType):
    """Neighbor Solicitation"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NeighborSolicitationValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    code: FieldOf[int, NumberValue]
    """Code"""
    checksum: FieldOf[int, NumberValue]
    """Checksum"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (32 bits)"""
    target: FieldOf[str, IPv6Value]
    """Target Address"""

class _NeighborAdvertisementValues(_OfScapy, total=False):
    type: NumberValue
    code: NumberValue
    checksum: NumberValue
    router: NumberValue
    solicited: NumberValue
    override: NumberValue
    flags_reserved: NumberValue
    target: IPv6Value

class NeighborAdvertisement(IBLayer, metaclass=LayerType):
    """Neighbor Advertisement"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NeighborAdvertisementValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Type"""
    code: FieldOf[int, NumberValue]
    """Code"""
    checksum: FieldOf[int, NumberValue]
    """Checksum"""
    router: FieldOf[int, NumberValue]
    """Router"""
    solicited: FieldOf[int, NumberValue]
    """Solicited"""
    override: FieldOf[int, NumberValue]
    """Override"""
    flags_reserved: FieldOf[int, NumberValue]
    """Reserved (29 bits)"""
    target: FieldOf[str, IPv6Value]
    """Target Address"""

class _NeighborLinkAddressValues(_OfScapy, total=False):
    type: NumberValue
    length: NumberValue
    linkaddr: BinaryValue

class NeighborLinkAddress(IBLayer, metaclass=LayerType):
    """Link-Layer Address over InfiniBand"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_NeighborLinkAddressValues]) -> None: ...
    type: FieldOf[int, NumberValue]
    """Option Type"""
    length: FieldOf[int, NumberValue]
    """Option Length, in 8 bytes"""
    linkaddr: FieldOf[bytes, BinaryValue]
    """Link-Layer Address: two bytes of padding; flags, QPN, GID"""
    linkaddr_rc: FieldOf[int, Never]
    """Neighbor Connected Mode"""
    linkaddr_qpn: FieldOf[int, Never]
    """Neighbor QPN"""
    linkaddr_gid: FieldOf[str, Never]
    """Neighbor GID"""

class _RSocketBufferValues(_OfScapy, total=False):
    address: NumberValue
    key: NumberValue
    length: NumberValue

class RSocketBuffer(IBLayer, metaclass=LayerType):
    """rsocket Buffer"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RSocketBufferValues]) -> None: ...
    address: FieldOf[int, NumberValue]
    """Address"""
    key: FieldOf[int, NumberValue]
    """Key"""
    length: FieldOf[int, NumberValue]
    """Length, in bytes"""

class _RDSVersionValues(_OfScapy, total=False):
    ext: NumberValue
    version: NumberValue

class RDSVersion(IBLayer, metaclass=LayerType):
    """RDS Extension: version"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSVersionValues]) -> None: ...
    ext: FieldOf[int, NumberValue]
    """Extension"""
    version: FieldOf[int, NumberValue]
    """Version"""

class _RDSUsedValues(_OfScapy, total=False):
    ext: NumberValue
    rkey: NumberValue

class RDSUsed(IBLayer, metaclass=LayerType):
    """RDS Extension: RDMA"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSUsedValues]) -> None: ...
    ext: FieldOf[int, NumberValue]
    """Extension"""
    rkey: FieldOf[int, NumberValue]
    """R_Key"""

class _RDSDestinationValues(_OfScapy, total=False):
    ext: NumberValue
    rkey: NumberValue
    rdma_offset: NumberValue

class RDSDestination(IBLayer, metaclass=LayerType):
    """RDS Extension: RDMA destination"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSDestinationValues]) -> None: ...
    ext: FieldOf[int, NumberValue]
    """Extension"""
    rkey: FieldOf[int, NumberValue]
    """R_Key"""
    rdma_offset: FieldOf[int, NumberValue]
    """Offset, in bytes"""

class _RDSPathsValues(_OfScapy, total=False):
    ext: NumberValue
    paths: NumberValue

class RDSPaths(IBLayer, metaclass=LayerType):
    """RDS Extension: number of paths"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSPathsValues]) -> None: ...
    ext: FieldOf[int, NumberValue]
    """Extension"""
    paths: FieldOf[int, NumberValue]
    """Number of Paths"""

class _RDSGenerationValues(_OfScapy, total=False):
    ext: NumberValue
    generation: NumberValue

class RDSGeneration(IBLayer, metaclass=LayerType):
    """RDS Extension: generation number"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_RDSGenerationValues]) -> None: ...
    ext: FieldOf[int, NumberValue]
    """Extension"""
    generation: FieldOf[int, NumberValue]
    """Generation"""

class _SMCProposalValues(_OfScapy, total=False):
    peer: BinaryValue
    gid: IPv6Value
    mac: BinaryValue
    ip_offset: NumberValue

class SMCProposal(IBLayer, metaclass=LayerType):
    """SMC-R Proposal"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCProposalValues]) -> None: ...
    peer: FieldOf[bytes, BinaryValue]
    """Peer ID"""
    gid: FieldOf[str, IPv6Value]
    """Preferred GID"""
    mac: FieldOf[str, BinaryValue]
    """Preferred MAC"""
    ip_offset: FieldOf[int, NumberValue]
    """IP Area Offset, in bytes"""

class _SMCAcceptValues(_OfScapy, total=False):
    peer: BinaryValue
    gid: IPv6Value
    mac: BinaryValue
    qpn: NumberValue
    rkey: NumberValue
    rmbe: NumberValue
    token: NumberValue
    rmbe_size: NumberValue
    mtu: NumberValue
    reserved: NumberValue
    address: NumberValue
    reserved2: NumberValue
    psn: NumberValue

class SMCAccept(IBLayer, metaclass=LayerType):
    """SMC-R Accept"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCAcceptValues]) -> None: ...
    peer: FieldOf[bytes, BinaryValue]
    """Peer ID"""
    gid: FieldOf[str, IPv6Value]
    """GID"""
    mac: FieldOf[str, BinaryValue]
    """MAC"""
    qpn: FieldOf[int, NumberValue]
    """QP Number"""
    rkey: FieldOf[int, NumberValue]
    """RMB R_Key"""
    rmbe: FieldOf[int, NumberValue]
    """RMBE Index: counted from 1"""
    token: FieldOf[int, NumberValue]
    """RMBE Alert Token"""
    rmbe_size: FieldOf[int, NumberValue]
    """RMBE Size: 2^(n+14) bytes"""
    mtu: FieldOf[int, NumberValue]
    """Path MTU"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    address: FieldOf[int, NumberValue]
    """RMB Virtual Address"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    psn: FieldOf[int, NumberValue]
    """Initial PSN"""

class _SMCConfirmValues(_OfScapy, total=False):
    peer: BinaryValue
    gid: IPv6Value
    mac: BinaryValue
    qpn: NumberValue
    rkey: NumberValue
    rmbe: NumberValue
    token: NumberValue
    rmbe_size: NumberValue
    mtu: NumberValue
    reserved: NumberValue
    address: NumberValue
    reserved2: NumberValue
    psn: NumberValue

class SMCConfirm(IBLayer, metaclass=LayerType):
    """SMC-R Confirm"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCConfirmValues]) -> None: ...
    peer: FieldOf[bytes, BinaryValue]
    """Peer ID"""
    gid: FieldOf[str, IPv6Value]
    """GID"""
    mac: FieldOf[str, BinaryValue]
    """MAC"""
    qpn: FieldOf[int, NumberValue]
    """QP Number"""
    rkey: FieldOf[int, NumberValue]
    """RMB R_Key"""
    rmbe: FieldOf[int, NumberValue]
    """RMBE Index: counted from 1"""
    token: FieldOf[int, NumberValue]
    """RMBE Alert Token"""
    rmbe_size: FieldOf[int, NumberValue]
    """RMBE Size: 2^(n+14) bytes"""
    mtu: FieldOf[int, NumberValue]
    """Path MTU"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    address: FieldOf[int, NumberValue]
    """RMB Virtual Address"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (8 bits)"""
    psn: FieldOf[int, NumberValue]
    """Initial PSN"""

class _SMCDeclineValues(_OfScapy, total=False):
    peer: BinaryValue
    diagnosis: NumberValue
    system: NumberValue
    reserved: NumberValue
    reserved2: NumberValue
    trailer: NumberValue

class SMCDecline(IBLayer, metaclass=LayerType):
    """SMC Decline"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMCDeclineValues]) -> None: ...
    peer: FieldOf[bytes, BinaryValue]
    """Peer ID"""
    diagnosis: FieldOf[int, NumberValue]
    """Diagnosis"""
    system: FieldOf[int, NumberValue]
    """Operating System"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (4 bits)"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    trailer: FieldOf[int, NumberValue]
    """Trailing Eyecatcher"""

class _LNetConnectionValues(_OfScapy, total=False):
    qdepth: NumberValue
    max_frags: NumberValue
    max_size: NumberValue

class LNetConnection(IBLayer, metaclass=LayerType):
    """LNet Connection"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetConnectionValues]) -> None: ...
    qdepth: FieldOf[int, NumberValue]
    """Queue Depth"""
    max_frags: FieldOf[int, NumberValue]
    """Maximum Fragments"""
    max_size: FieldOf[int, NumberValue]
    """Maximum Message Size, in bytes"""

class _LNetCompletionValues(_OfScapy, total=False):
    cookie: NumberValue
    status: NumberValue

class LNetCompletion(IBLayer, metaclass=LayerType):
    """LNet Completion"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetCompletionValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    status: FieldOf[int, NumberValue]
    """Status: bytes; 2^32 less an error number of Linux"""

class _LNetHeaderValues(_OfScapy, total=False):
    dest_nid: NumberValue
    src_nid: NumberValue
    dest_pid: NumberValue
    src_pid: NumberValue
    msg_type: NumberValue
    payload_length: NumberValue
    specific: BinaryValue

class LNetHeader(IBLayer, metaclass=LayerType):
    """LNet Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetHeaderValues]) -> None: ...
    dest_nid: FieldOf[int, NumberValue]
    """Destination NID"""
    src_nid: FieldOf[int, NumberValue]
    """Source NID"""
    dest_pid: FieldOf[int, NumberValue]
    """Destination PID: 12345: Lustre"""
    src_pid: FieldOf[int, NumberValue]
    """Source PID"""
    msg_type: FieldOf[int, NumberValue]
    """Message Type"""
    payload_length: FieldOf[int, NumberValue]
    """Payload Length, in bytes"""
    specific: FieldOf[bytes, BinaryValue]
    """Specific to the Type"""

class _LNetCookieValues(_OfScapy, total=False):
    cookie: NumberValue

class LNetCookie(IBLayer, metaclass=LayerType):
    """LNet Cookie"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetCookieValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""

class _LNetDescriptorValues(_OfScapy, total=False):
    rkey: NumberValue
    nfrags: NumberValue

class LNetDescriptor(IBLayer, metaclass=LayerType):
    """LNet RDMA Descriptor"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetDescriptorValues]) -> None: ...
    rkey: FieldOf[int, NumberValue]
    """R_Key"""
    nfrags: FieldOf[int, NumberValue]
    """Fragments: of 12 bytes each follow"""

class _LNetConnectionBigValues(_OfScapy, total=False):
    qdepth: NumberValue
    max_frags: NumberValue
    max_size: NumberValue

class LNetConnectionBig(IBLayer, metaclass=LayerType):
    """LNet Connection, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetConnectionBigValues]) -> None: ...
    qdepth: FieldOf[int, NumberValue]
    """Queue Depth"""
    max_frags: FieldOf[int, NumberValue]
    """Maximum Fragments"""
    max_size: FieldOf[int, NumberValue]
    """Maximum Message Size, in bytes"""

class _LNetCompletionBigValues(_OfScapy, total=False):
    cookie: NumberValue
    status: NumberValue

class LNetCompletionBig(IBLayer, metaclass=LayerType):
    """LNet Completion, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetCompletionBigValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""
    status: FieldOf[int, NumberValue]
    """Status: bytes; 2^32 less an error number of Linux"""

class _LNetCookieBigValues(_OfScapy, total=False):
    cookie: NumberValue

class LNetCookieBig(IBLayer, metaclass=LayerType):
    """LNet Cookie, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetCookieBigValues]) -> None: ...
    cookie: FieldOf[int, NumberValue]
    """Cookie"""

class _LNetDescriptorBigValues(_OfScapy, total=False):
    rkey: NumberValue
    nfrags: NumberValue

class LNetDescriptorBig(IBLayer, metaclass=LayerType):
    """LNet RDMA Descriptor, Big Endian"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_LNetDescriptorBigValues]) -> None: ...
    rkey: FieldOf[int, NumberValue]
    """R_Key"""
    nfrags: FieldOf[int, NumberValue]
    """Fragments: of 12 bytes each follow"""

class _SMB2Values(_OfScapy, total=False):
    magic: BinaryValue
    structure_size: NumberValue
    credit_charge: NumberValue
    status: NumberValue
    cmd: NumberValue
    credits: NumberValue
    flags: NumberValue
    next: NumberValue
    msg_id: NumberValue
    reserved_or_async: NumberValue
    tid: NumberValue
    sesid: NumberValue
    signature: BinaryValue

class SMB2(IBLayer, metaclass=LayerType):
    """SMB2 Header"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_SMB2Values]) -> None: ...
    magic: FieldOf[bytes, BinaryValue]
    """Protocol ID"""
    structure_size: FieldOf[int, NumberValue]
    """Structure Size, in bytes"""
    credit_charge: FieldOf[int, NumberValue]
    """Credit Charge"""
    status: FieldOf[int, NumberValue]
    """Status or Channel Sequence"""
    cmd: FieldOf[int, NumberValue]
    """Command"""
    credits: FieldOf[int, NumberValue]
    """Credits: requested, or granted"""
    flags: FieldOf[int, NumberValue]
    """Flags: 1: a response, 2: asynchronous, 4: related, 8: signed"""
    next: FieldOf[int, NumberValue]
    """Next Command, in bytes"""
    msg_id: FieldOf[int, NumberValue]
    """Message ID: joins request and response"""
    reserved_or_async: FieldOf[int, NumberValue]
    """Reserved, or Asynchronous ID"""
    tid: FieldOf[int, NumberValue]
    """Tree ID"""
    sesid: FieldOf[int, NumberValue]
    """Session ID"""
    signature: FieldOf[bytes, BinaryValue]
    """Signature"""

class _UCXWireupValues(_OfScapy, total=False):
    wireup: NumberValue
    error_mode: NumberValue
    wireup_sn: NumberValue
    source_id: NumberValue
    destination_id: NumberValue

class UCXWireup(IBLayer, metaclass=LayerType):
    """UCX Wireup"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXWireupValues]) -> None: ...
    wireup: FieldOf[int, NumberValue]
    """Wireup"""
    error_mode: FieldOf[int, NumberValue]
    """Error Mode"""
    wireup_sn: FieldOf[int, NumberValue]
    """Connection Sequence Number"""
    source_id: FieldOf[int, NumberValue]
    """Source End Point"""
    destination_id: FieldOf[int, NumberValue]
    """Destination End Point"""

class _UCXEagerValues(_OfScapy, total=False):
    tag: NumberValue

class UCXEager(IBLayer, metaclass=LayerType):
    """UCX Eager"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXEagerValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""

class _UCXEagerFirstValues(_OfScapy, total=False):
    tag: NumberValue
    total: NumberValue
    message_id: NumberValue

class UCXEagerFirst(IBLayer, metaclass=LayerType):
    """UCX Eager, First"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXEagerFirstValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""
    total: FieldOf[int, NumberValue]
    """Total Length, in bytes"""
    message_id: FieldOf[int, NumberValue]
    """Message ID"""

class _UCXEagerMiddleValues(_OfScapy, total=False):
    message_id: NumberValue
    middle_offset: NumberValue

class UCXEagerMiddle(IBLayer, metaclass=LayerType):
    """UCX Eager, Middle"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXEagerMiddleValues]) -> None: ...
    message_id: FieldOf[int, NumberValue]
    """Message ID"""
    middle_offset: FieldOf[int, NumberValue]
    """Offset, in bytes"""

class _UCXReadyToSendValues(_OfScapy, total=False):
    tag: NumberValue
    sender_ep: NumberValue
    sender_request: NumberValue
    address: NumberValue
    length: NumberValue
    rndv_opcode: NumberValue

class UCXReadyToSend(IBLayer, metaclass=LayerType):
    """UCX Rendezvous RTS"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXReadyToSendValues]) -> None: ...
    tag: FieldOf[int, NumberValue]
    """Tag"""
    sender_ep: FieldOf[int, NumberValue]
    """Sender End Point"""
    sender_request: FieldOf[int, NumberValue]
    """Sender Request ID"""
    address: FieldOf[int, NumberValue]
    """Address: 0: not shown"""
    length: FieldOf[int, NumberValue]
    """Size, in bytes"""
    rndv_opcode: FieldOf[int, NumberValue]
    """Opcode"""

class _UCXReadyToReceiveValues(_OfScapy, total=False):
    sender_request: NumberValue
    receiver_request: NumberValue
    address: NumberValue
    length: NumberValue
    rtr_offset: NumberValue

class UCXReadyToReceive(IBLayer, metaclass=LayerType):
    """UCX Rendezvous RTR"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXReadyToReceiveValues]) -> None: ...
    sender_request: FieldOf[int, NumberValue]
    """Sender Request ID"""
    receiver_request: FieldOf[int, NumberValue]
    """Receiver Request ID"""
    address: FieldOf[int, NumberValue]
    """Address: 0: not shown"""
    length: FieldOf[int, NumberValue]
    """Size, in bytes"""
    rtr_offset: FieldOf[int, NumberValue]
    """Offset, in bytes"""

class _UCXControlValues(_OfScapy, total=False):
    control: NumberValue
    reserved: NumberValue
    qpn: NumberValue
    source: NumberValue
    reserved2: NumberValue
    conn_sn: NumberValue
    path: NumberValue
    reserved3: NumberValue

class UCXControl(IBLayer, metaclass=LayerType):
    """UCX Control"""
    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_UCXControlValues]) -> None: ...
    control: FieldOf[int, NumberValue]
    """Control"""
    reserved: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
    qpn: FieldOf[int, NumberValue]
    """QPN: of the sender of a CREQ"""
    source: FieldOf[int, NumberValue]
    """Source End Point"""
    reserved2: FieldOf[int, NumberValue]
    """Reserved (16 bits)"""
    conn_sn: FieldOf[int, NumberValue]
    """Connection Sequence Number"""
    path: FieldOf[int, NumberValue]
    """Path Index"""
    reserved3: FieldOf[int, NumberValue]
    """Reserved (24 bits)"""
