"""Where the reassembly of each half stands."""

from __future__ import annotations

from ibpkt.analysis.reassembly.half_states import HalfStates


def test_room_is_for_the_halves_that_there_are():
    """Rows begin empty, stay when room is made, and the room does not grow by itself."""
    states = HalfStates()
    for halves in (1, 64, 64, *range(0, 3000, 50)):
        states.reserve(halves)
        states["next"][0] += 1
    room = len(states)
    assert 2950 <= room < 4000
    states.reserve(room)
    assert len(states) == room
    assert (states["next"][0], states["next"][1:].any()) == (63, False)
