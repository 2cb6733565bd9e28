"""ONC RPC: calls and replies, with their credentials.

Source: RFC 5531; of RPCSEC_GSS RFC 2203.
"""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.protocols.rules import Chain, Rule, follow
from ibpkt.protocols.upper.words import upper_header
from ibpkt.protocols.upper.xdr import Structures, string, word, words
from ibpkt.schema import BYTES, Header, Tail, hexa, number_of

_SOURCE = "RFC 5531"
_PREFIX = "rpc"

CALL, REPLY = 0, 1
MESSAGE_TYPES = {CALL: "Call", REPLY: "Reply"}
PROGRAMS = {
    100000: "PORTMAP", 100003: "NFS", 100005: "MOUNT", 100021: "NLM", 100024: "NSM", 100227: "NFSACL",
    0x40000000: "NFS_CB",
}  # fmt: skip
FLAVORS = {0: "AUTH_NULL", 1: "AUTH_UNIX", 2: "AUTH_SHORT", 3: "AUTH_DES", 6: "RPCSEC_GSS"}
REPLY_STATES = {0: "MSG_ACCEPTED", 1: "MSG_DENIED"}
ACCEPT_STATES = {
    0: "SUCCESS", 1: "PROG_UNAVAIL", 2: "PROG_MISMATCH", 3: "PROC_UNAVAIL", 4: "GARBAGE_ARGS", 5: "SYSTEM_ERR",
}  # fmt: skip
REJECT_STATES = {0: "RPC_MISMATCH", 1: "AUTH_ERROR"}
AUTH_STATES = {
    0: "AUTH_OK", 1: "AUTH_BADCRED", 2: "AUTH_REJECTEDCRED", 3: "AUTH_BADVERF", 4: "AUTH_REJECTEDVERF",
    5: "AUTH_TOOWEAK", 6: "AUTH_INVALIDRESP", 7: "AUTH_FAILED", 13: "RPCSEC_GSS_CREDPROBLEM",
    14: "RPCSEC_GSS_CTXPROBLEM",
}  # fmt: skip
GSS_PROCEDURES = {
    0: "RPCSEC_GSS_DATA", 1: "RPCSEC_GSS_INIT", 2: "RPCSEC_GSS_CONTINUE_INIT", 3: "RPCSEC_GSS_DESTROY",
}  # fmt: skip
GSS_SERVICES = {1: "rpcsec_gss_svc_none", 2: "rpcsec_gss_svc_integrity", 3: "rpcsec_gss_svc_privacy"}
RPC_VERSION = 2

RPCMessage: Header = upper_header(
    "RPCMessage",
    "Remote Procedure Call",
    _PREFIX,
    hexa("xid", 32, "XID"),
    word("msgtyp", "Message Type", enum=MESSAGE_TYPES),
    summary="{msgtyp}",
    protocol="RPC",
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCCall: Header = upper_header(
    "RPCCall",
    "Call",
    _PREFIX,
    word("rpcvers", "RPC Version", filter=".version", default=RPC_VERSION),
    word("program", "Program", enum=PROGRAMS),
    word("programversion", "Program Version"),
    word("procedure", "Procedure"),
    summary="{program} V{programversion} procedure {procedure}",
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

STRUCTURES = Structures("RPC", _PREFIX, "RPC", _SOURCE)


def _authentication(name: str, title: str, doc: str) -> Header:
    return upper_header(
        name,
        title,
        _PREFIX,
        word("flavor", "Flavor", enum=FLAVORS, filter=".auth.flavor", doc=doc),
        word("length", "Length", filter=".auth.length", unit="bytes"),
        tail=Tail("body", "Body", ".auth.body", "length", 1, 8, 4, BYTES),
        group=_PREFIX,
        source=f"{_SOURCE}, 8.2",
    )


RPCCredential: Header = _authentication("RPCCredential", "Credential", "who calls")
RPCVerifier: Header = _authentication("RPCVerifier", "Verifier", "proves the credential")
RPCReplyVerifier: Header = _authentication("RPCReplyVerifier", "Verifier", "proves who answers")
_BY_VERIFIER = (follow(0, {0: RPCVerifier}),)

RPCUnixCredential: Header = STRUCTURES.header(
    "RPCUnixCredential",
    "Credential of AUTH_UNIX",
    word("flavor", "Flavor", enum=FLAVORS, filter=".auth.flavor", default=1),
    word("length", "Length", filter=".auth.length", unit="bytes"),
    hexa("stamp", 32, "Stamp", filter=".auth.stamp"),
    string("machinename", "Machine Name", ".auth.machinename"),
    word("uid", "UID", filter=".auth.uid"),
    word("gid", "GID", filter=".auth.gid"),
    words("gids", "Auxiliary GIDs", ".auth.gids"),
    then=_BY_VERIFIER,
    source=f"{_SOURCE}, appendix A",
)

RPCGSSCredential: Header = upper_header(
    "RPCGSSCredential",
    "Credential of RPCSEC_GSS",
    _PREFIX,
    word("flavor", "Flavor", enum=FLAVORS, filter=".auth.flavor", default=6),
    word("length", "Length", filter=".auth.length", unit="bytes"),
    word("version", "GSS Version", filter=".authgss.version", default=1),
    word("procedure", "GSS Procedure", enum=GSS_PROCEDURES, filter=".authgss.procedure"),
    word("seqnum", "GSS Sequence Number", filter=".authgss.seqnum"),
    word("service", "GSS Service", enum=GSS_SERVICES, filter=".authgss.service"),
    word("context_length", "GSS Context Length", filter=".authgss.context.length"),
    tail=Tail("context", "GSS Context", "rpc.authgss.context", "context_length", 1, 28, 4, BYTES),
    summary="{service}",
    group=_PREFIX,
    source="RFC 2203, 5",
)

RPCReply: Header = upper_header(
    "RPCReply",
    "Reply",
    _PREFIX,
    word("replystat", "Reply State", enum=REPLY_STATES),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCAccepted: Header = upper_header(
    "RPCAccepted",
    "Accepted",
    _PREFIX,
    word("state_accept", "Accept State", enum=ACCEPT_STATES),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCVersions: Header = upper_header(
    "RPCVersions",
    "Versions of the Program",
    _PREFIX,
    word("low", "Program Version (Minimum)", filter=".programversion.min"),
    word("high", "Program Version (Maximum)", filter=".programversion.max"),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCDenied: Header = upper_header(
    "RPCDenied",
    "Denied",
    _PREFIX,
    word("state_reject", "Reject State", enum=REJECT_STATES),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCDeniedVersions: Header = upper_header(
    "RPCDeniedVersions",
    "Versions of RPC",
    _PREFIX,
    word("low", "RPC Version (Minimum)", filter=".version.min"),
    word("high", "RPC Version (Maximum)", filter=".version.max"),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

RPCDeniedCredential: Header = upper_header(
    "RPCDeniedCredential",
    "Denied Credential",
    _PREFIX,
    word("state_auth", "Auth State", enum=AUTH_STATES),
    group=_PREFIX,
    source=f"{_SOURCE}, 9",
)

#: the headers behind which arguments and results stand
BODIES = (RPCCall, RPCAccepted)
#: by header the field that says why a call was not carried out; of the first one 0 says that it was
REFUSALS: dict[Header, str] = {
    RPCAccepted: "state_accept",
    RPCDenied: "state_reject",
    RPCDeniedCredential: "state_auth",
}
_PAYLOAD = follow(0, {0: ()})


def message_rules(arguments: Mapping[int, Mapping[tuple[int, int], Header | Chain]]) -> dict[Header, tuple[Rule, ...]]:
    """What follows the headers of RPC; what follows `RPCAccepted`, only the call tells.

    Args:
        arguments: by program, of (version, procedure) what a call has.
    """
    wrapped = follow(
        RPCGSSCredential.leaf("service"),
        {number_of(GSS_SERVICES, f"rpcsec_gss_svc_{name}"): () for name in ("integrity", "privacy")},
    )
    called = tuple(
        follow(
            (RPCCall.leaf("programversion"), RPCCall.leaf("procedure")),
            dict(table),
            require=(RPCCall.leaf("program"), program),
        )
        for program, table in arguments.items()
    )
    return {
        RPCMessage: (follow(RPCMessage.leaf("msgtyp"), {CALL: RPCCall, REPLY: RPCReply}),),
        RPCCall: (
            follow(
                32,
                {1: RPCUnixCredential, 6: RPCGSSCredential},
                otherwise=RPCCredential,
                require=(RPCCall.leaf("rpcvers"), RPC_VERSION),
            ),
        ),
        RPCCredential: _BY_VERIFIER,
        RPCGSSCredential: _BY_VERIFIER,
        RPCVerifier: (wrapped, *called, _PAYLOAD),
        RPCReply: (follow(RPCReply.leaf("replystat"), {0: (RPCReplyVerifier, RPCAccepted), 1: RPCDenied}),),
        RPCAccepted: (follow(RPCAccepted.leaf("state_accept"), {2: RPCVersions}), _PAYLOAD),
        RPCDenied: (follow(RPCDenied.leaf("state_reject"), {0: RPCDeniedVersions, 1: RPCDeniedCredential}),),
        **STRUCTURES.rules(),
    }
