"""Exchanges between a requester and a responder of `ibpkt.traffic` over a made network, as a capture."""

from __future__ import annotations

import heapq
import io
import itertools
from collections.abc import Callable

import ibpkt
from ibpkt.packet import Packet
from ibpkt.traffic import Memory, Request, Requester, Responder

#: nanoseconds from the tap to an end, and from a request to its answer
WAY, THINKING = 5_000, 20_000
START = 1_700_000_000_000_000_000


class Exchange:
    """Two ends, and a tap between them.

    Args:
        path: the headers before BTH of the requester's packets.
        arrives: whether a packet that has passed the tap gets to its receiver.
        thinking: nanoseconds that the responder takes for a packet.
        **options: of `Requester`.
    """

    def __init__(
        self,
        arrives: Callable[[Packet], bool] = lambda packet: True,
        thinking: Callable[[Packet], int] = lambda packet: THINKING,
        path: Packet | None = None,
        ends: tuple[int, int] = (0x12, 0x11),
        **options: object,
    ) -> None:
        self.arrives, self.thinking = arrives, thinking
        memory = Memory()
        region = self.region = memory.register(1 << 20)
        mine, theirs = ends
        settings = {"pmtu": 4096, "coalesce": 1, "timeout_code": 12, "retry_count": 5, **options}
        self.requester = Requester(
            qpn=mine, peer_qpn=theirs, r_key=region.r_key, address=region.address, path=path, **settings
        )
        self.responder = Responder(qpn=theirs, peer_qpn=mine, pmtu=settings["pmtu"], memory=memory)
        self.now = START
        self.frames: list[tuple[int, bytes]] = []
        self._events: list[tuple[int, int, bool, Packet]] = []
        self._ties = itertools.count()

    def ask(self, *requests: Request, until: int | None = None, r_key: int | None = None) -> list[str]:
        """Have requests executed; returns how each has ended."""
        before = len(self.requester.completions)
        self._send(self.requester.post(*requests, r_key=r_key, now=self.now), to_responder=True)
        while self.requester.outstanding and (until is None or self.now < until):
            wake, at = self.requester.next_timeout, self._events[0][0] if self._events else None
            if at is not None and (wake is None or at <= wake):
                time, _, to_responder, packet = heapq.heappop(self._events)
                self.now = max(self.now, time)
                if to_responder:
                    self._send(self.responder.receive(packet), to_responder=False, after=self.thinking(packet))
                else:
                    self._send(self.requester.receive(packet, self.now), to_responder=True)
            elif wake is not None:
                self.now = max(self.now, wake)
                self._send(self.requester.tick(self.now), to_responder=True)
            else:
                break
        return [done.outcome for done in self.requester.completions[before:]]

    def _send(self, packets: list[Packet], *, to_responder: bool, after: int = 0) -> None:
        for packet in packets:
            at = self.now + after + WAY
            self.frames.append((at, packet.data))
            if self.arrives(packet):
                heapq.heappush(self._events, (at + WAY, next(self._ties), to_responder, packet))


def capture(*exchanges: Exchange) -> bytes:
    """What has passed the tap, in the order of its times."""
    out = io.BytesIO()
    with ibpkt.create(out, format="pcap", link="ethernet") as sink:
        for time, data in sorted(
            itertools.chain(*(exchange.frames for exchange in exchanges)), key=lambda each: each[0]
        ):
            sink.write(data, time=time)
    return out.getvalue()
