# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibpkt.craft.draft_types import (
        AETHValues,
        AtomicAckETHValues,
        AtomicETHValues,
        BTHValues,
        CNPValues,
        DETHValues,
        ERFEthernetValues,
        ERFExtensionValues,
        ERFValues,
        ERSPAN2Values,
        ERSPAN3Values,
        ERSPANPlatformValues,
        EthernetValues,
        FETHValues,
        FlowControlValues,
        GREChecksumValues,
        GREKeyValues,
        GRESequenceValues,
        GREValues,
        GRHValues,
        ICRCValues,
        IETHValues,
        IPv4Values,
        IPv6Values,
        ImmDtValues,
        LPCRCValues,
        LRHValues,
        LoopbackValues,
        MADValues,
        PFCValues,
        PauseValues,
        RETHValues,
        RMPPValues,
        RWHValues,
        SAValues,
        SLL2Values,
        SLLValues,
        SMPDirectedValues,
        SMPValues,
        UDPValues,
        VCRCValues,
        VLANValues,
        VXLANValues,
    )
    from ibpkt.craft.drafts import (
        Draft,
    )
    from ibpkt.packet.layer_types import (
        AETHLayer,
        AtomicAckETHLayer,
        AtomicETHLayer,
        BTHLayer,
        CNPLayer,
        DETHLayer,
        ERFEthernetLayer,
        ERFExtensionLayer,
        ERFLayer,
        ERSPAN2Layer,
        ERSPAN3Layer,
        ERSPANPlatformLayer,
        EthernetLayer,
        FETHLayer,
        FlowControlLayer,
        GREChecksumLayer,
        GREKeyLayer,
        GRELayer,
        GRESequenceLayer,
        GRHLayer,
        IETHLayer,
        IPv4Layer,
        IPv6Layer,
        ImmDtLayer,
        LRHLayer,
        LoopbackLayer,
        MADLayer,
        PFCLayer,
        PauseLayer,
        RETHLayer,
        RMPPLayer,
        RWHLayer,
        SALayer,
        SLL2Layer,
        SLLLayer,
        SMPDirectedLayer,
        SMPLayer,
        UDPLayer,
        VLANLayer,
        VXLANLayer,
    )
    from ibpkt.packet.layers import (
        Layer,
    )
from typing import Generic, TypeVar, Unpack
from ibpkt.schema import Header

_L_co = TypeVar("_L_co", bound=Layer, covariant=True)

class HeaderOf(Header, Generic[_L_co]):
    """A declaration whose layer is known."""

class ERFHeader(HeaderOf[ERFLayer]):
    """Extensible Record Format"""
    def __call__(self, **values: Unpack[ERFValues]) -> Draft: ...  # type: ignore

class SLLHeader(HeaderOf[SLLLayer]):
    """Linux cooked capture v1"""
    def __call__(self, **values: Unpack[SLLValues]) -> Draft: ...  # type: ignore

class SLL2Header(HeaderOf[SLL2Layer]):
    """Linux cooked capture v2"""
    def __call__(self, **values: Unpack[SLL2Values]) -> Draft: ...  # type: ignore

class ERFEthernetHeader(HeaderOf[ERFEthernetLayer]):
    """ERF Ethernet Pad"""
    def __call__(self, **values: Unpack[ERFEthernetValues]) -> Draft: ...  # type: ignore

class ERFExtensionHeader(HeaderOf[ERFExtensionLayer]):
    """ERF Extension Header"""
    def __call__(self, **values: Unpack[ERFExtensionValues]) -> Draft: ...  # type: ignore

class LoopbackHeader(HeaderOf[LoopbackLayer]):
    """BSD Null/Loopback"""
    def __call__(self, **values: Unpack[LoopbackValues]) -> Draft: ...  # type: ignore

class PFCHeader(HeaderOf[PFCLayer]):
    """Priority Flow Control"""
    def __call__(self, **values: Unpack[PFCValues]) -> Draft: ...  # type: ignore

class VLANHeader(HeaderOf[VLANLayer]):
    """802.1Q Virtual LAN"""
    def __call__(self, **values: Unpack[VLANValues]) -> Draft: ...  # type: ignore

class EthernetHeader(HeaderOf[EthernetLayer]):
    """Ethernet II"""
    def __call__(self, **values: Unpack[EthernetValues]) -> Draft: ...  # type: ignore

class PauseHeader(HeaderOf[PauseLayer]):
    """Pause"""
    def __call__(self, **values: Unpack[PauseValues]) -> Draft: ...  # type: ignore

class UDPHeader(HeaderOf[UDPLayer]):
    """User Datagram Protocol"""
    def __call__(self, **values: Unpack[UDPValues]) -> Draft: ...  # type: ignore

class IPv4Header(HeaderOf[IPv4Layer]):
    """Internet Protocol Version 4"""
    def __call__(self, **values: Unpack[IPv4Values]) -> Draft: ...  # type: ignore

class IPv6Header(HeaderOf[IPv6Layer]):
    """Internet Protocol Version 6"""
    def __call__(self, **values: Unpack[IPv6Values]) -> Draft: ...  # type: ignore

class ERSPAN2Header(HeaderOf[ERSPAN2Layer]):
    """Encapsulated Remote Switch Packet ANalysis Type II"""
    def __call__(self, **values: Unpack[ERSPAN2Values]) -> Draft: ...  # type: ignore

class ERSPAN3Header(HeaderOf[ERSPAN3Layer]):
    """Encapsulated Remote Switch Packet ANalysis Type III"""
    def __call__(self, **values: Unpack[ERSPAN3Values]) -> Draft: ...  # type: ignore

class GREHeader(HeaderOf[GRELayer]):
    """Generic Routing Encapsulation"""
    def __call__(self, **values: Unpack[GREValues]) -> Draft: ...  # type: ignore

class VXLANHeader(HeaderOf[VXLANLayer]):
    """Virtual eXtensible Local Area Network"""
    def __call__(self, **values: Unpack[VXLANValues]) -> Draft: ...  # type: ignore

class ERSPANPlatformHeader(HeaderOf[ERSPANPlatformLayer]):
    """ERSPAN Platform Specific Subheader"""
    def __call__(self, **values: Unpack[ERSPANPlatformValues]) -> Draft: ...  # type: ignore

class GREChecksumHeader(HeaderOf[GREChecksumLayer]):
    """GRE Checksum"""
    def __call__(self, **values: Unpack[GREChecksumValues]) -> Draft: ...  # type: ignore

class GREKeyHeader(HeaderOf[GREKeyLayer]):
    """GRE Key"""
    def __call__(self, **values: Unpack[GREKeyValues]) -> Draft: ...  # type: ignore

class GRESequenceHeader(HeaderOf[GRESequenceLayer]):
    """GRE Sequence Number"""
    def __call__(self, **values: Unpack[GRESequenceValues]) -> Draft: ...  # type: ignore

class AETHHeader(HeaderOf[AETHLayer]):
    """ACK Extended Transport Header"""
    def __call__(self, **values: Unpack[AETHValues]) -> Draft: ...  # type: ignore

class CNPHeader(HeaderOf[CNPLayer]):
    """Congestion Notification Payload"""
    def __call__(self, **values: Unpack[CNPValues]) -> Draft: ...  # type: ignore

class DETHHeader(HeaderOf[DETHLayer]):
    """Datagram Extended Transport Header"""
    def __call__(self, **values: Unpack[DETHValues]) -> Draft: ...  # type: ignore

class FETHHeader(HeaderOf[FETHLayer]):
    """Flush Extended Transport Header"""
    def __call__(self, **values: Unpack[FETHValues]) -> Draft: ...  # type: ignore

class IETHHeader(HeaderOf[IETHLayer]):
    """Invalidate Extended Transport Header"""
    def __call__(self, **values: Unpack[IETHValues]) -> Draft: ...  # type: ignore

class RETHHeader(HeaderOf[RETHLayer]):
    """RDMA Extended Transport Header"""
    def __call__(self, **values: Unpack[RETHValues]) -> Draft: ...  # type: ignore

class AtomicAckETHHeader(HeaderOf[AtomicAckETHLayer]):
    """Atomic ACK Extended Transport Header"""
    def __call__(self, **values: Unpack[AtomicAckETHValues]) -> Draft: ...  # type: ignore

class AtomicETHHeader(HeaderOf[AtomicETHLayer]):
    """Atomic Extended Transport Header"""
    def __call__(self, **values: Unpack[AtomicETHValues]) -> Draft: ...  # type: ignore

class ImmDtHeader(HeaderOf[ImmDtLayer]):
    """Immediate Data"""
    def __call__(self, **values: Unpack[ImmDtValues]) -> Draft: ...  # type: ignore

class ICRCHeader(HeaderOf[Layer]):
    """Invariant CRC"""
    def __call__(self, **values: Unpack[ICRCValues]) -> Draft: ...  # type: ignore

class LPCRCHeader(HeaderOf[Layer]):
    """Link Packet CRC"""
    def __call__(self, **values: Unpack[LPCRCValues]) -> Draft: ...  # type: ignore

class LRHHeader(HeaderOf[LRHLayer]):
    """Local Route Header"""
    def __call__(self, **values: Unpack[LRHValues]) -> Draft: ...  # type: ignore

class RWHHeader(HeaderOf[RWHLayer]):
    """Raw Header"""
    def __call__(self, **values: Unpack[RWHValues]) -> Draft: ...  # type: ignore

class VCRCHeader(HeaderOf[Layer]):
    """Variant CRC"""
    def __call__(self, **values: Unpack[VCRCValues]) -> Draft: ...  # type: ignore

class FlowControlHeader(HeaderOf[FlowControlLayer]):
    """Flow Control Packet"""
    def __call__(self, **values: Unpack[FlowControlValues]) -> Draft: ...  # type: ignore

class MADHeader(HeaderOf[MADLayer]):
    """MAD Common Header"""
    def __call__(self, **values: Unpack[MADValues]) -> Draft: ...  # type: ignore

class RMPPHeader(HeaderOf[RMPPLayer]):
    """Reliable Multi-Packet Transaction Protocol"""
    def __call__(self, **values: Unpack[RMPPValues]) -> Draft: ...  # type: ignore

class SAHeader(HeaderOf[SALayer]):
    """Subnet Administration"""
    def __call__(self, **values: Unpack[SAValues]) -> Draft: ...  # type: ignore

class SMPHeader(HeaderOf[SMPLayer]):
    """Subnet Management Packet (LID Routed)"""
    def __call__(self, **values: Unpack[SMPValues]) -> Draft: ...  # type: ignore

class SMPDirectedHeader(HeaderOf[SMPDirectedLayer]):
    """Subnet Management Packet (Directed Route)"""
    def __call__(self, **values: Unpack[SMPDirectedValues]) -> Draft: ...  # type: ignore

class GRHHeader(HeaderOf[GRHLayer]):
    """Global Route Header"""
    def __call__(self, **values: Unpack[GRHValues]) -> Draft: ...  # type: ignore

class BTHHeader(HeaderOf[BTHLayer]):
    """Base Transport Header"""
    def __call__(self, **values: Unpack[BTHValues]) -> Draft: ...  # type: ignore
