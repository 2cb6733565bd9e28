"""What the numbers of iSCSI and iSER mean.

Source: RFC 7143, 11; RFC 7145, 9.
"""

from __future__ import annotations

OPCODES = {
    0x00: "NOP-Out",
    0x01: "SCSI Command",
    0x02: "Task Management Function Request",
    0x03: "Login Request",
    0x04: "Text Request",
    0x05: "SCSI Data-Out",
    0x06: "Logout Request",
    0x10: "SNACK Request",
    0x20: "NOP-In",
    0x21: "SCSI Response",
    0x22: "Task Management Function Response",
    0x23: "Login Response",
    0x24: "Text Response",
    0x25: "SCSI Data-In",
    0x26: "Logout Response",
    0x31: "Ready To Transfer",
    0x32: "Asynchronous Message",
    0x3F: "Reject",
}
#: the bit of a first byte that asks for immediate delivery
IMMEDIATE = 0x40
#: the bit of an opcode that says that the target sends it
FROM_TARGET = 0x20
#: a tag that names no task
NO_TAG = 0xFFFFFFFF

TASK_ATTRIBUTES = {0: "Untagged", 1: "Simple", 2: "Ordered", 3: "Head of Queue", 4: "ACA"}
RESPONSES = {0: "Command Completed at Target", 1: "Target Failure"}
STAGES = {0: "Security Negotiation", 1: "Operational Negotiation", 3: "Full Feature Phase"}
LOGIN_STATUSES = {
    0x0000: "Success",
    0x0101: "Target moved temporarily",
    0x0102: "Target moved permanently",
    0x0200: "Initiator error",
    0x0201: "Authentication failure",
    0x0202: "Authorization failure",
    0x0203: "Not found",
    0x0204: "Target removed",
    0x0205: "Unsupported version",
    0x0206: "Too many connections",
    0x0207: "Missing parameter",
    0x0208: "Can't include in session",
    0x0209: "Session type not supported",
    0x020A: "Session does not exist",
    0x020B: "Invalid during login",
    0x0300: "Target error",
    0x0301: "Service unavailable",
    0x0302: "Out of resources",
}
TASK_FUNCTIONS = {
    1: "ABORT TASK",
    2: "ABORT TASK SET",
    3: "CLEAR ACA",
    4: "CLEAR TASK SET",
    5: "LOGICAL UNIT RESET",
    6: "TARGET WARM RESET",
    7: "TARGET COLD RESET",
    8: "TASK REASSIGN",
}
TASK_RESPONSES = {
    0: "Function complete",
    1: "Task does not exist",
    2: "LUN does not exist",
    3: "Task still allegiant",
    4: "Task allegiance reassignment not supported",
    5: "Task management function not supported",
    6: "Function authorization failed",
    255: "Function rejected",
}
LOGOUT_REASONS = {0: "Close the session", 1: "Close the connection", 2: "Remove the connection for recovery"}
LOGOUT_RESPONSES = {
    0: "Closed successfully",
    1: "CID not found",
    2: "Connection recovery not supported",
    3: "Cleanup failed",
}
REJECT_REASONS = {
    0x01: "Command before login",
    0x02: "Data (payload) digest error",
    0x03: "SNACK reject",
    0x04: "Protocol error",
    0x05: "Command not supported",
    0x06: "Immediate command reject",
    0x07: "Task in progress",
    0x08: "Invalid data acknowledgement",
    0x09: "Invalid PDU field",
    0x0A: "Long operation reject",
    0x0B: "Negotiation reset",
    0x0C: "Waiting for logout",
}
EVENTS = {
    0: "SCSI asynchronous event",
    1: "Target requests logout",
    2: "Target will drop the connection",
    3: "Target will drop all connections",
    4: "Target requests parameter negotiation",
}
SNACKS = {0: "Data or R2T", 1: "Status", 2: "Data acknowledgement", 3: "R-Data"}
#: messages of iSER
ISER_OPCODES = {1: "iSCSI Control-Type PDU", 2: "Hello", 3: "HelloReply"}
