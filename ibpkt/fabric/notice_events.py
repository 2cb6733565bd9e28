"""Traps and reports in words, and what followed them."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.fabric.model import FabricEvent, FabricNode, FabricPort, FabricSubnet, guid_text
from ibpkt.fabric.notices import Notices, NoticeSeen
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.notice import TRAPS
from ibpkt.schema import IPV6

#: nanoseconds within which subnet administration reports a trap to subscribers
_PASSED_ON = 1_000_000_000
#: what traps call the key that was wrong
_KEYS = {number: name.split(" ")[1] for number, name in TRAPS.items() if name.startswith("Bad ")}


class NoticeEvents:
    """Tells what notices say.

    Args:
        notices: all of the capture.
        sources: what packets say.
    """

    def __init__(self, notices: Notices, sources: Sources) -> None:
        self._notices = notices
        self._sources = sources

    def traps(self, subnet: FabricSubnet, *, only: bool) -> list[tuple[NoticeSeen, int]]:
        """The traps of a subnet's nodes, each once, with the GUIDs of the nodes.

        Args:
            subnet: which.
            only: there is no other, so that those whose sender is not known are its, too.
        """
        return [(group[0], guid) for group, guid in self._grouped(subnet, "Trap", only=only)]

    def events(self, subnet: FabricSubnet, *, only: bool) -> Iterator[FabricEvent]:
        """What the notices of a subnet tell."""
        names = Names(subnet)
        repressed = {
            (notice.transaction, notice.destination) for notice in self._notices.seen if notice.method == "TrapRepress"
        }
        reports = [notice for notice in self._notices.seen if notice.method == "Report"]
        for group, guid in self._grouped(subnet, "Trap", only=only):
            first = group[0]
            who = names.node(guid, first.issuer or first.source)
            sentence = f"{who} sends trap {first.trap}: {lower_words(first.words)}{names.details(first, self._sources)}"
            if len(group) > 1:
                sentence += f"; {len(group)} times"
            if (first.transaction, first.source) not in repressed:
                sentence += "; no manager answered"
            told = [names.lid(self._sources, report, report.destination) for report in self._passed_on(group, reports)]
            if told:
                sentence += f"; reported to {', '.join(dict.fromkeys(told))}"
            yield _event("trap", who, sentence, group)
        confirmed = {notice.transaction for notice in self._notices.seen if notice.method == "ReportResp"}
        for group, _ in self._grouped(subnet, "Report", only=only):
            first = group[0]
            who = names.lid(self._sources, first, first.destination)
            sentence = f"{who} receives a report: {lower_words(first.words)}{names.details(first, self._sources)}"
            if first.transaction not in confirmed:
                sentence += "; it did not confirm"
            yield _event("report", who, sentence, group)

    @staticmethod
    def _passed_on(group: list[NoticeSeen], reports: list[NoticeSeen]) -> list[NoticeSeen]:
        """The reports with which subnet administration passes a trap on to subscribers."""
        first = group[0]
        same = first.interface, first.generic, first.trap, first.issuer
        return [
            each
            for each in reports
            if first.time <= each.time <= group[-1].time + _PASSED_ON
            and (each.interface, each.generic, each.trap, each.issuer) == same
            and first.details.items() <= each.details.items()  # a report also names the issuer by its GID
        ]

    def _grouped(self, subnet: FabricSubnet, method: str, *, only: bool) -> list[tuple[list[NoticeSeen], int]]:
        """The notices of one method, repeats together, that are of a subnet's nodes."""
        groups: dict[tuple[int, ...], list[NoticeSeen]] = {}
        found: list[tuple[list[NoticeSeen], int]] = []
        for notice in self._notices.seen:
            if notice.method != method:
                continue
            key = (notice.interface, notice.source, notice.transaction, notice.trap, notice.destination)
            group = groups.get(key)
            if group is not None and (notice.transaction or notice.time - group[-1].time < 10**8):
                group.append(notice)
                continue
            end = notice.issuer or notice.source
            guid = self._sources.node_of(notice.interface, end, notice.frame)
            if guid in subnet.nodes or (only and not guid):
                groups[key] = group = [notice]
                found.append((group, guid))
        return found


class Names:
    """Names what notices mention.

    Args:
        subnet: its nodes.
    """

    def __init__(self, subnet: FabricSubnet) -> None:
        self._subnet = subnet
        self._ports: dict[int, tuple[FabricNode, FabricPort]] = {
            guid: (node, port)
            for node in subnet.nodes.values()
            for port in node.ports.values()
            for guid in (*port.guids, port.guid)
            if guid
        }

    def node(self, guid: int, lid: int) -> str:
        """A node by its GUID, or else its LID."""
        known = self._subnet.nodes.get(guid)
        return known.title if known is not None else f"LID {lid}"

    def lid(self, sources: Sources, notice: NoticeSeen, lid: int) -> str:
        """Who had a LID when a notice came."""
        return self.node(sources.node_of(notice.interface, lid, notice.frame), lid)

    def gid(self, raw: bytes) -> str:
        """A GID: the node whose port it is of, a multicast GID as an address."""
        guid = int.from_bytes(raw[8:], "big")
        if guid in self._ports and raw[0] != 0xFF:
            return self._ports[guid][0].title
        return IPV6.text(raw) if len(raw) == 16 else raw.hex()

    def port(self, gid: bytes) -> tuple[FabricNode, FabricPort] | None:
        """The node and the port that have a GID, None where no packet names them."""
        return self._ports.get(int.from_bytes(gid[8:], "big"))

    def details(self, notice: NoticeSeen, sources: Sources) -> str:
        """What the data of a trap adds."""
        more = notice.details

        def who(field: str) -> str:
            return self.lid(sources, notice, more[field])

        if "gidaddr" in more:
            return f" ({self.gid(more['gidaddr'])})"
        if "key" in more:
            label, ends = (
                _KEYS.get(notice.trap, "key"),
                (f"{who(f'lidaddr{at}')} QP {more[f'qp{at}']}" for at in (1, 2)),
            )
            return f" ({label} 0x{more['key']:x} from {' to '.join(ends)})"
        if "swlidaddr" in more:
            return f" (P_Key 0x{more['p_key']:x} at port {more['portno']}, from {who('lidaddr1')})"
        if "attempt" in more:
            return f" ({more['attempt']} from {who('lidaddr')})"
        if "portno" in more:
            return f" (port {more['portno']})"
        if "changes" in more:
            return f" ({more['changes']})"
        if "systemimageguid" in more:
            return f" ({guid_text(more['systemimageguid'])})"
        return ""


def _event(what: str, who: str, sentence: str, group: list[NoticeSeen]) -> FabricEvent:
    first = group[0]
    return FabricEvent(first.time, first.frame, what, who, sentence, tuple(notice.frame for notice in group))


def lower_words(words: str) -> str:
    """A title in the middle of a sentence: what is no abbreviation begins small."""
    return " ".join(word if word[1:] != word[1:].lower() else word.lower() for word in words.split())
