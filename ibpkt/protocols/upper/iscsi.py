"""iSCSI: the 48 bytes that begin a PDU, one header for each kind.

Over iSER they follow a header of 28 bytes; data that a target fetches or places moves by READ and WRITE, so SCSI
Data-In and Ready To Transfer stay away, and Data-Out carries unsolicited data only.

Source: RFC 7143, 11; RFC 7145.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.upper.iscsi_names import (
    EVENTS,
    LOGIN_STATUSES,
    LOGOUT_REASONS,
    LOGOUT_RESPONSES,
    NO_TAG,
    OPCODES,
    REJECT_REASONS,
    RESPONSES,
    SNACKS,
    STAGES,
    TASK_ATTRIBUTES,
    TASK_FUNCTIONS,
    TASK_RESPONSES,
)
from ibpkt.protocols.upper.iscsi_text import pairs_in_words
from ibpkt.protocols.upper.scsi_names import LUN_MODES, STATUSES
from ibpkt.protocols.upper.words import unused, upper_header
from ibpkt.schema import WORDS, Derived, Field, Header, Tail, binary, flag, hexa, number_of, reserved, uint

_RFC = "RFC 7143"
#: bytes of a basic header segment
BHS = 48
#: bytes of one of a SCSI Command that come before the command descriptor block
BEFORE_CDB = 32


def lun() -> tuple[Field, Field, Field]:
    """Eight bytes that name a logical unit: how, its number, and lower levels, which nobody uses."""
    return (
        uint("lun_mode", 2, "Address Mode", enum=LUN_MODES, filter="scsi.lun.address_mode"),
        uint("lun", 14, "LUN", filter="scsi.lun"),
        reserved("lun_rest", 48, filter="scsi.lun.rest"),
    )


def _numbers(*names: str) -> tuple[Field, ...]:
    """Sequence numbers, of 32 bits."""
    labels = {
        "cmdsn": "CmdSN", "expstatsn": "ExpStatSN", "statsn": "StatSN", "expcmdsn": "ExpCmdSN", "maxcmdsn": "MaxCmdSN",
        "datasn": "DataSN", "expdatasn": "ExpDataSN", "r2tsn": "R2TSN", "refcmdsn": "RefCmdSN",
    }  # fmt: skip
    return tuple(uint(name, 32, labels[name]) for name in names)


def _length() -> tuple[Field, Field]:
    return (
        uint("totalahslength", 8, "Total AHS Length", unit="words", doc="of additional header segments"),
        uint("datasegmentlength", 24, "Data Segment Length", unit="bytes", doc="without its padding"),
    )


def _tag(default: int = 0) -> Field:
    return hexa("initiatortasktag", 32, "Initiator Task Tag", default=default, doc="joins command and response")


def _transfer_tag() -> Field:
    return hexa("targettransfertag", 32, "Target Transfer Tag", default=NO_TAG)


def _pdu(name: str, kind: str, *members: Field | Derived, source: str, **facts: Any) -> Header:
    """A basic header segment.

    Args:
        name: as of a header.
        kind: its name among the opcodes.
        *members: all after its first byte.
        source: where its layout comes from.
        **facts: as of a header.
    """
    return upper_header(
        name,
        f"iSCSI {kind.removeprefix('SCSI ')}",
        "iscsi",
        flag("first_bit", "Reserved (1 bit)", filter=".X"),
        flag("immediate", "Immediate Delivery", filter=".I"),
        hexa("opcode", 6, "Opcode", enum=OPCODES, default=number_of(OPCODES, kind)),
        *members,
        **{"summary": "{opcode} ITT={initiatortasktag}", **facts},
        protocol="iSCSI",
        group="iscsi",
        source=f"{_RFC}, {source}",
    )


ISCSICommand: Header = _pdu(
    "ISCSICommand",
    "SCSI Command",
    flag("final", "Final", filter=".scsicommand.F", doc="no unsolicited Data-Out follows"),
    flag("read", "Read", filter=".scsicommand.R"),
    flag("write", "Write", filter=".scsicommand.W"),
    reserved("rsvd", 2),
    uint("attr", 3, "Task Attributes", enum=TASK_ATTRIBUTES, filter=".scsicommand.attr"),
    unused("rsvd2", 2),
    *_length(),
    *lun(),
    _tag(),
    uint(
        "expected_length", 32, "Expected Data Transfer Length", unit="bytes",
        filter=".scsicommand.expecteddatatransferlength",
    ),
    *_numbers("cmdsn", "expstatsn"),
    summary="LUN={lun} ITT={initiatortasktag}",
    source="11.3; the command descriptor block follows",
)  # fmt: skip

ISCSIResponse: Header = _pdu(
    "ISCSIResponse",
    "SCSI Response",
    reserved("rsvd", 3, default=4),
    flag("bidi_overflow", "Bidirectional Read Residual Overflow", filter=".scsiresponse.o"),
    flag("bidi_underflow", "Bidirectional Read Residual Underflow", filter=".scsiresponse.u"),
    flag("overflow", "Residual Overflow", filter=".scsiresponse.O"),
    flag("underflow", "Residual Underflow", filter=".scsiresponse.U"),
    reserved("rsvd2", 1),
    hexa("response", 8, "Response", enum=RESPONSES, filter=".scsiresponse.response"),
    hexa("status", 8, "Status", enum=STATUSES, filter=".scsiresponse.status"),
    *_length(),
    unused("rsvd3", 8),
    _tag(),
    hexa("snack_tag", 32, "SNACK Tag"),
    *_numbers("statsn", "expcmdsn", "maxcmdsn", "expdatasn"),
    uint("bidi_residual", 32, "Bidirectional Read Residual Count", unit="bytes",
         filter=".scsiresponse.bidireadresidualcount"),
    uint("residual", 32, "Residual Count", unit="bytes", filter=".scsiresponse.residualcount"),
    summary="{status} ITT={initiatortasktag}",
    source="11.4",
)  # fmt: skip

#: the length before sense data in the data segment of a SCSI Response
ISCSISense: Header = upper_header(
    "ISCSISense",
    "iSCSI Sense Length",
    "iscsi.scsiresponse",
    uint("senselength", 16, "Sense Length", unit="bytes"),
    group="iscsi",
    source=f"{_RFC}, 11.4.7.2",
)


def _text() -> tuple[Derived, ...]:
    return (Derived("pairs", "Parameters", ("text",), pairs_in_words, WORDS, filter="iscsi.keyvalue"),)


#: keys and values follow in the data segment
_PAIRS = Tail("text", "Text Parameters", "iscsi.text", "datasegmentlength", 1, BHS)


def _login(active: Field) -> tuple[Field, ...]:
    return (
        flag("transit", "Transit", filter=".login.T"),
        flag("more", "Continue", filter=".login.C"),
        reserved("rsvd", 2),
        uint("csg", 2, "Current Stage", enum=STAGES, filter=".login.csg"),
        uint("nsg", 2, "Next Stage", enum=STAGES, filter=".login.nsg"),
        hexa("versionmax", 8, "Version-max"),
        active,
        *_length(),
        binary("isid", 6, "ISID"),
        hexa("tsih", 16, "TSIH", doc="0: a new session"),
        _tag(),
    )


ISCSILogin: Header = _pdu(
    "ISCSILogin",
    "Login Request",
    *_login(hexa("versionmin", 8, "Version-min")),
    hexa("cid", 16, "CID"),
    unused("rsvd2", 2),
    *_numbers("cmdsn", "expstatsn"),
    unused("rsvd3", 16),
    *_text(),
    tail=_PAIRS,
    source="11.12",
)

ISCSILoginResponse: Header = _pdu(
    "ISCSILoginResponse",
    "Login Response",
    *_login(hexa("versionactive", 8, "Version-active")),
    unused("rsvd2", 4),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    hexa("status", 16, "Status", enum=LOGIN_STATUSES, filter=".login.status"),
    unused("rsvd3", 10),
    *_text(),
    tail=_PAIRS,
    summary="{opcode} {status}",
    source="11.13",
)


def _text_flags() -> tuple[Field, ...]:
    return (
        flag("final", "Final", filter=".text.F"),
        flag("more", "Continue", filter=".text.C"),
        reserved("rsvd", 6),
        unused("rsvd2", 2),
        *_length(),
        *lun(),
        _tag(),
        _transfer_tag(),
    )


ISCSIText: Header = _pdu(
    "ISCSIText",
    "Text Request",
    *_text_flags(),
    *_numbers("cmdsn", "expstatsn"),
    unused("rsvd3", 16),
    *_text(),
    tail=_PAIRS,
    source="11.10",
)

ISCSITextResponse: Header = _pdu(
    "ISCSITextResponse",
    "Text Response",
    *_text_flags(),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    unused("rsvd3", 12),
    *_text(),
    tail=_PAIRS,
    source="11.11",
)

ISCSINopOut: Header = _pdu(
    "ISCSINopOut",
    "NOP-Out",
    flag("final", "Final", default=1),
    reserved("rsvd", 23),
    *_length(),
    *lun(),
    _tag(),
    _transfer_tag(),
    *_numbers("cmdsn", "expstatsn"),
    unused("rsvd2", 16),
    summary="{opcode} ITT={initiatortasktag} TTT={targettransfertag}",
    source="11.18",
)

ISCSINopIn: Header = _pdu(
    "ISCSINopIn",
    "NOP-In",
    flag("final", "Final", default=1),
    reserved("rsvd", 23),
    *_length(),
    *lun(),
    _tag(NO_TAG),
    _transfer_tag(),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    unused("rsvd2", 12),
    summary="{opcode} ITT={initiatortasktag} TTT={targettransfertag}",
    source="11.19",
)

ISCSITaskManagement: Header = _pdu(
    "ISCSITaskManagement",
    "Task Management Function Request",
    flag("final", "Final", default=1),
    hexa("function", 7, "Function", enum=TASK_FUNCTIONS, filter=".taskmanfun.function"),
    unused("rsvd", 2),
    *_length(),
    *lun(),
    _tag(),
    hexa(
        "referencedtasktag", 32, "Referenced Task Tag", filter=".taskmanfun.referencedtasktag", doc="the task to abort"
    ),
    *_numbers("cmdsn", "expstatsn", "refcmdsn", "expdatasn"),
    unused("rsvd2", 8),
    summary="{function} ITT={initiatortasktag} of ITT={referencedtasktag}",
    source="11.5",
)

ISCSITaskManagementResponse: Header = _pdu(
    "ISCSITaskManagementResponse",
    "Task Management Function Response",
    hexa("flags", 8, "Flags", default=0x80),
    hexa("response", 8, "Response", enum=TASK_RESPONSES, filter=".taskmanfun.response"),
    reserved("rsvd", 8),
    *_length(),
    unused("rsvd2", 8),
    _tag(),
    unused("rsvd3", 4),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    unused("rsvd4", 12),
    summary="{response} ITT={initiatortasktag}",
    source="11.6",
)

ISCSILogout: Header = _pdu(
    "ISCSILogout",
    "Logout Request",
    flag("final", "Final", default=1),
    hexa("reason", 7, "Reason", enum=LOGOUT_REASONS, filter=".logout.reason"),
    unused("rsvd", 2),
    *_length(),
    unused("rsvd2", 8),
    _tag(),
    hexa("cid", 16, "CID"),
    unused("rsvd3", 2),
    *_numbers("cmdsn", "expstatsn"),
    unused("rsvd4", 16),
    summary="{opcode} {reason}",
    source="11.14",
)

ISCSILogoutResponse: Header = _pdu(
    "ISCSILogoutResponse",
    "Logout Response",
    hexa("flags", 8, "Flags", default=0x80),
    hexa("response", 8, "Response", enum=LOGOUT_RESPONSES, filter=".logout.response"),
    reserved("rsvd", 8),
    *_length(),
    unused("rsvd2", 8),
    _tag(),
    unused("rsvd3", 4),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    unused("rsvd4", 4),
    uint("time2wait", 16, "Time2Wait", unit="s"),
    uint("time2retain", 16, "Time2Retain", unit="s"),
    unused("rsvd5", 4),
    summary="{opcode} {response}",
    source="11.15",
)

ISCSIDataOut: Header = _pdu(
    "ISCSIDataOut",
    "SCSI Data-Out",
    flag("final", "Final", filter=".scsidata.F"),
    reserved("rsvd", 23),
    *_length(),
    *lun(),
    _tag(),
    _transfer_tag(),
    unused("rsvd2", 4),
    *_numbers("expstatsn"),
    unused("rsvd3", 4),
    *_numbers("datasn"),
    uint("buffer_offset", 32, "Buffer Offset", unit="bytes", filter=".bufferOffset"),
    unused("rsvd4", 4),
    source="11.7",
)

ISCSIDataIn: Header = _pdu(
    "ISCSIDataIn",
    "SCSI Data-In",
    flag("final", "Final", filter=".scsidata.F"),
    flag("acknowledge", "Acknowledge", filter=".scsidata.A"),
    reserved("rsvd", 3),
    flag("overflow", "Residual Overflow", filter=".scsidata.O"),
    flag("underflow", "Residual Underflow", filter=".scsidata.U"),
    flag("has_status", "Status", filter=".scsidata.S", doc="the status is there"),
    reserved("rsvd2", 8),
    hexa("status", 8, "Status", enum=STATUSES, filter=".scsiresponse.status"),
    *_length(),
    *lun(),
    _tag(),
    _transfer_tag(),
    *_numbers("statsn", "expcmdsn", "maxcmdsn", "datasn"),
    uint("buffer_offset", 32, "Buffer Offset", unit="bytes", filter=".bufferOffset"),
    uint("residual", 32, "Residual Count", unit="bytes", filter=".scsidata.readresidualcount"),
    source="11.7",
)

ISCSIReadyToTransfer: Header = _pdu(
    "ISCSIReadyToTransfer",
    "Ready To Transfer",
    hexa("flags", 8, "Flags", default=0x80),
    unused("rsvd", 2),
    *_length(),
    *lun(),
    _tag(),
    _transfer_tag(),
    *_numbers("statsn", "expcmdsn", "maxcmdsn", "r2tsn"),
    uint("buffer_offset", 32, "Buffer Offset", unit="bytes", filter=".bufferOffset"),
    uint("desireddatalength", 32, "Desired Data Length", unit="bytes"),
    source="11.8",
)

ISCSIAsynchronous: Header = _pdu(
    "ISCSIAsynchronous",
    "Asynchronous Message",
    hexa("flags", 8, "Flags", default=0x80),
    unused("rsvd", 2),
    *_length(),
    *lun(),
    _tag(NO_TAG),
    unused("rsvd2", 4),
    *_numbers("statsn", "expcmdsn", "maxcmdsn"),
    hexa("event", 8, "Event", enum=EVENTS, filter=".asyncevent"),
    hexa("vendor", 8, "Vendor Code", filter=".eventvendorcode"),
    *(hexa(f"parameter{number}", 16, f"Parameter {number}") for number in (1, 2, 3)),
    unused("rsvd3", 4),
    summary="{event}",
    source="11.9",
)

ISCSIReject: Header = _pdu(
    "ISCSIReject",
    "Reject",
    hexa("flags", 8, "Flags", default=0x80),
    hexa("reason", 8, "Reason", enum=REJECT_REASONS, filter=".reject.reason"),
    reserved("rsvd", 8),
    *_length(),
    unused("rsvd2", 8),
    _tag(NO_TAG),
    unused("rsvd3", 4),
    *_numbers("statsn", "expcmdsn", "maxcmdsn", "datasn"),
    unused("rsvd4", 8),
    summary="{opcode} {reason}",
    source="11.17; the header of what is refused follows",
)

ISCSISnack: Header = _pdu(
    "ISCSISnack",
    "SNACK Request",
    flag("final", "Final", default=1),
    reserved("rsvd", 3),
    hexa("type", 4, "Type", enum=SNACKS, filter=".snack.type"),
    unused("rsvd2", 2),
    *_length(),
    *lun(),
    _tag(),
    _transfer_tag(),
    unused("rsvd3", 4),
    *_numbers("expstatsn"),
    unused("rsvd4", 8),
    uint("begrun", 32, "BegRun", filter=".snack.begrun"),
    uint("runlength", 32, "RunLength", filter=".snack.runlength"),
    source="11.16",
)

#: all PDUs
PDUS = (
    ISCSINopOut, ISCSICommand, ISCSITaskManagement, ISCSILogin, ISCSIText, ISCSIDataOut, ISCSILogout, ISCSISnack,
    ISCSINopIn, ISCSIResponse, ISCSITaskManagementResponse, ISCSILoginResponse, ISCSITextResponse, ISCSIDataIn,
    ISCSILogoutResponse, ISCSIReadyToTransfer, ISCSIAsynchronous, ISCSIReject,
)  # fmt: skip
