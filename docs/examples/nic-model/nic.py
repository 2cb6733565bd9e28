"""A sample adapter: the responder of one reliable connection over RoCEv2 and IPv4, as a hardware model might have it.

It knows SEND, WRITE (both also with immediate data), READ and the two atomic operations.  Nothing in it comes from
ibpkt: it stands for the adapter that you want to test.
"""

import struct
import zlib

SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM = range(6)
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM = range(6, 12)
READ_REQUEST, READ_FIRST, READ_MIDDLE, READ_LAST, READ_ONLY, ACKNOWLEDGE, ATOMIC_ACK = range(12, 19)
CMP_SWAP, FETCH_ADD = 0x13, 0x14

SENDS = range(SEND_FIRST, WRITE_FIRST)
WRITES = range(WRITE_FIRST, READ_REQUEST)
FIRSTS, MIDDLES = (SEND_FIRST, WRITE_FIRST), (SEND_MIDDLE, WRITE_MIDDLE)
ONLIES = (SEND_ONLY, SEND_ONLY_IMM, WRITE_ONLY, WRITE_ONLY_IMM)
LASTS = (SEND_LAST, SEND_LAST_IMM, WRITE_LAST, WRITE_LAST_IMM)
WITH_IMMEDIATE = (SEND_LAST_IMM, SEND_ONLY_IMM, WRITE_LAST_IMM, WRITE_ONLY_IMM)
WITH_RETH = (WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMM, READ_REQUEST)

ACK, RNR = 0x1F, 0x20
NAK_SEQUENCE, NAK_INVALID, NAK_ACCESS = 0x60, 0x61, 0x62
PSN_MASK = 0xFFFFFF
UDP, ROCE_PORT = 17, 4791
HEADERS = 14 + 20 + 8 + 12


class Refused(Exception):
    """A request that is answered by a NAK."""


def icrc(frame):
    """The ICRC of a frame, which must be complete but for it: fields that change on the way count as ones."""
    data = bytearray(frame[14:])
    data[1] = 0xFF  # traffic class
    data[8] = 0xFF  # time to live
    data[10:12] = data[26:28] = b"\xff\xff"  # checksums of IPv4 and UDP
    data[32] = 0xFF  # the congestion bits of BTH
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + data))


def checksum(header):
    """The checksum of an IPv4 header whose own is zero; zero where its own is right."""
    total = sum(struct.unpack(">10H", header))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF


class Nic:
    """One queue pair.  ``memory`` gives by key the address, the bytes (a bytearray) and the rights."""

    def __init__(self, qpn, peer_qpn, first_psn, pmtu, rnr_timer, memory):
        self.qpn, self.peer_qpn, self.pmtu, self.rnr_timer = qpn, peer_qpn, pmtu, rnr_timer
        self.memory = memory
        self.epsn = first_psn
        self.msn = 0
        self.receives = 0
        self.received = []
        self.message = None  # the operation of a message whose Last has not come
        self.buffer, self.va, self.r_key, self.left = b"", 0, 0, 0  # what has come of it, what is still to come
        self.error = self.nak_sent = self.rnr_sent = False
        self.reads, self.atomics = {}, {}  # by PSN, to answer duplicates

    def receive(self, frame):
        """Take a frame; returns the frames that answer it."""
        frame = self.frame = self.transport_frame(frame)
        if not frame or frame[-4:] != icrc(frame[:-4]):
            return []
        opcode, flags, p_key, _, qpn, self.ack_request, psn = struct.unpack(">BBHB3sB3s", frame[HEADERS - 12 : HEADERS])
        if int.from_bytes(qpn, "big") != self.qpn or p_key & 0x7FFF != 0x7FFF or flags & 0x0F or opcode > FETCH_ADD:
            return []
        if self.error:
            return []
        psn = int.from_bytes(psn, "big")
        pad = flags >> 4 & 3
        ahead = (psn - self.epsn) & PSN_MASK
        if ahead >= 1 << 23:
            return self.duplicate(opcode, psn, frame[HEADERS:-4])
        if ahead:
            return self.early()
        self.nak_sent = self.rnr_sent = False
        body = frame[HEADERS : -4 - pad]
        try:
            return self.execute(opcode, psn, body)
        except Refused as refused:
            (syndrome,) = refused.args
            if syndrome >= NAK_INVALID:
                self.error = True
            return [self.acknowledge(psn, syndrome)]

    @staticmethod
    def transport_frame(frame):
        """The frame without Ethernet padding; nothing where it is not RoCEv2 over IPv4, or where lengths disagree."""
        if len(frame) < HEADERS + 4 or frame[12:15] != b"\x08\0\x45" or frame[23] != UDP:
            return b""
        length, port, udp_length = (int.from_bytes(frame[at : at + 2], "big") for at in (16, 36, 38))
        if checksum(frame[14:34]) or port != ROCE_PORT or udp_length != length - 20 or length % 4:
            return b""
        return frame[: 14 + length] if 14 + length <= len(frame) else b""

    def early(self):
        """A packet is missing: say so once, unless the requester has to go back anyway."""
        if self.nak_sent or self.rnr_sent:
            return []
        self.nak_sent = True
        return [self.acknowledge(self.epsn, NAK_SEQUENCE)]

    def duplicate(self, opcode, psn, body):
        """Answer once more, and execute nothing but a READ."""
        if opcode == READ_REQUEST:
            va, r_key, size = struct.unpack(">QII", body[:16])
            for first, (start, end, key) in self.reads.items():
                if va == start + ((psn - first) & PSN_MASK) * self.pmtu and va + size <= end and key == r_key:
                    return self.read_responses(psn, self.read(r_key, va, size))
            return []
        if opcode in (CMP_SWAP, FETCH_ADD):
            return [self.atomic_answer(psn, self.atomics[psn])] if psn in self.atomics else []
        if self.ack_request & 0x80:
            return [self.acknowledge((self.epsn - 1) & PSN_MASK, ACK)]
        return []

    def execute(self, opcode, psn, body):
        """The request that is expected."""
        goes_on = opcode in MIDDLES or opcode in LASTS
        family = SENDS if opcode in SENDS else WRITES if opcode in WRITES else None
        if goes_on != (self.message is not None) or (goes_on and self.message is not family):
            raise Refused(NAK_INVALID)
        if opcode == READ_REQUEST:
            return self.execute_read(psn, body)
        if opcode in (CMP_SWAP, FETCH_ADD):
            return self.execute_atomic(opcode, psn, body)
        if self.takes_receive(opcode) and not self.receives:
            self.rnr_sent = True
            raise Refused(RNR | self.rnr_timer)
        payload = body[16 * (opcode in WITH_RETH) + 4 * (opcode in WITH_IMMEDIATE) :]
        self.check_length(opcode, len(payload))
        if opcode in WITH_RETH:
            self.va, self.r_key, self.left = struct.unpack(">QII", body[:16])
            if self.left:
                self.reach(self.r_key, self.va, self.left, "write")
        if family is SENDS:
            self.buffer = (self.buffer if goes_on else b"") + payload
        else:
            self.write(opcode, payload)
        if self.takes_receive(opcode):
            self.receives -= 1
        self.message = family
        self.epsn = (psn + 1) & PSN_MASK
        if opcode in LASTS or opcode in ONLIES:
            self.message = None
            self.msn = (self.msn + 1) & PSN_MASK
            if family is SENDS:
                self.received.append(self.buffer)
        return [self.acknowledge(psn, ACK)] if self.ack_request & 0x80 else []

    @staticmethod
    def takes_receive(opcode):
        """A SEND uses a receive request with its first packet, a WRITE with immediate data with its last."""
        return opcode in (SEND_FIRST, SEND_ONLY, SEND_ONLY_IMM, WRITE_LAST_IMM, WRITE_ONLY_IMM)

    def check_length(self, opcode, size):
        """First and Middle are full, a Last has at least a byte."""
        full = opcode in FIRSTS or opcode in MIDDLES
        if size > self.pmtu or (full and size != self.pmtu) or (opcode in LASTS and not size):
            raise Refused(NAK_INVALID)

    def reach(self, r_key, va, size, right):
        """The bytes of memory that a request may touch, and where they begin."""
        if r_key not in self.memory:
            raise Refused(NAK_ACCESS)
        address, data, rights = self.memory[r_key]
        if right not in rights or va < address or va + size > address + len(data):
            raise Refused(NAK_ACCESS)
        return data, va - address

    def write(self, opcode, payload):
        """Store what a WRITE carries."""
        ends = opcode in LASTS or opcode in ONLIES
        if len(payload) > self.left or ends != (len(payload) == self.left):
            raise Refused(NAK_INVALID)
        if payload:
            data, at = self.reach(self.r_key, self.va, len(payload), "write")
            data[at : at + len(payload)] = payload
        self.va += len(payload)
        self.left -= len(payload)

    def read(self, r_key, va, size):
        """Bytes for a READ; of no bytes the key does not matter."""
        if not size:
            return b""
        data, at = self.reach(r_key, va, size, "read")
        return bytes(data[at : at + size])

    def execute_read(self, psn, body):
        """Read memory, and answer with as many packets as it takes."""
        va, r_key, size = struct.unpack(">QII", body[:16])
        data = self.read(r_key, va, size)
        self.reads[psn] = (va, va + size, r_key)
        self.msn = (self.msn + 1) & PSN_MASK
        self.epsn = (psn + max(1, -(-size // self.pmtu))) & PSN_MASK
        return self.read_responses(psn, data)

    def execute_atomic(self, opcode, psn, body):
        """Change eight bytes, and answer with what they were."""
        va, r_key, swap, compare = struct.unpack(">QIQQ", body[:28])
        data, at = self.reach(r_key, va, 8, "atomic")
        if va % 8:
            raise Refused(NAK_INVALID)
        (found,) = struct.unpack_from("<Q", data, at)
        if opcode == FETCH_ADD:
            struct.pack_into("<Q", data, at, (found + swap) & 0xFFFFFFFFFFFFFFFF)
        elif found == compare:
            struct.pack_into("<Q", data, at, swap)
        self.atomics[psn] = found
        self.msn = (self.msn + 1) & PSN_MASK
        self.epsn = (psn + 1) & PSN_MASK
        return [self.atomic_answer(psn, found)]

    # -- answers

    def aeth(self, syndrome):
        """Syndrome and MSN."""
        return struct.pack(">I", syndrome << 24 | self.msn)

    def acknowledge(self, psn, syndrome):
        """An ACK or a NAK."""
        return self.answer(ACKNOWLEDGE, psn, self.aeth(syndrome))

    def atomic_answer(self, psn, found):
        """The response to an atomic operation."""
        return self.answer(ATOMIC_ACK, psn, self.aeth(ACK) + struct.pack(">Q", found))

    def read_responses(self, psn, data):
        """The packets of the response to a READ."""
        parts = [data[at : at + self.pmtu] for at in range(0, len(data), self.pmtu)] or [b""]
        answers = []
        for number, part in enumerate(parts):
            first, last = number == 0, number == len(parts) - 1
            opcode = READ_ONLY if first and last else READ_FIRST if first else READ_LAST if last else READ_MIDDLE
            aeth = b"" if opcode == READ_MIDDLE else self.aeth(ACK)
            answers.append(self.answer(opcode, (psn + number) & PSN_MASK, aeth + part))
        return answers

    def answer(self, opcode, psn, body):
        """A frame back to where the request came from."""
        frame, pad = self.frame, -len(body) % 4
        bth = struct.pack(">BBHII", opcode, pad << 4, 0xFFFF, self.peer_qpn, psn)
        length = 8 + len(bth) + len(body) + pad + 4
        udp = frame[34:38] + struct.pack(">HH", length, 0)
        ip = bytearray(frame[14:24] + b"\0\0" + frame[30:34] + frame[26:30])
        ip[2:4] = struct.pack(">H", 20 + length)
        ip[10:12] = struct.pack(">H", checksum(ip))
        whole = frame[6:12] + frame[:6] + frame[12:14] + bytes(ip) + udp + bth + body + bytes(pad)
        return whole + icrc(whole)
