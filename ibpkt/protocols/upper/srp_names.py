"""What the numbers of the SCSI RDMA Protocol mean.

Source: SCSI RDMA Protocol (SRP), T10/1415-D revision 16a; the extensions of SRP-2.
"""

from __future__ import annotations

#: information units
TYPES = {
    0x00: "SRP_LOGIN_REQ",
    0x01: "SRP_TSK_MGMT",
    0x02: "SRP_CMD",
    0x03: "SRP_I_LOGOUT",
    0x41: "SRP_CRED_RSP",
    0x42: "SRP_AER_RSP",
    0x80: "SRP_T_LOGOUT",
    0x81: "SRP_CRED_REQ",
    0x82: "SRP_AER_REQ",
    0xC0: "SRP_LOGIN_RSP",
    0xC1: "SRP_RSP",
    0xC2: "SRP_LOGIN_REJ",
}
REJECT_REASONS = {
    0x00010000: "Unable to establish RDMA channel",
    0x00010001: "Insufficient RDMA channel resources",
    0x00010002: "Requested I_T IU length too large",
    0x00010003: "Unable to associate RDMA channel with I_T nexus",
    0x00010004: "Unsupported data buffer descriptor format",
    0x00010005: "Multi-channel not supported",
    0x00010006: "RDMA channel limit reached",
}
#: descriptors of data buffers
FORMATS = {0: "No Data", 1: "Direct", 2: "Indirect", 3: "Immediate"}
TASK_FUNCTIONS = {
    0x01: "ABORT TASK",
    0x02: "ABORT TASK SET",
    0x04: "CLEAR TASK SET",
    0x08: "LUN RESET",
    0x40: "CLEAR ACA",
}
#: response codes, of the last byte of response data
RESPONSES = {
    0: "Function complete",
    2: "Request fields invalid",
    4: "Task management function not supported",
    5: "Task management function failed",
}
TASK_ATTRIBUTES = {0: "Simple", 1: "Head of Queue", 2: "Ordered", 4: "ACA"}
#: flags of a login, and of its response
REQUEST_FLAGS = {0x00: "Single channel", 0x01: "Multi-channel", 0x80: "Immediate data requested"}
RESPONSE_FLAGS = {0x00: "No channels", 0x01: "Terminated", 0x02: "Maintained", 0x80: "Immediate data supported"}
