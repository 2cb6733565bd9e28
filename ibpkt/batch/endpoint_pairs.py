"""Numbers for pairs of endpoints, the same in every run, on every machine and in both directions: a stable hash.

The endpoints of an InfiniBand packet are its LIDs, of any other those of the header in its line: the innermost with
addresses, and of a packet with a BTH the innermost before that.  So a conversation, its acknowledgements and the
management datagrams that set it up between the same ports have one number.

The hash of an address is that of its 128 bits, as two words of 64 in network byte order: an IPv4 address is
``::ffff:a.b.c.d``, which its GID is; a LID or a MAC address is a number, and another constant sets it apart.  ``mix``
is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), and all sums
are modulo 2**64::

    address = mix(high + constant) + low, mixed once more
    pair    = mix(address of one end + address of the other)
    shard   = pair modulo the number of shards
"""

from __future__ import annotations

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import HASH_FACTOR, SECOND_HASH_FACTOR, Array, Ints, Words, gather
from ibpkt.batch.batch import Batch
from ibpkt.batch.frames import Frames, number_in
from ibpkt.batch.shape import Shape, is_constant
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, ETHERNET, UDP, Ethernet, IPv4
from ibpkt.schema import IPV4, IPV6, Header, Leaf

#: of addresses of IP and GIDs, and of each other size in bits: LIDs, MAC addresses
_SPACES = {128: int(HASH_FACTOR), 16: int(SECOND_HASH_FACTOR), 48: 0x165667B19E3779F9}
_MAPPED = np.uint64(0xFFFF << 32)
#: the first header of an InfiniBand packet, by the text before its addresses
_LID = "LID: "
#: what begins every packet of RoCEv2 without VLAN tags and IP options: ethertype, version and length, protocol
_IS_IPV4, _NO_OPTIONS, _IS_UDP = 0x0800, 0x45, 17
_IP_AT = 8 * Ethernet.size
#: its bits that are read
_TYPE_AT, _PROTOCOL_AT, _ENDS_AT = (
    Ethernet.leaf("type").bit,
    _IP_AT + IPv4.leaf("proto").bit,
    _IP_AT + IPv4.leaf("src").bit,
)
_MORE_AT, _OFFSET_AT = _IP_AT + IPv4.leaf("mf").bit, _IP_AT + IPv4.leaf("frag_offset_words").bit
_PORT_AT = _IP_AT + 8 * IPv4.size + UDP.leaf("dstport").bit
_HEAD = (_PORT_AT + 16) // 8
#: shards at most
MOST_SHARDS = 256


@checked
def shard_numbers(batch: Batch, shards: int) -> Ints:
    """The shard of each packet, from 0: packets of a pair of endpoints have the same.

    Args:
        batch: the packets.
        shards: how many there are.

    Returns:
        Shape (n,).

    Raises:
        CallerError: there are fewer than one shard, or more than `MOST_SHARDS`.
    """
    if not 1 <= shards <= MOST_SHARDS:
        raise CallerError(f"there can be 1 to {MOST_SHARDS} shards, not {shards}")
    return (pair_hashes(batch) % np.uint64(shards)).astype(np.int64)


@checked
def pair_hashes(batch: Batch) -> Words:
    """The hash of the pair of endpoints of each packet, 0 for packets without addresses.

    Returns:
        Unsigned integers of 64 bits, shape (n,).
    """
    hashes = np.zeros(len(batch), np.uint64)
    plain, addresses = _plain(batch.frames)
    hashes[plain] = _of_two(*(_hash_of(addresses[:, end], IPv4.leaf("src")) for end in (0, 1)))
    rest = batch
    others: Ints | slice = slice(None)
    if len(plain):
        is_plain = np.zeros(len(batch), np.bool_)
        is_plain[plain] = True
        others = np.flatnonzero(~is_plain)
        if not len(others):
            return hashes
        rest = Batch(batch.frames.select(others))
    found = np.zeros(len(rest), np.uint64)
    for shape in rest.shapes:
        place = _place_of_addresses(shape)
        if place is not None:
            header = shape.headers[place]
            assert header.address is not None
            one, other = (_hash(shape, place, header.leaf(name)) for name in header.address[1:])
            found[shape.rows] = _of_two(one, other)
    hashes[others] = found
    return hashes


def _plain(frames: Frames) -> tuple[Ints, Array]:
    """Packets of RoCEv2 in Ethernet and IPv4 without options, which need no walk, and their two addresses, (n, 2)."""
    rows = np.flatnonzero((frames.link == ETHERNET) & (frames.captured >= _HEAD + 4))
    if not len(rows):
        return rows, np.zeros((0, 2), np.uint32)
    head = gather(frames.data, frames.start[rows], _HEAD)
    plain = (number_in(head, _TYPE_AT, 16) == _IS_IPV4) & (number_in(head, _IP_AT, 8) == _NO_OPTIONS)
    plain &= (number_in(head, _PROTOCOL_AT, 8) == _IS_UDP) & (number_in(head, _PORT_AT, 16) == frames.roce_port)
    plain &= (number_in(head, _MORE_AT, 1) == 0) & (number_in(head, _OFFSET_AT, 13) == 0)
    chosen = None if plain.all() else np.flatnonzero(plain)
    ends = [number_in(head, _ENDS_AT + at, 32, chosen) for at in (0, 32)]
    return rows[plain], np.stack(ends, axis=1)


def _of_two(one: Words, other: Words) -> Words:
    return _mix(one + other)


def _place_of_addresses(shape: Shape) -> int | None:
    """The place of the header with the endpoints."""
    headers: tuple[Header, ...] = tuple(shape.headers)
    end = len(headers)
    if BTH in headers:
        end = headers.index(BTH)
    places = [place for place in range(end) if headers[place].address]
    for place in places:
        if headers[place].address[0] == _LID:  # type: ignore[index]  # those that have addresses
            return place
    return places[-1] if places else None


def _hash(shape: Shape, place: int, leaf: Leaf) -> Words:
    values = shape.column(place, leaf).values
    if len(values) and is_constant(values):
        return np.broadcast_to(_hash_of(values[:1], leaf), len(values))
    return _hash_of(values, leaf)


def _hash_of(values: Array, leaf: Leaf) -> Words:
    high, low = _words(values, leaf)
    space = _SPACES[128 if leaf.kind in (IPV4, IPV6) else leaf.width]
    with np.errstate(over="ignore"):
        return _mix(_mix(high + np.uint64(space)) + low)


def _words(values: Array, leaf: Leaf) -> tuple[Words | np.uint64, Words]:
    """The higher and the lower 64 bits of some addresses."""
    if values.ndim == 1:
        low = values.astype(np.uint64)
        return np.uint64(0), low | _MAPPED if leaf.kind is IPV4 else low
    size = values.shape[1]
    whole = np.zeros((len(values), 16), np.uint8)
    whole[:, 16 - size :] = values
    words = whole.view(">u8").astype(np.uint64)
    return words[:, 0], words[:, 1]


def _mix(values: Words | np.uint64) -> Words:
    mixed = np.atleast_1d(np.asarray(values, np.uint64)).copy()
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed
