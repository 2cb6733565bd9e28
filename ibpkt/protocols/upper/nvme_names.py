"""What the numbers of NVM Express mean: operations, status codes, identifiers.

Source: NVM Express Base 2.0 (figures of opcodes, status values, features, log pages), NVM Command Set 1.0,
NVMe over Fabrics 1.1.
"""

from __future__ import annotations

#: the opcode of fabrics commands, on every queue
FABRICS = 0x7F

ADMIN_OPCODES = {
    0x00: "Delete I/O Submission Queue",
    0x01: "Create I/O Submission Queue",
    0x02: "Get Log Page",
    0x04: "Delete I/O Completion Queue",
    0x05: "Create I/O Completion Queue",
    0x06: "Identify",
    0x08: "Abort",
    0x09: "Set Features",
    0x0A: "Get Features",
    0x0C: "Asynchronous Event Request",
    0x0D: "Namespace Management",
    0x10: "Firmware Commit",
    0x11: "Firmware Image Download",
    0x14: "Device Self-test",
    0x15: "Namespace Attachment",
    0x18: "Keep Alive",
    0x19: "Directive Send",
    0x1A: "Directive Receive",
    0x1C: "Virtualization Management",
    0x1D: "NVMe-MI Send",
    0x1E: "NVMe-MI Receive",
    0x20: "Capacity Management",
    0x21: "Discovery Information Management",
    0x22: "Fabric Zoning Receive",
    0x24: "Lockdown",
    0x25: "Fabric Zoning Lookup",
    0x29: "Fabric Zoning Send",
    0x7C: "Doorbell Buffer Config",
    FABRICS: "Fabrics",
    0x80: "Format NVM",
    0x81: "Security Send",
    0x82: "Security Receive",
    0x84: "Sanitize",
    0x86: "Get LBA Status",
}

IO_OPCODES = {
    0x00: "Flush",
    0x01: "Write",
    0x02: "Read",
    0x04: "Write Uncorrectable",
    0x05: "Compare",
    0x08: "Write Zeroes",
    0x09: "Dataset Management",
    0x0C: "Verify",
    0x0D: "Reservation Register",
    0x0E: "Reservation Report",
    0x11: "Reservation Acquire",
    0x12: "I/O Management Receive",
    0x15: "Reservation Release",
    0x19: "Copy",
    0x1D: "I/O Management Send",
    0x79: "Zone Management Send",
    0x7A: "Zone Management Receive",
    0x7D: "Zone Append",
    FABRICS: "Fabrics",
}

FABRICS_TYPES = {
    0x00: "Property Set",
    0x01: "Connect",
    0x04: "Property Get",
    0x05: "Authentication Send",
    0x06: "Authentication Receive",
    0x08: "Disconnect",
}

PSDT = {0: "PRP", 1: "SGL", 2: "SGL, metadata SGL"}
FUSED = {0: "Normal", 1: "First of fused", 2: "Second of fused"}
SGL_TYPES = {
    0: "Data Block",
    1: "Bit Bucket",
    2: "Segment",
    3: "Last Segment",
    4: "Keyed Data Block",
    5: "Transport Data Block",
    15: "Vendor Specific",
}
#: a subtype means something else in each type: 15 asks for the key to be invalidated in a keyed data block
SGL_SUBTYPES = {0: "Address", 1: "Offset", 10: "Transport Specific", 15: "Invalidate Key"}
PROPERTIES = {0x00: "CAP", 0x08: "VS", 0x14: "CC", 0x1C: "CSTS", 0x20: "NSSR", 0x64: "NSSD", 0x68: "CRTO"}
PROPERTY_SIZES = {0: "4 bytes", 1: "8 bytes"}
PRIORITIES = {0: "Urgent", 1: "High", 2: "Medium", 3: "Low"}

IDENTIFY = {
    0x00: "Namespace",
    0x01: "Controller",
    0x02: "Active Namespace ID List",
    0x03: "Namespace Identification Descriptors",
    0x04: "NVM Set List",
    0x05: "I/O Command Set Namespace",
    0x06: "I/O Command Set Controller",
    0x07: "I/O Command Set Active Namespace ID List",
    0x08: "I/O Command Set Independent Namespace",
    0x09: "Namespace User Data Format",
    0x0A: "I/O Command Set Namespace User Data Format",
    0x10: "Allocated Namespace ID List",
    0x11: "Allocated Namespace",
    0x12: "Controllers Attached to Namespace",
    0x13: "Controller List",
    0x14: "Primary Controller Capabilities",
    0x15: "Secondary Controller List",
    0x16: "Namespace Granularity List",
    0x17: "UUID List",
    0x18: "Domain List",
    0x19: "Endurance Group List",
    0x1A: "I/O Command Set Allocated Namespace ID List",
    0x1B: "I/O Command Set Allocated Namespace",
    0x1C: "I/O Command Sets",
}

LOG_PAGES = {
    0x00: "Supported Log Pages",
    0x01: "Error Information",
    0x02: "SMART / Health Information",
    0x03: "Firmware Slot Information",
    0x04: "Changed Namespace List",
    0x05: "Commands Supported and Effects",
    0x06: "Device Self-test",
    0x07: "Telemetry Host-Initiated",
    0x08: "Telemetry Controller-Initiated",
    0x09: "Endurance Group Information",
    0x0A: "Predictable Latency Per NVM Set",
    0x0B: "Predictable Latency Event Aggregate",
    0x0C: "Asymmetric Namespace Access",
    0x0D: "Persistent Event Log",
    0x0E: "LBA Status Information",
    0x0F: "Endurance Group Event Aggregate",
    0x10: "Media Unit Status",
    0x11: "Supported Capacity Configuration List",
    0x12: "Feature Identifiers Supported and Effects",
    0x13: "NVMe-MI Commands Supported and Effects",
    0x15: "Boot Partition",
    0x70: "Discovery",
    0x80: "Reservation Notification",
    0x81: "Sanitize Status",
    0xBF: "Changed Zone List",
}

FEATURES = {
    0x01: "Arbitration",
    0x02: "Power Management",
    0x03: "LBA Range Type",
    0x04: "Temperature Threshold",
    0x05: "Error Recovery",
    0x06: "Volatile Write Cache",
    0x07: "Number of Queues",
    0x08: "Interrupt Coalescing",
    0x09: "Interrupt Vector Configuration",
    0x0A: "Write Atomicity Normal",
    0x0B: "Asynchronous Event Configuration",
    0x0C: "Autonomous Power State Transition",
    0x0D: "Host Memory Buffer",
    0x0E: "Timestamp",
    0x0F: "Keep Alive Timer",
    0x10: "Host Controlled Thermal Management",
    0x11: "Non-Operational Power State Config",
    0x12: "Read Recovery Level Config",
    0x13: "Predictable Latency Mode Config",
    0x14: "Predictable Latency Mode Window",
    0x15: "LBA Status Information Report Interval",
    0x16: "Host Behavior Support",
    0x17: "Sanitize Config",
    0x18: "Endurance Group Event Configuration",
    0x19: "I/O Command Set Profile",
    0x1A: "Spinup Control",
    0x7D: "Enhanced Controller Metadata",
    0x7E: "Controller Metadata",
    0x7F: "Namespace Metadata",
    0x80: "Software Progress Marker",
    0x81: "Host Identifier",
    0x82: "Reservation Notification Mask",
    0x83: "Reservation Persistence",
    0x84: "Namespace Write Protection Config",
}
FEATURE_SELECTIONS = {0: "Current", 1: "Default", 2: "Saved", 3: "Supported Capabilities"}

RESERVATION_TYPES = {
    1: "Write Exclusive",
    2: "Exclusive Access",
    3: "Write Exclusive, Registrants Only",
    4: "Exclusive Access, Registrants Only",
    5: "Write Exclusive, All Registrants",
    6: "Exclusive Access, All Registrants",
}
REGISTER_ACTIONS = {0: "Register", 1: "Unregister", 2: "Replace"}
ACQUIRE_ACTIONS = {0: "Acquire", 1: "Preempt", 2: "Preempt and Abort"}
RELEASE_ACTIONS = {0: "Release", 1: "Clear"}

EVENT_TYPES = {
    0: "Error",
    1: "SMART / Health",
    2: "Notice",
    3: "Immediate",
    4: "One-Shot",
    6: "I/O Command Set",
    7: "Vendor Specific",
}

TRANSPORTS = {0: "PCIe", 1: "RDMA", 2: "Fibre Channel", 3: "TCP", 254: "Intra-host"}
ADDRESS_FAMILIES = {1: "AF_INET", 2: "AF_INET6", 3: "AF_IB", 4: "Fibre Channel", 254: "Intra-host"}
SUBSYSTEM_TYPES = {1: "Referral to a Discovery subsystem", 2: "NVM subsystem", 3: "Current Discovery subsystem"}
QP_TYPES = {1: "Reliable Connected", 2: "Reliable Datagram"}
PROVIDERS = {1: "Not specified", 2: "InfiniBand", 3: "RoCE", 4: "RoCEv2", 5: "iWARP"}
