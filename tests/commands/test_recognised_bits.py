"""What each protocol looks at in its messages, bit by bit; what stands at the borders of lengths and counts."""

from __future__ import annotations

import pytest

from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.nvme import NVMeProtocol
from ibpkt.commands.srp_unit import SRPUnit, is_unit
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.nvme_commands import NVMeCommand
from ibpkt.protocols.upper.nvme_fabrics import NVMeRequest
from tests.commands.recognised_bits import deciding
from tests.commands.test_messaging import FakeConnection, send, smc_sent


def written(name, rest=b"", **values):
    return header_named(name).write(values) + rest


def takes(protocol, *, size=None, service="RC"):
    """Whether the contents of a SEND are known to a protocol without commands."""

    def ask(data):
        message = send(0, len(data) if size is None else size, 1)
        message.service = service
        return PROTOCOLS[protocol].contents_of(message, data)

    return ask


@pytest.mark.parametrize(
    ("service", "serving"),
    [
        (0x01060000 | 445, {"smb_direct"}), (0x01060000 | 987, {"lnet"}), (0x01060000 | 3260, {"iser"}),
        (0x01060000 | 4420, {"nvme"}), (0x01060000 | 8009, {"nvme"}), (0x01060000 | 4421, set()),
        (0x01060000 | 5640, {"9p"}), (0x01060000 | 16385, {"rds"}), (0x01060000 | 18634, {"rds"}),
        (0x01060000 | 20049, {"nfs"}), (0x01110000 | 4420, set()), (0x00010000 | 4420, {"sdp"}),
        (0x1000000000000000 | 0x404, {"ipoib"}), (0x0002C90300000001, set()), (0x0200000000000001, set()),
        (None, set()),
    ],
)  # fmt: skip
def test_whose_a_service_is(service, serving):
    """By IANA's numbers of ports, and by the prefixes of SDP (IBA 1, A4) and of IPoIB (RFC 4755, 3.3)."""
    connection = FakeConnection(None, service)
    assert {name for name, protocol in PROTOCOLS.items() if protocol.serves(connection)} == serving


# -- SMB Direct ([MS-SMBD] 2.2) -----------------------------------------------------------------------------------

REQUEST = written(
    "SMBDNegotiateRequest", credits_requested=1, preferred_send_size=128, max_receive_size=128,
    max_fragmented_size=131072,
)  # fmt: skip
RESPONSE = written("SMBDNegotiateResponse")
DATA = written("SMBDData", b"\xfeSMB" + bytes(12), data_offset=24, data_length=16)
EMPTY = written("SMBDCredits")


def test_what_decides_in_smb_direct():
    smb = takes("smb_direct")
    assert deciding(header_named("SMBDNegotiateRequest"), REQUEST, smb) == {
        "min_version": "all", "max_version": "all", "reserved": "all", "credits_requested": "some",
        "preferred_send_size": "some", "max_receive_size": "some", "max_fragmented_size": "some",
    }  # fmt: skip
    assert deciding(header_named("SMBDNegotiateResponse"), RESPONSE, smb) == {
        "min_version": "all", "max_version": "all", "negotiated_version": "some", "reserved": "all",
    }  # fmt: skip
    # with a negotiated version of 0 it can be credits
    flags = {"flags_reserved": "all", "flags_reserved2": "all", "reserved": "all"}
    assert deciding(header_named("SMBDCredits"), EMPTY, smb) == {
        **flags, "remaining_length": "all", "data_offset": "all", "data_length": "all"
    }  # fmt: skip
    assert deciding(header_named("SMBDData"), DATA, smb) == {**flags, "data_offset": "all", "data_length": "all"}


@pytest.mark.parametrize(
    ("change", "negotiates"),
    [
        ({}, True), ({"credits_requested": 0}, False), ({"credits_requested": 2}, True),
        ({"preferred_send_size": 127}, False), ({"max_receive_size": 127}, False), ({"max_receive_size": 129}, True),
        ({"max_fragmented_size": 131071}, False), ({"max_fragmented_size": 131073}, True),
    ],
)  # fmt: skip
def test_the_least_sizes_of_a_negotiation(change, negotiates):
    fields = {
        "credits_requested": 1,
        "preferred_send_size": 128,
        "max_receive_size": 128,
        "max_fragmented_size": 131072,
    }
    data = written("SMBDNegotiateRequest", **{**fields, **change})
    assert PROTOCOLS["smb_direct"].is_command(send(0, len(data), 1), data) is negotiates


@pytest.mark.parametrize(
    ("data", "size", "known"),
    [
        (EMPTY, 20, True), (EMPTY, 19, False), (EMPTY + bytes(1), 21, True), (EMPTY[:19], 20, False),
        (EMPTY, None, True),
        (DATA, 39, False), (DATA, 41, False), (DATA[:32], 40, True), (DATA[:31], 40, False), (RESPONSE, 33, False),
        (REQUEST, 21, False),
    ],
)  # fmt: skip
def test_how_much_of_smb_direct_must_be_there(data, size, known):
    """All of a message, or of its beginning what the largest header has."""
    message = send(0, len(data), 1)
    message.size = size if size is not None else len(data)
    assert bool(PROTOCOLS["smb_direct"].contents_of(message, data)) is known
    message.size = None
    assert PROTOCOLS["smb_direct"].contents_of(message, data) == 0


def test_evidence_of_smb_direct():
    """Each answer to a request, and each message of the initiator with SMB2."""
    pairs = PROTOCOLS["smb_direct"].pairs
    assert pairs(smc_sent((0, REQUEST), (1, RESPONSE)), 0) == 1
    assert pairs(smc_sent((1, RESPONSE), (0, REQUEST)), 0) == 0
    assert pairs(smc_sent((1, REQUEST), (0, RESPONSE)), 0) == 0
    assert pairs(smc_sent((0, REQUEST), (0, RESPONSE), (1, REQUEST)), 0) == 0
    assert pairs(smc_sent((0, REQUEST), (1, RESPONSE), (0, DATA), (1, DATA), (0, DATA)), 0) == 3
    assert pairs(smc_sent((0, DATA[:24] + b"\xfdSMB" + DATA[28:])), 0) == 0


# -- LNet, SDP, UCX, libfabric ------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", "Big"])
def test_what_decides_in_lnet(suffix):
    header = header_named(f"LNetMessage{suffix}")
    found = deciding(header, header.write({"nob": header.size}), takes("lnet"))
    assert found == {"magic": "all", "type": "some", "nob": "all"}


def test_what_decides_in_sdp():
    header = header_named("SDP")
    data = header.write({"mid": 0x04, "len": 16})
    assert deciding(header, data, takes("sdp")) == {"mid": "some", "flags_reserved": "all", "len": "all"}
    assert not takes("sdp")(data[:15])
    assert PROTOCOLS["sdp"].pairs(smc_sent((0, data), (1, data)), 0) == 0


def hello(**change):
    fields = {"mid": 0, "majv": 2, "ipv": 4, **change}
    of_header = {name: fields.pop(name) for name in ("mid",)}
    return written("SDP", written("SDPHello", **fields), **of_header)


@pytest.mark.parametrize(
    ("private", "service", "proves"),
    [
        (hello(), 0x11234, True), (hello(ipv=6), 0x11234, True), (hello(ipv=5), 0x11234, False),
        (hello(majv=1), 0x11234, False), (hello(majv=3), 0x11234, False), (hello(mid=1), 0x11234, False),
        (hello()[:-1], 0x11234, False), (None, 0x11234, False), (hello(), 0x21234, False), (hello(), None, False),
        (hello(), 0x10000, True), (hello(), 0x0FFFF, False), (hello(), 0x1FFFF, True),
    ],
)  # fmt: skip
def test_private_data_of_sdp(private, service, proves):
    assert PROTOCOLS["sdp"].proves(FakeConnection(private, service)) is proves
    if private:
        assert PROTOCOLS["sdp"].serves(FakeConnection(private, service)) is (service is not None and service >> 16 == 1)


def ucx(control, **fields):
    values = {"kind": 4, "psn": 1, "endpoint": 0xFFFFFF, **fields}
    more = {name: values.pop(name) for name in ("reserved", "qpn") if name in values}
    return written("UCXDatagram", written("UCXControl", control=control, **more), **values)


def ucx_pairs(*messages, initiator=0, service="UD"):
    sent = smc_sent(*messages)
    for each in sent:
        each.message.service = service
    return PROTOCOLS["ucx"].pairs(sent, initiator)


@pytest.mark.parametrize(
    ("asks", "answers", "found"),
    [
        (ucx(1), ucx(2), 1), (ucx(1), ucx(2, psn=7, endpoint=3), 1), (ucx(1, psn=2), ucx(2), 0),
        (ucx(1, endpoint=5), ucx(2), 0), (ucx(1, reserved=1), ucx(2), 0), (ucx(1, qpn=5), ucx(2), 1),
        (ucx(1, am=1), ucx(2), 0), (ucx(1), ucx(2, am=1), 0), (ucx(1, kind=5), ucx(2), 0), (ucx(1), ucx(2, kind=0), 0),
        (ucx(1), ucx(1), 0), (ucx(2), ucx(2), 0), (ucx(3), ucx(2), 0), (ucx(1)[:11], ucx(2), 0),
        (ucx(1)[:12], ucx(2), 1),
    ],
)  # fmt: skip
def test_evidence_of_ucx(asks, answers, found):
    """A request of a connection goes to any end point and is the first; the end point of its sender may follow."""
    assert ucx_pairs((0, asks), (1, answers)) == found
    assert ucx_pairs((1, answers), (0, asks)) == 0
    assert ucx_pairs((0, asks), (1, answers), initiator=1) == 0
    assert ucx_pairs((0, asks), (1, answers), service="RC") == 0
    assert ucx_pairs((0, asks)) == ucx_pairs((1, answers)) == ucx_pairs() == 0


def test_messages_of_ucx():
    """Of datagrams the header must be there, of connections a byte; nothing else decides."""
    datagram = written("UCXDatagram")
    assert deciding(header_named("UCXDatagram"), datagram, takes("ucx", service="UD")) == {}
    assert not takes("ucx", service="UD")(datagram[:-1])
    assert takes("ucx")(b"\0")
    assert not takes("ucx")(b"")


RTS, CTS = (
    written("RxD", peer.to_bytes(8, "little") + bytes(more), type=kind)
    for kind, peer, more in ((9, 5, 88 - 24), (10, 5, 32 - 24))
)


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (((0, RTS), (1, CTS)), 1), (((0, RTS), (0, CTS)), 0), (((1, RTS), (1, CTS)), 0), (((0, CTS), (1, RTS)), 0),
        (((0, RTS + b"\0"), (1, CTS)), 0), (((0, RTS), (1, CTS + b"\0")), 0), (((0, RTS), (1, CTS), (1, CTS)), 2),
        (((0, b"\7" + RTS[1:]), (1, CTS)), 0), (((0, RTS), (1, b"\7" + CTS[1:])), 0),
        (((0, RTS), (1, CTS[:16] + b"\6" + CTS[17:])), 0), (((0, RTS), (1, CTS[:23] + b"\6" + CTS[24:])), 0),
        (((0, CTS), (1, CTS)), 0), (((0, RTS), (1, RTS)), 0),
    ],
)  # fmt: skip
def test_evidence_of_rxd(sent, found):
    """A request to send, and the clearance of the other end that repeats its eight bytes of a number."""
    for service, count in (("UD", found), ("RC", 0)):
        given = smc_sent(*sent)
        for each in given:
            each.message.service = service
        assert PROTOCOLS["rxd"].pairs(given, 0) == count


def test_enough_of_each_message_is_read():
    """The longest header by which one is recognised fits into what is kept of its beginning."""
    sizes = {"nvme": 64 + 1024, "ucx": 12, "rxd": 24, "lnet": 48, "smb_direct": 32, "sdp": 16, "rxm": 64}
    assert {name: PROTOCOLS[name].head >= size for name, size in sizes.items()} == dict.fromkeys(sizes, True)


def test_how_much_evidence_is_enough():
    """Of protocols that no connection management shows: pairs, as many as random messages do not make."""
    bars = {"nvme": 3, "nfs": 1, "iser": 1, "srp": 2, "rds": 3, "smc": 2, "9p": 1, "rxm": 3, "rxd": 1}
    assert {name: PROTOCOLS[name].needed for name in bars} == bars


@pytest.mark.parametrize(("opcode", "known"), [(0x00, True), (0x02, True), (0x06, True), (0x7F, True), (0x3F, False)])
def test_opcodes_of_either_queue(opcode, known):
    """Flush and Read of I/O queues, Identify of the admin queue, fabrics commands of both."""
    assert is_command(entry(opcode)) is known


def test_what_decides_in_libfabric():
    rxm = header_named("RxM").write({"version": 4, "op_version": 3, "type": 0, "op": 0})
    assert deciding(header_named("RxM"), rxm, takes("rxm")) == {
        "version": "all", "op_version": "all", "type": "some", "op": "some"
    }  # fmt: skip
    assert not takes("rxm")(rxm[:-1])
    rxd = header_named("RxD").write({"type": 9})
    assert deciding(header_named("RxD"), rxd, takes("rxd", service="UD")) == {"version": "all", "type": "some"}
    assert not takes("rxd")(rxd)
    assert not takes("rxd", service="UD")(rxd[:-1])
    for protocol, last in (("rxm", 8), ("rxd", 14)):
        place, data, service = (1, rxm, "RC") if protocol == "rxm" else (1, rxd, "UD")
        known = [
            kind for kind in range(40) if takes(protocol, service=service)(data[:place] + bytes([kind]) + data[2:])
        ]
        assert known[0] == 0
        assert known[-1] == last


# -- NVMe over Fabrics (NVMe over RDMA 1.0, 2 and 3) --------------------------------------------------------------


def entry(opcode=2, flags=0x40, descriptor=0x40, length=0, **other):
    """A submission queue entry with a descriptor."""
    data = bytearray(64)
    data[0], data[1], data[39] = opcode, flags, descriptor
    data[32:36] = length.to_bytes(4, "little")
    for place, value in other.items():
        data[int(place.removeprefix("byte"))] = value
    return bytes(data)


def is_command(data, size=None):
    return NVMeProtocol().is_command(send(0, len(data) if size is None else size, 1), data)


@pytest.mark.parametrize(
    ("data", "size", "command"),
    [
        (entry(), 64, True), (entry(), 65, False), (entry(), 63, False), (entry()[:63], 64, False),
        (entry(opcode=0x55), 64, False), (entry(opcode=0x7F), 64, True), (entry(flags=0x00), 64, False),
        (entry(flags=0x80), 64, False), (entry(flags=0x41), 64, True), (entry(flags=0x42), 64, True),
        (entry(flags=0x43), 64, False), (entry(descriptor=0x4F), 64, True), (entry(descriptor=0x41), 64, False),
        (entry(descriptor=0x01, length=0), 64, True), (entry(descriptor=0x01, length=8), 72, True),
        (entry(descriptor=0x01, length=8), 71, False), (entry(descriptor=0x01, length=8), 73, True),
        (entry(descriptor=0x02), 64, False), (entry(byte16=1), 64, False), (entry(byte23=1), 64, False),
        (entry(byte15=1), 64, True), (entry(byte24=1), 64, True), (entry(opcode=0x7F, byte16=1), 64, False),
        (entry(opcode=0x7F, byte5=1), 64, False), (entry(opcode=0x7F, byte4=1), 64, True),
        (entry(opcode=0x7F, byte24=1), 64, True), (entry(byte5=1), 64, True),
    ],
)  # fmt: skip
def test_what_is_a_capsule(data, size, command):
    assert is_command(data, size) is command


def test_a_capsule_of_unknown_size():
    message = send(0, 64, 1)
    message.size = None
    assert not NVMeProtocol().is_command(message, entry())


def test_what_decides_in_a_capsule():
    """Opcode, flags and descriptor; what a command does not use must be zero: metadata pointer, of 8 bytes."""
    found = deciding(NVMeCommand, entry(), is_command)
    assert found == {
        "opc": "some", "psdt": "all", "rsvd": "all", "mptr": "all", "sgl_type": "all", "sgl_subtype": "all"
    }  # fmt: skip


def private(**change):
    values = {"recfmt": 0, "qid": 1, "hrqsize": 128, "hsqsize": 127, **change}
    return NVMeRequest.write(values)


@pytest.mark.parametrize(
    ("change", "proves"),
    [
        ({}, True), ({"recfmt": 1}, False), ({"hsqsize": 0}, False), ({"hsqsize": 1}, True), ({"hsqsize": 128}, False),
        ({"hsqsize": 129}, False), ({"hrqsize": 4096}, True), ({"hrqsize": 4097}, False), ({"qid": 0}, True),
    ],
)  # fmt: skip
def test_private_data_of_nvme(change, proves):
    """A queue of commands is shorter than that of receives, which has at most 4096 entries."""
    protocol = NVMeProtocol()
    data = private(**change)
    assert protocol.proves(FakeConnection(data)) is proves
    assert protocol.proves(FakeConnection(data + bytes(20))) is proves
    assert not protocol.proves(FakeConnection(data[:-1] + b"\1"))
    assert not protocol.proves(FakeConnection(data + bytes(3) + b"\1"))
    assert not protocol.proves(FakeConnection(data[:-1]))
    assert not protocol.proves(FakeConnection(None))


def capsule(cid, opcode=2):
    return entry(opcode=opcode, byte2=cid & 0xFF, byte3=cid >> 8)


def completion(cid, status=0):
    return bytes(12) + cid.to_bytes(2, "little") + status.to_bytes(2, "little")


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ([(0, capsule(5)), (1, completion(5))], 1),
        ([(1, completion(5)), (0, capsule(5))], 0),
        ([(0, capsule(5)), (1, completion(6))], 0),
        ([(0, capsule(0x105)), (1, completion(5))], 0),
        ([(0, capsule(5)), (1, completion(5)), (1, completion(5))], 1),
        ([(0, capsule(5)), (0, capsule(6)), (1, completion(6)), (1, completion(5))], 2),
        ([(0, capsule(5)), (1, completion(5, status=1))], 0),
        ([(0, capsule(5)), (1, completion(5, status=2))], 1),
        ([(0, capsule(5)), (1, completion(5) + b"\0")], 0),
        ([(0, capsule(5)), (0, completion(5))], 0),
        ([(1, capsule(5)), (0, completion(5))], 0),
        ([(0, capsule(5, opcode=0x55)), (1, completion(5))], 0),
    ],
)
def test_evidence_of_nvme(sent, found):
    """A response of 16 bytes has the identifier of a command before it; its phase bit is 0 over fabrics."""
    assert NVMeProtocol().pairs(smc_sent(*sent), 0) == found


# -- SRP (SRP, 6) -------------------------------------------------------------------------------------------------


OVER_IP, OWN_SERVICE = 0x0000000001061D2F, 0x0002C90300000001
PORTS = {"initiator_port": bytes(15) + b"\1", "target_port": bytes(7) + b"\2" + bytes(7) + b"\3"}


@pytest.mark.parametrize(("header", "service"), [("SRPLogin", OWN_SERVICE), ("SRPLoginIP", OVER_IP)])
@pytest.mark.parametrize(
    ("change", "proves"),
    [
        ({}, True), ({"type": 1}, False), ({"req_it_iu_len": 47}, False), ({"req_it_iu_len": 48}, True),
        ({"req_it_iu_len": 1 << 20}, True), ({"req_it_iu_len": (1 << 20) + 1}, False), ({"formats": 0}, False),
        ({"formats": 1}, False), ({"formats": 2}, True), ({"formats": 4}, True), ({"formats": 14}, False),
        ({"initiator_port": bytes(16)}, False), ({"target_port": bytes(16)}, False),
    ],
)  # fmt: skip
def test_private_data_of_srp(header, service, change, proves):
    """A login; the shortest command, one without buffers, has 48 bytes."""
    data = written(header, **{"req_it_iu_len": 64, "formats": 6, **PORTS, **change})
    protocol = PROTOCOLS["srp"]
    assert protocol.proves(FakeConnection(data + bytes(20), service)) is proves
    assert not protocol.proves(FakeConnection(data + bytes(20), OVER_IP if service == OWN_SERVICE else OWN_SERVICE))
    assert not protocol.proves(FakeConnection(data + bytes(19) + b"\1", service))
    assert not protocol.proves(FakeConnection(data[:-1], service))
    assert not protocol.proves(FakeConnection(None, service))


def command(out=(), inside=(), *, formats=None, words=0, rest=b"", **fields):
    """An SRP_CMD: direct descriptors, or one in memory with a list of these."""

    def of(some, form):
        if form == 2:  # indirect
            whole = written("SRPIndirect", total_length=sum(length for *_ends, length in some))
            return whole + b"".join(written("SRPDirect", address=a, key=k, length=n) for a, k, n in some)
        return b"".join(written("SRPDirect", address=a, key=k, length=n) for a, k, n in some)

    out_form, in_form = formats or (int(bool(out)), int(bool(inside)))
    values = {"out_format": out_form, "in_format": in_form, "add_cdb_words": words, **fields}
    counts = {"out_count": len(out) if out_form == 2 else 0, "in_count": len(inside) if in_form == 2 else 0}
    body = bytes(16) + bytes(4 * words) + of(out, out_form) + of(inside, in_form) + rest
    return written("SRPCommand", body, **counts, **values)


ONE, TWO = (0x1000, 5, 64), (0x2000, 6, 32)


@pytest.mark.parametrize(
    ("data", "regions", "total", "size"),
    [
        (command(), [], 0, 0),
        (command(out=[ONE]), [ONE], 64, 16),
        (command(inside=[TWO]), [TWO], 32, 16),
        (command(out=[ONE], inside=[TWO]), [ONE, TWO], 96, 32),
        (command(out=[ONE], words=3), [ONE], 64, 16),
        (command(inside=[ONE, TWO], formats=(0, 2)), [ONE, TWO], 96, 20 + 32),
        (command(out=[ONE, TWO], inside=[TWO], formats=(2, 1)), [ONE, TWO, TWO], 128, 20 + 32 + 16),
        (command(out=[ONE], formats=(2, 0)), [ONE], 64, 20 + 16),
    ],
)
def test_descriptors_of_a_command(data, regions, total, size):
    """Data that go out come before those that come in, behind the CDB and its further words."""
    unit = SRPUnit(data)
    found, moved, length = unit.buffers()
    assert [(each.address, each.key, each.length) for each in found] == regions
    assert (moved, length) == (total, size)
    assert unit.needs == len(data)
    assert unit.fits(len(data))
    assert not unit.fits(len(data) + 1)
    assert not unit.fits(len(data) - 1)


@pytest.mark.parametrize("less", [1, 16, 17])
def test_descriptors_that_are_cut(less):
    """Of an indirect one those that are there; where the list ends is known all the same."""
    data = command(inside=[ONE, TWO], formats=(0, 2))
    found, moved, length = SRPUnit(data[:-less]).buffers()
    assert [each.address for each in found] == [0x1000] * (less < 17)
    assert (moved, length) == (96, 52)
    assert SRPUnit(command(out=[ONE])[:-less]).buffers() == ([], 0, 0)


@pytest.mark.parametrize(
    ("out", "inside", "fits"), [(0, 0, True), (1, 0, None), (2, 1, None), (4, 0, False), (0, 4, False), (0, 3, False)]
)
def test_formats_of_descriptors(out, inside, fits):
    data = command(formats=(out, inside), rest=bytes(200))
    assert SRPUnit(data).fits(SRPUnit(data).needs) is (fits if fits is not None else True)


def test_data_in_a_command():
    """Behind their descriptor, a little further where the login demands that."""
    data = command(formats=(3, 0), rest=written("SRPImmediate", length=100) + bytes(100))
    unit = SRPUnit(data)
    assert (unit.immediate, unit.needs) == (100, len(data) - 100)
    assert [unit.fits(len(data) + more) for more in (-1, 0, 1, 50)] == [False, True, True, True]
    assert SRPUnit(command(out=[ONE])).immediate == 0


def test_what_is_a_unit():
    assert is_unit(command())
    assert not is_unit(b"")
    assert not is_unit(b"\x7e" + bytes(60))
    header = header_named("SRPCommand")
    assert is_unit(command()[: header.size])
    assert not is_unit(command()[: header.size - 1])


@pytest.mark.parametrize(("kind", "target"), [(0x02, False), (0x01, False), (0xC1, True), (0x80, True)])
def test_who_sends_a_unit(kind, target):
    assert SRPUnit(bytes([kind]) + bytes(63)).from_target is target


def answer(tag, name="SRPResponse"):
    return written(name, tag=tag)


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ([(0, command(tag=5)), (1, answer(5))], 1), ([(1, answer(5)), (0, command(tag=5))], 0),
        ([(0, command(tag=5)), (1, answer(6))], 0), ([(0, command(tag=5)), (1, answer(5)), (1, answer(5))], 1),
        ([(0, command(tag=5)), (0, answer(5))], 0), ([(1, command(tag=5)), (0, answer(5))], 0),
        ([(0, command(tag=5)), (0, command(tag=6)), (1, answer(6)), (1, answer(5))], 2), ([(1, answer(5))], 0),
        ([(0, command(tag=5)), (1, answer(5, "SRPLoginResponse"))], 0),
    ],
)  # fmt: skip
def test_evidence_of_srp(sent, found):
    """A response with the tag of a command before it."""
    assert PROTOCOLS["srp"].pairs(smc_sent(*sent), 0) == found
