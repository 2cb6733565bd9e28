"""What was done to recorded captures, and which incident must come first.

Sources: the recordings' own notes (``setup_node*``, ``params``, ``note``): what the queueing disciplines, programs and
kernels were told to do.  node1 is 192.168.77.1, at whose port the tap is; node2 is 192.168.77.2.
"""

from __future__ import annotations

from typing import NamedTuple

NODE1, NODE2 = "192.168.77.1", "192.168.77.2"
FROM_NODE2, FROM_NODE1 = f"before the tap, from {NODE2}", f"before the tap, from {NODE1}"
TO_NODE1, TO_NODE2 = f"behind the tap, towards {NODE1}", f"behind the tap, towards {NODE2}"
REQUESTS = f"{NODE2} > {NODE1}"


class Done(NamedTuple):
    """What was done to a recording.

    Attributes:
        what: in words.
        cause: of the first incident of severity warning or error; "" for none.
        where: its place.
    """

    what: str
    cause: str = ""
    where: str = ""


#: by the name of the recording; to all others nothing was done
DONE = {
    "cm_reject": Done("nothing listens at the service", "connection-refused", REQUESTS),
    "corrupt_write": Done("3 % of node2's packets get a flipped bit", "corruption", FROM_NODE2),
    "ecn_fq_codel": Done("node2's port is limited to 8 Mbit/s and marks", "congestion", FROM_NODE2),
    "ecn_marked_netem": Done("10 % of node2's packets are marked", "congestion", FROM_NODE2),
    "loss_after_tap_write_4pct": Done("4 % lost at node1, behind the tap", "loss", TO_NODE1),
    "loss_write_3pct": Done("3 % of node2's packets lost before the tap", "loss", FROM_NODE2),
    "loss_ack_10pct": Done("10 % of node1's ACKs lost before the tap: later ones cover all of them"),
    "ud_loss_gap": Done("30 % of node2's datagrams lost: nobody misses them, so it is a note"),
    "nak_invalid_qp_noread": Done("the queue pair allows no READs", "access-refused", REQUESTS),
    "nak_remote_access_noperm": Done("the memory allows no WRITEs", "access-refused", REQUESTS),
    "nak_remote_access_read_rkey": Done("a READ with a wrong key", "access-refused", REQUESTS),
    "nak_remote_access_write_rkey": Done("a WRITE with a wrong key", "access-refused", REQUESTS),
    "nak_send_too_long": Done("a SEND longer than the receive buffer", "violation", REQUESTS),
    "retry_exceeded_link_down": Done("node1's link goes down", "peer-gone", NODE1),
    "rnr_perftest_rx8": Done("a receive depth of 8", "receiver-not-ready", NODE1),
    "rnr_recover": Done("receives are posted 500 ms late", "receiver-not-ready", NODE1),
    "srp_login_reject": Done("the target has no entry for the initiator", "connection-refused", REQUESTS),
    "flush/awrite_bad_rkey": Done("an ATOMIC WRITE with a wrong key", "access-refused", REQUESTS),
    "flush/awrite_no_mr_access": Done("the memory allows no ATOMIC WRITE", "access-refused", REQUESTS),
    "flush/awrite_out_of_region": Done("an ATOMIC WRITE beyond the region", "access-refused", REQUESTS),
    "flush/awrite_post_send_16": Done("an ATOMIC WRITE of 16 bytes", "violation", NODE2),
    "flush/crafted_atomic_write": Done("ATOMIC WRITEs that break rules", "violation", NODE2),
    "flush/dup10_on_wire": Done("10 % of node2's packets doubled: a note, since nothing is lost by it"),
    "flush/flush_bad_rkey": Done("a FLUSH with a wrong key", "access-refused", REQUESTS),
    "flush/flush_no_mr_access": Done("the memory allows no FLUSH", "access-refused", REQUESTS),
    "flush/flush_out_of_region": Done("a FLUSH beyond the region", "access-refused", REQUESTS),
    "flush/flush_persistent_no_qp_access": Done("the queue pair allows no FLUSH", "access-refused", REQUESTS),
    "flush/flush_post_send": Done("a FLUSH that the memory does not allow", "access-refused", REQUESTS),
    "flush/flush_retry_exceeded": Done("node1 receives nothing any more", "peer-gone", NODE1),
    "flush/loss10_flush_awrite_only": Done("10 % of node2's packets lost before the tap", "loss", FROM_NODE2),
    "flush/loss3_requests_before_tap": Done("3 % of node2's packets lost before the tap", "loss", FROM_NODE2),
    "flush/loss3_responses_before_tap": Done("3 % of node1's packets lost before the tap", "loss", FROM_NODE1),
    "flush/loss5_paced": Done(
        "5 % of node2's packets lost: only the last request is, and comes again with address 0, which is refused",
        "access-refused", REQUESTS,
    ),
    "flush/mw1_send_inv": Done("node1's queue pair breaks and is silent", "peer-gone", NODE1),
    "flush/mw2_flush_no_access": Done("the memory window allows no FLUSH", "access-refused", REQUESTS),
    "flush/mw2_local_inv": Done("the memory window was invalidated", "access-refused", REQUESTS),
    "flush/retry_cnt_7_never_ends": Done("node1's queue pair is in error and silent", "peer-gone", NODE1),
    "flush/send_inv_mr": Done("node1's queue pair breaks and is silent", "peer-gone", NODE1),
    "upper/iser_loss": Done("2 % lost at node1, behind the tap", "loss", TO_NODE1),
    "upper/nfs_v41_loss_after_tap": Done("2 % lost at node1, behind the tap", "loss", TO_NODE1),
    "upper/nvmeof_loss_after_tap_2pct": Done("2 % lost at node1, behind the tap", "loss", TO_NODE1),
    "upper/nfs_v41_server_restart": Done("the server is stopped and started", "connection-refused", REQUESTS),
    "upper/nvmeof_target_removed": Done("the target's port is disabled for 7 s", "connection-refused", REQUESTS),
}  # fmt: skip
