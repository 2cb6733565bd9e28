"""Names of fields and of the values of enumerated fields, and suggestions where a name is unknown."""

from __future__ import annotations

import difflib
import functools
import re

from ibpkt.batch.fields import DisplayField, fields

_ENDINGS = re.compile("(?:number|num|nr|no|n|s)$")
#: Wireshark writes "Reliable Connection (RC) - SEND Only" where the specification's names begin with RC
_SPELLED_OUT = re.compile(r"^[^()]*\((\w+)\) - ")


#: protocols above the transport, whose names filters of tshark have; here their bytes are payload
_ABOVE = {
    **dict.fromkeys(("nfs", "rpc", "rpcordma"), "NFS and RPC"),
    **dict.fromkeys(("iscsi", "iser"), "iSER"),
    **dict.fromkeys(("smb", "smb2", "smb_direct"), "SMB Direct"),
    **dict.fromkeys(("srp", "scsi"), "SRP"),
    **dict.fromkeys(("smc", "smcr"), "SMC-R"),
    **dict.fromkeys(("lnet", "lustre"), "Lustre"),
    "rds": "RDS",
    "sdp": "SDP",
}


def unknown_field(name: str) -> str:
    """What to say of a name that no field has."""
    sentence = f"there is no field {name!r}"
    if (protocol := _ABOVE.get(name.casefold())) is None:
        return sentence
    return f"{sentence}: a filter does not see {protocol}, but `ibpkt flows -V` says which queue pairs carry it"


def is_like_field(text: str) -> bool:
    """Whether a word that names no field looks like the name of one."""
    return re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", text) is not None


def nearest_fields(name: str) -> list[str]:
    """Suggestions for the name of a field, best first."""
    known = fields()
    wanted = name.casefold()
    header, _, last = wanted.rpartition(".")
    stem = _ENDINGS.sub("", last) or last
    siblings = [field for field in known if field.rpartition(".")[0] == header]
    near = [field for field in known if field == wanted or field.endswith(f".{wanted}")]
    near += [field for field in siblings if stem in field.rpartition(".")[2] and len(stem) > 1]
    near += [field for field in known if field.startswith(f"{wanted}.")]
    near += difflib.get_close_matches(wanted, known, n=3, cutoff=0.6)
    return list(dict.fromkeys(near))[:3]


def normalize(name: str) -> str:
    """A name without case, blanks, underscores and punctuation, which people write differently."""
    return re.sub(r"[\W_]", "", _SPELLED_OUT.sub(r"\1", name)).casefold()


def enumeration(field: DisplayField) -> dict[int, str]:
    """The names of the values of a field."""
    return {number: name for leaf in field.leaves for number, name in leaf.enum.items()}


@functools.lru_cache(maxsize=256)
def _by_name(field: DisplayField) -> dict[str, frozenset[int]]:
    names: dict[str, set[int]] = {}
    # several headers may have a field of this name, and each its own words for a number (operations of two queues)
    for number, name in (pair for leaf in field.leaves for pair in leaf.enum.items()):
        names.setdefault(normalize(name), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in names.items()}


def values_named(field: DisplayField, name: str) -> frozenset[int]:
    """The values of an enumerated field that are called ``name``; empty where none is."""
    return _by_name(field).get(normalize(name), frozenset()) if normalize(name) else frozenset()


def nearest_values(field: DisplayField, name: str) -> list[str]:
    """Suggestions for the name of a value, quoted, best first; of equally good ones the lower value's."""
    wanted = normalize(name)
    matcher = difflib.SequenceMatcher(b=wanted)
    scores: dict[str, float] = {}
    for _, known in sorted(enumeration(field).items()):
        matcher.set_seq1(normalize(known))
        scores.setdefault(known, matcher.ratio() if wanted else 0)
    near = sorted((known for known in scores if scores[known] >= 0.6), key=lambda known: -scores[known])
    containing = [known for known in scores if wanted and wanted in normalize(known)]
    return [f'"{known}"' for known in list(dict.fromkeys([*near, *containing]))[:3]]
