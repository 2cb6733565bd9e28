"""Names for addresses, GUIDs and queue pairs.

They come out of files like ``/etc/hosts``, the maps of ``ibnetdiscover``, and what ``ibpkt fabric`` tells of a fabric.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ibpkt.errors import CallerError
from ibpkt.output.fabric_names import FabricNames, fabric_names
from ibpkt.schema import IPV6

#: an address, a GUID or a queue pair, and the name that follows it
_LINE = r"""\s*(?:
        (?P<lid>LID:?\s*(?:0x[0-9a-fA-F]+|\d+))
      | (?P<guid>0x[0-9a-fA-F]{9,16})
      | (?P<address>(?:GID:\s*)?[0-9a-fA-F:.]+)
    )(?:\s+QP:?\s*(?P<qp>0x[0-9a-fA-F]+|\d+))?\s+(?P<name>\S.*)"""
_QP = r"\s*QP:?\s*(?P<qp>0x[0-9a-fA-F]+|\d+)\s+(?P<name>\S.*)"
_LOW = (1 << 64) - 1
_IPV4, _HEX = r"\d{1,3}(?:\.\d{1,3}){3}", "[0-9a-fA-F]{0,4}"
#: an address within a sentence, with the queue pair that may follow it
_WITHIN = re.compile(
    rf"(?P<address>LID: \d+|(?<![\w.:])(?:{_IPV4}|(?:{_HEX}:){{2,7}}(?:{_IPV4}|{_HEX}))(?![\w:]))"
    r"(?: QP (?P<qp>0x[0-9a-f]+))?"
)


class NameTable:
    """Names.

    A line of a file begins with an IP address, a GID, ``LID 5``, or a GUID (``0x0002c90300a1b2c3``), each of which may
    be followed by ``QP 0x11``, or with ``QP 0x11`` alone; what follows is the name, in quotes if it has blanks.  Only
    the first name of a line counts.  ``#`` begins a comment.  A file of JSON is one that ``ibpkt fabric --format json``
    has printed: its nodes have their descriptions for names.
    """

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}
        self._guids: dict[int, str] = {}
        self._queue_pairs: dict[tuple[str, int], str] = {}
        self._by_name: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        return bool(self._addresses or self._guids or self._queue_pairs)

    def read(self, path: str) -> None:
        """Take the names of a file.

        Raises:
            CallerError: a line is none of these, or JSON is not that of a fabric.
            OSError: it cannot be read.
        """
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if text.lstrip()[:1] in ("{", "["):
            self.take_fabric(fabric_names(text, path))
        else:
            self.take(text.splitlines(), path)

    def take(self, lines: Iterable[str], title: str = "names") -> None:
        """Take the names of lines; see `read`."""
        for number, line in enumerate(lines, 1):
            text = line.split("#", 1)[0].strip()
            if not text:
                continue
            match = re.fullmatch(_LINE, text, re.VERBOSE | re.IGNORECASE) or re.fullmatch(_QP, text, re.IGNORECASE)
            if match is None or not self._take(match):
                known = "an address, a GUID, a LID or a queue pair"
                raise CallerError(f"{title}, line {number}: {text!r} is not {known} and a name")

    @property
    def guids(self) -> Mapping[int, str]:
        """The names of nodes and ports by their GUIDs."""
        return self._guids

    def take_fabric(self, names: FabricNames) -> None:
        """Take the names of a fabric's nodes."""
        for lid, name in names.lids.items():
            self._addresses[f"LID: {lid}"] = name
            self._by_name.setdefault(name, []).append(f"LID: {lid}")
        self._guids |= names.guids

    def _take(self, match: re.Match[str]) -> bool:
        groups = match.groupdict()
        import shlex  # late: only names need it

        try:
            words = shlex.split(groups["name"])
        except ValueError:  # a quote that is not closed
            words = groups["name"].split()
        name = words[0] if words else ""
        guid = groups.get("guid")
        written = groups.get("lid") or groups.get("address")
        address = normal_address(written) if written else ""
        if not name or address is None:
            return False
        if groups.get("qp") is not None:
            self._queue_pairs[address or "", int(groups["qp"], 0)] = name
        elif guid:
            self._guids[int(guid, 16)] = name
        else:
            self._addresses[address] = name
            self._by_name.setdefault(name, []).append(address)
        return True

    def of(self, address: str) -> str:
        """The name of an address as the lines of packets show it; empty where it has none."""
        known = normal_address(address) or address
        if known in self._addresses:
            return self._addresses[known]
        if not self._guids:
            return ""
        import ipaddress  # late: it takes a while

        try:
            return self._guids.get(int(ipaddress.IPv6Address(known)) & _LOW, "")
        except ValueError:
            return ""

    def of_queue_pair(self, address: str, qp: int | None) -> str:
        """The name of a queue pair; else that of its address; empty where neither has one."""
        if qp is not None:
            known = normal_address(address) or address
            for key in ((known, qp), ("", qp)):
                if key in self._queue_pairs:
                    return self._queue_pairs[key]
        return self.of(address)

    def in_text(self, text: str) -> str:
        """An address with what may follow it (``10.0.0.1 QP 0x000011``, ``10.0.0.1 port 4791``), by its name."""
        match = re.fullmatch(r"(.+?)((?: QP (0x[0-9a-f]+)| port \d+)?)", text)
        if match is None or not self:
            return text
        name = self.of_queue_pair(match[1], int(match[3], 0) if match[3] else None)
        return f"{name}{match[2]}" if name else text

    def in_sentence(self, text: str) -> str:
        """A sentence with names for the addresses in it."""
        if not self:
            return text

        def name(match: re.Match[str]) -> str:
            number = match["qp"]
            known = self.of_queue_pair(match["address"], None if number is None else int(number, 16))
            return match[0] if not known else known if number is None else f"{known} QP {number}"

        return _WITHIN.sub(name, text)

    def addresses(self, name: str) -> list[str]:
        """The addresses of a name; what is no name is an address itself."""
        return self._by_name.get(name, [name])


def normal_address(text: str) -> str | None:
    """An address as the lines of packets show it, without what precedes it: ``10.0.0.1``, ``fe80::1``, ``LID: 5``.

    None where the text is none.
    """
    text = re.sub(r"^GID:\s*", "", text.strip(), flags=re.IGNORECASE)
    if match := re.fullmatch(r"LID:?\s*(0x[0-9a-f]+|\d+)", text, re.IGNORECASE):
        return f"LID: {int(match[1], 0)}"
    import ipaddress  # late: it takes a while

    try:
        address = ipaddress.ip_address(text)
        return str(address) if address.version == 4 else IPV6.text(address.packed)
    except ValueError:
        return text.lower() if re.fullmatch(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", text, re.IGNORECASE) else None
