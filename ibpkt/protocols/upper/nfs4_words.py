"""Structures that several operations of NFS version 4 have.

Source: RFC 7530 (4.0), RFC 8881 (4.1), RFC 7862 (4.2).
"""

from __future__ import annotations

from ibpkt.protocols.upper.nfs_names import OPERATIONS, STATUS4
from ibpkt.protocols.upper.xdr import Array, Member, Opaque, Union, string, word, words
from ibpkt.schema import Field, binary, hexa, uint


def operation(title: str) -> Field:
    """The number of an operation."""
    return word("opcode", title, enum=OPERATIONS, filter=".opcode")


def status() -> Field:
    """How it ended."""
    return word("status", "Status", enum=STATUS4, filter=".nfsstat4")


def stateid(name: str = "stateid") -> tuple[Field, Field]:
    """State that a file is open or locked with."""
    return (
        word(f"{name}_seqid", "State ID, Sequence", filter=".stateid.seqid"),
        binary(f"{name}_other", 12, "State ID, Other", filter=".stateid.other"),
    )


def handle() -> Opaque:
    """A file handle."""
    return Opaque("fh", "File Handle", "nfs.fhandle", number="nfs.fh.length")


def name(name: str = "file_name", label: str = "Name") -> Opaque:
    """The name of a file in a directory."""
    return string(name, label, "nfs.name")


def bitmap(name: str = "bitmap", label: str = "Attribute Mask") -> Opaque:
    """Which attributes."""
    return words(name, label, "nfs.attr_bitmap")


def attributes() -> tuple[Opaque, Opaque]:
    """Which attributes, and their values one after the other."""
    return bitmap(), Opaque("attributes", "Attributes", "nfs.attr_vals")


def change(name: str = "change") -> tuple[Field, Field, Field]:
    """How a directory changed."""
    return (
        word(f"{name}_atomic", "Atomic", filter=".change_info.atomic"),
        hexa(f"{name}_before", 64, "Change ID Before", filter=".changeid4.before"),
        hexa(f"{name}_after", 64, "Change ID After", filter=".changeid4.after"),
    )


def offset(name: str = "offset4", label: str = "Offset") -> Field:
    """A place in a file."""
    return uint(name, 64, label, filter=".offset4", unit="bytes")


def count(name: str = "count", label: str = "Count") -> Field:
    """A number of bytes, of 32 bits."""
    return word(name, label, filter=".count4", unit="bytes")


def length(name: str = "length", label: str = "Length") -> Field:
    """A number of bytes, of 64 bits."""
    return uint(name, 64, label, filter=".length4", unit="bytes")


def seqid(name: str = "seqid", label: str = "Sequence") -> Field:
    """A sequence number."""
    return word(name, label, filter=".seqid")


def clientid() -> Field:
    """The number of a client."""
    return hexa("clientid", 64, "Client ID", filter=".clientid")


def verifier() -> Field:
    """A number that tells one life of a client or server from another."""
    return hexa("verifier", 64, "Verifier", filter=".verifier4")


def session() -> Field:
    """The number of a session."""
    return binary("session", 16, "Session ID", filter=".session_id4")


def flags(name: str = "flags", label: str = "Flags", filter: str = "") -> Field:
    """Bits."""
    return hexa(name, 32, label, filter=filter)


def owner(name: str, filter: str) -> tuple[Field, Opaque]:
    """Who opens or locks: a client, and a name that it chose."""
    return clientid(), Opaque(name, "Owner", filter)


def lock_range() -> tuple[Field, Field]:
    """A part of a file."""
    return offset(), length()


def locktype() -> Field:
    """What a lock is for."""
    return word("locktype", "Lock Type", filter=".locktype4", enum={1: "READ", 2: "WRITE", 3: "READW", 4: "WRITEW"})


def channel(name: str) -> tuple[Member, ...]:
    """What one direction of a session can do."""
    return (
        *(
            word(f"{name}_{part}", f"{name.capitalize()} Channel: {label}", filter=f".channel.{part}")
            for part, label in (
                ("padsize", "Header Pad Size"),
                ("max_request", "Largest Request"),
                ("max_response", "Largest Response"),
                ("max_cached", "Largest Response Kept"),
                ("max_ops", "Operations"),
                ("max_reqs", "Requests"),
            )
        ),
        words(f"{name}_ird", "RDMA Reads", "nfs.channel.rdma_ird"),
    )


def security() -> Array:
    """How callbacks are secured."""
    return Array(
        word("parameters", "Security Parameters", filter=".callback.sec_parms"),
        (
            Union(
                word("flavor", "Flavor", filter=".flavor4"),
                {
                    0: (),
                    1: (
                        hexa("stamp", 32, "Stamp", filter=".stamp4"),
                        string("machine", "Machine Name", "nfs.machinename4"),
                        word("uid", "UID", filter=".uid4"),
                        word("gid", "GID", filter=".gid4"),
                        words("gids", "Auxiliary GIDs", "nfs.gids4"),
                    ),
                    6: (
                        word("service", "Service", filter=".service4"),
                        Opaque("server_handle", "Handle of the Server", "nfs.gss_handle"),
                        Opaque("client_handle", "Handle of the Client", "nfs.gss_handle"),
                    ),
                },
            ),
        ),
    )


def implementation() -> Array:
    """What software it is."""
    return Array(
        word("implementations", "Implementations", filter=".nii_count"),
        (
            string("domain", "Implementor DNS Domain Name", "nfs.nii_domain4"),
            string("product", "Implementation Product Name", "nfs.nii_name4"),
            uint("built", 64, "Built", filter=".nii_date.sec", unit="s"),
            word("built_nsec", "Built, Nanoseconds", filter=".nii_date.nsec"),
        ),
    )


def protection(arms: tuple[Member, ...]) -> Union:
    """How state is protected; with SSV it has members that are not declared."""
    return Union(word("protection", "State Protection", filter=".exchange_id.state_protect"), {0: (), 1: arms})


def flavors() -> Array:
    """The security that a server offers."""
    gss = (
        Opaque("oid", "OID", "nfs.secinfo.flavor_info.rpcsec_gss_info.oid"),
        word("qop", "Quality of Protection", filter=".secinfo.flavor_info.rpcsec_gss_info.qop"),
        word("service", "Service", filter=".secinfo.rpcsec_gss_info.service"),
    )
    return Array(
        word("flavors", "Flavors", filter=".secinfo.flavors"),
        (Union(word("flavor", "Flavor", filter=".secinfo.flavor"), {6: gss}, ()),),
    )


def server() -> Union:
    """A server, in one of three ways."""
    return Union(
        word("netloc", "Kind of Server Name", filter=".netloctype"),
        {
            1: (string("server", "Server", "nfs.netloc"),),
            2: (string("url", "URL", "nfs.netloc.url"),),
            3: (string("netid", "Network", "nfs.r_netid"), string("address", "Address", "nfs.r_addr")),
        },
    )


def entry() -> tuple[Member, ...]:
    """An entry of an access control list."""
    return (
        word("ace_type", "ACE Type", filter=".acetype4"),
        flags("ace_flags", "ACE Flags", ".aceflags4"),
        flags("ace_mask", "ACE Mask", ".acemask4"),
        string("who", "Who", "nfs.who"),
    )


def delegation() -> Union:
    """What an OPEN delegates."""
    recall = word("recall", "Recall", filter=".recall")
    limit = Union(
        word("limit_by", "Space Limit", filter=".open.limit_by"),
        {
            1: (uint("limit", 64, "Limit", filter=".open.limit", unit="bytes"),),
            2: (
                word("blocks", "Blocks", filter=".open.blocks"),
                word("block_size", "Bytes per Block", filter=".open.block_size"),
            ),
        },
    )
    refused = Union(
        word("why", "Why No Delegation", filter=".open.why_no_delegation"),
        {1: (word("will_push", "Will Push", filter=".open.will_push"),),
         2: (word("will_signal", "Will Signal", filter=".open.will_signal"),)},
        (),
    )  # fmt: skip
    return Union(
        word("delegation", "Delegation Type", filter=".open.delegation_type"),
        {
            0: (),
            1: (*stateid("delegated"), recall, *entry()),
            2: (*stateid("delegated"), word("recall", "Recall", filter=".recall"), limit, *entry()),
            3: (refused,),
        },
    )


def slots() -> tuple[Field, ...]:
    """Session, sequence number and slots."""
    return (
        session(),
        seqid(),
        word("slot", "Slot ID", filter=".slotid"),
        word("highest_slot", "Highest Slot ID", filter=".high_slotid"),
    )


def state_range() -> tuple[Field, ...]:
    """A state, and a part of a file."""
    return (*stateid(), *lock_range())
