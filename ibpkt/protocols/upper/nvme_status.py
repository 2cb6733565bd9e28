"""Status values of NVM Express in the words of the specification: status code type * 256 + status code.

Source: NVM Express Base 2.0, 3.3.3.2; NVM Command Set 1.0, 3.1; Zoned Namespaces 1.1, 3.1; NVMe over Fabrics 1.1,
3; NVMe over RDMA 1.0, 3.3.
"""

from __future__ import annotations

SUCCESS = 0

STATUS_TYPES = {
    0: "Generic Command Status",
    1: "Command Specific Status",
    2: "Media and Data Integrity Errors",
    3: "Path Related Status",
    7: "Vendor Specific",
}

STATUSES = {
    SUCCESS: "Success",
    0x001: "Invalid Command Opcode",
    0x002: "Invalid Field in Command",
    0x003: "Command ID Conflict",
    0x004: "Data Transfer Error",
    0x005: "Commands Aborted due to Power Loss Notification",
    0x006: "Internal Error",
    0x007: "Command Abort Requested",
    0x008: "Command Aborted due to SQ Deletion",
    0x009: "Command Aborted due to Failed Fused Command",
    0x00A: "Command Aborted due to Missing Fused Command",
    0x00B: "Invalid Namespace or Format",
    0x00C: "Command Sequence Error",
    0x00D: "Invalid SGL Segment Descriptor",
    0x00E: "Invalid Number of SGL Descriptors",
    0x00F: "Data SGL Length Invalid",
    0x010: "Metadata SGL Length Invalid",
    0x011: "SGL Descriptor Type Invalid",
    0x012: "Invalid Use of Controller Memory Buffer",
    0x013: "PRP Offset Invalid",
    0x014: "Atomic Write Unit Exceeded",
    0x015: "Operation Denied",
    0x016: "SGL Offset Invalid",
    0x018: "Host Identifier Inconsistent Format",
    0x019: "Keep Alive Timer Expired",
    0x01A: "Keep Alive Timeout Invalid",
    0x01B: "Command Aborted due to Preempt and Abort",
    0x01C: "Sanitize Failed",
    0x01D: "Sanitize In Progress",
    0x01E: "SGL Data Block Granularity Invalid",
    0x01F: "Command Not Supported for Queue in CMB",
    0x020: "Namespace is Write Protected",
    0x021: "Command Interrupted",
    0x022: "Transient Transport Error",
    0x023: "Command Prohibited by Command and Feature Lockdown",
    0x024: "Admin Command Media Not Ready",
    0x080: "LBA Out of Range",
    0x081: "Capacity Exceeded",
    0x082: "Namespace Not Ready",
    0x083: "Reservation Conflict",
    0x084: "Format In Progress",
    0x100: "Completion Queue Invalid",
    0x101: "Invalid Queue Identifier",
    0x102: "Invalid Queue Size",
    0x103: "Abort Command Limit Exceeded",
    0x105: "Asynchronous Event Request Limit Exceeded",
    0x106: "Invalid Firmware Slot",
    0x107: "Invalid Firmware Image",
    0x108: "Invalid Interrupt Vector",
    0x109: "Invalid Log Page",
    0x10A: "Invalid Format",
    0x10B: "Firmware Activation Requires Conventional Reset",
    0x10C: "Invalid Queue Deletion",
    0x10D: "Feature Identifier Not Saveable",
    0x10E: "Feature Not Changeable",
    0x10F: "Feature Not Namespace Specific",
    0x110: "Firmware Activation Requires NVM Subsystem Reset",
    0x111: "Firmware Activation Requires Controller Level Reset",
    0x112: "Firmware Activation Requires Maximum Time Violation",
    0x113: "Firmware Activation Prohibited",
    0x114: "Overlapping Range",
    0x115: "Namespace Insufficient Capacity",
    0x116: "Namespace Identifier Unavailable",
    0x118: "Namespace Already Attached",
    0x119: "Namespace Is Private",
    0x11A: "Namespace Not Attached",
    0x11B: "Thin Provisioning Not Supported",
    0x11C: "Controller List Invalid",
    0x11D: "Device Self-test In Progress",
    0x11E: "Boot Partition Write Prohibited",
    0x11F: "Invalid Controller Identifier",
    0x120: "Invalid Secondary Controller State",
    0x121: "Invalid Number of Controller Resources",
    0x122: "Invalid Resource Identifier",
    0x123: "Sanitize Prohibited While Persistent Memory Region is Enabled",
    0x124: "ANA Group Identifier Invalid",
    0x125: "ANA Attach Failed",
    0x126: "Insufficient Capacity",
    0x127: "Namespace Attachment Limit Exceeded",
    0x128: "Prohibition of Command Execution Not Supported",
    0x129: "I/O Command Set Not Supported",
    0x12A: "I/O Command Set Not Enabled",
    0x12B: "I/O Command Set Combination Rejected",
    0x12C: "Invalid I/O Command Set",
    0x12D: "Identifier Unavailable",
    0x180: "Conflicting Attributes",
    0x181: "Invalid Protection Information",
    0x182: "Attempted Write to Read Only Range",
    0x183: "Command Size Limit Exceeded",
    0x1B6: "Zoned: Invalid Zone Operation Request",
    0x1B7: "Zoned: Zone Random Write Area Resources Unavailable",
    0x1B8: "Zoned: Zone Boundary Error",
    0x1B9: "Zoned: Zone Is Full",
    0x1BA: "Zoned: Zone Is Read Only",
    0x1BB: "Zoned: Zone Is Offline",
    0x1BC: "Zoned: Zone Invalid Write",
    0x1BD: "Zoned: Too Many Active Zones",
    0x1BE: "Zoned: Too Many Open Zones",
    0x1BF: "Zoned: Invalid Zone State Transition",
    0x280: "Write Fault",
    0x281: "Unrecovered Read Error",
    0x282: "End-to-end Guard Check Error",
    0x283: "End-to-end Application Tag Check Error",
    0x284: "End-to-end Reference Tag Check Error",
    0x285: "Compare Failure",
    0x286: "Access Denied",
    0x287: "Deallocated or Unwritten Logical Block",
    0x288: "End-to-end Storage Tag Check Error",
    0x300: "Internal Path Error",
    0x301: "Asymmetric Access Persistent Loss",
    0x302: "Asymmetric Access Inaccessible",
    0x303: "Asymmetric Access Transition",
    0x360: "Controller Pathing Error",
    0x370: "Host Pathing Error",
    0x371: "Command Aborted By Host",
}

#: what the same values say of fabrics commands
FABRICS_STATUSES = {
    **STATUSES,
    0x180: "Connect Incompatible Format",
    0x181: "Connect Controller Busy",
    0x182: "Connect Invalid Parameters",
    0x183: "Connect Restart Discovery",
    0x184: "Connect Invalid Host",
    0x185: "Invalid Queue Type",
    0x190: "Discover Restart",
    0x191: "Authentication Required",
}

#: status codes of the private data with which a connection is refused
REJECTIONS = {
    1: "the private data have a wrong length",
    2: "the record format is not known",
    3: "the queue number is not valid",
    4: "the host's send queue size is not valid",
    5: "the host's receive queue size is not valid",
    6: "resources are insufficient",
    7: "the number of READs accepted is not valid",
    8: "the number of READs issued is not valid",
    9: "the controller number is not valid",
}


def status_value(field: int) -> int:
    """Status code type * 256 + status code, out of the Status field of a completion."""
    return field >> 1 & 0x7FF


def status_words(field: int, *, fabrics: bool = False) -> str:
    """The Status field of a completion as the specification spells its status.

    Args:
        field: the 16 bits.
        fabrics: it completes a fabrics command.
    """
    value = status_value(field)
    known = (FABRICS_STATUSES if fabrics else STATUSES).get(value)
    if known is None:
        kind = STATUS_TYPES.get(value >> 8)
        return f"{kind or 'Status'} 0x{value & 0xFF if kind else value:02x}"
    return known
