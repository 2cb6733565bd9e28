"""What the operations of a compound of NFS version 4 have behind their numbers.

Source: RFC 7530 (4.0), RFC 8881 (4.1), RFC 7862 (4.2), RFC 8276 (extended attributes).
"""

from __future__ import annotations

from ibpkt.protocols.upper.nfs4_words import (
    attributes,
    bitmap,
    channel,
    clientid,
    count,
    flags,
    handle,
    implementation,
    length,
    lock_range,
    locktype,
    name,
    offset,
    owner,
    protection,
    security,
    seqid,
    server,
    session,
    slots,
    state_range,
    stateid,
    status,
    verifier,
)
from ibpkt.protocols.upper.nfs_names import OPERATIONS, STABLE
from ibpkt.protocols.upper.rpc_over_rdma import RPCRDMARead
from ibpkt.protocols.upper.xdr import Array, Maybe, Member, Opaque, Union, string, word
from ibpkt.schema import binary, hexa, uint

_OPEN: tuple[Member, ...] = (
    seqid(),
    flags("share_access", "Share Access", ".open4.share_access"),
    flags("share_deny", "Share Deny", ".open4.share_deny"),
    *owner("owner", "nfs.open_owner4"),
    Union(
        word("opentype", "Open Type", filter=".open.opentype", enum={0: "NOCREATE", 1: "CREATE"}),
        {
            0: (),
            1: (
                Union(
                    word(
                        "createmode",
                        "Create Mode",
                        filter=".createmode4",
                        enum={0: "UNCHECKED4", 1: "GUARDED4", 2: "EXCLUSIVE4", 3: "EXCLUSIVE4_1"},
                    ),
                    {0: attributes(), 1: attributes(), 2: (verifier(),), 3: (verifier(), *attributes())},
                ),
            ),
        },
    ),
    Union(
        word(
            "claim",
            "Claim Type",
            filter=".open.claim_type",
            enum={
                0: "CLAIM_NULL",
                1: "CLAIM_PREVIOUS",
                2: "CLAIM_DELEGATE_CUR",
                3: "CLAIM_DELEGATE_PREV",
                4: "CLAIM_FH",
                5: "CLAIM_DELEG_CUR_FH",
                6: "CLAIM_DELEG_PREV_FH",
            },
        ),
        {
            0: (name(),),
            1: (word("delegate_type", "Delegation Type", filter=".open.delegation_type"),),
            2: (*stateid("claimed"), name()),
            3: (name(),),
            4: (),
            5: stateid("claimed"),
            6: (),
        },
    ),
)

_LOCKER = Union(
    word("new_owner", "New Lock Owner", filter=".lock.locker.new_lock_owner"),
    {
        0: (*stateid("locking"), word("lock_seqid", "Lock Sequence", filter=".lock_seqid")),
        1: (
            seqid("open_seqid", "Open Sequence"),
            *stateid("opened"),
            word("lock_seqid", "Lock Sequence", filter=".lock_seqid"),
            *owner("lock_owner", "nfs.lock_owner4"),
        ),
    },
)


#: by operation: its members; those that a name has in common are declared once
ARGUMENTS: dict[str, tuple[Member, ...]] = {
    "ACCESS": (flags("access", "Access", ".access4"),),
    "CLOSE": (seqid(), *stateid()),
    "COMMIT": (offset(), count()),
    "CREATE": (
        Union(
            word("type", "Type", filter=".nfs_ftype4"),
            {
                3: (uint("device", 64, "Device", filter=".specdata"),),
                4: (uint("device", 64, "Device", filter=".specdata"),),
                5: (string("target", "To", "nfs.symlink.linktext", apart=RPCRDMARead),),
            },
            (),
        ),
        name(),
        *attributes(),
    ),
    "DELEGRETURN": stateid(),
    "GETATTR": (bitmap(),),
    "LOCK": (locktype(), word("reclaim", "Reclaim", filter=".lock.reclaim"), *lock_range(), _LOCKER),
    "LOCKT": (locktype(), *lock_range(), *owner("lock_owner", "nfs.lock_owner4")),
    "LOCKU": (locktype(), seqid(), *stateid(), *lock_range()),
    "LOOKUP": (name(),),
    "VERIFY": attributes(),
    "OPEN": _OPEN,
    "OPENATTR": (word("createdir", "Attribute Dir Create", filter=".openattr4.createdir"),),
    "OPEN_CONFIRM": (*stateid(), seqid()),
    "OPEN_DOWNGRADE": (
        *stateid(),
        seqid(),
        flags("share_access", "Share Access", ".open4.share_access"),
        flags("share_deny", "Share Deny", ".open4.share_deny"),
    ),
    "PUTFH": (handle(),),
    "READ": (*stateid(), offset(), count()),
    "READDIR": (
        hexa("cookie", 64, "Cookie", filter=".cookie4"),
        hexa("cookie_verf", 64, "Cookie Verifier", filter=".cookie_verf4"),
        word("dircount", "Directory Count", filter=".dircount", unit="bytes"),
        word("maxcount", "Maximal Count", filter=".maxcount", unit="bytes"),
        bitmap(),
    ),
    "RENAME": (name(), name("new_name", "New Name")),
    "RENEW": (clientid(),),
    "SETATTR": (*stateid(), *attributes()),
    "SETCLIENTID": (
        verifier(),
        Opaque("client", "Client", "nfs.nfs_client_id4"),
        hexa("cb_program", 32, "Callback Program", filter=".cb_program"),
        string("netid", "Network", "nfs.r_netid"),
        string("address", "Address", "nfs.r_addr"),
        word("callback_ident", "Callback Ident", filter=".callback.ident"),
    ),
    "SETCLIENTID_CONFIRM": (clientid(), verifier()),
    "WRITE": (
        *stateid(),
        offset(),
        word("stable", "Stable", enum=STABLE, filter=".stable_how4"),
        Opaque("data", "Data", "nfs.data", apart=RPCRDMARead, number="nfs.write.data_length"),
    ),
    "RELEASE_LOCKOWNER": owner("lock_owner", "nfs.lock_owner4"),
    "BACKCHANNEL_CTL": (hexa("cb_program", 32, "Callback Program", filter=".cb_program"), security()),
    "BIND_CONN_TO_SESSION": (
        session(),
        word("channel_direction", "Direction", filter=".bctsa_dir"),
        word("rdma_mode", "RDMA Mode", filter=".bctsa_use_conn_in_rdma_mode"),
    ),
    "EXCHANGE_ID": (
        verifier(),
        Opaque("owner", "Owner", "nfs.client_owner4"),
        flags(filter=".exchange_id.call_flags"),
        protection((bitmap("must_enforce", "Must Enforce"), bitmap("must_allow", "Must Allow"))),
        implementation(),
    ),
    "CREATE_SESSION": (
        clientid(),
        seqid(),
        flags(filter=".create_session_flags"),
        *channel("fore"),
        *channel("back"),
        hexa("cb_program", 32, "Callback Program", filter=".cb_program"),
        security(),
    ),
    "DESTROY_SESSION": (session(),),
    "GET_DIR_DELEGATION": (
        word("signal", "Signal Available", filter=".gdda_signal"),
        bitmap("notifications", "Notifications"),
        binary("child_delay", 12, "Child Attribute Delay", filter=".gdda_child_delay"),
        binary("dir_delay", 12, "Directory Attribute Delay", filter=".gdda_dir_delay"),
        bitmap("child_attributes", "Child Attributes"),
        bitmap("dir_attributes", "Directory Attributes"),
    ),
    "GETDEVICEINFO": (
        binary("device", 16, "Device ID", filter=".deviceid"),
        word("layout_type", "Layout Type", filter=".layouttype"),
        word("maxcount", "Maximal Count", filter=".maxcount", unit="bytes"),
        bitmap("notify", "Notifications"),
    ),
    "GETDEVICELIST": (
        word("layout_type", "Layout Type", filter=".layouttype"),
        word("maxdevices", "Maximal Number of Devices", filter=".devicenum4"),
        hexa("cookie", 64, "Cookie", filter=".cookie4"),
        hexa("cookie_verf", 64, "Cookie Verifier", filter=".cookie_verf4"),
    ),
    "LAYOUTCOMMIT": (
        *lock_range(),
        word("reclaim", "Reclaim", filter=".reclaim4"),
        *stateid(),
        Maybe(word("new_offset", "New Offset", filter=".newoffset"), (offset("last_write", "Last Byte Written"),)),
        Maybe(
            word("new_time", "New Time", filter=".newtime"),
            (binary("modified", 12, "Time Modified", filter=".timemodify"),),
        ),
        word("layout_type", "Layout Type", filter=".layouttype"),
        Opaque("update", "Layout Update", "nfs.layoutupdate"),
    ),
    "LAYOUTGET": (
        word("signal", "Signal Available", filter=".layoutavail"),
        word("layout_type", "Layout Type", filter=".layouttype"),
        word("iomode", "IO Mode", filter=".iomode"),
        *lock_range(),
        uint("minlength", 64, "Minimal Length", filter=".minlength4", unit="bytes"),
        *stateid(),
        word("maxcount", "Maximal Count", filter=".maxcount", unit="bytes"),
    ),
    "LAYOUTRETURN": (
        word("reclaim", "Reclaim", filter=".reclaim4"),
        word("layout_type", "Layout Type", filter=".layouttype"),
        word("iomode", "IO Mode", filter=".iomode"),
        Union(
            word("return_type", "Return Type", filter=".returntype"),
            {1: (*lock_range(), *stateid(), Opaque("body", "Layout", "nfs.layout"))},
            (),
        ),
    ),
    "SECINFO_NO_NAME": (word("style", "Secinfo Style", filter=".secinfo.style"),),
    "SEQUENCE": (*slots(), word("cachethis", "Cache This", filter=".cachethis4")),
    "SET_SSV": (Opaque("ssv", "SSV", "nfs.ssv"), Opaque("digest", "Digest", "nfs.ssv.digest")),
    "TEST_STATEID": (Array(word("stateids", "State IDs", filter=".stateid.count"), stateid()),),
    "RECLAIM_COMPLETE": (word("one_fs", "Reclaim One FS", filter=".reclaim_one_fs4"),),
    "ALLOCATE": state_range(),
    "COPY": (
        *stateid("source"),
        *stateid(),
        offset("source_offset", "Source Offset"),
        offset("offset4", "Destination Offset"),
        length(),
        word("consecutive", "Copy Consecutively", filter=".consecutive"),
        word("synchronous", "Copy Synchronous", filter=".synchronous"),
        Array(word("servers", "Source Servers", filter=".netloc.count"), (server(),)),
    ),
    "COPY_NOTIFY": (*stateid(), server()),
    "IO_ADVISE": (*state_range(), bitmap("hints", "Hints")),
    "LAYOUTERROR": (
        *lock_range(),
        *stateid(),
        Array(
            word("errors", "Device Errors", filter=".device_error_count"),
            (
                binary("device", 16, "Device ID", filter=".deviceid"),
                status(),
                word("failed", "Opcode", enum=OPERATIONS, filter=".device_error_op"),
            ),
        ),
    ),
    "LAYOUTSTATS": (
        *lock_range(),
        *stateid(),
        uint("read_count", 64, "Reads", filter=".layoutstats.reads"),
        uint("read_bytes", 64, "Read", filter=".layoutstats.read", unit="bytes"),
        uint("write_count", 64, "Writes", filter=".layoutstats.writes"),
        uint("write_bytes", 64, "Written", filter=".layoutstats.written", unit="bytes"),
        binary("device", 16, "Device ID", filter=".deviceid"),
        word("layout_type", "Layout Type", filter=".layouttype"),
        Opaque("update", "Layout Update", "nfs.layoutupdate"),
    ),
    "SEEK": (*stateid(), offset(), word("what", "Data Content", filter=".data_content")),
    "WRITE_SAME": (
        *stateid(),
        word("stable", "Stable", enum=STABLE, filter=".stable_how4"),
        offset(),
        uint("block_size", 64, "Block Size", filter=".wrsame.block_size", unit="bytes"),
        uint("block_count", 64, "Block Count", filter=".wrsame.block_count"),
        uint("relative", 64, "Offset of the Block Number", filter=".wrsame.reloff_blocknum"),
        word("block_number", "Block Number", filter=".wrsame.block_num"),
        uint("pattern_offset", 64, "Offset of the Pattern", filter=".wrsame.reloff_pattern"),
        Opaque("pattern", "Pattern", "nfs.wrsame.pattern"),
    ),
    "CLONE": (
        *stateid("source"),
        *stateid(),
        offset("source_offset", "Source Offset"),
        offset("offset4", "Destination Offset"),
        length(),
    ),
    "GETXATTR": (string("key", "Key", "nfs.xattr.key"),),
    "SETXATTR": (
        flags("options", "Options", ".setxattr.options"),
        string("key", "Key", "nfs.xattr.key"),
        Opaque("value", "Value", "nfs.xattr.value"),
    ),
    "LISTXATTRS": (
        hexa("cookie", 64, "Cookie", filter=".cookie4"),
        word("maxcount", "Maximal Count", filter=".maxcount", unit="bytes"),
    ),
}
#: operations that have the arguments of another
SAME = {
    "LINK": "LOOKUP", "REMOVE": "LOOKUP", "SECINFO": "LOOKUP", "NVERIFY": "VERIFY", "DELEGPURGE": "RENEW",
    "DESTROY_CLIENTID": "RENEW", "FREE_STATEID": "DELEGRETURN", "DEALLOCATE": "ALLOCATE",
    "OFFLOAD_CANCEL": "DELEGRETURN", "OFFLOAD_STATUS": "DELEGRETURN", "READ_PLUS": "READ", "REMOVEXATTR": "GETXATTR",
}  # fmt: skip
#: operations without arguments
BARE = ("GETFH", "LOOKUPP", "PUTPUBFH", "PUTROOTFH", "READLINK", "RESTOREFH", "SAVEFH")
