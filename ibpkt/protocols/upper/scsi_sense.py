"""Sense data: why a target refused a SCSI command.

Source: SCSI Primary Commands 4 (SPC-4), 4.5.
"""

from __future__ import annotations

from ibpkt.protocols.upper.scsi_names import CHECK_CONDITION, SENSE_FORMATS, SENSE_KEYS, STATUSES
from ibpkt.protocols.upper.scsi_sense_codes import SENSE_CODES
from ibpkt.protocols.upper.words import upper_header
from ibpkt.schema import WORDS, Derived, Field, Header, flag, hexa, reserved, uint

_SNS = "scsi.sns"


def sense_words(key: int, code: int, qualifier: int) -> str:
    """Sense key and additional sense code in words: ``ILLEGAL REQUEST, LOGICAL UNIT NOT SUPPORTED``."""
    name = SENSE_KEYS.get(key, f"sense key {key}")
    if not code and not qualifier:
        return name
    words = SENSE_CODES.get(code << 8 | qualifier)
    return f"{name}, {words or f'ASC 0x{code:02x} ASCQ 0x{qualifier:02x}'}"


def status_words(status: int, sense: str = "") -> str:
    """A SCSI status in words, with what sense data add to it."""
    name = STATUSES.get(status, f"status 0x{status:02x}")
    return f"{name}: {sense}" if status == CHECK_CONDITION and sense else name


def _code() -> Field:
    return hexa("response_code", 7, "Response Code", enum=SENSE_FORMATS, filter=".errtype")


def _key() -> Field:
    return hexa("key", 4, "Sense Key", enum=SENSE_KEYS)


def _codes() -> tuple[Field, Field]:
    return hexa("asc", 8, "Additional Sense Code"), hexa("ascq", 8, "Additional Sense Code Qualifier")


def _words() -> Derived:
    return Derived("words", "Sense in Words", ("key", "asc", "ascq"), sense_words, WORDS)


SCSISenseFixed: Header = upper_header(
    "SCSISenseFixed",
    "Sense Data, Fixed Format",
    _SNS,
    flag("valid", "Valid", filter=".info_valid", doc="the information is defined"),
    _code(),
    reserved("obsolete", 8),
    flag("filemark", "Filemark"),
    flag("eom", "End of Medium"),
    flag("ili", "Incorrect Length Indicator"),
    flag("sdat_ovfl", "Sense Data Overflow"),
    _key(),
    hexa("info", 32, "Information"),
    uint("addlen", 8, "Additional Sense Length", unit="bytes", doc="that follow this byte"),
    hexa("specific", 32, "Command Specific Information"),
    *_codes(),
    hexa("fru", 8, "Field Replaceable Unit Code"),
    flag("sksv", "Sense Key Specific Valid"),
    hexa("sks_info", 23, "Sense Key Specific"),
    _words(),
    summary="{words}",
    protocol="SCSI",
    group="scsi",
    source="SPC-4, 4.5.3",
)

SCSISenseDescriptor: Header = upper_header(
    "SCSISenseDescriptor",
    "Sense Data, Descriptor Format",
    _SNS,
    reserved("rsvd", 1),
    _code(),
    reserved("rsvd2", 4),
    _key(),
    *_codes(),
    flag("sdat_ovfl", "Sense Data Overflow"),
    reserved("rsvd3", 23),
    uint("addlen", 8, "Additional Sense Length", unit="bytes", doc="of the descriptors that follow"),
    _words(),
    summary="{words}",
    protocol="SCSI",
    group="scsi",
    source="SPC-4, 4.5.2",
)

#: sense data by their first byte: of the fixed format its first bit says whether the information is defined
SENSE_BY_CODE: dict[int, Header] = {
    0x70: SCSISenseFixed,
    0x71: SCSISenseFixed,
    0xF0: SCSISenseFixed,
    0xF1: SCSISenseFixed,
    0x72: SCSISenseDescriptor,
    0x73: SCSISenseDescriptor,
}
