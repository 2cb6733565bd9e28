"""What the operations of NFS version 4 give back, behind their numbers and statuses.

Source: RFC 7530 (4.0), RFC 8881 (4.1), RFC 7862 (4.2), RFC 8276 (extended attributes).
"""

from __future__ import annotations

from ibpkt.protocols.upper.nfs4_compound import NFS4ResultsApart
from ibpkt.protocols.upper.nfs4_words import (
    attributes,
    bitmap,
    change,
    channel,
    clientid,
    count,
    delegation,
    flags,
    flavors,
    handle,
    implementation,
    length,
    lock_range,
    locktype,
    name,
    offset,
    owner,
    protection,
    seqid,
    server,
    session,
    slots,
    stateid,
    verifier,
)
from ibpkt.protocols.upper.nfs_names import STABLE, STATUS4
from ibpkt.protocols.upper.xdr import Array, Linked, Maybe, Member, Opaque, Union, string, word
from ibpkt.schema import binary, hexa, uint

RESULTS: dict[str, tuple[Member, ...]] = {
    "ACCESS": (flags("supported", "Supported", ".access_supp4"), flags("access", "Access", ".access4")),
    "CLOSE": stateid(),
    "COMMIT": (verifier(),),
    "CREATE": (*change(), bitmap()),
    "GETATTR": attributes(),
    "GETFH": (handle(),),
    "REMOVE": change(),
    "OPEN": (*stateid(), *change(), flags("result_flags", "Result Flags", ".open_rflags"), bitmap(), delegation()),
    "READ": (
        word("eof", "EOF", filter=".eof"),
        Opaque("data", "Data", "nfs.data", apart=NFS4ResultsApart, number="nfs.read.data_length"),
    ),
    "READDIR": (
        hexa("cookie_verf", 64, "Cookie Verifier", filter=".cookie_verf4"),
        Linked(
            word("follows", "Entry Follows", filter=".dirlist4.follows"),
            (hexa("cookie", 64, "Cookie", filter=".cookie4"), name(), *attributes()),
        ),
        word("eof", "EOF", filter=".dirlist4.eof"),
    ),
    "RENAME": (*change("source"), *change("target")),
    "SECINFO": (flavors(),),
    "SETCLIENTID": (clientid(), verifier()),
    "WRITE": (count(), word("committed", "Committed", enum=STABLE, filter=".stable_how4"), verifier()),
    "BIND_CONN_TO_SESSION": (
        session(),
        word("channel_direction", "Direction", filter=".bctsr_dir"),
        word("rdma_mode", "RDMA Mode", filter=".bctsr_use_conn_in_rdma_mode"),
    ),
    "EXCHANGE_ID": (
        clientid(),
        seqid(),
        flags(filter=".exchange_id.reply_flags"),
        protection((bitmap("must_enforce", "Must Enforce"), bitmap("must_allow", "Must Allow"))),
        uint("minor_id", 64, "Server Owner, Minor ID", filter=".minorid4"),
        Opaque("major_id", "Server Owner, Major ID", "nfs.majorid4"),
        Opaque("scope", "Server Scope", "nfs.scope"),
        implementation(),
    ),
    "CREATE_SESSION": (session(), seqid(), flags(filter=".create_session_flags"), *channel("fore"), *channel("back")),
    "GET_DIR_DELEGATION": (
        Union(
            word("unavailable", "Status of the Delegation", filter=".gddr_status"),
            {
                0: (
                    hexa("cookie_verf", 64, "Cookie Verifier", filter=".cookie_verf4"),
                    *stateid(),
                    bitmap("notifications", "Notifications"),
                    binary("delays", 24, "Attribute Delays", filter=".gddr_delays"),
                    bitmap("child_attributes", "Child Attributes"),
                    bitmap("dir_attributes", "Directory Attributes"),
                ),
                1: (word("signal", "Will Signal", filter=".gddr_signal"),),
            },
        ),
    ),
    "GETDEVICEINFO": (
        word("layout_type", "Layout Type", filter=".layouttype"),
        Opaque("body", "Device Address", "nfs.devaddr"),
        bitmap("notify", "Notifications"),
    ),
    "GETDEVICELIST": (
        hexa("cookie", 64, "Cookie", filter=".cookie4"),
        hexa("cookie_verf", 64, "Cookie Verifier", filter=".cookie_verf4"),
        Array(
            word("devices", "Number of Devices", filter=".devicenum4"),
            (binary("device", 16, "Device ID", filter=".deviceid"),),
        ),
        word("eof", "EOF", filter=".eof"),
    ),
    "LAYOUTCOMMIT": (Maybe(word("resized", "New Size", filter=".newsize"), (length("file_size", "Size"),)),),
    "LAYOUTGET": (
        word("return_on_close", "Return on Close", filter=".return_on_close"),
        *stateid(),
        Array(
            word("layouts", "Layouts", filter=".layout_count"),
            (
                *lock_range(),
                word("iomode", "IO Mode", filter=".iomode"),
                word("layout_type", "Layout Type", filter=".layouttype"),
                Opaque("body", "Layout", "nfs.layout"),
            ),
        ),
    ),
    "LAYOUTRETURN": (Maybe(word("kept", "State ID Follows", filter=".lrs_present"), stateid()),),
    "SEQUENCE": (
        *slots(),
        word("target_slot", "Target Highest Slot ID", filter=".target_high_slotid"),
        flags("status_flags", "Status Flags", ".sequence.flags"),
    ),
    "SET_SSV": (Opaque("digest", "Digest", "nfs.ssv.digest"),),
    "TEST_STATEID": (
        Array(
            word("stateids", "State IDs", filter=".stateid.count"),
            (word("tested", "Status of the State ID", enum=STATUS4, filter=".stateid.status"),),
        ),
    ),
    "COPY": (
        Array(word("callbacks", "Callback State IDs", filter=".callback_ids"), stateid()),
        length("copied", "Copied"),
        word("committed", "Committed", enum=STABLE, filter=".stable_how4"),
        verifier(),
        word("consecutive", "Copy Consecutively", filter=".consecutive"),
        word("synchronous", "Copy Synchronous", filter=".synchronous"),
    ),
    "COPY_NOTIFY": (
        binary("lease", 12, "Lease Time", filter=".lease_time"),
        *stateid(),
        Array(word("servers", "Source Servers", filter=".netloc.count"), (server(),)),
    ),
    "IO_ADVISE": (bitmap("hints", "Hints"),),
    "OFFLOAD_STATUS": (
        length("copied", "Copied"),
        Array(
            word("complete", "Complete", filter=".num_offload_status"),
            (word("outcome", "Status of the Copy", enum=STATUS4, filter=".offload_status"),),
        ),
    ),
    "READ_PLUS": (
        word("eof", "EOF", filter=".eof"),
        Array(
            word("segments", "Segments", filter=".read_plus_content.count"),
            (
                Union(
                    word("content", "Content Type", filter=".content.type"),
                    {
                        0: (
                            offset(),
                            Opaque("data", "Data", "nfs.data", apart=NFS4ResultsApart, number="nfs.read.data_length"),
                        ),
                        1: (offset("hole", "Hole"), length()),
                    },
                ),
            ),
        ),
    ),
    "SEEK": (word("eof", "EOF", filter=".eof"), offset()),
    "WRITE_SAME": (
        Array(word("callbacks", "Callback State IDs", filter=".callback_ids"), stateid()),
        length("written", "Written"),
        word("committed", "Committed", enum=STABLE, filter=".stable_how4"),
        verifier(),
    ),
    "GETXATTR": (Opaque("value", "Value", "nfs.xattr.value"),),
    "LISTXATTRS": (
        hexa("cookie", 64, "Cookie", filter=".cookie4"),
        Array(word("names", "Names", filter=".listxattr.names.count"), (string("key", "Key", "nfs.xattr.key"),)),
        word("eof", "EOF", filter=".eof"),
    ),
}
SAME = {
    "LINK": "REMOVE", "LOCK": "CLOSE", "LOCKU": "CLOSE", "OPEN_CONFIRM": "CLOSE", "OPEN_DOWNGRADE": "CLOSE",
    "SECINFO_NO_NAME": "SECINFO", "SETXATTR": "REMOVE", "REMOVEXATTR": "REMOVE",
}  # fmt: skip
#: what comes with an error: by operation and status
_DENIED = (*lock_range(), locktype(), *owner("lock_owner", "nfs.lock_owner4"))
WITH_ERROR: dict[tuple[str, str], tuple[Member, ...]] = {
    ("LOCK", "NFS4ERR_DENIED"): _DENIED,
    ("SETCLIENTID", "NFS4ERR_CLID_INUSE"): (
        string("netid", "Network", "nfs.r_netid"),
        string("address", "Address", "nfs.r_addr"),
    ),
    ("GETDEVICEINFO", "NFS4ERR_TOOSMALL"): (word("mincount", "Least Count", filter=".mincount"),),
    ("LAYOUTGET", "NFS4ERR_LAYOUTTRYLATER"): (word("will_signal", "Will Signal", filter=".will_signal"),),
    ("COPY", "NFS4ERR_OFFLOAD_NO_REQS"): (
        word("consecutive", "Copy Consecutively", filter=".consecutive"),
        word("synchronous", "Copy Synchronous", filter=".synchronous"),
    ),
}
