"""The commands whose output is stored in ``golden/``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from ibpkt.cli import expert_capture
from tests.support.command import Result, picked, run

GOLDEN = Path(__file__).with_name("golden")


class Case(NamedTuple):
    """A command.

    Attributes:
        command: its arguments as at a shell; ``-`` reads the packets of `source`.
        source: ``(capture, numbers of packets)``, or None.
        width: columns of the terminal; None where there is none.
    """

    command: str
    source: tuple[str, tuple[int, ...]] | None = None
    width: int | None = None

    def run(self) -> Result:
        if self.width is not None:
            with mock.patch.object(expert_capture, "terminal_width", return_value=self.width):
                return self._replace(width=None).run()
        return run(*shlex.split(self.command), stdin=picked(self.source[0], *self.source[1]) if self.source else b"")

    def text(self) -> str:
        """What is stored: the command, its output, what it said besides, and its exit code."""
        result = self.run()
        told = f" < packets {', '.join(map(str, self.source[1]))} of {self.source[0]}" if self.source else ""
        parts = [f"$ ibpkt {self.command}{told}\n", result.out]
        if result.err:
            parts += ["--- standard error\n", result.err]
        return "".join([*parts, f"--- exit code {result.code}\n"])


OPERATIONS = ("mix_all_ops.pcap", (11, 12, 13, 17, 19, 20, 97))
DATAGRAMS = ("ud_send_imm.pcap", (11, 12, 13, 14))
MANAGEMENT = ("ib_small.pcap", (1, 3, 4, 5, 6, 101, 269, 273, 279, 576, 646, 648, 713))
SERVICE = ("udaddy.pcap", (1, 2, 5))
DISKS = ("nvmeof.pcap", (1, 3, 6, 7, 8, 10))
DAMAGED = ("corrupt_write.pcap", (34, 174))
NEGATIVE = ("nak_remote_access_write_rkey.pcap", (14, 15, 16, 17, 18))
MIXED = ("ipv6_write_bw.pcap", (1, 25, 26, 27, 160))

_SELECTIONS = {
    "operations": OPERATIONS,
    "datagrams": DATAGRAMS,
    "management": MANAGEMENT,
    "service": SERVICE,
    "disks": DISKS,
    "damaged": DAMAGED,
    "negative": NEGATIVE,
    "mixed": MIXED,
}
_WHOLE = {
    "rc_write": "rc_write.pcap",
    "rping_ipv6": "rping_ipv6.pcap",
    "cm_reject": "cm_reject.pcap",
    "atomic": "atomic_cmp_swap.pcap",
    "uc_write_imm": "uc_write_imm.pcap",
    "mckey": "mckey.pcap",
    "nak": "nak_send_too_long.pcap",
    "rnr": "rnr_recover.pcap -c 40",
    "iser": "iser.pcap -c 30",
    "nfs": "nfs_rdma.pcap -c 30",
    "ib_small": "ib_small.pcap -c 40",
    "erf_in_pcap": "ib_small_erf.pcap -c 5",
    "erf": "derived_plain.erf -c 5",
    "comments": "derived_comments.pcapng -c 20",
    "vlan": "vlan_write.pcap -c 30",
    "snap64": "derived_snap64.pcap -c 20",
    "snap96": "derived_snap96.pcap -c 20",
    "rawip": "derived_rawip_ipv6.pcap -c 25",
    "sll": "guest_any_sll1_tcpdump.pcap -c 20",
    "empty": "derived_empty.pcap",
    "cut": "derived_cut_in_record.pcap -r captures/cm_reject.pcap",
}
_MARKED = "captures/ecn_marked_netem.pcap"
_FIELDS = "-T fields -e frame.number -e ip.src -e infiniband.bth.opcode -e infiniband.bth.destqp -e infiniband.aeth.msn"

CASES: dict[str, Case] = {
    **{f"lines_{name}": Case(f"decode captures/{command}") for name, command in _WHOLE.items()},
    **{f"tree_{name}": Case("decode -V -", source) for name, source in _SELECTIONS.items()},
    **{f"jsonl_{name}": Case("decode -T jsonl -", source) for name, source in _SELECTIONS.items()},
    **{f"json_{name}": Case("decode -T json -", source) for name, source in _SELECTIONS.items()},
    "tree_comments": Case("decode -V -c 1 captures/derived_comments.pcapng"),
    "tree_snap64": Case("decode -V -c 12 captures/derived_snap64.pcap"),
    "tree_no_crc": Case("decode -V --no-crc -", DAMAGED),
    "tree_erf": Case("decode -V -c 1 captures/derived_plain.erf"),
    "tree_vlan": Case("decode -V -", ("vlan_write.pcap", (15,))),
    "tree_sll": Case("decode -V -c 1 captures/guest_any_sll1_tcpdump.pcap"),
    "hex_operations": Case("decode -x -", OPERATIONS),
    "hex_management": Case("decode -x -", ("ib_small.pcap", (1, 4))),
    "hex_tree": Case("decode -x -V -", ("rc_write.pcap", (96,))),
    "hex_color": Case("decode -x --color always -", ("rc_write.pcap", (96,))),
    **{
        f"time_{choice}": Case(f"decode -t {choice} -c 12 captures/rping_ipv4.pcap")
        for choice in ("r", "d", "e", "a", "ad")
    },
    "time_nsec": Case("decode -t e -c 3 captures/derived_nsec.pcap"),
    "lines_bad": Case("decode -", DAMAGED),
    "lines_no_crc": Case("decode --no-crc -", DAMAGED),
    "lines_two_files": Case("decode -c 2 captures/rc_write.pcap captures/cm_reject.pcap"),
    "fields": Case(f"decode {_FIELDS} -", OPERATIONS),
    "fields_header": Case(f"decode {_FIELDS} -E header=y -", OPERATIONS),
    "fields_csv": Case(f"decode {_FIELDS} -E header=y -E separator=, -E quote=d -", OPERATIONS),
    "fields_quote_s": Case(f"decode {_FIELDS} -E quote=s -E separator=/s -", OPERATIONS),
    "fields_all_addresses": Case("decode -T fields -e ip.addr -e udp.port -", OPERATIONS),
    "fields_first_address": Case("decode -T fields -e ip.addr -e udp.port -E occurrence=f -", OPERATIONS),
    "fields_last_address": Case("decode -T fields -e ip.addr -e udp.port -E occurrence=l -", OPERATIONS),
    "fields_aggregator": Case("decode -T fields -e ip.addr -e udp.port -E aggregator=/s -", OPERATIONS),
    "fields_crc": Case(
        "decode -T fields -e infiniband.invariant.crc -e infiniband.icrc.status -e infiniband.icrc.computed"
        " -e frame.disagreement -",
        DAMAGED,
    ),
    "fields_cut": Case(
        "decode -T fields -e frame.len -e frame.cap_len -e frame.stop -e infiniband.icrc.status -c 15"
        " captures/derived_snap64.pcap"
    ),
    "fields_comment": Case("decode -T fields -e frame.comment -c 20 captures/derived_comments.pcapng"),
    "fields_management": Case(
        "decode -T fields -e infiniband.mad.operation -e infiniband.lrh.slid -e infiniband.smpdirected.initialpath"
        " -e infiniband.vcrc.status -e infiniband.nodedescription.nodestring -",
        MANAGEMENT,
    ),
    "json_chosen": Case("decode -T json -e ip.addr -e infiniband.bth.psn -e infiniband.reth.va -", OPERATIONS),
    "jsonl_chosen": Case("decode -T jsonl -e ip.addr -e infiniband.bth.psn -e infiniband.reth.va -", OPERATIONS),
    "jsonl_no_crc": Case("decode -T jsonl --no-crc -", DAMAGED),
    "ek": Case("decode -T ek -", OPERATIONS),
    "ek_management": Case("decode -T ek --no-crc -", MANAGEMENT),
    "ek_chosen": Case("decode -T ek -e ip.addr -e infiniband.bth.psn -e infiniband.reth.va -", OPERATIONS),
    "pdml": Case("decode -T pdml -", OPERATIONS),
    "pdml_chosen": Case("decode -T pdml -e ip.addr -e infiniband.bth.psn -", OPERATIONS),
    "pdml_empty": Case("decode -T pdml captures/derived_empty.pcap"),
    "csv": Case("decode -T csv -", OPERATIONS),
    "csv_chosen": Case(
        "decode -T csv -e frame.time_relative -e 'infiniband.reth.*' -e infiniband.payload -", OPERATIONS
    ),
    "unseen": Case("decode -T fields -e frame.number -e infiniband.atomiceth.va -c 1 captures/rc_write.pcap"),
    "error_output_capture": Case("decode -w /dev/null/x.pcap captures/rc_write.pcap"),
    "error_force": Case("decode --force captures/rc_write.pcap"),
    "json_empty": Case("decode -T json captures/derived_empty.pcap"),
    "check_corrupt": Case("check captures/corrupt_write.pcap"),
    "check_good": Case("check captures/rc_write.pcap captures/ib_small.pcap captures/derived_empty.pcap"),
    "check_snap": Case("check captures/derived_snap64.pcap captures/derived_snap96.pcap"),
    "check_cut": Case("check captures/derived_cut_in_record.pcap"),
    "check_json": Case("check --format json captures/corrupt_write.pcap captures/ib_small.pcap"),
    "fields_list": Case("fields 'infiniband.aeth.*'"),
    "fields_list_json": Case("fields --format json 'infiniband.bth.*'"),
    "stats_protocols": Case("stats protocols captures/ib_small.pcap"),
    "stats_protocols_csv": Case("stats protocols --format csv captures/rc_write.pcap"),
    "stats_opcodes_verified": Case("stats opcodes --verify captures/corrupt_write.pcap captures/derived_snap64.pcap"),
    "stats_opcodes_json": Case("stats opcodes --verify --format json captures/rc_write.pcap"),
    "stats_filtered": Case("stats opcodes -Y 'infiniband.bth.psn & 1' captures/rc_write.pcap"),
    "stats_endpoints_lid": Case("stats endpoints --by lid --sort packets --limit 3 captures/ib_small.pcap"),
    "stats_endpoints_qp": Case("stats endpoints --by qp captures/mckey.pcap"),
    "stats_conversations_csv": Case(
        "stats conversations --by qp --format csv captures/rc_write.pcap captures/mckey.pcap"
    ),
    "stats_conversations_pipe": Case("stats conversations --by udp -", OPERATIONS),
    "stats_conversations_none": Case("stats conversations --by gid --format json captures/rc_write.pcap"),
    "stats_io": Case(
        "stats io --interval 0.5 --measure 'sum(infiniband.reth.dmalen)' --column frame --column infiniband.aeth"
        " captures/rc_write.pcap"
    ),
    "stats_io_whole_json": Case(
        "stats io --interval 0 --measure 'avg(frame.time_delta)' --format json captures/rc_write.pcap"
    ),
    "stats_io_empty_csv": Case("stats io --format csv captures/derived_empty.pcap"),
    "stats_connections": Case("stats connections captures/cm_reject.pcap captures/rping_ipv4.pcap"),
    "stats_connections_json": Case("stats connections --format json captures/cm_reject.pcap"),
    "stats_connections_none": Case("stats connections --format csv captures/ib_small.pcap"),
    "stats_mad": Case("stats mad captures/ib_small.pcap"),
    "stats_mad_json": Case("stats mad --format json -Y 'infiniband.mad.mgmtclass == 4' captures/ib_small.pcap"),
    "stats_mad_none": Case("stats mad --format csv captures/rc_write.pcap"),
    "demo": Case("demo"),
    "flows": Case("flows captures/nvmeof.pcap"),
    "flows_two": Case("flows captures/rping_ipv6.pcap captures/loss_ack_10pct.pcap"),
    "flows_details": Case("flows -V --sort retransmitted --limit 1 captures/loss_ack_10pct.pcap"),
    "flows_json": Case("flows --format json captures/ecn_marked_netem.pcap"),
    "flows_csv": Case("flows --format csv captures/uc_write.pcap captures/mckey.pcap"),
    "flows_limited": Case("flows --sort bytes --limit 3 captures/ib_small.pcap"),
    "flows_join": Case("flows --join captures/rc_write.pcap captures/rc_read.pcap captures/derived_empty.pcap"),
    "expert_join_json": Case("expert --join --format json captures/rc_write.pcap captures/derived_cut_in_record.pcap"),
    "messages_join": Case("messages --join captures/nak_send_too_long.pcap captures/rnr_recover.pcap README.md"),
    "lines_join": Case(
        "decode --join -c 5 captures/derived_bigendian.pcap captures/derived_nsec.pcap captures/rc_send.pcap"
    ),
    "stats_join": Case(
        "stats opcodes --join --format csv captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap"
    ),
    "error_join_directory": Case("decode --join --output-dir exports captures/rc_write.pcap captures/rc_read.pcap"),
    "flows_cut": Case("flows captures/derived_cut_in_record.pcap captures/derived_empty.pcap"),
    "error_flows_details": Case("flows -V --format json captures/nvmeof.pcap"),
    "messages": Case("messages captures/nak_remote_access_write_rkey.pcap captures/rnr_recover.pcap"),
    "messages_snap": Case("messages captures/derived_snap64.pcap"),
    "messages_none": Case("messages --outcome refused captures/rc_write.pcap"),
    "messages_filtered": Case("messages -Y 'infiniband.deth' --format jsonl captures/rping_ipv4.pcap"),
    "messages_chosen": Case("messages --flow 1 --kind read --kind atomic --format csv captures/mix_all_ops.pcap"),
    "messages_json": Case("messages --format json captures/nak_send_too_long.pcap captures/derived_empty.pcap"),
    "messages_cut": Case("messages captures/derived_cut_in_record.pcap"),
    "messages_latency": Case("messages --latency captures/loss_ack_10pct.pcap"),
    "messages_latency_json": Case("messages --latency --format json captures/rping_ipv4.pcap"),
    "messages_latency_csv": Case("messages --latency --format csv captures/rping_ipv4.pcap captures/rc_send.pcap"),
    "messages_latency_none": Case("messages --latency captures/ud_send.pcap"),
    "messages_depth": Case("messages --depth --interval 0.001 captures/rc_read.pcap"),
    "messages_depth_jsonl": Case("messages --depth --format jsonl captures/rc_send.pcap"),
    "messages_memory": Case("messages --memory captures/nvmeof.pcap"),
    "messages_memory_csv": Case("messages --memory --format csv captures/nak_remote_access_noperm.pcap"),
    "error_messages_two": Case("messages --depth --memory captures/rc_write.pcap"),
    "error_messages_kind": Case("messages --kind writ captures/rc_write.pcap"),
    "error_messages_interval": Case("messages --interval 1 captures/rc_write.pcap"),
    "error_messages_payload": Case("messages --payload x captures/rc_write.pcap captures/rc_read.pcap"),
    "error_messages_payload_there": Case("messages --payload docs captures/rc_write.pcap"),
    "stats_cut": Case("stats opcodes captures/derived_cut_in_record.pcap captures/derived_empty.pcap"),
    "error_stats_measure": Case("stats io --measure 'sum(infiniband.reth.dmaln)' captures/rc_write.pcap"),
    "error_stats_interval": Case("stats io --interval -1 captures/ib_small.pcap"),
    "compare": Case("compare --late 0.0011 captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap"),
    "compare_json": Case("compare --limit 2 --format json captures/guest_any_sll2.pcap captures/rc_write.pcap"),
    "compare_one_way": Case("compare -Y 'infiniband.bth.destqp == 0x67' captures/rc_write.pcap captures/rc_write.pcap"),
    "compare_nothing": Case("compare --fail error captures/rc_write.pcap captures/rc_read.pcap"),
    "error_compare_pipes": Case("compare - -"),
    "edit_cut": Case("edit captures/derived_snap64.pcap --set infiniband.bth.psn+=1 -w /dev/null"),
    "edit_left_out": Case("edit captures/rc_write.pcap --to native -w /dev/null"),
    "error_edit_overflow": Case("edit captures/psn_wrap.pcap --set infiniband.bth.psn+=100 -w /dev/null"),
    "error_edit_anonymise": Case("edit captures/rc_write.pcap --anonymise adresses -w /dev/null"),
    "craft_recipe": Case("craft yaml docs/recipe.yaml"),
    "craft_recipe_tree": Case("craft yaml -V docs/recipe.yaml"),
    "craft_expression_hex": Case("craft python -x 'LRH(dlid=2)/BTH(psn=(0, 1))/RETH(dmalen=5)/Raw(b\"hello\")'"),
    "error_craft_expression": Case("craft python 'LRH()/BHT()'"),
    "error_no_command": Case("decod captures/rc_write.pcap"),
    "error_no_field": Case("decode -T fields -e infiniband.bth.pns captures/rc_write.pcap"),
    "error_no_file": Case("decode captures/rc_wirte.pcap"),
    "error_no_capture": Case("decode README.md"),
    "error_fields_without_names": Case("decode -T fields captures/rc_write.pcap"),
    "error_names_without_format": Case("decode -e infiniband.bth.psn captures/rc_write.pcap"),
    "error_option_of_fields": Case("decode -T fields -e frame.number -E headers=y captures/rc_write.pcap"),
    "error_no_such_list": Case("fields infiniband.bht.psn"),
    "expert": Case("expert captures/loss_ack_10pct.pcap captures/nak_send_too_long.pcap"),
    "expert_damaged": Case("expert captures/corrupt_write.pcap"),
    "expert_80": Case("expert captures/srp_login_reject.pcap", width=80),
    "expert_120": Case("expert captures/srp_login_reject.pcap", width=120),
    "expert_200": Case("expert captures/srp_login_reject.pcap", width=200),
    "expert_incident": Case("expert --incident 1 captures/loss_write_3pct.pcap.gz"),
    "expert_limits": Case("expert --max retransmitted=10%,p99=2ms captures/corrupt_write.pcap captures/rc_write.pcap"),
    "expert_counters": Case("expert --counters captures/corrupt_write.pcap"),
    "expert_junit": Case("expert --format junit captures/rnr_recover.pcap captures/rc_write.pcap"),
    "expert_sarif": Case("expert --format sarif captures/rnr_recover.pcap"),
    "expert_findings": Case("expert --findings captures/loss_ack_10pct.pcap captures/nak_send_too_long.pcap"),
    "expert_explain": Case("expert --explain captures/retry_exceeded_link_down.pcap"),
    "expert_summary": Case(f"expert --summary {_MARKED} captures/corrupt_write.pcap"),
    "expert_json": Case(f"expert --format json --limit 4 {_MARKED}"),
}
