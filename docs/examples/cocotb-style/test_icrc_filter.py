"""The test bench: a driver, a monitor and a scoreboard; ibpkt makes the stimulus and is the reference."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings, strategies as st
from icrc_filter import WIDTH, ICRCFilter, Stream
from simulation import Edge, Simulator

import ibpkt
from ibpkt import strategies


async def drive(stream: Stream, frames: list[bytes], rng: random.Random) -> None:
    """The driver: sends frames beat by beat, with pauses."""
    for frame in frames:
        for at in range(0, len(frame), WIDTH):
            while rng.random() < 0.2:
                stream.tvalid = 0
                await Edge()
            beat = frame[at : at + WIDTH]
            stream.tvalid, stream.tdata = 1, beat.ljust(WIDTH, b"\0")
            stream.tkeep, stream.tlast = (1 << len(beat)) - 1, int(at + WIDTH >= len(frame))
            ready = stream.tready
            await Edge()
            while not ready:
                ready = stream.tready
                await Edge()
    stream.tvalid = 0


async def monitor(stream: Stream, received: list[tuple[bytes, int]], rng: random.Random) -> None:
    """The monitor: takes frames, with back-pressure, and their verdicts."""
    frame = b""
    while True:
        stream.tready = int(rng.random() < 0.8)
        if stream.transfers:
            frame += stream.tdata[: stream.tkeep.bit_length()]
            if stream.tlast:
                received.append((frame, stream.tuser))
                frame = b""
        await Edge()


async def until(received: list[tuple[bytes, int]], count: int) -> None:
    """The end of the test: all frames are through."""
    while len(received) < count:
        await Edge()


def simulate(frames: list[bytes], seed: int) -> tuple[ICRCFilter, list[tuple[bytes, int]]]:
    """Send frames through the design."""
    design, received = ICRCFilter(), []
    simulator = Simulator(design)
    simulator.start_soon(drive(design.sink, frames, random.Random(seed)))
    simulator.start_soon(monitor(design.source, received, random.Random(seed + 1)))
    simulator.run(until(received, len(frames)))
    return design, received


def plain(packet: ibpkt.Packet) -> bool:
    """What the design is made for: RoCEv2 over IPv4 without tags and options."""
    return [layer.name for layer in packet][:4] == ["Ethernet", "IPv4", "UDP", "BTH"] and packet.ipv4.size == 20


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A packet, with one bit flipped behind the MAC addresses in some of them."""
    data = bytearray(draw(strategies.packets(link="ethernet", max_payload=64).filter(plain)).data)
    if draw(st.booleans()):
        bit = draw(st.integers(14 * 8, len(data) * 8 - 1))
        data[bit // 8] ^= 0x80 >> bit % 8
    return bytes(data)


def expected(frame: bytes) -> int | None:
    """The reference: 1 where ibpkt finds a wrong ICRC; None where the flipped bit made another kind of packet of it."""
    packet = ibpkt.decode(frame, "ethernet")
    if not plain(packet) or packet.icrc.stored != frame[-4:]:
        return None
    return int(not packet.icrc)


quick = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@quick
@given(st.lists(frames(), min_size=1, max_size=4), st.integers(0, 1000))
def test_every_frame_gets_its_verdict(sent, seed):
    design, received = simulate(sent, seed)
    assert [frame for frame, _ in received] == sent
    for frame, wrong in received:
        assert wrong == expected(frame) or expected(frame) is None
    assert design.good + design.bad == len(sent)


def test_the_psn_of_a_burst():
    """A burst from one template: fifty packets that differ in PSN, every seventh with a wrong ICRC."""
    packet = ibpkt.build(
        ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        ibpkt.draft("IPv4", src="10.0.0.1", dst="10.0.0.2", ecn="CE"),
        ibpkt.draft("UDP", srcport=0xC000),
        ibpkt.draft("BTH", destqp=0x11),
        payload=b"payload",
    )
    template = packet.template("bth.psn")
    burst = [bytearray(template.fill(psn=psn)) for psn in range(50)]
    for frame in burst[::7]:
        frame[-1] ^= 1
    design, received = simulate([bytes(frame) for frame in burst], seed=1)
    assert [place for place, (_, wrong) in enumerate(received) if wrong] == list(range(0, 50, 7))
    assert (design.good, design.bad) == (42, 8)
    assert [ibpkt.decode(frame, "ethernet").bth.psn for frame, _ in received] == list(range(50))
