"""Files that are no state, or a damaged or forged one: one sentence, little memory, and no traceback."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.state import analysis_state
from ibpkt.analysis.state.analysis_state import PacketsBefore, load_state, save_state
from ibpkt.analysis.state.state_file import FORMAT, VERSION, StateArrays, StateContent, StateError, read_state
from ibpkt.errors import CallerError
from tests.fuzz.mutated_captures import pcapng, seeds
from tests.support.command import run


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    """The state of a capture in which much is under way."""
    path = tmp_path_factory.mktemp("state") / "state"
    expert, before = Expert(), PacketsBefore()
    with ibpkt.open("captures/nvmeof.pcap") as capture:
        for batch in capture.batches(100, limit=150):
            expert.add(batch)
            before = before.behind(batch)
    save_state(path, expert, before)
    return path


def refused(path):
    """Why a file is refused."""
    with pytest.raises(StateError) as caught:
        load_state(path, Expert())
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    return caught.value.reason


@pytest.fixture(scope="module")
def content(state):
    """What it holds: JSON, and arrays."""
    header, arrays = read_state(state)
    return json.dumps(header), dict(arrays.items())


def load_changed(content, change):
    """Load a state with other content, as if it had been read out of a whole file: each takes only the loading."""
    text, before = content
    header, values = json.loads(text), {place: array.copy() for place, array in before.items()}
    change(header, values)
    arrays = StateArrays()
    for place, array in values.items():
        arrays.put(place, array)
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(StateError):
        patch.setattr(analysis_state, "read_state", lambda path: StateContent(header, arrays))
        load_state("changed", Expert())


@pytest.mark.costly
def test_cut_anywhere(state, tmp_path):
    data, path = state.read_bytes(), tmp_path / "cut"
    ends = [*range(0, len(data), 997), *range(len(data) - 200, len(data))]
    for end in ends:
        path.write_bytes(data[:end])
        refused(path)


@settings(max_examples=300)
@given(data=st.data())
def test_any_byte_changed(state, tmp_path_factory, data):
    whole = bytearray(state.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "flipped"
    path.write_bytes(whole)
    try:
        load_state(path, Expert())
    except StateError:
        pass
    else:  # what the archive says of members beside their content: dates, systems, permissions
        assert [a.tolist() for _, a in read_state(path).arrays.items()] == [
            a.tolist() for _, a in read_state(state).arrays.items()
        ]


@settings(max_examples=200)
@given(garbage=st.binary(max_size=200))
def test_garbage(tmp_path_factory, garbage):
    path = tmp_path_factory.getbasetemp() / "garbage"
    path.write_bytes(garbage)
    assert refused(path) == "not the state of an analysis, or damaged"


_NUMBERS = st.sampled_from([0, 1, -1, 2, 255, 1 << 20, 1 << 31, (1 << 40) - 1, 1 << 45, -(1 << 62), 1 << 62])


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_number_changed(content, data):
    """It is refused, or the analysis goes on with it; what follows may be wrong, since the file is."""

    def change(_, arrays):
        place = data.draw(st.sampled_from(sorted(name for name, values in arrays.items() if values.size)))
        values = arrays[place]
        value = data.draw(_NUMBERS)
        limits = (0, 1) if values.dtype == np.bool_ else (-1e9, 1e9)
        if values.dtype.kind in "iu":
            limits = (np.iinfo(values.dtype).min, np.iinfo(values.dtype).max)
        values.flat[data.draw(st.integers(0, values.size - 1))] = min(max(value, limits[0]), limits[1])

    load_changed(content, change)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_json_changed(content, data):
    def change(header, _):
        node, key = header, data.draw(st.sampled_from(["before", "of", "state"]))
        while isinstance(node[key], dict | list) and len(node[key]) and data.draw(st.integers(0, 9)):
            node = node[key]
            key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        node[key] = data.draw(st.sampled_from([0, 1, -1, 1 << 40, 1 << 70, "x", None, [], [1], {}, 0.5, True]))

    load_changed(content, change)


def pack(path, header, members=(), compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("state.json", header if isinstance(header, bytes | str) else json.dumps(header))
        for name, data in members:
            archive.writestr(name, data)
    return path


HEADER = {"format": FORMAT, "version": VERSION, "of": "expert", "before": [0, None, None], "state": {}}


def test_other_formats_and_versions(tmp_path):
    path = tmp_path / "other"
    assert "names another format" in refused(pack(path, {**HEADER, "format": "zip"}))
    assert refused(pack(path, {**HEADER, "version": 9})) == f"a state of version 9; this is version {VERSION}"
    assert refused(pack(path, {**HEADER, "of": "flows"})) == "the state of 'flows', not of 'expert'"
    assert "the state is wrong" in refused(pack(path, HEADER))
    for text in ("", "[]", "{", "[" * 100_000, "NaN", "1" * 5000, b"\xff\xfe"):
        assert "not the state of an analysis" in refused(pack(path, text))


def test_bombs(tmp_path):
    path = tmp_path / "bomb"
    zeros = bytes(1 << 24)
    assert "compressed" in refused(pack(path, HEADER, [("a.npy", zeros)], zipfile.ZIP_DEFLATED))
    assert "too large" in refused(pack(path, HEADER, [(f"{number}.npy", b"") for number in range(5000)]))
    assert "too large" in refused(pack(path, "[" + "0," * (5 << 20) + "0]"))
    huge = io.BytesIO()
    np.lib.format.write_array_header_1_0(huge, {"descr": "<i8", "fortran_order": False, "shape": (1 << 45,)})
    assert "another length than it says" in refused(pack(path, HEADER, [("a.npy", huge.getvalue())]))
    for descr, text in (("|O", "another type"), ("<U9", "another type"), ("<i8", "another length")):
        member = io.BytesIO()
        np.lib.format.write_array_header_1_0(member, {"descr": descr, "fortran_order": False, "shape": (1,)})
        assert text in refused(pack(path, HEADER, [("a.npy", member.getvalue())]))
    deep = io.BytesIO()
    np.lib.format.write_array_header_1_0(deep, {"descr": "<i8", "fortran_order": False, "shape": (0,) * 30})
    refused(pack(path, HEADER, [("a.npy", deep.getvalue())]))


def test_places_and_payload(tmp_path):
    assert refused(tmp_path / "absent") == "no such file"
    refused(tmp_path)
    with pytest.raises(CallerError, match="payload"):
        save_state(tmp_path / "state", Analyser(payload=True), PacketsBefore())
    assert list(tmp_path.iterdir()) == []


def test_an_analysis_without_packets(tmp_path):
    path = tmp_path / "state"
    save_state(path, Expert(), PacketsBefore())
    expert = Expert()
    assert load_state(path, expert) == (0, None, None)
    assert list(expert.finish()) == []


@pytest.mark.parametrize("command", ["expert", "flows", "messages"])
@pytest.mark.parametrize("times", [(2**63 - 1,), (-(2**63) + 1, 2**63 - 1)], ids=["late", "both"])
def test_times_that_no_state_keeps(command, times, tmp_path):
    """It would not be read again: nothing is written, and the one that was there stays."""
    packets = itertools.islice(seeds()["rc_write.pcap"], 60)
    capture, path = tmp_path / "late.pcapng", tmp_path / "state"
    moved = (packet._replace(time=time) for packet, time in zip(packets, itertools.cycle(times), strict=False))
    capture.write_bytes(pcapng(moved, offset=-(10**10)))
    result = run(command, "--state", path, capture)
    assert (result.code, path.exists()) == (3, False)
    assert result.err == f"ibpkt: {path}: not written: it keeps times between 1823 and 2116\n"


@pytest.mark.parametrize("command", ["expert", "flows", "messages"])
def test_what_is_found_is_told_even_if_the_state_cannot_be_kept(command, tmp_path):
    capture = tmp_path / "late.pcapng"
    capture.write_bytes(pcapng(itertools.islice(seeds()["rc_write.pcap"], 60), offset=9 * 10**18))
    for path in (tmp_path / "state", tmp_path / "no folder" / "state"):
        result = run(command, "--format", "json", "--state", path, capture)
        assert result.code == 3
        assert result.err.startswith(f"ibpkt: {path}: ")
        json.loads(result.out)
