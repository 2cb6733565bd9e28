"""The headers of IPoIB and of messaging protocols against examples, recorded and constructed."""

import csv
import json

import pytest

import ibpkt
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.protocols import header_named, headers
from tests.support.shared import SHARED

EXAMPLES = SHARED / "spec" / "06-ulp-vectors.tsv"
#: structures of the examples: the header, and what its fields are called there
STRUCTURES = {
    "IPoIB/encapsulation header": ("IPoIB", {"Type": "type"}),
    "IPoIB/ARP over InfiniBand": ("IPoIBARP", {
        "Hardware Type": "hw_type", "Protocol Type": "proto_type", "Hardware Length": "hw_size",
        "Protocol Length": "proto_size", "Opcode": "opcode", "Sender Hardware Address": "src_hw",
        "Sender Protocol Address": "src_proto", "Target Hardware Address": "dst_hw",
        "Target Protocol Address": "dst_proto"}),
    "IPoIB-CM/CM private data": ("IPoIBConnection", {"QPN": "qpn", "MTU": "mtu"}),
    "rsocket/CM private data": ("RSocketConnection", {
        "Version": "version", "IOMAP": "iomap", "NET": "net", "Credits": "credits",
        "Target Iomap Size": "target_iomap_size", "Target SGL Address": "target_sgl_address",
        "Target SGL Key": "target_sgl_key", "Target SGL Length": "target_sgl_length",
        "Data Buffer Address": "buffer_address", "Data Buffer Key": "buffer_key",
        "Data Buffer Length": "buffer_length"}),
    "rsocket/immediate data": ("RSocketImmediate", {"Operation": "operation", "Value": "value"}),
    "rsocket/SGE update (written to the target SGL)": ("RSocketBuffer", {
        "Address": "address", "Key": "key", "Length": "length"}),
    "rsocket/datagram header": ("RSocketDatagram", {
        "Version": "version", "Length": "length", "Port": "port", "Address": "address"}),
    "rsocket/datagram UDP resolver header": ("RSocketResolver", {
        "Tag": "tag", "Version": "version", "Operation": "operation", "Length": "length", "QPN": "qpn",
        "Address": "address"}),
    "RDS/CM private data IPv4": ("RDSConnection", _RDS := {
        "Source Address": "saddr", "Destination Address": "daddr", "Protocol Major": "major",
        "Protocol Minor": "minor", "Protocol Minor Mask": "minor_mask", "TOS": "tos", "Ack Sequence": "ack_seq",
        "Credit": "initial_credit"}),
    "RDS/CM private data IPv6": ("RDSConnection6", _RDS),
    "RDS/header": ("RDSHeader", {
        "Sequence": "sequence", "Ack": "ack", "Length": "len", "Source Port": "sport", "Destination Port": "dport",
        "Retransmitted": "retransmitted", "Ack Required": "ack_required", "Congestion Bitmap": "cong_bitmap",
        "Credit": "credit", "Checksum": "csum"}),
    "RDS/extension: version (1)": ("RDSVersion", {"Version": "version"}),
    "RDS/extension: RDMA (2)": ("RDSUsed", {"R_Key": "rkey"}),
    "RDS/extension: RDMA destination (3)": ("RDSDestination", {"R_Key": "rkey", "Offset": "rdma_offset"}),
    "RDS/extension: number of paths (5)": ("RDSPaths", {"Paths": "paths"}),
    "RDS/extension: generation number (6)": ("RDSGeneration", {"Generation": "generation"}),
    "9P/message header": ("NineP", {"Size": "length", "Type": "type", "Tag": "tag"}),
    "SMC-R/LLC header": ("SMCTestLink", {"Type": "type", "Length": "llc_length", "Response": "response"}),
    "SMC-R/LLC Confirm Link 0x01": ("SMCConfirmLink", {
        "Sender MAC": "mac", "Sender GID": "gid", "Sender QP Number": "qpn", "Link Number": "link",
        "Link UID": "link_uid", "Max Links": "max_links"}),
    "SMC-R/LLC Add Link 0x02": ("SMCAddLink", {
        "Sender MAC": "mac", "Sender GID": "gid", "Sender QP Number": "qpn", "Link Number": "link", "QP MTU": "mtu",
        "Initial PSN": "psn"}),
    "SMC-R/LLC Add Link Continuation 0x03": ("SMCAddLinkContinuation", {
        "Link Number": "link", "Number of RKeys": "tokens", "RMB Key 1": "old_rkey1", "RMB Key new 1": "rkey1",
        "RMB Address new 1": "address1", "RMB Key 2": "old_rkey2", "RMB Key new 2": "rkey2",
        "RMB Address new 2": "address2"}),
    "SMC-R/LLC Delete Link 0x04": ("SMCDeleteLink", {"Link Number": "link", "Reason": "reason"}),
    "SMC-R/LLC Confirm RKey 0x06": ("SMCConfirmRKey", {
        "Number of tokens": "tokens", "New RMB Key": "rkey", "New RMB Address": "address", "Link Number 2": "link2",
        "RMB Key 2": "rkey2", "RMB Address 2": "address2", "Link Number 3": "link3", "RMB Key 3": "rkey3",
        "RMB Address 3": "address3"}),
    "SMC-R/LLC Test Link 0x07": ("SMCTestLink", {"User Data": "user_data"}),
    "SMC-R/LLC Delete RKey 0x09": ("SMCDeleteRKey", {"Number of RKeys": "count", "Error Mask": "error_mask"}),
    "SMC-R/CDC message": ("SMCCDC", {
        "Sequence Number": "seq", "Alert Token": "token", "Producer Wrap": "producer_wrap",
        "Producer Cursor": "producer_cursor", "Consumer Wrap": "consumer_wrap", "Consumer Cursor": "consumer_cursor",
        "Write Blocked": "write_blocked", "Urgent Pending": "urgent_pending", "Urgent Present": "urgent_present",
        "Cursor Update Requested": "update_requested", "Failover Validation": "failover",
        "Sending Done": "sending_done", "Connection Closed": "closed", "Abnormal Close": "abnormal"}),
    "SMC-R/CLC header": ("SMCCLC", {"Type": "clc_type", "Length": "clc_length", "Version": "version",
                                    "Type v2": "path2", "Type v1": "path1"}),
    "SMC-R/CLC Proposal (v1 part)": ("SMCProposal", {
        "Peer ID": "peer", "Preferred GID": "gid", "Preferred MAC": "mac", "IP Area Offset": "ip_offset"}),
    "SMC-R/CLC Accept / Confirm (SMC-R)": ("SMCAccept", _AGREED := {
        "Peer ID": "peer", "GID": "gid", "MAC": "mac", "QP Number": "qpn", "RMB R_Key": "rkey", "RMBE Index": "rmbe",
        "RMBE Alert Token": "token", "RMBE Size": "rmbe_size", "QP MTU": "mtu", "RMB Virtual Address": "address",
        "Initial PSN": "psn"}),
    "SMC-R/CLC Decline": ("SMCDecline", {"Peer ID": "peer", "Diagnosis": "diagnosis", "OS Type": "system"}),
    "LNet o2iblnd/kib_msg header": ("LNetMessage", {
        "Magic": "magic", "Version": "version", "Type": "type", "Credits": "credits", "Number of Bytes": "nob",
        "Checksum": "csum", "Source NID": "srcnid", "Source Stamp": "srcstamp", "Destination NID": "dstnid",
        "Destination Stamp": "dststamp"}),
    "LNet o2iblnd/completion (PUT_NAK, PUT_DONE, GET_DONE)": ("LNetCompletion", {
        "Cookie": "cookie", "Status": "status"}),
    "LNet o2iblnd/lnet_hdr (nid4)": ("LNetHeader", {
        "Destination NID": "dest_nid", "Source NID": "src_nid", "Destination PID": "dest_pid", "Source PID": "src_pid",
        "Type": "msg_type", "Payload Length": "payload_length", "Type specific": "specific"}),
    "LNet o2iblnd/RDMA descriptor": ("LNetDescriptor", {"Key": "rkey", "Fragments": "nfrags"}),
    "LNet o2iblnd/PUT_REQ tail": ("LNetCookie", {"Cookie": "cookie"}),
    "LNet o2iblnd/CONNREQ / CONNACK body": ("LNetConnection", _LIMITS := {
        "Queue Depth": "qdepth", "Max Fragments": "max_frags", "Max Message Size": "max_size"}),
    "LNet o2iblnd/reject (CM REJ private data)": ("LNetReject", {
        "Magic": "magic", "Version": "version", "Why": "why", "Incarnation": "incarnation", **_LIMITS}),
    "SMB Direct/Negotiate request": ("SMBDNegotiateRequest", {
        "MinVersion": "min_version", "MaxVersion": "max_version", "CreditsRequested": "credits_requested",
        "PreferredSendSize": "preferred_send_size", "MaxReceiveSize": "max_receive_size",
        "MaxFragmentedSize": "max_fragmented_size"}),
    "SMB Direct/Negotiate response": ("SMBDNegotiateResponse", {
        "MinVersion": "min_version", "MaxVersion": "max_version", "NegotiatedVersion": "negotiated_version",
        "CreditsRequested": "credits_requested", "CreditsGranted": "credits_granted", "Status": "status",
        "MaxReadWriteSize": "max_read_write_size", "PreferredSendSize": "preferred_send_size",
        "MaxReceiveSize": "max_receive_size", "MaxFragmentedSize": "max_fragmented_size"}),
    "SMB Direct/Data transfer": ("SMBDData", {
        "CreditsRequested": "credits_requested", "CreditsGranted": "credits_granted",
        "Response Requested": "response_requested", "RemainingDataLength": "remaining_length",
        "DataOffset": "data_offset", "DataLength": "data_length"}),
    "SMB Direct/Buffer descriptor v1": ("SMBDBuffer", {
        "Offset": "buffer_offset", "Token": "token", "Length": "length"}),
    "SMB2/header (sync)": ("SMB2", {
        "ProtocolId": "magic", "StructureSize": "structure_size", "CreditCharge": "credit_charge",
        "Status / ChannelSequence": "status", "Command": "cmd", "Credits requested / granted": "credits",
        "Flags": "flags", "NextCommand": "next", "MessageId": "msg_id", "Reserved / AsyncId low": "reserved_or_async",
        "TreeId": "tid", "SessionId": "sesid", "Signature": "signature"}),
    "SDP/BSDH": ("SDP", {
        "MID": "mid", "REQ_PIPE": "reqpipe", "OOB_PEND": "oobpend", "OOB_PRES": "oobpres", "Buffers": "bufs",
        "Length": "len", "MSeq": "mseq", "MSeqAck": "mseqack"}),
    "SDP/Hello header (after BSDH)": ("SDPHello", {
        "Major Version": "majv", "Minor Version": "minv", "IP Version": "ipv", "Capabilities": "cap",
        "Max Adverts": "maxadverts", "DesRemRcvSz": "desremrcvsz", "LocalRcvSz": "localrcvsz",
        "Local Port": "localport", "Extended Max Adverts": "extmaxadverts", "Source IP": "src_ip",
        "Destination IP": "dst_ip"}),
    "UCX/UD network header": ("UCXDatagram", {
        "AM ID (AM) / reserved, CTL, PUT, NACK (control)": "kind", "ECN": "ecn", "Ack Request": "ack_request",
        "AM": "am", "Destination EP ID": "endpoint", "PSN": "psn", "Ack PSN": "ack_psn"}),
    "UCX/UD control header": ("UCXControl", {
        "Type": "control", "CREQ: QPN of the sender": "qpn", "CREQ: EP ID of the sender": "source",
        "CREQ: Connection Sequence": "conn_sn", "CREQ: Path Index": "path"}),
    "UCX/RC header": ("UCXMessage", {
        "FC Grant": "fc_grant", "FC Hard Request": "fc_hard", "FC Soft Request": "fc_soft", "AM ID": "am_id"}),
    "UCX/RDMA-CM private data header": ("UCXConnection", {"Length": "length", "Status": "status"}),
    "UCX/wireup message": ("UCXWireup", {
        "Type": "wireup", "Error Mode": "error_mode", "Connection Sequence": "wireup_sn", "Source EP ID": "source_id",
        "Destination EP ID": "destination_id"}),
    "UCX/eager tag header (EAGER_ONLY)": ("UCXEager", {"Tag": "tag"}),
    "UCX/eager first header": ("UCXEagerFirst", {"Tag": "tag", "Total Length": "total", "Message ID": "message_id"}),
    "UCX/eager middle header": ("UCXEagerMiddle", {"Message ID": "message_id", "Offset": "middle_offset"}),
    "UCX/rendezvous RTS": ("UCXReadyToSend", {
        "Tag (protocol header)": "tag", "Sender EP ID": "sender_ep", "Sender Request ID": "sender_request",
        "Address": "address", "Size": "length", "Opcode": "rndv_opcode"}),
    "UCX/rendezvous RTR": ("UCXReadyToReceive", {
        "Sender Request ID": "sender_request", "Receiver Request ID": "receiver_request", "Address": "address",
        "Size": "length", "Offset": "rtr_offset"}),
    "libfabric rxm/packet": ("RxM", {
        "Ctrl Version": "version", "Ctrl Type": "type", "Segment Size": "seg_size", "Segment Number": "seg_no",
        "Connection ID": "conn_id", "Message ID": "msg_id", "Ctrl Data": "ctrl_data", "Op Version": "op_version",
        "RX Index": "rx_index", "Operation": "op", "Op Data": "op_data", "Flags": "flags", "Size": "length",
        "Remote CQ Data": "cq_data", "Tag / iov count / atomic": "tag"}),
    "libfabric rxm/CM private data (connect)": ("RxMConnection", {
        "Version": "version", "Endianness": "endianness", "Ctrl Version": "ctrl_version", "Op Version": "op_version",
        "Port": "port", "Flow Control": "flow_control", "EP Index": "ep_index", "Eager Limit": "eager_limit",
        "RX Size": "rx_size", "Client Connection ID": "conn_id"}),
    "libfabric rxd/base header": ("RxD", {
        "Version": "version", "Type": "type", "Flags": "flags", "Peer": "peer", "Sequence Number": "seq_no"}),
    "UET/PDS prologue": ("UET", {"Type": "type", "Next Header / Control Type": "next", "Flags": "flags"}),
    "UET/PDS RUD/ROD request": ("UETRequest", {
        "Clear PSN Offset": "clear_psn_offset", "PSN": "psn", "Source PDCID": "spdcid",
        "Destination PDCID (SYN 0) / PSN Offset (SYN 1, low 12 bits)": "dpdcid"}),
    "UET/PDS ACK": ("UETAck", {
        "Ack PSN Offset / Probe Opaque": "ack_psn_offset", "Cumulative Ack PSN": "cack_psn", "Source PDCID": "spdcid",
        "Destination PDCID": "dpdcid"}),
    "UET/PDS NACK": ("UETNack", {
        "NACK Code": "code", "Vendor Code": "vendor_code", "NACK PSN / Packet ID": "nack_psn",
        "Source PDCID": "spdcid", "Destination PDCID": "dpdcid", "Payload": "nack_payload"}),
}  # fmt: skip
#: where the header begins in the structure, if not with it; before it, its type
STARTS = {
    "SMC-R/CLC Proposal (v1 part)": 8, "SMC-R/CLC Accept / Confirm (SMC-R)": 8, "SMC-R/CLC Decline": 8,
    "UET/PDS RUD/ROD request": 2, "UET/PDS ACK": 2, "UET/PDS NACK": 2,
    **dict.fromkeys((structure for structure in STRUCTURES if structure.startswith("RDS/extension")), -1),
}  # fmt: skip
PROTOCOLS = {structure.partition("/")[0] for structure in STRUCTURES}
GROUPS = (
    "ipoib", "rsocket", "rds", "smc", "9p", "lnet", "smb", "infiniband_sdp", "ucx", "rxm", "rxd", "uet",
)  # fmt: skip
needs_examples = pytest.mark.skipif(not EXAMPLES.is_file(), reason="needs the examples in ../shared")


def examples():
    if not EXAMPLES.is_file():
        return []
    with EXAMPLES.open(encoding="utf-8") as file:
        return [
            row for row in csv.DictReader(file, delimiter="\t")
            if row["structure"].partition("/")[0] in PROTOCOLS and row["structure"] != "IPoIB/hardware address"
        ]  # fmt: skip


def read(header, data):
    fields = header.parse(data)
    before = {"uet": {"flags": 0}}
    return {leaf.name: header.leaf_value(leaf, fields, before) for leaf in header.leaves}


def plain(value):
    return value.hex() if isinstance(value, bytes) else value


@needs_examples
def test_every_structure_has_examples():
    assert {row["structure"] for row in examples()} == STRUCTURES.keys()


@pytest.mark.parametrize("row", examples(), ids=lambda row: row["hex"][:24])
def test_example(row):
    name, names = STRUCTURES[row["structure"]]
    header, start = header_named(name), STARTS.get(row["structure"], 0)
    data = (bytes(max(-start, 0)) + bytes.fromhex(row["hex"]))[max(start, 0) :]
    data = data.ljust(header.size, b"\0")[: header.size]
    found = read(header, data)
    expected = json.loads(row["expected_json"])
    for label, field in names.items():
        value = expected[label]
        if isinstance(value, str) and isinstance(found[field], int):
            value = int(value, 16)
        assert plain(found[field]) == value, label
    assert header.build(header.parse(data)) == data


@pytest.mark.parametrize("name", ["LNetMessage", "LNetConnection", "LNetCompletion", "LNetDescriptor", "LNetReject"])
def test_both_byte_orders_have_the_same_fields(name):
    little, big = header_named(name), header_named(f"{name}Big")
    values = {field.name: 1 + place for place, field in enumerate(little.fields) if not field.reserved}
    assert little.size == big.size
    assert [field.filter for field in little.fields] == [field.filter for field in big.fields]
    assert {name: big.read(big.write(values))[name] for name in values} == values
    assert little.write(values) != big.write(values)


@needs_examples
def test_ultra_ethernet_in_packets():
    """The prologue says what follows; its flags have the meaning of the type."""
    rows = {row["structure"]: bytes.fromhex(row["hex"]) for row in examples() if row["structure"].startswith("UET/")}
    stack = [draft("Ethernet"), draft("IPv4"), draft("UDP", dstport=4793)]
    shown = {}
    for structure, data in rows.items():
        packet = ibpkt.decode(bytes(build(*stack, payload=data + b"more", strict=False)), "ethernet")
        assert bytes(packet)[-4:] == packet.payload[-4:] == b"more"
        shown[structure.rpartition(" ")[2]] = packet
    assert (shown["request"].uetrequest.ackreq, shown["request"].uetrequest.syn) == (1, 1)
    assert (shown["request"].uetrequest.retx, shown["request"].uet.type) == (0, 2)
    assert (shown["ACK"].uetack.cack_psn, shown["ACK"].uetack.marked) == (1000, 0)
    assert shown["NACK"].uetnack.code == 1


def test_a_hardware_address():
    """Flags, QPN and GID (RFC 4391, 9.1.1)."""
    address = bytes.fromhex("80000404fe800000000000000002c9030001e241")
    found = read(header_named("IPoIBARP"), header_named("IPoIBARP").write({"src_hw": address}))
    assert (found["src_hw_rc"], found["src_hw_qpn"], found["src_hw_gid"]) == (1, 0x404, "fe80::2:c903:1:e241")
    option = read(header_named("NeighborLinkAddress"), bytes([1, 3, 0, 0]) + address)
    assert (option["linkaddr_rc"], option["linkaddr_qpn"]) == (1, 0x404)


@pytest.mark.parametrize(
    "header",
    [header for header in headers() if header.group.startswith(GROUPS) and header.role == "upper"],
    ids=lambda header: header.name,
)
def test_bytes_come_back(header):
    data = bytes(number * 7 % 251 for number in range(header.size))
    assert header.build(header.parse(data)) == data
