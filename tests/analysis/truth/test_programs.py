"""Messages are the work requests that programs posted; how they end is what their work completions said.

The programs of the recordings print, as JSON lines, each work request that they post and each work completion.
"""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

import ibpkt
import ibpkt.analysis
from tests.support.rebuilt import Rebuilt
from tests.support.shared import capture

#: what `op` and `status` are in verbs
KINDS = {0: "WRITE", 1: "WRITE", 2: "SEND", 3: "SEND", 4: "READ", 5: "ATOMIC", 6: "ATOMIC"}
WITH_IMMEDIATE = (1, 3)
SUCCESS, FLUSHED, BAD_REQUEST, ACCESS, OPERATION, RETRIES = 0, 5, 9, 10, 11, 12
OUTCOMES = {
    SUCCESS: {"completed", "sent"},
    BAD_REQUEST: {"refused"},
    ACCESS: {"refused"},
    OPERATION: {"refused"},
    RETRIES: {"unanswered"},
}

SCENARIOS = (
    "atomic_misaligned_local_einval", "bidir_sends", "guest_any_sll2", "mix_all_ops", "nak_invalid_qp_noread",
    "nak_remote_access_noperm", "nak_remote_access_read_rkey", "nak_remote_access_write_rkey", "nak_send_too_long",
    "psn_wrap", "retry_exceeded_link_down", "rnr_recover", "send_imm", "tclass_dscp26_ect0", "uc_send", "uc_send_imm",
    "uc_write_imm", "ud_send_imm", "vlan_write", "write_imm",
)  # fmt: skip
#: what is posted behind a request that fails is flushed before it is sent
NEVER_SENT = {"nak_remote_access_read_rkey": 1, "nak_remote_access_write_rkey": 1}


class Posted(NamedTuple):
    """A work request, as a message would be told."""

    kind: str
    size: int
    address: int | None
    r_key: int | None
    immediate: int | None


def _program(text):
    """What one side posted, and its completions by work request."""
    told = [json.loads(line) for line in text.splitlines() if line.startswith('{"')]
    posted = {}
    for post in (each["post"] for each in told if "post" in each):
        if post["rc"]:
            continue  # the library has refused it
        kind = KINDS[post["op"]]
        remote = kind != "SEND"
        posted[post["wr_id"]] = Posted(
            kind,
            post["len"],
            int(post["raddr"], 16) if remote else None,
            int(post["rkey"], 16) if remote else None,
            int(post["imm_or_inv"], 16) if post["op"] in WITH_IMMEDIATE else None,
        )
    completions = {each["wc"]["wr_id"]: each["wc"]["status"] for each in told if "wc" in each}
    return told[0], posted, completions


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_message_is_a_work_request_and_ends_as_its_completion_says(name):
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    programs = [_program(truth[key]) for key in ("client_out", "server_out")]
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        messages = list(ibpkt.analysis.messages(source))
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        flows = {flow.number: flow for flow in ibpkt.analysis.flows(source)}
    for about, posted, completions in programs:
        host = about["gid"].removeprefix("::ffff:")
        mine = [message for message in messages if flows[message.flow].sides[message.side].address == host]
        mine.sort(key=lambda message: message.number)
        sent = list(posted.items())[: len(posted) - NEVER_SENT.get(name, 0)] if posted else []
        assert [
            Posted(message.kind, message.size, message.address, message.r_key, message.immediate) for message in mine
        ] == [request for _, request in sent]
        for (number, _), message in zip(sent, mine, strict=True):
            if number in completions:
                assert message.outcome in OUTCOMES[completions[number]]
        if mine:
            side = flows[mine[0].flow].sides[mine[0].side]
            assert mine[0].first_psn == int(about["local_sq_psn"], 16)
            if side.qpn is not None:
                assert side.qpn == int(about["local_qpn"], 16)


def test_datagrams_that_the_network_lost_are_not_there():
    truth = json.loads(capture("ud_loss_gap.truth.json").read_text(encoding="utf-8"))
    posted = _program(truth["client_out"])[1]
    with ibpkt.open(capture("ud_loss_gap.pcap")) as source:
        messages = list(ibpkt.analysis.messages(source))
    assert len(messages) == len(posted) - 1
    assert {message.size for message in messages} == {700}


@pytest.mark.parametrize("name", ["mix_all_ops", "psn_wrap", "vlan_write", "rc_read", "write_imm"])
def test_every_payload_is_whole(name):
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        rebuilt = Rebuilt(source.batches())
    assert rebuilt.lacking == []
    assert len(rebuilt.carried) == sum(message.kind != "ATOMIC" for message in rebuilt.messages)


@pytest.mark.parametrize("name", ["rping_ipv4", "rping_ipv6"])
def test_rping_moved_what_it_printed(name):
    """The server READs a text from the client and WRITEs it back; both print it."""
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    printed = [
        [line.partition("ping data: ")[2] for line in truth[key].splitlines() if "ping data: " in line]
        for key in ("client_out", "server_out")
    ]
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        rebuilt = Rebuilt(source.batches())
    moved = {"READ": [], "WRITE": []}
    for (_, kind, _), data in rebuilt.carried.items():
        if kind in moved:
            moved[kind].append(data.rstrip(b"\0").decode())
    assert len(printed[0]) == 5
    assert printed[0] == printed[1] == moved["READ"] == moved["WRITE"]


PERFTEST = {
    "atomic_cmp_swap": ("ATOMIC", 8, 12),
    "atomic_fetch_add": ("ATOMIC", 8, 12),
    "corrupt_write": ("WRITE", 8192, 60),
    "ecn_fq_codel": ("WRITE", 16384, 150),
    "ecn_marked_netem": ("WRITE", 8192, 40),
    "ipv6_write_bw": ("WRITE", 5000, 20),
    "loss_ack_10pct": ("SEND", 2000, 40),
    "loss_after_tap_write_4pct": ("WRITE", 8192, 40),
    "loss_write_3pct": ("WRITE", 8192, 60),
    "mckey": ("SEND", 100, 5),
    "mckey_large": ("SEND", 900, 40),
    "multi_qp_bidir": ("WRITE", 4000, 2 * 4 * 15),
    "rc_read": ("READ", 9000, 8),
    "rc_send": ("SEND", 5000, 12),
    "rc_write": ("WRITE", 9000, 12),
    "rnr_perftest_rx8": ("SEND", 2000, 400),
    "uc_write": ("WRITE", 3000, 2 * 10),
    "ud_send": ("SEND", 512, 2 * 10),
}


@pytest.mark.parametrize("name", PERFTEST)
def test_as_many_messages_as_were_asked_for_on_the_command_line(name):
    kind, size, count = PERFTEST[name]
    path = capture("loss_write_3pct.pcap.gz" if name == "loss_write_3pct" else f"{name}.pcap")
    with ibpkt.open(path) as source:
        messages = [message for message in ibpkt.analysis.messages(source) if message.kind == kind]
    assert [message.size for message in messages] == [size] * count
    assert {message.outcome for message in messages} <= {"completed", "sent"}
