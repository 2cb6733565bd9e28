"""Deliberate faults in the sample adapter: the name of each, the text of `nic.py` that it replaces, and by what."""

FAULTS = {
    "wrong pad count": ("pad << 4, 0xFFFF", "(pad ^ 1) << 4, 0xFFFF"),
    "READ response not padded": ("-len(body) % 4", "-len(body) % 4 if opcode > READ_ONLY else 0"),
    "READ responses with the PSN of the request": ("(psn + number) & PSN_MASK", "psn"),
    "ACK too early, for the next PSN": ("[self.acknowledge(psn, ACK)] if", "[self.acknowledge(self.epsn, ACK)] if"),
    "ACK unasked, before the message is executed": (
        "return [self.acknowledge(psn, ACK)] if self.ack_request & 0x80 else []",
        "return [self.acknowledge(psn + (opcode in FIRSTS) & PSN_MASK, ACK)]",
    ),
    "MSN does not count READs": (
        "= (va, va + size, r_key)\n        self.msn = (self.msn + 1)",
        "= (va, va + size, r_key)\n        self.msn = (self.msn + 0)",
    ),
    "MSN counts packets": ("self.message = family\n", "self.message = family\n        self.msn += opcode in MIDDLES\n"),
    "duplicate atomic executed again": (
        "return [self.atomic_answer(psn, self.atomics[psn])] if psn in self.atomics else []",
        "return self.execute_atomic(opcode, psn, body)",
    ),
    "duplicate SEND executed again": (
        "if self.ack_request & 0x80:\n            return [self.acknowledge((self",
        """if opcode == SEND_ONLY:
            self.received.append(body)
        if self.ack_request & 0x80:
            return [self.acknowledge((self""",
    ),
    "duplicate acknowledged with a stale PSN": (
        "acknowledge((self.epsn - 1) & PSN_MASK, ACK)",
        "acknowledge(psn, ACK)",
    ),
    "duplicate not answered": (
        "if self.ack_request & 0x80:\n            return [self.acknowledge((self",
        "if False:\n            return [self.acknowledge((self",
    ),
    "empty receive queue ignored": ("and not self.receives:", "and False:"),
    "RNR NAK counts the message": ("self.rnr_sent = True\n", "self.rnr_sent = True\n            self.msn += 1\n"),
    "sequence NAK behind an RNR NAK": ("if self.nak_sent or self.rnr_sent:", "if self.nak_sent:"),
    "sequence NAK for every early packet": ("self.nak_sent = True", "pass"),
    "sequence NAK with the wrong PSN": ("(self.epsn, NAK_SEQUENCE)", "(self.epsn + 1 & PSN_MASK, NAK_SEQUENCE)"),
    "early packet executed": ("if ahead:\n", "if ahead > 8:\n"),
    "wrong R_Key accepted": (
        "if r_key not in self.memory:\n            raise Refused(NAK_ACCESS)",
        "if r_key not in self.memory:\n            r_key = next(iter(self.memory))",
    ),
    "rights not looked at": ("right not in rights or", ""),
    "bounds off by one": ("va + size > address + len(data)", "va + size > address + len(data) + 1"),
    "PSN does not wrap": (
        "self.message = family\n        self.epsn = (psn + 1) & PSN_MASK",
        "self.message = family\n        self.epsn = min(psn + 1, PSN_MASK)",
    ),
    "zero-length READ without a response": ('or [b""]', ""),
    "First that is not full accepted": ("(full and size != self.pmtu) or", ""),
    "Middle without a First accepted": ("goes_on != (self.message is not None) or", ""),
    "DMALen not compared with the payload": ("or ends != (len(payload) == self.left)", ""),
    "ICRC not looked at": ("or frame[-4:] != icrc(frame[:-4])", ""),
    "IPv4 checksum not looked at": ("checksum(frame[14:34]) or", ""),
    "UDP port not looked at": ("or port != ROCE_PORT", ""),
    "UDP length not compared": ("or udp_length != length - 20", ""),
    "header version not looked at": ("or flags & 0x0F", ""),
    "missing pad not noticed": ("or length % 4:", "or False:"),
    "DestQP not looked at": ('int.from_bytes(qpn, "big") != self.qpn or', ""),
    "P_Key not looked at": ("or p_key & 0x7FFF != 0x7FFF", ""),
    "requests executed in the error state": ("if self.error:", "if False:"),
    "access error answered by an ACK": ("NAK_ACCESS = 0x60, 0x61, 0x62", "NAK_ACCESS = 0x60, 0x61, 0x1F"),
    "atomic that is not aligned executed": ("if va % 8:", "if False:"),
    "atomic answered with the new value": (
        "self.atomic_answer(psn, found)]",
        'self.atomic_answer(psn, struct.unpack_from("<Q", data, at)[0])]',
    ),
    "result of an atomic in the wrong byte order": ('struct.pack(">Q", found)', 'struct.pack("<Q", found)'),
    "answers to the wrong queue pair": ("0xFFFF, self.peer_qpn, psn)", "0xFFFF, self.qpn, psn)"),
}  # fmt: skip
