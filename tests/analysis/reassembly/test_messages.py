"""Messages are what the generator was asked to send."""

from __future__ import annotations

import pytest

from ibpkt import draft, traffic
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, run
from tests.support.exchanges import ask, batches

FAULTS = {
    "none": {},
    "loss": {"loss": 0.02},
    "behind": {"loss": 0.02, "behind": 1.0},
    "reorder": {"reorder": 0.02},
    "rnr": {"rnr": 0.1},
    "all": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "corrupt": 0.01, "rnr": 0.02, "behind": 0.5},
}
KINDS = {"FETCH_ADD": "ATOMIC", "CMP_SWAP": "ATOMIC", "ATOMIC_WRITE": "ATOMIC WRITE"}


@pytest.mark.parametrize("faults", sorted(FAULTS))
@pytest.mark.parametrize("carrier", ["rocev2", "native"])
def test_messages_are_those_that_were_sent(faults, carrier):
    scene = traffic.Traffic(
        5,
        faults=traffic.Faults(**FAULTS[faults]),
        messages=400,
        operations=OPERATIONS,
        conversations=3,
        both_ways=True,
        sizes=(0, 9000),
        carrier=carrier,
    )
    result = run(scene.batches(), verify=True)
    found = {(message.first_psn, message.last_psn, message.kind): message for message in result.messages}
    assert len(found) == len(result.messages) == 400
    for true in scene.truth.messages:
        kind = KINDS.get(true["operation"], true["operation"].split("_")[0])
        message = found[true["first_psn"], true["last_psn"], kind]
        assert message.outcome == "completed"
        assert message.size == true["size"]
        assert message.address == true.get("address")
        assert message.r_key == true.get("r_key")
        assert message.immediate == true.get("immediate")
        assert message.start >= true["start"]
        if faults == "none":
            assert message.start <= message.responded <= message.completed <= true["end"]
            assert message.retransmissions == 0


@pytest.mark.parametrize("carrier", ["rocev2", "native"])
@pytest.mark.parametrize("seed", range(16, 32))
def test_the_first_message_too_whose_first_packets_were_lost_before_the_tap(seed, carrier):
    scene = traffic.Traffic(
        seed,
        faults=traffic.Faults(loss=0.15, behind=0.3),
        messages=8,
        operations=OPERATIONS,
        conversations=2,
        both_ways=True,
        sizes=(0, 5000),
        carrier=carrier,
    )
    found = [(each.first_psn, each.last_psn, each.size) for each in run(scene.batches()).messages]
    sent = [(true["first_psn"], true["last_psn"], true["size"]) for true in scene.truth.messages]
    assert sorted(found) == sorted(sent)


def test_refused_messages_and_what_is_flushed_behind_them():
    scene = traffic.Traffic(
        5, faults=traffic.Faults(access_error=0.01), packets=4000, operations=OPERATIONS, conversations=2
    )
    result = run(scene.batches())
    refused = [message for message in result.messages if message.outcome == "refused"]
    denied = [event for event in scene.truth.events if event["what"] == "nak-access"]
    assert len(refused) == len(denied) > 3
    assert {message.nak for message in refused} == {2}
    assert result.kinds["nak-refused"] == len(denied)
    assert "flushed" in result.outcomes


def test_uc_and_ud():
    for service, operations in (("UC", UC_OPERATIONS), ("UD", None)):
        size = 3000 if service == "UC" else 900
        scene = traffic.Traffic(2, service=service, operations=operations, sizes=(0, size), messages=200)
        result = run(scene.batches())
        assert result.outcomes == {"sent": 200}
        assert sorted(message.size for message in result.messages) == sorted(
            record["size"] for record in scene.truth.messages
        )
        assert result.findings == []


def test_uc_messages_with_a_hole_are_incomplete():
    faults = traffic.Faults(loss=0.02)
    scene = traffic.Traffic(2, service="UC", operations=UC_OPERATIONS, sizes=(0, 5000), messages=300, faults=faults)
    result = run(scene.batches())
    true = {record["first_psn"]: record["outcome"] for record in scene.truth.messages}
    for message in result.messages:
        if message.whole and message.first_psn in true:
            assert (message.outcome == "sent") == (true[message.first_psn] == "delivered")


@pytest.mark.parametrize("faults", [{"reorder": 0.05}, {"loss": 0.02, "reorder": 0.05, "distance": 9}])
def test_uc_messages_out_of_order_are_what_the_receiver_makes_of_them(faults):
    """It sees what the tap does; of those that were lost in part, all have the right size whose packets all came."""
    scene = traffic.Traffic(
        3, service="UC", operations=UC_OPERATIONS, sizes=(0, 5000), messages=300, faults=traffic.Faults(**faults)
    )
    result = run(scene.batches())
    true = {record["first_psn"]: record for record in scene.truth.messages}
    told = {message.first_psn: message for message in result.messages if message.first_psn in true}
    assert result.outcomes["incomplete"] > 30
    assert all((told[psn].outcome == "sent") == (true[psn]["outcome"] == "delivered") for psn in told)
    assert all(told[psn].size == true[psn]["size"] for psn in told if told[psn].whole)
    if "loss" not in faults:
        assert told.keys() == true.keys()
        assert all(message.whole for message in told.values())


def test_frames_that_carry_the_payload():
    scene = traffic.conversation([traffic.Write(2500), traffic.Read(3000), traffic.Send(b"hello")])
    batches = list(scene.batches())
    packets = {packet.number: packet for batch in batches for packet in batch}
    result = run(batches, payload=True)
    carried = {
        message.kind: b"".join(bytes(packets[frame].payload) for frame in message.frames) for message in result.messages
    }
    assert [len(carried[kind]) for kind in ("WRITE", "READ", "SEND")] == [2500, 3000, 5]
    assert carried["SEND"] == b"hello"
    for message in result.messages:
        if message.address is not None:
            assert carried[message.kind] == traffic.payload.memory(message.r_key, message.address, message.size)
    assert all(message.frames == [] for message in run(traffic.conversation([traffic.Write(9)]).batches()).messages)


def test_immediate_data_of_a_datagram_may_be_zero():
    def datagram(psn, *more, opcode=0x65):
        return ask(psn, opcode, draft("DETH", srcqp=0x11, q_key=1), *more)

    packets = [datagram(0, draft("ImmDt", immdt=bytes(4))), datagram(1, opcode=0x64)]
    assert [message.immediate for message in run(batches(packets)).messages] == [0, None]
