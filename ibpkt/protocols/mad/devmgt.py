"""Device management: input and output units, their controllers, and the services of these."""

from __future__ import annotations

from ibpkt.protocols.mad.base import attribute, layouts, management_header
from ibpkt.schema import Header, binary, hexa, mask, reserved, rows, text, uint

_SOURCE = "IBA 1, 16.3.3"

DevMgt: Header = management_header(
    "DevMgt", "Device Management", "infiniband.devmgt", reserved("reserved", 320), source=_SOURCE
)

DevData: Header = management_header(
    "DevData",
    "Device Management Data",
    "infiniband.devmgt",
    binary("devicemanagementdata", 192, "DeviceManagementData"),
    source=_SOURCE,
)

IOUnitInfo: Header = attribute(
    "IOUnitInfo",
    uint("changeid", 16, "ChangeID"),
    uint("maxcontrollers", 8, "MaxControllers"),
    hexa("optionrom", 1, "OptionROM"),
    hexa("diagdeviceid", 1, "DiagDeviceID"),
    reserved("reserved", 6),
    rows(
        "slots",
        256,
        "Slots",
        hexa(
            "controllerlist", 4, "Controller", enum={0: "None", 1: "Installed", 15: "No Such Slot"}, doc="from slot 1"
        ),
    ),
    summary="{maxcontrollers} slots",
    source=_SOURCE,
)

IOControllerProfile: Header = attribute(
    "IOControllerProfile",
    hexa("guid", 64, "GUID"),
    hexa("vendorid", 24, "VendorID"),
    reserved("reserved0", 8),
    hexa("deviceid", 32, "DeviceID"),
    hexa("deviceversion", 16, "DeviceVersion"),
    reserved("reserved1", 16),
    hexa("subsystemvendorid", 24, "SubsystemVendorID"),
    reserved("reserved2", 8),
    hexa("subsystemid", 32, "SubsystemID"),
    hexa("ioclass", 16, "IOClass"),
    hexa("iosubclass", 16, "IOSubclass"),
    hexa("protocol", 16, "Protocol"),
    hexa("protocolversion", 16, "ProtocolVersion"),
    uint("serviceconnections", 16, "ServiceConnections"),
    uint("initiatorssupported", 16, "InitiatorsSupported"),
    uint("sendmessagequeuedepth", 16, "SendMessageQueueDepth"),
    reserved("reserved3", 8),
    uint("rdmareadqueuedepth", 8, "RDMAReadQueueDepth"),
    uint("sendmessagesize", 32, "SendMessageSize", unit="bytes"),
    uint("rdmatransfersize", 32, "RDMATransferSize", unit="bytes"),
    mask(
        "controlleroperationscapabilitymask",
        8,
        "ControllerOperationsCapabilityMask",
        {0: "ST", 1: "SF", 2: "RT", 3: "RF", 4: "WT", 5: "WF", 6: "AT", 7: "AF"},
        doc="send, RDMA READ, RDMA WRITE, atomic; to (T) and from (F) the controller",
    ),
    hexa("controllerservicescapabilitymask", 8, "ControllerServicesCapabilityMask"),
    uint("serviceentries", 8, "ServiceEntries"),
    reserved("reserved4", 72),
    text("idstring", 64, "IDString"),
    summary='"{idstring}" GUID={guid}',
    source=_SOURCE,
)

#: IOClass, IOSubclass and Protocol of the controllers of SRP targets: revision 10 of SRP, and revision 16a, annex B
SRP_TARGETS = {(0x0100, 0x609E, 0x0108), (0xFF00, 0x609E, 0x0108)}

ServiceEntries: Header = attribute(
    "ServiceEntries",
    rows("entries", 4, "Entries", text("servicename", 40, "ServiceName"), hexa("serviceid", 64, "ServiceID")),
    source=_SOURCE,
)

#: attributes with a declared layout, by AttributeID
DEV_ATTRIBUTES = layouts(0x06, globals())
