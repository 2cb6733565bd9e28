"""What a submission queue entry says: every field as the declarations have it, and the words made of them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ibpkt.commands.nvme_words import NVMeEntry, contents_of_response, detail_of, kind_of, size_of
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.contents import CONTENTS
from ibpkt.protocols.upper.nvme_commands import NVMeCommand
from ibpkt.protocols.upper.nvme_names import ADMIN_OPCODES, FABRICS, FABRICS_TYPES, IO_OPCODES

ADMIN = {name: number for number, name in ADMIN_OPCODES.items()}
IO = {name: number for number, name in IO_OPCODES.items()}
TYPES = {name: number for number, name in FABRICS_TYPES.items()}


@given(st.binary(min_size=64, max_size=80))
def test_the_fields_of_an_entry(data):
    """Keyed descriptors have a length of 24 bits and a key; others one of 32 bits (NVMe Base 2.0, 4.1.2)."""
    values = NVMeCommand.read(data)
    said = NVMeEntry(data)
    assert (said.opcode, said.cid, said.namespace) == (values["opc"], values["cid"], values["nsid"])
    assert said.address == values["sgl_address"]
    keyed = values["sgl_type"] == 4
    low, rest = int.from_bytes(data[32:35], "little"), int.from_bytes(data[35:39], "little")
    assert said.length == (low if keyed else int.from_bytes(data[32:36], "little"))
    assert said.key == (rest if keyed and low else None)
    assert said.in_capsule is ((values["sgl_type"], values["sgl_subtype"]) == (0, 1))
    assert size_of(said) == (said.length or None)
    assert said.entry == data[:64]


@pytest.mark.parametrize("descriptor", [0x00, 0x01, 0x10, 0x40, 0x4F, 0x41])
@pytest.mark.parametrize("length", [0, 1, 0xFFFFFF])
def test_descriptors(descriptor, length):
    data = bytearray(64)
    data[39], data[32:35], data[35:39] = descriptor, length.to_bytes(3, "little"), (7).to_bytes(4, "little")
    said = NVMeEntry(bytes(data))
    assert said.key == (7 if descriptor >> 4 == 4 and length else None)
    assert said.length == (length if descriptor >> 4 == 4 else length | 7 << 24)
    assert said.in_capsule is (descriptor == 0x01)


def entry(opcode, dwords=b"", kind=0, **fields):
    data = bytearray(NVMeCommand.write({"opc": opcode, **fields}) + dwords.ljust(24, b"\0"))
    if opcode == FABRICS:
        data[4] = kind
    return NVMeEntry(bytes(data))


def dwords(name, **values):
    return header_named(name).write(values)


@pytest.mark.parametrize(
    ("said", "queue", "kind", "detail"),
    [
        (entry(IO["Read"], dwords("NVMeReadWrite", slba=0x123456789A, nlb=7), nsid=3), 1, "Read",
         "namespace 3 LBA 78187493530 blocks 8"),
        (entry(IO["Write"], dwords("NVMeReadWrite", slba=0, nlb=0xFFFF), nsid=0xFFFFFFFF), 65535, "Write",
         "namespace 4294967295 LBA 0 blocks 65536"),
        (entry(IO["Flush"], nsid=1), 1, "Flush", "namespace 1"),
        (entry(0xC7), 1, "Opcode 0xc7", "namespace 0"),
        (entry(ADMIN["Identify"], dwords("NVMeIdentify", cns=1)), 0, "Identify", "Controller"),
        (entry(ADMIN["Identify"], dwords("NVMeIdentify", cns=0xFE)), 0, "Identify", "Structure 0xfe"),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", lid=0x70)), 0, "Get Log Page", "Discovery"),
        (entry(ADMIN["Get Features"], dwords("NVMeGetFeatures", fid=7)), 0, "Get Features", "Number of Queues"),
        (entry(ADMIN["Set Features"], dwords("NVMeSetFeatures", fid=7)), 0, "Set Features", "Number of Queues"),
        (entry(ADMIN["Keep Alive"]), 0, "Keep Alive", ""),
        (entry(0xC7), 0, "Opcode 0xc7", ""),
        (entry(0x02), None, "Opcode 0x02", ""),
        (entry(FABRICS, dwords("NVMeConnect", qid=0), kind=TYPES["Connect"]), 0, "Connect", "admin queue"),
        (entry(FABRICS, dwords("NVMeConnect", qid=0x102), kind=TYPES["Connect"]), None, "Connect", "queue 258"),
        (entry(FABRICS, dwords("NVMePropertyGet", ofst=0x1C), kind=TYPES["Property Get"]), 0, "Property Get", "CSTS"),
        (entry(FABRICS, dwords("NVMePropertyGet", ofst=0x999), kind=TYPES["Property Get"]), 0, "Property Get",
         "property 0x999"),
        (entry(FABRICS, dwords("NVMePropertyGet", ofst=0x14), kind=TYPES["Property Set"]), 0, "Property Set", "CC"),
        (entry(FABRICS, kind=0x7E), 0, "Fabrics 0x7e", ""),
    ],
)  # fmt: skip
def test_words(said, queue, kind, detail):
    assert (kind_of(said, queue), detail_of(said, queue)) == (kind, detail)


EVENT = entry(ADMIN["Asynchronous Event Request"])
PAGE = {"lid": 0x70}


@pytest.mark.parametrize(
    ("said", "queue", "events", "discovers"),
    [
        (EVENT, 0, True, False), (EVENT, 1, False, False), (EVENT, None, False, False),
        (entry(ADMIN["Keep Alive"]), 0, False, False),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", **PAGE)), 0, False, True),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", **PAGE)), 1, False, False),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", lid=0x71)), 0, False, False),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", **PAGE)[:16] + b"\1\0\0\0"), 0, False, True),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", **PAGE, lpo=1)), 0, False, False),
        (entry(ADMIN["Get Log Page"], dwords("NVMeGetLogPage", **PAGE, lpo=1 << 63)), 0, False, False),
        (entry(ADMIN["Identify"], dwords("NVMeGetLogPage", **PAGE)), 0, False, False),
    ],
)  # fmt: skip
def test_what_an_entry_asks_of_a_queue(said, queue, events, discovers):
    assert said.waits_for_events(queue) is events
    assert said.discovers(queue) is discovers


def fabrics(name):
    return entry(FABRICS, kind=TYPES[name])


@pytest.mark.parametrize(
    ("said", "fabric", "admin", "connects"),
    [
        (fabrics("Connect"), True, False, 0), (fabrics("Property Get"), True, True, None),
        (fabrics("Property Set"), True, True, None), (fabrics("Authentication Send"), True, False, None),
        (entry(ADMIN["Keep Alive"]), False, True, None), (entry(ADMIN["Identify"]), False, True, None),
        (entry(IO["Flush"]), False, False, None), (entry(IO["Read"]), False, False, None),
    ],
)  # fmt: skip
def test_which_queue_has_such_commands(said, fabric, admin, connects):
    assert (said.fabrics, said.admin_only, said.connects) == (fabric, admin, connects)


UNKNOWN, COMPLETED = "command of an unknown queue", "completion"


@pytest.mark.parametrize(
    ("said", "queue", "asked", "answered"),
    [
        (entry(IO["Read"]), 1, "I/O command", COMPLETED), (entry(ADMIN["Identify"]), 0, "admin command", COMPLETED),
        (entry(IO["Read"]), None, UNKNOWN, COMPLETED), (EVENT, 0, "admin command", "asynchronous event"),
        (EVENT, 1, "I/O command", COMPLETED), (EVENT, None, UNKNOWN, COMPLETED),
        (fabrics("Connect"), 0, "fabrics command", "completion of a Connect"),
        (fabrics("Connect"), None, "fabrics command", "completion of a Connect"),
        (fabrics("Property Get"), 0, "fabrics command", "completion of a Property Get"),
        (fabrics("Property Set"), 1, "fabrics command", "completion of a fabrics command"),
    ],
)  # fmt: skip
def test_contents_of_messages(said, queue, asked, answered):
    assert CONTENTS[said.contents(queue)].name == f"NVMe {asked}"
    assert CONTENTS[contents_of_response(said, queue)].name == f"NVMe {answered}"
