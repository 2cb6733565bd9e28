"""Strategies for more than one packet: messages, conversations and whole capture files, made by `ibpkt.traffic`."""

from __future__ import annotations

import io
from typing import NamedTuple

from hypothesis import assume, strategies as st
from hypothesis.strategies import SearchStrategy

from ibpkt import traffic
from ibpkt.arguments import checked, one_of, whole_number
from ibpkt.capture.writer import FORMATS
from ibpkt.craft.carriers import CARRIERS
from ibpkt.io.sink import create
from ibpkt.packet import Packet
from ibpkt.protocols import PMTUS
from ibpkt.traffic.conversation import SERVICES
from ibpkt.traffic.faults import NETWORK
from ibpkt.traffic.operations import OPERATIONS, has


class DrawnConversation(NamedTuple):
    """A conversation of two ends.

    Attributes:
        packets: as a tap captures them, with times and numbers.
        truth: what happened, see `ibpkt.traffic.truth`.
        link: the name of their link type.
    """

    packets: tuple[Packet, ...]
    truth: traffic.Truth
    link: str

    def __repr__(self) -> str:
        lines = "\n".join(f"  {packet!r}" for packet in self.packets)
        return f"<Conversation of {len(self.packets)} packets on {self.link}\n{lines}>"


@st.composite
def _requests(draw: st.DrawFn, service: str, pmtu: int, max_size: int) -> traffic.Request:
    names = [name for name, operation in OPERATIONS.items() if has(operation, service)]
    operation = OPERATIONS[draw(st.sampled_from(names))]
    if operation.size_fixed:
        return traffic.Request(operation, 8)
    limit = min(max_size, pmtu) if service == "UD" else max_size
    return traffic.Request(operation, draw(st.integers(0, limit)))


@st.composite
@checked
def conversations(
    draw: st.DrawFn,
    service: str | None = None,
    carrier: str | None = None,
    faults: bool = True,
    max_messages: int = 4,
    max_size: int = 1200,
) -> DrawnConversation:
    """Conversations of two queue pairs, from the first request to the last answer.

    Args:
        draw: given by hypothesis.
        service: RC, UC or UD; None for any.
        carrier: a name of `ibpkt.craft.carriers`; None for any.
        faults: the network may lose, duplicate, reorder, mark and corrupt packets.
        max_messages: the maximum number of messages.
        max_size: the maximum size of a message in bytes.

    Raises:
        CallerError: no such service or carrier.
    """
    whole_number(max_messages, "max_messages", 1)
    whole_number(max_size, "max_size", 0)
    drawn_service = draw(st.sampled_from(SERVICES)) if service is None else one_of(service, "service", SERVICES)
    drawn_carrier = draw(st.sampled_from(list(CARRIERS))) if carrier is None else carrier
    pmtu = draw(st.sampled_from(PMTUS))
    requests = draw(st.lists(_requests(drawn_service, pmtu, max_size), min_size=1, max_size=max_messages))
    drawn_faults = traffic.Faults()
    if faults:
        places = st.builds(
            traffic.At, st.sampled_from(NETWORK), st.integers(0, 3), st.sampled_from("ab"), behind=st.booleans()
        )
        drawn_faults = traffic.Faults(at=draw(st.lists(places, max_size=3)))
    scene = traffic.conversation(
        requests, draw(st.integers(0, 255)), service=drawn_service, carrier=drawn_carrier, pmtu=pmtu,
        faults=drawn_faults, first_psn=draw(st.sampled_from((0, 1, 0xFFFFFE))),
    )  # fmt: skip
    packets = tuple(packet for batch in scene.batches() for packet in batch)
    return DrawnConversation(packets, scene.truth, scene.link)


@checked
def messages(
    service: str | None = None, carrier: str | None = None, max_size: int = 1200
) -> SearchStrategy[DrawnConversation]:
    """Single messages, with all packets of the request and of the answer, without faults.

    Args:
        service: RC, UC or UD; None for any.
        carrier: a name of `ibpkt.craft.carriers`; None for any.
        max_size: bytes of a message.
    """
    return conversations(service, carrier, faults=False, max_messages=1, max_size=max_size)


@st.composite
@checked
def captures(draw: st.DrawFn, format: str | None = None, faults: bool = True) -> bytes:
    """Capture files of a conversation, as bytes.

    Args:
        draw: given by hypothesis.
        format: pcap, pcap-ns, pcapng or erf; None for any.
        faults: the network may lose, duplicate, reorder, mark and corrupt packets.
    """
    drawn_format = draw(st.sampled_from(list(FORMATS))) if format is None else format
    carriers = [
        name
        for name, carrier in CARRIERS.items()
        if drawn_format != "erf" or carrier.link in ("infiniband", "ethernet", "erf")
    ]
    conversation = draw(conversations(carrier=draw(st.sampled_from(carriers)), faults=faults))
    assume(conversation.packets or drawn_format != "erf")  # ERF has no file header: without packets there is no file
    file = io.BytesIO()
    with create(file, format=drawn_format, link=conversation.link) as out:
        for packet in conversation.packets:
            out.write(packet)
    return file.getvalue()
