"""ICRCs and VCRCs verified in chains: what each packet alone says, whatever is wrong, and nothing is left behind."""

from __future__ import annotations

import copy
import gc
import random
import weakref

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.batch import Batch, crc_chains
from ibpkt.batch.crc import calculator
from ibpkt.batch.crc_chains import EACH, MAX_GAP, MIN_GAP, MOST_GAPS, OF_ICRC, OF_VCRC, WORTH, bridge
from ibpkt.batch.verify import verify_many
from ibpkt.kernel import loops
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import ICRC, VCRC
from tests.support.stacks import CARRIERS, batch_of, carrier, stack


@pytest.fixture(scope="module", autouse=True)
def in_python():
    """A compiled kernel needs none of this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loops, "COMPILED", False)
        yield


BUILT = [packet for packet in map(carrier, CARRIERS) if packet.icrc_at is not None]
NATIVE = [packet for packet in BUILT if packet.vcrc_at is not None]
LENGTH = OF_ICRC.packets


def check(batch: Batch, which=ICRC) -> list[str]:
    """The statuses in the order of packets, after each shape by itself has said the same."""
    before = batch.frames.data.copy()
    together = [shape.checks(which) for shape in batch.shapes]
    assert np.array_equal(batch.frames.data, before)
    found = [""] * len(batch)
    for shape, checks in zip(batch.shapes, together, strict=True):
        alone = copy.copy(shape)
        alone.chains, alone._checks = {}, {}
        expected = verify_many(alone, which)
        assert (checks is None) == (expected is None)
        if expected is None:
            continue
        for ours, theirs in zip(checks, expected, strict=True):
            assert ours.tolist() == theirs.tolist()
        for row, status in zip(shape.rows.tolist(), checks.status.tolist(), strict=True):
            found[row] = str(STATUSES[status])
    return found


def many(count, seed=1, damage=()):
    """A batch of packets over all carriers; some are damaged: with a wrong ICRC, with none (zeros), cut."""
    chance = random.Random(seed)
    packets = [chance.choice(BUILT) for _ in range(count)]
    datas, wirelens = [], []
    for row, packet in enumerate(packets):
        data = bytearray(packet.data)
        how = damage[row] if row < len(damage) else ""
        if how == "bit":
            data[packet.icrc_at - 1 - chance.randrange(4)] ^= 1 << chance.randrange(8)
        elif how == "zero":
            data[packet.icrc_at : packet.icrc_at + 4] = bytes(4)
        wirelens.append(len(data))
        datas.append(bytes(data[: packet.icrc_at + 2] if how == "cut" else data))
    batch = batch_of(datas, [packet.link for packet in packets], wirelens, around=0xA5)
    assert any(shape.chains for shape in batch.shapes) == (count >= WORTH)
    return batch


def verified_alone(monkeypatch) -> list[int]:
    """How many packets are verified one by one, call by call."""
    alone, crc_many = [], crc_chains.crc.crc_many

    def noting_crcs(which, data, starts, *rest):
        alone.append(len(starts))
        return crc_many(which, data, starts, *rest)

    def noting_shapes(shape, which):
        alone.append(len(shape))
        return verify_many(shape, which)

    monkeypatch.setattr(crc_chains.crc, "crc_many", noting_crcs)
    monkeypatch.setattr(crc_chains, "verify_many", noting_shapes)
    return alone


@pytest.mark.parametrize("gap", [MIN_GAP, 5, 30, MAX_GAP])
@pytest.mark.parametrize(("which", "seed"), [(ICRC, b""), (ICRC, b"\xff" * 8), (VCRC, b"")])
def test_a_bridge(which, gap, seed):
    """Over a good packet, the bridge and another packet a CRC says what it says over the other packet alone."""
    calc = calculator(which)
    good = b"a packet" + calc(b"a packet").to_bytes(which.size, "little")
    between = bridge(which, gap, calc(seed))
    assert calc(good + between + b"another") == calc(seed + b"another")
    assert len(between) == gap


@pytest.mark.parametrize("count", [1, WORTH - 1, WORTH, WORTH + 1, 4 * WORTH + LENGTH // 2])
def test_all_are_right(count):
    assert set(check(many(count))) == {"good"}


def test_none_that_is_right_is_verified_alone(monkeypatch):
    """Masks and bridges of all carriers are right: no chain is doubted, in whatever stretch of the buffer."""
    alone = []
    monkeypatch.setattr(crc_chains.crc, "crc_many", lambda *given: alone.append(given))
    monkeypatch.setattr(crc_chains, "verify_many", lambda *given: alone.append(given))
    monkeypatch.setattr(crc_chains, "STRETCH", 4096)
    batch = many(4 * WORTH)
    assert all((shape.statuses(ICRC) == STATUSES.index(Status.GOOD)).all() for shape in batch.shapes)
    assert not alone


@pytest.mark.parametrize("pieces", [1, 2, 7])
@pytest.mark.parametrize("more", range(-1, 4))
def test_stretches_of_the_buffer_of_any_size(pieces, more, monkeypatch):
    """Whether a stretch ends before, at or behind the place where the last packet begins, each wrong one shows."""
    packet = NATIVE[0]
    datas = [bytearray(packet.data) for _ in range(WORTH)]
    for row in (0, 77, WORTH - 1):
        datas[row][packet.icrc_at] ^= 1
    batch = batch_of(list(map(bytes, datas)), [packet.link] * WORTH, around=0xA5)
    span = int(batch.frames.start[-1] - batch.frames.start[0])
    monkeypatch.setattr(crc_chains, "STRETCH", (span + more) // pieces)
    found = check(batch)
    assert [row for row, status in enumerate(found) if status == "bad"] == [0, 77, WORTH - 1]
    assert found.count("good") == WORTH - 3


@pytest.mark.parametrize("how", ["", "bit", "zero", "cut"])
def test_statuses_alone(how):
    """They are those of the verdicts, whichever is asked for first."""
    batch, again = many(2 * WORTH, damage=["", how]), many(2 * WORTH, damage=["", how])
    alone = [shape.statuses(ICRC) for shape in batch.shapes]
    for shape, other, status in zip(batch.shapes, again.shapes, alone, strict=True):
        assert status.tolist() == other.checks(ICRC).status.tolist() == other.statuses(ICRC).tolist()
        assert shape.checks(ICRC).stored.tolist() == other.checks(ICRC).stored.tolist()


@pytest.mark.parametrize("how", ["bit", "zero", "cut"])
@pytest.mark.parametrize("row", [0, 1, LENGTH - 1, LENGTH, 2 * WORTH - 1])
def test_each_wrong_one_shows(how, row):
    found = check(many(2 * WORTH, damage=[""] * row + [how]))
    assert found[row] == {"bit": "bad", "zero": "zero", "cut": "cut"}[how]
    assert found.count("good") == 2 * WORTH - 1


@given(st.lists(st.sampled_from(["", "", "", "bit", "zero", "cut"]), max_size=LENGTH * 3), st.integers(0, 1 << 30))
def test_several_wrong_ones_show(damage, seed):
    found = check(many(WORTH + 50, seed=seed, damage=damage))
    names = {"": "good", "bit": "bad", "zero": "zero", "cut": "cut"}
    assert found == [names[how] for how in damage] + ["good"] * (WORTH + 50 - len(damage))


@pytest.mark.parametrize("path", ["Ethernet/IPv4/UDP/BTH", "Ethernet/IPv6/HopByHop/UDP/BTH", "LRH/GRH/BTH"])
def test_fields_that_an_icrc_leaves_out_behind_options(path, monkeypatch):
    """What is overwritten is then not in one piece; and no packet is verified alone for that."""
    link = "infiniband" if path.startswith("LRH") else "ethernet"
    fields = {"ipv4": {"options": bytes([1] * 12)}, "hopbyhop": {"options": bytes(8)}, "bth": {"becn": 1, "fecn": 0}}
    packet = stack(link, path, **{key: values for key, values in fields.items() if key in path.lower()}).built(b"abc")
    datas = [bytearray(packet.data) for _ in range(WORTH)]
    datas[77][packet.icrc_at - 1] ^= 1
    batch = batch_of(list(map(bytes, datas)), [packet.link] * WORTH, around=0xA5)
    alone = verified_alone(monkeypatch)
    assert check(batch) == ["good"] * 77 + ["bad"] + ["good"] * (WORTH - 78)
    assert 0 < sum(alone) <= LENGTH


def test_shapes_of_which_nothing_can_be_verified():
    """Every packet of the last carrier is cut before its ICRC."""
    packets = [*[BUILT[0]] * WORTH, *[BUILT[-1]] * 3]
    datas = [*[BUILT[0].data] * WORTH, *[BUILT[-1].data[: BUILT[-1].icrc_at]] * 3]
    wirelens = [len(packet.data) for packet in packets]
    batch = batch_of(datas, [packet.link for packet in packets], wirelens, around=0xA5)
    assert check(batch) == ["good"] * WORTH + ["cut"] * 3


def test_all_are_wrong():
    assert set(check(many(WORTH, damage=["bit"] * WORTH))) == {"bad"}


@pytest.mark.parametrize("right", [0, 1, WORTH - 1, WORTH])
@pytest.mark.parametrize("how", ["bit", "zero"])
def test_vcrcs_where_few_icrcs_are_right(right, how):
    """Chains of VCRCs are of packets whose ICRC is right, and there may be none: simulators leave it zero."""
    packets = [NATIVE[row % len(NATIVE)] for row in range(2 * WORTH)]
    datas = []
    for row, packet in enumerate(packets):
        data = bytearray(packet.data)
        if row >= right:
            data[packet.icrc_at : packet.icrc_at + 4] = bytes(4) if how == "zero" else b"\xff" * 4
            data[packet.vcrc_at :] = calculator(VCRC)(data[: packet.vcrc_at]).to_bytes(VCRC.size, "little")
        datas.append(bytes(data))
    batch = batch_of(datas, [packet.link for packet in packets], [len(data) for data in datas], around=0xA5)
    assert check(batch, VCRC) == ["good"] * 2 * WORTH
    assert check(batch).count("good") == right


@pytest.mark.parametrize("sizes", [[MIN_GAP], [MAX_GAP - 14, MAX_GAP - 13], range(2 * MOST_GAPS), [0, 400]])
def test_packets_at_any_distance(sizes, monkeypatch):
    """Too near or too far for a bridge (14 bytes of Ethernet are part of it), or at too many distances.

    None is verified alone for that: a chain begins where no bridge is.
    """
    chance = random.Random(3)
    packet = next(packet for packet in BUILT if packet.link == 1)
    batch = many(WORTH)
    frames = batch.frames
    start, pieces, at = [], [bytes(64)], 64
    for _ in range(WORTH):
        gap = chance.choice(sizes)
        start.append(at + gap)
        pieces += [bytes([0xA5]) * gap, packet.data]
        at += gap + len(packet.data)
    frames.data = np.frombuffer(bytearray(b"".join(pieces) + bytes(512)), np.uint8)
    frames.start = np.array(start)
    frames.link = np.full(WORTH, packet.link, np.int32)
    frames.captured = frames.wirelen = np.full(WORTH, len(packet.data))
    alone = verified_alone(monkeypatch)
    assert set(check(Batch(frames))) == {"good"}
    assert not alone
    frames.data[start[77] + packet.icrc_at] ^= 1
    assert check(Batch(frames)) == ["good"] * 77 + ["bad"] + ["good"] * (WORTH - 78)


def test_packets_in_another_order_than_in_the_buffer():
    batch = many(WORTH, damage=["bit"])
    frames = batch.frames
    for name in ("start", "captured", "wirelen", "link"):
        setattr(frames, name, getattr(frames, name)[::-1].copy())
    assert check(Batch(frames)) == ["good"] * (WORTH - 1) + ["bad"]


def test_a_batch_that_has_changed():
    """After an edit each shape verifies itself."""
    batch = many(WORTH)
    shape = batch.shapes[0]
    assert set(check(batch)) == {"good"}
    shape.frames.data[shape.closing[ICRC].at[0]] ^= 1
    shape.forget()
    assert shape.checks(ICRC).status[0] == STATUSES.index(Status.BAD)


def native(count, damage=(), seed=1):
    """Native packets; some with one bit wrong, which the VCRC alone covers or both do, or without a VCRC."""
    chance = random.Random(seed)
    packets = [chance.choice(NATIVE) for _ in range(count)]
    datas = []
    for row, packet in enumerate(packets):
        data = bytearray(packet.data)
        how = damage[row] if row < len(damage) else ""
        if how == "outer":
            data[0] ^= 0x10 << chance.randrange(4)  # the virtual lane, which the ICRC leaves out
        elif how == "both":
            data[packet.icrc_at - 1 - chance.randrange(4)] ^= 1 << chance.randrange(8)
        elif how == "zero":
            data[packet.vcrc_at : packet.vcrc_at + 2] = bytes(2)
        datas.append(bytes(data))
    return batch_of(datas, [packet.link for packet in packets], [len(data) for data in datas], around=0xA5)


def test_a_packet_with_which_the_buffer_begins():
    batch = native(2 * WORTH, ["outer"])
    frames = batch.frames
    frames.data, frames.start = frames.data[frames.start[0] :], frames.start - frames.start[0]
    assert check(Batch(frames), VCRC) == ["bad"] + ["good"] * (2 * WORTH - 1)


@pytest.mark.parametrize("count", [1, WORTH - 1, WORTH, 2 * WORTH + 5])
def test_vcrcs_are_right(count):
    batch = native(count)
    assert set(check(batch, VCRC)) == {"good"}
    assert any(VCRC in shape.chains for shape in batch.shapes) == (count >= WORTH)


@pytest.mark.parametrize("which", [ICRC, VCRC], ids=str)
@pytest.mark.parametrize("gap", [0, 1, 2, 3, MIN_GAP, MAX_GAP - 2, MAX_GAP, MAX_GAP + 1])
def test_native_packets_at_any_distance(which, gap, monkeypatch):
    """Nothing stands before what their CRCs cover: they may be too near for a bridge.

    An ICRC is verified alone only where its chain is wrong; of the VCRCs too many chains are.
    """
    alone = verified_alone(monkeypatch)
    datas = [bytearray(NATIVE[0].data) for _ in range(WORTH)]
    for at in (NATIVE[0].icrc_at, NATIVE[0].vcrc_at):
        datas[77][at] ^= 1
    batch = batch_of(list(map(bytes, datas)), [NATIVE[0].link] * WORTH, around=0xA5, gap=gap)
    assert check(batch, which) == ["good"] * 77 + ["bad"] + ["good"] * (WORTH - 78)
    if which is ICRC and VCRC.size + gap >= MIN_GAP:
        assert 0 < sum(alone) <= LENGTH


@pytest.mark.parametrize("how", ["outer", "both", "zero"])
@pytest.mark.parametrize("row", [0, 15, 16, 2 * WORTH - 1])
def test_each_wrong_vcrc_shows(how, row):
    found = check(native(2 * WORTH, [""] * row + [how]), VCRC)
    assert found[row] == {"outer": "bad", "both": "bad", "zero": "zero"}[how]
    assert found.count("good") == 2 * WORTH - 1


@given(st.lists(st.sampled_from(["", "", "", "", "both"]), max_size=WORTH), st.integers(0, 1 << 30))
def test_any_number_of_packets_with_both_crcs_wrong_shows(damage, seed):
    """They are in no chain, so they cannot hide each other."""
    found = check(native(WORTH + 20, damage, seed), VCRC)
    assert found == ["bad" if how else "good" for how in damage] + ["good"] * (WORTH + 20 - len(damage))


def test_vcrcs_of_packets_whose_icrc_is_wrong_are_verified_alone(monkeypatch):
    """Those, and no others: half of a batch."""
    packets = [NATIVE[row % len(NATIVE)] for row in range(4 * WORTH)]
    datas = [bytearray(packet.data) for packet in packets]
    for packet, data in list(zip(packets, datas, strict=True))[::2]:
        data[packet.icrc_at] ^= 1
        data[packet.vcrc_at :] = calculator(VCRC)(data[: packet.vcrc_at]).to_bytes(VCRC.size, "little")
    batch = batch_of(list(map(bytes, datas)), [packet.link for packet in packets], around=0xA5)
    alone, really = [], crc_chains.crc.crc_many

    def noting(which, data, starts, *rest):
        if which is VCRC:
            alone.extend(starts.tolist())
        return really(which, data, starts, *rest)

    monkeypatch.setattr(crc_chains.crc, "crc_many", noting)
    assert all((shape.statuses(VCRC) == STATUSES.index(Status.GOOD)).all() for shape in batch.shapes)
    assert sorted(alone) == batch.frames.start[::2].tolist()


def test_a_vcrc_that_makes_up_for_another_shows():
    """A packet whose ICRC is wrong is in no chain: the VCRC of the next one could make the chain right again."""
    packet, calc, gap = NATIVE[0], calculator(VCRC), 8
    datas = [bytearray(packet.data) for _ in range(WORTH + 1)]
    datas[1][packet.icrc_at - 1] ^= 1
    chain = datas[1] + bridge(VCRC, gap, calc(b"")) + datas[2][: packet.vcrc_at]
    datas[2][packet.vcrc_at :] = calc(chain).to_bytes(VCRC.size, "little")
    batch = batch_of(list(map(bytes, datas)), [packet.link] * len(datas), gap=gap)
    assert check(batch, VCRC) == ["good", "bad", "bad"] + ["good"] * (WORTH - 2)


@pytest.mark.parametrize("apart", range(1, OF_VCRC.packets))
def test_like_damage_in_pairs_shows(apart):
    """Whatever lies between two equal packets with the same bits wrong."""
    packet = NATIVE[0]
    datas = [bytearray(packet.data) for _ in range(WORTH)]
    for row in (0, apart):
        datas[row][packet.vcrc_at] ^= 0x10
    links, wirelens = [packet.link] * WORTH, [len(packet.data)] * WORTH
    found = check(batch_of(list(map(bytes, datas)), links, wirelens, around=0xA5), VCRC)
    assert [row for row, status in enumerate(found) if status != "good"] == [0, apart]


def test_like_damage_at_the_distance_of_the_period_shows():
    """The register of the CRC-16 has a period of 65535 bytes: there the same damage would hide itself in one chain.

    Both packets are among those that one chain could have, and the first one begins where stretches of 64 KiB do.
    """
    period, first, apart = 65535, OF_VCRC.packets, OF_VCRC.packets - 1
    long, short = (carrier("local", payload=bytes(size)) for size in (4096, 4096 - 2188))
    packets = [short, short, *[long] * (WORTH - 2)]
    datas = [bytearray(packet.data) for packet in packets]
    for row in (first, first + apart):
        datas[row][0] ^= 0x10  # the virtual lane, which the ICRC leaves out
    gap = period // apart - len(long.data)
    assert MIN_GAP <= gap <= MAX_GAP
    links, wirelens = [packet.link for packet in packets], [len(data) for data in datas]
    batch = batch_of(list(map(bytes, datas)), links, wirelens, gap=gap)
    assert batch.frames.start[[first, first + apart]].tolist() == [1 << 16, (1 << 16) + period]
    assert [row for row, status in enumerate(check(batch, VCRC)) if status != "good"] == [first, first + apart]


def test_all_vcrcs_are_wrong():
    """As where a tap has changed the packets: then no chain is trusted."""
    batch = native(4 * WORTH, ["outer"] * 4 * WORTH)
    assert all((shape.statuses(VCRC) == STATUSES.index(Status.BAD)).all() for shape in batch.shapes)
    assert set(check(batch, VCRC)) == {"bad"}


def test_each_crc_by_itself(monkeypatch):
    monkeypatch.setenv(EACH, "1")
    batch = native(WORTH)
    assert not any(shape.chains for shape in batch.shapes)
    assert set(check(batch, VCRC)) == set(check(batch)) == {"good"}


@pytest.mark.parametrize("verified", [(), (ICRC,), (VCRC, ICRC)])
def test_a_batch_keeps_nothing_alive(verified):
    """A reader uses a buffer again once no batch refers to it: a circle would wait for the garbage collector."""
    gc.disable()
    try:
        batch = native(WORTH)
        for which in verified:
            assert batch.verify(which)
        frames = weakref.ref(batch.shapes[0].frames)
        del batch
        assert frames() is None
    finally:
        gc.enable()
